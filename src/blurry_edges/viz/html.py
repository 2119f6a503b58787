"""Pieces of self-contained HTML pages: style, and pictures as part of the page."""

import base64
import html
import io
from typing import Any

__all__ = ["STYLE", "page", "picture", "png_bytes"]

STYLE = """
body{font-family:system-ui,sans-serif;max-width:1200px;margin:2em auto;padding:0 1em;color:#222;background:#fff}
h1{font-size:1.4em}h2{font-size:1.1em;margin-top:2em}
figure{display:inline-block;margin:.5em;vertical-align:top}figcaption{text-align:center;font-size:.9em}
img{max-width:100%;image-rendering:pixelated}table{border-collapse:collapse}
td,th{text-align:left;padding:.2em 1em .2em 0;vertical-align:top}th{font-weight:600}
.warning{background:#fff3cd;padding:.6em 1em;border-left:4px solid #e0a800}
"""


def page(title: str, body: str) -> str:
    """Return a whole page."""
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title><style>{STYLE}</style></head>
<body><h1>{html.escape(title)}</h1>{body}</body></html>
"""


def png_bytes(figure: Any) -> bytes:
    """Return a Matplotlib figure as a PNG file."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=100)
    return buffer.getvalue()


def picture(kind: str, data: bytes, caption: str) -> str:
    """Return a picture with its caption; `kind` is the media type."""
    encoded = base64.b64encode(data).decode("ascii")
    text = html.escape(caption)
    return f'<figure><img src="data:{kind};base64,{encoded}" alt="{text}"><figcaption>{text}</figcaption></figure>'
