"""Quizzes that a platform launches, served in this process: its keys are at hand, and each browser keeps its own cookies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
from launch_tokens import INSTRUCTOR, PLATFORM, jwk, launch_claims, signed
from quizzes import write_quiz
from served import START
from starlette.testclient import TestClient

from grader.course.quiz import read_secret
from grader.course.run.workers import Here
from grader.serve import work
from grader.serve.config import read_config
from grader.serve.database import Database
from grader.serve.launch import Launches
from grader.serve.line import Away, Line
from grader.serve.platforms import LtiPlatform, Platforms
from grader.serve.quizzes import read_quizzes
from grader.serve.service import Service
from grader.serve.signing import KEY_FILE, read_key, write_key
from grader.serve.web import Front
from grader.serve.work import Processes

URL = "https://quiz.example.edu"
PAGE = {"accept": "text/html"}


class KeysAtHand(Line):
    """The keys of a platform without a network between: those of some names, or nothing where it is away."""

    names, is_away = ("1",), False

    async def key(self, platform: LtiPlatform, kid: str) -> jwt.PyJWK:
        """Return a key."""
        if self.is_away:
            raise Away("no answer")
        return {name: jwt.PyJWK(jwk(name)) for name in self.names}[kid]


class Launching:
    """The server, its clock, its log, and the browser that asks."""

    def __init__(self, folder: Path, stated: Sequence[LtiPlatform], log: list[str]) -> None:
        work._marker.cache_clear()
        config = read_config(folder)
        self.folder, self.now, self.log = folder, START, log
        self.quizzes = read_quizzes(
            config, lambda file: read_secret((Path(file).parent / "quiz.secret").read_bytes(), file)
        )
        self.database = Database(config.database, is_server=True)
        self.keys = KeysAtHand(read_key(folder / KEY_FILE), lambda: self.now)
        self.platforms = Platforms(self.database.connection, stated)
        service = Service(self.quizzes, self.database, Processes(1, Here), lambda: self.now, log.append)
        launches = Launches(service, self.database.connection, self.platforms, self.keys, URL, log.append)
        front = Front(service, folder, URL, log.append, self.seconds, draws_ahead=False, launches=launches)
        self.client = TestClient(front, URL, client=("192.0.2.1", 4711), follow_redirects=False)

    def seconds(self) -> float:
        """Return how much time has gone by."""
        return (self.now - START).total_seconds()

    def pass_by(self, **time: float) -> None:
        """Let time go by."""
        self.now += timedelta(**time)

    def begin(self, **more: str) -> tuple[str, str]:
        """Return the state and the nonce of a login that a platform begins."""
        stated = {"iss": PLATFORM.issuer, "login_hint": "5", "target_link_uri": f"{URL}/lti/launch", **more}
        answer = self.client.get("/lti/login", params=stated)
        assert answer.status_code == 302, answer.text
        asked = parse_qs(urlsplit(answer.headers["location"]).query)
        return asked["state"][0], asked["nonce"][0]

    def post(self, state: str, token: str) -> Any:
        """Return the answer to a platform's message."""
        return self.client.post("/lti/launch", data={"state": state, "id_token": token}, headers=PAGE)

    def launch(self, sub: str = "5", **more: Any) -> Any:
        """Return the answer to a launch from its beginning."""
        state, nonce = self.begin()
        return self.post(state, signed(launch_claims(nonce, self.now, URL, sub, **more)))

    def open(self, sub: str = "5", **more: Any) -> str:
        """Return the path that a launch leads to."""
        answer = self.launch(sub, **more)
        assert answer.status_code == 303, answer.text
        assert answer.headers["location"].startswith(f"{URL}/")
        return str(answer.headers["location"].removeprefix(URL))

    def staff(self, sub: str = "9", **more: Any) -> str:
        """Return the path of the live page that a launch leads to."""
        return self.open(sub, roles=[INSTRUCTOR], **more)

    def student(self, link: str) -> str:
        """Return whose sheet a link opens."""
        return str(re.search(r"\bu?[0-9a-f]{12}\b|s\d{3}", re.sub(r"/s/\w+", "", self.client.get(link).text))[0])  # type: ignore[index]

    def lines(self, live: str) -> dict[str, Any]:
        """Return what a live page says, by student."""
        return {one["student"]: one for one in self.client.get(f"{live}/live").json()["students"]}


def fields(page: str) -> dict[str, str]:
    """Return the hidden fields of a page."""
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page)
    return {name: unescape(value) for name, value in found}


@cache
def _own_key() -> bytes:
    with TemporaryDirectory() as made:
        write_key(Path(made) / KEY_FILE)
        return (Path(made) / KEY_FILE).read_bytes()


@contextmanager
def launching(
    folder: Path,
    *,
    stated: Sequence[LtiPlatform] = (PLATFORM,),
    quizzes: Sequence[str] = ("week5",),
    roster: str = "",
    **more: Any,
) -> Iterator[Launching]:
    """Serve quizzes of these ids to platforms; `roster` is the class list of each, "" for none, `more` is as `write_quiz` has it."""
    for id_ in quizzes:
        file = write_quiz(folder / id_, **more)
        file.write_text(file.read_text("utf-8").replace("week5", id_).replace("Week 5", id_.title()), "utf-8")
        (file.parent / "roster.csv").unlink()
        if roster:
            (file.parent / "roster.csv").write_text(roster, "utf-8")
    named = "".join(f"  - {{quiz: {id_}, closes: 2026-11-27T18:00:00+01:00}}\n" for id_ in quizzes)
    (folder / "serve.yaml").write_text(f"format: gametree-serve/1\nquizzes:\n{named}", "utf-8")
    (folder / KEY_FILE).write_bytes(_own_key())
    found = Launching(folder, stated, [])
    with found.client:
        yield found
