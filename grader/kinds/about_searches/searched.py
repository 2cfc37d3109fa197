"""The problem that a question about a search is about: read and written by the kind that searches it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from grader.core.conventions import Conventions
from grader.core.data import Data, Plain
from grader.core.documents import Document
from grader.core.errors import Fault, Path
from grader.core.games.nodes import read_noted
from grader.core.games.playing import known_playing, write_playing
from grader.core.games.problem import Game, Problem, is_played
from grader.core.games.tree import Tree
from grader.core.numbers import Number
from grader.kinds import KINDS
from grader.kinds.problems import read_problem

Amiss: TypeAlias = list[tuple[str, Path]]
"""What is wrong with a document: messages, each with the path to its place."""


class Lifted(NamedTuple):
    """The game of a lift: the problem that is searched, of the kind that searches it, and what the lift asks about it.

    What answers are about is named as in the searched game; `names` are those of what else they are about, with keys behind
    those of its nodes.
    """

    searched: Problem
    asked: Data
    names: tuple[str, ...] = ()

    @property
    def game(self) -> Game:
        """Return the searched game."""
        game: Game = self.searched.game
        return game

    @property
    def ids(self) -> Sequence[str]:
        """Return the id of each node of the searched game, and the other names."""
        return (*self.game.ids, *self.names) if self.names else self.game.ids

    def by_id(self) -> dict[str, int]:
        """Return the node of each id."""
        return self.game.by_id()

    def path_to(self, key: int) -> list[int]:
        """Return the nodes from the root to this one, both included; nothing for what is no node."""
        return self.game.path_to(key) if key < len(self.game.ids) else []

    def reached(self) -> Sequence[int]:
        """Return the places that the search can come to."""
        places: Sequence[int] = self.searched.game.reached()
        return places

    def below(self, key: int) -> Iterator[int]:
        """Yield the node of a tree and everything below it."""
        tree: Tree = self.searched.game
        return tree.below(key)

    @property
    def whole(self) -> Data:
        """Return what is drawn and written of the searched game."""
        return self.searched.whole


# reading and writing


def read_searched(
    document: Document, conventions: Conventions, own: Collection[str] = ()
) -> tuple[Problem, list[Fault], list[str]]:
    """Return the problem that the document's `search` searches, what is wrong with it, and warnings.

    Faults stand at their places in the lift's own document. `own` are the conventions of the lift itself. The game is None
    where anything is wrong with it. The problem has nothing of the document but its meaning, so two that say the same are equal:
    of a game that makes the tree its rules, and who begins.
    """
    kind = KINDS[document.data["search"]]
    foreign = sorted(conventions.stated.difference(kind.conventions, own))
    message = f"{kind.name} has no such convention, expected {', '.join([*kind.conventions, *own])}"
    faults = document.faults((message, ("conventions", name)) for name in foreign)
    its_own = conventions._replace(stated=conventions.stated.intersection(kind.conventions))
    searched, wrong = read_problem(document, kind, its_own, kind.asked)
    return bare_of(searched), faults + wrong, list(searched.warnings)


def bare_of(searched: Problem) -> Problem:
    """Return a problem with nothing of its document but its meaning: of a game that makes the tree its rules, and who begins."""
    own = searched.conventions
    is_game = searched.game is not None and is_played(searched.stated)
    stated = write_playing(known_playing(searched.stated, own.root)) if is_game else {}
    rooted = own._replace(root="max", stated=own.stated - {"root"})  # every node of the tree has its player
    return searched._replace(
        conventions=own if stated else rooted, origin="", source="", warnings=(), stated=stated, has_decimals=False
    )


def as_said(problem: Problem) -> Problem:
    """Return the searched problem of a lift as the lift writes its numbers, with the lift's title."""
    searched: Problem = problem.game.searched
    return searched._replace(title=problem.title, has_decimals=problem.has_decimals)


def game_posed(problem: Problem) -> list[str]:
    """Return the rules of the game that makes the searched tree, as its kind says them; nothing where the tree is stated."""
    searched = as_said(problem)
    return KINDS[searched.kind].poses(searched) if is_played(searched.stated) else []


def write_searched(searched: Problem) -> dict[str, Plain]:
    """Return the fields of a lift's document that state what is searched; its conventions are the lift's."""
    return {"search": searched.kind, **KINDS[searched.kind].game_format.write(searched)}


def number_in(raw: Plain, path: Path, amiss: Amiss) -> Number:
    """Return a number of the document; what is wrong with one is noted."""
    return read_noted(raw, path, amiss) or 0
