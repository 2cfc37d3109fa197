"""Marking a set of leaves, however it is listed, so that equal answers earn equal marks."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.exact import Number, whole
from grader.games.tree import BEYOND, LEAF, Tree
from grader.marks.by_shape import report_part
from grader.marks.reports import Counts, Entry, PartReport, Verdict, Written
from grader.printable import printable

_MOST_NAMED = 12


class Pruned(NamedTuple):
    """What a search skipped: the root of each skipped subtree, breadth-first, and the leaves at or below them."""

    roots: Sequence[int]
    leaves: frozenset[int]

    def listed(self, tree: Tree, how: str) -> list[int]:
        """Return the nodes that list it, breadth-first: its `subtrees`, all its `nodes`, or its `leaves`."""
        if how == "subtrees":
            return list(self.roots)
        nodes = sorted(node for root in self.roots for node in tree.below(root))
        return [node for node in nodes if how == "nodes" or tree.kind[node] == LEAF]


def below_words(tree: Tree, roots: Sequence[int]) -> str:
    """Return what is said behind the names of roots of subtrees: that all below belongs to them, where anything is below."""
    if all(tree.kind[root] == LEAF for root in roots):
        return ""
    return f" (with all below {'it' if len(roots) == 1 else 'them'})"


class Says(NamedTuple):
    """What marking says of such a set: that nothing belongs in it, and of leaves why they do, or do not."""

    nothing: str
    wrongly: str
    partly: str
    also: str


SKIPPED = Says(
    "nothing is pruned",
    "the search visits {visited}",
    "the search skips {hits} but visits {visited}",
    "the search skips all of {name}, also {missing}",
)
REPEATED = Says(
    "nothing is redundant",
    "the search looks at {visited}",
    "{hits} is redundant, but the search looks at {visited}",
    "all of {name} is redundant, also {missing}",
)


def pruned_below(tree: Tree, roots: Sequence[int]) -> Pruned:
    """Return the answer whose skipped subtrees have these roots; what lies below a horizon is none."""
    ordered = sorted(root for root in roots if tree.kind[root] != BEYOND)
    return Pruned(ordered, frozenset(leaf for root in ordered for leaf in tree.leaves_below(root)))


def _topmost(tree: Tree, nodes: set[int]) -> dict[int, int]:
    """Return for each node at or below one of `nodes` the topmost of them above it; none below a horizon."""
    top: dict[int, int] = {}
    for node, kind in enumerate(tree.kind):
        if kind == BEYOND:
            continue
        parent = tree.parent[node]
        if parent in top:
            top[node] = top[parent]
        elif node in nodes:
            top[node] = node
    return top


def mark_pruned(
    part: str,
    tree: Tree,
    expected: Pruned,
    given: Sequence[Written],
    possible: Number,
    why: Callable[[int], str],
    says: Says = SKIPPED,
) -> PartReport:
    """Return the report: (leaves rightly listed - leaves wrongly listed) / leaves expected, never below 0.

    Each leaf counts once: with the topmost listed node above it. What is listed below a horizon is ignored. Missing leaves are told subtree by subtree. `why` tells
    why the search skipped a node, or why it could not.
    """
    given = [written for written in given if tree.kind[written.value] != BEYOND]
    top = _topmost(tree, {written.value for written in given})
    texts: dict[int, list[str]] = {}
    for written in given:
        shown = texts.setdefault(top[written.value], [])
        if written.text not in shown and len(shown) < _MOST_NAMED:
            shown.append(written.text)
    leaves_of: dict[int, list[int]] = {node: [] for node in texts}
    for leaf, node in top.items():
        if tree.kind[leaf] == LEAF:
            leaves_of[node].append(leaf)
    if not expected.leaves and not given:
        return PartReport(part, possible, possible, (Entry(Verdict.CORRECT, None, "none", "none", possible, possible),))
    share = whole(Fraction(possible) / len(expected.leaves)) if expected.leaves else 0
    left = iter(range(_MOST_NAMED))

    def told(node: int) -> str:
        return why(node) if next(left, None) is not None else ""

    entries = [
        _listed_entry(tree, expected, node, leaves, texts[node], share, told, says)
        for node, leaves in leaves_of.items()
    ]
    entries += _missing_entries(tree, expected, top, share, told, says)
    if not expected.leaves:
        entries.append(
            Entry(Verdict.MISSING, None, None, "none", 0, possible, f"{says.nothing}: expected an empty list")
        )
    right = len(expected.leaves & top.keys())
    counts = Counts(right, len(expected.leaves), extra=sum(map(len, leaves_of.values())) - right, what="leaves")
    return report_part(part, possible, entries)._replace(counts=counts if expected.leaves else None)


def _listed_entry(
    tree: Tree,
    expected: Pruned,
    node: int,
    leaves: Sequence[int],
    texts: Sequence[str],
    share: Number,
    told: Callable[[int], str],
    says: Says,
) -> Entry:
    """Return the entry of a listed node and of all listed below it."""
    hits = [leaf for leaf in leaves if leaf in expected.leaves]
    visited = [leaf for leaf in leaves if leaf not in expected.leaves]
    given, name, possible = ", ".join(texts), printable(tree.ids[node]), share * len(hits)
    if not visited:
        return Entry(Verdict.CORRECT, name, given, name, possible, possible, is_node=True)
    earned = whole(Fraction(share * (len(hits) - len(visited))))
    if not hits:
        message = f"{says.wrongly.format(visited=_naming(tree, visited))}. {told(visited[0])}".rstrip()
        return Entry(Verdict.EXTRA, name, given, None, earned, 0, message, is_node=True)
    both = says.partly.format(hits=_naming(tree, hits), visited=_naming(tree, visited))
    message = f"{both}. {told(visited[0])}".rstrip()
    return Entry(Verdict.WRONG, name, given, _naming(tree, hits), earned, possible, message, is_node=True)


def _missing_entries(
    tree: Tree, expected: Pruned, top: dict[int, int], share: Number, told: Callable[[int], str], says: Says
) -> list[Entry]:
    entries = []
    for root in expected.roots:
        missing = [leaf for leaf in tree.leaves_below(root) if leaf not in top]
        if not missing:
            continue
        name, what = printable(tree.ids[root]), _naming(tree, missing)
        everything = len(missing) == len(tree.leaves_below(root))
        which = "" if everything else f"{says.also.format(name=name, missing=what)}. "
        message = (which + told(root)).rstrip()
        shown = name if everything else what
        entries.append(
            Entry(Verdict.MISSING, name, None, shown, 0, whole(Fraction(share * len(missing))), message, is_node=True)
        )
    return entries


def _naming(tree: Tree, leaves: Sequence[int]) -> str:
    names = [printable(tree.ids[leaf]) for leaf in leaves[:_MOST_NAMED]]
    return ", ".join(names) + (f" and {len(leaves) - _MOST_NAMED} more" if len(leaves) > _MOST_NAMED else "")
