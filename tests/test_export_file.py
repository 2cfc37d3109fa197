"""`gametree export --out FILE`: an export of one file is written where its name says."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import run


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a folder of its own."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("format_", "name", "inside"),
    [
        ("moodle-xml", "new/week5.xml", "key/moodle.xml"),
        ("qti21", "week5.zip", "key/qti21.zip"),
        ("jupyter", "week5.ipynb", "exercises.ipynb"),
        ("gradescope", "Week5.ZIP", "autograder.zip"),
    ],
)
def test_the_only_file_is_written_under_its_own_name(format_: str, name: str, inside: str) -> None:
    ran = run("export", "minimax-textbook", "--to", format_, "--out", name)
    assert (ran.code, ran.err.splitlines()[-1]) == (0, f"wrote 1 file into {name}")
    assert run("export", "minimax-textbook", "--to", format_, "--out", "folder").code == 0
    assert Path(name).read_bytes() == Path("folder", inside).read_bytes()


def test_a_file_that_is_there_stays_unless_it_is_to_be_written_over() -> None:
    Path("week5.xml").write_text("mine")
    ran = run("export", "minimax-textbook", "--to", "moodle-xml", "--out", "week5.xml")
    assert ran.code == 2
    assert "week5.xml is a file that is there already; choose another name, or --force to write over it" in ran.err
    assert Path("week5.xml").read_text() == "mine"
    assert run("export", "minimax-textbook", "--to", "moodle-xml", "--out", "week5.xml", "--force").code == 0
    assert Path("week5.xml").read_text().startswith("<?xml")


def test_a_file_is_no_folder() -> None:
    Path("week5").write_text("mine")
    ran = run("export", "minimax-textbook", "--to", "moodle-xml", "--out", "week5", "--force")
    assert ran.code == 2
    assert ran.err.endswith("week5 is a file that is there already; choose another name\n")


def test_an_export_of_several_files_wants_a_folder() -> None:
    ran = run("export", "deep-cutoff", "--to", "moodle-xml", "--out", "week5.xml")
    assert ran.code == 2
    assert (
        "week5.xml is one file, but this export has 2: key/moodle.xml, key/files/deep-cutoff.yaml; name a folder"
        in ran.err
    )
    assert not Path("week5.xml").exists()


def test_a_file_ends_as_its_format_does() -> None:
    ran = run("export", "minimax-textbook", "--to", "moodle-xml", "--out", "week5.zip")
    assert ran.code == 2
    assert "week5.zip ends in .zip, but this export is a file that ends in .xml" in ran.err
    assert not Path("week5.zip").exists()


def test_who_asks_for_gift_is_told_what_serves_instead() -> None:
    ran = run("export", "minimax-textbook", "--to", "gift", "--out", "week5")
    assert ran.code == 2
    assert "GIFT is not written any more" in ran.err
    assert "moodle-xml" in ran.err
    assert not Path("week5").exists()
