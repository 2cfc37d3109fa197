"""The front door of the library: what goes in and comes out, what is raised, and how things look in a notebook."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from banked import SOLVED_IDS

import generators
import grader
from generators import AlphaBetaParameters, MinimaxParameters, Question, UcbParameters, certified, generate, variants
from grader import (
    Bank,
    Exercise,
    ProblemError,
    SubmissionError,
    draw,
    grade,
    load_problem,
    read_answer,
    render,
    solve,
    statement,
    steps,
)
from grader.core.documents import Document, as_read, parse_document, shape_faults
from grader.core.documents.writing import to_yaml
from grader.core.errors import GradingError
from grader.core.resources import resource
from grader.kinds import write_problem

TREE = [[3, 12, 8], [2, 15, 6]]
PROBLEM: dict[str, object] = {
    "format": "gametree-problem/1",
    "id": "q1",
    "kind": "minimax",
    "tree": TREE,
    "ask": ["value", "values", "best-move"],
}
RIGHT: dict[str, object] = {"value": 3, "best-move": "B", "values": {"A": 3, "B": 3, "C": 2}}


@pytest.fixture
def exercise() -> Exercise:
    return load_problem(PROBLEM)


def test_problem_is_read_from_a_path_a_text_path_bytes_and_data(tmp_path: Path) -> None:
    file = tmp_path / "problem.yaml"
    file.write_text(to_yaml(PROBLEM), encoding="utf-8")
    ways: list[Any] = [file, str(file), file.read_bytes(), PROBLEM]
    first, *others = [load_problem(way).problem._replace(source="") for way in ways]
    assert all(other == first for other in others)


def test_submission_is_read_from_a_path_a_text_path_bytes_and_data(exercise: Exercise, tmp_path: Path) -> None:
    data = {"student": "ada", "answers": {"q1": RIGHT}}
    file = tmp_path / "answers.yaml"
    file.write_text(to_yaml(data), encoding="utf-8")
    ways: list[Any] = [file, str(file), file.read_bytes(), data]
    outcomes = [grader.grade(way, exercise) for way in ways]
    assert {outcome.earned for outcome in outcomes} == {3}
    assert {outcome.student for outcome in outcomes} == {"ada"}
    assert {exercise.grade(way).earned for way in ways[:3]} == {3}


@pytest.mark.parametrize("id_", SOLVED_IDS)
def test_answers_that_solve_returns_earn_all_marks_as_they_are(id_: str) -> None:
    exercise = Bank()[id_]
    graded = exercise.grade(solve(exercise))
    assert graded.earned == graded.possible == exercise.problem.possible


class Whole(int):
    """An integer of another library."""

    def __repr__(self) -> str:
        return "np.int64(3)"


class Real(float):
    """A float of another library."""

    def __repr__(self) -> str:
        return "np.float64(3.0)"


@pytest.mark.parametrize(
    "three", [3, 3.0, Fraction(3), Fraction(6, 2), Decimal("3.0"), "3", "6/2", Whole(3), Real(3)], ids=str
)
def test_numbers_of_python_are_numbers_of_an_answer(exercise: Exercise, three: object) -> None:
    graded = exercise.grade({"value": three, "values": {"A": three, "B": three, "C": 2}, "best-move": "B"})
    assert graded.earned == 3


def test_python_data_is_read_as_its_json_would_be() -> None:
    data = {"a": [1, 2.5, None, True, "x", []], "b": {"c": -7, "d": 1e-9}}
    assert as_read(data) == parse_document(json.dumps(data).encode(), "", GradingError).data


def test_tuples_sets_and_numbers_as_names_are_what_they_look_like() -> None:
    assert as_read({"pruned": {"H", "G"}, 1: (Fraction(1, 3), 10**5000)}) == {
        "pruned": ["G", "H"],
        "1": ["1/3", "1" + "0" * 5000],
    }


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"value": 3j}, "complex"),
        ({"value": b"3"}, "bytes"),
        ({"values": {1: 1, "1": 2}}, 'the key "1" stands here twice'),
        ({"values": {None: 1}}, "NoneType"),
        ({"value": "\ud800"}, "half of a letter"),
        ({"values": {"\udfff": 1}}, "half of a letter"),
    ],
)
def test_data_that_no_document_can_hold_is_refused_with_its_place(
    exercise: Exercise, answers: dict[str, object], said: str
) -> None:
    with pytest.raises(SubmissionError) as raised:
        exercise.grade(answers)
    (fault,) = raised.value.faults
    assert said in fault.message
    assert fault.path[:2] == ("answers", "q1")
    assert str(fault).startswith("given data $.answers.q1.")


def test_data_that_holds_itself_is_refused(exercise: Exercise) -> None:
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(SubmissionError, match="nested deeper"):
        exercise.grade({"value": loop})


@pytest.mark.parametrize("value", ["x", float("nan"), [3], {"a": 1}, "1" * 2000])
def test_what_is_wrong_inside_an_answer_makes_that_part_malformed(exercise: Exercise, value: object) -> None:
    graded = exercise.grade({**RIGHT, "value": value})
    assert graded.earned == 2
    assert [entry.verdict for entry in graded.report.parts[0].entries] == ["malformed"]


def test_problem_that_is_wrong_raises_with_every_fault() -> None:
    with pytest.raises(ProblemError) as raised:
        load_problem({**PROBLEM, "ask": ["vale"], "points": {"value": -1}, "kinds": 1})
    assert {fault.path[0] for fault in raised.value.faults} == {"ask", "points", "kinds"}


def test_problem_file_that_is_not_there_raises() -> None:
    with pytest.raises(ProblemError, match=r"nowhere.yaml: .*No such file"):
        load_problem("nowhere.yaml")


def test_a_bank_of_a_path_at_which_there_is_nothing_raises_and_names_it(tmp_path: Path) -> None:
    (tmp_path / "week3").mkdir()
    with pytest.raises(ProblemError, match=r"wek3: there is no such file or folder"):
        Bank(tmp_path / "week3", tmp_path / "wek3")


def test_only_without_require_is_refused_as_nothing_would_count(exercise: Exercise) -> None:
    with pytest.raises(ValueError, match="only goes with require"):
        grader.grade({"answers": {"q1": {"value": 3}}}, exercise, only=True)


@pytest.mark.parametrize("submission", ["nowhere.yaml", b"answers: 3", {"answers": 3}, b"\xff", {}])
def test_submission_that_cannot_be_read_raises(exercise: Exercise, submission: Any) -> None:
    with pytest.raises(SubmissionError):
        grader.grade(submission, exercise)


def test_answers_to_another_problem_and_no_answers_raise(exercise: Exercise) -> None:
    with pytest.raises(SubmissionError, match="there are no answers to q1"):
        exercise.grade(b"answers: {q2: {value: 3}}")
    with pytest.raises(SubmissionError, match="expected a mapping"):
        exercise.grade(b"answers: {q1: 3}")


def test_bank_has_named_problems_before_shipped_ones_and_says_what_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "q1.yaml").write_text(to_yaml(PROBLEM), encoding="utf-8")
    bank = Bank(tmp_path)
    assert bank.ids[0] == "q1"
    assert "minimax-textbook" in bank
    assert list(Bank(tmp_path, shipped=False)) == ["q1"]
    assert repr(Bank(tmp_path, shipped=False)) == "<Bank: 1 problem>"
    with pytest.raises(ProblemError, match='did you mean "minimax-textbook"'):
        bank["minimax-textbok"]


def test_bank_raises_all_that_is_wrong_with_a_problem(tmp_path: Path) -> None:
    (tmp_path / "q1.yaml").write_text(to_yaml({**PROBLEM, "ask": ["vale"], "kinds": 1}), encoding="utf-8")
    with pytest.raises(ProblemError) as raised:
        Bank(tmp_path)["q1"]
    assert len(raised.value.faults) == 2


def test_several_exercises_are_graded_together_and_an_unknown_one_is_not_graded(exercise: Exercise) -> None:
    other = load_problem({**PROBLEM, "id": "q2"})
    outcome = grader.grade({"answers": {"q1": RIGHT, "q2": {}, "q3": {}}}, [exercise, other])
    assert [graded.report.id for graded in outcome.problems] == ["q1", "q2"]
    assert [left.id for left in outcome.not_graded] == ["q3"]
    assert (outcome.earned, outcome.possible) == (3, 6)


def test_reports_are_those_of_the_command_line(exercise: Exercise) -> None:
    file = resource("problem_bank") / "alpha-beta" / "four-ply-trace" / "submissions" / "partly-right.yaml"
    outcome = grader.grade(Path(str(file)))
    assert "four-ply-trace" in render(outcome)
    assert render(outcome, "html").startswith("<!DOCTYPE html>")
    assert json.loads(render(outcome, "json"))["source"] == str(file)


@pytest.mark.parametrize("form", ["text", "html", "json"])
def test_marks_of_one_problem_are_rendered_too(exercise: Exercise, form: Any) -> None:
    assert "q1" in render(exercise.grade({"value": 4}), form)


def test_result_of_given_data_fits_its_schema_and_names_nobody(exercise: Exercise) -> None:
    for marked in (exercise.grade({"value": 4}), grader.grade({"answers": {"q1": RIGHT}}, exercise)):
        result = json.loads(render(marked, "json"))
        assert not shape_faults(Document("", result, "", b""), "result")
        assert "student" not in result


def test_statement_and_steps_are_those_of_the_problem(exercise: Exercise) -> None:
    assert "Problem id: q1" in statement(exercise)
    assert "value 3" not in statement(exercise)
    assert len(statement(exercise, solved=True)) > len(statement(exercise))
    assert steps(exercise)[-1].sentence


def test_drawings_have_their_forms_and_a_solved_one_says_more(exercise: Exercise) -> None:
    assert draw(exercise).startswith("<?xml")
    assert draw(exercise, "dot").startswith("digraph")
    assert draw(exercise, "png")[:4] == b"\x89PNG"
    assert draw(exercise, "pdf")[:4] == b"%PDF"
    assert len(draw(exercise, solved=True)) > len(draw(exercise))
    assert "you wrote 4" in draw(exercise.grade({"value": 4}))


def test_letters_that_a_picture_cannot_show_are_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    exercise = load_problem({**PROBLEM, "title": "木"})
    with pytest.warns(UserWarning, match="shows boxes"):
        draw(exercise, "png")


def test_everything_is_printed_as_one_readable_line(exercise: Exercise) -> None:
    outcome = grader.grade({"student": "a\u202eb", "answers": {"q1": {"value": 3}}}, exercise)
    assert repr(exercise) == "<Exercise q1 (minimax): value, values, best-move; 3 points>"
    assert repr(outcome) == "<Outcome a\\u202eb: 1 of 3 points>"
    assert repr(outcome.problems[0]) == "<Graded q1: 1 of 3 points>"
    assert repr(certified("ucb", UcbParameters(), "1")).startswith("<Generated ucb-")
    assert solve(exercise)["values"] == {"A": 3, "B": 3, "C": 2}


def test_notebooks_see_the_tree_and_the_marks(exercise: Exercise) -> None:
    assert "<svg" in (exercise._repr_svg_() or "")
    outcome = grader.grade({"student": "<b>eve", "answers": {"q1": {"value": "<i>"}}}, exercise)
    for shown in (outcome._repr_html_(), outcome.problems[0]._repr_html_()):
        assert '<img src="data:image/svg+xml;base64,' in shown
        assert "MAX A: no answer, expected 3; Value of the root: you wrote &lt;i&gt;, not judged" in shown
        assert "0 of 3 points" in shown
        assert "<i>" not in shown
        assert "<b>" not in shown


def test_tree_that_is_too_large_to_draw_is_still_shown() -> None:
    large = load_problem({**PROBLEM, "tree": [list(range(20)) for _ in range(20)]})
    assert large._repr_svg_() is None
    assert "too large to be drawn" in large.grade({"value": 3})._repr_html_()


@pytest.mark.parametrize("kind", generators.GENERATORS)
def test_generated_exercise_is_what_its_file_would_be(kind: str) -> None:
    parameters = generators.GENERATORS[kind].parameters()
    exercise, generated = generate(kind, parameters, "1"), certified(kind, parameters, "1")
    assert exercise.problem.id == generated.problem.id == generated.exercise.problem.id
    assert write_problem(exercise.kind, exercise.problem) == write_problem(exercise.kind, generated.problem)
    assert exercise.grade(solve(exercise)).earned == exercise.problem.possible
    text = to_yaml(write_problem(exercise.kind, exercise.problem))
    assert exercise.document.content == text.encode()
    assert solve(load_problem(text.encode())) == solve(exercise)


def test_variants_are_different_exercises_of_one_request() -> None:
    request = AlphaBetaParameters(question=Question(id="week5"))
    made = list(variants("alpha-beta", request, "7", 3))
    assert [generated.problem.id for generated in made] == ["week5-01", "week5-02", "week5-03"]
    assert len({repr(solve(generated.exercise)) for generated in made}) > 1
    assert made[0].exercise.grade(solve(made[0].exercise)).earned == made[0].problem.possible


def test_public_names_are_all_there_and_documented() -> None:
    for name in grader.__all__:
        assert getattr(grader, name) is not None
    assert sorted(grader.__all__) == list(dict.fromkeys(sorted(grader.__all__)))
    page = (Path(grader.__file__).parent.parent / "docs" / "library.md").read_text("utf-8")
    assert [name for name in grader.__all__ if f"`{name}" not in page and f" {name}" not in page] == []


def test_default_request_is_the_generators_own() -> None:
    assert generate("minimax", MinimaxParameters(), "x").kind.name == "minimax"


def test_which_problems_may_be_answered_is_told_of_one_that_is_not_among_them(exercise: Exercise) -> None:
    unshipped = Bank(shipped=False).find("minimax-textbook")
    assert str(unshipped) == 'there is no problem "minimax-textbook", expected none: no problem is given here'
    [fault] = grade({"answers": {"minimax-textbook": {"value": 3}}}, exercise).not_graded
    assert f'there is no problem "minimax-textbook", expected {exercise.problem.id}' in str(fault)


@pytest.mark.parametrize("policy", ["x", {"follow_through": 1}, None])
def test_what_is_no_policy_is_refused_with_what_there_is(exercise: Exercise, policy: Any) -> None:
    for refused in (lambda: exercise.grade({"value": 3}, policy=policy), lambda: grade(b"", exercise, policy=policy)):
        with pytest.raises(ValueError, match="is no policy, expected a Policy"):
            refused()


@pytest.mark.parametrize("require", [3, (3,), None])
def test_what_is_no_id_is_refused_where_it_is_required(exercise: Exercise, require: Any) -> None:
    with pytest.raises(ValueError, match="is no id of a problem"):
        grade({"answers": {}}, exercise, require=require)


def test_a_name_that_no_file_can_have_raises_as_a_file_that_is_not_there() -> None:
    with pytest.raises(ProblemError, match="cannot be read: no file has such a name"):
        load_problem("a\0b")


@pytest.mark.parametrize("text", ["", " \n", "# later", "null"])
def test_an_answer_of_nothing_is_refused_as_an_answer(text: str) -> None:
    with pytest.raises(SubmissionError, match=r"is empty, expected an answer, as 3 or \[A, B\]"):
        read_answer(text)


def test_what_is_no_document_is_refused_as_what_cannot_be_read(exercise: Exercise) -> None:
    no_document: Any
    for no_document in ([3], None, 3):
        said = f"a value of the type {type(no_document).__name__} stands here, expected a mapping, or a file's name or bytes"
        with pytest.raises(SubmissionError, match=said):
            exercise.grade(no_document)
        with pytest.raises(ProblemError, match=said):
            load_problem(no_document)


def test_what_is_too_large_names_no_option_of_the_command_line(exercise: Exercise, tmp_path: Path) -> None:
    (tmp_path / "large.yaml").write_text("#" * 70_000, "utf-8")
    large: Any
    for large in ({"value": "1" * 70_000}, b"#" * 70_000, tmp_path / "large.yaml"):
        with pytest.raises(SubmissionError) as failure:
            exercise.grade(large)
        assert failure.value.faults[0].message == "is larger than 65,536 bytes, which is the limit"


def test_problems_are_named_by_their_documents_too(tmp_path: Path) -> None:
    problem = {"format": "gametree-problem/1", "id": "p", "kind": "minimax", "tree": [3, 5], "ask": ["value"]}
    (tmp_path / "p.yaml").write_text(json.dumps(problem), "utf-8")
    answers = {"answers": {"p": {"value": 5}}}
    for named in (problem, str(tmp_path / "p.yaml"), tmp_path / "p.yaml", json.dumps(problem).encode(), [problem]):
        assert grade(answers, named).earned == 1
    with pytest.raises(ProblemError, match="cannot be read"):
        grade(answers, "not-there.yaml")
