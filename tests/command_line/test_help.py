"""The commands explain themselves."""

from __future__ import annotations

import click
import pytest
from console import commands, run

from grader.cli.grade import grade as grade_command
from grader.cli.main import gametree
from grader.core.resources import __version__

COMMANDS = dict(commands(gametree))


def test_the_group_holds_the_commands_of_the_design() -> None:
    assert set(gametree.commands) == {
        "grade",
        "solve",
        "show",
        "validate",
        "adjust",
        "bank",
        "conventions",
        "edit",
        "export",
        "generate",
        "gradebook",
        "handout",
        "misconceptions",
        "quiz",
        "regrade",
        "report",
        "roster",
        "schema",
        "serve",
        "similar",
        "trace",
        "help",
    }
    bank = gametree.commands["bank"]
    assert isinstance(bank, click.Group)
    assert set(bank.commands) == {"list", "questions", "show", "verify"}
    quiz = gametree.commands["quiz"]
    assert isinstance(quiz, click.Group)
    assert set(quiz.commands) == {"init", "check", "build", "show", "practice"}
    serve = gametree.commands["serve"]
    assert isinstance(serve, click.Group)
    assert set(serve.commands) == {"init", "run", "demo", "links", "register", "extend", "export", "post", "forget"}


def test_gametree_grade_is_the_same_object_as_grade() -> None:
    assert gametree.commands["grade"] is grade_command


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_explains_itself(path: tuple[str, ...]) -> None:
    ran = run(*path, "--help")
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.startswith(f"Usage: {' '.join(('gametree', *path))} ")
    assert COMMANDS[path].help
    for option in COMMANDS[path].params:
        if isinstance(option, click.Option):
            assert all(name in ran.out for name in (*option.opts, *option.secondary_opts))


@pytest.mark.parametrize("path", [path for path in COMMANDS if path], ids=" ".join)
def test_every_command_shows_examples(path: tuple[str, ...]) -> None:
    help_text = run(*path, "--help").out
    name = {("grade",): "grade", ("bank", "show"): "gametree show"}.get(path, f"gametree {' '.join(path)}")
    assert f"  {name}" in help_text.partition("Examples:")[2]


def test_help_of_grade_lists_the_exit_codes() -> None:
    help_text = " ".join(run("grade", "--help").out.split())
    assert "0 graded, whatever the marks; 2 wrong usage" in help_text
    assert "Where several apply: 2, 4, 3, 5." in help_text


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_option_has_a_help_text(path: tuple[str, ...]) -> None:
    assert all(option.help for option in COMMANDS[path].params if isinstance(option, click.Option))


@pytest.mark.parametrize("path", [("grade",), ()], ids=" ".join)
def test_the_version_is_told(path: tuple[str, ...]) -> None:
    ran = run(*path, "--version")
    assert (ran.code, __version__ in ran.out) == (0, True)
