"""A path that is not there is mistyped: no class is marked of it, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import put, run
from handed_in import answers

from grader.course.quiz.built import Built

pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("name", ["nosuch", "nosuch.zip", "nosuch.jsonl", "nosuch/a.yaml"])
def test_a_path_that_is_not_there_is_no_class(built: Built, name: str) -> None:
    put(Path("subs/s001.json"), answers(built, "s001"))
    for named in ([name], ["subs", name]):
        ran = run("grade", *named, "--quiz", built.folder, "--out", "out")
        assert (ran.code, ran.err) == (2, f"{name}: there is no such file or folder\n")
    assert run("grade", name, "--quiz", built.folder).code == 2
    assert run("grade", "subs", name, "--out", "out").code == 2
    assert not Path("out").exists()


def test_what_was_marked_is_not_marked_again_from_a_path_that_is_not_there(built: Built) -> None:
    put(Path("subs/s001.json"), answers(built, "s001"))
    assert run("grade", "subs", "--quiz", built.folder, "--out", "out").code == 0
    ran = run("regrade", "out", "nosuch", "--quiz", built.folder, "--out", "new")
    assert (ran.code, ran.err) == (2, "nosuch: there is no such file or folder\n")
    assert not Path("new").exists()
