"""Does the diagnosis name the right rule? `python bench/diagnosis.py [--problems N] [--kind KIND]`: see bench/README.md.

Simulated students (`students.py`, written without the program) answer generated problems; each hands in through the
door that everyone uses, and what the report names is held against what the student did.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

# What follows stands in this checkout, in folders that are no packages.
# ruff: noqa: E402
import oracle
import students
from measure import Line, Target, interleave, table
from oracle import Document
from students import RIGHT, Rule

from grader.diagnosis import diagnose
from grader.documents import Document as Source
from grader.documents import parse_document, shape_faults
from grader.errors import SubmissionError
from grader.grading import Submission, grade_submission, read_submission
from grader.kinds import KINDS, Attempt, Exercise, Policy, read_exercise
from grader.marking import Malformed
from grader.verify import _as_text

SHAPES: dict[str, tuple[tuple[int, int], ...]] = {
    "minimax": ((2, 3), (3, 2), (3, 3), (2, 4)),
    "alpha-beta": ((2, 3), (3, 3), (2, 4), (3, 2)),
    "expectiminimax": ((2, 3), (3, 2), (3, 3), (2, 4)),
}
ASKS: dict[str, tuple[tuple[str, ...], ...]] = {
    "minimax": (("value", "best-move", "values"), ("values",), ("value", "best-move", "principal-variation")),
    "alpha-beta": (
        ("value", "best-move", "pruned", "values"),
        ("value", "best-move", "pruned"),
        ("value", "best-move", "pruned", "visited", "windows", "cutoffs"),
    ),
    "expectiminimax": (("value", "best-move", "values"), ("values",), ("value", "best-move")),
    "ucb": (("scores", "choice"), ("scores",), ("choice",)),
}
"""What is asked: first the ask that the targets hold for, then thinner (and other) ones."""

LEAST_NAMED = {"minimax": 0.90, "expectiminimax": 0.90, "alpha-beta": 0.85, "ucb": 0.85}
"""How often a wrong rule is named beside one slip, at least."""


class Sample(NamedTuple):
    """A problem with the rules that can be told from the right one there, in groups that answer alike."""

    problem: Document
    exercise: Exercise
    groups: list[list[Rule]]


# --- Problems -------------------------------------------------------------------------------------


def teaching_problem(rng: random.Random, kind: str, ask: Sequence[str]) -> Document:
    """Return a problem as a course sets it: a regular tree with small numbers, or a few visited children."""
    problem: Document = {"format": "gametree-problem/1", "id": "q1", "kind": kind, "ask": list(ask)}
    if kind == "ucb":
        return problem | ucb_game(rng)
    shape = oracle.uniform_shape(*rng.choice(SHAPES[kind]))
    if kind == "expectiminimax":
        return problem | {"tree": chance_tree(rng, shape)}
    conventions: Document = {}
    if kind == "alpha-beta" and rng.random() < 0.25:
        conventions["cutoff"] = "alpha > beta"
    if rng.random() < 0.25:
        conventions["order"] = "right-to-left"
    if rng.random() < 0.25:
        conventions["root"] = "min"
    leaves = rng.choice((range(10), range(-20, 21), range(100)))
    tree = {"tree": oracle.nested_tree(rng, shape, leaves)}
    return problem | tree | ({"conventions": conventions} if conventions else {})


def ucb_game(rng: random.Random) -> Document:
    """Return 3 to 6 visited children (at times one that is not), and the constants that courses use."""
    children: list[Document] = []
    for name in "ABCDEF"[: rng.randint(3, 6)]:
        visits = rng.randint(2, 40)
        children.append({"id": name, "total": rng.randint(1, visits), "visits": visits})
    if rng.random() < 0.2:
        children[rng.randrange(len(children))] |= {"total": 0, "visits": 0}
    formula = rng.choice(({}, {"exploration": "2"}, {"exploration": "0.5"}, {"formula": "ucb1"}, {"log": "log10"}))
    return {"children": children, "conventions": formula} if formula else {"children": children}


def chance_tree(rng: random.Random, shape: Any, depth: int = 0) -> object:
    """Return a tree of MAX, chance, MIN, chance... from the root, with probabilities that are mostly not uniform."""
    if not shape:
        return rng.randint(-20, 20)
    children = [chance_tree(rng, child, depth + 1) for child in shape]
    if depth % 2:
        weights = [1 + rng.randrange(10) for _ in children]
        outcomes = [
            {**(child if isinstance(child, dict) else {"value": child}), "p": f"{weight}/{sum(weights)}"}
            for child, weight in zip(children, weights, strict=True)
        ]
        return {"chance": outcomes}
    return {"max" if depth % 4 == 0 else "min": children}


def read(problem: Document) -> Exercise:
    """Return the problem as the program reads it."""
    return read_exercise(Source("problem", _as_text(problem), "{}", b""), KINDS)


def certified(kind: str, ask: Sequence[str], count: int, seed: int = 1) -> Iterator[Sample]:
    """Yield problems on which at least one wrong rule shows.

    Rules whose answers cannot be told from the right ones there are left out; those that answer alike form a group.
    """
    for number in range(count):
        rng = random.Random(f"{seed} {kind} {number}")
        problem = teaching_problem(rng, kind, ask)
        exercise = read(problem)
        right = handed_in(problem, RIGHT)
        groups: list[tuple[Document, list[Rule]]] = []
        for rule in students.rules_of(problem):
            answers = handed_in(problem, rule)
            if is_alike(exercise, answers, right):
                continue
            twins = next((rules for other, rules in groups if is_alike(exercise, other, answers)), None)
            if twins is None:
                groups.append((answers, [rule]))
            else:
                twins.append(rule)
        if groups:
            yield Sample(problem, exercise, [rules for _, rules in groups])


def handed_in(problem: Document, rule: Rule) -> Document:
    """Return what one who follows the rule hands in."""
    return students.handed_in(problem, students.follow(problem, rule))


def is_alike(exercise: Exercise, one: Document, other: Document) -> bool:
    """Tell whether two hand-ins are the same answer (a listing of pruned nodes stands for its leaves)."""
    if one.keys() != other.keys():
        return False
    root = None if exercise.kind.name == "ucb" else oracle.read_tree(exercise.document.data)
    for part in one:
        if part == "pruned" and root is not None:
            if oracle.leaves_below(root, one[part]) != oracle.leaves_below(root, other[part]):
                return False
        elif one[part] != other[part]:
            return False
    return True


# --- What is reported -----------------------------------------------------------------------------


class Said(NamedTuple):
    """What a report says of a hand-in: the rules that it names, and whether it calls it one slip."""

    names: list[str]
    is_slip: bool


def grade(exercise: Exercise, answers: Document) -> Said:
    """Return what is said of the answers to a problem."""
    id_ = exercise.problem.id
    submission = Submission(Source("answers", _as_text({"answers": {id_: answers}}), "{}", b""), None, {id_: id_})
    graded = grade_submission(submission, lambda _: exercise).graded[0]
    if any(isinstance(given, Malformed) for given in graded.attempt.values()):
        raise RuntimeError(f"a student's answer is malformed: {answers}")
    return Said([finding.misconception for finding in graded.report.findings], bool(graded.report.slip))


# --- Students and rates ---------------------------------------------------------------------------


class Rates(NamedTuple):
    """How often what was reported: student -> outcome -> count. `confusion` counts named rules for pure wrong rules."""

    outcomes: dict[str, Counter[str]]
    confusion: dict[str, Counter[str]]
    shown: dict[str, Counter[str]]
    misses: list[tuple[str, Rule, Document, Document, Said]]


def names_of(rules: Sequence[Rule]) -> list[str]:
    """Return the names of rules, each once."""
    return list(dict.fromkeys(name for name, _ in rules))


def measure_kind(kind: str, ask: Sequence[str], count: int) -> Rates:
    """Return the rates of all students on generated problems of a kind."""
    rates = Rates(defaultdict(Counter), defaultdict(Counter), defaultdict(Counter), [])
    for number, sample in enumerate(certified(kind, ask, count)):
        rng = random.Random(f"students {kind} {number}")
        for group in sample.groups:
            rule = rng.choice(group)
            said = grade(sample.exercise, handed_in(sample.problem, rule))
            is_named = rule[0] in said.names
            count_one(rates, sample, "wrong rule", rule, handed_in(sample.problem, rule), said, is_named=is_named)
            for name in said.names or ["(slip)" if said.is_slip else "(nothing)"]:
                rates.confusion[rule[0]][name] += 1
            rates.shown[rule[0]]["students"] += 1
            rates.shown[rule[0]]["alone"] += said.names == [rule[0]]
            for name in set(said.names) - set(names_of(group)):
                rates.shown[name]["wrongly"] += 1
        slip_students(rng, sample, rates)
    return rates


def count_one(
    rates: Rates, sample: Sample, student: str, rule: Rule, answers: Document, said: Said, *, is_named: bool
) -> None:
    """Count one student's report."""
    outcome = "named" if is_named else "other rule" if said.names else "slip" if said.is_slip else "nothing"
    rates.outcomes[student][outcome] += 1
    is_missed = (student.startswith("wrong") and not is_named) or (rule == RIGHT and bool(said.names))
    if is_missed and len(rates.misses) < 2000:
        rates.misses.append((student, rule, sample.problem, answers, said))


def slip_students(rng: random.Random, sample: Sample, rates: Rates) -> None:
    """Count one student of each other sort: slips of the right rule, a wrong rule with a slip, random answers."""
    problem, exercise = sample.problem, sample.exercise
    wrong = rng.choice(rng.choice(sample.groups))
    for student, rule, slips in (("one slip", RIGHT, 1), ("two slips", RIGHT, 2), ("wrong rule and slip", wrong, 1)):
        followed = students.follow_with_slips(rng, problem, rule, slips)
        if followed is None:
            continue
        answers = students.handed_in(problem, followed)
        if is_alike(exercise, answers, handed_in(problem, RIGHT)) or is_alike(
            exercise, answers, handed_in(problem, rule)
        ):
            continue  # the slip does not show in what is asked
        said = grade(exercise, answers)
        count_one(rates, sample, student, rule, answers, said, is_named=rule[0] in said.names)
    answers = copied_wrongly(rng, problem)
    if answers is not None:
        count_one(rates, sample, "slip of the pen", RIGHT, answers, grade(exercise, answers), is_named=False)
    answers = students.handed_in(problem, students.write_at_random(rng, problem))
    count_one(rates, sample, "random", RIGHT, answers, grade(exercise, answers), is_named=False)


def copied_wrongly(rng: random.Random, problem: Document) -> Document | None:
    """Return right answers with one thing wrong from which nothing follows: a move, a value, one pruned node."""
    answers = handed_in(problem, RIGHT)
    part = rng.choice(list(answers))
    slips: dict[str, Callable[[], object]] = {
        "value": lambda: answers["value"] if "/" in str(answers["value"]) else int(answers["value"]) + 1,
        "best-move": lambda: students.guess_move(rng, problem, None),
        "choice": lambda: students.guess_choice(rng, problem, None),
        "pruned": lambda: sorted(set(answers["pruned"]) ^ {rng.choice(oracle.node_ids(problem)[1:])}),
    }
    if part not in slips:
        return None
    changed = {**answers, part: slips[part]()}
    return None if is_alike(read(problem), changed, answers) else changed


# --- Tables ---------------------------------------------------------------------------------------

OUTCOMES = ("named", "other rule", "slip", "nothing")


def targets(kind: str) -> dict[str, tuple[str, float]]:
    """Return for each sort of student what its rate must be: at least so often named, at most so often a rule."""
    return {
        "wrong rule": (">=", 0.99),
        "one slip": ("<=", 0.02),
        "two slips": ("<=", 0.02),
        "slip of the pen": ("<=", 0.02),
        "random": ("<=", 0.01),
        "wrong rule and slip": (">=", LEAST_NAMED[kind]),
    }


def rate_lines(kind: str, ask: Sequence[str], rates: Rates, *, has_target: bool) -> Iterator[str]:
    """Yield one row for each sort of student."""
    for student, (sign, limit) in targets(kind).items():
        counts = rates.outcomes[student]
        total = sum(counts.values())
        if not total:
            continue
        named = counts["named"] if sign == ">=" else counts["named"] + counts["other rule"]
        rate = named / total
        is_met = rate >= limit if sign == ">=" else rate <= limit
        said = "met" if is_met else "NOT met"
        target = f"{sign} {limit:.0%} | {said}" if has_target else "– | –"
        shares = " | ".join(f"{counts[outcome] / total:.1%}" for outcome in OUTCOMES)
        yield f"| {kind} | {', '.join(ask)} | {student} | {total:,} | {rate:.2%} | {target} | {shares} |"


def confusion_lines(kind: str, rates: Rates) -> Iterator[str]:
    """Yield the confusion matrix: what each wrong rule's students were named, twins among them, with precision."""
    yield f"\n### {kind}: what is named (rows: the rule that was followed; recall; how often it is named alone)"
    yield "| followed | students | recall | alone | named with it or instead |\n|---|---|---|---|---|"
    for name in KINDS[kind].wrong.names:
        row = rates.confusion.get(name)
        if not row:
            yield f"| {name} | 0 | – | – | never differs from the right rule here |"
            continue
        students_, alone = rates.shown[name]["students"], rates.shown[name]["alone"]
        others = ", ".join(f"{other} {count}" for other, count in row.most_common() if other != name)
        yield f"| {name} | {students_:,} | {row[name] / students_:.2%} | {alone / students_:.1%} | {others} |"
    precise = sum(sum(row.values()) for row in rates.confusion.values())
    wrongly = sum(row["wrongly"] for row in rates.shown.values())
    yield f"Precision: {1 - wrongly / max(precise, 1):.2%} of the names belong to a rule that answers alike."


def ratio_lines(runs: int) -> list[Line]:
    """Return how much the diagnosis of a submission costs over reading and marking it, at about 20 and 100 nodes.

    The wrong rules' answers are found once for each problem: the first call, which warms up, finds them.
    """
    lines = []
    for kind, shape, arms in (
        *((kind, shape, 0) for kind in SHAPES for shape in ((2, 4), (3, 4))),
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
    return exercise.kind.check(exercise.kind, exercise.problem, exercise.solution, attempt, Policy())


def mark(exercise: Exercise, content: bytes) -> object:
    """Read and mark a submission, without diagnosis."""
    return mark_read(exercise, attempt_of(exercise, content))


def timed_case(kind: str, shape: tuple[int, int] | None, arms: int) -> tuple[Exercise, Document]:
    """Return a problem and the answers of a wrong rule with a slip: the dearest case, every wrong rule is run again."""
    rng = random.Random(7)
    problem = teaching_problem(rng, kind, ASKS[kind][0])
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
    """Print the rates, the confusion matrices and the ratios."""
    parser = argparse.ArgumentParser(description="Simulated students against the diagnosis.")
    parser.add_argument("--problems", type=int, default=2000, help="a kind and an ask (default: 2000)")
    parser.add_argument("--kind", action="append", choices=list(ASKS), help="only these kinds; repeatable")
    parser.add_argument("--misses", type=int, default=0, help="print so many cases in which a target was missed")
    parser.add_argument("--runs", type=int, default=7, help="runs of the ratios; 0 leaves them out")
    options = parser.parse_args()
    lines, matrices = [], []
    for kind in options.kind or ASKS:
        for ask in ASKS[kind]:
            print(f"{kind}: {', '.join(ask)} …", file=sys.stderr, flush=True)
            is_first = ask == ASKS[kind][0]
            rates = measure_kind(kind, ask, options.problems if is_first else max(options.problems // 4, 1))
            lines += rate_lines(kind, ask, rates, has_target=is_first)
            if is_first:
                matrices += confusion_lines(kind, rates)
            for miss in rates.misses[: options.misses]:
                print(*miss, sep="\n  ")
    print("| kind | asked | student | students | rate | target | met | " + " | ".join(OUTCOMES) + " |")
    print("|---" * 11 + "|")
    print("\n".join([*lines, *matrices]))
    if options.runs:
        print("\n" + "\n".join(table(ratio_lines(options.runs))))


if __name__ == "__main__":
    main()
