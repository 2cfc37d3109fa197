"""Answers of a class that are more alike than chance makes them. No proof of anything: see docs/similar.md.

What of a student's work can tell of copying are wrong answers that do not follow from something else. Of one exercise these are

- the wrong numbers of the part that others follow from (`values`, `scores`), node by node; what follows from an earlier slip is left out;
- where these are all right or not asked, all else together as *one* answer: one slip changes a list, a window and a count
  at once, so they say no more than one.

Of an exercise in which the answers follow a misconception that the program can name nothing is taken: such answers agree
because the rule does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from math import log2
from typing import NamedTuple

from grader.core.answers.reports import Verdict
from grader.core.data import Data
from grader.core.documents.json_lines import JsonLine
from grader.core.games.text_question import TEXT
from grader.core.numbers import read_number, rounded, say_number
from grader.core.text import printable
from grader.course.report import names_of
from grader.grading.read_results import Pool
from grader.kinds import KINDS

# -- what was found: two students, or a student and a key, whose agreement is improbable


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


Item = tuple[str, str]
"""A part and a node; two empty texts for all other parts together."""

REST: Item = ("", "")


class Work(NamedTuple):
    """One student's work in one exercise: which problem, wrong answers that can tell something, and the right answers.

    Of one that a program answers (`is_program`) no answer tells anything: what a bug gives on one tree follows from it on all others.
    """

    exercise: str
    problem: str
    wrong: Mapping[Item, str]
    key: Mapping[Item, str]
    is_explained: bool = False
    is_program: bool = False


class Student(NamedTuple):
    """A student, and the work in each exercise."""

    name: str
    works: Mapping[str, Work]


def read_work(lines: Iterable[JsonLine]) -> list[Student]:
    """Return the students who answered anything, in order of the results; of several results for one exercise the last counts."""
    found: dict[str, dict[Pool, Work]] = {}
    for line in lines:
        if not line.data["gradable"] or not line.data["problems"]:  # all marks are of people, or nothing was marked
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
    if "program" in problem:
        return Work("", problem["id"], {}, {}, is_program=True)
    kind = KINDS.get(problem["kind"])
    carrier = kind.wrong.carrier if kind is not None else ""
    numbers = [part for part in problem["parts"] if part["part"] == carrier]
    others = [part for part in problem["parts"] if part["part"] not in (carrier, TEXT)]
    entries = [entry for part in numbers for entry in part.get("entries", [])]
    items = [(carrier, printable(entry.get("node", ""))) for entry in entries]
    key = {item: _plain(one["expected"]) for item, one in zip(items, entries, strict=True) if "expected" in one}
    key[REST] = _whole(others, "expected")
    wrong: dict[Item, str] = {}
    if all(entry["verdict"] == Verdict.CORRECT for entry in entries):
        given = _whole(others, "given")
        is_blank = all(entry["verdict"] == Verdict.BLANK for part in others for entry in part.get("entries", []))
        wrong = {REST: given} if given != key[REST] and not is_blank else {}
    for item, entry in zip(items, entries, strict=True):
        if entry["verdict"] == Verdict.WRONG and "given" in entry and "expected" in entry:
            wrong[item] = _plain(entry["given"], entry["expected"])
    is_explained = bool(problem["diagnoses"])
    return Work("", problem["id"], {} if is_explained else wrong, key, is_explained=is_explained and bool(wrong))


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


# -- the wrong answers of a class as they would be dealt out anew: how often each was given, where, and by whom

Place = tuple[str, Item]
"""A problem and an item of it."""


class Deals(NamedTuple):
    """How many students are wrong at a place, and which gave which answer, by their number in the class."""

    wrong: Counter[Place]
    givers: dict[tuple[Place, str], set[int]]


def deals_of(students: Sequence[Student]) -> Deals:
    """Return the wrong answers of the class."""
    wrong, givers = Counter[Place](), defaultdict[tuple[Place, str], set[int]](set)
    for number, student in enumerate(students):
        for work in student.works.values():
            for item, given in work.wrong.items():
                place = (work.problem, item)
                wrong[place] += 1
                givers[place, given].add(number)
    return Deals(wrong, dict(givers))


# -- how probable it is that so much agrees by chance, and what is left of that where very many are compared

_ONE = 1 << 256


NOTHING = Fraction(1, 20)
"""What is no less probable than this is nothing to speak of, when it is not picked from many."""


class Draw(NamedTuple):
    """An answer to an exercise that another student agrees with by chance once in `of / hits` times, or did in fact (`agrees`)."""

    hits: int
    of: int
    agrees: bool
    exercise: str = ""

    @property
    def weight(self) -> int:
        """Return how much it says that two agree: how often the probability can be doubled before it is 1.

        >>> Draw(1, 64, True).weight, Draw(1, 100, True).weight, Draw(2, 3, True).weight, Draw(0, 5, False).weight
        (6, 6, 0, 0)
        """
        return (self.of // self.hits).bit_length() - 1 if self.hits else 0

    @property
    def bits(self) -> float:
        """Return how improbable it is to agree, as a power of 1/2; 0 for what weighs nothing."""
        return log2(self.of / self.hits) if self.weight else 0.0


def surprise(draws: Sequence[Draw]) -> int:
    """Return the weights of those that agree, together."""
    return sum(draw.weight for draw in draws if draw.agrees)


def tail(draws: Sequence[Draw], least: int) -> Fraction:
    """Return the probability that independent draws agree with weights of `least` or more together.

    From above, by less than 2**-200: the sums are whole numbers, so their distribution is made one draw at a time, with
    each share rounded up.

    >>> float(tail([Draw(1, 4, True), Draw(1, 4, False)], 2)), float(tail([Draw(1, 4, True), Draw(1, 2, True)], 3))
    (0.4375, 0.125)
    """
    mass = [_ONE] + [0] * least if least else [_ONE]
    for draw in draws:
        weight = draw.weight
        if not weight:
            continue
        after = [-(-held * (draw.of - draw.hits) // draw.of) for held in mass]
        for at, held in enumerate(mass):
            after[min(at + weight, least)] += -(-held * draw.hits // draw.of)
        after[least] = min(after[least], _ONE) if least else _ONE
        mass = after
    return Fraction(mass[least], _ONE)


def alone(draws: Sequence[Draw]) -> str:
    """Return the exercise on which all of the agreement rests: without it there is nothing to speak of; none if there is no such."""
    agreeing = dict.fromkeys(draw.exercise for draw in draws if draw.agrees)
    for exercise in agreeing:
        rest = [draw for draw in draws if draw.exercise != exercise]
        if tail(rest, surprise(rest)) > NOTHING:
            return exercise
    return ""


def holm(found: Sequence[Fraction], comparisons: int) -> list[Fraction]:
    """Return the probabilities corrected for so many comparisons, of which these, in order, have the smallest: Holm 1979.

    >>> [str(p) for p in holm([Fraction(1, 1000), Fraction(1, 100)], 10)]
    ['1/100', '9/100']
    """
    corrected, most = [], Fraction(0)
    for place, probability in enumerate(found):
        most = min(max(most, probability * (comparisons - place)), Fraction(1))
        corrected.append(most)
    return corrected


# -- pairs of students who share improbable wrong answers to the same problem


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
    return sum(_draw(deals, place, text).bits for place, text in mine.items() if theirs.get(place) == text)


def _given(student: Student) -> dict[Place, str]:
    return {(work.problem, item): text for work in student.works.values() for item, text in work.wrong.items()}


def _draw(deals: Deals, place: Place, text: str, *, agrees: bool = True) -> Draw:
    return Draw(len(deals.givers[place, text]) - 1, deals.wrong[place] - 1, agrees, place[0])


def _candidates(given: Sequence[dict[Place, str]], deals: Deals, least: float) -> set[tuple[int, int]]:
    """Return the pairs that can come below 2**-least.

    No probability is smaller than that of agreeing in all that is shared. So the rarest answer that such a pair shares is, for both,
    among those before whose commoner ones together are not rare enough: only these are compared.
    """
    sharers: dict[tuple[Place, str], list[int]] = defaultdict(list)
    for number, answers in enumerate(given):
        draws = ((_draw(deals, place, text), place, text) for place, text in answers.items())
        rare = sorted(((draw.bits, place, text) for draw, place, text in draws if draw.weight), reverse=True)
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
        draws = [_draw(deals, place, mine[place]) for place in places]
        alike = set.intersection(*(deals.givers[place, mine[place]] for place in places))
        weight += surprise(draws) if len(alike) == 2 else max(draw.weight for draw in draws)
    return weight


def _shared(student: Student, place: Place, text: str, deals: Deals) -> Shared:
    problem, item = place
    work = next(work for work in student.works.values() if work.problem == problem)
    others = len(deals.givers[place, text]) - 2
    return Shared(work.exercise, problem, *item, text, work.key.get(item, ""), others, deals.wrong[place])


# -- students whose wrong answers are right for another one's variants
#
# Where an exercise has many variants the keys of the others are dealt out anew at each place: a wrong answer that is right for
# k of V other variants fits with probability k / V. Where it has few, the wrong answers of those who have the same problem are
# dealt out anew: if T of W gave what the other key says, one of them does so with probability T / W.

MANY = 20
"""So many variants of an exercise are many."""
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
            (_draw_of_key(work, item, given, given, deals, keys).bits, ((work.exercise, item), given))
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


def _draw_of_key(work: Work, item: Item, given: str, key: str, deals: Deals, keys: Keys) -> Draw:
    """Return how probable it is that a wrong answer is what another key has there."""
    at, place = (work.exercise, item), (work.problem, item)
    if keys.variants[work.exercise] >= MANY:
        return Draw(keys.right.get((at, given), 0), keys.asked[at] - 1, given == key, work.exercise)
    return Draw(len(deals.givers.get((place, key), ())), deals.wrong[place], given == key, work.exercise)


def _fit(student: Student, sheet: Sheet, deals: Deals, keys: Keys) -> Finding:
    draws, shared, theirs = list[Draw](), list[Shared](), dict(sheet)
    for work in student.works.values():
        other = keys.of.get(theirs.get(work.exercise, work.problem), {})
        for item, given in work.wrong.items() if theirs.get(work.exercise, work.problem) != work.problem else ():
            if item in other:
                draw = _draw_of_key(work, item, given, other[item], deals, keys)
                draws.append(draw)
                if draw.agrees:
                    right = work.key.get(item, "")
                    shared.append(Shared(work.exercise, work.problem, *item, given, right, draw.hits - 1, draw.of))
    probability = tail(draws, surprise(draws))
    expected = sum(draw.hits / draw.of for draw in draws if draw.of)
    return Finding(
        Sort.KEY, student.name, keys.owners[sheet], tuple(shared), len(draws), expected, probability, alone(draws)
    )


# -- all comparisons of a class, and what of them is left after the correction for their number


def similar(students: Sequence[Student], level: Fraction) -> Similar:
    """Return what is so alike that in a class of independent students any of it would be found with a probability of `level` at most."""
    deals, keys = deals_of(students), keys_of(students)
    n = len(students)
    of_pairs, measured = pairs_compared(students), with_measure(students, keys)
    has_variants = any(variants > 1 for variants in keys.variants.values())
    of_keys = measured * (len(keys.owners) - 1) if has_variants else 0
    comparisons = of_pairs + of_keys
    found: list[Finding] = []
    if comparisons:
        least = log2(comparisons / level) - 1  # Holm's last are held to less than his first
        found = [*pairs(students, deals, least), *fits(students, deals, keys, least)]
    found.sort(key=lambda one: (one.probability, one.sort, one.student, one.others))
    corrected = holm([one.probability for one in found], comparisons)
    told = [one._replace(corrected=p) for one, p in zip(found, corrected, strict=True) if p <= level]
    explained = sum(work.is_explained for student in students for work in student.works.values())
    return Similar(n, of_pairs, of_keys, n - measured if has_variants else 0, level, explained, tuple(told))
