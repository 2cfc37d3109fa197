"""Won and lost positions once more, as plainly as can be: every position asks for those one move away, and nothing is sorted out before."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

Document = dict[str, Any]
Piles = tuple[int, ...]

GAME: Document = {"game": {"name": "take-away", "objects": 7, "take": [1, 3, 4]}}
ASKED = ("outcomes", "winning-moves")
CARRIER = ""
RULES = (
    *("other-last", "multiple-of-largest-take", "multiple-of-largest-plus-one", "even-is-losing"),
    *("all-moves-must-lose", "for-the-other-player", "sum-of-piles", "largest-plus-one", "remainder-only"),
)
TWINS = {"even-is-losing": "multiple-of-largest-take", "largest-plus-one": "sum-of-piles"}
"""Rules that are the same one on many games, by the one that goes before."""
WORDS = {"win": True, "won": True, "loss": False, "lost": False}


# --- What a problem states ------------------------------------------------------------------------


def piles_of(problem: Document) -> Piles:
    """Return the objects at the start; those of take-away are one pile."""
    game = problem["game"]
    return tuple(int(one) for one in game.get("piles", [game.get("objects")]))


def takes_of(problem: Document) -> list[int] | None:
    """Return the numbers that can be taken in take-away; None in nim."""
    game = problem["game"]
    return [int(one) for one in game.get("take", [1, 2])] if game["name"] == "take-away" else None


def largest(problem: Document) -> int | None:
    """Return the most that can be taken at once; None where there is no limit."""
    takes = takes_of(problem)
    most = problem["game"].get("most")
    return max(takes) if takes is not None else None if most is None else int(most)


def moves(problem: Document, piles: Piles) -> dict[str, Piles]:
    """Return what each move leads to, by its name."""
    takes, found = takes_of(problem), {}
    if takes is not None:
        return {str(take): (piles[0] - take,) for take in takes if take <= piles[0]}
    most = largest(problem)
    for place, left in enumerate(piles):
        for count in range(1, left + 1):
            if most is None or count <= most:
                found[f"{place + 1}:{count}"] = tuple(
                    one - count if at == place else one for at, one in enumerate(piles)
                )
    return found


def state(piles: Piles) -> str:
    """Return the name of a state: the piles from the smallest up."""
    return ",".join(str(one) for one in sorted(piles))


def states(problem: Document) -> dict[str, Piles]:
    """Return all states by their names; those of take-away are all numbers down to 0."""
    start = tuple(sorted(piles_of(problem)))
    if takes_of(problem) is not None:
        return {str(left): (left,) for left in range(start[0] + 1)}
    found, waiting = {state(start): start}, [start]
    while waiting:
        piles = waiting.pop()
        for place, left in enumerate(piles):
            fewer = tuple(sorted((*piles[:place], left - 1, *piles[place + 1 :])))
            if left and state(fewer) not in found:
                found[state(fewer)] = fewer
                waiting.append(fewer)
    return {name: found[name] for name in sorted(found, key=lambda name: (sum(found[name]), found[name]))}


# --- Answers --------------------------------------------------------------------------------------


def last_wins(problem: Document, rule: str) -> bool:
    """Return whether someone thinks that who moves last wins."""
    return (problem["game"].get("last", "wins") == "wins") != (rule == "other-last")


def multiple(problem: Document, rule: str) -> int | None:
    """Return of which number the totals of lost states are thought to be multiples."""
    most = largest(problem) or 0
    known = {"multiple-of-largest-take": most, "multiple-of-largest-plus-one": most + 1, "even-is-losing": 2}
    return known.get(rule)


def judge(problem: Document, rule: str) -> Any:
    """Return a function that says of piles whether the player to move wins."""

    @cache
    def wins(piles: Piles) -> bool:
        if (of := multiple(problem, rule)) is not None:
            return sum(piles) % of != 0
        after = [wins(tuple(sorted(other))) for other in moves(problem, piles).values()]
        if not after:
            return not last_wins(problem, rule)
        return not any(after) if rule == "all-moves-must-lose" else not all(after)

    return wins


def nim(problem: Document, rule: str) -> Any:
    """Return a function that says of piles what their nim value is."""

    @cache
    def value(piles: Piles) -> int:
        if rule == "sum-of-piles":
            return sum(piles)
        if rule == "remainder-only":
            return sum(piles) % ((largest(problem) or 0) + 1)
        after = {value(tuple(sorted(other))) for other in moves(problem, piles).values()}
        if rule == "largest-plus-one":
            return max(after) + 1 if after else 0
        return min(number for number in range(len(after) + 1) if number not in after)

    return value


def solve(problem: Document) -> Document:
    """Return the right answers."""
    return follow(problem, "right", {})


def follow(problem: Document, rule: str, own: Mapping[str, Any]) -> Document:
    """Return the answers of who follows the rule; nothing follows from own numbers."""
    wins, value, all_states, start = judge(problem, rule), nim(problem, rule), states(problem), piles_of(problem)
    said = {name: wins(piles) != (rule == "for-the-other-player") for name, piles in all_states.items()}
    found: Document = {
        "outcomes": {name: "win" if one else "loss" for name, one in said.items()},
        "losing": [name for name, one in said.items() if not one],
    }
    if last_wins(problem, "right"):
        found["nim-values"] = {name: value(piles) for name, piles in all_states.items()}
    led = moves(problem, start).items()
    return found | {"winning-moves": [name for name, piles in led if not wins(tuple(sorted(piles)))]}


def rules_of(problem: Document) -> list[str]:
    """Return the rules that have a place on the problem."""
    most, has_values = largest(problem), last_wins(problem, "right")
    places = {
        "multiple-of-largest-take": most is not None and most > 1,
        "multiple-of-largest-plus-one": most is not None,
        "largest-plus-one": has_values,
        "sum-of-piles": has_values,
        "remainder-only": has_values and most is not None,
    }
    return [rule for rule in RULES if places.get(rule, True)]


# --- Random problems ------------------------------------------------------------------------------


def random_game(rng: random.Random) -> Document:
    """Return the fields of a random problem."""
    game: Document
    if rng.random() < 0.6:
        game = {"name": "take-away", "objects": rng.choice((rng.randint(0, 4), rng.randint(5, 25)))}
        if rng.random() < 0.8:
            game["take"] = rng.sample(range(1, 8), rng.randint(1, 4))
    else:
        piles = rng.choice((1, 2, 2, 2, 3, 3))
        game = {"name": "nim", "piles": [rng.randint(0, 6 if piles < 3 else 3) for _ in range(piles)]}
        if rng.random() < 0.4:
            game["most"] = rng.randint(1, 4)
    if rng.random() < 0.4:
        game["last"] = rng.choice(("wins", "loses"))
    problem: Document = {"game": game}
    if rng.random() < 0.4:
        problem["conventions"] = {"guessing": rng.choice(("corrected", "free"))}
    return problem


def secret_game(rng: random.Random) -> Document:
    """Return those of a problem most of whose states have names of five letters."""
    return {"game": {"name": "nim", "piles": [rng.randint(10, 12), rng.randint(10, 12)]}}


def little_said(problem: Document) -> Document:
    """Return answers that name one state."""
    right = solve(problem)["winning-moves"]
    outcomes, values = {"0,1": "loss"}, {"0,1": 9}
    return {"outcomes": outcomes, "losing": ["0,1"], "nim-values": values, "winning-moves": [] if right else ["1:1"]}


# --- Marks ----------------------------------------------------------------------------------------


def share(problem: Document, part: str, given: Any) -> Fraction:
    """Return which share of its points an answer earns."""
    right = solve(problem)[part]
    if part == "winning-moves":
        return Fraction({str(one).strip() for one in given} == set(right))
    if part == "losing":
        listed = {named(one) for one in given}
        if not right:
            return Fraction(not listed)
        hits = len(listed & set(right))
        return max(Fraction(0), Fraction(hits - len(listed - set(right)), len(right)))
    written = {named(name): one for name, one in given.items() if one is not None}
    if part == "nim-values":
        return Fraction(sum(is_number(written.get(name), one) for name, one in right.items()), len(right))
    hits, misses = {"win": 0, "loss": 0}, {"win": 0, "loss": 0}
    for name, one in right.items():
        if name in written:
            (hits if WORDS[str(written[name]).strip().lower()] == WORDS[one] else misses)[one] += 1
    sizes = {one: list(right.values()).count(one) for one in ("win", "loss")}
    if problem.get("conventions", {}).get("guessing") == "free" or 0 in sizes.values():
        return Fraction(sum(hits.values()), len(right))
    both = sum((Fraction(hits[one] - misses[one], 2 * sizes[one]) for one in sizes), Fraction(0))
    return max(Fraction(0), both)


def named(text: Any) -> str:
    """Return the name of a state as documents write it."""
    return str(text).strip().replace(", ", ",")


def is_number(given: Any, right: int) -> bool:
    """Return whether a number was written that is the right one."""
    return given is not None and Fraction(str(given).strip().rstrip(".")) == right


def change_in(rng: random.Random, problem: Document, part: str, right: Any, slips: float) -> Any:
    """Return an answer with slips: other outcomes and numbers, blanks, entries left out, other states and moves."""
    if part == "outcomes":
        other = {"win": "loss", "loss": "win"}
        changed = {name: other[one] if rng.random() < slips / 2 else one for name, one in right.items()}
        return left_out(rng, changed, slips)
    if part == "nim-values":
        changed = {name: one + (rng.choice((1, 2)) if rng.random() < slips else 0) for name, one in right.items()}
        return left_out(rng, changed, slips)
    names = list(states(problem)) if part == "losing" else list(moves(problem, piles_of(problem)))
    listed = [name for name in names if (name in right) != (rng.random() < slips / 2)]
    return listed + listed[:1] if rng.random() < slips / 4 else listed


def left_out(rng: random.Random, entries: Document, slips: float) -> Document:
    """Return some of the entries, some of them blank."""
    kept = {name: one for name, one in entries.items() if rng.random() >= slips / 8}
    return {name: None if rng.random() < slips / 8 else one for name, one in kept.items()}
