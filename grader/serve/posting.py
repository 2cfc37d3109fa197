"""What is asked of platforms beside answering: scores are posted until they are taken, and class lists are read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta
from typing import NamedTuple

from grader.core.text import printable
from grader.core.times import Time, write_time
from grader.serve.connection import Connection
from grader.serve.database import Access, Database
from grader.serve.line import Away, Line
from grader.serve.people import Person
from grader.serve.platforms import LtiPlatform, Platforms
from grader.serve.quizzes import ServedQuiz
from grader.serve.scores import Post
from grader.serve.service import Service

_LONGEST, _CONFLICT = timedelta(seconds=3600), 409
_HOUR = timedelta(hours=1)


_LEARNERS = ("http://purl.imsglobal.org/vocab/lis/v2/membership#Learner", "Learner")
_LONGEST_ID = 255
"""So long an id may be, as in a launch."""


class ClassList(NamedTuple):
    """Where a platform lists who is in a course that has a quiz."""

    quiz: str
    issuer: str
    context: str
    client_id: str
    members: str


def wait_after(failures: int) -> timedelta:
    """Return after how long a score is tried again.

    >>> [int(wait_after(count).total_seconds()) for count in (1, 2, 3, 12, 13, 700)]
    [1, 2, 4, 2048, 3600, 3600]
    """
    return min(timedelta(seconds=2 ** min(failures - 1, 12)), _LONGEST)


class Posting:
    """What goes between this server and platforms while nobody waits for it."""

    def __init__(
        self, service: Service, database: Database, platforms: Platforms, line: Line, log: Callable[[str], None]
    ) -> None:
        self._service, self._scores, self.connection = service, database.scores, database.connection
        self.platforms, self.line, self._log = platforms, line, log
        self.busy = set[str]()

    async def queue_new(self) -> None:
        """Let the scores wait whose line item came after their hand-in."""
        await self._service.stored(self._scores.queue_new, write_time(self._service.now()))

    async def begin_due(self) -> None:
        """Begin what is due now, each platform beside the others: one that is slow holds up nothing else."""
        now = self._service.now()
        for issuer in await self._service.stored(self._scores.issuers, now):
            self._service.begin(self.post_to(issuer))
        for id_, quiz in self._service.quizzes.items():
            before = write_time(now - _HOUR) if await self._is_open(quiz, now) else ""
            for course in await self._service.stored(take_due, self.connection, id_, write_time(now), before):
                self._service.begin(self.read_list(quiz, course))

    async def _is_open(self, quiz: ServedQuiz, now: Time) -> bool:
        return (quiz.terms.opens is None or quiz.terms.opens <= now) and not await self._service.is_over(quiz)

    async def find(self, issuer: str, client_id: str) -> LtiPlatform:
        """Return a platform by who it is and what it calls us. Raises Away."""
        found = await self._service.stored(self.platforms.find, issuer, client_id)
        if found is None:
            raise Away("this platform is not registered here any more")
        return found

    # -- scores

    async def post_to(self, issuer: str) -> None:
        """Post all that is due for a platform, unless that is going on."""
        if issuer in self.busy:
            return
        self.busy.add(issuer)
        try:
            while posts := await self._service.stored(self._scores.take, issuer, self._service.now()):
                await asyncio.gather(*map(self._post, posts))
        finally:
            self.busy.discard(issuer)

    async def _post(self, one: Post) -> None:
        try:
            await self._post_newest(await self.find(one.issuer, one.client_id), one)
        except Away as failure:
            due = self._service.now() + max(wait_after(one.tries + 1), failure.wait)
            await self._service.stored(self._scores.note_failed, one, write_time(due), str(failure))
        else:
            await self._service.stored(self._scores.note_posted, one)

    async def _post_newest(self, platform: LtiPlatform, one: Post) -> None:
        """Post a score; where the platform has a newer one, as of now. Raises Away."""
        try:
            await self.line.post_score(platform, one.url, one.score)
        except Away as failure:
            if failure.status != _CONFLICT:
                raise
            newer = {**json.loads(one.score), "timestamp": write_time(self._service.now())}
            await self.line.post_score(platform, one.url, json.dumps(newer, ensure_ascii=False))

    # -- class lists

    async def read_list(self, quiz: ServedQuiz, course: ClassList) -> None:
        """Note whom a platform lists as learners of a course, and draw their sheets ahead. Raises NotDone."""
        await self._service.check_kept(course.quiz)
        try:
            members = await self.line.members(await self.find(course.issuer, course.client_id), course.members)
        except Away as failure:
            self._log(f"a class list of {printable(course.quiz)} could not be read: {failure}")
            return
        tied = [
            await self._service.stored(self._service.people.tie, course.quiz, one, quiz.roster)
            for one in learners(course, members)
            if quiz.gives_sheet_to(one.student_id(quiz.roster))
        ]
        await self._service.draw_ahead([Access(course.quiz, student) for student in tied if student])


# -- who is in a course, before anybody opens a sheet (Names and Role Provisioning Services)


def take_due(connection: Connection, quiz: str, now: str, before: str) -> list[ClassList]:
    """Return the lists of a quiz that staff asked for, or that were read before that time ("": those are not due), as read now."""
    rows = connection.rows(
        "update course set fetched = ? where quiz = ? and (fetched is null or fetched <= ?)"
        " returning quiz, issuer, context, client_id, members",
        now,
        quiz,
        before,
    )
    return [ClassList(*map(str, row)) for row in rows]


def learners(course: ClassList, members: Iterable[Mapping[str, object]]) -> Iterator[Person]:
    """Yield who learns in a course, of those whom its list names; others have left, or teach there."""
    for one in members:
        sub, name, email, sourcedid = (
            _text(one.get(field)) for field in ("user_id", "name", "email", "lis_person_sourcedid")
        )
        roles = one.get("roles")
        is_learner = isinstance(roles, list) and any(role in _LEARNERS for role in roles)
        if 0 < len(sub) <= _LONGEST_ID and is_learner and one.get("status", "Active") == "Active":
            yield Person(course.issuer, sub, name, email, sourcedid, course.context)


def _text(stated: object) -> str:
    """Return a text as every database takes it; anything else is none."""
    return stated.encode(errors="replace").decode().replace("\0", "") if isinstance(stated, str) else ""
