"""Many different problems from one seed, by number: what they are called, where they lie, and the two indexes of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from generators.certificate import shown_seed
from generators.certify import Generated, certified, content_of
from generators.errors import RequestError
from generators.parameters import Parameters, is_of_game
from generators.targets import NONE

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
