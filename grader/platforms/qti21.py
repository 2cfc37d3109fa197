"""One exercise as an item of QTI 2.1: what is seen of it, how responses are read, and the processing that adds up its marks.

A number is read as a float where the problem says to how many decimals numbers are written; then a number that follows from the student's
own earns its share as well. Elsewhere fractions and infinities can be right, which QTI has no numbers for, or numbers of more digits than a
float holds: there texts are compared, and each way to write a number is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from textwrap import indent
from typing import NamedTuple
from xml.etree import ElementTree as ET

from grader.core.answers.case import Case
from grader.core.answers.cells import NUMBER
from grader.core.answers.inputs import WRITE_NOTHING, Entry, Item, Items, Pick, Ticks, Typed
from grader.core.answers.spellings import spellings
from grader.core.names import distinct, stem_of
from grader.core.numbers import INFINITY, Number, decimal_text
from grader.core.text import count, printable, xml_block, xml_element, xml_leaf
from grader.pages import TEMPLATE
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
)
from grader.platforms.statement_html import (
    FINITE,
    Member,
    archived,
    asked_lines,
    infinities_said,
    statement_lines,
    task_html,
    template_of,
    upload_files,
    uploaded_lines,
)

_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_SCORE_SHAPE = "score"
"""The shape of a number that is infinite where a child has no visits, which everybody sees."""
_HAIR = Fraction(1, 10**9)
"""Added to every room, so that a number at its very end is inside although floats are not exact."""
_PLACES = _MOST_DIGITS = 15
"""What a float holds. Engines know no powers of ten: all digits of a number are written."""
_DECIMALS = "Write numbers as decimals such as 3 or -2.5, not as fractions; what is not whole is rounded to {places}."
_LEAVE_BLANK = "Where nothing belongs, leave it blank."
_SCORE = "SCORE"


def item_of(carried: CarriedExercise, identifier: str, pictures: Sequence[str]) -> str:
    """Return the item with all that the platform marks."""
    return _Marked(carried).written(identifier, pictures)


def upload_item(carried: CarriedExercise, identifier: str, pictures: Sequence[str], template: str) -> str:
    """Return the item that takes a file; a person gives its marks."""
    name = f"{carried.name}: file" if carried.is_asked else carried.name
    lines = [
        *statement_lines(name, carried.question, pictures, is_plain=True),
        *uploaded_lines(carried, template),
        '<uploadInteraction responseIdentifier="FILE"/>',
    ]
    response = xml_element("responseDeclaration", identifier="FILE", cardinality="single", baseType="file")
    return _item(identifier, name, [response], sum(part.points for part in carried.uploads), lines)


def text_item(carried: CarriedExercise, identifier: str, pictures: Sequence[str]) -> str:
    """Return the item that is answered in words; a person gives its marks."""
    name = f"{carried.name}: text" if carried.parts else carried.name
    lines = [
        *statement_lines(name, carried.question, pictures, is_plain=True),
        *(task_html(part, worth=True) for part in carried.in_words),
        '<extendedTextInteraction responseIdentifier="TEXT"/>',
    ]
    response = xml_element("responseDeclaration", identifier="TEXT", cardinality="single", baseType="string")
    return _item(identifier, name, [response], sum(part.points for part in carried.in_words), lines)


class _Marked:
    """An exercise, and what its responses are called."""

    def __init__(self, carried: CarriedExercise) -> None:
        self.carried, self.problem = carried, carried.problem
        self.items = carried.fields
        self.names = {place: f"R{number}" for number, place in enumerate(self.items, 1)}
        self.marking = self.problem.policy.settled()
        self.case = Case(self.problem, carried.exercise.solution, {}, self.marking, carried.exercise.kind.tutor)
        self.room_of_whole, self.room = (NUMBER.rooms(self.problem, one)[0][1] for one in (1, Fraction(1, 3)))
        self.are_texts = self.problem.conventions.decimals is None or any(map(_is_long, self.items.values()))
        self.infinite = {
            part
            for (part, _), item in self.items.items()
            if isinstance(item, Typed) and item.shape == _SCORE_SHAPE and item.accepted[0][0] == INFINITY
        }

    def written(self, identifier: str, pictures: Sequence[str]) -> str:
        elsewhere = "In a file, which the item after this one takes."
        question = self.carried.question
        if self.has_floats:
            question = question._replace(conventions=self.carried.conventions("decimals"))
        asked = asked_lines(self.carried, self._field, elsewhere, self._numbers_words(), self._how, is_plain=True)
        lines = [*statement_lines(self.carried.name, question, pictures, is_plain=True), *asked]
        points = sum(part.points for part in self.carried.parts if part not in self.carried.uploads)
        processing = xml_element("responseProcessing", *map(self._process, self.items))
        return _item(identifier, self.carried.name, map(self._declare, self.items), points, lines, processing)

    def is_float(self, place: Place) -> bool:
        """Return whether a response is read as a number: that follows from the problem, not from the answer."""
        item = self.items[place]
        is_number = isinstance(item, Typed) and (item.shape in FINITE or item.shape == _SCORE_SHAPE)
        return is_number and not self.are_texts and place[0] not in self.infinite

    @property
    def has_floats(self) -> bool:
        """Return whether any response is read as a number."""
        return any(map(self.is_float, self.items))

    def _numbers_words(self) -> str:
        """Return how numbers are written, where that is another way than elsewhere: as what reads them can read them."""
        if not self.has_floats:
            return ""
        texts = [item for place, item in self.items.items() if isinstance(item, Typed) and not self.is_float(place)]
        said = _DECIMALS.format(places=count(self.problem.conventions.decimals or 0, "decimal"))
        return " ".join(filter(None, [said, infinities_said(texts)]))

    def _how(self, part: CarriedPart, items: Items) -> str:
        """Return how a part is filled in: what reads numbers cannot read the sign for nothing."""
        return _LEAVE_BLANK if items.how == WRITE_NOTHING and self.is_float((part.name, 0)) else items.how

    # what is seen

    def _field(self, part: str, place: int, item: Item) -> str:
        name = self.names[part, place]
        if isinstance(item, Typed):
            return f'<textEntryInteraction responseIdentifier="{name}" expectedLength="12"/>'
        is_pick = isinstance(item, Pick)
        interaction, option = (
            ("inlineChoiceInteraction", "inlineChoice") if is_pick else ("choiceInteraction", "simpleChoice")
        )
        options = [xml_leaf(option, text, identifier=_option(number)) for number, text in enumerate(item.options)]
        more = {"required": "false"} if is_pick else {"maxChoices": "0"}
        return xml_element(interaction, *options, shuffle="false", **more, responseIdentifier=name)

    # how responses are read

    def _declare(self, place: Place) -> str:
        item, worth = self.items[place], self.carried.worth[place]
        mapped = [] if self.is_float(place) else list(self._mapped(place))
        right = [_decimal(number) for number in self._numbers(place)] or [key for key, marks in mapped if marks > 0]
        inside = []
        if right and worth:
            values = (xml_leaf("value", value) for value in (right if isinstance(item, Ticks) else right[:1]))
            inside.append(xml_element("correctResponse", *values))
        if mapped and worth:
            entries = (xml_element("mapEntry", mapKey=key, mappedValue=_decimal(marks)) for key, marks in mapped)
            inside.append(
                xml_element("mapping", *entries, lowerBound="0", upperBound=_decimal(worth), defaultValue="0")
            )
        read_as = "float" if self.is_float(place) else "string" if isinstance(item, Typed) else "identifier"
        many = "multiple" if isinstance(item, Ticks) else "single"
        return xml_element(
            "responseDeclaration", *inside, identifier=self.names[place], cardinality=many, baseType=read_as
        )

    def _numbers(self, place: Place) -> list[Number]:
        item = self.items[place]
        accepted = item.accepted if isinstance(item, Typed) and self.is_float(place) else ()
        return [value for value, _ in accepted if not isinstance(value, str | float)]

    def _mapped(self, place: Place) -> Iterable[tuple[str, Number]]:
        """Return what each response that is no number is worth."""
        item, worth = self.items[place], self.carried.worth[place]
        if isinstance(item, Typed):
            texts = [text for accepted in item.accepted for text in spellings(accepted)]
            return ((text, worth) for text in dict.fromkeys(texts))
        if isinstance(item, Pick):
            return ((_option(number), worth) for number in item.right)
        points = self.problem.points[place[0]]
        return ((_option(number), points * share) for number, share in enumerate(item.shares))

    # what they earn

    def _process(self, place: Place) -> str:
        item, worth = self.items[place], self.carried.worth[place]
        if not worth:
            return ""
        if not (isinstance(item, Typed) and self.is_float(place)):
            return _add(xml_element("mapResponse", identifier=self.names[place]))
        ((expected, room),) = item.accepted
        is_right = _equal(_number(Fraction(expected)), self._variable(place), room)
        conditions = [xml_element("responseIf", is_right, _add(_number(worth)))]
        share = self.marking.follow_through
        if share and (flow := self._flow(place)):
            conditions.append(xml_element("responseElseIf", flow, _add(_number(worth * share))))
        return xml_element("responseCondition", *conditions)

    def _flow(self, place: Place) -> str:
        """Return the test whether a number follows from the student's own, where the platform can calculate that; else nothing."""
        part, (name, number) = self.carried.exercise.kind.parts[place[0]], place
        keys = {part.form.name(self.problem, key): key for key in self._keys(name)}
        flow = part.flow(self.case, keys.get(self.items[name, number].label))
        places = {(name, item.label): (name, at) for (name, at), item in self.items.items()}
        if flow is None or not any(isinstance(one, Entry) for one in flow.numbers):
            return ""
        taken = [self._taken(one, places) for one in flow.numbers]
        own = [one for one, source in zip(taken, flow.numbers, strict=True) if isinstance(source, Entry)]
        apart = own if len(own) > 1 else taken
        differ = xml_element("lt", xml_element("min", *apart), xml_element("max", *apart))
        weighed = [_times(weight, one) for weight, one in zip(flow.weights, taken, strict=True)]
        found = [_times(flow.times, xml_element(flow.operation, *weighed))]
        if flow.also is not None:
            found.append(self._variable(places[flow.also.part, flow.also.label]))
        either = (one for number in found for one in self._is_as(number, self._variable(place)))
        return xml_element("and", differ, xml_element("or", *either))

    def _is_as(self, number: str, given: str) -> Sequence[str]:
        """Return two tests of which one holds if the number counts as another: whole ones are exact, others have their room."""
        is_broken = xml_element("not", _equal(xml_element("round", number), number, self.room_of_whole))
        return _equal(number, given, self.room_of_whole), xml_element(
            "and", is_broken, _equal(number, given, self.room)
        )

    def _keys(self, part: str) -> Iterable[int]:
        answer = self.carried.exercise.solution.answers[part]
        return answer if self.carried.exercise.kind.parts[part].form.by_entry else ()

    def _taken(self, one: Number | Entry, places: dict[tuple[str, str], Place]) -> str:
        if isinstance(one, Entry):
            return _times(one.times, self._variable(places[one.part, one.label]))
        return _number(one)

    def _variable(self, place: Place) -> str:
        return xml_element("variable", identifier=self.names[place])


# expressions


def _number(number: Number) -> str:
    return xml_leaf("baseValue", _decimal(number), baseType="float")


def _decimal(number: Number) -> str:
    return decimal_text(number, _PLACES)


def _is_long(item: Item) -> bool:
    """Return whether a number to type has more digits than a float holds."""
    numbers = (
        [value for value, _ in item.accepted if not isinstance(value, str | float)] if isinstance(item, Typed) else ()
    )
    return any(abs(number) >= 10**_MOST_DIGITS for number in numbers)


def _option(number: int) -> str:
    return f"C{number}"


def _times(weight: Number, term: str) -> str:
    return term if weight == 1 else xml_element("product", _number(weight), term)


def _equal(expected: str, given: str, room: Number) -> str:
    around = _decimal(room + _HAIR)
    return xml_element("equal", expected, given, toleranceMode="absolute", tolerance=f"{around} {around}")


def _add(marks: str) -> str:
    total = xml_element("sum", xml_element("variable", identifier=_SCORE), marks)
    return xml_element("setOutcomeValue", total, identifier=_SCORE)


# an item

_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


def _item(
    identifier: str, title: str, responses: Iterable[str], points: Number, lines: Iterable[str], processing: str = ""
) -> str:
    """Return the item: how its responses are read, what it is worth, what is seen of it, and what responses earn."""
    outcomes = (
        xml_element(
            "outcomeDeclaration",
            xml_element("defaultValue", xml_leaf("value", _decimal(value))),
            identifier=name,
            cardinality="single",
            baseType="float",
        )
        for name, value in {_SCORE: 0, "MAXSCORE": points}.items()
    )
    body = ET.fromstring(f"<itemBody>{''.join(lines)}</itemBody>")  # noqa: S314  # written here, all foreign text in it is escaped
    inside = [*responses, *outcomes, ET.tostring(body, encoding="unicode"), processing]
    about = {"identifier": identifier, "title": title, "adaptive": "false", "timeDependent": "false"}
    return f"{_XML}{xml_element('assessmentItem', *inside, xmlns=_QTI, **about)}\n"


# -- exercises as a QTI 2.1 package: an item for each, a test that asks them, and of variants a section that picks
# one

PACKAGE = "key/qti21.zip"
TEST = "test.xml"
_PACKAGING = "http://www.imsglobal.org/xsd/imscp_v1p1"


class Resource(NamedTuple):
    """An item of the package: its identifier, its file, its source, and the other files that it shows."""

    identifier: str
    href: str
    source: str
    files: Sequence[Member]


def qti21_files(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield the package, and the problems by which files are marked."""
    title = printable(wishes.title or (pools[0].title if len(pools) == 1 else "Game trees"))
    yield PACKAGE, archived(_members(pools, title))
    yield from upload_files(pools)


def _members(pools: Sequence[Pool], title: str) -> Iterator[Member]:
    stems = iter(distinct(stem_of(exercise.problem.id) for pool in pools for exercise in pool.exercises))
    sections = [[_items(carried, next(stems)) for carried in carried_of(pool)] for pool in pools]
    resources = [item for variants in sections for items in variants for item in items]
    yield Member("imsmanifest.xml", _manifest(resources))
    yield Member(TEST, _test(pools, sections, title))
    yield from (Member(resource.href, resource.source) for resource in resources)
    yield from {file.name: file for resource in resources for file in resource.files}.values()


def _items(carried: CarriedExercise, stem: str) -> list[Resource]:
    """Return the item that the platform marks, that for the file and that for words, where there are such."""
    folder = f"items/{stem}"
    pictures = [Member(*picture) for picture in pictures_of(carried.question, f"{folder}/tree").items()]
    addresses = [picture.name.removeprefix("items/") for picture in pictures]
    found = []
    if carried.is_asked:
        identifier = f"gt-{stem}"
        found.append(Resource(identifier, f"{folder}.xml", item_of(carried, identifier, addresses), pictures))
    if carried.uploads:
        template = Member(f"{folder}/{TEMPLATE}", template_of(carried))
        identifier = f"gt-{stem}-file"
        source = upload_item(carried, identifier, addresses, template.name.removeprefix("items/"))
        found.append(Resource(identifier, f"{folder}-file.xml", source, [*pictures, template]))
    if carried.in_words:
        identifier = f"gt-{stem}-text"
        found.append(Resource(identifier, f"{folder}-text.xml", text_item(carried, identifier, addresses), pictures))
    return found


def _test(pools: Sequence[Pool], sections: Sequence[Sequence[Sequence[Resource]]], title: str) -> str:
    """Return the test: a section for each pool, in which each variant is a section that is not seen."""
    written = []
    for place, (pool, variants) in enumerate(zip(pools, sections, strict=True), 1):
        name, inside = f"gt-section-{place}", _references(variants[0])
        if len(variants) > 1:
            of_variants = (
                _section(f"{name}-{number}", f"Variant {number}", _references(items), visible="false")
                for number, items in enumerate(variants, 1)
            )
            inside = ['<selection select="1" />', *of_variants]
        written.append(_section(name, printable(pool.title), inside, visible="true"))
    modes = {"navigationMode": "nonlinear", "submissionMode": "simultaneous"}
    part = _block("testPart", *written, identifier="gt-part", **modes)
    return f"{_XML}{_block('assessmentTest', part, xmlns=_QTI, identifier='gt-test', title=title)}\n"


def _section(identifier: str, title: str, inside: Sequence[str], *, visible: str) -> str:
    return _block("assessmentSection", *inside, identifier=identifier, title=title, visible=visible)


def _references(items: Iterable[Resource]) -> list[str]:
    return [xml_leaf("assessmentItemRef", "", identifier=f"ref-{item.identifier}", href=item.href) for item in items]


def _manifest(resources: Sequence[Resource]) -> str:
    needed = [xml_leaf("dependency", "", identifierref=item.identifier) for item in resources]
    test = _resource("gt-test", "imsqti_test_xmlv2p1", [TEST], needed)
    items = (
        _resource(item.identifier, "imsqti_item_xmlv2p1", [item.href, *(file.name for file in item.files)])
        for item in resources
    )
    about = _block("metadata", xml_leaf("schema", "QTIv2.1 Package"), xml_leaf("schemaversion", "1.0.0"))
    held = [about, "<organizations />", _block("resources", test, *items)]
    return f"{_XML}{_block('manifest', *held, xmlns=_PACKAGING, identifier='gt-package')}\n"


def _resource(identifier: str, sort: str, files: Sequence[str], more: Sequence[str] = ()) -> str:
    inside = [*(xml_leaf("file", "", href=file) for file in files), *more]
    return _block("resource", *inside, identifier=identifier, type=sort, href=files[0])


def _block(tag: str, *inside: str, **attributes: str) -> str:
    """Return an element that holds others, indented."""
    return xml_block(tag, *(indent(one, "  ") for one in inside), **attributes)


QTI = Format(qti21_files, notes, carried_of)
