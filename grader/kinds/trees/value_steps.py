"""Minimax and expectiminimax step by step: each inner node once its children have their values, then the choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.answers.case import Answer, Solution
from grader.exact import Bound, marks_text, read_number
from grader.games.problem import Problem
from grader.games.tree import BEYOND, CHANCE, FIRST_PLAYER, LEAF, MAX, Tree
from grader.kinds.trees.chance_cut import Unseen
from grader.kinds.trees.horizon_words import beyond_words, horizon_words, noise_words
from grader.kinds.trees.solving import compared_at, for_reader, is_negated
from grader.kinds.words import factor, listing, name_of, names_of
from grader.printable import printable
from grader.rules.payoffs import Payoffs
from grader.step import Action, Step

_TIES = {"first": "the one examined first counts", "last": "the one examined last counts", "any": "each one is right"}


def value_steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the step of each inner node, in the order in which a search would leave them, then the choice."""
    tree: Tree = problem.game
    done = 0
    for done, node in enumerate(_by_leaving(problem), 1):
        formula, sentence = _formula(problem, solution, node), explain_value(problem, solution, node)
        yield Step(Action.VALUE, node, sentence, formula, value_of(tree, solution, node), done=done)
    accepted = tuple(solution.answers.get("best-move", ()))
    sentence = _choice_sentence(problem, solution, accepted)
    yield Step(Action.CHOICE, 0, sentence, value=solution.answers["value"], chosen=accepted, done=done)


def value_of(tree: Tree, solution: Solution, node: int) -> Bound:
    """Return the value of a node as the solution has it; a leaf's is its utility."""
    utility = tree.value[node]
    return solution.answers["values"][node] if utility is None else utility


def _max_value_of(problem: Problem, solution: Solution, node: int) -> Answer:
    """Return the value of a node as MAX sees it, whoever the solution's values are for."""
    tree: Tree = problem.game
    value = value_of(tree, solution, node)
    return value if tree.value[node] is not None else for_reader(problem, node, value)


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
    noise = noise_words(problem, node)
    if kind == CHANCE:
        return f"{noise}{name} is a chance node, so its outcomes are weighted: {_formula(problem, solution, node)}{about(problem, value)}."
    values = [_max_value_of(problem, solution, child) for child in tree.children(node)]
    result = _max_value_of(problem, solution, node)
    if kind >= FIRST_PLAYER:
        return f"{noise}{name}: {_payoff_words(problem, node, values, result, named=named)}"
    found = f"{rule_name(kind)} = {problem.say(result)}{mover_words(problem, node, result)}"
    over = over_words(problem, tree.children(node), values) if named else problem.say_all(values)
    tie = tie_words(problem, values, result) if named else ""
    return f"{noise}{name} is {tree.mover(node)} over {over}: {found}{tie}."


def tie_words(problem: Problem, values: Sequence[Bound], result: Bound) -> str:
    """Return which of several best moves counts, in brackets; nothing where one is best."""
    is_tied = sum(value == result for value in values) > 1
    return f" ({_TIES[problem.conventions.tie]})" if is_tied else ""


def over_words(problem: Problem, children: Sequence[int], values: Sequence[Bound]) -> str:
    """Return the numbers of children, each behind the move that leads there, such as `B = 69, C = 66`."""
    from grader.kinds.trees.play_words import move_words

    pairs = zip(children, values, strict=True)
    return ", ".join(f"{move_words(problem.game, child)} = {problem.say(value)}" for child, value in pairs)


def _payoff_words(
    problem: Problem, node: int, values: Sequence[Payoffs], result: Payoffs, *, named: bool = False
) -> str:
    """Return whose numbers are compared at a node of one of several players, and what it is worth."""
    tree: Tree = problem.game
    player, who = tree.kind[node] - FIRST_PLAYER, printable(tree.mover(node))
    own = [value[player] for value in values]
    compared = over_words(problem, tree.children(node), own) if named else problem.say_all(own)
    tie = tie_words(problem, own, result[player])
    return f"{who} chooses, and compares {who}'s own numbers {compared}: the largest is {problem.say(result[player])}{tie}, so {problem.say(result)}."


def mover_words(problem: Problem, node: int, result: Bound) -> str:
    """Return what a value is to MIN, where values are the mover's; else nothing."""
    if not is_negated(problem, node):
        return ""
    return f", for MIN {problem.say(-result)}"


def rule_name(kind: int) -> str:
    """Return what a player's node takes of its children's values: max or min."""
    return "max" if kind == MAX else "min"


def _formula(problem: Problem, solution: Solution, node: int) -> str:
    tree: Tree = problem.game
    if tree.is_at_horizon(node):
        return problem.say(tree.value[node] or 0)
    values = [_max_value_of(problem, solution, child) for child in tree.children(node)]
    result = _max_value_of(problem, solution, node)
    return step_text(problem, node, tree.children(node), values, result) + mover_words(problem, node, result)


def step_text(
    problem: Problem,
    node: int,
    children: Sequence[int],
    values: Sequence[Bound],
    result: Bound,
    unseen: Unseen | None = None,
) -> str:
    """Return what the node's rule makes of its children's values, such as `max(3, 2) = 3`.

    `unseen` is what a chance node counts for outcomes that it skipped.
    """
    tree: Tree = problem.game
    if tree.kind[node] == CHANCE:
        weights = [tree.probability[child] or 0 for child in children]
        terms = [*zip(weights, values, strict=True), *([] if unseen is None else [unseen[:2]])]
        inputs = " + ".join(f"{factor(problem, p)}*{factor(problem, value)}" for p, value in terms)
    elif tree.kind[node] >= FIRST_PLAYER:
        inputs = f"best for {printable(tree.mover(node))} of {problem.say_all(values)}"
    else:
        inputs = f"{rule_name(tree.kind[node])}({problem.say_all(values)})"
    return f"{inputs} = {problem.say(result)}"


def about(problem: Problem, value: Bound) -> str:
    """Return a fraction as a decimal too, for those who calculate with these."""
    if not isinstance(value, Fraction) or "/" not in problem.say(value):
        return ""
    decimal = marks_text(value)
    return f" ({decimal})" if read_number(decimal) == value else f" (about {decimal})"


def _by_leaving(problem: Problem) -> Iterator[int]:
    """Yield the inner nodes and those at the horizon, each after all below it, children in the order in which they are examined."""
    tree: Tree = problem.game
    step = 1 if problem.conventions.right_to_left else -1
    waiting = [(0, False)]
    while waiting:
        node, is_left = waiting.pop()
        if is_left:
            yield node
        elif tree.kind[node] != LEAF or tree.is_at_horizon(node):
            waiting.append((node, True))
            waiting += [(child, False) for child in tree.children(node)[::step]]


def _choice_sentence(problem: Problem, solution: Solution, accepted: tuple[int, ...]) -> str:
    from grader.kinds.trees.play_words import playing_words  # a wrong number is explained without

    tree: Tree = problem.game
    name, value = name_of(tree, 0), problem.say(solution.answers["value"])
    said = [f"The root {name} is worth {value}{' to MIN' if is_negated(problem, 0) else ''}."]
    if accepted:
        best = _max_value_of(problem, solution, 0)
        compared = compared_at(tree, 0)
        equal = [c for c in tree.children(0) if compared(_max_value_of(problem, solution, c)) == compared(best)]
        said.append(best_move_words(problem, accepted, equal))
    elif tree.kind[0] == CHANCE:
        said.append("Chance moves there, so there is no move to choose.")
    said += best_play_words(problem, solution)
    return " ".join([*said, *playing_words(problem, solution)])


def best_move_words(problem: Problem, accepted: tuple[int, ...], equal: list[int]) -> str:
    """Return which move is best, and where several children are equally good which of them count."""
    from grader.kinds.trees.play_words import move_words

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
