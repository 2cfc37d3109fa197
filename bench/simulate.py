"""Simulated students hand in, and what is reported is held against what they did; `diagnosis.py` prints the table.

Nobody here looks at how the program comes to what it says: problems come in and answers go out by the door that
everyone uses.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

# What follows stands in this checkout, in folders that are no packages.
# ruff: noqa: E402
import oracle
import students
from oracle import Document
from second import second
from students import RIGHT, Rule

from grader import load_problem
from grader.kinds import Exercise
from grader.marks.reports import Malformed

Size = tuple[int, int]
"""Branching factor and depth of a regular tree; of UCB the least and the largest number of children."""

_TREES: dict[str, Size] = {
    "2x2": (2, 2),
    "2-ary, depth 3": (2, 3),
    "3x3": (3, 2),
    "3-ary, depth 3": (3, 3),
    "2-ary, depth 4": (2, 4),
}
SHAPES: dict[str, dict[str, Size]] = {
    **dict.fromkeys(("minimax", "alpha-beta", "expectiminimax"), _TREES),
    "ucb": {"3 children": (3, 3), "4 to 6 children": (4, 6)},
    "threshold": {shape: _TREES[shape] for shape in ("2x2", "3x3")},
    "claims": {"trees of 2 or 3 plies": (2, 2)},
    "construct": {shape: _TREES[shape] for shape in ("2-ary, depth 3", "3x3")},
}
ASKS: dict[str, tuple[tuple[str, ...], ...]] = {
    "minimax": (
        ("value", "best-move", "values"),
        ("values",),
        ("value", "best-move", "principal-variation"),
        ("value", "best-move", "values", "principal-variation"),
        ("value", "best-move", "values", "evaluations"),
        ("values", "strategy", "labelling"),
        ("values", "outcome", "best-response"),
        ("value", "redundant", "distinct-states"),
    ),
    "alpha-beta": (
        ("value", "best-move", "pruned"),
        ("value", "best-move", "pruned", "values"),
        ("values", "pruned"),
        ("value", "pruned", "visited", "leaves-evaluated"),
        ("value", "best-move", "windows", "cutoffs"),
        ("value", "best-move", "pruned", "visited", "windows", "cutoffs"),
    ),
    "expectiminimax": (
        ("value", "best-move", "values"),
        ("values",),
        ("values", "strategy", "outcome", "best-response"),
    ),
    "ucb": (("scores", "choice"), ("scores",)),
    "threshold": (("range",), ("range", "smallest", "largest")),
    "claims": (("claims",),),
    "construct": (("order",), ("order", "count")),
}
"""What is asked; each is more than two single answers, so that something can be told."""


class Sample(NamedTuple):
    """A problem with the rules that can be told from the right one there, in groups that answer alike, each with its answers."""

    problem: Document
    exercise: Exercise
    groups: list[tuple[Document, list[Rule]]]


# --- Problems -------------------------------------------------------------------------------------


def teaching_problem(rng: random.Random, kind: str, ask: Sequence[str], size: Size) -> Document:
    """Return a problem as a course sets it: a regular tree with small numbers, or a few visited children."""
    problem: Document = {"format": "gametree-problem/1", "id": "q1", "kind": kind, "ask": list(ask)}
    if kind == "ucb":
        return problem | ucb_game(rng, size)
    if kind == "threshold":
        return problem | open_game(rng, size)
    if kind == "claims":
        return problem | second(kind).random_game(rng)
    if kind == "construct":
        return problem | game_to_order(rng, size)
    shape = oracle.uniform_shape(*size)
    if "evaluations" in ask:
        return problem | limited_game(rng, shape, size[1])
    if kind == "expectiminimax":
        return with_replies(rng, problem | {"tree": chance_tree(rng, shape)})
    conventions: Document = {}
    if kind == "alpha-beta" and rng.random() < 0.25:
        conventions["cutoff"] = "alpha > beta"
    if rng.random() < 0.25:
        conventions["order"] = "right-to-left"
    if rng.random() < 0.25:
        conventions["root"] = "min"
    leaves = rng.choice((range(10), range(-20, 21), range(100)))
    tree = {"tree": oracle.nested_tree(rng, shape, leaves)}
    posed = problem | tree | ({"conventions": conventions} if conventions else {})
    return with_replies(rng, with_states(rng, posed))


def game_to_order(rng: random.Random, size: Size) -> Document:
    """Return a tree of MAX and MIN whose best order is to be found, with whole numbers that are mostly different."""
    game: Document = {"search": "alpha-beta", "make": "order", "goal": {"objective": "most-pruned"}}
    conventions = {"conventions": {"order": "right-to-left"}} if rng.random() < 0.25 else {}
    while True:
        drawn = game | {"tree": oracle.nested_tree(rng, oracle.uniform_shape(*size), range(100)), **conventions}
        width, depth = size
        best = width ** -(-depth // 2) + width ** (depth // 2) - 1  # Knuth and Moore 1975
        if second("construct").trivial_count(drawn) > best + 1:
            return drawn


def open_game(rng: random.Random, size: Size) -> Document:
    """Return a tree of MAX and MIN with x at one leaf, and a claim: a move is best, or a leaf is skipped."""
    width, _ = size
    rows: list[list[Any]] = [[rng.randint(0, 20) for _ in range(width)] for _ in range(width)]
    rows[rng.randrange(width)][rng.randrange(width)] = "x"
    search = rng.choice(("minimax", "alpha-beta"))
    moves, leaves = "BCDE"[:width], "BCDEFGHIJKLMNOPQRS"[width : width + width * width]
    move, skipped = rng.choice(moves), rng.choice(leaves[width:])
    claim = {"pruned": skipped} if search == "alpha-beta" and rng.random() < 0.6 else {"best-move": move}  # fmt: skip
    whole = {"integers": True} if rng.random() < 0.3 else {}
    return {"search": search, "tree": rows, "claim": claim, **whole}


def with_replies(rng: random.Random, problem: Document) -> Document:
    """Return the problem with an opponent who plays at random at half of its nodes, where that is asked."""
    if "outcome" not in problem["ask"]:
        return problem
    root = oracle.read_tree(problem)
    nodes = [node for node in oracle.inner_nodes(root) if oracle.is_player(node) and node.player != root.player]
    return problem | {"opponent": {node.id: rng.choice(node.children).id for node in nodes if rng.random() < 0.5}}


def with_states(rng: random.Random, problem: Document) -> Document:
    """Return the problem with a state at each node, out of half as many as there are nodes, where that is asked."""
    if "redundant" not in problem["ask"]:
        return problem
    count = len(oracle.node_ids(problem))

    def stated(node: oracle.Node) -> Document:
        content = (
            {node.player: [stated(child) for child in node.children]} if node.children else {"value": str(node.value)}
        )
        return {"state": f"s{rng.randint(1, count // 2)}", **content}

    conventions = {name: value for name, value in problem.get("conventions", {}).items() if name != "root"}
    return problem | {"tree": stated(oracle.read_tree(problem)), "conventions": conventions}


def limited_game(rng: random.Random, shape: Any, depth: int) -> Document:
    """Return a tree whose search stops one ply above its leaves, or two, at positions with features; some are not quiet."""
    weights = {name: rng.choice((2, 3, 5, -1, -2)) for name in ("material", "mobility")}
    bias = {"bias": rng.randint(1, 3)} if rng.random() < 0.3 else {}
    limit = max(1, depth - rng.randint(1, 2))
    tree = evaluated_tree(rng, shape, 0)
    return {"depth": limit, "evaluation": {"weights": weights, **bias}, "tree": tree}


def evaluated_tree(rng: random.Random, shape: Any, depth: int) -> Any:
    """Return a tree of MAX and MIN in turn, with features at every inner node."""
    if not shape:
        return rng.randint(-20, 20)
    features = {"material": rng.randint(0, 5), "mobility": rng.randint(0, 5)}
    node = {"features": features, ("max", "min")[depth % 2]: [evaluated_tree(rng, child, depth + 1) for child in shape]}
    return node | ({"quiet": False} if rng.random() < 0.15 else {})


def ucb_game(rng: random.Random, size: Size) -> Document:
    """Return visited children (at times one that is not), and the constants that courses use."""
    children: list[Document] = []
    for name in "ABCDEF"[: rng.randint(*size)]:
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
    return load_problem(problem)


def certified(kind: str, ask: Sequence[str], size: Size, count: int, seed: int = 1) -> Iterator[Sample]:
    """Yield problems on which at least one wrong rule shows.

    Rules whose answers cannot be told from the right ones there are left out; those that answer alike form a group.
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
            if is_alike(exercise, answers, right) or is_right(problem, answers):
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
    """Tell whether an object that is handed in does all that is wanted, though it is another one."""
    own = second(problem["kind"])
    is_run = own is not None and "make" in problem
    return is_run and all(own.share(problem, part, given) == 1 for part, given in answers.items())


def is_alike(exercise: Exercise, one: Document, other: Document) -> bool:
    """Tell whether two hand-ins are the same answer (a listing of pruned nodes stands for its leaves)."""
    if one.keys() != other.keys():
        return False
    root = oracle.read_tree(exercise.document.data) if "pruned" in one else None
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
    if any(isinstance(given, Malformed) for given in graded.attempt.values()):
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
    root = oracle.read_tree(sample.problem)
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


def differences(exercise: Exercise, answers: Document, right: Document) -> Iterator[tuple[str, str]]:
    """Yield the single answers, and the lists, that are not the same."""
    for part, answer in answers.items():
        if isinstance(answer, dict):
            yield from ((part, node) for node in {**right[part], **answer} if answer.get(node) != right[part].get(node))
        elif not is_alike(exercise, {part: answer}, {part: right[part]}):
            yield part, ""


# One answer changed from which nothing follows


def one_changed(rng: random.Random, problem: Document, answers: Document) -> Document | None:
    """Return the answers with one thing changed: a number, a move, something in a list."""
    part = rng.choice(list(answers))
    changed = CHANGES.get(part, change_list)(rng, problem, answers[part])
    return None if changed is None else {**answers, part: changed}


def change_map(rng: random.Random, problem: Document, entries: Any) -> Any:
    """Return a map with one number changed."""
    numbers = [name for name, number in entries.items() if number not in ("inf", "-inf")]
    if not numbers:
        return None
    name = rng.choice(numbers)
    return {**entries, name: change_number(rng, problem, entries[name])}


def change_number(rng: random.Random, problem: Document, number: Any) -> Any:
    """Return another number."""
    if number in ("inf", "-inf"):
        return 0
    slip = students.slip_on(rng, problem, Fraction(str(number)))
    return students.rounded(problem, slip) if problem["kind"] == "ucb" else oracle.in_document(slip)


def change_windows(rng: random.Random, problem: Document, windows: Any) -> Any:
    """Return the windows with one bound changed."""
    name, place = rng.choice(list(windows)), rng.randrange(2)
    window = list(windows[name])
    window[place] = change_number(rng, problem, window[place])
    return {**windows, name: window}


def change_list(rng: random.Random, problem: Document, listed: Any) -> Any:
    """Return a list with one item left out; where there is none, with a node that does not belong."""
    if not listed:
        return [rng.choice(oracle.node_ids(problem)[1:])]
    left_out = rng.randrange(len(listed))
    return [item for place, item in enumerate(listed) if place != left_out]


def change_pruned(rng: random.Random, problem: Document, listed: Any) -> Any:
    """Return the list with one node more, or one less."""
    return sorted({*listed} ^ {rng.choice(oracle.node_ids(problem)[1:])})


def change_cutoffs(rng: random.Random, problem: Document, cutoffs: Any) -> Any:
    """Return the cutoffs with one left out; None where there is none."""
    return change_list(rng, problem, cutoffs) if cutoffs else None


def change_truths(rng: random.Random, problem: Document, truths: Any) -> Any:
    """Return the truths with one of them turned round."""
    name = rng.choice(sorted(truths))
    return {**truths, name: not truths[name]}


def change_order(rng: random.Random, problem: Document, order: Any) -> Any:
    """Return the order with the children of one node in another one."""
    name = rng.choice(sorted(order))
    return {**order, name: rng.sample(order[name], len(order[name]))}


def change_range(rng: random.Random, problem: Document, intervals: Any) -> Any:
    """Return the intervals with one end moved, or taken in or out."""
    return second("threshold").change(rng, "range", intervals, 1)


def change_end(rng: random.Random, problem: Document, end: Any) -> Any:
    """Return another end."""
    return rng.randint(0, 20) if end in ("inf", "-inf", "none") else change_number(rng, problem, end)


def change_strategy(rng: random.Random, problem: Document, plan: Any) -> Any:
    """Return the plan with a move at one node that may be another one."""
    name = rng.choice(sorted(plan))
    return plan | {name: students.guess_strategy(rng, problem, {name: plan[name]})[name]}


CHANGES: dict[str, Callable[[random.Random, Document, Any], Any]] = {
    "value": change_number,
    "range": change_range,
    "claims": change_truths,
    "order": change_order,
    "count": lambda rng, _problem, count: max(1, count + rng.choice((-1, 1))),
    "smallest": change_end,
    "largest": change_end,
    "values": change_map,
    "evaluations": change_map,
    "scores": change_map,
    "windows": change_windows,
    "pruned": change_pruned,
    "cutoffs": change_cutoffs,
    "best-move": students.guess_move,
    "choice": students.guess_choice,
    "principal-variation": students.guess_path,
    "strategy": change_strategy,
    "labelling": students.guess_order,
    "outcome": change_number,
    "best-response": change_number,
    "redundant": change_pruned,
    "distinct-states": lambda rng, _problem, count: max(1, count + rng.choice((-1, 1))),
    "leaves-evaluated": lambda rng, _problem, count: max(1, count + rng.choice((-1, 1))),
}
