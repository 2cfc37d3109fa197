"""What a generated tree, its search and its game can be guaranteed to be, and the figures that say how difficult it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from generators.candidate import Candidate
from generators.filling import errs_of, leaves_within, opponent_errs, possible_values, repeated_of, times_repeated
from generators.games.drawn import stated_by, wish_of
from generators.generator import Figures, Guarantee
from generators.limits import horizon_matters, leaves_of, quiescence_matters
from generators.parameters import AlphaBetaParameters, Parameters, PlayedParameters, TreeParameters, show_range, within
from generators.pruning import counts_asked
from generators.shapes import most_leaves
from grader.core.games.playing import GAMES, MOST_POSITIONS
from grader.core.games.tree import BEYOND, CHANCE, LEAF, Tree
from grader.core.search.folds import Window

_STEPS_OF_A_FEATURE = 2  # times its weight, plus


def figures_of_tree(case: Candidate) -> Figures:
    """Yield the figures of a tree of which every node is looked at."""
    yield from _at_sight(case.game)
    yield "leaves-evaluated", len(case.game.leaves())
    yield "arithmetic-steps", _steps(case.game, case.game.reached())


def figures_of_search(case: Candidate) -> Figures:
    """Yield the figures of a tree that is searched with cutoffs."""
    yield from _at_sight(case.game)
    yield "leaves-evaluated", case.leaves_evaluated
    yield "cutoffs", len(case.cutoffs)
    depths = case.game.depths()
    yield "deepest-cutoff", max((depths[cutoff.node] for cutoff in case.cutoffs), default=0)
    yield "arithmetic-steps", _steps(case.game, case.trace.visited)


def _at_sight(tree: Tree) -> Figures:
    yield "nodes", tree.size
    yield "distinct-values", len(set(leaves_of(tree)))
    if tree.horizon is not None:
        yield "nodes-searched", len(tree.reached())
        yield "at-the-limit", len(tree.at_horizon())


def _steps(tree: Tree, visited: Sequence[int]) -> int:
    features = tree.features or [None] * tree.size
    weighed = 0 if tree.evaluation is None else _STEPS_OF_A_FEATURE * len(tree.evaluation.weights)
    steps = [2 if tree.kind[tree.parent[node]] == CHANCE else 1 for node in visited if node]
    evaluated = [weighed for node in visited if tree.is_at_horizon(node) and features[node] is not None]
    return sum(steps) + sum(evaluated)


# -- what a generated game can be guaranteed to be: as large as asked for, and not that of the given problem


def _size_words(parameters: TreeParameters) -> str:
    wish = wish_of(parameters)
    plies = "" if wish.plies is None else f" and {show_range(wish.plies)} plies"
    return f"The tree has {show_range(wish.nodes)} nodes{plies}."


OF_GAMES: tuple[Guarantee[TreeParameters], ...] = (
    Guarantee(
        "tree-size",
        lambda case, parameters: (
            within(case.game.whole.size, (wish := wish_of(parameters)).nodes) and within(case.game.height(), wish.plies)
        ),
        _size_words,
        "other --nodes",
        wanted=lambda parameters: parameters.game is not None and not parameters.game.given,
    ),
    Guarantee(
        "another-position",
        lambda case, parameters: (
            parameters.game is None or json.dumps(stated_by(case.problem)["game"]) != parameters.game.other_than
        ),
        "The game does not begin as that of the given problem does.",
        "another problem to make variants of",
        wanted=lambda parameters: parameters.game is not None and bool(parameters.game.other_than),
    ),
)

# -- what a generated tree can be guaranteed to be: answers that are there and unique, a horizon and an opponent that
# matter


def _has_answers(case: Candidate, parameters: Parameters) -> bool:
    after = parameters.question.after
    if after is not None and case.solution.trace is not None and after > case.leaves_evaluated:
        return False  # the search is over by then
    return all(part in case.solution.answers for part in case.problem.ask)


HAS_ANSWERS = Guarantee[Parameters](
    "has-answers",
    _has_answers,
    "Every asked part has an answer.",
    "another initial window or a smaller --after",
    wanted=lambda _: True,
)


def _has_short_decimals(case: Candidate, parameters: TreeParameters) -> bool:
    decimals = case.problem.conventions.decimals
    if decimals is None:
        return True
    chances = (value for value, kind in zip(case.values, case.game.kind, strict=True) if LEAF < kind < BEYOND)
    return all(10**decimals % value.denominator == 0 for value in chances)


def _decimals_words(parameters: TreeParameters) -> str:
    decimals = parameters.question.conventions.decimals
    return "Every expected value " + ("is exact." if decimals is None else f"needs no more than {decimals} decimals.")


def has_chance(parameters: TreeParameters) -> bool:
    """Return whether the request asks for chance nodes."""
    if parameters.game is not None:
        return wish_of(parameters).draws == "chance"
    shape = parameters.shape
    return CHANCE in shape.skeleton.kind if shape.skeleton is not None else "chance" in shape.layers


SHORT_DECIMALS = Guarantee[TreeParameters](
    "short-decimals",
    _has_short_decimals,
    _decimals_words,
    "fewer chance layers, other probabilities, or --without short-decimals",
    lambda parameters: "" if has_chance(parameters) else "there are no chance nodes",
)


def _unique_off(parameters: TreeParameters) -> str:
    skeleton, layers = parameters.shape.skeleton, parameters.shape.layers
    is_idle = skeleton.kind[0] in (CHANCE, LEAF) if skeleton is not None else layers[:1] == ("chance",)
    return "nobody moves at the root" if is_idle and parameters.game is None else ""


UNIQUE_BEST_MOVE = Guarantee[TreeParameters](
    "unique-best-move",
    lambda case, _: case.is_unique(),
    "One move is best at the root; where the principal variation is asked, it is unique.",
    "a larger range of values, or --without unique-best-move",
    _unique_off,
)


def _horizon_off(parameters: TreeParameters) -> str:
    if parameters.game is not None:
        return "of a game nothing is looked at below the horizon"
    return "nothing limits the depth" if parameters.limits.depth is None else _unique_off(parameters)


def _quiescence_off(parameters: TreeParameters) -> str:
    skeleton = parameters.shape.skeleton
    is_loud = skeleton is not None and skeleton.quiet is not None
    return "" if is_loud or parameters.limits.noisy[1] else "every node is quiet"


OF_HORIZONS: tuple[Guarantee[TreeParameters], ...] = (
    Guarantee(
        "horizon-matters",
        lambda case, _: horizon_matters(case.game, case.values),
        "The best move is another than that of a search to the leaves: the horizon misleads.",
        "more --noise, or --without horizon-matters",
        _horizon_off,
    ),
    Guarantee(
        "quiescence-matters",
        lambda case, _: quiescence_matters(case.game, case.values),
        "A search that stops at every node at the horizon finds another value or another best move.",
        "more --noise, other --not-quiet, or --without quiescence-matters",
        _quiescence_off,
    ),
)


def _opponent_matters(case: Candidate, parameters: PlayedParameters) -> bool:
    """Return whether the opponent errs so often as is asked for, and the optimal strategy gets something from it."""
    answers = case.kind.solve(case.problem, parts=("value", "outcome")).answers
    is_other = "outcome" in answers and answers["outcome"] != answers["value"]
    return is_other and within(opponent_errs(case.game), errs_of(parameters))


def _repeated_words(parameters: PlayedParameters) -> str:
    least, most = repeated_of(parameters) or (0, 0)
    many = f"At least {least}" if most >= MOST_POSITIONS else show_range((least, most))
    return f"{many} nodes have a position that was met before."


OPPONENT_MATTERS = Guarantee[PlayedParameters](
    "opponent-matters",
    _opponent_matters,
    lambda parameters: (
        f"The opponent errs at {show_range(errs_of(parameters))} nodes, "
        "and the optimal strategy gets another number than the value."
    ),
    "a larger tree, or another --opponent-errs",
    wanted=lambda parameters: errs_of(parameters) is not None,
)
POSITIONS_REPEAT = Guarantee[PlayedParameters](
    "positions-repeat",
    lambda case, parameters: within(
        times_repeated(case.game, right_to_left=case.problem.conventions.right_to_left), repeated_of(parameters)
    ),
    _repeated_words,
    "a larger tree, or another --repeated-states",
    wanted=lambda parameters: repeated_of(parameters) is not None,
)


# -- what a search with cutoffs can be guaranteed to skip


def _prunes_off(parameters: AlphaBetaParameters) -> str:
    if parameters.ordering.name == "worst-first":
        return "worst-first prunes nothing"
    if (wanted := parameters.pruning.prune_count) is not None and wanted[0] == 0:
        return "no skipped subtree was asked for" if wanted[1] == 0 else "none was allowed by --prune-count"
    if dict(parameters.promise.figures).get("cutoffs") == 0:
        return "the given problem prunes nothing"
    return ""


def _bounds_off(parameters: AlphaBetaParameters) -> str:
    """Return why no search can tell whether the value bounds are known; they cut chance nodes, and players where an end is enough."""
    conventions = parameters.question.conventions
    if has_chance(parameters) or conventions.value_bounds is None:
        return _chance_cutoffs_off(parameters)
    if not conventions.believes_bounds:
        return "the value bounds are used at chance nodes only, and there are none"
    if conventions.cutoff == "alpha > beta":
        return "equality is not enough, so no player is cut for having reached an end of the value bounds"
    if _lies_inside(parameters, conventions.value_bounds):
        return "no leaf can have an end of the value bounds"
    return _prunes_off(parameters)


def _lies_inside(parameters: AlphaBetaParameters, bounds: Window) -> bool:
    """Return whether no leaf that is drawn has an end of the bounds."""
    if parameters.game is not None:
        return False
    values = possible_values(leaves_within(parameters.leaves, bounds), most_leaves(parameters.shape))
    return bounds[0] < min(values) and max(values) < bounds[1]


def _chance_cutoffs_off(parameters: AlphaBetaParameters) -> str:
    if not has_chance(parameters):
        return "there are no chance nodes"
    is_bounded = parameters.question.conventions.value_bounds is not None
    return "" if is_bounded else "nothing is known of the leaves; state --value-bounds"


def _unequal_off(parameters: AlphaBetaParameters) -> str:
    if parameters.promise.about == "equality":
        return "the exercise is about equality"
    if parameters.question.conventions.believes_bounds:
        return "the search starts with the value bounds, and who reaches an end of them is cut by equality"
    if parameters.game is not None and GAMES[parameters.game.name].ends:
        return "the ends of the game are worth few numbers, so bounds are often equal"
    return ""


def _of_count(name: str, words: str, count: Callable[[Candidate], int]) -> Guarantee[AlphaBetaParameters]:
    """Return the guarantee that a count of the search lies where it is asked for."""
    return Guarantee(
        name,
        lambda case, parameters: within(count(case), counts_asked(parameters)[name]),
        lambda parameters: f"The search {words.format(show_range(counts_asked(parameters)[name]))}.",
        f"another --{name} or --ordering",
        wanted=lambda parameters: bool(counts_asked(parameters)[name]),
    )


OF_CUTOFFS: tuple[Guarantee[AlphaBetaParameters], ...] = (
    _of_count("prune-count", "skips {} subtrees", lambda case: case.prune_count),
    _of_count("leaves-evaluated", "evaluates {} leaves", lambda case: case.leaves_evaluated),
    Guarantee(
        "prune-exactly",
        lambda case, parameters: (
            {case.game.ids[child] for cutoff in case.cutoffs for child in cutoff.skipped}
            == {*parameters.pruning.prune_exactly}
        ),
        lambda parameters: f"The search skips exactly the subtrees of {', '.join(parameters.pruning.prune_exactly)}.",
        "a larger range of distinct values",
        wanted=lambda parameters: bool(parameters.pruning.prune_exactly),
    ),
    Guarantee(
        "prunes-nothing",
        lambda case, _: not case.cutoffs,
        "Nothing is skipped: every leaf is evaluated.",
        "distinct values",
        wanted=lambda parameters: parameters.ordering.name == "worst-first",
    ),
    Guarantee(
        "some-cutoff",
        lambda case, _: bool(case.cutoffs),
        "At least one subtree is skipped.",
        "a larger tree, another --ordering, or --without some-cutoff",
        _prunes_off,
    ),
    Guarantee(
        "some-chance-cutoff",
        lambda case, _: any(case.game.kind[cutoff.node] == CHANCE for cutoff in case.cutoffs),
        "At least one chance node skips an outcome.",
        "narrower --value-bounds, a larger tree, or --without some-chance-cutoff",
        _chance_cutoffs_off,
    ),
    Guarantee(
        "bounds-matter",
        lambda case, _: bool(
            case.misconceptions["bounds-unused", ""].answer({}, ("visited",))["visited"] != case.trace.visited
        ),
        "Without the value bounds other nodes are visited.",
        "narrower --value-bounds, --repeats, a larger tree, or --without bounds-matter",
        _bounds_off,
    ),
    Guarantee(
        "unequal-bounds",
        lambda case, _: not case.meets_equality(),
        "Alpha never equals beta where a cutoff is decided: >= and > agree.",
        "distinct values, or --without unequal-bounds",
        _unequal_off,
    ),
)
