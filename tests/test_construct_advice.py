"""What is said of an object that is not the best: where to turn an order, and how marks arise from what was reached."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from typing import Any

import pytest
from banked import BANK
from conftest import read, report_of
from windows import chunks, shifted

from grader.core.errors import ProblemError
from grader.kinds import Exercise
from grader.kinds.about_searches.construct.order import evaluated, turning_words

_A_CHUNK = 5
TURNED = r"At (\w+) the search looks at (\w+) first, worth \S+; with ([\w ,]+?) first, worth \S+, (\d+) (?:leaf|leaves) would be evaluated\."


def posed(fields: dict[str, Any], search: str = "alpha-beta", **more: Any) -> Exercise:
    return read({"format": "gametree-problem/1", "id": "q1", "kind": "construct", "search": search, **fields, **more})


def nested(rng: random.Random, depth: int) -> Any:
    return [nested(rng, depth - 1) for _ in range(rng.randint(2, 3))] if depth else rng.randint(0, 9)


def drawn(seed: int) -> tuple[random.Random, Exercise]:
    """Return a problem of an order, of those that can be asked."""
    rng = random.Random(seed)
    while True:
        objective = rng.choice(["most-pruned", "least-pruned"])
        conventions = {"order": rng.choice(["left-to-right", "right-to-left"])}
        fields = {"make": "order", "goal": {"objective": objective}, "tree": nested(rng, 2), "conventions": conventions}
        with suppress(ProblemError):  # a trivial order is as good, most often
            return rng, posed(fields)


@chunks(1, 11, 40)
def test_turn_that_is_advised_brings_what_it_promises(chunk: int, window: int) -> None:
    first, named = shifted(chunk * _A_CHUNK, window), 0
    for seed in range(first, first + 10 * _A_CHUNK):
        if named and seed >= first + _A_CHUNK:
            break
        rng, exercise = drawn(seed)
        game = exercise.problem.game
        tree, by_id = game.searched.game, game.by_id()
        order = {node: tuple(rng.sample(list(tree.children(node)), len(tree.children(node)))) for node in tree.inner()}
        if not (said := turning_words(game, order)):
            continue
        named += 1
        match = re.fullmatch(TURNED, said)
        assert match, said
        node, stands, better, count = by_id[match[1]], by_id[match[2]], re.findall(r"\w+", match[3]), int(match[4])
        is_last = game.searched.conventions.right_to_left
        assert order[node][-1 if is_last else 0] == stands
        for child in (by_id[name] for name in better if name != "or"):
            others = [other for other in order[node] if other != child]
            turned = {**order, node: (*others, child) if is_last else (child, *others)}
            assert evaluated(game, turned) == count
            assert (count > evaluated(game, order)) is (game.asked.objective == "least-pruned")
    assert named


def test_children_that_are_equally_good_are_all_named() -> None:
    tree = [[1, 9, 1], [9, 2, 9], [8, 3, 4]]
    exercise = posed({"make": "order", "goal": {"objective": "most-pruned"}, "tree": tree})
    entry = report_of(exercise, {"order": {"A": ["D", "B", "C"], "B": ["F", "E", "G"]}}).parts[0].entries[0]
    said = "At B the search looks at F first, worth 9; with E or G first, worth 1, 6 leaves would be evaluated."
    assert said in entry.message


ORDER = {"make": "order", "goal": {"objective": "most-pruned"}, "tree": [[0, 8], [1, 8], [3, 6]]}
CHANGES = {"make": "changes", "goal": {"claims": [{"only-best-move": "C"}]}, "tree": [[3, 12, 8], [2, 15, 6]]}
TREE = {"make": "tree", "goal": {"claims": [{"pruned-leaves": {"at-least": 1}}]}}
VALUES = {"make": "values", "goal": {"claims": [{"pruned-exactly": ["G"]}, {"value": 2}]}, "tree": [[3, 5], [2, 9]], "allowed": {"range": [1, 9], "integers": True}}  # fmt: skip
ONE = {**VALUES, "goal": {"claims": [{"best-move": "C"}, {"value": 5}, {"value-of": {"B": 4}}]}}


@pytest.mark.parametrize(
    ("fields", "answer", "said"),
    [
        (ORDER, {"B": ["E", "F"]}, "Marks: all for 4 leaves, none for 6 or more (as it stands the tree takes 6, mirrored 6), 1/2 of them for each leaf fewer."),
        (CHANGES, {"E": 1, "F": 1}, "Marks: all for 1 change, 1/n for n of them, none where the goal is not reached."),
        (TREE, [[3, 5], [2, 9]], "Marks: all for a tree of 5 nodes, 5/n for one of n nodes, none where the goal is not reached."),
        (VALUES, {"D": 9, "E": 9, "F": 9, "G": 9}, "Marks: each claim that holds is 1/2 of the goal; what is to be skipped exactly counts as (leaves rightly skipped - others)/leaves to skip; the whole goal earns all the marks, what lies between its share of the way, 1/2 of the goal or less none: numbers that rise, fall or are all alike reach that too."),
        (ONE, {"D": 9, "E": 9, "F": 9, "G": 9}, "Marks: each claim that holds is 1/3 of the goal; the whole goal earns all the marks, 2/3 of the goal 1/2 of them, 1/3 of the goal or less none: numbers that rise, fall or are all alike reach that too."),
    ],
)  # fmt: skip
def test_key_and_feedback_say_how_marks_arise(fields: dict[str, Any], answer: Any, said: str) -> None:
    exercise = posed(fields)
    example, *_ = exercise.steps()
    assert example.sentence.startswith("An example that reaches the goal; yours may differ: ")
    assert example.sentence.endswith(said)
    message = report_of(exercise, {fields["make"]: answer}).parts[0].entries[0].message
    assert said in message


def test_numbers_that_reach_part_of_a_goal_are_told_how_much() -> None:
    entry = report_of(posed(ONE), {"values": {"D": 4, "E": 4, "F": 5, "G": 6}}).parts[0].entries[0]
    assert entry.verdict.name == "CORRECT"
    entry = report_of(posed(ONE), {"values": {"D": 4, "E": 4, "F": 6, "G": 6}}).parts[0].entries[0]
    assert "; 2/3 of the goal is reached. Marks:" in entry.message


@pytest.mark.parametrize(
    ("id_", "answer", "said"),
    [
        ("worth-the-risk", {"values": {"x": 3.4, "y": 5, "z": 5}}, "it is not so that the value of L is 3.4 (L is worth 2.98); 2/3 of the goal is reached."),
        ("turn-the-move", {"changes": {"D": 2}}, "it is not so that C is the only best move (B and C are equally good, at 2)."),
        ("lots-to-prune", {"order": {"A": ["B", "C"]}}, "none for 6 or more (as it stands the tree takes 7, mirrored 6)"),
    ],
)  # fmt: skip
def test_what_misses_the_goal_is_told_what_came_of_it(id_: str, answer: dict[str, Any], said: str) -> None:
    exercise = BANK.find(id_)
    assert isinstance(exercise, Exercise)
    assert said in next(one for one in report_of(exercise, answer).parts if one.part in answer).entries[0].message


def test_page_of_steps_calls_what_it_plays_an_example() -> None:
    assert posed(ORDER).picture_of_steps().title == "q1: an example, yours may differ"
