"""Which of the claims are true: by the right rules, by each wrong rule of the search, and by wrong rules about claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from grader.games.problem import Problem
from grader.games.tree import CHANCE, Tree
from grader.kinds.lifts.changes import IN_TREE, Change
from grader.kinds.lifts.claim import Solved, compared, holds
from grader.kinds.lifts.items import Item
from grader.kinds.lifts.searched import Lifted, Way, right_way, wrong_ways
from grader.kinds.lifts.theorems import Search, Sort, is_theorem, sort_of

Truths = Mapping[int, bool]
"""The truth of each claim, by its place."""


class Judging(NamedTuple):
    """The claims of a problem with what they are true or false of: the solved problem, and after its change for each that has one."""

    items: Sequence[Item]
    unchanged: Solved
    after: Mapping[int, Solved]

    def of(self, place: int) -> Solved:
        """Return what a claim is true or false of."""
        return self.after.get(place, self.unchanged)

    def truth(self, place: int) -> bool:
        """Return whether a claim about this tree is true; of one about every tree, whether it holds here."""
        return holds(self.items[place].claim, self.of(place), self.unchanged)


def judge(game: Lifted, solve: Callable[[Problem], Way | None] = right_way) -> Judging | None:
    """Return the claims with what they are true or false of; None where nobody can solve one of the problems in that way."""
    items: Sequence[Item] = game.asked
    way = solve(game.searched)
    ways = {place: solve(item.changed) for place, item in enumerate(items) if item.changed is not None}
    if way is None:
        return None
    after = {place: one.solved([items[place].claim]) for place, one in ways.items() if one is not None}
    return Judging(items, way.solved([item.claim for item in items]), after) if len(after) == len(ways) else None


def right_truths(game: Lifted, judging: Judging) -> dict[int, bool]:
    """Return the truth of each claim; what is claimed of every tree is true if it is a theorem."""
    return {
        place: is_theorem(game.searched, item.change, item.claim.parts)
        if item.is_general and item.change is not None
        else judging.truth(place)
        for place, item in enumerate(judging.items)
    }


# wrong rules


class WrongTruths(NamedTuple):
    """A wrong rule with what it makes of the claims: only of those of which it says something else than the right rules do."""

    name: str
    detail: str
    truths: Truths
    twin_of: str = ""


def wrong_truths(game: Lifted) -> list[WrongTruths]:
    """Return what each wrong rule makes of the claims: first the rules about claims, then those of the search."""
    judging = judge(game)
    if judging is None:
        raise ValueError("the right rules solve every problem")
    right = right_truths(game, judging)
    found = [WrongTruths(name, "", rule(game, judging)) for name, rule in RULES.items()]
    found += list(_of_search(game, right))
    parted = (
        one._replace(truths={key: truth for key, truth in one.truths.items() if truth != right[key]}) for one in found
    )
    return [one for one in parted if one.truths]


def _of_search(game: Lifted, right: Truths) -> Iterator[WrongTruths]:
    """Yield what the wrong rules of the search make of the claims, solving each problem by the rule of the same name."""
    known: dict[int, list[Way]] = {}

    def ways(problem: Problem) -> list[Way]:
        if id(problem) not in known:
            known[id(problem)] = wrong_ways(problem)
        return known[id(problem)]

    for rule in ways(game.searched):
        as_rule = partial(_named, ways, rule.name, rule.detail)
        judging = judge(game, as_rule)
        if judging is not None:
            truths = {
                place: right[place] if item.is_general else judging.truth(place)
                for place, item in enumerate(judging.items)
            }
            yield WrongTruths(rule.name, rule.detail, truths, rule.twin_of)


def _named(ways: Callable[[Problem], list[Way]], name: str, detail: str, problem: Problem) -> Way | None:
    return next((way for way in ways(problem) if (way.name, way.detail) == (name, detail)), None)


def _sign_ignored(game: Lifted, judging: Judging) -> dict[int, bool]:
    """Return the truths where `times` is taken as positive."""
    found = {}
    for place, item in enumerate(judging.items):
        change = item.change
        if change is not None and change.name == "affine" and change.said[0] < 0:
            positive = Change("affine", (-change.said[0], change.said[1]))
            found[place] = _after(game, judging, place, positive)
    return found


def _after(game: Lifted, judging: Judging, place: int, change: Change) -> bool:
    """Return the truth of a claim after another change of all leaves."""
    item = judging.items[place]
    if item.is_general:
        return is_theorem(game.searched, change, item.claim.parts)
    problem = game.searched._replace(game=IN_TREE[change.name](game.searched.game, change))
    return holds(item.claim, right_way(problem).solved([item.claim]), judging.unchanged)


_BY_ORDER = frozenset({"best-move", "pruned", "visited", "leaves-evaluated"})


def _order_is_enough(game: Lifted, judging: Judging) -> dict[int, bool]:
    """Return the truths where a chance node minds order only, so that every increasing change keeps its moves."""
    found = {}
    for place, item in enumerate(judging.items):
        change, claim = item.change, item.claim
        if change is None or not change.is_of_leaves or claim.name != "same" or sort_of(change) is not Sort.INCREASING:
            continue
        if item.is_general:
            found[place] = is_theorem(game.searched, change, claim.parts, Search.PLAIN)
        elif _has_chance(game.searched):
            found[place] = all(part in _BY_ORDER or _stays(part, judging, place) for part in claim.parts)
    return found


def _has_chance(searched: Problem) -> bool:
    tree: Tree = searched.game
    return CHANCE in tree.kind


def _stays(part: str, judging: Judging, place: int) -> bool:
    return bool(compared(part, judging.of(place)) == compared(part, judging.unchanged))


def _this_tree_is_every_tree(game: Lifted, judging: Judging) -> dict[int, bool]:
    """Return the truths where what holds in this tree holds in every one."""
    return {place: judging.truth(place) for place, item in enumerate(judging.items) if item.is_general}


def _mirror_changes_nothing(game: Lifted, judging: Judging) -> dict[int, bool]:
    """Return the truths where the order of children does not matter."""
    return {
        place: holds(item.claim, judging.unchanged, judging.unchanged)
        for place, item in enumerate(judging.items)
        if item.change is not None and item.change.name in ("mirror", "reorder")
    }


RULES: dict[str, Callable[[Lifted, Judging], dict[int, bool]]] = {
    "sign-ignored": _sign_ignored,
    "order-is-enough": _order_is_enough,
    "this-tree-is-every-tree": _this_tree_is_every_tree,
    "mirror-changes-nothing": _mirror_changes_nothing,
}
"""Wrong rules about claims themselves."""
