"""One guarantee of a generated exercise, and which of several a request turns on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from generators.candidate import Candidate
from generators.parameters import Parameters, Range, Treeless


class Guarantee(NamedTuple):
    """One guarantee: its check, and what it says and advises. Generators say which of them they can give.

    `off(parameters)` is why the request itself turns it off, empty where it does not. One that has `wanted` is on only where
    that says so of the request, and cannot be switched off; the others are on by default.
    """

    name: str
    holds: Callable[[Candidate, Parameters], bool]
    sentence: str | Callable[[Parameters], str]
    remedy: str
    off: Callable[[Parameters], str] | None = None
    wanted: Callable[[Parameters], bool] | None = None


def always(parameters: Parameters) -> bool:
    """Return True: what every request wants."""
    return True


def guarantees_of(known: Sequence[Guarantee], parameters: Parameters) -> tuple[list[Guarantee], list[tuple[str, str]]]:
    """Return those of a kind's guarantees that are on, and the others as (name, reason)."""
    on, off = [], []
    given = parameters.promise.figures or (not isinstance(parameters, Treeless) and parameters.ordering.mirror)
    for guarantee in known:
        if guarantee.wanted is not None:
            if guarantee.wanted(parameters):
                on.append(guarantee)
        elif guarantee.name in parameters.promise.without:
            off.append((guarantee.name, "switched off, or not so in the given problem" if given else "switched off"))
        elif guarantee.off is not None and (reason := guarantee.off(parameters)):
            off.append((guarantee.name, reason))
        else:
            on.append(guarantee)
    return on, off


def words(guarantee: Guarantee, parameters: Parameters) -> str:
    """Return what the certificate says of a guarantee that is on."""
    return guarantee.sentence if isinstance(guarantee.sentence, str) else guarantee.sentence(parameters)


def within(count: int, wanted: Range | None) -> bool:
    """Return whether a number is in the range, if there is one."""
    return wanted is None or wanted[0] <= count <= wanted[1]


def show_range(wanted: Range | None) -> str:
    """Return a range as it is typed: 3, or 2-4."""
    if wanted is None:
        return "any"
    return str(wanted[0]) if wanted[0] == wanted[1] else f"{wanted[0]}-{wanted[1]}"
