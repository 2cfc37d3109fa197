"""Which exercise comes next on a practice page: the rules of its script, one by one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from browser.conftest import OpenPage
from grader.pages.html import _sheet

PLAN = {
    "exercises": [
        {
            "rules": ["swapped", "all-max"],
            "variants": [
                {"place": 0, "serves": ["swapped", "all-max"]},
                {"place": 1, "serves": ["all-max"]},
                {"place": 2, "serves": ["swapped"]},
                {"place": 3, "serves": ["swapped"]},
            ],
        },
        {"rules": [], "variants": [{"place": 4, "serves": []}, {"place": 5, "serves": []}]},
    ]
}
RIGHT: dict[str, Any] = {"isRight": True, "rules": []}
SLIP: dict[str, Any] = {"isRight": False, "rules": []}
Play = Callable[..., list[dict[str, Any]]]

_PLAY = """([plan, answers]) => {
    let state = practicePlan.start(plan);
    const seen = [{ now: state.now, exercise: state.exercise, ...practicePlan.told(plan, state) }];
    for (const answer of answers) {
        state = practicePlan.next(plan, practicePlan.answered(plan, state, answer));
        if (!practicePlan.isState(plan, JSON.parse(JSON.stringify(state)))) throw new Error("no state any more");
        seen.push({ now: state.now, exercise: state.exercise, ...practicePlan.told(plan, state), isAllDone: practicePlan.isAllDone(plan, state) });
    }
    return seen;
}"""


def wrong(*rules: str) -> dict[str, Any]:
    return {"isRight": False, "rules": [*rules]}


@pytest.fixture
def page(tmp_path: Path, open_page: OpenPage) -> Any:
    blank = tmp_path / "blank.html"
    blank.write_text(f"<title>x</title><script>{_sheet('practice-plan.js')}</script>", "utf-8")
    return open_page(blank).page


@pytest.fixture
def play(page: Any) -> Play:
    return lambda *answers, plan=PLAN: page.evaluate(_PLAY, [plan, list(answers)])


def test_a_mistake_is_practised_until_it_was_kept_twice_in_a_row(play: Play) -> None:
    seen = play(wrong("swapped"), RIGHT, wrong("swapped"), RIGHT, RIGHT)
    assert [one["focus"] for one in seen] == [None, "swapped", "swapped", "swapped", "swapped", None]
    assert [one["streak"] for one in seen] == [0, 0, 1, 0, 1, 0]
    assert all(one["now"] in (0, 2, 3) for one in seen[1:5])
    assert all(one["now"] != after["now"] for one, after in pairwise(seen))


def test_what_is_practised_does_not_hide_a_new_mistake_and_waits_its_turn(play: Play) -> None:
    seen = play(wrong("swapped"), RIGHT, wrong("all-max"), RIGHT, RIGHT, RIGHT, plan=_all_serving())
    assert [one["focus"] for one in seen] == [None, "swapped", "swapped", "all-max", "all-max", None, None]


def _all_serving() -> dict[str, Any]:
    variants = [{"place": place, "serves": ["swapped", "all-max"]} for place in range(4)]
    return {"exercises": [{"rules": ["swapped", "all-max"], "variants": variants}]}


def test_who_follows_one_of_two_rules_practises_both(play: Play) -> None:
    seen = play(wrong("swapped", "all-max"), RIGHT, RIGHT, plan=_all_serving())
    assert [one["focus"] for one in seen] == [None, "swapped", "swapped", None]
    assert [one["rule"] for one in seen[-1]["met"]] == ["swapped", "all-max"]
    assert all(one["isKept"] for one in seen[-1]["met"])


def test_a_slip_breaks_the_row_of_what_is_practised(play: Play) -> None:
    seen = play(wrong("swapped"), RIGHT, SLIP, RIGHT, RIGHT)
    assert [one["streak"] for one in seen] == [0, 0, 1, 0, 1, 0]


def test_who_makes_no_mistake_is_soon_led_on_to_the_next_exercise_and_to_the_end(play: Play) -> None:
    seen = play(*[RIGHT] * 6)
    assert [one["exercise"] for one in seen][:5] == [0, 0, 0, 1, 1]
    assert not seen[4]["isAllDone"]
    assert seen[5]["isAllDone"]
    assert seen[6]["now"] in (4, 5)  # who goes on is shown the variants again


def test_exercises_are_shown_again_only_when_there_is_no_other(play: Play) -> None:
    seen = play(*[wrong("swapped")] * 5)
    assert [one["now"] for one in seen] == [0, 2, 3, 0, 2, 3]


def test_a_rule_that_the_page_has_no_variants_for_changes_nothing_but_the_row(play: Play) -> None:
    seen = play(wrong("no-such-rule"), RIGHT)
    assert [one["focus"] for one in seen] == [None, None, None]
    assert seen[1]["met"] == []


def test_of_an_exercise_that_was_told_no_further_answer_counts(page: Any) -> None:
    state = page.evaluate(
        "([plan, answers]) => answers.reduce((state, answer) => practicePlan.answered(plan, state, answer), practicePlan.start(plan))",
        [PLAN, [wrong("swapped"), wrong("swapped"), RIGHT, RIGHT]],
    )
    assert state["of"][0]["focus"] == "swapped"
    assert state["of"][0]["streaks"] == {"": 0, "swapped": 0}


def test_with_help_no_row_begins_or_ends_and_what_the_first_check_named_comes_next(page: Any) -> None:
    state = page.evaluate(
        "([plan, answers]) => answers.reduce((state, answer) => practicePlan.answered(plan, state, answer), practicePlan.start(plan))",
        [PLAN, [wrong("all-max"), RIGHT]],
    )
    assert state["isJudged"]
    assert state["of"][0] | {"waiting": []} == {
        "focus": "all-max",
        "waiting": [],
        "met": ["all-max"],
        "streaks": {},
        "unknown": 0,
        "dates": {},
        "today": 0,
    }


def test_who_goes_on_after_one_check_has_made_the_mistake(play: Play) -> None:
    (_, after) = play(wrong("swapped"))
    assert [one["rule"] for one in after["met"]] == ["swapped"]


def test_a_link_to_an_exercise_that_lacks_its_mistake_goes_to_another_that_has_it(page: Any) -> None:
    turn = "([plan, to]) => practicePlan.turnTo(plan, practicePlan.start(plan), to)"
    plan = {"exercises": [{**one, "id": f"q{place}"} for place, one in enumerate(PLAN["exercises"])]}
    for asked in ("q0", "q1", "no-such-exercise", None):
        assert page.evaluate(turn, [plan, {"mistake": "all-max", "exercise": asked}])["of"][0]["focus"] == "all-max"
    assert page.evaluate(turn, [plan, {"mistake": "all", "exercise": "q0"}]) is None
    assert page.evaluate(turn, [plan, {"exercise": "q0"}]) is None


@pytest.mark.parametrize(
    "kept",
    [None, {}, [], 3, {"exercise": 9}, {"exercise": 0, "now": 77, "shown": [], "isJudged": False, "of": []}],
)
def test_what_is_no_state_of_the_page_is_not_taken_for_one(page: Any, kept: Any) -> None:
    assert page.evaluate("([plan, kept]) => practicePlan.isState(plan, kept)", [PLAN, kept]) is False
