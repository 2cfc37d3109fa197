"""A document that cannot be read: exit 3, and the next submission is graded."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from console import put, run_apart

from bad_input.week import GOOD, HARMFUL, grade

UNREADABLE: dict[str, tuple[str | bytes, int, str, str]] = {
    "not UTF-8": (b"student: s\nanswers: {q1: {value: \xff}}\n", 2, "$", "is not UTF-8 text"),
    "UTF-16": ("answers: {}\n".encode("utf-16"), 0, "$", "is text in the encoding UTF-16, expected UTF-8"),
    "empty": ("", 1, "$", "is empty, expected a mapping"),
    "only a comment": ("# later\n", 1, "$", "is empty, expected a mapping"),
    "null": ("null\n", 1, "$", "is empty, expected a mapping"),
    "a list": ("- q1\n- 3\n", 1, "$", "a list stands here, expected answers:, below it the id of a problem"),
    "a text": ("forty-two\n", 1, "$", '"forty-two" is not allowed here, expected a submission: a mapping'),
    "two documents": ("answers: {}\n---\nanswers: {}\n", 2, "$", "a second document begins here, expected one"),
    "an alias": ("answers: {q1: {value: *x}}\n", 1, "$.answers.q1.value", "an alias (*name) is not allowed"),
    "an anchor": ("answers:\n  q1: &x {value: 3}\n", 2, "$.answers.q1", "an anchor (&name) is not allowed"),
    "an alias bomb": (
        "a: &a [x, x]\n"
        + "".join(f"{n}: &{n} [{', '.join(['*' + o] * 9)}]\n" for o, n in zip("abcdefgh", "bcdefghi", strict=True)),
        2,
        "$.b[0]",
        "an alias (*name) is not allowed",
    ),
    "a key twice": ("answers:\n  q1: {value: 3}\n  q1: {value: 4}\n", 3, "$.answers", 'the key "q1" stands here twice'),
    "a merge key": ("answers:\n  q1:\n    <<: {value: 3}\n", 3, "$.answers.q1", "a merge key (<<) is not allowed"),
    "a tag": ("answers: {q1: {value: !!int 3}}\n", 1, "$.answers.q1.value", "a tag (!name) is not allowed"),
    "a tag that runs code": (
        "answers: !!python/object/apply:os.system [echo]\n",
        1,
        "$.answers",
        "a tag (!name) is not allowed",
    ),
    "25 KB of [": ("[" * 25_000, 1, "$", "is nested deeper than 128 levels"),
    "20,000 nested {a:": ("{a: " * 20_000, 0, "$", "is larger than 65,536 bytes"),
    "10,000 nested {a:": ("{a: " * 10_000, 1, "$", "is nested deeper than 128 levels"),
    "1 MB": (
        "answers: {q1: {best-move: " + "B" * 2**20 + "}}\n",
        0,
        "$",
        "is larger than 65,536 bytes, which is the limit",
    ),
    "a NUL": ("answers:\n  q1: {value: 3\x00}\n", 2, "$", "holds a character that is not allowed"),
    "an escape character": ("answers:\n  q1: {best-move: \x1b[2J}\n", 2, "$", "holds a character that is not allowed"),
    "an open bracket": ("answers: {q1: {value: 3}\n", 1, "$", "is not well-formed YAML or JSON"),
    "a key that is a list": ("answers: {[q1]: {}}\n", 1, "$", "a key is a list or a mapping, expected text"),
    "a key of 5,000 letters": ("answers: {" + "k" * 5000 + ": {}}\n", 1, "$", "is not well-formed"),
    "another format": (
        "format: gametree-problem/1\nanswers: {}\n",
        1,
        "$.format",
        "expected the text gametree-submission/1",
    ),
    "answers that are null": ("answers:\n", 1, "$.answers", "expected a mapping from problem ids to answers"),
    "answers that are a list": ("answers: []\n", 1, "$.answers", "expected a mapping from problem ids to answers"),
    "answers that are text": ("answers: q1\n", 1, "$.answers", "expected a mapping from problem ids to answers"),
    "no answers": ("student: s\n", 1, "$", "answers is missing"),
    "an unknown field": ("answers: {}\nanswer: {}\n", 2, "$.answer", 'there is no field "answer" here'),
    "one problem under two spellings": ('answers: {q1: {}, " q1": {}}\n', 1, '$.answers[" q1"]', "answered twice"),
    "a student of two lines": ('student: "a\\nb"\nanswers: {}\n', 1, "$.student", "without control characters"),
}


@pytest.mark.parametrize(("content", "line", "path", "says"), UNREADABLE.values(), ids=UNREADABLE)
def test_an_unreadable_submission_is_told_and_the_next_is_graded(
    folder: Path, content: str | bytes, line: int, path: str, says: str
) -> None:
    bad = put(folder / "bad.yaml", content)
    ran = grade(folder, bad, folder / "good.yaml", "--format", "json")
    assert ran.code == 3
    refused, graded = ran.lines
    assert refused["gradable"] is False
    assert "earned" not in refused
    assert (graded["earned"], graded["possible"]) == (9, 9)
    error = next(error for error in refused["errors"] if says in error["message"])
    assert (error["line"], error["path"]) == (line or None, path)
    told = f"{bad}:{line} {path}" if line else f"{bad}: "
    assert any(said.startswith(told) and says in said for said in ran.err.splitlines())
    text = grade(folder, bad, folder / "good.yaml")
    assert text.code == 3
    assert f"{bad}: not graded\n" in text.out
    assert "good (" in text.out
    assert "9 of 9 points" in text.out


def test_a_submission_beyond_the_limit_is_graded_when_the_limit_is_raised(folder: Path) -> None:
    big = put(folder / "big.yaml", "#" * 70_000 + "\n" + GOOD)
    assert grade(folder, big).code == 3
    raised = grade(folder, big, "--max-submission-bytes", 100_000, "--format", "json")
    assert (raised.code, raised.json["earned"]) == (0, 9)


def test_an_empty_folder_and_a_missing_file_are_told_and_the_next_is_graded(folder: Path) -> None:
    (folder / "sub").mkdir()
    ran = grade(folder, folder / "sub", folder / "missing.yaml", folder / "good.yaml", "--format", "json")
    assert ran.code == 3
    assert [line["gradable"] for line in ran.lines] == [False, True]
    assert f"{folder / 'sub'}: there is nothing in it that was handed in" in ran.err
    assert f"{folder / 'missing.yaml'}: cannot be read: No such file or directory" in ran.err
    assert ran.lines[0]["errors"][0]["line"] is None


def test_an_unreadable_file_is_told_and_the_next_is_graded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked, plain = put(folder / "locked.yaml", GOOD), open

    def refuse(name: Any, *args: Any, **kwargs: Any) -> Any:
        if str(name) == str(locked):
            raise PermissionError(13, "Permission denied")
        return plain(name, *args, **kwargs)

    monkeypatch.setattr("builtins.open", refuse)
    ran = grade(folder, locked, folder / "good.yaml", "--format", "json")
    assert (ran.code, [line["gradable"] for line in ran.lines]) == (3, [False, True])
    assert f"{locked}: cannot be read: Permission denied" in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="modes of files are of Unix")
def test_a_file_that_the_system_refuses_to_open_is_told_and_the_next_is_graded(
    folder: Path, bound_by_modes: tuple[str, ...]
) -> None:
    locked = put(folder / "locked.yaml", GOOD)
    locked.chmod(0)
    named = (locked, folder / "good.yaml", "-p", folder / "q1.problem.yaml", "--format", "json")
    done = run_apart("grade", *named, through=bound_by_modes)
    assert done.returncode == 3
    assert [json.loads(line)["gradable"] for line in done.stdout.splitlines()] == [False, True]
    assert done.stderr.decode().startswith(f"{locked}: cannot be read: Permission denied")


def test_a_file_name_that_is_hostile_is_shown_as_escapes(folder: Path) -> None:
    name = "\u202e\x1b[2J\n<b>.yaml"
    bad = put(folder / name, "answers: []")
    for format_ in ("text", "json", "gradescope"):
        ran = grade(folder, bad, "--format", format_)
        assert ran.code == 3
        assert not set(HARMFUL) & set(ran.out + ran.err)
        assert "\\u202e" in ran.out
