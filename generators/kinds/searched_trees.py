"""What asks about a search: which kind searches, the request for the trees that it searches, and their mirror image."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from generators.draws import RequestError
from generators.kinds.trees import idle_in_trees, like_tree
from generators.parameters import (
    AlphaBetaParameters,
    ClaimsParameters,
    ConstructParameters,
    DeepeningParameters,
    ExpectiminimaxParameters,
    LiftParameters,
    MinimaxParameters,
    Ordering,
    Promise,
    Question,
    Shape,
    ThresholdParameters,
    TreeParameters,
    UcbParameters,
)
from grader.core.documents import parse_document
from grader.core.documents.writing import to_yaml
from grader.core.errors import ProblemError
from grader.core.games.changed import numbered, reordered, reversed_children
from grader.core.games.problem import Game, Problem, is_played
from grader.core.games.tree import Tree
from grader.kinds import KINDS, read_exercise, write_problem
from grader.kinds.about_searches.construct.solve import CHANGES
from grader.kinds.about_searches.searched import Lifted
from grader.kinds.trees.kind import ALPHA_BETA, EXPECTIMINIMAX, MINIMAX
from grader.kinds.ucb.kind import UCB

_TREES: dict[str, type[TreeParameters]] = {
    MINIMAX.name: MinimaxParameters,
    ALPHA_BETA.name: AlphaBetaParameters,
    EXPECTIMINIMAX.name: ExpectiminimaxParameters,
}
CHANCE_LAYER = "chance"
PROBABILITY = "probability"


def search_of(parameters: LiftParameters) -> str:
    """Return the kind that searches; unless the request names one, the one that prunes or has chances. Raises RequestError."""
    wanted = _wanted(parameters)
    if not parameters.search:
        return wanted
    known = _TREES if not isinstance(parameters, ThresholdParameters) else {**_TREES, UCB.name: UcbParameters}
    if parameters.search not in known:
        raise RequestError(f'--search: there is no search "{parameters.search}" here, expected {", ".join(known)}')
    if is_of_chances(parameters) and parameters.search != wanted:
        raise RequestError(
            f"--unknown probability: {parameters.search} has no unknown probabilities, expected no --search"
        )
    return parameters.search


def _wanted(parameters: LiftParameters) -> str:
    if isinstance(parameters, ConstructParameters) and parameters.make == CHANGES:
        return MINIMAX.name
    return EXPECTIMINIMAX.name if is_of_chances(parameters) else ALPHA_BETA.name


def is_of_chances(parameters: LiftParameters) -> bool:
    """Return whether a probability is open."""
    return isinstance(parameters, ThresholdParameters) and parameters.unknown == PROBABILITY


def check_states_tree(searched: Problem) -> None:
    """Refuse a problem whose tree is made by the rules of a game: its numbers are not for us to draw. Raises RequestError."""
    if is_played(searched.stated):
        raise RequestError("the tree of a game follows from its rules; expected a problem that states its tree")


def request_of(parameters: LiftParameters) -> TreeParameters:
    """Return the request for the trees that are searched."""
    made, shape = _TREES[search_of(parameters)], parameters.shape
    if made is ExpectiminimaxParameters and CHANCE_LAYER not in shape.layers and shape.skeleton is None:
        shape = shape._replace(layers=ExpectiminimaxParameters().shape.layers)
    if is_of_chances(parameters) and shape.branching == Shape().branching:
        shape = shape._replace(branching=(2, 2))  # x and 1 - x are two outcomes
    question = Question(conventions=parameters.question.conventions)
    return made(
        shape=shape,
        leaves=parameters.leaves,
        ordering=parameters.ordering,
        question=question,
        limits=parameters.limits,
    )


def idle_in_lift(parameters: LiftParameters) -> Mapping[str, str]:
    """Return the fields that say nothing of such a request, each with the reason."""
    return idle_in_trees(request_of(parameters))


def searched_by(parameters: LiftParameters, game: Game) -> Problem:
    """Return the problem of the kind that searches, of a drawn game; what it asks is of no matter."""
    kind, conventions = KINDS[search_of(parameters)], parameters.question.conventions
    known = conventions._replace(stated=conventions.stated.intersection(kind.conventions))
    return Problem("", kind.name, game, known, kind.asked, dict.fromkeys(kind.asked, 1))


Made = TypeVar("Made", ThresholdParameters, ClaimsParameters, ConstructParameters, DeepeningParameters)


def like_searched(parameters: type[Made], searched: Problem, question: Question, promise: Promise) -> Made:
    """Return the request for trees of the same shape and names with values in the same range. Raises RequestError for those of games."""
    check_states_tree(searched)
    trees = like_tree(AlphaBetaParameters, searched, question, promise)
    return parameters(
        search=searched.kind,
        shape=trees.shape,
        leaves=trees.leaves._replace(pattern=()),
        question=question,
        promise=promise,
        limits=trees.limits,
    )


def is_of_arms(parameters: ThresholdParameters) -> bool:
    """Return whether children of one node are asked for, not trees."""
    return search_of(parameters) == UCB.name


# -- the mirror image of an exercise that asks about a search: its tree turned round, with all that is asked of it


def mirrored_lift(
    parameters: type[Made],
    problem: Problem,
    question: Question,
    promise: Promise,
    turn: Callable[[Any], Any] = lambda asked: asked,
) -> tuple[Made, Problem]:
    """Return the request for the mirror image, and the problem of that image, where `turn` turns what is asked. Raises RequestError where there is no tree."""
    game: Lifted = problem.game
    tree = game.searched.game
    if not isinstance(tree, Tree):
        raise RequestError("the children of a UCB problem have no mirror image; expected a problem of trees")
    check_states_tree(game.searched)
    turned = game.searched._replace(game=reordered(tree, reversed_children(tree.whole)))
    image = problem._replace(game=game._replace(searched=turned, asked=turn(game.asked)))
    text = to_yaml(write_problem(KINDS[problem.kind], image))
    ordering = Ordering(mirror=numbered(tree.whole).frozen())
    made = parameters(search=game.searched.kind, ordering=ordering, question=question, promise=promise, given=text)
    return made, image._replace(game=read_given(text))


@lru_cache(maxsize=4)
def read_given(text: str) -> Lifted:
    """Return the game of a problem that was written out."""
    game: Lifted = read_exercise(parse_document(text.encode(), "the problem", ProblemError), KINDS).problem.game
    return game
