"""`gametree`: the group of all commands. `gametree grade` is the same command object as `grade`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from grader import __version__
from grader.bank import ProblemStore
from grader.cli.generate import generate
from grader.cli.grade import grade
from grader.cli.options import (
    DRAWINGS,
    Exit,
    collect_garbage,
    complain,
    drawing_options,
    emit,
    leave,
    problem_bytes_option,
    problems_option,
    submission_bytes_option,
)
from grader.cli.problems import find_exercises, names_argument
from grader.cli.report import report
from grader.cli.trace import trace
from grader.documents import PROBLEM_LIMITS
from grader.errors import GradingError
from grader.kinds import KINDS, Exercise
from grader.printable import json_line

_COMPLETION = """\b
Shell completion (bash; zsh and fish alike):
  eval "$(_GAMETREE_COMPLETE=bash_source gametree)"
"""


@click.group(epilog=_COMPLETION)
@click.version_option(__version__, prog_name="gametree-grader")
def gametree() -> None:
    """Set, solve, mark and draw game-tree exercises."""
    collect_garbage()


gametree.add_command(grade)
gametree.add_command(trace)
gametree.add_command(report)
gametree.add_command(generate)


_text_or_json = click.option(
    "--format",
    "-f",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="What stdout gets: text to read, or JSON.",
)


@gametree.command(
    epilog="""\b
Examples:
  gametree solve four-ply-trace
  gametree solve week5/problem-01/problem.yaml --format json
"""
)
@names_argument
@problems_option
@_text_or_json
@problem_bytes_option
def solve(names: tuple[str, ...], problems: tuple[str, ...], format_: str, max_problem_bytes: int) -> None:
    """Print the reference answers of problems, every part that they have.

    PROBLEM is a problem's id or file. With --format json, one problem is an object and several are an array.
    """
    from grader.verify import solution_data

    exercises, codes = find_exercises(names, problems, max_problem_bytes)
    solutions = [
        {
            "format": "gametree-solution/1",
            "problem": exercise.problem.id,
            "kind": exercise.problem.kind,
            "answers": solution_data(exercise),
        }
        for exercise in exercises
    ]
    if format_ == "json":
        stated: Any = solutions if len(names) > 1 else solutions[0] if solutions else None
        text = json_line(stated) if solutions else ""
    else:
        text = "answers:\n" + "".join(map(_solution_text, solutions)) if solutions else ""
    leave(codes | (set() if emit(text) else {Exit.USAGE}))


def _solution_text(solution: dict[str, Any]) -> str:
    """Return a solution as YAML that can be handed in below `answers` as it stands: JSON values are YAML."""
    lines = [f"  {json.dumps(solution['problem'])}:"]
    lines += [f"    {part}: {json_line(answer).rstrip()}" for part, answer in solution["answers"].items()]
    return "\n".join(lines) + "\n"


@gametree.command(
    epilog="""\b
Examples:
  gametree show four-ply-trace
  gametree show week5/problem-01/problem.yaml --solved --svg --out drawings
  gametree show four-ply-trace --format svg > tree.svg
"""
)
@names_argument
@problems_option
@click.option(
    "--format",
    "-f",
    "format_",
    type=click.Choice(["text", "dot", "svg"]),
    default="text",
    show_default=True,
    help="What stdout gets: the statement in words, or the drawing.",
)
@click.option("--solved", is_flag=True, help="Show the reference answers of the asked parts too.")
@drawing_options
@problem_bytes_option
def show(
    names: tuple[str, ...],
    problems: tuple[str, ...],
    format_: str,
    solved: bool,  # noqa: FBT001  # click passes flags by name
    out: str | None,
    max_problem_bytes: int,
    **drawings: bool,
) -> None:
    """Show problems: the statement in words with the tree as text, or drawn.

    PROBLEM is a problem's id or file.
    """
    wanted = [name for name in DRAWINGS if drawings[name]]
    if bool(wanted) != (out is not None):
        raise click.UsageError("--out DIR goes with at least one of --svg, --png, --pdf, --dot, and they with it")
    from grader.names import distinct, stem_of

    exercises, codes = find_exercises(names, problems, max_problem_bytes)
    stems = distinct(stem_of(exercise.problem.id) for exercise in exercises)
    for exercise, stem in zip(exercises, stems, strict=True):
        try:
            codes |= set() if emit(_shown(exercise, format_, solved=solved)) else {Exit.USAGE}
            if out is not None:
                codes |= _write_drawings(exercise, wanted, Path(out, stem), solved=solved)
        except GradingError as failure:
            complain(failure.faults)
            codes.add(Exit.PROBLEM)
    leave(codes)


def _shown(exercise: Exercise, format_: str, *, solved: bool) -> str:
    kind, problem, solution, *_ = exercise
    seen = solution if solved else None
    if format_ == "text":
        from grader.feedback.statement import statement_lines

        return "\n".join(statement_lines(kind, problem, seen)) + "\n"
    from grader.feedback.files import draw

    content, notes = draw(kind.diagram(problem, seen, None, None), format_)
    complain(notes)
    return str(content)


def _write_drawings(exercise: Exercise, wanted: Sequence[str], stem: Path, *, solved: bool) -> set[Exit]:
    from grader.cli.files import write_file
    from grader.feedback.files import draw

    kind, problem, solution, *_ = exercise
    diagram = kind.diagram(problem, solution if solved else None, None, None)
    for format_ in wanted:
        path = stem.with_name(f"{stem.name}.{format_}")
        try:
            content, notes = draw(diagram, format_)
            complain(notes)
            write_file(path, content)
        except OSError as failure:
            complain([f"{path}: cannot be written: {failure.strerror or failure}"])
            return {Exit.USAGE}
    return set()


@gametree.command(
    epilog="""\b
Examples:
  gametree validate week5/problem-01/problem.yaml
  gametree validate submissions/*.yaml --problems week5/
"""
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@problems_option
@submission_bytes_option
@problem_bytes_option
def validate(
    files: tuple[str, ...], problems: tuple[str, ...], max_submission_bytes: int, max_problem_bytes: int
) -> None:
    """Check problems and submissions without marking them.

    Says of each file that it is right, or everything that is wrong with it, parts that could not be judged included.
    """
    from grader.cli.validate import validate_file

    limits = PROBLEM_LIMITS._replace(bytes=max_problem_bytes)
    store = ProblemStore(problems, limits)
    codes: set[Exit] = set()
    for name in files:
        said, code = validate_file(name, store, limits, max_submission_bytes)
        codes |= {code} if emit(said) else {Exit.USAGE}
    complain((*store.notes, *store.faults))
    leave(codes | ({Exit.PROBLEM} if store.faults else set()))


@gametree.group()
def bank() -> None:
    """List, show and prove the problems that are shipped with the program."""


@bank.command("list")
@click.option("--kind", type=click.Choice(list(KINDS)), help="Only problems of this kind.")
@_text_or_json
def list_(kind: str | None, format_: str) -> None:
    """List the shipped problems: id, kind, title, asked parts."""
    from grader.bank import shipped

    store = ProblemStore()
    found = [store.find(id_) for id_ in shipped()]
    complain(store.faults)
    codes = {Exit.PROBLEM} if store.faults else set()
    rows = [one.problem for one in found if isinstance(one, Exercise) and kind in (None, one.problem.kind)]
    if format_ == "json":
        data = [
            {"id": problem.id, "kind": problem.kind, "title": problem.title, "ask": list(problem.ask)}
            for problem in rows
        ]
        text = json_line(data)
    else:
        width = max((len(problem.id) for problem in rows), default=0)
        text = "".join(
            f"{problem.id:<{width}}  {problem.kind:<14}  {problem.title} ({', '.join(problem.ask)})\n"
            for problem in rows
        )
    leave(codes | (set() if emit(text) else {Exit.USAGE}))


bank.add_command(show)


@bank.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--bank",
    "folder",
    type=click.Path(exists=True, file_okay=False),
    metavar="DIR",
    help="Prove this bank instead: <kind>/<id>/ with problem.yaml, expected.yaml and submissions/.",
)
def verify(ids: tuple[str, ...], folder: str | None) -> None:
    """Prove problems of the bank: solutions and marks against those worked out by hand in expected.yaml.

    Without an ID all of them.
    """
    from grader.bank import PROBLEM_FILE, bank_folders
    from grader.verify import verify_problem

    folders = bank_folders(folder)
    files = sorted(str(path / PROBLEM_FILE) for path in folders.values()) if folder else ()
    store = ProblemStore(files, ships=folder is None)
    unknown = [id_ for id_ in ids if id_ not in folders]
    mismatches = {id_: verify_problem(folders[id_], store) for id_ in ids or folders if id_ in folders}
    text = "".join(_verified_lines(mismatches))
    wrong = sum(map(bool, mismatches.values()))
    text += f"{len(mismatches) - wrong} of {len(mismatches)} problems proved\n"
    complain((*(f'there is no problem "{id_}" in the bank' for id_ in unknown), *store.faults))
    codes = {Exit.PROBLEM} if store.faults or unknown else set()
    codes |= {Exit.BELOW} if wrong else set()
    leave(codes | (set() if emit(text) else {Exit.USAGE}))


def _verified_lines(mismatches: dict[str, list[str]]) -> Iterator[str]:
    for id_, wrong in mismatches.items():
        yield f"{'✗' if wrong else '✓'} {id_}\n"
        yield from (f"    {mismatch}\n" for mismatch in wrong)


@gametree.command()
@click.argument("kind", required=False, type=click.Choice(list(KINDS)))
@_text_or_json
def conventions(kind: str | None, format_: str) -> None:
    """List the conventions: their values, the default first, and why they exist."""
    from grader.conventions import FIELDS

    shown = [name for name in FIELDS if kind is None or name in KINDS[kind].conventions]
    if format_ == "json":
        data = [
            {
                "convention": name,
                "values": FIELDS[name].choices.replace("`", ""),
                "why": FIELDS[name].why,
                "kinds": [kind_name for kind_name, record in KINDS.items() if name in record.conventions],
            }
            for name in shown
        ]
        text = json_line(data)
    else:
        text = "\n".join(_convention_text(name) for name in shown)
    leave(set() if emit(text) else {Exit.USAGE})


def _convention_text(name: str) -> str:
    from grader.conventions import FIELDS

    field = FIELDS[name]
    kinds = ", ".join(kind_name for kind_name, record in KINDS.items() if name in record.conventions)
    lines = [f"{name}: {field.choices.replace('`', '')}", f"    {field.why} Used by {kinds}."]
    if isinstance(field.words, dict):
        lines += [f"    - {value}: {sentence}" for value, sentence in field.words.items()]
    return "\n".join(lines) + "\n"


@gametree.command()
@click.argument("kind", required=False, type=click.Choice(list(KINDS)))
@_text_or_json
def misconceptions(kind: str | None, format_: str) -> None:
    """List the misconceptions that a wrong answer can be recognised by, and what each breaks."""
    from grader.kinds.misconceptions import WORDINGS

    shown = {
        name: [kind_name for kind_name, record in KINDS.items() if name in record.misconception_names]
        for name in WORDINGS
        if kind is None or name in KINDS[kind].misconception_names
    }
    if format_ == "json":
        data = [{"misconception": name, "kinds": kinds} | WORDINGS[name]._asdict() for name, kinds in shown.items()]
        text = json_line(data)
    else:
        text = "\n".join(
            f"{name} ({', '.join(kinds)})\n    {WORDINGS[name].description}\n    Told to the student: {WORDINGS[name].advice}\n"
            f"    Breaks the {WORDINGS[name].breaks}.\n"
            for name, kinds in shown.items()
        )
    leave(set() if emit(text) else {Exit.USAGE})
