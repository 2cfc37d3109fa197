"""Monte Carlo tree search: against a second solver, by what holds of every run, by hand; what is refused, what follows, what is ignored."""

from __future__ import annotations

import math
import random
import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from banked import BANK, shipped
from conftest import faults_of, outcome_of, part_report, read, report_of
from second import mcts
from windows import chunks, shifted

from generators import NotFoundError, Question, RequestError, SamplingParameters, certified
from generators.like import like
from grader import draw
from grader.core.answers.reports import Verdict
from grader.core.conventions import Conventions
from grader.kinds import KINDS, Exercise
from grader.kinds.mcts.solve import Run
from grader.pages.text import render_text

CHUNKS, FEW, MANY, LONG = 4, 120, 2_000, 40
OPEN = {
    "id": "R",
    "max": [{"id": "A", "min": [{"id": "D"}, {"id": "E"}]}, {"id": "B", "min": [{"id": "F"}, {"id": "G"}]}],
}


def problem(tree: Any, iterations: int, results: Any = None, *ask: str, **fields: Any) -> dict[str, Any]:
    asked = ({"ask": list(ask)} if ask else {}) | ({} if results is None else {"results": results})
    head = {"format": "gametree-problem/1", "id": "q1", "kind": "mcts", "tree": tree, "iterations": iterations}
    return {**head, **asked, **fields}


def run_of(exercise: Exercise) -> Run:
    run: Run = exercise.solution.trace
    return run


# --- The second solver ----------------------------------------------------------------------------


@pytest.mark.sweep
@chunks(every=1, longer=1, whole=CHUNKS)
def test_right_and_wrong_rules_agree_with_the_second_solver(chunk: int, window: int) -> None:
    first, stop = (0, FEW) if not chunk else (FEW + MANY * (chunk - 1), FEW + MANY * chunk)
    for seed in range(first, stop):
        agrees_on(mcts.random_game(random.Random(shifted(seed, window))))


@pytest.mark.sweep
@chunks(every=1, longer=2, whole=CHUNKS)
def test_long_runs_agree_with_the_second_solver(chunk: int, window: int) -> None:
    for seed in range(chunk * LONG // 4, (chunk + 1) * LONG // 4):
        agrees_on(long_game(random.Random(shifted(seed, window)), 120))


def agrees_on(game: dict[str, Any]) -> None:
    """Fail where the two solvers disagree on the right rule or on a wrong one."""
    expected = mcts.solve(game)
    exercise = read({"format": "gametree-problem/1", "id": "q1", "kind": "mcts", **game, "ask": list(expected)})
    same_answers(exercise, exercise.solution.answers, expected, game)
    rules = {(rule.name, rule.detail): rule for rule in exercise.kind.wrong.rules(exercise.problem)}
    known = [(name, detail) for name, detail in mcts.rules_of(game)]
    assert {name for name, _ in known} == {name for name, _ in rules if name in mcts.RULES}, game
    for name, detail in known:
        rule = rules[name, detail and f"totals-for {detail}"]
        same_answers(exercise, rule.answer({}), mcts.follow(game, f"{name} {detail}".strip(), {}), (name, game))


def same_answers(exercise: Exercise, answers: Any, expected: dict[str, Any], told: Any) -> None:
    forms = {name: part.form for name, part in exercise.kind.parts.items()}
    written = {name: forms[name].write(exercise.problem, answer) for name, answer in answers.items()}
    scores, others = written.pop("scores", []), expected.pop("scores", [])
    assert written == expected, told
    assert [one.keys() for one in scores] == [other.keys() for other in others], told
    for one, other in zip(scores, others, strict=True):
        for name, score in other.items():  # a mean and a bonus that cancel leave what floats lose
            assert one[name] == score or math.isclose(one[name], score, rel_tol=1e-12, abs_tol=1e-12), told


def long_game(rng: random.Random, iterations: int) -> dict[str, Any]:
    """Return a run from the start that fills most of a tree."""
    names = iter(f"n{number}" for number in range(1_000))
    stated: dict[str, Any] = {"tie": rng.choice(("first", "last"))}
    choices = {"expand": ("one", "all"), "totals-for": ("mover", "max", "own"), "parent-count": ("own", "children")}
    stated |= {name: rng.choice(values) for name, values in choices.items()}
    tree = mcts.random_node(rng, names, 3, "max", may_be_open=True)
    while "max" not in tree:
        tree = mcts.random_node(rng, names, 3, "max", may_be_open=True)
    results = [rng.choice((0, 1, "1/2")) for _ in range(iterations)]
    return {"tree": tree, "iterations": iterations, "results": results, "conventions": stated}


# --- What holds of every run ----------------------------------------------------------------------


def test_visits_are_the_paths_that_hold_a_node_and_totals_of_max_add_up(window: int) -> None:
    for seed in range(12):
        game = long_game(random.Random(shifted(seed, window)), 60)
        game["conventions"] |= {"totals-for": "max"}
        exercise = read(problem(game.pop("tree"), game.pop("iterations"), game.pop("results"), **game))
        run, answers = run_of(exercise), exercise.solve()
        tree = exercise.problem.game.tree
        for node, name in enumerate(tree.ids):
            through = [one for one in run.iterations if node in one.path]
            assert answers["visits"].get(name, 0) == len(through)
            if through:
                assert Fraction(str(answers["totals"][name])) == sum(
                    (Fraction(one.reward) for one in through), Fraction()
                )
        for one in run.iterations:
            assert one.path[0] == 0
            assert all(tree.parent[below] == above for above, below in pairwise(one.path))


def test_players_who_change_places_with_their_wins_change_nothing(window: int) -> None:
    for seed in range(12):
        game = long_game(random.Random(shifted(seed, window)), 40)
        game["conventions"] |= {"totals-for": "mover"}
        turned = {**game, "tree": turned_over(game["tree"]), "results": [str(1 - Fraction(r)) for r in game["results"]]}
        one, other = (
            read({"format": "gametree-problem/1", "id": "q1", "kind": "mcts", **g}).solve() for g in (game, turned)
        )
        assert (one["paths"], one["visits"], one["totals"]) == (other["paths"], other["visits"], other["totals"])


def turned_over(node: Any) -> Any:
    """Return a tree in which MAX and MIN have changed places, with what they win."""
    other = {"max": "min", "min": "max"}
    turned = {other.get(key, key): value for key, value in node.items()}
    if "value" in turned:
        turned["value"] = str(1 - Fraction(str(turned["value"])))
    return {key: [turned_over(child) for child in value] if key in other else value for key, value in turned.items()}


def test_next_child_below_the_root_is_the_choice_of_the_ucb_problem_with_its_numbers() -> None:
    leaves = [{"id": name, "value": value} for name, value in zip("ABCD", (0, "1/2", 1, "1/3"), strict=True)]
    for count in (4, 9, 30, 75, 200):
        answers = read(problem({"id": "R", "max": leaves}, count, None, "visits", "totals", "selection")).solve()
        arms = [{"id": name, "visits": answers["visits"][name], "total": answers["totals"][name]} for name in "ABCD"]
        ucb = {"format": "gametree-problem/1", "id": "q2", "kind": "ucb", "children": arms}
        assert answers["selection"] == ["R", read(ucb).solve()["choice"]]


# --- By hand --------------------------------------------------------------------------------------


def test_all_children_join_only_below_a_node_that_was_visited() -> None:
    asked = ("paths", "expanded", "visits")
    stated = {"conventions": {"expand": "all", "totals-for": "max"}}
    answers = read(problem(OPEN, 3, [1, 0, 1], *asked, **stated)).solve()
    assert answers["expanded"] == [["A", "B"], [], ["D", "E"]]
    assert answers["paths"] == [["R", "A"], ["R", "B"], ["R", "A", "D"]]
    assert answers["visits"] == {"R": 3, "A": 2, "B": 1, "D": 1, "E": 0}


def test_a_leaf_with_a_value_gives_that_and_its_result_is_ignored() -> None:
    tree = {"id": "R", "max": [{"id": "A", "value": 1}, {"id": "B", "value": 0}]}
    for results in (None, [None, None, None], [0, 1, 0]):
        answers = read(problem(tree, 3, results)).solve()
        assert answers["paths"] == [["R", "A"], ["R", "B"], ["R", "A"]]
        assert answers["totals"] == {"R": 1, "A": 2, "B": 0}


@pytest.mark.parametrize(
    ("tie", "end"),
    [
        ("first", "A and B share the most visits: the leftmost counts, so A is played."),
        ("last", "A and B share the most visits: the rightmost counts, so B is played."),
        ("any", "A and B share the most visits: each of them is right, so A or B is played."),
    ],
)
def test_a_move_that_is_played_for_a_tie_alone_is_not_said_to_be_better(tie: str, end: str) -> None:
    tree = {"id": "R", "max": [{"id": "A", "min": [{"id": "C"}]}, {"id": "B", "min": [{"id": "D"}]}]}
    data = {"format": "gametree-problem/1", "id": "p", "kind": "mcts", "tree": tree, "ask": ["choice"]}
    exercise = read({**data, "iterations": 2, "results": [1, 0], "conventions": {"tie": tie}})
    assert exercise.steps()[-1].sentence == f"At the end {end}"


def test_without_iterations_it_is_asked_where_selection_goes_and_what_is_played() -> None:
    below = [{"id": "A", "visits": 5, "total": 1}, {"id": "B", "visits": 2, "total": 2}]
    tree = {"id": "R", "visits": 7, "total": 4, "max": below}
    assert read(problem(tree, 0, None, "choice")).solve() == {"selection": ["R", "B"], "choice": "A"}
    assert faults_of(problem(tree, 0))[0].endswith("expected ask, with what is asked")


@pytest.mark.parametrize(("final", "move"), [("most-visits", "A"), ("best-mean", "B"), ("best-score", "C")])
def test_the_move_that_is_played_at_the_end_is_told_by_final(final: str, move: str) -> None:
    below = [{"id": n, "visits": v, "total": t} for n, v, t in (("A", 20, 10), ("B", 15, 11), ("C", 2, 1), ("D", 0, 0))]
    exercise = read(
        problem({"id": "R", "visits": 37, "total": 20, "max": below}, 0, None, "choice", conventions={"final": final})
    )
    assert exercise.solve()["choice"] == move


# --- What is refused ------------------------------------------------------------------------------

SEEN = {"id": "A", "visits": 1, "total": 1}
REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "no result": (problem(OPEN, 2, [1, None]), "$.results: ", "iteration 2: the simulation from B needs a result"),
    "no results at all": (problem(OPEN, 1), "$.results", "iteration 1: the simulation from A needs a result"),
    "too few results": (problem(OPEN, 3, [1]), "$.results: ", "has 1 entries, expected 3"),
    "tie": (
        problem(OPEN, 3, [1, 1, 0], conventions={"tie": "any"}),
        "$.conventions.tie: ",
        "iteration 3: children of R tie",
    ),
    "too many iterations": (problem(OPEN, 201, [1] * 201), "$.iterations: ", "200"),
    "parent outside": (
        problem({"id": "R", "max": [{"id": "A", "min": [{"id": "D", "visits": 1, "total": 0}]}]}, 1, [1]),
        "$.tree.max[0].min[0].visits: ",
        "its parent A is not",
    ),
    "compared without visits": (
        problem({"id": "R", "max": [SEEN, {"id": "B", "visits": 1, "total": 0}]}, 1, [1]),
        "$.tree: ",
        "R has no visits, but its children are compared",
    ),
    "no total": (
        problem({"id": "R", "max": [{"id": "A", "visits": 1}]}, 1, [1]),
        "$.tree.max[0]: ",
        "total is missing",
    ),
    "half a visit": (
        problem({"id": "R", "max": [{**SEEN, "visits": "1/2"}]}, 1, [1]),
        "$.tree.max[0].visits: ",
        "expected a whole number from 0 up",
    ),
    "called none": (problem({"id": "R", "max": [{"id": "none"}]}, 1, [1]), "$.tree.max[0].id: ", "expected another id"),
    "chance": (
        problem({"id": "R", "chance": [{"id": "A", "probability": 1}]}, 1, [1]),
        "$.tree.chance: ",
        "at most one of value, max and min",
    ),
    "prior without puct": (
        problem({"id": "R", "max": [{"id": "A", "prior": 1}]}, 1, [1]),
        "$.tree.max[0].prior: ",
        "formula puct",
    ),
    "puct without prior": (
        problem(OPEN, 1, [1], conventions={"formula": "puct"}),
        "$.tree.max[0]: ",
        "prior is missing",
    ),
    "too large": (
        problem([[{} for _ in range(40)] for _ in range(25)], 1, [1]),
        "$.tree: ",
        "has 1,026 nodes, expected at most 1,000",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_problem_that_cannot_be_run_is_refused_where_it_is_wrong(name: str) -> None:
    data, where, said = REFUSED[name]
    faults = faults_of(data)
    assert any(fault.startswith(where) and said in fault for fault in faults), faults


# --- What is marked, ignored, and follows ---------------------------------------------------------

FIVE = problem(OPEN, 5, [1, 0, 1, 0, 1], "paths", "expanded", "visits", "totals", "choice")


def test_a_zero_outside_the_search_tree_is_ignored_and_another_number_takes_off() -> None:
    exercise = read(FIVE)
    right = exercise.solve()["visits"]
    assert part_report(exercise, "visits", {**right, "G": 0}).earned == 1
    assert part_report(exercise, "visits", {**right, "G": 1}).earned == Fraction(5, 6)


@pytest.mark.parametrize("none", ["none", [], ["none"]])
def test_where_all_children_join_at_once_none_is_an_empty_list(none: object) -> None:
    exercise = read(problem(OPEN, 4, [1, 0, 1, 0], "expanded", conventions={"expand": "all"}))
    right = exercise.solve()["expanded"]
    assert [] in right
    assert part_report(exercise, "expanded", [one or none for one in right]).earned == 1
    assert part_report(exercise, "expanded", [["A", "none"], *right[1:]]).earned < 1


def test_statistics_and_what_was_added_follow_from_the_own_paths() -> None:
    exercise = read(FIVE)
    own = [["R", "A"], ["R", "B"], ["R", "A", "D"], ["R", "A", "E"], ["R", "A", "D"]]
    answers = {
        "paths": own,
        "expanded": ["A", "B", "D", "E", "none"],
        "visits": {"R": 5, "A": 4, "B": 1, "D": 2, "E": 1},
        "totals": {"R": 2, "A": 3, "B": 0, "D": 0, "E": 1},
        "choice": "A",
    }
    earned = {part.part: part.earned for part in report_of(exercise, answers).parts}
    assert earned["paths"] == Fraction(4, 5)
    assert earned["expanded"] == Fraction(4, 5) + Fraction(1, 2) / 5
    assert earned["visits"] == (2 + Fraction(3, 2)) / 6  # R and E are right, A, B and D follow, F is missing
    assert earned["totals"] == (3 + Fraction(2, 2)) / 6  # R, D and E are right, A and B follow


def verdicts(exercise: Exercise, answers: dict[str, Any]) -> dict[str, dict[str | None, str]]:
    """Return the verdict of each entry, by part and by what it is about."""
    return {
        part.part: {entry.node: entry.verdict.value for entry in part.entries}
        for part in report_of(exercise, answers).parts
    }


def test_scores_of_one_iteration_do_not_keep_a_path_of_another_from_following() -> None:
    """Iteration 4 is wrong: R, B would have the better score. Its path is what the own tree gives for iteration 5."""
    exercise = read(problem(OPEN, 5, [1, 0, 1, 0, 1], "paths", "scores"))
    right = exercise.solve()
    own = [*right["paths"][:2], ["R", "B", "F"], None, None]
    followed = [
        path
        for path in (["R", "A", "D"], ["R", "A", "E"], ["R", "B", "G"])
        if verdicts(exercise, {"paths": [*own[:3], path]})["paths"]["iteration 4"] == "follow-through"
    ]
    assert len(followed) == 1
    for scores in ([], right["scores"][:2], [*right["scores"][:3], {"A": 1}]):
        answers = {"paths": [*own[:3], *followed], "scores": scores}
        assert verdicts(exercise, answers)["paths"]["iteration 4"] == "follow-through"


def test_an_entry_that_follows_from_the_own_paths_takes_nothing_off_where_none_is_expected() -> None:
    exercise = shipped("five-playouts")
    paths = [["R", "A"], ["R", "B"], ["R", "A", "D"], ["R", "A", "E"], ["R", "B", "G"]]
    own = {"R": 5, "A": 3, "B": 2, "D": 1, "E": 1}
    assert part_report(exercise, "visits", {**own, "G": 1}).earned == 4  # with no paths nothing follows
    with_other, without, wrong = (
        report_of(exercise, {"paths": paths, "visits": own | other}).parts[1] for other in ({"G": 1}, {}, {"G": 2})
    )
    assert (with_other.earned, without.earned, wrong.earned) == (5, 5, 4)
    assert with_other.entries[-1].verdict is Verdict.FOLLOW_THROUGH
    assert "neither earns nor takes" in with_other.entries[-1].message


OWN = {
    "paths": [["R", "B", "E"], ["R", "B", "F"]],
    "scores": [{"A": 1.33, "B": 1.83}, {"A": 1.24, "B": 1.27}],
    "visits": {"R": 7, "A": 2, "B": 4, "E": 1, "F": 1},
    "totals": {"R": 3, "A": 1, "B": 3, "E": 1, "F": 0},
}


def test_entries_that_earn_nothing_are_none_of_those_that_follow_and_are_told_together() -> None:
    """Playout 1 adds three nodes at once: ba and baa are visited twice and once too often, bab, ab, aba and bba are not there."""
    path = [["root", "b", "ba", "baa"], ["root", "a", "ab", "aba"], ["root", "b", "ba", "bab"]]
    path += [["root", "b", "bb", "bba"], ["root", "b", "ba", "baa"], ["root", "b", "ba"]]
    visits = {"root": 6, "a": 1, "b": 5, "ba": 4, "bb": 1, "baa": 2, "bab": 1, "ab": 1, "aba": 1, "bba": 1}
    outcome = outcome_of(BANK["given-playouts"], {"paths": path, "visits": visits})
    text = render_text(outcome)
    assert "Visits: 4 of 6 right, 2 right on your own numbers: 5 of 6 points" in text
    assert "follows from an earlier slip: bab: 1, ab: 1, aba: 1, bba: 1 — Right on your own numbers. The right" in text


def test_a_list_where_one_name_belongs_is_shown_as_it_was_written() -> None:
    report = part_report(BANK["given-playouts"], "expanded", [["b", "ba"]])
    assert 'there is no node "[b, ba]"; one name is wanted, b or ba' in report.entries[0].message


def test_each_iteration_follows_from_the_own_search_tree_and_the_own_scores() -> None:
    exercise = shipped("own-and-children")
    follows = {"iteration 1": "follow-through", "iteration 2": "follow-through"}
    assert verdicts(exercise, OWN)["paths"] == follows
    twice = {**OWN, "paths": [["R", "B", "E"], ["R", "B", "E"]]}  # E was added by the first one
    assert verdicts(exercise, twice)["paths"] == {**follows, "iteration 2": "wrong"}


def test_statistics_of_the_own_tree_earn_no_less_with_the_nodes_that_only_it_has() -> None:
    exercise = shipped("own-and-children")
    earned = {part.part: part.earned for part in report_of(exercise, OWN).parts}
    assert (earned["visits"], earned["totals"]) == (2, 2)  # one is right, two follow, two are missing


def test_without_own_scores_a_path_follows_from_the_own_statistics() -> None:
    exercise = read(problem(OPEN, 4, [1, 0, 1, 0], "paths", "expanded"))
    assert exercise.solve()["paths"] == [["R", "A"], ["R", "B"], ["R", "A", "D"], ["R", "A", "E"]]
    own = {"paths": [["R", "B"], ["R", "A"], ["R", "B", "F"], ["R", "B", "G"]], "expanded": ["B", "A", "F", "G"]}
    seen = verdicts(exercise, own)
    assert [*seen["paths"].values()] == ["wrong", "follow-through", "follow-through", "follow-through"]
    assert [*seen["expanded"].values()] == ["follow-through"] * 4
    blank = verdicts(exercise, {**own, "paths": [None, *own["paths"][1:]]})
    assert [*blank["paths"].values()] == ["blank", "wrong", "wrong", "wrong"]  # the own tree is not known


def test_scores_follow_from_the_own_search_tree() -> None:
    exercise = shipped("own-and-children")
    after = math.sqrt(math.log(5))
    scores = [{"A": 1.33, "B": 0.83}, {"A": 0.5 + after / math.sqrt(2), "B": 1 / 3 + after / math.sqrt(3)}]
    own = {"paths": [["R", "B", "E"], ["R", "A", "C"]], "scores": scores}
    assert verdicts(exercise, own)["scores"] == {
        "iteration 1, A": "correct",
        "iteration 1, B": "correct",
        "iteration 2, A": "correct",  # 1/2 and 2/3 with their bonus are both 1.40
        "iteration 2, B": "follow-through",
    }


def test_the_move_at_the_end_follows_from_own_visits_of_another_child() -> None:
    exercise = read(problem(OPEN, 1, [1], "paths", "visits", "choice"))
    own = {"paths": [["R", "B"]], "visits": {"R": 1, "B": 1}, "choice": "B"}
    assert verdicts(exercise, own)["choice"] == {None: "follow-through"}
    assert verdicts(exercise, {**own, "paths": None})["choice"] == {None: "wrong"}  # visits of A are left out


def test_scores_are_read_as_lists_and_as_one_map_as_pages_write_them() -> None:
    exercise = read(problem(OPEN, 3, [1, 0, 1], "scores"))
    [scores] = [one for one in exercise.solve()["scores"] if one]
    listed, mapped = [{}, {}, scores], {f"iteration 3, {name}": score for name, score in scores.items()}
    assert part_report(exercise, "scores", listed).earned == 1
    assert part_report(exercise, "scores", mapped).earned == 1
    half = {**mapped, "iteration 3, A": 7}
    assert part_report(exercise, "scores", half).earned == Fraction(1, 2)
    report = part_report(exercise, "scores", {"iteration 4, A": 7})
    assert [one.verdict for one in report.entries] == [Verdict.MISSING] * len(scores) + [Verdict.MALFORMED]


def test_scores_of_a_single_iteration_are_one_map_of_nodes_which_are_marked_in_the_tree() -> None:
    exercise = BANK["min-chooses"]
    [scores] = exercise.solve()["scores"]
    assert part_report(exercise, "scores", scores).earned == part_report(exercise, "scores", [scores]).earned == 4
    report = part_report(exercise, "scores", {**scores, "A": 7})
    assert (report.earned, [one.node for one in report.entries if one.verdict is Verdict.WRONG]) == (3, ["A"])
    widget = exercise.kind.parts["scores"].form.widget(exercise.problem)
    assert widget.keys == [(id_, node) for node, id_ in enumerate(exercise.problem.game.ids) if node]


def test_scores_of_several_iterations_are_at_no_node_of_the_tree() -> None:
    exercise = BANK["own-and-children"]
    keys = exercise.kind.parts["scores"].form.widget(exercise.problem).keys
    assert [name for name, _ in keys[:2]] == ["iteration 1, A", "iteration 1, B"]
    assert not {key for _, key in keys} & {*range(len(exercise.problem.game.ids))}


def test_scores_of_too_many_nodes_and_iterations_are_refused_where_they_are_asked() -> None:
    seen = {"visits": 1, "total": 0}
    wide = {"id": "R", "visits": 201, "total": 0, "max": [seen for _ in range(1 + 5_000 // 25)]}
    asked = {"ask": ["paths", "scores"], "results": [1] * 25}
    [fault] = faults_of(problem(wide, 25, **asked))
    assert fault.startswith("$.ask[1]: scores of 25 iterations on 202 nodes are too many to be asked, expected at most")
    assert read(problem({**wide, "max": wide["max"][1:]}, 25, **asked)).problem.ask == ("paths", "scores")


def test_numbers_of_nodes_are_written_as_small_as_their_shapes_need() -> None:
    drawn = str(draw(BANK["min-chooses"], "svg"))
    found = re.findall(r'<text class="num"[^>]*font-size="([0-9.]+)"[^>]*>([^<]+)<', drawn)
    sizes = {text: float(size) for size, text in found}
    assert 0 < sizes["6/12"] < sizes["5/8"] == sizes["1/4"]


def test_value_and_prior_of_every_leaf_are_written_below_it() -> None:
    drawn = str(draw(BANK["priors-in-the-tree"], "svg"))
    said = re.findall(r'<text class="note"[^>]*>([^<]+)<', drawn)
    assert [one for one in said if one.startswith("value")] == [
        "value 1",
        "value −1",
        "value 0",
        "value 1",
    ]  # a minus sign
    assert [one for one in said if one.startswith("prior")] == ["prior 0.5", "prior 0.5", "prior 0.3", "prior 0.7"]


def test_who_forgets_the_new_node_is_told_so() -> None:
    exercise = read(FIVE)
    rule = next(one for one in exercise.kind.wrong.rules(exercise.problem) if one.name == "new-node-not-updated")
    forms = {name: part.form for name, part in exercise.kind.parts.items()}
    handed = {name: forms[name].write(exercise.problem, answer) for name, answer in rule.answer({}).items()}
    assert handed["visits"] != exercise.solve()["visits"]
    graded = outcome_of(exercise, {part: handed[part] for part in exercise.problem.ask}).graded[0]
    assert [finding.misconception for finding in graded.report.findings] == ["new-node-not-updated"]


def test_a_wrong_score_without_a_number_after_the_last_iteration_leaves_the_next_selection_open() -> None:
    unknown = {"min": [{"id": "C", "prior": "1/2"}, {"id": "D", "prior": "1/2"}]}
    seen = {"visits": 1, "prior": "1/2"}
    tree = {"id": "R", "max": [{"id": "A", **seen, "total": 1, **unknown}, {"id": "B", **seen, "total": 0}]}
    stated = {"formula": "puct", "expand": "all"}
    exercise = read(problem({**tree, "visits": 2, "total": 1}, 1, [1], "paths", "scores", conventions=stated))
    assert exercise.solve()["selection"] == ["R", "A", "D"]
    rules = {rule.name: rule.answer({}) for rule in exercise.kind.wrong.rules(exercise.problem)}
    assert rules["one-forgotten"]["paths"] == exercise.solution.answers["paths"]
    assert "selection" not in rules["one-forgotten"]


# --- Generated exercises --------------------------------------------------------------------------


def test_exercises_are_about_one_iteration_that_is_long_clear_and_not_greedy() -> None:
    for seed in range(6):
        exercise = certified("mcts", SamplingParameters(), f"s{seed}").exercise
        [one] = run_of(exercise).iterations
        assert len(one.path) >= 3
        for step in one.compared:
            best, second_best, *_ = sorted((*step.scores, -math.inf), reverse=True)
            assert best - second_best >= 0.05


@pytest.mark.parametrize("expand", ["one", "all"])
def test_given_numbers_are_such_as_a_search_leaves(expand: str) -> None:
    """A node is visited once before it has children, and none of these twice while another has not been visited."""
    question = Question(conventions=Conventions(expand=expand, stated=frozenset({"expand"})))
    for seed in range(10):
        game = certified("mcts", SamplingParameters(question=question), f"s{seed}").exercise.problem.game
        for node in game.tree.inner():
            counts = [game.visits[child] for child in game.tree.children(node)]
            inside = [count for count in counts if count is not None]
            missing = counts[len(inside) :]
            assert not any(missing)
            assert not (expand == "all" and inside and missing)
            assert max(inside, default=0) <= 1 or (all(inside) and not missing)
            if count := game.visits[node]:
                assert count == sum(inside) + (node > 0)


def test_variants_keep_the_tree_and_how_long_it_was_searched() -> None:
    given = certified("mcts", SamplingParameters(), "given").exercise
    variant = certified("mcts", like(given.problem), "other").exercise
    assert list(variant.problem.game.ids) == list(given.problem.game.ids)
    counts = [one.problem.game.visits[0] for one in (given, variant)]
    assert abs(counts[0] - counts[1]) < len(given.problem.game.tree.children(0))
    assert variant.solve() != given.solve()


def test_requests_that_cannot_be_met_are_refused() -> None:
    for parameters in (
        SamplingParameters(children=(0, 2)),
        SamplingParameters(visits=(-1, 3)),
        SamplingParameters(iterations=201),
    ):
        with pytest.raises((RequestError, NotFoundError)):
            certified("mcts", parameters, "x")
    with pytest.raises(RequestError):
        certified("mcts", SamplingParameters(question=Question(ask=("values",))), "x")


def test_the_kind_says_what_it_shares_with_ucb() -> None:
    assert KINDS["mcts"].searches == ("ucb",)
    assert set(KINDS["ucb"].conventions) <= set(KINDS["mcts"].conventions)


@pytest.mark.parametrize(
    ("conventions", "expected"), [({"exploration": 1}, "constant-omitted"), ({"log": "log10"}, "other-log")]
)
def test_who_errs_in_the_score_is_told_of_every_rule_that_leads_to_these_paths(
    conventions: dict[str, Any], expected: str
) -> None:
    """Where `scores` are not asked, a formula without its constant can lead to the very paths of one who goes by the mean."""
    asked = ["paths", "visits", "totals", "selection", "choice"]
    data = problem(OPEN, 5, [1, 0, 1, 0, 1], *asked)
    other = mcts.solve({**data, "conventions": conventions})
    report = report_of(read(data), {part: other[part] for part in asked})
    assert {expected, "greedy-selection"} <= {finding.misconception for finding in report.findings}


def test_one_wrong_path_from_which_all_else_follows_is_one_slip() -> None:
    answers = {
        "paths": [["R", "A"], ["R", "B"], ["R", "A", "D"], ["R", "A", "E"], ["R", "A", "D"]],
        "visits": {"R": 5, "A": 4, "B": 1, "D": 2, "E": 1, "F": 0},
        "totals": {"R": 2, "A": 3, "B": 0, "D": 0, "E": 1, "F": 0},
    }
    said = "One slip (paths, at iteration 5): all the rest that you answered is right, or follows from it."
    assert report_of(BANK["five-playouts"], answers).slip == said
    two = {**answers, "paths": [["R", "B"], ["R", "A"], *answers["paths"][2:]]}  # type: ignore[misc]  # a list
    assert report_of(BANK["five-playouts"], two).slip == ""


def test_of_many_rules_that_fit_alike_three_are_explained_and_the_others_named() -> None:
    """Iteration 5 goes to A and E, as it does by six rules on scores."""
    exercise = BANK["five-playouts"]
    answers = {
        "paths": [["R", "A"], ["R", "B"], ["R", "A", "D"], ["R", "A", "E"], ["R", "A", "E"]],
        "visits": {"R": 5, "A": 4, "B": 1, "D": 1, "E": 2},
        "totals": {"R": 2, "A": 3, "B": 0, "D": 0, "E": 1},
        "selection": ["R", "A", "E"],
        "choice": "A",
    }
    text = render_text(outcome_of(exercise, answers))
    names = [finding.misconception for finding in report_of(exercise, answers).findings]
    assert len(names) == 6
    assert text.count(" Or: ") == 2
    assert f" Or another that gives the same answers: {', '.join(names[3:5])} or {names[5]}.\n" in text
