"""The practice page: the answer page with the reference inside. It says at once what is right, and chooses what comes next.

It holds the answers, and those of every wrong rule, all computed here; its script compares with them, and computes none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generators.certify import Generated, content_of
from generators.practice import Practice
from generators.targets import Key, show
from grader.handout.answer_page import Heading, Shown, answer_values, spots_of
from grader.handout.judging import judging_of
from grader.kinds import Exercise
from grader.kinds.misconceptions import all_wordings
from grader.pages.html import Plain, render_page
from grader.pages.stepper import stepper_of
from grader.pages.typeset import typesetter
from grader.printable import isolated

_DIGITS = 10


class Practised(NamedTuple):
    """An exercise of a quiz: its id, what it is called, and what there is to practise on."""

    id: str
    title: str
    practice: Practice


class Variant(NamedTuple):
    """A variant on the page: the problem, solved, and the rules that it serves; `of` says which exercise it belongs to."""

    of: int
    exercise: Exercise
    serves: tuple[Key, ...]


def write_practice_page(exercises: Sequence[Practised], heading: Heading) -> str:
    """Return the page, for exercises each of which has variants."""
    variants = list(variants_on(exercises))
    values = answer_values([one.exercise.problem for one in variants], heading)
    shown: list[Shown] = values["problems"]  # type: ignore[assignment]  # what the template calls so
    steps = [one.exercise.steps() for one in variants]
    films = [
        stepper_of(one.exercise, its, name=f"practice-{place}")
        for place, (one, its) in enumerate(zip(variants, steps, strict=True))
    ]
    judged = [
        judging_of(one.exercise, its) | _places(one.exercise, drawn)
        for one, its, drawn in zip(variants, steps, shown, strict=True)
    ]
    practice: dict[str, Plain] = {
        "quiz": heading.quiz,
        "plan": {"exercises": [_planned(place, one, variants) for place, one in enumerate(exercises)]},
        "rules": _rules(exercises),
        "problems": judged,
    }
    return render_page(
        "practice.html",
        **values
        | {
            "problems": [one._replace(question=one.question._replace(conventions=())) for one in shown],
            "held": [_conventions(one.exercise) for one in variants],
            "films": films,
            "practice": practice,
        },
    )


def variants_on(exercises: Sequence[Practised]) -> Iterator[Variant]:
    """Yield the variants in the order in which they are on the page."""
    for of, one in enumerate(exercises):
        for variant in one.practice.variants:
            yield Variant(of, _named(one, variant.generated), variant.serves)


def _named(one: Practised, generated: Generated) -> Exercise:
    """Return a variant with an id of its own, which no other problem has, so that a browser keeps its answers apart."""
    problem = generated.problem
    digits = hashlib.sha256(content_of(problem)).hexdigest()[:_DIGITS]
    named = problem._replace(id=f"{one.id}-practice-{digits}")
    return generated._replace(problem=named).exercise


def _conventions(exercise: Exercise) -> list[str]:
    """Return all conventions of a problem: nobody sees several at a time, so none are said for several."""
    kind, problem = exercise.kind, exercise.problem
    words = typesetter(exercise.name_of(key) for key in range(exercise.size))
    return [words(said) for said in kind.terms_and_conventions(problem)]


# data for the script


def _places(exercise: Exercise, shown: Shown) -> dict[str, Plain]:
    """Return what keys are called, and where they are drawn: in which drawing, and at which place of it."""
    return {
        "names": [[key, isolated(exercise.name_of(key))] for key in range(exercise.size)],
        "spots": [[key, spot] for key, spot in spots_of(shown).items()],
    }


def _planned(of: int, exercise: Practised, variants: Sequence[Variant]) -> Plain:
    """Return an exercise for `practice-plan.js`: which rules are practised on it, and which variant serves which."""
    own = [(place, variant) for place, variant in enumerate(variants) if variant.of == of]
    return {
        "title": exercise.title,
        "rules": [_name(key) for key in exercise.practice.served],
        "variants": [{"place": place, "serves": [_name(key) for key in variant.serves]} for place, variant in own],
    }


def _name(key: Key) -> str:
    return show((key,))


def _rules(exercises: Sequence[Practised]) -> dict[str, Plain]:
    """Return of each rule that is practised what it is, in a sentence."""
    wordings = all_wordings()
    return {_name(key): wordings[key[0]].description for one in exercises for key in one.practice.served}
