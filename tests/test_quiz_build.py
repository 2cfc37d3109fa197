"""A quiz that is built: its folder, who has which problem, and what is refused once anything was changed."""

from __future__ import annotations

import hashlib
import hmac
import json
import pickle
from pathlib import Path

import pytest
from quizzes import SECRET, build_quiz, perfect, student_ids

from grader.core.documents import SUBMISSION_LIMITS, open_source
from grader.core.errors import Fault, ProblemError, SubmissionError
from grader.core.processes import in_processes
from grader.course.quiz.built import open_build
from grader.grading.marking import grade_submission, read_submission


@pytest.fixture(scope="module")
def personal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_quiz(tmp_path_factory.mktemp("personal"))


def digits(label: str, exercise: str, who: str) -> str:
    """Return what the documentation says an id or a seed is, computed by hand."""
    text = f'["{label}","week5","{exercise}","{who}"]'
    return hmac.new(SECRET, text.encode("utf-8"), hashlib.sha256).hexdigest()


def test_ids_are_the_first_digits_of_a_keyed_digest(personal: Path) -> None:
    built = open_build(str(personal))
    for student in student_ids(3):
        owners = ["", "", student, student]
        expected = [f"q{n}-{digits('id', f'q{n}', who)[:10]}" for n, who in enumerate(owners, 1)]
        assert [one.problem for one in built.sheet_of(student)] == expected
        assert [built.owner_of(one.problem) for one in built.sheet_of(student)] == owners


def test_seeds_are_keyed_digests_and_stand_in_the_certificates_alone(personal: Path) -> None:
    built = open_build(str(personal))
    for student in student_ids(3):
        for exercise, problem in built.sheet_of(student)[2:]:
            seed = digits("seed", exercise, student)
            holding = [file for file in personal.rglob("*") if file.is_file() and seed.encode() in file.read_bytes()]
            assert holding == [personal / "key" / "certificates" / f"{problem}.yaml"]


def test_build_has_a_folder_for_each_student_and_the_key(personal: Path) -> None:
    assert {path.name for path in personal.iterdir()} == {"quiz.lock", "students", "key"}
    assert sorted(path.name for path in (personal / "students").iterdir()) == student_ids(3)
    assert sorted(path.name for path in (personal / "students" / "s001").iterdir()) == ["answers.yaml", "quiz.html"]
    names = {"quiz.yaml", "roster.csv", "index.csv", "problems", "certificates"}
    assert {path.name for path in (personal / "key").iterdir()} == names
    assert len(list((personal / "key" / "problems").iterdir())) == 2 + 2 * 3


def test_perfect_submission_of_each_student_earns_all_marks(personal: Path) -> None:
    built = open_build(str(personal))
    possible = [exercise.possible for exercise in built.quiz.exercises]
    assert possible == [3, 3, 4, 2]
    for student in student_ids(3):
        submission = read_submission(open_source(perfect(built, student), SUBMISSION_LIMITS, SubmissionError))
        outcome = grade_submission(submission, built.find)
        assert [graded.marks.earned for graded in outcome.graded] == possible


def test_shared_quiz_has_one_sheet_for_anybody(tmp_path: Path) -> None:
    folder = build_quiz(tmp_path, "shared", has_roster=False)
    built = open_build(str(folder))
    assert {path.name for path in folder.iterdir()} == {"quiz.lock", "sheet", "key"}
    assert built.sheet_of("nobody") == built.sheet_of("") != ()
    assert {built.owner_of(one.problem) for one in built.sheet_of("x")} == {""}
    assert built.roster == {}


def test_groups_have_a_sheet_each_and_students_that_of_their_group(tmp_path: Path) -> None:
    folder = build_quiz(tmp_path, "groups")
    built = open_build(str(folder))
    assert sorted(path.name for path in (folder / "groups").iterdir()) == ["a", "b"]
    assert built.sheet_of("s001") == built.sheet_of("s003") != built.sheet_of("s002")
    assert [built.owner_of(one.problem) for one in built.sheet_of("s002")] == ["", "", "group b", "group b"]
    assert built.sheet_of("nobody") == ()
    assert built.roster["s002"].group == "b"


def test_nobody_has_a_sheet_of_a_personal_quiz_who_is_not_on_the_roster(personal: Path) -> None:
    built = open_build(str(personal))
    assert built.sheet_of("s004") == ()
    with pytest.raises(KeyError):
        built.owner_of("q1-0000000000")
    found = built.find("q1-0000000000")
    assert isinstance(found, Fault)
    assert "there is no problem" in found.message


def test_build_goes_to_another_process_and_is_the_same_there(personal: Path) -> None:
    built = open_build(str(personal))
    sent = pickle.loads(pickle.dumps(built))
    assert sent.fingerprint == built.fingerprint
    assert sent.sheet_of("s002") == built.sheet_of("s002")
    assert sent.find(sent.sheet_of("s002")[2].problem).problem == built.find(built.sheet_of("s002")[2].problem).problem


def test_what_cannot_be_sent_to_another_process_is_raised_here_and_nothing_waits_for_it() -> None:
    unsendable = [lambda: 1] * 40
    for work, items in ((unsendable[0], [1] * 40), (repr, unsendable)):
        with pytest.raises((pickle.PicklingError, AttributeError), match="lambda"):
            list(in_processes(work, items, 2))
    with pytest.raises(ValueError, match="invalid literal"):
        list(in_processes(int, ["1"] * 39 + ["x"], 2))


@pytest.mark.parametrize(
    "name",
    ["key/quiz.yaml", "key/roster.csv", "key/index.csv", "students/s002/quiz.html", "students/s003/answers.yaml"],
)
def test_build_of_which_anything_was_changed_is_refused(tmp_path: Path, name: str) -> None:
    folder = build_quiz(tmp_path)
    with (folder / name).open("ab") as file:
        file.write(b" ")
    with pytest.raises(ProblemError) as failure:
        open_build(str(folder))
    assert str(failure.value) == f"{folder / name}: was changed since the quiz was built"
    (folder / name).unlink()
    with pytest.raises(ProblemError, match="is gone since the quiz was built"):
        open_build(str(folder))


def test_lock_that_was_changed_is_refused(tmp_path: Path) -> None:
    folder = build_quiz(tmp_path)
    lock = json.loads((folder / "quiz.lock").read_text())
    lock["sheets"]["s001"], lock["sheets"]["s002"] = lock["sheets"]["s002"], lock["sheets"]["s001"]
    (folder / "quiz.lock").write_text(json.dumps(lock))
    with pytest.raises(ProblemError, match=r"quiz\.lock: was changed since"):
        open_build(str(folder))


@pytest.mark.parametrize("content", [b"", b"[1]", b"{", b"\xff", b"[" * 100_000])
def test_lock_that_is_none_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "quiz.lock").write_bytes(content)
    with pytest.raises(ProblemError, match="is no lock"):
        open_build(str(tmp_path))
    with pytest.raises(ProblemError, match=r"there is no quiz\.lock in it"):
        open_build(str(tmp_path / "nowhere"))
