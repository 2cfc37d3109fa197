"""What was found: two students, or a student and a key, whose agreement is improbable."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple


class Sort(StrEnum):
    """What agrees: wrong answers of two students, or wrong answers of one with the key of another one's variants."""

    PAIR = "pair"
    KEY = "key"


class Shared(NamedTuple):
    """A wrong answer that agrees, and the right one to the student's own problem. No part: the whole answer to the problem.

    Of `of` it is the answer of `others` more: of a pair these are students who are wrong there too; of a key other variants of
    which it is the right answer, or students with the same problem, where there are few variants.
    """

    exercise: str
    problem: str
    part: str
    node: str
    given: str
    expected: str
    others: int
    of: int


class Finding(NamedTuple):
    """A student and the others whose answers, or whose key, agree: in `shared` of `compared` wrong answers.

    By chance it would be `expected` of them, and at least as much with `probability`; `corrected` is what is left of that
    after all comparisons. `alone` is the exercise on which all of it rests: in the others the two agree as chance has it.
    A wrong rule of their own explains that as well as copying does.
    """

    sort: Sort
    student: str
    others: tuple[str, ...]
    shared: tuple[Shared, ...]
    compared: int
    expected: float
    probability: Fraction
    alone: str = ""
    corrected: Fraction = Fraction(1)


class Similar(NamedTuple):
    """What was found in a class of so many students, among so many pairs and keys, below the level for all together.

    `without_keys` students are compared with no key, as nothing tells what fits one by chance. `explained` exercises of students were left out, as their answers follow a misconception that the program can name.
    """

    students: int
    pairs: int
    keys: int
    without_keys: int
    level: Fraction
    explained: int
    findings: tuple[Finding, ...]
