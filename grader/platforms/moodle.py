"""Exercises as Moodle XML: each is one question with embedded answers, so that its parts stay together; files are handed in in another one.

What is but an order of all nodes is a question of its own, where each student has the same ones: Moodle marks it as `grade` does, and
cannot embed it. Of variants Moodle picks single questions, so there an order stays among the other parts.

Source: Moodle's `question/format/xml`. All of it is for the platform alone: the questions hold their answers.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import NamedTuple, TypeVar

from grader.core.answers.inputs import Item, Items
from grader.core.documents import Document
from grader.core.numbers import Number, marks_text
from grader.core.processes import ALONE, Workers
from grader.core.text import printable, xml_leaf
from grader.kinds import KINDS, Exercise, read_exercise
from grader.pages import TEMPLATE
from grader.platforms.cloze import cloze
from grader.platforms.question_items import (
    CarriedExercise,
    CarriedPart,
    Files,
    Format,
    Place,
    Pool,
    Wishes,
    carried_of,
    notes,
    pictures_of,
    title_of,
)
from grader.platforms.statement_html import (
    about_html,
    asked_lines,
    fragment_of,
    heading_html,
    rubric_html,
    solution_html,
    statement_lines,
    task_html,
    template_of,
    text_html,
    upload_files,
    uploaded_lines,
)

# -- many exercises made into something else in several processes at once, to which their documents are sent

_FEW = 200  # a question takes some milliseconds, and another process a second to start

Result = TypeVar("Result")


def each_of(work: Callable[[Exercise], Result], exercises: Sequence[Exercise], workers: Workers) -> Iterator[Result]:
    """Yield what comes of each exercise, in order. Raises OSError if a process is killed."""
    if workers.jobs < 2 or len(exercises) < _FEW:
        return map(work, exercises)
    documents = [exercise.document for exercise in exercises]
    return workers.each(partial(_of_document, work), documents)


def _of_document(work: Callable[[Exercise], Result], document: Document) -> Result:
    return work(read_exercise(document, KINDS, is_shipped=True))


# -- one question of Moodle XML as it is written, and what a file or an order to be made takes beside it

_LONGEST_NUMBER = 100
_TYPES = ".yaml,.yml,.json"

Attached = dict[str, bytes]
"""Files of a question: name -> content."""


_QUESTION = """\
<question type="{sort}">
<name>
{name}
</name>
<questiontext format="html">
{asked}
</questiontext>
<generalfeedback format="html">
{solution}
</generalfeedback>
<defaultgrade>{points}</defaultgrade>
<penalty>0</penalty>
<hidden>0</hidden>
{number}
<tags>
{tags}
</tags>
{more}</question>"""
_ESSAY = f"""\
<responseformat>{{form}}</responseformat>
<responserequired>{{is_text}}</responserequired>
<responsefieldlines>{{lines}}</responsefieldlines>
<attachments>{{is_file}}</attachments>
<attachmentsrequired>{{is_file}}</attachmentsrequired>
<maxbytes>65536</maxbytes>
<filetypeslist>{_TYPES}</filetypeslist>
<graderinfo format="html">
{{rubric}}
</graderinfo>
<responsetemplate format="html">
<text />
</responsetemplate>
"""
_FILE = _ESSAY.format(form="noinline", is_text=0, is_file=1, lines=3, rubric="<text />")
_LINES_A_STEP = 5
"""Moodle offers 5 lines, 10, 15 and so on."""
_ORDER = """\
<layouttype>VERTICAL</layouttype>
<selecttype>ALL</selecttype>
<selectcount>0</selectcount>
<gradingtype>LONGEST_ORDERED_SUBSET</gradingtype>
<showgrading>SHOW</showgrading>
<numberingstyle>none</numberingstyle>
<shownumcorrect>1</shownumcorrect>
"""
"""As `grade` does, Moodle marks the longest run in the right order."""
_CATEGORY = """\
<question type="category">
<category>
{path}
</category>
<info format="html">
{said}
</info>
</question>"""


class Asking(NamedTuple):
    """A question before its marks are known: its sort, its name, its text, the files in it, its number in the category, and what its sort has beside."""

    sort: str
    name: str
    lines: Sequence[str]
    attached: Attached
    number: str
    more: str = ""

    def written(self, points: Number, carried: CarriedExercise | None) -> str:
        """Return the question with its points, and with the solution to show afterwards."""
        files = [
            xml_leaf("file", base64.b64encode(content).decode(), name=file, path="/", encoding="base64")
            for file, content in self.attached.items()
        ]
        tags = [_text(tag) for tag in ("gametree", *([carried.problem.kind] if carried else []))]
        return _QUESTION.format(
            sort=self.sort,
            name=_text(self.name),
            asked="\n".join([_text("\n".join(self.lines)), *files]),
            solution=_text(solution_html(carried) if carried else ""),
            points=marks_text(points),
            number=xml_leaf("idnumber", self.number[:_LONGEST_NUMBER]),
            tags="\n".join(f"<tag>\n{tag}\n</tag>" for tag in tags),
            more=self.more,
        )


def _text(text: str) -> str:
    return xml_leaf("text", text)


def _order(names: Sequence[str]) -> str:
    """Return what is to be put in order."""
    answers = (
        f'<answer fraction="{place}" format="html">\n{_text(text_html(name))}\n</answer>\n'
        for place, name in enumerate(names, 1)
    )
    return _ORDER + "".join(answers)


QUESTIONS = "key/moodle.xml"
_TOP = "$course$/top"
_FILES = "@@PLUGINFILE@@"
_SORT = "<p>Put them in order. What you leave as it is counts as it stands.</p>"
_MOST = 99_999
"""Marks of a question and of a quiz have five digits before the point in Moodle's tables."""
_DECIMALS = 10**4
"""A mark that is no sum of weights is written in so many steps."""
_NEARLY = 1000
"""Where each weight is the nearest to so many times the points, no student can tell."""
_LARGE = 100
"""Marks that are more times the points are rather typed."""

_LINK = f'<a href="{_FILES}/{TEMPLATE}">{TEMPLATE}</a>'


class Planned(NamedTuple):
    """A question before it is written: its name, its points, those of each of its fields, and what writes it with marks so many times the points."""

    name: str
    points: Number
    fields: Mapping[Place, Number]
    write: Callable[[int], str]


class Plan(NamedTuple):
    """The questions of an export: those in its category and those of each pool in its own, and how many times the points their marks are."""

    alone: Sequence[Planned]
    pools: Sequence[tuple[Pool, Sequence[Planned]]]

    @property
    def asked(self) -> list[tuple[str, Number]]:
        """Return the questions of a quiz of them, each with its points."""
        picked = [
            (f"a random question from the category {_label(pool)}", variants[0].points) for pool, variants in self.pools
        ]
        return [*((one.name, one.points) for one in self.alone), *picked]

    @property
    def scale(self) -> int:
        """Return the smallest whole number that makes all weights whole; where marks have no room for it, a thousand, with which they nearly are."""
        planned = [*self.alone, *(one for _, variants in self.pools for one in variants)]
        whole = lcm(*(_steps(one) for one in planned))
        exact = lcm(whole, *(points.denominator for one in planned for points in one.fields.values()))
        if exact * sum(points for _, points in self.asked) <= _MOST or exact <= _NEARLY:
            return exact
        room = Fraction(_MOST) / max(points for _, points in self.asked) / whole
        return whole * min(_NEARLY, max(1, int(room)))


def _steps(one: Planned) -> int:
    """Return by what its points have to be multiplied: with fields, marks are sums of whole weights, else decimals."""
    return (one.points if one.fields else Fraction(one.points) * _DECIMALS).denominator


def moodle_files(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield the questions, and the problems by which files are marked."""
    yield QUESTIONS, moodle_lines(pools, title_of(pools, wishes), wishes.workers)
    yield from upload_files(pools)


def moodle_notes(pools: Sequence[Pool]) -> Iterator[str]:
    """Yield which parts Moodle does not mark, and what its marks are where they are not the points."""
    yield from notes(pools)
    yield from _scale_said(_plan(pools))


def _scale_said(plan: Plan) -> Iterator[str]:
    scale = plan.scale
    if scale > 1:
        typed = ". In the quiz, on its page Questions, type the points instead:" if scale > _LARGE else "."
        yield f"Default marks in Moodle are the points times {scale}{typed}"
    if scale > _LARGE:
        yield from (f"{marks_text(points)} for {name}" for name, points in plan.asked)


def moodle_lines(pools: Sequence[Pool], top: str, workers: Workers = ALONE) -> Iterator[str]:
    """Yield the file question by question: those of a pool of one in the category of the export, those of others in one of their own below it."""
    plan = _plan(pools)
    scale, said = plan.scale, "<br/>".join(map(text_html, _scale_said(plan)))
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
    if plan.alone:
        yield f"{_category((top,), said)}\n"
        yield from (f"{one.write(scale)}\n" for one in plan.alone)
    for pool, _ in plan.pools:
        work = partial(_of_variant, carried_of(pool)[0].files, _file_name(_label(pool)), scale)
        yield f"{_category((top, _label(pool)), said)}\n"
        yield from (f"{question}\n" for question in each_of(work, pool.exercises, workers))
    yield "</quiz>\n"


def _plan(pools: Sequence[Pool]) -> Plan:
    alone: list[Planned] = []
    others = []
    for pool in pools:
        carried = carried_of(pool)
        first, file = carried[0], _file_name(_label(pool))
        if len(carried) == 1:
            alone += _planned(first, _file_name(first.name), is_alone=True)
            continue
        if first.is_asked and first.uploads:
            alone.append(Planned(file, _points_of_files(first), {}, partial(_essay_of_pool, pool, first)))
        if first.parts:
            alone += _in_words(first, f"{_label(pool)}: text", pool)
        others.append((pool, [one for each in carried for one in _planned(each, file, is_alone=False)]))
    return Plan(alone, others)


def _label(pool: Pool) -> str:
    """Return what a pool is called where others may have its title."""
    label = pool.title if pool.title == pool.name else f"{pool.title} ({pool.name})"
    return printable(label, len(label))


def _name_of_all(pool: Pool) -> str:
    """Return what all variants of a pool are called, with … for where they differ."""
    is_common = all(exercise.problem.id.startswith(f"{pool.name}-") for exercise in pool.exercises)
    return _label(pool._replace(name=f"{pool.name}-…")) if is_common else _label(pool)


def _category(path: Sequence[str], said: str) -> str:
    named = "/".join((_TOP, *(name.replace("/", "//") for name in path)))
    return _CATEGORY.format(path=_text(named), said=_text(said))


def _planned(carried: CarriedExercise, file: str, *, is_alone: bool) -> Iterator[Planned]:
    """Yield the questions of a problem: its fields, each order to be made, and what is handed in as a file; of a variant there is one."""
    orders = _orders(carried) if is_alone or len(carried.parts) == 1 else []
    fields = _asking(carried, [part.name for part in carried.parts if part.name not in orders]) if orders else carried
    if fields.is_asked:
        yield Planned(fields.name, sum(fields.worth.values()), fields.worth, partial(_cloze, fields, file))
    for name in orders:
        one, label = _asking(carried, [name]), name if len(carried.parts) > 1 else ""
        named = f"{carried.name}: {label}" if label else carried.name
        yield Planned(named, one.parts[0].points, {}, partial(_ordering, one, named, label))
    if carried.uploads and (is_alone or not carried.is_asked):
        name = file if carried.is_asked else carried.name
        yield Planned(name, _points_of_files(carried), {}, partial(_essay, carried, name))
    if is_alone or not carried.parts:
        yield from _in_words(carried, f"{carried.name}: text" if carried.parts else carried.name)


def _of_variant(files: Mapping[str, str], file: str, scale: int, exercise: Exercise) -> str:
    """Return the question of a variant, of which Moodle gives each student one; its file, if it has another one, is called so."""
    (question,) = _planned(CarriedExercise(exercise, files), file, is_alone=False)
    return question.write(scale)


def _weights(points: Mapping[Place, Number], scale: int) -> dict[Place, int]:
    """Return whole weights that sum to so many times the points: where not all can be exact, those that lose most are rounded up."""
    exact = {place: one * scale for place, one in points.items()}
    found = {place: int(one) for place, one in exact.items()}
    lacking = int(sum(exact.values())) - sum(found.values())
    rounded_up = sorted(exact, key=lambda place: found[place] - exact[place])[:lacking]
    return found | {place: found[place] + 1 for place in rounded_up}


def _orders(carried: CarriedExercise) -> list[str]:
    """Return the parts that are but an order of things, two at least."""
    return [part.name for part in carried.parts if isinstance(part.carried, Items) and len(part.carried.in_order) > 1]


def _asking(carried: CarriedExercise, parts: Sequence[str]) -> CarriedExercise:
    """Return the exercise with some of its parts."""
    return CarriedExercise(carried.exercise._replace(problem=fragment_of(carried.problem, parts)), carried.files)


def _cloze(carried: CarriedExercise, file: str, scale: int) -> str:
    """Return the question with embedded answers; `file` is the name of the one that takes a file."""
    weight = _weights(carried.worth, scale)
    misled = {part.name: carried.misled(part) for part in carried.parts}

    def field(part: str, place: int, item: Item) -> str:
        return cloze(item, weight[part, place], misled[part][place])

    elsewhere = f"In a file: fill in {_LINK} and hand it in in the question “{text_html(file)}”."
    lines, attached = _stated(carried, carried.name)
    lines += asked_lines(carried, field, elsewhere)
    attached |= _template(carried) if carried.uploads else {}
    question = Asking("cloze", carried.name, lines, attached, carried.problem.id)
    return question.written(sum(weight.values()), carried)


def _ordering(carried: CarriedExercise, name: str, label: str, scale: int) -> str:
    """Return the question of an order, which is all that is asked; with a label where the exercise has other questions."""
    (part,) = carried.parts
    lines, attached = _stated(carried, name)
    number = f"{carried.problem.id}-{label}" if label else carried.problem.id
    more = _order(part.carried.in_order if isinstance(part.carried, Items) else ())
    question = Asking("ordering", name, [*lines, task_html(part, worth=True), _SORT], attached, number, more)
    return question.written(part.points * scale, carried)


def _essay(carried: CarriedExercise, name: str, scale: int) -> str:
    """Return the question that takes a file: with the statement, which stands beside it in no other one."""
    lines, attached = _stated(carried, name)
    lines += uploaded_lines(carried, f"{_FILES}/{TEMPLATE}")
    question = Asking("essay", name, lines, attached | _template(carried), f"{carried.problem.id}-file", _FILE)
    return question.written(_points_of_files(carried) * scale, carried)


def _essay_of_pool(pool: Pool, carried: CarriedExercise, scale: int) -> str:
    """Return the question that takes the file of any variant: which one a student has says the question that was picked."""
    name, its = _file_name(_label(pool)), text_html(_name_of_all(pool))
    line = f"<p>Hand in the file that your question “{its}” asks for; its template is there.</p>"
    question = Asking("essay", name, [heading_html(name), line], {}, f"{pool.name}-file", _FILE)
    return question.written(_points_of_files(carried) * scale, None)


def _in_words(carried: CarriedExercise, name: str, pool: Pool | None = None) -> list[Planned]:
    return [Planned(name, one.points, {}, partial(_words, carried, one, name, pool)) for one in carried.in_words]


def _words(carried: CarriedExercise, words: CarriedPart, name: str, pool: Pool | None, scale: int) -> str:
    """Return the question that is answered in words, with the statement; of a pool, whose variants have it themselves, with what it is about."""
    lines, attached = (
        _stated(carried, name) if pool is None else ([heading_html(name), about_html(_name_of_all(pool))], {})
    )
    room = carried.exercise.kind.parts[words.name].form.room(carried.problem)
    shown = -(-room.lines // _LINES_A_STEP) * _LINES_A_STEP
    more = _ESSAY.format(form="editor", is_text=1, is_file=0, lines=shown, rubric=_text(rubric_html(carried)))
    number = f"{pool.name if pool else carried.problem.id}-text"
    question = Asking("essay", name, [*lines, task_html(words, worth=True)], attached, number, more)
    return question.written(words.points * scale, None if pool else carried)


def _stated(carried: CarriedExercise, name: str) -> tuple[list[str], Attached]:
    """Return the statement under a name, and the drawings in it by names of files; none where the tree is not drawn."""
    pictures = {file: drawn.encode() for file, drawn in pictures_of(carried.question, "tree").items()}
    return [*statement_lines(name, carried.question, [f"{_FILES}/{file}" for file in pictures])], pictures


def _file_name(name: str) -> str:
    return f"{name}: file"


def _points_of_files(carried: CarriedExercise) -> Number:
    return sum(part.points for part in carried.uploads)


def _template(carried: CarriedExercise) -> Attached:
    return {TEMPLATE: template_of(carried).encode()}


MOODLE = Format(moodle_files, moodle_notes, carried_of)
