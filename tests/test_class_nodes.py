"""How much of a class has each node right: counted again from the results themselves, over random classes."""

from __future__ import annotations

import io
import json
import random
from collections import Counter
from typing import Any

import oracle
import pytest
import yaml
from made_results import read_results

from grader import grade, load_problem, render
from grader.core.answers.reports import Reveal
from grader.core.documents.json_lines import RESULT_LIMITS
from grader.core.numbers import read_number
from grader.course.report import ClassReport, class_report
from grader.course.report.tallies import NodeTally
from grader.grading.bank import bank_folders
from grader.grading.read_results import Result

IDS = ("four-ply-trace", "minimax-four-plies", "expecti-fall-2005-q7", "ucb-slide-wins", "tie-any")
GIVEN_WRONG = ("wrong", "extra", "follow-through")


def results_of(id_: str, students: int, seed: int, reveal: Reveal = Reveal.EXPECTED) -> list[dict[str, Any]]:
    """Return what was found of a class that answers at random, at times with the right number."""
    draw = random.Random(f"{id_} {seed}")
    data = yaml.safe_load((bank_folders()[id_] / "problem.yaml").read_text("utf-8"))
    exercise = load_problem(bank_folders()[id_] / "problem.yaml")
    right = exercise.solve()
    made = []
    for place in range(students):
        answers = oracle.random_answers(draw, data)
        answers |= {part: answer for part, answer in right.items() if draw.random() < 0.3}
        outcome = grade({"student": f"s{place}", "answers": {id_: answers}}, exercise, reveal=reveal)
        made.append(json.loads(render(outcome, "json")))
    return made


def report_on(results: list[dict[str, Any]]) -> ClassReport:
    """Return the report on the results, read as a file of them is."""
    content = "".join(json.dumps(one) + "\n" for one in results).encode()
    read = [one for one in read_results(io.BytesIO(content), "r", RESULT_LIMITS) if isinstance(one, Result)]
    assert len(read) == len(results)
    return class_report(read, [], 5)


def entries_of(results: list[dict[str, Any]], place: int, at: str | None) -> list[list[dict[str, Any]]]:
    """Return for each student the entries of one part at one node."""
    parts = [one["problems"][0]["parts"][place]["entries"] for one in results]
    return [[entry for entry in entries if entry.get("node") == at] for entries in parts]


def number(text: str) -> object:
    """Return a number for texts that are one, so that 4 and 4.0 are one answer."""
    try:
        return read_number(text)
    except ValueError:
        return text


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("id_", IDS)
def test_shares_are_those_that_a_plain_recount_finds(id_: str, seed: int) -> None:
    results = results_of(id_, 25, seed)
    problem = report_on(results).problems[0]
    for place, part in enumerate(problem.parts):
        assert part.told == len(results)
        named = {entry.get("node") for one in results for entry in one["problems"][0]["parts"][place]["entries"]}
        assert {tally.node for tally in part.nodes} <= named
        for tally in part.nodes:
            students = entries_of(results, place, tally.node)
            assert tally.right == sum(any(one["verdict"] == "correct" for one in entries) for entries in students)
            wrong = Counter(
                given
                for entries in students
                for given in {
                    number(one["given"]) for one in entries if one["verdict"] in GIVEN_WRONG and "given" in one
                }
            )
            assert [one.students for one in tally.wrong] == sorted(wrong.values(), reverse=True)[:5]
            assert all(wrong[number(one.given)] == one.students for one in tally.wrong)


@pytest.mark.parametrize("id_", IDS)
def test_results_that_hold_marks_alone_tell_of_no_node(id_: str) -> None:
    hidden = results_of(id_, 4, 0, Reveal.NONE)
    for part in report_on(hidden).problems[0].parts:
        assert part.told < 4  # a blank part is said even so
        assert part.nodes == ()


def test_a_student_counts_once_at_a_node() -> None:
    result = results_of("four-ply-trace", 1, 0)[0]
    entry = {"node": "s0", "given": "9", "expected": "8", "verdict": "wrong", "earned": 0, "possible": 1, "message": ""}
    result["problems"][0]["parts"][0]["entries"] = [entry, entry, {**entry, "given": "9.0"}]
    (tally,) = report_on([result]).problems[0].parts[0].nodes
    assert isinstance(tally, NodeTally)
    assert (tally.node, tally.right, [one.students for one in tally.wrong]) == ("s0", 0, [1])


def test_a_problem_knows_from_which_files_it_was_graded() -> None:
    results = results_of("tie-any", 3, 0)
    assert len(report_on(results).problems[0].digests) == 1
    results[1]["provenance"]["problems"]["tie-any"] = "sha256:" + "0" * 64
    assert len(report_on(results).problems[0].digests) == 2
