"""Somebody who practises on an open page: what is shown, and answers typed as a student types them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from browser.filling import Mouse
from browser.playwright_names import Locator, Page, expect
from browser.practice_pages import Practice
from grader.pages.practice import Variant, ruled


class Student:
    """Somebody who practises in an open page; `way` is how answers are typed."""

    def __init__(self, page: Page, practice: Practice, way: type[Mouse] = Mouse) -> None:
        self.page, self.practice, self.way = page, practice, way

    @property
    def place(self) -> int:
        """Return which variant is shown; there is never another."""
        (shown,) = self.page.locator("section.problem:visible").all()
        return int(shown.get_attribute("data-problem") or -1)

    @property
    def section(self) -> Locator:
        """Return the variant that is shown."""
        return self.page.locator("section.problem.current")

    @property
    def variant(self) -> Variant:
        """Return the problem that is shown, and what it serves."""
        return self.practice.variants[self.place]

    def right(self) -> dict[str, Any]:
        """Return the right answers to what is shown."""
        exercise = self.variant.exercise
        return {part: answer for part, answer in exercise.solve().items() if part in exercise.problem.ask}

    def following(self, name: str) -> dict[str, Any]:
        """Return the answers of a wrong rule to what is shown."""
        exercise = self.variant.exercise
        fold = next(one.fold for one in ruled(exercise) if one.fold.misconception.name == name)
        parts = exercise.kind.parts
        return {part: parts[part].form.write(exercise.problem, fold.answers[part]) for part in exercise.problem.ask}

    def answer(self, answers: Mapping[str, Any]) -> None:
        """Type the answers and have them checked."""
        self.type(answers)
        self.way(self.page, self.variant.exercise, self.place).press(self.button("Check my answers"))

    def insist(self, answers: Mapping[str, Any]) -> None:
        """Type the answers and have them checked twice: the second check tells all."""
        self.answer(answers)
        expect(self.verdict()).to_contain_text("the second check tells what was expected")
        self.button("Check my answers").click()

    def type(self, answers: Mapping[str, Any]) -> None:
        """Type the answers."""
        self.way(self.page, self.variant.exercise, self.place).fill(answers)

    def button(self, words: str) -> Locator:
        """Return a button of the exercise that is shown."""
        return self.section.get_by_role("button", name=words).first

    def verdict(self) -> Locator:
        """Return what was said of the answers."""
        return self.section.locator("[data-verdict]")

    def go_on(self) -> None:
        """Go to the next exercise."""
        self.button("next exercise").or_(self.button("Next exercise")).first.click()

    def where(self) -> Locator:
        """Return what is said of the way that is left."""
        return self.page.locator("[data-now]")
