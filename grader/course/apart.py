"""Hand-ins that claim one name: those of one student are one, others are told apart by their paths."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from grader.course.found import Line
from grader.course.hand_in import HandIn, Peek, Typed, file_says
from grader.names import distinct, harmless_name

ExerciseOf = Callable[[str], str]
"""From the id of a problem to that of the exercise that it is a variant of."""


def named_apart(found: Sequence[HandIn], peek: Peek, exercise_of: ExerciseOf | None = None) -> list[HandIn]:
    """Return the hand-ins, named such that two of one name answer different problems; below folders such two are one.

    With `exercise_of` all files of one name are one where they answer different exercises: there what one of them leaves out counts too.
    """
    stated = [_stated(hand_in, peek) for hand_in in found]
    same: dict[str, list[int]] = {}
    for place, hand_in in enumerate(found):
        if name := hand_in.student or stated[place].student or file_says(hand_in):
            same.setdefault(name, []).append(place)
    settled: dict[int, HandIn] = dict(enumerate(found))
    for name, places in same.items():
        if len(places) > 1:
            typed = [stated[place] for place in places]
            settled.update(_settle(name, [found[place] for place in places], typed, places, peek, exercise_of))
    return [settled[place] for place in range(len(found)) if settled[place].files]


def _stated(hand_in: HandIn, peek: Peek) -> Typed:
    """Return what a file that was named types; below a folder and on standard input nothing is asked."""
    is_asked = hand_in.student is None and hand_in.files[0].path != "-"
    return peek(hand_in.files[0]) if is_asked else Typed(None, frozenset())


def _settle(
    name: str,
    same: Sequence[HandIn],
    stated: Sequence[Typed],
    places: Sequence[int],
    peek: Peek,
    exercise_of: ExerciseOf | None,
) -> Iterable[tuple[int, HandIn]]:
    """Yield what becomes of the hand-ins that claim one name, each with its place; one without files is left out."""
    below = [hand_in.student is not None for hand_in in same]
    problems = [_problems(hand_in, typed, peek, exercise_of) for hand_in, typed in zip(same, stated, strict=True)]
    are_known = all(is_below or typed.student for is_below, typed in zip(below, stated, strict=True))
    if not are_known or len(frozenset().union(*problems)) < sum(map(len, problems)):
        paths = [harmless_name(_path(hand_in)) for hand_in in same]
        for place, hand_in, path in zip(places, same, distinct(paths, fold=str), strict=True):
            yield place, hand_in._replace(student=path)
    elif exercise_of is not None or all(below):
        files = tuple(file for hand_in in same for file in hand_in.files)
        yield places[0], same[0]._replace(student=harmless_name(name), files=files)
        yield from ((place, hand_in._replace(files=())) for place, hand_in in zip(places[1:], same[1:], strict=True))


def _problems(hand_in: HandIn, typed: Typed, peek: Peek, exercise_of: ExerciseOf | None) -> frozenset[str]:
    """Return the problems that a hand-in names, or the exercises to which it has filled in anything."""
    all_typed = [typed] if hand_in.student is None else [peek(file) for file in hand_in.files if not file.fault]
    if exercise_of is None:
        return frozenset().union(*(one.problems for one in all_typed))
    return frozenset(exercise_of(id_) for one in all_typed for id_ in one.answered)


def _path(hand_in: HandIn) -> str:
    first = hand_in.files[0]
    is_alone = len(hand_in.files) == 1 or isinstance(first.where, Line)  # lines lie in no folder of their own
    return first.path if is_alone else os.path.dirname(first.path)
