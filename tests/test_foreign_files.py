"""A hand-in that is no text is named for what it is, with what its owner can do."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from console import put, run

from grader.core.documents import foreign, parse_document
from grader.core.errors import SubmissionError

COPY = "expected a text file; copy the answers into a plain text file, with a text editor, and hand that in"
TYPE = "expected a text file; type the answers into a plain text file and hand that in"
UNPACK = "expected a text file; unpack it and hand in the answers file that is in it"
SAVE = "expected UTF-8; save it as plain text with the encoding UTF-8 and hand that in"
ANSWERS = "answers:\n  q1:\n    value: 3\n"


def zipped(*names: str) -> bytes:
    """Return an archive that holds the named files, as an office program packs its documents."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), ANSWERS)
    return file.getvalue()


def open_document(kind: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(zipfile.ZipInfo("mimetype"), f"application/vnd.oasis.opendocument.{kind}")
    return file.getvalue()


FILES = {
    "docx": (zipped("[Content_Types].xml", "_rels/.rels", "word/document.xml"), f"is a Word document, {COPY}"),
    "xlsx": (zipped("[Content_Types].xml", "xl/workbook.xml"), f"is an Excel workbook, {COPY}"),
    "pptx": (zipped("[Content_Types].xml", "ppt/presentation.xml"), f"is a PowerPoint presentation, {COPY}"),
    "another office file": (zipped("[Content_Types].xml", "visio/x.xml"), f"is an Office document, {COPY}"),
    "odt": (open_document("text"), f"is an OpenDocument text, {COPY}"),
    "ods": (open_document("spreadsheet"), f"is an OpenDocument file, {COPY}"),
    "pages": (zipped("Index/Document.iwa"), f"is a document of Apple Pages, {COPY}"),
    "zip": (zipped("answers.yaml"), f"is a zip archive, {UNPACK}"),
    "zip with a folder called word": (zipped("word/answers.yaml"), f"is a zip archive, {UNPACK}"),
    "gz": (b"\x1f\x8b\x08\x00\x00\x00\x00\x00", f"is a gzip archive, {UNPACK}"),
    "tar": (b"answers.yaml".ljust(257, b"\x00") + b"ustar\x00", f"is a tar archive, {UNPACK}"),
    "7z": (b"7z\xbc\xaf\x27\x1c\x00\x04", f"is a 7z archive, {UNPACK}"),
    "rar": (b"Rar!\x1a\x07\x01\x00", f"is a RAR archive, {UNPACK}"),
    "pdf": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", f"is a PDF, {COPY}"),
    "doc": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(8), f"is an old Word or Office document, {COPY}"),
    "rtf": (b"{\\rtf1\\ansi value: 3}", f"is a document of a word processor (RTF), {COPY}"),
    "html": (b"\xef\xbb\xbf<!DOCTYPE html>\n<html>", f"is a web page (HTML), {COPY}"),
    "ipynb": (b'{\n "cells": [], "nbformat": 4}', f"is a notebook (Jupyter), {COPY}"),
    "bplist": (b"bplist00\xd1\x01\x02", f"is a file of Apple's programs, {COPY}"),
    "png": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", f"is a PNG image, {TYPE}"),
    "jpeg": (b"\xff\xd8\xff\xe0\x00\x10JFIF", f"is a JPEG image, {TYPE}"),
    "gif": (b"GIF89a\x01\x00", f"is a GIF image, {TYPE}"),
    "webp": (b"RIFF\x24\x00\x00\x00WEBPVP8 ", f"is a WebP image, {TYPE}"),
    "heic": (b"\x00\x00\x00\x18ftypheic\x00\x00", f"is a HEIC image, {TYPE}"),
    "heif": (b"\x00\x00\x00\x18ftypmif1\x00\x00", f"is a HEIC image, {TYPE}"),
    "film": (b"\x00\x00\x00\x18ftypmp42\x00\x00", f"is a film, {TYPE}"),
    "tiff": (b"II*\x00\x08\x00\x00\x00", f"is a TIFF image, {TYPE}"),
    "tiff of the other order": (b"MM\x00*\x00\x00\x00\x08", f"is a TIFF image, {TYPE}"),
    "another program's": (b"\x00\x01\x02\xfe\xff\x80\x00", f"is no text but data of some program, {TYPE}"),
    "UTF-16": (ANSWERS.encode("utf-16"), f"is text in the encoding UTF-16, {SAVE}"),
    "UTF-16 of the other order": (b"\xfe\xff" + ANSWERS.encode("utf-16-be"), f"is text in the encoding UTF-16, {SAVE}"),
    "UTF-16 without a mark": (ANSWERS.encode("utf-16-le"), f"is text in the encoding UTF-16, {SAVE}"),
    "UTF-16 of the other order without a mark": (
        ANSWERS.encode("utf-16-be"),
        f"is text in the encoding UTF-16, {SAVE}",
    ),
    "UTF-32": (ANSWERS.encode("utf-32"), f"is text in the encoding UTF-32, {SAVE}"),
}


@pytest.mark.parametrize(("content", "said"), FILES.values(), ids=FILES)
def test_a_file_that_is_no_text_is_named_for_what_it_is(content: bytes, said: str) -> None:
    assert foreign(content) == said
    with pytest.raises(SubmissionError) as refused:
        parse_document(content, "answers", SubmissionError)
    assert [str(fault) for fault in refused.value.faults] == [f"answers: {said}"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"a",
        b"\x00",
        ANSWERS.encode(),
        b"\xef\xbb\xbfanswers: {}",
        b'{"answers": {}}',
        b"PK: 1",
        b"answers: \xff\n",
    ],
)
def test_a_text_is_not_called_anything_else(content: bytes) -> None:
    assert foreign(content) == ""


def test_letters_of_many_bytes_at_the_end_of_what_is_looked_at_are_still_text() -> None:
    assert foreign(b"\x00" + b"x" * 4094 + "ä".encode()) == ""


def test_a_large_file_that_is_no_text_is_named_and_not_called_too_large(tmp_path: Path) -> None:
    photo = put(tmp_path / "photo.jpg", b"\xff\xd8\xff\xe0" + bytes(100_000))
    ran = run("grade", photo)
    assert (ran.code, ran.err) == (3, f"{photo}: is a JPEG image, {TYPE}\n")
