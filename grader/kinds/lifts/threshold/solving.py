"""For which x a claim holds: the search is run at few x, on numbers that remember where it would have gone another way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import cast

from grader.answers.case import Answer, Solution
from grader.answers.ranges import NO_END, ROUGHLY, Within, roughly
from grader.conventions import Exploration
from grader.exact import Number, whole
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.games.unknown import during
from grader.intervals import Numbers, largest, smallest, union
from grader.kinds import KINDS
from grader.kinds.lifts.claim import Claim, Solved, holds, parts_of
from grader.kinds.lifts.searched import Way, right_way
from grader.kinds.lifts.threshold.asked import Asked, Found, asked_of, searched_of
from grader.linear import Linear, Run, Term, X
from grader.pieces import MOST_RUNS, Piece, TooManyRuns, pieces_of

__all__ = ["TooManyRuns", "answers_from", "look", "most_runs", "pieces_by_search", "seen", "settled", "solve"]

_MOST_NODES = 2_000_000
_ROOT = "value"
Pieces = Sequence[Piece[Found]]


def most_runs(searched: Problem) -> int:
    """Return how many runs of the search are allowed: fewer where a run is long."""
    return min(MOST_RUNS, max(1, _MOST_NODES // len(searched.game.ids)))


def seen(searched: Problem, run: Run) -> Problem:
    """Return the problem as a run at one x sees it."""
    if isinstance(searched.game, Tree):
        return searched._replace(game=during(searched.game, run))
    exploration = Exploration("x", cast("float", X.during(run)))
    return searched._replace(conventions=searched.conventions._replace(exploration=exploration))


def look(way: Way, claim: Claim) -> Found:
    """Return what is found by one who solves the problem: whether the claim holds, and the value of the root."""
    wanted = parts_of(claim)
    if _ROOT in KINDS[way.problem.kind].parts:
        wanted |= {_ROOT}
    answers = way.answers(wanted)
    return Found(holds(claim, Solved(way.problem, answers, way.moves)), answers.get(_ROOT))


def _look_rightly(searched: Problem, claim: Claim, at: Number) -> tuple[Found, Iterable[Number]]:
    run = Run(at)
    found = look(right_way(seen(searched, run)), claim)
    return found, run.turns()


def pieces_by_search(searched: Problem, asked: Asked) -> list[Piece[Found]]:
    """Return what is found over the whole domain of x, by the right rules. Raises TooManyRuns."""
    return pieces_of(asked.domain, partial(_look_rightly, searched, asked.claim), most_runs(searched))


def settled(problem: Problem) -> Within:
    """Return which numbers an answer can mean."""
    asked, conventions = asked_of(problem), problem.conventions
    is_rough = not isinstance(searched_of(problem).game, Tree)
    decimals = conventions.decimals
    if is_rough:
        decimals = ROUGHLY if decimals is None else min(decimals, ROUGHLY)
    is_stated = "decimals" in conventions.stated
    return Within(asked.domain, asked.has_integers, decimals, is_stated, is_rough)


def answers_from(problem: Problem, pieces: Pieces) -> dict[str, Answer]:
    """Return the answer of every part that the pieces give."""
    numbers, allowed = union(piece.interval for piece in pieces if piece.found.holds), settled(problem)
    if allowed.is_rough:
        numbers = roughly(numbers)
    answers = {"range": numbers, **ends_of(allowed.settled(numbers))}
    line = _line(pieces)
    return answers if line is None else {**answers, "linear": dict(enumerate(line))}


def ends_of(numbers: Numbers) -> dict[str, Answer]:
    """Return the smallest and the largest of the numbers."""
    ends = {"smallest": smallest(numbers), "largest": largest(numbers)}
    return {part: NO_END if end is None else end for part, end in ends.items()}


def _line(pieces: Pieces) -> tuple[Number, Number] | None:
    """Return [a, b] where the root is worth a + b·x all over the domain; None where it is not, or the domain is a point."""
    lines = {_coefficients(piece.found.value) for piece in pieces if piece.interval.low < piece.interval.high}
    line = lines.pop() if len(lines) == 1 else None
    if line is None:
        return None
    here = Linear(*line).at
    points = (piece for piece in pieces if piece.interval.low == piece.interval.high)
    return line if all(_at(piece.found.value, piece.at) == here(piece.at) for piece in points) else None


def _coefficients(value: Term | None) -> tuple[Number, Number] | None:
    if value is None or isinstance(value, float):
        return None
    return (whole(value.constant), whole(value.slope)) if isinstance(value, Linear) else (whole(value), 0)


def _at(value: Term | None, x: Number) -> Number | float | None:
    return value.at(x) if isinstance(value, Linear) else value


def solve(problem: Problem, parts: Collection[str] | None = None) -> Solution:
    """Return the numbers for which the claim holds, their ends, and the line of the root's value where it is one."""
    asked = asked_of(problem)
    pieces = asked.pieces or tuple(pieces_by_search(searched_of(problem), asked))
    return Solution(answers_from(problem, pieces), pieces)
