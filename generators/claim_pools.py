"""Claims that can be made about a search: as it is, after changes, of every tree; and what is true of them by each rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.answers.case import Answer
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds import KINDS
from grader.kinds.lifts.changes import IN_TREE, Change
from grader.kinds.lifts.claim import Claim, Comparison, Solved, holds, parts_of
from grader.kinds.lifts.items import Item
from grader.kinds.lifts.searched import Lifted, Way, right_way, wrong_ways
from grader.kinds.lifts.theorems import is_theorem
from grader.kinds.lifts.truths import RULES, Judging, right_truths

_TIMES: tuple[Number, ...] = (-1, -2)
_GENERAL = (Change("power", 3), Change("power", 2), Change("affine", (-1, 0)), Change("affine", (2, 1)))


class Told:
    """What is true of claims about one problem, by the right rules and by each wrong one; every problem is solved once by each.

    They are claims that can be made here, and those of `items`.
    """

    def __init__(self, searched: Problem, items: Sequence[Item] = ()) -> None:
        self.searched = searched
        self._read = {*_READ, *(part for item in items for part in parts_of(item.claim))}
        self._ways: dict[int, list[Way]] = {}
        self._solved: dict[tuple[int, int], Solved] = {}

    def solved(self, problem: Problem) -> Iterator[Solved]:
        """Yield the problem as the right rules solve it, then as each wrong rule does."""
        ways = self._ways.setdefault(id(problem), [])
        if not ways:
            ways += [right_way(problem), *wrong_ways(problem)]
        for place, way in enumerate(ways):
            key = (id(problem), place)
            if key not in self._solved:
                parts = [name for name in KINDS[problem.kind].parts if name in self._read]
                self._solved[key] = Solved(problem, way.answers(parts), way.moves)
            yield self._solved[key]

    def judging(self, item: Item) -> Judging:
        """Return the claim with what it is true or false of."""
        after = {} if item.changed is None else {0: next(self.solved(item.changed))}
        return Judging((item,), next(self.solved(self.searched)), after)

    def truth(self, item: Item) -> bool:
        """Return whether the claim is true."""
        return right_truths(Lifted(self.searched, (item,)), self.judging(item))[0]

    def is_apart(self, item: Item, truth: bool) -> bool:  # noqa: FBT001  # what it is apart from
        """Return whether some wrong rule, about claims or of the search, gives the claim the other truth."""
        game, judging = Lifted(self.searched, (item,)), self.judging(item)
        if any(rule(game, judging).get(0, truth) != truth for rule in RULES.values()):
            return True
        if item.is_general:
            return False
        pairs = zip(self.solved(item.of(self.searched)), self.solved(self.searched), strict=False)
        return any(holds(item.claim, after, before) != truth for after, before in pairs)


# --- Claims that can be made ---


def as_it_is(told: Told) -> Iterator[Item]:
    """Yield claims about the search as it is: what is so, and what somebody takes for so who follows a wrong rule."""
    found: dict[Claim, None] = {}
    for solved in told.solved(told.searched):
        for name, claims in _SAID.items():
            if name in solved.answers:
                found |= dict.fromkeys(claims(told.searched.game, solved.answers[name]))
    return (Item("", claim) for claim in found)


def _value(tree: Tree, answer: Answer) -> Iterator[Claim]:
    yield Claim("value", number=Comparison((("equals", answer),)))


def _best_move(tree: Tree, answer: Answer) -> Iterator[Claim]:
    yield Claim("best-move", ids=(tree.ids[answer[0]],))


def _pruned(tree: Tree, answer: Answer) -> Iterator[Claim]:
    yield from (Claim("pruned", ids=(tree.ids[node],)) for node in answer.roots)


def _leaves_evaluated(tree: Tree, answer: Answer) -> Iterator[Claim]:
    if answer < len(tree.leaves()):  # that all are evaluated is true of every tree where nothing is cut
        yield Claim("leaves-evaluated", number=Comparison((("equals", answer),)))


_SAID = {"value": _value, "best-move": _best_move, "pruned": _pruned, "leaves-evaluated": _leaves_evaluated}
"""What is claimed of an answer to each part."""
_READ = (*_SAID, "visited")
"""The parts that the claims read that can be made here."""


def changed(searched: Problem) -> Iterator[Item]:
    """Yield claims about what stays the same under changes that leave it open."""
    parts = KINDS[searched.kind].parts
    changes = [Change("affine", (times, 0)) for times in _TIMES] + [Change("power", power) for power in (2, 3)]
    changes += [Change("mirror")] if "pruned" in parts else []
    for change in changes:
        game = IN_TREE[change.name](searched.game, change)
        of_order = ("leaves-evaluated", "pruned") if change.name == "mirror" else ("best-move", "pruned")
        for part in of_order:
            is_open = change.name == "mirror" or not is_theorem(searched, change, (part,))
            if part in parts and is_open:
                yield Item("", Claim("same", parts=(part,)), change, searched._replace(game=game))


def of_every_tree(searched: Problem) -> Iterator[Item]:
    """Yield claims about every tree."""
    if "initial-window" in searched.conventions.stated:
        return
    for change in _GENERAL:
        problem = searched._replace(game=IN_TREE[change.name](searched.game, change))
        yield Item("", Claim("same", parts=("best-move",)), change, problem, is_general=True)
