"""Programs that search, as functions over a game, and a player in this process that plays them on trees and keeps the log."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from generators import generate
from generators.request import read_stated, requested
from grader.core.answers.case import Solution
from grader.core.documents import PROBLEM_LIMITS, open_source
from grader.core.errors import ProblemError
from grader.core.games.tree import KIND_NAMES, LEAF, Tree
from grader.core.numbers import write_number
from grader.grading.programs.playing import Ended, Play
from grader.grading.programs.program import PYTHON, Limits, Program, ProgramTree, Style
from grader.kinds import KINDS, Exercise, read_exercise, write_problem
from grader.kinds.problems import Fold

INF = float("inf")
FROM_LOG = ("visited", "pruned", "leaves-evaluated", "nodes-visited")


class Game:
    """A tree as a program sees it; `visited` are the nodes in the order in which they were first asked for children or value."""

    def __init__(self, exercise: Exercise) -> None:
        self.tree: Tree = exercise.problem.game
        self.places = self.tree.by_id()
        self.root = self.tree.ids[0]
        self.visited: list[str] = []

    def player(self, node: str) -> str:
        """Return max, min, chance or leaf."""
        return KIND_NAMES[self.tree.kind[self.places[node]]].lower()

    def is_leaf(self, node: str) -> bool:
        """Return whether nothing follows."""
        return bool(self.tree.kind[self.places[node]] == LEAF)

    def chance(self, node: str) -> Fraction | int:
        """Return how probable the node is, below a chance node."""
        probability: Fraction | int | None = self.tree.probability[self.places[node]]
        return probability or 0

    def children(self, node: str) -> list[str]:
        """Return the children from left to right."""
        self._visit(node)
        return [self.tree.ids[child] for child in self.tree.children(self.places[node])]

    def value(self, node: str) -> Fraction | int:
        """Return what a leaf is worth."""
        self._visit(node)
        number: Fraction | int | None = self.tree.value[self.places[node]]
        assert number is not None
        return number

    def _visit(self, node: str) -> None:
        if node not in self.visited:
            self.visited.append(node)

    def log(self) -> dict[str, object]:
        """Return the four parts that come from the log."""
        leaves = [node for node in self.tree.ids if self.is_leaf(node)]
        return {
            "visited": self.visited,
            "pruned": [leaf for leaf in leaves if leaf not in self.visited],
            "leaves-evaluated": sum(leaf in self.visited for leaf in leaves),
            "nodes-visited": len(self.visited),
        }


Search = Callable[[Game], Any]


def play(program: Program, search: Search, trees: Sequence[ProgramTree] | None = None) -> Play:
    """Return what a program does on the trees, one after the other; an exception leaves a tree without an answer."""
    answers: dict[str, Mapping[str, Any]] = {}
    errors = []
    for tree in program.trees if trees is None else trees:
        game = Game(tree.exercise)
        try:
            found = search(game)
        except ValueError as failure:
            errors.append(Ended(tree.name, f"ValueError in line 7: {failure}"))
            continue
        said = {"value": found[0], "best-move": found[1]} if isinstance(found, tuple) else found
        everything = {**said, **game.log()}
        answers[tree.name] = {part: written(everything[part]) for part in program.ask if part in everything}
    return Play(answers, errors=tuple(errors))


def written(answer: Any) -> Any:
    """Return an answer as JSON holds it."""
    if isinstance(answer, Fraction | float) and abs(answer) != INF:
        return write_number(Fraction(answer))
    return answer


def exercise_of(document: Mapping[str, Any]) -> Exercise:
    """Return the exercise that a document states."""
    return read_exercise(open_source(document, PROBLEM_LIMITS, ProblemError), KINDS)


def program_of(
    kind: str,
    trees: Sequence[Mapping[str, Any]],
    ask: Sequence[str],
    *,
    public: int = 0,
    accept: Mapping[str, Sequence[Any]] | None = None,
) -> Program:
    """Return a program exercise on problems, of which the first are public; a point for each part."""
    combinations = [dict(zip(accept or (), values, strict=True)) for values in product(*(accept or {}).values())]
    hidden = (f"tree-{number:02}" for number in range(1, len(trees) + 1))
    names = [*(f"public-{number}" for number in range(1, public + 1)), *hidden][: len(trees)]
    posed = tuple(
        ProgramTree(name, name.startswith("public"), tuple(_posed(kind, name, tree, ask, one) for one in combinations))
        for name, tree in zip(names, trees, strict=True)
    )
    conventions = tuple(tree.problem.conventions for tree in posed[0].accepted)
    run, points = {".py": PYTHON}, dict.fromkeys(ask, 1)
    return Program("search", "search", "", kind, Style.GAME, "search", points, conventions, run, {}, Limits(), posed)


def _posed(
    kind: str, name: str, tree: Mapping[str, Any], ask: Sequence[str], combination: Mapping[str, Any]
) -> Exercise:
    conventions = {**tree.get("conventions", {}), **combination}
    return exercise_of(
        {
            "format": "gametree-problem/1",
            "id": f"search-{name}",
            "kind": kind,
            **tree,
            "ask": [*ask],
            **({"conventions": conventions} if conventions else {}),
        }
    )


REQUESTS: dict[str, list[dict[str, Any]]] = {
    "alpha-beta": [
        {"depth": 4, "branching": 2},
        {"depth": 3, "branching": 3, "about": "equality"},
        {"depth": 4, "branching": 2, "about": "deep-cutoffs"},
    ],
    "minimax": [{"depth": 3, "branching": "2-3"}, {"depth": 4, "branching": 2}, {"depth": 2, "branching": 3}],
    "expectiminimax": [
        {"depth": 3, "branching": 2, "layers": ["max", "chance", "min"]},
        {"depth": 2, "branching": 3, "layers": ["max", "chance"]},
        {"depth": 4, "branching": 2, "layers": ["max", "chance", "max", "chance"], "chances": "quarters"},
    ],
}
"""Most of what is drawn for a program where nothing is said: of each request a public tree, and hidden ones."""


def drawn(kind: str, secret: str, *, hidden: int = 4, ask: Sequence[str] = ()) -> Program:
    """Return a program exercise on the trees that a program of the kind plays by default."""
    seeds = [f"{secret}/public", *(f"{secret}/hidden/{number}" for number in range(hidden))]
    trees = [_drawn(kind, request, seed) for seed in seeds for request in REQUESTS[kind]]
    usual = ("value", "best-move", "visited", "pruned") if kind == "alpha-beta" else ("value", "best-move")
    return program_of(kind, trees, ask or usual, public=len(REQUESTS[kind]))


def _drawn(kind: str, request: Mapping[str, Any], seed: str) -> dict[str, Any]:
    document = open_source({"kind": kind, **request}, PROBLEM_LIMITS, ProblemError)
    stated = read_stated(document, (), lambda file, *_: file)
    return stated_of(generate(kind, requested(kind, stated.fields, stated.conventions), seed))


def stated_of(exercise: Exercise) -> dict[str, Any]:
    """Return what a document states of the game of an exercise, and its conventions."""
    said = write_problem(exercise.kind, exercise.problem)
    others = ("format", "id", "title", "kind", "source", "ask", "points", "marking", "text")
    return {name: field for name, field in said.items() if name not in others}


def ruled(program: Program) -> dict[tuple[str, str], dict[str, dict[str, Any]]]:
    """Return what those answer on each tree who follow a wrong rule: the right answers where there is no such rule."""
    folds = {tree.name: {_named(fold): fold.answers for fold in tree.exercise.wrong.folds()} for tree in program.trees}
    rules = dict.fromkeys(rule for of_tree in folds.values() for rule in of_tree)
    return {
        rule: {tree.name: _written(tree.exercise, folds[tree.name].get(rule)) for tree in program.trees}
        for rule in rules
    }


def _named(fold: Fold) -> tuple[str, str]:
    return fold.misconception.name, fold.misconception.detail


def _written(exercise: Exercise, answers: Mapping[str, Any] | None) -> dict[str, Any]:
    solution = exercise.solution if answers is None else Solution(answers)
    found = exercise.kind.write_answer(exercise.kind, exercise.problem, solution)
    return {part: found[part] for part in exercise.problem.ask if part in found}
