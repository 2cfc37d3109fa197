"""Which rules a solver of trees follows, and the answers that come of them: the right ones, or wrong ones with a name.

There is one solver for each kind. A misconception is a `TreeRules` that differs from the right one in one place.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from grader.answers.case import Answer, Answers, Solution
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import CHANCE, FIRST_PLAYER, LEAF, MEAN, MIN, Tree, is_player
from grader.kinds.record import Agrees
from grader.rules import VALUE_RULES, AnyRules, SearchRules, replaced
from grader.rules.payoffs import Score, expected_payoffs, own, taken
from grader.search import NOTHING_FIXED, Window

if TYPE_CHECKING:  # most runs ask for nothing of it
    from grader.kinds.trees.play import Play

T = TypeVar("T")
Weigh = Callable[[Sequence[Number]], list[Number]]
"""From the probabilities of a chance node's children to what is taken for them."""


class Lines(NamedTuple):
    """The principal variations: the one to print, and for each node on an optimal path the children that continue it."""

    first: Sequence[int]
    continuations: Mapping[int, Sequence[int]]

    @property
    def is_only(self) -> bool:
        """Return whether there is one line only."""
        return all(len(children) == 1 for children in self.continuations.values())

    def accepts(self, path: Sequence[int]) -> bool:
        """Return whether the path is one of them: from the root, each step a continuation, to a leaf."""
        return (
            bool(path)
            and path[0] == self.first[0]
            and path[-1] not in self.continuations
            and all(child in self.continuations.get(node, ()) for node, child in pairwise(path))
        )


class TreeRules(NamedTuple):
    """The rules of one solver. None means: what the tree and the problem's conventions say.

    `kinds` is the role of every node, `values` the rule of each role, `choices` the rule by which a player chooses where that is
    another one than by which nodes get their values, `search` the rules of alpha-beta, `right_to_left`
    the order of examination. `weigh` returns what is taken for the probabilities of a chance node's children, `window` is that with which
    a search starts. `fixed` holds nodes whose number is given (a student's slip): what is above follows from it. A
    search is broken off at the first inner node where `agrees`, asked for its reported number, says no. `play` says how the
    players play, and which positions are the same. `tie` is which of equally good moves counts.
    """

    kinds: Sequence[int] | None = None
    values: AnyRules = VALUE_RULES
    choices: AnyRules | None = None
    search: SearchRules | None = None
    right_to_left: bool | None = None
    weigh: Weigh | None = None
    window: Window | None = None
    fixed: Mapping[int, Number] = NOTHING_FIXED
    agrees: Agrees | None = None
    play: "Play | None" = None
    tie: str | None = None

    def played(self, tree: Tree) -> Tree:
        """Return the tree with the probabilities that are taken for its own."""
        if self.weigh is None:
            return tree
        taken = list(tree.probability)
        for node in tree.inner():
            if tree.kind[node] == CHANCE:
                start, stop = tree.first[node], tree.end[node]
                taken[start:stop] = self.weigh([p or 0 for p in tree.probability[start:stop]])
        return tree._replace(probability=taken)


RIGHT = TreeRules()


def values_of(problem: Problem) -> AnyRules:
    """Return the rule of each sort of node: of each of several players it takes what is best by the player's own number."""
    tree: Tree = problem.game
    return (
        payoff_rules(problem, [partial(own, place) for place in range(len(tree.players))])
        if tree.players
        else VALUE_RULES
    )


def payoff_rules(problem: Problem, scores: Sequence[Score]) -> AnyRules:
    """Return the rules by which each of several players takes the child with the best score; of equally good ones as `tie` says."""
    takes_last = takes_last_of(problem) != problem.conventions.right_to_left
    players = [partial(taken, score, takes_last=takes_last) for score in scores]
    return *replaced((None,) * FIRST_PLAYER, {CHANCE: expected_payoffs}), *players


def compared_at(tree: Tree, node: int) -> Callable[[Any], Any]:
    """Return what a player's node compares of its children's values: of several players' numbers the own one."""
    player = tree.kind[node] - FIRST_PLAYER
    return partial(own, player) if player >= 0 else lambda value: value


def takes_last_of(problem: Problem) -> bool:
    """Return whether of equally good children the one examined last counts."""
    return problem.conventions.tie == "last"


def examines_right_to_left(problem: Problem, rules: TreeRules) -> bool:
    """Return whether children are examined from the right."""
    return problem.conventions.right_to_left if rules.right_to_left is None else rules.right_to_left


def best_children(problem: Problem, values: Sequence[Number], node: int, rules: TreeRules = RIGHT) -> list[int]:
    """Return the best children that `tie` accepts at a player's node, the one to print first.

    The best are those that the node's rule would choose. A player who is thought to move at random still has a best
    move: the player's own.
    """
    tree: Tree = problem.game
    role = (rules.kinds or tree.kind)[node]
    rule = (rules.choices or rules.values)[tree.kind[node] if role == MEAN else role]
    start, stop = tree.first[node], tree.end[node]
    best = rule(values[start:stop], tree.probability[start:stop])  # type: ignore[misc]  # a player's node has a rule
    children = [child for child in tree.placed(node) if values[child] == best]
    return by_tie(problem, children, right_to_left=examines_right_to_left(problem, rules), tie=rules.tie)


def by_tie(problem: Problem, children: Sequence[int], *, right_to_left: bool, tie: str | None = None) -> list[int]:
    """Return those of equally good children that `tie` accepts, the one to print first; given as they stand."""
    ordered = list(reversed(children)) if right_to_left else list(children)
    tie = tie or problem.conventions.tie
    return ordered if tie == "any" else [ordered[0 if tie == "first" else -1]]


def best_lines(problem: Problem, values: Sequence[Number], rules: TreeRules = RIGHT) -> Lines:
    """Return the principal variations from the root to a leaf."""
    tree: Tree = problem.game
    continuations: dict[int, Sequence[int]] = {}
    reached = [0]
    for node in reached:
        if tree.kind[node] != LEAF:
            continuations[node] = best_children(problem, values, node, rules)
            reached.extend(continuations[node])
    first = [0]
    while first[-1] in continuations:
        first.append(continuations[first[-1]][0])
    return Lines(first, continuations)


def is_negated(problem: Problem, node: int) -> bool:
    """Return whether the node's value is written as the negative of MAX's: at MIN, where values are the mover's."""
    return problem.conventions.values_for == "mover" and problem.game.kind[node] == MIN


def for_reader(problem: Problem, node: int, value: T) -> T:
    """Return MAX's value of an inner node as it is written, and a written one as MAX's: the way there is the way back."""
    return -value if is_negated(problem, node) else value  # type: ignore[operator]  # a number


Reading = Callable[[], Answer]
"""How one part of an answer is read off what was solved, when it is wanted."""


def wanted(readings: Mapping[str, Reading], parts: Collection[str] | None) -> dict[str, Answer]:
    """Return the answers of the named parts, or of all: no part costs anything unless somebody asks for it."""
    return {part: read() for part, read in readings.items() if parts is None or part in parts}


class AsWanted(Mapping[str, Answer]):
    """The answers of the named parts, or of all, each read off when it is first asked for; `readings` says which there are and how."""

    def __init__(self, readings: Callable[[], Mapping[str, Reading]], parts: Collection[str] | None = None) -> None:
        self._find, self._parts = readings, parts
        self._read: dict[str, Answer] = {}

    @cached_property
    def _readings(self) -> dict[str, Reading]:
        parts = self._parts
        return {part: read for part, read in self._find().items() if parts is None or part in parts}

    def __getitem__(self, part: str) -> Answer:
        if part not in self._read:
            self._read[part] = self._readings[part]()
        return self._read[part]

    def __contains__(self, part: object) -> bool:
        return part in self._readings

    def __iter__(self) -> Iterator[str]:
        return iter(self._readings)

    def __len__(self) -> int:
        return len(self._readings)


def has_move(tree: Tree) -> bool:
    """Return whether a player moves at the root."""
    return is_player(tree.kind[0])


def right_answers(
    problem: Problem, fixed: Mapping[int, Number], solve: Callable[[Problem, TreeRules], Solution]
) -> Answers:
    """Return the right rule's answers where the numbers of some nodes are given."""
    return solve(problem, TreeRules(fixed=fixed)).answers


def ancestors(problem: Problem, nodes: Iterable[int]) -> set[int]:
    """Return the nodes above any of the nodes: without pruning only their numbers follow from the nodes' own."""
    parent: Sequence[int] = problem.game.parent
    found: set[int] = set()
    for node in nodes:
        above = parent[node]
        while above >= 0 and above not in found:  # what is above a node that was found has been found
            found.add(above)
            above = parent[above]
    return found


def evaluation_order(problem: Problem) -> list[int]:
    """Return the inner nodes in the order in which a depth-first search leaves them."""
    tree: Tree = problem.game
    # A walk that enters each node before its children, last child first, is the wanted order backwards.
    mirrored = tree.depth_first(right_to_left=not problem.conventions.right_to_left)
    return [node for node in mirrored if tree.kind[node] != LEAF][::-1]
