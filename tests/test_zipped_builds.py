"""A build of zips: they stand in place of folders, and every command reads it as it reads one of folders."""

from __future__ import annotations

import io
import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from console import put, run
from quizzes import perfect, student_ids, write_quiz, write_roster

from grader.core.errors import ProblemError
from grader.course.quiz.built import open_build, read_lock, write_lock

BULK = ("key/problems", "key/certificates", "key/solved")
WAYS = ("folders", "zips")


def build(folder: Path, *options: str) -> None:
    ran = run("quiz", "build", folder / "quiz", "--out", folder / "build", "--jobs", "1", *options)
    assert ran.code == 0, ran.err


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the same quiz built as folders and as zips."""
    made = tmp_path_factory.mktemp("made")
    for way in WAYS:
        write_quiz(made / way / "quiz", students=4)
        build(made / way, *(["--zip"] if way == "zips" else []))
    return made


@pytest.fixture
def both(made: Path, tmp_path: Path) -> list[Path]:
    """Return copies of the two, each with hand-ins of the class: s001 has a mistake, s004 handed in nothing."""
    for way in WAYS:
        shutil.copytree(made / way, tmp_path / way)
        built = open_build(str(tmp_path / way / "build"))
        for student in student_ids(3):
            answers = perfect(built, student)
            if student == "s001":
                next(iter(answers["answers"].values()))["value"] = 77
            put(tmp_path / way / "in" / f"{student}.json", json.dumps(answers))
    return [tmp_path / way for way in WAYS]


def unpacked(folder: Path) -> dict[str, bytes]:
    """Return the files of a build as they would lie in folders, without the lock."""
    found: dict[str, bytes] = {}
    for file in folder.rglob("*"):
        name = str(file.relative_to(folder))
        if file.suffix == ".zip":
            with zipfile.ZipFile(file) as archive:
                found |= {str(Path(name).parent / one): archive.read(one) for one in archive.namelist()}
        elif file.is_file() and name != "quiz.lock":
            found[name] = file.read_bytes()
    return found


def on_disk(folder: Path) -> set[str]:
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}


def test_zips_stand_in_place_of_folders_and_hold_what_these_hold(made: Path) -> None:
    folders, zips = (made / way / "build" for way in WAYS)
    assert unpacked(zips) == unpacked(folders)
    assert on_disk(zips) == {
        *(f"students/{student}.zip" for student in student_ids(4)),
        *(f"key/{name}" for name in ("problems.zip", "certificates.zip", "quiz.yaml", "roster.csv", "index.csv")),
        "quiz.lock",
    }
    assert read_lock(str(zips))[0].folders["s001"] == "students/s001.zip"


@pytest.mark.parametrize(
    ("variants", "expected"),
    [
        ("shared", {"sheet.zip", "key/solved.zip", "key/problems.zip", "key/certificates.zip"}),
        ("groups", {"groups/a.zip", "groups/b.zip", "key/problems.zip", "key/certificates.zip"}),
    ],
)
def test_sheets_for_all_and_for_groups_are_zips_too(tmp_path: Path, variants: str, expected: set[str]) -> None:
    write_quiz(tmp_path / "quiz", variants)
    build(tmp_path, "--zip")
    assert {name for name in on_disk(tmp_path / "build") if name.endswith(".zip")} == expected
    assert not {"key/solved", "key/problems", "sheet", "groups/a"}.intersection(
        str(path.relative_to(tmp_path / "build")) for path in (tmp_path / "build").rglob("*") if path.is_dir()
    )
    shown = run("quiz", "show", tmp_path / "build", "s001")
    assert (shown.code, "value" in shown.out) == (0, True), shown.err


def test_a_build_of_zips_is_the_same_bytes_again(made: Path, tmp_path: Path) -> None:
    write_quiz(tmp_path / "quiz", students=4)
    assert run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "build", "--jobs", "2", "--zip").code == 0
    first, again = made / "zips/build", tmp_path / "build"
    assert on_disk(first) == on_disk(again)
    assert all((first / name).read_bytes() == (again / name).read_bytes() for name in on_disk(first))
    for file in again.rglob("*.zip"):
        with zipfile.ZipFile(file) as archive:
            assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
            assert file.parent.name != "key" or archive.namelist() == sorted(archive.namelist())


def said(folder: Path, *args: object, code: int = 0) -> str:
    """Return what a command says, without the folder that the build lies in."""
    ran = run(*args)
    assert ran.code == code, ran.err
    return (ran.out + ran.err).replace(str(folder), "<folder>")


def outputs(folder: Path) -> dict[str, bytes]:
    """Return what a run wrote of marks: without what binds it to the lock and to where files lie."""
    names = ("run.json", "journal.jsonl")
    return {
        str(file.relative_to(folder)): re.sub(
            rb"sha256:[0-9a-f]{64}", b"", file.read_bytes().replace(str(folder.parent).encode(), b"<folder>")
        )
        for file in folder.rglob("*")
        if file.is_file() and file.name not in names
    }


def test_every_command_says_the_same_of_both(both: list[Path]) -> None:
    heard = []
    for folder in both:
        quiz, hand_ins, key, out = folder / "quiz", folder / "in", folder / "build", folder / "out"
        grade = ("grade", hand_ins, "--quiz", key, "--out", out, "--html")
        lines = [said(folder, *grade), said(folder, *grade)]
        problems = key / ("key/problems" if folder.name == "folders" else "key/problems.zip")
        lines += [said(folder, "report", out, "--problems", problems, "--variants"), said(folder, "report", out)]
        lines += [
            said(folder, "grade", hand_ins / "s002.json", "--problems", problems),
            said(folder, "quiz", "show", key, "s002"),
        ]
        lines += [said(folder, "similar", out), said(folder, "grade", hand_ins / "s001.json", "--quiz", key)]
        lines += [said(folder, "quiz", "practice", quiz, "--apart", key, "--out", folder / "practice.html")]
        text = (quiz / "quiz.yaml").read_text().replace("points: 4", "points: 8")
        put(quiz / "quiz.yaml", text.replace("branching: 3", "branching: 3, convention: [cutoff=alpha > beta]"))
        lines += [said(folder, "quiz", "build", quiz, "--out", key, "--rekey")]
        lines += [said(folder, "regrade", out, hand_ins, "--quiz", key, "--out", folder / "anew")]
        write_roster(quiz / "roster.csv", 6)
        lines += [said(folder, "quiz", "build", quiz, "--out", key, "--add").partition(", ")[0]]
        lines += [said(folder, *grade, "--fresh"), said(folder, "quiz", "show", key, "s006")]
        heard.append(lines)
    folders, zips = both
    assert heard[0] == heard[1]
    assert outputs(folders / "out") == outputs(zips / "out")
    assert outputs(folders / "anew") == outputs(zips / "anew")
    assert (folders / "practice.html").read_bytes() == (zips / "practice.html").read_bytes()
    assert unpacked(zips / "build") == unpacked(folders / "build")
    assert on_disk(zips / "build") > {"students/s006.zip", "key/problems.zip", "key/certificates.zip"}
    assert not any((zips / "build" / name).exists() for name in (*BULK, "students/s006"))


def test_a_sheet_that_is_added_gives_the_build_of_the_whole_class(both: list[Path], tmp_path: Path) -> None:
    _, zips = both
    write_roster(zips / "quiz/roster.csv", 5)
    assert run("quiz", "build", zips / "quiz", "--out", zips / "build", "--add").code == 0
    write_quiz(tmp_path / "whole/quiz", students=5)
    build(tmp_path / "whole", "--zip")
    names = on_disk(zips / "build") - {"quiz.lock"}
    assert names == on_disk(tmp_path / "whole/build") - {"quiz.lock"}
    assert all((zips / "build" / name).read_bytes() == (tmp_path / "whole/build" / name).read_bytes() for name in names)


def test_a_build_of_zips_takes_the_place_of_one_of_folders(both: list[Path]) -> None:
    folders, zips = both
    build(folders, "--zip", "--force")
    assert on_disk(folders / "build") == on_disk(zips / "build")
    put(folders / "build/key/problems/mine.yaml", "mine")
    refused = run("quiz", "build", folders / "quiz", "--out", folders / "build", "--force")
    assert (refused.code, "mine.yaml: is no part of the build" in refused.err) == (4, True)


def test_a_zip_that_was_changed_or_is_gone_is_told(both: list[Path]) -> None:
    _, zips = both
    archive = zips / "build/key/problems.zip"
    content = archive.read_bytes()
    for damage in (content[: len(content) // 2], b"", content[:60] + b"x" + content[61:]):
        archive.write_bytes(damage)
        ran = run("grade", zips / "in", "--quiz", zips / "build", "--out", zips / "out")
        assert (ran.code, f"{archive}: was changed since the quiz was built" in ran.err) == (4, True)
    archive.unlink()
    ran = run("grade", zips / "in", "--quiz", zips / "build", "--out", zips / "out")
    assert (ran.code, f"{archive}: is gone since the quiz was built" in ran.err) == (4, True)


@pytest.mark.parametrize("damage", ["no zip", "half", "inside", "without"])
def test_a_damaged_zip_is_told_although_the_lock_names_it(both: list[Path], damage: str) -> None:
    """Whoever edits a lock may make its digest anew; the disk may fail after the build was opened."""
    folder = both[1] / "build"
    archive = folder / "key/problems.zip"
    content = archive.read_bytes()
    lock, _ = read_lock(str(folder))
    name = next(one for one in lock.files if one.startswith("key/problems/q3"))
    member = name.removeprefix("key/")
    if damage == "without":
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w") as made, zipfile.ZipFile(archive) as was:
            for one in was.namelist():
                if one != member:
                    made.writestr(one, was.read(one))
        content = held.getvalue()
    elif damage == "inside":
        at = content.index(member.encode()) + len(member) + 20
        content = content[:at] + bytes(255 - one for one in content[at : at + 8]) + content[at + 8 :]
    else:
        content = b"PK\3\4" if damage == "no zip" else content[: len(content) // 2]
    built = open_build(str(folder))
    archive.write_bytes(content)
    with pytest.raises(ProblemError) as refused:
        built.get(Path(name).stem)
    assert str(refused.value).startswith(f"{archive}: is no zip that has {Path(name).name} whole; take it from a copy")


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        ("cut", "is no zip archive that can be read, expected one of problems"),
        ("empty", "there is no problem in this zip"),
        ("inside", "is damaged in the zip archive and cannot be read"),
    ],
)
def test_a_zip_of_problems_that_is_none_is_told(both: list[Path], damage: str, expected: str) -> None:
    archive = both[1] / "build/key/problems.zip"
    content = archive.read_bytes()
    if damage == "empty":
        zipfile.ZipFile(archive, "w").close()
    elif damage == "cut":
        archive.write_bytes(content[:100])
    else:
        archive.write_bytes(content[:60] + bytes(255 - one for one in content[60:90]) + content[90:])
    ran = run("grade", both[1] / "in/s001.json", "--problems", archive)
    assert (ran.code, f"{archive}" in ran.err, expected in ran.err) == (4, True, True), ran.err


def test_an_earlier_build_with_zips_beside_its_folders_is_read(both: list[Path]) -> None:
    folders, zips = both
    lock, _ = read_lock(str(folders / "build"))
    beside = {
        f"students/{one}.zip": read_lock(str(zips / "build"))[0].files[f"students/{one}.zip"] for one in student_ids(4)
    }
    for name in beside:
        shutil.copyfile(zips / "build" / name, folders / "build" / name)
    (folders / "build/quiz.lock").write_bytes(
        write_lock(lock._replace(files=lock.files | beside, options=lock.options | {"zip": True}))
    )
    assert run("grade", folders / "in", "--quiz", folders / "build", "--out", folders / "out").code == 0
    write_roster(folders / "quiz/roster.csv", 5)
    assert run("quiz", "build", folders / "quiz", "--out", folders / "build", "--add").code == 0
    assert run("grade", folders / "in", "--quiz", folders / "build", "--out", folders / "anew").code == 0
    put(folders / "build/students/s001/quiz.html", "changed")
    assert "was changed" in run("grade", folders / "in", "--quiz", folders / "build", "--out", folders / "anew").err
