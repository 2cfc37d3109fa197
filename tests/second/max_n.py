"""Games of several players once more, as plainly as can be: nodes are objects, every function asks for its children."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import count, product
from string import ascii_uppercase
from typing import Any

from oracle.numbers import is_right_number
from oracle.shares import longest_common

Document = dict[str, Any]
Numbers = tuple[Fraction, ...]

GAME: Document = {"players": ["Ann", "Bob", "Cat"], "tree": [[[1, 2, 3], [4, 0, 1]], [[3, 3, 0], [0, 4, 2]]]}
ASKED = ("value", "best-move", "values")
CARRIER = "values"
OF_VALUES = (
    *("paranoid", "root-player-everywhere", "next-player", "maximises-sum", "maximises-lead", "component-wise"),
    "other-tie",
)
RULES = (*OF_VALUES, "prunes-deep", "no-pruning", "equality-cutoff", "strict-cutoff")
FIXED = ("root", "sum-bound", "depth-in")


class Node:
    """A node: who moves (None at a leaf), its children with their probabilities, what it is worth, where it stands."""

    def __init__(self, raw: Any, depth: int, problem: Document) -> None:
        players, conventions = problem["players"], problem.get("conventions", {})
        self.worth: Numbers | None = None
        self.mover: str | None = None
        self.children: list[Node] = []
        self.up: Node | None = None
        fields = raw if isinstance(raw, dict) else {}
        self.id, self.move, self.p = fields.get("id"), fields.get("move"), fields.get("p")
        self.static, self.is_quiet = fields.get("static"), fields.get("quiet", True)
        key = next((key for key in fields if key in (*players, "chance")), None)
        below = fields[key] if key else raw if isinstance(raw, list) and isinstance(raw[0], (list, dict)) else []
        if key or below:
            start = players.index(conventions.get("root", players[0]))
            layers = problem.get("layers") or [*players[start:], *players[:start]]
            self.mover = key or layers[depth % len(layers)]
            self.children = [Node(one, depth + 1, problem) for one in below]
        else:
            self.worth = tuple(Fraction(str(one)) for one in (fields["value"] if fields else raw))
        for child in self.children:
            child.up = self
            if self.mover == "chance" and child.p is None:
                child.p = Fraction(1, len(self.children))


def by_levels(root: Node) -> list[Node]:
    """Return all nodes, breadth-first."""
    found = [root]
    for node in found:
        found += node.children
    return found


def tree_of(problem: Document) -> Node:
    """Return the root of the tree, all nodes with ids."""
    root = Node(problem["tree"], 0, problem)
    nodes = by_levels(root)
    taken = {node.id for node in nodes} | {node.move for node in nodes}
    free = ("".join(letters) for size in count(1) for letters in product(ascii_uppercase, repeat=size))
    names = (name for name in free if name not in taken)
    for node in nodes:
        node.id = node.id or next(names)
    if problem.get("depth") is not None:
        stop_at_horizon(problem, root)
    return root


def stop_at_horizon(problem: Document, root: Node) -> None:
    """Make leaves of the nodes at which the search stops: they are worth their static numbers."""
    unit = problem.get("conventions", {}).get("depth-in", "plies")
    limit = int(problem["depth"]) * (len(problem["players"]) if unit == "rounds" else 1)
    extension = problem.get("extension")
    waiting = [(root, 0)]
    for node, distance in waiting:
        is_far = extension is not None and distance - limit >= int(extension)
        if node.children and distance >= limit and (node.is_quiet or is_far):
            node.worth, node.mover, node.children = as_numbers(node.static), None, []
        counts = unit == "plies" or node.mover != "chance"
        waiting += [(child, distance + counts) for child in node.children]


def convention(problem: Document, name: str) -> Any:
    """Return what a convention says."""
    usual = {"tie": "first", "order": "left-to-right", "cutoff": "alpha >= beta", "decimals": 2}
    return problem.get("conventions", {}).get(name, usual.get(name))


def examined(problem: Document, node: Node) -> list[Node]:
    """Return the children in the order in which they are looked at."""
    return node.children if convention(problem, "order") == "left-to-right" else node.children[::-1]


def liking(problem: Document, node: Node, rule: str, root: Node) -> Any:
    """Return a function from numbers to how much the player of a node likes them."""
    players = problem["players"]
    me = players.index(node.mover)
    first = players.index(root.mover) if root.mover in players else None
    if rule == "paranoid" and first is not None:
        return lambda worth: worth[first] if me == first else -worth[first]
    if rule == "root-player-everywhere":
        return lambda worth: worth[first]
    if rule == "next-player":
        return lambda worth: worth[(me + 1) % len(players)]
    if rule == "maximises-sum":
        return sum
    if rule == "maximises-lead":
        return lambda worth: worth[me] - (sum(worth) - worth[me]) / Fraction(len(worth) - 1)
    return lambda worth: worth[me]


def tie_of(problem: Document, rule: str) -> str:
    """Return which of equally good children counts."""
    tie = str(convention(problem, "tie"))
    return {"first": "last", "last": "first"}.get(tie, tie) if rule == "other-tie" else tie


def of_children(problem: Document, node: Node, worths: list[Numbers], rule: str, root: Node) -> Numbers:
    """Return what a node is worth by what its children, in document order, are worth."""
    if node.mover == "chance":
        chances = [Fraction(str(child.p)) for child in node.children]
        return tuple(
            sum((p * one for p, one in zip(chances, ones, strict=False)), Fraction(0))
            for ones in zip(*worths, strict=False)
        )
    if rule == "component-wise":
        return tuple(max(ones) for ones in zip(*worths, strict=False))
    likes = liking(problem, node, rule, root)
    pairs = [worths[node.children.index(child)] for child in examined(problem, node)]
    best = [worth for worth in pairs if likes(worth) == max(likes(one) for one in pairs)]
    return best[-1] if tie_of(problem, rule) == "last" else best[0]


def worth_of(problem: Document, node: Node, rule: str, root: Node, own: Mapping[str, Any]) -> Numbers:
    """Return what a node is worth; where an own number is given, that."""
    if node.id in own and node.children:
        return as_numbers(own[node.id])
    if node.worth is not None:
        return node.worth
    return of_children(problem, node, [worth_of(problem, c, rule, root, own) for c in node.children], rule, root)


def as_numbers(raw: Any) -> Numbers:
    """Return the numbers of a list."""
    return tuple(Fraction(str(one).strip()) for one in raw)


def written(worth: Numbers) -> list[Any]:
    """Return numbers as documents hold them."""
    return [one.numerator if one.denominator == 1 else f"{one.numerator}/{one.denominator}" for one in worth]


def best_of(problem: Document, node: Node, rule: str, root: Node, own: Mapping[str, Any]) -> list[Node]:
    """Return the children that count as best, the one to print first."""
    worths = {child.id: worth_of(problem, child, rule, root, own) for child in node.children}
    likes = liking(problem, node, rule, root)
    children = examined(problem, node)
    best = [child for child in children if likes(worths[child.id]) == max(likes(one) for one in worths.values())]
    tie = tie_of(problem, rule)
    if tie == "any":  # by a wrong rule they may differ, and one of them was taken
        return [child for child in best if worths[child.id] == worths[best[0].id]]
    return [best[-1 if tie == "last" else 0]]


def searched(problem: Document, root: Node, rule: str, own: Mapping[str, Any]) -> tuple[list[Node], list[Node]]:
    """Return the nodes that the search visits and the children that it skips, both in order."""
    bound = Fraction(str(convention(problem, "sum-bound")))
    is_strict = convention(problem, "cutoff") == "alpha > beta" or convention(problem, "tie") != "first"
    is_strict = {"equality-cutoff": False, "strict-cutoff": True}.get(rule, is_strict)
    visited: list[Node] = []
    skipped: list[Node] = []

    def enough(much: Fraction, limit: Fraction) -> bool:
        return rule != "no-pruning" and (much > limit if is_strict else much >= limit)

    def visit(node: Node, above: list[tuple[int, Fraction]]) -> Numbers:
        visited.append(node)
        if node.worth is not None:
            return node.worth
        me, known, children = problem["players"].index(node.mover), None, examined(problem, node)
        for place, child in enumerate(children):
            mine = [] if known is None else [(me, known[me])]
            found = visit(child, above + mine if rule == "prunes-deep" else mine)
            both = [found] if known is None else [known, found]
            known = one_of(problem, node, both, rule, root)
            if enough(known[me], bound) or any(who != me and enough(a, bound - known[me]) for who, a in above):
                skipped.extend(sorted(children[place + 1 :], key=node.children.index))
                break
        return as_numbers(own[node.id]) if node.id in own else known

    visit(root, [])
    return visited, skipped


def one_of(problem: Document, node: Node, both: list[Numbers], rule: str, root: Node) -> Numbers:
    """Return what is kept of what was known and what was found."""
    if rule == "component-wise":
        return tuple(max(ones) for ones in zip(*both, strict=False))
    likes = liking(problem, node, rule, root)
    best = [one for one in both if likes(one) == max(likes(other) for other in both)]
    return best[-1] if tie_of(problem, rule) == "last" else best[0]


def solve(problem: Document) -> Document:
    """Return the right answers."""
    return follow(problem, "right", {})


def follow(problem: Document, rule: str, own: Mapping[str, Any]) -> Document:
    """Return the answers of who follows the rule, from own numbers where there are some."""
    root = tree_of(problem)
    inner = [node for node in by_levels(root) if node.children]
    has_chance = any(node.mover == "chance" for node in inner)
    found: Document = {"value": written(worth_of(problem, root, rule, root, own))}
    if root.children and root.mover != "chance":
        found["best-move"] = (best_of(problem, root, rule, root, own)[0].move) or best_of(
            problem, root, rule, root, own
        )[0].id
    found["values"] = {node.id: written(worth_of(problem, node, rule, root, own)) for node in inner}
    if not has_chance:
        path = [root]
        while path[-1].children:
            path.append(best_of(problem, path[-1], rule, root, own)[0])
        found["principal-variation"] = [node.id for node in path]
    if convention(problem, "sum-bound") is not None:
        visited, skipped = searched(problem, root, rule, own)
        found["pruned"] = listed(problem, root, skipped)
        found["visited"] = [node.id for node in visited]
        found["leaves-evaluated"] = sum(not node.children for node in visited)
    return found


def listed(problem: Document, root: Node, skipped: list[Node]) -> list[str]:
    """Return what is skipped as the problem wants it listed, breadth-first."""
    how = problem.get("conventions", {}).get("list-pruned-as", "subtrees")
    below = [one for top in skipped for one in by_levels(top)]
    wanted = {"subtrees": skipped, "nodes": below, "leaves": [one for one in below if not one.children]}[how]
    return [node.id for node in by_levels(root) if node in wanted]


def rules_of(problem: Document) -> list[str]:
    """Return the rules that have a place on the problem."""
    root = tree_of(problem)
    tie, strict = convention(problem, "tie"), convention(problem, "cutoff") == "alpha > beta"
    has_sum = convention(problem, "sum-bound") is not None
    has_root = root.mover in problem["players"]
    is_strict = strict or tie != "first"
    places = {
        "paranoid": has_root,
        "root-player-everywhere": has_root,
        "other-tie": tie != "any",
        "prunes-deep": has_sum,
        "no-pruning": has_sum,
        "equality-cutoff": has_sum and is_strict,
        "strict-cutoff": has_sum and not is_strict,
    }
    return [rule for rule in RULES if places.get(rule, True)]


# --- Marks ----------------------------------------------------------------------------------------


def is_right(problem: Document, right: Any, given: Any) -> bool:
    """Return whether all numbers of a list are right."""
    return given is not None and all(is_right_number(problem, *pair) for pair in zip(right, given, strict=False))


def own_step(problem: Document, node: Node, root: Node, own: Mapping[str, Any]) -> list[Numbers] | None:
    """Return what a node's children are worth by the student's own numbers; None where nothing follows from them."""
    mine, all_of_them = [], []
    for child in node.children:
        if child.worth is not None:
            all_of_them.append(child.worth)
        elif own.get(child.id) is None:
            return None
        else:
            mine.append(as_numbers(own[child.id]))
            all_of_them.append(mine[-1])
    is_trivial = not mine or (len(set(mine)) == 1 and (len(mine) > 1 or len(set(all_of_them)) == 1))
    return None if is_trivial else all_of_them


def share_by_policy(
    problem: Document, part: str, given: Any, answers: Document, follow_through: Fraction, across_parts: bool
) -> Fraction:
    """Return which share of its points an answer earns."""
    right, root = solve(problem)[part], tree_of(problem)
    is_asked = "values" in problem.get("ask", ASKED) and across_parts
    own = {str(name).strip(): one for name, one in (answers.get("values") or {}).items()} if is_asked else {}
    if part == "values":
        entries = {str(name).strip(): one for name, one in given.items() if one is not None}
        earned = Fraction(-sum(name not in right for name in entries))
        for node in by_levels(root):
            if node.id not in right or node.id not in entries:
                continue
            step = own_step(problem, node, root, entries)
            if is_right(problem, right[node.id], entries[node.id]):
                earned += 1
            elif step and is_right(problem, of_children(problem, node, step, "right", root), entries[node.id]):
                earned += follow_through
        return max(Fraction(0), earned / len(right)) if right else Fraction(not entries)
    if part == "value":
        if is_right(problem, right, given):
            return Fraction(1)
        step = own_step(problem, root, root, own) if root.children else None
        if step is None:
            return Fraction(0)
        fits = [of_children(problem, root, step, "right", root), *([own[root.id]] if own.get(root.id) else [])]
        return follow_through if any(is_right(problem, one, given) for one in fits) else Fraction(0)
    if part == "best-move":
        named = str(given).strip()
        if any(named in (child.id, child.move) for child in best_of(problem, root, "right", root, {})):
            return Fraction(1)
        step = own_step(problem, root, root, own)
        if step is None:
            return Fraction(0)
        me = problem["players"].index(root.mover)
        pairs = [(child, step[root.children.index(child)][me]) for child in examined(problem, root)]
        best = [child for child, one in pairs if one == max(other for _, other in pairs)]
        best = {"first": best[:1], "last": best[-1:]}.get(convention(problem, "tie"), best)
        return follow_through if any(named in (child.id, child.move) for child in best) else Fraction(0)
    if part == "principal-variation":
        names, node = [str(one).strip() for one in given], root
        if not names or names[0] != root.id:
            return Fraction(0)
        for name in names[1:]:
            best = best_of(problem, node, "right", root, {}) if node.children else []
            node = next((child for child in best if child.id == name), None)  # type: ignore[assignment]
            if node is None:
                return Fraction(0)
        return Fraction(not node.children)
    if part == "pruned":
        leaves = {node.id: {one.id for one in by_levels(node) if not one.children} for node in by_levels(root)}
        wanted = {leaf for name in right for leaf in leaves[name]}
        mine = {leaf for name in given for leaf in leaves[str(name).strip()]}
        return (
            max(Fraction(0), Fraction(len(mine & wanted) - len(mine - wanted), len(wanted)))
            if wanted
            else Fraction(not mine)
        )
    if part == "visited":
        names = [str(one).strip() for one in given]
        return Fraction(longest_common(right, names), max(len(right), len(names)))
    return Fraction(Fraction(str(given).strip()) == right)


# --- Random problems and answers --------------------------------------------------------------------


def random_game(rng: random.Random) -> Document:
    """Return the fields of a random problem."""
    players = rng.sample(["Ann", "Bob", "Cat", "Dan", "Eve"], rng.choice((2, 3, 3, 4)))
    has_sum = rng.random() < 0.5
    problem: Document = {"players": players}
    conventions: Document = {}
    for name, choices in CHOICES.items():
        if rng.random() < 0.4:
            conventions[name] = rng.choice(choices)
    if has_sum:
        conventions["sum-bound"] = rng.choice((6, 9))
    has_chance = not has_sum and rng.random() < 0.3
    numbers = lambda: leaf(rng, len(players), conventions.get("sum-bound"))  # noqa: E731
    if rng.random() < 0.5:
        height, turn = rng.choice((1, 2, 2, 3)), rng.random()
        if turn < 0.3:
            conventions["root"] = rng.choice(players)
        elif turn < 0.6:
            problem["layers"] = [rng.choice([*players, *["chance"] * has_chance]) for _ in range(height)]
        problem["tree"] = nested(rng, height, numbers)
    else:
        problem["tree"] = explicit(rng, rng.choice((1, 2, 2, 3)), numbers, [*players, *["chance"] * has_chance])
        stop_at_random(rng, problem, conventions, numbers)
    problem["conventions"] = conventions
    if conventions.get("tie") == "any" and not is_settled(problem):
        conventions["tie"] = "last"
    if not conventions:
        del problem["conventions"]
    return problem


def stop_at_random(rng: random.Random, problem: Document, conventions: Document, numbers: Any) -> None:
    """Give some trees of explicit nodes a depth, and all their inner nodes what they are worth there."""
    if rng.random() < 0.5:
        return
    problem["depth"] = rng.choice((1, 1, 2))
    if rng.random() < 0.5:
        conventions["depth-in"] = rng.choice(("plies", "moves", "rounds"))
    if rng.random() < 0.3:
        problem["extension"] = rng.choice((0, 1))
    waiting = [problem["tree"]]
    for node in waiting:
        below = next((field for field in node.values() if isinstance(field, list) and isinstance(field[0], dict)), [])
        waiting += below
        if below:
            node["static"] = numbers()
            if rng.random() < 0.2:
                node["quiet"] = False


CHOICES: dict[str, tuple[Any, ...]] = {
    "cutoff": ("alpha >= beta", "alpha > beta"),
    "order": ("left-to-right", "right-to-left"),
    "tie": ("first", "last", "any"),
    "list-pruned-as": ("subtrees", "nodes", "leaves"),
    "decimals": (0, 1, 2, 3, 5, "exact"),
}


def is_settled(problem: Document) -> bool:
    """Return whether all equally good children are worth the same to everyone."""
    root = tree_of(problem)
    for node in by_levels(root):
        if node.children and node.mover != "chance":
            worths = [worth_of(problem, child, "right", root, {}) for child in node.children]
            likes = liking(problem, node, "right", root)
            if len({one for one in worths if likes(one) == max(map(likes, worths))}) > 1:
                return False
    return True


def leaf(rng: random.Random, players: int, bound: int | None) -> list[int]:
    """Return what a leaf is worth: small numbers, so that there are ties."""
    if bound is None:
        return [rng.randint(-2, 7) for _ in range(players)]
    left, numbers = bound - rng.choice((0, 0, 1)), []
    for _ in range(players - 1):
        numbers.append(rng.randint(0, left))
        left -= numbers[-1]
    numbers.append(left)
    rng.shuffle(numbers)
    return numbers


def nested(rng: random.Random, depth: int, numbers: Any) -> Any:
    """Return a nested list."""
    if depth == 0:
        return numbers()
    return [nested(rng, depth - 1 if rng.random() < 0.9 else 0, numbers) for _ in range(rng.randint(2, 3))]


def explicit(rng: random.Random, depth: int, numbers: Any, movers: list[str]) -> Document:
    """Return a tree of explicit nodes."""
    if depth == 0:
        return {"value": numbers()}
    mover = rng.choice(movers)
    below = [explicit(rng, depth - 1, numbers, movers) for _ in range(rng.randint(2, 3))]
    if mover == "chance" and rng.random() < 0.5:
        rest = Fraction(1)
        for child in below[:-1]:
            p = Fraction(rng.randint(1, 3), 10)
            child["p"], rest = str(p), rest - p
        below[-1]["p"] = str(rest)
    return {mover: below}


def secret_game(rng: random.Random) -> Document:
    """Return those of a problem whose numbers are long."""
    numbers = lambda: [rng.randint(10_000, 99_999) for _ in range(3)]  # noqa: E731
    return {"players": ["Ann", "Bob", "Cat"], "tree": nested(rng, 2, numbers)}


def change_in(rng: random.Random, problem: Document, part: str, right: Any, slips: float) -> Any:
    """Return an answer with slips."""
    root = tree_of(problem)
    names = [node.id for node in by_levels(root)]
    if part == "value":
        return other_numbers(rng, right, slips)
    if part == "values":
        changed = {name: other_numbers(rng, one, slips) for name, one in right.items() if rng.random() >= slips / 8}
        return {name: None if rng.random() < slips / 8 else one for name, one in changed.items()}
    if part == "best-move":
        return rng.choice([child.id for child in root.children]) if rng.random() < slips else right
    if part == "leaves-evaluated":
        return right + rng.choice((1, -1)) if rng.random() < slips else right
    kept = [name for name in right if rng.random() >= slips / 4]
    return [*kept, rng.choice(names)] if rng.random() < slips / 2 else kept


def other_numbers(rng: random.Random, right: list[Any], slips: float) -> list[Any]:
    """Return a list of numbers, one of them changed."""
    changed = [*right]
    if rng.random() < slips:
        place = rng.randrange(len(changed))
        changed[place] = written((Fraction(str(changed[place])) + rng.choice((1, -1, 2)),))[0]
    return changed


def carried(rng: random.Random, problem: Document, answers: Document) -> Document:
    """Return answers that follow from slips in `values`."""
    root, right = tree_of(problem), solve(problem)
    asked = problem.get("ask", ASKED)
    low = [node for node in by_levels(root) if node.children and node is not root]
    own = {node.id: other_numbers(rng, right["values"][node.id], 1) for node in rng.sample(low, min(1, len(low)))}
    found = follow(problem, "right", own)
    return {part: found[part] for part in ("value", "best-move", "values") if part in found and part in asked}
