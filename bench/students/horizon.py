"""Students who take the horizon, or whose the values are, for another: each solves another problem rightly."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import oracle
from oracle import Document

from students.habits import RIGHT, Own, Rule

Follow = Callable[[Document, Rule, Own], Document]
"""What one who follows a rule writes down, from his own numbers."""

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
        for node in all_mappings(other.get("tree")):  # positions of a game are quiet
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


def follow_horizon(problem: Document, rule: Rule, own: Own, follow: Follow) -> Document:
    """Return the answers of who solves another problem, by `follow`; what he skips is said in terms of the problem's own tree."""
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
