"""Every kind takes every source that there is, with its defaults, or says what makes no sense there."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from conftest import faults_of, read, report_of

from grader.core.documents.shape import load_schema
from grader.core.games.playing import GAMES, known_playing
from grader.kinds import KINDS, write_problem
from grader.kinds.record import View

TREE = {"id": "A", "max": [{"id": "B", "min": [3, 12]}, {"id": "C", "min": [2, 4]}]}
SOURCES: dict[str, dict[str, Any]] = {
    "nested": {"tree": [[3, 12], [2, 4]]},
    "explicit": {"tree": TREE},
    "layers": {"tree": [[3, 12], [2, 4]], "layers": ["max", "min"]},
    "take-away": {"game": {"name": "take-away", "objects": 4, "take": [1, 2]}},
    "nim": {"game": {"name": "nim", "piles": [2, 1]}},
    "tic-tac-toe": {"game": {"name": "tic-tac-toe", "board": "XOX/XO./.XO"}},
    "mancala": {"game": {"name": "mancala", "pits": {"max": [0, 2], "min": [1, 1]}}},
    "bags": {"game": {"name": "bags", "bags": {"safe": [4], "risky": [1, 2]}}},
    "bags drawn": {"game": {"name": "bags", "bags": {"safe": [4], "risky": [1, 2]}, "draws": "chance"}},
    "line": {"game": {"name": "line", "squares": 4}},
}
_CLAIM = {"id": "s1", "claim": {"same": "leaves-evaluated"}, "change": {"mirror": True}}
NEEDED: dict[str, dict[str, Any]] = {
    "mcts": {"iterations": 2, "results": [1, 0]},
    "deepening": {"depth": 1},
    "claims": {"search": "alpha-beta", "claims": [_CLAIM]},
    "construct": {"search": "alpha-beta", "make": "order", "goal": {"objective": "most-pruned"}},
    "threshold": {"search": "minimax", "claim": {"only-best-move": "B"}},
    "max-n": {"players": ["Ann", "Bob"]},
}
"""What a problem of a kind says beside its source; nothing else of it lacks a default."""
_STATIC = {"id": "A", "max": [{"id": "B", "static": 1, "min": [3, 12]}, {"id": "C", "static": 2, "min": [2, 4]}]}
OWN: dict[tuple[str, str], dict[str, Any]] = {
    ("deepening", "explicit"): {"tree": _STATIC},
    ("deepening", "layers"): {"tree": _STATIC, "layers": None},
    ("deepening", "tic-tac-toe"): {"evaluation": {"weights": {"X3": 1}}},
    ("deepening", "mancala"): {"evaluation": {"weights": {"max-store": 1}}},
    ("threshold", "explicit"): {"tree": {"id": "A", "max": [{"id": "B", "min": [3, "x"]}, {"id": "C", "min": [2, 4]}]}},
    ("max-n", "explicit"): {"tree": {"id": "A", "Ann": [{"id": "B", "Bob": [[3, 1], [1, 2]]}, [2, 2]]}},
}
"""What a kind cannot do without there."""
_FIELD = 'there is no field "{}" here'
_GAMES, _TREES = [*GAMES, "bags drawn"], ["nested", "explicit", "layers"]
REFUSED: dict[str, dict[str, list[str]]] = {
    "minimax": {"a chance node has no place in minimax": ["bags drawn"]},
    "mcts": {"has no chance nodes here": ["bags drawn"]},
    "positions": {
        _FIELD.format("tree"): _TREES,
        "expected take-away or nim": ["tic-tac-toe", "mancala", "bags", "bags drawn", "line"],
    },
    "max-n": {'there is no player "max"': ["layers"], _FIELD.format("game"): _GAMES},
    "deepening": {
        "nothing says what it is worth; expected static": ["nested"],
        "so nothing could weigh it": ["take-away", "nim", "bags", "bags drawn", "line"],
    },
    "construct": {"a trivial answer reaches the goal": [name for name in SOURCES if name != "take-away"]},
    "threshold": {
        "x stands nowhere": ["nested", "layers"],
        "x stands at no end": [*GAMES],
        "a chance node has no place in minimax": ["bags drawn"],
    },
}
"""What makes no sense, and what is said of it. Whatever pair does not stand here is solved, if the kind has such a field."""


def refusal(kind: str, source: str) -> str | None:
    """Return what is said of a pair that makes no sense; None where it is solved."""
    field = "game" if "game" in SOURCES[source] else "tree"
    if field not in load_schema(f"problem-{kind}")["properties"]:
        return _FIELD.format(field)
    return next((said for said, sources in REFUSED.get(kind, {}).items() if source in sources), None)


def problem(kind: str, source: str) -> dict[str, Any]:
    fields = {**SOURCES[source], **NEEDED.get(kind, {}), **OWN.get((kind, source), {})}
    own = {name: value for name, value in fields.items() if value is not None}
    return {"format": "gametree-problem/1", "id": "q1", "kind": kind, **own}


def test_every_game_is_among_the_sources() -> None:
    assert {held["game"]["name"] for held in SOURCES.values() if "game" in held} == {*GAMES}


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_solves_each_source_with_its_defaults_or_says_what_makes_no_sense(kind: str, source: str) -> None:
    said = refusal(kind, source)
    if said is not None:
        assert any(said in fault for fault in faults_of(problem(kind, source)))
        return
    exercise = read(problem(kind, source))
    report = report_of(exercise, exercise.solve())
    assert report.earned == report.possible
    assert exercise.kind.draw(View(exercise.problem, exercise.solution))
    assert [*exercise.kind.tutor.steps(exercise.problem, exercise.solution)]
    again = read(write_problem(exercise.kind, exercise.problem))
    assert again.solve() == exercise.solve()


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ({}, {"win": 1, "loss": 0, "draw": Fraction(1, 2)}),
        ({"game": {"utilities": {"draw": "1/4"}}}, {"win": 1, "loss": 0, "draw": Fraction(1, 4)}),
        ({"conventions": {"complement": "negate"}}, {"win": 1, "loss": -1, "draw": 0}),
    ],
)
def test_ends_are_worth_what_the_complement_of_rewards_is_meant_for(stated: Any, expected: Any) -> None:
    data = problem("mcts", "tic-tac-toe")
    game = {**data["game"], **stated.get("game", {})}
    playing = known_playing(read({**data, **stated, "game": game}).problem.stated, "max")
    assert playing.utilities == expected
