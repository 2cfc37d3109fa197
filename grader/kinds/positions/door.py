"""How a problem of the kind `positions` comes in and goes out: a game in which objects are taken, with few enough states."""

from __future__ import annotations

from grader.conventions import Conventions
from grader.data import Data
from grader.documents import Document
from grader.errors import Fault
from grader.games.playable import GAMES
from grader.games.playable.record import FIELD, Wrong, read_match
from grader.games.problem import Problem
from grader.games.tree import MAX
from grader.kinds.positions.states import MOST_MOVES, MOST_STATES, States, states_of


def read_states(document: Document, conventions: Conventions) -> tuple[States | None, list[Fault], list[str]]:
    """Return the states of the game that a document states, what is wrong with it, and warnings."""
    stated, wrong = document.data[FIELD], Wrong()
    match = read_match(GAMES[stated["name"]], stated, MAX, wrong)
    states = None if match is None else states_of(match)
    if match is not None and states is None:
        message = f"has more than {MOST_STATES:,} states or {MOST_MOVES:,} moves, expected fewer objects"
        wrong.append((message, (FIELD,)))
    return states, document.faults(wrong), []


def write_states(problem: Problem) -> dict[str, Data]:
    """Return the field of a problem document that states the game."""
    states: States = problem.game
    return {FIELD: states.match.write()}
