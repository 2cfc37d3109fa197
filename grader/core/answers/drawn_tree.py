"""A game's tree that the student draws: a node document without ids, compared node by node along the moves."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from grader.core.answers import cells as read
from grader.core.answers.case import show_given
from grader.core.answers.cells import is_right
from grader.core.answers.inputs import MOST_NAMES, Field, TreeWidget, Widget
from grader.core.answers.reports import Verdict, Written
from grader.core.answers.run import ObjectForm, Ran
from grader.core.data import Plain
from grader.core.errors import Path
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, KIND_NAMES, LEAF, MAX, MIN
from grader.core.numbers import Number, write_number
from grader.core.text import printable

EXAMPLE = "{max: [{move: a, value: 1}, {move: b, min: [{move: c, value: 0}]}]}"
"""How a tree is written; its moves are those of no game."""

_KEYS = {"max": MAX, "min": MIN, "chance": CHANCE}
_NAMES = {kind: key for key, kind in _KEYS.items()}


class Spot(NamedTuple):
    """What stands at a node: who moves there, or its value where it is a leaf; None where a student left that blank."""

    kind: int
    value: Number | None = None


Moves = tuple[str, ...]
"""The names of moves. Behind one of which nobody knows where it leads stand blanks, other ones at each sibling: it has no name, or that of a sibling."""

Drawing = Mapping[Moves, Spot]
"""What stands at each node, by the moves from the root to it; a node stands behind its parent."""


def is_same_spot(problem: Problem, right: Spot, given: Spot) -> bool:
    """Return whether a node is of the right kind, and being a leaf is worth the right number."""
    if given.kind != right.kind:
        return False
    return right.value is None or (given.value is not None and is_right(problem, right.value, given.value))


def judged_spots(problem: Problem, right: Drawing, given: Drawing) -> dict[Moves, Verdict]:
    """Return what is said of each node: those that belong there in the order of the right tree, then those that are too many."""
    said = {path: _verdict(problem, spot, given.get(path)) for path, spot in right.items()}
    return said | {
        path: Verdict.BLANK if _may_belong(path, right) else Verdict.EXTRA for path in given if path not in right
    }


def _may_belong(path: Moves, right: Drawing) -> bool:
    """Return whether a node may be one of the right tree: a move to it has no name, or its names are those of another node too."""
    named = tuple(map(str.strip, path))
    return not all(named) or named in right


def _why_unplaced(blank: Sequence[Moves]) -> str:
    """Return why of some nodes nobody knows where they belong: the first move without a name, or with that of its sibling."""
    path = next((path for path in blank if path and path[-1] != path[-1].strip()), None)
    if path is None:
        return ""
    name = printable(path[-1].strip())
    return f', as the move "{name}" leads to two nodes {_where(path[:-1])}' if name else ", as a move has no name"


def _verdict(problem: Problem, right: Spot, given: Spot | None) -> Verdict:
    if given is None:
        return Verdict.MISSING
    if given == Spot(LEAF):
        return Verdict.BLANK
    return Verdict.CORRECT if is_same_spot(problem, right, given) else Verdict.WRONG


def compared_drawings(problem: Problem, right: Drawing, given: Drawing) -> Ran:
    """Return the share of a drawn tree: its right nodes less those that are too many, of all that there are; and the first that is wrong."""
    verdicts = judged_spots(problem, right, given)
    wrong = [path for path in right if verdicts[path] is not Verdict.CORRECT]
    blank = [path for path, verdict in verdicts.items() if verdict is Verdict.BLANK]
    extra = [path for path, verdict in verdicts.items() if verdict is Verdict.EXTRA]
    hits = len(right) - len(wrong)
    share = Fraction(max(0, hits - len(extra)), len(right))
    if not wrong and not extra:
        return Ran(1, "")
    many = f"; {len(extra)} {'is' if len(extra) == 1 else 'are'} too many, and each takes one off" if extra else ""
    first = min((*wrong, *extra), key=len)
    many = f"; {len(blank)} not answered{_why_unplaced(blank)}{many}" if blank else many
    own = f"right: {hits} of {len(right)} nodes{many}. Look first {_where(first)}"
    return Ran(share, own, _expected(problem, right, first))


def _where(path: Moves) -> str:
    """Return where a node is, by its moves."""
    moves = ", ".join(printable(move.strip()) for move in path)
    return f"after the move{'' if len(path) == 1 else 's'} {moves}" if path else "at the root"


def spot_words(problem: Problem, spot: Spot) -> str:
    """Return what stands at a node in a word: a leaf's value, nothing where that is blank, or who moves there."""
    if spot == Spot(LEAF):
        return ""
    return problem.say(spot.value or 0) if spot.kind == LEAF else KIND_NAMES[spot.kind]


def _expected(problem: Problem, right: Drawing, path: Moves) -> str:
    """Return what belongs at a node."""
    spot = right.get(path)
    if spot is None:
        return "There is no such move there"
    if spot.kind == LEAF:
        return f"A leaf belongs there, worth {problem.say(spot.value or 0)}"
    who = "A chance node belongs" if spot.kind == CHANCE else f"A node of {KIND_NAMES[spot.kind]} belongs"
    return f"{who} there"


class DrawnTree(ObjectForm):
    """The object that is a tree drawn by the student; `names` are the moves that the rules can name."""

    definition = "drawn-node"
    example = f"such as {EXAMPLE}"
    is_drawn = True

    def __init__(self, names: Callable[[Problem], Sequence[str]]) -> None:
        self.names = names

    def read(self, problem: Problem, raw: object) -> Written:
        """Return what stands at each node. Raises NotJudged."""
        return Written(dict(_spots(raw)), show_given(raw))

    def show(self, problem: Problem, one: Drawing) -> str:
        """Return how large the tree is."""
        return f"a tree of {len(one)} node{'' if len(one) == 1 else 's'}"

    def write(self, problem: Problem, one: Drawing) -> Plain:
        """Return the tree as a node document."""
        written: dict[Moves, dict[str, Any]] = {}
        for path, spot in one.items():
            node: dict[str, object] = {"move": path[-1].strip() or None} if path else {}
            is_leaf = spot.kind == LEAF
            node["value" if is_leaf else _NAMES[spot.kind]] = write_number(spot.value or 0) if is_leaf else []
            written[path] = node
            if path:
                written[path[:-1]][_NAMES[one[path[:-1]].kind]].append(node)
        return written[()]

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: a tree to be drawn, with its moves to choose from."""
        names = self.names(problem)
        given = TreeWidget(
            ("grow", "players"), "document", from_drawing=False, names=names if len(names) <= MOST_NAMES else ()
        )
        return Widget(
            "tree", fields=[Field("value", "number", name="value"), Field("move", "name", name="move")], tree=given
        )


def _spots(raw: Any) -> Iterator[tuple[Moves, Spot]]:
    """Yield what stands at each node of a node document, level by level. Raises NotJudged."""
    waiting: list[tuple[Any, Moves, Path]] = [(raw, (), ())]
    for node, moves, path in waiting:
        key = next((key for key in _KEYS if key in node), "")
        if not key:
            blank = node["value"] is None
            yield moves, Spot(LEAF, None if blank else read.number(node["value"], (*path, "value")).value)
            continue
        yield moves, Spot(_KEYS[key])
        names = [_name(child) for child in node[key]]
        often = Counter(names)
        for place, (child, name) in enumerate(zip(node[key], names, strict=True)):
            move = name if name and often[name] == 1 else name + " " * (place + 1)
            waiting.append((child, (*moves, move), (*path, key, place)))


def _name(child: Mapping[str, object]) -> str:
    """Return the name of the move to a child; nothing where it has none."""
    stated = child.get("move")
    return "" if stated is None else str(stated).strip()
