"""`gametree trace --answers`: a student's own answers laid over the steps, in text and as data; and what cannot be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from banked import BANK, SOLVED, SOLVED_IDS
from click.testing import CliRunner, Result
from conftest import as_yaml, random_problems_of, read
from windows import Deal, dealt

from grader.cli.main import gametree
from grader.core.answers.case import Action
from grader.core.answers.reports import Verdict
from grader.core.documents.shape import validator
from grader.kinds import Exercise
from grader.pages.overlay import Yours, first_parting, overlay, parting_words

PARTLY = "problem_bank/alpha-beta/four-ply-trace/submissions/partly-right.yaml"


def laid_over(exercise: Exercise, answers: Any) -> tuple[Yours, ...]:
    return overlay(exercise.grade(answers), exercise.steps())


def trace(*args: object, text: str | None = None) -> Result:
    return CliRunner().invoke(gametree, ["trace", *map(str, args)], input=text)


def asking(parts: list[str], **conventions: str) -> Exercise:
    """The exercise of the tests by hand, in which these parts are asked."""
    stated = dict(BANK["fall-2014-final-q13"].problem.stated)
    return read(stated | {"ask": parts, "points": {}, "conventions": conventions})


def submission(folder: Path, answers: Any) -> Path:
    path = folder / "answers.yaml"
    path.write_bytes(as_yaml({"answers": answers}))
    return path


@pytest.mark.parametrize("id_", SOLVED_IDS)
def test_the_solution_parts_from_no_step(id_: str) -> None:
    exercise = BANK[id_]
    yours = laid_over(exercise, exercise.solve())
    assert first_parting(yours) is None
    assert parting_words(yours) == "No answer of yours parts from these steps."
    assert {one.part for one in yours} == set(exercise.problem.ask)


@dealt(4)
@pytest.mark.parametrize("kind", SOLVED)
def test_every_answer_stands_at_one_step_and_no_step_tells_what_comes_later(kind: str, deal: Deal, window: int) -> None:
    for rng, data in random_problems_of(kind, deal(range(60), window)):
        exercise, steps = (one := read(data)), one.steps()
        asked = exercise.solve()
        wrong = {part: answer for part, answer in asked.items() if part in exercise.problem.ask and rng.random() < 0.8}
        for one in laid_over(exercise, wrong):
            assert 1 <= one.step <= len(steps)
            step = steps[one.step - 1]
            if any(part == one.part for part, _ in step.decides):
                continue
            if one.key is None:
                assert one.step == len(steps)
            elif one.step < len(steps):
                skipped = {below for top in step.skipped for below in exercise.problem.game.below(top)}
                assert one.key == step.node or one.key in skipped


def test_where_an_answer_first_parts_is_said() -> None:
    exercise = BANK["fall-2014-final-q13"]
    steps = exercise.steps()
    given = {"values": {"A": 3, "B": 12, "C": 2}, "pruned": ["F", "G", "H"], "value": 11}
    exercise = asking(["values", "pruned", "value"])
    yours = laid_over(exercise, given)
    said = [(one.step, one.said) for one in yours if one.parts]
    assert said == [
        (5, "You listed F in Pruned nodes."),
        (6, "You wrote 12 at B."),
        (12, "You answered 11 for Value of the root."),
    ]
    assert steps[4].action is Action.LEAF
    assert parting_words(yours) == "Your answers first part from these steps at step 5: you listed F in Pruned nodes."


def test_windows_at_entry_are_decided_when_a_node_is_entered() -> None:
    for at, number in (("entry", 7), ("exit", 10)):
        yours = laid_over(asking(["windows"], **{"windows-at": at}), {"windows": {"C": [-5, 5]}})
        assert [one.step for one in yours if one.entry.verdict is Verdict.WRONG] == [number]


PILES = {
    "outcomes": {"0,0": "win", "0,1": "loss", "0,2": "win", "1,1": "win", "1,2": "win", "2,2": "loss"},
    "nim-values": {"0,0": 0, "0,1": 1, "0,2": 2, "1,1": 2, "1,2": 3, "2,2": 4},
    "winning-moves": ["1:2", "2:2"],
}


def test_an_answer_stands_at_the_step_of_its_own_part() -> None:
    """Outcomes and nim values have the same states, and a step tells of one of the two."""
    exercise = BANK["two-piles-of-two"]
    yours, steps = laid_over(exercise, PILES), exercise.steps()
    assert [(one.step, one.said) for one in yours if one.parts] == [
        (1, "You wrote win at 0,0."),
        (2, "You wrote loss at 0,1."),
        (4, "You wrote win at 1,1."),
        (10, "You wrote 2 at 1,1."),
        (12, "You wrote 4 at 2,2."),
        (13, "You answered 1:2, 2:2 for Moves that win."),
    ]
    assert parting_words(yours) == "Your answers first part from these steps at step 1: you wrote win at 0,0."
    assert {steps[one.step - 1].action for one in yours if one.part == "nim-values"} == {Action.VALUE}


def test_states_that_are_listed_as_lost_stand_at_the_steps_that_judge_them() -> None:
    exercise = BANK["one-three-or-four"]
    yours, steps = laid_over(exercise, {"losing": ["0", "2", "7", "8"]}), exercise.steps()
    listed_ = [one for one in yours if one.part == "losing"]
    assert {one.said for one in listed_ if one.parts} == {
        "You listed 8 in Lost positions.",
        "You left 9 out of Lost positions.",
    }
    assert {steps[one.step - 1].action for one in listed_} == {Action.CLAIM}


def test_an_answer_about_an_iteration_stands_at_the_step_in_which_it_begins_or_ends() -> None:
    exercise, orders = BANK["deepen"], [["B", "C"], ["B", "C"], ["B", "C"]]
    given = {
        "values-by-depth": [6, 3, 8],
        "best-moves": ["C", "B", "C"],
        "leaves-by-depth": [2, 4, 6],
        "orders": orders,
    }
    yours = laid_over(exercise, given)
    assert [(one.step, one.part, one.said) for one in yours if one.parts] == [
        (2, "orders", "You wrote B, C at iteration 2."),
        (4, "values-by-depth", "You wrote 3 at iteration 2 for Value of each iteration."),
        (4, "best-moves", "You wrote B at iteration 2 for Best move of each iteration."),
        (4, "leaves-by-depth", "You wrote 4 at iteration 2 for Leaves of each iteration."),
        (5, "orders", "You wrote B, C at iteration 3."),
    ]


def test_the_numbers_of_a_node_stand_at_the_last_iteration_that_changes_them() -> None:
    exercise = BANK["five-playouts"]
    yours = laid_over(exercise, {"visits": {"R": 5, "A": 2, "B": 2}, "totals": {"R": 3, "A": 2, "B": 1}, "choice": "B"})
    assert [(one.step, one.said) for one in yours if one.parts and one.entry.given] == [
        (16, "You wrote 2 at A for Visits."),
        (20, "You wrote 3 at R for Totals."),
        (22, "You answered B for Move at the end."),
    ]


def test_two_numbers_of_a_node_stand_in_the_order_in_which_the_node_has_them() -> None:
    yours = laid_over(BANK["five-playouts"], {"visits": {"R": 9, "A": 9}, "totals": {"R": 8, "A": 8}})
    told = [(one.key, one.part) for one in yours if one.parts and one.entry.given]
    assert told == [(1, "totals"), (1, "visits"), (0, "totals"), (0, "visits")]  # total/visits


def test_a_number_of_the_cost_of_search_stands_at_the_step_that_calculates_it() -> None:
    exercise = BANK["tic-tac-toe-nine-squares"]
    steps, yours = exercise.steps(), laid_over(exercise, {"leaves": 1, "nodes": 2})
    for one in yours:
        if one.part in ("leaves", "nodes"):
            assert steps[one.step - 1].sentence.startswith(f"{exercise.kind.parts[one.part].title}: ")


def test_what_is_blank_or_cannot_be_judged_parts_from_nothing() -> None:
    exercise = BANK["fall-2014-final-q13"]
    for answers in ({}, dict.fromkeys(exercise.problem.ask), {"value": "NaN", "best-move": None}):
        yours = laid_over(exercise, answers)
        assert first_parting(yours) is None
        assert parting_words(yours).startswith("Nothing of what you answered can be laid over these steps")


# from the command line


def test_text_says_where_the_answers_part_and_what_they_are() -> None:
    ran = trace("four-ply-trace", "--answers", PARTLY)
    assert ran.exit_code == 0
    assert (
        "Your answers first part from these steps at step 17: you wrote [-inf, 8] at s9 for Windows [α, β].\n"
        in ran.stdout
    )
    assert (
        "          ? You left s24 out of Pruned nodes.\n          ✗ You listed s24 in Order of visits.\n" in ran.stdout
    )
    assert "✗" not in trace("four-ply-trace").stdout


def test_json_holds_every_answer_at_its_step() -> None:
    ran = trace("four-ply-trace", "--answers", PARTLY, "--format", "json")
    data = json.loads(ran.stdout)
    assert validator("trace").is_valid(data)
    assert data["differs_at"] == 17
    told = [answer for step in data["steps"] for answer in step.get("yours", [])]
    assert {answer["part"] for answer in told} == set(BANK["four-ply-trace"].problem.ask)
    assert data["steps"][16]["yours"] == [
        {"part": "values", "verdict": "correct", "node": "s9", "given": "8", "differs": False, "sentence": "You wrote 8 at s9 for Values of the nodes: right."},
        {"part": "windows", "verdict": "wrong", "node": "s9", "given": "[-inf, 8]", "differs": True, "sentence": "You wrote [-inf, 8] at s9 for Windows [α, β]."},
    ]  # fmt: skip
    assert "differs_at" not in json.loads(trace("four-ply-trace", "--format", "json").stdout)


def test_answers_to_another_problem_are_exit_3_and_say_which_are_there(tmp_path: Path) -> None:
    path = submission(tmp_path, {"two-bags": {"value": 3}, "deep-cutof": {"value": 3}})
    ran = trace("deep-cutoff", "--answers", path)
    assert (ran.exit_code, ran.stdout) == (3, "")
    assert ran.stderr == (
        f"{path}:1 $.answers: there are no answers to deep-cutoff in it, only to two-bags, deep-cutof; "
        'did you mean "deep-cutof"?\n'
    )
    ran = trace("deep-cutoff", "two-bags", "--answers", path, "--format", "json")
    assert ran.exit_code == 3
    assert [data["problem"] for data in json.loads(ran.stdout)] == ["two-bags"]


def test_answers_that_cannot_be_read_are_exit_3(tmp_path: Path) -> None:
    ran = trace("two-bags", "--answers", tmp_path / "none.yaml")
    assert (ran.exit_code, ran.stdout) == (3, "")
    assert "none.yaml: cannot be read: No such file or directory" in ran.stderr
    (tmp_path / "large.yaml").write_text("x" * 100)
    ran = trace("two-bags", "--answers", tmp_path / "large.yaml", "--max-submission-bytes", 50)
    assert ran.exit_code == 3
    assert "is larger than 50 bytes, which is the limit; --max-submission-bytes raises it" in ran.stderr


def test_a_malformed_part_is_said_and_the_others_are_laid_over(tmp_path: Path) -> None:
    path = submission(tmp_path, {"fall-2014-final-q13": {"value": "about 3", "pruned": ["D"], "winner": 1}})
    ran = trace("fall-2014-final-q13", "--answers", path)
    assert ran.exit_code == 0
    assert f"{path}:3 $.answers.fall-2014-final-q13.value" in ran.stderr
    assert 'no part is called "winner"' in ran.stderr
    assert "You listed D in Pruned nodes." in ran.stdout


def test_answers_come_from_standard_input() -> None:
    ran = trace("two-bags", "--answers", "-", text='{"answers": {"two-bags": {"value": 1}}}')
    assert ran.exit_code == 0
    assert "You answered 1 for Value of the root." in ran.stdout


def test_hostile_answers_are_shown_as_escapes(tmp_path: Path) -> None:
    path = submission(tmp_path, {"fall-2014-final-q13": {"best-move": "\u202eL\x1b[2J", "pruned": ["<b>", "D"]}})
    for form in ("text", "json", "html"):
        ran = trace("fall-2014-final-q13", "--answers", path, "--format", form)
        assert ran.exit_code == 0
        for sign in ("\u202e", "\x1b"):
            assert sign not in ran.stdout + ran.stderr
        assert form != "html" or "<b>" not in ran.stdout


def test_answers_to_claims_stand_at_the_steps_that_judge_them() -> None:
    exercise = BANK["what-changes-what"]
    steps = exercise.steps()
    laid = laid_over(exercise, {"claims": {"s1": True, "s6": False}})
    assert [steps[one.step - 1].claim.partition(":")[0] for one in laid if one.entry.given] == ["s1", "s6"]


def test_an_item_that_stands_elsewhere_in_the_order_is_told_so() -> None:
    exercise = asking(["visited"])
    first, second, third, fourth, *others = exercise.solve()["visited"]
    said = [one for one in laid_over(exercise, {"visited": [first, second, fourth, third, *others]}) if one.parts]
    assert [one.said for one in said] == [f"You listed {fourth} too early in Order of visits."]
