"""Who forgets to name the build of a quiz is told so, once."""

from __future__ import annotations

from pathlib import Path

from console import put, run


def said(folder: Path, id_: str, students: int) -> str:
    """Return what is said when so many answer a problem that is not there."""
    for number in range(students):
        put(folder / f"class/s{number}.yaml", f"answers: {{{id_}: {{value: 1}}, {id_}x: {{value: 1}}}}")
    return run("grade", folder / "class", "--out", folder / "out", "--jobs", 1).err


def test_problem_that_is_named_like_those_of_a_quiz_is_told_once(tmp_path: Path) -> None:
    text = said(tmp_path, "q1-6c505cc000", 3)
    assert text.count('there is no problem "q1-6c505cc000"') == 3
    assert text.count("name its build with --quiz BUILD") == 1


def test_other_problems_are_not(tmp_path: Path) -> None:
    assert "--quiz" not in said(tmp_path, "q1-mine", 3)
