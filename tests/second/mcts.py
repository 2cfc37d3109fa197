"""Monte Carlo tree search once more, as plainly as can be: a tree of objects, an iteration at a time."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import oracle

from second import games

Document = dict[str, Any]
OTHER = {"max": "min", "min": "max"}
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GAME: Document = {
    "iterations": 3,
    "results": [1, 0, 1],
    "tree": {
        "id": "R",
        "max": [{"id": "A", "min": [{"id": "C"}, {"id": "D"}]}, {"id": "B", "min": [{"id": "E"}, {"id": "F"}]}],
    },
}
ASKED = ("paths", "visits", "totals")
CARRIER = "visits"
FINALS = {"best-mean": "plays-best-mean", "most-visits": "plays-most-visits", "best-score": "plays-best-score"}
RULES = (
    *("no-side-switch", "other-perspective", "selects-for-max", "updates-new-node-only", "root-not-updated"),
    *("skips-expansion", "expands-last", "expands-all", "expands-one", "new-node-not-updated", "greedy-selection"),
    *("adds-whole-playout", *FINALS.values()),
)
OF_PLAYOUTS = (
    *("updates-new-node-only", "root-not-updated", "new-node-not-updated", "greedy-selection", "adds-whole-playout"),
    *FINALS.values(),
)
"""The rules that have a place where playouts are given."""
DEFAULTS = {
    "expand": "one",
    "totals-for": "mover",
    "complement": "one-minus",
    "parent-count": "own",
    "final": "most-visits",
}
LIKELY = {
    **dict.fromkeys(("expand", "totals-for", "complement", "parent-count", "final", "tie", "decimals"), 0.3),
    "exploration": 0.5,
    "formula": 0.5,
    "log": 0.3,
    "unvisited": 0.3,
    "unvisited-mean": 0.8,
}
"""How likely a convention is stated."""


class NoResult(Exception):
    """A simulation has no result."""


class Tie(Exception):
    """Two children are equally good, and nobody decides."""


def said(problem: Document, name: str) -> Any:
    """Return a convention of the problem."""
    if name in DEFAULTS:
        return problem.get("conventions", {}).get(name, DEFAULTS[name])
    return oracle.convention(problem, name)


class Node:
    """A node: who moves there, what is below it, and its statistics."""

    def __init__(self, raw: Any, parent: Node | None, mover: str, names: list[str]) -> None:
        fields = raw if isinstance(raw, dict) else {}
        below = raw if isinstance(raw, list) else fields.get("max", fields.get("min"))
        self.player = next((p for p in OTHER if p in fields), mover)
        self.parent, self.raw_below, self.fields = parent, below or [], fields
        self.value = fields.get("value") if isinstance(raw, dict) else None if isinstance(raw, list) else raw
        self.is_in = parent is None or "visits" in fields
        self.n = Fraction(int(fields.get("visits", 0)))
        self.w = Fraction(str(fields.get("total", 0)))
        self.prior = Fraction(str(fields.get("prior", 0)))
        self.children: list[Node] = []
        self.id = str(fields["id"]) if "id" in fields else ""
        self.move = str(fields.get("move", self.id))


def rounds(problem: Document) -> list[Any]:
    """Return what each iteration gives, None where nothing is said."""
    if "playouts" in problem:
        return [one["reward"] for one in problem["playouts"]]
    return problem.get("results") or [None] * int(problem["iterations"])


def nodes_of_playouts(playouts: list[Document]) -> list[Node]:
    """Return all nodes that playouts come to, breadth-first, called by their moves."""
    listed = [[str(move) for move in one["moves"]] for one in playouts]
    dot = "" if all(len(move) == 1 for moves in listed for move in moves) else "."
    prefixes = {tuple(moves[:count]) for moves in listed for count in range(len(moves) + 1)}
    nodes: dict[tuple[str, ...], Node] = {}
    for one in sorted(prefixes, key=lambda moves: (len(moves), moves)):
        parent = nodes[one[:-1]] if one else None
        nodes[one] = node = Node({"id": dot.join(one) or "root"}, parent, "max", [])
        node.move = one[-1] if one else "root"
        if parent:
            parent.children.append(node)
    return list(nodes.values())


def played(problem: Document) -> Document:
    """Return the tree of a game; what is at the depth is open, but keeps its place in the game."""
    depth = int(problem["depth"]) if "depth" in problem else 10**6
    tree: Document = games.tree_of(problem["game"], said(problem, "root"), depth=depth) or {}
    waiting = [tree]
    for node in waiting:
        for player in OTHER:
            if player in node and not node[player]:
                del node[player]
            waiting += node.get(player, [])
    return tree


def reward_by_choices(problem: Document, node: Node, numbers: list[Any]) -> Fraction | None:
    """Return what MAX gets when moves are taken by these numbers from a node on, None where they end too early."""
    position = games.PLAYS[problem["game"]["name"]](problem["game"], said(problem, "root"))
    moves, above = [], node
    while above.parent:
        moves.append(above.move)
        above = above.parent
    for move in reversed(moves):
        position = dict(position.following())[move]
    for number in numbers:
        if position.value() is not None:
            break
        following = [after for _, after in position.following()]
        position = following[(int(number) - 1) % len(following)]
    worth: Fraction | None = position.value()
    return worth


def reward_from(problem: Document, node: Node, place: int, result: Any) -> Any:
    """Return what MAX gets of the simulation that an iteration begins at a node; None where nothing says it."""
    if node.value is not None:
        return node.value
    return reward_by_choices(problem, node, problem["choices"][place]) if "choices" in problem else result


def tree_of(problem: Document) -> list[Node]:
    """Return the nodes, breadth-first; those without an id have letters."""
    if "playouts" in problem:
        return nodes_of_playouts(problem["playouts"])
    stated = played(problem) if "game" in problem else problem["tree"]
    first = said(problem, "root") if isinstance(stated, list) else "max"
    root = Node(stated, None, first, [])
    nodes = [root]
    for node in nodes:
        for raw in node.raw_below:
            node.children.append(Node(raw, node, OTHER[node.player], []))
            nodes.append(node.children[-1])
    letters = (first + last for first in ("", *ALPHABET) for last in ALPHABET)
    taken = {node.id for node in nodes}
    for node in nodes:
        if not node.id:
            node.id = next(letter for letter in letters if letter not in taken)
            node.move = node.id if node.move == "" else node.move
    return nodes


class Search:
    """A search by the right rules, or by one wrong one."""

    def __init__(self, problem: Document, rule: str = "right", strict: bool = False, most: int | None = None) -> None:
        self.problem, self.strict, self.minds_ties = problem, strict, strict
        self.rule, _, self.detail = rule.partition(" ")
        self.nodes = tree_of(problem)
        self.root = self.nodes[0]
        self.expand = {"expands-all": "all", "expands-one": "one"}.get(self.rule, said(problem, "expand"))
        self.paths: list[list[str]] = []
        self.added: list[list[str]] = []
        self.scores: list[dict[str, float]] = []
        self.rewards: list[tuple[Fraction, list[str]]] = []
        for place, result in enumerate(rounds(problem)[:most]):
            if "playouts" in problem:
                self.play([str(move) for move in problem["playouts"][place]["moves"]], result)
            else:
                self.iterate(result)

    def play(self, moves: list[str], reward: Any) -> None:
        """Follow a playout; the first node that is new joins, of a wrong rule all of them."""
        path, joined = [self.root], []
        for move in moves:
            node = next(child for child in path[-1].children if child.move == move)
            if joined and self.rule != "adds-whole-playout":
                break
            if not node.is_in:
                joined.append(node)
            path.append(node)
        for node in joined:
            node.is_in = True
        self.scores.append({})
        self.update(path, joined, Fraction(str(reward)))

    def counts_for(self, node: Node, whose: str | None = None) -> str:
        """Return whose rewards a node records."""
        if "playouts" in self.problem:
            return "max"
        whose = whose or ("max" if self.rule == "no-side-switch" else said(self.problem, "totals-for"))
        if whose == "max":
            return "max"
        own = node.player if node.children else OTHER[node.parent.player] if node.parent else node.player
        if whose == "own":
            return own
        return node.parent.player if node.parent else OTHER[own]

    def other(self, reward: Fraction, visits: Fraction | int = 1) -> Fraction:
        """Return the other player's part of so many rewards."""
        return visits - reward if said(self.problem, "complement") == "one-minus" else -reward

    def chooser(self, node: Node) -> str:
        """Return for whom a child is chosen."""
        return "max" if self.rule in ("no-side-switch", "selects-for-max") else node.player

    def mean(self, node: Node, child: Node) -> Fraction:
        """Return the mean reward of a child for the player who chooses."""
        total = child.w if self.counts_for(child) == self.chooser(node) else self.other(child.w, child.n)
        return total / child.n

    def score(self, node: Node, child: Node, inside: list[Node]) -> float:
        """Return the score of a child."""
        problem = self.problem
        count = sum(one.n for one in inside) if said(problem, "parent-count") == "children" else node.n
        if count < 1 and self.strict and any(one.n for one in inside):
            raise NoResult
        parent = max(1, count)
        formula = said(problem, "formula")
        if formula == "puct":
            mean = self.mean(node, child) if child.n else Fraction(str(said(problem, "unvisited-mean")))
            bonus = oracle.exploration(problem) * float(child.prior) * math.sqrt(parent) / float(1 + child.n)
        elif not child.n:
            return math.inf if said(problem, "unvisited") == "first" else 0.0
        else:
            mean = self.mean(node, child)
            log = {"ln": math.log, "log10": math.log10, "log2": math.log2}[said(problem, "log")](parent)
            c = math.sqrt(2) if formula == "ucb1" else oracle.exploration(problem)
            bonus = c * math.sqrt(log / float(child.n))
        return float(mean) if self.rule == "greedy-selection" else float(mean) + bonus

    def allowed(self, scores: list[float]) -> list[int]:
        """Return the places of the scores that may be taken as the best."""
        top = max(scores)
        tied = [place for place, one in enumerate(scores) if one == top or top - one <= 1e-9]
        tie = said(self.problem, "tie")
        if tie == "any":
            return tied
        return tied[-1:] if tie == "last" and top < math.inf else tied[:1]

    def best(self, scores: list[float]) -> int:
        """Return the place of the best score."""
        allowed = self.allowed(scores)
        if self.minds_ties and len(allowed) > 1:
            raise Tie
        return allowed[0]

    def compared(self, node: Node) -> list[Node]:
        """Return the children of a node that a selection compares; none where it stops."""
        inside = [child for child in node.children if child.is_in]
        is_whole = len(inside) == len(node.children) or "playouts" in self.problem
        return inside if self.expand != "one" or is_whole or self.rule == "skips-expansion" else []

    def select(self, found: dict[str, float] | None = None) -> list[Node]:
        """Return the path of a selection; the scores are put into `found`."""
        path = [self.root]
        while True:
            node = path[-1]
            inside = self.compared(node)
            if not inside:
                return path
            scores = [self.score(node, child, inside) for child in inside]
            if found is not None:
                found.update({child.id: one for child, one in zip(inside, scores, strict=True)})
            path.append(inside[self.best(scores)])

    def join(self, node: Node) -> list[Node]:
        """Let nodes join below the one at which selection stopped."""
        missing = [child for child in node.children if not child.is_in]
        some_are_in = len(missing) < len(node.children)
        if self.expand == "all":
            joined = missing if not some_are_in and (node is self.root or node.n > 0) else []
        elif self.rule == "skips-expansion":
            joined = [] if some_are_in else missing[:1]
        else:
            joined = missing[-1:] if self.rule == "expands-last" else missing[:1]
        for child in joined:
            child.is_in = True
        return joined

    def iterate(self, result: Any) -> None:
        """Run one iteration."""
        found: dict[str, float] = {}
        path = self.select(found)
        joined = self.join(path[-1])
        path = [*path, *joined[:1]]
        given = reward_from(self.problem, path[-1], len(self.paths), result)
        if given is None:
            raise NoResult
        self.scores.append(found)
        self.update(path, joined, Fraction(str(given)))

    def update(self, path: list[Node], joined: list[Node], reward: Fraction) -> None:
        """Add the reward along the path."""
        updated = path
        if self.rule == "updates-new-node-only":
            updated = path[-1:]
        elif self.rule == "root-not-updated":
            updated = path[1:]
        elif self.rule == "new-node-not-updated" and joined:
            updated = path[:-1]
        for node in updated:
            node.n += 1
            node.w += reward if self.counts_for(node) == "max" else self.other(reward)
        self.paths.append([node.id for node in path])
        self.added.append([node.id for node in joined])
        self.rewards.append((reward, [node.id for node in updated]))

    def choices(
        self, visits: Mapping[str, Fraction], final: str, totals: Mapping[str, Fraction] | None = None
    ) -> list[Node]:
        """Return the moves that can be played at the end, by these numbers."""
        before = {node.id: (node.n, node.w) for node in self.nodes}
        for node in self.nodes:
            node.n = visits.get(node.id, node.n)
            node.w = (totals or {}).get(node.id, node.w)
        try:
            played = [child for child in self.root.children if child.is_in and child.n > 0]
            if not played:
                return []
            if final == "best-score":
                worth: list[Any] = [self.score(self.root, child, played) for child in played]
                tied = [child for child, one in zip(played, worth, strict=True) if max(worth) - one <= 1e-9]
            else:
                worth = [child.n if final == "most-visits" else self.mean(self.root, child) for child in played]
                tied = [child for child, one in zip(played, worth, strict=True) if one == max(worth)]
        except (ValueError, OverflowError):
            return []
        finally:
            for node in self.nodes:
                node.n, node.w = before[node.id]
        return {"first": tied[:1], "last": tied[-1:], "any": tied}[said(self.problem, "tie")]


def plain(number: Fraction) -> Any:
    """Return a number as documents write it."""
    return int(number) if number.denominator == 1 else f"{number.numerator}/{number.denominator}"


def solve(problem: Document) -> Document:
    """Return the right answers."""
    return follow(problem, "right", {})


def follow(problem: Document, rule: str, own: Mapping[str, Any]) -> Document:
    """Return the answers of who follows the rule; the move is played by own numbers of visits where there are some."""
    is_record = rule.startswith("other-perspective")
    search = Search(problem, "right" if is_record else rule)
    final = said(problem, "final")
    final = {name: one for one, name in FINALS.items()}.get(rule, final)
    answers: Document = {}
    if search.paths:
        inside = [node for node in search.nodes if node.is_in]
        is_all = said(problem, "expand") == "all"
        answers["paths"] = search.paths
        which = -1 if "playouts" in problem else 0
        answers["expanded"] = [nodes if is_all else (nodes or ["none"])[which] for nodes in search.added]
        answers["visits"] = {node.id: plain(Fraction(own.get(node.id, node.n))) for node in inside}
        totals = recorded(search, rule.partition(" ")[2]) if is_record else {node.id: node.w for node in inside}
        answers["totals"] = {name: plain(total) for name, total in totals.items()}
        if any(search.scores):
            answers["scores"] = [{n: "inf" if s == math.inf else s for n, s in one.items()} for one in search.scores]
    if (line := next_path(search)) is not None:
        answers["selection"] = line
    played = search.choices({name: Fraction(n) for name, n in own.items()}, final)
    if is_record:  # paths and what is chosen by are right, but the student reads the own records
        played = by_records(search, own, final, rule.partition(" ")[2])
    if played:
        answers["choice"] = played[0].move
    return answers


def by_records(search: Search, own: Mapping[str, Any], final: str, whose: str) -> list[Node]:
    """Return the move by the records of another player, turned to who chooses."""
    totals = recorded(search, whose)
    right_way = {
        name: total
        if search.counts_for(node, whose) == search.counts_for(node)
        else search.other(total, Fraction(own.get(node.id, node.n)))
        for node in search.nodes
        for name, total in totals.items()
        if node.id == name
    }
    return search.choices({name: Fraction(n) for name, n in own.items()}, final, right_way)


def recorded(search: Search, whose: str) -> dict[str, Fraction]:
    """Return the totals that count another player's rewards; what stood there before stays."""
    totals = {node.id: Fraction(str(node.fields.get("total", 0))) for node in search.nodes if node.is_in}
    by_id = {node.id: node for node in search.nodes}
    for reward, updated in search.rewards:
        for name in updated:
            is_max = search.counts_for(by_id[name], whose) == "max"
            totals[name] += reward if is_max else search.other(reward)
    return totals


def next_path(search: Search) -> list[str] | None:
    """Return the path that selection takes next; None where nobody decides a tie."""
    search.minds_ties = True
    try:
        return [node.id for node in search.select()]
    except Tie:
        return None
    finally:
        search.minds_ties = False


def rules_of(problem: Document) -> list[Any]:
    """Return the wrong rules that can be followed: those of this problem's conventions that never lack a result."""
    expand, found = said(problem, "expand"), []
    for name in OF_PLAYOUTS if "playouts" in problem else RULES:
        if name == "adds-whole-playout" and "playouts" not in problem:
            continue
        if name == f"expands-{expand}" or (name in ("skips-expansion", "expands-last") and expand == "all"):
            continue
        if FINALS[said(problem, "final")] == name:
            continue
        details = [one for one in ("mover", "max", "own") if one != said(problem, "totals-for")]
        for rule in [f"{name} {one}" for one in details] if name == "other-perspective" else [name]:
            try:
                follow(problem, rule, {})
            except NoResult:
                continue
            found.append((name, rule.partition(" ")[2]))
    return found


# random problems


def random_node(rng: random.Random, names: Any, depth: int, player: str, may_be_open: bool) -> Document:
    """Return a tree; its nodes have names."""
    node: Document = {"id": next(names)}
    if rng.random() < 0.15:
        node["move"] = f"m{rng.randint(1, 10**6)}"
    if depth == 0 or (depth < 3 and rng.random() < 0.25):
        if rng.random() < 0.4 or not may_be_open:
            node["value"] = rng.choice((0, 1, "1/2", 1, 0))
        return node
    below = OTHER[player] if rng.random() < 0.9 else player
    node[player] = [random_node(rng, names, depth - 1, below, may_be_open) for _ in range(rng.randint(1, 3))]
    return node


def random_game(rng: random.Random) -> Document:
    """Return the fields of a random problem that can be run; nested lists whoever moves first."""
    while True:
        if rng.random() < 0.15:
            return drawn_playouts(rng)
        game = drawn_game(rng) if rng.random() < 0.15 else drawn(rng)
        stated = game["conventions"]
        is_rooted = "game" in game or isinstance(game["tree"], list)
        roots = ({}, {"root": "max"}, {"root": "min"}) if is_rooted else ({},)
        try:
            for root in roots:
                Search({**game, "conventions": stated | root}, strict=True)
        except (Tie, NoResult):
            continue
        if present := list(solve(game)):
            return game if "paths" in present else game | {"ask": present}


def drawn_playouts(rng: random.Random) -> Document:
    """Return the fields of a problem whose playouts are given."""
    moves = rng.choice((["a", "b"], ["a", "b", "c"], ["left", "right"], ["1", "2", "x"]))
    playouts = [
        {"moves": [rng.choice(moves) for _ in range(rng.randint(1, 4))], "reward": rng.choice((0, 1, 10, -5, "1/2"))}
        for _ in range(rng.randint(1, 8))
    ]
    names = ("parent-count", "final", "tie", "exploration", "log", "unvisited")
    stated = {name: rng.choice(oracle.CHOICES[name]) for name in names if rng.random() < 0.3}
    return {"playouts": playouts, "conventions": stated}


def drawn_game(rng: random.Random) -> Document:
    """Return a problem on a game, which may have a tie that nobody decides; what its simulations give is stated or follows from choices."""
    played: Document = {"name": "take-away", "objects": rng.randint(3, 6), "last": rng.choice(("wins", "loses"))}
    if rng.random() < 0.4:
        played = {"name": "nim", "piles": [rng.randint(1, 2), rng.randint(1, 3)]}
    played["utilities"] = {"loss": 0}
    names = ("expand", "totals-for", "parent-count", "final", "tie", "exploration", "log")
    stated = {name: rng.choice(oracle.CHOICES[name]) for name in names if rng.random() < 0.3}
    count = rng.randint(1, 6)
    game: Document = {"game": played, "depth": rng.randint(1, 3), "iterations": count, "conventions": stated}
    if rng.random() < 0.5:
        return {**game, "results": [rng.choice((0, 1, "1/2")) for _ in range(count)]}
    return {**game, "choices": [[rng.randint(1, 3) for _ in range(8)] for _ in range(count)]}


def drawn(rng: random.Random) -> Document:
    """Return a problem that may have a tie that nobody decides."""
    names = iter(
        [f"n{number}" for number in range(1, 400)]
        if rng.random() < 0.2
        else "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    )
    tree = random_node(rng, names, rng.randint(1, 3), rng.choice(("max", "min")), may_be_open=True)
    if not (tree.get("max") or tree.get("min")):
        tree = {"id": "R0", "max": [tree]}
    count = rng.choice((0, 1, 1, 2, 3, 5, 8))
    conventions: Document = {}
    for name, likely in LIKELY.items():
        if rng.random() < likely:
            conventions[name] = rng.choice(oracle.CHOICES[name])
    out = {"ucb1": ("exploration", "unvisited-mean"), "puct": ("log", "unvisited")}
    for name in out.get(str(conventions.get("formula")), ("unvisited-mean",)):
        conventions.pop(name, None)
    game: Document = {"tree": tree, "iterations": count, "conventions": conventions}
    has_priors = conventions.get("formula") == "puct"
    if count and not has_priors and rng.random() < 0.3:
        game["tree"] = as_lists(tree)
        if rng.random() < 0.7:
            conventions["root"] = rng.choice(oracle.CHOICES["root"])
    elif count == 0 or rng.random() < 0.4:
        give_statistics(rng, tree, is_negative=conventions.get("complement") == "negate")
    if has_priors:
        give_priors(rng, tree)
    if count:
        game["results"] = [rng.choice((0, 1, 1, 0, "1/2")) for _ in range(count)]
    return game


def as_lists(node: Document) -> Any:
    """Return a tree as nested lists, in which players take turns."""
    below = node.get("max") or node.get("min")
    return [as_lists(child) for child in below] if below else node.get("value", {})


def give_statistics(rng: random.Random, node: Document, is_negative: bool) -> int:
    """Give a node and some below it visits and totals, as a search leaves them; return the visits."""
    below = node.get("max") or node.get("min") or []
    own = 1
    for child in below[: rng.randint(0, len(below))]:
        own += give_statistics(rng, child, is_negative)
    node["visits"] = own
    node["total"] = rng.randint(-own if is_negative else 0, own)
    return own


def give_priors(rng: random.Random, node: Document) -> None:
    """Give every child a prior."""
    for child in node.get("max") or node.get("min") or []:
        child["prior"] = rng.choice(("0.1", "0.5", "1/3", "1/4", 1))
        give_priors(rng, child)


def secret_game(rng: random.Random) -> Document:
    """Return a problem with large numbers and names that nobody guesses."""
    names = iter(f"n{number}" for number in range(70_001, 80_000))
    tree: Document = {"id": next(names), "max": []}
    for _ in range(3):
        visits = rng.randint(10_001, 12_000)
        tree["max"].append(
            {"id": next(names), "visits": visits, "total": rng.randint(10_001, visits), "min": [{"id": next(names)}]}
        )
    tree |= {"visits": 50_001, "total": 20_003}
    return {"tree": tree, "iterations": 1, "results": [1]}


def little_said(problem: Document) -> Document:
    """Return wrong answers that name little."""
    root = problem["tree"]["id"]
    return {
        "paths": [[root]],
        "expanded": ["none"],
        "visits": {root: 5},
        "totals": {root: 5},
        "scores": [{}],
        "selection": [root],
    }


# marks


def same(given: Any, right: Any) -> bool:
    """Return whether two numbers are the same."""
    return given is not None and Fraction(str(given).strip().rstrip(".")) == Fraction(str(right))


def share(problem: Document, part: str, given: Any) -> Fraction:
    """Return which share an answer earns where nothing follows."""
    return share_by_policy(problem, part, given, {}, Fraction(0), across_parts=False)


def share_by_policy(
    problem: Document, part: str, given: Any, answers: Document, follow_through: Fraction, across_parts: bool
) -> Fraction:
    """Return which share an answer earns."""
    asked = {name: one for name, one in answers.items() if name in oracle.asked_parts(problem)}
    own = Follows(problem, asked) if across_parts and follow_through else None
    right = solve(problem)[part]
    if part in ("selection", "choice"):
        return share_of_one(problem, part, given, right, own, follow_through)
    if part == "scores":
        return share_of_scores(problem, given, right, own, follow_through)
    if part in ("visits", "totals"):
        return share_of_map(part, given, right, own, follow_through)
    entries = [Fraction(1) if trimmed(one) == mine else follow_through if own and own.entry(part, place, one) else Fraction(0)
               for place, (one, mine) in enumerate(zip(given, right, strict=False)) if one is not None]  # fmt: skip
    longest = max([len(right), *(place + 1 for place, one in enumerate(given) if one is not None)])
    return sum(entries, Fraction(0)) / longest if longest else Fraction(1)


def trimmed(one: Any) -> Any:
    """Return a name, or names, as they are compared."""
    return [str(name).strip() for name in one] if isinstance(one, list) else str(one).strip()


def share_of_one(problem: Document, part: str, given: Any, right: Any, own: Any, follow_through: Fraction) -> Fraction:
    """Return the share of the next path or of the move."""
    if part == "selection":
        return Fraction(trimmed(given) == right)
    search = Search(problem)
    played = search.choices({}, said(problem, "final"))
    if any(trimmed(given) in (child.move, child.id) for child in played):
        return Fraction(1)
    return follow_through if own is not None and own.move(trimmed(given)) else Fraction(0)


def share_of_map(part: str, given: Any, right: Document, own: Any, follow_through: Fraction) -> Fraction:
    """Return the share of the statistics; a 0 that belongs nowhere says nothing."""
    written = {str(name).strip(): one for name, one in given.items() if one is not None}
    follows = {name for name, one in written.items() if own is not None and own.number(part, name, one)}
    hits = {name for name, number in right.items() if same(written.get(name), number)}
    counted = {name for name, one in written.items() if name in right or not same(one, 0)}
    return share_of_entries({*right}, counted, hits, follows, follow_through)


def share_of_entries(right: set[Any], written: set[Any], hits: set[Any], follows: set[Any], half: Fraction) -> Fraction:
    """Return the share of a map: right entries, half of what follows, less what belongs nowhere and does not follow."""
    earned = len(hits) + half * len((right & follows) - hits)
    return max(Fraction(0), earned - len(written - right - follows)) / len(right)


def share_of_scores(problem: Document, given: Any, right: Any, own: Any, follow_through: Fraction) -> Fraction:
    """Return the share of the scores."""
    expected = {(place, name): score for place, one in enumerate(right) for name, score in one.items()}
    written = {
        (place, str(name).strip()): score
        for place, one in enumerate(given)
        for name, score in (one or {}).items()
        if score is not None
    }
    hits = {
        key for key, score in expected.items() if key in written and oracle.is_right_score(problem, score, written[key])
    }
    follows = {key for key, score in written.items() if own is not None and own.score(*key, score)}
    return share_of_entries({*expected}, {*written}, hits, follows, follow_through)


class Follows:
    """What follows from a student's own answers."""

    def __init__(self, problem: Document, answers: Document) -> None:
        self.problem, self.answers = problem, answers
        self.right = Search(problem)
        self.nodes = {node.id: node for node in self.right.nodes}
        paths = answers.get("paths") or []
        self.paths = [None if one is None else trimmed(one) for one in paths]

    def path(self, place: int) -> list[str] | None:
        """Return the own path of an iteration, None where there is none."""
        return (self.paths[place] or None) if place < len(self.paths) else None

    def before(self, place: int) -> Search | None:
        """Return the search before an iteration by the own paths, None where one is missing."""
        search = Search(self.problem, most=0)
        nodes = {node.id: node for node in search.nodes}
        self.has_totals = True
        for at in range(place):
            names = self.path(at)
            if names is None:
                return None
            path = [nodes[name] for name in names]
            reward = reward_from(self.problem, path[-1], at, rounds(self.problem)[at])
            self.has_totals = self.has_totals and reward is not None
            joined = self.joined(search, path)
            for node in joined:
                node.is_in = True
            search.update(list(dict.fromkeys(path)), joined, Fraction(str(reward or 0)))
        return search

    def joined(self, search: Search, path: list[Node]) -> list[Node]:
        """Return what joins by a path: what of it is new, with the siblings where all are added at once."""
        new = [node for node in dict.fromkeys(path) if not node.is_in]
        if search.expand == "one":
            return new
        return [one for node in new if node.parent for one in node.parent.children if not one.is_in]

    def entry(self, part: str, place: int, one: Any) -> bool:
        """Return whether an entry of a list follows: a path from scores and earlier paths, what joins from a path."""
        if part == "paths":
            return trimmed(one) in self.next_paths(place)
        search, names = self.before(place), self.path(place)
        if search is None or names is None:
            return False
        nodes = {node.id: node for node in search.nodes}
        joined = [node.id for node in self.joined(search, [nodes[name] for name in names])]
        if said(self.problem, "expand") == "all":
            return bool(trimmed(one) == joined)
        return [trimmed(one)] == (joined or ["none"])

    def next_paths(self, place: int) -> list[list[str]]:
        """Return the paths that an iteration can take after the own ones before it, by the own scores where all that are compared are there."""
        search = self.before(place)
        if search is None:
            return []
        if "playouts" in self.problem:
            search.play([str(move) for move in self.problem["playouts"][place]["moves"]], 0)
            return search.paths[-1:]
        listed = self.answers.get("scores") or []
        written = (listed[place] or {}) if place < len(listed) else {}
        own = {str(name).strip(): one for name, one in written.items() if one is not None}
        from_tree = search.score if self.has_totals else lambda *_: number_of(None)

        def score(node: Node, child: Node, inside: list[Node]) -> float:
            is_whole = all(one.id in own for one in inside)
            return number_of(own[child.id]) if is_whole else from_tree(node, child, inside)

        search.score = score  # type: ignore[method-assign]
        return [[node.id for node in path] for path in all_paths(search, [search.root])]

    def own_scores(self, place: int) -> dict[str, float]:
        """Return the scores that are compared on the own path; none where they are not known."""
        names = self.path(place) if place < len(rounds(self.problem)) else None
        search = self.before(place) if names else None
        if search is None or not self.has_totals or "playouts" in self.problem:
            return {}
        return {
            child.id: search.score(node, child, search.compared(node))
            for node in search.nodes
            if node.id in (names or [])[:-1]
            for child in search.compared(node)
        }

    def score(self, place: int, name: str, given: Any) -> bool:
        """Return whether a score is one that is compared on the own path."""
        own = self.own_scores(place)
        return name in own and oracle.is_right_score(self.problem, own[name], given)

    def number(self, part: str, name: str, given: Any) -> bool:
        """Return whether visits or a total follow from all own paths."""
        found = self.statistics(part)
        return found is not None and name in found and same(given, found[name])

    def statistics(self, part: str) -> dict[str, Fraction] | None:
        """Return the visits or totals by the own paths of the nodes that they or the right ones add; None where they do not say them."""
        search = self.before(len(rounds(self.problem)))
        if search is None or (part == "totals" and not self.has_totals):
            return None
        known = [node for node in search.nodes if node.is_in or self.nodes[node.id].is_in]
        return {node.id: node.n if part == "visits" else node.w for node in known}

    def move(self, given: str) -> bool:
        """Return whether the move follows from own visits and totals."""
        final = said(self.problem, "final")
        visits = {str(name).strip(): one for name, one in (self.answers.get("visits") or {}).items()}
        totals = {str(name).strip(): one for name, one in (self.answers.get("totals") or {}).items()}
        own_tree = self.before(len(rounds(self.problem))) or self.right
        ended = Search(self.problem)
        for child, mine in zip(ended.root.children, own_tree.root.children, strict=True):
            child.is_in = visits.get(child.id) is not None or mine.is_in
        children = [child.id for child in ended.root.children if child.is_in]
        needed = [self.right.root.id, *children]
        if any(visits.get(name) is None for name in needed):
            return False
        own_totals = None
        if final != "most-visits":
            if any(totals.get(name) is None for name in children):
                return False
            own_totals = {name: Fraction(str(totals[name]).rstrip(".")) for name in children}
        own = {name: Fraction(str(visits[name]).strip().rstrip(".")) for name in needed}
        return any(given in (child.move, child.id) for child in ended.choices(own, final, own_totals))


def all_paths(search: Search, path: list[Node]) -> list[list[Node]]:
    """Return all paths that go on from here; none where a score is not known."""
    inside = search.compared(path[-1])
    if inside:
        try:
            scores = [search.score(path[-1], child, inside) for child in inside]
        except KeyError:
            return []
        return [more for place in search.allowed(scores) for more in all_paths(search, [*path, inside[place]])]
    joined = search.join(path[-1])
    for node in joined:
        node.is_in = False
    return [[*path, *joined[:1]]]


def carried(rng: random.Random, problem: Document, answers: Document) -> Document:
    """Return answers with slips in scores and paths, and most of what is worked out from these."""
    right, asked = solve(problem), oracle.asked_parts(problem)
    own: Document = {}
    if "scores" in asked and rng.random() < 0.3:
        own["scores"] = [{name: scored(rng, one, 0.5) for name, one in places.items()} for places in right["scores"]]
    if "paths" in asked:
        names = [node.id for node in tree_of(problem)]
        top = [child.id for child in tree_of(problem)[0].children]
        own["paths"] = []
        for place, path in enumerate(right["paths"]):
            nexts = Follows(problem, own).next_paths(place) if rng.random() < 0.7 else []
            strays = path if rng.random() < 0.3 else [names[0], rng.choice([*top, *names[1:]])]
            own["paths"].append(rng.choice(nexts) if nexts else strays)
    follows = Follows(problem, own)
    if "scores" in asked and own.get("paths") and "scores" not in own:
        own["scores"] = [
            {name: "inf" if score == math.inf else score for name, score in follows.own_scores(place).items()}
            for place in range(len(own["paths"]))
        ]
    if "expanded" in asked and own.get("paths"):
        is_all = said(problem, "expand") == "all"
        own["expanded"] = [[path[-1]] if is_all else path[-1] for path in own["paths"]]
        for place, path in enumerate(own["paths"]):
            search = follows.before(place)
            nodes = {node.id: node for node in search.nodes} if search else {}
            joined = [one.id for one in follows.joined(search, [nodes[name] for name in path])] if search else []
            if len(joined) <= 1 and rng.random() < 0.8:
                own["expanded"][place] = joined if is_all else (joined or ["none"])[0]
    for part in {"visits", "totals"} & {*asked}:
        if (found := follows.statistics(part)) is not None:
            own[part] = {name: plain(number) for name, number in found.items() if name in right[part] or number}
    own = {part: one for part, one in own.items() if rng.random() < 0.9}
    if "choice" in asked:
        moves = [node.move for node in tree_of(problem)[0].children]
        played = [move for move in moves if Follows(problem, {**answers, **own}).move(move)]
        other_moves = [move for move in played if move != right.get("choice")]
        own |= {"choice": rng.choice(other_moves or played)} if played else {}
    return own


def number_of(written: Any) -> float:
    """Return a score that was written; KeyError where there is none."""
    if written is None:
        raise KeyError
    text = str(written).strip().rstrip(".")
    return math.inf if text.lstrip("+") in ("inf", ".inf") else float(Fraction(text))


def change_in(rng: random.Random, problem: Document, part: str, right: Any, slips: float) -> Any:
    """Return an answer with slips."""
    names = [node.id for node in tree_of(problem)]
    if part in ("visits", "totals"):
        given = {name: slipped(rng, one, slips) for name, one in right.items() if rng.random() > slips / 6}
        outside = {rng.choice(names): rng.choice((0, 0, 1))} if rng.random() < slips / 4 else {}
        return given | outside
    if part == "scores":
        return [
            {name: scored(rng, one, slips) for name, one in places.items() if rng.random() > slips / 6}
            for places in right
        ]
    if part == "choice":
        return right if rng.random() > slips else root_move(rng, problem)
    if part == "selection":
        return rng.sample(names, min(2, len(names))) if rng.random() < slips else right
    given = [
        None if rng.random() < slips / 6 else other(rng, one, names) if rng.random() < slips else one for one in right
    ]
    return given[: rng.randint(0, len(given))] if rng.random() < slips / 6 else given


def root_move(rng: random.Random, problem: Document) -> str:
    """Return one of the moves."""
    return rng.choice([child.move for child in tree_of(problem)[0].children])


def other(rng: random.Random, one: Any, names: list[str]) -> Any:
    """Return another name, or other names."""
    return (
        rng.sample(names, rng.randint(1, min(3, len(names)))) if isinstance(one, list) else rng.choice([*names, "none"])
    )


def slipped(rng: random.Random, right: Any, slips: float) -> Any:
    """Return a number with a slip."""
    if rng.random() < slips:
        return None if rng.random() < 0.2 else plain(Fraction(str(right)) + rng.choice((1, -1, 2)))
    return right


def scored(rng: random.Random, right: Any, slips: float) -> Any:
    """Return a score with a slip."""
    return rng.choice((None, 0, 1, 2, "inf", "1.5")) if rng.random() < slips else right
