"""Reading and writing a construction: what is searched, what is made, its goal, and the best object, which is found here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.answers.case import NotJudged
from grader.conventions import Conventions
from grader.data import Data
from grader.documents import Document
from grader.errors import Fault, Path
from grader.exact import Number, read_writable, write_number
from grader.games.playable.record import FIELD
from grader.games.problem import Problem, is_played
from grader.kinds.lifts.claim import Claim
from grader.kinds.lifts.construct.asked import (
    CHANGES,
    LEAST,
    MOST,
    ORDER,
    TREE,
    VALUES,
    Allowed,
    Asked,
    Construction,
    Found,
)
from grader.kinds.lifts.construct.best_filling import best_changes, best_filling
from grader.kinds.lifts.construct.best_order import best_order
from grader.kinds.lifts.construct.best_tree import best_tree
from grader.kinds.lifts.construct.built import terminal_leaves
from grader.kinds.lifts.construct.things import THINGS
from grader.kinds.lifts.construct.unfit import Unfit
from grader.kinds.lifts.language import Ground, read_claim, write_claim
from grader.kinds.lifts.searched import read_searched, write_searched
from grader.printable import printable

_ONLY = {
    "free": (VALUES,),
    "allowed": (VALUES, CHANGES, TREE),
    "best": (ORDER, CHANGES, TREE),
}
"""The things that have a place for a field."""
_SAME = {"same": "nothing is changed here that something could stay the same under"}
BEST: Mapping[str, Callable[[Construction], Found]] = {
    ORDER: best_order,
    VALUES: best_filling,
    CHANGES: best_changes,
    TREE: best_tree,
}


def read_construction(
    document: Document, conventions: Conventions
) -> tuple[Construction | None, list[Fault], list[str]]:
    """Return the construction with its best object, what is wrong with it, and warnings. None where anything is wrong."""
    stated, make = document.data, document.data["make"]
    wrong = _misplaced(stated, make)
    if make == TREE:
        document = document._replace(data={**stated, "tree": "0"})
    if wrong:
        return None, document.faults(wrong), []
    searched, faults, warnings = read_searched(document, conventions)
    if faults or searched.game is None:
        return None, faults, warnings
    lifted, wrong = _read_asked(document, searched, conventions.root)
    if wrong or lifted is None:
        return None, document.faults(wrong), warnings
    try:
        return lifted._replace(asked=lifted.asked._replace(found=BEST[make](lifted))), [], warnings
    except Unfit as unfit:
        return None, document.faults([(unfit.message, unfit.path)]), warnings


def _misplaced(stated: Mapping[str, Data], make: str) -> list[tuple[str, Path]]:
    wrong: list[tuple[str, Path]] = []
    for field, makes in _ONLY.items():
        if field in stated and make not in makes:
            wrong.append((f"has no place where make is {make}, expected with {' or '.join(makes)}", (field,)))
    if make == TREE:
        message = "has no place where the tree is what students hand in"
        wrong += [(message, (field,)) for field in ("tree", FIELD, "depth", "layers", "evaluation") if field in stated]
    if make in (VALUES, CHANGES) and is_played(stated):
        message = f"has no place where make is {make}: the rules of a game say what its ends are worth; expected a tree, or make: {ORDER}"
        wrong.append((message, (FIELD,)))
    if make == TREE and (more := sorted({"range", "integers"} & set(stated.get("allowed") or {}))):
        wrong.append(("has no place for a tree, expected only distinct", ("allowed", more[0])))
    goal = stated["goal"]
    if make == ORDER and "objective" not in goal:
        wrong.append((f"expected the field objective, {MOST} or {LEAST}", ("goal",)))
    if make != ORDER and "claims" not in goal:
        wrong.append(("expected the field claims: what must hold of what is handed in", ("goal",)))
    return wrong


def _read_asked(document: Document, searched: Problem, root: str) -> tuple[Construction | None, list[tuple[str, Path]]]:
    """Return the construction, of which the best object is not known yet, and what is wrong with what it asks."""
    stated, make = document.data, document.data["make"]
    claims, wrong = _read_claims(stated["goal"], searched, make)
    free, not_free = _read_free(stated.get("free"), searched) if make == VALUES else ((), [])
    allowed, not_allowed = _read_allowed(stated.get("allowed") or {}, make)
    if wrong := wrong + not_free + not_allowed:
        return None, wrong
    best = int(read_writable(str(stated["best"]))) if "best" in stated else None
    asked = Asked(make, stated["goal"].get("objective", ""), tuple(claims), free, allowed, best, root=root)
    lifted = Construction(searched, asked)
    if make == ORDER and "leaves-evaluated" not in _parts_of(searched):
        return None, [("nothing is pruned by this search, expected alpha-beta", ("search",))]
    if make == VALUES and not free:
        return None, [("expected a tree with leaves that get a number", ("tree",))]
    if "example" not in stated:
        return lifted, []
    try:
        shown = THINGS[make].read(_posed(searched, lifted), stated["example"]).value
    except NotJudged as failure:
        return None, [(failure.message, ("example", *failure.path))]
    return lifted._replace(asked=asked._replace(shown=shown)), []


def _parts_of(searched: Problem) -> frozenset[str]:
    from grader.kinds import KINDS

    return frozenset({"leaves-evaluated"} if "pruned" in KINDS[searched.kind].parts else ())


def _posed(searched: Problem, lifted: Construction) -> Problem:
    """Return the construction as a problem, for those who read what is handed in."""
    return searched._replace(game=lifted)


def _read_claims(goal: Mapping[str, Data], searched: Problem, make: str) -> tuple[list[Claim], list[tuple[str, Path]]]:
    from grader.kinds import KINDS

    ground = Ground(KINDS[searched.kind], None if make == TREE else searched, _SAME)
    claims: list[Claim] = []
    wrong: list[tuple[str, Path]] = []
    for place, raw in enumerate(goal.get("claims") or ()):
        claim, faults = read_claim(raw, ("goal", "claims", place), ground)
        claims += [] if claim is None else [claim]
        wrong += faults
    return claims, wrong


def _read_free(raw: Data, searched: Problem) -> tuple[tuple[str, ...], list[tuple[str, Path]]]:
    """Return the ids of the free leaves, breadth-first: those that are named, or all."""
    tree = searched.game
    leaves = {tree.ids[leaf]: leaf for leaf in terminal_leaves(tree)}
    if raw is None:
        return tuple(leaves), []
    wrong: list[tuple[str, Path]] = []
    named: dict[str, int] = {}
    for place, text in enumerate(str(one).strip() for one in raw):
        if text not in leaves:
            wrong.append((f'there is no leaf "{printable(text)}"', ("free", place)))
        elif text in named:
            wrong.append((f'the leaf "{printable(text)}" stands here twice, expected once', ("free", place)))
        named[text] = leaves.get(text, -1)
    return tuple(sorted(named, key=named.__getitem__)), wrong


def _read_allowed(raw: Mapping[str, Data], make: str) -> tuple[Allowed, list[tuple[str, Path]]]:
    wrong: list[tuple[str, Path]] = []
    low = high = None
    if "range" in raw:
        low, high = (_number(one, ("allowed", "range", place), wrong) for place, one in enumerate(raw["range"]))
        if not wrong and low is not None and high is not None and low >= high:
            wrong.append(("expected the smaller number first", ("allowed", "range")))
    integers = raw.get("integers", make == CHANGES)
    return Allowed(low, high, integers, raw.get("distinct", False)), wrong


def _number(raw: Data, path: Path, wrong: list[tuple[str, Path]]) -> Number:
    try:
        return read_writable(str(raw))
    except ValueError as failure:
        wrong.append((f'"{printable(str(raw))}" is not a number: {failure}', path))
        return 0


# the way back


def write_construction(problem: Problem) -> dict[str, Data]:
    """Return the fields of a problem document."""
    lifted: Construction = problem.game
    asked: Asked = lifted.asked
    written = write_searched(lifted.searched)
    if asked.make == TREE:
        del written["tree"]
    written |= {"make": asked.make, "goal": _write_goal(asked)}
    if asked.free:
        written["free"] = list(asked.free)
    if allowed := _write_allowed(asked):
        written["allowed"] = allowed
    if asked.stated is not None:
        written["best"] = asked.stated
    if asked.shown is not None:
        written["example"] = THINGS[asked.make].write(problem, asked.shown)
    return written


def _write_goal(asked: Asked) -> dict[str, Data]:
    return {"objective": asked.objective} if asked.objective else {"claims": [write_claim(one) for one in asked.claims]}


def _write_allowed(asked: Asked) -> dict[str, Data]:
    allowed = asked.allowed
    written: dict[str, Data] = {}
    if allowed.low is not None and allowed.high is not None:
        written["range"] = [write_number(allowed.low), write_number(allowed.high)]
    if allowed.integers != (asked.make == CHANGES):
        written["integers"] = allowed.integers
    if allowed.distinct:
        written["distinct"] = True
    return written
