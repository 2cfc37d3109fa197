"""Archives that are too large, in any way, or broken: refused at once, with little memory, while the rest goes on."""

from __future__ import annotations

import random
import re
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from archived_class import PROBLEM, RIGHT, of_class, students
from console import put
from zipped import Put, written, zipped

from grader.core.documents import SUBMISSION_LIMITS
from grader.core.errors import SubmissionError
from grader.course import archives as zip_limits
from grader.course.archives import look_into_named
from grader.course.contents import content_of
from grader.course.hand_in import ArgumentRefused, File


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    put(tmp_path / "problems/q1.yaml", PROBLEM)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def bomb(entries: int, size: int) -> bytes:
    """Return an archive of which every entry's bytes are the same ones."""
    first = Put(b"00000.yaml", b" " * size)
    packed = len(written([first])) - len(written([Put(b"00000.yaml")])) + 2
    others = (Put(b"%05d.yaml" % number, size=size, at=0, packed=packed) for number in range(1, entries))
    return written([first, *others])


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: bomb(4000, 60_000), "whose entries lie over each other"),
        (
            lambda: zipped({f"{n}": b"" for n in range(zip_limits.MOST_ENTRIES_HANDED_IN + 1)}),
            "of more than 10,000 files",
        ),
        (
            lambda: written([Put(b"%d" % n, b"", size=2**26, packed=2**20, method=0) for n in range(3)]),
            "whose entries lie over each other",
        ),
        (lambda: zipped({f"{n}": b"x" * 2**20 * 27 for n in range(10)}), "that holds, unpacked, more than 256 MiB"),
        (lambda: zipped({"a.zip": bytes(200) + zipped({"x": RIGHT})})[:-30], "that is damaged and cannot be opened"),
        (lambda: b"PK\x03\x04" + bytes(100), "that is damaged and cannot be opened"),
        (lambda: zipped({}), "with nothing in it that could be graded"),
        (lambda: zipped({"__MACOSX/x": b"x"}), "with nothing in it that could be graded"),
    ],
    ids=["overlapping", "entries", "lies", "size", "truncated", "head", "empty", "junk"],
)
def test_a_bad_archive_in_an_archive_is_refused_and_the_rest_is_graded(
    folder: Path, made: Callable[[], bytes], why: str
) -> None:
    held = {"w5/ada.yaml": RIGHT, "w5/eve.zip": made(), "w5/ben.zip": zipped({"x.yaml": RIGHT})}
    packed = zipped(held, zipfile.ZIP_STORED)
    tracemalloc.start()
    ran = of_class(packed)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (ran.code, students(ran)) == (3, {"ada": True, "ben": True, "eve": False})
    assert re.search(rf"class\.zip/w5/eve\.zip: is an? (zip )?archive {why}", ran.err)
    assert peak < 64 * 2**20


def test_of_archives_without_end_in_one_another_only_some_are_opened(folder: Path) -> None:
    packed = zipped({"x": b"x"})
    for _ in range(zip_limits.MOST_DEPTH):
        packed = zipped({f"{number}.zip": packed for number in range(16)})
    ran = of_class(zipped({"eve.zip": packed, "ada.yaml": RIGHT}, zipfile.ZIP_STORED))
    assert students(ran) == {"ada": True, "eve": False}
    (eve,) = (line for line in ran.lines if line["student"] == "eve")
    assert len(eve["source"]) < 17 * zip_limits.MOST_ARCHIVES_HANDED_IN
    assert "more like these" in ran.err


def test_a_large_archive_in_an_archive_is_refused(folder: Path) -> None:
    large = zipped({"x": random.Random(1).randbytes(zip_limits.MOST_BYTES_INSIDE)}, zipfile.ZIP_STORED)
    ran = of_class(zipped({"ada.yaml": RIGHT, "eve.zip": large}, zipfile.ZIP_STORED))
    assert (students(ran), "more than 16 MiB in another one" in ran.err) == ({"ada": True, "eve": False}, True)


def test_a_table_of_contents_without_end_is_not_taken_apart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_limits, "MOST_ENTRIES", 50)
    ran = of_class(zipped({f"{number}.yaml": RIGHT for number in range(51)}))
    assert (ran.code, ran.out) == (2, "")
    assert "class.zip: is an archive of more than 50 files" in ran.err


def test_one_student_cannot_use_up_what_the_others_may_hold(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_limits, "MOST_ENTRIES_HANDED_IN", 20)
    many = zipped({f"{number}": b"x" for number in range(19)})
    eve = zipped({"1.zip": many, "2.zip": many})
    ran = of_class(zipped({"ada.zip": many, "ben.zip": zipped({"x.yaml": RIGHT}), "eve.zip": eve}))
    assert students(ran)["ben"]
    assert "class.zip/eve.zip/2.zip: is an archive of more than" in ran.err


@pytest.mark.parametrize("tries", [1000, pytest.param(5_000, marks=pytest.mark.slow)])
def test_thousands_of_broken_archives_neither_stop_the_run_nor_write_a_file(folder: Path, tries: int) -> None:
    rng = random.Random(tries)
    inner = zipped({"deep/answers.yaml": RIGHT, "x.yaml": RIGHT * 100})
    wholes = [
        zipped({"w5/ada.yaml": RIGHT, "w5/ben.zip": inner, "w5/cem/a.yaml": RIGHT * 50}),
        zipped({"ada.yaml": RIGHT, "ben.zip": inner}, zipfile.ZIP_STORED),
        written([Put(b"a/%d.yaml" % number, RIGHT * number, method=8 * (number % 2)) for number in range(6)]),
    ]
    read = 0
    for _ in range(tries):
        put(Path("class.zip"), mutated(rng.choice(wholes), rng))
        read += files_read("class.zip")
    assert read > tries // 2
    assert sorted(path.name for path in folder.iterdir()) == ["class.zip", "problems"]


def files_read(path: str) -> int:
    """Return how many files of an archive can be read; of one that is refused as a whole none."""
    try:
        files = look_into_named(path)[0]
    except ArgumentRefused:
        return 0
    return sum(map(is_read, files))


def is_read(file: File) -> bool:
    """Return whether the file has bytes; what is said of one that has none names it."""
    try:
        return bool(content_of(file, SUBMISSION_LIMITS))
    except SubmissionError as failure:
        return not str(failure).startswith("class.zip")


def mutated(content: bytes, rng: random.Random) -> bytes:
    """Return the bytes with a few of them changed, left out, doubled, or with the end cut off."""
    changed = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at, size = rng.randrange(max(1, len(changed) - 8)), rng.randrange(1, 9)
        match rng.randrange(5):
            case 0:
                changed[at] = rng.randrange(256)
            case 1:
                del changed[at + 1 : at + size]
            case 2:
                changed[at:at] = changed[at : at + size]
            case 3:
                changed[at : at + size] = b"\xff" * size
            case _:
                del changed[max(1, at) :]
    return bytes(changed)
