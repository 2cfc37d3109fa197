"""A player of QTI 2.1 items, as far as exports use it: what is asked, how responses are read, and what the processing adds up.

Written from the specification alone (response processing, expressions): NULL goes through every expression but `or` and `isNull`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree as ET

from platform_fields import PART_CALLED, Field, Response

_NS = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
_FLOAT = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*")
"""What students may type for a float."""
STATED = r"[-+]?\d{1,16}(\.\d+)?"
"""A number of an item, as qti-sdk of TAO reads it: no powers of ten, digits on both sides of the point."""


def stated(text: str | None) -> float:
    """Return the number that an item states."""
    assert re.fullmatch(STATED, text or ""), text
    return float(text or "")


class Item:
    """An item that was read."""

    def __init__(self, source: str) -> None:
        self.root = ET.fromstring(source)
        self.declared = {one.get("identifier"): one for one in self.root.iter(f"{_NS}responseDeclaration")}
        self.fields: list[Field] = []
        self.names: list[str] = []
        self._part = ""
        for block in self.root.find(f"{_NS}itemBody") or ():
            self._read_block(block)

    @property
    def most(self) -> float:
        """Return the maximum of the item."""
        return stated(self._outcome("MAXSCORE"))

    def score(self, responses: Sequence[Response]) -> float:
        """Return what the responses earn."""
        given = {name: self._bound(name, one) for name, one in zip(self.names, responses, strict=True)}
        outcomes = {"SCORE": stated(self._outcome("SCORE"))}
        for rule in self.root.find(f"{_NS}responseProcessing") or ():
            self._process(rule, given, outcomes)
        return outcomes["SCORE"]

    def is_float(self, name: str) -> bool:
        """Return whether responses are read as numbers."""
        return self.declared[name].get("baseType") == "float"

    # reading

    def _outcome(self, name: str) -> str:
        return next(
            one.findtext(f"{_NS}defaultValue/{_NS}value", "")
            for one in self.root.iter(f"{_NS}outcomeDeclaration")
            if one.get("identifier") == name
        )

    def _read_block(self, block: ET.Element) -> None:
        heads = block.findall(f"{_NS}strong")
        if block.tag == f"{_NS}p" and heads:
            self._part = PART_CALLED[heads[0].text or ""]
        for line in block.iter(f"{_NS}li"):
            for one in line:
                if one.tag.endswith("Interaction"):
                    self._read_interaction(one, (line.text or "").strip())

    def _read_interaction(self, one: ET.Element, label: str) -> None:
        options = [choice.text or "" for choice in one if choice.tag in (f"{_NS}inlineChoice", f"{_NS}simpleChoice")]
        is_ticked = one.tag == f"{_NS}choiceInteraction"
        self.names.append(one.get("responseIdentifier") or "")
        self.fields.append(Field(self._part, label, tuple(options), is_ticked, Fraction(1), lambda _: Fraction(0)))

    def _bound(self, name: str, response: Response) -> Any:
        if response is None:
            return None
        if isinstance(response, str):
            is_number = _FLOAT.fullmatch(response)
            return response if not self.is_float(name) else float(response) if is_number else None
        chosen = [choice.get("identifier") for choice in self._choices(name)]
        return chosen[response] if isinstance(response, int) else {chosen[one] for one in response}

    def _choices(self, name: str) -> list[ET.Element]:
        (interaction,) = (one for one in self.root.iter() if one.get("responseIdentifier") == name)
        return [choice for choice in interaction if choice.get("identifier")]

    # processing

    def _process(self, rule: ET.Element, given: dict[str, Any], outcomes: dict[str, float]) -> None:
        if rule.tag == f"{_NS}setOutcomeValue":
            outcomes[rule.get("identifier") or ""] = self._value(rule[0], given, outcomes)
            return
        assert rule.tag == f"{_NS}responseCondition"
        for branch in rule:
            if self._value(branch[0], given, outcomes) is True:
                for inner in branch[1:]:
                    self._process(inner, given, outcomes)
                return

    def _value(self, expression: ET.Element, given: dict[str, Any], outcomes: dict[str, float]) -> Any:
        name, tag = expression.get("identifier") or "", expression.tag.removeprefix(_NS)
        if tag == "baseValue":
            return stated(expression.text)
        if tag == "variable":
            return outcomes[name] if name in outcomes else given[name]
        if tag == "mapResponse":
            return self._mapped(name, given[name])
        terms = [self._value(one, given, outcomes) for one in expression]
        if tag == "or":
            return True if True in terms else None if None in terms else False
        if None in terms:
            return False if tag == "and" and False in terms else None
        if tag == "equal":
            assert expression.get("toleranceMode") == "absolute"
            below, above = map(stated, (expression.get("tolerance") or "").split())
            return terms[0] - below <= terms[1] <= terms[0] + above
        product = 1.0
        for one in terms if tag == "product" else ():
            product *= one
        known = {
            "and": all,
            "sum": sum,
            "max": max,
            "min": min,
            "lt": lambda two: two[0] < two[1],
            "not": lambda one: not one[0],
        }
        if tag == "round":
            return math.floor(terms[0] + 0.5)
        return product if tag == "product" else known[tag](terms)

    def _mapped(self, name: str, response: Any) -> float:
        mapping = self.declared[name].find(f"{_NS}mapping")
        assert mapping is not None
        worth = {one.get("mapKey"): stated(one.get("mappedValue")) for one in mapping}
        chosen = response if isinstance(response, set) else () if response is None else (response,)
        found = sum(worth.get(one, float(mapping.get("defaultValue") or 0)) for one in chosen)
        return min(max(found, float(mapping.get("lowerBound") or 0)), float(mapping.get("upperBound") or 0))
