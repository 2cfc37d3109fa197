"""Exercises in iterative deepening: a drawn tree with a static value at every inner node, and a budget of leaves where it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from generators.candidate import Candidate
from generators.draws import Draws, RequestError, check_between
from generators.fields import TREES_WITH_CHANCE
from generators.generator import Figures, Generator, Guarantee, with_those_of_variants
from generators.kinds.tree_guarantees import HAS_ANSWERS
from generators.kinds.trees import (
    check_tree,
    draw_tree,
    idle_in_lift,
    like_searched,
    mirrored_lift,
    read_given,
    request_of,
    search_of,
    searched_by,
)
from generators.limits import limits_of, with_statics
from generators.parameters import DeepeningParameters, ExpectiminimaxParameters, Limits, Promise, TreeParameters
from generators.shapes import draw_skeleton, largest
from grader.core.answers.case import Answers
from grader.core.games.changed import cut, limit_of
from grader.core.games.problem import Problem
from grader.core.games.tree import MAX, MIN
from grader.kinds import KINDS
from grader.kinds.about_searches.searched import Lifted
from grader.kinds.deepening.documents import MOST_ITERATIONS, NONE, REORDERS, DeepeningTask, asked_of, conventions_of
from grader.kinds.deepening.solve import LEAVES, NO_NUMBERS, answers_of, right_rules, solve

_OF_BUDGET = ("completed", "move")


def check_deepening(parameters: DeepeningParameters) -> None:
    """Refuse a request that contradicts itself. Raises RequestError."""
    if parameters.reorder not in REORDERS:
        raise RequestError(f'--reorder: there is no "{parameters.reorder}", expected {", ".join(REORDERS)}')
    limits, request = parameters.limits, _trees(parameters)
    kind = KINDS[search_of(parameters)]
    known = conventions_of(kind)
    if foreign := sorted(parameters.question.conventions.stated.difference(known)):
        raise RequestError(f"iterations that search by {kind.name} have no convention {foreign[0]}")
    check_tree(request, kind.name, has_chance=isinstance(request, ExpectiminimaxParameters))
    if parameters.ordering.mirror is None:
        deepest = limits.depth or max(draw_skeleton(parameters.shape, Draws("sample")).depths())
        check_between((deepest, deepest), 1, MOST_ITERATIONS, "iterations, as --depth-limit 3")
    if limits.noise is not None and limits.noise < 0:
        raise RequestError("expected a noise of at least 0")


def idle_in_deepening(parameters: DeepeningParameters) -> Mapping[str, str]:
    """Return the fields that say nothing of such a request, each with the reason."""
    limit, deepest = parameters.limits.depth or 0, max(largest(parameters.shape).depths())
    below = f"{limit} searches below the leaves, which lie {deepest} plies deep; choose at most {deepest}"
    return {**idle_in_lift(parameters), **({"depth_limit": below} if limit > deepest else {})}


def draw_deepening(parameters: DeepeningParameters, draws: Draws) -> Lifted:
    """Return a tree of which each iteration has the static values that it needs."""
    if parameters.given:
        return read_given(parameters.given)
    conventions = parameters.question.conventions
    whole = with_statics(draw_tree(_trees(parameters), draws), parameters.limits, parameters.leaves, conventions, draws)
    depth = min(parameters.limits.depth or max(whole.depths()), MOST_ITERATIONS)
    unit = conventions.depth_in
    cuts = tuple(cut(whole, limit_of(limit, unit), None, unit) for limit in range(1, depth + 1))
    game = Lifted(searched_by(parameters, cuts[-1]), DeepeningTask(parameters.reorder, None, cuts))
    if not any(part in parameters.question.ask for part in _OF_BUDGET):
        return game
    # The budget is one that some iteration completes, but not the last.
    counts = [*solve(Problem("", "", game, conventions, (), {}), parts=(LEAVES,)).answers[LEAVES].values()]
    budget = draws.between(counts[0], max(counts[0], sum(counts) - 1))
    return game._replace(asked=game.asked._replace(budget=budget))


def _trees(parameters: DeepeningParameters) -> TreeParameters:
    """Return the request for the whole trees."""
    return request_of(parameters._replace(limits=Limits()))


def like_deepening(problem: Problem, promise: Promise) -> DeepeningParameters:
    """Return the request for as many iterations on trees of the same shape and names."""
    searched, asked = problem.game.searched, asked_of(problem)
    trees = like_searched(DeepeningParameters, searched, promise)  # refuses games, which have no such limits
    limits = Limits(depth=asked.depth, noise=limits_of(searched.game).noise or None)
    return trees._replace(reorder=asked.reorder, limits=limits)


def figures_of_deepening(case: Candidate) -> Figures:
    """Yield how large the tree is, how many iterations there are, and how many leaves they evaluate."""
    yield "nodes", case.game.whole.size
    counts = _found(case, LEAVES)[LEAVES]
    yield "iterations", len(counts)
    yield "leaves-evaluated", sum(counts.values())


# guarantees


def _found(case: Candidate, *parts: str) -> Answers:
    """Return the right answers of these parts, asked or not: the iterations are run once for all of them."""
    return answers_of(case.problem, case.solution.trace, right_rules(case.problem), NO_NUMBERS, parts)


def _moves_change(case: Candidate, parameters: DeepeningParameters) -> bool:
    """Return whether two iterations have no best move in common."""
    moves = [set(one) for one in _found(case, "best-moves").get("best-moves", {}).values()]
    return any(one.isdisjoint(other) for place, one in enumerate(moves) for other in moves[:place])


def _gains(case: Candidate, parameters: DeepeningParameters) -> bool:
    answers = _found(case, LEAVES, "direct-leaves")
    return bool(answers[LEAVES][len(answers[LEAVES]) - 1] < answers["direct-leaves"])


def _are_unique(case: Candidate, parameters: DeepeningParameters) -> bool:
    """Return whether in each iteration one child of the root alone is best."""
    opened = case.problem.conventions._replace(tie="any")
    game = case.game._replace(searched=case.game.searched._replace(conventions=opened))
    answers = case.kind.solve(case.problem._replace(game=game, conventions=opened), parts=("best-moves",)).answers
    return all(len(one) == 1 for one in answers.get("best-moves", {}).values())


def _is_idle(parameters: DeepeningParameters) -> str:
    """Return why there are no best moves to speak of; nothing where there are."""
    tree = parameters.ordering.mirror or draw_skeleton(parameters.shape, Draws("sample"))
    return "" if tree.kind[0] in (MAX, MIN) else "nobody moves at the root"


def _changes_off(parameters: DeepeningParameters) -> str:
    ask = parameters.question.ask
    if ask and not {"best-moves", "move"} & {*ask}:
        return "no best move is asked"
    is_one = (parameters.limits.depth or parameters.shape.depth[0]) == 1
    return _is_idle(parameters) or ("there is one iteration" if is_one else "")


def _gains_off(parameters: DeepeningParameters) -> str:
    if parameters.reorder == NONE:
        return "nothing is put in another order"
    return "" if "cutoff" in KINDS[search_of(parameters)].conventions else "nothing is cut"


DEEPENING = Generator(
    DeepeningParameters,
    (*TREES_WITH_CHANCE, "search", "reorder", "depth_limit", "noise"),
    check_deepening,
    draw_deepening,
    like_deepening,
    partial(mirrored_lift, DeepeningParameters),
    figures_of_deepening,
    with_those_of_variants(
        figures_of_deepening,
        HAS_ANSWERS,
        Guarantee(
            "unique-best-moves",
            _are_unique,
            "In each iteration one move is best.",
            "a larger range of values, or --without unique-best-moves",
            _is_idle,
        ),
        Guarantee(
            "move-changes",
            _moves_change,
            "Two iterations differ in their best move.",
            "more --noise, or --without move-changes",
            _changes_off,
        ),
        Guarantee(
            "reordering-gains",
            _gains,
            "The last iteration evaluates fewer leaves than one search in the order of the tree.",
            "a larger tree, or --without reordering-gains",
            _gains_off,
        ),
    ),
    (
        "--depth 3 --branching 2 --reorder all",
        "--search minimax --ask values-by-depth,best-moves,completed,move --count 20 --out week6",
    ),
    idle=idle_in_deepening,
)
