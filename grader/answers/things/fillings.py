"""The object that gives leaves their numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from grader.answers import read
from grader.answers.as_data import shape
from grader.answers.case import Key, NotJudged, Raw, show_given
from grader.answers.cells import A_NUMBER
from grader.answers.objects import Thing
from grader.answers.part import Fragment, Keys, Room, Template
from grader.answers.things.caps import check_denominators, short_number
from grader.answers.widget import Field, Limits, Widget
from grader.exact import Number, write_number
from grader.games.problem import Problem
from grader.marks.reports import Written
from grader.printable import printable

Filling = dict[Key, Number]
Refuse = Callable[[Problem, Filling], tuple[Key, str] | None]
"""From numbers at leaves to the leaf whose number has no place there, and why; None where all have."""


class Rules(NamedTuple):
    """What the statement says of the numbers, as a page checks it: their limits, and those that stand elsewhere (see `Widget`)."""

    limits: Limits | None = None
    taken: Sequence[tuple[str, str]] | None = None


def fillings(
    keys: Keys,
    refuse: Refuse,
    said: Callable[[Problem], Sequence[Key]],
    rules: Callable[[Problem], Rules],
    *,
    is_open: bool,
) -> Thing:
    """Return the object that gives leaves their numbers. `said` are the leaves that may have one; `is_open`: any of them."""

    def read_filling(problem: Problem, raw: Mapping[str, Raw]) -> Written:
        return Written(_read_filling(problem, raw, keys, refuse), show_given(raw))

    def show(problem: Problem, filling: Filling) -> str:
        return ", ".join(f"{printable(keys.name(problem, leaf))} = {problem.say(it)}" for leaf, it in filling.items())

    def write(problem: Problem, filling: Filling) -> Raw:
        return {keys.name(problem, leaf): write_number(number) for leaf, number in filling.items()}

    def template(problem: Problem) -> Template:
        return Template("for example {X: 3, Y: 7}" if is_open else "", [] if is_open else _names(problem))

    def _names(problem: Problem) -> list[str]:
        return [keys.name(problem, leaf) for leaf in said(problem)]

    def room(problem: Problem) -> Room:
        names = _names(problem)
        return Room(A_NUMBER * (2 if is_open else len(names)), () if is_open else names)

    def widget(problem: Problem) -> Widget:
        limits, taken = rules(problem)
        fields = [Field("", "number", limits=limits)]
        return Widget("each", keys.named(problem, said(problem)), fields, is_open=is_open, taken=taken)

    return Thing(read_filling, write, show, _shape_of_filling, template, room, widget)


def _shape_of_filling(definitions: str) -> Fragment:
    return {
        "description": "a mapping from leaf ids to numbers",
        "type": "object",
        "additionalProperties": shape({"$ref": f"{definitions}number"}, blanks=True),
    }


def _read_filling(problem: Problem, raw: Mapping[str, Raw], keys: Keys, refuse: Refuse) -> Filling:
    entries = read.mapping(raw, keys.known(problem), keys.what, short_number)
    filling = {leaf: written.value for leaf, written in entries.items() if written is not None}
    check_denominators(filling.values())
    if refused := refuse(problem, filling):
        leaf, message = refused
        text = next(text for text in raw if keys.known(problem)[text.strip()] == leaf)
        raise NotJudged(message, (text,))
    return filling
