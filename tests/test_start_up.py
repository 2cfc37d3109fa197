"""Grading one file is mostly start-up: what a right submission does not need is not imported, nor compiled."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from grader.grading.bank import bank_folders

pytestmark = pytest.mark.apart

_RIGHT = bank_folders()["four-ply-trace"] / "submissions" / "full.yaml"
_GRADE = """
import sys
from grader.cli.grade import grade
try:
    grade([sys.argv[1]])
except SystemExit:
    modules = dict(sys.modules)
    import json
    print(json.dumps({name: getattr(module, "__file__", None) for name, module in modules.items()}), file=sys.stderr)
"""
_NOT_NEEDED = [
    "grader.grading.diagnosis",
    "grader.core.documents.mending",
    "grader.core.documents.writing",
    "grader.kinds.trees.follow_through",
    "grader.kinds.trees.picture",
    "grader.kinds.trees.search_misconceptions",
    "grader.kinds.trees.misconceptions",
    "grader.kinds.ucb",
    "generators",
    "jinja2",
    "rjsmin",
    "jsonschema_rs",
]


@pytest.fixture(scope="module")
def loaded() -> dict[str, str]:
    """Return the modules that the program has imported once a right submission is graded, with their files."""
    done = subprocess.run([sys.executable, "-c", _GRADE, str(_RIGHT)], capture_output=True, text=True, check=True)
    modules: dict[str, str] = json.loads(done.stderr)
    return modules


@pytest.mark.parametrize("name", _NOT_NEEDED)
def test_a_right_submission_does_not_wait_for(name: str, loaded: dict[str, str]) -> None:
    assert name not in loaded


def test_named_tuples_on_the_way_to_the_marks_have_real_annotations(loaded: dict[str, str]) -> None:
    # As text each field would be compiled by itself when its class is made: a tenth of the time of our own imports.
    ours = {name: Path(file).read_text("utf-8") for name, file in loaded.items() if name.startswith("grader")}
    late = [name for name, text in ours.items() if "(NamedTuple" in text and "from __future__ import annot" in text]
    assert len(ours) > 50
    assert not late
