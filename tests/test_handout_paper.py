"""A sheet on paper: what every page holds, in the same bytes each time, whatever the texts; without Typst a clear word."""

from __future__ import annotations

import io
import random
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from banked import BANK
from console import put, run, run_apart

from grader.kinds import Exercise
from grader.pages.sheet import AskedPart, Sheet, make_sheet

MILLIMETRE = 72 / 25.4
HOSTILE = [
    "#panic(1) #{1/0} $x^2$ *bold* _it_ @ref <label> `raw` // no /* no */ \\u{41} = head",
    '"] #image("/etc/passwd") [',
    "</svg><script>x()</script>&amp;",
    "#" * 200,
]


def test_without_typst_a_sheet_on_paper_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    ran = run("handout", "one-leaf", "--pdf", "--out", tmp_path / "o")
    assert ran.code == 2
    assert 'needs Typst, which is not installed; install it with: pip install "typst>=0.14"' in ran.err
    assert not any(tmp_path.iterdir())


@pytest.fixture(scope="module")
def pypdf() -> Any:
    """Return the reader of PDF; skips where it or Typst is not installed."""
    pytest.importorskip("typst")
    return pytest.importorskip("pypdf")


def _sheet(*exercises: Exercise, title: str = "", is_key: bool = False) -> Sheet:
    problems = [exercise.problem for exercise in exercises]
    return make_sheet(problems, title, [exercise.solution for exercise in exercises] if is_key else None)


def _pages(pypdf: Any, sheet: Sheet, paper: str = "a4") -> list[Any]:
    from grader.pages.paper import write_pdf

    return list(pypdf.PdfReader(io.BytesIO(write_pdf(sheet, paper))).pages)


def _texts(pypdf: Any, sheet: Sheet, paper: str = "a4") -> list[str]:
    return [" ".join(page.extract_text().split()) for page in _pages(pypdf, sheet, paper)]


def test_command_writes_sheet_and_key_on_the_paper_that_is_named(pypdf: Any, tmp_path: Path) -> None:
    for paper, width, height in (("a4", 210, 297), ("letter", 215.9, 279.4)):
        ran = run("handout", "minimax-textbook", "--pdf", "--paper", paper, "--out", tmp_path / paper)
        assert ran.err.startswith(f"wrote 8 files into {tmp_path / paper}")
        for name in ("handout.pdf", "key/solutions.pdf"):
            box = pypdf.PdfReader(tmp_path / paper / name).pages[0].mediabox
            assert [float(box.width), float(box.height)] == pytest.approx(
                [width * MILLIMETRE, height * MILLIMETRE], abs=1
            )


def test_sheet_has_a_name_line_and_numbered_pages_and_the_key_has_no_name_line(pypdf: Any) -> None:
    exercises = [BANK[id_] for id_ in ("four-ply-trace", "ucb-greedy", "expecti-coin-flip")]
    texts = _texts(pypdf, _sheet(*exercises, title="Week 5"))
    assert "Name Student number" in texts[0]
    assert [f"{number} of {len(texts)}" in text for number, text in enumerate(texts, 1)] == [True] * len(texts)
    key = _texts(pypdf, _sheet(*exercises, title="Week 5", is_key=True))
    assert key[0].startswith("Week 5: key")
    assert "Student number" not in "".join(key)
    assert "The search is over. Its answer at s0 is 8." in "".join(key)


def test_problem_that_fits_on_a_page_is_on_one_page(pypdf: Any) -> None:
    ids = ["minimax-textbook", "expecti-coin-flip", "ucb-greedy", "fall-2014-final-q13", "two-bags"]
    texts = _texts(pypdf, _sheet(*(BANK[id_] for id_ in ids)))
    for id_ in ids:
        last = BANK[id_].kind.parts[BANK[id_].problem.ask[-1]].title
        assert sum(BANK[id_].problem.title in text and last in text for text in texts) == 1
    assert len(texts) <= 4


def _spread(pypdf: Any, sheet: Sheet) -> list[bool]:
    """Return of each problem whether a page ends between its title and its last part, and check that all pages have one size."""
    pages = _pages(pypdf, sheet)
    assert len({(float(page.mediabox.width), float(page.mediabox.height)) for page in pages}) == 1
    assert pages[0].mediabox.height > pages[0].mediabox.width
    text = "\f".join(re.sub(r"\s", "", page.extract_text()) for page in pages)
    starts = [text.index(re.sub(r"\s", "", f"Problem {question.id}.")) for question in sheet.questions]
    parts = [
        max(text.rindex(*_said(asked, *place)) for asked in question.asked)
        for question, *place in zip(sheet.questions, starts, [*starts[1:], len(text)], strict=True)
    ]
    return ["\f" in text[start:end] for start, end in zip(starts, parts, strict=True)]


def _said(asked: AskedPart, start: int, end: int) -> tuple[str, int, int]:
    return re.sub(r"\s", "", asked.title), start, end


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 40))])
def test_parts_stand_on_the_page_of_their_tree_and_all_pages_stand(pypdf: Any, seed: int) -> None:
    ids = random.Random(seed).sample(BANK.ids, 5)
    alone = [any(_spread(pypdf, _sheet(BANK[id_]))) for id_ in ids]  # a page does not hold it
    spread = _spread(pypdf, _sheet(*(BANK[id_] for id_ in ids)))
    assert not [id_ for id_, is_spread, is_long in zip(ids, spread, alone, strict=True) if is_spread and not is_long]


def test_tree_of_a_problem_longer_than_a_page_has_parts_on_its_page(pypdf: Any) -> None:
    ids = ["fall-2014-final-q13", "ucb-greedy", "four-ply-trace"]  # the last begins low on a page
    [page] = [text for text in _texts(pypdf, _sheet(*(BANK[id_] for id_ in ids))) if "Problem four-ply-trace" in text]
    parts = [BANK["four-ply-trace"].kind.parts[name].title for name in BANK["four-ply-trace"].problem.ask]
    assert [title in page for title in parts] == [True] * (len(parts) - 1) + [False]


def test_drawings_are_vector_and_letters_of_the_shipped_fonts(pypdf: Any) -> None:
    for page in _pages(pypdf, _sheet(BANK["four-ply-trace"], is_key=True)):
        assert not list(page.images)
        fonts = {str(font.get_object()["/BaseFont"]) for font in page["/Resources"]["/Font"].values()}
        assert all("LiberationSans" in font or "DejaVuSans" in font for font in fonts)


def test_same_sheet_has_the_same_bytes_in_every_process(pypdf: Any, tmp_path: Path) -> None:
    for name, seed in (("a", "1"), ("b", "2")):
        args = ("handout", "two-bags", "ucb-greedy", "--pdf", "--out", tmp_path / name)
        assert run_apart(*args, env={"PYTHONHASHSEED": seed, "TZ": f"UTC+{seed}"}).returncode == 0
    for name in ("handout.pdf", "key/solutions.pdf"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("is_key", [False, True])
def test_foreign_text_on_paper_is_text(pypdf: Any, text: str, is_key: bool, tmp_path: Path) -> None:
    quoted = text[:90].replace("'", "''")
    problem = f"""format: gametree-problem/1
id: q
title: '{quoted}'
kind: minimax
tree: {{id: '{quoted}', max: [{{id: B, move: '{quoted}', min: [1, 2]}}, {{id: C, move: other, min: [3, 4]}}]}}
"""
    from grader import load_problem

    exercise = load_problem(str(put(tmp_path / "q.yaml", problem)))
    pages = _texts(pypdf, _sheet(exercise, title=text, is_key=is_key))
    assert "".join(text.split()) in "".join(pages).replace(" ", "")


@pytest.mark.parametrize("title", ["שלום עולם", "مرحبا", "Würfel 🎲🎲", "\u202eevil", "漢" * 200])
def test_any_script_is_written_and_letters_without_a_glyph_are_said(pypdf: Any, title: str, tmp_path: Path) -> None:
    ran = run("handout", "one-leaf", "--pdf", "--title", title, "--out", tmp_path / "o")
    assert ran.code == 0
    assert ("the PDFs show boxes for" in ran.err) == ("🎲" in title or "漢" in title)
    assert len(pypdf.PdfReader(tmp_path / "o" / "handout.pdf").pages) == 1


def test_long_words_reach_out_of_no_page(pypdf: Any) -> None:
    from grader import load_problem

    ids = {letter: letter * 100 for letter in "MOW"}
    tree = {"id": ids["M"], "max": [{"id": ids["O"], "min": [3, 12]}, {"id": ids["W"], "min": [2, 15]}]}
    stated = {"format": "gametree-problem/1", "id": "M" * 100, "title": "M" * 200, "kind": "alpha-beta", "tree": tree}
    exercise = load_problem({**stated, "ask": ["value", "best-move", "windows", "visited"]})
    for is_key in (False, True):
        for page in _pages(pypdf, _sheet(exercise, is_key=is_key)):
            longest = max(len(run) for run in re.findall("M+|O+|W+", page.extract_text()))
            assert longest <= 80  # of 7 points each in the smallest type; a name that is not broken has 100


@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.slow)])
@pytest.mark.parametrize("start", [0, *(pytest.param(start, marks=pytest.mark.slow) for start in range(1, 8))])
def test_whole_bank_goes_on_paper(pypdf: Any, tmp_path: Path, paper: str, start: int) -> None:
    exercises = [BANK[id_] for id_ in BANK.ids[start::8]]
    text = "".join(_texts(pypdf, _sheet(*exercises), paper)).replace(" ", "")
    assert all(exercise.problem.id in text for exercise in exercises)


def test_answers_of_a_key_have_room_beside_their_tree(pypdf: Any) -> None:
    """No number of ten digits, of 5.8 points each, reaches into what stands on its line, and an answer is no column of words."""
    from grader import load_problem

    asked = ["leaves", "nodes", "per-level", "minimal-leaves", "deepening-total", "time", "budget"]
    stated = {"branching": 8, "depth": 7, "rate": 250000, "seconds": 30, "ask": asked}
    exercise = load_problem({"format": "gametree-problem/1", "id": "q", "kind": "cost", **stated})
    pieces: list[tuple[float, float, str]] = []
    page = _pages(pypdf, _sheet(exercise, is_key=True))[0]
    page.extract_text(visitor_text=lambda text, at, *_: pieces.append((at[5], at[4], text.strip())))
    worths = [(y, x) for y, x, text in pieces if text == "1 point"]
    assert len(worths) == len(asked)
    assert max(one[0] - other[0] for one, other in pairwise(worths)) < 80
    for y, right in worths:
        for at, left, text in pieces:
            assert not (abs(at - y) < 3 and 300 < left < right < left + 5.8 * min(len(text), 10)), text


def test_first_problem_begins_below_the_head_of_the_sheet(pypdf: Any) -> None:
    """However high it is: where it misses the room by a little it is broken, and the head is not alone on its page."""
    from grader import load_problem

    stated = {"format": "gametree-problem/1", "id": "q", "kind": "minimax", "tree": [1, 2], "ask": ["value"]}
    for lines in range(20, 41):
        exercise = load_problem({**stated, "text": {"prompt": "why?", "lines": lines}})
        assert "Problem q." in _texts(pypdf, _sheet(exercise))[0], lines
