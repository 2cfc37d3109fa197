"""`gametree export --to moodle-xml`: what Moodle reads of it, and that it gives the marks that `grade` gives."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest
from banked import BANK, ids_of
from banked import KINDS_OF_BANK as KINDS
from console import run
from exported_files import exported_files
from moodle_model import Ordering, fields_of, read_ordering, read_questions
from platform_fields import (
    Field,
    asking_all,
    bounds,
    changed,
    check_marks,
    filled_in,
    our_marks,
    platform_marks,
    sort_of,
)
from random_requests import random_request
from turns import in_turn
from windows import Deal, chunks, dealt, shifted

from generators import RequestError, certified
from grader import Exercise, load_problem
from grader.platforms.question_items import FORMATS, CarriedExercise, Pool, Wishes, alone

SAMPLES = Path(__file__).parent.parent.parent / "shared/lms/formats/moodle"
HOSTILE = "a}b~c#d {1:MULTICHOICE:=x} ]]> @@PLUGINFILE@@ \\} <b> 'q' \"z\" &amp; =1 %50% Ω/"


def exported(*exercises: Exercise, title: str = "") -> str:
    return str(exported_files("moodle-xml", list(map(alone, exercises)), Wishes(title))["key/moodle.xml"])


def cloze_fields(exercise: Exercise) -> list[Field]:
    return [
        field for one in read_questions(exported(exercise)) if one.get("type") == "cloze" for field in fields_of(one)
    ]


def orders_of(exercise: Exercise) -> list[Ordering]:
    return [read_ordering(one) for one in read_questions(exported(exercise)) if one.get("type") == "ordering"]


@pytest.mark.sweep
@dealt(12)
@pytest.mark.parametrize("kind", KINDS)
def test_moodle_gives_the_marks_that_grade_gives(kind: str, deal: Deal, window: int) -> None:
    ids = deal(ids_of(kind), window) or ids_of(kind)[:1]
    for exercise in (asking_all(BANK[id_]) for id_ in ids):
        check_marks(exercise, cloze_fields(exercise), max(8, 300 // len(ids)))


@chunks(1, 4, 20)
def test_moodle_gives_the_marks_that_grade_gives_for_what_is_generated(chunk: int, window: int) -> None:
    """Random requests have conventions, numbers and shapes that no problem of the bank has."""
    for seed in range(chunk * 12, chunk * 12 + 12):
        kind, parameters = random_request(random.Random(shifted(seed, window)))
        try:
            exercise = asking_all(certified(kind, parameters, str(seed)).exercise)
        except RequestError:
            continue
        check_marks(exercise, cloze_fields(exercise), 12)
        check_order(exercise, 6)


@dealt(3)
@pytest.mark.parametrize("kind", KINDS)
def test_the_right_answers_earn_all(kind: str, deal: Deal, window: int) -> None:
    for id_ in deal(ids_of(kind)[::3], window):
        exercise = asking_all(BANK[id_])
        fields = cloze_fields(exercise)
        marks = platform_marks(fields, filled_in(exercise, fields, exercise.solve()))
        assert marks == pytest.approx(dict.fromkeys(marks, 1))


@pytest.mark.sweep
@dealt(3)
@pytest.mark.parametrize("kind", KINDS)
def test_what_stands_where_nothing_belongs_takes_nothing_and_following_on_earns_nothing(
    kind: str, deal: Deal, window: int
) -> None:
    for id_ in deal(ids_of(kind)[::6], window):
        exercise = asking_all(BANK[id_])
        fields, right = cloze_fields(exercise), exercise.solve()
        parts = [part for part in dict.fromkeys(field.part for field in fields) if sort_of(exercise, part) != "list"]
        for seed in range(12):
            rng = random.Random(f"{id_} {seed}")
            answers = {part: changed(rng, exercise, part, right[part], extras=True) for part in parts}
            marks = platform_marks(fields, filled_in(exercise, fields, answers))
            alone, followed = our_marks(exercise, answers), our_marks(exercise, answers, Fraction(1, 2))
            for part in parts:
                low, high = bounds(exercise, part, alone[part], right[part])
                too_many = len(answers[part].keys() - right[part].keys()) if isinstance(right[part], dict) else 0
                taken = Fraction(too_many, max(1, len(right[part]))) if too_many else Fraction(0)
                assert low - 1e-6 <= marks[part] <= high + taken + 1e-6, (id_, part)
                assert followed[part] <= (1 + marks[part]) / 2 + 1e-6, (id_, part)  # half of what is wrong at most


@pytest.mark.sweep
def test_a_list_that_is_too_long_earns_no_more_than_its_length_allows() -> None:
    exercise = asking_all(BANK["deep-cutoff"])
    fields, right = cloze_fields(exercise), exercise.solve()["visited"]
    for seed in range(200):
        given = changed(random.Random(seed), exercise, "visited", right, extras=True)
        marks = platform_marks(fields, filled_in(exercise, fields, {"visited": given}))["visited"]
        ours = our_marks(exercise, {"visited": given})["visited"]
        assert marks <= ours * Fraction(max(len(given), len(right)), len(right)) + 1e-6


def check_order(exercise: Exercise, seeds: int) -> None:
    """Check that Moodle marks an order of all nodes as `grade` does, but for one in which no two are in order."""
    for order in orders_of(exercise):
        right = exercise.solve()["visited"]
        assert order.names == tuple(right)
        for seed in range(seeds):
            given = nearly(random.Random(f"{exercise.problem.id} {seed}"), right)
            assert order.fraction(given) == our_marks(exercise, {"visited": given})["visited"], given
        assert order.fraction(right) == 1
        assert (order.fraction(right[::-1]), our_marks(exercise, {"visited": right[::-1]})["visited"]) == (
            0,
            Fraction(1, len(right)),
        )


def nearly(rng: random.Random, names: list[str]) -> list[str]:
    """Return the names with some moved, or in any order, in which two at least stand as they did."""
    given = list(names)
    for _ in range(rng.randint(0, len(names))):
        given.insert(rng.randrange(len(names)), given.pop(rng.randrange(len(names))))
    return given if given != names[::-1] else names


@pytest.mark.sweep
@chunks(1, 3, 3)
def test_an_order_of_all_nodes_is_a_question_of_its_own_that_moodle_marks_as_grade_does(chunk: int) -> None:
    exercises = [BANK[id_] for id_ in [*ids_of("minimax"), *ids_of("expectiminimax")][chunk::3]]
    ordered = [exercise for exercise in map(asking_all, exercises) if orders_of(exercise)]
    assert len(ordered) > 5
    for exercise in ordered:
        check_order(exercise, 12)


def test_an_order_of_what_a_search_leaves_over_is_no_question_of_its_own() -> None:
    assert not orders_of(asking_all(load_problem(ALPHA_BETA)))
    assert not orders_of(asking_all(load_problem(ALPHA_BETA | {"tree": [[2, 3], [4, 5]]})))  # nothing is cut: an answer
    assert orders_of(asking_all(load_problem(ALPHA_BETA | {"kind": "minimax"})))


def test_what_is_there_to_sort_is_all_that_a_search_can_come_to() -> None:
    tree = {"max": [{"id": "A", "static": 1, "min": [3, 5]}, {"id": "B", "value": 2}], "id": "R"}
    exercise = load_problem(MINIMAX | {"tree": tree, "depth": 1, "ask": ["visited"]})
    assert orders_of(exercise) == [Ordering(("R", "A", "B"))]


def test_an_order_that_is_all_that_is_asked_is_the_only_question_and_others_stand_beside_it() -> None:
    assert shapes(["visited"]) == [("ordering", "T (q1)", "1", "q1")]
    assert shapes(["value", "visited", "labelling", "values"]) == [
        ("cloze", "T (q1)", "18", "q1"),
        ("ordering", "T (q1): visited", "6", "q1-visited"),
        ("essay", "T (q1): file", "9", "q1-file"),
    ]
    assert [sort for sort, *_ in shapes(["visited", "labelling"])] == ["ordering", "essay"]


def shapes(ask: list[str]) -> list[tuple[str | None, ...]]:
    points = {part: {"value": 1, "visited": 2, "labelling": 3, "values": 5}[part] for part in ask if len(ask) > 1}
    exercise = load_problem(MINIMAX | {"title": "T", "ask": ask, "points": points})
    read = read_questions(exported(exercise))[1:]
    return [
        (one.get("type"), *map(one.findtext, ("name/text", "defaultgrade", "idnumber")))  # type: ignore[arg-type]
        for one in read
    ]


@pytest.mark.parametrize(("ask", "sort"), [(["value", "visited"], "cloze"), (["visited"], "ordering")])
def test_parts_of_a_variant_stay_in_one_question(ask: list[str], sort: str) -> None:
    variants = tuple(load_problem(MINIMAX | {"id": f"q{n}", "ask": ask}) for n in (1, 2))
    source = str(exported_files("moodle-xml", [Pool("q", "A", variants)], Wishes("W"))["key/moodle.xml"])
    _, *questions = read_questions(source)
    assert [one.get("type") for one in questions] == [sort, sort]
    fields = [field for one in questions if sort == "cloze" for field in fields_of(one)]
    assert len([field for field in fields if field.part == "visited"]) == (14 if fields else 0)


@pytest.mark.parametrize("typed", ["3", "+3", "3.0", "3.", " 3 ", "3e0", "03", "3.000"])
def test_a_whole_number_counts_however_its_decimals_are_written(typed: str) -> None:
    (field,) = [one for one in cloze_fields(BANK["minimax-textbook"]) if one.part == "value"]
    assert field.mark(typed) == field.most


@pytest.mark.parametrize(
    ("typed", "is_right"),
    [
        *((typed, True) for typed in ("35/4", "+35/4", "70/8", "8.75", "8.7500", "8.745", "8.755")),
        *((typed, False) for typed in ("8.756", "8.74", "35/5", "35", "8,75", "-", "inf")),
    ],
)
def test_a_fraction_counts_as_a_fraction_and_rounded(typed: str, *, is_right: bool) -> None:
    tree = {"chance": [{"p": "1/4", "value": 2}, {"p": "3/4", "value": 11}]}
    data = {"format": "gametree-problem/1", "id": "q1", "kind": "expectiminimax", "tree": tree, "ask": ["value"]}
    exercise = load_problem(data)
    (field,) = cloze_fields(exercise)
    assert bool(field.mark(typed)) is is_right
    if typed not in {"8,75", "-", "inf"}:
        assert our_marks(exercise, {"value": typed})["value"] == is_right


@pytest.mark.parametrize(
    ("typed", "is_right"), [("inf", True), ("-inf", False), ("Inf", False), ("3", False), ("", False)]
)
def test_infinity_counts_as_it_is_written_in_answers(typed: str, *, is_right: bool) -> None:
    exercise = load_problem(ALPHA_BETA | {"ask": ["windows"]})
    beta = cloze_fields(exercise)[1]
    assert beta.label.endswith("β")
    assert bool(beta.mark(typed)) is is_right


MINIMAX = {"format": "gametree-problem/1", "id": "q1", "kind": "minimax", "tree": [[3, 5], [2, 9]]}
ALPHA_BETA = {"format": "gametree-problem/1", "id": "q1", "kind": "alpha-beta", "tree": [[3, 5], [2, 9]]}


def test_weights_are_whole_and_stand_to_each_other_as_the_points() -> None:
    data = ALPHA_BETA | {"ask": ["value", "values", "pruned"], "points": {"value": 2.5, "values": 2, "pruned": 1}}
    fields = cloze_fields(load_problem(data))
    weights: dict[str, Fraction] = {}
    for field in fields:
        weights[field.part] = weights.get(field.part, Fraction(0)) + field.most
    assert weights == {"value": 15, "values": 12, "pruned": 6}


def test_no_field_is_wider_than_another() -> None:
    for id_ in BANK.ids[::5]:
        assert {field.longest for field in cloze_fields(asking_all(BANK[id_])) if not field.options} <= {20}


def test_wrong_numbers_of_one_rule_are_told_what_is_done_instead() -> None:
    text = read_questions(exported(BANK["minimax-textbook"]))[1].findtext("questiontext/text") or ""
    assert re.search(r"\{\d+:NUMERICAL:=3:0~%0%6:0#Your numbers fit MAX taking the smallest", text)


@pytest.mark.parametrize(("id_", "is_said"), [("when-to-risk", True), ("skipped-on-both-sides", False)])
def test_who_is_asked_for_a_smallest_number_is_told_how_none_is_written(id_: str, *, is_said: bool) -> None:
    assert ("Write none where there is no such number" in exported(BANK[id_])) is is_said


def test_an_end_that_a_wrong_rule_gives_is_told_what_is_done_instead_but_none_at_which_x_ends_for_all() -> None:
    sides, selects = (
        read_questions(exported(BANK[id_]))[1].findtext("questiontext/text") or ""
        for id_ in ("skipped-on-both-sides", "constant-that-selects")
    )
    assert re.search(r"1\. to \{\d:NUMERICAL:=5:0~%0%8:0#You have the range in which the claim does not hold", sides)
    assert "~%0%1.151581:0.005#You have the range in which" in selects
    assert "~%0%0:0#" not in selects


def test_parts_that_no_platform_marks_are_files_in_a_second_question_and_are_said() -> None:
    exercise = load_problem(
        ALPHA_BETA | {"ask": ["value", "cutoffs"], "points": {"value": 1, "cutoffs": 2}, "title": "T"}
    )
    category, main, file = read_questions(exported(exercise))
    assert category.findtext("category/text") == "$course$/top/T"
    assert (main.get("type"), file.get("type")) == ("cloze", "essay")
    assert (main.findtext("name/text"), file.findtext("name/text")) == ("T (q1)", "T (q1): file")
    assert (main.findtext("defaultgrade"), file.findtext("defaultgrade")) == ("1", "2")
    assert file.findtext("filetypeslist") == ".yaml,.yml,.json"
    assert "Cutoffs" in (main.findtext("questiontext/text") or "")
    assert [one.get("name") for one in file.findall("questiontext/file")] == ["tree-1.svg", "answers.yaml"]
    assert list(FORMATS["moodle-xml"].notes([alone(exercise)])) == [
        "q1: cutoffs is handed in as a file, which grade marks: which rows there are is for students to find, and a platform cannot add any"
    ]
    files = exported_files("moodle-xml", [alone(exercise)], Wishes())
    assert load_problem(str(files["key/files/q1.yaml"]).encode()).problem.ask == ("cutoffs",)


def test_what_is_to_be_said_of_many_exercises_is_said_once() -> None:
    asked = ALPHA_BETA | {"ask": ["value", "cutoffs"]}
    pools = [alone(load_problem(asked | {"id": f"q{number}"})) for number in range(1, 7)]
    assert list(FORMATS["moodle-xml"].notes(pools)) == [
        "q1, q2, q3, q4 and 2 more: cutoffs is handed in as a file, which grade marks: which rows there are is for students to find, and a platform cannot add any"
    ]


def test_a_pool_of_several_is_a_category_of_its_own_and_its_file_a_question_above() -> None:
    variants = tuple(load_problem(ALPHA_BETA | {"id": f"q{n}", "ask": ["value", "cutoffs"]}) for n in (1, 2))
    single = alone(BANK["minimax-textbook"])
    source = str(exported_files("moodle-xml", [Pool("q", "A/B", variants), single], Wishes("Week 5"))["key/moodle.xml"])
    found = [
        (one.get("type"), one.findtext("category/text") or one.findtext("name/text")) for one in read_questions(source)
    ]
    assert found == [
        ("category", "$course$/top/Week 5"),
        ("essay", "A/B (q): file"),
        ("cloze", CarriedExercise(BANK["minimax-textbook"]).name),
        ("category", "$course$/top/Week 5/A//B (q)"),
        ("cloze", "q1"),
        ("cloze", "q2"),
    ]
    assert "in the question “A/B (q): file”" in (read_questions(source)[4].findtext("questiontext/text") or "")


def test_pools_of_one_title_are_categories_of_their_own() -> None:
    pools = [Pool(name, "T", tuple(load_problem(ALPHA_BETA | {"id": f"{name}{n}"}) for n in (1, 2))) for name in "ab"]
    source = str(exported_files("moodle-xml", pools, Wishes("W"))["key/moodle.xml"])
    assert re.findall(r"top/W/(.*)</text>", source) == ["T (a)", "T (b)"]


def test_a_title_with_letters_that_no_document_may_have_is_shown_as_escapes() -> None:
    (category, *_) = read_questions(exported(BANK["minimax-textbook"], title="a\x0b\x01/b"))
    assert category.findtext("category/text") == r"$course$/top/a\x0b\x01//b"


@pytest.mark.sweep
@in_turn(4)
def test_numbers_of_questions_are_different() -> None:
    questions = read_questions(exported(*map(BANK.__getitem__, BANK.ids)))
    numbers = [one.findtext("idnumber") for one in questions if one.get("type") != "category"]
    assert len(numbers) == len(set(numbers))
    assert None not in numbers


def hostile() -> Exercise:
    tree = {"id": HOSTILE, "max": [{"id": f"{HOSTILE}1", "value": 3}, {"id": "-", "move": HOSTILE, "value": 5}]}
    data = ALPHA_BETA | {"id": "q-9", "kind": "minimax", "title": HOSTILE, "tree": tree}
    return asking_all(load_problem(data))


def test_foreign_text_is_no_field_no_file_and_no_markup() -> None:
    exercise = hostile()
    question = read_questions(exported(exercise, title=HOSTILE))[1]
    assert question.findtext("name/text") == f"{HOSTILE} (q-9)"
    text = question.findtext("questiontext/text") or ""
    assert text.count("@@PLUGINFILE@@") == 2 - ("answers.yaml" not in text)
    assert "<b>" not in text
    fields = fields_of(question)
    assert {field.part for field in fields} <= set(exercise.problem.ask)
    assert [field.label for field in fields if field.part == "values"] == [HOSTILE]
    (move,) = [field for field in fields if field.part == "best-move"]
    assert move.options == (f"{HOSTILE}1", HOSTILE)
    assert platform_marks(fields, filled_in(exercise, fields, exercise.solve())) == pytest.approx(
        dict.fromkeys({field.part for field in fields}, 1)
    )


@dealt(4)
def test_what_students_see_does_not_follow_from_the_solution(deal: Deal, window: int) -> None:
    for id_ in deal(BANK.ids[::6], window):
        exercise = BANK[id_]
        for rule in exercise.kind.wrong.rules(exercise.problem)[:4]:
            answers = {**exercise.solution.answers, **rule.answer({})}
            other = exercise._replace(solution=exercise.solution._replace(answers=answers))
            assert seen(other) == seen(exercise)


def seen(exercise: Exercise) -> list[object]:
    """Return what a student sees: the text with fields blotted out, and of each field its options and its width."""
    found: list[object] = []
    for question in read_questions(exported(exercise)):
        text = question.findtext("questiontext/text") or ""
        fields = fields_of(question)
        found += [
            re.sub(r"\{[0-9]*:[A-Z_]+:.*?\}", "___", text),
            *((one.part, one.label, one.options) for one in fields),
        ]
        found += [one.longest for one in fields if one.longest < 21]
        found += [file.text for file in question.findall("questiontext/file")]
    return found


@pytest.mark.skipif(not SAMPLES.exists(), reason="there is no folder shared/lms beside the checkout")
def test_the_reader_gives_the_marks_that_moodle_gave_for_a_known_file() -> None:
    question = next(
        one for one in read_questions((SAMPLES / "game-tree.xml").read_text()) if one.get("type") == "cloze"
    )
    fields = fields_of(question)
    assert sum(field.most for field in fields) == 18
    for case in json.loads((SAMPLES / "game-tree.responses.json").read_text())["minimax seed 42"]:
        given = [response_of(case["response"], place, field) for place, field in enumerate(fields, 1)]
        earned = float(sum(field.mark(one) for field, one in zip(fields, given, strict=True)))
        expected = {"all": 18, "A=4,": 17, "B": 16, "one": 14}[case["label"].split()[0]]
        assert earned == pytest.approx(expected), case["label"]


def response_of(response: dict[str, str], place: int, field: Field) -> str | int | frozenset[int] | None:
    if field.is_ticked:
        return frozenset(n for n in range(len(field.options)) if f"sub{place}_choice{n}" in response)
    typed = response.get(f"sub{place}_answer")
    return int(typed) if typed is not None and field.options else typed


def test_all_that_is_written_is_for_instructors() -> None:
    assert all(name.startswith("key/") for name in exported_files("moodle-xml", [alone(BANK["deep-cutoff"])], Wishes()))


def test_the_command_says_which_parts_are_files(tmp_path: Path) -> None:
    done = run("export", "deep-cutoff", "--to", "moodle-xml", "--out", str(tmp_path / "out"))
    assert done.code == 0
    assert "deep-cutoff: cutoffs is handed in as a file, which grade marks" in done.err
