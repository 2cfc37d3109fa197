"""Monte Carlo tree search: selection, expansion, simulation and back-up, iteration by iteration."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from grader.core.answers.by_iteration import ByIteration, Either, Scored, at, key_of
from grader.core.answers.case import Answer, Answers, Case, Key, Solution, Tutor
from grader.core.answers.cells import COUNT, EXACT, SCORE
from grader.core.answers.forms import Choice, Each
from grader.core.answers.lists import NODE, Listing
from grader.core.answers.orders import Line
from grader.core.answers.part import NODES, Cell, Follows, Keys, Part, Played, Roles, id_of
from grader.core.games.problem import Problem
from grader.core.numbers import Number
from grader.core.text import printable
from grader.kinds.entries import ROOT_MOVES, always, among_own, differences, every_place, visited_or_not
from grader.kinds.mcts.documents import read_sampling, with_rewards, write_sampling
from grader.kinds.mcts.misconceptions import right, wordings, wrong_rules
from grader.kinds.mcts.picture import draw
from grader.kinds.mcts.solve import (
    NO_NODE,
    NONE,
    Rules,
    Run,
    Sampling,
    State,
    adds_many,
    right_rules_of,
    solve,
    start_of,
)
from grader.kinds.mcts.words import ADDS, BEST_SCORE, JOINS, PLAYED, explain, poses, steps, terms
from grader.kinds.record import (
    Divergence,
    GameFormat,
    Kind,
    MayShow,
    Rests,
    Wrong,
    by_name,
    no_follower,
    rests_on_what_is_asked,
)
from grader.kinds.ucb.kind import UCB
from grader.kinds.ucb.solve import best_arms

ScoresAt = Callable[[int, Sequence[int]], Sequence[Number | float] | None]
"""From a node and its children in the search tree to the scores that a selection compares there; None where they are not known."""


class Own:
    """The search tree that the student's own paths make, iteration by iteration.

    `state` is the tree after those that were carried out, `has_totals` whether each had a result.
    """

    def __init__(self, case: Case) -> None:
        self.game: Sampling = case.problem.game
        self.rules = right_rules_of(case.problem)
        self.state, self.has_totals = start_of(self.game, self.rules), True
        self._adds_many = adds_many(case.problem)

    def joining(self, path: Sequence[int]) -> list[int]:
        """Return the nodes that join by a path: those of it outside the tree, with their siblings where all are added at once."""
        parent, children, visits = self.game.tree.parent, self.game.tree.children, self.state.visits
        missing = [node for node in dict.fromkeys(path) if visits[node] is None]
        if not self._adds_many:
            return missing
        return [node for first in missing for node in children(parent[first]) if visits[node] is None]

    def carry_out(self, path: Sequence[int], place: int) -> None:
        """Carry out an iteration on a path: nodes join, and all of the path are updated."""
        reward = self.game.reward(path[-1], place)
        self.has_totals &= reward is not None
        self.state.record(self.joining(path), {*path}, reward)

    def scores_of(self, node: int, inside: Sequence[int]) -> Sequence[float] | None:
        """Return the scores that the own statistics give; None where an iteration has no result."""
        return self.state.scores(node, inside) if self.has_totals else None


def own_path(case: Case, iteration: int) -> Sequence[int]:
    """Return the path that the student wrote for an iteration; nothing where there is none."""
    written = (case.given("paths") or {}).get(iteration)
    return [] if written is None else list(written.value)


def own_before(case: Case, iteration: int) -> Own | None:
    """Return the search tree before an iteration by the student's own paths; None where one of the earlier ones is blank."""
    own = Own(case)
    for place in range(iteration):
        path = own_path(case, place)
        if not path:
            return None
        own.carry_out(path, place)
    return own


def own_number(case: Case, part: str, node: int) -> Number | None:
    """Return the visits or the total of a node by the student's own paths; None where these do not say it."""
    own = own_before(case, case.problem.game.iterations)
    if own is None or (part == "totals" and not own.has_totals):
        return None
    is_node_of_nobody = own.state.visits[node] is None and node not in case.expected(part)
    number = own.state.visits[node] or 0 if part == "visits" else own.state.totals[node]
    return None if is_node_of_nobody else number


def path_follows(case: Case, iteration: int, path: Sequence[int]) -> bool:
    """Return whether a path is the next one in the student's own search tree, at each node by the own scores where all are there."""
    own = own_before(case, iteration)
    if own is None:
        return False
    if own.game.playouts:
        inside, _, (_, outside) = own.state.follow(iteration)
        return list(path) == [*inside, *outside[:1]]

    def scores_of(node: int, inside: Sequence[int]) -> Sequence[Number | float] | None:
        return _written_scores(case, iteration, inside) or own.scores_of(node, inside)

    return _is_selected(own, scores_of, path)


def _is_selected(own: Own, scores_of: ScoresAt, path: Sequence[int]) -> bool:
    """Return whether selection by these scores takes the path, and what joins ends it."""
    rules, state = own.rules, own.state
    walked, (inside, outside) = [0], state.split(0)
    while rules.goes_on(inside, outside):
        scores = scores_of(walked[-1], inside)
        best = [] if scores is None else [inside[at] for at in best_arms(scores, rules.tie)]
        if len(path) <= len(walked) or path[len(walked)] not in best:
            return False
        walked.append(path[len(walked)])
        inside, outside = state.split(walked[-1])
    joined = rules.joins(inside, outside, walked == [0] or bool(state.visits[walked[-1]]))
    return list(path) == walked + list(joined[:1])


def _written_scores(case: Case, iteration: int, inside: Sequence[int]) -> Sequence[Number | float] | None:
    """Return the scores that the student wrote for an iteration; None where some that are compared are not there."""
    given = case.given("scores") or {}
    written = [given.get(key_of(case.problem, iteration, child)) for child in inside]
    return None if None in written else [one.value for one in written if one is not None]


def joined_on_own(case: Case, iteration: int) -> list[Key] | None:
    """Return what joins by the student's own path of an iteration; None where that, or an earlier one, is blank."""
    own, path = own_before(case, iteration), own_path(case, iteration)
    if own is None or not path:
        return None
    return own.joining(path) or ([] if adds_many(case.problem) else [NO_NODE])


def score_follows(case: Case, iteration: int, node: int, score: Number | float) -> bool:
    """Return whether a score is one that is compared on the student's own path of the iteration, in the own search tree."""
    own, path = own_before(case, iteration), own_path(case, iteration)
    if own is None or own.game.playouts:
        return False
    for above in path[:-1]:
        inside, outside = own.state.split(above)
        if node in inside and own.rules.goes_on(inside, outside):
            scores = own.scores_of(above, inside)
            return scores is not None and SCORE.is_right(case.problem, scores[[*inside].index(node)], score)
    return False


def choices_on_own(case: Case) -> list[int]:
    """Return the moves that follow from the student's own `visits` and `totals`; none where some of them are not there."""
    rules, game = right_rules_of(case.problem), case.problem.game
    visits, totals = case.given("visits") or {}, case.given("totals") or {}
    needs_totals = _needs_totals(rules)
    children = _children_on_own(case)
    needed = [*map(visits.get, (0, *children)), *map(totals.get, children if needs_totals else ())]
    if None in needed:
        return []
    state = State(game, rules, [None] * game.tree.size, [0] * game.tree.size)
    for node in (0, *children):
        state.visits[node] = visits[node].value
        state.totals[node] = totals[node].value if needs_totals and node else 0
    return state.choice()


def _needs_totals(rules: Rules) -> bool:
    return rules.final != "most-visits"


def _children_on_own(case: Case) -> list[int]:
    """Return the children of the root in the search tree, as the student has it: those with `visits`, and those that ought to have some.

    These are the right ones, but for those to which no own path goes.
    """
    given, own = case.given("visits") or {}, own_before(case, case.problem.game.iterations)
    ought = case.solution.trace.state.visits if own is None else own.state.visits
    return [c for c in case.problem.game.tree.children(0) if given.get(c) is not None or ought[c] is not None]


# what entries are about, and what they follow from


def _iterations(problem: Problem) -> int:
    return int(problem.game.iterations)


_ADDED = Keys(
    "node",
    lambda problem: {NONE: NO_NODE, **problem.game.by_id()},
    lambda problem, node: NONE if node == NO_NODE else id_of(problem, node),
)


def _on_own(follows: Callable[[Case, Key, Answer], bool]) -> Follows:
    """Return what tells whether an answer follows from the student's own, where it may follow from those to other parts."""
    return lambda case, key, answer: case.policy.across_parts and follows(case, key, answer)


def _example_paths(problem: Problem) -> str:
    ids = [*map(printable, problem.game.ids[:2])]
    return f"[[{', '.join(ids)}], [{ids[0]}]]"


_OF_PATHS = always(BEST_SCORE)


def _compared_roles(problem: Problem, solution: Solution) -> Mapping[Key, str]:
    """Return of each child that an iteration compares whether it was visited by then."""
    run: Run = solution.trace
    visits, roles = [*problem.game.visits], dict[Key, str]()
    for place, one in enumerate(run.iterations):
        compared = (child for comparison in one.compared for child in comparison.children)
        roles |= {key_of(problem, place, child): visited_or_not(visits[child]) for child in compared}
        for node in one.updated:
            visits[node] = (visits[node] or 0) + 1
    return roles


def _statistic(name: str, title: str, task: str, cell: Cell[Number], rule: str) -> Part:
    """Return a part with a number at each node of the search tree."""
    return Part(
        name,
        title,
        task,
        Each(cell, NODES, paper=every_place, zero_is_none=True, others_follow=True),
        among_own(lambda case, node: [own_number(case, name, node)]),
        lambda case, node: case.explain(("node", node)),
        rule=always(rule),
        question="Which paths lead through it?",
        sources=lambda _: ("paths",),
    )


PARTS = by_name(
    Part(
        "paths",
        "Paths",
        "the path of each iteration, from the root to the node at which its simulation starts (list of lists of nodes)",
        ByIteration(Listing(), _iterations),
        _on_own(path_follows),
        Case.explain,
        example=_example_paths,
        rule=_OF_PATHS,
        question="Which child has the best score, at each node where one has to be chosen?",
        sources=lambda _: ("scores",),
        played=Played.PATHS,
    ),
    Part(
        "expanded",
        "Nodes that join",
        "the node that each iteration adds, or none (list; where all children are added at once, list of lists)",
        ByIteration(Either(Choice(_ADDED), Listing(NODE._replace(empty="none is added")), adds_many), _iterations),
        _on_own(lambda case, iteration, nodes: joined_on_own(case, iteration) == list(nodes)),
        Case.explain,
        rule=always(JOINS),
        sources=lambda _: ("paths",),
    ),
    _statistic(
        "visits",
        "Visits",
        "how often each node of the search tree was visited at the end (node: number)",
        COUNT,
        "Every node of the path counts one visit more",
    ),
    _statistic(
        "totals",
        "Totals",
        "the total reward that each node of the search tree has recorded at the end (node: number)",
        EXACT,
        ADDS,
    ),
    Part(
        "scores",
        "Scores",
        "the scores of the children that the selection of each iteration compares (list of mappings child: number, {} where none is)",
        Scored(_iterations),
        _on_own(lambda case, key, score: score_follows(case, *at(case.problem, key), score)),
        lambda case, key: case.explain(("score", *at(case.problem, key))),
        rule=always("A score is the mean and a bonus for few visits"),
        question="What is the mean of each child, and how often was it visited?",
        sources=lambda _: ("paths",),
        roles=Roles(_compared_roles),
    ),
    Part(
        "selection",
        "Next path",
        "the path that selection would take next, from the root to where it stops (list of nodes)",
        Line(ends=every_place),
        explain=lambda case, _: case.explain("next"),
        rule=_OF_PATHS,
    ),
    Part(
        "choice",
        "Move at the end",
        "the move that is played at the end (its label; without one, the child's name)",
        Choice(ROOT_MOVES),
        among_own(lambda case, _: choices_on_own(case)),
        lambda case, _: case.explain("end"),
        rule=always(PLAYED),
        sources=lambda problem: ("visits", "totals")[: 1 + _needs_totals(right_rules_of(problem))],
    ),
)


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first difference in what was asked that may be shown: an iteration's path, a score, a node's visits or total."""
    names = ("paths", "scores", "visits", "totals")
    for part, key, found, other in differences(problem, PARTS, solution, wrong, may_show, names):
        form = PARTS[part].form
        rest = "nothing" if other is None else form.shown(problem, other)
        said = f"{form.name(problem, key)}: {part} {form.shown(problem, found)}"
        return Divergence(key if part in ("visits", "totals") else None, f"{said}; the other rule gives {rest}")
    return None


def rests(kind: Kind, problem: Problem) -> Rests:
    """Return the conventions that bear on what is asked: where playouts are given only those of the next path and of the move."""
    if not problem.game.playouts:
        found = rests_on_what_is_asked(kind, problem)
        return found._replace(
            parts=(*found.parts, *(["totals"] if any(problem.game.totals) else []))
        )  # whose are given
    final, asked = problem.conventions.final, {*problem.ask}
    by_scores = "selection" in asked or ("choice" in asked and final == "best-score")
    of_scores = (*UCB.conventions, "parent-count") if by_scores else ("tie",) * ("choice" in asked)
    return Rests((*of_scores, "final"), problem.ask)


MCTS = Kind(
    name="mcts",
    title="Monte Carlo tree search",
    task="Run Monte Carlo tree search on the tree below: selection, expansion, simulation, back-up.",
    parts=PARTS,
    asked=("paths", "visits", "totals"),
    conventions=("root", *UCB.conventions, "expand", "totals-for", "complement", "parent-count", "final"),
    game_format=GameFormat(read_sampling, write_sampling, with_rewards),
    solve=solve,
    wrong=Wrong(
        wordings=wordings(),
        rules=wrong_rules,
        right=right,
        carrier="visits",
        order=every_place,
        divergence=divergence,
        followers=no_follower,
    ),
    tutor=Tutor(steps, explain, at_nodes=("visits",)),
    draw=draw,
    terms=terms,
    poses=poses,
    rests=rests,
    searches=("ucb",),
)
