"""What is drawn in a picture of a tree, read back from its SVG: each thing with its sort, whose it is, and the convex room it takes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import NamedTuple

from grader.core.drawing.scale import width

Corner = tuple[float, float]
Room = tuple[Corner, ...]
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_STEP = re.compile(r"([MLHVAZC])([^MLHVAZC]*)")
_SIDES = 12
OTHER_FONT = 1.18
"""So many times as wide as those of Helvetica are bold letters of DejaVu Sans, in which texts with other signs are written."""


class Thing(NamedTuple):
    """One thing that is drawn: its sort ("shape", "edge", "label" …), the node or the node below the edge that it belongs to, its room and its text."""

    sort: str
    of: int
    room: Room
    text: str = ""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom."""
        xs, ys = zip(*self.room, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def __str__(self) -> str:
        return f"{self.sort} {self.text!r} of {self.of}" if self.text else f"{self.sort} of {self.of}"


_ALONG = {"x": 0, "cx": 0, "y": 1, "cy": 1}


def flat(markup: str) -> str:
    """Return an SVG document, or what stands in one, in which everything says where it stands in the whole drawing: no group is moved."""
    ET.register_namespace("", "http://www.w3.org/2000/svg")
    root = ET.fromstring(markup if markup.startswith(("<svg", "<?xml")) else f"<svg>{markup}</svg>")
    _move(root, (0, 0))
    return ET.tostring(root, encoding="unicode", short_empty_elements=False)


def _move(element: ET.Element, by: Corner) -> None:
    if found := re.fullmatch(r"translate\((\S+) (\S+)\)", element.attrib.pop("transform", "")):
        by = by[0] + float(found[1]), by[1] + float(found[2])
    for name, axis in _ALONG.items():
        if name in element.attrib:
            element.set(name, f"{float(element.attrib[name]) + by[axis]:.1f}")
    if "d" in element.attrib:
        element.set(
            "d",
            re.sub(r"([A-Za-z])([^A-Za-z]*)", lambda step: step[1] + _moved(step[1], step[2], by), element.attrib["d"]),
        )
    for child in element:
        _move(child, by)


def _moved(step: str, numbers: str, by: Corner) -> str:
    """Return the numbers of a step of a path; of an arc the last two are a place, and steps in small letters say how far."""
    found = [*map(float, _NUMBER.findall(numbers))]
    first = {"A": 5}.get(step, len(found) if step.islower() else 0)
    axis = {"V": 1}.get(step, 0)
    moved = [number + by[(axis + place) % 2] for place, number in enumerate(found[first:])]
    return " ".join(f"{number:.1f}" for number in (*found[:first], *moved))


def things(markup: str, parents: Sequence[int]) -> list[Thing]:
    """Return all that is drawn in the markup of a picture; its nodes stand in their order, and so do the edges above them."""
    root = ET.fromstring(flat(markup))
    found: list[Thing] = []
    below = [node for node, parent in enumerate(parents) if parent >= 0]
    for group in root:
        sort = group.get("class", "")
        owners = {"edges": below, "labels": below, "nodes": range(len(parents))}.get(sort, ())
        if sort == "horizon":
            found += _of_group(group, -1, "horizon")
        found += (
            [thing for of, one in zip(owners, group, strict=bool(owners)) for thing in _of_group(one, of, sort)]
            if owners
            else []
        )
    return found


def _of_group(group: ET.Element, of: int, where: str) -> Iterator[Thing]:
    for one in group:
        css = one.get("class", "").split()
        if "ring" in css or "inner" in css or "glow" in css:
            continue
        if "board" in css:
            yield Thing("board", of, _around([corner for part in one for corner in _corners(part)]))
        elif one.tag == "g":
            circle = one.find("circle")
            if circle is not None:
                yield Thing("badge", of, _round(circle))
        elif one.tag == "text":
            if one.text:
                yield Thing(css[0] if css else "text", of, _room_of(one, css), one.text)
        elif one.tag in ("rect", "circle"):
            yield Thing(css[0] if css else one.tag, of, _corners_of_rect(one) if one.tag == "rect" else _round(one))
        elif one.tag == "path":
            yield from _of_path(one, css, of, where)


def _of_path(path: ET.Element, css: Sequence[str], of: int, where: str) -> Iterator[Thing]:
    runs = _runs(path.get("d", ""))
    if "shape" in css:
        yield Thing("shape", of, tuple(runs[0]))
    elif "tick" in css:
        yield Thing("tick", of, _around([corner for run in runs for corner in run]))
    elif "bracket" in css:
        yield Thing("bracket", of, _around([corner for run in runs for corner in run]))
    elif "limit" in css:
        for run in runs:
            for start, end in pairwise(run):
                yield Thing("limit", of, _strip(start, end, 0.7))
    elif where == "edges":
        sort = "bar" if "bar" in css else "edge"
        for run in runs:
            for start, end in pairwise(run):
                yield Thing(sort, of, _strip(start, end, 0.6))


def _room_of(text: ET.Element, css: Sequence[str]) -> Room:
    """Return the letters' own box: from the top of digits to the line that they stand on."""
    size, x, y = (float(text.get(key, "0")) for key in ("font-size", "x", "y"))
    is_bold = "strong" in css or "pilltext" in css or "bad" in css
    wide = width(text.text or "", bold=is_bold) * size * (OTHER_FONT if "other" in css else 1)
    left = x - (0 if "start" in css else wide if "end" in css else wide / 2)
    deep = 0.2 * size if any(letter in "gjpqy,;()[]" for letter in text.text or "") else 0
    return _rect(left, y - 0.72 * size, left + wide, y + deep)


def _corners(part: ET.Element) -> Room:
    if part.tag == "rect":
        return _corners_of_rect(part)
    if part.tag == "circle":
        return _round(part)
    return ()


def _corners_of_rect(rect: ET.Element) -> Room:
    x, y, wide, high = (float(rect.get(key, "0")) for key in ("x", "y", "width", "height"))
    return _rect(x, y, x + wide, y + high)


def _rect(left: float, top: float, right: float, bottom: float) -> Room:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _around(corners: Sequence[Corner]) -> Room:
    xs, ys = zip(*corners, strict=True)
    return _rect(min(xs), min(ys), max(xs), max(ys))


def _round(circle: ET.Element) -> Room:
    x, y, radius = (float(circle.get(key, "0")) for key in ("cx", "cy", "r"))
    turns = [2 * pi * turn / _SIDES for turn in range(_SIDES)]
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def _strip(start: Corner, end: Corner, half: float) -> Room:
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1
    x, y = -(end[1] - start[1]) / far * half, (end[0] - start[0]) / far * half
    return (
        (start[0] + x, start[1] + y),
        (end[0] + x, end[1] + y),
        (end[0] - x, end[1] - y),
        (start[0] - x, start[1] - y),
    )


def _runs(path: str) -> list[list[Corner]]:
    """Return the corners of each run of a path; of an arc its circle's own."""
    runs: list[list[Corner]] = []
    x = y = 0.0
    for letter, said in _STEP.findall(path.replace("a", "A")):
        numbers = [float(number) for number in _NUMBER.findall(said)]
        if letter == "M":
            x, y = numbers
            runs.append([])
        elif letter in "HV":
            x, y = (numbers[0], y) if letter == "H" else (x, numbers[0])
        elif letter in "LC":
            x, y = numbers[-2:]
        elif letter == "A":
            radius = numbers[0]
            middle = x + radius  # drawn from the left side
            if len(runs[-1]) == 1:
                turns = [2 * pi * turn / _SIDES for turn in range(_SIDES)]
                runs[-1] = [(middle + radius * cos(turn), y + radius * sin(turn)) for turn in turns]
            continue
        elif letter == "Z":
            continue
        runs[-1].append((x, y))
    return runs


def overlap(one: Room, other: Room, slack: float) -> bool:
    """Return whether two convex rooms lie on each other by more than the slack, whichever way one looks."""
    for first, second in ((one, other), (other, one)):
        for start, end in zip(first, (*first[1:], first[0]), strict=True):
            x, y = end[1] - start[1], start[0] - end[0]
            far = hypot(x, y)
            if far < 1e-9:
                continue
            lows = [min((corner[0] * x + corner[1] * y) / far for corner in room) for room in (first, second)]
            highs = [max((corner[0] * x + corner[1] * y) / far for corner in room) for room in (first, second)]
            if highs[0] <= lows[1] + slack or highs[1] <= lows[0] + slack:
                return False
    return True


def pairs(found: Sequence[Thing], slack: float) -> Iterator[tuple[Thing, Thing]]:
    """Yield each two things that lie on each other, from left to right."""
    by_left = sorted(((thing.box, thing) for thing in found), key=lambda each: each[0])
    near: list[tuple[tuple[float, float, float, float], Thing]] = []
    for box, thing in by_left:
        near = [each for each in near if each[0][2] > box[0]]
        for other_box, other in near:
            if other_box[1] < box[3] and box[1] < other_box[3] and overlap(other.room, thing.room, slack):
                yield other, thing
        near.append((box, thing))
