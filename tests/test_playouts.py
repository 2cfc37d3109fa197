"""Monte Carlo tree search from playouts that are given: what grows from them, what is refused, what is named and said."""

from __future__ import annotations

from typing import Any

import pytest
from banked import BANK
from conftest import faults_of, outcome_of, read

from generators import NotFoundError, Question, RequestError, SamplingParameters, certified
from generators.batch import certificate_data
from generators.like import like
from grader.core.conventions import read_conventions
from grader.core.drawing.outline import outline_items
from grader.kinds import write_problem
from grader.kinds.record import View
from grader.pages.sheet import statement_lines


def problem(playouts: Any, *ask: str, **fields: Any) -> dict[str, Any]:
    head = {"format": "gametree-problem/1", "id": "q1", "kind": "mcts", "playouts": playouts}
    return {**head, **({"ask": list(ask)} if ask else {}), **fields}


def playout(moves: str, reward: Any = 1) -> dict[str, Any]:
    return {"moves": list(moves), "reward": reward}


def test_each_playout_adds_the_first_node_that_is_new_and_counts_on_its_whole_path() -> None:
    exercise = read(problem([playout("bb", 3), playout("ba", 5), playout("b", 7)]))
    solved = exercise.solve()
    assert exercise.problem.ask == ("paths", "visits", "totals")
    assert solved["paths"] == [["root", "b"], ["root", "b", "ba"], ["root", "b"]]
    assert solved["expanded"] == ["b", "ba", "none"]
    assert solved["visits"] == {"root": 3, "b": 3, "ba": 1}
    assert solved["totals"] == {"root": 15, "b": 15, "ba": 5}
    assert "scores" not in solved


def test_children_stand_in_the_order_of_their_moves_by_code_points() -> None:
    tree = read(problem([playout(move) for move in ("b", "a", "Z", "é", "1")])).problem.game.tree
    assert list(tree.ids) == ["root", "1", "Z", "a", "b", "é"]


def test_moves_of_several_characters_are_joined_by_points() -> None:
    exercise = read(problem([{"moves": ["left", "a"], "reward": 1}, {"moves": ["a", "b"], "reward": 0}]))
    assert list(exercise.problem.game.ids) == ["root", "a", "left", "a.b", "left.a"]
    assert exercise.problem.game.tree.moves[4] == "a"


def test_the_next_path_goes_by_scores_among_the_children_in_the_search_tree_alone() -> None:
    played = [playout("ab", 1), playout("b", 0), playout("ac", 1)]
    assert read(problem(played, "selection")).solve()["selection"] == ["root", "a", "ac"]
    assert read(problem(played, "selection", conventions={"exploration": 0})).solve()["selection"] == [
        "root",
        "a",
        "ac",
    ]
    far = read(problem(played, "selection", conventions={"exploration": 100}))
    assert far.solve()["selection"] == ["root", "b"]


FIELDS = {
    "iterations": (2, "$.iterations: has no place beside playouts, which say what is played; leave iterations out"),
    "results": ([1], "$.results: has no place beside playouts, which say what is played; leave results out"),
    "tree": ([[1]], "$.tree: has no place beside playouts, which say what is played; leave tree out"),
}


@pytest.mark.parametrize("name", FIELDS)
def test_what_playouts_say_already_is_refused(name: str) -> None:
    value, message = FIELDS[name]
    assert faults_of(problem([playout("a")], **{name: value})) == [message]


@pytest.mark.parametrize(
    ("name", "value"), [("expand", "all"), ("totals-for", "max"), ("complement", "negate"), ("root", "min")]
)
def test_conventions_that_say_nothing_of_one_player_are_refused(name: str, value: str) -> None:
    [fault] = faults_of(problem([playout("a")], conventions={name: value}))
    assert fault.startswith(f"$.conventions.{name}: says nothing where playouts are given")


def test_priors_have_no_place_beside_playouts() -> None:
    [fault] = faults_of(problem([playout("a")], conventions={"formula": "puct"}))
    assert fault == "$.conventions.formula: puct weighs priors, and nodes of playouts have none; expected uct or ucb1"


def test_names_that_would_say_something_else_are_refused_where_they_stand() -> None:
    assert faults_of(problem([playout("a"), playout("none")])) == [
        '$.playouts[1].moves: a node would be called "none", which says in answers that no node is added; expected other moves'
    ]
    [fault] = faults_of(problem([playout("root")]))
    assert fault.startswith('$.playouts[0].moves: a node would be called "root", which is the name of another node')
    dotted = [{"moves": ["a.b"], "reward": 1}, {"moves": ["a", "b"], "reward": 1}]
    [fault] = faults_of(problem(dotted))
    assert fault.startswith('$.playouts[1].moves: a node would be called "a.b", which is the name of another node')


def test_too_much_is_refused_before_it_is_played() -> None:
    assert faults_of(problem([playout("a")] * 201)) == ["$.playouts: has 201 playouts, expected at most 200"]
    assert faults_of(problem([playout("a" * 51)])) == ["$.playouts[0].moves: has 51 moves, expected at most 50"]
    many = [{"moves": [f"{first}", *(f"{step}" for step in range(9))], "reward": 0} for first in range(100, 220)]
    assert faults_of(problem(many)) == ["$.playouts: come to 1,201 nodes, expected at most 1,000"]
    long = [{"moves": ["x" * 60, "y" * 60], "reward": 0}]
    assert "a node would have a name of 121 characters, expected at most 100" in faults_of(problem(long))[0]


def test_a_problem_with_neither_tree_nor_playouts_is_told_what_is_missing() -> None:
    bare = problem([])
    del bare["playouts"]
    assert faults_of(bare) == [
        "$: tree is missing, expected it, or playouts",
        "$: iterations is missing, expected it, or playouts",
    ]


def test_scores_cannot_be_asked() -> None:
    [fault] = faults_of(problem([playout("ab"), playout("ba")], "paths", "scores"))
    assert fault == "$.ask[1]: scores has no answer on this problem; leave it out"


def test_who_adds_every_move_is_told_so_and_nothing_is_said_of_another_player() -> None:
    exercise = BANK["given-playouts"]
    rules = {rule.name: rule for rule in exercise.kind.wrong.rules(exercise.problem)}
    assert not rules.keys() & {
        "no-side-switch",
        "other-perspective",
        "selects-for-max",
        "expands-all",
        "skips-expansion",
    }
    handed = {
        part: exercise.kind.parts[part].form.write(exercise.problem, answer)
        for part, answer in rules["adds-whole-playout"].answer({}).items()
    }
    graded = outcome_of(exercise, {part: handed[part] for part in exercise.problem.ask}).graded[0]
    [finding] = graded.report.findings
    assert finding.misconception == "adds-whole-playout"


def test_a_statement_lists_the_playouts_and_only_the_conventions_that_count() -> None:
    exercise = read(problem([playout("ba", 30), playout("a", "1/2")]))
    [diagram] = exercise.kind.draw(View(exercise.problem))
    shown = "\n".join(map(str, statement_lines(exercise.kind, exercise.problem, diagram)))
    assert "Playout 1: b, a; reward 30." in shown
    assert "Playout 2: a; reward 1/2." in shown
    for word in ("MIN", "exploration", "logarithm", "added at once"):
        assert word not in shown


def test_a_leaf_without_a_value_is_read_aloud_by_its_name_alone() -> None:
    exercise = read(problem([playout("ba", 30), playout("a", "1/2")]))
    [diagram] = exercise.kind.draw(View(exercise.problem))
    assert [line for _, line in outline_items(diagram)][1:] == ["leaf a", "MAX b", "leaf ba (move a)"]


def test_playouts_are_written_as_they_were_read() -> None:
    stated = problem([playout("ba", 30), playout("a", "1/2")], "paths", "visits")
    exercise = read(stated)
    assert write_problem(exercise.kind, exercise.problem)["playouts"] == stated["playouts"]


def test_figures_of_playouts_speak_of_no_selection() -> None:
    drawn = certified("mcts", SamplingParameters(playouts=4), "figures")
    assert {*certificate_data(drawn)["figures"]} == {"nodes", "iterations"}


def test_generated_playouts_tell_who_adds_every_move_from_who_does_not() -> None:
    question = Question(ask=("paths", "expanded", "visits", "totals", "choice"))
    for made in (certified("mcts", SamplingParameters(playouts=6, question=question), f"s{seed}") for seed in range(3)):
        game = made.problem.game
        assert len(game.playouts) == 6
        assert max(len(one.path) for one in made.exercise.solution.trace.iterations) >= 3
        assert ("adds-whole-playout", "") in {
            (rule.name, rule.detail) for rule in made.exercise.kind.wrong.rules(made.problem)
        }
        variant = certified("mcts", like(made.problem), "other").problem
        assert [*map(len, variant.game.playouts)] == [*map(len, game.playouts)]


REFUSED = {
    "expected a length for each of the playouts": SamplingParameters(playouts=3, lengths=(2, 2)),
    "from 1 to 50 moves": SamplingParameters(playouts=1, lengths=(51,)),
    "1 to 50 playouts": SamplingParameters(lengths=(2, 2)),
    "iterations": SamplingParameters(playouts=3, iterations=2),
    "scores": SamplingParameters(playouts=3, question=Question(ask=("paths", "scores"))),
    "convention": SamplingParameters(playouts=3, question=Question(conventions=read_conventions({"expand": "all"})[0])),
}


@pytest.mark.parametrize("what", REFUSED)
def test_requests_that_playouts_cannot_meet_are_refused(what: str) -> None:
    with pytest.raises((RequestError, NotFoundError), match=what):
        certified("mcts", REFUSED[what], "x")
