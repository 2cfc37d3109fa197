"""A class that hands in archives for one small problem."""

from __future__ import annotations

from pathlib import Path

from console import Ran, put, run

PROBLEM = "format: gametree-problem/1\nid: q1\nkind: minimax\ntree: [[3, 12], [2, 4]]\nask: [value]\n"
RIGHT = b"answers: {q1: {value: 3}}\n"


def grade(*args: object) -> Ran:
    return run("grade", *args, "-p", "problems", "--format", "json")


def of_class(content: bytes) -> Ran:
    """Return what becomes of a class that handed in this archive."""
    return grade(put(Path("class.zip"), content))


def students(ran: Ran) -> dict[str, bool]:
    """Return whether each student could be graded."""
    return {line["student"]: line["gradable"] for line in ran.lines}
