"""Exercises as a QTI 2.1 package: an item for each, a test that asks them, and of variants a section that picks one.

Source: IMS Question and Test Interoperability 2.1, assessment items and content packaging. All of it is for the platform alone: items
hold their answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

from grader.drawing.draw import svg
from grader.exercises import Files, Pool, Wishes
from grader.exercises.archive import Member, archived
from grader.exercises.carried import CarriedExercise
from grader.exercises.qti21_item import item_of, upload_item
from grader.exercises.uploads import template_of, upload_files
from grader.handout.files import TEMPLATE
from grader.names import distinct, stem_of
from grader.printable import printable

PACKAGE = "key/qti21.zip"
TEST = "test.xml"
_PACKAGING = "http://www.imsglobal.org/xsd/imscp_v1p1"
_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"


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
    sections = [[_items(CarriedExercise(exercise), next(stems)) for exercise in pool.exercises] for pool in pools]
    resources = [item for variants in sections for items in variants for item in items]
    yield Member("imsmanifest.xml", _manifest(resources))
    yield Member(TEST, _test(pools, sections, title))
    yield from (Member(resource.href, resource.source) for resource in resources)
    yield from {file.name: file for resource in resources for file in resource.files}.values()


def _items(carried: CarriedExercise, stem: str) -> list[Resource]:
    """Return the item that the platform marks, and that for the file, where there are such."""
    folder = f"items/{stem}"
    drawn = carried.question.diagrams if carried.question.is_drawn else ()
    pictures = [Member(f"{folder}/tree-{place}.svg", svg(diagram)) for place, diagram in enumerate(drawn, 1)]
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
    return found


def _test(pools: Sequence[Pool], sections: Sequence[Sequence[Sequence[Resource]]], title: str) -> str:
    """Return the test: a section for each pool, in which each variant is a section that is not seen."""
    test = ET.Element("assessmentTest", xmlns=_QTI, identifier="gt-test", title=title)
    part = ET.SubElement(
        test, "testPart", identifier="gt-part", navigationMode="nonlinear", submissionMode="simultaneous"
    )
    for place, (pool, variants) in enumerate(zip(pools, sections, strict=True), 1):
        section = _section(part, f"gt-section-{place}", printable(pool.title), is_visible=True)
        if len(variants) == 1:
            _refer(section, variants[0])
            continue
        ET.SubElement(section, "selection", select="1")
        for number, items in enumerate(variants, 1):
            _refer(_section(section, f"gt-section-{place}-{number}", f"Variant {number}", is_visible=False), items)
    return _written(test)


def _section(parent: ET.Element, identifier: str, title: str, *, is_visible: bool) -> ET.Element:
    visible = "true" if is_visible else "false"
    return ET.SubElement(parent, "assessmentSection", identifier=identifier, title=title, visible=visible)


def _refer(section: ET.Element, items: Iterable[Resource]) -> None:
    for item in items:
        ET.SubElement(section, "assessmentItemRef", identifier=f"ref-{item.identifier}", href=item.href)


def _manifest(resources: Sequence[Resource]) -> str:
    manifest = ET.Element("manifest", xmlns=_PACKAGING, identifier="gt-package")
    about = ET.SubElement(manifest, "metadata")
    ET.SubElement(about, "schema").text = "QTIv2.1 Package"
    ET.SubElement(about, "schemaversion").text = "1.0.0"
    ET.SubElement(manifest, "organizations")
    held = ET.SubElement(manifest, "resources")
    test = _resource(held, "gt-test", "imsqti_test_xmlv2p1", [TEST])
    for item in resources:
        ET.SubElement(test, "dependency", identifierref=item.identifier)
        _resource(held, item.identifier, "imsqti_item_xmlv2p1", [item.href, *(file.name for file in item.files)])
    return _written(manifest)


def _resource(held: ET.Element, identifier: str, sort: str, files: Sequence[str]) -> ET.Element:
    resource = ET.SubElement(held, "resource", identifier=identifier, type=sort, href=files[0])
    for file in files:
        ET.SubElement(resource, "file", href=file)
    return resource


def _written(root: ET.Element) -> str:
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'
