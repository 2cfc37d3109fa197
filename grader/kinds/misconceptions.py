"""What is said of misconceptions, over all kinds. The words themselves stand in the room of their kind."""

from __future__ import annotations

from grader.kinds import KINDS
from grader.kinds.record import Misconception, Wording


def all_wordings() -> dict[str, Wording]:
    """Return the words for every misconception by its name, each once, in the order in which they are listed."""
    found: dict[str, Wording] = {}
    for kind in KINDS.values():
        found |= {name: wording for name, wording in kind.wrong.wordings.items() if name not in found}
    return found


def advise(wording: Wording, misconception: Misconception) -> str:
    """Return the sentence for the student, without any number of the problem."""
    return f"{wording.advice} Here: {misconception.detail}." if misconception.detail else wording.advice
