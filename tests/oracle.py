"""A second solver and marker, written for reading straight from DESIGN: the tests' oracle.

It shares no code with the program. Trees are linked nodes, every function is recursive and nothing
is remembered, so each rule stands where it can be compared with its sentence in DESIGN. Problems
and answers are the documents of DESIGN 4.1 and 4.2 as plain Python data; numbers in them may be
`int`, `Fraction` or text. Documents are taken to be valid and answers to be well formed.

Sections: numbers, trees, minimax and expectiminimax, alpha-beta, UCB, `solve`, `marks`,
`random_problem`, `random_answers`.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

Document: TypeAlias = dict[str, Any]
Number: TypeAlias = Fraction | float
"""An exact number, or the float infinity of a window's end."""
Window: TypeAlias = tuple[Number, Number]
Shape: TypeAlias = list["Shape"]
"""A tree without content: a node is the list of its children."""
Tied = TypeVar("Tied")

INFINITY = math.inf
NEARLY_TIED = Fraction(1, 10**9)
"""UCB scores are floats: this close together they are the same score (DESIGN 4.3)."""

PARTS: dict[str, tuple[str, ...]] = {
    "minimax": ("value", "best-move", "values", "principal-variation"),
    "alpha-beta": (
        "value",
        "best-move",
        "values",
        "principal-variation",
        "pruned",
        "visited",
        "leaves-evaluated",
        "windows",
        "cutoffs",
    ),
    "expectiminimax": ("value", "best-move", "values"),
    "ucb": ("scores", "choice"),
}
"""The parts that each kind knows, in the order of DESIGN 4.3."""

DEFAULT_PARTS: dict[str, tuple[str, ...]] = {
    "minimax": ("value", "best-move", "values"),
    "alpha-beta": ("value", "best-move", "pruned"),
    "expectiminimax": ("value", "best-move", "values"),
    "ucb": ("scores", "choice"),
}
"""The bold kinds of DESIGN 4.3: what is asked without `ask`."""

DEFAULTS: dict[str, object] = {
    "cutoff": "alpha >= beta",
    "order": "left-to-right",
    "tie": "first",
    "bounds": "fail-soft",
    "initial-window": ["-inf", "inf"],
    "windows-at": "exit",
    "list-pruned-as": "subtrees",
    "empty-cutoffs": "ignore",
    "root": "max",
    "decimals": 2,
    "exploration": "sqrt(2)",
    "formula": "uct",
    "log": "ln",
    "unvisited": "first",
}
"""The first value of each row in DESIGN 5."""


def convention(problem: Document, name: str) -> Any:
    """Return the problem's choice for a field of DESIGN 5, or the default."""
    return problem.get("conventions", {}).get(name, DEFAULTS[name])


# --- Numbers (DESIGN 4.1 "Numbers", 4.4, 5 `decimals`) --------------------------------------------

GRAMMAR = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?|[0-9]+/[0-9]*[1-9][0-9]*)")
"""DESIGN 4.1: digits with an optional fraction, .5, 5., an exponent, or p/q with q > 0."""


def number(written: object) -> Fraction:
    """Return the exact number of a document's scalar; a float counts as the text it prints as."""
    text = str(written).strip()
    if not GRAMMAR.fullmatch(text):
        message = f"not a number of DESIGN 4.1: {text!r}"
        raise ValueError(message)
    return Fraction(text)


def bound(written: object) -> Number:
    """Return a number or, for the texts `inf` and `-inf` (DESIGN 4.3, 4.4), an infinity."""
    text = str(written).strip()
    return float(text) if text in {"inf", "-inf"} else number(text)


def in_document(value: Number) -> int | str:
    """Write a number as in DESIGN 4.4: integers as int, others as "p/q", infinities as text."""
    if isinstance(value, float):
        return "inf" if value > 0 else "-inf"
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def window_in_document(window: Window) -> list[int | str]:
    """Write a window as [alpha, beta]."""
    return [in_document(end) for end in window]


def tolerance(problem: Document) -> Fraction:
    """Return half a unit of the last asked decimal; `exact` leaves no room (DESIGN 5)."""
    decimals = convention(problem, "decimals")
    return Fraction(0) if decimals == "exact" else Fraction(1, 2) / 10 ** int(number(decimals))


def is_right_number(problem: Document, expected: object, given: object) -> bool:
    """Tell whether a number is right (DESIGN 5 `decimals`).

    Equal is right. Where the expected one is no integer, or `decimals` is set explicitly, so is
    everything within the tolerance, its ends included. An infinity is only itself.
    """
    right, answer = bound(expected), bound(given)
    if isinstance(right, float) or isinstance(answer, float):
        return right == answer
    is_explicit = "decimals" in problem.get("conventions", {})
    if right.denominator == 1 and not is_explicit:
        return right == answer
    return abs(right - answer) <= tolerance(problem)


def is_right_score(problem: Document, expected: object, given: object) -> bool:
    """Tell whether a UCB score is right: always to `decimals`, `inf` only with `inf` (DESIGN 4.3).

    The expected score is a float, so its last digits mean nothing: 1e-9 more is let through, or
    0.08 would be wrong for 3/40 to two decimals, and nothing could be right under `exact`.
    """
    right, answer = bound(expected), bound(given)
    if isinstance(right, float) or isinstance(answer, float):
        return right == answer
    return abs(right - answer) <= tolerance(problem) + NEARLY_TIED


# --- Trees (DESIGN 4.1) ---------------------------------------------------------------------------


@dataclass(eq=False)
class Node:
    """A node with its children; `player` is max, min, chance, or leaf."""

    player: str
    value: Fraction = Fraction(0)
    probability: Fraction = Fraction(1)
    id: str = ""
    move: str = ""
    children: list[Node] = field(default_factory=list)


def read_tree(problem: Document) -> Node:
    """Return the root of the problem's tree, every node with its id and move."""
    tree = problem["tree"]
    root = read_explicit(tree) if isinstance(tree, dict) else read_nested(tree, convention(problem, "root"))
    give_ids(root)
    give_moves(root)
    return root


def read_nested(tree: object, player: str) -> Node:
    """Read numbers and lists; the players alternate from `player`."""
    if not isinstance(tree, list):
        return Node("leaf", number(tree))
    opponent = "min" if player == "max" else "max"
    return Node(player, children=[read_nested(child, opponent) for child in tree])


def read_explicit(tree: object) -> Node:
    """Read a number, `{value: ...}` or `{max|min|chance: [...]}`, ids and moves as written."""
    if not isinstance(tree, dict):
        return Node("leaf", number(tree))
    node = Node("leaf", id=str(tree.get("id", "")), move=str(tree.get("move", "")))
    for player in ("max", "min", "chance"):
        if player in tree:
            node.player = player
            node.children = [read_explicit(child) for child in tree[player]]
            if player == "chance":
                give_probabilities(node, tree[player])
    if node.player == "leaf":
        node.value = number(tree["value"])
    return node


def give_probabilities(chance: Node, written: Sequence[object]) -> None:
    """Set each outcome's probability: as written for all of them, or exactly 1/n each."""
    for node, child in zip(chance.children, written, strict=True):
        has_p = isinstance(child, dict) and "p" in child
        node.probability = number(child["p"]) if has_p else Fraction(1, len(written))  # type: ignore[index]


def breadth_first(root: Node) -> list[Node]:
    """Return all nodes, level by level, each level from left to right."""
    nodes: list[Node] = []
    level = [root]
    while level:
        nodes += level
        level = [child for node in level for child in node.children]
    return nodes


def letters(count: int) -> str:
    """Return the count-th of A...Z, AA, AB... (from 1)."""
    before, last = divmod(count - 1, 26)
    return (letters(before) if before else "") + chr(ord("A") + last)


def give_ids(root: Node) -> None:
    """Name the nodes without an id.

    DESIGN 4.1: in breadth-first order they take the next of A...Z, AA, AB... that is neither an
    explicit id nor a move anywhere in the document.
    """
    nodes = breadth_first(root)
    taken = {node.id for node in nodes} | {node.move for node in nodes}
    count = 0
    for node in nodes:
        if not node.id:
            count += 1
            while letters(count) in taken:
                count += 1
            node.id = letters(count)


def give_moves(root: Node) -> None:
    """Set each missing move to the child's id (DESIGN 4.1)."""
    for node in breadth_first(root):
        node.move = node.move or node.id


def node_ids(problem: Document) -> list[str]:
    """Return the ids of all nodes, breadth-first (of a UCB problem: of its children)."""
    if problem["kind"] == "ucb":
        return [child.id for child in read_arms(problem)]
    return [node.id for node in breadth_first(read_tree(problem))]


def at_or_below(node: Node) -> list[Node]:
    """Return the node and its descendants."""
    return breadth_first(node)


def leaf_ids(node: Node) -> set[str]:
    """Return the ids of the leaves at or below a node."""
    return {below.id for below in at_or_below(node) if not below.children}


def inner_nodes(root: Node) -> list[Node]:
    """Return the nodes with children, breadth-first."""
    return [node for node in breadth_first(root) if node.children]


# --- Minimax and expectiminimax (DESIGN 4.3) ------------------------------------------------------


def full_value(node: Node) -> Fraction:
    """Return the node's value without any pruning: max, min, or expectation of its children."""
    if not node.children:
        return node.value
    values = [full_value(child) for child in node.children]
    if node.player == "max":
        return max(values)
    if node.player == "min":
        return min(values)
    pairs = zip(node.children, values, strict=True)
    return sum((child.probability * value for child, value in pairs), Fraction(0))


def examined(node: Node, problem: Document) -> list[Node]:
    """Return the children in the order in which they are examined (DESIGN 5 `order`)."""
    is_mirrored = convention(problem, "order") == "right-to-left"
    return node.children[::-1] if is_mirrored else list(node.children)


def by_tie(tied: list[Tied], tie: str) -> list[Tied]:
    """Return what counts as right among the tied: the first, the last, or any (DESIGN 5 `tie`)."""
    return {"first": tied[:1], "last": tied[-1:], "any": tied}[tie]


def right_children(node: Node, problem: Document) -> list[Node]:
    """Return the moves that count as optimal, in the order in which they are examined.

    DESIGN 4.3: the optimal ones are those whose full minimax value equals the node's; `tie`
    chooses among them in the order of examination.
    """
    value = full_value(node)
    optimal = [child for child in examined(node, problem) if full_value(child) == value]
    return by_tie(optimal, convention(problem, "tie"))


def best_child(root: Node, problem: Document) -> Node:
    """Return the root's move that a solution prints: the first that counts as right."""
    return right_children(root, problem)[0]


def principal_variation(node: Node, problem: Document) -> list[str]:
    """Return the ids from the node to a leaf, both included, along the moves a solution prints."""
    if not node.children:
        return [node.id]
    return [node.id, *principal_variation(best_child(node, problem), problem)]


def is_player(node: Node) -> bool:
    """Tell whether there is a best move here: neither a leaf nor a chance node (DESIGN 4.3)."""
    return node.player in {"max", "min"}


def solve_unpruned(problem: Document) -> Document:
    """Solve minimax or expectiminimax: every part that the problem has."""
    root = read_tree(problem)
    answers: Document = {"value": in_document(full_value(root))}
    if is_player(root):
        answers["best-move"] = best_child(root, problem).move
    answers["values"] = {node.id: in_document(full_value(node)) for node in inner_nodes(root)}
    if problem["kind"] == "minimax":
        answers["principal-variation"] = principal_variation(root, problem)
    return answers


# --- Alpha-beta (DESIGN 4.3 "Exactly", 5) ---------------------------------------------------------


@dataclass
class Cutoff:
    """A cutoff: where, the window when the test held, and the children that were left."""

    node: Node
    window: Window
    skipped: list[Node]


@dataclass
class Trace:
    """What the one search saw, all of it fail-soft."""

    visited: list[Node] = field(default_factory=list)
    entry: dict[str, Window] = field(default_factory=dict)
    exit: dict[str, Window] = field(default_factory=dict)
    returned: dict[str, Number] = field(default_factory=dict)
    cutoffs: list[Cutoff] = field(default_factory=list)


def is_cut(alpha: Number, beta: Number, problem: Document) -> bool:
    """Return the outcome of the cutoff test (DESIGN 5 `cutoff`)."""
    return alpha > beta if convention(problem, "cutoff") == "alpha > beta" else alpha >= beta


def search(node: Node, alpha: Number, beta: Number, problem: Document, trace: Trace) -> Number:
    """Return what the search returns at a node entered with (alpha, beta), filling the trace.

    DESIGN 4.3: there is one search, with fail-soft numbers and tests. The test is made after each
    child's value was taken in, also after the last child's.
    """
    trace.visited.append(node)
    if not node.children:
        return node.value
    trace.entry[node.id] = (alpha, beta)
    best: Number = -INFINITY if node.player == "max" else INFINITY
    waiting = examined(node, problem)
    while waiting:
        value = search(waiting.pop(0), alpha, beta, problem, trace)
        if node.player == "max":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if is_cut(alpha, beta, problem):
            trace.cutoffs.append(Cutoff(node, (alpha, beta), waiting))
            break
    trace.exit[node.id] = (alpha, beta)
    trace.returned[node.id] = best
    return best


def initial_window(problem: Document) -> Window:
    """Return the window with which the root is entered."""
    alpha, beta = convention(problem, "initial-window")
    return bound(alpha), bound(beta)


def run_search(root: Node, problem: Document) -> Trace:
    """Search the whole tree from the initial window."""
    trace = Trace()
    search(root, *initial_window(problem), problem, trace)
    return trace


def reported(value: Number, entry: Window, problem: Document) -> Number:
    """Return a number of an inner node as it is reported.

    DESIGN 4.3: `fail-hard` clamps an inner node's value, exit window and cutoff to the window with
    which the node was entered, and only when they are reported; the search never sees it.
    """
    if convention(problem, "bounds") == "fail-soft":
        return value
    alpha, beta = entry
    return min(max(value, alpha), beta)


def reported_window(window: Window, entry: Window, problem: Document) -> Window:
    """Return an exit window (or a cutoff's) as it is reported."""
    alpha, beta = window
    return reported(alpha, entry, problem), reported(beta, entry, problem)


def reported_windows(trace: Trace, problem: Document) -> dict[str, Window]:
    """Return the windows of the visited inner nodes (DESIGN 5 `windows-at`)."""
    if convention(problem, "windows-at") == "entry":
        return trace.entry
    return {name: reported_window(window, trace.entry[name], problem) for name, window in trace.exit.items()}


def reported_cutoffs(trace: Trace, problem: Document) -> list[Document]:
    """Return the cutoffs in the order in which they happen, each with its window at exit.

    One after the last child skips nothing and counts only under `empty-cutoffs: count`. The window
    is the one at exit whatever `windows-at` says (DESIGN 4.3).
    """
    counts_empty = convention(problem, "empty-cutoffs") == "count"
    cutoffs: list[Document] = []
    for cutoff in trace.cutoffs:
        if cutoff.skipped or counts_empty:
            name = cutoff.node.id
            alpha, beta = reported_window(cutoff.window, trace.entry[name], problem)
            cutoffs.append(
                {"node": name, "alpha": in_document(alpha), "beta": in_document(beta)},
            )
    return cutoffs


def listed_pruned(root: Node, trace: Trace, problem: Document) -> list[str]:
    """Return the pruned nodes as `list-pruned-as` wants them, breadth-first (DESIGN 4.3)."""
    skipped = [child for cutoff in trace.cutoffs for child in cutoff.skipped]
    below = [node for child in skipped for node in at_or_below(child)]
    listed = {
        "subtrees": skipped,
        "nodes": below,
        "leaves": [node for node in below if not node.children],
    }[convention(problem, "list-pruned-as")]
    return [node.id for node in breadth_first(root) if node in listed]


def returned_at_root(root: Node, trace: Trace, problem: Document) -> Number:
    """Return the search's number at the root as it is reported; a leaf is never clamped."""
    if not root.children:
        return root.value
    return reported(trace.returned[root.id], trace.entry[root.id], problem)


def is_inside(value: Number, window: Window) -> bool:
    """Tell whether alpha < value < beta: only then are there optimal moves (DESIGN 4.3)."""
    alpha, beta = window
    return alpha < value < beta


def solve_alpha_beta(problem: Document) -> Document:
    """Solve alpha-beta: every part that the problem has."""
    root = read_tree(problem)
    trace = run_search(root, problem)
    value = returned_at_root(root, trace, problem)
    is_exact = is_inside(value, initial_window(problem))
    answers: Document = {"value": in_document(value)}
    if is_exact and is_player(root):
        answers["best-move"] = best_child(root, problem).move
    answers["values"] = {
        node.id: in_document(reported(trace.returned[node.id], trace.entry[node.id], problem))
        for node in inner_nodes(root)
        if node in trace.visited
    }
    if is_exact:
        answers["principal-variation"] = principal_variation(root, problem)
    windows = reported_windows(trace, problem)
    answers["pruned"] = listed_pruned(root, trace, problem)
    answers["visited"] = [node.id for node in trace.visited]
    answers["leaves-evaluated"] = sum(not node.children for node in trace.visited)
    answers["windows"] = {name: window_in_document(window) for name, window in windows.items()}
    answers["cutoffs"] = reported_cutoffs(trace, problem)
    return answers


# --- UCB (DESIGN 4.1, 4.3, 5) ---------------------------------------------------------------------


@dataclass
class Arm:
    """A child of the node at which UCB selects."""

    id: str
    total: Fraction
    visits: int


def read_arms(problem: Document) -> list[Arm]:
    """Return the children as written, `total` 0 where it is absent."""
    return [
        Arm(str(child["id"]), number(child.get("total", 0)), int(number(child["visits"])))
        for child in problem["children"]
    ]


def parent_visits(problem: Document) -> int:
    """Return N: `parent-visits`, by default the sum of the children's visits."""
    visits = sum(arm.visits for arm in read_arms(problem))
    return int(number(problem.get("parent-visits", visits)))


def exploration(problem: Document) -> float:
    """Return c of `uct`: a number or sqrt(a number)."""
    written = str(convention(problem, "exploration")).strip()
    if written.startswith("sqrt(") and written.endswith(")"):
        return math.sqrt(number(written[len("sqrt(") : -1]))
    return float(number(written))


def score(arm: Arm, problem: Document) -> float:
    """Return a child's score (DESIGN 5 `formula`, `log`, `unvisited`)."""
    if arm.visits == 0:
        return INFINITY if convention(problem, "unvisited") == "first" else 0.0
    logarithm = {"ln": math.log, "log10": math.log10, "log2": math.log2}[convention(problem, "log")]
    log_visits = logarithm(parent_visits(problem))
    mean = float(arm.total / arm.visits)
    if convention(problem, "formula") == "ucb1":
        return mean + math.sqrt(2 * log_visits / arm.visits)
    return mean + exploration(problem) * math.sqrt(log_visits / arm.visits)


def right_choices(problem: Document) -> list[str]:
    """Return the children that count as the right choice, from left to right.

    DESIGN 4.3: of several that score `inf` the leftmost is chosen, whether `tie` says first or
    last; otherwise scores within 1e-9 of the best are tied and `tie` decides.
    """
    scores = {arm.id: score(arm, problem) for arm in read_arms(problem)}
    return chosen(scores, convention(problem, "tie"))


def chosen(scores: Mapping[str, Number], tie: str) -> list[str]:
    """Return the best of the scores, which are given from left to right."""
    best = max(scores.values())
    if best == INFINITY:
        unvisited = [name for name, value in scores.items() if value == INFINITY]
        return by_tie(unvisited, "any" if tie == "any" else "first")
    tied = [name for name, value in scores.items() if best - value <= NEARLY_TIED]
    return by_tie(tied, tie)


def solve_ucb(problem: Document) -> Document:
    """Solve ucb; scores are floats, `inf` is text (DESIGN 4.4)."""
    scores = {arm.id: score(arm, problem) for arm in read_arms(problem)}
    return {
        "scores": {name: "inf" if value == INFINITY else value for name, value in scores.items()},
        "choice": right_choices(problem)[0],
    }


# --- solve (DESIGN 4.4) ---------------------------------------------------------------------------

SOLVERS: dict[str, Callable[[Document], Document]] = {
    "minimax": solve_unpruned,
    "expectiminimax": solve_unpruned,
    "alpha-beta": solve_alpha_beta,
    "ucb": solve_ucb,
}


def solve(problem: Document) -> dict[str, object]:
    """Return the `answers` of the problem's solution: each part that the kind knows and it has."""
    return SOLVERS[problem["kind"]](problem)


def asked_parts(problem: Document) -> list[str]:
    """Return `ask`, by default the kind's list less the parts that the problem does not have."""
    if "ask" in problem:
        return [str(part) for part in problem["ask"]]
    present = solve(problem)
    return [part for part in DEFAULT_PARTS[problem["kind"]] if part in present]


# --- marks (DESIGN 6, first three bullets) --------------------------------------------------------

Comparison: TypeAlias = Callable[[Document, object, object], bool]
HALF = Fraction(1, 2)


def marks(
    problem: Document,
    answers: Document,
    follow_through: Fraction = HALF,
    across_parts: bool = True,
) -> dict[str, Fraction]:
    """Return the earned marks of each asked part; blank earns 0.

    `follow_through` is the share that a wrong answer earns which follows from the student's own
    numbers; `across_parts` says whether that holds from one part to another.
    """
    points = problem.get("points", {})
    return {
        part: number(points.get(part, 1)) * share(problem, part, answers, follow_through, across_parts)
        for part in asked_parts(problem)
    }


def share(
    problem: Document,
    part: str,
    answers: Document,
    follow_through: Fraction,
    across_parts: bool,
) -> Fraction:
    """Return the earned share of a part's points, between 0 and 1."""
    given = answers.get(part)
    if given is None:
        return Fraction(0)
    if part == "values":
        return values_share(problem, given, follow_through)
    right = SHARES[part](problem, given)
    if right or not across_parts or part not in FOLLOWS:
        return right
    source = "scores" if part == "choice" else "values"
    own = answers.get(source) if source in asked_parts(problem) else None
    return follow_through if own is not None and FOLLOWS[part](problem, own, given) else right


def all_or_nothing(is_right: bool) -> Fraction:
    """Return 1 for a right answer, 0 for a wrong one."""
    return Fraction(1 if is_right else 0)


def text(given: object) -> str:
    """Return an id or move of an answer: its exact text after trimming (DESIGN 4.2)."""
    return str(given).strip()


def texts(given: Any) -> list[str]:
    """Return the ids of an answer's list."""
    return [text(item) for item in given]


def value_share(problem: Document, given: object) -> Fraction:
    """Mark `value`."""
    return all_or_nothing(is_right_number(problem, solve(problem)["value"], given))


def best_move_share(problem: Document, given: object) -> Fraction:
    """Mark `best-move`: the move or the id of a child that counts as optimal."""
    right = right_children(read_tree(problem), problem)
    return all_or_nothing(any(text(given) in {child.move, child.id} for child in right))


def choice_share(problem: Document, given: object) -> Fraction:
    """Mark `choice`."""
    return all_or_nothing(text(given) in right_choices(problem))


def leaves_evaluated_share(problem: Document, given: object) -> Fraction:
    """Mark `leaves-evaluated`: an integer, equal or not."""
    return all_or_nothing(number(given) == solve(problem)["leaves-evaluated"])


def principal_variation_share(problem: Document, given: object) -> Fraction:
    """Mark `principal-variation`: the path, or with `tie: any` every optimal path."""
    return all_or_nothing(texts(given) in right_paths(read_tree(problem), problem))


def right_paths(node: Node, problem: Document) -> list[list[str]]:
    """Return every path from the node to a leaf along moves that count as optimal."""
    if not node.children:
        return [[node.id]]
    return [[node.id, *path] for child in right_children(node, problem) for path in right_paths(child, problem)]


def map_share(
    problem: Document,
    expected: dict[str, object],
    given: dict[str, object],
    is_right: Comparison,
    following: Fraction = Fraction(0),
) -> Fraction:
    """Mark a map: (right + follow-through - extras) / size, never below 0.

    An entry without a value is blank, neither right nor extra. An empty expected map earns only
    for the empty answer. `following` is what its wrong entries earn that follow from others.
    """
    entries = written(given)
    extras = [name for name in entries if name not in expected]
    if not expected:
        return all_or_nothing(not extras)
    right = [name for name, value in expected.items() if name in entries and is_right(problem, value, entries[name])]
    return max(Fraction(0), (len(right) + following - len(extras)) / len(expected))


def written(given: dict[str, object]) -> dict[str, object]:
    """Return the entries of a map that are not blank."""
    return {text(name): value for name, value in given.items() if value is not None}


def values_share(problem: Document, given: Any, follow_through: Fraction) -> Fraction:
    """Mark `values`: a wrong entry that follows from the student's own earns its share."""
    expected: Any = solve(problem)["values"]
    own = written(given)
    following = [
        node
        for node in inner_nodes(read_tree(problem))
        if node.id in expected
        and node.id in own
        and not is_right_number(problem, expected[node.id], own[node.id])
        and does_follow(problem, node.id, own, own[node.id])
    ]
    return map_share(problem, expected, given, is_right_number, len(following) * follow_through)


def scores_share(problem: Document, given: Any) -> Fraction:
    """Mark `scores`."""
    expected: Any = solve(problem)["scores"]
    return map_share(problem, expected, given, is_right_score)


def windows_share(problem: Document, given: Any) -> Fraction:
    """Mark `windows`: both ends must be right; entries for visited leaves are not looked at."""
    expected: Any = solve(problem)["windows"]
    ignored = visited_leaves(problem)
    entries = {name: window for name, window in given.items() if text(name) not in ignored}
    return map_share(problem, expected, entries, is_right_window)


def visited_leaves(problem: Document) -> set[str]:
    """Return the ids of the leaves that the search visits."""
    trace = run_search(read_tree(problem), problem)
    return {node.id for node in trace.visited if not node.children}


def is_right_window(problem: Document, expected: Any, given: Any) -> bool:
    """Tell whether both ends of a window are right."""
    pairs = zip(expected, given, strict=True)
    return all(is_right_number(problem, right, answer) for right, answer in pairs)


def pruned_share(problem: Document, given: object) -> Fraction:
    """Mark `pruned`: (hits - extras) / size, counted in leaves, never below 0.

    DESIGN 4.3: a listing is read as the set of leaves at or below the listed nodes.
    """
    root = read_tree(problem)
    expected = leaves_below(root, texts(solve(problem)["pruned"]))
    answer = leaves_below(root, texts(given))
    if not expected:
        return all_or_nothing(not answer)
    hits, extras = len(answer & expected), len(answer - expected)
    return max(Fraction(0), Fraction(hits - extras, len(expected)))


def leaves_below(root: Node, names: Iterable[str]) -> set[str]:
    """Return the ids of the leaves at or below the named nodes."""
    by_id = {node.id: node for node in breadth_first(root)}
    return {leaf for name in names for leaf in leaf_ids(by_id[name])}


def sequence_share(
    problem: Document,
    expected: Sequence[object],
    given: Sequence[object],
    is_right: Comparison,
) -> Fraction:
    """Mark an ordered list: the longest common subsequence over the longer of both lengths.

    An empty expected list earns only for the empty answer.
    """
    if not expected:
        return all_or_nothing(not given)
    longer = max(len(expected), len(given))
    return Fraction(longest_common(problem, expected, given, is_right), longer)


def longest_common(
    problem: Document,
    expected: Sequence[object],
    given: Sequence[object],
    is_right: Comparison,
) -> int:
    """Return the length of a longest common subsequence, by the textbook's table."""
    table = [[0] * (len(given) + 1) for _ in range(len(expected) + 1)]
    for row, right in enumerate(expected, start=1):
        for column, answer in enumerate(given, start=1):
            if is_right(problem, right, answer):
                table[row][column] = table[row - 1][column - 1] + 1
            else:
                table[row][column] = max(table[row - 1][column], table[row][column - 1])
    return table[-1][-1]


def visited_share(problem: Document, given: Any) -> Fraction:
    """Mark `visited`."""
    expected: Any = solve(problem)["visited"]
    return sequence_share(problem, expected, given, is_same_node)


def is_same_node(_problem: Document, expected: object, given: object) -> bool:
    """Tell whether two ids are the same text."""
    return expected == text(given)


def cutoffs_share(problem: Document, given: Any) -> Fraction:
    """Mark `cutoffs`."""
    expected: Any = solve(problem)["cutoffs"]
    return sequence_share(problem, expected, given, is_right_cutoff)


def is_right_cutoff(problem: Document, expected: Any, given: Any) -> bool:
    """Tell whether node, alpha and beta are all right."""
    return expected["node"] == text(given["node"]) and all(
        is_right_number(problem, expected[end], given[end]) for end in ("alpha", "beta")
    )


SHARES: dict[str, Callable[[Document, Any], Fraction]] = {
    "value": value_share,
    "best-move": best_move_share,
    "principal-variation": principal_variation_share,
    "pruned": pruned_share,
    "visited": visited_share,
    "leaves-evaluated": leaves_evaluated_share,
    "windows": windows_share,
    "cutoffs": cutoffs_share,
    "scores": scores_share,
    "choice": choice_share,
}


# --- What follows from a student's own numbers (DESIGN 6, second and third bullet) ----------------


@dataclass
class Step:
    """One step of the reference search, with the student's numbers in the place of its own."""

    node: Node
    children: list[Node]
    inputs: list[Fraction]
    window: Window

    def best(self) -> Fraction:
        """Return what the node's rule gives: max, min or expectation of the inputs."""
        if self.node.player == "max":
            return max(self.inputs)
        if self.node.player == "min":
            return min(self.inputs)
        pairs = zip(self.children, self.inputs, strict=True)
        return sum((child.probability * value for child, value in pairs), Fraction(0))


def own_step(problem: Document, name: str, own: Document) -> Step | None:
    """Return a node's step on the student's own entries, or None where nothing can follow.

    Its inputs are those of the children that the reference search examined: of a leaf the
    problem's value, of an inner node the student's entry. Nothing follows where an entry is
    missing, where there are none, where two or more are all equal, or where there is one and all
    inputs are equal.
    """
    root = read_tree(problem)
    node = next(node for node in breadth_first(root) if node.id == name)
    children = node.children
    window: Window = (-INFINITY, INFINITY)
    if problem["kind"] == "alpha-beta":
        trace = run_search(root, problem)
        children = [child for child in children if child in trace.visited]
        window = trace.entry[name]
    inner = [child for child in children if child.children]
    if not inner or any(child.id not in own for child in inner):
        return None
    entries = [number(own[child.id]) for child in inner]
    inputs = [number(own[child.id]) if child.children else child.value for child in children]
    compared = entries if len(entries) > 1 else inputs
    return None if len(set(compared)) == 1 else Step(node, children, inputs, window)


def does_follow(problem: Document, name: str, own: Document, given: object) -> bool:
    """Tell whether a number is what a node's rule gives on the student's own entries below it."""
    step = own_step(problem, name, own)
    if step is None:
        return False
    value: Number = step.best()
    if problem["kind"] == "alpha-beta":
        value = reported(value, step.window, problem)
    return is_right_number(problem, in_document(value), given)


def value_follows(problem: Document, values: Document, given: object) -> bool:
    """Tell whether `value` follows from `values`: by the root's rule, or as the root's entry.

    The entry counts only where the step at the root is one from which something can follow.
    """
    own = written(values)
    root = read_tree(problem)
    if not root.children or own_step(problem, root.id, own) is None:
        return False
    if root.id in own and is_right_number(problem, own[root.id], given):
        return True
    return does_follow(problem, root.id, own, given)


def best_move_follows(problem: Document, values: Document, given: object) -> bool:
    """Tell whether `best-move` is best by the student's own entries at the root, as `tie` says."""
    root = read_tree(problem)
    step = own_step(problem, root.id, written(values))
    if step is None:
        return False
    values_of = {child.id: value for child, value in zip(step.children, step.inputs, strict=True)}
    in_order = [child for child in examined(root, problem) if child.id in values_of]
    tied = [child for child in in_order if values_of[child.id] == step.best()]
    best = by_tie(tied, convention(problem, "tie"))
    return any(text(given) in {child.move, child.id} for child in best)


def choice_follows(problem: Document, scores: Document, given: object) -> bool:
    """Tell whether `choice` is best by the student's own scores: all of them, not all equal."""
    own = {name: bound(value) for name, value in written(scores).items()}
    names = [arm.id for arm in read_arms(problem)]
    if any(name not in own for name in names) or len(set(own.values())) == 1:
        return False
    return text(given) in chosen({name: own[name] for name in names}, convention(problem, "tie"))


FOLLOWS: dict[str, Callable[[Document, Document, object], bool]] = {
    "value": value_follows,
    "best-move": best_move_follows,
    "choice": choice_follows,
}


# --- random_problem -------------------------------------------------------------------------------

TREE_FIELDS = ("order", "tie", "decimals")
FIELDS: dict[str, tuple[str, ...]] = {
    "minimax": TREE_FIELDS,
    "expectiminimax": TREE_FIELDS,
    "alpha-beta": (
        *TREE_FIELDS,
        "cutoff",
        "bounds",
        "initial-window",
        "windows-at",
        "list-pruned-as",
        "empty-cutoffs",
    ),
    "ucb": ("tie", "decimals", "exploration", "formula", "log", "unvisited"),
}
"""The conventions of each kind; `root` comes only with nested lists."""

CHOICES: dict[str, tuple[object, ...]] = {
    "cutoff": ("alpha >= beta", "alpha > beta"),
    "order": ("left-to-right", "right-to-left"),
    "tie": ("first", "last", "any"),
    "bounds": ("fail-soft", "fail-hard"),
    "windows-at": ("exit", "entry"),
    "list-pruned-as": ("subtrees", "nodes", "leaves"),
    "empty-cutoffs": ("ignore", "count"),
    "root": ("max", "min"),
    "decimals": (0, 1, 2, 3, 5, "exact"),
    "exploration": ("sqrt(2)", "sqrt(0.5)", "sqrt(1/3)", 0, 1, 2, "0.7", "1/2"),
    "formula": ("uct", "ucb1"),
    "log": ("ln", "log10", "log2"),
    "unvisited": ("first", "zero"),
}
"""The values of DESIGN 5 (initial windows are drawn)."""

LEAVES: tuple[tuple[object, ...], ...] = (
    (0, 1, 2),
    tuple(range(10)),
    tuple(range(-20, 21)),
    (-1, 0, "1/3", "-1/3", "2/6", ".5", "0.50", "5.", "7/3", "-2.25", "1e1", "25e-1", "+3", "03"),
)
"""Leaf values: many ties, digits, negatives, and every way of writing a number."""

IDS = (
    *("a", "b", "C", "D", "F", "Z", "AA", "AB", "S1", "S2", "s1", "root", "no", "on", "010"),
    *("1.0", "7", "12:30", "null", "true", "x y", "Knoten-ä", "Ω", "左", "1/2", "=1+1", "-"),
)
"""Explicit ids: letters that the automatic ids would take, and texts that YAML reads otherwise."""

MOVES = ("L", "R", "M", "a1", "B", "C", "E", "go left", "010", "no", "→", "AC")

SHAPES = ((2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2), (1, 4), (5, 1))
"""Uniform trees: branching factor and depth, at most 40 nodes."""


def chance_of(rng: random.Random, probability: float) -> bool:
    """Return True with the given probability."""
    return rng.random() < probability


def random_problem(rng: random.Random, kind: str) -> Document:
    """Return a random valid problem of the kind, of ints and text only: JSON can hold it."""
    problem: Document = {
        "format": "gametree-problem/1",
        "id": f"random-{rng.randrange(10**6)}",
        "kind": kind,
    }
    if chance_of(rng, 0.2):
        problem["title"] = "Ein zufälliger Baum"
    if kind == "ucb":
        problem |= random_arms(rng)
    else:
        problem["tree"] = random_tree(rng, kind)
    conventions = random_conventions(rng, problem)
    if conventions or chance_of(rng, 0.1):
        problem["conventions"] = conventions
    ask_at_random(rng, problem)
    return problem


def random_conventions(rng: random.Random, problem: Document) -> Document:
    """Return random choices for a random part of the kind's fields, defaults among them."""
    often = rng.choice((0.0, 0.3, 0.6, 0.9))
    names = list(FIELDS[problem["kind"]])
    if not isinstance(problem.get("tree", {}), dict):
        names.append("root")
    conventions: Document = {
        name: random_window(rng) if name == "initial-window" else rng.choice(CHOICES[name])
        for name in names
        if chance_of(rng, often / 2 if name == "initial-window" else often)
    }
    if conventions.get("formula") == "ucb1":
        conventions.pop("exploration", None)
    return conventions


def random_window(rng: random.Random) -> list[object]:
    """Return an initial window with alpha < beta."""
    low = rng.choice(("-inf", -5, 0, 1, "1/3", 3, 4))
    high = rng.choice(("inf", 1, 2, "7/3", 5, 8, 12))
    return [low, high] if bound(low) < bound(high) else ["-inf", high]


def ask_at_random(rng: random.Random, problem: Document) -> None:
    """Ask all parts, some of them in any order, or the default ones; give some of them points."""
    present = list(solve(problem))
    how = rng.choice(("all", "some", "default"))
    if how == "all":
        problem["ask"] = present
    elif how == "some":
        problem["ask"] = rng.sample(present, rng.randint(1, len(present)))
    if chance_of(rng, 0.5):
        asked = asked_parts(problem)
        worth = rng.sample(asked, rng.randint(1, len(asked)))
        problem["points"] = {part: rng.choice((1, 2, 3, 10, "2.5", "1/3")) for part in worth}


def random_shape(rng: random.Random) -> Shape:
    """Return a tree's shape: a single leaf, a uniform tree, or an uneven one of up to 43 nodes."""
    how = rng.choice(("leaf", *["uniform"] * 5, *["uneven"] * 8))
    if how == "leaf":
        return []
    return uniform_shape(*rng.choice(SHAPES)) if how == "uniform" else uneven_shape(rng)


def uniform_shape(branching: int, depth: int) -> Shape:
    """Return the uniform tree with the branching factor and the depth."""
    return [uniform_shape(branching, depth - 1) for _ in range(branching)] if depth else []


def uneven_shape(rng: random.Random) -> Shape:
    """Grow a tree by giving 1 to 4 children to a random leaf until it is large enough."""
    size = rng.randint(2, 40)
    root: Shape = []
    leaves, count = [root], 1
    while count < size:
        leaf = leaves.pop(rng.randrange(len(leaves)))
        leaf += [[] for _ in range(rng.choice((1, 2, 2, 2, 3, 3, 4)))]
        leaves += leaf
        count += len(leaf)
    return root


def random_tree(rng: random.Random, kind: str) -> object:
    """Return a random tree as a document writes it: nested lists or explicit nodes."""
    shape, values = random_shape(rng), rng.choice(LEAVES)
    if chance_of(rng, 0.15 if kind == "expectiminimax" else 0.45):
        return nested_tree(rng, shape, values)
    style = PlayerStyle(kind, rng.choice((0.0, 0.0, 0.3)), rng.choice(("max", "max", "min")))
    tree = as_mapping(explicit_tree(rng, shape, values, style))
    name_at_random(rng, tree)
    return tree


def nested_tree(rng: random.Random, shape: Shape, values: Sequence[object]) -> object:
    """Return the shape as nested lists with random leaf values."""
    return [nested_tree(rng, child, values) for child in shape] if shape else rng.choice(values)


@dataclass(frozen=True)
class PlayerStyle:
    """How players follow each other: the kind, and how often they do not alternate."""

    kind: str
    irregular: float
    to_move: str

    def next(self, rng: random.Random) -> tuple[str, PlayerStyle]:
        """Return who holds this node and the style of its children."""
        mover = self.to_move
        if chance_of(rng, self.irregular):
            mover = rng.choice(("max", "min"))
        opponent = "min" if mover == "max" else "max"
        if self.kind == "expectiminimax" and chance_of(rng, 0.4):
            return "chance", self
        return mover, PlayerStyle(self.kind, self.irregular, opponent)


def explicit_tree(rng: random.Random, shape: Shape, values: Sequence[object], style: PlayerStyle) -> object:
    """Return the shape with players, probabilities and random leaf values."""
    if not shape:
        value = rng.choice(values)
        return {"value": value} if chance_of(rng, 0.3) else value
    player, below = style.next(rng)
    children = [explicit_tree(rng, child, values, below) for child in shape]
    if player == "chance":
        children = weigh_at_random(rng, children)
    return {player: children}


def weigh_at_random(rng: random.Random, children: list[object]) -> list[object]:
    """Give all outcomes of a chance node probabilities that sum to 1, or none of them."""
    count = len(children)
    parts = rng.choice((None, 3, 10, 10, 100, count))
    if parts is None:
        return children
    is_uniform = parts == count and chance_of(rng, 0.5)
    weights = [1] * count if is_uniform else random_weights(rng, parts, count)
    return [
        {**as_mapping(child), "p": fraction_of(weight, parts)} for child, weight in zip(children, weights, strict=True)
    ]


def as_mapping(node: object) -> Document:
    """Write a leaf that is a bare number as `{value: ...}`."""
    return node if isinstance(node, dict) else {"value": node}


def random_weights(rng: random.Random, total: int, count: int) -> list[int]:
    """Return `count` integers from 0 up that sum to `total`."""
    cuts = [0, *sorted(rng.randint(0, total) for _ in range(count - 1)), total]
    return [high - low for low, high in pairwise(cuts)]


def fraction_of(weight: int, parts: int) -> object:
    """Write weight/parts as decimals where the parts are 10 or 100, else as a fraction."""
    if weight == parts:
        return 1
    decimals = {10: 1, 100: 2}.get(parts)
    return f"{weight}/{parts}" if decimals is None else f"{weight / parts:.{decimals}f}"


def name_at_random(rng: random.Random, root: Document) -> None:
    """Give some nodes ids and some edges moves.

    DESIGN 4.1: ids are unique; among the root's children a move is unique and no other child's id.
    """
    nodes = document_nodes(root)
    often = rng.choice((0.0, 0.2, 0.6, 1.0))
    ids = rng.sample(IDS, len(IDS))
    for node in nodes:
        if ids and chance_of(rng, often):
            node["id"] = ids.pop()
    moves_at_random(rng, root)


def moves_at_random(rng: random.Random, root: Document) -> None:
    """Give some edges moves, fresh ones at the root."""
    often = rng.choice((0.0, 0.2, 0.8))
    of_root = children_of(root)
    fresh = [move for move in rng.sample(MOVES, len(MOVES)) if move not in ids_of(of_root)]
    for child in of_root:
        if fresh and chance_of(rng, often):
            child["move"] = fresh.pop()
        for node in document_nodes(child)[1:]:
            if chance_of(rng, often):
                node["move"] = rng.choice(MOVES)


def children_of(node: Document) -> list[Document]:
    """Return the children of a document's node that are written as mappings."""
    children = node.get("max") or node.get("min") or node.get("chance") or []
    return [child for child in children if isinstance(child, dict)]


def document_nodes(root: Document) -> list[Document]:
    """Return the nodes that are written as mappings, the root first."""
    return [root, *(node for child in children_of(root) for node in document_nodes(child))]


def ids_of(nodes: Iterable[Document]) -> set[str]:
    """Return the explicit ids of nodes."""
    return {node["id"] for node in nodes if "id" in node}


def random_arms(rng: random.Random) -> Document:
    """Return `children` of a UCB problem, unvisited and equal ones among them, perhaps N."""
    count = rng.randint(1, 6)
    names = rng.sample(IDS, count) if chance_of(rng, 0.3) else list("ABCDEF"[:count])
    unvisited = rng.choice((0.0, 0.0, 0.3, 1.0))
    children = [random_arm(rng, name, unvisited) for name in names]
    arms: Document = {"children": children}
    visits = sum(child["visits"] for child in children)
    if chance_of(rng, 0.4):
        at_least = 1 if visits else 0
        others = (visits, visits + 1, 2 * visits + 5, visits - 1, 1)
        arms["parent-visits"] = max(at_least, rng.choice(others))
    return arms


def random_arm(rng: random.Random, name: str, unvisited: float) -> Document:
    """Return one child of a UCB problem."""
    if chance_of(rng, unvisited):
        arm: Document = {"id": name, "visits": 0}
        return arm | ({"total": 0} if chance_of(rng, 0.3) else {})
    visits = rng.choice((1, 2, 3, 4, 6, 10, 40))
    totals = (*range(visits + 1), visits // 2, "1/2", "2.5", -1, 3 * visits)
    return {"id": name, "total": rng.choice(totals), "visits": visits}


# --- random_answers -------------------------------------------------------------------------------

Change: TypeAlias = Callable[[random.Random, Document, Any, float], object]
"""Makes an answer of a right one: the generator, the problem, the right answer, how many slips."""


def random_answers(rng: random.Random, problem: Document) -> Document:
    """Return well-formed answers: right ones with slips, blanks, and other ways of writing them."""
    slips = rng.choice((0.0, 0.1, 0.3, 0.6))
    answers: Document = {}
    for part, right in solve(problem).items():
        if not chance_of(rng, slips / 4):
            is_blank = chance_of(rng, slips / 4)
            answers[part] = None if is_blank else CHANGES[part](rng, problem, right, slips)
    return answers


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
    count = right + rng.choice((-1, 1, 3)) if chance_of(rng, slips) else right
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


CHANGES: dict[str, Change] = {
    "value": random_number,
    "best-move": change_best_move,
    "values": change_values,
    "principal-variation": change_path,
    "pruned": change_pruned,
    "visited": change_list,
    "leaves-evaluated": change_count,
    "windows": change_windows,
    "cutoffs": change_cutoffs,
    "scores": change_scores,
    "choice": change_choice,
}


# --- Answers that carry their slips forward -------------------------------------------------------


def carried_answers(rng: random.Random, problem: Document) -> Document:
    """Return random answers in which what follows a slip is mostly worked out from it.

    `values` goes from the leaves up by the right rule on the student's own numbers; `value` and
    `best-move` are mostly read off the root's step, `choice` off the scores.
    """
    answers = random_answers(rng, problem)
    readings: dict[str, list[object]]
    if problem["kind"] == "ucb":
        own = answers["scores"] = carried_scores(rng, problem)
        readings = {"choice": [arm.id for arm in read_arms(problem)]}
    else:
        own = answers["values"] = carried_values(rng, problem)
        root = read_tree(problem)
        readings = {
            "value": [own.get(root.id), *carried_readings(problem, own)],
            "best-move": [child.move for child in root.children],
        }
    for part, tried in readings.items():
        found = [given for given in tried if given is not None and FOLLOWS[part](problem, own, given)]
        if part in solve(problem) and found and chance_of(rng, 0.8):
            answers[part] = rng.choice(found)
    return answers


def carried_scores(rng: random.Random, problem: Document) -> Document:
    """Return `scores` with slips large enough to change the choice."""
    expected: Any = solve(problem)["scores"]
    slips = rng.choice((0.2, 0.5))
    own: Document = {}
    for name, right in expected.items():
        slip = chance_of(rng, slips)
        if not chance_of(rng, slips / 8):
            own[name] = rng.choice((0, 1, 2, "2.5", "inf")) if slip else right
    return own


def carried_readings(problem: Document, own: Document) -> list[object]:
    """Return the value of the root's step on the student's own numbers, as a list of none or one."""
    root = read_tree(problem)
    step = own_step(problem, root.id, written(own)) if root.children else None
    return [] if step is None else [in_document(step.best())]


def carried_values(rng: random.Random, problem: Document) -> Document:
    """Return `values` from the leaves up, with slips, blanks and extras."""
    expected: Any = solve(problem)["values"]
    slips = rng.choice((0.1, 0.3, 0.5))
    own: Document = {}
    for node in reversed(inner_nodes(read_tree(problem))):
        if node.id not in expected or chance_of(rng, slips / 8):
            continue
        step = own_step(problem, node.id, own)
        value = number(expected[node.id])
        if step is not None:
            found: Number = step.best()
            is_searched = problem["kind"] == "alpha-beta"
            value = Fraction(reported(found, step.window, problem) if is_searched else found)
        if chance_of(rng, slips):
            value += rng.choice((-7, -3, -2, -1, 1, 2, 3, 7))
        own[node.id] = random_number(rng, problem, in_document(value), slips / 3)
    for name in extra_nodes(rng, problem, expected, slips / 3):
        own[name] = rng.choice((None, rng.randint(-9, 9)))
    return own
