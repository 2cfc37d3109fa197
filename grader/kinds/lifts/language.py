"""The claim language: claims as documents hold them, read with all that is wrong with them, and written back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from grader.answers import read
from grader.answers.case import NotJudged
from grader.data import Data
from grader.errors import Path
from grader.exact import Number, read_writable, write_number
from grader.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.lifts.claim import COMPARED, Claim, Comparison
from grader.kinds.lifts.claim import READS as READS_OF
from grader.kinds.record import Kind
from grader.printable import printable

MOST_LEVELS = 8
"""How deep claims may stand in claims: far more than anybody reads."""
MOST_CLAIMS = 100
"""How many claims one claim may be made of."""

Wrong = list[tuple[str, Path]]


class Ground(NamedTuple):
    """What claims are read for: the kind that searches, the problem, and which claims have no place (name -> why).

    Without a problem, ids are not looked up: they are names in a tree that is not known yet. `others` are the kinds of the
    other problems that a claim compares with.
    """

    kind: Kind
    problem: Problem | None = None
    refused: Mapping[str, str] = {}  # nobody writes to it
    others: tuple[Kind, ...] = ()


class _Reading:
    """One claim while it is read: its ground, what is wrong with it, and of how many claims it is made so far."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.wrong, self.count = ground, Wrong(), 0

    def refuse(self, message: str, path: Path) -> None:
        self.wrong.append((message, path))


def read_claim(raw: Data, path: Path, ground: Ground) -> tuple[Claim | None, Wrong]:
    """Return the claim, which fits its schema, and what is wrong with it; None where anything is."""
    reading = _Reading(ground)
    claim = _claim(reading, raw, path, 1)
    return (None if reading.wrong else claim), reading.wrong


def _claim(reading: _Reading, raw: Data, path: Path, level: int) -> Claim:
    ((name, said),) = raw.items()
    reading.count += 1
    if level > MOST_LEVELS:
        reading.refuse(f"claims stand in claims more than {MOST_LEVELS} levels deep", path)
    elif reading.count == MOST_CLAIMS + 1:
        reading.refuse(f"is made of more than {MOST_CLAIMS} claims", path)
    elif reading.count <= MOST_CLAIMS and _has_place(reading, name, said, (*path, name)):
        return READERS[name](reading, name, said, (*path, name), level)
    return Claim(name)


def _has_place(reading: _Reading, name: str, said: Data, path: Path) -> bool:
    """Return whether a claim has a place, and the searches say something of it; what is wrong is noted."""
    refused = reading.ground.refused.get(name)
    if refused is not None:
        reading.refuse(refused, path)
        return False
    is_same = name == "same"
    parts = _listed(said) if is_same else READS_OF.get(name, ())
    for kind in (reading.ground.kind, *(reading.ground.others if is_same else ())):
        if missing := [part for part in parts if part not in kind.parts]:
            able = next(other for other in KINDS if missing[0] in KINDS[other].parts)
            reading.refuse(f"{kind.name} says nothing of {missing[0]}, expected a search such as {able}", path)
            return False
    return True


def _listed(said: Data) -> list[str]:
    return [str(one).strip() for one in said] if isinstance(said, list) else [str(said).strip()]


# the fields of claims


def read_comparison(raw: Data, path: Path, wrong: Wrong) -> Comparison:
    """Return what is said of a number: that it is one, or how it compares with some."""
    if not isinstance(raw, dict):
        return Comparison((("equals", _bound(raw, path, wrong)),))
    return Comparison(tuple((relation, _bound(bound, (*path, relation), wrong)) for relation, bound in raw.items()))


def _bound(raw: Data, path: Path, wrong: Wrong) -> Number:
    try:
        return read_writable(str(raw))
    except ValueError as failure:
        wrong.append((f'"{printable(str(raw))}" is not a number: {failure}', path))
        return 0


def _node(reading: _Reading, raw: Data, path: Path, part: str | None = None) -> str:
    """Return the id of the node that is named; of a child that the part's form knows by its move too."""
    problem = reading.ground.problem
    if problem is None:
        return str(raw).strip()
    keys = None if part is None else reading.ground.kind.parts[part].form.keys  # type: ignore[attr-defined]  # a Choice
    known = problem.game.by_id() if keys is None else keys.known(problem)
    try:
        node = read.name(raw, known, "node" if keys is None else keys.what, path).value
    except NotJudged as failure:
        reading.refuse(failure.message, failure.path)
        return str(raw).strip()
    return str(problem.game.ids[node])


Reader = Callable[[_Reading, str, Data, Path, int], Claim]


def _read_number(reading: _Reading, name: str, said: Data, path: Path, level: int) -> Claim:
    return Claim(name, number=read_comparison(said, path, reading.wrong))


def _read_numbers(reading: _Reading, name: str, said: Data, path: Path, level: int) -> Claim:
    numbers = [
        (_node(reading, node, (*path, node)), read_comparison(wanted, (*path, node), reading.wrong))
        for node, wanted in said.items()
    ]
    return Claim(name, numbers=tuple(numbers))


def _read_choice(reading: _Reading, name: str, said: Data, path: Path, level: int) -> Claim:
    return Claim(name, ids=(_node(reading, said, path, READS_OF[name][0]),))


def _read_nodes(reading: _Reading, name: str, said: Data, path: Path, level: int) -> Claim:
    if not isinstance(said, list):
        return Claim(name, ids=(_node(reading, said, path),))
    return Claim(name, ids=tuple(_node(reading, node, (*path, place)) for place, node in enumerate(said)))


def _read_parts(reading: _Reading, name: str, said: Data, path: Path, level: int) -> Claim:
    return Claim(name, parts=tuple(part for part in COMPARED if part in _listed(said)))


def _read_agreement(reading: _Reading, name: str, said: Data, path: Path, level: int) -> Claim:
    problem = reading.ground.problem
    if problem is not None and getattr(problem.game, "evaluation", None) is None:
        reading.refuse("is said of an evaluation; expected the field evaluation", path)
    return Claim(name, by=str(said))


def _read_one(reading: _Reading, name: str, said: Data, path: Path, level: int) -> Claim:
    return Claim(name, claims=(_claim(reading, said, path, level + 1),))


def _read_several(reading: _Reading, name: str, said: Data, path: Path, level: int) -> Claim:
    claims = [_claim(reading, one, (*path, place), level + 1) for place, one in enumerate(said)]
    return Claim(name, claims=tuple(claims))


READERS: dict[str, Reader] = {
    "value": _read_number,
    "value-of": _read_numbers,
    "best-move": _read_choice,
    "only-best-move": _read_choice,
    "pruned": _read_nodes,
    "pruned-exactly": _read_nodes,
    "visited": _read_nodes,
    "leaves-evaluated": _read_number,
    "pruned-leaves": _read_number,
    "pruned-inner": _read_number,
    "cutoffs": _read_number,
    "choice": _read_choice,
    "same": _read_parts,
    "evaluation-agrees": _read_agreement,
    "not": _read_one,
    "all": _read_several,
    "any": _read_several,
}


# the way back


def write_comparison(comparison: Comparison) -> Data:
    """Return what is said of a number as a document holds it."""
    if [relation for relation, _ in comparison.bounds] == ["equals"]:
        return write_number(comparison.bounds[0][1])
    return {relation: write_number(bound) for relation, bound in comparison.bounds}


def write_claim(claim: Claim) -> dict[str, Data]:
    """Return the claim as a document holds it."""
    if claim.number.bounds:
        said: Data = write_comparison(claim.number)
    elif claim.numbers:
        said = {node: write_comparison(wanted) for node, wanted in claim.numbers}
    elif claim.name in ("best-move", "only-best-move", "choice"):
        said = claim.ids[0]
    elif claim.by:
        said = claim.by
    elif claim.name == "not":
        said = write_claim(claim.claims[0])
    elif claim.claims:
        said = [write_claim(one) for one in claim.claims]
    else:
        said = list(claim.parts or claim.ids)
    return {claim.name: said}
