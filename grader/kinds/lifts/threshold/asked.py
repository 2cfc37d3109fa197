"""What a threshold asks: for which x a claim holds, and which numbers x can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.conventions import Conventions
from grader.data import Data
from grader.documents import Document
from grader.errors import Fault, Path
from grader.exact import INFINITY, Bound, read_bound, write_number
from grader.games.playable.record import FIELD
from grader.games.problem import Problem, is_played
from grader.games.tree import Tree
from grader.games.unknown import most_on_a_path, places_of
from grader.intervals import Interval, closed, show_interval, within
from grader.kinds import KINDS
from grader.kinds.lifts.claim import Claim
from grader.kinds.lifts.language import Ground, read_claim, write_claim
from grader.kinds.lifts.searched import Lifted, read_searched, write_searched
from grader.linear import Linear, Term
from grader.pieces import Piece

BY_CHANCE = ("expectiminimax",)
"""The searches in which a probability can be unknown."""
_SAME = "has no place here: nothing is changed; expected a claim about the problem itself"


class Found(NamedTuple):
    """What is found at one x: whether the claim holds, and the value of the root, a + b·x (None: there is none)."""

    holds: bool
    value: Term | None = None


class Asked(NamedTuple):
    """The claim, and the numbers that x can be: `domain` is all that restricts them, `stated` what the problem states.

    `pieces` is what the search finds over the whole domain, where it was found when the problem was read.
    """

    claim: Claim
    domain: Interval
    stated: tuple[Bound, Bound] | None = None
    has_integers: bool = False
    pieces: tuple[Piece[Found], ...] = ()


def asked_of(problem: Problem) -> Asked:
    """Return what a threshold asks."""
    asked: Asked = problem.game.asked
    return asked


def searched_of(problem: Problem) -> Problem:
    """Return the problem that is searched, with x in it."""
    searched: Problem = problem.game.searched
    return searched


def read_threshold(document: Document, conventions: Conventions) -> tuple[Lifted | None, list[Fault], list[str]]:
    """Return the searched problem and what is asked about it, what is wrong, and warnings."""
    searched, faults, warnings = read_searched(document, conventions)
    if faults or searched.game is None:
        return None, faults, warnings
    natural, wrong = _natural(searched)
    stated, wrong_domain = _read_domain(document.data.get("domain"))
    claim, wrong_claim = read_claim(document.data["claim"], ("claim",), _ground(searched))
    wrong = [*wrong, *wrong_domain, *wrong_claim]
    left = within((natural,), closed(*stated)) if stated else (natural,)
    if not left and not wrong:
        wrong.append((f"leaves no number for x, which lies in {show_interval(natural)}", ("domain",)))
    if wrong or claim is None:
        return None, document.faults(wrong), warnings
    asked = Asked(claim, left[0], stated, document.data.get("integers") is True)
    return _solved(Lifted(searched, asked), document, warnings)


def _solved(game: Lifted, document: Document, warnings: list[str]) -> tuple[Lifted | None, list[Fault], list[str]]:
    """Return the game with what the search finds, or that it cannot be found with as many runs as are allowed."""
    from grader.kinds.lifts.threshold.solving import TooManyRuns, most_runs, pieces_by_search

    try:
        pieces = pieces_by_search(game.searched, game.asked)
    except TooManyRuns:
        message = f"takes more than {most_runs(game.searched):,} runs of the search; expected a smaller tree, or fewer leaves with x"
        return None, document.faults([(message, ("claim",))]), warnings
    return game._replace(asked=game.asked._replace(pieces=tuple(pieces))), [], warnings


def _ground(searched: Problem) -> Ground:
    return Ground(KINDS[searched.kind], searched, {"same": _SAME})


def _natural(searched: Problem) -> tuple[Interval, list[tuple[str, Path]]]:
    """Return the numbers that x can be where it stands, and what is wrong with its places."""
    if not isinstance(searched.game, Tree):
        constant = searched.conventions.exploration.value
        wrong: list[tuple[str, Path]] = []
        if not isinstance(constant, Linear):
            wrong = [("x stands nowhere, expected exploration: x", ("conventions",))]
        return closed(0, INFINITY), wrong
    values, probabilities = places_of(searched.game)
    if not values and not probabilities:
        return closed(-INFINITY, INFINITY), [_nowhere(searched)]
    if probabilities and searched.kind not in BY_CHANCE:
        message = f"a probability can be unknown only under search: {BY_CHANCE[0]}"
        return closed(0, 1), [(message, ("tree",))]
    if probabilities and most_on_a_path(searched.game) > 1:
        return closed(0, 1), [("x stands more than once on a path from the root to a leaf", ("tree",))]
    return (closed(0, 1) if probabilities else closed(*_value_bounds(searched.conventions))), []


def _nowhere(searched: Problem) -> tuple[str, Path]:
    """Return what is wrong where the searched tree has no x."""
    if is_played(searched.stated):
        return "x stands at no end that the game comes to, expected it as what such an end is worth", (FIELD,)
    return "x stands nowhere, expected it as the value of a leaf", ("tree",)


def _value_bounds(conventions: Conventions) -> tuple[Bound, Bound]:
    bounds: Sequence[Bound] | None = getattr(conventions, "value_bounds", None)
    low, high = bounds or (-INFINITY, INFINITY)
    return low, high


def _read_domain(raw: Data) -> tuple[tuple[Bound, Bound] | None, list[tuple[str, Path]]]:
    if raw is None:
        return None, []
    try:
        low, high = (read_bound(str(end)) for end in raw)
    except ValueError as failure:
        return None, [(str(failure), ("domain",))]
    if low > high or (isinstance(low, float) and low == high):
        return None, [("expected [lo, hi] with lo not above hi", ("domain",))]
    return (low, high), []


def write_threshold(problem: Problem) -> dict[str, Data]:
    """Return the fields of the document: the search, its game, and what is asked."""
    asked = asked_of(problem)
    written = write_searched(searched_of(problem))
    if asked.stated is not None:
        written["domain"] = [write_number(end) for end in asked.stated]
    if asked.has_integers:
        written["integers"] = True
    return {**written, "claim": write_claim(asked.claim)}
