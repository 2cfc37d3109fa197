"""What became of all hand-ins of a run: how many were graded, how many not, and the mean."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.course.row import Row, Status
from grader.course.spool import Places, Spool
from grader.exact import marks_text, points_text, rounded
from grader.policy import CENT
from grader.printable import printable
from grader.words import count, listed

_MOST_NAMED = 5
_MOST_SOURCES = 3


_DIFFERENT = "they count as different students, named by their paths"


class _HandIn(NamedTuple):
    """One hand-in under a `typed` name: its files, the problems that it answers, and those that count although it leaves them out."""

    typed: str
    source: str
    answered: tuple[str, ...]
    blank: tuple[str, ...]


class Tally:
    """Counts hand-ins as they come; nothing of them is kept but numbers, and on disk who types which name.

    `students` are those of a class list: of them is said how many handed in nothing. `see` is the file that says whose
    each hand-in is; nothing where none is written.
    """

    def __init__(self, students: Iterable[str] = (), see: str = "") -> None:
        self._students = frozenset(students)
        self._waiting = set(self._students)
        self._see = f" (see {see})" if see else ""
        self._unowned = 0
        self._counts = dict.fromkeys(Status, 0)
        self._earned = self._possible = Fraction(0)
        self._typed, self._by_name = Spool[_HandIn](), Places()
        self._again: dict[str, None] = {}

    def add(self, row: Row) -> None:
        """Take in what became of one hand-in."""
        self._counts[row.status] += 1
        self._waiting.discard(row.student)
        is_unowned = row.status is Status.NOT_GRADABLE and row.student not in self._students
        self._unowned += bool(self._students) and is_unowned
        if row.marks:
            self._earned += row.earned
            self._possible += row.possible
        if row.typed:
            answered = tuple(id_ for id_ in row.marks if id_ not in row.blank)
            blank = tuple(id_ for id_ in row.marks if id_ in row.blank)
            if self._by_name.of(row.typed):
                self._again[row.typed] = None
            self._by_name.add(row.typed, len(self._typed))
            self._typed.append(_HandIn(row.typed, listed([*row.sources], _MOST_SOURCES), answered, blank))

    def _several(self) -> Iterator[tuple[str, list[_HandIn]]]:
        """Yield each name that is typed in several hand-ins, with these, in the order of the first of them."""
        for name in sorted(self._again, key=lambda name: self._by_name.of(name)[0]):
            yield name, [one for one in map(self._typed.__getitem__, self._by_name.of(name)) if one.typed == name]

    def warnings(self) -> list[str]:
        """Return whose names were typed in several hand-ins that count as different students.

        They do because they answer one problem; or by their paths, where each of them counts as leaving out what the other one answers.
        """
        told: dict[tuple[str, ...], tuple[str, list[str]]] = {}
        several = dict(self._several())
        for typed, hand_ins in several.items():
            for id_ in dict.fromkeys(id_ for one in hand_ins for id_ in one.answered):
                sources = tuple(one.source for one in hand_ins if id_ in one.answered)
                if len(sources) > 1:
                    told.setdefault(sources, (typed, []))[1].append(id_)
        apart = [
            f"{_typed_in(typed, sources)}, which answer the same: {listed(ids, _MOST_NAMED)}; {_DIFFERENT}"
            for sources, (typed, ids) in told.items()
        ]
        said = {typed for typed, _ in told.values()}
        halves = [
            f"{_typed_in(typed, [one.source for one in hand_ins])}, which answer different exercises; {_DIFFERENT}, and what one of "
            "them leaves out counts there; if they are one, put their files into a folder of their own"
            for typed, hand_ins in several.items()
            if typed not in said and _are_halves(hand_ins)
        ]
        return [*apart, *halves]

    def __str__(self) -> str:
        """Return one line: how many students, how many graded and not, and the mean of those that were graded."""
        graded = self._counts[Status.GRADED] + self._counts[Status.PARTLY]
        partly = f" ({self._counts[Status.PARTLY]:,} of them in part)" if self._counts[Status.PARTLY] else ""
        line = f"{count(sum(self._counts.values()), 'hand-in')}: {graded:,} graded{partly}, "
        line += f"{self._counts[Status.NOT_GRADABLE]:,} not"
        if not graded:
            return line + self._missing()
        mean, possible = self._earned / graded, self._possible / graded
        share = f" ({percent_text(mean, possible)} %)" if possible else ""
        return f"{line}; mean {marks_text(rounded(mean, CENT))} of {points_text(rounded(possible, CENT))}{share}{self._missing()}"

    def _missing(self) -> str:
        """Return how many of the class list are missing, as the end of a sentence; nothing where none is.

        While nobody knows whose some hand-ins are, it is not known either who handed in nothing.
        """
        line = ""
        if self._waiting:
            what = "have no hand-in that is theirs" if self._unowned else "handed in nothing"
            line = f"; {len(self._waiting):,} of the {len(self._students):,} on the class list {what}"
        if self._unowned:
            verb = "has" if self._unowned == 1 else "have"
            line += f"; {count(self._unowned, 'hand-in')} {verb} no owner{self._see}"
        return line


def _typed_in(student: str, sources: Sequence[str]) -> str:
    return f'warning: the student "{printable(student)}" is typed in {listed([*map(printable, sources)], _MOST_NAMED)}'


def _are_halves(hand_ins: Sequence[_HandIn]) -> bool:
    """Return whether several answer something, and one of them counts as leaving out what another one answers."""
    answering = [one for one in hand_ins if one.answered]
    return any(id_ in other.blank for one in answering for id_ in one.answered for other in answering)


def percent_text(earned: Fraction, possible: Fraction) -> str:
    """Return the percentage with one decimal, rounded and never cut, without a zero behind the point.

    >>> percent_text(Fraction(2), Fraction(3)), percent_text(Fraction(1), Fraction(2))
    ('66.7', '50')
    """
    return marks_text(rounded(100 * earned / possible, Fraction(1, 10)))
