"""`gametree`: the group of all commands. `gametree grade` is the same command object as `grade`."""

from __future__ import annotations

import click

from grader.cli.bank import bank
from grader.cli.command import Group
from grader.cli.export import export
from grader.cli.generate import generate
from grader.cli.grade import grade
from grader.cli.gradebook import gradebook
from grader.cli.handout import handout
from grader.cli.help import help_
from grader.cli.quiz import build, quiz
from grader.cli.quiz_check import check
from grader.cli.quiz_init import init
from grader.cli.quiz_practice import practice
from grader.cli.regrade import regrade
from grader.cli.report import report
from grader.cli.schema import schema
from grader.cli.show import show, solve
from grader.cli.similar import similar
from grader.cli.trace import trace
from grader.cli.validate import validate
from grader.cli.vocabulary import conventions, misconceptions
from grader.garbage import collect_garbage
from grader.version import __version__

_COMPLETION = """\b
Shell completion (bash; zsh and fish alike):
  eval "$(_GAMETREE_COMPLETE=bash_source gametree)"
"""


@click.group(cls=Group, epilog=_COMPLETION)
@click.version_option(__version__, prog_name="gametree-grader")
def gametree() -> None:
    """Set, solve, mark and draw game-tree exercises."""
    collect_garbage()


for command in (
    grade,
    trace,
    regrade,
    report,
    gradebook,
    similar,
    generate,
    solve,
    show,
    handout,
    export,
    quiz,
    validate,
    bank,
    conventions,
    misconceptions,
    schema,
    help_,
):
    gametree.add_command(command)

for command in (init, check, build, practice):
    quiz.add_command(command)
