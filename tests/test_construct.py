"""Constructions: what is handed in is run, and what comes out is compared with a second solver that tries everything."""

from __future__ import annotations

import json
import random
import re
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from banked import BANK
from click.testing import CliRunner
from conftest import faults_of, outcome_of, read, report_of
from second import construct as plain
from windows import chunks, shifted

from grader.cli.grade import grade
from grader.cli.main import gametree
from grader.core.answers.reports import Reveal, Verdict
from grader.core.documents import parse_document
from grader.core.drawing.outline import outline
from grader.core.errors import SubmissionError
from grader.grading.marking import grade_submission, graded_diagrams, read_submission
from grader.kinds import KINDS, Exercise
from grader.kinds.about_searches.construct.fewest import trees
from grader.kinds.about_searches.construct.misconceptions import ORDER_WORDINGS
from grader.kinds.about_searches.construct.order import minimal_leaves, tried
from grader.kinds.record import View
from grader.pages.frames import film_of

TURN = [[[3, 9], [5, 1]], [[8, 6], [2, 7]]]
ORDER = {"make": "order", "goal": {"objective": "most-pruned"}, "tree": TURN}
CUT = {"make": "tree", "goal": {"claims": [{"pruned-leaves": {"at-least": 1}}]}}
_A_CHUNK = 15


def posed(fields: dict[str, Any], search: str = "alpha-beta", **more: Any) -> dict[str, Any]:
    return {"format": "gametree-problem/1", "id": "q1", "kind": "construct", "search": search, **fields, **more}


def entry_of(data: dict[str, Any], answer: Any, reveal: Reveal = Reveal.EXPECTED) -> Any:
    exercise = read(data)
    report = report_of(exercise, {data["make"]: answer}, reveal=reveal)
    return report.parts[0].entries[0]


def earned(data: dict[str, Any], answer: Any) -> Any:
    return report_of(read(data), {data["make"]: answer}).earned


# --- Against the second solver --------------------------------------------------------------------


def drawn(seed: int) -> tuple[random.Random, dict[str, Any], Exercise]:
    rng = random.Random(seed)
    data = json.loads(json.dumps(posed({}, **plain.random_game(rng)), default=str))
    parts = list(read(data).solve())
    return rng, data, read({**data, "ask": parts})


@chunks(1, 11, 40)
def test_best_number_and_shares_are_those_of_a_solver_that_tries_everything(chunk: int, window: int) -> None:
    first = shifted(chunk * _A_CHUNK, window)
    for seed in range(first, first + _A_CHUNK):
        rng, data, exercise = drawn(seed)
        right = plain.solve(data)
        assert exercise.solve().get("count") == right.get("count")
        for slips in (0, 0.3, 0.6):
            answers = {part: plain.change(rng, part, answer, slips) for part, answer in right.items()}
            for part in report_of(exercise, answers).parts:
                if part.entries[0].verdict is not Verdict.MALFORMED:
                    assert part.earned == plain.share(data, part.part, answers[part.part]), (data, answers)


@pytest.mark.parametrize(("branching", "depth"), [(2, 1), (2, 2), (2, 3), (3, 2), (4, 2)])
def test_formula_for_uniform_trees_is_what_trying_all_orders_finds(branching: int, depth: int) -> None:
    found = 0
    for seed in range(12):
        rng = random.Random(seed)
        numbers = iter(rng.sample(range(100), branching**depth))

        def tree(left: int, numbers: Any = numbers) -> Any:
            return [tree(left - 1) for _ in range(branching)] if left else next(numbers)

        data = posed({**ORDER, "tree": tree(depth)})
        try:
            game = read(data).problem.game
        except Exception:  # noqa: BLE001  # a trivial order is as good: nothing to be asked
            continue
        found += 1
        if branching**depth <= 9:
            assert minimal_leaves(game) == tried(game).best
        assert game.asked.found.best == minimal_leaves(game)
    assert found or depth == 1


def test_all_trees_of_up_to_seven_nodes_are_tried() -> None:
    counts = [sum(1 for _ in trees(size, "max")) for size in range(1, 8)]
    assert counts[:4] == [
        1,
        1,
        4,
        23,
    ]  # of 4: a chain, three shapes with two leaves in 3 patterns, one with three in 13
    assert sum(counts) < 20_000


# --- What is earned -------------------------------------------------------------------------------


def test_trivial_answers_earn_nothing() -> None:
    mirrored = {"A": ["C", "B"], "B": ["E", "D"], "C": ["G", "F"], "D": ["I", "H"], "E": ["K", "J"]}
    mirrored |= {"F": ["M", "L"], "G": ["O", "N"]}
    assert earned(posed(ORDER), {}) == earned(posed(ORDER), mirrored) == 0
    assert earned(posed(CUT), 5) == earned(posed(CUT), [1, [2, 3]]) == 0


def test_share_of_an_order_lies_between_the_trivial_one_and_the_best() -> None:
    exercise = read(posed({**ORDER, "tree": [[9, 2, 7], [8, 1, 6], [3, 5, 4]]}))
    found, seen = exercise.problem.game.asked.found, set()
    for rows in product(permutations("BCD"), permutations("EFG"), permutations("HIJ")):
        order = {node: list(row) for node, row in zip("ABC", rows, strict=True)}
        seen.add(report_of(exercise, {"order": {**order, "D": ["K", "M", "L"]}}).earned)
    assert min(seen) == 0
    assert max(seen) == 1
    assert 2 < len(seen) <= found.trivial - found.best + 1


def test_answer_that_is_better_than_the_authors_best_earns_full_marks() -> None:
    goal = {"claims": [{"value": 100}, {"pruned-leaves": {"at-least": 1}}]}
    data = posed({"make": "tree", "goal": goal}, best=7, example=[[100, 101], [2, 9]])
    assert earned(data, [[100, 101], [2, 9]]) == 1
    assert earned(data, [100, [2, 9]]) == 1
    assert earned(data, [[100, 101], [2, 9], 1]) == pytest.approx(7 / 8)


def test_free_leaf_without_a_number_earns_nothing_and_says_so() -> None:
    data = posed({"make": "values", "goal": {"claims": [{"value": 7}]}, "tree": [[3, 5], [2, 9]], "free": ["D", "E"]})
    entry = entry_of({**data, "example": {"D": 7, "E": 8}}, {"D": 8})
    assert entry.earned == 0
    assert entry.verdict is Verdict.WRONG
    assert entry.message.startswith("no number stands at E: every free leaf needs one")


def test_change_to_the_same_number_is_no_change() -> None:
    data = posed(
        {"make": "changes", "goal": {"claims": [{"only-best-move": "C"}]}, "tree": [[3, 12], [2, 15]]}, "minimax"
    )
    assert earned(data, {"F": 4, "D": 3, "G": 15}) == 1
    assert entry_of(data, {"D": 3}).message.startswith("nothing is changed")


def test_fewest_changes_are_found_among_numbers_that_only_the_allowed_range_leaves() -> None:
    """C must be worth more than 4, and no number of the problem lies between 4 and the 5 that is allowed at most."""
    fields = {"make": "changes", "goal": {"claims": [{"only-best-move": "C"}]}, "tree": [[9, 8], [0], 4]}
    exercise = read(posed(fields, "minimax", allowed={"range": [2, 5], "integers": False}))
    assert exercise.solve()["count"] == 2


@pytest.mark.parametrize(
    ("claims", "fewest"),
    [([{"value-of": {"B": {"above": 1}}}], 1), ([{"value-of": {"B": {"above": 1}}}, {"best-move": "B"}], 2)],
    ids=["one", "two"],
)
def test_numbers_for_the_player_to_move_turn_over_with_either_sign(claims: list[Any], fewest: int) -> None:
    """B is MIN, so that it has more than 1 where a leaf below it is less than -1, which the problem says nowhere."""
    tree = {"max": [{"min": [8, 8, 0]}, 2]}
    fields = {"make": "changes", "goal": {"claims": claims}, "tree": tree, "ask": ["changes", "count"]}
    exercise = read(posed(fields, "minimax", conventions={"values-for": "mover"}))
    assert exercise.solve()["count"] == fewest


@chunks(1, 1, 20)
def test_fewest_changes_for_the_player_to_move_are_those_of_a_solver_that_tries_everything(
    chunk: int, window: int
) -> None:
    for seed in range(first := shifted(70_000 + 16 * chunk, window), first + 16):
        rng = random.Random(seed)
        drawn = plain.random_changes(rng)
        if drawn["search"] != "minimax":  # no other search has the convention
            continue
        data = posed({}, **{**drawn, "conventions": {**drawn.get("conventions", {}), "values-for": "mover"}})
        data = json.loads(json.dumps(data, default=str))
        try:
            _, fewest = plain.best_changes(data)
        except plain.Unfit:
            assert re.search("neither one change nor two|trivial|no leaf", str(faults_of(data))), data
            continue
        assert read({**data, "ask": ["changes", "count"]}).solve()["count"] == fewest, data


def test_static_value_at_the_horizon_is_no_number_that_a_leaf_repeats() -> None:
    tree = {"max": [0, 3, {"min": [8, 4], "static": 3}]}
    fields = {"make": "values", "goal": {"claims": [{"value": {"above": 5}}]}, "tree": tree, "depth": 1}
    data = posed(fields, "minimax", allowed={"range": [3, 6], "distinct": True}, free=["B", "C"])
    assert earned(data, {"B": 6, "C": 3}) == 1
    assert earned(data, {"B": 3, "C": 3}) == 0


def test_order_counts_the_leaves_at_a_depth_limit() -> None:
    def child(static: int) -> dict[str, Any]:
        return {"static": static, "min": [0, 9]}

    below = [{"min": [child(8), child(2)]}, {"min": [child(9), child(5)]}, {"min": [child(4), child(7)]}]
    data = posed({**ORDER, "tree": {"max": [{"max": one["min"]} for one in below]}}, depth=2)
    assert "a trivial answer" in faults_of(data)[0]  # nobody is MIN, so nothing is cut
    game = read(posed({**ORDER, "tree": {"max": below}}, depth=2)).problem.game
    assert (game.asked.found.trivial, game.asked.found.best) == (5, 4)


# --- What is said ---------------------------------------------------------------------------------


@pytest.mark.parametrize("reveal", [Reveal.VERDICTS, Reveal.EXPECTED])
def test_what_the_search_did_on_the_own_object_is_told_with_verdicts_and_the_best_only_with_more(
    reveal: Reveal,
) -> None:
    entry = entry_of(posed(ORDER), {"A": ["C", "B"]}, reveal)
    assert entry.message.startswith("in your order 8 leaves are evaluated")
    assert ("5 are possible" in entry.message) is (reveal is Reveal.EXPECTED)
    assert (entry.expected is None) is (reveal is Reveal.VERDICTS)


def test_own_object_is_drawn_with_what_the_search_skips_also_below_expected() -> None:
    exercise = read(posed(ORDER))
    graded = outcome_of(exercise, {"order": {"A": ["C", "B"]}}, reveal=Reveal.VERDICTS).graded[0]
    (diagram,) = exercise.kind.draw(View(exercise.problem, None, graded.attempt, graded.report))
    assert [node.id for node in diagram.nodes][:3] == ["A", "C", "B"]
    assert [fact.text for fact in diagram.facts] == ["in your order 8 leaves are evaluated"]


def test_steps_tell_the_search_on_the_example_by_the_names_of_the_problem() -> None:
    for fields in (ORDER, CUT):
        exercise = read(posed(fields))
        first, *steps = exercise.steps()
        assert first.sentence.startswith("An example that reaches the goal; yours may differ: ")
        names = {exercise.id_of(step.node) for step in steps if step.node is not None}
        assert names <= {node.id for node in exercise.picture_of_steps().nodes}


# --- What is behind it ----------------------------------------------------------------------------


def named(data: dict[str, Any], answer: Any, **others: Any) -> list[str]:
    graded = outcome_of(read(data), {data["make"]: answer, **others}).graded[0]
    return [finding.misconception for finding in graded.report.findings]


def test_rule_of_the_search_is_not_named_for_an_object_alone() -> None:
    """By some wrong rule or other three in ten fillings that are drawn at random reach a goal."""
    goal = {"claims": [{"pruned-exactly": ["I"]}, {"value": 5}]}
    allowed = {"range": [1, 9], "integers": True, "distinct": True}
    tree = {"tree": [[3, 12, 8], [2, 15, 6]], "example": {"D": 5, "E": 6, "F": 7, "G": 8, "H": 4, "I": 9}}
    data = posed({"make": "values", "goal": goal, **tree}, allowed=allowed)
    assert named(data, {"D": 3, "E": 4, "F": 5, "G": 2, "H": 8, "I": 9}) == []  # by players-swapped it is reached


def test_rule_of_the_search_is_named_where_a_wrong_count_speaks_for_it_too() -> None:
    fields = {"make": "changes", "goal": {"claims": [{"only-best-move": "C"}]}, "tree": [[5, 9, 7], [1, 2, 8]]}
    data = posed(fields, "minimax", allowed={"range": [1, 9]}, ask=["changes", "count"])
    assert named(data, {"E": 7}, count=1) == ["all-max"]  # B is worth 7 then, and C 8
    assert named(data, {"E": 7}, count=2) == []
    assert named(data, {"E": 7}, count=3) == []


def test_rule_by_which_a_trivial_answer_reaches_the_goal_is_never_named() -> None:
    data = posed(
        {"make": "changes", "goal": {"claims": [{"only-best-move": "C"}]}, "tree": [[3, 4], [2, 9]]}, "minimax"
    )
    assert "all-max" not in named(data, {"E": 5})  # by all-max C is the best move as it stands


@pytest.mark.sweep
@pytest.mark.parametrize("rule", plain.RULES)
def test_wrong_idea_of_the_best_order_is_named_on_trees_where_it_shows(rule: str) -> None:
    told = 0
    for seed in range(16):
        rng = random.Random(seed)
        tree = [[[rng.randint(0, 9) for _ in range(2)] for _ in range(2)] for _ in range(2)]
        data = posed({**ORDER, "tree": tree})
        try:
            exercise = read(data)
        except Exception:  # noqa: BLE001  # cannot be asked
            continue
        answers = plain.follow(data, rule, {})
        graded = outcome_of(exercise, {"order": answers["order"]}).graded[0]
        if graded.report.earned < 1:
            names = [finding.misconception for finding in graded.report.findings]
            told += rule in names
            assert len(names) <= 2
    assert told > 2


def test_wrong_idea_of_the_best_order_is_named_beside_the_right_count() -> None:
    """A wrong rule of the search fits the order too, but an order alone does not bear that out."""
    data = posed({**ORDER, "tree": [[[2, 9], [11, 20]], [[4, 14], [8, 6]]], "ask": ["order", "count"]})
    largest = {"A": "BC", "B": "ED", "C": "FG", "D": "IH", "E": "KJ", "F": "ML", "G": "NO"}
    order = {node: [*children] for node, children in largest.items()}
    for count in ({}, {"count": 5}, {"count": 8}):
        report = report_of(read(data), {"order": order, **count})
        assert [finding.misconception for finding in report.findings] == ["largest-first-everywhere"]
    assert report_of(read(data), {"order": order, "count": 7}).findings == ()


# --- Strangers' objects ---------------------------------------------------------------------------

MALFORMED: list[tuple[Any, str, Any, str]] = [
    (ORDER, "order", {"A": ["B", "B"]}, 'the child "B" stands here twice'),
    (ORDER, "order", {"A": ["B"]}, "leaves out C"),
    (ORDER, "order", {"A": ["B", "C", "C"]}, 'the child "C" stands here twice'),
    (ORDER, "order", {"A": ["D", "C"]}, 'there is no child of this node called "D"'),
    (ORDER, "order", {"H": []}, 'there is no node with children "H"'),
    (ORDER, "order", {"A": ["C", "B"], " A ": ["C", "B"]}, "stands here twice"),
    (CUT, "tree", [1, []], "expected a number or a non-empty list"),
    (CUT, "tree", [1, "x"], '"x" is not allowed here, expected a number'),
    (CUT, "tree", {"max": [1, 2]}, "expected a number or a non-empty list"),
    (CUT, "tree", [1, "1" * 31], "is too long, expected a number of at most 30 characters"),
    (CUT, "tree", [1, "1e999"], "is too large"),
]


@pytest.mark.parametrize(("fields", "part", "answer", "message"), MALFORMED)
def test_object_that_cannot_be_run_is_malformed_and_says_where(
    fields: Any, part: str, answer: Any, message: str
) -> None:
    entry = entry_of(posed(fields), answer)
    assert entry.verdict is Verdict.MALFORMED
    assert message in entry.message
    assert f"$.answers.q1.{part}" in entry.message


def test_numbers_that_are_not_allowed_are_malformed_where_they_stand() -> None:
    tree, goal = [[3, 5], [2, 9]], {"claims": [{"value": 7}]}
    allowed = {"range": [0, 9], "integers": True, "distinct": True}
    data = posed({"make": "values", "goal": goal, "tree": tree, "free": ["D", "E"]}, allowed=allowed)
    for answer, message in (
        ({"D": 10, "E": 1}, "10 is not allowed, expected a number from 0 to 9"),
        ({"D": "1/2", "E": 1}, "1/2 is not a whole number"),
        ({"D": 9, "E": 1}, "9 stands at D and G; expected different numbers"),
        ({"D": 8, "E": 8}, "8 stands at D and E; expected different numbers"),
        ({"D": 8, "F": 7}, 'there is no free leaf "F"'),
    ):
        entry = entry_of(data, answer)
        assert entry.verdict is Verdict.MALFORMED
        assert message in entry.message


def test_move_that_is_another_childs_id_could_mean_both() -> None:
    below = [{"id": "D", "move": "E", "max": [3, 9]}, {"id": "E", "max": [5, 1]}]
    other = {"id": "C", "min": [{"max": [8, 6]}, {"max": [2, 7]}]}
    data = posed({**ORDER, "tree": {"max": [{"id": "B", "min": below}, other]}})
    entry = entry_of(data, {"B": ["E", "D"]})
    assert entry.verdict is Verdict.MALFORMED
    assert '"E" could mean two children of this node' in entry.message


def never(*_: Any, **__: Any) -> Any:
    raise AssertionError("a search ran on an object that is too large")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([1] * 100_000, "expected a tree of at most 1,000 nodes"),
        ([[1, 2]] * 50_000, "expected a tree of at most 1,000 nodes"),
        ([1, [2, ["9" * 60_000]]], "expected a number of at most 30 characters"),
        ([f"1/{n}" for n in range(10**9, 10**9 + 900)], "holds too many different fractions"),
    ],
    ids=["wide", "many", "long", "fractions"],
)
def test_nothing_runs_before_an_object_is_known_to_be_small(
    answer: Any, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exercise = read(posed(CUT))
    monkeypatch.setattr("grader.kinds.about_searches.solved.right_way", never)
    monkeypatch.setattr("grader.kinds.about_searches.searched.KINDS", {})
    content = json.dumps({"answers": {"q1": {"tree": answer}}}).encode()
    submission = read_submission(parse_document(content, "large.json", SubmissionError))
    outcome = grade_submission(submission, lambda _: exercise)
    (entry,) = outcome.graded[0].report.parts[0].entries
    assert entry.verdict is Verdict.MALFORMED
    assert message in entry.message


def test_tree_as_deep_as_documents_go_is_measured_too() -> None:
    answer: Any = 1
    for _ in range(115):
        answer = [answer]
    assert "nested too deep, expected at most 100 levels" in entry_of(posed(CUT), answer).message


def test_order_of_a_hundred_thousand_names_is_refused_at_the_first_that_stands_twice() -> None:
    entry = entry_of(posed(ORDER), {"A": ["B"] * 100_000})
    assert 'the child "B" stands here twice' in entry.message


# --- Problems that cannot be asked ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "more", "fault"),
    [
        ({**ORDER, "tree": [[3, 4], [1, 2]]}, {}, "$.goal: a trivial answer reaches the goal"),
        (ORDER, {"best": 6}, "$.best: 5 leaves are evaluated in the best order"),
        (ORDER, {"example": {"A": ["C", "B"]}}, "$.example: 8 leaves are evaluated in this order, and 5 in the best"),
        (ORDER, {"search": "minimax"}, "$.search: nothing is pruned by this search"),
        (ORDER, {"free": ["H"]}, "$.free: has no place where make is order"),
        ({**ORDER, "goal": {"claims": [{"value": 3}]}}, {}, "$.goal: expected the field objective"),
        (CUT, {"tree": [[1, 2]]}, "$.tree: has no place where the tree is what students hand in"),
        (CUT, {"goal": {"claims": [{"value": 100}]}}, "$.goal: the goal names a value: give the fewest nodes as best"),
        (CUT, {"goal": {"claims": [{"leaves-evaluated": 1}]}}, "$.goal: a trivial answer reaches the goal"),
        (CUT, {"best": 5}, "$.best: expected an example beside it"),
        (CUT, {"best": 5, "example": [1, [2, 3]]}, "$.example: does not reach the goal: it is not so that "),
        (CUT, {"conventions": {"initial-window": [0, 5]}}, "$.goal: the window is not the full one"),
    ],
)
def test_problem_that_cannot_be_asked_says_what_to_do(fields: Any, more: Any, fault: str) -> None:
    (said,) = faults_of({**posed(fields), **more})
    assert said.startswith(fault)


def test_too_many_orders_need_a_best_number_and_take_the_best_first_order() -> None:
    rng = random.Random(4)
    tree = [[rng.randint(0, 99) for _ in range(4)] for _ in range(4)]
    tree[0].append(50)
    (said,) = faults_of(posed({**ORDER, "tree": tree}))
    assert "more than 20,000 orders, which is too many to try: give the best number as best" in said
    wrong = faults_of(posed({**ORDER, "tree": tree}, best=3))[0]
    count = int(wrong.split("evaluates ")[1].split()[0]) if "evaluates" in wrong and "leaves, not" in wrong else 0
    exercise = read(posed({**ORDER, "tree": tree}, best=count or 8))
    assert exercise.solve()["count"] == (count or 8)


def test_kind_searches_as_those_that_it_names() -> None:
    construct = KINDS["construct"]
    assert set(construct.searches) <= set(KINDS)


# --- How it is told -------------------------------------------------------------------------------


def test_feedback_says_what_came_of_an_object_and_opens_the_steps_at_their_beginning(tmp_path: Path) -> None:
    answers = {"order": {"A": ["C", "B"], "D": ["I", "H"], "G": ["O", "N"]}, "count": 8}
    (tmp_path / "mine.json").write_text(json.dumps({"answers": {"turn-it-round": answers}}))
    asked = [str(tmp_path / "mine.json"), "--html", "--out", str(tmp_path / "out")]
    assert CliRunner().invoke(grade, asked).exit_code == 0
    page = " ".join((tmp_path / "out/mine/report.html").read_text().split())
    told = "in your order 8 leaves are evaluated; 5 are possible"
    turned = "At C the search looks at F first, worth 8; with G first, worth 7, 7 leaves would be evaluated."
    earned = "Marks: all for 5 leaves, none for 6 or more (as it stands the tree takes 8, mirrored 6)"
    assert f"Your order: {told}. {turned} {earned}. For example: A: C, B; B: E, D;" in page
    assert f"I{told[1:]}. {turned} {earned}</td>" in page, "in the table the example stands beside it"
    assert "where your answers first part from the solution" not in page


def test_steps_of_an_example_show_no_best_move_before_the_search_has_begun() -> None:
    first, *_ = film_of(exercise := read(posed(ORDER)), list(exercise.steps())).frames
    assert first.sentence.startswith("An example that reaches the goal")
    assert first.line == ()


def test_text_of_steps_says_what_came_of_the_students_own_object(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(json.dumps({"answers": {"turn-it-round": {"order": {"A": ["C", "B"]}}}}))
    ran = CliRunner().invoke(gametree, ["trace", "turn-it-round", "--answers", str(tmp_path / "mine.json")])
    said = " ".join(ran.output.split())
    assert "These steps tell of an example that reaches the goal. Of yours: in your order" in said


@pytest.mark.parametrize("rule", ["largest-first-everywhere", "smallest-first-everywhere"])
def test_advice_on_an_order_holds_of_trees_without_min_nodes_too(rule: str) -> None:
    assert "MIN" not in ORDER_WORDINGS[rule].advice
    assert "chance node" in ORDER_WORDINGS[rule].advice


def test_drawing_tells_what_came_of_an_object_as_nothing_that_was_written() -> None:
    exercise = read(posed(ORDER))
    graded = outcome_of(exercise, {"order": {"A": ["C", "B"]}}).graded[0]
    diagram, best = graded_diagrams(graded)
    assert best.heading == "An example that reaches the goal"
    said = " ".join(outline(diagram))
    assert "in your order" in said
    assert "you wrote in your order" not in said


def test_the_best_object_stands_below_one_that_is_not_right_where_it_may_be_seen() -> None:
    exercise = read(posed(ORDER))
    right = {"order": exercise.solve()["order"]}
    for answers, reveal, number in (
        ({"order": {"A": ["C", "B"]}}, Reveal.EXPECTED, 2),
        ({"order": {"A": ["C", "B"]}}, Reveal.VERDICTS, 1),
        (right, Reveal.EXPECTED, 1),
    ):
        assert len(graded_diagrams(outcome_of(exercise, answers, reveal=reveal).graded[0])) == number


@pytest.mark.parametrize(
    ("given", "reveal", "heading"),
    [
        ({"order": {"A": ["C", "B"]}}, Reveal.EXPECTED, "The search on your tree"),
        ({}, Reveal.EXPECTED, "An example"),
        ({}, Reveal.VERDICTS, "The tree as it is given"),
    ],
)
def test_feedback_calls_a_tree_the_students_only_where_the_student_made_it(
    given: dict[str, Any], reveal: Reveal, heading: str
) -> None:
    graded = BANK["turn-it-round"].grade(given, reveal=reveal)
    assert graded_diagrams(graded)[0].heading == heading
