"""The game that a problem is played on: read from its field `game`, expanded into a tree, and written back.

Children stand in the order in which the game lists its moves. What is beyond a problem's depth is never expanded: a position there is
a node without children, and all that is known of it is what an evaluation says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from grader.core.conventions import Conventions
from grader.core.data import Data, Plain
from grader.core.games.bags import Bags
from grader.core.games.changed import counts, limit_of
from grader.core.games.line import Line
from grader.core.games.mancala import Mancala
from grader.core.games.nodes import Reading, read_worth
from grader.core.games.playable import (
    DRAW,
    FIELD,
    LOSS,
    WIN,
    AnyGame,
    Outcome,
    Result,
    SomeMove,
    SomePosition,
    Wrong,
    read_game,
)
from grader.core.games.problem import Problem
from grader.core.games.taking import Nim, TakeAway
from grader.core.games.tic_tac_toe import TicTacToe
from grader.core.games.tree import KIND_NAMES, LEAF, MAX, MIN, Board
from grader.core.numbers import Number, read_number, write_number

GAMES: Mapping[str, type[AnyGame]] = {game.name: game for game in (TakeAway, Nim, TicTacToe, Mancala, Bags, Line)}
"""The games by their names in documents."""

MOST_POSITIONS = 2_000
"""The largest tree of a game, in nodes."""

UTILITIES: Mapping[Outcome, Number] = {WIN: 1, LOSS: -1, DRAW: 0}
_PLAYERS = {"max": MAX, "min": MIN}
_WEIGHED = [name for name, game in GAMES.items() if game.is_weighed]
_MERGE = "merge"


class Playing(NamedTuple):
    """A game with what its outcomes are worth for MAX, and whether of siblings that are the same up to symmetry only the first stays."""

    match: AnyGame
    utilities: Mapping[Outcome, Number] = UTILITIES
    merges: bool = False

    def worth(self, result: Result) -> Number:
        """Return the value of an end."""
        return self.utilities[result] if isinstance(result, str) else result

    def moves(self, position: SomePosition) -> Iterator[SomeMove]:
        """Yield the moves that are children in the tree, in their order."""
        met: set[SomePosition] = set()
        for move in self.match.moves(position):
            if not self.merges:
                yield move
            elif (known := self.match.merged(move.to)) not in met:
                met.add(known)
                yield move


def has_memory(data: Mapping[str, Data]) -> bool:
    """Return whether in the game of a problem what follows depends on the way to a position too."""
    return GAMES[data[FIELD]["name"]].has_memory


def read_playing(data: Mapping[str, Data], root: str, wrong: Wrong) -> Playing | None:
    """Return the game that a problem states, or None and what is wrong with it; `root` begins where the game does not say who does."""
    stated = data[FIELD]
    match = read_game(GAMES[stated["name"]], stated, _PLAYERS[root], wrong)
    said = (stated.get("utilities") or {}).items()
    utilities = {**UTILITIES, **{end: read_worth(raw, (FIELD, "utilities", end), wrong) for end, raw in said}}
    return None if match is None else Playing(match, utilities, stated.get("symmetry") == _MERGE)


def board_of(data: Mapping[str, Data], state: str) -> Board | None:
    """Return a position, which is written as this text, as it is drawn in the game of a problem; None where it is written only."""
    return GAMES[data[FIELD]["name"]].board(state)


def known_playing(data: Mapping[str, Data], root: str) -> Playing:
    """Return the game of a problem that has been read already."""
    wrong: Wrong = []
    playing = read_playing(data, root, wrong)
    if playing is None:
        raise ValueError(wrong)
    return playing


def depth_in(data: Mapping[str, Data]) -> int | None:
    """Return the depth that a document states, a whole number however it is written (1.0); None where there is none."""
    depth = data.get("depth")
    return None if depth is None else int(read_number(str(depth).strip()))


def read_played(
    reading: Reading, data: Mapping[str, Data], conventions: Conventions, *, may_be_open: bool = False
) -> dict[str, Data]:
    """Fill the lists from the game that a problem states, and return its columns; what is wrong is noted.

    `may_be_open`: a position at the limit is a leaf of which nothing is known.
    """
    playing = read_playing(data, conventions.root, reading.wrong)
    if playing is None:
        return {}
    _check_beside(reading, data, conventions, playing.match, may_be_open=may_be_open)
    if reading.wrong:
        return {}
    depth, unit = depth_in(data), conventions.depth_in
    limit = None if depth is None else limit_of(depth, unit)
    positions = expand(reading, playing, limit, unit)
    if may_be_open:
        childless = [first == end for first, end in zip(reading.first, reading.end, strict=True)]
        reading.kind = [LEAF if is_end else kind for is_end, kind in zip(childless, reading.kind, strict=True)]
    columns: dict[str, Data] = {"state": [playing.match.state(position) for position in positions]}
    if data.get("evaluation") is not None and playing.match.features(playing.match.start) is not None:
        columns["features"] = [playing.match.features(position) for position in positions]
    return columns


def _check_beside(
    reading: Reading, data: Mapping[str, Data], conventions: Conventions, match: AnyGame, *, may_be_open: bool
) -> None:
    """Note what has no place beside this game."""
    title = match.title
    if match.says_who_begins and "root" in conventions.stated:
        reading.wrong.append((f"has no place here: {title} says itself who begins", ("conventions", "root")))
    if data.get("extension") is not None:
        reading.wrong.append(("has no place beside a game, whose positions are all quiet", ("extension",)))
    if data.get("depth") is None or may_be_open:
        return
    names = match.features(match.start)
    if names is None:
        message = f"has no place here: nothing is counted of a position of {title} that is not over, so nothing could weigh it; expected the whole game, or one whose positions can be weighed: {', '.join(_WEIGHED)}"
        reading.wrong.append((message, ("depth",)))
    elif data.get("evaluation") is None:
        message = f"leaves positions that are not over, and nothing weighs them; expected the field evaluation beside it, with weights for some of {', '.join(names)}"
        reading.wrong.append((message, ("depth",)))


def expand(
    reading: Reading, playing: Playing, limit: int | None, unit: str, most: int = MOST_POSITIONS
) -> list[SomePosition]:
    """Fill the lists of the tree, breadth-first, down to the limit, and return the position of each node.

    A tree that grows beyond `most` nodes is noted, and not grown any further.
    """
    match = playing.match
    positions, distances = [match.start], [0]
    reading.parent.append(-1)
    reading.explicit_move.append(None)
    for node, position in enumerate(positions):
        result = match.over(position)
        reading.kind.append(position.mover if result is None else LEAF)
        reading.value.append(None if result is None else playing.worth(result))
        reading.first.append(len(positions))
        if result is None and (limit is None or distances[node] < limit):
            distance = distances[node] + counts(position.mover, unit)
            for move in playing.moves(position):
                positions.append(move.to)
                distances.append(distance)
                reading.parent.append(node)
                reading.explicit_move.append(move.name)
        reading.end.append(len(positions))
        if len(positions) > most:
            message = f"has a tree of more than {most:,} nodes; give a depth, or a smaller game"
            reading.wrong.append((message, (FIELD,)))
            break
    size = len(positions)
    reading.explicit_id = [None] * size
    reading.probability = [None] * size
    reading.paths = [(FIELD,)] * size
    return positions


def write_playing(playing: Playing) -> dict[str, Plain]:
    """Return the field `game` of a problem document."""
    game, written = playing.match, playing.match.write()
    if game.ends:
        written["utilities"] = {outcome: write_number(playing.utilities[outcome]) for outcome in game.ends}
    if game.has_symmetry:
        written["symmetry"] = _MERGE if playing.merges else "keep"
    return {FIELD: written}


# -- what a statement says of the game that a problem is played on: its rules, who begins, what its ends are worth,
# what is left out of the tree

_ENDS: dict[Outcome, str] = {"win": "a win of MAX", "loss": "a win of MIN", "draw": "a draw"}


def game_words(problem: Problem) -> list[str]:
    """Return the rules of the game of a problem, and how its tree is made."""
    playing = known_playing(problem.stated, problem.conventions.root)
    said = [
        *playing.match.words(),
        playing.match.state_words,
        f"{KIND_NAMES[playing.match.start.mover]} moves first.",
    ]
    if playing.match.ends:
        said.append(_worths(problem, playing))
    if playing.merges:
        said.append("Of moves of a node that lead to the same position up to symmetry, the tree has only the first.")
    evaluation = problem.whole.evaluation
    if evaluation is not None and problem.whole.features is not None:
        known = [name for name in problem.whole.features[0] if name in evaluation.weights]
        said += [f"{playing.match.feature_words(name)}." for name in known]
    return said


def _worths(problem: Problem, playing: Playing) -> str:
    """Return the value of each end."""
    *others, last = (f"{_ENDS[end]} is {problem.say(playing.utilities[end])}" for end in playing.match.ends)
    return f"The value of {', of '.join(others)}, and of {last}."
