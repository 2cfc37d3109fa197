"""Sizes of uniform trees: the branching and the depth of an exercise are drawn."""

from __future__ import annotations

from generators.candidate import Candidate
from generators.draws import Draws, RequestError
from generators.fields import ENDS
from generators.generator import Figures, Generator, differs, with_those_of_variants
from generators.parameters import Promise, TreeSizeParameters
from grader.core.games.problem import Problem
from grader.kinds.tree_size import MOST_LEAVES, Uniform


def check_size(parameters: TreeSizeParameters) -> None:
    """Refuse a request that contradicts itself, or for trees that are too large. Raises RequestError."""
    (least, most), (shallow, deep) = parameters.branching, parameters.depth
    if not 1 <= least <= most:
        raise RequestError("expected a branching factor of at least 1, as 3 or 2-5")
    if not 1 <= shallow <= deep <= 30:
        raise RequestError("expected a depth from 1 to 30, as 4 or 2-4")
    if most**deep > MOST_LEAVES:
        raise RequestError(f"a tree of {most}^{deep} leaves is too large; choose a smaller depth or branching")


def draw_size(parameters: TreeSizeParameters, draws: Draws) -> Uniform:
    """Return a tree as asked."""
    return Uniform(draws.between(*parameters.branching), draws.between(*parameters.depth))


def like_size(problem: Problem, promise: Promise) -> TreeSizeParameters:
    """Return the request for trees as deep with a branching factor near the given one."""
    tree: Uniform = problem.game
    near = (max(2, tree.branching - 2), tree.branching + 2)
    return TreeSizeParameters(near, (tree.depth, tree.depth), tree.branching, promise=promise)


def figures_of_size(case: Candidate) -> Figures:
    """Yield how many levels there are below the root."""
    tree: Uniform = case.game
    yield "levels", tree.depth


SIZE = Generator(
    TreeSizeParameters,
    ("like", "depth", "branching", *ENDS),
    check_size,
    draw_size,
    like_size,
    "a tree of which only its size is known has no mirror image; expected a problem of trees",
    figures_of_size,
    with_those_of_variants(
        figures_of_size,
        differs(
            "another-branching", lambda case: case.game.branching, "The branching is not that of the given problem."
        ),
    ),
    ("--branching 2-9 --depth 3 --count 5 --out sizes",),
)
