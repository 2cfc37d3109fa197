"""Pages in one file: no network, no other file, and of scripts only those that the program ships.

A page is a template of `templates` with values. Every text in it is escaped by Jinja2, whatever it is and wherever it
stands, and has its hidden letters shown. Markup that is none of a template's own comes in by `drawn` alone.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from grader.printable import harmless, hides_nothing, isolated, printable
from grader.version import __version__

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_HERE = Path(__file__).parent
_TEMPLATES = _HERE / "templates"
_SHEETS = (_HERE / "static", _HERE.parent / "drawing")

Plain = str | int | float | bool | Sequence["Plain"] | Mapping[str, "Plain"] | None
"""What can be data for a script."""


def render_page(template: str, **values: object) -> str:
    """Return the page, or the piece of one, that the template makes of the values.

    A value that the template names and that is not there is an error, and so is one that is neither text nor a whole number.
    """
    return _environment().get_template(template).render(values)


def render_piece(template: str, **values: object) -> Markup:
    """Return the piece of a page that the template makes of the values, for use in another template."""
    from markupsafe import Markup

    return Markup(render_page(template, **values))  # noqa: S704  # templates escape


def drawn(svg: str) -> Markup:
    """Return a drawing of our own writers for use in a template: it is markup already."""
    from markupsafe import Markup

    return Markup(svg)  # noqa: S704  # the writers of drawings build XML


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalizer(),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {"for_script": for_script, "as_written": _as_written, "lines": _lines, "isolated": _isolated}
    made.globals |= {"sheet": _sheet, "policy": _policy, "version": __version__}
    return made


def _finalizer() -> Callable[[object], object]:
    """Return what says of a value how a template may write it; it is asked for every value of every page."""
    from jinja2 import Undefined
    from markupsafe import Markup

    def shown(value: object) -> object:
        """Return what a template may write: its own markup as it is, and text without hidden letters."""
        if isinstance(value, Markup | Undefined):
            return value
        if isinstance(value, str):
            return printable(value, len(value))
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise TypeError(f"a page shows text and whole numbers, not {value!r}")

    return shown


def _lines(text: str) -> Markup:
    """Return a text that keeps its lines, for `<pre>`."""
    from markupsafe import escape

    return escape(harmless(text))


def _isolated(text: str) -> Markup:
    """Return a sentence in which names read from right to left turn nothing beside them round."""
    from markupsafe import Markup, escape

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
    """Return JSON without any sign that HTML knows."""
    from markupsafe import Markup

    for sign in "<>&'":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704  # no sign is left that HTML knows


def _visible(data: Plain) -> Plain:
    """Return the data with every text as people read it, hidden letters shown; names are the program's own."""
    if isinstance(data, str):
        return isolated(printable(data, len(data)))
    if isinstance(data, Mapping):
        return {name: _visible(value) for name, value in data.items()}
    return list(map(_visible, data)) if isinstance(data, Sequence) else data


@cache
def _sheet(name: str) -> Markup:
    """Return a style sheet or a script, for an element of its own."""
    from markupsafe import Markup

    path = next(folder / name for folder in _SHEETS if (folder / name).exists())
    return Markup(path.read_text(encoding="utf-8"))  # noqa: S704  # a file of the program


def _policy(styles: Sequence[str], scripts: Sequence[str]) -> Markup:
    """Return a policy that allows these styles and scripts, and nothing else."""
    from markupsafe import Markup

    inlined = (("style-src", styles), ("script-src", scripts))
    allowed = (" ".join((sort, *map(_digest, names))) for sort, names in inlined if names)
    parts = ("default-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'")
    return Markup("; ".join(parts))  # noqa: S704  # hashes and words of our own


@cache
def _digest(name: str) -> str:
    hashed = hashlib.sha256(_sheet(name).encode()).digest()
    return f"'sha256-{base64.b64encode(hashed).decode('ascii')}'"
