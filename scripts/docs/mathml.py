"""Formulas without a network or a script: LaTeX in Markdown becomes MathML, which browsers draw themselves.

A block is a fence of the language `math`, inline is $`…`$: both are what GitHub draws, too.
"""

from typing import Any
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert, convert_to_element
from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor

__all__ = ["MathExtension", "block"]

INLINE = r"\$`([^`]+)`\$"
BEFORE_CODE = 195
"""Backticks alone are code, at priority 190."""


def block(source: str, language: str, class_name: str, options: Any, md: Markdown, **_: Any) -> str:
    """Return a fence of the language `math` as a formula of its own, for pymdownx.superfences."""
    return f'<div class="formula">{convert(source.strip(), display="block")}</div>'


class _Inline(InlineProcessor):
    def handleMatch(self, m: Any, data: str) -> tuple[Element, int, int]:  # type: ignore[override]  # noqa: N802
        return convert_to_element(m.group(1)), m.start(0), m.end(0)


class MathExtension(Extension):
    """Inline formulas."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Markdown calls
        """Register the pattern."""
        md.inlinePatterns.register(_Inline(INLINE, md), "mathml", BEFORE_CODE)
