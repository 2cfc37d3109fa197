"""`gametree schema`: what a document may look like, for editors and other programs."""

from __future__ import annotations

import click

from grader.cli.command import Command
from grader.cli.completion import completing
from grader.cli.options import Exit, emit, leave
from grader.errors import suggest
from grader.printable import printable


def _names(context: click.Context) -> list[str]:
    from grader.documents.bundle import schema_names

    return schema_names()


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  gametree schema problem > problem.schema.json
  gametree schema submission > submission.schema.json
""",
)
@click.argument("name", shell_complete=completing(_names))
def schema(name: str) -> None:
    """Print the JSON Schema of a sort of document, in one piece that needs no other file.

    NAME is problem, submission, solution, result, report, trace, or another schema that comes with the program.
    """
    import json

    from grader.documents.bundle import bundled_schema, schema_names

    names = schema_names()
    if name not in names:
        known = f"expected {', '.join(names)}{suggest(name, names)}"
        raise click.BadParameter(f'there is no schema "{printable(name)}", {known}')
    text = json.dumps(bundled_schema(name), ensure_ascii=False, indent=2) + "\n"
    leave(set() if emit(text, is_utf8=True) else {Exit.USAGE})
