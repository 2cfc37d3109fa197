"""How marks arise from what an object reaches, in words: what earns all, what earns nothing, and what lies between."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from grader.exact import Number, show_number
from grader.kinds.lifts.construct.asked import CHANGES, LEAST, ORDER, TREE, VALUES, Construction


def earning_words(lifted: Construction) -> str:
    """Return which objects earn all the marks, which nothing, and what those between earn, in a sentence."""
    return f"Marks: {EARNINGS[lifted.asked.make](lifted)}."


def _order(lifted: Construction) -> str:
    best, trivial = lifted.asked.found.best or 0, lifted.asked.found.trivial
    worse, better = ("fewer", "more") if lifted.asked.objective == LEAST else ("more", "fewer")
    apart = abs(trivial - best)
    between = f", 1/{apart} of them for each leaf {better}" if apart > 1 else ""
    given, mirrored = _trivial_counts(lifted)
    return f"all for {best} leaves, none for {trivial} or {worse} (as it stands the tree takes {given}, mirrored {mirrored}){between}"


def _trivial_counts(lifted: Construction) -> list[int]:
    """Return how many leaves are evaluated in the tree as it stands, and mirrored."""
    from grader.kinds.lifts.construct.best_order import trivial_counts  # above this module: it runs the search

    return trivial_counts(lifted)


def _values(lifted: Construction) -> str:
    claims = lifted.asked.claims
    is_exact = any(claim.name == "pruned-exactly" and claim.ids for claim in claims)
    if len(claims) == 1 and not is_exact:
        return "all where the goal is reached, else none"
    each = f"each claim that holds is 1/{len(claims)} of the goal" if len(claims) > 1 else ""
    exact = (
        "what is to be skipped exactly counts as (leaves rightly skipped - others)/leaves to skip" if is_exact else ""
    )
    return "; ".join(filter(None, (each, exact, _beyond_trivial(lifted, is_exact=is_exact))))


def share_earned(reached: Fraction, trivial: Number) -> Fraction:
    """Return which part of the marks a part of the goal earns: none where trivial numbers reach as much, all for the whole."""
    return max(Fraction(0), (reached - trivial) / (1 - trivial))


def _beyond_trivial(lifted: Construction, *, is_exact: bool) -> str:
    """Return what the parts of the goal earn; nothing where each earns itself."""
    trivial, count = lifted.asked.found.trivial, len(lifted.asked.claims)
    if not trivial:
        return ""
    parts = [part for done in range(1, count) if (part := Fraction(done, count)) > trivial]
    between = [f"{show_number(part)} of the goal {show_number(share_earned(part, trivial))} of them" for part in parts]
    if is_exact:
        between = ["what lies between its share of the way"]
    most = f"{show_number(trivial)} of the goal or less none: numbers that rise, fall or are all alike reach that too"
    return f"the whole goal earns all the marks, {''.join(f'{one}, ' for one in between)}{most}"


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
