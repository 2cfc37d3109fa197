"""Scores for the gradebooks of courses: a queue, in the tables in which hand-ins and marks are, from which each is posted until it is taken."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import NamedTuple

from grader.core.answers.reports import Reveal
from grader.core.data import Plain
from grader.core.times import Time, write_time
from grader.serve.connection import Connection

NONE, QUEUED, POSTED = "none", "queued", "posted"
_LAST = (POSTED, NONE, QUEUED)
"""Of several courses the score is said to be where it is in the one that is last in this order."""
FAILURES = 3
"""After so many the live page says what the platform says."""
_DAYS = timedelta(days=30)
_LEASE = timedelta(minutes=2)
"""So long a score is with whoever took it: to post it takes six answers at most, a token and another token, each within 10 s."""
_AT_ONCE = 20


class Post(NamedTuple):
    """A score that waits: of whom, for which line item, as JSON, of which platform, and how often it was tried."""

    quiz: str
    student: str
    url: str
    score: str
    issuer: str
    client_id: str
    tries: int


class ScoreState(NamedTuple):
    """Where the score of a student is: one of the words above, how often it was not taken, and what the platform said then."""

    state: str = NONE
    tries: int = 0
    said: str = ""


class Corrected(NamedTuple):
    """Marks of a class run that took the place of those given here, their page as gzip ("": that of before), and what gradebooks get.

    `attempt` is the last one that they are of, -1 where that was taken back; `due` is when that was due, where lateness costs something; so much shows the page.
    """

    attempt: int
    final: str
    possible: str
    page: bytes
    score: str
    due: str
    reveal: str = Reveal.EXPECTED.value

    def page_for(self, reveal: Reveal) -> bytes | None:
        """Return the page where there is one that shows no more than that."""
        return None if Reveal(self.reveal).shows_more_than(reveal) else self.page or None

    def is_of(self, attempt: int | None) -> bool:
        """Return whether a hand-in is one of those that these marks are of."""
        return attempt is not None and attempt <= self.attempt


_DUE = """
    select item.quiz, item.student, item.url, item.issuer, item.client_id, item.sub,
        coalesce(corrected.score, case when held.state = 'marked' then held.score end), post.score
    from line_item item
    left join handed_in held on held.quiz = item.quiz and held.student = item.student and held.once = (
        select once from handed_in newest where newest.quiz = item.quiz and newest.student = item.student
        and attempt is not null order by time desc, attempt desc limit 1)
    left join corrected on corrected.quiz = item.quiz and corrected.student = item.student
        and corrected.attempt >= coalesce(held.attempt, 0)
    left join post on post.quiz = item.quiz and post.student = item.student and post.url = item.url
    where """
"""What each line item is to hold, and what it was last given: of all that counts of a student after the newest attempt."""


class Scores:
    """The queue in the store. Its methods are called as those of the store are; times are text in UTC."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def queue(self, now: str, quiz: str, student: str) -> None:
        """Let the score of a student wait where their line item is to hold another; within the transaction that gave the marks."""
        self._queue(now, "item.quiz = ? and item.student = ?", quiz, student)

    def queue_new(self, now: str) -> None:
        """Let scores wait of those whose line item came after their hand-in."""
        with self._connection.transaction():
            self._queue(now, "post.score is null")

    def _queue(self, now: str, which: str, *values: str) -> None:
        for *place, sub, score, last in self._connection.rows(_DUE + which, *values):
            if score is None:
                continue
            text = _json({**json.loads(str(score)), "userId": str(sub)})
            if text != last:
                self._connection.put("post", (*place, text, QUEUED, 0, now, now, ""), key="quiz, student, url")

    def issuers(self, now: Time) -> list[str]:
        """Return the platforms for which something is due."""
        rows = self._connection.rows(
            "select distinct issuer from post where state = 'queued' and due <= ? and since > ?", *_times(now)
        )
        return [str(issuer) for (issuer,) in rows]

    def take(self, issuer: str, now: Time) -> list[Post]:
        """Return some of what is due for a platform, the first ones first. Nobody else gets them for two minutes."""
        due, since = _times(now)
        rows = self._connection.rows(
            "update post set due = ? where state = 'queued' and due <= ? and (quiz, student, url) in"
            " (select quiz, student, url from post where state = 'queued' and issuer = ? and due <= ? and since > ? order by due limit ?)"
            " returning quiz, student, url, score, issuer, client_id, tries",
            write_time(now + _LEASE),
            due,
            issuer,
            due,
            since,
            _AT_ONCE,
        )
        return [Post(*row) for row in rows]  # type: ignore[arg-type]  # the columns are of these types

    def note_posted(self, one: Post) -> None:
        """Note that the platform has a score, unless another waits meanwhile."""
        posted = f"update post set state = 'posted', said = '' where {_THIS}"  # noqa: S608  # words of our own
        if not self._connection.changed(posted, *one[:4]):  # another server may have posted that before
            other = "quiz = ? and student = ? and url = ? and state = 'posted'"
            again = f"update post set state = 'queued', tries = 0, due = since where {other}"  # noqa: S608  # as above
            self._connection.one(again, *one[:3])

    def note_failed(self, one: Post, due: str, said: str) -> None:
        """Note that a score was not taken, and when it is tried again."""
        statement = f"update post set due = ?, tries = tries + 1, said = ? where {_THIS}"  # noqa: S608  # as above
        self._connection.one(statement, due, said, *one[:4])

    def again(self, now: str, quiz: str, student: str) -> int:
        """Let what waits of a student be tried at once, for another 30 days; return how much that is."""
        which = "quiz = ? and student = ? and state = 'queued'"
        return self._connection.changed(
            f"update post set due = ?, since = ?, tries = 0 where {which}",  # noqa: S608  # as above
            now,
            now,
            quiz,
            student,
        )

    def states(self, quiz: str, student: str = "") -> dict[str, ScoreState]:
        """Return where the scores are of all whom a platform knows, or of one of them; of several courses in that one which lags behind."""
        rows = self._connection.rows(
            "select person.student, coalesce(state, 'none'), coalesce(tries, 0), coalesce(said, '') from person"
            " left join line_item item on item.quiz = person.quiz and item.student = person.student"
            " left join post on post.quiz = item.quiz and post.student = item.student and post.url = item.url"
            " where person.quiz = ? and (? = '' or person.student = ?)",
            quiz,
            student,
            student,
        )
        found = dict[str, ScoreState]()
        for of, *stated in rows:
            one = ScoreState(*stated)  # type: ignore[arg-type]  # as above
            found[str(of)] = max(found.get(str(of), one), one, key=lambda each: (_LAST.index(each.state), each.tries))
        return found

    # -- marks of a class run

    def correct(self, now: str, of: tuple[str, str], one: Corrected) -> bool:
        """Let marks of a class run be those of a student of a quiz; return whether the score is another than the last one."""
        which = "where quiz = ? and student = ?"
        with self._connection.transaction():
            last = self._connection.one(
                f"select coalesce((select score from corrected {which} and attempt >= ?), (select score from handed_in"  # noqa: S608  # words of our own
                f" {which} and attempt is not null order by time desc, attempt desc limit 1))",
                *of,
                one.attempt,
                *of,
            )
            before: dict[str, Plain] = json.loads(str(last[0])) if last is not None and last[0] is not None else {}
            after: dict[str, Plain] = json.loads(one.score)
            is_other = any(before.get(name) != after.get(name) for name in _OF_MARKS)
            same = one if is_other else one._replace(score=_json(before))
            self._connection.put("corrected", (*of, *same), key="quiz, student")
            self.queue(now, *of)
        return is_other

    def corrected(self, quiz: str) -> dict[str, Corrected]:
        """Return whose marks of a quiz are those of a class run, without their pages: of a class these are much."""
        columns = _CORRECTED.replace("page", "''")
        rows = self._connection.rows(f"select student, {columns} from corrected where quiz = ?", quiz)  # noqa: S608  # as above
        return {str(student): Corrected(*rest) for student, *rest in rows}  # type: ignore[arg-type]  # as above

    def corrected_of(self, quiz: str, student: str, attempt: int | None) -> Corrected | None:
        """Return the marks of a class run that took the place of those of an attempt."""
        statement = f"select {_CORRECTED} from corrected where quiz = ? and student = ? and attempt >= ?"  # noqa: S608
        found = self._connection.one(statement, quiz, student, attempt)
        return None if found is None else Corrected(*found)  # type: ignore[arg-type]  # as above


_CORRECTED = ", ".join(Corrected._fields)
_OF_MARKS = ("scoreGiven", "scoreMaximum", "gradingProgress")
_THIS = "quiz = ? and student = ? and url = ? and score = ?"


def _times(now: Time) -> tuple[str, str]:
    """Return until when something is due now, and since when it waits where it is still tried."""
    return write_time(now), write_time(now - _DAYS)


def _json(data: Plain) -> str:
    return json.dumps(data, ensure_ascii=False)
