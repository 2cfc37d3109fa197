"""The tables of the diagnosis, as docs/misconceptions.md has them: rates in, lines of text out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from simulate import ALONE, BESIDE, CARRIED, GUESSED, PURE, TWO, Rates

Question = tuple[str, tuple[str, ...], str]
"""The kind, what is asked, and the shape."""

COLUMNS = (
    "kind",
    "asked",
    "shape",
    f"{PURE}: named",
    "beside a slip: named",
    "another named",
    f"{CARRIED}: named a rule",
    ALONE,
    TWO,
    GUESSED,
)
HEAD = "| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|"

LEFT_OUT = ("threshold", "construct", "claims")
"""Kinds that ask for one range, one object, or truths: less than the three single answers that the aims are for."""


def share(counts: Counter[str], *outcomes: str) -> tuple[float, int]:
    """Return which share had one of the outcomes, of those that can be told, and how many these were."""
    total = sum(count for outcome, count in counts.items() if not outcome.startswith("coincides"))
    return sum(counts[outcome] for outcome in outcomes) / max(total, 1), total


def apart(counts: Counter[str]) -> int:
    """Return how many gave letter for letter the answers of other students."""
    return sum(count for outcome, count in counts.items() if outcome.startswith("coincides"))


def cell(counts: Counter[str], *outcomes: str) -> str:
    """Return a share as a cell, with of how many it is."""
    part, total = share(counts, *outcomes)
    return f"{part:.1%} of {total:,}" if total else "–"


def row(kind: str, ask: tuple[str, ...], shape: str, rates: Rates) -> str:
    """Return one row of the table."""
    found = rates.outcomes
    cells = [
        cell(found[PURE], "named"),
        cell(found[BESIDE], "named"),
        *(cell(found[student], "other rule") for student in (BESIDE, CARRIED, ALONE, TWO, GUESSED)),
    ]
    return "| " + " | ".join((kind, ", ".join(ask), shape, *cells)) + " |"


NO_ROOM = {(("values",), "2x2"), (("scores",), "3 children")}
"""Three single answers in all: beside a slip two are left, and these tell nothing."""


class Aim(NamedTuple):
    """What the share of some students with some outcomes is to be."""

    student: str
    outcomes: tuple[str, ...]
    sign: str
    limit: float
    only_with_numbers: bool = False

    def holds_for(self, ask: Sequence[str], shape: str) -> bool:
        """Return whether it is an aim for a question: beside a slip at least three other answers must be asked."""
        if self.only_with_numbers and {"values", "scores"}.isdisjoint(ask):
            return False
        return self.student != BESIDE or (tuple(ask), shape) not in NO_ROOM

    def is_met(self, counts: Counter[str]) -> bool:
        """Return whether it is so."""
        found, _ = share(counts, *self.outcomes)
        return found >= self.limit if self.sign == ">=" else found <= self.limit


AIMS = (
    Aim(PURE, ("named",), ">=", 0.99),
    Aim(BESIDE, ("named",), ">=", 0.85, only_with_numbers=True),
    Aim(BESIDE, ("other rule",), "<=", 0.02),
    Aim(CARRIED, ("other rule",), "<=", 0.005),
    Aim(ALONE, ("other rule",), "<=", 0.005),
    Aim(GUESSED, ("other rule",), "<=", 0.01),
)


def aim_lines(rows: Mapping[Question, Rates]) -> Iterator[str]:
    """Yield for each aim what all questions with aims come to together, and the rows of them that fall short of it."""
    yield "| student | outcome | aim | all questions | met | rows that fall short, of those with an aim |\n|---|---|---|---|---|---|"
    for aim in AIMS:
        held = {key: rates for key, rates in rows.items() if key[0] not in LEFT_OUT and aim.holds_for(*key[1:])}
        if not held:
            continue
        counts = sum((rates.outcomes[aim.student] for rates in held.values()), Counter())
        short = [
            key
            for key, rates in held.items()
            if rates.outcomes[aim.student] and not aim.is_met(rates.outcomes[aim.student])
        ]
        said = "met" if aim.is_met(counts) else "NOT met"
        where = "; ".join(f"{kind}: {', '.join(ask)} ({shape})" for kind, ask, shape in short)
        yield (
            f"| {aim.student} | {', '.join(aim.outcomes)} | {aim.sign} {aim.limit:.1%} | {cell(counts, *aim.outcomes)} | {said} | "
            f"{len(short)} of {len(held)}{where and ': '}{where} |"
        )


def apart_line(rows: Mapping[Question, Rates]) -> str:
    """Return how many students gave letter for letter the answers of others, whom no grader can tell."""
    slips = sum(apart(rates.outcomes[student]) for rates in rows.values() for student in (CARRIED, ALONE))
    both = sum(apart(rates.outcomes[BESIDE]) for rates in rows.values())
    return (
        f"Counted apart: {slips:,} slips gave the answers of a wrong rule; {both:,} who followed a wrong rule and slipped "
        "gave those of another rule, or of the right rule with one slip."
    )


def rule_lines(rows: Mapping[Question, Rates]) -> Iterator[str]:
    """Yield for each wrong rule how often those who follow it are told so, and told nothing else."""
    yield "| kind | followed | students | named | named alone |\n|---|---|---|---|---|"
    by_rule: dict[tuple[str, str], Counter[str]] = {}
    for (kind, _, _), rates in rows.items():
        for name, counts in rates.shown.items():
            by_rule.setdefault((kind, name), Counter()).update(counts)
    for (kind, name), counts in by_rule.items():
        total = counts["students"]
        yield f"| {kind} | `{name}` | {total:,} | {counts['named'] / total:.1%} | {counts['alone'] / total:.1%} |"
