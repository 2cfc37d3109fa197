"""The wrong rules of a construction: those of its search, under which the object would be right, and three wrong ideas of the best order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import islice

from grader.core.answers.case import Answers
from grader.core.answers.object_forms import Order
from grader.core.answers.run import Ran, Sought
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, MAX, MIN, Tree
from grader.core.lazy import LruCache
from grader.core.numbers import Number
from grader.core.search.folds import back_up
from grader.kinds.about_searches.construct.order import (
    all_orders,
    by_value,
    evaluated,
    is_better,
    order_count,
    trivial_orders,
)
from grader.kinds.about_searches.construct.solve import COUNTED, ORDER, VALUES, Construction, Made, Task, built, choices
from grader.kinds.about_searches.solved import Rule, Way, wrong_ways
from grader.kinds.record import Misconception, Mistake, wordings_of

_MOST_ORDERS = 500
"""Of so many orders what is best by a wrong rule is found by trying them all."""
_MOST_TRIED = 100
"""Among so many objects an example of a wrong rule is looked for."""
_KEPT = 8
"""Of so many objects all rules are kept: those that are trivial, the best one, and one that is handed in."""
_NODES = 2
"""So many nodes at least must be ordered in another way for a wrong idea of the best order to show."""


def wrong_rules(problem: Problem, task: Task) -> list[Misconception]:
    """Return the wrong rules of the search, run on what is handed in; of an order also the wrong ideas of the best one."""
    game: Construction = problem.game
    found = [*_of_search(game, task)]
    return [*found, *_of_orders(game)] if game.asked.make == ORDER else found


def _answers(
    game: Construction,
    sought: Sought,
    best: Callable[[], int | None],
    _: object,
    parts: Collection[str] | None = None,
    *__: object,
) -> Answers:
    """Return the answers of who looks for other objects."""
    has_count = game.asked.found.best is not None and (parts is None or "count" in parts)
    return {game.asked.make: sought, **({"count": best()} if has_count else {})}


# the rules of the search


class _Ways:
    """Who solves the problem that an object makes by the wrong rules of the search; those of the last objects are kept."""

    def __init__(self, game: Construction) -> None:
        self._make, self._searched = game.asked.make, game.searched
        if game.asked.make == ORDER:  # leaves are counted, so no tie has to be broken in two ways
            self._searched = game.searched._replace(conventions=game.searched.conventions._replace(tie="any"))
        self._kept: LruCache[dict[Rule, Way]] = LruCache(_KEPT)

    def of(self, thing: Made) -> Mapping[Rule, Way]:
        """Return the ways by the name of their rule and its detail."""
        # by what stands in it: trivial objects are made anew for each rule
        return self._kept.get_or_make(repr(thing), lambda: wrong_ways(built(self._searched, self._make, thing)))


def _of_search(game: Construction, task: Task) -> Iterator[Misconception]:
    ways = _Ways(game)
    orders = _Orders(game, ways)
    for rule, way in ways.of(game.asked.found.example).items():
        sought, best = orders.by(rule) if game.asked.make == ORDER else _claims_by(game, task, ways, rule)
        yield Misconception(*rule, partial(_answers, game, sought, best), way.twin_of, has_to_try=True)


def _claims_by(game: Construction, task: Task, ways: _Ways, rule: Rule) -> tuple[Sought, Callable[[], int | None]]:
    """Return what someone with the wrong rule looks for, where the goal is made of claims, and its number.

    Nothing where a trivial answer reaches the goal by the rule: who follows it would hand that in.
    """

    def holds_by(thing: Made) -> bool:
        if game.asked.make == VALUES and len(thing) < len(game.asked.free):
            return False
        way = ways.of(thing).get(rule)
        return way is not None and game.is_reached(way.solved(game.asked.claims))

    @cache
    def is_worth_asking() -> bool:
        return not any(map(holds_by, task.trivial(game)))

    def meets(thing: Made) -> bool:
        return holds_by(thing) and not game.reaches(thing) and is_worth_asking()

    @cache
    def example() -> Made | None:
        return next(filter(meets, islice(task.tried(game), _MOST_TRIED)), None)

    def number() -> int | None:
        thing = example()
        return None if thing is None else thing.size if isinstance(thing, Tree) else len(thing)

    return Sought(example, lambda thing: Ran(int(meets(thing)), "")), number


class _Orders:
    """How many leaves each wrong rule evaluates in each order: found once, when the first rule asks for it.

    Where there are many orders nothing is said of what is best under a wrong rule.
    """

    def __init__(self, game: Construction, ways: _Ways) -> None:
        self._game, self._ways = game, ways

    def by(self, rule: Rule) -> tuple[Sought, Callable[[], int | None]]:
        """Return what someone with the wrong rule takes for the best order, and how many leaves that evaluates by the rule."""

        def best() -> tuple[int, Order] | tuple[None, None]:
            return self._best.get(rule, (None, None))

        def run(order: Order) -> Ran:
            is_fit = best()[0] is not None and self._count(rule, order) == best()[0]
            return Ran(int(is_fit and evaluated(self._game, order) != self._game.asked.found.best), "")

        return Sought(lambda: best()[1], run), lambda: best()[0]

    def _count(self, rule: Rule, order: Order) -> int | None:
        """Return how many leaves the rule evaluates in an order."""
        way = self._ways.of(order).get(rule)
        return None if way is None else way.answers(COUNTED).get("leaves-evaluated")

    @cached_property
    def _best(self) -> dict[Rule, tuple[int, Order]]:
        """Return the best number under each rule with an order that has it; none where trivial orders have it too, or it is not known."""
        best: dict[Rule, tuple[int, Order]] = {}
        game, objective = self._game, self._game.asked.objective
        if order_count(game.searched.game) > _MOST_ORDERS:
            return best
        for order in all_orders(game.searched.game):
            for rule, way in self._ways.of(order).items():
                count = way.answers(COUNTED)["leaves-evaluated"]
                if rule not in best or is_better(objective, count, best[rule][0]):
                    best[rule] = count, order
        trivial = trivial_orders(game)
        return {
            rule: (count, order)
            for rule, (count, order) in best.items()
            if all(is_better(objective, count, self._count(rule, one) or 0) for one in trivial)
        }


# wrong ideas of the best order


_RULE = "rule: MAX examines the largest child first, MIN the smallest"
_WHOEVER = (
    "whoever moves there. First comes the child that is best for who moves there; "
    "at a chance node the outcome that soonest decides whether the others matter."
)
IDEAS: dict[str, Mistake[Mapping[int, bool]]] = {
    "best-last": Mistake(
        {MAX: False, MIN: True},
        "Every player's children stand from the worst to the best: the order in which least is pruned.",
        "In your order every player's best child comes last. Bounds are tight only after good children, so the best one comes first.",
        _RULE,
    ),
    "largest-first-everywhere": Mistake(
        {MAX: True, MIN: True, CHANCE: True},
        "Every node's children stand from the largest to the smallest, whoever moves there.",
        f"You put the largest child first at every node, {_WHOEVER}",
        _RULE,
    ),
    "smallest-first-everywhere": Mistake(
        {MAX: False, MIN: False, CHANCE: False},
        "Every node's children stand from the smallest to the largest, whoever moves there.",
        f"You put the smallest child first at every node, {_WHOEVER}",
        _RULE,
    ),
}
"""Whether values fall among the children of each kind of node, and the words for it."""
ORDER_WORDINGS = wordings_of(IDEAS)


def _of_orders(game: Construction) -> Iterator[Misconception]:
    values = back_up(game.searched.game)
    best = _ranks(game, values, game.asked.found.example)
    for name, idea in IDEAS.items():
        order = by_value(game.searched, idea.rules)
        ranks = _ranks(game, values, order)
        if sum(one != other for one, other in zip(ranks, best, strict=True)) >= _NODES:
            sought = Sought(partial(dict, order), partial(_stands_so, game, values, ranks))
            follow = partial(_answers, game, sought, partial(evaluated, game, order))
            yield Misconception(name, "", follow, alone_in=(ORDER,))


def _stands_so(game: Construction, values: Sequence[Number], ranks: Sequence[object], order: Order) -> Ran:
    is_so = _ranks(game, values, order) == ranks and evaluated(game, order) != game.asked.found.best
    return Ran(int(is_so), "")


def _ranks(game: Construction, values: Sequence[Number], order: Order) -> Sequence[object]:
    """Return the values of the children of each node in their order: what of an order is the same whichever of two equal children is first."""
    children = choices(game.searched.game).items()
    return [tuple(values[child] for child in order.get(node, its)) for node, its in children]
