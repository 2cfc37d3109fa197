"""The answer page: a sheet with fields, lists and scissors on its trees, in one file that needs no network and hands out the submission.

It is made from the problems alone, so no right answer is in it; its script knows what an answer looks like, and computes none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from generators import Generated
from generators.batch import certificate_data
from grader import pages
from grader.core.answers.free_text import MOST_LETTERS
from grader.core.answers.inputs import Field, TreeWidget, Widget
from grader.core.documents.shape import load_schema
from grader.core.documents.writing import to_yaml
from grader.core.drawing.diagram import Diagram, Numbers
from grader.core.drawing.draw import inline_svg, size_of, svg
from grader.core.drawing.scale import leaf_count
from grader.core.names import HARMFUL, LONGEST_STEM, RESERVED
from grader.core.numbers import HINTS, INFINITE, INFINITE_HINTS, LONGEST_HINTED, MOST_DIGITS, WHOLE_HINTS
from grader.core.text import isolated, printable, typesetter
from grader.kinds import KINDS, Exercise, Kind, Problem, Solution, write_problem
from grader.pages.feedback import Content
from grader.pages.html import Plain, TreeBox, render_page, tree_box
from grader.pages.paper import write_pdf
from grader.pages.sheet import ByProgram, Look, Question, Sheet, answer_template, make_sheet
from grader.pages.sheet_page import (
    HOW,
    LYING,
    SMALLEST_LETTERS,
    STANDING,
    Room,
    letter_sizes,
    percent_of,
    printed,
    write_markdown,
    write_page,
)

_TEMPLATE = "answer.html"
_PER_UNIT = 9 / 14
"""In print: points a unit of a drawing."""
_MOST_BESIDE = 40  # leaves: a drawing of more has no column beside it


class Heading(NamedTuple):
    """What stands above the exercises: a title, the course, a note to students; and whose sheet of which quiz it is (neither: anybody's).

    `programs` are exercises that are answered by a program, below the others.
    """

    title: str
    course: str = ""
    note: str = ""
    student: str = ""
    quiz: str = ""
    programs: tuple[ByProgram, ...] = ()


class Drawn(NamedTuple):
    """A drawing on the page, and how many per cent of the width of a printed sheet it takes."""

    tree: TreeBox
    percent: int


class Shown(NamedTuple):
    """A problem as the page shows it; `lies`: in print, `is_broad`: its answers stand below the drawing, not beside it."""

    question: Question
    drawings: list[Drawn]
    lies: bool
    is_broad: bool


def write_answer_page(problems: Sequence[Problem], heading: Heading) -> str:
    """Return statement and answer page of the problems in one file."""
    return render_page(_TEMPLATE, **answer_values(problems, heading))


def answer_values(problems: Sequence[Problem], heading: Heading) -> dict[str, object]:
    """Return what the template of an answer page, and one that extends it, wants to know."""
    sheet = printed(make_sheet(problems, heading.title).with_programs(heading.programs))
    shown = [_shown(question) for question in sheet.questions]
    return {
        "sheet_": sheet,
        "heading": heading,
        "problems": shown,
        "how": HOW,
        "data": _data(problems, shown, heading),
        "has_trees": any(
            widget.sort not in ("one", "choice", "range", "words") and spots_of(one)
            for problem, one in zip(problems, shown, strict=True)
            for widget in _widgets(problem).values()
        ),
        "unneeded": _unneeded(problems),
    }


def _unneeded(problems: Sequence[Problem]) -> list[str]:
    """Return the scripts that no part of these problems calls: of sets of numbers, iterations, and trees that are changed."""
    widgets = [widget for problem in problems for widget in _widgets(problem).values()]
    sorts = {widget.sort for widget in widgets} | {widget.entry.sort for widget in widgets if widget.entry is not None}
    needed = {
        "intervals.js": "range" in sorts,
        "answer-iterations.js": any(widget.entry is not None for widget in widgets),
        **dict.fromkeys(("tree-layout.js", "tree-edit.js", "answer-drawn.js"), "tree" in sorts),
    }
    return [name for name, is_needed in needed.items() if not is_needed]


def _shown(question: Question) -> Shown:
    boxes = [
        tree_box(diagram, f"tree-{question.number}-{place}", live=True, for_fingers=True)
        for place, diagram in enumerate(question.diagrams, 1)
    ]
    lies = any(box.wide and _lies(diagram, box.wide) for diagram, box in zip(question.diagrams, boxes, strict=True))
    drawings = [Drawn(box, _percent(box)) for box in boxes]
    is_broad = not boxes or any(leaf_count(diagram) > _MOST_BESIDE for diagram in question.diagrams)
    return Shown(question, drawings, lies, is_broad)


def _lies(diagram: Diagram, standing: str) -> bool:
    """Return whether the drawing lies in print, where its numbers are larger then and too small else."""
    letters = _letters(standing, STANDING)
    return letters < SMALLEST_LETTERS and letters < _letters(
        inline_svg(diagram, "", lies=True, live=True, for_fingers=True), LYING
    )


def _letters(drawing: str, room: Room) -> float:
    """Return how large the numbers of a drawing are in print, in points."""
    width, height = size_of(drawing)
    return max(letter_sizes(drawing)) * min(_PER_UNIT, room.width / width, room.height / height)


def _percent(box: TreeBox) -> int:
    return percent_of(size_of(box.wide)[0] * _PER_UNIT / STANDING.width if box.wide else 1)


# what the script knows


def _data(problems: Sequence[Problem], shown: Sequence[Shown], heading: Heading) -> Plain:
    return {
        "quiz": heading.quiz,
        "student": heading.student,
        "shapes": _shapes(problems),
        "hints": hints(),
        "id": {"pattern": shape_of("id")["pattern"], "longest": load_schema("common")["$defs"]["id"]["maxLength"]},
        "file": {"harmful": HARMFUL, "reserved": f"^(?:{RESERVED})$", "longest": LONGEST_STEM},
        "problems": [_problem(problem, one) for problem, one in zip(problems, shown, strict=True)],
    }


def _widgets(problem: Problem) -> dict[str, Widget]:
    parts = KINDS[problem.kind].parts
    return {name: parts[name].form.widget(problem) for name in problem.parts}


def _shapes(problems: Sequence[Problem]) -> dict[str, Plain]:
    """Return what may be typed into the fields, by the names under which they are checked."""
    widgets = [widget for problem in problems for widget in _widgets(problem).values()]
    is_range = any(widget.sort == "range" for widget in widgets)
    ends = {"bound": shape_of("bound")} if is_range else {}  # the script reads a range by its ends
    fields = {field.checked_as: field for widget in widgets for field in widget.fields}
    shapes = ends | {name: shape_of(field.shape) | _limits(field) for name, field in fields.items()}
    return dict(sorted(shapes.items()))


def _limits(field: Field) -> dict[str, Plain]:
    return {} if field.limits is None else dict(field.limits._asdict())


def hints() -> Plain:
    """Return what is said where a text is nearly a number."""
    return {
        "longest": LONGEST_HINTED,
        "all": [*map(list, HINTS)],
        "whole": [*map(list, WHOLE_HINTS)],
        "infinite": [INFINITE, [*map(list, INFINITE_HINTS)]],
    }


@cache
def shape_of(name: str) -> dict[str, str | int]:
    """Return what the schemas say of what may be typed: a pattern, and what is expected in words."""
    shape = load_schema("common")["$defs"][name]
    longest = shape.get("maxLength", MOST_DIGITS + 10)
    return {"pattern": shape.get("pattern", "."), "wanted": shape["description"], "longest": longest}


def _problem(problem: Problem, shown: Shown) -> Plain:
    """Return a problem as the script knows it: what its entries are about, each named once, and how each part is filled in."""
    spots = spots_of(shown)
    nodes: dict[tuple[str, int], int] = {}
    parts: list[Plain] = []
    for name, widget in _widgets(problem).items():
        keys = [nodes.setdefault(named, len(nodes)) for named in widget.keys]
        fields = [
            {
                "label": field.label,
                "shape": field.checked_as,
                **({"choices": list(field.choices)} if field.choices else {}),
                **{key: text for key, text in (("name", field.name), ("sign", field.sign)) if text},
            }
            for field in widget.fields
        ]
        more: dict[str, Plain] = {
            "about": widget.about,
            "empty": widget.empty,
            "open": widget.is_open,
            "free": widget.is_free,
            "whole": widget.is_whole,
        }
        if widget.options:
            more["options"] = [[[one, isolated(printable(one))] for one in options] for options in widget.options]
        if widget.tree is not None:
            more["tree"] = _tree_to_change(widget.tree, {key: name for name, key in widget.keys}, shown)
        if widget.taken is not None:
            more["taken"] = [*map(list, widget.taken)]
        if widget.tool is not None:
            more["tool"] = widget.tool._asdict()
        if widget.sort == "words":
            more |= {"rows": widget.rows, "longest": MOST_LETTERS}
        if widget.texts:
            more["texts"] = [typesetter(problem.game.ids)(text) for text in widget.texts]
        if widget.entry is not None:
            more |= {
                "rows": widget.rows,
                "first": widget.first,
                "entry": {"sort": widget.entry.sort, "empty": widget.entry.empty},
            }
        title = KINDS[problem.kind].parts[name].title
        parts.append({"id": name, "name": title, "sort": widget.sort, "keys": keys, "fields": fields, **more})
    named = [_node(name, spots.get(key)) for name, key in nodes]
    return {"id": problem.id, "nodes": named, "parts": parts}


def _tree_to_change(given: TreeWidget, names: Mapping[int, str], shown: Shown) -> Plain:
    """Return what may be changed and how the tree begins: of each node who moves there, its parent, what it is called on the page and in documents, value, move, probability."""
    start: list[Plain] = [["leaf", -1, "", "", "", "", ""]]
    if given.from_drawing:
        start = [
            [
                node.shape.css,
                node.parent,
                node.id,
                names.get(-1 if node.key is None else node.key, ""),
                node.value,
                node.move,
                node.probability,
            ]
            for node in shown.question.diagrams[0].nodes
        ]
    return {
        "may": list(given.may),
        "hands": given.hands,
        "names": list(given.names),
        "start": start,
        "stands": given.from_drawing,
    }


def _node(name: str, spot: tuple[int, int] | None) -> Plain:
    """Return a name as documents write it and as people read it, and where its node stands: in which drawing, and its place there."""
    return {"name": name, "shown": isolated(printable(name)), "spot": spot}


def spots_of(shown: Shown) -> dict[int, tuple[int, int]]:
    """Return where each key is drawn: in which of the problem's drawings, and its place in that."""
    spots: dict[int, tuple[int, int]] = {}
    for number, (diagram, drawing) in enumerate(zip(shown.question.diagrams, shown.drawings, strict=True)):
        for place, node in enumerate(diagram.nodes):
            if node.key is not None and drawing.tree.wide:
                spots.setdefault(node.key, (number, place))
    return spots


# -- the files of a sheet: what is handed out, and in the folder `key` what is not


def sheet_files(
    exercises: Sequence[Exercise], title: str, paper: str | None, numbers: Numbers = Numbers.VALUES
) -> Iterator[tuple[str, str | bytes]]:
    """Yield name and content of each file; on `paper` of that size too, where it is named. `numbers` says what trees of the key show."""
    problems = [exercise.problem for exercise in exercises]
    handout = make_sheet(problems, title)
    yield pages.TEMPLATE, answer_template(problems, handout.title)
    yield pages.ANSWER_PAGE, write_answer_page(problems, Heading(handout.title))
    yield from _written(handout, (pages.PAGE, pages.MARKDOWN, pages.PAPER), paper)
    key = make_sheet(problems, title, [exercise.solution for exercise in exercises], Look(numbers=numbers))
    yield from _written(key, (pages.KEY_PAGE, pages.KEY_MARKDOWN, pages.KEY_PAPER), paper)


def _written(sheet: Sheet, names: tuple[str, str, str], paper: str | None) -> Iterator[tuple[str, str | bytes]]:
    yield names[0], write_page(sheet)
    yield names[1], write_markdown(sheet)
    if paper is not None:
        yield names[2], write_pdf(sheet, paper)


# -- the files of one generated problem: what is handed out, and the key that is kept


def handout_files(problem: Problem, *, drawings: bool = True) -> Iterator[tuple[str, Content]]:
    """Yield name and content of the files for students; nothing in them depends on anything but the problem."""
    sheet = make_sheet([problem], look=Look(drawings))
    yield pages.PROBLEM, (to_yaml(write_problem(KINDS[problem.kind], problem)), [])
    yield pages.TEMPLATE, (answer_template([problem]), [])
    yield from _drawing(sheet, pages.DRAWING)
    yield pages.STATEMENT, (write_markdown(sheet, (pages.DRAWING,)), [])
    yield pages.STATEMENT_PAGE, (write_page(sheet), [])


def key_files(generated: Generated, *, drawings: bool = True) -> Iterator[tuple[str, Content]]:
    """Yield name and content of the files of the key: the answers to hand in, in words and drawn, and the certificate."""
    problem = generated.problem
    kind = KINDS[problem.kind]
    solution = kind.solve(problem)
    sheet = make_sheet([problem], solutions=[solution], look=Look(drawings))
    yield pages.SOLUTION, (to_yaml(perfect_submission(kind, problem, solution)), [])
    yield pages.CERTIFICATE, (to_yaml(certificate_data(generated)), [])
    yield pages.WORKED, (write_markdown(sheet, (pages.SOLVED,)), [])
    yield from _drawing(sheet, pages.SOLVED)


def _drawing(sheet: Sheet, name: str) -> Iterator[tuple[str, Content]]:
    """Yield the first drawing of the only problem, with its title and legend, if there is one."""
    [question] = sheet.questions
    if question.is_drawn:
        yield name, (svg(question.diagrams[0]), [])


def perfect_submission(kind: Kind, problem: Problem, solution: Solution) -> dict[str, object]:
    """Return the submission that earns all marks: the right answer of each asked part."""
    answers = kind.write_answer(kind, problem, solution)
    asked = {part: answers[part] for part in problem.ask}
    return {"format": "gametree-submission/1", "student": "key", "answers": {problem.id: asked}}
