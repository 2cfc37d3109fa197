"""The wrong rules about values, about the horizon, and about how players play: those that any search of a tree can follow.

A row is all there is to a wrong rule: its name, what differs by it, and its words. Rows stand in the order in which equal fits are named.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from grader.core.answers.orders import Order
from grader.core.games.changed import UNITS, cut, cut_as, is_open, limit_of, static_value, without_value
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, LEAF, MAX, MEAN, MIN, OPPONENT, Evaluation, Horizon, Tree
from grader.core.numbers import Number
from grader.kinds.record import Misconception, Mistake, wordings_of
from grader.kinds.trees.rules import (
    MINIMAX_ALONE,
    PLAY,
    Best,
    Play,
    Solve,
    TreeRules,
    Weigh,
    following,
    for_reader,
    on_best_play,
    optimal_reply,
)

# who is thought to move

_PLAYERS = "rule: MAX takes the maximum, MIN the minimum"
Roles = Iterable[tuple[str, list[int]]]
"""Each role of every node by which a rule can be followed on a tree, with what tells it from the others."""


def _opponent(tree: Tree) -> Sequence[int]:
    """Return the role of the opponent of who moves at the root; none where nobody moves there."""
    return [OPPONENT[tree.kind[0]]] if tree.kind[0] in OPPONENT else []


def _swapped_level(tree: Tree) -> Roles:
    depths = tree.depths()
    for depth in sorted({depth for depth, kind in zip(depths, tree.kind, strict=True) if kind in OPPONENT}):
        at_depth = [OPPONENT.get(k, k) if d == depth else k for k, d in zip(tree.kind, depths, strict=True)]
        yield f"at depth {depth}", at_depth


ROLES: dict[str, Mistake[Callable[[Tree], Roles]]] = {
    "players-swapped": Mistake(
        lambda tree: [("", [OPPONENT.get(kind, kind) for kind in tree.kind])],
        "Every MAX node takes the minimum and every MIN node the maximum.",
        "Your numbers fit MAX taking the smallest and MIN the largest value. It is the other way round: MAX wants as much "
        "as possible, MIN as little.",
        _PLAYERS,
    ),
    "all-max": Mistake(
        lambda tree: [("", [MAX if kind in OPPONENT else kind for kind in tree.kind])],
        "Every player's node takes the maximum of its children.",
        "Your numbers fit the maximum at every node. At a MIN node it is the opponent who chooses, and takes the smallest.",
        _PLAYERS,
    ),
    "all-min": Mistake(
        lambda tree: [("", [MIN if kind in OPPONENT else kind for kind in tree.kind])],
        "Every player's node takes the minimum of its children.",
        "Your numbers fit the minimum at every node. At a MAX node the player takes the largest.",
        _PLAYERS,
    ),
    "averages-opponent": Mistake(
        lambda tree: [("", [MEAN if kind == other else kind for kind in tree.kind]) for other in _opponent(tree)],
        "The opponent is thought to move at random: the opponent's nodes take the plain mean of their children.",
        "Your numbers fit an opponent who moves at random, with the mean of the replies. Minimax expects the reply that "
        "is best for the opponent.",
        _PLAYERS,
    ),
    "level-swapped": Mistake(
        _swapped_level,
        "MAX and MIN are exchanged at exactly one depth.",
        "Your numbers fit MAX and MIN exchanged on one level of the tree. Check who is to move there.",
        _PLAYERS,
    ),
    "root-player-only": Mistake(
        lambda tree: [
            ("", [tree.kind[0], *(other if kind in OPPONENT else kind for kind in tree.kind[1:])])
            for other in _opponent(tree)
        ],
        "The root keeps its rule, but every player's node below it is treated as the opponent's.",
        "Your numbers fit the root's player moving only once. Below the opponent's reply the root's player moves again.",
        _PLAYERS,
    ),
}


def roles(tree: Tree) -> Iterator[tuple[str, str, list[int]]]:
    """Yield name, detail and the role of every node for the rules that mistake who moves."""
    yield from ((name, detail, kinds) for name, row in ROLES.items() for detail, kinds in row.rules(tree))


def role_misconceptions(problem: Problem, solve: Solve) -> Iterator[Misconception]:
    """Yield the wrong rules about who moves at a node.

    A rule about one level is the twin of the first one about the whole tree by which every node with a choice does the same.
    """
    tree: Tree = problem.game
    if MAX not in tree.kind and MIN not in tree.kind:
        return
    free = [node for node, kind in enumerate(tree.kind) if kind in OPPONENT and tree.end[node] - tree.first[node] > 1]
    whole = {name: [kinds[node] for node in free] for name, detail, kinds in roles(tree) if not detail}
    for name, detail, kinds in roles(tree):
        mine = [kinds[node] for node in free]
        twin = next((other for other, its in whole.items() if detail and its == mine), "")
        yield Misconception(name, detail, following(problem, solve, TreeRules(kinds=kinds)), twin)


# what a chance node is thought to be worth: what a player takes, or how outcomes are weighted

_CHANCE = "rule: a chance node takes the expected value"


def _most_likely(probabilities: Sequence[Number]) -> list[Number]:
    likeliest = probabilities.index(max(probabilities))
    return [int(place == likeliest) for place in range(len(probabilities))]


CHANCES: dict[str, Mistake[int | Weigh]] = {
    "chance-as-min": Mistake(
        MIN,
        "A chance node takes the minimum of its children.",
        "Your numbers fit chance nodes that take the smallest value. Nobody chooses there: take the expected value.",
        _CHANCE,
    ),
    "chance-as-max": Mistake(
        MAX,
        "A chance node takes the maximum of its children.",
        "Your numbers fit chance nodes that take the largest value. Nobody chooses there: take the expected value.",
        _CHANCE,
    ),
    "plain-mean": Mistake(
        lambda shares: [Fraction(1, len(shares))] * len(shares),
        "A chance node takes the plain mean: its probabilities are ignored.",
        "Your numbers fit the plain mean at chance nodes. Each outcome is weighted with its probability.",
        _CHANCE,
    ),
    "most-likely-only": Mistake(
        _most_likely,
        "A chance node takes the value of its most likely outcome.",
        "Your numbers fit chance nodes that take their most likely outcome. The others count as well, each with its "
        "probability.",
        _CHANCE,
    ),
    "probabilities-shifted": Mistake(
        lambda shares: [*shares[1:], shares[0]],
        "Each outcome is weighted with the probability of the next one.",
        "Your weights belong to the neighbouring outcomes: check which probability stands on which branch.",
        _CHANCE,
    ),
    "sum-not-mean": Mistake(
        lambda shares: [1] * len(shares),
        "A chance node takes the sum of its children, without probabilities.",
        "Your numbers fit the plain sum at chance nodes. Each outcome is weighted with its probability first.",
        _CHANCE,
    ),
    "divides-again": Mistake(
        lambda shares: [p * Fraction(1, len(shares)) for p in shares],
        "The probability-weighted sum is divided by the number of outcomes once more.",
        "You divide the weighted sum by the number of outcomes. The probabilities have done that already.",
        _CHANCE,
    ),
}
_COIN = [Fraction(1, 2)] * 2
CHANCES_SEARCHED = {
    name: row for name, row in CHANCES.items() if isinstance(row.rules, int) or sum(row.rules(_COIN)) == 1
}
"""Without weights that do not sum to 1: what is left to a chance node makes no sense by them, so no search goes by them."""


def chance_misconceptions(
    problem: Problem, solve: Solve, rows: Mapping[str, Mistake[int | Weigh]] = CHANCES
) -> Iterator[Misconception]:
    """Yield the wrong rules about what a chance node is worth, where there is one."""
    tree: Tree = problem.game
    for name, row in rows.items() if CHANCE in tree.kind else ():
        role, weigh = (row.rules, None) if isinstance(row.rules, int) else (CHANCE, row.rules)
        kinds = [role if kind == CHANCE else kind for kind in tree.kind]
        yield Misconception(name, "", following(problem, solve, TreeRules(kinds=kinds, weigh=weigh)))


# where the search stops: the right search on a tree that was cut elsewhere

_DEPTH = "rule: the search stops at the depth that the problem names"
Cuts = Iterable[tuple[str, Tree]]


def _other_units(horizon: Horizon) -> Cuts:
    whole, limit, extension, unit, _ = horizon
    for other in UNITS:
        if other != unit:
            tree = cut(whole, limit_of(limit // UNITS[unit], other), extension, other)
            yield f"depth counted in {other}", tree


def _cut(horizon: Horizon, more: int) -> Cuts:
    """Return the tree of a search that goes so many plies deeper."""
    whole, limit, extension, unit, _ = horizon
    return [("", cut(whole, limit + more, extension, unit))] if limit + more else []


CUTS: dict[str, Mistake[Callable[[Horizon], Cuts]]] = {
    "searches-to-the-end": Mistake(
        lambda horizon: [("", horizon.whole)],
        "Nothing stops the search: the whole tree is searched.",
        "Your numbers fit a search of the whole tree. The problem names a depth: there the search stops, and a node counts "
        "with its static value.",
        _DEPTH,
    ),
    "one-ply-short": Mistake(
        lambda horizon: _cut(horizon, -1),
        "The search stops one ply too early.",
        "Your search stops one ply too early. Count the edges from the root down.",
        _DEPTH,
    ),
    "one-ply-deep": Mistake(
        lambda horizon: _cut(horizon, 1),
        "The search stops one ply too late.",
        "Your search goes one ply too deep. Count the edges from the root down.",
        _DEPTH,
    ),
    "other-depth-unit": Mistake(
        _other_units,
        "Depth is counted in another unit than the problem says.",
        "You seem to count the depth in another way than this problem: it can count every edge, moves of the players only, "
        "or rounds.",
        "convention `depth-in`",
    ),
    "noise-ignored": Mistake(
        lambda horizon: _cut(horizon._replace(whole=horizon.whole._replace(quiet=None)), 0),
        "The search stops also at nodes that are not quiet.",
        "Your search stops at a node that is not quiet. There the static value is not to be trusted, and the search goes on.",
        "rule: the search stops only at quiet nodes",
    ),
}


def _misplaced(problem: Problem, solve: Solve, tree: Tree, horizon: Horizon) -> Iterator[Misconception]:
    """Yield the wrong rules by which the search stops elsewhere; of two that are the same here, the second as its twin."""
    seen: dict[tuple[int, ...], str] = {}
    for name, detail, other in ((name, *one) for name, row in CUTS.items() for one in row.rules(horizon)):
        if list(other.kind) != list(tree.kind) and not is_open(other) and not without_value(other):
            twin = seen.setdefault(tuple(other.kind), name)
            yield Misconception(name, detail, following(problem, solve, tree=other), "" if twin == name else twin)


# what a node is worth at the horizon: the right search where static values are others

_STATIC = "rule: a node at the horizon is worth its static value, an end of the game its own"
_EVAL = "rule: EVAL is the bias plus the sum of weight times feature"


def _static_at_ends(tree: Tree, evaluation: Evaluation) -> Tree:
    whole = tree.whole
    own = {
        node: evaluation.value(features)
        for node, features in enumerate(whole.features or ())
        if features is not None and whole.kind[node] == LEAF
    }
    return whole._replace(value=[own.get(node, value) for node, value in enumerate(whole.value)])


def _by_weights(change: Callable[[Number], Number]) -> Callable[[Tree, Evaluation], Tree | None]:
    def changed(tree: Tree, evaluation: Evaluation) -> Tree | None:
        weights = {name: change(weight) for name, weight in evaluation.weights.items()}
        return _evaluated(tree, evaluation._replace(weights=weights))

    return changed


def _evaluated(tree: Tree, evaluation: Evaluation) -> Tree | None:
    return None if tree.horizon is None else tree.whole._replace(evaluation=evaluation)


EVALUATIONS: dict[str, Mistake[Callable[[Tree, Evaluation], Tree | None]]] = {
    "static-at-terminals": Mistake(
        _static_at_ends,
        "An end of the game is evaluated by its features, although its value is known.",
        "You evaluated a leaf by its features. Where the game is over, the value that stands there counts.",
        _STATIC,
    ),
    "weights-ignored": Mistake(
        _by_weights(lambda weight: (weight > 0) - (weight < 0)),
        "The features are added up without their weights; only the signs are kept.",
        "Your static values fit features that are added up without weights. Each is multiplied by its weight first.",
        _EVAL,
    ),
    "signs-ignored": Mistake(
        _by_weights(lambda weight: max(weight, -weight)),
        "Negative weights count as positive ones.",
        "Your static values fit weights without their signs. A negative weight makes a position worse for MAX.",
        _EVAL,
    ),
    "bias-forgotten": Mistake(
        lambda tree, evaluation: _evaluated(tree, evaluation._replace(bias=0)),
        "The bias of the evaluation is left out.",
        "Your static values fit an evaluation without its constant. It is added at every node.",
        _EVAL,
    ),
}


def _static_values(problem: Problem) -> dict[int, Number] | None:
    """Return the static value of every inner node but the root, as it is written; None where one has none, or there is none."""
    tree: Tree = problem.game
    found: dict[int, Number] = {}
    for node in tree.inner()[1:]:
        if (value := static_value(tree, node)) is None:
            return None
        found[node] = for_reader(problem, node, value)
    return found or None


EVERYWHERE = {
    "static-everywhere": Mistake(
        _static_values,
        "Every inner node but the root is worth its own static value; nothing is backed up to it.",
        "Your numbers fit static values at all nodes. They count only at the horizon; above it each node gets its value "
        "from its children.",
        _STATIC,
    )
}


def horizon_misconceptions(problem: Problem, solve: Solve) -> Iterator[Misconception]:
    """Yield the wrong rules about where the search stops, and about what a node is worth there."""
    tree: Tree = problem.game
    if tree.horizon is not None:
        yield from _misplaced(problem, solve, tree, tree.horizon)
    if tree.evaluation is not None and tree.whole.features is not None:
        for name, row in EVALUATIONS.items():
            whole = row.rules(tree, tree.evaluation)
            if whole is not None and (changed := cut_as(tree, whole)).value != tree.value:
                yield Misconception(name, "", following(problem, solve, tree=changed))
    for name, at_nodes in EVERYWHERE.items():
        if tree.horizon is not None and (static := at_nodes.rules(problem)) is not None:
            yield Misconception(name, "", following(problem, solve, TreeRules(fixed=static)))


# for whom values are


def _all_for_max(problem: Problem) -> Problem | None:
    if problem.conventions.values_for == "max" or MIN not in problem.game.kind:
        return None
    return problem._replace(conventions=problem.conventions._replace(values_for="max"))


SIGN = {
    "sign-not-switched": Mistake(
        _all_for_max,
        "Values at MIN nodes are written as MAX's, where the problem wants those of the player to move.",
        "You write every value for MAX. In this problem a value is that of the player to move: at a MIN node MAX's with "
        "the other sign.",
        "convention `values-for`",
    )
}

# how the players play, in which order values are found, which positions are the same: the right `Play` with one rule replaced

_REPLIES = "rule: a node of the opponent is worth the child that the opponent plays"
_POSITION = "rule: the same position has the same state and the same player to move, and as a leaf the same value"
_STRATEGY = "rule: a strategy has a move for each node of the root's player"


def _nodes_on_the_path(tree: Tree, best: Best) -> Sequence[int]:
    """Return the nodes of the root's player that are reached where both play optimally; chance may go any way."""
    return sorted(node for node in on_best_play(tree, best) if tree.kind[node] == tree.kind[0])


def _top_down(tree: Tree) -> Order:
    """Return the orders in which every inner node stands before its inner children."""
    inner = tree.inner()
    return Order(inner, [(tree.parent[node], node) for node in inner[1:]])


PLAYS: dict[str, Mistake[tuple[Play, str]]] = {
    "strategy-for-both": Mistake(
        (
            PLAY._replace(planned=lambda tree, _: [node for node, kind in enumerate(tree.kind) if kind in OPPONENT]),
            "strategy",
        ),
        "The strategy lists the optimal moves of both players.",
        "Your strategy has moves of both players. It is the plan of one: the opponent's moves are the opponent's own.",
        _STRATEGY,
    ),
    "strategy-is-one-path": Mistake(
        (PLAY._replace(planned=_nodes_on_the_path), "strategy"),
        "The strategy lists only the nodes that are reached when both play optimally.",
        "Your strategy stops where the opponent does not play what you expect. It needs a move for every node of the "
        "player, whatever the replies are.",
        _STRATEGY,
    ),
    "labels-top-down": Mistake(
        (PLAY._replace(labelled=_top_down), "labelling"),
        "Every node is labelled before its children, level by level from the root.",
        "You label nodes before their children. A node can be given its value once all its children have theirs, so "
        "the order begins at the bottom.",
        "rule: a node has a value once its children have",
    ),
    "trusts-minimax": Mistake(
        (PLAY._replace(reply=optimal_reply), "best-response outcome"),
        "An opponent who errs is not believed: outcome and best response are the minimax value.",
        "You let the opponent play optimally. Here it is said what the opponent plays: at those nodes go on with that move.",
        _REPLIES,
    ),
    "outcome-is-best-response": Mistake(
        (PLAY._replace(own=lambda *_: ()), "outcome"),
        "The outcome is what could be had from this opponent, not what the optimal strategy gets.",
        "Your outcome is the most that can be had from this opponent. The optimal strategy does not know who errs, and "
        "keeps its moves.",
        "rule: the outcome is reached by the optimal strategy",
    ),
    "redundant-by-state-only": Mistake(
        (PLAY._replace(position=lambda tree, node: tree.state and tree.state[node]), "redundant distinct-states"),
        "Nodes count as the same where the state is the same, whoever moves there and whatever a leaf is worth.",
        "You seem to compare states alone. The same board with the other player to move is another position.",
        _POSITION,
    ),
    "counts-every-node": Mistake(
        (PLAY._replace(counted=lambda tree, _: sum(1 for _ in tree.depth_first())), "distinct-states"),
        "The number of different positions is the number of all nodes.",
        "You seem to count every node. A position that comes again is counted once.",
        _POSITION,
    ),
}
"""The right rules with one replaced, and the parts in which that shows."""
_WITH_CHANCE = {name: row for name, row in PLAYS.items() if not MINIMAX_ALONE.issuperset(row.rules[1].split())}

# the words in the order in which they are listed, and the rules of the kinds that cut nothing

VALUE_WORDINGS = wordings_of({**ROLES, **CUTS, **EVALUATIONS, **EVERYWHERE})
"""Of the rules that can be followed in every search of a tree."""
MINIMAX_WORDINGS = VALUE_WORDINGS | wordings_of({**SIGN, **_WITH_CHANCE, **PLAYS})
EXPECTIMINIMAX_WORDINGS = VALUE_WORDINGS | wordings_of({**_WITH_CHANCE, **CHANCES})


def unpruned_misconceptions(problem: Problem, solve: Solve) -> list[Misconception]:
    """Return the wrong rules about who moves, the horizon, whose values are, how players play (as far as that is asked), and chance."""
    for_max = [(name, row.rules(problem)) for name, row in SIGN.items()]
    plays = [(name, *row.rules) for name, row in PLAYS.items()]
    return [
        *role_misconceptions(problem, solve),
        *horizon_misconceptions(problem, solve),
        *(
            Misconception(name, "", following(one, solve, tree=problem.game))
            for name, one in for_max
            if one is not None
        ),
        *(
            Misconception(name, "", following(problem, solve, TreeRules(play=play)))
            for name, play, shown in plays
            if not set(shown.split()).isdisjoint(problem.ask)
        ),
        *chance_misconceptions(problem, solve),
    ]
