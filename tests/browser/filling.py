"""Right answers typed into an answer page as students do: by mouse, by keyboard, by finger."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from platform_fields import written_by_a_page

from browser.playwright_names import Locator, Page, expect
from browser.sample_pages import run
from grader import Exercise
from grader.cli.grade import grade
from grader.core.answers.inputs import Widget
from grader.core.text import isolated
from grader.kinds.record import View

_ARROWS = {"wide": ("ArrowUp", "ArrowDown", "ArrowRight"), "tall": ("ArrowLeft", "ArrowRight", "ArrowDown")}
"""The keys to a node's parent, its first child and the next child of its parent, as each drawing shows them."""


def right_answers(exercise: Exercise) -> dict[str, Any]:
    """Return the right answer of each asked part, as a document holds it."""
    written = exercise.kind.write_answer(exercise.kind, exercise.problem, exercise.solution)
    return {part: written[part] for part in exercise.problem.ask}


class Mouse:
    """Fills in one exercise of a page by clicks on its tree, and types into what they open."""

    drawing = "wide"

    def __init__(self, page: Page, exercise: Exercise, place: int, drawing: str = "") -> None:
        self.page, self.exercise = page, exercise
        self.drawing = drawing or self.drawing
        self.section = page.locator(f'[data-problem="{place}"]')
        self.box = self.section.locator(".treebox").first
        self.bar = page.locator("[data-entry]")
        diagram = exercise.kind.draw(View(exercise.problem))[0]
        self.places = {node.key: place for place, node in enumerate(diagram.nodes) if node.key is not None}
        self.parents = [node.parent for node in diagram.nodes]

    def fill(self, answers: Mapping[str, Any] | None = None) -> None:
        """Fill in these answers, by default the right one of every part; a part without one stays blank."""
        given = written_by_a_page(self.exercise, right_answers(self.exercise) if answers is None else answers)
        for place, name in enumerate(self.exercise.problem.ask):
            if (answer := given.get(name)) is None:
                continue
            part = self.exercise.kind.parts[name]
            widget = part.form.widget(self.exercise.problem)
            item = self.section.locator(f'[data-part="{place}"]')
            ways = {
                "one": self.one,
                "choice": self.choice,
                "choices": self.choices,
                "each": self.each,
                "iterations": self.iterations,
                "range": self.range,
                "some": self.some,
                "tree": self.tree,
            }
            ways.get(widget.sort, self.listed)(item, part.title, widget, answer)

    def one(self, item: Locator, name: str, widget: Widget, answer: Any) -> None:
        """Fill in the only cell."""
        for field, text in zip(item.locator("input").all(), _texts(answer), strict=True):
            self.type_into(field, text)

    def range(self, item: Locator, name: str, widget: Widget, answer: Any) -> None:
        """Type the intervals on the line."""
        self.one(item, name, widget, " or ".join(answer) or "never")

    def choice(self, item: Locator, name: str, widget: Widget, answer: Any) -> None:
        """Choose from the list."""
        item.locator("select").select_option(str(answer))

    def choices(self, item: Locator, name: str, widget: Widget, answer: Mapping[str, Any]) -> None:
        """Choose from the list of each node."""
        for key, chosen in answer.items():
            item.get_by_label(f"{name} at {isolated(key)}", exact=True).select_option(str(chosen))

    def each(self, item: Locator, name: str, widget: Widget, answer: Mapping[str, Any]) -> None:
        """Choose each node on the tree and type into the entry bar; what is not drawn has its fields beside."""
        keys = dict(widget.keys)
        for key, cell in answer.items():
            if not widget.fields or not answer:
                continue
            if keys[key] not in self.places:
                self.beside(item, f"{name}: {isolated(key)}", widget, cell)
                continue
            self.tool("✎")
            self.node(self.places[keys[key]])
            if widget.fields[0].choices:
                self.press(self.bar.get_by_role("group", name=name).get_by_role("button", name=cell, exact=True))
                continue
            fields = self.bar.get_by_label(f"{name}: {isolated(key)}")
            expect(fields).to_have_count(len(widget.fields))
            for field, text in zip(fields.all(), _texts(cell), strict=True):
                self.type_into(field, text)
        if not answer:
            self.press(item.get_by_role("checkbox"))

    def beside(self, item: Locator, label: str, widget: Widget, cell: Any) -> None:
        """Type into the fields of an entry, or choose from their lists."""
        fields = item.get_by_label(label, exact=len(widget.fields) == 1).all()
        for field, about, text in zip(fields, widget.fields, _texts(cell), strict=True):
            if about.choices:
                field.select_option(text)
            else:
                self.press(field)
                field.fill(text)

    def some(self, item: Locator, name: str, widget: Widget, answer: Any) -> None:
        """Tick those that are meant."""
        if not answer:
            self.press(item.locator("label.none input"))
        for key in answer:
            self.press(item.get_by_role("checkbox", name=re.compile(rf"^{re.escape(isolated(key))}( |$)")))

    def tree(self, item: Locator, name: str, widget: Widget, answer: Any) -> None:
        """Draw the tree, or put the children of its nodes in their order."""
        assert widget.tree is not None
        edit = self.section.locator("[data-tree-edit]")
        if widget.tree.hands == "children":
            for node, names in answer.items():
                self.put_in_order(edit, node, names)
        else:
            self.grow(edit, edit.locator('.node[data-up=""]').get_attribute("data-id"), answer)

    def put_in_order(self, edit: Locator, node: str, names: Sequence[str]) -> None:
        """Move the children of a node one by one until they stand in their order."""
        up = edit.locator(f'.node[data-name="{node}"]').get_attribute("data-id")
        below = edit.locator(f'.node[data-up="{up}"]')
        for place, child in enumerate(names):
            while below.evaluate_all("all => all.map(one => one.dataset.name)").index(child) > place:
                self.choose(edit.locator(f'.node[data-name="{child}"]'))
                self.press(self.bar.locator("button[value=before]"))

    def grow(self, edit: Locator, key: str | None, answer: Any) -> None:
        """Draw a node and all that is below it: who moves there, its moves, its value."""
        node = edit.locator(f'.node[data-id="{key}"]')
        kind = (
            next((kind for kind in ("max", "min", "chance") if kind in answer), "") if isinstance(answer, dict) else ""
        )
        below = answer[kind] if kind else answer if isinstance(answer, list) else []
        self.choose(node)
        if kind:
            self.press(self.bar.locator(f"button[value={kind}]"))
        for child in below:
            self.choose(node)
            self.press(self.bar.locator("button[value=add]"))
            if kind:
                self.press(self.bar.locator(f'button[name=move][value="{child["move"]}"]'))
            self.grow(edit, edit.locator(".node.sel").get_attribute("data-id"), child)
        if not below:
            value = answer["value"] if isinstance(answer, dict) else answer
            self.type_into(self.bar.locator("input[name=value]"), str(value))

    def listed(self, item: Locator, name: str, widget: Widget, answer: Any) -> None:
        """Choose the tool and then node after node; of a row its fields too."""
        if not answer:
            return self.press(item.get_by_role("checkbox"))
        keys = dict(widget.keys)
        for row in answer:
            self.tool(name)
            self.node(self.places[keys[row[widget.about] if widget.fields else row]])
            for field in widget.fields:
                self.type_into(self.bar.locator(f"input[name={field.name}]"), str(row[field.label]))
        return None

    def iterations(self, item: Locator, name: str, widget: Widget, answer: Any) -> None:
        """Fill in row after row, each made first where there is none; a row of nodes is picked, then filled in on the tree."""
        if not answer:
            return self.press(item.get_by_role("checkbox"))
        assert widget.entry is not None
        for place, one in enumerate(answer):
            if item.locator(".rows li").count() == place:
                self.press(item.get_by_role("button", name=f"Add {widget.about} {place + widget.first}"))
            row = item.locator(".rows li").nth(place)
            if widget.entry.sort in ("list", "path"):
                self.press(row.locator("button.pick"))
                expect(row.locator("button.pick")).to_have_attribute("aria-pressed", "true")
                self.listed(item, name, widget.entry, one)
            elif one is not None:
                (self.one if widget.entry.sort == "one" else self.choice)(row, name, widget.entry, one)
        return None

    def tool(self, words: str) -> None:
        """Choose what a click on the tree does."""
        tool = self.section.locator(".tools button", has_text=words).first
        if tool.get_attribute("aria-pressed") != "true":
            self.press(tool)

    def node(self, place: int) -> None:
        """Choose a node."""
        self.press(self.box.locator(f'svg.{self.drawing} .node[data-node="{place}"] .shape'))

    def type_into(self, field: Locator, text: str) -> None:
        """Type into a field in place of what is there; a browser that is busy focuses it a moment after it was touched."""
        self.press(field)
        expect(field).to_be_focused()
        field.fill("")
        self.page.keyboard.type(text)

    def choose(self, node: Locator) -> None:
        """Choose a node of a tree that is drawn or changed."""
        self.press(node.locator(".hit"))

    def press(self, one: Locator) -> None:
        """Click on something."""
        one.click()


class Finger(Mouse):
    """The same on a phone."""

    drawing = "tall"

    def press(self, one: Locator) -> None:
        """Tap on something."""
        one.tap()


class Keyboard(Mouse):
    """The same without a mouse: the tree is walked, digits are typed on its nodes, X prunes, O and Enter number."""

    def each(self, item: Locator, name: str, widget: Widget, answer: Mapping[str, Any]) -> None:
        """Walk to each node, and type on it; Enter goes from field to field."""
        keys = dict(widget.keys)
        if not answer or not all(keys[key] in self.places for key in answer):
            super().each(item, name, widget, answer)
            return
        self.tool("✎")
        for key, cell in answer.items():
            self.node(self.places[keys[key]])
            expect(self.bar).to_be_visible()
            labels = self.bar.get_by_role("textbox").evaluate_all("all => all.map(one => one.ariaLabel)")
            for at, text in zip(
                (at for at, label in enumerate(labels) if f"{name}: {isolated(key)}" in label),
                _texts(cell),
                strict=True,
            ):
                self.bar.get_by_role("textbox").nth(at).focus()
                self.page.keyboard.press("ControlOrMeta+a")
                self.page.keyboard.type(text)
            self.page.keyboard.press("Escape")

    def node(self, place: int) -> None:
        """Walk to a node and press Enter."""
        self.walk(place)
        self.page.keyboard.press("Enter")

    def walk(self, place: int) -> None:
        """Walk to a node: to the root, then down and right; in a tall drawing, whose root is at the left, right and down."""
        stop = self.box.locator(f'svg.{self.drawing} .node[tabindex="0"]')
        stop.focus()
        up, down, beside = _ARROWS[self.drawing]
        for _ in self._path(int(stop.get_attribute("data-node") or 0))[1:]:
            self.page.keyboard.press(up)
        for one in self._path(place)[1:]:
            self.page.keyboard.press(down)
            for _ in range(one - self.parents.index(self.parents[one])):
                self.page.keyboard.press(beside)

    def listed(self, item: Locator, name: str, widget: Widget, answer: Any) -> None:
        """Walk to each node; X prunes it, O numbers it, and for rows Enter opens one."""
        if not answer or widget.fields:
            return super().listed(item, name, widget, answer)
        keys = dict(widget.keys)
        self.tool(name)
        for key in answer:
            self.walk(self.places[keys[key]])
            self.page.keyboard.press("x" if widget.sort == "set" else "o")
        return None

    def choose(self, node: Locator) -> None:
        """Go to a node of a tree that is drawn or changed, and press Enter."""
        node.focus()
        self.page.keyboard.press("Enter")

    def press(self, one: Locator) -> None:
        """Focus something and press it."""
        one.focus()
        if one.evaluate("one => one.matches('button, [type=checkbox]')"):
            self.page.keyboard.press("Space")

    def _path(self, place: int) -> list[int]:
        above = [place]
        while self.parents[above[-1]] >= 0:
            above.append(self.parents[above[-1]])
        return above[::-1]


def _texts(cell: Any) -> Iterator[str]:
    """Yield the texts of a cell as a document writes them: truth is true or false."""
    for one in cell if isinstance(cell, list) else [cell]:
        yield json.dumps(one) if isinstance(one, bool) else str(one)


def download(page: Page, folder: Path) -> Path:
    """Download the submission and return its file, which keeps its name."""
    with page.expect_download() as waited:
        page.get_by_role("button", name="Download submission").click()
    file = folder / str(waited.value.suggested_filename)
    waited.value.save_as(file)
    return file


def graded(file: Path, problems: Path | None = None) -> dict[str, Any]:
    """Return the result of a submission, as `grade` gives it."""
    named = ("--problems", problems) if problems else ()
    result: dict[str, Any] = json.loads(run(grade, file, *named, "--format", "json"))
    return result
