"""What lies around the questions of a Canvas package: the manifest, and what the quiz is called and worth."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from grader.exact import Number, marks_text

MANIFEST = "imsmanifest.xml"
_PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
_CANVAS = "http://canvas.instructure.com/xsd/cccv1p0"
_LEARNING = "associatedcontent/imscc_xmlv1p1/learning-application-resource"


def manifest(ident: str, files: Sequence[str]) -> str:
    """Return the manifest: the questions, what is said of the quiz, and the files that questions show."""
    root = ET.Element("manifest", identifier=f"{ident}_manifest", xmlns=_PACKAGE)
    metadata = ET.SubElement(root, "metadata")
    ET.SubElement(metadata, "schema").text = "IMS Content"
    ET.SubElement(metadata, "schemaversion").text = "1.1.3"
    ET.SubElement(root, "organizations")
    resources = ET.SubElement(root, "resources")
    questions = ET.SubElement(resources, "resource", identifier=ident, type="imsqti_xmlv1p2")
    ET.SubElement(questions, "file", href=f"{ident}/{ident}.xml")
    ET.SubElement(questions, "dependency", identifierref=f"{ident}_meta")
    said = f"{ident}/assessment_meta.xml"
    _resource(resources, f"{ident}_meta", _LEARNING, said)
    for place, file in enumerate(files, 1):
        _resource(resources, f"{ident}_file{place}", "webcontent", file)
    return _written(root)


def _resource(resources: ET.Element, ident: str, sort: str, file: str) -> None:
    resource = ET.SubElement(resources, "resource", identifier=ident, type=sort, href=file)
    ET.SubElement(resource, "file", href=file)


def meta(ident: str, title: str, points: Number) -> str:
    """Return what Canvas reads of the quiz: it is not published, and shows no right answers."""
    quiz = ET.Element("quiz", identifier=ident, xmlns=_CANVAS)
    for name, value in {
        "title": title,
        "description": "",
        "shuffle_answers": "false",
        "scoring_policy": "keep_highest",
        "quiz_type": "assignment",
        "points_possible": marks_text(points),
        "show_correct_answers": "false",
        "allowed_attempts": "1",
        "available": "false",
    }.items():
        ET.SubElement(quiz, name).text = value
    return _written(quiz)


def _written(root: ET.Element) -> str:
    ET.indent(root, "")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'
