"""A student with a valid link who sends what no page sends, and what becomes of the others."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from console import run
from quizzes import perfect
from served import CLOSES, JSON, answers_of, served
from starlette.requests import Request
from starlette.types import Message
from test_serve_sheets import until

from grader.serve.database import Access, Database, Extension, HandIn, SavedState
from grader.serve.service import NotDone
from grader.serve.web import _stated


def test_no_hand_in_of_a_student_passes_for_that_of_closing(tmp_path: Path) -> None:
    """What closing hands in uses up no attempt: who could call a hand-in so would have one more, and know the answers by then."""
    with served(tmp_path) as one:
        assert one.hand_in("s001", {}, "closing").status_code == 200
        assert one.answers("s001")["left"] == 0
        assert one.hand_in("s001", answers_of(perfect(one.built, "s001")), "2").status_code == 409
        assert one.hand_in("s002", {}, "").status_code == 400


@pytest.mark.parametrize("keep", ["1e999", "[" * 900 + "]" * 900, "[" * 60 + "]" * 60])
def test_what_could_not_be_sent_back_is_not_saved(keep: str, tmp_path: Path) -> None:
    with served(tmp_path) as one:
        content = f'{{"base": 0, "submission": null, "keep": {keep}}}'
        assert one.client.put(f"{one.links['s001']}/answers", content=content, headers=JSON).status_code == 400
        assert one.answers("s001")["saved"] == 0


def test_nobody_reads_right_answers_while_something_is_earned_late(tmp_path: Path) -> None:
    """Of 20 per cent a day something is left for five days: the answers of those in time would be handed in by others."""
    with served(tmp_path, f"closes: {CLOSES}, late-penalty: 20", marking="{reveal: verdicts}") as one:
        one.hand_in("s001", {})
        link = f"{one.links['s001']}/feedback"
        one.pass_by(hours=1, days=4)
        before = one.client.get(link).text
        assert (
            "More is shown here when the quiz has closed for everybody and nothing can be earned by handing in late."
            in before
        )
        one.pass_by(days=1, minutes=3)
        assert len(one.client.get(link).text) > len(before)


def test_more_time_between_a_hand_in_and_its_marks_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add = Database.add_hand_in

    def extended(self: Database, hand_in: HandIn, most: int) -> HandIn | None:
        found = add(self, hand_in, most)
        self.extend(Extension("s001", "2026-11-27T19:00:00.000+00:00", "ill", "me"), "week5", "")
        return found

    with served(tmp_path, f"closes: {CLOSES}, late-penalty: 20") as one:
        one.open("s001")
        one.pass_by(hours=1, minutes=10)
        monkeypatch.setattr(Database, "add_hand_in", extended)
        said = one.hand_in("s001", answers_of(perfect(one.built, "s001"))).json()
        assert (said["late"], said["earned"]) == (False, said["possible"])
        until(lambda: one.line("s001")["earned"] == said["possible"])


def test_what_comes_late_fills_no_disk(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        one.open("s001")
        one.pass_by(hours=2)
        codes = []
        for number in range(22):
            codes.append(one.hand_in("s001", {}, str(number)).status_code)
            one.pass_by(seconds=11)
        assert codes == [410] * 20 + [409] * 2
        assert one.hand_in("s001", {}, "3").json()["kept"]


def test_a_link_is_asked_so_often_a_minute(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        codes = [one.client.get(f"{one.links['s001']}/answers").status_code for _ in range(302)]
        assert codes == [200] * 300 + [429] * 2
        assert one.open("s002").status_code == 200
        health = [one.client.get("/healthz").status_code for _ in range(62)]
        assert health == [200] * 60 + [429] * 2


def test_states_that_are_saved_for_days_fill_no_disk(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        one.open("s001")
        for number in range(1010):
            one.pass_by(minutes=1)
            state = SavedState(0, one.now.isoformat(), "null", "null")
            assert one.database.save(Access("week5", "s001"), number, state) == number + 1
        assert one.database.connection.one("select count(*) from saved") == (1000,)


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.serve.web._PATIENCE", 0.01)

    async def receive() -> Message:
        await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    request = Request({"type": "http", "headers": [(b"content-type", b"application/json")]}, receive)
    with pytest.raises(NotDone, match="expected all of it within"):
        asyncio.run(_stated(request, {}))


@pytest.mark.parametrize("instead", ["oops", 3, ["a"], True])
def test_no_exercise_drops_out_of_the_total(instead: object, tmp_path: Path) -> None:
    """What is answered by no mapping could not be marked: who does not know an exercise would have all points of the others."""
    with served(tmp_path, f"closes: {CLOSES}") as one:
        spoiled = {}
        for student in one.links:
            answers = answers_of(perfect(one.built, student))
            spoiled[student] = {**answers, [*answers][-1]: instead}
        assert one.hand_in("s001", spoiled["s001"]).status_code == 422
        assert one.line("s001")["attempts"] == 0
        one.save("s002", 0, spoiled["s002"])
        one.pass_by(hours=1, minutes=3)
        until(lambda: one.line("s002")["earned"] is not None)
        assert one.line("s002")["possible"] == one.quiz.points
        assert run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out").code == 0


def test_of_what_is_accepted_one_after_the_other_that_counts_which_the_quiz_says(tmp_path: Path) -> None:
    """The better one came first and is accepted last."""
    with served(tmp_path, f"closes: {CLOSES}", marking="{keep: best}") as one:
        one.open("s001")
        for number, answers in enumerate((answers_of(perfect(one.built, "s001")), {})):
            one.pass_by(hours=2)
            assert one.hand_in("s001", answers, str(number)).status_code == 410
        for attempts in (1, 2):
            assert one.client.post(f"{one.live}/accept", json={"student": "s001"}).status_code == 200
            until(lambda: one.line("s001")["attempts"] == attempts and not one.database.unmarked())  # noqa: B023
        assert 0 < one.line("s001")["earned"] == one.line("s001")["possible"]
        assert run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out").code == 0


def test_a_sheet_may_close_at_the_end_of_all_times(tmp_path: Path) -> None:
    with served(tmp_path, "closes: 9999-12-31T23:59:00Z") as one:
        assert one.hand_in("s001", {}).status_code == 200
        assert one.client.get(f"{one.links['s001']}/feedback").status_code == 200


def test_what_is_saved_and_is_no_submission_spoils_no_export(tmp_path: Path) -> None:
    """One saves what is no submission, one answers to a problem of nobody, one is honest."""
    with served(tmp_path, f"closes: {CLOSES}") as one:
        link = f"{one.links['s001']}/answers"
        assert one.client.put(link, json={"base": 0, "keep": None, "submission": {"answers": 1}}).status_code == 200
        one.save("s002", 0, {"foreign": {"value": 1}})
        one.save("s003", 0, answers_of(perfect(one.built, "s003")))
        one.pass_by(hours=1, minutes=3)
        until(lambda: all(one.line(student)["earned"] is not None for student in one.links))
        assert [one.line(student)["earned"] for student in ("s001", "s002")] == [0, 0]
        assert one.line("s003")["earned"] > 0
        assert one.client.get(f"{one.live}/export.zip").status_code == 200
        assert run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out").code == 0
