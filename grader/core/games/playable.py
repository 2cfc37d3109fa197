"""What a game is that can be played: how it is read from a document, which moves there are, and when it is over.

Each game is a class; those that are alike share a file.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Generic, Literal, NamedTuple, Self, TypeAlias, TypeVar

from grader.core.data import Data, Plain
from grader.core.errors import Path
from grader.core.games.tree import Board
from grader.core.numbers import MOST_DIGITS, Number, read_number
from grader.core.text import either, printable

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


COUNT: Plain = {"$ref": "#/$defs/count"}
WORTH: Plain = {"$ref": "#/$defs/number"}
YES_OR_NO: Plain = {"description": "true or false", "type": "boolean"}


def counts(example: str) -> Plain:
    """Return the shape of some whole numbers."""
    said = f"a non-empty list of whole numbers such as {example}"
    return {"description": said, "type": "array", "minItems": 1, "items": COUNT}


def one_of(*names: str) -> Plain:
    """Return the shape of one of some names."""
    return {"description": either(names), "enum": names}


def by_names(names: Sequence[str], said: str, shape: Plain, *, are_all: bool = False) -> Plain:
    """Return the shape of a mapping from names, or from all of them, each to what has the same shape."""
    required = {"required": names} if are_all else {}
    fields = {"additionalProperties": False, "properties": dict.fromkeys(names, shape)}
    return {"description": f"a mapping {said}", "type": "object", **required, **fields}


class Fields(NamedTuple):
    """The fields that a document has of a game beside its name: those it must have and those it may have, each with its shape as schemas say it."""

    must: Mapping[str, Plain] = {}  # nobody writes to it
    may: Mapping[str, Plain] = {}  # nobody writes to it


class Game(Generic[At]):
    """A game as a document states it: a class for each, whose objects hold the rules, and where it begins.

    `name` is what documents call it, `fields` are what they say of it, `state_words` say how a position is written. `ends` are the outcomes in which it can end (none: it ends in numbers). `has_symmetry`: different positions can
    be the same up to symmetry; `has_memory`: what follows depends on the way to a position too; `is_weighed`: something is counted of positions that
    are not over. `says_who_begins`: the document does, so no convention can.
    """

    name: str
    title: str
    state_words: str
    fields: Fields
    ends: tuple[Outcome, ...] = ()
    has_symmetry = False
    has_memory = False
    is_weighed = False

    def __init__(self, start: Position[At], *, says_who_begins: bool = False) -> None:
        self.start, self.says_who_begins = start, says_who_begins

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.start, self.write()) == (other.start, other.write())

    def __hash__(self) -> int:
        return hash((self.name, self.start))

    @classmethod
    def read(cls, fields: Mapping[str, Data], wrong: Wrong) -> Self | None:
        """Return the game, or None; what is wrong with the fields, whose shapes are right, is noted. MAX begins where they do not say who does."""
        raise NotImplementedError

    def write(self) -> dict[str, Plain]:
        """Return the game as a document holds it under `game`."""
        raise NotImplementedError

    def moves(self, position: Position[At]) -> Sequence[Move[At]]:
        """Return the moves of a position in the order in which they are listed, none where the game is over."""
        raise NotImplementedError

    def move_names(self) -> list[str]:
        """Return all names that the rules can form, in their order, whichever are possible in this game: a list that gives nothing of its tree away."""
        raise NotImplementedError

    def over(self, position: Position[At]) -> Result | None:
        """Return how the game ended, None while it goes on."""
        raise NotImplementedError

    def state(self, position: Position[At]) -> str:
        """Return the position as text."""
        raise NotImplementedError

    def words(self) -> list[str]:
        """Return the rules and the start in sentences."""
        raise NotImplementedError

    def merged(self, position: Position[At]) -> Position[At]:
        """Return the position that stands for all that are the same up to symmetry, with the same player to move."""
        return position

    def features(self, position: Position[At]) -> Mapping[str, Number] | None:
        """Return what an evaluation can weigh of a position, all of them by name; None where nothing is counted."""
        return None

    def feature_words(self, name: str) -> str:
        """Return what a feature counts."""
        return ""

    @staticmethod
    def board(_state: str, /) -> Board | None:
        """Return a position as it is drawn, from its text; None where it is written only."""
        return None


AnyGame: TypeAlias = Game[Any]
"""One of the games, handed its own positions only."""
SomePosition: TypeAlias = Position[Any]
"""A position of one of the games."""
SomeMove: TypeAlias = Move[Any]
"""A move of one of the games."""


def read_game(game: type[AnyGame], stated: Mapping[str, Data], root: int, wrong: Wrong) -> AnyGame | None:
    """Return the game that a document states under `game`, or None and what is wrong; `root` begins where the game does not say who does."""
    before = len(wrong)
    read = game.read(stated, wrong)
    if read is None or len(wrong) > before:
        return None
    if not read.says_who_begins:
        read.start = read.start._replace(mover=root)
    return read


# what the games share


def read_count(raw: Plain, path: Path, wrong: Wrong, least: int = 0, most: int = MOST_COUNTED) -> int:
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
