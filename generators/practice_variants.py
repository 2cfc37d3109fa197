"""Exercises to practise on: variants on which a wrong rule's answers are neither the right ones nor another wrong rule's.

Whoever answers such a variant as the rule says follows that rule and no other that is known. One variant can serve many
rules, so a few are enough for all of them: those are chosen that serve most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from generators.candidate import Candidate
from generators.certify import Generated, certify, content_of
from generators.coincidences import coincidence, twins, unasked
from generators.draws import Draws
from generators.parameters import Parameters
from generators.planning import Plan, draw_case, first_failure, make_plan
from generators.registry import check_request
from generators.targets import NONE, Key, Target, Targets, show
from grader.kinds import KINDS

LEAST = 2
"""So many variants serve a rule, or none does: after a mistake there is another exercise, and one after that."""
WANTED = 5
"""So many, where they are found: one on which the mistake is made, one on which it is made again, and some to get right."""
POOL = 40
"""Draws from which the variants are chosen at least."""
MOST = 240
"""Draws after which rules that lack variants are given up; fewer of large trees."""
_EFFORT = 24_000  # nodes of draws that are looked at closely: each costs all the wrong rules, and every pair of them


_STALE = 1_000
"""So many draws in a row that were there before: there are no others, as of a small game."""


class Variant(NamedTuple):
    """A variant with its certificate, and the rules that it serves."""

    generated: Generated
    serves: tuple[Key, ...]


class Reason(NamedTuple):
    """Why a rule is not served: in a sentence, and in a few words that many rules have in common."""

    said: str
    brief: str


_UNSHOWN, _NOT_APART = "cannot show in what is asked", "cannot be told from other answers"
_NOT_FOLLOWED = Reason("nobody can follow it in these exercises", "nobody can follow in them")


class Practice(NamedTuple):
    """Variants, the rules that they serve, and the others, each with the reason why it is not served."""

    variants: tuple[Variant, ...]
    served: tuple[Key, ...]
    left_out: tuple[tuple[Key, Reason], ...]


class _Drawn(NamedTuple):
    """An accepted draw: its number among all, and the rules that it isolates."""

    number: int
    case: Candidate
    isolated: frozenset[Key]


def practise(kind: str, parameters: Parameters, seed: str, apart: Collection[bytes] = ()) -> Practice:
    """Return variants that the request allows, for every wrong rule that shows in them. Raises RequestError.

    What the request demands of an exercise holds for each, but for what it is to separate, which is chosen here, and for the
    figures of a given problem: few draws have just these.
    `apart` are contents of problems (see `content_of`) that must not be among them.
    """
    check_request(kind, parameters)
    promise = parameters.promise._replace(separate=(NONE,), figures=(), unlike=())
    plan = make_plan(kind, parameters._replace(promise=promise))
    search = _Search(plan, Draws(f"{kind}/practice/{seed}"), set(apart))
    search.run()
    served = search.served()
    variants = tuple(_variant(plan, drawn, seed, served) for drawn in _cover(search.drawn, served))
    return Practice(variants, served, tuple(search.left_out()))


class _Search:
    """Draws until every rule that can be served is, or the effort is spent; counts what stood in the way of the others."""

    def __init__(self, plan: Plan, draws: Draws, seen: set[bytes]) -> None:
        self.plan, self.draws, self.seen = plan, draws, seen
        self.drawn: list[_Drawn] = []
        self.known: dict[Key, None] = {}
        self.counts: Counter[Key] = Counter()
        self.shown: Counter[Key] = Counter()
        self.confused: dict[Key, Counter[Key]] = {}

    def run(self) -> None:
        """Draw."""
        most = max(POOL, min(MOST, _EFFORT // self.plan.size))
        tries = self.plan.effort * WANTED
        stale = 0
        for number in range(1, tries + 1):
            case = draw_case(self.plan, self.draws)
            content = content_of(case.problem)
            is_new = content not in self.seen
            self.seen.add(content)
            stale = 0 if is_new else stale + 1
            if stale >= _STALE:
                break
            if not is_new or first_failure(self.plan, case) is not None:
                continue
            self.drawn.append(_Drawn(number, case, frozenset(self._isolated(case))))
            is_lacking = any(self.counts[key] < WANTED and not self._reason_of_shape(key) for key in self.known)
            if len(self.drawn) >= (most if is_lacking else POOL):
                break

    def _isolated(self, case: Candidate) -> Iterator[Key]:
        """Yield the rules that the case isolates, and take note of what stands in the way of the others."""
        self.known |= dict.fromkeys(case.misconceptions)
        for key, rule in case.misconceptions.items():
            if rule.twin_of or not case.separates(rule):
                continue
            self.shown[key] += 1
            if case.is_toss(rule) or not all(case.tells_apart(rule, other) for other in case.others):
                continue
            others = (other for other, its in case.misconceptions.items() if other != key and its.twin_of != rule.name)
            confused = next((other for other in others if not case.tells_apart(rule, case.misconceptions[other])), None)
            if confused is None:
                self.counts[key] += 1
                yield key
            else:
                self.confused.setdefault(key, Counter())[confused] += 1

    def _reason_of_shape(self, key: Key) -> str:
        """Return why no values can isolate the rule, whatever is drawn; empty where some might."""
        setting = self.plan.setting
        if reason := coincidence(key, setting):
            return reason
        same = next((other for other in self.known if other != key and twins(key, other, setting)), None)
        return f"on this shape it is the same as {show((same,))}" if same else ""

    def served(self) -> tuple[Key, ...]:
        """Return the rules for which there are variants enough."""
        return tuple(key for key in self.known if self.counts[key] >= LEAST)

    def left_out(self) -> Iterator[tuple[Key, Reason]]:
        """Yield the rules that are not served, each with the reason; where a kind asks about a search only those that can be followed.

        Of those of the search only such as show: an exercise about it is not about all of them.
        """
        names = {name for name, _ in self.known}
        searches = self.plan.kind.searches if self.drawn else ()
        foreign = {name for search in searches for name in KINDS[search].wrong.names}
        for name in self.plan.kind.wrong.names:
            if name not in names and not self.plan.kind.searches:
                unshown = unasked(name, self.plan.setting)
                yield (name, ""), Reason(unshown, _UNSHOWN) if unshown else _NOT_FOLLOWED
        for key in self.known:
            if self.counts[key] < LEAST and (self.shown[key] or key[0] not in foreign):
                shape = self._reason_of_shape(key)
                yield key, Reason(shape, _UNSHOWN) if shape else Reason(self._reason_of_draws(key), _NOT_APART)

    def _reason_of_draws(self, key: Key) -> str:
        of = len(self.drawn)
        if not of:
            return "no exercise was found at all"
        if not self.shown[key]:
            return f"its answers were the right ones in all of {of} draws"
        others = self.confused.get(key)
        if others and self.counts[key] == 0:
            other, _ = others.most_common(1)[0]
            return f"its answers were those of {show((other,))} or another rule in all of {of} draws"
        return f"it is told from the right rule and all others in fewer than {LEAST} of {of} draws"


def _cover(drawn: Sequence[_Drawn], served: Sequence[Key]) -> list[_Drawn]:
    """Return few draws that serve each rule so often as is wanted, where there are so many: the most useful ones first."""
    left = {key: min(WANTED, sum(key in one.isolated for one in drawn)) for key in served}
    chosen: list[_Drawn] = []
    rest = list(drawn)
    while rest and (any(left.values()) or len(chosen) < WANTED):
        best = max(rest, key=lambda one: (sum(left.get(key, 0) > 0 for key in one.isolated), -one.number))
        rest.remove(best)
        chosen.append(best)
        for key in best.isolated:
            left[key] = max(0, left.get(key, 0) - 1)
    return chosen


def _variant(plan: Plan, drawn: _Drawn, seed: str, served: Sequence[Key]) -> Variant:
    """Return the draw with its certificate, which says what it tells apart."""
    case = drawn.case
    serves = tuple(key for key in served if key in drawn.isolated)
    wanted: list[Target] = []
    for key in serves:  # to be told from the right rule, and from each that does not go by its name
        others = (other for other, rule in case.misconceptions.items() if other != key and rule.twin_of != key[0])
        wanted += [(key,), *((key, other) for other in others)]
    return Variant(certify(plan._replace(targets=Targets(tuple(wanted))), case, seed, drawn.number), serves)
