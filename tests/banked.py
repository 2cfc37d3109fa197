"""The problems of the bank for tests: by kind without reading any, and each read and solved once in a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from grader.core.errors import Fault
from grader.grading.bank import Bank, bank_folders
from grader.kinds import KINDS, Exercise

FOLDERS = {id_: Path(folder) for id_, folder in bank_folders().items()}
SOLVED = [kind for kind, record in KINDS.items() if record.answered]
"""The kinds of which a solver answers something, so that there are right answers, wrong rules, steps and drawings: all but those that a person marks alone."""
SOLVED_IDS = [id_ for id_, folder in FOLDERS.items() if folder.parent.name in SOLVED]
KINDS_OF_BANK = sorted({folder.parent.name for folder in FOLDERS.values()})


class _Kept(Bank):
    """The bank, which keeps all that it has read: a class works on a few problems, the tests on all."""

    @cache  # noqa: B019  # there is one, and it stays
    def find(self, id_: str) -> Exercise | Fault:
        return super().find(id_)


BANK = _Kept()


def shipped(id_: str) -> Exercise:
    """Return a problem of the bank."""
    exercise = BANK.find(id_)
    assert isinstance(exercise, Exercise)
    return exercise


def ids_of(kind: str) -> list[str]:
    """Return the problems of the bank of a kind, in its order: each stands in its kind's folder, as tests/test_bank.py sees to."""
    return [id_ for id_, folder in FOLDERS.items() if folder.parent.name == kind]


@cache
def stated(id_: str) -> dict[str, Any]:
    """Return the document of a problem as it stands."""
    found: dict[str, Any] = yaml.load((FOLDERS[id_] / "problem.yaml").read_bytes(), yaml.CSafeLoader)  # safe
    return found


WITH_GAMES = ("minimax", "alpha-beta", "expectiminimax")


def games_of_trees(*, are_drawn: bool = True) -> list[str]:
    """Return the problems that search the tree of a game: of the kinds that can draw other positions of it, or of the others."""
    kinds = {id_: stated(id_)["kind"] for id_ in FOLDERS if "game" in stated(id_)}
    return [id_ for id_, kind in kinds.items() if kind != "positions" and (kind in WITH_GAMES) == are_drawn]
