"""Questions on a platform, as readers of formats see them, and how an answer in a document is filled in there."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from grader import Exercise, load_problem
from grader.core.answers.by_iteration import Scored
from grader.core.answers.case import NotJudged
from grader.core.answers.inputs import Widget
from grader.core.policy import Policy
from grader.kinds import KINDS

Response = str | int | frozenset[int] | None
Raw = Any


PART_CALLED = {part.title: part.name for kind in KINDS.values() for part in kind.parts.values()}
"""The parts by what people call them; two that are called the same are written the same."""


class Field(NamedTuple):
    """One thing to fill in: the part it is in, what stands before it, and the options to choose or tick; `mark` is what a response earns."""

    part: str
    label: str
    options: tuple[str, ...]
    is_ticked: bool
    most: Fraction
    mark: Callable[[Response], Fraction]
    longest: int = 0


def asking_all(exercise: Exercise) -> Exercise:
    """Return the exercise with every part asked that its problem has, for 1, 2, 3 … points."""
    parts = [name for name in exercise.kind.parts if name in exercise.solution.answers]
    points: Mapping[str, int] = {name: place for place, name in enumerate(parts, 1)}
    problem = exercise.problem
    return exercise._replace(problem=problem._replace(ask=tuple(parts), points=points).with_text(problem.text))


def our_marks(
    exercise: Exercise, answers: Mapping[str, Raw], follow_through: Fraction | int = 0
) -> dict[str, Fraction]:
    """Return the share of each part's points that `grade` gives; without marks for what follows, unless they are wanted."""
    graded = exercise.grade(dict(answers), policy=Policy(follow_through=follow_through))
    return {part.part: Fraction(part.earned) / Fraction(part.possible) for part in graded.report.parts}


def platform_marks(fields: Sequence[Field], responses: Sequence[Response]) -> dict[str, float]:
    """Return the share of each part's marks that the platform gives."""
    earned: dict[str, float] = {}
    most: dict[str, float] = {}
    for field, response in zip(fields, responses, strict=True):
        earned[field.part] = earned.get(field.part, 0) + float(field.mark(response))
        most[field.part] = most.get(field.part, 0) + float(field.most)
    return {part: earned[part] / most[part] for part in earned}


def filled_in(exercise: Exercise, fields: Sequence[Field], answers: Mapping[str, Raw]) -> list[Response]:
    """Return what a student with these answers types, chooses and ticks."""
    return [_response(exercise, field, answers.get(field.part)) for field in fields]


def _response(exercise: Exercise, field: Field, raw: Raw) -> Response:
    if raw is None:
        return None
    widget = exercise.kind.parts[field.part].form.widget(exercise.problem)
    if raw == {} and not field.label:
        return 0  # there is no entry
    if field.is_ticked:
        return _ticked(exercise, field, raw)
    written = _written(widget, field, raw)
    if written is None or not field.options:
        return None if written is None else _as_typed(exercise, str(written))
    return next((place for place, option in enumerate(field.options) if option == str(written)), None)


def _as_typed(exercise: Exercise, text: str) -> str:
    """Return a number as it is typed: where only its first digits count, nobody types twenty of them."""
    if exercise.problem.conventions.significant is None or not re.fullmatch(r"[+-]?\d{19,}(\.0*)?", text):
        return text
    return f"{Decimal(text):.3e}".replace("+", "")


def _written(widget: Widget, field: Field, raw: Raw) -> Raw:
    sort = widget.sort
    if sort == "one" and len(widget.fields) > 1:
        return _in_cell(widget, raw, field.label)
    if sort in {"one", "choice"}:
        return raw
    if sort == "path":
        return ", ".join(raw)
    if sort == "some":
        return ", ".join(sorted(raw)) or widget.empty
    if sort == "list":
        place = int(field.label.removesuffix(".")) - 1
        return raw[place] if place < len(raw) else None
    if sort == "iterations":
        place = int(field.label.split()[1]) - widget.first
        return raw[place] if place < len(raw) else None
    if sort == "range":
        return _in_interval(raw, field.label)
    if len(widget.fields) > 1:
        ends = [f" {one.label}" for one in widget.fields if field.label.endswith(f" {one.label}")]
        name = field.label.removesuffix(max(ends, key=len))
        return _in_cell(widget, raw[name], max(ends, key=len)[1:]) if name in raw else None
    return raw.get(field.label)


def _in_interval(raw: Sequence[str], label: str) -> str | None:
    """Return what belongs in a field of a set of intervals, which are written as `grade` writes them."""
    place, _, side = label.partition(". ")
    if not side:
        return str(len(raw))
    if int(place) > len(raw):
        return None
    low, high = raw[int(place) - 1][1:-1].split(", ")
    return {"from": low, "to": high, "[ or (": raw[int(place) - 1][0], "] or )": raw[int(place) - 1][-1]}[side]


def _in_cell(widget: Widget, numbers: Sequence[Raw], label: str) -> Raw:
    """Return the one of several numbers that belongs in the field of this label."""
    return numbers[[one.label for one in widget.fields].index(label)]


def _ticked(exercise: Exercise, field: Field, raw: Raw) -> frozenset[int]:
    if isinstance(raw, Mapping):
        said = {f"{name}: {str(value).lower()}" for name, value in raw.items()}
        return frozenset(place for place, option in enumerate(field.options) if option in said)
    if exercise.kind.parts[field.part].form.widget(exercise.problem).sort == "some":
        return frozenset(place for place, option in enumerate(field.options) if option in (raw or field.options[-1:]))
    game = exercise.problem.game
    below = {game.ids[leaf] for name in raw for leaf in game.leaves_below(game.by_id()[name])}
    nothing = {len(field.options) - 1} if not raw else set()
    return frozenset({place for place, option in enumerate(field.options) if option in below} | nothing)


# what marks are compared with


def as_pages_write(exercise: Exercise) -> dict[str, Raw]:
    """Return the right answers as a page writes them."""
    return written_by_a_page(exercise, exercise.solve())


def written_by_a_page(exercise: Exercise, answers: Mapping[str, Raw]) -> dict[str, Raw]:
    """Return answers of a document as a page writes them: scores by iteration as one map; what is no such list stays."""
    parts, count = exercise.kind.parts, getattr(exercise.problem.game, "iterations", 0)

    def is_listed(part: str, answer: Raw) -> bool:
        is_list = isinstance(parts[part].form, Scored) and isinstance(answer, list) and len(answer) <= count
        return is_list and all(isinstance(one, dict) for one in answer)

    return {part: in_one_map(answer, count) if is_listed(part, answer) else answer for part, answer in answers.items()}


def in_one_map(scores: list[dict[str, Raw]], iterations: int) -> dict[str, Raw]:
    """Return scores by iteration as a page writes them: one map, whose names say the iteration where there are several."""
    if iterations == 1:
        return dict(*scores)
    return {f"iteration {place}, {name}": score for place, one in enumerate(scores, 1) for name, score in one.items()}


def sort_of(exercise: Exercise, part: str) -> str:
    """Return how a part is filled in on an answer page."""
    return exercise.kind.parts[part].form.widget(exercise.problem).sort


def numbers_together(exercise: Exercise, part: str) -> int:
    """Return how many numbers of a part count only as a whole: two of a window, one for each player; 0 where each counts alone."""
    widget = exercise.kind.parts[part].form.widget(exercise.problem)
    return len(widget.fields) if widget.sort in {"one", "each"} and len(widget.fields) > 1 else 0


def check_marks(exercise: Exercise, fields: Sequence[Field], seeds: int, rounded: float = 1e-6) -> None:
    """Check that a platform gives answers near the right ones the marks that `grade` gives, or those that its engine can give."""
    right = exercise.solve()
    parts = list(dict.fromkeys(field.part for field in fields))
    for seed in range(seeds):
        rng = random.Random(f"{exercise.problem.id} {seed}")
        answers = {part: changed(rng, exercise, part, right[part], extras=False) for part in parts}
        ours, theirs = our_marks(exercise, answers), platform_marks(fields, filled_in(exercise, fields, answers))
        for part in parts:
            low, high = bounds(exercise, part, ours[part], right[part])
            assert low - rounded <= theirs[part] <= high + rounded, (
                exercise.problem.id,
                part,
                answers[part],
                right[part],
            )


def bounds(exercise: Exercise, part: str, ours: Fraction, right: object) -> tuple[Fraction, Fraction]:
    """Return between which marks a platform's are: ours, but where an engine that adds up cannot do the same."""
    if several := numbers_together(exercise, part):
        return ours, ours + (1 - ours) * Fraction(several - 1, several)  # all but one of those that count as a whole
    if (
        sort_of(exercise, part) == "range"
    ):  # of a wrong set at least one field is wrong; off by one a whole end is, where ours is half
        return (ours, ours) if ours == 1 else (Fraction(0) if _is_whole(exercise) else ours, 1 - _field_of(right))
    if sort_of(exercise, part) == "list":  # place by place it is never more than the longest run
        return Fraction(0), ours
    if exercise.kind.parts[part].rests_on:
        return ours, Fraction(1)
    return ours, ours


def _is_whole(exercise: Exercise) -> bool:
    return bool(exercise.problem.game.asked.has_integers)


def _field_of(right: object) -> Fraction:
    """Return the share of one field of a set of intervals, where each has two ends and two brackets: at most what any earns."""
    assert isinstance(right, list)
    return Fraction(1, 1 + 4 * len(right))


# random answers, near the right ones


def respelled(rng: random.Random, value: Raw) -> str:
    """Return a number as students write it: its sign, its zeros, its decimals or its fraction; words stay as they are."""
    text = str(value)
    if text in {"inf", "-inf", "none"}:
        return text
    number = Fraction(text)
    plus = rng.choice(["", "+"]) if number >= 0 else ""
    if number.denominator == 1:
        return plus + str(number) + rng.choice(["", ".", ".0", ".00"])
    times = rng.randint(1, 4)
    decimals = [f"{float(number):.{places}f}" for places in (3, 5, 8)]
    if number.denominator > 10**4:  # no fraction: a root, or a logarithm
        return plus + rng.choice(decimals)
    return plus + rng.choice([f"{number.numerator * times}/{number.denominator * times}", *decimals[:2]])


def changed(rng: random.Random, exercise: Exercise, part: str, right: Raw, *, extras: bool) -> Raw:
    """Return the right answer of a part with some of it wrong, blank or, with `extras`, where nothing belongs."""
    problem = exercise.problem
    widget = exercise.kind.parts[part].form.widget(problem)
    names = [name for name, _ in widget.keys]
    if widget.sort == "one":
        return _changed_cell(rng, right)
    if widget.sort == "choice":
        return rng.choice(names)
    if widget.sort == "each":
        return dict(_changed_entries(rng, right, names if extras else []))
    if widget.sort == "choices":
        options = dict(zip(names, widget.options, strict=True))
        return {name: rng.choice([right.get(name), *options[name]]) for name in names if name in right or extras} | {}
    if widget.sort == "path":
        return _path(rng, problem.game)
    if widget.sort == "set":
        return (
            rng.sample(names, rng.randint(0, min(4, len(names)))) if rng.random() < 0.5 else _some_of(rng, right, names)
        )
    if widget.sort == "range":
        return _range(rng, exercise, part, right)
    if widget.sort == "some":
        return sorted(rng.sample(names, rng.randint(0, len(names))))
    if widget.sort == "iterations":
        return [_changed_one(rng, widget.entry.sort if widget.entry else "one", names, one) for one in right]
    return _some_of(rng, right, [name for name in names if name not in right] if extras else [])


def _changed_entries(rng: random.Random, right: Mapping[str, Raw], names: Sequence[str]) -> Iterator[tuple[str, Raw]]:
    for name, value in right.items():
        if rng.random() < 0.85:
            yield name, _changed_cell(rng, value)
    for name in names:
        if name not in right and rng.random() < 0.4:
            yield name, _like(rng, next(iter(right.values())))


def _like(rng: random.Random, value: Raw) -> Raw:
    return [_like(rng, one) for one in value] if isinstance(value, list) else str(rng.randint(-9, 9))


def _changed_one(rng: random.Random, sort: str, names: Sequence[str], value: Raw) -> Raw:
    """Return one entry of a list by iteration with something wrong, or as it is."""
    if sort == "choice":
        return rng.choice(names)
    return rng.sample(value, len(value)) if sort == "list" else _changed_cell(rng, value)


def _changed_cell(rng: random.Random, value: Raw) -> Raw:
    if isinstance(value, list):
        return [_changed_cell(rng, one) for one in value]
    if isinstance(value, bool) or value in {"true", "false"}:
        return rng.choice(["true", "false"])
    if value in {"win", "loss"}:
        return rng.choice(["win", "loss"])
    if rng.random() < 0.3:
        return str(rng.randint(-9, 20))
    return respelled(rng, value)


def _range(rng: random.Random, exercise: Exercise, part: str, right: Sequence[str]) -> Sequence[str]:
    """Return a set near the right one, or that: with other brackets or ends, fewer or more intervals, the fewest that hold it."""
    form, problem = exercise.kind.parts[part].form, exercise.problem

    def change(one: str) -> str:
        low, high = (str(_changed_cell(rng, end)) if rng.random() < 0.5 else end for end in one[1:-1].split(", "))
        return f"{rng.choice(one[0] * 2 + '[(')}{low}, {high}{rng.choice(one[-1] * 2 + '])')}"

    texts = [change(one) for one in right if rng.random() < 0.9]
    texts += [f"[{rng.randint(-9, 9)}, inf)"] if rng.random() < 0.2 else []
    try:
        found = form.read(problem, texts).value
        is_settled = found == form.within(problem).settled(found)
        return (
            texts
            if is_settled and [form.read(problem, one).value for one in texts] == [(one,) for one in found]
            else right
        )
    except NotJudged:
        return right


def _path(rng: random.Random, game: Any) -> list[str]:
    leaf = rng.choice(getattr(game, "tree", game).leaves())
    return [game.ids[node] for node in game.path_to(leaf)]


def _some_of(rng: random.Random, right: Sequence[Raw], others: Sequence[str]) -> list[Raw]:
    """Return the list with items left out, exchanged, or put in."""
    kept = [item for item in right if rng.random() < 0.9]
    if len(kept) > 1 and rng.random() < 0.5:
        at = rng.randrange(len(kept) - 1)
        kept[at : at + 2] = kept[at + 1], kept[at]
    new = [name for name in others if name not in kept]
    for name in rng.sample(new, min(len(new), rng.randint(0, 2))):
        kept.insert(rng.randint(0, len(kept)), name)
    return kept


def check_equal_fields(exercise: Exercise, fields: list[Field], seeds: int, rounded: float = 1e-6) -> None:
    """Check the same of a platform on which all fields of a part count the same, and `-` is right where nothing belongs."""
    right = exercise.solve()
    parts = list(dict.fromkeys(field.part for field in fields))
    for seed in range(seeds):
        rng = random.Random(f"{exercise.problem.id} {seed}")
        answers = {part: changed(rng, exercise, part, right[part], extras=False) for part in parts}
        ours = our_marks(exercise, answers)
        said_nothing = platform_marks(fields, [dashed(exercise, fields, one, answers) for one in range(len(fields))])
        blank = platform_marks(fields, filled_in(exercise, fields, answers))
        for part in parts:
            count = sum(field.part == part for field in fields)
            empty = nowhere(exercise, part, right[part], count)
            low, high = bounds(exercise, part, ours[part], right[part])
            share = Fraction(count - empty, count)
            assert low * share - rounded <= blank[part] <= high * share + rounded, (
                exercise.problem.id,
                part,
                answers[part],
            )
            assert low * share - rounded <= said_nothing[part] <= 1 - (1 - high) * share + rounded, (
                exercise.problem.id,
                part,
                answers[part],
            )


def dashed(exercise: Exercise, fields: list[Field], place: int, answers: dict[str, object]) -> Response:
    """Return what is written in a field, `-` in each that would stay blank."""
    field, given = fields[place], filled_in(exercise, [fields[place]], answers)[0]
    if given is not None or field.is_ticked:
        return given
    return len(field.options) - 1 if field.options else "-"


def nowhere(exercise: Exercise, part: str, right: object, count: int) -> int:
    """Return in how many of a part's fields nothing belongs."""
    if sort_of(exercise, part) == "range":
        assert isinstance(right, list)
        return count - 1 - (2 if _is_whole(exercise) else 4) * len(right)
    if sort_of(exercise, part) not in {"each", "choices", "list"} or not right or count == 1:
        return 0
    assert isinstance(right, dict | list)
    return count - (numbers_together(exercise, part) or 1) * len(right)


_TREE = [["1e300", "1/3"], ["2e-9", "-7e-300"], ["1e15", "0.1"]]
_CHANCES = {"chance": [{"p": "1e-12", "value": "1e12"}, {"p": "0.999999999999", "value": "1e-12"}]}
_UCB = [
    {"id": name, "visits": visits, "total": total}
    for name, visits, total in (("A", 1, "1e-9"), ("B", 10**9, "1e15"), ("C", 7, -2))
]
OF_ODD_NUMBERS: list[dict[str, Any]] = [
    {"kind": "minimax", "tree": _TREE},
    {"kind": "alpha-beta", "tree": _TREE, "conventions": {"decimals": 6}},
    {"kind": "expectiminimax", "tree": {"max": [_CHANCES, {"value": "1/7"}]}, "conventions": {"decimals": 9}},
    {"kind": "cost", "branching": 35, "depth": 600, "states": "1e40", "conventions": {"significant": 2}},
    {"kind": "cost", "branching": "1.5", "depth": 3, "rate": "1e9", "seconds": "1e-6", "conventions": {"decimals": 9}},
    {"kind": "ucb", "children": _UCB},
    {"kind": "threshold", "search": "minimax", "tree": {"max": [{"id": "B", "value": "x"}, {"value": "1e-9"}]}, "claim": {"best-move": "B"}},
]  # fmt: skip


def with_odd_numbers(place: int) -> Exercise:
    """Return a problem whose numbers are as large, as small and as broken as documents may have them."""
    frame = {"format": "gametree-problem/1", "id": f"q{place}"}
    return asking_all(load_problem(frame | OF_ODD_NUMBERS[place]))
