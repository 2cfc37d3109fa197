"""Questions in words alone: `kind: text`, `ask: []`, what is handed out and kept back, and what a person's marks make of a student's page."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from answers_in_words import HOSTILE
from banked import BANK, ids_of
from class_runs import files_of
from console import Ran, put, run
from quizzes import SECRET, build_quiz, perfect
from test_text_parts import alone, as_table, filled, read

from grader import statement
from grader.core.errors import GradingError, ProblemError
from grader.core.games.text_question import TEXT
from grader.course.quiz import read_secret
from grader.course.quiz.built import open_build
from grader.course.quiz.rekey import rekey
from grader.course.quiz.sheets import read_stated
from grader.kinds import KINDS
from grader.pages.answer_page import Heading, write_answer_page
from grader.pages.sheet import make_sheet
from grader.pages.sheet_page import write_markdown, write_page
from grader.platforms.notebook import notebook_files
from grader.platforms.question_items import Pool, Wishes

ALONE = sorted(id_ for kind, record in KINDS.items() if not record.answered for id_ in ids_of(kind))


@pytest.mark.parametrize("id_", ALONE)
def test_a_question_alone_leaves_nothing_empty_on_any_sheet(id_: str) -> None:
    exercise = BANK[id_]
    problem = exercise.problem
    assert exercise.diagrams() == exercise.diagrams(solved=True) == ()
    for sheet in (make_sheet([problem]), make_sheet([problem], solutions=[exercise.solution])):
        for written in (write_page(sheet), write_markdown(sheet), write_answer_page([problem], Heading("x"))):
            body = written.partition("<body")[2] or written
            text = re.sub(r"<script.*?</script>|<!--.*?-->", "", body, flags=re.DOTALL)
            for nothing in (
                "<figure",
                "<svg",
                "tree as text",
                "What counts here",
                "Step by step",
                "Conventions",
                "<p></p>",
            ):
                assert nothing not in text
    said = statement(exercise)
    assert "Conventions" not in said
    assert "\n\n\n" not in said
    with pytest.raises(GradingError, match="has no drawing"):
        exercise.diagram()


def test_a_question_alone_needs_its_question_and_takes_nothing_else() -> None:
    stated = {"format": "gametree-problem/1", "id": "why", "kind": "text"}
    for more in ({}, {"text": {"prompt": "Why?"}, "tree": [1, 2]}, {"text": {"prompt": "Why?"}, "ask": []}):
        with pytest.raises(ProblemError):
            read({**stated, **more})
    assert read({**stated, "text": {"prompt": "Why?"}}).problem.possible == 1


def test_the_command_line_says_that_there_are_no_steps(tmp_path: Path) -> None:
    ran = run("trace", ALONE[0], "minimax-textbook", "--html", "--out", tmp_path)
    assert (ran.code, f"{ALONE[0]}: a person marks all that it asks" in ran.err) == (4, True)
    assert [file.name for file in tmp_path.iterdir()] == ["minimax-textbook-steps.html"]
    assert run("show", ALONE[0], "--format", "svg").code == 4
    assert run("solve", ALONE[0]).out == f'answers:\n  "{ALONE[0]}":\n'


def test_a_sheet_that_asks_for_words_alone_has_no_task_of_its_kind() -> None:
    exercise = alone()
    problem, task = exercise.problem, exercise.kind.task
    asking = read({**exercise.document.data, "ask": ["value"]}).problem
    for written in (write_page, write_markdown):
        assert task not in written(make_sheet([problem]))
        assert task in written(make_sheet([asking]))
    assert task not in write_answer_page([problem], Heading("x"))
    assert task in write_answer_page([asking], Heading("x"))
    assert "Click a node" not in write_answer_page([problem], Heading("x"))


def test_the_rubric_is_printed_with_the_solution_alone() -> None:
    exercise = alone()
    assert "Rubric of text:\n  - 2.5 points: names the bound" in statement(exercise, solved=True)
    assert "names the bound" not in statement(exercise)
    assert "Rubric of text:\n  - 1 point: " in run("show", ALONE[0], "--solved").out
    assert "Rubric" not in run("show", ALONE[0]).out


def test_a_notebook_has_a_cell_for_words() -> None:
    pools = [Pool("q", "", (exercise,)) for exercise in (alone(), BANK["minimax-textbook"])]
    [(_, content)] = notebook_files(pools, Wishes())
    cells = json.loads(content)["cells"]
    assert [cell["cell_type"] for cell in cells] == ["markdown"] * 4 + ["code"]
    assert "double-click here and write" in cells[2]["source"]
    assert "below `text: |`" in cells[2]["source"]
    assert "names the bound" not in content


# a class

EXERCISES = (
    f"{{id: q1, bank: {ALONE[0]}}}",
    "{id: q2, bank: minimax-textbook, points: 3, text: {prompt: Why?, points: 2}}",
)


@pytest.fixture(scope="module")
def class_(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a quiz and the hand-ins of three students, one of whose words cannot be read."""
    folder = tmp_path_factory.mktemp("alone")
    built = open_build(str(build_quiz(folder, students=4, exercises=EXERCISES)))
    words = {"s001": ("Bounds.", "So."), "s002": ("x" * 10_001, [HOSTILE[0]]), "s003": ("", "Because.")}
    for student, answers in words.items():
        data = perfect(built, student)
        for id_, text in zip([*data["answers"]], answers, strict=True):
            data["answers"][id_] = {**data["answers"][id_], TEXT: text}
        put(folder / f"in/{student}.json", json.dumps(data))
    return folder


@pytest.fixture(autouse=True)
def in_folder(class_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(class_)


def grade(out: str, *options: object) -> Ran:
    return run("grade", "in", "--quiz", "build", "--out", out, "--html", *options)


def page_of(out: str, student: str) -> str:
    return Path(out, "feedback", student, "report.html").read_text("utf-8")


def totals(page: str) -> list[str]:
    """Return the marks that a page shows: of the sheet, beside it those of each problem, and at the head of each problem."""
    shown = re.findall(r'<(?:p class="total"|span class="marks")(?: data-of="[^>]*)?>(.*?)</(?:p|span)>', page)
    return [re.sub(r"<[^>]*>", "", one) for one in shown]


AS_MARKED = ("1 of 1", "1 of 1", "1 of 1")


def bars(page: str) -> list[str]:
    """Return how many hundredths each bar is filled; nothing where there is none."""
    shown = re.findall(r'<svg class="meter".*?>(.*?)</svg>', page)
    return [(re.findall(r'width="(\d+)"', one) or [""])[-1] for one in shown]


def test_the_head_of_a_students_page_says_the_marks_that_people_gave() -> None:
    assert grade("out").code == 0
    before, files = page_of("out", "s001"), files_of(Path("out"))
    assert totals(before) == [
        "3 of 9 points 6 points are marked by a person",
        "waits for a person",
        "3 of 5, 2 wait",
        "4 points wait for a person",
        "4 points, marked by a person",
        "3 of 5 points 2 points are marked by a person",
        *AS_MARKED,
        "2 points, marked by a person",
    ]
    rows = list(marking("out"))
    put(Path("marks.csv"), filled(rows, s001_q1="2.5"))
    assert grade("out", "--adjust", "marks.csv").code == 0
    page = page_of("out", "s001")
    assert totals(page)[:5] == [
        "5.5 of 9 points 2 points are marked by a person",
        "2.5 of 4",
        "3 of 5, 2 wait",
        "2.5 of 4 points",
        "2.5 of 4",
    ]
    assert "Marked by a person: Question 1: 2.5 points for your words. 2.5 points" in page
    assert ">Marked by a person: 2.5 of 4 points. 2.5 points" in page, "beside the words"
    assert page.count("This answer is marked by a person.<") == 1, "the other one waits"
    assert bars(page)[:2] == ["63", "60"]
    put(Path("marks.csv"), filled(rows, s001_q1="2.5", s001_q2="1"))
    assert grade("out", "--adjust", "marks.csv").code == 0
    assert totals(page_of("out", "s001")) == [
        "6.5 of 9 points",
        "2.5 of 4",
        "4 of 5",
        "2.5 of 4 points",
        "2.5 of 4",
        "4 of 5 points",
        *AS_MARKED,
        "1 of 2",
    ]
    assert grade("fresh", "--adjust", "marks.csv").code == 0
    assert files_of(Path("out")) == files_of(Path("fresh"))
    assert grade("out", "--fresh").code == 0
    assert files_of(Path("out")) == files


def test_what_waits_is_no_nought() -> None:
    assert grade("waits").code == 0
    assert bars(page_of("waits", "s001"))[:3] == ["", "60", ""]
    said = run("grade", "in/s001.json", "--quiz", "build").out
    assert "0 of 4 points" not in said
    assert ": 4 points are marked by a person" in said


def marking(out: str) -> list[dict[str, str]]:
    with Path(out, "marking.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_words_that_cannot_be_read_are_listed_below_those_to_mark() -> None:
    ran = grade("unread")
    assert "3 wait for a person" in ran.err
    page = Path("unread/marking.html").read_text("utf-8")
    [listed] = re.findall(r'<details class="unread">(.*?)</details>', page, re.DOTALL)
    assert "2 answers in words cannot be read: malformed" in listed
    q1, q2 = re.findall(r"<li>.*?</li>", listed)
    assert ">q1<" in q1
    assert ">s002<" in q1
    assert "has 10,001 characters, expected at most 10,000" in q1
    assert "x" * 50 in q1
    assert "x" * 500 not in page
    assert "a list is not allowed here" in q2
    assert "&lt;b&gt;markup" in q2
    assert "<b>markup" not in page
    assert [(row["exercise"], row["student"]) for row in marking("unread")] == [
        ("q1", "s001"),
        ("q2", "s001"),
        ("q2", "s003"),
    ]
    assert "graded" in next(
        line for line in Path("unread/gradebook.csv").read_text("utf-8").splitlines() if "s002" in line
    )


def test_a_page_lists_what_cannot_be_read_though_nothing_is_to_be_marked(class_: Path) -> None:
    put(class_ / "one/s002.json", (class_ / "in/s002.json").read_text("utf-8"))
    assert run("grade", "one", "--quiz", "build", "--out", "none", "--html").code == 0
    page = Path("none/marking.html").read_text("utf-8")
    assert "there is nothing to mark" in page
    assert "2 answers in words cannot be read" in page


def test_a_decision_gives_marks_for_words_that_cannot_be_read() -> None:
    told = {"exercise": "q1", "student": "s002", "part": TEXT, "set": "3", "by": "ta", "why": "read it in the mail"}
    put(Path("told.csv"), as_table([told]))
    assert grade("told", "--adjust", "told.csv").code == 0
    assert re.search(r"^s002,.*,3,3,6,9,66.7,graded,", Path("told/gradebook.csv").read_text("utf-8"), re.MULTILINE)


# a quiz that draws the tree, and one that is corrected

DRAWN = (
    "{id: q1, generate: {kind: alpha-beta, depth: 2, ask: []}, text: {prompt: Why?, points: 2, rubric: [{points: 2, says: OLD}]}}",
    "{id: q2, bank: minimax-textbook, text: {prompt: And this?}}",
    "{id: q3, generate: {kind: minimax, depth: 2}}",
)


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    """Return the build of a quiz with personal trees of which nothing is asked but words."""
    return build_quiz(tmp_path, students=3, exercises=DRAWN)


def corrected(build: Path, was: str, now: str) -> list[str] | None:
    """Make the key anew by a quiz in which this is put otherwise; return the exercises that changed."""
    file = build.parent / "quiz" / "quiz.yaml"
    assert was in file.read_text("utf-8")
    put(file, file.read_text("utf-8").replace(was, now))
    return rekey(read_stated(str(file), needs_class=False), read_secret(SECRET, ""), build)


def test_a_generated_tree_may_be_shown_and_words_alone_asked(drawn: Path) -> None:
    built = open_build(str(drawn))
    first = {ids[0] for ids in built.lock.sheets.values()}
    assert len(first) == 3
    trees = set()
    for id_ in first:
        problem = built.get(id_).problem
        assert (problem.ask, problem.parts, problem.possible) == ((), (TEXT,), 2)
        assert len(problem.game.ids) > 7
        trees.add(str(problem.stated["tree"]))
    assert len(trees) == 3


def test_an_empty_ask_without_words_is_refused_by_its_place(drawn: Path) -> None:
    with pytest.raises(ProblemError) as caught:
        corrected(drawn, ", text: {prompt: Why?, points: 2, rubric: [{points: 2, says: OLD}]}", "")
    [fault] = caught.value.faults
    assert "$.exercises[0].generate.ask: an empty list is not allowed here" in str(fault)


@pytest.mark.parametrize(
    ("was", "now", "exercise"),
    [("says: OLD", "says: NEW", "q1"), ("prompt: Why?", "prompt: Why so?", "q1"), ("And this?", "And that?", "q2")],
)
def test_what_a_question_in_words_says_can_be_corrected(drawn: Path, was: str, now: str, exercise: str) -> None:
    sheets = {file: file.read_bytes() for file in (drawn / "students").rglob("*.*")}
    assert sheets
    assert corrected(drawn, was, now) == [exercise]
    assert any(
        now.rsplit(": ", maxsplit=1)[-1] in file.read_text("utf-8") for file in (drawn / "key/problems").iterdir()
    )
    assert {file: file.read_bytes() for file in (drawn / "students").rglob("*.*")} == sheets


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (", text: {prompt: And this?}", ""),
        ("generate: {kind: minimax, depth: 2}}", "generate: {kind: minimax, depth: 2}, text: {prompt: New?}}"),
    ],
)
def test_a_question_in_words_cannot_come_or_go(drawn: Path, was: str, now: str) -> None:
    with pytest.raises(ProblemError, match="text was changed since the quiz was built"):
        corrected(drawn, was, now)


def test_a_problem_of_the_quiz_may_ask_nothing_but_the_question_beside_it(tmp_path: Path) -> None:
    shown = "{id: q6, problem: {kind: minimax, ask: [], tree: [[1, 2], [3, 4]]}"
    folder = build_quiz(tmp_path, students=2, exercises=[f"{shown}, text: {{prompt: Why?, points: 3}}}}"])
    built = open_build(str(folder))
    (problem,) = (built.get(id_).problem for id_ in built.ids)
    assert (problem.parts, problem.possible) == (("text",), 3)
    file = tmp_path / "quiz/quiz.yaml"
    put(file, file.read_text("utf-8").replace(", text: {prompt: Why?, points: 3}", ""))
    refused = run("quiz", "check", file)
    assert (
        "problem.ask: an empty list is not allowed here, expected a list of different parts, or a question"
        in refused.err
    )
