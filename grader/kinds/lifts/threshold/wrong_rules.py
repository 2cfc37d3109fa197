"""The wrong rules of a threshold: those of its search, run as the right one is, and those about the answer itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial

from grader.answers.case import Answers
from grader.exact import Bound, Number
from grader.games.problem import Problem
from grader.intervals import Interval, Numbers, complement, exchanged, union
from grader.kinds.lifts.searched import Rule, WrongWays, right_way
from grader.kinds.lifts.threshold.asked import Asked, Found, asked_of, searched_of
from grader.kinds.lifts.threshold.solving import answers_from, ends_of, look, most_runs, seen, settled, solve
from grader.kinds.record import Agrees, Misconception
from grader.linear import Run
from grader.pieces import TooManyRuns, inside_of, pieces_of


class _Here:
    """All who solve the problem by a wrong rule, at one x.

    They share what the right rules find, which some of them only read off in another way, and some compare numbers before
    they search, such as which outcome is likeliest; so what both compared counts for each of them.
    """

    def __init__(self, problem: Problem, at: Number) -> None:
        self.claim, self.run = asked_of(problem).claim, Run(at)
        here = seen(searched_of(problem), self.run)
        look(right_way(here), self.claim)
        self.ways = WrongWays(here)
        self.compared = frozenset(self.run.crossings)

    def look(self, rule: Rule) -> tuple[Found, Iterable[Number]]:
        """Return what one of them finds, and where they might have found something else."""
        self.run.crossings = set(self.compared)
        found = look(self.ways.by(rule), self.claim)
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

    def answers(self, rule: Rule) -> Answers:
        """Return the answers by a wrong rule; none where finding them takes too many runs."""
        try:
            pieces = pieces_of(
                asked_of(self.problem).domain,
                lambda x: self.at(x).look(rule),
                most_runs(searched_of(self.problem)),
                self._inside,
            )
        except TooManyRuns:
            return {}
        return answers_from(self.problem, pieces)


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem."""
    looks, asked = _Looks(problem), asked_of(problem)
    some_x = asked.pieces[0].at if asked.pieces else solve(problem).trace[0].at
    ways = looks.at(some_x).ways.rules
    found = [_rule(way.name, partial(looks.answers, (way.name, way.detail)), way.detail, way.twin_of) for way in ways]
    return [*found, *(_rule(name, answer) for name, answer in _own_rules(problem))]


def _rule(name: str, answers: Callable[[], Answers], detail: str = "", twin_of: str = "") -> Misconception:
    def answer(
        fixed: Mapping[int, Number], parts: Collection[str] | None = None, agrees: Agrees | None = None, /
    ) -> Answers:
        return answers()

    return Misconception(name, detail, answer, twin_of)


# about the answer itself


def _own_rules(problem: Problem) -> Iterator[tuple[str, Callable[[], Answers]]]:
    """Yield the wrong rules about a right range that have a place here."""
    right, asked = solve(problem).answers, asked_of(problem)
    numbers: Numbers = right["range"]

    def instead(other: Numbers) -> Answers:
        return {**right, "range": other, **ends_of(settled(problem).settled(other))}

    yield "ends-exchanged", lambda: instead(_exchanged(numbers, asked))
    yield "complement", lambda: instead(complement(numbers, asked.domain))
    intervals = settled(problem).settled(numbers)
    if len(intervals) > 1:
        yield "first-interval-only", lambda: instead(intervals[:1])
    if asked.has_integers:
        yield "integers-forgotten", lambda: {**right, **ends_of(numbers)}


def _exchanged(numbers: Numbers, asked: Asked) -> Numbers:
    """Return the numbers with their ends in and out exchanged, but for those where the domain ends: nobody doubts them."""
    low, high = asked.domain.low, asked.domain.high
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
