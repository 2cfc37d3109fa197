"""The diagram of a tree problem: the tree itself, and at each node what was asked there, given there and expected there.

What the reader may see is decided by what comes in: a redacted report says nothing of expected answers, and without a
solution none can be drawn.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from grader.core.answers.case import Attempt, Solution, read_of
from grader.core.answers.cells import show_window
from grader.core.answers.leaves import pruned_below
from grader.core.answers.reports import Entry, PartReport, Verdict
from grader.core.data import Data
from grader.core.drawing.diagram import (
    KNOWN,
    SHOWS_FIRST,
    Branch,
    Diagram,
    DiagramNode,
    NodeShape,
    Numbers,
    Remark,
    Seat,
)
from grader.core.games.changed import depth_of
from grader.core.games.playing import board_of
from grader.core.games.problem import Problem, is_played
from grader.core.games.tree import BEYOND, CHANCE, FIRST_PLAYER, LEAF, MAX, MIN, Tree
from grader.core.numbers import read_number
from grader.core.search.folds import Window
from grader.core.text import printable
from grader.kinds.entries import (
    Edges,
    Lines,
    Placed,
    bold_edges,
    keys_in,
    nodes_of_divergence,
    put_into_nodes,
    remark_of,
    steps_of_move,
    steps_of_path,
    title_of,
    unjudged_fact,
)
from grader.kinds.record import View
from grader.kinds.trees.documents import is_to_be_drawn
from grader.kinds.trees.rules import stated_replies

# -- what a problem says of positions in its tree, and where its search ends, as a diagram shows it


def position_fields(problem: Problem, tree: Tree, node: int) -> dict[str, Data]:
    """Return what the problem says of a position, as fields of a node."""
    given: dict[str, Data] = {}
    if tree.static is not None and (static := tree.static[node]) is not None:
        given["static"] = problem.say(static)
    if tree.features is not None and not is_played(problem.stated):  # of a game the student counts them
        features = tree.features[node] or {}
        given["features"] = tuple(f"{printable(name)} {problem.say(number)}" for name, number in features.items())
    if tree.state is not None and (state := tree.state[node]) is not None:
        given["state"] = printable(state)
        if is_played(problem.stated):
            given["board"] = board_of(problem.stated, state)
    if tree.quiet is not None:
        given["is_noisy"] = not tree.quiet[node]
    return given


# -- branches of a tree that an answer lists as left out: subtrees that are cut, or positions that were met before


class _Looks(NamedTuple):
    """How a branch is shown that is rightly listed, listed wrongly, and missed."""

    listed: Branch
    wrongly: Branch
    missed: Branch


_LOOKS = {
    "pruned": _Looks(Branch.PRUNED, Branch.WRONGLY_PRUNED, Branch.WRONGLY_KEPT),
    "redundant": _Looks(Branch.REPEATED, Branch.WRONGLY_REPEATED, Branch.REPEAT_MISSED),
}
"""How each part that lists branches shows them."""


class LeftOut(NamedTuple):
    """How each node is shown that is left out or was listed so, at which edges that is marked, and whether by rings."""

    of: Mapping[int, Branch]
    marked: set[int]
    has_rings: bool = False


def left_out_branches(view: View) -> LeftOut:
    """Return how each branch is shown that an answer lists, or should.

    Leaves decide: one that is rightly listed, one that is missed, one that is wrongly listed. Where nothing was answered it is shown as the
    solution's, and where the solution may not be seen as the student's, judged as far as the report says. An inner node looks like its
    leaves where they agree; but where all that follows a node was met before, the node itself may be new and was not listed.
    """
    part = next((part for part in _LOOKS if part in view.problem.ask), None)
    if part is None:
        return LeftOut({}, set())
    tree: Tree = view.problem.game
    branch_of: dict[int, Branch] = _of_leaves(view, part)
    for node in range(tree.size - 1, -1, -1):
        if tree.first[node] < tree.end[node]:
            below = {branch_of[child] for child in tree.children(node)}
            branch_of[node] = below.pop() if len(below) == 1 else Branch.KEPT
    named = [*(view.solution.answers[part].roots if view.solution is not None else ()), *_listed(view.attempt, part)]
    left_out = {node for root in named for node in tree.below(root)}
    branch_of |= dict.fromkeys(set(branch_of) - left_out, Branch.KEPT)
    shown = {node: branch for node, branch in branch_of.items() if branch is not Branch.KEPT}
    marked = {node for node, branch in shown.items() if node and branch_of[tree.parent[node]] is not branch}
    return LeftOut(shown, marked, _LOOKS[part].listed.is_repeat)


def _listed(attempt: Attempt | None, part: str) -> list[int]:
    """Return the nodes that were listed."""
    return sorted(keys_in(read_of(attempt, part) or []))


def _of_leaves(view: View, part: str) -> dict[int, Branch]:
    """Return how each leaf is shown: by the solution, by what was listed where that is not known, or by both."""
    tree: Tree = view.problem.game
    looks, leaves = _LOOKS[part], tree.leaves()
    listed = pruned_below(tree, _listed(view.attempt, part)).leaves
    if view.solution is None:
        return _unseen(tree, part, listed, view.parts)
    expected = view.solution.answers[part].leaves
    if view.report is None or read_of(view.attempt, part) is None:  # there is nothing to be judged
        shown = looks.listed if view.report is None else Branch.SOLVED
        return {leaf: shown if leaf in expected else Branch.KEPT for leaf in leaves}
    where_listed = {leaf: looks.listed if leaf in expected else looks.wrongly for leaf in leaves if leaf in listed}
    return {leaf: where_listed.get(leaf, looks.missed if leaf in expected else Branch.KEPT) for leaf in leaves}


def _unseen(tree: Tree, part: str, listed: Collection[int], parts: Mapping[str, PartReport]) -> dict[int, Branch]:
    """Return how each leaf is shown where the solution may not be seen: as the listed node above it is judged, if that may be."""
    looks = {
        Verdict.CORRECT: _LOOKS[part].listed,
        Verdict.EXTRA: _LOOKS[part].wrongly,
        Verdict.WRONG: Branch.PARTLY,
    }
    entries = parts[part].entries if part in parts else ()
    judged = {entry.node: looks.get(entry.verdict, Branch.LISTED) for entry in entries}

    def look(leaf: int) -> Branch:
        above = (judged.get(printable(tree.ids[node])) for node in tree.path_to(leaf))
        return next(filter(None, above), Branch.LISTED)

    return {leaf: look(leaf) if leaf in listed else Branch.KEPT for leaf in tree.leaves()}


# -- what is said at the nodes of a tree of how the players play: the opponent's replies, and the moves of a strategy

MOVE = "move"


def playing_remarks(problem: Problem, parts: Mapping[str, PartReport]) -> dict[int, tuple[Remark, ...]]:
    """Return at each node what the opponent plays there, or what was answered of a strategy."""
    tree: Tree = problem.game
    said: dict[int, tuple[Remark, ...]] = {
        node: (Remark(f"plays {printable(tree.move_to(child))}"),) for node, child in stated_replies(tree)
    }
    if "strategy" in parts:
        index = {printable(id_): node for node, id_ in enumerate(tree.ids)}
        for entry in parts["strategy"].entries:
            with suppress(KeyError):  # of the part as a whole, and what may not be named
                node = index[entry.node or ""]
                said[node] = (*said.get(node, ()), remark_of(entry, MOVE))
    return said


WINDOW = "α, β"
_FACTS = (
    *("best-move", "principal-variation", "leaves-evaluated", "nodes-visited"),
    *("best-response", "outcome", "distinct-states"),
)
_LINES: Lines = {
    "strategy": lambda answer: [*answer.values()],
    "principal-variation": steps_of_path,
    "best-move": steps_of_move,
}
_IN_NODES = ("evaluations", "values")
"""The parts whose answers stand in the nodes; so does the root's value."""
SHAPES = {MAX: NodeShape.MAX, MIN: NodeShape.MIN, CHANCE: NodeShape.CHANCE, LEAF: NodeShape.LEAF}


class _Said(NamedTuple):
    """What is said at each node: its number, its window, and the rest."""

    numbers: dict[int, Remark]
    windows: dict[int, Remark]
    remarks: dict[int, tuple[Remark, ...]]


def tree_diagram(view: View) -> Diagram:
    """Return the tree with the solution's answers, or with the student's and what is said of them."""
    problem, searched = view.problem, view.problem.game
    tree: Tree = problem.whole
    said, left_out = _said(view), left_out_branches(view)
    edges = _bold_edges(view)
    seats = seats_of(tree.players)

    def node_of(node: int) -> DiagramNode:
        value, chance = tree.value[node], tree.probability[node]
        return DiagramNode(
            SHAPES.get(tree.kind[node], NodeShape.CHILD),
            printable(tree.ids[node]),
            tree.parent[node],
            value="" if value is None else problem.say(value),
            move=printable(tree.moves[node]) if node and tree.moves[node] != tree.ids[node] else "",
            probability="" if chance is None else problem.say(chance),
            number=said.numbers.get(node),
            window=said.windows.get(node),
            remarks=(*said.remarks.get(node, ()), *edges.remarks(node)),
            branch=Branch.BEYOND if searched.kind[node] == BEYOND else left_out.of.get(node, Branch.KEPT),
            cut=node in left_out.marked,
            **(edges.fields(node) if node else {}),
            key=node,
            is_horizon=searched.is_at_horizon(node),
            seat=seats[tree.kind[node] - FIRST_PLAYER] if tree.kind[node] >= FIRST_PLAYER else None,
            **position_fields(problem, tree, node),
        )

    nodes = tuple(map(node_of, range(tree.size)))
    if is_to_be_drawn(problem) and view.solution is None:  # who is to draw the tree sees the start alone
        nodes = (nodes[0]._replace(id="start", key=None),)
    title, facts, horizon = view.title, tuple(_facts(view)), "horizon"
    if searched.horizon is not None:  # how depth is counted is said where that is not in plies
        unit = searched.horizon.unit
        horizon = f"horizon, depth {depth_of(searched)}{'' if unit == 'plies' else f' in {unit}'}"
    return Diagram(title, nodes, facts, edges.words, horizon, has_rings=left_out.has_rings)


_LETTERS_OF_A_PLAYER = 3
"""More than a node's name mostly has: a lone initial is taken for a node."""


def seats_of(players: Sequence[str]) -> list[Seat]:
    """Return the seats of several players: each with its name, if it is short, or else its first letters; or its number where two begin alike."""
    names = [printable(name) for name in players]
    letters = [name[:_LETTERS_OF_A_PLAYER] for name in names]
    shown = letters if len({*letters}) == len(names) else [str(place) for place in range(1, len(names) + 1)]
    return [Seat(name, letter, place) for place, (name, letter) in enumerate(zip(names, shown, strict=True))]


def _said(view: View) -> _Said:
    """Return what stands at the nodes: what was asked or given, and of the rest as much as `numbers` says."""
    problem, tree = view.problem, view.problem.whole
    said = _quietly(view, view.solution) if view.solution is not None else _Said({}, {}, {})
    said.windows.update({one.node: one.remark for one in _placed(view, "windows", WINDOW)})
    said.remarks.update({one.node: (one.remark,) for one in _placed(view, "intervals", KNOWN)})
    in_nodes = (one for name in _IN_NODES for one in _placed(view, name))
    put_into_nodes(problem, [*in_nodes, *_of_root(view)], said.numbers, said.remarks)
    more = [(node, (SHOWS_FIRST,)) for node in nodes_of_divergence(view.report, tree.ids)]
    for node, remarks in (*more, *playing_remarks(problem, view.parts).items()):
        said.remarks[node] = (*said.remarks.get(node, ()), *remarks)
    return said


def _placed(view: View, part: str, label: str = "") -> Iterator[Placed]:
    """Yield what was given, and where it may be said what was expected, at the nodes that the part names.

    Where the whole part was left blank or could not be judged that is every node where something was expected.
    """
    problem, parts = view.problem, view.parts
    index = {printable(id_): node for node, id_ in enumerate(problem.game.ids)}
    for entry in parts[part].entries if part in parts else ():
        if entry.node in index:
            yield Placed(part, index[entry.node], _in_style(problem, entry, label))
        elif entry.is_whole and view.solution is not None:
            for node, number in view.solution.answers[part].items():
                shown = show_window(problem, number) if label else problem.say(number)
                yield Placed(part, node, Remark("", entry.verdict, label, shown))


def _of_root(view: View) -> list[Placed]:
    """Return what was given and expected as the root's value."""
    entries = view.parts["value"].entries[:1] if "value" in view.parts else ()
    is_said = any(entry.given is not None or entry.expected is not None for entry in entries)
    return [Placed("value", 0, _in_style(view.problem, entry)) for entry in entries if is_said]


def _quietly(view: View, solution: Solution) -> _Said:
    """Return the solution's numbers, those that were not asked quietly, as far as `numbers` shows them."""
    problem, answers, asked = view.problem, solution.answers, set(view.problem.ask)
    tree, values = problem.game, answers["values"]
    windows: Mapping[int, Window] = answers.get("windows", {})
    are_asked = {node for node in values if "values" in asked or (node == 0 and "value" in asked)}
    shown = {
        node: Remark(problem.say(value), quiet=node not in are_asked)
        for node, value in values.items()
        if view.has_values or node in are_asked
    }
    static = answers.get("evaluations", {}) if "evaluations" in asked else {}
    shown |= {
        node: Remark(problem.say(tree.value[node] or 0), quiet=node not in static)
        for node in tree.at_horizon()
        if view.has_values or node in static
    }
    cut_at = {cutoff.node for cutoff in answers.get("cutoffs", ())} if view.has_values else set()
    is_quiet = "windows" not in asked
    beside = {
        node: Remark(show_window(problem, window), label=WINDOW, quiet=is_quiet)
        for node, window in windows.items()
        if not is_quiet or view.numbers in (Numbers.WINDOWS, Numbers.ALL) or node in cut_at
    }
    intervals = answers["intervals"] if "intervals" in asked else {}
    known: dict[int, tuple[Remark, ...]] = {
        node: (Remark(show_window(problem, one), label=KNOWN),) for node, one in intervals.items()
    }
    return _Said(shown, beside, known)


def _in_style(problem: Problem, entry: Entry, label: str = "") -> Remark:
    """Return the remark of an entry with the expected number in the problem's style."""
    remark = remark_of(entry, label)
    with suppress(ValueError):
        return remark._replace(expected=problem.say(read_number(remark.expected)))
    return remark


def _bold_edges(view: View) -> Edges:
    """Return the nodes whose edge above is bold and what these edges are: the student's own line or strategy, else the solution's.

    A strategy is shown with all its moves; a drawing that tells all values follows the best move to its leaf.
    """
    answers = view.answers
    part = next((part for part in _LINES if part in view.problem.ask and part in answers), "")
    if part == "best-move" and view.attempt is None and view.has_values and "principal-variation" in answers:
        return Edges(answers["principal-variation"].first[1:], "best line")
    return bold_edges(view, _LINES, part, 0)


def _facts(view: View) -> list[Remark]:
    """Return a remark for each part whose answer does not stand at a node, and for each that could not be judged."""
    named = [(name, entry) for name, part in view.parts.items() for entry in part.entries]
    return [
        unjudged_fact(entry, title_of(view.problem, name))
        if name not in _FACTS
        else _in_style(view.problem, entry, title_of(view.problem, name))
        for name, entry in named
        if (name in _FACTS and (entry.given is not None or entry.expected is not None))
        or (name != "value" and entry.verdict is Verdict.MALFORMED and entry.is_whole)
    ]
