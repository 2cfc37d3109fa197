"""In which order an iteration leaves the children of the nodes that it visited."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from grader.core.answers.case import Answers, Key, Solution
from grader.core.games.changed import breadth_first, reordered, static_value
from grader.core.games.problem import Problem
from grader.core.games.tree import MAX, MIN, Tree
from grader.core.numbers import Number
from grader.kinds import KINDS
from grader.kinds.deepening.documents import BEST, NONE, ROOT, asked_of, searched_of
from grader.kinds.record import Fixed
from grader.kinds.trees.solve import AsWanted, Reading, has_move, wanted

# -- the problem that one iteration searches: the tree cut at its depth, its children in the order in which they are
# examined

Order = Sequence[int]
"""Which child stands at each place of the whole tree, as in `Tree.standing`; empty: every one where the problem has it."""


class Stage(NamedTuple):
    """What one iteration searches as a tree of its own: the problem, and for each node of its tree the node of the whole tree."""

    problem: Problem
    nodes: Sequence[int]

    def in_whole(self, answers: Answers) -> Answers:
        """Return the answers with the nodes of the whole tree, as far as an iteration reads them."""
        nodes, found = self.nodes, dict(answers)
        found |= {part: [nodes[node] for node in answers[part]] for part in _LISTS if part in answers}
        if "values" in answers:
            found["values"] = {nodes[node]: value for node, value in answers["values"].items()}
        return found


_LISTS = ("best-move", "visited")
"""The parts whose answers are lists of nodes."""


def searched_at(problem: Problem, depth: int, order: Order) -> Problem:
    """Return the problem that the iteration of this depth searches: its nodes have the numbers of the whole tree, and it is to be searched and no more."""
    tree = asked_of(problem).cuts[depth - 1]
    return searched_of(problem)._replace(game=tree._replace(standing=order) if order else tree)


def stage_of(problem: Problem, depth: int, order: Order) -> Stage:
    """Return the same with a tree of its own, for drawings and wrong rules."""
    tree = asked_of(problem).cuts[depth - 1]
    if not order:
        return Stage(searched_of(problem)._replace(game=tree), range(tree.size))
    whole = tree.whole
    standing = {node: order[whole.first[node] : whole.end[node]] for node in whole.inner()}
    return Stage(searched_of(problem)._replace(game=reordered(tree, standing)), breadth_first(whole, standing))


def order_at(problem: Problem, order: Order, node: int) -> Sequence[int]:
    """Return the children of a node of the whole tree in the order in which an iteration examines them."""
    whole: Tree = problem.whole
    standing = order[whole.first[node] : whole.end[node]] if order else whole.children(node)
    return standing[::-1] if problem.conventions.right_to_left else standing


Numbers = Mapping[int, Number]
"""What the nodes of the tree returned."""


class Sorting(NamedTuple):
    """How children are put in order.

    `numbers(tree, returned)` are those by which they are sorted, of every node that was visited: what they returned. `falls(tree, node, visited, returned)` tells
    of a node, from its visited children and what all nodes returned, whether the largest goes first: it does at MAX.
    """

    numbers: Callable[[Tree, Numbers], Numbers] = lambda _, returned: returned
    falls: Callable[[Tree, int, Sequence[int], Numbers], bool] = lambda tree, node, *_: tree.kind[node] == MAX


def by_static(tree: Tree, returned: Numbers) -> Numbers:
    """Return the static values of the nodes, of leaves their values; where a node has none, what it returned."""
    found = {node: static_value(tree, node) for node in returned if tree.value[node] is None}
    return {**returned, **{node: value for node, value in found.items() if value is not None}}


def as_it_chose(tree: Tree, node: int, visited: Sequence[int], returned: Numbers) -> bool:
    """Return whether the largest goes first: where a node returned it. Who takes MAX for MIN puts the smallest first there."""
    own, numbers = returned[node], [returned[child] for child in visited]
    low, high = min(numbers), max(numbers)
    return tree.kind[node] == MAX if low == high or own not in (low, high) else bool(own == high)


RIGHT_SORTING = Sorting()
BY_CHOICE = Sorting(falls=as_it_chose)
"""The right order as somebody sees it whose search follows a wrong rule: by what each node made of its children."""


def order_left(
    problem: Problem, tree: Tree, reorder: str, used: Order, answers: Answers, sorting: Sorting = RIGHT_SORTING
) -> Order:
    """Return the order that an iteration leaves behind, from the tree that it searched, the order that it used and what it answered."""
    if reorder == NONE:
        return used
    whole = tree.whole  # who searches too deep sorts below the horizon too
    returned = _returned(tree, answers)
    numbers, left = sorting.numbers(tree, returned), list(used or range(tree.size))
    step = -1 if problem.conventions.right_to_left else 1
    for node in (0,) if reorder == ROOT else answers["values"]:
        if whole.kind[node] in (MAX, MIN):
            places = slice(whole.first[node], whole.end[node])
            examined = left[places][::step]
            if visited := [child for child in examined if child in numbers]:
                is_falling = sorting.falls(whole, node, visited, returned)
                left[places] = _arranged(reorder, examined, visited, numbers, is_falling=is_falling)[::step]
    return left


def _returned(tree: Tree, answers: Answers) -> dict[int, Number]:
    """Return what each node returned that a search visited: an inner node of it its number there, a leaf what it is worth."""
    value, values = tree.value, answers["values"]
    return {
        node: values[node] if node in values else value[node]
        for node in answers["visited"]
        if node in values or value[node] is not None
    }


def _arranged(
    reorder: str, examined: list[int], visited: list[int], numbers: Numbers, *, is_falling: bool
) -> list[int]:
    """Return the children of a node in order: in front the visited ones, equals as they stood, or the first of the best; the others follow as they stood."""
    number = numbers.__getitem__
    if reorder == BEST:
        front = [max(visited, key=number) if is_falling else min(visited, key=number)]
    else:
        front = sorted(visited, key=number, reverse=is_falling)
    return front if len(front) == len(examined) else front + [child for child in examined if child not in front]


# -- one iteration after the other: each is one search, in the order that the one before has left

_OF_RESULT = ("value", "best-move", "leaves-evaluated")
_OF_ORDER = ("values", "visited")

IterationSolver = Callable[[int, Order], Answers]
"""From the depth of an iteration and the order in which it examines children to what it finds; nodes are those of the whole tree."""


class Iteration(NamedTuple):
    """One iteration: its depth, the order in which it examined children, and what it found."""

    depth: int
    order: Order
    answers: Answers


class Rules(NamedTuple):
    """The rules of the loop: what a search finds, which children are put in another order and how, and from how many iterations back that order is.

    `counted` is the part of a search whose number counts as its leaves.
    """

    found: IterationSolver
    reorder: str
    sorting: Sorting = RIGHT_SORTING
    lag: int = 1
    counted: str = "leaves-evaluated"
    adds_only_last: bool = False
    plays_unfinished: bool = False


def parts_of_search(problem: Problem, depth: int) -> tuple[str, ...]:
    """Return which parts of the answers of the search to this depth the loop reads: what orders children only where a search comes after it."""
    asked = asked_of(problem)
    return _OF_RESULT if asked.reorder == NONE or depth == asked.depth else _OF_RESULT + _OF_ORDER


def search_rightly(problem: Problem, more: tuple[str, ...], depth: int, order: Order) -> Answers:
    """Return what an iteration finds by the solver of the kind that searches, as far as the loop reads it, and in more parts."""
    searched = searched_at(problem, depth, order)
    answers: Answers = KINDS[searched.kind].solve(searched, parts=parts_of_search(problem, depth) + more).answers
    return answers


def right_rules(problem: Problem, *more: str) -> Rules:
    """Return the right rules of the loop, which read the answers of these parts of a search too."""
    return Rules(partial(search_rightly, problem, more), asked_of(problem).reorder)


def run(problem: Problem, rules: Rules) -> tuple[Iteration, ...]:
    """Return the iterations from depth 1 down to the last."""
    left: list[Order] = [()]
    done: list[Iteration] = []
    cuts = asked_of(problem).cuts
    for depth, tree in enumerate(cuts, 1):
        used = left[max(0, depth - rules.lag)]
        answers = rules.found(depth, used)
        done.append(Iteration(depth, used, answers))
        if depth < len(cuts):  # nothing comes after the last
            left.append(order_left(problem, tree, rules.reorder, used, answers, rules.sorting))
    return tuple(done)


# -- what is read off the iterations: values, moves, leaves, orders, and which iteration a budget completes

LEAVES = "leaves-by-depth"
NO_NUMBERS: Mapping[Key, Number] = {}


def solve(problem: Problem, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer, and the iterations (Korf 1985; reordering: Slate and Atkin 1977)."""
    rules = right_rules(problem)
    done = run(problem, rules)
    return Solution(AsWanted(partial(readings_of, problem, done, rules, NO_NUMBERS), parts), done)


def answers_of(
    problem: Problem,
    done: Sequence[Iteration],
    rules: Rules,
    fixed: Mapping[Key, Number],
    parts: Collection[str] | None = None,
) -> Answers:
    """Return what someone answers who has run these iterations, where the leaves of some iterations or the completed one are given."""
    return wanted(readings_of(problem, done, rules, fixed), parts)


def readings_of(problem: Problem, done: Sequence[Iteration], rules: Rules, fixed: Fixed) -> dict[str, Reading]:
    """Return how each answer is read off the iterations, for those that there are."""
    tree: Tree = problem.whole
    counts = leaves_of(done, rules, fixed)
    total = counts[-1] if rules.adds_only_last else sum(counts)
    readings: dict[str, Reading] = {
        "values-by-depth": lambda: {place: one.answers["value"] for place, one in enumerate(done)},
        LEAVES: lambda: dict(enumerate(counts)),
        "total-leaves": lambda: total,
        "direct-leaves": lambda: _direct(done, rules),
    }
    if has_move(tree):
        readings["best-moves"] = lambda: dict(enumerate(map(moves_of, done)))
        readings["orders"] = lambda: {
            place: list(order_at(problem, iteration.order, 0)) for place, iteration in enumerate(done)
        }
    if asked_of(problem).budget is not None:
        completed = fixed.get("completed", completed_by(problem, counts))
        readings["completed"] = lambda: completed
        played = completed + 1 if rules.plays_unfinished and completed < len(done) else completed
        if played in range(1, len(done) + 1) and has_move(tree):
            readings["move"] = lambda: moves_of(done[int(played) - 1])
    return readings


def moves_of(iteration: Iteration) -> Sequence[int]:
    """Return the best moves of an iteration, the one to print first."""
    moves: Sequence[int] = iteration.answers.get("best-move", ())
    return moves


def leaves_of(done: Sequence[Iteration], rules: Rules, fixed: Mapping[Key, Number] = NO_NUMBERS) -> list[Number]:
    """Return how many leaves each iteration counts; the given number where one is given."""
    return [fixed.get(place, one.answers[rules.counted]) for place, one in enumerate(done)]


def completed_by(problem: Problem, counts: Sequence[Number]) -> int:
    """Return the last iteration that the budget completes, 0 where it does not even complete the first."""
    left, budget = 0, asked_of(problem).budget or 0
    spent: Number = 0
    for depth, count in enumerate(counts, 1):
        spent += count
        if spent <= budget:
            left = depth
    return left


def _direct(done: Sequence[Iteration], rules: Rules) -> Number:
    """Return the leaves of one search to the last depth in the order of the problem."""
    last = done[-1]
    leaves: Number = (rules.found(last.depth, ()) if last.order else last.answers)[rules.counted]
    return leaves
