"""What the instructor hides stays hidden: below `expected` no output says what was expected, or where something is missing.

Three proofs: problems whose answers are unmistakable texts; reports in which every secret was exchanged for another one
and nothing changes; and outputs that are made without ever looking at the solution.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from banked import BANK as STORE
from console import put, run
from exported_files import RESULTS
from turns import in_turn
from windows import Deal, dealt

from grader.core.answers.reports import Entry, PartReport, ProblemReport, Reveal, Verdict, redact
from grader.core.drawing.diagram import Diagram
from grader.core.drawing.dot import dot_source
from grader.core.times import read_time
from grader.grading.bank import Bank, bank_folders
from grader.grading.marking import Terms, grade, graded_diagrams
from grader.grading.outcome import Outcome
from grader.kinds import Graded, Solution
from grader.kinds.record import View
from grader.pages.feedback import page
from grader.pages.text import render_text
from grader.platforms import ResultOptions, export_text

BANK = {id_: Path(folder) for id_, folder in bank_folders().items()}
WITH_TREES = ("gradescope", "prairielearn", "coderunner", "junit")
AT = ResultOptions(at=read_time("2026-11-20T18:00Z"))
HIDING = [Reveal.NONE, Reveal.VERDICTS]
SUBMISSIONS = [(id_, file) for id_, folder in BANK.items() for file in sorted((folder / "submissions").iterdir())]
OUTPUTS: dict[str, Callable[[Outcome], str]] = {
    "text": render_text,
    **{name: lambda outcome, name=name: export_text(outcome, name, AT) for name in RESULTS},  # type: ignore[misc]
    "diagram": lambda outcome: repr([graded_diagrams(graded)[:1] for graded in outcome.graded]),
    "dot": lambda outcome: "".join(dot_source(drawn) for one in outcome.graded for drawn in graded_diagrams(one)[:1]),
}


class Poison:
    """A solution that nobody may look at."""

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"an output looked at {name} of the solution")


@cache
def outcome_of(file: Path, reveal: Reveal) -> Outcome:
    """Return the outcome of a submission of the bank."""
    outcome = grade(str(file), STORE.find, Terms(reveal))
    assert outcome.graded
    return outcome


def with_reports(outcome: Outcome, change: Callable[[Graded], Graded]) -> Outcome:
    """Return the outcome with each graded problem changed."""
    return outcome._replace(graded=tuple(change(graded) for graded in outcome.graded))


def exchanged(entry: Entry, secret: str) -> Entry:
    """Return the entry with everything in it that tells the right answer exchanged."""
    if entry.verdict in (Verdict.BLANK, Verdict.MALFORMED) and entry.node is None:
        return entry
    message = secret if entry.message else ""
    return entry._replace(expected=secret, message=message, node=secret if is_left_out(entry) else entry.node)


def is_left_out(entry: Entry) -> bool:
    """Return whether the entry tells a name that the student did not write; one that cannot be read is the student's own."""
    return entry.given is None and entry.node is not None and entry.verdict is not Verdict.MALFORMED


def with_other_secrets(report: ProblemReport, secret: str) -> ProblemReport:
    """Return the report with other secrets, and with two missing entries for each one."""

    def part(stated: PartReport) -> PartReport:
        entries: list[Entry] = []
        for entry in (exchanged(entry, secret) for entry in stated.entries):
            if is_left_out(entry):
                entries += [entry._replace(possible=Fraction(entry.possible) / 2)] * 2
            else:
                entries.append(entry)
        return stated._replace(entries=tuple(entries))

    findings = tuple(finding._replace(step=secret) for finding in report.findings)
    return report._replace(parts=tuple(map(part, report.parts)), findings=findings)


# --- Every submission of the bank -----------------------------------------------------------------


@in_turn(3)
@dealt(16)
@pytest.mark.parametrize("reveal", HIDING, ids=lambda reveal: reveal.value)
@pytest.mark.parametrize("output", [*OUTPUTS, "page"])
def test_no_output_looks_at_the_solution_when_it_is_hidden(
    output: str, reveal: Reveal, deal: Deal, window: int
) -> None:
    make = OUTPUTS.get(output, page)
    submissions = SUBMISSIONS if output != "page" else SUBMISSIONS[::9]  # drawing takes its time
    for _, file in deal(submissions, window):
        outcome = outcome_of(file, reveal)
        blind = with_reports(outcome, lambda one: one._replace(exercise=one.exercise._replace(solution=Poison())))
        assert make(blind) == make(outcome)


def test_the_poison_works() -> None:
    outcome = outcome_of(SUBMISSIONS[0][1], Reveal.EXPECTED)
    blind = with_reports(outcome, lambda one: one._replace(exercise=one.exercise._replace(solution=Poison())))
    with pytest.raises(AssertionError, match="looked at answers of the solution"):
        OUTPUTS["diagram"](blind)


@pytest.mark.sweep
@dealt(16)
@pytest.mark.parametrize("reveal", HIDING, ids=lambda reveal: reveal.value)
def test_other_secrets_give_the_same_outputs(reveal: Reveal, deal: Deal, window: int) -> None:
    told, submissions = 0, deal(SUBMISSIONS, window)
    for _, file in submissions:
        full = outcome_of(file, Reveal.EXPECTED)
        hidden = with_reports(full, lambda one: one._replace(report=redact(one.report, reveal)))
        hidden = hidden._replace(reveal=reveal)
        other = with_reports(
            full, lambda one: one._replace(report=redact(with_other_secrets(one.report, "SECRET"), reveal))
        )
        other = other._replace(reveal=reveal)
        for make in OUTPUTS.values():
            said = make(other)
            assert "SECRET" not in said
            assert said == make(hidden)
        revealed = with_reports(full, lambda one: one._replace(report=with_other_secrets(one.report, "SECRET")))
        told += "SECRET" in render_text(revealed)
    assert told > len(submissions) // 6  # the exchange is not empty: right and blank answers have nothing to hide


@in_turn(3)
@pytest.mark.parametrize("reveal", HIDING, ids=lambda reveal: reveal.value)
@pytest.mark.parametrize(("id_", "file"), SUBMISSIONS[::3], ids=lambda value: getattr(value, "stem", str(value)))
def test_grading_hides_what_redact_hides(id_: str, file: Path, reveal: Reveal) -> None:
    full, hidden = outcome_of(file, Reveal.EXPECTED), outcome_of(file, reveal)
    for seen, given in zip(hidden.graded, full.graded, strict=True):
        assert seen.report == redact(given.report, reveal)
        assert seen.report.earned == given.report.earned
        for part in seen.report.parts:
            for entry in part.entries:
                judged = entry.verdict not in (Verdict.BLANK, Verdict.MALFORMED, Verdict.HELD)
                assert entry.expected is None
                assert not (judged and reveal is Reveal.NONE)
                assert entry.node is None or entry.given is not None
                assert not (entry.verdict is Verdict.MISSING and entry.node)


@pytest.mark.sweep
@pytest.mark.parametrize("reveal", [*HIDING, Reveal.EXPECTED], ids=lambda reveal: reveal.value)
def test_json_has_expected_answers_only_where_they_are_revealed(reveal: Reveal) -> None:
    ran = run("grade", *(file for _, file in SUBMISSIONS[::5]), "--format", "json", "--reveal", reveal.value)
    entries = [
        entry
        for line in ran.lines
        for problem in line["problems"]
        for part in problem["parts"]
        for entry in part["entries"]
    ]
    assert entries
    assert any("expected" in entry for entry in entries) == (reveal is Reveal.EXPECTED)
    if reveal is Reveal.NONE:
        assert {entry["verdict"] for entry in entries} <= {"blank", "malformed"}
    shares = [entry for entry in entries if "node" in entry and {"earned", "possible"} & entry.keys()]
    assert bool(shares) == (reveal is Reveal.EXPECTED)


def test_shares_of_entries_do_not_tell_how_many_leaves_are_evaluated(tmp_path: Path) -> None:
    """A share of the inner nodes and one of the visited nodes would: their difference is the number of leaves."""
    stated = {"format": "gametree-problem/1", "id": "p", "kind": "alpha-beta", "tree": TREE}
    stated["ask"] = ["values", "visited", "leaves-evaluated"]
    problem = put(tmp_path / "p.json", json.dumps(stated))
    answers = {"values": {"root": -5}, "visited": ["lhs"], "leaves-evaluated": 0}
    submission = put(tmp_path / "s.json", json.dumps({"answers": {"p": answers}}))
    for format_ in ("json", "gradescope"):
        ran = run("grade", submission, "-p", problem, "--reveal", "verdicts", "--format", format_)
        assert "0.3333" not in ran.out
    page = tmp_path / "out"
    run("grade", submission, "-p", problem, "--reveal", "verdicts", "--html", "--out", page)
    (html,) = (file.read_text("utf-8") for file in page.rglob("*.html"))
    assert not re.search(r"0\.33|1/3|of 3 right", html)
    assert "left something out" in html


# --- Problems whose answers are unmistakable ------------------------------------------------------

TREE = {
    "id": "root",
    "max": [
        {"id": "lhs", "move": "go-lhs", "min": [{"id": "p1", "value": "70001"}, {"id": "p2", "value": "80002"}]},
        {
            "id": "right",
            "move": "go-right",
            "min": [{"id": "p3", "value": "60003"}, {"id": "cut-here", "max": [{"id": "cut-leaf", "value": "1"}]}],
        },
    ],
}
SECRET_PROBLEMS: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {
    "alpha-beta": (
        {
            "tree": TREE,
            "ask": [
                "value",
                "best-move",
                "values",
                "principal-variation",
                "pruned",
                "visited",
                "leaves-evaluated",
                "windows",
                "cutoffs",
            ],
        },
        {
            "value": 1,
            "best-move": "go-right",
            "values": {"right": 2},
            "principal-variation": ["root", "right", "p3"],
            "pruned": ["p3"],
            "visited": ["root", "p3"],
            "leaves-evaluated": 900,
            "windows": {"right": [4, 5]},
            "cutoffs": [{"node": "p3", "alpha": 6, "beta": 7}],
        },
        ["70001", "60003", "go-lhs", "lhs", "p1", "p2", "cut-here"],
    ),
    "minimax": (
        {"tree": TREE, "ask": ["value", "best-move", "values", "principal-variation"]},
        {
            "value": 1,
            "best-move": "go-right",
            "values": {"right": 2, "root": None},
            "principal-variation": ["root", "right"],
        },
        ["70001", "go-lhs", "lhs", "p1", "cut-here"],
    ),
    "expectiminimax": (
        {
            "tree": {
                "id": "root",
                "max": [
                    {"id": "lhs", "chance": [{"id": "p1", "value": "10000"}, {"id": "p2", "value": "20002"}]},
                    {"id": "right", "chance": [{"id": "p3", "value": "3"}, {"id": "p4", "value": "4"}]},
                ],
            },
            "ask": ["value", "best-move", "values"],
        },
        {"value": 1, "best-move": "right", "values": {"right": 2}},
        ["15001", "7/2", "lhs"],
    ),
    "ucb": (
        {
            "children": [
                {"id": "given-arm", "total": "7", "visits": "10"},
                {"id": "secret-arm", "total": "9", "visits": "9"},
                {"id": "fresh-arm", "visits": "0"},
            ],
            "conventions": {"unvisited": "zero"},
        },
        {"scores": {"given-arm": 1}, "choice": "given-arm"},
        ["1.47", "1.81", "secret-arm", "fresh-arm"],
    ),
}


def graded_secret(tmp_path: Path, kind: str, answers: dict[str, Any], reveal: Reveal) -> Iterator[tuple[str, str]]:
    """Yield (name of the output, its text) for answers to the problem of a kind with unmistakable answers."""
    fields = SECRET_PROBLEMS[kind][0]
    problem = put(tmp_path / "p.json", json.dumps({"format": "gametree-problem/1", "id": "p", "kind": kind, **fields}))
    submission = put(tmp_path / "s.json", json.dumps({"student": "somebody", "answers": {"p": answers}}))
    for format_ in ("text", "json", *WITH_TREES):
        without_tree = (
            ("--tree-as", "none") if format_ in WITH_TREES else ()
        )  # the tree is the statement's, and looked at below
        ran = run("grade", submission, "-p", problem, "--format", format_, "--reveal", reveal.value, *without_tree)
        assert ran.code == 0
        yield format_, ran.out + ran.err
    [graded] = grade(str(submission), Bank(problem).find, Terms(reveal)).graded
    exercise = graded.exercise
    diagram = exercise.kind.draw(
        View(exercise.problem, exercise.solution if reveal is Reveal.EXPECTED else None, graded.attempt, graded.report)
    )[0]
    yield "diagram", said_in(diagram)


def said_in(diagram: Diagram) -> str:
    """Return everything that a diagram says beyond the tree of the statement."""
    return "\n".join(map(repr, (*(node.said for node in diagram.nodes if node.said), *diagram[2:])))


def found(said: str, secrets: list[str]) -> list[str]:
    """Return the secrets that a text tells."""
    return [secret for secret in secrets if secret in said]


@pytest.mark.parametrize("reveal", HIDING, ids=lambda reveal: reveal.value)
@pytest.mark.parametrize("kind", SECRET_PROBLEMS)
def test_no_secret_is_in_any_output(tmp_path: Path, kind: str, reveal: Reveal) -> None:
    _, answers, secrets = SECRET_PROBLEMS[kind]
    for output, said in graded_secret(tmp_path, kind, answers, reveal):
        assert (output, found(said, secrets)) == (output, [])


@pytest.mark.parametrize("kind", SECRET_PROBLEMS)
def test_every_secret_is_told_where_it_may_be(tmp_path: Path, kind: str) -> None:
    _, answers, secrets = SECRET_PROBLEMS[kind]
    for output, said in graded_secret(tmp_path, kind, answers, Reveal.EXPECTED):
        if output != "diagram":
            assert found(said, secrets) == secrets
        else:
            assert found(said, secrets)


@pytest.mark.parametrize("reveal", HIDING, ids=lambda reveal: reveal.value)
@pytest.mark.parametrize("kind", SECRET_PROBLEMS)
@pytest.mark.parametrize("answer", [None, [], {}, "x", "1/0"], ids=str)
def test_blank_empty_and_malformed_answers_tell_no_number(
    tmp_path: Path, kind: str, answer: Any, reveal: Reveal
) -> None:
    _fields, answers, secrets = SECRET_PROBLEMS[kind]
    numbers = [secret for secret in secrets if secret[0].isdigit()]
    for output, said in graded_secret(tmp_path, kind, dict.fromkeys(answers, answer), reveal):
        assert (output, found(said, numbers)) == (output, [])


@pytest.mark.parametrize("reveal", HIDING, ids=lambda reveal: reveal.value)
@pytest.mark.parametrize("kind", SECRET_PROBLEMS)
def test_the_drawing_shows_the_students_pruning_and_play_only(tmp_path: Path, kind: str, reveal: Reveal) -> None:
    fields, answers, _ = SECRET_PROBLEMS[kind]
    problem = put(tmp_path / "p.json", json.dumps({"format": "gametree-problem/1", "id": "p", "kind": kind, **fields}))
    submission = put(tmp_path / "s.json", json.dumps({"answers": {"p": answers}}))
    [graded] = grade(str(submission), Bank(problem).find, Terms(reveal)).graded
    drawn = graded_diagrams(graded)[0]
    bold = [node.id for node in drawn.nodes if node.bold]
    cut = [node.id for node in drawn.nodes if node.cut]
    assert bold == {"alpha-beta": ["right", "p3"], "ucb": ["given-arm"]}.get(kind, ["right"])
    assert cut == (["p3"] if kind == "alpha-beta" else [])
    listed = "wrongly pruned" if reveal is Reveal.VERDICTS else "listed, not judged"
    assert {node.branch.value for node in drawn.nodes} == {"kept", *[listed] * (kind == "alpha-beta")}


@pytest.mark.parametrize("answers", [{"pruned": []}, {"pruned": ["cut-here"]}, {"pruned": ["p1", "cut-leaf"]}], ids=str)
def test_drawings_at_none_do_not_depend_on_the_solution(tmp_path: Path, answers: dict[str, Any]) -> None:
    """The same answers to a tree that prunes elsewhere give the same branches, cuts and bold edges."""
    drawn = []
    for value in ("60003", "90009"):
        tree = json.loads(json.dumps(TREE).replace("60003", value))
        stated = {"format": "gametree-problem/1", "id": "p", "kind": "alpha-beta", "tree": tree, "ask": ["pruned"]}
        problem = put(tmp_path / f"{value}.json", json.dumps(stated))
        submission = put(tmp_path / "s.json", json.dumps({"answers": {"p": answers}}))
        [graded] = grade(str(submission), Bank(problem).find, Terms(Reveal.NONE)).graded
        drawn.append(
            [(node.id, node.branch, node.cut, node.bold, node.said) for node in graded_diagrams(graded)[0].nodes]
        )
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize(
    "answers", [{"pruned": ["p1"]}, {"cutoffs": [{"node": "lhs", "alpha": 1, "beta": 2}]}], ids=str
)
def test_verdicts_do_not_claim_that_something_is_missing_from_an_empty_answer(
    tmp_path: Path, answers: dict[str, Any]
) -> None:
    tree = json.loads(json.dumps(TREE).replace("60003", "90009"))  # nothing is pruned here
    stated = {"format": "gametree-problem/1", "id": "p", "kind": "alpha-beta", "tree": tree, "ask": list(answers)}
    problem = put(tmp_path / "p.json", json.dumps(stated))
    submission = put(tmp_path / "s.json", json.dumps({"answers": {"p": answers}}))
    ran = run("grade", submission, "-p", problem, "--reveal", "verdicts")
    assert "0 of 1 point" in ran.out
    assert "missing" not in ran.out


def test_a_slip_does_not_name_the_node_of_a_missing_entry(tmp_path: Path) -> None:
    stated = {"format": "gametree-problem/1", "id": "p", "kind": "alpha-beta", "tree": TREE, "ask": ["value", "values"]}
    problem = put(tmp_path / "p.json", json.dumps(stated))
    answers = {"value": 70001, "values": {"root": 70001, "right": 60003}}
    submission = put(tmp_path / "s.json", json.dumps({"answers": {"p": answers}}))
    ran = run("grade", submission, "-p", problem, "--reveal", "verdicts", "--format", "json")
    assert (
        ran.json["problems"][0]["slip"]
        == "One slip (values): all the rest that you answered is right, or follows from it."
    )
    wrong = answers | {"values": {"root": 70001, "right": 60004, "lhs": 70001}}
    submission = put(tmp_path / "s.json", json.dumps({"answers": {"p": wrong}}))
    ran = run("grade", submission, "-p", problem, "--reveal", "verdicts", "--format", "json")
    assert "(values, at right)" in ran.json["problems"][0]["slip"]


def test_show_does_not_solve_unless_it_is_asked_to() -> None:
    problem = STORE.find("minimax-textbook")
    assert not hasattr(problem, "message")
    kind, stated, solution, *_ = problem  # type: ignore[misc]
    assert isinstance(solution, Solution)
    assert not any(node.said for node in kind.draw(View(stated))[0].nodes)
    assert any(node.said for node in kind.draw(View(stated, solution))[0].nodes)
