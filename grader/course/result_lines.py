"""A line of results.jsonl as the class run wrote it (schema: result.schema.json): what regrading, tables and gradebooks read of it."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NotRequired, TypedDict

from grader.core.answers.reports import Verdict
from grader.core.data import Data
from grader.course.tally import Row, Status, status_for

_BLANK = Verdict.BLANK.value


class WrittenEntry(TypedDict):
    """One entry of an answer: where, what was given and expected, and how it was judged."""

    node: NotRequired[str]
    given: NotRequired[str]
    expected: NotRequired[str]
    verdict: str
    message: NotRequired[str]


class WrittenPart(TypedDict):
    """One part of a problem with its marks."""

    part: str
    earned: float
    possible: float
    pending: NotRequired[bool]
    entries: Sequence[WrittenEntry]


class Message(TypedDict):
    """What is said of a problem, or what is wrong with a file that cannot be graded."""

    message: str
    line: NotRequired[int | None]
    source: NotRequired[str]


class WrittenChange(TypedDict):
    """What a decision of a person did: marks before and after, None where there were none."""

    part: NotRequired[str]
    what: str
    before: float | None
    after: float | None
    by: str
    why: str
    note: NotRequired[str]


class GivenMarks(TypedDict):
    """Marks that a person gave for an exercise of which nothing was marked."""

    earned: float
    possible: float


class WrittenProblem(TypedDict):
    """One problem with its marks; of a quiz the `exercise` that it is a variant of. In brief it has no parts, and says whether it is `blank`.

    Where people decided about it: what was `marked` before, and what they did. What was `dropped` is worth nothing.
    """

    id: str
    exercise: NotRequired[str]
    earned: float
    possible: float
    pending: NotRequired[float]
    parts: NotRequired[Sequence[WrittenPart]]
    blank: NotRequired[bool]
    round: NotRequired[float]
    marked_by: NotRequired[Mapping[str, str | int | bool]]
    notes: NotRequired[Sequence[Message]]
    marked: NotRequired[float]
    adjusted: NotRequired[Sequence[WrittenChange]]
    dropped: NotRequired[bool]


class LeftOut(TypedDict):
    """A problem that was not graded or a file that was not; `beside`: nothing was asked of it."""

    id: NotRequired[str]
    source: NotRequired[str]
    reason: str
    beside: NotRequired[bool]


class ForeignFile(TypedDict):
    """A file that answers the sheet of others."""

    source: str
    owners: Sequence[str]


class SupersededAnswer(TypedDict):
    """Answers in a file that do not count, because others to the same problem do; `others_count`: other answers in the file do."""

    id: str
    source: str
    others_count: NotRequired[bool]


class Provenance(TypedDict):
    """What a result was made from, by digests: the files, those that were not marked, and all of it together (`input`)."""

    submission: NotRequired[str | Sequence[str]]
    not_marked: NotRequired[Mapping[str, str]]
    grader: NotRequired[str]
    input: NotRequired[str]


class WrittenResult(TypedDict):
    """What became of one hand-in. Marks and problems are there where it is `gradable`, else `errors` are.

    Where people decided about the whole of it: what was `marked` before, what they did, and when it was due and handed in.
    `given` are marks of exercises of which nothing was marked; `not_handed_in`: all marks are of people.
    """

    format: NotRequired[str]
    source: NotRequired[str | Sequence[str]]
    student: NotRequired[str]
    typed: NotRequired[str]
    group: NotRequired[str]
    quiz: NotRequired[str]
    platform: NotRequired[Mapping[str, str]]
    foreign: NotRequired[Sequence[ForeignFile]]
    gradable: bool
    earned: NotRequired[float]
    possible: NotRequired[float]
    pending: NotRequired[float]
    problems: NotRequired[Sequence[WrittenProblem]]
    problems_not_graded: NotRequired[Sequence[LeftOut]]
    files_not_graded: NotRequired[Sequence[LeftOut]]
    superseded: NotRequired[Sequence[SupersededAnswer]]
    errors: NotRequired[Sequence[Message]]
    marked: NotRequired[float]
    adjusted: NotRequired[Sequence[WrittenChange]]
    given: NotRequired[Mapping[str, GivenMarks]]
    not_handed_in: NotRequired[bool]
    excused: NotRequired[bool]
    due: NotRequired[str]
    handed_in: NotRequired[str]
    provenance: Provenance


def written(data: Data) -> WrittenResult:
    """Return a result that was read, whose shape is known: the one place where results get their types."""
    result: WrittenResult = data
    return result


def exercise_of(problem: WrittenProblem) -> str:
    """Return the exercise of a problem; without a quiz it is the problem itself."""
    return problem.get("exercise", problem["id"])


def sources_of(result: WrittenResult) -> tuple[str, ...]:
    """Return the files that the result is about."""
    source = result.get("source", "")
    return (source,) * bool(source) if isinstance(source, str) else tuple(source)


def row_in(result: WrittenResult) -> Row:
    """Return what a result, as it is written, says became of a hand-in."""
    problems = [one for one in result.get("problems", ()) if not one.get("dropped")]
    given = {exercise: exact_marks(one["earned"]) for exercise, one in result.get("given", {}).items()}
    marks = {exercise_of(one): exact_marks(one["earned"]) for one in problems} | given
    failed = any(not item.get("beside") for item in result.get("problems_not_graded", ()))
    in_doubt = any(not item.get("beside") for item in result.get("files_not_graded", ()))
    is_whole = result["gradable"] and not failed and not in_doubt
    is_excused, is_adjusted = result.get("excused", False), "adjusted" in result
    has_total = is_adjusted or (bool(marks) and any("adjusted" in one for one in problems))
    who = result.get("student", "")
    is_any = bool(marks) or is_adjusted or bool(result.get("problems"))
    pending = tuple(exercise_of(one) for one in problems if "pending" in one and not is_excused)
    if any(
        one["what"].startswith("set ") for one in result.get("adjusted", ())
    ):  # all of the sheet: what waits has no marks of its own
        marks = {exercise: earned for exercise, earned in marks.items() if exercise not in pending}
        pending = ()
    status = status_for(is_any=is_any, is_all=is_whole, waits=bool(pending))
    return Row(
        who,
        Status.EXCUSED if is_excused else status,
        {} if is_excused else marks,
        exact_marks(result.get("possible", 0)),
        sources_of(result),
        result.get("typed", who),
        result.get("group", ""),
        result["gradable"],
        is_whole,
        result.get("platform", {}),
        tuple(exercise_of(problem) for problem in problems if _is_blank(problem)),
        pending,
        exact_marks(result.get("earned", 0)) if has_total and not is_excused else None,
        tuple(_decided(result)),
        result.get("due", ""),
        result.get("handed_in", ""),
        len(result.get("files_not_graded", ())),
    )


def _decided(result: WrittenResult) -> Iterator[str]:
    """Yield what people decided, such as "q1 accept C"; what is about the whole sheet without an exercise."""
    for problem in result.get("problems", ()):
        for one in (change for change in problem.get("adjusted", ()) if change["what"]):
            part = "" if one["what"].startswith("accept ") else one.get("part", "")
            yield " ".join(filter(None, (exercise_of(problem), part, one["what"])))
    yield from (one["what"] for one in result.get("adjusted", ()) if one["what"])


def _is_blank(problem: WrittenProblem) -> bool:
    """Return whether nothing was filled in to a problem, of a result as it is written or in brief."""
    entries = (entry for part in problem.get("parts", ()) for entry in part["entries"])
    return bool(problem.get("blank", "parts" in problem and all(entry["verdict"] == _BLANK for entry in entries)))


@lru_cache(4096)  # a class earns few different marks, and all rows are kept until the table is written
def exact_marks(marks: float) -> Fraction:
    """Return marks as they were before they became a number of JSON, which has the digits of a decimal."""
    return Fraction(str(marks))
