"""What follows from a student's own numbers: the rule of one step, applied to what they wrote below it.

Nothing follows where one of the numbers is missing, nor where all of them are equal: a row of zeros shows no rule. One
number of their own beside leaves is enough, unless all inputs of the step are equal.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from grader.core.answers.case import Case, Key
from grader.core.answers.cells import is_right_worth
from grader.core.answers.inputs import Entry, Flow
from grader.core.answers.reports import Written
from grader.core.games.tree import CHANCE, LEAF, MAX, MIN, Tree, is_player
from grader.core.numbers import Number
from grader.core.search.cutting import clamp
from grader.core.search.folds import Trace
from grader.core.search.values import Payoffs
from grader.core.text import printable
from grader.kinds.entries import on_own_numbers
from grader.kinds.trees.rules import by_tie, compared_at, for_reader, values_of
from grader.kinds.trees.solve import Unseen, unseen_of
from grader.kinds.trees.value_words import mover_words, step_text
from grader.kinds.words import name_of

_OPERATION: Mapping[int, Literal["max", "min", "sum"]] = {MAX: "max", MIN: "min", CHANCE: "sum"}
"""What the rule of a node does with numbers, for an engine that knows operations only."""


def _examined(tree: Tree, trace: Trace | None, node: int) -> Sequence[int]:
    """Return the children whose values the reference step takes in: those that the search visited."""
    if trace is None:
        return tree.children(node)
    return [child for child in tree.children(node) if trace.entry[child] is not None]


def _own_inputs(
    case: Case, given: Mapping[int, Written | None], node: int
) -> tuple[Sequence[int], list[Number]] | None:
    """Return the children of the step and their numbers as MAX sees them: of leaves the problem's, the others the student's."""
    tree: Tree = case.problem.game
    children = _examined(tree, case.solution.trace, node)
    static = case.given("evaluations") if case.policy.across_parts else None
    own: list[Number] = []
    inputs: list[Any] = []
    for child in children:
        if tree.kind[child] == LEAF and (static is None or not tree.is_at_horizon(child)):
            inputs.append(tree.value[child])
            continue
        written = given.get(child) if static is None or tree.kind[child] != LEAF else static.get(child)
        if written is None:
            return None
        own.append(for_reader(case.problem, child, written.value))
        inputs.append(own[-1])
    is_trivial = len({*own}) == 1 and (len(own) > 1 or len({*inputs}) == 1)
    return (children, inputs) if own and not is_trivial else None


class Step(NamedTuple):
    """One step on somebody's numbers: the children that it takes in, their numbers, what the rule makes of them, what is reported.

    All but `reported` are numbers as MAX sees them. `unseen` is what a chance node counts for the outcomes that it skipped, if it skipped any.
    """

    node: int
    children: Sequence[int]
    inputs: Sequence[Any]
    result: Number
    reported: Number
    unseen: Unseen | None = None


def own_step(case: Case, given: Mapping[int, Written | None], node: int) -> Step | None:
    """Return the node's step on the student's own numbers below it, or None where nothing follows."""
    found = _own_inputs(case, given, node)
    return None if found is None else _step(case, node, *found)


def right_step(case: Case, node: int) -> Step:
    """Return the node's step on the right numbers."""
    tree: Tree = case.problem.game
    trace: Trace | None = case.solution.trace
    children = _examined(tree, trace, node)
    values = case.solution.answers["values"] if trace is None else trace.value
    numbers = [for_reader(case.problem, c, values[c]) if tree.value[c] is None else tree.value[c] for c in children]
    return _step(case, node, children, numbers)


def _step(case: Case, node: int, children: Sequence[int], inputs: Sequence[Any]) -> Step:
    tree: Tree = case.problem.game
    rule, trace = values_of(case.problem)[tree.kind[node]], case.solution.trace
    chances = [tree.probability[child] for child in children]
    unseen = None if trace is None else unseen_of(case.problem, trace, node)
    known, weights = (inputs, chances) if unseen is None else ([*inputs, unseen.bound], [*chances, unseen.rest])
    number = rule(known, weights)  # type: ignore[misc]  # no leaf gets here
    return Step(node, children, inputs, number, _reported(case, node, number), unseen)


def node_follows(case: Case, node: Key, number: Number | Payoffs) -> bool:
    """Return whether an entry of `values` is what the node's rule gives on the student's own numbers below it."""
    step = own_step(case, case.given("values") or {}, node)
    return step is not None and is_right_worth(case.problem, step.reported, number)


def _reported(case: Case, node: int, number: Number) -> Number:
    """Return the number as it is reported: under fail-hard moved into the window of entry, and for the player that it is for."""
    trace = case.solution.trace
    if trace is None:
        return for_reader(case.problem, node, number)
    if case.problem.conventions.bounds == "fail-soft":
        return number
    return clamp(number, trace.entry[node])  # type: ignore[return-value]  # between bounds or one of them, entered finite


def flow_of(case: Case, node: Key) -> Flow | None:
    """Return what `node_follows` tells, as data; None where more than one operation on entries makes the number.

    That is so where a window clamps it or skipped outcomes are counted.
    """
    problem, trace = case.problem, case.solution.trace
    tree: Tree = problem.game
    is_clamped = trace is not None and problem.conventions.bounds != "fail-soft"
    if is_clamped or tree.kind[node] not in _OPERATION:
        return None
    if trace is not None and (trace.entry[node] is None or unseen_of(problem, trace, node) is not None):
        return None
    children = _examined(tree, trace, node)
    chances = [tree.probability[child] for child in children]
    weights = tuple(1 if chance is None else chance for chance in chances)
    times = 1 if trace is not None else for_reader(problem, node, 1)
    return Flow(_OPERATION[tree.kind[node]], tuple(_number_of(case, child) for child in children), weights, times)


def _number_of(case: Case, child: int) -> Number | Entry:
    """Return a child's number as MAX sees it: a leaf's, or the one that is written for it, at the horizon among evaluations."""
    problem, tree = case.problem, case.problem.game
    value: Number | None = tree.value[child]
    is_evaluated = case.policy.across_parts and "evaluations" in problem.ask and tree.is_at_horizon(child)
    if value is not None and not is_evaluated:
        return value
    part = "evaluations" if is_evaluated else "values"
    return Entry(part, name_of(tree, child), for_reader(problem, child, 1))


def root_flow(case: Case, key: Key) -> Flow | None:
    """Return what `value_follows` tells, as data."""
    if not case.policy.across_parts or "values" not in case.problem.ask or case.problem.game.kind[0] == LEAF:
        return None
    flow = flow_of(case, 0)
    return None if flow is None else flow._replace(also=Entry("values", printable(case.problem.game.ids[0])))


def value_follows(case: Case, key: Key, number: Number | Payoffs) -> bool:
    """Return whether the root's value follows from the part `values`: by its rule, or as the student wrote it there."""
    given = case.given("values")
    if not case.policy.across_parts or given is None or case.problem.game.kind[0] == LEAF:
        return False
    step, root = own_step(case, given, 0), given.get(0)
    if step is None:
        return False
    own = [step.reported, *([] if root is None else [root.value])]
    return any(is_right_worth(case.problem, one, number) for one in own)


def move_follows(case: Case, key: Key | None, child: int) -> bool:
    """Return whether a move at a player's node, the root where none is named, is best by the student's own `values`."""
    given, node = case.given("values"), key or 0
    if not case.policy.across_parts or given is None or not is_player(case.problem.game.kind[node]):
        return False
    step = own_step(case, given, node)
    if step is None:
        return False
    compared = compared_at(case.problem.game, node)
    best = compared(step.result)
    tied = [child for child, number in zip(step.children, step.inputs, strict=True) if compared(number) == best]
    return child in by_tie(case.problem, tied, right_to_left=case.problem.conventions.right_to_left)


# -- what is said of an answer that follows from the student's own numbers: their step, and the right one beside it

_LONGEST = 400  # of a step with a student's numbers, which can have 1,000 digits each


def entry_words(case: Case, node: Key) -> str:
    """Return what an entry of `values` follows from."""
    step = own_step(case, case.given("values") or {}, node)
    return "" if step is None else _both(case, _text(case, step), _text(case, right_step(case, node)))


def value_words(case: Case, key: Key) -> str:
    """Return what the `value` follows from: the student's step at the root, or the number that they wrote there."""
    given, right = case.given("values") or {}, _text(case, right_step(case, 0))
    step, root, written = own_step(case, given, 0), given.get(0), case.given("value")
    if root is None or (step is not None and written is not None and step.reported == written.value):
        return "" if step is None else _both(case, _text(case, step), right)
    return _both(case, f"{printable(case.problem.game.ids[0])} is {root.text}", right)


def choice_words(case: Case, key: Key | None, *, part: str) -> str:
    """Return what the `best-move` or an entry of the `strategy` follows from."""
    given, expected, node = case.given(part), case.expected(part), key or 0
    step = own_step(case, case.given("values") or {}, node)
    if given is None or step is None:
        return ""
    chosen, best = (given[node], expected[node]) if part == "strategy" else (given, expected)
    right = f"{_text(case, right_step(case, node))}, so {' or '.join(_move(case, child) for child in best)}"
    return _both(case, f"{_text(case, step)}, so {_move(case, chosen.value)}", right)


def _both(case: Case, own: str, right: str) -> str:
    return on_own_numbers(own, right, case.policy.follow_through)


def _move(case: Case, child: int) -> str:
    return printable(case.problem.game.moves[child])


def _text(case: Case, step: Step) -> str:
    """Return the step with its numbers; where fail-hard reports another one than it gives, that too."""
    text = step_text(case.problem, step.node, step.children, step.inputs, step.result, step.unseen)
    moved = "" if step.reported == step.result else f", reported as {case.problem.say(step.reported)}"
    reported = mover_words(case.problem, step.node, step.result) or moved
    return printable(text + reported, _LONGEST)
