"""The parts of Monte Carlo tree search: what is handed in, what it can follow from, and what explains it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grader.answers.by_iteration import ByIteration
from grader.answers.case import Answer, Case, Key
from grader.answers.cells import COUNT, EXACT
from grader.answers.each import Each
from grader.answers.either import Either
from grader.answers.forms import Choice
from grader.answers.items import NODE
from grader.answers.keys import NODES
from grader.answers.lines import Line
from grader.answers.lists import Listing
from grader.answers.part import Keys, Part
from grader.answers.scored import Scored, at
from grader.games.problem import Problem
from grader.kinds.mcts.answering import NO_NODE, adds_many
from grader.kinds.mcts.following import choices_on_own, joined_on_own, own_number, path_follows, score_follows
from grader.kinds.mcts.sampling import NONE, Sampling
from grader.printable import printable


def iterations(problem: Problem) -> int:
    """Return how many iterations there are."""
    game: Sampling = problem.game
    return game.iterations


def _added(problem: Problem) -> Mapping[str, Key]:
    return {NONE: NO_NODE, **problem.game.by_id()}


def _added_name(problem: Problem, node: Key) -> str:
    return NONE if node == NO_NODE else str(problem.game.ids[node])


def _moves(problem: Problem) -> Mapping[str, Key]:
    game: Sampling = problem.game
    return game.tree.by_move(0)


def _move(problem: Problem, child: Key) -> str:
    game: Sampling = problem.game
    return game.tree.move_to(child)


def _every_node(problem: Problem) -> Iterable[Key]:
    return range(len(problem.game.ids))


def _iteration_step(case: Case, iteration: Key) -> str:
    return case.explain(iteration)


def _score_step(case: Case, key: Key) -> str:
    return case.explain(("score", *at(case.problem, key)))


def _node_step(case: Case, node: Key) -> str:
    return case.explain(("node", node))


def _path_follows(case: Case, iteration: Key, path: Answer) -> bool:
    return case.policy.across_parts and path_follows(case, iteration, path)


def _added_follows(case: Case, iteration: Key, nodes: Answer) -> bool:
    return case.policy.across_parts and joined_on_own(case, iteration) == list(nodes)


def _visits_follow(case: Case, node: Key, number: Answer) -> bool:
    return case.policy.across_parts and own_number(case, "visits", node) == number


def _totals_follow(case: Case, node: Key, number: Answer) -> bool:
    return case.policy.across_parts and own_number(case, "totals", node) == number


def _score_follows(case: Case, key: Key, score: Answer) -> bool:
    return case.policy.across_parts and score_follows(case, *at(case.problem, key), score)


def _choice_follows(case: Case, key: Key, child: Answer) -> bool:
    return case.policy.across_parts and child in choices_on_own(case)


def _example_paths(problem: Problem) -> str:
    ids = problem.game.ids
    return f"[[{', '.join(map(printable, ids[:2]))}], [{printable(ids[0])}]]"


def _at_end(case: Case, key: Key) -> str:
    return case.explain("end")


def _next(case: Case, key: Key) -> str:
    return case.explain("next")


def _rule_of_paths(problem: Problem, key: Key | None) -> str:
    return "Selection goes to the child with the best score, for the player who moves"


def _rule_of_adding(problem: Problem, key: Key | None) -> str:
    return "A node joins the search tree where selection stops"


def _rule_of_visits(problem: Problem, key: Key | None) -> str:
    return "Every node of the path counts one visit more"


def _rule_of_totals(problem: Problem, key: Key | None) -> str:
    return "A node's total adds the reward of the player it counts for"


def _rule_of_choice(problem: Problem, key: Key | None) -> str:
    return "The move that is played at the end is told by the statistics of the root's children"


def _rule_of_scores(problem: Problem, key: Key | None) -> str:
    return "A score is the mean and a bonus for few visits"


PATHS = Part(
    "paths",
    "the path of each iteration, from the root to the node at which its simulation starts (list of lists of nodes)",
    ByIteration(Listing(), iterations),
    _path_follows,
    _iteration_step,
    example=_example_paths,
    rule=_rule_of_paths,
    source="scores",
)
EXPANDED = Part(
    "expanded",
    "the node that each iteration adds, or none (list; where all children are added at once, list of lists)",
    ByIteration(
        Either(Choice(Keys("node", _added, _added_name)), Listing(NODE._replace(empty="none is added")), adds_many),
        iterations,
    ),
    _added_follows,
    _iteration_step,
    rule=_rule_of_adding,
    source="paths",
)
VISITS = Part(
    "visits",
    "how often each node of the search tree was visited at the end (node: number)",
    Each(COUNT, NODES, paper=_every_node, zero_is_none=True, others_follow=True),
    _visits_follow,
    _node_step,
    rule=_rule_of_visits,
    source="paths",
)
TOTALS = Part(
    "totals",
    "the total reward that each node of the search tree has recorded at the end (node: number)",
    Each(EXACT, NODES, paper=_every_node, zero_is_none=True, others_follow=True),
    _totals_follow,
    _node_step,
    rule=_rule_of_totals,
    source="paths",
)
SCORES = Part(
    "scores",
    "the scores of the children that the selection of each iteration compares (list of mappings child: number, {} where none is)",
    Scored(iterations),
    _score_follows,
    _score_step,
    rule=_rule_of_scores,
    source="paths",
)
SELECTION = Part(
    "selection",
    "the path that selection would take next, from the root to where it stops (list of nodes)",
    Line(ends=_every_node),
    explain=_next,
    rule=_rule_of_paths,
)
CHOICE = Part(
    "choice",
    "the move that is played at the end (its label; without one, the child's name)",
    Choice(Keys("move at the root called", _moves, _move)),
    _choice_follows,
    _at_end,
    rule=_rule_of_choice,
)
PARTS = (PATHS, EXPANDED, VISITS, TOTALS, SCORES, SELECTION, CHOICE)
