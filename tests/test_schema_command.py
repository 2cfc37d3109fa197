"""`gametree schema`: one schema in one piece, with the verdicts of the many that it is made from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from console import ROOT, run
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.exceptions import NoSuchResource
from shaped_documents import NEGATIVE, POSITIVE, load, schema_of
from turns import in_turn

from grader.core.documents.shape import bundled_schema, explainer, schema_names

names = pytest.mark.parametrize("name", schema_names())


def refuse(uri: str) -> Any:
    """Find no other schema, as other programs do."""
    raise NoSuchResource(ref=uri)


def validator(name: str) -> Any:
    """Return a validator that has this one schema and nothing else."""
    return Draft202012Validator(bundled_schema(name), registry=Registry(retrieve=refuse))  # type: ignore[call-arg]


def references(part: Any) -> set[str]:
    """Return all that a part of a schema refers to."""
    if isinstance(part, list):
        return set().union(*map(references, part))
    if not isinstance(part, dict):
        return set()
    return set().union(*map(references, part.values())) | (
        {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
    )


def found(schema: Any, pointer: str) -> Any:
    """Return what a reference leads to."""
    for step in pointer.removeprefix("#/").split("/"):
        schema = schema[step]
    return schema


@in_turn(3)
@names
def test_every_reference_stays_in_the_schema_and_leads_somewhere(name: str) -> None:
    schema = bundled_schema(name)
    Draft202012Validator.check_schema(schema)
    for reference in references(schema):
        assert reference.startswith("#/")
        assert found(schema, reference)
    assert '"$id"' not in json.dumps(schema)


@pytest.mark.parametrize("file", [*POSITIVE, *NEGATIVE], ids=lambda file: file.name)
def test_schema_in_one_piece_finds_the_same_faults_as_the_many(file: Path) -> None:
    name, data = schema_of(file), load(file)
    apart = {(tuple(error.absolute_path), error.message) for error in explainer(name).iter_errors(data)}
    assert {(tuple(error.absolute_path), error.message) for error in validator(name).iter_errors(data)} == apart
    assert bool(apart) or file.parent.name == "positive"


def test_problems_fit_as_other_programs_read_them_but_for_ids_that_need_quotes_there() -> None:
    """Other readers of YAML make numbers of numbers, which is right, and of `010` and `no`, which are ids here."""
    files = sorted((ROOT / "problem_bank").glob("*/*/problem.yaml"))
    usual = {file.parent.name: yaml.load(file.read_text("utf-8"), yaml.CSafeLoader) for file in files}
    in_one_piece = validator("problem")
    wrong = {id_ for id_, data in usual.items() if not in_one_piece.is_valid(data)}
    assert len(files) > 50
    assert wrong == {"ids-that-look-like-numbers", "minimax-yaml-looking-ids"}


@names
def test_command_prints_the_schema(name: str) -> None:
    ran = run("schema", name)
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == bundled_schema(name)


def test_unknown_schema_is_refused_with_the_nearest_name_and_all_there_are() -> None:
    ran = run("schema", "problm")
    assert ran.code == 2
    assert 'there is no schema "problm", expected adjust, answers-alpha-beta' in ran.err
    assert 'did you mean "problem"?' in ran.err
    assert run("schema", "common").code == 2  # no document is checked by it


def test_names_of_schemas_are_completed() -> None:
    from click.shell_completion import ShellComplete

    from grader.cli.main import gametree

    complete = ShellComplete(gametree, {}, "gametree", "_GAMETREE_COMPLETE")
    assert [each.value for each in complete.get_completions(["schema"], "re")] == ["report", "request", "result"]
