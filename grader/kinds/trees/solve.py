"""Solving trees: with all values and with a search that cuts, what is known by then, and how each part is read off when it is wanted.

`solve_unpruned` is minimax and expectiminimax, `solve_search` is alpha-beta.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from grader.core.answers.case import Answer, Answers, Solution
from grader.core.answers.drawn_tree import Drawing, Moves, Spot, compared_drawings
from grader.core.answers.leaves import pruned_below
from grader.core.answers.run import Sought
from grader.core.conventions import Conventions
from grader.core.games.problem import Problem, is_played
from grader.core.games.tree import CHANCE, LEAF, Tree, is_player
from grader.core.numbers import INFINITY, Bound, Number, add_up, total, weighed
from grader.core.search.cutting import clamp
from grader.core.search.folds import NOTHING_FIXED, Trace, Window, alpha_beta, back_up
from grader.core.search.values import BOUND_RULES, ValueRule, least_played, most_played
from grader.kinds.trees.documents import after_of
from grader.kinds.trees.rules import (
    PLAY,
    RIGHT,
    Play,
    TreeRules,
    as_reported,
    best_children,
    best_lines,
    examines_right_to_left,
    for_reader,
    played,
    reached,
    repeated,
    search_rules,
)

Reading = Callable[[], Answer]
"""How one part of an answer is read off what was solved, when it is wanted."""


def wanted(readings: Mapping[str, Reading], parts: Collection[str] | None) -> Answers:
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


# -- the tree as students draw it, where they are to

DEEPEST, MOST_NODES = 60, 1_000
"""The largest tree that a student may be asked to draw: its document is one that can be handed in."""


def ways(tree: Tree) -> list[Moves]:
    """Return the moves that lead to each node that is searched."""
    paths: list[Moves] = [()]
    for node in range(1, tree.searched):
        paths.append((*paths[tree.parent[node]], tree.moves[node]))
    return paths


def drawn(tree: Tree) -> Drawing:
    """Return the tree that is searched as a student draws it."""
    paths = ways(tree)
    there = [node for node in tree.reached() if node < len(paths)]
    return {paths[node]: Spot(tree.kind[node], tree.value[node] if tree.kind[node] == LEAF else None) for node in there}


def _looked_for(problem: Problem) -> Sought:
    right = drawn(problem.game)
    return Sought(lambda: right, partial(compared_drawings, problem, right))


def _can_be_drawn(problem: Problem) -> bool:
    """Return whether a student can be asked to draw the tree: that of a game, not too large."""
    return is_played(problem.stated) and problem.game.size <= MOST_NODES and problem.game.height() <= DEEPEST


# -- what is known of the true value of a node from the leaves that were evaluated: an interval, [v, v] once it is certain


def seen_by_then(problem: Problem, visited: Sequence[int]) -> Sequence[int]:
    """Return those of the visited nodes that the search has entered when it is asked what is known."""
    after, kind = after_of(problem.stated), problem.game.kind
    if after is None:
        return visited
    places = [place for place, node in enumerate(visited) if kind[node] == LEAF]
    return visited if after >= len(places) else visited[: places[after - 1] + 1]


def seen_in(problem: Problem, trace: Trace | None) -> Sequence[int]:
    """Return the nodes that were entered by then; without a trace nothing was cut."""
    tree: Tree = problem.game
    uncut = tree.depth_first(right_to_left=problem.conventions.right_to_left)
    return seen_by_then(problem, [*uncut] if trace is None else trace.visited)


def intervals(
    problem: Problem, visited: Sequence[int], rules: TreeRules = RIGHT, returned: Mapping[int, Bound] = NOTHING_FIXED
) -> dict[int, Window]:
    """Return what is known of each inner node among the visited by then: the least and the most that it can be worth.

    A leaf that was evaluated is worth its value, any other lies within the value bounds; the lows of the children make
    the low of their parent, and the highs its high. `returned` holds nodes whose value is taken as known.
    """
    tree: Tree = rules.played(problem.game)
    seen = seen_by_then(problem, visited)
    evaluated = {node for node in seen if tree.kind[node] == LEAF}

    def one_end(unseen: Bound) -> Sequence[Bound]:
        """Return one end of what is known of every node; it is `unseen` at the leaves that were not evaluated."""
        is_unseen = [kind == LEAF and node not in evaluated for node, kind in enumerate(tree.kind)]
        value = [unseen if hidden else own for hidden, own in zip(is_unseen, tree.value, strict=True)]
        return back_up(tree._replace(value=value), BOUND_RULES, rules.kinds, returned)  # type: ignore[arg-type]  # bounds

    low, high = map(one_end, bounds_of(problem))
    return {node: (low[node], high[node]) for node in sorted(set(seen) - evaluated)}


def bounds_of(problem: Problem) -> Window:
    """Return within what every leaf is known to lie."""
    return problem.conventions.value_bounds or (-INFINITY, INFINITY)


class Unseen(NamedTuple):
    """The outcomes that a chance node skipped: their probability together, and the bound at which each of them counts.

    `is_most`: it is the upper bound, so that the node returned the most that it can be worth; else the least.
    """

    rest: Number
    bound: Bound
    is_most: bool


def unseen_of(problem: Problem, trace: Trace, node: int) -> Unseen | None:
    """Return what a visited node skipped by chance; None where it is no chance node, or knows its value exactly."""
    tree: Tree = problem.game
    if tree.kind[node] != CHANCE:
        return None
    children = tree.children(node)
    rest = add_up([tree.probability[child] or 0 for child in children if trace.entry[child] is None])
    if not rest:
        return None
    examined = [child for child in children if trace.entry[child] is not None]
    done = total([trace.value[c] for c in examined], [tree.probability[c] for c in examined])  # type: ignore[misc]  # visited
    low, high = bounds_of(problem)
    is_most = trace.value[node] == weighed((done, high), (1, rest))
    return Unseen(rest, high if is_most else low, is_most)


# -- minimax and expectiminimax: what is read off a tree once all its values are known


class Unpruned:
    """A tree with all its values, by some rules, and what can be read off it; numbers that are given are as they are written."""

    def __init__(self, problem: Problem, rules: TreeRules) -> None:
        self.problem, self.rules = problem, rules
        self.play: Play = rules.play or PLAY
        self.right_to_left = examines_right_to_left(problem, rules)
        self.tree: Tree = rules.played(problem.game)
        fixed = {node: for_reader(problem, node, value) for node, value in rules.fixed.items()}
        self.values: list[Number] = back_up(self.tree, rules.values, rules.kinds, fixed)
        self._best: dict[int, Sequence[int]] = {}

    def best(self, node: int) -> Sequence[int]:
        """Return the best children of a player's node that `tie` accepts, the one to print first."""
        if node not in self._best:
            self._best[node] = best_children(self.problem, self.values, node, self.rules)
        return self._best[node]

    def written(self, *nodes: int) -> dict[int, Number]:
        """Return the value of these nodes, each for the player that it is written for."""
        return {node: for_reader(self.problem, node, self.values[node]) for node in nodes}

    def visited(self) -> list[int]:
        """Return the nodes as a search enters them that cuts nothing."""
        return [*self.tree.depth_first(right_to_left=self.right_to_left)]

    def repeated(self) -> tuple[list[int], int]:
        """Return the nodes whose position was met before, and how many different ones were met."""
        return repeated(self.tree, self.play, right_to_left=self.right_to_left)

    def reached(self, take: ValueRule[Number] = least_played, *, is_free: bool = False) -> Number:
        """Return what optimal strategies reach against the opponent as stated; `is_free`: what any play can.

        Of several numbers it is the one that `take` chooses. What is reached follows from the numbers alone, not from the move that a slip may have led to.
        """
        best = Unpruned(self.problem, self.rules._replace(slips=())).best if self.rules.slips else self.best
        plays = played(self.tree, self.play, best, is_free=is_free)
        return reached(self.tree, plays, self.rules.values, self.rules.kinds, take)[0]

    def has_states(self) -> bool:
        """Return whether any node says which position it is, and what follows depends on nothing else, as the way there."""
        if self.tree.state is None or not is_played(self.problem.stated):
            return self.tree.state is not None
        from grader.core.games.playing import has_memory  # few problems are stated by a game

        return not has_memory(self.problem.stated)

    def has_opponent(self) -> bool:
        """Return whether it is stated how the opponent plays."""
        return self.tree.reply is not None and has_move(self.tree)

    def is_settled(self) -> bool:
        """Return whether all optimal strategies reach the same number: under `any` they need not."""
        return self.problem.conventions.tie != "any" or self.reached(least_played) == self.reached(most_played)


class _Read(NamedTuple):
    """How a part is read off, and whether it has an answer on a problem."""

    read: Callable[[Unpruned], Answer]
    has_answer: Callable[[Unpruned], bool] = lambda _: True


_READ: Mapping[str, _Read] = {
    "value": _Read(lambda known: known.written(0)[0]),
    "best-move": _Read(lambda known: known.best(0), lambda known: has_move(known.tree)),
    "values": _Read(lambda known: known.written(*known.tree.inner())),
    "principal-variation": _Read(
        lambda known: best_lines(known.problem, known.values, known.rules),
        lambda known: CHANCE not in known.tree.kind,  # which outcome is played is not the players' choice
    ),
    "evaluations": _Read(lambda known: _evaluations(known.tree), lambda known: known.tree.horizon is not None),
    "intervals": _Read(
        lambda known: intervals(known.problem, known.visited(), known.rules),
        lambda known: after_of(known.problem.stated) is not None,
    ),
    "visited": _Read(Unpruned.visited),
    "leaves-evaluated": _Read(lambda known: sum(known.tree.kind[node] == LEAF for node in known.visited())),
    "nodes-visited": _Read(lambda known: len(known.visited())),
    "strategy": _Read(
        lambda known: {node: known.best(node) for node in known.play.planned(known.tree, known.best)},
        lambda known: has_move(known.tree),
    ),
    "labelling": _Read(lambda known: known.play.labelled(known.tree)),
    "best-response": _Read(lambda known: known.reached(is_free=True), Unpruned.has_opponent),
    "outcome": _Read(Unpruned.reached, lambda known: known.has_opponent() and known.is_settled()),
    "redundant": _Read(lambda known: pruned_below(known.tree, known.repeated()[0]), Unpruned.has_states),
    "distinct-states": _Read(lambda known: known.play.counted(known.tree, known.repeated()[1]), Unpruned.has_states),
    "tree": _Read(lambda known: _looked_for(known.problem), lambda known: _can_be_drawn(known.problem)),
}


def _evaluations(tree: Tree, visited: Collection[int] | None = None) -> dict[int, Number]:
    """Return the static value of every node at the horizon that a search visits, breadth-first; of all without a search."""
    nodes = tree.at_horizon()
    return {node: tree.value[node] or 0 for node in nodes if visited is None or node in visited}


def has_move(tree: Tree) -> bool:
    """Return whether a player moves at the root."""
    return is_player(tree.kind[0])


def unpruned_readings(
    problem: Problem, rules: TreeRules, names: Collection[str], parts: Collection[str] | None = None
) -> dict[str, Reading]:
    """Return how these parts are read off the tree with all its values, as far as the problem has them and they are wanted."""
    known = Unpruned(problem, rules)
    rows = {name: _READ[name] for name in names if name in _READ and (parts is None or name in parts)}
    return {name: partial(row.read, known) for name, row in rows.items() if row.has_answer(known)}


def solve_unpruned(
    names: Collection[str], problem: Problem, rules: TreeRules = RIGHT, parts: Collection[str] | None = None
) -> Solution:
    """Return the reference answer of a problem whose kind has these parts and cuts nothing."""
    return Solution(AsWanted(partial(unpruned_readings, problem, rules, names, parts)))


# -- alpha-beta: one search with its trace, and everything that is read off it


def solve_search(problem: Problem, rules: TreeRules = RIGHT, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer of an alpha-beta problem, and the trace of the search.

    Best move and principal variation are minimax's: children that were pruned can be as good as the best, but their
    returned bounds cannot tell. They exist only if the value lies strictly inside the initial window.
    """
    tree, conventions, agrees = rules.played(problem.game), problem.conventions, rules.agrees

    def agrees_as_reported(node: int, number: Bound, window: Window) -> bool:
        is_moved = conventions.bounds == "fail-hard" and node not in rules.fixed
        return agrees is None or agrees(node, clamp(number, window) if is_moved else number)

    trace = alpha_beta(
        tree,
        rules.search or search_rules(conventions),
        conventions.initial_window,
        right_to_left=examines_right_to_left(problem, rules),
        kinds=rules.kinds,
        fixed=rules.fixed,
        agrees=None if agrees is None else agrees_as_reported,
    )

    def readings() -> dict[str, Reading]:
        moves = _best_play(problem, rules) if parts is None or {*_MOVES} & {*parts} else {}
        return _searched_readings(problem, trace, rules.fixed, rules) | moves

    return Solution(AsWanted(readings, parts), trace)


_MOVES = ("principal-variation", "best-move")


def _best_play(problem: Problem, rules: TreeRules) -> dict[str, Reading]:
    """Return how to read best move and principal variation, where the value lies strictly inside the initial window."""
    known, (alpha, beta) = Unpruned(problem, rules), problem.conventions.initial_window
    rows = {name: _READ[name] for name in _MOVES if alpha < known.values[0] < beta and _READ[name].has_answer(known)}
    return {name: partial(row.read, known) for name, row in rows.items()}


def leaves_searched(tree: Tree, conventions: Conventions) -> int:
    """Return how many leaves the search evaluates."""
    right_to_left = conventions.right_to_left
    trace = alpha_beta(tree, search_rules(conventions), conventions.initial_window, right_to_left=right_to_left)
    return sum(tree.kind[node] == LEAF for node in trace.visited)


def read_off(
    problem: Problem,
    trace: Trace,
    fixed: Mapping[int, Number] = NOTHING_FIXED,
    parts: Collection[str] | None = None,
    rules: TreeRules = RIGHT,
) -> Answers:
    """Return the answers that are read off the trace of a search by these rules, in the form that the conventions ask for.

    A fixed number is what someone wrote: no window moves it.
    """
    return wanted(_searched_readings(problem, trace, fixed, rules), parts)


def _searched_readings(
    problem: Problem, trace: Trace, fixed: Mapping[int, Number], rules: TreeRules
) -> dict[str, Reading]:
    """Return how each answer is read off the trace."""
    tree, conventions = problem.game, problem.conventions
    reported = as_reported(tree, trace, conventions)
    inner = sorted(node for node in trace.visited if tree.kind[node] != LEAF)
    windows = reported.exit if conventions.windows_at == "exit" else reported.entry
    counts_empty = conventions.empty_cutoffs == "count"
    readings: dict[str, Reading] = {
        "value": lambda: fixed.get(0, reported.value[0]),
        "values": lambda: {node: fixed.get(node, reported.value[node]) for node in inner},
        "pruned": lambda: pruned_below(tree, [child for cutoff in trace.cutoffs for child in cutoff.skipped]),
        "visited": lambda: trace.visited,
        "leaves-evaluated": lambda: len(trace.visited) - len(inner),
        "nodes-visited": lambda: len(trace.visited),
        "windows": lambda: {node: windows[node] for node in inner},
        "cutoffs": lambda: [cutoff for cutoff in reported.cutoffs if cutoff.skipped or counts_empty],
        "intervals": lambda: intervals(problem, trace.visited, rules),
    }
    if _can_be_drawn(problem):
        readings["tree"] = lambda: _looked_for(problem)
    if tree.horizon is not None:
        readings["evaluations"] = lambda: _evaluations(tree, set(trace.visited))
    return readings
