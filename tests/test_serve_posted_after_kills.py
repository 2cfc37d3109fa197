"""A server in a process of its own that is killed while students hand in and a platform comes and goes: every score arrives, each of its student."""

from __future__ import annotations

import json
import random
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
httpx = pytest.importorskip("httpx")

from quizzes import student_ids  # noqa: E402
from served import KEY, again, served, submission  # noqa: E402
from stand_in_platform import StandIn, stand_in  # noqa: E402
from test_serve_faults import free_port, running  # noqa: E402
from test_serve_scores import by_grade, launch  # noqa: E402
from test_serve_sheets import KINDS, mistaken  # noqa: E402

from grader.serve.signing import read_key, write_key  # noqa: E402

AHEAD = timedelta(0)


def clock() -> datetime:
    return datetime.now(UTC) + AHEAD


def configure(folder: Path, platform: StandIn) -> None:
    """Let serve.yaml name the platform."""
    one = platform.platform
    addresses = f"issuer: {one.issuer}, authorize: {one.authorize}, token: {one.token}, keys: {one.keys}"
    with open(folder / "serve.yaml", "a", encoding="utf-8") as file:
        file.write(f'platforms:\n  - {{{addresses}, client-id: {one.client_id}, deployment-id: "1"}}\n')


def hand_in(url: str, link: str, answers: Any, once: str) -> None:
    """Hand in again and again, as a page does, until it is answered."""
    for _ in range(600):
        try:
            stated = {"once": once, "submission": submission(answers)}
            if httpx.post(f"{url}{link}/hand-in", json=stated, timeout=20).status_code in (200, 202):
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.1)


def be_killed(folder: Path, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, students = random.Random("posted"), student_ids(12)
    write_key(folder / "serve.key")
    ours = [*read_key(folder / "serve.key").key_set()["keys"], *KEY.key_set()["keys"]]  # of the server, and of tests
    with stand_in({"keys": ours}, clock) as platform:
        with served(folder, exercises=KINDS[:5], students=12) as one:
            subs = {student: launch(one, platform, student) for student in students}
            links, sent = one.links, {student: mistaken(one.built, student, rng) for student in students}
        configure(folder, platform)
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        threads = [threading.Thread(target=hand_in, args=(url, links[one], sent[one], "1")) for one in students]
        for at in range(times):
            platform.is_down = at % 3 == 1
            platform.refusals = [(503, {}, "no"), (429, {"Retry-After": "1"}, "no")][: rng.randrange(3)]
            with running(folder, port) as process:
                for thread in threads[at * 12 // times : (at + 1) * 12 // times]:
                    thread.start()
                time.sleep(rng.uniform(0.1, 1.5))
                process.kill()
                process.wait(30)
        platform.is_down, platform.refusals = False, []
        with running(folder, port):
            for thread in threads:
                thread.join(60)
        monkeypatch.setattr(f"{__name__}.AHEAD", timedelta(hours=2))
        with again(folder, platform.platform, clock()) as one:
            one.post()
            lines = {student: one.line(student) for student in students}
            rows = one.store(one.database.connection.rows, "select student, time from handed_in")
        assert {line["score"] for line in lines.values()} == {"posted"}
        assert len(rows) == len(students)
        for student, at in rows:
            expected = by_grade(folder / "files", student, [sent[student]], datetime.fromisoformat(at))
            held = platform.held(subs[student])
            assert json.dumps({**held, "timestamp": ""}) == json.dumps(
                {**expected, "userId": subs[student], "timestamp": ""}
            )
            assert datetime.fromisoformat(held["timestamp"]) >= datetime.fromisoformat(at)
        assert platform.wrong == []


@pytest.mark.parametrize(
    "times",
    [3, pytest.param(30, marks=pytest.mark.slow), pytest.param(100, marks=[pytest.mark.slow, pytest.mark.full])],
)
def test_every_score_arrives_though_the_server_is_killed(
    times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_killed(tmp_path, times, monkeypatch)
