"""`gametree export` of what is answered in words: asked once in every format, marked by a person there, and its rubric for graders alone."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from banked import BANK, KINDS_OF_BANK, ids_of
from canvas_model import fields_of, read_items, read_package, said, text_of
from console import put
from exported_files import exported_files
from moodle_model import mark_of, read_questions
from prairielearn_stand_in import Question
from test_export_keys import export_key, variants
from test_export_prairielearn import SCHEMA
from test_qti21 import faults, schemas

from grader import Exercise, load_problem
from grader.core.games.text_question import RubricLine, TextQuestion
from grader.pages.sheet_page import markdown
from grader.platforms.latex import tex
from grader.platforms.question_items import FORMATS, Pool, Wishes, alone
from grader.platforms.statement_html import text_html

__all__ = ["schemas"]  # a fixture

PROMPT = "Why <b>&\"{1:NUMERICAL:=3}\" [gt1] $x \\frac @@PLUGINFILE@@ é, 'so'?"
SECOND = "And {{{params}}} #2?"
RUBRIC = "names the bound"
QUESTION = TextQuestion(f"{PROMPT}\n{SECOND}", 2, (RubricLine(2, f"{RUBRIC} <i>"),), 7)
STATED = {"format": "gametree-problem/1", "id": "q1", "title": "T", "kind": "alpha-beta", "tree": [[3, 12], [2, 4]]}
TEXT: Any = {"text": {"prompt": "Why?", "points": 2, "rubric": [{"points": 2, "says": RUBRIC}]}}


def asked(*ask: str, **more: Any) -> Exercise:
    """Return a problem that asks these parts, and a text of 2 points."""
    return load_problem(STATED | TEXT | {"ask": list(ask)} | more)


def with_text(exercise: Exercise, *, alone: bool) -> Exercise:
    problem = exercise.problem.with_text(QUESTION)
    return exercise._replace(problem=problem._replace(ask=()) if alone else problem)


def contents(format_: str, *exercises: Exercise) -> dict[str, str]:
    """Return what an export holds as text, an archive file by file; what stands in no text is left out."""
    found = {}
    for name, content in exported_files(format_, [*map(alone, exercises)], Wishes()).items():
        if isinstance(content, bytes) and zipfile.is_zipfile(io.BytesIO(content)):
            with zipfile.ZipFile(io.BytesIO(content)) as held:
                found |= {f"{name}/{one}": held.read(one).decode("utf-8", "replace") for one in held.namelist()}
        else:
            found[name] = content if isinstance(content, str) else content.decode()
    return {name: content for name, content in found.items() if not name.endswith((".svg", ".whl"))}


def for_students(format_: str, files: Mapping[str, str], folder: Path) -> str:
    """Return what students see of an export."""
    if format_ == "moodle-xml":
        shown = (one.findtext(f"{name}/text") for one in read_questions(files["key/moodle.xml"]) for name in _SHOWN)
        return "\n".join(filter(None, shown))
    if format_ in ("canvas", "qti21"):  # the former has HTML in its texts
        read = [content for name, content in files.items() if name.endswith(".xml")]
        return "\n".join(text for one in read for text in ET.fromstring(one).itertext())
    if format_ == "prairielearn":
        return "\n".join(placed(folder, files).page.text)
    if format_ == "jupyter":
        cells = json.loads(files["exercises.ipynb"])["cells"]
        return "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
    return files["exercises.tex"] if format_ == "latex" else ""


_SHOWN = ("name", "questiontext", "generalfeedback")
WRITTEN = {"latex": tex, "jupyter": markdown, "prairielearn": str, "qti21": str}
"""How a line of a question is written in a format, where that is not as HTML."""
FOR_GRADERS = {
    "moodle-xml": {"key/moodle.xml"}, "latex": {"key/solutions.tex"}, "prairielearn": {"questions/q/question.json"},
    "gradescope": {"autograder.zip/problems/q.yaml"},
}  # fmt: skip
"""In which files a rubric stands."""


def placed(folder: Path, files: Mapping[str, str]) -> Question:
    for name, content in files.items():
        put(folder / name, content)
    return Question(folder / "questions/q")


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("kind", KINDS_OF_BANK)
def test_a_text_is_asked_once_and_its_rubric_is_for_graders(
    kind: str, format_: str, *, alone: bool, tmp_path: Path
) -> None:
    exercise = with_text(BANK[ids_of(kind)[0]], alone=alone)
    exercise = exercise._replace(problem=exercise.problem._replace(id="q"))
    files = contents(format_, exercise)
    assert {name for name, content in files.items() if RUBRIC in content} == FOR_GRADERS.get(format_, set())
    shown = for_students(format_, files, tmp_path)
    assert RUBRIC not in shown
    if format_ == "gradescope":
        assert load_problem(files["autograder.zip/problems/q.yaml"].encode()).problem.text == QUESTION
        return
    assert [shown.count(WRITTEN.get(format_, text_html)(line)) for line in (PROMPT, SECOND)] == [1, 1]


@pytest.mark.parametrize("format_", FORMATS)
def test_who_exports_is_told_that_a_person_marks(format_: str) -> None:
    told = list(FORMATS[format_].notes([alone(asked("value"))]))
    assert [line for line in told if "person marks" in line] or format_ in ("latex", "jupyter")
    assert not any("person" in line for line in FORMATS[format_].notes([alone(BANK["minimax-textbook"])]))


# Moodle


def moodle(*pools: Pool) -> list[ET.Element]:
    return read_questions(str(exported_files("moodle-xml", pools, Wishes("W"))["key/moodle.xml"]))


def test_moodle_has_an_essay_with_the_tree_and_the_rubric_for_graders() -> None:
    _, main, essay = moodle(alone(asked("value", "values", points={"value": "1/2", "values": 1})))
    assert [(one.get("type"), one.findtext("name/text")) for one in (main, essay)] == [
        ("cloze", "T (q1)"),
        ("essay", "T (q1): text"),
    ]
    assert mark_of(essay) / mark_of(main) == Fraction(2) / Fraction(3, 2)
    assert [essay.findtext(name) for name in ("responseformat", "responsefieldlines", "attachments", "idnumber")] == [
        *("editor", "10", "0"),
        "q1-text",
    ]
    assert essay.findtext("graderinfo/text") == f"<ul><li>2 points: {RUBRIC}</li></ul>"
    assert [one.get("name") for one in essay.findall("questiontext/file")] == ["tree-1.svg"]


def test_a_text_alone_is_one_question_with_the_tree() -> None:
    _, essay = moodle(alone(asked()))
    assert (essay.get("type"), essay.findtext("name/text"), essay.findtext("defaultgrade")) == ("essay", "T (q1)", "2")
    assert "leaf" in (essay.findtext("questiontext/text") or "")
    statement, words = read_items(canvas(alone(asked())))
    assert (said(statement, "question_type"), said(words, "question_type")) == ("text_only_question", "essay_question")
    assert [name for name in qti(alone(asked())).namelist() if name.startswith("items/")] == [
        "items/q1-text.xml",
        "items/q1/tree-1.svg",
    ]


def pool(*ask: str) -> Pool:
    return Pool("q", "A", tuple(asked(*ask, id=f"q-{number}") for number in (1, 2)))


def test_variants_have_one_essay_beside_them_that_says_which_question_it_is_about() -> None:
    first, essay, *others = moodle(pool("value"))
    assert [one.get("type") for one in (first, essay, *others)] == ["category", "essay", "category", "cloze", "cloze"]
    text = essay.findtext("questiontext/text") or ""
    assert "This is about your question “A (q-…)”" in text
    assert "Why?" in text
    assert essay.findtext("generalfeedback/text") == ""
    assert [one.get("type") for one in moodle(pool())] == ["category", "essay", "essay"]


# Canvas


def canvas(*pools: Pool) -> dict[str, bytes]:
    archive = exported_files("canvas", pools)["key/canvas.zip"]
    assert isinstance(archive, bytes)
    return read_package(archive)


def test_canvas_has_an_essay_with_its_points() -> None:
    *_, value, words = read_items(canvas(alone(asked("value"))))
    assert [(said(one, "question_type"), said(one, "points_possible")) for one in (value, words)] == [
        ("fill_in_multiple_blanks_question", "1"),
        ("essay_question", "2"),
    ]
    assert not fields_of(words)
    assert not [one for one in words.iter() if one.tag.endswith("}resprocessing")]


@pytest.mark.parametrize(
    ("ask", "sorts", "worth"),
    [
        (("pruned",), ["multiple_answers_question"] * 2 + ["essay_question"], "1"),
        (("value", "pruned"), ["file_upload_question"] * 2 + ["essay_question"], "2"),
        ((), ["essay_question"] * 2, "2"),
    ],
)
def test_canvas_picks_a_variant_and_asks_for_words_beside_it(
    ask: tuple[str, ...], sorts: list[str], worth: str
) -> None:
    files = canvas(pool(*ask))
    items = read_items(files)
    assert [said(one, "question_type") for one in items] == sorts
    assert len({one.get("ident") for one in items}) == len(items)
    (name,) = [name for name in files if name.endswith(".xml") and "meta" not in name and "manifest" not in name]
    assert [one.text for one in ET.fromstring(files[name]).iter() if one.tag.endswith("points_per_item")] == [worth]
    assert all(said(one, "points_possible") == worth for one in items[:2])
    assert ("This is about your question “A”" in text_of(items[-1])) is bool(ask)


# QTI 2.1


def qti(*pools: Pool) -> zipfile.ZipFile:
    content = exported_files("qti21", pools)["key/qti21.zip"]
    assert isinstance(content, bytes)
    return zipfile.ZipFile(io.BytesIO(content))


def test_qti_has_an_item_without_processing_that_fits_the_official_schema(schemas: Any) -> None:
    hostile = with_text(BANK["minimax-textbook"], alone=False)
    assert faults(schemas, qti(alone(asked("value", "cutoffs")), alone(hostile), pool(), pool("value"))) == []


def test_qti_leaves_the_marks_of_words_to_a_person() -> None:
    source = qti(alone(asked("value"))).read("items/q1-text.xml").decode()
    assert '<extendedTextInteraction responseIdentifier="TEXT"' in source
    assert "responseProcessing" not in source
    assert "<defaultValue><value>2</value></defaultValue></outcomeDeclaration>" in source
    assert "Why?" not in qti(alone(asked("value"))).read("items/q1.xml").decode()


# PrairieLearn


def prairielearn(folder: Path, *ask: str) -> Question:
    return placed(folder, contents("prairielearn", asked(*ask, id="q")))


RIGHT = {"part1": "3"}


@pytest.mark.parametrize(
    ("typed", "score"),
    [(RIGHT, 1), (RIGHT | {"answer.html": "<p>As 2</p>"}, 1), ({"answer.html": "<p>As 2</p>"}, 0), ({}, None)],
)
def test_prairielearn_marks_the_other_parts_whatever_is_written(
    typed: dict[str, str | list[str]], score: int | None, tmp_path: Path
) -> None:
    question = prairielearn(tmp_path, "value")
    assert question.submit(typed) is (score is not None)
    assert score is None or (question.data["score"], set(question.data["partial_scores"])) == (score, {"value"})


def test_prairielearn_asks_for_words_alone_and_shows_the_rubric_to_graders_alone(tmp_path: Path) -> None:
    question = prairielearn(tmp_path)
    assert (question.page.editors, question.page.elements) == (["answer.html"], [])
    assert f"2 points: {RUBRIC}" in "".join(question.page.for_graders)
    assert RUBRIC not in json.dumps(question.data["params"])
    assert question.submit({"answer.html": "<p>As 2</p>"})
    assert question.data["partial_scores"] == {}
    info = json.loads((tmp_path / "questions/q/info.json").read_text())
    assert (info["gradingMethod"], info["singleVariant"]) == ("Manual", True)
    if SCHEMA.exists():
        jsonschema.validate(info, json.loads(SCHEMA.read_text("utf-8")))


def test_prairielearn_is_told_which_points_are_a_persons() -> None:
    told = FORMATS["prairielearn"].notes([alone(asked("value", points={"value": "3/2"}))])
    assert list(told) == ['q1: a person marks text; in the assessment write "autoPoints": 1.5, "manualPoints": 2']


# Files and keys


def test_a_file_for_what_no_platform_marks_does_not_ask_for_words_again() -> None:
    files = contents("canvas", asked("value", "cutoffs"))
    assert load_problem(files["key/files/q1.yaml"].encode()).problem.parts == ("cutoffs",)
    (template,) = [content for name, content in files.items() if name.endswith("answers.yaml")]
    assert "cutoffs:" in template
    assert "text:" not in template


def test_the_key_to_an_export_does_not_ask_files_for_words(tmp_path: Path) -> None:
    key = export_key(tmp_path, ('{id: q2, generate: {kind: alpha-beta, ask: [cutoffs]}, text: {prompt: "Why?"}}',))
    assert variants(key)[0].problem.parts == ("cutoffs", "text")
    essays = read_questions((tmp_path / "out/key/moodle.xml").read_text())
    assert sum("Why?" in (one.findtext("questiontext/text") or "") for one in essays) == 1


def test_latex_leaves_room_for_as_many_lines_as_are_asked_for() -> None:
    sheet = contents("latex", with_text(BANK["minimax-textbook"], alone=True))["exercises.tex"]
    assert rf"{tex(PROMPT)} \par {tex(SECOND)}" in sheet
    assert r"\fillwithlines{2.1in}" in sheet
