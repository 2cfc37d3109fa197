"""Numbers at leaves that reach a goal: trivial ones, the first found by counting up, and the fewest changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, pairwise, permutations, product
from math import ceil, floor

from grader.answers.things.fillings import Filling
from grader.answers.widget import Limits
from grader.exact import Number, show_number, whole
from grader.games.tree import CHANCE, Tree
from grader.kinds.lifts.claim import Claim, claims_in
from grader.kinds.lifts.construct.asked import Allowed, Construction, Found, free_leaves
from grader.kinds.lifts.construct.built import terminal_leaves
from grader.kinds.lifts.construct.running import goal_share, number_of, reaches
from grader.kinds.lifts.construct.unfit import MOST_RUNS, Unfit, unproved
from grader.kinds.words import names_of

# what is allowed


def refused(lifted: Construction, filling: Filling) -> tuple[int, str] | None:
    """Return the first leaf whose number has no place there, and why; None where all have."""
    allowed, tree = lifted.asked.allowed, lifted.searched.game
    replaced = set(free_leaves(lifted)) or filling.keys()  # numbers of free leaves are replaced, whatever stands there
    stands = {tree.value[leaf]: leaf for leaf in terminal_leaves(tree) if leaf not in replaced}
    for leaf, number in filling.items():
        if message := _refused_number(number, allowed):
            return leaf, message
        if allowed.distinct and number in stands:
            return leaf, f"{twice_words(tree, number, stands[number], leaf)}; expected different numbers"
        stands[number] = leaf
    return None


def twice_words(tree: Tree, number: Number, leaf: int, other: int) -> str:
    """Return that a number stands at two leaves, and at which."""
    return f"{show_number(number)} stands at {names_of(tree, sorted((leaf, other)))}"


def _refused_number(number: Number, allowed: Allowed) -> str:
    if allowed.integers and not isinstance(number, int):
        return f"{show_number(number)} is not a whole number, expected one"
    if (allowed.low is not None and number < allowed.low) or (allowed.high is not None and number > allowed.high):
        return f"{show_number(number)} is not allowed, expected a number {range_words(allowed)}"
    return ""


def limits_of(allowed: Allowed) -> Limits | None:
    """Return what may be typed for one number, for an answer page; None where every number may."""
    has_ends = allowed.low is not None and allowed.high is not None
    if not has_ends and not allowed.integers:
        return None
    wanted = f"a {'whole ' * allowed.integers}number{f' {range_words(allowed)}' * has_ends}"
    low, high = ("" if end is None else show_number(end) for end in (allowed.low, allowed.high))
    return Limits(wanted, low, high, allowed.integers)


def range_words(allowed: Allowed) -> str:
    """Return the range of a number in words."""
    return f"from {show_number(allowed.low or 0)} to {show_number(allowed.high or 0)}"


# all numbers


def best_filling(lifted: Construction) -> Found:
    """Return numbers at the free leaves that reach the goal. Raises Unfit: also where a trivial filling reaches it."""
    trivial = max(goal_share(lifted, filling) for filling in trivial_fillings(lifted))
    if trivial == 1:
        raise Unfit("a trivial answer reaches the goal: numbers that rise, fall or are all the same", ("goal",))
    shown = lifted.asked.shown
    if shown is not None:
        _check_shown(lifted, shown)
        return Found(shown, None, trivial)
    for filling in islice(counting_up(lifted), MOST_RUNS):
        if reaches(lifted, filling):
            return Found(filling, None, trivial)
    message = f"the first {MOST_RUNS:,} fillings do not reach the goal; give one that does as example"
    raise Unfit(message, ("goal",))


def _check_shown(lifted: Construction, shown: Filling) -> None:
    if len(shown) < len(lifted.asked.free):
        raise Unfit("expected a number for each free leaf", ("example",))
    if not reaches(lifted, shown):
        raise Unfit("does not reach the goal", ("example",))


def trivial_fillings(lifted: Construction) -> list[Filling]:
    """Return the fillings that need no thought: numbers that rise or fall breadth-first, and the lowest everywhere."""
    leaves = free_leaves(lifted)
    low, high = _bounds(lifted)
    rising = _rising(low, high, len(leaves), is_whole=lifted.asked.allowed.integers)
    rows = [rising, rising[::-1], *([] if lifted.asked.allowed.distinct else [[low] * len(leaves)])]
    return [dict(zip(leaves, row, strict=True)) for row in rows]


def _bounds(lifted: Construction) -> tuple[Number, Number]:
    """Return the least and the greatest number that trivial fillings use."""
    allowed = lifted.asked.allowed
    if allowed.low is None or allowed.high is None:
        return 0, max(len(lifted.asked.free) - 1, 0)
    return (ceil(allowed.low), floor(allowed.high)) if allowed.integers else (allowed.low, allowed.high)


def _rising(low: Number, high: Number, count: int, *, is_whole: bool) -> list[Number]:
    """Return numbers that rise by 1 from the lowest; evenly over the range where that does not fit."""
    if low + count - 1 <= high:
        return [low + place for place in range(count)]
    spaced = [low + Fraction((high - low) * place, max(count - 1, 1)) for place in range(count)]
    return [floor(number) if is_whole else whole(number) for number in spaced]


def counting_up(lifted: Construction) -> Iterator[Filling]:
    """Yield fillings of whole numbers from the lowest up, the last leaf's number first; those that are not allowed left out."""
    leaves, (low, high) = free_leaves(lifted), _bounds(lifted)
    numbers = range(ceil(low), floor(high) + 1)
    rows = permutations(numbers, len(leaves)) if lifted.asked.allowed.distinct else product(numbers, repeat=len(leaves))
    for row in rows:
        filling: Filling = dict(zip(leaves, row, strict=True))
        if refused(lifted, filling) is None:
            yield filling


# changes


def best_changes(lifted: Construction) -> Found:
    """Return the fewest changes that reach the goal, one or two. Raises Unfit: also where nothing has to be changed."""
    if reaches(lifted, {}):
        raise Unfit("a trivial answer reaches the goal: nothing has to be changed", ("goal",))
    shown, stated = lifted.asked.shown, lifted.asked.stated
    found = _fewest(lifted)
    if found is not None and stated not in (None, found.best):
        raise Unfit(f"{found.best} is enough, expected this number or none", ("best",))
    if shown is None:
        if found is None:
            raise Unfit("the fewest changes are not found by trying; give an example beside best", ("best",))
        return found
    best = stated if found is None else found.best
    if (count := number_of(lifted, shown)) != best:
        reason = "does not reach the goal" if count is None else f"changes {count} numbers, not {best}"
        raise Unfit(reason, ("example",))
    return Found(shown, best)


def _fewest(lifted: Construction) -> Found | None:
    """Return the fewest changes, found by trying; None where the author says what cannot be tried."""
    stated = lifted.asked.stated
    tree: Tree = lifted.searched.game
    leaves, numbers = len(terminal_leaves(tree)), candidates(lifted)
    single, double = leaves * len(numbers), leaves * (leaves - 1) // 2 * len(numbers) ** 2
    if CHANCE in tree.kind or single > MOST_RUNS:
        if stated is None:
            why = "a chance node is in the tree" if CHANCE in tree.kind else f"there are {single:,} changes"
            raise Unfit(unproved(why), ("tree",))
        return None
    if found := _first(lifted, numbers, 1):
        return found
    if single + double <= MOST_RUNS and (found := _first(lifted, numbers, 2)):
        return found
    if stated is None:
        why = f"there are {single + double:,} changes of two numbers" if single + double > MOST_RUNS else ""
        raise Unfit(unproved(why) if why else "neither one change nor two reach the goal", ("goal",))
    return None


def _first(lifted: Construction, numbers: Sequence[Number], count: int) -> Found | None:
    """Return the first so many changes that reach the goal."""
    found = (filling for filling in changes_of(lifted, count, numbers) if reaches(lifted, filling))
    filling = next(found, None)
    return None if filling is None else Found(filling, count)


def changes_of(lifted: Construction, count: int, numbers: Sequence[Number]) -> Iterator[Filling]:
    """Yield all changes of so many leaves to these numbers, those to near numbers first; what is not allowed left out."""
    tree: Tree = lifted.searched.game
    for chosen in combinations(terminal_leaves(tree), count):
        for row in product(*(_nearest_first(numbers, tree.value[leaf] or 0) for leaf in chosen)):
            filling: Filling = dict(zip(chosen, row, strict=True))
            if refused(lifted, filling) is None:
                yield filling


def _nearest_first(numbers: Sequence[Number], old: Number) -> list[Number]:
    """Return the other numbers, the nearest one first."""
    return sorted((number for number in numbers if number != old), key=lambda number: (abs(number - old), number))


def candidates(lifted: Construction) -> list[Number]:
    """Return the numbers of which one is enough wherever any is: all that stand in the problem, and some beside and between them."""
    marks = sorted(_marks(lifted))
    found = {*marks, marks[0] - 1, marks[0] - 2, marks[-1] + 1, marks[-1] + 2}
    for low, high in pairwise(marks):
        found |= _between(low, high, is_whole=lifted.asked.allowed.integers)
    if lifted.asked.allowed.integers:
        found |= {floor(number) for number in found} | {ceil(number) for number in found}
    return sorted(number for number in found if not _refused_number(number, lifted.asked.allowed))


def _between(low: Number, high: Number, *, is_whole: bool) -> set[Number]:
    """Return two numbers between neighbours; whole ones as far as there are some."""
    if is_whole:
        return set(range(floor(low) + 1, ceil(high))[:2])
    third = Fraction(high - low) / 3
    return {whole(low + third), whole(low + 2 * third)}


def _marks(lifted: Construction) -> set[Number]:
    """Return the numbers at which anything can turn over (of leaves, static values, the window, the claims), and the ends of what is allowed."""
    tree: Tree = lifted.searched.game
    marks = {number for number in tree.value if number is not None}
    marks |= {end for end in lifted.searched.conventions.initial_window if not isinstance(end, float)}
    marks |= {end for end in (lifted.asked.allowed.low, lifted.asked.allowed.high) if end is not None}
    for claim in lifted.asked.claims:
        for one in claims_in(claim):
            marks |= _numbers(one)
    return marks


def _numbers(claim: Claim) -> set[Number]:
    comparisons = [claim.number] if claim.name == "value" else []
    comparisons += [wanted for _, wanted in claim.numbers]
    return {bound for comparison in comparisons for _, bound in comparison.bounds}
