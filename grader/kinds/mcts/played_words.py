"""What a statement says of a game that Monte Carlo tree search is run on, and of the choices of its playouts."""

from __future__ import annotations

from grader.games.problem import Problem, is_played
from grader.kinds.mcts.sampling import Sampling
from grader.words import count

_HOW = (
    "A playout goes on from the node at which its simulation starts. At every position it takes the move of its next number: 1 is the first move in the order of the tree, "
    "or of the rules where the tree ends, and past the last move they are counted again from the first."
)


def game_posed(problem: Problem) -> list[str]:
    """Return the rules of the game that makes the tree, and where the tree ends; nothing where the tree is stated."""
    if not is_played(problem.stated):
        return []
    from grader.games.game_words import game_words

    depth = problem.stated.get("depth")
    if depth is None:
        return game_words(problem)
    end = f"The tree ends after {count(int(str(depth)), 'move')}; of a position there that is no end nothing is known."
    return [*game_words(problem), end]


def choices_posed(problem: Problem) -> list[str]:
    """Return the numbers by which playouts choose, a line for each iteration; nothing where there are none."""
    game: Sampling = problem.game
    if game.rollouts is None:
        return []
    numbers = (", ".join(map(str, chosen)) or "none" for chosen in game.rollouts.choices)
    return [_HOW, *(f"Numbers of iteration {place}: {said}." for place, said in enumerate(numbers, 1))]
