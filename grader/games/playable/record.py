"""What a game is that can be played: how it is read from a document, which moves there are, and when it is over.

A `Game` is a record of plain functions of the rules and a position; a `Match` is a game with the rules and the start that a document
states, and what others call.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from grader.data import Data
from grader.errors import Path
from grader.exact import MOST_DIGITS, Number, read_number
from grader.games.board import Board
from grader.games.tree import MAX, OPPONENT
from grader.printable import printable

FIELD = "game"
"""The field of a problem document under which a game stands."""

MOST_COUNTED = 10_000
"""The most objects that a game has in one place."""

Wrong = list[tuple[str, Path]]
"""What is wrong, each as a message and where it stands."""

Outcome = Literal["win", "loss", "draw"]
Result = Outcome | Number
"""How a game ended, seen from MAX: in an outcome, or in a number."""

WIN: Outcome = "win"
LOSS: Outcome = "loss"
DRAW: Outcome = "draw"

Rules = TypeVar("Rules")
"""What a game is played by: the options that a document states."""
At = TypeVar("At", bound=Hashable)
"""What stands on the board of a game, and all else that what follows depends on."""


class Position(NamedTuple, Generic[At]):
    """A position: who moves (MAX, MIN or CHANCE), and all else that what follows depends on, such as the objects that are left.

    What follows in some games depends on the way there too; then the way is in `at`.
    """

    mover: int
    at: At


class Move(NamedTuple, Generic[At]):
    """A move: its name, the position that it leads to, and its probability where chance moves (None: all are equally likely)."""

    name: str
    to: Position[At]
    p: Number | None = None


class Begin(NamedTuple, Generic[Rules, At]):
    """What a document states of a game: its rules, where it begins, and who moves first (None: whoever the problem says)."""

    rules: Rules
    at: At
    mover: int | None = None


def not_counted(rules: object, at: object) -> Mapping[str, Number] | None:
    """Return nothing: of a game in which nothing is counted of a position that is not over."""
    return None


def no_words(name: str) -> str:
    """Return nothing: there are no features to be told."""
    return ""


def not_drawn(state: str) -> Board | None:
    """Return nothing: of a game whose positions are written as text."""
    return None


def as_it_is(rules: object, at: At) -> At:
    """Return what stands there: of a game in which no two positions are the same up to symmetry."""
    return at


class Counted(NamedTuple, Generic[Rules, At]):
    """Of a game in which objects are taken: what can be counted of it.

    `below(rules, at)` yields what can be left, each once, from a start on, up to symmetry; `total(at)` is how many objects are left, `largest(rules)`
    the most that are taken at once (None: any number). `move_words` say how a move is written.
    """

    below: Callable[[Rules, At], Iterator[At]]
    total: Callable[[At], int]
    largest: Callable[[Rules], int | None]
    move_words: str


class Game(NamedTuple, Generic[Rules, At]):
    """A game, as functions of its rules and of a position.

    `read(fields, wrong)` returns how it begins, or None and notes what is wrong with the fields, whose shapes are right; `write` gives the fields back.
    `moves` are in the order in which they are listed, none where the game is over. `over` is how it ended, None while it goes on. `state` is
    the position as text. `words` are the rules in sentences, `state_words` says how a position is written. `same(rules, at)` is one and the same for positions that a symmetry makes equal.

    `ends` are the outcomes in which the game can end (none: it ends in numbers). `features` are what an evaluation can weigh of a position, all of
    them by name, `feature_words` what one counts. `board` is a position as it is drawn, from its text. `has_memory`: what follows depends on the way to a position too.
    `counted` is there where objects are taken.
    """

    name: str
    title: str
    fields: tuple[str, ...]
    read: Callable[[Mapping[str, Data], Wrong], Begin[Rules, At] | None]
    write: Callable[[Rules, At], dict[str, Data]]
    moves: Callable[[Rules, Position[At]], Sequence[Move[At]]]
    over: Callable[[Rules, Position[At]], Result | None]
    state: Callable[[Rules, At], str]
    words: Callable[[Rules, At], list[str]]
    state_words: Callable[[Rules, At], str]
    same: Callable[[Rules, At], At] = as_it_is
    ends: tuple[Outcome, ...] = ()
    features: Callable[[Rules, At], Mapping[str, Number] | None] = not_counted
    feature_words: Callable[[str], str] = no_words
    board: Callable[[str], Board | None] = not_drawn
    has_memory: bool = False
    counted: Counted[Rules, At] | None = None

    @property
    def has_symmetry(self) -> bool:
        """Return whether different positions can be the same up to symmetry."""
        return self.same is not as_it_is


AnyGame: TypeAlias = Game[Any, Any]
"""One of the games. Its functions belong together; no other game's rules and positions are handed to them."""
AnyCounted: TypeAlias = Counted[Any, Any]
"""What can be counted of one of them, handed its own rules and positions only."""
SomePosition: TypeAlias = Position[Hashable]
"""A position of one of the games."""
SomeMove: TypeAlias = Move[Hashable]
"""A move of one of the games."""


class Match(NamedTuple):
    """A game with its rules and the position in which it begins; `says_who_begins`: the position does, so no convention can."""

    game: AnyGame
    rules: object
    start: SomePosition
    says_who_begins: bool = False

    def moves(self, position: SomePosition) -> Sequence[SomeMove]:
        """Return the moves of a position, in their order."""
        return self.game.moves(self.rules, position)

    def over(self, position: SomePosition) -> Result | None:
        """Return how the game ended, None while it goes on."""
        return self.game.over(self.rules, position)

    def state(self, position: SomePosition) -> str:
        """Return the position as text."""
        return self.game.state(self.rules, position.at)

    def merged(self, position: SomePosition) -> SomePosition:
        """Return the position that stands for all that are the same up to symmetry, with the same player to move."""
        return Position(position.mover, self.game.same(self.rules, position.at))

    def features(self, position: SomePosition) -> Mapping[str, Number] | None:
        """Return what an evaluation can weigh of a position, None where nothing is counted."""
        return self.game.features(self.rules, position.at)

    def words(self) -> list[str]:
        """Return the rules and the start in sentences."""
        return self.game.words(self.rules, self.start.at)

    def state_words(self) -> str:
        """Return the sentence on how a position is written."""
        return self.game.state_words(self.rules, self.start.at)

    def write(self) -> dict[str, Data]:
        """Return the game as a document holds it under `game`."""
        return {"name": self.game.name, **self.game.write(self.rules, self.start.at)}


def read_match(game: AnyGame, stated: Mapping[str, Data], root: int, wrong: Wrong) -> Match | None:
    """Return the game that a document states under `game`, or None and what is wrong; `root` begins where the game does not say who does."""
    before = len(wrong)
    begin = game.read(stated, wrong)
    if begin is None or len(wrong) > before:
        return None
    mover = root if begin.mover is None else begin.mover
    return Match(game, begin.rules, Position(mover, begin.at), begin.mover is not None)


# what the games share


def read_count(raw: Data, path: Path, wrong: Wrong, least: int = 0, most: int = MOST_COUNTED) -> int:
    """Return a whole number, or the least one beside what is wrong with it. The text is one: schemas see to it."""
    text = str(raw).strip()
    count = int(read_number(text)) if len(text) <= MOST_DIGITS else most + 1
    if least <= count <= most:
        return count
    shown = printable(text, 40)
    wrong.append((f"is {shown}, expected a whole number from {least} to {most:,}", path))
    return least


def refused(path: Path, message: str) -> tuple[str, Path]:
    """Return what is wrong in a field of the game."""
    return message, (FIELD, *path)


def moved_last(mover: int) -> Outcome:
    """Return how a game ended that who moved last has won; it is the mover's turn."""
    return WIN if OPPONENT[mover] == MAX else LOSS


def moved_last_loses(mover: int) -> Outcome:
    """Return how a game ended that who moved last has lost; it is the mover's turn."""
    return LOSS if moved_last(mover) == WIN else WIN


LAST: Mapping[str, Callable[[int], Outcome]] = {"wins": moved_last, "loses": moved_last_loses}
"""The values of the field `last` of games in which objects are taken: what becomes of who moved last."""
