"""What processes beside the server do, so that it never computes: draw sheets, mark hand-ins, write pages of feedback."""

from __future__ import annotations

import asyncio
import faulthandler
import gzip
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple, TypeVar

from grader.core.answers.reports import Reveal
from grader.core.data import Plain
from grader.core.numbers import marks_number
from grader.core.policy import Policy
from grader.core.processes import process_pool
from grader.core.text import json_text
from grader.core.times import read_time
from grader.course.late import Late
from grader.course.one_student import FAILED, Keep, Opened, Sheet
from grader.course.quiz import Quiz, Student, Variants
from grader.course.quiz.exercises import EVERYONE
from grader.course.quiz.sheets import Recipe, Recipient, posed_for, programs_of
from grader.course.run.chunks import Chunk, Done, Job, Marker, Setup, not_marked
from grader.course.tally import Row, Status
from grader.grading.read_results import ProblemResult
from grader.pages.answer_page import Heading
from grader.platforms import ResultOptions
from grader.serve.database import MARKED, HandIn
from grader.serve.served_sheet import write_served_sheet

Result = TypeVar("Result")

_SOME_TIME = ResultOptions(at=read_time("1970-01-01T00:00Z"))
"""A score bears the time of its hand-in; what marks is the same for all of a quiz."""

_SECONDS_TO_ANSWER = 10

Problems = Sequence[tuple[str, str, str]]
"""The problems of a sheet in its order: the id of each, its exercise, and its document."""


class WorkerDied(Exception):
    """A process ended over its work twice: it was killed, memory did not suffice, or it took too long."""


class Processes:
    """Processes that work one thing at a time each; one that dies is replaced, and its work tried once more."""

    def __init__(self, jobs: int, start: Callable[[], Executor] = partial(process_pool, 1)) -> None:
        self._start, self._jobs = start, jobs
        self._idle: asyncio.Queue[Executor] = asyncio.Queue()
        for _ in range(jobs):
            self._idle.put_nowait(start())

    async def are_idle(self) -> None:
        """Wait until one of them has nothing to do; whoever asks for work meanwhile is served first."""
        self._idle.put_nowait(await self._idle.get())

    async def run(self, seconds: int, work: Callable[[], Result]) -> Result:
        """Return what the work returns, which may take so many seconds. Raises WorkerDied, and what the work raises."""
        process = await self._idle.get()
        try:
            for _ in range(2):
                try:
                    return await asyncio.wrap_future(process.submit(_within, seconds, work))
                except BrokenExecutor:
                    process.shutdown(wait=False)
                    process = self._start()
            raise WorkerDied
        finally:
            self._idle.put_nowait(process)

    async def is_alive(self) -> bool:
        """Return whether any of them works. One that is busy does: it is ended where it takes too long."""
        try:
            return self._idle.empty() or await self.run(_SECONDS_TO_ANSWER, os.getpid) > 0
        except (WorkerDied, OSError):
            return False

    async def end(self) -> None:
        """Send all home, when each has done what it is at."""
        for _ in range(self._jobs):
            (await self._idle.get()).shutdown(cancel_futures=True)


def _within(seconds: int, work: Callable[[], Result]) -> Result:
    """Do the work, or end this process where it takes longer: nothing else ends a search that hangs."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
        try:
            return work()
        finally:
            faulthandler.cancel_dump_traceback_later()


# -- a sheet


def draw(recipe: Recipe, student: Student) -> tuple[str, bytes]:
    """Return the problems of a student's sheet as JSON, as a build of the quiz has them, and its page as gzip; what programs answer is only told of. Raises ProblemError."""
    quiz = recipe.quiz
    who = {Variants.SHARED: EVERYONE, Variants.GROUPS: student.group}.get(quiz.variants, student.id)
    posed = posed_for(recipe, Recipient(who, student.id, student.group, "", ""))
    on_page = [one for one in posed if one.program is None]
    problems: Problems = [(one.id, one.entry, one.content.decode()) for one in on_page]
    heading = Heading(quiz.heading, quiz.course, quiz.note, student.id, quiz.id, programs_of(posed))
    page = write_served_sheet([one.problem for one in on_page], heading, student.name)
    return json_text(problems), packed(page)


def packed(page: str) -> bytes:
    """Return a page as it is stored and sent."""
    return gzip.compress(page.encode(), mtime=0)


# -- marks


class Marks(NamedTuple):
    """What a student handed in last, with the marks of all of it; the page of feedback as gzip; what went wrong in the program."""

    of: HandIn
    page: bytes
    bug: str


def setup_of(quiz: Quiz, reveal: Reveal | None = None) -> Setup:
    """Return how hand-ins of a quiz are marked, as a class run does; `reveal` goes before what the quiz says."""
    marking = quiz.marking
    return Setup(
        Policy().over(marking.policy),
        reveal or marking.reveal or Reveal.EXPECTED,
        quiz=quiz.id,
        title=quiz.heading,
        keep=Keep(marking.keep or Keep.LATEST),
        html=True,
        shown="ags",
        options=_SOME_TIME,
    )


def job_of(student: Student, problems: Problems, hand_ins: Iterable[HandIn]) -> Chunk:
    """Return all that a student handed in, with the problems of the sheet."""
    files = tuple(Opened(f"hand-in {number}", one.submission.encode()) for number, one in enumerate(hand_ins, 1))
    sheet = Sheet({id_: exercise for id_, exercise, _ in problems})
    documents = {id_: (f"{id_}.yaml", document.encode()) for id_, _, document in problems}
    return Chunk([Job(student.id, files, group=student.group, sheet=sheet)], documents)


def mark(setup: Setup, chunk: Chunk, last: HandIn) -> Marks:
    """Return the marks of the one job, of whose hand-ins that is the last."""
    [done] = _marker(setup._replace(late=None)).mark(chunk).done
    return _marks_of(done, setup.late, last)


def mark_not(setup: Setup, chunk: Chunk, last: HandIn) -> Marks:
    """Return what is said of a job over which the program failed."""
    return _marks_of(not_marked(setup, chunk.jobs[0], FAILED), setup.late, last)


def _marks_of(done: Done, late: Late | None, last: HandIn) -> Marks:
    result: Mapping[str, Plain] = json.loads(done.result)
    page = next((str(content) for name, content in done.files if name.endswith(".html")), "")
    problems = done.brief.problems if done.brief is not None else ()
    earned, possible, pending = (json.dumps(result.get(name, 0)) for name in ("earned", "possible", "pending"))
    row = Row("", Status.GRADED, possible=Fraction(possible), total=Fraction(earned), handed_in=last.time)
    marked = last._replace(
        state=MARKED,
        earned=earned,
        possible=possible,
        penalty=json.dumps(marks_number(late.marks(row).penalty or 0 if late is not None else 0)),
        pending=pending,
        brief=json_text([one for problem in problems for one in _in_brief(problem)]),
        score=_score(json.loads(str(done.shown[0])), late, row) if done.shown else None,
    )
    return Marks(marked, packed(page), done.bug or done.page_bug)


def _score(score: dict[str, Plain], late: Late | None, row: Row) -> str:
    """Return the score as `grade --format ags` writes it, less what lateness costs, as of when it was handed in."""
    if late is not None and "scoreGiven" in score and (said := late.sentence(row)):
        score |= {"scoreGiven": marks_number(late.marks(row).final), "comment": f"{score['comment']}\n{said}"}
    return json_text(score | {"timestamp": row.handed_in})


def _in_brief(problem: ProblemResult) -> Iterable[tuple[str, str, str, list[str]]]:
    """Yield of each part its exercise, its name, how it was answered, and which wrong rules the problem's answers follow."""
    for part in problem.parts:
        answered = "blank" if part.is_blank else "right" if part.earned == part.possible else "wrong"
        yield problem.exercise, part.part, answered, [*problem.misconceptions] if answered == "wrong" else []


@lru_cache(8)  # quizzes are few; each keeps the problems that it solved last
def _marker(setup: Setup) -> Marker:
    return Marker(setup)
