"""The pages on the library, run as they stand: each block of Python that is a dialogue says what Python prints."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from test_docs import FILES, blocks

FLAGS = doctest.ELLIPSIS


@pytest.mark.parametrize("page", ["library", "generating"])
def test_page_shows_what_python_prints(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    shown = 0
    for block in blocks(page):
        if block.file:
            Path(block.file).write_text(block.text, encoding="utf-8")
        if block.language != "python":
            continue
        found = doctest.DocTestParser().get_doctest(block.text, names, page, str(FILES[page]), block.line)
        said: list[str] = []
        runner = doctest.DocTestRunner(optionflags=FLAGS)
        runner.run(found, out=said.append, clear_globs=False)
        assert not runner.failures, "".join(said)
        names = found.globs
        shown += len(found.examples)
    assert shown
