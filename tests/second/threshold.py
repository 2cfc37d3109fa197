"""Thresholds once more, as plainly as can be: x is tried at every number at which anything could turn over, and between.

The problem with a number for x is a problem of its search, which `claims` solves and looks at.
"""

from __future__ import annotations

import copy
import json
import math
import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

import oracle
from oracle.numbers import in_document

from second import claims
from second.games import tree_of

Document = dict[str, Any]
Line = tuple[Fraction, Fraction]
"""The number a + b·x as (a, b)."""
Part = tuple[Any, Any, bool, bool]
"""An interval: both ends, and whether they belong to it."""

INF = math.inf
GAME: Document = {
    "search": "alpha-beta",
    "tree": {"max": [{"value": 3}, {"id": "R", "min": [{"value": "x"}, {"id": "N", "value": 7}]}]},
    "claim": {"pruned": ["N"]},
}
ASKED = ("range",)
CARRIER = ""
FIXED = ("exploration", "formula", "windows-at", "list-pruned-as", "root", "depth-in")
"""Conventions that its problems do not vary: the constant is x and stands outside the root, no list is handed in, trees are explicit."""
RULES = ("ends-exchanged", "complement", "first-interval-only", "integers-forgotten")


# --- The problem at one x -------------------------------------------------------------------------


def at(problem: Document, x: Fraction) -> Document:
    """Return the problem of the search with a number for x."""
    own = ("claim", "domain", "integers", "search", "ask", "points", "kind")
    plain = {name: field for name, field in problem.items() if name not in own}
    made: Document = with_number({**plain, "kind": problem["search"]}, x)
    return made


def with_number(raw: Any, x: Fraction) -> Any:
    """Return data with a number where x stands."""
    if isinstance(raw, dict):
        return {name: field if name in ("id", "move") else with_number(field, x) for name, field in raw.items()}
    if isinstance(raw, list):
        return [with_number(one, x) for one in raw]
    return {"x": str(x), "1-x": str(1 - x), "1 - x": str(1 - x)}.get(raw, raw) if isinstance(raw, str) else raw


# --- Where anything can turn over -----------------------------------------------------------------


def lines_of(problem: Document) -> set[Line]:
    """Return all the straight lines in x that can be compared while the problem is solved."""
    if problem["search"] == "ucb":
        return lines_of_arms(problem)
    lines: set[Line] = set()
    gather(tree_in(problem), lines)
    numbers = [*numbers_in(problem["claim"]), *problem.get("conventions", {}).get("initial-window", ())]
    bounds = [Fraction(str(one)) for one in numbers if str(one) not in ("inf", "-inf")]
    signs = (1, -1) if oracle.convention(problem, "values-for") == "mover" else (1,)
    return lines | {(sign * bound, Fraction(0)) for bound in bounds for sign in signs}


def tree_in(problem: Document) -> Any:
    """Return the tree, with x in it: as it is stated, or as the rules of a game make it; None where there is none."""
    if "game" not in problem:
        return problem.get("tree")
    return tree_of(problem["game"], oracle.convention(problem, "root"))


def gather(node: Any, lines: set[Line]) -> set[Line]:
    """Return what a node can be worth, and note what all nodes below it can be worth."""
    own = (
        {line_of(node)}
        if not isinstance(node, dict | list)
        else {line_of(node["value"])}
        if isinstance(node, dict) and "value" in node
        else below(node, lines)
    )
    lines |= own
    return own


def below(node: Any, lines: set[Line]) -> set[Line]:
    """Return what an inner node can be worth: what one of its children is, or the expectation of some choice for each."""
    children = node if isinstance(node, list) else next(node[key] for key in ("max", "min", "chance") if key in node)
    each = [gather(child, lines) for child in children]
    if isinstance(node, list) or "chance" not in node:
        return set().union(*each)
    sums: set[Line] = {(Fraction(0), Fraction(0))}
    for child, worth in zip(children, each, strict=True):
        stated = child.get("p") if isinstance(child, dict) else None
        a, b = (Fraction(1, len(children)), Fraction(0)) if stated is None else line_of(stated)
        sums = {(c + a * u, d + a * v + b * u) for c, d in sums for u, v in worth}
    return sums


def line_of(written: Any) -> Line:
    """Return what is written as a line."""
    if written in ("x", "1-x", "1 - x"):
        return (Fraction(0), Fraction(1)) if written == "x" else (Fraction(1), Fraction(-1))
    return Fraction(str(written)), Fraction(0)


def numbers_in(claim: Any) -> Iterator[Any]:
    """Yield the numbers with which a claim compares."""
    for name, said in claim.items():
        if name in ("all", "any"):
            for one in said:
                yield from numbers_in(one)
        elif name == "not":
            yield from numbers_in(said)
        elif name in ("value", "value-of"):
            each = said.values() if name == "value-of" else [said]
            for one in each:
                yield from one.values() if isinstance(one, dict) else [one]


def lines_of_arms(problem: Document) -> set[Line]:
    """Return the scores of all children as lines; a difference that is too small counts as none."""
    scores = [line for line in scores_of(problem).values() if line is not None]
    return {(a + shift, b) for a, b in scores for shift in (Fraction(0), NEARLY, -NEARLY)}


NEARLY = Fraction(1e-9)


def scores_of(problem: Document) -> dict[str, Line | None]:
    """Return the score of each child as a line; None where it is infinite."""
    visits = oracle.parent_visits({**problem, "kind": "ucb"})
    if oracle.convention(problem, "formula") == "puct":
        seen = {
            arm.id: arm.total / arm.visits
            if arm.visits
            else oracle.number(oracle.convention(problem, "unvisited-mean"))
            for arm in oracle.read_arms(problem)
        }
        return {
            arm.id: (Fraction(float(seen[arm.id])), Fraction(float(arm.prior) * math.sqrt(visits) / (1 + arm.visits)))
            for arm in oracle.read_arms(problem)
        }
    log = {"ln": math.log, "log10": math.log10, "log2": math.log2}[oracle.convention(problem, "log")]
    zero = None if oracle.convention(problem, "unvisited") == "first" else (Fraction(0), Fraction(0))
    return {
        arm.id: (Fraction(float(arm.total / arm.visits)), Fraction(math.sqrt(log(visits) / arm.visits)))
        if arm.visits
        else zero
        for arm in oracle.read_arms(problem)
    }


def chosen_at(problem: Document, x: Fraction) -> list[str]:
    """Return the children that may be chosen where the constant is x."""
    scores = scores_of(problem)
    infinite = [name for name, line in scores.items() if line is None]
    tie = oracle.convention(problem, "tie")
    if infinite:
        return infinite if tie == "any" else infinite[:1]
    numbers = {name: line[0] + line[1] * x for name, line in scores.items() if line is not None}
    tied = [name for name, number in numbers.items() if max(numbers.values()) - number <= NEARLY]
    return {"first": tied[:1], "last": tied[-1:], "any": tied}[tie]


def turning_points(problem: Document) -> list[Fraction]:
    """Return every x at which two of the lines meet, in order."""
    pairs = combinations(sorted(lines_of(problem)), 2)
    return sorted({(c - a) / (b - d) for (a, b), (c, d) in pairs if b != d})


def domain_of(problem: Document) -> tuple[Any, Any]:
    """Return the least and the greatest x."""
    low, high = map(number_of, problem.get("domain", ("-inf", "inf")))
    text = json.dumps(tree_in(problem), default=str)
    if problem["search"] == "ucb" or '"p": "x"' in text or '"p": "1-x"' in text:
        low = max(low, Fraction(0))
    if '"p": "x"' in text or '"p": "1-x"' in text:
        high = min(high, Fraction(1))
    return low, high


def number_of(written: Any) -> Any:
    """Return a number or an infinity."""
    return {"-inf": -INF, "inf": INF}.get(str(written)) or (
        Fraction(str(written)) if "inf" not in str(written) else INF
    )


# --- Every x --------------------------------------------------------------------------------------


def try_all(problem: Document) -> list[tuple[Part, bool, list[tuple[Fraction, Any]]]]:
    """Return the pieces of the domain: points at which something can turn over, and what lies between two of them.

    Of each the truth of the claim, and what the root is worth at one or two x.
    """
    low, high = domain_of(problem)
    inside = [turn for turn in turning_points(problem) if low < turn < high]
    edges: list[Any] = list(dict.fromkeys((low, *inside, high)))
    pieces = [((end, end, True, True), [end]) for end in edges if abs(end) != INF]
    pieces += [((a, b, False, False), between(a, b)) for a, b in pairwise(edges) if a < b]
    found = []
    for piece, xs in sorted(pieces, key=lambda one: (one[0][0], one[0][1])):
        if problem["search"] == "ucb":
            found.append((piece, problem["claim"]["choice"] in chosen_at(problem, xs[0]), [(xs[0], None)]))
            continue
        solved = [claims.solved({**at(problem, x), "search": problem["search"]}) for x in xs]
        (truth,) = {claims.truth(problem["claim"], now, now) for now in solved}
        found.append((piece, truth, [(x, now["answers"].get("value")) for x, now in zip(xs, solved, strict=True)]))
    return found


def between(low: Any, high: Any) -> list[Fraction]:
    """Return two numbers between two others."""
    if low == -INF and high == INF:
        return [Fraction(0), Fraction(1)]
    if low == -INF:
        return [high - 1, high - 2]
    if high == INF:
        return [low + 1, low + 2]
    return [(2 * low + high) / 3, (low + 2 * high) / 3]


def joined(parts: list[Part]) -> list[Part]:
    """Return pieces from left to right as the fewest intervals; irrational ends must have been rounded before."""
    made: list[Part] = []
    for part in sorted(parts, key=lambda one: (one[0], one[1])):
        if part[0] == part[1] and not (part[2] and part[3]):
            continue
        if made and (part[0] < made[-1][1] or (part[0] == made[-1][1] and (part[2] or made[-1][3]))):
            last = made[-1]
            closes = part[3] or last[3] if part[1] == last[1] else part[3] if part[1] > last[1] else last[3]
            made[-1] = (last[0], max(last[1], part[1]), last[2], closes)
        else:
            made.append(part)
    return made


def rounded(part: Part) -> Part:
    """Return an interval with its ends rounded to six decimals."""
    low, high = (
        end if abs(end) == INF else Fraction(math.floor(end * 10**6 + Fraction(1, 2)), 10**6) for end in part[:2]
    )
    return low, high, part[2], part[3]


def whole(parts: list[Part]) -> list[Part]:
    """Return the whole numbers of intervals."""
    made: list[Part] = []
    for low, high, has_low, has_high in parts:
        first = low if low == -INF else math.ceil(low) + (low == math.ceil(low) and not has_low)
        last = high if high == INF else math.floor(high) - (high == math.floor(high) and not has_high)
        if first > last:
            continue
        if made and first <= made[-1][1] + 1:
            made[-1] = (made[-1][0], last, made[-1][2], last != INF)
        else:
            made.append((first, last, first != -INF, last != INF))
    return made


def solve(problem: Document) -> Document:
    """Return the right answers."""
    return copy.deepcopy(_solved(json.dumps(problem)))


@lru_cache(maxsize=4000)
def _solved(text: str) -> Document:
    problem: Document = json.loads(text)
    pieces = try_all(problem)
    real = range_of(problem, pieces)
    answers = stated(real, settled(problem, real))
    line = line_through(problem, pieces)
    return {**answers, "linear": line} if line else answers


def range_of(problem: Document, pieces: list[Any]) -> list[Part]:
    """Return the numbers for which the claim holds."""
    parts = joined([piece for piece, truth, _ in pieces if truth])
    return joined([rounded(part) for part in parts]) if problem["search"] == "ucb" else parts


def settled(problem: Document, parts: list[Part]) -> list[Part]:
    """Return the numbers that count: whole ones only where the problem says so."""
    return whole(parts) if problem.get("integers") else parts


def stated(real: list[Part], meant: list[Part]) -> Document:
    """Return range, smallest and largest as a document holds them."""
    smallest = written(meant[0][0]) if meant and (meant[0][2] or meant[0][0] == -INF) else "none"
    largest = written(meant[-1][1]) if meant and (meant[-1][3] or meant[-1][1] == INF) else "none"
    return {"range": [interval(part) for part in meant], "smallest": smallest, "largest": largest}


def interval(part: Part) -> str:
    """Return an interval as it is written."""
    low, high, has_low, has_high = part
    return f"{'[' if has_low else '('}{written(low)}, {written(high)}{']' if has_high else ')'}"


def written(end: Any) -> Any:
    """Return an end as a document holds it."""
    if abs(end) == INF:
        return "-inf" if end < 0 else "inf"
    end = Fraction(end)
    if end.denominator == 1:
        return end.numerator
    if end.denominator > 10**4 and 10**6 % end.denominator == 0:
        return f"{float(end):.6f}".rstrip("0")
    return f"{end.numerator}/{end.denominator}"


def line_through(problem: Document, pieces: list[Any]) -> list[Any] | None:
    """Return [a, b] where the root is worth a + b·x all over the domain."""
    values = [(x, value) for _, _, values in pieces for x, value in values]
    if len({x for x, _ in values}) < 2 or any(value in (None, "inf", "-inf") for _, value in values):
        return None
    points = [(x, Fraction(str(value))) for x, value in values]
    (x, u), (y, v) = points[0], points[-1]
    slope = (v - u) / (y - x)
    start = u - slope * x
    return [in_document(start), in_document(slope)] if all(start + slope * x == value for x, value in points) else None


# --- Random problems ------------------------------------------------------------------------------


def random_game(rng: random.Random) -> Document:
    """Return the fields of a random problem."""
    while True:
        search = rng.choice(("minimax", "alpha-beta", "alpha-beta", "expectiminimax", "ucb"))
        game = random_arms(rng) if search == "ucb" else random_tree(rng, search)
        if game is None:
            continue
        game["search"] = search
        if rng.random() < 0.3:
            low = rng.randint(0 if search == "ucb" else -5, 3)
            game["domain"] = [low, rng.choice(("inf", low + rng.randint(0, 6)))]
            if '"p": "' in json.dumps(game.get("tree")):
                game["domain"] = [rng.choice((0, "1/4")), rng.choice((1, "3/4"))]
        if search != "ucb" and rng.random() < 0.3:
            game["integers"] = True
        return game


def random_arms(rng: random.Random) -> Document:
    """Return children of a node whose exploration constant is unknown."""
    drawn = oracle.random_problem(rng, "ucb")
    conventions = {name: one for name, one in drawn.get("conventions", {}).items() if one != "ucb1"}
    game = {name: drawn[name] for name in ("children", "parent-visits") if name in drawn}
    ids = [str(child["id"]).strip() for child in drawn["children"]]
    claim: Document = {"choice": rng.choice(ids)}
    return {**game, "conventions": {**conventions, "exploration": "x"}, "claim": claim}


def random_tree(rng: random.Random, search: str) -> Document | None:
    """Return a tree with x in it and a claim about it; None where the drawn one has no place for x, or is too large."""
    drawn = oracle.random_problem(rng, search)
    tree = with_names({**drawn, "kind": search})
    leaves = [node for node in nodes_of(tree) if "value" in node]
    chances = [node["chance"] for node in nodes_of(tree) if len(node.get("chance", ())) == 2]
    if not 3 <= len(nodes_of(tree)) <= 22:
        return None
    if search == "expectiminimax" and chances and rng.random() < 0.5:
        first, second = rng.choice(chances)
        first["p"], second["p"] = "x", "1-x"
    else:
        for leaf in rng.sample(leaves, min(len(leaves), rng.choice((1, 1, 1, 2)))):
            leaf["value"] = "x"
    if search == "expectiminimax" and len(lines_of({"search": search, "tree": tree, "claim": {}})) > 60:
        return None
    left_out = ("list-pruned-as", "windows-at", "root", "depth-in", "value-bounds", "bounds-at")
    conventions = {name: one for name, one in drawn.get("conventions", {}).items() if name not in left_out}
    game: Document = {"tree": tree, "claim": random_claim(rng, search, tree)}
    return {**game, "conventions": conventions} if conventions else game


def with_names(problem: Document) -> Document:
    """Return the tree with every node explicit."""
    return explicit(oracle.read_tree(problem))


def explicit(node: oracle.Node, above: str = "") -> Document:
    """Return a node below one of a player as a document holds it."""
    own: Document = {"id": node.id}
    if node.move != node.id:
        own["move"] = node.move
    if above == "chance":
        own["p"] = str(node.probability)
    if not node.children:
        return {**own, "value": str(node.value)}
    return {**own, node.player: [explicit(child, node.player) for child in node.children]}


def nodes_of(tree: Document) -> list[Document]:
    """Return all nodes."""
    found = [tree]
    for node in found:
        found += next((node[key] for key in ("max", "min", "chance") if key in node), [])
    return found


def random_claim(rng: random.Random, search: str, tree: Document, depth: int = 0) -> Document:
    """Return a claim that says something of the search."""
    nodes = nodes_of(tree)
    if depth == 0 and rng.random() < 0.2:
        parts = [random_claim(rng, search, tree, 1) for _ in range(2)]
        return rng.choice(({"all": parts}, {"any": parts}, {"not": parts[0]}))
    ids = [node["id"] for node in nodes]
    names = ["value", "value-of", "best-move", "only-best-move"]
    if search == "alpha-beta":
        names += ["pruned", "pruned", "pruned-exactly", "visited", "leaves-evaluated", "pruned-leaves", "cutoffs"]
    name = rng.choice(names)
    if name in ("best-move", "only-best-move"):
        if "max" not in tree and "min" not in tree:
            name = "value"
        else:
            children = next(tree[key] for key in ("max", "min") if key in tree)
            return {name: rng.choice(children)["id"]}
    if name == "value":
        return {name: random_comparison(rng, nodes)}
    if name == "value-of":
        inner = [node["id"] for node in nodes if "value" not in node] or ids
        return {name: {rng.choice(inner): random_comparison(rng, nodes)}}
    if name in ("leaves-evaluated", "pruned-leaves", "cutoffs"):
        return {name: {rng.choice(("at-least", "at-most", "equals")): rng.randint(0, 4)}}
    return {name: rng.sample(ids, rng.choice((1, 1, 2)) if len(ids) > 1 else 1)}


def random_comparison(rng: random.Random, nodes: list[Document]) -> Any:
    """Return what is said of a number."""
    numbers = [node["value"] for node in nodes if "value" in node and node["value"] != "x"] or ["1"]
    relation = rng.choice(("at-least", "at-most", "above", "below", "equals"))
    return {relation: str(Fraction(rng.choice(numbers)) + rng.choice((0, 0, 1)))}


def secret_game(rng: random.Random) -> Document:
    """Return those of a chance node over x and a large number, so that all answers are large."""
    half = rng.randint(20_000, 90_000)
    low = rng.randint(100_000, 200_000)
    tree = {"chance": [{"p": "1/2", "value": "x"}, {"p": "1/2", "value": 2 * half}]}
    claim = {"value": {"above": half + low}}
    return {"search": "expectiminimax", "tree": tree, "domain": [low, low + 500_000], "claim": claim}


# --- Students -------------------------------------------------------------------------------------


def rules_of(problem: Document) -> list[str]:
    """Return the wrong rules about a range that have a place on the problem."""
    meant = settled(problem, range_of(problem, try_all(problem)))
    no_place = {"first-interval-only": len(meant) < 2, "integers-forgotten": not problem.get("integers")}
    return [rule for rule in RULES if not no_place.get(rule)]


def follow(problem: Document, rule: str, own: Mapping[str, Any]) -> Document:
    """Return the answers of who follows a rule about the range, or the right one."""
    right = solve(problem)
    if rule == "right":
        return right
    real = range_of(problem, try_all(problem))
    low, high = domain_of(problem)
    if rule == "integers-forgotten":
        return {**right, **{part: stated(real, real)[part] for part in ("smallest", "largest")}}
    wrong = {
        "ends-exchanged": lambda: joined([exchanged(part, low, high) for part in real]),
        "complement": lambda: complement(real, low, high),
        "first-interval-only": lambda: settled(problem, real)[:1],
    }[rule]()
    return {**right, **stated(wrong, settled(problem, wrong))}


def exchanged(part: Part, low: Any, high: Any) -> Part:
    """Return an interval whose ends inside the domain are in where they were out, and out where they were in."""
    has_low = part[2] if part[0] == low else not part[2]
    has_high = part[3] if part[1] == high else not part[3]
    return part[0], part[1], has_low, has_high


def complement(parts: list[Part], low: Any, high: Any) -> list[Part]:
    """Return the numbers of the domain that are in no part."""
    gaps = []
    start, has_start = low, low != -INF
    for first, last, has_first, has_last in parts:
        gaps.append((start, first, has_start, not has_first and first != -INF))
        start, has_start = last, not has_last and last != INF
    gaps.append((start, high, has_start, high != INF))
    return joined([gap for gap in gaps if gap[0] < gap[1] or (gap[0] == gap[1] and gap[2] and gap[3])])


def parts_in(texts: Any) -> list[Part]:
    """Return the intervals of an answer, which is written as a solution is."""
    found = []
    for text in texts:
        low, high = (one.strip() for one in text[1:-1].split(","))
        found.append((number_of(low), number_of(high), text[0] == "[", text[-1] == "]"))
    return joined(found)


def clipped(problem: Document, parts: list[Part]) -> list[Part]:
    """Return those of the numbers that are in the domain."""
    low, high = domain_of(problem)
    kept = []
    for a, b, has_a, has_b in parts:
        first, has_first = (a, has_a) if a > low or (a == low and not has_a) else (low, low != -INF)
        last, has_last = (b, has_b) if b < high or (b == high and not has_b) else (high, high != INF)
        if first < last or (first == last and has_first and has_last):
            kept.append((first, last, has_first, has_last))
    return joined(kept)


def share(problem: Document, part: str, given: Any) -> Fraction:
    """Return which share of its points an answer earns by itself."""
    right = solve(problem)[part]
    if part in ("smallest", "largest"):
        return Fraction(is_end(problem, right, given))
    if part == "linear":
        places = zip(right, [*given, None, None], strict=False)
        hits = sum(1 for one, other in places if other is not None and oracle.is_right_number(problem, one, other))
        filled = max((place + 1 for place, one in enumerate(given) if one is not None), default=0)
        return Fraction(hits, max(len(right), filled))
    mine = clipped(problem, parts_in(given))
    real = range_of(problem, try_all(problem))
    if are_same(problem, settled(problem, real), settled(problem, mine)):
        return Fraction(1)
    if problem.get("integers"):
        got = whole(mine)
        closed = any(
            one and got and is_inside(whole(opened(one)), got) and is_inside(got, whole(shut(one)))
            for one in (real, whole(real))
        )
    else:
        closed = bool(real) and bool(mine) and are_same(problem, shut(real), shut(mine))
    return Fraction(1, 2) if closed else Fraction(0)


def opened(parts: list[Part]) -> list[Part]:
    """Return the intervals without their ends."""
    return joined([(low, high, False, False) for low, high, _, _ in parts])


def is_inside(some: list[Part], all_: list[Part]) -> bool:
    """Return whether whole numbers are among others."""
    return all(any(low <= first and last <= high for low, high, _, _ in all_) for first, last, _, _ in some)


def follows(problem: Document, part: str, given: Any, answers: Mapping[str, Any]) -> bool:
    """Return whether a wrong end is that of the student's own range."""
    own = answers.get("range")
    if part not in ("smallest", "largest") or own is None or "range" not in oracle.asked_parts(problem):
        return False
    mine = settled(problem, clipped(problem, parts_in(own)))
    return is_end(problem, stated(mine, mine)[part], given)


def carried(rng: random.Random, problem: Document, answers: Mapping[str, Any]) -> Document:
    """Return a range, often one by a wrong rule, and mostly its own ends."""
    own = answers.get("range")
    if own is None:
        return {}
    if rng.random() < 0.6:
        own = follow(problem, rng.choice(("ends-exchanged", "complement")), {})["range"]
    mine = settled(problem, clipped(problem, parts_in(own)))
    ends = stated(mine, mine)
    return {"range": own} | {part: ends[part] for part in ("smallest", "largest") if rng.random() < 0.8}


def shut(parts: list[Part]) -> list[Part]:
    """Return the intervals with their ends."""
    return joined([(low, high, low != -INF, high != INF) for low, high, _, _ in parts])


def are_same(problem: Document, right: list[Part], mine: list[Part]) -> bool:
    """Return whether two sets are the same but for rounding."""
    return len(right) == len(mine) and all(
        one[2:] == other[2:] and all(is_end(problem, *pair) for pair in zip(one[:2], other[:2], strict=True))
        for one, other in zip(right, mine, strict=True)
    )


def is_end(problem: Document, right: Any, given: Any) -> bool:
    """Return whether an end is right, which may be rounded as any number may be."""
    texts = [str(one) for one in (right, given)]
    if any(text in ("none", "inf", "-inf") for text in texts):
        return texts[0] == texts[1]
    expected, written_ = map(Fraction, texts)
    decimals = oracle.convention(problem, "decimals")
    if problem["search"] == "ucb":
        decimals = 6 if decimals == "exact" else min(6, int(decimals))
    if decimals == "exact" or (expected.denominator == 1 and "decimals" not in problem.get("conventions", {})):
        return expected == written_
    return abs(expected - written_) <= Fraction(1, 2 * 10 ** int(decimals))


def change(rng: random.Random, part: str, right: Any, slips: float) -> Any:
    """Return an answer with slips: other ends, ends in or out, an interval more or less."""
    if part == "linear":
        return [None if rng.random() < slips / 4 else moved(rng, one, slips) for one in right]
    if part != "range":
        return rng.choice((right, moved(rng, right, slips), "none", "-inf")) if rng.random() < slips else right
    parts = parts_in(right)
    if rng.random() < slips / 3:
        return [] if parts else ["(-inf, 2]"]
    changed = []
    for low, high, has_low, has_high in parts:
        turns, grows = rng.random() < slips / 2 and low != high, rng.random() < slips / 4
        in_low = has_low if not turns or low == -INF else not has_low
        in_high = has_high if not turns or high == INF else not has_high
        changed.append((low, high + 1 if grows else high, in_low, in_high))
    return [interval(one) for one in changed]


def moved(rng: random.Random, number: Any, slips: float) -> Any:
    """Return a number, at times another one."""
    if str(number) in ("none", "inf", "-inf") or rng.random() > slips:
        return number
    return written(Fraction(str(number)) + rng.choice((1, -1, 2)))
