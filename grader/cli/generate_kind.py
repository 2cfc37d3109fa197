"""The command `gametree generate KIND`: its options, from the fields of a request, and the folder that it writes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from generators.batch import different, folder_of, handout_row, key_row
from generators.certify import Generated, certified
from generators.draws import RequestError
from generators.fields import FILE, HEADINGS, Field, Reading, flag
from generators.filling import NAMES
from generators.parameters import MOST_NODES, Parameters, trees_of
from generators.registry import GENERATORS
from generators.request import Stated, as_stated, fields_of, over, read_file, requested
from grader.cli.command import Command, Complete, completing, completing_list
from grader.cli.options import OutFolder, accessing, complain, emit, has_files, is_terminal, with_progress
from grader.core.data import Data
from grader.core.documents import PROBLEM_LIMITS, SUBMISSION_LIMITS
from grader.core.documents.files import new_folder
from grader.core.documents.writing import table_text, to_yaml
from grader.core.drawing import draw
from grader.core.errors import Refusal
from grader.core.text import both, printable
from grader.kinds import KINDS, Kind, write_problem
from grader.pages import DRAWINGS, HANDED_OUT, KEPT, PROBLEM, SOLUTION, TEMPLATE
from grader.pages.answer_page import handout_files, key_files

# -- what the shell offers for the words of a request


def _kind(context: click.Context) -> Kind:
    """Return the kind whose command it is."""
    return KINDS[context.info_name or ""]


def _guarantees(context: click.Context) -> list[str]:
    return [guarantee.name for guarantee in GENERATORS[context.info_name or ""].guarantees]


_COMPLETIONS: dict[str, Complete] = {
    "ask": completing_list(lambda context: _kind(context).answered),
    "points": completing_list(lambda context: [f"{part}=" for part in _kind(context).answered]),
    "separate": completing_list(lambda context: ["default", "all", "none", *_kind(context).wrong.names]),
    "without": completing_list(_guarantees),
    "ordering": completing(lambda _: [f"{name}:" if name == "strong" else name for name in NAMES]),
}


# -- the command of a kind


class Typed(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases of click only
    """A type by its reading; `name` is what help shows."""

    def __init__(self, reading: Reading) -> None:
        self.name, self._read = reading

    def convert(self, value: Data, param: click.Parameter | None, ctx: click.Context | None) -> Data:
        """Return what the text says; a value that was read already stays."""
        if not isinstance(value, str):
            return value
        try:
            return self._read(value)
        except ValueError as failure:
            self.fail(f'"{printable(value)}": {failure}', param, ctx)


class KindCommand(Command):
    """A command whose help lists the fields of a request under headings, and which says of a field that is no option where it stands."""

    def headed(self, names: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return the options heading by heading, those of no heading first."""
        fields = fields_of(self.name or "")
        headings: dict[str, list[str]] = {"Options": [], **{heading: [] for heading in HEADINGS}}
        for name in [*fields, *(name for name in names if name not in fields)]:
            headings[fields[name].heading if name in fields else "Options"].append(name)
        return headings

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options heading by heading, and which fields of a request have none."""
        super().format_options(ctx, formatter)
        fields = fields_of(self.name or "")
        if rare := [name.replace("_", "-") for name, field in fields.items() if not field.has_option]:
            with formatter.section("Fields of a request without an option (--from FILE)"):
                formatter.write_text(", ".join(rare))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; what only other kinds have is refused with their names, and a field with how it is written."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as failure:
            kind = self.name or ""
            rare = {flag(name): field for name, field in fields_of(kind).items() if not field.has_option}
            if failure.option_name in rare:
                raise click.UsageError(_as_fields(kind, given, rare), ctx) from None
            if kinds := [other for other in GENERATORS if failure.option_name in map(flag, fields_of(other))]:
                message = f"{failure.option_name} has no place in {ctx.info_name}, only in {', '.join(kinds)}"
                raise click.UsageError(message, ctx) from None
            raise


def _as_fields(kind: str, given: list[str], rare: dict[str, Field]) -> str:
    """Return what to write in a file in place of options that there are none of, with the values that were given to them."""
    stated: dict[str, str] = {}
    for place, word in enumerate(given):
        option, is_whole, value = word.partition("=")
        if option in rare:
            following = given[place + 1] if place + 1 < len(given) else rare[option].help
            stated[option[2:]] = value if is_whole else following
    says = "is a field of a request, and no option" if len(stated) == 1 else "are fields of a request, and no options"
    document = to_yaml({"kind": kind} | stated).replace("\n", "\n  ").rstrip()
    return f"{both(list(stated))} {says}; write a file with these lines, and give it with --from FILE:\n  {document}"


def command_of(kind: str, text: str) -> KindCommand:
    """Return the command of a kind, with this help: the options of every kind, and those of its requests."""
    examples = "\n".join(f"  gametree generate {kind} {options}" for options in GENERATORS[kind].examples)
    command = KindCommand(
        kind,
        callback=partial(_generate, kind),
        params=_own_options(),
        help=text,
        epilog=f"\b\nExamples:\n{examples}",
        short_help=f"{KINDS[kind].title}.",
    )
    command.params += [_click_option(field) for field in fields_of(kind).values() if field.has_option]
    return command


def _click_option(field: Field) -> click.Option:
    names = [flag(field.name), field.name]
    if field.type is None:
        return click.Option(names, is_flag=True, help=field.help)
    is_file = field.type is FILE
    return click.Option(
        names,
        type=click.Path(exists=True, dir_okay=False, path_type=Path) if is_file else Typed(field.type),
        metavar=None if is_file else field.type.name,
        help=field.help,
        shell_complete=_COMPLETIONS.get(field.name),
    )


def _own_options() -> list[click.Parameter]:
    """Return the options of every kind's command that say how many problems are made, and where they go."""
    return [
        click.Option(
            ["--count"], type=click.IntRange(1, 100_000), default=1, show_default=True, help="How many problems."
        ),
        click.Option(
            ["--seed"], default="1", show_default=True, help="Any text. The same seed gives the same problems."
        ),
        click.Option(
            ["--out"],
            type=OutFolder(Path),
            metavar="DIR",
            help="The folder for everything; made if need be.",
        ),
        click.Option(
            ["--force"], is_flag=True, help="Write into a folder that has files already, over those of the same name."
        ),
        click.Option(["--no-drawings"], is_flag=True, help="Leave out the drawings."),
        click.Option(
            ["--from", "file"],
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            help="A request in YAML or JSON, as a quiz has it under generate; options beside it win.",
        ),
        click.Option(
            ["--convention", "conventions"],
            multiple=True,
            metavar="NAME=VALUE",
            shell_complete=completing(lambda context: [f"{name}=" for name in _kind(context).conventions]),
            help="A convention; repeatable.",
        ),
    ]


# -- what an earlier `gametree generate` left in a folder: exercises that would stay beside new ones, and fit no
# index

KEY = "key"
_INDEXES = ("index.csv", f"{KEY}/index.csv")
_PROBLEM = re.compile(r"problem-[0-9]{2,}")


def _generated(folder: Path) -> set[str]:
    """Return the files that `generate` wrote: those of each exercise, of its key, and the indexes."""
    if not (folder / KEY).is_dir():
        return set()  # nothing that was generated: each has a key
    entries = {entry.name for entry in (*folder.iterdir(), *(folder / KEY).iterdir())}
    exercises = ["", *filter(_PROBLEM.fullmatch, entries)]
    files = {*_INDEXES, *(file for exercise in exercises for file in _files_of(exercise))}
    return {file for file in files if (folder / file).is_file()}


def _files_of(exercise: str, *, drawings: bool = True) -> Iterator[str]:
    """Yield the files of an exercise, which has a folder of its own if it has a name, each as a path from the folder of all."""
    for above, names in (("", HANDED_OUT), (f"{KEY}/", KEPT)):
        below = f"{above}{exercise}/" if exercise else above
        yield from (f"{below}{name}" for name in names if drawings or name not in DRAWINGS)


# -- how large the files of a generated problem may be, so that `grade` reads them

_LIMITS = {TEMPLATE: SUBMISSION_LIMITS, SOLUTION: SUBMISSION_LIMITS, PROBLEM: PROBLEM_LIMITS}


class Sizes:
    """What `grade` must be told to read all problems of a request: nothing, unless larger trees were allowed."""

    def __init__(self, parameters: Parameters) -> None:
        trees = trees_of(parameters)
        self._may_be_large = trees is not None and trees.shape.most_nodes > MOST_NODES
        self._needed: dict[str, int] = {}

    def check(self, files: Mapping[str, str | bytes]) -> None:
        """Take note of what is larger than `grade` reads by default. Raises RequestError where that was not allowed."""
        for name, limits in _LIMITS.items():
            content = files.get(name, b"")
            size = len(content.encode("utf-8") if isinstance(content, str) else content)
            if size <= limits.bytes:
                continue
            if not self._may_be_large:
                less = "" if name == PROBLEM else ", or fewer parts (--ask)"
                raise RequestError(
                    f"{name} would have {size:,} bytes, but grade reads at most {limits.bytes:,}; "
                    f"ask for fewer nodes, shorter names (--names){less}"
                )
            # Up to a power of two, because a student may write more than the template and the key do.
            self._needed[limits.option] = max(self._needed.get(limits.option, 0), 1 << size.bit_length())

    def notes(self) -> list[str]:
        """Return what is to be said of the problems: the options that `grade` needs."""
        if not self._needed:
            return []
        options = " ".join(f"{option} {size}" for option, size in self._needed.items())
        return [f"these files are larger than grade reads by default; it needs: grade {options}"]


class Batch(NamedTuple):
    """How many problems, from which seed, and where they go."""

    kind: str
    total: int
    seed: str
    out: Path
    drawings: bool


def _generate(
    kind: str,
    *,
    count: int,
    seed: str,
    out: Path | None,
    force: bool,
    no_drawings: bool,
    file: Path | None,
    conventions: tuple[str, ...],
    **given: Data,
) -> None:
    """Write the problems that the options ask for into the folder, or print the only one."""
    if out is None and count > 1:
        raise click.UsageError("--count goes with --out DIR: only one problem can be printed")
    if out is not None and not force and has_files(out):
        raise click.UsageError(f"{out} exists already; choose another folder, or --force to write into it")
    if out is not None and force and out.is_dir():
        _check_earlier(Batch(kind, count, seed, out, not no_drawings))
    try:
        stated = over(Stated(kind) if file is None else read_file(str(file), kind), given, conventions)
        if stated.fields.get("like") and is_terminal(sys.stderr):
            complain(["looking for variants that are as difficult …"])  # which takes a second where few are
        parameters = requested(kind, stated.fields, stated.conventions)
        if out is None:
            emit(_printed(kind, parameters, seed))
            return
        with accessing(out):
            _write_all(Batch(kind, count, seed, out, not no_drawings), parameters)
    except RequestError as failure:
        raise Refusal(_told(str(failure), kind, file, given)) from failure
    complain([f"{count} problem{'' if count == 1 else 's'} in {out}; the key is in {out / KEY}"])


def _told(message: str, kind: str, file: Path | None, given: Mapping[str, Data]) -> str:
    """Return what is wrong with a request; what was not typed is named as a file has it."""
    fields = {name.replace("_", "-"): field for name, field in fields_of(kind).items()}
    if file is not None:
        return f"{printable(str(file), 4096)}: {as_stated(message, lambda name: name not in fields or bool(given.get(fields[name].name)))}"
    rare = [name for name, field in fields.items() if not field.has_option and f"--{name}" in message]
    said = as_stated(message, lambda name: name not in rare)
    return f"{said}; {both(rare)} can be said in a file (--from)" if rare else said


def _printed(kind: str, parameters: Parameters, seed: str) -> str:
    """Return the only problem as its document; what `grade` must be told to read it is said."""
    sizes, problem = Sizes(parameters), certified(kind, parameters, f"{seed}/1").exercise.problem
    text = to_yaml(write_problem(KINDS[kind], problem))
    sizes.check({PROBLEM: text})
    complain(sizes.notes())
    return text


def _check_earlier(batch: Batch) -> None:
    """Refuse to write beside exercises of an earlier run that would stay: no index would say what lies in the folder."""
    written = set(_INDEXES if batch.total > 1 else ())
    for number in range(1, batch.total + 1):
        written |= set(_files_of(folder_of(number, batch.total), drawings=batch.drawings))
    if left := sorted(_generated(batch.out) - written):
        shown = left[0] if len(left) == 1 else f"{len(left):,} files ({left[0]} …)"
        raise click.UsageError(
            f"{batch.out} holds other exercises, of which {shown} would stay beside the new ones; "
            "choose another folder, or make as many as there are"
        )


def _write_all(batch: Batch, parameters: Parameters) -> None:
    """Write the folder: problems by number, the key beside them, and an index of each."""
    sizes = Sizes(parameters)
    rows: list[tuple[dict[str, object], dict[str, object]]] = []
    problems = different(batch.kind, parameters, batch.seed, batch.total)
    counted = with_progress(problems, batch.total, "Generating", "made, nothing is written", alone=False)
    with new_folder(batch.out) as write:
        for numbered in counted:
            handout, key = _files(numbered.generated, drawings=batch.drawings)
            sizes.check(handout | key)
            below = f"{numbered.folder}/" if numbered.folder else ""
            for above, files in (("", handout), (f"{KEY}/", key)):
                for file, content in files.items():
                    write(f"{above}{below}{file}", content)
            rows.append((handout_row(numbered), key_row(numbered)))
        for name, index in zip(_INDEXES, zip(*rows, strict=True), strict=True) if batch.total > 1 else ():
            write(name, table_text(list(index[0]), [list(row.values()) for row in index]))
    complain(sizes.notes())


def _files(generated: Generated, *, drawings: bool) -> tuple[dict[str, str | bytes], dict[str, str | bytes]]:
    """Return what is handed out and what is kept of one problem, each by name."""
    problem = generated.exercise.problem
    if problem.size > draw.MOST_NODES:
        complain([f"{problem.id}: {problem.size:,} nodes are too many to be drawn, so there is no drawing"])
    drawings = drawings and problem.size <= draw.MOST_NODES
    handout = dict(handout_files(problem, drawings=drawings))
    for _, notes in handout.values():
        complain(notes)
    key = key_files(generated, drawings=drawings)
    return {name: content for name, (content, _) in handout.items()}, {name: content for name, (content, _) in key}
