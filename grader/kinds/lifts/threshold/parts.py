"""The parts of a threshold: the range of x, its smallest and largest number, and the line of the root's value."""

from __future__ import annotations

from grader.answers.by_iteration import ByIteration
from grader.answers.case import Answer, Case, Key
from grader.answers.cells import NUMBER
from grader.answers.forms import One
from grader.answers.part import Part
from grader.answers.ranges import Range, extreme_cell
from grader.games.problem import Problem
from grader.kinds.lifts.threshold import words
from grader.kinds.lifts.threshold.solving import ends_of, settled


def own_end(case: Case, part: str) -> Answer | None:
    """Return the smallest or largest number of the student's own range; None where there is no such range."""
    given = case.given("range")
    if given is None or not case.policy.across_parts:
        return None
    return ends_of(settled(case.problem).settled(given.value))[part]


def _smallest_follows(case: Case, key: Key, end: Answer) -> bool:
    own = own_end(case, "smallest")
    return own is not None and EXTREME.is_right(case.problem, own, end)


def _largest_follows(case: Case, key: Key, end: Answer) -> bool:
    own = own_end(case, "largest")
    return own is not None and EXTREME.is_right(case.problem, own, end)


def _example(problem: Problem) -> str:
    return '["(-inf, 2]", "[5, 8)"]'


def _two(problem: Problem) -> int:
    return 2


def _rule(problem: Problem, key: Key | None) -> str:
    return "A range ends where a comparison of the search turns over"


def _line_rule(problem: Problem, key: Key | None) -> str:
    return "An expected value is a straight line in an unknown probability or value"


EXTREME = extreme_cell(settled)
RANGE = Part(
    "range",
    "for which x it holds (intervals such as (-inf, 2], or inequalities such as x <= 2)",
    Range(settled),
    explain=words.range_words,
    example=_example,
    rule=_rule,
)
SMALLEST = Part(
    "smallest",
    "the smallest x for which it holds (a number; -inf where they have no end; none where there is no smallest)",
    One(EXTREME),
    _smallest_follows,
    explain=words.smallest_words,
    tell=words.own_end_words,
    rule=_rule,
)
LARGEST = Part(
    "largest",
    "the largest x for which it holds (a number; inf where they have no end; none where there is no largest)",
    One(EXTREME),
    _largest_follows,
    explain=words.largest_words,
    tell=words.own_end_words,
    rule=_rule,
)
LINEAR = Part(
    "linear",
    "the value of the root as a + b·x (a list of two numbers: [a, b])",
    ByIteration(One(NUMBER), _two, "coefficient"),
    explain=words.line_words,
    rule=_line_rule,
)
