"""How the trees of problems come in and go out: as `grader/core/games/sources.py` reads them, and what the kinds check beyond that."""

from collections.abc import Callable, Mapping

from grader.core.conventions import Conventions
from grader.core.data import Data, Plain
from grader.core.documents import Document
from grader.core.errors import Fault, Path
from grader.core.games.problem import Problem, is_played
from grader.core.games.sources import read_tree, write_tree
from grader.core.games.tree import BEYOND, CHANCE, Tree
from grader.core.numbers import Bound, show_number
from grader.core.search.cutting import clipped

MOST_NODES = 4_096
"""The largest tree with chance nodes that is searched: windows and bounds of each outcome are fractions."""
Read = tuple[Tree | None, list[Fault], list[str]]


TREE = "tree"
"""The part in which students draw the tree of a game themselves."""
_WITHOUT_IDS = (TREE, "value", "best-move", "leaves-evaluated", "nodes-visited", "distinct-states")
"""The parts that can be asked where nobody is shown the ids of nodes."""


def is_to_be_drawn(problem: Problem) -> bool:
    """Return whether students are to draw the tree of the game, so that nobody shows it to them."""
    return TREE in problem.ask and is_played(problem.stated)


def wrong_beside(data: Mapping[str, Data]) -> list[tuple[str, Path]]:
    """Return what cannot be asked beside the tree, since it speaks of ids that nobody is shown."""
    ask = data.get("ask") or ()
    if TREE not in ask or not is_played(data):
        return []
    message = f"speaks of nodes by their ids, which are not shown where the tree is asked; expected beside it only {', '.join(_WITHOUT_IDS[1:])}"
    wrong: list[tuple[str, Path]] = [
        (message, ("ask", place)) for place, part in enumerate(ask) if part not in _WITHOUT_IDS
    ]
    return wrong + ([(message, ("opponent",))] if data.get("opponent") is not None else [])


def after_of(stated: Mapping[str, object]) -> int | None:
    """Return after how many leaves a problem's document asks what is known; None: when the search is over."""
    after = stated.get("after")
    return None if after is None else int(str(after).strip().split(".")[0])


def wrong_after(stated: Mapping[str, object], leaves: int) -> list[tuple[str, Path]]:
    """Return what is wrong with `after` where the search evaluates so many leaves."""
    after = after_of(stated)
    if after is None or 1 <= after <= leaves:
        return []
    return [(f"the search evaluates {leaves} leaves, expected a whole number from 1 to {leaves}", ("after",))]


def read_folded(document: Document, conventions: Conventions, refused: Mapping[int, str], kind: str) -> Read:
    """Return the tree of a kind that looks at every leaf, what is wrong with the document, and warnings.

    Value bounds say something there only of intervals; a problem of another kind that searches as this one may use them.
    """
    tree, faults, warnings = read_tree(document, conventions, refused)
    wrong: list[tuple[str, Path]] = []
    wrong += wrong_beside(document.data)
    is_own = document.data.get("kind") == kind
    if is_own and after_of(document.data) is None and "value-bounds" in conventions.stated:
        wrong.append(("has a place only beside `after`, for intervals", ("conventions", "value-bounds")))
    if tree is not None:
        wrong += wrong_after(document.data, len(tree.leaves()))
    return tree, faults + document.faults(wrong), warnings


def read_searched(document: Document, conventions: Conventions, evaluated: Callable[[Tree, Conventions], int]) -> Read:
    """Return the same for a kind that cuts; `evaluated(tree, conventions)` is how many leaves its search evaluates."""
    tree, faults, warnings = read_tree(document, conventions, {})
    faults += document.faults(wrong_beside(document.data))
    if tree is None:
        return tree, faults, warnings
    size = sum(kind != BEYOND for kind in tree.kind)
    if CHANCE in tree.kind and size > MOST_NODES:
        message = f"has {size:,} nodes, expected at most {MOST_NODES:,} where a search meets chance nodes"
        return tree, faults + document.faults([(message, ("tree",))]), warnings
    if wrong := empty_start(conventions):
        message, field = wrong
        return tree, faults + document.faults([(message, ("conventions", field))]), warnings
    if not faults and after_of(document.data) is not None:
        faults = document.faults(wrong_after(document.data, evaluated(tree, conventions)))
    return tree, faults, warnings


def empty_start(conventions: Conventions) -> tuple[str, str] | None:
    """Return what is wrong where no number lies between alpha and beta as the search starts, and with which convention."""
    if conventions.value_bounds is None or not conventions.believes_bounds:
        return None
    window, bounds = conventions.initial_window, conventions.value_bounds
    low, high = clipped(window, bounds)
    if low < high:
        return None
    if "initial-window" not in conventions.stated:
        message = f"{_pair(bounds)} holds one number only, expected lo below hi, or bounds-at: chance"
        return message, "value-bounds"
    message = f"initial-window {_pair(window)} and value-bounds {_pair(bounds)} have at most one number in common"
    return message, "initial-window"


def _pair(window: tuple[Bound, Bound]) -> str:
    return f"[{', '.join(map(show_number, window))}]"


def write_game(problem: Problem) -> dict[str, Plain]:
    """Return the fields of a problem document that say what is played on, and when it is asked what is known."""
    after = after_of(problem.stated)
    return write_tree(problem) | ({} if after is None else {"after": after})
