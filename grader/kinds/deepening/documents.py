"""Reading and writing a problem of iterative deepening: the tree by the door of the kind that searches, once for each depth that needs it."""

from collections.abc import Iterator
from typing import NamedTuple

from grader.core.conventions import Conventions
from grader.core.data import Plain
from grader.core.documents import Document
from grader.core.errors import Fault, Path
from grader.core.games.changed import cut, limit_of, without_value
from grader.core.games.problem import Problem
from grader.core.games.sources import count_of
from grader.core.games.tree import Tree
from grader.kinds import KINDS
from grader.kinds.about_searches.searched import Lifted, bare_of, write_searched
from grader.kinds.problems import read_problem
from grader.kinds.record import Kind

# -- what a problem of iterative deepening asks: how deep, how children are ordered again, and for how many leaves
# there is time

SEARCHES = ("alpha-beta", "minimax", "expectiminimax")
"""What an iteration can search by, the first where a problem does not say."""
NONE, ROOT, BEST, ALL = "none", "root", "best", "all"
REORDERS = (NONE, ROOT, BEST, ALL)
"""Which children an iteration puts in another order, the first where a problem does not say."""
MOST_ITERATIONS = 12


class DeepeningTask(NamedTuple):
    """What is asked. `cuts` are the trees that the iterations search, children in the order of the problem; `budget` None: there is none."""

    reorder: str
    budget: int | None
    cuts: tuple[Tree, ...]

    @property
    def depth(self) -> int:
        """Return how many iterations there are: the depth of the last one."""
        return len(self.cuts)


def asked_of(problem: Problem) -> DeepeningTask:
    """Return what the problem asks."""
    asked: DeepeningTask = problem.game.asked
    return asked


def searched_of(problem: Problem) -> Problem:
    """Return the problem that the last iteration searches, children in the order of the problem."""
    searched: Problem = problem.game.searched
    return searched


CONVENTIONS = ("cutoff", "order", "tie", "root", "depth-in", "value-bounds", "bounds-at", "decimals")
_ONLY_CUTTING = frozenset({"value-bounds", "bounds-at"})


def conventions_of(search: Kind) -> tuple[str, ...]:
    """Return the conventions by which iterations go that search as this kind: bounds on values have a use only where something is cut."""
    cuts = "cutoff" in search.conventions
    return tuple(name for name in CONVENTIONS if name in search.conventions and (cuts or name not in _ONLY_CUTTING))


def read_deepening(document: Document, conventions: Conventions) -> tuple[Lifted | None, list[Fault], list[str]]:
    """Return the game of the problem, what is wrong with the document, and warnings."""
    data = document.data
    kind = KINDS[data.get("search", SEARCHES[0])]
    faults = document.faults([*_wrong_depth(count_of(data["depth"])), *_foreign(kind, conventions)])
    if faults:
        return None, faults, []
    as_stated = conventions._replace(stated=conventions.stated.intersection(kind.conventions))
    last, wrong = read_problem(document, kind, as_stated, kind.asked)
    if wrong or _may_be_wrong_above(last):
        wrong += list(_wrong_above(document, kind, as_stated, wrong))
    if wrong or last.game is None:
        return None, wrong, list(last.warnings)
    asked = DeepeningTask(
        data.get("reorder", NONE),
        None if data.get("budget") is None else count_of(data["budget"]),
        tuple(_cuts(last.game, count_of(data["depth"]))),
    )
    return Lifted(bare_of(last), asked), [], list(last.warnings)


def _wrong_depth(depth: int) -> Iterator[tuple[str, Path]]:
    if depth > MOST_ITERATIONS:
        expected = f"expected a whole number from 1 to {MOST_ITERATIONS}"
        yield f"{depth} is deeper than the last iteration may be, {expected}", ("depth",)


def _foreign(kind: Kind, conventions: Conventions) -> Iterator[tuple[str, Path]]:
    """Yield the conventions that this search has no use for."""
    known = conventions_of(kind)
    message = f"iterations that search by {kind.name} have no such convention, expected {', '.join(known)}"
    yield from ((message, ("conventions", name)) for name in sorted(conventions.stated.difference(known)))


def _cuts(last: Tree, depth: int) -> Iterator[Tree]:
    """Yield the trees that the iterations search, from the one that the last searches."""
    if last.horizon is None:  # never: a depth is stated
        return
    whole, _, extension, unit, _ = last.horizon
    for limit in range(1, depth):
        yield cut(whole, limit_of(limit, unit), extension, unit)
    yield last


def _may_be_wrong_above(last: Problem) -> bool:
    """Return whether an iteration before the last has to be read by itself: where it has no static value, or one that can be wrong."""
    tree: Tree = last.game
    if tree.horizon is None or last.conventions.value_bounds is not None or tree.features is not None:
        return True
    return any(without_value(one) for one in _cuts(tree, tree.horizon.limit // limit_of(1, tree.horizon.unit)))


def _wrong_above(document: Document, kind: Kind, conventions: Conventions, found: list[Fault]) -> Iterator[Fault]:
    """Yield what is wrong with the trees of the iterations before the last, each once."""
    known = [*found]
    for depth in range(count_of(document.data["depth"]) - 1, 0, -1):
        at_depth = document._replace(data={**document.data, "depth": depth})
        for fault in kind.game_format.read(at_depth, conventions)[1]:
            if fault not in known:
                known.append(fault)
                yield fault._replace(message=f"iteration {depth}: {fault.message}")


def write_deepening(problem: Problem) -> dict[str, Plain]:
    """Return the fields of the document that state the game."""
    asked = asked_of(problem)
    written = write_searched(searched_of(problem))
    written["reorder"] = asked.reorder
    return written if asked.budget is None else {**written, "budget": asked.budget}
