"""The feedback pages of a class in which everybody has problems of their own: what they cost beside marking, and how large they are."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from classes import hand_ins, quiz
from measure import Line, Target, interleave

from grader.course.one_student import Opened
from grader.course.run.chunks import Chunk, Job, Marker, Setup

_STUDENTS, _MOST_BYTES = 20, 200 * 1024
_WHAT = f"pages of {_STUDENTS} students, four problems of their own each"


def feedback_pages(runs: int) -> list[Line]:
    with tempfile.TemporaryDirectory() as folder:
        jobs = []
        for one in hand_ins(_STUDENTS, own=True):
            for id_, document in quiz(one.student).items():
                Path(folder, f"{id_}.yaml").write_bytes(document)
            jobs.append(Job(one.student, (Opened(f"{one.student}.yaml", one.content),)))
        with_pages, without = (partial(_mark, jobs, folder, html=html) for html in (True, False))
        size = with_pages() / len(jobs)
        times = interleave(with_pages, without, runs)
    note = f"{size / 1024:.0f} KB a page"
    return [
        Line(_WHAT, "marking them alone", times.slower(), Target(4), note),
        Line("bytes of a feedback page", "200 KB", (size / _MOST_BYTES,), Target(1), note),
    ]


def _mark(jobs: list[Job], problems: str, *, html: bool) -> int:
    """Mark the class by a process that has seen nothing of it yet, and return how many bytes its pages have."""
    marked = Marker(Setup(problems=(problems,), html=html)).mark(Chunk(jobs, {}))
    return sum(len(content) for done in marked.done for _, content in done.files)
