"""Claims about a solved problem: frozen values, and whether they hold.

Nothing is computed here: what a claim is about stands in the answers that the solver gave. Numbers are only compared, so
they may be of any sort that compares.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from grader.answers.case import Answer, Answers
from grader.answers.leaf_set import Pruned, pruned_below
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import LEAF, Tree

RELATIONS: dict[str, Callable[[Answer, Answer], bool]] = {
    "at-least": operator.ge,
    "at-most": operator.le,
    "above": operator.gt,
    "below": operator.lt,
    "equals": operator.eq,
}
"""How numbers are compared in claims, by the names that documents have for it."""


class Comparison(NamedTuple):
    """What must be true of a number: of each (relation, bound) that it has."""

    bounds: tuple[tuple[str, Number], ...]

    def holds(self, number: Answer) -> bool:
        """Return whether the number is so.

        >>> Comparison((("at-least", 2), ("below", 5))).holds(4)
        True
        """
        return all(RELATIONS[relation](number, bound) for relation, bound in self.bounds)


class Claim(NamedTuple):
    """One claim. `name` says what it claims; the other fields hold what it names, as far as it names such things.

    `ids` are nodes or children, `number` what is true of one number and `numbers` of those of some nodes, `parts` what stays
    the same, `by` how values are compared, `claims` the claims of which it is made.
    """

    name: str
    ids: tuple[str, ...] = ()
    number: Comparison = Comparison(())
    numbers: tuple[tuple[str, Comparison], ...] = ()
    parts: tuple[str, ...] = ()
    by: str = ""
    claims: tuple[Claim, ...] = ()


class Solved(NamedTuple):
    """A problem with its answers, right or wrong, and all moves that are best by them, whatever `tie` says."""

    problem: Problem
    answers: Answers
    moves: Callable[[], Sequence[int]]

    def nodes(self, ids: Sequence[str]) -> list[int] | None:
        """Return the nodes of these ids; None where there is no such node."""
        by_id = self.problem.game.by_id()
        return [by_id[one] for one in ids] if by_id.keys() >= set(ids) else None

    def called(self, nodes: Sequence[int]) -> list[str]:
        """Return the ids of the nodes."""
        ids = self.problem.game.ids
        return [ids[node] for node in nodes]


Truth = Callable[[Claim, Solved, Solved | None], bool]


def holds(claim: Claim, solved: Solved, unchanged: Solved | None = None) -> bool:
    """Return whether the claim is true of the solved problem; `unchanged` is what `same` compares with."""
    return TRUTHS[claim.name](claim, solved, unchanged)


def parts_of(claim: Claim) -> frozenset[str]:
    """Return the parts of answers that the claim reads."""
    return frozenset(claim.parts).union(READS.get(claim.name, ()), *map(parts_of, claim.claims))


def claims_in(claim: Claim) -> list[Claim]:
    """Return the claim and all of which it is made."""
    found = [claim]
    for one in found:
        found += one.claims
    return found


# what each claim says


def _number(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    part = READS[claim.name][0]
    return part in solved.answers and claim.number.holds(solved.answers[part])


def _numbers(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    values, by_id = solved.answers.get("values", {}), solved.problem.game.by_id()
    return all(by_id.get(id_) in values and wanted.holds(values[by_id[id_]]) for id_, wanted in claim.numbers)


def _chosen(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    return claim.ids[0] in solved.called(solved.answers.get(READS[claim.name][0], ()))


def _only(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    return list(claim.ids) == solved.called(solved.moves())


def _listed(claim: Claim, solved: Solved) -> frozenset[int] | None:
    """Return the leaves at or below the nodes of the claim."""
    nodes = solved.nodes(claim.ids)
    return None if nodes is None else pruned_below(solved.problem.game, nodes).leaves


def skipped_leaves(solved: Solved) -> frozenset[int]:
    """Return the leaves that the search skips."""
    pruned: Pruned = solved.answers["pruned"]
    return pruned.leaves


def _pruned(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    listed = _listed(claim, solved)
    return listed is not None and frozenset() < listed <= skipped_leaves(solved)


def _pruned_exactly(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    return _listed(claim, solved) == skipped_leaves(solved)


def _visited(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    nodes = solved.nodes(claim.ids)
    return nodes is not None and set(solved.answers["visited"]).issuperset(nodes)


def _skipped_count(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    return claim.number.holds(len(skipped_leaves(solved)))


def skipped_inner(solved: Solved) -> list[int]:
    """Return the inner nodes that the search skips."""
    tree: Tree = solved.problem.game
    return sorted(set(tree.inner()).difference(solved.answers["visited"]))


def _skipped_inner_count(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    return claim.number.holds(len(skipped_inner(solved)))


def _cutoffs(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    return claim.number.holds(len(solved.answers["cutoffs"]))


def _same(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    if unchanged is None:
        raise ValueError("what stays the same is claimed of a problem and another one")
    return all(compared(part, solved) == compared(part, unchanged) for part in claim.parts)


def compared(part: str, solved: Solved) -> Answer:
    """Return what is compared of a part: nodes by their ids, moves and skipped leaves as sets; None where it is absent."""
    if part == "best-move":
        return frozenset(solved.called(solved.moves()))
    if part not in solved.answers:
        return None
    answer = solved.answers[part]
    if part == "pruned":
        return frozenset(solved.called(sorted(answer.leaves)))
    if part == "values":
        return dict(zip(solved.called(list(answer)), answer.values(), strict=True))
    return solved.called(answer) if part == "visited" else answer


def _agrees(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    pairs = judged_terminals(solved.problem)
    if claim.by == "values":
        return bool(pairs) and all(value == evaluated for _, value, evaluated in pairs)
    return bool(pairs) and disorder(pairs) is None


Judged = tuple[int, Number, Number]
"""A terminal position with its value and what the evaluation makes of its features."""


def judged_terminals(problem: Problem) -> list[Judged]:
    """Return the terminal positions of the whole tree that have features, by their values."""
    tree: Tree = problem.whole
    if tree.features is None or tree.evaluation is None:
        return []
    found = [
        (node, value, tree.evaluation.value(features))
        for node, (kind, value, features) in enumerate(zip(tree.kind, tree.value, tree.features, strict=True))
        if kind == LEAF and value is not None and features is not None
    ]
    return sorted(found, key=lambda one: one[1])


def disorder(pairs: Sequence[Judged]) -> tuple[Judged, Judged] | None:
    """Return two positions, by their values, that the evaluation orders in another way; None where there are none.

    Neighbours are enough: where all of them are in order, so are all others.
    """
    for one, other in pairwise(pairs):
        if (one[1] < other[1]) != (one[2] < other[2]) or (one[1] == other[1]) != (one[2] == other[2]):
            return one, other
    return None


def _not(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    return not holds(claim.claims[0], solved, unchanged)


def _all(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    return all(holds(one, solved, unchanged) for one in claim.claims)


def _any(claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
    return any(holds(one, solved, unchanged) for one in claim.claims)


TRUTHS: dict[str, Truth] = {
    "value": _number,
    "value-of": _numbers,
    "best-move": _chosen,
    "only-best-move": _only,
    "pruned": _pruned,
    "pruned-exactly": _pruned_exactly,
    "visited": _visited,
    "leaves-evaluated": _number,
    "pruned-leaves": _skipped_count,
    "pruned-inner": _skipped_inner_count,
    "cutoffs": _cutoffs,
    "choice": _chosen,
    "same": _same,
    "evaluation-agrees": _agrees,
    "not": _not,
    "all": _all,
    "any": _any,
}

READS: dict[str, tuple[str, ...]] = {
    "value": ("value",),
    "value-of": ("values",),
    "best-move": ("best-move",),
    "only-best-move": ("best-move",),
    "pruned": ("pruned", "visited"),
    "pruned-exactly": ("pruned",),
    "visited": ("visited",),
    "leaves-evaluated": ("leaves-evaluated",),
    "pruned-leaves": ("pruned",),
    "pruned-inner": ("pruned", "visited"),
    "cutoffs": ("cutoffs",),
    "choice": ("choice",),
}
"""The parts of answers that each claim reads; `same` names its own."""

COMPARED = ("best-move", "pruned", "value", "values", "visited", "leaves-evaluated")
"""The parts that can stay the same."""
