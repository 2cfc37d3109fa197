"""The drawing of a solution step by step: one picture, and for each of its nodes when it looks how and says what."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from typing import NamedTuple

from grader.diagram import Diagram, Remark
from grader.exact import say_number
from grader.feedback.draw import inline_svg
from grader.kinds import Exercise
from grader.kinds.steps import Action, Step, window_text
from grader.tree import LEAF, Tree

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
    drawn = timelines(exercise, steps, len(diagram.nodes))
    root = ET.fromstring(inline_svg(diagram, "tree-", with_nodes=True))  # noqa: S314  # written by ourselves
    _remark(root, drawn, "text" if isinstance(exercise.problem.game, Tree) else "node")
    return diagram, ET.tostring(root, encoding="unicode")


def solved_diagram(exercise: Exercise, steps: Sequence[Step]) -> Diagram:
    """Return the diagram of the whole solution; below each node what it says at the end."""
    kind, problem, solution = exercise.kind, exercise.problem, exercise.solution
    asked = tuple(part for part in _SHOWN if part in solution.answers)
    diagram: Diagram = kind.diagram(problem._replace(ask=asked), solution, None, None)
    if not isinstance(problem.game, Tree):
        return diagram
    tree, labels = problem.game, timelines(exercise, steps, len(diagram.nodes)).labels
    nodes = (
        drawn._replace(
            value="" if (value := tree.value[node]) is None else say_number(value),
            probability="" if (p := tree.probability[node]) is None else say_number(p),
            remarks=tuple(Remark(line[-1][1]) for line in labels[node]),
        )
        for node, drawn in enumerate(diagram.nodes)
    )
    return diagram._replace(nodes=tuple(nodes))


def timelines(exercise: Exercise, steps: Sequence[Step], size: int) -> Timelines:
    """Return when each node of the drawing looks how and says what."""
    game = exercise.problem.game
    if isinstance(game, Tree):
        return _of_search(game, steps) if exercise.solution.trace is not None else _of_values(game, steps)
    states: list[Timeline] = [[(1, "open")]] + [[(1, "waiting")] for _ in range(size - 1)]
    labels: list[list[Timeline]] = [[] for _ in range(size)]
    for number, step in enumerate(steps, 1):
        if step.action is Action.SCORE and step.node is not None:
            states[step.node + 1].append((number, "done"))
            labels[step.node + 1] = [[(1, "score ?"), (number, "")]]
    return _finished(states, labels, len(steps))


def _of_values(tree: Tree, steps: Sequence[Step]) -> Timelines:
    states: list[Timeline] = [[(1, "done" if kind == LEAF else "waiting")] for kind in tree.kind]
    labels: list[list[Timeline]] = [[] for _ in tree.kind]
    for number, step in enumerate(steps, 1):
        if step.action is Action.VALUE and step.node is not None and step.value is not None:
            states[step.node].append((number, "done"))
            labels[step.node] = [[(1, _UNKNOWN), (number, say_number(step.value))]]
    return _finished(states, labels, len(steps))


def _of_search(tree: Tree, steps: Sequence[Step]) -> Timelines:
    """Return the timelines of alpha-beta: below a node first what it returned, then its window."""
    states: list[Timeline] = [[(1, "waiting")] for _ in tree.kind]
    labels: list[list[Timeline]] = [[] for _ in tree.kind]
    for number, step in enumerate(steps, 1):
        node = step.node or 0
        if step.action is Action.ENTER:
            states[node].append((number, "open"))
            labels[node] = [[(1, _UNKNOWN)], [(1, "")]]
        if step.action in (Action.LEAF, Action.RETURN):
            states[node].append((number, "done"))
        if step.action is Action.RETURN and step.value is not None:
            labels[node][0].append((number, say_number(step.value)))
        if step.at is not None and step.window is not None:
            labels[step.at][1].append((number, _short(window_text(step.window))))
        for child in step.skipped:
            for below in tree.below(child):
                states[below].append((number, "skipped"))
    return _finished(states, labels, len(steps))


def _short(window: str) -> str:
    return window.replace("-inf", "−∞").replace("inf", "∞")


def _finished(states: list[Timeline], labels: list[list[Timeline]], last: int) -> Timelines:
    """Return the timelines with the last step, in which whatever was not skipped looks as it is drawn."""
    for timeline in states:
        if timeline[-1][1] != "skipped":
            timeline.append((last, "final"))
    return Timelines(states, labels)


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
