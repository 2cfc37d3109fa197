"""What the structure of a request says of every draw, for the table of coincidences."""

from __future__ import annotations

from generators.candidate import Candidate
from generators.coincidences import Setting
from generators.draws import Draws
from generators.games import STARTS
from generators.limits import leaves_of, searched_part
from generators.parameters import (
    AlphaBetaParameters,
    DeepeningParameters,
    Parameters,
    Shape,
    TreeParameters,
    UcbParameters,
    is_of_game,
)
from generators.shapes import SHARES, draw_skeleton
from grader.games.horizon import cut, limit_of
from grader.games.tree import CHANCE, Tree


def setting_of(sample: Candidate, parameters: Parameters, on: set[str]) -> Setting:
    """Return what the structure of the request says, for the table of coincidences."""
    is_uniform = has_distinct_leaves = prunes_nothing = has_unvisited = has_depth = has_features = False
    tree = None
    if isinstance(parameters, UcbParameters):
        has_unvisited = parameters.unvisited[0] > 0
    elif isinstance(parameters, TreeParameters):  # of lifts nothing: what coincides for one x need not for all
        tree = _tree_of(sample, parameters)
        is_uniform = is_of_game(parameters) or (tree is not None and _is_uniform(parameters.shape, tree))
        leaves = leaves_of(sample.game)
        is_given = parameters.ordering.mirror is not None
        is_open = is_given or not _draws_values(parameters)
        has_distinct_leaves = is_given and len(set(leaves)) == len(leaves) if is_open else parameters.leaves.ties == 0
        has_distinct_leaves = has_distinct_leaves and sample.game.horizon is None  # static values may be equal
        prunes_nothing = parameters.ordering.name == "worst-first"
        has_depth, has_features = sample.game.horizon is not None, sample.game.features is not None
    elif isinstance(parameters, DeepeningParameters):
        has_depth = True  # each iteration stops
    if isinstance(parameters, AlphaBetaParameters):
        wanted = parameters.pruning.prune_count
        prunes_nothing = prunes_nothing or (wanted is not None and wanted[1] == 0)
    return Setting(
        kind=sample.problem.kind,
        ask=frozenset(sample.problem.ask),
        conventions=sample.problem.conventions,
        tree=tree,
        is_uniform=is_uniform,
        has_distinct_leaves=has_distinct_leaves,
        is_unequal="unequal-bounds" in on,
        is_unique="unique-best-move" in on,
        prunes_nothing=prunes_nothing,
        has_unvisited=has_unvisited,
        has_depth=has_depth,
        has_features=has_features,
    )


def _tree_of(sample: Candidate, parameters: TreeParameters) -> Tree | None:
    """Return a tree of which each one that is searched is a part; None where nothing is known of all of them."""
    if parameters.ordering.mirror is not None:
        return sample.game  # type: ignore[no-any-return]  # the game of a request for trees is one
    return None if is_of_game(parameters) else _largest(parameters)


def _draws_values(parameters: TreeParameters) -> bool:
    """Return whether the values of leaves are drawn: those of most games follow from their rules."""
    return parameters.game is None or STARTS[parameters.game.name].has_numbers


def _largest(parameters: TreeParameters) -> Tree:
    """Return a tree of which each one that is searched is a part: what cannot be on it cannot be on any."""
    shape, limits = parameters.shape, parameters.limits
    deepest, widest = shape.depth[1], shape.branching[1]
    largest = shape._replace(depth=(deepest, deepest), branching=(widest, widest), names="letters")
    tree = draw_skeleton(largest, Draws("largest"))
    if limits.depth is None or limits.noisy[1]:
        return tree
    unit = parameters.question.conventions.depth_in
    return searched_part(cut(tree, limit_of(limits.depth, unit), limits.extension, unit))


def _is_uniform(shape: Shape, tree: Tree) -> bool:
    """Return whether all outcomes of a chance node are equally likely, whatever is drawn."""
    if shape.skeleton is None and shape.probabilities in SHARES:
        return False
    outcomes = [tree.children(node) for node in range(tree.size) if tree.kind[node] == CHANCE]
    return all(len({tree.probability[child] for child in children}) == 1 for children in outcomes)
