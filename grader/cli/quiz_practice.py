"""`gametree quiz practice`: the page on which students practise for a quiz."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.command import Command
from grader.cli.options import Exit, complain, leave
from grader.cli.quiz import quiz_argument
from grader.cli.quiz_files import quiz_path
from grader.errors import Fault, GradingError, ProblemError
from grader.printable import printable

if TYPE_CHECKING:
    from grader.course.quiz.practice import Practising

_KILO = 1000


def _page_name(context: click.Context, parameter: click.Parameter, name: str) -> str:
    if not name.lower().endswith((".html", ".htm")):
        raise click.BadParameter(f"{printable(name)} is no name of a page, expected one that ends in .html")
    return name


@click.command(
    "practice",
    cls=Command,
    epilog="""\b
Examples:
  gametree quiz practice week5 --apart week5/build --out practice.html
  gametree quiz practice week5 --out practice.html --why
""",
)
@quiz_argument
@click.option("--out", metavar="FILE", required=True, callback=_page_name, help="The page, whose name ends in .html.")
@click.option(
    "--apart",
    multiple=True,
    type=click.Path(exists=True, file_okay=False),
    metavar="BUILD",
    help="A build of the quiz: no problem of it comes onto the page. May be given several times.",
)
@click.option("--why", is_flag=True, help="Say of each mistake that has no exercise why.")
def practice(quiz_file: str, out: str, apart: tuple[str, ...], *, why: bool) -> None:
    """Write a page on which students practise: it checks answers, and their own mistakes choose the next exercise.

    QUIZ is quiz.yaml or the folder that it lies in. The page holds variants of its exercises with their solutions.
    """
    from grader.documents.files import write_file

    try:
        page, found = _page(quiz_path(quiz_file), apart)
        write_file(Path(out), page)
    except GradingError as failure:
        complain(failure.faults)
        leave({Exit.PROBLEM})
    except OSError as failure:
        complain([f"{out}: cannot be written: {failure.strerror or failure}"])
        leave({Exit.USAGE})
    complain(
        [
            *found.notes,
            *(found.left_out if why else ()),
            f"{out}: {_size(len(page.encode()))}, to hand out before the quiz or after it",
        ]
    )
    leave(set())


def _page(file: str, apart: tuple[str, ...]) -> tuple[str, Practising]:
    """Return the page and what there is to say of it. Raises ProblemError."""
    from grader.course.quiz.built import open_build
    from grader.course.quiz.document import read_quiz
    from grader.course.quiz.practice import contents_of, practising
    from grader.course.quiz.sources import read_sources
    from grader.documents import PROBLEM_LIMITS, read_document
    from grader.handout.answer_page import Heading
    from grader.handout.practice_page import write_practice_page

    asked, faults = read_quiz(read_document(file, PROBLEM_LIMITS, ProblemError))
    sources, wrong = read_sources(asked)
    if faults := [*faults, *wrong]:
        raise ProblemError(faults)
    contents = {content for build in apart for content in contents_of(open_build(build))}
    found = practising(asked, sources, contents)
    if not found.exercises:
        raise ProblemError([Fault(note, file) for note in found.notes])
    heading = Heading(asked.heading, asked.course, quiz=f"practice for {asked.id}")
    return write_practice_page(found.exercises, heading), found


def _size(size: int) -> str:
    return f"{size / _KILO / _KILO:.1f} MB" if size >= _KILO * _KILO else f"{round(size / _KILO)} kB"
