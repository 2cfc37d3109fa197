"""The editor's page works out what the reference solver does: the one place where rules stand twice."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import problem_data, read
from windows import chunks

from browser.conftest import OpenPage
from grader.core.games.tree import LEAF, Tree
from grader.core.numbers import show_number
from grader.kinds import Exercise

STATIC = Path(__file__).parents[2] / "grader/pages/static"
TREES = 250
PLAYERS = {"minimax": ("max", "min"), "expectiminimax": ("max", "min", "chance"), "alpha-beta": ("max", "min")}
Node = dict[str, Any]

# What the page says of each tree, its nodes by their places in depth-first order.
SOLVED = """([trees, cuts]) => trees.map((root) => {
  const all = []; (function each(node) { all.push(node); node.kids.forEach(each); })(root);
  const told = editorLive.search(root, cuts), places = (nodes) => [...nodes].map((node) => all.indexOf(node)).sort((a, b) => a - b);
  const found = all.map((node) => told.found.get(node)), text = (number) => editorLive.shown(number);
  return {
    value: text(told.value), best: told.best ? all.indexOf(told.best) : null, leaves: told.leaves, skipped: places(told.skipped),
    values: found.map((one) => (one ? text(one.value) : null)), windows: found.map((one) => (one?.window ? one.window.map(text) : null)),
    gaps: Object.values(editorLive.gaps(root)).map((one) => one.length),
  };
})"""
CHOSEN = """(all) => all.map((root) => {
  const { visits, scores, chosen } = editorLive.choose(root);
  return { visits, scores: scores.map((score) => (Number.isFinite(score) ? score : null)), chosen: root.kids.indexOf(chosen) };
})"""


@pytest.fixture
def evaluate(tmp_path: Path, open_page: OpenPage) -> Callable[[str, Any], Any]:
    """Return what runs a function of the page's scripts on data."""
    scripts = "\n".join(
        (STATIC / name).read_text("utf-8")
        for name in ("commas.js", "numerals.js", "answer-fields.js", "editor-live.js")
    )
    file = tmp_path / "live.html"
    file.write_text(f"<!doctype html><title>live</title><script>{scripts}</script>", "utf-8")
    page = open_page(file).page
    evaluate: Callable[[str, Any], Any] = page.evaluate
    return evaluate


def drawn(draw: random.Random, players: tuple[str, ...], depth: int) -> Node:
    """Return a tree as the page holds it: a leaf, or a node with some children; few values, so that many are equal."""
    if depth == 0 or draw.random() < 0.15:
        return {"kind": "leaf", "value": draw.choice(["3", "-2", "7/3", "0.5", "12", "4", "-0.25", "5"]), "kids": []}
    kind = draw.choice(players)
    kids = [drawn(draw, players, depth - 1) for _ in range(draw.randint(1, 4))]
    if kind == "chance" and draw.random() < 0.7:
        weights = [draw.randint(0, 4) for _ in kids[1:]]
        weights.insert(0, draw.randint(1, 4))
        for kid, weight in zip(kids, weights, strict=True):
            kid["p"] = str(Fraction(weight, sum(weights)))
    return {"kind": kind, "kids": kids}


def document(node: Node) -> Node:
    """Return the same tree as problem documents hold it."""
    more = {"p": node["p"]} if "p" in node else {}
    return more | (
        {"value": node["value"]} if node["kind"] == "leaf" else {node["kind"]: [*map(document, node["kids"])]}
    )


def depth_first(tree: Tree, node: int = 0) -> Iterator[int]:
    yield node
    for child in tree.children(node):
        yield from depth_first(tree, child)


def shown(number: Any) -> str:
    """Return a number as the page shows it: a decimal where it is short, else a fraction."""
    if isinstance(number, Fraction) and 10**4 % number.denominator == 0:
        return f"{float(number):.4f}".rstrip("0").replace("-", "−")
    return show_number(number).replace("inf", "∞").replace("-", "−")


def expected(exercise: Exercise) -> dict[str, Any]:
    """Return what the reference solver says of the tree, in the words of the page."""
    tree: Tree = exercise.problem.game
    order = [*depth_first(tree)]
    answers, trace = exercise.solution.answers, exercise.solution.trace
    visited = {*range(tree.size)} if trace is None else {*trace.visited}
    values = dict(answers["values"]) | {node: tree.value[node] for node in visited if tree.kind[node] == LEAF}
    windows = {} if trace is None else answers["windows"]
    best = answers.get("best-move")  # the first of equals
    return {
        "value": shown(answers["value"]),
        "best": None if best is None else order.index(best[0]),
        "leaves": sum(tree.kind[node] == LEAF for node in visited),
        "skipped": [place for place, node in enumerate(order) if node not in visited],
        "values": [shown(values[node]) if node in visited else None for node in order],
        "windows": [[*map(shown, windows[node])] if node in windows else None for node in order],
        "gaps": [0] * 5,
    }


@chunks(1, 1, 8)
@pytest.mark.parametrize("kind", PLAYERS)
def test_the_page_finds_in_random_trees_what_the_program_finds(
    kind: str, chunk: int, evaluate: Callable[[str, Any], Any]
) -> None:
    draw, cuts = random.Random(f"editor {kind} {chunk}"), 0
    trees = [drawn(draw, PLAYERS[kind], draw.randint(1, 4)) for _ in range(TREES)]
    for tree, said in zip(trees, evaluate(SOLVED, [trees, kind == "alpha-beta"]), strict=True):
        right = expected(read(problem_data(kind, document(tree))))
        if kind != "alpha-beta":
            said |= {"windows": right["windows"]}  # without cuts nobody is told a window
        assert said == right, document(tree)
        cuts += bool(said["skipped"])
    assert (cuts > TREES / 10) == (kind == "alpha-beta")


@chunks(1, 1, 8)
def test_the_page_scores_children_as_the_program_does(chunk: int, evaluate: Callable[[str, Any], Any]) -> None:
    draw = random.Random(f"editor ucb {chunk}")
    trees = []
    for _ in range(TREES):
        visits = [draw.choice([0, 1, 2, 3, 5, 10, 17]) if draw.random() < 0.9 else 0 for _ in range(draw.randint(2, 6))]
        kids = [
            {
                "kind": "leaf",
                "visits": str(count),
                "value": f"{draw.randint(-count, 4 * count)}/4" if count else "",
                "kids": [],
            }
            for count in visits
        ]
        trees.append({"kind": "max", "kids": kids})
    for tree, said in zip(trees, evaluate(CHOSEN, trees), strict=True):
        children = [
            {"id": f"c{place}", "visits": int(kid["visits"])} | ({"total": kid["value"]} if kid["value"] else {})
            for place, kid in enumerate(tree["kids"])
        ]
        exercise = read(problem_data("ucb", children))
        scores = exercise.solution.answers["scores"]
        assert said["visits"] == exercise.problem.game.parent_visits
        assert [float("inf") if one is None else one for one in said["scores"]] == pytest.approx([*scores.values()])
        assert said["chosen"] == exercise.solution.answers["choice"][0]


def test_what_is_missing_of_a_tree_is_found(evaluate: Callable[[str, Any], Any]) -> None:
    leaf, blank = {"kind": "leaf", "value": "1", "kids": []}, {"kind": "leaf", "value": "", "kids": []}
    odd = {"kind": "chance", "kids": [leaf | {"p": "1/2"}, leaf | {"p": "1/4"}]}
    part = {"kind": "chance", "kids": [leaf | {"p": "1/2"}, leaf]}
    even = {"kind": "chance", "kids": [leaf, leaf, leaf]}
    tree = {"kind": "max", "kids": [blank, odd, part, even, {"kind": "min", "kids": []}]}
    counted = "(root) => { const { blank, bare, odd } = editorLive.gaps(root);"
    counted += " return [blank.length, bare.length, odd.map(([node, sum]) => [root.kids.indexOf(node), sum && editorLive.shown(sum)])]; }"
    assert evaluate(counted, tree) == [1, 1, [[1, "0.75"], [2, None]]]
    equal = "(root) => editorLive.equals(editorLive.search(root).found).map(([value, nodes]) => [value, nodes.length])"
    assert evaluate(equal, {"kind": "max", "kids": [leaf, leaf | {"value": "2"}, leaf | {"value": "1.0"}]}) == [
        ["1", 2]
    ]
