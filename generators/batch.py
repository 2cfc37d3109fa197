"""Many different problems from one seed, by number: what they are called, where they lie, and the two indexes of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from generators.candidate import Candidate
from generators.certify import Generated, certified, content_of
from generators.draws import RequestError
from generators.fields import Fields
from generators.parameters import Parameters, is_of_game
from generators.registry import GENERATORS, figures_of
from generators.targets import NONE, Target, separated
from grader.core.conventions import Conventions, write_conventions
from grader.core.data import Data
from grader.core.games.problem import Problem
from grader.core.numbers import show_number, write_number
from grader.core.policy import Policy, write_policy
from grader.core.resources import __version__
from grader.kinds import KINDS

# -- the certificate as a document: what is guaranteed, what is told apart, how difficult it is, how it was made

FORMAT = "gametree-certificate/1"


def certificate_data(generated: Generated) -> Fields:
    """Return the certificate as a document holds it (schema: certificate.schema.json)."""
    problem, certificate = generated
    return {
        "format": FORMAT,
        "problem": problem.id,
        "kind": problem.kind,
        "guaranteed": dict(certificate.guaranteed),
        "not-guaranteed": dict(certificate.not_guaranteed),
        "separated": [_target(target) for target in certificate.separated],
        "not-separated": [{**_target(target), "reason": reason} for target, reason in certificate.not_separated],
        "figures": certificate.figures,
        "generator": {
            "version": certificate.version,
            "program": __version__,
            "seed": shown_seed(certificate.seed),
            "draws": certificate.draws,
            "parameters": plain(certificate.parameters),
        },
    }


def shown_seed(seed: str) -> str:
    """Return the seed as a document can hold it: what is no valid Unicode in it is escaped."""
    return seed.encode("utf-8", "backslashreplace").decode("utf-8")


def _target(target: Target) -> dict[str, str]:
    """Return {misconception, detail} of one rule, with {from, from-detail} where it is told from a second one."""
    (name, detail), *other = target
    written = {"misconception": name} | ({"detail": detail} if detail else {})
    for other_name, other_detail in other:
        written |= {"from": other_name} | ({"from-detail": other_detail} if other_detail else {})
    return written


def plain(value: Data) -> Data:
    """Return a parameter as a document holds it: records as mappings, exact numbers as text."""
    if value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, Conventions):
        return write_conventions(value)
    if isinstance(value, Policy):
        return write_policy(value)
    if hasattr(value, "_asdict"):
        return {name.replace("_", "-"): plain(field) for name, field in value._asdict().items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, Fraction):
        return write_number(value)
    return show_number(value)


_RETRIES = 200


class Numbered(NamedTuple):
    """One problem of several: its number and the folder that it lies in, below that of all; empty where it is the only one."""

    number: int
    folder: str
    generated: Generated


def different(kind: str, parameters: Parameters, seed: str, count: int) -> Iterator[Numbered]:
    """Yield so many problems, no two of them equal whatever their nodes are called. Raises RequestError.

    Problem i comes from the seed "SEED/i"; one that was there before is drawn again from "SEED/i/2" and so on. Of several
    each title, and each id if one was given, bears the number.
    """
    seen: set[bytes] = set()
    for number in range(1, count + 1):
        generated = _another(kind, parameters, f"{seed}/{number}", seen)
        if count > 1:
            generated = _numbered(generated, parameters, number, count)
        yield Numbered(number, folder_of(number, count), generated)


def variants(kind: str, parameters: Parameters, seed: str, count: int) -> Iterator[Generated]:
    """Yield so many exercises of one difficulty, no two of them equal; see `different`."""
    return (numbered.generated for numbered in different(kind, parameters, seed, count))


def _another(kind: str, parameters: Parameters, seed: str, seen: set[bytes]) -> Generated:
    """Return a problem that was not seen yet, and take note of it."""
    for attempt in range(1, _RETRIES + 1):
        generated = certified(kind, parameters, seed + (f"/{attempt}" if attempt > 1 else ""))
        digest = hashlib.sha256(content_of(generated.problem)).digest()[:16]
        if digest not in seen:
            seen.add(digest)
            return generated
    raise RequestError(
        f"after {len(seen)} different problems {_RETRIES} draws in a row gave one of them again; "
        f"ask for fewer, or for {_more(parameters)}"
    )


def _more(parameters: Parameters) -> str:
    """Return what gives more different problems."""
    if not is_of_game(parameters):
        return "a larger shape or range of values"
    fewer = "" if parameters.promise.separate == (NONE,) else "; with --separate none there are more"
    return f"wider sizes of the game (--nodes too){fewer}"


def _numbered(generated: Generated, parameters: Parameters, number: int, count: int) -> Generated:
    problem = generated.problem
    problem = problem._replace(title=f"{problem.title} {number}")
    if parameters.question.id:
        problem = problem._replace(id=f"{problem.id}-{_digits(number, count)}")
    return generated._replace(problem=problem)


def folder_of(number: int, count: int) -> str:
    """Return the folder of a problem below that of all; empty where it is the only one."""
    return f"problem-{_digits(number, count)}" if count > 1 else ""


def _digits(number: int, count: int) -> str:
    return f"{number:0{max(2, len(str(count)))}d}"


def handout_row(numbered: Numbered) -> dict[str, object]:
    """Return the problem's row in the index of what is handed out."""
    problem = numbered.generated.problem
    return {
        "number": numbered.number,
        "folder": numbered.folder or ".",
        "id": problem.id,
        "kind": problem.kind,
        "title": problem.title,
        "parts": " ".join(problem.ask),
        "points": str(problem.possible),
    }


def key_row(numbered: Numbered) -> dict[str, object]:
    """Return the problem's row in the index of the key: its seed and its difficulty figures."""
    problem, certificate = numbered.generated
    return {
        "number": numbered.number,
        "id": problem.id,
        "seed": shown_seed(certificate.seed),
        **certificate.figures,
    }


# -- what a certificate still says of a problem whose conventions were corrected after it was drawn

_REASON = "the conventions were corrected after it was drawn"
_NUMBERS = ("version", "draws", "parameters")
_OF_OTHERS = ("same-figures", "other-answers")
"""These compare with the problem that it is like, under the old conventions."""


def rechecked(stated: Fields, problem: Problem, request: Parameters) -> Fields:
    """Return the certificate with nothing in it that no longer holds; `request` states the corrected conventions."""
    case = Candidate(KINDS[problem.kind], problem)
    by_name = {guarantee.name: guarantee for guarantee in GENERATORS[problem.kind].guarantees}
    promised = stated["guaranteed"].items()
    known = {name for name, _ in promised if name in by_name and name not in _OF_OTHERS}
    holding = {name: said for name, said in promised if name in known and by_name[name].holds(case, request)}
    separate = set(separated(case, map(_read_target, stated["separated"])))
    lost = ({**one, "reason": _REASON} for one in stated["separated"] if _read_target(one) not in separate)
    return {
        **stated,
        "guaranteed": holding,
        "not-guaranteed": stated["not-guaranteed"] | {name: _REASON for name, _ in promised if name not in holding},
        "separated": [one for one in stated["separated"] if _read_target(one) in separate],
        "not-separated": [*stated["not-separated"], *lost],
        "figures": figures_of(case),
        "generator": stated["generator"] | {name: _plain(stated["generator"][name]) for name in _NUMBERS},
    }


def _plain(value: Data) -> Data:
    """Return what was read from a document with its whole numbers as such: reading leaves all as text."""
    if isinstance(value, dict):
        return {name: _plain(below) for name, below in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return int(value) if isinstance(value, str) and value.removeprefix("-").isdecimal() else value


def _read_target(stated: Mapping[str, str]) -> Target:
    """Return what a certificate says that it tells apart, as the generators know it."""
    one = (stated["misconception"], stated.get("detail", ""))
    return (one, (stated["from"], stated.get("from-detail", ""))) if "from" in stated else (one,)
