"""The picture beside the steps of positions: all states in their cells, filled in from the end, with the moves of each as arrows."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from conftest import random_problems, read
from second import positions
from windows import chunks

from grader.core.drawing.draw import inline_svg
from grader.pages.frames import Film, Look, film_of

BOX = (58, 34)


def film_for(data: dict[str, Any]) -> Film:
    exercise = read(data)
    return film_of(exercise, exercise.steps())


def asked(game: dict[str, Any], *parts: str) -> dict[str, Any]:
    stated: dict[str, Any] = {"format": "gametree-problem/1", "id": "asked", "kind": "positions", "game": game}
    return {**stated, "ask": list(parts)} if parts else stated


def arrows_of(film: Film, number: int) -> dict[str, tuple[bool, str]]:
    """Return where the arrows of a step lead, with whether they decide and what stands beside them."""
    names = [node.id for node in film.diagram.nodes]
    return {names[arrow.to]: (arrow.decides, arrow.name) for arrow in film.frames[number].arrows}


@chunks(1, 4, 40)
def test_each_step_shows_what_the_second_solver_finds(chunk: int, window: int) -> None:
    seen = 0
    for _, data in random_problems("positions", 61_000 + 50 * chunk, 61_050 + 50 * chunk, window):
        film, wins, value = film_for(data), positions.judge(data, "right"), positions.nim(data, "right")
        all_states, names = positions.states(data), [node.id for node in film.diagram.nodes]
        looks: dict[int, Look] = {look.place: look for look in film.start}
        for place, (state, piles) in enumerate(all_states.items()):
            frame = film.frames[place]
            looks |= {look.place: look for look in frame.news}
            if state not in names:
                continue
            at = names.index(state)
            after = {positions.state(to): wins(tuple(sorted(to))) for to in positions.moves(data, piles).values()}
            assert (frame.place, looks[at].number, looks[at].filled) == (
                at,
                "win" if wins(piles) else "loss",
                not wins(piles),
            )
            assert set(arrows_of(film, place)) == set(after) & set(names)
            thick = [to for to, (decides, _) in arrows_of(film, place).items() if decides]
            assert len(thick) == (
                wins(piles) and bool(set(arrows_of(film, place)) & {to for to in after if not after[to]})
            )
            assert not any(after[to] for to in thick)
            seen += 1
        if "nim-values" in data.get("ask", ()):
            for place, (state, piles) in enumerate(all_states.items(), len(all_states)):
                looks |= {look.place: look for look in film.frames[place].news}
                if state in names:
                    look = looks[names.index(state)]
                    assert (look.number, look.filled) == (str(value(piles)), value(piles) == 0)
                    later = [
                        looks[names.index(one)] for one in [*all_states][place - len(all_states) + 1 :] if one in names
                    ]
                    assert {(one.state, one.number, one.filled) for one in later} <= {("todo", "", False)}
        start = positions.piles_of(data)
        moves = positions.moves(data, start)
        named = {positions.state(to): [] for to in moves.values()}  # type: ignore[var-annotated]  # of texts
        for name, to in moves.items():
            named[positions.state(to)].append(name)
        last = {
            to: (not wins(tuple(sorted(all_states[to]))), ", ".join(said)) for to, said in named.items() if to in names
        }
        assert arrows_of(film, -1) == last
    assert seen > 100


def test_one_pile_is_a_strip_and_stands_upright_in_narrow_windows() -> None:
    film = film_for(asked({"name": "take-away", "objects": 10}))
    assert film.diagram.cells is not None
    assert film.diagram.cells.at == tuple((left, 0) for left in range(11))
    assert film.diagram.cells.turns


def test_two_piles_are_a_grid_with_the_mirror_positions_pale() -> None:
    cells = film_for(asked({"name": "nim", "piles": [2, 3], "most": 2})).diagram.cells
    assert cells is not None
    assert cells.at == ((0, 0), (1, 0), (2, 0), (1, 1), (3, 0), (2, 1), (3, 1), (2, 2), (3, 2))
    assert cells.words == (
        (0, 1, "= 0,1"),
        (0, 2, "= 0,2"),
        (0, 3, "= 0,3"),
        (1, 2, "= 1,2"),
        (1, 3, "= 1,3"),
        (2, 3, "= 2,3"),
    )


def test_more_piles_stand_in_rows_by_how_many_objects_are_left() -> None:
    film = film_for(asked({"name": "nim", "piles": [1, 2, 3]}))
    assert film.diagram.cells is not None
    rows = {node.id: row for node, (_, row) in zip(film.diagram.nodes, film.diagram.cells.at, strict=True)}
    assert rows == {state: sum(map(int, state.split(","))) for state in rows}


def test_of_many_states_those_near_the_start_are_drawn_and_the_steps_of_others_say_so() -> None:
    film = film_for(asked({"name": "take-away", "objects": 200, "take": [1, 2]}))
    assert [node.id for node in film.diagram.nodes] == [str(left) for left in range(194, 201)]
    assert {frame.still for frame in film.frames[:194]} == {"The picture stays: what this step finds is not drawn."}
    assert not any(frame.still for frame in film.frames[194:])
    assert len(film_for(asked({"name": "nim", "piles": [9, 9, 9]})).diagram.nodes) == 60


@pytest.mark.parametrize("lies", [False, True], ids=["wide", "tall"])
@pytest.mark.parametrize(
    "game",
    [
        {"name": "take-away", "objects": 0},
        {"name": "take-away", "objects": 10},
        {"name": "take-away", "objects": 59},
        {"name": "nim", "piles": [7, 9]},
        {"name": "nim", "piles": [2, 3, 4]},
        {"name": "nim", "piles": [1] * 20},
    ],
    ids=lambda game: "-".join(map(str, game.values())),
)
def test_no_two_boxes_touch_and_all_are_inside_the_drawing(game: dict[str, Any], *, lies: bool) -> None:
    film = film_for(asked(game))
    drawn = inline_svg(film.diagram, "x-", lies=lies, live=True)
    left, top, wide, high = (float(side) for side in re.findall(r'viewBox="([^"]+)"', drawn)[0].split())
    spots = [
        (float(x), float(y)) for x, y in re.findall(r'class="node child" transform="translate\((\S+) (\S+)\)"', drawn)
    ]
    assert len(spots) == len(film.diagram.nodes)
    assert re.findall('data-state="([^"]+)"', drawn) == [node.id for node in film.diagram.nodes]
    for x, y in spots:
        assert left < x - BOX[0] / 2 < x + BOX[0] / 2 < left + wide
        assert top < y - BOX[1] / 2 < y + BOX[1] / 2 < top + high
    for (x, y), (other_x, other_y) in combinations(spots, 2):
        assert abs(x - other_x) >= BOX[0] + 5 or abs(y - other_y) >= BOX[1] + 5


def test_before_the_last_step_it_is_asked_where_a_winning_move_leads() -> None:
    question = film_for(asked({"name": "take-away", "objects": 10})).frames[-1].question
    assert question is not None
    assert (question.text, question.options, question.right) == ("Where does a move lead that wins?", ("9", "8"), (0,))
    assert film_for(asked({"name": "take-away", "objects": 9})).frames[-1].question is None  # there is none
