"""Archives of hand-ins: what is in them, whose it is, and what hostile ones are refused for while the rest goes on."""

from __future__ import annotations

import json
import stat
import zipfile
from pathlib import Path

import pytest
from archived_class import PROBLEM, RIGHT, grade, of_class, students
from console import put, run
from quizzes import build_quiz
from zipped import Put, written, zipped

from grader.core.documents import SUBMISSION_LIMITS
from grader.core.errors import SubmissionError
from grader.course import archives as zip_limits
from grader.course.contents import content_of
from grader.course.gathering import Gathering, gather
from grader.course.hand_in import Typed


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    put(tmp_path / "problems/q1.yaml", PROBLEM)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["ben.yaml", "ada.yaml"], ["ada", "ben"]),
        (["w5/late/ben/a.yaml", "w5/late/ada/b.yaml"], ["ada", "ben"]),
        (["./ada.yaml", "ben//x.yaml"], ["ada", "ben"]),
        (["müller/a.yaml", "李 小龙/a.yaml"], ["müller", "李 小龙"]),
    ],
)
def test_an_archive_is_graded_like_the_folder_that_it_would_unpack_to(
    folder: Path, names: list[str], expected: list[str]
) -> None:
    ran = of_class(zipped(dict.fromkeys(names, RIGHT)))
    assert (ran.code, students(ran)) == (0, dict.fromkeys(expected, True))
    assert ran.lines[0]["source"].startswith("class.zip/")
    assert ran.err.splitlines()[-1] == "2 hand-ins: 2 graded, 0 not; mean 1 of 1 point (100 %)"
    assert sorted(path.name for path in folder.iterdir()) == ["class.zip", "problems"]


def test_archives_in_archives_and_in_folders_are_what_a_student_handed_in(folder: Path) -> None:
    inner = zipped({"week5/answers.yaml": RIGHT, "__MACOSX/._week5": b"x"})
    ran = of_class(zipped({"w5/ada.zip": inner, "w5/ben/mine.ZIP": zipped({"deep.zip": inner})}))
    assert students(ran) == {"ada": True, "ben": True}
    assert ran.lines[1]["source"] == "class.zip/w5/ben/mine.ZIP/deep.zip/week5/answers.yaml"
    put(folder / "subs/ada.zip", inner)
    put(folder / "subs/ada/more.yaml", RIGHT)
    put(folder / "subs/no-ending", inner)
    ran = grade("subs")
    assert students(ran) == {"ada": True, "no-ending": True}
    assert ran.lines[0]["source"] == ["subs/ada/more.yaml", "subs/ada.zip/week5/answers.yaml"]


def test_junk_in_an_archive_is_named_once_and_is_no_fault(folder: Path) -> None:
    files = {f"__MACOSX/w5/._{name}": b"x" for name in "abc"}
    files |= {"w5/ada/.DS_Store": b"x", "w5/Thumbs.db": b"x", "w5/ada/problem.yaml": PROBLEM.encode()}
    ran = of_class(zipped({**files, "w5/ada/a.yaml": RIGHT, "w5/ben.yaml": RIGHT}))
    assert (ran.code, students(ran)) == (0, {"ada": True, "ben": True})
    assert [line.partition(": passed over")[0] for line in ran.err.splitlines()[:-2]] == [
        "class.zip/__MACOSX",
        "class.zip/w5/Thumbs.db",
        "class.zip/w5/ada/.DS_Store",
        "class.zip/w5/ada/problem.yaml",
    ]


def test_documents_that_are_zipped_inside_are_told_as_what_they_are(folder: Path) -> None:
    word = zipped({"_rels/.rels": b"x" * 9000, "word/document.xml": b"y", "[Content_Types].xml": b"x"})
    ran = of_class(zipped({"ada.docx": word, "ben.yaml": RIGHT}, zipfile.ZIP_STORED))
    assert students(ran) == {"ada": False, "ben": True}
    assert "is a Word document" in ran.err
    ran = grade(put(folder / "essay.docx", word))
    assert ("is a Word document" in ran.err, "hand-in" in ran.err.splitlines()[-1]) == (True, False)


BAD = {
    "../../eve.yaml": Put(b"w5/../../eve.yaml", RIGHT),
    "/etc/eve.yaml": Put(b"/etc/eve.yaml", RIGHT),
    "C:/eve.yaml": Put(b"C:/eve.yaml", RIGHT),
    "w5\\eve.yaml": Put(b"w5\\eve.yaml", RIGHT),
    "zero byte": Put(b"w5/eve.yaml\0.png", RIGHT),
    "nowhere": Put(b"././.", RIGHT),
    "deep": Put(b"a/" * 200 + b"eve.yaml", RIGHT),
    "is a link": Put(b"w5/eve.yaml", b"/etc/passwd", mode=stat.S_IFLNK | 0o777),
    "is no regular file": Put(b"w5/eve.yaml", b"", mode=stat.S_IFIFO),
    "is encrypted": Put(b"w5/eve.yaml", RIGHT, flags=1),
    "by a method": Put(b"w5/eve.yaml", RIGHT, method=14),
    "is damaged in the archive": Put(b"w5/eve.yaml", RIGHT, crc=1),
    "would unpack to 1,0": Put(b"w5/eve.yaml", b" " * 10_000_000),
    "something from nothing": Put(b"w5/eve.yaml", b"", method=0, size=2**31),
    "an archive in an archive 4 times": Put(
        b"w5/eve.zip", zipped({"1.zip": zipped({"2.zip": zipped({"3.zip": RIGHT})})})
    ),
}


@pytest.mark.parametrize("why", BAD)
def test_a_bad_entry_is_refused_with_its_reason_and_the_rest_is_graded(folder: Path, why: str) -> None:
    bad = BAD[why]
    if why.startswith("an archive in"):
        deep = zipped({"x.yaml": RIGHT})
        for _ in range(zip_limits.MOST_DEPTH):
            deep = zipped({"x.zip": deep})
        bad = bad._replace(content=deep)
    ran = of_class(written([Put(b"w5/ada.yaml", RIGHT), bad, Put(b"w5/ben/a.yaml", RIGHT)]))
    graded = students(ran)
    assert (ran.code, len(graded), graded.pop("ada"), graded.pop("ben")) == (3, 3, True, True)
    assert list(graded.values()) == [False]
    assert why in ran.err or "leads out of it, or nowhere" in ran.err or "levels" in ran.err
    assert sorted(path.name for path in folder.iterdir()) == ["class.zip", "problems"]


def test_two_entries_of_one_name_are_both_refused(folder: Path) -> None:
    same = [Put(b"ada.yaml", RIGHT), Put(b"./ada.yaml", b"answers: {q1: {value: 2}}"), Put(b"ben.yaml", RIGHT)]
    ran = of_class(written(same))
    assert students(ran) == {"ada": False, "ben": True}
    assert "stands 2 times in the archive" in ran.err


def test_declared_sizes_are_not_believed(folder: Path) -> None:
    small = Put(b"ada.yaml", RIGHT + b"#" * 100_000, size=len(RIGHT))
    large = Put(b"ben.yaml", RIGHT, size=7_000)
    ran = of_class(written([small, large, Put(b"cem.yaml", RIGHT)]))
    assert students(ran) == {"ada": False, "ben": True, "cem": True}
    assert "class.zip/ada.yaml: is damaged in the archive" in ran.err


@pytest.mark.parametrize("name", ["Müller", "李小龙"])
@pytest.mark.parametrize("flags", [0, 0x800])
def test_names_in_utf8_are_read_as_that_whether_the_archive_says_so_or_not(folder: Path, name: str, flags: int) -> None:
    ran = of_class(written([Put(f"{name}/a.yaml".encode(), RIGHT, flags=flags), Put(b"x.yaml", RIGHT)]))
    assert name in students(ran)


def test_names_of_old_programs_are_read_by_their_code_page(folder: Path) -> None:
    assert "Müller" in students(of_class(written([Put("Müller.yaml".encode("cp437"), RIGHT), Put(b"x.yaml", RIGHT)])))


@pytest.mark.parametrize("name", ["class.zip", "all.jsonl"])
def test_what_changes_while_it_is_read_is_nobodys_hand_in(folder: Path, name: str) -> None:
    def put_class(students: str) -> None:
        lines = "".join(f'{{"student": "{name}", "answers": {{}}}}\n' for name in students)
        put(Path(name), lines if name == "all.jsonl" else zipped(dict.fromkeys(students, RIGHT)))

    put_class("ab")
    held = gather([name], Gathering(None, SUBMISSION_LIMITS, lambda _: Typed(None, frozenset())))
    put_class("cdef")
    for hand_in in held.hand_ins:
        with pytest.raises(SubmissionError, match="was changed while it was read"):
            content_of(hand_in.files[0], SUBMISSION_LIMITS)


def test_an_archive_that_changes_between_two_runs_is_read_anew(folder: Path) -> None:
    assert students(of_class(zipped({"ada.yaml": RIGHT}))) == {"ada": True}
    assert students(of_class(zipped({"ben.yaml": RIGHT, "cem.yaml": RIGHT}))) == {"ben": True, "cem": True}


WHOLE = zipped({f"s00{number}/answers.yaml": RIGHT for number in range(1, 4)})
WORD = zipped({"[Content_Types].xml": b"x", "word/document.xml": b"y"})
HOLDS_A_DOCUMENT = zipped({"s001/essay.docx": WORD, "s002/answers.yaml": RIGHT}, zipfile.ZIP_STORED)


def test_a_document_that_is_damaged_is_told_as_what_it_is(folder: Path) -> None:
    ran = grade(put(Path("essay.docx"), WORD[:-30]))
    assert (ran.code, "is a Word document" in ran.err) == (3, True)


LMS = ("--lms", "auto")
SORTS = pytest.mark.parametrize("options", [(), ("--lms", "moodle"), LMS, ("--html",), ("--quiz",)])
DAMAGED = pytest.mark.parametrize(
    ("content", "why"),
    [
        (WHOLE[:-30], "its end is missing, as of a download that was cut off"),
        (WHOLE[:100], "its end is missing, as of a download that was cut off"),
        (b"PK\x03\x04broken", "its end is missing, as of a download that was cut off"),
        (b"", "its end is missing, as of a download that was cut off"),
        (HOLDS_A_DOCUMENT[:-30], "its end is missing, as of a download that was cut off"),
        (WHOLE.replace(b"PK\x01\x02", b"PK\x01\x09", 1), "its table of contents cannot be read"),
    ],
    ids=["last bytes", "most of it", "all but a sign", "all", "behind a document", "table of contents"],
)


def test_an_archive_that_begins_with_something_else_is_one(folder: Path) -> None:
    """As of one that unpacks itself; what reads archives reads it."""
    put(Path("class.zip"), b"X" + zipped({"ada/a.yaml": RIGHT, "bob/a.yaml": RIGHT}))
    ran = run("grade", "class.zip", "-p", "problems", "--out", "out")
    assert (ran.code, "2 hand-ins: 2 graded" in ran.err) == (0, True), ran.err


@SORTS
@DAMAGED
def test_a_damaged_archive_that_is_all_that_is_named_is_refused_and_nothing_is_written(
    folder: Path, content: bytes, why: str, options: tuple[str, ...]
) -> None:
    put(Path("class.zip"), content)
    quiz = [build_quiz(folder / "quiz")] if "--quiz" in options else []
    before = sorted(folder.iterdir())
    ran = run("grade", "class.zip", *options, *quiz, "--out", "out")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"class.zip: is a zip archive that is damaged: {why}; download it again; nothing is marked\n"
    assert sorted(folder.iterdir()) == before


@SORTS
@DAMAGED
def test_a_damaged_archive_among_others_that_are_named_costs_nobody_else_the_marks(
    folder: Path, content: bytes, why: str, options: tuple[str, ...]
) -> None:
    put(Path("class.zip"), content)
    name = "Ada_1_assignsubmission_file_/a.yaml" if "--lms" in options else "s001/a.yaml"
    put(Path("whole.zip"), zipped({name: RIGHT}))
    by = ["--quiz", build_quiz(folder / "quiz")] if "--quiz" in options else ["-p", "problems"]
    ran = run("grade", "class.zip", "whole.zip", *(one for one in options if one != "--quiz"), *by, "--out", "out")
    assert ran.code == 3, ran.err
    assert f"class.zip: is a zip archive that is damaged: {why}; download it again" in ran.err
    lines = [json.loads(line) for line in Path("out/results.jsonl").read_text("utf-8").splitlines()]
    sources = {str(line.get("source")): line["gradable"] for line in lines}
    assert (sources["class.zip"], "--quiz" in options or sources["whole.zip/" + name]) == (False, True)
    again = run("regrade", "out", "class.zip", "whole.zip", *by, "--out", "new")
    assert again.code == 3, again.err


def test_a_file_that_cannot_be_read_costs_nobody_else_the_marks(folder: Path) -> None:
    """Whatever it is, and however the others come."""
    others = {
        "s.zip": zipped({"bo.yaml": RIGHT}),
        "ada.yaml": RIGHT,
        "d/cy.yaml": RIGHT,
        "l.jsonl": b'{"student": "di", "answers": {"q1": {"value": 3}}}\n',
    }
    bad = {
        "bad.yaml": b"\xff",
        "bad.zip": WHOLE[:100],
        "bad.jsonl": b"\x00\n",
        "bad.docx": WORD[:-30],
        "none.yaml": b"",
    }
    for name, content in (others | bad).items():
        put(Path(name), content)
    for name in bad:
        ran = grade(name, "s.zip", "ada.yaml", "d", "l.jsonl")
        assert ran.code == 3, ran.err
        assert sorted(line["gradable"] for line in ran.lines) == [False, *[True] * 4]
        assert name in ran.err
