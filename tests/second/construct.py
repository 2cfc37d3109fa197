"""Constructions once more: every order, every filling, every small tree is tried, with the searches of `oracle`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

from oracle.alpha_beta import initial_window, is_inside, reported, run_search
from oracle.numbers import number
from oracle.trees import Node, breadth_first, inner_nodes, leaf_ids, read_tree
from oracle.values import as_asked, full_value, is_player, right_children
from oracle.words import CHOICES, convention

Document = dict[str, Any]

GAME: Document = {
    "search": "alpha-beta",
    "make": "order",
    "goal": {"objective": "most-pruned"},
    "tree": [[[0, 7], [4, 3]], [[9, 1], [5, 0]]],
}
ASKED = ("order", "values", "changes", "tree")
RULES = ("best-last", "largest-first-everywhere", "smallest-first-everywhere")
CARRIER = ""
MAKES = ("order", "values", "changes", "tree")
OF_SEARCH = {
    "minimax": ("order", "tie", "decimals", "depth-in", "values-for"),
    "expectiminimax": ("order", "tie", "decimals", "depth-in"),
    "alpha-beta": (
        *("order", "tie", "decimals", "depth-in", "cutoff", "bounds"),
        *("windows-at", "list-pruned-as", "empty-cutoffs"),
    ),
}
"""The conventions of each search that random problems vary by themselves."""
MOST_FILLINGS = 300
"""Random problems have no more fillings of whole numbers, so that all are tried soon."""


# --- A search -------------------------------------------------------------------------------------


class Solved:
    """A tree that was searched: what claims ask about."""

    def __init__(self, problem: Document, root: Node) -> None:
        self.problem, self.root = problem, root
        self.nodes = {node.id: node for node in breadth_first(root)}
        self.window = initial_window(problem)
        if problem["search"] == "alpha-beta":
            trace = run_search(root, problem)
            self.visited = {node.id for node in trace.visited}
            self.values = {name: reported(it, trace.entry[name], problem) for name, it in trace.returned.items()}
            self.value = self.values.get(root.id, root.value)
            counts_empty = convention(problem, "empty-cutoffs") == "count"
            self.cutoffs = sum(1 for cutoff in trace.cutoffs if cutoff.skipped or counts_empty)
        else:
            self.visited, self.cutoffs = set(self.nodes), 0
            self.values = {node.id: as_asked(node, problem) for node in inner_nodes(root)}
            self.value, self.window = as_asked(root, problem), (Fraction(-(10**9)), Fraction(10**9))
        self.skipped = {name for name in self.nodes if name not in self.visited}
        self.skipped_leaves = {name for name in self.skipped if not self.nodes[name].children}
        self.evaluated = sum(1 for name in self.visited if not self.nodes[name].children)

    def best(self, **conventions: str) -> set[str]:
        """Return the ids of the best moves; none where there is no move."""
        if not is_player(self.root) or not is_inside(full_value(self.root), self.window):
            return set()
        asked = {**self.problem, "conventions": {**self.problem.get("conventions", {}), **conventions}}
        return {child.id for child in right_children(self.root, asked)}

    def below(self, names: Any) -> set[str] | None:
        """Return the leaves at or below nodes; None where there is no such node."""
        listed = names if isinstance(names, list) else [names]
        if not all(str(name) in self.nodes for name in listed):
            return None
        return set().union(*(leaf_ids(self.nodes[str(name)]) for name in listed))


def fits(wanted: Any, it: Any) -> bool:
    """Return whether a number is as wanted."""
    if not isinstance(wanted, dict):
        return bool(it == number(wanted))
    tests = {
        "at-least": it.__ge__,
        "at-most": it.__le__,
        "above": it.__gt__,
        "below": it.__lt__,
        "equals": it.__eq__,
    }
    return all(tests[name](number(bound)) for name, bound in wanted.items())


def is_true(claim: Document, solved: Solved) -> bool:
    """Return whether a claim holds."""
    ((name, said),) = claim.items()
    if name in ("value", "leaves-evaluated", "pruned-leaves", "pruned-inner", "cutoffs"):
        counts = {
            "value": Fraction(solved.value),
            "leaves-evaluated": Fraction(solved.evaluated),
            "pruned-leaves": Fraction(len(solved.skipped_leaves)),
            "pruned-inner": Fraction(len(solved.skipped) - len(solved.skipped_leaves)),
            "cutoffs": Fraction(solved.cutoffs),
        }
        return fits(said, counts[name])
    if name == "value-of":
        return all(node in solved.values and fits(wanted, solved.values[node]) for node, wanted in said.items())
    if name == "best-move":
        return moved(solved, said) in solved.best()
    if name == "only-best-move":
        return solved.best(tie="any") == {moved(solved, said)}
    if name == "pruned":
        below = solved.below(said)
        return below is not None and below <= solved.skipped_leaves
    if name == "pruned-exactly":
        return solved.below(said) == solved.skipped_leaves
    if name == "visited":
        return {str(one) for one in (said if isinstance(said, list) else [said])} <= solved.visited
    if name == "not":
        return not is_true(said, solved)
    return (all if name == "all" else any)(is_true(one, solved) for one in said)


def moved(solved: Solved, said: Any) -> str:
    """Return the id of the child of the root that is named by id or move."""
    named = {name: child.id for child in solved.root.children for name in (child.move, child.id)}
    return named.get(str(said), str(said))


# --- Objects --------------------------------------------------------------------------------------


class Trials:
    """A problem into which one object after the other is put; its tree is read once."""

    def __init__(self, problem: Document) -> None:
        self.problem, self.make = problem, problem["make"]
        if self.make != "tree":
            self.root = read_tree(problem)
            self.nodes = {node.id: node for node in breadth_first(self.root)}
            self.given = {node.id: (list(node.children), node.value) for node in self.nodes.values()}

    def solved(self, thing: Any) -> Solved:
        """Return the problem that an object makes, searched."""
        if self.make == "tree":
            return Solved(self.problem, read_tree({**self.problem, "tree": thing}))
        for name, (children, value) in self.given.items():
            self.nodes[name].children, self.nodes[name].value = children, value
        for name, said in thing.items():
            node = self.nodes[name]
            if self.make == "order":
                called = {name: child for child in node.children for name in (child.move, child.id)}
                node.children = [called[str(name).strip()] for name in said]
            elif not node.children:
                node.value = number(said)
        return Solved(self.problem, self.root)

    def reaches(self, thing: Any) -> bool:
        """Return whether all claims hold of what an object makes."""
        solved = self.solved(thing)
        return all(is_true(claim, solved) for claim in self.problem["goal"]["claims"])


def solved_with(problem: Document, thing: Any) -> Solved:
    """Return the problem that an object makes, searched."""
    return Trials(problem).solved(thing)


def cleaned(thing: Mapping[str, Any]) -> Document:
    """Return the entries that are not blank, by their trimmed names."""
    return {name.strip(): it for name, it in thing.items() if it is not None}


def trivial_orders(problem: Document) -> list[Document]:
    """Return no change, and every node reversed."""
    nodes = inner_nodes(read_tree(problem))
    return [{}, {node.id: [child.id for child in node.children[::-1]] for node in nodes}]


def all_orders(problem: Document) -> Iterator[Document]:
    """Yield every order of all children."""
    nodes = inner_nodes(read_tree(problem))
    for rows in product(*(permutations([child.id for child in node.children]) for node in nodes)):
        yield {node.id: list(row) for node, row in zip(nodes, rows, strict=True)}


def free_leaves(problem: Document) -> list[str]:
    """Return the ids of the leaves that get a number, breadth-first."""
    leaves = terminal_leaves(read_tree(problem))
    return [leaf for leaf in leaves if leaf in problem.get("free", leaves)]


def terminal_leaves(root: Node) -> dict[str, Fraction]:
    """Return the leaves that have a number of their own, breadth-first, each with its number."""
    return {node.id: node.value for node in breadth_first(root) if not node.children and not node.at_horizon}


def allowed_of(problem: Document) -> tuple[Fraction | None, Fraction | None, bool, bool]:
    """Return lo, hi, whole numbers, different numbers."""
    allowed = problem.get("allowed", {})
    low, high = map(number, allowed["range"]) if "range" in allowed else (None, None)
    return low, high, allowed.get("integers", problem["make"] == "changes"), allowed.get("distinct", False)


def trivial_fillings(problem: Document) -> list[Document]:
    """Return the numbers that rise, that fall, and all the lowest."""
    leaves, (low, high, is_whole, is_distinct) = free_leaves(problem), allowed_of(problem)
    if low is None or high is None:
        low, high = Fraction(0), Fraction(len(leaves) - 1)
    elif is_whole:
        low, high = Fraction(-(-low // 1)), Fraction(high // 1)
    rising = [low + place for place in range(len(leaves))]
    if rising[-1] > high:
        rising = [low + (high - low) * place / (len(leaves) - 1) for place in range(len(leaves))]
        rising = [Fraction(it // 1) for it in rising] if is_whole else rising
    rows = [rising, rising[::-1]] + ([] if is_distinct else [[low] * len(leaves)])
    return [{leaf: str(it) for leaf, it in zip(leaves, row, strict=True)} for row in rows]


def goal_share(problem: Document, filling: Document) -> Fraction:
    """Return the mean over the claims of 1 or 0, of exact pruning the share that is right."""
    solved, shares = solved_with(problem, filling), []
    for claim in problem["goal"]["claims"]:
        wanted = solved.below(claim["pruned-exactly"]) if claim.get("pruned-exactly") else None
        if wanted:
            right, wrong = len(wanted & solved.skipped_leaves), len(solved.skipped_leaves - wanted)
            shares.append(max(Fraction(0), Fraction(right - wrong, len(wanted))))
        else:
            shares.append(Fraction(is_true(claim, solved)))
    return sum(shares, Fraction(0)) / len(shares)


def reaches(problem: Document, thing: Any) -> bool:
    """Return whether all claims hold."""
    return Trials(problem).reaches(thing)


def all_changes(problem: Document, count: int) -> Iterator[Document]:
    """Yield all changes of so many leaves, to numbers far closer together than anything that can matter."""
    low, high, is_whole, is_distinct = allowed_of(problem)
    leaves = terminal_leaves(read_tree(problem))
    steps = range(-2, 3) if is_whole else [Fraction(n, 4) for n in range(-10, 28)]
    marks = {min(leaves.values()) + Fraction(step) for step in range(-2, 13)} if is_whole else set()
    near = marks | {it + step for it in leaves.values() for step in steps}
    if problem.get("conventions", {}).get("values-for") == "mover":  # what is 2 for one player is -2 for the other
        near |= {Fraction(it) for it in range(-12, 13)} if is_whole else {-it for it in near}
    numbers = sorted(near)
    inside = [it for it in numbers if (low is None or it >= low) and (high is None or it <= high)]
    inside = [it for it in inside if not is_whole or it.denominator == 1]
    for chosen in combinations(leaves, count):
        for row in product(inside, repeat=count):
            after = {**leaves, **dict(zip(chosen, row, strict=True))}
            is_clash = any(list(after.values()).count(it) > 1 for it in row)
            if all(leaves[leaf] != it for leaf, it in zip(chosen, row, strict=True)) and not (is_distinct and is_clash):
                yield {leaf: str(it) for leaf, it in zip(chosen, row, strict=True)}


@cache
def shapes(size: int) -> tuple[Any, ...]:
    """Return every nested list of so many nodes, its leaves None."""
    return (None,) if size == 1 else tuple(list(row) for row in rows(size - 1))


@cache
def rows(size: int) -> tuple[tuple[Any, ...], ...]:
    """Return every row of nested lists with so many nodes together."""
    if not size:
        return ((),)
    return tuple((first, *rest) for n in range(1, size + 1) for first in shapes(n) for rest in rows(size - n))


def filled(shape: Any, numbers: Iterator[int]) -> Any:
    """Return a nested list with numbers at its leaves."""
    return next(numbers) if shape is None else [filled(child, numbers) for child in shape]


def leaves_in(shape: Any) -> int:
    """Return how many leaves a nested list has."""
    return 1 if not isinstance(shape, list) else sum(map(leaves_in, shape))


def nodes_in(shape: Any) -> int:
    """Return how many nodes it has."""
    return 1 if not isinstance(shape, list) else 1 + sum(map(nodes_in, shape))


def all_trees(size: int, *, is_distinct: bool) -> Iterator[Any]:
    """Yield every tree of so many nodes, with numbers enough for what the goals of random problems say."""
    for shape in shapes(size):
        count = leaves_in(shape)
        for numbers in product(range(count if is_distinct else min(count, 3)), repeat=count):
            if not is_distinct or len(set(numbers)) == count:
                yield filled(shape, iter(numbers))


# --- The best -------------------------------------------------------------------------------------


class Unfit(Exception):
    """A problem that cannot be asked."""


def solve(problem: Document) -> Document:
    """Return an object that is best, and its number."""
    return dict(_solved(json.dumps(problem, default=str)))


@cache
def _solved(text: str) -> Document:
    problem = json.loads(text)
    make = problem["make"]
    thing, best = FINDERS[make](problem)
    return {make: thing} if best is None else {make: thing, "count": best}


def best_order(problem: Document) -> tuple[Any, int]:
    """Return the first of the best orders, of all that there are."""
    trials, sign = Trials(problem), -1 if problem["goal"]["objective"] == "least-pruned" else 1
    best, order = min(
        ((trials.solved(order).evaluated, order) for order in all_orders(problem)), key=lambda one: sign * one[0]
    )
    if best == trivial_count(problem):
        raise Unfit
    return order, best


def trivial_count(problem: Document) -> int:
    """Return the leaves evaluated in the better of the trivial orders."""
    counts = [solved_with(problem, order).evaluated for order in trivial_orders(problem)]
    return max(counts) if problem["goal"]["objective"] == "least-pruned" else min(counts)


def trivial_share(problem: Document) -> Fraction:
    """Return the best share of the goal that a trivial filling reaches."""
    return max(goal_share(problem, filling) for filling in trivial_fillings(problem))


def best_filling(problem: Document) -> tuple[Any, None]:
    if trivial_share(problem) == 1:
        raise Unfit
    if "example" in problem:
        return problem["example"], None
    leaves, (low, high, _, is_distinct) = free_leaves(problem), allowed_of(problem)
    numbers = range(len(leaves)) if low is None or high is None else range(int(-(-low // 1)), int(high // 1) + 1)
    fixed = fixed_numbers(problem, leaves)
    trials = Trials(problem)
    for row in product(numbers, repeat=len(leaves)):
        is_fit = not is_distinct or (len(set(row)) == len(row) and fixed.isdisjoint(map(Fraction, row)))
        if is_fit and trials.reaches(dict(zip(leaves, row, strict=True))):
            return dict(zip(leaves, row, strict=True)), None
    raise Unfit


def fixed_numbers(problem: Document, replaced: Any) -> set[Fraction]:
    """Return the numbers of the leaves that keep theirs."""
    leaves = terminal_leaves(read_tree(problem))
    return {value for leaf, value in leaves.items() if leaf not in replaced}


def is_allowed(problem: Document, part: str, given: Any) -> bool:
    """Return whether the numbers of an answer may be handed in: in the range, whole, different, as the problem says."""
    low, high, is_whole, is_distinct = allowed_of(problem)
    if part == "tree":
        numbers, fixed = [number(it) for it in numbers_in(given)], set()
    elif part in ("values", "changes"):
        replaced = free_leaves(problem) if part == "values" else cleaned(given)
        numbers, fixed = [number(it) for it in cleaned(given).values()], fixed_numbers(problem, replaced)
    else:
        return True
    is_in = all((low is None or it >= low) and (high is None or it <= high) for it in numbers)
    are_different = len(set(numbers)) == len(numbers) and fixed.isdisjoint(numbers)
    are_whole = all(it.denominator == 1 for it in numbers)
    return is_in and (are_whole or not is_whole) and (are_different or not is_distinct)


def numbers_in(tree: Any) -> list[Any]:
    """Return the numbers of a nested list."""
    return [it for child in tree for it in numbers_in(child)] if isinstance(tree, list) else [tree]


def best_changes(problem: Document) -> tuple[Any, int]:
    trials = Trials(problem)
    if trials.reaches({}) or not terminal_leaves(trials.root):
        raise Unfit
    for count in (1, 2):
        for changes in all_changes(problem, count):
            if trials.reaches(changes):
                return changes, count
    raise Unfit


def best_tree(problem: Document) -> tuple[Any, int]:
    is_distinct = allowed_of(problem)[3]
    for size in range(1, 6):
        for tree in all_trees(size, is_distinct=is_distinct):
            if reaches(problem, tree):
                if size == 1:
                    raise Unfit
                return tree, size
    raise Unfit


FINDERS: dict[str, Any] = {
    "order": best_order,
    "values": best_filling,
    "changes": best_changes,
    "tree": best_tree,
}


# --- Marks ----------------------------------------------------------------------------------------


def share(problem: Document, part: str, given: Any) -> Fraction:
    """Return which share of its points an answer earns."""
    right = solve(problem)
    if not is_allowed(problem, part, given):
        return Fraction(0)
    if part == "count":
        return Fraction(number(given) == right["count"])
    if part == "order":
        trivial, count = trivial_count(problem), solved_with(problem, cleaned(given)).evaluated
        return min(max(Fraction(trivial - count, trivial - right["count"]), Fraction(0)), Fraction(1))
    if part == "values":
        if set(cleaned(given)) != set(free_leaves(problem)):
            return Fraction(0)
        trivial_ = trivial_share(problem)
        return max(Fraction(0), (goal_share(problem, cleaned(given)) - trivial_) / (1 - trivial_))
    if not reaches(problem, cleaned(given) if part == "changes" else given):
        return Fraction(0)
    return min(Fraction(1), Fraction(right["count"], size_of(problem, part, given)))


def size_of(problem: Document, part: str, given: Any) -> int:
    """Return how many numbers are really changed, or how many nodes there are."""
    if part == "tree":
        return nodes_in(given)
    value = {node.id: node.value for node in breadth_first(read_tree(problem))}
    return sum(1 for leaf, it in cleaned(given).items() if number(it) != value[leaf])


# --- Students -------------------------------------------------------------------------------------


def rules_of(problem: Document) -> list[str]:
    """Return the wrong ideas of the best order that differ from it at two nodes at least, by the values of the children there."""
    if problem["make"] != "order":
        return []
    best = rows_of(problem, solve(problem)["order"])
    wrong = {rule: rows_of(problem, follow(problem, rule, {})["order"]) for rule in RULES}
    return [rule for rule, its in wrong.items() if sum(row != best[node] for node, row in its.items()) >= 2]


def rows_of(problem: Document, order: Document) -> dict[str, list[Fraction]]:
    """Return the values of the children of every node, as an order has them."""
    root = Trials(problem).solved(order).root
    return {node.id: [full_value(child) for child in node.children] for node in inner_nodes(root)}


def follow(problem: Document, rule: str, own: Mapping[str, Any]) -> Document:
    """Return the answers of who follows the rule: an order from worst to best, from large to small, from small to large."""
    if rule == "right" or problem["make"] != "order":
        return solve(problem)
    order = {}
    is_mirrored = convention(problem, "order") == "right-to-left"
    for node in inner_nodes(read_tree(problem)):
        if node.player == "chance" and rule == "best-last":
            continue
        falls = rule == "largest-first-everywhere" or (rule == "best-last" and node.player == "min")
        ordered = sorted(node.children, key=full_value, reverse=falls)
        order[node.id] = [child.id for child in (ordered[::-1] if is_mirrored else ordered)]
    return {"order": order, "count": solved_with(problem, order).evaluated}


def told_on_uniform(problem: Document) -> list[str]:
    """Return the wrong ideas of the best order that can be told on a uniform tree: those that differ from it at two nodes."""
    root = read_tree(problem)
    best = ordered_values(root, {"max": True, "min": False})
    return [name for name, falls in FALLING.items() if differs_twice(ordered_values(root, falls), best)]


FALLING: dict[str, dict[str, bool]] = {
    "best-last": {"max": False, "min": True},
    "largest-first-everywhere": {"max": True, "min": True, "chance": True},
    "smallest-first-everywhere": {"max": False, "min": False, "chance": False},
}


def ordered_values(root: Node, falls: Mapping[str, bool]) -> list[list[Fraction]]:
    """Return the values of the children of each node, by player falling or rising, else as they stand."""
    rows = []
    for node in inner_nodes(root):
        values = [full_value(child) for child in node.children]
        rows.append(sorted(values, reverse=falls[node.player]) if node.player in falls else values)
    return rows


def differs_twice(one: list[list[Fraction]], other: list[list[Fraction]]) -> bool:
    """Return whether the children of two nodes at least stand in another order."""
    return sum(mine != its for mine, its in zip(one, other, strict=True)) > 1


# --- Random problems and answers ------------------------------------------------------------------


def random_game(rng: random.Random) -> Document:
    """Return the fields of a random problem that can be asked."""
    make = rng.choice((*MAKES, "order", "order"))
    while True:
        problem = MADE[make](rng)
        try:
            solve(problem)
        except Unfit:
            continue
        return problem


def secret_game(rng: random.Random) -> Document:
    """Return the fields of an order whose nodes have long names."""
    names = (f"n{name}" for name in range(70_001, 80_000))
    while True:
        problem = {**GAME, "tree": named_tree(rng, names, 3)}
        try:
            solve(problem)
        except Unfit:
            continue
        return problem


def little_said(problem: Document) -> Document:
    """Return wrong answers to such a problem that name few nodes: the root's children as they stand."""
    root = read_tree(problem)
    return {"order": {root.id: [child.id for child in root.children]}, "count": 1000}


def named_tree(rng: random.Random, names: Iterator[str], depth: int, player: str = "max") -> Document:
    """Return a tree of explicit nodes with two children each."""
    if not depth:
        return {"id": next(names), "value": rng.randint(0, 9)}
    other = "min" if player == "max" else "max"
    return {"id": next(names), player: [named_tree(rng, names, depth - 1, other) for _ in range(2)]}


def explicit_tree(rng: random.Random, most: int, players: tuple[str, ...] = ("max", "min")) -> Document:
    """Return a tree of explicit nodes, two levels of inner nodes at most, with so many leaves at most."""
    first, budget = rng.choice(players), [most]
    return {first: [random_child(rng, players, budget) for _ in range(rng.randint(2, 3))]}


def random_child(rng: random.Random, players: tuple[str, ...], budget: list[int]) -> Any:
    """Return a leaf or a node with leaves."""
    count = rng.choice((0, 2, 2, 3))
    if not count or budget[0] < count:
        budget[0] -= 1
        return rng.randint(0, 9)
    budget[0] -= count
    below: list[Any] = [rng.randint(0, 9) for _ in range(count)]
    if rng.random() < 0.3 and budget[0] >= 2:
        budget[0] -= 1
        below[rng.randrange(count)] = {rng.choice(players): [rng.randint(0, 9), rng.randint(0, 9)]}
    return {rng.choice(players): below}


def random_conventions(rng: random.Random, search: str, *, has_depth: bool) -> Document:
    """Return some conventions of the search."""
    return {
        name: rng.choice(CHOICES[name])
        for name in OF_SEARCH[search]
        if rng.random() < (0.7 if name == "values-for" else 0.35) and (has_depth or name != "depth-in")
    }


def with_conventions(rng: random.Random, problem: Document) -> Document:
    """Return the problem with some conventions; a search of explicit nodes may stop at a depth."""
    problem = dict(problem)
    if isinstance(problem.get("tree"), dict) and rng.random() < 0.2:
        problem["depth"] = rng.choice((1, 2, 2))
        give_static_values(rng, problem["tree"])
    conventions = random_conventions(rng, problem["search"], has_depth="depth" in problem)
    return {**problem, "conventions": conventions} if conventions else problem


def give_static_values(rng: random.Random, node: Any) -> None:
    """Say of every inner node what it is worth where a search stops at it, and of some that it does not stop there."""
    if not isinstance(node, dict):
        return
    node["static"] = rng.randint(0, 9)
    if rng.random() < 0.2:
        node["quiet"] = False
    for player in ("max", "min", "chance"):
        for child in node.get(player, ()):
            give_static_values(rng, child)


def random_order(rng: random.Random) -> Document:
    goal = {"objective": rng.choice(("most-pruned", "most-pruned", "least-pruned"))}
    players = rng.choice((("max", "min"), ("max", "min"), ("max", "min", "chance")))
    problem = {"search": "alpha-beta", "make": "order", "goal": goal, "tree": explicit_tree(rng, 7, players)}
    problem = with_conventions(rng, problem)
    if "chance" in players:
        problem.setdefault("conventions", {})["value-bounds"] = [0, 9]
    elif rng.random() < 0.15:
        problem.setdefault("conventions", {})["initial-window"] = [rng.randint(-3, 4), rng.randint(5, 12)]
    return problem


def random_claim(rng: random.Random, problem: Document) -> Document:
    """Return a claim about a problem with a tree."""
    root = read_tree(problem)
    nodes, leaves = inner_nodes(root), [node.id for node in breadth_first(root) if not node.children]
    moves = [child.id for child in root.children]
    claims: list[Document] = [
        {"value": rng.choice((rng.randint(0, 9), {"at-least": rng.randint(2, 8)}, {"below": rng.randint(1, 7)}))},
        {"value-of": {rng.choice(nodes).id: {"above": rng.randint(1, 7)}}},
    ]
    if is_player(root):
        claims += [{"best-move": rng.choice(moves)}, {"only-best-move": rng.choice(moves)}]
    if problem["search"] == "alpha-beta":
        claims += [
            {"pruned-exactly": rng.sample(leaves, rng.choice((1, 2)))},
            {"pruned-exactly": leaves[-2:]},
            {"pruned": [rng.choice(leaves)]},
            {"visited": [rng.choice(leaves)]},
            {"leaves-evaluated": {"at-most": len(leaves) - 1}},
            {"pruned-leaves": {"at-least": 1}},
            {"cutoffs": rng.randint(1, 2)},
            {"any": [{"value": rng.randint(0, 9)}, {"pruned-inner": 1}]},
        ]
    claim = rng.choice(claims)
    return {"not": claim} if rng.random() < 0.1 else claim


def random_search(rng: random.Random) -> tuple[str, tuple[str, ...]]:
    """Return a search and the players that its trees have."""
    search = rng.choice(("minimax", "minimax", "alpha-beta", "alpha-beta", "expectiminimax"))
    return search, ("max", "min", "chance") if search == "expectiminimax" else ("max", "min")


def random_values(rng: random.Random) -> Document:
    search, players = random_search(rng)
    problem = with_conventions(rng, {"search": search, "make": "values", "tree": explicit_tree(rng, 4, players)})
    leaves = free_leaves(problem)
    if len(leaves) < 2:
        return random_values(rng)
    if rng.random() < 0.5:
        leaves = problem["free"] = rng.sample(leaves, rng.randint(2, min(4, len(leaves))))
    low, high = 0, len(leaves) - 1
    if rng.random() < 0.5:
        low = rng.randint(-1, 3)
        high = low + rng.randint(2, 4)
        problem["allowed"] = {"range": [low, high], "integers": rng.random() < 0.7}
    if rng.random() < 0.3 and len(leaves) <= 4:
        problem.setdefault("allowed", {})["distinct"] = True
    if (high - low + 1) ** len(leaves) > MOST_FILLINGS:
        return random_values(rng)
    hidden = {leaf: rng.randint(low, high) for leaf in leaves}
    return {**problem, "goal": {"claims": claims_of(rng, problem, hidden)}}


def claims_of(rng: random.Random, problem: Document, hidden: Document) -> list[Document]:
    """Return claims that hold of a filling; where there are some, such as hold of no trivial one."""
    trials, drawn = Trials(problem), [random_claim(rng, problem) for _ in range(12)]
    solved = trials.solved(hidden)
    right = [claim for claim in drawn if is_true(claim, solved)] or drawn
    for filling in trivial_fillings(problem):
        solved = trials.solved(filling)
        right = [claim for claim in right if not is_true(claim, solved)] or right
    return right[: rng.choice((1, 2, 3, 3))]


def random_changes(rng: random.Random) -> Document:
    search, _ = random_search(rng)
    problem = with_conventions(rng, {"search": search, "make": "changes", "tree": explicit_tree(rng, 4)})
    problem["goal"] = {"claims": [random_claim(rng, problem) for _ in range(rng.choice((1, 1, 2)))]}
    if rng.random() < 0.4:
        problem["allowed"] = {"range": [0, 9]}
    if rng.random() < 0.15:
        problem["allowed"] = {"range": [2, 5], "integers": False}
    return problem


TREE_CLAIMS: list[Document] = [
    {"pruned-leaves": {"at-least": 1}},
    {"leaves-evaluated": 3},
    {"only-best-move": "C"},
    {"best-move": "C"},
    {"cutoffs": {"at-least": 1}},
    {"pruned": ["E"]},
    {"pruned-exactly": ["D"]},
    {"not": {"any": [{"leaves-evaluated": 1}, {"only-best-move": "B"}]}},
]


def random_tree(rng: random.Random) -> Document:
    problem: Document = {"search": "alpha-beta", "make": "tree", "goal": {"claims": [rng.choice(TREE_CLAIMS)]}}
    if rng.random() < 0.3:
        problem["allowed"] = {"distinct": True}
    problem = with_conventions(rng, problem)
    if rng.random() < 0.4:
        problem.setdefault("conventions", {})["root"] = rng.choice(("max", "min"))
    return problem


MADE: dict[str, Any] = {
    "order": random_order,
    "values": random_values,
    "changes": random_changes,
    "tree": random_tree,
}


def change(rng: random.Random, part: str, right: Any, slips: float) -> Any:
    """Return an object with slips: children changed about, other numbers, entries left out, a node more."""
    if part == "count":
        return right + rng.choice((1, -1, 2)) if rng.random() < slips else right
    if part == "order":
        return {
            node: rng.sample(row, len(row)) if rng.random() < slips else row
            for node, row in right.items()
            if rng.random() > slips / 4
        }
    if part == "tree":
        return changed_tree(rng, right, slips)
    return {
        leaf: next_number(rng, it) if rng.random() < slips else it
        for leaf, it in right.items()
        if rng.random() > slips / 4
    }


def change_in(rng: random.Random, problem: Document, part: str, right: Any, slips: float) -> Any:
    """Return an object with slips; now and then with a change or a node more than needed, or with the numbers changed about."""
    slipped = change(rng, part, right, slips)
    if part == "changes" and rng.random() < slips:
        others = [leaf for leaf in terminal_leaves(read_tree(problem)) if leaf not in right]
        slipped |= {leaf: rng.randint(2, 5) for leaf in rng.sample(others, min(1, len(others)))}
    if part == "values" and rng.random() < 2 * slips:
        low, high = whole_range(problem, len(right))
        others = [{leaf: rng.randint(low, high) for leaf in right} for _ in range(12)]
        slipped = max(others, key=lambda numbers: share(problem, part, numbers) % 1)  # as near as can be, but not right
    if part == "tree" and isinstance(slipped, list) and rng.random() < slips:
        slipped = [*slipped, rng.randint(0, 9)]
    return slipped


def whole_range(problem: Document, count: int) -> tuple[int, int]:
    """Return the least and the greatest whole number that so many leaves may get; without a range from 0 on."""
    low, high, _, _ = allowed_of(problem)
    return (0, count - 1) if low is None or high is None else (int(-(-low // 1)), int(high // 1))


def next_number(rng: random.Random, it: Any) -> Any:
    """Return a number near this one that the numbers of small problems allow, mostly."""
    return int(Fraction(it)) + rng.choice((0, 1)) if Fraction(it).denominator == 1 else it


def changed_tree(rng: random.Random, tree: Any, slips: float) -> Any:
    """Return the tree with another number, or with one node more."""
    if not isinstance(tree, list):
        return rng.randint(0, 9) if rng.random() < slips else tree
    more = [rng.randint(0, 9)] if rng.random() < slips / 2 else []
    return [changed_tree(rng, child, slips / 2) for child in tree] + more
