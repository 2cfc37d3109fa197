"""What goes wrong around a server: it is killed, the disk is full, a process dies; what was answered with 200 is there."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import threading
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from console import run
from quizzes import perfect
from served import again, answers_of, served, submission
from server_process import free_port, running

from grader.core.errors import ProblemError, Refusal
from grader.serve import work
from grader.serve.database import WAITING, Database, HandIn
from grader.serve.quizzes import check_unchanged
from grader.serve.work import Processes, WorkerDied


def die_once(file: str) -> str:
    """End this process, unless another one was ended before."""
    if not Path(file).exists():
        Path(file).write_text("ended", encoding="utf-8")
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def hang() -> None:
    """Never come back."""
    while True:
        time.sleep(60)


def of_processes(work_: Any, seconds: int = 60) -> Any:
    async def asked() -> Any:
        processes = Processes(1)
        try:
            return await processes.run(seconds, work_)
        finally:
            await processes.end()

    return asyncio.run(asked())


def test_a_process_that_dies_is_replaced_and_its_work_done(tmp_path: Path) -> None:
    assert of_processes(partial(die_once, str(tmp_path / "ended"))) == "done"


def test_work_that_ends_or_holds_every_process_is_given_up() -> None:
    with pytest.raises(WorkerDied):
        of_processes(partial(os._exit, 1))
    with pytest.raises(WorkerDied):
        of_processes(hang, seconds=1)


def test_a_hand_in_over_which_the_program_dies_is_kept_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(self: Processes, seconds: int, work_: Any) -> Any:
        if work_.func is work.mark:
            raise WorkerDied
        return work_()

    monkeypatch.setattr(Processes, "run", dies)
    with served(tmp_path) as one:
        said = one.hand_in("s001", answers_of(perfect(one.built, "s001")))
        assert (said.status_code, said.json()["earned"]) == (200, 0)
        assert "the program failed" in one.client.get(said.json()["feedback"]).text
        assert one.line("s001")["attempts"] == 1


def test_what_waits_for_marks_is_marked_when_the_server_begins(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        one.client.get(one.links["s001"])
        text = json.dumps({**submission(answers_of(perfect(one.built, "s001"))), "student": "s001"})
        one.database.add_hand_in(HandIn("week5", "s001", "x", None, one.now.isoformat(), text, WAITING), 1)
    with again(tmp_path) as one:
        for _ in range(100):
            if (line := one.line("s001"))["earned"] is not None:
                break
            time.sleep(0.05)
        assert line["earned"] == line["possible"] > 0


def test_a_full_disk_loses_nothing_and_says_so(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        assert one.save("s001", 0, {}, "a").status_code == 200
        [(pages,)] = one.database.connection.rows("pragma page_count")
        one.database.connection.one(f"pragma max_page_count = {pages}")
        codes = [one.save("s001", 1, {}, "x" * 60_000).status_code for _ in range(2)]
        assert codes == [507, 507]
        answer = one.save("s001", 1, {}, "x" * 60_000)
        assert answer.headers["retry-after"] == "5"
        assert answer.json()["error"] == "this cannot be saved here just now; your page keeps it and tries again"
        assert one.answers("s001")["keep"] == "a"
        one.database.connection.one("pragma max_page_count = 1000000")
        assert one.save("s001", 1, {}, "b").status_code == 200
        assert one.client.get("/healthz").status_code == 200


def test_a_second_server_and_a_newer_store_are_refused(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        with pytest.raises(Refusal, match="is served by another"):
            Database(tmp_path / "serve.sqlite", is_server=True)
        Database(tmp_path / "serve.sqlite", is_server=False).close()
        one.database.connection.one("update setting set value = '99' where name = 'version'")
    with pytest.raises(Refusal, match="was written by a newer version of this program"):
        Database(tmp_path / "serve.sqlite", is_server=True)


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite").write_text("no database" * 1000, encoding="utf-8")
    for name in ("a.sqlite", "."):
        with pytest.raises(Refusal, match="cannot be used as the database"):
            Database(tmp_path / name, is_server=False)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("branching: 3}, points: 4}", "branching: 3}, points: 5}"),
        ("kind: ucb, children: 3", "kind: ucb, children: 4"),
        ("  - {id: q1, bank: minimax-textbook}\n", ""),
        ("exercises:\n", "exercises:\n  - {id: q0, bank: minimax-textbook}\n"),
    ],
)
def test_a_quiz_that_is_changed_while_sheets_are_out_is_refused(was: str, now: str, tmp_path: Path) -> None:
    quiz = tmp_path / "quiz" / "quiz.yaml"
    with served(tmp_path) as one:
        check_unchanged({"week5": one.quiz}, one.database)
        stated = quiz.read_text("utf-8")
        quiz.write_text(stated.replace("title: Week 5", "title: Week five"), "utf-8")
        one.client.get(one.links["s001"])
    with again(tmp_path) as one:
        check_unchanged({"week5": one.quiz}, one.database)  # a title may change
    assert was in stated
    quiz.write_text(stated.replace(was, now), "utf-8")
    with again(tmp_path) as one, pytest.raises(ProblemError, match="was changed since sheets were drawn") as found:
        check_unchanged({"week5": one.quiz}, one.database)
    for way_out in ("corrections are for quiz build --rekey", "gametree serve forget FOLDER --quiz week5 --yes"):
        assert way_out in str(found.value.faults[0])


class Student:
    """Somebody who saves again and again, and hands in, until the time is over; notes what was answered."""

    def __init__(self, link: str, answers: Any) -> None:
        self.link, self.answers = link, answers
        self.saved, self.earned, self.base = "", None, 0
        self.is_over = False

    def work(self, url: str, once: str) -> None:
        number = 0
        while not self.is_over:
            number += 1
            with suppress(httpx.HTTPError):
                stated = {"base": self.base, "keep": f"{once} {number}", "submission": submission(self.answers)}
                said = httpx.put(f"{url}{self.link}/answers", json=stated, timeout=20)
                if said.status_code == 200:
                    self.base, self.saved = said.json()["saved"], stated["keep"]
                elif said.status_code == 409:
                    self.base = said.json()["saved"]
                if number > 3:  # who hands in more than six times a minute is asked to wait
                    continue
                hand_in = {"once": "only", "submission": submission(self.answers)}
                said = httpx.post(f"{url}{self.link}/hand-in", json=hand_in, timeout=20)
                if said.status_code == 200:
                    self.earned = said.json()["earned"]


def be_killed(folder: Path, times: int) -> None:
    """Kill the server so often while students work; each time what was answered is there."""
    rng = random.Random("killed")
    with served(folder) as one:
        students = [Student(one.links[id_], answers_of(perfect(one.built, id_))) for id_ in ("s001", "s002", "s003")]
        possible = one.client.post(f"{one.links['s001']}/hand-in", json={"once": "0", "submission": None}).status_code
    assert possible == 400
    for at in range(times):
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        with running(folder, port) as process:
            for student in students:
                student.is_over = False
            threads = [threading.Thread(target=one.work, args=(url, str(at))) for one in students]
            for thread in threads:
                thread.start()
            time.sleep(rng.uniform(0.02, 1.2))
            process.kill()
            process.wait(30)
            for student in students:
                student.is_over = True
            for thread in threads:
                thread.join(60)
        with again(folder) as one:
            for student in students:
                held = one.client.get(f"{student.link}/answers").json()
                newest = one.database.connection.rows(
                    "select page_state from saved where student = ?", one_of(one.links, student)
                )
                assert not student.saved or (json.dumps(student.saved),) in newest or held["saved"] > student.base
                assert held["left"] == (0 if student.earned is not None else held["left"])
            student_lines = {id_: one.line(id_) for id_ in one.links}
        assert all(line["attempts"] <= 1 for line in student_lines.values())
    with again(folder) as one:
        for student in students:
            said = one.client.post(
                f"{student.link}/hand-in", json={"once": "only", "submission": submission(student.answers)}
            )
            assert said.json()["earned"] == said.json()["possible"]
            assert student.earned in (None, said.json()["earned"])


def one_of(links: dict[str, str], student: Student) -> str:
    return next(id_ for id_, link in links.items() if link == student.link)


def test_what_was_answered_is_there_after_the_server_is_killed(tmp_path: Path) -> None:
    be_killed(tmp_path, 4)


@pytest.mark.slow
def test_what_was_answered_is_there_after_a_hundred_kills(tmp_path: Path) -> None:
    be_killed(tmp_path, 100)


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with served(tmp_path):
        pass
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = run("serve", "run", tmp_path, "--port", port)
    assert said.code == 2
    assert f"cannot listen on 127.0.0.1:{port}" in said.err


def test_slow_clients_hold_nobody_up(tmp_path: Path) -> None:
    """Two hundred that send one byte after the other; somebody else works meanwhile."""
    with served(tmp_path) as one:
        link = one.links["s001"]
    port = free_port()
    with running(tmp_path, port):
        slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(200)]
        for byte in b"POST / HTTP/1.1\r\n":
            for client in slow:
                client.send(bytes([byte]))
        assert httpx.get(f"http://127.0.0.1:{port}{link}", timeout=30).status_code == 200
        for client in slow:
            client.close()
