"""The problem that a lift searches: read and written by the door of the kind that searches it, and solved by its rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from grader.answers.case import Answers
from grader.conventions import ONLY_HANDING_IN, Conventions
from grader.data import Data
from grader.documents import Document
from grader.errors import Fault
from grader.games.problem import Game, Problem, is_played
from grader.games.tree import Tree
from grader.kinds import KINDS
from grader.kinds.lifts.claim import Claim, Solved, parts_of
from grader.kinds.problems import read_problem
from grader.kinds.record import Misconception, Rests

Parts = Collection[str] | None
"""The parts whose answers are wanted; None for all."""


class Lifted(NamedTuple):
    """The game of a lift: the problem that is searched, of the kind that searches it, and what the lift asks about it.

    What answers are about is named as in the searched game; `names` are those of what else they are about, with keys behind
    those of its nodes.
    """

    searched: Problem
    asked: Data
    names: tuple[str, ...] = ()

    @property
    def ids(self) -> Sequence[str]:
        """Return the id of each node of the searched game, and the other names."""
        game: Game = self.searched.game
        return (*game.ids, *self.names) if self.names else game.ids

    def by_id(self) -> dict[str, int]:
        """Return the node of each id."""
        game: Game = self.searched.game
        return game.by_id()

    def path_to(self, key: int) -> list[int]:
        """Return the nodes from the root to this one, both included; nothing for what is no node."""
        game: Game = self.searched.game
        return game.path_to(key) if key < len(game.ids) else []

    def reached(self) -> Sequence[int]:
        """Return the places that the search can come to."""
        game: Game = self.searched.game
        return game.reached()

    def below(self, key: int) -> Iterator[int]:
        """Yield the node of a searched tree and everything below it."""
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
    stated = _game_stated(searched) if searched.game is not None else {}
    rooted = own._replace(root="max", stated=own.stated - {"root"})  # every node of the tree has its player
    return searched._replace(
        conventions=own if stated else rooted, origin="", source="", warnings=(), stated=stated, has_decimals=False
    )


def _game_stated(searched: Problem) -> dict[str, Data]:
    """Return the field of a game whose rules make the tree, as it is written; nothing where the tree is stated."""
    if not is_played(searched.stated):
        return {}
    from grader.games.playing import known_playing, write_playing  # most problems state their tree

    return write_playing(known_playing(searched.stated, searched.conventions.root))


def as_said(problem: Problem) -> Problem:
    """Return the searched problem of a lift as the lift writes its numbers, with the lift's title."""
    searched: Problem = problem.game.searched
    return searched._replace(title=problem.title, has_decimals=problem.has_decimals)


def game_posed(problem: Problem) -> list[str]:
    """Return the rules of the game that makes the searched tree, as its kind says them; nothing where the tree is stated."""
    searched = as_said(problem)
    return KINDS[searched.kind].poses(searched) if is_played(searched.stated) else []


def write_searched(searched: Problem) -> dict[str, Data]:
    """Return the fields of a lift's document that state what is searched; its conventions are the lift's."""
    return {"search": searched.kind, **KINDS[searched.kind].door.write(searched)}


def rests_of(searched: Problem, claims: Iterable[Claim]) -> Rests:
    """Return the conventions by which the searched problem goes, and the parts of its answers that the claims read."""
    conventions = [name for name in KINDS[searched.kind].conventions if name not in ONLY_HANDING_IN]
    return Rests(conventions, frozenset().union(*map(parts_of, claims)))


# solving


class Way(NamedTuple):
    """Who solves the searched problem: by the right rules (no name), or by a wrong one.

    `answers(parts)` are the answers, those of the named parts at least. `moves()` are all moves that are best, whatever
    `tie` says, found when they are first asked for; none where there is no move.
    """

    problem: Problem
    answers: Callable[[Parts], Answers]
    moves: Callable[[], Sequence[int]]
    name: str = ""
    detail: str = ""
    twin_of: str = ""

    def solved(self, claims: Iterable[Claim] | None = None) -> Solved:
        """Return what the claims are true or false of; without claims, with the answers of all parts."""
        parts = None if claims is None else frozenset().union(*map(parts_of, claims))
        return Solved(self.problem, self.answers(parts), self.moves)


_MOVE = frozenset({"best-move"})


def _best(answers: Callable[[Parts], Answers]) -> Sequence[int]:
    best: Sequence[int] = answers(_MOVE).get("best-move", ())
    return best


def _open(searched: Problem) -> Problem:
    """Return the problem in which every one of several best moves is right."""
    return searched._replace(conventions=searched.conventions._replace(tie="any"))


def _right(searched: Problem, parts: Parts) -> Answers:
    answers: Answers = KINDS[searched.kind].solve(searched, parts=parts).answers
    return answers


def right_way(searched: Problem) -> Way:
    """Return who solves the problem by the right rules."""
    return Way(searched, partial(_right, searched), _once(lambda: _best(partial(_right, _open(searched)))))


Rule = tuple[str, str]
"""The name of a wrong rule of the search, and its detail."""


class WrongWays:
    """Those who solve the problem by a wrong rule of its kind, each by one; each is made when it is asked for."""

    def __init__(self, searched: Problem) -> None:
        self._searched = searched
        self.rules = KINDS[searched.kind].wrong.rules(searched)
        self._opened: list[Misconception] | None = self.rules if searched.conventions.tie == "any" else None

    def all(self) -> list[Way]:
        """Return all of them, in the order in which they are named."""
        return [self._made(place) for place in range(len(self.rules))]

    def by(self, rule: Rule) -> Way:
        """Return who follows this rule."""
        return self._made(next(place for place, one in enumerate(self.rules) if (one.name, one.detail) == rule))

    def _made(self, place: int) -> Way:
        rule = self.rules[place]
        moves = _once(partial(self._moves, place))
        return Way(self._searched, partial(rule.answer, {}), moves, rule.name, rule.detail, rule.twin_of)

    def _moves(self, place: int) -> Sequence[int]:
        if self._opened is None:
            self._opened = KINDS[self._searched.kind].wrong.rules(_open(self._searched))
        return _best(partial(self._opened[place].answer, {}))


def wrong_ways(searched: Problem) -> list[Way]:
    """Return those who solve the problem by a wrong rule of its kind, each by one, in the order in which they are named."""
    return WrongWays(searched).all()


def _once(make: Callable[[], Sequence[int]]) -> Callable[[], Sequence[int]]:
    """Return a function that makes its value when it is first asked; thousands of them are made, and few asked."""
    found: list[Sequence[int]] = []

    def value() -> Sequence[int]:
        if not found:
            found.append(make())
        return found[0]

    return value


def way_named(searched: Problem, name: str, detail: str = "") -> Way | None:
    """Return who solves the problem by the wrong rule of this name and detail; None where it cannot be followed there."""
    found = (way for way in wrong_ways(searched) if (way.name, way.detail) == (name, detail))
    return next(found, None)


def answers_by(searched: Problem, misconception: Misconception | None = None, parts: Parts = None) -> Answers:
    """Return the answers of who solves the problem rightly, or by one of the wrong rules of its kind."""
    return _right(searched, parts) if misconception is None else misconception.answer({}, parts)
