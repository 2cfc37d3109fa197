"""How somebody can write down the answer that a rule gives: with its exact numbers, or rounded as the problem asks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor, isinf

from grader.answers.case import Answer, Answers
from grader.answers.part import Part, has_entries
from grader.exact import whole
from grader.kinds import Kind, Problem
from grader.search import Cutoff

_FAR = 1e-6


def is_same(kind: Kind, problem: Problem, answers: Answers, other: Answers, parts: tuple[str, ...]) -> bool:
    """Return whether the other answers, in one of the ways to write them, count as right in all these parts where the first do."""
    for part in parts:
        if part not in answers or part not in other:
            if part in answers or part in other:
                return False
        elif not _is_same_part(kind.parts[part], problem, answers[part], other[part]):
            return False
    return True


def _is_same_part(part: Part, problem: Problem, answer: Answer, other: Answer) -> bool:
    if not part.form.by_entry:
        return _is_taken(part, problem, answer, other)
    if not has_entries(part.form, answer, other):
        return False
    return all(_is_taken(part, problem, answer[key], other[key]) for key in answer)


def _is_taken(part: Part, problem: Problem, answer: Answer, other: Answer) -> bool:
    if _are_far(answer, other, problem.conventions.decimals):
        return False
    return part.form.same(problem, answer, other) or any(
        part.form.same(problem, answer, written) for written in roundings(other, problem.conventions.decimals)
    )


def _are_far(answer: Answer, other: Answer, decimals: int | None) -> bool:
    """Return whether two scores are so far apart that no rounding and no tolerance brings them together."""
    if not (isinstance(answer, float) and isinstance(other, float)):
        return False
    return abs(answer - other) > (0 if decimals is None else 2 / 10**decimals) + _FAR * (1 + abs(answer))


def roundings(answer: Answer, decimals: int | None) -> Iterator[Answer]:
    """Yield the answer with its numbers rounded to so many decimals, halves up and halves down, where that changes it."""
    if decimals is None:
        return
    for is_up in (True, False):
        rounded = _rounded(answer, 10**decimals, is_up=is_up)
        if rounded is not answer:
            yield rounded


def _rounded(answer: Answer, scale: int, *, is_up: bool) -> Answer:
    """Return the answer with every number in it rounded; the answer itself where there is nothing to round."""
    if type(answer) is int:
        return answer
    if isinstance(answer, Cutoff):
        alpha, beta = (_rounded(bound, scale, is_up=is_up) for bound in (answer.alpha, answer.beta))
        is_kept = alpha is answer.alpha and beta is answer.beta
        return answer if is_kept else answer._replace(alpha=alpha, beta=beta)
    if type(answer) in (tuple, list):
        if set(map(type, answer)) <= {int}:
            return answer
        rounded = [_rounded(item, scale, is_up=is_up) for item in answer]
        return answer if all(map(_is, rounded, answer)) else type(answer)(rounded)
    if type(answer) is Fraction or (type(answer) is float and not isinf(answer)):
        return _round(Fraction(answer), scale, is_up=is_up)
    return answer


def _is(one: object, other: object) -> bool:
    return one is other


def _round(number: Fraction, scale: int, *, is_up: bool) -> Answer:
    scaled = number * scale
    below = floor(scaled)
    rest = scaled - below
    half = Fraction(1, 2)
    return whole(Fraction(below + (rest > half or (is_up and rest == half)), scale))
