"""Pages in one file: no network, no other file, and of scripts only those that the program ships.

A page is a template of `templates` with values. Every text in it is escaped by Jinja2, whatever it is and wherever it
stands, and has its hidden letters shown. Markup that is none of a template's own comes in by `drawn` alone.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Undefined
from markupsafe import Markup, escape
from rcssmin import cssmin
from rjsmin import jsmin

from grader.core.data import Plain as Plain  # noqa: PLC0414  # as pages hand it to scripts
from grader.core.drawing.canvas import tag
from grader.core.drawing.diagram import Diagram
from grader.core.drawing.draw import MOST_NODES, NAMESPACE, inline_svg
from grader.core.drawing.legend import HIGH, Item, legend
from grader.core.drawing.outline import outline_items
from grader.core.drawing.turned import copied, turned
from grader.core.resources import __version__
from grader.core.text import harmless, hides_nothing, isolated, printable

_HERE = Path(__file__).parent
_TEMPLATES = _HERE / "templates"
_SHEETS = (_HERE / "static", _HERE.parent / "core" / "drawing")


def render_page(template: str, **values: object) -> str:
    """Return the page, or the piece of one, that the template makes of the values.

    A value that the template names and that is not there is an error, and so is one that is neither text nor a whole number.
    """
    return _environment().get_template(template).render(values)


def render_piece(template: str, **values: object) -> Markup:
    """Return the piece of a page that the template makes of the values, for use in another template."""
    return Markup(render_page(template, **values))  # noqa: S704  # templates escape


def drawn(svg: str) -> Markup:
    """Return a drawing of our own writers for use in a template: it is markup already."""
    return Markup(svg)  # noqa: S704  # the writers of drawings build XML


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {"for_script": for_script, "as_written": _as_written, "lines": _lines, "isolated": _isolated}
    made.globals |= {"sheet": _sheet, "policy": _policy, "version": __version__}
    return made


def _shown(value: object) -> object:
    """Return what a template may write of a value: its own markup as it is, and text without hidden letters."""
    if isinstance(value, Markup | Undefined):
        return value
    if isinstance(value, str):
        return printable(value, len(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise TypeError(f"a page shows text and whole numbers, not {value!r}")


def _lines(text: str) -> Markup:
    """Return a text that keeps its lines, for `<pre>`."""
    return escape(harmless(text))


def _isolated(text: str) -> Markup:
    """Return a sentence in which names read from right to left turn nothing beside them round."""
    shown = isolated(str(escape(printable(text, len(text)))), "<bdi>", "</bdi>")
    return Markup(shown)  # noqa: S704  # escaped above


def for_script(data: Plain) -> Markup:
    """Return data for `<script type="application/json">`: no text in it can end the script, hide letters or turn its neighbours round."""
    text = _compact(data)
    # Most data hides nothing; to look for it text by text takes three times as long as to write the data.
    is_plain = "\\" not in text and hides_nothing(text) and isolated(text) == text
    return _in_script(text if is_plain else _compact(_visible(data)))


def _compact(data: Plain) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _as_written(data: Plain) -> Markup:
    """Return data as `for_script` does, but every text as it is: for names that an answer must repeat to the letter.

    Letters that a reader cannot see are there as escapes of JSON.
    """
    return _in_script(json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False))


def _in_script(text: str) -> Markup:
    """Return JSON for the inside of a script, where HTML knows no sign but the one that could end it."""
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704  # no such sign is left


def _visible(data: Plain) -> Plain:
    """Return the data with every text as people read it, hidden letters shown; names are the program's own."""
    if isinstance(data, str):
        return isolated(printable(data, len(data)))
    if isinstance(data, Mapping):
        return {name: _visible(value) for name, value in data.items()}
    return list(map(_visible, data)) if isinstance(data, Sequence) else data


@cache
def _sheet(name: str) -> Markup:
    """Return a style sheet or a script, for an element of its own: without comments and needless spaces, which would be in every page.

    What takes them out knows no template of a script inside another: there are none (`tests/test_page_templates.py`).
    """
    path = next(folder / name for folder in _SHEETS if (folder / name).exists())
    minify = cssmin if name.endswith(".css") else jsmin
    return Markup(minify(path.read_text(encoding="utf-8")))  # noqa: S704  # a file of the program


def _policy(styles: Sequence[str], scripts: Sequence[str], *, connects: bool = False, posts: str = "'none'") -> Markup:
    """Return a policy that allows these styles and scripts, and nothing else; `connects`: scripts may ask the server from which the page came; `posts`: the origins to which forms may go."""
    inlined = (("style-src", styles), ("script-src", scripts))
    allowed = (" ".join((sort, *map(_digest, names))) for sort, names in inlined if names)
    asked = ["connect-src 'self'"] if connects else []
    parts = ("default-src 'none'", *allowed, *asked, "base-uri 'none'", f"form-action {posts}")
    return Markup("; ".join(parts))  # noqa: S704  # hashes and words of our own


@cache
def _digest(name: str) -> str:
    hashed = hashlib.sha256(_sheet(name).encode()).digest()
    return f"'sha256-{base64.b64encode(hashed).decode('ascii')}'"


# -- a diagram for a page: both its drawings, in a box that a script lets zoom, and the tree as text

_MOST_LINES = 3000
"""A longer text nobody reads, and it would be in every page."""


class TreeBox(NamedTuple):
    """What the template `treebox` wants: `wide` is the drawing, empty where there are `many` nodes, too many to draw.

    `turn` tells the script how to make the lying form of it; `is_turned`: it is there already. A box without a drawing of its own shows that of the box `of`, which the
    script copies as `copy` tells. `heading` stands above it where that is not just the student's tree. `legend` has the
    signs that occur, each with its words.
    """

    id: str
    title: str
    wide: Markup | str
    turn: Markup | str
    many: str
    legend: list[tuple[Markup, str]]
    text: list[tuple[int, str]]
    heading: str = ""
    of: str = ""
    copy: Markup | str = ""
    is_turned: bool = False


def tree_box(diagram: Diagram, box_id: str, *, live: bool = False, for_fingers: bool = False) -> TreeBox:
    """Return the box; ids in it start with its own, so that several stand on one page.

    `live`: a script fills the drawings in; `for_fingers`: the one for narrow windows has room to touch each node.
    """
    make = _live_box if live else _box  # in which nothing is filled in is the same for all who answered a problem
    return make(diagram, box_id, live=live, for_fingers=for_fingers)


def _box(diagram: Diagram, box_id: str, *, live: bool, for_fingers: bool) -> TreeBox:
    size = len(diagram.nodes)
    wide = turn = ""
    if is_drawn := size <= MOST_NODES:
        wide = drawn(inline_svg(diagram, f"{box_id}-wide-", live=live, for_fingers=for_fingers))
        if diagram.cells is None:
            turn = turn_of(diagram, live=live, for_fingers=for_fingers)
        else:
            wide += drawn(inline_svg(diagram, f"{box_id}-tall-", lies=True))
    return TreeBox(
        box_id,
        diagram.title,
        wide,
        turn,
        "" if is_drawn else f"{size:,}",
        [(_sign(item), item.words) for item in legend(diagram)] if is_drawn else [],
        [(depth, on_one_line(line)) for depth, line in outline_items(diagram)] if size <= _MOST_LINES else [],
        diagram.heading,
        is_turned=diagram.cells is not None,
    )


_live_box = lru_cache(maxsize=32)(_box)


def turn_of(diagram: Diagram, *, live: bool = False, for_fingers: bool = False) -> Markup:
    """Return what the script reads that makes the lying form of a diagram's drawing."""
    return _in_script(turned(diagram, live=live, for_fingers=for_fingers))


@lru_cache(maxsize=32)
def copied_box(diagram: Diagram, box_id: str, of: str) -> TreeBox:
    """Return the box of a diagram that a script fills in, in which the script copies the drawing of another box."""
    return TreeBox(box_id, diagram.title, "", "", "", [], [], of=of, copy=_in_script(copied(diagram)))


@lru_cache(maxsize=32)  # the same for all who answered a problem
def alike_boxes(diagrams: tuple[Diagram, ...], prefix: str) -> Markup:
    """Return the boxes of diagrams that are much alike, for a script: the first as markup, of each other what it has in place of pieces of the one before.

    A piece ends with a tag or a comma (steps.js takes them apart alike); [from, to, markup] are to be put in from the last to the first. They are a third of all the markup.
    """
    macro = _environment().get_template("parts.html").module.treebox  # type: ignore[attr-defined]
    markup = (str(macro(tree_box(one, f"{prefix}-{place}"))) for place, one in enumerate(diagrams))
    texts = [re.sub(r">\s+<", "><", text.strip()).replace(f' xmlns="{NAMESPACE}"', "") for text in markup]
    boxes: list[Plain] = [*texts[:1], *(_in_place_of(*map(_pieces, both)) for both in pairwise(texts))]
    return _in_script(_compact(boxes))  # in markup of our own writers no letter is hidden


def _pieces(markup: str) -> list[str]:
    return re.findall("[^>,]*[>,]|[^>,]+$", markup)


def _in_place_of(first: Sequence[str], other: Sequence[str]) -> Plain:
    found = SequenceMatcher(None, first, other).get_opcodes()
    return [[start, stop, "".join(other[low:high])] for sort, start, stop, low, high in found if sort != "equal"]


def _sign(item: Item) -> Markup:
    """Return the small picture of a legend, as high as its row."""
    wide = round(2 * item.half_width)
    sign = tag("g", item.picture, class_="key")
    box = f"{-wide / 2:g} {-HIGH / 2:g} {wide} {HIGH:g}"
    return drawn(tag("svg", sign, class_="tree sign", aria_hidden="true", viewBox=box, width=wide, height=HIGH))


_TOGETHER = re.compile(r"\[[^\[\]]{1,40}\]")


def on_one_line(text: str) -> str:
    """Return a text in which each window, interval and value for each player stays on one line."""
    return _TOGETHER.sub(lambda found: found[0].replace(", ", ",\u00a0"), text)
