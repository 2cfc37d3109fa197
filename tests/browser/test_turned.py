"""The script's forms of a tree are those that the program draws: every element, text and class, and every coordinate within its rounding."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from banked import FOLDERS, SOLVED_IDS
from windows import Deal, dealt

from browser.conftest import PHONE, OpenPage
from grader import load_problem
from grader.core.drawing.diagram import Diagram
from grader.core.drawing.draw import MOST_NODES, inline_svg
from grader.core.drawing.turned import can_be_copied
from grader.grading.bank import bank_folders
from grader.grading.marking import graded_diagrams
from grader.pages import html

DRAWN = [FOLDERS[id_] for id_ in SOLVED_IDS]
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
ROUNDED = 0.25
VIEWS = ({}, {"live": True}, {"live": True, "for_fingers": True})
_OF_SCRIPTS = ("role", "tabindex", "id", "aria-labelledby", "viewBox")
_READ = "(one) => new XMLSerializer().serializeToString(document.querySelector(one))"


@pytest.fixture
def turn(open_page: OpenPage, tmp_path: Path) -> Any:
    """Return what writes boxes into a page with the script that turns them, and returns the page."""
    blank = tmp_path / "blank.html"
    blank.write_text("<!DOCTYPE html><title>T</title>", "utf-8")
    page = open_page(blank, PHONE).page
    script = (Path(html.__file__).parent / "static" / "turn.js").read_text("utf-8")
    boxed = '<div class="treebox" id="{0.id}" data-of="{0.of}">{0.wide}{1}</div>'
    data = '<script type="application/json" class="{}">{}</script>'

    def made(*boxes: html.TreeBox) -> Any:
        told = [
            "".join(data.format(name, said) for name, said in (("turn", one.turn), ("copy", one.copy)) if said)
            for one in boxes
        ]
        held = "".join(boxed.format(one, said) for one, said in zip(boxes, told, strict=True))
        page.set_content(f"<!DOCTYPE html><title>T</title>{held}")
        page.evaluate(f"() => {{ {script}; document.querySelectorAll('.treebox').forEach(treeForms); }}")
        return page

    return made


def elements(svg: ET.Element) -> list[tuple[str, dict[str, str], str]]:
    """Return what is drawn, in order, but for the rings that the script adds."""
    return [
        (one.tag.rpartition("}")[2], {name: text for name, text in one.attrib.items() if name not in _OF_SCRIPTS}, one.text or "")
        for one in svg.iter()
        if one.get("class") != "ring"
    ]  # fmt: skip


def is_alike(name: str, one: str, other: str) -> bool:
    if name == "class":
        return {*one.split()} - {"start"} == {*other.split()} - {"start"}
    numbers = zip(NUMBER.findall(one), NUMBER.findall(other), strict=False)
    has_same_steps = NUMBER.sub("", one) == NUMBER.sub("", other)
    return has_same_steps and all(abs(float(mine) - float(its)) <= ROUNDED for mine, its in numbers)


def differences(made: str, drawn: str) -> list[str]:
    """Return where the script's drawing is another than the program's; a label begins where that one's begins."""
    mine, its = ET.fromstring(made), ET.fromstring(drawn)
    found = [] if holds(sides(mine), sides(its)) else [f"the box {sides(mine)} cuts {sides(its)}"]
    ours, theirs = elements(mine)[2:], elements(its)[2:]
    if len(ours) != len(theirs):
        return [*found, f"{len(ours)} elements, not {len(theirs)}"]
    for (tag, attributes, text), (its_tag, its_attributes, its_text) in zip(ours, theirs, strict=True):
        is_label = "label" in attributes.get("class", "")
        names = (attributes.keys() | its_attributes.keys()) - ({"x"} if is_label else set())
        unlike = [name for name in names if not is_alike(name, attributes.get(name, ""), its_attributes.get(name, ""))]
        if (tag, text) != (its_tag, its_text) or unlike:
            found.append(f"{tag} {attributes} {text!r}, not {its_tag} {its_attributes} {its_text!r}")
    return found


def sides(svg: ET.Element) -> tuple[float, float, float, float]:
    left, top, wide, high = map(float, svg.attrib["viewBox"].split())
    return left, top, left + wide, top + high


def holds(box: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Return whether a box has all of another in it."""
    return all(mine <= its + 0.3 for mine, its in zip(box[:2], other[:2], strict=True)) and all(
        mine >= its - 0.3 for mine, its in zip(box[2:], other[2:], strict=True)
    )


def marked(folder: Path) -> Iterator[Diagram]:
    """Yield the trees of all that is handed in to a problem of the bank."""
    exercise = load_problem(folder / "problem.yaml")
    for submission in sorted(folder.glob("submissions/*.yaml")):
        if submission.stem != "malformed":
            yield from graded_diagrams(exercise.grade(submission))


@pytest.mark.sweep
@dealt(12)
def test_the_lying_form_is_the_one_that_the_program_draws(deal: Deal, window: int, turn: Any) -> None:
    for folder in deal(DRAWN, window):
        exercise = load_problem(folder / "problem.yaml")
        views = [(exercise.diagram(), view) for view in VIEWS]
        for diagram, view in [*views, (exercise.diagram(solved=True), {}), *((one, {}) for one in marked(folder))]:
            if len(diagram.nodes) <= MOST_NODES:
                made = turn(html.tree_box(diagram, "b", **view)).evaluate(_READ, "svg.tall")
                drawn = inline_svg(diagram, "b-tall-", lies=True, **view)
                assert not differences(made, drawn), (folder.name, diagram.title, view)


@pytest.mark.sweep
@dealt(12)
def test_the_picture_of_the_steps_is_the_one_that_the_program_draws(deal: Deal, window: int, turn: Any) -> None:
    for folder in deal(DRAWN, window):
        steps = load_problem(folder / "problem.yaml").picture_of_steps()
        for diagram in marked(folder):
            if len(steps.nodes) > MOST_NODES or not can_be_copied(diagram, steps):
                continue
            page = turn(html.tree_box(diagram, "b"), html.copied_box(steps, "c", "b"))
            for name in ("wide", "tall"):
                drawn = inline_svg(steps, f"c-{name}-", lies=name == "tall", live=True)
                made = page.evaluate(_READ, f"#c svg.{name}")
                assert not differences(made, drawn), (folder.name, name)


def test_without_a_script_a_narrow_window_has_the_standing_tree_to_scroll(tmp_path: Path, open_page: OpenPage) -> None:
    box = html.tree_box(load_problem(bank_folders()["minimax-textbook"] / "problem.yaml").diagram(), "b")
    styles = "".join(f"<style>{html._sheet(name)}</style>" for name in ("tree.css", "page.css"))
    file = tmp_path / "plain.html"
    file.write_text(f'<!DOCTYPE html><title>T</title>{styles}<div class="treebox">{box.wide}</div>', "utf-8")
    page = open_page(file, PHONE).page
    assert page.locator("svg.wide").is_visible()
    assert page.locator("svg.wide").bounding_box()["width"] == pytest.approx(
        float(re.findall(r' width="([\d.]+)"', box.wide)[0]), abs=1
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
