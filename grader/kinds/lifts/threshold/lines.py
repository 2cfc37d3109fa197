"""What turns over where two numbers that a claim compares are equal: the lines a + b·x, and the steps that give them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from grader.answers.case import Solution
from grader.answers.ranges import known_end
from grader.conventions import Exploration
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import LEAF, MAX, MIN, Tree
from grader.kinds import KINDS
from grader.kinds.lifts.claim import claims_in
from grader.kinds.lifts.threshold.asked import asked_of, searched_of
from grader.kinds.lifts.threshold.solving import seen, settled
from grader.kinds.words import listing
from grader.linear import Linear, Run, Term
from grader.printable import printable

_MOVES = frozenset({"best-move", "only-best-move"})
_MOST_STEPS = 4
_CLOSE = 1e-5
"""So near an irrational end, which is rounded, two scores are equal."""


class Line(NamedTuple):
    """A number that a claim compares with others: whose it is (None: it stands in the claim), its name, a + b·x."""

    key: int | None
    name: str
    number: Term


class Side(NamedTuple):
    """What is compared near one x: the problem as the search sees it, its solution, and sets of lines to compare with each other."""

    searched: Problem
    solution: Solution
    lines: Sequence[Line]


def side_at(problem: Problem, at: Number) -> Side:
    """Return the numbers on which the claim turns, at one x; no lines where it compares none."""
    searched = seen(searched_of(problem), Run(at))
    solution = KINDS[searched.kind].solve(searched)
    return Side(searched, solution, [*_lines(problem, searched, solution)])


def _lines(problem: Problem, searched: Problem, solution: Solution) -> Iterator[Line]:
    """Yield what the claim compares: the scores of all children, the values of the root's, or the root's and what it is compared with."""
    claims = [*claims_in(asked_of(problem).claim)]
    ids, answers = searched.game.ids, solution.answers
    if any(claim.name == "choice" for claim in claims):
        yield from (Line(child, printable(ids[child]), score) for child, score in answers["scores"].items())
    if any(claim.name in _MOVES for claim in claims):
        yield from _children(searched, answers.get("values", {}))
    bounds = [bound for claim in claims if claim.name == "value" for _, bound in claim.number.bounds]
    if bounds and "value" in answers:
        yield Line(0, printable(ids[0]), answers["value"])
        yield from (Line(None, searched.say(bound), bound) for bound in dict.fromkeys(bounds))


def _children(searched: Problem, values: Mapping[int, Number]) -> Iterator[Line]:
    tree: Tree = searched.game
    for child in tree.children(0):
        worth = tree.value[child] if tree.kind[child] == LEAF else values.get(child)
        if worth is not None:
            yield Line(child, printable(tree.ids[child]), worth)


# in words


def say_line(problem: Problem, number: Term) -> str:
    """Return a number a + b·x as reports show it; a score rounded."""
    is_exact = isinstance(searched_of(problem).game, Tree)
    if isinstance(number, Linear):
        return str(number) if is_exact else f"{float(number.constant):.4f} + {float(number.slope):.4f} x"
    return problem.say(number) if is_exact or isinstance(number, int) else f"{float(number):.4f}"


def worth_words(problem: Problem, at: Number) -> str:
    """Return what is compared near one x, such as "safe is worth 4, gamble -5 + 12 x"; nothing where nothing is."""
    side = side_at(problem, at)
    own = [line for line in side.lines if line.key is not None]
    if len(own) < 2:  # of the root's value the answer tells
        return ""
    return ", ".join(f"{line.name} {_is(problem)} {say_line(problem, line.number)}" for line in own)


def _is(problem: Problem) -> str:
    return "is worth" if isinstance(searched_of(problem).game, Tree) else "scores"


def meeting_words(problem: Problem, around: Sequence[Number], end: Number) -> str:
    """Return which of the compared numbers are equal at an end of the range, each with the step that gives it; else nothing.

    `around` are points of the pieces beside the end, of which the first with such numbers is told of.
    """
    for at in around:
        side = side_at(problem, at)
        for one, other in combinations(side.lines, 2):
            if (one.key is None) + (other.key is None) < 2 and _meet(problem, one.number - other.number, end):
                return _said(problem, side, [one, other], end)
    return ""


def root_words(problem: Problem, at: Number) -> str:
    """Return the steps that give the value of the root near one x, from the deepest node with x on."""
    searched = seen(searched_of(problem), Run(at))
    solution = KINDS[searched.kind].solve(searched)
    explain = KINDS[searched.kind].tutor.explain
    return " ".join(explain(searched, solution, key, windows=False) for key in _behind(searched, solution, 0))


def _meet(problem: Problem, apart: Term, end: Number) -> bool:
    if not isinstance(apart, Linear):
        return False
    is_exact = isinstance(searched_of(problem).game, Tree)
    return abs(float(apart.at(end))) <= (0 if is_exact else _CLOSE)


def _said(problem: Problem, side: Side, lines: Sequence[Line], end: Number) -> str:
    """Return the steps behind the numbers that are equal, and where they are."""
    own = [line for line in lines if line.key is not None]
    told = listing(f"{line.name} {_is(problem)} {say_line(problem, line.number)}" for line in own)
    against = "".join(f", compared with {line.name}" for line in lines if line.key is None)
    near = f"Near x = {_say(problem, end)}: " if _bends(side) else ""
    steps = " ".join(_steps(problem, side, own, end))
    return f"{near if steps else ''}{steps} {told}{against}: equal at x = {_about(problem, end)}.".lstrip()


def _bends(side: Side) -> bool:
    """Return whether the numbers can be other lines further off: where a node takes the larger or smaller of its children's."""
    game = side.searched.game
    return isinstance(game, Tree) and any(kind in (MAX, MIN) for kind in game.kind[1:])


def _say(problem: Problem, end: Number) -> str:
    return settled(problem).say(problem, end)


def _about(problem: Problem, end: Number) -> str:
    """Return an end as exactly as it is known, and as reports show it where that is less."""
    known, shown = known_end(end), _say(problem, end)
    return shown if isinstance(searched_of(problem).game, Tree) or known == shown else f"{known} ≈ {shown}"


def _steps(problem: Problem, side: Side, lines: Sequence[Line], end: Number) -> Iterator[str]:
    """Yield how the numbers are found, from the deepest node with x on; a score, which is no short line, at the end itself."""
    searched, solution, explain = side.searched, side.solution, KINDS[side.searched.kind].tutor.explain
    if not isinstance(searched.game, Tree):
        constant = Exploration(known_end(end), float(end))
        searched = searched._replace(conventions=searched.conventions._replace(exploration=constant))
        solution = KINDS[searched.kind].solve(searched)
    keys = dict.fromkeys(key for line in lines for key in _behind(searched, solution, line.key or 0))
    yield from (explain(searched, solution, key, windows=False) for key in keys)


def _behind(searched: Problem, solution: Solution, key: int) -> list[int]:
    """Return the nodes whose steps give a number: those below it with x in theirs, deepest first, then its own."""
    tree = searched.game
    if not isinstance(tree, Tree):
        return [key]
    values = solution.answers["values"]
    bearing = [node for node in tree.below(key) if node != key and isinstance(values.get(node), Linear)]
    nodes = [*sorted(bearing, reverse=True), key]
    return [node for node in nodes[-_MOST_STEPS:] if tree.kind[node] != LEAF]
