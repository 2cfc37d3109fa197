"""The form of answers that are a set of leaves: `LeafSet`; and the tools with which pages put leaves into it."""

from collections.abc import Sequence
from typing import NamedTuple

from grader.answers.as_data import known_names
from grader.answers.case import Case, Key, Raw
from grader.answers.keys import NODES
from grader.answers.leaf_set import SKIPPED, Pruned, Says, below_words, mark_pruned, pruned_below
from grader.answers.listed import apart, joined, letters, names_shape, read_names, values
from grader.answers.part import Fragment, Keys, Part, Room, Template
from grader.answers.platform import Items, Ticks, equal_shares
from grader.answers.widget import Tool, Widget
from grader.data import Data
from grader.exact import Number
from grader.games.problem import Problem
from grader.marks.reports import PartReport, Written
from grader.printable import printable

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


class LeafSet(NamedTuple):
    """A set of leaves, listed as leaves or as the nodes above them. Reference answers are `Pruned`; `says` are the words of marking, `tool` what choosing a node does."""

    keys: Keys = NODES
    says: Says = SKIPPED
    tool: Tool = CUT
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = True

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of a node."""
        return printable(self.keys.name(problem, key))

    def read(self, problem: Problem, raw: Raw) -> list[Written]:
        """Return the nodes that were listed. Raises NotJudged."""
        return read_names(self.keys, problem, raw)

    def write(self, problem: Problem, answer: Pruned) -> Raw:
        """Return the nodes that list the set as the problem asks for it."""
        nodes = answer.listed(problem.game, problem.conventions.list_pruned_as)
        return [self.keys.name(problem, node) for node in nodes]

    def show(self, problem: Problem, answer: Pruned) -> str:
        """Return the nodes that list the set as the problem asks for it; of roots of subtrees, that all below belongs to it."""
        shown = joined(map(printable, self.write(problem, answer)))
        is_by_tops = problem.conventions.list_pruned_as == "subtrees"
        return f"{shown}{below_words(problem.game, answer.roots)}" if is_by_tops else shown

    def meant(self, problem: Problem, given: Sequence[Written]) -> Pruned:
        """Return the set of the leaves at or below the listed nodes."""
        return pruned_below(problem.game, sorted(set(values(given))))

    def same(self, problem: Problem, answer: Pruned, other: Pruned) -> bool:
        """Return whether both are the same leaves."""
        return answer.leaves == other.leaves

    def apart(self, answer: Pruned, other: Pruned) -> tuple[int, int]:
        """Return how many leaves stand in one of both alone, and how many in either."""
        return apart(answer.leaves, other.leaves)

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the nodes, and the leaves at or below each."""
        tree = case.problem.game
        below = [[node, list(tree.leaves_below(node))] for node in range(tree.size)]
        return {"form": "leaves", "known": known_names(self.keys, case.problem), "below": below}

    def compared(self, case: Case, answer: Pruned) -> Data:
        """Return the leaves."""
        return sorted(answer.leaves)

    def mark(self, case: Case, part: Part, given: Sequence[Written], possible: Number) -> PartReport:
        """Return the marks, leaf by leaf."""
        tree, expected = case.problem.game, case.expected(part.name)
        return mark_pruned(part.name, tree, expected, given, possible, case.why, self.says)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list of names."""
        return names_shape(definitions, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how a set is written."""
        return Template("for example [X, Y], or [] for nothing")

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: lines for as many nodes as there are leaves."""
        game = problem.game
        return Room(letters(self.keys.name(problem, leaf) for leaf in game.leaves()))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: nodes to cut off, or to mark."""
        return Widget("set", self.keys.named(problem, problem.game.reached()), empty=self.says.nothing, tool=self.tool)

    def items(self, case: Case, answer: Pruned) -> Items:
        """Return what a learning platform asks: each leaf that belongs to the set is ticked, whichever nodes would list it.

        Leaf by leaf it earns and takes what it does in `mark`.
        """
        leaves = case.problem.game.leaves()
        each = equal_shares(len(answer.leaves) or 1)
        shares = [each if leaf in answer.leaves else -each for leaf in leaves]
        options = [self.name(case.problem, leaf) for leaf in leaves]
        ticks = Ticks("", (*options, self.says.nothing), (*shares, 0 * each if answer.leaves else each))
        return Items((ticks,), "Tick every leaf that belongs to it, also those below a node that does.")
