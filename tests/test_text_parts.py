"""Answers in words: asked beside any problem or alone, held until a person marks them, and marked by a table that was filled in."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from banked import KINDS_OF_BANK, ids_of, shipped, stated
from class_runs import files_of
from console import Ran, put, run
from quizzes import build_quiz, perfect, student_ids, write_quiz

from grader.core.answers.reports import Verdict
from grader.core.documents import open_source, validator
from grader.core.documents.strict import SUBMISSION_LIMITS
from grader.core.documents.writing import to_yaml
from grader.core.errors import ProblemError, SubmissionError
from grader.course.adjusting import Action, Decision, ExerciseMarks, adjusted
from grader.course.quiz.built import open_build
from grader.grading.marking import answered, read_submission
from grader.grading.outcome import outcome_of
from grader.grading.result import result
from grader.kinds import KINDS, Exercise, Graded, read_exercise, write_problem
from grader.pages.answer_page import Heading, write_answer_page
from grader.pages.sheet import answer_template, make_sheet, statement_lines
from grader.pages.sheet_page import write_markdown, write_page

PROMPT, RUBRIC = "Why <b>that</b> move?", "names the bound \u2713 of the root"
TEXT: dict[str, Any] = {"prompt": PROMPT, "points": "5/2", "rubric": [{"points": "5/2", "says": RUBRIC}], "lines": 3}
ANSWER = "Because:\n  - x: [y\n=1+1 </script>\u202e\n"
SHOWN = "Because:\n  - x: [y\n=1+1 </script>\\u202e"
WITH_TREES = sorted(ids_of(kind)[0] for kind in KINDS_OF_BANK)


def read(document: dict[str, Any]) -> Exercise:
    return read_exercise(open_source(to_yaml(document).encode(), SUBMISSION_LIMITS, ProblemError), KINDS)


def with_text(id_: str, **more: Any) -> Exercise:
    return read({**stated(id_), "text": TEXT, **more})


def alone(**text: Any) -> Exercise:
    return read(
        {
            "format": "gametree-problem/1",
            "id": "why",
            "kind": "minimax",
            "tree": [[3, 5], [2, 9]],
            "ask": [],
            "text": {**TEXT, **text},
        }
    )


def right(exercise: Exercise) -> dict[str, Any]:
    solved = exercise.solve()
    return {part: solved[part] for part in exercise.problem.ask}


def text_part(graded: Graded) -> Any:
    [part] = [part for part in graded.report.parts if part.part == "text"]
    return part


@pytest.mark.parametrize("id_", WITH_TREES)
def test_any_problem_can_ask_for_words_too(id_: str) -> None:
    before, exercise = shipped(id_), with_text(id_)
    problem = exercise.problem
    assert problem.possible == before.problem.solvable + problem.points["text"]
    assert read(write_problem(exercise.kind, problem)).problem.text == problem.text
    assert {part: exercise.solve()[part] for part in problem.ask} == {
        part: before.solve()[part] for part in problem.ask
    }
    graded = exercise.grade({**right(exercise), "text": ANSWER})
    assert (graded.earned, graded.pending) == (before.problem.solvable, problem.points["text"])
    [entry] = text_part(graded).entries
    assert (entry.verdict, entry.given, entry.expected) == (Verdict.HELD, SHOWN, None)
    data = result(outcome_of(graded))
    assert validator("result").is_valid(json.loads(json.dumps(data)))
    assert data["pending"] == data["problems"][0]["pending"] == 2.5
    assert not graded.report.findings


@pytest.mark.parametrize("id_", WITH_TREES)
def test_words_change_nothing_of_what_is_marked(id_: str) -> None:
    for answers in ({}, right(shipped(id_))):
        before, after = shipped(id_).grade(answers), with_text(id_).grade({**answers, "text": "x"})
        assert after.report.parts[:-1] == tuple(part for part in before.report.parts if part.part != "text")
        assert after.report.findings == before.report.findings


@pytest.mark.parametrize("id_", [*WITH_TREES, "why"])
def test_sheets_ask_for_words_and_never_show_the_rubric(id_: str) -> None:
    exercise = alone() if id_ == "why" else with_text(id_)
    problem = exercise.problem
    template = answer_template([problem])
    assert yaml.safe_load(template)["answers"][problem.id]["text"] == ""
    sheet = make_sheet([problem])
    lines = "\n".join(map(str, statement_lines(exercise.kind, problem, *exercise.diagrams())))
    page, paper = write_answer_page([problem], Heading("x")), write_page(sheet)
    for written in (template, page, paper, write_markdown(sheet), lines):
        assert "names the bound" not in written
        assert "move?" in written
    for written in (page, paper):
        assert "Why &lt;b&gt;that&lt;/b&gt; move?" in written
    assert paper.count('class="rule"') >= 3
    key = make_sheet([problem], solutions=[exercise.solution])
    assert "names the bound" in write_page(key)
    assert "names the bound" in write_markdown(key)


@pytest.mark.parametrize("blank", [None, "", "  \n \t\n", "\u00a0"])
def test_blanks_are_blank_and_wait_for_nobody(blank: str | None) -> None:
    graded = alone().grade({"text": blank})
    assert [entry.verdict for entry in text_part(graded).entries] == [Verdict.BLANK]
    assert (graded.pending, graded.earned, graded.is_blank) == (0, 0, True)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("x" * 10_001, "has 10,001 characters, expected at most 10,000"),
        ({"because": "x"}, "expected a text of at most 10,000 characters"),
        (["x"], "expected a text of at most 10,000 characters"),
        (True, "expected a text of at most 10,000 characters"),
    ],
)
def test_what_is_no_text_is_malformed(given: Any, said: str) -> None:
    [entry] = text_part(alone().grade({"text": given})).entries
    assert entry.verdict is Verdict.MALFORMED
    assert said in entry.message


def test_ten_thousand_letters_and_numbers_are_text() -> None:
    assert text_part(alone().grade({"text": "x" * 10_000})).is_pending
    assert text_part(alone().grade({"text": 42})).entries[0].given == "42"


def test_a_problem_may_ask_for_words_alone_and_show_its_tree() -> None:
    exercise = with_text("minimax-textbook", ask=[])
    assert exercise.problem.parts == ("text",)
    assert exercise.grade({"text": "x"}).pending == exercise.problem.possible
    with pytest.raises(
        ProblemError, match="an empty list is not allowed here, expected a list of different parts, or a question"
    ):
        read({**stated("minimax-textbook"), "ask": []})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ({"points": 0}, "expected a number above 0"),
        ({"points": "1e9"}, "expected points above 0, at most 1,000,000"),
        ({"prompt": "  "}, "expected a question"),
        ({"prompt": "x" * 2001}, "2,000"),
        ({"lines": 41}, "from 1 to 40"),
        ({"rubric": [{"points": 1}]}, "says"),
        ({"rubric": [{"points": 1, "says": "x"}] * 21}, "up to 20"),
        ({"rubrik": []}, "rubric"),
    ],
)
def test_questions_in_words_that_are_wrong_are_refused(text: dict[str, Any], said: str) -> None:
    with pytest.raises(ProblemError) as refused:
        alone(**text)
    assert said in "\n".join(map(str, refused.value.faults))


def test_lines_of_a_rubric_may_take_points() -> None:
    text = alone(rubric=[{"points": -1, "says": "guesses"}]).problem.text
    assert text is not None
    assert text.rubric[0].points == -1


# a class

EXERCISES = (
    "{id: q1, bank: minimax-textbook, points: 4, text: {prompt: Why?, points: 2, rubric: [{points: 1, says: SECRET}]}}",
    "{id: q2, generate: {kind: alpha-beta, depth: 2, branching: 3}, text: {prompt: What is skipped?, points: 1}}",
    "{id: q3, problem: {kind: minimax, tree: [[3, 5], [2, 9]], ask: [], text: {prompt: Who wins?, points: 3}}}",
    "{id: q4, bank: textbook-three-by-three}",
)
FIRST = """\
student,name,group,q1,q2,q3,q4,earned,possible,percent,status,source
s001,Student s001,a,,,,6,,19,,pending,in/s001.json
s002,Student s002,b,4,,0,6,,19,,pending,in/s002.json
s003,Student s003,a,4,3,0,6,13,19,68.4,graded,in/s003.json
s004,Student s004,b,,,,,,,,missing,
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a quiz of four exercises, three of which ask for words; hand-ins of three of four students, and a run of these."""
    folder = tmp_path_factory.mktemp("words")
    built = open_build(str(build_quiz(folder, students=4, exercises=EXERCISES)))
    words = {"s001": ("One.\n=2", "Two;", "Three, \u05d0\u202e"), "s002": ("", "Zwei", " "), "s003": ("", "", "")}
    for student, answers in words.items():
        data = perfect(built, student)
        for (id_, parts), text in zip(data["answers"].items(), (*answers, None), strict=True):
            data["answers"][id_] = {**parts, "text": text} if text is not None else parts
        put(folder / f"in/{student}.json", json.dumps(data))
    return folder


@pytest.fixture(autouse=True)
def in_folder(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(made)


def grade(out: str, *options: object) -> Ran:
    return run("grade", "in", "--quiz", "build", "--out", out, "--html", *options)


def marking(out: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(Path(out, "marking.csv").read_text("utf-8"), newline="")))


def filled(rows: list[dict[str, str]], **sets: str) -> str:
    """Return the table in which answers are marked, those to an exercise of each student alike."""
    marks = [sets.get(f"{row['student']}_{row['exercise']}", "") for row in rows]
    return as_table(
        [
            {**row, "set": mark, "by": mark and "ta", "note": mark and f"{mark} points"}
            for row, mark in zip(rows, marks, strict=True)
        ]
    )


def as_table(rows: list[dict[str, str]]) -> str:
    """Return rows as CSV."""
    table = io.StringIO(newline="")
    writer = csv.DictWriter(table, rows[0].keys())
    writer.writeheader()
    writer.writerows(rows)
    return table.getvalue()


def test_a_class_waits_for_people_and_is_marked_by_a_table_that_was_filled_in(made: Path) -> None:
    ran = grade("out")
    assert ran.code == 0
    assert "4 wait for a person: marking.html, marking.csv" in ran.err
    assert Path("out/gradebook.csv").read_text("utf-8") == FIRST
    assert "pending" not in Path("out/inputs.csv").read_text("utf-8")
    rows = marking("out")
    assert [(row["exercise"], row["student"], row["part"], row["of"]) for row in rows] == [
        ("q1", "s001", "text", "2"),
        ("q2", "s001", "text", "1"),
        ("q2", "s002", "text", "1"),
        ("q3", "s001", "text", "3"),
    ]
    assert [row["answer"] for row in rows] == ["One.\n=2", "Two;", "Zwei", "Three, \u05d0\\u202e"]
    put(made / "marks.csv", filled(rows, s001_q1="1.5", s001_q2="1", s002_q2="0"))
    ran = grade("out", "--adjust", "marks.csv")
    assert ran.code == 0
    assert "1 waits for a person" in ran.err
    lines = Path("out/gradebook.csv").read_text("utf-8").splitlines()
    assert [line.rpartition(",in/")[0] for line in lines[1:4]] == [
        "s001,Student s001,a,5.5,4,,6,,19,,pending",
        "s002,Student s002,b,4,3,0,6,13,19,68.4,graded",
        "s003,Student s003,a,4,3,0,6,13,19,68.4,graded",
    ]
    assert [(row["set"], row["by"]) for row in marking("out")] == [("1.5", "ta"), ("1", "ta"), ("0", "ta"), ("", "")]
    page = Path("out/feedback/s001/report.html").read_text("utf-8")
    assert "Marked by a person: Question 1: 1.5 points for your words. 1.5 points" in page
    assert "Question 2: 0 points for your words" in Path("out/feedback/s002/report.html").read_text("utf-8")
    assert "3 points are marked by a person" in page
    put(made / "marks2.csv", filled(marking("out"), s001_q1="1.5", s001_q2="1", s002_q2="0", s001_q3="3"))
    put(made / "marks.csv", (made / "marks2.csv").read_text("utf-8"))
    assert " wait" not in grade("out", "--adjust", "marks.csv").err
    assert "s001,Student s001,a,5.5,4,3,6,18.5,19,97.4,graded" in Path("out/gradebook.csv").read_text("utf-8")
    assert files_of(Path("out"))
    fresh = grade("fresh", "--adjust", "marks.csv")
    assert fresh.code == 0
    assert files_of(Path("out")) == files_of(Path("fresh"))


def test_without_the_marks_the_class_is_as_before(made: Path) -> None:
    assert grade("plain").code == 0
    put(made / "some.csv", filled(marking("plain"), s001_q1="2"))
    assert grade("there", "--adjust", "some.csv").code == 0
    put(made / "some.csv", filled(marking("plain")))
    assert grade("there", "--adjust", "some.csv").code == 0
    assert Path("there/gradebook.csv").read_text("utf-8").replace(",adjusted", "").replace("json,\n", "json\n").replace(
        "missing,,\n", "missing,\n"
    ) == Path("plain/gradebook.csv").read_text("utf-8")
    assert Path("there/marking.csv").read_bytes() == Path("plain/marking.csv").read_bytes()


@pytest.mark.parametrize(
    "saved",
    [
        lambda text: "\ufeff" + text,
        lambda text: re.sub("1.5,ta", '"1,5",ta', text).replace("\n", "\r\n"),
    ],
)
def test_a_table_that_a_spreadsheet_saved_is_read(made: Path, saved: Any) -> None:
    assert grade("sheet", "--fresh").code == 0
    rows = marking("sheet")
    text = saved(filled(rows, s001_q1="1.5"))
    if '"1,5"' in text:  # a country with decimal commas divides cells by ;
        table = io.StringIO(newline="")
        csv.writer(table, delimiter=";").writerows(csv.reader(io.StringIO(text, newline="")))
        text = table.getvalue()
    put(made / "saved.csv", text)
    ran = grade("sheet", "--adjust", "saved.csv")
    assert ran.code == 0, ran.err
    assert "s001,Student s001,a,5.5," in Path("sheet/gradebook.csv").read_text("utf-8")


def test_wrong_marks_of_words_are_refused_with_their_line(made: Path) -> None:
    assert grade("wrong", "--fresh").code == 0
    rows = marking("wrong")
    put(made / "much.csv", filled(rows, s001_q1="2.5"))
    ran = grade("wrong", "--adjust", "much.csv")
    assert ran.code == 2
    assert "q1 text has 2 points, 2.5 cannot be set" in ran.err
    put(made / "nobody.csv", filled(rows, s001_q1="1").replace(",ta,", ",,"))
    assert "no one is named: by" in grade("wrong", "--adjust", "nobody.csv").err
    put(
        made / "accept.yaml",
        "format: gametree-adjust/1\nby: t\nadjust: [{why: w, exercise: q3, part: text, accept: x}]\n",
    )
    assert "a person marks it: set its marks" in grade("wrong", "--adjust", "accept.yaml").err


def test_a_marking_table_that_was_changed_where_it_stands_is_not_lost(made: Path) -> None:
    assert grade("changed", "--fresh").code == 0
    put(made / "changed/marking.csv", filled(marking("changed"), s001_q1="1"))
    ran = grade("changed")
    assert ran.code == 2
    assert "marking.csv: was changed since the run wrote it; move it elsewhere" in ran.err


def test_the_class_report_and_similar_answers_are_about_what_the_program_marks() -> None:
    assert grade("told", "--fresh").code == 0
    said = run("report", "told").out
    assert "  text " not in said
    assert re.search(r"^q1 .*\n(?:.+\n)*  whole problem +4 of 4 ", said, re.MULTILINE)
    assert not re.search(r"^q3 ", said, re.MULTILINE)
    assert run("similar", "told").code == 0
    assert "SECRET" not in "".join(
        file.read_text("utf-8") for file in Path("told").rglob("*.html") if file.name != "marking.html"
    )


def test_means_of_a_regrade_are_of_what_is_marked() -> None:
    assert grade("again", "--fresh").code == 0
    ran = run("regrade", "again", "in", "--quiz", "build", "--out", "anew", "--fresh")
    assert ran.code == 0, ran.err
    assert "Mean: 13 of 19 points (68.4 %) before, 13 of 19 points (68.4 %) now" in ran.out
    assert "mean 13 of 19 points (68.4 %) of the one of whom nothing waits; 4 wait for a person" in ran.err
    assert files_of(Path("again"))["marking.csv"] == files_of(Path("anew"))["marking.csv"]


def test_what_waited_before_a_person_marked_it_is_no_0_in_a_regrade(made: Path) -> None:
    assert grade("waiting", "--fresh").code == 0
    whole = "exercise,student,part,set,by,why\nq3,s001,,2,ta,seen\n"
    put(made / "words.csv", filled(marking("waiting"), s001_q1="1.5", s002_q2="0"))
    put(made / "whole.csv", whole)
    adjusted = ("--adjust", "words.csv", "--adjust", "whole.csv")
    ran = run("regrade", "waiting", "in", "--quiz", "build", "--out", "settled", *adjusted, "--fresh")
    assert ran.code == 0, ran.err
    assert Path("settled/changes.csv").read_text("utf-8").splitlines()[1:] == [
        "s001,Student s001,q1,text,pending,2,1.5,2,,decision: set 1.5 by ta (marked)",
        "s001,Student s001,q1,,pending,6,5.5,6,,decision: set 1.5 by ta (marked)",
        "s001,Student s001,q3,,pending,3,2,3,,decision: set 2 by ta (seen)",
        "s002,Student s002,q2,text,pending,1,0,1,,decision: set 0 by ta (marked)",
        "s002,Student s002,q2,,pending,4,3,4,,decision: set 0 by ta (marked)",
    ]
    assert "q1: pending → 5.5 of 6: decision" in ran.out
    assert "2 students change, 0 up and 0 down" in ran.out, "what waited was worth nothing yet"


def test_a_quiz_says_which_questions_people_mark(made: Path) -> None:
    ran = run("quiz", "check", "quiz")
    assert ran.code == 0
    assert "q1: minimax, 6 points" in ran.out
    assert "    q1 text: 2 points, marked by a person" in ran.out
    file = write_quiz(
        made / "pointed",
        exercises=["{id: q1, problem: {kind: minimax, tree: [3, 5], ask: [], text: {prompt: Why?}}, points: 3}"],
    )
    refused = run("quiz", "check", file)
    assert refused.code != 0
    assert "nothing is asked but a question in words; expected its points under text" in refused.err
    for sheet in (made / "build/students").rglob("*"):
        assert sheet.is_dir() or "SECRET" not in sheet.read_text("utf-8")


def test_the_students_of_the_tests_are_those() -> None:
    assert student_ids(4) == ["s001", "s002", "s003", "s004"]


def test_a_template_takes_any_text_below_its_line() -> None:
    template = answer_template([alone().problem])
    written = "yes: # it \\ is\n  - 'indented' @ % [more"
    filled_in = template.replace("      \n", "".join(f"      {line}\n" for line in written.splitlines()))
    assert yaml.safe_load(filled_in)["answers"]["why"]["text"].strip() == written
    assert not answered(read_submission(open_source(template.encode(), SUBMISSION_LIMITS, SubmissionError)))


def test_a_question_of_several_lines_stands_on_pages_line_by_line() -> None:
    problem = alone(prompt="First, say what alpha is.\nThen why.").problem
    for page in (write_answer_page([problem], Heading("x")), write_page(make_sheet([problem]))):
        assert "<bdi>First, say what alpha is.</bdi><br><bdi>Then why.</bdi>" in page


def test_a_remark_without_marks_stands_in_the_table_again(made: Path) -> None:
    assert grade("remark", "--fresh").code == 0
    rows = [{**row, "by": "ta", "note": "Look again."} if row["exercise"] == "q3" else row for row in marking("remark")]
    put(made / "remark.csv", as_table(rows))
    assert "4 wait for a person" in grade("remark", "--adjust", "remark.csv").err
    assert [(row["set"], row["by"], row["note"]) for row in marking("remark")][-1] == ("", "ta", "Look again.")


def test_marks_out_of_other_points_than_the_question_has_are_told(made: Path) -> None:
    assert grade("worth", "--fresh").code == 0
    rows = [{**row, "of": "5" if row["exercise"] == "q2" else row["of"]} for row in marking("worth")]
    put(made / "worth.csv", filled(rows, s001_q1="1.5", s001_q2="1"))
    told = [line for line in grade("worth", "--adjust", "worth.csv").err.splitlines() if "out of" in line]
    assert told == ["warning: worth.csv:4: s001's answer to q2 was marked out of 5 and is worth 1; look at it again"]


def test_words_that_changed_since_they_were_marked_are_told(made: Path) -> None:
    assert grade("since", "--fresh").code == 0
    put(made / "since.csv", filled(marking("since"), s001_q1="1.5", s001_q2="1", s002_q2="1", s001_q3="2"))
    before = (made / "in/s001.json").read_text("utf-8")
    assert "is not the one that was marked" not in grade("since", "--adjust", "since.csv").err
    try:
        put(made / "in/s001.json", before.replace("Two;", "Something else"))
        ran = grade("since", "--adjust", "since.csv")
    finally:
        put(made / "in/s001.json", before)
    assert "since.csv:4: s001's answer to q2 is not the one that was marked; look at it again" in ran.err
    assert ran.err.count("is not the one that was marked") == 1


def test_marks_for_words_without_a_hand_in_are_told_to_do_nothing(made: Path) -> None:
    put(made / "absent.csv", "student,exercise,part,set,by,why\ns004,q1,text,1,ta,marked\n")
    ran = grade("absent", "--fresh", "--adjust", "absent.csv")
    assert "absent.csv:2: s004: nothing of it was marked, so this does nothing: set 1" in ran.err


def test_a_page_that_was_downloaded_twice_is_no_contradiction_and_another_mark_is(made: Path) -> None:
    assert grade("twice", "--fresh").code == 0
    rows = marking("twice")
    put(made / "one.csv", filled(rows, s001_q1="1.5"))
    put(made / "two.csv", filled(rows, s001_q1="1.5", s001_q2="1"))
    assert grade("twice", "--adjust", "one.csv").code == 0
    assert grade("twice", "--adjust", "one.csv", "--adjust", "two.csv").code == 0
    assert "s001,Student s001,a,5.5,4," in Path("twice/gradebook.csv").read_text("utf-8")
    put(made / "two.csv", filled(rows, s001_q1="1", s001_q2="1"))
    assert (
        "q1 text was set in line 2 of one.csv already"
        in grade("twice", "--adjust", "one.csv", "--adjust", "two.csv").err
    )


@pytest.mark.parametrize("column", ["exercise", "student", "part"])
def test_a_marking_table_without_a_column_marks_nothing_else(made: Path, column: str) -> None:
    assert grade("columns", "--fresh").code == 0
    rows = [{name: said for name, said in row.items() if name != column} for row in marking("columns")]
    rows[0] |= {"set": "1", "by": "ta"}
    put(made / "less.csv", as_table(rows))
    ran = grade("columns", "--adjust", "less.csv")
    assert ran.code == 2
    assert f"has no column {column} any more" in ran.err


def test_marks_of_a_whole_sheet_leave_what_waits_empty(made: Path) -> None:
    put(made / "whole.csv", "student,set,by,why\ns001,12,ta,oral\n")
    assert grade("whole", "--fresh", "--adjust", "whole.csv").code == 0
    assert "s001,Student s001,a,,,,6,12,19,63.2,graded," in Path("whole/gradebook.csv").read_text("utf-8")


def test_what_words_earn_is_not_rounded_with_the_rest_and_better_marks_are_kept_beside_it() -> None:
    step, third = Fraction(1, 2), Fraction(1, 3)
    kept = ExerciseMarks(Fraction(2), 3 + third, {"value": (0, 3), "text": (0, third)}, step)  # 2: of an earlier key
    mark = Decision("t", "w", frozenset({"s"}), "q", "text", Action.SET, Fraction(1, 10), what="set 0.1")
    found = adjusted({"q": kept}, {"q": 3 + third}, [mark], "s")
    assert found.marks == {"q": Fraction(21, 10)}
    full = adjusted({"q": kept}, {"q": 3 + third}, [mark._replace(value=None)], "s")
    assert full.marks == {"q": 2 + third}


def test_points_that_are_shown_rounded_can_be_set(made: Path) -> None:
    put(
        made / "third.yaml",
        "format: gametree-problem/1\nid: third\nkind: minimax\ntree: [3, 5]\nask: []\ntext: {prompt: Why?, points: 2/3}\n",
    )
    put(made / "thirds/s1.yaml", "student: s1\nanswers: {third: {text: because}}\n")
    put(made / "third.csv", "student,exercise,part,set,by,why\ns1,third,text,0.67,ta,marked\n")
    ran = run("grade", "thirds", "--problems", "third.yaml", "--out", "third", "--adjust", "third.csv")
    assert ran.code == 0, ran.err
    assert "counts" not in ran.err
    put(made / "third.csv", "student,exercise,part,set,by,why\ns1,third,text,0.68,ta,marked\n")
    assert (
        "0.68 cannot be set"
        in run("grade", "thirds", "--problems", "third.yaml", "--out", "third", "--adjust", "third.csv").err
    )


def test_fail_under_waits_too(made: Path) -> None:
    put(
        made / "third.yaml",
        "format: gametree-problem/1\nid: third\nkind: minimax\ntree: [3, 5]\ntext: {prompt: Why?, points: 20}\n",
    )
    put(made / "thirds/s1.yaml", "student: s1\nanswers: {third: {text: because}}\n")
    assert run("grade", "thirds/s1.yaml", "--problems", "third.yaml", "--fail-under", "60").code == 0


def test_the_best_of_several_hand_ins_may_be_the_one_with_words(made: Path) -> None:
    put(
        made / "third.yaml",
        "format: gametree-problem/1\nid: third\nkind: minimax\ntree: [3, 5]\nask: [value]\ntext: {prompt: Why?, points: 2}\n",
    )
    put(made / "best/ada/a1.yaml", "student: ada\nanswers: {third: {value: 3, text: because}}\n")
    put(made / "best/ada/a2.yaml", "student: ada\nanswers: {third: {value: 5}}\n")
    ran = run("grade", "best", "--problems", "third.yaml", "--out", "bested", "--keep", "best")
    assert "1 waits for a person" in ran.err
