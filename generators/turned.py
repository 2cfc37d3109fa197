"""The mirror image of an exercise that asks about a search: its tree turned round, with all that is asked of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from generators.errors import RequestError
from generators.lift_requests import check_states_tree
from generators.parameters import (
    ClaimsParameters,
    ConstructParameters,
    DeepeningParameters,
    Ordering,
    Promise,
    Question,
    ThresholdParameters,
)
from grader.documents import parse_document
from grader.documents.write import to_yaml
from grader.errors import ProblemError
from grader.games.changed import reordered, reversed_children
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.games.unknown import numbered
from grader.kinds import KINDS, read_exercise, write_problem
from grader.kinds.lifts.items import turned_items
from grader.kinds.lifts.searched import Lifted

Made = TypeVar("Made", ThresholdParameters, ClaimsParameters, ConstructParameters, DeepeningParameters)


def mirrored_lift(
    parameters: type[Made],
    problem: Problem,
    question: Question,
    promise: Promise,
    turn: Callable[[Any], Any] = turned_items,
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
