"""What cannot be read is marked where it stands: an entry, a field of it, an item of a list counts as a wrong one and touches no other.

Over all kinds and all forms of answers: whatever stands in its place, the part earns what a wrong answer there would have earned,
no other entry changes, and diagnosis looks at the others as if this one had been left blank.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import oracle
import pytest
from conftest import outcome_of, read, report_of
from exported_files import RESULTS
from test_contracts import exercises
from turns import in_turn
from windows import Deal, dealt

from grader.core.answers.by_iteration import ByIteration, Scored
from grader.core.answers.choices import EACH, EachChoice, KeySet
from grader.core.answers.forms import Each
from grader.core.answers.leaves import LeafSet
from grader.core.answers.lists import Listing
from grader.core.answers.orders import AnyOrder
from grader.core.answers.reports import Entry, PartReport, Reveal, Verdict
from grader.core.times import read_time
from grader.grading.marking import graded_diagrams
from grader.kinds import KINDS, Exercise
from grader.pages.feedback import page
from grader.pages.overlay import overlay
from grader.pages.text import render_text
from grader.platforms import ResultOptions, TreeAs, export_text

UNREADABLE: tuple[Any, ...] = ("no such thing", True, {"?": 1}, [["?"]], "1/0", "")
"""What is no entry of any answer."""
GAP = object()
AT = read_time("2026-01-02T03:04:05Z")
MAPS = (Each, EachChoice, ByIteration, Scored)
LISTS = (Listing, LeafSet, AnyOrder)
kinds = pytest.mark.parametrize("kind", KINDS)
in_shares = dealt(4)


class Place(NamedTuple):
    """A place in an answer where one entry stands, and the answer with another thing there."""

    part: str
    at: tuple[Any, ...]
    with_: Callable[[Any], Any]


def is_of_entries(exercise: Exercise, part: str) -> bool:
    """Return whether a part is marked entry by entry, or item by item."""
    form = exercise.kind.parts[part].form
    return isinstance(form, (*MAPS, *LISTS)) or (isinstance(form, KeySet) and form.marking is EACH)


def places(exercise: Exercise, answers: dict[str, Any]) -> Iterator[Place]:
    """Yield every place at which an entry stands in the answers."""
    for part, given in answers.items():
        if part not in exercise.problem.ask or not given or not is_of_entries(exercise, part):
            continue
        steps = given if isinstance(given, dict) else range(len(given))
        for step in steps:
            inner = given[step]
            if isinstance(exercise.kind.parts[part].form, Scored) and isinstance(inner, dict):
                yield from (Place(part, (step, name), replaced(answers, part, (step, name))) for name in inner)
            elif inner is not None and not isinstance(exercise.kind.parts[part].form, Scored):
                yield Place(part, (step,), replaced(answers, part, (step,)))


def replaced(answers: dict[str, Any], part: str, at: tuple[Any, ...]) -> Callable[[Any], dict[str, Any]]:
    def with_(thing: Any) -> dict[str, Any]:
        copy = json.loads(json.dumps(answers))
        holder = copy[part]
        for step in at[:-1]:
            holder = holder[step]
        if thing is GAP:
            del holder[at[-1]]
        else:
            holder[at[-1]] = thing
        return copy

    return with_


def part_of(exercise: Exercise, answers: dict[str, Any], part: str) -> PartReport:
    return next(one for one in report_of(exercise, answers).parts if one.part == part)


def is_keyed(exercise: Exercise, place: Place) -> bool:
    """Return whether the entries of a part have places of their own, so that one of them can be blank."""
    return isinstance(exercise.kind.parts[place.part].form, MAPS)


def is_expected(exercise: Exercise, place: Place) -> bool:
    """Return whether anything is expected in a part, and of a list no fewer than stand before the place: one too many counts for all."""
    right = exercise.solution.answers[place.part]
    return bool(right) and not (isinstance(place.at[0], int) and place.at[0] >= len(right))


def wrong_ones(exercise: Exercise, answers: dict[str, Any], place: Place) -> Iterator[Any]:
    """Yield what may be written at a place and is wrong there, whatever stands at the others."""
    right, game = exercise.solve()[place.part], exercise.problem.game
    form = exercise.kind.parts[place.part].form
    if is_keyed(exercise, place):
        number = 98_765_431
        yield from (number, [number, number + 1], [number] * len(getattr(game, "players", ())), "true", "false")
        yield from ("win", "loss", [], *map(str, getattr(game, "moves", ())), *map(str, getattr(game, "ids", ())))
        return
    if place.at[0] < len(answers[place.part]) and isinstance(answers[place.part][place.at[0]], dict):
        yield {**answers[place.part][place.at[0]], "alpha": 98_765_431, "beta": 98_765_432}
        return
    belong = {str(name) for name in right} | {str(name).strip() for name in answers[place.part]}
    if isinstance(form, LeafSet):
        tree, leaves = exercise.problem.game, exercise.solution.answers[place.part].leaves
        listed = set(form.meant(exercise.problem, form.read(exercise.problem, answers[place.part])).leaves)
        yield from (tree.ids[leaf] for leaf in tree.leaves() if leaf not in leaves | listed)
    else:
        yield from (name for name in form.keys.known(exercise.problem) if name not in belong)


def malformed(part: PartReport) -> list[Entry]:
    return [entry for entry in part.entries if entry.verdict is Verdict.MALFORMED]


def others(part: PartReport, name: str | None) -> list[Any]:
    """Return what is said of all entries but one, in whatever order; what extras take is never more than was earned."""
    said = [
        (entry.node or "", entry.given, entry.verdict, max(0, entry.earned))
        for entry in part.entries
        if entry.node != name
    ]
    return sorted(said, key=repr)


def tried(kind: str, window: int, deal: Deal) -> Iterator[tuple[random.Random, Exercise, dict[str, Any], bool]]:
    """Yield problems with right answers, wrong ones and partly right ones; and whether they are right."""
    for seed, exercise in deal([*enumerate(exercises(kind, window))], window):
        rng = random.Random(f"{kind} {seed}")
        right = {part: answer for part, answer in exercise.solve().items() if part in exercise.problem.ask}
        yield rng, exercise, right, True
        yield rng, exercise, oracle.random_answers(rng, exercise.document.data), False


# --- Marks ----------------------------------------------------------------------------------------


@in_shares
@in_turn(3)
@kinds
def test_an_entry_that_cannot_be_read_earns_what_a_wrong_one_does_and_no_other_changes(
    kind: str, window: int, deal: Deal
) -> None:
    for rng, exercise, answers, is_right in tried(kind, window, deal):
        found = [*places(exercise, answers)]
        for place in rng.sample(found, min(4, len(found))):
            unread = place.with_(rng.choice(UNREADABLE))
            before, after = part_of(exercise, answers, place.part), part_of(exercise, unread, place.part)
            if not malformed(after):  # an entry that is not judged at all, as of a visited leaf
                assert is_keyed(exercise, place)
                continue
            assert len(malformed(after)) == 1 + len(malformed(before))
            assert after.earned >= 0
            assert sum(entry.earned for entry in after.entries) == after.earned
            assert sum(entry.possible for entry in after.entries) == after.possible
            (entry,) = [one for one in malformed(after) if one not in malformed(before)]
            assert f"$.answers.{exercise.problem.id}" in entry.message or '$.answers["' in entry.message
            if is_keyed(exercise, place) and is_expected(exercise, place):  # else nothing is right but nothing
                blank = part_of(exercise, place.with_(None), place.part)
                assert others(after, entry.node) == others(blank, entry.node)
            for wrong in some(rng, wrong_ones(exercise, answers, place)):
                other = part_of(exercise, place.with_(wrong), place.part)
                verdicts = [
                    one.verdict for one in other.entries if one.node == entry.node or not is_keyed(exercise, place)
                ]
                if len(malformed(other)) == len(malformed(before)) and {*verdicts} & {Verdict.WRONG, Verdict.EXTRA}:
                    assert after.earned == other.earned if is_right else after.earned <= other.earned, (answers, wrong)


def some(rng: random.Random, things: Iterator[Any]) -> list[Any]:
    first, every = [*islice(things, 3)], [*things]
    return first + rng.sample(every, min(4, len(every)))


@in_shares
@in_turn(3)
@kinds
def test_an_entry_whose_name_means_nothing_is_worth_no_less_than_none(kind: str, window: int, deal: Deal) -> None:
    for rng, exercise, answers, _ in tried(kind, window, deal):
        found = [
            one for one in places(exercise, answers) if isinstance(answers[one.part], dict) and is_keyed(exercise, one)
        ]
        for place in rng.sample(found, min(2, len(found))):
            left_out = place.with_(GAP)
            mistyped = {
                **left_out,
                place.part: {**left_out[place.part], "no such name": answers[place.part][place.at[0]]},
            }
            before, after = part_of(exercise, left_out, place.part), part_of(exercise, mistyped, place.part)
            (entry,) = malformed(after)[-1:]
            assert (entry.node, entry.expected) == ("no such name", None)
            form = exercise.kind.parts[place.part].form
            missing = [one for one in before.entries if one.verdict in (Verdict.MISSING, Verdict.BLANK)]
            is_free = bool(missing) and not getattr(form, "wrong_takes", None)
            assert after.earned == before.earned if is_free else after.earned <= before.earned
            assert others(after, entry.node) == others(before, entry.node) or not is_free


# --- Diagnosis ------------------------------------------------------------------------------------


def named(exercise: Exercise, answers: dict[str, Any]) -> set[str]:
    return {finding.misconception for finding in report_of(exercise, answers).findings}


@in_shares
@in_turn(3)
@kinds
def test_an_entry_that_cannot_be_read_tells_of_a_rule_what_a_blank_one_does(kind: str, window: int, deal: Deal) -> None:
    """Of a list, whatever is expected may have been meant by the item: a rule that fits still fits."""
    for rng, exercise, _, is_right in tried(kind, window, deal):
        if not is_right:
            continue
        folds, parts = exercise.wrong.folds()[:12], exercise.kind.parts
        for fold in rng.sample(folds, min(2, len(folds))):
            asked = [part for part in exercise.problem.ask if part in fold.answers]
            ruled = {part: parts[part].form.write(exercise.problem, fold.answers[part]) for part in asked}
            found = [*places(exercise, ruled)]
            for place in rng.sample(found, min(2, len(found))):
                unread, blank = place.with_("?!"), place.with_(None)
                if is_keyed(exercise, place):
                    assert named(exercise, unread) == named(exercise, blank)
                elif fold.misconception.name in named(exercise, ruled) and len(ruled[place.part]) > 1:
                    assert fold.misconception.name in named(exercise, unread) or not named(exercise, unread)


# --- All outputs ----------------------------------------------------------------------------------


@in_shares
@in_turn(3)
@kinds
def test_every_output_takes_an_entry_that_cannot_be_read(kind: str, window: int, deal: Deal) -> None:
    for rng, exercise, answers, _ in tried(kind, window, deal):
        found = [*places(exercise, answers)]
        for place in rng.sample(found, min(1, len(found))):
            unread = place.with_(rng.choice(UNREADABLE))
            reveal = rng.choice([*Reveal])
            outcome = outcome_of(exercise, unread, reveal=reveal)
            (graded,) = outcome.graded
            assert graded_diagrams(graded)
            text = render_text(outcome)
            report = next(one for one in graded.report.parts if one.part == place.part)
            words = {entry.word for entry in malformed(report)}  # a part of one entry alone is not judged as a whole
            assert all(word in text for word in words)
            overlay(graded, [*exercise.kind.tutor.steps(exercise.problem, exercise.solution)])
            for form in RESULTS:
                assert export_text(outcome, form, ResultOptions(TreeAs.NONE, at=AT))
            assert all(word in page(outcome) for word in words)


def test_one_move_listed_twice_does_not_stand_for_another() -> None:
    data = {"kind": "positions", "game": {"name": "nim", "piles": [3, 3, 1]}, "ask": ["winning-moves"]}
    exercise = read({"format": "gametree-problem/1", "id": "q1", **data})
    assert exercise.solve()["winning-moves"] == ["1:1", "2:1", "3:1"]
    for moves, earned in ((["1:1", "2:1", "3:1", "1:1"], 1), (["1:1", "2:1", "2:1"], 0), (["1:1"] * 3, 0)):
        assert part_of(exercise, {"winning-moves": moves}, "winning-moves").earned == earned
