"""The kinds that search trees: minimax, expectiminimax and alpha-beta."""

from collections.abc import Collection
from functools import partial

from grader.core.answers.case import Solution, Tutor
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE
from grader.core.lazy import LaterMapping
from grader.kinds.record import Drawable, GameFormat, Kind, Wrong, by_name
from grader.kinds.trees import later, parts
from grader.kinds.trees.documents import read_folded, read_searched, write_game
from grader.kinds.trees.later import own_tree, search_steps, unpruned_steps, value_words
from grader.kinds.trees.rules import MINIMAX_ALONE, RIGHT, TreeRules, ancestors, evaluation_order, right_answers
from grader.kinds.trees.solve import leaves_searched, solve_search, solve_unpruned

_NO_CHANCE = "a chance node has no place in minimax; expected the kind expectiminimax"
_UNPRUNED = by_name(
    parts.VALUE,
    parts.BEST_MOVE,
    parts.VALUES,
    parts.PRINCIPAL_VARIATION,
    parts.WALKED,
    parts.ALL_LEAVES,
    parts.ALL_NODES,
    parts.STRATEGY,
    parts.LABELLING,
    parts.BEST_RESPONSE,
    parts.OUTCOME,
    parts.REDUNDANT,
    parts.DISTINCT_STATES,
    parts.EVALUATIONS,
    parts.INTERVALS,
    parts.DRAWN_TREE,
)
_WITH_CHANCE = {name: part for name, part in _UNPRUNED.items() if name not in MINIMAX_ALONE}


def solve_minimax(problem: Problem, rules: TreeRules = RIGHT, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer of a minimax problem (Russell and Norvig, chapter on adversarial search)."""
    return solve_unpruned(_UNPRUNED, problem, rules, parts)


def solve_expectiminimax(problem: Problem, rules: TreeRules = RIGHT, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer of an expectiminimax problem (Michie 1966; Russell and Norvig, stochastic games)."""
    return solve_unpruned(_WITH_CHANCE, problem, rules, parts)


MINIMAX = Kind(
    name="minimax",
    title="Minimax",
    task="Back the values of the leaves up to the root of this game tree by minimax.",
    parts=_UNPRUNED,
    asked=("value", "best-move", "values"),
    conventions=("order", "tie", "root", "depth-in", "values-for", "value-bounds", "decimals"),
    game_format=GameFormat(partial(read_folded, refused={CHANCE: _NO_CHANCE}, kind="minimax"), write_game),
    solve=solve_minimax,
    wrong=Wrong(
        wordings=LaterMapping("grader.kinds.trees.misconceptions", "MINIMAX_WORDINGS"),
        rules=partial(later.misconceptions.unpruned_misconceptions, solve=solve_minimax),
        right=partial(right_answers, solve=solve_minimax),
        carrier="values",
        root="value",
        skipped="redundant",
        order=evaluation_order,
        divergence=later.diverging.divergence,
        followers=ancestors,
    ),
    tutor=Tutor(
        unpruned_steps.value_steps,
        value_words.explain_value,
        unpruned_steps.why_redundant,
        own_tree.picture,
        ("values",),
    ),
    draw=own_tree.draw,
    terms=unpruned_steps.terms,
    poses=later.poses,
    drawable=Drawable(("max", "min"), refused=_NO_CHANCE),
)
EXPECTIMINIMAX = MINIMAX._replace(
    name="expectiminimax",
    title="Expectiminimax",
    task="Back the values of the leaves up to the root of this game tree with chance nodes.",
    parts=_WITH_CHANCE,
    conventions=tuple(name for name in MINIMAX.conventions if name != "values-for"),
    game_format=GameFormat(partial(read_folded, refused={}, kind="expectiminimax"), write_game),
    solve=solve_expectiminimax,
    wrong=MINIMAX.wrong._replace(
        wordings=LaterMapping("grader.kinds.trees.misconceptions", "EXPECTIMINIMAX_WORDINGS"),
        rules=partial(later.misconceptions.unpruned_misconceptions, solve=solve_expectiminimax),
        right=partial(right_answers, solve=solve_expectiminimax),
        skipped="",
    ),
    tutor=Tutor(unpruned_steps.value_steps, value_words.explain_value, picture=own_tree.picture, at_nodes=("values",)),
    drawable=Drawable(("max", "min", "chance")),
)
ALPHA_BETA = MINIMAX._replace(
    name="alpha-beta",
    title="Alpha-beta pruning",
    task="Search this game tree with alpha-beta pruning.",
    parts=by_name(
        parts.RETURNED_VALUE,
        parts.BEST_MOVE,
        parts.RETURNED_VALUES,
        parts.PRINCIPAL_VARIATION,
        parts.PRUNED,
        parts.VISITED,
        parts.LEAVES_EVALUATED,
        parts.NODES_VISITED,
        parts.WINDOWS,
        parts.CUTOFFS,
        parts.VISITED_EVALUATIONS,
        parts.INTERVALS,
        parts.DRAWN_TREE,
    ),
    asked=("value", "best-move", "pruned"),
    conventions=(
        *("cutoff", "order", "tie", "bounds", "initial-window", "windows-at", "list-pruned-as", "empty-cutoffs"),
        *("root", "depth-in", "value-bounds", "bounds-at", "decimals"),
    ),
    game_format=GameFormat(partial(read_searched, evaluated=leaves_searched), write_game),
    solve=solve_search,
    wrong=Wrong(
        wordings=LaterMapping("grader.kinds.trees.search_misconceptions", "WORDINGS"),
        rules=later.search_misconceptions.search_misconceptions,
        right=partial(right_answers, solve=solve_search),
        carrier="values",
        root="value",
        skipped="pruned",
        order=evaluation_order,
        divergence=later.diverging.divergence,
    ),
    tutor=Tutor(
        search_steps.search_steps,
        search_steps.explain_search,
        search_steps.why,
        own_tree.picture,
        ("windows", "values"),
    ),
    terms=search_steps.terms,
    drawable=Drawable(("max", "min", "chance"), cuts=True, unheard=("decimals", "list-pruned-as", "empty-cutoffs")),
)
