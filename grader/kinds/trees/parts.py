"""The parts of answers about trees: each a name, a task, a form, what it can follow from, and what explains it.

Reference answers are as each form wants them: a number (`value`, `leaves-evaluated`), the accepted children of the root
(`best-move`), node -> number (`values`), node -> window (`windows`, `intervals`), `Lines` (`principal-variation`), nodes in order
(`visited`), `Pruned` (`pruned`), cutoffs in order (`cutoffs`). Those about play stand in `playing_parts.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial

from grader.answers.case import Answer, Case, Key, Solution
from grader.answers.cells import COUNT, INTERVAL, NUMBER, WINDOW, is_right_worth
from grader.answers.each import Each
from grader.answers.forms import Choice, One
from grader.answers.items import CUTOFF
from grader.answers.leaves import LeafSet
from grader.answers.lines import Line
from grader.answers.lists import Listing
from grader.answers.part import Keys, Part, Tell
from grader.answers.platform import Flow
from grader.games.problem import Problem
from grader.games.tree import CHANCE, LEAF, MAX, MIN, Tree
from grader.kinds.trees import later
from grader.marks.reports import PartReport, Verdict, Written


def _at_root(case: Case, key: Key) -> str:
    """Return the step at the root; of a tree of one leaf, that its value is given."""
    return case.explain(0)


def told_once(words: Callable[[Problem, Solution], str], what: str) -> Tell:
    """Return how a step is told that is the same for all who answer: from the problem and its solution."""

    def tell(case: Case, key: Key) -> str:
        return case.solution.say((what, None), lambda: words(case.problem, case.solution))

    return tell


def choice_at(case: Case, node: Key) -> str:
    """Return the step at a node where a move is chosen, the root where none is named, with each number behind its move."""
    choose = later.choice_words
    return case.solution.say(("choice", node or 0), lambda: choose(case.problem, case.solution, node or 0))


def _at_node(case: Case, key: Key) -> str:
    return case.explain(key)


def _with_windows(case: Case, key: Key) -> str:
    return case.explain(key, windows=True)


def _inner(problem: Problem) -> Iterable[Key]:
    tree: Tree = problem.game
    return tree.inner()


def example_nodes(problem: Problem) -> list[str]:
    """Return one or two inner nodes for an example, as a document names them: those that every search enters first."""
    from grader.documents.write import scalar

    tree: Tree = problem.game
    children = tree.children(0)
    first = children[-1 if problem.conventions.order == "right-to-left" else 0] if children else 0
    nodes = [0] if first == 0 or tree.kind[first] == LEAF else [0, first]
    return [scalar(tree.ids[node]) for node in nodes]


# what entries are about, in a few words

_OPERATIONS = {
    MAX: "MAX takes the largest child",
    MIN: "MIN takes the smallest child",
    CHANCE: "A chance node takes the expected value",
    LEAF: "",
}


def _operation(problem: Problem, node: Key | None) -> str:
    """Return what the node does, or the root."""
    return _OPERATIONS.get(problem.game.kind[node or 0], "Each player takes the child with the largest own number")


def _best_play(problem: Problem, key: Key | None) -> str:
    return "Best play keeps the value of the root"


def _cut(problem: Problem, key: Key | None) -> str:
    return f"A node is cut as soon as {problem.conventions.cutoff}"


def _handing_down(problem: Problem, key: Key | None) -> str:
    return "Windows are handed down; MAX raises alpha, MIN lowers beta"


# value, leaves-evaluated. What a wrong answer follows from is imported where there is one


def _value_follows(case: Case, key: Key, number: Answer) -> bool:
    from grader.kinds.trees.follow_through import own_root_values

    return any(is_right_worth(case.problem, own, number) for own in own_root_values(case))


def _value_flow(case: Case, key: Key) -> Flow | None:
    from grader.kinds.trees.follow_through import root_flow

    return root_flow(case)


def _value_words(case: Case, key: Key) -> str:
    from grader.kinds.own_words import value_words

    return value_words(case, key)


VALUE = Part(
    "value",
    "the value of the root (one number)",
    One(NUMBER),
    _value_follows,
    _at_root,
    _value_words,
    rule=_operation,
    flow=_value_flow,
)
RETURNED_VALUE = VALUE._replace(task="the value that the search returns at the root (one number)")
LEAVES_EVALUATED = Part(
    "leaves-evaluated",
    "how many leaves the search evaluates (a whole number)",
    One(COUNT),
    explain=told_once(later.leaves_words, "leaves"),
    rule=_cut,
)
NODES_VISITED = Part(
    "nodes-visited",
    "how many nodes the search visits, root and leaves included (a whole number)",
    One(COUNT),
    explain=told_once(later.nodes_words, "nodes"),
    rule=_cut,
)


# best-move


def _moves(problem: Problem) -> Mapping[str, Key]:
    tree: Tree = problem.game
    children = tree.children(0)
    return {tree.ids[child]: child for child in children} | {tree.moves[child]: child for child in children}


def _move(problem: Problem, child: Key) -> str:
    return str(problem.game.moves[child])


def _move_follows(case: Case, key: Key, child: Answer) -> bool:
    from grader.kinds.trees.follow_through import own_best_moves

    return child in own_best_moves(case)


def _move_words(case: Case, key: Key) -> str:
    from grader.kinds.own_words import move_words

    return move_words(case, key)


BEST_MOVE = Part(
    "best-move",
    "the best move at the root (its label; without one, the child's name)",
    Choice(Keys("move at the root called", _moves, _move)),
    _move_follows,
    choice_at,
    _move_words,
    rule=_best_play,
)


# values


def _node_follows(case: Case, node: Key, number: Answer) -> bool:
    from grader.kinds.trees.follow_through import own_value

    own = own_value(case, case.given("values") or {}, node)
    return own is not None and is_right_worth(case.problem, own, number)


def _node_flow(case: Case, node: Key) -> Flow | None:
    from grader.kinds.trees.follow_through import flow_of

    return flow_of(case, node)


def _entry_words(case: Case, key: Key) -> str:
    from grader.kinds.own_words import entry_words

    return entry_words(case, key)


def _example_values(problem: Problem) -> str:
    return "{" + ", ".join(f"{node}: {number}" for number, node in enumerate(example_nodes(problem), 1)) + "}"


def _beyond_the_horizon(problem: Problem) -> Iterable[Key]:
    """Return the nodes that who searches farther takes for inner ones: no sheet asks for them."""
    tree: Tree = problem.game
    return [] if tree.horizon is None else sorted({*tree.whole.inner()} - {*tree.inner()})


VALUES = Part(
    "values",
    "the value of every inner node (node: number)",
    Each(NUMBER, said=_inner, missing_is_blank=True),
    _node_follows,
    _at_node,
    _entry_words,
    example=_example_values,
    rule=_operation,
    flow=_node_flow,
)
RETURNED_VALUES = VALUES._replace(
    task="for every inner node that the search visits, the number that it returns there (node: number)",
    form=Each(NUMBER, unasked=_beyond_the_horizon, paper=_inner),
    extra_rule=_cut,
)


# windows


def _visited_leaves(case: Case) -> Container[Key]:
    return set(case.solution.trace.visited) - set(case.problem.game.inner())


def _inner_only(problem: Problem) -> Container[Key]:
    return set(problem.game.inner())


def _example_windows(problem: Problem) -> str:
    windows = ("[-inf, 3]", "[3, inf]")
    return "{" + ", ".join(f"{node}: {pair}" for node, pair in zip(example_nodes(problem), windows, strict=False)) + "}"


WINDOWS = Part(
    "windows",
    "alpha and beta of every inner node that the search visits (node: [alpha, beta]; inf and -inf are written so)",
    Each(WINDOW, ignored=_visited_leaves, telling=_inner_only, unasked=_beyond_the_horizon, paper=_inner),
    explain=_with_windows,
    example=_example_windows,
    rule=_handing_down,
    extra_rule=_cut,
)


# intervals


def _leaves_by_then(case: Case) -> Container[Key]:
    from grader.kinds.trees.intervals import seen_in

    return set(seen_in(case.problem, case.solution.trace)) - set(case.problem.game.inner())


def _interval_step(case: Case, key: Key) -> str:
    from grader.kinds.trees.interval_words import explain_interval

    return case.solution.say(("interval", key), lambda: explain_interval(case.problem, case.solution, key))


def _example_intervals(problem: Problem) -> str:
    pairs = ("[2, 5]", "[-inf, 3]")
    return "{" + ", ".join(f"{node}: {pair}" for node, pair in zip(example_nodes(problem), pairs, strict=False)) + "}"


def _knowing(problem: Problem, key: Key | None) -> str:
    return "The least that the children can be worth makes a node's least, the most its most"


INTERVALS = Part(
    "intervals",
    "for every inner node that the search has entered, what is known of its true value from the leaves evaluated "
    "(node: [least, most]; inf and -inf are written so)",
    Each(INTERVAL, ignored=_leaves_by_then, telling=_inner_only, unasked=_beyond_the_horizon, paper=_inner),
    explain=_interval_step,
    example=_example_intervals,
    rule=_knowing,
)


# principal-variation, visited, pruned, cutoffs


PRINCIPAL_VARIATION = Part(
    "principal-variation",
    "the path of best play from the root to a leaf, both included (list of nodes)",
    Line(),
    explain=told_once(later.line_words, "line"),
    rule=_best_play,
)


def _with_divergence(case: Case, report: PartReport, given: Sequence[Written], *, cuts: bool = True) -> PartReport:
    """Return the report with a note where the visiting order first parts from the search's, and why where the search cuts."""
    if report.earned == report.possible:
        return report
    order = case.expected("visited")
    mine = [written.value for written in given]
    at = next(
        (i for i, pair in enumerate(zip(order, mine, strict=False)) if pair[0] != pair[1]), min(len(order), len(mine))
    )
    visited, listed = set(order), set(mine)
    first = f"the first {at} of {len(order)} are right" if at > 1 else f"only the first of {len(order)} is right"
    parting = (
        f"{first}, then the order parts from the search's"
        if at
        else "the order parts from the search's at its first entry"
    )
    said = [parting]
    if at < len(mine) and mine[at] not in visited:
        said.append(case.why(mine[at]))  # where nothing is cut, every node is visited
    elif at < len(order):
        said.append(f"Next the search enters {VISITED.form.name(case.problem, order[at])}")
        said += [case.why(order[at])] if cuts and order[at] not in listed else []
    message = ". ".join(sentence.removesuffix(".") for sentence in said) + "."
    wrong = next(i for i, entry in enumerate(report.entries) if entry.verdict is not Verdict.CORRECT)
    entries = [*report.entries]
    entries[wrong] = entries[wrong]._replace(message=message)
    return report._replace(entries=tuple(entries))


VISITED = Part(
    "visited",
    "every node that the search visits, leaves too, in the order in which it enters them (list of nodes)",
    Listing(),
    comment=_with_divergence,
    rule=_cut,
)


def _depth_first(problem: Problem, key: Key | None) -> str:
    return "The search goes depth first, and cuts nothing"


WALKED = VISITED._replace(form=Listing(has_all=True), comment=partial(_with_divergence, cuts=False), rule=_depth_first)
ALL_LEAVES, ALL_NODES = (part._replace(rule=_depth_first) for part in (LEAVES_EVALUATED, NODES_VISITED))
PRUNED = Part("pruned", "what the search skips (list of nodes)", LeafSet(), rule=_cut)


def _with_reasons(case: Case, report: PartReport, given: Sequence[Written]) -> PartReport:
    """Return the report with the reason of each cutoff that is wrong, missing or too many."""
    if report.earned == report.possible:
        return report
    from grader.kinds.trees.cutoff_words import with_reasons

    return with_reasons(case, report, [written.value for written in given])


def _example_cutoffs(problem: Problem) -> str:
    return f"[{{node: {example_nodes(problem)[-1]}, alpha: 3, beta: 2}}]"


CUTOFFS = Part(
    "cutoffs",
    "every cutoff in order: the node whose remaining children are skipped and its window then "
    "(list of {node, alpha, beta})",
    Listing(CUTOFF),
    comment=_with_reasons,
    example=_example_cutoffs,
    rule=_cut,
)
