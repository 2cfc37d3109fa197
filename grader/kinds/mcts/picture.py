"""The drawings of Monte Carlo tree search: the tree with total and visits in its nodes, and one for each iteration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.core.answers.case import Solution
from grader.core.answers.reports import Entry, ProblemReport, Verdict, worst
from grader.core.drawing.diagram import SHOWS_FIRST, Diagram, DiagramNode, NodeShape, Remark
from grader.core.games.problem import Problem, is_played
from grader.core.games.tree import LEAF, MAX, MIN
from grader.core.text import printable
from grader.kinds.entries import (
    Edges,
    Lines,
    bold_edges,
    facts_by_part,
    nodes_of_divergence,
    remark_of,
    steps_of_move,
    steps_of_path,
    title_of,
)
from grader.kinds.mcts.solve import Sampling, State, right_rules_of, start_of
from grader.kinds.mcts.words import over_visits, states
from grader.kinds.record import View
from grader.kinds.trees.picture import position_fields

MOST_DRAWN = 12
"""So many iterations are drawn one by one; of a longer run only the end."""
_MOST_NODES = 1_500
_SHAPES = {MAX: NodeShape.MAX, MIN: NodeShape.MIN, LEAF: NodeShape.LEAF}
_PER_NODE = ("visits", "totals")
_PATHS = "paths"
_LINES: Lines = {
    "choice": steps_of_move,
    "selection": steps_of_path,
    _PATHS: lambda answer: [[node] for node in answer[0][1:]],
}
"""Of paths only where there is one."""


class _Said(NamedTuple):
    """What is said at the nodes, and of the whole; `own` are the student's numbers by node, by part, where both are judged: these stand in the nodes."""

    remarks: Mapping[int, Sequence[Remark]]
    facts: Sequence[Remark] = ()
    own: Mapping[int, Mapping[str, Entry]] | None = None


def draw(view: View) -> Sequence[Diagram]:
    """Return the tree as it is given, with what was answered; solved, the tree at the end and then one for each iteration."""
    problem, solution, _, report, _ = view
    said = _said(problem, report)
    lines = {part: steps for part, steps in _LINES.items() if part != _PATHS or problem.game.iterations == 1}
    edges = bold_edges(view, lines, "" if solution is None else "choice", 0)
    if solution is None:
        return (_diagram(problem, _before(problem), said, edges),)
    first = _diagram(problem, solution.trace.state, said, edges)
    count, size = problem.game.iterations, problem.game.tree.size
    has_room = count <= MOST_DRAWN and count * size <= _MOST_NODES
    iterations = _iterations(problem, solution) if has_room else ()
    if report is not None:
        iterations = [one._replace(heading=f"The solution: {one.title}") for one in iterations]
    return (first, *iterations)


def _before(problem: Problem) -> State:
    """Return the search tree before the first iteration; where playouts are given, nobody needs the root's 0/0."""
    start = start_of(problem.game, right_rules_of(problem))
    return start._replace(visits=[None] * len(start.visits)) if problem.game.playouts else start


def _iterations(problem: Problem, solution: Solution) -> Sequence[Diagram]:
    drawn = []
    for place, (one, state) in enumerate(states(problem, solution), 1):
        title = f"iteration {place}"
        diagram = _diagram(problem, state, _Said({}), Edges(one.path[1:], "path"))
        drawn.append(diagram.without_keys()._replace(title=title, facts=(Remark(f"after {title}"),)))
    return drawn


def _diagram(problem: Problem, state: State, said: _Said, edges: Edges) -> Diagram:
    game: Sampling = problem.game
    tree = game.tree
    nodes = tuple(
        DiagramNode(
            _SHAPES[tree.kind[node]],
            printable(tree.ids[node]),
            tree.parent[node],
            move=printable(tree.moves[node]) if node and tree.moves[node] != tree.ids[node] else "",
            value=_text(problem, state, node) if tree.kind[node] == LEAF and said.own is None else "",
            number=_number(problem, state, node, said),
            remarks=(*said.remarks.get(node, ()), *edges.remarks(node)),
            features=_known(problem, node),
            **(edges.fields(node) if node else {}),
            key=node,
            shrinks=True,
            **(position_fields(problem, tree, node) if is_played(problem.stated) else {}),
        )
        for node in range(tree.size)
    )
    return Diagram(printable(problem.title or problem.id), nodes, tuple(said.facts), edges.words)


def _text(problem: Problem, state: State, node: int) -> str:
    """Return total and visits of a node, nothing outside the search tree."""
    visits = state.visits[node]
    return "" if visits is None else over_visits(problem, state.totals[node], visits)


def _number(problem: Problem, state: State, node: int, said: _Said) -> Remark | None:
    """Return what stands in a node: the student's numbers, or those of the search; a leaf holds these as its value."""
    text = _text(problem, state, node)
    if said.own is not None:
        return _own_number(said.own[node], text) if node in said.own else None
    return Remark(text) if text and problem.game.tree.kind[node] != LEAF else None


def _own_number(entries: Mapping[str, Entry], expected: str) -> Remark:
    """Return the student's total and visits of a node, judged as the worse of the two is; an empty text where there is neither."""
    visits, total = (entries[part].given if part in entries else None for part in _PER_NODE)
    verdict = worst(entry.verdict for entry in entries.values())
    number = f"({total})" if total and "/" in total else total or "?"
    text = f"{number}/{visits or '?'}" if visits or total else ""
    is_revealed = any(entry.expected is not None for entry in entries.values() if entry.verdict is not Verdict.CORRECT)
    return Remark(text, verdict, expected=expected if is_revealed else "")


def _known(problem: Problem, node: int) -> tuple[str, ...]:
    """Return what the problem says of a node beside its statistics: the value of a leaf, a prior."""
    game: Sampling = problem.game
    value = game.tree.value[node]
    said = () if value is None else (f"value {problem.say(value)}",)
    return (*said, f"prior {problem.say(game.priors[node])}") if game.priors and node else said


def _said(problem: Problem, report: ProblemReport | None) -> _Said:
    """Return what was answered and how it is judged, at the nodes or for the whole."""
    remarks: dict[int, list[Remark]] = {}
    own: dict[int, dict[str, Entry]] = {}
    ids = problem.game.ids
    index = {printable(id_): node for node, id_ in enumerate(ids)}
    for part in report.parts if report else ():
        for entry in part.entries if part.part in _PER_NODE else ():
            if entry.node in index:
                own.setdefault(index[entry.node], {})[part.part] = entry
    for node, entries in own.items():
        if len(entries) < len(_PER_NODE):
            remarks[node] = [remark_of(entry, title_of(problem, part)) for part, entry in entries.items()]
    own = {node: entries for node, entries in own.items() if node not in remarks}
    for node in nodes_of_divergence(report, ids):
        remarks.setdefault(node, []).append(SHOWS_FIRST)
    return _Said(remarks, [*facts_by_part(problem, report, {*_LINES} - {_PATHS})], own or None)
