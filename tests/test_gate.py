"""The gate: jsonschema-rs decides, jsonschema explains. One verdict from both, and messages that a student can use."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from console import ROOT
from windows import chunks, shifted

from grader.bank import bank_folders
from grader.documents import PROBLEM_LIMITS, Document, parse_document, read_document, shape_faults
from grader.documents.shape import explainer, load_schema, validator
from grader.errors import ProblemError, show_path
from grader.kinds import KINDS

DOCUMENTS = Path(__file__).parent / "schema_documents"
POSITIVE = sorted((DOCUMENTS / "positive").iterdir())
NEGATIVE = sorted((DOCUMENTS / "negative").iterdir())
SCHEMAS = sorted(file.name.removesuffix(".schema.json") for file in (ROOT / "schemas").glob("*.schema.json"))


def schema_of(file: Path) -> str:
    """Return the schema that a file of tests/schema_documents is about."""
    return file.name.partition("--")[0]


def load(file: Path) -> Any:
    """Return the data of a document: YAML through the strict reader, JSON as other programs read it."""
    if file.suffix == ".json":
        return json.loads(file.read_text(encoding="utf-8"))
    return read_document(str(file), PROBLEM_LIMITS, ProblemError).data


def names(file: Path) -> str:
    """Return the name under which pytest shows the file."""
    return file.stem


def bank_documents() -> Iterator[tuple[str, Any]]:
    """Yield (schema, data) of every document in the problem bank, and of the answers in every submission."""
    for kind, folder in ((path.parent.name, path) for path in map(Path, bank_folders().values())):
        yield "problem", load(folder / "problem.yaml")
        yield f"problem-{kind}", load(folder / "problem.yaml")
        yield "expected", load(folder / "expected.yaml")
        for file in sorted((folder / "submissions").iterdir()):
            submission = load(file)
            yield "submission", submission
            for answers in submission["answers"].values():
                if answers is not None:
                    yield f"answers-{kind}", answers


@cache
def all_documents() -> list[tuple[str, Any]]:
    """Return every document that the tests know, with its schema."""
    return [*((schema_of(file), load(file)) for file in (*POSITIVE, *NEGATIVE)), *bank_documents()]


def disagree(schema: str, data: Any) -> bool:
    """Return whether the two validators give different verdicts."""
    return bool(validator(schema).is_valid(data) != explainer(schema).is_valid(data))


# --- One verdict ----------------------------------------------------------------------------------


def test_the_folder_holds_documents_for_every_schema() -> None:
    assert {schema_of(file) for file in POSITIVE} == {schema_of(file) for file in NEGATIVE}
    covered = {"problem" if name.startswith("problem") else name for name in SCHEMAS if name != "common"}
    assert covered == {schema_of(file) for file in NEGATIVE}


@pytest.mark.parametrize("file", POSITIVE, ids=names)
def test_right_documents_pass_both(file: Path) -> None:
    data = load(file)
    assert validator(schema_of(file)).is_valid(data)
    assert list(explainer(schema_of(file)).iter_errors(data)) == []


@pytest.mark.parametrize("file", NEGATIVE, ids=names)
def test_wrong_documents_fail_both_at_the_same_places(file: Path) -> None:
    data = load(file)
    assert not validator(schema_of(file)).is_valid(data)
    slow = {tuple(error.absolute_path) for error in explainer(schema_of(file)).iter_errors(data)}
    fast = {tuple(error.instance_path) for error in validator(schema_of(file)).iter_errors(data)}
    assert slow == fast
    assert slow


@pytest.mark.parametrize("file", [file for file in NEGATIVE if file.suffix == ".yaml"], ids=names)
def test_wrong_documents_fail_where_their_first_line_says(file: Path) -> None:
    said = file.read_text(encoding="utf-8").splitlines()[0].removeprefix("# fails at ").split()
    errors = explainer(schema_of(file)).iter_errors(load(file))
    plain = {
        "$" + "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in error.absolute_path) for error in errors
    }
    assert plain == set(said)


def test_every_document_of_the_bank_passes_both() -> None:
    documents = list(bank_documents())
    assert len(documents) > 100
    malformed = [(schema, data) for schema, data in documents if not validator(schema).is_valid(data)]
    assert all(schema.startswith("answers-") for schema, _ in malformed)  # these are there to be refused
    assert not [schema for schema, data in documents if disagree(schema, data)]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_schemas_are_valid_themselves(schema: str) -> None:
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(load_schema(schema))
    assert load_schema(schema)["$id"] == f"{schema}.schema.json"


NASTY: tuple[Any, ...] = (
    *(None, True, False, [], {}, [[]], [{}], {"": ""}, {"max": []}, {"value": 1, "max": [1]}, [1, [2, []]]),
    *(
        "",
        " ",
        "x",
        "3",
        "-2.5",
        "7/3",
        "1/0",
        "0/0",
        "00/00",
        ".",
        ".5",
        "5.",
        "+",
        "+.5e-3",
        "1e999",
        "1e1000",
        "1e+1",
    ),
    *(
        "3\n",
        "\n3",
        "3 ",
        " 3",
        "1\n\n",
        "inf",
        "-inf",
        "+inf",
        "inf\n",
        ".inf",
        ".nan",
        "NaN",
        "exact",
        "exact\n",
        "999",
    ),
    *(
        "1000",
        "sqrt(2)",
        "sqrt(-1)",
        "sqrt(2",
        "any",
        "first\n",
        "null",
        "true",
        "NO",
        "½",
        "٣",
        "３",
        "−3",
        "1_0",
        "0x1",
    ),
    *(
        "a" * 100,
        "a" * 101,
        "😀" * 100,
        "😀" * 101,
        "é" * 101,
        "e\u0301" * 60,
        "a" * 201,
        "\x00",
        "a\x7f",
        "a\x85",
        "\u2028",
    ),
    *(
        "\u202e",
        "../../etc/passwd",
        "<IMG SRC=x>",
        "A:n",
        "\\N",
        "sha256:" + "0" * 64,
        "sha256:" + "0" * 64 + "\n",
        "S" * 71,
    ),
    *(
        0,
        -0.0,
        1,
        -1,
        1.0,
        0.5,
        -0.5,
        999,
        1000,
        1e15,
        1e308,
        5e-324,
        2**31,
        2**53 + 1,
        2**63,
        2**64,
        -(2**63) - 1,
        10**30,
    ),
)


def places_in(data: Any) -> list[tuple[Any, Any]]:
    """Return every (holder, key or index) below the data."""
    found, open_ = [], [data]
    while open_:
        holder = open_.pop()
        below = holder.items() if isinstance(holder, dict) else enumerate(holder)
        for step, value in below:
            found.append((holder, step))
            if isinstance(value, dict | list):
                open_.append(value)
    return found


def mutate(rng: random.Random, data: Any, keys: list[str]) -> Any:
    """Return the data with one to three things deleted, replaced, inserted or renamed somewhere."""
    top = [copy.deepcopy(data)]
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        holder, step = rng.choice([(top, 0), *places_in(top[0])] if isinstance(top[0], dict | list) else [(top, 0)])
        pick = rng.random()
        if pick < 0.45 or holder is top:
            holder[step] = copy.deepcopy(rng.choice(NASTY))
        elif pick < 0.6:
            del holder[step]
        elif isinstance(holder, list):
            holder.insert(step, copy.deepcopy(rng.choice([*NASTY, *holder])))
        elif pick < 0.8:
            holder[rng.choice(keys)] = copy.deepcopy(rng.choice(NASTY))
        else:
            holder[rng.choice([*keys, *(text for text in NASTY if isinstance(text, str))])] = holder.pop(step)
    return top[0]


def sweep(seed: int, count: int) -> tuple[int, int]:
    """Hold both validators to one verdict on mutated documents; return how many were right and how many wrong."""
    rng = random.Random(seed)
    documents = all_documents()
    keys = sorted(
        {
            step
            for _, data in documents
            if isinstance(data, dict)
            for _, step in places_in(data)
            if isinstance(step, str)
        }
    )
    verdicts = [0, 0]
    for _ in range(count):
        schema, data = rng.choice(documents)
        mutated = mutate(rng, data, keys)
        assert not disagree(schema, mutated), (schema, mutated)
        verdicts[validator(schema).is_valid(mutated)] += 1
    return verdicts[1], verdicts[0]


@chunks(every=4, longer=5, whole=54)
def test_both_give_one_verdict_on_mutated_documents(chunk: int, window: int) -> None:
    right, wrong = sweep(shifted(chunk, window), 1000)
    assert right > 50
    assert wrong > 500


# --- Messages -------------------------------------------------------------------------------------


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
        [
            "1 $: answers is missing, expected a submission: a mapping with answers, optionally format and student",
            '1 $.q1: there is no field "q1" here, expected a submission: a mapping with answers, optionally format and student',
        ],
    ),
    "misspelt field": (
        "answer: {}\n",
        [
            "1 $: answers is missing, expected a submission: a mapping with answers, optionally format and student",
            (
                '1 $.answer: there is no field "answer" here, expected a submission: a mapping with answers, optionally format and '
                'student; did you mean "answers"?'
            ),
        ],
    ),
    "a list": (
        "- answers\n",
        [
            "1 $: a list is not allowed here, expected a submission: a mapping with answers, optionally format and student",
        ],
    ),
    "student is a list": (
        "student: [a, b]\nanswers: {}\n",
        [
            "1 $.student: a list is not allowed here, expected text of 1 to 100 characters, not only blanks, without control characters",
        ],
    ),
}
ANSWER_MISTAKES = {
    "a word for a number": (
        "value: three",
        [
            '1 $.value: "three" is not allowed here, expected a number such as 3, -2.5 or 7/3',
        ],
    ),
    "a decimal comma": (
        "value: 3,5",
        [
            (
                '1 $.value: "3,5" is not allowed here, expected a number such as 3, -2.5 or 7/3; '
                "write the decimal point as '.', not ','"
            ),
        ],
    ),
    "a typographic minus": (
        "value: −3",
        [
            "1 $.value: \"−3\" is not allowed here, expected a number such as 3, -2.5 or 7/3; write the minus sign as '-'",
        ],
    ),
    "a percentage": (
        "value: 50%",
        [
            (
                '1 $.value: "50%" is not allowed here, expected a number such as 3, -2.5 or 7/3; '
                "write a percentage as a number, 50% as 0.5"
            ),
        ],
    ),
    "a list for a number": (
        "value: [3]",
        ["1 $.value: a list is not allowed here, expected a number such as 3, -2.5 or 7/3; leave out the brackets"],
    ),
    "true for a number": (
        "value: true",
        ["1 $.value: true is not allowed here, expected a number such as 3, -2.5 or 7/3"],
    ),
    "a text for a list": (
        "pruned: G, H",
        ['1 $.pruned: "G, H" is not allowed here, expected a list of node ids such as [G, H]; did you mean [G, H]?'],
    ),
    "a list for a map": (
        "values: [1, 2]",
        ["1 $.values: a list is not allowed here, expected a mapping from node ids to numbers"],
    ),
    "a number for a window": (
        "windows: {A: 3}",
        [
            '1 $.windows.A: "3" is not allowed here, expected a pair such as [3, inf] of numbers, -inf or inf',
        ],
    ),
    "a symbol for infinity": (
        "windows: {A: [-∞, 3]}",
        [
            (
                '1 $.windows.A[0]: "-∞" is not allowed here, expected a number such as 3, -2.5 or 7/3, or -inf or inf; '
                "write infinity as inf or -inf"
            ),
        ],
    ),
    "a cutoff without beta": (
        "cutoffs:\n  - {node: C, alpha: 3}\n",
        [
            "2 $.cutoffs[0]: beta is missing, expected a cutoff: a mapping with node, alpha and beta",
        ],
    ),
    "a gap in a list": (
        "visited: [A, null, B]",
        [
            "1 $.visited[1]: an empty value (null) is not allowed here, expected the id of a node or the name of a move, as text",
        ],
    ),
    "half a leaf": (
        "leaves-evaluated: 7.5",
        ['1 $.leaves-evaluated: "7.5" is not allowed here, expected a whole number such as 7'],
    ),
}
PROBLEM_MISTAKES = {
    "an unknown kind": (
        "format: gametree-problem/1\nid: q\nkind: alphabeta\ntree: [1]\n",
        [
            '3 $.kind: "alphabeta" is not allowed here, expected minimax, alpha-beta, expectiminimax or ucb; did you mean "alpha-beta"?',
        ],
    ),
    "a misspelt convention": (
        "format: gametree-problem/1\nid: q\nkind: minimax\ntree: [1]\nconventions: {ties: any}\n",
        [
            (
                '5 $.conventions.ties: there is no field "ties" here, expected a mapping of conventions that minimax uses: '
                'order, tie, root, decimals; did you mean "tie"?'
            ),
        ],
    ),
    "an id like a path": (
        "format: gametree-problem/1\nid: ../x\nkind: minimax\ntree: [1]\n",
        [
            (
                '2 $.id: "../x" is not allowed here, expected a problem id: 1 to 100 of the letters a-z and A-Z, digits, '
                "'.', '_' and '-'"
            ),
        ],
    ),
    "two bad leaves": (
        "format: gametree-problem/1\nid: q\nkind: minimax\ntree: [x,\n 1, y]\n",
        [
            '4 $.tree[0]: "x" is not allowed here, expected a number such as 3, -2.5 or 7/3',
            '5 $.tree[2]: "y" is not allowed here, expected a number such as 3, -2.5 or 7/3',
        ],
    ),
}


@pytest.mark.parametrize(("text", "said"), SUBMISSION_MISTAKES.values(), ids=SUBMISSION_MISTAKES)
def test_typical_mistakes_in_a_submission_are_said_in_these_words(text: str, said: list[str]) -> None:
    assert faults_of(text, "submission") == said


@pytest.mark.parametrize(("text", "said"), ANSWER_MISTAKES.values(), ids=ANSWER_MISTAKES)
def test_typical_mistakes_in_an_answer_are_said_in_these_words(text: str, said: list[str]) -> None:
    assert faults_of(text, "answers-alpha-beta") == said


@pytest.mark.parametrize(("text", "said"), PROBLEM_MISTAKES.values(), ids=PROBLEM_MISTAKES)
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


@pytest.mark.parametrize("kind", KINDS)
def test_the_parts_and_conventions_of_a_kind_are_those_of_its_schemas(kind: str) -> None:
    record, problem, answers = KINDS[kind], load_schema(f"problem-{kind}"), load_schema(f"answers-{kind}")
    assert set(problem["properties"]["conventions"]["properties"]) == set(record.conventions)
    assert set(problem["properties"]["points"]["properties"]) == set(record.parts)
    assert problem["$defs"]["part"]["enum"] == list(record.parts)
    assert set(answers["properties"]) == set(record.parts)


@pytest.mark.parametrize(("opening", "closing", "levels"), [("[", "]", 127), ("{max: [", "]}", 63)])
def test_the_deepest_tree_is_judged_and_its_fault_told(opening: str, closing: str, levels: int) -> None:
    for leaf, wrong in (("1", 0), ("x", 1)):
        text = f"format: gametree-problem/1\nid: q\nkind: minimax\ntree: {opening * levels}{leaf}{closing * levels}\n"
        document = parse_document(text.encode(), "f", ProblemError)
        faults = shape_faults(document, "problem-minimax")
        assert len(faults) == wrong
        assert all(len(fault.path) >= levels and fault.line == 4 for fault in faults)
