"""The parts of a cost: a row of `ROWS` is all there is to one, its task, its form, the rule that it keeps, how it is found and how that is told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from grader.core.answers.by_iteration import ByIteration
from grader.core.answers.case import Answer, Answers, Case, Key, Solution
from grader.core.answers.cells import AMOUNT, DEGREE, FACTOR, show_score
from grader.core.answers.forms import One
from grader.core.answers.part import Form, Part
from grader.core.answers.reports import Written
from grader.core.answers.rounding import room_of_number
from grader.core.conventions import Conventions
from grader.core.games.problem import Problem
from grader.core.numbers import Number, first_digit, say_large
from grader.core.text import printable
from grader.kinds.cost.solve import LEAVES, NODES, NOTHING, RIGHT, Growth, Rules, Work, logarithm
from grader.kinds.entries import always, on_own_numbers
from grader.kinds.record import by_name

MOST_TERMS = 6
"""So many numbers of a sum are told; of more the first and the last."""
_LONGEST = 400  # of what is said with a student's number, which can have 1,000 digits
_TOLD = Fraction(1, 20)
"""A number is told from others where rounding moves it by no more, in proportion: two digits are left of it."""
OWN = ("leaves", "nodes", "budget")
"""The parts whose numbers others follow from."""


class Row(NamedTuple):
    """A part: what people call it, how it is asked, found and told; and the own number that it may follow from, the `budget` or the `count`."""

    name: str
    title: str
    task: str
    form: Form
    rule: str
    find: Callable[[Work], Answer]
    say: Callable[[Work, Number, Problem], str]
    source: str = ""
    question: str = ""


# in words


def _row(texts: Sequence[str], sign: str) -> str:
    """Return texts with a sign between them, the middle of many left out."""
    return sign.join(texts if len(texts) <= MOST_TERMS else [*texts[:3], "…", *texts[-2:]]) or "0"


def _of(number: Number | None) -> str:
    return "" if number is None else say_large(number)


def _base(work: Work) -> str:
    """Return the branching factor as text, fit to have an exponent."""
    text = say_large(work.growth.branching[0])
    return f"({text})" if "/" in text else text


def say_power(work: Work, depth: int) -> str:
    """Return how the size of a level is found: a power, or the product of what is listed."""
    if work.growth.is_uniform:
        return f"{_base(work)}^{depth}"
    return _row([say_large(one) for one in work.growth.branching[:depth]] or ["1"], " * ")


def say_some(number: Number, one: str, many: str) -> str:
    """Return so many of something."""
    return f"{say_large(number)} {one if number == 1 else many}"


def _say_nodes(work: Work, answer: Number, _: Problem) -> str:
    first, last = (0 if work.growth.root_counts else 1), work.depth or 0
    levels = [say_large(work.size(depth)) for depth in range(first, last + 1)]
    which = f"the levels {first} to {last} together" if len(levels) > 1 else "there is no other level"
    return f"{_row(levels, ' + ')} = {_say_unit(answer, 'nodes')}: {which}."


def _say_unit(number: Number, unit: str) -> str:
    return say_some(number, "leaf" if unit == "leaves" else unit.removesuffix("s"), unit)


def say_level(work: Work, depth: int) -> str:
    """Return how many nodes stand at a depth, and why."""
    if depth == 0:
        return "At depth 0 stands the root alone: 1 node."
    moves, size = work.growth.moves_above(depth), say_large(work.size(depth))
    have = say_some(moves, "child", "children")
    if depth == 1:
        return f"The root has {have}: {size} at depth 1."
    above = say_large(work.size(depth - 1))
    product = f"{above} * {say_large(moves)} = {size}"
    each = f"Each of the {above} nodes" if work.size(depth - 1) != 1 else "The one node"
    return f"{each} at depth {depth - 1} has {have}: {product} at depth {depth}."


def _say_minimal(work: Work, answer: Number, _: Problem) -> str:
    base, depth = _base(work), work.depth or 0
    return f"b^⌈d/2⌉ + b^⌊d/2⌋ - 1 = {base}^{-(-depth // 2)} + {base}^{depth // 2} - 1 = {_say_unit(answer, 'leaves')}."


def _say_deepening(work: Work, answer: Number, _: Problem) -> str:
    depth, unit = work.depth or 0, work.growth.unit
    if depth == 1:
        return f"The one search, to depth 1, looks at {_say_unit(answer, unit)}."
    counts = _row([say_large(work.counted(one)) for one in range(1, depth + 1)], " + ")
    return f"The searches to the depths 1 to {depth} look at {counts} = {_say_unit(answer, unit)} together."


def _say_log(number: Number, of: str, answer: Number) -> str:
    return f"log10({of}) is about {logarithm(number):.2f}, rounded {say_large(answer)}."


def _say_repeats(work: Work, answer: Number, _: Problem) -> str:
    count, states = work.own() or 1, work.growth.states or 1
    return _say_log(Fraction(count) / states, f"{say_large(count)} / {say_large(states)}", answer)


def _say_space(work: Work, answer: Number, _: Problem) -> str:
    depth, base, product = f"{work.depth or 0:,}", _base(work), say_large(answer)
    below = f"Below {f'each of {depth} nodes' if depth != '1' else 'the one node'} of the path it holds"
    return {
        "d": f"It holds the path alone: {depth}.",
        "b*d": f"{below} all children: {base} * {depth} = {product}.",
        "(b-1)*d": f"{below} the siblings that are left: ({base} - 1) * {depth} = {product}.",
    }[work.growth.space_as]


def _say_effective(work: Work, answer: Number, problem: Problem) -> str:
    exponent, factor = work.growth.exponent, work.effective_branching() or 1.0
    return f"{_base(work)}^{f'({exponent})' if exponent != 1 else '1'} = {show_score(problem, factor)}."


def _say_covered(work: Work, last: int, cost: Callable[[int], Number]) -> str:
    within, beyond, budget = say_large(cost(last)), say_large(cost(last + 1)), _of(work.budget)
    covers = f"the budget of {budget} covers depth {last}, not depth {last + 1}"
    return f"Depth {last} takes {within}, depth {last + 1} takes {beyond}: {covers}."


def _say_nearest(work: Work, answer: Number, _: Problem) -> str:
    budget = work.budget or 1
    share = logarithm(budget) / logarithm(work.growth.branching[0])
    return f"log({_of(budget)}) / log({_base(work)}) is about {share:.2f}, rounded {answer}."


# the parts

POWER = "Each level has b times as many nodes as the one above"
_LAST = "The depth that is reached is the last one that the budget covers"
_LOG = "A logarithm is rounded to a whole number"

ROWS = (
    Row(
        "leaves",
        "Leaves",
        "how many leaves the tree has (one number)",
        One(AMOUNT),
        POWER,
        lambda work: work.own(LEAVES),
        lambda work, answer, _: f"{say_power(work, work.depth or 0)} = {_say_unit(answer, 'leaves')}.",
    ),
    Row(
        "nodes",
        "Nodes",
        "how many nodes the tree has (one number)",
        One(AMOUNT),
        "The nodes are all levels together",
        lambda work: work.own(NODES),
        _say_nodes,
    ),
    Row(
        "per-level",
        "Nodes at each depth",
        "how many nodes there are at each depth, the first is the root's: depth 0 (list of numbers)",
        ByIteration(One(AMOUNT), lambda problem: (problem.game.depth or 0) + 1, "depth", first=0),
        POWER,
        Work.per_level,
        lambda work, depth, _: say_level(work, int(depth)),
        question="How many nodes are there on the level above?",
    ),
    Row(
        "minimal-leaves",
        "Leaves in the best order",
        "how many leaves alpha-beta evaluates where the moves are in the best order (one number)",
        One(AMOUNT),
        "With the best order alpha-beta evaluates b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves",
        Work.minimal_leaves,
        _say_minimal,
    ),
    Row(
        "deepening-total",
        "Positions of iterative deepening",
        "how many positions iterative deepening searches down to this depth, nothing cut (one number)",
        One(AMOUNT),
        "Iterative deepening searches the trees of all depths from 1 on",
        Work.deepening_total,
        _say_deepening,
    ),
    Row(
        "magnitude",
        "Order of magnitude",
        "the order of magnitude of the positions searched: log10 of their number, rounded (a whole number)",
        One(DEGREE),
        _LOG,
        Work.magnitude,
        lambda work, answer, _: _say_log(work.own() or 1, _of(work.own() or 1), answer),
        "count",
    ),
    Row(
        "repeats-magnitude",
        "Repeats, order of magnitude",
        "how often a position appears on average, as an order of magnitude: log10, rounded (a whole number)",
        One(DEGREE),
        _LOG,
        lambda work: work.magnitude(work.growth.states),
        _say_repeats,
        "count",
    ),
    Row(
        "space",
        "Nodes held",
        "how many nodes a depth-first search holds at a time (one number)",
        One(AMOUNT),
        "A depth-first search holds one path, and what branches off it",
        Work.space,
        _say_space,
    ),
    Row(
        "effective-branching",
        "Effective branching factor",
        "the effective branching factor of alpha-beta (one number)",
        One(FACTOR),
        "Pruning takes a part off the exponent",
        Work.effective_branching,
        _say_effective,
    ),
    Row(
        "time",
        "Seconds",
        "how many seconds the search takes, nothing cut (one number)",
        One(AMOUNT),
        "Time is positions over positions a second",
        Work.time,
        lambda work, answer, _: (
            f"{_say_unit(work.own() or 0, work.growth.unit)} / {_of(work.growth.rate)} a second = {_say_unit(answer, 'seconds')}."
        ),
        "count",
    ),
    Row(
        "budget",
        "Positions in the time",
        "how many positions can be searched in the time (one number)",
        One(AMOUNT),
        "A budget is positions a second times seconds",
        lambda work: work.budget,
        lambda work, answer, _: (
            f"{_of(work.growth.rate)} a second * {_say_unit(work.growth.seconds or 0, 'seconds')} = {say_large(answer)}."
        ),
    ),
    Row(
        "depth-reached",
        "Depth reached",
        "the depth that is searched in the time, nothing cut (a whole number)",
        One(DEGREE),
        _LAST,
        Work.depth_reached,
        lambda work, last, _: _say_covered(work, int(last), work.counted),
        "budget",
    ),
    Row(
        "depth-reached-best",
        "Depth reached, best order",
        "the depth that alpha-beta searches in the time where the moves are in the best order (a whole number)",
        One(DEGREE),
        _LAST,
        Work.depth_reached_best,
        lambda work, last, _: _say_covered(work, int(last), work.best),
        "budget",
    ),
    Row(
        "depth-nearest",
        "Depth that comes nearest",
        "the depth whose leaves come nearest to what can be searched in the time: the logarithm of that to base b, rounded (a whole number)",
        One(DEGREE),
        _LOG,
        Work.depth_nearest,
        _say_nearest,
        "budget",
    ),
)
_ROW = {row.name: row for row in ROWS}


def answers_by(
    growth: Growth,
    rules: Rules = RIGHT,
    fixed: Mapping[str, Number] = NOTHING,
    parts: Collection[str] | None = None,
    *_: object,
) -> Answers:
    """Return the answers by these rules, of all parts or those named; what has no answer is left out."""
    work = Work(growth, rules, fixed)
    found = ((row.name, row.find(work)) for row in ROWS if parts is None or row.name in parts)
    return {name: answer for name, answer in found if answer is not None}


def lost_in_rounding(growth: Growth, asked: Collection[str], conventions: Conventions) -> dict[str, int]:
    """Return the asked numbers of which rounding leaves too little to tell them from others, each with the decimals that would do."""
    return {
        name: 1 - first_digit(answer)
        for name, answer in answers_by(growth, parts=asked).items()
        if isinstance(answer, Fraction) and room_of_number(answer, conventions.decimals, stated=False) > _TOLD * answer
    }


def solve(problem: Problem, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer."""
    return Solution(answers_by(problem.game, parts=parts))


def sentence(problem: Problem, name: str, key: Key | None = None) -> str:
    """Return how an answer is found, with its numbers; of a list by level the entry of one level."""
    row, work = _ROW[name], Work(problem.game)
    return row.say(work, row.find(work) if key is None else key, problem)


def unfinished(problem: Problem, name: str) -> str:
    """Return how an answer is found, without it."""
    row, said = _ROW[name], sentence(problem, name)
    if row.rule == _LAST:
        return f"Which is the last depth that {_of(Work(problem.game).budget)} covers?"
    term = next((said.rpartition(sign)[0] for sign in (" is about ", " = ") if sign in said), "")
    return f"{term} = ?" if term else ""


def title_of(name: str) -> str:
    """Return what people call a part."""
    return _ROW[name].title


def _own_numbers(case: Case) -> dict[str, Number]:
    """Return the student's own numbers that others follow from, by part: of nothing, or less, nothing follows."""
    return {name: given.value for name in OWN if (given := case.given(name)) is not None and given.value > 0}


def _follows(row: Row, case: Case, key: Key, answer: Answer) -> bool:
    own = _own_numbers(case)
    if not own or not case.policy.across_parts:
        return False
    found = answers_by(case.problem.game, fixed=own, parts=(row.name,)).get(row.name)
    return found is not None and row.form.same(case.problem, found, answer)


def _tell(row: Row, case: Case, key: Key) -> str:
    """Return what an answer follows from, beside the right step."""
    own, given, right = _own_numbers(case), case.given(row.name), sentence(case.problem, row.name).removesuffix(".")
    used = "budget" if row.source == "budget" else case.problem.game.unit
    if not isinstance(given, Written) or used not in own:
        return ""
    number = printable(say_large(own[used]), _LONGEST)
    return on_own_numbers(f"{used} is {number}, so {row.name} is {given.text}", right, case.policy.follow_through)


def _part(row: Row) -> Part:
    part = Part(
        row.name,
        row.title,
        row.task,
        row.form,
        explain=lambda case, key: sentence(case.problem, row.name, key),
        rule=always(row.rule),
        question=row.question,
    )
    return part._replace(follows=partial(_follows, row), tell=partial(_tell, row)) if row.source else part


PARTS = by_name(*map(_part, ROWS))
