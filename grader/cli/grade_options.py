"""What the options of `grade` say, what of it contradicts itself, and what its standard output gets."""

import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

import click

from grader.cli.options import Exit, accessing, emit, emit_text, is_terminal, reach, stop
from grader.core.answers.reports import Reveal
from grader.core.data import with_field
from grader.core.documents import PROBLEM_LIMITS, SUBMISSION_LIMITS, Limits
from grader.core.drawing.diagram import Numbers
from grader.core.errors import suggest
from grader.core.numbers import Number, read_number
from grader.core.policy import Policy
from grader.core.text import printable
from grader.kinds import KINDS
from grader.platforms import RESULT_FORMATS, ResultFormat, ResultOptions, Sort, TreeAs, Visibility, result_format

if TYPE_CHECKING:
    from grader.core.drawing.text_tree import TreeLine
    from grader.core.times import Time
    from grader.course.csv_tables import Gradebook
    from grader.course.late import Late
    from grader.course.tally import Row

SANDBOXES = ("bubblewrap", "user", "none")
WHEN = "|".join(one.value for one in Visibility)
_FRESH = "--fresh goes with --out DIR, the folder that is begun anew"
_CLASS = "--jobs, --executor, --keep, --due and --fresh go with a class: a folder, an archive, a .jsonl file, or --quiz BUILD"
_ABOUT_CLASS = "decisions are about a class; name a folder, an archive or --quiz"
_ADJUST = "--adjust goes with --out DIR, which is missing"
_OUT = "--out DIR goes with at least one of --html, --svg, --png, --pdf, --dot, and they with it"


class Settings(NamedTuple):
    """What the options of `grade` say; of `reveal`, `keep` and `format_` None where nothing was said of them."""

    submissions: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    format_: str | None = None
    tree: bool = False
    html: bool = False
    practice: str = ""
    drawings: tuple[str, ...] = ()
    out: str | None = None
    numbers: Numbers = Numbers.VALUES
    reveal: Reveal | None = None
    require: tuple[str, ...] = ()
    only: bool = False
    fail_under: float | None = None
    follow_through: Number | None = None
    across_parts: bool | None = None
    step: Number | None = None
    quiz: str | None = None
    lms: str | None = None
    as_one: bool = False
    due: str | None = None
    grace: int | None = None
    late_penalty: Number | None = None
    times: tuple[str, ...] = ()
    adjust: tuple[str, ...] = ()
    jobs: int | None = None
    keep: str | None = None
    mark_foreign: bool = False
    sandbox: str | None = None
    executor: str | None = None
    fresh: bool = False
    at: str | None = None
    tree_as: str | None = None
    test_visibility: tuple[str, ...] = ()
    max_submission_bytes: int = SUBMISSION_LIMITS.bytes
    max_problem_bytes: int = PROBLEM_LIMITS.bytes
    options: ResultOptions = ResultOptions()
    late: "Late | None" = None

    @property
    def format(self) -> str:
        """Return what standard output gets."""
        return self.format_ or "text"

    @property
    def form(self) -> ResultFormat:
        """Return what is known of the format of standard output."""
        return result_format(self.format)

    @property
    def policy(self) -> Policy:
        """Return how marks are given, as far as anything was said of it."""
        return Policy(self.follow_through, self.across_parts, self.step)

    @property
    def limits(self) -> Limits:
        """Return how large a submission may be."""
        return SUBMISSION_LIMITS._replace(bytes=self.max_submission_bytes)

    @property
    def problem_limits(self) -> Limits:
        """Return how large a problem may be."""
        return PROBLEM_LIMITS._replace(bytes=self.max_problem_bytes)

    def is_below(self, share: Fraction | None) -> bool:
        """Return whether a submission that earned this share of its marks is below --fail-under."""
        return self.fail_under is not None and share is not None and share * 100 < Fraction(self.fail_under)


# -- numbers as values of options: written as in documents, anything else is wrong usage


def read_with(
    read: Callable[[str], Number],
) -> Callable[[click.Context, click.Parameter, str | None], Number | None]:
    """Return the reader of an option's number, written as numbers are in documents; anything else is wrong usage."""

    def number(context: click.Context, parameter: click.Parameter, text: str | None) -> Number | None:
        try:
            return None if text is None else read(text)
        except ValueError as failure:
            raise click.BadParameter(f"{text!r}: {failure}") from None

    return number


_LINK = re.compile(r"""(?:https://[\w.-]+(?::\d+)?|(?!//)[^:/?\\#<>" ]*)(?:[/?][^\\#<>" ]*)?""")


def read_link(context: click.Context, parameter: click.Parameter, text: str | None) -> str:
    """Return the link to a practice page, relative or https, without a part behind `#`: feedback adds its own. Anything else is wrong usage."""
    if text is None:
        return ""
    if text and text.isprintable() and _LINK.fullmatch(text):
        return text
    raise click.BadParameter(
        f"{text!r} is no link for a page of feedback: expected https://…, or a relative one such as practice.html, without #"
    )


def read_percent(text: str) -> Number:
    """Return a percentage, 0 to 100. Raises ValueError."""
    number = read_number(text.strip().removesuffix("%"))
    if not 0 <= number <= 100:
        raise ValueError("expected a number from 0 to 100")
    return number


# -- what does not go together


def checked(settings: Settings) -> Settings:
    """Return the settings with what follows from them. A contradiction is wrong usage."""
    for is_wrong, message in (
        (settings.only and not settings.require, "--only goes with --require ID,..., the problems that count"),
        (not isfinite(settings.fail_under or 0), "--fail-under takes a number from 0 to 100"),
        (
            settings.mark_foreign and settings.quiz is None,
            "--mark-foreign goes with --quiz BUILD, which says whose a sheet is",
        ),
        (
            settings.sandbox is not None and settings.quiz is None,
            "--sandbox goes with --quiz BUILD, whose exercises programs may answer",
        ),
        (
            settings.as_one and settings.lms is not None,
            "--as-one goes without --lms, which says who handed in what",
        ),
        (settings.tree and settings.form.sort is not Sort.REPORT, "--tree goes with --format text"),
        (settings.fresh and settings.out is None, _FRESH),
        (
            bool(settings.adjust) and settings.out is None,
            _ADJUST if settings.quiz is not None else f"{_ADJUST}: {_ABOUT_CLASS}",
        ),
        (bool(settings.practice) and not settings.html, "--practice LINK goes with --html, whose pages link to it"),
        (bool(settings.drawings or settings.html) and settings.out is None, _OUT),
    ):
        if is_wrong:
            raise click.UsageError(message)
    return settings._replace(options=_result_options(settings), late=_late(settings))


def check_for_one(settings: Settings) -> None:
    """Refuse what goes with a class alone, and a folder for nothing."""
    if settings.adjust:
        raise click.UsageError(_ABOUT_CLASS)
    if settings.jobs or settings.executor or settings.keep or settings.fresh or settings.late:
        raise click.UsageError(_CLASS)
    if settings.out is not None and not (settings.drawings or settings.html):
        raise click.UsageError(_OUT)


def check_there(paths: Sequence[str]) -> None:
    """End the program where something was named that is not there: it is mistyped, and no class of one that failed."""
    gone = [path for path in paths if path != "-" and not os.path.exists(path)]
    if gone:
        stop((f"{printable(path, 4096)}: there is no such file or folder" for path in gone), Exit.USAGE)


def _late(settings: Settings) -> "Late | None":
    """Return what late work costs; None where nothing was said of it. Half of what is needed is wrong usage."""
    due, percent = settings.due, settings.late_penalty
    if due is None and settings.grace is None and percent is None and not settings.times:
        return None
    if due is None or percent is None:
        raise click.UsageError(
            "--due TIME and --late-penalty PCT go together, and --grace MINUTES and --times FILE with them"
        )
    from grader.course.late import Late, read_times

    late = Late(_time(due, "--due"), settings.grace or 0, Fraction(percent))
    for file in settings.times:
        with reading_table(printable(file, 4096)), open(file, "rb") as opened:
            late = late._replace(times=(*late.times, *read_times(opened.read(), late.due)))
    return late


@contextmanager
def reading_table(name: str, *then: str) -> Iterator[None]:
    """End the program where a platform's file, or one of ours that was edited, cannot be read: all that is wrong with it is said, `then` what follows."""
    from grader.course.gradebook_files import FileRefused

    try:
        with accessing(name, "read"):
            yield
    except FileRefused as failure:
        stop([*(f"{name}: {reason}" for reason in failure.reasons), *then], Exit.USAGE)


def _result_options(settings: Settings) -> ResultOptions:
    """Return what is asked of results. What their format has no room for, or misses, is wrong usage."""
    format_, form = settings.format, settings.form
    for option, is_said, field, why in (
        ("--at", settings.at is not None, "has_time", ", whose scores bear a time"),
        ("--tree-as", settings.tree_as is not None, "trees", ""),
        ("--test-visibility", bool(settings.test_visibility), "has_visibility", ""),
    ):
        if is_said and not getattr(form, field):
            raise click.UsageError(f"{option} goes with --format {', '.join(with_field(RESULT_FORMATS, field))}{why}")
    tree_as = None if settings.tree_as is None else TreeAs(settings.tree_as)
    if tree_as is not None and tree_as not in form.trees:
        only = f"does not go with --format {format_}, which has room for text alone"
        raise click.UsageError(f"--tree-as {tree_as.value} {only}")
    if form.has_time and settings.at is None:
        raise click.UsageError(
            f"--format {format_} goes with --at TIME, the time that the scores bear; no clock is asked"
        )
    everywhere, by_part = _visibilities(settings.test_visibility)
    at = None if settings.at is None else _time(settings.at, "--at")
    return ResultOptions(tree_as, everywhere, by_part, at, settings.numbers if settings.tree else None)


def _time(stated: str, option: str) -> "Time":
    """Return the time that an option says; anything else is wrong usage."""
    from grader.core.times import read_time

    try:
        return read_time(stated)
    except ValueError as failure:
        raise click.BadParameter(f"{stated!r}: {failure}", param_hint=option) from None


def _visibilities(stated: Sequence[str]) -> tuple[Visibility, tuple[tuple[str, Visibility], ...]]:
    """Return when all tests are seen, and those of single parts; what is said last of a part counts."""
    everywhere, by_part = Visibility.VISIBLE, dict[str, Visibility]()
    for one in stated:
        part, equals, when = one.rpartition("=")
        wrong = "" if when in WHEN.split("|") else f"expected [PART=]{WHEN}"
        if equals and not wrong:
            known = sorted({name for kind in KINDS for name in KINDS[kind].parts})
            wrong = "" if part in known else f"there is no part {part!r}{suggest(part, known)}"
        if wrong:
            raise click.BadParameter(f"{one!r}: {wrong}", param_hint="--test-visibility")
        if equals:
            by_part[part] = Visibility(when)
        else:
            everywhere = Visibility(when)
    return everywhere, (*by_part.items(),)


# -- standard output


class Output:
    """What stdout gets: a text or an object for each hand-in as it comes, or one table at the end."""

    def __init__(self, format_: str, table: "Gradebook | None") -> None:
        form, self._table = result_format(format_), table
        self._is_text, self._frame = form.sort is Sort.REPORT, form.frame
        self._between: list[str] = []

    @property
    def is_watched(self) -> bool:
        """Return whether people read reports on a terminal."""
        return self._is_text and is_terminal(sys.stdout)

    @property
    def says_all(self) -> bool:
        """Return whether whoever reads complaints has just read the same in a report."""
        return self.is_watched and is_terminal(sys.stderr)

    def begin(self) -> bool:
        """Write what stands before all and return whether that worked."""
        return not self._frame[0] or emit(self._frame[0], is_utf8=True)

    def add(self, row: "Row | None", shown: "Sequence[str | TreeLine]", foreign: Collection[str] | None = None) -> bool:
        """Take in one hand-in, its row of the table and what is shown of it, `foreign` texts in that; return whether it could be written."""
        if self._table is not None and row is not None:
            self._table.add(row)
        if not shown:
            return True
        if not self._is_text:
            return emit("".join(map(str, shown)), is_utf8=True)
        lines = [*self._between, *shown]
        self._between = [""]
        return emit_text(lines, foreign)

    def warnings(self) -> list[str]:
        """Return what is to be known of the table."""
        return self._table.warnings() if self._table is not None else []

    def end(self) -> None:
        """Write what is left."""
        left = self._frame[1] if self._table is None else self._table.text()
        if left or self._table is not None:
            emit(left, is_utf8=True)


def reach_of(settings: Settings, share: Fraction | None, *, is_whole: bool) -> None:
    """Note the exit codes of one or several submissions, of which the worst earned this share of its marks."""
    if not is_whole:
        reach(Exit.SUBMISSION)
    if settings.is_below(share):
        reach(Exit.BELOW)
