"""What most runs never call: words, steps, follow-through, wrong rules, drawings. Their modules are imported when they are used."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grader.core.games.problem import Problem, is_played
from grader.core.lazy import LaterFunctions

if TYPE_CHECKING:
    from grader.core.games import playing
    from grader.kinds import roles
    from grader.kinds.trees import (
        diverging,
        follow_through,
        misconceptions,
        own_tree,
        search_misconceptions,
        search_steps,
        unpruned_steps,
        value_words,
    )
else:
    playing = LaterFunctions("grader.core.games.playing")
    diverging = LaterFunctions("grader.kinds.trees.diverging")
    follow_through = LaterFunctions("grader.kinds.trees.follow_through")
    misconceptions = LaterFunctions("grader.kinds.trees.misconceptions")
    own_tree = LaterFunctions("grader.kinds.trees.own_tree")
    roles = LaterFunctions("grader.kinds.roles")
    search_misconceptions = LaterFunctions("grader.kinds.trees.search_misconceptions")
    search_steps = LaterFunctions("grader.kinds.trees.search_steps")
    unpruned_steps = LaterFunctions("grader.kinds.trees.unpruned_steps")
    value_words = LaterFunctions("grader.kinds.trees.value_words")

__all__ = ["diverging", "follow_through", "misconceptions", "move_names", "own_tree", "poses", "roles"]
__all__ += ["search_misconceptions", "search_steps", "unpruned_steps", "value_words"]


def move_names(problem: Problem) -> Sequence[str]:
    """Return the moves that the rules of the game can name; none where the problem states its tree."""
    return (
        playing.known_playing(problem.stated, problem.conventions.root).match.move_names()
        if is_played(problem.stated)
        else []
    )


def poses(problem: Problem) -> list[str]:
    """Return the rules of the game that is played; nothing where the problem states its tree."""
    return playing.game_words(problem) if is_played(problem.stated) else []
