"""The wrong rules of a construction: those of its search, under which the object would be right, and three wrong ideas of the best order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, islice
from typing import TypeAlias

from grader.answers.case import Answer, Answers, Key
from grader.answers.objects import Ran, Sought
from grader.answers.things.orders import Order
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import CHANCE, MAX, MIN, Tree
from grader.kinds.lifts.claim import holds
from grader.kinds.lifts.construct.asked import CHANGES, ORDER, VALUES, Construction, Made, construction_of
from grader.kinds.lifts.construct.best_filling import candidates, changes_of, counting_up, trivial_fillings
from grader.kinds.lifts.construct.best_order import all_orders, by_value, order_count, trivial_orders
from grader.kinds.lifts.construct.best_tree import trees
from grader.kinds.lifts.construct.built import built
from grader.kinds.lifts.construct.running import COUNTED, evaluated, is_better, reaches
from grader.kinds.lifts.searched import Way, wrong_ways
from grader.kinds.record import Agrees, Follow, Misconception
from grader.search import back_up

_MOST_ORDERS = 500
"""Of so many orders what is best by a wrong rule is found by trying them all."""
_MOST_TRIED = 100
"""Among so many objects an example of a wrong rule is looked for."""
_TREES = 5
"""Trees of so many nodes are tried under a wrong rule."""
_NODES = 2
"""So many nodes at least must be ordered in another way for a wrong idea of the best order to show."""

_FALLING: Mapping[str, Mapping[int, bool]] = {
    "best-last": {MAX: False, MIN: True},
    "largest-first-everywhere": {MAX: True, MIN: True, CHANCE: True},
    "smallest-first-everywhere": {MAX: False, MIN: False, CHANCE: False},
}
"""Of each wrong idea: whether values fall among the children of each kind of node."""

Parts = Collection[str] | None


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules of the search, run on what is handed in; of an order also the wrong ideas of the best one."""
    game = construction_of(problem)
    found = [*_of_search(game)]
    return [*found, *_of_orders(game)] if game.asked.make == ORDER else found


def _answering(game: Construction, sought: Sought, best: Callable[[], int | None]) -> Follow:
    """Return the answers of who looks for other objects, as a function of what is given."""

    def answer(fixed: Mapping[Key, Number], parts: Parts = None, agrees: Agrees | None = None, /) -> Answers:
        answers: dict[str, Answer] = {game.asked.make: sought}
        if game.asked.found.best is not None and (parts is None or "count" in parts):
            answers["count"] = best()
        return answers

    return answer


# the rules of the search


class _Ways:
    """Who solves the problem that an object makes by the wrong rules of the search; those of the last object are kept."""

    def __init__(self, game: Construction) -> None:
        self._game, self._searched = game, game.searched
        if game.asked.make == ORDER:  # leaves are counted, so no tie has to be broken in two ways
            self._searched = game.searched._replace(conventions=game.searched.conventions._replace(tie="any"))
        self._last: tuple[Made | None, dict[Rule, Way]] = (None, {})

    def of(self, thing: Made) -> Mapping[Rule, Way]:
        """Return the ways by the name of their rule and its detail."""
        if self._last[0] is not thing:
            made = built(self._searched, self._game.asked.make, thing)
            self._last = thing, {(way.name, way.detail): way for way in wrong_ways(made)}
        return self._last[1]


Rule = tuple[str, str]
"""Name and detail of a wrong rule."""


def _of_search(game: Construction) -> Iterator[Misconception]:
    ways = _Ways(game)
    find = (
        partial(_order_by, game, _Orders(game, ways)) if game.asked.make == ORDER else partial(_claims_by, game, ways)
    )
    for rule, way in ways.of(game.asked.found.example).items():
        sought, best = find(rule)
        yield Misconception(*rule, _answering(game, sought, best), way.twin_of, has_to_try=True)


# claims under a wrong rule


def _claims_by(game: Construction, ways: _Ways, rule: Rule) -> tuple[Sought, Callable[[], int | None]]:
    """Return what someone with the wrong rule looks for, where the goal is made of claims, and its number.

    Nothing where a trivial answer reaches the goal by the rule: who follows it would hand that in.
    """
    holds_by = partial(_claims_hold_by, game, ways, rule)

    @cache
    def is_worth_asking() -> bool:
        return not any(holds_by(thing) for thing in trivial_answers(game))

    def meets(thing: Made) -> bool:
        return holds_by(thing) and not reaches(game, thing) and is_worth_asking()

    @cache
    def example() -> Made | None:
        return next(filter(meets, islice(_tried(game), _MOST_TRIED)), None)

    def number() -> int | None:
        thing = example()
        return None if thing is None else thing.size if isinstance(thing, Tree) else len(thing)

    return Sought(example, lambda thing: Ran(int(meets(thing)), "")), number


def _claims_hold_by(game: Construction, ways: _Ways, rule: Rule, thing: Made) -> bool:
    """Return whether the goal is reached by the wrong rule."""
    if game.asked.make == VALUES and len(thing) < len(game.asked.free):
        return False
    way = ways.of(thing).get(rule)
    if way is None:
        return False
    solved = way.solved(game.asked.claims)
    return all(holds(claim, solved) for claim in game.asked.claims)


def trivial_answers(game: Construction) -> Sequence[Made]:
    """Return the answers to a goal made of claims that need no thought."""
    make = game.asked.make
    return trivial_fillings(game) if make == VALUES else [{}] if make == CHANGES else [game.searched.game]


def _tried(game: Construction) -> Iterable[Made]:
    """Return the objects among which an example of a wrong rule is looked for."""
    if game.asked.make == VALUES:
        return counting_up(game)
    if game.asked.make == CHANGES:
        counts = range(1, (game.asked.found.best or 1) + 1)
        return chain.from_iterable(changes_of(game, count, candidates(game)) for count in counts)
    return _small_trees(game)


def _small_trees(game: Construction) -> Iterator[Tree]:
    for size in range(2, _TREES + 1):
        yield from trees(size, game.asked.root, is_distinct=game.asked.allowed.distinct)


# orders under a wrong rule


class _Orders:
    """How many leaves each wrong rule evaluates in each order: found once, when the first rule asks for it.

    Where there are many orders nothing is said of what is best under a wrong rule.
    """

    def __init__(self, game: Construction, ways: _Ways) -> None:
        self._game, self._ways = game, ways
        self.is_small = order_count(game.searched.game) <= _MOST_ORDERS
        self._best: dict[Rule, tuple[int, Order]] | None = None

    def best(self, rule: Rule) -> tuple[int, Order] | None:
        """Return the best number under the rule with an order that has it; None where trivial orders have it too, or it is not known."""
        if self._best is None:
            self._best = self._found() if self.is_small else {}
        found = self._best.get(rule)
        if found is None:
            return None
        trivial = (self.count(rule, order) for order in trivial_orders(self._game))
        objective = self._game.asked.objective
        return found if all(is_better(objective, found[0], count or 0) for count in trivial) else None

    def count(self, rule: Rule, order: Order) -> int | None:
        """Return how many leaves the rule evaluates in an order."""
        way = self._ways.of(order).get(rule)
        return None if way is None else way.answers(COUNTED).get("leaves-evaluated")

    def _found(self) -> dict[Rule, tuple[int, Order]]:
        best: dict[Rule, tuple[int, Order]] = {}
        for order in all_orders(self._game.searched.game):
            for rule, way in self._ways.of(order).items():
                count = way.answers(COUNTED)["leaves-evaluated"]
                if rule not in best or is_better(self._game.asked.objective, count, best[rule][0]):
                    best[rule] = count, order
        return best


def _order_by(game: Construction, orders: _Orders, rule: Rule) -> tuple[Sought, Callable[[], int | None]]:
    """Return what someone with the wrong rule takes for the best order, and how many leaves that evaluates by the rule."""

    def run(order: Order) -> Ran:
        best = orders.best(rule)
        is_fit = best is not None and orders.count(rule, order) == best[0]
        return Ran(int(is_fit and evaluated(game, order) != game.asked.found.best), "")

    def example() -> Order | None:
        best = orders.best(rule)
        return None if best is None else best[1]

    def number() -> int | None:
        best = orders.best(rule)
        return None if best is None else best[0]

    return Sought(example, run), number


# wrong ideas of the best order

Ranks: TypeAlias = list[tuple[Number, ...]]
"""Of each node with several children their values, in their order."""


def _of_orders(game: Construction) -> Iterator[Misconception]:
    values = back_up(game.searched.game)
    best = _ranks(game, values, game.asked.found.example)
    for name, falling in _FALLING.items():
        order = by_value(game.searched, dict(falling))
        ranks = _ranks(game, values, order)
        if sum(one != other for one, other in zip(ranks, best, strict=True)) < _NODES:
            continue
        sought = Sought(lambda order=order: order, partial(_stands_so, game, values, ranks))  # type: ignore[misc]
        count = partial(evaluated, game, order)
        yield Misconception(name, "", _answering(game, sought, count))


def _stands_so(game: Construction, values: Sequence[Number], ranks: Ranks, order: Order) -> Ran:
    is_best = evaluated(game, order) == game.asked.found.best
    return Ran(int(_ranks(game, values, order) == ranks and not is_best), "")


def _ranks(game: Construction, values: Sequence[Number], order: Order) -> Ranks:
    """Return the values of the children of each node in their order: what of an order is the same whichever of two equal children is first."""
    tree: Tree = game.searched.game
    nodes = [node for node in range(tree.size) if tree.end[node] - tree.first[node] > 1]
    return [tuple(values[child] for child in order.get(node, tree.children(node))) for node in nodes]
