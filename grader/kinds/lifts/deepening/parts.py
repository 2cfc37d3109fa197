"""The parts of iterative deepening: what is handed in, what it can follow from, and what explains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from grader.answers.by_iteration import ByIteration
from grader.answers.case import Answer, Case, Key
from grader.answers.cells import COUNT, NUMBER
from grader.answers.forms import Choice, One
from grader.answers.items import items_called
from grader.answers.lists import Listing
from grader.answers.part import Keys, Part
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.lifts.deepening.answering import LEAVES, completed_by
from grader.kinds.lifts.deepening.asked import asked_of

# moves at the root


def _moves(problem: Problem) -> Mapping[str, Key]:
    tree: Tree = problem.whole
    return tree.by_move(0)


def _move(problem: Problem, child: Key) -> str:
    tree: Tree = problem.whole
    return tree.move_to(child)


MOVES = Keys("move at the root called", _moves, _move)


def iterations(problem: Problem) -> int:
    """Return how many iterations there are."""
    return asked_of(problem).depth


# what follows from own answers


def own_leaves(case: Case) -> Sequence[Number] | None:
    """Return the student's own leaves of all iterations; None where one of them is not there."""
    given = case.given(LEAVES) or {}
    written = [given.get(place) for place in range(iterations(case.problem))]
    numbers = [one.value for one in written if one is not None]
    return numbers if len(numbers) == len(written) else None


def own_completed(case: Case) -> int | None:
    """Return the iteration that the student's own leaves complete."""
    leaves = own_leaves(case)
    return None if leaves is None else completed_by(case.problem, leaves)


def own_move(case: Case) -> Key | None:
    """Return the student's own best move of the iteration that the student has as the completed one."""
    completed, moves = case.given("completed"), case.given("best-moves") or {}
    written = None if completed is None else moves.get(completed.value - 1)
    return None if written is None else written.value[0]


def _total_follows(case: Case, key: Key, number: Answer) -> bool:
    leaves = own_leaves(case) if case.policy.across_parts else None
    return leaves is not None and number == sum(leaves)


def _completed_follows(case: Case, key: Key, number: Answer) -> bool:
    return case.policy.across_parts and number == own_completed(case)


def _move_follows(case: Case, key: Key, child: Answer) -> bool:
    return case.policy.across_parts and own_move(case) == child


def _own_sum(case: Case, key: Key) -> str:
    return f"Your own leaves add up to {' + '.join(case.problem.say(one) for one in own_leaves(case) or ())}."


def _own_iteration(case: Case, key: Key) -> str:
    return f"By your own leaves that is how many iterations {asked_of(case.problem).budget} leaves complete."


def _own_choice(case: Case, key: Key) -> str:
    return "It is your own best move of the iteration that you have as the last completed one."


# what explains and what is rehearsed


def _explained(what: str) -> Callable[[Case, Key], str]:
    def explain(case: Case, key: Key) -> str:
        return case.explain(what if key is None else (what, key))

    return explain


def _rule(words: str) -> Callable[[Problem, Key | None], str]:
    def rule(problem: Problem, key: Key | None) -> str:
        return words

    return rule


def _example_values(problem: Problem) -> str:
    return listing_of(problem, "7")


def _example_moves(problem: Problem) -> str:
    return listing_of(problem, next(iter(_names(problem)), "X"))


def _example_orders(problem: Problem) -> str:
    return listing_of(problem, f"[{', '.join(_names(problem)[::-1])}]")


def _names(problem: Problem) -> list[str]:
    from grader.documents.write import scalar

    return [scalar(_move(problem, child)) for child in problem.whole.children(0)]


def listing_of(problem: Problem, entry: str) -> str:
    """Return a list with the same entry for each of at most three iterations, as an example."""
    return f"[{', '.join([entry] * min(3, iterations(problem)))}]"


_SEARCHED = "Each iteration is a search of its own, one deeper than the one before"
_LEFT = "Each iteration examines children in the order that the one before has left"
_TIME = "An iteration counts only when it is finished"

PARTS = (
    Part(
        "values-by-depth",
        "what each iteration returns at the root, the first goes to depth 1 (list of numbers)",
        ByIteration(One(NUMBER), iterations),
        explain=_explained("value"),
        example=_example_values,
        rule=_rule(_SEARCHED),
    ),
    Part(
        "best-moves",
        "the best move that each iteration finds (list of moves: their labels; without one, the child's name)",
        ByIteration(Choice(MOVES), iterations),
        explain=_explained("value"),
        example=_example_moves,
        rule=_rule(_SEARCHED),
    ),
    Part(
        LEAVES,
        "how many leaves each iteration evaluates, nodes at its horizon among them (list of whole numbers)",
        ByIteration(One(COUNT), iterations),
        explain=_explained("leaves"),
        example=_example_values,
        rule=_rule(_LEFT),
    ),
    Part(
        "total-leaves",
        "how many leaves all iterations evaluate together (a whole number)",
        One(COUNT),
        _total_follows,
        _explained("total"),
        _own_sum,
        rule=_rule("All iterations count, not only the last"),
    ),
    Part(
        "orders",
        "the moves at the root in the order in which each iteration examines them (list of lists of moves)",
        ByIteration(Listing(items_called(MOVES), keys=MOVES), iterations),
        explain=_explained("order"),
        example=_example_orders,
        rule=_rule(_LEFT),
    ),
    Part(
        "direct-leaves",
        "how many leaves one search to the last depth evaluates in the order of the tree (a whole number)",
        One(COUNT),
        explain=_explained("direct"),
        rule=_rule("One search alone has nothing to order children by"),
    ),
    Part(
        "completed",
        "the last iteration that is finished within the budget of leaves, 0 if none is (a whole number)",
        One(COUNT),
        _completed_follows,
        _explained("completed"),
        _own_iteration,
        rule=_rule(_TIME),
    ),
    Part(
        "move",
        "the move that is played when the budget is used up (its label; without one, the child's name)",
        Choice(MOVES),
        _move_follows,
        _explained("move"),
        _own_choice,
        rule=_rule(_TIME),
        source="completed",
    ),
)
