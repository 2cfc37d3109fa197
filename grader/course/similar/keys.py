"""Students whose wrong answers are right for another one's variants.

The model: where an exercise has many variants (20 or more), the keys of the others are dealt out anew at each place: a wrong answer that is
right for k of V other variants fits with probability k / V. Where it has few, the wrong answers of those who have the
same problem are dealt out anew: if T of W gave what the other key says, one of them does so with probability T / W.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import log2
from typing import NamedTuple

from grader.course.similar.answers import Item, Student, Work
from grader.course.similar.chance import Draw, alone, surprise, tail
from grader.course.similar.deals import Deals
from grader.course.similar.value import Finding, Shared, Sort

MANY = 20
_At = tuple[str, Item]
"""An exercise and an item of it."""

Sheet = frozenset[tuple[str, str]]
"""Which problem each exercise is, on a student's sheet."""


class Keys(NamedTuple):
    """The keys of all variants: by problem; who has which sheet; how many variants have which right answer at a place, and how many one at all."""

    of: Mapping[str, Mapping[Item, str]]
    owners: Mapping[Sheet, tuple[str, ...]]
    right: Mapping[tuple[_At, str], int]
    asked: Mapping[_At, int]
    variants: Mapping[str, int]


def keys_of(students: Sequence[Student]) -> Keys:
    """Return the keys that the results tell: those of variants that somebody handed in."""
    of: dict[str, Mapping[Item, str]] = {}
    owners: dict[Sheet, list[str]] = defaultdict(list)
    right, asked, variants = Counter[tuple[_At, str]](), Counter[_At](), Counter[str]()
    for student in students:
        owners[sheet_of(student)].append(student.name)
        for work in student.works.values():
            if work.problem in of:
                continue
            of[work.problem] = work.key
            variants[work.exercise] += 1
            for item, text in work.key.items():
                right[(work.exercise, item), text] += 1
                asked[work.exercise, item] += 1
    return Keys(of, {sheet: tuple(names) for sheet, names in owners.items()}, right, asked, variants)


def sheet_of(student: Student) -> Sheet:
    """Return which problems the student has."""
    return frozenset((work.exercise, work.problem) for work in student.works.values())


def with_measure(students: Sequence[Student], keys: Keys) -> int:
    """Return of how many students it can be said what fits another key by chance: by many variants, or others with their problem."""
    holders = Counter(work.problem for student in students for work in student.works.values())
    return sum(
        any(
            variants > 1 and (variants >= MANY or holders[work.problem] > 1)
            for work in student.works.values()
            for variants in [keys.variants[work.exercise]]
        )
        for student in students
    )


def fits(students: Sequence[Student], deals: Deals, keys: Keys, least: float) -> Iterator[Finding]:
    """Yield the students whose wrong answers fit another key with a probability below 2**-least, and some above."""
    holders = _holders(keys)
    for student in students:
        own = sheet_of(student)
        worth = [
            (_bits(work, item, given, deals, keys), ((work.exercise, item), given))
            for work in student.works.values()
            for item, given in work.wrong.items()
        ]
        if sum(bits for bits, _ in worth) < least:
            continue
        found: dict[Sheet, float] = defaultdict(float)
        for bits, answer in worth:
            for sheet in holders.get(answer, ()) if bits else ():
                found[sheet] += bits
        for sheet, bits in found.items():
            if bits >= least and sheet != own:
                yield _fit(student, sheet, deals, keys)


def _holders(keys: Keys) -> dict[tuple[_At, str], list[Sheet]]:
    """Return the sheets with each right answer, of exercises that have variants."""
    found: dict[tuple[_At, str], list[Sheet]] = defaultdict(list)
    for sheet in keys.owners:
        for exercise, problem in sorted(sheet):
            if keys.variants[exercise] > 1:
                for item, text in keys.of[problem].items():
                    found[(exercise, item), text].append(sheet)
    return found


def _bits(work: Work, item: Item, given: str, deals: Deals, keys: Keys) -> float:
    draw = _draw(work, item, given, given, deals, keys)
    return log2(draw.of / draw.hits) if draw.weight else 0.0


def _draw(work: Work, item: Item, given: str, key: str, deals: Deals, keys: Keys) -> Draw:
    """Return how probable it is that a wrong answer is what another key has there."""
    at, place = (work.exercise, item), (work.problem, item)
    if keys.variants[work.exercise] >= MANY:
        return Draw(keys.right.get((at, given), 0), keys.asked[at] - 1, given == key, work.exercise)
    return Draw(len(deals.givers.get((place, key), ())), deals.wrong[place], given == key, work.exercise)


def _fit(student: Student, sheet: Sheet, deals: Deals, keys: Keys) -> Finding:
    draws: list[Draw] = []
    shared: list[Shared] = []
    theirs = dict(sheet)
    for work in student.works.values():
        other = keys.of.get(theirs.get(work.exercise, work.problem), {})
        for item, given in work.wrong.items() if theirs.get(work.exercise, work.problem) != work.problem else ():
            if item in other:
                draw = _draw(work, item, given, other[item], deals, keys)
                draws.append(draw)
                if draw.agrees:
                    right = work.key.get(item, "")
                    shared.append(Shared(work.exercise, work.problem, *item, given, right, draw.hits - 1, draw.of))
    probability = tail(draws, surprise(draws))
    expected = sum(draw.hits / draw.of for draw in draws if draw.of)
    return Finding(
        Sort.KEY, student.name, keys.owners[sheet], tuple(shared), len(draws), expected, probability, alone(draws)
    )
