"""Drawings as SVG, PNG and PDF: Graphviz lays out and renders in process, so no `dot` need be installed.

The same diagram gives the same bytes everywhere: the layout measures text with the font that the program ships, and
whatever carries a time or a version is taken out.
"""

from __future__ import annotations

import os
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from types import ModuleType
from typing import Any

from grader.diagram import Diagram
from grader.drawing.dot import dot_source
from grader.drawing.glyphs import missing_letters
from grader.drawing.outline import outline
from grader.drawing.widths import shorten
from grader.errors import Fault, GradingError
from grader.printable import printable
from grader.resources import resource

MOST_NODES = 300
_LONGEST_TITLE = 125
SVG = "http://www.w3.org/2000/svg"
_FAMILIES = "DejaVu Sans, Verdana, Geneva, sans-serif"
"""Fonts for the reader's browser: none is wider than the first, with which the text was measured."""

ET.register_namespace("", SVG)


LayOut = Callable[[Diagram], ET.Element]
"""From a diagram to Graphviz' SVG as it comes, a new element each time."""


class TooLarge(GradingError):
    """A tree that cannot usefully be drawn."""


def svg(diagram: Diagram, lay_out: LayOut | None = None) -> str:
    """Return the drawing as a standalone SVG document. Raises TooLarge."""
    return document(inline_svg(diagram, "tree-", lay_out))


def document(element: str) -> str:
    """Return an SVG element as a standalone document."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{element}\n'


def inline_svg(diagram: Diagram, id_prefix: str, lay_out: LayOut | None = None, *, with_nodes: bool = False) -> str:
    """Return the drawing as an SVG element for a page; its ids start with the prefix. Raises TooLarge.

    Graphviz' SVG is rewritten: a title and the whole tree as text for those who cannot see it, no noise. `lay_out` draws
    it (default: `layout`). With `with_nodes` each group says in `class` what it draws (node, text, edge) and in
    `data-node` of which node: the text below a node and the edge above it are that node's.
    """
    return write_svg((lay_out or layout)(diagram), *descriptions(diagram), id_prefix, with_nodes=with_nodes)


def laid_out_once() -> LayOut:
    """Return a `layout` that remembers: a tree that is drawn into a file and into a page is laid out once."""
    drawn = cache(partial(_render, format_="svg"))
    return lambda diagram: _parsed(drawn(diagram))


def png(diagram: Diagram) -> bytes:
    """Return the drawing as a PNG image, 144 dots an inch; a very large one is scaled down. Raises TooLarge."""
    return _render(diagram, "png", dpi="144", size="60,60")


def pdf(diagram: Diagram) -> bytes:
    """Return the drawing as a PDF document of one page, at most 5 m long. Raises TooLarge."""
    # Cairo writes the time of day. A date of the same length keeps every offset in the file right.
    return re.sub(rb"(?<=/CreationDate \()D:\d{14}", b"D:20000101000000", _render(diagram, "pdf", size="199,199"))


def missing_glyphs(diagram: Diagram) -> str:
    """Return the letters of the diagram that PNG and PDF show as empty boxes: the shipped font has them not.

    SVG and HTML use the fonts of their reader. Where FONTCONFIG_FILE names other fonts nothing is known of them.
    """
    if "FONTCONFIG_FILE" in os.environ:
        return ""
    texts = [diagram.title, *(text for node in diagram.nodes for text in (node.id, node.move))]
    remarks = (*diagram.facts, *(remark for node in diagram.nodes for remark in node.remarks))
    texts += [text for remark in remarks for text in (remark.text, remark.expected)]
    return missing_letters(printable("".join(texts), sum(map(len, texts))), resource("fonts") / "DejaVuSans.ttf")


def _render(diagram: Diagram, format_: str, caption_of: Diagram | None = None, **attributes: str) -> bytes:
    if len(diagram.nodes) > MOST_NODES:
        message = f"a tree of {len(diagram.nodes):,} nodes is too large to be drawn, expected at most {MOST_NODES}"
        raise TooLarge([Fault(message)])
    import pygraphviz

    _use_shipped_font(pygraphviz)
    graph = _graph(pygraphviz, dot_source(diagram, caption_of))
    graph.graph_attr.update(attributes)
    return bytes(graph.draw(format=format_, prog="dot"))


def _graph(pygraphviz: ModuleType, source: str) -> Any:
    """Return the graph of a text in DOT. Graphviz reads it from a file, which on Linux is one in memory.

    Elsewhere, and where a sandbox refuses that, pygraphviz takes a nameless temporary file.
    """
    if sys.platform == "linux":
        with suppress(OSError), open(os.memfd_create("tree"), "wb+") as file:
            file.write(source.encode())
            file.seek(0)
            return pygraphviz.AGraph(filename=file)
    return pygraphviz.AGraph(string=source)


@cache  # fontconfig belongs to the process: it reads its configuration once, at the first layout
def _use_shipped_font(pygraphviz: ModuleType) -> None:
    """Let fontconfig know only the shipped font, unless the user names a configuration in FONTCONFIG_FILE.

    Then trees look the same on every machine, machines without fonts included; no font folder is searched and no file
    is written: see fonts/fonts.conf, whose paths are below the folders of XDG.
    """
    if "FONTCONFIG_FILE" in os.environ:
        return
    fonts = resource("fonts")
    # Newer versions of fontconfig look for fonts below each of XDG_DATA_DIRS too.
    around = dict.fromkeys(("XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CACHE_HOME"), str(fonts.parent))
    with _environment(FONTCONFIG_FILE=str(fonts / "fonts.conf"), **around), _muted():
        _graph(pygraphviz, "digraph {a}").draw(format="svg", prog="dot")


@contextmanager
def _environment(**variables: str) -> Iterator[None]:
    """Set environment variables for a while."""
    before = {name: os.environ[name] for name in variables if name in os.environ}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name in variables:
            del os.environ[name]
        os.environ.update(before)


@contextmanager
def _muted() -> Iterator[None]:
    """Send standard error to nowhere: fontconfig complains there of files of the system that it does not even use."""
    try:
        kept = os.dup(2)
    except OSError:  # there is none
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def layout(diagram: Diagram, caption_of: Diagram | None = None) -> ET.Element:
    """Return Graphviz' SVG as it comes, if need be with the caption of another diagram. Raises TooLarge."""
    return _parsed(_render(diagram, "svg", caption_of))


def _parsed(svg: bytes) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  # Graphviz wrote it, and ElementTree opens no entities


def descriptions(diagram: Diagram) -> tuple[str, str]:
    """Return the title and the long description of a drawing."""
    title = shorten(printable(f"Game tree: {diagram.title}", 1000), _LONGEST_TITLE)
    return title, "\n".join(printable(line, len(line)) for line in outline(diagram))


def write_svg(root: ET.Element, title: str, desc: str, id_prefix: str, *, with_nodes: bool = False) -> str:
    """Return Graphviz' SVG, changed in place, with title and description and without its noise.

    `with_nodes` keeps of each group which node it draws, for a page that restyles them.
    """
    for element in root.iter():
        drawn = _drawn(element) if with_nodes else {}
        _strip(element)
        element.attrib |= drawn
    root.attrib |= {
        "role": "img",
        "aria-labelledby": f"{id_prefix}title",
        "aria-describedby": f"{id_prefix}desc",
        "font-family": _FAMILIES,
    }
    for place, (tag, text) in enumerate((("title", title), ("desc", desc))):
        element = ET.Element(f"{{{SVG}}}{tag}", {"id": id_prefix + tag})
        element.text, element.tail = text, "\n"
        root.insert(place, element)
    return ET.tostring(root, encoding="unicode")


_PARTS = {"n": "node", "t": "text", "e": "edge"}
_NAME = re.compile("(?:.*->)?([nte])([0-9]+)(?::[ns])?")


def title_of(group: ET.Element) -> str:
    """Return the name that Graphviz gives a group: of a node, or of both nodes of an edge and their sides."""
    return group.findtext(f"{{{SVG}}}title", "")


def name_of(element: ET.Element) -> re.Match[str] | None:
    """Return sort and number of the node that a group of Graphviz draws, read off the names that dot.py gives."""
    return _NAME.fullmatch(title_of(element)) if element.get("class") in ("node", "edge") else None


def _drawn(element: ET.Element) -> dict[str, str]:
    """Return class and number of the node that a group of Graphviz draws."""
    name = name_of(element)
    if name is None:
        return {}
    part = "edge" if element.get("class") == "edge" else _PARTS[name[1]]
    return {"class": part, "data-node": name[2]}


_NOISE = ("id", "class", "font-family", "{http://www.w3.org/XML/1998/namespace}space")


def _strip(element: ET.Element) -> None:
    """Take out names of nodes, which a screen reader would spell, and what the root says once for all."""
    for child in [child for child in element if child.tag == f"{{{SVG}}}title"]:
        element.remove(child)
    for name in _NOISE:
        element.attrib.pop(name, None)
