"""What is said of a construction: its goal, what is allowed, and the search on an object that reaches the goal, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from grader.answers.case import Key, Solution
from grader.exact import show_number
from grader.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.lifts.construct.asked import (
    CHANGES,
    LEAST,
    ORDER,
    TREE,
    VALUES,
    Asked,
    asked_of,
    construction_of,
    searched_of,
)
from grader.kinds.lifts.construct.built import built
from grader.kinds.lifts.construct.earning import earning_words
from grader.kinds.lifts.construct.parts import counted
from grader.kinds.lifts.construct.things import THINGS
from grader.kinds.lifts.searched import as_said, game_posed
from grader.kinds.lifts.sentences import names, say
from grader.step import Action, Step


def poses(problem: Problem) -> list[str]:
    """Return what a statement says of the task: the rules of a game, the search, the goal, and what may be handed in."""
    asked = asked_of(problem)
    said = [
        *game_posed(problem),
        f"The search is {KINDS[searched_of(problem).kind].title.lower()}.",
        *GOALS[asked.make](problem),
    ]
    said += _allowed_words(asked)
    if "count" in problem.ask:
        said.append(f"The part count asks for {counted(problem)}.")
    return said


def _order_goal(problem: Problem) -> list[str]:
    many = "as many leaves as possible" if asked_of(problem).objective == LEAST else "as few leaves as possible"
    return [
        f"Goal: put the children of the nodes in an order in which the search evaluates {many}.",
        "The tree as it stands earns nothing, nor does its mirror image.",
    ]


def _claims(problem: Problem) -> str:
    claims = [say(claim, as_said(problem)) for claim in asked_of(problem).claims]
    return claims[0] if len(claims) == 1 else "all of this holds: " + "; ".join(claims)


def _values_goal(problem: Problem) -> list[str]:
    free = asked_of(problem).free
    return [f"Goal: give a number to each of the leaves {names(free)}, so that {_claims(problem)}."]


def _changes_goal(problem: Problem) -> list[str]:
    return [f"Goal: change the numbers of as few leaves as possible, so that {_claims(problem)}."]


def _tree_goal(problem: Problem) -> list[str]:
    root = asked_of(problem).root.upper()
    return [
        f"Goal: make a tree with as few nodes as possible in which {_claims(problem)}.",
        f"{root} moves at its root, and the players take turns. Nodes are called A, B, C and so on, level by level.",
    ]


GOALS: Mapping[str, Callable[[Problem], list[str]]] = {
    ORDER: _order_goal,
    VALUES: _values_goal,
    CHANGES: _changes_goal,
    TREE: _tree_goal,
}


def _allowed_words(asked: Asked) -> list[str]:
    allowed, said = asked.allowed, []
    numbers = "whole numbers" if allowed.integers else "numbers"
    if allowed.low is not None and allowed.high is not None:
        said.append(f"Allowed are {numbers} from {show_number(allowed.low)} to {show_number(allowed.high)}.")
    elif allowed.integers:
        said.append("Allowed are whole numbers.")
    if allowed.distinct:
        said.append("No two leaves have the same number.")
    return said


# step by step


def solved_example(problem: Problem) -> tuple[Problem, Solution]:
    """Return the problem that the example makes, solved by its search."""
    asked = asked_of(problem)
    made = built(as_said(problem), asked.make, asked.found.example)
    return asked_alone(made, KINDS[made.kind].solve(made))


def asked_alone(made: Problem, its: Solution) -> tuple[Problem, Solution]:
    """Return the problem that asks what its kind asks by default, as far as it has answers to that, and its solution."""
    return made._replace(ask=tuple(part for part in KINDS[made.kind].asked if part in its.answers)), its


def steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the example, then the steps of the search on it."""
    asked = asked_of(problem)
    shown = THINGS[asked.make].show(problem, asked.found.example)
    sentence = f"An example that reaches the goal; yours may differ: {shown}. {earning_words(construction_of(problem))}"
    yield Step(Action.EXAMPLE, None, sentence)
    made, its = solved_example(problem)
    to_own = own_keys(problem, made)
    for step in KINDS[made.kind].tutor.steps(made, its):
        yield _with_own_keys(step, to_own)


def own_keys(problem: Problem, made: Problem) -> Mapping[Key, Key]:
    """Return what the construction calls each node of the problem that an object makes."""
    by_id: dict[str, int] = problem.game.by_id()
    return {node: by_id[id_] for node, id_ in enumerate(made.game.ids) if id_ in by_id}


def _with_own_keys(step: Step, own: Mapping[Key, Key]) -> Step:
    return step._replace(
        node=own.get(step.node),
        at=own.get(step.at),
        skipped=tuple(own[node] for node in step.skipped),
        chosen=tuple(own[node] for node in step.chosen),
    )


def explain(problem: Problem, solution: Solution, key: Key, *, windows: bool) -> str:
    """Return nothing: what an object earns comes from running it, not from one step."""
    return ""
