"""What became of all hand-ins of a run: how many were graded, how many not, and the mean."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from grader.core.numbers import marks_text, points_text, rounded
from grader.core.policy import CENT
from grader.core.text import count, listed, listed_names, printable
from grader.grading.outcome import Outcome, student_of

# -- what one student's line of a gradebook says: from an outcome, or from the result that was written of it


class Status(Enum):
    """What became of a student's work, as gradebook.csv says it; `pending`: some of it waits for a person; `missing`: nothing came; `excused`: by a decision there are no marks."""

    GRADED = "graded"
    PENDING = "pending"
    PARTLY = "partly"
    NOT_GRADABLE = "not-gradable"
    MISSING = "missing"
    EXCUSED = "excused"


class Row(NamedTuple):
    """What became of what one student handed in.

    `marks` are those of each exercise, without a quiz of each problem, by its id. `typed` is who the submission says it
    is from. `is_readable`: there is a submission, though perhaps nothing of it was marked; `is_whole`: nothing that was
    handed in failed. `platform` is what a learning platform says of who handed in. To what is `blank` nothing was filled in; what is `pending` has marks when a person has marked its answer in words.
    `unread` is how many of its files were not graded although others were. By decisions of people, which are `decided` in words: what is earned in all, where that is not the sum, when it was due and handed in.
    """

    student: str
    status: Status
    marks: Mapping[str, Fraction] = {}
    possible: Fraction = Fraction(0)
    sources: tuple[str, ...] = ()
    typed: str = ""
    group: str = ""
    is_readable: bool = True
    is_whole: bool = True
    platform: Mapping[str, str] = {}
    blank: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    total: Fraction | None = None
    decided: tuple[str, ...] = ()
    due: str = ""
    handed_in: str = ""
    unread: int = 0

    @property
    def has_marks(self) -> bool:
        """Return whether there are marks, of the program or of people, and none of them waits for a person."""
        return not self.pending and (bool(self.marks) or self.total is not None)

    @property
    def earned(self) -> Fraction:
        """Return the marks of all problems, or what people decided that these are."""
        return sum(self.marks.values(), Fraction(0)) if self.total is None else self.total

    @property
    def share(self) -> Fraction:
        """Return the share of the marks that was earned; nothing of nothing is 0."""
        return self.earned / (self.possible or 1)


def row_of(outcome: Outcome) -> Row:
    """Return what became of a hand-in that was just graded."""
    marks = {
        outcome.exercises.get(graded.report.id, graded.report.id): Fraction(graded.marks.earned)
        for graded in outcome.graded
    }
    sources = outcome.sources or (outcome.source,)
    who = student_of(outcome) or ""
    pending = tuple(outcome.exercises.get(one.report.id, one.report.id) for one in outcome.graded if one.pending)
    return Row(
        who,
        status_for(is_any=bool(outcome.graded), is_all=outcome.is_whole, waits=bool(pending)),
        marks,
        Fraction(outcome.possible),
        sources,
        outcome.typed or "",
        outcome.group,
        outcome.is_gradable,
        outcome.is_whole,
        dict(outcome.platform),
        tuple(outcome.exercises.get(one.report.id, one.report.id) for one in outcome.graded if one.is_blank),
        pending,
        unread=len(outcome.unread),
    )


def status_for(*, is_any: bool, is_all: bool, waits: bool = False) -> Status:
    """Return what became of a hand-in of which anything, or all that counts, was graded; some of it `waits` for a person."""
    if not is_any:
        return Status.NOT_GRADABLE
    if not is_all:
        return Status.PARTLY
    return Status.PENDING if waits else Status.GRADED


_MOST_NAMED = 5
_MOST_SOURCES = 3


_DIFFERENT = "they count as different students, named by their paths"


class _HandIn(NamedTuple):
    """One hand-in: its files, the problems that it answers, and those that count although it leaves them out."""

    source: str
    answered: tuple[str, ...]
    blank: tuple[str, ...]


class Tally:
    """Counts hand-ins as they come; nothing of them is held but numbers, and who types which name.

    `students` are those of a class list: of them is said how many have no hand-in. `see` is the file that says whose each hand-in is;
    nothing where none is written, `marking` names those by which people mark what waits for them. `of_systems` is how many files of systems and office programs lie between them, told with a class list.
    """

    def __init__(
        self, students: Iterable[str] = (), see: str = "", of_systems: int = 0, marking: Sequence[str] = ()
    ) -> None:
        self._students = frozenset(students)
        self._waiting = set(self._students)
        self._see = f" (see {see})" if see else ""
        self._unowned = self._not_graded = self._pending = self._marked = self._absent = 0
        self._marking = f": {', '.join(marking)}" if marking else ""
        self._of_systems = of_systems if self._students else 0
        self._counts = dict.fromkeys(Status, 0)
        self._earned = self._possible = Fraction(0)
        self._by_name: dict[str, list[_HandIn]] = {}

    def add(self, row: Row) -> None:
        """Take in what became of one hand-in."""
        self._counts[row.status] += 1
        self._waiting.discard(row.student)
        self._unowned += bool(self._students) and row.student not in self._students
        self._not_graded += row.unread if self._students else 0
        self._pending += len(row.pending)
        self._add_marks(row)
        if row.typed:
            answered = tuple(id_ for id_ in row.marks if id_ not in row.blank)
            blank = tuple(id_ for id_ in row.marks if id_ in row.blank)
            hand_in = _HandIn(listed([*row.sources], _MOST_SOURCES), answered, blank)
            self._by_name.setdefault(row.typed, []).append(hand_in)

    def add_absent(self, row: Row) -> None:
        """Take in who handed in nothing, but has marks by decisions of people."""
        self._absent += row.has_marks
        self._add_marks(row)

    def _add_marks(self, row: Row) -> None:
        if row.has_marks:
            self._marked += 1
            self._earned += row.earned
            self._possible += row.possible

    def warnings(self) -> list[str]:
        """Return whose names were typed in several hand-ins that count as different students.

        They do because they answer one problem; or by their paths, where each of them counts as leaving out what the other one answers.
        """
        told: dict[tuple[str, ...], tuple[str, list[str]]] = {}
        several = {typed: hand_ins for typed, hand_ins in self._by_name.items() if len(hand_ins) > 1}
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
        """Return one line: how many hand-ins, how many graded and not, and the mean of all who have marks."""
        graded = sum(self._counts[one] for one in (Status.GRADED, Status.PARTLY, Status.PENDING))
        partly = f" ({self._counts[Status.PARTLY]:,} of them in part)" if self._counts[Status.PARTLY] else ""
        line = f"{count(sum(self._counts.values()), 'hand-in')}: {graded:,} graded{partly}, "
        line += f"{self._counts[Status.NOT_GRADABLE]:,} not"
        line += f", {self._counts[Status.EXCUSED]:,} excused" if self._counts[Status.EXCUSED] else ""
        if not self._marked:
            return line + self._missing()
        mean, possible = self._earned / self._marked, self._possible / self._marked
        share = f" ({percent_text(mean, possible)} %)" if possible else ""
        many = "one" if self._marked == 1 else f"{self._marked:,}"
        whose = f" of the {many} of whom nothing waits" if self._pending else ""
        return f"{line}; mean {marks_text(rounded(mean, CENT))} of {points_text(rounded(possible, CENT))}{share}{whose}{self._missing()}"

    def _missing(self) -> str:
        """Return who on the class list is missing, what has no owner, and what was not graded or passed over, as the end of a sentence; nothing where nothing is."""
        said = []
        if self._absent:
            said.append(f"{self._absent:,} {'has' if self._absent == 1 else 'have'} marks by decisions alone")
        if self._pending:
            said.append(f"{self._pending:,} wait{'s' if self._pending == 1 else ''} for a person{self._marking}")
        if self._waiting:
            have = "has" if len(self._waiting) == 1 else "have"
            said.append(
                f"{len(self._waiting):,} of the {len(self._students):,} on the class list {have} no hand-in that is theirs"
            )
        open_ = (
            [f"{count(self._unowned, 'hand-in')} {'has' if self._unowned == 1 else 'have'} no owner"]
            if self._unowned
            else []
        )
        if self._not_graded:
            open_.append(f"{count(self._not_graded, 'file')} {'is' if self._not_graded == 1 else 'are'} not graded")
        if open_:
            said.append(f"{', '.join(open_)}{self._see}")
        if self._of_systems:
            said.append(f"{self._of_systems:,} {'file' if self._of_systems == 1 else 'files'} of systems passed over")
        return "".join(f"; {one}" for one in said)


def _typed_in(student: str, sources: Sequence[str]) -> str:
    return f'warning: the student "{printable(student)}" is typed in {listed_names(sources, _MOST_NAMED)}'


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
