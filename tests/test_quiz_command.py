"""`gametree quiz`: from a folder that it makes itself to a build, by every option, and what an interruption leaves."""

from __future__ import annotations

import os
import signal
import zipfile
from pathlib import Path
from time import sleep

import pytest
from class_runs import files_of
from console import begin, put, run
from quizzes import EXERCISES, student_ids, write_quiz, write_roster
from turns import in_turn

from grader.course.quiz.built import open_build


def test_example_is_right_and_is_built(tmp_path: Path) -> None:
    code, said, complained = run("quiz", "init", tmp_path / "quiz")
    assert (code, said) == (0, "")
    assert "now: gametree quiz check" in complained
    assert sorted(path.name for path in (tmp_path / "quiz").iterdir()) == ["quiz.secret", "quiz.yaml", "roster.csv"]
    if os.name == "posix":
        assert (tmp_path / "quiz" / "quiz.secret").stat().st_mode & 0o777 == 0o600
    code, said, complained = run("quiz", "check", tmp_path / "quiz")
    assert (code, complained) == (0, "")
    assert said.splitlines()[0] == "week5: Adversarial search; 4 exercises, 11 points; 3 sheets, per-student"
    assert "  q3: alpha-beta, 4 points; generate, another for each sheet" in said
    assert "leaves-evaluated" in said
    code, said, complained = run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "build")
    assert (code, said) == (0, "")
    assert complained.startswith(f"3 sheets in {tmp_path / 'build'}, ")
    assert open_build(str(tmp_path / "build")).quiz.marking.keep == "latest"


def test_secret_is_another_each_time_and_never_overwritten(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert run("quiz", "init", tmp_path / name).code == 0
    secrets = [(tmp_path / name / "quiz.secret").read_text() for name in ("one", "two")]
    assert secrets[0] != secrets[1]
    code, _, said = run("quiz", "init", tmp_path / "one")
    assert code == 2
    assert (
        f"quiz.yaml, roster.csv and quiz.secret are in {tmp_path / 'one'} already, and nothing is overwritten" in said
    )
    assert (tmp_path / "one" / "quiz.secret").read_text() == secrets[0]


def test_check_says_what_is_wrong_with_quiz_roster_and_secret_at_once(tmp_path: Path) -> None:
    write_quiz(tmp_path, exercises=["{id: q1, bank: minimax-textbok}"])
    (tmp_path / "roster.csv").write_text("id\ns1\ns1\n")
    (tmp_path / "quiz.secret").write_text("short")
    code, said, complained = run("quiz", "check", tmp_path / "quiz.yaml")
    assert (code, said) == (4, "")
    assert [line.split(": ")[0].rpartition("/")[2].split(" ")[0] for line in complained.splitlines()] == [
        "quiz.secret",
        "quiz.yaml:7",
        "roster.csv:3",
    ]


def test_builds_are_the_same_bytes_in_one_process_and_in_two(tmp_path: Path) -> None:
    write_quiz(tmp_path / "quiz", students=9, exercises=(*EXERCISES, "{id: search, program: {kind: alpha-beta}}"))
    for jobs in ("1", "2"):
        assert run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / jobs, "--jobs", jobs, "--zip").code == 0
    assert files_of(tmp_path / "1") == files_of(tmp_path / "2")


@pytest.mark.parametrize("zips", [(), ("--zip",)])
def test_sheets_on_paper_are_put_together_for_printing(tmp_path: Path, zips: tuple[str, ...]) -> None:
    pytest.importorskip("typst")
    pypdf = pytest.importorskip("pypdf")
    write_quiz(tmp_path / "quiz", students=2)
    assert (
        run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "out", "--pdf", "--paper", "letter", *zips).code
        == 0
    )
    write_roster(tmp_path / "quiz" / "roster.csv", 3)
    assert run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "out", "--add").code == 0
    for archive in (tmp_path / "out" / "students").glob("*.zip"):
        zipfile.ZipFile(archive).extractall(archive.parent)
    for name, own in (("all.pdf", "students/{}/quiz.pdf"), ("key.pdf", None)):
        text = [page.extract_text() for page in pypdf.PdfReader(tmp_path / "out" / "key" / name).pages]
        first = [line for page in text for line in page.splitlines() if " for s0" in f" {line}"]
        assert [line.split("for ")[1][:4] for line in first] == student_ids(3)
        assert all(f"{id_}, Student {id_} · Week 5" in "".join(text) for id_ in student_ids(3))
        if own:
            sheets = [pypdf.PdfReader(tmp_path / "out" / own.format(student)) for student in student_ids(3)]
            assert sum(2 * -(-len(sheet.pages) // 2) for sheet in sheets) == len(text), "each begins on a new leaf"
    assert not (tmp_path / "out" / ".print").exists()
    open_build(str(tmp_path / "out"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--add", "--rekey"], "--rekey does not go with --add"),
        (["--add", "--zip"], "--zip does not go with --add"),
        (["--paper", "a4"], "--paper goes with --pdf"),
        ([], "has files already; choose another folder, or --force, --add or --rekey"),
    ],
)
def test_options_that_do_not_go_together_are_refused(tmp_path: Path, options: list[str], said: str) -> None:
    write_quiz(tmp_path / "quiz")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("")
    code, _, complained = run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "out", *options)
    assert code == 2
    assert said in complained


def test_force_replaces_a_build_and_nothing_else(tmp_path: Path) -> None:
    write_quiz(tmp_path / "quiz", students=3)
    out = tmp_path / "out"
    assert run("quiz", "build", tmp_path / "quiz", "--out", out).code == 0
    write_roster(tmp_path / "quiz" / "roster.csv", 2)
    (out / "marks.csv").write_text("mine")
    code, _, said = run("quiz", "build", tmp_path / "quiz", "--out", out, "--force")
    assert code == 4
    assert f"{out / 'marks.csv'}: is no part of the build, so the build is not replaced" in said
    (out / "marks.csv").unlink()
    assert run("quiz", "build", tmp_path / "quiz", "--out", out, "--force").code == 0
    assert sorted(path.name for path in (out / "students").iterdir()) == student_ids(2)
    code, _, said = run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "quiz", "--force")
    assert code == 4
    assert "there is no quiz.lock in it" in said
    assert (tmp_path / "quiz" / "quiz.secret").exists()


def test_nothing_is_left_of_a_build_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_quiz(tmp_path / "quiz", exercises=[*EXERCISES, "{id: q5, generate: {kind: minimax, max-draws: 0}}"])
    before = set(tmp_path.iterdir())
    assert run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "out").code == 4
    assert set(tmp_path.iterdir()) == before
    write_quiz(tmp_path / "quiz")

    def full(*_: object) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("grader.course.quiz.build.write_lock", full)
    code, _, said = run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "out")
    assert code == 2
    assert "cannot be written: No space left on device" in said
    assert set(tmp_path.iterdir()) == before


@pytest.mark.sweep
@in_turn(2)
@pytest.mark.skipif(os.name != "posix", reason="interrupts a group of processes")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_of_a_build_that_is_interrupted(tmp_path: Path, number: signal.Signals) -> None:
    write_quiz(tmp_path / "quiz", students=2000)
    before = set(tmp_path.iterdir())
    command = ["quiz", "build", tmp_path / "quiz", "--out", tmp_path / "out", "--jobs", "2"]
    with begin(*command, start_new_session=True) as process:
        while not list(tmp_path.glob(".*.part/students/*/quiz.html")):
            assert process.poll() is None
            sleep(0.02)
        os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
        _, complained = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert set(tmp_path.iterdir()) == before
    if number == signal.SIGINT:
        assert b"of 2000 made, nothing is written" in complained
    assert b"Traceback" not in complained


@pytest.mark.parametrize("command", ["check", "build"])
def test_a_folder_without_a_quiz_is_told_what_it_is(command: str, tmp_path: Path) -> None:
    assert run("quiz", "init", tmp_path / "quiz").code == 0
    assert run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "build").code == 0
    put(tmp_path / "hand-ins/a.yaml", "answers: {}\n")
    more = ("--out", tmp_path / "other") if command == "build" else ()
    for folder, what in (("build", "is the build of a quiz"), ("hand-ins", "holds no quiz.yaml")):
        ran = run("quiz", command, tmp_path / folder, *more)
        assert (ran.code, ran.err.strip()) == (
            4,
            f"{tmp_path / folder}: {what}, expected the folder of a quiz, or its file",
        )
