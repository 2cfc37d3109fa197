"""What the feedback page says there is to correct: gathered by cause, in few words, and nothing of what is hidden."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from banked import BANK

from grader import Exercise, Graded, Reveal, load_problem
from grader.core.answers.reports import Verdict
from grader.grading.bank import Bank
from grader.grading.marking import graded_diagrams
from grader.grading.outcome import outcome_of
from grader.kinds import KINDS
from grader.pages.cards import Card, cards
from grader.pages.corrections import Finder, Jump, Line, rows, to_correct
from grader.pages.feedback import page

TREE = {"tree": [[[10, 3, 1], [19, 10]], [[12, 5], [7, 9]]]}
ASK = ["value", "best-move", "values", "pruned", "visited", "windows"]


def exercise(kind: str = "alpha-beta", **more: Any) -> Exercise:
    stated = {"format": "gametree-problem/1", "id": "p", "kind": kind} | TREE | more
    return load_problem(stated | ({"ask": ASK} if kind == "alpha-beta" and "ask" not in more else {}))


def graded(answers: Mapping[str, Any], reveal: Reveal = Reveal.EXPECTED, **more: Any) -> Graded:
    return exercise(**more).grade(answers, reveal=reveal)


def finder_of(one: Graded) -> Finder:
    return Finder(one, {node.key: place for place, node in enumerate(graded_diagrams(one)[0].nodes)})


def told(line: Line) -> str:
    return " ".join(filter(None, (line.before, " ".join(jump.name for jump in line.jumps), line.after)))


def things(one: Graded) -> dict[str, list[str]]:
    return {thing.title: [told(line) for line in thing.lines] for thing in to_correct(one, finder_of(one), str)}


def cards_of(one: Graded) -> dict[str, Card]:
    diagram = graded_diagrams(one)[0]
    return dict(zip((node.id for node in diagram.nodes), cards(one, diagram, finder_of(one), str), strict=True))


RIGHT = exercise().solve()


def test_wrong_numbers_are_gathered_by_the_rule_that_was_not_kept_and_what_follows_stands_beside_them() -> None:
    values = {"A": 12, "B": 3, "C": 12, "D": 3, "E": 19, "F": 5, "G": 9}
    assert things(graded({"value": 12, "values": values}, kind="minimax", ask=["value", "values"])) == {
        "MIN keeps the smallest of its children's values": [
            "Values of the nodes at C",
            "Value of the root and the numbers at A B follow from your own numbers",
        ],
        "MAX keeps the largest of its children's values": ["Values of the nodes at D F"],
    }


def test_one_mistake_in_what_is_cut_is_one_thing_to_correct_in_all_parts() -> None:
    visited = [*RIGHT["visited"], "L"]
    assert things(graded(RIGHT | {"pruned": [], "visited": visited})) == {
        "A node is cut as soon as alpha >= beta": [
            "Pruned nodes: you left out L",
            "Order of visits: L does not belong there",
        ]
    }


def test_what_follows_from_one_slip_stands_under_it() -> None:
    four = BANK["four-ply-trace"]
    right = four.solve()
    slip = {
        "values": right["values"] | {"s9": 9, "s4": 9},
        "windows": right["windows"] | {"s4": [9, 7]},
        "cutoffs": [{**one, "alpha": 9} if one["node"] == "s4" else one for one in right["cutoffs"]],
    }
    assert things(four.grade({part: right[part] for part in four.problem.ask} | slip)) == {
        "MIN keeps the smallest of its children's values": [
            "Values of the nodes at s9",
            "What else is wrong follows from it:",
            "Values of the nodes at s4",
            "Windows [α, β] at s4",
            "Cutoffs at s4",
        ]
    }


def test_a_number_that_alone_is_missing_says_why_it_is_what_it_is() -> None:
    values = {name: value for name, value in RIGHT["values"].items() if name != "D"}
    one = graded(RIGHT | {"values": values})
    [row] = rows(one, finder_of(one), [Verdict.MISSING], str)
    assert row.why.startswith("D is MAX over 10, 3, 1: max = 10"), row.why
    hidden = graded(RIGHT | {"values": values}, Reveal.VERDICTS)
    assert [row.why for row in rows(hidden, finder_of(hidden), [Verdict.MISSING], str)] == [""]


def test_of_several_numbers_that_are_missing_each_says_why_it_is_what_it_is() -> None:
    values = {name: value for name, value in RIGHT["values"].items() if name not in ("B", "D")}
    one = graded(RIGHT | {"values": values})
    said = {row.jumps[0].name: row.why for row in rows(one, finder_of(one), [Verdict.MISSING], str)}
    assert {name: why.partition(" over")[0] for name, why in said.items()} == {"B": "B is MIN", "D": "D is MAX"}
    hidden = graded(RIGHT | {"values": values}, Reveal.VERDICTS)
    assert {row.why for row in rows(hidden, finder_of(hidden), [Verdict.MISSING], str)} == {""}


def test_long_names_that_differ_at_their_ends_look_different_in_ways_to_them() -> None:
    assert Jump("a-very-long-name-of-a-node-left", 0).shown != Jump("a-very-long-name-of-a-node-right", 1).shown
    assert len(Jump("a-very-long-name-of-a-node-left", 0).shown) < 30


def test_a_visit_at_another_place_is_neither_left_out_nor_out_of_place_in_the_list() -> None:
    first, second, *others = RIGHT["visited"]
    one_moved = RIGHT | {"visited": [first, *others[:1], second, *others[1:]]}
    one = graded(one_moved)
    assert things(one) == {"A node is cut as soon as alpha >= beta": [f"Order of visits: {others[0]} stands too early"]}
    (row,) = rows(one, finder_of(one), [Verdict.WRONG], str)
    assert (row.given, row.expected) == ("listed", "listed elsewhere")
    assert row.why.startswith("Too early: ")
    hidden = graded(one_moved, Reveal.VERDICTS)
    assert things(hidden)[next(iter(things(one)))] == [f"Order of visits: {others[0]} stands elsewhere"]


def test_what_is_blank_and_what_cannot_be_judged_comes_last_and_is_counted() -> None:
    windows = {"A": RIGHT["windows"]["A"]}
    seen = things(graded(RIGHT | {"best-move": None, "value": "three", "windows": windows, "visited": None}))
    assert list(seen) == ["8 answers left blank", "1 answer could not be read"]
    assert seen["8 answers left blank"] == ["Windows [α, β]: B C D E F G", "Best move, Order of visits"]
    assert seen["1 answer could not be read"] == ["Value of the root"]


def test_what_is_missing_is_not_named_where_answers_are_hidden() -> None:
    seen = things(graded(RIGHT | {"values": {"A": 10}, "pruned": ["N"], "visited": []}, Reveal.VERDICTS))
    assert seen["Something is missing"] == ["Values of the nodes, Pruned nodes, Order of visits"]
    assert not any(name in json.dumps(seen) for name in ("left out", "left blank", "xpected"))


def test_there_is_nothing_to_correct_in_a_right_answer() -> None:
    one = graded(RIGHT)
    assert things(one) == {}
    source = page(outcome_of(one))
    assert "Nothing to correct" in source
    assert "All of it is right." in source
    assert "What differs" not in source


def test_rows_are_only_what_differs_and_each_number_that_is_missing_has_one() -> None:
    one = graded({"value": RIGHT["value"], "values": {"A": 1}})
    found = rows(one, finder_of(one), (Verdict.WRONG, Verdict.MISSING, Verdict.BLANK), str)
    found_names = [row.jumps[0].name for row in found[2:8]]
    assert sorted(found_names) == ["B", "C", "D", "E", "F", "G"]
    assert [(row.part, [jump.name for jump in row.jumps]) for row in found] == [
        ("Best move", []),
        ("Values of the nodes", ["A"]),
        *(("Values of the nodes", [name]) for name in found_names),
        ("Pruned nodes", []),
        ("Order of visits", []),
        ("Windows [α, β]", []),
    ]
    assert {row.jumps[0].name: row.expected for row in found[2:8]}["B"] == str(RIGHT["values"]["B"])


def test_of_very_many_blank_answers_the_first_are_named_and_the_others_counted() -> None:
    one = graded({"values": {"A": 1}}, kind="minimax", tree=[[1]] * 250, ask=["values"])
    *own, row = rows(one, finder_of(one), (Verdict.MISSING, Verdict.BLANK), str)
    assert len(own) == 24
    assert all(each.why for each in own)
    assert (len(row.jumps), row.more, len(row.each)) == (24, 202, 200)
    source = page(outcome_of(one))
    assert "and 202 more" in source
    assert "and 26 more" in source


def test_a_card_says_what_was_written_what_was_expected_and_the_one_step() -> None:
    card = cards_of(graded({"values": {"A": 10, "B": 3, "D": 10}}, kind="minimax", ask=["values"]))["B"]
    assert (card.title, card.look) == ("B, MIN", "wrong")
    assert card.rows == [("You wrote", "3"), ("Expected", "10")]
    assert card.says == ["B is MIN over 10, 19: min = 10."]


def test_cards_of_what_is_right_tell_the_step_too_and_those_of_skipped_nodes_why() -> None:
    seen = cards_of(graded(RIGHT))
    assert seen["B"].look == "right"
    assert any("min = 10" in said for said in seen["B"].says)
    assert any(said.startswith("L is skipped.") for said in seen["L"].says)


@pytest.mark.parametrize("reveal", [Reveal.NONE, Reveal.VERDICTS])
def test_cards_below_expected_tell_no_step_and_nothing_that_was_expected(reveal: Reveal) -> None:
    answers = RIGHT | {"values": {"A": 1, "B": 10}, "pruned": ["G"], "best-move": None}
    for card in cards_of(graded(answers, reveal)).values():
        assert not card.says
        assert "xpected" not in json.dumps(card.data)


@pytest.mark.parametrize("id_", ["four-ply-trace", "minimax-textbook", "expecti-sevenths-tie", "ucb-two-unvisited"])
@pytest.mark.parametrize("reveal", [Reveal.NONE, Reveal.VERDICTS])
@pytest.mark.parametrize("is_blank", [False, True])
def test_a_page_that_hides_the_answers_is_the_same_whatever_they_are(id_: str, reveal: Reveal, is_blank: bool) -> None:
    """Data for scripts included: nothing in the page can depend on what it was never given."""
    shipped = BANK.find(id_)
    assert isinstance(shipped, Exercise)
    answers = {} if is_blank else dict(list(shipped.solve().items())[:2])
    one = shipped.grade(answers, reveal=reveal)
    emptied = one.exercise.solution._replace(answers={}, trace=None)
    without = one._replace(exercise=one.exercise._replace(solution=emptied))
    assert page(outcome_of(one)) == page(outcome_of(without))


@pytest.mark.parametrize("kind", KINDS)
def test_every_part_says_which_rule_a_right_answer_keeps(kind: str) -> None:
    problem = next(
        one.problem
        for one in map(BANK.find, Bank().ids)
        if isinstance(one, Exercise) and one.kind.name == kind and (one.size > 2 or not one.kind.answered)
    )
    for part in KINDS[kind].parts.values():
        assert part.rule(problem, None) != part.title
        assert part.rule(problem, None)[:1].isupper()


def test_numbers_at_pruned_nodes_are_a_cut_that_was_missed() -> None:
    """A student who searches on, and is right in all that is counted, has not taken the wrong child."""
    exercise = load_problem(
        {
            "format": "gametree-problem/1",
            "id": "q1",
            "kind": "alpha-beta",
            "tree": [[[3, 5], [6, 9]], [[1, 2], [7, 4]]],
            "ask": ["values", "windows", "pruned"],
        }
    )
    answers = exercise.solve()
    values, windows = answers["values"], answers["windows"]
    assert isinstance(values, dict)
    assert isinstance(windows, dict)
    skipped = set("ABCDEFG") - set(values)
    assert skipped
    graded = exercise.grade(
        {
            "values": values | dict.fromkeys(skipped, 7),
            "windows": windows | {node: ["-inf", 7] for node in skipped},
            "pruned": [],
        }
    )
    titles = [thing.title for thing in to_correct(graded, finder_of(graded), str)]
    assert titles == ["A node is cut as soon as alpha >= beta"]


COIN = [{"p": "3/4", "value": 2}, {"p": "1/4", "value": 9}]
CHANCES = {
    "tree": {"max": [{"id": "B", "chance": [6, 4]}, {"id": "C", "chance": COIN}]},
    "conventions": {"value-bounds": [0, 10], "bounds-at": "chance"},
    "ask": ["values", "pruned"],
}
FAIL_HARD = {"tree": [[3, 5], [2, 9]], "conventions": {"bounds": "fail-hard"}, "ask": ["values", "windows"]}
CUT_FAIL_HARD = FAIL_HARD | {"ask": ["cutoffs"]}
DEEPENING = {
    "tree": {"max": [{"static": 4, "min": [3, 5]}, {"static": 3, "min": [3, 1]}]},
    "kind": "deepening",
    "depth": 2,
    "ask": ["leaves-by-depth"],
}


@pytest.mark.parametrize(
    ("stated", "answers", "title"),
    [
        (
            CHANCES,
            {"values": {"C": "15/4"}},
            "A chance node takes the expected value; outcomes that it skips count at their bound",
        ),
        (
            CHANCES,
            {"pruned": []},
            "A node is cut as soon as alpha >= beta, a chance node as soon as all that it can still be worth lies outside its window",
        ),
        (FAIL_HARD, {"values": {"C": 2}}, "MIN keeps the smallest of its children's values, moved into its window"),
        (
            FAIL_HARD,
            {"windows": {"C": [3, 2]}},
            "Windows are handed down; MAX raises alpha, MIN lowers beta; at exit they are moved into the window of entry",
        ),
        (
            CUT_FAIL_HARD,
            {"cutoffs": [{"node": "C", "alpha": 3, "beta": 2}]},
            "A node is cut as soon as alpha >= beta; its window then is moved into the window of entry",
        ),
        (
            DEEPENING,
            {"leaves-by-depth": [2, 5]},
            "Each iteration is a search of its own, one deeper than the one before",
        ),
    ],
)
def test_heading_is_a_rule_that_the_wrong_answer_breaks(
    stated: dict[str, Any], answers: dict[str, Any], title: str
) -> None:
    assert title in things(graded(answers, **stated))
