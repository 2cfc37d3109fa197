"""Won and lost positions: against a second solver, known results, marks that cannot be gamed, messages, diagnosis, pictures."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import reduce
from operator import xor
from typing import Any

import pytest
from conftest import faults_of, read, report_of
from second import positions
from windows import chunks, shifted

from generators import PositionsParameters, Question, RequestError, certified
from generators.like import like, mirrored
from grader.core.answers.reports import Reveal, Verdict
from grader.core.drawing.text_tree import text_tree
from grader.kinds import KINDS
from grader.pages.guess import board_of

TEN = {"name": "take-away", "objects": 10}


def problem(game: dict[str, Any], *ask: str, **fields: Any) -> dict[str, Any]:
    asked = {"ask": list(ask)} if ask else {}
    return {"format": "gametree-problem/1", "id": "q1", "kind": "positions", "game": game, **asked, **fields}


def solved(game: dict[str, Any]) -> dict[str, Any]:
    return read(problem(game)).solve()


def nim(*piles: int, **fields: Any) -> dict[str, Any]:
    return {"name": "nim", "piles": list(piles), **fields}


def earned(game: dict[str, Any], part: str, answer: Any, **fields: Any) -> Any:
    """Return what an answer earns of 120 points."""
    exercise = read(problem(game, part, points={part: 120}, **fields))
    return report_of(exercise, {part: answer}).earned


# --- Known results --------------------------------------------------------------------------------


def test_of_ten_objects_one_is_taken() -> None:
    answers = solved(TEN)
    assert (answers["losing"], answers["winning-moves"]) == (["0", "3", "6", "9"], ["1"])


@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_where_all_takes_up_to_k_are_there_multiples_of_k_plus_one_are_lost(most: int) -> None:
    answers = solved({"name": "take-away", "objects": 20, "take": list(range(1, most + 1))})
    assert answers["losing"] == [str(left) for left in range(0, 21, most + 1)]
    assert list(answers["nim-values"].values()) == [left % (most + 1) for left in range(21)]


@pytest.mark.parametrize("piles", [(5,), (3, 4), (1, 2, 3), (2, 2, 1, 1)])
def test_nim_values_of_nim_are_sums_without_carry(piles: tuple[int, ...]) -> None:
    """Bouton 1901."""
    values = solved(nim(*piles))["nim-values"]
    assert values == {state: reduce(xor, map(int, state.split(","))) for state in values}


def test_last_loses_turns_round_all_but_piles_that_hold_two_or_more() -> None:
    """Bouton 1901: who moves last loses: the lost positions are the same, unless no pile holds more than one object."""
    for state, wins in solved(nim(3, 3, 2, last="loses"))["outcomes"].items():
        piles = [int(pile) for pile in state.split(",")]
        is_lost = sum(piles) % 2 == 1 if max(piles) < 2 else reduce(xor, piles) == 0
        assert (wins == "loss") == is_lost, state


def test_states_of_take_away_are_all_numbers_even_those_that_no_play_comes_to() -> None:
    assert list(solved({"name": "take-away", "objects": 5, "take": [2]})["outcomes"]) == list("012345")


def test_states_of_nim_are_sorted_and_moves_are_not() -> None:
    answers = solved(nim(2, 0, 1))
    assert list(answers["outcomes"]) == ["0,0,0", "0,0,1", "0,0,2", "0,1,1", "0,1,2"]
    assert answers["winning-moves"] == ["1:1"]


def test_there_are_no_nim_values_where_who_moves_last_loses() -> None:
    assert "nim-values" not in solved({**TEN, "last": "loses"})
    faults = faults_of(problem({**TEN, "last": "loses"}, "nim-values"))
    assert "nim-values has no answer on this problem" in faults[0]


# --- Marks ----------------------------------------------------------------------------------------


def table(losses: str, states: str = "0 1 2 3 4 5") -> dict[str, str]:
    return {state: "loss" if state in losses.split() else "win" for state in states.split()}


FIVE = {"name": "take-away", "objects": 5}  # 0 and 3 are lost, 1, 2, 4 and 5 are won


@pytest.mark.parametrize(
    ("given", "points"),
    [
        (table("0 3"), 120),
        (table(""), 0),
        (table("0 1 2 3 4 5"), 0),
        (table("1 2 4 5"), 0),
        (table("0"), 60),  # 4/4 + 1/2 - 1
        (table("0 3 5"), 90),  # 3/4 + 2/2 - 1
        ({"0": "loss"}, 30),  # what is blank takes nothing off
        ({"0": "loss", "3": None}, 30),
        ({}, 0),
    ],
)
def test_outcomes_earn_the_shares_of_wins_and_of_losses_less_one(given: dict[str, Any], points: int) -> None:
    assert earned(FIVE, "outcomes", given) == points


def test_where_guessing_is_free_each_right_outcome_earns_as_much() -> None:
    assert earned(FIVE, "outcomes", table(""), conventions={"guessing": "free"}) == 80


def test_where_all_states_have_one_outcome_each_right_one_earns_as_much() -> None:
    stuck = {"name": "take-away", "objects": 2, "take": [3]}
    assert earned(stuck, "outcomes", {"0": "loss", "1": "loss", "2": "loss"}) == 120
    assert earned(stuck, "outcomes", {"0": "loss", "1": "win", "2": "loss"}) == 80


@pytest.mark.parametrize(
    ("given", "points"), [(["0", "3"], 120), (["3", "0", "0"], 120), (["0"], 60), (["0", "3", "5"], 60), ([], 0)]
)
def test_lost_states_are_a_set_in_which_an_extra_takes_a_share(given: list[str], points: int) -> None:
    assert earned(FIVE, "losing", given) == points


def test_where_no_state_is_lost_the_empty_list_is_right() -> None:
    stuck = {"name": "take-away", "objects": 1, "take": [3], "last": "loses"}
    assert (earned(stuck, "losing", []), earned(stuck, "losing", ["0"])) == (120, 0)


def test_winning_moves_are_all_or_nothing() -> None:
    two = {"name": "take-away", "objects": 10, "take": [1, 3, 4]}
    assert [earned(two, "winning-moves", one) for one in (["3", "1"], ["1"], ["1", "3", "4"], [])] == [120, 0, 0, 0]
    assert (earned(nim(1, 1), "winning-moves", []), earned(nim(1, 1), "winning-moves", ["1:1"])) == (120, 0)


@chunks(every=1, longer=1, whole=2)
def test_correcting_an_entry_never_lowers_the_marks(chunk: int, window: int) -> None:
    for seed in range(60 * chunk, 60 * (chunk + 1)):
        rng = random.Random(shifted(seed, window))
        game = positions.random_game(rng)
        right = positions.solve(game)["outcomes"]
        given = {state: rng.choice(("win", "loss", None)) for state in right}
        before = positions.share(game, "outcomes", given)
        exercise = read({**problem({}), **game, "ask": ["outcomes"]})
        assert report_of(exercise, {"outcomes": given}).earned == before
        state = rng.choice(list(right))
        assert report_of(exercise, {"outcomes": {**given, state: right[state]}}).earned >= before, game


# --- What is wrong with a problem or an answer ----------------------------------------------------


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ({"name": "take-away"}, "objects"),
        ({"name": "chess"}, "expected take-away or nim"),
        ({**TEN, "piles": [1]}, "piles"),
        ({**TEN, "take": [0]}, "expected a whole number from 1 to 10,000"),
        ({**TEN, "take": [2, 2]}, "2 stands here twice; expected different numbers"),
        ({**TEN, "last": "draws"}, "expected wins or loses"),
        ({**TEN, "utilities": {"win": 1}}, "utilities"),
        ({"name": "take-away", "objects": 2_000}, "has more than 2,000 states"),
        (nim(9_999, 9_999, 9_999), "has more than 2,000 states"),
        (nim(1_999), "or 200,000 moves"),
        (nim(), "expected a non-empty list"),
    ],
)
def test_what_is_wrong_with_a_game_is_said_with_its_place(game: dict[str, Any], said: str) -> None:
    (fault, *_) = faults_of(problem(game))
    assert "$.game" in fault
    assert said in fault


@pytest.mark.parametrize(
    ("part", "answer", "said"),
    [
        ("losing", ["0", "1"], 'a name with a comma stands in quotes, such as "0,0"'),
        ("losing", ["2,1"], 'there is no state "2,1"; did you mean "1,2"?'),
        ("outcomes", {"0,0": "draw"}, "expected win or loss"),
        ("nim-values", {"0,0": "1/2"}, "expected a whole number"),
        ("winning-moves", ["3:1"], 'there is no move "3:1"'),
    ],
)
def test_what_is_wrong_with_an_answer_is_said_with_its_place(part: str, answer: Any, said: str) -> None:
    entries = report_of(read(problem(nim(2, 2), part)), {part: answer}).parts[0].entries
    assert any(said in entry.message for entry in entries if entry.verdict is Verdict.MALFORMED)


def test_blanks_behind_commas_and_other_letters_do_no_harm() -> None:
    exercise = read(problem(nim(1, 1), "outcomes", "losing"))
    given = {"outcomes": {"0, 0": "Lost", "0,1": "WIN", " 1,1": "loss"}, "losing": ["1, 1", "0,0"]}
    assert report_of(exercise, given).earned == 2


# --- Words ----------------------------------------------------------------------------------------


def test_a_state_is_explained_by_those_one_move_away() -> None:
    exercise = read(problem({"name": "take-away", "objects": 4}, "outcomes", "nim-values"))
    assert [step.sentence for step in exercise.steps()] == [
        "State 0: no move is possible, and who is to move has lost.",
        "State 1: a move leads to 0, which is lost for the other player, so it is won.",
        "State 2: a move leads to 0, which is lost for the other player, so it is won.",
        "State 3: every move leads to a win of the other player (2, 1), so it is lost.",
        "State 4: a move leads to 3, which is lost for the other player, so it is won.",
        "At 0 no move is possible: its nim value is 0.",
        "From 1 the one move leads to the nim value 0 (at 0); the smallest number that is not among them is 1.",
        "From 2 moves lead to the nim values 1 (at 1), 0 (at 0); the smallest number that is not among them is 2.",
        "From 3 moves lead to the nim values 2 (at 2), 1 (at 1); the smallest number that is not among them is 0.",
        "From 4 moves lead to the nim values 0 (at 3), 2 (at 2); the smallest number that is not among them is 1.",
        "Moves that win: 1. 1 leads to 3, lost for the other player. 2 leads to 2, won for the other player.",
    ]


def test_a_state_has_one_name_in_the_picture_in_questions_and_in_sentences() -> None:
    exercise = read(problem(nim(3, 2), "outcomes", "nim-values"))
    names = {*exercise.problem.game.ids}
    diagram = exercise.diagram()
    board = board_of(exercise.problem, diagram)  # what is asked before a step is asked of it
    assert {node.id for node in diagram.nodes} <= names
    assert [board.name(state) for state in exercise.problem.game.reached()] == [*exercise.problem.game.ids]
    assert "2:2 leads to 0,3, won" in exercise.steps()[-1].sentence
    assert "└── 2:2: state 0,3" in [str(line) for line in text_tree(diagram)]


def test_a_statement_says_the_rules_and_what_a_state_is() -> None:
    stated, kind = read(problem(nim(2, 1, last="loses"))).problem, KINDS["positions"]
    assert kind.poses(stated) == [
        "There are 2 piles of 2 and 1 objects. The players take turns; each chooses a pile and takes any number of objects from it.",
        "Who takes the last object has lost.",
        "A state is the piles from the smallest up, empty ones too; there are 5 states, from 0,0 to 1,2. Each is judged for the player to move.",
        "A move is written pile:count, so 2:1 takes 1 object from pile 2.",
    ]
    assert kind.terms(stated) == ["All wins together earn as much as all losses."]


def test_outcomes_are_drawn_only_with_the_solution_and_winning_moves_are_bold() -> None:
    exercise = read(problem(TEN))
    plain, told = (exercise.diagram(solved=solved) for solved in (False, True))
    assert [node.number for node in plain.nodes] == [None] * 3
    assert [(node.id, node.number and node.number.text, node.bold) for node in told.nodes] == [
        ("10", "win", False),
        ("9", "loss", True),
        ("8", "win", False),
    ]
    assert "win" not in text_tree(plain)


def test_of_many_moves_the_first_are_drawn_and_no_state_twice_by_its_key() -> None:
    diagram = read(problem(nim(9, 9))).diagram()
    keys = [node.key for node in diagram.nodes if node.key is not None]
    assert (len(diagram.nodes), diagram.nodes[-1].id) == (18, "…")
    assert len(keys) == len(set(keys))


def test_an_outcome_without_the_key_says_nothing_of_right_answers() -> None:
    report = report_of(read(problem(TEN)), {"outcomes": table("3 4", "3 4")}, reveal=Reveal.VERDICTS)
    assert [entry.verdict for entry in report.parts[0].entries][:2] == [Verdict.CORRECT, Verdict.WRONG]
    assert all(entry.expected is None and "loss" not in entry.message for entry in report.parts[0].entries[1:])


# --- Diagnosis ------------------------------------------------------------------------------------

TELLING = {
    "name": "take-away",
    "objects": 13,
    "take": [2, 3, 5],
}


@pytest.mark.parametrize("rule", positions.RULES)
def test_who_follows_a_rule_is_told_so(rule: str) -> None:
    for ask in (["outcomes"], ["losing"], ["nim-values"]):
        data = problem(TELLING, *ask)
        answers = positions.follow(data, rule, {})
        if answers[ask[0]] == positions.solve(data)[ask[0]]:
            continue
        findings = report_of(read(data), {ask[0]: answers[ask[0]]}).findings
        assert [finding.misconception for finding in findings] == [rule], ask


def test_a_wrong_winning_move_alone_names_no_rule() -> None:
    assert not report_of(read(problem(TEN, "winning-moves")), {"winning-moves": ["2"]}).findings


def test_few_outcomes_name_no_rule() -> None:
    assert not report_of(read(problem(FIVE, "outcomes")), {"outcomes": table("0 2 4")}).findings


# --- The generator --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "request_",
    [
        PositionsParameters(),
        PositionsParameters(piles=(2, 3), most=(2, 3)),
        PositionsParameters(take=(1, 2), last="loses"),
    ],
)
def test_a_move_from_the_start_wins_and_rules_are_told_apart(request_: PositionsParameters) -> None:
    for seed in range(10):
        generated = certified("positions", request_, str(seed))
        data = {**problem({}), **KINDS["positions"].game_format.write(generated.problem)}
        right = positions.solve(data)
        assert right["winning-moves"], data
        assert generated.certificate.separated
        for ((name, _),) in generated.certificate.separated:
            if name in positions.rules_of(data):
                wrong = positions.follow(data, name, {})
                assert any(wrong[part] != right[part] for part in positions.ASKED), (name, data)


def test_variants_have_as_many_takes_or_piles_and_as_many_winning_moves() -> None:
    for game in ({**TEN, "take": [1, 3, 4]}, nim(3, 2, most=2)):
        given = read(problem(game, "losing", "winning-moves")).problem
        for seed in range(5):
            made = certified("positions", like(given), str(seed)).problem
            stated, right = made.game.match.write(), positions.solve(KINDS["positions"].game_format.write(made))
            assert stated != given.game.match.write()
            assert [len(stated.get(name, ())) for name in ("take", "piles")] == [
                len(game.get(name, ())) for name in ("take", "piles")
            ]
            assert len(right["winning-moves"]) == len(positions.solve({"game": game})["winning-moves"])


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (PositionsParameters(objects=(0, 3)), "expected 1 to 100 objects"),
        (PositionsParameters(take=(1, 1)), "expected different numbers"),
        (PositionsParameters(take=(Fraction(1, 2),)), "expected whole numbers from 1 up"),
        (PositionsParameters(takes=(2, 9)), "expected 1 to 5 different numbers that can be taken"),
        (PositionsParameters(most=(2, 2)), "--most is about nim"),
        (PositionsParameters(piles=(2, 2), take=(1,)), "--take is about take-away"),
        (PositionsParameters(piles=(9, 9), pile=(9, 9)), "more than 2,000 states"),
        (PositionsParameters(piles=(2, 2), pile=(0, 0)), "expected 1 to 100 objects in a pile"),
        (PositionsParameters(last="draws"), "expected wins or loses"),
        (PositionsParameters(last="loses", question=Question(("nim-values",))), "nim-values have no answer"),
    ],
)
def test_requests_that_make_no_sense_are_refused(request_: PositionsParameters, said: str) -> None:
    with pytest.raises(RequestError, match=said):
        certified("positions", request_, "1")


def test_states_have_no_mirror_image() -> None:
    with pytest.raises(RequestError, match="no mirror image"):
        mirrored(read(problem(TEN)).problem)
