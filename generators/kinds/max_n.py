"""Exercises of several players: a tree in which they take turns, and a number for each of them at every leaf."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from generators.candidate import Candidate
from generators.draws import Draws, RequestError
from generators.fields import ENDS
from generators.generator import Figures, Generator, Guarantee, with_those_of_variants
from generators.parameters import PartyParameters, Promise
from generators.shapes import grow_in_turn
from grader.core.games.changed import cut_as, with_values
from grader.core.games.problem import Problem
from grader.core.games.tree import FIRST_PLAYER, Tree
from grader.core.search.folds import back_up
from grader.core.search.values import Payoffs
from grader.kinds.max_n.documents import MOST_NODES, RESERVED
from grader.kinds.trees.rules import values_of

_MOST_PLAYERS, _LARGEST = 6, 10**9


def draw_party(parameters: PartyParameters, draws: Draws) -> Tree:
    """Return a tree with a number for each player at every leaf, cut where a given one was cut."""
    tree = parameters.skeleton
    if tree is None:
        height, players = draws.between(*parameters.depth), parameters.players
        turns = [FIRST_PLAYER + player for player in range(len(players))]
        tree = grow_in_turn(
            lambda _, depth: draws.between(*parameters.branching) if depth < height else 0, turns, players
        )
    worths = {leaf: _worth(parameters, len(tree.players), draws) for leaf in tree.leaves()}
    return with_values(tree, worths)


def _worth(parameters: PartyParameters, players: int, draws: Draws) -> Payoffs:
    """Return what a leaf is worth to each; where the sum is bounded, shares of the bound."""
    bound = parameters.question.conventions.sum_bound
    if bound is None:
        return tuple(draws.between(*parameters.values) for _ in range(players))
    ends = [0, *sorted(draws.between(0, int(bound)) for _ in range(players - 1)), int(bound)]
    return tuple(high - low for low, high in pairwise(ends))


def check_party(parameters: PartyParameters) -> None:
    """Refuse a request that contradicts itself. Raises RequestError."""
    names, (low, high) = parameters.players, parameters.values
    if not 2 <= len(names) <= _MOST_PLAYERS or len({*names}) < len(names):
        raise RequestError(f"expected 2 to {_MOST_PLAYERS} different players, as Ann,Bob,Cat")
    if reserved := next((name for name in names if name in RESERVED), None):
        raise RequestError(f'"{reserved}" is a key of nodes, expected another name of a player')
    if not 1 <= parameters.depth[0] <= parameters.depth[1]:
        raise RequestError("expected a depth of at least 1, as 2 or 2-3")
    if not 1 <= parameters.branching[0] <= parameters.branching[1]:
        raise RequestError("expected a branching of at least 1, as 2 or 2-3")
    if parameters.branching[1] > MOST_NODES or _most_nodes(parameters) > MOST_NODES:
        raise RequestError(f"trees can have more than {MOST_NODES:,} nodes; choose a smaller depth or branching")
    if not -_LARGEST <= low < high <= _LARGEST or low != int(low) or high != int(high):
        raise RequestError(f"expected a range of whole numbers up to {_LARGEST:,}, as 0..9")
    if (bound := parameters.question.conventions.sum_bound) is not None and (bound < 1 or bound != int(bound)):
        raise RequestError("expected a sum-bound that is a whole number above 0, as sum-bound=9")


def _most_nodes(parameters: PartyParameters) -> int:
    count = level = 1
    for _ in range(parameters.depth[1]):
        level *= parameters.branching[1]
        count += level
        if count > MOST_NODES:
            break
    return count


def like_party(problem: Problem, promise: Promise) -> PartyParameters:
    """Return the request for problems on the same tree with other numbers."""
    tree: Tree = problem.game
    worths = [tree.payoffs(leaf) for leaf in tree.leaves()]
    numbers = [int(number) for worth in worths for number in worth]
    low, high = min(numbers), max(numbers)
    return PartyParameters(
        players=tuple(tree.players),
        values=(low, max(high, low + 5)),
        skeleton=cut_as(tree, tree.whole.frozen()).frozen(),
        promise=promise,
    )


def figures_of_party(case: Candidate) -> Figures:
    """Yield how difficult a problem is: its size, and how many numbers players compare."""
    tree: Tree = case.game
    yield "nodes", tree.size
    yield "players", len(tree.players)
    yield "numbers-compared", sum(len(tree.children(node)) for node in tree.inner())


def _has_distinct_own(case: Candidate, parameters: PartyParameters) -> bool:
    """Return whether no player finds two children of a node equally good."""
    tree: Tree = case.game
    values: list[Payoffs] = back_up(tree, values_of(case.problem))
    turns = ((node, tree.kind[node] - FIRST_PLAYER) for node in tree.inner() if tree.kind[node] >= FIRST_PLAYER)
    own = ([values[child][player] for child in tree.children(node)] for node, player in turns)
    return all(len({*numbers}) == len(numbers) for numbers in own)


def idle_in_party(parameters: PartyParameters) -> Mapping[str, str]:
    """Return the fields that say nothing of such a request, each with the reason."""
    if parameters.question.conventions.sum_bound is None:
        return {}
    return {"values": "goes with no sum-bound, of which the numbers of every leaf are shares; leave out one of them"}


MAX_N = Generator(
    PartyParameters,
    ("like", "players", "depth", "branching", "values", *ENDS),
    check_party,
    draw_party,
    like_party,
    "the mirror image of a game of several players is not offered; expected --like",
    figures_of_party,
    with_those_of_variants(
        figures_of_party,
        Guarantee(
            "distinct-own",
            _has_distinct_own,
            "No player finds two children of a node equally good.",
            "a larger range of values, or --without distinct-own",
        ),
        Guarantee(
            "not-paranoid",
            lambda case, _: (
                (wrong := case.misconceptions.get(("paranoid", ""))) is None
                or wrong.answer({}, ("value",))["value"] != case.kind.solve(case.problem).answers["value"]
            ),
            "The root is worth something else where all others play against its player.",
            "a larger tree, or --without not-paranoid",
            lambda parameters: (
                "in one ply no other player moves" if not parameters.skeleton and parameters.depth[0] < 2 else ""
            ),
        ),
    ),
    (
        "--players Ann,Bob,Cat --depth 3 --branching 2 --seed 7",
        "--convention sum-bound=9 --ask value,pruned,visited --count 20 --out week7",
    ),
    idle=idle_in_party,
)
