"""Results are read strictly: what is no result is said with its place, and the rest goes on."""

from __future__ import annotations

import json

import pytest
from made_results import GOOD, lines, part, problem, read, result

from grader.core.documents import Limits

VALUE = json.dumps(result("x", problem("p", part("value", 7.25))))

BROKEN = {
    "truncated": (VALUE[:40].encode(), "is not JSON"),
    "a word": (b"results follow", "is not JSON"),
    "NaN": (VALUE.replace("7.25", "NaN").encode(), "NaN is no JSON number"),
    "infinity": (VALUE.replace("7.25", "-Infinity").encode(), "-Infinity is no JSON number"),
    "infinity by exponent": (VALUE.replace("7.25", "1e999").encode(), "1e999 is too large a number"),
    "5,000 digits": (VALUE.replace("7.25", "7" * 5000).encode(), "a number of 5,000 characters"),
    "5,000 decimals": (VALUE.replace("7.25", "7." + "1" * 5000).encode(), "a number of 5,002 characters"),
    "too many marks": (VALUE.replace("7.25", "1e10").encode(), "$.earned: more marks than 1,000,000,000"),
    "too many marks before a decision": (VALUE.replace('"diagnoses"', '"marked": 1e308, "diagnoses"').encode(), "$.problems[0].marked: more marks than 1,000,000,000"),
    "nested 100,000 deep": (b"[" * 100_000 + b"]" * 100_000, "nested deeper than 128 levels"),
    "nested 200 deep": (b'{"a": ' * 200 + b"1" + b"}" * 200, "nested deeper than 128 levels"),
    "never closed": (b'{"a": [' * 10_000, "nested deeper than 128 levels"),
    "duplicate key": (VALUE.replace('"earned"', '"earned": 1, "earned"', 1).encode(), 'the key "earned" stands here twice'),
    "half a surrogate pair": (VALUE.replace('"x"', '"\\ud800"').encode(), "half a surrogate pair"),
    "Latin 1": (VALUE.replace('"x"', '"\xe9"').encode("latin-1"), "is not UTF-8"),
    "UTF-16": (VALUE.encode("utf-16-le"), "is not JSON"),
    "a control character": (VALUE.replace('"x"', '"a\x1b[2J"').encode(), "is not JSON"),
    "an array": (f"[{VALUE}]".encode(), "is JSON, but no object"),
    "a number": (b"3", "is JSON, but no object"),
    "another format": (b'{"format": "gametree-solution/1", "problem": "p"}', "$.format"),
    "marks as text": (VALUE.replace("7.25", '"7"').encode(), '$.earned: "7" is not allowed here, expected marks'),
    "negative marks": (VALUE.replace("7.25", "-1").encode(), "is not allowed here, expected marks"),
    "unknown field": (VALUE.replace('"gradable"', '"gradeable"').encode(), 'did you mean "gradable"'),
    "problem twice": (lines(result("x", problem("p", part("value", 1)), problem("p", part("value", 1)))).strip(), 'the problem "p" stands here twice'),
    "part twice": (lines(result("x", problem("p", part("value", 1), part("value", 1)))).strip(), 'the part "value" stands here twice'),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_line_that_is_no_result_is_refused_with_its_place_and_the_rest_goes_on(name):
    line, message = BROKEN[name]
    results, faults = read(GOOD + b"\n" + line + b"\n" + GOOD.replace(b'"good', b'"next'))
    assert [found.student for found in results] == ["good", "next"]
    assert {fault.line for fault in faults} == {3}
    assert any(message in str(fault) for fault in faults)
    assert str(faults[0]).startswith("r.jsonl:3")


@pytest.mark.parametrize("name", BROKEN)
def test_broken_first_line_does_not_hide_the_others(name):
    line, _ = BROKEN[name]
    results, faults = read(line + b"\n" + GOOD)
    assert [found.student for found in results] == ["good"]
    assert {fault.line for fault in faults} == {1}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_file_of_one_line_is_one_fault(name):
    line, message = BROKEN[name]
    results, faults = read(line)
    assert not results
    assert 1 <= len(faults) <= 3
    assert any(message in str(fault) for fault in faults)


def test_line_beyond_the_limit_is_passed_over_and_the_rest_goes_on():
    limits = Limits(len(GOOD), "--max-result-bytes")
    long = b'{"a": "' + b"x" * 5 * len(GOOD) + b'"}\n'
    for content, at in ((GOOD + long + GOOD, 2), (long + GOOD + GOOD, 1), (GOOD + GOOD + long.strip(), 3)):
        results, faults = read(content, limits)
        assert len(results) == 2
        assert [fault.line for fault in faults] == [at]
        assert f"longer than {len(GOOD)} bytes" in faults[0].message
        assert "--max-result-bytes raises it" in faults[0].message


def test_file_that_is_no_results_at_all_is_not_complained_of_line_by_line():
    _, faults = read(GOOD + b"a log line\n" * 500)
    assert len(faults) == 21
    assert str(faults[-1]) == "r.jsonl: 480 more lines are no results"
    _, faults = read(b"a log line\n" * 500)
    assert len(faults) == 1


@pytest.mark.parametrize("content", [b"", b"\n \n\r\n"])
def test_empty_file_is_a_fault(content):
    assert "is empty" in str(read(content)[1][0])


def test_one_result_over_several_lines_is_read():
    data = result("a", problem("p", part("value", 1)))
    for text in (json.dumps(data, indent=2), "\n\n" + json.dumps(data, indent=1) + "\n\n"):
        results, faults = read(text.encode())
        assert not faults
        assert [found.student for found in results] == ["a"]


def test_place_of_an_error_in_a_result_over_several_lines_is_the_line_where_it_is():
    text = "\n" + json.dumps(result("a"), indent=2).replace('"earned": 0', '"earned": zero')
    _, faults = read(text.encode())
    assert len(faults) == 1
    assert text.splitlines()[faults[0].line - 1].strip() == '"earned": zero,'


def test_byte_order_mark_line_endings_and_separators_inside_text_do_no_harm():
    first = result("a\u2028b", problem("p", part("value", 1)))
    results, faults = read(b"\xef\xbb\xbf" + lines(first).replace(b"\n", b"\r\n") + GOOD)
    assert not faults
    assert [found.student for found in results] == ["a\\u2028b", "good"]


def test_marks_of_more_than_4_places_are_rounded_as_the_format_says():
    results, _ = read(lines(result("a", problem("p", part("value", 0.333333333)))))
    assert results[0].problems[0].parts[0].earned == 3333
