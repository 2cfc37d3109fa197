"""Constructions: an object is handed in (an order, numbers at leaves, changes, a tree), and the search runs on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from grader.answers.case import Answer, Answers, Attempt, Key, Solution, Tutor
from grader.answers.objects import Sought
from grader.diagram import Diagram, Numbers
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.lifts.construct import parts as own
from grader.kinds.lifts.construct.asked import construction_of
from grader.kinds.lifts.construct.door import read_construction, write_construction
from grader.kinds.lifts.construct.running import COUNTED, ran
from grader.kinds.lifts.construct.wordings import ORDER_WORDINGS
from grader.kinds.lifts.searched import as_said, rests_of
from grader.kinds.record import Divergence, Door, Kind, MayShow, Misconception, Rests, Wrong, by_name
from grader.marks.reports import ProblemReport
from grader.step import Step


def solve(problem: Problem, rules: None = None, parts: Collection[str] | None = None) -> Solution:
    """Return what is looked for, which the reader of the problem has found, and its number."""
    game = construction_of(problem)
    found = game.asked.found
    answers: dict[str, Answer] = {
        game.asked.make: Sought(lambda: found.example, partial(ran, game._replace(searched=as_said(problem))))
    }
    if found.best is not None:
        answers["count"] = found.best
    return Solution(answers if parts is None else {part: its for part, its in answers.items() if part in parts})


def right(problem: Problem, fixed: Mapping[Key, Number]) -> Answers:
    """Return the right answers: no other follows from a student's numbers."""
    return solve(problem).answers


def _rests(kind: Kind, problem: Problem) -> Rests:
    game = construction_of(problem)
    rests = rests_of(game.searched, game.asked.claims)
    bearing = tuple(name for name in rests.conventions if name not in _ONLY_HANDING_IN)
    return Rests(bearing, {*rests.parts, *COUNTED} if game.asked.objective else rests.parts)


def _rules(problem: Problem) -> list[Misconception]:
    from grader.kinds.lifts.construct.wrong import wrong_rules

    return wrong_rules(problem)


def _order(problem: Problem) -> Sequence[Key]:
    return ()


def _divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return nothing: what a wrong rule does shows on the student's own object, which is drawn."""
    return None


def _poses(problem: Problem) -> list[str]:
    from grader.kinds.lifts.construct.words import poses

    return poses(problem)


def _steps(problem: Problem, solution: Solution) -> Iterable[Step]:
    from grader.kinds.lifts.construct.words import steps

    return steps(problem, solution)


def _explain(problem: Problem, solution: Solution, key: Key, *, windows: bool) -> str:
    return ""


def _draw(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Sequence[Diagram]:
    from grader.kinds.lifts.construct.pictures import draw

    return draw(problem, solution, attempt, report, numbers)


def _picture(problem: Problem, solution: Solution) -> Diagram:
    from grader.kinds.lifts.construct.pictures import picture

    return picture(problem, solution)


_ONLY_HANDING_IN = ("decimals", "list-pruned-as")
"""Conventions on how other answers are written: what is handed in here is exact."""
_SEARCHES = ("minimax", "alpha-beta", "expectiminimax")
_CONVENTIONS = tuple(dict.fromkeys(name for search in _SEARCHES for name in KINDS[search].conventions))
_WORDINGS = {name: words for search in _SEARCHES for name, words in KINDS[search].wrong.wordings.items()}
CONSTRUCT = Kind(
    name="construct",
    title="Construction",
    task="Hand in what is asked, so that the search on it reaches the goal.",
    parts=by_name(own.ORDER_PART, own.VALUES_PART, own.CHANGES_PART, own.TREE_PART, own.COUNT_PART),
    asked=("order", "values", "changes", "tree"),
    conventions=_CONVENTIONS,
    door=Door(read_construction, write_construction),
    solve=solve,
    wrong=Wrong(
        wordings=_WORDINGS | ORDER_WORDINGS,
        rules=_rules,
        right=right,
        carrier="",
        order=_order,
        divergence=_divergence,
    ),
    tutor=Tutor(_steps, _explain, picture=_picture),
    draw=_draw,
    poses=_poses,
    rests=_rests,
    searches=_SEARCHES,
)
