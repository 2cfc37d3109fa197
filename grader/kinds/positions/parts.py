"""The parts: outcomes, lost states and nim values of all states, and the moves from the start that win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from grader.answers.case import Answer, Case, Key
from grader.answers.cells import COUNT, OUTCOME
from grader.answers.each import Each
from grader.answers.key_set import ALL_OR_NOTHING, KeySet
from grader.answers.keys import id_of
from grader.answers.part import Keys, Part
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds.positions.solving import move_key
from grader.kinds.positions.states import States

# what entries are about: states, and moves from the start with keys behind those


def _states(problem: Problem) -> Mapping[str, Key]:
    """Return the states by what students may write: the piles from the smallest up, with or without blanks between them."""
    states: States = problem.game
    return states.by_id() | {name.replace(",", ", "): place for name, place in states.by_id().items()}


def _moves(problem: Problem) -> Mapping[str, Key]:
    states: States = problem.game
    return {move.name: move_key(states, place) for place, move in enumerate(states.moves)}


def _move_name(problem: Problem, key: Key) -> str:
    states: States = problem.game
    place: int = key - move_key(states, 0)
    return states.moves[place].name


def _all(problem: Problem) -> Iterable[Key]:
    states: States = problem.game
    return states.reached()


STATES = Keys("state", _states, id_of)
MOVES = Keys("move", _moves, _move_name)


# marks


def is_corrected(problem: Problem) -> bool:
    """Return whether a wrong outcome takes off what a right one earns: unless guessing is free, or all states have one outcome."""
    states: States = problem.game
    return problem.conventions.guessing == "corrected" and states.has_moves


def halves(problem: Problem, answer: Mapping[Key, Answer]) -> Mapping[Key, Number] | None:
    """Return the share of each outcome: the wins have half of all marks, the losses the other half. None: all are equal.

    So who writes the same everywhere earns nothing: of a whole table it is the share of the wins that are found plus the share of the losses, minus 1.
    """
    counts = [sum(wins is outcome for wins in answer.values()) for outcome in (False, True)]
    if not is_corrected(problem) or 0 in counts:
        return None
    shares = [Fraction(1, 2 * count) for count in counts]
    return {state: shares[wins] for state, wins in answer.items()}


# words


def _why(case: Case, key: Key) -> str:
    return case.explain(key)


def _why_lost(case: Case, key: Key | None) -> str:
    """Return why a state is won or lost; of the list as a whole, what a lost state is."""
    return f"{_LOST}." if key is None else case.explain(key)


def _why_nim(case: Case, key: Key) -> str:
    from grader.kinds.positions.words import nim_sentence  # right answers need none

    return nim_sentence(case.problem.game, key)


def _why_moves(case: Case, key: Key) -> str:
    from grader.kinds.positions.words import moves_sentence

    return moves_sentence(case.problem.game)


def _rule(words: str) -> Callable[[Problem, Key | None], str]:
    def rule(problem: Problem, key: Key | None) -> str:
        return words

    return rule


_LOST = "A position is lost if every move leads to a won one"

OUTCOMES = Part(
    "outcomes",
    'whether the player to move wins in each state (state: win or loss; several piles in quotes, as "0,2": win)',
    Each(OUTCOME, STATES, said=_all, missing_is_blank=True, wrong_takes=is_corrected, weighs=halves),
    explain=_why,
    rule=_rule(_LOST),
)
LOSING = Part(
    "losing",
    'the states in which the player to move loses (list of states in any order; several piles in quotes, as ["0,2"])',
    KeySet(STATES, "none is lost", "states", "[0, 3]"),
    explain=_why_lost,
    rule=_rule(_LOST),
)
NIM_VALUES = Part(
    "nim-values",
    'the nim value of each state (state: number; several piles in quotes, as "0,2": 1)',
    Each(COUNT._replace(label="nim value"), STATES, said=_all, missing_is_blank=True),
    explain=_why_nim,
    rule=_rule("A nim value is the smallest number that no move leads to"),
)
WINNING_MOVES = Part(
    "winning-moves",
    "the moves from the start that win (list of moves in any order, [] if there is none)",
    KeySet(MOVES, "no move wins", "move ids", "[1, 2]", ALL_OR_NOTHING, by_item=False),
    explain=_why_moves,
    rule=_rule("A move wins if it leads to a position that is lost for the other player"),
)
