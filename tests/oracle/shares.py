"""What answers earn (docs/marking.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from operator import eq
from typing import Any, TypeAlias

from second import second

from oracle.alpha_beta import run_search
from oracle.chance import depth_first, entered
from oracle.numbers import is_right_number, is_right_score, number
from oracle.own_numbers import FOLLOWS, does_follow
from oracle.play import labelling_share, strategy_share
from oracle.solution import asked_parts, solve
from oracle.trees import Node, breadth_first, inner_nodes, leaf_ids, read_tree
from oracle.ucb import right_choices
from oracle.values import right_children
from oracle.words import Document
from oracle.written import text, texts, written

Comparison: TypeAlias = Callable[[Document, object, object], bool]
HALF = Fraction(1, 2)


def marks(
    problem: Document,
    answers: Document,
    follow_through: Fraction = HALF,
    across_parts: bool = True,
) -> dict[str, Fraction]:
    """Return the earned marks of each asked part; blank earns 0, and so do words, which a person marks.

    `follow_through` is the share that a wrong answer earns which follows from the student's own
    numbers; `across_parts` says whether that holds from one part to another.
    """
    points = problem.get("points", {})
    return {
        part: number(points.get(part, 1)) * share(problem, part, answers, follow_through, across_parts)
        for part in asked_parts(problem)
    } | ({"text": Fraction(0)} if "text" in problem else {})


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
    if hasattr(second(problem["kind"]), "share_by_policy"):
        by_policy = second(problem["kind"]).share_by_policy
        return Fraction(by_policy(problem, part, given, answers, follow_through, across_parts))
    if second(problem["kind"]) is not None:
        right = share_by_second(problem, part, given, answers)
        does_follow_own = getattr(second(problem["kind"]), "follows", None)
        if right or not across_parts or does_follow_own is None:
            return right
        return follow_through if does_follow_own(problem, part, given, answers) else right
    static = own_static(problem, answers) if across_parts else None
    if part == "values":
        return values_share(problem, given, follow_through, static)
    if part == "strategy":
        is_asked = across_parts and "values" in asked_parts(problem)
        return strategy_share(problem, given, answers.get("values") if is_asked else None, follow_through, static)
    right = SHARES[part](problem, given)
    if right or not across_parts or part not in FOLLOWS:
        return right
    source = "scores" if part == "choice" else "values"
    own = answers.get(source) if source in asked_parts(problem) else None
    return follow_through if own is not None and FOLLOWS[part](problem, own, given, static) else right


def own_static(problem: Document, answers: Document) -> Document | None:
    """Return the student's own static values; None where they are not asked, or blank."""
    if "evaluations" not in asked_parts(problem) or answers.get("evaluations") is None:
        return None
    return written(answers["evaluations"])


def share_by_second(problem: Document, part: str, given: Any, answers: Document) -> Fraction:
    """Return the share of an answer that a kind's own second solver marks: by default of numbers and maps of numbers."""
    own, expected = second(problem["kind"]), solve(problem)[part]
    if hasattr(own, "share_beside"):
        return Fraction(own.share_beside(problem, part, given, answers))
    if hasattr(own, "share"):
        return Fraction(own.share(problem, part, given))
    if isinstance(expected, dict):
        return map_share(problem, expected, given, is_right_number)
    return all_or_nothing(is_right_number(problem, expected, given))


def all_or_nothing(is_right: bool) -> Fraction:
    """Return 1 for a right answer, 0 for a wrong one."""
    return Fraction(1 if is_right else 0)


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
    return count_share(problem, "leaves-evaluated", given)


def count_share(problem: Document, part: str, given: object) -> Fraction:
    """Mark a part that is an integer, equal or not."""
    return all_or_nothing(number(given) == solve(problem)[part])


def number_share(problem: Document, part: str, given: object) -> Fraction:
    """Mark a part that is one number from which nothing follows."""
    return all_or_nothing(is_right_number(problem, solve(problem)[part], given))


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


def values_share(problem: Document, given: Any, follow_through: Fraction, static: Document | None = None) -> Fraction:
    """Mark `values`: a wrong entry that follows from the student's own earns its share."""
    expected: Any = solve(problem)["values"]
    own = written(given)
    following = [
        node
        for node in inner_nodes(read_tree(problem))
        if node.id in expected
        and node.id in own
        and not is_right_number(problem, expected[node.id], own[node.id])
        and does_follow(problem, node.id, own, own[node.id], static)
    ]
    return map_share(problem, expected, given, is_right_number, len(following) * follow_through)


def evaluations_share(problem: Document, given: Any) -> Fraction:
    """Mark `evaluations`."""
    expected: Any = solve(problem)["evaluations"]
    return map_share(problem, expected, given, is_right_number)


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


def intervals_share(problem: Document, given: Any) -> Fraction:
    """Mark `intervals`: both ends must be right; entries for evaluated leaves are not looked at."""
    expected: Any = solve(problem)["intervals"]
    root = read_tree(problem)
    is_searched = problem["kind"] == "alpha-beta"
    visited = run_search(root, problem).visited if is_searched else depth_first(root, problem)
    ignored = {node.id for node in entered(visited, problem) if not node.children}
    entries = {name: ends for name, ends in given.items() if text(name) not in ignored}
    return map_share(problem, expected, entries, is_right_window)


def is_right_window(problem: Document, expected: Any, given: Any) -> bool:
    """Tell whether both ends of a window are right."""
    pairs = zip(expected, given, strict=True)
    return all(is_right_number(problem, right, answer) for right, answer in pairs)


def pruned_share(problem: Document, given: object) -> Fraction:
    """Mark `pruned`: (hits - extras) / size, counted in leaves, never below 0.

    docs/marking.md, `pruned`: a listing is read as the set of leaves at or below the listed nodes.
    """
    return leaves_share(problem, "pruned", given)


def leaves_share(problem: Document, part: str, given: object) -> Fraction:
    """Mark a part that is a set of leaves."""
    root = read_tree(problem)
    expected = leaves_below(root, texts(solve(problem)[part]))
    answer = leaves_below(root, texts(given))
    if not expected:
        return all_or_nothing(not answer)
    hits, extras = len(answer & expected), len(answer - expected)
    return max(Fraction(0), Fraction(hits - extras, len(expected)))


def leaves_below(root: Node, names: Iterable[str]) -> set[str]:
    """Return the ids of the leaves at or below the named nodes; a node below the horizon has none."""
    by_id = {node.id: node for node in breadth_first(root)}
    return {leaf for name in names if name in by_id for leaf in leaf_ids(by_id[name])}


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
    return Fraction(longest_common(expected, given, partial(is_right, problem)), longer)


def longest_common(
    expected: Sequence[object], given: Sequence[object], is_right: Callable[[object, object], bool] = eq
) -> int:
    """Return the length of a longest common subsequence, by the textbook's table."""
    table = [[0] * (len(given) + 1) for _ in range(len(expected) + 1)]
    for row, right in enumerate(expected, start=1):
        for column, answer in enumerate(given, start=1):
            if is_right(right, answer):
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


def tree_share(problem: Document, given: Any) -> Fraction:
    """Mark `tree`: right nodes less those that are too many, of all that there are."""
    right, mine = (dict(nodes_by_moves(tree, ())) for tree in (solve(problem)["tree"], given))
    hits = sum(path in mine and is_same_drawn(problem, node, mine[path]) for path, node in right.items())
    return Fraction(max(0, hits - sum(path not in right for path in mine)), len(right))


def nodes_by_moves(node: Any, path: tuple[str, ...]) -> list[tuple[tuple[str, ...], Any]]:
    """Return every node of a drawn tree with the moves that lead to it."""
    children: list[Any] = next((node[player] for player in ("max", "min", "chance") if player in node), [])
    below = [one for child in children for one in nodes_by_moves(child, (*path, text(child["move"])))]
    return [(path, node), *below]


def is_same_drawn(problem: Document, right: Any, given: Any) -> bool:
    """Tell whether two drawn nodes are of one kind, and as leaves worth the same."""
    kinds = ("max", "min", "chance", "value")
    if [kind in right for kind in kinds] != [kind in given for kind in kinds]:
        return False
    return "value" not in right or is_right_number(problem, number(right["value"]), given["value"])


SHARES: dict[str, Callable[[Document, Any], Fraction]] = {
    "value": value_share,
    "best-move": best_move_share,
    "principal-variation": principal_variation_share,
    "pruned": pruned_share,
    "visited": visited_share,
    "leaves-evaluated": leaves_evaluated_share,
    "nodes-visited": lambda problem, given: count_share(problem, "nodes-visited", given),
    "distinct-states": lambda problem, given: count_share(problem, "distinct-states", given),
    "best-response": lambda problem, given: number_share(problem, "best-response", given),
    "outcome": lambda problem, given: number_share(problem, "outcome", given),
    "redundant": lambda problem, given: leaves_share(problem, "redundant", given),
    "labelling": labelling_share,
    "tree": tree_share,
    "windows": windows_share,
    "cutoffs": cutoffs_share,
    "evaluations": evaluations_share,
    "intervals": intervals_share,
    "scores": scores_share,
    "choice": choice_share,
}
