"""Won and lost positions in words: why a state is what it is, and which moves win."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from grader.answers.case import Answer, Answers, Key, Solution
from grader.answers.cells import show_outcome
from grader.games.problem import Problem
from grader.kinds.positions.parts import is_corrected
from grader.kinds.positions.solving import nim_values, outcomes
from grader.kinds.positions.states import States
from grader.kinds.record import Divergence, MayShow
from grader.step import Action, Step
from grader.words import count, listed

_MOST_LISTED = 8
_MAPS: dict[str, Callable[[Answer], str]] = {"outcomes": show_outcome, "nim-values": str}


def explain(problem: Problem, solution: Solution, key: Key, *, windows: bool) -> str:
    """Return why a state is won or lost."""
    return outcome_sentence(problem.game, outcomes(problem.game), key)


def outcome_sentence(states: States, wins: Sequence[bool], state: Key) -> str:
    """Return why a state is won or lost, by the states one move away."""
    here, after = states.ids[state], states.after[state]
    if not after:
        return f"State {here}: no move is possible, and who is to move has {'won' if wins[state] else 'lost'}."
    if wins[state]:
        lost = next(other for other in after if not wins[other])
        return f"State {here}: a move leads to {states.ids[lost]}, which is lost for the other player, so it is won."
    only = "the only move leads" if len(after) == 1 else "every move leads"
    return f"State {here}: {only} to a win of the other player ({_names(states, after)}), so it is lost."


def nim_sentence(states: States, state: Key) -> str:
    """Return why a state has its nim value."""
    values, here, after = nim_values(states), states.ids[state], states.after[state]
    if not after:
        return f"At {here} no move is possible: its nim value is 0."
    shown = listed([f"{values[other]} (at {states.ids[other]})" for other in after], _MOST_LISTED)
    return f"From {here} moves lead to the nim values {shown}; the smallest number that is not among them is {values[state]}."


def _names(states: States, those: Sequence[int]) -> str:
    return listed([states.ids[state] for state in those], _MOST_LISTED)


def moves_sentence(states: States) -> str:
    """Return where the moves from the start lead."""
    if not states.moves:
        return "No move is possible at the start."
    wins = outcomes(states)
    told = [
        f"{move.name} leads to {states.ids[to]}, {'won' if wins[to] else 'lost'} for the other player."
        for move, to in zip(states.moves, states.leads, strict=True)
    ]
    more = [f"And {len(told) - _MOST_LISTED} more."] if len(told) > _MOST_LISTED else []
    return " ".join([*told[:_MOST_LISTED], *more])


def steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the states from the fewest objects up, each with its outcome; their nim values, where these are asked; and the moves that win."""
    states: States = problem.game
    wins, done = outcomes(states), 0
    for done, state in enumerate(states.reached(), 1):
        claim = f"State {states.ids[state]}: the player to move wins."
        sentence = outcome_sentence(states, wins, state)
        noted = ((state, show_outcome(wins[state])),)
        decides = (("outcomes", state), ("losing", state))
        yield Step(
            Action.CLAIM, state, sentence, done=done, claim=claim, holds=wins[state], noted=noted, decides=decides
        )
    if "nim-values" in problem.ask:
        for state, value in solution.answers["nim-values"].items():
            sentence, noted, of_value = nim_sentence(states, state), ((state, str(value)),), (("nim-values", state),)
            yield Step(Action.VALUE, state, sentence, value=value, done=done, noted=noted, decides=of_value)
    winning = [move for move, to in zip(states.moves, states.leads, strict=True) if not wins[to]]
    names = listed([move.name for move in winning], _MOST_LISTED) or "none"
    yield Step(Action.SUM, None, f"Moves that win: {names}. {moves_sentence(states)}", done=done)


def poses(problem: Problem) -> list[str]:
    """Return the rules of the game, and what a state is."""
    states: States = problem.game
    move_words = [states.counted.move_words] if "winning-moves" in problem.ask else []
    return [*states.match.words(), _of_states(states), *move_words]


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains before the conventions: nim values, and what wins and losses earn."""
    return [*_of_nim_values(problem), *_of_marks(problem)]


def _of_states(states: States) -> str:
    start = states.ids[states.start]
    if "," in start:
        what = "A state is the piles from the smallest up, empty ones too"
    else:
        what = "A state is the number of objects that are left"
    return f"{what}; there are {count(len(states.ids), 'state')}, from {states.ids[0]} to {start}. Each is judged for the player to move."


def _of_nim_values(problem: Problem) -> list[str]:
    if "nim-values" not in problem.ask:
        return []
    return ["The nim value of a state is the smallest whole number from 0 up that is no nim value one move away."]


def _of_marks(problem: Problem) -> list[str]:
    if "outcomes" not in problem.ask or not is_corrected(problem):
        return []
    return ["All wins together earn as much as all losses."]


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first state, of those that may be shown, that the wrong rule judges otherwise."""
    states: States = problem.game
    for part, show in _MAPS.items():
        for state, right in solution.answers.get(part, {}).items():
            other = wrong.get(part, {}).get(state, right)
            if other != right and part in problem.ask and may_show(part, state):
                what = "the nim value" if part == "nim-values" else "a"
                return Divergence(
                    state, f"{states.ids[state]} is {what} {show(right)}; the other rule gives {show(other)}"
                )
    return _of_sets(problem, solution, wrong, may_show)


def _of_sets(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first state that the wrong rule lists, or leaves out, where a list may be shown."""
    states: States = problem.game
    if "losing" not in problem.ask or not may_show("losing", None):
        return None
    right, other = set(solution.answers["losing"]), set(wrong.get("losing", solution.answers["losing"]))
    state = min(right ^ other, default=None)
    if state is None:
        return None
    is_lost = "lost; the other rule calls it won" if state in right else "won; the other rule calls it lost"
    return Divergence(state, f"{states.ids[state]} is {is_lost}")
