"""What a tutor says of the value of one node, of a choice, of the horizon, and of what is known of a node."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from grader.core.answers.case import Action, Solution, Step
from grader.core.answers.cells import show_window
from grader.core.games.changed import depth_of
from grader.core.games.problem import Problem, is_played
from grader.core.games.tree import BEYOND, CHANCE, FIRST_PLAYER, KIND_NAMES, LEAF, MAX, MIN, Evaluation, Horizon, Tree
from grader.core.numbers import Bound, Number, marks_text
from grader.core.search.folds import Window
from grader.core.text import printable
from grader.kinds.trees.documents import after_of
from grader.kinds.trees.rules import compared_at, evaluation_order, for_reader, is_negated
from grader.kinds.trees.solve import Unseen, bounds_of, seen_in
from grader.kinds.words import cut_rule, factor, listing, name_of, names_of

_TIES = {"first": "the one examined first counts", "last": "the one examined last counts", "any": "each one is right"}


def value_of(tree: Tree, solution: Solution, node: int) -> Bound:
    """Return the value of a node as the solution has it; a leaf's is its utility."""
    utility = tree.value[node]
    return solution.answers["values"][node] if utility is None else utility


def max_value_of(problem: Problem, solution: Solution, node: int) -> Bound:
    """Return the value of a node as MAX sees it, whoever the solution's values are for."""
    value = value_of(problem.game, solution, node)
    return value if problem.game.value[node] is not None else for_reader(problem, node, value)


def explain_value(
    problem: Problem, solution: Solution, node: int, *, windows: bool = False, named: bool = False
) -> str:
    """Return the one step of a node with its inputs, such as `C is MIN over 2, 4, 6: min = 2.`; `named`: each with its move."""
    tree: Tree = problem.game
    if tree.kind[node] == BEYOND:
        return beyond_words(tree, node)
    name, kind, value = name_of(tree, node), tree.kind[node], value_of(tree, solution, node)
    if tree.is_at_horizon(node):
        return horizon_words(problem, node)
    if kind == LEAF:
        return f"{name} is a leaf: its value {problem.say(value)} is given."
    head = f"{noise_words(problem, node)}{name}"
    if kind == CHANCE:
        return f"{head} is a chance node, so its outcomes are weighted: {value_formula(problem, solution, node)}{about(problem, value)}."
    children, own = tree.children(node), compared_at(tree, node)
    values = [own(max_value_of(problem, solution, child)) for child in children]
    result = max_value_of(problem, solution, node)
    over = over_words(problem, children, values) if named else problem.say_all(values)
    decides = named or kind >= FIRST_PLAYER  # what the others get hangs on which of equal ones counts
    tie, found = tie_words(problem, values, own(result)) if decides else "", problem.say(own(result))
    if kind >= FIRST_PLAYER:
        who = printable(tree.mover(node))
        return f"{head}: {who} chooses, and compares {who}'s own numbers {over}: the largest is {found}{tie}, so {problem.say(result)}."
    return f"{head} is {tree.mover(node)} over {over}: {rule_name(kind)} = {found}{mover_words(problem, node, result)}{tie}."


def tie_words(problem: Problem, values: Sequence[Bound], result: Bound) -> str:
    """Return which of several best moves counts, in brackets; nothing where one is best."""
    is_tied = sum(value == result for value in values) > 1
    return f" ({_TIES[problem.conventions.tie]})" if is_tied else ""


def over_words(problem: Problem, children: Sequence[int], values: Sequence[Bound]) -> str:
    """Return the numbers of children, each behind the move that leads there, such as `B = 69, C = 66`."""
    pairs = zip(children, values, strict=True)
    return ", ".join(f"{move_words(problem.game, child)} = {problem.say(value)}" for child, value in pairs)


def mover_words(problem: Problem, node: int, result: Bound) -> str:
    """Return what a value is to MIN, where values are the mover's; else nothing."""
    if not is_negated(problem, node):
        return ""
    return f", for MIN {problem.say(-result)}"


def kind_words(tree: Tree, node: int) -> str:
    """Return who moves at a node of two players, in words."""
    return "a chance node" if tree.kind[node] == CHANCE else KIND_NAMES[tree.kind[node]]


def rule_name(kind: int) -> str:
    """Return what a player's node takes of its children's values: max or min."""
    return "max" if kind == MAX else "min"


_OPERATIONS = {
    MAX: "MAX keeps the largest of its children's values",
    MIN: "MIN keeps the smallest of its children's values",
    CHANCE: "A chance node takes the expected value",
    LEAF: "",
}


def operation(problem: Problem, node: int) -> str:
    """Return the rule of a node, as a sentence without its full stop."""
    return _OPERATIONS.get(problem.game.kind[node], "Each player takes the child with the largest own number")


def returned(problem: Problem, node: int) -> str:
    """Return the rule of a node in a search that cuts, and what becomes of the number there; nothing of a leaf."""
    rule, conventions = operation(problem, node), problem.conventions
    if problem.game.kind[node] == CHANCE and conventions.value_bounds is not None:
        rule += "; outcomes that it skips count at their bound"
    return f"{rule}, moved into its window" if rule and conventions.bounds == "fail-hard" else rule


def handed_down(problem: Problem) -> str:
    """Return the rule of windows, as a sentence without its full stop."""
    moved = "; at exit they are moved into the window of entry" * (problem.conventions.bounds == "fail-hard")
    return f"Windows are handed down; MAX raises alpha, MIN lowers beta{moved}"


def cut_off(problem: Problem) -> str:
    """Return the rule of a list of cutoffs with their windows, as a sentence without its full stop."""
    moved = "; its window then is moved into the window of entry" * (problem.conventions.bounds == "fail-hard")
    return cut_rule(problem) + moved


def value_formula(problem: Problem, solution: Solution, node: int) -> str:
    """Return the step of a node without words, such as `min(2, 4, 6) = 2`; at the horizon its static value."""
    tree: Tree = problem.game
    if tree.is_at_horizon(node):
        return problem.say(tree.value[node] or 0)
    values = [max_value_of(problem, solution, child) for child in tree.children(node)]
    result = max_value_of(problem, solution, node)
    return step_text(problem, node, tree.children(node), values, result) + mover_words(problem, node, result)


def step_text(
    problem: Problem,
    node: int,
    children: Sequence[int],
    values: Sequence[Bound],
    result: Bound,
    unseen: Unseen | None = None,
) -> str:
    """Return what the node's rule makes of its children's values, such as `max(3, 2) = 3`; for `unseen` see `inputs_text`."""
    return f"{inputs_text(problem, node, children, values, unseen)} = {problem.say(result)}"


def unfinished_text(
    problem: Problem, node: int, children: Sequence[int], values: Sequence[Bound], unseen: Unseen | None = None
) -> str:
    """Return the step of a node without its result, such as `C is MIN: min(2, 4, 6) = ?`; for `unseen` see `inputs_text`."""
    tree: Tree = problem.game
    who = kind_words(tree, node) if tree.kind[node] < FIRST_PLAYER else f"{printable(tree.mover(node))}'s"
    turned = ", with the other sign for MIN" if is_negated(problem, node) else ""
    return f"{name_of(tree, node)} is {who}: {inputs_text(problem, node, children, values, unseen)} = ?{turned}"


def choice_question(problem: Problem) -> str:
    """Return what tells the best move, or of a root that is a leaf its value."""
    root = name_of(problem.game, 0)
    is_leaf = problem.game.kind[0] == LEAF
    return f"Which number stands at {root}?" if is_leaf else f"Which child of {root} is worth as much as {root}?"


def inputs_text(
    problem: Problem, node: int, children: Sequence[int], values: Sequence[Bound], unseen: Unseen | None = None
) -> str:
    """Return the node's rule with its children's values, such as `max(3, 2)`; `unseen` is what a chance node counts for outcomes that it skipped."""
    tree: Tree = problem.game
    if tree.kind[node] == CHANCE:
        weights = [tree.probability[child] or 0 for child in children]
        terms = [*zip(weights, values, strict=True), *([] if unseen is None else [unseen[:2]])]
        return " + ".join(f"{factor(problem, p)}*{factor(problem, value)}" for p, value in terms)
    if tree.kind[node] >= FIRST_PLAYER:
        return f"best for {printable(tree.mover(node))} of {problem.say_all(values)}"
    return f"{rule_name(tree.kind[node])}({problem.say_all(values)})"


def about(problem: Problem, value: Bound) -> str:
    """Return a fraction as a decimal too, for those who calculate with these."""
    if not isinstance(value, Fraction) or "/" not in problem.say(value):
        return ""
    decimal = marks_text(value)
    return f" ({decimal})" if Fraction(decimal) == value else f" (about {decimal})"


def move_words(tree: Tree, child: int) -> str:
    """Return the move to a child, and where it leads if that is not the same."""
    move, name = tree.moves[child], name_of(tree, child)
    return name if move == tree.ids[child] else f"{printable(move)} (to {name})"


def best_move_words(problem: Problem, accepted: tuple[int, ...], equal: list[int]) -> str:
    """Return which move is best, and where several children are equally good which of them count."""
    tree: Tree = problem.game
    moves = listing((move_words(tree, child) for child in accepted), link="or")
    if len(equal) < 2:
        return f"The best move is {moves}."
    return f"{names_of(tree, equal)} are equally good, and {_TIES[problem.conventions.tie]}: the best move is {moves}."


def best_play_words(problem: Problem, solution: Solution) -> list[str]:
    """Return the line of best play as a sentence, where there is one to speak of."""
    line = solution.answers.get("principal-variation")
    if line is None or len(line.first) < 2:
        return []
    return [f"Best play goes {' – '.join(name_of(problem.game, node) for node in line.first)}."]


# -- what is said of the horizon of a problem, and of the nodes there

UNITS = {"plies": ("ply", "plies"), "moves": ("move", "moves"), "rounds": ("round of moves", "rounds of moves")}


def horizon_words(problem: Problem, node: int) -> str:
    """Return what a node at the horizon is worth and why, such as `D is at the horizon (depth 2): EVAL = 3*1 + 1*2 = 5.`."""
    tree: Tree = problem.game
    place, value = _place_words(tree, node), problem.say(tree.value[node] or 0)
    if (weighed := _weighed_words(problem, node)) is None:
        return f"{place}: its static value is {value}."
    of_game = f" with {listing(f'{name} = {number}' for name, number in _counted(tree, node).items())}"
    return f"{place}{of_game if is_played(problem.stated) else ''}: EVAL = {weighed}{'' if weighed == value else f' = {value}'}."


def static_question(problem: Problem, node: int) -> str:
    """Return what a node at the horizon is worth, without the number."""
    weighed = _weighed_words(problem, node)
    return f"EVAL = {weighed} = ?" if weighed else f"What is the static value of {name_of(problem.game, node)}?"


def _counted(tree: Tree, node: int) -> dict[str, Number]:
    """Return the features of a node that are weighed."""
    features = (tree.features[node] if tree.features else None) or {}
    weights = tree.evaluation.weights if tree.evaluation else {}
    return {name: number for name, number in features.items() if name in weights}


def _weighed_words(problem: Problem, node: int) -> str | None:
    """Return what a static value is the sum of; None where it is stated."""
    tree: Tree = problem.game
    if tree.features is None or tree.features[node] is None or tree.evaluation is None:
        return None
    weights, counted = tree.evaluation.weights, _counted(tree, node)
    return _sum_words(
        problem, tree.evaluation, ((weights[name], factor(problem, number)) for name, number in counted.items())
    )


def _sum_words(problem: Problem, evaluation: Evaluation, weighed: Iterable[tuple[Number, str]]) -> str:
    """Return the bias, where there is one, and what is weighed, such as `3*1 + 1*2` or `3*material + 1*mobility`."""
    bias = [problem.say(evaluation.bias)] if evaluation.bias else []
    return " + ".join([*bias, *(f"{factor(problem, weight)}*{what}" for weight, what in weighed)]) or "0"


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


def horizon_terms(problem: Problem) -> list[str]:
    """Return what a statement says of the horizon; nothing where the whole tree is searched."""
    tree: Tree = problem.game
    horizon = tree.horizon
    if horizon is None:
        return []
    depth = depth_of(tree)
    unit = UNITS[horizon.unit][depth > 1]
    said = [
        f"The search goes {depth} {unit} deep. There, at the horizon, a node that is no end of the game is a leaf of the search: it counts with its static value, and nothing below it is searched."
    ]
    if tree.quiet is not None and not all(tree.quiet):
        said.append(_noise_terms(horizon))
    if tree.evaluation is not None and tree.features is not None:
        named = ((weight, printable(name)) for name, weight in tree.evaluation.weights.items())
        formula = f"EVAL = {_sum_words(problem, tree.evaluation, named)}"
        said.append(f"The static value of a node with features is {formula}; a feature that is not named is 0.")
    return said


def _noise_terms(horizon: Horizon) -> str:
    whole = horizon.whole
    noisy = [name_of(whole, node) for node, is_quiet in enumerate(whole.quiet or ()) if not is_quiet]
    bound = "" if horizon.extension is None else f", at most {horizon.extension} further"
    one = len(noisy) == 1
    return f"{listing(noisy)} {'is' if one else 'are'} not quiet: at the horizon the search goes on there{bound}, and {'its' if one else 'their'} static value{'' if one else 's'} {'does' if one else 'do'} not count."


# -- what is said of an interval: what is known of the children, and what the two ends make of it

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def interval_terms(problem: Problem) -> list[str]:
    """Return when it is asked what is known, and that nothing is known beforehand, for a statement."""
    after, said = after_of(problem.stated), []
    if after is not None:
        said.append(
            f"The intervals are those just after the {ordinal(after)} leaf was evaluated, before the next step."
        )
    if problem.conventions.value_bounds is None:
        said.append("Nothing is known of a leaf before it is evaluated: it may lie anywhere between -inf and inf.")
    return said


def ordinal(number: int) -> str:
    """Return the ordinal of a number, such as 3rd.

    >>> ordinal(2), ordinal(11), ordinal(23)
    ('2nd', '11th', '23rd')
    """
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else _ENDINGS.get(number % 10, 'th')}"


def interval_steps(problem: Problem, solution: Solution, done: int) -> Iterator[Step]:
    """Yield what is known of each node, from below, when it is asked, and if it is; `done` counts the steps before."""
    if "intervals" not in problem.ask:
        return
    after, found = after_of(problem.stated), solution.answers["intervals"]
    when = "When the search is over" if after is None else f"Just after the {ordinal(after)} leaf"
    for node in evaluation_order(problem):
        if node in found:
            yield Step(Action.KNOWN, node, f"{when}: {explain_interval(problem, solution, node)}", done=done)


def explain_interval(problem: Problem, solution: Solution, node: int) -> str:
    """Return how the interval of a node is found, or that the search has not entered it.

    Such as `A is MAX, and of its children B [5, 5] and C [3/2, 4] is known: least max(5, 3/2) = 5, most max(5, 4) = 5.`
    """
    tree: Tree = problem.game
    name, found, seen = name_of(tree, node), solution.answers["intervals"], {*seen_in(problem, solution.trace)}
    if node not in found:
        return f"{name} has not been entered by then." if tree.kind[node] != LEAF else f"{name} is a leaf."

    def known(child: int) -> Window:
        """Return what is known of a child: of one that the search has not entered only the value bounds."""
        value = tree.value[child]
        unseen = bounds_of(problem) if value is None or child not in seen else (value, value)
        return found.get(child, unseen)  # type: ignore[no-any-return]  # a window

    children = tree.children(node)
    said = listing(f"{name_of(tree, child)} {show_window(problem, known(child))}" for child in children)
    least, most = (
        step_text(problem, node, children, [known(child)[place] for child in children], found[node][place])
        for place in (0, 1)
    )
    return f"{name} is {kind_words(tree, node)}, and of its children {said} is known: least {least}, most {most}."
