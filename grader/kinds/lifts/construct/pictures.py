"""What there is to see of a construction: the tree as it is given, or an object with what the search does on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.answers.case import Attempt, Solution
from grader.diagram import Diagram, DiagramNode, NodeShape, Numbers, Remark
from grader.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.lifts.construct.asked import TREE, VALUES, Asked, Made, asked_of
from grader.kinds.lifts.construct.built import built
from grader.kinds.lifts.construct.words import asked_alone, own_keys
from grader.kinds.lifts.searched import as_said
from grader.marks.reports import PartReport, ProblemReport, Verdict, Written
from grader.printable import printable

_OPEN = "?"
_MOST_SHOWN = 40
_MOST_DRAWN = 200
"""A student's tree of more nodes is not drawn."""


def draw(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Sequence[Diagram]:
    """Return the problem's tree; where there is an answer, the search on the student's own object; of a solution, on the example."""
    asked = asked_of(problem)
    parts = {part.part: part for part in report.parts} if report else {}
    facts = _facts(parts)
    given = (attempt or {}).get(asked.make)
    if isinstance(given, Written) and _is_drawn(given.value):
        return (_searched(problem, given.value, numbers, facts, is_own=True),)
    if solution is not None and (report is None or asked.make in parts):
        example = _searched(problem, asked.found.example, numbers, facts)
        return (example if report is None else example._replace(heading="An example"),)
    return (bare(problem)._replace(facts=facts, heading="" if report is None else "The tree as it is given"),)


def picture(problem: Problem, solution: Solution) -> Diagram:
    """Return what steps are told beside: the problem that the example makes, without any answer."""
    asked = asked_of(problem)
    made = built(as_said(problem), asked.make, asked.found.example)
    (diagram, *_) = KINDS[made.kind].draw(made, None, None, None)
    called = _called(problem, made, diagram)
    return called._replace(title=f"{called.title}: an example, yours may differ")


def _is_drawn(thing: object) -> bool:
    return getattr(thing, "size", 0) <= _MOST_DRAWN


def bare(problem: Problem) -> Diagram:
    """Return the tree as it is given; free leaves wait for their numbers, and of a tree to make there is its root."""
    asked, searched = asked_of(problem), as_said(problem)
    title = printable(problem.title or problem.id)
    if asked.make == TREE:
        shape = NodeShape.MIN if asked.root == "min" else NodeShape.MAX
        return Diagram(title, (DiagramNode(shape, "A", -1),))
    (diagram, *_) = KINDS[searched.kind].draw(searched, None, None, None)
    return diagram._replace(title=title, nodes=tuple(_opened(asked, searched, node) for node in diagram.nodes))


def _opened(asked: Asked, searched: Problem, node: DiagramNode) -> DiagramNode:
    if asked.make != VALUES or node.key is None or searched.game.ids[node.key] not in asked.free:
        return node
    return node._replace(value=_OPEN)


def _searched(
    problem: Problem, thing: Made, numbers: Numbers, facts: tuple[Remark, ...], *, is_own: bool = False
) -> Diagram:
    """Return what the search does on an object: its values, what it skips."""
    asked = asked_of(problem)
    made = built(as_said(problem), asked.make, thing)
    kind = KINDS[made.kind]
    made, seen = asked_alone(made, kind.solve(made))
    (diagram, *_) = kind.draw(made, seen, None, None, numbers)
    called = _called(problem, made, diagram)
    if asked.make == TREE and is_own:
        called = called._replace(nodes=tuple(node._replace(key=None) for node in called.nodes))
    return called._replace(facts=facts)


def _called(problem: Problem, made: Problem, diagram: Diagram) -> Diagram:
    """Return the diagram with the keys and the title of the construction."""
    own = own_keys(problem, made)
    nodes = tuple(node if node.key is None else node._replace(key=own.get(node.key)) for node in diagram.nodes)
    return diagram._replace(title=printable(problem.title or problem.id), nodes=nodes)


def _facts(parts: Mapping[str, PartReport]) -> tuple[Remark, ...]:
    """Return a remark for each part: what came of running the object, what was counted, what could not be judged."""
    facts = []
    for name, part in parts.items():
        for entry in part.entries:
            text = entry.own or entry.given or ""
            expected = "" if entry.own or entry.verdict is Verdict.CORRECT or name != "count" else entry.expected or ""
            if text or expected:
                said = printable(text, _MOST_SHOWN * 2)
                facts.append(Remark(said, entry.verdict, name, expected, is_told=bool(entry.own)))
    return tuple(facts)
