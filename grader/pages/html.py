"""Pages in one file: no script, no network, no other file; they print and read aloud well."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from html import escape as escape_html

from grader.printable import printable

STYLE = """
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 64rem; padding: 1rem; background: #fff; color: #1a1a1a;
  font: 1rem/1.5 system-ui, "DejaVu Sans", Verdana, sans-serif; overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 2.5rem; border-top: 2px solid #1a1a1a; padding-top: .75rem; }
a { color: #00508a; }
.scroll { overflow-x: auto; }
.drawing { border: 1px solid #767676; padding: .5rem; }
.drawing svg { display: block; }
table { border-collapse: collapse; margin: 1rem 0; }
caption { text-align: left; font-weight: bold; }
th, td { border: 1px solid #767676; padding: .25rem .5rem; text-align: left; vertical-align: top; }
thead th { background: #ededed; }
tbody th { font-weight: normal; }
td.right, td.wrong { white-space: nowrap; }
.number { text-align: right; white-space: nowrap; }
.right { color: #00508a; }
.wrong { color: #973c00; font-weight: bold; }
details ul { padding-left: 1.25rem; }
summary { cursor: pointer; }
:focus-visible { outline: 3px solid #00508a; outline-offset: 2px; }
footer { margin-top: 3rem; border-top: 1px solid #767676; font-size: .875rem; }
@media print {
  body { max-width: none; padding: 0; }
  .scroll { overflow: visible; }
  .drawing { border: 0; break-inside: avoid; }
  .drawing svg { max-width: 100%; height: auto; }
  tr { break-inside: avoid; }
  .screen { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .statement { page: upright; font-size: 10pt; line-height: 1.3; }
  .statement.wide { page: wide; font-size: 9.5pt; }
  .statement.wide > h2 { display: none; }
  .statement h1 { font-size: 15pt; margin: 0 0 4pt; }
  .statement h2 { font-size: 12pt; margin: 8pt 0 4pt; border-top-width: 1px; padding-top: 4pt; break-after: avoid; }
  .statement p, .statement ul { margin: 3pt 0; }
  .statement li:not(:has(ul ul)) { break-inside: avoid; }
  .statement details ul { margin: 0; padding-left: 12pt; }
  .statement .drawing { padding: 0; }
  .statement .drawing svg { max-height: 690pt; margin: 0 auto; }
  .statement.wide .drawing svg { max-height: 490pt; }
  .statement details { columns: 11em; }
  .statement.wide .below { break-inside: avoid; display: flex; gap: 18pt; }
  .statement.wide .below > div { flex: 1; }
}
@page upright { margin: 12mm; }
@page wide { size: landscape; margin: 10mm; }
"""
POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; "
    f"style-src 'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'"
)


def head(title: str, sort: str = "") -> list[str]:
    """Return the lines of a page up to its body; `sort` is the class of the body, for the style."""
    return [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{safe(title)}</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        f'<body class="{sort}">' if sort else "<body>",
    ]


def safe(text: str) -> str:
    """Return the text for use in the page: no markup, no hidden letters."""
    return escape_html(printable(text, len(text)))


def nested(items: Sequence[tuple[int, str]]) -> str:
    """Return (depth, text) items as lists in lists, so that a screen reader tells depth and number of children."""
    parts: list[str] = []
    open_lists = 0
    for depth, text in items:
        if depth < open_lists:
            parts.append("</li>" + "</ul></li>" * (open_lists - depth - 1))
        else:
            parts.append("<ul>")
        open_lists = depth + 1
        parts.append(f"<li>{safe(text)}")
    return "\n".join(parts) + "</li></ul>" * open_lists
