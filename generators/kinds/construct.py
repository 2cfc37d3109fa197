"""Exercises in which an object is handed in: a drawn tree, and an order, numbers or changes that are looked for on it."""

from __future__ import annotations

from collections.abc import Callable
from math import perm
from typing import NamedTuple

from generators.candidate import Candidate
from generators.draws import Draws, RequestError, check_between
from generators.fields import HEADINGS, TREES_WITH_CHANCE
from generators.filling import leaves_within, mirror, possible_values
from generators.generator import Figures, Generator, Guarantee, with_those_of_variants
from generators.kinds.tree_guarantees import HAS_ANSWERS
from generators.kinds.trees import (
    check_states_tree,
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
from generators.parameters import (
    AlphaBetaParameters,
    ConstructParameters,
    MinimaxParameters,
    Promise,
    Pruning,
    TreeParameters,
    within,
)
from generators.shapes import draw_skeleton, is_fixed, largest, most_leaves
from grader.core.answers.case import Answer
from grader.core.errors import ProblemError
from grader.core.games.changed import with_values
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, Tree
from grader.core.search.folds import FULL_WINDOW
from grader.kinds.about_searches.claim import Claim
from grader.kinds.about_searches.construct.kind import TASKS
from grader.kinds.about_searches.construct.order import minimal_leaves, order_count
from grader.kinds.about_searches.construct.solve import (
    CHANGES,
    LEAST,
    MOST,
    MOST_RUNS,
    ORDER,
    VALUES,
    Allowed,
    BestKnown,
    Construction,
    ConstructionTask,
    Unfit,
    choices,
)
from grader.kinds.about_searches.construct.values import counting_up, skipped_wanted
from grader.kinds.about_searches.searched import Lifted
from grader.kinds.about_searches.solved import right_way

# -- what a request for constructions says: what is handed in, on which trees, and which numbers may stand there

FEWEST = (1, 2)
NOT_FOUND = BestKnown({})
"""What stands in a draw of which no best object is known, or a trivial one is as good: it is drawn again."""


def tree_request(parameters: ConstructParameters) -> TreeParameters:
    """Return the request for the trees that are searched, with what they must prune. Raises RequestError."""
    request = request_of(parameters)
    if isinstance(request, AlphaBetaParameters) and parameters.make == VALUES:
        return request._replace(pruning=Pruning(prune_exactly=parameters.prune_exactly))
    return request


def fewest_of(parameters: ConstructParameters) -> tuple[int, int]:
    """Return how many changes are to be the fewest."""
    return parameters.fewest or FEWEST


def free_of(parameters: ConstructParameters) -> tuple[int, int]:
    """Return how many leaves get a number."""
    return parameters.free or (len(parameters.free_ids) or 3,) * 2


def are_different(parameters: ConstructParameters) -> bool:
    """Return whether no two leaves may have the same number: of a filling, unless the request lets leaves repeat."""
    if parameters.numbers:
        return parameters.numbers == "different"
    return parameters.make == VALUES and parameters.leaves.ties == 0


def whole_numbers(request: TreeParameters, leaves: int) -> range:
    """Return the whole numbers that leaves may have. Raises RequestError where they may have others."""
    possible = possible_values(leaves_within(request.leaves, request.question.conventions.value_bounds), leaves)
    if any(not isinstance(value, int) for value in possible):
        raise RequestError("the numbers that are looked for are whole ones; choose whole --values and --step 1")
    return range(int(min(possible)), int(max(possible)) + 1)


def order_of(parameters: ConstructParameters, searched: Problem) -> Construction:
    """Return what is asked of a tree whose children are to be ordered, before anything is known of the best order."""
    return Construction(searched, ConstructionTask(ORDER, parameters.objective or MOST, found=NOT_FOUND))


_PICKED = 6
"""Sets of free leaves that are tried on one tree before another one is drawn."""


def draw_construct(parameters: ConstructParameters, draws: Draws) -> Lifted:
    """Return a tree with what is to be made of it; of one on which that cannot be asked no best object is known."""
    if parameters.given:
        given = read_given(parameters.given)
        if isinstance(given, Construction) and given.asked.make == VALUES:
            return _giving_nothing_away(given)
        return given
    searched = searched_by(parameters, draw_tree(tree_request(parameters), draws))
    return MAKES[parameters.make].draw(parameters, searched, draws)


def with_best(lifted: Construction) -> Construction:
    """Return the construction with its best object; with none where none is known, or a trivial one is as good."""
    try:
        found = TASKS[lifted.asked.make].best(lifted)
    except Unfit:
        found = NOT_FOUND
    return lifted._replace(asked=lifted.asked._replace(found=found))


def is_fit(lifted: Construction) -> bool:
    """Return whether a best object is known."""
    return bool(lifted.asked.found.example)


def _draw_values(parameters: ConstructParameters, searched: Problem, draws: Draws) -> Construction:
    """Return the goal that is asked for, or else the one that the drawn numbers reach, some of which are to be found again.

    Numbers that repeat can skip more than was asked for; then others have to be found for the leaves that are free.
    """
    skipped = right_way(searched).answers(("pruned",))["pruned"].roots
    ids = parameters.prune_exactly or tuple(searched.game.ids[node] for node in skipped)
    claims = (Claim("pruned-exactly", ids=ids),)
    lifted = Construction(
        searched, ConstructionTask(VALUES, claims=claims, allowed=_allowed(parameters), found=NOT_FOUND)
    )
    for _ in range(_PICKED if skipped and not parameters.free_ids else 1):
        lifted = _with_free(lifted, parameters, draws)
        if skipped and is_fit(best := with_best(lifted)):
            return _giving_nothing_away(best)
    return lifted


def _giving_nothing_away(game: Construction) -> Construction:
    """Return the construction with the first numbers, counting up, at the free leaves that earn nothing: its file shows them."""
    searched, task = game.searched, TASKS[VALUES]
    shown = next((filling for filling in counting_up(game) if task.run(game, filling).share == 0), {})
    return Construction(searched._replace(game=with_values(searched.game, shown)), game.asked)


def _with_free(lifted: Construction, parameters: ConstructParameters, draws: Draws) -> Construction:
    """Return the construction in which chance says which leaves are free, unless the request does."""
    tree: Tree = lifted.searched.game
    leaves = tree.leaves()
    chosen = sorted(draws.sample(leaves, min(draws.between(*free_of(parameters)), len(leaves))))
    free = parameters.free_ids or tuple(tree.ids[leaf] for leaf in chosen)
    return lifted._replace(asked=lifted.asked._replace(free=free))


def _draw_changes(parameters: ConstructParameters, searched: Problem, draws: Draws) -> Construction:
    """Return a goal that as few changes reach as is asked for: another move is to be the only best one."""
    tree: Tree = searched.game
    asked = ConstructionTask(CHANGES, allowed=_allowed(parameters), found=NOT_FOUND)
    lifted = Construction(searched, asked)
    for move in draws.shuffled(tree.children(0)):
        claims = (Claim("only-best-move", ids=(tree.ids[move],)),)
        lifted = with_best(Construction(searched, asked._replace(claims=claims)))
        if is_fit(lifted) and within(lifted.asked.found.best or 0, fewest_of(parameters)):
            break
    return lifted


def _allowed(parameters: ConstructParameters) -> Allowed:
    """Return that the numbers are whole ones from the range of the leaves."""
    request = tree_request(parameters)
    numbers = whole_numbers(request, most_leaves(request.shape))
    return Allowed(numbers[0], numbers[-1], integers=True, distinct=are_different(parameters))


# -- variants of a construction, and its mirror image


def like_construct(problem: Problem, promise: Promise) -> ConstructParameters:
    """Return the request for the same task on trees of the same shape and names. Raises RequestError where it is not drawn."""
    searched, asked = problem.game.searched, problem.game.asked
    check_states_tree(searched)
    _check_can_be_like(asked)
    trees = like_searched(ConstructParameters, searched, promise)
    stated = trees._replace(make=asked.make, numbers="different" if asked.allowed.distinct else "any")
    if asked.allowed.low is not None:
        leaves = trees.leaves._replace(low=asked.allowed.low, high=asked.allowed.high, step=1)
        stated = stated._replace(leaves=leaves)
    if asked.make == ORDER:
        return stated._replace(objective=asked.objective)
    if asked.make == CHANGES:
        return stated._replace(fewest=(asked.found.best or 1,) * 2)
    return stated._replace(prune_exactly=asked.claims[0].ids, free_ids=asked.free)


def _check_can_be_like(asked: ConstructionTask) -> None:
    """Refuse a task of a sort that is not drawn. Raises RequestError."""
    names = tuple(claim.name for claim in asked.claims)
    if asked.make in MAKES and names == MAKES[asked.make].claims and (asked.make != VALUES or asked.claims[0].ids):
        return
    drawn = ", ".join(f"{make} ({' '.join(one.claims) or 'most or fewest leaves'})" for make, one in MAKES.items())
    goal = f" with the goal {', '.join(names)}" if names else ""
    raise RequestError(f"no variants are drawn of constructions of {asked.make}{goal}, expected one of {drawn}")


def mirrored_construct(problem: Problem, promise: Promise) -> tuple[ConstructParameters, Problem]:
    """Return the request for the mirror image, and the problem of that image. Raises RequestError for a tree to be made."""
    game: Construction = problem.game
    asked: ConstructionTask = game.asked
    if asked.make not in MAKES:
        raise RequestError("a tree that students make has no mirror image; expected a problem with a tree")
    tree: Tree = game.searched.game
    turned = mirror(tree)
    its = asked._replace(shown=_renumbered(asked, tree, turned))
    other = problem._replace(game=Construction(game.searched, its))
    try:
        made, image = mirrored_lift(ConstructParameters, other, promise)
    except ProblemError as failure:  # as where what is to be skipped comes first there
        raise RequestError(f"the mirror image cannot be asked: {failure.faults[0].message}") from None
    return made._replace(make=asked.make), image


def _renumbered(asked: ConstructionTask, tree: Tree, turned: Tree) -> Answer:
    """Return an author's example with the numbers of the mirror image's nodes; of an order, those that stayed are named too."""
    shown: Answer = asked.shown
    if shown is None:
        return None
    index = turned.by_id()
    new = [index[id_] for id_ in tree.ids]
    if asked.make == ORDER:
        return {new[node]: tuple(new[child] for child in shown.get(node, its)) for node, its in choices(tree).items()}
    return {new[leaf]: number for leaf, number in shown.items()}


# -- which requests for constructions contradict themselves, or ask for what cannot be proved in time

_MOST_ORDERS = 2_000
"""So many orders are tried for one draw at most."""


def check_construct(parameters: ConstructParameters) -> None:
    """Refuse a request that contradicts itself. Raises RequestError."""
    if parameters.make not in MAKES:
        raise RequestError(f"--make: nothing is drawn for {parameters.make or 'nothing'}, expected {', '.join(MAKES)}")
    _check_beside(parameters)
    if parameters.given:
        return
    request = tree_request(parameters)
    if parameters.make != CHANGES and not isinstance(request, AlphaBetaParameters):
        raise RequestError(f"--search {search_of(parameters)}: nothing is pruned by it; leave it out")
    check_tree(request, search_of(parameters), has_chance=not isinstance(request, MinimaxParameters))
    MAKES[parameters.make].check(parameters, request)


def _check_beside(parameters: ConstructParameters) -> None:
    """Refuse what is said of another sort of object, and parts that only another sort has."""
    for option, is_stated, make in (
        ("--objective", bool(parameters.objective), ORDER),
        ("--prune-exactly", bool(parameters.prune_exactly), VALUES),
        ("--free", bool(parameters.free), VALUES),
        ("--fewest-changes", bool(parameters.fewest), CHANGES),
    ):
        if is_stated and make != parameters.make:
            raise RequestError(f"{option} is said of --make {make}; leave it out, or choose that")
    parts = (parameters.make,) if parameters.make == VALUES else (parameters.make, "count")
    if foreign := [part for part in parameters.question.ask if part not in parts]:
        raise RequestError(f"--make {parameters.make} has no part {foreign[0]}, expected {', '.join(parts)}")


def _check_order(parameters: ConstructParameters, request: TreeParameters) -> None:
    if parameters.objective not in ("", MOST, LEAST):
        raise RequestError(f"--objective: expected {MOST} or {LEAST}")
    sample = searched_by(parameters, draw_tree(request, Draws("sample")))
    proved = is_fixed(request.shape) or request.shape.skeleton is not None
    if proved and minimal_leaves(order_of(parameters, sample)) is not None:
        return
    tree, conventions = largest(request.shape), request.question.conventions
    count = order_count(tree)
    if count > _MOST_ORDERS:
        raise RequestError(
            f"trees of up to {count:,} orders and more have to be tried, expected at most {_MOST_ORDERS:,}; choose a smaller "
            "--depth or --branching, or one uniform shape of players with --objective most-pruned, >= and the full window"
        )
    is_bare = conventions.initial_window == FULL_WINDOW and conventions.value_bounds is None
    saved = most_skipped(tree)
    if "worth-ordering" not in parameters.promise.without and is_bare and 0 not in tree.probability and saved < _WORTH:
        most = f"no order skips {'more than one' if saved else 'any'} leaf, and worth-ordering needs {_WORTH}"
        if CHANCE in tree.kind:
            most += "; without --value-bounds a chance node has no window for an outcome before its last: say them, as -20..20"
        else:
            most += "; choose a larger tree"
        raise RequestError(f"{most}, or --without worth-ordering")


def most_skipped(tree: Tree) -> int:
    """Return how many leaves a search can skip at most, in any order of the children, with the full window and without bounds of the values.

    Nothing can cut in an infinite window; a chance node has another one for its last outcome alone.
    """
    # by the node how many leaves are evaluated at least, in an infinite window and in any other
    fewest: dict[int, tuple[int, int]] = {}
    for node in reversed(range(tree.size)):
        below = [fewest[child] for child in tree.children(node)]
        wide, narrow = (sum(each) for each in zip(*below, strict=True)) if below else (1, 1)
        gains = [infinite - other for infinite, other in below] or [0]
        if tree.kind[node] == CHANCE:
            fewest[node] = (wide, wide - max(gains))
        else:
            fewest[node] = (narrow + min(gains), min((other for _, other in below), default=1))
    return len(tree.leaves()) - fewest[0][0]


def _check_values(parameters: ConstructParameters, request: TreeParameters) -> None:
    leaves, (_, most) = most_leaves(request.shape), free_of(parameters)
    check_between(free_of(parameters), 1, leaves, "leaves, as 3 or 2-4", "--free: ")
    count = len(whole_numbers(request, leaves))
    fillings = perm(count, most) if are_different(parameters) else count**most
    if fillings > MOST_RUNS:
        raise RequestError(
            f"--free: there are {fillings:,} ways to give {count} numbers to {most} leaves, expected at most {MOST_RUNS:,}; "
            "choose fewer leaves, or narrower --values"
        )


def _check_changes(parameters: ConstructParameters, request: TreeParameters) -> None:
    least, most = fewest_of(parameters)
    if not 1 <= least <= most <= FEWEST[1]:
        raise RequestError("--fewest-changes: expected 1, 2 or 1-2")
    leaves = most_leaves(request.shape)
    if CHANCE in draw_skeleton(request.shape, Draws("sample")).kind:
        raise RequestError("with chance nodes the fewest changes cannot be proved; choose --layers without chance")
    count = len(whole_numbers(request, leaves))
    runs = leaves * count + (leaves * (leaves - 1) // 2 * count**2 if most > 1 else 0)
    if runs > MOST_RUNS:
        raise RequestError(
            f"there are {runs:,} changes to try, expected at most {MOST_RUNS:,}; choose a smaller tree, narrower --values, "
            "or --fewest-changes 1"
        )


class _Make(NamedTuple):
    """What is handed in: how exercises are called unless the request says otherwise, the claims of their goals, why the best is known."""

    title: str
    claims: tuple[str, ...]
    check: Callable[[ConstructParameters, TreeParameters], None]
    draw: Callable[[ConstructParameters, Problem, Draws], Construction]
    best_is_known: str


MAKES = {
    ORDER: _Make(
        "The best order",
        (),
        _check_order,
        lambda parameters, searched, _: with_best(order_of(parameters, searched)),
        "The best order is known: on a uniform tree, with >= and the full window, by the formula of Knuth and Moore "
        "(b^ceil(d/2) + b^floor(d/2) - 1 leaves, which the best-first order reaches), else all orders were tried.",
    ),
    VALUES: _Make(
        "Numbers for leaves",
        ("pruned-exactly",),
        _check_values,
        _draw_values,
        "Numbers that reach the goal are known: the first that were found by counting up.",
    ),
    CHANGES: _Make(
        "As few changes as possible",
        ("only-best-move",),
        _check_changes,
        _draw_changes,
        "The fewest changes are known: every single one, and every two where one is not enough, were tried with all "
        "numbers that can matter.",
    ),
}
"""What can be asked for. A tree that is to be made has nothing that could be drawn but its goal."""
_WORTH = 2
"""So many leaves fewer (or more) are evaluated in the best order than in the better of the trivial ones."""


def best_is_known(case: Candidate, parameters: ConstructParameters) -> bool:
    """Return whether an object is known that earns full marks when it is run."""
    game: Construction = case.game
    return is_fit(game) and TASKS[game.asked.make].run(game, game.asked.found.example).share == 1


def nothing_for_nothing(case: Candidate, parameters: ConstructParameters) -> bool:
    """Return whether all trivial answers earn nothing, the numbers that stand at the free leaves among them."""
    game: Construction = case.game
    task, value = TASKS[game.asked.make], game.searched.game.value
    given = [{leaf: value[leaf] for leaf in game.free}] if game.asked.make == VALUES else []
    return all(task.run(game, thing).share == 0 for thing in (*task.trivial(game), *given))


def is_worth_ordering(case: Candidate, parameters: ConstructParameters) -> bool:
    """Return whether the best order saves at least two leaves over the better of the trivial ones (or evaluates two more)."""
    game: Construction = case.game
    found = game.asked.found
    return bool(abs(found.trivial - (found.best or 0)) >= _WORTH)


def takes_so_many(case: Candidate, parameters: ConstructParameters) -> bool:
    """Return whether the fewest changes are as many as is asked for."""
    return within(case.game.asked.found.best or 0, fewest_of(parameters))


def _changes_words(parameters: ConstructParameters) -> str:
    least, most = fewest_of(parameters)
    shown = str(most) if least == most else f"{least} or {most}"
    return (
        f"{shown} changed number{'' if most == 1 else 's'} can make another move the only best one, and fewer cannot."
    )


def figures_of_construct(case: Candidate) -> Figures:
    """Yield how large the tree is, what the best object reaches, and what the trivial ones do."""
    game: Construction = case.game
    tree: Tree = game.searched.game
    found, make = game.asked.found, game.asked.make
    yield "nodes", tree.size
    if chances := sum(kind == CHANCE for kind in tree.kind):
        yield "chance-nodes", chances
    if found.best is not None:
        yield "best", found.best
    if make == ORDER:
        yield "trivial", int(found.trivial)
    if make == VALUES:
        yield "free-leaves", len(game.asked.free)
        yield "leaves-to-skip", len(skipped_wanted(game))


CONSTRUCT = Generator(
    ConstructParameters,
    (*TREES_WITH_CHANCE, *HEADINGS["What is handed in"], "prune_exactly", "search", "value_bounds"),
    check_construct,
    draw_construct,
    like_construct,
    mirrored_construct,
    figures_of_construct,
    with_those_of_variants(
        figures_of_construct,
        Guarantee(
            "best-is-known",
            best_is_known,
            lambda parameters: MAKES[parameters.make].best_is_known,
            "a larger tree, a larger range of values, or other numbers to find",
            wanted=lambda _: True,
        ),
        Guarantee(
            "nothing-for-nothing",
            nothing_for_nothing,
            "No trivial answer earns anything: no change, everything reversed, numbers as given, that rise, fall or are all the same.",
            "a larger tree, or other numbers to find",
            wanted=lambda _: True,
        ),
        Guarantee(
            "so-many-changes",
            takes_so_many,
            _changes_words,
            "another --fewest-changes, or a larger tree",
            wanted=lambda parameters: parameters.make == CHANGES,
        ),
        Guarantee(
            "worth-ordering",
            is_worth_ordering,
            "The best order is better by two leaves at least than the tree as given and its mirror image.",
            "a larger tree, or --without worth-ordering",
            lambda parameters: "" if parameters.make == ORDER else "no order is handed in",
        ),
        HAS_ANSWERS,
    ),
    (
        "--make order --ask order,count",
        "--make values --depth 2 --branching 3 --prune-exactly I,J --free 3",
        "--make changes --depth 2 --branching 3 --fewest-changes 2 --count 20 --out week5",
    ),
    idle=idle_in_lift,
)
