"""What no document may hold, and files that are none."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest
from read_documents import NESTED, parse, refusal, refusals

from grader.core.documents import PROBLEM_LIMITS, SUBMISSION_LIMITS, read_document
from grader.core.documents import strict as strict_reader
from grader.core.errors import ProblemError, SubmissionError

# --- What is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a: 1\nb: &x 2\n", 2, "anchor (&name)"),
        ("a: 1\nb: &x [2]\n", 2, "anchor (&name)"),
        ("a: 1\nb: &x {c: 2}\n", 2, "anchor (&name)"),
        ("a: 1\n&x b: 2\n", 2, "anchor (&name)"),
        ("a: 1\nb: !!str 2\n", 2, "tag (!name)"),
        ("a: 1\nb: !x [2]\n", 2, "tag (!name)"),
        ("a: 1\nb: !!python/object/apply:os.system {c: 2}\n", 2, "tag (!name)"),
        ("a: 1\n!!str b: 2\n", 2, "tag (!name)"),
        ("a: 1\nb: ! 2\n", 2, "tag (!name)"),
        ("a: 1\n<<: {b: 2}\n", 2, "merge key (<<)"),
        ("a: 1\nb: 2\na: 3\n", 3, 'the key "a" stands here twice'),
        ('{"a": 1,\n"\\u0061": 2}', 2, 'the key "a" stands here twice'),
        ("a:\n  b: 1\n  b: 1\n", 3, 'the key "b" stands here twice'),
        ("a: 1\n---\nb: 2\n", 2, "second document"),
        ("a: 1\n...\n---\n", 3, "second document"),
        ("a: 1\n[b]: 2\n", 2, "a key is a list or a mapping"),
        ("a: 1\n{b: c}: 2\n", 2, "a key is a list or a mapping"),
        ("a: 1\n? - b\n: 2\n", 2, "a key is a list or a mapping"),
        ("a: 1\nnull: 2\n", 2, "the key null is not text"),
        ("a: 1\ntrue: 2\n", 2, "the key true is not text"),
        ("a: 1\n~: 2\n", 2, "the key ~ is not text"),
        ("a: 1\n? \n: 2\n", 2, "a key is missing"),
        ("tree: [[1, 2],\n[3, ?]]\n", 2, "a '?' that is meant as text stands in quotes"),
        ("a: 1\nb: *x\n", 2, "alias (*name)"),
        ("a: 1\nb: x\x07y\n", 2, "not allowed"),
        ("a: 1\nb: x\x00y\n", 2, "not allowed"),
        ("a: 1\nb: \x1b[31m\n", 2, "not allowed"),
        ("a: 1\n- b\n", 2, "not well-formed"),
        ("a: 1\nb: [1, 2\n", 2, "not well-formed"),
        ("a: 1\nb: 'open\n", 2, "not well-formed"),
        ("a: 1\nb: c: d\n", 2, "not well-formed"),
        ("a: 1\n@b: 2\n", 2, "not well-formed"),
        ("%YAML 9.0\n---\na: 1\n", 1, "not well-formed"),
        ("%SOMETHING\n---\na: 1\n", 1, "not well-formed"),
        ("", 1, "is empty"),
        (" \n\n", 1, "is empty"),
        ("# a remark\n", 1, "is empty"),
        ("---\n", 1, "is empty"),
        ("null\n", 1, "is empty"),
    ],
)
def test_what_yaml_allows_and_we_do_not_is_refused_with_its_line(text: str, line: int, says: str) -> None:
    faults = refusals(text)
    assert says in faults[-1].message
    assert faults[-1].line == line
    assert faults[-1].column >= 1
    assert str(faults[-1]).startswith(f"answer.yaml:{line} $")


def test_the_same_key_in_two_mappings_is_no_duplicate() -> None:
    assert parse("a: {x: 1}\nb: {x: 1}\n").data == {"a": {"x": "1"}, "b": {"x": "1"}}


def test_keys_that_differ_in_case_or_blanks_are_different_keys() -> None:
    assert list(parse('{a: 1, A: 2, " a": 3}').data) == ["a", "A", " a"]


def test_all_refusals_of_a_document_are_told_at_once_in_order() -> None:
    faults = refusals("a: &x 1\nb: !t 2\na: 3\n<<: 4\n")
    assert [fault.line for fault in faults] == [1, 2, 3, 4]


def test_a_flood_of_refusals_is_cut_off() -> None:
    assert len(refusals("a: 1\n" * 1000)) == 20


def test_an_alias_does_not_swallow_the_refusals_before_it() -> None:
    assert [fault.line for fault in refusals("a: &x 1\na: 2\nb: *x\n")] == [1, 2, 3]


def nested(depth: int, kind: str) -> str:
    """Return a document of exactly so many levels."""
    return {
        "list": "[" * depth + "]" * depth,
        "map": "{a: " * depth + "1" + "}" * depth,
        "block": "".join("  " * level + "a:\n" for level in range(depth - 1)) + "  " * depth + "a: 1\n",
    }[kind]


@pytest.mark.parametrize("kind", ["list", "map", "block"])
def test_128_levels_are_read_and_129_are_not(kind: str) -> None:
    deepest = parse(nested(128, kind)).data
    depth = 0
    while isinstance(deepest, dict | list) and deepest:
        depth, deepest = depth + 1, deepest["a"] if isinstance(deepest, dict) else deepest[0]
    assert depth in (127, 128)  # the innermost list is empty
    fault = refusal(nested(129, kind))
    assert "deeper than 128 levels" in fault.message
    assert fault.line == (129 if kind == "block" else 1)


@pytest.mark.parametrize("bomb", ["[" * 25_000, "{a: " * 20_000, "- " * 25_000, "? " * 25_000, "&a [*a]"])
def test_bombs_are_refused_with_a_line(bomb: str) -> None:
    assert all(fault.line == 1 for fault in refusals(bomb))


def test_an_alias_bomb_is_refused_at_its_first_alias() -> None:
    bomb = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10))
    faults = refusals(bomb)
    assert next(fault for fault in faults if "alias" in fault.message).line == 2
    assert len(faults) < 30


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"a: 1\nb: \xff\n", 2),
        ("a: 1\nb: é\n".encode("latin-1"), 2),
        ("a: 1\n".encode("utf-16"), 0),  # no line of this file can be looked at
        (b"a: \xed\xa0\x80\n", 1),
        (b"a: \xc0\xaf\n", 1),
    ],
)
def test_other_encodings_than_utf8_are_refused_with_their_line(content: bytes, line: int) -> None:
    fault = refusal(content)
    assert "UTF-8" in fault.message
    assert fault.line == line


def test_refusals_carry_the_error_that_the_caller_asked_for() -> None:
    with pytest.raises(ProblemError):
        parse("a: &x 1", ProblemError)


def test_foreign_text_in_refusals_is_shown_as_escapes() -> None:
    fault = refusal('{"\\u202e\\u001b[2J": 1, "\\u202e\\u001b[2J": 2}')
    assert "\u202e" not in str(fault)
    assert "\x1b" not in str(fault)
    assert "\\u202e\\x1b[2J" in str(fault)


def test_a_very_long_key_is_cut_in_refusals() -> None:
    key = "k" * 900
    assert len(str(refusal(f"{key}: 1\n{key}: 2\n"))) < 400


# --- Files ----------------------------------------------------------------------------------------


def test_a_file_of_the_largest_size_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    limits = SUBMISSION_LIMITS._replace(bytes=100)
    file = tmp_path / "a.yaml"
    file.write_bytes(b"a: " + b"x" * 97)
    assert len(read_document(str(file), limits, SubmissionError).content) == 100
    file.write_bytes(b"a: " + b"x" * 98)
    with pytest.raises(SubmissionError, match=r"larger than 100 bytes.*--max-submission-bytes"):
        read_document(str(file), limits, SubmissionError)


def test_limits_are_those_of_the_design() -> None:
    assert SUBMISSION_LIMITS == (65_536, "--max-submission-bytes")
    assert PROBLEM_LIMITS == (4_194_304, "--max-problem-bytes")


def test_no_more_is_read_than_the_limit_allows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            asked.append(size)
            return b"x" * size

    monkeypatch.setattr("builtins.open", lambda *args, **kwargs: Endless())
    file = tmp_path / "endless.yaml"
    file.touch()
    with pytest.raises(SubmissionError, match="larger than 65,536 bytes"):
        read_document(str(file), SUBMISSION_LIMITS, SubmissionError)
    assert asked == [65_537]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("folder", "it is a directory"),
        ("missing.yaml", "No such file"),
        ("a" * 5000, "too long"),
        ("file.yaml/x", "Not a directory"),
    ],
)
def test_what_is_no_file_is_refused_by_name(tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file.yaml").touch()
    with pytest.raises(SubmissionError) as caught:
        read_document(str(tmp_path / name), SUBMISSION_LIMITS, SubmissionError)
    assert says in str(caught.value)
    assert caught.value.faults[0].source == str(tmp_path / name)


def test_an_unreadable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> None:
        raise PermissionError(13, "Permission denied")

    file = tmp_path / "a.yaml"
    file.write_text("a: 1")
    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(SubmissionError, match=r"a\.yaml: cannot be read: Permission denied"):
        read_document(str(file), SUBMISSION_LIMITS, SubmissionError)


def test_a_failing_disk_is_a_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError(5, "Input/output error")

    monkeypatch.setattr("builtins.open", lambda *args: Broken())
    file = tmp_path / "a.yaml"
    file.touch()
    with pytest.raises(SubmissionError, match="Input/output error"):
        read_document(str(file), SUBMISSION_LIMITS, SubmissionError)


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes are of Unix")
def test_a_named_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SubmissionError, match="not a regular file"):
        read_document(str(tmp_path / "pipe"), SUBMISSION_LIMITS, SubmissionError)


def test_a_symbolic_link_is_followed_and_a_loop_of_them_refused(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: 1")
    (tmp_path / "link").symlink_to(tmp_path / "a.yaml")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert read_document(str(tmp_path / "link"), SUBMISSION_LIMITS, SubmissionError).data == {"a": "1"}
    with pytest.raises(SubmissionError, match="cannot be read"):
        read_document(str(tmp_path / "loop"), SUBMISSION_LIMITS, SubmissionError)


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a: 1\na: 2\n")))
    with pytest.raises(SubmissionError, match=r"^standard input:2 \$: the key"):
        read_document("-", SUBMISSION_LIMITS, SubmissionError)


def test_standard_input_has_the_same_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a: " + b"x" * 70_000)))
    with pytest.raises(SubmissionError, match=r"^standard input: is larger than 65,536 bytes"):
        read_document("-", SUBMISSION_LIMITS, SubmissionError)


def test_reading_places_never_disagrees_with_reading_data() -> None:
    text = NESTED
    places: dict[tuple[str | int, ...], tuple[int, int]] = {}
    again = strict_reader._Reader(text, "x", places).document()
    assert again == parse(text).data

    def paths(value: Any, path: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
        below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        return {path}.union(*(paths(item, (*path, step)) for step, item in below))

    assert set(places) == paths(again)
