"""Frames of solutions: what a picture shows at a step, and that no frame knows anything of a later step."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from banked import BANK, SOLVED, SOLVED_IDS, ids_of, shipped
from conftest import problem_data, random_problems, read
from turns import in_turn
from windows import Deal, dealt

from grader.core.answers.case import Action
from grader.core.drawing.diagram import Diagram, NodeShape
from grader.kinds import KINDS, Exercise
from grader.pages.frames import DONE, OPEN, SKIP, TODO, Film, Frame, Look, film_of

kinds = pytest.mark.parametrize("kind", SOLVED)


@cache
def drawn(kind: str, first: int = 0, stop: int = 40) -> list[tuple[Exercise, Film]]:
    exercises = [read(data) for _, data in random_problems(kind, first, stop)]
    films = [(exercise, film_of(exercise, exercise.steps())) for exercise in exercises]
    # Static values are met on the way, and the number line of a ladder takes them all: see test_depth_limit_pages.py.
    return [(one, film) for one, film in films if not any(node.is_horizon for node in film.diagram.nodes)]


def as_searched(exercise: Exercise) -> Exercise:
    """Return the problem of a lift as one of the kind that searches: of its answers none is about a node, of those all are."""
    if "search" not in exercise.document.data:
        return exercise
    kind = KINDS[exercise.document.data["search"]]
    stated = exercise.document.data.get("conventions", {})
    conventions = {name: value for name, value in stated.items() if name in kind.conventions}
    kept = {name: said for name, said in exercise.document.data.items() if name in ("format", "id", "tree", "depth")}
    return read({**kept, "kind": kind.name, "conventions": conventions})


def unsolved(exercise: Exercise) -> Diagram:
    """Return what steps are told beside: the problem, or the one that its example makes."""
    return exercise.diagram(solved=False) if exercise.kind.tutor.picture is None else exercise.picture_of_steps()


def picture_at(film: Film, number: int) -> list[Look]:
    """How the nodes look at a step: what the frames up to it have said, one upon the other."""
    looks = {look.place: look for look in film.start}
    for frame in film.frames[:number]:
        looks |= {look.place: look for look in frame.news}
    return [looks[place] for place in range(len(film.diagram.nodes))]


def numbers_at_the_end(film: Film) -> dict[Any, str]:
    """Return the numbers of the nodes in the last picture, as a solution writes them."""
    last = {film.diagram.nodes[look.place].key: look for look in picture_at(film, len(film.frames))}
    return {key: look.number.replace("−", "-").replace("∞", "inf") for key, look in last.items() if look.number}


@in_turn(3)
@dealt(4)
@kinds
def test_a_frame_is_the_same_whatever_comes_after_it(kind: str, deal: Deal) -> None:
    for exercise, film in deal(drawn(kind)):
        steps = exercise.steps()
        for number in range(1, len(steps) + 1):
            begun = film_of(exercise, steps[:number])
            assert begun.frames == film.frames[:number]
            if all(step.node is None for step in steps[:number]):  # an example comes before the search of it
                continue
            assert (begun.start, begun.scale) == (film.start, film.scale)


@kinds
def test_the_picture_to_begin_with_says_nothing_of_the_solution(kind: str) -> None:
    for exercise, film in drawn(kind):
        assert film.diagram == unsolved(exercise)
        assert not any(node.bold or node.cut for node in film.diagram.nodes)
        for look in film.start:
            assert (look.number, look.window, look.cut) == ("", "", False)
            assert look.state in (TODO, DONE)
            node = film.diagram.nodes[look.place]
            is_given = node.key is None or bool(node.value) or node.number is not None
            assert (look.state == DONE) <= is_given


@kinds
def test_the_last_picture_holds_the_numbers_of_the_solution(kind: str) -> None:
    for asked, film in drawn(kind):
        finding = [step for step in asked.steps() if step.action is not Action.SELECTION]
        if all(
            step.node is None for step in finding
        ):  # each is about many numbers in place of one letter, or nothing is found
            assert not any(look.number or look.state == SKIP for look in picture_at(film, len(film.frames)))
            continue
        is_noted = any(step.noted for step in asked.steps())
        is_scored = any(step.action is Action.SCORE for step in asked.steps())
        is_another = asked.kind.tutor.picture is not None and not is_noted and not is_scored
        if is_another:  # the solution is of the problem that the example makes
            steps = asked.steps()
            last = max((number for number, step in enumerate(steps) if step.is_anew), default=0)
            assert numbers_at_the_end(film) == {
                step.node: asked.problem.say(step.value if step.reported is None else step.reported)
                for step in steps[last:]  # of several searches the last one's
                if step.action in (Action.RETURN, Action.VALUE) and step.value is not None
            }
            continue
        if is_noted:  # in place of one number more stands at a node, or an example says what stands there
            on_board = {node.key for node in film.diagram.nodes}  # of many states only some are drawn
            expected = {}
            for step in asked.steps():
                if step.action in (Action.RETURN, Action.VALUE) and step.value is not None:
                    expected[step.node] = asked.problem.say(step.value if step.reported is None else step.reported)
                expected |= dict(step.noted)
            assert numbers_at_the_end(film) == {key: text for key, text in expected.items() if key in on_board}
            continue
        exercise = as_searched(asked)
        problem, answers = exercise.problem, exercise.solution.answers
        last = {film.diagram.nodes[look.place].key: look for look in picture_at(film, len(film.frames))}
        carrier = exercise.kind.parts[exercise.kind.wrong.carrier]
        expected = {key: carrier.form.cell.show(problem, number) for key, number in answers[carrier.name].items()}  # type: ignore[attr-defined]
        assert numbers_at_the_end(film) == expected
        skipped = {key for key, look in last.items() if look.state == SKIP}
        pruned = answers.get("pruned") if tells_what_is_skipped(asked) else None
        assert skipped == ({key for top in pruned.roots for key in problem.game.below(top)} if pruned else set())
        assert all(look.state in (DONE, SKIP) for look in last.values())


def tells_what_is_skipped(exercise: Exercise) -> bool:
    """Return whether the steps are those of a search, or a search that is told after the values is asked about."""
    is_search = any(step.action is Action.ENTER for step in exercise.steps())
    return is_search or not {"pruned", "visited", "leaves-evaluated"}.isdisjoint(exercise.problem.ask)


def test_a_number_that_was_found_stays_where_a_search_told_later_skips() -> None:
    tree = [[[[6, 0, 0], [0, 0, 6]], [[2, 1, 3], [5, 1, 0]]], [[[2, 4, 0], [1, 4, 1]], [[0, 4, 2], [5, 0, 1]]]]
    data = problem_data("max-n", tree, players=["Ann", "Bob", "Cat"], conventions={"sum-bound": 6}, ask=["pruned"])
    film = film_of(read(data), read(data).steps())
    skipped = [look for look in picture_at(film, len(film.frames)) if look.state == SKIP]
    said = {film.diagram.nodes[look.place].id: (look.number, look.said) for look in skipped}
    assert said["G"] == ("[0, 4, 2]", "value [0, 4, 2], skipped")
    assert [said[leaf] for leaf in "NO"] == [("", "skipped")] * 2


@kinds
def test_every_frame_names_its_node_and_the_path_to_it(kind: str) -> None:
    for exercise, film in drawn(kind):
        keys = {node.key for node in film.diagram.nodes}  # claims have keys too, and no place in the tree
        for step, frame in zip(exercise.steps(), film.frames, strict=True):
            about = step.noted[0][0] if step.node is None and len(step.noted) == 1 else step.node
            assert (frame.place is None) == (about is None or about not in keys)
            if frame.place is not None:
                assert film.diagram.nodes[frame.place].key == about
                assert frame.path[-1] == frame.place
                parents = [film.diagram.nodes[place].parent for place in frame.path]
                assert parents == [-1, *frame.path[:-1]]


def test_numbers_windows_and_bars_come_with_their_step() -> None:
    film = film_of(shipped("fall-2014-final-q13"), shipped("fall-2014-final-q13").steps())
    cut = picture_at(film, 9)
    assert [look.state for look in cut] == [OPEN, DONE, OPEN, DONE, DONE, DONE, DONE, SKIP, SKIP]
    assert [look.number for look in cut[:3]] == ["", "3", ""]
    assert [look.window for look in cut[:3]] == ["[3, ∞]", "[−∞, 3]", "[3, 2]"]
    assert [look.place for look in cut if look.cut] == [7, 8]
    assert cut[1].said == "value 3, window [−∞, 3]"
    assert [look.state for look in picture_at(film, 8)[7:]] == [TODO, TODO]


def test_the_best_line_is_known_with_the_last_step() -> None:
    for id_, line in (("fall-2014-final-q13", (0, 1, 3)), ("ucb-slide-wins", (0, 2)), ("expecti-chance-root", ())):
        film = film_of(shipped(id_), shipped(id_).steps())
        assert [frame.line for frame in film.frames[:-1]] == [()] * (len(film.frames) - 1)
        assert film.frames[-1].line[: len(line)] == line


def test_fail_hard_shows_what_is_reported_and_cuts_with_what_was_found() -> None:
    exercise = shipped("clamp-fail-hard")
    film = film_of(exercise, exercise.steps())
    for step, frame in zip(exercise.steps(), film.frames, strict=True):
        if step.action is Action.RETURN:
            look = next(look for look in frame.news if look.place == frame.place)
            assert look.number == exercise.problem.say(step.reported)  # type: ignore[arg-type]


def test_sentences_have_the_signs_of_a_printed_page_and_ids_stay_as_they_are() -> None:
    tree = {"id": "alpha", "max": [{"id": "-3", "value": -3}, {"id": "x", "min": [-7, 2]}]}
    exercise = read(problem_data("alpha-beta", tree))
    sentences = [frame.sentence for frame in film_of(exercise, exercise.steps()).frames]
    assert "Leaf -3 is worth -3." in sentences[1]  # the id is a number as well: better plain than wrong
    assert "β\u00a0=\u00a0∞" in sentences[0]
    assert "the root alpha" in sentences[0]
    assert any("−7" in sentence for sentence in sentences)


# the ladder


def test_a_child_is_handed_the_window_of_its_parent() -> None:
    for exercise, film in drawn("alpha-beta"):
        for step, frame in zip(exercise.steps(), film.frames, strict=True):
            assert [rung.place for rung in frame.rungs] == [p for p in frame.path if film.diagram.nodes[p].value == ""]
            assert all(0 <= rung.low <= 1 and 0 <= rung.high <= 1 for rung in frame.rungs)
            is_plain = all(film.diagram.nodes[place].shape is not NodeShape.CHANCE for place in frame.path)
            if step.action is Action.ENTER and len(frame.rungs) > 1 and is_plain:
                above, own = frame.rungs[-2:]
                assert (own.low, own.high) == (above.low, above.high)


def test_a_cut_is_a_bar_without_room_and_is_called_so_with_its_step() -> None:
    for exercise, film in drawn("alpha-beta"):
        called: set[int] = set()
        for step, frame in zip(exercise.steps(), film.frames, strict=True):
            called |= {frame.place} if step.action is Action.CUTOFF and frame.place is not None else set()
            assert {rung.place for rung in frame.rungs if rung.is_cut} <= called
            players = [rung for rung in frame.rungs if film.diagram.nodes[rung.place].shape is not NodeShape.CHANCE]
            assert all(rung.high <= rung.low for rung in players if rung.is_cut)


def test_kinds_without_windows_have_no_ladder() -> None:
    film = film_of(shipped("minimax-textbook"), shipped("minimax-textbook").steps())
    assert film.scale is None
    assert not any(frame.rungs for frame in film.frames)


@pytest.mark.parametrize("id_", SOLVED_IDS)
def test_every_shipped_problem_has_frames(id_: str) -> None:
    exercise = shipped(id_)
    film = film_of(exercise, exercise.steps())
    assert [frame.number for frame in film.frames] == list(range(1, len(exercise.steps()) + 1))
    if film.scale is not None:
        shares = [share for share, _ in film.scale.ticks()]
        assert shares == sorted(set(shares))


def test_numbers_of_a_thousand_digits_find_their_place() -> None:
    huge: Any = [[10**900, -(10**900)], [3, 10**901]]
    exercise = read(problem_data("alpha-beta", huge))
    film = film_of(exercise, exercise.steps())
    assert film.scale is not None
    assert film.scale.ticks() == []
    assert all(0 <= rung.low <= 1 for frame in film.frames for rung in frame.rungs)


def test_a_claim_about_another_tree_has_that_beside_it_or_says_which_one_the_picture_shows() -> None:
    """A changed tree stands beside the stated one; a claim about every tree has none, and of very many changed trees only some are drawn."""
    seen = {"stated": 0, "changed": 0, "every": 0}
    for exercise in (*map(BANK.__getitem__, ids_of("claims")), *(one for one, _ in drawn("claims"))):
        stated = {item["id"]: item for item in exercise.document.data["claims"]}
        film = film_of(exercise, exercise.steps())
        for step, frame in zip(exercise.steps(), film.frames, strict=True):
            item = stated[exercise.id_of(step.node)] if step.action is Action.CLAIM else {}
            is_about = "every" if "for" in item else "changed" if "change" in item else "stated"
            seen[is_about] += 1
            says_so = frame.sentence.endswith("The picture shows the tree as it is stated, without any change.")
            assert says_so == (is_about == "every")
            assert (frame.other is not None) == (is_about == "changed")
            if frame.other is not None:
                assert film.others[frame.other].title.startswith(f"{exercise.name_of(step.node)}: when ")
    assert seen["stated"] > 50
    assert seen["changed"] > 30
    assert seen["every"] > 3


def test_a_changed_tree_says_what_was_another_before() -> None:
    film = film_of(BANK["nim-facts"], BANK["nim-facts"].steps())
    was = [
        {node.id: one.text for node in other.nodes for one in node.remarks if one.text.startswith("was")}
        for other in film.others
    ]
    assert was[0] == {"A": "was B, C", "B": "was D, E", "C": "was F, G", "D": "was H, I"}
    assert was[1] == {"G": "was -1"}


def test_what_a_change_makes_another_is_outlined_in_both_trees() -> None:
    film = film_of(exercise := shipped("nim-facts"), exercise.steps())
    ids = [node.id for node in film.diagram.nodes]
    outlined = {}
    for frame in film.frames:
        if frame.other is not None:
            other = film.others[frame.other]
            outlined[other.title] = {ids[place] for place in frame.changed}
            assert outlined[other.title] == {node.id for node in other.nodes if node.is_changed}
        else:
            assert frame.changed == ()
    assert outlined["s4: when G is worth 1"] == {"G"}


@pytest.mark.parametrize("id_", ids_of("deepening"))
def test_a_row_of_depths_holds_what_the_iterations_found_so_far(id_: str) -> None:
    exercise = shipped(id_)
    film, solved = film_of(exercise, exercise.steps()), exercise.solve()
    tables = [[*frame.so_far] for frame in film.frames]
    (_, *depths), (_, *values), _ = tables[-1]
    assert depths == [str(depth) for depth in range(1, len(depths) + 1)]
    assert [text.replace("−", "-") for text in values] == [str(value) for value in solved["values-by-depth"]]
    for (depth, value, move), following in pairwise(tables):
        assert depth == tables[0][0]
        for now, later in zip((value, move), following[1:], strict=True):
            known = [text for text in now if text]
            assert known == [*later[: len(known)]]
            assert sum(map(bool, later)) - len(known) in (0, 1)


def test_a_claim_is_marked_at_the_nodes_that_it_names() -> None:
    film = film_of(BANK["nim-facts"], BANK["nim-facts"].steps())
    names = [node.id for node in film.diagram.nodes]
    marks = [
        {names[place]: text for place, text in frame.beside} for frame in film.frames if frame.action is Action.CLAIM
    ]
    assert marks[1] == {"G": "s2: true"}
    assert marks[-1] == {"H": "s6: false"}


def seen_at(film: Film, number: int) -> tuple[Any, ...]:
    """Return all that is seen in the picture of a step; before the first, nothing is lit."""
    looks = [look._replace(said="") for look in picture_at(film, number)]
    frame = film.frames[number - 1] if number else Frame(0, "")
    return (
        looks,
        frame.place,
        frame.at,
        frame.rungs,
        frame.line,
        frame.beside,
        frame.arrows,
        frame.changed,
        frame.so_far,
        frame.x,
        frame.other,
    )


@pytest.mark.parametrize("id_", SOLVED_IDS)
def test_a_step_says_why_its_picture_stays_if_and_only_if_it_does(id_: str) -> None:
    exercise = BANK[id_]
    film = film_of(exercise, exercise.steps())
    pictures = [seen_at(film, number) for number in range(len(film.frames) + 1)]
    stays = [before == after for before, after in pairwise(pictures)]
    assert [frame.still.startswith("The picture stays: ") for frame in film.frames] == stays
    assert 10 * sum(stays) <= len(stays)


def test_five_playouts_are_four_steps_each() -> None:
    film = film_of(BANK["five-playouts"], BANK["five-playouts"].steps())
    parts = ("1 selection", "2 expansion", "3 simulation", "4 back-up")
    told = [f"playout {place} of 5, {part}" for place in range(1, 6) for part in parts]
    assert [frame.part for frame in film.frames] == [*told, "the next selection", ""]
    names = [node.id for node in film.diagram.nodes]
    beside = {frame.part: {names[place]: text for place, text in frame.beside} for frame in film.frames}
    assert beside["playout 5 of 5, 1 selection"] == {"A": "1.63", "B": "1.67"}
    assert beside["playout 5 of 5, 3 simulation"] == {"F": "MAX 1"}
    assert beside["playout 5 of 5, 4 back-up"] == {"R": "was 2/4", "B": "was 0/1"}
    end = {names[look.place]: look.number for look in picture_at(film, len(film.frames))}
    assert end == {"R": "2/5", "A": "2/3", "B": "1/2", "D": "0/1", "E": "1/1", "F": "0/1", "G": ""}
    assert [names[place] for place in film.frames[-1].line] == ["R", "A"]


def test_a_node_is_in_the_search_tree_from_its_expansion_on() -> None:
    film = film_of(BANK["five-playouts"], BANK["five-playouts"].steps())
    for number, frame in enumerate(film.frames, 1):
        if frame.part.endswith("2 expansion"):
            [before, after] = [picture_at(film, at)[frame.place or 0] for at in (number - 1, number)]
            assert (before.state, before.number, after.state, after.number) == (TODO, "", DONE, "0/0")
