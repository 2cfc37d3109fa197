"""What a statement says of the game that a problem is played on: its rules, who begins, what its ends are worth, what is left out of the tree."""

from __future__ import annotations

from grader.games.playable.record import Outcome
from grader.games.playing import Playing, known_playing
from grader.games.problem import Problem
from grader.games.tree import KIND_NAMES

_ENDS: dict[Outcome, str] = {"win": "a win of MAX", "loss": "a win of MIN", "draw": "a draw"}


def game_words(problem: Problem) -> list[str]:
    """Return the rules of the game of a problem, and how its tree is made."""
    playing = known_playing(problem.stated, problem.conventions.root)
    said = [
        *playing.match.words(),
        playing.match.state_words(),
        f"{KIND_NAMES[playing.match.start.mover]} moves first.",
    ]
    if playing.match.game.ends:
        said.append(_worths(problem, playing))
    if playing.merges:
        said.append("Of moves of a node that lead to the same position up to symmetry, the tree has only the first.")
    evaluation = problem.whole.evaluation
    if evaluation is not None and problem.whole.features is not None:
        known = [name for name in problem.whole.features[0] if name in evaluation.weights]
        said += [f"{playing.match.game.feature_words(name)}." for name in known]
    return said


def _worths(problem: Problem, playing: Playing) -> str:
    """Return the value of each end."""
    *others, last = (f"{_ENDS[end]} is {problem.say(playing.utilities[end])}" for end in playing.match.game.ends)
    return f"The value of {', of '.join(others)}, and of {last}."
