"""What the kind `claims` asks: claims that are true or false of a problem, each of it as it is or after one change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.conventions import Conventions
from grader.data import Data
from grader.documents import Document
from grader.errors import Fault, Path
from grader.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.lifts.changes import Change, changed, read_change, turned, write_change
from grader.kinds.lifts.claim import Claim, claims_in
from grader.kinds.lifts.language import Ground, read_claim, write_claim
from grader.kinds.lifts.searched import Lifted, read_searched, write_searched
from grader.kinds.lifts.theorems import EVERY_TREE, OF_EVERY_TREE
from grader.printable import printable

OWN_CONVENTIONS = ("guessing",)
MOST_ITEMS = 20
MOST_NODES = 20_000
"""Nodes of the tree and of all changed trees together: a wrong answer has each of them searched by every wrong rule."""

_ONLY_CHANGED = "says what stays the same; expected only beside a change"
_NEVER_CHANGED = "is said of the problem as it is; expected no change beside it"

Wrong = list[tuple[str, Path]]


class Item(NamedTuple):
    """One claim to judge: `change` is applied to the problem first, which makes it `changed` (None: no change).

    `is_general`: it is claimed of every tree, not of this one. `text` says it in the author's own words, if any.
    """

    id: str
    claim: Claim
    change: Change | None = None
    changed: Problem | None = None
    is_general: bool = False
    text: str = ""

    def of(self, searched: Problem) -> Problem:
        """Return the problem of which it is claimed."""
        return searched if self.changed is None else self.changed


def read_items(document: Document, conventions: Conventions) -> tuple[Lifted | None, list[Fault], list[str]]:
    """Return the game of a document with `search` and `claims`, what is wrong with it, and warnings."""
    searched, faults, warnings = read_searched(document, conventions, OWN_CONVENTIONS)
    if faults:
        return None, faults, warnings
    wrong: Wrong = []
    stated: Sequence[dict[str, Data]] = document.data["claims"]
    items = [_item(document, searched, raw, ("claims", place), wrong) for place, raw in enumerate(stated)]
    _check_ids(items, wrong)
    _check_size(searched, items, wrong)
    return (
        (None if wrong else Lifted(searched, tuple(items), tuple(item.id for item in items))),
        document.faults(wrong),
        warnings,
    )


def _item(document: Document, searched: Problem, raw: dict[str, Data], path: Path, wrong: Wrong) -> Item:
    is_general = raw.get("for") == EVERY_TREE
    item = Item(str(raw["id"]).strip(), Claim(""), is_general=is_general, text=(raw.get("text") or "").strip())
    if raw.get("change") is not None:
        change, amiss = read_change(raw["change"], (*path, "change"), searched)
        problem, more = (None, []) if change is None else changed(document, searched, change, (*path, "change"))
        wrong += [*amiss, *more]
        if problem is None:
            return item
        item = item._replace(change=change, changed=problem)
    kind, problem = KINDS[searched.kind], item.of(searched)
    refused = {"evaluation-agrees": _NEVER_CHANGED} if item.change else {"same": _ONLY_CHANGED}
    ground = Ground(KINDS[problem.kind], problem, refused, (kind,) if item.change else ())
    claim, amiss = read_claim(raw["claim"], (*path, "claim"), ground)
    wrong += amiss
    if claim is not None and is_general:
        wrong += _amiss_in_general(item, claim, searched, path)
    return item if claim is None else item._replace(claim=claim)


def _amiss_in_general(item: Item, claim: Claim, searched: Problem, path: Path) -> Wrong:
    """Return what is wrong with a claim about every tree: it is about a change of all leaves, and the full window."""
    wrong: Wrong = []
    if item.change is None or item.change.name not in ("affine", "power", "clip"):
        wrong.append(("is asked of a change of all leaves; expected affine, power or clip beside it", (*path, "for")))
    if claim.name != "same":
        wrong.append(("is asked of what stays the same; expected a claim same", (*path, "for")))
    for part in claim.parts:
        if part not in OF_EVERY_TREE:
            message = f"{part} is not asked of every tree, expected {', '.join(OF_EVERY_TREE)}"
            wrong.append((message, (*path, "claim", "same")))
    if "initial-window" in searched.conventions.stated:
        wrong.append(("is asked under the full window; expected no initial-window", (*path, "for")))
    return wrong


def _check_ids(items: Sequence[Item], wrong: Wrong) -> None:
    seen: set[str] = set()
    for place, item in enumerate(items):
        if item.id in seen:
            wrong.append(
                (f'the id "{printable(item.id)}" stands at two claims, expected once', ("claims", place, "id"))
            )
        seen.add(item.id)


def _check_size(searched: Problem, items: Sequence[Item], wrong: Wrong) -> None:
    trees = 1 + sum(item.changed is not None for item in items)
    if trees * len(searched.game.ids) > MOST_NODES:
        message = f"the tree and its changes have more than {MOST_NODES:,} nodes together; expected a smaller tree"
        wrong.append((message, ("claims",)))


def write_items(problem: Problem) -> dict[str, Data]:
    """Return the fields of a document that state what is searched and claimed."""
    game: Lifted = problem.game
    return {**write_searched(game.searched), "claims": [_write_item(item) for item in game.asked]}


def _write_item(item: Item) -> dict[str, Data]:
    written: dict[str, Data] = {"id": item.id, "claim": write_claim(item.claim)}
    if item.change is not None:
        written["change"] = write_change(item.change)
    if item.is_general:
        written["for"] = EVERY_TREE
    if item.text:
        written["text"] = item.text
    return written


def all_claims(items: Sequence[Item]) -> list[Claim]:
    """Return all claims, and those of which they are made."""
    return [one for item in items for one in claims_in(item.claim)]


def turned_items(asked: Data) -> Data:
    """Return the claims for the mirror image of their tree: an order that a change makes is turned round too.

    What else is asked about a tree names its nodes, which the mirror image has too.
    """
    if not isinstance(asked, tuple) or not all(isinstance(item, Item) for item in asked):
        return asked
    return tuple(item._replace(change=turned(item.change)) if item.change else item for item in asked)
