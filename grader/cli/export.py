"""`gametree export`: exercises as files that other programs take."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from grader.cli.command import command, completing, problem_ids
from grader.cli.named_inputs import (
    check_once,
    find_exercises,
    find_secret,
    lies_in,
    quiz_path,
    read_title,
    roster_beside,
)
from grader.cli.options import (
    Choice,
    accessing,
    complain,
    force_option,
    has_files,
    problem_bytes_option,
    problems_option,
    wrote,
)
from grader.cli.quiz import drawing, followed, secret_option, warn_of_variety
from grader.core.answers.reports import Reveal
from grader.core.data import Data, with_field
from grader.core.documents import PROBLEM_LIMITS, read_document
from grader.core.documents.files import Contents, new_folder
from grader.core.errors import ProblemError
from grader.core.numbers import marks_text
from grader.core.processes import Workers
from grader.core.text import count, listed, printable
from grader.course.quiz import PROGRAM, Quiz
from grader.course.quiz.build import ExportedTo, Pools, build, check_replaceable, draw_pools, generated, pooled
from grader.course.quiz.built import open_build
from grader.course.quiz.platform_key import key_of, programs_in
from grader.course.quiz.sheets import Order, ordered, read_stated
from grader.platforms.question_items import FORMATS, GONE, Format, Pool, Wishes, alone, needed_words
from grader.platforms.statement_html import Worth, parts_by_file, worths

# -- what `gametree export` makes of a quiz: its exercises as pools, and the build by which answers to them are
# marked

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
    here, there = Path(os.path.realpath(key)), Path(os.path.realpath(out))
    if here == there or here in there.parents or there in here.parents:
        raise click.UsageError(
            "--key and --out lie in one another, but the key is not for the platform; choose another folder"
        )
    if has_files(key):
        if not force:
            raise click.UsageError(
                f"{key} has files already; choose another folder for --key, or --force to replace a build"
            )
        check_replaceable(key, by_export=True)


def read_pools(
    name: str, format_: str, variants: int | None, secret_file: str | None, workers: Workers
) -> tuple[Order, Pools]:
    """Return what the quiz asks for, and its exercises as pools. Raises ProblemError with all that is wrong with it."""
    file = quiz_path(name)
    stated = read_stated(file, roster_beside(file, None), needs_class=False)
    _check_variants(stated.quiz, format_, variants)
    order = ordered(pooled(stated, variants or 0), find_secret(file, secret_file))
    drawn = draw_pools(order, workers, drawing)
    warn_of_variety(order, drawn.sheets, workers)
    return order, drawn


def _check_variants(quiz: Quiz, format_: str, variants: int | None) -> None:
    """Refuse variants where nothing is generated, what is generated without a number of variants, and what is picked for each sheet."""
    if quiz.picks:
        message = "an export has no sheets to pick for: give each of these as an exercise"
        raise ProblemError([quiz.fault(message, *pick.path, "pick") for pick in quiz.picks])
    shown = listed([*map(printable, generated(quiz))], _MOST_NAMED)
    if not shown and variants is not None:
        raise click.UsageError("--variants does not go with this quiz: none of its exercises is generated")
    if shown and (instead := FORMATS[format_].instead):
        raise click.UsageError(f"This quiz generates {shown}, and in {format_} all get the same: {instead}")
    if shown and variants is None:
        raise click.UsageError(
            f"This quiz generates {shown}: say with --variants N how many variants the platform has to choose from"
        )


def write_key(order: Order, drawn: Pools, format_: str, key: Path | None) -> None:
    """Write the build of the quiz into the folder, where one is wanted: it marks what the format takes as files. Raises ProblemError."""
    if key is None:
        return
    with accessing(key):
        carry = FORMATS[format_].carry
        firsts = (one.first for one in order.recipe.exercised if one.first.program is not None)
        by_file = {first.id: tuple(first.problem.ask) for first in firsts}
        of = ExportedTo(format_, parts_by_file(drawn.pools, carry) | by_file) if carry else ExportedTo("", {})
        jobs = os.cpu_count() or 1
        made = build(
            order, key, jobs=jobs, is_replacing=has_files(key), exported=of, drawn=drawn.drawn, follow=followed
        )
    sheets = count(len(made), "variant") if order.quiz.groups else "the quiz"
    is_asked = not of.platform or any(of.by_file.values())
    use = "grade --quiz marks by it" if is_asked else "the platform marks all of it, so no file is asked for"
    complain([f"the key to {sheets} is in {printable(str(key))}; {use}"])


_MOST_VARIANTS = 1000
_ENDINGS = (".xml", ".zip", ".txt", ".ipynb", ".tex")
_MOST_PROBLEMS_NAMED = 4
_MOST_ROWS = 50
_HEAD, _WIDE = ("points", "on the platform", "by file"), 17
_LEFT_OUT = "{} is a program: collect it as an assignment and mark the download with grade"
_OF_A_QUIZ = "goes with a quiz: export quiz.yaml, or the folder that it lies in"


class Call(NamedTuple):
    """What the command line asks of an export."""

    names: tuple[str, ...]
    format_: str
    variants: int | None
    key: Path | None
    secret_file: str | None
    problems: tuple[str, ...]
    out: Path
    title: str
    wheels: Path | None
    reveal: str | None
    force: bool
    max_problem_bytes: int

    @property
    def form(self) -> Format:
        """Return what is known of the format."""
        return FORMATS[self.format_]

    @property
    def wishes(self) -> Wishes:
        """Return what may be chosen. Raises click's errors for wheels that are none."""
        return Wishes(self.title, _wheels(self.wheels, self.form.needed), Reveal(self.reveal or Reveal.VERDICTS))


class Exported(NamedTuple):
    """What is exported, by which wishes, and what writes the key of it: nothing where there is none."""

    pools: Sequence[Pool]
    wishes: Wishes
    write_key: Callable[[], None] = lambda: None


@command(
    "gametree export minimax-textbook four-ply-trace --to latex --out week5",
    "gametree export week5 --to jupyter --out week5-notebook",
    "gametree export week5 --to moodle-xml --variants 30 --key week5-key --out week5-moodle",
    "gametree export minimax-textbook --to moodle-xml --out week5.xml",
    "gametree export week5/problem-0*/problem.yaml --to gradescope --wheels wheels --out autograder",
)
@click.argument(
    "names",
    nargs=-1,
    required=True,
    metavar="PROBLEM...|FOLDER|QUIZ",
    shell_complete=completing(problem_ids, or_file=True),
)
@click.option("--to", "format_", type=Choice([*FORMATS], gone=GONE), required=True, help="What the files are for.")
@click.option(
    "--variants",
    type=click.IntRange(1, _MOST_VARIANTS),
    metavar="N",
    help="Of a quiz: how many variants of each generated exercise the platform has to choose from.",
)
@click.option(
    "--key",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Of a quiz: write its build into DIR too, by which grade --quiz marks files of answers.",
)
@secret_option
@problems_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE|DIR",
    help="The folder for the files, made if need be; where there is only one file, its own name will do.",
)
@click.option(
    "--title", default="", callback=read_title, help="What stands at the top.  [default: that of the problem or quiz]"
)
@click.option(
    "--wheels",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Put the wheels in DIR of what this program needs into the autograder: its image then needs no package index.",
)
@click.option(
    "--reveal",
    type=click.Choice([reveal.value for reveal in Reveal]),
    help="How much of the right answers the autograder, or a question of PrairieLearn, tells.  [default: verdicts]",
)
@force_option
@problem_bytes_option
def export(**given: Data) -> None:
    """Write exercises for another program: LaTeX, a Jupyter notebook, an autograder, questions for a learning platform.

    PROBLEM is a problem's id or file, FOLDER one with problems in it or below it, QUIZ a quiz.yaml or its folder. Whatever is below a
    folder `key` in --out holds the solutions; an autograder's archive is for the platform alone.
    """
    call = Call(**given)
    _check_options(call)
    with accessing(call.out), Workers(os.cpu_count() or 1) as workers:
        is_quiz = any(map(names_quiz, call.names))
        exported = _of_quiz(call, workers) if is_quiz else _of_problems(call)
        written = _write(call, exported)
    complain([*call.form.notes(exported.pools), *_worths(call, exported), wrote(written, call.out)])


def _check_options(call: Call) -> None:
    """Refuse options that do not go together, and a folder that has files already."""
    for name, value, field in (("--wheels", call.wheels, "needed"), ("--reveal", call.reveal, "tells")):
        if value is not None and not getattr(call.form, field):
            raise click.UsageError(f"{name} goes with --to {' and '.join(with_field(FORMATS, field))}")
    if call.variants is not None and (instead := call.form.instead):
        raise click.UsageError(f"--variants does not go with --to {call.format_}, {instead}")
    if call.out.is_file() and not (call.force and _is_one_file(call.out)):
        or_force = ", or --force to write over it" if _is_one_file(call.out) else ""
        raise click.UsageError(f"{call.out} is a file that is there already; choose another name{or_force}")
    if not call.force and not call.out.is_file() and has_files(call.out):
        raise click.UsageError(f"{call.out} has files already; choose another folder, or --force to write into it")


def _of_problems(call: Call) -> Exported:
    """Return the named problems, each a pool of its own. Leaves where one is wrong."""
    wishes = call.wishes
    exercises = find_exercises(call.names, call.problems, call.max_problem_bytes, in_folders=True, needs_all=True)
    for name, value in {"--variants": call.variants, "--key": call.key, "--secret": call.secret_file}.items():
        if value is not None:
            raise click.UsageError(f"{name} {_OF_A_QUIZ}")
    check_once(exercises, "an export")
    return Exported([*map(alone, exercises)], wishes)


def _of_quiz(call: Call, workers: Workers) -> Exported:
    """Return the exercises of the quiz as pools. Raises ProblemError."""
    if len(call.names) > 1:
        raise click.UsageError("a quiz is exported alone, without other problems")
    if call.key is not None:
        check_key(call.key, call.out, force=call.force)
    wishes = call.wishes
    order, drawn = read_pools(call.names[0], call.format_, call.variants, call.secret_file, workers)
    quiz, said = order.quiz, call.reveal or order.quiz.marking.reveal or Reveal.VERDICTS
    wishes = wishes._replace(title=wishes.title or quiz.heading, reveal=Reveal(said), workers=workers)
    names = [entry.id for entry in quiz.entries if entry.source == PROGRAM]
    if names and call.form.runs_programs:
        _wheels(call.wheels, call.form.needed_by_programs)
        wishes = _with_programs(wishes, order, drawn)
    elif names and not drawn.pools:
        raise click.UsageError("\n".join(map(_LEFT_OUT.format, names)))
    elif names:
        complain(map(_LEFT_OUT.format, names))
    return Exported(drawn.pools, wishes, lambda: write_key(order, drawn, call.format_, call.key))


def _with_programs(wishes: Wishes, order: Order, drawn: Pools) -> Wishes:
    """Return the wishes with the exercises that programs answer, and the build by which all is marked. Raises ProblemError."""
    with TemporaryDirectory() as folder:
        build(order, Path(folder, "build"), jobs=1, drawn=drawn.drawn)
        built = open_build(os.path.join(folder, "build"))
        ids = next(iter(built.lock.sheets.values()))
        return wishes._replace(programs=programs_in(built), key=key_of(built, ids))


def _wheels(folder: Path | None, needed: Sequence[str]) -> list[Path]:
    """Return the wheels in the folder but for this program's, which goes along anyway. Raises click's errors where one that is needed is missing."""
    if folder is None:
        return []
    found = {file: file.name.partition("-")[0].lower() for file in sorted(folder.glob("*.whl"))}
    names = [one.partition(">=")[0] for one in needed]
    if missing := [name for name in names if name.replace("-", "_") not in found.values()]:
        made = f"pip wheel --wheel-dir {folder} {needed_words(needed)}"
        raise click.UsageError(
            f"{folder} has no wheel of {listed(missing, len(needed))}; make all that is needed with: {made}"
        )
    if broken := [wheel for wheel in found if not zipfile.is_zipfile(wheel)]:
        raise click.UsageError(f"{broken[0]} is no wheel: it is not an archive")
    return [file for file, name in found.items() if name != "gametree_grader"]


def _write(call: Call, exported: Exported) -> int:
    """Write the folder, whole or not at all, and return how many files it has."""
    files = call.form.write(exported.pools, exported.wishes)
    folder, written = call.out, 0
    if _is_one_file(call.out):
        folder, files = call.out.parent, iter([(call.out.name, _only(call.out, dict(files)))])
    with new_folder(folder) as write:
        for name, content in files:
            write(name, content)
            written += 1
        exported.write_key()
    return written


def _worths(call: Call, exported: Exported) -> list[str]:
    """Return a table of what the platform marks and what is marked by file; none where that goes without saying."""
    carry = call.form.carry
    if carry is None:
        return []
    found = [*worths(exported.pools, carry)]
    if len(found) == 1 and not found[0].file:
        return []
    whole = [Worth("all", sum(one.platform for one in found), sum(one.file for one in found))] if len(found) > 1 else []
    rows = [
        (printable(one.name), marks_text(one.platform), marks_text(one.file)) for one in [*found[:_MOST_ROWS], *whole]
    ]
    wide = max(len(name) for name, *_ in [*rows, _HEAD])
    return [f"{name:<{wide}}{platform:>{_WIDE}}{file:>{_WIDE}}" for name, platform, file in [_HEAD, *rows]]


def _is_one_file(out: Path) -> bool:
    """Return whether --out names a file: it ends as one of the formats does, and is no folder."""
    return out.suffix.lower() in _ENDINGS and not out.is_dir()


def _only(out: Path, files: Mapping[str, Contents]) -> Contents:
    """Return the content of the only file of an export. Raises click's errors where there are others, or it ends otherwise."""
    [first, *others] = files
    if others:
        shown = listed([first, *others], _MOST_PROBLEMS_NAMED)
        raise click.UsageError(f"{out} is one file, but this export has {len(files)}: {shown}; name a folder")
    if Path(first).suffix != out.suffix.lower():
        raise click.UsageError(
            f"{out} ends in {out.suffix}, but this export is a file that ends in {Path(first).suffix}"
        )
    return files[first]
