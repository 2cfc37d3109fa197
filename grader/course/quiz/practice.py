"""What students of a quiz practise on: variants of each of its exercises, drawn apart from those of the quiz."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

from generators.certify import content_of
from generators.errors import RequestError
from generators.like import like
from generators.parameters import Parameters
from generators.practice import LEAST, Practice, Reason, practise
from generators.targets import Key, show
from grader.course.quiz.built import PROBLEMS, Built
from grader.course.quiz.document import Quiz
from grader.course.quiz.sources import Source
from grader.handout.judging import only_by_running, ruled
from grader.handout.practice_page import Practised
from grader.kinds import KINDS, Exercise
from grader.words import count

_TOO_LITTLE = Reason(
    "too little is asked for marking to name a rule; ask a list, or three single answers",
    "cannot be named from so few answers",
)


class Practising(NamedTuple):
    """The exercises that can be practised, and what whoever makes the page should know.

    `notes` has a line for each exercise of the quiz, `left_out` says for which mistakes there is nothing, and why.
    """

    exercises: tuple[Practised, ...]
    notes: tuple[str, ...]
    left_out: tuple[str, ...] = ()


def practising(quiz: Quiz, sources: list[Source], apart: Collection[bytes] = ()) -> Practising:
    """Return what there is to practise on; no problem of it has one of the contents of `apart`.

    It follows from the quiz alone: the secret has no part in it, so nothing on the page tells of the seeds of a quiz.
    """
    exercises: list[Practised] = []
    notes: list[str] = []
    left_out: list[str] = []
    for source in sources:
        id_ = source.entry.id
        try:
            drawn = practise(source.kind, _request(source), f"{quiz.id}/{id_}", {*apart, *_own(source)})
        except RequestError as failure:
            notes.append(f"{id_}: cannot be practised: {failure}")
            continue
        if unjudged := {name for one in drawn.variants[:1] for name in only_by_running(one.generated.exercise)}:
            parts = ", ".join(sorted(unjudged))
            notes.append(f"{id_}: cannot be practised: a page has no solver to run on what is handed in for {parts}")
            continue
        practice = _that_is_named(drawn)
        if practice.variants:
            exercises.append(Practised(id_, _title(source), practice))
            notes.append(f"{id_}: {_practised(practice)}")
        else:
            notes.append(f"{id_}: cannot be practised: no exercise like it was found")
        left_out += _left_out(id_, practice)
    return Practising(tuple(exercises), tuple(notes), tuple(left_out))


def _practised(practice: Practice) -> str:
    """Return what is practised: on claims, say, no wrong rule is named, and each exercise is an exercise all the same."""
    exercises = count(len(practice.variants), "exercise")
    if not practice.served:
        return f"practises on {exercises}; none of them tells one mistake from the others"
    return f"practises {count(len(practice.served), 'mistake')} on {exercises}{_without(practice)}"


def _without(practice: Practice) -> str:
    """Return for how many mistakes there is nothing, and why in a few words."""
    if not practice.left_out:
        return ""
    why = Counter(reason.brief for _, reason in practice.left_out)
    said = ", ".join(f"{times} {brief}" for brief, times in why.most_common())
    return f"; none for {len(practice.left_out)}: {said}"


def _request(source: Source) -> Parameters:
    """Return what the exercise's own generator is asked for, or variants of its problem."""
    if source.request is not None:
        return source.request
    if source.problem is None:
        raise TypeError("an exercise has a problem or a request")
    return like(source.problem)


def _own(source: Source) -> Iterator[bytes]:
    if source.problem is not None:
        yield content_of(source.problem)


def _that_is_named(practice: Practice) -> Practice:
    """Return the practice of those rules that marking names where somebody follows them: of few answers it names none."""
    variants = []
    for variant in practice.variants:
        named = {one.key for one in ruled(variant.generated.exercise)}
        variants.append(variant._replace(serves=tuple(key for key in variant.serves if key in named)))
    times = Counter(key for variant in variants for key in variant.serves)
    served = tuple(key for key in practice.served if times[key] >= LEAST)
    unnamed = [(key, _TOO_LITTLE) for key in practice.served if key not in served]
    kept = (variant._replace(serves=tuple(key for key in variant.serves if key in served)) for variant in variants)
    return Practice(tuple(kept), served, (*practice.left_out, *unnamed))


def _title(source: Source) -> str:
    given = source.problem.title if source.problem is not None else _request(source).question.title
    return given or KINDS[source.kind].title


def _left_out(id_: str, practice: Practice) -> Iterator[str]:
    """Yield for which mistakes there is nothing, and why: those with one reason together."""
    why: dict[str, list[Key]] = {}
    for key, reason in practice.left_out:
        why.setdefault(reason.said, []).append(key)
    for said, keys in why.items():
        yield f"{id_}: nothing for {', '.join(show((key,)) for key in keys)}: {said}"


def contents_of(built: Built) -> Iterator[bytes]:
    """Yield the content of every problem of a build."""
    for name in built.lock.files:
        folder, file = os.path.split(name)
        if folder == PROBLEMS and isinstance(exercise := built.find(file.removesuffix(".yaml")), Exercise):
            yield content_of(exercise.problem)
