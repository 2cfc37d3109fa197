"""Results of a class run with the decisions of people in them, what students read of these, and their table: adjusted.csv."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from grader.core.answers.rounding import CountedMarks, Share, with_pending
from grader.core.data import grouped
from grader.core.documents.writing import table_lines
from grader.core.games.text_question import TEXT
from grader.core.numbers import Number, marks_number, marks_text, points_text, whole
from grader.core.policy import CENT
from grader.core.resources import __version__
from grader.core.text import json_line, printable
from grader.core.times import Time, read_due, read_time, write_time
from grader.course.adjusting import Action, AdjustedSheet, Change, Decision, ExerciseMarks, adjusted
from grader.course.result_lines import (
    GivenMarks,
    Provenance,
    WrittenChange,
    WrittenPart,
    WrittenProblem,
    WrittenResult,
    exact_marks,
    exercise_of,
)
from grader.grading.result import FORMAT

COLUMNS = ("student", "name", "exercise", "part", "what", "before", "after", "of", "by", "why", "note")
NO_MARKS = "nobody gave marks for it"


class AdjustedResult(NamedTuple):
    """A result with the decisions about its student, what each of these changes, and by exercise what words earn of how much where they count."""

    result: WrittenResult
    changes: Sequence[Change] = ()
    words: Mapping[str, tuple[Number, Number]] = MappingProxyType({})

    @property
    def student(self) -> str:
        """Return whose result it is."""
        return self.result.get("student", "")

    def in_brief(self) -> AdjustedResult:
        """Return it without the parts of the problems, whose entries are many and not needed to say what changed."""
        brief: WrittenResult = {**self.result}
        if "problems" in brief:
            brief["problems"] = [_in_brief(one) for one in brief["problems"]]
        return self._replace(result=brief)

    def limits(self) -> Iterator[str]:
        """Yield what of decisions does not count, because marks would be less than nothing or more than all."""
        for one in self.changes:
            if one.said:
                yield f"warning: {one.decision.place}: {printable(self.student)}: {one.said}"


class Adjustment:
    """The decisions of a run, and what they are applied by: points of the exercises on a student's sheet, the class list, when work was due.

    `files` are those that state the decisions, each with its digest; `has_accepts`: one accepts an answer.
    """

    def __init__(
        self,
        decisions: Sequence[Decision] = (),
        files: Sequence[tuple[str, str]] = (),
        points_of: Callable[[str], Mapping[str, Number]] | None = None,
        students: Sequence[str] = (),
        quiz: str = "",
        due: Time | None = None,
    ) -> None:
        self.decisions, self.files = decisions, files
        self.has_accepts = any(one.action is Action.ACCEPT for one in decisions)
        self._points_of, self._students, self._quiz, self._due = points_of, students, quiz, due
        placed = [*enumerate(decisions)]
        self._of_all = [(place, one) for place, one in placed if not one.students]
        self._of_student = grouped((student, (place, one)) for place, one in placed for student in one.students)

    def points_of(self, student: str) -> Mapping[str, Number]:
        """Return the points of the exercises on a student's sheet, in its order; without a quiz nothing is known of them."""
        return {} if self._points_of is None else self._points_of(student)

    def about(self, student: str, *, has_marks: bool) -> list[Decision]:
        """Return the decisions about a student, in their order; those about all are about who has marks."""
        named = self._of_student.get(student, [])
        return [one for _, one in (sorted((*named, *self._of_all), key=itemgetter(0)) if has_marks else named)]

    def touches(self, student: str, *, has_marks: bool) -> bool:
        """Return whether any decision is about a student, one of those who handed in something gradable or not."""
        return student in self._of_student or (has_marks and bool(self._of_all))

    def accepts(self, marked: WrittenResult) -> list[Decision]:
        """Return the decisions that accept an answer to an exercise that the result has."""
        if not self.has_accepts:
            return []
        exercises = {exercise_of(one) for one in marked.get("problems", ())}
        about = self.about(marked.get("student", ""), has_marks=bool(exercises))
        return [one for one in about if one.action is Action.ACCEPT and one.exercise in exercises]

    def apply(self, marked: WrittenResult, accepted: Sequence[WrittenResult] = ()) -> AdjustedResult:
        """Return a result, as it was marked, with the decisions about its student in it.

        `accepted` is what the result becomes with the first, the first two … of those that accept an answer; nothing where these
        change nothing.
        """
        student, has_marks = marked.get("student", ""), bool(marked.get("problems"))
        if not self.touches(student, has_marks=has_marks):
            return AdjustedResult(marked)
        base = accepted[-1] if accepted else marked
        sheet = {exercise_of(one): _marks_of(one) for one in base.get("problems", ())}
        points = self.points_of(student) or {exercise: one.possible for exercise, one in sheet.items()}
        found = adjusted(sheet, points, self.about(student, has_marks=has_marks), student)
        accepts = self.accepts(marked)
        steps = [marked, *(accepted or [marked] * len(accepts))]
        changes = [*map(_accepted, accepts, steps, steps[1:]), *found.changes]
        if not changes:
            return AdjustedResult(marked)
        result: WrittenResult = {**base}
        self._put_times(result, changes)
        if sheet or found.earned is not None or found.is_excused:
            _put_marks(result, found._replace(changes=changes), marked, points)
        words = {exercise: one.parts[TEXT] for exercise, one in found.exercises.items() if TEXT in one.parts}
        return AdjustedResult(result, changes, words)

    def of_absent(self, seen: Iterable[str]) -> Iterator[AdjustedResult]:
        """Yield results of those of the class list who are not among the seen ones, where people decided about them; not all have marks."""
        named = self._of_student.keys() - {*seen}
        made: Provenance = {"grader": __version__}
        for student in (one for one in self._students if one in named):
            nobody = WrittenResult(format=FORMAT, student=student, quiz=self._quiz, gradable=False, provenance=made)
            yield self.apply(nobody)

    def _put_times(self, result: WrittenResult, changes: Iterable[Change]) -> None:
        """Say when the work of a student was due and handed in, as far as decisions do; of several due times the latest counts."""
        times = grouped((one.decision.action, one.decision.when) for one in changes)
        if due := [*filter(None, (read_due(when, self._due) for when in times.get(Action.DUE, ())))]:
            result["due"] = write_time(max(due))
        if handed_in := times.get(Action.HANDED_IN):
            result["handed_in"] = write_time(read_time(handed_in[-1]))


def _marks_of(problem: WrittenProblem) -> ExerciseMarks:
    parts = {part["part"]: (_exact(part["earned"]), _exact(part["possible"])) for part in problem.get("parts", ())}
    step = exact_marks(problem["round"]) if "round" in problem else CENT
    return ExerciseMarks(_exact(problem["earned"]), _exact(problem["possible"]), parts, step)


def _in_brief(problem: WrittenProblem) -> WrittenProblem:
    """Return a problem without its parts."""
    brief: WrittenProblem = {**problem}
    brief.pop("parts", None)
    return brief


def _exact(marks: float) -> Number:
    """Return marks as `exact_marks` does, an `int` where they are whole: these are added up in a tenth of the time."""
    return marks if isinstance(marks, int) else exact_marks(marks)


def _accepted(decision: Decision, before: WrittenResult, after: WrittenResult) -> Change:
    """Return what it changed that an answer was accepted."""
    marks = [
        _marks_of(one)
        for result in (before, after)
        for one in result.get("problems", ())
        if exercise_of(one) == decision.exercise
    ]
    return Change(decision, marks[0].earned, marks[1].earned, marks[1].possible)


def _put_marks(
    result: WrittenResult, found: AdjustedSheet, marked: WrittenResult, points: Mapping[str, Number]
) -> None:
    """Put marks after decisions into a result; without a hand-in those that were given are all that there are."""
    before = {exercise_of(one): one["earned"] for one in marked.get("problems", ())}
    changes = grouped((one.decision.exercise, _written(one)) for one in found.changes)
    marked_by_hand = {one.decision.reach for one in found.changes if one.decision.action in (Action.SET, Action.DROP)}
    settled = (_without_pending(one, marked_by_hand, found) for one in result.get("problems", ()))
    result["problems"] = problems = [
        _problem(one, found, before[exercise], changes[exercise]) if (exercise := exercise_of(one)) in changes else one
        for one in settled
    ]
    pending = sum(exact_marks(one.get("pending", 0)) for one in problems)
    result.pop("pending", None)
    if pending and ("", "") not in marked_by_hand:
        result["pending"] = marks_number(pending)
    given = {name: one for name, one in found.exercises.items() if name not in before}
    if given:
        result["given"] = {name: _given(one) for name, one in given.items()}
    if not before:
        result.pop("errors", None)
        left = [name for name in points if name not in given]
        is_all = found.is_excused or any(one.decision.exercise == "" and one.after is not None for one in found.changes)
        result["gradable"], result["not_handed_in"] = True, True
        result["problems_not_graded"] = [] if is_all else [{"id": name, "reason": NO_MARKS} for name in left]
    result["earned"], result["possible"] = marks_number(found.earned or 0), marks_number(found.possible)
    if before and result["earned"] != marked["earned"]:
        result["marked"] = marked["earned"]
    if of_sheet := changes.get("", []):
        result["adjusted"] = of_sheet
    if found.is_excused:
        result["excused"] = True


def _without_pending(
    problem: WrittenProblem, marked_by_hand: set[tuple[str, str]], found: AdjustedSheet
) -> WrittenProblem:
    """Return a problem that waits for nobody any more where its text or all of it was marked by hand: (exercise, part)."""
    exercise = exercise_of(problem)
    if "pending" not in problem or marked_by_hand.isdisjoint([(exercise, ""), (exercise, TEXT)]):
        return problem
    marks = found.exercises.get(exercise)
    words = marks.parts.get(TEXT) if marks else None
    settled: WrittenProblem = {**problem, "parts": [_without_waiting(part, words) for part in problem.get("parts", ())]}
    del settled["pending"]
    return settled


def _without_waiting(part: WrittenPart, words: tuple[Number, Number] | None) -> WrittenPart:
    """Return a part, of a held one what a person gave for the words, of how much; `possible` stays where it was dropped."""
    settled: WrittenPart = {**part}
    if settled.pop("pending", False) and words:
        settled["earned"] = marks_number(words[0])
    return settled


def _problem(
    problem: WrittenProblem, found: AdjustedSheet, marked: float, changes: Sequence[WrittenChange]
) -> WrittenProblem:
    """Return a problem with its marks after decisions, where these are others than it was `marked`; what was dropped is worth nothing."""
    after: WrittenProblem = {**problem, "adjusted": changes}
    marks = found.exercises.get(exercise_of(problem))
    if marks is not None:
        after["earned"], after["possible"] = marks_number(marks.earned), marks_number(marks.possible)
    elif not found.is_excused:
        after["earned"], after["possible"], after["dropped"] = 0, 0, True
    if after["earned"] != marked or "dropped" in after:
        after["marked"] = marked
    return after


def _given(marks: ExerciseMarks) -> GivenMarks:
    return {"earned": marks_number(marks.earned), "possible": marks_number(marks.possible)}


def _written(change: Change) -> WrittenChange:
    """Return what a decision did, as results say it."""
    one = change.decision
    before, after = (None if marks is None else marks_number(marks) for marks in (change.before, change.after))
    said: WrittenChange = {"what": one.what, "before": before, "after": after, "by": one.by, "why": one.why}
    if one.part:
        said["part"] = one.part
    if one.note:
        said["note"] = one.note
    return said


def line_of(result: WrittenResult) -> bytes:
    """Return the result as a line of results.jsonl, at whose end stands the digest by which a run finds it again."""
    fields = {name: field for name, field in result.items() if name != "provenance"}
    return json_line({**fields, "provenance": result["provenance"]}).encode("utf-8")


def sentences(found: AdjustedResult, questions: Mapping[str, str]) -> Iterator[str]:
    """Yield what a student reads of what people changed; `questions` says how exercises are called on the page, an empty text for the only one."""
    by_exercise = grouped((change.decision.exercise, change) for change in found.changes)
    for exercise, changes in by_exercise.items():
        name = questions.get(exercise, exercise)
        for one in (change.decision for change in changes if change.decision.marks_words):
            given = "all points" if one.value is None else points_text(one.value)
            yield _sentence("Marked by a person", name, f"{given} for your words.", one.note)
        others = [change for change in changes if not change.decision.marks_words]
        notes = [one.decision.note for one in others if one.decision.note]
        told = _change_text(others) if others else ""
        if told or notes:
            yield _sentence("Changed by hand" if told else "Remark", name, told, *notes)
    result = found.result
    if any(by_exercise) and "earned" in result and not result.get("excused"):
        marks = Share(exact_marks(result["earned"]), exact_marks(result["possible"]))
        yield f"In all: {with_pending(marks.words, exact_marks(result.get('pending', 0)), marks.possible)}."


def marks_that_count(found: AdjustedResult) -> Iterator[tuple[tuple[str, str], CountedMarks]]:
    """Yield by exercise and part the marks of what people changed: of the sheet, of its exercises, and of answers in words."""
    result, is_excused = found.result, bool(found.result.get("excused"))
    changed = [one.decision for one in found.changes if one.before != one.after or one.decision.action not in _NO_MARKS]
    exercises = {one.exercise for one in changed}
    uncounted = {one.exercise for one in changed if one.action is Action.BONUS}
    if changed and "earned" in result:
        yield ("", ""), _counted(result, is_dropped=is_excused or not result["possible"])
    for problem in result.get("problems", ()):
        exercise = exercise_of(problem)
        if is_excused or exercise in exercises:
            marks = _counted(problem, is_dropped=is_excused or "dropped" in problem)
            yield (exercise, ""), marks._replace(is_bonus=exercise in uncounted)
    about_words = grouped((one.exercise, one) for one in changed if one.part == TEXT)
    for exercise, decisions in about_words.items():
        earned, possible = found.words.get(exercise, (0, 0))
        note = " ".join(filter(None, (one.note for one in decisions)))
        yield (exercise, TEXT), CountedMarks(whole(earned), whole(possible), is_dropped=not possible, note=note)


_NO_MARKS = (None, Action.DUE, Action.HANDED_IN)


def _counted(marks: WrittenResult | WrittenProblem, *, is_dropped: bool) -> CountedMarks:
    waits = marks.get("pending", 0)
    earned, possible, pending = (whole(exact_marks(one)) for one in (marks["earned"], marks["possible"], waits))
    return CountedMarks(earned, possible, pending, is_dropped)


def _sentence(head: str, name: str, *said: str) -> str:
    """Return what is said of an exercise, which has no name where it is the only one."""
    return ": ".join(filter(None, (head, name, " ".join(filter(None, said)))))


def _change_text(changes: Sequence[Change]) -> str:
    """Return how marks of one thing changed, as a sentence; nothing where they stayed."""
    before, after = changes[0].before, changes[-1].after
    if before == after and not any(one.decision.part and one.decision.action is Action.DROP for one in changes):
        return ""
    was = "no marks" if before is None else marks_text(before)
    if after is not None:
        return f"{was} → {Share(whole(after), whole(changes[-1].possible)).words}."
    return f"{was} → does not count." if changes[-1].decision.exercise else "You are excused, so there are no marks."


# -- adjusted.csv: what was decided about whom, and what that changed


def table_of(adjusted_results: Iterable[AdjustedResult], names: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of adjusted.csv: one for each decision and student that it is about, in the order in which it was applied."""
    rows = (_cells(found.student, change, names) for found in adjusted_results for change in found.changes)
    return table_lines(COLUMNS, rows)


def _cells(student: str, change: Change, names: Mapping[str, str]) -> list[object]:
    one = change.decision
    marks = [None if m is None else marks_number(m) for m in (change.before, change.after, change.possible)]
    about = [one.exercise or None, one.part or None, one.what or None]
    return [student, names.get(student) or None, *about, *marks, one.by, one.why, one.note or None]
