"""Which wrong rules can be followed on a problem."""

from __future__ import annotations

import oracle
from oracle import Document, Node
from players import PLAY_RULES
from second import second
from stars import NO_SHARES, star_rules_of

from students.habits import HABITS, Rule, expectation
from students.horizon import horizon_rules_of
from students.ucb import score_rules_of

VALUE_RULES = ("players-swapped", "all-max", "all-min", "averages-opponent", "root-player-only")


ROOTED_RULES = ("averages-opponent", "root-player-only")
"""These speak of the root's player: there has to be one."""


CHANCE_RULES = tuple(name for name, habit in HABITS.items() if habit.chance is not expectation)


SEARCH_RULES = (
    *("strict-cutoff", "equality-cutoff", "no-deep-cutoffs", "no-pruning", "window-not-restored"),
    *("wrong-bound-updated", "prunes-trigger-leaf", "wrong-direction", "true-value-at-cutoff", "tie-through-bound"),
    *("other-windows-at", "alpha-beta-exchanged", "visited-by-level", "strict-in-cutoffs-only"),
    "returned-value-is-known",
)


def rules_of(problem: Document) -> list[Rule]:
    """Return the wrong rules that can be followed on the problem."""
    if (own := second(problem["kind"])) is not None:
        return [
            (rule, "") if isinstance(rule, str) else rule
            for rule in (own.rules_of(problem) if hasattr(own, "rules_of") else getattr(own, "RULES", ()))
        ]
    if problem["kind"] == "ucb":
        return score_rules_of(problem)
    return [*tree_rules_of(problem), *horizon_rules_of(problem)]


def tree_rules_of(problem: Document) -> list[Rule]:
    """Return the wrong rules of the search that can be followed on the problem."""
    root = oracle.read_tree(problem)
    depths = player_depths(root, 0)
    rules: list[Rule] = []
    if depths:
        rules += [(name, "") for name in VALUE_RULES if oracle.is_player(root) or name not in ROOTED_RULES]
        rules += [("level-swapped", str(depth)) for depth in depths]
    has_chance = any(node.player == "chance" for node in oracle.breadth_first(root))
    if has_chance:
        is_searched = problem["kind"] == "alpha-beta"
        rules += [(name, "") for name in CHANCE_RULES if not is_searched or name not in NO_SHARES]
    if problem["kind"] != "alpha-beta":
        asked = set(oracle.asked_parts(problem))
        rules += [(name, "") for name, parts in PLAY_RULES.items() if not asked.isdisjoint(parts)]
    if problem["kind"] == "alpha-beta":
        is_strict = oracle.convention(problem, "cutoff") == "alpha > beta"
        no_place = ("strict-cutoff", "strict-in-cutoffs-only") if is_strict else ("equality-cutoff",)
        rules += [(name, "") for name in SEARCH_RULES if name not in no_place]
        rules += [(name, "") for name in star_rules_of(problem, root)]
        rules = [rule for rule in rules if not has_chance or rule[0] != "window-not-restored"]
    return rules


def player_depths(node: Node, depth: int) -> list[int]:
    """Return the depths at which players move, ascending."""
    below = {deeper for child in node.children for deeper in player_depths(child, depth + 1)}
    return sorted(below | ({depth} if oracle.is_player(node) else set()))
