"""Whose a hand-in is by the roster of a build, what is done with somebody else's sheet, and with that of another quiz."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from console import put
from handed_in import answers, earned, files, gathered, marked
from quizzes import build_quiz
from zipped import zipped

from grader.course.owners import InContent
from grader.course.quiz.built import Built, open_build

pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize(
    ("name", "typed", "owner", "expected"),
    [
        ("s001.yaml", "s002", "s003", "s001"),
        ("x/s001/a.yaml", "s002", "s003", "s001"),
        ("x/y/a.yaml", "s002", "s003", None),
        ("s001/deep/down.yaml", "s002", "s003", "s001"),
        ("someone.yaml", "s002", "s003", "s002"),
        ("someone.yaml", "nobody", "s003", "s003"),
        ("someone.yaml", None, "s003", "s003"),
        ("S001.yaml", None, "s003", "s003"),
    ],
)
def test_the_first_counts_that_is_on_the_roster_of_path_typed_name_and_owner_of_the_sheet(
    personal: Built, name: str, typed: str | None, owner: str, expected: str | None
) -> None:
    put(Path("subs", name), answers(personal, owner, typed))
    put(Path("subs/other.txt"), "?")
    first = next(one for one in gathered(personal).hand_ins if one.files[0].path.endswith(name))
    assert first.student == (expected or "s002")


def test_nothing_is_read_where_the_path_is_on_the_roster(personal: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    for id_ in personal.roster:
        put(Path(f"subs/{id_}.yaml"), "answers: {}")

    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("grader.course.owners.content_of", fail)
    assert [*files(gathered(personal))] == ["s001", "s002", "s003"]


def test_all_files_of_a_student_are_together_in_the_order_of_the_roster(personal: Built) -> None:
    put(Path("subs/s002/answers-10.json"), answers(personal, "s002"))
    put(Path("subs/s002/answers-9.json"), answers(personal, "s002"))
    put(Path("subs/unknown.json"), answers(personal, "s001"))
    put(Path("late.zip"), zipped({"s002.json": answers(personal, "s002"), "x/a.json": "{}"}))
    put(Path("all.jsonl"), answers(personal, "s002", "s002") + "\n" + answers(personal, "s001", "me") + "\n")
    held = files(gathered(personal, "subs", "late.zip", "all.jsonl"))
    assert held == {
        "s001": ["subs/unknown.json", "all.jsonl:2"],
        "s002": ["subs/s002/answers-9.json", "subs/s002/answers-10.json", "late.zip/s002.json", "all.jsonl:1"],
        "x": ["late.zip/x/a.json"],
    }


@pytest.mark.parametrize("own", ["Ada_881/s001.json", "s001/answers.json"])
def test_who_types_another_students_id_is_told(personal: Built, own: str) -> None:
    put(Path("subs", own), answers(personal, "s001", "s001"))
    put(Path("subs/Ben_882/answers.json"), answers(personal, "s001", "s001"))
    held = gathered(personal)
    assert [*files(held)] == ["s001"]
    assert held.notes == (
        f'warning: subs/{own} and subs/Ben_882/answers.json are of different names and count as those of "s001"; look whether they are',
    )


def test_several_files_of_one_name_are_nothing_to_tell(personal: Built) -> None:
    for name in ("Ada_881/1.json", "Ada_881/2.json", "s002/1.json", "s002/2.json", "s003.json", "s003/more.json"):
        put(Path("subs", name), answers(personal, "s001", "s001" if name.startswith("Ada") else None))
    put(Path("late.jsonl"), answers(personal, "s001", "s001") + "\n")
    assert gathered(personal, "subs", "late.jsonl").notes == ()


@pytest.mark.parametrize(
    ("name", "near"), [("S001", "s001"), ("s01", "s001"), ("s001_", "s001"), ("quite another", "")]
)
def test_nobody_who_has_a_sheet_is_told_with_the_nearest_name(personal: Built, name: str, near: str) -> None:
    put(Path(f"subs/{name}/a.yaml"), "answers: {}")
    put(Path("subs/s002/a.yaml"), answers(personal, "s002"))
    stranger = gathered(personal).hand_ins[-1]
    outcome = marked(personal, stranger)
    assert (stranger.student, outcome.is_gradable, outcome.graded) == (name, False, ())
    said = outcome.faults[0].message
    assert said.startswith("is of nobody on the roster")
    assert said.endswith(f'did you mean "{near}"?' if near else "handed it in")


def test_of_several_names_that_are_equally_near_all_are_told(personal: Built) -> None:
    put(Path("subs/s00x/a.yaml"), "answers: {}")
    put(Path("subs/s002/a.yaml"), answers(personal, "s002"))
    said = marked(personal, gathered(personal).hand_ins[-1]).faults[0].message
    assert said.endswith('; did you mean "s001", "s002" or "s003"?')


def test_in_a_shared_quiz_one_who_is_not_on_the_roster_is_marked_and_told(shared: Built) -> None:
    put(Path("subs/S002.json"), answers(shared, "anybody"))
    put(Path("subs/s003.json"), answers(shared, "anybody"))
    held = gathered(shared)
    assert [*files(held)] == ["s003", "S002"]
    assert held.notes == ('subs/S002.json: "S002" is not on the roster; did you mean "s002"?',)
    assert all(earned(marked(shared, held.hand_ins[1])).values())


def test_a_name_in_composed_letters_is_the_same_name(tmp_path: Path) -> None:
    built = open_build(str(build_quiz(tmp_path, "shared", exercises=("{id: q1, bank: one-leaf}",))))
    id_ = "müller"
    roster = {id_: built.roster["s001"]._replace(id=id_)}
    built = Built(built.folder, built.fingerprint, built.lock, built.quiz, roster)
    put(Path("class.zip"), zipped({f"{unicodedata.normalize('NFD', id_)}/a.yaml": "answers: {}", "x.txt": "?"}))
    assert [*files(gathered(built, "class.zip"))] == [id_, "x"]


def test_standard_input_has_no_name(personal: Built) -> None:
    (hand_in,) = gathered(personal, "-").hand_ins
    assert "standard input has no name" in hand_in.files[0].fault


def test_without_a_roster_the_path_says_it_as_ever(tmp_path: Path) -> None:
    built = open_build(str(build_quiz(tmp_path, "shared", exercises=("{id: q1, bank: one-leaf}",), has_roster=False)))
    put(Path("subs/ada.yaml"), "student: ben\nanswers: {}")
    put(Path("subs/ben.yaml"), "answers: {}")
    assert [*files(gathered(built))] == ["ada", "ben"]


def test_without_a_roster_those_of_one_name_in_several_archives_are_one_student(tmp_path: Path) -> None:
    built = open_build(str(build_quiz(tmp_path, "shared", exercises=("{id: q1, bank: one-leaf}",), has_roster=False)))
    one = answers(built, "ada")
    for name in ("first.zip", "late.zip"):
        put(Path(name), zipped({"ada.json": one, "ben/a.json": one}))
    put(Path("ada.json"), one)
    assert files(gathered(built, "first.zip", "late.zip")) == {
        "ada": ["first.zip/ada.json", "late.zip/ada.json"],
        "ben": ["first.zip/ben/a.json", "late.zip/ben/a.json"],
    }
    assert [*files(gathered(built, "first.zip", "ada.json"))] == ["first.zip/ada.json", "ben", "ada.json"]


def test_ids_are_found_in_bytes_wherever_they_stand_and_nowhere_else(personal: Built) -> None:
    other = [one.problem for one in personal.sheet_of("s002")][2:]
    found = InContent(personal)
    assert found.owner(f'{{"{other[0]}": 1}} {other[1]}: x'.encode()) == "s002"
    assert [*found.sheet("s001", [f"x{other[0]} {other[0]}0 {other[1]}:".encode()]).others] == [other[1]]
    assert found.sheet("s002", [other[0].encode()]).others == {}
    assert found.owner(f"{other[0]} {personal.sheet_of('s001')[2].problem}".encode()) == ""
    assert found.owner(b"\xff" * 1000 + b"q3-" * 10_000) == ""
