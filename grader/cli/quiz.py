"""`gametree quiz`: a quiz for a class, from its document to all that is handed out, its sheets solved, and the page to practise on."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from generators.registry import GENERATORS
from grader.cli.command import Group, Stopwatch, command
from grader.cli.named_inputs import check_quiz_is_there, find_secret, quiz_path, roster_beside
from grader.cli.options import (
    A_FILE,
    A_FOLDER,
    Choice,
    Exit,
    Item,
    accessing,
    chosen_paper,
    complain,
    emit,
    emit_text,
    has_files,
    out_option,
    page_name,
    paper_option,
    reach,
    text_or_json,
    with_progress,
    write_made,
)
from grader.core.answers.reports import WORDS, Verdict
from grader.core.data import Data
from grader.core.documents import PROBLEM_LIMITS, read_document
from grader.core.documents.files import staged_folder, write_file
from grader.core.errors import Fault, ProblemError
from grader.core.games.text_question import TEXT
from grader.core.numbers import Number, marks_number, marks_text, points_text
from grader.core.processes import Workers
from grader.core.text import both, count, listed_names, printable
from grader.course.quiz import GENERATE, QUIZ_FILE, ROSTER_FILE, SECRET_FILE, Quiz, Secret, example, read_quiz
from grader.course.quiz.build import (
    Follow,
    Made,
    check_ids,
    check_replaceable,
    draw_briefs,
    generated,
    had_before,
    is_there,
    unprintable,
)
from grader.course.quiz.build import build as build_quiz
from grader.course.quiz.built import Retake, open_build, read_lock
from grader.course.quiz.exercises import (
    EVERYONE,
    MOST_DRAWN,
    Practising,
    contents_of,
    practising,
    read_sources,
    with_pools,
)
from grader.course.quiz.rekey import add, rekey
from grader.course.quiz.retake import retake_of
from grader.course.quiz.sheets import Order, Stated, ordered, read_order, read_stated, recipients, solved_sheet_of
from grader.course.quiz.variety import Variety, varieties, warnings
from grader.pages.answer_page import Heading
from grader.pages.practice import write_practice_page
from grader.pages.sheet_page import write_markdown, write_page

_MOST_NAMED = 10
_NO_PAPER = 'it needs Typst and pypdf; install them with: pip install "typst>=0.14" "pypdf>=5"'

quiz_argument = click.argument("quiz_file", metavar="QUIZ", type=click.Path(exists=True))
roster_option = click.option(
    "--roster",
    type=A_FILE,
    metavar="FILE",
    help="The class as CSV.  [default: roster.csv beside the quiz, where there is one]",
)
secret_option = click.option(
    "--secret",
    "secret_file",
    type=A_FILE,
    metavar="FILE",
    help="The file of the secret.  [default: the variable GAMETREE_SECRET, else quiz.secret beside the quiz]",
)
jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="N", help="How many processes.  [default: all cores]"
)


def _following(label: str, done: str) -> Follow:
    """Return what shows a progress bar beside what comes, where there is much of it."""

    def follow(made: Iterable[Item], total: int) -> Iterable[Item]:
        return with_progress(made, total, label, done, alone=False)

    return follow


followed = _following("Building", "made, nothing is written")
drawing = _following("Drawing", "drawn, nothing is written")
_reading = _following("Reading", "read, nothing is written")
_trying = _following("Trying a looser request", "tried")


class Call(NamedTuple):
    """What the command line asks of a build."""

    quiz_file: str
    out: Path
    roster: str | None
    secret_file: str | None
    pdf: bool
    paper: str | None
    zips: bool
    retake: str | None
    jobs: int | None
    is_added: bool
    is_rekeyed: bool
    force: bool

    @property
    def processes(self) -> int:
        """Return in how many processes sheets are made."""
        return self.jobs or os.cpu_count() or 1


@command(
    "gametree quiz build week5 --out week5-build",
    "gametree quiz build week5 --out week5-build --add",
    "gametree quiz build week5 --out week5-build --pdf --zip",
    "gametree quiz build week6 --out week6-build --retake-of week5-build",
)
@quiz_argument
@out_option(
    "The folder of the build: one with nothing in it, or that of an earlier build with --add, --rekey or --force.",
    Path,
    is_required=True,
)
@roster_option
@secret_option
@click.option("--pdf", is_flag=True, help="Write each sheet on paper too, and all of them in one file to print.")
@paper_option
@click.option(
    "--retake-of",
    "retake",
    type=A_FOLDER,
    metavar="BUILD",
    help="For those who sat that build: nobody gets again what they had there, where there is anything else.",
)
@click.option(
    "--zip",
    "zips",
    is_flag=True,
    help="Zips in place of folders: of each sheet, and of the key's problems, certificates and solved sheets.",
)
@jobs_option
@click.option("--add", "is_added", is_flag=True, help="Sheets for students who joined late; no other sheet is touched.")
@click.option("--rekey", "is_rekeyed", is_flag=True, help="Only the key anew: corrected conventions, points, marking.")
@click.option("--force", is_flag=True, help="In place of an earlier build, of which nothing is left.")
def build(**given: Data) -> None:
    """Write all sheets of a quiz, to hand out, and their key.

    QUIZ is quiz.yaml or the folder that it lies in. The folder key below --out holds the solutions: all else may be handed out.
    """
    call = Call(**given)
    _check_options(call)
    mode = _rekey if call.is_rekeyed else _add if call.is_added else _build
    with accessing(call.out):
        file = quiz_path(call.quiz_file)
        check_quiz_is_there(file)
        mode(call, file)


def _check_options(call: Call) -> None:
    """Refuse options that do not go together."""
    modes = {"--add": call.is_added, "--rekey": call.is_rekeyed, "--force": call.force}
    outputs = {"--pdf": call.pdf, "--paper": call.paper is not None, "--zip": call.zips}
    chosen = [name for name, is_on in modes.items() if is_on]
    asked = [name for name, is_on in outputs.items() if is_on]
    if len(chosen) > 1:
        raise click.UsageError(f"{chosen[1]} does not go with {chosen[0]}")
    if chosen and not call.force and asked:
        raise click.UsageError(f"{asked[0]} does not go with {chosen[0]}: the build says already what it is made of")
    if call.is_rekeyed and call.roster is not None:
        raise click.UsageError("--roster does not go with --rekey: the class stays as it was")
    if call.retake is not None and (call.is_added or call.is_rekeyed):
        raise click.UsageError(f"--retake-of does not go with {chosen[0]}: the build knows what it is a retake of")
    if call.retake is not None and os.path.exists(call.out) and os.path.samefile(call.retake, call.out):
        raise click.UsageError("--retake-of and --out name the same folder; choose another one for the new build")
    _paper(call)
    if not chosen and has_files(call.out):
        raise click.UsageError(f"{call.out} has files already; choose another folder, or --force, --add or --rekey")


def _build(call: Call, file: str) -> None:
    if is_replacing := call.force and has_files(call.out):
        check_replaceable(call.out)
        _check_retake(call)
    watch = Stopwatch()
    order = _order(call, file)
    made = build_quiz(order, call.out, jobs=call.processes, follow=followed, is_replacing=is_replacing)
    written = _written(call, made, watch)
    with Workers(call.processes) as workers:
        warn_of_variety(order, made, workers)
    complain_of_repeats(order.quiz, made)
    if order.retake.of and (fresh := [sheet.recipient.who for sheet in made if not sheet.recipient.had.exercises]):
        complain([f"note: no sheet in {printable(str(call.retake))} was for {_those(fresh)}"])
    if call.pdf and (letters := unprintable(order)):
        complain([f"note: paper shows boxes for {printable(letters, 20)}, which the shipped fonts do not have"])
    complain([written])


def complain_of_repeats(quiz: Quiz, made: Sequence[Made]) -> None:
    """Say who gets again what they had before: of what is the same for all how many, of what was drawn who."""
    drawn_anew = generated(quiz)
    for exercise, again in had_before(made).items():
        if exercise in drawn_anew:
            whose = _those([one.who or "everyone" for one in again])
            what = f"{MOST_DRAWN} draws gave nothing but what {whose} had before, so it comes again"
            complain([f"note: {exercise}: {what}; a larger shape, game or range of values gives more"])
        else:
            complain(
                [f"note: {exercise} is the same for all: on {len(again)} of {count(len(made), 'sheet')} it comes again"]
            )


def _those(names: Sequence[str]) -> str:
    return listed_names(names, _MOST_NAMED)


def _check_retake(call: Call) -> None:
    """Refuse to make of a retake a build that is none. Raises UsageError."""
    lock, _ = read_lock(str(call.out))
    if lock.retake.of and call.retake is None:
        raise click.UsageError(f"{call.out} is a retake of {lock.retake.of[0]}; name its build with --retake-of")


def _add(call: Call, file: str) -> None:
    watch = Stopwatch()
    stated, secret = read_stated(file, roster_beside(file, call.roster)), find_secret(file, call.secret_file)
    made = add(stated, secret, call.out, jobs=call.processes, follow=followed)
    nobody = "everyone on the roster has a sheet; the roster and the lock are renewed"
    complain_of_repeats(stated.quiz, made)
    complain([_written(call, made, watch) if made else nobody])


def _rekey(call: Call, file: str) -> None:
    stated = read_stated(file, needs_class=False)
    changed = rekey(stated, find_secret(file, call.secret_file), call.out, jobs=call.processes)
    if changed is None:
        complain([f"nothing was changed since {printable(str(call.out))} was built, so nothing is written"])
        return
    what = f"{', '.join(changed)} changed" if changed else "no problem changed"
    complain([f"the key and the lock in {printable(str(call.out))} are new: {what}; what was handed out stays"])


def _order(call: Call, file: str) -> Order:
    secret, roster = find_secret(file, call.secret_file), roster_beside(file, call.roster)
    return read_order(file, secret, roster, paper=_paper(call), zips=call.zips, retake=partial(_retake, call))


def _retake(call: Call, quiz: Quiz) -> Retake:
    """Return what is not to come again. Raises Refusal and ProblemError."""
    return Retake() if call.retake is None else retake_of(open_build(call.retake), quiz.id, _reading)


def _paper(call: Call) -> str | None:
    return chosen_paper(call.paper, pdf=call.pdf, missing="" if is_there() else _NO_PAPER)


def _written(call: Call, made: Sequence[Made], watch: Stopwatch) -> str:
    """Return what was written, and how long each sheet took."""
    sheets = count(len(made), "sheet")
    return f"{sheets} in {printable(str(call.out))}, {watch.each(len(made))}; the key is in {printable(str(call.out / 'key'))}"


def warn_of_variety(order: Order, made: Sequence[Made], workers: Workers) -> None:
    """Say of which exercises too little differs on these sheets, and what gives more."""
    complain(f"warning: {said}" for said in warnings(order.recipe, made, workers, _trying))


# -- `gametree quiz init`: a quiz to begin with, with a class and a secret of its own

_BYTES = 32


@command("gametree quiz init week5", "gametree quiz init week6 --program alpha-beta")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--program",
    metavar="KIND",
    type=click.Choice([*GENERATORS]),
    help="A quiz of one exercise that a program answers, of this kind.",
)
def init(folder: Path, program: str | None) -> None:
    """Write a quiz to begin with into DIR: quiz.yaml with comments, roster.csv, and quiz.secret.

    All problems come from the secret: keep it to yourself, and keep it. Nothing that is there already is overwritten; what is
    missing is added.
    """
    names = (QUIZ_FILE, ROSTER_FILE, SECRET_FILE)
    missing = [name for name in names if not os.path.lexists(folder / name)]
    where = printable(str(folder))
    if not missing:
        raise click.UsageError(f"{both(names)} are in {where} already, and nothing is overwritten")
    with accessing(folder), staged_folder(folder) as staged:
        for name in missing:
            _write(staged / name, program)
    complain([_added(names, missing, where)])


def _added(names: Sequence[str], missing: Sequence[str], where: str) -> str:
    """Return what was written, and what to do now."""
    now = f"now: gametree quiz check {where}"
    if len(missing) == len(names):
        return f"{both(missing)} are in {where}; {now}"
    verb = "was" if len(missing) == 1 else "were"
    there = [name for name in names if name not in missing]
    example = f"; {ROSTER_FILE} is an example, put your class in" if ROSTER_FILE in missing else ""
    stays = "stays as it was" if len(there) == 1 else "stay as they were"
    return f"{both(missing)} {verb} added in {where}, {both(there)} {stays}{example}; {now}"


def _write(file: Path, program: str | None) -> None:
    if file.name == QUIZ_FILE and program:
        file.write_bytes(example("program.yaml").replace(b"KIND", program.encode()))
        return
    if file.name in (QUIZ_FILE, ROSTER_FILE):
        file.write_bytes(example(file.suffix[1:]))
        return
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as opened:
        opened.write(secrets.token_hex(_BYTES) + "\n")


# -- `gametree quiz check`: what is wrong with a quiz, what its exercises look like, and how much its sheets differ


@command("gametree quiz check week5", "gametree quiz check week5 --strict --format json")
@quiz_argument
@roster_option
@secret_option
@jobs_option
@click.option("--strict", is_flag=True, help="Exit code 5 where too little differs in an exercise.")
@text_or_json
def check(
    quiz_file: str, roster: str | None, secret_file: str | None, jobs: int | None, format_: str, *, strict: bool
) -> None:
    """Say what is wrong with a quiz and its class; draw every sheet and say how much they differ. Nothing is written.

    QUIZ is quiz.yaml or the folder that it lies in.
    """
    file = quiz_path(quiz_file)
    check_quiz_is_there(file)
    stated, secret = _read(file, roster_beside(file, roster), secret_file)
    order = ordered(stated, secret)
    wanted = recipients(order.quiz.variants, order.quiz.groups, order.roster)
    with accessing(file, "checked"), Workers(jobs or os.cpu_count() or 1) as workers:
        made = list(drawing(draw_briefs(order.recipe, wanted, workers), len(wanted)))
        check_ids(order, made)
        found = varieties(order.recipe, made)
        thin = list(warnings(order.recipe, made, workers, _trying))
    said = [*_rubrics_below_points(order), *thin]
    trials = _trials(order)
    if format_ == "json":
        shown = {**_as_json(order, len(made), found, trials), "warnings": said}
        emit(json.dumps(shown, ensure_ascii=False) + "\n", is_utf8=True)
    else:
        emit_text("\n".join(_lines(order, len(made), found, trials)) + "\n")
    complain([f"warning: {one}" for one in said])
    if strict and thin:
        reach(Exit.BELOW)


def _read(file: str, roster: str | None, secret_file: str | None) -> tuple[Stated, Secret]:
    """Return the quiz and its secret. Raises ProblemError with all that is wrong with either."""
    faults: list[Fault] = []
    try:
        secret = find_secret(file, secret_file)
    except ProblemError as failure:
        faults += failure.faults
    try:
        stated = read_stated(file, roster)
    except ProblemError as failure:
        faults += failure.faults
    if faults:
        raise ProblemError(faults)
    return stated, secret


def _rubrics_below_points(order: Order) -> Iterator[str]:
    """Yield of which questions in words nobody gets all points by the lines of the rubric; more than all is no fault: marks end at the points."""
    for one in (exercised.first for exercised in order.recipe.exercised):
        text = one.problem.text
        if text is not None and text.rubric and text.most_by_rubric < text.points:
            most = marks_text(text.most_by_rubric)
            yield f"{one.entry}: all lines of its rubric give {most} of {points_text(text.points)}"


def _possible(order: Order) -> Number:
    """Return what a sheet is worth; all are worth the same."""
    on_sheet = order.recipe.secret.on_sheet(order.quiz, EVERYONE)
    return sum(one.first.problem.possible for one in order.recipe.exercised if one.first.entry in on_sheet)


def _trials(order: Order) -> dict[str, list[str]]:
    """Return what is to be said of the right search as a program, by the ids of exercises; the exit code says where it does not earn all."""
    posed = [one.first for one in order.recipe.exercised if one.first.program is not None]
    if not posed:
        return {}
    from grader.course.quiz.programs import tried  # few quizzes have programs

    found = {one.entry: tried(one) for one in posed}
    if not all(earns_all for _, earns_all in found.values()):
        reach(Exit.PROBLEM)
    return {entry: lines for entry, (lines, _) in found.items()}


def _as_json(order: Order, sheets: int, found: Mapping[str, Variety], trials: Mapping[str, Sequence[str]]) -> Data:
    """Return what is to be said of the quiz, for programs."""
    posed = [one.first for one in order.recipe.exercised]
    exercises = [
        {
            "id": one.entry,
            "points": marks_number(one.problem.possible),
            "parts": {part: marks_number(one.problem.points[part]) for part in one.problem.parts},
            **found[one.entry]._asdict(),
            **({} if one.program is None else {"certificate": one.program.data, "trial": trials[one.entry]}),
        }
        for one in posed
    ]
    points = marks_number(_possible(order))
    return {"quiz": order.quiz.id, "sheets": sheets, "points": points, "exercises": exercises}


def _lines(
    order: Order, sheets: int, found: Mapping[str, Variety], trials: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """Yield what is to be said of the quiz: who gets what, the figures that each exercise has first, and how much its variants differ."""
    quiz, posed = order.quiz, [one.first for one in order.recipe.exercised]
    points, shown = points_text(_possible(order)), count(sheets, "sheet")
    yield f"{quiz.id}: {printable(quiz.heading)}; {count(quiz.length, 'exercise')}, {points}; {shown}, {quiz.variants.value}"
    picked = {id_: f"; each sheet has {one.number} of these {len(one.ids)}" for one in quiz.picks for id_ in one.ids}
    for exercised, one in zip(order.recipe.exercised, posed, strict=True):
        entry, problem = exercised.source.entry, one.problem
        whose = "the same for all" if exercised.request is None else "another for each sheet"
        named = f" {printable(str(entry.stated))}" if isinstance(entry.stated, str) else ""
        yield f"  {entry.id}: {problem.kind}, {points_text(problem.possible)}; {entry.source}{named}, {whose}{picked.get(entry.id, '')}"
        shares = ", ".join(f"{part} {marks_text(problem.points[part])}" for part in problem.parts)
        yield f"    {printable(problem.title, 200)}: {shares}"
        if one.program is not None:
            yield from (f"    {line}" for line in (*one.program.certificate, *trials[one.entry]))
        if problem.text is not None:
            yield f"    {entry.id} {TEXT}: {points_text(problem.text.points)}, {WORDS[Verdict.HELD]}"
        if one.figures:
            yield f"    {', '.join(f'{name} {number}' for name, number in one.figures.items())}"
        if entry.source == GENERATE:
            yield f"    {found[entry.id]}"


_KILO = 1000


@command(
    "gametree quiz practice week5 --apart week5/build --out practice.html",
    "gametree quiz practice week5 --out practice.html --why",
)
@quiz_argument
@click.option("--out", metavar="FILE", required=True, callback=page_name, help="The page, whose name ends in .html.")
@click.option(
    "--apart",
    multiple=True,
    type=A_FOLDER,
    metavar="BUILD",
    help="A build of the quiz: no problem of it comes onto the page. May be given several times.",
)
@click.option("--why", is_flag=True, help="Say of each mistake that has no exercise why.")
def practice(quiz_file: str, out: str, apart: tuple[str, ...], *, why: bool) -> None:
    """Write a page on which students practise: it checks answers, and their own mistakes choose the next exercise.

    QUIZ is quiz.yaml or the folder that it lies in. The page holds variants of its exercises with their solutions.
    """
    with accessing(out):
        page, found = _page(quiz_path(quiz_file), apart)
        write_file(Path(out), page)
    size = len(page.encode())
    shown = f"{size / _KILO / _KILO:.1f} MB" if size >= _KILO * _KILO else f"{round(size / _KILO)} kB"
    wrote = f"{out}: {shown}, to hand out before the quiz or after it"
    complain([*found.notes, *(found.left_out if why else ()), wrote])


def _page(file: str, apart: tuple[str, ...]) -> tuple[str, Practising]:
    """Return the page and what there is to say of it. Raises ProblemError."""
    asked, faults = read_quiz(read_document(file, PROBLEM_LIMITS, ProblemError))
    asked, of_pools = with_pools(asked)
    sources, wrong = read_sources(asked)
    if faults := [*faults, *of_pools, *wrong]:
        raise ProblemError(faults)
    contents = {content for build in apart for content in contents_of(open_build(build))}
    found = practising(asked, sources, contents)
    if not found.exercises:
        raise ProblemError([Fault(note, file) for note in found.notes])
    heading = Heading(asked.heading, asked.course, quiz=f"practice for {asked.id}")
    return write_practice_page(found.exercises, heading), found


# -- `gametree quiz show`: one sheet of a build with its solutions, made when somebody wants to look at it


@command(
    "gametree quiz show week5-build s1001",
    "gametree quiz show week5-build s1001 --out s1001.html",
    "gametree quiz show week5-build s1001 --format html > s1001.html",
)
@click.argument("folder", metavar="BUILD", type=A_FOLDER)
@click.argument("student", metavar="STUDENT")
@click.option(
    "--format",
    "-f",
    "format_",
    type=Choice(("markdown", "html")),
    help="What stdout gets: the sheet to read, or the page.  [default: markdown; nothing with --out]",
)
@click.option("--out", metavar="FILE", callback=page_name, help="Write the page here; its name ends in .html.")
def show(folder: str, student: str, format_: str | None, out: str | None) -> None:
    """Show the sheet of one student with its solutions, step by step. It belongs to the key: do not hand it out.

    BUILD is a folder that `gametree quiz build` wrote, of which nothing is changed. STUDENT is an id on its roster, or the
    name of a group.
    """
    if out is not None and Path(folder).resolve() in Path(out).resolve().parents:
        raise click.UsageError("--out lies in BUILD, which stays as it is; name a file elsewhere")
    sheet = solved_sheet_of(open_build(folder), student)
    if format_ == "html":
        emit(write_page(sheet), is_utf8=True)
    elif format_ or out is None:
        emit_text(write_markdown(sheet))
    if out is not None and write_made(Path(out), lambda: (write_page(sheet), ())):
        complain([f"{printable(out)}: the sheet of {printable(student)}, solved; it belongs to the key"])


quiz = Group(
    "quiz",
    commands=[init, check, build, show, practice],
    help="A quiz for a class: one sheet, or a personal one for each student.",
    epilog="""\b
Examples:
  gametree quiz init week5
  gametree quiz check week5
  gametree quiz build week5 --out week5-build
  gametree quiz show week5-build s1001
""",
)
