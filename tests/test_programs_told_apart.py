"""Which file that was handed in is the program for which exercise, by the names of files alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grader.course.hand_in import File, HandIn, own_document
from grader.course.programs import Programs

ONE = Programs({"search": "p1"}, {"search": frozenset({".py"})}, frozenset({"game.py", "util.py"}))
TWO = Programs(
    {"search": "p1", "dice": "p2"},
    {"search": frozenset({".py", ".c"}), "dice": frozenset({".py"})},
    frozenset({"game.py"}),
)


def told(programs: Programs, *names: str) -> list[str]:
    """Return of each file its problem, or what is wrong with it."""
    return [problem or file.fault for file, problem in programs.sorted_out([File(f"in/ada/{name}") for name in names])]


@pytest.mark.parametrize(
    ("programs", "names", "problems"),
    [
        (TWO, ["search.py"], ["p1"]),
        (TWO, ["Dice.PY", "SEARCH.c"], ["p2", "p1"]),
        (TWO, ["search.py", "search (1).py", "search(2).py"], ["p1", "p1", "p1"]),
        (TWO, ["tree.c"], ["p1"]),
        (ONE, ["my tree.py"], ["p1"]),
        (ONE, ["tree.py", "tree (1).py"], ["p1", "p1"]),
        (ONE, ["search.py", "answers.yaml", "notes.txt", "search.yaml", "search.txt"], ["p1", "", "", "", ""]),
        (ONE, ["adalovelace_3143_207797_search-1.py"], ["p1"]),
        (TWO, ["adalovelace_LATE_3143_207797_dice.py"], ["p2"]),
        (TWO, ["Ada Lovelace_5_assignsubmission_file_dice.py"], ["p2"]),
    ],
)
def test_a_file_is_the_program_of_the_exercise_that_its_name_says(
    programs: Programs, names: Sequence[str], problems: Sequence[str]
) -> None:
    assert told(programs, *names) == problems


@pytest.mark.parametrize(
    ("programs", "names", "said"),
    [
        (TWO, ["tree.py"], "which exercise is it? call it search.py or dice.py"),
        (TWO, ["tree.py", "search.py"], "which exercise is it? call it search.py or dice.py"),
        (ONE, ["tree.py", "other.py"], "which exercise is it? call it search.py"),
        (ONE, ["search.ipynb"], "is not run: expected a program as a file of text, with the ending .py"),
        (ONE, ["search.py.txt"], "which exercise is it? call it search.py"),
        (TWO, ["search.java"], "is not run: expected a program as a file of text, with the ending .c or .py"),
    ],
)
def test_a_file_of_no_exercise_says_which_names_would_do(programs: Programs, names: Sequence[str], said: str) -> None:
    assert told(programs, *names)[0] == said


@pytest.mark.parametrize(
    ("programs", "names", "beside"),
    [
        (ONE, ["search.py", "helper.py"], ["helper.py"]),
        (ONE, ["search.py", "Search_v2.py", "search-final.py"], []),
        (TWO, ["search.py", "dice.py", "helper.py", "helper.c"], ["helper.py"]),
        (TWO, ["search.c", "helper.c"], ["helper.c"]),
        (TWO, ["search.py", "helper.py"], []),
    ],
)
def test_a_file_lies_beside_programs_where_each_is_called_as_its_exercise(
    programs: Programs, names: Sequence[str], beside: Sequence[str]
) -> None:
    files = programs.sorted_out([File(name) for name in names])
    assert [file.path for file, _ in files if file.is_beside] == beside


def test_a_program_in_which_a_document_of_ours_stands_is_handed_in() -> None:
    head = b'TREES = {"format": "gametree-trees/1", "trees": []}\n'
    assert own_document(head, "search.py") == ""
    assert own_document(head, "trees.json") == "is a trees of ours, not a submission"


def test_a_file_that_cannot_be_read_keeps_its_reason() -> None:
    [(file, problem)] = ONE.sorted_out([File("in/ada/search.py", fault="is a link")])
    assert (file.fault, problem) == ("is a link", "")


def test_what_was_handed_out_is_passed_over_beside_what_was_handed_in() -> None:
    ada = HandIn("ada", tuple(File(f"in/ada/{name}") for name in ("game.py", "tree.py", "Util.py")), "in")
    ben = HandIn("ben", (File("in/ben/game.py"),), "in")
    left, junk = ONE.without_handed_out([ada, ben])
    assert [[file.path for file in one.files] for one in left] == [["in/ada/tree.py"], ["in/ben/game.py"]]
    assert [file.fault for file in left[1].files] == ["was handed out with the exercise, and is nothing to hand in"]
    assert [one.path for one in junk] == ["in/ada/game.py", "in/ada/Util.py"]
    assert told(ONE, "tree.py") == ["p1"]
