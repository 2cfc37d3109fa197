"""The parts of a construction: what is handed in, and the best number that there is."""

from __future__ import annotations

from collections.abc import Mapping

from grader.answers.case import Case, Key
from grader.answers.cells import COUNT
from grader.answers.forms import One
from grader.answers.objects import Run
from grader.answers.part import Part
from grader.answers.things.trees import NESTED
from grader.games.problem import Problem
from grader.kinds.lifts.construct.asked import CHANGES, LEAST, ORDER, TREE, VALUES, asked_of
from grader.kinds.lifts.construct.things import THINGS


def _rule(problem: Problem, key: Key | None) -> str:
    return RULES[asked_of(problem).make]


RULES: Mapping[str, str] = {
    ORDER: "The order of the children decides how much is pruned",
    VALUES: "The numbers at the leaves decide what the search does",
    CHANGES: "A change matters where it turns a comparison over",
    TREE: "A tree is judged by running the search on it",
}


def _example_order(problem: Problem) -> str:
    thing = THINGS[ORDER]
    return f"{{{', '.join(_some(thing.write(problem, dict(_first_choice(problem)))))}}}"


def _first_choice(problem: Problem) -> list[tuple[Key, tuple[Key, ...]]]:
    from grader.kinds.lifts.construct.asked import searched_of
    from grader.kinds.lifts.construct.built import choices

    there = [(node, tuple(its)) for node, its in choices(searched_of(problem).game).items()]
    return there[:1]


def _some(written: Mapping[str, list[str]]) -> list[str]:
    from grader.documents.write import scalar

    return [f"{scalar(node)}: [{', '.join(map(scalar, its))}]" for node, its in written.items()]


def _example_numbers(problem: Problem) -> str:
    from grader.documents.write import scalar

    leaves = [name for name, _ in THINGS[asked_of(problem).make].widget(problem).keys][:2]
    written = (f"{scalar(leaf)}: {letter}" for letter, leaf in zip("ab", leaves, strict=False))
    return f"{{{', '.join(written)}}}, with numbers for the letters"


def _example_tree(problem: Problem) -> str:
    return f"{NESTED}, with numbers for the letters"


ORDER_PART = Part(
    ORDER,
    "the children of nodes in a new order, so that the goal is reached; what is not named stays (node: [children])",
    Run(THINGS[ORDER]),
    example=_example_order,
    rule=_rule,
)
VALUES_PART = Part(
    VALUES,
    "a number for every free leaf, so that the goal is reached (leaf: number)",
    Run(THINGS[VALUES]),
    example=_example_numbers,
    rule=_rule,
)
CHANGES_PART = Part(
    CHANGES,
    "as few leaves as possible with their new numbers, so that the goal is reached (leaf: number)",
    Run(THINGS[CHANGES]),
    example=_example_numbers,
    rule=_rule,
)
TREE_PART = Part(
    TREE,
    "a tree with as few nodes as possible that reaches the goal (a nested list such as [[a, b], [c, d]], with numbers for the letters)",
    Run(THINGS[TREE]),
    example=_example_tree,
    rule=_rule,
)


def _counted(problem: Problem, key: Key | None) -> str:
    return "The best that any answer can reach"


def _reached(case: Case, key: Key) -> str:
    """Return what is counted, and an object that reaches it."""
    problem = case.problem
    made, example = asked_of(problem).make, asked_of(problem).found.example
    return f"Asked are {counted(problem)}. This reaches it: {THINGS[made].show(problem, example)}."


COUNT_PART = Part(
    "count",
    "the best number that any answer can reach: of evaluated leaves, of changes or of nodes (a whole number)",
    One(COUNT),
    explain=_reached,
    rule=_counted,
)


def counted(problem: Problem) -> str:
    """Return what the part count counts, in words."""
    asked = asked_of(problem)
    if asked.make == ORDER:
        return f"the {'most' if asked.objective == LEAST else 'fewest'} leaves that are evaluated in any order"
    return "the fewest changes that reach the goal" if asked.make == CHANGES else "the fewest nodes that reach the goal"
