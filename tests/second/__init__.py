"""The second solvers of kinds that `oracle` does not know: a file each, found by the kind's name.

The file of a kind `tree-size` is `tests/second/tree_size.py`. It is written for reading, shares no code with the program,
works on documents as plain Python data, and gives:

- `GAME`: the fields of a small problem; `ASKED`: the parts that are asked unless a problem says otherwise
- `random_game(rng)`: the fields of a random problem
- `secret_game(rng)`: those of a problem whose right answers are mostly numbers of five digits or more
- `solve(problem)`: the right answer of each part, in the kind's order
- where the kind knows misconceptions: `RULES`, their names; `CARRIER`, the part that a wrong number is carried in; and
  `follow(problem, rule, own)`: the answers of who follows the rule (or "right") and goes on from own numbers

A part is a number or a map of numbers; where one is not, `share(problem, part, given)` says which share of its points an
answer earns, and `change(rng, part, right, slips)` writes an answer with slips. Where marks hang on the other answers too, it is
`share_beside(problem, part, given, answers)`, and where slips are names of the problem `change_in(rng, problem, part, right, slips)`. `follows(problem, part, given, answers)` says of a wrong answer whether it follows from another part of the student's.
Where entries follow one by one it is `share_by_policy(problem, part, given, answers, follow_through, across_parts)`.
Where something follows, `carried(rng, problem, answers)` gives answers that were worked out from others of the student's. `rules_of(problem)` are
those of the `RULES` that have a place on the problem, where not all have.
`FIXED` are conventions of a kind that its problems have no choice in.
`little_said(problem)` are wrong answers to a secret problem that name little of it, where these are not plain.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any


def file_of(kind: str) -> Path:
    """Return where the second solver of a kind stands."""
    return Path(__file__).with_name(kind.replace("-", "_") + ".py")


@cache
def second(kind: str) -> Any:
    """Return the module of a kind's second solver, None where there is no such file."""
    return import_module(f"second.{file_of(kind).stem}") if file_of(kind).is_file() else None
