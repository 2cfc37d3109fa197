"""UCB: the scores of a node's children in Monte Carlo tree search, and the child that is selected."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from grader.conventions import Conventions
from grader.diagram import Diagram
from grader.documents import Document
from grader.errors import Fault, Path
from grader.exact import INFINITY, Bound, Number, read_number, show_number, write_number
from grader.kinds import read
from grader.kinds.record import Attempt, Kind, Part, Problem, Solution
from grader.kinds.ucb_diagram import ucb_diagram
from grader.marking import PartReport, ProblemReport, Written, is_right_score, mark_map, mark_one
from grader.printable import printable
from grader.rules import LOGARITHMS, TIED, Bonus, ucb_score

_LARGEST = 10**15


class Arms(NamedTuple):
    """The children of one node: ids, summed rewards, visit counts, and the visits N of the node itself."""

    ids: Sequence[str]
    totals: Sequence[Number]
    visits: Sequence[int]
    parent_visits: int

    def by_id(self) -> dict[str, int]:
        """Return the place of each child's id."""
        return {id_: child for child, id_ in enumerate(self.ids)}


def read_arms(document: Document, conventions: Conventions) -> tuple[Arms | None, list[Fault], list[str]]:
    """Return the children under `children`, what is wrong with them, and warnings."""
    wrong: list[tuple[str, Path]] = []

    def number(raw: Any, path: Path, *, is_count: bool) -> Any:
        try:
            value = read_number(str(raw))
        except ValueError as failure:
            wrong.append((f'"{printable(str(raw))}" is not a number: {failure}', path))
            return 0
        if is_count and not (isinstance(value, int) and value >= 0):
            wrong.append((f"{show_number(value)} is not a number of visits, expected 0, 1, 2 …", path))
            return 0
        if not -_LARGEST <= value <= _LARGEST:
            wrong.append((f"is too large for a score, expected at most {_LARGEST:,}", path))
            return 0
        return value

    ids: list[str] = []
    totals: list[Number] = []
    visits: list[int] = []
    for place, child in enumerate(document.data["children"]):
        path: Path = ("children", place)
        ids.append(str(child["id"]).strip())
        if ids.index(ids[-1]) < place:
            wrong.append((f'the id "{printable(ids[-1])}" stands at two children, expected once', (*path, "id")))
        visits.append(number(child["visits"], (*path, "visits"), is_count=True))
        totals.append(number(child.get("total") or "0", (*path, "total"), is_count=False))
        if visits[-1] > 0 and child.get("total") is None:
            wrong.append(("total is missing, expected the summed reward of a visited child", path))
        if visits[-1] == 0 and totals[-1] != 0:
            wrong.append(("a child without visits has no reward; expected no total, or 0", (*path, "total")))
    raw_parent = document.data.get("parent-visits")
    total_visits = sum(visits)
    parent = total_visits
    if raw_parent is not None:
        parent = number(raw_parent, ("parent-visits",), is_count=True)
    if parent < 1 and total_visits > 0:
        wrong.append(("expected at least 1, since a child was visited", ("parent-visits",)))
    warnings = []
    if parent < total_visits:
        warnings.append(f"parent-visits is {parent}, less than the {total_visits} visits of the children together")
    return (None if wrong else Arms(ids, totals, visits, parent)), document.faults(wrong), warnings


def write_arms(problem: Problem) -> dict[str, Any]:
    """Return the fields `children` and `parent-visits` of a problem document."""
    arms: Arms = problem.game
    children = [
        {"id": id_, "visits": visits} | ({"total": write_number(total)} if visits else {})
        for id_, total, visits in zip(arms.ids, arms.totals, arms.visits, strict=True)
    ]
    return {"children": children, "parent-visits": arms.parent_visits}


def bonus_of(conventions: Conventions) -> Bonus:
    """Return the exploration bonus of the formula: c outside the root, or a 2 inside it."""
    log = LOGARITHMS[conventions.log]
    return Bonus(1.0, 2, log) if conventions.formula == "ucb1" else Bonus(conventions.exploration.value, 1, log)


def scores_of(arms: Arms, bonus: Bonus, unvisited: float) -> list[float]:
    """Return the score of every child; `unvisited` is that of a child without visits, which needs no logarithm."""
    return [
        ucb_score(total, visits, arms.parent_visits, bonus) if visits else unvisited
        for total, visits in zip(arms.totals, arms.visits, strict=True)
    ]


def best_arms(scores: Sequence[float], tie: str) -> list[int]:
    """Return the children that may be chosen, the one to print first. Of unvisited ones the leftmost comes first."""
    best = max(scores)
    if best == INFINITY:
        tied = [child for child, score in enumerate(scores) if score == INFINITY]
        return tied if tie == "any" else tied[:1]
    tied = [child for child, score in enumerate(scores) if math.isclose(score, best, rel_tol=0, abs_tol=TIED)]
    return {"first": tied[:1], "last": tied[-1:], "any": tied}[tie]


def solve(problem: Problem) -> Solution:
    """Return the reference answer of a UCB problem."""
    conventions = problem.conventions
    unvisited = INFINITY if conventions.unvisited == "first" else 0.0
    scores = scores_of(problem.game, bonus_of(conventions), unvisited)
    return Solution({"scores": dict(enumerate(scores)), "choice": best_arms(scores, conventions.tie)})


def show_score(problem: Problem, score: float) -> str:
    """Return a score as reports show it: to the decimals of the problem, at least 2 and at most 12."""
    if score == INFINITY:
        return "inf"
    decimals = problem.conventions.decimals
    return f"{score:.{12 if decimals is None else min(max(decimals, 2), 12)}f}"


def _read_scores(problem: Problem, raw: Any) -> dict[int, Written | None]:
    return read.mapping(raw, problem.game.by_id(), "child", read.bound)


def _mark_scores(problem: Problem, solution: Solution, given: Any, possible: Number) -> PartReport:
    def is_right(expected: float, bound: Bound) -> bool:
        return is_right_score(expected, bound, problem.conventions.decimals)

    def name(child: int) -> str:
        return printable(problem.game.ids[child])

    scores = solution.answers["scores"]
    show = partial(show_score, problem)
    return mark_map("scores", possible, scores, given, is_right=is_right, name=name, show=show)


def _write_scores(problem: Problem, scores: Mapping[int, float]) -> dict[str, Any]:
    return {problem.game.ids[child]: "inf" if score == INFINITY else score for child, score in scores.items()}


def _read_choice(problem: Problem, raw: Any) -> Written:
    return read.name(raw, problem.game.by_id(), "child")


def _mark_choice(problem: Problem, solution: Solution, given: Written, possible: Number) -> PartReport:
    accepted = solution.answers["choice"]
    expected = " or ".join(printable(problem.game.ids[child]) for child in accepted)
    return mark_one("choice", possible, given, expected, right=given.value in accepted)


def _write_choice(problem: Problem, accepted: Sequence[int]) -> str:
    return str(problem.game.ids[accepted[0]])


SCORES = Part("scores", "the score of every child (child: number, or inf)", _read_scores, _mark_scores, _write_scores)
CHOICE = Part("choice", "the child that is selected next", _read_choice, _mark_choice, _write_choice)


def diagram(
    problem: Problem, solution: Solution | None, attempt: Attempt | None, report: ProblemReport | None
) -> Diagram:
    """Return the node with its children; see `ucb_diagram`."""
    return ucb_diagram(problem, solution, attempt, report, partial(show_score, problem))


UCB = Kind(
    name="ucb",
    title="UCB selection",
    parts={part.name: part for part in (SCORES, CHOICE)},
    asked=("scores", "choice"),
    conventions=("tie", "decimals", "exploration", "formula", "log", "unvisited"),
    read_game=read_arms,
    write_game=write_arms,
    solve=solve,
    diagram=diagram,
)
