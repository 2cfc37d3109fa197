"""`gametree quiz show`: the solved sheet of one student, made from what a build holds when somebody wants to look at it."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

import pytest
from class_runs import files_of
from console import run
from quizzes import SECRET, build_quiz, perfect, student_ids, write_quiz, write_roster

from grader.course.quiz import read_secret
from grader.course.quiz.build import build, pooled
from grader.course.quiz.built import digest, open_build, read_lock, write_lock
from grader.course.quiz.sheets import ordered, read_stated

KEY = read_secret(SECRET, "")


@pytest.fixture(scope="module")
def personal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_quiz(tmp_path_factory.mktemp("personal"))


def page_of(folder: Path, name: str) -> str:
    """Return the page that standard output gets."""
    code, said, complained = run("quiz", "show", folder, name, "--format", "html")
    assert (code, complained) == (0, "")
    return said


def as_built_before(folder: Path) -> Path:
    """Return a build that holds a solved page of each student, as those of earlier versions do."""
    lock, _ = read_lock(str(folder))
    pages = {f"key/solved/{id_}.html": page_of(folder, id_).encode() for id_ in student_ids(3)}
    (folder / "key" / "solved").mkdir()
    for name, content in pages.items():
        (folder / name).write_bytes(content)
    digests = {name: digest(content) for name, content in pages.items()}
    (folder / "quiz.lock").write_bytes(write_lock(lock._replace(files=lock.files | digests)))
    return folder


def test_each_student_is_shown_their_own_problems_solved(personal: Path) -> None:
    built = open_build(str(personal))
    own = {id_: [one.problem for one in built.sheet_of(id_)] for id_ in student_ids(3)}
    for student, ids in own.items():
        code, said, complained = run("quiz", "show", personal, student)
        assert (code, complained) == (0, "")
        assert f"for {student}, Student {student} · For the people who mark: 4 problems, 12 points." in said
        page = page_of(personal, student)
        for id_ in {one for ids in own.values() for one in ids}:
            assert (f"Problem `{id_}`" in said) == (id_ in page) == (id_ in ids)
        for id_ in ids:
            exercise = built.get(id_)
            for part in exercise.problem.ask:
                form = exercise.kind.parts[part].form
                assert form.show(exercise.problem, exercise.solution.answers[part]).split(",")[0] in said.replace(
                    "\\", ""
                )


def test_page_goes_into_the_file_and_the_build_stays_as_it_was(personal: Path, tmp_path: Path) -> None:
    before = files_of(personal)
    code, said, complained = run("quiz", "show", personal, "s002", "--out", tmp_path / "s002.html")
    assert (code, said) == (0, "")
    assert complained == f"{tmp_path / 's002.html'}: the sheet of s002, solved; it belongs to the key\n"
    assert (tmp_path / "s002.html").read_bytes() == page_of(personal, "s002").encode()
    both = run("quiz", "show", personal, "s002", "--format", "markdown", "--out", tmp_path / "again.html")
    assert both.out == run("quiz", "show", personal, "s002").out
    assert (tmp_path / "again.html").read_bytes() == (tmp_path / "s002.html").read_bytes()
    assert files_of(personal) == before


def test_sheet_that_all_share_has_its_page_in_the_key_and_is_everybodys(tmp_path: Path) -> None:
    for name, has_roster in (("anybody", False), ("class", True)):
        folder = build_quiz(tmp_path / name, "shared", has_roster=has_roster)
        assert [file.name for file in (folder / "key" / "solved").iterdir()] == ["sheet.html"]
        assert page_of(folder, "s001").encode() == (folder / "key" / "solved" / "sheet.html").read_bytes()
        assert run("quiz", "show", folder, "nobody").code == (2 if has_roster else 0)


def test_students_of_a_group_and_the_group_itself_have_one_page(tmp_path: Path) -> None:
    folder = build_quiz(tmp_path, "groups")
    assert page_of(folder, "s001") == page_of(folder, "s003") == page_of(folder, "a") != page_of(folder, "b")
    assert "for group a" in page_of(folder, "a")
    assert not (folder / "key" / "solved").exists()


def test_variant_of_an_export_is_shown_by_its_name(tmp_path: Path) -> None:
    stated = read_stated(str(write_quiz(tmp_path / "quiz")), needs_class=False)
    build(ordered(pooled(stated, 2), KEY), tmp_path / "key")
    ids = open_build(str(tmp_path / "key")).lock.sheets["variant-2"]
    assert all(id_ in page_of(tmp_path / "key", "variant-2") for id_ in ids)
    assert run("quiz", "show", tmp_path / "key", "variant-3").code == 2


@pytest.mark.parametrize(
    ("name", "meant"),
    [("s0001", '; did you mean "s001"?'), ("S002 ", '; did you mean "s002"?'), ("Ada", ""), ("a", "")],
)
def test_mistyped_student_is_told_who_was_meant(personal: Path, name: str, meant: str) -> None:
    code, said, complained = run("quiz", "show", personal, name)
    assert (code, said) == (2, "")
    expected = "expected that of s001, s002, s003"
    assert complained == f'there is no sheet of "{name}" in {personal}, {expected}{meant}\n'


def test_page_is_not_written_into_the_build_nor_under_another_name(personal: Path, tmp_path: Path) -> None:
    before = files_of(personal)
    code, _, said = run("quiz", "show", personal, "s001", "--out", personal / "students" / "s001" / "quiz.html")
    assert code == 2
    assert "--out lies in BUILD" in said
    code, _, said = run("quiz", "show", personal, "s001", "--out", tmp_path / "s001.pdf")
    assert code == 2
    assert "expected one that ends in .html" in said
    assert files_of(personal) == before


def test_build_that_was_changed_and_a_folder_that_is_none_are_refused(tmp_path: Path) -> None:
    folder = build_quiz(tmp_path)
    problem = next((folder / "key" / "problems").iterdir())
    problem.write_bytes(problem.read_bytes() + b" ")
    code, said, complained = run("quiz", "show", folder, "s001")
    assert (code, said, complained) == (4, "", f"{problem}: was changed since the quiz was built\n")
    assert run("quiz", "show", tmp_path / "quiz", "s001").code == 4


def test_pages_of_an_earlier_version_stay_and_follow_the_key(personal: Path, tmp_path: Path) -> None:
    shutil.copytree(personal.parent, tmp_path / "copy")
    folder, quiz = as_built_before(tmp_path / "copy" / "build"), tmp_path / "copy" / "quiz"
    page = folder / "key" / "solved" / "s001.html"
    was = page.read_text("utf-8")
    assert page_of(folder, "s001") == was
    write_roster(quiz / "roster.csv", 4)
    assert run("quiz", "build", quiz, "--out", folder, "--add").code == 0
    assert sorted(file.stem for file in page.parent.iterdir()) == student_ids(3)
    assert "for s004, Student s004" in page_of(folder, "s004")
    file = quiz / "quiz.yaml"
    file.write_text(file.read_text().replace("points: 4", "points: 5"))
    assert run("quiz", "build", quiz, "--out", folder, "--rekey").code == 0
    assert page.read_text("utf-8") == page_of(folder, "s001") != was
    assert sorted(file.stem for file in page.parent.iterdir()) == student_ids(3)


def test_class_page_has_the_command_where_sheets_are_personal(personal: Path, tmp_path: Path) -> None:
    shutil.copytree(personal, tmp_path / "week 5")
    folders = {"week 5": tmp_path / "week 5", "shared": build_quiz(tmp_path / "shared", "shared")}
    for name, folder in folders.items():
        (tmp_path / f"in-{name}").mkdir()
        answers = json.dumps(perfect(open_build(str(folder)), "s001"))
        (tmp_path / f"in-{name}" / "s001.json").write_text(answers)
        assert run("grade", tmp_path / f"in-{name}", "--quiz", folder, "--out", tmp_path / f"out-{name}").code == 0
        page = (tmp_path / f"out-{name}" / "report.html").read_text("utf-8")
        command = f"gametree quiz show {shlex.quote(str(folder))} STUDENT --out solved.html".replace("'", "&#39;")
        assert (f"<code>{command}</code>" in page) == (name == "week 5")
