"""Every question on a platform shows of which exercise it is, as the file to hand in names it: platforms hide the names of questions."""

from __future__ import annotations

import html
import io
import re
import zipfile
from pathlib import Path

import pytest
import yaml
from banked import BANK
from canvas_model import read_items, read_package, text_of
from exported_files import exported_files
from moodle_model import read_questions
from test_export_pools import order_of

from grader import load_problem
from grader.course.quiz.build import draw_pools
from grader.platforms.canvas import PACKAGE
from grader.platforms.question_items import Pool, Wishes, alone, carried_of
from grader.platforms.statement_html import template_of

MIXED = ("{id: q2, generate: {kind: alpha-beta, depth: 3, branching: 2, ask: [value, cutoffs]}}",)


def shown(format_: str, pools: list[Pool]) -> list[str]:
    """Return what each question says, in the order of the export."""
    files = exported_files(format_, pools, Wishes("Week 5"))
    if format_ == "moodle-xml":
        questions = read_questions(str(files["key/moodle.xml"]))
        return [one.findtext("questiontext/text") or "" for one in questions if one.get("type") != "category"]
    if format_ == "canvas":
        return [text_of(one) for one in read_items(read_package(files[PACKAGE]))]
    with zipfile.ZipFile(io.BytesIO(bytes(files["key/qti21.zip"]))) as archive:
        return [archive.read(name).decode() for name in archive.namelist() if re.fullmatch(r"items/[^/]+\.xml", name)]


def heading(text: str) -> str:
    [found] = re.findall("<h4>(.*?)</h4>", text)
    return html.unescape(found)


@pytest.mark.parametrize("format_", ["moodle-xml", "canvas", "qti21"])
def test_every_question_is_headed_with_the_title_and_the_id_of_its_exercise(format_: str) -> None:
    ids = ["deep-cutoff", "minimax-textbook", "one-leaf"]
    texts = shown(format_, [alone(BANK[id_]) for id_ in ids])
    names = [carried.name for id_ in ids for carried in carried_of(alone(BANK[id_]))]
    headings = [heading(text).removesuffix(": file") for text in texts]
    assert list(dict.fromkeys(headings)) == names
    assert all(f"({id_})" in name for id_, name in zip(ids, names, strict=True))


def test_question_of_a_variant_is_headed_as_its_template_names_it_and_the_question_for_its_file_says_where(
    tmp_path: Path,
) -> None:
    [pool] = draw_pools(order_of(tmp_path, 2, exercises=[MIXED[0].replace("", "")])).pools
    essay, *variants = shown("moodle-xml", [pool])
    assert heading(essay) == "Alpha-beta pruning (q2): file"
    assert "the file that your question “Alpha-beta pruning (q2-…)” asks for" in html.unescape(essay)
    for text, carried in zip(variants, carried_of(pool), strict=True):
        [id_] = yaml.safe_load(template_of(carried))["answers"]
        assert heading(text) == f"Alpha-beta pruning ({id_})"
        assert "in the question “Alpha-beta pruning (q2): file”" in html.unescape(text)


@pytest.mark.parametrize("format_", ["moodle-xml", "canvas", "qti21"])
def test_infinity_is_spoken_of_only_where_it_can_be_typed(format_: str) -> None:
    data = {"format": "gametree-problem/1", "id": "q1", "kind": "alpha-beta", "tree": [[3, 5], [2, 9]]}
    finite, infinite = (
        "".join(shown(format_, [alone(load_problem(data | {"ask": ["value", "values", *more]}))]))
        for more in ([], ["windows"])
    )
    assert ("-inf" in finite, "Write infinity as inf or -inf." in infinite) == (False, True)
    assert "numbers" in finite
