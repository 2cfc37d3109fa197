"""Where a wrong rule bites first: the first step at which its answers part from the right ones."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

from grader.core.answers.case import Answers, Solution
from grader.core.answers.cells import show_window
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, Tree
from grader.core.search.folds import Cutoff
from grader.kinds.record import Divergence, MayShow
from grader.kinds.trees.rules import evaluation_order
from grader.kinds.trees.search_steps import explain_search
from grader.kinds.trees.solve import unseen_of
from grader.kinds.trees.value_words import explain_value
from grader.kinds.words import name_of

_SEARCHED = frozenset({"pruned", "visited", "leaves-evaluated", "nodes-visited", "windows", "cutoffs"})
_AT_NODES = frozenset({"strategy", "labelling", "redundant", "visited"})
"""The parts that are about nodes, and not about their numbers."""
_GOES_ON = ("visited", "pruned", "leaves-evaluated", "nodes-visited", "cutoffs")
"""The parts in which it shows where a search goes on."""


class _Compared(NamedTuple):
    """The right answers beside those by a wrong rule, and what of that may be shown."""

    problem: Problem
    solution: Solution
    wrong: Answers
    may_show: MayShow

    @property
    def tree(self) -> Tree:
        """Return the tree that is searched."""
        tree: Tree = self.problem.game
        return tree

    def first(self, part: str, nodes: Iterable[int]) -> int | None:
        """Return the first of the nodes whose entry differs and may be shown."""
        right, other = self.solution.answers[part], self.wrong.get(part, {})
        differing = (node for node in nodes if node in right and node in other and right[node] != other[node])
        return next((node for node in differing if self._shows(part, node)), None)

    def _shows(self, part: str, node: int) -> bool:
        is_asked_twice = part == "values" and node == 0
        return self.may_show(part, node) and (not is_asked_twice or self.may_show("value", None))

    def step(self, node: int) -> str:
        """Return the one step of a node with its inputs, such as "C is MIN over 2, 4, 6: min = 2"."""
        explain = explain_value if self.solution.trace is None else explain_search
        words = self.solution.say(("step", node), lambda: explain(self.problem, self.solution, node, windows=False))
        return words.removesuffix(".")


_Look = Callable[[_Compared], Divergence | None]


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first node, in the order of evaluation, at which the wrong rule goes another way.

    It is looked for first in what was asked: values where they are, else what is visited. What the other rule gives is said only of
    what was asked: nobody is told what they answered by what they were not asked. Else the right step of the tree stands alone.
    """
    compared = _Compared(problem, solution, wrong, may_show)
    static, windows, intervals = (partial(_in_entries, part) for part in _ENTRIES)
    in_search: list[_Look] = [_in_visits, windows, _in_cutoffs, intervals]
    is_of_search = "values" not in problem.ask and _SEARCHED & set(problem.ask)
    looks: list[_Look] = [static, *in_search, _in_values] if is_of_search else [static, _in_values, *in_search]
    return next((found for look in (*looks, _in_move) if (found := look(compared)) is not None), None)


_ENTRIES: Mapping[str, tuple[Callable[[_Compared], Iterable[int]], str]] = {
    "evaluations": (lambda compared: compared.solution.answers["evaluations"], "{step}"),
    "windows": (lambda compared: compared.solution.trace.visited, "alpha and beta of {name} are {right}"),
    "intervals": (lambda compared: evaluation_order(compared.problem), "of {name} {right} is known"),
}
"""In which order the nodes of a part are looked at, and what is said of a right entry."""


def _in_entries(part: str, compared: _Compared) -> Divergence | None:
    """Return the first node at which the part's entry is another one, where that is asked."""
    nodes, words = _ENTRIES[part]
    node = compared.first(part, nodes(compared)) if part in compared.problem.ask else None
    if node is None:
        return None
    step = compared.step(node) if part == "evaluations" else ""
    show: Callable[..., str] = compared.problem.say if step else partial(show_window, compared.problem)
    right, other = show(compared.solution.answers[part][node]), show(compared.wrong[part][node])
    said = words.format(step=step, name=name_of(compared.tree, node), right=right)
    return Divergence(node, f"{said}; the other rule gives {other}")


def _in_values(compared: _Compared) -> Divergence | None:
    problem, ask = compared.problem, compared.problem.ask
    node = compared.first("values", evaluation_order(problem))
    if node is None:
        return None
    is_asked = "values" in ask or (node == 0 and "value" in ask)
    by_other = f"; the other rule gives {problem.say(compared.wrong['values'][node])}" if is_asked else ""
    says_more = "values" not in ask and not _AT_NODES.isdisjoint(ask)  # than its number, and that may be right
    return Divergence(None if says_more else node, f"{compared.step(node)}{by_other}")


def _in_visits(compared: _Compared) -> Divergence | None:
    """Return the child that one search enters and the other does not."""
    problem, solution, wrong, may_show = compared
    asked = [part for part in _GOES_ON if part in problem.ask]
    if "visited" not in wrong or (asked and not any(may_show(part, None) for part in asked)):
        return None
    tree, right, other = compared.tree, solution.answers["visited"], wrong["visited"]
    at = next((i for i, (mine, its) in enumerate(zip_longest(right, other)) if mine != its), None)
    if at is None:
        return None
    cutoffs = () if solution.trace is None else solution.trace.cutoffs
    skipped = {child: cutoff for cutoff in cutoffs for child in cutoff.skipped}
    above = reversed(tree.path_to(other[at])) if at < len(other) else ()
    if (cutoff := next((skipped[one] for one in above if one in skipped), None)) is not None:
        return Divergence(cutoff.skipped[0], _skipping(compared, cutoff))
    if asked and at < len(right) and right[at] > 0:
        is_entered_later = right[at] in other[at:]  # then only the order is wrong, and no single node
        by_other = f"enters {name_of(tree, other[at])}" if is_entered_later else "does not"
        sentence = f"next the search enters {name_of(tree, right[at])}; by the other rule it {by_other}"
        return Divergence(None if is_entered_later else right[at], sentence)
    return None


def _skipping(compared: _Compared, cutoff: Cutoff) -> str:
    """Return with which window a node is cut, and what is skipped there."""
    problem, tree, trace = compared.problem, compared.tree, compared.solution.trace
    names = ", ".join(name_of(tree, child) for child in cutoff.skipped)
    worth = ""
    if tree.kind[cutoff.node] == CHANCE:
        unseen = unseen_of(problem, trace, cutoff.node)
        side = "" if unseen is None else "at most " if unseen.is_most else "at least "
        worth = f", and it is worth {side}{problem.say(trace.value[cutoff.node])}"
    window = show_window(problem, (cutoff.alpha, cutoff.beta))
    are = "is" if len(cutoff.skipped) == 1 else "are"
    return f"at {name_of(tree, cutoff.node)} the window is {window} by then{worth}, so {names} {are} skipped"


def _in_cutoffs(compared: _Compared) -> Divergence | None:
    """Return the first cutoff that the wrong rule does not have, or has otherwise; the node is that of one which it gets wrong."""
    problem, solution, wrong, may_show = compared
    if "cutoffs" not in problem.ask or not may_show("cutoffs", None):
        return None
    had = {cutoff[:3] for cutoff in wrong["cutoffs"]}
    for right, other in zip_longest(solution.answers["cutoffs"], wrong["cutoffs"]):
        if right is None:
            return Divergence(other.node, f"after the last cutoff the other rule has one at {_said(problem, other)}")
        if other is None or right[:3] != other[:3]:
            has = "has none" if other is None else f"has one at {_said(problem, other)}"
            is_own_first = other is not None and right[:3] in had  # its own comes before the right one
            node = other.node if is_own_first else right.node
            return Divergence(node, f"the search has a cutoff at {_said(problem, right)}; the other rule {has}")
    return None


def _said(problem: Problem, cutoff: Cutoff) -> str:
    return f"{name_of(problem.game, cutoff.node)} with {show_window(problem, (cutoff.alpha, cutoff.beta))}"


def _in_move(compared: _Compared) -> Divergence | None:
    """Return that the best move is another one. The root is not named: what else was said of it may be right."""
    right, other = (answers.get("best-move", [None])[0] for answers in (compared.solution.answers, compared.wrong))
    if right == other or "best-move" not in compared.problem.ask or not compared.may_show("best-move", None):
        return None
    return Divergence(None, f"the best move at {name_of(compared.tree, 0)} is another one")
