"""Claims once more, as plainly as can be: every problem is written out as a document and solved by `oracle`, then looked at."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Self

Document = dict[str, Any]

ASKED = ("claims",)
RULES = ()
CARRIER = "claims"
GAME: Document = {
    "search": "alpha-beta",
    "tree": [[3, 12], [2, 15]],
    "claims": [
        {"id": "s1", "claim": {"value": 3}},
        {"id": "s2", "claim": {"best-move": "C"}},
        {"id": "s3", "claim": {"same": "best-move"}, "change": {"affine": {"times": -1}}},
    ],
}
PLAYERS = ("max", "min", "chance")
OF_SEARCH = {
    "minimax": ("order", "tie", "decimals", "depth-in", "values-for"),
    "expectiminimax": ("order", "tie", "decimals", "depth-in"),
    "alpha-beta": (
        *("order", "tie", "decimals", "depth-in", "cutoff", "bounds", "initial-window"),
        *("windows-at", "list-pruned-as", "empty-cutoffs", "value-bounds"),
    ),
}


# --- random problems --------------------------------------------------------------------------------


def random_game(rng: random.Random) -> Document:
    """Return the fields of a random problem."""
    search = rng.choice(("minimax", "alpha-beta", "alpha-beta", "expectiminimax"))
    values = rng.choice(((0, 1, 2), tuple(range(-9, 10)), (-1, "1/2", "2.5", 3, -4)))
    if rng.random() < 0.2 and search != "expectiminimax":
        game: Document = {"tree": nested(rng, 2, values)}
        root = rng.choice(("max", "min", None))
    else:
        names = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "abcdefghijklmnopqrstuvwxyz" * 3)
        sort = (
            "expectiminimax" if search == "alpha-beta" and rng.random() < 0.4 else search
        )  # chance nodes are searched too
        game, root = (
            {"tree": explicit_tree(rng, rng.choice(("max", "min")), rng.randint(1, 3), values, sort, names)},
            None,
        )
        if rng.random() < 0.3:
            game["depth"] = rng.randint(1, 2)
    conventions = random_conventions(rng, search, root, has_depth="depth" in game)
    if search == "alpha-beta" and root is None and rng.random() < 0.6:
        from oracle.problems import can_start

        known = {"value-bounds": random_bounds(rng, game["tree"]), "bounds-at": rng.choice(("everywhere", "chance"))}
        has_start = can_start(conventions | known)
        conventions |= known if has_start else known | {"bounds-at": "chance"}
    problem: Document = {
        "search": search,
        **game,
        "claims": [],
        **({"conventions": conventions} if conventions else {}),
    }
    items = [random_item(rng, problem, place) for place in range(rng.randint(1, 5))]
    return {**problem, "claims": items}


def secret_game(rng: random.Random) -> Document:
    """Return those of a problem whose claims and nodes have names of five digits."""
    worths = rng.sample(range(90), 15)
    leaves = [{"id": f"n700{place}", "value": worth} for place, worth in enumerate(worths, 10)]
    worse = rng.choice([leaf["id"] for leaf in leaves if leaf["value"] < max(worths)])
    claims = [{"id": "c80001", "claim": {"best-move": worse}}, {"id": "c80002", "claim": {"value": max(worths)}}]
    return {"search": "minimax", "tree": {"id": "n70000", "max": leaves}, "claims": claims}


def nested(rng: random.Random, depth: int, values: tuple[Any, ...]) -> Any:
    if depth == 0:
        return rng.choice(values)
    return [nested(rng, depth - 1, values) for _ in range(rng.randint(1, 3))]


def explicit_tree(rng: random.Random, player: str, depth: int, values: Any, search: str, names: Any) -> Document:
    """Return a tree in which every node has an id and every inner node a static value."""
    node: Document = {"id": next(names)}
    if depth == 0:
        return {**node, "value": rng.choice(values)}
    other = "min" if player == "max" else "max"
    if search == "expectiminimax" and rng.random() < 0.5:
        player = "chance"
    children = []
    for place in range(rng.randint(1, 3)):
        child = explicit_tree(rng, other, rng.choice((depth - 1, depth - 1, 0)), values, search, names)
        if rng.random() < 0.2 and player != "chance":
            child["move"] = f"m{place}"
        children.append(child)
    return {**node, player: children, "static": rng.choice(values)}


def random_conventions(rng: random.Random, search: str, root: str | None, *, has_depth: bool) -> Document:
    from oracle import CHOICES

    chosen = {name: rng.choice(CHOICES[name]) for name in OF_SEARCH[search] if name in CHOICES and rng.random() < 0.3}
    if not has_depth:
        chosen.pop("depth-in", None)
    if search == "alpha-beta" and rng.random() < 0.15:
        low = rng.randint(-5, 3)
        chosen["initial-window"] = [rng.choice((low, "-inf")), rng.choice((low + 4, "inf"))]
    if root is not None:
        chosen["root"] = root
    if rng.random() < 0.4:
        chosen["guessing"] = rng.choice(("corrected", "free"))
    return chosen


def random_bounds(rng: random.Random, tree: Any) -> list[Any]:
    """Return two numbers between which all others lie."""
    said = [number(one) for one in numbers_in(tree)]
    return [str(min(said) - rng.randint(0, 2)), str(max(said) + rng.randint(1, 2))]


def numbers_in(tree: Any) -> list[Any]:
    """Return all values and static values."""
    if not isinstance(tree, dict):
        return [one for child in tree for one in numbers_in(child)] if isinstance(tree, list) else [tree]
    return [node[key] for node in nodes(tree) for key in ("value", "static") if key in node]


def is_within_bounds(problem: Document, change: Document) -> bool:
    """Tell whether all numbers of the changed problem lie between its bounds."""
    if "value-bounds" not in problem.get("conventions", {}):
        return True
    low, high = map(number, problem["conventions"]["value-bounds"])
    return all(low <= number(one) <= high for one in numbers_in(changed(problem, {"change": change})["tree"]))


def random_item(rng: random.Random, problem: Document, place: int) -> Document:
    """Return a random claim that fits the problem."""
    item: Document = {"id": f"s{place + 1}"}
    if rng.random() < 0.5:
        change = random_change(rng, problem)
        item["change"] = change if is_within_bounds(problem, change) else {"mirror": True}
    searches = {problem["search"], item.get("change", {}).get("search", problem["search"])}
    if "change" in item and rng.random() < 0.6:
        parts = ["value", "values", "best-move", "visited", "leaves-evaluated"]
        parts += ["pruned"] if searches == {"alpha-beta"} else []
        chosen = rng.sample(parts, rng.randint(1, 2))
        item["claim"] = {"same": chosen[0] if len(chosen) == 1 and rng.random() < 0.5 else chosen}
        is_general = set(item["change"]) <= {"affine", "power", "clip"} and "values" not in chosen
        is_full = not {"initial-window", "value-bounds"} & problem.get("conventions", {}).keys()
        if is_general and is_full and rng.random() < 0.5:
            item["for"] = "every-tree"
    else:
        search = item.get("change", {}).get("search", problem["search"])
        item["claim"] = random_claim(rng, problem, search, 2)
    if rng.random() < 0.1:
        item["text"] = "Das stimmt hier"
    return item


def random_claim(rng: random.Random, problem: Document, search: str, levels: int) -> Document:
    tree = explicit(problem)
    ids = [node["id"] for node in nodes(tree)]
    some = rng.sample(ids, min(len(ids), rng.randint(1, 2)))
    number: Any = rng.choice(
        (rng.randint(-3, 5), {"at-least": 1, "below": 4}, {"above": 0}, {"at-most": 2, "equals": 2})
    )
    kinds: list[Document] = [{"value": number}, {"value-of": {rng.choice(ids): number, rng.choice(ids): 1}}]
    if children(tree):
        move = rng.choice(children(tree))
        called = rng.choice((move["id"], move.get("move", move["id"])))
        kinds += 2 * [{"best-move": called}, {"only-best-move": called}]
    named: Any = some[0] if rng.random() < 0.5 else some
    kinds += [{"visited": named}, {"leaves-evaluated": number}]
    if search == "alpha-beta":
        kinds += 2 * [{"pruned": named}, {"visited": named}, {"pruned-exactly": rng.choice((named, []))}]
        kinds += [{name: number} for name in ("pruned-leaves", "pruned-inner", "cutoffs")]
    if levels and rng.random() < 0.3:
        inner = [random_claim(rng, problem, search, levels - 1) for _ in range(rng.randint(1, 3))]
        return rng.choice(({"not": inner[0]}, {"all": inner}, {"any": inner}))
    return rng.choice(kinds)


def random_change(rng: random.Random, problem: Document) -> Document:
    tree = explicit(problem)
    conventions = problem.get("conventions", {})
    ways: list[Document] = [
        {"affine": {"times": rng.choice((2, "1/2", 1, 0, -1, -3)), "plus": rng.choice((0, 5, -2))}},
        {"power": rng.randint(1, 4)},
        {"clip": sorted((rng.randint(-2, 2), rng.randint(0, 4)))},
        {"mirror": True},
        {"swap-players": True},
        {"conventions": {"order": rng.choice(("left-to-right", "right-to-left"))}},
    ]
    leaves = [node["id"] for node in nodes(cut(problem, tree)) if not children(node)]
    ways.append({"leaves": {rng.choice(leaves): rng.randint(-5, 9)}})
    inner = [node for node in nodes(tree) if children(node)]
    if inner:
        node = rng.choice(inner)
        ids = [child["id"] for child in children(node)]
        ways.append({"reorder": {node["id"]: rng.sample(ids, len(ids))}})
    if problem["search"] == "alpha-beta":
        ways.append({"conventions": {"cutoff": rng.choice(("alpha >= beta", "alpha > beta"))}})
        has_chance = any("chance" in node for node in nodes(tree))
        if not has_chance and not {"depth-in", "value-bounds"} & set(conventions):
            ways.append({"search": "minimax"})
    if problem["search"] == "minimax":
        ways.append({"search": rng.choice(("alpha-beta", "expectiminimax"))})
    if isinstance(problem["tree"], dict):
        ways.append({"depth": rng.randint(1, 3)})
    return rng.choice(ways)


# --- trees as documents -----------------------------------------------------------------------------


def number(written: Any) -> Fraction:
    return Fraction(str(written))


def children(node: Document) -> list[Document]:
    return next((node[player] for player in PLAYERS if player in node), []) if isinstance(node, dict) else []


def nodes(root: Document) -> list[Document]:
    found, level = [], [root]
    while level:
        found += level
        level = [child for node in level for child in children(node)]
    return found


def explicit(problem: Document) -> Document:
    """Return the tree with a mapping for every node, each with its id."""
    if isinstance(problem.get("tree"), dict) and all(
        isinstance(node, dict) and "id" in node for node in nodes(problem["tree"])
    ):
        return copy.deepcopy(problem["tree"])
    from oracle import read_tree

    def below(node: Any, child: Any) -> Document:
        return {**written(child), **({"p": child.probability} if node.player == "chance" else {})}

    def written(node: Any) -> Document:
        content = (
            {node.player: [below(node, child) for child in node.children]} if node.children else {"value": node.value}
        )
        return {"id": node.id, **({"move": node.move} if node.move != node.id else {}), **content}

    return written(read_tree(problem))


def evaluated(problem: Document, node: Document) -> Fraction:
    """Return what the evaluation makes of the features of a node."""
    weights = problem["evaluation"]["weights"]
    bias = number(problem["evaluation"].get("bias", 0))
    return bias + sum(number(weights.get(name, 0)) * number(said) for name, said in node["features"].items())


def static_value(problem: Document, node: Document) -> Any:
    return node["static"] if "static" in node else evaluated(problem, node)


def agrees(problem: Document, by: str) -> bool:
    """Tell whether the evaluation agrees with the values of all leaves that have features."""
    leaves = [node for node in nodes(explicit(problem)) if not children(node) and "features" in node]
    pairs = [(number(leaf["value"]), evaluated(problem, leaf)) for leaf in leaves]
    if by == "values":
        return bool(pairs) and all(value == said for value, said in pairs)
    same = all(((a < b), (a == b)) == ((p < q), (p == q)) for a, p in pairs for b, q in pairs)
    return bool(pairs) and same


def cut(problem: Document, tree: Document) -> Document:
    """Return the tree in which nodes at the horizon are leaves."""
    if "depth" not in problem:
        return tree
    unit = problem.get("conventions", {}).get("depth-in", "plies")
    limit = int(problem["depth"]) * (2 if unit == "rounds" else 1)

    def below(node: Document, distance: int) -> Document:
        if not children(node):
            return node
        if distance >= limit:
            return {key: node[key] for key in ("id", "move", "p") if key in node} | {
                "value": static_value(problem, node)
            }
        player = next(player for player in PLAYERS if player in node)
        step = 0 if unit != "plies" and player == "chance" else 1
        return {**node, player: [below(child, distance + step) for child in node[player]]}

    return below(tree, 0)


def changed(problem: Document, item: Document) -> Document:
    """Return the problem after the change of a claim, its tree written out."""
    new = {**copy.deepcopy(problem), "tree": explicit(problem)}
    new["conventions"] = {name: said for name, said in problem.get("conventions", {}).items() if name != "root"}
    for name, said in item.get("change", {}).items():
        CHANGES[name](new, said)
    return new


def all_numbers(of: Callable[[Fraction], Fraction]) -> Callable[[Document], None]:
    def change(new: Document) -> None:
        for node in nodes(new["tree"]):
            for key in ("value", "static"):
                if key in node:
                    node[key] = of(number(node[key]))

    return change


def affine(new: Document, said: Document) -> None:
    times, plus = number(said.get("times", 1)), number(said.get("plus", 0))
    all_numbers(lambda value: times * value + plus)(new)


def power(new: Document, said: int) -> None:
    all_numbers(lambda value: value ** int(said))(new)


def clip(new: Document, said: list[Any]) -> None:
    low, high = map(number, said)
    all_numbers(lambda value: low if value < low else high if value > high else value)(new)


def leaves(new: Document, said: Document) -> None:
    for node in nodes(new["tree"]):
        if node["id"] in said:
            node["static" if children(node) else "value"] = said[node["id"]]


def mirror(new: Document, said: bool) -> None:
    for node in nodes(new["tree"]):
        children(node).reverse()


def reorder(new: Document, said: Document) -> None:
    for node in nodes(new["tree"]):
        if node["id"] in said:
            children(node).sort(key=lambda child: said[node["id"]].index(child["id"]))


def swap_players(new: Document, said: bool) -> None:
    for node in nodes(new["tree"]):
        if "max" in node:
            node["min"] = node.pop("max")
        elif "min" in node:
            node["max"] = node.pop("min")


def field(name: str) -> Callable[[Document, Any], None]:
    def change(new: Document, said: Any) -> None:
        new[name] = said

    return change


def new_conventions(new: Document, said: Document) -> None:
    new["conventions"] |= said


CHANGES: dict[str, Callable[[Document, Any], None]] = {
    "affine": affine,
    "power": power,
    "clip": clip,
    "leaves": leaves,
    "mirror": mirror,
    "reorder": reorder,
    "swap-players": swap_players,
    "conventions": new_conventions,
    "search": field("search"),
    "depth": field("depth"),
}


# --- solving ----------------------------------------------------------------------------------------


def solved(problem: Document) -> Document:
    """Return the answers of the search, the set of optimal moves, and the searched tree."""
    import oracle

    tree = cut(problem, explicit(problem))
    known = {*OF_SEARCH[problem["search"]], "bounds-at"} - {"depth-in"}  # beside value bounds alone
    conventions = {name: said for name, said in problem.get("conventions", {}).items() if name in known}
    document = {"kind": problem["search"], "tree": tree, "conventions": conventions}
    answers = oracle.solve(document)
    root = oracle.read_tree(document)
    best = [child.id for child in root.children if oracle.full_value(child) == oracle.full_value(root)]
    is_there = "best-move" in answers
    accepted = oracle.by_tie(
        best[::-1] if conventions.get("order") == "right-to-left" else best, conventions.get("tie", "first")
    )
    below = {node["id"]: {one["id"] for one in nodes(node) if not children(one)} for node in nodes(tree)}
    skipped = {leaf for id_ in answers.get("pruned", []) for leaf in below[id_]}
    return {
        "answers": answers,
        "problem": problem,
        "best": set(best) if is_there else set(),
        "accepted": accepted if is_there else [],
        "below": below,
        "inner": {node["id"] for node in nodes(tree) if children(node)},
        "skipped": skipped,
        "moves": {
            name: child["id"] for child in children(tree) for name in (child["id"], child.get("move", child["id"]))
        },
    }


def is_so(wanted: Any, found: Any) -> bool:
    """Tell whether a number is as the claim has it."""
    if not isinstance(wanted, dict):
        return number(found) == number(wanted)
    tests = {
        "at-least": lambda a, b: a >= b,
        "at-most": lambda a, b: a <= b,
        "above": lambda a, b: a > b,
        "below": lambda a, b: a < b,
        "equals": lambda a, b: a == b,
    }
    return all(tests[name](number(found), number(end)) for name, end in wanted.items())


def ids_of(said: Any) -> list[str]:
    return list(said) if isinstance(said, list) else [said]


def truth(claim: Document, now: Document, before: Document) -> bool:
    """Tell whether a claim is true."""
    ((name, said),) = claim.items()
    answers = now["answers"]
    if name == "value":
        return "value" in answers and is_so(said, answers["value"])
    if name == "value-of":
        return all(id_ in answers["values"] and is_so(wanted, answers["values"][id_]) for id_, wanted in said.items())
    if name == "best-move":
        return now["moves"][said] in now["accepted"]
    if name == "only-best-move":
        return now["best"] == {now["moves"][said]}
    if name in ("pruned", "pruned-exactly"):
        listed = {leaf for id_ in ids_of(said) for leaf in now["below"].get(id_, ())}
        return listed == now["skipped"] if name == "pruned-exactly" else bool(listed) and listed <= now["skipped"]
    if name == "visited":
        return set(ids_of(said)) <= set(answers["visited"])
    if name == "leaves-evaluated":
        return is_so(said, answers["leaves-evaluated"])
    if name == "pruned-leaves":
        return is_so(said, len(now["skipped"]))
    if name == "pruned-inner":
        return is_so(said, len(now["inner"] - set(answers["visited"])))
    if name == "cutoffs":
        return is_so(said, len(answers["cutoffs"]))
    if name == "evaluation-agrees":
        return agrees(now["problem"], said)
    if name == "same":
        return all(of_part(part, now) == of_part(part, before) for part in ids_of(said))
    if name == "not":
        return not truth(said, now, before)
    truths = [truth(one, now, before) for one in said]
    return all(truths) if name == "all" else any(truths)


def of_part(part: str, now: Document) -> Any:
    if part == "best-move":
        return now["best"]
    return now["skipped"] if part == "pruned" else now["answers"].get(part)


def holds_in_every_tree(problem: Document, item: Document) -> bool:
    """Tell whether the parts stay the same in every tree: the table of the page, row by row."""
    ((name, said),) = item["change"].items()
    times, plus = (number(said.get("times", 1)), number(said.get("plus", 0))) if name == "affine" else (None, None)
    parts = set(ids_of(item["claim"]["same"]))
    if (name == "affine" and times == 1 and plus == 0) or (name == "power" and int(said) == 1):
        return True
    plain, by_order = {"visited", "leaves-evaluated"}, {"best-move", "pruned", "visited", "leaves-evaluated"}
    if name == "affine" and times is not None and times > 0:
        return parts <= by_order
    if name == "power" and int(said) % 2 == 1:
        return parts <= (plain if problem["search"] == "expectiminimax" else by_order)
    return problem["search"] != "alpha-beta" and parts <= plain


def witnesses(item: Document, now: Document, is_true: bool) -> list[str]:
    """Return the nodes that show why a claim is true or false, each of them right, by the page."""
    ((name, said),) = item["claim"].items()
    if "for" in item:
        return []
    if name == "best-move" and not is_true:
        return now["accepted"]
    if name == "only-best-move" and not is_true:
        return [id_ for id_ in now["best"] if id_ != now["moves"][said]]
    visited = set(now["answers"].get("visited", ()))
    if name == "pruned" and is_true:
        first = ids_of(said)[0]
        above = [id_ for id_ in now["below"] if id_ in visited and is_above(now, id_, first)]
        return [max(above, key=lambda id_: depth(now, id_))]
    if name == "pruned":
        return [leaf for id_ in ids_of(said) for leaf in now["below"].get(id_, ()) if leaf in visited]
    if name == "visited" and not is_true:
        return [id_ for id_ in ids_of(said) if id_ not in visited]
    return []


def is_above(now: Document, one: str, other: str) -> bool:
    return other in now["under"][one]


def depth(now: Document, one: str) -> int:
    return sum(one in below for below in now["under"].values())


def judged(problem: Document) -> list[tuple[Document, bool, list[str]]]:
    """Return each claim with its truth and its witnesses."""
    before = solved(changed(problem, {}))
    found = []
    for item in problem["claims"]:
        after = changed(problem, item)
        now = solved(after)
        now["under"] = {node["id"]: {one["id"] for one in nodes(node)} for node in nodes(explicit(after))}
        is_true = holds_in_every_tree(problem, item) if "for" in item else truth(item["claim"], now, before)
        found.append((item, is_true, witnesses(item, now, is_true)))
    return found


def solve(problem: Document) -> Document:
    """Return the right answers; of several witnesses the one that is printed is whichever comes first."""
    found = judged(problem)
    answers: Document = {"claims": {item["id"]: is_true for item, is_true, _ in found}}
    shown = {item["id"]: nodes_ for item, _, nodes_ in found if nodes_}
    if shown:
        answers["because"] = {id_: Witness(nodes_) for id_, nodes_ in shown.items()}
    return answers | {"which": [item["id"] for item, is_true, _ in found if is_true]}


def follow(problem: Document, rule: str, own: Any) -> Document:
    """Return the right answers: truth values tell no wrong rule, and nothing follows from them."""
    return solve(problem)


class Witness(str):
    """A node that shows why; equal to any other that does so as well."""

    __slots__ = ("several",)

    def __new__(cls, several: list[str]) -> Self:
        one = super().__new__(cls, several[0])
        one.several = set(several)
        return one

    def __eq__(self, other: object) -> bool:
        return other in self.several

    def __ne__(self, other: object) -> bool:
        return other not in self.several

    __hash__ = str.__hash__


# --- marks ------------------------------------------------------------------------------------------


def said_truth(written: Any) -> bool:
    return str(written).lower() in ("true", "yes")


def share_beside(problem: Document, part: str, given: Any, answers: Document) -> Fraction:
    """Return which share of its points an answer earns."""
    found = judged(problem)
    if part == "which":
        return Fraction({str(id_) for id_ in given} == {item["id"] for item, is_true, _ in found if is_true})
    truths = {item["id"]: is_true for item, is_true, _ in found}
    if part == "claims":
        right = sum(one is not None and said_truth(one) == truths[id_] for id_, one in given.items())
        wrong = sum(one is not None and said_truth(one) != truths[id_] for id_, one in given.items())
        taken = 0 if problem.get("conventions", {}).get("guessing") == "free" else wrong
        return Fraction(max(0, right - taken), len(truths))
    shown = {item["id"]: names for item, _, names in found if names}
    moves = {name: child["id"] for child in children(explicit(problem)) for name in (child["id"], child.get("move"))}
    own = answers.get("claims") or {}
    is_asked = "claims" in problem.get("ask", ASKED)
    hits = 0
    for id_, names in shown.items():
        item = next(item for item, _, _ in found if item["id"] == id_)
        written = given.get(id_)
        meant = moves.get(written, written) if set(item["claim"]) <= {"best-move", "only-best-move"} else written
        counts = not is_asked or (own.get(id_) is not None and said_truth(own[id_]) == truths[id_])
        hits += written is not None and meant in names and counts
    extra = sum(one is not None and id_ not in shown for id_, one in given.items())
    return Fraction(max(0, hits - extra), len(shown))


def change_in(rng: random.Random, problem: Document, part: str, right: Any, slips: float) -> Any:
    """Return an answer with slips: other truths, blanks, entries left out, other nodes."""
    if part == "which":
        ids = [item["id"] for item in problem["claims"]]
        return [id_ for id_ in ids if (id_ in right) != (rng.random() < slips / 2)]
    if part == "claims":
        kept = {id_: is_true for id_, is_true in right.items() if rng.random() > slips / 4}
        return {
            id_: None if rng.random() < slips / 4 else a_truth(rng, is_true != (rng.random() < slips))
            for id_, is_true in kept.items()
        }
    given: Document = {}
    for item in problem["claims"]:
        if not set(item["claim"]) <= {"best-move", "only-best-move", "pruned", "visited"} or "for" in item:
            continue
        tree = explicit(problem)
        of = children(tree) if "best-move" in str(item["claim"]) else nodes(tree)
        if item["id"] in right and rng.random() > slips:
            given[item["id"]] = rng.choice(sorted(right[item["id"]].several))
        elif rng.random() < slips:
            given[item["id"]] = rng.choice((None, rng.choice(of)["id"]))
    return given


def a_truth(rng: random.Random, is_true: bool) -> Any:
    return rng.choice((is_true, "true", "yes", "Yes") if is_true else (is_true, "false", "no", "FALSE"))
