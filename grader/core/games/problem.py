"""A problem as all stages see it: what is played on, under which conventions, what is asked and what it earns."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, Self

from grader.core.conventions import Conventions
from grader.core.data import Data, Plain
from grader.core.games.text_question import TEXT, TextQuestion
from grader.core.numbers import Bound, Number, say_number, show_number
from grader.core.policy import Policy


def is_played(stated: Mapping[str, Plain]) -> bool:
    """Return whether a problem is stated by the rules of a game (`grader/core/games/playing.py`), not by a tree."""
    return stated.get("game") is not None


class Game(Protocol):
    """What any game can say of itself: the names of what answers are about, each the id of a node or a child."""

    @property
    def ids(self) -> Sequence[str]:
        """Return the id of each node (of each child), in the order of the document."""
        ...

    def by_id(self) -> dict[str, int]:
        """Return the place of each id."""
        ...

    def path_to(self, key: int, /) -> list[int]:
        """Return the nodes from the root to this one, both included; nothing where there are no paths."""
        ...

    def reached(self) -> Sequence[int]:
        """Return the places that a search can come to: what an answer page offers to choose from."""
        ...

    @property
    def whole(self) -> object:
        """Return what is drawn and written: all that is played on, also what no search comes to."""
        ...


class _HasIds(Protocol):
    @property
    def ids(self) -> Sequence[str]: ...


class Places:
    """What answers are about where that is no tree, beside the named tuple with its `ids`: no path leads to a place, and all are met."""

    __slots__ = ()

    def by_id(self: _HasIds) -> dict[str, int]:
        """Return the place of each id."""
        return {id_: place for place, id_ in enumerate(self.ids)}

    def path_to(self, key: int, /) -> list[int]:
        """Return nothing."""
        return []

    def reached(self: _HasIds) -> range:
        """Return all places."""
        return range(len(self.ids))

    @property
    def whole(self) -> Self:
        """Return the game: nothing lies beyond it."""
        return self


class Problem(NamedTuple):
    """A problem that was read: everything that a kind needs to solve, mark and draw it.

    `game` is what is searched or scored (a `Tree`, the `Arms` of UCB). `ask` and `points` name parts of the kind, in the order of reports. `stated` is the document's
    data as it was read, and `source` the file; `origin` is where the exercise was taken from.
    `policy` is what the problem says of how it is marked, `has_decimals` whether it writes a number as a decimal. `text` is a
    question beside those of the kind that is answered in words. `tags` are words by which instructors choose it; they may
    give an answer away, so nothing that is made of a problem has them.
    """

    id: str
    kind: str
    game: Any
    conventions: Conventions
    ask: tuple[str, ...]
    points: Mapping[str, Number]
    title: str = ""
    origin: str = ""
    source: str = ""
    warnings: tuple[str, ...] = ()
    stated: Mapping[str, Data] = {}  # nobody writes to it
    policy: Policy = Policy()
    has_decimals: bool = False
    text: TextQuestion | None = None
    tags: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[str, ...]:
        """Return all parts that are handed in: what the program marks, and last the one in words that a person marks."""
        return self.ask if self.text is None else (*self.ask, TEXT)

    def with_text(self, text: TextQuestion | None) -> "Problem":
        """Return the problem with this question in words; with its own, if it has one, where there is none."""
        return self if text is None else self._replace(text=text, points={**self.points, TEXT: text.points})

    @property
    def possible(self) -> Number:
        """Return the points of all asked parts together."""
        return sum(self.points[part] for part in self.parts)

    @property
    def solvable(self) -> Number:
        """Return the points of the parts that a solver answers: all but those that a person gives."""
        return sum(self.points[part] for part in self.ask)

    def say(self, number: Bound | tuple[Bound, ...]) -> str:
        """Return a number in the style of the problem: a decimal where it writes one and that is short, else p/q; of several players all of theirs."""
        if isinstance(number, tuple):
            return f"[{self.say_all(number)}]"
        return say_number(number) if self.has_decimals else show_number(number)

    def say_all(self, numbers: Iterable[Bound]) -> str:
        """Return the numbers in that style, with commas."""
        return ", ".join(map(self.say, numbers))

    @property
    def size(self) -> int:
        """Return how many things an answer can be about: nodes, children."""
        game: Game = self.game
        return len(game.ids)

    @property
    def whole(self) -> Any:
        """Return what is drawn and written: all of the game, also what no search comes to."""
        game: Game = self.game
        return game.whole
