"""Simulated students hand in, and what is reported is held against what they did; `diagnosis.py` prints the table.

Nobody here looks at how the program comes to what it says: problems come in and answers go out by the door that
everyone uses.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import checkout  # noqa: F401  # what follows stands there
import oracle
import students
from oracle import Document
from second import second
from slips import one_changed
from students import RIGHT, Rule, sampling
from teaching import Size, teaching_problem

from grader import load_problem
from grader.kinds import Exercise


class Sample(NamedTuple):
    """A problem with the rules that can be told from the right one there, in groups that answer alike, each with its answers."""

    problem: Document
    exercise: Exercise
    groups: list[tuple[Document, list[Rule]]]


def read(problem: Document) -> Exercise:
    """Return the problem as the program reads it."""
    return load_problem(problem)


def certified(kind: str, ask: Sequence[str], size: Size, count: int, seed: int = 1) -> Iterator[Sample]:
    """Yield problems on which at least one wrong rule shows.

    Rules whose answers cannot be told from the right ones there, or from the other one of two choices, are left out; those
    that answer alike form a group.
    """
    for number in range(count):
        rng = random.Random(f"{seed} {kind} {ask} {size} {number}")
        problem = teaching_problem(rng, kind, ask, size)
        exercise = read(problem)
        right = handed_in(problem, RIGHT)
        groups: list[tuple[Document, list[Rule]]] = []
        for rule in students.rules_of(problem):
            answers = handed_in(problem, rule)
            if kind == "construct" and rule[0] not in second(kind).told_on_uniform(problem):
                continue
            if is_alike(exercise, answers, right) or is_right(problem, answers) or is_toss(exercise, answers, right):
                continue
            twins = next((rules for other, rules in groups if is_alike(exercise, other, answers)), None)
            if twins is None:
                groups.append((answers, [rule]))
            else:
                twins.append(rule)
        if groups or not students.rules_of(problem):
            yield Sample(problem, exercise, groups)


def handed_in(problem: Document, rule: Rule) -> Document:
    """Return what one who follows the rule hands in."""
    return students.handed_in(problem, students.follow(problem, rule))


def is_right(problem: Document, answers: Document) -> bool:
    """Tell whether answers are right though they are others: an object that does all that is wanted, numbers that are rounded, or some left out."""
    own = second(problem["kind"])
    if problem["kind"] == "mcts":
        return sampling.says_the_same(answers, handed_in(problem, RIGHT))
    may_be = own is not None and ("make" in problem or hasattr(own, "SINGLES"))
    return may_be and all(own.share(problem, part, given) == 1 for part, given in answers.items())


def is_toss(exercise: Exercise, answers: Document, right: Document) -> bool:
    """Tell whether nothing but one choice of two is not the right one: so answers whoever errs there."""
    problem: Document = exercise.document.data
    wrong = [part for part, _ in differences(exercise, answers, right)]
    return wrong in (["best-move"], ["choice"], ["move"]) and count_moves(problem) == 2


def count_moves(problem: Document) -> int:
    """Return how many moves, or children, there are to choose from."""
    if "children" in problem:
        return len(problem["children"])
    if problem["kind"] == "mcts":
        return len(second("mcts").tree_of(problem)[0].children)
    return len(root_of(problem).children)


def root_of(problem: Document) -> Any:
    """Return the root of a tree, which the kind's own second solver reads if it has one."""
    own = second(problem["kind"])
    return own.tree_of(problem) if hasattr(own, "tree_of") else oracle.read_tree(problem)


def is_alike(exercise: Exercise, one: Document, other: Document) -> bool:
    """Tell whether two hand-ins are the same answer (a listing of pruned nodes stands for its leaves)."""
    if one.keys() != other.keys():
        return False
    root = root_of(exercise.document.data) if "pruned" in one else None
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
    graded = exercise.grade(answers)
    if graded.unread:
        raise RuntimeError(f"a student's answer is malformed: {answers}")
    return Said([finding.misconception for finding in graded.report.findings], bool(graded.report.slip))


# --- Students and rates ---------------------------------------------------------------------------

PURE, BESIDE, CARRIED, ALONE, GUESSED = "wrong rule", "wrong rule and slip", "slip carried on", "slip alone", "guesses"
TWO = "two slips"


class Rates(NamedTuple):
    """How often what was reported: student -> outcome -> count. `shown` counts by rule: its students, how they were named."""

    outcomes: dict[str, Counter[str]]
    shown: dict[str, Counter[str]]
    misses: list[tuple[str, Rule, Document, Document, Said]]


def no_rates() -> Rates:
    """Return rates of nobody."""
    return Rates(defaultdict(Counter), defaultdict(Counter), [])


def add(total: Rates, rates: Rates) -> None:
    """Add rates to others."""
    for student, counts in rates.outcomes.items():
        total.outcomes[student].update(counts)
    for name, counts in rates.shown.items():
        total.shown[name].update(counts)
    total.misses.extend(rates.misses)


def measure_kind(kind: str, ask: Sequence[str], size: Size, count: int) -> Rates:
    """Return the rates of all students on generated problems of a kind and a shape."""
    rates = no_rates()
    for number, sample in enumerate(certified(kind, ask, size, count)):
        rng = random.Random(f"students {kind} {ask} {size} {number}")
        for answers, group in sample.groups:
            rule = rng.choice(group)
            said = grade(sample.exercise, answers)
            count_one(rates, sample, PURE, rule, answers, said)
            rates.shown[rule[0]]["students"] += 1
            rates.shown[rule[0]]["named"] += is_named(sample, rule, said)
            rates.shown[rule[0]]["alone"] += len(said.names) == 1 and is_named(sample, rule, said)
        for student, rule, handed in others(rng, sample):
            count_one(rates, sample, student, rule, handed, grade(sample.exercise, handed))
    return rates


def others(rng: random.Random, sample: Sample) -> Iterator[tuple[str, Rule, Document]]:
    """Yield one student of each other sort with what is handed in, where the slip shows in what is asked."""
    problem = sample.problem
    right = handed_in(problem, RIGHT)
    wrong = rng.choice(rng.choice(sample.groups)[1]) if sample.groups else RIGHT
    followed = handed_in(problem, wrong)
    carried = with_slips(rng, problem, wrong, 1)
    slips = [
        (CARRIED, RIGHT, with_slips(rng, problem, RIGHT, 1)),
        (ALONE, RIGHT, one_changed(rng, problem, right)),
        (TWO, RIGHT, with_slips(rng, problem, RIGHT, 2)),
        (BESIDE, wrong, carried if rng.random() < 0.5 else one_changed(rng, problem, followed)),
        (GUESSED, RIGHT, students.handed_in(problem, students.write_at_random(rng, problem))),
    ]
    for student, rule, answers in slips:
        plain = right if rule == RIGHT else followed
        if not answers or is_right(problem, answers):
            continue
        if not is_alike(sample.exercise, answers, plain) and not is_alike(sample.exercise, answers, right):
            yield student, rule, answers


def with_slips(rng: random.Random, problem: Document, rule: Rule, slips: int) -> Document | None:
    """Return what one hands in who slips and goes on from the own numbers."""
    followed = students.follow_with_slips(rng, problem, rule, slips)
    return None if followed is None else students.handed_in(problem, followed)


def is_named(sample: Sample, rule: Rule, said: Said) -> bool:
    """Tell whether the rule is named, or the rule that goes before it and is the same one on the shape."""
    if rule[0] in students.HORIZON_RULES and any(name in said.names for name in limits_like(sample.problem, rule)):
        return True
    twin = getattr(second(sample.problem["kind"]), "TWINS", {}).get(rule[0], "")
    if twin in said.names and handed_in(sample.problem, rule) == handed_in(sample.problem, (twin, "")):
        return True
    return rule[0] in said.names or (
        rule[0] == "level-swapped" and not WHOLE_TREE.isdisjoint(twins_of(sample, rule) & {*said.names})
    )


def limits_like(problem: Document, rule: Rule) -> list[str]:
    """Return the names of the rules about the horizon by which the search sees the same of the problem."""
    rules = [one for one in students.horizon_rules_of(problem) if students.other_problem(problem, one) is not None]
    sights = {one: students.seen(students.other_problem(problem, one) or problem) for one in rules}
    return [one[0] for one in rules if one[0] != "static-everywhere" and sights[one] == sights.get(rule)]


WHOLE_TREE = frozenset({"players-swapped", "all-max", "all-min", "root-player-only"})


def twins_of(sample: Sample, rule: Rule) -> set[str]:
    """Return the names of the rules about the whole tree by which every node with a choice is the same player's."""
    root = root_of(sample.problem)
    return {name for name in WHOLE_TREE if movers(root, (name, "")) == movers(root, rule)}


def movers(root: oracle.Node, rule: Rule) -> list[str]:
    """Return who is thought to move at each player's node with a choice."""
    role = students.habit_of(rule).role
    nodes = [(root, 0)]
    for node, depth in nodes:
        nodes += [(child, depth + 1) for child in node.children]
    return [role(node, depth, root) for node, depth in nodes if len(node.children) > 1 and oracle.is_player(node)]


def count_one(rates: Rates, sample: Sample, student: str, rule: Rule, answers: Document, said: Said) -> None:
    """Count one student's report; answers that are also another student's, letter for letter, are counted apart."""
    named = rule != RIGHT and is_named(sample, rule, said)
    outcome = "named" if named else "other rule" if said.names else "slip" if said.is_slip else "nothing"
    if coincides(sample, student, answers):
        outcome = f"coincides: {outcome}"
    rates.outcomes[student][outcome] += 1
    is_missed = outcome == "other rule" or (student in (PURE, BESIDE) and outcome in ("slip", "nothing"))
    if is_missed and len(rates.misses) < 2000:
        rates.misses.append((student, rule, sample.problem, answers, said))


def coincides(sample: Sample, student: str, answers: Document) -> bool:
    """Tell whether a slip gives letter for letter a wrong rule's answers; or, beside a wrong rule, a plain slip's."""
    if student in (PURE, GUESSED):
        return False
    if any(is_alike(sample.exercise, answers, other) for other, _ in sample.groups):
        return True
    return student == BESIDE and is_plain_slip(sample, answers)


def is_plain_slip(sample: Sample, answers: Document) -> bool:
    """Tell whether the answers are those of the right rule but for one: changed alone, or gone on from."""
    problem = sample.problem
    right = handed_in(problem, RIGHT)
    if len(list(differences(sample.exercise, answers, right))) == 1:
        return True
    if problem["kind"] == "deepening" and len(places_apart(answers, right)) == 1:
        return True
    carrier = "scores" if problem["kind"] == "ucb" else "values"
    if carrier not in answers:
        return False
    numbers = students.numbers_of(problem, answers)
    return any(
        is_alike(
            sample.exercise,
            students.handed_in(problem, students.follow(problem, RIGHT, {node: numbers[node]})),
            answers,
        )
        for part, node in differences(sample.exercise, answers, right)
        if part == carrier and node in numbers
    )


def places_apart(answers: Document, right: Document) -> set[Any]:
    """Return the places of lists at which answers are not the same, and the names of what is no list and is not."""
    found: set[Any] = set()
    for part, given in answers.items():
        if isinstance(given, list):
            found |= {place for place, one in enumerate(given) if [one] != right[part][place : place + 1]}
        elif given != right[part]:
            found.add(part)
    return found


def differences(exercise: Exercise, answers: Document, right: Document) -> Iterator[tuple[str, str]]:
    """Yield the single answers, and the lists, that are not the same."""
    for part, answer in answers.items():
        if isinstance(answer, dict):
            yield from ((part, node) for node in {**right[part], **answer} if answer.get(node) != right[part].get(node))
        elif not is_alike(exercise, {part: answer}, {part: right[part]}):
            yield part, ""
