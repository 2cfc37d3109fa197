"""The cells of answers: a number, a count, a window, a UCB score."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isinf

from grader.answers import read
from grader.answers.case import Answer, NotJudged, Raw, show_given
from grader.answers.part import Around, Cell
from grader.answers.widget import Field
from grader.errors import Path
from grader.exact import INFINITY, Bound, Number, say_large, show_number, write_number
from grader.games.problem import Problem
from grader.marks.reports import Written
from grader.marks.tolerance import is_right_number, is_right_score, room_around_score, room_of_number
from grader.printable import printable
from grader.search import Window

A_NUMBER = 12
"""About as many letters as a number has, written by hand."""


def is_right(problem: Problem, expected: Bound, given: Bound) -> bool:
    """Return whether a given number counts as the expected one under the problem's `decimals`."""
    conventions = problem.conventions
    stated = "decimals" in conventions.stated
    return is_right_number(expected, given, conventions.decimals, stated=stated, significant=conventions.significant)


def _rooms(problem: Problem, *expected: Bound) -> list[Around]:
    conventions = problem.conventions
    stated, digits = "decimals" in conventions.stated, conventions.significant
    return [
        (bound, room_of_number(bound, conventions.decimals, stated=stated, significant=digits)) for bound in expected
    ]


def _room_of_window(problem: Problem, expected: Window) -> list[Around]:
    return _rooms(problem, *expected)


def _no_room(problem: Problem, expected: Number) -> list[Around]:
    return [(expected, 0)]


def _room_of_score(problem: Problem, expected: float) -> list[Around]:
    exact = expected if isinf(expected) else Fraction(str(expected))  # a score can be a short decimal, as no root is
    conventions = problem.conventions
    return [(exact, room_around_score(expected, conventions.decimals, conventions.significant))]


def _show_number(problem: Problem, number: Number) -> str:
    return problem.say(number)


def _show_amount(problem: Problem, number: Number) -> str:
    return say_large(number)


def _is_equal(problem: Problem, expected: Number, given: Number) -> bool:
    return expected == given


def show_window(problem: Problem, window: Window) -> str:
    """Return a window as text, such as [-inf, 3]."""
    return f"[{problem.say_all(window)}]"


def is_right_window(problem: Problem, expected: Window, given: Window) -> bool:
    """Return whether both bounds of a given window count as the expected ones."""
    (alpha, beta), (given_alpha, given_beta) = expected, given
    return is_right(problem, alpha, given_alpha) and is_right(problem, beta, given_beta)


def _read_window(raw: Raw, path: Path) -> Written:
    alpha, beta = (read.bound(item, (*path, place)) for place, item in enumerate(raw))
    return Written((alpha.value, beta.value), f"[{alpha.text}, {beta.text}]")


def _write_window(window: Window) -> Raw:
    return [write_number(bound) for bound in window]


def _read_payoffs(raw: Raw, path: Path) -> Written:
    numbers = [read.number(item, (*path, place)) for place, item in enumerate(raw)]
    return Written(tuple(one.value for one in numbers), f"[{', '.join(one.text for one in numbers)}]")


def _write_payoffs(payoffs: Sequence[Number]) -> Raw:
    return [write_number(number) for number in payoffs]


def _is_right_payoffs(problem: Problem, expected: Sequence[Number], given: Sequence[Number]) -> bool:
    same = (is_right(problem, right, number) for right, number in zip(expected, given, strict=True))
    return len(expected) == len(given) and all(same)


def is_right_worth(problem: Problem, expected: Answer, given: Answer) -> bool:
    """Return whether what a node is said to be worth counts as the expected: a number, or one for each player."""
    return (_is_right_payoffs if isinstance(expected, tuple) else is_right)(problem, expected, given)


def _room_of_payoffs(problem: Problem, expected: Sequence[Number]) -> list[Around]:
    return _rooms(problem, *expected)


def _fields_of_players(problem: Problem) -> tuple[Field, ...]:
    return tuple(Field(printable(name), "number") for name in problem.game.players)


def _has_one_for_each(problem: Problem, payoffs: Sequence[Number], path: Path) -> None:
    names = problem.game.players
    if len(payoffs) != len(names):
        has = f"has {len(payoffs)} number{'s' * (len(payoffs) != 1)}"
        raise NotJudged(f"{has}, expected {len(names)}: one for each of {', '.join(map(printable, names))}", path)


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


def _is_right_score(problem: Problem, expected: float, given: Bound) -> bool:
    return is_right_score(expected, given, problem.conventions.decimals, problem.conventions.significant)


def _write_score(score: float) -> Raw:
    return "inf" if score == INFINITY else score


def _read_truth(raw: Raw, path: Path) -> Written:
    text = show_given(raw)
    truth = _TRUTHS.get(text.strip().lower())
    if truth is None:
        raise NotJudged(f'"{text}" is neither true nor false', path)
    return Written(truth, text)


def _write_truth(truth: bool) -> Raw:  # noqa: FBT001  # a cell writes what it holds
    return truth


def _room_of_truth(problem: Problem, expected: Answer) -> list[Around]:
    return [(1 if expected else 0, 0)]


def show_truth(problem: Problem, truth: Answer) -> str:
    """Return a truth value as text."""
    return "true" if truth else "false"


def _read_outcome(raw: Raw, path: Path) -> Written:
    text = show_given(raw)
    wins = _OUTCOMES.get(text.strip().lower())
    if wins is None:
        raise NotJudged(f'"{text}" is neither win nor loss', path)
    return Written(wins, text)


def show_outcome(wins: Answer) -> str:
    """Return an outcome as text."""
    return "win" if wins else "loss"


def _show_outcome(problem: Problem, wins: Answer) -> str:
    return show_outcome(wins)


_OUTCOMES = {"win": True, "won": True, "loss": False, "lost": False}
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}
NUMBER = Cell(read.number, write_number, _show_number, is_right, _rooms, "number", "numbers")
EXACT = Cell(read.number, write_number, _show_number, _is_equal, _no_room, "number", "numbers")
"""A number that is not rounded."""
COUNT = Cell(read.number, write_number, _show_number, _is_equal, _no_room, "integer", "whole numbers")
WINDOW = Cell(
    _read_window,
    _write_window,
    show_window,
    is_right_window,
    _room_of_window,
    "window",
    "pairs [alpha, beta]",
    "for example {X: [-inf, 3], Y: [3, inf]}",
    "α, β",
    (Field("α", "bound"), Field("β", "bound")),
)
TRUTH = Cell(
    _read_truth,
    _write_truth,
    show_truth,
    _is_equal,
    _room_of_truth,
    "truth",
    "true or false",
    "true, or false",
    label="true or false",
    parts=(Field("", "truth", ("true", "false")),),
)
OUTCOME = Cell(
    _read_outcome,
    show_outcome,
    _show_outcome,
    _is_equal,
    _room_of_truth,
    "outcome",
    "win or loss",
    "win, or loss",
    label="win or loss",
    parts=(Field("", "outcome", ("win", "loss")),),
)
"""Whether the player to move wins."""
SCORE = Cell(
    read.bound, _write_score, show_score, _is_right_score, _room_of_score, "score", "numbers or inf", label="score"
)
PAYOFFS = Cell(
    _read_payoffs,
    _write_payoffs,
    _show_number,
    _is_right_payoffs,
    _room_of_payoffs,
    "payoffs",
    "lists with a number for each player",
    "for example [1, 2, 3]",
    "payoffs",
    parts_in=_fields_of_players,
    check=_has_one_for_each,
)
"""A number for each player; as a whole it is right or wrong."""
AMOUNT = NUMBER._replace(show=_show_amount)
"""A number that can be large."""
DEGREE = COUNT._replace(show=_show_amount, many="whole numbers")
"""A whole number that is a depth or a power of ten: no digit of it may be rounded."""
FACTOR = SCORE._replace(read=read.number, definition="factor", many="numbers", label="", parts=(Field("", "number"),))
"""A float that is finite."""
INTERVAL = WINDOW._replace(
    many="pairs [least, most]", label="known", parts=(Field("least", "bound"), Field("most", "bound"))
)
"""What is known of a number: the least and the most that it can be."""
