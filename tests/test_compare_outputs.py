"""`tools/compare_outputs.py` finds what differs between two checkouts, and nothing where nothing does."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

import pytest
from compare_outputs import Expectation, check_out, differences, main, report
from compared_answers import handed_in, of_wrong_rules
from compared_areas import requests
from compared_course import zipped
from compared_desk import STOPPED, Case, Desk, done, pack
from console import ROOT

from generators.registry import GENERATORS
from grader import Bank, grade, solve

SENTENCE = "Mark submissions against reference solutions."


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """Return the checkout, one in which a sentence was changed, and a folder for outputs."""
    folder = tmp_path_factory.mktemp("checkouts")
    check_out(str(ROOT), folder / "changed")
    said = [path for path in (folder / "changed/grader").rglob("*.py") if SENTENCE in path.read_text("utf-8")]
    for path in said:
        path.write_text(path.read_text("utf-8").replace(SENTENCE, "Mark them."), "utf-8")
    assert said
    return ROOT, folder / "changed", folder / "kept"


@pytest.mark.apart
def test_a_sentence_that_was_changed_is_found_and_nothing_else(
    copies: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    old, changed, kept = copies
    none = tmp_path / "none.yaml"
    none.write_text("[]")
    words = ["--only", "help", "--short", "--jobs", "1", "--keep", str(kept), "--expect"]
    assert main([str(old), str(old), *words, str(none)]) == 0
    assert "help: " in (told := capsys.readouterr().out)
    assert "outputs; no difference" in told
    assert main([str(old), str(changed), *words, str(none)]) == 1
    told = capsys.readouterr().out
    assert f"-  {SENTENCE}" in told
    assert "+  Mark them." in told
    meant = tmp_path / "meant.yaml"
    meant.write_text("- {outputs: 'help/*grade*', reason: shorter}\n- {outputs: never, reason: out of date}\n")
    assert main([str(old), str(changed), *words, str(meant)]) == 0
    assert "expected, and not met: never" in capsys.readouterr().out


def compared(folder: Path, old: Mapping[str, bytes], new: Mapping[str, bytes], *expected: Expectation) -> str:
    """Return what is told of two sides with these outputs."""
    count = Counter[str]()
    for side, outputs in (("old", old), ("new", new)):
        (folder / side).mkdir()
        pack(folder / side / "area.zip", iter(outputs.items()))
    found = [*differences(folder / "old", folder / "new", expected, Counter(), count)]
    return "\n".join(report("area", found, count, 5))


def test_differences_are_told_with_their_lines_and_those_alike_once(tmp_path: Path) -> None:
    old = {f"a{at}": b"one\ntwo\nthree" for at in range(4)} | {"gone": b"x", "same": b"y", "picture": b"\xff1"}
    new = {f"a{at}": b"one\n2\nthree" for at in range(4)} | {"came": b"z", "same": b"y", "picture": b"\xff2"}
    told = compared(tmp_path, old, new)
    assert told.startswith("area: 8 outputs; 5 differ, 1 only in OLD, 1 only in NEW\n")
    assert told.count("-two") == told.count("+2\n") == 1
    assert "lines like those of a0 differ in 3 more, such as a3" in told
    assert "- 2 bytes" in told


def test_archives_are_looked_into(tmp_path: Path) -> None:
    old, new = (zipped({"a.txt": b"same", "b.zip": zipped({"c.txt": text})}) for text in (b"5", b"6"))
    told = compared(tmp_path, {"x.zip": old}, {"x.zip": new})
    assert "x.zip!b.zip!c.txt\n    -5\n    +6" in told


def test_an_archive_that_is_packed_in_another_order_differs(tmp_path: Path) -> None:
    old, new = (zipped(dict.fromkeys(names, b"1")) for names in ("ab", "ba"))
    assert "1 differ" in compared(tmp_path, {"x.zip": old}, {"x.zip": new})


def test_what_is_expected_is_no_difference_and_the_rest_of_an_output_is(tmp_path: Path) -> None:
    timed = Expectation("*", "measured", "[0-9]+ ms")
    told = compared(tmp_path, {"a": b"5 ms", "b": b"5 ms, 1"}, {"a": b"7 ms", "b": b"6 ms, 2"}, timed)
    assert told.startswith("area: 2 outputs; 1 expected, 1 differ\n")
    assert "-, 1\n    +, 2" in told


def test_a_desk_notes_output_complaint_and_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("compared_desk.programs", lambda checkout: {"grade": fake})
    desk = Desk(tmp_path, ROOT, tmp_path)
    assert desk.call("good", "grade", tmp_path / "a.yaml", "0", stdin=b"typed") == f"{tmp_path}/a.yaml typed\n".encode()
    desk.call("bad", "grade", "b", "3")
    desk.call("ugly", "grade", "c", "three")
    assert desk.outputs == {
        "good.out": b"<desk>/a.yaml typed\n",
        "good.err": b"exit 0\nread\n",
        "bad.out": b"b \n",
        "bad.err": b"exit 3\nread\n",
        "ugly.out": b"c \n",
        "ugly.err": b"exit ValueError: invalid literal for int() with base 10: 'three'\nread\n",
    }


def fake() -> NoReturn:
    """Be a program: print an argument and what is typed, and end with the code that is asked for."""
    print(sys.argv[1], sys.stdin.read())
    print("read", file=sys.stderr)
    sys.exit(int(sys.argv[2]))


def test_files_are_noted_with_their_modes_and_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    desk = Desk(tmp_path, ROOT, tmp_path)
    desk.put("out/a/b.txt", "x")
    desk.take("made", "out", "gone")
    assert desk.outputs["made/out/a/b.txt"] == b"x"
    assert desk.outputs["made.files"].endswith(b"out/a/b.txt")
    assert not [*tmp_path.iterdir()]


def test_a_case_that_stops_is_told_and_the_next_one_is_gone_through(tmp_path: Path) -> None:
    def fail(desk: Desk) -> None:
        desk.note("before", "1")
        desk.fetch("nothing", "here")

    cases = [Case("bad", fail), Case("good", lambda desk: desk.note("a", "2"))]
    noted = dict(done("area", cases, tmp_path, tmp_path, tmp_path / "desks"))
    assert noted.keys() == {"area/bad/before", f"area/bad/{STOPPED}", "area/good/a"}
    assert compared(tmp_path, noted, noted).startswith("area: 3 outputs; no difference, 1 stopped")


def test_requests_are_of_every_kind() -> None:
    assert {words[0] for words in requests()} == {*GENERATORS}


@pytest.mark.parametrize("id_", ["minimax-textbook", "four-ply-trace", "ucb-greedy"])
def test_students_answer_rightly_by_wrong_rules_and_otherwise(id_: str) -> None:
    exercise = Bank()[id_]
    document = exercise.document.data
    made = handed_in(document, solve(exercise), {"tie": ["last"]}, random.Random(1))
    assert of_wrong_rules(exercise)
    marks = [grade({"answers": {id_: answers}}, exercise).problems[0].earned for answers in made if answers]
    assert max(marks) == exercise.problem.possible
    assert len(set(marks)) > 3
