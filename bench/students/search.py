"""A student's alpha-beta search, and the worksheet that he keeps while he searches."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import oracle
from oracle import INFINITY, Document, Node, Number, Window
from stars import star_of

from students.habits import Habit, Own
from students.unpruned import in_order, one_step, role_in_search


@dataclass
class Sheet:
    """A student's worksheet: what he wrote down during the search, and the window that he keeps by heart."""

    problem: Document
    root: Node
    habit: Habit
    own: Own
    window: Window
    trace: oracle.Trace = field(default_factory=oracle.Trace)
    triggers: list[Node] = field(default_factory=list)


def has_cutoff(sheet: Sheet, alpha: Number, beta: Number) -> bool:
    """Return the outcome of the student's test."""
    if sheet.habit.never_cuts:
        return False
    is_strict = oracle.convention(sheet.problem, "cutoff") == "alpha > beta"
    return alpha > beta if is_strict != sheet.habit.other_test else alpha >= beta


def look_at(sheet: Sheet, node: Node, depth: int, alpha: Number, beta: Number) -> Number:
    """Return what the student's search gives at a node that is entered with (alpha, beta)."""
    habit, trace = sheet.habit, sheet.trace
    trace.visited.append(node)
    if not node.children:
        return node.value
    if habit.global_window:
        alpha, beta = sheet.window
    trace.entry[node.id] = (alpha, beta)
    role = role_in_search(node, depth, sheet.root, habit)
    if role == "chance":
        return look_at_chance(sheet, node, depth, (alpha, beta))
    seen: list[Any] = []
    waiting = in_order(node, sheet.problem, habit)
    while waiting:
        child = waiting.pop(0)
        low, high = alpha, beta
        if habit.parent_bound_only and role == "max":
            high = INFINITY
        if habit.parent_bound_only and role == "min":
            low = -INFINITY
        if role == "mean":  # a mean is bounded by no single child
            low, high = -INFINITY, INFINITY
        seen.append(look_at(sheet, child, depth + 1, *star_of(sheet.problem, habit.star).clipped((low, high))))
        if habit.global_window:
            alpha, beta = sheet.window
        if role == "mean":
            continue
        best = max(seen) if role == "max" else min(seen)
        raises_alpha = (role == "max") != habit.other_bound
        alpha, beta = (max(alpha, best), beta) if raises_alpha else (alpha, min(beta, best))
        sheet.window = (alpha, beta)
        if has_cutoff(sheet, alpha, beta):
            trace.cutoffs.append(oracle.Cutoff(node, (alpha, beta), waiting))
            if waiting and not child.children:
                sheet.triggers.append(child)
            break
    trace.exit[node.id] = (alpha, beta)
    examined = in_order(node, sheet.problem, habit)[: len(seen)]
    trace.returned[node.id] = sheet.own.get(node.id, one_step(role, habit, examined, seen))
    return trace.returned[node.id]


def look_at_chance(sheet: Sheet, node: Node, depth: int, window: Window) -> Number:
    """Return what the student's search gives at a chance node that is entered with the window."""
    habit, trace = sheet.habit, sheet.trace
    star = star_of(sheet.problem, habit.star)
    weight = dict(zip((child.id for child in node.children), habit.weigh(node.children), strict=True))
    waiting, done = in_order(node, sheet.problem, habit), Fraction(0)
    returned: Number = done
    while waiting:
        child = waiting.pop(0)
        p, rest = weight[child.id], sum((weight[one.id] for one in waiting), Fraction(0))
        done += p * Fraction(look_at(sheet, child, depth + 1, *star.window_of(window, done, p, rest)))
        least, most = star.can_be(done, rest)
        is_low, is_high = has_cutoff(sheet, window[0], most), has_cutoff(sheet, least, window[1])
        returned = most if is_low else least if is_high else done
        if (is_low or is_high) and habit.star != "no-chance-cutoff":
            trace.cutoffs.append(oracle.Cutoff(node, window, waiting))
            if waiting and not child.children:
                sheet.triggers.append(child)
            break
    trace.exit[node.id] = window
    trace.returned[node.id] = sheet.own.get(node.id, returned)
    return trace.returned[node.id]
