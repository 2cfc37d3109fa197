"""What `gametree export` makes of a quiz: its exercises as pools, and the build by which answers to them are marked."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.options import Exit, Item, complain, leave, with_progress
from grader.cli.quiz import complain_of_variety, followed
from grader.cli.quiz_files import find_secret, lies_in, quiz_path, roster_beside
from grader.documents import PROBLEM_LIMITS, read_document
from grader.errors import ProblemError
from grader.exercises import CARRIES, NOT_PICKING
from grader.printable import printable
from grader.processes import Workers
from grader.words import count, listed

if TYPE_CHECKING:
    from grader.course.quiz.document import Quiz
    from grader.course.quiz.order import Order
    from grader.course.quiz.pools import Pools

_MOST_NAMED = 5


def names_quiz(name: str) -> bool:
    """Return whether a quiz is named: by its file, or by the folder that it lies in."""
    file = quiz_path(name)
    if lies_in(name) or not os.path.isfile(file):
        return lies_in(name)
    try:
        stated = read_document(file, PROBLEM_LIMITS, ProblemError).data
    except ProblemError:
        return False  # whoever reads problems says what is wrong with it
    return isinstance(stated, dict) and str(stated.get("format", "")).startswith("gametree-quiz")


def check_key(key: Path, out: Path, *, force: bool) -> None:
    """Refuse a folder for the key that has files already, but for an earlier build with `force`, or that mixes with what is exported."""
    from grader.course.quiz.build import check_replaceable

    here, there = Path(os.path.realpath(key)), Path(os.path.realpath(out))
    if here == there or here in there.parents or there in here.parents:
        raise click.UsageError(
            "--key and --out lie in one another, but the key is not for the platform; choose another folder"
        )
    if key.is_dir() and any(key.iterdir()):
        if not force:
            raise click.UsageError(
                f"{key} has files already; choose another folder for --key, or --force to replace a build"
            )
        check_replaceable(key, by_export=True)


def read_pools(
    name: str, format_: str, variants: int | None, secret_file: str | None, workers: Workers
) -> tuple[Order, Pools]:
    """Return what the quiz asks for, and its exercises as pools. Raises ProblemError with all that is wrong with it."""
    from grader.course.quiz.order import ordered, read_stated
    from grader.course.quiz.pools import draw_pools, pooled

    file = quiz_path(name)
    stated = read_stated(file, roster_beside(file, None), needs_class=False)
    _check_variants(stated.quiz, format_, variants)
    order = ordered(pooled(stated, variants or 0), find_secret(file, secret_file))
    drawn = draw_pools(order, workers, _drawing)
    complain_of_variety(order, drawn.sheets)
    return order, drawn


def _drawing(made: Iterable[Item], total: int) -> Iterable[Item]:
    return with_progress(made, total, "Drawing", "drawn, nothing is written", alone=False)


def _check_variants(quiz: Quiz, format_: str, variants: int | None) -> None:
    """Refuse variants where nothing is generated, and what is generated without a number of variants."""
    from grader.course.quiz.pools import generated

    shown = listed([*map(printable, generated(quiz))], _MOST_NAMED)
    if not shown and variants is not None:
        raise click.UsageError("--variants does not go with this quiz: none of its exercises is generated")
    if shown and format_ in NOT_PICKING:
        raise click.UsageError(
            f"This quiz generates {shown}, and in {format_} all get the same: {NOT_PICKING[format_]}"
        )
    if shown and variants is None:
        raise click.UsageError(
            f"This quiz generates {shown}: say with --variants N how many variants the platform has to choose from"
        )


def write_key(order: Order, drawn: Pools, format_: str, key: Path | None) -> None:
    """Write the build of the quiz into the folder, where one is wanted: it marks what the format takes as files. Raises ProblemError."""
    from grader.course.quiz.build import Exported, build
    from grader.exercises.uploads import parts_by_file

    if key is None:
        return
    is_replacing = key.is_dir() and any(key.iterdir())
    try:
        of = Exported(format_, parts_by_file(drawn.pools, CARRIES[format_])) if format_ in CARRIES else Exported("", {})
        jobs = os.cpu_count() or 1
        made = build(order, key, jobs=jobs, is_replacing=is_replacing, exported=of, drawn=drawn.drawn, follow=followed)
    except OSError as failure:
        complain([f"{key}: cannot be written: {failure.strerror or failure}"])
        leave({Exit.USAGE})
    sheets = count(len(made), "variant") if order.quiz.groups else "the quiz"
    is_asked = not of.platform or any(of.by_file.values())
    use = "grade --quiz marks by it" if is_asked else "the platform marks all of it, so no file is asked for"
    complain([f"the key to {sheets} is in {printable(str(key))}; {use}"])
