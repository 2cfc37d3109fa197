"""Advice that a student can follow: what it says is not what was written already, and what follows it is judged."""

from __future__ import annotations

from fractions import Fraction

import pytest
from conftest import problem_data

from grader import Exercise, Outcome, SubmissionError, grade, load_problem, render
from grader.core.answers.reports import Verdict

EXERCISE = load_problem(
    problem_data(
        "alpha-beta",
        [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
        ask=["value", "best-move", "values", "pruned", "principal-variation", "leaves-evaluated", "windows"],
    )
)
PLAYERS = load_problem(
    problem_data("max-n", [[[1, 2, 3], [4, 0, 1]], [[3, 3, 0], [0, 4, 2]]], players=["Ann", "Bob", "Cy"])
)
NUMBER = "expected a number such as 3, -2.5 or 7/3"
WHOLE = "expected a whole number such as 7"
LIST = "expected a list of node ids such as [G, H]"
BLANK = "leave it blank where you have no answer"
OR_NOTHING = f"{BLANK}, or write [] for nothing"
ADVICE = {
    "best-move: B, C": "one name is wanted, B or C",
    "best-move: B C": "one name is wanted, B or C",
    "best-move: B/C": "one name is wanted, B or C",
    "best-move: B or C": "one name is wanted, B or C",
    "best-move: [B, C]": "one name is wanted, B or C",
    "pruned: [B C]": "write ',' between the names: B, C",
    "leaves-evaluated: 14/2": f"{WHOLE}; write a whole number, 14/2 as 7",
    "leaves-evaluated: 14 / 2": f"{WHOLE}; write a whole number, 14/2 as 7",
    "leaves-evaluated: 7/2": f"{WHOLE}; write a whole number, 14/2 as 7",
    "value: 14 / 2": f"{NUMBER}; write a fraction without spaces, as in 7/3",
    "value: -": f"{NUMBER}; {BLANK}",
    "value: –": f"{NUMBER}; {BLANK}",
    "value: ?": f"{NUMBER}; {BLANK}",
    'value: ""': f"{NUMBER}; {BLANK}",
    "pruned: -": f"{LIST}; {OR_NOTHING}",
    "pruned: –": f"{LIST}; {OR_NOTHING}",
    'pruned: ""': f"{LIST}; {OR_NOTHING}",
    "pruned: none": f"{LIST}; write [] for nothing",
    "windows: {A: -}": BLANK,
    "value:\u00a03": "the line holds a space that is none, as web pages and word processors write it; type its spaces anew",
    "principal-variation: A-B-E": "did you mean [A, B, E]?",
    "principal-variation: A–B–E": "did you mean [A, B, E]?",
    "principal-variation: A>B>E": "did you mean [A, B, E]?",
    "principal-variation: A > B > E": "did you mean [A, B, E]?",
    "principal-variation: A/B/E": "did you mean [A, B, E]?",
    "principal-variation: left-child, right-child": "did you mean [left-child, right-child]?",
    "pruned: left-child": "did you mean [left-child]?",
    "value: max(3,2)": f"{NUMBER}; write what comes out",
    "value: 3,5": f"{NUMBER}; write the decimal point as '.', not ','",
    "value: -0,5": f"{NUMBER}; write the decimal point as '.', not ','",
    'value: "3,2,1"': f"{NUMBER}; write one number",
    "value: 3, 2": f"{NUMBER}; write one number",
    "value: ３": f"{NUMBER}; write the digits as 0 to 9",
    "value: ٣": f"{NUMBER}; write the digits as 0 to 9",
    "value: 3\u00a0": f"{NUMBER}; leave out the blanks around the number",
    'value: "3 "': f"{NUMBER}; leave out the blanks around the number",
    'value: "3\\n"': f"{NUMBER}; leave out the blanks around the number",
}


def handed_in(*lines: str, exercise: Exercise = EXERCISE) -> Outcome:
    """Return the outcome of a submission with these lines below the problem's id."""
    text = "answers:\n  q1:\n" + "".join(f"    {line}\n" for line in lines)
    return grade(text.encode(), exercise)


def said(outcome: Outcome) -> str:
    """Return what is said of what cannot be judged."""
    faults = [one.fault.message for one in outcome.not_graded]
    entries = [entry for one in outcome.problems for part in one.report.parts for entry in part.entries]
    (message,) = faults + [entry.message for entry in entries if entry.verdict is Verdict.MALFORMED]
    return message.removesuffix("; it takes one entry's marks off").removesuffix(" It takes one entry's marks off")


@pytest.mark.parametrize(("line", "advice"), ADVICE.items(), ids=map(repr, ADVICE))
def test_advice_is_not_what_was_written(line: str, advice: str) -> None:
    assert said(handed_in(line)).endswith(advice)


@pytest.mark.parametrize("blank", ["-", "?", "-  # I do not know", "–"])
def test_a_dash_for_an_answer_leaves_the_others_to_be_marked(blank: str) -> None:
    outcome = handed_in(f"value: {blank}", "best-move: B", f"pruned: {blank}")
    verdicts = {part.part: part.entries[0].verdict for part in outcome.problems[0].report.parts}
    assert (verdicts["value"], verdicts["pruned"], verdicts["best-move"]) == ("malformed", "malformed", "correct")
    assert "line 3" in render(outcome)


def test_beside_a_dash_what_is_not_well_formed_is_told_alone() -> None:
    with pytest.raises(SubmissionError) as raised:
        handed_in("value: -", "pruned: [H")
    assert [(fault.line, "']' is missing" in fault.message) for fault in raised.value.faults] == [(4, True)]


def test_numbers_for_all_players_are_a_list() -> None:
    assert said(handed_in('value: "3,2,1"', exercise=PLAYERS)).endswith("; did you mean [3, 2, 1]?")


@pytest.mark.parametrize("sign", ["\x0b", "\x0c", "\x01", "\x1b[0m", "\x00"])
def test_a_character_that_cannot_be_seen_is_told_as_such(sign: str) -> None:
    with pytest.raises(
        SubmissionError, match=r"holds a character that is not allowed: .*; type the line anew"
    ) as raised:
        handed_in(f"value: 3{sign}")
    assert raised.value.faults[0].line == 3


@pytest.mark.parametrize("rest", [" x", "\nhello\n", '\n{"answers": {}}'])
def test_what_stands_behind_the_end_of_json_is_told_as_such(rest: str) -> None:
    with pytest.raises(SubmissionError, match="this stands behind the end of the document; leave it out"):
        grade(('{"answers": {"q1": {"value": 3}}}' + rest).encode(), EXERCISE)


@pytest.mark.parametrize("line", ['value: ""', "value: ' '"])
def test_an_empty_text_is_shown_in_quotes(line: str) -> None:
    assert f"you wrote {line.removeprefix('value: ').replace(chr(39), chr(34))};" in render(handed_in(line))


def test_what_follows_is_told_in_a_sentence_of_its_own() -> None:
    """Of many entries the first are explained; the others have a sentence that begins with a capital letter, too."""
    slipped = [{"id": f"c{i}", "max": [{"value": 1}, {"value": 2}]} for i in range(30)]
    inner = [{"id": f"b{i}", "min": [slipped[i], {"value": 9}]} for i in range(30)]
    exercise = load_problem(problem_data("minimax", {"id": "a", "max": inner}, ask=["values"]))
    slips = {f"{letter}{i}": 1 for letter in "bc" for i in range(30)}
    told = [line for line in render(exercise.grade({"values": slips})).splitlines() if ": you wrote 1. " in line]
    assert told[0].endswith("Right: min(2, 9) = 2.")
    assert told[-1].endswith("b29: you wrote 1. Right on your own numbers; expected 2.")


def test_a_fraction_that_is_a_short_decimal_is_not_said_to_be_about_it() -> None:
    halves = problem_data("expectiminimax", [["7/2", 3], [3, "7/2"]], layers=["max", "chance"])
    sentences = " ".join(step.sentence for step in load_problem(halves).steps())
    assert Fraction(13, 4) == load_problem(halves).solution.answers["value"]
    assert "about 3.25" not in sentences
