"""The statement of an exercise, and its solution, as HTML for a platform's question: no script, no style of a page, no other file but pictures."""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from grader.core.answers.inputs import Item, Items, Typed, Upload
from grader.core.documents.shape import load_schema
from grader.core.documents.writing import to_yaml
from grader.core.drawing.outline import outline
from grader.core.names import distinct, stem_of
from grader.core.numbers import Number, points_text
from grader.kinds import Problem, write_problem
from grader.pages.sheet import Question, answer_template
from grader.platforms.question_items import CarriedExercise, CarriedPart, Carry, Files, Pool, carried_of

Field = Callable[[str, int, Item], str]
"""From a part, the place of an item and the item to the field that stands for it."""

_COLUMNS = ' style="columns:14em;list-style:none;padding:0"'
"""Many short fields stand in columns, one at least, and read from top to bottom."""
_SIGNS = re.compile(r"[{}@\\$\[\]]")
_NUMBERS = "Write numbers such as 3 or -2.5, those that are not whole also as a fraction such as 35/4."
_NO_END = "Write none where there is no such number."
FINITE = ("number", "integer")
"""The shapes of the schemas whose numbers are exact, and no infinity goes into."""


def text_html(text: str) -> str:
    r"""Return a text as HTML in which no sign means something to a platform: fields, files and formulas begin with such signs.

    >>> text_html("{1:MULTICHOICE:=a} <b> @@PLUGINFILE@@")
    '&#123;1:MULTICHOICE:=a&#125; &lt;b&gt; &#64;&#64;PLUGINFILE&#64;&#64;'
    """
    return _SIGNS.sub(lambda found: f"&#{ord(found[0])};", html.escape(text))


def heading_html(name: str) -> str:
    """Return what a question is called: platforms hide the names of questions, and files of answers name their exercises.

    >>> heading_html("Two <MIN> replies (q1)")
    '<h4>Two &lt;MIN&gt; replies (q1)</h4>'
    """
    return f"<h4>{text_html(name)}</h4>"


def numbers_said(items: Iterable[Item]) -> str:
    """Return how the numbers are written that are typed into the fields; nothing where nothing is typed."""
    typed = [item for item in items if isinstance(item, Typed)]
    no_end = _NO_END if any(item.shape == "range-end" for item in typed) else ""
    return " ".join(filter(None, [_NUMBERS if typed else "", infinities_said(typed), no_end]))


def infinities_said(items: Iterable[Typed]) -> str:
    """Return how an infinity is written in the fields that take one; nothing where none does."""
    patterns = [load_schema("common")["$defs"][shape]["pattern"] for shape in {item.shape for item in items}]
    taken = [text for text in ("inf", "-inf") if any(re.search(pattern, text) for pattern in patterns)]
    return f"Write infinity as {' or '.join(taken)}." if taken else ""


def statement_lines(name: str, question: Question, pictures: Sequence[str], *, is_plain: bool = False) -> Iterator[str]:
    """Yield what the question is called, the task, the tree as a picture and in words, what is asked of it, and the conventions; all of it well-formed XML.

    A plain statement has nothing that folds, and no style: for platforms that know neither.
    """
    yield heading_html(name)
    if question.task:
        yield f"<p>{text_html(question.task)}</p>"
    for address in pictures:
        style = "" if is_plain else ' style="max-width:100%"'
        yield f'<p><img src="{address}" alt="The tree; the same in words is below it"{style}/></p>'
    for outlined in filter(None, map(outline, question.diagrams)):
        lines = "\n".join(map(text_html, outlined))
        words = f"<pre>{lines}</pre>"
        is_folded = pictures and not is_plain
        yield f"<details><summary>The tree in words</summary>{words}</details>" if is_folded else words
    yield from (f"<p>{text_html(line)}</p>" for line in question.posed)
    yield from _list("ul", question.sentences)


def asked_lines(
    carried: CarriedExercise,
    field: Field,
    elsewhere: str,
    numbers: str = "",
    how: Callable[[CarriedPart, Items], str] = lambda _, items: items.how,
    *,
    is_plain: bool = False,
) -> Iterator[str]:
    """Yield what there is to answer, part by part.

    `elsewhere` says where a file is handed in, `numbers` and `how` how to fill in, where that is another way than on most platforms.
    """
    if said := numbers_said(item for part in carried.parts for item in _items(part)):
        yield f"<p>{text_html(numbers or said)}</p>"
    for part in carried.parts:
        yield task_html(part, worth=True)
        if isinstance(part.carried, Upload):
            yield f"<p>{elsewhere}</p>"
        else:
            yield from _fields(part, part.carried, field, how(part, part.carried), is_plain=is_plain)


def _items(part: CarriedPart) -> Sequence[Item]:
    return part.carried.items if isinstance(part.carried, Items) else ()


def task_html(part: CarriedPart, *, worth: bool = False) -> str:
    """Return what a part asks; with what it is `worth`, where the platform does not say that."""
    points = f" ({points_text(part.points)})" if worth else ""
    task = "<br/>".join(map(text_html, part.task.splitlines()))
    return f"<p><strong>{text_html(part.title)}</strong>: {task}{points}</p>"


def _fields(part: CarriedPart, items: Items, field: Field, how: str, *, is_plain: bool) -> Iterator[str]:
    if how:
        yield f"<p>{text_html(how)}</p>"
    lines = [
        f"<li>{text_html(item.label)} {field(part.name, place, item)}</li>".replace("<li> ", "<li>")
        for place, item in enumerate(items.items)
    ]
    style = "" if is_plain or len(lines) == 1 else _COLUMNS
    yield f"<ul{style}>{''.join(lines)}</ul>"


def uploaded_lines(carried: CarriedExercise, template: str) -> Iterator[str]:
    """Yield what is to be handed in as a file, and the address of its template."""
    yield from (task_html(part, worth=True) for part in carried.uploads)
    yield f'<p>Fill in <a href="{template}">answers.yaml</a> and hand it in.</p>'


def about_html(name: str) -> str:
    """Return what a question is about that stands beside another one, which has the statement."""
    return f"<p>This is about your question “{text_html(name)}”.</p>"


def rubric_html(carried: CarriedExercise) -> str:
    """Return by what a person marks the answer in words: for those who mark alone."""
    question = carried.problem.text
    return "".join(_list("ul", question.rubric_said if question else []))


def solution_html(carried: CarriedExercise) -> str:
    """Return the right answers, and how they are found."""
    answers = [f"{right.title}: {right.answer}" for right in carried.solved.answers]
    return "\n".join([*_list("ul", answers), *_list("ol", [sentence for _, sentence in carried.solved.steps])])


def _list(tag: str, sentences: Sequence[str]) -> list[str]:
    return [f"<{tag}>", *(f"<li>{text_html(one)}</li>" for one in sentences), f"</{tag}>"] if sentences else []


# -- the parts of exercises that a platform takes as files: the template to fill in, and the problem by which `grade`
# marks the file


class Worth(NamedTuple):
    """What a pool is worth: the points that the platform gives, and those of what is handed in as a file."""

    name: str
    platform: Number
    file: Number


def fragment_of(problem: Problem, parts: Sequence[str]) -> Problem:
    """Return the problem with those parts alone that are handed in as a file.

    What is asked in words is answered on the platform. That rounds nothing that it adds up, so the marks that are added to its own are not
    rounded to a step either.
    """
    return problem._replace(ask=tuple(parts), text=None, policy=problem.policy._replace(round=None))


def asked_as_file(carried: CarriedExercise) -> Problem:
    """Return the problem by which the file of an exercise is marked."""
    return fragment_of(carried.problem, [part.name for part in carried.uploads])


def parts_by_file(pools: Sequence[Pool], carry: Carry) -> dict[str, tuple[str, ...]]:
    """Return of each problem, by its id, the parts that are handed in as a file: none where the platform marks all of it."""
    carried = (one for pool in pools for one in carry(pool))
    return {one.problem.id: tuple(part.name for part in one.uploads) for one in carried}


def worths(pools: Sequence[Pool], carry: Carry) -> Iterator[Worth]:
    """Yield what each pool is worth, by the first of its exercises."""
    for pool in pools:
        first = carry(pool)[0]
        by_file = sum(part.points for part in first.uploads)
        yield Worth(pool.name, first.problem.possible - by_file, by_file)


def template_of(carried: CarriedExercise) -> str:
    """Return the template for the file."""
    return answer_template([asked_as_file(carried)], carried.question.title)


def upload_files(pools: Sequence[Pool], carry: Carry = carried_of) -> Files:
    """Yield the problems by which files are marked."""
    carried = [one for pool in pools for one in carry(pool) if one.uploads]
    stems = distinct(stem_of(one.problem.id) for one in carried)
    for stem, one in zip(stems, carried, strict=True):
        yield f"key/files/{stem}.yaml", to_yaml(write_problem(one.exercise.kind, asked_as_file(one)))


# -- an archive as bytes: the same for the same members

_WHEN = (1980, 1, 1, 0, 0, 0)  # no clock
PLAIN, PROGRAM = 0o644, 0o755


class Member(NamedTuple):
    """A file in an archive: its name, its content, and who may do what with it."""

    name: str
    content: str | bytes
    mode: int = PLAIN


def archived(members: Iterable[Member]) -> bytes:
    """Return the archive with these members, in their order; wheels, which are packed, as they are."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, content, mode in members:
            info = zipfile.ZipInfo(name, _WHEN)
            info.external_attr = mode << 16
            archive.writestr(info, content, zipfile.ZIP_STORED if name.endswith(".whl") else zipfile.ZIP_DEFLATED)
    return held.getvalue()
