"""Pieces of HTML pages: tables, lists and charts beside tables. All foreign text is escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.pages.html import safe

Cell = tuple[str, bool]
"""A cell's text, and whether it is a number."""


def bullet_list(lines: Iterable[str]) -> str:
    """Return the lines as a list."""
    return "<ul>\n" + "\n".join(f"<li>{safe(line)}</li>" for line in lines) + "\n</ul>"


def beside(chart: str, caption: str, numbers: str) -> str:
    """Return a chart with its caption, and beside it (on a narrow screen below it) the table of its numbers."""
    return f'<div class="beside">\n<figure>{chart}<figcaption>{safe(caption)}</figcaption></figure>\n{numbers}\n</div>'


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return a table; the head of a column of numbers starts with #.

    Each cell bears its column's head, for screens on which a row is shown as a list. A table that is too wide even so
    scrolls in its own box.
    """
    names = [name.removeprefix("#") for name in heads]
    head = "".join(_tag("th", name.removeprefix("#"), "col", is_number=name.startswith("#")) for name in heads)
    lines = [
        "<tr>"
        + _tag("th", first[0], "row", is_number=first[1])
        + "".join(
            _tag("td", text, head=name, is_number=is_number)
            for name, (text, is_number) in zip(names[1:], others, strict=True)
        )
        + "</tr>"
        for first, *others in rows
    ]
    label = safe(caption)
    return (
        f'<div class="table" role="region" aria-label="{label}" tabindex="0">\n<table>\n<caption>{label}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n" + "\n".join(lines) + "\n</tbody>\n</table>\n</div>"
    )


def _tag(name: str, text: str, scope: str = "", *, head: str = "", is_number: bool) -> str:
    attributes = (
        (f' scope="{scope}"' if scope else "")
        + (f' data-head="{safe(head)}"' if head else "")
        + (' class="number"' if is_number else "")
    )
    return f"<{name}{attributes}>{safe(text)}</{name}>"
