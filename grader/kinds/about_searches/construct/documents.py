"""Reading and writing a construction: what is searched, what is made, its goal, and the best object, which is found here."""

from __future__ import annotations

from collections.abc import Mapping

from grader.core.answers.case import NotJudged
from grader.core.conventions import Conventions
from grader.core.data import Plain
from grader.core.documents import Document
from grader.core.errors import Fault
from grader.core.games.playable import FIELD
from grader.core.games.problem import Problem, is_played
from grader.core.numbers import write_number
from grader.core.text import printable
from grader.kinds import KINDS
from grader.kinds.about_searches.claim import Claim, Ground, read_claim
from grader.kinds.about_searches.construct.fewest import CHANGE_TASK, TREE_TASK
from grader.kinds.about_searches.construct.order import ORDER_TASK
from grader.kinds.about_searches.construct.solve import (
    CHANGES,
    LEAST,
    MOST,
    ORDER,
    TREE,
    VALUES,
    Allowed,
    Construction,
    ConstructionTask,
    Task,
    Unfit,
    terminal_leaves,
)
from grader.kinds.about_searches.construct.values import VALUE_TASK
from grader.kinds.about_searches.searched import Amiss, number_in, read_searched, write_searched

TASKS: Mapping[str, Task] = {ORDER: ORDER_TASK, VALUES: VALUE_TASK, CHANGES: CHANGE_TASK, TREE: TREE_TASK}
"""What can be made, by the name of the part in which it is handed in."""
_SAME = {"same": "nothing is changed here that something could stay the same under"}


def read_construction(
    document: Document, conventions: Conventions
) -> tuple[Construction | None, list[Fault], list[str]]:
    """Return the construction with its best object, what is wrong with it, and warnings. None where anything is wrong."""
    stated, make = document.data, document.data["make"]
    if amiss := _misplaced(document):
        return None, document.faults(amiss), []
    if make == TREE:
        document = document._replace(data={**stated, "tree": "0"})
    searched, faults, warnings = read_searched(document, conventions)
    if faults or searched.game is None:
        return None, faults, warnings
    game, amiss = _read_asked(document, searched, conventions.root)
    if game is None:
        return None, document.faults(amiss), warnings
    try:
        return game._replace(asked=game.asked._replace(found=TASKS[make].best(game))), [], warnings
    except Unfit as unfit:
        return None, document.faults([(unfit.message, unfit.path)]), warnings


def _misplaced(document: Document) -> Amiss:
    stated, make, amiss = document.data, document.data["make"], Amiss()
    for field in ("free", "allowed", "best"):
        if field in stated and field not in TASKS[make].fields:
            able = " or ".join(name for name, one in TASKS.items() if field in one.fields)
            amiss.append((f"has no place where make is {make}, expected with {able}", (field,)))
    if make == TREE:
        message = "has no place where the tree is what students hand in"
        amiss += [(message, (field,)) for field in ("tree", FIELD, "depth", "layers", "evaluation") if field in stated]
    if make in (VALUES, CHANGES) and is_played(stated):
        message = f"has no place where make is {make}: the rules of a game say what its ends are worth; expected a tree, or make: {ORDER}"
        amiss.append((message, (FIELD,)))
    if make == TREE and (more := sorted({"range", "integers"} & set(stated.get("allowed") or {}))):
        amiss.append(("has no place for a tree, expected only distinct", ("allowed", more[0])))
    if make == ORDER and "objective" not in stated["goal"]:
        amiss.append((f"expected the field objective, {MOST} or {LEAST}", ("goal",)))
    if make != ORDER and "claims" not in stated["goal"]:
        amiss.append(("expected the field claims: what must hold of what is handed in", ("goal",)))
    return amiss


def _read_asked(document: Document, searched: Problem, root: str) -> tuple[Construction | None, Amiss]:
    """Return the construction, of which the best object is not known yet, and what is wrong with what it asks."""
    stated, make, amiss = document.data, document.data["make"], Amiss()
    claims = _read_claims(document, searched, amiss)
    free = _read_free(document, searched, amiss) if make == VALUES else ()
    allowed = _read_allowed(document, amiss)
    best = int(number_in(stated["best"], ("best",), amiss)) if "best" in stated else None
    if amiss:
        return None, amiss
    asked = ConstructionTask(make, stated["goal"].get("objective", ""), claims, free, allowed, best, root=root)
    if make == ORDER and "pruned" not in KINDS[searched.kind].parts:
        return None, [("nothing is pruned by this search, expected alpha-beta", ("search",))]
    if make == VALUES and not free:
        return None, [("expected a tree with leaves that get a number", ("tree",))]
    game = Construction(searched, asked)
    if "example" not in stated:
        return game, []
    try:
        shown = TASKS[make].thing.read(searched._replace(game=game), stated["example"]).value
    except NotJudged as failure:
        return None, [(failure.message, ("example", *failure.path))]
    return game._replace(asked=asked._replace(shown=shown)), []


def _read_claims(document: Document, searched: Problem, amiss: Amiss) -> tuple[Claim, ...]:
    ground = Ground(KINDS[searched.kind], None if document.data["make"] == TREE else searched, _SAME)
    stated = document.data["goal"].get("claims") or ()
    found = [read_claim(raw, ("goal", "claims", at), ground) for at, raw in enumerate(stated)]
    amiss += [one for _, wrong in found for one in wrong]
    return tuple(claim for claim, _ in found if claim is not None)


def _read_free(document: Document, searched: Problem, amiss: Amiss) -> tuple[str, ...]:
    """Return the ids of the free leaves, breadth-first: those that are named, or all."""
    tree, raw = searched.game, document.data.get("free")
    leaves = {tree.ids[leaf]: leaf for leaf in terminal_leaves(tree)}
    if raw is None:
        return tuple(leaves)
    named: dict[str, int] = {}
    for place, text in enumerate(str(one).strip() for one in raw):
        if text not in leaves:
            amiss.append((f'there is no leaf "{printable(text)}"', ("free", place)))
        elif text in named:
            amiss.append((f'the leaf "{printable(text)}" stands here twice, expected once', ("free", place)))
        named[text] = leaves.get(text, -1)
    return tuple(sorted(named, key=named.__getitem__))


def _read_allowed(document: Document, amiss: Amiss) -> Allowed:
    raw, is_whole, wrong = document.data.get("allowed") or {}, document.data["make"] == CHANGES, Amiss()
    low = high = None
    if "range" in raw:
        low, high = (number_in(one, ("allowed", "range", place), wrong) for place, one in enumerate(raw["range"]))
        if not wrong and low >= high:
            wrong.append(("expected the smaller number first", ("allowed", "range")))
    amiss += wrong
    return Allowed(low, high, raw.get("integers", is_whole), raw.get("distinct", False))


def write_construction(problem: Problem) -> dict[str, Plain]:
    """Return the fields of a problem document."""
    asked: ConstructionTask = problem.game.asked
    written = write_searched(problem.game.searched)
    if asked.make == TREE:
        del written["tree"]
    goal = {"objective": asked.objective} if asked.objective else {"claims": [one.write() for one in asked.claims]}
    written |= {"make": asked.make, "goal": goal}
    if asked.free:
        written["free"] = list(asked.free)
    if allowed := _write_allowed(asked.allowed, asked.make):
        written["allowed"] = allowed
    if asked.stated is not None:
        written["best"] = asked.stated
    if asked.shown is not None:
        written["example"] = TASKS[asked.make].thing.write(problem, asked.shown)
    return written


def _write_allowed(allowed: Allowed, make: str) -> dict[str, Plain]:
    written: dict[str, Plain] = {}
    if allowed.low is not None and allowed.high is not None:
        written["range"] = [write_number(allowed.low), write_number(allowed.high)]
    if allowed.integers != (make == CHANGES):
        written["integers"] = allowed.integers
    if allowed.distinct:
        written["distinct"] = True
    return written
