"""One answer that cannot be judged, or one entry of it: 0 for this, everything else is marked, exit 0."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from console import put, run

from bad_input.week import PROBLEM, RIGHT, grade


def answer(**parts: str) -> str:
    """Return a submission to q1, right but for the named parts, whose YAML is given."""
    answers = {part: json.dumps(right) for part, right in RIGHT.items()} | {
        part.replace("_", "-"): text for part, text in parts.items()
    }
    return "answers:\n  q1:\n" + "".join(f"    {part}: {text}\n" for part, text in answers.items())


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
def test_what_is_malformed_earns_nothing_and_the_others_are_marked(
    folder: Path, part: str, text: str, path: str, says: str
) -> None:
    name = part.replace("_", "-")
    ran = grade(folder, put(folder / "s.yaml", answer(**{part: text})), "--format", "json")
    assert ran.code == 0
    [problem] = ran.json["problems"]
    parts = {stated["part"]: stated for stated in problem["parts"]}
    assert [stated["part"] for stated in problem["parts"] if stated["earned"] < stated["possible"]] == [name]
    assert problem["earned"] == 8 + parts[name]["earned"]
    [entry] = [one for one in parts[name]["entries"] if one["verdict"] == "malformed"]
    assert (parts[name]["earned"] == 0) >= (path == "" or name == "principal-variation")
    assert (entry["earned"] == 0) >= (name not in ("pruned", "values"))
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
