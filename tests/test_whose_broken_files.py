"""Files that cannot be read, or not be told whose they are: the real reason is said, and a file's own name may say whose it is."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from console import put, run
from handed_in import answers, files, gathered, marked
from zipped import Put, written

from grader.course.quiz.built import Built

pytestmark = pytest.mark.usefixtures("folder")


BROKEN = {
    "too large": (b" " * 70_000, "is larger than 65,536 bytes"),
    "empty": (b"", "is empty"),
    "a page": (b"<!DOCTYPE html><html><body>me</body></html>", "is a web page (HTML)"),
    "no text": (b"\x89PNG\r\n\x1a\n\0\0", "is a PNG image"),
    "a PDF": (b"%PDF-1.7\n%\xe2\xe3", "is a PDF"),
}


@pytest.mark.parametrize("sort", BROKEN)
def test_why_a_file_of_nobody_cannot_be_read_is_said_beside_that_it_is_nobodys(built: Built, sort: str) -> None:
    content, reason = BROKEN[sort]
    put(Path("subs/Gus_88046/answers.json"), content)
    put(Path("subs/s001.json"), answers(built, "s001"))
    said = marked(built, gathered(built).hand_ins[-1]).faults[0].message
    assert reason in said
    assert "it is of nobody on the roster" in said


@pytest.mark.parametrize("sort", BROKEN)
@pytest.mark.parametrize("name", ["s002.json", "s002 (1).json"])
def test_a_broken_file_that_is_called_by_an_id_is_that_students(built: Built, sort: str, name: str) -> None:
    content, reason = BROKEN[sort]
    put(Path("subs/Gus_88046", name), content)
    put(Path("subs/s001.json"), answers(built, "s001"))
    held = gathered(built)
    assert files(held)["s002"] == [f"subs/Gus_88046/{name}"]
    assert reason in marked(built, held.hand_ins[1]).faults[0].message


@pytest.mark.parametrize(
    ("above", "typed", "owner", "expected"),
    [("s001", "s002", "s002", "s001"), ("Gus", "s001", "s002", "s001"), ("Gus", "me", "s001", "s001")],
)
def test_the_name_of_a_file_is_asked_last(built: Built, above: str, typed: str, owner: str, expected: str) -> None:
    put(Path("subs", above, "s003.json"), answers(built, owner, typed))
    put(Path("subs/other.txt"), "?")
    assert files(gathered(built))[expected] == [f"subs/{above}/s003.json"]


def test_a_line_and_a_name_that_leads_out_are_not_called_by_an_id(built: Built) -> None:
    put(Path("s001.jsonl"), "{}\n")
    put(Path("class.zip"), written([Put(b"../s002.json", b"{}"), Put(b"x/a.json", b"{}")]))
    assert not {"s001", "s002"} & files(gathered(built, "s001.jsonl", "class.zip")).keys()


def test_a_bad_name_in_an_archive_of_a_student_stays_that_students(built: Built) -> None:
    bad = [b"/etc/x.json", b"..\\x.json", b"a/../../s003.json"]
    for id_, name in zip(built.roster, bad, strict=True):
        put(Path(f"subs/{id_}/abs.zip"), written([Put(name, b"answers: {}")]))
    ran = run("grade", "subs", "--quiz", built.folder, "--out", "out")
    with Path("out/gradebook.csv").open(encoding="utf-8-sig", newline="") as file:
        assert {row["student"]: row["status"] for row in csv.DictReader(file)} == dict.fromkeys(
            built.roster, "not-gradable"
        )
    assert ran.err.count("leads out of it") == 3


def test_while_hand_ins_have_no_owner_nobody_is_said_to_have_handed_in_nothing(built: Built) -> None:
    put(Path("subs/s001.json"), answers(built, "s001"))
    put(Path("subs/Gus_88046/photo.png"), BROKEN["no text"][0])
    ran = run("grade", "subs", "--quiz", built.folder, "--out", "out")
    end = "; 2 of the 3 on the class list have no hand-in that is theirs; 1 hand-in has no owner"
    assert ran.err.splitlines()[-1].endswith(f"{end} (see inputs.csv)")
    assert run("grade", "subs", "--quiz", built.folder).err.splitlines()[-1].endswith(end)
    put(Path("subs/Gus_88046/photo.png"), json.dumps({"student": "s002", "answers": {}}))
    ran = run("grade", "subs", "--quiz", built.folder, "--out", "out")
    assert ran.err.splitlines()[-1].endswith("; 1 of the 3 on the class list has no hand-in that is theirs")
