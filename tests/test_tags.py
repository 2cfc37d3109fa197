"""Tags of problems: read from every kind, told to those who choose problems, and in nothing that is made of a problem."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from banked import KINDS_OF_BANK, ids_of, stated
from console import run
from exported_files import exported_files
from quizzes import write_quiz

from generators import content_of
from grader.core.documents import open_source
from grader.core.documents.strict import SUBMISSION_LIMITS
from grader.core.documents.writing import to_yaml
from grader.core.errors import ProblemError
from grader.kinds import KINDS, Exercise, read_exercise, write_problem
from grader.platforms.question_items import FORMATS, alone

TAGS = ["zzq-trap", "deep-cutoff", "7"]


def read(document: dict[str, Any]) -> Exercise:
    return read_exercise(open_source(to_yaml(document).encode(), SUBMISSION_LIMITS, ProblemError), KINDS)


@pytest.mark.parametrize("kind", sorted(KINDS_OF_BANK))
def test_a_problem_of_any_kind_has_tags_and_is_the_same_without_them(kind: str) -> None:
    plain = {name: field for name, field in stated(ids_of(kind)[0]).items() if name != "tags"}
    tagged, bare = read({**plain, "tags": TAGS}), read(plain)
    assert (tagged.problem.tags, bare.problem.tags) == (tuple(TAGS), ())
    assert tagged.solve() == bare.solve()
    assert content_of(tagged.problem) == content_of(bare.problem)
    assert write_problem(tagged.kind, tagged.problem) == write_problem(bare.kind, bare.problem)


def test_everything_wrong_with_tags_is_told_at_once() -> None:
    document = {**stated("deep-cutoff"), "tags": ["Deep", "a" * 41, "game", "x y"], "titel": "x"}
    with pytest.raises(ProblemError) as refused:
        read(document)
    assert [fault.path for fault in refused.value.faults] == [("tags", 0), ("tags", 1), ("tags", 3), ("titel",)]
    assert "expected a tag: 1 to 40 of the letters a to z, digits and -" in refused.value.faults[0].message


def with_members(files: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield files with the members of those that are zips, by their names."""
    for name, content in files.items():
        yield name, content
        if zipfile.is_zipfile(io.BytesIO(content)):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                yield from with_members({f"{name}/{one}": archive.read(one) for one in archive.namelist()})


def telling(folder: Path) -> set[str]:
    """Return which files below the folder, or in zips there, tell a tag."""
    files = {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    return {name for name, content in with_members(files) if TAGS[0].encode() in content}


@pytest.mark.parametrize("format_", FORMATS)
def test_no_export_tells_a_tag(format_: str) -> None:
    exercise = read({**stated("deep-cutoff"), "tags": TAGS})
    files = exported_files(format_, [alone(exercise)])
    as_bytes = {name: one if isinstance(one, bytes) else one.encode() for name, one in files.items()}
    assert [name for name, content in with_members(as_bytes) if TAGS[0].encode() in content] == []


@pytest.mark.parametrize("variants", ["per-student", "shared"])
def test_nothing_that_is_handed_out_and_no_problem_of_the_key_tells_a_tag(tmp_path: Path, variants: str) -> None:
    tagged = "{kind: minimax, tree: [[3, 5], [2, 9]], tags: [zzq-trap]}"
    exercises = (
        f"{{id: q1, problem: {tagged}}}",
        "{id: q2, file: own.yaml}",
        "{id: q3, generate: {kind: alpha-beta, like: own.yaml}}",
    )
    quiz = write_quiz(tmp_path / "quiz", variants, 2, exercises=exercises)
    own = {**stated("deep-cutoff"), "tags": TAGS}
    (quiz.parent / "own.yaml").write_text(to_yaml(own))
    for name, options in (("out", ()), ("zipped", ("--zip",))):
        assert run("quiz", "build", quiz, "--out", tmp_path / name, "--jobs", 1, *options).code == 0
        assert telling(tmp_path / name) == {"key/quiz.yaml", "key/files/own.yaml"}  # as they were written
    student = "s001" if variants == "per-student" else ""
    folder = tmp_path / "out" / (f"students/{student}" if student else "sheet")
    blank = (folder / "answers.yaml").read_text()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "s001.yaml").write_text(blank)
    assert run("grade", tmp_path / "in", "--quiz", tmp_path / "out", "--html", "--out", tmp_path / "results").code == 0
    assert telling(tmp_path / "results") == set()
    assert run("quiz", "practice", quiz, "--out", tmp_path / "practice" / "page.html").code == 0
    assert telling(tmp_path / "practice") == set()


def test_no_command_that_makes_files_of_a_problem_tells_a_tag(tmp_path: Path) -> None:
    file = tmp_path / "own" / "own.yaml"
    file.parent.mkdir()
    file.write_text(to_yaml({**stated("deep-cutoff"), "tags": TAGS}))
    said = [
        run("show", file),
        run("show", file, "--solved"),
        run("solve", file, "--format", "json"),
        run("trace", file),
    ]
    said += [
        run("handout", file, "--out", tmp_path / "handout"),
        run("trace", file, "--html", "--out", tmp_path / "steps"),
        run("generate", "alpha-beta", "--like", file, "--count", 2, "--out", tmp_path / "like"),
    ]
    assert [(one.code, one.err) for one in said if one.code] == []
    assert all(TAGS[0] not in one.out + one.err for one in said)
    assert telling(tmp_path) == {"own/own.yaml"}
