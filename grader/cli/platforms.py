"""The options of `grade` for the results of learning platforms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from grader.cli.options import Command

if TYPE_CHECKING:  # most runs are for no platform
    from grader.export.platform import Platform, Visibility
    from grader.times import Time

PLATFORMS = ("gradescope", "prairielearn", "check50", "coderunner", "junit", "ags")
_TREES = ("svg", "text", "none")
_WITH_TREES = ("gradescope", "prairielearn", "coderunner", "junit")
_WHEN = "visible|after_due_date|after_published|hidden"


def platform_options(command: Command) -> Command:
    """Add the options that change what a platform's result says."""
    options = (
        click.option(
            "--at",
            metavar="TIME",
            help="With --format ags: the time that a score bears, such as 2026-11-20T18:00:00+01:00. No clock is asked.",
        ),
        click.option(
            "--tree-as",
            type=click.Choice(_TREES),
            help="How the annotated tree goes into a platform's result.  [default: svg for prairielearn and coderunner, text for gradescope and junit]",
        ),
        click.option(
            "--test-visibility",
            multiple=True,
            metavar="[PART=]WHEN",
            help=f"With --format gradescope: when students see tests, {_WHEN}; with PART= those of one part. Repeatable.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def platform_of(format_: str, at: str | None, tree_as: str | None, visibility: Sequence[str]) -> Platform | None:
    """Return what the options say of a platform's result; None where none is asked for. A contradiction is wrong usage."""
    if at is not None and format_ != "ags":
        raise click.UsageError("--at goes with --format ags, whose scores bear a time")
    if tree_as is not None and format_ not in _WITH_TREES:
        raise click.UsageError(f"--tree-as goes with --format {', '.join(_WITH_TREES)}")
    if tree_as == "svg" and format_ == "junit":
        raise click.UsageError("--tree-as svg does not go with --format junit, which has room for text alone")
    if visibility and format_ != "gradescope":
        raise click.UsageError("--test-visibility goes with --format gradescope")
    if format_ not in PLATFORMS:
        return None
    from grader.export.platform import Platform, TreeAs

    everywhere, by_part = _visibilities(visibility)
    return Platform(None if tree_as is None else TreeAs(tree_as), everywhere, by_part, _time(format_, at))


def _time(format_: str, at: str | None) -> Time | None:
    if format_ != "ags":
        return None
    if at is None:
        raise click.UsageError("--format ags goes with --at TIME, the time that the scores bear; no clock is asked")
    from grader.times import read_time

    try:
        return read_time(at)
    except ValueError as failure:
        raise click.BadParameter(f"{at!r}: {failure}", param_hint="--at") from None


def _visibilities(stated: Sequence[str]) -> tuple[Visibility, tuple[tuple[str, Visibility], ...]]:
    """Return when all tests are seen, and those of single parts; what is said last of a part counts."""
    from grader.export.platform import Visibility

    everywhere, by_part = Visibility.VISIBLE, {}
    for one in stated:
        part, equals, when = one.rpartition("=")
        if when not in {each.value for each in Visibility}:
            raise click.BadParameter(f"{one!r}: expected [PART=]{_WHEN}", param_hint="--test-visibility")
        if not equals:
            everywhere = Visibility(when)
            continue
        _check_part(part, one)
        by_part[part] = Visibility(when)
    return everywhere, tuple(by_part.items())


def _check_part(part: str, stated: str) -> None:
    from grader.errors import suggest
    from grader.kinds import KINDS

    known = sorted({name for kind in KINDS for name in KINDS[kind].parts})
    if part not in known:
        said = f"{stated!r}: there is no part {part!r}{suggest(part, known)}"
        raise click.BadParameter(said, param_hint="--test-visibility")
