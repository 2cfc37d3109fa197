"""Marks of a class run become those of the server: students see its pages, and the platform gets what differs."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from console import run
from quizzes import EXERCISES, build_quiz, perfect, write_quiz
from served import CLOSES, Served, again, served
from stand_in_platform import StandIn
from test_serve_scores import HERE, a_platform, clock, launch, score_of, whole  # noqa: F401  # one is a fixture
from test_serve_sheets import mistaken, until

from grader.course.quiz.built import open_build
from grader.serve import server
from grader.serve.quizzes import personal_links

OPEN = "note: week5 is still open, and students see the pages of this run from now on"
AGAIN = "changed since marks were posted: export, correct as before, and post again"


@pytest.fixture(autouse=True)
def _same_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands read the clock of the server."""
    monkeypatch.setattr(server, "now", clock)


@pytest.fixture
def one(tmp_path: Path, platform: StandIn) -> Iterator[Served]:
    with served(tmp_path, "attempts: 2", students=4, platform=platform.platform) as found:
        HERE.append(found)
        for student in found.links:
            launch(found, platform, student)
        for student in ("s001", "s002", "s003"):
            found.pass_by(seconds=1)
            sent = (
                whole(found, student) if student == "s001" else mistaken(found.built, student, random.Random(student))
            )
            found.hand_in(student, sent)
        found.post()
        yield found


def regraded(folder: Path, marking: str = "{}", students: int = 4) -> Path:
    """Export, make what is answered on q3 worth twice as much, and return the folder of the regraded run."""
    out = folder / "out"
    assert run("serve", "export", folder, "week5", "--out", out).code == 0
    corrected = folder / "corrected" / "quiz.yaml"
    exercises = [one.replace("points: 4", "points: 8") for one in EXERCISES]
    write_quiz(folder / "corrected", students=students, exercises=exercises, marking=marking)
    said = run("quiz", "build", corrected, "--out", out / "build", "--rekey")
    assert said.code == 0, said.err
    new = folder / "new"
    said = run("regrade", out / "results", out / "handed-in.jsonl", "--quiz", out / "build", "--out", new)
    assert said.code == 0, said.err
    return new


def feedback(one: Served, student: str, run_folder: Path) -> str:
    """Return the sentence on marks above the feedback of somebody, which is the page of a class run."""
    page = one.client.get(f"{one.links[student]}/feedback").text
    above, _, below = page.split("<main>\n")[1].partition("\n")
    made = (run_folder / "feedback" / student / "report.html").read_text("utf-8")
    assert below == made.split("<main>\n")[1]
    assert "This mark is in the course&#39;s gradebook." in above
    return above.removeprefix("<p>").partition(" This mark")[0]


def test_a_corrected_key_reaches_the_platform(tmp_path: Path, one: Served, platform: StandIn) -> None:
    before = {sub: platform.held(sub) for sub in ("1", "2", "3")}
    new = regraded(tmp_path)
    results = {
        line["student"]: line for line in map(json.loads, (new / "results.jsonl").read_text("utf-8").splitlines())
    }
    one.pass_by(hours=1)
    platform.is_down = True
    said = run("serve", "post", tmp_path, "week5", new)
    assert (said.code, said.err.splitlines()) == (0, [OPEN, "took 3 marks, 3 of them other than before"])
    one.post()
    assert {score_of(one.line(student)) for student in results} == {("queued", "")}
    platform.is_down = False
    one.pass_by(seconds=2)
    one.post()
    for student, result in results.items():
        score = platform.held(student[-1])
        assert (score["scoreGiven"], score["scoreMaximum"]) == (result["earned"], result["possible"])
        assert score["scoreMaximum"] == before[student[-1]]["scoreMaximum"] + 4
        assert (one.line(student)["earned"], one.line(student)["possible"]) == (result["earned"], result["possible"])
        assert feedback(one, student, new) == f"{result['earned']:g} of {result['possible']:g} points."
    posted = len(platform.posted)
    said = run("serve", "post", tmp_path, "week5", new)
    assert said.err.splitlines() == [OPEN, "took 3 marks, 0 of them other than before"]
    one.post()
    assert len(platform.posted) == posted
    said = run("serve", "export", tmp_path, "week5", "--out", tmp_path / "uncorrected")
    told = said.err.splitlines()
    assert said.code == 5
    assert f"s001: {results['s001']['earned']:g} here, {before['1']['scoreGiven']:g} by grade; was posted" in said.err
    assert "tell those who write this program" not in said.err
    assert "by gametree regrade with the corrected build or with decisions" in told[-1]
    one.hand_in("s002", whole(one, "s002"), "2")  # what is handed in after that counts by the key of the server
    one.post()
    assert platform.held("2")["scoreGiven"] == platform.held("2")["scoreMaximum"] == before["2"]["scoreMaximum"]
    assert one.line("s002")["earned"] == before["2"]["scoreMaximum"]
    assert [one.line(student)["why"] for student in ("s001", "s002")] == ["", AGAIN]


def test_marks_are_taken_while_nothing_is_served(tmp_path: Path, platform: StandIn) -> None:
    with served(tmp_path, students=4, platform=platform.platform) as one:
        HERE.append(one)
        launch(one, platform, "s001")
        for student in ("s001", "s002"):
            one.hand_in(student, whole(one, student))
        one.post()
        possible = platform.held("1")["scoreMaximum"]
    new = regraded(tmp_path)
    assert run("serve", "post", tmp_path, "week5", new).code == 0
    with again(tmp_path, platform.platform, one.now) as one:
        HERE.append(one)
        one.post()
        assert platform.held("1")["scoreMaximum"] == possible + 4
        assert one.line("s002")["possible"] == possible + 4


def test_decisions_count_and_who_has_no_mark_keeps_theirs(tmp_path: Path, one: Served, platform: StandIn) -> None:
    out, adjust = tmp_path / "out", tmp_path / "adjust.yaml"
    assert run("serve", "export", tmp_path, "week5", "--out", out).code == 0
    adjust.write_text(
        "format: gametree-adjust/1\nadjust:\n  - {student: s001, set: 5, why: cheated, by: dean}\n",
        "utf-8",
    )
    one.hand_in("s004", whole(one, "s004"))
    one.hand_in("s002", whole(one, "s002"), "2")
    one.post()
    kept = platform.held("2"), platform.held("4")
    made = tmp_path / "decided"
    said = run("grade", out / "handed-in.jsonl", "--quiz", out / "build", "--html", "--adjust", adjust, "--out", made)
    assert said.code == 0, said.err
    said = run("serve", "post", tmp_path, "week5", made)
    assert said.code == 0
    assert said.err.splitlines() == [
        OPEN,
        "took 2 marks, 1 of them other than before",
        f"without a mark of what they handed in last in {made}, so theirs here stay: s002 and s004",
    ]
    one.post()
    assert platform.held("1")["scoreGiven"] == 5
    assert (platform.held("2"), platform.held("4")) == kept
    assert feedback(one, "s001", made) == "5 of 12 points."


def test_a_run_of_another_build_is_refused(tmp_path: Path, one: Served, platform: StandIn) -> None:
    other = tmp_path / "other"
    built = build_quiz(other, students=4)
    (other / "quiz" / "quiz.secret").write_bytes(b"another secret, long enough to be one")
    said = run("quiz", "build", other / "quiz" / "quiz.yaml", "--out", other / "built")
    assert said.code == 0, said.err
    assert built.exists()
    theirs = perfect(open_build(str(other / "built")), "s001")
    (other / "s001.json").write_text(json.dumps(theirs, default=str), "utf-8")
    said = run("grade", other / "s001.json", "--quiz", other / "built", "--html", "--out", other / "run")
    assert said.code == 0, said.err
    before = one.line("s001")
    said = run("serve", "post", tmp_path, "week5", other / "run")
    assert (said.code, "RUN was made with another build" in said.err) == (2, True)
    assert one.line("s001") == before
    said = run("serve", "post", tmp_path, "week5", tmp_path / "build")
    assert (said.code, "is no folder that a class was graded into" in said.err) == (2, True)


def test_an_export_as_it_is_changes_no_score_nor_what_lateness_cost(tmp_path: Path, platform: StandIn) -> None:
    with served(tmp_path, f"closes: {CLOSES}, late-penalty: 20", platform=platform.platform) as one:
        HERE.append(one)
        for student in ("s001", "s002"):
            launch(one, platform, student)
            one.open(student)
        one.hand_in("s001", whole(one, "s001"))
        one.pass_by(hours=3)
        one.hand_in("s002", whole(one, "s002"))
        one.post()
        held = platform.held("1"), platform.held("2")
        assert held[1]["scoreGiven"] == pytest.approx(held[0]["scoreGiven"] * 0.8)
        assert run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out").code == 0
        said = run("serve", "post", tmp_path, "week5", tmp_path / "out" / "results")
        assert (said.code, said.err) == (0, "took 2 marks, 0 of them other than before\n")
        one.pass_by(hours=1)
        one.post()
        assert ((platform.held("1"), platform.held("2")), len(platform.posted)) == (held, 2)
        assert one.line("s002")["earned"] == held[1]["scoreGiven"]


def test_who_is_given_more_time_after_marks_were_posted_is_said_until_they_are_posted_again(
    tmp_path: Path, platform: StandIn
) -> None:
    with served(tmp_path, f"closes: {CLOSES}, late-penalty: 20", platform=platform.platform) as one:
        HERE.append(one)
        for student, hours in (("s001", 0), ("s002", 3), ("s003", 0)):
            launch(one, platform, student)
            one.open(student)
            one.pass_by(hours=hours)
            one.hand_in(student, whole(one, student))
        take = ("serve", "post", tmp_path, "week5", tmp_path / "out" / "results")
        assert run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out").code == 0
        assert run(*take).code == 0
        for student in ("s001", "s002"):
            assert one.line(student)["why"] == ""
            assert run("serve", "extend", tmp_path, "week5", student, "+240", "--why", "ill").code == 0
        until(lambda: one.line("s002")["why"] == AGAIN)  # the hand-in itself is marked anew
        one.post()
        assert {student: one.line(student)["why"] for student in one.links} == {"s001": "", "s002": AGAIN, "s003": ""}
        less = platform.held("2")["scoreGiven"]
        said = run("serve", "export", tmp_path, "week5", "--out", tmp_path / "later")
        listed = [line for line in said.err.splitlines() if "was posted from another class run" in line]
        assert (said.code, [line.partition(":")[0] for line in listed]) == (5, ["s002"])
        assert run(*take[:-1], tmp_path / "later" / "results").code == 0
        one.post()
        assert one.line("s002")["why"] == ""
        assert platform.held("2")["scoreGiven"] == pytest.approx(less / 0.8)
        assert run("serve", "extend", tmp_path, "week5", "s002", "none", "--why", "a slip").code == 0
        until(lambda: one.line("s002")["why"] == AGAIN)
        assert run("serve", "extend", tmp_path, "week5", "s002", "+240", "--why", "ill").code == 0
        until(lambda: one.line("s002")["why"] == "")
        assert run(*take).code == 0  # the earlier run, which does not know of it
        until(lambda: one.line("s002")["why"] == AGAIN)


def test_marks_that_closing_gives_anew_in_place_of_posted_ones_are_told(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}") as one:
        HERE.append(one)
        one.open("s001")
        one.save("s001", 0, {})
        one.pass_by(hours=1, minutes=3)
        until(lambda: one.line("s001")["earned"] == 0)
        out, adjust = tmp_path / "out", tmp_path / "adjust.yaml"
        assert run("serve", "export", tmp_path, "week5", "--out", out).code == 0
        decision = "{student: s001, set: 5, why: on paper, by: dean}"
        adjust.write_text(f"format: gametree-adjust/1\nadjust:\n  - {decision}\n", "utf-8")
        made = ("grade", out / "handed-in.jsonl", "--quiz", out / "build", "--html", "--adjust", adjust)
        assert run(*made, "--out", tmp_path / "decided").code == 0
        assert run("serve", "post", tmp_path, "week5", tmp_path / "decided").code == 0
        assert [one.line("s001")[name] for name in ("earned", "why")] == [5, ""]
        assert run("serve", "extend", tmp_path, "week5", "s001", "+5", "--why", "ill").code == 0
        assert one.line("s001")["attempts"] == 0
        one.pass_by(minutes=5)
        until(lambda: one.line("s001")["earned"] == 0)
        assert one.line("s001")["why"] == AGAIN


def test_pages_that_are_posted_after_the_end_show_what_the_quiz_does_then(tmp_path: Path) -> None:
    hidden = "Expected answers are not shown"
    hides = "{reveal: verdicts}"
    with served(tmp_path, f"closes: {CLOSES}", marking=hides, students=4) as one:
        HERE.append(one)
        link = f"{one.links['s001']}/feedback"
        one.hand_in("s001", mistaken(one.built, "s001", random.Random("s001")))
        early = tmp_path / "early"
        assert run("serve", "export", tmp_path, "week5", "--out", early).code == 0
        assert hidden in one.client.get(link).text
        one.pass_by(hours=1, minutes=3)
        assert hidden not in one.client.get(link).text
        out, new = tmp_path / "out", regraded(tmp_path, hides)
        shows = "note: the pages of this run show verdicts, where students are shown expected now: export again"
        full = ("regrade", out / "results", out / "handed-in.jsonl", "--quiz", out / "build", "--reveal", "expected")
        assert run(*full, "--out", tmp_path / "full").code == 0
        for folder, is_told in ((early / "results", True), (out / "results", False), (new, True), ("full", False)):
            said = run("serve", "post", tmp_path, "week5", tmp_path / folder)
            assert (said.code, shows in said.err, hidden in one.client.get(link).text) == (0, is_told, is_told)


def test_posted_pages_show_no_right_answer_while_somebody_has_more_time_again(tmp_path: Path) -> None:
    hidden = "Expected answers are not shown"
    with served(tmp_path, f"closes: {CLOSES}", marking="{reveal: verdicts}") as one:
        HERE.append(one)
        link = f"{one.links['s001']}/feedback"
        one.open("s002")
        one.hand_in("s001", mistaken(one.built, "s001", random.Random("s001")))
        one.pass_by(hours=1, minutes=3)
        assert run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out").code == 0
        take = ("serve", "post", tmp_path, "week5", tmp_path / "out" / "results")
        assert run(*take).err == "took 1 mark, 0 of them other than before\n"
        assert hidden not in one.client.get(link).text
        assert run("serve", "extend", tmp_path, "week5", "s002", "+60", "--why", "ill").code == 0
        shown = one.client.get(link).text
        assert hidden in shown
        assert "More is shown here when the quiz has closed for everybody" in shown
        assert "; until they may see as much, students see the pages of before\n" in run(*take).err
        one.pass_by(hours=1)
        assert hidden not in one.client.get(link).text


def test_a_run_gives_no_marks_to_who_was_forgotten_nor_of_what_is_not_here_any_more(
    tmp_path: Path, one: Served, platform: StandIn
) -> None:
    out = tmp_path / "out"
    assert run("serve", "export", tmp_path, "week5", "--out", out).code == 0
    for student in ("s001", "s003"):
        assert run("serve", "forget", tmp_path, "--student", student, "--yes").code == 0
    one.store(personal_links, one.quiz, one.database)
    one.pass_by(hours=1)
    one.open("s001")
    launch(one, platform, "s001")
    assert one.hand_in("s001", {}).json()["earned"] == 0
    said = run("serve", "post", tmp_path, "week5", out / "results")
    assert said.code == 0
    assert said.err.startswith(f"{OPEN}\ntook 1 mark, 0 of them other than before\n")
    assert one.line("s001")["earned"] == 0
    assert [*one.store(one.database.scores.corrected, "week5")] == ["s002"]
