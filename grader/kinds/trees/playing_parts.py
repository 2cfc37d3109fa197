"""The parts about how players play, in which order values are found, and which positions come again.

Reference answers: node -> accepted children (`strategy`), `Order` (`labelling`), numbers (`best-response`, `outcome`,
`distinct-states`), `Pruned` (`redundant`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grader.answers.case import Answer, Case, Key
from grader.answers.cells import COUNT, NUMBER
from grader.answers.choices import EachChoice
from grader.answers.forms import One
from grader.answers.leaf_set import REPEATED
from grader.answers.leaves import MET_BEFORE, LeafSet
from grader.answers.orders import AnyOrder
from grader.answers.part import Part
from grader.games.problem import Problem
from grader.games.tree import OPPONENT, Tree
from grader.kinds.trees import later
from grader.kinds.trees.parts import choice_at, example_nodes, told_once

# strategy


def _moves_at(problem: Problem, node: Key) -> Mapping[str, Key]:
    tree: Tree = problem.whole  # a move below the horizon can be named, in vain
    return tree.by_move(node) if tree.kind[node] in OPPONENT else {}


def _move_to(problem: Problem, child: Key) -> str:
    tree: Tree = problem.whole
    return tree.move_to(child)


def _players_nodes(problem: Problem) -> Iterable[Key]:
    return [node for node, kind in enumerate(problem.game.kind) if kind in OPPONENT]


def _strategy_follows(case: Case, node: Key, child: Answer) -> bool:
    from grader.kinds.trees.follow_through import own_best_moves

    return child in own_best_moves(case, node)


def _at_node(case: Case, key: Key | None) -> str:
    """Return the step at a node; of the answer as a whole, which nodes it orders."""
    return (
        "The list holds the inner nodes, each after its children, and no leaves." if key is None else case.explain(key)
    )


def _strategy_words(case: Case, node: Key) -> str:
    from grader.kinds.own_words import strategy_words

    return strategy_words(case, node)


def _example_strategy(problem: Problem) -> str:
    tree: Tree = problem.game
    from grader.documents.write import scalar

    moves = scalar(tree.move_to(tree.children(0)[0]))
    return f"{{{example_nodes(problem)[0]}: {moves}}}"


def _plan(problem: Problem, key: Key | None) -> str:
    return "A strategy has a move for each node of the root's player, wherever play goes"


STRATEGY = Part(
    "strategy",
    "the optimal strategy of the player at the root: a move for each of that player's nodes, whether play gets there or not (node: move)",
    EachChoice(_moves_at, _move_to, "move at", _players_nodes),
    _strategy_follows,
    choice_at,
    _strategy_words,
    example=_example_strategy,
    rule=_plan,
)

# labelling


def _after_children(problem: Problem, key: Key | None) -> str:
    return "A node has a value once all its children have one"


LABELLING = Part(
    "labelling",
    "all inner nodes in an order in which they can be given their values; every such order is right (list of nodes)",
    AnyOrder(),
    explain=_at_node,
    rule=_after_children,
)

# best-response, outcome


def _outcome_words(case: Case, key: Key) -> str:
    from grader.kinds.trees.play_words import outcome_words

    return outcome_words(case.problem)


def _response_words(case: Case, key: Key) -> str:
    from grader.kinds.trees.play_words import response_words

    return response_words(case.problem)


def _against(problem: Problem, key: Key | None) -> str:
    return "A node of the opponent is worth the child that the opponent plays there"


BEST_RESPONSE = Part(
    "best-response",
    "the most that the player at the root can get against this opponent (one number)",
    One(NUMBER),
    explain=_response_words,
    rule=_against,
)
OUTCOME = Part(
    "outcome",
    "what is reached if the player at the root plays the optimal strategy, and the opponent as stated (one number)",
    One(NUMBER),
    explain=_outcome_words,
    rule=_against,
)

# redundant, distinct-states


def _same_position(problem: Problem, key: Key | None) -> str:
    return "Two nodes are the same position where state, player to move and a leaf's value are the same"


REDUNDANT = Part(
    "redundant",
    "the nodes whose position was met before; nothing below such a node is looked at (list of nodes)",
    LeafSet(says=REPEATED, tool=MET_BEFORE),
    rule=_same_position,
)
DISTINCT_STATES = Part(
    "distinct-states",
    "how many different positions are met: state, player to move, and a leaf's value (a whole number)",
    One(COUNT),
    explain=told_once(later.states_words, "states"),
    rule=_same_position,
)
