"""Write docs/course.md anew, its hand-ins, what its commands print, its pictures and those of other pages: `renew_course.py`, and then look at them.

That is needed when quizzes draw other trees, commands print other words, or pages have another look.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

# What follows stands in this checkout, in folders that are no packages.
# ruff: noqa: E402
from browser import chromium
from browser.conftest import LAPTOP, PHONE
from browser.filling import Finger, Mouse
from browser.practice_pages import Practice
from browser.practising import Student
from click.testing import CliRunner

from grader import Bank
from grader.cli.grade import grade
from grader.cli.main import gametree
from grader.course.quiz.built import Built, open_build
from grader.kinds import Exercise
from grader.pages.answer_page import Heading, write_answer_page

PAGE, IMAGES = ROOT / "docs" / "course.md", ROOT / "docs" / "images"
BUILD = "build"
_BLOCK = re.compile(r"^(?:`([^`\n]+)`:\n\n)?```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SIZES = ((re.compile(r"\d+ ms each"), "... ms each"), (re.compile(r": [\d.]+ MB"), ": ... MB"))
_LINES = 16
"""Of what a command prints more than so many lines, the first three and the last stand on the page."""

Answers = dict[str, dict[str, Any]]
"""By the exercise what is answered to each part, as the answer page writes it."""


class HandIn(NamedTuple):
    """What a student hands in: who they say they are, whose sheet it is, and how it differs from the right answers."""

    student: str
    sheet: str
    differ: Callable[[Answers], Any]


def _right(answers: Answers) -> None:
    """Change nothing."""


def _all_max(answers: Answers) -> None:
    answers["q1"] |= {"value": "15", "best-move": "C", "values": {"A": "15", "B": "12", "C": "15", "D": "9"}}
    first = next(iter(answers["q3"]["scores"]))
    answers["q3"]["scores"][first] = "2.95"


def _other_move(answers: Answers) -> None:
    answers["q1"]["best-move"] = "C"


def _slip_and_blank(answers: Answers) -> None:
    answers["q1"]["best-move"] = "C"
    answers["q1"]["values"]["D"] = "4"
    del answers["q3"]


def _fewer_pruned(answers: Answers) -> None:
    del answers["q2"]["pruned"][-1]


HAND_INS = {
    "s1001.json": HandIn("s1001", "s1001", _right),
    "s1002.json": HandIn("s1002", "s1002", _all_max),
    "s1003.json": HandIn("s1003", "s1003", _other_move),
    "final version (2).json": HandIn("s1005", "s1005", _slip_and_blank),
    "s1006.json": HandIn("s1006", "s1001", _right),
    "s1004.json": HandIn("s1004", "s1004", _fewer_pruned),
}
"""By the name of the file that a block of the page holds."""


def answers_of(hand_in: HandIn, built: Built) -> Answers:
    """Return what somebody answers, by the exercise."""
    answers: Answers = {}
    for one in built.sheet_of(hand_in.sheet):
        exercise = _exercise(built, one.problem)
        solved = exercise.solve()
        answers[one.exercise] = {part: _typed(solved[part]) for part in exercise.problem.ask}
    hand_in.differ(answers)
    return answers


def _exercise(built: Built, problem: str) -> Exercise:
    found = built.find(problem)
    if not isinstance(found, Exercise):
        raise TypeError(found)
    return found


def _typed(answer: Any) -> Any:
    """Return an answer as it is typed: numbers as text, scores with two decimals."""
    if isinstance(answer, dict):
        return {name: _typed(one) for name, one in answer.items()}
    return f"{answer:.2f}" if isinstance(answer, float) else answer if isinstance(answer, list) else str(answer)


def submission(hand_in: HandIn, built: Built) -> str:
    """Return what the answer page hands out, with an exercise a line."""
    answers = answers_of(hand_in, built)
    problems = [
        f'  "{one.problem}": {json.dumps(parts)}'
        for one in built.sheet_of(hand_in.sheet)
        if (parts := answers.get(one.exercise))
    ]
    joined = ",\n".join(problems)
    return f'{{"format": "gametree-submission/1", "student": "{hand_in.student}", "answers": {{\n{joined}\n}}}}\n'


class Evening:
    """The page as it is followed in an empty folder, block after block."""

    def __init__(self) -> None:
        self._code = 0

    def block(self, found: re.Match[str]) -> str:
        """Return a block anew; its file is written, its commands are run."""
        name, language, text = found.groups()
        if name and (hand_in := HAND_INS.get(name.rpartition("/")[2])):
            text = submission(hand_in, open_build(BUILD))
        if name:
            path = Path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            path.chmod(0o600)
        if language == "console":
            text = "".join(map(self._command, re.findall(r"^\$ (.*)$", text, re.MULTILINE)))
        return (f"`{name}`:\n\n" if name else "") + f"```{language}\n{text}```"

    def _command(self, line: str) -> str:
        if line == "echo $?":
            return f"$ {line}\n{self._code}\n"
        name, *arguments = shlex.split(line)
        if name == "cat":
            return f"$ {line}\n{Path(arguments[0]).read_text('utf-8')}"
        ran = CliRunner().invoke({"grade": grade, "gametree": gametree}[name], arguments, prog_name=name)
        self._code = ran.exit_code
        said = [*ran.stdout.splitlines(), *(one for one in ran.stderr.splitlines() if one not in ran.stdout)]
        if len(said) > _LINES:
            said = [*said[:3], "...", said[-1]]
        text = "\n".join(said)
        for sort, words in _SIZES:
            text = sort.sub(words, text)
        return f"$ {line}\n{text}\n"


def take_pictures(built: Built) -> None:
    """Write the pictures of the page: the sheet of s1002 as it is filled in, its feedback, and the class."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.program(), args=[*chromium.ARGUMENTS])
        sheet = Path(ZipFile(Path(built.folder, "students", "s1002.zip")).extract("s1002/quiz.html"))
        for name, user, size in (("course-answer", Mouse, LAPTOP), ("course-answer-phone", Finger, PHONE)):
            page = _opened(browser, sheet, size)
            answers = answers_of(HAND_INS["s1002.json"], built)["q1"]
            first = user(page, _exercise(built, built.sheet_of("s1002")[0].problem), 0)
            first.fill(answers)
            first.tool("✎")
            first.node(1)
            page.locator("#q1").evaluate("one => one.scrollIntoView()")
            _picture(page, name)
        for name, file in (("course-feedback", "feedback/s1002/report.html"), ("course-report", "report.html")):
            _picture(_opened(browser, Path("results", file), (1366, 900)), name)
        _pictures_of_the_bank(browser)
        browser.close()


def _pictures_of_the_bank(browser: Any) -> None:
    """Write the pictures of pages that are of no class: answers on a tree, a game drawn on a phone, a mistake while practising."""
    with tempfile.TemporaryDirectory() as folder:
        page, user = _answering(browser, Path(folder), "four-ply-trace", Mouse, LAPTOP)
        user.fill()
        user.tool("✎")
        user.node(3)
        _picture(page, "answer-page")
        page, user = _answering(browser, Path(folder), "tic-tac-toe-two-cells", Finger, PHONE)
        user.fill()
        _picture(page, "drawn-on-a-phone")
        practice = Practice(Path(folder), ["{id: q1, problem: {kind: minimax, tree: [[3, 12], [2, 9]]}}"])
        student = Student(_opened(browser, practice.file, (1180, 660), 1.0), practice)
        student.insist(student.following("all-max"))
        _picture(student.page, "practice")


def _answering(browser: Any, folder: Path, id_: str, way: type[Mouse], size: tuple[int, int]) -> tuple[Any, Mouse]:
    """Return the open answer page of a problem of the bank, and who fills it in."""
    exercise, file = Bank()[id_], folder / f"{id_}.html"
    file.write_text(write_answer_page([exercise.problem], Heading("Week 5")), "utf-8")
    page = _opened(browser, file, size, 1.0)
    return page, way(page, exercise, 0)


def _opened(browser: Any, file: Path, size: tuple[int, int], scale: float = 0.75) -> Any:
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=1.0 if size == PHONE else scale,
        has_touch=size == PHONE,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(file.resolve().as_uri())
    return page


def _picture(page: Any, name: str) -> None:
    import io

    from PIL import Image

    page.wait_for_timeout(500)
    with Image.open(io.BytesIO(page.screenshot())) as shown:
        shown.convert("RGB").quantize(64).save(IMAGES / f"{name}.png", optimize=True)


def _renew() -> None:
    os.environ["COLUMNS"] = "80"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        PAGE.write_text(_BLOCK.sub(Evening().block, PAGE.read_text("utf-8")), "utf-8")
        take_pictures(open_build(BUILD))
        os.chdir(ROOT)


if __name__ == "__main__":
    _renew()
