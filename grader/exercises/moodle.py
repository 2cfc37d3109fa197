"""Exercises as Moodle XML: each is one question with embedded answers, so that its parts stay together; files are handed in in another one.

What is but an order of all nodes is a question of its own, where each student has the same ones: Moodle marks it as `grade` does, and
cannot embed it. Of variants Moodle picks single questions, so there an order stays among the other parts.

Source: Moodle's `question/format/xml`. All of it is for the platform alone: the questions hold their answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from xml.etree import ElementTree as ET

from grader.answers.platform import Item, Items
from grader.drawing.draw import svg
from grader.exact import Number
from grader.exercises import Files, Pool, Wishes
from grader.exercises.carried import CarriedExercise, title_of, weights
from grader.exercises.cloze import cloze
from grader.exercises.moodle_question import (
    Attached,
    add_text,
    finish,
    new_question,
    take_a_file,
    take_an_order,
)
from grader.exercises.side_by_side import each_of
from grader.exercises.statement_html import (
    asked_lines,
    heading_html,
    statement_lines,
    task_html,
    text_html,
    uploaded_lines,
)
from grader.exercises.uploads import fragment_of, template_of, upload_files
from grader.handout.files import TEMPLATE
from grader.handout.sheet import Question
from grader.kinds import Exercise
from grader.printable import printable
from grader.processes import ALONE, Workers

QUESTIONS = "key/moodle.xml"
_TOP = "$course$/top"
_FILES = "@@PLUGINFILE@@"
_SORT = "<p>Put them in order. What you leave as it is counts as it stands.</p>"
_LINK = f'<a href="{_FILES}/{TEMPLATE}">{TEMPLATE}</a>'


def moodle_files(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield the questions, and the problems by which files are marked."""
    yield QUESTIONS, write_moodle(pools, title_of(pools, wishes), wishes.workers)
    yield from upload_files(pools)


def write_moodle(pools: Sequence[Pool], top: str, workers: Workers = ALONE) -> str:
    """Return the questions: those of a pool of one in the category of the export, those of others in one of their own below it."""
    quiz = ET.Element("quiz")
    for path, questions in _categories(pools, top, workers):
        _category(quiz, path)
        quiz.extend(questions)
    ET.indent(quiz, "")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(quiz, encoding="unicode")}\n'


def _categories(pools: Sequence[Pool], top: str, workers: Workers) -> Iterator[tuple[Sequence[str], list[ET.Element]]]:
    """Yield each category that has questions: its path, and the questions in it."""
    alone: list[ET.Element] = []
    others = []
    for pool in pools:
        first = CarriedExercise(pool.exercises[0])
        if len(pool.exercises) == 1:
            alone += _questions_alone(first)
            continue
        if first.is_asked and first.uploads:
            alone.append(_essay_of_pool(pool, first))
        questions = each_of(partial(_of_variant, _file_name(_label(pool))), pool.exercises, workers)
        others.append(((top, _label(pool)), list(questions)))
    if alone:
        yield (top,), alone
    yield from others


def _label(pool: Pool) -> str:
    """Return what a pool is called where others may have its title."""
    label = pool.title if pool.title == pool.name else f"{pool.title} ({pool.name})"
    return printable(label, len(label))


def _name_of_all(pool: Pool) -> str:
    """Return what all variants of a pool are called, with … for where they differ."""
    is_common = all(exercise.problem.id.startswith(f"{pool.name}-") for exercise in pool.exercises)
    return _label(pool._replace(name=f"{pool.name}-…")) if is_common else _label(pool)


def _category(quiz: ET.Element, path: Sequence[str]) -> None:
    question = ET.SubElement(quiz, "question", type="category")
    add_text(ET.SubElement(question, "category"), category_path(path))


def category_path(names: Sequence[str]) -> str:
    """Return the path of a category as files for Moodle say it."""
    return "/".join((_TOP, *(name.replace("/", "//") for name in names)))


def _questions_alone(carried: CarriedExercise) -> Iterator[ET.Element]:
    """Yield the questions of a problem that all have: its fields, each order to be made, and what is handed in as a file."""
    orders = _orders(carried)
    fields = _asking(carried, [part.name for part in carried.parts if part.name not in orders]) if orders else carried
    if fields.is_asked:
        yield _cloze(fields, _file_name(carried.name))
    for name in orders:
        yield _ordering(_asking(carried, [name]), name if len(carried.parts) > 1 else "")
    if carried.uploads:
        yield _essay(carried)


def _of_variant(file: str, exercise: Exercise) -> ET.Element:
    """Return the question of a variant, of which Moodle gives each student one; its file, if it has another one, is called so."""
    carried = CarriedExercise(exercise)
    if len(carried.parts) == len(_orders(carried)) == 1:
        return _ordering(carried)
    return _cloze(carried, file) if carried.is_asked else _essay(carried)


def _orders(carried: CarriedExercise) -> list[str]:
    """Return the parts that are but an order of things, two at least."""
    return [part.name for part in carried.parts if isinstance(part.carried, Items) and len(part.carried.in_order) > 1]


def _asking(carried: CarriedExercise, parts: Sequence[str]) -> CarriedExercise:
    """Return the exercise with some of its parts."""
    return CarriedExercise(carried.exercise._replace(problem=fragment_of(carried.problem, parts)))


def _cloze(carried: CarriedExercise, file: str) -> ET.Element:
    """Return the question with embedded answers; `file` is the name of the one that takes a file."""
    weight, misled = weights(carried), {part.name: carried.misled(part) for part in carried.parts}

    def field(part: str, place: int, item: Item) -> str:
        return cloze(item, weight[part, place], misled[part][place])

    elsewhere = f"In a file: fill in {_LINK} and hand it in in the question “{text_html(file)}”."
    pictures = _pictures(carried.question)
    addresses = [f"{_FILES}/{name}" for name in pictures]
    lines = [*statement_lines(carried.name, carried.question, addresses), *asked_lines(carried, field, elsewhere)]
    attached = pictures | (_template(carried) if carried.uploads else {})
    points = sum(part.points for part in carried.parts if part not in carried.uploads)
    question = new_question("cloze", carried.name, lines, attached)
    finish(question, carried, points, carried.problem.id)
    return question


def _ordering(carried: CarriedExercise, label: str = "") -> ET.Element:
    """Return the question of an order, which is all that is asked; with a label where the exercise has other questions."""
    (part,) = carried.parts
    pictures = _pictures(carried.question)
    name = f"{carried.name}: {label}" if label else carried.name
    statement = statement_lines(name, carried.question, [f"{_FILES}/{file}" for file in pictures])
    question = new_question("ordering", name, [*statement, task_html(part, worth=True), _SORT], pictures)
    finish(question, carried, part.points, f"{carried.problem.id}-{label}" if label else carried.problem.id)
    take_an_order(question, part.carried.in_order if isinstance(part.carried, Items) else ())
    return question


def _essay(carried: CarriedExercise) -> ET.Element:
    """Return the question that takes a file: with the statement, which stands beside it in no other one."""
    pictures = _pictures(carried.question)
    addresses = [f"{_FILES}/{name}" for name in pictures]
    name = _file_name(carried.name) if carried.is_asked else carried.name
    lines = [*statement_lines(name, carried.question, addresses), *uploaded_lines(carried, f"{_FILES}/{TEMPLATE}")]
    question = new_question("essay", name, lines, pictures | _template(carried))
    finish(question, carried, _points_of_files(carried), f"{carried.problem.id}-file")
    take_a_file(question)
    return question


def _essay_of_pool(pool: Pool, carried: CarriedExercise) -> ET.Element:
    """Return the question that takes the file of any variant: which one a student has says the question that was picked."""
    name, its = _file_name(_label(pool)), text_html(_name_of_all(pool))
    line = f"<p>Hand in the file that your question “{its}” asks for; its template is there.</p>"
    question = new_question("essay", name, [heading_html(name), line], {})
    finish(question, None, _points_of_files(carried), f"{pool.name}-file")
    take_a_file(question)
    return question


def _file_name(name: str) -> str:
    return f"{name}: file"


def _points_of_files(carried: CarriedExercise) -> Number:
    return sum(part.points for part in carried.uploads)


def _pictures(question: Question) -> Attached:
    """Return the drawings by names of files; none where the tree is not drawn."""
    drawn = question.diagrams if question.is_drawn else ()
    return {f"tree-{place}.svg": svg(diagram).encode() for place, diagram in enumerate(drawn, 1)}


def _template(carried: CarriedExercise) -> Attached:
    return {TEMPLATE: template_of(carried).encode()}
