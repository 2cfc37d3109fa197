"""What the structure of a request says of every draw, for the table of coincidences."""

from __future__ import annotations

from generators.candidate import Candidate
from generators.coincidences import Setting
from generators.draws import Draws
from generators.limits import leaves_of, searched_part
from generators.parameters import (
    AlphaBetaParameters,
    DeepeningParameters,
    Parameters,
    Shape,
    TreeParameters,
    UcbParameters,
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
        tree = sample.game if parameters.ordering.mirror is not None else _largest(parameters)
        is_uniform = _is_uniform(parameters.shape, tree)
        leaves = leaves_of(sample.game)
        is_given = parameters.ordering.mirror is not None
        has_distinct_leaves = len(set(leaves)) == len(leaves) if is_given else parameters.leaves.ties == 0
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
