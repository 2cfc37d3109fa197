"""Marks of the questions of a Moodle export: they stand to each other, and within each, as the points do."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from banked import BANK, ids_of
from banked import KINDS_OF_BANK as KINDS
from console import put, run
from exported_files import exported_files
from moodle_model import fields_of, mark_of, read_questions
from platform_fields import PART_CALLED, asking_all
from windows import Deal, dealt

from grader import Exercise, load_problem
from grader.platforms.question_items import FORMATS, Pool, Wishes, alone

MINIMAX = {"format": "gametree-problem/1", "id": "q1", "kind": "minimax", "tree": [[3, 5], [2, 9]]}
MOST = 99_999
"""No mark of a question or of a quiz has more digits before its point in Moodle's tables."""


def exported(*pools: Pool) -> list[ET.Element]:
    source = str(exported_files("moodle-xml", pools, Wishes("W"))["key/moodle.xml"])
    return [one for one in read_questions(source) if one.get("type") != "category"]


def points_of(question: ET.Element, exercise: Exercise) -> Fraction:
    """Return what a question is worth in the exercise: its parts, of one that takes a file those that no field is for."""
    if question.get("type") == "cloze":
        return Fraction(sum(exercise.problem.points[part] for part in {field.part for field in fields_of(question)}))
    text = question.findtext("questiontext/text") or ""
    parts = (PART_CALLED[title] for title in re.findall(r"<p><strong>(.*?)</strong>:", text))
    return Fraction(sum(exercise.problem.points[part] for part in parts))


def scale_of(questions: Sequence[ET.Element], exercises: Sequence[Exercise]) -> Fraction:
    """Return how many times the points all marks are. Fails where they are not, or where parts stand otherwise to each other within a question."""
    scales, by_id = set(), {exercise.problem.id: exercise for exercise in exercises}
    for question in questions:
        number = question.findtext("idnumber") or ""
        exercise = by_id[max((id_ for id_ in by_id if number.startswith(id_)), key=len)]
        points = points_of(question, exercise)
        scales.add(mark_of(question) / points)
        assert question.findtext("defaultgrade") == str(mark_of(question)) or question.get("type") != "cloze"
        if question.get("type") == "cloze":
            check_parts(question, exercise, mark_of(question) / points)
    (scale,) = scales
    return scale


def check_parts(question: ET.Element, exercise: Exercise, scale: Fraction) -> None:
    """Check the weights of parts: exact, or of a thousand for a point off by less than one for each field."""
    fields = fields_of(question)
    for part in {field.part for field in fields}:
        mine = [field for field in fields if field.part == part]
        off = sum(field.most for field in mine) - scale * exercise.problem.points[part]
        assert off == 0 or (abs(off) < len(mine) and scale >= 1000), part


@dealt(3)
@pytest.mark.parametrize("kind", KINDS)
def test_marks_of_all_questions_are_the_points_times_one_number(kind: str, deal: Deal, window: int) -> None:
    exercises = [asking_all(BANK[id_]) for id_ in deal(ids_of(kind), window)] + [BANK["minimax-textbook"]]
    exercises = list({exercise.problem.id: exercise for exercise in exercises}.values())
    questions = exported(*map(alone, exercises))
    assert scale_of(questions, exercises).denominator == 1
    assert max(map(mark_of, questions)) <= MOST
    if sum(exercise.problem.possible for exercise in exercises) < 100:
        assert sum(map(mark_of, questions)) <= MOST


@pytest.mark.sweep
def test_marks_of_the_whole_bank_are_the_points_times_a_thousand() -> None:
    exercises = [BANK[id_] for id_ in BANK.ids]
    assert scale_of(exported(*map(alone, exercises)), exercises) == 1000


def posed(id_: str, ask: Sequence[str], points: Sequence[Any], **more: Any) -> Exercise:
    return load_problem(MINIMAX | {"id": id_, "ask": [*ask], "points": dict(zip(ask, points, strict=True))} | more)


@pytest.mark.parametrize(
    ("exercises", "scale"),
    [
        ([posed("a", ["value", "best-move"], [1, 2])], 1),
        ([posed("a", ["values"], [1])], 3),
        ([posed("a", ["values"], [3]), posed("b", ["value", "labelling"], [0.5, 2])], 2),
        ([posed("a", ["visited"], [2.5])], 1),
        ([posed("a", ["visited", "values"], [2.5, 1])], 3),
        ([posed("a", ["value"], [1]), posed("b", ["visited"], ["1/3"]), posed("c", ["labelling"], ["1/7"])], 21),
    ],
)
def test_the_scale_is_the_smallest_with_which_all_weights_are_whole(exercises: list[Exercise], scale: int) -> None:
    """Essays and orderings take any decimals, and are in the same scale."""
    assert scale_of(exported(*map(alone, exercises)), exercises) == scale


def test_all_variants_of_an_exercise_have_the_same_mark() -> None:
    trees = [[[3, 5], [2, 9]], [[3, 5, 1], [2, 9]], [[3, 5], [2, [9, 4, 4], 1]]]
    variants = tuple(
        posed(f"q-{place}", ["value", "values", "pruned"], [1, 2, 2], kind="alpha-beta", tree=tree)
        for place, tree in enumerate(trees)
    )
    other = alone(posed("r", ["value"], [2]))
    questions = exported(Pool("q", "Q", variants), other)
    assert len({mark_of(question) for question in questions if question.findtext("idnumber") != "r"}) == 1
    assert {mark_of(question) / points for question, points in zip(questions, (2, 5, 5, 5), strict=True)} == {3}


@pytest.mark.parametrize("format_", ["moodle-xml", "qti21"])
def test_what_is_a_file_in_one_variant_is_one_in_all(format_: str) -> None:
    """Of a list of more than 26 nodes a platform marks none; who gets another variant hands in the same."""
    trees = [[[3, 5], [2, 9]], [[3] * 13, [2] * 13]]
    variants = tuple(
        posed(f"q-{place}", ["value", "visited"], [1, 2], kind="alpha-beta", tree=tree)
        for place, tree in enumerate(trees)
    )
    pool = Pool("q", "Q", variants)
    assert sum("visited is handed in as a file" in note for note in FORMATS[format_].notes([pool])) == 1
    files = exported_files(format_, [pool], Wishes("W"))
    assert {name for name in files if "files/" in name} == {"key/files/q-0.yaml", "key/files/q-1.yaml"}
    if format_ == "moodle-xml":
        essay, *clozes = exported(pool)
        assert mark_of(essay) == 2
        assert [mark_of(one) for one in clozes] == [1, 1]


# what the command says


def told(tmp_path: Path, *problems: dict[str, Any]) -> list[str]:
    """Return what the command says of marks, which stands in the category too."""
    files = [put(tmp_path / f"{one['id']}.json", json.dumps(one)) for one in problems]
    ran = run("export", *files, "--to", "moodle-xml", "--title", "W", "--out", tmp_path / "o")
    assert ran.code == 0, ran.err
    info = ET.parse(tmp_path / "o/key/moodle.xml").findtext("question/info/text") or ""
    lines = info.split("<br/>") if info else []
    assert [line for line in ran.err.splitlines() if "Default marks" in line] == lines[:1]
    assert set(lines) <= set(ran.err.splitlines())
    return lines


def test_a_scale_is_said_in_the_question_bank_too_and_one_above_100_with_the_marks_to_type(tmp_path: Path) -> None:
    plain = MINIMAX | {"ask": ["value"]}
    wide = MINIMAX | {"id": "r", "title": "R", "tree": [[1] * 2] * 100, "ask": ["values", "labelling"]}
    assert told(tmp_path / "1", plain) == []
    assert told(tmp_path / "2", MINIMAX | {"ask": ["values"]}) == ["Default marks in Moodle are the points times 3."]
    assert told(tmp_path / "3", plain, wide) == [
        "Default marks in Moodle are the points times 101. In the quiz, on its page Questions, type the points instead:",
        "1 for q1",
        "1 for R (r)",
        "1 for R (r): file",
    ]


def test_marks_to_type_name_the_category_of_variants() -> None:
    variants = tuple(posed(f"q-{place}", ["values"], [2], tree=[[1] * 2] * (99 + place)) for place in (1, 2))
    *_, said = FORMATS["moodle-xml"].notes([Pool("q", "Q", variants)])
    assert said == "2 for a random question from the category Q (q)"
