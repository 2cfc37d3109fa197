"""Hints come from the steps of a solution: where to look, which rule holds there, the step without its result."""

from __future__ import annotations

import pytest
from banked import BANK, SOLVED, ids_of

from grader import load_problem
from grader.kinds import Exercise
from grader.pages.frames import film_of
from grader.pages.hints import hints_of

SEARCHED = {
    "format": "gametree-problem/1",
    "id": "x",
    "kind": "alpha-beta",
    "tree": [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    "ask": ["value", "best-move", "values", "pruned"],
}


def is_question(hint: str) -> bool:
    return hint.removesuffix(", with the other sign for MIN").endswith("?")


def hinted(exercise: Exercise, part: str, name: str | None) -> tuple[str, ...]:
    """Return the hints on an entry, or on a part."""
    key = None if name is None else exercise.keys_by_name()[name]
    return next(one.lines for one in hints_of(exercise, exercise.steps()) if (one.part, one.key) == (part, key))


def test_the_textbook_tree_is_hinted_at_as_it_is_told_in_class() -> None:
    exercise = BANK["minimax-textbook"]
    rule = "MIN keeps the smallest of its children's values."
    assert hinted(exercise, "values", "D") == ("Look at D first.", rule, "D is MIN: min(14, 5, 2) = ?")
    assert hinted(exercise, "best-move", None) == (
        "Look at A first.",
        "Best play keeps the value of the root.",
        "Which child of A is worth as much as A?",
    )


def test_what_a_search_skips_is_hinted_at_where_it_is_cut() -> None:
    exercise = load_problem(SEARCHED)
    cut = ("Look at C first.", "A node is cut as soon as alpha >= beta.", "C has [3, 2]: is alpha >= beta?")
    assert hinted(exercise, "pruned", "I") == cut
    assert hinted(exercise, "pruned", None) == cut
    assert hinted(exercise, "values", "C")[2] == "C is MIN: min(2) = ?"


def test_positions_deepening_and_levels_have_a_step_without_its_result_too() -> None:
    assert hinted(BANK["five-matches"], "outcomes", "4")[2] == "From 4 moves lead to 3, 2: is one of them lost?"
    least = "which is the smallest number that is not among them?"
    assert (
        hinted(BANK["two-at-most"], "nim-values", "0,2")[2] == f"From 0,2 moves lead to 1 (at 0,1), 0 (at 0,0): {least}"
    )
    unfinished = [step.unfinished for step in BANK["deepen"].steps()]
    assert unfinished[:3] == ["A is MAX: max(5, 6) = ?", "C is MIN: min(8, 4) = ?", "B is MIN: min(3) = ?"]
    assert [step.unfinished for step in BANK["chess-to-the-end"].steps()][2] == "35^2 = ?"


def test_hints_come_in_the_order_of_the_solution() -> None:
    steps = [one.step for one in hints_of(load_problem(SEARCHED), load_problem(SEARCHED).steps())]
    assert steps == sorted(steps)


@pytest.mark.parametrize("id_", [id_ for kind in SOLVED for id_ in ids_of(kind)])
def test_whatever_is_asked_has_three_hints_and_a_step_tells_no_result(id_: str) -> None:
    exercise = BANK[id_]
    steps = exercise.steps()
    found = hints_of(exercise, steps)
    is_leaf = exercise.size == 1 and exercise.kind.name in ("minimax", "alpha-beta")
    assert {one.part for one in found if one.key is None} == {*exercise.problem.ask}
    assert all(len(one.lines) == 3 or is_leaf for one in found)
    assert all(one.lines[0].startswith("Look at ") and 1 <= one.step <= len(steps) for one in found)
    assert all(is_question(one.lines[-1]) for one in found if len(one.lines) == 3)


def test_hints_on_a_part_are_those_of_the_step_that_decides_it_and_name_no_end_of_a_range() -> None:
    """The magnitude of repeats is that of 2.55 * 10^154 / 10^40; a gamble of -5 + 12 x against 4 turns over at 3/4, which no hint says."""
    cost = BANK["chess-to-the-end"]
    assert hinted(cost, "magnitude", None)[2] == "log10(about 2.5516 · 10^154) = ?"
    assert hinted(cost, "repeats-magnitude", None)[2] == "log10(about 2.5516 · 10^154 / 10^40) = ?"
    gamble = hinted(BANK["when-to-gamble"], "range", None)
    assert gamble[0] == "Look at where it turns over first."
    assert gamble[2] == "safe is worth 4, gamble is worth -5 + 12 x; the best move is safe: for which x is that so?"
    ends = ("3/4", "0.75")
    lines = [line for one in hints_of(BANK["when-to-gamble"], BANK["when-to-gamble"].steps()) for line in one.lines]
    assert not [line for line in lines for end in ends if end in line]


@pytest.mark.parametrize("id_", [id_ for kind in SOLVED for id_ in ids_of(kind)])
def test_every_guess_has_three_hints(id_: str) -> None:
    exercise = BANK[id_]
    asked = [frame.question for frame in film_of(exercise, exercise.steps()).frames if frame.question is not None]
    assert all(len(one.hints) == 3 for one in asked)
    assert all(one.hints[0].startswith("Look at ") and is_question(one.hints[2]) for one in asked)


def test_no_hint_on_a_choice_of_selection_names_the_chosen_child() -> None:
    """A scores 1.63 and B 1.67 before the fifth playout, so B is chosen: the first hint is where the choice is made, the last has no score."""
    asked = [
        frame.question
        for frame in film_of(BANK["five-playouts"], BANK["five-playouts"].steps()).frames
        if frame.question is not None
    ]
    (fifth,) = [
        one for one in asked if one.text.startswith("Which child of R does selection take") and "n of 4" not in one.text
    ][-1:]
    assert fifth.hints[0] == "Look at R first."
    assert (
        fifth.hints[2].replace("\u00a0", " ")
        == "At R MAX chooses with N = 5: A has the mean 2/3 and B has the mean 1/2. Which score is the greatest?"
    )


def test_a_guess_whether_the_rest_is_skipped_has_the_same_hints_whatever_comes() -> None:
    frames = film_of(exercise := load_problem(SEARCHED), exercise.steps()).frames
    asked = [frame.question for frame in frames if frame.question is not None]
    skips = {one.text.partition(" has ")[0]: one for one in asked if one.options[:1] == ("It goes on",)}
    assert {tuple(one.right) for one in skips.values()} == {(0,), (1,)}
    assert all(one.hints[0] == f"Look at {name} first." and len(one.hints) == 3 for name, one in skips.items())
    assert all(one.hints for one in asked)
