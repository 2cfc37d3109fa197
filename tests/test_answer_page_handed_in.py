"""A student who hands in the answer page itself did hand in something: that is told, with what to hand in instead."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from console import put, run
from handed_in import answers
from zipped import zipped

from grader.course.quiz.built import Built

pytestmark = pytest.mark.usefixtures("folder")

SAID = 'is the answer page itself; hand in the file from "Download submission"'


@pytest.fixture(scope="module")
def page(built: Built) -> str:
    return Path(built.folder, "students/s001/quiz.html").read_text("utf-8")


def rows(built: Built, *arguments: str) -> dict[str, tuple[str, str, str]]:
    run("grade", *arguments, "--quiz", built.folder, "--out", "out", "--html", "--fresh")
    with Path("out/inputs.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["source"]: (row["student"], row["status"], row["reason"]) for row in csv.DictReader(file)}


def test_the_answer_page_of_a_student_is_not_gradable_and_says_what_to_hand_in(built: Built, page: str) -> None:
    put(Path("subs/s001/quiz.html"), page)
    put(Path("subs/s002.zip"), zipped({"quiz.html": page}))
    put(Path("subs/s003.json"), answers(built, "s003"))
    found = rows(built, "subs")
    assert found["subs/s001/quiz.html"] == ("s001", "not-gradable", SAID)
    assert found["subs/s002.zip/quiz.html"] == ("s002", "not-gradable", SAID)


def test_beside_a_submission_and_beside_all_hand_ins_it_is_junk(built: Built, page: str) -> None:
    put(Path("subs/s001/quiz.html"), page)
    put(Path("subs/s001/s001.json"), answers(built, "s001"))
    put(Path("subs/quiz.html"), page)
    found = rows(built, "subs")
    assert found["subs/s001/quiz.html"][1] == found["subs/quiz.html"][1] == "junk"
    assert found["subs/s001/s001.json"][1] == "graded"


def test_feedback_is_junk_as_ever(built: Built) -> None:
    put(Path("subs/s001.json"), answers(built, "s001"))
    put(Path("subs/s002.json"), answers(built, "s002"))
    rows(built, "subs")
    put(Path("subs/s003/report.html"), Path("out/feedback/s001/report.html").read_text("utf-8"))
    assert rows(built, "subs")["subs/s003/report.html"][1] == "junk"
