"""A desk of its own for each case: programs are called there in this process, and all that comes out is noted by name."""

from __future__ import annotations

import importlib
import io
import os
import shutil
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

STOPPED = "!stopped"
"""The output of a case that could not be gone through to its end: why."""


class Desk:
    """A folder, made the working directory, and what came out of the calls made there: bytes by name."""

    def __init__(self, folder: Path, checkout: Path, materials: Path) -> None:
        self.folder, self.checkout, self.materials = folder, checkout, materials
        self.outputs: dict[str, bytes] = {}

    def call(self, name: str, *words: object, stdin: bytes = b"") -> bytes:
        """Call a program, `grade` or `gametree`, as its installed script does, note what it says under the name, and return its stdout."""
        program, *rest = map(str, words)
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n") for _ in range(2))
        before = sys.argv, sys.stdin
        sys.argv, sys.stdin = [program, *rest], io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
        code: object = "none"
        try:
            with redirect_stdout(out), redirect_stderr(err):
                programs(self.checkout)[program]()
        except SystemExit as end:
            code = end.code or 0
        except Exception as error:  # noqa: BLE001  # whatever a side raises is what it does
            code = f"{type(error).__name__}: {error}"
        finally:
            sys.argv, sys.stdin = before
        said, complained = (_written(stream) for stream in (out, err))
        self.note(f"{name}.out", said)
        self.outputs[f"{name}.err"] = self._plain(b"exit %s\n" % str(code).encode("utf-8", "replace") + complained)
        return said

    def note(self, name: str, content: bytes | str) -> None:
        """Note an output, unless it is empty."""
        if content:
            self.outputs[name] = self._plain(
                content.encode("utf-8", "replace") if isinstance(content, str) else content
            )

    def take(self, name: str, *below: str) -> None:
        """Note every file below folders, or the files, under the name, with a listing of them all; nothing of them stays."""
        listing = []
        for start in map(Path, below):
            for path in sorted([start, *start.rglob("*")]) if start.is_dir() else [start] * start.exists():
                listing.append(f"{path.lstat().st_mode:o} {path}")
                if path.is_file():
                    self.note(f"{name}/{path.as_posix()}", path.read_bytes())
            shutil.rmtree(start) if start.is_dir() else start.unlink(missing_ok=True)
        self.note(f"{name}.files", "\n".join(listing))

    def put(self, path: str, content: bytes | str) -> str:
        """Write a file and return its path."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
        return path

    def fetch(self, source: str, path: str) -> str:
        """Copy a file or folder of the materials, and return its path here."""
        found = self.materials / source
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(found, path) if found.is_dir() else shutil.copyfile(found, path)
        return path

    def _plain(self, content: bytes) -> bytes:
        for path, word in ((self.folder, b"<desk>"), (self.checkout, b"<checkout>"), (self.materials, b"<materials>")):
            content = content.replace(os.fsencode(path), word)
        return content


class Case(NamedTuple):
    """One thing to do at a desk."""

    name: str
    do: Callable[[Desk], None]


def _nothing(checkout: Path) -> list[Case]:
    return []


class Area(NamedTuple):
    """What is compared: cases from the materials of the area, which the older side makes for both; so many make a chunk.

    A short run takes one of so many of its cases; where `thin`, of the materials' cases instead.
    """

    cases: Callable[[Path], list[Case]]
    prepare: Callable[[Path], list[Case]] = _nothing
    chunk: int = 20
    short: int = 10
    thin: bool = False


_programs: dict[str, Callable[[], Any]] = {}


def programs(checkout: Path) -> dict[str, Callable[[], Any]]:
    """Return the functions behind the console scripts of the checkout."""
    if not _programs:
        for name in ("grade", "gametree"):
            module, function = script_of(name, checkout)
            _programs[name] = getattr(importlib.import_module(module), function)
            home = Path(str(sys.modules[module].__file__))
            if not home.is_relative_to(checkout):
                raise ImportError(f"{name} is taken from {home}, not from {checkout}")
    return _programs


def script_of(name: str, checkout: Path) -> tuple[str, str]:
    """Return the module and the function of a console script of the checkout."""
    scripts = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    module, _, function = scripts[name].partition(":")
    return module, function


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    content: bytes = stream.buffer.getvalue()  # type: ignore[attr-defined]
    return content


def done(area: str, cases: list[Case], checkout: Path, materials: Path, desks: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the outputs of cases one after the other, each done at a desk of its own."""
    for place, case in enumerate(cases):
        folder = desks / f"{place:03d}"
        folder.mkdir(parents=True)
        desk = Desk(folder, checkout, materials)
        try:
            with chdir(folder):
                case.do(desk)
        except Exception as error:  # noqa: BLE001  # a file that is looked for and was not written, say: the rest is looked at
            desk.note(STOPPED, f"{type(error).__name__}: {error}")
        yield from ((f"{area}/{case.name}/{name}", content) for name, content in desk.outputs.items())
    shutil.rmtree(desks)


def pack(file: Path, outputs: Iterator[tuple[str, bytes]]) -> None:
    """Write outputs into an archive, the same bytes for the same outputs."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in outputs:
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 1)
