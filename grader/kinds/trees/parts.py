"""The parts of answers about trees: each a name, a task, a form, what it can follow from, and what explains it.

Reference answers are as each form wants them: a number (`value`, `leaves-evaluated`, `best-response`, `outcome`, `distinct-states`), the
accepted children of the root (`best-move`) or of each node (`strategy`), node -> number (`values`, `evaluations`), node -> window
(`windows`, `intervals`), `Lines` (`principal-variation`), nodes in order (`visited`), `Pruned` (`pruned`, `redundant`), cutoffs in
order (`cutoffs`), `Order` (`labelling`), `Sought` (`tree`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import takewhile

from grader.core.answers.case import Case, Key, Solution
from grader.core.answers.cells import COUNT, INTERVAL, NUMBER, WINDOW
from grader.core.answers.choices import EachChoice
from grader.core.answers.drawn_tree import EXAMPLE, DrawnTree
from grader.core.answers.forms import Choice, Each, One
from grader.core.answers.leaves import MET_BEFORE, REPEATED, LeafSet
from grader.core.answers.lists import CUTOFF, Listing, values
from grader.core.answers.orders import AnyOrder, Line
from grader.core.answers.part import Cell, Keys, Part, Played, Roles, Tell
from grader.core.answers.reports import Malformed, PartReport, Verdict, Written
from grader.core.answers.run import Run
from grader.core.games.problem import Problem
from grader.core.games.tree import LEAF, OPPONENT, Tree
from grader.core.search.folds import Window
from grader.kinds.entries import always, as_written
from grader.kinds.trees.documents import TREE
from grader.kinds.trees.later import follow_through, move_names, roles, search_steps, unpruned_steps, value_words
from grader.kinds.trees.solve import seen_in
from grader.kinds.words import BEST_PLAY, HORIZON, cut_rule

# what explains a right answer


def said_once(words: Callable[[Problem, Solution], str], what: str) -> Tell:
    """Return how a step is told that is the same for all who answer: from the problem and its solution."""
    return lambda case, _: case.solution.say((what, None), partial(words, case.problem, case.solution))


def choice_at(case: Case, node: Key) -> str:
    """Return the step at a node where a move is chosen, the root where none is named."""
    return case.solution.say(("choice", node or 0), lambda: choice_step(case.problem, case.solution, node or 0))


def choice_step(problem: Problem, solution: Solution, node: int) -> str:
    """Return the step at a node where a move is chosen, with each number behind its move."""
    if solution.trace is not None:
        return search_steps.choice_words(problem, solution, node)
    return value_words.explain_value(problem, solution, node, named=True)


# which nodes entries are about


def _beyond_the_horizon(problem: Problem) -> Iterable[Key]:
    """Return the nodes that who searches farther takes for inner ones: no sheet asks for them."""
    tree: Tree = problem.game
    return [] if tree.horizon is None else sorted({*tree.whole.inner()} - {*tree.inner()})


def _pairs_at_inner(cell: Cell[Window], entered: Callable[[Case], Iterable[Key]]) -> Each[Window]:
    """Return the form of pairs of numbers at inner nodes; what is written at leaves that the search has entered is not judged."""
    return Each(
        cell,
        ignored=lambda case: {*entered(case)} - {*case.problem.game.inner()},
        telling=lambda problem: {*problem.game.inner()},
        unasked=_beyond_the_horizon,
        paper=lambda problem: problem.game.inner(),
        is_free=cell is INTERVAL,
    )


def _moves(problem: Problem) -> Mapping[str, Key]:
    tree: Tree = problem.game
    children = tree.children(0)
    return {tree.ids[child]: child for child in children} | {tree.moves[child]: child for child in children}


# how an answer is written, with nodes of the problem


def example_nodes(problem: Problem) -> list[str]:
    """Return one or two inner nodes for an example, as a document names them: those that every search enters first."""
    tree: Tree = problem.game
    children = tree.children(0)
    first = children[-1 if problem.conventions.order == "right-to-left" else 0] if children else 0
    nodes = [0] if first == 0 or tree.kind[first] == LEAF else [0, first]
    return as_written(tree.ids[node] for node in nodes)


def _example(*entries: object) -> Callable[[Problem], str]:
    """Return the example that has these entries at the first inner nodes."""
    return lambda problem: (
        "{" + ", ".join(f"{node}: {one}" for node, one in zip(example_nodes(problem), entries, strict=False)) + "}"
    )


# the rule that a right entry keeps, in a few words


def _operation(problem: Problem, node: Key | None) -> str:
    """Return what the node does, or the root."""
    return value_words.operation(problem, node or 0)


def _cut(problem: Problem, key: Key | None) -> str:
    return cut_rule(problem)


_BEST_PLAY = always(BEST_PLAY)
_DEPTH_FIRST = always("The search goes depth first, and cuts nothing")

# numbers of the search

VALUE = Part(
    "value",
    "Value of the root",
    "the value of the root (one number)",
    One(NUMBER),
    follow_through.value_follows,
    lambda case, _: case.explain(0),
    follow_through.value_words,
    rule=_operation,
    flow=follow_through.root_flow,
)
RETURNED_VALUE = VALUE._replace(
    task="the value that the search returns at the root (one number)",
    rule=lambda problem, node: value_words.returned(problem, node or 0),
)
LEAVES_EVALUATED = Part(
    "leaves-evaluated",
    "Leaves evaluated",
    "how many leaves the search evaluates (a whole number)",
    One(COUNT),
    explain=said_once(unpruned_steps.leaves_words, "leaves"),
    rule=_cut,
    question="Which leaves does the search come to?",
)
NODES_VISITED = Part(
    "nodes-visited",
    "Nodes visited",
    "how many nodes the search visits, root and leaves included (a whole number)",
    One(COUNT),
    explain=said_once(unpruned_steps.nodes_words, "nodes"),
    rule=_cut,
    question="Which nodes does the search come to?",
)

# best play

BEST_MOVE = Part(
    "best-move",
    "Best move",
    "the best move at the root (its label; without one, the child's name)",
    Choice(Keys("move at the root called", _moves, lambda problem, child: str(problem.game.moves[child]))),
    follow_through.move_follows,
    choice_at,
    partial(follow_through.choice_words, part="best-move"),
    rule=_BEST_PLAY,
)
PRINCIPAL_VARIATION = Part(
    "principal-variation",
    "Line of play",
    "the path of best play from the root to a leaf, both included (list of nodes)",
    Line(),
    explain=said_once(unpruned_steps.line_words, "line"),
    rule=_BEST_PLAY,
)
# a number or two at each inner node

VALUES = Part(
    "values",
    "Values of the nodes",
    "the value of every inner node (node: number)",
    Each(NUMBER, said=lambda problem: problem.game.inner(), missing_is_blank=True),
    follow_through.node_follows,
    Case.explain,
    follow_through.entry_words,
    example=_example(1, 2),
    rule=_operation,
    flow=follow_through.flow_of,
)
RETURNED_VALUES = VALUES._replace(
    task="for every inner node that the search visits, the number that it returns there (node: number)",
    form=Each(NUMBER, unasked=_beyond_the_horizon, paper=lambda problem: problem.game.inner()),
    rule=lambda problem, node: value_words.returned(problem, node or 0),
    extra_rule=_cut,
)
WINDOWS = Part(
    "windows",
    "Windows [α, β]",
    "alpha and beta of every inner node that the search visits (node: [alpha, beta]; inf and -inf are written so)",
    _pairs_at_inner(WINDOW, lambda case: case.solution.trace.visited),
    explain=partial(Case.explain, windows=True),
    example=_example("[-inf, 3]", "[3, inf]"),
    rule=lambda problem, _: value_words.handed_down(problem),
    question="Which window was handed down to it, and which numbers came back from its children?",
    extra_rule=_cut,
)
INTERVALS = Part(
    "intervals",
    "What is known",
    "for every inner node that the search has entered, what is known of its true value from the leaves evaluated "
    "(node: [least, most]; inf and -inf are written so)",
    _pairs_at_inner(INTERVAL, lambda case: seen_in(case.problem, case.solution.trace)),
    explain=lambda case, key: case.solution.say(
        ("interval", key), lambda: value_words.explain_interval(case.problem, case.solution, key)
    ),
    example=_example("[2, 5]", "[-inf, 3]"),
    rule=always("The least that the children can be worth makes a node's least, the most its most"),
    question="What is the least, and what the most, that each of its children can be worth?",
)

# what is visited, and what is not


def _with_divergence(
    case: Case, report: PartReport, given: Sequence[Written | Malformed], *, cuts: bool = True
) -> PartReport:
    """Return the report with a note where the visiting order first parts from the search's, and why where the search cuts."""
    has_message = (Verdict.CORRECT, Verdict.MALFORMED)  # or needs none
    wrong = next((i for i, entry in enumerate(report.entries) if entry.verdict not in has_message), None)
    order, mine = case.expected("visited"), values(takewhile(lambda one: isinstance(one, Written), given))
    at = next(
        (i for i, pair in enumerate(zip(order, mine, strict=False)) if pair[0] != pair[1]), min(len(order), len(mine))
    )
    if wrong is None or at == len(mine) < len(given):
        return report  # all is right, or what cannot be read comes first and says so
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
    entries = [*report.entries]
    if entries[wrong].moved:
        message = f"{entries[wrong].moved}: {message}"
    entries[wrong] = entries[wrong]._replace(message=message)
    return report._replace(entries=tuple(entries))


VISITED = Part(
    "visited",
    "Order of visits",
    "every node that the search visits, leaves too, in the order in which it enters them (list of nodes)",
    Listing(),
    comment=_with_divergence,
    rule=_cut,
    question="Which node does the search enter next?",
    played=Played.VISITS,
)
WALKED = VISITED._replace(form=Listing(has_all=True), comment=partial(_with_divergence, cuts=False), rule=_DEPTH_FIRST)
ALL_LEAVES, ALL_NODES = (part._replace(rule=_DEPTH_FIRST) for part in (LEAVES_EVALUATED, NODES_VISITED))
NO_CUTOFF = "no cutoff"


def skipping(of: Callable[[Problem, Solution], Mapping[Key, str]]) -> Roles:
    """Return the roles of leaves that are listed as skipped; a node can list some that are beside some that are not."""
    return Roles(of, NO_CUTOFF, (Verdict.WRONG,))


PRUNED = Part(
    "pruned",
    "Pruned nodes",
    "what the search skips (list of nodes)",
    LeafSet(),
    rule=_cut,
    question="Which window is there when the search comes to it?",
    roles=skipping(roles.of_skipped),
)


CUTOFFS = Part(
    "cutoffs",
    "Cutoffs",
    "every cutoff in order: the node whose remaining children are skipped and its window then "
    "(list of {node, alpha, beta})",
    Listing(CUTOFF),
    comment=search_steps.with_reasons,
    example=lambda problem: f"[{{node: {example_nodes(problem)[-1]}, alpha: 3, beta: 2}}]",
    rule=lambda problem, _: value_words.cut_off(problem),
    extra_rule=_cut,
    question="Which window is there when the search comes to it?",
    roles=Roles(roles.of_cutoffs, NO_CUTOFF),
)

# how players play, in which order values are found, and which positions come again


def _moves_at(problem: Problem, node: Key) -> Mapping[str, Key]:
    tree: Tree = problem.whole  # a move below the horizon can be named, in vain
    return tree.by_move(node) if tree.kind[node] in OPPONENT else {}


def _example_strategy(problem: Problem) -> str:
    tree: Tree = problem.game
    return f"{{{example_nodes(problem)[0]}: {as_written([tree.move_to(tree.children(0)[0])])[0]}}}"


_AGAINST = always("A node of the opponent is worth the child that the opponent plays there")
_SAME_POSITION = always("Two nodes are the same position where state, player to move and a leaf's value are the same")

STRATEGY = Part(
    "strategy",
    "Plan",
    "the optimal strategy of the player at the root: a move for each of that player's nodes, whether play gets there or not (node: move)",
    EachChoice(
        _moves_at,
        lambda problem, child: problem.whole.move_to(child),
        "move at",
        lambda problem: [node for node, kind in enumerate(problem.game.kind) if kind in OPPONENT],
    ),
    follow_through.move_follows,
    choice_at,
    partial(follow_through.choice_words, part="strategy"),
    example=_example_strategy,
    rule=always("A strategy has a move for each node of the root's player, wherever play goes"),
    question="Which of its children is worth as much as it is?",
)
BEST_RESPONSE = Part(
    "best-response",
    "Best against this opponent",
    "the most that the player at the root can get against this opponent (one number)",
    One(NUMBER),
    explain=lambda case, _: unpruned_steps.response_words(case.problem),
    rule=_AGAINST,
    question="Which child does the opponent play at each of its nodes?",
)
OUTCOME = Part(
    "outcome",
    "Outcome of the plan",
    "what is reached if the player at the root plays the optimal strategy, and the opponent as stated (one number)",
    One(NUMBER),
    explain=lambda case, _: unpruned_steps.outcome_words(case.problem),
    rule=_AGAINST,
    question="Which child does the opponent play at each of its nodes?",
)

LABELLING = Part(
    "labelling",
    "Order of labelling",
    "all inner nodes in an order in which they can be given their values; every such order is right (list of nodes)",
    AnyOrder(),
    explain=lambda case, key: (
        "The list holds the inner nodes, each after its children, and no leaves." if key is None else case.explain(key)
    ),
    rule=always("A node has a value once all its children have one"),
    question="Which of its children have a value by then?",
    roles=Roles(roles.by_node),
)
REDUNDANT = Part(
    "redundant",
    "Repeated positions",
    "the nodes whose position was met before; nothing below such a node is looked at (list of nodes)",
    LeafSet(says=REPEATED, tool=MET_BEFORE),
    rule=_SAME_POSITION,
    question="Which nodes before it are the same position?",
)
DISTINCT_STATES = Part(
    "distinct-states",
    "Different positions",
    "how many different positions are met: state, player to move, and a leaf's value (a whole number)",
    One(COUNT),
    explain=said_once(unpruned_steps.states_words, "states"),
    rule=_SAME_POSITION,
    question="Which nodes are the same position?",
)

# the static values at the horizon, and the tree of a game that students draw themselves

EVALUATIONS = Part(
    "evaluations",
    "Static values",
    "the static value of every node at which the search stops at the horizon (node: number)",
    Each(NUMBER, said=lambda problem: problem.game.at_horizon(), missing_is_blank=True),
    explain=Case.explain,
    rule=always(HORIZON),
    question="What is its static value?",
    why_none=Case.explain,
)
VISITED_EVALUATIONS = EVALUATIONS._replace(
    task="for every node at which the search stops at the horizon, its static value (node: number)",
    form=Each(NUMBER, paper=lambda problem: problem.game.at_horizon()),
)
DRAWN_TREE = Part(
    TREE,
    "The tree",
    f"the tree of the game: at each node who moves there, with the moves; at each leaf its value (a node document such as {EXAMPLE})",
    Run(DrawnTree(move_names), is_one=True),
    example=lambda _: EXAMPLE,
    rule=always("The tree of a game has a node for every move that its rules allow"),
    question="Which moves do the rules allow at each node?",
)
