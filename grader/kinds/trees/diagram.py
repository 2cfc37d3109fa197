"""The diagram of a tree problem: the tree itself, and at each node what was asked there, given there and expected there.

What the reader may see is decided by what comes in: a redacted report says nothing of expected answers, and without a
solution none can be drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from grader.answers.case import Answer, Answers, Attempt, Solution
from grader.answers.cells import show_window
from grader.diagram import KNOWN, SHOWS_FIRST, Branch, Diagram, DiagramNode, NodeShape, Numbers, Remark, Seat
from grader.exact import Bound, read_number
from grader.games.problem import Problem
from grader.games.tree import BEYOND, CHANCE, FIRST_PLAYER, LEAF, MAX, MIN, Tree
from grader.kinds.trees.drawn_part import is_to_be_drawn
from grader.kinds.trees.left_out import is_usable, left_out_branches
from grader.kinds.trees.play_diagram import playing_remarks, strategy_edges
from grader.kinds.trees.positions import limit_words, position_fields, static_values
from grader.marks.reports import Entry, PartReport, ProblemReport, Verdict
from grader.printable import printable
from grader.search import Window

WINDOW = "α, β"
_FACTS = (
    *("best-move", "principal-variation", "leaves-evaluated", "nodes-visited"),
    *("best-response", "outcome", "distinct-states"),
)
_WITH_VALUES = (Numbers.VALUES, Numbers.ALL)
_MOST_SHOWN = 40
SHAPES = {MAX: NodeShape.MAX, MIN: NodeShape.MIN, CHANCE: NodeShape.CHANCE, LEAF: NodeShape.LEAF}


class _Said(NamedTuple):
    """What is said at each node: its number, its window, and the rest."""

    numbers: dict[int, Remark]
    windows: dict[int, Remark]
    remarks: dict[int, tuple[Remark, ...]]


def tree_diagram(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Diagram:
    """Return the tree with the solution's answers, or with the student's and what is said of them.

    `numbers` says which of the solution's numbers are shown though nobody asked for them.
    """
    tree: Tree = problem.whole
    searched: Tree = problem.game
    parts = {part.part: part for part in report.parts} if report else {}
    said = _said(problem, solution, parts, numbers)
    for node in nodes_of_divergence(report, tree.ids):
        said.remarks[node] = (*said.remarks.get(node, ()), SHOWS_FIRST)
    for node, remarks in playing_remarks(problem, parts).items():
        said.remarks[node] = (*said.remarks.get(node, ()), *remarks)
    left_out = left_out_branches(problem, solution, attempt, report)
    tells_all = attempt is None and numbers in _WITH_VALUES
    bold, line = _bold_edges(problem, solution, attempt, parts, tells_all=tells_all)
    seats = seats_of(tree.players)
    nodes = tuple(
        DiagramNode(
            SHAPES.get(tree.kind[node], NodeShape.CHILD),
            printable(tree.ids[node]),
            tree.parent[node],
            value="" if (value := tree.value[node]) is None else _shown(problem, value),
            move=printable(tree.moves[node]) if node and tree.moves[node] != tree.ids[node] else "",
            probability="" if (p := tree.probability[node]) is None else _shown(problem, p),
            number=said.numbers.get(node),
            window=said.windows.get(node),
            remarks=said.remarks.get(node, ()),
            branch=Branch.BEYOND if searched.kind[node] == BEYOND else left_out.of.get(node, Branch.KEPT),
            cut=node in left_out.marked,
            bold=node in bold,
            key=node,
            is_horizon=searched.is_at_horizon(node),
            seat=seats[tree.kind[node] - FIRST_PLAYER] if tree.kind[node] >= FIRST_PLAYER else None,
            **position_fields(problem, tree, node),
        )
        for node in range(tree.size)
    )
    if is_to_be_drawn(problem) and solution is None:  # who is to draw the tree sees the start alone
        nodes = (nodes[0]._replace(id="start", key=None),)
    title, facts = printable(problem.title or problem.id), tuple(_facts(problem, parts))
    return Diagram(title, nodes, facts, line, limit_words(searched), has_rings=left_out.has_rings)


_LETTERS_OF_A_PLAYER = 3
"""More than a node's name mostly has: a lone initial is taken for a node."""


def seats_of(players: Sequence[str]) -> list[Seat]:
    """Return the seats of several players: each with its name, if it is short, or else its first letters; or its number where two begin alike."""
    names = [printable(name) for name in players]
    letters = [name[:_LETTERS_OF_A_PLAYER] for name in names]
    are_clear = len({*letters}) == len(names)
    return [Seat(name, letters[place] if are_clear else str(place + 1), place) for place, name in enumerate(names)]


def _shown(problem: Problem, number: Bound) -> str:
    """Return a number as the sentences on this problem write it: as a decimal where the problem does and it ends."""
    return problem.say(number)


def _said(problem: Problem, solution: Solution | None, parts: Mapping[str, PartReport], numbers: Numbers) -> _Said:
    """Return what stands at the nodes: what was asked or given, and of the rest as much as `numbers` says."""
    said = _quietly(problem, solution, numbers) if solution is not None else _Said({}, {}, {})
    if parts:
        intervals: dict[int, Remark] = {}
        numbers_of = (
            ("evaluations", said.numbers, ""),
            ("values", said.numbers, ""),
            ("windows", said.windows, WINDOW),
            ("intervals", intervals, KNOWN),
        )
        for name, place, label in numbers_of:
            if name in parts:
                place.update(_entries(problem, parts[name], label))
                place.update(_unanswered(problem, solution, parts[name], label))
        said.remarks.update({node: (remark,) for node, remark in intervals.items()})
        if "value" in parts:
            _root_remark(problem, parts, said)
    return said


def _quietly(problem: Problem, solution: Solution, numbers: Numbers) -> _Said:
    """Return the solution's numbers, those that were not asked quietly, as far as `numbers` shows them."""
    answers, asked = solution.answers, set(problem.ask)
    values: Mapping[int, Answer] = answers["values"]
    windows: Mapping[int, Window] = answers.get("windows", {})
    has_values = numbers in _WITH_VALUES
    shown = {
        node: Remark(_shown(problem, value), quiet="values" not in asked and (node > 0 or "value" not in asked))
        for node, value in values.items()
        if has_values or "values" in asked or (node == 0 and "value" in asked)
    }
    shown |= static_values(
        problem, answers.get("evaluations", {}) if "evaluations" in asked else {}, has_all=has_values
    )
    cut_at = {cutoff.node for cutoff in answers.get("cutoffs", ())} if has_values else set()
    is_quiet = "windows" not in asked
    beside = {
        node: Remark(show_window(problem, window), label=WINDOW, quiet=is_quiet)
        for node, window in windows.items()
        if not is_quiet or numbers in (Numbers.WINDOWS, Numbers.ALL) or node in cut_at
    }
    return _Said(shown, beside, _known(problem, answers) if "intervals" in asked else {})


def _known(problem: Problem, answers: Answers) -> dict[int, tuple[Remark, ...]]:
    """Return what is known of each node from the leaves that were evaluated."""
    return {node: (Remark(show_window(problem, known), label=KNOWN),) for node, known in answers["intervals"].items()}


def nodes_of_divergence(report: ProblemReport | None, ids: Sequence[str]) -> list[int]:
    """Return the node at which the first of the misconceptions that were found shows, where it may be named."""
    if report is None or not report.findings or report.findings[0].node is None:
        return []
    return [node for node, id_ in enumerate(ids) if printable(id_) == report.findings[0].node][:1]


def remark_of(entry: Entry, label: str = "") -> Remark:
    """Return what was given, and where it may be said what was expected instead."""
    expected = "" if entry.verdict is Verdict.CORRECT else entry.expected or ""
    return Remark(entry.given or "", entry.verdict, label, expected)


def _in_style(problem: Problem, entry: Entry, label: str = "") -> Remark:
    """Return the remark of an entry with the expected number in the problem's style."""
    remark = remark_of(entry, label)
    with suppress(ValueError):
        return remark._replace(expected=problem.say(read_number(remark.expected)))
    return remark


def _entries(problem: Problem, part: PartReport, label: str) -> dict[int, Remark]:
    """Return what was given, and where it may be said what was expected, at the nodes that the part names."""
    index = {printable(id_): node for node, id_ in enumerate(problem.game.ids)}
    return {index[entry.node]: _in_style(problem, entry, label) for entry in part.entries if entry.node in index}


def _unanswered(problem: Problem, solution: Solution | None, part: PartReport, label: str) -> dict[int, Remark]:
    """Return what was expected at every node where the whole part was left blank or could not be judged."""
    verdict = next((entry.verdict for entry in part.entries if entry.is_whole), None)
    if solution is None or verdict is None:
        return {}
    show = partial(show_window, problem) if label else partial(_shown, problem)
    return {node: Remark("", verdict, label, show(number)) for node, number in solution.answers[part.part].items()}


def _root_remark(problem: Problem, parts: Mapping[str, PartReport], said: _Said) -> None:
    """Write the root's value where the part `values` has not written the same already."""
    entries = parts["value"].entries
    if not entries or (entries[0].given is None and entries[0].expected is None):
        return
    written = _in_style(problem, entries[0])
    if "values" not in parts or 0 not in said.numbers:
        said.numbers[0] = written
    elif written != said.numbers[0]:
        said.remarks[0] = (*said.remarks.get(0, ()), written._replace(label="value"))


def _bold_edges(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    parts: Mapping[str, PartReport],
    *,
    tells_all: bool,
) -> tuple[set[int], str]:
    """Return the nodes whose edge above is bold and what these edges are: best play, or what the student says it is.

    The student's own line comes first where it is right (one of several may be) and where the right one may not be shown.
    A strategy is shown with all its moves; a drawing that tells all values follows the best move to its leaf.
    """
    if "strategy" in problem.ask:
        return strategy_edges(solution, (attempt or {})["strategy"] if is_usable(attempt, "strategy") else None)
    for part in ("principal-variation", "best-move"):
        if part not in problem.ask:
            continue
        known = solution is not None and part in solution.answers
        if is_usable(attempt, part) and (not known or _is_right(parts.get(part))):
            given = (attempt or {})[part]
            steps = given if part == "principal-variation" else [given]
            return {step.value for step in steps if step.value}, f"your {part.replace('-', ' ')}"
        if solution is not None and known:
            if part == "best-move" and tells_all and "principal-variation" in solution.answers:
                return set(solution.answers["principal-variation"].first[1:]), "best line"
            answer = solution.answers[part]
            steps = answer.first[1:] if part == "principal-variation" else answer[:1]
            return set(steps), part.replace("-", " ")
    return set(), ""


def _is_right(part: PartReport | None) -> bool:
    return part is not None and any(entry.verdict is Verdict.CORRECT for entry in part.entries)


def _facts(problem: Problem, parts: Mapping[str, PartReport]) -> list[Remark]:
    """Return a remark for each part whose answer does not stand at a node, and for each that could not be judged."""
    named = [(name, entry) for name, part in parts.items() for entry in part.entries]
    return [
        unjudged_fact(entry, name) if name not in _FACTS else _in_style(problem, entry, name)
        for name, entry in named
        if (name in _FACTS and (entry.given is not None or entry.expected is not None))
        or (name != "value" and entry.verdict is Verdict.MALFORMED and entry.is_whole)
    ]


def unjudged_fact(entry: Entry, name: str) -> Remark:
    """Return the beginning of a long answer that could not be judged; what was expected stands at the nodes."""
    return Remark(printable(entry.given or "", _MOST_SHOWN), entry.verdict, name)
