"""Scores of served sheets at a platform: what `grade` writes arrives, once nothing hinders it, and nothing else does."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from console import run
from quizzes import perfect, student_ids
from served import CLOSES, KEY, START, Served, again, answers_of, links_and_live, served
from stand_in_platform import StandIn, stand_in
from test_serve_sheets import KINDS, mistaken

from grader.core.times import write_time
from grader.serve.connection import Failure
from grader.serve.database import Access
from grader.serve.launch import Launch, add_link
from grader.serve.people import Person
from grader.serve.scores import Scores
from grader.serve.tables import STEPS

HERE: list[Served] = []
ELEVEN = (
    "{id: q1, bank: minimax-textbook}",
    "{id: q2, problem: {kind: minimax, tree: [[3, 5], [2, 9]]}, points: 8}",
)
"""A quiz of 3 and 8 points."""


def clock() -> datetime:
    return HERE[-1].now if HERE else START


@pytest.fixture(name="platform")
def a_platform() -> Iterator[StandIn]:
    HERE.clear()
    with stand_in(KEY.key_set(), clock) as found:
        yield found
        assert found.wrong == []


@pytest.fixture
def one(tmp_path: Path, platform: StandIn) -> Iterator[Served]:
    with served(tmp_path, platform=platform.platform) as found:
        HERE.append(found)
        yield found


def launch(one: Served, platform: StandIn, student: str, url: str | None = None, course: str = "2") -> str:
    """Let a student come from the platform, as a launch does; return who they are there."""
    sub, issuer = student.removeprefix("s").lstrip("0"), platform.url
    one.store(one.people.tie, "week5", Person(issuer, sub, student, "", student, course), one.quiz.roster)
    url = platform.line_item if url is None else url
    if url:
        row = ("week5", student, issuer, course, platform.platform.client_id, sub, url)
        one.store(lambda: one.database.connection.put("line_item", row, key="quiz, student, issuer, context"))
    return sub


def whole(one: Served, student: str) -> Any:
    return answers_of(perfect(one.built, student))


def score_of(line: dict[str, Any]) -> Any:
    return line["score"], line["why"]


def by_grade(folder: Path, student: str, sent: list[Any], at: datetime) -> Any:
    """Return the score that `grade --format ags` writes of what a student handed in, one time after the other."""
    folder.mkdir(exist_ok=True)
    files = [folder / f"hand-in {number}" for number in range(1, len(sent) + 1)]
    for file, answers in zip(files, sent, strict=True):
        stated = {"format": "gametree-submission/1", "student": student, "answers": answers}
        file.write_text(json.dumps(stated), "utf-8")
    said = run("grade", *files, "--quiz", folder.parent / "build", "--format", "ags", "--at", write_time(at))
    return json.loads(said.out.replace(f"{folder}/", ""))


def test_a_score_is_what_grade_writes(tmp_path: Path, platform: StandIn) -> None:
    """Of mistaken answers to all sorts of exercises, each is at the platform to the last letter as `grade` has it."""
    rng, sent = random.Random("scores"), dict[str, Any]()
    with served(tmp_path, exercises=KINDS, students=8, marking="{round: 0.25}", platform=platform.platform) as one:
        HERE.append(one)
        for student in student_ids(8):
            one.pass_by(milliseconds=1120)
            sub = launch(one, platform, student)
            sent[student] = sub, mistaken(one.built, student, rng), one.now
            if student == "s008":
                in_words = next(id_ for id_ in sent[student][1] if id_.startswith("q6"))
                sent[student][1][in_words]["text"] = "Because MIN answers."
            assert one.hand_in(student, sent[student][1]).status_code == 200
        one.post()
        assert {score_of(one.line(student)) for student in sent} == {("posted", "")}
        for student, (sub, answers, at) in sent.items():
            expected = by_grade(tmp_path / "files", student, [answers], at)
            assert platform.held(sub) == {**expected, "userId": sub}
    assert {score["gradingProgress"] for _, _, score in platform.posted} == {"FullyGraded", "PendingManual"}


def test_a_score_number_by_number(tmp_path: Path, platform: StandIn) -> None:
    """The worked example: 1.75 of 11, of a student who is "3" at the platform, handed in at 17:34:27.120."""
    with served(tmp_path, exercises=ELEVEN, marking="{round: 0.25}", platform=platform.platform) as one:
        HERE.append(one)
        one.now = datetime.fromisoformat("2026-11-23T17:34:27.120+00:00")
        launch(one, platform, "s003")
        [first, _] = whole(one, "s003").items()
        first[1].pop("best-move")
        first[1]["values"].pop("D")
        assert one.hand_in("s003", dict([first])).json()["earned"] == 1.75
        one.post()
    score = platform.held("3")
    assert score.pop("comment").startswith("1.75 of 11 points\n")
    assert score == {
        "userId": "3",
        "scoreGiven": 1.75,
        "scoreMaximum": 11,
        "timestamp": "2026-11-23T17:34:27.120+00:00",
        "activityProgress": "Completed",
        "gradingProgress": "FullyGraded",
    }


@pytest.mark.parametrize(
    ("arrived", "given", "taken"),
    [
        ("27T18:01:59", 8, ""),
        ("27T18:02:00", 8, ""),
        ("27T18:02:01", 5.8, "2.2"),
        ("28T18:00:00", 5.8, "2.2"),
        ("28T18:00:01", 3.6, "4.4"),
    ],
)
def test_what_came_late_is_posted_with_less(
    arrived: str, given: float, taken: str, tmp_path: Path, platform: StandIn
) -> None:
    """The worked numbers: of 11 points 8 were earned; each day begun after closing costs 20 per cent of 11, 2 minutes are none."""
    terms = f"closes: {CLOSES}, late-penalty: 20"
    with served(tmp_path, terms, exercises=ELEVEN, platform=platform.platform) as one:
        HERE.append(one)
        sub = launch(one, platform, "s001")
        one.open("s001")
        one.now = datetime.fromisoformat(f"2026-11-{arrived}+01:00").astimezone(START.tzinfo)
        [_, second] = whole(one, "s001").items()
        said = one.hand_in("s001", dict([second])).json()
        assert (
            (said["earned"], said["late"])
            == (one.line("s001")["earned"], one.line("s001")["late"])
            == (given, bool(taken))
        )
        one.post()
    score = platform.held(sub)
    assert (score["scoreGiven"], score["scoreMaximum"]) == (given, 11)
    said = f"Handed in late: {taken} points taken off, which leaves {given} of 11 points."
    assert (score["comment"].splitlines()[-1] == said) == bool(taken)


def test_the_platform_is_down_for_five_minutes(one: Served, platform: StandIn) -> None:
    """The worked numbers: tries after 0, 1, 3, 7 … 511 s; down for 300 s, so posted at 511 s."""
    sub, began, tries = launch(one, platform, "s001"), one.now, list[float]()
    platform.refusals = [(503, {}, "down for maintenance")] * 9
    one.hand_in("s001", whole(one, "s001"))
    while not platform.held(sub):
        one.post()
        [(due, count)] = one.store(one.database.connection.rows, "select due, tries from post")
        assert count <= 9
        tries.append((one.now - began).total_seconds())
        if count >= 3:
            assert score_of(one.line("s001")) == ("queued" if not platform.held(sub) else "posted", "not in the gradebook: 503 Service Unavailable: down for maintenance" if not platform.held(sub) else "")  # fmt: skip
        one.now = max(one.now, datetime.fromisoformat(due)) if not platform.held(sub) else one.now
    assert tries == [0, 1, 3, 7, 15, 31, 63, 127, 255, 511]
    assert [(when - began).total_seconds() for when, *_ in platform.posted] == tries


def test_no_connection_is_a_failure_too_and_tries_end_after_30_days(one: Served, platform: StandIn) -> None:
    sub = launch(one, platform, "s001")
    platform.is_down = True
    one.hand_in("s001", whole(one, "s001"))
    one.post()
    for _ in range(14):
        one.pass_by(hours=1)
        one.post()
    assert "no answer" in one.line("s001")["why"]
    links_and_live(one)
    one.pass_by(days=31)
    asked = len(platform.asked)
    platform.is_down = False
    one.post()
    assert (len(platform.asked), platform.held(sub), one.line("s001")["score"]) == (asked, None, "queued")
    assert one.client.post(f"{one.live}/again", json={"student": "s001"}).json() == {"again": "s001"}
    one.post()
    assert (platform.held(sub) is not None, one.line("s001")["score"]) == (True, "posted")
    assert one.client.post(f"{one.live}/again", json={"student": "s001"}).status_code == 409
    assert one.client.post(f"{one.live}/again", json={"student": "nobody"}).status_code == 404
    assert one.client.post(f"{one.links['s001']}/again", json={"student": "s001"}).status_code == 404


@pytest.mark.parametrize(("stated", "seconds"), [("120", 120), ("Fri, 27 Nov 2026 16:05:00 GMT", 300), ("soon", 1), ("9" * 30, 86400)])  # fmt: skip
def test_a_platform_says_when_to_come_again(stated: str, seconds: int, one: Served, platform: StandIn) -> None:
    sub = launch(one, platform, "s001")
    platform.refusals = [(429, {"Retry-After": stated}, "slow down")]
    one.hand_in("s001", whole(one, "s001"))
    one.post()
    one.pass_by(seconds=seconds - 0.5)
    one.post()
    assert platform.held(sub) is None
    one.pass_by(seconds=0.5)
    one.post()
    assert platform.held(sub) is not None


def test_a_token_that_is_refused_is_renewed_once(one: Served, platform: StandIn) -> None:
    sub = launch(one, platform, "s001")
    launch(one, platform, "s002")
    one.hand_in("s001", whole(one, "s001"))
    one.post()
    assert platform.asked.count("POST /token") == 1
    platform.tokens.clear()
    one.hand_in("s002", whole(one, "s002"))
    one.post()
    assert platform.asked.count("POST /token") == 2
    assert len(platform.gradebook["/items/7/lineitem?type_id=1"]) == 2
    platform.refusals = [(401, {}, "no"), (401, {}, "no")]
    one.store(one.database.connection.one, "update post set state = 'queued', due = '' where student = 's001'")
    one.post()
    assert platform.asked.count("POST /token") == 3
    assert (platform.refusals, one.line("s001")["score"]) == ([], "queued")
    one.pass_by(hours=2)  # tokens have expired
    one.post()
    assert (platform.asked.count("POST /token"), one.line("s001")["score"], sub) == (4, "posted", "1")


def test_a_newer_score_is_there(one: Served, platform: StandIn) -> None:
    """Somebody gave a mark by hand: ours is posted as of now, since what was handed in counts."""
    sub = launch(one, platform, "s001")
    newer = {"userId": sub, "timestamp": "2026-11-27T16:00:05+00:00"}
    platform.gradebook["/items/7/lineitem?type_id=1"][sub] = newer
    platform.is_down = True
    one.hand_in("s001", whole(one, "s001"))
    one.post()
    platform.is_down = False
    one.pass_by(seconds=10)
    one.post()
    assert platform.held(sub)["timestamp"] == "2026-11-27T16:00:10.000+00:00"
    assert [score["timestamp"] for _, _, score in platform.posted] == ["2026-11-27T16:00:00.000+00:00", "2026-11-27T16:00:10.000+00:00"]  # fmt: skip


def test_only_the_newest_score_waits(tmp_path: Path, platform: StandIn) -> None:
    with served(tmp_path, "attempts: 3", marking="{keep: best}", platform=platform.platform) as one:
        HERE.append(one)
        sub = launch(one, platform, "s001")
        platform.is_down = True
        for once in range(2):
            one.pass_by(seconds=1)
            one.hand_in("s001", whole(one, "s001") if once else {}, str(once))
        one.post()
        platform.is_down = False
        one.pass_by(seconds=10)
        one.post()
        assert len(platform.posted) == 1
        first = platform.held(sub)
        one.pass_by(seconds=10)
        one.hand_in("s001", {}, "2")
        one.post()
        assert platform.held(sub)["scoreGiven"] == first["scoreGiven"] == first["scoreMaximum"]  # the best counts


def test_a_line_item_that_comes_later_takes_what_was_handed_in_before(one: Served, platform: StandIn) -> None:
    sub = launch(one, platform, "s001", url="")
    one.hand_in("s001", whole(one, "s001"))
    one.post()
    assert score_of(one.line("s001")) == ("none", "The course holds no grade for this link; export the marks.")
    assert "This mark is not in the course&#39;s gradebook." in one.client.get(f"{one.links['s001']}/feedback").text
    launch(one, platform, "s001")
    one.post()
    assert score_of(one.line("s001")) == ("posted", "")
    assert platform.held(sub)["scoreGiven"] == one.line("s001")["earned"]
    assert "This mark is in the course&#39;s gradebook." in one.client.get(f"{one.links['s001']}/feedback").text


def test_who_came_by_no_platform_reads_nothing_of_gradebooks(one: Served) -> None:
    one.hand_in("s001", whole(one, "s001"))
    assert score_of(one.line("s001")) == ("none", "")
    assert "gradebook" not in one.client.get(f"{one.links['s001']}/feedback").text


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/items/7", "http://evil.example.edu/x", "nonsense", "http://[", "file:///etc/passwd", "http://127.0.0.1:9\\@evil.example.edu/"])  # fmt: skip
def test_a_line_item_of_another_origin_gets_nothing(url: str, one: Served, platform: StandIn) -> None:
    launch(one, platform, "s001", url=url)
    one.hand_in("s001", whole(one, "s001"))
    for _ in range(3):
        one.post()
        one.pass_by(hours=1)
    assert "not in the gradebook: " in one.line("s001")["why"]
    assert {*platform.asked} <= {"POST /token"}


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(status: int, one: Served, platform: StandIn) -> None:
    sub = launch(one, platform, "s001")
    platform.refusals = [(status, {"Location": f"{platform.url}/items/7/lineitem/scores?elsewhere"}, "")] * 3
    one.hand_in("s001", whole(one, "s001"))
    for _ in range(3):
        one.post()
        one.pass_by(minutes=1)
    assert f"not in the gradebook: {status}" in one.line("s001")["why"]
    assert not [asked for asked in platform.asked if "elsewhere" in asked]
    one.post()
    assert platform.held(sub) is not None


def test_words_of_a_platform_are_words(one: Served, platform: StandIn) -> None:
    """Markup, what turns text round, and a million letters: the page shows the first ones, as text."""
    launch(one, platform, "s001")
    platform.refusals = [(400, {}, "<script>alert(1)</script>\u202e" + "x" * 1_000_000)] * 3
    one.hand_in("s001", whole(one, "s001"))
    for _ in range(3):
        one.post()
        one.pass_by(minutes=1)
    page = one.client.get(one.live).text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;\\u202e" in page
    assert ">Again</button>" in page
    assert page.count("x" * 50) < 10


def test_a_slow_platform_holds_up_nothing(one: Served, platform: StandIn) -> None:
    sub = launch(one, platform, "s001")
    platform.may_answer.clear()
    one.hand_in("s001", whole(one, "s001"))
    one.do(one.posting.begin_due)  # type: ignore[union-attr]  # it is there
    assert one.open("s002").status_code == 200
    assert one.hand_in("s002", whole(one, "s002")).status_code == 200
    assert one.line("s001")["score"] == "queued"
    platform.may_answer.set()
    one.post()
    while not platform.held(sub):
        one.post()
    one.post()
    assert one.line("s001")["score"] == "posted"


def test_nobody_else_takes_what_is_taken(one: Served, platform: StandIn) -> None:
    """Two servers on one database: each score is with one of them, and with the other when that one is silent for long."""
    for student in one.links:
        launch(one, platform, student)
        platform.is_down = True
        one.hand_in(student, whole(one, student))
    scores = one.database.scores
    one.post()
    at = one.now + timedelta(hours=1)
    first, second = (one.store(scores.take, platform.url, at) for _ in range(2))
    assert (len(first), second) == (3, [])
    assert len(one.store(scores.take, platform.url, at + timedelta(minutes=2))) == 3
    [newest, *_] = first
    one.store(one.database.connection.one, "update post set score = '{}' where student = ?", newest.student)
    one.store(scores.note_posted, newest)
    rows = one.store(one.database.connection.rows, "select state from post where student = ?", newest.student)
    assert rows == [("queued",)]  # another came meanwhile, which still waits


def test_of_all_that_happens_in_an_evening_every_score_arrives(tmp_path: Path, platform: StandIn) -> None:
    """Twelve students hand in once or twice, by a platform that is down, slow to agree or forgets tokens, and a server that is ended ten times."""
    rng, sent, now = random.Random("evening"), dict[str, tuple[str, list[Any], datetime]](), START
    with served(tmp_path, "attempts: 2", exercises=KINDS[:5], students=12) as one:
        HERE.append(one)
        for student in one.links:
            launch(one, platform, student)
    waiting = [*student_ids(12), *rng.sample(student_ids(12), 6)]
    for part in range(10):
        platform.is_down = part in (2, 3, 6)
        platform.refusals = [rng.choice([(503, {}, "no"), (429, {"Retry-After": "30"}, "no"), (401, {}, "no"), (409, {}, "no")]) for _ in range(3)]  # fmt: skip
        if part in (4, 8):
            platform.tokens.clear()
        with again(tmp_path, platform.platform, now) as one:
            HERE.append(one)
            for student in waiting[part * 2 : part * 2 + 2]:
                one.pass_by(seconds=7)
                answers = mistaken(one.built, student, rng)
                assert one.hand_in(student, answers, f"{part}").status_code == 200
                before = sent.get(student, ("", [], now))[1]
                sent[student] = student.removeprefix("s").lstrip("0"), [*before, answers], one.now
                if rng.random() < 0.5:
                    one.post()
            now = one.now
    platform.refusals = []
    with again(tmp_path, platform.platform, now + timedelta(hours=2)) as one:
        HERE.append(one)
        one.post()
        assert {one.line(student)["score"] for student in sent} == {"posted"}
        for student, (sub, answers, at) in sent.items():
            expected = by_grade(tmp_path / "files", student, answers, at)
            held = platform.held(sub)
            assert {**held, "timestamp": ""} == {**expected, "userId": sub, "timestamp": ""}
            assert datetime.fromisoformat(held["timestamp"]) >= at
    assert len(sent) == 12


def test_marks_and_their_place_in_the_queue_are_never_without_each_other(
    one: Served, platform: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    sub = launch(one, platform, "s001")

    def full(*_: object) -> None:
        raise Failure("the disk is full")

    with monkeypatch.context() as failing:
        failing.setattr(Scores, "queue", full)
        assert one.hand_in("s001", whole(one, "s001")).status_code == 507
        assert one.store(one.database.connection.rows, "select state, earned from handed_in") == [("waiting", None)]
    one.do(one.service.close_and_mark)
    assert one.hand_in("s001", whole(one, "s001")).status_code == 200
    one.post()
    assert platform.held(sub)["scoreGiven"] == one.line("s001")["earned"]


def test_what_was_handed_in_before_there_were_platforms_is_marked_again_and_posted(
    tmp_path: Path, platform: StandIn
) -> None:
    """A database of the version before: marks without a score."""
    with served(tmp_path) as one:
        earned = one.hand_in("s001", whole(one, "s001")).json()["earned"]
    rows = {}
    with closing(sqlite3.connect(tmp_path / "serve.sqlite")) as now:
        for table in ("sheet", "handed_in", "exercise", "feedback"):
            columns = [
                name for _, name, *_ in now.execute(f"pragma table_info({table})") if name not in ("score", "server")
            ]
            rows[table] = now.execute(f"select {', '.join(columns)} from {table}").fetchall()
    for file in tmp_path.glob("serve.sqlite*"):
        file.unlink()
    with closing(sqlite3.connect(tmp_path / "serve.sqlite", isolation_level=None)) as before:
        before.execute("create table setting (name text primary key, value text not null)")
        before.execute("insert into setting values ('version', '1')")
        for statement in STEPS[0]:
            before.execute(statement)
        for table, held in rows.items():
            for row in held:
                before.execute(f"insert into {table} values ({', '.join('?' * len(row))})", row)
    with again(tmp_path, platform.platform) as one:
        HERE.append(one)
        sub = launch(one, platform, "s001")
        assert one.hand_in("s001", whole(one, "s001")).json()["earned"] == earned
        one.post()
        assert platform.held(sub)["scoreGiven"] == earned
    assert (tmp_path / f"serve.sqlite.before-{len(STEPS)}").exists()


def test_a_line_item_that_comes_back_gets_what_was_handed_in_meanwhile(tmp_path: Path, platform: StandIn) -> None:
    with served(tmp_path, "attempts: 2", platform=platform.platform) as one:
        HERE.append(one)
        other = platform.line_item.replace("/items/7/", "/items/8/")
        for once, url in enumerate((platform.line_item, other)):
            sub = launch(one, platform, "s001", url=url)
            one.hand_in("s001", whole(one, "s001") if once else {}, str(once))
            one.post()
        back = Launch(
            Person(platform.url, sub),
            platform.platform.client_id,
            "1",
            "",
            False,
            "week5",
            platform.line_item,
            "",
            "",
            "",
        )
        one.store(add_link, one.database.connection, "token", Access("week5", "s001"), back, one.now)
        one.post()
        assert one.line("s001")["score"] == "posted"
        assert platform.held(sub)["scoreGiven"] == one.line("s001")["earned"] > 0


def test_who_comes_from_two_courses_has_the_mark_in_both(tmp_path: Path, platform: StandIn) -> None:
    with served(tmp_path, "attempts: 2", platform=platform.platform) as one:
        HERE.append(one)
        other = platform.line_item.replace("/items/7/", "/items/8/")
        for course, url in (("c1", platform.line_item), ("c2", other)):
            sub = launch(one, platform, "s001", url, course)
            one.hand_in("s001", whole(one, "s001") if course == "c2" else {}, course)
            one.post()
        marks = [held[sub]["scoreGiven"] for held in platform.gradebook.values()]
        assert marks == [one.line("s001")["earned"]] * 2
        assert marks[0] > 0
        platform.refusals.append((404, {}, "gone"))
        again_by_hand = "update post set state = 'queued', tries = 2, due = since where url = ?"
        one.store(one.database.connection.one, again_by_hand, platform.line_item)
        one.post()
        assert score_of(one.line("s001")) == ("queued", "not in the gradebook: 404 Not Found: gone")


def test_a_score_that_arrives_after_a_newer_one_is_followed_by_that(tmp_path: Path, platform: StandIn) -> None:
    """Another server took the first score, and was slow; the platform refused it as older, so it was posted as of now."""
    with served(tmp_path, "attempts: 2", platform=platform.platform) as one:
        HERE.append(one)
        sub = launch(one, platform, "s001")
        one.hand_in("s001", {}, "1")
        [slow] = one.store(one.database.scores.take, platform.url, one.now)
        one.pass_by(seconds=1)
        one.hand_in("s001", whole(one, "s001"), "2")
        one.post()
        assert platform.held(sub)["scoreGiven"] > 0
        one.do(one.posting._post, slow)  # type: ignore[union-attr]  # it is there
        one.post()
        assert platform.held(sub)["scoreGiven"] == one.line("s001")["earned"] > 0
        assert one.line("s001")["score"] == "posted"
