"""What a page needs to judge answers by itself: the reference, the answers of every wrong rule, and the words for both.

All of it is computed here, by the solver, the wrong rules and the sentences that marking uses; the page's script compares.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from generators.certify import Generated, content_of
from generators.practice_variants import Practice
from generators.targets import Key, show
from grader.core.answers.case import Answers, Case, Step
from grader.core.answers.part import Part
from grader.core.answers.reports import Finding
from grader.core.answers.run import RUN
from grader.core.text import isolated, typesetter
from grader.grading.diagnosis import MOST_OF_LITTLE
from grader.kinds import Exercise, Graded, Marking
from grader.kinds.problems import Fold
from grader.kinds.words import all_wordings, detailed
from grader.pages.answer_page import Heading, Shown, answer_values, spots_of
from grader.pages.hints import hints_of
from grader.pages.html import Plain, render_page
from grader.pages.overlay import first_parting, overlay
from grader.pages.stepper import stepper_of

Words = Callable[[str], str]


class Ruled(NamedTuple):
    """A wrong rule that marking names where somebody answers as it says: what is said then, and how that is marked."""

    fold: Fold
    finding: Finding
    graded: Graded

    @property
    def key(self) -> tuple[str, str]:
        """Return the name and the detail."""
        return self.fold.misconception.name, self.fold.misconception.detail


def ruled(exercise: Exercise) -> Iterator[Ruled]:
    """Yield the wrong rules that marking names on the problem; one that always goes by another's name is not among them."""
    for fold in exercise.wrong.folds():
        rule = fold.misconception
        if not exercise.wrong.telling(fold):
            continue
        graded = exercise.grade(_written(exercise, fold.answers))
        named = (
            one for one in graded.report.findings if one.misconception == rule.name and detailed(rule) in one.advice
        )
        finding = next(named, None)
        if finding is not None and finding.slips == 0:
            yield Ruled(fold, finding, graded)


def _written(exercise: Exercise, answers: Answers) -> dict[str, Plain]:
    """Return the answers as somebody hands them in."""
    problem, parts = exercise.problem, exercise.kind.parts
    return {name: parts[name].form.write(problem, answers[name]) for name in problem.ask if name in answers}


def judging_of(exercise: Exercise, steps: Sequence[Step]) -> dict[str, Plain]:
    """Return what `equality.js` compares answers to the problem with, and what is said of them: its parts and its wrong rules."""
    case = Case(exercise.problem, exercise.solution, {}, Marking(), exercise.kind.tutor)
    parts = [exercise.kind.parts[name] for name in exercise.problem.ask]
    words = _isolating(typesetter(exercise.name_of(key) for key in range(exercise.size)))
    return {
        "enough": exercise.kind.wrong.enough,
        "most": MOST_OF_LITTLE,
        "parts": [_part(case, part, words) for part in parts],
        "rules": [_rule(case, parts, one, steps, words) for one in ruled(exercise)],
        "why": _why(case, parts, range(exercise.size), words),
    }


def only_by_running(exercise: Exercise) -> list[str]:
    """Return the parts whose answers no script can compare, because the solver has to be run on them."""
    case = Case(exercise.problem, exercise.solution, {}, Marking(), exercise.kind.tutor)
    parts = exercise.kind.parts
    return [name for name in exercise.problem.ask if parts[name].form.equality(case)["form"] == RUN]


def _isolating(words: Words) -> Words:
    """Return the same words for sentences in which names read from right to left do not turn what stands beside them."""
    return lambda text: isolated(words(text))


def _part(case: Case, part: Part, words: Words) -> dict[str, Plain]:
    """Return how answers to a part are compared, and what was expected: in all, and entry by entry with the step behind it."""
    problem, form, expected = case.problem, part.form, case.expected(part.name)
    entries = (
        [[key, words(form.show(problem, {key: expected[key]})), words(part.explain(case, key))] for key in expected]
        if form.by_entry
        else []
    )
    return {
        "name": part.name,
        "restsOn": part.rests_on,
        "rule": form.equality(case),
        "right": form.compared(case, expected),
        "expected": words(form.show(problem, expected)),
        "explain": "" if form.by_entry else words(part.explain(case, None)),
        "entries": entries,
    }


def _rule(case: Case, parts: Sequence[Part], one: Ruled, steps: Sequence[Step], words: Words) -> dict[str, Plain]:
    """Return a wrong rule: its answers where they are not the right ones, what is said, and the step at which it shows."""
    fold, finding = one.fold, one.finding
    name, detail = one.key
    changed = [part for part in parts if part.name not in fold.unchanged]
    first = first_parting(overlay(one.graded, steps))
    return {
        "name": name,
        "detail": detail,
        "twin": fold.misconception.twin_of,
        "answers": {part.name: _compared(case, part, fold.answers) for part in changed},
        "advice": words(finding.named_advice),
        "message": words(finding.named_message),
        "node": _key_of(one.graded.exercise, finding.node),
        "step": 1 if first is None else first.step,
    }


def _compared(case: Case, part: Part, answers: Answers) -> Plain:
    """Return the wrong rule's answer; None where it has none, and nobody who answers follows it."""
    return part.form.compared(case, answers[part.name]) if part.name in answers else None


def _key_of(exercise: Exercise, name: str | None) -> int | None:
    return next((key for key in range(exercise.size) if exercise.name_of(key) == name), None)


def _why(case: Case, parts: Sequence[Part], keys: range, words: Words) -> list[Plain]:
    """Return of each key why it was skipped or not, where a list is asked in which that shows."""
    if not any(part.form.by_item for part in parts):
        return []
    said = ((key, words(case.why(key))) for key in keys)
    return [[key, sentence] for key, sentence in said if sentence]


# -- the practice page: the answer page with the reference inside. It says at once what is right, and chooses what
# comes next

_DIGITS = 10


class Practised(NamedTuple):
    """An exercise of a quiz: its id, what it is called, what there is to practise on, and its number in the quiz."""

    id: str
    title: str
    practice: Practice
    number: int = 1


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
        judging_of(one.exercise, its) | _places(one.exercise, drawn, its)
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
            "problems": [one._replace(question=one.question._replace(conventions=(), others=())) for one in shown],
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


def _places(exercise: Exercise, shown: Shown, steps: Sequence[Step]) -> dict[str, Plain]:
    """Return what keys are called, where they are drawn (in which drawing, and at which place of it), and the hints on them."""
    return {
        "names": [[key, isolated(exercise.name_of(key))] for key in range(exercise.size)],
        "hints": _hints(exercise, steps),
        "spots": [[key, spot] for key, spot in spots_of(shown).items()],
    }


def _hints(exercise: Exercise, steps: Sequence[Step]) -> dict[str, Plain]:
    """Return for the script the hints, each once, and in the order of the solution for which entry each is, and whether something belongs there."""
    words, found = (
        _isolating(typesetter(exercise.name_of(key) for key in range(exercise.size))),
        hints_of(exercise, steps),
    )
    lines = list(dict.fromkeys(one.lines for one in found))
    of: list[Plain] = [[one.part, one.key, one.is_expected, lines.index(one.lines)] for one in found]
    return {"lines": [[*map(words, own)] for own in lines], "of": of}


def _planned(of: int, exercise: Practised, variants: Sequence[Variant]) -> Plain:
    """Return an exercise for `practice-plan.js`: which rules are practised on it, and which variant serves which."""
    own = [(place, variant) for place, variant in enumerate(variants) if variant.of == of]
    return {
        "id": exercise.id,
        "title": exercise.title,
        "number": exercise.number,
        "rules": [_name(key) for key in exercise.practice.served],
        "variants": [{"place": place, "serves": [_name(key) for key in variant.serves]} for place, variant in own],
    }


def _name(key: Key) -> str:
    return show((key,))


def _rules(exercises: Sequence[Practised]) -> dict[str, Plain]:
    """Return of each rule that is practised what it is, in a sentence."""
    wordings = all_wordings()
    return {_name(key): wordings[key[0]].description for one in exercises for key in one.practice.served}
