"""What the server does for a link: show the sheet, save, take hand-ins, show feedback, say how the class stands.

Nothing here knows HTTP, and nothing computes: what is asked of the store is asked in a thread of its own, and processes draw and mark.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from secrets import SystemRandom
from typing import NamedTuple, ParamSpec, TypeVar

from grader.core.answers.reports import Reveal
from grader.core.data import Plain
from grader.core.documents import SUBMISSION_LIMITS, parse_document
from grader.core.errors import ProblemError, SubmissionError, suggest
from grader.core.text import count, json_text, printable
from grader.core.times import Time, write_time
from grader.course.late import Late
from grader.course.quiz import Student
from grader.grading.marking import Submission, answered, answers_to, read_submission
from grader.serve import work
from grader.serve.connection import Failure
from grader.serve.database import CLOSING, LATE, MARKED, WAITING, Access, Database, HandIn, SavedState, StoredSheet
from grader.serve.live import Live, Standing, as_corrected, in_table
from grader.serve.people import People
from grader.serve.quizzes import (
    GRACE,
    MINUTES_OF_GRACE,
    ServedQuiz,
    digest_of,
    end_of,
    everybody,
    extend,
    in_utc,
    is_over,
    reveal_of,
    take_decisions,
)
from grader.serve.scores import NONE, POSTED, QUEUED

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

_SECONDS_A_PROBLEM = 10
_SECONDS_TO_DRAW = 60
_LOOK_AGAIN = 0.25
"""Seconds after which the store is asked again for marks that another server makes."""
_WAIT = 8
"""Seconds after which a hand-in is answered without its marks; the page asks again."""
_WATCHED = timedelta(minutes=1)
_EMPTY: dict[str, Plain] = {"format": "gametree-submission/1", "answers": {}}


class NotDone(Exception):
    """A request that is not done: the status of the answer, why, and more that the answer says."""

    def __init__(self, status: int, why: str, **more: Plain) -> None:
        super().__init__(why)
        self.status, self.why, self.more = status, why, more


_SAVES_NOTHING, _RETRY = "this cannot be saved here just now; your page keeps it and tries again", 5
_IN_GRADEBOOK = {
    NONE: "This mark is not in the course's gradebook.",
    QUEUED: "This mark is on its way to the course's gradebook.",
    POSTED: "This mark is in the course's gradebook.",
}
_MORE = "More is shown here when the quiz has closed for everybody"
_AND_LATE = " and nothing can be earned by handing in late"
_NO_EXPORT = "the export holds right answers: from a course it is there when the quiz has closed for everybody{}, and at any time by gametree serve export"
"""Who teaches any course of a platform can open the quiz from there, and may be a student of another."""
_NO_ID = "{}: expected the id of a student of this quiz{}"
_IN_TWO_COURSES = "this student comes from two courses, so that neither decides alone: do it from the link that gametree serve links prints"
NO_GROUP = "This quiz is done in groups, and you are in none of them; tell your instructor, who restarts the server where you are on the class list by now."
NOT_FOUND = "There is nothing here. Open the quiz again from the link that you were given."


class Opened(NamedTuple):
    """The sheet of a student: of which quiz, as it was drawn, the student as the class list or else a platform has them, all that they handed in."""

    of: Access
    quiz: ServedQuiz
    sheet: StoredSheet
    student: Student
    hand_ins: Sequence[HandIn]

    @property
    def closes(self) -> Time | None:
        """Return when the sheet closes."""
        return self.quiz.closes(self.sheet.opened, self.sheet.until)

    @property
    def late(self) -> Late | None:
        """Return what handing in late costs on the sheet; None where it cannot, or where that never is."""
        penalty, closes = self.quiz.terms.late_penalty, self.closes
        return None if penalty is None or closes is None else Late(closes, MINUTES_OF_GRACE, penalty)

    @property
    def closed(self) -> str:
        """Return in words when it closed, in the zone in which the quiz does."""
        return "the quiz closed at " + ("" if self.closes is None else _in_words(self.closes, self.quiz))

    def times_of_sheet(self, minutes: int, now: Time) -> list[str]:
        """Return, in words, how long and until when a sheet of so many minutes can be filled in that is begun now, and what lateness costs."""
        end, late = self.closes, [] if self.late is None else [self.late.rule()]
        if end is not None and now > end:
            return [f"The quiz closed at {_in_words(end, self.quiz)}.", *late]
        closes = [] if end is None else [f"The quiz closes at {_in_words(end, self.quiz)}."]
        late = [f"Handing in after the earlier of the two is late: {rule}" for rule in late]
        return [f"You have {count(minutes, 'minute')} from when you begin.", *closes, *late]

    def is_closed(self, now: Time) -> bool:
        """Return whether nothing is taken any more that would be marked."""
        return self.quiz.is_closed(self.closes, now)

    @property
    def problems(self) -> work.Problems:
        """Return the problems of the sheet."""
        problems: work.Problems = json.loads(self.sheet.problems)
        return problems

    @property
    def counting(self) -> list[HandIn]:
        """Return what was handed in and is marked, or will be."""
        return [one for one in self.hand_ins if one.attempt is not None]

    def left(self, now: Time) -> int:
        """Return how often something can be handed in yet."""
        used = sum(one.is_attempt for one in self.hand_ins)
        return 0 if self.is_closed(now) else max(self.quiz.terms.attempts - used, 0)


class Service:
    """All that links open, of the quizzes that are served. `now` is asked for the time, in UTC."""

    def __init__(
        self,
        quizzes: Mapping[str, ServedQuiz],
        database: Database,
        processes: work.Processes,
        now: Callable[[], Time],
        log: Callable[[str], None],
        keep_days: int = 400,
    ) -> None:
        self._keep = timedelta(days=keep_days)
        self.quizzes, self._database, self._processes, self.now, self._log = quizzes, database, processes, now, log
        self.people = People(database.connection)
        self._scores = database.scores
        self._thread = ThreadPoolExecutor(1)
        self._drawing: dict[Access, asyncio.Future[None]] = {}
        self._marking: dict[tuple[str, str, str], asyncio.Task[HandIn]] = {}
        self._watched: dict[str, Time] = {}
        self._counted: dict[Access, tuple[str, int]] = {}
        self._background = set[asyncio.Task[None]]()

    async def stored(
        self, ask: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Result:
        """Return what something returns that asks the store, in its thread. Raises NotDone where nothing can be read or written just now."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: ask(*arguments, **named))
        except Failure as failure:
            self._log(f"the database: {failure}")
            raise NotDone(507, _SAVES_NOTHING, retry=_RETRY) from failure

    def begin(self, task: Coroutine[object, object, None]) -> None:
        """Do something beside answering; what fails is logged, if that has not told of itself."""
        started = asyncio.ensure_future(task)
        self._background.add(started)
        started.add_done_callback(self._background.discard)
        started.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Result]) -> None:
        failure = None if task.cancelled() else task.exception()
        if failure is not None and not isinstance(failure, NotDone):
            self._log(f"failed: {type(failure).__name__}: {failure}")

    async def end(self) -> None:
        """Stop what is done beside answering, and let go of the processes and the store."""
        for task in tuple(self._background):
            task.cancel()
        await self._processes.end()
        await self.stored(self._database.close)
        self._thread.shutdown()

    # -- links and sheets

    async def access(self, token: str, *, is_staff: bool = False) -> Access:
        """Return what a link opens. Raises NotDone for a wrong, old or foreign one."""
        found = await self.stored(self._database.access, digest_of(token), write_time(self.now()))
        if found is None or found.quiz not in self.quizzes or is_staff != (not found.student):
            raise NotDone(404, NOT_FOUND)
        return found

    async def opened(self, of: Access, *, is_begun: bool = True) -> Opened:
        """Return somebody's sheet; drawn, where it was not drawn yet. Raises NotDone.

        `is_begun`: the page itself asks, which no program does that looks at links in mails: from then on minutes count.
        """
        quiz = self.quizzes[of.quiz]
        if quiz.terms.opens is not None and self.now() < quiz.terms.opens:
            seconds = int((quiz.terms.opens - self.now()).total_seconds()) + 1
            raise NotDone(425, f"{quiz.quiz.heading} opens at {_in_words(quiz.terms.opens, quiz)}.", seconds=seconds)
        if (opened := await self.stored(self._look, of, is_begun=is_begun)) is None:
            await self.draw(of)
            opened = await self.stored(self._look, of, is_begun=is_begun)
        elif opened.closes is not None and opened.is_closed(self.now()) and not opened.counting:
            await self._put_by_saved(of, opened.closes)  # nobody is told before it that nothing was handed in
            opened = await self.stored(self._look, of)
        if opened is None:
            raise NotDone(404, NOT_FOUND)
        return opened

    def _look(self, of: Access, *, is_begun: bool = False) -> Opened | None:
        """Return a sheet as it stands; None where there is none."""
        if is_begun:
            self._database.note_seen(of, write_time(self.now()))
        sheet, quiz = self._database.sheet(of), self.quizzes[of.quiz]
        if sheet is None:
            return None
        return Opened(of, quiz, sheet, self._student(of), self._database.hand_ins(of))

    def _student(self, of: Access) -> Student:
        return self.quizzes[of.quiz].roster.get(of.student) or self.people.student(of)

    async def draw(self, of: Access) -> None:
        """Draw a sheet, unless it is there or being drawn by somebody who asked before."""
        if of not in self._drawing:
            drawing = self._drawing[of] = asyncio.ensure_future(self._draw(of))
            drawing.add_done_callback(lambda _: self._drawing.pop(of))
        await asyncio.shield(self._drawing[of])

    async def _draw(self, of: Access) -> None:
        if await self.stored(self._database.is_drawn, of):
            return
        await self.check_kept(of.quiz)
        if not self.quizzes[of.quiz].gives_sheet_to(of.student):
            raise NotDone(403, NO_GROUP)
        draw = partial(work.draw, self.quizzes[of.quiz].recipe, await self.stored(self._student, of))
        try:
            drawn = await self._processes.run(_SECONDS_TO_DRAW, draw)
        except (work.WorkerDied, ProblemError) as failure:
            self._log(f"a sheet of {printable(of.quiz)} could not be drawn: {failure}")
            raise NotDone(
                503, "Your sheet could not be drawn; try again in a minute, or tell your instructor."
            ) from failure
        await self.stored(self._database.add_sheet, of, *drawn)

    async def draw_ahead(self, whose: Iterable[Access] | None = None) -> None:
        """Draw the sheets of some, or of everybody on the class lists, while nobody waits for anything else."""
        kept = [quiz for quiz in self.quizzes.values() if not await self.stored(self._is_over, quiz, self._keep.days)]
        everyone = (Access(quiz.quiz.id, student) for quiz in kept for student in quiz.roster)
        sheets = [*(everyone if whose is None else whose)]
        SystemRandom().shuffle(sheets)  # of several servers each draws others
        for of in sheets:
            await self._processes.are_idle()
            await self.draw(of)

    # -- saving

    async def answers(self, of: Access) -> dict[str, Plain]:
        """Return what is saved of a sheet, what time it is, and until when and how often it can be handed in."""
        opened, now = await self.opened(of), self.now()
        saved = await self.stored(self._database.saved, of)
        last, late = opened.counting[-1] if opened.counting else None, opened.late
        return {
            "saved": saved.number,
            "when": saved.time,
            "keep": json.loads(saved.page_state),
            "submission": json.loads(saved.submission),
            "now": write_time(now),
            "closes": opened.closes and write_time(opened.closes),
            "attempts": opened.quiz.terms.attempts,
            "left": opened.left(now),
            "late": late and {"after": write_time(late.due + GRACE), "rule": late.rule()},
            "handed": last and last.answers,
            "arrived": last and last.time,
            "by": last and last.by,
            "over": opened.is_closed(now),
        }

    async def save(self, of: Access, base: int, page_state: Plain, submission: Plain) -> dict[str, Plain]:
        """Save a state of the sheet that goes on from the state `base`, and return its number. Raises NotDone."""
        opened, now = await self.opened(of), self.now()
        if opened.is_closed(now):
            raise NotDone(410, opened.closed, kept=False)
        text = json_text(submission)
        count = await asyncio.to_thread(_count_answered, text)
        state = SavedState(0, write_time(now), json_text(page_state), text, count)
        number = await self.stored(self._database.save, of, base, state)
        if number is None:
            if not await self.stored(self._database.is_drawn, of):  # forgotten just now
                raise NotDone(404, NOT_FOUND)
            raise NotDone(409, "this sheet was saved by another window", **await self.answers(of))
        return {"saved": number}

    # -- handing in

    async def hand_in(self, of: Access, once: str, submission: Plain) -> tuple[int, dict[str, Plain]]:
        """Take a hand-in and return the status of the answer and what it says; the same `once` again is no second one. Raises NotDone."""
        opened, now = await self.opened(of), self.now()
        text = json_text({**submission, "student": of.student} if isinstance(submission, dict) else submission)
        if len(text.encode()) > SUBMISSION_LIMITS.bytes:  # written anew it is longer, and a class run reads it so
            raise NotDone(413, f"expected at most {SUBMISSION_LIMITS.bytes // 1024} KiB")
        await asyncio.to_thread(_check_submission, text, opened.problems)
        one = HandIn(*of, once, None, write_time(now), text, LATE if opened.is_closed(now) else WAITING)
        put_by = await self.stored(self._database.add_hand_in, one, opened.quiz.terms.attempts)
        if put_by is None:
            raise NotDone(409, "already handed in")
        if put_by.state == LATE:
            raise NotDone(410, opened.closed, kept=True)
        marking = self._marking_of(put_by)
        done, _ = await asyncio.wait({marking}, timeout=_WAIT)
        if not done:
            return 202, {"attempt": put_by.attempt}
        marked = marking.result()
        return 200, {
            "attempt": marked.attempt,
            "arrived": marked.time,
            "earned": marked.final,
            "possible": json.loads(marked.possible or "0"),
            "pending": json.loads(marked.pending or "0"),
            "late": marked.is_late,
        }

    def _marking_of(self, one: HandIn) -> asyncio.Task[HandIn]:
        """Return what marks a hand-in: it is marked once, whoever waits for it, and whether or not anybody does."""
        key = (*one.of, one.once)
        if key not in self._marking:
            marking = self._marking[key] = asyncio.ensure_future(self._marked(one))
            marking.add_done_callback(lambda _: self._marking.pop(key))
            marking.add_done_callback(self._ended)
        return self._marking[key]

    async def _marked(self, one: HandIn) -> HandIn:
        """Return a hand-in with the marks that a student has after it."""
        while (taken := await self.stored(self._taken, one)) is None:  # noqa: ASYNC110  # no event tells what another server does
            await asyncio.sleep(_LOOK_AGAIN)
        opened, one = taken
        if one.state == MARKED:
            return one
        hand_ins = opened.counting[: opened.counting.index(one) + 1]
        marks = await self._marks(opened, hand_ins, opened.quiz.reveal)
        reveal, now = opened.quiz.reveal.value, write_time(self.now())
        await self.stored(self._database.add_marks, marks.of, reveal, marks.page, now)
        return marks.of

    def _taken(self, one: HandIn) -> tuple[Opened, HandIn] | None:
        """Return a hand-in that this server marks, or that is marked, with its sheet; None while another server marks it. Raises NotDone where it was forgotten."""
        opened, held = self._held(one)
        if held.state == MARKED:
            return opened, held
        return self._held(one) if self._database.take(held) else None  # another server may have marked it meanwhile

    def _held(self, one: HandIn) -> tuple[Opened, HandIn]:
        """Return a hand-in as it stands now, with its sheet. Raises NotDone where it was forgotten."""
        opened = self._look(one.of)
        held = next((held for held in opened.hand_ins if held.once == one.once), None) if opened is not None else None
        if opened is None or held is None:
            raise NotDone(404, NOT_FOUND)
        return opened, held

    async def _marks(self, opened: Opened, hand_ins: Sequence[HandIn], reveal: Reveal) -> work.Marks:
        problems = opened.problems
        setup = work.setup_of(opened.quiz.quiz, reveal)._replace(late=opened.late)
        job = setup, work.job_of(opened.student, problems, hand_ins), hand_ins[-1]
        try:
            marks = await self._processes.run(_SECONDS_A_PROBLEM * (len(problems) + 1), partial(work.mark, *job))
        except work.WorkerDied:
            return await self._processes.run(_SECONDS_TO_DRAW, partial(work.mark_not, *job))
        if marks.bug:
            self._log(f"a hand-in could not be marked or shown as it should: {marks.bug}")
        return marks

    # -- what is done now and again

    async def note_alive(self) -> None:
        """Say each second that this server lives, or others mark what waits for it."""
        await self.stored(self._database.note_alive)

    async def close_and_mark(self) -> None:
        """Mark what waits for marks, and hand in what is saved of sheets that have closed, once, where nothing was handed in."""
        for of, closes in await self.stored(self._closed):
            await self._put_by_saved(of, closes)
        for one in await self.stored(self._database.unmarked):
            if one.quiz in self.quizzes:
                self._marking_of(one)

    def _closed(self) -> list[tuple[Access, Time]]:
        """Return whose sheets have closed with something saved on them and nothing handed in, and when."""
        ends = [
            (Access(id_, one.student), quiz.closes(one.opened, one.until))
            for id_, quiz in self.quizzes.items()
            for one in self._database.not_handed_in(id_)
        ]
        return [(of, closes) for of, closes in ends if closes is not None and self.now() - GRACE > closes]

    async def _put_by_saved(self, of: Access, closes: Time) -> None:
        """Hand in what was saved of a sheet before it closed, once; the time is that of closing. What was saved later counts when the student hands it in."""
        saved = await self.stored(self._database.saved, of, in_utc(closes + GRACE))
        if saved.number and (opened := await self.stored(self._look, of)) is not None:
            text = await asyncio.to_thread(_as_submission, saved, opened)
            one = HandIn(*of, CLOSING, None, in_utc(closes), text, WAITING)
            await self.stored(self._database.add_hand_in, one, 1)

    async def count_saved(self) -> None:
        """Mark what is saved and not handed in, of quizzes whose live page somebody looks at: for its bars alone, and while no hand-in waits."""
        for id_ in [id_ for id_, asked in self._watched.items() if self.now() - asked <= _WATCHED]:
            for one in await self.stored(self._database.not_handed_in, id_):
                of = Access(id_, one.student)
                if (opened := await self.stored(self._look, of)) is None:
                    continue
                state = await self.stored(self._database.saved, of)
                if self._counted.get(of, ("", 0))[1] != state.number:
                    text = await asyncio.to_thread(_as_submission, state, opened)
                    await self._processes.are_idle()
                    saved = HandIn(*of, CLOSING, None, write_time(self.now()), text, WAITING)
                    marks = await self._marks(opened, [saved], Reveal.NONE)
                    self._counted[of] = (marks.of.brief or "[]", state.number)

    async def take_decisions(self) -> None:
        """Take the due times of the decisions beside the quizzes as they stand now; what is wrong there is logged."""
        for quiz in self.quizzes.values():
            try:
                await self.stored(take_decisions, quiz, self._database)
            except ProblemError as failure:
                self._log(f"decisions were not taken: {failure.faults[0]}")

    async def forget_expired(self) -> None:
        """Delete links, logins and launches that have had their time: strangers can begin any number of logins."""
        await self.stored(self._database.forget_expired, in_utc(self.now()))

    async def forget_old(self) -> None:
        """Delete what is stored of quizzes that closed so long ago that nothing of them is to be kept, also of those that are served no more."""
        for id_ in await self.stored(self._old):
            gone = await self.stored(self._database.forget, quiz=id_)
            if gone["sheet"]:
                days = f"more than {self._keep.days} days ago"
                self._log(f"{printable(id_)} closed {days}: all that was stored of it is deleted")

    async def check_kept(self, id_: str) -> None:
        """Raise NotDone where a quiz closed so long ago that nothing of it is stored any more: neither sheets nor who comes."""
        if await self.stored(self._is_over, self.quizzes[id_], self._keep.days):
            raise NotDone(410, f"This quiz closed more than {self._keep.days} days ago, and nothing of it is kept.")

    def _old(self) -> list[str]:
        now, keep = self.now(), max(self._keep, GRACE)
        ends = {id_: in_utc((end_of(quiz, self._database) or now) + keep) for id_, quiz in self.quizzes.items()}
        return self._database.ended(ends, in_utc(now + keep), in_utc(now))

    # -- feedback

    async def feedback(self, of: Access) -> tuple[bytes, list[str], bool]:
        """Return the page of feedback as it may be seen now, what is said above it, and whether the sheet can be handed in again. Raises NotDone."""
        opened = await self.opened(of, is_begun=False)
        if not opened.counting:
            raise NotDone(404, "Nothing was handed in on this sheet yet.")
        last = await asyncio.shield(self._marking_of(opened.counting[-1]))
        is_left = opened.left(self.now()) > 0
        reveal, page, sentences = await self.stored(self._shown, opened.quiz, last, is_left=is_left)
        if page is None:
            page = (await self._marks(opened, opened.counting, reveal)).page
            await self.stored(self._database.add_feedback, last, reveal.value, page)
        return page, sentences, is_left

    def _shown(self, quiz: ServedQuiz, last: HandIn, *, is_left: bool) -> tuple[Reveal, bytes | None, list[str]]:
        """Return how much feedback shows now, its page where it is there, and what is said above it."""
        is_past = self._is_over(quiz, quiz.terms.days_of_lateness)
        reveal = reveal_of(quiz, self._database, self.now())
        if last.once == CLOSING and is_left and not is_past and reveal is Reveal.EXPECTED:
            reveal = Reveal.VERDICTS  # the student handed in nothing yet, and can with a penalty
        corrected = self._scores.corrected_of(*last.of, last.attempt)
        page = corrected.page_for(reveal) if corrected is not None else None
        more = _AND_LATE if quiz.terms.days_of_lateness else ""
        in_gradebook = [_IN_GRADEBOOK[one.state] for one in self._scores.states(*last.of).values()]
        has_more = not is_past and quiz.terms.closes is not None and reveal is not quiz.terms.after
        sentences = [as_corrected(last, corrected).words, *in_gradebook, *([f"{_MORE}{more}."] if has_more else [])]
        return reveal, page or self._database.feedback(last, reveal.value), sentences

    def is_done(self, opened: Opened) -> bool:
        """Return whether nothing can be handed in on a sheet any more, and something was."""
        return bool(opened.counting) and not opened.left(self.now())

    async def is_writable(self) -> bool:
        """Return whether the store can be written."""
        try:
            await self.stored(self._database.check_writable)
        except NotDone:
            return False
        return True

    async def can_mark(self) -> bool:
        """Return whether a process lives that draws and marks."""
        return await self._processes.is_alive()

    async def is_over(self, quiz: ServedQuiz) -> bool:
        """Return whether everybody's sheet has closed: minutes of one's own end before the quiz does, extensions after."""
        return await self.stored(self._is_over, quiz)

    def _is_over(self, quiz: ServedQuiz, days: int = 0) -> bool:
        return is_over(quiz, self._database, self.now(), days)

    # -- how the class stands

    async def live(self, id_: str, token: str) -> Live:
        """Return how the class stands, as the live page shows it that a link opens."""
        self._watched[id_] = self.now()
        return await self.stored(self._live, self.quizzes[id_], token)

    def _live(self, quiz: ServedQuiz, token: str) -> Live:
        id_, shown = quiz.quiz.id, self._shown_to(quiz, token)
        corrected, hand_ins = self._scores.corrected(id_), dict[str, list[HandIn]]()
        for one in self._database.of_quiz(id_):
            hand_ins.setdefault(one.student, []).append(as_corrected(one, corrected.get(one.student)))
        standing = Standing(
            quiz,
            self.now(),
            self._database.students(id_),
            hand_ins,
            self._scores.states(id_),
            self.people.turned_away(id_),
            corrected,
            {student: brief for (of_quiz, student), (brief, _) in self._counted.items() if of_quiz == id_},
        )
        return standing.live(shown)

    def _shown_to(self, quiz: ServedQuiz, token: str) -> dict[str, Student]:
        """Return whom an instructor's link shows: everybody, or those of the platform and course from which it was opened."""
        if any(scope := self._scope(token)):
            people = self.people.students(quiz.quiz.id, *scope)
            return {student: quiz.roster.get(student, one) for student, one in people.items()}
        return everybody(quiz, self._database)

    def _scope(self, token: str) -> tuple[str, str]:
        """Return of which platform and course a link shows people. Raises NotDone for one that opens nothing any more."""
        scope = self.people.scope(digest_of(token))
        if scope is None:
            raise NotDone(404, NOT_FOUND)
        return scope

    async def exported_to(self, id_: str, token: str) -> list[str]:
        """Return whose answers alone an instructor's link may export; nobody where it may export all. Raises NotDone."""
        if not any(await self.stored(self._scope, token)):
            return []
        quiz = self.quizzes[id_]
        if not await self.stored(self._is_over, quiz, quiz.terms.days_of_lateness):
            raise NotDone(409, _NO_EXPORT.format(_AND_LATE if quiz.terms.days_of_lateness else ""))
        if not (shown := await self.stored(self._shown_to, self.quizzes[id_], token)):
            raise NotDone(409, "nobody of this course has opened a sheet yet")
        return [*shown]

    async def student_of(self, id_: str, token: str, called: str) -> Access:
        """Return a student of the quiz whom the instructor's link shows, by the id or by a name that only one has. Raises NotDone."""
        shown, called = await self.stored(self._shown_to, self.quizzes[id_], token), called.strip()
        ids = [one.id for one in shown.values() if called in (one.name, in_table(one.name, one.id))]
        of = Access(id_, ids[0] if len(ids) == 1 and called not in shown else called)
        if of.student not in shown:
            raise NotDone(404, _NO_ID.format(printable(called), suggest(called, shown)))
        if any(await self.stored(self._scope, token)) and not await self.stored(self.people.is_of_one_course, of):
            raise NotDone(409, _IN_TWO_COURSES)
        return of

    async def extend(self, of: Access, until: str, why: str) -> dict[str, Plain]:
        """Let the sheet of a student close later: at a time, or so many minutes after it would. Raises NotDone."""
        quiz = self.quizzes[of.quiz]
        if not why.strip():
            raise NotDone(422, "say why: it stands with the marks")
        if quiz.never_closes:
            raise NotDone(409, "this sheet never closes")
        try:
            closes = await self.stored(extend, quiz, self._database, of.student, until, why, "the live page")
        except ValueError as failure:
            raise NotDone(422, str(failure)) from None
        return {"closes": None if closes is None else write_time(closes)}

    async def accept(self, of: Access) -> dict[str, Plain]:
        """Let be marked what came too late of a student. Raises NotDone."""
        if not await self.stored(self._database.accept, of):
            raise NotDone(409, "nothing of this student came too late, or it was accepted already")
        return {"accepted": of.student}

    async def post_again(self, of: Access) -> dict[str, Plain]:
        """Let the score of a student that a platform did not take be posted at once. Raises NotDone."""
        if not await self.stored(self._scores.again, write_time(self.now()), *of):
            raise NotDone(409, "no score of this student waits")
        return {"again": of.student}


def _in_words(time: Time, quiz: ServedQuiz) -> str:
    """Return a time as people read it, in the zone in which the quiz closes."""
    zone = time.tzinfo if quiz.terms.closes is None else quiz.terms.closes.tzinfo
    return f"{time.astimezone(zone):%Y-%m-%d %H:%M %Z}"


def _read(text: str) -> Submission:
    return read_submission(parse_document(text.encode(), "the sheet", SubmissionError))


def _count_answered(text: str) -> int:
    """Return how many exercises anything is answered to; of what is no submission none."""
    try:
        return len(answered(_read(text)))
    except SubmissionError:
        return 0


def _as_submission(state: SavedState, opened: Opened) -> str:
    """Return what is saved of a sheet as a submission; an empty one where that is none."""
    stated, student = json.loads(state.submission), {"student": opened.of.student}
    text = json_text({**(stated if isinstance(stated, dict) else _EMPTY), **student})
    try:
        _check_submission(text, opened.problems)
    except NotDone:
        return json_text({**_EMPTY, **student})
    return text


def _check_submission(text: str, problems: work.Problems) -> None:
    """Raise NotDone for what is no submission, names a problem that is not on the sheet, or could not be marked: its points would not count."""
    try:
        submission = _read(text)
    except SubmissionError as failure:
        raise NotDone(422, failure.faults[0].in_file) from None
    ids = {id_ for id_, *_ in problems}
    if foreign := [key for key in submission.keys if key not in ids]:
        raise NotDone(422, f"{printable(foreign[0])} is not on this sheet")
    for key in submission.keys:
        if not isinstance(answers_to(submission, key), dict | None):
            raise NotDone(422, f"expected the answers to {printable(key)} as a mapping of its parts")
