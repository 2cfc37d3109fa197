"""What a student hands in of an alpha-beta search, read off his worksheet."""

from __future__ import annotations

from dataclasses import replace

import oracle
from oracle import Document, Node, Number, Window
from stars import UNSOUND, intervals_by, star_of

from students.habits import RIGHT_HABIT, Habit, Own
from students.search import Sheet, look_at
from students.unpruned import backed_up, best_of, best_path, in_order, levels_below, step_of_ends


def follow_alpha_beta(problem: Document, habit: Habit, own: Own) -> Document:
    """Return the answers of a student to alpha-beta."""
    root = oracle.read_tree(problem)
    start = oracle.initial_window(problem)
    first = star_of(problem, habit.star).clipped(start)
    sheet = Sheet(problem, root, habit, own, first)
    value = look_at(sheet, root, 0, *first)
    trace = sheet.trace
    if root.children:
        value = written_value(sheet, root)
    inside = oracle.is_inside(value, start)
    answers: Document = {"value": oracle.in_document(value)}
    if inside and oracle.is_player(root):
        answers["best-move"] = move_of(sheet).move
    answers["values"] = {
        node.id: oracle.in_document(entry_of(sheet, node)) for node in oracle.inner_nodes(root) if node in trace.visited
    }
    if inside and not any(node.player == "chance" for node in oracle.breadth_first(root)):
        answers["principal-variation"] = line_of(sheet)
    visited = [node for node in trace.visited if not habit.trigger_is_pruned or node not in sheet.triggers]
    if habit.by_level:
        levels = levels_below([root])
        visited = [node for level in levels for node in trace.visited if node in level]
    answers["pruned"] = skipped_by(sheet)
    answers["visited"] = [node.id for node in visited]
    answers["leaves-evaluated"] = sum(not node.children for node in visited)
    answers["nodes-visited"] = len(visited)
    answers["windows"] = windows_of(sheet)
    answers["cutoffs"] = cutoffs_of(sheet)
    if "depth" in problem:
        stopped = [node for node in oracle.breadth_first(root) if node.at_horizon and node in visited]
        answers["evaluations"] = {node.id: oracle.in_document(node.value) for node in stopped}
    certain = (lambda node: moved(sheet, node)) if habit.returned_is_known else None
    looked_at = [node for node in trace.visited if not habit.trigger_is_pruned or node not in sheet.triggers]
    answers["intervals"] = intervals_by(problem, root, looked_at, step_of_ends(root, habit), certain)
    return answers


def moved(sheet: Sheet, node: Node) -> Number:
    """Return what came back from a node, as it is reported."""
    value = sheet.trace.returned[node.id]
    is_hard = oracle.convention(sheet.problem, "bounds") == "fail-hard"
    return moved_into(sheet.trace.entry[node.id], value) if is_hard else value


def written_value(sheet: Sheet, node: Node) -> Number:
    """Return the number that the student writes at a visited inner node."""
    if node.id in sheet.own:
        return sheet.own[node.id]
    value, (alpha, beta) = sheet.trace.returned[node.id], sheet.trace.entry[node.id]
    if oracle.convention(sheet.problem, "bounds") == "fail-soft":
        return value
    return moved_into((alpha, beta), value)


def moved_into(window: Window, value: Number) -> Number:
    """Return what fail-hard reports for a number.

    A wrong search can enter a node with alpha above beta, for which docs/conventions.md has no word: first alpha is looked at.
    """
    alpha, beta = window
    return alpha if value < alpha else min(value, beta)


def reported_window(sheet: Sheet, name: str, window: Window) -> list[int | str]:
    """Return a window at exit as the student writes it."""
    if oracle.convention(sheet.problem, "bounds") == "fail-hard":
        entry = sheet.trace.entry[name]
        window = (moved_into(entry, window[0]), moved_into(entry, window[1]))
    return written_pair(sheet, window)


def written_pair(sheet: Sheet, window: Window) -> list[int | str]:
    """Return a window as the student writes it down."""
    alpha, beta = window
    return oracle.window_in_document((beta, alpha) if sheet.habit.beta_first else window)


def windows_of(sheet: Sheet) -> Document:
    """Return the windows as the student writes them."""
    is_at_entry = oracle.convention(sheet.problem, "windows-at") == "entry"
    if is_at_entry != sheet.habit.other_moment:
        return {name: written_pair(sheet, window) for name, window in sheet.trace.entry.items()}
    return {name: reported_window(sheet, name, window) for name, window in sheet.trace.exit.items()}


def cutoffs_of(sheet: Sheet) -> list[Document]:
    """Return the cutoffs as the student writes them."""
    counts_empty = oracle.convention(sheet.problem, "empty-cutoffs") == "count"
    cutoffs = [cutoff for cutoff in sheet.trace.cutoffs if cutoff.skipped or counts_empty]
    if sheet.habit.lists_strict_cutoffs:
        cutoffs = [cutoff for cutoff in cutoffs if is_strict_at(sheet, cutoff)]
    windows = [reported_window(sheet, cutoff.node.id, cutoff.window) for cutoff in cutoffs]
    pairs = zip(cutoffs, windows, strict=True)
    return [{"node": cutoff.node.id, "alpha": alpha, "beta": beta} for cutoff, (alpha, beta) in pairs]


def is_strict_at(sheet: Sheet, cutoff: oracle.Cutoff) -> bool:
    """Tell whether a cutoff is one where equality does not count; a chance node is cut by what it can be worth."""
    alpha, beta = cutoff.window
    if cutoff.node.player == "chance":
        value = sheet.trace.returned[cutoff.node.id]
        return alpha > value or value > beta
    return alpha > beta


def entry_of(sheet: Sheet, node: Node) -> Number:
    """Return what the student writes in `values` at a visited inner node."""
    if sheet.habit.true_values:
        return backed_up(node, 0, sheet.root, RIGHT_HABIT, sheet.own)
    return written_value(sheet, node)


def skipped_by(sheet: Sheet) -> list[str]:
    """Return what the student lists as pruned."""
    if not sheet.habit.trigger_is_pruned:
        return oracle.listed_pruned(sheet.root, sheet.trace, sheet.problem)
    also = [oracle.Cutoff(leaf, (0, 0), [leaf]) for leaf in sheet.triggers]
    with_triggers = replace(sheet.trace, cutoffs=sheet.trace.cutoffs + also)
    return oracle.listed_pruned(sheet.root, with_triggers, sheet.problem)


def returned_by_children(sheet: Sheet) -> list[tuple[Node, Number]]:
    """Return the root's visited children with what each returned, in the order of examination."""
    children = [child for child in in_order(sheet.root, sheet.problem, sheet.habit) if child in sheet.trace.visited]
    return [(child, written_value(sheet, child) if child.children else child.value) for child in children]


def move_of(sheet: Sheet) -> Node:
    """Return the student's best move.

    It is minimax's on his numbers; but he who lets an equal number replace the best, or whose search finds another
    value than minimax does, has only the numbers that were returned to him.
    """
    if sheet.habit.equal_replaces:
        returned = returned_by_children(sheet)
        pick = max if sheet.root.player == "max" else min
        best = pick(value for _, value in returned)
        return [child for child, value in returned if value == best][-1]
    if sheet.habit.global_window or sheet.habit.other_bound or sheet.habit.star in UNSOUND:
        returned = returned_by_children(sheet)
        pick = max if sheet.root.player == "max" else min
        best = pick(value for _, value in returned)
        return oracle.by_tie([child for child, value in returned if value == best], tie_of(sheet))[0]
    return best_of(sheet.root, 0, sheet.root, sheet.problem, sheet.habit, sheet.own)[0]


def tie_of(sheet: Sheet) -> str:
    """Return the problem's `tie`."""
    return str(oracle.convention(sheet.problem, "tie"))


def line_of(sheet: Sheet) -> list[str]:
    """Return the student's line of best play; it begins with his best move."""
    if not sheet.root.children:
        return [sheet.root.id]
    move = move_of(sheet)
    return [sheet.root.id, *best_path(move, 1, sheet.root, sheet.problem, sheet.habit, sheet.own)]
