"""What an instructor pastes is read, and what is downloaded is the problem that was opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from banked import BANK

from browser.conftest import OpenPage
from grader.core.documents import parse_document
from grader.core.documents.shape import load_schema
from grader.core.errors import ProblemError
from grader.core.games.problem import Problem
from grader.kinds import KINDS, read_exercise
from grader.pages.editor_page import check_drawable, file_data, write_editor_page

NUMBER = load_schema("common")["$defs"]["number"]["pattern"]


HEAD = "format: gametree-problem/1\nid: q\nkind: expectiminimax\nask: [value, values]\npoints: {values: 5/2}"


SAID_OTHERWISE = ("ask", "points", "tree", "children")
"""Fields that say the same in other words: what is asked by default stands in the download."""


def problem_of(text: str) -> Problem:
    return read_exercise(parse_document(text.encode(), "q.yaml", ProblemError), KINDS).problem


def is_drawable(id_: str) -> bool:
    try:
        check_drawable(BANK[id_])
    except ProblemError:
        return False
    return True


DRAWABLE = [id_ for id_ in BANK if is_drawable(id_)]
WRITTEN = """([files, kinds, number]) => files.map((file) => editorText.written({
  ...file, root: editorText.opened(file, new RegExp(number)), hasVisits: kinds[file.kind], players: editorText.playersOf(file),
  asked: Object.entries(file.points),
}))"""


@pytest.fixture
def opened(tmp_path: Path, open_page: OpenPage) -> Callable[..., Any]:
    """Return what opens the editor, empty or with a problem of the bank."""

    def page(id_: str | None = None) -> Any:
        file = tmp_path / "edit.html"
        file.write_text(write_editor_page(BANK[id_] if id_ else None), "utf-8")
        return open_page(file).page

    return page


def test_bank_has_problems_to_draw_of_every_kind() -> None:
    assert {BANK[id_].problem.kind for id_ in DRAWABLE} == {name for name, kind in KINDS.items() if kind.drawable}


def test_problem_that_is_opened_and_downloaded_unchanged_is_the_same(opened: Callable[..., Any]) -> None:
    kinds = {name: kind.drawable.has_visits for name, kind in KINDS.items() if kind.drawable}
    written = opened().evaluate(WRITTEN, [[file_data(BANK[id_]) for id_ in DRAWABLE], kinds, NUMBER])
    for id_, text in zip(DRAWABLE, written, strict=True):
        again = read_exercise(parse_document(text.encode(), BANK[id_].document.source, ProblemError), KINDS)
        assert again.problem._replace(stated={}) == BANK[id_].problem._replace(stated={}), text
        before, after = BANK[id_].document.data, again.document.data
        assert {name: one for name, one in before.items() if name not in SAID_OTHERWISE} == {
            name: one for name, one in after.items() if name not in SAID_OTHERWISE
        }, id_


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[3, 12 8]", "a comma is missing before “8”"),
        ("[[3, 12], [2", "“]” is missing at the end"),
        ("{max: []}", "“max” has no children"),
        ("[]", "“[]” has no children"),
        ("[3, x]", "“x” is no number"),
        ("[3, 1e9999]", "“1e9999” is no number"),
        ("[3] 4", "“4” stands behind the end of the tree"),
        ("", "it ends too early"),
        ("{max [3]}", "“:” is missing behind “max”"),
        ("[3, 'x", "is not expected here"),
        ("[" * 50_000, "it has more than 60 levels"),
        ("[" + "1, " * 400_000 + "1]", "it has more than 100000 letters"),
        ('{"__proto__": {max: [1]}}', ""),
    ],
)
def test_pasted_text_that_cannot_be_read_says_what_is_wrong(text: str, said: str, opened: Callable[..., Any]) -> None:
    read = """([text, number]) => {
      try { editorText.grown(editorText.read(text), ["max", "min"], new RegExp(number)); return ""; } catch (error) { return error.message; }
    }"""
    found = opened().evaluate(read, [text, NUMBER])
    assert said in found if said else not found, found


def test_pasted_tree_is_written_as_it_was_meant(opened: Callable[..., Any]) -> None:
    page = opened()
    write = """([text, number]) => editorText.written({
      id: "q", title: "", kind: "expectiminimax", root: editorText.grown(editorText.read(text), ["max", "min"], new RegExp(number)),
      hasVisits: false, players: ["max", "min"], asked: [["value", "1"], ["values", "5/2"]], kept: "", keptBesideNodes: "",
    })"""
    for text in (
        "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]",
        "tree: {max: [{move: a, value: 7/2}, {move: 'no', chance: [{p: 1/4, value: -3}, {p: 3/4, id: \"B: c\", value: 0.5}]}]}",
        "{max: [{min: [{value: 1}, {value: 2}]}, {chance: [{value: 4}, {value: 5}]}]}",
    ):
        written = page.evaluate(write, [text, NUMBER])
        assert problem_of(written) == problem_of(f"{HEAD}\ntree: {text.removeprefix('tree: ')}\n"), written
