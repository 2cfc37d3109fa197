"""How marks arise from what an object reaches, in words: what earns all, what earns nothing, and what lies between."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.exact import show_number
from grader.kinds.lifts.construct.asked import CHANGES, LEAST, ORDER, TREE, VALUES, Construction


def earning_words(lifted: Construction) -> str:
    """Return which objects earn all the marks, which nothing, and what those between earn, in a sentence."""
    return f"Marks: {EARNINGS[lifted.asked.make](lifted)}."


def _order(lifted: Construction) -> str:
    best, trivial = lifted.asked.found.best or 0, lifted.asked.found.trivial
    worse, better = ("fewer", "more") if lifted.asked.objective == LEAST else ("more", "fewer")
    apart = abs(trivial - best)
    between = f", 1/{apart} of them for each leaf {better}" if apart > 1 else ""
    return f"all for {best} leaves, none for {trivial} or {worse} (as the tree stands, or mirrored){between}"


def _values(lifted: Construction) -> str:
    claims, trivial = lifted.asked.claims, lifted.asked.found.trivial
    is_exact = any(claim.name == "pruned-exactly" and claim.ids for claim in claims)
    if len(claims) == 1 and not is_exact:
        return "all where the goal is reached, else none"
    each = f"each claim that holds is 1/{len(claims)} of the goal" if len(claims) > 1 else ""
    exact = (
        "what is to be skipped exactly counts as (leaves rightly skipped - others)/leaves to skip" if is_exact else ""
    )
    free = f"{show_number(trivial)} of it, which numbers reach that rise, fall or are all alike, earns nothing"
    return "; ".join(filter(None, (each, exact, free if trivial else "")))


def _changes(lifted: Construction) -> str:
    best = lifted.asked.found.best or 1
    return (
        f"all for {best} change{'' if best == 1 else 's'}, {best}/n for n of them, none where the goal is not reached"
    )


def _tree(lifted: Construction) -> str:
    best = lifted.asked.found.best or 1
    return f"all for a tree of {best} nodes, {best}/n for one of n nodes, none where the goal is not reached"


EARNINGS: Mapping[str, Callable[[Construction], str]] = {
    ORDER: _order,
    VALUES: _values,
    CHANGES: _changes,
    TREE: _tree,
}
