"""What is guaranteed of claims, and the figures that say how hard they are."""

from __future__ import annotations

from collections.abc import Sequence

from generators.candidate import Candidate
from generators.claim_pools import Told
from generators.figures import Figures
from generators.guarantee import Guarantee
from generators.parameters import ClaimsParameters, Parameters
from grader.games.tree import CHANCE
from grader.kinds.lifts.items import MOST_ITEMS, Item


def has_all_claims(case: Candidate, parameters: Parameters) -> bool:
    """Return whether there are as many claims as asked, as many of them true as false (or one more)."""
    truths = list(case.solution.answers["claims"].values())
    least, most = parameters.items if isinstance(parameters, ClaimsParameters) else (1, MOST_ITEMS)
    return least <= len(truths) <= most and abs(2 * sum(truths) - len(truths)) <= 1


def all_separate(case: Candidate, parameters: Parameters) -> bool:
    """Return whether each claim is told apart from some wrong rule."""
    items: Sequence[Item] = case.game.asked
    told = Told(case.game.searched, items)
    return all(told.is_apart(item, told.truth(item)) for item in items)


def figures_of_claims(case: Candidate) -> Figures:
    """Yield how large the tree is, and how many claims are made: of it as it is, of changes, of every tree."""
    items, tree = case.game.asked, case.game.searched.game
    chances = sum(kind == CHANCE for kind in tree.kind)
    general = sum(item.is_general for item in items)
    changes = sum(item.changed is not None for item in items) - general
    yield "nodes", tree.size
    if chances:
        yield "chance-nodes", chances
    yield "claims", len(items)
    yield "changes", changes
    yield "of-every-tree", general


CLAIMS: tuple[Guarantee, ...] = (
    Guarantee(
        "half-true",
        has_all_claims,
        "As many claims are made as asked, and half of them are true.",
        "a larger tree, or fewer --items",
    ),
    Guarantee(
        "all-tell-apart",
        all_separate,
        "Of each claim some wrong rule says the opposite.",
        "a larger tree, or fewer --items",
    ),
)
"""Guarantees of claims."""
