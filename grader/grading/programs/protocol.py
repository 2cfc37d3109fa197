"""One tree as a program plays it, on our side: requests and replies over lines of JSON, and the log of what was asked."""

import json
import math
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, NoReturn

from grader.core.data import Plain
from grader.core.games.tree import CHANCE, KIND_NAMES, LEAF, Tree
from grader.core.numbers import Number
from grader.core.text import printable
from grader.grading.programs.program import Limits, Style
from grader.kinds import Exercise

MOST_OF_LINE = 64 * 1024
"""Bytes of a line of a program; a longer one ends it."""

FROM_LOG = ("visited", "pruned", "leaves-evaluated", "nodes-visited")
"""The parts of which only the log says the answer."""

_STRING = r'"(?:[^"\\]|\\.)*+"'
_DEEPEST, _FEWEST_CALLS, _LONGEST = 20, 200, 60
_NEAR, _LARGEST_DENOMINATOR = Fraction(1, 10**9), 10**6
_NOT_OF_PROBLEM = ("format", "id", "title", "source", "points", "marking", "tags")


class Broken(Exception):
    """What a program asked or wrote that ends it; the message says what, after its name."""


def line_of(stated: Mapping[str, Plain]) -> bytes:
    """Return a line of ours."""
    return json.dumps(stated, separators=(",", ":")).encode() + b"\n"


END = line_of({"end": True})


class Node(NamedTuple):
    """What a program can be shown of a node: who moves there; its children with their moves and, below a chance node, chances; or the value of a leaf."""

    player: str
    children: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    chances: tuple[Plain, ...] = ()
    value: Plain = None

    def as_data(self) -> dict[str, Plain]:
        """Return what is known of it, by names."""
        return {name: shown for name, shown in self._asdict().items() if shown not in ((), None)}


def tree_data(exercise: Exercise) -> dict[str, Plain]:
    """Return a tree written out, as the game shows it piece by piece: the root, and by its name what is shown of each node."""
    nodes = {name: node.as_data() for name, node in _nodes(exercise).items()}
    return {"root": exercise.name_of(0), "nodes": nodes}


def _nodes(exercise: Exercise) -> dict[str, Node]:
    tree: Tree = exercise.problem.game
    return {exercise.name_of(node): _node(exercise, tree, node) for node in range(tree.size)}


def _node(exercise: Exercise, tree: Tree, node: int) -> Node:
    player = KIND_NAMES[tree.kind[node]].lower()
    if tree.kind[node] == LEAF:
        return Node(player, value=_number(tree.value[node]))
    below = [*tree.children(node)]
    children = tuple(map(exercise.name_of, below))
    moves = tuple(printable(tree.moves[child]) for child in below)
    chances = tuple(_number(tree.probability[child]) for child in below) if tree.kind[node] == CHANCE else ()
    return Node(player, children, moves, chances)


def _number(number: Number | None) -> Plain:
    return float(number) if isinstance(number, Fraction) else number


def posed(exercise: Exercise) -> dict[str, Plain]:
    """Return the problem as its document says it, without what is not asked by it."""
    written = exercise.kind.door.write(exercise.problem)
    stated: dict[str, Plain] = {**exercise.problem.stated, **written, "ask": [*exercise.problem.ask]}
    return {name: value for name, value in stated.items() if name not in _NOT_OF_PROBLEM}


class Turn:
    """One tree that is played: what was shown, and what was asked in which order."""

    def __init__(self, exercise: Exercise, style: Style, limits: Limits) -> None:
        self._style = style
        self._parts = exercise.problem.ask
        self._answer: dict[str, Plain] = {}
        self._calls, self._visited = 0, dict[str, None]()
        self._nodes = {} if style is Style.ANSWERS else _nodes(exercise)
        self._known = {exercise.name_of(0)} if self._nodes else set()
        self._most = max(_FEWEST_CALLS, limits.calls * len(self._nodes))
        self._start: dict[str, Plain] = {"problem": posed(exercise)}
        for root in self._known:
            self._start = {"root": root, "player": self._nodes[root].player}

    def start(self) -> bytes:
        """Return the line by which the tree begins."""
        return line_of(self._start)

    def reply(self, line: bytes) -> bytes | None:
        """Return our line after one of the program; None after its answer. Raises Broken, and Failed for an error that it tells."""
        said = _read(line)
        if "error" in said:
            raise Failed(said)
        if "answer" in said:
            if not isinstance(said["answer"], dict):
                raise Broken(f"answered {_quoted(line)}, expected a mapping from parts to answers")
            self._answer = {part: _exact(answer) for part, answer in said["answer"].items() if part in self._parts}
            return None
        if self._style is Style.ANSWERS:
            raise Broken(f"wrote a line that is no answer: {_quoted(line)}")
        self._calls += 1
        if self._calls > self._most:
            message = f"asked {self._calls} times on a tree of {len(self._nodes)} nodes, {self._most} are allowed"
            raise Broken(message)
        [(request, node)] = said.items()
        return line_of(self._children(node) if request == "children" else self._value(node))

    def _children(self, node: Plain) -> dict[str, Plain]:
        name = self._asked("the children of", node)
        shown = self._nodes[name]
        if not shown.children:
            raise Broken(f"asked for the children of {_named(name)}, which is a leaf")
        self._known.update(shown.children)
        self._visited[name] = None
        reply: dict[str, Plain] = {
            "children": shown.children,
            "players": [self._nodes[child].player for child in shown.children],
            "moves": shown.moves,
        }
        return reply | ({"chances": shown.chances} if shown.chances else {})

    def _value(self, node: Plain) -> dict[str, Plain]:
        name = self._asked("the value of", node)
        if self._nodes[name].children:
            raise Broken(f"asked for the value of {_named(name)}, which is no leaf")
        self._visited[name] = None
        return {"value": self._nodes[name].value}

    def _asked(self, what: str, node: Plain) -> str:
        if not isinstance(node, str) or node not in self._known:
            raise Broken(f"asked for {what} {_named(node)}, which it had not been shown")
        return node

    def answer(self) -> dict[str, Plain]:
        """Return what the program answers, part by part: by the log what that tells, and nothing else of that."""
        if self._style is Style.ANSWERS:
            return self._answer
        leaves = [name for name, shown in self._nodes.items() if not shown.children]
        asked = [leaf for leaf in leaves if leaf in self._visited]
        log: dict[str, Plain] = {
            "visited": [*self._visited],
            "pruned": [leaf for leaf in leaves if leaf not in self._visited],
            "leaves-evaluated": len(asked),
            "nodes-visited": len(self._visited),
        }
        said = {part: answer for part, answer in self._answer.items() if part not in FROM_LOG}
        return said | {part: log[part] for part in FROM_LOG if part in self._parts}


class Failed(Exception):
    """An error that a program tells of itself, which ends the tree but not the program."""

    def __init__(self, said: Mapping[str, Plain]) -> None:
        super().__init__(str(said["error"]))
        line = said.get("line")
        self.kind, _, self.message = str(said["error"]).partition(": ")
        self.line = line if isinstance(line, int) and line > 0 else 0

    @property
    def reason(self) -> str:
        """Return it as a result says it."""
        if not self.line:
            return str(self)
        return f"{self.kind} in line {self.line}" + (f": {self.message}" if self.message else "")


def _read(line: bytes) -> dict[str, Plain]:
    """Return what a line says. Raises Broken for all that no program should write."""
    try:
        text = line.decode()
        said: Plain = json.loads(text, parse_constant=_no_number) if _depth(text) <= _DEEPEST else None
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict) or {*said} not in ({"children"}, {"value"}, {"answer"}, {"error"}, {"error", "line"}):
        raise Broken(f"wrote a line that is no JSON object: {_quoted(line)}")
    return said


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _depth(text: str) -> int:
    """Return how deep the text is nested as JSON; brackets in strings are none."""
    depth = deepest = 0
    for letter in re.sub(_STRING, "", text):
        if letter in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter in "]}":
            depth -= 1
    return deepest


def _quoted(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return f'"{printable(text[:_LONGEST])}{"…" if len(text) > _LONGEST else ""}"'


def _named(node: Plain) -> str:
    return f'"{printable(node)}"' if isinstance(node, str) else printable(repr(node))


def _exact(answer: Plain) -> Plain:
    """Return an answer in which each float is the simplest fraction near to it, as text, if there is one."""
    if isinstance(answer, dict):
        return {str(key): _exact(one) for key, one in answer.items()}
    if isinstance(answer, list):
        return [_exact(one) for one in answer]
    return simplest(answer) if isinstance(answer, float) else answer


def simplest(number: float) -> Plain:
    """Return the simplest fraction within 1e-9·max(1, |x|) of a number x with a denominator of at most 10^6; else the number.

    >>> simplest(2.9999999996), simplest(0.3333333333), simplest(0.123456789123)
    (3, '1/3', 0.123456789123)
    """
    if not math.isfinite(number):
        return str(number)
    exact = Fraction(number)
    near = _NEAR * max(Fraction(1), abs(exact))
    found = _between(exact - near, exact + near)
    if found.denominator > _LARGEST_DENOMINATOR:
        return number
    return found.numerator if found.denominator == 1 else str(found)


def _between(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction of the smallest denominator in an interval, as the continued fractions of its ends say."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -_between(-high, -low)
    whole = math.ceil(low)
    if whole <= high:
        return Fraction(whole)
    floor = math.floor(low)
    return floor + 1 / _between(1 / (high - floor), 1 / (low - floor))
