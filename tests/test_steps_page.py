"""The page of a solution step by step: of use without script, several on a page, nothing given away in what is seen."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from banked import BANK, SOLVED, SOLVED_IDS, ids_of
from click.testing import CliRunner, Result
from conftest import problem_data, read
from turns import in_turn

from grader.cli.main import gametree
from grader.core.drawing.draw import MOST_NODES
from grader.kinds import Exercise
from grader.pages.frames import film_of
from grader.pages.html import render_page
from grader.pages.overlay import overlay
from grader.pages.stepper import stepper_of, trace_page

ONE_OF_EACH = [ids_of(kind)[0] for kind in SOLVED]
PARTLY = "problem_bank/alpha-beta/four-ply-trace/submissions/partly-right.yaml"


def page_of(exercise: Exercise, answers: Any = None) -> str:
    steps = exercise.steps()
    return trace_page(exercise, steps, None if answers is None else overlay(exercise.grade(answers), steps))[0]


def data_of(page: str) -> dict[str, Any]:
    (text,) = re.findall('<script type="application/json">(.*?)</script>', page)
    data: dict[str, Any] = json.loads(text)
    return data


def seen(page: str) -> str:
    """What is read or read aloud before a script runs, but for the list of sentences and for second pictures, which are hidden."""
    body = page[page.index("<body") :]
    unseen = '<ol class="sentences">.*?</ol>|<script.*?</script>|<section class="panel" data-other hidden>.*?</section>'
    return re.sub(unseen, "", body, flags=re.DOTALL)


@pytest.mark.parametrize("id_", ONE_OF_EACH)
def test_without_script_the_sentences_are_a_list_and_no_control_is_dead(id_: str) -> None:
    exercise = BANK[id_]
    page = page_of(exercise)
    listed = re.findall("<li>(.*?)</li>", page[page.index('<ol class="sentences">') :])
    assert len(listed) == len(exercise.steps())
    for control in re.findall(r'<(?:form|figure|div class="(?:controls|say|zoom))[^>]*>', seen(page)):
        assert control.endswith(" hidden>")


@in_turn(3)
@pytest.mark.parametrize("id_", SOLVED_IDS)
def test_what_is_seen_before_the_first_step_is_the_problem_alone(id_: str) -> None:
    exercise = BANK[id_]
    beside = exercise.kind.tutor.picture  # an example's own problem, without any answer
    unsolved = exercise.diagram(solved=False) if beside is None else exercise.picture_of_steps()
    text = seen(page_of(exercise))
    for class_ in ("best", "skip", "pruned", "wrongcut", "missed", "wrong"):
        assert not re.search(rf'class="[^"]*\b(?:node|edge)\b[^"]*\b{class_}\b', text)
    windows = re.findall(r'<text[^>]*class="win[^"]*"[^>]*>([^<]*)</text>', text)
    assert not any(windows)
    drawn = [number for number in re.findall(r'<text[^>]*class="num"[^>]*>([^<]*)</text>', text) if number]
    is_static = [
        number.startswith("[") and "," not in number for number in drawn
    ]  # a list is what a leaf is worth to players
    assert is_static.count(True) <= 2 * sum(node.is_horizon for node in unsolved.nodes)
    assert is_static.count(False) <= 2 * sum(bool(node.value or node.number) for node in unsolved.nodes)


def test_the_drawing_is_the_same_whatever_is_pruned() -> None:
    trees = [[[3, 12, 8], [leaf, 15, 60], [14, 5, 2]] for leaf in (2, 9)]
    pages = [seen(page_of(read(problem_data("alpha-beta", tree)))) for tree in trees]
    assert pages[0] == pages[1].replace(">9<", ">2<").replace("leaf 9,", "leaf 2,")


def test_data_of_the_script_are_the_frames() -> None:
    exercise = BANK["four-ply-trace"]
    film, data = film_of(exercise, exercise.steps()), data_of(page_of(exercise))
    assert len(data["frames"]) == len(film.frames)
    assert data["up"] == [node.parent for node in film.diagram.nodes]
    known: dict[int, Any] = {}
    for told, frame in zip(data["frames"], film.frames, strict=True):
        known |= {window["place"]: window for window in told.get("windows", [])}
        shown = [
            (known[rung.place]["alpha"], known[rung.place]["beta"], known[rung.place].get("cut", False))
            for rung in frame.rungs
        ]
        assert shown == [(rung.alpha, rung.beta, rung.is_cut) for rung in frame.rungs]
        assert ("ask" not in told) == (frame.question is None)


def test_answers_are_in_the_data_and_nowhere_in_sight() -> None:
    exercise = BANK["four-ply-trace"]
    page = page_of(exercise, Path(PARTLY))
    told = [one for frame in data_of(page)["frames"] for one in frame.get("yours", [])]
    assert {"You left s24 out of Pruned nodes.", "You wrote [−∞, 8] at s9 for Windows [α, β]."} <= {
        one["said"] for one in told
    }
    assert [one["edge"] for one in told if "edge" in one] == ["missed"]
    assert "Show what I wrote" in seen(page)
    assert "You wrote" not in seen(page)
    assert "Show what I wrote" not in page_of(exercise)


def test_answers_have_the_states_that_marked_trees_have() -> None:
    exercise = BANK["minimax-textbook"]
    assert "values" in exercise.problem.ask
    given = {"A": 14, "B": 3, "C": 2, "D": 14}
    for written, mark in (
        (given, ("follows", "right", "right", "wrong")),
        (given | {"C": None}, ("wrong", "right", "missing", "wrong")),
    ):
        data = data_of(page_of(exercise, {"values": written}))
        told = {one.get("place"): one.get("mark", "") for frame in data["frames"] for one in frame.get("yours", [])}
        assert tuple(told[place] for place in range(4)) == mark


def test_several_stand_on_one_page_and_no_id_twice() -> None:
    films = [stepper_of(BANK[id_], BANK[id_].steps(), name=f"steps-{place}") for place, id_ in enumerate(ONE_OF_EACH)]
    page = "".join(render_page("stepper.html", film=film) + str(film) for film in films)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert ids
    assert len(ids) == len(set(ids))
    assert len({film.name for film in films}) == len(films)


def test_the_first_step_that_parts_from_the_search_is_known() -> None:
    exercise = BANK["four-ply-trace"]
    steps = exercise.steps()
    assert stepper_of(exercise, steps, overlay(exercise.grade(Path(PARTLY)), steps)).first == 17
    assert stepper_of(exercise, steps, overlay(exercise.grade(exercise.solve()), steps)).first is None


def test_a_tree_too_large_to_draw_is_a_text_with_its_steps() -> None:
    exercise = read(problem_data("minimax", [list(range(MOST_NODES))]))
    page, notes = trace_page(exercise, exercise.steps())
    assert "<svg" not in seen(page).partition('class="side"')[0]
    assert notes == [f"q1: The tree has {MOST_NODES + 2} nodes, too many to be drawn: here are its steps."]
    assert "too many to be drawn" in seen(page)
    assert "The tree as text" in seen(page)
    data = data_of(page)
    assert [frame.get("news", []) for frame in data["frames"]] == 3 * [[]]
    assert data["start"] == []


def test_data_grow_with_the_tree_and_not_with_its_square() -> None:
    chain: Any = 5
    sizes = []
    for depth in range(1, 61):
        chain = [chain]
        if depth in (30, 60):
            exercise = read(problem_data("alpha-beta", chain))
            sizes.append(len(json.dumps(data_of(page_of(exercise))["frames"])))
    assert sizes[1] < 3 * sizes[0]  # paths alone grow faster than the tree


def test_foreign_text_is_escaped_wherever_it_occurs() -> None:
    nasty = "</script><script>alert(1)</script>"
    tree = {"id": nasty, "max": [{"id": "<b>&\"'", "value": 1}, {"id": "\u202eX", "move": "<i>", "value": 2}]}
    for kind in ("minimax", "alpha-beta", "expectiminimax"):
        page = page_of(read(problem_data(kind, tree, title=f"<img>{nasty}")), {"value": 2})
        assert (
            page.count("<script") == page.count("</script>") == 8 + (kind == "alpha-beta")
        )  # which has a ladder of windows
        for sign in ("<b>", "<img>", "<i>", "\u202e"):
            assert sign not in page


def test_the_page_is_the_same_in_every_process() -> None:
    code = (
        "from grader.grading.bank import Bank; from grader.pages.stepper import trace_page\n"
        "exercise = Bank()['clamp-fail-hard']\n"
        "print(trace_page(exercise, exercise.steps())[0])"
    )
    pages = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            cwd=Path(__file__).parent.parent,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(pages) == 1


# from the command line


def trace(*args: object) -> Result:
    return CliRunner().invoke(gametree, ["trace", *map(str, args)])


def test_pages_are_written_into_the_folder_and_nowhere_else(tmp_path: Path) -> None:
    ran = trace("two-bags", "minimax-textbook", "--html", "--out", tmp_path / "pages")
    assert ran.exit_code == 0
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")) == [
        "pages/minimax-textbook-steps.html",
        "pages/two-bags-steps.html",
    ]
    written = (tmp_path / "pages/two-bags-steps.html").read_text(encoding="utf-8")
    assert written == trace("two-bags", "--format", "html").stdout


def test_a_page_that_cannot_be_written_is_said_and_exit_2(tmp_path: Path) -> None:
    (tmp_path / "pages").write_text("in the way")
    ran = trace("two-bags", "--html", "--out", tmp_path / "pages" / "deeper")
    assert ran.exit_code == 2
    assert "cannot be written" in ran.stderr
