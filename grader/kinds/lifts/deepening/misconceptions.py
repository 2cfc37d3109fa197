"""The wrong rules of iterative deepening: those of the loop, and each wrong rule of the search, followed in every iteration."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

from grader.answers.case import Answers, Key
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.lifts.deepening.answering import LEAVES, answers_of
from grader.kinds.lifts.deepening.asked import NONE, asked_of, searched_of
from grader.kinds.lifts.deepening.further import played_further
from grader.kinds.lifts.deepening.ordering import (
    BY_CHOICE,
    Sorting,
    best_for_mover,
    by_returned,
    by_static,
    largest_first,
    worst_first,
)
from grader.kinds.lifts.deepening.running import (
    Found,
    Iteration,
    Rules,
    parts_of_search,
    right_rules,
    run,
    search_rightly,
)
from grader.kinds.lifts.deepening.staging import Order, Stage, stage_of
from grader.kinds.lifts.searched import Lifted
from grader.kinds.record import Agrees, Misconception

Rule = tuple[str, str]
"""The name of a wrong rule of the search, and its detail."""
_LISTS = ("values-by-depth", "best-moves", LEAVES, "orders")
_OTHER_WAY = "wrong-direction"
"""Who begins at the other end does so once: from then on the order is the one that was left."""


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem."""
    rules = dict(_of_the_loop(problem))
    found = [Misconception(name, "", _following(problem, rule)) for name, rule in rules.items()]
    return [*_of_the_search(problem), *found]


def right_answers(problem: Problem, fixed: Mapping[Key, Number]) -> Answers:
    """Return the right rule's answers where some numbers are given."""
    rules = right_rules(problem)
    return answers_of(problem, run(problem, rules), rules, fixed)


def _of_the_loop(problem: Problem) -> Iterator[tuple[str, Rules]]:
    right = right_rules(problem)
    if asked_of(problem).reorder != NONE:
        yield "keeps-the-order", right._replace(reorder=NONE)
        yield "sorts-for-max-everywhere", right._replace(sorting=Sorting(by_returned, largest_first))
        yield "sorts-by-static", right._replace(sorting=Sorting(by_static, best_for_mover))
        yield "worst-first", right._replace(sorting=Sorting(by_returned, worst_first))
        yield "sorts-too-late", right._replace(lag=2)
    if asked_of(problem).budget is not None:
        yield "plays-unfinished", right._replace(plays_unfinished=True)
    yield "adds-only-last", right._replace(adds_only_last=True)
    yield "counts-inner", right_rules(problem, "nodes-visited")._replace(counted="nodes-visited")


def _following(problem: Problem, rules: Rules) -> Callable[..., Answers]:
    """Return what someone answers who follows these rules of the loop; the iterations are run when they are first asked for."""
    made: list[tuple[Iteration, ...]] = []

    def answer(
        fixed: Mapping[Key, Number], parts: Collection[str] | None = None, agrees: Agrees | None = None, /
    ) -> Answers:
        if not made:
            made.append(run(problem, rules))
        return answers_of(problem, made[0], rules, fixed, parts)

    return answer


# the wrong rules of the search


class _Searches:
    """What wrong rules of the search find in an iteration; the rules of a stage are found once."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._made: dict[object, tuple[Stage, Mapping[Rule, Misconception]]] = {}

    def rules(self, depth: int, order: Order) -> tuple[Stage, Mapping[Rule, Misconception]]:
        """Return what an iteration searches, and the wrong rules that can be followed there."""
        key = depth, tuple(order)
        if key not in self._made:
            stage = stage_of(self._problem, depth, order)
            found = KINDS[stage.problem.kind].wrong.rules(stage.problem)
            self._made[key] = stage, {(one.name, one.detail): one for one in found}
        return self._made[key]

    def found(self, rule: Rule, depth: int, order: Order) -> Answers:
        """Return what an iteration finds by the wrong rule; rightly where there is no place for it."""
        stage, rules = self.rules(depth, order)
        if rule in rules:
            return stage.in_whole(rules[rule].answer({}, parts_of_search(self._problem, depth)))
        return search_rightly(self._problem, (), depth, order)


def _of_the_search(problem: Problem) -> Iterator[Misconception]:
    """Yield the wrong rules of the search that have a place in an iteration, in the order in which they are named."""
    problem = played_further(problem)
    searches, right = _Searches(problem), right_rules(problem)
    found: dict[Rule, Misconception] = {}
    for depth in range(1, asked_of(problem).depth + 1):
        found |= searches.rules(depth, ())[1]
    reference = answers_of(problem, run(problem, right), right, {})
    names = list(KINDS[searched_of(problem).kind].wrong.names)
    for rule, wrong in sorted(found.items(), key=lambda one: names.index(one[0][0])):
        if wrong.name == _OTHER_WAY:
            other = _turned(problem)
            follow = _following(other, right_rules(other))
        else:
            by_rule: Found = partial(searches.found, rule)
            follow = _following(problem, right._replace(found=by_rule, sorting=BY_CHOICE))
        if _shows_twice(problem, reference, follow({})):
            yield Misconception(*rule, follow, wrong.twin_of)


def _shows_twice(problem: Problem, right: Answers, wrong: Answers) -> bool:
    """Return whether two entries of asked lists differ at least: a single one is as soon a slip."""
    asked = [part for part in _LISTS if part in problem.ask and part in right and part in wrong]
    others = [place for part in asked for place in right[part] if right[part][place] != wrong[part].get(place)]
    return len(others) > 1


def _turned(problem: Problem) -> Problem:
    """Return the problem in which children are examined in the other direction."""
    game: Lifted = problem.game
    order = "left-to-right" if problem.conventions.right_to_left else "right-to-left"
    searched = game.searched._replace(conventions=game.searched.conventions._replace(order=order))
    return problem._replace(
        game=game._replace(searched=searched), conventions=problem.conventions._replace(order=order)
    )
