"""Exercises of several players: a tree in which they take turns, and a number for each of them at every leaf."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from generators.candidate import Candidate
from generators.draws import Draws
from generators.errors import RequestError
from generators.figures import Figures
from generators.guarantee import Guarantee
from generators.parameters import Parameters, PartyParameters, Promise, Question
from grader.exact import Number
from grader.games.changed import with_values
from grader.games.horizon import cut_as
from grader.games.nodes import letters
from grader.games.problem import Problem
from grader.games.tree import FIRST_PLAYER, LEAF, Tree
from grader.kinds.max_n.door import MOST_NODES, RESERVED
from grader.kinds.trees.solving import values_of
from grader.rules.payoffs import Payoffs
from grader.search import back_up

_MOST_PLAYERS, _LARGEST = 6, 10**9


def draw_party(parameters: PartyParameters, draws: Draws) -> Tree:
    """Return a tree with a number for each player at every leaf, cut where a given one was cut."""
    tree = parameters.skeleton or _skeleton(parameters, draws)
    worths = {leaf: _worth(parameters, len(tree.players), draws) for leaf in tree.leaves()}
    return with_values(tree, worths)


def _skeleton(parameters: PartyParameters, draws: Draws) -> Tree:
    """Return a tree in which the players take turns, its nodes called by letters."""
    height = draws.between(*parameters.depth)
    parent, depth = [-1], [0]
    first, end = [], []
    for node, deep in enumerate(depth):
        count = draws.between(*parameters.branching) if deep < height else 0
        first.append(len(parent))
        parent += [node] * count
        depth += [deep + 1] * count
        end.append(len(parent))
    players = parameters.players
    kind = [FIRST_PLAYER + deep % len(players) if deep < height else LEAF for deep in depth]
    ids = list(islice(letters(), len(parent)))
    nothing: list[Number | None] = [None] * len(parent)
    return Tree(kind, first, end, parent, nothing, nothing, ids, ids, players=players)


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


def like_party(problem: Problem, question: Question, promise: Promise) -> PartyParameters:
    """Return the request for problems on the same tree with other numbers."""
    tree: Tree = problem.game
    worths = [tree.payoffs(leaf) for leaf in tree.leaves()]
    numbers = [int(number) for worth in worths for number in worth]
    low, high = min(numbers), max(numbers)
    return PartyParameters(
        players=tuple(tree.players),
        values=(low, max(high, low + 5)),
        skeleton=cut_as(tree, tree.whole.frozen()).frozen(),
        question=question,
        promise=promise,
    )


def mirrored_party(problem: Problem, question: Question, promise: Promise) -> tuple[PartyParameters, Problem]:
    """Raise RequestError."""
    raise RequestError("the mirror image of a game of several players is not offered; expected --like")


def figures_of_party(case: Candidate) -> Figures:
    """Yield how difficult a problem is: its size, and how many numbers players compare."""
    tree: Tree = case.game
    yield "nodes", tree.size
    yield "players", len(tree.players)
    yield "numbers-compared", sum(len(tree.children(node)) for node in tree.inner())


def _has_distinct_own(case: Candidate, parameters: Parameters) -> bool:
    """Return whether no player finds two children of a node equally good."""
    tree: Tree = case.game
    values: list[Payoffs] = back_up(tree, values_of(case.problem))
    return all(len({*own}) == len(own) for own in _own_numbers(tree, values))


def _own_numbers(tree: Tree, values: Sequence[Payoffs]) -> Iterator[list[Number]]:
    for node in tree.inner():
        if tree.kind[node] >= FIRST_PLAYER:
            yield [values[child][tree.kind[node] - FIRST_PLAYER] for child in tree.children(node)]


def _is_not_paranoid(case: Candidate, parameters: Parameters) -> bool:
    wrong = case.misconceptions.get(("paranoid", ""))
    return wrong is None or wrong.answer({}, ("value",))["value"] != case.kind.solve(case.problem).answers["value"]


def _never_paranoid(parameters: Parameters) -> str:
    is_one_ply = isinstance(parameters, PartyParameters) and not parameters.skeleton and parameters.depth[0] < 2
    return "in one ply no other player moves" if is_one_ply else ""


PARTIES: tuple[Guarantee, ...] = (
    Guarantee(
        "distinct-own",
        _has_distinct_own,
        "No player finds two children of a node equally good.",
        "a larger range of values, or --without distinct-own",
    ),
    Guarantee(
        "not-paranoid",
        _is_not_paranoid,
        "The root is worth something else where all others play against its player.",
        "a larger tree, or --without not-paranoid",
        _never_paranoid,
    ),
)
"""Guarantees of games of several players."""
