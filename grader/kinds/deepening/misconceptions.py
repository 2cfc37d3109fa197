"""The wrong rules of iterative deepening: those of the loop, a row each, and each wrong rule of the search, followed in every iteration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial

from grader.core.answers.case import Answers, Key
from grader.core.games.changed import cut_as
from grader.core.games.problem import Problem, is_played
from grader.core.games.sources import played_on
from grader.core.games.tree import MIN, Tree
from grader.core.numbers import Number
from grader.kinds import KINDS
from grader.kinds.about_searches.searched import Lifted
from grader.kinds.about_searches.solved import wordings_of_searches
from grader.kinds.deepening.documents import NONE, SEARCHES, asked_of, searched_of
from grader.kinds.deepening.solve import (
    BY_CHOICE,
    LEAVES,
    Order,
    Rules,
    Sorting,
    Stage,
    answers_of,
    by_static,
    parts_of_search,
    right_rules,
    run,
    search_rightly,
    stage_of,
)
from grader.kinds.record import Follow, Misconception, Mistake, Wording, wordings_of

# the wrong rules of the loop

Rule = Callable[[Problem], Rules | None]
"""The rules by which somebody runs the loop; None where wrong ones have no place."""


def _sorting(change: Callable[[Rules], Rules]) -> Rule:
    """Return the rule of those who put children in another order than the right one, where they are put in any."""
    return lambda problem: change(right_rules(problem)) if asked_of(problem).reorder != NONE else None


_ORDER = "rule: an iteration examines children in the order that the one before has left"
MISTAKES: dict[str, Mistake[Rule]] = {
    "keeps-the-order": Mistake(
        _sorting(lambda right: right._replace(reorder=NONE)),
        "No iteration puts children in another order.",
        "Every iteration of yours examines children in the order of the tree. The numbers that one iteration returned say in which order the next one examines them.",
        _ORDER,
    ),
    "sorts-for-max-everywhere": Mistake(
        _sorting(lambda right: right._replace(sorting=Sorting(falls=lambda *_: True))),
        "Children of MIN are put in order as those of MAX are, the largest first.",
        "You put the largest number first at MIN too. What is best for the player who moves goes first: at MIN that is the smallest.",
        "rule: at MIN the smallest number goes first",
    ),
    "sorts-by-static": Mistake(
        _sorting(lambda right: right._replace(sorting=Sorting(by_static))),
        "Children are put in order by their static values, not by what they returned.",
        "You order children by their static values. They go by what they returned in the iteration before, which looked deeper than a static value does.",
        "rule: children are ordered by what they returned",
    ),
    "worst-first": Mistake(
        _sorting(lambda right: right._replace(sorting=Sorting(falls=lambda tree, node, *_: tree.kind[node] == MIN))),
        "The worst child for the player who moves goes first.",
        "You put the worst child first. The best goes first, so that what comes after it can be cut.",
        "rule: MAX begins with the largest number, MIN with the smallest",
    ),
    "sorts-too-late": Mistake(
        _sorting(lambda right: right._replace(lag=2)),
        "An iteration uses the order that the last but one has left.",
        "You use an order one iteration too late. What an iteration returned orders the very next one.",
        _ORDER,
    ),
    "plays-unfinished": Mistake(
        lambda problem: (
            None if asked_of(problem).budget is None else right_rules(problem)._replace(plays_unfinished=True)
        ),
        "The move is that of the iteration in which the budget ran out.",
        "You play the move of an iteration that was not finished. When the budget runs out, the last finished one counts.",
        "rule: an unfinished iteration counts for nothing",
    ),
    "adds-only-last": Mistake(
        lambda problem: right_rules(problem)._replace(adds_only_last=True),
        "The total is the leaves of the last iteration alone.",
        "You count the last iteration only. Each iteration begins anew, so the leaves of all of them add up.",
        "rule: all iterations count",
    ),
    "counts-inner": Mistake(
        lambda problem: right_rules(problem, "nodes-visited")._replace(counted="nodes-visited"),
        "All visited nodes are counted as leaves.",
        "You count inner nodes too. A leaf of a search is where it stops: at the end of the game, or at its horizon.",
        "rule: only leaves of a search are counted",
    ),
}


def wordings() -> dict[str, Wording]:
    """Return the words for the wrong rules of every search, in the order in which all are listed, and for those of the loop."""
    return wordings_of_searches(sorted(SEARCHES, key=list(KINDS).index)) | wordings_of(MISTAKES)


def right(problem: Problem, fixed: Mapping[Key, Number]) -> Answers:
    """Return the right rule's answers where some numbers are given."""
    return _following(problem, right_rules(problem))(fixed)


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem."""
    found = ((name, mistake.rules(problem)) for name, mistake in MISTAKES.items())
    of_loop = [Misconception(name, "", _following(problem, rules)) for name, rules in found if rules is not None]
    return [*_of_the_search(problem), *of_loop]


def _following(problem: Problem, rules: Rules) -> Follow:
    """Return what someone answers who follows these rules of the loop; the iterations are run when they are first asked for."""
    done = cache(partial(run, problem, rules))

    return lambda fixed, parts=None, *_: answers_of(problem, done(), rules, fixed, parts)


# a game played on below the last iteration: what those see who search further than they are asked to

MOST_NODES = 500
"""So far a game is played on: every wrong rule searches its tree once more in each iteration."""


def played_further(problem: Problem) -> Problem:
    """Return the problem with more of a game below its last iteration: all of it, or a ply; as it is where that is too large, or the tree is stated."""
    searched, asked = searched_of(problem), asked_of(problem)
    if not is_played(searched.stated):
        return problem
    for depth in (None, asked.depth + 1):
        whole = played_on(searched, depth)
        if whole is not None and whole.size <= MOST_NODES:
            return _on(problem, whole)
    return problem


def _on(problem: Problem, whole: Tree) -> Problem:
    """Return the problem on a tree with the same nodes by the same numbers, and more behind them."""
    game: Lifted = problem.game
    cuts = tuple(cut_as(tree, whole) for tree in asked_of(problem).cuts)
    searched = game.searched._replace(game=cuts[-1], stated={})
    return problem._replace(game=game._replace(searched=searched, asked=game.asked._replace(cuts=cuts)))


# the wrong rules of the search

Named = tuple[str, str]
"""The name of a wrong rule of the search, and its detail."""
_LISTS = ("values-by-depth", "best-moves", LEAVES, "orders")
_OTHER_WAY = "wrong-direction"
"""Who begins at the other end does so once: from then on the order is the one that was left."""


class _Searches:
    """What wrong rules of the search find in an iteration; the rules of a stage are found once."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._made: dict[object, tuple[Stage, Mapping[Named, Misconception]]] = {}

    def rules(self, depth: int, order: Order) -> tuple[Stage, Mapping[Named, Misconception]]:
        """Return what an iteration searches, and the wrong rules that can be followed there."""
        key = depth, tuple(order)
        if key not in self._made:
            stage = stage_of(self._problem, depth, order)
            found = KINDS[stage.problem.kind].wrong.rules(stage.problem)
            self._made[key] = stage, {(one.name, one.detail): one for one in found}
        return self._made[key]

    def found(self, rule: Named, depth: int, order: Order) -> Answers:
        """Return what an iteration finds by the wrong rule; rightly where there is no place for it."""
        stage, rules = self.rules(depth, order)
        if rule in rules:
            return stage.in_whole(rules[rule].answer({}, parts_of_search(self._problem, depth)))
        return search_rightly(self._problem, (), depth, order)


def _of_the_search(problem: Problem) -> Iterator[Misconception]:
    """Yield the wrong rules of the search that have a place in an iteration, in the order in which they are named."""
    problem = played_further(problem)
    searches, right = _Searches(problem), right_rules(problem)
    found: dict[Named, Misconception] = {}
    for depth in range(1, asked_of(problem).depth + 1):
        found |= searches.rules(depth, ())[1]
    shown = [part for part in _LISTS if part in problem.ask]
    reference = answers_of(problem, run(problem, right), right, {}, shown)
    names = list(KINDS[searched_of(problem).kind].wrong.names)
    for rule, wrong in sorted(found.items(), key=lambda one: names.index(one[0][0])):
        if wrong.name == _OTHER_WAY:
            other = _turned(problem)
            follow = _following(other, right_rules(other))
        else:
            follow = _following(problem, right._replace(found=partial(searches.found, rule), sorting=BY_CHOICE))
        if _shows_twice(reference, follow({}, shown)):
            yield Misconception(*rule, follow, wrong.twin_of)


def _shows_twice(right: Answers, wrong: Answers) -> bool:
    """Return whether two entries of lists differ at least: a single one is as soon a slip."""
    both = [part for part in right if part in wrong]
    others = [place for part in both for place in right[part] if right[part][place] != wrong[part].get(place)]
    return len(others) > 1


def _turned(problem: Problem) -> Problem:
    """Return the problem in which children are examined in the other direction."""
    game: Lifted = problem.game
    order = "left-to-right" if problem.conventions.right_to_left else "right-to-left"
    searched = game.searched._replace(conventions=game.searched.conventions._replace(order=order))
    return problem._replace(
        game=game._replace(searched=searched), conventions=problem.conventions._replace(order=order)
    )
