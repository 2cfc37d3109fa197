"""A searched problem with the answers that somebody gives, and what these say of a part: in sentences, and as it is compared."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import NamedTuple, Protocol

from grader.core.answers.case import Answer, Answers
from grader.core.conventions import FIELDS
from grader.core.games.problem import Problem
from grader.core.games.tree import LEAF, MAX, Tree
from grader.core.numbers import Number
from grader.core.text import printable
from grader.kinds import KINDS
from grader.kinds.record import Rests, Wording
from grader.kinds.words import listing, tops_of

Parts = Collection[str] | None
"""The parts whose answers are wanted; None for all."""
Rule = tuple[str, str]
"""The name of a wrong rule of the search, and its detail."""

_MOST_SAID = 12
_MOST_STEPS = 3


class Solved(NamedTuple):
    """A problem with its answers, right or wrong, and all moves that are best by them, whatever `tie` says."""

    problem: Problem
    answers: Answers
    moves: Callable[[], Sequence[int]]

    def nodes(self, ids: Sequence[str]) -> list[int] | None:
        """Return the nodes of these ids; None where there is no such node."""
        by_id = self.problem.game.by_id()
        return [by_id[one] for one in ids] if by_id.keys() >= set(ids) else None

    def called(self, nodes: Iterable[int]) -> list[str]:
        """Return the ids of the nodes."""
        ids = self.problem.game.ids
        return [ids[node] for node in nodes]

    def skipped_leaves(self) -> frozenset[int]:
        """Return the leaves that the search skips."""
        leaves: frozenset[int] = self.answers["pruned"].leaves
        return leaves

    def compared(self, part: str) -> Answer:
        """Return what is compared of a part: nodes by their ids, moves and skipped leaves as sets; None where it is absent."""
        return FACTS[part].compared(self) if part in self.answers or part == "best-move" else None

    def fact(self, part: str) -> str:
        """Return what the answers say of a part, and by which numbers or nodes it is so."""
        return "".join(FACTS[part].said(self))


# who solves a searched problem


class Reads(Protocol):
    """What is true or false of a solved problem: a claim."""

    def reads(self) -> frozenset[str]:
        """Return the parts of answers that it reads."""
        ...


class Way(NamedTuple):
    """Who solves the searched problem: by the right rules, or by a wrong one.

    `answers(parts)` are the answers, those of the named parts at least. `moves()` are all moves that are best, whatever
    `tie` says, found when they are first asked for; none where there is no move. `twin_of` is said of the rule.
    """

    problem: Problem
    answers: Callable[[Parts], Answers]
    moves: Callable[[], Sequence[int]]
    twin_of: str = ""

    def solved(self, claims: Iterable[Reads] | None = None) -> Solved:
        """Return what the claims are true or false of; without claims, with the answers of all parts."""
        parts = None if claims is None else frozenset[str]().union(*(claim.reads() for claim in claims))
        return Solved(self.problem, self.answers(parts), self.moves)


def right_way(searched: Problem) -> Way:
    """Return who solves the problem by the right rules."""
    return Way(searched, partial(_rightly, searched), cache(lambda: _best(partial(_rightly, _open(searched)))))


def wrong_ways(searched: Problem) -> dict[Rule, Way]:
    """Return those who solve the problem by a wrong rule of its kind, each by one, in the order in which they are named."""
    find = KINDS[searched.kind].wrong.rules
    rules = find(searched)
    opened = cache(lambda: rules if searched.conventions.tie == "any" else find(_open(searched)))

    @cache
    def moves(place: int) -> Sequence[int]:
        return _best(partial(opened()[place].answer, {}))

    return {
        (rule.name, rule.detail): Way(searched, partial(rule.answer, {}), partial(moves, place), rule.twin_of)
        for place, rule in enumerate(rules)
    }


def _rightly(searched: Problem, parts: Parts) -> Answers:
    answers: Answers = KINDS[searched.kind].solve(searched, parts=parts).answers
    return answers


def _open(searched: Problem) -> Problem:
    """Return the problem in which every one of several best moves is right."""
    return searched._replace(conventions=searched.conventions._replace(tie="any"))


def _best(answers: Callable[[Parts], Answers]) -> Sequence[int]:
    best: Sequence[int] = answers(("best-move",)).get("best-move", ())
    return best


def conventions_of(searches: Iterable[str]) -> tuple[str, ...]:
    """Return the conventions of these kinds, each once."""
    return tuple(dict.fromkeys(name for search in searches for name in KINDS[search].conventions))


def wordings_of_searches(searches: Iterable[str]) -> dict[str, Wording]:
    """Return the words for the wrong rules of these kinds, each once."""
    return {name: wording for search in searches for name, wording in KINDS[search].wrong.wordings.items()}


def rests_of(searched: Problem, claims: Iterable[Reads]) -> Rests:
    """Return the conventions by which the searched problem goes, and the parts of its answers that the claims read."""
    conventions = [name for name in KINDS[searched.kind].conventions if not FIELDS[name].is_of_handing_in]
    return Rests(conventions, frozenset[str]().union(*(claim.reads() for claim in claims)))


def names(ids: Iterable[str]) -> str:
    """Return ids as a sentence holds them."""
    return listing(map(printable, ids))


# what the answers say of nodes, and the steps behind that


def skips(solved: Solved) -> str:
    """Return what the search skips."""
    return f"the search skips {tops_of(solved.problem.game, solved.answers['pruned'].roots) or 'nothing'}"


def values_of(ids: Sequence[str], solved: Solved) -> str:
    """Return what nodes are worth."""
    values, by_id, say = solved.answers.get("values", {}), solved.problem.game.by_id(), solved.problem.say
    said = [
        f"{printable(id_)} is worth {say(values[by_id[id_]])}"
        if by_id[id_] in values
        else f"{printable(id_)} has no value that the search finds"
        for id_ in ids[:_MOST_SAID]
    ]
    return listing(said) or "no node has a value"


def steps(ids: Sequence[str], solved: Solved) -> Iterator[str]:
    """Yield how the search finds the value of each of the first nodes, where it has one."""
    problem, kind = solved.problem, KINDS[solved.problem.kind]
    solution = kind.solve(problem)
    for node in solved.nodes(ids[:_MOST_STEPS]) or ():
        if node in solution.answers["values"]:
            yield kind.tutor.explain(problem, solution, node, windows=False).removesuffix(".")


def why_skipped(node: int, solved: Solved) -> Iterator[str]:
    """Yield why the search skipped a node, or could not; nothing of what lies below a horizon: that is not skipped, nor visited."""
    problem, kind = solved.problem, KINDS[solved.problem.kind]
    if node in problem.game.reached() and (why := kind.tutor.why(problem, kind.solve(problem), node)):
        is_said = node not in solved.answers["visited"]  # that it is skipped
        yield why.removesuffix(".").removeprefix(f"{names(solved.called([node]))} is skipped. " if is_said else "")


# what the answers say of a part: what is compared of it, and behind it the numbers or nodes by which it is so

Said = tuple[str, str]


class Fact(NamedTuple):
    """What there is to say of a part: what it is called where it can stay the same, what is compared then, and what the answers say."""

    called: str
    compared: Callable[[Solved], Answer]
    said: Callable[[Solved], Said]


def _of_value(solved: Solved) -> Said:
    if "value" not in solved.answers:
        return "there is no value", ""
    return f"the value of the root is {solved.problem.say(solved.answers['value'])}", ""


def _by_id(solved: Solved) -> dict[str, Number]:
    values = solved.answers.get("values", {})
    return dict(zip(solved.called(values), values.values(), strict=True))


def _of_moves(solved: Solved) -> Said:
    """Return the best moves, and their number against the next one: 5 against 3 at C."""
    moves = list(solved.moves())
    if not moves:
        return "there is no best move", ""
    tree: Tree = solved.problem.game
    say, values = solved.problem.say, solved.answers.get("values", {})
    found = {child: tree.value[child] if tree.kind[child] == LEAF else values.get(child) for child in tree.children(0)}
    worth = {child: number for child, number in found.items() if number is not None}
    best = names(solved.called(moves))
    if len(moves) > 1:
        return f"{best} are equally good", f", at {say(worth[moves[0]])}" if moves[0] in worth else ""
    others = {child: number for child, number in worth.items() if child not in moves}
    if not others or moves[0] not in worth:
        return f"the best move is {best}", ""
    next_best = (max if tree.kind[0] == MAX else min)(others.values())
    next_ones = names(solved.called(child for child in others if worth[child] == next_best))
    return f"the best move is {best}", f": {say(worth[moves[0]])} against {say(next_best)} at {next_ones}"


def _of_leaves(solved: Solved) -> Said:
    count = solved.answers["leaves-evaluated"]
    why = f": {skips(solved)}" if "pruned" in solved.answers else ""
    return (f"{count} leaf is evaluated" if count == 1 else f"{count} leaves are evaluated"), why


def _of_cutoffs(solved: Solved) -> Said:
    cutoffs = solved.answers["cutoffs"]
    where = names(solved.called(cutoff.node for cutoff in cutoffs))
    there = "there is 1 cutoff" if len(cutoffs) == 1 else f"there are {len(cutoffs)} cutoffs"
    return there, f", at {where}" if where else ""


FACTS = {
    "best-move": Fact("the set of best moves", lambda solved: frozenset(solved.called(solved.moves())), _of_moves),
    "pruned": Fact(
        "what is skipped",
        lambda solved: frozenset(solved.called(solved.skipped_leaves())),
        lambda solved: (skips(solved), ""),
    ),
    "value": Fact("the value of the root", lambda solved: solved.answers["value"], _of_value),
    "values": Fact("the value of each node", _by_id, lambda solved: (values_of([*_by_id(solved)], solved), "")),
    "visited": Fact(
        "the order of the visits",
        lambda solved: solved.called(solved.answers["visited"]),
        lambda solved: (f"the search visits {names(solved.called(solved.answers['visited']))}", ""),
    ),
    "leaves-evaluated": Fact(
        "the number of evaluated leaves", lambda solved: solved.answers["leaves-evaluated"], _of_leaves
    ),
    "cutoffs": Fact("", lambda solved: solved.answers["cutoffs"], _of_cutoffs),
}
COMPARED = tuple(part for part, fact in FACTS.items() if fact.called)
"""The parts that can stay the same."""


def then_and_now(part: str, before: Solved, after: Solved) -> str:
    """Return what the answers say of a part after a change, and that it was so before, or how it was: also of the reason behind it."""
    (then, why_then), (now, why_now) = (FACTS[part].said(solved) for solved in (before, after))
    if before.compared(part) != after.compared(part):
        return f"before the change {then}{why_then}; after it {now}{why_now}"
    if why_then == why_now or not (why_then and why_now):
        return f"{now}, as before{why_now}"
    first, second = (why.lstrip(":, ") for why in (why_then, why_now))
    return f"{now}, as before: before the change {first}; after it {second}"


# whether an evaluation agrees with the values of terminal positions


class Judged(NamedTuple):
    """A terminal position with its value and what the evaluation makes of its features."""

    node: int
    value: Number
    evaluated: Number


def judged_terminals(problem: Problem) -> list[Judged]:
    """Return the terminal positions of the whole tree that have features, by their values."""
    tree: Tree = problem.whole
    if tree.features is None or tree.evaluation is None:
        return []
    found = [
        Judged(node, value, tree.evaluation.value(features))
        for node, (kind, value, features) in enumerate(zip(tree.kind, tree.value, tree.features, strict=True))
        if kind == LEAF and value is not None and features is not None
    ]
    return sorted(found, key=lambda one: one.value)


def first_wrong(pairs: Sequence[Judged], by: str) -> Sequence[Judged]:
    """Return the first position with another value than its evaluation; by `order` two that the evaluation orders in another way.

    Neighbours are enough: where all of them are in order, so are all others.
    """
    if by == "values":
        return next(((one,) for one in pairs if one.value != one.evaluated), ())
    for one, other in pairwise(pairs):  # the first is never worth more
        if one.evaluated > other.evaluated or (one.value == other.value) != (one.evaluated == other.evaluated):
            return one, other
    return ()


def agreement(by: str, solved: Solved) -> str:
    """Return positions that tell the evaluation from the values, with both numbers of each."""
    pairs, say = judged_terminals(solved.problem), solved.problem.say
    if not pairs:
        return "no terminal position has features"
    wrong = first_wrong(pairs, by)
    listed = listing(
        f"{printable(solved.called([one.node])[0])} is worth {say(one.value)} and evaluated as {say(one.evaluated)}"
        for one in wrong or pairs[:_MOST_SAID]
    )
    return listed if wrong else f"it is so for all terminal positions: {listed}"
