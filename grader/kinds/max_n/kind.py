"""Games of several players in words: what counts, the steps, and why a search skipped a node or could not."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from grader.core.answers.case import Action, Solution, Step, Tutor
from grader.core.answers.cells import PAYOFFS
from grader.core.answers.forms import Each, One
from grader.core.answers.part import flows_from_nothing
from grader.core.games.problem import Problem
from grader.core.games.tree import FIRST_PLAYER, Tree
from grader.core.numbers import show_number
from grader.core.search.cutting import CutoffTest
from grader.core.search.folds import Cutoff, Trace
from grader.core.search.values import Score, component_wise, in_all, lead, least, own
from grader.core.text import printable
from grader.kinds.entries import always
from grader.kinds.max_n.documents import read_max_n, write_max_n
from grader.kinds.max_n.solve import cutoff_of, search, search_rules, solve
from grader.kinds.record import GameFormat, Kind, Misconception, Mistake, Rests, Wrong, by_name, wordings_of
from grader.kinds.trees import later, parts
from grader.kinds.trees.rules import (
    TreeRules,
    ancestors,
    evaluation_order,
    following,
    payoff_rules,
    right_answers,
    values_of,
)
from grader.kinds.trees.search_misconceptions import SEARCHES
from grader.kinds.words import listing, name_of, names_of

SEARCHED = frozenset({"pruned", "visited", "leaves-evaluated"})


def terms(problem: Problem) -> list[str]:
    """Return whose numbers stand where, what a player takes, and by what a search prunes."""
    names = listing(printable(name) for name in problem.game.players)
    said = [
        f"At a leaf stands a number for each of {names}, in this order.",
        "Each player takes the child with the largest own number; a node is worth all the numbers of the child that is taken.",
    ]
    if SEARCHED & {*problem.ask} and problem.conventions.sum_bound is not None:
        said.append(_pruning_words(problem))
    return said + later.unpruned_steps.terms(problem)


def _pruning_words(problem: Problem) -> str:
    bound = show_number(problem.conventions.sum_bound or 0)
    is_equal_enough = cutoff_of(problem.conventions)(0, 0)
    all_there_is = f"b = {bound}, or as soon as " if is_equal_enough else ""
    sign = ">=" if is_equal_enough else ">"
    return (
        f"The search prunes by the sum: with b the best own number so far at a node, its rest is skipped as soon as {all_there_is}"
        f"a {sign} {bound} - b, where a is what the player of its parent, another one, has there already. Only the parent counts. "
        "The values asked are those of the whole tree."
    )


def steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the step of each inner node, what a search skips where that is asked, then the choice."""
    *valued, choice = later.unpruned_steps.value_steps(problem, solution)
    yield from valued
    if SEARCHED & {*problem.ask}:
        trace = search(problem)
        for cutoff in trace.cutoffs:
            if cutoff.skipped:
                sentence = _cutoff_words(problem, trace, cutoff)
                step = Step(Action.SKIP, None, sentence, skipped=tuple(cutoff.skipped), done=choice.done)
                yield step._replace(look_at=name_of(problem.game, cutoff.node))
    yield choice


def why(problem: Problem, solution: Solution, node: int) -> str:
    """Return why the search skipped a node, or that it could not."""
    tree: Tree = problem.game
    trace = search(problem)
    skipped = {child: cutoff for cutoff in trace.cutoffs for child in cutoff.skipped}
    for above in reversed(tree.path_to(node)):
        if above in skipped:
            return _cutoff_words(problem, trace, skipped[above])
    return f"{name_of(tree, node)} is visited: nothing was known by then that skips it."


def _cutoff_words(problem: Problem, trace: Trace, cutoff: Cutoff) -> str:
    """Return what was known when a node's rest was skipped."""
    tree: Tree = problem.game
    bound, test = problem.conventions.sum_bound or 0, cutoff_of(problem.conventions)
    player = tree.kind[cutoff.node] - FIRST_PLAYER
    claims: Any = cutoff.alpha
    found: Any = trace.value[cutoff.node]
    has = found[player]
    who, are = printable(tree.mover(cutoff.node)), "is" if len(cutoff.skipped) == 1 else "are"
    head = f"At {name_of(tree, cutoff.node)} {who} has {problem.say(has)} already"
    rest = f"so {names_of(tree, cutoff.skipped)} {are} skipped."
    if test(has, bound):
        return f"{head}, which is all there is: {rest}"
    other, a = next((other, a) for other, a in claims if other != player)
    left = f"that leaves {printable(tree.players[other])} at most {problem.say(bound)} - {problem.say(has)} = {problem.say(bound - has)}"
    parent = name_of(tree, tree.parent[cutoff.node])
    return f"{head}; {left}, and {printable(tree.players[other])} has {problem.say(a)} at {parent} already: {rest}"


# -- the parts of games of several players: those of trees, with a list of numbers where a number stands elsewhere


def _example(problem: Problem) -> str:
    numbers = f"[{', '.join(map(str, range(1, len(problem.game.players) + 1)))}]"
    return "{" + ", ".join(f"{node}: {numbers}" for node in parts.example_nodes(problem)) + "}"


_PRUNING = always("The rest is skipped where the sum leaves the parent's player no more than that one has")
VALUE = parts.VALUE._replace(
    task="what the root is worth (list of numbers, one for each player)", form=One(PAYOFFS), flow=flows_from_nothing
)
VALUES = parts.VALUES._replace(
    task="what every inner node is worth (node: list of numbers, one for each player)",
    form=Each(PAYOFFS, said=lambda problem: problem.game.inner(), missing_is_blank=True),
    example=_example,
    flow=flows_from_nothing,
)
_BOUND = "the convention sum-bound"
PRUNED, VISITED, LEAVES_EVALUATED = (
    part._replace(rule=_PRUNING, question="How much of the sum is left for who chooses above?", needs=_BOUND)
    for part in (
        parts.PRUNED._replace(
            roles=parts.skipping(lambda problem, _: later.roles.skipped_by(problem, search(problem)))
        ),
        parts.VISITED,
        parts.LEAVES_EVALUATED,
    )
)
PARTS = by_name(VALUE, parts.BEST_MOVE, VALUES, parts.PRINCIPAL_VARIATION, PRUNED, VISITED, LEAVES_EVALUATED)


# the wrong rules: what a player takes, which of equals counts, and what is pruned

Rule = Callable[[Problem], TreeRules | None]
"""From a problem to the rules by which somebody solves it; None where they have no place."""


def _choosing(score: Callable[[int, int, int], Score], *, of_root: bool = False) -> Rule:
    """Return the rule of players who choose by a score: that of (seat, seat of the root's player, how many there are)."""

    def rule(problem: Problem) -> TreeRules | None:
        tree: Tree = problem.game
        seats, root = len(tree.players), tree.kind[0] - FIRST_PLAYER
        if of_root and root < 0:
            return None
        return TreeRules(values=payoff_rules(problem, [score(seat, root, seats) for seat in range(seats)]))

    return rule


def _component_wise(problem: Problem) -> TreeRules:
    right = values_of(problem)
    players = [component_wise for _ in problem.game.players]
    return TreeRules(values=(*right[:FIRST_PLAYER], *players), choices=right)


def _other_tie(problem: Problem) -> TreeRules | None:
    other = {"first": "last", "last": "first"}.get(problem.conventions.tie)
    if other is None:
        return None
    turned = problem._replace(conventions=problem.conventions._replace(tie=other))
    return TreeRules(values=values_of(turned), tie=other)


def _pruning(problem: Problem, *, cutoff: CutoffTest | None = None, is_deep: bool = False) -> TreeRules | None:
    """Return the rules of those who prune too much or too little, where anything is pruned."""
    rules = search_rules(problem, values_of(problem), is_deep=is_deep)
    search = rules if cutoff is None else rules._replace(cutoff=cutoff)
    return None if problem.conventions.sum_bound is None else TreeRules(search=search)


def _cutting_by(test: CutoffTest) -> Rule:
    return lambda problem: None if cutoff_of(problem.conventions) is test else _pruning(problem, cutoff=test)


_OWN = "rule: each player takes the child with the largest own number"
_SUM = "rule: a node's rest is skipped only where the sum leaves its parent's player no more than that one has"

MISTAKES: dict[str, Mistake[Rule]] = {
    "paranoid": Mistake(
        _choosing(lambda seat, root, _: partial(own if seat == root else least, root), of_root=True),
        "Every player but the root's takes the child that is worst for the root's player.",
        "Your numbers fit players who all play against the one at the root. Each of them looks at its own number only.",
        _OWN,
    ),
    "root-player-everywhere": Mistake(
        _choosing(lambda _, root, __: partial(own, root), of_root=True),
        "Every node takes the child that is best for the root's player.",
        "Your numbers fit the root's player choosing everywhere. At each node the player who moves there chooses.",
        _OWN,
    ),
    "next-player": Mistake(
        _choosing(lambda seat, _, seats: partial(own, (seat + 1) % seats)),
        "A node takes the child that is best for the player after its own.",
        "Your numbers fit nodes that compare the next player's numbers. Check which place in the list belongs to who moves.",
        _OWN,
    ),
    "maximises-sum": Mistake(
        _choosing(lambda *_: in_all),
        "A node takes the child with the largest sum.",
        "Your numbers fit players who want the largest sum. What the others get does not matter to a player.",
        _OWN,
    ),
    "maximises-lead": Mistake(
        _choosing(lambda seat, *_: partial(lead, seat)),
        "A node takes the child in which its player is furthest ahead of the mean of the others.",
        "Your numbers fit players who want to be ahead of the others. What counts is the own number, not the lead.",
        _OWN,
    ),
    "component-wise": Mistake(
        _component_wise,
        "A node is worth the largest number of each player among its children.",
        "You took each player's largest number. The player who moves takes one child, with all its numbers as they are.",
        "rule: a node is worth what one of its children is worth, as a whole",
    ),
    "other-tie": Mistake(
        _other_tie,
        "Of children that are equally good for the player the other one counts than the problem says.",
        "Of children that are equally good for who moves you took the other one. This problem says which of them counts.",
        "convention `tie`",
    ),
    "prunes-deep": Mistake(
        lambda problem: _pruning(problem, is_deep=True),
        "What a player further up has prunes too, not only what the parent's player has.",
        "You skip children because of a player further up. With several players only the parent's counts: what is left out deeper "
        "down can still change what the parent takes.",
        _SUM,
    ),
}
_OF_EVERY_SEARCH: dict[str, Rule] = {
    "no-pruning": lambda problem: _pruning(problem, cutoff=lambda *_: False),
    "equality-cutoff": _cutting_by(operator.ge),
    "strict-cutoff": _cutting_by(operator.gt),
}
"""Those of alpha-beta, which have their words there."""


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem."""
    rules = {name: mistake.rules for name, mistake in MISTAKES.items()} | _OF_EVERY_SEARCH
    found = ((name, rule(problem)) for name, rule in rules.items())
    return [Misconception(name, "", following(problem, solve, rules)) for name, rules in found if rules is not None]


# -- max^n: a node of several players is worth what is best for the player who moves there (Luckhardt and Irani 1986)

_SAID_IN_TERMS = ("cutoff", "root")


def rests(kind: Kind, problem: Problem) -> Rests:
    """Return the conventions that are said by themselves; ties and the order bear on values too, for these are whole lists."""
    return Rests([name for name in kind.conventions if name not in _SAID_IN_TERMS], (*problem.ask, "best-move"))


MAX_N = Kind(
    name="max-n",
    title="Several players",
    task="Back the numbers of the leaves up to the root of this game of several players.",
    parts=PARTS,
    asked=("value", "best-move", "values"),
    conventions=("cutoff", "order", "tie", "list-pruned-as", "root", "depth-in", "sum-bound", "decimals"),
    game_format=GameFormat(read_max_n, write_max_n),
    solve=solve,
    wrong=Wrong(
        wordings=wordings_of({name: row for name, row in SEARCHES.items() if name in _OF_EVERY_SEARCH})
        | wordings_of(MISTAKES),
        rules=wrong_rules,
        right=partial(right_answers, solve=solve),
        carrier="values",
        root="value",
        skipped="pruned",
        order=evaluation_order,
        divergence=later.diverging.divergence,
        followers=ancestors,
    ),
    tutor=Tutor(steps, later.value_words.explain_value, why, at_nodes=("values",)),
    draw=later.own_tree.draw,
    terms=terms,
    rests=rests,
)
