"""Diagnosis: which wrong rule a wrong answer follows, by comparing it with the answers of every wrong rule.

The policy is DESIGN section 6. A rule is named when its answer is the student's, or is so but for one slip; after a slip
the rule is run again from the student's own number, because that is what he did. Source of the idea: Seppälä, Malmi and
Korhonen 2006, who match answers against mutated algorithms; they lose careless slips, which the second run finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from grader.exact import INFINITY, Number
from grader.kinds import Attempt, Exercise, Misconception
from grader.kinds.record import Answers, Part
from grader.marking import Malformed, Written

_MANY_ENTRIES = 8
Item = tuple[str, Any]
"""One judged thing: the part, and the entry of it (None where the part is one thing)."""

Rule = Callable[[Mapping[int, Number]], Answers]
"""From the numbers that are given to the answers of one who follows the rule."""


class Judged(NamedTuple):
    """What of a student's answer can be compared: each part in the form of a reference answer.

    `items` are all things that were asked or given, less what was left blank.
    """

    exercise: Exercise
    meant: Mapping[str, Any]
    items: frozenset[Item]


class Fit(NamedTuple):
    """A rule whose answers are the student's, but for `slips` of 0 or 1; `slip` is the thing that deviates.

    `explains` of `of` judged things are as the rule says. `answers` are the rule's own, without the slip.
    """

    misconception: Misconception
    slips: int
    explains: int
    of: int
    answers: Answers
    slip: Item | None = None


class Diagnosis(NamedTuple):
    """What is behind a wrong answer: the rules that fit it equally well, or else the one slip; or neither."""

    fits: tuple[Fit, ...] = ()
    slip: Item | None = None


NOTHING = Diagnosis()


def diagnose(exercise: Exercise, attempt: Attempt) -> Diagnosis:
    """Return what is behind the student's answer to a problem. Nothing is claimed of blank or malformed parts."""
    judged = _judge(exercise, attempt)
    right = exercise.solution.answers
    if not judged.meant or not deviations(judged, right):
        return NOTHING
    slips = _plain_slips(judged)
    one_slip = slips[0] if len(slips) == 1 else None
    if all(isinstance(attempt[part], Written) or not attempt[part] for part in judged.meant) and len(judged.meant) <= 2:
        return NOTHING
    folds = [fold for fold in exercise.wrong.folds() if _differs(judged, fold[1])]
    exact = [
        Fit(rule, 0, len(judged.items), len(judged.items), answers)
        for rule, answers in folds
        if not deviations(judged, answers)
    ]
    if exact:
        return Diagnosis(tuple(exact))
    gain = 1 if len(judged.items) >= _MANY_ENTRIES else 2
    if len(slips) - 1 < gain:
        return Diagnosis(slip=one_slip)
    fits = (_fit_with_slip(judged, rule, answers) for rule, answers in folds)
    return Diagnosis(tuple(fit for fit in fits if fit is not None), one_slip)


def _judge(exercise: Exercise, attempt: Attempt) -> Judged:
    kind, problem, solution = exercise.kind, exercise.problem, exercise.solution
    meant: dict[str, Any] = {}
    items: set[Item] = set()
    for name in problem.ask:
        given, part = attempt[name], kind.parts[name]
        if given is None or isinstance(given, Malformed):
            continue
        answer = part.meant(problem, given)
        keys: set[Any] = {*solution.answers[name], *answer} if part.by_entry else {None}
        judged = {(name, key) for key in keys if not (part.by_entry and _is_blank(part, answer, key))}
        if judged:
            meant[name] = answer
            items |= judged
    return Judged(exercise, meant, frozenset(items))


def _is_blank(part: Part, entries: Mapping[int, Any], key: int) -> bool:
    return entries[key] is None if key in entries else part.missing_is_blank


def deviations(judged: Judged, answers: Answers) -> list[Item]:
    """Return the things in which the student's answer is not the given one, part by part."""
    return [item for name in judged.meant for item in _part_deviations(judged, name, answers)]


def _part_deviations(judged: Judged, name: str, answers: Answers) -> Iterator[Item]:
    problem, part, meant = judged.exercise.problem, judged.exercise.kind.parts[name], judged.meant[name]
    if name not in answers:
        yield (name, None)
    elif not part.by_entry:
        if not part.same(problem, answers[name], meant):
            yield (name, None)
    else:
        expected = answers[name]
        for key in dict.fromkeys((*expected, *meant)):
            if _is_blank(part, meant, key):
                continue
            if key not in expected or key not in meant or not part.same(problem, expected[key], meant[key]):
                yield (name, key)


def _differs(judged: Judged, answers: Answers) -> bool:
    """Return whether a rule's answers differ from the right ones in what can be judged: else it cannot be told."""
    exercise = judged.exercise
    right = Judged(exercise, {name: exercise.solution.answers[name] for name in judged.meant}, judged.items)
    return bool(deviations(right, answers))


def _own_number(judged: Judged, deviating: Sequence[Item]) -> tuple[Item, Number] | None:
    """Return the first deviating thing, in the order of evaluation, that is a number which others follow from."""
    part = judged.exercise.kind.carrier
    own = {key for name, key in deviating if name == part and judged.meant[part].get(key) is not None}
    node = next((node for node in judged.exercise.wrong.order() if node in own), None)
    if node is None or judged.meant[part][node] in (INFINITY, -INFINITY):
        return None
    return (part, node), judged.meant[part][node]


def _plain_slips(judged: Judged) -> list[Item]:
    """Return the slips that the right rule needs to explain the answer, each number that follows from one forgiven.

    The right rule is run again from the student's own number as long as there is a number that deviates.
    """
    fixed: dict[int, Number] = {}
    slips: list[Item] = []
    rule = judged.exercise.wrong.right
    deviating = deviations(judged, judged.exercise.solution.answers)
    while (found := _own_number(judged, [item for item in deviating if item not in slips])) is not None:
        item, number = found
        fixed[item[1]] = number
        slips.append(item)
        deviating = deviations(judged, rule(fixed))
    return slips + [item for item in deviating if item not in slips]


def _fit_with_slip(judged: Judged, rule: Misconception, answers: Answers) -> Fit | None:
    """Return the fit of a wrong rule but for one slip, or None."""
    deviating = deviations(judged, answers)
    found = _own_number(judged, deviating)
    of = len(judged.items)
    if found is not None:
        item, number = found
        rerun = rule.answer({item[1]: number})
        if not [left for left in deviations(judged, rerun) if left != item]:
            return Fit(rule, 1, of - 1, of, answers, item)
    if len(deviating) == 1:
        return Fit(rule, 1, of - 1, of, answers, deviating[0])
    return None


def across_problems(diagnoses: Sequence[Diagnosis]) -> list[Diagnosis]:
    """Return the diagnoses of one submission's problems, each narrowed by the others.

    A rule that fits every problem on which rules are named explains more than its twin that fits one of them alone.
    """
    named = [{fit.misconception.name for fit in diagnosis.fits} for diagnosis in diagnoses if diagnosis.fits]
    common = set.intersection(*named) if named else set()
    if not common:
        return list(diagnoses)
    return [
        diagnosis._replace(fits=tuple(fit for fit in diagnosis.fits if fit.misconception.name in common))
        for diagnosis in diagnoses
    ]
