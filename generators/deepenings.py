"""Exercises in iterative deepening: a drawn tree with a static value at every inner node, and a budget of leaves where it is asked."""

from __future__ import annotations

from generators.candidate import Candidate
from generators.drawing import check_tree, draw_tree
from generators.draws import Draws
from generators.errors import RequestError
from generators.figures import Figures
from generators.given import like_tree
from generators.guarantee import Guarantee
from generators.lift_requests import check_states_tree, request_of, search_of
from generators.limits import limits_of, with_statics
from generators.parameters import (
    DeepeningParameters,
    ExpectiminimaxParameters,
    Limits,
    MinimaxParameters,
    Parameters,
    Promise,
    Question,
    TreeParameters,
)
from generators.shapes import draw_skeleton
from generators.turned import mirrored_lift, read_given
from grader.conventions import Conventions
from grader.games.horizon import cut, limit_of
from grader.games.problem import Problem
from grader.games.tree import MAX, MIN, Tree
from grader.kinds import KINDS
from grader.kinds.lifts.deepening.answering import LEAVES, solve
from grader.kinds.lifts.deepening.asked import MOST_ITERATIONS, NONE, REORDERS, Asked, asked_of
from grader.kinds.lifts.deepening.door import conventions_of
from grader.kinds.lifts.searched import Lifted

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
        if not 1 <= deepest <= MOST_ITERATIONS:
            raise RequestError(f"expected 1 to {MOST_ITERATIONS} iterations, as --depth-limit 3")
    if limits.noise is not None and limits.noise < 0:
        raise RequestError("expected a noise of at least 0")


def draw_deepening(parameters: DeepeningParameters, draws: Draws) -> Lifted:
    """Return a tree of which each iteration has the static values that it needs."""
    if parameters.given:
        return read_given(parameters.given)
    kind, conventions = KINDS[search_of(parameters)], parameters.question.conventions
    whole = with_statics(draw_tree(_trees(parameters), draws), parameters.limits, parameters.leaves, conventions, draws)
    depth = min(parameters.limits.depth or max(whole.depths()), MOST_ITERATIONS)
    cuts = _cuts(whole, depth, conventions)
    known = conventions._replace(stated=conventions.stated.intersection(kind.conventions))
    searched = Problem("", kind.name, cuts[-1], known, kind.asked, dict.fromkeys(kind.asked, 1))
    game = Lifted(searched, Asked(parameters.reorder, None, cuts))
    is_timed = any(part in parameters.question.ask for part in _OF_BUDGET)
    return game._replace(asked=game.asked._replace(budget=_budget(game, conventions, draws))) if is_timed else game


def _trees(parameters: DeepeningParameters) -> TreeParameters:
    """Return the request for the whole trees."""
    return request_of(parameters._replace(limits=Limits()))


def _cuts(whole: Tree, depth: int, conventions: Conventions) -> tuple[Tree, ...]:
    unit = conventions.depth_in
    return tuple(cut(whole, limit_of(limit, unit), None, unit) for limit in range(1, depth + 1))


def _budget(game: Lifted, conventions: Conventions, draws: Draws) -> int:
    """Return a budget that some iteration completes, but not the last."""
    problem = Problem("", "", game, conventions, (), {})
    counts = [*solve(problem, parts=(LEAVES,)).answers[LEAVES].values()]
    return draws.between(counts[0], max(counts[0], sum(counts) - 1))


def like_deepening(problem: Problem, question: Question, promise: Promise) -> DeepeningParameters:
    """Return the request for as many iterations on trees of the same shape and names."""
    searched, asked = problem.game.searched, asked_of(problem)
    check_states_tree(searched)
    trees = like_tree(MinimaxParameters, searched, question, promise)
    limits = Limits(depth=asked.depth, noise=limits_of(searched.game).noise)
    return DeepeningParameters(
        searched.kind,
        asked.reorder,
        trees.shape,
        trees.leaves._replace(pattern=()),
        question=question,
        promise=promise,
        limits=limits._replace(noise=limits.noise or None),
    )


def mirrored_deepening(problem: Problem, question: Question, promise: Promise) -> tuple[DeepeningParameters, Problem]:
    """Return the request for the mirror image, and the problem of that image."""
    return mirrored_lift(DeepeningParameters, problem, question, promise, turn=lambda asked: asked)


def figures_of_deepening(case: Candidate) -> Figures:
    """Yield how large the tree is, how many iterations there are, and how many leaves they evaluate."""
    yield "nodes", case.game.whole.size
    counts = case.kind.solve(case.problem, parts=(LEAVES,)).answers[LEAVES]
    yield "iterations", len(counts)
    yield "leaves-evaluated", sum(counts.values())


# guarantees


def _moves_change(case: Candidate, parameters: Parameters) -> bool:
    """Return whether two iterations have no best move in common."""
    found = case.kind.solve(case.problem, parts=("best-moves",)).answers
    moves = [set(one) for one in found.get("best-moves", {}).values()]
    return any(one.isdisjoint(other) for place, one in enumerate(moves) for other in moves[:place])


def _gains(case: Candidate, parameters: Parameters) -> bool:
    answers = case.kind.solve(case.problem, parts=(LEAVES, "direct-leaves")).answers
    return bool(answers[LEAVES][len(answers[LEAVES]) - 1] < answers["direct-leaves"])


def _are_unique(case: Candidate, parameters: Parameters) -> bool:
    """Return whether in each iteration one child of the root alone is best."""
    opened = case.problem.conventions._replace(tie="any")
    game = case.game._replace(searched=case.game.searched._replace(conventions=opened))
    moves = case.kind.solve(case.problem._replace(game=game, conventions=opened), parts=("best-moves",)).answers.get(
        "best-moves", {}
    )
    return all(len(one) == 1 for one in moves.values())


def _is_idle(parameters: Parameters) -> str:
    """Return why there are no best moves to speak of; nothing where there are."""
    if not isinstance(parameters, DeepeningParameters):
        return ""
    tree = parameters.ordering.mirror or draw_skeleton(parameters.shape, Draws("sample"))
    return "" if tree.kind[0] in (MAX, MIN) else "nobody moves at the root"


def _changes_off(parameters: Parameters) -> str:
    if not isinstance(parameters, DeepeningParameters):
        return ""
    ask = parameters.question.ask
    if ask and not {"best-moves", "move"} & {*ask}:
        return "no best move is asked"
    is_one = (parameters.limits.depth or parameters.shape.depth[0]) == 1
    return _is_idle(parameters) or ("there is one iteration" if is_one else "")


def _gains_off(parameters: Parameters) -> str:
    if not isinstance(parameters, DeepeningParameters):
        return ""
    if parameters.reorder == NONE:
        return "nothing is put in another order"
    return "" if "cutoff" in KINDS[search_of(parameters)].conventions else "nothing is cut"


DEEPENINGS: tuple[Guarantee, ...] = (
    Guarantee(
        "unique-best-moves",
        _are_unique,
        "In each iteration one move is best.",
        "a larger range of values, or --without unique-best-moves",
        off=_is_idle,
    ),
    Guarantee(
        "move-changes",
        _moves_change,
        "Two iterations differ in their best move.",
        "more --noise, or --without move-changes",
        off=_changes_off,
    ),
    Guarantee(
        "reordering-gains",
        _gains,
        "The last iteration evaluates fewer leaves than one search in the order of the tree.",
        "a larger tree, or --without reordering-gains",
        off=_gains_off,
    ),
)
"""Guarantees of iterative deepening."""
