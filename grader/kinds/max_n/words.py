"""Games of several players in words: what counts, the steps, and why a search skipped a node or could not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader.answers.case import Solution
from grader.exact import show_number
from grader.games.problem import Problem
from grader.games.tree import FIRST_PLAYER, Tree
from grader.kinds.max_n.solving import cutoff_of, search
from grader.kinds.trees import later
from grader.kinds.words import listing, name_of, names_of
from grader.printable import printable
from grader.search import Cutoff, Trace
from grader.step import Action, Step

SEARCHED = frozenset({"pruned", "visited", "leaves-evaluated"})


def terms(problem: Problem) -> list[str]:
    """Return whose numbers stand where, what a player takes, and by what a search prunes."""
    names = listing(printable(name) for name in problem.game.players)
    said = [
        f"At a leaf stands a number for each of {names}, in this order.",
        "Each player takes the child with the largest own number; a node is worth all the numbers of the child that is taken.",
    ]
    if SEARCHED & {*problem.ask} and problem.conventions.sum_bound is not None:
        said.append(_pruning_words(problem))
    return said + later.terms(problem)


def _pruning_words(problem: Problem) -> str:
    bound = show_number(problem.conventions.sum_bound or 0)
    is_equal_enough = cutoff_of(problem.conventions)(0, 0)
    all_there_is = f"b = {bound}, or as soon as " if is_equal_enough else ""
    sign = ">=" if is_equal_enough else ">"
    return (
        f"The search prunes by the sum: with b the best own number so far at a node, its rest is skipped as soon as {all_there_is}"
        f"a {sign} {bound} - b, where a is what the player of its parent, another one, has there already. Only the parent counts. "
        "The values asked are those of the whole tree."
    )


def steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the step of each inner node, what a search skips where that is asked, then the choice."""
    *valued, choice = later.value_steps(problem, solution)
    yield from valued
    if SEARCHED & {*problem.ask}:
        trace = search(problem)
        for cutoff in trace.cutoffs:
            if cutoff.skipped:
                sentence = _cutoff_words(problem, trace, cutoff)
                yield Step(Action.SKIP, None, sentence, skipped=tuple(cutoff.skipped), done=choice.done)
    yield choice


def why(problem: Problem, solution: Solution, node: int) -> str:
    """Return why the search skipped a node, or that it could not."""
    tree: Tree = problem.game
    trace = search(problem)
    skipped = {child: cutoff for cutoff in trace.cutoffs for child in cutoff.skipped}
    for above in reversed(tree.path_to(node)):
        if above in skipped:
            return _cutoff_words(problem, trace, skipped[above])
    return f"{name_of(tree, node)} is visited: nothing was known by then that skips it."


def _cutoff_words(problem: Problem, trace: Trace, cutoff: Cutoff) -> str:
    """Return what was known when a node's rest was skipped."""
    tree: Tree = problem.game
    bound, test = problem.conventions.sum_bound or 0, cutoff_of(problem.conventions)
    player = tree.kind[cutoff.node] - FIRST_PLAYER
    claims: Any = cutoff.alpha
    found: Any = trace.value[cutoff.node]
    has = found[player]
    who, are = printable(tree.mover(cutoff.node)), "is" if len(cutoff.skipped) == 1 else "are"
    head = f"At {name_of(tree, cutoff.node)} {who} has {problem.say(has)} already"
    rest = f"so {names_of(tree, cutoff.skipped)} {are} skipped."
    if test(has, bound):
        return f"{head}, which is all there is: {rest}"
    other, a = next((other, a) for other, a in claims if other != player)
    left = f"that leaves {printable(tree.players[other])} at most {problem.say(bound)} - {problem.say(has)} = {problem.say(bound - has)}"
    parent = name_of(tree, tree.parent[cutoff.node])
    return f"{head}; {left}, and {printable(tree.players[other])} has {problem.say(a)} at {parent} already: {rest}"
