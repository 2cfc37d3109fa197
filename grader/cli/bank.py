"""`gametree bank`: the problems that are shipped with the program, listed, shown and proved."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import click

from grader.cli.command import Group, command, completing, shipped_ids
from grader.cli.options import (
    A_FOLDER,
    Choice,
    Exit,
    complain,
    emit,
    emit_text,
    format_option,
    reach,
    text_or_json,
    with_progress,
)
from grader.cli.show import show
from grader.core.conventions import FIELDS
from grader.core.data import Plain
from grader.core.documents.shape import bundled_schema, schema_names
from grader.core.errors import Fault, no_such, suggest
from grader.core.numbers import marks_text, write_number
from grader.core.text import json_line, printable
from grader.grading.bank import PROBLEM_FILE, Bank, bank_folders, verify_problem
from grader.grading.bank import shipped_problems as shipped
from grader.kinds import KINDS, Exercise, Problem
from grader.kinds.words import all_wordings
from grader.pages.questions import question_lines, questions_page, topics

_STEPS = "arithmetic-steps"


def _read_steps(_: click.Context, __: click.Parameter, text: str | None) -> range | None:
    """Return the numbers of steps that are wanted. Raises BadParameter."""
    if text is None:
        return None
    found = re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", text.strip())
    if found is None or int(found[1]) > int(found[2]):
        raise click.BadParameter(f'"{printable(text)}" is no range, expected the least and the most steps, as 5-20')
    return range(int(found[1]), int(found[2]) + 1)


_HEAD = ("kind", "id", "points", _STEPS, "tags", "title")


@command("gametree bank list --kind alpha-beta --tag deep-cutoff", "gametree bank list --steps 5-20", name="list")
@click.option("--kind", type=Choice(list(KINDS)), help="Only problems of this kind.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only problems with this tag. Repeatable: with all.")
@click.option("--steps", metavar="A-B", callback=_read_steps, help="Only problems of so many arithmetic steps.")
@text_or_json
def list_(kind: str | None, tags: tuple[str, ...], steps: range | None, format_: str) -> None:
    """List the shipped problems: kind, id, points, arithmetic steps, tags, title.

    Arithmetic steps are those of the difficulty figures; where a kind counts none, there is a hyphen.
    """
    from grader.course.quiz.exercises import figures  # generators take long to import

    store = Bank()
    found = [one.problem for one in map(store.find, shipped()) if isinstance(one, Exercise)]
    complain(store.faults, Exit.PROBLEM)
    known = sorted({tag for problem in found for tag in problem.tags})
    if unknown := [no_such("tag", tag, known) for tag in tags if tag not in known]:
        raise click.BadParameter("; ".join(unknown), param_hint="--tag")
    rows = [
        (problem, counted)
        for problem in found
        if kind in (None, problem.kind) and set(tags).issubset(problem.tags)
        for counted in [figures(problem).get(_STEPS)]
        if steps is None or counted in steps
    ]
    if format_ == "json":
        emit(json_line([_as_data(problem, counted) for problem, counted in rows]))
        return
    if not rows:
        complain(["no shipped problem is all of that"])
        return
    cells = [
        (one.kind, one.id, marks_text(one.possible), "-" if counted is None else str(counted), ", ".join(one.tags))
        for one, counted in rows
    ]
    widths = [max(map(len, column)) for column in zip(_HEAD[:-1], *cells, strict=True)]
    titles = [_HEAD[-1], *(problem.title for problem, _ in rows)]
    emit_text(
        "".join(
            "  ".join((*map(str.ljust, row, widths), title)) + "\n"
            for row, title in zip([_HEAD[:-1], *cells], titles, strict=True)
        )
    )


def _as_data(problem: Problem, steps: int | None) -> dict[str, Plain]:
    return {
        "kind": problem.kind,
        "id": problem.id,
        "points": write_number(problem.possible),
        _STEPS: steps,
        "tags": list(problem.tags),
        "title": problem.title,
        "ask": list(problem.parts),
    }


@command("gametree bank questions --kind alpha-beta", "gametree bank questions --format html > questions.html")
@click.option("--kind", type=click.Choice(list(KINDS)), help="Only questions that problems of this kind ask.")
@format_option("text", "html", "json", help="What stdout gets: a list, a page with drawings and answers, or JSON.")
def questions(kind: str | None, format_: str) -> None:
    """List what courses ask, and the shipped problem that asks it.

    The page has each with the drawing of the problem, the document that asks it and the right answers.
    """
    if format_ == "text":
        emit_text("".join(question_lines(kind)))
        return
    data = [
        {
            "question": one.question,
            "problem": one.exercise.problem.id,
            "kind": one.exercise.kind.name,
            "words": one.words,
        }
        for topic in topics(kind)
        for one in topic.questions
    ]
    emit(json_line(data) if format_ == "json" else questions_page(kind))


@command(
    "gametree bank verify",
    "gametree bank verify four-ply-trace deep-cutoff",
    "gametree bank verify --bank my-problems/",
)
@click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=completing(shipped_ids))
@click.option(
    "--bank",
    "folder",
    type=A_FOLDER,
    metavar="DIR",
    help="Prove this bank instead: <kind>/<id>/ with problem.yaml, expected.yaml and submissions/.",
)
def verify(ids: tuple[str, ...], folder: str | None) -> None:
    """Prove problems of the bank: solutions and marks against those worked out by hand in expected.yaml.

    Without an ID all of them.
    """
    folders = bank_folders(folder)
    files = sorted(str(path / PROBLEM_FILE) for path in folders.values()) if folder else ()
    store = Bank(*files, shipped=folder is None)
    unknown = [id_ for id_ in ids if id_ not in folders]
    wanted = [id_ for id_ in ids or folders if id_ in folders]
    checked = with_progress(wanted, len(wanted), "Proving", "proved", alone=False)
    mismatches = {id_: verify_problem(folders[id_], store) for id_ in checked}
    text = "".join(_verified_lines(mismatches))
    wrong = sum(map(bool, mismatches.values()))
    text += f"{len(mismatches) - wrong} of {len(mismatches)} problems proved\n"
    unknown_said = (f'there is no problem "{printable(id_)}" in the bank{suggest(id_, folders)}' for id_ in unknown)
    complain((*unknown_said, *store.faults), Exit.PROBLEM)
    if not folders:
        complain([Fault("holds no problems, expected <kind>/<id>/problem.yaml below it", str(folder))], Exit.PROBLEM)
    if wrong:
        reach(Exit.BELOW)
    emit_text(text)


def _verified_lines(mismatches: dict[str, list[str]]) -> Iterator[str]:
    for id_, wrong in mismatches.items():
        yield f"{'✗' if wrong else '✓'} {id_}\n"
        yield from (f"    {mismatch}\n" for mismatch in wrong)


bank = Group(
    "bank",
    commands=[list_, questions, show, verify],
    help="List, show and prove the problems that are shipped with the program.",
    epilog="""\b
Examples:
  gametree bank list --kind ucb
  gametree bank questions --format html > questions.html
  gametree bank show four-ply-trace --solved
  gametree bank verify
""",
)


# -- `gametree conventions` and `gametree misconceptions`: the words of problems and reports, listed


def _of_a_kind(function: Callable[..., None]) -> Callable[..., None]:
    """Let a command take a kind, whose words alone it lists then, and in which format."""
    return click.argument("kind", required=False, type=click.Choice(list(KINDS)))(text_or_json(function))


@command("gametree conventions", "gametree conventions alpha-beta --format json")
@_of_a_kind
def conventions(kind: str | None, format_: str) -> None:
    """List the conventions: their values, the default first, and why they exist."""
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
        emit(json_line(data))
    else:
        emit_text("\n".join(_convention_text(name) for name in shown))


def _convention_text(name: str) -> str:
    field = FIELDS[name]
    kinds = ", ".join(kind_name for kind_name, record in KINDS.items() if name in record.conventions)
    lines = [f"{name}: {field.choices.replace('`', '')}", f"    {field.why} Used by {kinds}."]
    if isinstance(field.words, dict):
        lines += [f"    - {value}: {sentence}" for value, sentence in field.words.items()]
    return "\n".join(lines) + "\n"


@command("gametree misconceptions", "gametree misconceptions ucb --format json")
@_of_a_kind
def misconceptions(kind: str | None, format_: str) -> None:
    """List the misconceptions that a wrong answer can be recognised by, and what each breaks."""
    wordings = all_wordings()
    shown = {
        name: [kind_name for kind_name, record in KINDS.items() if name in record.wrong.names]
        for name in wordings
        if kind is None or name in KINDS[kind].wrong.names
    }
    if format_ == "json":
        data = [{"misconception": name, "kinds": kinds} | wordings[name]._asdict() for name, kinds in shown.items()]
        emit(json_line(data))
        return
    emit_text(
        "\n".join(
            f"{name} ({', '.join(kinds)})\n    {wordings[name].description}\n    Told to the student: {wordings[name].advice}\n"
            f"    Breaks the {wordings[name].breaks}.\n"
            for name, kinds in shown.items()
        )
        or f"No wrong rule is named for the answers of {kind}.\n"
    )


# -- `gametree schema`: what a document may look like, for editors and other programs


def _names(context: click.Context) -> list[str]:
    return schema_names()


@command(
    "gametree schema problem > problem.schema.json",
    "gametree schema submission > submission.schema.json",
)
@click.argument("name", shell_complete=completing(_names))
def schema(name: str) -> None:
    """Print the JSON Schema of a sort of document, in one piece that needs no other file.

    NAME is problem, submission, solution, result, report, trace, or another schema that comes with the program.
    """
    names = schema_names()
    if name not in names:
        known = f"expected {', '.join(names)}{suggest(name, names)}"
        raise click.BadParameter(f'there is no schema "{printable(name)}", {known}')
    emit(json.dumps(bundled_schema(name), ensure_ascii=False, indent=2) + "\n", is_utf8=True)
