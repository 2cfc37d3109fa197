"""What an object earns: the search runs on it, by the right rules or by wrong ones, and the goal is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from grader.answers.leaf_set import pruned_below
from grader.answers.objects import Ran
from grader.answers.things.fillings import Filling
from grader.answers.things.orders import Order
from grader.exact import Number, show_number, whole
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.lifts.claim import Claim, Solved, holds, skipped_leaves
from grader.kinds.lifts.construct.asked import CHANGES, LEAST, ORDER, TREE, VALUES, Asked, Construction, Made
from grader.kinds.lifts.construct.built import built
from grader.kinds.lifts.construct.earning import earning_words, share_earned
from grader.kinds.lifts.searched import Way, right_way
from grader.kinds.lifts.sentences import names, say

COUNTED = ("leaves-evaluated",)

Take = Callable[[Problem], Way]
"""Who solves the problem that an object makes: by the right rules, or by a wrong one."""


def ran(lifted: Construction, thing: Made) -> Ran:
    """Return what an object earns, and what there is to say of it."""
    return RUNS[lifted.asked.make](lifted, thing)


# leaves evaluated


def evaluated(lifted: Construction, order: Order, take: Take = right_way) -> int:
    """Return how many leaves are evaluated in an order."""
    count: int = take(built(lifted.searched, ORDER, order)).answers(COUNTED)["leaves-evaluated"]
    return count


def is_better(objective: str, one: int, other: int) -> bool:
    """Return whether so many evaluated leaves are better than as many as that."""
    return one > other if objective == LEAST else one < other


def _run_order(lifted: Construction, order: Order) -> Ran:
    found, count = lifted.asked.found, evaluated(lifted, order)
    gained, all_ = found.trivial - count, found.trivial - (found.best or 0)
    share = _between(Fraction(gained) / all_)
    own = f"in your order {leaves(count)} evaluated"
    return Ran(share, own, "" if share == 1 else _better(lifted, order))


def _better(lifted: Construction, order: Order) -> str:
    """Return how many leaves are possible, where the order could be better, and how marks arise."""
    from grader.kinds.lifts.construct.turning import turning_words

    best = lifted.asked.found.best
    possible = f"{best} {_are(best)} possible."
    return " ".join(filter(None, (possible, turning_words(lifted, order), earning_words(lifted))))


def leaves(count: int) -> str:
    """Return so many leaves with their verb.

    >>> leaves(1), leaves(7)
    ('1 leaf is', '7 leaves are')
    """
    return "1 leaf is" if count == 1 else f"{count} leaves are"


def _are(count: int | None) -> str:
    return "is" if count == 1 else "are"


def _between(share: Number) -> Number:
    return whole(min(max(Fraction(share), Fraction(0)), Fraction(1)))


# claims


def solved_by(lifted: Construction, thing: Made, take: Take = right_way) -> Solved:
    """Return the problem that an object makes, solved as far as the claims of the goal read it."""
    asked: Asked = lifted.asked
    return take(built(lifted.searched, asked.make, thing)).solved(asked.claims)


def reaches(lifted: Construction, thing: Made, take: Take = right_way) -> bool:
    """Return whether all claims of the goal hold of the problem that an object makes."""
    return _reaches(lifted, solved_by(lifted, thing, take))


def _reaches(lifted: Construction, solved: Solved) -> bool:
    return all(holds(claim, solved) for claim in lifted.asked.claims)


def goal_share(lifted: Construction, thing: Made) -> Number:
    """Return the mean over the claims: 1 for one that holds, of exact pruning the share that is right."""
    return _mean_share(lifted, solved_by(lifted, thing))


def _mean_share(lifted: Construction, solved: Solved) -> Number:
    claims = lifted.asked.claims
    return whole(Fraction(sum(_claim_share(claim, solved) for claim in claims)) / len(claims))


def _claim_share(claim: Claim, solved: Solved) -> Number:
    """Return 1 or 0; of what is to be skipped exactly (leaves rightly skipped - leaves wrongly skipped) / leaves to skip."""
    if claim.name != "pruned-exactly" or not claim.ids:
        return int(holds(claim, solved))
    wanted, skipped = pruned_below(solved.problem.game, solved.nodes(claim.ids) or []).leaves, skipped_leaves(solved)
    return max(Fraction(0), Fraction(len(wanted & skipped) - len(skipped - wanted), len(wanted)))


def skipped_wanted(lifted: Construction) -> frozenset[int]:
    """Return the leaves that the goal wants skipped, and no others."""
    tree, by_id = lifted.searched.game, lifted.by_id()
    named = [by_id[id_] for claim in lifted.asked.claims if claim.name == "pruned-exactly" for id_ in claim.ids]
    return frozenset(pruned_below(tree, named).leaves)


def _run_values(lifted: Construction, filling: Filling) -> Ran:
    by_id = lifted.by_id()
    blank = [id_ for id_ in lifted.asked.free if by_id[id_] not in filling]
    if blank:
        return Ran(0, f"no number stands at {names(blank[:_MOST_NAMED])}: every free leaf needs one")
    trivial, solved = lifted.asked.found.trivial, solved_by(lifted, filling)
    reached = Fraction(_mean_share(lifted, solved))
    share = _between(share_earned(reached, trivial))
    how_much = f"{show_number(whole(reached))} of the goal is reached. " if 0 < reached < 1 else ""
    return Ran(share, _told(lifted, solved, "with your numbers"), f"{how_much}{earning_words(lifted)}")


_MOST_NAMED = 12


def _told(lifted: Construction, solved: Solved, how: str) -> str:
    """Return which claims do not hold of an object, and what the search finds instead."""
    missed = [claim for claim in lifted.asked.claims if not holds(claim, solved)]
    if not missed:
        return f"{how} the goal is reached"
    said = "; ".join(f"it is not so that {say(claim, solved.problem)}" for claim in missed)
    return f"{how} {said}{_found_words(missed, solved)}"


def _found_words(missed: Sequence[Claim], solved: Solved) -> str:
    """Return what the search finds of all that the claims are about."""
    from grader.kinds.lifts.explained import found_of  # right objects need none

    known = right_way(solved.problem).solved()  # more than the claims read
    facts = filter(None, (found_of(claim, known) for claim in missed))
    found = "; ".join(dict.fromkeys(facts))
    return f" ({found})" if found else ""


def really_changed(lifted: Construction, changes: Mapping[int, Number]) -> int:
    """Return how many of the numbers are other ones than the tree has."""
    value = lifted.searched.game.value
    return sum(1 for leaf, number in changes.items() if value[leaf] != number)


def _run_changes(lifted: Construction, changes: Filling) -> Ran:
    count, best = really_changed(lifted, changes), lifted.asked.found.best or 1
    if not count:
        return Ran(0, "nothing is changed")
    solved = solved_by(lifted, changes)
    if not _reaches(lifted, solved):
        return Ran(0, _told(lifted, solved, f"with {times(count, 'change')}"), earning_words(lifted))
    own = f"{times(count, 'change')} {'reaches' if count == 1 else 'reach'} the goal"
    enough = f"{times(best, 'change')} {'is' if best == 1 else 'are'} enough."
    return Ran(_between(Fraction(best, count)), own, f"{enough} {earning_words(lifted)}")


def times(count: int, what: str) -> str:
    """Return so many things with their number.

    >>> times(1, "change"), times(2, "change")
    ('1 change', '2 changes')
    """
    return f"{count} {what}{'' if count == 1 else 's'}"


def _run_tree(lifted: Construction, tree: Tree) -> Ran:
    best = lifted.asked.found.best or 1
    solved = solved_by(lifted, tree)
    if not _reaches(lifted, solved):
        return Ran(0, _told(lifted, solved, "in your tree"), earning_words(lifted))
    own = f"your tree of {times(tree.size, 'node')} reaches the goal"
    return Ran(_between(Fraction(best, tree.size)), own, f"{times(best, 'node')} are enough. {earning_words(lifted)}")


RUNS: Mapping[str, Callable[[Construction, Any], Ran]] = {
    ORDER: _run_order,
    VALUES: _run_values,
    CHANGES: _run_changes,
    TREE: _run_tree,
}


def number_of(lifted: Construction, thing: Filling | Tree) -> int | None:
    """Return how many numbers are changed, or how many nodes a tree has; None where the goal is not reached."""
    if not reaches(lifted, thing):
        return None
    return thing.size if isinstance(thing, Tree) else really_changed(lifted, thing)
