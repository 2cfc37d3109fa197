"""UCB: the scores of a node's children in Monte Carlo tree search, and the child that is selected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from grader.conventions import Conventions
from grader.documents import Document
from grader.documents.write import scalar
from grader.errors import Fault, Path
from grader.exact import INFINITY, Bound, Number, read_number, show_number, write_number
from grader.kinds import read
from grader.kinds.misconception_names import SCORE_NAMES
from grader.kinds.record import Answers, Attempt, Case, Divergence, Kind, Part, Problem, Solution
from grader.kinds.ucb_scores import Arms, best_arms, right_rules, solve
from grader.later import later
from grader.marking import PartReport, ProblemReport, Written, is_right_score, mark_map, mark_one
from grader.printable import printable

_LARGEST = 10**15


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
    first_place: dict[str, int] = {}
    totals: list[Number] = []
    visits: list[int] = []
    for place, child in enumerate(document.data["children"]):
        path: Path = ("children", place)
        ids.append(str(child["id"]).strip())
        if first_place.setdefault(ids[-1], place) < place:
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


def show_score(problem: Problem, score: Bound) -> str:
    """Return a score as reports show it: to the decimals of the problem, at least 2 and at most 12.

    A number that a student wrote may be larger than any float; it is shown as it is.
    """
    if score == INFINITY:
        return "inf"
    decimals = problem.conventions.decimals
    try:
        return f"{float(score):.{12 if decimals is None else min(max(decimals, 2), 12)}f}"
    except OverflowError:
        return printable(show_number(score))


def _read_scores(problem: Problem, raw: Any) -> dict[int, Written | None]:
    return read.mapping(raw, problem.game.by_id(), "child", read.bound)


def _is_right_score(problem: Problem, expected: float, given: Bound) -> bool:
    return is_right_score(expected, given, problem.conventions.decimals)


def _mark_scores(case: Case, given: Mapping[int, Written | None], possible: Number) -> PartReport:
    problem = case.problem

    def name(child: int) -> str:
        return printable(problem.game.ids[child])

    return mark_map(
        "scores",
        possible,
        case.solution.answers["scores"],
        given,
        is_right=partial(_is_right_score, problem),
        name=name,
        show=partial(show_score, problem),
        explain=case.explain,
    )


def _write_scores(problem: Problem, scores: Mapping[int, float]) -> dict[str, Any]:
    return {problem.game.ids[child]: "inf" if score == INFINITY else score for child, score in scores.items()}


def _written_scores(problem: Problem, given: Mapping[int, Written | None]) -> dict[int, Any]:
    return {child: None if written is None else written.value for child, written in given.items()}


def _read_choice(problem: Problem, raw: Any) -> Written:
    return read.name(raw, problem.game.by_id(), "child")


def _own_choices(case: Case) -> Sequence[int]:
    """Return the children that are best by the student's own `scores`; none where they are not all there, or all equal."""
    given = case.given("scores")
    if not case.policy.across_parts or given is None:
        return []
    own = [written.value for child in range(len(case.problem.game.ids)) if (written := given.get(child)) is not None]
    if len(own) < len(case.problem.game.ids) or len(set(own)) == 1:
        return []
    return best_arms(own, case.problem.conventions.tie)


def _mark_choice(case: Case, given: Written, possible: Number) -> PartReport:
    accepted = case.solution.answers["choice"]
    expected = " or ".join(printable(case.problem.game.ids[child]) for child in accepted)
    right = given.value in accepted
    share = case.policy.follow_through if not right and given.value in _own_choices(case) else 0
    return mark_one("choice", possible, given, expected, right=right, follow_through=share)


def _write_choice(problem: Problem, accepted: Sequence[int]) -> str:
    return str(problem.game.ids[accepted[0]])


def _is_accepted(problem: Problem, accepted: Sequence[int], other: Sequence[int]) -> bool:
    return other[0] in accepted


def _written_choice(problem: Problem, given: Written) -> list[int]:
    return [given.value]


def right_scores(problem: Problem, fixed: Mapping[int, Number]) -> Answers:
    """Return the right rule's answers where the scores of some children are given."""
    return solve(problem, right_rules(problem.conventions)._replace(fixed=fixed)).answers


def children_in_order(problem: Problem) -> Sequence[int]:
    """Return the children, left to right."""
    return range(len(problem.game.ids))


def no_child(problem: Problem, child: int) -> tuple[int, ...]:
    """Return the children whose score follows from another's: there is none."""
    return ()


def score_divergence(problem: Problem, solution: Solution, wrong: Answers) -> Divergence | None:
    """Return the first child whose score the wrong rule changes."""
    right = solution.answers["scores"]
    for child, score in right.items():
        other = wrong["scores"][child]
        if not _is_right_score(problem, score, other):
            name, shown, wrong_score = problem.game.ids[child], show_score(problem, score), show_score(problem, other)
            return Divergence(child, f"{printable(name)} scores {shown}; the other rule gives {wrong_score}")
    return None


def _example_scores(problem: Problem) -> str:
    return (
        "{"
        + ", ".join(f"{scalar(id_)}: {score}" for id_, score in zip(problem.game.ids, (1.5, "inf"), strict=False))
        + "}"
    )


SCORES = Part(
    "scores",
    "the score of every child (child: number, or inf)",
    _read_scores,
    _mark_scores,
    _write_scores,
    _is_right_score,
    _written_scores,
    by_entry=True,
    missing_is_blank=True,
    example=_example_scores,
)
CHOICE = Part(
    "choice",
    "the child that is selected next (its name)",
    _read_choice,
    _mark_choice,
    _write_choice,
    _is_accepted,
    _written_choice,
)


def diagram(problem: Problem, solution: Solution | None, attempt: Attempt | None, report: ProblemReport | None) -> Any:
    """Return the node with its children; see `ucb_diagram`."""
    from grader.kinds.ucb_diagram import ucb_diagram

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
    misconceptions=later("grader.kinds.ucb_misconceptions", "ucb_misconceptions"),
    right=right_scores,
    order=children_in_order,
    misconception_names=SCORE_NAMES,
    carrier="scores",
    followers=no_child,
    divergence=score_divergence,
)
