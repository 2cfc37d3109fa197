"""Monte Carlo tree search: selection, expansion, simulation and back-up, iteration by iteration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from grader.answers.case import Answers, Attempt, Key, Solution, Tutor
from grader.diagram import Diagram, Numbers
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds.mcts.answering import solve
from grader.kinds.mcts.parts import PARTS
from grader.kinds.mcts.played_words import choices_posed, game_posed
from grader.kinds.mcts.reading import read_sampling, write_sampling
from grader.kinds.mcts.sampling import Sampling
from grader.kinds.mcts.wordings import WORDINGS
from grader.kinds.record import (
    Divergence,
    Door,
    Kind,
    MayShow,
    Misconception,
    Rests,
    Wrong,
    by_name,
    rests_on_what_is_asked,
)
from grader.kinds.ucb.kind import UCB
from grader.marks.reports import ProblemReport
from grader.printable import printable
from grader.step import Step

CONVENTIONS = ("expand", "totals-for", "complement", "parent-count", "final")


def nodes_in_order(problem: Problem) -> Sequence[int]:
    """Return the nodes, breadth-first."""
    return range(len(problem.game.ids))


def no_node(problem: Problem, nodes: Iterable[int]) -> tuple[int, ...]:
    """Return the nodes whose visits follow from those of others: there is none."""
    return ()


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem."""
    from grader.kinds.mcts.misconceptions import mcts_misconceptions

    return mcts_misconceptions(problem)


def right(problem: Problem, fixed: Mapping[Key, Number]) -> Answers:
    """Return the right rule's answers where the visits of some nodes are given."""
    from grader.kinds.mcts.misconceptions import right_answers

    return right_answers(problem, fixed)


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first difference that may be shown: an iteration's path, a score, a node's visits or total."""
    for part in ("paths", "scores", "visits", "totals"):
        form = PART_FORMS[part].form
        for key, found in solution.answers.get(part, {}).items():
            other = wrong.get(part, {}).get(key)
            if not may_show(part, key) or (other is not None and form.same(problem, found, other)):
                continue
            name = form.name(problem, key)
            shown = _shown(problem, part, key, found)
            rest = "nothing" if other is None else _shown(problem, part, key, other)
            node = key if part in ("visits", "totals") else None
            return Divergence(node, f"{name}: {part} {shown}; the other rule gives {rest}")
    return None


PART_FORMS = by_name(*PARTS)


def _shown(problem: Problem, part: str, key: Key, found: object) -> str:
    if part == "paths":
        names: Sequence[int] = found  # type: ignore[assignment]  # a path
        return ", ".join(printable(problem.game.ids[node]) for node in names)
    return PART_FORMS[part].form.show(problem, {key: found}).rpartition(" = ")[2]


def draw(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Sequence[Diagram]:
    """Return the tree, solved also one drawing for each iteration; see `mcts_diagrams`."""
    from grader.kinds.mcts.diagram import mcts_diagrams

    return mcts_diagrams(problem, solution, attempt, report, numbers)


def steps(problem: Problem, solution: Solution) -> Iterable[Step]:
    """Return the iterations one by one, then the move that is played."""
    from grader.kinds.mcts.words import mcts_steps

    return mcts_steps(problem, solution)


def explain(problem: Problem, solution: Solution, key: Key, *, windows: bool) -> str:
    """Return the step behind an entry."""
    from grader.kinds.mcts.words import explain as in_words

    return in_words(problem, solution, key, windows=windows)


def poses(problem: Problem) -> list[str]:
    """Return how many iterations are run, and what their simulations give."""
    game: Sampling = problem.game
    count = game.iterations
    if game.playouts:
        return [_OF_PLAYOUTS, *_playouts(problem)]
    if not count:
        return [*game_posed(problem), "No iteration is run: the numbers in the nodes are total/visits as they stand."]
    said = [
        *game_posed(problem),
        f"Run {count} iteration{'s' * (count > 1)}. In a node stands total/visits; one without is not in the search tree yet.",
    ]
    results = ["-" if reward is None else problem.say(reward) for reward in game.rewards]
    if any(reward is not None for reward in game.rewards):
        said.append(f"The simulations give MAX, iteration by iteration: {', '.join(results)}.")
    return [*said, *choices_posed(problem)]


_OF_PLAYOUTS = "The playouts are given, one for each iteration. At first the search tree is the root alone. In a node will stand total/visits."


def _playouts(problem: Problem) -> Iterator[str]:
    game: Sampling = problem.game
    for place, (nodes, reward) in enumerate(zip(game.playouts, game.rewards, strict=True), 1):
        moves = ", ".join(printable(game.tree.moves[node]) for node in nodes)
        yield f"Playout {place}: {moves}; reward {problem.say(reward or 0)}."


def rests(kind: Kind, problem: Problem) -> Rests:
    """Return the conventions that bear on what is asked: where playouts are given only those of the next path and of the move."""
    if not problem.game.playouts:
        return rests_on_what_is_asked(kind, problem)
    final, asked = problem.conventions.final, {*problem.ask}
    by_scores = "selection" in asked or ("choice" in asked and final == "best-score")
    of_scores = (*UCB.conventions, "parent-count") if by_scores else ("tie",) * ("choice" in asked)
    return Rests((*of_scores, "final"), problem.ask)


_TERMS_OF_PLAYOUTS = (
    "One player makes all moves. A node is called by the moves that lead to it, and children stand in the order of their moves.",
    "A playout is followed while its moves lead to nodes of the search tree; its next move adds one node, the moves after that add none.",
    "All nodes of that path count the playout and its reward, from the root to the new node.",
)


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains first."""
    if problem.game.playouts:
        of_next = (
            "The next path goes by scores, from a node of the search tree to one of its children there, to where there is none.",
        )
        return [*_TERMS_OF_PLAYOUTS, *of_next * ("selection" in problem.ask)]
    said = [
        "Children are taken from left to right, as they stand in the tree.",
        "A leaf with a value gives that as MAX's reward.",
        "At each node the children's scores take the mean rewards of the player who chooses there.",
    ]
    if problem.conventions.weighs_priors:
        said.append("A child's prior says how promising it looks before any visit.")
    return said


MCTS = Kind(
    name="mcts",
    title="Monte Carlo tree search",
    task="Run Monte Carlo tree search on the tree below: selection, expansion, simulation, back-up.",
    parts=PART_FORMS,
    asked=("paths", "visits", "totals"),
    conventions=("root", *UCB.conventions, *CONVENTIONS),
    door=Door(read_sampling, write_sampling),
    solve=solve,
    wrong=Wrong(
        wordings=WORDINGS,
        rules=wrong_rules,
        right=right,
        carrier="visits",
        order=nodes_in_order,
        divergence=divergence,
        followers=no_node,
    ),
    tutor=Tutor(steps, explain, at_nodes=("visits",)),
    draw=draw,
    terms=terms,
    poses=poses,
    rests=rests,
    searches=("ucb",),
)
