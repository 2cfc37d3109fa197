"""Does the diagnosis name the right rule? `python bench/diagnosis.py [--problems N] [--kind KIND]`: see bench/README.md.

Simulated students (`students`, written without the program) answer generated problems; `simulate.py` counts what the
reports say of them, and here the table is made of it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import checkout  # noqa: F401  # puts the checkout and its tests on the path
import simulate

# ruff: noqa: I001
import oracle
import students
from measure import Line, Target, interleave, table
from oracle import Document
from simulate import (
    ALONE,
    BESIDE,
    CARRIED,
    GUESSED,
    PURE,
    TWO,
    Rates,
    read,
)
from teaching import ASKS, SHAPES, chance_tree, teaching_problem

from grader.diagnosis import diagnose
from grader.documents import parse_document, shape_faults
from grader.errors import SubmissionError
from grader.submission import read_submission
from grader.kinds import Attempt, Exercise, Marking

# --- The table ------------------------------------------------------------------------------------

HEAD = (
    "| kind | asked | shape | "
    f"{PURE}: named | {BESIDE}: named | other named | counted apart | "
    f"{CARRIED}: named a rule | apart | {ALONE}: named a rule | apart | {TWO}: named a rule | {GUESSED}: named a rule |"
)
ALL = "all shapes"


def add(total: Rates, rates: Rates) -> None:
    """Add rates to others."""
    for student, counts in rates.outcomes.items():
        total.outcomes[student].update(counts)
    for name, counts in rates.shown.items():
        total.shown[name].update(counts)
    total.misses.extend(rates.misses)


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
        cell(found[BESIDE], "other rule"),
        f"{apart(found[BESIDE]):,}",
        cell(found[CARRIED], "other rule"),
        f"{apart(found[CARRIED]):,}",
        cell(found[ALONE], "other rule"),
        f"{apart(found[ALONE]):,}",
        cell(found[TWO], "other rule"),
        cell(found[GUESSED], "other rule"),
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


def aim_lines(rows: dict[tuple[str, tuple[str, ...], str], Rates]) -> Iterator[str]:
    """Yield for each aim what all questions together come to, and the rows that fall short of it."""
    yield "| student | outcome | aim | all questions | met | rows that fall short, of those with an aim |\n|---|---|---|---|---|---|"
    for aim in AIMS:
        held = {key: rates for key, rates in rows.items() if aim.holds_for(*key[1:])}
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


def rule_lines(rows: dict[tuple[str, tuple[str, ...], str], Rates]) -> Iterator[str]:
    """Yield for each wrong rule how often those who follow it are told so, and told nothing else."""
    yield "| kind | followed | students | named | named alone |\n|---|---|---|---|---|"
    by_rule: dict[tuple[str, str], Counter[str]] = {}
    for (kind, _, _), rates in rows.items():
        for name, counts in rates.shown.items():
            by_rule.setdefault((kind, name), Counter()).update(counts)
    for (kind, name), counts in by_rule.items():
        total = counts["students"]
        yield f"| {kind} | `{name}` | {total:,} | {counts['named'] / total:.1%} | {counts['alone'] / total:.1%} |"


# --- What it costs --------------------------------------------------------------------------------


TREE_KINDS = ("minimax", "alpha-beta", "expectiminimax")
"""The kinds whose trees can be of any size; what is asked about their searches costs a few of these."""


def ratio_lines(runs: int) -> list[Line]:
    """Return how much the diagnosis of a submission costs over reading and marking it, at about 20 and 100 nodes.

    The wrong rules' answers are found once for each problem: the first call, which warms up, finds them.
    """
    lines = []
    for kind, shape, arms in (
        *((kind, shape, 0) for kind in TREE_KINDS for shape in ((2, 4), (3, 4))),
        *(("ucb", None, count) for count in (5, 100)),
    ):
        exercise, answers = timed_case(kind, shape, arms)
        content = json.dumps({"answers": {exercise.problem.id: answers}}).encode()
        diagnosing = partial(diagnose, exercise, attempt_of(exercise, content))
        nodes = len(oracle.node_ids(exercise.document.data))
        for against, plain, target in (
            ("reading and marking", partial(mark, exercise, content), Target(3)),
            ("marking alone", partial(mark_read, exercise, attempt_of(exercise, content)), None),
        ):
            times = interleave(diagnosing, plain, runs)
            lines.append(Line(f"diagnosis, {kind}, {nodes} nodes", against, times.slower(), target))
    return lines


def attempt_of(exercise: Exercise, content: bytes) -> Attempt:
    """Return the answers of a submission to the problem, read."""
    submission = read_submission(parse_document(content, "submission.json", SubmissionError))
    path = ("answers", exercise.problem.id)
    shape = shape_faults(submission.document, f"answers-{exercise.kind.name}", path)
    return exercise.kind.read_answer(exercise.kind, exercise.problem, submission.document, path, shape)


def mark_read(exercise: Exercise, attempt: Attempt) -> object:
    """Mark answers that were read."""
    return exercise.kind.check(exercise.kind, exercise.problem, exercise.solution, attempt, Marking())


def mark(exercise: Exercise, content: bytes) -> object:
    """Read and mark a submission, without diagnosis."""
    return mark_read(exercise, attempt_of(exercise, content))


def timed_case(kind: str, shape: tuple[int, int] | None, arms: int) -> tuple[Exercise, Document]:
    """Return a problem and the answers of a wrong rule with a slip: the dearest case, every wrong rule is run again."""
    rng = random.Random(7)
    problem = teaching_problem(rng, kind, ASKS[kind][0], (3, 3))
    if shape is None:
        children = [{"id": f"c{n}", "total": rng.randint(1, 20), "visits": rng.randint(20, 40)} for n in range(arms)]
        problem = {**problem, "children": children}
    else:
        uniform = oracle.uniform_shape(*shape)
        is_chance = kind == "expectiminimax"
        problem["tree"] = chance_tree(rng, uniform) if is_chance else oracle.nested_tree(rng, uniform, range(100))
    exercise = read(problem)
    rule = ("total-not-divided", "") if kind == "ucb" else ("all-max", "")
    followed = students.follow_with_slips(rng, problem, rule, 1)
    return exercise, students.handed_in(problem, followed or {})


def main() -> None:
    """Print the table, the aims, the rules and the ratios."""
    parser = argparse.ArgumentParser(description="Simulated students against the diagnosis.")
    parser.add_argument("--problems", type=int, default=400, help="a kind, a question and a shape (default: 400)")
    parser.add_argument("--kind", action="append", choices=list(ASKS), help="only these kinds; repeatable")
    parser.add_argument("--misses", type=int, default=0, help="print so many cases of a row that were told otherwise")
    parser.add_argument("--runs", type=int, default=7, help="runs of the ratios; 0 leaves them out")
    options = parser.parse_args()
    rows: dict[tuple[str, tuple[str, ...], str], Rates] = {}
    print(HEAD + "\n" + "|---" * (HEAD.count("|") - 1) + "|", flush=True)
    for kind in options.kind or ASKS:
        for ask in ASKS[kind]:
            for shape, size in SHAPES[kind].items():
                print(f"{kind}: {', '.join(ask)}, {shape} …", file=sys.stderr, flush=True)
                rates = rows[kind, ask, shape] = simulate.measure_kind(kind, ask, size, options.problems)
                print(row(kind, ask, shape, rates), flush=True)
                for miss in rates.misses[: options.misses]:
                    print(*miss, sep="\n  ")
    print("\n" + "\n".join(aim_lines(rows)))
    print("\n" + "\n".join(rule_lines(rows)))
    if options.runs:
        print("\n" + "\n".join(table(ratio_lines(options.runs))))


if __name__ == "__main__":
    main()
