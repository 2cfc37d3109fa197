"""Which kind searches what a lift asks about, and the request for the trees that are searched."""

from __future__ import annotations

from generators.errors import RequestError
from generators.parameters import (
    AlphaBetaParameters,
    ConstructParameters,
    ExpectiminimaxParameters,
    LiftParameters,
    MinimaxParameters,
    Question,
    Shape,
    ThresholdParameters,
    TreeParameters,
    UcbParameters,
)
from grader.games.problem import Problem, is_played
from grader.kinds.lifts.construct.asked import CHANGES

CHANCE_LAYER = "chance"
PROBABILITY = "probability"


def search_of(parameters: LiftParameters) -> str:
    """Return the kind that searches; unless the request names one, the one that prunes or has chances. Raises RequestError."""
    from generators.registry import PARAMETERS  # which knows the guarantees, and one of these is about the search

    trees = {kind: made for kind, made in PARAMETERS.items() if issubclass(made, TreeParameters)}
    others = [kind for kind, made in PARAMETERS.items() if made is UcbParameters]
    known = [*trees, *(others if isinstance(parameters, ThresholdParameters) else [])]
    wanted = _wanted(parameters)
    if not parameters.search:
        return next(kind for kind, made in trees.items() if made is wanted)
    if parameters.search not in known:
        raise RequestError(f'--search: there is no search "{parameters.search}" here, expected {", ".join(known)}')
    if is_of_chances(parameters) and trees.get(parameters.search) is not wanted:
        raise RequestError(
            f"--unknown probability: {parameters.search} has no unknown probabilities, expected no --search"
        )
    return parameters.search


def _wanted(parameters: LiftParameters) -> type[TreeParameters]:
    if isinstance(parameters, ConstructParameters) and parameters.make == CHANGES:
        return MinimaxParameters
    return ExpectiminimaxParameters if is_of_chances(parameters) else AlphaBetaParameters


def is_of_chances(parameters: LiftParameters) -> bool:
    """Return whether a probability is open."""
    return isinstance(parameters, ThresholdParameters) and parameters.unknown == PROBABILITY


def check_states_tree(searched: Problem) -> None:
    """Refuse a problem whose tree is made by the rules of a game: its numbers are not for us to draw. Raises RequestError."""
    if is_played(searched.stated):
        raise RequestError("the tree of a game follows from its rules; expected a problem that states its tree")


def request_of(parameters: LiftParameters) -> TreeParameters:
    """Return the request for the trees that are searched."""
    from generators.registry import PARAMETERS

    made, shape = PARAMETERS[search_of(parameters)], parameters.shape
    if made is ExpectiminimaxParameters and CHANCE_LAYER not in shape.layers and shape.skeleton is None:
        shape = shape._replace(layers=ExpectiminimaxParameters().shape.layers)
    if is_of_chances(parameters) and shape.branching == Shape().branching:
        shape = shape._replace(branching=(2, 2))  # x and 1 - x are two outcomes
    question = Question(conventions=parameters.question.conventions)
    return made(  # type: ignore[call-arg, return-value]  # trees
        shape=shape,
        leaves=parameters.leaves,
        ordering=parameters.ordering,
        question=question,
        limits=parameters.limits,
    )


def is_of_arms(parameters: ThresholdParameters) -> bool:
    """Return whether children of one node are asked for, not trees."""
    from generators.registry import PARAMETERS

    return PARAMETERS[search_of(parameters)] is UcbParameters
