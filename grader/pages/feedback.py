"""The feedback on one submission as a single page: no script, no network, no other file; it prints and reads aloud well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from grader.conventions import conventions_in_words
from grader.diagram import Diagram
from grader.drawing.draw import MOST_NODES, LayOut, inline_svg
from grader.drawing.outline import outline_items, spoken
from grader.errors import Fault, tell_path
from grader.exact import marks_text
from grader.grading import Graded, Outcome, Superseded
from grader.marks.reports import SIGNS, WORDS, Entry, PartReport, Reveal, Verdict
from grader.marks.rounding import Share
from grader.pages.files import graded_diagrams
from grader.pages.html import head, nested, safe
from grader.pages.text import BEHIND, carried_words, part_head, told_findings
from grader.printable import printable
from grader.version import __version__
from grader.words import listed

_MOST_FILES = 10
_COLORS = {Verdict.CORRECT: "right", Verdict.FOLLOW_THROUGH: "right", Verdict.BLANK: ""}


def page(outcome: Outcome, lay_out: LayOut | None = None) -> str:
    """Return the page: for each problem marks, drawing, entries and conventions, or why nothing could be graded.

    `lay_out` lays the drawings out, where that is done elsewhere.
    """
    name = f"Feedback for {printable(outcome.student)}" if outcome.student else "Feedback"
    body = [f"<h1>{safe(name)}</h1>", f"<p>Submission: {safe(_files(outcome))}</p>"]
    if outcome.is_gradable:
        body += _marks_of_all(outcome)
        body += _list(BEHIND, told_findings(outcome))
        for number, graded in enumerate(outcome.graded, 1):
            body += _problem(graded, f"problem-{number}", lay_out)
        missing = (f"{printable(id_)}: {_told(fault, outcome)}" for id_, fault in outcome.not_graded)
        body += _list("Problems that were not graded", missing)
        body += _list("Files that were not graded", (_told(fault, outcome) for fault in outcome.unread))
        body += _list("Answers that were given again, so that the later ones count", map(_again, outcome.superseded))
    else:
        body += [
            "<p><strong>This submission was not graded.</strong> There are no marks; it can be handed in again.</p>"
        ]
        body += _list("What is wrong", (_told(fault, outcome) for fault in outcome.faults))
    return "\n".join(
        (*head(name), *body, f"<footer><p>gametree-grader {__version__}</p></footer>", "</body>", "</html>", "")
    )


def _files(outcome: Outcome) -> str:
    """Return the names of the files; the folders of a course are not shown."""
    return listed([Path(source).name for source in outcome.sources or (outcome.source,)], _MOST_FILES)


def _again(one: Superseded) -> str:
    return f"{one.id}: {Path(one.source).name}, as {Path(one.by).name} answers it too"


def _told(fault: Fault, outcome: Outcome) -> str:
    """Return the fault with its place in the submission; the folders and problem files of a course are not shown."""
    if fault.source in outcome.sources:
        return _placed(fault, f"{Path(fault.source).name}")
    return _placed(fault, "") if fault.source == outcome.source else fault.message


def _placed(fault: Fault, file: str) -> str:
    place = f"line {fault.line}" if fault.line else ""
    where = ", ".join(filter(None, (file, place, tell_path(fault.path) if fault.path else "")))
    return f"{where}: {fault.message}" if where else fault.message


def _list(title: str, items: Iterable[str], level: int = 2) -> list[str]:
    """Return a heading and a list, or nothing where there are no items."""
    lines = [f"<li>{safe(item)}</li>" for item in items]
    return [f"<h{level}>{title}</h{level}>", "<ul>", *lines, "</ul>"] if lines else []


def _title(graded: Graded) -> str:
    problem = graded.exercise.problem
    return printable(problem.title or problem.id)


def _marks_of_all(outcome: Outcome) -> list[str]:
    """Return the marks of the submission, and a table of its problems where there are several."""
    lines = [f"<p><strong>{outcome.total.words}</strong></p>"]
    if len(outcome.graded) > 1:
        rows = [
            f'<tr><th scope="row"><a href="#problem-{number}">{safe(_title(graded))}</a></th>'
            f'<td class="number">{marks_text(graded.marks.earned)}</td>'
            f'<td class="number">{marks_text(graded.marks.possible)}</td></tr>'
            for number, graded in enumerate(outcome.graded, 1)
        ]
        lines += _table("All problems", ("Problem", "Points", "Possible"), rows)
    return lines


def _table(caption: str, columns: Sequence[str], rows: Sequence[str]) -> list[str]:
    """Return a table in a box of its own that scrolls; the rows are markup."""
    header = "".join(f'<th scope="col">{column}</th>' for column in columns)
    return [
        f'<div class="scroll"><table><caption>{safe(caption)}</caption>',
        f"<thead><tr>{header}</tr></thead>",
        "<tbody>",
        *rows,
        "</tbody></table></div>",
    ]


def _problem(graded: Graded, anchor: str, lay_out: LayOut | None) -> list[str]:
    """Return the section of one problem."""
    report, problem, kind = graded.report, graded.exercise.problem, graded.exercise.kind
    lines = [f'<h2 id="{anchor}">{safe(_title(graded))}</h2>']
    lines += [f"<p>{safe(kind.title)}, problem {safe(problem.id)}: <strong>{graded.marks.words}</strong></p>"]
    lines.append("<h3>Tree</h3>")
    for diagram in graded_diagrams(graded):
        lines += _tree(diagram, anchor, lay_out)
    lines.append("<h3>Answers</h3>")
    if report.reveal is not Reveal.EXPECTED:
        lines += ["<p>Expected answers are not shown.</p>"]
    for part, share in zip(report.parts, graded.marks.parts, strict=True):
        lines += _part(part, share, report.reveal)
    if carried := carried_words(graded):
        lines.append(f"<p>{safe(carried)}</p>")
    lines += _list("Notes", (_placed(note, "") for note in report.notes), 3)
    return lines + _list("Conventions", conventions_in_words(problem.conventions, kind.conventions, problem.ask), 3)


def _tree(diagram: Diagram, anchor: str, lay_out: LayOut | None) -> list[str]:
    """Return the drawing and the same as nested lists; a tree that is too large to be drawn is not written out either."""
    if len(diagram.nodes) > MOST_NODES:
        return [f"<p>This tree of {len(diagram.nodes):,} nodes is too large to be drawn.</p>"]
    region = f'<div class="scroll drawing" role="region" aria-label="Drawing {safe(diagram.title)}" tabindex="0">'
    facts = [f"<li>{safe(spoken(fact))}</li>" for fact in diagram.facts]
    text = [*(["<ul>", *facts, "</ul>"] if facts else []), nested(outline_items(diagram))]
    return [
        region,
        inline_svg(diagram, f"{anchor}-tree-", lay_out),
        "</div>",
        "<details><summary>The tree as text</summary>",
        *text,
        "</details>",
    ]


def _part(part: PartReport, share: Share, reveal: Reveal) -> list[str]:
    """Return the table of the part's entries, or its marks alone where there are none to show."""
    caption = part_head(part, share)
    if not part.entries:
        return [f"<p><strong>{safe(caption)}</strong></p>"]
    has_nodes = any(entry.node for entry in part.entries)
    has_messages = any(map(_message, part.entries))
    columns = ["Node"] * has_nodes + ["Your answer", "Verdict"]
    is_counted = part.counts is not None and part.counts.of > 1  # equal shares say nothing that the caption does not
    has_marks = not is_counted and any(entry.shows_marks for entry in part.entries)
    columns += ["Expected"] * (reveal is Reveal.EXPECTED) + ["Points"] * has_marks + ["Comment"] * has_messages
    rows = [_row(entry, set(columns), reveal) for entry in part.entries]
    return _table(caption, columns, rows)


def _row(entry: Entry, columns: set[str], reveal: Reveal) -> str:
    """Return one entry as a row; its first cell heads it."""
    given = f"<bdi>{safe(entry.given)}</bdi>" if entry.given is not None else "–"
    verdict = f"{SIGNS[entry.verdict]} {WORDS[entry.verdict]}"
    points = marks_text(entry.earned) if entry.shows_marks else "–"
    if reveal is Reveal.EXPECTED:
        points += f" of {marks_text(entry.possible)}"
    cells = [f'<th scope="row"><bdi>{safe(entry.node or "–")}</bdi></th>'] if "Node" in columns else []
    cells.append(f"<td>{given}</td>" if cells else f'<th scope="row">{given}</th>')
    color = _COLORS.get(entry.verdict, "wrong")
    cells.append(f'<td class="{color}">{verdict}</td>' if color else f"<td>{verdict}</td>")
    if "Expected" in columns:
        cells.append(f"<td><bdi>{safe(entry.expected or '–')}</bdi></td>")
    if "Points" in columns:
        cells.append(f'<td class="number">{points}</td>')
    if "Comment" in columns:
        cells.append(f"<td>{safe(_message(entry))}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def _message(entry: Entry) -> str:
    """Return what there is to say beyond the other columns."""
    return entry.message.removeprefix(f"expected {entry.expected}").removeprefix(". ")
