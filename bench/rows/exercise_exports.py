"""Exporting the variants of a generated exercise for a platform, pictures included, against generating the same into a folder."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from measure import Line, interleave

from grader.course.quiz import read_secret
from grader.course.quiz.build import draw_pools, pooled
from grader.course.quiz.sheets import Order, ordered, read_order, read_stated
from grader.platforms.question_items import FORMATS, Wishes
from rows.quiz_build import ONE_EXERCISE, generate_all

_VARIANTS = 50
_FORMATS = ("moodle-xml", "canvas", "qti21")


def exercise_exports(runs: int) -> list[Line]:
    """Return a line for each format: drawing the variants included on both sides."""
    with tempfile.TemporaryDirectory() as place:
        folder, numbers = Path(place), count()
        (folder / "quiz.yaml").write_text(ONE_EXERCISE)
        (folder / "roster.csv").write_text("\n".join(["id", *(f"s{number}" for number in range(_VARIANTS))]))
        return [_line(format_, runs, folder, numbers) for format_ in _FORMATS if format_ in FORMATS]


def _line(format_: str, runs: int, folder: Path, numbers: Iterator[int]) -> Line:
    times = interleave(lambda: _export(format_, folder, numbers), lambda: _generate(folder, numbers), runs)
    thousand = 1000 * min(times.ours) / _VARIANTS
    what = f"{_VARIANTS} variants of an exercise drawn and exported with pictures: {format_}"
    against = "as many generated into a folder"
    return Line(what, against, times.slower(), note=f"{thousand:.1f} s for 1,000 variants here")


def _export(format_: str, folder: Path, numbers: Iterator[int]) -> None:
    stated = read_stated(str(folder / "quiz.yaml"), None, needs_class=False)
    order = ordered(pooled(stated, _VARIANTS), read_secret(f"{next(numbers):032d}".encode(), "the secret"))
    for _ in FORMATS[format_].write(draw_pools(order).pools, Wishes()):
        pass


def _generate(folder: Path, numbers: Iterator[int]) -> None:
    generate_all(_order(folder, next(numbers)))


def _order(folder: Path, number: int) -> Order:
    secret = read_secret(f"{number:032d}".encode(), "the secret")
    return read_order(str(folder / "quiz.yaml"), secret, str(folder / "roster.csv"), paper=None)
