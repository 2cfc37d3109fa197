"""What was handed in as files of a class run: what `grade`, `regrade`, `similar` and `report` take, and marks by it as here."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from grader.core.data import Plain
from grader.core.documents.files import write_file
from grader.core.documents.writing import table_text, to_yaml
from grader.core.errors import Fault, ProblemError
from grader.core.numbers import marks_text
from grader.core.text import printable
from grader.core.times import read_time
from grader.course.decisions import FORMAT
from grader.course.late import Late
from grader.course.quiz import Student, Variants
from grader.course.quiz.build import Follow, build, draw_briefs
from grader.course.quiz.built import open_build
from grader.course.quiz.sheets import Order
from grader.course.result_lines import WrittenResult, row_in
from grader.serve.database import MARKED, Access, Database, HandIn
from grader.serve.live import as_corrected
from grader.serve.quizzes import ServedQuiz, everybody
from grader.serve.scores import Corrected, ScoreState

HANDED_IN, LATE_ONES, TIMES, DECISIONS, BUILD = "handed-in.jsonl", "late.jsonl", "times.csv", "adjust.yaml", "build"


class _Time(NamedTuple):
    """A line of the table of times, which `grade --times` reads: the last attempt of a student, and where the score is."""

    id: str
    time: str
    attempt: str
    closes: str
    by: str
    score: str


class ServedMarks(NamedTuple):
    """The marks that a student was given here, what of them lateness costs, for which problems, and whether by a class run that was posted."""

    earned: Fraction
    penalty: Fraction
    problems: frozenset[str]
    is_posted: bool


def write_export(
    quiz: ServedQuiz, database: Database, out: Path, jobs: int, follow: Follow, only: Collection[str] = ()
) -> dict[str, ServedMarks | None]:
    """Write what was handed in and a build of the quiz into the folder, and return the marks that were given here, by student; `only` of some.

    None are those of whom something waits for its marks.

    Raises ProblemError where this version of the program draws other problems than those on the sheets that are out.
    """
    id_, given, rows = quiz.quiz.id, dict[str, ServedMarks | None](), dict[str, _Time]()
    lines, late, scores = list[str](), list[str](), database.scores.states(id_)
    corrected = database.scores.corrected(id_)
    problems = {
        student: json.loads(stated) for student, stated in database.problems(id_).items() if not only or student in only
    }
    roster = {
        student: one
        for student, one in everybody(quiz, database).items()
        if student in problems or (student in quiz.roster and (not only or student in only))
    }
    for one in (one for one in database.of_quiz(id_, is_whole=True) if one.student in problems):
        (lines if one.attempt is not None else late).append(one.submission)
        if one.attempt is not None:
            rows.pop(one.student, None)  # of several attempts the last counts, at its place in time
            rows[one.student] = _time(quiz, one, database, scores.get(one.student, ScoreState()))
            given[one.student] = _marks(one, problems[one.student], corrected.get(one.student))
    out.mkdir(parents=True, exist_ok=True)
    build(Order(quiz.recipe, _by_sheets(quiz, roster, problems), quiz.files), out / BUILD, jobs=jobs, follow=follow)
    _check_same(out / BUILD, problems)
    write_file(out / HANDED_IN, _text(lines))
    write_file(out / TIMES, table_text(_Time._fields, rows.values()))
    if quiz.terms.late_penalty is not None:
        write_file(out / DECISIONS, to_yaml(_ends(quiz, rows.values(), database)))
    if late:
        write_file(out / LATE_ONES, _text(late))
    return given


def _by_sheets(
    quiz: ServedQuiz, roster: Mapping[str, Student], problems: Mapping[str, Sequence[Sequence[str]]]
) -> dict[str, Student]:
    """Return the class with each student in the group whose sheet is theirs, whatever the class list says by now."""
    if quiz.quiz.variants is not Variants.GROUPS:
        return {**roster}
    wanted = Order(quiz.recipe, {}, {}).wanted
    groups = {one.recipient.group: {*one.ids} for one in draw_briefs(quiz.recipe, wanted)}
    found = dict[str, Student]()
    for student, one in roster.items():
        on_sheet = {id_ for id_, *_ in problems.get(student, ())}
        group = next((name for name in (one.group, *groups) if on_sheet <= groups.get(name, set())), one.group)
        found[student] = one._replace(group=group)
    return found


def _marks(one: HandIn, problems: Sequence[Sequence[str]], corrected: Corrected | None) -> ServedMarks | None:
    if one.state != MARKED:
        return None
    shown = as_corrected(one, corrected)
    earned, penalty = (Fraction(stated or "0") for stated in (shown.earned, shown.penalty))
    return ServedMarks(earned, penalty, frozenset(key for key, *_ in problems), shown is not one)


_CORRECT_AGAIN = (
    "an export is marked by the quiz as it is served: before gametree serve post, correct it as before, by gametree regrade"
    " with the corrected build or with decisions"
)


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _time(quiz: ServedQuiz, one: HandIn, database: Database, score: ScoreState) -> _Time:
    sheet = database.sheet(Access(one.quiz, one.student))
    closes = quiz.closes(sheet.opened, sheet.until) if sheet is not None else None
    end = "" if closes is None else closes.isoformat()
    return _Time(one.student, one.time, str(one.attempt), end, one.by, score.state)


def _ends(quiz: ServedQuiz, rows: Iterable[_Time], database: Database) -> dict[str, Plain]:
    """Return decisions that give each student the end of their own sheet as due time, where it is not that of the quiz."""
    opened = {student: one.opened for student, one in database.students(quiz.quiz.id).items()}
    extensions = [(quiz.closes(opened.get(one.student), [one.until]), one) for one in database.extensions(quiz.quiz.id)]
    latest_last = sorted(((end, one) for end, one in extensions if end is not None), key=lambda each: each[0])
    why = {one.student: (one.why, one.by) for _, one in latest_last}
    of_minutes = (f"minutes: {quiz.terms.minutes}", "gametree serve")
    found: list[Plain] = []
    for row in rows:
        if quiz.terms.closes is not None and read_time(row.closes) != quiz.terms.closes:
            said, by = why.get(row.id, of_minutes)
            found.append({"student": row.id, "due": row.closes, "why": said, "by": by})
    return {"format": FORMAT, "adjust": found}


def _check_same(folder: Path, problems: Mapping[str, list[list[str]]]) -> None:
    """Refuse a build with other problems than those on the sheets that are out. Raises ProblemError."""
    built, faults = open_build(str(folder)), list[Fault]()
    for student, on_sheet in problems.items():
        for id_, _, document in on_sheet:
            if id_ not in built.ids or built.document(id_)[1].decode() != document:
                message = "was drawn by another version of this program, or with another secret; export with that"
                faults.append(Fault(f"the problem {printable(id_)} of {printable(student)} {message}", str(folder)))
    if faults:
        raise ProblemError(faults[:1])


def differing(given: Mapping[str, ServedMarks | None], results: Path, late: Late | None) -> Iterator[str]:
    """Yield of whom the results of a class run say other marks than were given here, before or after what lateness costs, and in the end what to do.

    That is a bug of the program, but where those of another class run were posted.
    """
    are_posted = False
    with open(results, encoding="utf-8") as file:
        for line in file:
            result: WrittenResult = json.loads(line)
            here = given.get(result.get("student", ""))
            if here is None:
                continue
            graded = [one for one in result.get("problems", ()) if one["id"] in here.problems]
            earned = sum((Fraction(str(one["earned"])) for one in graded), Fraction(0))
            penalty = (late and late.marks(row_in(result)).penalty) or Fraction(0)
            pairs = ((here.earned, earned), (here.earned - here.penalty, earned - penalty))
            for ours, theirs in [(ours, theirs) for ours, theirs in pairs[here.is_posted :] if ours != theirs][:1]:
                said = f"{marks_text(ours)} here, {marks_text(theirs)} by grade"
                are_posted = are_posted or here.is_posted
                what = "was posted from another class run" if here.is_posted else "tell those who write this program"
                yield f"{printable(result['student'])}: {said}; {what}"
    if are_posted:
        yield _CORRECT_AGAIN
