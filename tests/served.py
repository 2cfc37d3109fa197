"""A quiz that is served in this process, for tests: its clock stands still, and one browser asks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from launch_tokens import key
from quizzes import EXERCISES, build_quiz
from starlette.testclient import TestClient

from grader.course.quiz import read_secret
from grader.course.quiz.built import Built, open_build
from grader.course.run.workers import Here
from grader.serve import work
from grader.serve.config import read_config
from grader.serve.database import Database
from grader.serve.line import Line
from grader.serve.people import People
from grader.serve.platforms import LtiPlatform, Platforms
from grader.serve.posting import Posting
from grader.serve.quizzes import ServedQuiz, digest_of, personal_links, read_quizzes, staff_link
from grader.serve.service import Service
from grader.serve.signing import Key
from grader.serve.web import Front
from grader.serve.work import Processes

JSON = {"content-type": "application/json"}
START = datetime(2026, 11, 27, 16, 0, tzinfo=UTC)
KEY = Key(key("ours"))
CLOSES = "2026-11-27T18:00:00+01:00"


class Served:
    """A quiz that is served, its build, and the browser that asks for it."""

    def __init__(
        self,
        folder: Path,
        client: TestClient,
        quiz: ServedQuiz,
        database: Database,
        log: list[str],
        service: Service,
        posting: Posting | None,
    ) -> None:
        self.folder, self.client, self.quiz, self.database, self.log = folder, client, quiz, database, log
        self.service, self.posting = service, posting
        self.people = People(database.connection)
        self.now, self.seconds = START, 0.0
        self.links = {one.student.id: f"/s/{one.token}" for one in personal_links(quiz, database)}
        self.live = f"/i/{staff_link(quiz, database, START).token}"

    def do(self, ask: Callable[..., Any], *arguments: Any) -> Any:
        """Return what the service returns."""
        assert self.client.portal is not None
        return self.client.portal.call(ask, *arguments)

    def store(self, ask: Callable[..., Any], *arguments: Any) -> Any:
        """Return what a method of the store returns, asked in the thread of the server."""
        return self.do(self.service.stored, ask, *arguments)

    def post(self) -> None:
        """Post all that is due, and return when it was tried."""
        assert self.posting is not None
        self.do(self._post, self.posting)

    async def _post(self, posting: Posting) -> None:
        await posting.queue_new()
        await posting.begin_due()
        while left := [one for one in self.service._background if "._each" not in repr(one)]:
            await asyncio.wait(left)
            await asyncio.sleep(0)

    @property
    def built(self) -> Built:
        """Return the quiz as a build with the same class has it."""
        return open_build(str(self.folder / "build"))

    def pass_by(self, **time: float) -> None:
        """Let time go by."""
        self.now += timedelta(**time)
        self.seconds += timedelta(**time).total_seconds()

    def open(self, student: str) -> Any:
        """Open the sheet of somebody as a browser does, and return the answer to what it asks first."""
        assert self.client.get(self.links[student]).status_code == 200
        return self.client.get(f"{self.links[student]}/answers")

    def save(self, student: str, base: int, answers: Any, keep: Any = None) -> Any:
        """Return the answer to a state that is saved."""
        stated = {"base": base, "keep": keep, "submission": submission(answers)}
        return self.client.put(f"{self.links[student]}/answers", json=stated)

    def hand_in(self, student: str, answers: Any, once: str = "1") -> Any:
        """Return the answer to a hand-in."""
        stated = {"once": once, "submission": submission(answers)}
        return self.client.post(f"{self.links[student]}/hand-in", json=stated)

    def answers(self, student: str) -> Any:
        """Return what is saved of somebody."""
        return self.client.get(f"{self.links[student]}/answers").json()

    def line(self, student: str) -> Any:
        """Return what the live page says of somebody."""
        return next(one for one in self.client.get(f"{self.live}/live").json()["students"] if one["student"] == student)


def submission(answers: Any) -> Any:
    return None if answers is None else {"format": "gametree-submission/1", "answers": answers}


def answers_of(data: dict[str, Any]) -> Any:
    """Return the answers of a submission as JSON has them."""
    return json.loads(json.dumps(data["answers"], default=str))


@contextmanager
def served(
    folder: Path,
    terms: str = "",
    *,
    variants: str = "per-student",
    exercises: Sequence[str] = EXERCISES,
    marking: str = "{}",
    students: int = 3,
    platform: LtiPlatform | None = None,
) -> Iterator[Served]:
    """Serve a quiz below the folder, built there too; `terms` are fields of serve.yaml beside the quiz."""
    build_quiz(folder, variants, students, exercises=exercises, marking=marking)
    fields = f", {terms}" if terms else ""
    (folder / "serve.yaml").write_text(
        f"format: gametree-serve/1\nquizzes:\n  - {{quiz: quiz{fields}}}\n", encoding="utf-8"
    )
    with again(folder, platform) as found:
        yield found


@contextmanager
def again(folder: Path, platform: LtiPlatform | None = None, now: datetime = START) -> Iterator[Served]:
    """Serve what lies there, as after the server was ended and started, beside a platform."""
    work._marker.cache_clear()  # quizzes of other tests have the same id and secret, and other problems
    config = read_config(folder)
    quizzes = read_quizzes(config, lambda file: read_secret((Path(file).parent / "quiz.secret").read_bytes(), file))
    database, log = Database(config.database, is_server=True), list[str]()
    [quiz] = quizzes.values()
    service = Service(quizzes, database, Processes(1, Here), lambda: found.now, log.append)
    posting = platform and Posting(
        service, database, Platforms(database.connection, [platform]), Line(KEY, lambda: found.now), log.append
    )
    front = Front(
        service,
        folder,
        "http://127.0.0.1:8000",
        log.append,
        clock=lambda: found.seconds,
        draws_ahead=False,
        posting=posting,
    )
    client = TestClient(front, client=("192.0.2.1", 4711))
    found = Served(folder, client, quiz, database, log, service, posting)
    found.now = now
    with client:
        yield found


def links_and_live(one: Served) -> tuple[dict[str, str], str]:
    """Return the links of a quiz that lead to the same when another server serves it, the live one for as long as tests run."""
    token = one.live.removeprefix("/i/")
    one.database.connection.one("update token set until = '9999' where digest = ?", digest_of(token))
    return one.links, one.live
