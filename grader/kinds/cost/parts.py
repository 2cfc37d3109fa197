"""The parts of a cost: how many there are, how long it takes, how deep one comes."""

from __future__ import annotations

from collections.abc import Callable

from grader.answers.by_iteration import ByIteration
from grader.answers.case import Answer, Case, Key
from grader.answers.cells import AMOUNT, DEGREE, FACTOR
from grader.answers.forms import One
from grader.answers.part import Cell, Follows, Part, Tell, follows_from_nothing, untold
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds.cost.growth import Growth
from grader.kinds.cost.solving import OWN, answers_by

FOLLOWING = ("magnitude", "repeats-magnitude", "time", "depth-reached", "depth-reached-best", "depth-nearest")
"""The parts that are worked out from the number of another part."""


def own_numbers(case: Case) -> dict[str, Number]:
    """Return the student's own numbers that others follow from, by part."""
    return {name: given.value for name in OWN if (given := case.given(name)) is not None}


def _follows(name: str) -> Follows:
    def follows(case: Case, key: Key, answer: Answer) -> bool:
        own = own_numbers(case)
        if not own or not case.policy.across_parts:
            return False
        found = answers_by(case.problem.game, fixed=own, parts=(name,)).get(name)
        form = PARTS[name].form
        return found is not None and form.same(case.problem, found, answer)

    return follows


def _explained(name: str) -> Tell:
    def explain(case: Case, key: Key) -> str:
        from grader.kinds.cost.words import sentence  # right answers need none

        return sentence(case.problem, name, key)

    return explain


def _told(name: str) -> Tell:
    def tell(case: Case, key: Key) -> str:
        from grader.kinds.cost.words import own_sentence  # few answers need it

        return own_sentence(case, name)

    return tell


def _rule(words: str) -> Callable[[Problem, Key | None], str]:
    def rule(problem: Problem, key: Key | None) -> str:
        return words

    return rule


def _part(name: str, task: str, cell: Cell, rule: str) -> Part:
    is_following = name in FOLLOWING
    return Part(
        name,
        task,
        One(cell),
        _follows(name) if is_following else follows_from_nothing,
        explain=_explained(name),
        tell=_told(name) if is_following else untold,
        rule=_rule(rule),
    )


def _levels(problem: Problem) -> int:
    growth: Growth = problem.game
    return (growth.depth or 0) + 1


_POWER = "Each level has b times as many nodes as the one above"
_ALL = "The nodes are all levels together"
_BEST = "With the best order alpha-beta evaluates b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves"
_LAST = "The depth that is reached is the last one that the budget covers"
_LOG = "A logarithm is rounded to a whole number"

PER_LEVEL = Part(
    "per-level",
    "how many nodes there are at each depth, the first is the root's: depth 0 (list of numbers)",
    ByIteration(One(AMOUNT), _levels, "depth", first=0),
    explain=_explained("per-level"),
    rule=_rule(_POWER),
)
PARTS = {
    part.name: part
    for part in (
        _part("leaves", "how many leaves the tree has (one number)", AMOUNT, _POWER),
        _part("nodes", "how many nodes the tree has (one number)", AMOUNT, _ALL),
        PER_LEVEL,
        _part(
            "minimal-leaves",
            "how many leaves alpha-beta evaluates where the moves are in the best order (one number)",
            AMOUNT,
            _BEST,
        ),
        _part(
            "deepening-total",
            "how many positions iterative deepening searches down to this depth, nothing cut (one number)",
            AMOUNT,
            "Iterative deepening searches the trees of all depths from 1 on",
        ),
        _part(
            "magnitude",
            "the order of magnitude of the positions searched: log10 of their number, rounded (a whole number)",
            DEGREE,
            _LOG,
        ),
        _part(
            "repeats-magnitude",
            "how often a position appears on average, as an order of magnitude: log10, rounded (a whole number)",
            DEGREE,
            _LOG,
        ),
        _part(
            "space",
            "how many nodes a depth-first search holds at a time (one number)",
            AMOUNT,
            "A depth-first search holds one path, and what branches off it",
        ),
        _part(
            "effective-branching",
            "the effective branching factor of alpha-beta (one number)",
            FACTOR,
            "Pruning takes a part off the exponent",
        ),
        _part(
            "time",
            "how many seconds the search takes, nothing cut (one number)",
            AMOUNT,
            "Time is positions over positions a second",
        ),
        _part(
            "budget",
            "how many positions can be searched in the time (one number)",
            AMOUNT,
            "A budget is positions a second times seconds",
        ),
        _part("depth-reached", "the depth that is searched in the time, nothing cut (a whole number)", DEGREE, _LAST),
        _part(
            "depth-reached-best",
            "the depth that alpha-beta searches in the time where the moves are in the best order (a whole number)",
            DEGREE,
            _LAST,
        ),
        _part(
            "depth-nearest",
            "the depth whose leaves come nearest to what can be searched in the time: the logarithm of that to base b, rounded (a whole number)",
            DEGREE,
            _LOG,
        ),
    )
}
