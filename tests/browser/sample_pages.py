"""One page of each sort, as the command line writes it, on problems that show what the sort can do."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import answers_in_words as in_words
import click
from click.testing import CliRunner

from browser import hostile_problems
from browser.practice_pages import KINDS, Practice
from grader import Bank, load_problem, render
from grader import grade as grade_one
from grader.cli.grade import grade
from grader.cli.main import gametree
from grader.core.answers.rounding import CountedMarks
from grader.course.held_answers import HeldAnswer
from grader.course.marking_page import marking_page
from grader.grading.bank import bank_folders
from grader.pages.answer_page import Heading, write_answer_page
from grader.pages.feedback import with_changes

_KINDS = ("four-ply-trace", "minimax-textbook", "expecti-fall-2005-q7", "ucb-slide-wins")
_LATER = ("what-changes-what", "when-pruned", "turn-it-round", "skip-exactly-one", "star1", "minimax-quiescence")
_DONE = (0, 3)  # a class has hand-ins that cannot be read, and its report is written all the same


def run(command: click.Command, *arguments: object) -> str:
    """Run a command, which must do its work, and return what it printed."""
    result = CliRunner().invoke(command, [*map(str, arguments)])
    assert result.exit_code in _DONE, result.output
    return result.stdout


def answers(id_: str, name: str) -> Path:
    """Return a submission of the bank to a problem."""
    return bank_folders()[id_] / "submissions" / f"{name}.yaml"


def feedback(folder: Path, *, ids: Sequence[str], name: str = "partly-right", reveal: str = "expected") -> Path:
    """Return the page of one submission that answers these problems."""
    joined = folder / "submission.yaml"
    texts = [answers(id_, name).read_text("utf-8").partition("answers:\n")[2] for id_ in ids]
    joined.write_text("student: s1000117\nanswers:\n" + "\n".join(texts), "utf-8")
    run(grade, joined, "--html", "--reveal", reveal, "--out", folder)
    return folder / "submission" / "report.html"


def feedback_in_words(folder: Path) -> Path:
    """Return the page of somebody whose answer in words was marked by a person, with remarks that no page may break on."""
    exercise = in_words.exercise("q5", prompt="</script>" + "W" * 1900)
    solved = exercise.solve()
    right = {part: solved[part] for part in exercise.problem.ask}
    written = "\n".join((*in_words.HOSTILE, "W" * 5000))
    said = [
        "Marked by a person: Question 1: 2 → 3.5 of 5 points. <b>Well</b> argued.",
        "In all: 3.5 of 5 points.",
        "W" * 900,
    ]
    file = folder / "report.html"
    page = render(exercise.grade({**right, "text": written}), "html")
    note = "</p>".join((*in_words.HOSTILE, "W" * 900))
    marks = {("", ""): CountedMarks(3, 5), ("q5", "text"): CountedMarks(1, 3, note=note)}
    file.write_text(with_changes(page, said, marks=marks), "utf-8")
    return file


def steps(folder: Path, *, id_: str, with_answers: bool = False) -> Path:
    """Return the page of a solution step by step."""
    more = ("--answers", answers(id_, "partly-right")) if with_answers else ()
    run(gametree, "trace", id_, *more, "--html", "--out", folder)
    return folder / f"{id_}-steps.html"


def steps_of(folder: Path, *, tree: object) -> Path:
    """Return the page of alpha-beta on a tree, step by step."""
    stated = {"format": "gametree-problem/1", "id": "made", "kind": "alpha-beta", "tree": tree}
    (folder / "made.json").write_text(json.dumps(stated), "utf-8")
    run(gametree, "trace", folder / "made.json", "--html", "--out", folder)
    return folder / "made-steps.html"


def _perfect(plies: int, branching: int) -> object:
    """Return a tree whose leaves are all alike to a reader and differ to a search."""
    leaves = iter(range(7, 10**6, 37))

    def below(left: int) -> object:
        return [below(left - 1) for _ in range(branching)] if left else next(leaves) % 100

    return below(plies)


def _chain(plies: int) -> object:
    return [_chain(plies - 1)] if plies else 5


_LONG = {
    "id": "Supercalifragilistic" * 5,
    "max": [{"id": "ת" * 100, "min": [{"id": "x" * 90, "value": "-123456.789"}, 3]}, {"move": "very long " * 9, "min": [-12345678, "22/7"]}],
}  # fmt: skip


def class_report(folder: Path, *, ids: Sequence[str]) -> Path:
    """Return the page of a class that answered these problems."""
    hand_ins = [file for id_ in ids for file in sorted((bank_folders()[id_] / "submissions").iterdir())]
    results = folder / "results.jsonl"
    results.write_text(run(grade, *hand_ins, "--format", "json"), "utf-8")
    run(gametree, "report", results, "--html", "--out", folder)
    return folder / "class-report.html"


def class_of_a_quiz(folder: Path) -> Path:
    """Return the page of a class in two groups, in which everybody has a variant of the same shape."""
    lines, draw = [], random.Random(5)
    for place in range(24):
        tree = [[draw.randint(1, 30) for _ in range(3)] for _ in range(3)]
        held = {
            "format": "gametree-problem/1",
            "id": f"q1-{place}",
            "kind": "minimax",
            "tree": tree,
            "ask": ["value", "values"],
        }
        (folder / f"{place}.yaml").write_text(json.dumps(held), "utf-8")
        exercise = load_problem(held)
        given = exercise.solve()
        given["values"] = given["values"] | ({"B": 99} if place % 3 == 0 else {})
        result = json.loads(
            render(grade_one({"student": f"s{place}", "answers": {held["id"]: given}}, exercise), "json")
        )
        result["problems"][0]["exercise"] = "q1"
        lines.append(json.dumps({**result, "quiz": "week5", "group": "ab"[place % 2]}))
    (folder / "results.jsonl").write_text("\n".join(lines), "utf-8")
    run(gametree, "report", folder, "--problems", folder, "--variants", "--html", "--out", folder)
    return folder / "class-report.html"


def handout(folder: Path, *, ids: Sequence[str], name: str) -> Path:
    """Return the sheet of these problems, or its key."""
    run(gametree, "handout", *ids, "--title", "Week 5", "--out", folder / "sheet")
    return folder / "sheet" / name


def answer(folder: Path, *, ids: Sequence[str]) -> Path:
    """Return the answer page of these problems."""
    file = folder / "quiz.html"
    bank = Bank()
    file.write_text(write_answer_page([bank[id_].problem for id_ in ids], Heading("Week 5", "AI")), "utf-8")
    return file


def answer_hostile(folder: Path) -> Path:
    """Return the answer page of problems that no page may break on."""
    made = [load_problem(file).problem for file in hostile_problems.problems(folder)]
    file = folder / "quiz.html"
    text = "<b>Week</b> " * 15
    file.write_text(write_answer_page(made, Heading(text, text, text, "", text)), "utf-8")
    return file


def hostile(folder: Path, *, sort: str) -> Path:
    """Return the page of this sort about problems that no page may break on."""
    files = hostile_problems.problems(folder)
    named = [part for file in files for part in ("--problems", file)]
    results = folder / "results.jsonl"
    submission = hostile_problems.submission(folder)
    results.write_text(run(grade, submission, *named, "--html", "--out", folder, "--format", "json"), "utf-8")
    run(gametree, "report", results, "--html", "--out", folder)
    run(gametree, "handout", *files, "--title", "<b>Week</b> " * 15, "--out", folder / "sheet")
    pages = {"feedback": "hostile/report.html", "class": "class-report.html", "handout": "sheet/handout.html"}
    return folder / pages.get(sort, "sheet/key/solutions.html")


def practice(folder: Path) -> Path:
    """Return the practice page of an exercise of each kind."""
    return Practice(folder, list(KINDS.values())).file


def practice_hostile(folder: Path) -> Path:
    """Return the practice page of problems that no page may break on; of one nothing can be practised, one is not drawn."""
    hostile_problems.problems(folder)
    names = ("one.json", hostile_problems.to_practise(folder).name, "too-many.json")
    return Practice(folder, [f"{{id: q{place}, file: {name}}}" for place, name in enumerate(names)]).file


def marking(folder: Path) -> Path:
    """Return the page on which a person marks the answers in words to two exercises."""
    find = in_words.finder(in_words.exercise("q2", rubric=[], leaf=1), in_words.exercise("q5"))
    file = folder / "marking.html"
    answers = [*in_words.answers("q2", "q2", 3), *in_words.answers("q5", "q5", 40)]
    file.write_text(marking_page(answers, find, "Week 5"), "utf-8")
    return file


def marking_hostile(folder: Path) -> Path:
    """Return the same page with texts that no page may break on."""
    says = [f"<b>{name}</b> ]]> \u05e9\u202e " + "W" * 150 for name in "abc"]
    rubric = [{"points": 1, "says": one} for one in says]
    find = in_words.finder(in_words.exercise("q5", rubric=rubric, prompt="</script>" + "W" * 1900))
    texts = [*in_words.HOSTILE, "W" * 10_000]
    held = [HeldAnswer("W" * 90, f"{place}{'W' * 90}", "q5", 3, text) for place, text in enumerate(texts)]
    file = folder / "marking.html"
    file.write_text(marking_page([*held, HeldAnswer("gone", "s1", "gone", 1, "-")], find, "<b>Week</b> " * 15), "utf-8")
    return file


PAGES: dict[str, Callable[[Path], Path]] = {
    "feedback": partial(feedback, ids=["four-ply-trace"]),
    "feedback-in-words": feedback_in_words,
    "feedback-of-several": partial(feedback, ids=_KINDS),
    "feedback-of-later-kinds": partial(feedback, ids=_LATER),
    "feedback-all-right": partial(feedback, ids=["minimax-textbook"], name="full"),
    "feedback-all-wrong": partial(feedback, ids=["fall-2014-final-q13"], name="wrong"),
    "feedback-verdicts": partial(feedback, ids=["four-ply-trace"], reveal="verdicts"),
    "steps": partial(steps, id_="four-ply-trace"),
    "steps-with-answers": partial(steps, id_="four-ply-trace", with_answers=True),
    "steps-expectiminimax": partial(steps, id_="expecti-fall-2005-q7"),
    "steps-ucb": partial(steps, id_="ucb-slide-wins"),
    "steps-minimax": partial(steps, id_="minimax-textbook"),
    "steps-claims": partial(steps, id_="what-changes-what"),
    "steps-threshold": partial(steps, id_="when-pruned"),
    "steps-star1": partial(steps, id_="star1"),
    "steps-small": partial(steps, id_="fall-2014-final-q13"),
    "steps-large": partial(steps_of, tree=_perfect(4, 3)),
    "steps-deep": partial(steps_of, tree=_chain(60)),
    "steps-long-names": partial(steps_of, tree=_LONG),
    "class": partial(class_report, ids=_KINDS),
    "class-of-a-quiz": class_of_a_quiz,
    "handout": partial(handout, ids=_KINDS, name="handout.html"),
    "answer": partial(answer, ids=_KINDS),
    "answer-later-kinds": partial(answer, ids=_LATER),
    "answer-small": partial(answer, ids=["fall-2014-final-q13"]),
    "answer-hostile": answer_hostile,
    "marking": marking,
    "marking-hostile": marking_hostile,
    "practice": practice,
    "practice-hostile": practice_hostile,
    "solutions": partial(handout, ids=_KINDS, name="key/solutions.html"),
    "solutions-later-kinds": partial(handout, ids=_LATER, name="key/solutions.html"),
    **{f"{sort}-hostile": partial(hostile, sort=sort) for sort in ("feedback", "class", "handout", "solutions")},
}
"""What writes each page into a folder."""
