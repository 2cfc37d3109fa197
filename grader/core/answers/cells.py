"""The cells of answers: a number, a count, a window, a UCB score."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import floor, isinf
from typing import Any, TypeVar

from grader.core.answers.case import Given, GivenMap, NotJudged, Refused, malformed_in, show_given
from grader.core.answers.inputs import Field
from grader.core.answers.part import Around, Cell
from grader.core.answers.reports import Malformed, Unnamed, Written
from grader.core.answers.rounding import is_right_number, is_right_score, room_around_score, room_of_number
from grader.core.data import Plain
from grader.core.errors import Fault, Path, suggest
from grader.core.games.problem import Problem
from grader.core.numbers import (
    INFINITY,
    Bound,
    Number,
    read_bound,
    read_number,
    say_large,
    show_number,
    two_entries,
    write_number,
)
from grader.core.search.folds import Window
from grader.core.text import printable

T = TypeVar("T")

# -- reading the single values of answers: numbers, bounds, nodes, moves. Each returns what was meant or raises
# NotJudged


def number(raw: object, path: Path = ()) -> Written:
    """Return the exact number that was written."""
    return _read(read_number, raw, path)


def bound(raw: object, path: Path = ()) -> Written:
    """Return the number or infinity that was written."""
    return _read(read_bound, raw, path)


def _read(reader: Callable[[str], Bound], raw: object, path: Path) -> Written:
    try:
        return Written(reader(str(raw)), show_given(raw))
    except ValueError as failure:
        raise NotJudged(f'"{show_given(raw)}" is not a number: {failure}', path) from None


def whole(raw: T) -> T:
    """Return an answer, or an entry, nothing of which was refused. Raises NotJudged."""
    waiting: list[object] = [] if isinstance(raw, str) else [raw]  # most are text
    for one in waiting:
        if isinstance(one, Refused):
            raise NotJudged(one.message, one.path)
        waiting += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
    return raw


def entry(read: Callable[[T, Path], Written], raw: T, path: Path) -> Written | Malformed:
    """Return one entry of an answer as it is read, or why it cannot be: the others are read as ever."""
    try:
        return read(whole(raw), path)
    except NotJudged as failure:
        return Malformed(show_given(raw), Fault(failure.message, path=failure.path))


def all_of(given: Given) -> Given:
    """Return an answer, or an entry, that counts as a whole. Raises NotJudged where something in it cannot be read."""
    if unread := malformed_in(given):
        raise NotJudged(unread[0].fault.message, unread[0].fault.path)
    return given


def name(raw: object, known: Mapping[str, object], what: str, path: Path = ()) -> Written:
    """Return the node that the text names. Text is trimmed and compared exactly; a near miss gets a suggestion."""
    text = str(raw).strip()
    if text in known:
        return Written(known[text], show_given(raw))
    raise NotJudged(no_such_name(raw, known, what, path), path)


def no_such_name(raw: object, known: Iterable[str], what: str, path: Path) -> str:
    """Return that a text names nothing, and what may be meant."""
    text = str(raw).strip()
    shown = printable(text) if isinstance(raw, str) else show_given(raw)
    near = _of_pieces(text, known) or suggest(text, known, in_list=bool(path) and isinstance(path[-1], int))
    return f'there is no {what} "{shown}"{near or _listing(known)}'


def _of_pieces(text: str, known: Iterable[str]) -> str:
    """Return what to do about a name with commas, of which a piece was read, or the pieces in another order."""
    names = {name: _pieces(name) for name in known if "," in name}
    for name, pieces in names.items():
        if pieces == _pieces(text):
            return f'; did you mean "{printable(name)}"?'
    whole = next((name for name, pieces in names.items() if text in pieces), "")
    return f'; a name with a comma stands in quotes, such as "{printable(whole)}"' if whole else ""


def _pieces(name: str) -> list[str]:
    return sorted(piece.strip() for piece in name.split(","))


def _listing(known: Iterable[str]) -> str:
    names = [printable(name) for name in known]
    return f"; expected one of {', '.join(names)}" if len(names) <= 12 else ""


def names(raw: Iterable[object], known: Mapping[str, int], what: str) -> list[Written | Malformed]:
    """Return the nodes that the listed texts name, and those texts that name none."""

    def named(item: object, path: Path) -> Written:
        return name(item, known, what, path)

    return [entry(named, item, (place,)) for place, item in enumerate(raw)]


def mapping(
    raw: Mapping[str, object],
    known: Mapping[str, int],
    what: str,
    read: Callable[[object, Path], Written],
    path: Path = (),
) -> dict[int | Unnamed, Written | Malformed | None]:
    """Return the entries by node; one that is null is None, one whose name means nothing stands under `Unnamed`; `path` leads to them.

    A node that is named twice (but for blanks around) cannot be read, nor can a number that a comma made two entries of.
    """
    entries: dict[int | Unnamed, Written | Malformed | None] = {}
    last: int | Unnamed = Unnamed("")
    before: object = None
    for key, value in raw.items():
        node, here = known.get(key.strip(), Unnamed(show_given(key))), (*path, key)
        if isinstance(node, Unnamed) and value is None and _is_split(key, before):
            number = f"{before},{key}"
            entries[last] = Malformed(number, Fault(two_entries(number), path=here))
        elif isinstance(node, Unnamed) and value is None and isinstance(entries.get(last), Malformed):
            continue  # a comma made two entries of one, such as (3, inf), which is told
        elif node in entries:
            message = f'{what} "{printable(key.strip())}" stands here twice, expected once'
            entries[node] = Malformed(show_given(value), Fault(message, path=here))
        elif isinstance(node, Unnamed):
            message = no_such_name(key, known, what, here)
            entries[node] = Malformed("" if value is None else show_given(value), Fault(message, path=here))
        else:
            entries[node] = None if value is None else entry(read, value, here)
        last, before = node, value
    return entries


def _is_split(key: str, before: object) -> bool:
    """Return whether a name is what stands behind the comma of a number."""
    return key.isdigit() and str(before).removeprefix("-").isdigit()


def written_values(given: GivenMap, known: Mapping[str, int]) -> dict[int, Any]:
    """Return the values of entries by node, None where one is blank or cannot be read.

    Where a name means nothing, it may be meant for any node of which nothing is said: all of these are as blank as it.
    """
    blank: dict[int, Any] = {}
    if any(isinstance(key, Unnamed) for key in given):
        blank = dict.fromkeys(known.values())
    return blank | {
        key: written.value if isinstance(written, Written) else None
        for key, written in given.items()
        if not isinstance(key, Unnamed)
    }


def is_right(problem: Problem, expected: Bound, given: Bound) -> bool:
    """Return whether a given number counts as the expected one under the problem's `decimals`."""
    conventions = problem.conventions
    stated = "decimals" in conventions.stated
    return is_right_number(expected, given, conventions.decimals, stated=stated, significant=conventions.significant)


def _rooms(problem: Problem, *expected: Bound) -> list[Around]:
    conventions = problem.conventions
    stated, digits = "decimals" in conventions.stated, conventions.significant
    return [(one, room_of_number(one, conventions.decimals, stated=stated, significant=digits)) for one in expected]


def is_equal(problem: Problem, expected: object, given: object) -> bool:
    """Return whether what was given is what is expected, to the letter."""
    return expected == given


NUMBER: Cell[Number] = Cell(number, write_number, Problem.say, is_right, _rooms, "number", "numbers")
EXACT = NUMBER._replace(is_right=is_equal, rooms=lambda _, expected: [(expected, 0)])
"""A number that is not rounded."""
COUNT = EXACT._replace(definition="integer", many="whole numbers")
AMOUNT = NUMBER._replace(show=lambda _, number: say_large(number))
"""A number that can be large."""
DEGREE = COUNT._replace(show=AMOUNT.show)
"""A whole number that is a depth or a power of ten: no digit of it may be rounded."""

# -- several numbers: a window, a number for each player


def show_window(problem: Problem, window: Window) -> str:
    """Return a window as text, such as [-inf, 3]."""
    return f"[{problem.say_all(window)}]"


def is_right_window(problem: Problem, expected: Window, given: Window) -> bool:
    """Return whether both bounds of a given window count as the expected ones."""
    return all(is_right(problem, right, bound) for right, bound in zip(expected, given, strict=True))


def is_right_worth(problem: Problem, expected: Any, given: Any) -> bool:
    """Return whether what a node is said to be worth counts as the expected: a number, or one for each player."""
    return (_is_right_payoffs if isinstance(expected, tuple) else is_right)(problem, expected, given)


def _is_right_payoffs(problem: Problem, expected: Sequence[Number], given: Sequence[Number]) -> bool:
    return len(expected) == len(given) and all(
        is_right(problem, right, number) for right, number in zip(expected, given, strict=True)
    )


def _several(read: Callable[[object, Path], Written], raw: Sequence[object], path: Path) -> Written:
    found = [read(item, (*path, place)) for place, item in enumerate(raw)]
    return Written(tuple(one.value for one in found), f"[{', '.join(one.text for one in found)}]")


def _write_several(numbers: Sequence[Bound]) -> list[int | str]:
    return [write_number(number) for number in numbers]


def _has_one_for_each(problem: Problem, payoffs: Sequence[Number], path: Path) -> None:
    names = problem.game.players
    if len(payoffs) != len(names):
        has = f"has {len(payoffs)} number{'s' * (len(payoffs) != 1)}"
        raise NotJudged(f"{has}, expected {len(names)}: one for each of {', '.join(map(printable, names))}", path)


WINDOW = Cell(
    partial(_several, bound),
    _write_several,
    show_window,
    is_right_window,
    lambda problem, expected: _rooms(problem, *expected),
    "window",
    "pairs [alpha, beta]",
    "for example {X: [-inf, 3], Y: [3, inf]}",
    "α, β",
    (Field("α", "bound", name="alpha"), Field("β", "bound", name="beta")),
)
INTERVAL = WINDOW._replace(
    many="pairs [least, most]", label="known", parts=(Field("least", "bound"), Field("most", "bound"))
)
"""What is known of a number: the least and the most that it can be."""
PAYOFFS = Cell(
    partial(_several, number),
    _write_several,
    Problem.say,
    _is_right_payoffs,
    WINDOW.rooms,
    "payoffs",
    "lists with a number for each player",
    "for example [1, 2, 3]",
    "payoffs",
    parts_in=lambda problem: tuple(Field(printable(name), "number") for name in problem.game.players),
    check=_has_one_for_each,
)
"""A number for each player; as a whole it is right or wrong."""

# -- scores


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


def show_terms(problem: Problem, terms: Sequence[float], score: float) -> list[str]:
    """Return what a score is the sum of, each rounded so that all add up to the score as it is shown: by largest remainders."""
    shown = Decimal(show_score(problem, score))
    places = -int(shown.as_tuple().exponent)
    exact = [Fraction(term) * 10**places for term in terms]
    units = [floor(one) for one in exact]
    by_rest = sorted(range(len(units)), key=lambda place: units[place] - exact[place])
    left = int(shown.scaleb(places)) - sum(units)  # floats leave several units where there are many places
    each, more = divmod(left, len(units))
    for rank, place in enumerate(by_rest):
        units[place] += each + (rank < more)
    return [f"{Decimal(unit).scaleb(-places):.{places}f}" for unit in units]


def _room_of_score(problem: Problem, expected: float) -> list[Around]:
    exact = expected if isinf(expected) else Fraction(str(expected))  # a score can be a short decimal, as no root is
    conventions = problem.conventions
    return [(exact, room_around_score(expected, conventions.decimals, conventions.significant))]


SCORE: Cell[float] = Cell(
    bound,
    lambda score: "inf" if score == INFINITY else score,
    show_score,
    lambda problem, expected, given: is_right_score(
        expected, given, problem.conventions.decimals, problem.conventions.significant
    ),
    _room_of_score,
    "score",
    "numbers or inf",
    label="score",
)
FACTOR = SCORE._replace(read=number, definition="factor", many="numbers", label="", parts=(Field("", "number"),))
"""A float that is finite."""

# -- one of two words


def _of_two(name: str, meant: Mapping[str, bool], write: Callable[[bool], Plain]) -> Cell[bool]:
    """Return the cell of what is true or false; `meant` are the words that a student may write, the first for each truth is what is shown."""
    yes, no = (next(word for word, truth in meant.items() if truth is wanted) for wanted in (True, False))

    def read(raw: object, path: Path) -> Written:
        text = show_given(raw)
        if (truth := meant.get(text.strip().lower())) is None:
            raise NotJudged(f'"{text}" is neither {yes} nor {no}', path)
        return Written(truth, text)

    return Cell(
        read,
        write,
        lambda _, truth: yes if truth else no,
        is_equal,
        lambda _, expected: [(int(expected), 0)],
        name,
        f"{yes} or {no}",
        f"{yes}, or {no}",
        label=f"{yes} or {no}",
        parts=(Field("", name, (yes, no)),),
    )


def show_outcome(wins: bool) -> str:  # noqa: FBT001  # a cell shows what it holds
    """Return an outcome as text."""
    return "win" if wins else "loss"


TRUTH = _of_two("truth", {"true": True, "yes": True, "false": False, "no": False}, bool)
OUTCOME = _of_two("outcome", {"win": True, "won": True, "loss": False, "lost": False}, show_outcome)
"""Whether the player to move wins."""
