"""Bad input: every refusal has a message with line and path and the right exit code, and nothing else is lost."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from console import put, run, run_apart

from grader.documents import SUBMISSION_LIMITS
from grader.documents import strict as strict_reader
from grader.exact import hint

PROBLEM = """\
format: gametree-problem/1
id: q1
kind: alpha-beta
tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
ask: [value, best-move, values, principal-variation, pruned, visited, leaves-evaluated, windows, cutoffs]
"""
RIGHT: dict[str, Any] = {
    "value": 3,
    "best-move": "B",
    "values": {"A": 3, "B": 3, "C": 2, "D": 2},
    "principal-variation": ["A", "B", "E"],
    "pruned": ["I", "J"],
    "visited": ["A", "B", "E", "F", "G", "C", "H", "D", "K", "L", "M"],
    "leaves-evaluated": 7,
    "windows": {"A": [3, "inf"], "B": ["-inf", 3], "C": [3, 2], "D": [3, 2]},
    "cutoffs": [{"node": "C", "alpha": 3, "beta": 2}],
}
GOOD = json.dumps({"student": "good", "answers": {"q1": RIGHT}})
# What no output may hold: controls of terminals, and marks that turn the direction of writing.
HARMFUL = "\x00\x07\x1b\x7f\x85\u200e\u200f\u202a\u202b\u202d\u202e\u2066\u2067\u2069\u2028\ufeff"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the problem q1 and a submission that earns full marks."""
    put(tmp_path / "q1.problem.yaml", PROBLEM)
    put(tmp_path / "good.yaml", GOOD)
    return tmp_path


@pytest.fixture
def bound_by_modes(tmp_path: Path) -> tuple[str, ...]:
    """Return the words through which a process starts that the modes of files bind, as they do not bind root."""
    probe = put(tmp_path / "probe", "")
    probe.chmod(0)
    for through in ((), ("setpriv", "--bounding-set=-dac_override,-dac_read_search")):
        if through and not shutil.which(through[0]):
            continue
        reading = [*through, sys.executable, "-c", "import sys; open(sys.argv[1])", str(probe)]
        if b"PermissionError" in subprocess.run(reading, capture_output=True, check=False).stderr:
            return through
    pytest.skip("this user may read every file, and no setpriv takes that right away")


def grade(folder: Path, *args: object, stdin: bytes = b"") -> Any:
    """Return what `grade` makes of the arguments, with q1 as the only named problem."""
    return run("grade", *args, "-p", folder / "q1.problem.yaml", stdin=stdin)


def answer(**parts: str) -> str:
    """Return a submission to q1, right but for the named parts, whose YAML is given."""
    answers = {part: json.dumps(right) for part, right in RIGHT.items()} | {
        part.replace("_", "-"): text for part, text in parts.items()
    }
    return "answers:\n  q1:\n" + "".join(f"    {part}: {text}\n" for part, text in answers.items())


# --- A document that cannot be read: exit 3, and the next submission is graded ---------------------

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


# --- One answer that cannot be judged: 0 for this part, everything else is marked, exit 0 ----------

MALFORMED: dict[str, tuple[str, str, str, str]] = {
    ".nan": ("value", ".nan", "", "expected a number such as"),
    ".inf": ("value", ".inf", "", "expected a number such as"),
    "inf where none is allowed": ("value", "inf", "", "expected a number such as"),
    "a number of 5,000 digits": ("value", "9" * 5000, "", "expected a number of at most 1000 digits"),
    "a fraction of 1,001 digits": ("value", "1/" + "9" * 1000, "", "at most 1000 digits"),
    "an exponent of four digits": ("value", "1e1000", "", "an exponent has at most 3 digits"),
    "an exponent that would never end": ("value", "1e100000000", "", "an exponent has at most 3 digits"),
    "a division by zero": ("value", "5/0", "", "a fraction's denominator is above 0"),
    "Arabic digits": ("value", "٣", "", "expected a number such as"),
    "fullwidth digits": ("value", "３", "", "expected a number such as"),
    "a vulgar fraction": ("value", "½", "", "expected a number such as"),
    "underscores": ("value", "1_000", "", "write digits without '_'"),
    "a decimal comma": ("value", "3,0", "", "write the decimal point as '.', not ','"),
    "hexadecimal": ("value", "0x3", "", "expected a number such as"),
    "an expression": ("value", "1+2", "", "expected a number such as"),
    "a number of two lines": ("value", '"3\\n"', "", "expected a number such as"),
    "true": ("value", "true", "", "true is not allowed here, expected a number"),
    "a list": ("value", "[3]", "", "a list is not allowed here, expected a number"),
    "an empty mapping": ("value", "{}", "", "an empty mapping is not allowed here, expected a number"),
    "deep lists": ("value", "[" * 120 + "]" * 120, "", "a list is not allowed here"),
    "deep mappings": ("values", "{A: " * 120 + "1" + "}" * 120, ".A", "a mapping is not allowed here"),
    "a node for a list": ("pruned", "I", "", "expected a list of node ids"),
    "a sentence for a list": ("pruned", "I and J", "", "expected a list of node ids"),
    "a mapping for a list": ("pruned", "{I: true}", "", "expected a list of node ids"),
    "a list in a list": ("pruned", "[I, [J]]", "[1]", "a list is not allowed here"),
    "a gap in a list": ("pruned", "[I, null]", "[1]", "an empty value (null) is not allowed here"),
    "an unknown node": ("pruned", "[I, Jay]", "[1]", 'there is no node "Jay"'),
    "a node in another case": ("pruned", "[I, j]", "[1]", 'there is no node "j"; did you mean "J"?'),
    "an unknown node in the path": (
        "principal_variation",
        "[A, B, EE]",
        "[2]",
        'there is no node "EE"; did you mean "E"?',
    ),
    "an unknown visited node": ("visited", "[A, '']", "[1]", "expected the id of a node"),
    "an unknown move": ("best_move", "b", "", 'there is no move at the root called "b"; did you mean "B"?'),
    "a move deeper down": ("best_move", "E", "", 'there is no move at the root called "E"; expected one of B, C, D'),
    "a list of moves": ("best_move", "[B]", "", "a list is not allowed here"),
    "an unknown node in a map": ("values", "{A: 3, Z: 1}", ".Z", 'there is no node "Z"'),
    "a node twice in a map": ("values", '{A: 3, "A ": 3}', '["A "]', 'node "A" stands here twice'),
    "a word in a map": ("values", "{A: 3, B: three}", ".B", "expected a number such as"),
    "a list for a map": ("values", "[3, 3, 2, 2]", "", "expected a mapping from node ids to numbers"),
    "a number for a window": ("windows", "{A: 3}", ".A", "expected a pair such as [3, inf]"),
    "a window of three": ("windows", "{A: [1, 2, 3]}", ".A", "expected a pair such as [3, inf]"),
    "a window with null": ("windows", "{A: [1, null]}", ".A[1]", "an empty value (null) is not allowed here"),
    "a symbol for infinity": ("windows", "{A: [1, ∞]}", ".A[1]", "or -inf or inf"),
    "a cutoff without beta": ("cutoffs", "[{node: C, alpha: 3}]", "[0]", "beta is missing"),
    "a cutoff at an unknown node": ("cutoffs", "[{node: c, alpha: 3, beta: 2}]", "[0].node", 'did you mean "C"?'),
    "a cutoff that is a list": ("cutoffs", "[[C, 3, 2]]", "[0]", "expected a cutoff"),
    "half a leaf": ("leaves_evaluated", "7.5", "", "expected a whole number"),
    "a leaf count of 5,000 digits": ("leaves_evaluated", "7" * 5000, "", "expected a number of at most 1000 digits"),
}


@pytest.mark.parametrize(("part", "text", "path", "says"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_part_earns_nothing_and_the_others_are_marked(
    folder: Path, part: str, text: str, path: str, says: str
) -> None:
    name = part.replace("_", "-")
    ran = grade(folder, put(folder / "s.yaml", answer(**{part: text})), "--format", "json")
    assert ran.code == 0
    [problem] = ran.json["problems"]
    assert (problem["earned"], problem["possible"]) == (8, 9)
    parts = {stated["part"]: stated for stated in problem["parts"]}
    assert [stated["part"] for stated in problem["parts"] if stated["earned"] == 0] == [name]
    [entry] = parts[name]["entries"]
    assert entry["verdict"] == "malformed"
    line = 3 + list(RIGHT).index(name)
    assert entry["message"].startswith(f"line {line} $.answers.q1.{name}{path} (q1, {name}")
    assert says in entry["message"]
    assert len(entry["message"]) < 500


@pytest.mark.parametrize("text", ["null", "~", ""])
def test_a_part_that_is_null_is_blank(folder: Path, text: str) -> None:
    ran = grade(folder, put(folder / "s.yaml", answer(pruned=text)), "--format", "json")
    [entry] = next(part["entries"] for part in ran.json["problems"][0]["parts"] if part["part"] == "pruned")
    assert (ran.code, ran.json["earned"], entry["verdict"]) == (0, 8, "blank")


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("value", "1e400"),
        ("value", "1e999"),
        ("value", "-1e-999"),
        ("value", "9" * 1000),
        ("value", "1e-999"),
        ("value", "0/5"),
        ("value", "-0"),
        ("best_move", "D"),
        ("leaves_evaluated", "-1"),
        ("windows", "{}"),
        ("cutoffs", "[]"),
        ("visited", "[]"),
    ],
)
def test_odd_but_readable_answers_are_judged(folder: Path, part: str, text: str) -> None:
    ran = grade(folder, put(folder / "s.yaml", answer(**{part: text})), "--format", "json")
    assert (ran.code, ran.json["earned"]) == (0, 8)
    assert "malformed" not in ran.out


@pytest.mark.parametrize("text", ["3", '"3"', "3.0", "+3", "03", "6/2", "3e0", "30e-1", ".3e1", "3."])
def test_every_spelling_of_the_right_number_is_right(folder: Path, text: str) -> None:
    ran = grade(folder, put(folder / "s.yaml", answer(value=text)), "--format", "json")
    assert (ran.code, ran.json["earned"]) == (0, 9)


@pytest.mark.parametrize(
    "nothing",
    [
        "answers: {q1: null}\n",
        "answers: {q1: {}}\n",
        "answers:\n  q1:\n",
        'answers: {" q1 ": {}}\n',
        "answers: {q1: {value: null}}\n",
    ],
)
def test_blank_answers_are_zero_and_not_ungradable(folder: Path, nothing: str) -> None:
    ran = grade(folder, put(folder / "s.yaml", nothing), "--format", "json")
    assert (ran.code, ran.json["earned"], ran.json["possible"]) == (0, 0, 9)
    assert {entry["verdict"] for part in ran.json["problems"][0]["parts"] for entry in part["entries"]} == {"blank"}


def test_no_as_a_node_id_is_just_text(folder: Path) -> None:
    put(
        folder / "no.yaml",
        "format: gametree-problem/1\nid: q2\nkind: minimax\n"
        "tree: {id: YES, max: [{id: NO, value: 1}, {id: no, value: 2}, {id: 010, value: 0}, {id: 1.0, value: 0}]}\n",
    )
    submission = put(folder / "s.yaml", "answers: {q2: {value: 2, best-move: no, values: {YES: 2}}}\n")
    ran = run("grade", submission, "-p", folder / "no.yaml", "--format", "json")
    assert (ran.code, ran.json["earned"]) == (0, 3)
    wrong = put(folder / "w.yaml", "answers: {q2: {best-move: NO}}\n")
    entry = run("grade", wrong, "-p", folder / "no.yaml", "--format", "json").json["problems"][0]["parts"][1][
        "entries"
    ][0]
    assert (entry["verdict"], entry["given"]) == ("wrong", "NO")


# --- What is named but not there ------------------------------------------------------------------


def test_an_unknown_problem_is_listed_with_a_suggestion_and_the_rest_is_graded(folder: Path) -> None:
    both = json.dumps({"answers": {"Q1": RIGHT, "q1": RIGHT, "zzzz": RIGHT}})
    ran = grade(folder, put(folder / "s.yaml", both), "--format", "json")
    assert (ran.code, ran.json["earned"], ran.json["possible"]) == (3, 9, 9)
    missing = ran.json["problems_not_graded"]
    assert [problem["id"] for problem in missing] == ["Q1", "zzzz"]
    assert missing[0]["reason"] == f'{folder / "s.yaml"}:1 $.answers.Q1: there is no problem "Q1"; did you mean "q1"?'
    assert missing[0]["reason"] in ran.err


def test_an_unknown_part_is_noted_with_a_suggestion_and_costs_nothing(folder: Path) -> None:
    submission = put(folder / "s.yaml", answer() + "    prunned: [I, J]\n    NO: 1\n")
    ran = grade(folder, submission, "--format", "json")
    assert (ran.code, ran.json["earned"]) == (0, 9)
    first, second = ran.json["problems"][0]["notes"]
    assert (first["line"], first["path"]) == (12, "$.answers.q1.prunned")
    assert 'no part is called "prunned"' in first["message"]
    assert first["message"].endswith('did you mean "pruned"?')
    assert (second["line"], second["path"]) == (13, "$.answers.q1.NO")


@pytest.mark.parametrize(
    "id_", ["../../etc/passwd", "/etc/passwd", "..", ".", "", "C:\\x", "q1/../q1", "q1\x00", "file:///etc/passwd"]
)
def test_a_problem_id_like_a_path_is_only_a_name(folder: Path, id_: str) -> None:
    ran = grade(folder, put(folder / "s.yaml", json.dumps({"answers": {id_: {}, "q1": RIGHT}})), "--format", "json")
    assert (ran.code, ran.json["earned"]) == (3, 9)
    assert "there is no problem" in ran.json["problems_not_graded"][0]["reason"]


@pytest.mark.parametrize("id_", ["../../etc/passwd", "/etc/passwd", "a b", "a\\b", "é", "", "x" * 101, "a\n"])
def test_a_problem_may_not_bear_an_id_like_a_path(folder: Path, id_: str) -> None:
    bad = put(folder / "bad.yaml", PROBLEM.replace("id: q1", f"id: {json.dumps(id_)}"))
    ran = run("validate", bad)
    assert ran.code == 4
    assert f"{bad}:2 $.id: " in ran.out
    assert "expected a problem id" in ran.out


# --- A problem that is wrong: exit 4, and what is right is graded ---------------------------------

WRONG_PROBLEMS: dict[str, tuple[str, int, str, str]] = {
    "probabilities that sum to 0.99": (
        "kind: expectiminimax\ntree: {chance: [{p: 0.5, value: 1},\n {p: 0.49, value: 2}]}\n",
        4,
        "$.tree",
        "the probabilities of this chance node sum to 99/100, expected exactly 1",
    ),
    "a probability above 1": (
        "kind: expectiminimax\ntree: {chance: [{p: 2, value: 1},\n {p: -1, value: 2}]}\n",
        4,
        "$.tree.chance[0].p",
        "2 is not a probability, expected a number from 0 to 1",
    ),
    "a probability here and none there": (
        "kind: expectiminimax\ntree: {chance: [{p: 1, value: 1}, 2]}\n",
        4,
        "$.tree",
        "expected all or none",
    ),
    "a probability under MAX": (
        "kind: minimax\ntree: {max: [{p: 1, value: 1}]}\n",
        4,
        "$.tree.max[0].p",
        "only below a chance node",
    ),
    "a chance node": ("kind: alpha-beta\ntree: {max: [{chance: [1]}]}\n", 4, "$.tree.max[0]", "not supported yet"),
    "an id twice": (
        "kind: minimax\ntree: {max: [{id: a, min: [{id: x, value: 1}]},\n {id: b, min: [{id: x, value: 1}]}]}\n",
        5,
        "$.tree.max[1].min[0].id",
        'the id "x" stands at two nodes',
    ),
    "a move that means two children": (
        "kind: minimax\ntree: {max: [{id: a, value: 1},\n {id: b, move: a, value: 1}]}\n",
        5,
        "$.tree.max[1]",
        'the move "a" could mean two children',
    ),
    "a part that is not of the kind": (
        "kind: minimax\ntree: [1]\nask: [pruned]\n",
        5,
        "$.ask[0]",
        "expected a part of minimax",
    ),
    "a part without an answer": (
        "kind: minimax\ntree: 1\nask: [best-move]\n",
        5,
        "$.ask[0]",
        "has no answer on this problem",
    ),
    "points of nothing": (
        "kind: minimax\ntree: [1]\npoints: {value: 0}\n",
        5,
        "$.points.value",
        "expected a number above 0",
    ),
    "points for what is not asked": (
        "kind: minimax\ntree: [1]\nask: [value]\npoints: {values: 2}\n",
        6,
        "$.points.values",
        "values is not asked",
    ),
    "a convention of another kind": (
        "kind: minimax\ntree: [1]\nconventions: {log: ln}\n",
        5,
        "$.conventions.log",
        "there is no field",
    ),
    "a window that is empty": (
        "kind: alpha-beta\ntree: [1]\nconventions: {initial-window: [3, 3]}\n",
        5,
        "$.conventions.initial-window",
        "alpha below beta",
    ),
    "value bounds": (
        "kind: alpha-beta\ntree: [1]\nconventions: {value-bounds: [0, 1]}\n",
        5,
        "$.conventions.value-bounds",
        "not supported yet",
    ),
    "root beside explicit players": (
        "kind: minimax\ntree: {max: [1]}\nconventions: {root: min}\n",
        5,
        "$.conventions.root",
        "no place beside explicit players",
    ),
    "a leaf of 1,001 digits": (f"kind: minimax\ntree: [{'1' * 1001}]\n", 4, "$.tree[0]", "at most 1000 digits"),
    "a leaf that would never end": ("kind: minimax\ntree: [1e100000000]\n", 4, "$.tree[0]", "at most 3 digits"),
    "a leaf that is nan": ("kind: minimax\ntree: [.nan]\n", 4, "$.tree[0]", "expected a number"),
    "129 levels": ("kind: minimax\ntree: " + "[" * 128 + "1" + "]" * 128 + "\n", 4, "$", "deeper than 128 levels"),
    "an exploration without end": (
        "kind: ucb\nchildren: [{id: a, visits: 0}]\nconventions: {exploration: 1e999}\n",
        5,
        "$.conventions.exploration",
        "from 0 to",
    ),
    "ucb1 with exploration": (
        "kind: ucb\nchildren: [{id: a, visits: 0}]\nconventions: {formula: ucb1, exploration: 2}\n",
        5,
        "$.conventions.exploration",
        "no place in formula ucb1",
    ),
    "visits without a total": (
        "kind: ucb\nchildren:\n  - {id: a, visits: 2}\n",
        5,
        "$.children[0]",
        "total is missing",
    ),
    "a total without visits": (
        "kind: ucb\nchildren:\n  - {id: a, visits: 0, total: 1}\n",
        5,
        "$.children[0].total",
        "expected no total, or 0",
    ),
    "a child twice": (
        "kind: ucb\nchildren:\n  - {id: a, visits: 0}\n  - {id: a, visits: 0}\n",
        6,
        "$.children[1].id",
        "stands at two children",
    ),
    "visits beyond floats": (
        "kind: ucb\nchildren: [{id: a, visits: 1e300, total: 1}]\n",
        4,
        "$.children[0].visits",
        "expected a whole number",
    ),
    "an anchor": ("kind: minimax\ntree: &t [1]\n", 4, "$.tree", "an anchor (&name) is not allowed"),
    "an unknown kind": ("kind: max-n\ntree: [1]\n", 3, "$.kind", "expected minimax, alpha-beta, expectiminimax or ucb"),
}


@pytest.mark.parametrize(("text", "line", "path", "says"), WRONG_PROBLEMS.values(), ids=WRONG_PROBLEMS)
def test_a_wrong_problem_is_told_and_the_other_problem_is_graded(
    folder: Path, text: str, line: int, path: str, says: str
) -> None:
    wrong = put(folder / "wrong.yaml", f"format: gametree-problem/1\nid: wrong\n{text}")
    submission = put(folder / "s.yaml", json.dumps({"answers": {"wrong": {"value": 1}, "q1": RIGHT}}))
    ran = grade(folder, submission, "-p", wrong, "--format", "json")
    assert ran.code == 4
    assert any(said.startswith(f"{wrong}:{line} {path}: ") and says in said for said in ran.err.splitlines())
    if "anchor" not in says and "128 levels" not in says:
        assert "the problem itself is wrong" in ran.json["problems_not_graded"][0]["reason"]
    assert (ran.json["earned"], ran.json["possible"]) == (9, 9)
    assert run("validate", wrong).code in (3, 4)
    assert run("solve", wrong).code == 4


def test_everything_wrong_with_a_problem_is_told_at_once_in_order(folder: Path) -> None:
    wrong = put(
        folder / "wrong.yaml",
        "format: gametree-problem/1\nid: w\nkind: expectiminimax\n"
        "tree:\n  chance:\n    - {p: 2, id: x, value: 1}\n    - {id: x, value: 2}\npoints: {best-move: 1}\nask: [value]\n",
    )
    lines = [int(said.split(":")[1].split()[0]) for said in run("validate", wrong).out.splitlines()]
    assert lines == sorted(lines)
    assert len(lines) >= 3


def test_one_id_in_two_problem_files_is_exit_4_and_the_first_is_used(folder: Path) -> None:
    again = put(folder / "again.yaml", PROBLEM.replace("[3, 12, 8]", "[0, 0, 0]"))
    ran = run("grade", folder / "good.yaml", "-p", folder / "q1.problem.yaml", "-p", again, "--format", "json")
    assert ran.code == 4
    assert f'{again}:2 $.id: the id "q1" is also that of {folder / "q1.problem.yaml"}' in ran.err
    assert (ran.json["earned"], ran.json["possible"]) == (9, 9)


def test_a_folder_of_problems_may_hold_other_files(folder: Path) -> None:
    for name, content in {
        "week/notes.yaml": "- not a problem\n",
        "week/broken.yaml": "a: [",
        "week/latin.json": b"\xff",
        "week/notes.txt": "format: gametree-problem/1",
        "week/.hidden.yaml": PROBLEM,
        "week/.git/problem.yaml": PROBLEM,
        "week/q1/problem.yaml": PROBLEM,
        "week/q1/submissions/full.yaml": GOOD,
    }.items():
        put(folder / name, content)
    ran = run("grade", folder / "good.yaml", "-p", folder / "week", "--format", "json")
    assert (ran.code, ran.json["earned"]) == (0, 9)
    assert f"{folder / 'week/broken.yaml'} cannot be read and was passed over" in ran.err
    assert f"{folder / 'week/latin.json'} cannot be read and was passed over" in ran.err


def test_a_problem_yaml_that_cannot_be_read_is_exit_4(folder: Path) -> None:
    put(folder / "week/q2/problem.yaml", "a: [")
    ran = grade(folder, folder / "good.yaml", "-p", folder / "week", "--format", "json")
    assert (ran.code, ran.json["earned"]) == (4, 9)


@pytest.mark.parametrize("content", [PROBLEM.replace("id: q1\n", ""), "[1, 2]\n", "answers: {}\n", "id: q2\n"])
def test_a_named_problem_file_that_is_no_problem_is_exit_4(folder: Path, content: str) -> None:
    wrong = put(folder / "wrong.yaml", content)
    ran = grade(folder, folder / "good.yaml", "-p", wrong)
    assert ran.code == 4
    assert str(wrong) in ran.err


@pytest.mark.parametrize("id_", [" ", "\u2003", "\\u2028"])
def test_a_node_id_of_blanks_is_refused(folder: Path, id_: str) -> None:
    wrong = put(
        folder / "p.yaml", f'format: gametree-problem/1\nid: p\nkind: minimax\ntree: {{id: "{id_}", max: [1, 2]}}\n'
    )
    assert run("validate", wrong).code == 4


def test_marks_are_always_json_numbers(folder: Path) -> None:
    huge = put(
        folder / "p.yaml",
        "format: gametree-problem/1\nid: p\nkind: minimax\ntree: [[1, 2], [3]]\npoints: {values: 1e400}\n",
    )
    submission = put(folder / "s.yaml", "answers: {p: {values: {A: 3, B: 1, C: 9}}}\n")
    ran = run("grade", submission, "-p", huge, "--format", "json")
    assert "Infinity" not in ran.out


def test_messages_about_monstrous_probabilities_stay_short(folder: Path) -> None:
    children = ", ".join(f"{{p: 1/{10**990 + n}, value: 1}}" for n in range(1, 30))
    monster = put(
        folder / "p.yaml", f"format: gametree-problem/1\nid: p\nkind: expectiminimax\ntree: {{chance: [{children}]}}\n"
    )
    ran = run("validate", monster)
    assert ran.code == 4
    assert len(ran.out.splitlines()) == 29
    assert all(len(line.removeprefix(str(monster))) < 120 for line in ran.out.splitlines())
    assert "sum to" not in ran.out


# --- Labels ---------------------------------------------------------------------------------------

LABELS = [
    '<IMG SRC="/etc/passwd">',
    "</svg><script>alert(1)</script>",
    "A:n",
    "\\N",
    "\\G\\E\\T",
    "<B>x</B>",
    "a|{b}",
    '"',
    "'",
    "\\",
    "%s{0}$x",
    "=1+1",
    "\u202eabc",
    "a\u200bb",
    "\u2066x\u2069",
    "e\u0301",
    "العربية",
    "😀",
    "-inf",
    "null",
    "NO",
    "x" * 100,
]


@pytest.mark.parametrize("label", LABELS)
def test_a_label_that_means_something_elsewhere_is_only_a_label(folder: Path, label: str) -> None:
    problem = put(
        folder / "p.yaml",
        json.dumps(
            {
                "format": "gametree-problem/1",
                "id": "p",
                "title": label,
                "kind": "alpha-beta",
                "ask": ["value", "best-move", "pruned", "visited", "values"],
                "tree": {
                    "id": "root",
                    "max": [
                        {"id": "l", "min": ["3", "5"]},
                        {"id": label, "move": f"m{label[:99]}", "min": ["2", {"id": "last", "value": "9"}]},
                    ],
                },
            }
        ),
    )
    answers = {"best-move": label, "pruned": [label, "last"], "visited": [label], "values": {label: 2}, label: 1}
    submission = put(folder / "s.yaml", json.dumps({"student": label, "answers": {"p": answers, label: None}}))
    for format_ in ("text", "gradescope"):
        ran = run("grade", submission, "-p", problem, "--format", format_)
        assert ran.code == 3
        assert not set(HARMFUL) & set((ran.out if format_ == "text" else "") + ran.err)
    ran = run("grade", submission, "-p", problem, "--format", "json")
    assert ran.json["student"] == label
    [values] = [part for part in ran.json["problems"][0]["parts"] if part["part"] == "values"]
    assert any(entry["verdict"] == "correct" for entry in values["entries"])
    solved = run("solve", problem, "--format", "json")
    assert list(solved.json["answers"]["values"])[2] == label


@pytest.mark.parametrize("format_", ["json", "gradescope"])
@pytest.mark.parametrize("label", ["\u202eabc", "\u2066x\u2069", "a\u200fb"])
def test_json_output_shows_direction_marks_as_escapes(folder: Path, label: str, format_: str) -> None:
    titled = put(folder / "t.yaml", PROBLEM.replace("id: q1", f'id: t\ntitle: "{label}"'))
    submission = put(folder / "s.yaml", json.dumps({"student": label, "answers": {"t": RIGHT}}))
    ran = grade(folder, submission, "-p", titled, "--format", format_)
    assert label in (ran.json["student"] if format_ == "json" else ran.json["tests"][0]["name"])
    assert not set(HARMFUL) & set(ran.out)


@pytest.mark.parametrize("key", ["a\nb", "\x1b[2J", "\u202e", "x" * 900, "<b>", "\x00", ""])
def test_hostile_keys_are_noted_harmlessly(folder: Path, key: str) -> None:
    submission = {"answers": {"q1": RIGHT | {key: key}, key + "?": {}}}
    for format_ in ("text", "json", "gradescope"):
        ran = grade(folder, put(folder / "s.json", json.dumps(submission)), "--format", format_)
        assert ran.code == 3
        assert not set(HARMFUL) & set(ran.out + ran.err)
        assert len(ran.out) < 6000
    unknown = {"answers": {"q1": RIGHT | {"values": {key: 1}, "pruned": [key or "-"], "best-move": key or "-"}}}
    for format_ in ("text", "json", "gradescope"):
        ran = grade(folder, put(folder / "s.json", json.dumps(unknown)), "--format", format_)
        assert ran.code == 0
        assert not set(HARMFUL) & set(ran.out + ran.err)


@pytest.mark.parametrize("student", ["", " "])
def test_a_student_of_blanks_is_refused(folder: Path, student: str) -> None:
    ran = grade(folder, put(folder / "s.json", json.dumps({"student": student, "answers": {}})), "--format", "json")
    assert ran.code == 3
    assert "not only blanks" in ran.json["errors"][0]["message"]
    assert ran.json["student"] == "s"  # the name of the file


# --- Places to write ------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is of Linux")
@pytest.mark.parametrize("command", ["grade", "solve", "validate", "show"])
def test_a_full_disk_behind_stdout_is_exit_2_without_a_traceback(folder: Path, command: str) -> None:
    target = "q1" if command in ("solve", "show") else folder / "good.yaml"
    with open("/dev/full", "wb") as full:
        done = run_apart(command, target, "-p", folder / "q1.problem.yaml", stdout=full)
    assert done.returncode == 2
    assert done.stderr.decode() == "standard output cannot be written: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is of Linux")
def test_a_full_disk_behind_stderr_does_not_change_the_exit_code(folder: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = run_apart(
            "grade", folder / "missing.yaml", folder / "good.yaml", "-p", folder / "q1.problem.yaml", stderr=full
        )
    assert done.returncode == 3
    assert b"9 of 9 points" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell")
def test_a_closed_stdout_is_no_bug_of_ours(folder: Path) -> None:
    closed = ("sh", "-c", 'exec "$@" >&-', "sh")
    done = run_apart("grade", folder / "good.yaml", "-p", folder / "q1.problem.yaml", through=closed)
    assert done.returncode in (0, 2)
    assert b"Traceback" not in done.stderr


def test_an_out_folder_that_cannot_be_made_is_exit_2_and_the_report_still_comes(folder: Path) -> None:
    put(folder / "file", "in the way")
    ran = grade(folder, folder / "good.yaml", "--dot", "--out", folder / "file" / "below")
    assert ran.code == 2
    assert "cannot be written" in ran.err
    assert "9 of 9 points" in ran.out


@pytest.mark.skipif(sys.platform == "win32", reason="modes of folders are of Unix")
@pytest.mark.parametrize("drawing", ["--dot", "--svg", "--html"])
def test_an_out_folder_that_may_not_be_written_is_exit_2_and_the_report_still_comes(
    folder: Path, bound_by_modes: tuple[str, ...], drawing: str
) -> None:
    out = folder / "out"
    out.mkdir(mode=0o555)
    named = (folder / "good.yaml", "-p", folder / "q1.problem.yaml", drawing, "--out", out)
    done = run_apart("grade", *named, through=bound_by_modes)
    assert done.returncode == 2
    assert b"9 of 9 points" in done.stdout
    assert f"{out / 'good'}" in done.stderr.decode()
    assert "cannot be written: Permission denied" in done.stderr.decode()
    assert not list(out.iterdir())


def test_a_full_disk_below_out_is_exit_2_and_leaves_nothing_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    again = put(folder / "again.yaml", GOOD)
    ran = grade(folder, folder / "good.yaml", again, "--dot", "--out", folder / "out")
    assert ran.code == 2
    assert ran.out.count(".yaml): 9 of 9 points") == 2
    assert f"{folder / 'out/good/q1.dot'}: cannot be written: No space left on device" in ran.err
    assert not [file for file in (folder / "out").rglob("*") if file.is_file()]


# --- The whole and its parts ----------------------------------------------------------------------


def test_of_two_submissions_only_the_broken_one_is_lost(folder: Path) -> None:
    bad = put(folder / "bad.yaml", "answers: {q1: {value: 3}\n")
    for order in ([bad, folder / "good.yaml"], [folder / "good.yaml", bad]):
        ran = grade(folder, *order)
        assert ran.code == 3
        assert f"{bad}: not graded\n  {bad}:1 $: is not well-formed YAML or JSON" in ran.out
        assert "9 of 9 points" in ran.out


def test_standard_input_is_judged_like_a_file(folder: Path) -> None:
    assert grade(folder, "-", "--format", "json", stdin=GOOD.encode()).json["earned"] == 9
    ran = grade(folder, "-", stdin=b"answers: {q1: {}}\n---\n")
    assert ran.code == 3
    assert ran.err.startswith("standard input:2 $: a second document")


@pytest.mark.parametrize("wrong", ["3", "[3]", "text", "true"])
def test_answers_of_the_wrong_type_for_one_problem_do_not_lose_the_others(folder: Path, wrong: str) -> None:
    submission = put(folder / "s.yaml", f"answers:\n  q2: {wrong}\n  q1: {json.dumps(RIGHT)}\n")
    ran = grade(folder, submission, "--format", "json")
    assert ran.code == 3
    assert ran.json["gradable"] is True
    assert ran.json["earned"] == 9


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("[3]", "a list is not allowed here, expected a mapping from parts to answers"),
        ("value:3", '"value:3" is not allowed here, expected a mapping from parts to answers'),
        ("value:3", "; a space must follow the ':'; did you mean \"value: 3\"?"),
    ],
)
def test_answers_of_the_wrong_type_are_told_with_what_stands_there(folder: Path, wrong: str, says: str) -> None:
    ran = grade(folder, put(folder / "s.yaml", f"answers:\n  q1: {wrong}\n"), "--format", "json")
    [left_out] = ran.json["problems_not_graded"]
    assert "s.yaml:2 $.answers.q1: " in left_out["reason"]
    assert says in left_out["reason"]


def test_a_message_about_a_key_stands_at_the_line_of_the_key(folder: Path) -> None:
    submission = put(folder / "s.yaml", "answers:\n  q7:\n    value: 3\n  q1:\n    valeus:\n      A: 3\n")
    ran = grade(folder, submission, "--format", "json")
    assert "s.yaml:2 $.answers.q7:" in ran.json["problems_not_graded"][0]["reason"]
    assert ran.json["problems"][0]["notes"][0]["line"] == 5


@pytest.mark.parametrize("end", ["%", ",5", "_1", "/0", "e9999", "−"])
def test_no_hint_is_sought_in_a_text_too_long_for_a_number(end: str) -> None:
    assert hint("1" * 5000 + end) == ""


def test_a_submission_is_read_no_more_often_for_many_unknown_problems(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings, build = [], strict_reader._build

    def counted(*args: Any) -> Any:
        readings.append(args)
        return build(*args)

    monkeypatch.setattr(strict_reader, "_build", counted)
    ids = {f"unknown-{n}": None for n in range(50)}
    ran = grade(folder, put(folder / "s.json", json.dumps({"answers": ids})), "--format", "json")
    assert len(ran.json["problems_not_graded"]) == 50
    assert len(readings) <= 5


@pytest.mark.parametrize(
    "part",
    [
        {"pruned": ["I"] * 15_000},
        {"pruned": ["A"] * 15_000},
        {"visited": ["A", "B"] * 6_000},
        {"principal-variation": ["A", "B", "E"] * 4_000},
        {"cutoffs": [{"node": "C", "alpha": 3, "beta": 2}] * 1_400},
        {"values": {" " * n + "A": 3 for n in range(300)}},
        {f"part-{n}": n for n in range(3_000)},
        {"values": {f"n{n}": n for n in range(5_000)}},
        {"pruned": [[]] * 15_000},
        {"cutoffs": [{}] * 15_000},
    ],
    ids=lambda part: next(iter(part)),
)
@pytest.mark.parametrize("format_", ["text", "json", "gradescope"])
def test_floods_inside_the_size_limit_are_marked(folder: Path, part: dict[str, Any], format_: str) -> None:
    content = json.dumps({"answers": {"q1": {"value": 3} | part}}, separators=(",", ":"))
    submission = put(folder / "s.json", content)
    assert submission.stat().st_size <= SUBMISSION_LIMITS.bytes
    ran = grade(folder, submission, "--format", format_)
    assert ran.code == 0
    assert ran.out


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need rights there")
def test_a_link_as_submission_is_followed_and_named_as_it_was_given(folder: Path) -> None:
    (folder / "link.yaml").symlink_to(folder / "good.yaml")
    ran = grade(folder, folder / "link.yaml", "--format", "json")
    assert (ran.code, ran.json["source"]) == (0, str(folder / "link.yaml"))
