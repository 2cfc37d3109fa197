"""A class that hands in programs: whichever way they come, whoever marks, and however often the run is interrupted, the marks are the same."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest
from class_runs import files_of, table
from console import Ran, begin, put, run
from quizzes import build_quiz
from zipped import zipped

from grader.course.quiz.built import open_build
from grader.grading.programs import sandbox

TREES = ("[[3, 5], [2, 9]]", "[[4, 6], [4, 7]]", "[[1, 2], [7, 8]]", "[[6, 3], [2, 4]]")
GIVEN = ", ".join(
    f"{{problem: {{tree: {tree}}}{', public: true' if at == 3 else ''}}}" for at, tree in enumerate(TREES)
)
SEARCH = f"{{id: search, points: 6, program: {{kind: minimax, limits: {{seconds: 1}}, trees: [{GIVEN}]}}}}"
PAPER = "{id: q1, problem: {kind: minimax, tree: [[3, 5], [2, 9]], ask: [value]}}"

MINIMAX = """
def value(game, node):
    if game.is_leaf(node):
        return game.value(node)
    values = [value(game, child) for child in game.children(node)]
    return max(values) if game.player(node) == "max" else min(values)

def search(game):
    children = game.children(game.root)
    values = [value(game, child) for child in children]
    return max(values), children[values.index(max(values))]
"""
ALL_MAX = MINIMAX.replace('if game.player(node) == "max" else min(values)', "")
ENDLESS = "def search(game):\n    while True:\n        pass\n"
RAISING = MINIMAX.replace(
    "children = ", "print('on', game.root)\n    if game.value is None or 1 / 0:\n        pass\n    children = "
)
GAME = "raise SystemExit('not this one')\n"

CLASS: Mapping[str, Mapping[str, bytes | str]] = {
    "s001": {"search.py": MINIMAX, "answers.yaml": "answers: {Q1: {value: 3}}\n"},
    "s002": {"search (1).py": ALL_MAX, "game.py": GAME},
    "s003": {"mine.py": MINIMAX},
    "s004": {"search.py": ENDLESS},
    "s005": {"search.py": RAISING},
    "s006": {"search.py": b"\xff\xfe\x00"},
    "s007": {"answers.yaml": "answers: {Q1: {value: 3}}\n"},
    "s008": {"search.py": "", "notes.txt": "see search.py"},
}
MARKS = {
    "s001": ("1", "6", "graded"),
    "s002": ("0", "1", "graded"),  # the later of two equal moves, and in the third tree the right one
    "s003": ("0", "6", "graded"),
    "s004": ("0", "0", "graded"),
    "s005": ("0", "0", "graded"),
    "s006": ("", "", "not-gradable"),
    "s007": ("1", "0", "graded"),
    "s008": ("", "", "not-gradable"),
}


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a quiz of a program exercise and one on paper for eight students."""
    return build_quiz(tmp_path_factory.mktemp("quiz"), "per-student", 8, exercises=(PAPER, SEARCH))


def handed_in(build: Path) -> dict[str, dict[str, bytes]]:
    """Return what the class hands in, by student and name of file, with the ids of this build."""
    [q1] = [id_ for id_ in open_build(str(build)).ids if id_.startswith("q1-")]
    texts = {
        who: {name: one if isinstance(one, bytes) else one.encode() for name, one in files.items()}
        for who, files in CLASS.items()
    }
    return {who: {name: one.replace(b"Q1", q1.encode()) for name, one in files.items()} for who, files in texts.items()}


def in_folder(folder: Path, build: Path) -> Path:
    for who, files in handed_in(build).items():
        for name, content in files.items():
            put(folder / who / name, content)
    return folder


def in_zip(folder: Path, build: Path) -> Path:
    members = {f"hw/{who}/{name}": one for who, files in handed_in(build).items() for name, one in files.items()}
    return put(folder / "class.zip", zipped(members))


def from_gradescope(folder: Path, build: Path) -> Path:
    members: dict[str, bytes | str] = {}
    said = ""
    for number, (who, files) in enumerate(handed_in(build).items(), 101):
        said += f"submission_{number}:\n  :submitters:\n  - :name: Student {who}\n    :sid: {who}\n    :email: {who}@example.edu\n"
        members |= {f"assignment_1_export/submission_{number}/{name}": one for name, one in files.items()}
    return put(folder / "export.zip", zipped({"assignment_1_export/submission_metadata.yml": said, **members}))


def grade(what: Path, build: Path, out: Path, *options: object) -> Ran:
    return run("grade", what, "--quiz", build, "--sandbox", "none", "--out", out, *options)


def marks(out: Path) -> dict[str, tuple[str, str, str]]:
    return {row["student"]: (row["q1"], row["search"], row["status"]) for row in table(out / "gradebook.csv")}


@pytest.fixture(scope="module")
def whole(build: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the hand-ins of the class and a run over them, `whole`."""
    folder = tmp_path_factory.mktemp("class")
    ran = grade(in_folder(folder / "in", build), build, folder / "whole", "--html")
    assert ran.code == 3, ran.err
    assert ran.err.count("--sandbox none") == 1
    return folder


@pytest.mark.parametrize("way", [in_zip, from_gradescope])
def test_a_class_gets_the_same_marks_from_a_folder_a_zip_and_a_download(
    way: object, build: Path, whole: Path, tmp_path: Path
) -> None:
    assert marks(whole / "whole") == MARKS
    assert callable(way)
    ran = grade(way(tmp_path, build), build, tmp_path / "out")
    assert (ran.code, marks(tmp_path / "out")) == (3, MARKS)


def test_what_cannot_be_played_says_what_was_expected_and_stops_nobody(whole: Path) -> None:
    reasons = {row["source"].partition("/in/")[2]: row["reason"] for row in table(whole / "whole/inputs.csv")}
    assert reasons["s006/search.py"] == "is no text in UTF-8, expected a program as it was written, saved as UTF-8"
    assert reasons["s008/search.py"] == "is empty, expected a program"
    assert reasons["s002/game.py"] == "was handed out with the exercise, and is nothing to hand in"


def test_a_report_names_an_option_that_it_has_and_looks_for_no_problem_of_programs(
    build: Path, whole: Path, tmp_path: Path
) -> None:
    report = ("report", whole / "whole", "--html", "--out", tmp_path / "page")
    said = [line for line in run(*report).err.splitlines() if "name its build" in line]
    assert [line.partition("name its build with ")[2] for line in said] == ["--problems BUILD/key/problems"]
    assert "name its build" not in run(*report, "--problems", build / "key/problems").err


def test_a_program_is_a_source_with_its_digest(build: Path, whole: Path) -> None:
    lines = map(json.loads, (whole / "whole/results.jsonl").read_text("utf-8").splitlines())
    of_one = next(one for one in lines if one["student"] == "s003")
    assert of_one["provenance"]["submission"] == "sha256:" + sha256(MINIMAX.encode()).hexdigest()
    [search] = [one for one in of_one["problems"] if one["exercise"] == "search"]
    assert (search["program"]["file"], search["program"]["right"], search["program"]["hidden"]) == ("mine.py", 3, 3)


def test_two_processes_and_a_run_that_was_killed_leave_the_same_bytes(build: Path, whole: Path) -> None:
    assert grade(whole / "in", build, whole / "two", "--html", "--jobs", 2).code == 3
    assert files_of(whole / "two") == files_of(whole / "whole")
    options = ("--quiz", build, "--sandbox", "none", "--html", "--jobs", 1, "--out", whole / "killed")
    for _ in range(3):
        process = begin("grade", whole / "in", *options)
        with pytest.raises(subprocess.TimeoutExpired):
            process.communicate(timeout=1.5)
        process.kill()
        process.communicate()
    assert run("grade", whole / "in", *options).code == 3
    assert files_of(whole / "killed") == files_of(whole / "whole")


def test_a_run_goes_on_only_in_the_same_sandbox_and_by_the_same_python(build: Path, whole: Path) -> None:
    ran = grade(whole / "in", build, whole / "whole", "--html")
    assert "nothing has changed since" in ran.err
    stated = json.loads((whole / "whole/run.json").read_text("utf-8"))
    assert stated["options"]["--sandbox"] == "none"
    stated["options"]["the Python of programs"] = "Python 3.9.0"
    put(whole / "other/run.json", json.dumps(stated))
    ran = grade(whole / "in", build, whole / "other", "--html")
    assert (ran.code, 'was marked with the Python of programs "Python 3.9.0", now' in ran.err) == (2, True)


def test_regrading_plays_the_programs_again_as_they_were(build: Path, whole: Path, tmp_path: Path) -> None:
    ran = run("regrade", whole / "whole", whole / "in", "--quiz", build, "--out", tmp_path / "again")
    assert ran.err.count("--sandbox none") == 1
    assert "0 students change" in ran.out
    assert marks(tmp_path / "again") == MARKS


def test_what_a_program_does_cannot_be_written_down(build: Path, tmp_path: Path) -> None:
    [id_] = [one for one in open_build(str(build)).ids if one.startswith("search-")]
    answers = {tree: {"value": 3, "best-move": "B"} for tree in ("tree-01", "tree-02", "tree-03")}
    stated = {"trees": answers, "program": {"file": "search.py", "ended": [], "printed": "", "printed_after": ""}}
    put(tmp_path / "in/s001/answers.json", json.dumps({"answers": {id_: stated}}))
    ran = grade(tmp_path / "in", build, tmp_path / "out")
    assert f"{id_} is answered by a program: hand in the program itself" in ran.err
    assert marks(tmp_path / "out")["s001"] == ("", "", "not-gradable")


def test_what_is_written_down_beside_answers_on_paper_is_said_to_be_passed_over(build: Path, tmp_path: Path) -> None:
    q1, search = (next(one for one in open_build(str(build)).ids if one.startswith(name)) for name in ("q1", "search"))
    answers = {"answers": {q1: {"value": 3}, search: {"value": 3}}}
    for who in ("s001", "s002"):
        put(tmp_path / f"in/{who}/answers.json", json.dumps(answers))
    put(tmp_path / "in/s002/search.py", MINIMAX)
    grade(tmp_path / "in", build, tmp_path / "out")
    said = f"{search} is answered by a program: hand in the program itself"
    assert (tmp_path / "out/results.jsonl").read_text("utf-8").count(said) == 2
    assert marks(tmp_path / "out")["s001"] == ("1", "0", "partly")
    assert marks(tmp_path / "out")["s002"] == ("1", "6", "graded")


def test_a_module_beside_a_program_is_told_and_takes_nothing(build: Path, tmp_path: Path) -> None:
    [q1] = [one for one in open_build(str(build)).ids if one.startswith("q1-")]
    put(tmp_path / "in/s001/search.py", MINIMAX)
    put(tmp_path / "in/s001/helper.py", "x = 1\n")
    put(tmp_path / "in/s001/answers.json", json.dumps({"answers": {q1: {"value": 3}}}))
    ran = grade(tmp_path / "in", build, tmp_path / "out")
    assert marks(tmp_path / "out")["s001"] == ("1", "6", "graded")
    said = "helper.py: is not run: a program is one file; put what is in it into search.py"
    assert said in ran.out + ran.err


@pytest.mark.parametrize("keep", ["latest", "first", "best"])
def test_of_several_programs_the_one_counts_that_keep_says(keep: str, build: Path, tmp_path: Path) -> None:
    put(tmp_path / "in/s001/search.py", MINIMAX)
    put(tmp_path / "in/s001/search (1).py", ALL_MAX)
    ran = grade(tmp_path / "in", build, tmp_path / "out", "--keep", keep)
    assert marks(tmp_path / "out")["s001"][1] == ("1" if keep == "latest" else "6")
    assert "do not count, those in" in ran.err


def test_a_program_says_nothing_of_who_wrote_it(build: Path, tmp_path: Path) -> None:
    put(tmp_path / "in/stranger/search.py", f"student = 's001'\n# student: s001\n{MINIMAX}")
    ran = grade(tmp_path / "in", build, tmp_path / "out")
    assert "is of nobody on the roster" in ran.err
    assert marks(tmp_path / "out")["s001"][2] == "missing"


def test_ones_own_try_is_one_file(tmp_path: Path) -> None:
    build = build_quiz(tmp_path, "shared", exercises=(SEARCH,), has_roster=False)
    ran = run("grade", put(tmp_path / "search.py", MINIMAX), "--quiz", build, "--sandbox", "none")
    assert (ran.code, "6 of 6 points" in ran.out) == (0, True)
    ran = run("grade", put(tmp_path / "search.ipynb", "{}"), "--quiz", build, "--sandbox", "none")
    assert (ran.code, "is not run: expected a program as a file of text, with the ending .py" in ran.err) == (3, True)
    ran = run("grade", tmp_path / "search.py", "--sandbox", "none")
    assert (ran.code, "--sandbox goes with --quiz BUILD" in ran.err) == (2, True)


WHICH = "which exercise is it? call it search.py"


def test_bad_hand_ins_say_what_would_do_and_all_others_are_marked(tmp_path: Path) -> None:
    build = build_quiz(tmp_path / "quiz", "shared", 7, exercises=(SEARCH,))
    files: dict[str, bytes | str] = {
        "s001/hw3.ipynb": '{"cells": [], "nbformat": 4, "metadata": {}}',
        "s002.zip": zipped({"tree.py": MINIMAX, "other.py": MINIMAX}),
        "s003/search.py/main.py": MINIMAX,
        "s004/Search.ipynb": "{}",
        "s005.py": MINIMAX,
        "s006/search.py": "x = 1\n" * 20_000,
        "s007/search.py": MINIMAX,
        "s007/helper.py": "x = 1\n",
    }
    for name, content in files.items():
        put(tmp_path / "in" / name, content)
    assert grade(tmp_path / "in", build, tmp_path / "out").code == 3
    rows = {row["student"]: (row["search"], row["status"]) for row in table(tmp_path / "out/gradebook.csv")}
    nothing = ("", "not-gradable")
    assert rows == {
        **dict.fromkeys(("s001", "s002", "s004", "s006"), nothing),
        **dict.fromkeys(("s003", "s005"), ("6", "graded")),
        "s007": ("6", "graded"),  # the other file is told, and lies beside the first
    }
    reasons = {row["source"].partition("/in/")[2]: row["reason"] for row in table(tmp_path / "out/inputs.csv")}
    assert reasons["s001/hw3.ipynb"].startswith("is a notebook (Jupyter), expected a text file")
    assert reasons["s006/search.py"].startswith("is larger than 65,536 bytes")
    assert [reasons[name] for name in ("s002.zip/other.py", "s002.zip/tree.py")] == [WHICH] * 2
    assert reasons["s004/Search.ipynb"] == "is not run: expected a program as a file of text, with the ending .py"
    assert reasons["s007/helper.py"] == "is not run: a program is one file; put what is in it into search.py"


def test_who_hands_in_what_cannot_be_run_here_is_not_graded_and_nobody_is_blamed(tmp_path: Path) -> None:
    runs = '{id: search, points: 6, program: {kind: minimax, run: {.py: python, .x: [no-such-command, "{file}"]}}}'
    build = build_quiz(tmp_path / "quiz", "shared", 2, exercises=(runs,))
    put(tmp_path / "in/s001/search.py", MINIMAX)
    put(tmp_path / "in/s002/search.x", "x")
    ran = grade(tmp_path / "in", build, tmp_path / "out")
    why = "is run by no-such-command, which is not installed or out of reach of the sandbox"
    assert (ran.code, why in ran.err) == (3, True)
    status = {row["student"]: (row["search"], row["status"]) for row in table(tmp_path / "out/gradebook.csv")}
    assert status == {"s001": ("6", "graded"), "s002": ("", "not-gradable")}
    if shutil.which("bwrap"):
        assert f"warning: search.x {why}" in run("quiz", "check", tmp_path / "quiz/quiz").out


def test_where_the_sandbox_fails_on_the_way_the_run_ends_and_goes_on_another_time(
    build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for who in ("s001", "s002", "s003", "s004"):
        put(tmp_path / "in" / who / "search.py", MINIMAX)
    allowed = put(tmp_path / "allowed", "")
    first = (
        f"[ $(wc -c < {allowed}) -lt 4 ] || {{ echo 'no room for another one' >&2; exit 1; }}; printf x >> {allowed}; "
    )
    monkeypatch.setattr(sandbox, "_FIRST_TO_GO", first + sandbox._FIRST_TO_GO)
    ran = grade(tmp_path / "in", build, tmp_path / "out", "--jobs", 1)
    assert ran.code == 2, ran.err
    assert "programs are not run any more: --sandbox none worked when this began (no room for another one)" in ran.err
    assert not (tmp_path / "out/gradebook.csv").exists()
    monkeypatch.undo()
    ran = grade(tmp_path / "in", build, tmp_path / "out", "--jobs", 1)
    assert ran.code == 0, ran.err
    assert [marks(tmp_path / "out")[who] for who in ("s001", "s002", "s003", "s004")] == [("0", "6", "graded")] * 4
