"""Costs in words: what a problem states, how each answer is found, and what follows from the student's own numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from grader.answers.case import Answers, Case, Key, Solution
from grader.answers.cells import show_score
from grader.exact import Number, say_large
from grader.games.problem import Problem
from grader.kinds.cost.growth import LEAVES, NODES, Growth, logarithm
from grader.kinds.cost.parts import PARTS, own_numbers
from grader.kinds.cost.solving import OWN, QUANTITIES, Work, deepening_total
from grader.kinds.own_words import on_own_numbers
from grader.kinds.record import Divergence, MayShow
from grader.marks.reports import Written
from grader.printable import printable
from grader.step import Action, Step

_MOST_TERMS = 6
_LONGEST = 400  # of what is said with a student's number, which can have 1,000 digits

Sentence = Callable[["Told"], str]


class Told(NamedTuple):
    """What a sentence is made of: the problem, and the quantities by the right rules."""

    problem: Problem
    work: Work

    @property
    def growth(self) -> Growth:
        """Return what the problem states."""
        return self.work.growth

    @property
    def base(self) -> str:
        """Return the branching factor as text, fit to have an exponent."""
        text = say_large(self.growth.branching[0])
        return f"({text})" if "/" in text else text

    @property
    def depth(self) -> int:
        """Return the depth of the tree."""
        return self.growth.depth or 0

    @property
    def counted(self) -> str:
        """Return what a position searched is called, in the plural."""
        return self.growth.unit

    def power(self, depth: int) -> str:
        """Return how the size of a level is found: a power, or the product of what is listed."""
        if self.growth.is_uniform:
            return f"{self.base}^{depth}"
        return _row([say_large(one) for one in self.growth.branching[:depth]], " * ") or "1"


def _row(texts: Sequence[str], sign: str) -> str:
    """Return texts with a sign between them, the middle of many left out."""
    few = [*texts] if len(texts) <= _MOST_TERMS else [*texts[:3], "…", *texts[-2:]]
    return sign.join(few)


def _of(number: Number | None) -> str:
    return "" if number is None else say_large(number)


# a sentence for each part


def _leaves(told: Told) -> str:
    return f"{told.power(told.depth)} = {_of(told.work.own(LEAVES))} leaves."


def _nodes(told: Told) -> str:
    first = 0 if told.growth.root_counts else 1
    levels = [say_large(told.work.size(depth)) for depth in range(first, told.depth + 1)]
    which = f"the levels {first} to {told.depth} together" if len(levels) > 1 else "there is no other level"
    return f"{_row(levels, ' + ') or '0'} = {_of(told.work.own(NODES))} nodes: {which}."


def level_words(told: Told, depth: int) -> str:
    """Return how many nodes stand at a depth, and why."""
    if depth == 0:
        return "At depth 0 stands the root alone: 1 node."
    if depth == 1:
        moves = told.growth.moves_above(1)
        return f"The root has {say_large(moves)} {_noun(moves, 'child', 'children')}: {say_large(told.work.size(1))} at depth 1."
    above, size = told.work.size(depth - 1), told.work.size(depth)
    moves, each = told.growth.moves_above(depth), say_large(told.growth.moves_above(depth))
    return f"Each of the {say_large(above)} nodes at depth {depth - 1} has {each} {_noun(moves, 'child', 'children')}: {say_large(above)} * {each} = {say_large(size)} at depth {depth}."


def _noun(number: Number, one: str, many: str) -> str:
    return one if number == 1 else many


def _minimal(told: Told) -> str:
    up, down = -(-told.depth // 2), told.depth // 2
    best = _of(told.work.rules.best(told.work.size, told.depth))
    return f"b^⌈d/2⌉ + b^⌊d/2⌋ - 1 = {told.base}^{up} + {told.base}^{down} - 1 = {best} leaves."


def _deepening(told: Told) -> str:
    counts = [told.work.counted(told.counted, depth) for depth in range(1, told.depth + 1)]
    total = _of(deepening_total(told.work))
    return f"The searches to the depths 1 to {told.depth} look at {_row([*map(say_large, counts)], ' + ') or '0'} = {total} {told.counted} together."


def _log(number: Number) -> str:
    return f"{logarithm(number):.2f}"


def _rounded_log(told: Told, number: Number, of: str, name: str) -> str:
    shown = PARTS[name].form.show(told.problem, _answers(told, name))
    return f"log10({of}) is about {_log(number)}, rounded {shown}."


def _magnitude(told: Told) -> str:
    count = told.work.count or 1
    return _rounded_log(told, count, say_large(count), "magnitude")


def _repeats(told: Told) -> str:
    count, states = told.work.count or 1, told.growth.states or 1
    return _rounded_log(told, Fraction(count) / states, f"{_of(count)} / {_of(states)}", "repeats-magnitude")


def _space(told: Told) -> str:
    depth = told.depth
    if told.growth.space_as == "d":
        return f"It holds the path alone: {depth:,}."
    if told.growth.space_as == "b*d":
        return f"Below each of {depth:,} nodes of the path it holds all children: {told.base} * {depth:,} = {_answer_text(told, 'space')}."
    return f"Below each of {depth:,} nodes of the path it holds the siblings that are left: ({told.base} - 1) * {depth:,} = {_answer_text(told, 'space')}."


def _effective(told: Told) -> str:
    exponent = told.growth.exponent
    power = f"({exponent})" if exponent != 1 else "1"
    return f"{told.base}^{power} = {show_score(told.problem, _answers(told, 'effective-branching'))}."


def _time(told: Told) -> str:
    return f"{_of(told.work.count)} {told.counted} / {_of(told.growth.rate)} a second = {_answer_text(told, 'time')} seconds."


def _budget(told: Told) -> str:
    return f"{_of(told.growth.rate)} a second * {_of(told.growth.seconds)} seconds = {_of(told.work.budget)}."


def _reached(told: Told) -> str:
    cost = lambda depth: told.work.counted(told.counted, depth)  # noqa: E731
    return _covered(told, "depth-reached", cost)


def _reached_best(told: Told) -> str:
    return _covered(told, "depth-reached-best", lambda depth: told.work.rules.best(told.work.size, depth))


def _covered(told: Told, name: str, cost: Callable[[int], Number]) -> str:
    last = _answers(told, name)
    within, beyond, budget = say_large(cost(last)), say_large(cost(last + 1)), _of(told.work.budget)
    return f"Depth {last} takes {within}, depth {last + 1} takes {beyond}: the budget of {budget} covers depth {last}, not depth {last + 1}."


def _nearest(told: Told) -> str:
    budget, base = told.work.budget or 1, told.growth.branching[0]
    share = logarithm(budget) / logarithm(base)
    return f"log({_of(budget)}) / log({told.base}) is about {share:.2f}, rounded {_answers(told, 'depth-nearest')}."


SENTENCES: Mapping[str, Sentence] = {
    "leaves": _leaves,
    "nodes": _nodes,
    "minimal-leaves": _minimal,
    "deepening-total": _deepening,
    "magnitude": _magnitude,
    "repeats-magnitude": _repeats,
    "space": _space,
    "effective-branching": _effective,
    "time": _time,
    "budget": _budget,
    "depth-reached": _reached,
    "depth-reached-best": _reached_best,
    "depth-nearest": _nearest,
}


def _answers(told: Told, name: str) -> Any:
    return QUANTITIES[name](told.work)


def _answer_text(told: Told, name: str) -> str:
    return say_large(_answers(told, name))


def sentence(problem: Problem, name: str, key: Key = None) -> str:
    """Return how an answer is found, with its numbers; of a list by level the entry of one level."""
    told = Told(problem, Work(problem.game))
    return level_words(told, key) if name == "per-level" else SENTENCES[name](told)


def own_sentence(case: Case, name: str) -> str:
    """Return what an answer follows from, beside the right step."""
    own = own_numbers(case)
    right = sentence(case.problem, name).removesuffix(".")
    given = case.given(name)
    used = [part for part in OWN if part in own and part in _carried_to(case.problem, name)]
    if not isinstance(given, Written) or not used:
        return ""
    numbers = " and ".join(f"{part} is {printable(say_large(own[part]), _LONGEST)}" for part in used)
    return on_own_numbers(f"{numbers}, so {name} is {given.text}", right, case.policy.follow_through)


def _carried_to(problem: Problem, name: str) -> tuple[str, ...]:
    """Return the parts from whose number another part's is worked out."""
    growth: Growth = problem.game
    return ("budget",) if name.startswith("depth-") else (growth.unit,)


# a statement, steps, and where a wrong rule parts


def givens(problem: Problem) -> list[str]:
    """Return what the problem states, line by line."""
    growth: Growth = problem.game
    return [*_tree_words(growth), *_search_words(growth)]


def _tree_words(growth: Growth) -> Iterator[str]:
    if growth.is_uniform:
        yield f"Branching factor b = {say_large(growth.branching[0])}" + (
            "." if growth.depth is None else f", depth d = {growth.depth:,}."
        )
    else:
        listed = ", ".join(say_large(one) for one in growth.branching)
        yield f"Moves at depth 0, 1 …: {listed}. Depth d = {growth.depth or 0:,}."
    if growth.states is not None:
        yield f"There are {say_large(growth.states)} different positions."


def _search_words(growth: Growth) -> Iterator[str]:
    if growth.rate is not None:
        yield f"The search looks at {say_large(growth.rate)} {_noun(growth.rate, 'position', 'positions')} a second."
    if growth.seconds is not None:
        yield f"It has {say_large(growth.seconds)} {_noun(growth.seconds, 'second', 'seconds')}."


_SPACE = {
    "b*d": "A depth-first search holds all children of each node of the path: b * d.",
    "(b-1)*d": "A depth-first search holds the siblings that are left at each depth: (b - 1) * d.",
    "d": "A depth-first search holds the nodes of one path: d.",
}
_COUNTED = frozenset({"deepening-total", "magnitude", "repeats-magnitude", "time", "depth-reached"})


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains first: what is counted, and by which formula, as far as that is asked."""
    growth, asked = problem.game, {*problem.ask}
    said = []
    if asked & _COUNTED:
        said.append(f"A position searched is a {'leaf' if growth.unit == LEAVES else 'node'} of the tree.")
    if "nodes" in asked or (growth.unit == NODES and asked & _COUNTED):
        said.append("The root counts among the nodes." if growth.root_counts else "The root does not count as a node.")
    if "effective-branching" in asked:
        said.append(f"Alpha-beta evaluates about b^({growth.exponent} * d) leaves.")
    if "space" in asked:
        said.append(_SPACE[growth.space_as])
    return said


def explain(problem: Problem, solution: Solution, level: Key, *, windows: bool) -> str:
    """Return how many nodes stand at one of the levels that are drawn, and why."""
    growth: Growth = problem.game
    return level_words(Told(problem, Work(growth)), growth.shown[level])


def steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the size of each level from the root down, the middle of a deep tree left out, then what is asked."""
    told, growth = Told(problem, Work(problem.game)), problem.game
    places = {depth: place for place, depth in enumerate(growth.shown)}
    above = -1
    for done, depth in enumerate(_levels_told(growth, solution.answers), 1):
        words = level_words(told, depth) if depth == above + 1 else _far_words(told, depth)
        above = depth
        yield Step(Action.SIZE, places.get(depth), words, value=told.work.size(depth), done=done)
    for name in problem.ask:
        if name != "per-level":
            said, value = f"{name}: {SENTENCES[name](told)}", solution.answers[name]
            yield Step(Action.SUM, None, said, value=value, done=done, decides=((name, None),))


def _levels_told(growth: Growth, answers: Answers) -> Sequence[int]:
    """Return the depths of which a step tells: those that are drawn, and where there is only a budget those that it covers, and one more."""
    reached = answers.get("depth-reached")
    if growth.depth is not None or reached is None:
        return growth.shown
    return range(min(reached + 1, 2 * _MOST_TERMS) + 1)


def _far_words(told: Told, depth: int) -> str:
    return f"And so on: at depth {depth:,} stand {told.power(depth)} = {say_large(told.work.size(depth))} nodes."


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first answer, of those that may be shown, that the wrong rule changes."""
    for name in problem.ask:
        form, right, other = PARTS[name].form, solution.answers[name], wrong.get(name)
        keys = [*right] if form.by_entry else [None]
        for key in keys:
            mine = right if key is None else right[key]
            theirs = other if key is None or other is None else other.get(key)
            if theirs is None or not may_show(name, key) or form.same(problem, mine, theirs):
                continue
            said = f"{name}: {sentence(problem, name, key).removesuffix('.')}"
            return Divergence(None, f"{said}; the other rule gives {_shown(problem, name, key, theirs)}")
    return None


def _shown(problem: Problem, name: str, key: Key, answer: object) -> str:
    form = PARTS[name].form
    entry = form if key is None else form.entry  # type: ignore[attr-defined]  # a list by level
    return str(entry.show(problem, answer))
