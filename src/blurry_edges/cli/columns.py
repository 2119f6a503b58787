"""Tables as text in a terminal."""

from collections.abc import Sequence

__all__ = ["columns"]


def columns(table: tuple[Sequence[str], Sequence[Sequence[str]]]) -> str:
    """Return a table in columns of equal width."""
    head, rows = table
    widths = [max(map(len, column)) + 2 for column in zip(head, *rows, strict=True)]
    return "\n".join(
        "".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in (head, *rows)
    )
