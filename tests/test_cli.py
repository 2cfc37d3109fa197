"""The command line: help, exit codes and their order, formats, files, and the same bytes on every run."""

from __future__ import annotations

import hashlib
import json
import math
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from console import ROOT, put, run, run_apart
from jsonschema import Draft202012Validator

from grader.bank import bank_folders, shipped
from grader.cli.grade import grade as grade_command
from grader.cli.main import gametree
from grader.conventions import FIELDS
from grader.documents.shape import explainer, validator
from grader.kinds import KINDS
from grader.names import distinct, file_stem
from grader.version import __version__

PROBLEM = "format: gametree-problem/1\nid: q1\nkind: minimax\ntree: [[3, 12], [2, 4]]\npoints: {value: 2}\n"
WRONG_PROBLEM = "format: gametree-problem/1\nid: wrong\nkind: expectiminimax\ntree: {chance: [{p: 0.99, value: 1}]}\n"
RIGHT = "answers: {q1: {value: 3, best-move: B, values: {A: 3, B: 3, C: 2}}}\n"
HALF = "answers: {q1: {value: 3}}\n"
BROKEN = "answers: [\n"
TO_WRONG = "answers: {wrong: {value: 1}}\n"
BANK = {id_: Path(folder) for id_, folder in bank_folders().items()}
FORMATS = ("svg", "png", "pdf", "dot")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with problems and submissions of every sort."""
    put(tmp_path / "problems/q1.yaml", PROBLEM)
    put(tmp_path / "problems/wrong.yaml", WRONG_PROBLEM)
    for name, content in {"right": RIGHT, "half": HALF, "broken": BROKEN, "to-wrong": TO_WRONG}.items():
        put(tmp_path / f"{name}.yaml", content)
    return tmp_path


def grade(folder: Path, *args: object) -> Any:
    """Return what `grade` makes of the arguments, with the folder's problems."""
    return run("grade", *args, "-p", folder / "problems")


def files(folder: Path) -> list[str]:
    """Return every file in the folder, by its path below it."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def valid(schema: str, data: Any) -> bool:
    """Return whether the data, as another program reads it, has the shape of the shipped schema."""
    explaining = explainer(schema)
    assert isinstance(explaining, Draft202012Validator)
    return not list(explaining.iter_errors(data))


def commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command of the group with the words that call it."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, (*path, name))


COMMANDS = dict(commands(gametree))


# --- Help -----------------------------------------------------------------------------------------


def test_the_group_holds_the_commands_of_the_design() -> None:
    assert set(gametree.commands) == {
        "grade",
        "solve",
        "show",
        "validate",
        "bank",
        "conventions",
        "generate",
        "misconceptions",
        "report",
        "schema",
        "trace",
        "help",
    }
    bank = gametree.commands["bank"]
    assert isinstance(bank, click.Group)
    assert set(bank.commands) == {"list", "show", "verify"}


def test_gametree_grade_is_the_same_object_as_grade() -> None:
    assert gametree.commands["grade"] is grade_command


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_explains_itself(path: tuple[str, ...]) -> None:
    ran = run(*path, "--help")
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.startswith(f"Usage: {' '.join(('gametree', *path))} ")
    assert COMMANDS[path].help
    for option in COMMANDS[path].params:
        if isinstance(option, click.Option):
            assert option.opts[0] in ran.out


@pytest.mark.parametrize("path", [path for path in COMMANDS if path], ids=" ".join)
def test_every_command_shows_examples(path: tuple[str, ...]) -> None:
    help_text = run(*path, "--help").out
    name = {("grade",): "grade", ("bank", "show"): "gametree show"}.get(path, f"gametree {' '.join(path)}")
    assert f"  {name}" in help_text.partition("Examples:")[2]


def test_help_of_grade_lists_the_exit_codes() -> None:
    help_text = " ".join(run("grade", "--help").out.split())
    assert "0 graded, whatever the marks; 2 wrong usage" in help_text
    assert "Where several apply: 2, 4, 3, 5." in help_text


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_option_has_a_help_text(path: tuple[str, ...]) -> None:
    assert all(option.help for option in COMMANDS[path].params if isinstance(option, click.Option))


@pytest.mark.parametrize("path", [("grade",), ()], ids=" ".join)
def test_the_version_is_told(path: tuple[str, ...]) -> None:
    ran = run(*path, "--version")
    assert (ran.code, __version__ in ran.out) == (0, True)


# --- Exit codes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["right.yaml"], 0),
        (["half.yaml"], 0),
        (["half.yaml", "--fail-under", "50"], 0),
        (["half.yaml", "--fail-under", "51"], 5),
        (["right.yaml", "--fail-under", "100"], 0),
        (["right.yaml", "half.yaml", "--fail-under", "100"], 5),
        (["broken.yaml"], 3),
        (["broken.yaml", "right.yaml"], 3),
        (["broken.yaml", "half.yaml", "--fail-under", "100"], 3),
        (["broken.yaml", "--fail-under", "100"], 3),
        (["to-wrong.yaml"], 4),
        (["to-wrong.yaml", "broken.yaml", "half.yaml", "--fail-under", "100"], 4),
        (["half.yaml", "--require", "wrong"], 4),
        (["half.yaml", "--require", "nowhere"], 3),
        (["half.yaml", "--dot", "--out", "half.yaml/below"], 2),
        (["to-wrong.yaml", "broken.yaml", "half.yaml", "--dot", "--out", "half.yaml/x", "--fail-under", "100"], 2),
        (["right.yaml", "--out", "feedback"], 2),
        (["right.yaml", "--dot"], 2),
        (["right.yaml", "--html"], 2),
        (["right.yaml", "--out", "right.yaml", "--dot"], 2),
        (["right.yaml", "--fail-under", "101"], 2),
        (["right.yaml", "--fail-under", "-1"], 2),
        (["right.yaml", "--fail-under", "half"], 2),
        (["right.yaml", "--format", "xml"], 2),
        (["right.yaml", "--reveal", "all"], 2),
        (["right.yaml", "--nonsense"], 2),
        (["right.yaml", "--problems", "nowhere"], 2),
        (["right.yaml", "--max-submission-bytes", "0"], 2),
        ([], 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_grade_ends_with_the_most_serious_code(
    folder: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], code: int
) -> None:
    monkeypatch.chdir(folder)
    ran = run("grade", *args, "-p", "problems")
    assert ran.code == code
    if code != 2 and "right.yaml" in args:
        assert "4 of 4 points" in ran.out  # whatever happens to the others


def test_fail_under_must_be_a_number(folder: Path) -> None:
    assert grade(folder, folder / "right.yaml", "--fail-under", "nan").code == 2


def test_fail_under_is_compared_exactly(folder: Path) -> None:
    put(folder / "problems/thirds.yaml", "format: gametree-problem/1\nid: thirds\nkind: minimax\ntree: [1, 2]\n")
    third = put(folder / "third.yaml", "answers: {thirds: {value: 2}}\n")
    assert grade(folder, third, "--fail-under", "33.33").code == 0
    assert grade(folder, third, "--fail-under", "33.34").code == 5


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["solve", "q1"], 0),
        (["solve", "nowhere"], 4),
        (["solve", "q1", "wrong"], 4),
        (["solve"], 2),
        (["show", "q1"], 0),
        (["show", "nowhere"], 4),
        (["show", "q1", "--out", "x"], 2),
        (["validate", "right.yaml"], 0),
        (["validate", "broken.yaml"], 3),
        (["validate", "right.yaml", "problems/wrong.yaml", "broken.yaml"], 4),
        (["validate", "nowhere.yaml"], 3),
        (["validate"], 2),
        (["bank"], 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_the_other_commands_end_with_these_codes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], code: int
) -> None:
    monkeypatch.chdir(folder)
    named = ["-p", "problems"] if len(args) > 1 else []
    assert run(*args, *named).code == code


# --- Reports --------------------------------------------------------------------------------------


def test_several_submissions_are_one_object_a_line_in_the_order_of_their_names(folder: Path) -> None:
    ran = grade(folder, *(folder / f"{name}.yaml" for name in ("half", "broken", "right")), "--format", "json")
    assert [line["gradable"] for line in ran.lines] == [True, False, True]
    assert [line.get("earned") for line in ran.lines] == [2, None, 4]
    assert [Path(line["source"]).stem for line in ran.lines] == ["half", "broken", "right"]


def test_one_submission_is_one_line(folder: Path) -> None:
    assert len(grade(folder, folder / "half.yaml", "--format", "json").lines) == 1


@pytest.mark.parametrize("reveal", ["none", "verdicts", "expected"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_result_of_the_bank_fits_the_schema_and_sums_up(kind: str, reveal: str) -> None:
    submissions = [
        path
        for folder in BANK.values()
        if folder.parent.name == kind
        for path in sorted((folder / "submissions").iterdir())
    ]
    ran = run("grade", *submissions, "--format", "json", "--reveal", reveal)
    assert len(ran.lines) == len(submissions) > 4
    for line in ran.lines:
        assert validator("result").is_valid(line)  # a test of the gate holds the other validator to the same verdict
        if line["gradable"]:
            assert math.isclose(line["earned"], sum(problem["earned"] for problem in line["problems"]), abs_tol=1e-3)
            for problem in line["problems"]:
                assert math.isclose(problem["earned"], sum(part["earned"] for part in problem["parts"]), abs_tol=1e-3)
                assert math.isclose(
                    problem["possible"], sum(part["possible"] for part in problem["parts"]), abs_tol=1e-3
                )


def test_every_sort_of_result_fits_the_schema(folder: Path) -> None:
    odd = put(folder / "odd.yaml", 'student: "010"\nanswers: {q1: {value: x, extra: 1}, nowhere: {}, wrong: {}}\n')
    ran = grade(
        folder,
        odd,
        folder / "broken.yaml",
        folder / "missing.yaml",
        "--format",
        "json",
        "--require",
        "minimax-textbook",
    )
    assert ran.code == 4
    assert [valid("result", line) for line in ran.lines] == [True, True, True]
    assert ran.lines[0]["student"] == "010"
    assert [problem["id"] for problem in ran.lines[0]["problems"]] == ["q1", "minimax-textbook"]
    assert [problem["id"] for problem in ran.lines[0]["problems_not_graded"]] == ["nowhere", "wrong"]


def test_required_problems_count_even_where_they_are_left_out(folder: Path) -> None:
    ran = grade(folder, folder / "half.yaml", "--require", " minimax-textbook ,q1,", "--format", "json")
    assert (ran.code, ran.json["earned"], ran.json["possible"]) == (0, 2, 7)
    assert {entry["verdict"] for part in ran.json["problems"][1]["parts"] for entry in part["entries"]} == {"blank"}


def test_stdout_carries_the_report_and_stderr_the_rest(folder: Path) -> None:
    put(folder / "problems/minimax-textbook.yaml", PROBLEM.replace("q1", "minimax-textbook"))
    unknown = put(folder / "s.yaml", "answers: {nowhere: {}, minimax-textbook: {value: 3}}\n")
    ran = grade(folder, unknown, "--format", "json")
    assert ran.lines[0]["possible"] == 4
    assert 'there is no problem "nowhere"' in ran.err
    assert 'problem "minimax-textbook" is taken from' in ran.err
    assert "not from the shipped bank" in ran.err


def test_each_complaint_is_made_once(folder: Path) -> None:
    ran = grade(folder, folder / "to-wrong.yaml", folder / "to-wrong.yaml")
    assert ran.err.count("sum to 99/100") <= 3
    wrong = [line for line in ran.err.splitlines() if "the problem itself is wrong" not in line]
    assert len(wrong) == len(set(wrong))


def test_provenance_names_the_bytes_that_were_graded(folder: Path) -> None:
    provenance = grade(folder, folder / "right.yaml", "--format", "json").json["provenance"]
    assert provenance == {
        "grader": __version__,
        "problems": {"q1": "sha256:" + hashlib.sha256(PROBLEM.encode()).hexdigest()},
        "submission": "sha256:" + hashlib.sha256(RIGHT.encode()).hexdigest(),
    }


def test_two_processes_give_the_same_bytes(folder: Path) -> None:
    submissions = [sorted((path / "submissions").iterdir())[index % 4] for index, path in enumerate(BANK.values())]
    for format_ in ("text", "json", "gradescope"):
        outs = set()
        for seed in ("0", "1", "4242"):
            done = run_apart("grade", *submissions[::4], "--format", format_, env={"PYTHONHASHSEED": seed}, cwd=folder)
            outs.add((done.returncode, done.stdout, done.stderr))
        assert len(outs) == 1


def test_nothing_is_written_but_below_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before = files(folder)
    for args in (
        ["grade", "right.yaml", "-p", "problems"],
        ["solve", "q1", "-p", "problems"],
        ["show", "minimax-textbook"],
        ["validate", "right.yaml"],
    ):
        run(*args)
    assert files(folder) == before
    assert run("grade", "right.yaml", "-p", "problems", "--dot", "--out", "out").code == 0
    assert files(folder) == sorted([*before, "out/right/q1.dot"])


# --- Files ----------------------------------------------------------------------------------------


def test_every_submission_has_a_folder_of_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    put(folder / "other/right.yaml", HALF)
    put(folder / "other/RIGHT.yml", HALF)
    named = ["right.yaml", "./other/right.yaml", "other/RIGHT.yml", "half.yaml", "right.yaml"]
    assert run("grade", *named, "-p", "problems", "--dot", "--out", "out").code == 0
    written = files(folder / "out")
    assert len({name.casefold() for name in written}) == len(named)
    assert {"half/q1.dot", "right/q1.dot", "other-right/q1.dot"} <= set(written)


@pytest.mark.parametrize(
    ("source", "stem"),
    [
        ("../../etc/passwd", "passwd"),
        ("..", "submission"),
        ("-", "-"),
        ("/", "submission"),
        (".hidden", "hidden"),
        ("con.yaml", "_con"),
        ("NUL", "_NUL"),
        ("a b;c|d.yaml", "a_b_c_d"),
        ("Ü\u202e\x1b.yaml", "submission"),
        ("x" * 300, "x" * 80),
        ("$(reboot).yaml", "reboot"),
        ("李小龙.yaml", "submission"),
    ],
)
def test_file_names_are_harmless(source: str, stem: str) -> None:
    assert file_stem(source) == stem


def test_file_names_are_distinct_in_any_case() -> None:
    made = distinct(["a", "A", "a-2", "a", "b"])
    assert len({name.casefold() for name in made}) == 5
    assert made[0] == "a"
    assert made[-1] == "b"


def test_files_of_problems_with_dots_in_their_ids_keep_apart(folder: Path) -> None:
    for id_ in ("week.1", "week.2", "WEEK.1"):
        put(folder / f"problems/{id_}.yaml", PROBLEM.replace("q1", id_))
    submission = put(folder / "s.yaml", "answers: {week.1: {}, week.2: {}, WEEK.1: {}}\n")
    assert grade(folder, submission, "--dot", "--out", folder / "out").code == 0
    assert len(files(folder / "out")) == 3


def test_files_bear_the_whole_id_of_their_problem(folder: Path) -> None:
    put(folder / "problems/week.yaml", PROBLEM.replace("q1", "week.1"))
    run("show", "week.1", "-p", folder / "problems", "--dot", "--out", folder / "out")
    assert files(folder / "out") == ["week.1.dot"]


@pytest.mark.parametrize("ids", [("week.1", "week.2"), ("week", "WEEK")])
def test_show_writes_a_file_for_each_problem(folder: Path, ids: tuple[str, str]) -> None:
    for id_ in ids:
        put(folder / f"problems/{id_}.yaml", PROBLEM.replace("q1", id_))
    assert run("show", *ids, "-p", folder / "problems", "--dot", "--out", folder / "out").code == 0
    written = files(folder / "out")
    assert len({name.casefold() for name in written}) == 2


def test_a_file_is_there_whole_or_not_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from grader.cli.files import write_file

    put(folder / "out/a.txt", "before")
    seen: list[str] = []

    def fail(source: str, target: Path) -> None:
        seen.append(Path(source).read_text())
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="No space left"):
        write_file(folder / "out/a.txt", "after")
    assert seen == ["after"]
    assert files(folder / "out") == ["a.txt"]
    assert (folder / "out/a.txt").read_text() == "before"


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of Unix")
def test_files_can_be_read_by_everyone(folder: Path) -> None:
    grade(folder, folder / "right.yaml", "--dot", "--out", folder / "out")
    assert (folder / "out/right/q1.dot").stat().st_mode & 0o777 == 0o644


# --- solve, show, validate ------------------------------------------------------------------------


@pytest.mark.parametrize("id_", BANK)
def test_solve_handed_back_earns_full_marks(id_: str, tmp_path: Path) -> None:
    solved = run("solve", id_, "--format", "json")
    assert solved.code == 0
    assert valid("solution", solved.json)
    assert (solved.json["problem"], solved.json["format"]) == (id_, "gametree-solution/1")
    handed = {
        "json.json": json.dumps({"answers": {id_: solved.json["answers"]}}),
        "text.yaml": run("solve", id_).out,
    }
    for name, content in handed.items():
        ran = run("grade", put(tmp_path / name, content), "--format", "json")
        assert (ran.code, ran.json["earned"]) == (0, ran.json["possible"])
        assert ran.json["possible"] > 0


def test_solve_of_several_problems_is_an_array_and_its_text_one_submission(tmp_path: Path) -> None:
    ids = list(shipped())
    solved = run("solve", *ids, "--format", "json")
    assert valid("solution", solved.json)
    assert [solution["problem"] for solution in solved.json] == ids
    ran = run("grade", put(tmp_path / "all.yaml", run("solve", *ids).out), "--format", "json")
    assert (ran.code, ran.json["earned"]) == (0, ran.json["possible"])
    assert len(ran.json["problems"]) == len(ids)


def test_solve_reads_a_file_and_says_all_parts_that_the_problem_has(folder: Path) -> None:
    solved = run("solve", folder / "problems/q1.yaml", "--format", "json")
    assert solved.json["answers"] == {
        "value": 3,
        "best-move": "B",
        "values": {"A": 3, "B": 3, "C": 2},
        "principal-variation": ["A", "B", "D"],
    }


HOSTILE_IDS = [
    "a b",
    '"',
    "\\",
    "#",
    ": ",
    "- a",
    "null",
    "~",
    "true",
    "<<",
    "*a",
    "&a",
    "!x",
    "%a",
    "@",
    "`",
    "😀",
    "\u202eabc",
    "[",
    "{",
    "'",
]


@pytest.mark.parametrize("node", [*HOSTILE_IDS, "x" * 100])
def test_solve_handed_back_earns_full_marks_with_hostile_ids(tmp_path: Path, node: str) -> None:
    assert_solution_earns_full_marks(tmp_path, "q", node)


@pytest.mark.parametrize("node", ["a\u2028b", "a \u2029 b", "a\ufffeb", "a\uffff"])
def test_solve_handed_back_earns_full_marks_with_letters_that_yaml_does_not_take(tmp_path: Path, node: str) -> None:
    assert_solution_earns_full_marks(tmp_path, "q", node)


@pytest.mark.parametrize("id_", ["-", "---", "...", ".", "010", "1.0", "no", "Null", "x" * 100])
def test_solve_handed_back_earns_full_marks_whatever_the_problem_is_called(tmp_path: Path, id_: str) -> None:
    assert_solution_earns_full_marks(tmp_path, id_, "x")


@pytest.mark.parametrize("id_", ["null", "true", "false"])
def test_solve_handed_back_earns_full_marks_though_the_problem_is_called_null(tmp_path: Path, id_: str) -> None:
    assert_solution_earns_full_marks(tmp_path, id_, "x")


def assert_solution_earns_full_marks(tmp_path: Path, id_: str, node: str) -> None:
    """Check both forms of the solution of a problem with such an id and such a node."""
    tree = {"id": "root", "max": [{"id": "b", "value": "1"}, {"id": node, "min": ["2", "3"]}]}
    stated = {"format": "gametree-problem/1", "id": id_, "kind": "minimax", "tree": tree}
    stated["ask"] = ["value", "best-move", "values", "principal-variation"]
    problem = put(tmp_path / "p.json", json.dumps(stated))
    answers = run("solve", problem, "--format", "json").out.partition('"answers": ')[2].rstrip()[:-1]
    for name, content in {
        "a.json": f'{{"answers": {{"{id_}": {answers}}}}}',
        "b.yaml": run("solve", problem).out,
    }.items():
        ran = run("grade", put(tmp_path / name, content), "-p", problem, "--format", "json")
        assert (ran.code, ran.json.get("earned")) == (0, 4)


def test_show_tells_the_statement_without_the_answer(folder: Path) -> None:
    ran = run("show", "q1", "-p", folder / "problems")
    assert ran.code == 0
    assert "Problem id: q1" in ran.out
    assert "value: the value of the root (one number); 2 points" in ran.out
    assert "Conventions:" in ran.out
    solved = run("show", "q1", "-p", folder / "problems", "--solved")
    assert solved.out != ran.out


@pytest.mark.parametrize("id_", BANK)
def test_show_words_every_problem_of_the_bank(id_: str) -> None:
    ran = run("bank", "show", id_)
    assert ran.code == 0
    assert f"Problem id: {id_}" in ran.out
    assert "Hand in:" in ran.out


def test_validate_says_what_is_right(folder: Path) -> None:
    ran = run("validate", folder / "problems/q1.yaml", folder / "right.yaml", "-p", folder / "problems")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        f"{folder / 'problems/q1.yaml'}: problem q1 (minimax) is right",
        f"{folder / 'right.yaml'}: can be graded: 1 problem, 3 parts; this says nothing about marks",
    ]


def test_validate_says_everything_that_is_wrong_and_gives_no_marks(folder: Path) -> None:
    bad = put(folder / "bad.yaml", "answers:\n  q1:\n    value: x\n    values: {Z: 1}\n    vlaue: 3\n  nowhere: {}\n")
    ran = run("validate", bad, "-p", folder / "problems")
    assert ran.code == 3
    assert len(ran.out.splitlines()) == 4
    assert 'there is no problem "nowhere"' in ran.out
    assert '$.answers.q1.value (q1, value): "x" is not allowed here' in ran.out
    assert '$.answers.q1.values.Z (q1, values, Z): there is no node "Z"' in ran.out
    assert 'did you mean "value"?' in ran.out
    assert "points" not in ran.out


def test_validate_sorts_what_is_wrong_by_place(folder: Path) -> None:
    bad = put(folder / "bad.yaml", "answers:\n  q1:\n    value: x\n    vlaue: 3\n  nowhere: {}\n")
    ran = run("validate", bad, "-p", folder / "problems")
    lines = [int(said.split(":")[1].split()[0]) for said in ran.out.splitlines()]
    assert lines == sorted(lines)


@pytest.mark.parametrize("id_", BANK)
def test_validate_finds_every_problem_of_the_bank_right(id_: str) -> None:
    assert run("validate", BANK[id_] / "problem.yaml").code == 0


# --- bank, conventions ----------------------------------------------------------------------------


def test_bank_list_names_every_problem() -> None:
    ran = run("bank", "list")
    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.splitlines()] == list(BANK)
    stated = run("bank", "list", "--format", "json").json
    assert [problem["id"] for problem in stated] == list(BANK)
    assert all(set(problem["ask"]) <= set(KINDS[problem["kind"]].parts) for problem in stated)


@pytest.mark.parametrize("kind", KINDS)
def test_bank_list_can_be_narrowed_to_a_kind(kind: str) -> None:
    assert {problem["kind"] for problem in run("bank", "list", "--kind", kind, "-f", "json").json} == {kind}


def test_bank_verify_proves_the_named_problems() -> None:
    ran = run("bank", "verify", "minimax-textbook", "ucb-one-log2")
    assert (ran.code, ran.out) == (0, "✓ minimax-textbook\n✓ ucb-one-log2\n2 of 2 problems proved\n")


def test_bank_verify_of_an_unknown_problem_is_exit_4() -> None:
    ran = run("bank", "verify", "nowhere")
    assert ran.code == 4
    assert 'there is no problem "nowhere" in the bank' in ran.err


def copied(folder: Path, id_: str = "minimax-textbook", new_id: str = "copy") -> Path:
    """Return a bank that holds a copy of one shipped problem under another id."""
    target = folder / "bank" / BANK[id_].parent.name / new_id
    for file in BANK[id_].rglob("*.yaml"):
        put(target / file.relative_to(BANK[id_]), file.read_text(encoding="utf-8").replace(id_, new_id))
    return folder / "bank"


def test_another_bank_can_be_proved(folder: Path) -> None:
    ran = run("bank", "verify", "--bank", copied(folder))
    assert (ran.code, ran.out) == (0, "✓ copy\n1 of 1 problems proved\n")


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("expected.yaml", "value: 3", "value: 4", "value is 4, the solver says 3"),
        ("expected.yaml", "full.yaml: {earned: ", "full.yaml: {earned: 1", "earned is "),
        ("submissions/extra.yaml", "", "answers: {copy: {}}\n", "extra.yaml has no marks in expected.yaml"),
        ("submissions/blank.yaml", "answers", "answer", "is not a submission to this problem alone"),
        ("expected.yaml", "problem: copy", "problem: other", "do not bear the same id"),
        ("expected.yaml", "marks:", "makrs:", "marks is missing"),
    ],
)
def test_bank_verify_finds_what_does_not_fit(folder: Path, file: str, old: str, new: str, says: str) -> None:
    bank = copied(folder)
    path = bank / "minimax/copy" / file
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    assert old in before
    put(path, before.replace(old, new, 1) if old else new)
    ran = run("bank", "verify", "--bank", bank)
    assert ran.code == 5
    assert says in ran.out
    assert "0 of 1 problems proved" in ran.out


def test_bank_verify_of_a_wrong_problem_is_exit_4(folder: Path) -> None:
    bank = copied(folder)
    put(bank / "minimax/copy/problem.yaml", "format: gametree-problem/1\nid: copy\nkind: minimax\ntree: [x]\n")
    assert run("bank", "verify", "--bank", bank).code == 4


def test_bank_verify_never_proves_the_shipped_problem_in_place_of_the_named_one(folder: Path) -> None:
    bank = copied(folder, new_id="minimax-textbook")
    problem = bank / "minimax/minimax-textbook/problem.yaml"
    put(problem, problem.read_text(encoding="utf-8").replace("id: minimax-textbook", "id: other"))
    assert run("bank", "verify", "--bank", bank).code in (4, 5)


def test_conventions_are_all_listed() -> None:
    ran = run("conventions")
    assert (ran.code, ran.err) == (0, "")
    assert [line.partition(":")[0] for line in ran.out.splitlines() if line and line[0] != " "] == list(FIELDS)
    stated = run("conventions", "--format", "json").json
    assert [field["convention"] for field in stated] == list(FIELDS)
    assert all(field["kinds"] and field["why"] and field["values"] for field in stated)


@pytest.mark.parametrize("kind", KINDS)
def test_conventions_of_a_kind_are_its_own(kind: str) -> None:
    stated = run("conventions", kind, "--format", "json").json
    assert {field["convention"] for field in stated} == set(KINDS[kind].conventions)


def test_the_tests_run_the_code_of_this_folder() -> None:
    assert (ROOT / "grader/cli/main.py").is_file()
    done = run_apart("--version")
    assert (done.returncode, __version__.encode() in done.stdout) == (0, True)


def test_only_required_problems_are_marked_where_that_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    file.write_text("answers: {fall-2014-final-q13: {value: 3}, one-leaf: {value: 4}}\n", encoding="utf-8")
    ended = CliRunner().invoke(
        grade_command, [str(file), "--require", "fall-2014-final-q13", "--only", "--format", "json"]
    )
    result = json.loads(ended.stdout)
    assert ended.exit_code == 0
    assert [problem["id"] for problem in result["problems"]] == ["fall-2014-final-q13"]
    assert result["problems_not_graded"] == [
        {"id": "one-leaf", "reason": "is not part of this assignment and was not marked"}
    ]
    assert CliRunner().invoke(grade_command, [str(file), "--only"]).exit_code == 2


# --- The installed scripts ------------------------------------------------------------------------


def start(script: str, *args: object, before: str = "") -> subprocess.CompletedProcess[str]:
    """Return the completed process of an installed script, with some code run before it."""
    module, _, function = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"][
        script
    ].partition(":")
    code = f"{before}\nfrom {module} import {function}\n{function}()"
    run = [sys.executable, "-c", code, *map(str, args)]
    return subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


def test_both_scripts_print_all_and_end_with_their_code(tmp_path: Path) -> None:
    file = put(tmp_path / "answers.yaml", "answers: {fall-2014-final-q13: {value: 4}}\n")
    graded = start("grade", file, "--format", "json", "--fail-under", "99")
    assert (graded.returncode, json.loads(graded.stdout)["earned"]) == (5, 0)
    listed = start("gametree", "bank", "list", "--format", "json")
    assert (listed.returncode, len(json.loads(listed.stdout))) == (0, len(bank_folders()))
    assert start("grade", tmp_path / "missing.yaml").returncode == 3
    assert start("gametree", "solve", "nonsense").returncode not in (0, 1)
    assert "Usage" in start("grade", "--help").stdout


def test_a_script_that_fails_by_a_bug_shows_it_and_ends_with_1() -> None:
    bug = "import grader.cli.grade as module\nmodule.Bank = None"
    ended = start("grade", "missing.yaml", before=bug)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "TypeError" in ended.stderr


def test_what_waits_for_the_end_of_a_script_is_done() -> None:
    ended = start("gametree", "--version", before="import atexit; atexit.register(print, 'at the end')")
    assert (ended.returncode, ended.stdout.splitlines()[-1]) == (0, "at the end")


def test_importing_the_command_changes_nothing_in_the_process() -> None:
    code = "import gc, grader.cli.grade, grader.cli.main; assert gc.isenabled()"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


# --- Problems beside a submission -----------------------------------------------------------------

BONUS = "format: gametree-problem/1\nid: bonus\nkind: minimax\ntree: [1]\npoints: {value: 995}\n"


@pytest.fixture
def mallory(tmp_path: Path) -> Path:
    """Return the folder of a student who hands in an exercise of his own."""
    put(tmp_path / "mallory/problem.yaml", BONUS)
    put(tmp_path / "mallory/answers.yaml", "answers: {bonus: {value: 1}, one-leaf: {value: 5}}\n")
    return tmp_path / "mallory"


def test_a_problem_from_beside_the_submission_is_named_on_stderr(mallory: Path) -> None:
    ran = run("grade", mallory / "answers.yaml")
    assert f'problem "bonus" is taken from {mallory / "problem.yaml"}, beside the submission' in ran.err
    assert "--problems" in ran.err


def test_required_problems_leave_none_to_be_brought_along(mallory: Path) -> None:
    ran = run("grade", mallory / "answers.yaml", "--require", "one-leaf", "--format", "json")
    assert ran.code == 3
    assert [problem["id"] for problem in ran.json["problems"]] == ["one-leaf"]
    assert 'there is no problem "bonus"' in ran.json["problems_not_graded"][0]["reason"]


def test_a_required_problem_is_found_beside_the_submission(mallory: Path) -> None:
    ran = run("grade", mallory / "answers.yaml", "--require", "bonus", "--format", "json")
    assert {problem["id"] for problem in ran.json["problems"]} == {"bonus", "one-leaf"}


def test_a_named_file_with_a_wrong_problem_is_exit_4_even_where_nobody_answers_it(folder: Path, tmp_path: Path) -> None:
    wrong = put(tmp_path / "alone.yaml", WRONG_PROBLEM)
    right = put(tmp_path / "q1.yaml", PROBLEM)
    file = put(tmp_path / "answers.yaml", RIGHT)
    for command in ("grade", "validate"):
        ran = run(command, file, "-p", right, "-p", wrong)
        assert ran.code == 4
        assert "sum" in ran.err


def test_a_result_with_an_empty_problem_id_fits_its_schema(tmp_path: Path) -> None:
    ran = run("grade", put(tmp_path / "s.yaml", 'answers: {"": {}}\n'), "--format", "json")
    assert ran.json["problems_not_graded"][0]["id"] == ""
    assert not list(explainer("result").iter_errors(ran.json))
