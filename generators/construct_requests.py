"""What a request for constructions says: what is handed in, on which trees, and which numbers may stand there."""

from __future__ import annotations

from generators.errors import RequestError
from generators.leaves import leaves_within, possible_values
from generators.lift_requests import request_of, search_of
from generators.parameters import AlphaBetaParameters, ConstructParameters, Pruning, TreeParameters
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds import KINDS
from grader.kinds.lifts.construct.asked import CHANGES, MOST, ORDER, VALUES, Asked, Construction, Found

MAKES = (ORDER, VALUES, CHANGES)
"""What is handed in in drawn exercises. A tree that is to be made has nothing that could be drawn but its goal."""
TITLES = {ORDER: "The best order", VALUES: "Numbers for leaves", CHANGES: "As few changes as possible"}
"""What exercises are called unless the request says otherwise."""
COUNT = "count"
DIFFERENT, ANY = "different", "any"
FEWEST = (1, 2)
_FREE = (3, 3)
NOT_FOUND = Found({})
"""What stands in a draw of which no best object is known, or a trivial one is as good: it is drawn again."""


def tree_request(parameters: ConstructParameters) -> TreeParameters:
    """Return the request for the trees that are searched, with what they must prune. Raises RequestError."""
    request = request_of(parameters)
    if isinstance(request, AlphaBetaParameters) and parameters.make == VALUES:
        return request._replace(pruning=Pruning(prune_exactly=parameters.prune_exactly))
    return request


def objective_of(parameters: ConstructParameters) -> str:
    """Return what the best order is to do."""
    return parameters.objective or MOST


def fewest_of(parameters: ConstructParameters) -> tuple[int, int]:
    """Return how many changes are to be the fewest."""
    return parameters.fewest or FEWEST


def free_of(parameters: ConstructParameters) -> tuple[int, int]:
    """Return how many leaves get a number."""
    return parameters.free or (_FREE if not parameters.free_ids else (len(parameters.free_ids),) * 2)


def are_different(parameters: ConstructParameters) -> bool:
    """Return whether no two leaves may have the same number: of a filling, unless the request lets leaves repeat."""
    if parameters.numbers:
        return parameters.numbers == DIFFERENT
    return parameters.make == VALUES and parameters.leaves.ties == 0


def whole_numbers(request: TreeParameters, leaves: int) -> range:
    """Return the whole numbers that leaves may have. Raises RequestError where they may have others."""
    possible = possible_values(leaves_within(request.leaves, request.question.conventions.value_bounds), leaves)
    if any(not isinstance(value, int) for value in possible):
        raise RequestError("the numbers that are looked for are whole ones; choose whole --values and --step 1")
    return range(int(min(possible)), int(max(possible)) + 1)


def posed(parameters: ConstructParameters, tree: Tree) -> Problem:
    """Return the problem that is searched."""
    kind, conventions = KINDS[search_of(parameters)], parameters.question.conventions
    known = conventions._replace(stated=conventions.stated.intersection(kind.conventions))
    return Problem("", kind.name, tree, known, kind.asked, dict.fromkeys(kind.asked, 1))


def order_of(parameters: ConstructParameters, searched: Problem) -> Construction:
    """Return what is asked of a tree whose children are to be ordered, before anything is known of the best order."""
    return Construction(searched, Asked(ORDER, objective_of(parameters), found=NOT_FOUND))
