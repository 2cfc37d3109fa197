"""Every number that an export writes is one to what reads it: the grammar of each format, held to problems with very large and very small numbers."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest
from banked import BANK, KINDS_OF_BANK, ids_of
from console import put, run
from exported_files import RESULTS, exported_files
from platform_fields import OF_ODD_NUMBERS, asking_all, with_odd_numbers
from qti_model import STATED
from windows import Deal, dealt, shifted

from generators import GENERATORS, PARAMETERS, certified
from grader import Exercise, load_problem
from grader.core.documents.writing import to_yaml
from grader.core.numbers import GRAMMAR, show_number
from grader.kinds import write_problem
from grader.platforms.question_items import FORMATS, alone

Found = Iterator[tuple[str, str]]
"""Where a number stands, and how it is written there."""

DECIMAL = r"-?(\d+(\.\d*)?|\.\d+)"


def members(content: str | bytes) -> Mapping[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as held:  # type: ignore[arg-type]  # an archive
        return {name: held.read(name).decode() for name in held.namelist() if name.endswith((".xml", ".svg", ".yaml"))}


def of_qti21(name: str, content: str | bytes) -> Found:
    """Every attribute and text that the schema of QTI 2.1 declares as a number."""
    for member, source in members(content).items() if name.endswith(".zip") else ():
        for one in ET.fromstring(source).iter() if member.endswith(".xml") else ():
            tag = one.tag.rpartition("}")[2]
            numeric = ("tolerance", "lowerBound", "upperBound", "mappedValue", "maxChoices", "expectedLength", "select")
            for at in (*numeric, *(["defaultValue"] if tag == "mapping" else [])):
                yield from ((f"{member} {tag} {at}", text) for text in (one.get(at) or "").split())
            if one.get("baseType") == "float":
                values = (
                    [one] if tag == "baseValue" else [value for value in one.iter() if value.tag.endswith("}value")]
                )
                yield from ((f"{member} {tag}", value.text or "") for value in values)


def of_latex(name: str, content: str | bytes) -> Found:
    """Lengths, and the points that the class adds up."""
    for line in str(content).splitlines():
        yield from (
            (f"{name} {line[:60]}", found) for found in re.findall(r"([-\d.][-+\d.eE]*)(?:mm|cm|in|pt)\b", line)
        )
        yield from (
            (f"{name} {line[:60]}", one.replace(r"\half", ".5")) for one in re.findall(r"\\part\[(.*?)\]", line)
        )


def of_json(name: str, content: str | bytes) -> Found:
    """Numbers of JSON, which knows neither infinities nor nan."""
    if name.endswith((".json", ".ipynb")):
        numbers: list[str] = []
        taken: Any = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), numbers.append)
        json.loads(content, **taken)
        yield from ((name, number) for number in numbers)


def of_documents(name: str, content: str | bytes) -> Found:
    """Points of problems, which are documents of ours."""
    for member, source in members(content).items():
        yield from ((member, show_number(worth)) for worth in load_problem(source.encode()).problem.points.values())


class Grammar(NamedTuple):
    """What the numbers of a format look like, and what finds them in its files: a row for each format."""

    number: str
    found: Callable[[str, str | bytes], Found]


GRAMMARS = {
    "qti21": Grammar(STATED, of_qti21),
    "latex": Grammar(DECIMAL, of_latex),
    "jupyter": Grammar(r"\d+", of_json),
    "prairielearn": Grammar(DECIMAL, of_json),
    "gradescope": Grammar(GRAMMAR, of_documents),
}
ELSEWHERE = {"moodle-xml", "canvas"}
"""Formats whose tests read what they write with a reader that knows no other numbers."""


def hostile() -> list[Exercise]:
    return list(map(with_odd_numbers, range(len(OF_ODD_NUMBERS))))


def checked(format_: str, exercises: list[Exercise]) -> int:
    """Return how many numbers there are in an export; fails where one is none to its reader."""
    grammar, seen = GRAMMARS[format_], 0
    for name, content in exported_files(format_, list(map(alone, exercises))).items():
        for where, number in grammar.found(name, content):
            assert re.fullmatch(grammar.number, number), (format_, where, number)
            seen += 1
    return seen


def test_every_format_says_what_its_numbers_look_like() -> None:
    assert GRAMMARS.keys() | ELSEWHERE == {*FORMATS}


@dealt(8)
@pytest.mark.parametrize("format_", GRAMMARS)
@pytest.mark.parametrize("kind", KINDS_OF_BANK)
def test_numbers_of_the_bank_are_numbers_to_what_reads_them(format_: str, kind: str, deal: Deal, window: int) -> None:
    of_kind = ids_of(kind)
    asked = [BANK[id_] for id_ in deal(of_kind, window) or of_kind[:1]]
    seen = checked(
        format_, asked if format_ == "gradescope" else list(map(asking_all, asked))
    )  # not all go together there
    assert seen or not any(one.problem.ask for one in asked)  # a question in words may be exported without a number


@pytest.mark.parametrize("format_", GRAMMARS)
def test_very_large_and_very_small_numbers_are_numbers_to_what_reads_them(format_: str) -> None:
    assert checked(format_, hostile())


@pytest.mark.parametrize("kind", GENERATORS)
def test_numbers_of_generated_problems_are_numbers_to_what_reads_them(kind: str, window: int) -> None:
    made = [certified(kind, PARAMETERS[kind](), str(shifted(seed, window))).exercise for seed in range(3)]
    for format_ in GRAMMARS:
        assert checked(format_, made)


@pytest.mark.parametrize("format_", [*RESULTS, "csv"])
def test_numbers_of_results_are_written_out(format_: str, tmp_path: Path) -> None:
    for exercise in hostile():
        problem = exercise.problem._replace(points=dict.fromkeys(exercise.problem.ask, Fraction(1, 3)))
        put(tmp_path / f"problems/{problem.id}.yaml", to_yaml(write_problem(exercise.kind, problem)))
        put(tmp_path / f"subs/{problem.id}.json", json.dumps({"answers": {problem.id: exercise.solve()}}))
    at = ("--at", "2026-11-20T18:00:00Z") if format_ == "ags" else ()
    ran = run("grade", tmp_path / "subs", "--problems", tmp_path / "problems", "--format", format_, *at)
    assert ran.code == 0, ran.err
    if format_ == "csv":
        rows = csv.DictReader(io.StringIO(ran.out))
        numbers = [(name, row[name]) for row in rows for name in ("q0", "earned", "possible", "percent")]
    elif format_ == "junit":
        properties = ET.fromstring(ran.out).iter("property")
        numbers = [(one.get("name") or "", one.get("value") or "") for one in properties]
    else:
        numbers = [found for line in ran.out.splitlines() for found in of_json(".json", line)]
    assert numbers or format_ == "check50"  # whose checks pass or fail
    assert [one for one in numbers if one[1] and not re.fullmatch(DECIMAL, one[1])] == []


@pytest.mark.parametrize(("format_", "file"), [("moodle-xml", "moodle.xml"), ("canvas", "canvas.zip")])
def test_a_score_that_is_a_fraction_is_right_as_a_fraction(format_: str, file: str, tmp_path: Path) -> None:
    assert run("export", "puct-two-moves", "--to", format_, "--out", tmp_path).code == 0  # A has the score 11/12
    content = (tmp_path / "key" / file).read_bytes()
    held = zipfile.ZipFile(io.BytesIO(content)) if file.endswith(".zip") else None
    texts = [content] if held is None else map(held.read, held.namelist())
    written = " ".join(text.decode(errors="replace") for text in texts).replace("&amp;#47;", "/")
    assert all(fraction in written for fraction in ("11/12", "22/24"))
