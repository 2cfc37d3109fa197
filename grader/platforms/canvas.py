"""Exercises as a Canvas quiz: an archive in QTI 1.2, with a question for the statement and one for each part of the answer.

Source: Canvas's own reader and marks of classic quizzes, and packages that it takes. All of it is for the platform alone.
Canvas compares what is typed letter by letter and gives all fields of a question equal shares, so fields where nothing belongs count
too. Which sort of question a part becomes follows from what is shown of it, so that it tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import count
from typing import NamedTuple

from grader.core.answers.inputs import Item, Items, Pick, Ticks, Typed, Upload
from grader.core.answers.spellings import spellings
from grader.core.numbers import Number, marks_text
from grader.core.text import printable, xml_block, xml_leaf
from grader.pages import TEMPLATE
from grader.platforms.question_items import (
    CarriedExercise,
    CarriedPart,
    Files,
    Format,
    Pool,
    Wishes,
    carried_of,
    notes,
    pictures_of,
    title_of,
)
from grader.platforms.statement_html import (
    Member,
    about_html,
    archived,
    heading_html,
    numbers_said,
    statement_lines,
    task_html,
    template_of,
    text_html,
    upload_files,
    uploaded_lines,
)

# -- one question of a Canvas quiz as QTI 1.2 writes it

_FIRST_ANSWER = 1000


_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SCORE = xml_leaf("decvar", "", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal")


class Answers(NamedTuple):
    """What a question offers, by which ids, and what of it earns marks; None where a person gives them."""

    ids: Sequence[str] = ()
    asked: Sequence[str] = ()
    conditions: Sequence[str] | None = None


def _question(ident: str, title: str, sort: str, points: Number, text: str, answers: Answers = Answers()) -> str:
    """Return one question: what it says, its answers, and which of them are right."""
    known = {
        "question_type": sort,
        "points_possible": marks_text(points),
        "original_answer_ids": ",".join(answers.ids),
        "assessment_question_identifierref": f"{ident}_ref",
    }
    fields = (
        xml_block("qtimetadatafield", xml_leaf("fieldlabel", label), xml_leaf("fieldentry", entry))
        for label, entry in known.items()
    )
    processing = []
    if answers.conditions is not None:
        processing = [xml_block("resprocessing", xml_block("outcomes", _SCORE), *answers.conditions)]
    return xml_block(
        "item",
        xml_block("itemmetadata", xml_block("qtimetadata", *fields)),
        xml_block("presentation", _material(text, texttype="text/html"), *answers.asked),
        *processing,
        ident=ident,
        title=title,
    )


def _text_field() -> Answers:
    """Return the field for an answer in words."""
    field = xml_block("render_fib", xml_leaf("response_label", "", ident="answer1"))
    return Answers(asked=[xml_block("response_str", field, ident="response1", rcardinality="Single")])


def _ticks(item: Ticks) -> Answers:
    """Return options to tick; those that earn something are right, and each other one takes as much."""
    ids = [str(_FIRST_ANSWER + place) for place in range(len(item.options))]
    asked = _choices("response1", "", ids, item.options, rcardinality="Multiple")
    each = [xml_leaf("varequal", answer, respident="response1") for answer in ids]
    both = [one if share > 0 else xml_block("not", one) for one, share in zip(each, item.shares, strict=True)]
    return Answers(ids, [asked], [_condition(xml_block("and", *both), 100)])


def _blanks(fields: Sequence[tuple[str, Sequence[str], Sequence[int]]]) -> Answers:
    """Return fields: name, answers, and the places of those that are right."""
    found, asked, conditions = list[str](), [], []
    for name, texts, right in fields:
        ids = [str(_FIRST_ANSWER + len(found) + place) for place in range(len(texts))]
        found += ids
        asked.append(_choices(f"response_{name}", name, ids, texts))
        equal = (xml_leaf("varequal", ids[place], respident=f"response_{name}") for place in right)
        conditions += [_condition(one, 100 / len(fields)) for one in equal]
    return Answers(found, asked, conditions)


def _choices(response: str, name: str, ids: Sequence[str], texts: Sequence[str], **attributes: str) -> str:
    labels = (
        xml_block("response_label", _material(text, texttype="text/plain"), ident=answer)
        for answer, text in zip(ids, texts, strict=True)
    )
    options = xml_block("render_choice", *labels)
    return xml_block("response_lid", *([_material(name)] if name else []), options, ident=response, **attributes)


def _condition(holds: str, worth: float) -> str:
    """Return what has to hold for these marks, of 100."""
    marks = xml_leaf("setvar", f"{worth:.2f}", varname="SCORE", action="Set" if worth == 100 else "Add")
    return xml_block("respcondition", xml_block("conditionvar", holds), marks)


def _material(text: str, **attributes: str) -> str:
    return xml_block("material", xml_leaf("mattext", text, **attributes))


# -- what lies around the questions of a Canvas package: the manifest, and what the quiz is called and worth

MANIFEST = "imsmanifest.xml"
_LEARNING = "associatedcontent/imscc_xmlv1p1/learning-application-resource"


_MANIFEST = """\
<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="{ident}_manifest" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1">
<metadata>
<schema>IMS Content</schema>
<schemaversion>1.1.3</schemaversion>
</metadata>
<organizations />
<resources>
<resource identifier="{ident}" type="imsqti_xmlv1p2">
<file href="{ident}/{ident}.xml" />
<dependency identifierref="{ident}_meta" />
</resource>
{files}
</resources>
</manifest>
"""
_META = """\
<?xml version="1.0" encoding="UTF-8"?>
<quiz identifier="{ident}" xmlns="http://canvas.instructure.com/xsd/cccv1p0">
{title}
<description />
<shuffle_answers>false</shuffle_answers>
<scoring_policy>keep_highest</scoring_policy>
<quiz_type>assignment</quiz_type>
<points_possible>{points}</points_possible>
<show_correct_answers>false</show_correct_answers>
<allowed_attempts>1</allowed_attempts>
<available>false</available>
</quiz>
"""
"""What Canvas reads of the quiz: it is not published, and shows no right answers."""


def manifest(ident: str, files: Sequence[str]) -> str:
    """Return the manifest: the questions, what is said of the quiz, and the files that questions show."""
    listed_files = [(f"{ident}_meta", _LEARNING, f"{ident}/assessment_meta.xml")]
    listed_files += [(f"{ident}_file{place}", "webcontent", file) for place, file in enumerate(files, 1)]
    resources = (
        xml_block("resource", xml_leaf("file", "", href=file), identifier=name, type=sort, href=file)
        for name, sort, file in listed_files
    )
    return _MANIFEST.format(ident=ident, files="\n".join(resources))


PACKAGE = "key/canvas.zip"
_QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_FILES = "%24IMS-CC-FILEBASE%24"
_ALL_ALIKE = "a right answer earns more at some entries than at others, and all ticks count the same there"
_ONE_PART = (
    "Canvas picks single questions, and a question marks one part; generate it with one part (ask: [{}]) for that"
)
_CHOSEN = "multiple_dropdowns_question"
_EQUALLY = "All fields count the same."


class Numbered(NamedTuple):
    """An exercise, and its number in the package: no other one has it."""

    number: int
    carried: CarriedExercise


class Group(NamedTuple):
    """The variants of an exercise, or the exercise alone."""

    title: str
    variants: Sequence[Numbered]


def canvas_files(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield the archive, and the problems by which files are marked."""
    yield PACKAGE, write_package(_groups(pools), title_of(pools, wishes))
    yield from upload_files(pools, canvas_carried)


def canvas_carried(pool: Pool) -> list[CarriedExercise]:
    """Return the exercises of a pool; variants with several parts are files: of a group one question is picked, and a question has one part."""
    carried, asked = carried_of(pool, _ALL_ALIKE), pool.exercises[0].problem.ask
    marked = [name for name in asked if name not in carried[0].files]
    if len(carried) == 1 or len(asked) == 1 or not marked:
        return carried
    return [CarriedExercise(one.exercise, dict.fromkeys(asked, _ONE_PART.format(marked[0]))) for one in carried]


def _groups(pools: Sequence[Pool]) -> list[Group]:
    numbers = count(1)
    return [
        Group(printable(pool.title), [Numbered(next(numbers), one) for one in canvas_carried(pool)]) for pool in pools
    ]


def write_package(groups: Sequence[Group], title: str) -> bytes:
    """Return the archive: the manifest, the quiz, its questions and their pictures."""
    exercises = [one for group in groups for one in group.variants]
    names = [title, *(one.carried.problem.id for one in exercises)]
    ident = "gametree_" + sha256("\n".join(names).encode()).hexdigest()[:24]
    pictures = {name: content for one in exercises for name, content in _files(one).items()}
    points = sum(group.variants[0].carried.problem.possible for group in groups)
    files = {
        MANIFEST: manifest(ident, list(pictures)),
        f"{ident}/{ident}.xml": write_questions(groups, ident, title),
        f"{ident}/assessment_meta.xml": _META.format(
            ident=ident, title=xml_leaf("title", title), points=marks_text(points)
        ),
        **pictures,
    }
    return archived(Member(name, content) for name, content in files.items())


def _files(one: Numbered) -> dict[str, str]:
    """Return the drawings of an exercise, and the template for its file, by names in the archive."""
    number, carried = one
    pictures = pictures_of(carried.question, f"gametree/tree-{number}")
    return pictures | ({f"gametree/{number}-{TEMPLATE}": template_of(carried)} if carried.uploads else {})


def write_questions(groups: Sequence[Group], ident: str, title: str) -> str:
    """Return the questions; those of variants in a group of which one is picked."""
    questions = [one for group in groups for one in _of_group(group)]
    section = xml_block("section", *questions, ident="root_section")
    return (
        _XML
        + xml_block("questestinterop", xml_block("assessment", section, ident=ident, title=title), xmlns=_QTI)
        + "\n"
    )


def _of_group(group: Group) -> Iterator[str]:
    """Yield the questions of an exercise, that for its statement first; of variants the group of which Canvas picks one, and that for words."""
    first = group.variants[0]
    if len(group.variants) == 1:
        yield _question(f"gt{first.number}_0", first.carried.name, "text_only_question", 0, _statement(first))
        asked = enumerate([*first.carried.parts, *first.carried.in_words], 1)
        yield from (_part_question(first, place, part) for place, part in asked)
        return
    worth = xml_leaf("points_per_item", marks_text(sum(part.points for part in _in_group(first))))
    picked = xml_block("selection", xml_leaf("selection_number", "1"), xml_block("selection_extension", worth))
    variants = (
        _part_question(one, 1, _in_group(one)[0], before=_statement(one))
        if len(_in_group(one)) == 1
        else _file_question(one)
        for one in group.variants
    )
    ordering = xml_block("selection_ordering", picked)
    yield xml_block("section", ordering, *variants, ident=f"gt{first.number}_group", title=group.title)
    before, place = heading_html(group.title) + about_html(group.title), len(_in_group(first)) + 1
    yield from (_part_question(first, place, one, before) for one in first.carried.in_words if first.carried.parts)


def _in_group(one: Numbered) -> list[CarriedPart]:
    """Return what a variant asks: what is answered in words stands beside the group, if it is not all."""
    return one.carried.parts or one.carried.in_words


def _file_question(one: Numbered) -> str:
    """Return the question that takes all of an exercise as a file."""
    points = sum(part.points for part in one.carried.uploads)
    text = _statement(one) + "".join(uploaded_lines(one.carried, _template(one)))
    return _question(f"gt{one.number}_1", one.carried.name, "file_upload_question", points, text)


def _template(one: Numbered) -> str:
    """Return the address of the template for the file."""
    return f"{_FILES}/{list(_files(one))[-1]}"


def _statement(one: Numbered) -> str:
    pictures = [f"{_FILES}/{name}" for name in _files(one) if not name.endswith(TEMPLATE)]
    return "\n".join(statement_lines(one.carried.name, one.carried.question, pictures))


def _part_question(one: Numbered, place: int, part: CarriedPart, before: str = "") -> str:
    """Return the question of a part; what stands `before` it is the statement, where that is no question of its own, else its heading."""
    before = before or heading_html(one.carried.name)
    if isinstance(part.carried, Upload):
        text = f'{before}{task_html(part)}<p>Fill in <a href="{_template(one)}">{TEMPLATE}</a> and hand it in.</p>'
        answers = Answers()
    elif not part.carried.items:
        text, answers = before + task_html(part), _text_field()
    else:
        text, answers = _asked(part, part.carried, before)
    return _question(
        f"gt{one.number}_{place}", f"{one.carried.name} {part.name}", _sort(part), part.points, text, answers
    )


def _sort(part: CarriedPart) -> str:
    """Return the sort of question: by what is shown alone."""
    if isinstance(part.carried, Upload):
        return "file_upload_question"
    if not part.carried.items:
        return "essay_question"
    if isinstance(part.carried.items[0], Ticks):
        return "multiple_answers_question"
    is_chosen = all(isinstance(item, Pick) for item in part.carried.items)
    return _CHOSEN if is_chosen else "fill_in_multiple_blanks_question"


def _asked(part: CarriedPart, items: Items, before: str) -> tuple[str, Answers]:
    """Return what the question of a part says, and its answers."""
    first, several = items.items[0], len(items.items) > 1
    hints = filter(None, [items.how, numbers_said(items.items), _EQUALLY if several else ""])
    text = before + task_html(part) + "".join(f"<p>{text_html(hint)}</p>" for hint in hints)
    if isinstance(first, Ticks):
        return text, _ticks(first)
    name = "gt"
    while any(f"[{name}" in item.label for item in items.items) or f"[{name}" in text:
        name += "_"
    labels = (
        f"<li>{text_html(item.label)} [{name}{place}]</li>".replace("<li> ", "<li>")
        for place, item in enumerate(items.items, 1)
    )
    is_chosen = _sort(part) == _CHOSEN
    fields = [(f"{name}{place}", *_answers(item, is_chosen)) for place, item in enumerate(items.items, 1)]
    return f"{text}<ul>{''.join(labels)}</ul>", _blanks(fields)


def _answers(item: Item, is_chosen: bool) -> tuple[Sequence[str], Sequence[int]]:  # noqa: FBT001
    """Return the answers that a field knows, and the places of those that are right; where a choice is typed, the right ones alone."""
    if isinstance(item, Pick) and is_chosen:
        return item.options, item.right
    texts = [item.options[place] for place in item.right] if isinstance(item, Pick) else []
    texts += [text for accepted in item.accepted for text in spellings(accepted)] if isinstance(item, Typed) else []
    return texts, range(len(texts))


CANVAS = Format(canvas_files, partial(notes, carry=canvas_carried), canvas_carried)
