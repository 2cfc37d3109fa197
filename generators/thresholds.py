"""Exercises that ask for which x: a drawn tree in which one leaf becomes x, and a claim that depends on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generators.candidate import Candidate
from generators.drawing import check_tree, draw_tree
from generators.draws import Draws
from generators.errors import RequestError
from generators.given import like_tree
from generators.limits import leaves_of
from generators.parameters import (
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    LiftParameters,
    Parameters,
    Promise,
    Question,
    ThresholdParameters,
    TreeParameters,
)
from grader.exact import INFINITY, Number
from grader.games.problem import Problem
from grader.games.tree import CHANCE, Tree
from grader.games.unknown import filled, places_of
from grader.intervals import closed, ends, is_in
from grader.kinds import KINDS
from grader.kinds.lifts.claim import Claim
from grader.kinds.lifts.searched import Lifted, right_way
from grader.kinds.lifts.threshold.asked import Asked
from grader.kinds.lifts.threshold.solving import pieces_by_search
from grader.linear import Linear, X
from grader.rules import CUTOFF_TESTS

_WANTED = frozenset({"pruned", "best-move"})
_FAR = 10**6
CHANCE_LAYER = "chance"


def search_of(parameters: LiftParameters) -> str:
    """Return the kind that searches; unless the request names one, the one that prunes. Raises RequestError."""
    from generators.registry import PARAMETERS  # which knows the guarantees, and one of these is about the search

    trees = {kind: made for kind, made in PARAMETERS.items() if issubclass(made, TreeParameters)}
    if not parameters.search:
        return next(kind for kind, made in trees.items() if made is AlphaBetaParameters)
    if parameters.search not in trees:
        raise RequestError(f'--search: there is no search "{parameters.search}" here, expected {", ".join(trees)}')
    return parameters.search


def request_of(parameters: LiftParameters) -> TreeParameters:
    """Return the request for the trees that are searched."""
    from generators.registry import PARAMETERS

    made, shape = PARAMETERS[search_of(parameters)], parameters.shape
    if made is ExpectiminimaxParameters and CHANCE_LAYER not in shape.layers and shape.skeleton is None:
        shape = shape._replace(layers=ExpectiminimaxParameters().shape.layers)
    question = Question(conventions=parameters.question.conventions)
    return made(shape=shape, leaves=parameters.leaves, ordering=parameters.ordering, question=question)  # type: ignore[call-arg, return-value]  # trees


def check_threshold(parameters: ThresholdParameters) -> None:
    """Refuse a request that contradicts itself. Raises RequestError."""
    request = request_of(parameters)
    check_tree(request, search_of(parameters), has_chance=isinstance(request, ExpectiminimaxParameters))


def draw_threshold(parameters: ThresholdParameters, draws: Draws) -> Lifted:
    """Return a tree with x at one leaf, and a claim that is true for small or for large x alone, where there is one."""
    tree = draw_tree(request_of(parameters), draws)
    leaves = [node for node in tree.leaves() if node]
    place = draws.choice(leaves) if leaves else 0
    claims = list(_claims(parameters, tree, place))
    claim = draws.choice(claims) if claims else Claim("best-move", ids=(tree.ids[tree.first[0]],))
    searched = _searched(parameters, _with(tree, place, X))
    asked = Asked(claim, closed(-INFINITY, INFINITY), has_integers=parameters.integers == "yes")
    return Lifted(searched, asked._replace(pieces=tuple(pieces_by_search(searched, asked))))


def _with(tree: Tree, place: int, number: Any) -> Tree:
    return tree._replace(value=[number if node == place else value for node, value in enumerate(tree.value)])


def _searched(parameters: ThresholdParameters, tree: Tree) -> Problem:
    kind, conventions = KINDS[search_of(parameters)], parameters.question.conventions
    known = conventions._replace(stated=conventions.stated.intersection(kind.conventions))
    return Problem("", kind.name, tree, known, tuple(kind.parts), dict.fromkeys(kind.parts, 1))


def _claims(parameters: ThresholdParameters, tree: Tree, place: int) -> Iterator[Claim]:
    """Yield what holds where x is very small or very large, but not both: leaves that are skipped, and the best move."""
    below, above = (
        right_way(_searched(parameters, _with(tree, place, number))).answers(_WANTED) for number in (-_FAR, _FAR)
    )
    if "pruned" in below:
        changed = below["pruned"].leaves ^ above["pruned"].leaves
        yield from (Claim("pruned", ids=(tree.ids[leaf],)) for leaf in sorted(changed - {place}))
    if not ("pruned" in below and parameters.about == "pruned"):
        for move in sorted(set(below.get("best-move", ())) ^ set(above.get("best-move", ()))):
            yield Claim("best-move", ids=(tree.ids[move],))


def like_threshold(problem: Problem, question: Question, promise: Promise) -> ThresholdParameters:
    """Return the request for trees of the same shape and names, with x at one of the leaves and values in the same range."""
    searched, asked = problem.game.searched, problem.game.asked
    tree: Tree = searched.game
    if not isinstance(tree, Tree) or places_of(tree).probabilities:
        raise RequestError("variants are made where x is the value of a leaf; expected such a problem")
    numbers = [value for value in leaves_of(tree) if not isinstance(value, Linear)]
    another = max(numbers, default=0) + 1  # than the other leaves have: x is none of them
    of_search = like_tree(AlphaBetaParameters, searched._replace(game=filled(tree, another)), question, promise)
    about = "pruned" if asked.claim.name == "pruned" else "any"
    whole = "yes" if asked.has_integers else "no"
    shape, leaves = of_search.shape, of_search.leaves._replace(pattern=())
    return ThresholdParameters(searched.kind, about, whole, shape, leaves, question=question, promise=promise)


def no_mirror(problem: Problem, question: Question, promise: Promise) -> Any:
    """Raise RequestError."""
    raise RequestError("an exercise that asks for which x has no mirror image yet; expected a problem of a search")


# what is guaranteed, and counted


def depends_on_x(case: Candidate, parameters: Parameters) -> bool:
    """Return whether the claim holds for some x, but not for all."""
    numbers = case.solution.answers["range"]
    domain = case.game.asked.domain
    return bool(numbers) and numbers != (domain,)


def has_whole_ends(case: Candidate, parameters: Parameters) -> bool:
    """Return whether all ends of the range are whole numbers."""
    return all(isinstance(end, int) for end in ends(case.solution.answers["range"]))


def equality_matters(case: Candidate, parameters: Parameters) -> bool:
    """Return whether the other cutoff test gives another range, which differs at its ends alone."""
    conventions = case.problem.conventions
    (other,) = set(CUTOFF_TESTS) - {conventions.cutoff}
    searched = case.game.searched
    changed = searched._replace(conventions=searched.conventions._replace(cutoff=other))
    asked = case.game.asked._replace(pieces=())
    numbers = case.kind.solve(case.problem._replace(game=Lifted(changed, asked))).answers["range"]
    mine = case.solution.answers["range"]
    at_ends: list[Number] = [*ends(mine), *ends(numbers)]
    return any(is_in(end, mine) != is_in(end, numbers) for end in at_ends)


def equality_off(parameters: Parameters) -> str:
    """Return why no cutoff test is compared."""
    is_meant = isinstance(parameters, ThresholdParameters) and parameters.about == "pruned"
    if is_meant and isinstance(request_of(parameters), AlphaBetaParameters):  # type: ignore[arg-type]  # a threshold's
        return ""
    return "the claim is not about what is pruned"


def figures_of_threshold(case: Candidate) -> dict[str, int]:
    """Return how many nodes or children there are, how many intervals the range has, and at how many x something turns over."""
    game = case.game.searched.game
    turns = sum(piece.interval.low == piece.interval.high for piece in case.solution.trace)
    chances = sum(kind == CHANCE for kind in game.kind) if isinstance(game, Tree) else 0
    return {
        "nodes": len(game.ids),
        **({"chance-nodes": chances} if chances else {}),
        "intervals": len(case.solution.answers["range"]),
        "turning-points": turns,
    }
