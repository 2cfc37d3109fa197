"""The alpha-beta search and what is reported of it (docs/format.md, docs/conventions.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from oracle.chance import handed_down, intervals, left_over, times, value_bounds
from oracle.numbers import bound, in_document, window_in_document
from oracle.trees import Node, at_or_below, breadth_first, inner_nodes, read_tree
from oracle.values import best_child, examined, is_player, principal_variation
from oracle.words import INFINITY, Document, Number, Window, convention


@dataclass
class Cutoff:
    """A cutoff: where, the window when the test held, and the children that were left."""

    node: Node
    window: Window
    skipped: list[Node]


@dataclass
class Trace:
    """What the one search saw, all of it fail-soft."""

    visited: list[Node] = field(default_factory=list)
    entry: dict[str, Window] = field(default_factory=dict)
    exit: dict[str, Window] = field(default_factory=dict)
    returned: dict[str, Number] = field(default_factory=dict)
    cutoffs: list[Cutoff] = field(default_factory=list)


def is_cut(alpha: Number, beta: Number, problem: Document) -> bool:
    """Return the outcome of the cutoff test (docs/conventions.md, `cutoff`)."""
    return alpha > beta if convention(problem, "cutoff") == "alpha > beta" else alpha >= beta


def believed(problem: Document) -> Window:
    """Return the bounds that the whole search believes (docs/conventions.md, `bounds-at`): none unless they hold everywhere."""
    return value_bounds(problem) if convention(problem, "bounds-at") == "everywhere" else (-INFINITY, INFINITY)


def shown(window: Window, problem: Document) -> Window:
    """Return a window as it is shown: without what lies beyond the bounds that the search believes."""
    (alpha, beta), (low, high) = window, believed(problem)
    return max(alpha, low), min(beta, high)


def is_settled(least: Number, most: Number, problem: Document) -> bool:
    """Return whether a node is worth the largest or the least that there is, whatever follows; no reason to stop where equality is none."""
    low, high = believed(problem)
    return convention(problem, "cutoff") == "alpha >= beta" and (least >= high or most <= low)


def search(node: Node, alpha: Number, beta: Number, problem: Document, trace: Trace) -> Number:
    """Return what the search returns at a node entered with (alpha, beta), filling the trace.

    docs/conventions.md, `cutoff`, `bounds`: there is one search, with fail-soft numbers and tests. The test is made after each
    child's value was taken in, also after the last child's. Windows are handed down as if nothing were known of leaves; what is
    known stops a node at an end of it, and clips the windows that are shown.
    """
    trace.visited.append(node)
    if not node.children:
        return node.value
    trace.entry[node.id] = shown((alpha, beta), problem)
    if node.player == "chance":
        return search_chance(node, (alpha, beta), problem, trace)
    best: Number = -INFINITY if node.player == "max" else INFINITY
    waiting = examined(node, problem)
    while waiting:
        value = search(waiting.pop(0), alpha, beta, problem, trace)
        if node.player == "max":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        least, most = (best, INFINITY) if node.player == "max" else (-INFINITY, best)
        if is_cut(alpha, beta, problem) or is_settled(least, most, problem):
            trace.cutoffs.append(Cutoff(node, shown((alpha, beta), problem), waiting))
            break
    trace.exit[node.id] = shown((alpha, beta), problem)
    trace.returned[node.id] = best
    return best


def search_chance(node: Node, window: Window, problem: Document, trace: Trace) -> Number:
    """Return what the search returns at a chance node: it cuts where it can no longer come into its window."""
    (alpha, beta), bounds = window, value_bounds(problem)
    done = Fraction(0)
    waiting = examined(node, problem)
    returned: Number = done
    while waiting:
        child = waiting.pop(0)
        rest = left_over(waiting)
        value = search(child, *handed_down(window, done, child.probability, rest, bounds), problem, trace)
        done += child.probability * Fraction(value)
        down, up = done + times(rest, bounds[0]), done + times(rest, bounds[1])
        is_low, is_high = is_cut(alpha, up, problem), is_cut(down, beta, problem)
        returned = up if is_low else down if is_high else done
        if is_low or is_high or is_settled(down, up, problem):
            trace.cutoffs.append(Cutoff(node, shown(window, problem), waiting))
            break
    trace.exit[node.id] = shown(window, problem)
    trace.returned[node.id] = returned
    return returned


def initial_window(problem: Document) -> Window:
    """Return the window with which the root is entered."""
    alpha, beta = convention(problem, "initial-window")
    return bound(alpha), bound(beta)


def run_search(root: Node, problem: Document) -> Trace:
    """Search the whole tree from the initial window."""
    trace = Trace()
    search(root, *initial_window(problem), problem, trace)
    return trace


def reported(value: Number, entry: Window, problem: Document) -> Number:
    """Return a number of an inner node as it is reported.

    docs/conventions.md, `bounds`: `fail-hard` clamps an inner node's value, exit window and cutoff to the window with
    which the node was entered, and only when they are reported; the search never sees it.
    """
    if convention(problem, "bounds") == "fail-soft":
        return value
    alpha, beta = entry
    return min(max(value, alpha), beta)


def reported_window(window: Window, entry: Window, problem: Document) -> Window:
    """Return an exit window (or a cutoff's) as it is reported."""
    alpha, beta = window
    return reported(alpha, entry, problem), reported(beta, entry, problem)


def reported_windows(trace: Trace, problem: Document) -> dict[str, Window]:
    """Return the windows of the visited inner nodes (docs/conventions.md, `windows-at`)."""
    if convention(problem, "windows-at") == "entry":
        return trace.entry
    return {name: reported_window(window, trace.entry[name], problem) for name, window in trace.exit.items()}


def reported_cutoffs(trace: Trace, problem: Document) -> list[Document]:
    """Return the cutoffs in the order in which they happen, each with its window at exit.

    One after the last child skips nothing and counts only under `empty-cutoffs: count`. The window
    is the one at exit whatever `windows-at` says (docs/conventions.md, `windows-at`).
    """
    counts_empty = convention(problem, "empty-cutoffs") == "count"
    cutoffs: list[Document] = []
    for cutoff in trace.cutoffs:
        if cutoff.skipped or counts_empty:
            name = cutoff.node.id
            alpha, beta = reported_window(cutoff.window, trace.entry[name], problem)
            cutoffs.append(
                {"node": name, "alpha": in_document(alpha), "beta": in_document(beta)},
            )
    return cutoffs


def listed_pruned(root: Node, trace: Trace, problem: Document) -> list[str]:
    """Return the pruned nodes as `list-pruned-as` wants them, breadth-first (docs/conventions.md, `list-pruned-as`)."""
    skipped = [child for cutoff in trace.cutoffs for child in cutoff.skipped]
    below = [node for child in skipped for node in at_or_below(child)]
    listed = {
        "subtrees": skipped,
        "nodes": below,
        "leaves": [node for node in below if not node.children],
    }[convention(problem, "list-pruned-as")]
    return [node.id for node in breadth_first(root) if node in listed]


def returned_at_root(root: Node, trace: Trace, problem: Document) -> Number:
    """Return the search's number at the root as it is reported; a leaf is never clamped."""
    if not root.children:
        return root.value
    return reported(trace.returned[root.id], trace.entry[root.id], problem)


def is_inside(value: Number, window: Window) -> bool:
    """Tell whether alpha < value < beta: only then are there optimal moves (docs/conventions.md, `initial-window`)."""
    alpha, beta = window
    return alpha < value < beta


def solve_alpha_beta(problem: Document) -> Document:
    """Solve alpha-beta: every part that the problem has."""
    root = read_tree(problem)
    trace = run_search(root, problem)
    value = returned_at_root(root, trace, problem)
    is_exact = is_inside(value, initial_window(problem))
    answers: Document = {"value": in_document(value)}
    if is_exact and is_player(root):
        answers["best-move"] = best_child(root, problem).move
    answers["values"] = {
        node.id: in_document(reported(trace.returned[node.id], trace.entry[node.id], problem))
        for node in inner_nodes(root)
        if node in trace.visited
    }
    if is_exact and not any(node.player == "chance" for node in breadth_first(root)):
        answers["principal-variation"] = principal_variation(root, problem)
    windows = reported_windows(trace, problem)
    answers["pruned"] = listed_pruned(root, trace, problem)
    answers["visited"] = [node.id for node in trace.visited]
    answers["leaves-evaluated"] = sum(not node.children for node in trace.visited)
    answers["nodes-visited"] = len(trace.visited)
    answers["windows"] = {name: window_in_document(window) for name, window in windows.items()}
    answers["cutoffs"] = reported_cutoffs(trace, problem)
    if "depth" in problem:
        stopped = [node for node in breadth_first(root) if node.at_horizon and node in trace.visited]
        answers["evaluations"] = {node.id: in_document(node.value) for node in stopped}
    found = intervals(root, trace.visited, problem)
    answers["intervals"] = {name: window_in_document(ends) for name, ends in found.items()}
    return answers
