"""PostgreSQL as the database, and two servers on it: what one does the other knows, and what one leaves the other does."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from console import run
from postgres import Cluster, cluster, postgres  # noqa: F401
from quizzes import perfect
from served import CLOSES, again, answers_of, served
from server_process import free_port, running
from test_serve_faults import (  # noqa: F401
    Student,
    test_what_waits_for_marks_is_marked_when_the_server_begins,
)
from test_serve_forget import test_what_is_forgotten_while_it_is_marked_does_not_come_back  # noqa: F401
from test_serve_sheets import (  # noqa: F401
    one,
    test_a_hand_in_that_is_sent_twice_is_one,
    test_of_many_states_the_newest_stay_and_one_a_minute,
    test_two_tabs_lose_nothing,
)

from grader.core.errors import Refusal
from grader.serve.connection import Connection, Failure
from grader.serve.database import CLOSING, WAITING, Access, Database, Extension, HandIn, SavedState
from grader.serve.people import People
from grader.serve.tables import STEPS

pytestmark = pytest.mark.usefixtures("postgres")
OF = Access("week5", "s001")
MORE = Extension(OF.student, "2026-11-28T16:00:00.000+00:00", "ill", "me")
STATE = SavedState(0, "2026-11-27T16:00:00.000+00:00", "null", "{}", 0)


def at_once(databases: list[Database], ask: Callable[[Database, int], Any]) -> list[Any]:
    """Return what the databases answer that are asked at the same moment, each by a thread."""
    barrier = threading.Barrier(len(databases))

    def asked(place: int) -> Any:
        barrier.wait()
        return ask(databases[place], place)

    with ThreadPoolExecutor(len(databases)) as threads:
        return [*threads.map(asked, range(len(databases)))]


@pytest.fixture
def servers(postgres: str) -> Any:  # noqa: F811
    """Return the stores of four servers on one database, which begin at the same moment on an empty one."""
    with ThreadPoolExecutor(4) as threads:
        found = [*threads.map(lambda _: Database(postgres, is_server=True), range(4))]
    found[0].add_sheet(OF, "[]", b"")
    yield found
    for database in found:
        database.close()


def handed_in(once: str) -> HandIn:
    return HandIn(*OF, once, None, f"2026-11-27T16:00:0{once[:1] or 9}.000+00:00", "{}", WAITING)


def test_of_states_that_are_saved_at_once_one_is_the_next(servers: list[Database]) -> None:
    for base in range(20):
        numbers = at_once(servers, lambda database, _, base=base: database.save(OF, base, STATE))  # type: ignore[misc]
        assert sorted(numbers, key=str) == [base + 1, None, None, None]


def test_hand_ins_at_once_are_no_more_than_there_are_attempts(servers: list[Database]) -> None:
    found = at_once(servers, lambda database, place: database.add_hand_in(handed_in(str(place)), 2))
    assert sorted(held.attempt for held in found if held) == [1, 2]
    other = Access("week5", "s002")
    servers[0].add_sheet(other, "[]", b"")
    for once in ("same", CLOSING):
        sent = handed_in("1")._replace(student=other.student, once=once)
        found = at_once(servers, lambda database, _, sent=sent: database.add_hand_in(sent, 2))  # type: ignore[misc]
        assert len({held.attempt for held in found}) == 1
    assert [held.once for held in servers[0].hand_ins(other)] == ["same", CLOSING]


def test_what_one_server_has_to_mark_others_mark_when_it_is_gone(servers: list[Database]) -> None:
    first, *others = servers
    for database in servers:
        database.note_alive()
    waiting = first.add_hand_in(handed_in("1"), 1)
    assert waiting is not None
    assert ([len(database.unmarked()) for database in servers], first.take(waiting)) == ([1, 0, 0, 0], True)
    for _ in range(20):  # all of them say that they live
        assert not any(database.take(waiting) for database in others)
        for database in servers:
            database.note_alive()
    for _ in range(7):  # the first one says it no more
        for database in others:
            database.note_alive()
    assert sum(at_once(others, lambda database, _: database.take(waiting))) == 1
    assert sum(len(database.unmarked()) for database in servers) == 1


def test_what_is_marked_just_when_it_is_deleted_is_not_stored(servers: list[Database]) -> None:
    """Deleting begins while the marks are written: it waits for them, or rows that it has not seen would stay."""
    waiting = servers[0].add_hand_in(handed_in("1"), 1)
    assert waiting is not None
    with ThreadPoolExecutor(1) as threads:
        with servers[0].connection.transaction(*OF):
            servers[0].connection.one("delete from handed_in")
            servers[0].connection.put("handed_in", waiting._replace(state="marked"))
            forgetting = threads.submit(servers[1].forget, student="s001")
            time.sleep(0.5)
        forgetting.result()
    assert servers[0].hand_ins(OF) == []


def test_what_is_extended_while_it_is_marked_is_marked_once_more(servers: list[Database]) -> None:
    first, other, *_ = servers
    first.note_alive()
    waiting = first.add_hand_in(handed_in("1"), 1)
    assert waiting is not None
    other.extend(MORE, OF.quiz, "")
    first.add_marks(waiting._replace(penalty="2.2"), "expected", b"late", "")
    [waiting] = other.unmarked()
    assert other.take(waiting)
    [taken] = other.hand_ins(OF)
    other.add_marks(taken._replace(penalty="0"), "expected", b"in time", "")
    assert [(held.state, held.penalty) for held in first.hand_ins(OF)] == [("marked", "0")]
    assert first.feedback(taken, "expected") == b"in time"


def test_an_extension_counts_once_and_takes_back_what_closing_has_handed_in(servers: list[Database]) -> None:
    servers[0].add_hand_in(handed_in(CLOSING), 1)
    at_once(servers, lambda database, _: database.extend(MORE, OF.quiz, ""))
    assert (servers[0].hand_ins(OF), len(servers[0].extensions("week5"))) == ([], 1)


def test_texts_sort_by_their_bytes_and_may_hold_any_letter(servers: list[Database]) -> None:
    names = ["b", "B", "a-1", "a1", "ä", "Z", "a\0"]
    for name in names:
        servers[0].add_sheet(Access("week5", name), "[]", b"\0page")
    assert [*servers[0].students("week5")] == sorted(name.replace("\0", "\ufffd") for name in [*names, OF.student])
    sheet = servers[0].sheet(Access("week5", "a\0"))
    assert sheet is not None
    assert sheet.page == b"\0page"


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_tables_of_the_first_version_become_those_of_the_newest(
    kind: str,
    postgres: str,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address = postgres if kind == "postgres" else str(tmp_path / "serve.sqlite")
    monkeypatch.setattr("grader.serve.connection.STEPS", STEPS[:1])
    old = Connection(address, is_server=False)
    old.put("link", ("week5", "s001", 7))
    old.put("token", ("digest", "week5", "s001", None))
    old.close()
    monkeypatch.setattr("grader.serve.connection.STEPS", STEPS)
    new = Database(address, is_server=True)
    assert new.number_of_link("week5", "s001") == 7
    assert new.access("digest", "2026") == OF
    assert new.connection.one("select issuer from token") == ("",)
    new.add_sheet(OF, "[]", b"")
    assert new.add_hand_in(handed_in("1"), 1) is not None
    if kind == "sqlite":
        copy = tmp_path / f"serve.sqlite.before-{len(STEPS)}"
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        with sqlite3.connect(copy) as held:
            assert held.execute("select value from setting").fetchall() == [("1",)]
            assert held.execute("select number from link").fetchall() == [(7,)]
    new.connection.one("update setting set value = '99' where name = 'version'")
    new.close()
    with pytest.raises(Refusal, match="was written by a newer version of this program"):
        Database(address, is_server=False)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_the_course_from_which_somebody_came_is_still_theirs_in_the_newest_tables(
    kind: str,
    postgres: str,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address = postgres if kind == "postgres" else str(tmp_path / "serve.sqlite")
    monkeypatch.setattr("grader.serve.connection.STEPS", STEPS[:2])
    old = Connection(address, is_server=False)
    old.put("person", ("week5", "https://moodle.example.edu", "5", "s001", "Ada", "ada@example.edu", "2"))
    old.put("corrected", ("week5", "s001", 1, "2", "11", b"", "{}"))
    old.put("line_item", ("week5", "s001", "https://moodle.example.edu", "aB3x", "5", "https://moodle.example.edu/7"))
    old.close()
    monkeypatch.setattr("grader.serve.connection.STEPS", STEPS)
    new = Database(address, is_server=False)
    people = People(new.connection)
    found = [[*people.students("week5", "https://moodle.example.edu", course)] for course in ("2", "3")]
    assert found == [["s001"], []]
    assert new.scores.corrected("week5")["s001"].due == ""
    assert new.connection.one("select context, sub from line_item") == ("2", "5")
    new.close()


def test_while_the_database_is_away_nothing_is_lost_and_it_says_so(
    cluster: Cluster,  # noqa: F811
    tmp_path: Path,
) -> None:
    with served(tmp_path) as found:
        assert found.save("s001", 0, {}, "a").status_code == 200
        cluster.end()
        try:
            said = found.save("s001", 1, {}, "b")
            assert (said.status_code, said.headers["retry-after"]) == (507, "5")
            assert said.json()["error"] == "this cannot be saved here just now; your page keeps it and tries again"
            assert found.client.get("/healthz").status_code == 503
            with pytest.raises(Refusal, match="cannot be used as the database"):
                Database(cluster.address(), is_server=False)
        finally:
            cluster.begin()
        assert found.answers("s001")["keep"] == "a"
        assert found.save("s001", 1, {}, "b").status_code == 200
        assert found.client.get("/healthz").status_code == 200


def test_what_is_deleted_is_in_no_file_of_the_tables(postgres: str, cluster: Cluster, tmp_path: Path) -> None:  # noqa: F811
    """Nor while somebody still reads the tables as they were before: `vacuum full` would leave it to them."""
    psycopg = pytest.importorskip("psycopg")
    mark = "a text that stands nowhere else"

    def stored() -> bytes:
        found.database.connection.one("checkpoint")
        number = found.database.connection.one("select oid from pg_database where datname = current_database()")
        assert number is not None
        return b"".join(file.read_bytes() for file in (cluster.folder / "data" / "base" / str(number[0])).iterdir())

    with served(tmp_path) as found, psycopg.connect(postgres) as reader:
        assert found.save("s001", 0, {}, mark).status_code == 200
        assert mark.encode() in stored()
        reader.execute("set transaction isolation level repeatable read")
        reader.execute("select 1")  # as the analysis of the server of PostgreSQL, that may begin at any moment
        assert run("serve", "forget", tmp_path, "--student", "s001", "--yes").code == 0
        assert mark.encode() not in stored()
        assert found.client.get(found.links["s001"]).status_code == 404


@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("postgresql://me:secret@db.example.edu/quizzes", "a password belongs into GAMETREE_DATABASE"),
        ("postgresql://db.example.edu/quizzes?user=me&password=secret", "a password belongs into GAMETREE_DATABASE"),
        ("mysql://db.example.edu/quizzes", "expected the path of a file, or postgresql://HOST/NAME"),
        ("postgresql://[db", "expected an address such as postgresql://"),
    ],
)
def test_an_address_with_a_password_and_one_that_is_none_are_refused(
    database: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GAMETREE_DATABASE")
    with served(tmp_path):
        pass
    file = tmp_path / "serve.yaml"
    file.write_text(file.read_text("utf-8") + f"database: '{database}'\n", "utf-8")
    found = run("serve", "links", tmp_path)
    assert (found.code, "secret" in found.err) == (4, False)
    assert f"serve.yaml:4 $.database: {said}" in found.err.replace(f'"{database}": ', "")


def test_no_message_tells_the_password(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with served(tmp_path):
        pass
    monkeypatch.setenv("GAMETREE_DATABASE", "postgresql://me:secret@127.0.0.1:1/quizzes?password=secret")
    found = run("serve", "links", tmp_path)
    assert (found.code, "secret" in found.err) == (2, False)
    assert "\npostgresql://127.0.0.1:1/quizzes: cannot be used as the database: " in found.err


def test_without_its_extra_it_says_what_to_install(
    postgres: str,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Refusal, match=re.escape("needs more: install the extra [postgres], see docs/serve.md")):
        Database(postgres, is_server=False)


def test_a_statement_that_cannot_be_done_undoes_all_of_its_transaction(servers: list[Database]) -> None:
    connection = servers[0].connection

    def half() -> None:
        with connection.transaction():
            connection.put("link", ("week5", "s001", 7))
            connection.one("select nothing from nowhere")

    with pytest.raises(Failure):
        half()
    assert servers[0].number_of_link("week5", "s001") == 1


def be_killed(folder: Path, times: int) -> None:
    """Let students work at two servers of which one is killed; what was answered is there, and marked, at the other."""
    names = [f"s{number:03}" for number in range(1, 9)]
    with served(folder, students=len(names)) as found:
        students = {id_: Student(found.links[id_], answers_of(perfect(found.built, id_))) for id_ in names}
    for at in range(times):
        ports = free_port(), free_port()
        urls = [f"http://127.0.0.1:{port}" for port in ports]
        with running(folder, ports[0]) as killed, running(folder, ports[1]):
            threads = []
            for place, student in enumerate(students.values()):
                student.is_over = False
                threads.append(threading.Thread(target=student.work, args=(urls[place % 2], str(at))))
            for thread in threads:
                thread.start()
            time.sleep(0.3 + at % 3)
            killed.kill()
            killed.wait(30)
            time.sleep(1)
            for student in students.values():
                student.is_over = True
            for thread in threads:
                thread.join(60)
            for student in students.values():  # at the other one
                held = httpx.get(f"{urls[1]}{student.link}/answers", timeout=30).json()
                assert held["saved"] >= student.base
                assert held["saved"] > student.base or not student.saved or held["keep"] == student.saved
                said = until_marked(f"{urls[1]}{student.link}", student)
                assert said["earned"] == said["possible"] > 0
                assert student.earned in (None, said["earned"])
                assert said["attempt"] == 1


def until_marked(link: str, student: Student) -> Any:
    """Return the answer to a hand-in when it is marked, as the page asks for it."""
    for _ in range(10):
        hand_in = {"once": "only", "submission": {"format": "gametree-submission/1", "answers": student.answers}}
        answer = httpx.post(f"{link}/hand-in", json=hand_in, timeout=30)
        if answer.status_code == 200:
            break
        time.sleep(int(answer.headers.get("Retry-After", 0)))
    return answer.json()


def test_of_two_servers_one_is_killed_and_nothing_is_lost(postgres: str, tmp_path: Path) -> None:  # noqa: F811
    be_killed(tmp_path, 1)
    database = Database(postgres, is_server=False)
    assert not database.connection.rows("select 1 from handed_in where state != 'marked'")
    counts = database.connection.rows("select count(*), count(distinct student) from handed_in")
    assert counts == database.connection.rows("select count(*), count(distinct student) from feedback") == [(8, 8)]
    database.close()


@pytest.mark.slow
def test_of_two_servers_one_is_killed_again_and_again(tmp_path: Path) -> None:
    be_killed(tmp_path, 6)


def test_a_sheet_that_closes_is_handed_in_once_by_two_servers(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as first:
        first.save("s001", 0, {})
        with again(tmp_path) as second:
            for one_ in (first, second):
                one_.pass_by(hours=1, minutes=3)
            for _ in range(200):
                if second.line("s001")["earned"] is not None:
                    break
                time.sleep(0.05)
            assert (second.line("s001")["attempts"], first.line("s001")["attempts"]) == (1, 1)


def test_the_address_may_stand_in_the_document(
    postgres: str,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("GAMETREE_DATABASE")
    with served(tmp_path):
        os.environ.pop("GAMETREE_DATABASE", None)
    file = tmp_path / "serve.yaml"
    file.write_text(file.read_text("utf-8") + f"database: {postgres}\n", "utf-8")
    assert run("serve", "links", tmp_path).code == 0
    database = Database(postgres, is_server=False)
    assert database.connection.one("select count(*) from token") == (4,)
    database.close()
