"""The page of a solution step by step: sound HTML, nothing loaded, of use without script, and driven in a real browser."""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from conftest import problem_data, random_problems, read

from grader.bank import Bank
from grader.cli.main import gametree
from grader.drawing.draw import MOST_NODES
from grader.games.tree import LEAF
from grader.kinds import KINDS, Exercise
from grader.pages.steps_page import trace_page
from grader.pages.steps_picture import timelines
from grader.step import Action, Step

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
with_browser = pytest.mark.skipif(BROWSER is None, reason=f"no browser on PATH, looked for {', '.join(BROWSERS)}")
SAMPLES = (
    "fall-2014-final-q13",
    "minimax-textbook",
    "expecti-fall-2005-q7",
    "ucb-slide-wins",
    "one-leaf",
    "clamp-fail-hard",
)
VOID = {"meta", "input", "br"}


def shipped(id_: str) -> Exercise:
    exercise = Bank().find(id_)
    assert isinstance(exercise, Exercise)
    return exercise


def steps_of(exercise: Exercise) -> tuple[Step, ...]:
    return exercise.steps()


def page_of(exercise: Exercise) -> str:
    return trace_page(exercise, steps_of(exercise))[0]


class Outline(HTMLParser):
    """Every element of a page with its attributes and text, in order; fails where tags do not match."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.open: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), []))
        if tag not in VOID:
            self.open.append(self.elements[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, text: str) -> None:
        for element in self.open:
            element[2].append(text)

    def all(self, *tags: str) -> list[tuple[str, dict[str, str | None], str]]:
        return [(tag, attrs, "".join(text).strip()) for tag, attrs, text in self.elements if tag in tags]


def digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


# as it is written


@pytest.mark.parametrize("id_", SAMPLES)
def test_headings_are_in_order_ids_unique_and_every_control_has_a_name(id_: str) -> None:
    outline = Outline(page_of(shipped(id_)))
    levels = [int(tag[1]) for tag, _, _ in outline.all("h1", "h2", "h3")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(lower <= upper + 1 for upper, lower in itertools.pairwise(levels))
    ids = [attrs["id"] for _, attrs, _ in outline.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    for _, attrs, _ in outline.elements:
        for reference in ("aria-labelledby", "aria-describedby", "for"):
            assert attrs.get(reference) is None or attrs[reference] in ids
    labelled = {attrs.get("for") for _, attrs, _ in outline.all("label")}
    assert [attrs["id"] for _, attrs, _ in outline.all("input")] == ["place", "all"]
    assert "place" in labelled
    assert any(
        text == "Show all steps" for _, attrs, text in outline.all("label") if "for" not in attrs
    )  # it holds its input
    assert [text for _, _, text in outline.all("button")] == ["First", "← Previous", "Next →", "Last"]
    assert outline.all("html")[0][1]["lang"] == "en"


@pytest.mark.parametrize("id_", SAMPLES)
def test_page_loads_nothing_and_allows_its_own_script_and_style_alone(id_: str) -> None:
    page = page_of(shipped(id_))
    outline = Outline(page)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|url\(", page)
    assert not [attrs for _, attrs, _ in outline.elements if {"src", "href", "style", "onclick"} & attrs.keys()]
    (script,), (style,) = (
        re.findall("<script>(.*?)</script>", page, re.DOTALL),
        re.findall("<style>(.*?)</style>", page, re.DOTALL),
    )
    policy = next(attrs["content"] for _, attrs, _ in outline.all("meta") if attrs.get("http-equiv"))
    assert policy == (
        f"default-src 'none'; style-src '{digest(style)}'; script-src '{digest(script)}'; base-uri 'none'; form-action 'none'"
    )


@pytest.mark.parametrize("id_", SAMPLES)
def test_without_script_every_step_is_there_to_read_and_no_dead_control(id_: str) -> None:
    exercise = shipped(id_)
    outline = Outline(page_of(exercise))
    found = steps_of(exercise)
    assert [text for _, attrs, text in outline.all("p") if attrs.get("class") == "sentence"] == [
        s.sentence for s in found
    ]
    headings = [text for _, _, text in outline.all("h3")]
    assert [heading.partition(":")[0] for heading in headings] == [
        f"Step {n} of {len(found)}" for n in range(1, len(found) + 1)
    ]
    controls = next(attrs for _, attrs, _ in outline.all("div") if attrs.get("class") == "controls")
    assert "hidden" in controls
    assert len(outline.all("svg")) == 1


def test_the_state_after_a_step_is_said_in_words() -> None:
    page = page_of(shipped("fall-2014-final-q13"))
    cut = page[page.index('id="step-9"') : page.index('id="step-10"')]
    facts = dict(re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", cut))
    assert facts == {
        "Test": "alpha = 3 &gt;= beta = 2",
        "Path": "A – C",
        "Window of C": "[3, 2], best so far 2",
        "At C": "prune if &lt;= 3",
        "Visited so far": "7 of 9 nodes",
        "Skipped so far": "G and H",
    }


def test_foreign_text_is_escaped_wherever_it_occurs() -> None:
    nasty = "</script><script>alert(1)</script>"
    tree = {"id": nasty, "max": [{"id": "<b>&\"'", "value": 1}, {"id": "\u202eX", "move": "<i>", "value": 2}]}
    for kind in ("minimax", "alpha-beta", "expectiminimax"):
        page = page_of(read(problem_data(kind, tree, title=f"<img>{nasty}")))
        assert page.count("<script>") == page.count("</script>") == 1
        assert "<b>" not in page
        assert "<img>" not in page
        assert "<i>" not in page
        assert "\u202e" not in page
        Outline(page)


def test_a_tree_too_large_to_draw_still_has_its_steps() -> None:
    exercise = read(problem_data("minimax", [list(range(MOST_NODES))]))
    page, notes = trace_page(exercise, steps_of(exercise))
    assert "<svg" not in page
    assert "too large to be drawn" in notes[0]
    assert notes[0] in page
    assert page.count('class="step"') == 3


@pytest.mark.parametrize("kind", KINDS)
def test_every_drawn_node_changes_at_the_steps_that_concern_it(kind: str) -> None:
    for _, data in random_problems(kind, 0, 60):
        exercise = read(data)
        found = steps_of(exercise)
        game = exercise.problem.game
        size = len(game.ids) + (kind == "ucb")
        (diagram,) = exercise.kind.draw(exercise.problem, exercise.solution, None, None)
        states, labels = timelines(exercise.problem, diagram, found)
        assert len(states) == len(labels) == size
        for timeline in (*states, *(line for lines in labels for line in lines)):
            places = [place for place, _ in timeline]
            assert places == sorted(places)
            assert places[0] == 1
        if kind == "alpha-beta":
            visited = {
                step.node: number for number, step in enumerate(found, 1) if step.action in (Action.ENTER, Action.LEAF)
            }
            for node, timeline in enumerate(states):
                assert timeline[0] == (1, "waiting")
                if node in visited:
                    assert timeline[1] == (visited[node], "done" if game.kind[node] == LEAF else "open")
                    assert timeline[-1] == (len(found), "final")
                else:
                    assert timeline[-1][1] == "skipped"


def test_the_page_is_the_same_in_every_process() -> None:
    code = (
        "from grader.bank import Bank; \n"
        "from grader.pages.steps_page import trace_page\n"
        "exercise = Bank().find('clamp-fail-hard')\n"
        "print(trace_page(exercise, exercise.steps())[0])"
    )
    import sys

    pages = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            cwd=Path(__file__).parent.parent,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(pages) == 1


# from the command line


def trace(*args: object) -> Result:
    return CliRunner().invoke(gametree, ["trace", *map(str, args)])


def test_pages_are_written_into_the_folder_and_nowhere_else(tmp_path: Path) -> None:
    ran = trace("two-bags", "minimax-textbook", "--html", "--out", tmp_path / "pages")
    assert ran.exit_code == 0
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")) == [
        "pages/minimax-textbook-steps.html",
        "pages/two-bags-steps.html",
    ]
    assert (tmp_path / "pages/two-bags-steps.html").read_text(encoding="utf-8") == trace(
        "two-bags", "--format", "html"
    ).stdout


def test_a_page_that_cannot_be_written_is_said_and_exit_2(tmp_path: Path) -> None:
    (tmp_path / "pages").write_text("in the way")
    ran = trace("two-bags", "--html", "--out", tmp_path / "pages" / "deeper")
    assert ran.exit_code == 2
    assert "cannot be written" in ran.stderr


# in a browser

DRIVER = """
(() => {
  const log = [];
  const now = () => [...document.querySelectorAll(".step")].filter((step) => step.checkVisibility()).map((step) => step.id);
  const said = () => document.getElementById("said").textContent;
  const note = (what) => log.push({what, now: now(), said: said(), focus: document.activeElement.value || document.activeElement.id});
  const press = (key, target = document.activeElement, more = {}) =>
    target.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true, ...more}));
  const button = (name) => document.querySelector(`button[value=${name}]`);
  const state = (node) => document.querySelector(`.node[data-node="${node}"]`).dataset.state;
  const label = (node) => [...document.querySelectorAll(`.text[data-node="${node}"] [data-labels]`)].map((text) => text.textContent);
  note("start");
  press("ArrowRight"); note("right");
  press("ArrowLeft"); press("ArrowLeft"); note("left at the start");
  press("ArrowRight", document.body, {altKey: true}); note("alt and right");
  button("next").focus(); button("next").click(); note("next");
  press("ArrowRight"); note("right on a button");
  button("last").focus(); button("last").click(); note("last");
  button("next").click(); note("next at the end");
  const atEnd = button("next").getAttribute("aria-disabled");
  button("previous").click(); note("previous");
  button("first").click(); note("first");
  const slider = document.getElementById("place");
  slider.focus(); press("ArrowRight"); note("right on the slider is left to the slider");
  slider.value = 9; slider.dispatchEvent(new Event("input")); note("slider");
  const drawn = {state: [0, 1, 2, 6, 7].map(state), label: [0, 1, 2].map(label),
    current: [...document.querySelectorAll(".node.current")].map((group) => group.dataset.node),
    valuetext: slider.getAttribute("aria-valuetext"), counter: document.getElementById("counter").textContent};
  dispatchEvent(new Event("beforeprint"));
  const printed = [0, 1, 2].map(label);
  dispatchEvent(new Event("afterprint"));
  const after = [0, 1, 2].map(label);
  const all = document.getElementById("all");
  all.click(); note("all"); press("ArrowRight"); note("right while all are shown"); all.click(); note("one again");
  const focusable = [...document.querySelectorAll("a[href], button, input, summary, [tabindex]")]
    .filter((element) => element.checkVisibility() && !element.disabled)
    .map((element) => element.value && element.tagName === "BUTTON" ? element.value : element.id || element.className || element.tagName);
  const order = [...document.querySelectorAll("[tabindex]")].map((element) => element.tabIndex);
  const result = document.createElement("pre");
  result.id = "result";
  result.textContent = JSON.stringify({log, atEnd, drawn, printed, after, focusable, order, live: document.getElementById("said").getAttribute("aria-live")});
  document.body.append(result);
})();
"""


def dump(page: str, folder: Path, fragment: str = "") -> str:
    """Return the page's document after its scripts ran in a browser without network."""
    assert BROWSER is not None
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    options += ["--disable-component-update", "--disable-sync", f"--user-data-dir={folder / 'profile'}"]
    ran = subprocess.run(
        [BROWSER, *options, "--virtual-time-budget=2000", "--dump-dom", file.as_uri() + fragment],
        capture_output=True,
        timeout=120,
        check=True,
    )
    return ran.stdout.decode("utf-8")


def with_script(page: str, script: str) -> str:
    """Return a copy of the page with one more script, which the copy's policy allows."""
    allowed = page.replace("script-src '", f"script-src '{digest(script)}' '", 1)
    return allowed.replace("</body>", f"<script>{script}</script>\n</body>")


@pytest.fixture(scope="module")
def driven(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What became of the page of a twelve-step search while a script pressed its keys and buttons."""
    page = with_script(page_of(shipped("fall-2014-final-q13")), DRIVER)
    found = Outline(dump(page, tmp_path_factory.mktemp("driven"))).all("pre")
    return json.loads(next(text for _, attrs, text in found if attrs.get("id") == "result"))


@with_browser
def test_arrow_keys_and_buttons_move_one_step_at_a_time(driven: Any) -> None:
    shown = {entry["what"]: entry["now"] for entry in driven["log"]}
    assert shown == {
        "start": ["step-1"],
        "right": ["step-2"],
        "left at the start": ["step-1"],
        "alt and right": ["step-1"],
        "next": ["step-2"],
        "right on a button": ["step-3"],
        "last": ["step-12"],
        "next at the end": ["step-12"],
        "previous": ["step-11"],
        "first": ["step-1"],
        "right on the slider is left to the slider": ["step-1"],
        "slider": ["step-9"],
        "all": [f"step-{number}" for number in range(1, 13)],
        "right while all are shown": [f"step-{number}" for number in range(1, 13)],
        "one again": ["step-9"],
    }
    assert driven["atEnd"] == "true"


@with_browser
def test_each_move_is_announced_and_the_focus_stays_where_it_was(driven: Any) -> None:
    entries = {entry["what"]: entry for entry in driven["log"]}
    assert entries["start"]["said"] == ""
    assert entries["next"]["said"].startswith("Step 2 of 12. B is MIN.")
    assert entries["slider"]["said"].endswith("Cut: G and H are skipped.")
    assert entries["all"]["said"] == "All 12 steps are shown."
    assert (entries["next"]["focus"], entries["next at the end"]["focus"]) == ("next", "last")
    assert driven["live"] == "polite"


@with_browser
def test_everything_is_reached_by_tab_in_the_order_of_reading(driven: Any) -> None:
    assert driven["focusable"] == ["drawing", "SUMMARY", "first", "previous", "next", "last", "place", "all"]
    assert set(driven["order"]) == {0}


@with_browser
def test_the_drawing_shows_the_moment_of_the_step(driven: Any) -> None:
    drawn = driven["drawn"]
    assert drawn["state"] == ["open", "done", "open", "done", "skipped"]
    assert drawn["label"] == [["?", "[3, ∞]"], ["3", "[−∞, 3]"], ["?", "[3, 2]"]]
    assert drawn["current"] == ["2"]
    assert (drawn["valuetext"], drawn["counter"]) == ("Step 9 of 12", "9 of 12")


@with_browser
def test_paper_gets_the_solved_drawing_whatever_the_step(driven: Any) -> None:
    assert driven["printed"] == [["3", "[3, ∞]"], ["3", "[−∞, 3]"], ["2", "[3, 2]"]]
    assert driven["after"] == driven["drawn"]["label"]


@with_browser
@pytest.mark.parametrize("id_", ["expecti-fall-2005-q7", "ucb-slide-wins", "one-leaf"])
def test_the_page_of_every_kind_runs_under_its_own_policy_and_opens_at_a_linked_step(id_: str, tmp_path: Path) -> None:
    outline = Outline(dump(page_of(shipped(id_)), tmp_path, "#step-2"))
    assert outline.all("body")[0][1]["class"] == "stepping"
    shown = [attrs["id"] for _, attrs, _ in outline.all("li") if attrs.get("class") == "step now"]
    assert shown == ["step-2"]
    assert "hidden" not in next(attrs for _, attrs, _ in outline.all("div") if attrs.get("class") == "controls")


@with_browser
def test_the_policy_stops_every_other_script(tmp_path: Path) -> None:
    page = page_of(shipped("two-bags")).replace("</body>", '<script>document.body.id = "bad"</script></body>')
    body = Outline(dump(page, tmp_path)).all("body")[0][1]
    assert body == {"class": "stepping"}
