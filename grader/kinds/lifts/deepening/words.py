"""What is said of iterative deepening: what is asked, the iterations step by step, and the step behind an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from grader.answers.case import Key, Solution
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import LEAF, MAX, Tree
from grader.kinds import KINDS
from grader.kinds.lifts.deepening.answering import LEAVES, moves_of
from grader.kinds.lifts.deepening.asked import ALL, BEST, NONE, ROOT, asked_of, searched_of
from grader.kinds.lifts.deepening.running import Iteration
from grader.kinds.lifts.deepening.staging import Stage, order_at, stage_of
from grader.kinds.lifts.searched import game_posed
from grader.kinds.trees.solving import evaluation_order
from grader.kinds.words import listing, name_of, names_of
from grader.printable import printable
from grader.step import Action, Step

_UNITS = {"plies": ("ply", "plies"), "moves": ("move", "moves"), "rounds": ("round of moves", "rounds of moves")}
_DRAWN = ("value", "best-move", "pruned")
"""What the drawing of an iteration shows of its search."""
_REORDER = {
    NONE: "Every iteration examines children in the same order.",
    ROOT: "After each iteration the children of the root are sorted for the next one by what they returned, the best for the player to move first; equal ones, and those that were not visited after them, stay as they stood.",
    BEST: "After each iteration, at every node of a player that it searched, the first child that is best by what it returned goes to the front; the others stay as they stood.",
    ALL: "After each iteration, at every node of a player that it searched, the children are sorted for the next one by what they returned, the best for the player to move first; equal ones, and those that were not visited after them, stay as they stood.",
}


# the statement


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains first: how an iteration searches, and in which order."""
    searched, asked = searched_of(problem), asked_of(problem)
    kind, unit = KINDS[searched.kind], _UNITS[problem.conventions.depth_in]
    deep = f"{asked.depth} {unit[asked.depth > 1]}"
    said = [
        f"Iteration 1 searches the tree to a depth of 1 {unit[0]}, and so on; the last one, iteration {asked.depth}, to {deep}. Each is a search by {kind.title.lower()} of its own, from the root and with nothing known but the order of children.",
        "Where an iteration stops, at its horizon, a node that is no end of the game is a leaf of it and counts with its static value.",
        _REORDER[asked.reorder],
    ]
    of_search = kind.terms(_as_said(problem, searched))
    return said + [line for line in of_search if not line.startswith("The search goes ")]


def poses(problem: Problem) -> list[str]:
    """Return the rules of a game that is played, then for how many leaves there is time, where that is asked."""
    budget, rules = asked_of(problem).budget, game_posed(problem)
    if budget is None:
        return rules
    return [
        *rules,
        f"There is time for {budget} {'leaf' if budget == 1 else 'leaves'}, those of all iterations together.",
    ]


def _as_said(problem: Problem, searched: Problem) -> Problem:
    return searched._replace(title=problem.title, has_decimals=problem.has_decimals)


# one iteration in words


class Told(NamedTuple):
    """What an iteration searched, with all that lies below its horizon, and the whole solution of that: what its words are taken from."""

    stage: Stage
    solution: Solution

    @property
    def tree(self) -> Tree:
        """Return the tree that was searched."""
        tree: Tree = self.stage.problem.game
        return tree


def told_of(problem: Problem, iteration: Iteration) -> Told:
    """Return what an iteration searched and found, to be told."""
    stage = stage_of(problem, iteration.depth, iteration.order)
    solution = KINDS[stage.problem.kind].solve(stage.problem)
    asked = tuple(part for part in _DRAWN if part in solution.answers)
    return Told(stage._replace(problem=_as_said(problem, stage.problem)._replace(ask=asked)), solution)


def _searched_nodes(told: Told) -> list[int]:
    """Return the inner nodes that an iteration searched, in the order in which it left them."""
    visited = set(told.solution.answers["visited"])
    return [node for node in evaluation_order(told.stage.problem) if node in visited]


def _explained(told: Told, node: int) -> str:
    stage = told.stage
    return KINDS[stage.problem.kind].tutor.explain(stage.problem, told.solution, node, windows=False)


def deepening_steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the nodes that each iteration searches, one by one, then what is made of all iterations."""
    done = 0
    before: Iteration | None = None
    for iteration in solution.trace:
        told = told_of(problem, iteration)
        nodes = _searched_nodes(told)
        first, last = _decided(iteration)
        for node in nodes:
            done += 1
            decides = (*(first if node == nodes[0] else ()), *(last if node == nodes[-1] else ()))
            said = [_explained(told, node)]
            if node == nodes[0]:
                said.insert(0, begin_words(problem, iteration, before))
            if node == nodes[-1]:
                said.append(end_words(problem, iteration))
            value = told.solution.answers["values"][node]
            yield Step(Action.VALUE, told.stage.nodes[node], " ".join(said), value=value, done=done, decides=decides)
        if not nodes:
            done += 1
            said = [begin_words(problem, iteration, before), end_words(problem, iteration)]
            value = iteration.answers["value"]
            yield Step(Action.VALUE, 0, " ".join(said), value=value, done=done, decides=(*first, *last))
        before = iteration
    yield _last_step(problem, solution, done)


_Decided = tuple[tuple[str, object], ...]


def _decided(iteration: Iteration) -> tuple[_Decided, _Decided]:
    """Return what of the answers the first step of an iteration decides, and what the last one does."""
    place = iteration.depth - 1
    return (("orders", place),), tuple((part, place) for part in ("values-by-depth", "best-moves", LEAVES))


def begin_words(problem: Problem, iteration: Iteration, before: Iteration | None) -> str:
    """Return how an iteration begins: its depth, and which children it examines in another order than the one before."""
    said = f"Iteration {iteration.depth} searches to depth {iteration.depth}."
    if before is None:
        return said
    return " ".join([said, *order_words(problem, before, iteration)])


def order_words(problem: Problem, before: Iteration, iteration: Iteration) -> list[str]:
    """Return a sentence for each node whose children stand in another order now, with what they returned."""
    whole: Tree = problem.whole
    said = []
    for node in whole.inner():
        old, new = (order_at(problem, one.order, node) for one in (before, iteration))
        if list(old) != list(new):
            named = [_with_returned(problem, before, child) for child in new]
            lead = "" if whole.move_to(new[0]) == whole.ids[new[0]] else "move "
            said.append(f"After depth {before.depth} {lead}{named[0]} goes before {listing(named[1:])}.")
    return said


def _with_returned(problem: Problem, iteration: Iteration, child: int) -> str:
    """Return a move with the child's id, where that is another one, and what the child returned in an iteration, if it was visited."""
    tree: Tree = problem.whole
    answers, value = iteration.answers, asked_of(problem).cuts[iteration.depth - 1].value[child]
    move, name = printable(tree.move_to(child)), name_of(tree, child)
    returned = ""
    if child in answers["visited"]:
        returned = problem.say(answers["values"][child] if value is None else value)
    more = ": ".join(filter(None, [name if name != move else "", returned]))
    return f"{move} ({more})" if more else move


def _moves_text(problem: Problem, children: Iterable[int]) -> str:
    """Return moves at the root as students write them, each with the child's id where that is another one."""
    tree: Tree = problem.whole
    named = ((printable(tree.move_to(child)), name_of(tree, child)) for child in children)
    return listing((move if move == name else f"{move} ({name})" for move, name in named), link="or")


def end_words(problem: Problem, iteration: Iteration) -> str:
    """Return what an iteration comes to: what it returns, its move, and how many leaves it took."""
    value, leaves = problem.say(iteration.answers["value"]), leaves_text(iteration.answers["leaves-evaluated"])
    moves = moves_of(iteration)
    move = f" with the best move {_moves_text(problem, moves)}" if moves else ""
    return f"Iteration {iteration.depth} returns {value}{move} and evaluates {leaves}."


def leaves_text(count: Number) -> str:
    """Return so many leaves in words."""
    return f"{count} {'leaf' if count == 1 else 'leaves'}"


def _last_step(problem: Problem, solution: Solution, done: int) -> Step:
    answers = solution.answers
    said = [total_words(solution)]
    if asked_of(problem).reorder != NONE:
        said.append(direct_words(problem, solution))
    if "completed" in answers:
        said.append(completed_words(problem, solution))
    if "move" in answers:
        said.append(move_words(problem, solution))
    chosen = tuple(answers["move"]) if "move" in answers else moves_of(solution.trace[-1])
    return Step(
        Action.CHOICE, 0, " ".join(said), value=solution.trace[-1].answers["value"], chosen=tuple(chosen), done=done
    )


# the step behind an answer


def explain(problem: Problem, solution: Solution, key: Key, *, windows: bool) -> str:
    """Return the step behind an answer: (what of an iteration, its place), or what is made of all of them."""
    if isinstance(key, tuple):
        what, place = key
        if place >= len(solution.trace):
            return f"There are {len(solution.trace)} iterations."
        return _OF_ITERATION[what](problem, solution, place)
    return _OF_ALL[key](problem, solution)


def _value_words(problem: Problem, solution: Solution, place: int) -> str:
    told = told_of(problem, solution.trace[place])
    if told.tree.kind[0] == LEAF:
        return f"The root is a leaf: {problem.say(solution.trace[place].answers['value'])}."
    return f"To depth {place + 1}: {_explained(told, 0)}"


def _leaves_words(problem: Problem, solution: Solution, place: int) -> str:
    """Return which leaves an iteration evaluated, one after the other."""
    iteration = solution.trace[place]
    told = told_of(problem, iteration)
    tree = told.tree
    leaves = [node for node in told.solution.answers["visited"] if tree.kind[node] == LEAF]
    return f"To depth {place + 1} it evaluates {names_of(tree, leaves)}."


def _order_words(problem: Problem, solution: Solution, place: int) -> str:
    if place == 0:
        return "The first iteration examines the moves as they stand in the tree."
    before, iteration = solution.trace[place - 1 : place + 1]
    whole: Tree = problem.whole
    if asked_of(problem).reorder == NONE:
        return "No iteration examines them in another order."
    named = [_with_returned(problem, before, child) for child in order_at(problem, iteration.order, 0)]
    if asked_of(problem).reorder == BEST:
        return f"After depth {place} the best goes to the front, the others stay as they stood: {listing(named)}."
    largest = "largest" if whole.kind[0] == MAX else "smallest"
    return f"By what they returned to depth {place}, the {largest} first: {listing(named)}."


def total_words(solution: Solution) -> str:
    """Return how many leaves all iterations evaluated together."""
    counts = [*solution.answers[LEAVES].values()]
    if len(counts) == 1:
        return f"The one iteration evaluates {leaves_text(counts[0])}."
    return f"All iterations together evaluate {' + '.join(map(str, counts))} = {sum(counts)} leaves."


def direct_words(problem: Problem, solution: Solution) -> str:
    """Return how many leaves one search takes in the order of the problem."""
    return (
        f"One search to depth {asked_of(problem).depth} in the order of the tree "
        f"evaluates {leaves_text(solution.answers['direct-leaves'])}."
    )


def completed_words(problem: Problem, solution: Solution) -> str:
    """Return which iteration the budget completes."""
    completed, budget = solution.answers["completed"], asked_of(problem).budget or 0
    counts = [*solution.answers[LEAVES].values()]
    spent, after = sum(counts[:completed]), sum(counts[: completed + 1])
    if not completed:
        return f"Iteration 1 alone takes {leaves_text(counts[0])}, more than {budget}: none is finished."
    said = f"{_sum(counts[:completed])} leaves are within {budget}" if spent != 1 else f"1 leaf is within {budget}"
    if completed == len(counts):
        return f"{said}: all iterations are finished."
    return f"{said}, {after} are not: iteration {completed} is the last that is finished."


def _sum(counts: Sequence[Number]) -> str:
    total = sum(counts)
    return str(total) if len(counts) == 1 else f"{' + '.join(map(str, counts))} = {total}"


def move_words(problem: Problem, solution: Solution) -> str:
    """Return which move is played, and by which iteration."""
    moves = _moves_text(problem, solution.answers["move"])
    return f"The move of iteration {solution.answers['completed']} is played: {moves}."


def _total(problem: Problem, solution: Solution) -> str:
    return total_words(solution)


_OF_ITERATION = {"value": _value_words, "leaves": _leaves_words, "order": _order_words}
_OF_ALL = {"total": _total, "direct": direct_words, "completed": completed_words, "move": move_words}
