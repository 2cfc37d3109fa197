"""The kind `positions`: won and lost positions of games in which objects are taken, their nim values, and the moves that win."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from grader.core.answers.case import Action, Answer, Answers, Arrow, Case, Key, Solution, Step, Tutor
from grader.core.answers.cells import COUNT, OUTCOME, show_outcome
from grader.core.answers.choices import ALL_OR_NOTHING, KeySet
from grader.core.answers.forms import Each
from grader.core.answers.part import Keys, Part, Roles, id_of
from grader.core.conventions import Conventions
from grader.core.data import Plain, grouped
from grader.core.documents import Document
from grader.core.errors import Fault
from grader.core.games.playable import FIELD, read_game
from grader.core.games.playable import Wrong as WrongFields
from grader.core.games.playing import GAMES
from grader.core.games.problem import Problem
from grader.core.games.taking import Taking
from grader.core.games.tree import MAX
from grader.core.numbers import Number
from grader.core.search.sampling import every_move_loses, largest_plus_one
from grader.core.text import count, listed
from grader.kinds.entries import always, differences, every_place
from grader.kinds.positions.picture import draw, picture_of_steps
from grader.kinds.positions.solve import (
    MOST_MOVES,
    MOST_STATES,
    Rules,
    States,
    answers_by,
    move_key,
    nim_values,
    outcomes,
    solve,
    states_of,
)
from grader.kinds.record import (
    Divergence,
    GameFormat,
    Kind,
    MayShow,
    Misconception,
    Mistake,
    Wrong,
    by_name,
    wordings_of,
)


def read_states(document: Document, conventions: Conventions) -> tuple[States | None, list[Fault], list[str]]:
    """Return the states of the game that a document states, what is wrong with it, and warnings."""
    stated, wrong = document.data[FIELD], WrongFields()
    match = read_game(GAMES[stated["name"]], stated, MAX, wrong)
    states = states_of(match) if isinstance(match, Taking) else None
    if match is not None and states is None:
        message = f"has more than {MOST_STATES:,} states or {MOST_MOVES:,} moves, expected fewer objects"
        wrong.append((message, (FIELD,)))
    return states, document.faults(wrong), []


def write_states(problem: Problem) -> dict[str, Plain]:
    """Return the field of a problem document that states the game."""
    states: States = problem.game
    return {FIELD: states.match.write()}


# what entries are about: states, and moves from the start with keys behind those


def _states(problem: Problem) -> Mapping[str, Key]:
    """Return the states by what students may write: the piles from the smallest up, with or without blanks between them."""
    known: Mapping[str, Key] = problem.game.by_id()
    return {**known, **{name.replace(",", ", "): place for name, place in known.items()}}


_STATES = Keys("state", _states, id_of)
_MOVES = Keys(
    "move",
    lambda problem: {move.name: move_key(problem.game, at) for at, move in enumerate(problem.game.moves)},
    lambda problem, key: str(problem.game.moves[key - move_key(problem.game, 0)].name),
)


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


# in words: why a state is what it is, which moves win, and what a statement says

_MOST_LISTED = 8


def explain(problem: Problem, solution: Solution, key: Key, *, windows: bool) -> str:
    """Return why a state is won or lost."""
    return _outcome_words(problem.game, outcomes(problem.game), key)


def _outcome_words(states: States, wins: Sequence[bool], state: Key) -> str:
    """Return why a state is won or lost, by the states one move away."""
    here, after = states.ids[state], states.after[state]
    if not after:
        return f"State {here}: no move is possible, and who is to move has {'won' if wins[state] else 'lost'}."
    if wins[state]:
        lost = next(other for other in after if not wins[other])
        return f"State {here}: a move leads to {states.ids[lost]}, which is lost for the other player, so it is won."
    only = "the only move leads" if len(after) == 1 else "every move leads"
    return f"State {here}: {only} to a win of the other player ({listed([states.ids[state] for state in after], _MOST_LISTED)}), so it is lost."


def _leading(states: States, state: Key, to: Sequence[str], asked: str) -> str:
    """Return where the moves from a state lead, and what is to be found of that; nothing of the state itself."""
    here = states.ids[state]
    return (
        f"From {here} moves lead to {listed(to, _MOST_LISTED)}: {asked}"
        if to
        else f"At {here} no move is possible: what is it then?"
    )


def nim_words(states: States, state: Key) -> str:
    """Return why a state has its nim value."""
    values, here, after = nim_values(states), states.ids[state], states.after[state]
    if not after:
        return f"At {here} no move is possible: its nim value is 0."
    shown = listed([f"{values[other]} (at {states.ids[other]})" for other in after], _MOST_LISTED)
    lead = "the one move leads to the nim value" if len(after) == 1 else "moves lead to the nim values"
    return f"From {here} {lead} {shown}; the smallest number that is not among them is {values[state]}."


def moves_words(states: States) -> str:
    """Return where the moves from the start lead."""
    if not states.moves:
        return "No move is possible at the start."
    wins = outcomes(states)
    moves = [
        f"{move.name} leads to {states.ids[to]}, {'won' if wins[to] else 'lost'} for the other player."
        for move, to in zip(states.moves, states.leads, strict=True)
    ]
    more = [f"And {len(moves) - _MOST_LISTED} more."] if len(moves) > _MOST_LISTED else []
    return " ".join([*moves[:_MOST_LISTED], *more])


def steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the states from the fewest objects up, each with its outcome; their nim values, where these are asked; and the moves that win."""
    states: States = problem.game
    wins, done = outcomes(states), 0
    for done, state in enumerate(states.reached(), 1):
        deciding = [to for to in states.after[state] if wins[state] and not wins[to]]
        yield Step(
            Action.CLAIM,
            state,
            _outcome_words(states, wins, state),
            done=done,
            claim=f"State {states.ids[state]}: the player to move wins.",
            holds=wins[state],
            noted=((state, show_outcome(wins[state])),),
            filled=() if wins[state] else (state,),
            arrows=tuple(Arrow(state, to, to in deciding[:1]) for to in states.after[state]),
            decides=(("outcomes", state), ("losing", state)),
            rule=_LOST,
            unfinished=_leading(states, state, [states.ids[to] for to in states.after[state]], "is one of them lost?"),
        )
    if "nim-values" in problem.ask:
        yield from _nim_steps(states, solution.answers["nim-values"])
    yield _last_step(states, wins, done)


def _nim_steps(states: States, values: Mapping[Key, int]) -> Iterator[Step]:
    """Yield the states from the fewest objects up, each with its nim value; the first takes away what stood there."""
    others = tuple((state, "") for state in states.reached())
    for place, (state, value) in enumerate(values.items()):
        yield Step(
            Action.VALUE,
            state,
            nim_words(states, state),
            value=value,
            done=len(states.ids),
            noted=(*(others if place == 0 else ()), (state, str(value))),
            filled=() if value else (state,),
            arrows=tuple(Arrow(state, to) for to in states.after[state]),
            decides=(("nim-values", state),),
            rule=_LEAST,
            unfinished=_leading(
                states,
                state,
                [f"{values[to]} (at {states.ids[to]})" for to in states.after[state]],
                "which is the smallest number that is not among them?",
            ),
        )


def _last_step(states: States, wins: Sequence[bool], done: int) -> Step:
    """Return the moves that win, beside arrows with the names of all moves; before it is asked where one leads."""
    moves = grouped((to, move.name) for move, to in zip(states.moves, states.leads, strict=True))
    lost = tuple(to for to in moves if not wins[to])
    winning = [move.name for move, to in zip(states.moves, states.leads, strict=True) if to in lost]
    return Step(
        Action.SUM,
        states.start,
        f"Moves that win: {listed(winning, _MOST_LISTED) or 'none'}. {moves_words(states)}",
        done=done,
        arrows=tuple(Arrow(states.start, to, to in lost, ", ".join(names)) for to, names in moves.items()),
        question="Where does a move lead that wins?" if lost and len(moves) <= _MOST_LISTED else "",
        options=tuple(moves),
        chosen=lost,
        decides=(("winning-moves", None),),
        rule=_WINS,
        unfinished=_leading(states, states.start, [states.ids[to] for to in moves], "which of them is lost?"),
    )


def poses(problem: Problem) -> list[str]:
    """Return the rules of the game, what a state is, and how moves are written where they are asked."""
    states: States = problem.game
    start = states.ids[states.start]
    what = "the piles from the smallest up, empty ones too" if "," in start else "the number of objects that are left"
    there_are = f"there are {count(len(states.ids), 'state')}, from {states.ids[0]} to {start}"
    said = [*states.match.words(), f"A state is {what}; {there_are}. Each is judged for the player to move."]
    return [*said, states.match.move_words] if "winning-moves" in problem.ask else said


# the parts

_LOST = "A position is lost if every move leads to a won one"
_WINS = "A move wins if it leads to a position that is lost for the other player"
_LEAST = "A nim value is the smallest number that no move leads to"

_WON_OR_LOST = Roles(
    lambda problem, _: {state: "won" if wins else "lost" for state, wins in enumerate(outcomes(problem.game))}
)
OUTCOMES = Part(
    "outcomes",
    "Won and lost",
    'whether the player to move wins in each state (state: win or loss; several piles in quotes, as "0,2": win)',
    Each(OUTCOME, _STATES, said=every_place, missing_is_blank=True, wrong_takes=is_corrected, weighs=halves),
    explain=Case.explain,
    rule=always(_LOST),
    roles=_WON_OR_LOST,
)
LOSING = Part(
    "losing",
    "Lost positions",
    'the states in which the player to move loses (list of states in any order; several piles in quotes, as ["0,2"])',
    KeySet(_STATES, "none is lost", "states", "[0, 3]"),
    explain=lambda case, key: f"{_LOST}." if key is None else case.explain(key),
    rule=always(_LOST),
    roles=_WON_OR_LOST,
)
NIM_VALUES = Part(
    "nim-values",
    "Nim values",
    'the nim value of each state (state: number; several piles in quotes, as "0,2": 1)',
    Each(COUNT._replace(label="nim value"), _STATES, said=every_place, missing_is_blank=True),
    explain=lambda case, state: nim_words(case.problem.game, state),
    rule=always(_LEAST),
    roles=_WON_OR_LOST,
)
WINNING_MOVES = Part(
    "winning-moves",
    "Moves that win",
    "the moves from the start that win (list of moves in any order, [] if there is none)",
    KeySet(_MOVES, "no move wins", "move ids", "[1, 2]", ALL_OR_NOTHING, by_item=False),
    explain=lambda case, _: moves_words(case.problem.game),
    rule=always(_WINS),
)
PARTS = by_name(OUTCOMES, LOSING, NIM_VALUES, WINNING_MOVES)


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains before the conventions: nim values, and what wins and losses earn."""
    of_nim = "The nim value of a state is the smallest whole number from 0 up that is no nim value one move away."
    said = [of_nim] if "nim-values" in problem.ask else []
    if "outcomes" in problem.ask and is_corrected(problem):
        said.append("All wins together earn as much as all losses.")
    return said


# the misconceptions, in the order in which equal fits are named: the right rules with one of them replaced

Rule = Callable[[States, int | None], Rules | None]
"""From the states and the largest number that can be taken, if there is one, to the rules; None where they have no place."""
_LEAST_LARGE = 2
"""Of a smaller largest take every number is a multiple."""
_LOSS = "rule: a position is lost if no move leads to a lost one"
_MEX = "rule: a nim value is the smallest number that no move leads to"


def _multiples_lose(of: int) -> Rules:
    return Rules(loses_at=lambda total: total % of == 0)


MISTAKES: dict[str, Mistake[Rule]] = {
    "other-last": Mistake(
        lambda *_: Rules(is_other_last=True),
        "Who moves last is thought to lose where he wins, or to win where he loses.",
        "Look again at what the rules say of the end: whether who can move no more has lost or won.",
        "field `last`",
    ),
    "multiple-of-largest-take": Mistake(
        lambda _, most: _multiples_lose(most) if most is not None and most >= _LEAST_LARGE else None,
        "The lost positions are thought to be the multiples of the largest number that can be taken.",
        "You leave multiples of the largest number that can be taken. From there the other player takes them all. Work upwards from the end: a position is lost if every move leads to a won one.",
        _LOSS,
    ),
    "multiple-of-largest-plus-one": Mistake(
        lambda _, most: None if most is None else _multiples_lose(most + 1),
        "The lost positions are thought to be the multiples of one more than the largest number that can be taken.",
        "You use multiples of one more than the largest take. That holds for a single heap from which every smaller number can be taken too, and who moves last wins. Here work upwards from the end.",
        _LOSS,
    ),
    "even-is-losing": Mistake(
        lambda *_: _multiples_lose(2),
        "The lost positions are thought to be those with an even number of objects.",
        "You count whether the number of objects is even. That decides only where one is taken at a time. Work upwards from the end: a position is lost if every move leads to a won one.",
        _LOSS,
    ),
    "all-moves-must-lose": Mistake(
        lambda *_: Rules(outcome=every_move_loses),
        "A position counts as won only if every move leads to a loss of the other player.",
        "You call a position won only if every move is good. The player to move chooses: one move that leads to a loss of the other player is enough.",
        _LOSS,
    ),
    "for-the-other-player": Mistake(
        lambda *_: Rules(is_exchanged=True),
        "Won and lost are exchanged: each position is judged for the player who has just moved.",
        "You judge each position for the player who has just moved. Asked is whether the player to move wins.",
        "part `outcomes`: for the player to move",
    ),
    "sum-of-piles": Mistake(
        lambda states, _: Rules(nim_at=lambda total: total) if states.last_wins else None,
        "The number of objects is given as the nim value.",
        "You give the number of objects. That is the nim value of a single heap only, from which any number can be taken.",
        _MEX,
    ),
    "largest-plus-one": Mistake(
        lambda states, _: Rules(nim=largest_plus_one) if states.last_wins else None,
        "The nim value is taken as the largest value one move away, plus one.",
        "You add one to the largest nim value one move away. A nim value is the smallest number, from zero up, that no move leads to: it may lie below.",
        _MEX,
    ),
    "remainder-only": Mistake(
        lambda states, most: (
            Rules(nim_at=lambda total: total % (most + 1)) if states.last_wins and most is not None else None
        ),
        "The nim value is taken as the remainder of the number of objects by one more than the largest take.",
        "You take the remainder by one more than the largest take. That is the nim value of a single heap only, from which every smaller number can be taken too.",
        _MEX,
    ),
}


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem."""
    states: States = problem.game
    largest = states.match.largest
    return [
        Misconception(name, "", partial(answers_by, states, rules), _twin(states, name, rules))
        for name, mistake in MISTAKES.items()
        if (rules := mistake.rules(states, largest)) is not None
    ]


def _twin(states: States, name: str, rules: Rules) -> str:
    """Return the rule that goes before this one where both are the same.

    With a largest take of 2 its multiples are the even numbers; where one object can be taken, the largest nim value plus one counts the objects.
    """
    if name == "even-is-losing" and states.match.largest == _LEAST_LARGE:
        return "multiple-of-largest-take"
    if name == "largest-plus-one" and nim_values(states, rules) == [*map(states.total, states.reached())]:
        return "sum-of-piles"
    return ""


_JUDGED = {
    "outcomes": "{} is a {}; the other rule gives {}",
    "nim-values": "{} is the nim value {}; the other rule gives {}",
    "losing": "{} is {}; the other rule calls it {}",
}


def _shown(part: str, state: Key, answer: Answer) -> str:
    """Return what an answer says of a state."""
    if part == "losing":
        return "lost" if state in answer else "won"
    return show_outcome(answer) if part == "outcomes" else str(answer)


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first state, of those that may be shown, that the wrong rule judges otherwise, or that it lists or leaves out."""
    for part, key, mine, other in differences(problem, PARTS, solution, wrong, may_show, _JUDGED):
        if other is not None:
            state = min({*mine} ^ {*other}) if key is None else key
            judged = (_shown(part, state, answer) for answer in (mine, other))
            return Divergence(state, _JUDGED[part].format(id_of(problem, state), *judged))
    return None


POSITIONS = Kind(
    name="positions",
    title="Won and lost positions",
    task="Which positions of this game are won, and which are lost, for the player to move?",
    parts=PARTS,
    asked=("outcomes", "winning-moves"),
    conventions=("guessing",),
    game_format=GameFormat(read_states, write_states),
    solve=solve,
    wrong=Wrong(
        wordings=wordings_of(MISTAKES),
        rules=wrong_rules,
        right=lambda problem, _: answers_by(problem.game),
        divergence=divergence,
        enough=7,
    ),
    tutor=Tutor(steps, explain, picture=picture_of_steps),
    draw=draw,
    terms=terms,
    poses=poses,
)
