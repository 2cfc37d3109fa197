"""A misconception is named only where wrong answers bear it out, and what is said points at these (docs/marking.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from itertools import zip_longest
from typing import Any

import pytest
import students
import yaml
from banked import SOLVED
from conftest import problem_data, random_problems_of, read, report_of
from turns import in_turn
from windows import Deal, dealt

from grader.core.answers.reports import Entry, ProblemReport, Verdict
from grader.kinds import KINDS

TWO_MOVES = [[3, 12, 8], [2, 15, 6]]
"""A MAX; B = 3, C = 2: the textbook's two MIN replies."""


def named(report: ProblemReport) -> list[str]:
    return [finding.misconception for finding in report.findings]


def report_on(tree: Any, answers: dict[str, Any], kind: str = "minimax", **fields: Any) -> ProblemReport:
    return report_of(read(problem_data(kind, tree, ask=list(answers), **fields)), answers)


def test_the_only_wrong_number_is_not_excused_as_the_slip_of_a_rule_that_explains_nothing() -> None:
    """With A 3, B 3 and C 4 all-min would fit but for C; but C alone is wrong."""
    report = report_on(TWO_MOVES, {"value": 3, "best-move": "B", "values": {"A": 3, "B": 3, "C": 4}})
    assert named(report) == []
    assert report.slip == "Only C is wrong (values); the other numbers do not follow from it."


def test_a_number_at_a_cut_node_that_is_no_full_value_is_not_called_one() -> None:
    """C is cut after 1 and returns 1; its full value is 0. Someone who wrote 77 has not written the full value."""
    tree = [[3, 5], [1, 0]]
    answers = {"value": 3, "best-move": "B", "pruned": ["G"], "values": {"A": 3, "B": 3, "C": 77}}
    assert named(report_on(tree, answers, "alpha-beta")) == []
    full = {**answers, "values": {"A": 3, "B": 3, "C": 0}}
    assert named(report_on(tree, full, "alpha-beta")) == ["true-value-at-cutoff"]


FOUR_PLIES = [[[[8, 7], [3, 5]], [[9, 0], [2, 6]]], [[[1, 4], [15, 11]], [[10, 12], [13, 14]]]]


@pytest.mark.parametrize("node", "BCDEFGHIJKLMNO")
def test_one_number_from_which_the_others_do_not_follow_is_called_so(node: str) -> None:
    data = problem_data("minimax", FOUR_PLIES)
    right = students.handed_in(data, students.follow(data))
    report = report_of(read(data), {**right, "values": {**right["values"], node: 99 if node in "BCHIJKLMNO" else -99}})
    carried = students.handed_in(data, students.follow(data, own={node: Fraction(99)}))
    assert named(report) == []
    assert report.slip.startswith((f"Only {node} is wrong (values); ", f"One slip (values, at {node})"))
    if carried["values"] != {**right["values"], node: 99}:
        assert report.slip.startswith("Only ") == (report.slip.endswith("do not follow from it."))


def test_a_number_that_is_carried_on_is_one_slip() -> None:
    report = report_on(TWO_MOVES, {"value": 4, "best-move": "C", "values": {"A": 4, "B": 3, "C": 4}})
    assert report.slip == "One slip (values, at C): all the rest that you answered is right, or follows from it."


@pytest.mark.parametrize("line", ["ABDH", "ABDI"])
def test_a_slip_on_the_line_of_play_is_one_slip_with_the_line_that_follows(line: str) -> None:
    """D is taken to be worth 3, as H is, or 9 is what is read there after all."""
    tree = [[[3, 9], [15, 10]], [[2, 0], [2, 1]]]
    values = {"A": 3, "B": 3, "C": 2, "D": 3, "E": 15, "F": 2, "G": 2}
    given = {"value": 3, "best-move": "B", "values": values, "principal-variation": list(line)}
    slip = "One slip (values, at D): all the rest that you answered is right, or follows from it."
    assert report_on(tree, given).slip == slip
    other = report_on(tree, {**given, "principal-variation": list("ACFL")})
    assert (other.slip, named(other)) == ("", [])


def test_what_cannot_be_read_is_none_of_the_rest_that_is_right() -> None:
    report = report_on(TWO_MOVES, {"value": 9, "best-move": "nobody", "values": {"A": 3, "B": 3, "C": 2}})
    assert report.slip == "Only value is wrong; all else that could be read is right."


def test_a_score_from_which_the_choice_does_not_follow_is_called_so() -> None:
    children = [{"id": name, "total": 2 * n, "visits": 3 * n} for n, name in enumerate("ABCDE", 1)]
    data = problem_data("ucb", children, ask=["scores", "choice"])
    right = students.handed_in(data, students.follow(data))
    report = report_of(read(data), {**right, "scores": {**right["scores"], "C": "9"}})
    assert report.slip == "Only C is wrong (scores); choice does not follow from it."


def test_from_value_move_and_pruned_no_rule_is_named_beside_a_slip() -> None:
    """A slip in a number that is not asked changes any list, so the list is no evidence."""
    data = problem_data("alpha-beta", FOUR_PLIES)
    for rule in students.rules_of(data):
        answers = students.handed_in(data, students.follow(data, rule))
        report = report_of(read(data), {**answers, "value": 77})
        assert named(report) == [], rule


def test_three_answers_must_agree_beside_a_slip() -> None:
    assert named(report_on(TWO_MOVES, {"values": {"A": 77, "B": 12, "C": 15}})) == []
    report = report_on(TWO_MOVES, {"value": 77, "best-move": "C", "values": {"A": 77, "B": 12, "C": 15}})
    assert named(report) == ["all-max"]


def test_the_sentence_comes_before_the_name() -> None:
    data = problem_data("alpha-beta", [3, [[[2, 9], 8], 10]], ask=["values", "pruned", "visited"])
    report = report_of(read(data), students.handed_in(data, students.follow(data, ("no-deep-cutoffs", ""))))
    finding = next(finding for finding in report.findings if finding.misconception == "no-deep-cutoffs")
    assert finding.named_message.startswith(
        "You seem to miss deep cutoffs, those by the bound of an ancestor above the parent (no-deep-cutoffs). "
    )
    assert "(no-deep-cutoffs)" not in finding.message


def says_something(entry: Entry, part: str, step: str) -> bool:
    """Return whether an entry is about what a sentence is about: who finds a node in time need not find its number."""
    return part not in ("visited", "labelling") or "enters" in step or "skipped" in step


POINTING = [kind for kind in SOLVED if kind not in ("claims", "threshold", "construct", "cost", "deepening")]
"""The kinds whose sentences point at a node: what is asked of a whole search or tree shows first at none, nor does what a whole iteration does."""


@in_turn(2)
@dealt(3)
@pytest.mark.parametrize("kind", POINTING)
def test_where_it_shows_first_is_no_answer_that_was_marked_right(kind: str, deal: Deal, window: int) -> None:
    """A node in a sentence stands for a wrong answer about it, or for one that was not asked."""
    seen = 0
    for rng, data in random_problems_of(kind, deal(range(90_000, 90_150), window)):
        exercise = read(data)
        rules = students.rules_of(data)
        if not rules:
            continue
        rule = rng.choice(rules)
        followed = students.follow_with_slips(rng, data, rule, rng.choice((0, 1)))
        if followed is None:
            continue
        report = report_of(exercise, students.handed_in(data, followed))
        entries = [(entry, part.part) for part in report.parts for entry in part.entries]
        for finding in report.findings:
            about = [entry for entry, part in entries if says_something(entry, part, finding.step)]
            names = (finding.node, f"{finding.node} [")  # a cutoff that there is not is told with its window
            verdicts = {
                entry.verdict for entry in about if entry.node == names[0] or str(entry.node).startswith(names[1])
            }
            if finding.node is not None and Verdict.CORRECT in verdicts:
                assert verdicts - {Verdict.CORRECT}, (data, rule, finding)
            seen += finding.node is not None
    assert seen


TOLD_OF_THE_OTHER_RULE = {
    "by the other rule it": {"visited", "pruned", "leaves-evaluated", "nodes-visited", "cutoffs", "range"},
    "the other rule calls it": {"losing", "outcomes"},
    "other rule has": {"cutoffs"},
    "is another one": {"best-move"},
    "alpha and beta of": {"windows"},
    "is known": {"intervals"},
}
"""What is said of a wrong rule, and the parts of which one must have been asked. What it *gives* must stand in the answer."""


def is_written(said: str, entries: Iterable[Entry], decimals: int | None) -> bool:
    """Return whether a student wrote what is said, or nothing where that is said; numbers in one of the ways in which they are written."""
    given = [entry.given for entry in entries]
    room = 0.005 if decimals is None else 0.005 + 0.5 / 10**decimals
    return said == "nothing" or any(text is not None and is_close(words(said), words(text), room) for text in given)


def words(text: str) -> list[str]:
    """Return the words and numbers of a text, without the signs between them."""
    return re.sub(r" \(about .*\)|,(?=[0-9]{3})|[\[\],]", "", text).split()


def is_close(one: list[str], other: list[str], room: float) -> bool:
    """Return whether two texts are the same but for the last places of their numbers."""
    pairs = list(zip_longest(one, other, fillvalue=""))
    is_number = [all(re.fullmatch("-?[0-9./]+", text) for text in pair) for pair in pairs]
    return all(
        abs(Fraction(a) - Fraction(b)) < room if numeric else a == b
        for (a, b), numeric in zip(pairs, is_number, strict=True)
    )


@in_turn(3)
@dealt(2)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if KINDS[kind].wrong.names])
def test_where_it_shows_first_nothing_is_said_of_the_other_rule_that_was_not_asked(
    kind: str, deal: Deal, window: int
) -> None:
    """Some parts are left out in turn, and answered by the rule: what it gives is what was written, not what was never asked."""
    seen = 0
    for rng, data in random_problems_of(kind, deal(range(91_000, 91_060), window)):
        rules, whole = students.rules_of(data), {key: data[key] for key in data if key != "points"}
        for rule in rng.sample(rules, min(len(rules), 4)):
            asked = list(read(whole).problem.ask)
            few = whole | {"ask": rng.sample(asked, rng.randint(1, len(asked)))}
            report = report_of(read(few), students.handed_in(few, students.follow(few, rule)))
            entries = [entry for part in report.parts for entry in part.entries]
            decimals = read(few).problem.conventions.decimals
            for step in (finding.step for finding in report.findings):
                seen += 1
                given = step.partition("; the other rule gives ")[2]
                assert not given or is_written(given, entries, decimals), (few, rule, step)
                for said, parts in TOLD_OF_THE_OTHER_RULE.items():
                    assert said not in step or parts & {*few["ask"]}, (few, rule, step)
    assert seen


@pytest.mark.parametrize("name", ["level-swapped", "all-min", "all-max"])
def test_where_two_rules_are_one_on_the_shape_the_one_about_the_whole_tree_is_named(name: str) -> None:
    data = problem_data("minimax", TWO_MOVES)
    for rule in students.rules_of(data):
        if rule[0] == name:
            report = report_of(read(data), students.handed_in(data, students.follow(data, rule)))
            assert named(report) in (["all-min"], ["all-max"])


def test_level_is_named_where_no_rule_about_the_whole_tree_is_the_same() -> None:
    data = problem_data("minimax", FOUR_PLIES)
    report = report_of(read(data), students.handed_in(data, students.follow(data, ("level-swapped", "1"))))
    assert named(report) == ["level-swapped"]


ESTIMATES = "{max: [{min: [{static: 3, max: [{static: 5, min: [6, 4]}, 9]}, {static: 12, max: [1, 2]}], static: 7}, \
{min: [{static: 2, max: [8, {static: 10, min: [7, 13]}]}, {static: 4, max: [6, 11]}], static: 9}]}"
"""Cut at depth 2 where nothing else is said: B = 3, C = 2."""


@pytest.mark.parametrize("rule", ["searches-to-the-end", "one-ply-deep", "one-ply-short"])
@pytest.mark.parametrize("is_offered", [False, True], ids=["of the whole tree", "where a page asks for them"])
def test_one_who_stops_elsewhere_is_told_so_beside_windows_too(rule: str, is_offered: bool) -> None:
    """Whether they write windows of all the nodes that they take for inner ones, or of those that the page asks for."""
    ask = ["value", "best-move", "values", "windows"]
    data = problem_data("alpha-beta", yaml.safe_load(ESTIMATES), depth=2, ask=ask)
    answers = students.handed_in(data, students.follow(data, (rule, "")))
    if is_offered:
        answers |= {part: {node: answers[part][node] for node in "ABC" if node in answers[part]} for part in ask[2:]}
    assert named(report_of(read(data), answers)) == [rule]


# --- What the rule does not change bears it out no more than what contradicts it ------------------

TAKE = {
    "format": "gametree-problem/1",
    "id": "q1",
    "kind": "positions",
    "ask": ["losing", "nim-values", "winning-moves"],
}
TAKE |= {"game": {"name": "take-away", "objects": 10, "take": [1, 3, 4]}}
NIM = dict(zip(map(str, range(11)), (0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1), strict=True))
"""The right nim values: 0, 2, 7 and 9 are lost. Who counts even numbers as lost wins by 4, to 6."""


def named_on_take(losing: str, moves: str) -> list[str]:
    answers = {"losing": losing.split(), "nim-values": NIM, "winning-moves": moves.split()}
    return named(report_of(read(TAKE), answers))


@pytest.mark.parametrize(
    ("losing", "moves"), [("0 3", "4"), ("0 2 7 10", ""), ("0 2 7 9 10", "4"), ("0 2 7 9 10", "1 3 4"), ("10", "4")]
)
def test_a_rule_is_not_named_for_one_answer_beside_a_list_that_contradicts_it(losing: str, moves: str) -> None:
    """Right nim values do not speak for a rule that leaves them as they are."""
    assert named_on_take(losing, moves) == []


def test_a_list_that_is_another_rules_is_no_slip_of_a_rule() -> None:
    assert named_on_take("1 3 4 5 6 8 10", "4") == ["for-the-other-player"]


@pytest.mark.parametrize("losing", ["0 2 4 6 8 10", "0 2 4 6 8"])
def test_a_list_that_is_a_rules_or_nearly_so_speaks_for_it(losing: str) -> None:
    assert named_on_take(losing, "4") == ["even-is-losing"]


# --- One choice of two ------------------------------------------------------------------------------

PLAYOUTS: dict[str, Any] = {"iterations": 5, "results": [1, 0, 1, 0, 1]}
PLAYOUTS |= {
    "format": "gametree-problem/1",
    "id": "q1",
    "kind": "mcts",
    "ask": ["paths", "visits", "selection", "choice"],
}
TWO_BELOW = {
    "id": "R",
    "max": [{"id": "A", "min": [{"id": "D"}, {"id": "E"}]}, {"id": "B", "min": [{"id": "F"}, {"id": "G"}]}],
}


@pytest.mark.parametrize("selection", [["R", "B"], ["R", "A"]])
def test_the_wrong_one_of_two_moves_bears_no_rule_out(selection: list[str]) -> None:
    """B has the best score, as one would play it by; but whoever errs here plays B. He who goes to A next thinks that A scores best."""
    data = PLAYOUTS | {"tree": TWO_BELOW}
    right = students.handed_in(data, students.follow(data))
    assert (right["selection"], right["choice"]) == (["R", "B"], "A")
    report = report_of(read(data), {**right, "selection": selection, "choice": "B"})
    assert named(report) == []
    assert bool(report.slip) == (selection == right["selection"])


def test_the_wrong_one_of_three_moves_can_be_that_of_a_rule() -> None:
    three = [*TWO_BELOW["max"], {"id": "C", "min": [{"id": "H"}, {"id": "I"}]}]  # type: ignore[misc]
    data = PLAYOUTS | {"tree": {"id": "R", "max": three}, "iterations": 7, "results": [1, 0, 0, 1, 0, 1, 0]}
    rules = [rule for rule in students.rules_of(data) if rule[0].startswith("plays-")]
    right = students.handed_in(data, students.follow(data))
    told = {
        rule[0]: named(report_of(read(data), students.handed_in(data, students.follow(data, rule)))) for rule in rules
    }
    others = [rule[0] for rule in rules if students.handed_in(data, students.follow(data, rule)) != right]
    assert others
    assert all(name in told[name] for name in others)
