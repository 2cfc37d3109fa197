"""Diagnosis: which wrong rule a wrong answer follows, by comparing it with the answers of every wrong rule.

The policy is DESIGN section 6. A rule is named when its answer is the student's, or is so but for one slip; after a slip
the rule is run again from the student's own number, because that is what the student did. Source of the idea: Seppälä,
Malmi and Korhonen 2006, who match answers against mutated algorithms; they lose careless slips, which the second run finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from grader.answers.case import Answers
from grader.answers.part import Form
from grader.exact import INFINITY, Number
from grader.kinds import Attempt, Exercise, Misconception
from grader.kinds.problems import Fold
from grader.marking import Malformed, Written
from grader.search import Disagreement

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
    if all(isinstance(attempt[part], Written) or not attempt[part] for part in judged.meant) and len(judged.meant) <= 2:
        return NOTHING
    enough = _enough(judged)
    folds = [(fold, deviations(judged, fold.answers, enough)) for fold in exercise.wrong.folds()]
    of = len(judged.items)
    exact = [
        Fit(fold.misconception, 0, of, of, fold.answers)
        for fold, deviating in folds
        if not deviating and _shows(judged, fold)
    ]
    if exact:
        return Diagnosis(tuple(exact))
    gain = 1 if of >= _MANY_ENTRIES else 2
    slips = _plain_slips(judged, most=gain + 1)
    if len(slips) <= gain:
        return Diagnosis(slip=slips[0] if len(slips) == 1 else None)
    fits = (_fit_with_slip(judged, fold, deviating) for fold, deviating in folds if _shows(judged, fold))
    return Diagnosis(tuple(fit for fit in fits if fit is not None))


def _shows(judged: Judged, fold: Fold) -> bool:
    """Return whether the wrong rule can be told from the right one by what the student answered."""
    return not judged.exercise.wrong.telling(fold).isdisjoint(judged.meant)


def _judge(exercise: Exercise, attempt: Attempt) -> Judged:
    kind, problem, solution = exercise.kind, exercise.problem, exercise.solution
    meant: dict[str, Any] = {}
    items: set[Item] = set()
    for name in problem.ask:
        given, form = attempt[name], kind.parts[name].form
        if given is None or isinstance(given, Malformed):
            continue
        answer = form.meant(problem, given)
        keys: set[Any] = {*solution.answers[name], *answer} if form.by_entry else {None}
        judged = {(name, key) for key in keys if not (form.by_entry and _is_blank(form, answer, key))}
        if judged:
            meant[name] = answer
            items |= judged
    return Judged(exercise, meant, frozenset(items))


def _is_blank(form: Form, entries: Mapping[int, Any], key: int) -> bool:
    return entries[key] is None if key in entries else form.missing_is_blank


def deviations(judged: Judged, answers: Answers, most: int | None = None) -> list[Item]:
    """Return the things in which the student's answer is not the given one, part by part; the first ones of many."""
    return list(islice((item for name in judged.meant for item in _part_deviations(judged, name, answers)), most))


def _enough(judged: Judged) -> int | None:
    """Return how many deviations show that no single slip explains them; None where one can explain any number."""
    exercise = judged.exercise
    chained = any(exercise.kind.wrong.followers(exercise.problem, key) for key in exercise.wrong.order()[:1])
    return None if chained else len(judged.meant) + 1


def _part_deviations(judged: Judged, name: str, answers: Answers) -> Iterator[Item]:
    problem, form, meant = judged.exercise.problem, judged.exercise.kind.parts[name].form, judged.meant[name]
    if name not in answers:
        yield (name, None)
    elif not form.by_entry:
        if not form.same(problem, answers[name], meant):
            yield (name, None)
    else:
        expected = answers[name]
        for key in dict.fromkeys((*expected, *meant)):
            if _is_blank(form, meant, key):
                continue
            if key not in expected or key not in meant or not form.same(problem, expected[key], meant[key]):
                yield (name, key)


def _own_number(judged: Judged, deviating: Sequence[Item]) -> tuple[Item, Number] | None:
    """Return the first deviating thing, in the order of evaluation, that is a number which others follow from."""
    part = judged.exercise.kind.wrong.carrier
    own = {key for name, key in deviating if name == part and judged.meant[part].get(key) is not None}
    node = next((node for node in judged.exercise.wrong.order() if node in own), None)
    if node is None or judged.meant[part][node] in (INFINITY, -INFINITY):
        return None
    return (part, node), judged.meant[part][node]


def _plain_slips(judged: Judged, most: int) -> list[Item]:
    """Return the slips that the right rule needs to explain the answer, each number that follows from one forgiven.

    The right rule is run again from the student's own number as long as there is a number that deviates. No more than
    `most` are looked for: each costs a run.
    """
    deviating = deviations(judged, judged.exercise.solution.answers)
    slips = _sure_slips(judged, deviating, most)
    if len(slips) == most:
        return slips
    fixed: dict[int, Number] = {}
    slips = []
    while len(slips) < most and (found := _own_number(judged, [item for item in deviating if item not in slips])):
        item, number = found
        fixed[item[1]] = number
        slips.append(item)
        deviating = deviations(judged, judged.exercise.wrong.right(fixed))
    return slips + [item for item in deviating if item not in slips]


def _sure_slips(judged: Judged, deviating: Sequence[Item], most: int) -> list[Item]:
    """Return up to so many of the numbers that deviate and follow from no other that does."""
    exercise = judged.exercise
    part = exercise.kind.wrong.carrier
    own = [key for name, key in deviating if name == part]
    reached = {key: exercise.kind.wrong.followers(exercise.problem, key) for key in own}
    sure = ((part, key) for key in own if not any(key in reached[other] for other in own if other != key))
    return list(islice(sure, most))


def _can_follow(judged: Judged, item: Item, deviating: Sequence[Item]) -> bool:
    """Return whether all other numbers that deviate are of nodes to which this one can carry."""
    exercise = judged.exercise
    part, key = item
    reached = exercise.kind.wrong.followers(exercise.problem, key)
    return all(other in reached for name, other in deviating if name == part and other != key)


def _answer_again(judged: Judged, rule: Misconception, key: int, number: Number) -> Answers | None:
    """Return what the rule gives from the student's own number on; None where it soon gives another number than theirs."""
    name = judged.exercise.kind.wrong.carrier
    problem, form, meant = judged.exercise.problem, judged.exercise.kind.parts[name].form, judged.meant[name]

    def agrees(other: int, found: Any) -> bool:
        if other == key or _is_blank(form, meant, other):
            return True
        return other in meant and form.same(problem, found, meant[other])

    try:
        return rule.answer({key: number}, judged.meant, agrees)
    except Disagreement:
        return None


def _fit_with_slip(judged: Judged, fold: Fold, deviating: Sequence[Item]) -> Fit | None:
    """Return the fit of a wrong rule but for one slip, or None."""
    rule, answers = fold
    found = _own_number(judged, deviating)
    of = len(judged.items)
    if found is not None and _can_follow(judged, found[0], deviating):
        item, number = found
        rerun = _answer_again(judged, rule, item[1], number)
        if rerun is not None and all(left == item for left in deviations(judged, rerun)):
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
