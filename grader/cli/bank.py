"""`gametree bank`: the problems that are shipped with the program, listed, shown and proved."""

from __future__ import annotations

from collections.abc import Iterator

import click

from grader.bank import PROBLEM_FILE, Bank, bank_folders, shipped
from grader.cli.command import Group
from grader.cli.completion import completing, shipped_ids
from grader.cli.options import Exit, complain, emit, emit_text, leave, text_or_json, with_progress
from grader.cli.show import show
from grader.errors import Fault
from grader.kinds import KINDS, Exercise
from grader.printable import json_line


@click.group(
    cls=Group,
    epilog="""\b
Examples:
  gametree bank list --kind ucb
  gametree bank show four-ply-trace --solved
  gametree bank verify
""",
)
def bank() -> None:
    """List, show and prove the problems that are shipped with the program."""


@bank.command(
    "list",
    epilog="""\b
Examples:
  gametree bank list
  gametree bank list --kind alpha-beta --format json
""",
)
@click.option("--kind", type=click.Choice(list(KINDS)), help="Only problems of this kind.")
@text_or_json
def list_(kind: str | None, format_: str) -> None:
    """List the shipped problems: id, kind, title, asked parts."""
    store = Bank()
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
    write = emit_text if format_ == "text" else emit
    leave(codes | (set() if write(text) else {Exit.USAGE}))


bank.add_command(show)


@bank.command(
    epilog="""\b
Examples:
  gametree bank verify
  gametree bank verify four-ply-trace deep-cutoff
  gametree bank verify --bank my-problems/
"""
)
@click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=completing(shipped_ids))
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
    from grader.bank.proof import verify_problem

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
    complain((*(f'there is no problem "{id_}" in the bank' for id_ in unknown), *store.faults))
    if not folders:
        complain([Fault("holds no problems, expected <kind>/<id>/problem.yaml below it", str(folder))])
    codes = {Exit.PROBLEM} if store.faults or unknown or not folders else set()
    codes |= {Exit.BELOW} if wrong else set()
    leave(codes | (set() if emit_text(text) else {Exit.USAGE}))


def _verified_lines(mismatches: dict[str, list[str]]) -> Iterator[str]:
    for id_, wrong in mismatches.items():
        yield f"{'✗' if wrong else '✓'} {id_}\n"
        yield from (f"    {mismatch}\n" for mismatch in wrong)
