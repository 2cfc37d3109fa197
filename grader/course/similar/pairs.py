"""Pairs of students who share improbable wrong answers to the same problem.

The model: at each place the wrong answers of those who are wrong there are dealt out among them anew, place by place. If T of W students gave
one's answer, another one who is wrong there gets it with probability (T - 1) / (W - 1), exactly. What both of a pair have wrong is
looked at; agreeing weighs the more the fewer gave the answer. The probability is that of agreeing with at least that weight, the larger of the
two ways round.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import log2

from grader.course.similar.answers import Student
from grader.course.similar.chance import Draw, alone, surprise, tail
from grader.course.similar.deals import Deals, Place
from grader.course.similar.value import Finding, Shared, Sort

Given = tuple[Place, str]


def pairs_compared(students: Sequence[Student]) -> int:
    """Return how many pairs of students have a problem in common."""
    sheets = Counter(frozenset(work.problem for work in student.works.values()) for student in students)
    holders: dict[str, set[frozenset[str]]] = defaultdict(set)
    for sheet in sheets:
        for problem in sheet:
            holders[problem].add(sheet)
    if any(len(held) == len(sheets) for held in holders.values()):
        return len(students) * (len(students) - 1) // 2
    both_ways = sum(
        many * (sum(sheets[other] for other in set().union(*map(holders.__getitem__, sheet))) - 1)
        for sheet, many in sheets.items()
        if sheet
    )
    return both_ways // 2


def pairs(students: Sequence[Student], deals: Deals, least: float) -> Iterator[Finding]:
    """Yield the pairs whose agreement has a probability below 2**-least, and some above."""
    given = [_given(student) for student in students]
    for one, other in sorted(_candidates(given, deals, least)):
        if _bits(given[one], given[other], deals) >= least:
            finding = _pair(students, given, deals, one, other)
            if finding is not None:
                yield finding


def _bits(mine: dict[Place, str], theirs: dict[Place, str], deals: Deals) -> float:
    """Return how improbable it is to agree in all that is shared, as a power of 1/2."""
    draws = (_draw(deals, place, text, agrees=True) for place, text in mine.items() if theirs.get(place) == text)
    return sum(log2(draw.of / draw.hits) for draw in draws if draw.weight)


def _given(student: Student) -> dict[Place, str]:
    return {(work.problem, item): text for work in student.works.values() for item, text in work.wrong.items()}


def _draw(deals: Deals, place: Place, text: str, *, agrees: bool) -> Draw:
    return Draw(len(deals.givers[place, text]) - 1, deals.wrong[place] - 1, agrees, place[0])


def _candidates(given: Sequence[dict[Place, str]], deals: Deals, least: float) -> set[tuple[int, int]]:
    """Return the pairs that can come below 2**-least.

    No probability is smaller than that of agreeing in all that is shared. So the rarest answer that such a pair shares is, for both,
    among those before whose commoner ones together are not rare enough: only these are compared.
    """
    sharers: dict[Given, list[int]] = defaultdict(list)
    for number, answers in enumerate(given):
        rare = []
        for place, text in answers.items():
            draw = _draw(deals, place, text, agrees=True)
            if draw.weight:
                rare.append((log2(draw.of / draw.hits), place, text))
        rare.sort(reverse=True)
        left = sum(bits for bits, _, _ in rare)
        for bits, place, text in rare:
            if left < least:
                break
            sharers[place, text].append(number)
            left -= bits
    return {pair for numbers in sharers.values() for pair in combinations(numbers, 2)}


def _pair(
    students: Sequence[Student], given: Sequence[dict[Place, str]], deals: Deals, one: int, other: int
) -> Finding | None:
    mine, theirs = given[one], given[other]
    both = [place for place in mine if place in theirs]
    same = [place for place in both if mine[place] == theirs[place]]
    draws = [[_draw(deals, place, held[place], agrees=place in same) for place in both] for held in (mine, theirs)]
    weight = _weight(mine, same, deals)
    if not weight:
        return None
    probability = max(tail(way, weight) for way in draws)
    expected = max(sum(way.hits / way.of for way in ways if way.of) for ways in draws)
    shared = tuple(_shared(students[one], place, mine[place], deals) for place in same)
    names = (students[one].name, students[other].name)
    rests_on = next((one.exercise for one in shared if one.problem == alone(draws[0])), "")
    return Finding(Sort.PAIR, names[0], names[1:], shared, len(both), expected, probability, rests_on)


def _weight(mine: dict[Place, str], same: Sequence[Place], deals: Deals) -> int:
    """Return what it weighs to agree at these places. Answers to one problem that a third student has as well count as one.

    Three who agree throughout may follow a rule that the program has no name for, and then the second answer comes with the first.
    """
    weight = 0
    problems = {problem for problem, _ in same}
    for problem in problems:
        places = [place for place in same if place[0] == problem]
        draws = [_draw(deals, place, mine[place], agrees=True) for place in places]
        alike = set.intersection(*(deals.givers[place, mine[place]] for place in places))
        weight += surprise(draws) if len(alike) == 2 else max(draw.weight for draw in draws)
    return weight


def _shared(student: Student, place: Place, text: str, deals: Deals) -> Shared:
    problem, item = place
    work = next(work for work in student.works.values() if work.problem == problem)
    others = len(deals.givers[place, text]) - 2
    return Shared(work.exercise, problem, *item, text, work.key.get(item, ""), others, deals.wrong[place])
