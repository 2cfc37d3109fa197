"""`gametree export --to canvas`: what Canvas reads of the package, that it fits QTI 1.2, and how its marks stand to those of `grade`."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from banked import BANK, ids_of
from banked import KINDS_OF_BANK as KINDS
from canvas_model import fields_of, questions_name, read_items, read_package, said, text_of
from console import put, run
from platform_fields import Field, asking_all, check_equal_fields, filled_in, platform_marks
from turns import in_turn
from windows import Deal, dealt

from grader import Exercise, load_problem
from grader.platforms.question_items import FORMATS, Wishes, alone

SHARED = Path(__file__).parent.parent.parent / "shared/lms"
HOSTILE = "a}b [gt1] {=x} ]]> <b> 'q' \"z\" &amp; $IMS-CC-FILEBASE$ %24 Ω/"
ALPHA_BETA = {"format": "gametree-problem/1", "id": "q1", "kind": "alpha-beta", "tree": [[3, 5], [2, 9]], "title": "T"}


def package(*exercises: Exercise, title: str = "") -> dict[str, bytes]:
    archive = dict(FORMATS["canvas"].write(list(map(alone, exercises)), Wishes(title)))["key/canvas.zip"]
    assert isinstance(archive, bytes)
    return read_package(archive)


def canvas_fields(exercise: Exercise) -> list[Field]:
    asked = [one for one in read_items(package(exercise)) if said(one, "question_type") != "text_only_question"]
    return [field for item in asked for field in fields_of(item)]


@in_turn(3)
@dealt(2)
@pytest.mark.parametrize("kind", KINDS)
def test_marks_are_those_of_grade_where_every_field_has_something_that_belongs_there(
    kind: str, deal: Deal, window: int
) -> None:
    for id_ in deal(ids_of(kind)[::7], window):
        exercise = asking_all(BANK[id_])
        check_equal_fields(exercise, canvas_fields(exercise), 10)


def test_what_is_asked_is_a_question_a_part_with_its_points() -> None:
    asked = {"ask": ["value", "best-move", "pruned", "cutoffs"]}
    points = {"points": {"value": 1, "best-move": 0.5, "pruned": 2, "cutoffs": 3}}
    items = read_items(package(load_problem(ALPHA_BETA | asked | points)))
    assert [(one.get("title"), said(one, "question_type"), said(one, "points_possible")) for one in items] == [
        ("T (q1)", "text_only_question", "0"),
        ("T (q1) value", "fill_in_multiple_blanks_question", "1"),
        ("T (q1) best-move", "multiple_dropdowns_question", "0.5"),
        ("T (q1) pruned", "multiple_answers_question", "2"),
        ("T (q1) cutoffs", "file_upload_question", "3"),
    ]


def test_the_manifest_names_every_file_of_the_archive() -> None:
    files = package(BANK["deep-cutoff"], BANK["minimax-textbook"], title="Week 5")
    named = {one.get("href") for one in ET.fromstring(files["imsmanifest.xml"]).iter() if one.tag.endswith("}file")}
    assert named == files.keys() - {"imsmanifest.xml"}
    shown = re.findall(r"%24IMS-CC-FILEBASE%24/([^\"]*)", "".join(map(text_of, read_items(files))))
    assert set(shown) == {name for name in files if name.startswith("gametree/")}


def test_a_title_with_letters_that_no_document_may_have_is_shown_as_escapes() -> None:
    files = package(BANK["minimax-textbook"], title="a\x0b\x01")
    assert rb'title="a\x0b\x01"' in files[questions_name(files)]


def test_numbers_of_answers_are_different_in_a_question() -> None:
    for item in read_items(package(asking_all(BANK["minimax-textbook"]))):
        ids = [one.get("ident") for one in item.iter() if one.tag.endswith("}response_label")]
        assert len(ids) == len(set(ids))
        assert said(item, "original_answer_ids") == ",".join(map(str, ids))


def test_foreign_text_is_no_field_no_file_and_no_markup() -> None:
    tree = {"id": HOSTILE, "max": [{"id": f"{HOSTILE}1", "value": 3}, {"id": "-", "move": HOSTILE, "value": 5}]}
    data = ALPHA_BETA | {"kind": "minimax", "title": HOSTILE, "tree": tree}
    exercise = asking_all(load_problem(data))
    fields = canvas_fields(exercise)
    assert [field.label for field in fields if field.part == "values"] == [HOSTILE]
    marks = platform_marks(fields, filled_in(exercise, fields, exercise.solve()))
    assert {part: mark for part, mark in marks.items() if part != "visited"} == pytest.approx(
        {part: 1 for part in marks if part != "visited"}
    )
    assert not any("<b>" in text_of(one) for one in read_items(package(exercise)))


@dealt(3)
def test_what_students_see_does_not_follow_from_the_solution(deal: Deal, window: int) -> None:
    for id_ in deal(BANK.ids[::9], window):
        exercise = BANK[id_]
        for rule in exercise.kind.wrong.rules(exercise.problem)[:3]:
            answers = {**exercise.solution.answers, **rule.answer({})}
            other = exercise._replace(solution=exercise.solution._replace(answers=answers))
            assert seen(other) == seen(exercise)


def seen(exercise: Exercise) -> list[object]:
    found: list[object] = []
    for item in read_items(package(exercise)):
        sort = said(item, "question_type")
        fields = fields_of(item) if sort != "text_only_question" else []
        found += [sort, said(item, "points_possible"), text_of(item), *((one.label, one.options) for one in fields)]
    return found


QUIZ = """\
format: gametree-quiz/1
id: week5
title: Week 5
variants: per-student
exercises:
  - {id: q1, bank: minimax-textbook}
  - {id: q2, generate: {kind: alpha-beta, ask: [ASKED]}, points: 4}
"""


def quiz(folder: Path, asked: str) -> Path:
    """Return the folder of a quiz with something that is generated."""
    put(folder / "quiz.secret", "0123456789abcdef" * 4).chmod(0o600)
    return put(folder / "quiz.yaml", QUIZ.replace("ASKED", asked)).parent


def fits(files: dict[str, bytes]) -> None:
    """Fail where the questions of a package do not fit the official schema, if it is at hand."""
    if SHARED.exists():
        etree = pytest.importorskip("lxml.etree")
        schema = etree.XMLSchema(etree.parse(str(SHARED / "schemas/qti12/ims_qtiasiv1p2.xsd")))
        assert schema.validate(etree.fromstring(files[questions_name(files)])), schema.error_log


def test_variants_of_several_parts_are_a_group_of_files_because_a_question_marks_one_part(tmp_path: Path) -> None:
    here, out, key = quiz(tmp_path / "quiz", "value, pruned"), tmp_path / "o", tmp_path / "key"
    ran = run("export", here, "--to", "canvas", "--variants", "3", "--key", key, "--out", out)
    assert ran.code == 0
    assert "q2: value, pruned are handed in as a file, which grade marks: Canvas picks single questions" in ran.err
    assert "(ask: [value])" in ran.err, "a part that this kind has"
    files = read_package((out / "key/canvas.zip").read_bytes())
    fits(files)
    (group,) = read_groups(files)
    variants = [one for one in group if one.tag.endswith("}item")]
    assert [(said(one, "question_type"), said(one, "points_possible")) for one in variants] == [
        ("file_upload_question", "4")
    ] * 3
    assert all(
        "<strong>Value of the root</strong>" in text_of(one) and "<strong>Pruned nodes</strong>" in text_of(one)
        for one in variants
    )
    templates = [name for name in files if name.endswith("answers.yaml")]
    assert len(templates) == 3
    handed_in = put(tmp_path / "mine.yaml", re.sub("value:.*", "value: 1", files[templates[1]].decode()))
    marked = run("grade", handed_in, "--quiz", key, "--format", "json").json
    (mine,) = (one for one in marked["problems"] if one["id"] in files[templates[1]].decode())
    assert mine["possible"] == 4


def read_groups(files: dict[str, bytes]) -> list[ET.Element]:
    """Return the groups of questions of which some are picked."""
    root = ET.fromstring(files[questions_name(files)])
    return [one for one in root.iter() if (one.get("ident") or "").endswith("_group")]


def test_variants_of_one_part_are_a_group_of_which_one_is_picked(tmp_path: Path) -> None:
    here, out, key = quiz(tmp_path / "quiz", "pruned"), tmp_path / "o", tmp_path / "key"
    assert run("export", here, "--to", "canvas", "--variants", "3", "--key", key, "--out", out).code == 0
    files = read_package((out / "key/canvas.zip").read_bytes())
    (group,) = read_groups(files)
    assert [one.text for one in group.iter() if one.tag.endswith(("selection_number", "points_per_item"))] == ["1", "4"]
    variants = [one for one in group if one.tag.endswith("}item")]
    assert {said(one, "points_possible") for one in variants} == {"4"}
    assert len({text_of(one) for one in variants}) == 3
    assert all("<img " in text_of(one) and "Tick every leaf" in text_of(one) for one in variants)
    fits(files)


@in_turn(3)
@pytest.mark.skipif(not SHARED.exists(), reason="there is no folder shared/lms beside the checkout")
@pytest.mark.parametrize("kind", KINDS)
def test_questions_fit_the_schema_of_qti(kind: str) -> None:
    etree = pytest.importorskip("lxml.etree")
    schema = etree.XMLSchema(etree.parse(str(SHARED / "schemas/qti12/ims_qtiasiv1p2.xsd")))
    known = etree.parse(str(SHARED / "formats/canvas/fib-multi.xml"))
    assert schema.validate(known), schema.error_log
    ids = ids_of(kind)
    files = package(*(asking_all(BANK[id_]) for id_ in ids[::3]))
    assert schema.validate(etree.fromstring(files[questions_name(files)])), schema.error_log


@pytest.mark.skipif(not SHARED.exists(), reason="there is no folder shared/lms beside the checkout")
def test_the_reader_reads_a_known_file() -> None:
    (item,) = ET.parse(SHARED / "formats/canvas/fib-multi.xml").iter(
        "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}item"
    )
    text = item.find(".//{*}mattext")
    assert text is not None
    text.text = "<strong>Values of the nodes</strong><li>A [A]</li><li>B [B]</li>"
    first, second = fields_of(item)
    assert (first.label, second.label) == ("A", "B")
    assert [field.mark(typed) for field, typed in ((first, "3"), (second, " 2 "), (first, "2"))] == [1, 1, 0]
