"""`gametree solve`, `show`, `trace` and `handout`: the reference answers of problems, their statements, steps, and sheets of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from grader.cli.command import command
from grader.cli.named_inputs import check_once, find_exercises, names_argument, read_title
from grader.cli.options import (
    DRAWINGS,
    Exit,
    accessing,
    chosen_paper,
    complain,
    drawing_options,
    emit,
    emit_text,
    force_option,
    format_option,
    has_files,
    is_terminal,
    numbers_option,
    out_option,
    paper_option,
    problem_bytes_option,
    problems_option,
    submission_bytes_option,
    text_or_json,
    write_made,
    wrote,
)
from grader.cli.terminal import terminal_width
from grader.core.answers.case import Step
from grader.core.documents import SUBMISSION_LIMITS, read_document
from grader.core.documents.files import new_folder
from grader.core.drawing.diagram import Diagram, Numbers, first_of
from grader.core.drawing.draw import Written
from grader.core.errors import GradingError, SubmissionError
from grader.core.names import distinct, stem_of
from grader.core.text import json_line, printable
from grader.grading.marking import grade_one, read_submission
from grader.kinds import Exercise
from grader.pages import KEY_PAPER, PAPER, TEMPLATE
from grader.pages.answer_page import sheet_files
from grader.pages.feedback import draw, named_drawings
from grader.pages.overlay import Yours, overlay
from grader.pages.paper import is_there, missing_glyphs
from grader.pages.sheet import make_sheet, statement_lines
from grader.pages.stepper import trace_page
from grader.pages.steps import render_steps, trace_data


@command(
    "gametree solve four-ply-trace",
    "gametree solve week5/problem-01/problem.yaml --format json",
)
@names_argument
@problems_option
@text_or_json
@problem_bytes_option
def solve(names: tuple[str, ...], problems: tuple[str, ...], format_: str, max_problem_bytes: int) -> None:
    """Print the reference answers of problems, every part that they have.

    PROBLEM is a problem's id or file. With --format json, one problem is an object and several are an array.
    """
    exercises = find_exercises(names, problems, max_problem_bytes)
    if format_ == "text":
        emit("answers:\n" + "".join(map(_solution_text, exercises)) if exercises else "")
        return
    solutions = [
        {"format": "gametree-solution/1", "problem": one.problem.id, "kind": one.problem.kind, "answers": one.solve()}
        for one in exercises
    ]
    emit(json_line(solutions if len(names) > 1 else solutions[0]) if solutions else "")


def _solution_text(exercise: Exercise) -> str:
    """Return a solution as YAML that can be handed in below `answers` as it stands: JSON values are YAML."""
    lines = [f"  {json.dumps(exercise.problem.id)}:"]
    lines += [f"    {part}: {json_line(answer).rstrip()}" for part, answer in exercise.solve().items()]
    return "\n".join(lines) + "\n"


_SCALES = range(1, 9)


def read_scale(_: click.Context, __: click.Parameter, text: str) -> int:
    """Return how many dots a unit of a drawing is. Raises UsageError."""
    if text not in map(str, _SCALES):
        expected = f"expected {_SCALES[0]} to {_SCALES[-1]}"
        raise click.UsageError(f"--scale: {printable(text)} is not allowed here, {expected}")
    return int(text)


@command(
    "gametree show four-ply-trace",
    "gametree show week5/problem-01/problem.yaml --solved --svg --out drawings",
    "gametree show four-ply-trace --format svg > tree.svg",
    "gametree show four-ply-trace --png --scale 4 --no-title --no-legend --out slides",
)
@names_argument
@problems_option
@format_option("text", "dot", "svg", help="What stdout gets: the statement in words, or the drawing.")
@click.option("--solved", is_flag=True, help="Show the reference answers of the asked parts too.")
@numbers_option
@drawing_options
@click.option(
    "--scale",
    default="2",
    metavar="N",
    callback=read_scale,
    show_default=True,
    help="How many dots of a PNG a unit of the drawing is, 1 to 8.",
)
@click.option("--no-title", is_flag=True, help="Draw without the title.")
@click.option("--no-legend", is_flag=True, help="Draw without what the signs mean.")
@problem_bytes_option
def show(
    names: tuple[str, ...],
    problems: tuple[str, ...],
    format_: str,
    solved: bool,  # noqa: FBT001  # click passes flags by name
    numbers: Numbers,
    out: str | None,
    scale: int,
    no_title: bool,  # noqa: FBT001
    no_legend: bool,  # noqa: FBT001
    max_problem_bytes: int,
    **drawings: bool,
) -> None:
    """Show problems: the statement in words with the tree as text, or drawn.

    PROBLEM is a problem's id or file.
    """
    wanted = [name for name in DRAWINGS if drawings[name]]
    if bool(wanted) != (out is not None):
        raise click.UsageError("--out DIR goes with at least one of --svg, --png, --pdf, --dot, and they with it")
    exercises = find_exercises(names, problems, max_problem_bytes)
    stems = distinct(stem_of(exercise.problem.id) for exercise in exercises)
    look = Written(not no_title, not no_legend, scale)
    written = 0
    for exercise, stem in zip(exercises, stems, strict=True):
        try:
            diagrams = exercise.diagrams(solved=solved, numbers=numbers)[: None if solved else 1]
            _print(exercise, format_, diagrams, look, solved=solved)
            written += 0 if out is None else _write_drawings(diagrams, wanted, Path(out, stem), look)
        except GradingError as failure:
            complain(failure.faults, Exit.PROBLEM)
    if out is not None:
        complain([wrote(written, out)])


def _print(exercise: Exercise, format_: str, diagrams: Sequence[Diagram], look: Written, *, solved: bool) -> None:
    """Write the statement with its trees, or the first drawing, to stdout."""
    if format_ == "text":
        emit_text(statement_lines(exercise.kind, exercise.problem, *diagrams, solved=solved), _foreign_in(exercise))
        return
    content, notes = draw(first_of(diagrams), format_, look)
    more = f"this is the first of {len(diagrams)} drawings; --{format_} --out DIR writes all"
    complain([*notes, *([more] if len(diagrams) > 1 else [])])
    emit(str(content))


def _foreign_in(exercise: Exercise) -> list[str]:
    """Return what of a statement its author wrote: title, source, and names."""
    problem = exercise.problem
    texts = (problem.id, problem.title, problem.origin, *exercise.keys_by_name())
    return [printable(text, len(text)) for text in texts if text]


def _write_drawings(diagrams: Sequence[Diagram], wanted: Sequence[str], stem: Path, look: Written) -> int:
    """Write the drawings of one problem, up to the first that cannot be written, and return how many."""
    todo = [(format_, *one) for format_ in wanted for one in named_drawings(stem.name, diagrams, format_)]
    for done, (format_, name, diagram) in enumerate(todo):
        if not write_made(stem.with_name(f"{name}.{format_}"), partial(draw, diagram, format_, look)):
            return done
    return len(todo)


# -- `gametree trace`: solutions step by step


@command(
    "gametree trace deep-cutoff",
    "gametree trace week5/problem-01/problem.yaml --format json",
    "gametree trace deep-cutoff textbook-three-by-three --html --out pages",
    "gametree trace deep-cutoff --format html > steps.html",
    "gametree trace deep-cutoff --answers submission.yaml --html --out pages",
)
@names_argument
@problems_option
@format_option("text", "json", "html", help="What stdout gets; html takes one problem.")
@click.option("--html", is_flag=True, help="Write a self-contained page for each problem into --out.")
@out_option("The folder for pages; made if need be.", Path)
@click.option(
    "--answers",
    metavar="SUBMISSION",
    help="A submission with answers to each PROBLEM; they are laid over the steps. - reads standard input.",
)
@submission_bytes_option
@problem_bytes_option
def trace(
    names: tuple[str, ...],
    problems: tuple[str, ...],
    format_: str,
    html: bool,  # noqa: FBT001  # click passes flags by name
    out: Path | None,
    answers: str | None,
    max_submission_bytes: int,
    max_problem_bytes: int,
) -> None:
    """Explain solutions step by step: every visit, number, window and cutoff, and why.

    PROBLEM is a problem's id or file. With --format json, one problem is an object and several are an array. With
    --answers each step says what the student answered where it was another answer.
    """
    if html != (out is not None):
        raise click.UsageError("--out DIR goes with --html, and --html with it")
    if format_ == "html" and len(names) > 1:
        raise click.UsageError("--format html takes one problem; --html --out DIR writes a page for each of several")
    found = [_Told(one, one.steps()) for one in find_exercises(names, problems, max_problem_bytes)]
    complain((f"{one.exercise.problem.id}: {_NO_STEPS}" for one in found if not one.steps), Exit.PROBLEM)
    told = [one for one in found if one.steps]
    if answers is not None:
        told = _with_answers(told, answers, max_submission_bytes)
    report = _reported(told, format_, is_list=len(names) > 1)
    if format_ == "text":
        emit_text(report, [text for one in told for text in _foreign_in(one.exercise)])
    else:
        emit(report)
    if out is not None:
        stems = distinct(stem_of(one.exercise.problem.id) for one in told)
        files = [(out / f"{stem}-steps.html", partial(trace_page, *one)) for one, stem in zip(told, stems, strict=True)]
        complain([wrote(sum(write_made(*file) for file in files), out)])


_NO_STEPS = "a person marks all that it asks, so there are no steps to a solution"


class _Told(NamedTuple):
    """A problem with its steps, and a student's answers at the steps that decide them."""

    exercise: Exercise
    steps: Sequence[Step]
    yours: Sequence[Yours] | None = None


def _with_answers(told: Sequence[_Told], name: str, most: int) -> list[_Told]:
    """Return the problems that the submission answers with these answers; what cannot be marked is complained of."""
    found = []
    try:
        submission = read_submission(read_document(name, SUBMISSION_LIMITS._replace(bytes=most), SubmissionError))
    except SubmissionError as failure:
        complain(failure.faults, Exit.SUBMISSION)
        return []
    for one in told:
        try:
            graded = grade_one(submission, one.exercise)
        except SubmissionError as failure:
            complain(failure.faults, Exit.SUBMISSION)
            continue
        complain(unread.fault for unread in graded.unread)
        complain(graded.report.notes)
        found.append(one._replace(yours=overlay(graded, one.steps)))
    return found


def _reported(told: Sequence[_Told], format_: str, *, is_list: bool) -> str:
    """Return what stdout gets: one report after the other, or for JSON one document."""
    if format_ == "json":
        found = [trace_data(*one) for one in told]
        return json_line(found if is_list else found[0]) if found else ""
    return "\n".join(_shown_steps(one, format_) for one in told)


def _shown_steps(one: _Told, format_: str) -> str:
    if format_ == "html":
        page, notes = trace_page(*one)
        complain(notes)
        return page
    if not is_terminal(sys.stdout):
        return render_steps(one.exercise, one.steps, yours=one.yours)
    return render_steps(one.exercise, one.steps, terminal_width(), one.yours)


# -- `gametree handout`: problems on one sheet, and its key

_NO_TYPST = 'it needs Typst, which is not installed; install it with: pip install "typst>=0.14"'


@command(
    "gametree handout minimax-textbook four-ply-trace ucb-greedy --out sheet",
    'gametree handout week5/problem-0*/problem.yaml --title "Week 5" --out sheet --pdf',
)
@names_argument
@problems_option
@out_option("The folder for everything; made if need be.", Path, is_required=True)
@click.option("--title", default="", callback=read_title, help="What stands at the top of the sheet.")
@click.option("--pdf", is_flag=True, help="Write the sheet and its key on paper too, as PDF.")
@paper_option
@numbers_option
@force_option
@problem_bytes_option
def handout(
    names: tuple[str, ...],
    problems: tuple[str, ...],
    out: Path,
    title: str,
    pdf: bool,  # noqa: FBT001  # click passes flags by name
    paper: str | None,
    numbers: Numbers,
    force: bool,  # noqa: FBT001
    max_problem_bytes: int,
) -> None:
    """Put problems on one sheet to hand out: a page, Markdown, a page to answer on, a template for the answers; and its key.

    PROBLEM is a problem's id or file. The folder key below --out holds the solutions, worked step by step: all else may
    be handed out.
    """
    paper = chosen_paper(paper, pdf=pdf, missing="" if is_there() else _NO_TYPST)
    _check_folder(out, force=force, pdf=pdf)
    exercises = find_exercises(names, problems, max_problem_bytes, needs_all=True)
    check_once(exercises, "a sheet")
    with accessing(out):
        written = _write_sheet(exercises, title, out, paper, numbers)
    complain([f"{wrote(written, out)}; the key is in {printable(str(out / 'key'))}"])


def _check_folder(out: Path, *, force: bool, pdf: bool) -> None:
    """Refuse a folder that has files already; with `force` one in which a PDF of an earlier sheet would stay."""
    if not has_files(out):
        return
    if not force:
        raise click.UsageError(f"{out} has files already; choose another folder, or --force to write into it")
    old = [name for name in (PAPER, KEY_PAPER) if not pdf and (out / name).exists()]
    if old:
        raise click.UsageError(f"{out} holds {' and '.join(old)} of an earlier sheet, which would stay; add --pdf")


def _write_sheet(exercises: Sequence[Exercise], title: str, out: Path, paper: str | None, numbers: Numbers) -> int:
    """Write the folder, whole or not at all, and return how many files it has; say what a reader of it should know."""
    written = 0
    with new_folder(out) as write:
        for name, content in sheet_files(exercises, title, paper, numbers):
            write(name, content)
            written += 1
            size = len(content.encode()) if isinstance(content, str) else 0
            if name == TEMPLATE and size > SUBMISSION_LIMITS.bytes:
                needed = f"{SUBMISSION_LIMITS.option} {1 << size.bit_length()}"
                complain([f"answers.yaml is larger than grade reads by default; it needs: grade {needed}"])
    if paper is not None:
        complain(_boxes(exercises, title))
    return written


def _boxes(exercises: Sequence[Exercise], title: str) -> list[str]:
    """Return a note on the letters that paper cannot show."""
    letters = missing_glyphs(make_sheet([exercise.problem for exercise in exercises], title))
    shown = f"the PDFs show boxes for {printable(letters, 20)}, which the shipped fonts do not have"
    return [f"{shown}; handout.html shows them"] if letters else []
