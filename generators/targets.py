"""Which wrong rules an exercise must tell from the reference, and from one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from generators.candidate import Candidate
from generators.coincidences import Setting, coincidence, twins, unasked
from generators.draws import RequestError
from grader.core.errors import suggest
from grader.kinds import KINDS
from grader.kinds.words import all_wordings

Key: TypeAlias = tuple[str, str]
"""A misconception's name and detail."""
Target: TypeAlias = tuple[Key, ...]
"""One misconception, to be told from the reference; or two, to be told from each other."""

DEFAULT, ALL, NONE = "default", "all", "none"
ABOUT = {"equality": ("strict-cutoff", "equality-cutoff"), "deep-cutoffs": ("no-deep-cutoffs",)}


class Targets(NamedTuple):
    """What is to be told apart, and what is not, with the reason. `must` are those that are never dropped."""

    wanted: tuple[Target, ...]
    left_out: tuple[tuple[Target, str], ...] = ()
    must: tuple[Target, ...] = ()


def show(target: Target) -> str:
    """Return the target in words."""
    return " from ".join(f"{name} ({detail})" if detail else name for name, detail in target)


def choose_targets(names: Sequence[str], about: str, known: Sequence[Key], setting: Setting) -> Targets:
    """Return the targets that the request names. Raises RequestError for what cannot be one."""
    reasons = {key: coincidence(key, setting) for key in known}
    demanded = [name for name in ABOUT.get(about, ()) if any(key[0] == name for key in known)]
    _refuse(demanded, known, reasons, about, setting)
    possible = [key for key in known if not reasons[key]]
    left_out: list[tuple[Target, str]] = [((key,), reason) for key, reason in reasons.items() if reason]
    must = tuple((key,) for key in possible if key[0] in demanded)
    if tuple(names) == (NONE,):
        return Targets(must, must=must)
    if tuple(names) in ((DEFAULT,), (ALL,)):
        wanted: list[Target] = [(key,) for key in possible]
        if tuple(names) == (ALL,):
            pairs = list(combinations(possible, 2))
            same = [pair for pair in pairs if twins(*pair, setting)]
            wanted += [pair for pair in pairs if pair not in same]
            left_out += [(pair, "on this shape they are one and the same rule") for pair in same]
        return Targets(tuple(wanted), tuple(left_out), must)
    _refuse(names, known, reasons, about, setting)
    chosen = {*names, *demanded}
    must = tuple((key,) for key in possible if key[0] in chosen)
    return Targets(must, must=must)


def _refuse(names: Iterable[str], known: Sequence[Key], reasons: dict[Key, str], about: str, setting: Setting) -> None:
    """Refuse names of no misconception, of one that has no place here, and of one that is right here."""
    for name in names:
        if name in (ALL, NONE, DEFAULT):
            raise RequestError(f"{name} goes with no other name; expected it alone, or names of misconceptions")
        keys = [key for key in known if key[0] == name]
        if name not in all_wordings():
            expected = f", expected {', '.join(dict.fromkeys((DEFAULT, ALL, NONE, *(key[0] for key in known))))}"
            close = suggest(name, [*all_wordings(), ALL, NONE, DEFAULT])
            raise RequestError(f'there is no misconception "{name}"{close or expected}')
        if not keys and name in KINDS[setting.kind].wrong.names and (reason := unasked(name, setting)):
            raise RequestError(f"{name} cannot be separated: {reason}")
        if not keys:
            raise RequestError(f"{name} has no place in these exercises, so they cannot separate it")
        if all(reasons[key] for key in keys):
            to = f"an exercise about {about} must separate {name}, but " if about else f"{name} cannot be separated: "
            raise RequestError(to + reasons[keys[0]])


def separated(case: Candidate, targets: Iterable[Target]) -> Iterator[Target]:
    """Yield the targets that the case tells apart; a rule that cannot be followed there has nothing to tell."""
    for target in targets:
        if unknown_in(case, target):
            yield target
            continue
        rules = [case.misconceptions[key] for key in target]
        if (case.separates if len(rules) == 1 else case.tells_apart)(*rules):
            yield target


def unknown_in(case: Candidate, target: Target) -> Target:
    """Return those rules of the target that nobody can follow in the case."""
    return tuple(key for key in target if key not in case.misconceptions)


def first_missed(case: Candidate, targets: Targets) -> Target | None:
    """Return the first target that the case does not tell apart, or that it must and in which nobody can follow the rule."""
    for target in targets.wanted:
        if next(separated(case, (target,)), None) is None or (target in targets.must and unknown_in(case, target)):
            return target
    return None


def attainable(seen: Sequence[frozenset[Target]], wanted: Sequence[Target], least: int) -> tuple[Target, ...]:
    """Return targets that at least `least` of the seen draws tell apart all at once, the most frequent ones first.

    Targets are taken in one after the other as long as that many draws remain.
    """
    chosen: set[Target] = set()
    draws = list(seen)
    for target in sorted(wanted, key=lambda target: -sum(target in one for one in seen)):
        remaining = [one for one in draws if target in one]
        if len(remaining) >= least:
            draws = remaining
            chosen.add(target)
    return tuple(target for target in wanted if target in chosen)
