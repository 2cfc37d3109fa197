"""`gametree show` for slides: larger, and without title and legend."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from console import run

ID = "textbook-three-by-three"


def _width(folder: Path, *options: str) -> int:
    run("show", ID, "--png", "--out", str(folder), *options)
    return int(struct.unpack(">II", (folder / f"{ID}.png").read_bytes()[16:24])[0])


def test_a_png_is_as_many_times_as_large_as_is_wanted(tmp_path: Path) -> None:
    one, usual, four = (
        _width(tmp_path / name, *options)
        for name, options in (("1", ("--scale", "1")), ("2", ()), ("4", ("--scale", "4")))
    )
    assert usual == 966
    assert abs(2 * one - usual) <= 2
    assert abs(four - 2 * usual) <= 2


@pytest.mark.parametrize("text", ["0", "9", "1.5", "two", ""])
def test_another_scale_is_refused(text: str, tmp_path: Path) -> None:
    done = run("show", ID, "--png", "--out", str(tmp_path), "--scale", text)
    assert done.code == 2
    assert f"--scale: {text} is not allowed here, expected 1 to 8" in done.err
    assert not [*tmp_path.iterdir()]


def test_title_and_legend_can_be_left_out() -> None:
    whole, bare, untitled = (
        run("show", ID, "--format", "svg", *options).out
        for options in ((), ("--no-title", "--no-legend"), ("--no-title",))
    )
    title, sign = ">Three MIN replies</text>", ">MAX moves</text>"
    assert (title in whole, sign in whole) == (True, True)
    assert (title in untitled, sign in untitled) == (False, True)
    assert (title in bare, sign in bare) == (False, False)
    assert "<title" in bare, "what is read aloud stays"
