"""The object that is a game's tree, drawn by the student: a node document without ids, compared node by node along the moves."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from grader.answers import read
from grader.answers.case import NotJudged, Raw, show_given
from grader.answers.cells import is_right
from grader.answers.objects import Ran, Thing
from grader.answers.part import Fragment, Room, Template
from grader.answers.widget import Field, Widget
from grader.errors import Path
from grader.exact import Number, write_number
from grader.games.problem import Problem
from grader.games.tree import CHANCE, KIND_NAMES, LEAF, MAX, MIN
from grader.marks.reports import Verdict, Written
from grader.printable import printable

EXAMPLE = "{max: [{move: a, value: 1}, {move: b, min: [{move: c, value: 0}]}]}"
"""How a tree is written; its moves are those of no game."""

_A_TREE = 400
"""About as many letters as a tree has, written by hand."""
_KEYS = {"max": MAX, "min": MIN, "chance": CHANCE}
_NAMES = {kind: key for key, kind in _KEYS.items()}


class Spot(NamedTuple):
    """What stands at a node: who moves there, or its value where it is a leaf."""

    kind: int
    value: Number | None = None


Moves = tuple[str, ...]
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
    return said | {path: Verdict.EXTRA for path in given if path not in right}


def _verdict(problem: Problem, right: Spot, given: Spot | None) -> Verdict:
    if given is None:
        return Verdict.MISSING
    return Verdict.CORRECT if is_same_spot(problem, right, given) else Verdict.WRONG


def compared_drawings(problem: Problem, right: Drawing, given: Drawing) -> Ran:
    """Return the share of a drawn tree: its right nodes less those that are too many, of all that there are; and the first that is wrong."""
    verdicts = judged_spots(problem, right, given)
    wrong = [path for path, verdict in verdicts.items() if verdict in (Verdict.WRONG, Verdict.MISSING)]
    extra = [path for path, verdict in verdicts.items() if verdict is Verdict.EXTRA]
    hits = len(right) - len(wrong)
    share = Fraction(max(0, hits - len(extra)), len(right))
    if not wrong and not extra:
        return Ran(1, "")
    many = f"; {len(extra)} {'is' if len(extra) == 1 else 'are'} too many, and each takes one off" if extra else ""
    first = min((*wrong, *extra), key=len)
    own = f"right: {hits} of {len(right)} nodes{many}. Look first {_where(first)}"
    return Ran(share, own, _expected(problem, right, first))


def _where(path: Moves) -> str:
    """Return where a node is, by its moves."""
    moves = ", ".join(map(printable, path))
    return f"after the move{'' if len(path) == 1 else 's'} {moves}" if path else "at the root"


def spot_words(problem: Problem, spot: Spot) -> str:
    """Return what stands at a node in a word: a leaf's value, or who moves there."""
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


def drawings() -> Thing:
    """Return the object that is a tree drawn by the student."""

    def read_drawing(problem: Problem, raw: Raw) -> Written:
        return Written(dict(_spots(raw)), show_given(raw))

    def show(problem: Problem, drawing: Drawing) -> str:
        return f"a tree of {len(drawing)} node{'' if len(drawing) == 1 else 's'}"

    def write(problem: Problem, drawing: Drawing) -> Raw:
        return _document(drawing)

    def template(problem: Problem) -> Template:
        return Template(f"such as {EXAMPLE}")

    def room(problem: Problem) -> Room:
        return Room(_A_TREE)

    def widget(problem: Problem) -> Widget:
        return Widget("text", fields=[Field("", "drawn-tree")], about=EXAMPLE)

    return Thing(read_drawing, write, show, _shape_of_drawing, template, room, widget)


def _shape_of_drawing(definitions: str) -> Fragment:
    return {"$ref": f"{definitions}drawn-node"}


def _spots(raw: Raw) -> Iterator[tuple[Moves, Spot]]:
    """Yield what stands at each node of a node document, level by level. Raises NotJudged."""
    waiting: list[tuple[Raw, Moves, Path]] = [(raw, (), ())]
    for node, moves, path in waiting:
        key = next((key for key in _KEYS if key in node), "")
        if not key:
            yield moves, Spot(LEAF, read.number(node["value"], (*path, "value")).value)
            continue
        yield moves, Spot(_KEYS[key])
        names: set[str] = set()
        for place, child in enumerate(node[key]):
            below = (*path, key, place)
            waiting.append((child, (*moves, _move(child, names, below)), below))


def _move(child: Mapping[str, Raw], names: set[str], path: Path) -> str:
    """Return the move to a child, and take it in among those of its siblings. Raises NotJudged."""
    if child.get("move") is None:
        raise NotJudged("has no move; expected the name of the move that leads there", path)
    move = str(child["move"]).strip()
    if move in names:
        raise NotJudged(f'the move "{printable(move)}" leads to two nodes here, expected to one', (*path, "move"))
    names.add(move)
    return move


def _document(drawing: Drawing) -> Raw:
    """Return a tree as a node document."""
    written: dict[Moves, dict[str, Raw]] = {}
    for path, spot in drawing.items():
        node: dict[str, Raw] = {"move": path[-1]} if path else {}
        if spot.kind == LEAF:
            node["value"] = write_number(spot.value or 0)
        else:
            node[_NAMES[spot.kind]] = []
        written[path] = node
        if path:
            above = drawing[path[:-1]]
            written[path[:-1]][_NAMES[above.kind]].append(node)
    return written[()]
