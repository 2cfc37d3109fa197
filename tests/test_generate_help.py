"""`gametree generate KIND`: the help of each kind shows what belongs to it, and nothing else is taken."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from turns import in_turn

from generators import GENERATORS
from generators.fields import FIELDS, HEADINGS, flag
from generators.request import fields_of
from grader.cli.main import gametree
from grader.kinds import KINDS


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(gametree, ["generate", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


@pytest.mark.parametrize("kind", GENERATORS)
def test_help_of_a_kind_shows_its_options_under_their_headings_and_no_others(kind: str) -> None:
    code, said = run(kind, "--help")
    assert code == 0
    fields = fields_of(kind).values()
    headings = [
        heading for heading in HEADINGS if any(field.has_option and field.heading == heading for field in fields)
    ]
    said_headings = [line[:-1] for line in said.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert [heading for heading in said_headings if heading in HEADINGS] == headings
    mine = {flag(field.name) for field in fields if field.has_option}
    others = {flag(field.name) for field in FIELDS.values()} - mine
    shown = {word for line in said.splitlines() for word in line.split()[:1]}
    assert mine <= shown
    assert not others & shown
    for field in fields:
        assert field.has_option or field.name.replace("_", "-") in said


@pytest.mark.parametrize("kind", GENERATORS)
def test_no_kind_has_more_than_45_options(kind: str) -> None:
    command = gametree.commands["generate"].get_command(click.Context(gametree), kind)
    assert command is not None
    assert len(command.get_params(click.Context(command))) <= 45


@in_turn(3)
@pytest.mark.parametrize("kind", GENERATORS)
def test_every_example_of_a_help_can_be_typed(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, in one folder: what one writes the next may read."""
    monkeypatch.chdir(tmp_path)
    Path("request.yaml").write_text(f"kind: {kind}\n", encoding="utf-8")
    for example in GENERATORS[kind].examples:
        code, said = run(kind, *shlex.split(example.partition(" > ")[0]))
        assert code == 0, (example, said)


@in_turn(3)
@pytest.mark.parametrize("kind", GENERATORS)
def test_option_of_another_kind_is_refused_with_the_kinds_that_have_it(kind: str) -> None:
    for other in GENERATORS:
        for name in set(fields_of(other)) - set(fields_of(kind)):
            code, said = run(kind, flag(name), "1")
            assert code == 2
            assert f"{flag(name)} has no place in {kind}, only in " in said
            assert other in said


@pytest.mark.usefixtures("no_generator_of_ucb")
def test_kinds_that_are_offered_are_those_with_a_generator() -> None:
    assert set(GENERATORS) < set(KINDS)
    code, said = run("ucb")
    assert (code, '"ucb" has no generator, expected one of minimax' in said) == (2, True)
    assert "ucb " not in run("--help")[1].partition("Commands:")[2].partition("Examples:")[0]


def test_a_kind_that_is_mistyped_is_told_which_may_be_meant() -> None:
    code, said = run("alphabeta")
    assert (code, 'did you mean "alpha-beta"?' in said) == (2, True)


def test_every_field_belongs_to_a_kind_and_no_kind_has_two_of_one_name() -> None:
    assert {key for generator in GENERATORS.values() for key in generator.fields} == set(FIELDS)
    for kind, generator in GENERATORS.items():
        assert len(fields_of(kind)) == len(generator.fields) == len(set(generator.fields))


def test_value_of_an_option_is_refused_with_what_was_expected() -> None:
    code, said = run("alpha-beta", "--depth", "\x1b[31mx")
    assert code == 2
    assert "Invalid value for '--depth'" in said
    assert "expected a whole number or a range, as 3 or 2-4" in said
    assert "\x1b" not in said


def test_command_of_a_kind_is_a_command_like_any_other() -> None:
    group = gametree.commands["generate"]
    assert isinstance(group, click.Group)
    context = click.Context(group)
    assert group.list_commands(context) == list(GENERATORS)
    assert group.get_command(context, "nim") is None
