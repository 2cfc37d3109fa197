"""What follows from a student's own numbers (docs/marking.md, "Follow-through")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from oracle.alpha_beta import Trace, reported, run_search
from oracle.numbers import bound, in_document, is_right_number, number
from oracle.trees import Node, breadth_first, read_tree
from oracle.ucb import chosen, read_arms
from oracle.values import by_tie, examined, to_mover
from oracle.words import INFINITY, Document, Number, Window, convention
from oracle.written import text, written


@dataclass
class Step:
    """One step of the reference search, with the student's numbers in the place of its own."""

    node: Node
    children: list[Node]
    inputs: list[Fraction]
    window: Window
    unseen: Fraction = Fraction(0)
    """What a chance node counts for the outcomes that it skipped."""

    def best(self) -> Fraction:
        """Return what the node's rule gives: max, min or expectation of the inputs."""
        if self.node.player == "max":
            return max(self.inputs)
        if self.node.player == "min":
            return min(self.inputs)
        pairs = zip(self.children, self.inputs, strict=True)
        return sum((child.probability * value for child, value in pairs), self.unseen)


def own_step(problem: Document, name: str, own: Document, static: Document | None = None) -> Step | None:
    """Return a node's step on the student's own entries, as MAX sees them, or None where nothing can follow.

    Its inputs are those of the children that the reference search examined: of a leaf the
    problem's value, of an inner node the student's entry, and so of a node at the horizon where
    the student's own static values are given. Nothing follows where an entry is
    missing, where there are none, where two or more are all equal, or where there is one and all
    inputs are equal.
    """
    root = read_tree(problem)
    node = next(node for node in breadth_first(root) if node.id == name)
    children = node.children
    window: Window = (-INFINITY, INFINITY)
    unseen = Fraction(0)
    if problem["kind"] == "alpha-beta":
        trace = run_search(root, problem)
        children = [child for child in children if child in trace.visited]
        window = trace.entry[name]
        if node.player == "chance":
            unseen = Fraction(trace.returned[name]) - seen_of(children, trace)
    mine = own | {f"static of {name}": value for name, value in (static or {}).items()}
    key = {child: f"static of {child.id}" if child.at_horizon else child.id for child in children}
    inner = [child for child in children if child.children or (child.at_horizon and static is not None)]
    if not inner or any(key[child] not in mine for child in inner):
        return None
    inputs = [
        to_mover(child, number(mine[key[child]]), problem) if child in inner else child.value for child in children
    ]
    entries = [value for child, value in zip(children, inputs, strict=True) if child in inner]
    compared = entries if len(entries) > 1 else inputs
    return None if len(set(compared)) == 1 else Step(node, children, inputs, window, unseen)


def seen_of(children: list[Node], trace: Trace) -> Fraction:
    """Return what the examined outcomes of a chance node came to in the search."""
    returned = [trace.returned[child.id] if child.children else child.value for child in children]
    pairs = zip(children, returned, strict=True)
    return sum((child.probability * Fraction(value) for child, value in pairs), Fraction(0))


def does_follow(problem: Document, name: str, own: Document, given: object, static: Document | None = None) -> bool:
    """Tell whether a number is what a node's rule gives on the student's own entries below it."""
    step = own_step(problem, name, own, static)
    if step is None:
        return False
    value: Number = to_mover(step.node, step.best(), problem)
    if problem["kind"] == "alpha-beta":
        value = reported(value, step.window, problem)
    return is_right_number(problem, in_document(value), given)


def value_follows(problem: Document, values: Document, given: object, static: Document | None = None) -> bool:
    """Tell whether `value` follows from `values`: by the root's rule, or as the root's entry.

    The entry counts only where the step at the root is one from which something can follow.
    """
    own = written(values)
    root = read_tree(problem)
    if not root.children or own_step(problem, root.id, own, static) is None:
        return False
    if root.id in own and is_right_number(problem, own[root.id], given):
        return True
    return does_follow(problem, root.id, own, given, static)


def best_move_follows(problem: Document, values: Document, given: object, static: Document | None = None) -> bool:
    """Tell whether `best-move` is best by the student's own entries at the root, as `tie` says."""
    root = read_tree(problem)
    step = own_step(problem, root.id, written(values), static)
    if step is None:
        return False
    values_of = {child.id: value for child, value in zip(step.children, step.inputs, strict=True)}
    in_order = [child for child in examined(root, problem) if child.id in values_of]
    tied = [child for child in in_order if values_of[child.id] == step.best()]
    best = by_tie(tied, convention(problem, "tie"))
    return any(text(given) in {child.move, child.id} for child in best)


def choice_follows(problem: Document, scores: Document, given: object, _static: Document | None = None) -> bool:
    """Tell whether `choice` is best by the student's own scores: all of them, not all equal."""
    own = {name: bound(value) for name, value in written(scores).items()}
    names = [arm.id for arm in read_arms(problem)]
    if any(name not in own for name in names) or len(set(own.values())) == 1:
        return False
    return text(given) in chosen({name: own[name] for name in names}, convention(problem, "tie"))


FOLLOWS: dict[str, Callable[[Document, Document, object, Document | None], bool]] = {
    "value": value_follows,
    "best-move": best_move_follows,
    "choice": choice_follows,
}
