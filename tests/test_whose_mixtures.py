"""Hand-ins of any mixture of platforms, folders, archives, lines and files: with a class list each has its owner, or is told."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from pathlib import Path

import pytest
from console import put, run
from quizzes import SECRET, perfect, write_quiz
from windows import Deal, dealt
from zipped import zipped

from grader.course.quiz import read_secret
from grader.course.quiz.build import build
from grader.course.quiz.built import Built, open_build
from grader.course.quiz.sheets import read_order

STUDENTS = 12


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a quiz of personal sheets for twelve, whose names and addresses the class list has."""
    folder = tmp_path_factory.mktemp("mixture")
    file = write_quiz(
        folder / "quiz", students=STUDENTS, exercises=["{id: q3, generate: {kind: alpha-beta, depth: 2, branching: 3}}"]
    )
    rows = [f"s{n:02},{called(n)},s{n:02}@example.edu" for n in range(1, STUDENTS + 1)]
    put(folder / "quiz/roster.csv", "\n".join(["id,name,email", *rows, ""]))
    build(read_order(str(file), read_secret(SECRET, "the secret"), str(folder / "quiz/roster.csv")), folder / "build")
    return folder


def called(number: int) -> str:
    """Return the name of a student; no two have a word in common."""
    letter = chr(ord("A") + number - 1)
    return "Ann Lee" if number == 1 else f"{letter}na {letter}berg"


def inputs(out: str) -> dict[str, dict[str, str]]:
    with Path(out, "inputs.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = [*csv.DictReader(file)]
    assert max(Counter(line["source"] for line in lines).values(), default=1) == 1, "every file stands there once"
    return {line["source"]: line for line in lines}


def statuses(out: str) -> dict[str, str]:
    with Path(out, "gradebook.csv").open(encoding="utf-8-sig", newline="") as file:
        return {line["student"]: line["status"] for line in csv.DictReader(file)}


def answers(built: Built, number: int) -> str:
    return json.dumps(perfect(built, f"s{number:02}"))


@pytest.mark.parametrize("lms", [None, "moodle", "auto"])
def test_a_folder_without_a_platforms_name_beside_one_with(
    made: Path, lms: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    built = open_build(str(made / "build"))
    put(Path("odd/Ann Lee_88003_assignsubmission_file/s01.json"), answers(built, 1))
    put(Path("odd/s02/s02.json"), answers(built, 2))
    put(Path("odd/x/notes.yaml"), "answers: {zzz: {value: 1}}")
    put(Path("odd/.DS_Store"), "x")
    ran = run("grade", "odd", "--quiz", made / "build", "--out", "out", *(("--lms", lms) if lms else ()))
    assert ran.code == 3
    assert ran.err.splitlines()[-1].startswith("3 hand-ins: 2 graded, 1 not; mean ")
    assert ran.err.splitlines()[-1].endswith(
        "; 10 of the 12 on the class list have no hand-in that is theirs; 1 hand-in has no owner (see inputs.csv); 1 file of systems passed over"
    )
    told = inputs("out")
    assert [(name, one["student"], one["status"]) for name, one in told.items()] == [
        ("odd/Ann Lee_88003_assignsubmission_file/s01.json", "s01", "graded"),
        ("odd/s02/s02.json", "s02", "graded"),
        ("odd/x/notes.yaml", "x", "not-gradable"),
        ("odd/.DS_Store", "", "junk"),
    ]


def test_names_of_platforms_are_not_looked_for_where_that_is_said(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    built = open_build(str(made / "build"))
    put(Path("odd/Ann Lee_88003_assignsubmission_file/a.json"), answers(built, 2).replace('"s02"', '"nobody"', 1))
    run("grade", "odd", "--quiz", made / "build", "--out", "by-platform")
    assert inputs("by-platform")["odd/Ann Lee_88003_assignsubmission_file/a.json"]["status"] == "foreign"
    run("grade", "odd", "--quiz", made / "build", "--out", "by-sheet", "--lms", "none")
    assert statuses("by-sheet")["s02"] == "graded", "it is the sheet of s02"


@pytest.mark.parametrize("outer", ["s02", "Dna Dberg_884_assignsubmission_file", "somewhere"])
def test_names_in_what_a_student_zipped_say_nothing(
    made: Path, outer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder or a platform's name of somebody else, in an archive of one's own, makes nothing theirs."""
    monkeypatch.chdir(tmp_path)
    others = dict.fromkeys(("s01/a.yaml", "Ann Lee_881_assignsubmission_file/b.yaml"), "answers: {zzz: {value: 1}}")
    others["submission_7/c.yaml"] = others["s01/a.yaml"]
    others["submission_metadata.yml"] = "submission_7:\n  :submitters:\n  - :name: Ann Lee\n    :sid: s01\n"
    put(Path("in", outer, "hw.zip"), zipped(others))
    put(Path("in/s03/a.yaml"), "answers: {}")
    run("grade", "in", "--quiz", made / "build", "--out", "out")
    owner = {"s02": "s02", "somewhere": "somewhere"}.get(outer, "s04")
    theirs = {one["student"] for name, one in inputs("out").items() if "hw.zip" in name and one["status"] != "junk"}
    assert theirs == {owner}
    assert statuses("out")["s01"] == "missing"


def test_no_file_that_holds_answers_is_junk(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    built = open_build(str(made / "build"))
    plain = "".join(f"{line}\n" for line in ("student: s03", "answers:", "  zzz: {value: 1}"))
    put(Path("in/.s03.yaml"), plain)
    put(Path("in/s04/~$s04.yaml"), plain.replace("s03", "s04"))
    put(Path("in/s05/quiz.yaml"), "format: gametree-quiz/1\n" + plain.replace("s03", "s05"))
    put(Path("more.zip"), zipped({".s06.yaml": plain.replace("s03", "s06"), "s07/.DS_Store": b"x"}))
    put(Path("in/s01.json"), answers(built, 1))
    run("grade", "in", "more.zip", "--quiz", made / "build", "--out", "out")
    told = inputs("out")
    assert {name: one["student"] for name, one in told.items() if one["status"] != "junk"} == {
        "in/s01.json": "s01",
        "in/.s03.yaml": "s03",
        "in/s04/~$s04.yaml": "s04",
        "in/s05/quiz.yaml": "s05",
        "more.zip/.s06.yaml": "s06",
    }
    assert [name for name, one in told.items() if one["status"] == "junk"] == ["more.zip/s07/.DS_Store"]


def mixture(built: Built, draws: random.Random) -> tuple[dict[str, str | bytes], dict[str, int]]:
    """Return files of a random mixture below two folders and an archive, and whose each hand-in is that can be read."""
    files: dict[str, str | bytes] = {}
    owners: dict[str, int] = {}
    archive: dict[str, str | bytes] = {}
    submitters = []
    for number in draws.sample(range(1, STUDENTS + 1), draws.randrange(2, STUDENTS + 1)):
        name, flat = called(number), called(number).replace(" ", "").lower()
        ways = {
            "moodle": f"in/{name}_{880 + number}_assignsubmission_file/answers.json",
            "moodle-flat": f"in/{name}_{880 + number}_assignsubmission_file_answers.json",
            "gradescope": f"scope/submission_{number}/answers.json",
            "folder": f"in/s{number:02}/homework/answers.json",
            "file": f"in/s{number:02}.json",
            "copy": f"in/s{number:02} (1).json",
            "mail": f"in/mails/s{number:02}/answers.json",
            "sheet": f"in/{draws.choice('uvwxyz')}{number}/homework.json",
            "canvas": f"zip/{flat}_{9000 + number}_{number}_answers.json",
        }
        way = draws.choice([*ways])
        path, content = ways[way], answers(built, number)
        if way == "gradescope":
            submitters.append(
                f"submission_{number}:\n  :submitters:\n  - :name: {name}\n    :sid: s{number:02}\n    :email: s{number:02}@example.edu\n"
            )
        if way == "canvas":
            archive[path.removeprefix("zip/")] = content
            path = path.replace("zip/", "canvas.zip/")
        else:
            files[path] = content
        owners[path] = number
    if submitters:
        files["scope/submission_metadata.yml"] = "---\n" + "".join(submitters)
    for odd in draws.sample(["in/.DS_Store", "in/Thumbs.db", "in/who/notes.yaml", "in/photo.png", "in/~$a.docx"], 2):
        files[odd] = "answers: {zzz: {value: 1}}" if odd.endswith("yaml") else b"\x89PNG\r\n\x1a\n"
    if archive:
        files["canvas.zip"] = zipped(archive)
    return files, owners


@dealt(40)
def test_every_file_of_a_mixture_stands_in_inputs_once_and_has_its_owner(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deal: Deal, window: int
) -> None:
    built = open_build(str(made / "build"))
    for seed in deal(range(400), window):
        folder = tmp_path / str(seed)
        files, owners = mixture(built, random.Random(seed))
        for name, content in files.items():
            put(folder / name, content)
        monkeypatch.chdir(folder)
        arguments = [name for name in ("in", "scope", "canvas.zip") if Path(name).exists()]
        ran = run("grade", *arguments, "--quiz", made / "build", "--out", "out")
        assert ran.code in (0, 3), ran.err
        told, status = inputs("out"), statuses("out")
        assert {*told} == {*files, *owners} - {"canvas.zip"}, seed
        assert {path: one["student"] for path, one in told.items() if path in owners} == {
            path: f"s{number:02}" for path, number in owners.items()
        }, seed
        assert [who for who, what in status.items() if what == "graded"] == sorted(
            f"s{number:02}" for number in owners.values()
        ), seed
