"""What `grade` and `show` write: whole files below --out, under harmless names."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from console import put, run

from command_line.week import HALF, PROBLEM, grade
from grader.core.names import distinct, file_stem


def files(folder: Path) -> list[str]:
    """Return every file in the folder, by its path below it."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_nothing_is_written_but_below_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before = files(folder)
    for args in (
        ["grade", "right.yaml", "-p", "problems"],
        ["solve", "q1", "-p", "problems"],
        ["show", "minimax-textbook"],
        ["validate", "right.yaml"],
    ):
        run(*args)
    assert files(folder) == before
    assert run("grade", "right.yaml", "-p", "problems", "--dot", "--out", "out").code == 0
    assert files(folder) == sorted([*before, "out/right/q1.dot"])


def test_every_submission_has_a_folder_of_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    put(folder / "other/right.yaml", HALF)
    put(folder / "other/RIGHT.yml", HALF)
    named = ["right.yaml", "./other/right.yaml", "other/RIGHT.yml", "half.yaml", "right.yaml"]
    assert run("grade", *named, "-p", "problems", "--dot", "--out", "out").code == 0
    written = files(folder / "out")
    assert len({name.casefold() for name in written}) == len(set(named))
    assert {"half/q1.dot", "right/q1.dot", "other-right/q1.dot"} <= set(written)


@pytest.mark.parametrize(
    ("source", "stem"),
    [
        ("../../etc/passwd", "passwd"),
        ("..", "submission"),
        ("-", "-"),
        ("/", "submission"),
        (".hidden", "hidden"),
        ("con.yaml", "_con"),
        ("NUL", "_NUL"),
        ("a b;c|d.yaml", "a_b_c_d"),
        ("Ü\u202e\x1b.yaml", "submission"),
        ("x" * 300, "x" * 80),
        ("$(reboot).yaml", "reboot"),
        ("李小龙.yaml", "submission"),
    ],
)
def test_file_names_are_harmless(source: str, stem: str) -> None:
    assert file_stem(source) == stem


def test_file_names_are_distinct_in_any_case() -> None:
    made = distinct(["a", "A", "a-2", "a", "b"])
    assert len({name.casefold() for name in made}) == 5
    assert made[0] == "a"
    assert made[-1] == "b"


def test_files_of_problems_with_dots_in_their_ids_keep_apart(folder: Path) -> None:
    for id_ in ("week.1", "week.2", "WEEK.1"):
        put(folder / f"problems/{id_}.yaml", PROBLEM.replace("q1", id_))
    submission = put(folder / "s.yaml", "answers: {week.1: {}, week.2: {}, WEEK.1: {}}\n")
    assert grade(folder, submission, "--dot", "--out", folder / "out").code == 0
    assert len(files(folder / "out")) == 3


def test_files_bear_the_whole_id_of_their_problem(folder: Path) -> None:
    put(folder / "problems/week.yaml", PROBLEM.replace("q1", "week.1"))
    run("show", "week.1", "-p", folder / "problems", "--dot", "--out", folder / "out")
    assert files(folder / "out") == ["week.1.dot"]


@pytest.mark.parametrize("ids", [("week.1", "week.2"), ("week", "WEEK")])
def test_show_writes_a_file_for_each_problem(folder: Path, ids: tuple[str, str]) -> None:
    for id_ in ids:
        put(folder / f"problems/{id_}.yaml", PROBLEM.replace("q1", id_))
    assert run("show", *ids, "-p", folder / "problems", "--dot", "--out", folder / "out").code == 0
    written = files(folder / "out")
    assert len({name.casefold() for name in written}) == 2


def test_a_file_is_there_whole_or_not_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from grader.core.documents.files import write_file

    put(folder / "out/a.txt", "before")
    seen: list[str] = []

    def fail(source: str, target: Path) -> None:
        seen.append(Path(source).read_text())
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="No space left"):
        write_file(folder / "out/a.txt", "after")
    assert seen == ["after"]
    assert files(folder / "out") == ["a.txt"]
    assert (folder / "out/a.txt").read_text() == "before"


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of Unix")
def test_files_can_be_read_by_everyone(folder: Path) -> None:
    grade(folder, folder / "right.yaml", "--dot", "--out", folder / "out")
    assert (folder / "out/right/q1.dot").stat().st_mode & 0o777 == 0o644
