"""Tree sizes: how many nodes a uniform tree has at each depth, b^d of them, and how many leaves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from grader.core.answers.by_iteration import ByIteration
from grader.core.answers.case import Action, Answers, Case, Key, Solution, Step, Tutor
from grader.core.answers.cells import COUNT
from grader.core.answers.forms import Each, One
from grader.core.answers.part import Keys, Part, id_of
from grader.core.conventions import Conventions
from grader.core.documents import Document
from grader.core.drawing.diagram import Diagram, DiagramNode, NodeShape, Remark
from grader.core.errors import Fault
from grader.core.games.problem import Places, Problem
from grader.core.numbers import Number, read_number
from grader.kinds.entries import always, differences
from grader.kinds.record import (
    Agrees,
    Divergence,
    GameFormat,
    Kind,
    MayShow,
    Misconception,
    Mistake,
    View,
    Wrong,
    by_name,
    wordings_of,
)

MOST_LEAVES = 10**9


class _Uniform(NamedTuple):
    branching: int
    depth: int


class Uniform(Places, _Uniform):
    """A uniform tree: every inner node has as many children, every leaf lies as deep."""

    __slots__ = ()

    @property
    def ids(self) -> list[str]:
        """Return the name of each level: its depth."""
        return [str(depth) for depth in range(self.depth + 1)]


# the local rule: the size of one level from that of the level above


def times_branching(above: Number, branching: int) -> Number:
    """Return how many nodes a level has: b for each node of the level above.

    >>> times_branching(9, 3)
    27
    """
    return above * branching


def plus_branching(above: Number, branching: int) -> Number:
    """Return b nodes more than the level above: the wrong rule of those who add."""
    return above + branching


LevelRule = Callable[[Number, int], Number]


# the door


def read_uniform(document: Document, conventions: Conventions) -> tuple[Uniform | None, list[Fault], list[str]]:
    """Return the tree under `branching` and `depth`, what is wrong with it, and warnings."""
    stated = {name: str(document.data[name]) for name in ("branching", "depth")}
    if long := [name for name, text in stated.items() if len(text) > 9]:
        return None, document.faults((f"{name} is too large", (name,)) for name in long), []
    branching, depth = (int(read_number(text)) for text in stated.values())
    if depth > 30 or branching**depth > MOST_LEAVES:
        wrong = [(f"a tree of {branching}^{depth} leaves is too large, expected at most {MOST_LEAVES:,}", ("depth",))]
        return None, document.faults(wrong), []
    return Uniform(branching, depth), [], []


def write_uniform(problem: Problem) -> dict[str, Any]:
    """Return the fields `branching` and `depth` of a problem document."""
    return {"branching": problem.game.branching, "depth": problem.game.depth}


# the solver: the rule folded over the levels


def answers_by(
    problem: Problem,
    rule: LevelRule,
    fixed: Mapping[Key, Number],
    parts: Collection[str] | None = None,
    agrees: Agrees | None = None,
) -> Answers:
    """Return the answers by a rule, from the root down; where a level's number is given, those below follow from it.

    The first iteration, which goes down to depth 1, has the key 0.
    """
    tree: Uniform = problem.game
    levels: list[Number] = []
    for depth in range(tree.depth + 1):
        found = rule(levels[-1], tree.branching) if levels else 1
        levels.append(fixed.get(depth, found))
    met = [sum(levels[: depth + 1]) for depth in range(1, tree.depth + 1)]
    return {"levels": dict(enumerate(levels)), "leaves": levels[-1], "deepening": dict(enumerate(met))}


def right(problem: Problem, fixed: Mapping[Key, Number]) -> Answers:
    """Return the right rule's answers where some numbers are given."""
    return answers_by(problem, times_branching, fixed)


def solve(problem: Problem, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer: b^d nodes at each depth d."""
    return Solution(right(problem, {}))


# wrong rules


MISTAKES = {
    "adds-branching": Mistake(
        plus_branching,
        "Each level has b nodes more than the one above.",
        "You add the branching factor. Every node of a level has that many children, so it multiplies.",
        "rule: a level has b times as many nodes as the one above",
    ),
}


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem."""
    return [Misconception(name, "", partial(answers_by, problem, one.rules)) for name, one in MISTAKES.items()]


def depths(problem: Problem) -> Sequence[int]:
    """Return the levels in the order in which their sizes are found."""
    return range(problem.game.depth + 1)


def deeper(problem: Problem, depths: Iterable[Key]) -> Sequence[int]:
    """Return the levels whose size can follow from that of one of the levels: those below the first of them."""
    return range(min(depths) + 1, problem.game.depth + 1)


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first level, of those that are asked and may be shown, whose size the wrong rule changes."""
    for _, depth, size, other in differences(problem, PARTS, solution, wrong, may_show, ("levels",)):
        return Divergence(depth, f"depth {depth} has {size} nodes; the other rule gives {other}")
    return None


# words and pictures


def explain(problem: Problem, solution: Solution, depth: Key, *, windows: bool) -> str:
    """Return how many nodes a level has, and why."""
    levels, branching = solution.answers["levels"], problem.game.branching
    if depth == 0:
        return "At depth 0 stands the root alone: 1 node."
    return f"Every node above has {branching} children: {levels[depth - 1]} * {branching} = {levels[depth]} nodes."


def steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the step of each level, from the root down."""
    for depth, size in solution.answers["levels"].items():
        sentence = explain(problem, solution, depth, windows=False)
        step = Step(Action.VALUE, depth, sentence, value=size, done=depth + 1, rule=LEVEL_RULE)
        yield step._replace(unfinished=f"How many nodes are {problem.game.branching}^{depth}?")


def draw(view: View) -> Sequence[Diagram]:
    """Return one node a level, the next below it; with the solution also their sizes."""
    levels = view.answers.get("levels", {})
    nodes = tuple(
        DiagramNode(
            NodeShape.CHILD if depth else NodeShape.MAX,
            str(depth),
            depth - 1,
            number=Remark(str(levels[depth])) if levels else None,
            key=depth,
            called="" if depth else None,  # else it would be a child
        )
        for depth in range(view.problem.game.depth + 1)
    )
    return (Diagram(view.title, nodes),)


# the kind


def by_depth(problem: Problem) -> dict[str, int]:
    """Return the depth that each name stands for."""
    tree: Uniform = problem.game
    return tree.by_id()


def iterations(problem: Problem) -> int:
    """Return how often an iterative deepening starts again: once for each depth below the root."""
    tree: Uniform = problem.game
    return tree.depth


def iteration_step(case: Case, iteration: Key) -> str:
    """Return the step behind what one iteration meets."""
    levels = case.expected("levels")
    return f"It meets all levels down to depth {iteration + 1}: {' + '.join(str(levels[d]) for d in range(iteration + 2))}."


LEVEL_RULE = "A level has b times as many nodes as the one above"
LEAVES = Part(
    "leaves",
    "Leaves",
    "how many leaves the tree has (one number)",
    One(COUNT),
    rule=always("The leaves are the nodes of the last level"),
    question="How many nodes has the last level?",
)
LEVELS = Part(
    "levels",
    "Levels",
    "how many nodes there are at each depth, the root's is 0 (depth: number)",
    Each(COUNT, Keys("depth", by_depth, id_of), said=depths, missing_is_blank=True),
    explain=Case.explain,
    rule=always(LEVEL_RULE),
)
DEEPENING = Part(
    "deepening",
    "Nodes of each iteration",
    "how many nodes each iteration of iterative deepening meets, the first goes down to depth 1 (list of numbers)",
    ByIteration(One(COUNT), iterations),
    explain=iteration_step,
    rule=always("An iteration meets all levels down to its depth"),
    question="How many nodes has each level down to its depth?",
)
PARTS = by_name(LEVELS, LEAVES, DEEPENING)

TREE_SIZE = Kind(
    name="tree-size",
    title="Tree sizes",
    task="Count the nodes of this uniform tree.",
    parts=PARTS,
    asked=("levels", "leaves", "deepening"),
    conventions=(),
    game_format=GameFormat(read_uniform, write_uniform),
    solve=solve,
    wrong=Wrong(
        wordings=wordings_of(MISTAKES),
        rules=wrong_rules,
        right=right,
        carrier="levels",
        order=depths,
        divergence=divergence,
        followers=deeper,
    ),
    tutor=Tutor(steps, explain),
    draw=draw,
)
