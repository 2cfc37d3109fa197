"""What `grade --format` writes for learning platforms: by their rules, their examples, and their own readers where installed."""

from __future__ import annotations

import base64
import io
import json
import math
import unittest
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from banked import BANK as STORE
from console import ROOT, put, run
from exported_files import OF_PLATFORMS
from windows import Deal, dealt

from grader.core.answers.reports import Reveal
from grader.core.times import read_time
from grader.grading.bank import Bank, bank_folders
from grader.grading.marking import Terms, grade
from grader.grading.outcome import Outcome
from grader.platforms import RESULT_FORMATS, ResultOptions, TreeAs, Visibility, export_text
from grader.platforms.results import MOST_BYTES, prairielearn_results

FORMATS = ROOT.parent / "shared/lms/formats"
BANK = {id_: Path(folder) for id_, folder in bank_folders().items()}
SUBMISSIONS = [file for folder in BANK.values() for file in sorted((folder / "submissions").iterdir())]
WHEN = "2026-11-20T18:00:00+01:00"
AT = ResultOptions(at=read_time(WHEN))
BARE = AT._replace(tree_as=TreeAs.NONE)  # drawing takes its time
PARTLY = BANK["fall-2014-final-q13"] / "submissions/partly-right.yaml"
UNREADABLE = ["", "answers: [", b"\xff", "- a\n", "answers: {nowhere: {value: 3}}\n"]


def outcome_of(file: Path, reveal: Reveal = Reveal.EXPECTED) -> Outcome:
    return grade(str(file), STORE.find, Terms(reveal))


def written(file: Path, name: str, platform: ResultOptions = AT, reveal: Reveal = Reveal.EXPECTED) -> Any:
    """Return what a format of JSON states of a submission."""
    return json.loads(export_text(outcome_of(file, reveal), name, platform))


def suites(text: str) -> ET.Element:
    """Return a whole document of JUnit as its root."""
    head, foot = RESULT_FORMATS["junit"].frame
    return ET.fromstring(head.partition("\n")[2] + text + foot)


def sample(name: str) -> Any:
    """Return an example that the platform is known to take."""
    file = FORMATS / name
    if not file.is_file():
        pytest.skip("the samples of the platforms' formats are not beside this project")
    return json.loads(file.read_text("utf-8"))


def same_sorts(ours: Any, theirs: Any) -> None:
    """Assert that our keys are among theirs, with values of the same sort."""
    assert set(ours) <= set(theirs)
    for key in ours:
        numbers = isinstance(ours[key], int | float) and isinstance(theirs[key], int | float)
        assert numbers or type(ours[key]) is type(theirs[key]), key


@pytest.mark.parametrize("name", OF_PLATFORMS)
@pytest.mark.parametrize("content", UNREADABLE)
def test_a_result_is_written_of_what_cannot_be_graded(tmp_path: Path, name: str, content: str | bytes) -> None:
    options = ("--at", WHEN) if name == "ags" else ()
    ran = run("grade", put(tmp_path / "s1.yaml", content), "--format", name, *options)
    assert (ran.code, "stands in for a missing one" in ran.out) == (3, name in ("gradescope", "coderunner"))
    if name == "junit":
        root = ET.fromstring(ran.out.partition("\n")[2])
        (case,) = root.iter("testcase")
        assert case.find("error") is not None
        assert root.find("testsuite").get("errors") == "1"  # type: ignore[union-attr]
        return
    stated = ran.json
    no_marks = {
        "gradescope": lambda: stated["score"] == 0 and "stands in for a missing one" in stated["output"],
        "prairielearn": lambda: stated["gradable"] is False and stated["format_errors"] and "score" not in stated,
        "check50": lambda: [one["passed"] for one in stated["results"]] == [False],
        "coderunner": lambda: stated["fraction"] == 0 and "stands in for a missing one" in stated["prologuehtml"],
        "ags": lambda: stated["gradingProgress"] == "Failed" and "scoreGiven" not in stated,
    }
    assert no_marks[name]()


@pytest.mark.parametrize("name", OF_PLATFORMS)
def test_a_result_is_written_even_where_the_program_itself_fails(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("grader.cli.grade.grade_asked", fail)
    options = ("--at", WHEN) if name == "ags" else ()
    from grader.cli.main import gametree

    with pytest.raises(ZeroDivisionError):
        gametree.main(["grade", str(PARTLY), "--format", name, *options])
    out = capsys.readouterr().out
    assert "bug of the program" in out
    if name == "junit":
        ET.fromstring(out.partition("\n")[2])
    else:
        json.loads(out)


@dealt(16)
@pytest.mark.parametrize("reveal", Reveal)
def test_all_formats_say_the_same_marks(reveal: Reveal, deal: Deal, window: int) -> None:
    for file in deal(SUBMISSIONS, window):
        outcome = outcome_of(file, reveal)
        if not outcome.graded or outcome.pending:  # what waits for a person has no marks on platforms: tested apart
            continue
        share = float(outcome.earned / outcome.possible) if outcome.possible else 0
        learn, code, lti, scope = (
            json.loads(export_text(outcome, name, BARE)) for name in ("prairielearn", "coderunner", "ags", "gradescope")
        )
        assert learn["score"] == code["fraction"] == share
        assert (lti["scoreGiven"], lti["scoreMaximum"]) == (float(outcome.earned), float(outcome.possible))
        assert scope["score"] == lti["scoreGiven"]
        points = [(test["points"], test["max_points"]) for test in learn["tests"]]
        assert points == [(test["score"], test["max_score"]) for test in scope["tests"] if "score" in test]
        for suite in suites(export_text(outcome, "junit", BARE)).iter("testsuite"):
            cases = suite.findall("testcase")
            assert int(suite.get("tests", "")) == len(cases)
            assert int(suite.get("failures", "")) == sum(case.find("failure") is not None for case in cases)
            assert int(suite.get("errors", "")) == sum(case.find("error") is not None for case in cases)


def test_a_tree_stands_once_for_each_problem_as_picture_or_as_text() -> None:
    for as_, has_picture in ((TreeAs.SVG, True), (TreeAs.TEXT, False), (TreeAs.NONE, False)):
        platform = ResultOptions(as_)
        scope, learn, code = (written(PARTLY, name, platform) for name in ("gradescope", "prairielearn", "coderunner"))
        texts = ["".join(test["output"] for test in scope["tests"]), learn["output"], code["epiloguehtml"]]
        assert [("MAX A" in text and "├──" in text) for text in texts] == [as_ is TreeAs.TEXT] * 3
        assert ["data:image/svg+xml;base64," in text for text in (texts[0], texts[2])] == [has_picture] * 2
        assert len(learn["images"]) == int(has_picture)
        formats = {test["output_format"] for test in scope["tests"]}
        assert formats == ({"text", "html"} if has_picture else {"text"})


def test_pictures_are_svg_with_words_for_those_who_cannot_see_them() -> None:
    (image,) = written(PARTLY, "prairielearn")["images"]
    kind, _, source = image["url"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    root = ET.fromstring(base64.b64decode(source))
    assert root.tag.endswith("svg")
    below = ET.fromstring(f"<div>{written(PARTLY, 'coderunner')['epiloguehtml']}</div>")
    (picture,) = below.iter("img")
    assert "MAX A: 3.0, correct" in picture.get("alt", "")


def test_a_tree_that_is_too_large_to_be_drawn_is_text(tmp_path: Path) -> None:
    tree = json.dumps([[1, 2]] * 120)
    problem = put(tmp_path / "p.yaml", f"format: gametree-problem/1\nid: p\nkind: minimax\ntree: {tree}\n")
    file = put(tmp_path / "s.yaml", "answers: {p: {value: 1}}\n")
    stated = run("grade", file, "-p", problem, "--format", "prairielearn").json
    assert stated["images"] == []
    assert "MAX A" in stated["output"]


def test_conventions_are_said_once_for_all_problems(tmp_path: Path) -> None:
    both = "answers: {minimax-textbook: {value: 3}, textbook-three-by-three: {value: 3}}\n"
    output = written(put(tmp_path / "s.yaml", both), "gradescope")["output"]
    lines = [line for line in output.splitlines() if line.startswith("- ")]
    assert lines
    assert len(lines) == len(set(lines))
    assert "Conventions of these problems:" in output


# PrairieLearn


def test_prairielearn_gets_the_keys_of_its_example() -> None:
    theirs, ours = sample("prairielearn/results.json"), written(PARTLY, "prairielearn")
    same_sorts(ours, theirs)
    for test in ours["tests"]:
        same_sorts(test, {"message": "", "output": "", **theirs["tests"][0]})
        assert {"points", "max_points"} <= set(test)  # where one has none, the platform shows none of any
    same_sorts(ours["images"][0], theirs["images"][0])


def test_prairielearn_takes_no_attempt_for_what_cannot_be_read(tmp_path: Path) -> None:
    stated = written(put(tmp_path / "s.yaml", "answers: ["), "prairielearn")
    assert set(stated) == set(sample("prairielearn/results-not-gradable.json"))
    assert "s.yaml:1 $: " in stated["format_errors"][0]
    assert all(isinstance(error, str) for error in stated["format_errors"])


@pytest.mark.sweep
def test_prairielearn_never_gets_more_than_a_megabyte(tmp_path: Path) -> None:
    leaves = 30_000
    tree = json.dumps([[n, n + 1, n + 2] for n in range(0, leaves, 3)])
    stated = f"format: gametree-problem/1\nid: p\nkind: minimax\ntree: {tree}\nask: [values]\n"
    problem = put(tmp_path / "p.yaml", stated)
    file = put(tmp_path / "s.yaml", "answers: {p: {values: {A: 1}}}\n")
    ran = run("grade", file, "-p", problem, "--format", "prairielearn")
    whole = prairielearn_results(grade(str(file), Bank(problem).find))
    assert len(json.dumps(whole).encode()) > 1024**2
    assert 1000 < len(ran.out.encode()) <= MOST_BYTES < 1024**2
    assert ran.json["gradable"] is True
    assert ran.json["tests"]


@pytest.mark.sweep
def test_prairielearn_leaves_pictures_out_before_anything_else(tmp_path: Path) -> None:
    named = [id_ for id_ in BANK if "big" not in id_]
    answers = {id_: {} for id_ in named}
    stated = written(put(tmp_path / "s.json", json.dumps({"answers": answers})), "prairielearn")
    whole = sum(len(json.dumps(one)) for one in stated["images"])
    assert len(json.dumps(stated, ensure_ascii=False).encode()) < 1024**2
    assert whole > 0 or "│" in stated["output"]
    assert len(stated["tests"]) >= len(named)


# check50


def test_check50_gets_the_keys_of_its_example(tmp_path: Path) -> None:
    theirs, ours = sample("check50/result.json"), written(PARTLY, "check50")
    same_sorts(ours, theirs)
    for check in ours["results"]:
        assert set(check) == set(theirs["results"][0])
        assert check["cause"] is None or set(check["cause"]) >= {"rationale", "help"}
        assert (check["cause"] is None) == (check["passed"] is True)
    assert [check["dependency"] for check in ours["results"]] == [None, *["readable"] * 3]


def test_check50_skips_what_cannot_be_judged(tmp_path: Path) -> None:
    file = put(tmp_path / "s.yaml", "answers: {minimax-textbook: {value: [], best-move: B}}\n")
    checks = {check["name"]: check["passed"] for check in written(file, "check50")["results"]}
    assert checks == {
        "readable": True,
        "minimax-textbook.value": None,
        "minimax-textbook.best-move": True,
        "minimax-textbook.values": False,
    }


def test_check50_itself_shows_the_results() -> None:
    renderer = pytest.importorskip("check50.renderer", reason="check50 is not installed (extra: platforms)")
    for file in SUBMISSIONS[::23]:
        stated = written(file, "check50")
        assert stated["slug"] in renderer.to_html(**stated)
        shown = renderer.to_ansi(**stated, _log=True)
        for check in stated["results"]:
            sign = {True: ":)", False: ":(", None: ":|"}[check["passed"]]
            assert f"{sign} {check['description']}" in shown


# CodeRunner


def test_coderunner_gets_the_keys_of_its_example() -> None:
    theirs, ours = sample("coderunner/combinator-grader.json"), written(PARTLY, "coderunner")
    same_sorts(ours, theirs)
    assert set(ours["testresults"][0]) <= {*theirs["testresults"][0], "Comment"}


@dealt(8)
def test_coderunner_gets_a_table_of_whole_rows(deal: Deal, window: int) -> None:
    for file in deal(SUBMISSIONS, window):
        stated = written(file, "coderunner", BARE)
        if not stated["testresults"]:
            continue
        heads, *rows = stated["testresults"]
        assert all(len(row) == len(heads) for row in rows)
        assert all(row[0] in (0, 1) and row[0] == row[-1] for row in rows)
        assert 0 <= stated["fraction"] <= 1
        assert (stated["fraction"] == 1) == (bool(rows) and all(row[0] for row in rows))  # words have no row of marks


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "</pre><img src=x onerror=alert(1)>", "&lt;"])
def test_html_for_coderunner_and_gradescope_holds_no_markup_of_a_student(tmp_path: Path, text: str) -> None:
    answers = {"value": text, "best-move": text, "values": {text: 1}, text: text}
    file = put(tmp_path / "s.json", json.dumps({"answers": {"minimax-textbook": answers, text: {}}}))
    code = written(file, "coderunner")
    scope = written(file, "gradescope", ResultOptions(TreeAs.SVG))
    pieces = [code["prologuehtml"], code["epiloguehtml"]]
    pieces += [test["output"] for test in scope["tests"] if test["output_format"] == "html"]
    for piece in pieces:
        root = ET.fromstring(f"<div>{piece}</div>")
        assert {element.tag for element in root.iter()} <= {"div", "p", "br", "pre", "figure", "img", "figcaption"}
        assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)


# JUnit


def test_junit_of_many_hand_ins_is_one_document(tmp_path: Path) -> None:
    for name in ("ada", "ben"):
        put(tmp_path / "in" / f"{name}.yaml", "answers: {minimax-textbook: {value: 3}}\n")
    put(tmp_path / "in/cy.yaml", "answers: [")
    for arguments in (("in",), ("in/ada.yaml", "in/ben.yaml", "in/cy.yaml")):
        ran = run("grade", *(tmp_path / one for one in arguments), "--format", "junit")
        root = ET.fromstring(ran.out.partition("\n")[2])
        names = [suite.get("name") for suite in root.iter("testsuite")]
        assert [str(name).rpartition("/")[2] for name in names] == [
            "ada: minimax-textbook",
            "ben: minimax-textbook",
            "cy: reading",
        ]


def test_junit_says_marks_although_it_knows_no_weights() -> None:
    root = suites(export_text(outcome_of(PARTLY), "junit"))
    marks = {one.get("name"): one.get("value") for one in root.iter("property")}
    assert marks == {"earned": "3.5", "possible": "5"}
    (failure,) = root.iter("failure")
    assert failure.get("message") == "Pruned nodes (pruned): 1 of 2 leaves right: 1.5 of 3 points"


def test_junit_is_xml_whatever_a_student_writes(tmp_path: Path) -> None:
    text = "\x00\x07\x1b[2J\ufffe]]><![CDATA[&amp;"
    file = put(tmp_path / "s.json", json.dumps({"answers": {"minimax-textbook": {"value": text, text: 3}, text: {}}}))
    ran = run("grade", file, "--format", "junit")
    assert len([*ET.fromstring(ran.out.partition("\n")[2]).iter("testcase")]) == 4


# AGS


def test_ags_gets_the_keys_of_its_example() -> None:
    theirs, ours = sample("lti_ags/score.json"), written(PARTLY, "ags")
    same_sorts(ours, theirs)
    assert set(ours) == set(theirs)
    assert ours["userId"] == "s1000107"


def test_pylti1p3_builds_the_same_score() -> None:
    grades = pytest.importorskip("pylti1p3.grade", reason="pylti1p3 is not installed (extra: platforms)")
    for file in SUBMISSIONS[::5]:
        ours = written(file, "ags")
        theirs = (
            grades.Grade().set_user_id(ours["userId"]).set_comment(ours["comment"]).set_timestamp(ours["timestamp"])
        )
        theirs.set_activity_progress(ours["activityProgress"]).set_grading_progress(ours["gradingProgress"])
        if "scoreGiven" in ours:
            theirs.set_score_given(ours["scoreGiven"]).set_score_maximum(ours["scoreMaximum"])
        assert json.loads(theirs.get_value()) == ours


def test_a_score_bears_the_time_that_is_given_and_no_other() -> None:
    assert (
        run("grade", PARTLY, "-f", "ags", "--at", "20261120T1700Z").json["timestamp"] == "2026-11-20T17:00:00.000+00:00"
    )
    assert run("grade", PARTLY, "-f", "ags", "--at", WHEN).json["timestamp"] == "2026-11-20T18:00:00.000+01:00"


@pytest.mark.parametrize(
    "when",
    ["1700000000", "Fri, 20 Nov 2026 18:00:00 +0100", "2026-11-20T18:00", "tomorrow", "", "0001-01-01T00:00+14:00"],
)
def test_a_time_that_platforms_refuse_is_refused(when: str) -> None:
    ran = run("grade", PARTLY, "--format", "ags", "--at", when)
    assert (ran.code, ran.out) == (2, "")
    assert "expected a date and time with its zone" in ran.err


def test_a_score_is_final_only_where_all_was_graded(tmp_path: Path) -> None:
    both = put(tmp_path / "s.yaml", "student: u1\nanswers: {minimax-textbook: {value: 3}, nowhere: {value: 3}}\n")
    assert written(both, "ags")["gradingProgress"] == "PendingManual"
    assert written(PARTLY, "ags")["gradingProgress"] == "FullyGraded"


# Gradescope


def test_tests_are_seen_when_the_option_says() -> None:
    when = ("--test-visibility", "after_due_date", "--test-visibility", "pruned=hidden")
    stated = run("grade", PARTLY, "--format", "gradescope", *when).json
    seen = {test["name"].partition(": ")[2]: test["visibility"] for test in stated["tests"]}
    assert seen == {
        "Value of the root (value)": "after_due_date",
        "Best move": "after_due_date",
        "Pruned nodes (pruned)": "hidden",
    }


def test_what_students_see_at_once_tells_nothing_of_tests_that_they_see_later() -> None:
    later = ResultOptions(by_part=(("pruned", Visibility.HIDDEN),))
    stated = written(PARTLY, "gradescope", later)
    assert stated["output"].startswith("This submission was read and marked; marks are shown later.\nConventions of")
    seen = [test for test in stated["tests"] if test["visibility"] == "visible"]
    assert seen
    assert not any("wrongly kept" in test["output"] or "├──" in test["output"] for test in seen)
    assert "Only pruned is wrong" not in json.dumps([stated["output"], seen])


def test_what_cannot_be_read_is_told_at_once_whenever_tests_are_seen(tmp_path: Path) -> None:
    file = put(tmp_path / "s.yaml", "answers: {nowhere: {}}\n")
    stated = written(file, "gradescope", ResultOptions(visibility=Visibility.HIDDEN))
    assert "there is no problem" in stated["output"]


@pytest.mark.parametrize(
    "wrong",
    [
        ("--format", "text", "--at", WHEN),
        ("--format", "ags"),
        ("--format", "text", "--tree-as", "svg"),
        ("--format", "check50", "--tree-as", "text"),
        ("--format", "junit", "--tree-as", "svg"),
        ("--format", "json", "--test-visibility", "hidden"),
        ("--format", "gradescope", "--test-visibility", "later"),
        ("--format", "gradescope", "--test-visibility", "prned=hidden"),
    ],
)
def test_options_that_a_format_has_no_place_for_are_wrong_usage(wrong: tuple[str, ...]) -> None:
    ran = run("grade", PARTLY, *wrong)
    assert (ran.code, ran.out) == (2, "")


def compare_with_gradescope_utils(ours: Any) -> None:
    """Assert that results.json has the keys that gradescope-utils writes, with values of the same sort."""
    said = "gradescope-utils is not installed (extra: platforms)"
    mark = pytest.importorskip("gradescope_utils.autograder_utils.decorators", reason=said)
    runner = pytest.importorskip("gradescope_utils.autograder_utils.json_test_runner", reason=said)

    class Case(unittest.TestCase):
        @mark.number("1.1")
        @mark.weight(2)
        @mark.visibility("visible")
        def test_a_part(self) -> None:
            self.fail("wrong")

    stream = io.StringIO()
    suite = unittest.TestSuite([Case("test_a_part")])
    runner.JSONTestRunner(visibility="visible", stdout_visibility="hidden", stream=stream).run(suite)
    theirs = json.loads(stream.getvalue())
    assert set(theirs) - {"execution_time", "leaderboard"} <= set(ours)
    marked = [test for test in ours["tests"] if "score" in test]  # an answer in words waits for its marks
    assert set(theirs["tests"][0]) <= set(marked[0])
    marks = {"score", "max_score", "status"}
    for test in ours["tests"]:
        asked = {key: kind for key, kind in theirs["tests"][0].items() if test in marked or key not in marks}
        same_sorts({key: test[key] for key in asked}, asked)


def test_gradescope_utils_writes_the_same_keys() -> None:
    compare_with_gradescope_utils(written(PARTLY, "gradescope"))


# Answers in words

ASKED = """\
format: gametree-problem/1
id: q
title: Why
kind: alpha-beta
tree: [[3, 12], [2, 4]]
ask: [ASK]
points: {POINTS}
text: {prompt: "Why is it cut?", points: 2, rubric: [{points: 2, says: names the bound}]}
"""
BY_PERSON = "Why: In your words (text)"


def words_written(folder: Path, name: str, answers: str, *, alone: bool = False) -> Any:
    """Return what a format states of answers to a problem that asks a value of 3 points, and a text of 2; or the text alone."""
    stated = ASKED.replace("ASK", "" if alone else "value").replace("POINTS", "" if alone else "value: 3")
    problem = put(folder / "q.yaml", stated)
    file = put(folder / "s.yaml", f"student: u1\nanswers: {{q: {answers}}}\n")
    text = export_text(grade(str(file), Bank(problem).find), name, BARE)
    return suites(text) if name == "junit" else json.loads(text)


RIGHT, BLANK, WRONG = "{value: 3, text: As 2 <b>}", "{value: 3}", "{value: 2, text: As 2}"
SHARES = [(RIGHT, 1), (BLANK, 1), (WRONG, 0)]


@pytest.mark.parametrize(("answers", "share"), SHARES)
def test_gradescope_gets_no_score_of_what_a_person_marks(tmp_path: Path, answers: str, share: int) -> None:
    stated = words_written(tmp_path, "gradescope", answers)
    value, words = stated["tests"]
    assert (stated["score"], value["score"], value["max_score"]) == (3 * share, 3 * share, 3)
    assert words.keys().isdisjoint({"score", "max_score", "status"})
    assert ("marked by a person" in words["output"]) is ("text" in answers)


@pytest.mark.parametrize(("answers", "share"), SHARES)
def test_platforms_that_ask_for_a_fraction_get_that_of_what_the_program_marks(
    tmp_path: Path, answers: str, share: int
) -> None:
    learn, code = (words_written(tmp_path, name, answers) for name in ("prairielearn", "coderunner"))
    assert learn["score"] == code["fraction"] == share
    assert [(one["points"], one["max_points"]) for one in learn["tests"]] == [(3 * share, 3)]
    assert [row[1] for row in code["testresults"][1:]] == ["Why: Value of the root (value)"]
    worth = "2 points, marked by a person" if "text" in answers else "0 of 2 points"
    assert f"{BY_PERSON}: {worth}" in learn["output"]
    assert f"{BY_PERSON}: {worth}" in code["prologuehtml"]
    assert ("2 points are marked by a person" in learn["message"]) is ("text" in answers)


def test_who_answers_in_words_alone_is_told_that_a_person_marks_it(tmp_path: Path) -> None:
    scope, learn, code = (
        words_written(tmp_path, name, "{text: As 2}", alone=True)
        for name in ("gradescope", "prairielearn", "coderunner")
    )
    assert (scope["score"], learn["tests"], code["testresults"][1:]) == (0, [], [])
    for said in (scope["output"], learn["message"], code["prologuehtml"]):
        assert "2 points are marked by a person" in said


def test_a_score_of_what_a_person_has_still_to_mark_has_no_marks(tmp_path: Path) -> None:
    held, blank = (words_written(tmp_path, "ags", answers) for answers in (RIGHT, BLANK))
    assert (held["gradingProgress"], "scoreGiven" in held, "scoreMaximum" in held) == ("PendingManual", False, False)
    assert f"{BY_PERSON}: 2 points, marked by a person" in held["comment"]
    assert (blank["gradingProgress"], blank["scoreGiven"], blank["scoreMaximum"]) == ("FullyGraded", 3, 5)


@pytest.mark.parametrize(("answers", "share"), SHARES)
def test_check50_and_junit_skip_what_a_person_marks(tmp_path: Path, answers: str, share: int) -> None:
    checks = {one["name"]: one for one in words_written(tmp_path, "check50", answers)["results"]}
    assert (checks["q.value"]["passed"], checks["q.text"]["passed"]) == (bool(share), None)
    assert checks["q.text"]["cause"]["rationale"].startswith("In your words (text): ")
    (suite,) = words_written(tmp_path, "junit", answers).iter("testsuite")
    counts = [suite.get(name) for name in ("tests", "failures", "errors", "skipped")]
    assert counts == ["2", str(1 - share), "0", "1"]
    (skipped,) = suite.iter("skipped")
    assert skipped.keys() == ["message"]


def test_a_text_that_cannot_be_read_is_an_error_and_no_score(tmp_path: Path) -> None:
    (suite,) = words_written(tmp_path, "junit", "{value: 3, text: [a]}").iter("testsuite")
    assert (suite.get("errors"), suite.get("skipped")) == ("1", "0")
    assert "score" not in words_written(tmp_path, "gradescope", "{value: 3, text: [a]}")["tests"][1]


@pytest.mark.parametrize("name", OF_PLATFORMS)
def test_no_result_says_by_what_a_person_marks(tmp_path: Path, name: str) -> None:
    stated = words_written(tmp_path, name, RIGHT)
    assert "names the bound" not in (ET.tostring(stated, "unicode") if name == "junit" else json.dumps(stated))


@dealt(4)
@pytest.mark.parametrize("name", [name for name in OF_PLATFORMS if name != "junit"])
@pytest.mark.parametrize("reveal", Reveal)
def test_results_of_the_whole_bank_are_one_line_of_plain_json(
    name: str, reveal: Reveal, deal: Deal, window: int
) -> None:
    for file in deal(SUBMISSIONS[::11], window):
        text = export_text(outcome_of(file, reveal), name, AT)
        assert text.count("\n") == 1
        assert math.isfinite(len(json.dumps(json.loads(text), allow_nan=False)))
