"""A solution step by step as one self-contained HTML page.

The page is a list of all steps with the solved drawing above it; a small script, if it may run, shows one step at a
time and the drawing as it is then. Nothing is loaded: the page's own policy forbids it, and every script but that one.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from grader.diagram import Diagram
from grader.drawing.outline import outline
from grader.errors import GradingError
from grader.kinds import Exercise
from grader.kinds.words import listing, window_text
from grader.pages.steps_picture import picture, solved_diagram
from grader.pages.steps_text import conventions_of_steps
from grader.printable import printable
from grader.step import Action, Step
from grader.version import __version__

_ASSETS = Path(__file__).with_name("assets")
_KEY = {
    True: "Thick outline: the node of this step. Thick lines: the path to it. Grey: not reached yet. Dashed: skipped. "
    "Below a node: the number that it returned, and its window [alpha, beta].",
    False: "Thick outline: the node of this step. Grey: not known yet.",
}


def trace_page(exercise: Exercise, steps: Sequence[Step]) -> tuple[str, list[str]]:
    """Return the page, and notes for whoever runs the program."""
    problem = exercise.problem
    title = printable(problem.title or problem.id, 1000)
    css, script = (_ASSETS.joinpath(f"steps.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    diagram, drawing, notes = _drawing(exercise, steps)
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(css, script)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}, step by step</title>",
        f"<style>{css}</style>",
        "</head>",
        "<body>",
        f"<header><h1>{escape(title)}, step by step</h1>",
        f"<p>{escape(exercise.kind.title)}. Problem id: {escape(problem.id)}.</p></header>",
        "<main>",
        *drawing,
        *_steps_section(exercise, diagram, steps),
        *_conventions_section(exercise),
        "</main>",
        f"<footer><p>Made by gametree-grader {escape(__version__)}.</p></footer>",
        f"<script>{script}</script>",
        "</body>",
        "</html>",
    ]
    return "\n".join(parts) + "\n", notes


def _policy(css: str, script: str) -> str:
    """Return a policy that allows this style and this script, and nothing else."""
    return (
        f"default-src 'none'; style-src '{_digest(css)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _drawing(exercise: Exercise, steps: Sequence[Step]) -> tuple[Diagram, list[str], list[str]]:
    """Return the diagram, the section with the drawing and the tree as text; of a tree too large to draw the text alone."""
    shown, notes = [], []
    try:
        diagram, svg = picture(exercise, steps)
        key = _KEY[exercise.solution.trace is not None]
        shown = [
            f'<div class="drawing" role="region" aria-label="Drawing of the tree" tabindex="0">{svg}</div>',
            f'<p class="key" data-script hidden>{escape(key)}</p>',
        ]
    except GradingError as failure:
        diagram, notes = solved_diagram(exercise, steps), [fault.message for fault in failure.faults]
        shown = [f"<p>{escape(note)}.</p>" for note in notes]
    text = escape("\n".join(outline(diagram)))
    details = f"<details><summary>The solved tree as text</summary><pre>{text}</pre></details>"
    shown = ['<section aria-labelledby="tree">', '<h2 id="tree">The tree</h2>', *shown, details, "</section>"]
    return diagram, shown, notes


def _steps_section(exercise: Exercise, diagram: Diagram, steps: Sequence[Step]) -> Iterator[str]:
    yield '<section aria-labelledby="steps">'
    yield '<h2 id="steps">The steps</h2>'
    yield '<div class="controls" role="group" aria-label="Choose a step" data-script hidden>'
    for name, label, key in (
        ("first", "First", ""),
        ("previous", "← Previous", ' aria-keyshortcuts="ArrowLeft"'),
        ("next", "Next →", ' aria-keyshortcuts="ArrowRight"'),
        ("last", "Last", ""),
    ):
        yield f'<button type="button" value="{name}"{key}>{label}</button>'
    yield '<label for="place">Step</label>'
    yield f'<input type="range" id="place" min="1" max="{len(steps)}" value="1" autocomplete="off">'
    yield f'<output id="counter" for="place">1 of {len(steps)}</output>'
    yield '<label><input type="checkbox" id="all" autocomplete="off"> Show all steps</label>'
    yield "</div>"
    yield '<p class="key" data-script hidden>The arrow keys ← and → go one step back and on.</p>'
    yield '<p class="aloud" id="said" role="status" aria-live="polite"></p>'
    yield '<ol class="steps">'
    skipped: list[int] = []
    for number, step in enumerate(steps, 1):
        skipped += step.skipped
        current = "" if step.node is None else f' data-current="{diagram.place_of(step.node)}"'
        yield f'<li class="step" id="step-{number}"{current}>'
        yield f"<h3>Step {number} of {len(steps)}: {escape(_heading(exercise, step))}</h3>"
        yield f'<p class="sentence">{escape(step.sentence)}</p>'
        yield from _facts(exercise, step, skipped)
        yield "</li>"
    yield "</ol>"
    yield "</section>"


def _heading(exercise: Exercise, step: Step) -> str:
    """Return what a step is about, in few words."""
    if step.node is None:
        return "the choice"
    name = exercise.name_of(step.node)
    return {
        Action.ENTER: f"enter {name}",
        Action.LEAF: f"leaf {name}",
        Action.RETURN: f"return from {name}",
        Action.CUTOFF: f"cutoff at {name}",
        Action.VALUE: f"value of {name}",
        Action.SCORE: f"score of {name}",
        Action.CHOICE: "the answer",
    }[step.action]


def _facts(exercise: Exercise, step: Step, skipped: Sequence[int]) -> Iterator[str]:
    """Yield the state after the step as a list of terms."""
    facts = [("Test" if step.action is Action.CUTOFF else "Calculation", step.formula)] if step.formula else []
    if exercise.solution.trace is not None and step.node is not None:
        facts += _search_facts(exercise, step, skipped)
    if facts:
        yield '<dl class="facts">'
        yield from (f"<dt>{escape(term)}</dt><dd>{escape(said)}</dd>" for term, said in facts)
        yield "</dl>"


def _search_facts(exercise: Exercise, step: Step, skipped: Sequence[int]) -> list[tuple[str, str]]:
    facts = [("Path", " – ".join(map(exercise.name_of, exercise.path_to(step.node or 0))))]
    if step.at is not None and step.window is not None:
        best = "" if step.best is None else f", best so far {exercise.problem.say(step.best)}"
        facts.append((f"Window of {exercise.name_of(step.at)}", window_text(exercise.problem, step.window) + best))
    if step.prune_if and step.at is not None:
        facts.append((f"At {exercise.name_of(step.at)}", f"prune if {step.prune_if}"))
    facts.append(("Visited so far", f"{step.done} of {exercise.size} nodes"))
    facts.append(("Skipped so far", listing(map(exercise.name_of, skipped)) if skipped else "nothing"))
    return facts


def _conventions_section(exercise: Exercise) -> list[str]:
    words = [f"<li>{escape(sentence)}</li>" for sentence in conventions_of_steps(exercise)]
    heading = '<h2 id="conventions">The conventions</h2>'
    return ['<section aria-labelledby="conventions">', heading, "<ul>", *words, "</ul>", "</section>"] if words else []
