"""What is guaranteed of exercises in which an object is handed in, and how difficult they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from generators.candidate import Candidate
from generators.construct_requests import fewest_of
from generators.constructions import is_fit
from generators.figures import Figures
from generators.guarantee import Guarantee, always
from generators.parameters import ConstructParameters, Parameters
from grader.answers.case import Answer
from grader.games.tree import CHANCE, Tree
from grader.kinds.lifts.construct.asked import CHANGES, ORDER, VALUES, Construction
from grader.kinds.lifts.construct.best_filling import trivial_fillings
from grader.kinds.lifts.construct.best_order import trivial_orders
from grader.kinds.lifts.construct.running import ran, skipped_wanted

_WORTH = 2
"""So many leaves fewer (or more) are evaluated in the best order than in the better of the trivial ones."""


def make_of(parameters: Parameters) -> str:
    """Return what is handed in; nothing for another sort of exercise."""
    return parameters.make if isinstance(parameters, ConstructParameters) else ""


def best_is_known(case: Candidate, parameters: Parameters) -> bool:
    """Return whether an object is known that earns full marks when it is run."""
    game: Construction = case.game
    return is_fit(game) and ran(game, game.asked.found.example).share == 1


def nothing_for_nothing(case: Candidate, parameters: Parameters) -> bool:
    """Return whether all trivial answers earn nothing."""
    game: Construction = case.game
    return all(ran(game, thing).share == 0 for thing in _TRIVIAL[game.asked.make](game))


def _no_changes(game: Construction) -> list[Answer]:
    return [{}]


_TRIVIAL: Mapping[str, Callable[[Construction], Sequence[Answer]]] = {
    ORDER: trivial_orders,
    VALUES: trivial_fillings,
    CHANGES: _no_changes,
}


def best_words(parameters: Parameters) -> str:
    """Return how it is proved what is best."""
    return _BEST_WORDS[make_of(parameters)]


_BEST_WORDS = {
    ORDER: "The best order is known: on a uniform tree, with >= and the full window, by the formula of Knuth and Moore "
    "(b^ceil(d/2) + b^floor(d/2) - 1 leaves, which the best-first order reaches), else all orders were tried.",
    VALUES: "Numbers that reach the goal are known: the first that were found by counting up.",
    CHANGES: "The fewest changes are known: every single one, and every two where one is not enough, were tried with all "
    "numbers that can matter.",
}


def is_worth_ordering(case: Candidate, parameters: Parameters) -> bool:
    """Return whether the best order saves at least two leaves over the better of the trivial ones (or evaluates two more)."""
    game: Construction = case.game
    found = game.asked.found
    return bool(abs(found.trivial - (found.best or 0)) >= _WORTH)


def worth_off(parameters: Parameters) -> str:
    """Return why no order is promised to be worth it."""
    return "" if make_of(parameters) == ORDER else "no order is handed in"


def takes_so_many(case: Candidate, parameters: Parameters) -> bool:
    """Return whether the fewest changes are as many as is asked for."""
    if not isinstance(parameters, ConstructParameters):
        return True
    least, most = fewest_of(parameters)
    return least <= (case.game.asked.found.best or 0) <= most


def changes_words(parameters: Parameters) -> str:
    """Return how few changes are enough."""
    least, most = fewest_of(parameters) if isinstance(parameters, ConstructParameters) else (1, 1)
    shown = str(most) if least == most else f"{least} or {most}"
    return (
        f"{shown} changed number{'' if most == 1 else 's'} can make another move the only best one, and fewer cannot."
    )


def figures_of_construct(case: Candidate) -> Figures:
    """Yield how large the tree is, what the best object reaches, and what the trivial ones do."""
    game: Construction = case.game
    tree: Tree = game.searched.game
    found, make = game.asked.found, game.asked.make
    yield "nodes", tree.size
    if chances := sum(kind == CHANCE for kind in tree.kind):
        yield "chance-nodes", chances
    if found.best is not None:
        yield "best", found.best
    if make == ORDER:
        yield "trivial", int(found.trivial)
    if make == VALUES:
        yield "free-leaves", len(game.asked.free)
        yield "leaves-to-skip", len(skipped_wanted(game))


CONSTRUCT: tuple[Guarantee, ...] = (
    Guarantee(
        "best-is-known",
        best_is_known,
        best_words,
        "a larger tree, a larger range of values, or other numbers to find",
        wanted=always,
    ),
    Guarantee(
        "nothing-for-nothing",
        nothing_for_nothing,
        "No trivial answer earns anything: no change, everything reversed, numbers that rise, fall or are all the same.",
        "a larger tree, or other numbers to find",
        wanted=always,
    ),
    Guarantee(
        "so-many-changes",
        takes_so_many,
        changes_words,
        "another --fewest-changes, or a larger tree",
        wanted=lambda parameters: make_of(parameters) == CHANGES,
    ),
    Guarantee(
        "worth-ordering",
        is_worth_ordering,
        "The best order is better by two leaves at least than the tree as given and its mirror image.",
        "a larger tree, or --without worth-ordering",
        worth_off,
    ),
)
"""Guarantees of constructions."""
