"""Problems of several players, as tests state them."""

from __future__ import annotations

from typing import Any

THREE = ("Ann", "Bob", "Cat")
TREE = [[[6, 5, 1], [2, 4, 2]], [[4, 1, 9], [3, 6, 1], [1, 2, 3]]]
"""Ann chooses between B and C, Bob in B between D and E and in C between F, G and H."""
CHANCE = {"Ann": [{"chance": [{"p": "1/4", "value": [8, 1]}, {"p": "3/4", "value": [4, 6]}]}, {"value": [4, 9]}]}
OF_THREE = "one for each of Ann, Bob, Cat"
CONVENTIONS = ("sum_bound", "tie", "order", "cutoff", "root", "depth_in", "decimals", "list_pruned_as")


def problem(tree: Any = TREE, *ask: str, players: Any = THREE, **fields: Any) -> dict[str, Any]:
    """Return a problem document; `sum_bound` and the like, whose names are those of conventions, are conventions."""
    stated = {name.replace("_", "-"): fields.pop(name) for name in (*fields,) if name in CONVENTIONS}
    data = {"format": "gametree-problem/1", "id": "q1", "kind": "max-n", "players": list(players), "tree": tree}
    return {**data, **({"conventions": stated} if stated else {}), **({"ask": list(ask)} if ask else {}), **fields}
