"""What a certificate still says of a problem whose conventions were corrected after it was drawn."""

from __future__ import annotations

from collections.abc import Mapping

from generators.candidate import Candidate
from generators.figures import figures_of
from generators.parameters import Parameters
from generators.registry import GENERATORS
from generators.targets import Target, separated
from grader.data import Data
from grader.games.problem import Problem
from grader.kinds import KINDS

_REASON = "the conventions were corrected after it was drawn"
_NUMBERS = ("version", "draws", "parameters")
_OF_OTHERS = (
    "same-figures",
    "other-answers",
)  # these compare with the problem that it is like, under the old conventions


def rechecked(stated: Mapping[str, Data], problem: Problem, request: Parameters) -> dict[str, Data]:
    """Return the certificate with nothing in it that no longer holds; `request` states the corrected conventions."""
    case = Candidate(KINDS[problem.kind], problem)
    by_name = {guarantee.name: guarantee for guarantee in GENERATORS[problem.kind].guarantees}
    holding = {
        name
        for name in stated["guaranteed"]
        if name in by_name and name not in _OF_OTHERS and by_name[name].holds(case, request)
    }
    lost = {name: _REASON for name in stated["guaranteed"] if name not in holding}
    told = set(separated(case, map(_target, stated["separated"])))
    return {
        **stated,
        "guaranteed": {name: said for name, said in stated["guaranteed"].items() if name in holding},
        "not-guaranteed": {**stated["not-guaranteed"], **lost},
        "separated": [one for one in stated["separated"] if _target(one) in told],
        "not-separated": [
            *stated["not-separated"],
            *({**one, "reason": _REASON} for one in stated["separated"] if _target(one) not in told),
        ],
        "figures": figures_of(case),
        "generator": {
            name: _plain(value) if name in _NUMBERS else value for name, value in stated["generator"].items()
        },
    }


def _plain(value: Data) -> Data:
    """Return what was read from a document with its whole numbers as such: reading leaves all as text."""
    if isinstance(value, dict):
        return {name: _plain(below) for name, below in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return int(value) if isinstance(value, str) and value.removeprefix("-").isdecimal() else value


def _target(stated: Mapping[str, str]) -> Target:
    """Return what a certificate says that it tells apart, as the generators know it."""
    one = (stated["misconception"], stated.get("detail", ""))
    return (one, (stated["from"], stated.get("from-detail", ""))) if "from" in stated else (one,)
