"""Golden pictures: a change of look is seen in review. `python tools/renew_pictures.py` draws them anew."""

from __future__ import annotations

import io
from typing import Any

import pytest
import renew_pictures

_DIFFERS = 48  # of 255 in any colour: more than another rounding at the edge of a line
_MOST = 0.0005  # of all pixels


@pytest.fixture(scope="module")
def differing() -> Any:
    """Return what gives the share of the pixels in which two pictures differ: all where their sizes do."""
    pytest.importorskip("PIL", reason='pillow is missing: pip install ".[browser]"')
    from PIL import Image, ImageChops

    def share(one: bytes, other: bytes) -> float:
        first, second = (Image.open(io.BytesIO(content)).convert("RGB") for content in (one, other))
        if first.size != second.size:
            return 1.0
        most = ImageChops.difference(first, second).split()
        worst = ImageChops.lighter(ImageChops.lighter(most[0], most[1]), most[2])
        return sum(worst.histogram()[_DIFFERS:]) / (first.width * first.height)

    return share


@pytest.mark.parametrize("name", renew_pictures.names())
def test_drawings_look_as_they_did(name: str, differing: Any) -> None:
    golden = (renew_pictures.FOLDER / f"{name}.png").read_bytes()
    share = differing(golden, renew_pictures.picture(name))
    assert share <= _MOST, f"{share:.2%} of the pixels differ; if that is meant: python tools/renew_pictures.py"


def test_no_picture_is_left_over() -> None:
    drawn = {f"{name}.png" for name in renew_pictures.names()}
    assert {file.name for file in renew_pictures.FOLDER.iterdir()} == drawn | renew_pictures.own_problems()


def test_what_moves_by_a_dot_is_noticed_and_another_rounding_is_not(differing: Any) -> None:
    from PIL import Image, ImageChops, ImageEnhance

    golden = (renew_pictures.FOLDER / "solved-57-nodes.png").read_bytes()
    picture = Image.open(io.BytesIO(golden)).convert("RGB")
    assert differing(golden, _png(ImageChops.offset(picture, 1, 0))) > 10 * _MOST
    assert differing(golden, _png(ImageEnhance.Brightness(picture).enhance(0.95))) == 0


def _png(picture: Any) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()
