"""`gametree conventions` and `gametree misconceptions`: the words of problems and reports, listed."""

from __future__ import annotations

import click

from grader.cli.command import Command
from grader.cli.options import Exit, emit, emit_text, leave, text_or_json
from grader.conventions import FIELDS
from grader.kinds import KINDS
from grader.kinds.misconceptions import all_wordings
from grader.printable import json_line


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  gametree conventions
  gametree conventions alpha-beta --format json
""",
)
@click.argument("kind", required=False, type=click.Choice(list(KINDS)))
@text_or_json
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
        text = json_line(data)
    else:
        text = "\n".join(_convention_text(name) for name in shown)
    leave(set() if (emit if format_ == "json" else emit_text)(text) else {Exit.USAGE})


def _convention_text(name: str) -> str:
    field = FIELDS[name]
    kinds = ", ".join(kind_name for kind_name, record in KINDS.items() if name in record.conventions)
    lines = [f"{name}: {field.choices.replace('`', '')}", f"    {field.why} Used by {kinds}."]
    if isinstance(field.words, dict):
        lines += [f"    - {value}: {sentence}" for value, sentence in field.words.items()]
    return "\n".join(lines) + "\n"


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  gametree misconceptions
  gametree misconceptions ucb --format json
""",
)
@click.argument("kind", required=False, type=click.Choice(list(KINDS)))
@text_or_json
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
        text = json_line(data)
    else:
        text = "\n".join(
            f"{name} ({', '.join(kinds)})\n    {wordings[name].description}\n    Told to the student: {wordings[name].advice}\n"
            f"    Breaks the {wordings[name].breaks}.\n"
            for name, kinds in shown.items()
        )
    leave(set() if (emit if format_ == "json" else emit_text)(text) else {Exit.USAGE})
