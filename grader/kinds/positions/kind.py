"""The kind `positions`: won and lost positions of games in which objects are taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.answers.case import Answers, Attempt, Key, Solution, Tutor
from grader.diagram import Diagram, Numbers
from grader.games.problem import Problem
from grader.kinds.positions.door import read_states, write_states
from grader.kinds.positions.misconceptions import wrong_rules
from grader.kinds.positions.parts import LOSING, NIM_VALUES, OUTCOMES, WINNING_MOVES
from grader.kinds.positions.solving import right, solve
from grader.kinds.positions.wordings import POSITIONS as WORDINGS
from grader.kinds.record import Divergence, Door, Kind, MayShow, Wrong, by_name
from grader.marks.reports import ProblemReport
from grader.step import Step


def _no_keys(problem: Problem) -> Sequence[Key]:
    return ()


def _no_followers(problem: Problem, keys: Iterable[Key]) -> tuple[Key, ...]:
    return ()


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first state that the wrong rule judges otherwise."""
    from grader.kinds.positions import words

    return words.divergence(problem, solution, wrong, may_show)


def steps(problem: Problem, solution: Solution) -> Iterable[Step]:
    """Return the states one by one, then the moves that win."""
    from grader.kinds.positions import words

    return words.steps(problem, solution)


def explain(problem: Problem, solution: Solution, key: Key, *, windows: bool) -> str:
    """Return why a state is won or lost."""
    from grader.kinds.positions import words

    return words.explain(problem, solution, key, windows=windows)


def terms(problem: Problem) -> list[str]:
    """Return what nim values are, and what wins and losses earn."""
    from grader.kinds.positions import words

    return words.terms(problem)


def poses(problem: Problem) -> list[str]:
    """Return the rules of the game, and what a state is."""
    from grader.kinds.positions import words

    return words.poses(problem)


def draw(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Sequence[Diagram]:
    """Return the start and its moves; see `positions_diagram`."""
    from grader.kinds.positions.diagram import positions_diagram

    return (positions_diagram(problem, solution, attempt, report, numbers),)


POSITIONS = Kind(
    name="positions",
    title="Won and lost positions",
    task="Which positions of this game are won, and which are lost, for the player to move?",
    parts=by_name(OUTCOMES, LOSING, NIM_VALUES, WINNING_MOVES),
    asked=("outcomes", "winning-moves"),
    conventions=("guessing",),
    door=Door(read_states, write_states),
    solve=solve,
    wrong=Wrong(
        wordings=WORDINGS,
        rules=wrong_rules,
        right=right,
        carrier="",
        order=_no_keys,
        divergence=divergence,
        followers=_no_followers,
        enough=7,
    ),
    tutor=Tutor(steps, explain),
    draw=draw,
    terms=terms,
    poses=poses,
)
