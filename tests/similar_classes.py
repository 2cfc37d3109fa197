"""Simulated classes whose students work on their own: for tests of what is called alike."""

from __future__ import annotations

import random

from grader.course.similar import Item, Student, Work

PART = "values"
NODES = tuple("BCDEFG")


def class_of(students: int, seed: int, *, exercises: int = 4, personal: bool = False, rules: int = 2) -> list[Student]:
    """Return a class that nobody copied in.

    Students differ in ability; at each node some wrong answers are far commoner than others; in each exercise a few students
    follow wrong rules that nobody has a name for, so their answers agree throughout.
    """
    draw = random.Random(f"{students} {seed}")
    ability = [draw.betavariate(4, 1.5) for _ in range(students)]
    works: list[dict[str, Work]] = [{} for _ in range(students)]
    for number in range(exercises):
        exercise = f"q{number + 1}"
        keys = [_key(draw) for _ in range(students)] if personal else [_key(draw)] * students
        of_rules = [{item: str(draw.randint(1, 40)) for item in keys[0]} for _ in range(rules)]
        for place in range(students):
            key = keys[place]
            wrong = _wrong(draw, key, ability[place])
            if rules and draw.random() < 0.04 and not personal:
                rule = draw.choice(of_rules)
                wrong = {item: given for item, given in rule.items() if given != key[item]}
            problem = f"{exercise}-{place}" if personal else exercise
            works[place][exercise] = Work(exercise, problem, wrong, key)
    return [Student(f"s{place}", held) for place, held in enumerate(works)]


def _key(draw: random.Random) -> dict[Item, str]:
    return {(PART, node): str(draw.randint(1, 20)) for node in NODES}


def _wrong(draw: random.Random, key: dict[Item, str], ability: float) -> dict[Item, str]:
    """Return the wrong answers of a student: near the right one, and the nearer the more often."""
    found: dict[Item, str] = {}
    for item, right in key.items():
        if draw.random() > ability:
            given = int(right) + draw.choice((-1, 1)) * min(1 + int(draw.expovariate(0.25)), 15)
            found[item] = str(given)
    return found


def copied(students: list[Student], thief: int, source: int, exercises: int = 9) -> list[Student]:
    """Return the class with one student's wrong answers taken from another's, in so many exercises."""
    names = list(students[source].works)[:exercises]
    works = {**students[thief].works, **{name: students[source].works[name] for name in names}}
    return [one._replace(works=works) if place == thief else one for place, one in enumerate(students)]


def handed_on(students: list[Student], thief: int, owner: int, exercises: int = 9) -> list[Student]:
    """Return the class with one student handing in the right answers of another's variants as if they were to the own ones."""
    works = dict(students[thief].works)
    for name in list(works)[:exercises]:
        mine, key = works[name], students[owner].works[name].key
        works[name] = mine._replace(wrong={item: text for item, text in key.items() if text != mine.key[item]})
    return [one._replace(works=works) if place == thief else one for place, one in enumerate(students)]
