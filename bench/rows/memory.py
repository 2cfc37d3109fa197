"""Peak memory of solving a large tree, beside the tree itself."""

from __future__ import annotations

import tracemalloc

from measure import Line
from samples import uniform_tree

from grader.core.search.folds import alpha_beta, back_up


def memory(runs: int) -> list[Line]:  # memory is the same in every run
    tracemalloc.start()
    tree = uniform_tree(10, 5)
    of_tree, _ = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    solved = back_up(tree), alpha_beta(tree)
    peak = tracemalloc.get_traced_memory()[1] - of_tree
    tracemalloc.stop()
    visited = len(solved[1].visited)
    note = f"{peak / 2**20:.1f} MiB, {peak / tree.size:.0f} bytes a node ({tree.size:,} nodes, {visited:,} visited)"
    return [Line("peak memory, both searches (10, 5)", "the tree itself", (peak / of_tree,), None, note)]
