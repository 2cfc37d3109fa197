"""What is said of documents that do not fit their schema: messages that a student can use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from shaped_documents import NEGATIVE, POSITIVE, load, names, schema_of

from grader.core.documents import PROBLEM_LIMITS, Document, parse_document, read_document, shape_faults
from grader.core.documents.shape import explain_shape, explainer, load_schema
from grader.core.errors import ProblemError, show_path
from grader.kinds import KINDS

# The words of the schema library, which are not ours.
JARGON = ("is not of type", "does not match", "is not valid under", "should not be valid", "required property", "None")


def faults_of(text: str, schema: str, *path: str | int) -> list[str]:
    """Return the messages about a text, as `line $.path: message`."""
    document = parse_document(text.encode(), "f", ProblemError)
    return [f"{fault.line} {show_path(fault.path)}: {fault.message}" for fault in shape_faults(document, schema, path)]


@pytest.mark.parametrize("file", [file for file in NEGATIVE if file.suffix == ".yaml"], ids=names)
def test_every_message_has_path_and_line_and_says_what_was_expected(file: Path) -> None:
    document = read_document(str(file), PROBLEM_LIMITS, ProblemError)
    faults = shape_faults(document, schema_of(file))
    said = {tuple(error.absolute_path) for error in explainer(schema_of(file)).iter_errors(document.data)}
    assert faults
    for fault in faults:
        assert fault.path in said or fault.path[:-1] in said  # an unknown field is named itself
        assert fault.line >= 1
        assert ", expected " in fault.message
        assert not any(words in fault.message for words in JARGON)


@pytest.mark.parametrize("file", [*POSITIVE], ids=names)
def test_right_documents_get_no_message(file: Path) -> None:
    document = Document("f", load(file), "{}", b"")
    assert shape_faults(document, schema_of(file)) == []


SUBMISSION_MISTAKES = {
    "no answers:": (
        "q1:\n  value: 3\n",
        "1 $: answers is missing, expected a submission: a mapping with answers, optionally format and student",
        '1 $.q1: there is no field "q1" here, expected a submission: a mapping with answers, optionally format and student',
    ),
    "misspelt field": (
        "answer: {}\n",
        "1 $: answers is missing, expected a submission: a mapping with answers, optionally format and student",
        '1 $.answer: there is no field "answer" here, expected a submission: a mapping with answers, optionally format and student; did you mean "answers"?',
    ),
    "a list": (
        "- answers\n",
        "1 $: a list is not allowed here, expected a submission: a mapping with answers, optionally format and student",
    ),
    "student is a list": (
        "student: [a, b]\nanswers: {}\n",
        "1 $.student: a list is not allowed here, expected text of 1 to 100 characters, not only blanks, without control characters",
    ),
}

ANSWER_MISTAKES = {
    "a word for a number": (
        "value: three",
        '1 $.value: "three" is not allowed here, expected a number such as 3, -2.5 or 7/3',
    ),
    "a decimal comma": (
        "value: 3,5",
        "1 $.value: \"3,5\" is not allowed here, expected a number such as 3, -2.5 or 7/3; write the decimal point as '.', not ','",
    ),
    "a typographic minus": (
        "value: −3",
        "1 $.value: \"−3\" is not allowed here, expected a number such as 3, -2.5 or 7/3; write the minus sign as '-'",
    ),
    "a percentage": (
        "value: 50%",
        '1 $.value: "50%" is not allowed here, expected a number such as 3, -2.5 or 7/3; write 0.5 or 1/2',
    ),
    "a list for a number": (
        "value: [3]",
        "1 $.value: a list is not allowed here, expected a number such as 3, -2.5 or 7/3; write it without '-' and without brackets",
    ),
    "true for a number": (
        "value: true",
        "1 $.value: true is not allowed here, expected a number such as 3, -2.5 or 7/3",
    ),
    "a text for a list": (
        "pruned: G, H",
        '1 $.pruned: "G, H" is not allowed here, expected a list of node ids such as [G, H]; did you mean [G, H]?',
    ),
    "a list for a map": (
        "values: [1, 2]",
        "1 $.values: a list is not allowed here, expected a mapping from node ids to numbers",
    ),
    "a number for a window": (
        "windows: {A: 3}",
        '1 $.windows.A: "3" is not allowed here, expected a pair such as [3, inf] of numbers, -inf or inf',
    ),
    "a symbol for infinity": (
        "windows: {A: [-∞, 3]}",
        '1 $.windows.A[0]: "-∞" is not allowed here, expected a number such as 3, -2.5 or 7/3, or -inf or inf; write infinity as inf or -inf',
    ),
    "a cutoff without beta": (
        "cutoffs:\n  - {node: C, alpha: 3}\n",
        "2 $.cutoffs[0]: beta is missing, expected a cutoff: a mapping with node, alpha and beta",
    ),
    "a gap in a list": (
        "visited: [A, null, B]",
        "1 $.visited[1]: an empty value (null) is not allowed here, expected the id of a node or the name of a move, as text",
    ),
    "half a leaf": (
        "leaves-evaluated: 7.5",
        '1 $.leaves-evaluated: "7.5" is not allowed here, expected a whole number such as 7',
    ),
}

PROBLEM_MISTAKES = {
    "an unknown kind": (
        "format: gametree-problem/1\nid: q\nkind: alphabeta\ntree: [1]\n",
        '3 $.kind: "alphabeta" is not allowed here, expected minimax, alpha-beta, expectiminimax, ucb, cost, positions, mcts, deepening, max-n, claims, threshold, construct or text; did you mean "alpha-beta"?',
    ),
    "a misspelt convention": (
        "format: gametree-problem/1\nid: q\nkind: minimax\ntree: [1]\nconventions: {ties: any}\n",
        '5 $.conventions.ties: there is no field "ties" here, expected a mapping of conventions that minimax uses: order, tie, root, depth-in, values-for, value-bounds, decimals; did you mean "tie"?',
    ),
    "an id like a path": (
        "format: gametree-problem/1\nid: ../x\nkind: minimax\ntree: [1]\n",
        "2 $.id: \"../x\" is not allowed here, expected a problem id: 1 to 100 of the letters a-z and A-Z, digits, '.', '_' and '-'",
    ),
    "two bad leaves": (
        "format: gametree-problem/1\nid: q\nkind: minimax\ntree: [x,\n 1, y]\n",
        '4 $.tree[0]: "x" is not allowed here, expected a number such as 3, -2.5 or 7/3',
        '5 $.tree[2]: "y" is not allowed here, expected a number such as 3, -2.5 or 7/3',
    ),
}


def rows(mistakes: dict[str, tuple[str, ...]]) -> list[tuple[str, list[str]]]:
    """Return what is written, and all that is said of it."""
    return [(text, said) for text, *said in mistakes.values()]


@pytest.mark.parametrize(("text", "said"), rows(SUBMISSION_MISTAKES), ids=SUBMISSION_MISTAKES)
def test_typical_mistakes_in_a_submission_are_said_in_these_words(text: str, said: list[str]) -> None:
    assert faults_of(text, "submission") == said


@pytest.mark.parametrize(("text", "said"), rows(ANSWER_MISTAKES), ids=ANSWER_MISTAKES)
def test_typical_mistakes_in_an_answer_are_said_in_these_words(text: str, said: list[str]) -> None:
    assert faults_of(text, "answers-alpha-beta") == said


_MOVES = "expected a list of move ids such as [1, 2]"
_STATES = "expected a list of states such as [0, 3]"
LISTS_OF_NAMES = {
    "winning-moves: 1": f'"1" is not allowed here, {_MOVES}; did you mean [1]?',
    "winning-moves: 1, 2": f'"1, 2" is not allowed here, {_MOVES}; did you mean [1, 2]?',
    "winning-moves: 0": f'"0" is not allowed here, {_MOVES}; write [] for nothing',
    "losing: 0": f'"0" is not allowed here, {_STATES}; did you mean [0]?',
    "losing: 0,2": f'"0,2" is not allowed here, {_STATES}',  # two states, or one of two piles
    "losing: none": f'"none" is not allowed here, {_STATES}; write [] for nothing',
}


@pytest.mark.parametrize("text", LISTS_OF_NAMES)
def test_who_writes_no_list_of_states_or_moves_is_told_how_one_is_written(text: str) -> None:
    assert faults_of(text, "answers-positions") == [f"1 $.{text.partition(':')[0]}: {LISTS_OF_NAMES[text]}"]


def test_a_number_of_json_is_a_name_in_a_list_too() -> None:
    said = [message for message, _ in explain_shape("answers-positions", {"winning-moves": 1})]
    assert said == [LISTS_OF_NAMES["winning-moves: 1"]]


@pytest.mark.parametrize(("text", "said"), rows(PROBLEM_MISTAKES), ids=PROBLEM_MISTAKES)
def test_typical_mistakes_in_a_problem_are_said_in_these_words(text: str, said: list[str]) -> None:
    schema = "problem-minimax" if "kind: minimax" in text else "problem"
    assert faults_of(text, schema) == said


def test_messages_about_a_value_inside_a_document_keep_its_whole_path_and_line() -> None:
    text = "answers:\n  q 1:\n    value: 3\n    values:\n      A: x\n"
    assert faults_of(text, "answers-minimax", "answers", "q 1") == [
        '5 $.answers["q 1"].values.A: "x" is not allowed here, expected a number such as 3, -2.5 or 7/3'
    ]


@pytest.mark.parametrize("bad", ["\\u202e\\u001b[2J", "<IMG SRC=x>\\u0000", "x" * 5000])
def test_messages_show_foreign_text_harmless_and_short(bad: str) -> None:
    for text in (f'{{value: "{bad}"}}', f'{{pruned: {{"{bad[:900]}": 1}}}}', f'{{values: {{"{bad[:900]}": [1]}}}}'):
        said = faults_of(text, "answers-alpha-beta")
        assert said
        assert all(len(line) < 500 for line in said)
        assert not any(letter in line for line in said for letter in "\u202e\x1b\x00")


def conventions_of(problem: Any) -> list[str]:
    """Return the names of the conventions that a schema of problems allows; none where it has no such field."""
    return list(problem["properties"].get("conventions", {"properties": {}})["properties"])


@pytest.mark.parametrize("kind", KINDS)
def test_the_parts_and_conventions_of_a_kind_are_those_of_its_schemas(kind: str) -> None:
    record, problem, answers = KINDS[kind], load_schema(f"problem-{kind}"), load_schema(f"answers-{kind}")
    assert set(conventions_of(problem)) == set(record.conventions)
    assert ("points" in problem["properties"]) == ("ask" in problem["properties"]) == bool(record.answered)
    if record.answered:
        assert set(problem["properties"]["points"]["then"]["properties"]) == set(record.answered)
        assert problem["$defs"]["part"]["enum"] == list(record.answered)
    assert set(answers["properties"]) == set(record.parts)


@pytest.mark.parametrize(("opening", "closing", "levels"), [("[", "]", 127), ("{max: [", "]}", 63)])
def test_the_deepest_tree_is_judged_and_its_fault_told(opening: str, closing: str, levels: int) -> None:
    for leaf, wrong in (("1", 0), ("x", 1)):
        text = f"format: gametree-problem/1\nid: q\nkind: minimax\ntree: {opening * levels}{leaf}{closing * levels}\n"
        document = parse_document(text.encode(), "f", ProblemError)
        faults = shape_faults(document, "problem-minimax")
        assert len(faults) == wrong
        assert all(len(fault.path) >= levels and fault.line == 4 for fault in faults)


@pytest.mark.parametrize("tree", ['"[[3, 4], [2, 9]]"', "'{max: [3, 4]}'"])
def test_a_tree_in_quotation_marks_is_told_to_be_in_them(tree: str) -> None:
    text = f"format: gametree-problem/1\nid: q\nkind: minimax\ntree: {tree}\n"
    (fault,) = shape_faults(parse_document(text.encode(), "f", ProblemError), "problem-minimax")
    assert fault.message.endswith("; leave out the quotation marks")
