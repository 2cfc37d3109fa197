"""The keys that most answers are about: nodes and children, by their ids; and no keys at all."""

from collections.abc import Iterable, Mapping

from grader.answers.case import Key
from grader.answers.part import Keys
from grader.games.problem import Problem


def _by_id(problem: Problem) -> Mapping[str, Key]:
    return problem.game.by_id()  # type: ignore[no-any-return]  # a game of any kind


def id_of(problem: Problem, key: Key) -> str:
    """Return the id of a node, of a child."""
    return str(problem.game.ids[key])


def no_keys(problem: Problem) -> Iterable[Key]:
    """Return no keys: which entries there are is for the student to find."""
    return ()


NODES = Keys("node", _by_id, id_of)
CHILDREN = Keys("child", _by_id, id_of)
