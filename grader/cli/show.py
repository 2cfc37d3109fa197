"""`gametree solve` and `gametree show`: the reference answers of problems, and their statements."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from grader.cli.command import Command
from grader.cli.options import (
    DRAWINGS,
    Exit,
    complain,
    drawing_options,
    emit,
    emit_text,
    format_option,
    leave,
    numbers_option,
    problem_bytes_option,
    problems_option,
    text_or_json,
    wrote,
)
from grader.cli.problems import find_exercises, names_argument
from grader.data import Data
from grader.diagram import Diagram, Numbers
from grader.errors import GradingError
from grader.kinds import Exercise
from grader.printable import json_line


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  gametree solve four-ply-trace
  gametree solve week5/problem-01/problem.yaml --format json
""",
)
@names_argument
@problems_option
@text_or_json
@problem_bytes_option
def solve(names: tuple[str, ...], problems: tuple[str, ...], format_: str, max_problem_bytes: int) -> None:
    """Print the reference answers of problems, every part that they have.

    PROBLEM is a problem's id or file. With --format json, one problem is an object and several are an array.
    """
    exercises, codes = find_exercises(names, problems, max_problem_bytes)
    solutions = [
        {
            "format": "gametree-solution/1",
            "problem": exercise.problem.id,
            "kind": exercise.problem.kind,
            "answers": exercise.solve(),
        }
        for exercise in exercises
    ]
    if format_ == "json":
        stated: Data = solutions if len(names) > 1 else solutions[0] if solutions else None
        text = json_line(stated) if solutions else ""
    else:
        text = "answers:\n" + "".join(map(_solution_text, solutions)) if solutions else ""
    leave(codes | (set() if emit(text) else {Exit.USAGE}))


def _solution_text(solution: dict[str, Data]) -> str:
    """Return a solution as YAML that can be handed in below `answers` as it stands: JSON values are YAML."""
    lines = [f"  {json.dumps(solution['problem'])}:"]
    lines += [f"    {part}: {json_line(answer).rstrip()}" for part, answer in solution["answers"].items()]
    return "\n".join(lines) + "\n"


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  gametree show four-ply-trace
  gametree show week5/problem-01/problem.yaml --solved --svg --out drawings
  gametree show four-ply-trace --format svg > tree.svg
""",
)
@names_argument
@problems_option
@format_option("text", "dot", "svg", help="What stdout gets: the statement in words, or the drawing.")
@click.option("--solved", is_flag=True, help="Show the reference answers of the asked parts too.")
@numbers_option
@drawing_options
@problem_bytes_option
def show(
    names: tuple[str, ...],
    problems: tuple[str, ...],
    format_: str,
    solved: bool,  # noqa: FBT001  # click passes flags by name
    numbers: str,
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
    written = 0
    for exercise, stem in zip(exercises, stems, strict=True):
        try:
            diagrams = exercise.diagrams(solved=solved, numbers=Numbers(numbers))[: None if solved else 1]
            codes |= set() if _write(exercise, format_, diagrams) else {Exit.USAGE}
            if out is not None:
                count, more = _write_drawings(diagrams, wanted, Path(out, stem))
                codes, written = codes | more, written + count
        except GradingError as failure:
            complain(failure.faults)
            codes.add(Exit.PROBLEM)
    if out is not None:
        complain([wrote(written, out)])
    leave(codes)


def _write(exercise: Exercise, format_: str, diagrams: Sequence[Diagram]) -> bool:
    """Write the statement with its trees, or the first drawing, to stdout and return whether that worked."""
    if format_ == "text":
        from grader.handout.statement import statement_lines

        return emit_text(statement_lines(exercise.kind, exercise.problem, *diagrams))
    from grader.pages.files import draw

    content, notes = draw(diagrams[0], format_)
    more = f"this is the first of {len(diagrams)} drawings; --{format_} --out DIR writes all"
    complain([*notes, *([more] if len(diagrams) > 1 else [])])
    return emit(str(content))


def _write_drawings(diagrams: Sequence[Diagram], wanted: Sequence[str], stem: Path) -> tuple[int, set[Exit]]:
    """Write the drawings of one problem, up to the first that cannot be written, and return how many."""
    from grader.documents.files import write_file
    from grader.pages.files import draw, named_drawings

    todo = [(format_, *one) for format_ in wanted for one in named_drawings(stem.name, diagrams, format_)]
    for done, (format_, name, diagram) in enumerate(todo):
        path = stem.with_name(f"{name}.{format_}")
        try:
            content, notes = draw(diagram, format_)
            complain(notes)
            write_file(path, content)
        except OSError as failure:
            complain([f"{path}: cannot be written: {failure.strerror or failure}"])
            return done, {Exit.USAGE}
    return len(todo), set()
