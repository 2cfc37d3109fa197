"""What is said of the horizon of a problem, and of the nodes there."""

from __future__ import annotations

from collections.abc import Mapping

from grader.exact import Number
from grader.games.horizon import depth_of
from grader.games.problem import Problem, is_played
from grader.games.tree import CHANCE, Evaluation, Horizon, Tree
from grader.kinds.words import factor, listing, name_of
from grader.printable import printable

_UNITS = {"plies": ("ply", "plies"), "moves": ("move", "moves"), "rounds": ("round of moves", "rounds of moves")}


def horizon_words(problem: Problem, node: int) -> str:
    """Return what a node at the horizon is worth and why, such as `D is at the horizon (depth 2): EVAL = 3*1 + 1*2 = 5.`."""
    tree: Tree = problem.game
    value = problem.say(tree.value[node] or 0)
    features = tree.features[node] if tree.features is not None else None
    if features is None or tree.evaluation is None:
        return f"{_place_words(tree, node)}: its static value is {value}."
    weighed = weighing_words(problem, tree.evaluation, features)
    counted = f" with {_counted(tree.evaluation, features)}" if is_played(problem.stated) else ""
    return f"{_place_words(tree, node)}{counted}: EVAL = {weighed}{'' if weighed == value else f' = {value}'}."


def _counted(evaluation: Evaluation, features: Mapping[str, Number]) -> str:
    """Return what is counted of a position of a game, and weighed."""
    return listing([f"{name} = {number}" for name, number in features.items() if name in evaluation.weights])


def beyond_words(tree: Tree, node: int) -> str:
    """Return why no search comes to a node below the horizon."""
    stop = next(above for above in tree.path_to(node) if tree.is_at_horizon(above))
    return f"{name_of(tree, node)} lies below the horizon: the search stops at {name_of(tree, stop)}."


def noise_words(problem: Problem, node: int) -> str:
    """Return why an inner node is searched although it lies at the horizon or beyond; nothing where it does not."""
    tree: Tree = problem.game
    if tree.horizon is None or _distance(tree.horizon, node) < tree.horizon.limit:
        return ""
    return f"{_place_words(tree, node)}, but not quiet, so the search goes on. "


def _place_words(tree: Tree, node: int) -> str:
    horizon = tree.horizon
    if horizon is None:
        return name_of(tree, node)
    deep = _distance(horizon, node)
    where = f"depth {deep}" if horizon.unit == "plies" else f"{deep} move{'' if deep == 1 else 's'} deep"
    return f"{name_of(tree, node)} is {'at' if deep == horizon.limit else 'beyond'} the horizon ({where})"


def _distance(horizon: Horizon, node: int) -> int:
    """Return how many edges above the node count; see `grader.games.horizon.distances`."""
    whole = horizon.whole
    above = whole.path_to(node)[:-1]
    return sum(horizon.unit == "plies" or whole.kind[parent] != CHANCE for parent in above)


def weighing_words(problem: Problem, evaluation: Evaluation, features: Mapping[str, Number]) -> str:
    """Return how the features are weighed, such as `3*1 + 1*2`; with the bias where there is one."""
    weights = evaluation.weights
    bias = [problem.say(evaluation.bias)] if evaluation.bias else []
    products = [
        f"{factor(problem, weights[name])}*{factor(problem, number)}"
        for name, number in features.items()
        if name in weights
    ]
    return " + ".join([*bias, *products]) or "0"


def formula_words(problem: Problem, evaluation: Evaluation) -> str:
    """Return the evaluation as a formula, such as `EVAL = 3*material + 1*mobility`."""
    bias = [problem.say(evaluation.bias)] if evaluation.bias else []
    weighed = [f"{factor(problem, weight)}*{printable(name)}" for name, weight in evaluation.weights.items()]
    return f"EVAL = {' + '.join([*bias, *weighed]) or '0'}"


def terms(problem: Problem) -> list[str]:
    """Return what a statement says of the horizon; nothing where the whole tree is searched."""
    tree: Tree = problem.game
    horizon = tree.horizon
    if horizon is None:
        return []
    depth = depth_of(tree)
    unit = _UNITS[horizon.unit][depth > 1]
    said = [
        f"The search goes {depth} {unit} deep. There, at the horizon, a node that is no end of the game is a leaf of the search: it counts with its static value, and nothing below it is searched."
    ]
    if tree.quiet is not None and not all(tree.quiet):
        said.append(_noise_terms(horizon))
    if tree.evaluation is not None and tree.features is not None:
        said.append(
            f"The static value of a node with features is {formula_words(problem, tree.evaluation)}; a feature that is not named is 0."
        )
    return said


def _noise_terms(horizon: Horizon) -> str:
    whole = horizon.whole
    noisy = [name_of(whole, node) for node, is_quiet in enumerate(whole.quiet or ()) if not is_quiet]
    bound = "" if horizon.extension is None else f", at most {horizon.extension} further"
    one = len(noisy) == 1
    return f"{listing(noisy)} {'is' if one else 'are'} not quiet: at the horizon the search goes on there{bound}, and {'its' if one else 'their'} static value{'' if one else 's'} {'does' if one else 'do'} not count."
