"""For which x a claim holds: the search is run at few x, on numbers that remember where it would have gone another way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import NamedTuple, cast

from grader.core.answers.case import Answer, Answers, Solution
from grader.core.answers.ranges import NO_END, ROUGHLY, Within, roughly
from grader.core.conventions import Exploration
from grader.core.games.changed import during
from grader.core.games.problem import Problem
from grader.core.games.tree import Tree
from grader.core.intervals import (
    MOST_RUNS,
    Interval,
    Numbers,
    Piece,
    TooManyRuns,
    complement,
    exchanged,
    inside_of,
    largest,
    pieces_of,
    smallest,
    union,
)
from grader.core.linear import Linear, Run, Term, X
from grader.core.numbers import Bound, Number, whole
from grader.kinds import KINDS
from grader.kinds.about_searches.claim import Claim
from grader.kinds.about_searches.solved import Rule, Solved, Way, right_way, wrong_ways
from grader.kinds.record import Misconception, Mistake

_MOST_NODES = 2_000_000
_ROOT = "value"


class FoundAtX(NamedTuple):
    """What is found at one x: whether the claim holds, and the value of the root, a + b·x (None: there is none)."""

    holds: bool
    value: Term | None = None


Pieces = Sequence[Piece[FoundAtX]]


class ThresholdQuestion(NamedTuple):
    """The claim, and the numbers that x can be: `domain` is all that restricts them, `stated` what the problem states.

    `pieces` is what the search finds over the whole domain, where it was found when the problem was read.
    """

    claim: Claim
    domain: Interval
    stated: tuple[Bound, Bound] | None = None
    has_integers: bool = False
    pieces: Pieces = ()


def most_runs(searched: Problem) -> int:
    """Return how many runs of the search are allowed: fewer where a run is long."""
    return min(MOST_RUNS, max(1, _MOST_NODES // len(searched.game.ids)))


def seen(searched: Problem, run: Run) -> Problem:
    """Return the problem as a run at one x sees it."""
    if isinstance(searched.game, Tree):
        return searched._replace(game=during(searched.game, run))
    exploration = Exploration("x", cast("float", X.during(run)))
    return searched._replace(conventions=searched.conventions._replace(exploration=exploration))


def look(way: Way, claim: Claim) -> FoundAtX:
    """Return what is found by one who solves the problem: whether the claim holds, and the value of the root."""
    wanted = claim.reads()
    if _ROOT in KINDS[way.problem.kind].parts:
        wanted |= {_ROOT}
    answers = way.answers(wanted)
    return FoundAtX(claim.holds(Solved(way.problem, answers, way.moves)), answers.get(_ROOT))


def pieces_by_search(searched: Problem, asked: ThresholdQuestion) -> list[Piece[FoundAtX]]:
    """Return what is found over the whole domain of x, by the right rules. Raises TooManyRuns."""

    def look_rightly(at: Number) -> tuple[FoundAtX, Iterable[Number]]:
        run = Run(at)
        found = look(right_way(seen(searched, run)), asked.claim)
        return found, run.turns()

    return pieces_of(asked.domain, look_rightly, most_runs(searched))


def settled(problem: Problem) -> Within:
    """Return which numbers an answer can mean."""
    asked: ThresholdQuestion = problem.game.asked
    is_rough = not isinstance(problem.game.searched.game, Tree)
    decimals = problem.conventions.decimals
    if is_rough:
        decimals = ROUGHLY if decimals is None else min(decimals, ROUGHLY)
    is_stated = "decimals" in problem.conventions.stated
    return Within(asked.domain, asked.has_integers, decimals, is_stated, is_rough)


def rows(problem: Problem) -> int:
    """Return for how many intervals a platform has fields: two, or four, six … where the set has more, so that they tell little of it."""
    return 2 * max(1, -(-len(settled(problem).settled(solve(problem).answers["range"])) // 2))


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
    points = [piece for piece in pieces if piece.interval.low == piece.interval.high]
    lines = {_coefficients(piece.found.value) for piece in pieces if piece.interval.low < piece.interval.high}
    line = lines.pop() if len(lines) == 1 else None
    values = ((piece.at, piece.found.value) for piece in points)
    there = ((at, value.at(at) if isinstance(value, Linear) else value) for at, value in values)
    return line if line is not None and all(Linear(*line).at(at) == value for at, value in there) else None


def _coefficients(value: Term | None) -> tuple[Number, Number] | None:
    if value is None or isinstance(value, float):
        return None
    return (whole(value.constant), whole(value.slope)) if isinstance(value, Linear) else (whole(value), 0)


def solve(problem: Problem, parts: Collection[str] | None = None) -> Solution:
    """Return the numbers for which the claim holds, their ends, and the line of the root's value where it is one."""
    asked: ThresholdQuestion = problem.game.asked
    pieces = asked.pieces or tuple(pieces_by_search(problem.game.searched, asked))
    return Solution(answers_from(problem, pieces), pieces)


# the wrong rules of the search, run as the right one is


class _Here:
    """All who solve the problem by a wrong rule, at one x.

    They share what the right rules find, which some of them only read off in another way, and some compare numbers before
    they search, such as which outcome is likeliest; so what both compared counts for each of them.
    """

    def __init__(self, problem: Problem, at: Number) -> None:
        self.claim, self.run = problem.game.asked.claim, Run(at)
        here = seen(problem.game.searched, self.run)
        look(right_way(here), self.claim)
        self.ways = wrong_ways(here)
        self.compared = frozenset(self.run.crossings)

    def look(self, rule: Rule) -> tuple[FoundAtX, Iterable[Number]]:
        """Return what one of them finds, and where they might have found something else."""
        self.run.crossings = set(self.compared)
        found = look(self.ways[rule], self.claim)
        return found, self.run.turns()


class _Looks:
    """The wrong rules of a problem's search at every x at which one of them was looked at."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.places: dict[Number, _Here] = {}

    def at(self, x: Number) -> _Here:
        """Return those at one x."""
        if x not in self.places:
            self.places[x] = _Here(self.problem, x)
        return self.places[x]

    def _inside(self, low: Bound, high: Bound) -> Number:
        """Return a point of an open interval: one at which somebody was looked at, where there is one."""
        seen_before = next((x for x in self.places if low < x < high), None)
        return inside_of(low, high) if seen_before is None else seen_before

    def answers(self, rule: Rule, *_: object) -> Answers:
        """Return the answers by a wrong rule; none where finding them takes too many runs."""
        searched, domain = self.problem.game.searched, self.problem.game.asked.domain
        try:
            pieces = pieces_of(domain, lambda x: self.at(x).look(rule), most_runs(searched), self._inside)
        except TooManyRuns:
            return {}
        return answers_from(self.problem, pieces)


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem."""
    looks, solution = _Looks(problem), solve(problem)
    ways = looks.at(solution.trace[0].at).ways
    found = [Misconception(*rule, partial(looks.answers, rule), way.twin_of) for rule, way in ways.items()]
    allowed, right = settled(problem), solution.answers
    own = [(name, row.rules) for name, row in OF_RANGES.items() if row.rules.has_place(allowed, right["range"])]
    return [*found, *(Misconception(name, "", partial(rule.answers, allowed, right)) for name, rule in own)]


# the wrong rules about the answer itself


class OfRange(NamedTuple):
    """A wrong rule about a right range: the other range that it gives, and where it has a place."""

    numbers: Callable[[Within, Numbers], Numbers]
    has_place: Callable[[Within, Numbers], bool] = lambda *_: True

    def answers(self, allowed: Within, right: Answers, *_: object) -> Answers:
        """Return the answers by it."""
        other = self.numbers(allowed, right["range"])
        return {**right, "range": other, **ends_of(allowed.settled(other))}


class _OfEnds(OfRange):
    """The ends of the right range, whatever else a wrong rule gives."""

    def answers(self, allowed: Within, right: Answers, *_: object) -> Answers:
        return {**right, **ends_of(right["range"])}


def _exchanged(allowed: Within, numbers: Numbers) -> Numbers:
    """Return the numbers with their ends in and out exchanged, but for those where the domain ends: nobody doubts them."""
    low, high = allowed.domain.low, allowed.domain.high
    return union(
        Interval(
            one.low,
            one.high,
            one.has_low if one.low == low else other.has_low,
            one.has_high if one.high == high else other.has_high,
        )
        for one in numbers
        for other in exchanged((one,)) or (Interval(one.low, one.high),)
    )


OF_RANGES: dict[str, Mistake[OfRange]] = {
    "ends-exchanged": Mistake(
        OfRange(_exchanged),
        "The finite ends of the range are in where they should be out, and out where they should be in.",
        "You have the right ends, but take each in that does not belong to the range, or leave it out though it does. "
        "Try x at the end itself: does the claim hold where both numbers are equal?",
        "convention `cutoff`, `tie`; the relation in the claim",
    ),
    "complement": Mistake(
        OfRange(lambda allowed, numbers: complement(numbers, allowed.domain)),
        "The range is where the claim does not hold.",
        "You have the range in which the claim does not hold. Try one x of your range: is it so there?",
        "rule: the range holds each x for which the claim is true",
    ),
    "first-interval-only": Mistake(
        OfRange(
            lambda allowed, numbers: allowed.settled(numbers)[:1],
            lambda allowed, numbers: len(allowed.settled(numbers)) > 1,
        ),
        "Of several intervals only the first is given.",
        "You stop at the end of the first interval. Further to the right the claim holds again: look at every x at which a comparison turns over.",
        "rule: the range holds each x for which the claim is true",
    ),
    "integers-forgotten": Mistake(
        _OfEnds(lambda _, numbers: numbers, lambda allowed, _: allowed.has_integers),
        "The ends are those of the real numbers though x is whole.",
        "You give the ends for any number, but x is whole: the smallest and the largest whole number of the range are asked.",
        "field `integers`",
    ),
}
