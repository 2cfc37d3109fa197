"""One thing changed in a hand-in, from which nothing follows."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import checkout  # noqa: F401  # what follows stands there
import oracle
import students
from oracle import Document
from second import second
from students import deepening, parties, sampling

OF_KIND = {"mcts": sampling.CHANGES, "deepening": deepening.CHANGES, "max-n": parties.CHANGES}
"""The changes in kinds that have parts of their own."""


def one_changed(rng: random.Random, problem: Document, answers: Document) -> Document | None:
    """Return the answers with one thing changed: a number, a move, something in a list."""
    part = rng.choice(list(answers))
    changes = OF_KIND.get(problem["kind"], CHANGES)
    changed = changes.get(part, change_list)(rng, problem, answers[part])
    return None if changed is None else {**answers, part: changed}


def change_map(rng: random.Random, problem: Document, entries: Any) -> Any:
    """Return a map with one number changed."""
    numbers = [name for name, number in entries.items() if number not in ("inf", "-inf")]
    if not numbers:
        return None
    name = rng.choice(numbers)
    return {**entries, name: change_number(rng, problem, entries[name])}


def change_number(rng: random.Random, problem: Document, number: Any) -> Any:
    """Return another number."""
    if number in ("inf", "-inf"):
        return 0
    slip = students.slip_on(rng, problem, Fraction(str(number)))
    return students.rounded(problem, slip) if problem["kind"] == "ucb" else oracle.in_document(slip)


def change_windows(rng: random.Random, problem: Document, windows: Any) -> Any:
    """Return the windows with one bound changed."""
    name, place = rng.choice(list(windows)), rng.randrange(2)
    window = list(windows[name])
    window[place] = change_number(rng, problem, window[place])
    return {**windows, name: window}


def change_list(rng: random.Random, problem: Document, listed: Any) -> Any:
    """Return a list with one item left out; where there is none, with a node that does not belong."""
    if not listed:
        return [rng.choice(oracle.node_ids(problem)[1:])]
    left_out = rng.randrange(len(listed))
    return [item for place, item in enumerate(listed) if place != left_out]


def change_pruned(rng: random.Random, problem: Document, listed: Any) -> Any:
    """Return the list with one node more, or one less."""
    return sorted({*listed} ^ {rng.choice(oracle.node_ids(problem)[1:])})


def change_cutoffs(rng: random.Random, problem: Document, cutoffs: Any) -> Any:
    """Return the cutoffs with one left out; None where there is none."""
    return change_list(rng, problem, cutoffs) if cutoffs else None


def change_truths(rng: random.Random, problem: Document, truths: Any) -> Any:
    """Return the truths with one of them turned round."""
    name = rng.choice(sorted(truths))
    return {**truths, name: not truths[name]}


def change_order(rng: random.Random, problem: Document, order: Any) -> Any:
    """Return the order with the children of one node in another one."""
    name = rng.choice(sorted(order))
    return {**order, name: rng.sample(order[name], len(order[name]))}


def change_range(rng: random.Random, problem: Document, intervals: Any) -> Any:
    """Return the intervals with one end moved, or taken in or out."""
    return second("threshold").change(rng, "range", intervals, 1)


def change_end(rng: random.Random, problem: Document, end: Any) -> Any:
    """Return another end."""
    return rng.randint(0, 20) if end in ("inf", "-inf", "none") else change_number(rng, problem, end)


def change_strategy(rng: random.Random, problem: Document, plan: Any) -> Any:
    """Return the plan with a move at one node that may be another one."""
    name = rng.choice(sorted(plan))
    return plan | {name: students.guess_strategy(rng, problem, {name: plan[name]})[name]}


def change_level(rng: random.Random, problem: Document, levels: Any) -> Any:
    """Return the sizes of levels with one of them changed."""
    place = rng.randrange(len(levels))
    return [*levels[:place], change_number(rng, problem, levels[place]), *levels[place + 1 :]]


def change_outcome(rng: random.Random, problem: Document, outcomes: Any) -> Any:
    """Return the outcomes with one of them turned round."""
    name = rng.choice(sorted(outcomes))
    return {**outcomes, name: {"win": "loss", "loss": "win"}[outcomes[name]]}


def change_lost(rng: random.Random, problem: Document, lost: Any) -> Any:
    """Return the lost states with one more, or one less."""
    return sorted({*lost} ^ {rng.choice(list(second("positions").states(problem)))})


def change_nim_value(rng: random.Random, problem: Document, values: Any) -> Any:
    """Return the nim values with one of them changed."""
    name = rng.choice(sorted(values))
    return {**values, name: values[name] + rng.choice((1, 2) if values[name] == 0 else (1, -1))}


def change_winning(rng: random.Random, problem: Document, moves: Any) -> Any:
    """Return the moves with one more, or one less."""
    own = second("positions")
    return sorted({*moves} ^ {rng.choice(list(own.moves(problem, own.piles_of(problem))))})


AMOUNTS = ("leaves", "nodes", "minimal-leaves", "deepening-total", "magnitude", "space", "time", "budget")
DEPTHS = ("depth-reached", "depth-reached-best", "depth-nearest")

CHANGES: dict[str, Callable[[random.Random, Document, Any], Any]] = {
    "value": change_number,
    **dict.fromkeys((*AMOUNTS, *DEPTHS), change_number),
    "outcomes": change_outcome,
    "losing": change_lost,
    "nim-values": change_nim_value,
    "winning-moves": change_winning,
    "per-level": change_level,
    "range": change_range,
    "claims": change_truths,
    "order": change_order,
    "count": lambda rng, _problem, count: max(1, count + rng.choice((-1, 1))),
    "smallest": change_end,
    "largest": change_end,
    "values": change_map,
    "evaluations": change_map,
    "scores": change_map,
    "windows": change_windows,
    "pruned": change_pruned,
    "cutoffs": change_cutoffs,
    "best-move": students.guess_move,
    "choice": students.guess_choice,
    "principal-variation": students.guess_path,
    "strategy": change_strategy,
    "labelling": students.guess_order,
    "outcome": change_number,
    "best-response": change_number,
    "redundant": change_pruned,
    "distinct-states": lambda rng, _problem, count: max(1, count + rng.choice((-1, 1))),
    "leaves-evaluated": lambda rng, _problem, count: max(1, count + rng.choice((-1, 1))),
}
