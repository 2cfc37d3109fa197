"""`gametree export --to gift`: what Moodle reads of it, and that it gives the marks that `grade` gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from banked import BANK, ids_of
from banked import KINDS_OF_BANK as KINDS
from console import run
from gift_model import gift_fields, plain, read_gift
from platform_fields import asking_all, check_equal_fields, filled_in, platform_marks
from turns import in_turn
from windows import Deal, dealt

from grader import Exercise, load_problem
from grader.exercises import FORMATS, NOTES, Wishes, alone

SAMPLE = Path(__file__).parent.parent.parent / "shared/lms/formats/moodle/game-tree.gift.txt"
HOSTILE = "a}b~c#d {=x} :: ]]> \\n \\\\ <b> 'q' \"z\" &amp; =1 %50% Ω//"


def exported(*exercises: Exercise, title: str = "") -> str:
    return str(dict(FORMATS["gift"](list(map(alone, exercises)), Wishes(title)))["key/moodle.gift.txt"])


@in_turn(3)
@dealt(2)
@pytest.mark.parametrize("kind", KINDS)
def test_questions_together_give_the_marks_that_grade_gives(kind: str, deal: Deal, window: int) -> None:
    ids = deal(ids_of(kind)[::9], window)
    for exercise in (asking_all(BANK[id_]) for id_ in ids):
        check_equal_fields(
            exercise, gift_fields(exported(exercise)), 12, rounded=2e-3
        )  # names say points to four places


@in_turn(3)
@dealt(4)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_is_seen_of_the_fields_of_a_part_tells_what_belongs_there(
    kind: str, deal: Deal, window: int
) -> None:
    """Neither what a field is worth, which students see, nor the sort of its question may differ from field to field."""
    for id_ in deal(ids_of(kind)[::3], window):
        seen: dict[str, set[tuple[object, ...]]] = {}
        for field in gift_fields(exported(asking_all(BANK[id_]))):
            seen.setdefault(field.part, set()).add((field.most, bool(field.options), field.is_ticked))
        assert all(len(sorts) == 1 for sorts in seen.values()), (id_, seen)
        assert not any("{#" in block for block in exported(asking_all(BANK[id_])).split("\n\n")), id_


def test_an_exercise_is_a_description_and_a_question_for_each_thing_asked() -> None:
    exercise = load_problem(
        {"format": "gametree-problem/1", "id": "q1", "kind": "alpha-beta", "tree": [[3, 5], [2, 9]], "title": "T"}
        | {"ask": ["value", "pruned", "cutoffs"], "points": {"value": 1, "pruned": 2, "cutoffs": 3}}
    )
    source = exported(exercise)
    assert source.startswith("$CATEGORY: $course$/top/T\n\n")
    assert [(one.name, one.answers is None) for one in read_gift(source)] == [
        ("T (q1)", True),
        ("T (q1) value: 1 of 1", False),
        ("T (q1) pruned: 2 of 2", False),
        ("T (q1) cutoffs", True),
    ]
    assert len(list(NOTES["gift"]([alone(exercise)]))) == 2


def test_foreign_text_is_no_answer_and_no_markup() -> None:
    tree = {"id": HOSTILE, "max": [{"id": f"{HOSTILE}1", "value": 3}, {"id": "-", "move": HOSTILE, "value": 5}]}
    data = {"format": "gametree-problem/1", "id": "q1", "kind": "minimax", "title": HOSTILE, "tree": tree}
    exercise = asking_all(load_problem(data))
    source = exported(exercise, title=HOSTILE)
    assert all(HOSTILE in one.name for one in read_gift(source))
    assert not any("<b>" in one.text or "<b>" in (one.answers or "") for one in read_gift(source))
    fields = gift_fields(source)
    (move,) = [field for field in fields if field.part == "best-move"]
    assert move.options == (f"{HOSTILE}1", HOSTILE)
    marks = platform_marks(fields, filled_in(exercise, fields, exercise.solve()))
    assert marks == pytest.approx(dict.fromkeys(marks, 1), abs=1e-3)


def test_variants_are_refused_because_nothing_keeps_questions_together(tmp_path: Path) -> None:
    ran = run("export", "quiz", "--to", "gift", "--variants", "3", "--out", tmp_path / "o")
    assert ran.code == 2
    assert "`--to moodle-xml` keeps the parts of a variant together" in ran.err


@pytest.mark.skipif(not SAMPLE.exists(), reason="there is no folder shared/lms beside the checkout")
def test_the_reader_reads_a_known_file() -> None:
    found = [(one.name, one.answers is None) for one in read_gift(SAMPLE.read_text())]
    assert found == [("minimax root s42", False), ("pruned s42", False), ("best move s42", False)]


def test_escapes_are_undone() -> None:
    assert plain(r"a\=b \{c\} \\n") == r"a=b {c} \n"
