"""The tags of the bank: those that say a fact say it of every problem of which it is true, and of no other."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from banked import FOLDERS, KINDS_OF_BANK, ids_of, shipped

from grader.core.conventions import Conventions
from grader.core.data import Data
from grader.core.errors import ProblemError
from grader.core.games.tree import MAX, Tree
from grader.course.quiz.exercises import figures
from grader.kinds import KINDS, Exercise, read_exercise

MOST_STEPS = 20


def names_in(data: Data) -> Iterator[str]:
    """Yield the names of all fields, however deep they stand."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield str(name)
            yield from names_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from names_in(value)


def has_chance(exercise: Exercise) -> bool:
    """Return whether there is a chance node: of a stated tree, by its layers, or of a game in which moves are drawn."""
    data: dict[str, Any] = exercise.document.data
    layers, game = data.get("layers") or [], data.get("game") or {}
    return "chance" in names_in(data.get("tree")) or "chance" in layers or game.get("draws") == "chance"


def is_a_game(exercise: Exercise) -> bool:
    return "game" in exercise.document.data


def has_horizon(exercise: Exercise) -> bool:
    """Return whether a search stops before the end of the game: at a depth, which is another thing where nothing is evaluated."""
    data: dict[str, Any] = exercise.document.data
    return "depth" in data and bool({"static", "features", "evaluation"}.intersection(names_in(data)))


def answer_with(exercise: Exercise, part: str, **conventions: str) -> Any:
    """Return the answer to a part under other conventions; None where there is no such answer, or no such convention."""
    if not set(conventions).issubset(exercise.kind.conventions):
        return None
    data: dict[str, Any] = exercise.document.data
    changed = {**data, "conventions": {**(data.get("conventions") or {}), **conventions}}
    try:
        return read_exercise(exercise.document._replace(data=changed), KINDS).solution.answers.get(part)
    except ProblemError:  # a search that is asked about may have no such convention
        return None


def cuts_deep(exercise: Exercise) -> bool:
    """Return whether who knows the parent's bounds alone visits what the search skips."""
    right = exercise.solution.answers.get("visited")
    wrong = (rule for rule in exercise.kind.wrong.rules(exercise.problem) if rule.name == "no-deep-cutoffs")
    return right is not None and any(
        not set(rule.answer({}, ("visited",))["visited"]).issubset(right) for rule in wrong
    )


def cuts_on_equality(exercise: Exercise) -> bool:
    """Return whether the two tests of when to cut visit different nodes."""
    tests = ("alpha >= beta", "alpha > beta")
    weak, strict = (answer_with(exercise, "visited", cutoff=test) for test in tests)
    return bool(weak != strict)


def has_equal_moves(exercise: Exercise) -> bool:
    """Return whether several moves at the root are the best."""
    found = [answer_with(exercise, part, tie="any") for part in ("best-move", "choice")]
    return any(isinstance(moves, list) and len(moves) > 1 for moves in found)


@cache
def by_tree() -> Counter[str]:
    return Counter(key for id_ in FOLDERS if (key := tree_of(shipped(id_))))


def tree_of(exercise: Exercise) -> str:
    """Return the tree of a problem and its kind as text; nothing where no tree is stated."""
    data: dict[str, Any] = exercise.document.data
    return f"{exercise.problem.kind} {data['tree']}" if "tree" in data else ""


def has_a_twin(exercise: Exercise) -> bool:
    """Return whether another problem of the kind asks about the very same tree, so that one sheet should not have both."""
    return by_tree()[tree_of(exercise)] > 1


def is_from_a_course(exercise: Exercise) -> bool:
    """Return whether the source is that of others."""
    return bool(exercise.problem.origin) and not exercise.problem.origin.startswith("own")


FACTS: dict[str, Callable[[Exercise], bool]] = {
    "chance": has_chance,
    "deep-cutoff": cuts_deep,
    "equal-bounds": cuts_on_equality,
    "from-a-course": is_from_a_course,
    "game": is_a_game,
    "horizon": has_horizon,
    "tie": has_equal_moves,
    "twin": has_a_twin,
}
JUDGED = ("first-exercise",)


def test_every_tag_of_the_bank_is_one_of_these() -> None:
    used = {tag for id_ in FOLDERS for tag in shipped(id_).problem.tags}
    assert used == {*FACTS, *JUDGED}


@pytest.mark.parametrize("id_", FOLDERS)
def test_tags_say_what_is_so(id_: str) -> None:
    exercise = shipped(id_)
    said = [tag for tag in exercise.problem.tags if tag not in JUDGED]
    assert said == [tag for tag, is_so in FACTS.items() if is_so(exercise)]


@pytest.mark.parametrize("kind", KINDS_OF_BANK)
def test_each_kind_has_a_first_exercise_small_and_without_traps(kind: str) -> None:
    found = [exercise for exercise in map(shipped, ids_of(kind)) if "first-exercise" in exercise.problem.tags]
    assert found
    for exercise in found:
        problem = exercise.problem
        assert figures(problem).get("arithmetic-steps", 0) <= MOST_STEPS
        assert problem.conventions._replace(stated=frozenset()) == Conventions()
        assert not {"deep-cutoff", "equal-bounds", "tie"}.intersection(problem.tags)


def plain_visits(tree: Tree, *, is_deep: bool) -> list[int]:
    """Return the leaves that alpha-beta evaluates; if it is not deep, a node knows no bounds but those of its parent's own value."""
    seen: list[int] = []

    def value(node: int, alpha: Fraction | float, beta: Fraction | float) -> Fraction | float:
        children = list(tree.children(node))
        if not children:
            seen.append(node)
            return Fraction(tree.value[node] or 0)
        is_max = tree.kind[node] == MAX
        best, low, high = (-math.inf if is_max else math.inf), alpha, beta
        for child in children:
            mine = (best, math.inf) if is_max else (-math.inf, best)
            best = (max if is_max else min)(best, value(child, *((low, high) if is_deep else mine)))
            if best >= beta if is_max else best <= alpha:
                break
            low, high = (max(low, best), high) if is_max else (low, min(high, best))
        return best

    value(0, -math.inf, math.inf)
    return seen


def is_plain(exercise: Exercise) -> bool:
    """Return whether a search is nothing but the textbook's: cuts at equality, from left to right, with an open window, no chance and no depth."""
    problem = exercise.problem
    plain = {"list-pruned-as", "empty-cutoffs", "windows-at", "bounds", "tie", "decimals", "root"}
    return plain.issuperset(problem.conventions.stated - {"cutoff"}) and (
        problem.conventions.cutoff == "alpha >= beta" and not {"chance", "horizon"}.intersection(problem.tags)
    )


@pytest.mark.parametrize("id_", [id_ for id_ in ids_of("alpha-beta") if is_plain(shipped(id_))])
def test_a_search_written_plainly_finds_the_same_deep_cutoffs(id_: str) -> None:
    exercise = shipped(id_)
    shallow, deep = (plain_visits(exercise.problem.game, is_deep=is_deep) for is_deep in (False, True))
    assert len(deep) == exercise.solution.answers["leaves-evaluated"]
    assert (len(shallow) > len(deep)) == ("deep-cutoff" in exercise.problem.tags)
