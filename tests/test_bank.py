"""The problem bank as a suite: every problem proves itself, and the proof notices what is wrong."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import oracle
import pytest
import students
import yaml
from second import second
from turns import in_turn

from grader.core.answers.run import has_many
from grader.core.documents import PROBLEM_LIMITS, parse_document, read_document, shape_faults
from grader.core.documents.strict import SUBMISSION_LIMITS
from grader.core.errors import Fault, ProblemError, SubmissionError
from grader.core.resources import resource
from grader.grading.bank import Bank, bank_folders, verify_problem
from grader.grading.bank import shipped_problems as shipped
from grader.grading.problem_files import is_problem, problem_files
from grader.kinds import KINDS, Exercise

FOLDERS = {id_: Path(folder) for id_, folder in bank_folders().items()}
MISCONCEPTIONS = """
    players-swapped all-max all-min averages-opponent level-swapped root-player-only strict-cutoff equality-cutoff
    no-deep-cutoffs no-pruning window-not-restored wrong-bound-updated prunes-trigger-leaf wrong-direction
    true-value-at-cutoff tie-through-bound bounds-at-chance-only other-windows-at alpha-beta-exchanged visited-by-level
    strict-in-cutoffs-only chance-as-min chance-as-max plain-mean sum-not-mean divides-again
    most-likely-only probabilities-shifted other-log constant-inside-root constant-omitted total-not-divided
    exploitation-only exploration-only child-visits-in-log visits-swapped unvisited-ignored
    strategy-for-both strategy-is-one-path labels-top-down trusts-minimax outcome-is-best-response
    redundant-by-state-only counts-every-node
    searches-to-the-end one-ply-short one-ply-deep other-depth-unit noise-ignored static-at-terminals weights-ignored
    signs-ignored bias-forgotten static-everywhere sign-not-switched
    ends-exchanged complement first-interval-only integers-forgotten
    other-perspective root-not-updated skips-expansion expands-last new-node-not-updated greedy-selection
    updates-new-node-only adds-whole-playout
    returned-value-is-known bounds-unused window-passed-through-chance
    window-not-divided unseen-counts-zero no-chance-cutoff bounds-cut-everywhere
    plays-unfinished keeps-the-order
    best-last largest-first-everywhere smallest-first-everywhere
"""
SUBMISSIONS = ("full.yaml", "partly-right.yaml", "wrong.yaml", "blank.yaml", "malformed.yaml")

problems = pytest.mark.parametrize("folder", FOLDERS.values(), ids=FOLDERS.keys())


@pytest.fixture(scope="module")
def store() -> Bank:
    """The shipped bank."""
    return Bank()


def test_bank_holds_at_least_20_problems_and_some_of_each_kind() -> None:
    assert len(FOLDERS) >= 20
    kinds = [folder.parent.name for folder in FOLDERS.values()]
    assert all(kinds.count(kind) >= 5 for kind in oracle.PARTS)
    on_disk = sorted(file.parent.name for file in resource("problem_bank").glob("*/*/problem.yaml"))
    assert (
        on_disk == sorted(FOLDERS) == sorted(shipped())
    )  # a list: of two folders with one id either would hide the other


@problems
def test_problem_proves_itself(folder: Path, store: Bank) -> None:
    assert verify_problem(folder, store) == []
    assert store.faults == []


@problems
def test_folder_holds_the_problem_its_answers_five_submissions_and_examples_of_misconceptions(folder: Path) -> None:
    assert sorted(file.name for file in folder.iterdir()) == ["expected.yaml", "problem.yaml", "submissions"]
    names = {file.name for file in (folder / "submissions").iterdir()}
    assert names >= set(SUBMISSIONS)
    kind = KINDS[folder.parent.name]
    examples = {f"{name}.yaml" for name in kind.wrong.names}
    assert names - set(SUBMISSIONS) <= examples
    expected = read_document(str(folder / "expected.yaml"), PROBLEM_LIMITS, ProblemError)
    assert shape_faults(expected, "expected") == []
    assert set(expected.data["marks"]) == names
    assert names - set(SUBMISSIONS) <= set(expected.data.get("diagnoses", {}))
    assert len(expected.data["worked"]) > 40


@problems
def test_submissions_earn_what_their_names_say(folder: Path, store: Bank) -> None:
    exercise = store.find(folder.name)
    assert isinstance(exercise, Exercise)
    marks = yaml.safe_load((folder / "expected.yaml").read_text(encoding="utf-8"))["marks"]
    earned = {name: oracle.number(marks[name]["earned"]) for name in SUBMISSIONS}
    possible = {oracle.number(marks[name]["possible"]) for name in SUBMISSIONS}
    assert possible == {exercise.problem.possible}
    assert earned["full.yaml"] == exercise.problem.solvable
    assert earned["blank.yaml"] == 0
    if not exercise.problem.ask:
        assert set(earned.values()) == {0}  # a person marks it
        return
    assert 0 < earned["partly-right.yaml"] < earned["full.yaml"]
    assert earned["wrong.yaml"] < earned["partly-right.yaml"]
    assert earned["malformed.yaml"] < earned["full.yaml"]


@pytest.mark.sweep
def test_every_misconception_of_the_design_is_recognised_on_an_example_of_its_own() -> None:
    """The names are those of docs/misconceptions.md; the examples were written by `bench/students`, not by the program."""
    recognised = set()
    for folder in FOLDERS.values():
        data = yaml.safe_load((folder / "expected.yaml").read_text(encoding="utf-8"))
        for file, names in data.get("diagnoses", {}).items():
            example = file.removesuffix(".yaml")
            assert example in names
            recognised.add(example)
    assert recognised == set(MISCONCEPTIONS.split())


@problems
def test_examples_of_misconceptions_are_what_an_independent_student_writes(folder: Path, store: Bank) -> None:
    exercise = store.find(folder.name)
    assert isinstance(exercise, Exercise)
    problem = exercise.document.data
    rules = students.rules_of(problem)
    for file in (folder / "submissions").iterdir():
        if file.name in SUBMISSIONS:
            continue
        given = read_document(str(file), SUBMISSION_LIMITS, SubmissionError).data["answers"][folder.name]
        written = [
            students.handed_in(problem, students.follow(problem, rule)) for rule in rules if rule[0] == file.stem
        ]
        assert given in [json.loads(json.dumps(answers), parse_int=str, parse_float=str) for answers in written]


@problems
def test_second_solver_gives_the_banks_answers_too(folder: Path, store: Bank) -> None:
    exercise = store.find(folder.name)
    assert isinstance(exercise, Exercise)
    found, expected = exercise.solve(), oracle.solve(exercise.document.data)
    for part in [part for part in found if has_many(exercise.kind.parts[part].form)]:
        own = second(exercise.kind.name)
        assert own.share(exercise.document.data, part, found.pop(part)) == 1  # many are right
        expected.pop(part)
    assert {part: answer for part, answer in found.items() if part != "scores"} == {
        part: answer for part, answer in expected.items() if part != "scores"
    }
    scores, others = (
        [one] if isinstance(one, dict) else one or [] for one in (found.get("scores"), expected.get("scores"))
    )
    for one, other in zip(scores, others, strict=True):
        assert one == pytest.approx(other) or "inf" in str(one)


@pytest.mark.sweep
@in_turn(4)
@problems
def test_second_solver_gives_the_banks_marks_too(folder: Path, store: Bank) -> None:
    exercise = store.find(folder.name)
    assert isinstance(exercise, Exercise)
    marks = yaml.safe_load((folder / "expected.yaml").read_text(encoding="utf-8"))["marks"]
    for file in sorted((folder / "submissions").iterdir()):
        if file.name == "malformed.yaml":  # the second solver is given what can be read
            continue
        given = read_document(str(file), SUBMISSION_LIMITS, SubmissionError).data["answers"].get(folder.name, {})
        earned = oracle.marks(exercise.document.data, given | _ranges_written_out(exercise, given))
        assert earned == {part: oracle.number(mark) for part, mark in marks[file.name]["parts"].items()}, file.name


def _ranges_written_out(exercise: Exercise, given: dict[str, Any]) -> dict[str, Any]:
    """Return ranges such as `x > 3/4` as lists of intervals, the one spelling that the second solver knows."""
    form, read = exercise.kind.parts["range"].form if "range" in given else None, exercise.grade(given).attempt
    return {} if form is None or read["range"] is None else {"range": form.write(exercise.problem, read["range"].value)}


@problems
def test_problem_says_where_it_comes_from(folder: Path) -> None:
    stated = yaml.load((folder / "problem.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    assert stated["id"] == folder.name
    assert stated["kind"] == folder.parent.name
    assert stated["title"]
    assert stated["source"]


@pytest.mark.parametrize("kind", KINDS)
def test_titles_of_a_kinds_problems_are_distinct(kind: str) -> None:
    folders = [folder for folder in FOLDERS.values() if folder.parent.name == kind]
    titles = {yaml.load((folder / "problem.yaml").read_bytes(), Loader=yaml.BaseLoader)["title"] for folder in folders}
    assert len(titles) == len(folders)


def test_bank_shows_every_part_and_every_choice_of_every_convention_but_the_default() -> None:
    asked: set[tuple[str, str]] = set()
    stated: set[tuple[str, str]] = set()
    for folder in FOLDERS.values():
        data = yaml.load((folder / "problem.yaml").read_bytes(), Loader=yaml.BaseLoader)
        asked |= {(data["kind"], part) for part in data.get("ask", KINDS[data["kind"]].asked)}
        stated |= {(name, str(value)) for name, value in data.get("conventions", {}).items()}
    assert asked == {(name, part) for name, kind in KINDS.items() for part in kind.answered}
    choices = {
        name: values
        for name, values in oracle.CHOICES.items()
        if name not in ("decimals", "exploration", "unvisited-mean", "significant")
    }
    assert {(name, value) for name, values in choices.items() for value in values[1:]} <= stated
    assert {"initial-window", "decimals", "exploration", "unvisited-mean"} <= {name for name, _ in stated}


# --- The proof notices what is wrong --------------------------------------------------------------


def changed(old: str, new: str, file: str = "expected.yaml") -> Callable[[Path], None]:
    """Return what replaces some text in a file of the folder."""

    def change(folder: Path) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")

    return change


def added(name: str) -> Callable[[Path], None]:
    """Return what adds a copy of a submission."""
    return lambda folder: shutil.copy(folder / "submissions" / "full.yaml", folder / "submissions" / name) and None


def removed(name: str) -> Callable[[Path], None]:
    """Return what removes a file."""
    return lambda folder: (folder / name).unlink()


def verified(tmp_path: Path, change: Callable[[Path], None], name: str = "fall-2014-final-q13") -> list[str]:
    """Return the mismatches of a copy of a problem after a change."""
    folder = tmp_path / name
    shutil.copytree(FOLDERS[name], folder)
    change(folder)
    return verify_problem(folder, Bank(folder / "problem.yaml"))


def test_copy_of_a_problem_proves_itself(tmp_path: Path) -> None:
    assert verified(tmp_path, lambda _: None) == []


@pytest.mark.parametrize(
    ("change", "mismatch"),
    [
        (changed("  value: 3", "  value: 4"), "value is 4, the solver says 3"),
        (changed("pruned: [G, H]", "pruned: [H, G]"), "pruned is"),
        (changed("values: {A: 3, B: 3, C: 2}", "values: {A: 3, B: 3}"), "values is"),
        (changed("  leaves-evaluated: 4\n", ""), "leaves-evaluated is None, the solver says 4"),
        (changed("{earned: 7/2, possible: 5", "{earned: 4, possible: 5"), "earned is 7/2, expected 4"),
        (changed("{earned: 5, possible: 5", "{earned: 5, possible: 6"), "possible is 5, expected 6"),
        (changed("pruned: 3/2", "pruned: 2"), "pruned earns 3/2, expected 2"),
        (changed("problem: fall-2014-final-q13", "problem: other"), "do not bear the same id"),
        (changed("format: gametree-expected/1", "format: gametree-expected/9"), "$.format"),
        (changed("[3, 12, 8]", "[1, 12, 8]", "problem.yaml"), "the solver says"),
        (changed("kind: alpha-beta", "kind: minimax", "problem.yaml"), "$.conventions.cutoff"),
        (changed("id: fall-2014-final-q13", "id: other", "problem.yaml"), ""),
        (changed("[players-swapped]", "[all-max]"), "names players-swapped, expected all-max"),
        (changed("[players-swapped]", "[]"), "names players-swapped, expected no misconception"),
        (changed("  players-swapped.yaml: [", "  other.yaml: ["), "other.yaml has a diagnosis but no marks"),
        (added("sixth.yaml"), "sixth.yaml has no marks in expected.yaml"),
        (removed("expected.yaml"), "cannot be read"),
        (removed("problem.yaml"), ""),
        (removed("submissions/wrong.yaml"), "is not a submission to this problem alone"),
        (
            changed("fall-2014-final-q13:", "chess-scores:", "submissions/full.yaml"),
            "is not a submission to this problem alone",
        ),
        (changed("answers:", "answer:", "submissions/full.yaml"), "is not a submission to this problem alone"),
    ],
)
def test_proof_notices_what_is_wrong(tmp_path: Path, change: Callable[[Path], None], mismatch: str) -> None:
    if mismatch == "":
        # The shipped problem of this id takes the place of the one that is gone: only a store without it can tell.
        folder = tmp_path / "nowhere"
        shutil.copytree(FOLDERS["fall-2014-final-q13"], folder)
        change(folder)
        found = verify_problem(folder, Bank())
        assert found[0].startswith('there is no problem "nowhere"')
        return
    found = verified(tmp_path, change)
    assert any(mismatch in said for said in found), found


def test_proof_compares_scores_to_nine_places(tmp_path: Path) -> None:
    name = "ucb-slide-wins"
    close = changed("A: 1.480323322440567", "A: 1.4803233224409")
    assert verified(tmp_path / "close", close, name) == []
    off = changed("A: 1.480323322440567", "A: 1.48032333")
    assert any("scores is" in said for said in verified(tmp_path / "off", off, name))


# --- Finding problems -----------------------------------------------------------------------------

PROBLEM = "{format: gametree-problem/1, id: %s, kind: minimax, tree: [1, 2]}"


def test_named_problem_wins_over_the_shipped_one_with_a_note(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(PROBLEM % "fall-2014-final-q13")
    store = Bank(file)
    found = store.find("fall-2014-final-q13")
    assert isinstance(found, Exercise)
    assert found.problem.kind == "minimax"
    assert store.find("fall-2014-final-q13") is found
    assert store.notes == [f'problem "fall-2014-final-q13" is taken from {file}, not from the shipped bank']
    assert store.id_of(str(file)) == "fall-2014-final-q13"
    assert store.id_of("other.yaml") is None


def test_same_id_twice_is_a_fault(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(PROBLEM % "mine")
    store = Bank(tmp_path)
    assert [fault.message for fault in store.faults] == [f'the id "mine" is also that of {tmp_path / "a.yaml"}']


def test_folder_is_searched_for_problems_alone(tmp_path: Path) -> None:
    (tmp_path / "week1" / ".git").mkdir(parents=True)
    (tmp_path / "week1" / "q.json").write_text(
        '{"kind": "ucb", "children": [{"id": "A", "visits": 0}], "id": "q", "format": "gametree-problem/1"}'
    )
    (tmp_path / "week1" / ".git" / "x.yaml").write_text(PROBLEM % "hidden")
    (tmp_path / "week1" / ".y.yaml").write_text(PROBLEM % "hidden")
    (tmp_path / "week1" / "notes.yaml").write_text("{anything: [1]}")
    (tmp_path / "week1" / "list.yaml").write_text("[1]")
    (tmp_path / "week1" / "broken.yaml").write_text("{")
    (tmp_path / "week1" / "readme.txt").write_text("{")
    store = Bank(tmp_path)
    assert isinstance(store.find("q"), Exercise)
    assert isinstance(store.find("hidden"), Fault)
    assert store.faults == []
    assert [note.partition(" ")[2] for note in store.notes] == ["cannot be read and was passed over"]
    assert [Path(file).name for file in problem_files(str(tmp_path))] == [
        "broken.yaml",
        "list.yaml",
        "notes.yaml",
        "q.json",
    ]


def test_problem_file_that_is_named_and_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "problem.yaml").write_text("{")
    for named in (tmp_path, tmp_path / "problem.yaml", tmp_path / "missing.yaml"):
        assert len(Bank(named, must_exist=False).faults) == 1


def test_wrong_problem_is_a_fault_once_and_a_reason_for_each_submission(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text((PROBLEM % "mine").replace("[1, 2]", "[x]"))
    store = Bank(file)
    for _ in range(2):
        found = store.find("mine")
        assert isinstance(found, Fault)
        assert found.message.startswith("the problem itself is wrong: ")
    assert len(store.faults) == 1


def test_unknown_problem_gets_a_suggestion() -> None:
    found = Bank().find("fall-2014-final-q14")
    assert found == Fault('there is no problem "fall-2014-final-q14"; did you mean "fall-2014-final-q13"?')


def test_warnings_of_a_problem_are_noted(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "{format: gametree-problem/1, id: mine, kind: ucb, parent-visits: 1, children: [{id: A, total: 1, visits: 2}]}"
    )
    store = Bank(file)
    store.find("mine")
    (note,) = store.notes
    assert note.startswith(str(file))
    assert note.endswith("parent-visits is 1, less than the 2 visits of the children together")


@pytest.mark.parametrize(
    ("content", "is_one"),
    [
        ("{format: gametree-problem/1}", True),
        ("{format: gametree-problem/2, tree: 3}", True),
        ("{kind: minimax, tree: 3}", True),
        ("{kind: ucb, children: []}", True),
        ("{kind: minimax}", True),
        ("{kind: draughts}", False),
        ("{answers: {q1: {}}}", False),
        ("[1]", False),
        ("text", False),
    ],
)
def test_document_is_a_problem_where_it_says_so_or_holds_a_game(content: str, *, is_one: bool) -> None:
    assert is_problem(parse_document(content.encode(), "x.yaml", ProblemError)) is is_one
