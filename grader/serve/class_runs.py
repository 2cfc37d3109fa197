"""Marks of a class run that take the place of those given here: after a corrected key, decisions of people, a regrade."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from grader.core.errors import Refusal
from grader.core.numbers import marks_number
from grader.core.text import json_line, printable
from grader.core.times import Time, write_time
from grader.course.fill import Marked, marked_students, with_folders
from grader.course.late import late_in
from grader.course.quiz.built import digest
from grader.course.rematch import EarlierRun
from grader.course.result_lines import WrittenResult, exercise_of, row_in, sources_of, written
from grader.course.run.out_folder import REPORT, RESULTS
from grader.platforms.results import lti_score
from grader.serve.database import Access, Database
from grader.serve.quizzes import ServedQuiz
from grader.serve.scores import Corrected
from grader.serve.work import packed


class Taken(NamedTuple):
    """Of how many students marks were taken, of how many of them these are others than before, and who has none of their last hand-in in the run."""

    students: int
    changed: int
    without: list[str]


def take_marks(run: EarlierRun, quiz: ServedQuiz, database: Database, now: Time) -> Taken:
    """Let the marks and pages of a class run be those of the students here. Raises Refusal for a run of another build, and OSError."""
    lines = (run.folder / RESULTS).read_text("utf-8").splitlines()
    results = [written(json.loads(line)) for line in lines]
    _check_same_build(results, run.quiz, quiz, database)
    late = late_in(run.options)
    marks = marked_students(results, quiz.roster, late)
    taken, changed = set[str](), 0
    held = [one for one in database.of_quiz(quiz.quiz.id, is_whole=True) if one.attempt is not None]
    attempts, newest = (
        Counter(one.student for one in held),
        {one.student: digest(one.submission.encode()) for one in held},
    )
    digests = {one.student: one.digests for one in run.results}
    for result, (marked, folder) in zip(results, with_folders(run.folder, [*marks]), strict=True):
        attempt, row = len(sources_of(result)), row_in(result)  # an export has a line for each
        if not row.has_marks or not marked.possible or attempt < attempts[marked.student]:
            continue
        if attempt and newest.get(marked.student) not in digests.get(result.get("student", ""), ()):
            continue  # forgotten since, or taken back
        page = folder / REPORT if folder is not None else None
        text = page.read_text("utf-8") if page is not None and page.exists() else ""
        due = "" if late is None else row.due or write_time(late.due)
        one = _corrected(attempt, marked, text, due, now)._replace(reveal=run.options["--reveal"])
        changed += database.scores.correct(write_time(now), Access(quiz.quiz.id, marked.student), one)
        taken.add(marked.student)
    return Taken(len(taken), changed, sorted({*attempts} - taken))


def _corrected(attempt: int, marked: Marked, page: str, due: str, now: Time) -> Corrected:
    final, possible = marks_number(marked.earned), marks_number(marked.possible)
    score = lti_score("", {"scoreGiven": final, "scoreMaximum": possible}, marked.comment, now, "FullyGraded")
    packed_page = packed(page) if page else b""
    return Corrected(attempt, json.dumps(final), json.dumps(possible), packed_page, json_line(score), due)


def _check_same_build(results: Iterable[WrittenResult], quiz_id: str, quiz: ServedQuiz, database: Database) -> None:
    """Refuse a run in which students have other problems than on their sheets here. Raises Refusal."""
    if quiz_id != quiz.quiz.id:
        raise Refusal(f"{_OTHER}: of {f'the quiz {printable(quiz_id)}' if quiz_id else 'no quiz'}")
    sheets = {
        student: {exercise: id_ for id_, exercise, _ in json.loads(stated)}
        for student, stated in database.problems(quiz_id).items()
    }
    for result in results:
        sheet = sheets.get(result.get("student", ""), {})
        for one in result.get("problems", ()):
            if sheet.get(exercise_of(one), one["id"]) != one["id"]:
                raise Refusal(
                    f"{_OTHER}: {printable(one['id'])} is not on the sheet of {printable(result['student'])} here"
                )


_OTHER = "RUN was made with another build"
