"""What of a student's work can tell of copying: wrong answers that do not follow from something else.

Of one exercise these are

- the wrong numbers of the part that others follow from (`values`, `scores`), node by node; what follows from an earlier slip is left out;
- where these are all right or not asked, all else together as *one* answer: one slip changes a list, a window and a count
  at once, so they say no more than one.

Of an exercise in which the answers follow a misconception that the program can name nothing is taken: such answers agree
because the rule does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from grader.data import Data
from grader.documents.json_lines import JsonLine
from grader.exact import read_number, rounded, say_number
from grader.kinds import KINDS
from grader.marks.reports import Verdict
from grader.printable import printable
from grader.statistics.notes import names_of
from grader.statistics.results import Pool

Item = tuple[str, str]
"""A part and a node; two empty texts for all other parts together."""

REST: Item = ("", "")


class Work(NamedTuple):
    """One student's work in one exercise: which problem, wrong answers that can tell something, and the right answers."""

    exercise: str
    problem: str
    wrong: Mapping[Item, str]
    key: Mapping[Item, str]
    is_explained: bool = False


class Student(NamedTuple):
    """A student, and the work in each exercise."""

    name: str
    works: Mapping[str, Work]


def read_work(lines: Iterable[JsonLine]) -> list[Student]:
    """Return the students of the results, in order; of several results for one exercise the last counts."""
    found: dict[str, dict[Pool, Work]] = {}
    for line in lines:
        if not line.data["gradable"]:
            continue
        student = line.data.get("student") or f"{line.source}:{line.line}"
        works = found.setdefault(printable(student), {})
        for problem in line.data["problems"]:
            of_quiz = "exercise" in problem
            pool = (line.data.get("quiz", ""), problem["exercise"]) if of_quiz else ("", problem["id"])
            works[pool] = _work(problem)
    names = names_of({pool for works in found.values() for pool in works})
    return [
        Student(student, {names[pool]: work._replace(exercise=names[pool]) for pool, work in works.items()})
        for student, works in found.items()
    ]


def _work(problem: dict[str, Data]) -> Work:
    kind = KINDS.get(problem["kind"])
    carrier = kind.wrong.carrier if kind is not None else ""
    numbers = [part for part in problem["parts"] if part["part"] == carrier]
    others = [part for part in problem["parts"] if part["part"] != carrier]
    entries = [entry for part in numbers for entry in part.get("entries", [])]
    key = {(carrier, _text(entry, "node")): _plain(entry["expected"]) for entry in entries if "expected" in entry}
    key[REST] = _whole(others, "expected")
    wrong: dict[Item, str] = {}
    if all(entry["verdict"] == Verdict.CORRECT for entry in entries):
        given = _whole(others, "given")
        is_blank = all(entry["verdict"] == Verdict.BLANK for part in others for entry in part.get("entries", []))
        wrong = {REST: given} if given != key[REST] and not is_blank else {}
    for entry in entries:
        if entry["verdict"] == Verdict.WRONG and "given" in entry and "expected" in entry:
            wrong[carrier, _text(entry, "node")] = _plain(entry["given"], entry["expected"])
    is_explained = bool(problem["diagnoses"])
    return Work("", problem["id"], {} if is_explained else wrong, key, is_explained=is_explained and bool(wrong))


def _text(entry: dict[str, Data], name: str) -> str:
    return printable(entry.get(name, ""))


def _plain(text: str, right: str = "") -> str:
    """Return a number in one form, so that 4 and 4.0 are one answer, to as many decimals as the right one; other text as it stands."""
    try:
        number = read_number(text)
    except ValueError:
        return printable(text.strip())
    decimals = len(right.partition(".")[2])
    return say_number(rounded(number, Fraction(1, 10**decimals)) if decimals else number)


def _whole(parts: Iterable[dict[str, Data]], name: str) -> str:
    """Return all that was given, or expected, in these parts as one text."""
    said = []
    for part in parts:
        held = [_plain(entry[name]) for entry in part.get("entries", []) if name in entry]
        said.append(f"{part['part']}: {', '.join(held)}")
    return "; ".join(said)
