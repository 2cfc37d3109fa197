"""What dies or changes while a request is under way: links, sheets, marks; and more time that is given more than once before a sheet is opened."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from served import START, Served, served

import grader.serve.service
import grader.serve.web
from grader.core.times import read_time
from grader.serve.database import MARKED, WAITING, Access, SavedState
from grader.serve.export import write_export
from grader.serve.quizzes import digest_of

OF = Access("week5", "s001")
WITH_MINUTES = "minutes: 45, closes: 2026-11-27T18:00:00+01:00"
TABLES = ("sheet", "saved", "handed_in", "feedback", "extension")


def meanwhile(monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> None:
    """Let something happen while the body of a request arrives, which may take half a minute."""
    read = grader.serve.web._read

    async def slow(request: Any) -> bytes:
        body = await read(request)
        do()
        return body

    monkeypatch.setattr(grader.serve.web, "_read", slow)


def stored_of(one: Served, student: str) -> list[str]:
    """Return the tables in which anything stands of a student."""
    held = "select 1 from {} where student = ?"
    return [table for table in TABLES if one.database.connection.rows(held.format(table), student)]


def given(one: Served, until: str, why: str = "ill") -> httpx.Response:
    return one.client.post(f"{one.live}/extend", json={"student": "s001", "until": until, "why": why})


def save(one: Served) -> httpx.Response:
    return one.save("s001", 0, {})


def hand_in(one: Served) -> httpx.Response:
    return one.hand_in("s001", {})


@pytest.mark.parametrize("ask", [save, hand_in])
def test_who_is_forgotten_while_a_body_comes_leaves_nothing(
    ask: Callable[[Served], httpx.Response], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path) as one:
        one.open("s001")
        meanwhile(monkeypatch, lambda: one.database.forget(student="s001"))
        assert (ask(one).status_code, stored_of(one, "s001")) == (404, [])


@pytest.mark.parametrize("ask", [save, hand_in])
def test_a_link_that_is_renewed_while_a_body_comes_is_dead(
    ask: Callable[[Served], httpx.Response], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path) as one:
        one.open("s001")
        meanwhile(monkeypatch, lambda: one.database.renew_link("week5", "s001"))
        assert ask(one).status_code == 404


def test_who_is_forgotten_just_before_a_state_is_saved_gets_no_new_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path) as one:
        one.open("s001")
        really = one.database.save

        def forgotten(of: Access, base: int, state: SavedState) -> int | None:
            one.database.forget(student="s001")
            return really(of, base, state)

        monkeypatch.setattr(one.database, "save", forgotten)
        assert (save(one).status_code, stored_of(one, "s001")) == (404, [])


def test_a_link_of_a_course_that_dies_meanwhile_does_not_become_one_that_sees_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path, WITH_MINUTES) as one:
        token, until = "ab" * 16, (START + timedelta(hours=12)).isoformat(timespec="milliseconds")
        row = (digest_of(token), "week5", "", until, 12, "https://moodle.example.edu", "c1")
        one.database.connection.put("token", row)
        said = {"student": "s001", "until": "+15", "why": "ill"}
        assert one.client.post(f"/i/{token}/extend", json=said).status_code == 404  # not of this course
        meanwhile(monkeypatch, lambda: one.database.forget(quiz="week5"))
        assert one.client.post(f"/i/{token}/extend", json=said).status_code == 404
        assert stored_of(one, "s001") == []


def test_a_server_keeps_what_another_one_serves_and_keeps_longer(tmp_path: Path) -> None:
    with served(tmp_path, WITH_MINUTES) as one:
        one.service._keep = timedelta(days=30)
        other = Access("week6", "s001")
        one.store(one.database.add_sheet, other, "[]", b"")
        one.store(one.database.ended, {"week6": "2028-01-01T17:00:00.000+00:00"}, "", "")  # as the other one says
        one.pass_by(days=31)
        one.do(one.service.forget_old)
        assert one.store(one.database.sheet, other) is not None
        assert one.store(one.database.sheet, OF) is None


@pytest.mark.parametrize("minutes", ["-15", "+0"])
def test_less_time_is_none_that_can_be_given_before_a_sheet_is_opened(minutes: str, tmp_path: Path) -> None:
    with served(tmp_path, WITH_MINUTES) as one:
        assert given(one, minutes).status_code == 422
        assert given(one, "+15").status_code == 200
        one.pass_by(minutes=30)
        assert read_time(one.open("s001").json()["closes"]) == read_time("2026-11-27T18:15:00+01:00")


def test_minutes_go_on_from_a_time_that_was_given_before(tmp_path: Path) -> None:
    with served(tmp_path, WITH_MINUTES) as one:
        for until in ("2026-11-27T18:30:00+01:00", "+15", "+5"):
            assert given(one, until).status_code == 200
        assert read_time(one.open("s001").json()["closes"]) == read_time("2026-11-27T18:50:00+01:00")
        assert given(one, "+10").status_code == 200
        assert read_time(one.open("s001").json()["closes"]) == read_time("2026-11-27T19:00:00+01:00")


def test_more_minutes_than_can_be_read_are_refused(tmp_path: Path) -> None:
    with served(tmp_path, "minutes: 45") as one:
        assert [given(one, "+9999999").status_code for _ in range(2)] == [200, 422]
        one.open("s001")
        assert one.client.get(f"{one.live}/live").status_code == 200


def test_an_export_says_why_the_end_that_counts_was_given(tmp_path: Path) -> None:
    with served(tmp_path, "minutes: 45, closes: 2026-11-27T23:00:00+01:00, late-penalty: 20") as one:
        given(one, "+20", "first")
        given(one, "+80", "second")  # they add up to 100, which stands before 20 in the order of letters
        one.open("s001")
        hand_in(one)
        one.store(write_export, one.quiz, one.database, tmp_path / "out", 1, lambda made, _: made)
        assert "second" in (tmp_path / "out/adjust.yaml").read_text("utf-8")


def test_states_are_read_beside_the_thread_of_the_store_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path) as one:
        threads, really = list[str](), grader.serve.service._check_submission

        def noted(*arguments: Any) -> None:
            threads.append(threading.current_thread().name)
            really(*arguments)

        monkeypatch.setattr(grader.serve.service, "_check_submission", noted)
        one.open("s001")
        save(one)
        one.client.get(f"{one.live}/live")
        for _ in range(2):
            one.do(one.service.count_saved)
        store = one.store(threading.current_thread).name
        assert len(threads) == 1
        assert store not in threads


def test_marks_that_are_to_be_made_anew_are_made_by_who_looks(tmp_path: Path) -> None:
    """Another server has put a hand-in back to those that wait, since this one read it as marked."""
    with served(tmp_path, "closes: 2026-11-27T18:00:00+01:00, late-penalty: 20") as one:
        one.open("s001")
        hand_in(one)
        [before] = one.store(one.database.hand_ins, OF)
        one.database.connection.one(f"update handed_in set state = '{WAITING}', server = null")
        one.do(lambda: one.service._marked(before))
        [after] = one.store(one.database.hand_ins, OF)
        assert (before.state, after.state) == (MARKED, MARKED)
