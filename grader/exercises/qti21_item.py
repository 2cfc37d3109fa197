"""One exercise as an item of QTI 2.1: what is seen of it, how responses are read, and the processing that adds up its marks.

A number is read as a float where the problem says to how many decimals numbers are written; then a number that follows from the student's
own earns its share as well. Elsewhere fractions and infinities can be right, which QTI has no numbers for: there texts are
compared, and each way to write a number is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from xml.etree import ElementTree as ET

from grader.answers.case import Case
from grader.answers.cells import NUMBER
from grader.answers.platform import WRITE_NOTHING, Entry, Item, Items, Pick, Ticks, Typed
from grader.answers.spellings import spellings
from grader.exact import INFINITY, Number
from grader.exercises.carried import CarriedExercise, CarriedPart
from grader.exercises.statement_html import FINITE, INFINITE, asked_lines, statement_lines, uploaded_lines
from grader.words import count

_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_SCORE_SHAPE = "score"
"""The shape of a number that is infinite where a child has no visits, which everybody sees."""
_HAIR = Fraction(1, 10**9)
"""Added to every room, so that a number at its very end is inside although floats are not exact."""
_DECIMALS = "Write numbers as decimals such as 3 or -2.5, not as fractions; what is not whole is rounded to {places}."
_LEAVE_BLANK = "Where nothing belongs, leave it blank."
_SCORE = "SCORE"

Place = tuple[str, int]
"""An item by its part and its place there."""


def item_of(carried: CarriedExercise, identifier: str, pictures: Sequence[str]) -> str:
    """Return the item with all that the platform marks."""
    return _Marked(carried).written(identifier, pictures)


def upload_item(carried: CarriedExercise, identifier: str, pictures: Sequence[str], template: str) -> str:
    """Return the item that takes a file; a person gives its marks."""
    name = f"{carried.name}: file" if carried.is_asked else carried.name
    item = _assessment_item(identifier, name)
    ET.SubElement(item, "responseDeclaration", identifier="FILE", cardinality="single", baseType="file")
    _outcomes(item, sum(part.points for part in carried.uploads))
    _body(
        item,
        [
            *statement_lines(name, carried.question, pictures, is_plain=True),
            *uploaded_lines(carried, template),
            '<uploadInteraction responseIdentifier="FILE"/>',
        ],
    )
    return _written(item)


class _Marked:
    """An exercise, and what its responses are called."""

    def __init__(self, carried: CarriedExercise) -> None:
        self.carried, self.problem = carried, carried.problem
        self.items: dict[Place, Item] = {
            (part.name, place): item
            for part in carried.parts
            if isinstance(part.carried, Items)
            for place, item in enumerate(part.carried.items)
        }
        self.points = {part.name: part.points for part in carried.parts}
        self.names = {place: f"R{number}" for number, place in enumerate(self.items, 1)}
        self.marking = self.problem.policy.settled()
        self.case = Case(self.problem, carried.exercise.solution, {}, self.marking, carried.exercise.kind.tutor)
        self.room_of_whole, self.room = (NUMBER.rooms(self.problem, one)[0][1] for one in (1, Fraction(1, 3)))
        self.has_fractions = self.problem.conventions.decimals is None
        self.infinite = {
            part
            for (part, _), item in self.items.items()
            if isinstance(item, Typed) and item.shape == _SCORE_SHAPE and item.accepted[0][0] == INFINITY
        }

    def written(self, identifier: str, pictures: Sequence[str]) -> str:
        item = _assessment_item(identifier, self.carried.name)
        for place in self.items:
            self._declare(item, place)
        _outcomes(item, sum(part.points for part in self.carried.parts if part not in self.carried.uploads))
        elsewhere = "In a file, which the item after this one takes."
        question = self.carried.question
        if self.has_floats:
            question = question._replace(conventions=self.carried.conventions("decimals"))
        asked = asked_lines(self.carried, self._field, elsewhere, self._numbers_words(), self._how, is_plain=True)
        _body(item, [*statement_lines(self.carried.name, question, pictures, is_plain=True), *asked])
        processing = ET.SubElement(item, "responseProcessing")
        for place in self.items:
            self._process(processing, place)
        return _written(item)

    def is_float(self, place: Place) -> bool:
        """Return whether a response is read as a number: that follows from the problem, not from the answer."""
        item = self.items[place]
        is_number = isinstance(item, Typed) and (item.shape in FINITE or item.shape == _SCORE_SHAPE)
        return is_number and not self.has_fractions and place[0] not in self.infinite

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
        return said + f" {INFINITE}" * bool(texts)

    def _how(self, part: CarriedPart, items: Items) -> str:
        """Return how a part is filled in: what reads numbers cannot read the sign for nothing."""
        return _LEAVE_BLANK if items.how == WRITE_NOTHING and self.is_float((part.name, 0)) else items.how

    def worth(self, place: Place) -> Number:
        """Return the marks of an item."""
        return self.points[place[0]] * self.items[place].share

    # what is seen

    def _field(self, part: str, place: int, item: Item) -> str:
        name = self.names[part, place]
        if isinstance(item, Typed):
            return f'<textEntryInteraction responseIdentifier="{name}" expectedLength="12"/>'
        if isinstance(item, Pick):
            element, option = ET.Element("inlineChoiceInteraction", shuffle="false", required="false"), "inlineChoice"
        else:
            element, option = ET.Element("choiceInteraction", shuffle="false", maxChoices="0"), "simpleChoice"
        element.set("responseIdentifier", name)
        for number, text in enumerate(item.options):
            ET.SubElement(element, option, identifier=_option(number)).text = text
        return ET.tostring(element, encoding="unicode")

    # how responses are read

    def _declare(self, parent: ET.Element, place: Place) -> None:
        item = self.items[place]
        is_text = isinstance(item, Typed)
        read_as = "float" if self.is_float(place) else "string" if is_text else "identifier"
        cardinality = "multiple" if isinstance(item, Ticks) else "single"
        name = self.names[place]
        declared = ET.SubElement(
            parent, "responseDeclaration", identifier=name, cardinality=cardinality, baseType=read_as
        )
        mapped = [] if self.is_float(place) else list(self._mapped(place))
        right = [_decimal(number) for number in self._numbers(place)] or [key for key, marks in mapped if marks > 0]
        if right and self.worth(place):
            given = ET.SubElement(declared, "correctResponse")
            for value in right if isinstance(item, Ticks) else right[:1]:
                ET.SubElement(given, "value").text = value
        if mapped and self.worth(place):
            most = _decimal(self.worth(place))
            mapping = ET.SubElement(declared, "mapping", lowerBound="0", upperBound=most, defaultValue="0")
            for key, marks in mapped:
                ET.SubElement(mapping, "mapEntry", mapKey=key, mappedValue=_decimal(marks))

    def _numbers(self, place: Place) -> list[Number]:
        item = self.items[place]
        accepted = item.accepted if isinstance(item, Typed) and self.is_float(place) else ()
        return [value for value, _ in accepted if not isinstance(value, str | float)]

    def _mapped(self, place: Place) -> Iterable[tuple[str, Number]]:
        """Return what each response that is no number is worth."""
        item, worth = self.items[place], self.worth(place)
        if isinstance(item, Typed):
            texts = [text for accepted in item.accepted for text in spellings(accepted)]
            return ((text, worth) for text in dict.fromkeys(texts))
        if isinstance(item, Pick):
            return ((_option(number), worth) for number in item.right)
        points = self.points[place[0]]
        return ((_option(number), points * share) for number, share in enumerate(item.shares))

    # what they earn

    def _process(self, parent: ET.Element, place: Place) -> None:
        if not self.worth(place):
            return
        item = self.items[place]
        if isinstance(item, Typed) and self.is_float(place):
            self._process_number(parent, place, item)
        else:
            _add(parent, ET.Element("mapResponse", identifier=self.names[place]))

    def _process_number(self, parent: ET.Element, place: Place, item: Typed) -> None:
        condition, share = ET.SubElement(parent, "responseCondition"), self.marking.follow_through
        right = ET.SubElement(condition, "responseIf")
        ((expected, room),) = item.accepted
        right.append(_equal(_number(Fraction(expected)), self._variable(place), room))
        _add(right, _number(self.worth(place)))
        flow = self._flow(place) if share else None
        if flow is not None:
            follows = ET.SubElement(condition, "responseElseIf")
            follows.append(flow)
            _add(follows, _number(self.worth(place) * share))

    def _flow(self, place: Place) -> ET.Element | None:
        """Return the test whether a number follows from the student's own, where the platform can calculate that."""
        part, (name, number) = self.carried.exercise.kind.parts[place[0]], place
        keys = {part.form.name(self.problem, key): key for key in self._keys(name)}
        flow = part.flow(self.case, keys.get(self.items[name, number].label))
        places = {(name, item.label): (name, at) for (name, at), item in self.items.items()}
        if flow is None or not any(isinstance(one, Entry) for one in flow.numbers):
            return None
        taken = [self._taken(one, places) for one in flow.numbers]
        own = [one for one, source in zip(taken, flow.numbers, strict=True) if isinstance(source, Entry)]
        test = ET.Element("and")
        apart = own if len(own) > 1 else taken
        test.append(_join("lt", _join("min", *apart), _join("max", *apart)))
        weighed = [_times(weight, one) for weight, one in zip(flow.weights, taken, strict=True)]
        found = [_times(flow.times, _join(flow.operation, *weighed))]
        if flow.also is not None:
            found.append(self._variable(places[flow.also.part, flow.also.label]))
        test.append(_join("or", *(one for number in found for one in self._is_as(number, self._variable(place)))))
        return test

    def _is_as(self, number: ET.Element, given: ET.Element) -> Sequence[ET.Element]:
        """Return two tests of which one holds if the number counts as another: whole ones are exact, others have their room."""
        is_broken = _join("not", _equal(_join("round", number), number, self.room_of_whole))
        return _equal(number, given, self.room_of_whole), _join("and", is_broken, _equal(number, given, self.room))

    def _keys(self, part: str) -> Iterable[int]:
        answer = self.carried.exercise.solution.answers[part]
        return answer if self.carried.exercise.kind.parts[part].form.by_entry else ()

    def _taken(self, one: Number | Entry, places: dict[tuple[str, str], Place]) -> ET.Element:
        if isinstance(one, Entry):
            return _times(one.times, self._variable(places[one.part, one.label]))
        return _number(one)

    def _variable(self, place: Place) -> ET.Element:
        return ET.Element("variable", identifier=self.names[place])


# expressions


def _number(number: Number) -> ET.Element:
    element = ET.Element("baseValue", baseType="float")
    element.text = _decimal(number)
    return element


def _decimal(number: Number) -> str:
    return f"{float(number):.15g}"


def _option(number: int) -> str:
    return f"C{number}"


def _join(operation: str, *terms: ET.Element) -> ET.Element:
    element = ET.Element(operation)
    element.extend(terms)
    return element


def _times(weight: Number, term: ET.Element) -> ET.Element:
    return term if weight == 1 else _join("product", _number(weight), term)


def _equal(expected: ET.Element, given: ET.Element, room: Number) -> ET.Element:
    around = _decimal(room + _HAIR)
    test = ET.Element("equal", toleranceMode="absolute", tolerance=f"{around} {around}")
    test.extend((expected, given))
    return test


def _add(parent: ET.Element, marks: ET.Element) -> None:
    score = ET.SubElement(parent, "setOutcomeValue", identifier=_SCORE)
    score.append(_join("sum", ET.Element("variable", identifier=_SCORE), marks))


# an item


def _assessment_item(identifier: str, title: str) -> ET.Element:
    return ET.Element(
        "assessmentItem", xmlns=_QTI, identifier=identifier, title=title, adaptive="false", timeDependent="false"
    )


def _outcomes(item: ET.Element, points: Number) -> None:
    for name, value in {_SCORE: 0, "MAXSCORE": points}.items():
        declared = ET.SubElement(item, "outcomeDeclaration", identifier=name, cardinality="single", baseType="float")
        ET.SubElement(ET.SubElement(declared, "defaultValue"), "value").text = _decimal(value)


def _body(item: ET.Element, lines: Iterable[str]) -> None:
    body = f"<itemBody>{''.join(lines)}</itemBody>"
    item.append(ET.fromstring(body))  # noqa: S314  # written here, all foreign text in it is escaped


def _written(item: ET.Element) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(item, encoding="unicode")}\n'
