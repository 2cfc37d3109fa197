"""An example in a template, or in a message on what cannot be judged, shows how an answer is written, and earns nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from banked import BANK
from conftest import report_of

from generators import certified
from generators.parameters import ClaimsParameters, ConstructParameters, Shape
from grader.grading.bank import bank_folders
from grader.kinds import Exercise
from grader.pages.sheet import answer_template

ASKED = [id_ for id_, folder in bank_folders().items() if Path(folder).parent.name in ("construct", "claims")]
REQUESTS = {
    "order": ("construct", ConstructParameters()),
    "values": ("construct", ConstructParameters(make="values")),
    "changes": ("construct", ConstructParameters(make="changes", shape=Shape((2, 2), (3, 3)))),
    "claims": ("claims", ClaimsParameters()),
}
_DRAWN = 6
_EXAMPLE = r"(\{[^}]*\}|\[\[.*\]\]|\[[^\]]+\])"


def earned_by_examples(exercise: Exercise) -> dict[str, object]:
    """Return what each example that a template or a message shows earns when it is handed in, by its text."""
    problem, found = exercise.problem, dict[str, object]()
    lines = answer_template([problem]).splitlines()
    for name in problem.ask:
        part = exercise.kind.parts[name]
        texts = [line for place, line in enumerate(lines) if line.strip().startswith(f"{name}:") or (lines[place + 1 : place + 2] or [""])[0].strip().startswith(f"{name}:")]  # fmt: skip
        texts += [part.example(problem)] if part.example else []
        for example in re.findall(_EXAMPLE, "\n".join(texts)):
            found[f"{name}: {example}"] = report_of(exercise, {name: yaml.safe_load(example)}).earned
    return found


@pytest.mark.parametrize("id_", ASKED)
def test_example_earns_nothing_on_a_problem_of_the_bank(id_: str) -> None:
    exercise = BANK.find(id_)
    assert isinstance(exercise, Exercise)
    found = earned_by_examples(exercise)
    assert found or exercise.kind.name == "claims"
    assert set(found.values()) <= {0}, found


@pytest.mark.parametrize("name", REQUESTS)
def test_example_earns_nothing_on_a_generated_problem(name: str) -> None:
    kind, request = REQUESTS[name]
    for seed in range(_DRAWN):
        exercise = certified(kind, request, str(seed)).exercise
        found = earned_by_examples(exercise)
        assert set(found.values()) <= {0}, found
