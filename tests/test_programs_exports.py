"""Quizzes with exercises that programs answer, exported: Gradescope and PrairieLearn run and mark them, other platforms are told to collect them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from console import put, run
from quizzes import write_quiz
from test_exercise_exports import NEEDS_BASH, ROOT, results_of, there, unpacked
from test_export_prairielearn import SCHEMA
from test_programs_class import ALL_MAX, MINIMAX, PAPER, SEARCH

from grader.course.quiz.built import open_build
from grader.platforms.gradescope import NEEDED_BY_PAGES, NEEDED_BY_PROGRAMS

AS_ROOT = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="the mode user is for root")
DICE = SEARCH.replace("search", "dice")


def exported(folder: Path, format_: str, *exercises: str, **options: object) -> Path:
    """Return the folder to which a quiz of these exercises is exported."""
    quiz = write_quiz(folder / "quiz", "shared", exercises=exercises or (PAPER, SEARCH))
    more = [word for name, value in options.items() for word in (f"--{name}", value)]
    ran = run("export", quiz, "--to", format_, "--out", folder / format_, *more)
    assert ran.code == 0, ran.err
    return folder / format_


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the archive of a quiz of an exercise on paper and one that programs answer."""
    return (exported(tmp_path_factory.mktemp("gradescope"), "gradescope") / "autograder.zip").read_bytes()


def on_gradescope(archive: bytes, folder: Path) -> Path:
    """Return the folder of an autograder, whose program may make pages."""
    made = unpacked(archive, folder)
    program = made / "venv/bin/grade"
    barred = program.read_text("utf-8")
    for one in NEEDED_BY_PAGES:
        barred = barred.replace(f"'{one.split('>=')[0]}', ", "")
    put(program, barred)
    return made


@AS_ROOT
@NEEDS_BASH
@pytest.mark.parametrize(
    ("files", "score", "said"),
    [
        ({"search.py": MINIMAX}, 6, ""),
        ({"search.py": ALL_MAX, "game.py": "", "README.txt": "", "__pycache__/search.cpython-312.pyc": b"\0"}, 1, ""),
        ({"mine.py": MINIMAX}, 6, ""),
        ({"search.py": "def walk(game): ...\n"}, 0, 'search.py has no function "search"'),
        ({}, 0, "No such file"),
    ],
)
def test_autograder_marks_what_a_program_does(
    files: dict[str, str | bytes], score: int, said: str, archive: bytes, tmp_path: Path
) -> None:
    folder = on_gradescope(archive, tmp_path)
    for name, content in files.items():
        put(folder / "submission" / name, content)
    results = results_of(folder)
    assert results["score"] == score
    assert said in json.dumps(results, ensure_ascii=False).replace('\\"', '"')


@AS_ROOT
@NEEDS_BASH
def test_a_program_on_gradescope_can_read_no_tree(archive: bytes, tmp_path: Path) -> None:
    folder = on_gradescope(archive, tmp_path)
    tmp_path.chmod(0o755)
    looking = f"import os\nPLACE = {str(folder / 'source/key')!r}\nprint(os.listdir(PLACE))\n"
    put(folder / "submission/search.py", f"try:\n    exec({looking!r})\nexcept PermissionError:\n    pass\n{MINIMAX}")
    assert results_of(folder)["score"] == 6
    assert (folder / "source").stat().st_mode & 0o077 == 0


def test_archive_holds_the_key_and_no_sheet(archive: bytes, tmp_path: Path) -> None:
    with zipfile.ZipFile(put(tmp_path / "a.zip", archive)) as held:
        names = [name for name in held.namelist() if name.startswith("key/")]
        held.extractall(tmp_path / "a")
        assert b'"jinja2' in held.read("setup.sh")
        assert b"--quiz source/key --sandbox user" in held.read("run_autograder")
    assert {"key/quiz.lock", "key/key/programs/search/certificate.yaml", "key/key/programs/search/tree-01.yaml"} <= {
        *names
    }
    assert not [name for name in names if name.endswith((".html", ".csv", ".secret"))]
    assert len(open_build(str(tmp_path / "a/key")).sheet_of("")) == 2


@AS_ROOT
@NEEDS_BASH
@pytest.mark.slow
def test_autograder_is_set_up_where_this_program_is_not(archive: bytes, tmp_path: Path) -> None:
    folder = unpacked(archive, tmp_path)
    shutil.rmtree(folder / "venv")
    setup = [str(folder / "source/setup.sh")]
    ran = subprocess.run(setup, env=there(folder), check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    put(folder / "submission/search.py", MINIMAX)
    assert results_of(folder)["score"] == 6


def test_what_marking_by_a_key_takes_is_among_the_dependencies() -> None:
    words = " ".join(f'"{one}"' for one in NEEDED_BY_PAGES)
    assert (ROOT / "docs/gradescope.md").read_text("utf-8").count(f"`{words}`") == 2
    assert [
        one for one in NEEDED_BY_PROGRAMS if one.split(">=")[0] not in (ROOT / "pyproject.toml").read_text("utf-8")
    ] == []


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the questions of an exercise on paper and two that programs answer."""
    return exported(tmp_path_factory.mktemp("prairielearn"), "prairielearn", PAPER, SEARCH, DICE) / "questions"


@pytest.mark.skipif(not SCHEMA.exists(), reason="there is no folder shared/lms beside the checkout")
def test_a_question_that_a_program_answers_is_what_prairielearn_takes(questions: Path) -> None:
    assert sorted(one.name for one in questions.iterdir()) == ["dice", "q1", "search"]
    info = json.loads((questions / "search/info.json").read_text("utf-8"))
    jsonschema.validate(info, json.loads(SCHEMA.read_text("utf-8")))
    assert (info["gradingMethod"], info["externalGradingOptions"]["enableNetworking"]) == ("External", False)
    page = (questions / "search/question.html").read_text("utf-8")
    assert '<pl-file-upload file-names="search.py">' in page
    with zipfile.ZipFile(questions / "search/clientFilesQuestion/files.zip") as handed_out:
        assert {"game.py", "search.py", "trees.json"} <= {*handed_out.namelist()}


def on_prairielearn(question: Path, folder: Path, **submitted: str) -> Any:
    """Return the result of the question's entry point, run as the platform runs it, with this program among the course's files."""
    shutil.copytree(question / "tests", folder / "tests")
    for name, content in submitted.items():
        put(folder / f"student/{name}.py", content)
    place = folder / "serverFilesCourse/gametree"
    place.mkdir(parents=True)
    for name in ("grader", "generators", "schemas", "problem_bank", "fonts"):
        (place / name).symlink_to(ROOT / name)
    python = put(folder / "bin/python3", f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    env = {"GRADE": str(folder), "PATH": f"{python.parent}:{os.environ['PATH']}", "HOME": str(folder)}
    subprocess.run(["bash", str(folder / "tests/run.sh")], env=env, check=False, capture_output=True)
    return json.loads((folder / "results/results.json").read_text("utf-8"))


@AS_ROOT
@NEEDS_BASH
def test_its_entry_point_marks_that_exercise_alone(questions: Path, tmp_path: Path) -> None:
    assert on_prairielearn(questions / "search", tmp_path / "a", search=MINIMAX)["score"] == 1
    result = on_prairielearn(questions / "dice", tmp_path / "b", dice=ALL_MAX)
    assert (result["gradable"], round(result["score"], 3)) == (True, 0.167)
    assert "tests" in result
    assert on_prairielearn(questions / "dice", tmp_path / "c", dice="")["gradable"] is False


@pytest.mark.parametrize("format_", ["moodle-xml", "canvas", "qti21", "latex", "jupyter"])
def test_formats_that_run_no_program_leave_it_out_and_say_so(format_: str, tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path / "quiz", "shared", exercises=(PAPER, SEARCH))
    ran = run("export", quiz, "--to", format_, "--out", tmp_path / "o")
    assert ran.code == 0, ran.err
    assert "search is a program: collect it as an assignment and mark the download with grade" in ran.err
    texts = [file.read_bytes() for file in (tmp_path / "o").rglob("*") if file.is_file()]
    assert texts
    assert not any(b"search" in text for text in texts)
    write_quiz(tmp_path / "alone", "shared", exercises=(SEARCH,))
    ran = run("export", tmp_path / "alone", "--to", format_, "--out", tmp_path / "p")
    assert (ran.code, "search is a program" in ran.err, (tmp_path / "p").exists()) == (2, True, False)


def test_a_key_beside_such_an_export_marks_the_programs(tmp_path: Path) -> None:
    exported(tmp_path, "moodle-xml", key=tmp_path / "key")
    put(tmp_path / "in/s001/search.py", MINIMAX)
    ran = run("grade", tmp_path / "in", "--quiz", tmp_path / "key", "--sandbox", "none", "--format", "csv")
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[1].startswith("s001,Student s001,a,6,6,6,100,graded,")
