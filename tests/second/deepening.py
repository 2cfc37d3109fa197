"""Iterative deepening once more, as plainly as can be: the tree is read anew for every iteration, and its children are moved about by their ids."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import oracle
from oracle import Node
from oracle.words import CHOICES

from second import games

Document = dict[str, Any]
Orders = dict[str, list[str]]
"""From the id of a node to the ids of its children, in the order in which they are examined."""

GAME: Document = {
    "depth": 2,
    "reorder": "all",
    "budget": 4,
    "tree": {
        "max": [
            {"id": "B", "static": 5, "min": [{"id": "D", "value": 3}, {"id": "E", "value": 6}]},
            {"id": "C", "static": 6, "min": [{"id": "F", "value": 8}, {"id": "G", "value": 4}]},
        ]
    },
}
ASKED = ("values-by-depth", "best-moves", "leaves-by-depth")
CARRIER = "leaves-by-depth"
FIXED = ("root", "depth-in")
"""Conventions that its random problems choose themselves: their trees are explicit."""
OF_ORDER = ("keeps-the-order", "sorts-for-max-everywhere", "sorts-by-static", "worst-first", "sorts-too-late")
RULES = (*OF_ORDER, "plays-unfinished", "adds-only-last", "counts-inner")
LISTS = ("values-by-depth", "best-moves", "leaves-by-depth", "orders")


# --- One search -----------------------------------------------------------------------------------


class Search:
    """One search to a depth, with the children of some nodes in another order."""

    def __init__(self, problem: Document, depth: int, orders: Orders) -> None:
        as_searched = {**problem, "depth": depth}
        self.problem, self.depth, self.orders = problem, depth, orders
        self.root = oracle.read_tree(as_searched)
        self.nodes = {node.id: node for node in oracle.breadth_first(self.root)}
        is_mirrored = oracle.convention(problem, "order") == "right-to-left"
        for node in self.nodes.values():
            if node.id in orders:
                children = [self.nodes[id_] for id_ in orders[node.id]]
                node.children = children[::-1] if is_mirrored else children
        if problem.get("search", "alpha-beta") == "alpha-beta":
            trace = oracle.run_search(self.root, problem)
            self.visited = {node.id for node in trace.visited}
            self.returned = dict(trace.returned)
        else:
            self.visited = set(self.nodes)
            self.returned = {node.id: oracle.full_value(node) for node in self.nodes.values()}
        for id_ in self.visited:
            if not self.nodes[id_].children:
                self.returned[id_] = self.nodes[id_].value
        self.leaves = sum(not self.nodes[id_].children for id_ in self.visited)

    def examined(self, node: Node) -> list[str]:
        """Return the ids of a node's children as they are examined."""
        return [child.id for child in oracle.examined(node, self.problem)]

    def best_moves(self) -> list[str]:
        """Return the moves that count as best, the one to print first."""
        value = oracle.full_value(self.root)
        best = [child for child in oracle.examined(self.root, self.problem) if oracle.full_value(child) == value]
        return [child.move for child in oracle.by_tie(best, oracle.convention(self.problem, "tie"))]


# --- The loop -------------------------------------------------------------------------------------


def static_values(problem: Document) -> dict[str, Fraction]:
    """Return what each node is worth at a horizon, of leaves their values."""
    nodes = oracle.breadth_first(oracle.read_whole(problem))
    stated = {node.id: node.static if node.children else node.value for node in nodes}
    return {id_: value for id_, value in stated.items() if value is not None}


def orders_after(problem: Document, search: Search, rule: str) -> Orders:
    """Return the order of the children of every node as an iteration leaves it."""
    reorder, left = problem.get("reorder", "none"), dict(search.orders)
    static = static_values(problem) if rule == "sorts-by-static" else {}
    numbers = {id_: static.get(id_, value) for id_, value in search.returned.items()}
    for node in search.nodes.values():
        is_sorted = reorder in ("best", "all") or (reorder == "root" and node is search.root)
        if rule == "keeps-the-order" or not is_sorted:
            continue
        if node.id not in search.visited or node.player not in ("max", "min") or not node.children:
            continue
        is_falling = (node.player == "max") != (rule == "worst-first")
        if rule == "sorts-for-max-everywhere":
            is_falling = True
        old = search.examined(node)
        seen = [id_ for id_ in old if id_ in search.visited]
        ranked = sorted(seen, key=lambda id_: -numbers[id_] if is_falling else numbers[id_])
        if reorder == "best":
            left[node.id] = [ranked[0], *(id_ for id_ in old if id_ != ranked[0])]
        else:
            left[node.id] = ranked + [id_ for id_ in old if id_ not in seen]
    return left


def searches(problem: Document, rule: str = "right") -> list[Search]:
    """Return the searches of all iterations."""
    left: list[Orders] = [{}]
    done: list[Search] = []
    for depth in range(1, int(problem["depth"]) + 1):
        used = left[max(0, depth - 2)] if rule == "sorts-too-late" else left[depth - 1]
        done.append(Search(problem, depth, used))
        left.append(orders_after(problem, done[-1], rule))
    return done


def solve(problem: Document) -> Document:
    """Return the right answers."""
    return follow(problem, "right", {})


def follow(problem: Document, rule: str, own: Mapping[str, Any]) -> Document:
    """Return the answers of who follows the rule, from own numbers of leaves in some iterations: "1" is the first."""
    done, d = searches(problem, rule), int(problem["depth"])
    counts = [len(one.visited) if rule == "counts-inner" else one.leaves for one in done]
    counts = [oracle.in_document(Fraction(own.get(str(k), count))) for k, count in enumerate(counts, 1)]
    direct = Search(problem, d, {})
    has_move = oracle.is_player(done[0].root)
    answers: Document = {"values-by-depth": [oracle.in_document(one.returned[one.root.id]) for one in done]}
    if has_move:
        answers["best-moves"] = [one.best_moves()[0] for one in done]
    answers["leaves-by-depth"] = counts
    numbers = [Fraction(str(count)) for count in counts]
    answers["total-leaves"] = counts[-1] if rule == "adds-only-last" else oracle.in_document(sum(numbers, Fraction(0)))
    if has_move:
        answers["orders"] = [[child.move for child in oracle.examined(one.root, problem)] for one in done]
    answers["direct-leaves"] = len(direct.visited) if rule == "counts-inner" else direct.leaves
    if "budget" in problem:
        completed = finished(problem, numbers)
        answers["completed"] = completed
        played = min(d, completed + 1) if rule == "plays-unfinished" else completed
        if played and has_move:
            answers["move"] = done[played - 1].best_moves()[0]
    return answers


def finished(problem: Document, counts: list[Any]) -> int:
    """Return the last iteration whose leaves and those of all before are within the budget."""
    return max([0, *(k for k in range(1, len(counts) + 1) if sum(counts[:k]) <= int(problem["budget"]))])


def rules_of(problem: Document) -> list[str]:
    """Return the wrong rules that have a place on the problem."""
    out = set() if problem.get("reorder", "none") != "none" else set(OF_ORDER)
    return [rule for rule in RULES if rule not in out and (rule != "plays-unfinished" or "budget" in problem)]


# --- Marks ----------------------------------------------------------------------------------------


def child_named(problem: Document, text: Any) -> str:
    """Return the id of the child of the root that is meant."""
    children = oracle.read_whole(problem).children
    by_id = [child.id for child in children if child.id == str(text).strip()]
    return (by_id or [child.id for child in children if child.move == str(text).strip()] or [""])[0]


def is_one_of(problem: Document, given: Any, moves: list[str]) -> bool:
    """Return whether a move is one of those that are right."""
    return given is not None and child_named(problem, given) in {child_named(problem, move) for move in moves}


def share(problem: Document, part: str, given: Any) -> Fraction:
    """Return which share of its points an answer earns by itself."""
    done, right = searches(problem), solve(problem).get(part)
    if part == "move":
        return Fraction(is_one_of(problem, given, done[solve(problem)["completed"] - 1].best_moves()))
    if part not in LISTS:
        return Fraction(oracle.is_right_number(problem, Fraction(str(right)), Fraction(str(given).strip())))
    hits = sum(
        one is not None and is_right_entry(problem, part, done[place], right[place], one)
        for place, one in enumerate(given[: len(done)])
    )
    written = [place + 1 for place, one in enumerate(given) if one is not None]
    return Fraction(hits, max([len(done), *written]))


def is_right_entry(problem: Document, part: str, search: Search, right: Any, given: Any) -> bool:
    """Return whether the entry of one iteration is right."""
    if part == "best-moves":
        return is_one_of(problem, given, search.best_moves())
    if part == "orders":
        return [child_named(problem, one) for one in given] == [child_named(problem, one) for one in right]
    if part == "leaves-by-depth":
        return Fraction(str(given).strip()) == right
    return bool(oracle.is_right_number(problem, Fraction(str(right)), Fraction(str(given).strip())))


def follows(problem: Document, part: str, given: Any, answers: Document) -> bool:
    """Return whether a wrong answer follows from others of the student's."""
    asked = oracle.asked_parts(problem)
    answers = {name: given for name, given in answers.items() if name in asked}
    d, leaves = int(problem["depth"]), answers.get("leaves-by-depth")
    if part in ("total-leaves", "completed"):
        if not leaves or len(leaves) < d or None in leaves[:d]:
            return False
        own = [Fraction(str(one).strip()) for one in leaves[:d]]
        wanted = sum(own) if part == "total-leaves" else finished(problem, own)
        return bool(Fraction(str(given).strip()) == wanted)
    moves, completed = answers.get("best-moves"), answers.get("completed")
    if part != "move" or not moves or completed is None:
        return False
    place = Fraction(str(completed).strip()) - 1
    own_move = moves[int(place)] if place in range(len(moves)) else None
    return own_move is not None and child_named(problem, own_move) == child_named(problem, given)


def carried(rng: random.Random, problem: Document, answers: Document) -> Document:
    """Return the answers with some worked out from others of the student's."""
    made, d = dict(answers), int(problem["depth"])
    leaves, moves = made.get("leaves-by-depth"), made.get("best-moves")
    if leaves and made.get("completed") is not None and rng.random() < 0.7:
        leaves = made["leaves-by-depth"] = [rng.choice((0, 0, 1))] * d  # so many more iterations are finished
    if leaves and len(leaves) >= d and None not in leaves[:d] and rng.random() < 0.7:
        own = [Fraction(str(one).strip()) for one in leaves[:d]]
        if made.get("total-leaves") is not None:
            made["total-leaves"] = oracle.in_document(sum(own, Fraction(0)))
        if made.get("completed") is not None:
            made["completed"] = finished(problem, own)
    completed = made.get("completed")
    if moves and made.get("move") is not None and completed is not None and rng.random() < 0.9:
        place = Fraction(str(completed).strip()) - 1
        if place in range(len(moves)) and moves[int(place)] is not None:
            if rng.random() < 0.7:
                others = solve(problem).get("orders", [[moves[int(place)]]])[0]
                moves = made["best-moves"] = [*moves[: int(place)], rng.choice(others), *moves[int(place) + 1 :]]
            made["move"] = moves[int(place)]
    return made


# --- Random problems ------------------------------------------------------------------------------


def random_tree(rng: random.Random, depth: int, players: tuple[str, ...], style: int) -> Document:
    """Return a random tree of explicit nodes, each inner one with its static value."""
    if depth == 0 or (style and rng.random() < 0.15):
        return {"value": rng.randint(0, 9)}
    player = players[0]
    count = rng.choice((2, 2, 3)) if not style else rng.choice((1, 2, 2, 3))
    below = [random_tree(rng, depth - 1, (*players[1:], player), style) for _ in range(count)]
    node: Document = {"static": rng.randint(0, 9), player: below}
    if style and rng.random() < 0.1:
        node["quiet"] = False
    return node


def random_game(rng: random.Random) -> Document:
    """Return the fields of a random problem."""
    search = rng.choice(("alpha-beta", "alpha-beta", "alpha-beta", "minimax", "expectiminimax"))
    players = rng.choice((("max", "min"), ("max", "min"), ("min", "max")))
    if search == "expectiminimax":
        players = rng.choice((("max", "chance", "min", "chance"), ("chance", "max", "min")))
    height, style = rng.choice((1, 2, 3, 3, 4)), rng.choice((0, 0, 1))
    game: Document = {"depth": rng.choice((1, 2, 3, 3, 4)), "tree": random_tree(rng, height, players, style)}
    if search != "alpha-beta" or rng.random() < 0.3:
        game["search"] = search
    if rng.random() < 0.85:
        game["reorder"] = rng.choice(("none", "root", "best", "all", "all"))
    if rng.random() < 0.6:
        game["budget"] = rng.randint(0, 25)
    if style and rng.random() < 0.3:
        game["extension"] = rng.choice((0, 1))
    if rng.random() < 0.12:
        game = random_play(rng, {name: field for name, field in game.items() if name not in ("tree", "extension")})
    conventions = random_conventions(rng, game)
    return {**game, "conventions": conventions} if conventions else game


def random_play(rng: random.Random, fields: Document) -> Document:
    """Return the fields of a problem with a small game in place of the tree, whose positions are weighed."""
    depth, tree = min(3, fields["depth"]), None
    while tree is None:
        game = games.random_game(rng, rng.choice(("tic-tac-toe", "mancala")))
        tree = games.tree_of(game, most=300, depth=2 * depth + 1)
    weights = {name: rng.randint(-4, 4) for name in rng.sample(sorted(tree["features"]), 3)}
    return {**fields, "depth": depth, "game": game, "evaluation": {"weights": weights}}


def random_conventions(rng: random.Random, game: Document) -> Document:
    """Return some conventions of the search."""
    names = ["order", "tie", "decimals"] + (["cutoff"] if game.get("search", "alpha-beta") == "alpha-beta" else [])
    found = {name: rng.choice(CHOICES[name]) for name in names if rng.random() < 0.3}
    if rng.random() < 0.15:
        found["depth-in"] = rng.choice(("plies", "moves", "rounds"))
    if game.get("search", "alpha-beta") == "alpha-beta" and rng.random() < 0.2 and "tree" in game:
        found |= {"value-bounds": [0, 9], "bounds-at": rng.choice(CHOICES["bounds-at"])}
    return found


def secret_game(rng: random.Random) -> Document:
    """Return the fields of a problem whose numbers have five digits and more."""

    def large(node: Any) -> Any:
        if not isinstance(node, dict):
            return [large(one) for one in node] if isinstance(node, list) else node
        return {
            name: rng.randint(10_000, 99_999) if name in ("static", "value") else large(field)
            for name, field in node.items()
        }

    return {"depth": 3, "reorder": "all", "tree": large(random_tree(rng, 3, ("max", "min"), 0))}


def change(rng: random.Random, part: str, right: Any, slips: float) -> Any:
    """Return an answer with slips: other numbers, blanks, lists that are too short or too long."""
    if isinstance(right, list) and part != "order":
        kept = right[: rng.randint(0, len(right))] if rng.random() < slips / 4 else right
        more = [rng.choice((right[-1], None))] if right and rng.random() < slips / 4 else []
        changed = [None if rng.random() < slips / 4 else change_entry(rng, part, right, one, slips) for one in kept]
        return changed + more
    return change_entry(rng, part, [right], right, slips)


def change_entry(rng: random.Random, part: str, all_: list[Any], one: Any, slips: float) -> Any:
    """Return one entry with a slip."""
    if rng.random() >= slips:
        return one
    if isinstance(one, list):
        return rng.sample(one, len(one))
    if part in ("best-moves", "move"):  # moves of a game are numbers too
        return rng.choice(all_)
    return oracle.in_document(Fraction(str(one)) + rng.choice((1, -1, 2)))
