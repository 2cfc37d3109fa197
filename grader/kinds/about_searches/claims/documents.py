"""The claims of a problem document: read with all that is wrong with them, and written back."""

from __future__ import annotations

from collections import Counter

from grader.core.conventions import Conventions
from grader.core.data import Data, Plain
from grader.core.documents import Document
from grader.core.errors import Fault, Path
from grader.core.games.problem import Problem
from grader.core.text import printable
from grader.kinds import KINDS
from grader.kinds.about_searches.change import read_change
from grader.kinds.about_searches.claim import Claim, Ground, read_claim
from grader.kinds.about_searches.claims.solve import Item, items_of
from grader.kinds.about_searches.claims.theorems import OF_EVERY_TREE
from grader.kinds.about_searches.searched import Amiss, Lifted, read_searched, write_searched

OWN_CONVENTIONS = ("guessing",)
MOST_ITEMS = 20
MOST_NODES = 20_000
"""Nodes of the tree and of all changed trees together: a wrong answer has each of them searched by every wrong rule."""

_EVERY_TREE = "every-tree"
_ONLY_CHANGED = "says what stays the same; expected only beside a change"
_NEVER_CHANGED = "is said of the problem as it is; expected no change beside it"


def read_items(document: Document, conventions: Conventions) -> tuple[Lifted | None, list[Fault], list[str]]:
    """Return the game of a document with `search` and `claims`, what is wrong with it, and warnings."""
    searched, faults, warnings = read_searched(document, conventions, OWN_CONVENTIONS)
    if faults:
        return None, faults, warnings
    amiss = Amiss()
    items = [_item(document, searched, place, amiss) for place, _ in enumerate(document.data["claims"])]
    seen = Counter[str]()
    for place, item in enumerate(items):
        if item.id in seen:
            message = f'the id "{printable(item.id)}" stands at two claims, expected once'
            amiss.append((message, ("claims", place, "id")))
        seen[item.id] += 1
    trees = 1 + sum(item.changed is not None for item in items)
    if trees * len(searched.game.ids) > MOST_NODES:
        message = f"the tree and its changes have more than {MOST_NODES:,} nodes together; expected a smaller tree"
        amiss.append((message, ("claims",)))
    game = None if amiss else Lifted(searched, tuple(items), tuple(item.id for item in items))
    return game, document.faults(amiss), warnings


def _item(document: Document, searched: Problem, place: int, amiss: Amiss) -> Item:
    raw, path = document.data["claims"][place], ("claims", place)
    is_general = raw.get("for") == _EVERY_TREE
    item = Item(str(raw["id"]).strip(), Claim(""), is_general=is_general, text=(raw.get("text") or "").strip())
    if raw.get("change") is not None:
        change, wrong = read_change(raw["change"], (*path, "change"), searched)
        problem, more = (None, []) if change is None else change.made(document, searched, (*path, "change"))
        amiss += [*wrong, *more]
        if problem is None:
            return item
        item = item._replace(change=change, changed=problem)
    kind, problem = KINDS[searched.kind], item.of(searched)
    refused = {"evaluation-agrees": _NEVER_CHANGED} if item.change else {"same": _ONLY_CHANGED}
    ground = Ground(KINDS[problem.kind], problem, refused, (kind,) if item.change else ())
    claim, wrong = read_claim(raw["claim"], (*path, "claim"), ground)
    amiss += wrong
    if claim is not None and is_general:
        amiss += _amiss_in_general(item, claim, searched, path)
    return item if claim is None else item._replace(claim=claim)


def _amiss_in_general(item: Item, claim: Claim, searched: Problem, path: Path) -> Amiss:
    """Return what is wrong with a claim about every tree: it is about a change of all leaves, and the full window."""
    amiss = Amiss()
    if item.change is None or not item.change.is_of_leaves:
        amiss.append(("is asked of a change of all leaves; expected affine, power or clip beside it", (*path, "for")))
    if claim.name != "same":
        amiss.append(("is asked of what stays the same; expected a claim same", (*path, "for")))
    for part in claim.parts:
        if part not in OF_EVERY_TREE:
            message = f"{part} is not asked of every tree, expected {', '.join(OF_EVERY_TREE)}"
            amiss.append((message, (*path, "claim", "same")))
    for name in ("initial-window", "value-bounds"):
        if name in searched.conventions.stated:
            amiss.append((f"is asked under the full window; expected no {name}", (*path, "for")))
    return amiss


def write_items(problem: Problem) -> dict[str, Plain]:
    """Return the fields of a document that state what is searched and claimed."""
    return {**write_searched(problem.game.searched), "claims": [_write_item(item) for item in items_of(problem)]}


def _write_item(item: Item) -> dict[str, Plain]:
    written: dict[str, Plain] = {"id": item.id, "claim": item.claim.write()}
    if item.change is not None:
        written["change"] = item.change.write()
    if item.is_general:
        written["for"] = _EVERY_TREE
    if item.text:
        written["text"] = item.text
    return written


def turned_items(asked: Data) -> Data:
    """Return the claims for the mirror image of their tree: an order that a change makes is turned round too.

    What else is asked about a tree names its nodes, which the mirror image has too.
    """
    if not isinstance(asked, tuple) or not all(isinstance(item, Item) for item in asked):
        return asked
    return tuple(item._replace(change=item.change.turned()) if item.change else item for item in asked)
