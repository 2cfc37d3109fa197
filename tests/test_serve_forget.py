"""What a server stores of students is deleted when somebody asks, and some time after a quiz: nothing of it is left in the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import run
from quizzes import build_quiz
from served import CLOSES, Served, again, served

from grader.serve.database import _OF_STUDENTS, Access
from grader.serve.quizzes import personal_links

MARK = "a text that stands nowhere else"


def fill(one: Served) -> None:
    """Let two students save and hand in something that can be found in the file."""
    for student in ("s001", "s002"):
        assert one.save(student, 0, {}, f"{MARK} of {student}").status_code == 200
        assert one.hand_in(student, {}).status_code == 200


def stored(folder: Path) -> bytes:
    """Return all bytes of the database and of what lies beside it."""
    return b"".join(file.read_bytes() for file in folder.glob("serve.sqlite*"))


def test_a_student_is_forgotten_and_nobody_else(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        fill(one)
        assert stored(tmp_path).count(f"{MARK} of s001".encode()) > 0
        said = run("serve", "forget", tmp_path, "--student", "s001", "--yes")
        assert said.code == 0
        assert "deleted of s001: 1 sheet, 1 saved state, 1 hand-in; what was exported or posted is not" in said.err
        assert f"{MARK} of s001".encode() not in stored(tmp_path)
        assert f"{MARK} of s002".encode() in stored(tmp_path)
        assert one.client.get(one.links["s001"]).status_code == 404
        assert one.line("s002")["state"] == "handed-in"
        assert one.line("s001")["state"] == "not-opened"


def test_a_quiz_is_forgotten(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        fill(one)
    assert run("serve", "forget", tmp_path, "--quiz", "week5", "--yes").code == 0
    assert MARK.encode() not in stored(tmp_path)
    assert run("serve", "forget", tmp_path, "--quiz", "week5", "--student", "s001").code == 2
    assert run("serve", "forget", tmp_path).code == 2
    said = run("serve", "forget", tmp_path, "--quiz", "week5", "--yes")
    assert (said.code, "nothing is stored of week5" in said.err) == (2, True)


def test_a_link_that_was_renewed_stays_dead_when_its_student_is_forgotten(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        fill(one)
        dead = one.links["s001"]
        assert run("serve", "links", tmp_path, "--renew", "s001").code == 0
        assert run("serve", "forget", tmp_path, "--student", "s001", "--yes").code == 0
    with again(tmp_path) as one:
        assert one.client.get(dead).status_code == 404
        assert one.client.get(one.links["s001"]).status_code == 200


def test_what_is_forgotten_while_it_is_marked_does_not_come_back(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        fill(one)
        [hand_in, _] = one.database.of_quiz("week5")
        one.database.forget(student=hand_in.student)
        one.database.add_marks(hand_in, "expected", b"page", "")
        assert [held.student for held in one.database.of_quiz("week5")] == ["s002"]
        assert one.database.feedback(hand_in, "expected") is None


def test_nothing_is_deleted_without_a_yes(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        fill(one)
    said = run("serve", "forget", tmp_path, "--quiz", "week5", stdin=b"n\n")
    assert said.code == 130
    assert MARK.encode() in stored(tmp_path)
    assert run("serve", "forget", tmp_path, "--quiz", "week5", stdin=b"y\n").code == 0
    assert MARK.encode() not in stored(tmp_path)


def test_some_time_after_closing_all_is_deleted(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        fill(one)
    for days, count in ((400, 2), (401, 0)):
        with again(tmp_path) as one:
            one.pass_by(days=days)
            one.client.portal.call(one.service.forget_old)
            assert len(one.database.students("week5")) == count
    assert MARK.encode() not in stored(tmp_path)


def test_of_a_quiz_of_which_nothing_is_kept_nothing_is_stored_again(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        one.pass_by(days=399)
        one.do(one.service.draw, Access("week5", "s001"))
        one.pass_by(days=2)
        one.do(one.service.forget_old)
        one.store(personal_links, one.quiz, one.database)
        one.do(one.service.draw_ahead)
        assert one.client.get(one.links["s001"]).status_code == 410
        assert one.store(one.database.students, "week5") == {}


def without_week5(folder: Path) -> None:
    """Let another quiz be served in its place."""
    build_quiz(folder / "next", "per-student", 1)
    quiz = folder / "next" / "quiz" / "quiz.yaml"
    quiz.write_text(quiz.read_text("utf-8").replace("id: week5", "id: week6"), "utf-8")
    (folder / "serve.yaml").write_text("format: gametree-serve/1\nquizzes: [{quiz: next/quiz}]\n", "utf-8")


@pytest.mark.parametrize(("terms", "end"), [(f"closes: {CLOSES}", 400), ("", 410)])
def test_a_quiz_that_is_served_no_more_is_deleted_when_it_would_have_been(terms: str, end: int, tmp_path: Path) -> None:
    """It ends when it closed; one that never closes ends when it was served last."""
    with served(tmp_path, terms) as one:
        fill(one)
        one.do(one.service.forget_old)
        one.pass_by(days=10)
        one.do(one.service.forget_old)
    without_week5(tmp_path)
    for days, count in ((end, 2), (end + 1, 0)):
        with again(tmp_path) as one:
            one.pass_by(days=days)
            one.do(one.service.forget_old)
            assert len(one.database.students("week5")) == count
    assert MARK.encode() not in stored(tmp_path)
    assert any("week5 closed more than 400 days ago" in line for line in one.log)


def test_a_quiz_of_which_no_end_is_known_is_deleted_some_time_after_that_is_seen(tmp_path: Path) -> None:
    """As it stands in stores of before."""
    with served(tmp_path) as one:
        fill(one)
    without_week5(tmp_path)
    for days, count in ((0, 2), (399, 2), (401, 0)):
        with again(tmp_path) as one:
            if days == 0:
                one.database.connection.one("delete from setting where name like '% is kept until'")
            one.pass_by(days=days)
            one.do(one.service.forget_old)
            assert len(one.database.students("week5")) == count


def test_a_quiz_that_is_served_no_more_is_forgotten_when_somebody_asks(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        fill(one)
    without_week5(tmp_path)
    said = run("serve", "forget", tmp_path, "--quiz", "week5", "--yes")
    assert (said.code, "deleted of week5: 2 sheets" in said.err) == (
        0,
        True,
    )
    assert MARK.encode() not in stored(tmp_path)


def test_what_is_under_way_when_a_student_is_forgotten_leaves_nothing(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        fill(one)
        of = Access("week5", "s001")
        [hand_in] = one.database.hand_ins(of)
        state = one.database.saved(of)
        one.database.forget(student="s001")
        assert one.database.save(of, 0, state) is None
        assert one.database.add_hand_in(hand_in, 1) is None
        one.database.add_feedback(hand_in, "expected", b"page")
        tables = (table for table in _OF_STUDENTS if table != "token")
        rows = [one.database.connection.rows(f"select * from {table} where student = 's001'") for table in tables]
        assert not any(rows)


def test_no_copy_of_the_tables_of_before_keeps_what_is_forgotten(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        fill(one)
        one.database.connection._engine.keep_copy(2)
        assert (tmp_path / "serve.sqlite.before-2").exists()
    assert run("serve", "forget", tmp_path, "--student", "s001", "--yes").code == 0
    assert f"{MARK} of s001".encode() not in stored(tmp_path)
    assert f"{MARK} of s002".encode() in stored(tmp_path)
