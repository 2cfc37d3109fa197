"""Simulated students: each follows the right rule or one wrong rule of DESIGN section 6, perhaps with slips.

Nothing of the program is used here, only the tests' second solver (`tests/oracle`). Every wrong rule is written
from its sentence in DESIGN, as a plain recursion, so that the proof of the diagnosis does not rest on what it proves.
Problems and answers are documents (DESIGN 4.1 and 4.2) as Python data; numbers in answers are int or text.
"""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import oracle
from oracle import INFINITY, Arm, Document, Node, Number, Window
from players import PLAY_RULES, Player, guess_order, guess_strategy, play
from second import second
from stars import (
    NO_SHARES,
    STAR_RULES,
    UNSOUND,
    Star,
    Weigh,
    as_stated,
    equal_weights,
    intervals_by,
    likeliest_weights,
    next_weights,
    no_weights,
    star_rules_of,
    weights_again,
)

Own = Mapping[str, Fraction]
"""Node id -> the number that a student wrote by a slip; he goes on from it."""

Rule = tuple[str, str]
"""The name of a wrong rule in DESIGN, and which one where the name leaves it open (a depth, a logarithm)."""

RIGHT: Rule = ("right", "")
NO_SLIPS: Own = {}


# --- Habits: what a student does at each step -----------------------------------------------------


def own_role(node: Node, _depth: int, _root: Node) -> str:
    """Return who holds the node."""
    return node.player


def opponent(player: str) -> str:
    """Return the other player."""
    return "min" if player == "max" else "max"


def expectation(children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the sum of the values, each times its probability."""
    return sum((child.probability * value for child, value in zip(children, values, strict=True)), Fraction(0))


@dataclass(frozen=True)
class Habit:
    """How a student works: whom he takes to move, how he treats chance, and how he searches."""

    role: Callable[[Node, int, Node], str] = own_role
    chance: Callable[[Sequence[Node], Sequence[Fraction]], Fraction] = expectation
    other_test: bool = False
    never_cuts: bool = False
    parent_bound_only: bool = False
    global_window: bool = False
    other_bound: bool = False
    other_order: bool = False
    true_values: bool = False
    trigger_is_pruned: bool = False
    equal_replaces: bool = False
    other_moment: bool = False
    beta_first: bool = False
    by_level: bool = False
    lists_strict_cutoffs: bool = False
    weigh: Weigh = as_stated
    star: str = ""
    returned_is_known: bool = False


# Who moves


def swapped_role(node: Node, _depth: int, _root: Node) -> str:
    """Return the other player at every player's node."""
    return opponent(node.player) if oracle.is_player(node) else node.player


def always(player: str) -> Callable[[Node, int, Node], str]:
    """Return the role function by which one player holds every player's node."""
    return lambda node, _depth, _root: player if oracle.is_player(node) else node.player


def averaging_role(node: Node, _depth: int, root: Node) -> str:
    """Return `mean` for the nodes of the player who is not the root's."""
    return "mean" if oracle.is_player(node) and node.player != root.player else node.player


def swapped_at(level: int) -> Callable[[Node, int, Node], str]:
    """Return the role function that exchanges MAX and MIN at one depth."""
    return lambda node, depth, root: (swapped_role if depth == level else own_role)(node, depth, root)


def root_only_role(node: Node, _depth: int, root: Node) -> str:
    """Return the root's player at the root, and his opponent at every other player's node."""
    return opponent(root.player) if node is not root and oracle.is_player(node) else node.player


# What a chance node is worth


def plain_mean(_children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the mean, whatever the probabilities."""
    return sum(values, Fraction(0)) / len(values)


def plain_sum(_children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the sum."""
    return sum(values, Fraction(0))


def divided_again(children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the expectation, divided by the number of outcomes once more."""
    return expectation(children, values) / len(values)


def most_likely(children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the value of the outcome with the highest probability, of equals the first."""
    best = 0
    for place, child in enumerate(children):
        if child.probability > children[best].probability:
            best = place
    return values[best]


def shifted(children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the sum in which each value is weighted with the next outcome's probability, the last with the first's."""
    weights = [child.probability for child in children[1:]] + [children[0].probability]
    return sum((weight * value for weight, value in zip(weights, values, strict=True)), Fraction(0))


def smallest(_children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the minimum."""
    return min(values)


def largest(_children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return the maximum."""
    return max(values)


RIGHT_HABIT = Habit()
HABITS: dict[str, Habit] = {
    "right": RIGHT_HABIT,
    "players-swapped": Habit(role=swapped_role),
    "all-max": Habit(role=always("max")),
    "all-min": Habit(role=always("min")),
    "averages-opponent": Habit(role=averaging_role),
    "root-player-only": Habit(role=root_only_role),
    "strict-cutoff": Habit(other_test=True),
    "equality-cutoff": Habit(other_test=True),
    "no-deep-cutoffs": Habit(parent_bound_only=True),
    "no-pruning": Habit(never_cuts=True),
    "window-not-restored": Habit(global_window=True),
    "wrong-bound-updated": Habit(other_bound=True),
    "prunes-trigger-leaf": Habit(trigger_is_pruned=True),
    "wrong-direction": Habit(other_order=True),
    "true-value-at-cutoff": Habit(true_values=True),
    "tie-through-bound": Habit(equal_replaces=True),
    "other-windows-at": Habit(other_moment=True),
    "alpha-beta-exchanged": Habit(beta_first=True),
    "visited-by-level": Habit(by_level=True),
    "strict-in-cutoffs-only": Habit(lists_strict_cutoffs=True),
    "chance-as-min": Habit(chance=smallest),
    "chance-as-max": Habit(chance=largest),
    "plain-mean": Habit(chance=plain_mean, weigh=equal_weights),
    "sum-not-mean": Habit(chance=plain_sum, weigh=no_weights),
    "divides-again": Habit(chance=divided_again, weigh=weights_again),
    "most-likely-only": Habit(chance=most_likely, weigh=likeliest_weights),
    "probabilities-shifted": Habit(chance=shifted, weigh=next_weights),
    "returned-value-is-known": Habit(returned_is_known=True),
    **{name: Habit(star=name) for name in STAR_RULES},
}
"""Every rule about trees but `level-swapped`, which needs its depth."""

VALUE_RULES = ("players-swapped", "all-max", "all-min", "averages-opponent", "root-player-only")
ROOTED_RULES = ("averages-opponent", "root-player-only")
"""These speak of the root's player: there has to be one."""

CHANCE_RULES = tuple(name for name, habit in HABITS.items() if habit.chance is not expectation)
SEARCH_RULES = (
    *("strict-cutoff", "equality-cutoff", "no-deep-cutoffs", "no-pruning", "window-not-restored"),
    *("wrong-bound-updated", "prunes-trigger-leaf", "wrong-direction", "true-value-at-cutoff", "tie-through-bound"),
    *("other-windows-at", "alpha-beta-exchanged", "visited-by-level", "strict-in-cutoffs-only"),
    "returned-value-is-known",
)
SCORE_RULES = (
    *("other-log", "constant-inside-root", "constant-omitted", "total-not-divided", "exploitation-only"),
    *("exploration-only", "child-visits-in-log", "visits-swapped", "unvisited-ignored"),
)


def habit_of(rule: Rule) -> Habit:
    """Return how one who follows the rule works."""
    name, detail = rule
    return Habit(role=swapped_at(int(detail))) if name == "level-swapped" else HABITS.get(name, RIGHT_HABIT)


def rules_of(problem: Document) -> list[Rule]:
    """Return the wrong rules that can be followed on the problem."""
    if (own := second(problem["kind"])) is not None:
        return [(name, "") for name in (own.rules_of(problem) if hasattr(own, "rules_of") else own.RULES)]
    if problem["kind"] == "ucb":
        return score_rules_of(problem)
    return [*tree_rules_of(problem), *horizon_rules_of(problem)]


def tree_rules_of(problem: Document) -> list[Rule]:
    """Return the wrong rules of the search that can be followed on the problem."""
    root = oracle.read_tree(problem)
    depths = player_depths(root, 0)
    rules: list[Rule] = []
    if depths:
        rules += [(name, "") for name in VALUE_RULES if oracle.is_player(root) or name not in ROOTED_RULES]
        rules += [("level-swapped", str(depth)) for depth in depths]
    if any(node.player == "chance" for node in oracle.breadth_first(root)):
        is_searched = problem["kind"] == "alpha-beta"
        rules += [(name, "") for name in CHANCE_RULES if not is_searched or name not in NO_SHARES]
    if problem["kind"] != "alpha-beta":
        asked = set(oracle.asked_parts(problem))
        rules += [(name, "") for name, parts in PLAY_RULES.items() if not asked.isdisjoint(parts)]
    if problem["kind"] == "alpha-beta":
        is_strict = oracle.convention(problem, "cutoff") == "alpha > beta"
        no_place = ("strict-cutoff", "strict-in-cutoffs-only") if is_strict else ("equality-cutoff",)
        rules += [(name, "") for name in SEARCH_RULES if name not in no_place]
        stars = star_rules_of(problem, root)
        rules += [(name, "") for name in stars]
        rules = [rule for rule in rules if not stars or rule[0] != "window-not-restored"]
    return rules


# The horizon: the right rule, on another problem

HORIZON_RULES = (
    *("searches-to-the-end", "one-ply-short", "one-ply-deep", "other-depth-unit", "noise-ignored"),
    *("static-at-terminals", "weights-ignored", "signs-ignored", "bias-forgotten", "static-everywhere"),
    "sign-not-switched",
)


def horizon_rules_of(problem: Document) -> list[Rule]:
    """Return the wrong rules about the horizon and about whose the values are that show on the problem."""
    units = [unit for unit in ("plies", "moves", "rounds") if unit != oracle.convention(problem, "depth-in")]
    rules = [(name, "") for name in HORIZON_RULES if name != "other-depth-unit"]
    rules += [("other-depth-unit", unit) for unit in units]
    return [rule for rule in rules if is_another_problem(problem, rule)]


def is_another_problem(problem: Document, rule: Rule) -> bool:
    """Return whether the rule makes another problem of it, one that can be solved."""
    if rule[0] == "static-everywhere":
        return bool(all_static(problem))
    if rule[0] == "sign-not-switched":
        is_mover = oracle.convention(problem, "values-for") == "mover"
        return is_mover and any(node.player == "min" for node in oracle.breadth_first(oracle.read_tree(problem)))
    if not ("depth" in problem or (rule[0] == "static-at-terminals" and "evaluation" in problem)):
        return False
    other = other_problem(problem, rule)
    try:
        return other is not None and seen(other) != seen(problem)
    except oracle.NoStaticValueError:
        return False


def seen(problem: Document) -> list[Any]:
    """Return what a search can see of the problem: which nodes, where it ends and what is there."""
    nodes = oracle.breadth_first(oracle.read_tree(problem))
    return [(node.id, bool(node.children), node.at_horizon, None if node.children else node.value) for node in nodes]


def all_static(problem: Document) -> dict[str, Fraction]:
    """Return what stands at every inner node but the root as its static value, as it is asked for; {} if one has none."""
    if "depth" not in problem:
        return {}
    nodes = oracle.inner_nodes(oracle.read_tree(problem))[1:]
    if any(node.static is None for node in nodes):
        return {}
    return {node.id: oracle.to_mover(node, node.static or Fraction(0), problem) for node in nodes}


def other_problem(problem: Document, rule: Rule) -> Document | None:
    """Return the problem that someone solves rightly who follows the rule; None where the rule changes nothing."""
    name, detail = rule
    other: Document = copy.deepcopy(problem)
    conventions: Document = other.setdefault("conventions", {})
    unit, depth = oracle.convention(problem, "depth-in"), int(oracle.number(problem.get("depth", 1)))
    if name == "searches-to-the-end":
        del other["depth"]
    elif name in ("one-ply-short", "one-ply-deep"):  # a round is two moves
        limit = depth * (2 if unit == "rounds" else 1) + (1 if name == "one-ply-deep" else -1)
        if limit < 1:
            return None
        other["depth"], conventions["depth-in"] = limit, "moves" if unit == "rounds" else unit
    elif name == "other-depth-unit":
        conventions["depth-in"] = detail
    elif name == "sign-not-switched":
        conventions["values-for"] = "max"
    elif name in ("noise-ignored", "static-at-terminals"):
        for node in all_mappings(other["tree"]):
            if name == "noise-ignored":
                node.pop("quiet", None)
            elif "value" in node and "features" in node and "evaluation" in other:
                node["value"] = oracle.in_document(oracle.evaluated(node["features"], other["evaluation"]))
    elif "evaluation" in other:
        other["evaluation"] = other_evaluation(other["evaluation"], name)
    return other


def other_evaluation(evaluation: Document, name: str) -> Document:
    """Return the evaluation of someone who follows the rule."""
    weights = {feature: oracle.number(weight) for feature, weight in evaluation["weights"].items()}
    if name == "weights-ignored":
        weights = {feature: Fraction((weight > 0) - (weight < 0)) for feature, weight in weights.items()}
    if name == "signs-ignored":
        weights = {feature: abs(weight) for feature, weight in weights.items()}
    written = {feature: oracle.in_document(weight) for feature, weight in weights.items()}
    return {"weights": written, "bias": 0 if name == "bias-forgotten" else evaluation.get("bias", 0)}


def all_mappings(tree: Any) -> list[Document]:
    """Return the nodes of a document that are mappings."""
    if not isinstance(tree, dict):
        return []
    children = tree.get("max") or tree.get("min") or tree.get("chance") or []
    return [tree, *(node for child in children for node in all_mappings(child))]


def follow_horizon(problem: Document, rule: Rule, own: Own) -> Document:
    """Return the answers of who solves another problem; what he skips is said in terms of the problem's own tree."""
    if rule[0] == "static-everywhere":
        return follow(problem, RIGHT, all_static(problem) | dict(own))
    other = other_problem(problem, rule) or problem
    if "pruned" not in oracle.solve(problem):
        answers = follow(other, RIGHT, own)
        known = {node.id for node in oracle.breadth_first(oracle.read_tree(problem))}
        if "redundant" in answers:
            answers["redundant"] = [name for name in answers["redundant"] if name in known]
        return answers
    other["conventions"]["list-pruned-as"] = "subtrees"
    answers = follow(other, RIGHT, own)
    return answers | {"pruned": listed_in(problem, answers["pruned"])}


def listed_in(problem: Document, roots: Sequence[str]) -> list[str]:
    """Return the listing of what is skipped, as the problem wants it; what no search comes to is left out."""
    nodes = oracle.breadth_first(oracle.read_tree(problem))
    skipped = [node for node in nodes if node.id in roots]
    below = {node.id for root in skipped for node in oracle.breadth_first(root)}
    how = oracle.convention(problem, "list-pruned-as")
    if how == "subtrees":
        return [node.id for node in skipped]
    return [node.id for node in nodes if node.id in below and (how == "nodes" or not node.children)]


def player_depths(node: Node, depth: int) -> list[int]:
    """Return the depths at which players move, ascending."""
    below = {deeper for child in node.children for deeper in player_depths(child, depth + 1)}
    return sorted(below | ({depth} if oracle.is_player(node) else set()))


# --- Trees ----------------------------------------------------------------------------------------


def backed_up(node: Node, depth: int, root: Node, habit: Habit, own: Own) -> Fraction:
    """Return the value that the student finds at a node without pruning; where he slipped, what he wrote."""
    if not node.children:
        return node.value
    if node.id in own:
        return own[node.id]
    values = [backed_up(child, depth + 1, root, habit, own) for child in node.children]
    return one_step(habit.role(node, depth, root), habit, node.children, values)


def one_step(role: str, habit: Habit, children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return what the student makes of a node's children."""
    if role == "max":
        return max(values)
    if role == "min":
        return min(values)
    return habit.chance(children, values) if role == "chance" else plain_mean(children, values)


def in_order(node: Node, problem: Document, habit: Habit) -> list[Node]:
    """Return the children as the student examines them."""
    children = oracle.examined(node, problem)
    return children[::-1] if habit.other_order else children


def best_of(node: Node, depth: int, root: Node, problem: Document, habit: Habit, own: Own) -> list[Node]:
    """Return the children that `tie` lets the student take for the best, in the order of examination.

    A player who is thought to average still has a best move: his own.
    """
    role = habit.role(node, depth, root)
    pick = max if (node.player if role == "mean" else role) == "max" else min
    children = in_order(node, problem, habit)
    values = [backed_up(child, depth + 1, root, habit, own) for child in children]
    tied = [child for child, value in zip(children, values, strict=True) if value == pick(values)]
    return oracle.by_tie(tied, oracle.convention(problem, "tie"))


def best_path(node: Node, depth: int, root: Node, problem: Document, habit: Habit, own: Own) -> list[str]:
    """Return the ids along the student's best moves."""
    if not node.children:
        return [node.id]
    best = best_of(node, depth, root, problem, habit, own)[0]
    return [node.id, *best_path(best, depth + 1, root, problem, habit, own)]


def follow_unpruned(problem: Document, habit: Habit, own: Own, rule: str) -> Document:
    """Return the answers of a student to minimax or expectiminimax."""
    root = oracle.read_tree(problem)
    nodes = oracle.breadth_first(root)
    own = {node.id: oracle.to_mover(node, own[node.id], problem) for node in nodes if node.id in own}
    values = values_below(root, 0, root, habit, own)
    written = {
        node.id: oracle.in_document(oracle.to_mover(node, values[node.id], problem)) for node in nodes if node.children
    }
    answers: Document = {"value": written.get(root.id, oracle.in_document(root.value))}
    if oracle.is_player(root):
        answers["best-move"] = best_of(root, 0, root, problem, habit, own)[0].move
    answers["values"] = written
    if problem["kind"] == "minimax":
        answers["principal-variation"] = best_path(root, 0, root, problem, habit, own)
    if "depth" in problem:
        answers["evaluations"] = {node.id: oracle.in_document(node.value) for node in nodes if node.at_horizon}
    depths = depths_below(root, 0)

    def best(node: Node) -> list[Node]:
        return best_of(node, depths[node.id], root, problem, habit, own)

    def step(node: Node, values: Sequence[Fraction]) -> Fraction:
        return one_step(habit.role(node, depths[node.id], root), habit, node.children, values)

    if "after" in problem:
        visited = oracle.depth_first(root, problem)
        answers["intervals"] = intervals_by(problem, root, visited, step_of_ends(root, habit))
    return answers | play(Player(problem, root, best, step, rule))


def depths_below(node: Node, depth: int) -> dict[str, int]:
    """Return the depth of every node from here down."""
    found = {node.id: depth}
    for child in node.children:
        found |= depths_below(child, depth + 1)
    return found


def step_of_ends(root: Node, habit: Habit) -> Callable[[Node, list[Number]], Number]:
    """Return what the student makes of one end of what is known of a node's children."""
    depths = {node.id: depth for depth, level in enumerate(levels_below([root])) for node in level}

    def step(node: Node, ends: list[Number]) -> Number:
        role = role_in_search(node, depths[node.id], root, habit)
        if role == "max":
            return max(ends)
        if role == "min":
            return min(ends)
        weigh = habit.weigh if role == "chance" else equal_weights
        return oracle.expected(ends, weigh(node.children))

    return step


def role_in_search(node: Node, depth: int, root: Node, habit: Habit) -> str:
    """Return who holds the node; one who takes the worst or best of chance takes it for a player."""
    role = habit.role(node, depth, root)
    if role == "chance" and habit.chance in (smallest, largest):
        return "min" if habit.chance is smallest else "max"
    return role


def values_below(node: Node, depth: int, root: Node, habit: Habit, own: Own) -> dict[str, Fraction]:
    """Return the student's number at every inner node from here down, as MAX sees it."""
    if not node.children:
        return {}
    found = {node.id: backed_up(node, depth, root, habit, own)}
    for child in node.children:
        found |= values_below(child, depth + 1, root, habit, own)
    return found


# --- Alpha-beta -----------------------------------------------------------------------------------


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
        seen.append(look_at(sheet, child, depth + 1, low, high))
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
    star = Star(habit.star, oracle.value_bounds(sheet.problem))
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


def follow_alpha_beta(problem: Document, habit: Habit, own: Own) -> Document:
    """Return the answers of a student to alpha-beta."""
    root = oracle.read_tree(problem)
    start = oracle.initial_window(problem)
    star = Star(habit.star, oracle.value_bounds(problem))
    first = star.clipped(start) if habit.star == "bounds-cut-everywhere" else start
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


def levels_below(level: list[Node]) -> list[list[Node]]:
    """Return the nodes of each level, from the given one down."""
    if not level:
        return []
    return [level, *levels_below([child for node in level for child in node.children])]


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

    A wrong search can enter a node with alpha above beta, for which DESIGN has no word: first alpha is looked at.
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


# --- UCB ------------------------------------------------------------------------------------------


def score_rules_of(problem: Document) -> list[Rule]:
    """Return the wrong rules that can be followed on a UCB problem."""
    arms = oracle.read_arms(problem)
    log = oracle.convention(problem, "log")
    rules: list[Rule] = [("other-log", other) for other in ("ln", "log10", "log2") if other != log]
    is_uct = oracle.convention(problem, "formula") == "uct"
    for name in SCORE_RULES[1:]:
        if name == "constant-inside-root" and not (is_uct and oracle.exploration(problem) not in {0, 1}):
            continue
        has_unvisited = any(arm.visits == 0 for arm in arms)
        if name == "unvisited-ignored" and (oracle.convention(problem, "unvisited") == "zero" or not has_unvisited):
            continue
        if name == "constant-omitted" and is_uct and oracle.exploration(problem) == 1:
            continue
        rules.append((name, ""))
    is_visited = any(arm.visits for arm in arms)
    return [rule for rule in rules if is_visited or rule[0] == "unvisited-ignored"]


LOGARITHMS: dict[str, Callable[[float], float]] = {"ln": math.log, "log10": math.log10, "log2": math.log2}


def wrong_score(arm: Arm, problem: Document, rule: Rule) -> float:
    """Return what the student finds for a child."""
    name, detail = rule
    if arm.visits == 0:
        is_infinite = oracle.convention(problem, "unvisited") == "first" and name != "unvisited-ignored"
        return INFINITY if is_infinite else 0.0
    logarithm = LOGARITHMS[detail if name == "other-log" else oracle.convention(problem, "log")]
    visits, parent = arm.visits, oracle.parent_visits(problem)
    bonus = bonus_of(problem, name, logarithm, parent, visits)
    mean = float(arm.total) if name == "total-not-divided" else float(arm.total / visits)
    return {"exploitation-only": mean, "exploration-only": bonus}.get(name, mean + bonus)


def bonus_of(problem: Document, name: str, logarithm: Callable[[float], float], parent: int, visits: int) -> float:
    """Return the exploration term: c·sqrt(log N / n), or sqrt(2·log N / n)."""
    if name == "visits-swapped":
        parent, visits = visits, parent
    numerator = logarithm(visits if name == "child-visits-in-log" else parent)
    if oracle.convention(problem, "formula") == "ucb1":
        return math.sqrt((1 if name == "constant-omitted" else 2) * numerator / visits)
    c = oracle.exploration(problem)
    if name == "constant-inside-root":
        return math.sqrt(c * numerator / visits)
    return (1.0 if name == "constant-omitted" else c) * math.sqrt(numerator / visits)


def follow_ucb(problem: Document, rule: Rule, own: Own) -> Document:
    """Return the answers of a student to ucb."""
    arms = oracle.read_arms(problem)
    scores: dict[str, Number] = {arm.id: own.get(arm.id, wrong_score(arm, problem, rule)) for arm in arms}
    shown = {name: "inf" if score == INFINITY else score for name, score in scores.items()}
    return {"scores": shown, "choice": oracle.chosen(scores, oracle.convention(problem, "tie"))[0]}


# --- Students -------------------------------------------------------------------------------------


def follow(problem: Document, rule: Rule = RIGHT, own: Own = NO_SLIPS) -> Document:
    """Return all that one who follows the rule writes down, from his own numbers where he slipped."""
    if (other := second(problem["kind"])) is not None:
        return dict(other.follow(problem, rule[0], own))
    if problem["kind"] == "ucb":
        return follow_ucb(problem, rule, own)
    if rule[0] in HORIZON_RULES:
        return follow_horizon(problem, rule, own)
    if problem["kind"] == "alpha-beta":
        return follow_alpha_beta(problem, habit_of(rule), own)
    return follow_unpruned(problem, habit_of(rule), own, rule[0])


def handed_in(problem: Document, answers: Document) -> Document:
    """Return the answers to what is asked, scores rounded as a student rounds them."""
    given = {part: answers[part] for part in oracle.asked_parts(problem) if part in answers}
    if "scores" in given:
        given["scores"] = {name: rounded(problem, score) for name, score in given["scores"].items()}
    return given


def rounded(problem: Document, score: Any) -> Any:
    """Return a score as text, to the decimals that are asked."""
    decimals = oracle.convention(problem, "decimals")
    if score == "inf":
        return score
    return f"{float(score):.{12 if decimals == 'exact' else int(decimals)}f}"


def numbers_of(problem: Document, answers: Document) -> dict[str, Fraction]:
    """Return the numbers that a student wrote at nodes (ucb: children), without infinities."""
    other = second(problem["kind"])
    carrier = other.CARRIER if other else "scores" if problem["kind"] == "ucb" else "values"
    written = answers[carrier] if carrier else {}  # in some kinds no number is carried on
    return {name: Fraction(str(value)) for name, value in written.items() if value not in ("inf", "-inf")}


def slip_on(rng: random.Random, problem: Document, found: Fraction) -> Fraction:
    """Return a number that is not the one that was found: off by a little, another sign, a number of the problem."""
    if second(problem["kind"]) is not None:
        slips = [found + step for step in (1, 2, 3, 10)]
    elif problem["kind"] == "ucb":
        slips = [found + step for step in (Fraction(1, 10), Fraction(-1, 10), Fraction(1, 2), 1, -1)] + [found * 2]
    else:
        leaves = [node.value for node in oracle.breadth_first(oracle.read_tree(problem)) if not node.children]
        slips = [found + step for step in (1, -1, 2, 10)] + [-found, *rng.sample(leaves, min(4, len(leaves)))]
    room = 2 * oracle.tolerance(problem)
    return rng.choice([slip for slip in slips if abs(slip - found) > room] or [found + 3])


def follow_with_slips(rng: random.Random, problem: Document, rule: Rule, slips: int) -> Document | None:
    """Return the answers of one who follows the rule but slips at some nodes, each time going on from his own number.

    None where the rule does not come to as many numbers.
    """
    own: dict[str, Fraction] = {}
    answers = follow(problem, rule)
    for _ in range(slips):
        numbers = numbers_of(problem, answers)
        open_to_slips = [name for name in numbers if name not in own]
        if not open_to_slips:
            return None
        name = rng.choice(open_to_slips)
        own[name] = slip_on(rng, problem, numbers[name])
        answers = follow(problem, rule, own)
    return answers


def write_at_random(rng: random.Random, problem: Document) -> Document:
    """Return the answers of one who guesses: numbers of the size that the problem has, any nodes, any moves."""
    answers: Document = {}
    for part, right in oracle.solve(problem).items():
        answers[part] = GUESSES[part](rng, problem, right)
    return answers


def guess_number(rng: random.Random, problem: Document, _right: object) -> int:
    """Guess a number among those of the tree's leaves."""
    leaves = [node.value for node in oracle.breadth_first(oracle.read_tree(problem)) if not node.children]
    return rng.randint(math.floor(min(leaves)), math.ceil(max(leaves)))


def guess_values(rng: random.Random, problem: Document, right: Any) -> Document:
    """Guess a number for every entry."""
    return {name: guess_number(rng, problem, right) for name in right}


def guess_scores(rng: random.Random, _problem: Document, right: Any) -> Document:
    """Guess scores."""
    return {name: round(rng.uniform(0, 3), 4) for name in right}


def guess_nodes(rng: random.Random, problem: Document, _right: object) -> list[str]:
    """Guess nodes other than the root."""
    names = oracle.node_ids(problem)[1:]
    return rng.sample(names, rng.randint(0, min(4, len(names))))


def guess_move(rng: random.Random, problem: Document, _right: object) -> str:
    """Guess a move at the root."""
    return rng.choice(oracle.read_tree(problem).children).id


def guess_choice(rng: random.Random, problem: Document, _right: object) -> str:
    """Guess a child."""
    return rng.choice(oracle.node_ids(problem))


def guess_path(rng: random.Random, problem: Document, _right: object) -> list[str]:
    """Guess a path."""
    return oracle.random_path(rng, oracle.read_tree(problem))


def guess_count(rng: random.Random, problem: Document, _right: object) -> int:
    """Guess how many leaves are evaluated."""
    return rng.randint(1, len(oracle.node_ids(problem)))


def guess_windows(rng: random.Random, problem: Document, right: Any) -> Document:
    """Guess windows."""
    return {name: [guess_number(rng, problem, right), "inf"] for name in right}


def guess_cutoffs(rng: random.Random, problem: Document, right: Any) -> list[Document]:
    """Guess cutoffs."""
    names = rng.sample(oracle.node_ids(problem), min(2, len(oracle.node_ids(problem))))
    return [{"node": name, "alpha": guess_number(rng, problem, right), "beta": 0} for name in names]


GUESSES: dict[str, Callable[[random.Random, Document, Any], object]] = {
    "value": guess_number,
    "best-move": guess_move,
    "values": guess_values,
    "principal-variation": guess_path,
    "pruned": guess_nodes,
    "visited": guess_nodes,
    "leaves-evaluated": guess_count,
    "nodes-visited": guess_count,
    "distinct-states": guess_count,
    "best-response": guess_number,
    "outcome": guess_number,
    "redundant": guess_nodes,
    "strategy": guess_strategy,
    "labelling": guess_order,
    "windows": guess_windows,
    "cutoffs": guess_cutoffs,
    "evaluations": guess_values,
    "intervals": guess_windows,
    "scores": guess_scores,
    "choice": guess_choice,
}
