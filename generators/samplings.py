"""Exercises in Monte Carlo tree search: a tree with statistics as a search leaves them, and iterations to run on it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from generators.candidate import Candidate
from generators.drawing import draw_priors
from generators.draws import Draws
from generators.errors import RequestError
from generators.figures import Figures
from generators.lift_requests import check_states_tree
from generators.parameters import Promise, Question, SamplingParameters
from grader.conventions import Conventions
from grader.exact import Number
from grader.games.nodes import letters
from grader.games.problem import Problem
from grader.games.tree import LEAF, MAX, MIN, Tree
from grader.kinds.mcts.misconceptions import greedy_paths
from grader.kinds.mcts.playouts import out_of_place, tree_of
from grader.kinds.mcts.sampling import Sampling

_MOST_CHILDREN, _MOST_ITERATIONS, _MOST_VISITS = 6, 50, 10**6
_LONGEST_PLAYOUT, _MOST_MOVES = 4, 50
_PLIES = 3
"""So deep are the trees: what joins two plies down has children of its own."""


def draw_sampling(parameters: SamplingParameters, draws: Draws) -> Sampling:
    """Return a tree with statistics and the results of the simulations to come, or playouts."""
    conventions = parameters.question.conventions
    if parameters.playouts:
        return _playouts(parameters, draws)
    tree = parameters.skeleton or _skeleton(parameters, draws)
    inside = tuple(id_ in parameters.inside for id_ in tree.ids) if parameters.inside else _inside(tree, draws)
    visits = _visits(tree, inside, parameters, draws)
    bare = Sampling(tree, visits, [0] * tree.size, [_reward(conventions, draws) for _ in range(parameters.iterations)])
    totals = _totals(bare, conventions, draws)
    return bare._replace(totals=totals, priors=_priors(tree, draws) if conventions.weighs_priors else ())


def _playouts(parameters: SamplingParameters, draws: Draws) -> Sampling:
    """Return playouts, each with a reward: as long as is wanted, else of two to four moves."""
    moves = "abcdef"[: draws.between(*parameters.children)]
    wanted = parameters.lengths or [None] * parameters.playouts
    listed = [
        tuple(draws.choice(moves) for _ in range(draws.between(2, _LONGEST_PLAYOUT) if length is None else int(length)))
        for length in wanted
    ]
    tree, played = tree_of(listed)
    rewards = [10 * draws.between(0, 9) for _ in listed]
    return Sampling(tree, [0, *[None] * (tree.size - 1)], [0] * tree.size, rewards, playouts=played)


def _skeleton(parameters: SamplingParameters, draws: Draws) -> Tree:
    """Return a tree that alternates from MAX, its nodes called by letters; nothing is known of its leaves."""
    parent, depth = [-1], [0]
    first, end = [], []
    for node, deep in enumerate(depth):
        count = 0 if deep == _PLIES else draws.between(*parameters.children) if node == 0 else 2
        first.append(len(parent))
        parent += [node] * count
        depth += [deep + 1] * count
        end.append(len(parent))
    kind = [
        LEAF if start == stop else (MAX, MIN)[deep % 2] for start, stop, deep in zip(first, end, depth, strict=True)
    ]
    ids = list(islice(letters(), len(parent)))
    nothing: list[Number | None] = [None] * len(parent)
    return Tree(kind, first, end, parent, nothing, nothing, ids, ids)


def _inside(tree: Tree, draws: Draws) -> tuple[bool, ...]:
    """Return which nodes are in the search tree: the root's children, and of theirs all, one or none; of one of them all."""
    inside = [node < tree.end[0] for node in range(tree.size)]
    children = list(tree.children(0))
    whole = draws.choice(children)
    for child in children:
        below = list(tree.children(child))
        count = len(below) if child == whole else draws.between(0, len(below))
        for node in below[:count]:
            inside[node] = True
    return tuple(inside)


def _visits(tree: Tree, inside: tuple[bool, ...], parameters: SamplingParameters, draws: Draws) -> list[int | None]:
    """Return the visits of each node: those of its children, and but for the root the one before there were any."""
    visits: list[int | None] = [None] * tree.size
    for node in reversed(range(tree.size)):
        if not inside[node]:
            continue
        below = [visits[child] or 0 for child in tree.children(node) if inside[child]]
        if below:
            visits[node] = sum(below) + (node > 0)
        else:
            visits[node] = draws.between(*parameters.visits) if node else 0
    return visits


def _totals(game: Sampling, conventions: Conventions, draws: Draws) -> list[Number]:
    """Return what each node has recorded; those of a node are its children's and the one from before there were any."""
    tree, recorded_for = game.tree, game.recorded_for(conventions.totals_for)
    wins: list[int] = [0] * tree.size
    for node in reversed(range(tree.size)):
        count = game.visits[node] or 0
        below = [child for child in tree.children(node) if game.visits[child] is not None]
        rest = count - sum(game.visits[child] or 0 for child in below)
        wins[node] = sum(wins[child] for child in below) + draws.between(0, max(0, rest))
    return [
        _recorded(wins[node], game.visits[node] or 0, conventions, is_max=recorded_for[node] == MAX)
        for node in range(tree.size)
    ]


def _recorded(wins: int, visits: int, conventions: Conventions, *, is_max: bool) -> int:
    own = wins if is_max else visits - wins
    return own if conventions.complement == "one-minus" else 2 * own - visits


def _reward(conventions: Conventions, draws: Draws) -> int:
    won = draws.between(0, 1)
    return won if conventions.complement == "one-minus" else 2 * won - 1


def _priors(tree: Tree, draws: Draws) -> list[Number]:
    priors: list[Number] = [0] * tree.size
    for node in tree.inner():
        children = tree.children(node)
        priors[children.start : children.stop] = draw_priors(len(children), draws)
    return priors


def check_sampling(parameters: SamplingParameters) -> None:
    """Refuse a request that contradicts itself. Raises RequestError."""
    (fewest, most), (least, largest) = parameters.children, parameters.visits
    if not 1 <= fewest <= most <= _MOST_CHILDREN:
        raise RequestError(f"expected 1 to {_MOST_CHILDREN} children of the root, as 2 or 2-3")
    if not 1 <= least <= largest <= _MOST_VISITS:
        raise RequestError("expected visits of at least 1, as 2-6")
    if not 0 <= parameters.iterations <= _MOST_ITERATIONS:
        raise RequestError(f"expected 0 to {_MOST_ITERATIONS} iterations")
    if parameters.playouts or parameters.lengths:
        _check_playouts(parameters)
    if parameters.question.conventions.tie == "any" and not parameters.promise.margin:
        raise RequestError("where tie is any no two scores may be equal; leave the margin above 0")


def _check_playouts(parameters: SamplingParameters) -> None:
    """Refuse what has no place beside playouts. Raises RequestError."""
    question = parameters.question
    if not 1 <= parameters.playouts <= _MOST_ITERATIONS:
        raise RequestError(f"expected 1 to {_MOST_ITERATIONS} playouts")
    if parameters.lengths and not _are_lengths(parameters):
        raise RequestError(f"expected a length for each of the playouts, from 1 to {_MOST_MOVES} moves")
    if parameters.iterations != SamplingParameters().iterations or parameters.skeleton is not None:
        raise RequestError("each playout is an iteration; expected playouts, or iterations on a tree")
    if "scores" in question.ask:
        raise RequestError("playouts are given, so no scores are compared; expected other parts")
    for name, _ in out_of_place(question.conventions):
        raise RequestError(f"convention {name} has no place beside playouts; leave it out")


def _are_lengths(parameters: SamplingParameters) -> bool:
    of_playouts = len(parameters.lengths) == parameters.playouts
    return of_playouts and all(isinstance(one, int) and 1 <= one <= _MOST_MOVES for one in parameters.lengths)


def like_sampling(problem: Problem, question: Question, promise: Promise) -> SamplingParameters:
    """Return the request for problems on the same tree with the same nodes in the search tree, and other numbers."""
    game: Sampling = problem.game
    check_states_tree(problem)
    if game.playouts:
        moves = (len({*game.tree.moves[1:]}),) * 2
        lengths = tuple(map(len, game.playouts))
        return SamplingParameters(
            children=moves, playouts=len(lengths), lengths=lengths, question=question, promise=promise
        )
    inside = tuple(visits is not None for visits in game.visits)
    ends = [
        count
        for node, count in enumerate(game.visits)
        if count and not any(inside[child] for child in game.tree.children(node))
    ]
    return SamplingParameters(
        children=(len(game.tree.children(0)),) * 2,
        visits=(min(ends, default=1), max(ends, default=1) + 2),
        iterations=game.iterations,
        skeleton=game.tree.frozen(),
        inside=tuple(id_ for id_, is_in in zip(game.ids, inside, strict=True) if is_in),
        question=question,
        promise=promise,
    )


def mirrored_sampling(problem: Problem, question: Question, promise: Promise) -> tuple[SamplingParameters, Problem]:
    """Raise RequestError."""
    raise RequestError(
        "children join the search tree from left to right, so it has no mirror image; expected a problem of values"
    )


def figures_of_sampling(case: Candidate) -> Figures:
    """Yield how difficult a problem is: its size and, where nodes are selected, the steps of that and the scores that they compare."""
    game: Sampling = case.game
    yield "nodes", len(game.ids)
    yield "iterations", game.iterations
    if game.playouts:
        return
    compared = list(compared_in(case))
    yield "selections", len(compared)
    yield "scores", sum(len(scores) for scores in compared)


def compared_in(case: Candidate) -> Iterator[list[float]]:
    """Yield the scores of each step of a selection."""
    for one in case.solution.trace.iterations:
        for step in one.compared:
            yield list(step.scores)


def has_depth_two(case: Candidate) -> bool:
    """Return whether some path has three nodes at least."""
    return any(len(one.path) > 2 for one in case.solution.trace.iterations)


def is_not_greedy(case: Candidate) -> bool:
    """Return whether some path is another than by the best means."""
    return greedy_paths(case.problem) != [one.path for one in case.solution.trace.iterations]
