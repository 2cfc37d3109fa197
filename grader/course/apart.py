"""Hand-ins that claim one name: those of one student are one, others are told apart by their paths."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from grader.course.found import Line
from grader.course.hand_in import HandIn, Peek, Typed, file_says
from grader.names import distinct, harmless_name


def named_apart(found: Sequence[HandIn], peek: Peek) -> list[HandIn]:
    """Return the hand-ins, named such that two of one name answer different problems; below folders such two are one."""
    stated = [_stated(hand_in, peek) for hand_in in found]
    same: dict[str, list[int]] = {}
    for place, hand_in in enumerate(found):
        if name := hand_in.student or stated[place].student or file_says(hand_in):
            same.setdefault(name, []).append(place)
    settled: dict[int, HandIn] = dict(enumerate(found))
    for places in same.values():
        if len(places) > 1:
            typed = [stated[place] for place in places]
            settled.update(_settle([found[place] for place in places], typed, places, peek))
    return [settled[place] for place in range(len(found)) if settled[place].files]


def _stated(hand_in: HandIn, peek: Peek) -> Typed:
    """Return what a file that was named types; below a folder and on standard input nothing is asked."""
    is_asked = hand_in.student is None and hand_in.files[0].path != "-"
    return peek(hand_in.files[0]) if is_asked else Typed(None, frozenset())


def _settle(
    same: Sequence[HandIn], stated: Sequence[Typed], places: Sequence[int], peek: Peek
) -> Iterable[tuple[int, HandIn]]:
    """Yield what becomes of the hand-ins that claim one name, each with its place; one without files is left out."""
    below = [hand_in.student is not None for hand_in in same]
    problems = [_problems(hand_in, typed, peek) for hand_in, typed in zip(same, stated, strict=True)]
    are_known = all(is_below or typed.student for is_below, typed in zip(below, stated, strict=True))
    if not are_known or len(frozenset().union(*problems)) < sum(map(len, problems)):
        paths = [harmless_name(_path(hand_in)) for hand_in in same]
        for place, hand_in, name in zip(places, same, distinct(paths, fold=str), strict=True):
            yield place, hand_in._replace(student=name)
    elif all(below):
        yield places[0], same[0]._replace(files=tuple(file for hand_in in same for file in hand_in.files))
        yield from ((place, hand_in._replace(files=())) for place, hand_in in zip(places[1:], same[1:], strict=True))


def _problems(hand_in: HandIn, typed: Typed, peek: Peek) -> frozenset[str]:
    if hand_in.student is None:
        return typed.problems
    return frozenset().union(*(peek(file).problems for file in hand_in.files if not file.fault))


def _path(hand_in: HandIn) -> str:
    first = hand_in.files[0]
    is_alone = len(hand_in.files) == 1 or isinstance(first.where, Line)  # lines lie in no folder of their own
    return first.path if is_alone else os.path.dirname(first.path)
