"""What students get of one problem: the statement as Markdown and as a page, and a template for their answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from grader.diagram import Diagram
from grader.documents.write import scalar
from grader.drawing.outline import outline, outline_items
from grader.exact import points_text
from grader.handout.paper import paper
from grader.handout.statement import conventions
from grader.kinds import Kind, Problem
from grader.pages.html import head, nested, safe
from grader.printable import printable

_MARKUP = re.compile(r"[\\`*_\[\]<&|]")
_HOW = "Fill in answers.yaml and hand it in. A part that stays blank earns nothing and costs nothing."


def _parts(kind: Kind, problem: Problem) -> Iterator[tuple[str, str]]:
    """Yield each asked part and what to hand in for it, with its points."""
    for name in problem.ask:
        points = problem.points[name]
        yield name, f"{kind.parts[name].task}; {points_text(points)}"


def statement_markdown(kind: Kind, problem: Problem, diagram: Diagram, *, drawing: str | None) -> str:
    """Return the statement as Markdown; `drawing` names the file of the picture, if there is one."""
    lines = [f"# {markdown(problem.title or problem.id)}", "", f"Problem `{problem.id}`. {kind.task}", ""]
    if drawing:
        lines += [f"![The tree, described below]({drawing})", ""]
    lines += ["## The tree as text", "", "```text", *outline(diagram), "```", "", "## What to hand in", ""]
    lines += [f"- **{name}**: {what}" for name, what in _parts(kind, problem)]
    lines += ["", _HOW, "", "## Conventions", ""]
    lines += [f"- {markdown(sentence)}" for sentence in conventions(kind, problem)]
    return "\n".join(lines) + "\n"


def markdown(text: str) -> str:
    """Return the text with what Markdown would take for markup escaped."""
    return _MARKUP.sub(r"\\\g<0>", printable(text, len(text)))


def statement_html(kind: Kind, problem: Problem, diagram: Diagram, *, svg: str) -> str:
    """Return the statement as one page: no script, no network, no other file. `svg` is the drawing's markup."""
    title = problem.title or problem.id
    printed = paper(svg)
    lines = [
        *head(title, "statement wide" if printed.is_wide else "statement"),
        f"<h1>{safe(title)}</h1>",
        f"<p>Problem <code>{safe(problem.id)}</code>. {safe(kind.task)}</p>",
        "<h2>The tree</h2>",
    ]
    if svg:
        lines.append(f'<div class="scroll drawing" role="region" aria-label="Drawing" tabindex="0">{svg}</div>')
    # Open where it is to be printed: not every browser prints what is folded.
    opening = "<details open>" if printed.needs_text else '<details class="screen">'
    lines += [opening, "<summary>The tree as text</summary>", nested(outline_items(diagram)), "</details>"]
    return "\n".join([*lines, *_below(kind, problem), "</body>", "</html>", ""])


def _below(kind: Kind, problem: Problem) -> list[str]:
    """Return what stands below the tree; on wide paper both lists stand side by side."""
    parts = (f"<strong>{name}</strong>: {safe(what)}" for name, what in _parts(kind, problem))
    lines = ['<div class="below">', "<div>", "<h2>What to hand in</h2>", *_list(parts), f"<p>{_HOW}</p>", "</div>"]
    return [*lines, "<div>", "<h2>Conventions</h2>", *_list(map(safe, conventions(kind, problem))), "</div>", "</div>"]


def _list(items: Iterable[str]) -> list[str]:
    return ["<ul>", *(f"<li>{item}</li>" for item in items), "</ul>"]


def answer_template(kind: Kind, problem: Problem) -> str:
    """Return a submission in which every asked part is blank, with what belongs there as a comment."""
    lines = [
        f"# {printable(problem.title or problem.id)}: your answers.",
        "# Write your answer behind each colon. A part that stays blank earns nothing and costs nothing.",
        "format: gametree-submission/1",
        "student: # your name or number",
        "answers:",
        f"  {scalar(problem.id)}:",
    ]
    for name, what in _parts(kind, problem):
        template = kind.parts[name].form.template(problem)
        lines += [f"    # {what}", f"    {name}:{template.example and f' # {template.example}'}"]
        lines += [f"      {scalar(id_)}:" for id_ in template.entries]
    return "\n".join(lines) + "\n"
