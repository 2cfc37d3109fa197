"""One tree as a program plays it, on our side: requests and replies over lines of JSON, and the log of what was asked."""

import json
import math
from collections.abc import Mapping
from fractions import Fraction
from typing import NoReturn

from grader.core.data import Plain
from grader.core.games.tree import CHANCE, KIND_NAMES, Tree
from grader.core.numbers import Number
from grader.core.text import printable
from grader.grading.programs.game import FROM_LOG
from grader.grading.programs.game import Tree as Shown
from grader.grading.programs.program import Limits, Style
from grader.kinds import Exercise

MOST_OF_LINE = 64 * 1024
"""Bytes of a line of a program; a longer one ends it."""

_DEEPEST, _LONGEST = 20, 60
_NEAR, _LARGEST_DENOMINATOR, _SIMPLE = Fraction(1, 10**9), 10**6, 1000
_NOT_OF_PROBLEM = ("format", "id", "title", "source", "points", "marking", "tags")
_ENCODER = json.JSONEncoder(separators=(",", ":"))  # made once, for a program writes hundreds of lines


class Broken(Exception):
    """What a program asked or wrote that ends it; the message says what, after its name."""


def line_of(stated: Mapping[str, Plain]) -> bytes:
    """Return a line of ours."""
    return _ENCODER.encode(stated).encode() + b"\n"


END = line_of({"end": True})


def tree_data(exercise: Exercise) -> dict[str, Plain]:
    """Return a tree written out, as the game shows it piece by piece: the root, and by its name what is shown of each node."""
    return {"root": exercise.name_of(0), "nodes": _nodes(exercise)}


def _nodes(exercise: Exercise) -> dict[str, Plain]:
    tree: Tree = exercise.problem.game
    return {exercise.name_of(node): _shown(exercise, tree, node) for node in range(tree.size)}


def _shown(exercise: Exercise, tree: Tree, node: int) -> dict[str, Plain]:
    """Return who moves at a node; its children with their moves and, below a chance node, chances; or the value of a leaf."""
    player = {"player": KIND_NAMES[tree.kind[node]].lower()}
    below = [*tree.children(node)]
    if not below:
        return {**player, "value": _number(tree.value[node])}
    chances = {"chances": [_number(tree.probability[child]) for child in below]} if tree.kind[node] == CHANCE else {}
    moves = [printable(tree.moves[child]) for child in below]
    return {**player, "children": [*map(exercise.name_of, below)], "moves": moves, **chances}


def _number(number: Number | None) -> Plain:
    return float(number) if isinstance(number, Fraction) else number


def posed(exercise: Exercise) -> dict[str, Plain]:
    """Return the problem as its document says it, without what is not asked by it."""
    written = exercise.kind.game_format.write(exercise.problem)
    stated: dict[str, Plain] = {**exercise.problem.stated, **written, "ask": [*exercise.problem.ask]}
    return {name: value for name, value in stated.items() if name not in _NOT_OF_PROBLEM}


class Turn:
    """One tree that is played: what was shown, and what was asked in which order."""

    def __init__(self, exercise: Exercise, style: Style, limits: Limits) -> None:
        self._parts, self._known = exercise.problem.ask, exercise.kind.parts
        self._largest = _LARGEST_DENOMINATOR if exercise.problem.conventions.decimals is None else _SIMPLE
        self._answer: dict[str, Plain] = {}
        is_whole = style is Style.ANSWERS
        self._tree = None if is_whole else Shown(exercise.name_of(0), _nodes(exercise), limits.calls)
        self._start = {"problem": posed(exercise)} if self._tree is None else self._tree.start()

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
            answered = said["answer"].items()
            self._answer = {part: _exact(one, self._largest) for part, one in answered if part in self._parts}
            self._answer |= {part: None for part, _ in answered if part not in self._known}  # that it is none is told
            return None
        if self._tree is None:
            raise Broken(f"wrote a line that is no answer: {_quoted(line)}")
        [(request, node)] = said.items()
        try:
            return line_of(self._tree.reply(request, node))
        except ValueError as failure:
            raise Broken(str(failure)) from None

    def answer(self) -> dict[str, Plain]:
        """Return what the program answers, part by part: by the log what that tells, and nothing else of that."""
        if self._tree is None:
            return self._answer
        log = self._tree.log()
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
        said: Plain = _DECODER.decode(line.decode())
        is_deep = _depth(said) > _DEEPEST
    except (ValueError, RecursionError):
        said, is_deep = None, False
    if (
        is_deep
        or not isinstance(said, dict)
        or {*said} not in ({"children"}, {"value"}, {"answer"}, {"error"}, {"error", "line"})
    ):
        raise Broken(f"wrote a line that is no JSON object: {_quoted(line)}")
    return said


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_no_number)


def _depth(said: Plain) -> int:
    """Return how deep what JSON says is nested."""
    if not isinstance(said, (dict, list)):
        return 0
    return 1 + max(map(_depth, said.values() if isinstance(said, dict) else said), default=0)


def _quoted(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return f'"{printable(text[:_LONGEST])}{"…" if len(text) > _LONGEST else ""}"'


def _exact(answer: Plain, largest: int) -> Plain:
    """Return an answer in which each float is the simplest fraction near to it, as text, if there is one."""
    if isinstance(answer, dict):
        return {str(key): _exact(one, largest) for key, one in answer.items()}
    if isinstance(answer, list):
        return [_exact(one, largest) for one in answer]
    return simplest(answer, largest) if isinstance(answer, float) else answer


def simplest(number: float, largest: int = _LARGEST_DENOMINATOR) -> Plain:
    """Return the simplest fraction within 1e-9·max(1, |x|) of a number x with a denominator of at most `largest`; else the number.

    A number of at most six decimals that is as near comes first: of the many fractions there some is simpler by chance, and what is both is a decimal. Where answers
    may be rounded no larger denominator than 1,000 is wanted: a logarithm, too, has a fraction near to it, which nobody can read.

    >>> simplest(2.9999999996), simplest(0.3333333333), simplest(0.123456789123), simplest(4.031849999999999)
    (3, '1/3', 0.123456789123, '4.03185')
    >>> simplest(1.2568944254060521), simplest(1.2568944254060521, 1000)
    ('19370/15411', 1.2568944254060521)
    """
    if not math.isfinite(number):
        return str(number)
    exact = Fraction(number)
    near = _NEAR * max(Fraction(1), abs(exact))
    if abs(round(exact) - exact) <= near:
        return round(exact)
    found = _between(abs(exact) - near, abs(exact) + near)
    decimal = f"{number:.6f}".rstrip("0")
    is_simpler = found.denominator > _SIMPLE or abs(Fraction(decimal)) == found
    if abs(Fraction(decimal) - exact) <= near and is_simpler:
        return decimal
    if found.denominator > largest:
        return number
    return str(found if number > 0 else -found)


def _between(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction of the smallest denominator in an interval of positive numbers, as the continued fractions of its ends say."""
    whole = math.ceil(low)
    if whole <= high:
        return Fraction(whole)
    return whole - 1 + 1 / _between(1 / (high - whole + 1), 1 / (low - whole + 1))
