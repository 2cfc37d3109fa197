"""Pages of problems as tests open them, each written into a folder."""

from __future__ import annotations

from pathlib import Path

from banked import BANK

from grader.kinds import Exercise, Problem
from grader.pages.answer_page import Heading, write_answer_page
from grader.pages.stepper import trace_page


def answer_page(folder: Path, *asked: str | Exercise | Problem, student: str = "s1", quiz: str = "") -> Path:
    """Return the answer page of problems, those of the bank by their ids."""
    exercises = [BANK[one] if isinstance(one, str) else one for one in asked]
    problems = [one.problem if isinstance(one, Exercise) else one for one in exercises]
    file = folder / "quiz.html"
    file.write_text(write_answer_page(problems, Heading("Week 5", student=student, quiz=quiz)), "utf-8")
    return file


def step_page(folder: Path, asked: str | Exercise) -> Path:
    """Return the step page of a problem, one of the bank by its id."""
    exercise = BANK[asked] if isinstance(asked, str) else asked
    file = folder / "steps.html"
    file.write_text(trace_page(exercise, exercise.steps())[0], "utf-8")
    return file
