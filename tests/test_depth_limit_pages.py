"""A problem whose search stops at a depth: its diagram, its step page, its answer page, its handout, its report."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from console import run

from grader import grade, load_problem
from grader.core.drawing.diagram import Branch, Diagram, DiagramNode, NodeShape
from grader.core.drawing.text_tree import text_tree
from grader.grading.marking import graded_diagrams
from grader.kinds import Exercise
from grader.pages.frames import Film, film_of

TREE = {
    "max": [
        {"id": "B", "static": 7, "min": [{"id": "D", "features": {"material": 1, "mobility": 2}, "max": [9, 4]}, {"id": "E", "value": 4}]},
        {
            "id": "C",
            "min": [
                {"id": "F", "features": {"material": 2}, "max": [1, 2]},
                {"id": "G", "quiet": False, "state": "0,2", "features": {"material": 3, "mobility": 1}, "max": [3, 5]},
            ],
        },
    ]
}  # fmt: skip
BELOW = ["H", "I", "J", "K"]


def problem(kind: str = "minimax", **more: Any) -> dict[str, Any]:
    """Return a problem that is searched to depth 2: EVAL(D) = 5, EVAL(F) = 6, and below G the search goes on."""
    evaluation = {"weights": {"material": 3, "mobility": 1}}
    base = {"format": "gametree-problem/1", "id": "h", "kind": kind, "depth": 2, "evaluation": evaluation, "tree": TREE}
    return base | more


def exercise(kind: str = "minimax", **more: Any) -> Exercise:
    return load_problem(problem(kind, **more))


def by_id(diagram: Diagram) -> dict[str, DiagramNode]:
    return {node.id: node for node in diagram.nodes}


def test_a_statement_shows_the_whole_tree_and_gives_no_evaluation_away() -> None:
    nodes = by_id(exercise().diagram())
    assert [id_ for id_, node in nodes.items() if node.branch is Branch.BEYOND] == BELOW
    assert [id_ for id_, node in nodes.items() if node.is_horizon] == ["D", "F"]
    assert {id_: nodes[id_].shape for id_ in "DF"} == dict.fromkeys("DF", NodeShape.MAX)
    assert nodes["D"].features == ("material 1", "mobility 2")
    assert (nodes["B"].static, nodes["G"].state, nodes["G"].is_noisy) == ("7", "0,2", True)
    assert all(node.number is None for node in nodes.values())


@pytest.mark.parametrize(
    ("depth_in", "depth", "words"),
    [
        ("plies", 2, "horizon, depth 2"),
        ("rounds", 1, "horizon, depth 1 in rounds"),
        ("moves", 2, "horizon, depth 2 in moves"),
    ],
)
def test_the_line_says_how_depth_is_counted(depth_in: str, depth: int, words: str) -> None:
    assert exercise(depth=depth, conventions={"depth-in": depth_in}).diagram().horizon == words


def test_a_solved_tree_has_static_values_in_brackets_and_nothing_below_the_limit() -> None:
    lines = [str(line) for line in text_tree(exercise().diagram(solved=True))]
    assert lines == [
        "MAX A = 5",
        "├── MIN B = 4  [7]",
        "│   ├── MAX D [5]  material 1, mobility 2",
        "│   │   ├┄┄ H = 9  below the horizon",
        "│   │   └┄┄ I = 4  below the horizon",
        "│   └── E = 4",
        "┕━━ MIN C = 5  best line",
        "    ├── MAX F [6]  material 2",
        "    │   ├┄┄ J = 1  below the horizon",
        "    │   └┄┄ K = 2  below the horizon",
        "    ┕━━ MAX G = 5  material 3, mobility 1  state 0,2  not quiet  best line",
        "        ├── L = 3",
        "        ┕━━ M = 5  best line",
    ]


def test_a_pruned_node_at_the_limit_is_cut_and_what_is_below_it_stays_below_the_limit() -> None:
    explicit = {
        "max": [{"min": [{"static": 4, "max": [3, 9]}, 8]}, {"min": [2, {"id": "X", "static": 1, "max": [7, 6]}]}]
    }
    nodes = by_id(load_problem(problem("alpha-beta", tree=explicit)).diagram(solved=True))
    assert (nodes["X"].branch, nodes["X"].cut, nodes["X"].is_horizon) == (Branch.PRUNED, True, True)
    assert [node.branch for node in nodes.values() if node.parent >= 0 and node.value in ("7", "6")] == [
        Branch.BEYOND
    ] * 2
    assert sum(node.cut for node in nodes.values()) == 1


def _film(kind: str) -> Film:
    solved = exercise(kind, ask=["value", "best-move"])
    return film_of(solved, solved.steps())


@pytest.mark.parametrize("kind", ["minimax", "alpha-beta", "expectiminimax"])
def test_no_step_ever_touches_what_lies_below_the_limit(kind: str) -> None:
    film = _film(kind)
    below = {place for place, node in enumerate(film.diagram.nodes) if node.branch is Branch.BEYOND}
    assert len(below) == 4
    for frame in film.frames:
        assert below.isdisjoint({frame.place, frame.at, *frame.path, *(look.place for look in frame.news)})
    assert {look.state for look in film.start if look.place in below} == {"done"}  # drawn as they are from the start


def test_a_node_at_the_limit_gets_its_static_value_when_the_search_comes_to_it() -> None:
    film = _film("alpha-beta")
    place = next(place for place, node in enumerate(film.diagram.nodes) if node.id == "D")
    numbers = [look.number for frame in film.frames for look in frame.news if look.place == place]
    assert numbers == ["[5]"]
    assert film.start[place].number == ""


def _answer_page(tmp_path: Any, kind: str, **more: Any) -> dict[str, Any]:
    file = tmp_path / "h.yaml"
    file.write_text(json.dumps(problem(kind, **more)), encoding="utf-8")
    assert run("handout", str(file), "--out", str(tmp_path / "sheet")).code == 0
    page = (tmp_path / "sheet" / "answer.html").read_text(encoding="utf-8")
    texts = re.findall('<script type="application/json"([^>]*)>(.*?)</script>', page)
    (text,) = (text for attributes, text in texts if "class" not in attributes)
    data: dict[str, Any] = json.loads(text)["problems"][0]
    return data


@pytest.mark.parametrize("ask", [["pruned", "value"], ["visited"], ["principal-variation"], ["values", "windows"]])
def test_an_answer_page_offers_nothing_below_the_limit(tmp_path: Any, ask: list[str]) -> None:
    data = _answer_page(tmp_path, "alpha-beta", ask=ask)
    names = [node["name"] for node in data["nodes"]]
    offered = {names[key] for part in data["parts"] for key in part["keys"]}
    assert offered
    assert offered.isdisjoint(BELOW)


def handed_out(folder: Any, *options: str) -> None:
    file = folder / "h.yaml"
    file.write_text(json.dumps(problem()), encoding="utf-8")
    done = run("handout", str(file), "--out", str(folder / "sheet"), *options)
    assert done.code == 0, done.err


def test_handouts_are_drawn(tmp_path: Any) -> None:
    handed_out(tmp_path)
    assert "horizon, depth 2" in (tmp_path / "sheet" / "handout.html").read_text(encoding="utf-8")
    assert "[5]" not in (tmp_path / "sheet" / "handout.md").read_text(encoding="utf-8")


def test_handouts_are_set_on_paper(tmp_path: Any) -> None:
    pytest.importorskip("typst")
    handed_out(tmp_path, "--pdf")
    assert (tmp_path / "sheet" / "handout.pdf").read_bytes().startswith(b"%PDF")


def test_marked_numbers_stand_in_the_tree_above_the_limit() -> None:
    answers = {"value": 4, "best-move": "B", "values": {"A": 4, "B": 4, "C": 2, "G": 5}}
    graded = grade({"answers": {"h": answers}}, exercise()).graded[0]
    lines = [str(line) for line in text_tree(graded_diagrams(graded)[0])]
    assert any("MIN C = 2 ✗ wrong, expected 5" in line for line in lines)
    assert sum("┄" in line for line in lines) == len(BELOW)
