"""A number for every free leaf: which are allowed, which reach a goal, what they earn."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice, permutations, product
from math import ceil, floor

from grader.core.answers.case import Key
from grader.core.answers.inputs import Limits
from grader.core.answers.leaves import pruned_below
from grader.core.answers.object_forms import Filling, Fillings, Rules
from grader.core.answers.part import Keys, id_of
from grader.core.answers.run import ObjectForm, Ran
from grader.core.documents.writing import scalar
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, Tree
from grader.core.numbers import Number, show_number, whole
from grader.kinds.about_searches.claim import Claim
from grader.kinds.about_searches.construct.solve import (
    MOST_RUNS,
    Allowed,
    BestKnown,
    Construction,
    Task,
    Unfit,
    between,
    claims_words,
    missed_words,
    terminal_leaves,
)
from grader.kinds.about_searches.solved import Solved, names
from grader.kinds.words import names_of

_MOST_NAMED = 12

# what is allowed


def refused(game: Construction, filling: Filling) -> tuple[Key, str] | None:
    """Return the first leaf whose number has no place there, and why; None where all have."""
    allowed, tree, bounds = game.asked.allowed, game.searched.game, game.searched.conventions.value_bounds
    replaced = set(game.free) or filling.keys()  # numbers of free leaves are replaced, whatever stands there
    stands = {tree.value[leaf]: leaf for leaf in terminal_leaves(tree) if leaf not in replaced}
    for leaf, number in filling.items():
        if message := refused_number(number, allowed):
            return leaf, message
        if bounds is not None and not bounds[0] <= number <= bounds[1]:  # no leaf can have it
            within = ", ".join(map(show_number, bounds))
            return leaf, f"{show_number(number)} lies outside value-bounds, expected a number in [{within}]"
        if allowed.distinct and number in stands:
            return leaf, twice_words(tree, number, stands[number], leaf)
        stands[number] = leaf
    return None


def twice_words(tree: Tree, number: Number, leaf: int, other: int) -> str:
    """Return that a number stands at two leaves, and at which."""
    return f"{show_number(number)} stands at {names_of(tree, sorted((leaf, other)))}; expected different numbers"


def refused_number(number: Number, allowed: Allowed) -> str:
    """Return why a number has no place anywhere; nothing where it has."""
    if allowed.integers and not isinstance(number, int):
        return f"{show_number(number)} is not a whole number, expected one"
    if (allowed.low is not None and number < allowed.low) or (allowed.high is not None and number > allowed.high):
        return f"{show_number(number)} is not allowed, expected a number {_range_words(allowed)}"
    return ""


def _range_words(allowed: Allowed) -> str:
    return f"from {show_number(allowed.low or 0)} to {show_number(allowed.high or 0)}"


def allowed_words(allowed: Allowed) -> list[str]:
    """Return which numbers may be handed in, in sentences."""
    said, numbers = [], "whole numbers" if allowed.integers else "numbers"
    if allowed.low is not None and allowed.high is not None:
        said.append(f"Allowed are {numbers} {_range_words(allowed)}.")
    elif allowed.integers:
        said.append("Allowed are whole numbers.")
    return [*said, "No two leaves have the same number."] if allowed.distinct else said


def limits_of(allowed: Allowed) -> Limits | None:
    """Return what may be typed for one number, for an answer page; None where every number may."""
    has_ends = allowed.low is not None and allowed.high is not None
    if not has_ends and not allowed.integers:
        return None
    wanted = f"a {'whole ' * allowed.integers}number{f' {_range_words(allowed)}' * has_ends}"
    low, high = ("" if end is None else show_number(end) for end in (allowed.low, allowed.high))
    return Limits(wanted, low, high, allowed.integers)


# numbers at all free leaves: trivial ones, and the first found by counting up


def _best_filling(game: Construction) -> BestKnown:
    """Return numbers at the free leaves that reach the goal. Raises Unfit: also where a trivial filling reaches it."""
    trivial = max(_mean_share(game, game.solved(filling)) for filling in trivial_fillings(game))
    if trivial == 1:
        raise Unfit("a trivial answer reaches the goal: numbers that rise, fall or are all the same", "goal")
    shown = game.asked.shown
    if shown is not None:
        if len(shown) < len(game.asked.free):
            raise Unfit("expected a number for each free leaf", "example")
        game.check_goal(shown)
        return BestKnown(shown, None, trivial)
    if (found := first_that_reaches(game, islice(counting_up(game), MOST_RUNS))) is not None:
        return BestKnown(found, None, trivial)
    raise Unfit(f"the first {MOST_RUNS:,} fillings do not reach the goal; give one that does as example", "goal")


def marks(game: Construction) -> set[Number]:
    """Return the numbers at which anything can turn over (of leaves, static values, window, bounds, claims), and the ends of what is allowed.

    Where numbers are said for the player to move, each with either sign: what is one player's 2 is the other's -2.
    """
    tree, conventions, allowed = game.searched.game, game.searched.conventions, game.asked.allowed
    found = {number for number in tree.value if number is not None}
    known = (*conventions.initial_window, *(conventions.value_bounds or ()))
    found |= {end for end in known if not isinstance(end, float)}
    found |= {end for end in (allowed.low, allowed.high) if end is not None}
    for one in (one for claim in game.asked.claims for one in claim.within()):
        found |= {bound for comparison in one.sort.values(one) for _, bound in comparison.bounds}
    return found | {-number for number in found} if conventions.values_for == "mover" else found


def first_that_reaches(game: Construction, fillings: Iterable[Filling]) -> Filling | None:
    """Return the first filling that reaches the goal; None where none does.

    Players only compare: of fillings whose numbers (for the player to move: with either sign) lie in the same order among themselves and
    between the marks all reach the goal or none, so the search is run on the first of them. Chance nodes and evaluations reckon with numbers; there it is run on each.
    """
    tree: Tree = game.searched.game
    if CHANCE in tree.kind or tree.features is not None:
        return next(filter(game.reaches, fillings), None)
    ends, missed = sorted(marks(game)), set()
    is_mirrored = game.searched.conventions.values_for == "mover"
    for filling in fillings:
        row = [*filling.values(), *(-number for number in filling.values() if is_mirrored)]
        places = [(bisect_left(ends, number), bisect_right(ends, number)) for number in row]
        pattern = (*filling, *places, *map(sorted(row).index, row))
        if pattern not in missed:
            if game.reaches(filling):
                return filling
            missed.add(pattern)
    return None


def trivial_fillings(game: Construction) -> list[Filling]:
    """Return the fillings that need no thought: numbers that rise or fall breadth-first, and the lowest everywhere."""
    leaves, allowed = game.free, game.asked.allowed
    low, high = _bounds(game)
    rising = _rising(low, high, len(leaves), is_whole=allowed.integers)
    rows = [rising, rising[::-1], *([] if allowed.distinct else [[low] * len(leaves)])]
    return [dict(zip(leaves, row, strict=True)) for row in rows]


def _bounds(game: Construction) -> tuple[Number, Number]:
    """Return the least and the greatest number that trivial fillings use."""
    allowed = game.asked.allowed
    if allowed.low is None or allowed.high is None:
        return 0, max(len(game.asked.free) - 1, 0)
    return (ceil(allowed.low), floor(allowed.high)) if allowed.integers else (allowed.low, allowed.high)


def _rising(low: Number, high: Number, count: int, *, is_whole: bool) -> list[Number]:
    """Return numbers that rise by 1 from the lowest; evenly over the range where that does not fit."""
    if low + count - 1 <= high:
        return [low + place for place in range(count)]
    spaced = [low + Fraction((high - low) * place, max(count - 1, 1)) for place in range(count)]
    return [floor(number) if is_whole else whole(number) for number in spaced]


def counting_up(game: Construction) -> Iterator[Filling]:
    """Yield fillings of whole numbers from the lowest up, the last leaf's number first; those that are not allowed left out."""
    leaves, (low, high) = game.free, _bounds(game)
    whole_ones = range(ceil(low), floor(high) + 1)
    # A number that is refused at one free leaf is refused at each of them; beside one another only equal ones are.
    numbers = [number for number in whole_ones if refused(game, dict.fromkeys(leaves[:1], number)) is None]
    rows = permutations(numbers, len(leaves)) if game.asked.allowed.distinct else product(numbers, repeat=len(leaves))
    return (dict(zip(leaves, row, strict=True)) for row in rows)


def _run_values(game: Construction, filling: Filling) -> Ran:
    by_id = game.by_id()
    blank = [id_ for id_ in game.asked.free if by_id[id_] not in filling]
    if blank:
        return Ran(0, f"no number stands at {names(blank[:_MOST_NAMED])}: every free leaf needs one")
    solved = game.solved(filling)
    reached = Fraction(_mean_share(game, solved))
    how_much = f"{show_number(whole(reached))} of the goal is reached. " if 0 < reached < 1 else ""
    share = between(_share_earned(reached, game.asked.found.trivial))
    return Ran(share, missed_words(game, solved, "with your numbers"), f"{how_much}Marks: {_earning_of_values(game)}.")


def _mean_share(game: Construction, solved: Solved) -> Number:
    """Return the mean over the claims: 1 for one that holds, of exact pruning the share that is right."""
    claims = game.asked.claims
    return whole(Fraction(sum(_claim_share(claim, solved) for claim in claims)) / len(claims))


def _claim_share(claim: Claim, solved: Solved) -> Number:
    """Return 1 or 0; of what is to be skipped exactly (leaves rightly skipped - leaves wrongly skipped) / leaves to skip."""
    if not (claim.sort.is_exact and claim.ids):
        return int(claim.holds(solved))
    wanted, skipped = pruned_below(solved.problem.game, solved.nodes(claim.ids) or []).leaves, solved.skipped_leaves()
    return max(Fraction(0), Fraction(len(wanted & skipped) - len(skipped - wanted), len(wanted)))


def _share_earned(reached: Fraction, trivial: Number) -> Fraction:
    """Return which part of the marks a part of the goal earns: none where trivial numbers reach as much, all for the whole."""
    return max(Fraction(0), (reached - trivial) / (1 - trivial))


def skipped_wanted(game: Construction) -> frozenset[int]:
    """Return the leaves that the goal wants skipped, and no others."""
    tree, by_id = game.searched.game, game.by_id()
    named = [by_id[id_] for claim in game.asked.claims if claim.sort.is_exact for id_ in claim.ids]
    return frozenset(pruned_below(tree, named).leaves)


def _earning_of_values(game: Construction) -> str:
    """Return what the parts of the goal earn: each itself, or what lies beyond what trivial numbers reach."""
    claims, trivial = game.asked.claims, game.asked.found.trivial
    is_exact = any(claim.sort.is_exact and claim.ids for claim in claims)
    count = len(claims)
    if count == 1 and not is_exact:
        return "all where the goal is reached, else none"
    said = [f"each claim that holds is 1/{count} of the goal"] if count > 1 else []
    if is_exact:
        said.append("what is to be skipped exactly counts as (leaves rightly skipped - others)/leaves to skip")
    if trivial:
        parts = [part for done in range(1, count) if (part := Fraction(done, count)) > trivial]
        partly = [f"{show_number(one)} of the goal {show_number(_share_earned(one, trivial))} of them" for one in parts]
        partly = ["what lies between its share of the way"] if is_exact else partly
        most = (
            f"{show_number(trivial)} of the goal or less none: numbers that rise, fall or are all alike reach that too"
        )
        said.append(", ".join(["the whole goal earns all the marks", *partly, most]))
    return "; ".join(said)


# as answers


def _rules(problem: Problem) -> Rules:
    """Return what is said of the numbers of free leaves; those of the others stay."""
    allowed, tree, free = problem.game.asked.allowed, problem.game.searched.game, problem.game.free
    stay = (leaf for leaf in terminal_leaves(tree) if leaf not in free)
    others = [(id_of(problem, leaf), show_number(tree.value[leaf])) for leaf in stay]
    return Rules(limits_of(allowed), others if allowed.distinct else None)


def example_of(thing: ObjectForm, problem: Problem) -> str:
    """Return how numbers at leaves are written."""
    keys = thing.widget(problem).keys
    written = (f"{scalar(leaf)}: {letter}" for letter, (leaf, _) in zip("ab", keys[:2], strict=False))
    return f"{{{', '.join(written)}}}, with numbers for the letters"


def numbers_at(
    what: str, leaves: Callable[[Problem], Sequence[Key]], rules: Callable[[Problem], Rules], *, is_open: bool
) -> Fillings:
    """Return the form of numbers at these leaves: at all of them, or where it is open at some."""
    keys = Keys(what, lambda problem: {id_of(problem, leaf): leaf for leaf in leaves(problem)}, id_of)
    return Fillings(keys, lambda problem, given: refused(problem.game, given), leaves, rules, is_open=is_open)


_FILLING = numbers_at("free leaf", lambda problem: problem.game.free, _rules, is_open=False)
VALUE_TASK = Task(
    "Your numbers",
    "a number for every free leaf, so that the goal is reached (leaf: number)",
    "The numbers at the leaves decide what the search does",
    _FILLING,
    example=partial(example_of, _FILLING),
    goal=lambda problem: [
        f"Goal: give a number to each of the leaves {names(problem.game.asked.free)}, so that {claims_words(problem)}."
    ],
    best=_best_filling,
    run=_run_values,
    earning=_earning_of_values,
    trivial=trivial_fillings,
    tried=counting_up,
    counted=lambda _: "the fewest nodes that reach the goal",
    fields=("free", "allowed"),
)
