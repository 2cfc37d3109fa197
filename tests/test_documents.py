"""Documents as they are read: what was written, and where it stands."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from read_documents import NESTED, parse, refusal

from grader.core.errors import SubmissionError


def place(text: str, *path: str | int) -> tuple[int, int]:
    """Return line and column of the value at the path."""
    fault = parse(text).faults([("?", path)])[0]
    return fault.line, fault.column


def as_text(value: Any) -> Any:
    """Return JSON data with every number as the text that json.dumps writes for it."""
    match value:
        case dict():
            return {key: as_text(below) for key, below in value.items()}
        case list():
            return [as_text(below) for below in value]
        case None | bool() | str():
            return value
        case _:
            return json.dumps(value)


# --- What is read ---------------------------------------------------------------------------------


def test_yaml_and_json_give_the_same_data() -> None:
    block = (
        'student: s1\nanswers:\n  q1:\n    value: 3\n    pruned: [G, "H"]\n    values:\n      A: -2.50\n    x: null\n'
    )
    flow = '{"student": "s1", "answers": {"q1": {"value": 3, "pruned": ["G", "H"], "values": {"A": -2.50}, "x": null}}}'
    expected = {
        "student": "s1",
        "answers": {"q1": {"value": "3", "pruned": ["G", "H"], "values": {"A": "-2.50"}, "x": None}},
    }
    assert parse(block).data == expected
    assert parse(flow).data == expected


@pytest.mark.parametrize(
    "written",
    [
        "3",
        "0.30",
        "+3",
        "010",
        "0x1F",
        "1_000",
        "12:30",
        "1e400",
        "7/3",
        "-0",
        ".5",
        "5.",
        "no",
        "NO",
        "yes",
        "on",
        "off",
        "y",
        "n",
        "True",
        "TRUE",
        "False",
        "FALSE",
        ".inf",
        "-.inf",
        ".nan",
        "2001-12-14",
        "=",
        "½",
        "٣",
        "A:n",
        "\\N",
        "../../etc/passwd",
    ],
)
def test_scalars_keep_their_text_quoted_or_not(written: str) -> None:
    data = parse(f"plain: {written}\nsingle: '{written}'\nlist: [{written}]\n{written}: key\n").data
    assert data["plain"] == data["single"] == data["list"][0] == written
    assert data[written] == "key"


@pytest.mark.parametrize("written", ["null", "Null", "NULL", "~", ""])
def test_unquoted_nothing_is_none(written: str) -> None:
    assert parse(f"a: {written}\nb: 1\n").data == {"a": None, "b": "1"}


@pytest.mark.parametrize("written", ["null", "~", "", "true", "false"])
def test_quoted_constants_are_text(written: str) -> None:
    assert parse(f"a: '{written}'\nb: \"{written}\"\n").data == {"a": written, "b": written}


def test_unquoted_true_and_false_are_booleans() -> None:
    assert parse("[true, false]").data == [True, False]


def test_quoted_constants_may_be_keys() -> None:
    assert parse("{'null': 1, \"true\": 2, '~': 3, '': 4, '<<': 5}").data == {
        "null": "1",
        "true": "2",
        "~": "3",
        "": "4",
        "<<": "5",
    }


def test_empty_lists_and_mappings_are_not_nothing() -> None:
    assert parse("a: []\nb: {}\n").data == {"a": [], "b": {}}


def test_text_over_several_lines_is_kept() -> None:
    assert parse("a: |\n  one\n  two\nb: >\n  one\n  two\n").data == {"a": "one\ntwo\n", "b": "one two\n"}


@pytest.mark.parametrize(
    "text", ["a: 1\nb: 2\n", "a: 1\r\nb: 2\r\n", "a: 1\rb: 2", "\ufeffa: 1\nb: 2", "---\na: 1\nb: 2\n..."]
)
def test_line_ends_byte_order_mark_and_document_marks_change_nothing(text: str) -> None:
    assert parse(text).data == {"a": "1", "b": "2"}


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r'"\ud83d\ude00"', "😀"),
        (r'"\uD83D\uDE00!"', "😀!"),
        (r'"\\ud83d\\ude00"', r"\ud83d\ude00"),
        (r'"\\\ud83d\ude00"', "\\😀"),
        (r'"\ud83d\ude00\ud83c\udfb2"', "😀🎲"),
        (r'"\u00e9\/\t"', "é/\t"),
    ],
)
def test_json_escapes_mean_what_json_says(written: str, read: str) -> None:
    text = f'{{"a": {written}}}'
    assert parse(text).data == {"a": read} == json.loads(text)


@pytest.mark.parametrize("written", [r'"\ud83d"', r'"\ude00\ud83d"', r'"\ud83dx"'])
def test_half_a_surrogate_pair_is_refused(written: str) -> None:
    fault = refusal(f'{{"a":\n {written}}}')
    assert fault.line == 2
    assert "Unicode" in fault.message


def random_json(rng: random.Random, depth: int) -> Any:
    """Return JSON data whose texts are full of signs that mean something in YAML."""

    def text() -> str:
        return "".join(
            rng.choice("ab é😀\"\\/\b\n\r\t\x01\x7f\x85\u2028\u202e\ufeff\ufffe,:{}[]#&*!|>'%@`-?~0 ") for _ in range(5)
        )

    pick = rng.random()
    if depth == 0 or pick < 0.4:
        return rng.choice([text(), text(), 1, -2.5, 1e30, True, False, None, ""])
    if pick < 0.7:
        return [random_json(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    return {text(): random_json(rng, depth - 1) for _ in range(rng.randint(0, 3))}


@pytest.mark.parametrize(
    "style", [{}, {"indent": 2}, {"indent": "\t"}, {"separators": (",", ":")}, {"separators": ("\n,", ":\t")}]
)
def test_json_is_read_as_the_json_reader_of_python_reads_it(style: dict[str, Any]) -> None:
    rng = random.Random(7)
    for _ in range(300):
        data = {"a": random_json(rng, 3)}
        assert parse(json.dumps(data, **style)).data == as_text(data)


@pytest.mark.parametrize("letter", ["\u2028", "\u2029", "\x85", "\x7f", "\ufffe", "\uffff"])
def test_json_text_may_hold_any_letter_unescaped(letter: str) -> None:
    data = {f"x{letter}y": f"x{letter}y"}
    assert parse(json.dumps(data, ensure_ascii=False)).data == data


def test_json_may_begin_with_a_tab() -> None:
    assert parse('\t{"a": 1}').data == {"a": "1"}


def test_single_quoted_text_in_yaml_flow_style_has_no_escapes() -> None:
    assert parse(r"{a: '\ud83d\ude00'}").data == {"a": r"\ud83d\ude00"}


# --- Where it stands ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ((), (1, 1)),
        (("student",), (1, 10)),
        (("answers",), (2, 1)),
        (("answers", "q1"), (3, 3)),
        (("answers", "q1", "value"), (4, 14)),
        (("answers", "q1", "pruned"), (5, 5)),
        (("answers", "q1", "pruned", 0), (5, 14)),
        (("answers", "q1", "pruned", 1), (6, 7)),
        (("answers", "q1", "pruned", 2), (6, 12)),
        (("answers", "q1", "pruned", 2, "é"), (6, 16)),
        (("answers", "q2", "values", "B"), (7, 27)),
    ],
)
def test_every_value_has_its_line_and_column(path: tuple[str | int, ...], expected: tuple[int, int]) -> None:
    """A list or mapping stands where its key does: what is said of it is about the key's line."""
    assert place(NESTED, *path) == expected


def test_a_path_that_is_not_there_stands_at_its_nearest_holder() -> None:
    assert place(NESTED, "answers", "q1", "nowhere", 3) == place(NESTED, "answers", "q1")
    assert place(NESTED, "answers", "q1", "pruned", 9) == place(NESTED, "answers", "q1", "pruned")


def test_columns_count_letters_not_bytes() -> None:
    assert place("{é😀: 1, b: 2}", "b") == (1, 12)


def test_a_byte_order_mark_moves_no_column() -> None:
    assert place("\ufeffa: 1", "a") == (1, 4)


def test_carriage_returns_count_as_lines() -> None:
    assert place("a: 1\r\nb: 2\r\n", "b") == (2, 4)


def test_json_places_survive_surrogate_pairs_on_earlier_lines() -> None:
    assert place('{"a": "\\ud83d\\ude00",\n "b": 2}', "b") == (2, 7)


def test_faults_come_back_in_order_of_place() -> None:
    document = parse("a: 1\nb: 2\nc: 3\n")
    error = SubmissionError(document.faults([("third", ("c",)), ("first", ("a",)), ("second", ("b",))]))
    assert [fault.message for fault in error.faults] == ["first", "second", "third"]
    assert str(error).splitlines()[0] == "answer.yaml:1 $.a: first"
