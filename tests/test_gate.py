"""The gate: jsonschema-rs decides, jsonschema explains, and both give one verdict."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from console import ROOT
from shaped_documents import NEGATIVE, POSITIVE, load, names, schema_of
from windows import chunks, shifted

from grader.core.documents.shape import explainer, fits, load_schema, validator
from grader.grading.bank import bank_folders

SCHEMAS = sorted(file.name.removesuffix(".schema.json") for file in (ROOT / "schemas").glob("*.schema.json"))


def bank_documents() -> Iterator[tuple[str, Any]]:
    """Yield (schema, data) of every document in the problem bank, and of the answers in every submission."""
    for kind, folder in ((path.parent.name, path) for path in map(Path, bank_folders().values())):
        yield "problem", load(folder / "problem.yaml")
        yield f"problem-{kind}", load(folder / "problem.yaml")
        yield "expected", load(folder / "expected.yaml")
        for file in sorted((folder / "submissions").iterdir()):
            submission = load(file)
            yield "submission", submission
            for answers in submission["answers"].values():
                if answers is not None:
                    yield f"answers-{kind}", answers


@cache
def all_documents() -> list[tuple[str, Any]]:
    """Return every document that the tests know, with its schema."""
    return [*((schema_of(file), load(file)) for file in (*POSITIVE, *NEGATIVE)), *bank_documents()]


def disagree(schema: str, data: Any) -> bool:
    """Return whether the validators give different verdicts; of what is handed in there are three."""
    said = {validator(schema).is_valid(data), explainer(schema).is_valid(data)}
    return len(said | ({fits(schema, data)} if is_handed_in(schema) else set())) > 1


def is_handed_in(schema: str) -> bool:
    """Return whether documents of this schema come from students."""
    return schema == "submission" or schema.startswith("answers-")


def test_the_folder_holds_documents_for_every_schema() -> None:
    assert {schema_of(file) for file in POSITIVE} == {schema_of(file) for file in NEGATIVE}
    covered = {"problem" if name.startswith("problem") else name for name in SCHEMAS if name != "common"}
    assert covered == {schema_of(file) for file in NEGATIVE}


@pytest.mark.parametrize("file", POSITIVE, ids=names)
def test_right_documents_pass_both(file: Path) -> None:
    data = load(file)
    assert validator(schema_of(file)).is_valid(data)
    assert not disagree(schema_of(file), data)
    assert list(explainer(schema_of(file)).iter_errors(data)) == []


@pytest.mark.parametrize("file", NEGATIVE, ids=names)
def test_wrong_documents_fail_both_at_the_same_places(file: Path) -> None:
    data = load(file)
    assert not validator(schema_of(file)).is_valid(data)
    assert not disagree(schema_of(file), data)
    slow = {tuple(error.absolute_path) for error in explainer(schema_of(file)).iter_errors(data)}
    fast = {tuple(error.instance_path) for error in validator(schema_of(file)).iter_errors(data)}
    assert slow == fast
    assert slow


@pytest.mark.parametrize("file", [file for file in NEGATIVE if file.suffix == ".yaml"], ids=names)
def test_wrong_documents_fail_where_their_first_line_says(file: Path) -> None:
    said = file.read_text(encoding="utf-8").splitlines()[0].removeprefix("# fails at ").split()
    errors = explainer(schema_of(file)).iter_errors(load(file))
    plain = {
        "$" + "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in error.absolute_path) for error in errors
    }
    assert plain == set(said)


@pytest.mark.sweep
def test_every_document_of_the_bank_passes_both() -> None:
    documents = list(bank_documents())
    assert len(documents) > 100
    malformed = [(schema, data) for schema, data in documents if not validator(schema).is_valid(data)]
    assert all(schema.startswith("answers-") for schema, _ in malformed)  # these are there to be refused
    assert not [schema for schema, data in documents if disagree(schema, data)]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_schemas_are_valid_themselves(schema: str) -> None:
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(load_schema(schema))
    assert load_schema(schema)["$id"] == f"{schema}.schema.json"


WORDS = (
    "x 3 -2.5 7/3 1/0 0/0 00/00 . .5 5. + +.5e-3 1e999 1e1000 1e+1 inf -inf +inf .inf .nan NaN exact 999 "
    "1000 sqrt(2) sqrt(-1) sqrt(2 any null true NO ½ ٣ ３ −3 1_0 0x1 ../../etc/passwd A:n \\N "
)
NASTY: tuple[Any, ...] = (
    *(None, True, False, [], {}, [[]], [{}], {"": ""}, {"max": []}, {"value": 1, "max": [1]}, [1, [2, []]], "", " "),
    *("3\n", "\n3", "3 ", " 3", "1\n\n", "inf\n", "exact\n", "first\n", "a" * 100, "a" * 101, "😀" * 100, "😀" * 101),
    *("é" * 101, "e\u0301" * 60, "a" * 201, "\x00", "a\x7f", "a\x85", "\u2028", "\u202e", "<IMG SRC=x>"),
    *("sha256:" + "0" * 64, "sha256:" + "0" * 64 + "\n", "S" * 71, 0, -0.0, 1, -1, 1.0, 0.5, -0.5, 999, 1000),
    *(1e15, 1e308, 5e-324, 2**31, 2**53 + 1, 2**63, 2**64, -(2**63) - 1, 10**30),
    *WORDS.split(),
)


def places_in(data: Any) -> list[tuple[Any, Any]]:
    """Return every (holder, key or index) below the data."""
    found, open_ = [], [data]
    while open_:
        holder = open_.pop()
        below = holder.items() if isinstance(holder, dict) else enumerate(holder)
        for step, value in below:
            found.append((holder, step))
            if isinstance(value, dict | list):
                open_.append(value)
    return found


def mutate(rng: random.Random, data: Any, keys: list[str]) -> Any:
    """Return the data with one to three things deleted, replaced, inserted or renamed somewhere."""
    top = [copy.deepcopy(data)]
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        holder, step = rng.choice([(top, 0), *places_in(top[0])] if isinstance(top[0], dict | list) else [(top, 0)])
        pick = rng.random()
        if pick < 0.45 or holder is top:
            holder[step] = copy.deepcopy(rng.choice(NASTY))
        elif pick < 0.6:
            del holder[step]
        elif isinstance(holder, list):
            holder.insert(step, copy.deepcopy(rng.choice([*NASTY, *holder])))
        elif pick < 0.8:
            holder[rng.choice(keys)] = copy.deepcopy(rng.choice(NASTY))
        else:
            holder[rng.choice([*keys, *(text for text in NASTY if isinstance(text, str))])] = holder.pop(step)
    return top[0]


def sweep(seed: int, count: int) -> tuple[int, int]:
    """Hold both validators to one verdict on mutated documents; return how many were right and how many wrong."""
    rng = random.Random(seed)
    documents = all_documents()
    keys = sorted(
        {
            step
            for _, data in documents
            if isinstance(data, dict)
            for _, step in places_in(data)
            if isinstance(step, str)
        }
    )
    verdicts = [0, 0]
    for _ in range(count):
        schema, data = rng.choice(documents)
        mutated = mutate(rng, data, keys)
        assert not disagree(schema, mutated), (schema, mutated)
        verdicts[validator(schema).is_valid(mutated)] += 1
    return verdicts[1], verdicts[0]


@pytest.mark.parametrize(
    "text", ["\u2028", "\u2029", "\r", "\n", "\x85", "\x1c", "\ufeff", "\u00a0", "x\u2028", ""], ids=repr
)
def test_both_give_one_verdict_on_a_range_that_engines_take_for_the_end_of_a_line(text: str) -> None:
    for answer in (text, [text, "(-inf, 5]"]):
        assert not disagree("answers-threshold", {"range": answer})


@chunks(every=2, longer=7, whole=54)
def test_both_give_one_verdict_on_mutated_documents(chunk: int, window: int) -> None:
    right, wrong = sweep(shifted(chunk, window), 1000)
    assert right > 50
    assert wrong > 500
