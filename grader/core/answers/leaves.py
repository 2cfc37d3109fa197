"""The form of answers that are a set of leaves (`LeafSet`), marked so that equal answers earn equal marks, however they are listed."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.core.answers.case import Case, GivenList, Key
from grader.core.answers.inputs import Items, Tool, Widget, tick
from grader.core.answers.lists import Names, apart, known_items, letters, values
from grader.core.answers.marks import read_items, right_as_empty, unread_items
from grader.core.answers.part import NODES, Keys, Marker, Room, Rule
from grader.core.answers.reports import Counts, Entry, PartReport, Verdict
from grader.core.data import Plain
from grader.core.games.problem import Problem
from grader.core.games.tree import BEYOND, LEAF, Tree
from grader.core.numbers import Number, whole
from grader.core.text import printable

_MOST_NAMED = 12


class Pruned(NamedTuple):
    """What a search skipped: the root of each skipped subtree, breadth-first, and the leaves at or below them.

    Of an answer `unread` is how many listed nodes cannot be read.
    """

    roots: Sequence[int]
    leaves: frozenset[int]
    unread: int = 0

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


class _MarkedLeaves:
    """A set of leaves that was listed, beside what is expected: each leaf counts once, with the topmost listed node above it."""

    def __init__(self, marker: Marker, given: GivenList, says: Says) -> None:
        self.marker, self.says, self.all = marker, says, given
        self.tree: Tree = marker.case.problem.game
        self.expected: Pruned = marker.expected
        self.share: Number = marker.share(len(self.expected.leaves)) if self.expected.leaves else 0
        listed = [one for one in read_items(given) if self.tree.kind[one.value] != BEYOND]
        self.top = _topmost(self.tree, {written.value for written in listed})
        self.texts: dict[int, list[str]] = {}
        for written in listed:
            shown = self.texts.setdefault(self.top[written.value], [])
            if written.text not in shown and len(shown) < _MOST_NAMED:
                shown.append(written.text)

    def report(self) -> PartReport:
        """Return the marks with an entry for each listed node, and one for each subtree of which leaves are missing."""
        marker, expected = self.marker, self.expected.leaves
        unread = unread_items(self.all, self.share)
        if not expected and not self.texts and not unread:
            return marker.whole(right_as_empty(marker.possible))
        leaves_of: dict[int, list[int]] = {node: [] for node in self.texts}
        for leaf, node in self.top.items():
            if self.tree.kind[leaf] == LEAF:
                leaves_of[node].append(leaf)
        entries = [self._listed(node, leaves) for node, leaves in leaves_of.items()]
        entries += [*unread, *self._missing()]
        if not expected:
            message = f"{self.says.nothing}: expected an empty list"
            entries.append(Entry(Verdict.MISSING, None, None, "none", 0, marker.possible, message))
            return marker.report(entries)
        right, many = len(expected & self.top.keys()), sum(map(len, leaves_of.values()))
        counts = Counts(right, len(expected), extra=many - right, what="leaves", malformed=len(unread))
        return marker.report(entries, counts)

    def _listed(self, node: int, leaves: Sequence[int]) -> Entry:
        """Return the entry of a listed node and of all listed below it."""
        hits = [leaf for leaf in leaves if leaf in self.expected.leaves]
        visited = [leaf for leaf in leaves if leaf not in self.expected.leaves]
        given, name, possible = ", ".join(self.texts[node]), printable(self.tree.ids[node]), self.share * len(hits)
        if not visited:
            return Entry(Verdict.CORRECT, name, given, name, possible, possible, is_node=True)
        earned = whole(Fraction(self.share * (len(hits) - len(visited))))
        verdict, shown = (Verdict.WRONG, self._naming(hits)) if hits else (Verdict.EXTRA, None)
        said = self.says.partly if hits else self.says.wrongly
        what = said.format(hits=shown, visited=self._naming(visited))
        message = f"{what}. {self._why(visited[0])}".rstrip()
        return Entry(verdict, name, given, shown, earned, possible, message, is_node=True)

    def _missing(self) -> Iterator[Entry]:
        """Yield an entry for each subtree of which leaves are missing."""
        for root in self.expected.roots:
            leaves = self.tree.leaves_below(root)
            missing = [leaf for leaf in leaves if leaf not in self.top]
            if not missing:
                continue
            name, what, is_all = printable(self.tree.ids[root]), self._naming(missing), len(missing) == len(leaves)
            which = "" if is_all else f"{self.says.also.format(name=name, missing=what)}. "
            shown, worth = name if is_all else what, whole(Fraction(self.share * len(missing)))
            message = (which + self._why(root)).rstrip()
            yield Entry(Verdict.MISSING, name, None, shown, 0, worth, message, is_node=True)

    def _why(self, node: int) -> str:
        return self.marker.words_of(Case.why, node, _MOST_NAMED)

    def _naming(self, leaves: Sequence[int]) -> str:
        names = [printable(self.tree.ids[leaf]) for leaf in leaves[:_MOST_NAMED]]
        more = len(leaves) - _MOST_NAMED
        return ", ".join(names) + (f" and {more} more" if more > 0 else "")


# -- the tools with which pages put leaves into a set

CUT = Tool(
    sign="✂",
    act="prune",
    done="pruned",
    undone="not pruned",
    name="Prune the edge above",
    choose="cut or restore …",
    hint="Choose an edge, or the node below it, to prune it; choose it again to take that back.",
    key="X prunes the edge above it",
)
"""What a search skips is cut off."""
MET_BEFORE = Tool(
    sign="○",
    act="mark redundant",
    done="redundant",
    undone="not redundant",
    name="Mark as redundant:",
    choose="mark or unmark …",
    hint="Choose a node whose position was met before, or the edge above it; choose it again to take that back.",
    key="X marks it as redundant",
)
"""Positions that come again are marked."""


class LeafSet(Names):
    """A set of leaves, listed as leaves or as the nodes above them. Reference answers are `Pruned`; `says` are the words of marking, `tool` what choosing a node does."""

    example = "for example [X, Y], or [] for nothing"
    script = "leaves"

    def __init__(self, keys: Keys = NODES, says: Says = SKIPPED, tool: Tool = CUT) -> None:
        self.keys, self.says, self.tool = keys, says, tool

    def write(self, problem: Problem, answer: Pruned) -> list[str]:
        """Return the nodes that list the set as the problem asks for it."""
        return super().write(problem, answer.listed(problem.game, problem.conventions.list_pruned_as))

    def show(self, problem: Problem, answer: Pruned) -> str:
        """Return the nodes that list the set as the problem asks for it; of roots of subtrees, that all below belongs to it."""
        is_by_tops = problem.conventions.list_pruned_as == "subtrees"
        return super().show(problem, answer) + (below_words(problem.game, answer.roots) if is_by_tops else "")

    def meant(self, problem: Problem, given: GivenList) -> Pruned:
        """Return the set of the leaves at or below the listed nodes."""
        listed: list[Key] = known_items(values(given))
        return pruned_below(problem.game, sorted({*listed}))._replace(unread=len(given) - len(listed))

    def same(self, problem: Problem, answer: Pruned, other: Pruned) -> bool:
        """Return whether both are the same leaves; a node that cannot be read may stand for any one subtree of the first."""
        if not other.unread:
            return answer.leaves == other.leaves
        open_ = (root for root in answer.roots if not other.leaves.issuperset(problem.game.leaves_below(root)))
        return other.leaves <= answer.leaves and sum(1 for _ in open_) <= other.unread

    def apart(self, answer: Pruned, other: Pruned) -> tuple[int, int]:
        """Return how many leaves stand in one of both alone, and how many in either; nothing is said of those that cannot be read."""
        return apart(answer.leaves & other.leaves if other.unread else answer.leaves, [*other.leaves])

    def equality(self, case: Case) -> Rule:
        """Return how a script reads the nodes, and the leaves at or below each."""
        tree: Tree = case.problem.game
        below: list[Plain] = [[node, list(tree.leaves_below(node))] for node in range(tree.size)]
        return {**super().equality(case), "below": below}

    def compared(self, case: Case, answer: Pruned) -> Plain:
        """Return the leaves."""
        return sorted(answer.leaves)

    def mark(self, marker: Marker, given: GivenList) -> PartReport:
        """Return the marks: (leaves rightly listed - leaves wrongly listed) / leaves expected, never below 0.

        What is listed below a horizon is ignored, and what cannot be read counts as one leaf that is wrongly listed.
        """
        return _MarkedLeaves(marker, given, self.says).report()

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: lines for as many nodes as there are leaves."""
        return Room(letters(self.keys.name(problem, leaf) for leaf in problem.game.leaves()))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: nodes to cut off, or to mark."""
        return Widget("set", self.keys.named(problem, problem.game.reached()), empty=self.says.nothing, tool=self.tool)

    def items(self, case: Case, answer: Pruned) -> Items:
        """Return what a learning platform asks: each leaf that belongs to the set is ticked, whichever nodes would list it.

        Leaf by leaf it earns and takes what it does in `mark`.
        """
        options = [(self.name(case.problem, leaf), leaf in answer.leaves) for leaf in case.problem.game.leaves()]
        ticks = tick(options, len(answer.leaves), self.says.nothing)
        return Items((ticks,), "Tick every leaf that belongs to it, also those below a node that does.")
