"""Random answers: right ones with slips, and others."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from second import second

from oracle.numbers import bound, in_document, tolerance
from oracle.play import change_labelling, change_strategy
from oracle.problems import chance_of
from oracle.shares import leaves_below, right_paths
from oracle.solution import node_ids, solve
from oracle.trees import Node, breadth_first, leaf_ids, read_tree
from oracle.ucb import right_choices
from oracle.values import right_children
from oracle.words import Document, convention
from oracle.written import texts

Change: TypeAlias = Callable[[random.Random, Document, Any, float], object]
"""Makes an answer of a right one: the generator, the problem, the right answer, how many slips."""


def random_answers(rng: random.Random, problem: Document) -> Document:
    """Return well-formed answers: right ones with slips, blanks, and other ways of writing them."""
    slips = rng.choice((0.0, 0.1, 0.3, 0.6))
    answers: Document = {}
    for part, right in solve(problem).items():
        if not chance_of(rng, slips / 4):
            is_blank = chance_of(rng, slips / 4)
            answers[part] = None if is_blank else change(rng, problem, part, right, slips)
    return answers


def change(rng: random.Random, problem: Document, part: str, right: Any, slips: float) -> object:
    """Return an answer to a part made of the right one, as the kind's own second solver says it if it has one."""
    own = second(problem["kind"])
    if own is None:
        return CHANGES[part](rng, problem, right, slips)
    if hasattr(own, "change_in"):
        return own.change_in(rng, problem, part, right, slips)
    if hasattr(own, "change"):
        return own.change(rng, part, right, slips)
    if isinstance(right, dict):
        names = [name for name in right if not chance_of(rng, slips / 8)]
        return {name: change(rng, problem, part, right[name], slips) for name in names}
    return (change_count if isinstance(right, int) else random_number)(rng, problem, right, slips)


def numeral(rng: random.Random, value: Fraction) -> object:
    """Write a number in one of the ways that the grammar allows."""
    ways: list[object] = [in_document(value), str(in_document(value))]
    ways.append(f"{value.numerator * 2}/{value.denominator * 2}")
    if value.denominator == 1:
        ways += [f"{value}.0", f"{value}e0", f"{value}."]
    if value >= 0:
        ways.append(f"+{in_document(value)}")
    return rng.choice(ways)


def random_number(rng: random.Random, problem: Document, right: object, slips: float) -> object:
    """Return the number in other words, rounded, at the end of the tolerance, or a wrong one."""
    exact = bound(right)
    if isinstance(exact, float):
        return rng.randint(-9, 9) if chance_of(rng, slips) else right
    unit = Fraction(1, 10 ** rng.randint(0, 5))
    slip = rng.choice((1, -1, 2, unit / 2, -unit / 2, tolerance(problem), -tolerance(problem)))
    if chance_of(rng, slips):
        exact += slip * rng.choice((1, 1, Fraction(101, 100)))
    return f"{float(exact):.{rng.randint(0, 6)}f}" if chance_of(rng, 0.1) else numeral(rng, exact)


def random_end(rng: random.Random, problem: Document, right: object, slips: float) -> object:
    """Return a window's end, sometimes an infinity instead of a number."""
    if chance_of(rng, slips / 4):
        return rng.choice(("-inf", "inf"))
    return random_number(rng, problem, right, slips)


def change_count(rng: random.Random, _problem: Document, right: Any, slips: float) -> object:
    """Change `leaves-evaluated`."""
    count = max(0, right + rng.choice((-1, 1, 3))) if chance_of(rng, slips) else right
    return rng.choice((count, str(count)))


def change_best_move(rng: random.Random, problem: Document, _right: object, slips: float) -> object:
    """Name a move or child of the root."""
    root = read_tree(problem)
    children = root.children if chance_of(rng, slips) else right_children(root, problem)
    child = rng.choice(children)
    return rng.choice((child.move, child.id))


def change_choice(rng: random.Random, problem: Document, _right: object, slips: float) -> object:
    """Name a child of a UCB problem."""
    return rng.choice(node_ids(problem) if chance_of(rng, slips) else right_choices(problem))


def change_path(rng: random.Random, problem: Document, _right: object, slips: float) -> object:
    """Return an optimal path, cut short, extended, shuffled, or along any moves."""
    root = read_tree(problem)
    path = rng.choice(right_paths(root, problem))
    if not chance_of(rng, slips):
        return path
    wrong: tuple[list[str], ...] = (
        random_path(rng, root),
        path[:-1],
        path[1:],
        [*path, path[0]],
        rng.sample(path, len(path)),
        [],
    )
    return rng.choice(wrong)


def random_path(rng: random.Random, node: Node) -> list[str]:
    """Return any path from the node to a leaf."""
    return [node.id, *(random_path(rng, rng.choice(node.children)) if node.children else [])]


def change_list(rng: random.Random, problem: Document, right: Any, slips: float) -> list[str]:
    """Drop, add and swap ids of a list."""
    names = [name for name in right if not chance_of(rng, slips / 4)]
    while chance_of(rng, slips):
        names.insert(rng.randint(0, len(names)), rng.choice(node_ids(problem)))
    if chance_of(rng, slips) and len(names) > 1:
        first, second = rng.sample(range(len(names)), 2)
        names[first], names[second] = names[second], names[first]
    return names


def change_pruned(rng: random.Random, problem: Document, right: object, slips: float) -> list[str]:
    """Drop and add ids of some listing of the pruned leaves, in any order."""
    names = change_list(rng, problem, any_listing(rng, problem, texts(right)), slips)
    return rng.sample(names, len(names)) if chance_of(rng, 0.3) else names


def any_listing(rng: random.Random, problem: Document, listed: list[str]) -> list[str]:
    """Return one of the listings that mean the same set of leaves."""
    if chance_of(rng, 0.3):
        return listed
    root = read_tree(problem)
    leaves = leaves_below(root, listed)
    whole = [node.id for node in breadth_first(root) if leaf_ids(node) <= leaves]
    some = rng.sample(whole, rng.randint(0, len(whole)))
    return some + sorted(leaves - leaves_below(root, some))


def change_map(
    rng: random.Random,
    problem: Document,
    right: Any,
    slips: float,
    change: Change,
) -> Document:
    """Drop, blank and change entries of a map, in any order."""
    entries = [
        (name, None if chance_of(rng, slips / 6) else change(rng, problem, value, slips))
        for name, value in right.items()
        if not chance_of(rng, slips / 4)
    ]
    return dict(rng.sample(entries, len(entries)) if chance_of(rng, 0.5) else entries)


def extra_nodes(rng: random.Random, problem: Document, right: Any, slips: float) -> list[str]:
    """Return a few nodes for which a map has no entry."""
    others = [name for name in node_ids(problem) if name not in right]
    rng.shuffle(others)
    count = 0
    while chance_of(rng, slips):
        count += 1
    return others[:count]


def change_values(rng: random.Random, problem: Document, right: object, slips: float) -> Document:
    """Change `values`, with entries for leaves and unvisited nodes."""
    answer = change_map(rng, problem, right, slips, random_number)
    for name in extra_nodes(rng, problem, right, slips):
        answer[name] = rng.choice((None, rng.randint(-9, 9), "1/2"))
    return answer


def change_windows(rng: random.Random, problem: Document, right: object, slips: float) -> Document:
    """Change `windows`, with entries for leaves and unvisited nodes."""
    answer = change_map(rng, problem, right, slips, change_window)
    for name in extra_nodes(rng, problem, right, (slips + 1) / 2):
        answer[name] = rng.choice((None, ["-inf", rng.randint(-9, 9)], ["1/2", "inf"]))
    return answer


def change_window(rng: random.Random, problem: Document, right: Any, slips: float) -> list[object]:
    """Change the ends of a window."""
    return [random_end(rng, problem, end, slips / 2) for end in right]


def change_scores(rng: random.Random, problem: Document, right: object, slips: float) -> Document:
    """Change `scores`."""
    return change_map(rng, problem, right, slips, random_score)


def random_score(rng: random.Random, problem: Document, right: Any, slips: float) -> object:
    """Return a score rounded as asked, in full, or a wrong one."""
    decimals = convention(problem, "decimals")
    if chance_of(rng, slips / 4):
        return rng.choice(("inf", 0, 1))
    if right == "inf":
        return right
    if decimals == "exact":
        return right + (0.001 if chance_of(rng, slips) else 0)
    unit = float(2 * tolerance(problem))
    shift = rng.choice((-1.1, -0.6, -0.4, 0.4, 0.6)) if chance_of(rng, slips) else 0
    value = right + unit * shift
    return f"{value:.{decimals}f}" if chance_of(rng, 0.6) else f"{value:.12f}"


def change_cutoffs(rng: random.Random, problem: Document, right: Any, slips: float) -> object:
    """Drop, change, add and swap cutoffs."""
    items = [
        {
            "node": rng.choice(node_ids(problem)) if chance_of(rng, slips / 4) else item["node"],
            "alpha": random_end(rng, problem, item["alpha"], slips / 3),
            "beta": random_end(rng, problem, item["beta"], slips / 3),
        }
        for item in right
        if not chance_of(rng, slips / 4)
    ]
    while chance_of(rng, slips / 2):
        alpha, beta = rng.randint(-9, 9), rng.choice((rng.randint(-9, 9), "inf"))
        extra = {"node": rng.choice(node_ids(problem)), "alpha": alpha, "beta": beta}
        items.insert(rng.randint(0, len(items)), extra)
    return rng.sample(items, len(items)) if chance_of(rng, slips / 2) else items


def change_tree(rng: random.Random, problem: Document, right: Any, slips: float) -> Any:
    """Return a drawn tree with other values, exchanged players, nodes left out and nodes too many."""
    key = next((player for player in ("max", "min", "chance") if player in right), "")
    moved = {"move": right["move"]} if "move" in right else {}
    if not key:
        value = rng.randint(-3, 3) if chance_of(rng, slips) else right["value"]
        return moved | {"value": value}
    below = [change_tree(rng, problem, child, slips) for child in right[key] if not chance_of(rng, slips / 4)]
    if chance_of(rng, slips / 4) or not below:
        below.append({"move": "another", "value": 0})
    player = rng.choice(("max", "min")) if chance_of(rng, slips / 4) else key
    return moved | {player: rng.sample(below, len(below))}


CHANGES: dict[str, Change] = {
    "value": random_number,
    "best-move": change_best_move,
    "values": change_values,
    "principal-variation": change_path,
    "pruned": change_pruned,
    "visited": change_list,
    "leaves-evaluated": change_count,
    "nodes-visited": change_count,
    "distinct-states": change_count,
    "best-response": random_number,
    "outcome": random_number,
    "redundant": change_pruned,
    "strategy": change_strategy,
    "labelling": partial(change_labelling, change_list),
    "tree": change_tree,
    "windows": change_windows,
    "cutoffs": change_cutoffs,
    "evaluations": change_values,
    "intervals": change_windows,
    "scores": change_scores,
    "choice": change_choice,
}
