"""Searched problems and claims about them, for tests of lifts."""

from __future__ import annotations

from typing import Any

from grader.core.conventions import read_conventions
from grader.core.documents import as_read
from grader.core.documents.strict import Document
from grader.core.errors import Fault
from grader.core.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.about_searches.claim import Claim, Ground, read_claim
from grader.kinds.about_searches.searched import read_searched
from grader.kinds.about_searches.solved import Way, right_way

FALL_2014 = [[3, 12, 8], [2, 15, 6]]


def document_of_lift(search: str, own: tuple[str, ...] = (), **fields: Any) -> Document:
    """Return a document that states what is searched."""
    return Document("lift.yaml", as_read({"id": "lift", "search": search, **fields}), "", b"")


def read_lift(search: str = "alpha-beta", tree: Any = FALL_2014, **fields: Any) -> tuple[Problem, list[Fault]]:
    """Return the searched problem and what is wrong with it."""
    document = document_of_lift(search, tree=tree, **fields)
    conventions, wrong = read_conventions(document.data.get("conventions") or {})
    assert not wrong
    searched, faults, _ = read_searched(document, conventions)
    return searched, faults


def searched_problem(search: str = "alpha-beta", tree: Any = FALL_2014, **fields: Any) -> Problem:
    """Return the searched problem."""
    searched, faults = read_lift(search, tree, **fields)
    assert not faults
    return searched


def claim_about(searched: Problem, said: Any, **refused: str) -> Claim:
    """Return a claim that is rightly made."""
    claim, wrong = read_claim(as_read(said), ("claim",), Ground(KINDS[searched.kind], searched, refused))
    assert claim is not None, wrong
    return claim


def is_true(searched: Problem, said: Any, way: Way | None = None) -> bool:
    """Return whether a claim holds, by the right rules or by those of the way."""
    claim = claim_about(searched, said)
    return claim.holds((way or right_way(searched)).solved([claim]))
