"""Alpha-beta step by step: every node that the search enters, every number taken in, every cutoff, and the choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.answers.case import Solution
from grader.exact import Bound
from grader.games.problem import Problem
from grader.games.tree import BEYOND, CHANCE, KIND_NAMES, LEAF, Tree
from grader.kinds.trees.chance_cut import unseen_of
from grader.kinds.trees.horizon_words import beyond_words
from grader.kinds.trees.search_replay import Replay, Taken, cut_condition, holder_of_bound, replay_of
from grader.kinds.trees.search_words import (
    cutoff_words,
    end_words,
    enter_words,
    found_cutoff_words,
    leaf_words,
    reason_words,
    reported_words,
    return_words,
    take_in_words,
    test_text,
)
from grader.kinds.trees.star_words import chance_step_words, derived_words, possible_words
from grader.kinds.trees.value_steps import best_move_words, best_play_words, over_words, rule_name, tie_words
from grader.kinds.words import listing, name_of, names_of, window_text, window_words
from grader.step import Action, Step


def search_steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the steps of the recorded search in order of time, then the choice."""
    replay = replay_of(problem, solution)
    waiting: list[tuple[int, Iterator[Taken]]] = []  # the nodes on the path, each with what it is still to take in
    for done, node in enumerate(replay.trace.visited, 1):
        if replay.tree.kind[node] != LEAF:
            waiting.append((node, replay.taken_in(node)))
            yield _enter_step(replay, node)._replace(done=done)
            continue
        returned: int | None = node
        while returned is not None and waiting:
            parent, to_take = waiting[-1]
            taken = next(to_take)
            yield _taken_step(replay, parent, taken)._replace(done=done)
            returned = parent if taken.is_end else None
            if taken.is_end:
                waiting.pop()
            if taken.is_end and parent in replay.cutoffs:
                yield _cutoff_step(replay, parent, taken)._replace(done=done)
    yield _end_step(replay)._replace(done=len(replay.trace.visited))
    yield _choice_step(replay, solution)._replace(done=len(replay.trace.visited))


def _enter_step(replay: Replay, node: int) -> Step:
    window, condition = replay.entry(node), cut_condition(replay, node)[0]
    return Step(Action.ENTER, node, enter_words(replay, node), at=node, window=window, prune_if=condition)


def _taken_step(replay: Replay, parent: int, taken: Taken) -> Step:
    """Return the step in which a leaf or a node that is left gives its number to its parent."""
    child = taken.child
    is_leaf = replay.tree.kind[child] == LEAF
    said = leaf_words(replay, child) if is_leaf else return_words(replay, child)
    step = Step(
        Action.LEAF if is_leaf else Action.RETURN,
        child,
        f"{said} {take_in_words(replay, parent, taken)}",
        value=taken.value,
        at=parent,
        best=_best_of(replay, parent, taken),
        window=taken.after,
        prune_if=cut_condition(replay, parent)[0],
    )
    return step if is_leaf else _with_report(replay, step, child)


def _with_report(replay: Replay, step: Step, node: int) -> Step:
    if replay.problem.conventions.bounds == "fail-soft":
        return step
    return step._replace(reported=replay.reported.value[node], reported_window=replay.reported.exit[node])


def _best_of(replay: Replay, node: int, taken: Taken) -> Bound:
    """Return what a node has by now: a player the best value, a chance node what its outcomes came to."""
    best: Bound = taken.best[0] if replay.tree.kind[node] == CHANCE else taken.best
    return best


def _cutoff_step(replay: Replay, node: int, taken: Taken) -> Step:
    cutoff, said = replay.cutoffs[node]
    step = Step(
        Action.CUTOFF,
        node,
        cutoff_words(replay, cutoff),
        test_text(replay, cutoff),
        at=node,
        best=_best_of(replay, node, taken),
        window=(cutoff.alpha, cutoff.beta),
        prune_if=cut_condition(replay, node)[0],
        skipped=tuple(child for child in replay.order(node) if child in cutoff.skipped),
    )
    if replay.problem.conventions.bounds == "fail-soft":
        return step
    return step._replace(reported_window=(said.alpha, said.beta))


def _end_step(replay: Replay) -> Step:
    """Return the step in which the root returns and the search ends."""
    if replay.tree.kind[0] == LEAF:
        return Step(Action.LEAF, 0, leaf_words(replay, 0), value=replay.value(0))
    sentence = " ".join((return_words(replay, 0), *end_words(replay)))
    step = Step(
        Action.RETURN, 0, sentence, value=replay.value(0), at=0, best=replay.value(0), window=replay.trace.exit[0]
    )
    return _with_report(replay, step, 0)


def _choice_step(replay: Replay, solution: Solution) -> Step:
    answers, name = solution.answers, name_of(replay.tree, 0)
    said = [f"The search is over. Its answer at {name} is {replay.problem.say(answers['value'])}."]
    accepted = tuple(answers.get("best-move", ()))
    if accepted:
        said.append(best_move_words(replay.problem, accepted, _equal(replay, accepted)))
    said += best_play_words(replay.problem, solution)
    leaves, evaluated = len(replay.tree.leaves()), answers["leaves-evaluated"]
    said.append(f"{evaluated} of {leaves} {'leaf was' if leaves == 1 else 'leaves were'} evaluated.")
    return Step(Action.CHOICE, 0, " ".join(said), value=answers["value"], chosen=accepted)


def _equal(replay: Replay, accepted: tuple[int, ...]) -> list[int]:
    """Return the accepted children and the one by which the search found the best value.

    Others that returned the same number may be worth less: it is only a bound where their window was cut.
    """
    finder = next(child for child in replay.order(0) if replay.trace.value[child] == replay.value(0))
    return sorted({finder, *accepted})


# one node


def explain_search(problem: Problem, solution: Solution, node: int, *, windows: bool = True) -> str:
    """Return the one step of a node: which children were examined, the window then, and why the rest is skipped.

    Without `windows` what it was entered and left with stays unsaid.
    """
    replay = replay_of(problem, solution)
    if not replay.is_visited(node):
        return why_skipped(problem, solution, node)
    if replay.tree.kind[node] == LEAF:
        return leaf_words(replay, node)
    said = [_inputs_words(replay, node), *([_windows_words(replay, node)] if windows else [])]
    if node in replay.cutoffs:
        said.append(found_cutoff_words(replay, replay.cutoffs[node][0], is_derived=True))
    return " ".join(said) + reported_words(replay, node)


def _windows_words(replay: Replay, node: int) -> str:
    """Return with which window a node was entered and left; of an outcome, how its chance node found the first."""
    entered, left = f"It was entered with {window_words(replay.problem, replay.entry(node))}", replay.trace.exit[node]
    if derived := derived_words(replay, node, replay.tree.parent[node] if node else None):
        entered = f"{derived} It was entered with that"
    if left is None or left == replay.entry(node):
        return f"{entered} and left with the same."
    return f"{entered} and left with {window_words(replay.problem, left)}."


def choice_words(problem: Problem, solution: Solution, node: int) -> str:
    """Return what a node made of the numbers that its children returned, each behind its move."""
    return _inputs_words(replay_of(problem, solution), node, named=True)


def _inputs_words(replay: Replay, node: int, *, named: bool = False) -> str:
    """Return what the node made of the numbers that its examined children returned, in document order; `named`: with its move."""
    tree = replay.tree
    examined = [child for child in tree.children(node) if replay.is_visited(child)]
    values = [replay.value(child) for child in examined]
    numbers = over_words(replay.problem, examined, values) if named else replay.problem.say_all(values)
    if tree.kind[node] == CHANCE:
        return _chance_inputs_words(replay, node, examined)
    head = f"{name_of(tree, node)} is {KIND_NAMES[tree.kind[node]]}"
    result = f"{rule_name(tree.kind[node])} = {replay.problem.say(replay.value(node))}"
    moved = _moved_words(replay, examined)
    if len(examined) == len(tree.children(node)):
        is_first = named and replay.problem.conventions.tie == "first"  # others that return the same may be worth less
        tie = tie_words(replay.problem, values, replay.value(node)) if is_first else ""
        return f"{head} over {numbers}: {result}{tie}.{moved}"
    returned = listing(f"{name_of(tree, child)} ({replay.problem.say(replay.value(child))})" for child in examined)
    return f"{head} and examined only {returned}: {result}.{moved}"


def _chance_inputs_words(replay: Replay, node: int, examined: Sequence[int]) -> str:
    """Return what a chance node made of the numbers that its examined outcomes returned."""
    name, unseen = name_of(replay.tree, node), unseen_of(replay.problem, replay.trace, node)
    step, moved = chance_step_words(replay, node), _moved_words(replay, examined)
    if unseen is None:
        return f"{name} is a chance node, so its outcomes are weighted: {step}.{moved}"
    side = "at most" if unseen.is_most else "at least"
    return f"{name} is a chance node and examined only {names_of(replay.tree, examined)}: it is worth {side} {step}.{moved}"


def _moved_words(replay: Replay, children: Sequence[int]) -> str:
    """Return which of the children a fail-hard search reports with other numbers than those that their parent takes in."""
    value, reported = replay.value, replay.reported.value
    moved = [
        f"{name_of(replay.tree, child)} as {replay.problem.say(said)} instead of {replay.problem.say(value(child))}"
        for child in children
        if (said := reported[child]) is not None and said != value(child)
    ]
    return f" (Fail-hard reports {listing(moved)}.)" if moved else ""


def why_skipped(problem: Problem, solution: Solution, node: int) -> str:
    """Return why the search never came to the node: where it was cut, and by which bound. Empty for a visited node."""
    replay = replay_of(problem, solution)
    tree: Tree = replay.tree
    if replay.is_visited(node):
        return ""
    top = node
    while not replay.is_visited(tree.parent[top]):
        top = tree.parent[top]
    if tree.kind[top] == BEYOND:
        return beyond_words(tree, node)
    cutoff = replay.cutoffs[tree.parent[top]][0]
    below = "" if top == node else f" with everything below {name_of(tree, top)}"
    *_, last = replay.taken_in(cutoff.node)
    after = f"After {name_of(tree, last.child)} gave {replay.problem.say(last.value)}"
    derived = derived_words(replay, cutoff.node, holder_of_bound(replay, cutoff.node))
    return (
        f"{name_of(tree, node)} is skipped{below}. {after}, {reason_words(replay, cutoff)}{derived and f' {derived}'}"
    )


def why_visited(problem: Problem, solution: Solution, node: int) -> str:
    """Return why the search could not pass the node over: the window of its parent when its turn came. Empty if skipped."""
    replay = replay_of(problem, solution)
    tree: Tree = replay.tree
    if not replay.is_visited(node):
        return ""
    name = name_of(tree, node)
    if node == 0:
        return f"{name} is the root, where the search starts."
    parent = tree.parent[node]
    taken = next(taken for taken in replay.taken_in(parent) if taken.child == node)
    if node == replay.order(parent)[0]:
        return (
            f"{name} is the first child that {name_of(tree, parent)} examines; a node is cut only after it has a value."
        )
    condition, above = cut_condition(replay, parent)[1], name_of(tree, parent)
    window = f"its window was {window_text(replay.problem, taken.before)}"
    if tree.kind[parent] == CHANCE:
        return (
            f"When {name} had its turn, {above} could still be worth {possible_words(replay, taken)} "
            f"({window}): {name} had to be examined."
        )
    needed = f"and only {condition} cuts it" if condition else "and nothing can cut it"
    return (
        f"When {name} had its turn, {above} had found {replay.problem.say(taken.best_before)}, {needed} "
        f"({window}): {name} had to be examined."
    )
