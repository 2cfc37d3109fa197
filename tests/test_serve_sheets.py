"""A sheet that is served: it is the one that a build hands out, keeps what is saved, and is marked as `grade` marks it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from console import run
from planted import planted
from quizzes import perfect, student_ids, write_roster
from served import CLOSES, Served, again, answers_of, served

from generators.registry import GENERATORS
from grader.course.quiz.built import Built
from grader.kinds import Exercise
from grader.serve.database import Access
from grader.serve.quizzes import note_roster, personal_links, personal_token, take_decisions

KINDS = (
    "{id: q1, bank: minimax-textbook}",
    "{id: q2, generate: {kind: alpha-beta, depth: 3, branching: 2}}",
    "{id: q3, generate: {kind: expectiminimax, depth: 2, branching: 2}}",
    "{id: q4, generate: {kind: ucb, children: 3}}",
    "{id: q5, generate: {kind: positions, piles: 3}}",
    "{id: q6, generate: {kind: minimax, depth: 2, branching: 3}, text: {prompt: Why?, points: 2}}",
)


@pytest.fixture
def one(tmp_path: Path) -> Any:
    with served(tmp_path) as found:
        yield found


def mistaken(built: Built, student: str, rng: random.Random) -> dict[str, Any]:
    """Return answers to a student's sheet, of each exercise some with a mistake."""
    answers = {}
    for one in built.sheet_of(student):
        exercise = built.find(one.problem)
        assert isinstance(exercise, Exercise)
        answers[one.problem] = rng.choice([*islice(planted(rng, exercise), 40)])
    return json.loads(json.dumps(answers, default=str))


@pytest.mark.parametrize("variants", ["per-student", "groups", "shared"])
def test_problems_are_those_of_a_build(variants: str, tmp_path: Path) -> None:
    with served(tmp_path, variants=variants) as found:
        for student, link in found.links.items():
            assert found.client.get(link).status_code == 200
            sheet = found.built.sheet_of(student)
            stated = dict(found.database.problems("week5"))[student]
            assert [(id_, exercise) for id_, exercise, _ in json.loads(stated)] == [
                (one.problem, one.exercise) for one in sheet
            ]
            for id_, _, document in json.loads(stated):
                assert document.encode() == found.built.read(f"key/problems/{id_}.yaml")


def test_two_tabs_lose_nothing(one: Served) -> None:
    """The numbers: both begin at 0, the second merges and goes on from 1, and the first learns of it."""
    [id_, *_] = [found.problem for found in one.built.sheet_of("s001")]
    mine, theirs = {id_: {"value": 3}}, {id_: {"best-move": "a"}}
    first = one.save("s001", 0, mine, {"typed": "3"})
    assert (first.status_code, first.json()) == (200, {"saved": 1})
    second = one.save("s001", 0, theirs)
    assert (second.status_code, second.json()["saved"]) == (409, 1)
    assert second.json()["submission"]["answers"] == mine
    assert second.json()["keep"] == {"typed": "3"}
    third = one.save("s001", 1, mine | theirs)
    assert (third.status_code, third.json()) == (200, {"saved": 2})
    assert one.save("s001", 1, mine).status_code == 409
    assert one.answers("s001")["saved"] == 2


def test_of_many_states_the_newest_stay_and_one_a_minute(one: Served) -> None:
    for number in range(60):
        one.pass_by(seconds=10)
        assert one.save("s001", number, {}).status_code == 200
    rows = one.database.connection.rows("select number, time from saved where student = 's001' order by number")
    assert [row[0] for row in rows][-20:] == [*range(41, 61)]
    older = [str(row[1])[:16] for row in rows if int(str(row[0])) <= 40]
    assert len(older) == len({*older}) == 6


def test_a_hand_in_that_is_sent_twice_is_one(one: Served) -> None:
    answers = answers_of(perfect(one.built, "s001"))
    first = one.hand_in("s001", answers, "abc")
    assert first.json() == one.hand_in("s001", {}, "abc").json()
    said = first.json()
    assert (said["attempt"], said["earned"], said["possible"]) == (1, said["possible"], said["possible"])
    assert one.hand_in("s001", answers, "other").status_code == 409
    assert one.hand_in("s001", answers, "other").json()["error"] == "already handed in"
    assert one.answers("s001")["left"] == 0


def test_what_names_a_problem_of_others_is_refused(one: Served) -> None:
    theirs = answers_of(perfect(one.built, "s002"))
    said = one.hand_in("s001", theirs)
    foreign = next(id_ for id_ in theirs if id_ not in {held.problem for held in one.built.sheet_of("s001")})
    assert (said.status_code, said.json()["error"]) == (422, f"{foreign} is not on this sheet")
    assert one.hand_in("s001", [1]).status_code == 422
    assert one.line("s001")["attempts"] == 0


@pytest.mark.parametrize("keep", ["latest", "best", "first"])
def test_of_several_attempts_that_counts_which_the_quiz_says(keep: str, tmp_path: Path) -> None:
    with served(tmp_path, "attempts: 3", marking=f"{{keep: {keep}}}") as one:
        whole = answers_of(perfect(one.built, "s001"))
        half = dict([*whole.items()][:2])
        earned = [one.hand_in("s001", sent, str(at)).json()["earned"] for at, sent in enumerate([half, whole, half])]
        all_marks, some = max(earned), earned[0]
        assert some < all_marks
        # answers to an exercise replace those before; what is left out now stays as it was answered
        assert (
            earned
            == {
                "latest": [some, all_marks, all_marks],
                "best": [some, all_marks, all_marks],
                "first": [some, all_marks, all_marks],
            }[keep]
        )


@pytest.mark.parametrize("reveal", ["none", "verdicts", "expected"])
def test_marks_and_pages_are_those_of_grade(reveal: str, tmp_path: Path) -> None:
    """Answers with mistakes of each sort: marks to the last digit, and the page of feedback but for its first line."""
    agree_with_grade(tmp_path, KINDS, f"{{reveal: {reveal}, round: 0.25}}", students=12)


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.parametrize("kind", GENERATORS)
def test_marks_and_pages_of_every_kind_are_those_of_grade(kind: str, tmp_path: Path) -> None:
    reveal = ("none", "verdicts", "expected")[len(kind) % 3]
    agree_with_grade(tmp_path, [f"{{id: q1, generate: {{kind: {kind}}}}}"], f"{{reveal: {reveal}}}", students=26)


def agree_with_grade(folder: Path, exercises: Sequence[str], marking: str, students: int) -> None:
    """Let each student of a class hand in answers with mistakes, and `grade` mark the same."""
    rng = random.Random(f"served {marking} {exercises}")
    with served(folder, exercises=exercises, marking=marking, students=students) as one:
        lines, marks, pages = [], {}, {}
        for student in student_ids(students):
            answers = mistaken(one.built, student, rng)
            said = one.hand_in(student, answers)
            assert said.status_code == 200, said.text
            marks[student] = (said.json()["earned"], said.json()["possible"])
            pages[student] = one.client.get(said.json()["feedback"]).text
            lines.append(json.dumps({"format": "gametree-submission/1", "student": student, "answers": answers}))
        assert not [line for line in one.log if "failed" in line or "could not" in line]
    handed_in = folder / "handed-in.jsonl"
    handed_in.write_text("\n".join(lines) + "\n", encoding="utf-8")
    out = folder / "results"
    run("grade", handed_in, "--quiz", folder / "build", "--html", "--out", out)
    results = [json.loads(line) for line in (out / "results.jsonl").read_text("utf-8").splitlines()]
    assert {one["student"]: (one["earned"], one["possible"]) for one in results} == marks
    for student, seen in pages.items():
        [page] = (out / "feedback").glob(f"{student}/*.html")
        assert body_of(seen) == body_of(page.read_text("utf-8"))


def body_of(page: str) -> str:
    """Return what a page says, without the line on top that only a server knows."""
    return re.sub(r"<main>\n<p>[0-9.]+ of [0-9.]+ points\..*?</p>\n", "<main>\n", page)


def test_what_comes_late_is_put_by_and_not_marked(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        answers = answers_of(perfect(one.built, "s001"))
        one.pass_by(hours=1, minutes=2)
        assert one.hand_in("s001", answers).status_code == 200  # two minutes are forgiven
        one.pass_by(seconds=1)
        assert one.open("s002").status_code == 200
        late = one.hand_in("s002", answers_of(perfect(one.built, "s002")))
        assert (late.status_code, late.json()["kept"]) == (410, True)
        one.pass_by(minutes=12)
        assert one.line("s002")["why"] == "came 3 minutes after closing"
        assert (one.line("s002")["earned"], one.line("s002")["late"]) == (None, True)
        assert one.save("s002", 0, {}).status_code == 410


def test_what_is_saved_is_handed_in_when_the_sheet_closes(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        assert one.save("s001", 0, answers_of(perfect(one.built, "s001"))).status_code == 200
        one.open("s002")
        one.pass_by(hours=1, minutes=2, seconds=1)
    with again(tmp_path) as one:
        one.pass_by(hours=2)
        until(lambda: one.line("s001")["state"] == "handed-in" and one.line("s001")["earned"] is not None)
        line = one.line("s001")
        assert (line["earned"], line["attempts"]) == (line["possible"], 1)
        assert one.line("s002")["attempts"] == 0
        assert "Save" not in one.client.get(one.links["s001"]).text  # the feedback stands in place of the sheet


def until(is_so: Any) -> None:
    """Wait for what is done beside answering."""
    import time

    for _ in range(200):
        if is_so():
            return
        time.sleep(0.05)
    raise AssertionError("it did not come to be")


def test_minutes_count_from_the_first_opening(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}, minutes: 45") as one:
        one.pass_by(minutes=5)
        assert one.answers("s001")["closes"] == "2026-11-27T16:50:00.000+00:00"
        one.pass_by(minutes=30)
        assert one.answers("s001")["closes"] == "2026-11-27T16:50:00.000+00:00"
        assert one.answers("s002")["closes"] == "2026-11-27T18:00:00.000+01:00"


def test_before_it_opens_there_is_a_time_and_no_sheet(tmp_path: Path) -> None:
    with served(tmp_path, "opens: 2026-11-27T17:30:00+01:00") as one:
        page = one.client.get(one.links["s001"])
        assert "opens at 2026-11-27 17:30 UTC+01:00" in page.text
        assert "q1" not in page.text
        assert one.client.get(f"{one.links['s001']}/answers").status_code == 425
        one.pass_by(minutes=30)
        assert one.client.get(f"{one.links['s001']}/answers").status_code == 200


def test_links_are_those_that_the_secret_gives(one: Served) -> None:
    secret, link = one.quiz.recipe.secret, one.links["s001"]
    assert link == f"/s/{personal_token(secret, 'week5', 's001', 1)}"
    for at in range(3, len(link)):
        other = "0" if link[at] != "0" else "1"
        assert one.client.get(f"{link[:at]}{other}{link[at + 1 :]}").status_code in (404, 429)
    assert one.client.get(link.replace("/s/", "/i/")).status_code in (404, 429)
    assert one.client.get(one.live.replace("/i/", "/s/")).status_code in (404, 429)
    one.database.renew_link("week5", "s001")
    personal_links(one.quiz, one.database)
    one.pass_by(minutes=2)
    assert one.client.get(link).status_code == 404
    assert one.client.get(f"/s/{personal_token(secret, 'week5', 's001', 2)}").status_code == 200


def test_the_live_link_ends_after_seven_days(one: Served) -> None:
    assert one.client.get(one.live).status_code == 200
    one.pass_by(days=7, seconds=1)
    assert one.client.get(one.live).status_code == 404


def test_the_live_page_knows_who_is_stuck(one: Served) -> None:
    [id_, *_] = [found.problem for found in one.built.sheet_of("s001")]
    assert one.line("s001")["state"] == "not-opened"
    one.open("s001")
    assert one.line("s001")["state"] == "opened"
    one.save("s001", 0, {id_: {"value": 3}})
    assert (one.line("s001")["state"], one.line("s001")["answered"], one.line("s001")["of"]) == ("working", 1, 4)
    one.pass_by(minutes=10)
    assert one.line("s001")["state"] == "working"  # nobody looks at it
    one.answers("s001")
    assert one.line("s001")["state"] == "stuck"
    one.hand_in("s001", {})
    assert one.line("s001")["state"] == "handed-in"


def counted(one: Served) -> dict[str, tuple[int, int, int]]:
    """Return what the live page counts once what is saved was looked at: right, wrong and blank of each part of the first exercise."""
    one.client.portal.call(one.service.count_saved)
    parts = one.client.get(f"{one.live}/live").json()["parts"]
    return {part["part"]: (part["right"], part["wrong"], part["blank"]) for part in parts if part["exercise"] == "q1"}


def test_what_is_saved_is_counted_for_who_looks_until_something_is_handed_in(one: Served) -> None:
    right = perfect(one.built, "s001")["answers"]
    [first, *_] = right
    one.open("s001")
    one.save("s001", 0, answers_of({"answers": {first: {"value": right[first]["value"]}}}))
    one.save("s002", 0, {first: {"value": "half-"}})
    one.save("s003", 0, None)
    assert one.client.get(f"{one.live}/live").json()["parts"] == []
    assert counted(one)["value"] == (1, 1, 1)
    assert counted(one)["best-move"] == (0, 0, 3)
    one.save("s001", 1, {first: {"value": "1234567"}})
    assert counted(one)["value"] == (0, 2, 1)
    assert one.database.of_quiz("week5") == []
    one.hand_in("s001", answers_of({"answers": right}))
    assert counted(one)["value"] == (1, 1, 1)
    assert counted(one)["best-move"] == (1, 0, 2)
    one.pass_by(minutes=2)
    one.save("s002", 1, answers_of({"answers": {}}))  # nobody looks any more
    one.client.portal.call(one.service.count_saved)
    assert one.service._counted[Access("week5", "s002")][1] == 1


def texts_of(answer: Any) -> set[str]:
    """Return the texts and numbers that an answer holds, in which nothing else stands by accident."""
    if isinstance(answer, dict):
        return {text for one in answer.values() for text in texts_of(one)}
    if isinstance(answer, list):
        return {text for one in answer for text in texts_of(one)}
    return {str(answer)} if len(str(answer)) > 3 else set()


def test_nothing_tells_a_right_answer_before_its_time(tmp_path: Path) -> None:
    """All that the server says to one student is searched for what the key, the secret and others have."""
    kinds = [f"{{id: q{at}, generate: {{kind: {kind}}}}}" for at, kind in enumerate(GENERATORS)]
    with served(tmp_path, f"closes: {CLOSES}, attempts: 2", exercises=kinds, marking="{reveal: verdicts}") as one:
        link, right = one.links["s001"], perfect(one.built, "s001")["answers"]
        handed_out = (tmp_path / "build" / "students" / "s001" / "quiz.html").read_text("utf-8")
        hidden = {text for text in texts_of(answers_of({"answers": right})) if text not in handed_out}
        assert len(hidden) > 4
        said = one.hand_in("s001", {id_: {} for id_ in right})
        answers = [one.client.get(f"{link}{below}") for below in ("", "/answers", "/feedback")]
        before = said.text + "".join(found.text + str(found.headers) for found in answers)
        secret = (tmp_path / "quiz" / "quiz.secret").read_text("utf-8")
        others = [other.removeprefix("/s/") for student, other in one.links.items() if student != "s001"]
        draws = one.quiz.recipe.secret
        seeds = [draws.seed("week5", f"q{at}", who) for at in range(len(kinds)) for who in student_ids(3)]
        for text in (*hidden, secret, "Student s002", "s003", "certificate", *seeds, *others):
            assert text not in before, text
        one.pass_by(hours=1, minutes=2, seconds=1)
        after = one.client.get(f"{link}/feedback").text
        assert sum(text in after for text in hidden) > len(hidden) / 2


LEAVES = (
    "{id: q1, problem: {kind: minimax, tree: [[3, 5], [2, 9]], ask: [value, best-move], points: {value: 8, best-move: 3}}}",
)


def test_what_closing_hands_in_uses_up_no_attempt(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}, late-penalty: 20", exercises=LEAVES) as one:
        [sheet] = one.built.sheet_of("s001")
        one.save("s001", 0, {sheet.problem: {"best-move": "B"}})
        one.pass_by(hours=1, minutes=3)
        until(lambda: one.line("s001")["earned"] == 3)
        assert one.answers("s001")["left"] == 1
        said = one.hand_in("s001", {sheet.problem: {"value": 3, "best-move": "B"}}).json()
        assert (said["attempt"], said["earned"]) == (2, 8.8)
        assert one.answers("s001")["left"] == 0


def test_one_student_has_more_time(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}, minutes: 30") as one:
        assert one.answers("s001")["closes"] == "2026-11-27T16:30:00.000+00:00"
        said = one.client.post(f"{one.live}/extend", json={"student": "s001", "until": "+15", "why": "arrived late"})
        assert said.json() == {"closes": "2026-11-27T16:45:00.000+00:00"}
        assert one.answers("s001")["closes"] == "2026-11-27T16:45:00.000+00:00"
        assert one.answers("s002")["closes"] == "2026-11-27T16:30:00.000+00:00"
        run("serve", "extend", tmp_path, "week5", "s001", "+45", "--why", "and once more")
        assert one.answers("s001")["closes"] == "2026-11-27T17:30:00.000+00:00"
        one.pass_by(hours=1, minutes=3)  # the quiz has closed, but not for everybody
        assert one.hand_in("s002", {}).status_code == 410
        assert one.hand_in("s001", {}).status_code == 200


def test_more_time_may_be_given_before_a_sheet_is_opened(tmp_path: Path) -> None:
    """Half as much time again for who has 30 minutes of their own: it counts from their end, not from that of the quiz."""
    with served(tmp_path, f"closes: {CLOSES}, minutes: 30") as one:
        said = run("serve", "extend", tmp_path, "week5", "s001", "+10", "--why", "half as much again")
        assert "the sheet of s001 closes so much later than it would, since it is not opened yet" in said.err
        more = {"student": "s001", "until": "+5", "why": "and the stairs"}
        assert one.client.post(f"{one.live}/extend", json=more).json() == {"closes": None}
        assert one.answers("s001")["closes"] == "2026-11-27T16:45:00.000+00:00"
        one.pass_by(minutes=50)
        run("serve", "extend", tmp_path, "week5", "s002", "+15", "--why", "ill")
        assert one.answers("s002")["closes"] == "2026-11-27T18:15:00.000+01:00"  # until 18:00 without them
        assert one.hand_in("s001", {}).status_code == 410
        one.pass_by(minutes=26)
        assert not one.do(one.service.is_over, one.quiz)
        assert one.hand_in("s002", {}).status_code == 200
        one.pass_by(minutes=2)
        assert one.do(one.service.is_over, one.quiz)


def test_more_time_that_was_mistyped_is_taken_back(tmp_path: Path) -> None:
    """What closing does at the right time is done then, also of what was given on the live page; decisions beside the quiz stay."""
    with served(tmp_path, f"closes: {CLOSES}") as one:
        one.save("s001", 0, answers_of(perfect(one.built, "s001")))
        for minutes in ("+60", "+600"):
            more = {"student": "s001", "until": minutes, "why": "ill"}
            assert one.client.post(f"{one.live}/extend", json=more).status_code == 200
        said = run("serve", "extend", tmp_path, "week5", "s001", "none", "--why", "mistyped")
        assert (said.code, said.err) == (0, "the sheet of s001 closes at 2026-11-27T18:00:00.000+01:00\n")
        again = run("serve", "extend", tmp_path, "week5", "s001", "none", "--why", "mistyped")
        assert (again.code, "no more time was given by hand" in again.err) == (2, True)
        assert one.answers("s001")["closes"] == "2026-11-27T18:00:00.000+01:00"
        one.pass_by(hours=1, minutes=3)
        until(lambda: 0 < (one.line("s001")["earned"] or 0) == one.line("s001")["possible"])


def test_what_was_in_time_stays_so_where_more_time_is_taken_back(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        one.open("s001")
        assert run("serve", "extend", tmp_path, "week5", "s001", "+60", "--why", "ill").code == 0
        one.pass_by(hours=1, minutes=30)
        assert one.hand_in("s001", answers_of(perfect(one.built, "s001"))).status_code == 200
        assert run("serve", "extend", tmp_path, "week5", "s001", "none", "--why", "mistyped").code == 0
        until(lambda: 0 < (one.line("s001")["earned"] or 0) == one.line("s001")["possible"])
        assert one.hand_in("s001", {}, "again").status_code == 410


def test_minutes_alone_are_extended_before_a_sheet_is_opened(tmp_path: Path) -> None:
    with served(tmp_path, "minutes: 30") as one:
        for student, time, closes in (("s001", "+15", "16:45"), ("s002", "2026-11-27T18:00:00+01:00", "17:00")):
            assert run("serve", "extend", tmp_path, "week5", student, time, "--why", "ill").code == 0
            assert one.answers(student)["closes"] == f"2026-11-27T{closes}:00.000+00:00"
        assert 'data-act="extend"' in one.client.get(one.live).text
    with served(tmp_path / "other") as one:
        said = run("serve", "extend", tmp_path / "other", "week5", "s001", "+15", "--why", "ill")
        assert (said.code, "week5 never closes, so there is nothing to extend" in said.err) == (2, True)
        more = {"student": "s001", "until": "+5", "why": "w"}
        assert one.client.post(f"{one.live}/extend", json=more).status_code == 409


def test_what_is_wrong_with_an_extension_is_told(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        for stated, code in (
            ({"student": "s001", "until": "soon", "why": "w"}, 422),
            ({"student": "s001", "until": "+5", "why": " "}, 422),
            ({"student": "nobody", "until": "+5", "why": "w"}, 404),
            ({"student": "s001", "until": 5, "why": "w"}, 400),
        ):
            assert one.client.post(f"{one.live}/extend", json=stated).status_code == code
        assert one.client.post(f"{one.links['s001']}/extend", json={}).status_code in (404, 405)
        for words, said in (
            (("s00", "+5"), '"s00" is not on the class list'),
            (("s001", "soon"), "TIME: expected a date and time with its zone"),
            (("s001", "5"), ", more minutes, such as +15, or none"),
            (("s001", "+99999999999"), ", more minutes, such as +15, or none"),
        ):
            found = run("serve", "extend", tmp_path, "week5", *words, "--why", "w")
            assert (found.code, said in found.err) == (2, True)


def test_what_came_late_is_marked_when_it_is_accepted(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        answers = answers_of(perfect(one.built, "s001"))
        one.open("s001")
        one.pass_by(hours=1, minutes=14)
        assert one.hand_in("s001", answers).status_code == 410
        assert one.line("s001")["why"] == "came 14 minutes after closing"
        assert one.client.post(f"{one.live}/accept", json={"student": "s001"}).json() == {"accepted": "s001"}
        until(lambda: one.line("s001")["earned"] is not None)
        assert one.line("s001")["earned"] == one.line("s001")["possible"]
        assert one.client.post(f"{one.live}/accept", json={"student": "s001"}).status_code == 409


def test_due_times_of_decisions_beside_the_quiz_count(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        stated = "{why: ill, student: [s001, s002], due: +30}, {why: w, student: s002, due: 2026-11-27T19:00:00+01:00}, {why: w, student: s003, drop: true}"
        (tmp_path / "quiz" / "adjust.yaml").write_text(
            f"format: gametree-adjust/1\nby: dean\nadjust: [{stated}]\n", "utf-8"
        )
        take_decisions(one.quiz, one.database)
        take_decisions(one.quiz, one.database)
        closes = [one.answers(student)["closes"] for student in ("s001", "s002", "s003")]
        assert closes == [
            "2026-11-27T17:30:00.000+00:00",
            "2026-11-27T18:00:00.000+00:00",
            "2026-11-27T18:00:00.000+01:00",
        ]


def test_decisions_that_change_are_taken_while_the_server_runs(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        file = tmp_path / "quiz" / "adjust.yaml"
        for due, taken in (("+30", "17:30"), ("+45", "17:45"), ("soon", "17:45")):
            decision = f"{{why: ill, by: dean, student: s001, due: {due}}}"
            file.write_text(f"format: gametree-adjust/1\nadjust: [{decision}]\n", "utf-8")
            one.client.portal.call(one.service.take_decisions)
            assert one.answers("s001")["closes"] == f"2026-11-27T{taken}:00.000+00:00"
        said = next(line for line in one.log if "decisions were not taken" in line)
        assert "adjust.yaml" in said


def test_the_live_page_tells_the_time_of_its_instructor(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        assert one.client.get(f"{one.live}/live").json()["now"] == "2026-11-27T17:00:00.000+01:00"
        assert "As of 17:00:00" in one.client.get(one.live).text


def test_answers_in_words_wait_for_their_marks(tmp_path: Path) -> None:
    exercises = ("{id: q1, problem: {kind: minimax, tree: [3, 5], ask: [value]}, text: {prompt: Why?, points: 2}}",)
    with served(tmp_path, exercises=exercises) as one:
        [sheet] = one.built.sheet_of("s001")
        said = one.hand_in("s001", {sheet.problem: {"value": 5, "text": "Because."}}).json()
        assert (said["earned"], said["possible"], said["pending"]) == (1, 3, 2)
        assert one.line("s001")["pending"] == 2
        assert "1 of 3, 2 pending" in one.client.get(one.live).text
        assert "1 of 3 points; 2 points of them wait for a person." in one.client.get(said["feedback"]).text
        assert one.hand_in("s002", {}).json()["pending"] == 0


def test_who_looks_at_links_in_mails_begins_nobodys_minutes(tmp_path: Path) -> None:
    with served(tmp_path, "minutes: 30") as one:
        assert one.client.get(one.links["s001"]).status_code == 200
        assert one.client.head(one.links["s001"]).status_code == 200
        one.pass_by(hours=1)
        assert one.line("s001")["state"] == "not-opened"
        assert one.open("s001").json()["closes"] == "2026-11-27T17:30:00.000+00:00"


def test_an_extension_that_is_known_changes_nothing_when_the_server_starts_again(tmp_path: Path) -> None:
    stated = "format: gametree-adjust/1\nby: dean\nadjust: [{why: ill, student: s001, due: +30}]\n"
    with served(tmp_path, f"closes: {CLOSES}") as one:
        (tmp_path / "quiz" / "adjust.yaml").write_text(stated, "utf-8")
        take_decisions(one.quiz, one.database)
        one.save("s001", 0, answers_of(perfect(one.built, "s001")))
        one.pass_by(hours=1, minutes=33)
        until(lambda: one.line("s001")["earned"] is not None)
        before = one.database.of_quiz("week5")
        take_decisions(one.quiz, one.database)
        assert one.database.of_quiz("week5") == before


def test_a_sheet_that_is_extended_just_when_it_closes_is_not_handed_in(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        one.save("s001", 0, {})
        one.pass_by(hours=1, minutes=3)
        closes = one.quiz.terms.closes
        assert closes is not None
        one.client.post(f"{one.live}/extend", json={"student": "s001", "until": "+30", "why": "the bus"})
        one.do(one.service._put_by_saved, Access("week5", "s001"), closes)  # as was found before that
        assert one.database.hand_ins(Access("week5", "s001")) == []
        one.pass_by(minutes=30)
        one.do(one.service.close_and_mark)
        [held] = one.database.hand_ins(Access("week5", "s001"))
        assert held.time == "2026-11-27T17:30:00.000+00:00"


def test_who_comes_on_the_class_list_later_is_in_no_group_until_the_server_starts_again(tmp_path: Path) -> None:
    note = "note: week5: the class list was changed since the server read it; restart the server"
    with served(tmp_path, variants="groups") as one:
        assert "note: week5" not in run("serve", "links", tmp_path).err
        one.store(note_roster, one.quiz, one.database)
        assert "note: week5" not in run("serve", "links", tmp_path).err
        write_roster(tmp_path / "quiz" / "roster.csv", 4)
        said = run("serve", "links", tmp_path)
        assert note in said.err
        link = said.out.splitlines()[-1].rpartition("8000")[2]
        refused = one.client.get(link)
        assert (refused.status_code, "restarts the server" in refused.text) == (403, True)
        assert one.hand_in("s001", {}).status_code == 200
        assert run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out").code == 0
    with again(tmp_path) as one:
        assert "answer-data" in one.client.get(link).text
