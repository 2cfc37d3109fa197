"""The drawing of a solution step by step: one picture, and for each of its nodes when it looks how and says what."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.diagram import Diagram, DiagramNode, NodeShape, Remark
from grader.drawing.draw import inline_svg
from grader.exact import read_number
from grader.kinds import Exercise, Problem
from grader.kinds.words import window_text
from grader.step import Action, Step

_SVG = "{http://www.w3.org/2000/svg}"
_SHOWN = ("principal-variation", "best-move", "pruned", "choice")
_UNKNOWN = "?"
_NUMBER = re.compile(r"-?[0-9.]+")

Timeline = list[tuple[int, str]]
"""(step from which on it holds, text), in order."""


class Timelines(NamedTuple):
    """Of each drawn node: its states (waiting, open, done, skipped, final), and the texts below it, line by line."""

    states: list[Timeline]
    labels: list[list[Timeline]]


def picture(exercise: Exercise, steps: Sequence[Step]) -> tuple[Diagram, str]:
    """Return the solved diagram, and its drawing for the script: as it is at the end. Raises TooLarge."""
    diagram = solved_diagram(exercise, steps)
    drawn = timelines(exercise.problem, diagram, steps)
    root = ET.fromstring(inline_svg(diagram, "tree-", with_nodes=True))  # noqa: S314  # written by ourselves
    _remark(root, drawn, "node" if diagram.nodes[-1].shape is NodeShape.CHILD else "text")
    return diagram, ET.tostring(root, encoding="unicode")


def solved_diagram(exercise: Exercise, steps: Sequence[Step]) -> Diagram:
    """Return the diagram of the whole solution; below each node what it says at the end."""
    kind, problem, solution = exercise.kind, exercise.problem, exercise.solution
    asked = tuple(part for part in _SHOWN if part in solution.answers)
    diagram = kind.draw(problem._replace(ask=asked), solution, None, None)[0]
    labels = timelines(problem, diagram, steps).labels
    nodes = (_said(problem, drawn, lines) for drawn, lines in zip(diagram.nodes, labels, strict=True))
    return diagram._replace(nodes=tuple(nodes))


def _said(problem: Problem, drawn: DiagramNode, lines: list[Timeline]) -> DiagramNode:
    """Return the node with its numbers as sentences say them, and below it what the steps say there at the end."""
    value, probability = (text and problem.say(read_number(text)) for text in (drawn.value, drawn.probability))
    texts = [line[-1][1] for line in lines]
    remarks = tuple(map(Remark, texts)) if any(texts) else drawn.remarks
    return drawn._replace(value=value, probability=probability, remarks=remarks)


def timelines(problem: Problem, diagram: Diagram, steps: Sequence[Step]) -> Timelines:
    """Return when each node of the drawing looks how and says what.

    A search enters nodes, and what is given is found when it comes by; else what is given is known from the start.
    """
    is_search = any(step.action in (Action.ENTER, Action.LEAF) for step in steps)
    places: dict[int | None, int] = {
        node.key: place for place, node in enumerate(diagram.nodes) if node.key is not None
    }
    drawn = Timelines(
        [[(1, _at_first(node, is_search=is_search))] for node in diagram.nodes], [[] for _ in diagram.nodes]
    )
    for number, step in enumerate(steps, 1):
        if step.node in places:
            _take_step(problem, drawn, places, number, step)
        for key in step.skipped:
            for below in _below(diagram, places[key]):
                drawn.states[below].append((number, "skipped"))
    return _finished(drawn, len(steps))


def _at_first(node: DiagramNode, *, is_search: bool) -> str:
    if node.key is None:
        return "open"
    return "done" if node.shape is NodeShape.LEAF and not is_search else "waiting"


def _take_step(problem: Problem, drawn: Timelines, places: Mapping[int | None, int], number: int, step: Step) -> None:
    """Note what one step shows: below a node of a search first what it returned, then its window."""
    place, value = places[step.node], "" if step.value is None else problem.say(step.value)
    labels = drawn.labels
    if step.action is Action.ENTER:
        drawn.states[place].append((number, "open"))
        labels[place] = [[(1, _UNKNOWN)], [(1, "")]]
    if step.action in (Action.LEAF, Action.RETURN, Action.VALUE, Action.SCORE):
        drawn.states[place].append((number, "done"))
    if step.action is Action.RETURN and value:
        labels[place][0].append((number, value))
    if step.action is Action.VALUE and value:
        labels[place] = [[(1, _UNKNOWN), (number, value)]]
    if step.action is Action.SCORE:
        labels[place] = [[(1, "score ?"), (number, "")]]
    if step.at is not None and step.window is not None:
        labels[places[step.at]][1].append((number, _short(window_text(problem, step.window))))


def _below(diagram: Diagram, top: int) -> Iterator[int]:
    """Yield the node and everything below it; nodes are in breadth-first order."""
    below = {top}
    for place in range(top, len(diagram.nodes)):
        if place == top or diagram.nodes[place].parent in below:
            below.add(place)
            yield place


def _short(window: str) -> str:
    return window.replace("-inf", "−∞").replace("inf", "∞")


def _finished(drawn: Timelines, last: int) -> Timelines:
    """Return the timelines with the last step, in which whatever was not skipped looks as it is drawn."""
    for timeline in drawn.states:
        if timeline[-1][1] != "skipped":
            timeline.append((last, "final"))
    return drawn


def _remark(root: ET.Element, drawn: Timelines, labelled: str) -> None:
    """Write the timelines to the groups of the drawing, and to the last texts of those that hold the labels."""
    groups = [group for group in root.iter(f"{_SVG}g") if group.get("data-node")]
    centers = {group.get("data-node"): _center(group) for group in groups if group.get("class") == "node"}
    for group in groups:
        node = int(group.get("data-node", ""))
        group.set("data-states", json.dumps(drawn.states[node]))
        lines, texts = drawn.labels[node], group.findall(f"{_SVG}text")
        if group.get("class") != labelled or not lines:
            continue
        for timeline, text in zip(lines, texts[len(texts) - len(lines) :], strict=True):
            if not timeline[-1][1]:  # a text that only appears
                timeline[-1] = (timeline[-1][0], text.text or "")
            elif (center := centers.get(group.get("data-node"))) is not None:
                text.attrib |= {"text-anchor": "middle", "x": f"{center:g}"}
            text.set("data-labels", json.dumps(timeline, ensure_ascii=False))


def _center(group: ET.Element) -> float | None:
    """Return the horizontal middle of a node's shape."""
    for shape in group:
        if shape.tag == f"{_SVG}ellipse":
            return float(shape.get("cx", 0))
        if shape.tag == f"{_SVG}polygon":
            places = [float(number) for number in _NUMBER.findall(shape.get("points", ""))][::2]
            return (min(places) + max(places)) / 2
    return None
