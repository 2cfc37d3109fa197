"""Children of one node with visits and rewards, and Monte Carlo tree search on such numbers as a search has left them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from string import ascii_uppercase

from generators.candidate import Candidate
from generators.draws import Draws, RequestError, check_between
from generators.fields import ENDS, HEADINGS
from generators.generator import Figures, Generator, Guarantee, with_those_of_variants
from generators.kinds.trees import check_states_tree
from generators.parameters import Promise, SamplingParameters, UcbParameters
from generators.shapes import check_names, grow_in_turn
from grader.core.conventions import Conventions
from grader.core.games.problem import Problem
from grader.core.games.tree import MAX, MIN, Tree
from grader.core.numbers import INFINITY, Number, whole
from grader.kinds.mcts.documents import out_of_place, tree_of
from grader.kinds.mcts.misconceptions import greedy_paths
from grader.kinds.mcts.solve import Sampling, rules_of, run
from grader.kinds.ucb.solve import Arms, best_arms

_MOST_ARMS = 100
_MOST_VISITS_OF_ARMS = 10**9


def draw_arms(parameters: UcbParameters, draws: Draws) -> Arms:
    """Return the children of one node with visits and total rewards; at least one of them was visited."""
    fewest, most = parameters.children
    unvisited_least, unvisited_most = parameters.unvisited
    count = draws.between(max(fewest, unvisited_least + 1), most)  # one child at least was visited
    unvisited = draws.between(unvisited_least, min(unvisited_most, count - 1))
    places = set(draws.sample(range(count), unvisited)) if unvisited else set()
    visits = [0 if child in places else draws.between(*parameters.visits) for child in range(count)]
    steps = [int(Fraction(visited * parameters.reward) / Fraction(parameters.step)) for visited in visits]
    totals: list[Number] = [whole(Fraction(draws.between(0, end) * parameters.step)) for end in steps]
    names = list(ascii_uppercase) if parameters.names == "letters" else list(parameters.names)
    if len(names) < count:
        names = [f"c{child + 1}" for child in range(count)]
    extra = draws.between(*parameters.extra_visits)
    priors = draw_priors(count, draws) if parameters.question.conventions.weighs_priors else []
    return Arms(names[:count], totals, visits, sum(visits) + extra, priors)


def draw_priors(count: int, draws: Draws) -> list[Number]:
    """Return a prior above 0 for each child, in tenths if there are few; they sum to 1."""
    return draws.shares(next(parts for parts in (10, 20, 100) if count * 2 <= parts), count)


def check_arms(parameters: UcbParameters) -> None:
    """Refuse a request for UCB exercises that contradicts itself. Raises RequestError."""
    (fewest, most), (least, largest) = parameters.children, parameters.visits
    check_between(parameters.children, 1, _MOST_ARMS, "children, as 4 or 3-5")
    if not 1 <= least <= largest <= _MOST_VISITS_OF_ARMS:
        raise RequestError("expected visits of at least 1, as 2-20; for children without visits there is --unvisited")
    if not 0 <= parameters.unvisited[0] <= parameters.unvisited[1] <= fewest:
        raise RequestError(f"expected at most {fewest} children without visits")
    if not 0 <= parameters.extra_visits[0] <= parameters.extra_visits[1]:
        raise RequestError("expected extra visits of the parent of at least 0")
    if parameters.reward <= 0 or parameters.step <= 0:
        raise RequestError("expected a largest reward and a step above 0")
    if isinstance(parameters.names, tuple):
        check_names(parameters.names)
        if len(parameters.names) < most:
            raise RequestError(f"{len(parameters.names)} names are too few for {most} children")
    elif parameters.names != "letters":
        raise RequestError(f'there are no names "{parameters.names}", expected letters, or the ids')
    if parameters.unvisited[0] == most:
        raise RequestError("where no child was visited there is no score to compute; leave some of them visited")


def like_arms(problem: Problem, promise: Promise) -> UcbParameters:
    """Return the request for children of the same number and names, with visits and rewards in the same range."""
    arms: Arms = problem.game
    visits = [count for count in arms.visits if count]
    means = [Fraction(total) / count for total, count in zip(arms.totals, arms.visits, strict=True) if count]
    unvisited = Counter(map(bool, arms.visits))[False]
    step = Fraction(1, lcm(*(total.denominator for total in arms.totals)))
    extra = max(0, arms.parent_visits - sum(arms.visits))
    return UcbParameters(
        children=(len(arms.ids),) * 2,
        visits=(min(visits, default=1), max(visits, default=1)),
        reward=whole(max([*means, Fraction(0)])) or 1,
        step=whole(step),
        unvisited=(unvisited, unvisited),
        extra_visits=(extra, extra),
        names=tuple(arms.ids),
        promise=promise,
    )


_STEPS_OF_A_SCORE = 5  # total / n, log N / n, the root, times c, the sum


def figures_of_arms(case: Candidate) -> Figures:
    """Yield the figures of a node with its children."""
    arms: Arms = case.game
    visited = sum(map(bool, arms.visits))
    yield "nodes", len(arms.ids) + 1
    yield "distinct-values", len(set(zip(arms.totals, arms.visits, strict=True)))
    yield "arithmetic-steps", _STEPS_OF_A_SCORE * visited + (1 if visited else 0)


_MOST_CHILDREN, _MOST_ITERATIONS, _MOST_VISITS = 6, 50, 100
_LONGEST_PLAYOUT, _MOST_MOVES = 4, 50
_PLIES = 3
"""So deep are the trees: what joins two plies down has children of its own."""


def draw_sampling(parameters: SamplingParameters, draws: Draws) -> Sampling:
    """Return a tree with statistics and the results of the simulations to come, or playouts."""
    if parameters.playouts:
        return _playouts(parameters, draws)
    conventions = parameters.question.conventions
    tree = parameters.skeleton or grow_in_turn(
        lambda node, depth: 0 if depth == _PLIES else draws.between(*parameters.children) if node == 0 else 2,
        (MAX, MIN),
    )
    bare = Sampling(
        tree,
        [0, *[None] * (tree.size - 1)],
        [0] * tree.size,
        [_reward(conventions, draws) for _ in range(parameters.iterations)],
        _priors(tree, draws) if conventions.weighs_priors else (),
    )
    earlier = sum(draws.between(*parameters.visits) for _ in tree.children(0))
    searched = bare._replace(rewards=[_reward(conventions, draws) for _ in range(earlier)])
    state = run(searched, rules_of(searched, conventions)).state
    return bare._replace(visits=state.visits, totals=[whole(total) for total in state.totals])


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


def _reward(conventions: Conventions, draws: Draws) -> int:
    won = draws.between(0, 1)
    return won if conventions.complement == "one-minus" else 2 * won - 1


def _priors(tree: Tree, draws: Draws) -> list[Number]:
    priors: list[Number] = [0] * tree.size
    for node in tree.inner():
        priors[tree.first[node] : tree.end[node]] = draw_priors(len(tree.children(node)), draws)
    return priors


def check_sampling(parameters: SamplingParameters) -> None:
    """Refuse a request that contradicts itself. Raises RequestError."""
    least, largest = parameters.visits
    check_between(parameters.children, 1, _MOST_CHILDREN, "children of the root, as 2 or 2-3")
    if not 0 <= least <= largest <= _MOST_VISITS:
        raise RequestError(f"expected 0 to {_MOST_VISITS} visits of each child, as 2-6")
    check_between((parameters.iterations,) * 2, 0, _MOST_ITERATIONS, "iterations")
    if parameters.playouts or parameters.lengths:
        _check_playouts(parameters)
    if parameters.question.conventions.tie == "any" and not parameters.promise.margin:
        raise RequestError("where tie is any no two scores may be equal; leave the margin above 0")


def _check_playouts(parameters: SamplingParameters) -> None:
    """Refuse what has no place beside playouts. Raises RequestError."""
    question = parameters.question
    check_between((parameters.playouts,) * 2, 1, _MOST_ITERATIONS, "playouts")
    known = [one for one in parameters.lengths if isinstance(one, int) and 1 <= one <= _MOST_MOVES]
    if parameters.lengths and not len(known) == len(parameters.lengths) == parameters.playouts:
        raise RequestError(f"expected a length for each of the playouts, from 1 to {_MOST_MOVES} moves")
    if parameters.iterations != SamplingParameters().iterations or parameters.skeleton is not None:
        raise RequestError("each playout is an iteration; expected playouts, or iterations on a tree")
    if "scores" in question.ask:
        raise RequestError("playouts are given, so no scores are compared; expected other parts")
    for name, _ in out_of_place(question.conventions):
        raise RequestError(f"convention {name} has no place beside playouts; leave it out")


def like_sampling(problem: Problem, promise: Promise) -> SamplingParameters:
    """Return the request for problems on the same tree, searched about as long before, with other results."""
    game: Sampling = problem.game
    check_states_tree(problem)
    if game.playouts:
        moves = (len({*game.tree.moves[1:]}),) * 2
        lengths = tuple(map(len, game.playouts))
        return SamplingParameters(children=moves, playouts=len(lengths), lengths=lengths, promise=promise)
    children, visits = len(game.tree.children(0)), min(game.visits[0] or 0, _MOST_VISITS)
    least = visits // children if any(game.visits[1:]) else 0  # a search with no child visited is at its beginning
    return SamplingParameters(
        children=(children,) * 2,
        visits=(least, -(-visits // children)),
        iterations=game.iterations,
        skeleton=game.tree.frozen(),
        promise=promise,
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
    return (list(step.scores) for one in case.solution.trace.iterations for step in one.compared)


# -- what generated children with visits and rewards can be guaranteed to be


def _is_apart(found: Iterable[float], promise: Promise) -> bool:
    scores = sorted(found, reverse=True)
    finite = [score for score in scores if score < INFINITY]
    return len(scores) < 2 or scores[1] == INFINITY or not finite or scores[0] - scores[1] >= promise.margin


def _margin_words(parameters: UcbParameters) -> str:
    several = parameters.unvisited[1] > 1 and parameters.question.conventions.tries_unvisited_first
    apart = f"The two best scores are at least {float(parameters.promise.margin):g} apart"
    return f"{apart}, or both are inf." if several else f"{apart}."


def _is_not_greedy(case: Candidate, parameters: UcbParameters) -> bool:
    means = case.misconceptions["exploitation-only", ""].answer({})["scores"]
    best = best_arms([means[child] for child in range(len(means))], "any")
    return set(best).isdisjoint(case.solution.answers["choice"])


def _greedy_off(parameters: UcbParameters) -> str:
    is_first = parameters.unvisited[1] > 0 and parameters.question.conventions.tries_unvisited_first
    return "the child without visits is chosen by every formula" if is_first else ""


def _selects_nothing(parameters: SamplingParameters) -> str:
    if parameters.playouts:
        return "playouts are given, so nothing is selected"
    return "" if parameters.iterations else "no iteration is run"


def idle_in_sampling(parameters: SamplingParameters) -> Mapping[str, str]:
    """Return the fields that say nothing of such a request, each with the reason."""
    if not parameters.playouts:
        return {"playouts": "0 gives none; expected at least 1, or leave it out"}
    said = "has no place beside playouts, each of which is an iteration on no numbers; leave it out"
    return dict.fromkeys(("visits", "iterations", "margin"), said)


UCB = Generator(
    UcbParameters,
    ("like", *HEADINGS["Children"], "margin", *ENDS),
    check_arms,
    draw_arms,
    like_arms,
    "the children of a UCB problem have no mirror image; expected a problem of trees",
    figures_of_arms,
    with_those_of_variants(
        figures_of_arms,
        Guarantee(
            "margin",
            lambda case, parameters: _is_apart(case.solution.answers["scores"].values(), parameters.promise),
            _margin_words,
            "a smaller --margin, or --without margin",
        ),
        Guarantee(
            "not-greedy",
            _is_not_greedy,
            "The choice is not the child with the best mean reward.",
            "another range of visits, or --without not-greedy",
            _greedy_off,
        ),
    ),
    ('--children 5 --ask choice --seed "group 3" --out ucb5',),
    played=({"count": "8", "public": "2"}, {"unvisited": "1"}),
)
MCTS = Generator(
    SamplingParameters,
    ("like", "children", "visits", "iterations", "playouts", "margin", *ENDS),
    check_sampling,
    draw_sampling,
    like_sampling,
    "children join the search tree from left to right, so it has no mirror image; expected a problem of values",
    figures_of_sampling,
    with_those_of_variants(
        figures_of_sampling,
        Guarantee(
            "margin",
            lambda case, parameters: all(_is_apart(scores, parameters.promise) for scores in compared_in(case)),
            lambda parameters: (
                f"The two best scores of every selection are at least {float(parameters.promise.margin):g} apart, "
                "or both are inf."
            ),
            "a smaller --margin, or --without margin",
            _selects_nothing,
        ),
        Guarantee(
            "not-greedy",
            lambda case, _: greedy_paths(case.problem) != [one.path for one in case.solution.trace.iterations],
            "Some path is another than that of the best mean rewards.",
            "another range of visits, or --without not-greedy",
            _selects_nothing,
        ),
        Guarantee(
            "depth-two",
            lambda case, _: any(len(one.path) > 2 for one in case.solution.trace.iterations),
            "Some path has three nodes.",
            "more iterations or playouts, or --without depth-two",
            lambda parameters: "" if parameters.playouts else _selects_nothing(parameters),
        ),
    ),
    (
        "--children 2 --visits 2-5 --seed 7",
        "--ask paths,scores,visits,totals --convention expand=all --count 20 --out week6",
        "--playouts 6 --ask paths,visits,totals,choice --count 20 --out playouts",
    ),
    idle=idle_in_sampling,
)
