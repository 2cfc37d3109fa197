"""The forms of answers that are lists: in order (`Listing`), a path (`Line`), and a set of leaves (`LeafSet`)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from grader.answers import read
from grader.answers.case import Answer, Case, Key, Raw
from grader.answers.forms import NODES, known_names, written_out
from grader.answers.items import A_LIST, NODE, Item, name_shape, show_node
from grader.answers.leaf_set import SKIPPED, Pruned, Says, mark_pruned, pruned_below
from grader.answers.part import Fragment, Keys, Part, Room, Template
from grader.answers.platform import NOTHING, Carried, Items, Ticks, Upload, equal_shares, pick
from grader.answers.widget import Tool, Widget
from grader.data import Data
from grader.exact import Number
from grader.games.problem import Problem
from grader.marks.by_shape import mark_one, mark_sequence
from grader.marks.reports import PartReport, Written
from grader.printable import printable

_BETWEEN = 2
"""Letters between two items."""
_MOST_PLACES = 26
_MOST_PATHS = 128
"""So many places a platform's page has for a list, and so many paths to choose from; with more nobody finds the way."""


def _list_of(items: Fragment, what: str, *, blanks: bool) -> Fragment:
    return {"description": what, "type": ["array", "null"] if blanks else "array", "items": items}


def _names(definitions: str, *, blanks: bool) -> Fragment:
    return _list_of(name_shape(definitions), A_LIST, blanks=blanks)


def _read_names(keys: Keys, problem: Problem, raw: Raw) -> list[Written]:
    return read.names(raw, keys.known(problem), keys.what)


def _values(given: Sequence[Written]) -> list[Answer]:
    return [written.value for written in given]


def _joined(items: Iterable[str]) -> str:
    return ", ".join(items) or "none"


def _letters(names: Iterable[str], beside: int = 0) -> int:
    """Return about how many letters a list of all these has."""
    return sum(len(printable(name)) + beside + _BETWEEN for name in names)


class Listing(NamedTuple):
    """Items in order. Reference answers are the items in their order; marks go by the longest common subsequence."""

    item: Item = NODE
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = True

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of what an item is about."""
        return show_node(problem, key)

    def read(self, problem: Problem, raw: Raw) -> list[Written]:
        """Return the items that were written. Raises NotJudged."""
        known = NODES.known(problem)
        return [self.item.read(problem, each, known, place) for place, each in enumerate(raw)]

    def write(self, problem: Problem, answer: Sequence[Answer]) -> Raw:
        """Return the items as a document holds them."""
        return [self.item.write(problem, each) for each in answer]

    def show(self, problem: Problem, answer: Sequence[Answer]) -> str:
        """Return the items in their order."""
        return _joined(self.item.show(problem, each) for each in answer)

    def meant(self, problem: Problem, given: Sequence[Written]) -> list[Answer]:
        """Return the items that were written."""
        return _values(given)

    def same(self, problem: Problem, answer: Sequence[Answer], other: Sequence[Answer]) -> bool:
        """Return whether both hold the same items in the same order."""
        return len(answer) == len(other) and all(
            self.item.is_right(problem, mine, its) for mine, its in zip(answer, other, strict=True)
        )

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the items."""
        fields = [[field.label, field.shape] for field in self.item.fields]
        return {"form": "list", "known": known_names(NODES, case.problem), "about": self.item.about, "fields": fields}

    def compared(self, case: Case, answer: Sequence[Answer]) -> Data:
        """Return the items in order, each with its numbers and their rooms."""
        problem, item = case.problem, self.item
        return [[item.key(each), written_out(item.rooms(problem, each))] for each in answer]

    def mark(self, case: Case, part: Part, given: Sequence[Written], possible: Number) -> PartReport:
        """Return the marks by the longest run of right items in the right order."""
        problem, item, items = case.problem, self.item, case.expected(part.name)
        places = {item.key(each): place for place, each in enumerate(items)}

        def position(answer: Answer) -> int | None:
            place = places.get(item.key(answer))
            return place if place is not None and item.is_right(problem, items[place], answer) else None

        expected = [(self.name(problem, item.key(each)), item.show(problem, each)) for each in items]
        return mark_sequence(part.name, possible, expected, given, position)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list."""
        return _list_of(self.item.fragment(definitions), self.item.many, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how the list is written."""
        return Template(self.item.example)

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: lines for as many items as there are nodes."""
        return Room(_letters(NODES.known(problem), self.item.letters))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: nodes in order, or a row for each with its fields."""
        item = self.item
        return Widget("list", NODES.named(problem, problem.game.reached()), item.fields, item.about, item.empty)

    def items(self, case: Case, answer: Sequence[Answer]) -> Carried:
        """Return what a learning platform asks: a place for each node that could be listed, to choose a node for; each counts by itself."""
        problem = case.problem
        if self.item.fields:
            return Upload("which rows there are is for you to find, and a platform cannot add any")
        nodes = problem.game.reached()
        if len(nodes) > _MOST_PLACES:
            return Upload(f"a list of up to {len(nodes)} nodes is too long for a platform's page")
        each = equal_shares(len(answer) or len(nodes))
        right = [self.item.key(one) for one in answer] + [None] * (len(nodes) - len(answer))
        picks = [
            pick(
                f"{place}.",
                0 if answer and one is None else each,
                [*((show_node(problem, node), node == one) for node in nodes), (NOTHING, one is None)],
            )
            for place, one in enumerate(right, 1)
        ]
        return Items(tuple(picks), f"Choose them in order from the first place on, and {NOTHING} for the rest.")


class Lines(NamedTuple):
    """The accepted paths: the one to print, and for each node on one of them the children that continue it."""

    first: Sequence[Key]
    continuations: Mapping[Key, Sequence[Key]]

    @property
    def is_only(self) -> bool:
        """Return whether there is one path only."""
        return all(len(children) == 1 for children in self.continuations.values())

    def accepts(self, path: Sequence[Key]) -> bool:
        """Return whether the path is one of them: from the root, each step a continuation, to a leaf."""
        return (
            bool(path)
            and path[0] == self.first[0]
            and path[-1] not in self.continuations
            and all(child in self.continuations.get(node, ()) for node, child in pairwise(path))
        )


class Line(NamedTuple):
    """A path from the root to a leaf. Reference answers are all that is accepted (`Lines`)."""

    keys: Keys = NODES
    by_entry: bool = False
    missing_is_blank: bool = False
    by_item: bool = False  # one path, right or wrong as a whole

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of a node of the path."""
        return printable(self.keys.name(problem, key))

    def read(self, problem: Problem, raw: Raw) -> list[Written]:
        """Return the nodes that were listed. Raises NotJudged."""
        return _read_names(self.keys, problem, raw)

    def write(self, problem: Problem, answer: Lines) -> Raw:
        """Return the path to print, as a document holds it."""
        return [self.keys.name(problem, key) for key in answer.first]

    def show(self, problem: Problem, answer: Lines) -> str:
        """Return the path to print, and whether there are others."""
        path = ", ".join(self.name(problem, key) for key in answer.first)
        return path + ("" if answer.is_only else ", or another line that is as good")

    def meant(self, problem: Problem, given: Sequence[Written]) -> Lines:
        """Return the path that was listed, as the only accepted one."""
        path = _values(given)
        return Lines(path, {node: [child] for node, child in pairwise(path)})

    def same(self, problem: Problem, answer: Lines, other: Lines) -> bool:
        """Return whether the path that the other answer prints is accepted."""
        return answer.accepts(other.first)

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the path."""
        return {"form": "path", "known": known_names(self.keys, case.problem)}

    def compared(self, case: Case, answer: Lines) -> Data:
        """Return where accepted paths begin, and how they go on."""
        return {
            "start": answer.first[0] if answer.first else None,
            "next": [[key, list(children)] for key, children in answer.continuations.items()],
        }

    def mark(self, case: Case, part: Part, given: Sequence[Written], possible: Number) -> PartReport:
        """Return all marks or none."""
        lines: Lines = case.expected(part.name)
        path = Written(_values(given), ", ".join(step.text for step in given) or "none")
        expected = self.show(case.problem, lines)
        return mark_one(part.name, possible, path, expected, right=lines.accepts(path.value))

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a list of names."""
        return _names(definitions, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how a path is written."""
        return Template("for example [X, Y, Z]")

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line for the longest path, which is that to the last node, breadth-first."""
        game = problem.game
        return Room(_letters(self.keys.name(problem, key) for key in game.path_to(len(game.ids) - 1)))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: nodes in order."""
        return Widget("path", self.keys.named(problem, problem.game.reached()))

    def items(self, case: Case, answer: Lines) -> Carried:
        """Return what a learning platform asks: one of all paths from the root to a leaf."""
        game = case.problem.game
        paths = [game.path_to(leaf) for leaf in game.leaves()]
        if len(paths) > _MOST_PATHS:
            return Upload(f"there are {len(paths)} paths, too many to choose from")
        options = ((", ".join(self.name(case.problem, key) for key in path), answer.accepts(path)) for path in paths)
        return Items((pick("", 1, options),))


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
        return _read_names(self.keys, problem, raw)

    def write(self, problem: Problem, answer: Pruned) -> Raw:
        """Return the nodes that list the set as the problem asks for it."""
        nodes = answer.listed(problem.game, problem.conventions.list_pruned_as)
        return [self.keys.name(problem, node) for node in nodes]

    def show(self, problem: Problem, answer: Pruned) -> str:
        """Return the nodes that list the set as the problem asks for it."""
        return _joined(map(printable, self.write(problem, answer)))

    def meant(self, problem: Problem, given: Sequence[Written]) -> Pruned:
        """Return the set of the leaves at or below the listed nodes."""
        return pruned_below(problem.game, sorted(set(_values(given))))

    def same(self, problem: Problem, answer: Pruned, other: Pruned) -> bool:
        """Return whether both are the same leaves."""
        return answer.leaves == other.leaves

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
        return _names(definitions, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how a set is written."""
        return Template("for example [X, Y], or [] for nothing")

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: lines for as many nodes as there are leaves."""
        game = problem.game
        return Room(_letters(self.keys.name(problem, leaf) for leaf in game.leaves()))

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
