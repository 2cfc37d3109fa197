"""The kind `cost`: how many nodes a search looks at, how long that takes, how deep it comes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grader.answers.case import Answers, Attempt, Key, Solution, Tutor
from grader.diagram import Diagram, Numbers
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds.cost.door import read_growth, write_growth
from grader.kinds.cost.growth import Growth
from grader.kinds.cost.misconceptions import wrong_rules
from grader.kinds.cost.parts import PARTS
from grader.kinds.cost.solving import OWN, answers_by, solve
from grader.kinds.cost.wordings import COST as WORDINGS
from grader.kinds.record import Divergence, Door, Kind, MayShow, Rests, Wrong
from grader.marks.reports import ProblemReport
from grader.step import Step

_NOT_WHOLE = frozenset({"time", "effective-branching"})
"""Parts that are seldom whole numbers."""


def right(problem: Problem, fixed: Mapping[Key, Number]) -> Answers:
    """Return the right rules' answers where some numbers are given."""
    return answers_by(problem.game, fixed=fixed)


def _no_keys(problem: Problem) -> Sequence[Key]:
    return ()


def _no_followers(problem: Problem, keys: Iterable[Key]) -> tuple[Key, ...]:
    return ()


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first answer that the wrong rule changes."""
    from grader.kinds.cost import words

    return words.divergence(problem, solution, wrong, may_show)


def steps(problem: Problem, solution: Solution) -> Iterable[Step]:
    """Return the levels one by one, then what is asked."""
    from grader.kinds.cost import words

    return words.steps(problem, solution)


def explain(problem: Problem, solution: Solution, level: Key, *, windows: bool) -> str:
    """Return how many nodes stand at a level, and why."""
    from grader.kinds.cost import words

    return words.explain(problem, solution, level, windows=windows)


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains first: what is counted, and by which formula."""
    from grader.kinds.cost import words

    return words.terms(problem)


def poses(problem: Problem) -> list[str]:
    """Return what the problem states of the tree and the search."""
    from grader.kinds.cost import words

    return words.givens(problem)


def rests(kind: Kind, problem: Problem) -> Rests:
    """Return the conventions that bear on what is asked: where every number is whole, decimals say nothing."""
    growth: Growth = problem.game
    stated = (*growth.branching, growth.rate or 1, growth.seconds or 1)
    is_whole = all(isinstance(number, int) for number in stated) and _NOT_WHOLE.isdisjoint(problem.ask)
    is_said = "decimals" in problem.conventions.stated or not is_whole
    return Rests([name for name in kind.conventions if name != "decimals" or is_said], problem.ask)


def draw(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Sequence[Diagram]:
    """Return the tree in outline; see `cost_diagram`."""
    from grader.kinds.cost.diagram import cost_diagram

    return (cost_diagram(problem, solution, attempt, report, numbers),)


COST = Kind(
    name="cost",
    title="Cost of a search",
    task="How large is the tree, and how far does a search of it come?",
    parts=PARTS,
    asked=("leaves", "depth-reached"),
    conventions=("decimals", "significant"),
    door=Door(read_growth, write_growth),
    solve=solve,
    wrong=Wrong(
        wordings=WORDINGS,
        rules=wrong_rules,
        right=right,
        carrier="",
        order=_no_keys,
        divergence=divergence,
        followers=_no_followers,
        singles=OWN,
        enough=2,
    ),
    tutor=Tutor(steps, explain),
    draw=draw,
    terms=terms,
    poses=poses,
    rests=rests,
)
