"""What a sheet's closing hands in, what counts that comes later, and what is looked at again when the end is moved."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from console import run
from quizzes import perfect
from served import CLOSES, START, Served, again, answers_of, served

from grader.core.times import read_time
from grader.serve.database import LATE, MARKED, Access
from grader.serve.quizzes import close_anew, digest_of, take_decisions
from grader.serve.service import NotDone

OF = Access("week5", "s001")
WITH_PENALTY = f"closes: {CLOSES}, late-penalty: 20"


def right(one: Served, student: str = "s001") -> object:
    return answers_of(perfect(one.built, student))


def close(one: Served) -> None:
    one.do(one.service.close_and_mark)
    for held in one.store(one.database.hand_ins, OF):
        if held.state != LATE:
            one.do(one.service._marked, held)


def handed_in(one: Served) -> list[tuple[str, object, str]]:
    return [(held.once, held.attempt, held.state) for held in one.store(one.database.hand_ins, OF)]


def course_link(one: Served, context: str, issuer: str = "https://moodle.example.edu") -> str:
    """Return the address of a live page that a platform has opened from a course."""
    token, until = context.rjust(32, "0"), (START + timedelta(days=99)).isoformat(timespec="milliseconds")
    one.store(one.database.connection.put, "token", (digest_of(token), "week5", "", until, 12, issuer, context))
    return f"/i/{token}"


def comes_from(one: Served, student: str, context: str, issuer: str = "https://moodle.example.edu") -> None:
    one.store(one.database.connection.put, "person", ("week5", issuer, student, student, "", ""))
    one.store(one.database.connection.put, "member", ("week5", student, issuer, context))


def test_what_is_saved_after_closing_is_not_handed_in_as_if_it_was_in_time(tmp_path: Path) -> None:
    with served(tmp_path, WITH_PENALTY) as one:
        one.pass_by(days=3)
        one.open("s001")
        assert one.save("s001", 0, right(one)).status_code == 200
        close(one)
        assert handed_in(one) == []
        assert one.hand_in("s001", right(one)).json()["late"] is True


def test_after_closing_nobody_is_asked_to_begin_or_called_stuck_and_what_was_saved_is_handed_in_before_it_is_told(
    tmp_path: Path,
) -> None:
    with served(tmp_path, f"closes: {CLOSES}, attempts: 3") as one:
        one.open("s001")
        one.save("s001", 0, right(one))
        one.open("s002")
        one.pass_by(hours=1, minutes=2, seconds=1)
        told = one.answers("s001")
        assert (told["left"], told["by"], told["over"]) == (0, "closing", True)
        one.pass_by(minutes=30)
        told = one.answers("s002")
        assert (told["left"], told["handed"], told["by"], told["over"]) == (0, None, None, True)
        assert one.line("s002")["state"] == "opened"
        said = one.client.get(one.links["s003"]).text
        assert "Nothing was handed in on this sheet: the quiz closed at 2026-11-27 18:00 UTC+01:00." in said
        assert "data-problem" not in said
        assert one.line("s003")["state"] == "not-opened"


def test_what_was_saved_before_closing_is_handed_in_whatever_is_saved_later(tmp_path: Path) -> None:
    with served(tmp_path, WITH_PENALTY) as one:
        one.open("s001")
        one.save("s001", 0, {})
        one.pass_by(hours=1, minutes=1, seconds=59)
        one.save("s001", 1, right(one))
        one.pass_by(minutes=5)
        one.save("s001", 2, {})
        close(one)
        assert handed_in(one) == [("", 1, MARKED)]
        line = one.line("s001")
        assert line["earned"] == line["possible"] > 0


def test_feedback_on_what_closing_handed_in_holds_no_right_answer_while_a_hand_in_can_earn_something(
    tmp_path: Path,
) -> None:
    with served(tmp_path, WITH_PENALTY) as one:
        one.open("s001")
        one.save("s001", 0, {})
        one.pass_by(hours=2)
        close(one)
        address = f"{one.links['s001']}/feedback"
        expected = 'class="expected"'
        page = one.client.get(address)
        assert page.status_code == 200
        shown = [page.text.count(word) for word in (expected, "expected ")]
        one.pass_by(days=9)
        after = one.client.get(address).text
        assert len(after) > len(page.text)
        assert [after.count(word) for word in (expected, "expected ")] != shown
        assert one.store(one.database.feedback, one.store(one.database.hand_ins, OF)[0], "verdicts") is not None


def test_what_came_too_late_counts_once_the_sheet_closes_after_it(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        one.open("s001")
        one.save("s001", 0, {})
        one.pass_by(hours=1, minutes=14)
        close(one)
        assert one.hand_in("s001", right(one)).status_code == 410
        assert handed_in(one) == [("", 1, MARKED), ("1", None, LATE)]
        assert one.line("s001")["why"] == "came 14 minutes after closing"
        one.client.post(f"{one.live}/extend", json={"student": "s001", "until": "2026-11-27T18:20+01:00", "why": "ill"})
        one.pass_by(minutes=30)
        close(one)
        close(one)
        assert handed_in(one) == [("1", 1, MARKED)]
        line = one.line("s001")
        assert (line["earned"] == line["possible"] > 0, line["why"], line["late"]) == (True, "", False)


def test_what_came_late_stays_so_where_more_time_ends_before_it_or_something_was_handed_in(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        one.open("s001")
        one.save("s001", 0, {})
        one.pass_by(hours=1, minutes=14)
        close(one)
        one.hand_in("s001", right(one))
        one.client.post(f"{one.live}/extend", json={"student": "s001", "until": "2026-11-27T18:05+01:00", "why": "ill"})
        close(one)
        assert handed_in(one) == [("", 1, MARKED), ("1", None, LATE)]
        assert one.line("s001")["why"] == "came 9 minutes after closing"
    with served(tmp_path / "two", f"closes: {CLOSES}, attempts: 2") as one:
        one.open("s001")
        one.hand_in("s001", {}, "in time")
        one.pass_by(hours=1, minutes=14)
        assert one.hand_in("s001", right(one)).status_code == 410
        one.client.post(f"{one.live}/extend", json={"student": "s001", "until": "+20", "why": "ill"})
        assert "is not marked: accept it" in one.line("s001")["why"]


@pytest.mark.parametrize(
    ("until", "minutes"), [("2026-11-27T17:30+01:00", ""), ("2026-11-27T17:30+01:00", ", minutes: 45")]
)
def test_an_earlier_time_is_answered_with_the_time_that_holds(until: str, minutes: str, tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}{minutes}") as one:
        if not minutes:
            one.open("s001")
        said = one.client.post(f"{one.live}/extend", json={"student": "s001", "until": until, "why": "a slip"}).json()
        assert said["closes"].startswith("2026-11-27T18:00")


@pytest.mark.parametrize("terms", [f"closes: {CLOSES}", "minutes: 45"])
@pytest.mark.parametrize("until", ["-5", "+0"])
def test_no_more_minutes_than_before_are_refused(until: str, terms: str, tmp_path: Path) -> None:
    with served(tmp_path, terms) as one:
        stated = {"student": "s001", "until": until, "why": "a slip"}
        for is_open in (False, True):
            if is_open:
                one.open("s001")
            said = one.client.post(f"{one.live}/extend", json=stated)
            assert said.status_code == 422
            assert said.json()["error"] == "expected a later time, more minutes, such as +15, or none"
        ran = run("serve", "extend", tmp_path, "week5", "--why", "a slip", "--", "s001", until)
        assert (ran.code, "TIME: expected a later time" in ran.err) == (2, True)


def test_the_live_page_takes_an_id_or_a_name_that_only_one_has_and_says_which_it_wants(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}", students=4) as one:
        stated = {"until": "+5", "why": "ill"}
        roster = {student.id: student.name for student in one.quiz.roster.values()}
        for called in ("s001", roster["s002"], f" {roster['s003']} (s003) "):
            assert one.client.post(f"{one.live}/extend", json={**stated, "student": called}).status_code == 200
        said = one.client.post(f"{one.live}/extend", json={**stated, "student": "s0O4"})
        assert (said.status_code, said.json()["error"]) == (
            404,
            's0O4: expected the id of a student of this quiz; did you mean "s004"?',
        )
        given = one.store(one.database.extensions, "week5")
        assert [each.student for each in given] == ["s001", "s002", "s003"]


@pytest.mark.parametrize(
    ("terms", "before", "opened"),
    [
        (f"closes: {CLOSES}", "2026-11-27T17:15:00.000+00:00", "until 18:15"),
        (f"closes: {CLOSES}, minutes: 45", "+15", "until 18:00"),
        ("minutes: 45", "+15", "until 17:00"),
    ],
)
def test_the_live_page_says_who_has_more_time(terms: str, before: str, opened: str, tmp_path: Path) -> None:
    with served(tmp_path, terms) as one:
        for student in ("s001", "s002"):
            one.store(one.service._database.add_sheet, Access("week5", student), "[]", b"")
        stated = {"student": "s001", "until": "+15", "why": "ill"}
        assert one.client.post(f"{one.live}/extend", json=stated).status_code == 200
        assert read_time_or_minutes(one.line("s001")["until"]) == read_time_or_minutes(before)
        assert one.line("s002")["until"] is None
        assert ("+15 minutes" in one.client.get(one.live).text) is (before == "+15")
        one.store(one.database.note_seen, OF, START.isoformat())
        assert opened in one.client.get(one.live).text


def read_time_or_minutes(stated: str) -> object:
    return stated if stated.startswith("+") else read_time(stated)


def decide(one: Served, *whens: str) -> None:
    rows = "".join(f"  - {{student: s001, due: {when}, by: Ada, why: ill}}\n" for when in whens)
    file = Path(one.quiz.terms.file).parent / "adjust.yaml"
    file.write_text(f"format: gametree-adjust/1\nadjust:\n{rows}", "utf-8") if rows else file.unlink()
    one.store(take_decisions, one.quiz, one.database)


def test_a_due_time_in_the_decisions_is_what_stands_there_now(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        one.open("s001")
        for stated, closes in (
            ("2062-11-27T18:00+01:00", "2062-11-27T17:00"),
            ("2026-11-27T18:30+01:00", "2026-11-27T17:30"),
            ("+45", "2026-11-27T17:45"),
        ):
            decide(one, stated)
            assert read_time(one.answers("s001")["closes"]) == read_time(f"{closes}Z")
            assert len(one.store(one.database.extensions, "week5")) == 1
        one.client.post(f"{one.live}/extend", json={"student": "s001", "until": "2026-11-27T20:00+01:00", "why": "ill"})
        decide(one)
        [left] = one.store(one.database.extensions, "week5")
        assert left.by == "the live page"


def test_a_due_time_counts_with_minutes_alone_and_minutes_count_from_ones_own_end(tmp_path: Path) -> None:
    with served(tmp_path, "minutes: 45") as one:
        decide(one, "2026-11-27T20:00+01:00")
        one.open("s001")
        assert one.answers("s001")["closes"].startswith("2026-11-27T19:00")
        decide(one, "+30")
        assert one.answers("s001")["closes"].startswith("2026-11-27T17:15")
    with served(tmp_path / "both", "minutes: 45, closes: 2026-11-27T23:00:00+01:00") as one:
        decide(one, "+30")
        one.open("s001")
        assert one.answers("s001")["closes"].startswith("2026-11-27T17:15")


def test_a_course_gets_no_right_answer_while_a_late_hand_in_can_earn_something(tmp_path: Path) -> None:
    with served(tmp_path, WITH_PENALTY) as one:
        one.open("s001")
        comes_from(one, "s001", "c1")
        token = course_link(one, "c1").removeprefix("/i/")
        for days, is_there in ((0, False), (0.1, False), (4.9, False), (5, True)):
            one.now = START + timedelta(days=days, hours=1.1)
            if is_there:
                assert one.do(one.service.exported_to, "week5", token) == ["s001"]
            else:
                with pytest.raises(NotDone, match="closed for everybody and nothing can be earned by handing in late,"):
                    one.do(one.service.exported_to, "week5", token)


def test_who_teaches_another_course_gives_no_time_to_a_student_who_came_there_too(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        one.open("s001")
        comes_from(one, "s001", "c1")
        stated = {"student": "s001", "until": "+15", "why": "ill"}
        assert one.client.post(f"{course_link(one, 'c1')}/extend", json=stated).status_code == 200
        comes_from(one, "s001", "sandbox")
        for course in ("c1", "sandbox"):
            for what in ("extend", "accept"):
                said = one.client.post(
                    f"{course_link(one, course)}/{what}", json=stated if what == "extend" else {"student": "s001"}
                )
                assert (said.status_code, "two courses" in said.json()["error"]) == (409, True)
        assert one.client.post(f"{one.live}/extend", json=stated).status_code == 200


def test_a_quiz_that_closes_later_than_before_takes_back_what_its_closing_did(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        one.store(close_anew, one.quiz, one.database)
        one.open("s001")
        one.save("s001", 0, {})
        one.pass_by(hours=1, minutes=5)
        close(one)
        assert handed_in(one) == [("", 1, MARKED)]
        now = one.now
    served_as = tmp_path / "serve.yaml"
    served_as.write_text(served_as.read_text("utf-8").replace("T18:00", "T19:00"), "utf-8")
    with again(tmp_path, now=now) as one:
        one.store(close_anew, one.quiz, one.database)
        assert handed_in(one) == []
        one.save("s001", 1, right(one))
        one.pass_by(hours=1)
        close(one)
        line = one.line("s001")
        assert line["earned"] == line["possible"] > 0
        one.store(close_anew, one.quiz, one.database)
        assert handed_in(one) == [("", 1, MARKED)]


@pytest.mark.parametrize("by", ["hand", "decisions"])
def test_time_that_is_taken_back_costs_again_what_it_did(by: str, tmp_path: Path) -> None:
    with served(tmp_path, WITH_PENALTY) as one:
        one.open("s001")
        one.pass_by(hours=2)
        less = one.hand_in("s001", right(one)).json()["earned"]
        for until, is_late in (("+90", False), ("none", True)):
            if by == "hand":
                one.client.post(f"{one.live}/extend", json={"student": "s001", "until": until, "why": "ill"})
            else:
                decide(one, *([] if is_late else [until]))
            close(one)
            line = one.line("s001")
            assert (line["late"], line["earned"] == less) == (is_late, is_late)
        said = run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out")
        assert said.code == 0, said.err


@pytest.mark.parametrize(
    ("before", "after", "share"),
    [("closes: 2026-11-27T18:00", "closes: 2026-11-27T17:30", 0.8), ("penalty: 20", "penalty: 40", 0.6)],
)
def test_lateness_costs_what_it_does_as_the_quiz_is_served_now(
    before: str, after: str, share: float, tmp_path: Path
) -> None:
    with served(tmp_path, WITH_PENALTY) as one:
        one.store(close_anew, one.quiz, one.database)
        one.open("s001")
        one.pass_by(minutes=45 if "closes" in before else 90)
        whole = one.hand_in("s001", right(one)).json()["possible"]
        now = one.now
    served_as = tmp_path / "serve.yaml"
    served_as.write_text(served_as.read_text("utf-8").replace(before, after), "utf-8")
    with again(tmp_path, now=now) as one:
        one.store(close_anew, one.quiz, one.database)
        close(one)
        assert one.line("s001")["earned"] == pytest.approx(whole * share)
        assert run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out").code == 0


@pytest.mark.parametrize("terms", [WITH_PENALTY, f"closes: {CLOSES}"])
def test_the_time_of_a_sheet_begins_before_its_problems_are_shown(terms: str, tmp_path: Path) -> None:
    with served(tmp_path, f"minutes: 45, {terms}") as one:
        asked = one.client.get(one.links["s001"])
        assert "You have 45 minutes from when you begin." in asked.text
        assert "The quiz closes at 2026-11-27 18:00" in asked.text
        assert ("20 per cent are taken off for each day begun since then." in asked.text) is ("penalty" in terms)
        assert "answer-data" not in asked.text
        assert one.line("s001")["state"] == "not-opened"
        begun = one.client.get(f"{one.links['s001']}?begin")
        assert "answer-data" in begun.text
        assert one.line("s001")["opened"] is not None
        one.pass_by(minutes=10)
        assert "answer-data" in one.client.get(one.links["s001"]).text
        assert one.answers("s001")["closes"].startswith("2026-11-27T16:45")
        late = {
            "after": "2026-11-27T16:47:00.000+00:00",
            "rule": "20 per cent are taken off for each day begun since then.",
        }
        assert one.answers("s001")["late"] == (late if "penalty" in terms else None)


@pytest.mark.parametrize("terms", [WITH_PENALTY, f"closes: {CLOSES}"])
def test_who_begins_after_the_end_is_told_so_and_what_that_costs(terms: str, tmp_path: Path) -> None:
    with served(tmp_path, f"minutes: 3, {terms}") as one:
        one.pass_by(hours=1, minutes=22)
        asked = one.client.get(one.links["s001"]).text
        assert "he quiz closed at 2026-11-27 18:00" in asked
        assert (">Begin<" in asked) == (terms == WITH_PENALTY)
        assert "You have 3 minutes" not in asked
        assert ("20 per cent are taken off for each day begun since then." in asked) is ("penalty" in terms)


def test_what_would_be_too_large_for_a_class_run_is_not_taken(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        one.open("s001")
        [first, *_] = right(one)
        stated = {
            "once": "1",
            "submission": {"format": "gametree-submission/1", "answers": {first: {"pruned": [""] * 20_000}}},
        }
        body = json.dumps(stated, separators=(",", ":"))
        assert len(body) < 64 * 1024
        said = one.client.post(
            f"{one.links['s001']}/hand-in", content=body, headers={"content-type": "application/json"}
        )
        assert said.status_code == 413
        assert handed_in(one) == []


@pytest.mark.parametrize("before", ["//s/", "/s//", "/S/", "/x/", "/lti/register//"])
def test_no_address_leaves_a_link_in_the_log(before: str, tmp_path: Path) -> None:
    with served(tmp_path) as one:
        token = one.links["s001"].removeprefix("/s/")
        assert one.client.get(f"http://testserver{before}{token}").status_code == 404
        assert token[4:] not in "".join(one.log)


def test_no_answer_leads_to_an_address_that_the_request_names(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        said = one.client.get(f"{one.links['s001']}/", headers={"host": "evil.example"}, follow_redirects=False)
        assert said.status_code == 404


def test_who_looks_at_a_sheet_is_told_what_was_handed_in(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        assert one.open("s001").json()["handed"] is None
        answers = right(one)
        assert one.save("s001", 0, answers).status_code == 200
        one.pass_by(minutes=1)
        at = one.hand_in("s001", answers).json()["arrived"]
        one.pass_by(minutes=1)
        told = one.answers("s001")
        assert told["handed"] == answers
        assert [read_time(each) - START for each in (told["when"], at, told["arrived"])] == [
            timedelta(0),
            timedelta(minutes=1),
            timedelta(minutes=1),
        ]
