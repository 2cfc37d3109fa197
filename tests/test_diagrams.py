"""What kinds put into a diagram, and how it is said in words."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from banked import BANK, ids_of
from conftest import random_problems, read
from drawn import SMALL, STATES

from grader.core.answers.reports import Reveal, Verdict
from grader.core.drawing.diagram import Branch, Diagram, DiagramNode, NodeShape, Numbers, Remark
from grader.core.drawing.outline import outline
from grader.core.drawing.scale import cells, fold, shorten
from grader.core.resources import resource
from grader.grading.marking import grade, graded_diagrams
from grader.kinds import Exercise
from grader.kinds.record import View

# --- What kinds put into a diagram ------------------------------------------------------------------


def solved(name: str, *, bare: bool = False) -> Diagram:
    exercise = BANK.find(name)
    assert isinstance(exercise, Exercise)
    return exercise.kind.draw(View(exercise.problem, None if bare else exercise.solution))[0]


def graded(name: str) -> Diagram:
    outcome = grade(str(resource("problem_bank") / name), BANK.find)
    return graded_diagrams(outcome.graded[0])[0]


def test_a_bare_exercise_shows_no_answer() -> None:
    for name in ("four-ply-trace", "ucb-two-unvisited", "expecti-sevenths-tie"):
        diagram = solved(name, bare=True)
        assert not any(node.bold or node.cut or node.branch is not Branch.KEPT for node in diagram.nodes)
        assert not diagram.facts
        assert name.startswith("ucb") or not any(node.said for node in diagram.nodes)


def test_a_solved_exercise_shows_every_answer_that_has_a_place() -> None:
    lines = outline(solved("four-ply-trace"))
    assert lines[0] == "MAX s0: 8; alpha, beta: [8, inf]"
    assert "        leaf s25 = 8: line of play" in lines
    assert "        leaf s24 = 2: pruned" in lines


def test_a_solved_ucb_exercise_shows_scores_and_choice() -> None:
    lines = outline(solved("ucb-two-unvisited"))
    assert lines[2] == "  child B: score: inf; n = 0; chosen child"


def test_wrong_cuts_are_told_apart() -> None:
    states = {node.id: node.branch for node in graded("alpha-beta/uneven-depth/submissions/wrong.yaml").nodes}
    assert states["C"] is Branch.WRONGLY_PRUNED
    assert states["K"] is Branch.WRONGLY_KEPT
    assert states["T"] is Branch.PRUNED
    assert states["A"] is Branch.KEPT


def test_what_a_search_skips_is_shown_where_nothing_was_answered() -> None:
    blank = graded("alpha-beta/four-ply-trace/submissions/blank.yaml")
    assert {node.branch for node in blank.nodes} == {Branch.KEPT, Branch.SOLVED}
    assert blank.line == "the solution's line of play"


def test_the_line_of_an_answer_is_the_students_right_or_wrong() -> None:
    assert graded("alpha-beta/four-ply-trace/submissions/partly-right.yaml").line == "your line of play"
    wrong = graded("alpha-beta/four-ply-trace/submissions/wrong.yaml")
    assert {node.line_words(wrong.line) for node in wrong.nodes if node.bold} == {"your line of play, wrong"}


@pytest.mark.parametrize("answer", [None, True])
def test_what_was_expected_stands_at_each_asked_node_where_nothing_was_judged(answer: object) -> None:
    def drawn(id_: str) -> list[str]:
        exercise = BANK.find(id_)
        assert isinstance(exercise, Exercise)
        return outline(graded_diagrams(exercise.grade(dict.fromkeys(exercise.problem.ask, answer)))[0])

    inner = [line for line in drawn("expecti-fall-2005-q7") if line.lstrip().startswith(("MAX", "MIN", "chance"))]
    assert len(inner) == sum(", expected " in line for line in inner) == 4
    scores = [line for line in drawn("ucb-slide-wins") if "  child " in line]
    assert [line[line.index("expected ") :][:13] for line in scores] == [
        "expected 1.48",
        "expected 1.50",
        "expected 1.42",
    ]
    windows = drawn("four-ply-trace")
    assert any("alpha, beta: " in line and "expected [8, inf]" in line for line in windows)


def test_an_entry_that_cannot_be_read_stands_at_its_node_and_all_others_at_theirs() -> None:
    lines = outline(graded("ucb/ucb-slide-wins/submissions/malformed.yaml"))
    assert [line.partition("; total")[0].strip() for line in lines if "  child " in line] == [
        "child A: score: you wrote 1.48 (approx), cannot be read, expected 1.48",
        "child B: score: 1.50, correct",
        "child C: score: 1.42, correct",
    ]


def test_the_root_of_a_blank_answer_says_once_what_was_expected() -> None:
    (root, *_) = (
        line
        for line in outline(graded("expectiminimax/expecti-fall-2005-q7/submissions/blank.yaml"))
        if line.startswith("MAX")
    )
    assert root == "MAX A: no answer, expected 5.5"


def test_an_answer_that_was_not_judged_is_shown_as_it_was_written() -> None:
    lines = outline(graded("alpha-beta/fall-2014-final-q13/submissions/malformed.yaml"))
    assert "MAX A: you wrote 3 points, not judged, expected 3" in lines
    facts = graded("ucb/ucb-slide-wins/submissions/malformed.yaml").facts
    assert [fact.text for fact in facts] == ["b"]


# --- Text -----------------------------------------------------------------------------------------


def test_outline_reads_well() -> None:
    assert outline(SMALL) == [
        "best-move: you wrote R, wrong, expected L",
        "MAX A: 3, correct",
        "  MIN B (move L): you wrote 4, wrong, expected 3; best move",
        "    leaf D = 3",
        "  leaf C = 2 (move R): pruned",
    ]


def test_outline_says_every_state_of_a_branch() -> None:
    lines = "\n".join(outline(STATES))
    assert "MIN B2: wrongly pruned: the search visits it" in lines
    assert "MIN B3: wrongly kept: the search skips it" in lines


def test_outline_of_missing_and_windows() -> None:
    remarks = (Remark("", Verdict.MISSING, "α, β", "[0, 1]"), Remark("N = 3"))
    assert outline(Diagram("t", (DiagramNode(NodeShape.MAX, "A", -1, window=remarks[0], remarks=remarks[1:]),))) == [
        "MAX A: alpha, beta: missing, expected [0, 1]; N = 3"
    ]


@pytest.mark.parametrize(("text", "most"), [("a" * 30, 10), ("漢字" * 20, 9), ("short", 10), ("ab漢", 3)])
def test_shortened_text_fits(text: str, most: int) -> None:
    assert cells(shorten(text, most)) <= max(most, 1)


def test_folded_text_fits_and_loses_nothing() -> None:
    text = "some words and " + "x" * 25 + " 漢字漢字漢字 end"
    assert all(cells(line) <= 10 for line in fold(text, 10))
    assert "".join(fold(text, 10)).replace(" ", "") == text.replace(" ", "")


# --- Which numbers are shown -------------------------------------------------------------------------


def shown(name: str, numbers: Numbers) -> tuple[dict[str, bool], dict[str, bool]]:
    """Return the nodes that show a number and those that show a window, and of each whether that is quiet."""
    exercise = BANK[name]
    nodes = exercise.diagram(solved=True, numbers=numbers).nodes
    return (
        {node.id: node.number.quiet for node in nodes if node.number},
        {node.id: node.window.quiet for node in nodes if node.window},
    )


def test_what_nobody_asked_for_is_shown_quietly_and_only_as_far_as_is_wanted() -> None:
    """The problem asks value, best-move and pruned; A and B are visited in whole, the search cuts at C and at D."""
    name = "textbook-three-by-three"
    answers = BANK[name].solve()
    visited, cut = set(answers["values"]), {cutoff["node"] for cutoff in answers["cutoffs"]}
    assert cut < visited
    for numbers, values, windows in (
        (Numbers.ASKED, {"A"}, set()),
        (Numbers.VALUES, visited, cut),
        (Numbers.WINDOWS, {"A"}, visited),
        (Numbers.ALL, visited, visited),
    ):
        number, window = shown(name, numbers)
        assert set(number) == values
        assert set(window) == windows
        assert not number["A"]
        assert all(quiet for node, quiet in number.items() if node != "A")
        assert all(window.values())


def test_a_marked_tree_shows_them_only_where_the_right_answers_may_be_seen() -> None:
    exercise = BANK["textbook-three-by-three"]
    for reveal, has_quiet in (("expected", True), ("verdicts", False), ("none", False)):
        graded = exercise.grade({"value": 2, "best-move": "B", "pruned": []}, reveal=Reveal(reveal))
        nodes = graded_diagrams(graded)[0].nodes
        assert any(remark.quiet for node in nodes for remark in node.said) is has_quiet


def test_drawings_write_numbers_as_the_problem_does() -> None:
    exercise = BANK["expecti-fall-2005-q7"]
    numbers = {node.id: node.number.text for node in exercise.diagram(solved=True).nodes if node.number}
    assert numbers["A"] == "5.5"


def test_what_a_ucb_score_is_made_of_is_drawn_only_where_the_scores_may_be_seen() -> None:
    exercise = BANK["ucb-slide-wins"]
    bars = {node.id: node.bars for node in exercise.diagram(solved=True).nodes[1:]}
    assert {id_: tuple(bar.text for bar in stacked) for id_, stacked in bars.items()} == {
        "A": ("0.7000", "+ 0.7803"),
        "B": ("0.6250", "+ 0.8724"),
        "C": ("0.0000", "+ 1.4247"),
    }
    assert max(sum(bar.height for bar in stacked) for stacked in bars.values()) == pytest.approx(1)
    hidden = exercise.grade({"scores": {"A": 1}}, reveal=Reveal.VERDICTS)
    for diagram in (exercise.diagram(), graded_diagrams(hidden)[0]):
        assert not any(node.bars for node in diagram.nodes)


def test_what_a_score_is_made_of_adds_up_to_it_and_bars_say_it_as_sentences_do(window: int) -> None:
    drawn = [read(data) for _, data in random_problems("ucb", 90_000, 90_060, window)]
    added = 0
    for exercise in (*map(BANK.__getitem__, ids_of("ucb")), *drawn):
        steps = {exercise.name_of(step.node): step.sentence for step in exercise.steps() if step.node is not None}
        for node in exercise.diagram(solved=True).nodes[1:]:
            if node.bars:
                assert " + ".join(bar.text.removeprefix("+ ") for bar in node.bars) in steps[node.id]
            if found := re.search(r" = (-?[0-9.]+) \+ (-?[0-9.]+) = (-?[0-9.]+)[.,]? ?", steps[node.id]):
                added += 1
                assert Decimal(found[1]) + Decimal(found[2]) == Decimal(found[3].rstrip(".")), steps[node.id]
    assert added > 50
