"""What the schemas say of kinds, parts, conventions and games is what these say of themselves."""

from __future__ import annotations

import pytest
from write_schemas import file_of, written

WRITTEN = written()


@pytest.mark.parametrize("name", WRITTEN)
def test_schema_says_what_the_kinds_say(name: str) -> None:
    told = "run `python tools/write_schemas.py`: it writes what kinds, conventions and games say of themselves"
    assert file_of(name).read_text(encoding="utf-8") == WRITTEN[name], told
