"""`gametree export --to qti21`: packages that the official schemas accept, and items that give the marks that `grade` gives."""

from __future__ import annotations

import io
import random
import re
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import oracle
import pytest
from banked import BANK, SOLVED_IDS, ids_of
from banked import KINDS_OF_BANK as KINDS
from console import run
from platform_fields import asking_all, changed, filled_in, numbers_together, our_marks
from qti_model import Item
from turns import in_turn
from windows import Deal, dealt

from grader import Exercise, load_problem
from grader.core.answers.part import flows_from_nothing
from grader.kinds import write_problem
from grader.platforms.question_items import FORMATS, Pool, Wishes, alone

SHARED = Path(__file__).parent.parent.parent / "shared/lms"
SCHEMAS = SHARED / "schemas/qti2"
LINE_BY_LINE = ("visited",)
"""Parts of which a platform marks each place for itself: at most what `grade` gives for the longest run."""


def package(*pools: Pool) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(dict(FORMATS["qti21"].write(pools, Wishes()))["key/qti21.zip"]))  # type: ignore[arg-type]


def items_of(*exercises: Exercise) -> dict[str, str]:
    held = package(*map(alone, exercises))
    return {
        name: held.read(name).decode() for name in held.namelist() if name.startswith("items/") and name[-4:] == ".xml"
    }


def main_item(exercise: Exercise) -> Item | None:
    sources = [source for name, source in items_of(exercise).items() if not name.endswith("-file.xml")]
    return Item(sources[0]) if sources else None


def typed(item: Item, exercise: Exercise, answers: Any) -> list[Any]:
    """Return the responses of a student who writes numbers as the item wants them: as decimals where it reads numbers."""
    responses = filled_in(exercise, item.fields, answers)
    return [
        in_decimals(one, 9 if item.is_float(name) else 5) if isinstance(one, str) else one
        for name, one in zip(item.names, responses, strict=True)
    ]


def in_decimals(text: str, places: int) -> str:
    """Return a number as a decimal where it is read as one, or is too long to be among the ways to write it; else the text."""
    if places == 5 and (plain := re.fullmatch(r"\+?(-?[0-9]+)\.0*", text)):
        return plain[1]
    is_long = len(text.partition(".")[2]) > 5 and not (places == 5 and "e" in text)
    is_read = "/" in text and places > 5
    return f"{float(Fraction(text)):.{places}f}" if is_read or is_long else text


def in_words(answers: Any) -> Any:
    """Return answers in which true and false are words, as they stand to choose from."""
    if isinstance(answers, dict):
        return {key: in_words(one) for key, one in answers.items()}
    return str(answers).lower() if isinstance(answers, bool) else answers


def earned_here(exercise: Exercise, answers: Any, parts: set[str], follow_through: Any) -> dict[str, Fraction]:
    shares = our_marks(exercise, answers, follow_through)
    return {part: share * exercise.problem.points[part] for part, share in shares.items() if part in parts}


def as_wholes(exercise: Exercise, answers: Any) -> None:
    """Change all numbers that count together or none: a platform gives a share for each."""
    right = exercise.solve()
    for part in [part for part in answers if numbers_together(exercise, part)]:
        if isinstance(right[part], dict):
            answers[part] = {
                name: as_whole(one, right[part][name]) if name in right[part] else one
                for name, one in answers[part].items()
            }
        else:
            answers[part] = as_whole(answers[part], right[part])


def as_whole(given: list[Any], right: list[Any]) -> list[Any]:
    """Return numbers of which all are wrong where one is."""
    is_right = [str(one) for one in given] == [str(one) for one in right]
    return given if is_right else [str(place - 77) for place in range(len(right))]


def follows_on_a_platform(exercise: Exercise) -> bool:
    """Return whether an engine is told of anything what it follows from."""
    return any(part.flow is not flows_from_nothing for part in exercise.kind.parts.values())


@dealt(8)
@pytest.mark.parametrize("kind", KINDS)
def test_an_item_gives_the_marks_that_grade_gives(kind: str, deal: Deal, window: int) -> None:
    ids = ids_of(kind)
    for id_ in deal(ids, window) or ids[:1]:
        exercise = asking_all(BANK[id_])
        item = main_item(exercise)
        if item is None:
            continue
        right = exercise.solve()
        parts = {field.part for field in item.fields}
        is_followed = exercise.problem.conventions.decimals is not None and follows_on_a_platform(exercise)
        for seed in range(12):
            rng = random.Random(f"{id_} {seed}")
            answers = {part: changed(rng, exercise, part, right[part], extras=False) for part in parts}
            as_wholes(exercise, answers)
            ours = earned_here(exercise, answers, parts, Fraction(1, 2) if is_followed else 0)
            earned = item.score(typed(item, exercise, answers))
            low = sum(share for part, share in ours.items() if part not in (*LINE_BY_LINE, *STEPPED))
            assert float(low) - 1e-6 <= earned, (id_, answers)
            if not parts & {*LINE_BY_LINE, *STEPPED, *ONE_BY_ONE}:
                assert earned <= float(sum(ours.values())) + 1e-6, (id_, answers)


STEPPED = ("best-move", "strategy", "choice", "smallest", "largest", "range")
"""Parts in which something follows that no engine calculates, or in which `grade` gives half for nearly all."""
ONE_BY_ONE = ("claims", "because", "strategy", "range")


@dealt(4)
@pytest.mark.parametrize("kind", ["minimax", "expectiminimax"])
def test_a_number_that_follows_from_wrong_ones_earns_its_share(kind: str, deal: Deal, window: int) -> None:
    followed = 0
    for id_ in deal(ids_of(kind), window):
        given = BANK[id_]
        if given.problem.conventions.decimals is None or not given.solution.answers["values"]:
            continue
        parts = tuple(
            part for part in ("value", "values", "evaluations") if part in given.problem.ask or part[0] == "v"
        )
        points = dict(zip(parts, (2, 3, 1), strict=False))
        exercise = given._replace(problem=given.problem._replace(ask=parts, points=points))
        item, data, right = main_item(exercise), write_problem(given.kind, given.problem), exercise.solve()
        assert item is not None
        for seed in range(8):
            rng = random.Random(f"{id_} {seed}")
            answers = oracle.carried_answers(rng, {**data, "ask": [*parts], "points": points})
            for part in parts[1:]:  # what stands where nothing belongs takes nothing on a platform
                answers[part] = {name: one for name, one in (answers.get(part) or {}).items() if name in right[part]}
            if not all(answers[part] for part in parts[2:]):
                continue  # of evaluations that are all blank the right ones count, which no engine can tell
            answers = {part: answers.get(part) for part in parts}
            ours = earned_here(exercise, answers, {*parts}, Fraction(1, 2))
            plain = earned_here(exercise, answers, {*parts}, 0)
            assert item.score(typed(item, exercise, answers)) == pytest.approx(float(sum(ours.values()))), (
                answers,
                exercise.solve(),
                data,
            )
            followed += ours != plain
    assert followed > 5


@dealt(4)
def test_the_solution_earns_all_and_nothing_earns_nothing(deal: Deal, window: int) -> None:
    for id_ in deal(SOLVED_IDS, window):
        exercise = asking_all(BANK[id_])
        item = main_item(exercise)
        if item is not None:
            assert item.score(typed(item, exercise, in_words(exercise.solve()))) == pytest.approx(item.most), id_
            assert item.score([None] * len(item.fields)) == 0


def test_the_known_good_example_is_read_by_the_same_player() -> None:
    source = SHARED / "formats/qti21/minimax-item.xml"
    if not source.exists():
        pytest.skip("there is no folder with examples")
    item = Item(source.read_text(encoding="utf-8"))
    assert item.most == 5


# --- The package ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schemas() -> Any:
    """Return the official schemas of items and of packages."""
    etree = pytest.importorskip("lxml.etree")
    if not SCHEMAS.exists():
        pytest.skip("there is no folder with the official schemas")
    paths = {"item": SCHEMAS / "qtiv2p1/imsqti_v2p1.xsd", "package": SCHEMAS / "imscp_v1p1.xsd"}
    return {name: etree.XMLSchema(etree.parse(str(path))) for name, path in paths.items()}


def faults(schemas: Any, held: zipfile.ZipFile) -> list[str]:
    etree = pytest.importorskip("lxml.etree")
    found = []
    for name in held.namelist():
        if name.endswith(".xml"):
            schema = schemas["package" if name == "imsmanifest.xml" else "item"]
            schema.validate(etree.fromstring(held.read(name)))
            found += [f"{name}: {error}" for error in schema.error_log]
    return found


@in_turn(3)
def test_all_of_the_bank_fits_the_official_schemas(schemas: Any) -> None:
    held = package(*(alone(asking_all(BANK[id_])) for id_ in BANK.ids))
    assert len(held.namelist()) > len(BANK.ids)
    assert faults(schemas, held) == []


HOSTILE = "a}b <b> ]]> & \"z\" 'q' é Ω\u202e @@x@@"


def test_hostile_names_stay_text(schemas: Any) -> None:
    tree = {"id": HOSTILE, "max": [{"id": "x<y", "value": 3}, {"id": "&amp;", "value": 4}]}
    stated = {"format": "gametree-problem/1", "id": "q1", "title": HOSTILE, "kind": "minimax", "tree": tree}
    exercise = load_problem({**stated, "ask": ["value", "values", "best-move", "principal-variation"]})
    assert faults(schemas, package(alone(exercise))) == []
    item = main_item(exercise)
    assert item is not None
    assert "x<y" in next(field.options for field in item.fields if field.part == "best-move")


def test_variants_are_a_section_that_picks_one(schemas: Any) -> None:
    two = tuple(BANK[id_] for id_ in ("minimax-textbook", "minimax-four-plies"))
    held = package(Pool("p", "Minimax", two), alone(BANK["minimax-tie-last"]))
    assert faults(schemas, held) == []
    test = held.read("test.xml").decode()
    assert test.count('<selection select="1" />') == 1
    assert test.count("<assessmentItemRef ") == 3


def test_every_file_of_the_package_is_listed_and_every_listed_one_is_there() -> None:
    held = package(*(alone(asking_all(BANK[id_])) for id_ in BANK.ids[::10]))
    manifest = held.read("imsmanifest.xml").decode()
    import re

    assert {*re.findall(r'<file href="([^"]+)"', manifest)} == {*held.namelist()} - {"imsmanifest.xml"}


def test_what_is_seen_does_not_follow_from_the_answer() -> None:
    exercise = BANK["minimax-textbook"]
    other = BANK["minimax-four-plies"]
    for one in (exercise, other):
        item = main_item(one)
        assert item is not None
        wrong = {rule.name: rule.answer({}) for rule in one.kind.wrong.rules(one.problem)}
        assert wrong
        for answers in wrong.values():
            solution = one.solution._replace(answers={**one.solution.answers, **answers})
            seen = main_item(one._replace(solution=solution))
            assert seen is not None
            assert [(f.part, f.label, f.options) for f in seen.fields] == [
                (f.part, f.label, f.options) for f in item.fields
            ]
            assert [item.is_float(n) for n in item.names] == [seen.is_float(n) for n in seen.names]


def test_the_same_exercises_are_the_same_bytes() -> None:
    first, second = (dict(FORMATS["qti21"].write([alone(BANK["star1"])], Wishes()))["key/qti21.zip"] for _ in range(2))
    assert first == second


def test_the_command_says_what_is_handed_in_as_a_file(tmp_path: Path) -> None:
    ran = run("export", "star1", "four-ply-trace", "--to", "qti21", "--out", tmp_path / "o")
    assert ran.code == 0
    assert "handed in as a file" in ran.err or "wrote 1 file" in ran.err
    assert (tmp_path / "o/key/qti21.zip").exists()
