"""Hold the outputs of two commits against each other, byte for byte: `compare_outputs.py OLD [NEW] [--only AREA,…] [--short]`.

OLD and NEW are commits, or folders with a checkout; without NEW it is the working tree as it is. Problems and answers are made by OLD and
given to both, and both are asked through their console scripts and `import grader` alone, so modules may move as they like. What OLD said is kept
in --keep and never asked twice. `expected_differences.yaml` beside this file says what may differ, and why; anything else is listed, with exit code 1.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

import yaml
from compared_areas import AREAS
from compared_desk import STOPPED

TOOLS = Path(__file__).resolve().parent
ROOT = TOOLS.parent
RUN_FROM = ("grader", "generators", "schemas", "problem_bank", "fonts", "pyproject.toml")
"""What of a checkout the outputs depend on."""
Outputs = Mapping[str, bytes]


# checkouts


def check_out(what: str | None, folder: Path) -> Path:
    """Return the folder with the commit, a copy of the folder of this name, or of the working tree."""
    folder.mkdir(parents=True)
    if what and not Path(what).is_dir():
        command = ["git", "-C", str(ROOT), "archive", "--format=tar", what, *RUN_FROM]
        packed = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603  # the maintainer's own
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        return folder
    for name in RUN_FROM:
        source = Path(what or ROOT) / name
        (shutil.copytree if source.is_dir() else shutil.copy2)(source, folder / name)
    return folder


def digest_of(*starts: Path) -> str:
    """Return what names the files below folders, or the files: their paths and bytes."""
    digest = hashlib.sha256()
    for start in starts:
        for path in sorted([*start.rglob("*"), start]):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(f"{path.relative_to(start)}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


# sides


class Side(NamedTuple):
    """A checkout that is gone through, with the materials that were made for both, and where its outputs are kept."""

    label: str
    checkout: Path
    materials: Path
    outputs: Path

    def produce(self, areas: Sequence[str], *, is_preparing: bool, is_short: bool, jobs: int) -> None:
        """Fill in the outputs of those areas that are not there yet, or make their materials."""
        kept = self.materials if is_preparing else self.outputs
        missing = [area for area in areas if not (kept / area).is_dir()]
        if not missing:
            return
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept, prefix="making-") as made:
            order = {
                "checkout": str(self.checkout), "materials": str(self.materials), "to": made, "areas": missing,
                "is_preparing": is_preparing, "is_short": is_short, "jobs": jobs, "label": self.label,
            }  # fmt: skip
            environment = {
                name: value for name, value in os.environ.items() if not name.startswith(("GAMETREE", "NO_COLOR"))
            }
            environment |= {"PYTHONPATH": str(self.checkout), "COLUMNS": "80", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
            command = [sys.executable, str(TOOLS / "compared_side.py"), json.dumps(order)]
            code = subprocess.run(command, env=environment, check=False).returncode  # noqa: S603  # ourselves
            told = Path(made) / "done.json"
            seconds = json.loads(told.read_text("utf-8")) if told.is_file() else {}
            for area in seconds:
                folder = Path(made) / area
                folder.mkdir(exist_ok=True)
                for file in sorted(Path(made).glob(f"{area}.*.zip")):
                    if is_preparing:
                        with zipfile.ZipFile(file) as archive:
                            archive.extractall(made)  # noqa: S202  # we wrote it
                    else:
                        file.rename(folder / file.name)
                folder.rename(kept / area)
            of = "materials of " * is_preparing
            told_of = ", ".join(f"{area} {used:.0f} s" for area, used in seconds.items())
            sys.stderr.write(f"{of}{self.label}: {told_of} of processor\n")
        if code:
            raise SystemExit(2)


# differences


class Expectation(NamedTuple):
    """Differences that are meant: all in outputs of these names, or what a pattern finds in them on both sides."""

    outputs: str
    reason: str
    replace: str | None = None
    by: str = ""

    def holds_for(self, name: str) -> bool:
        """Return whether an output of this name is meant."""
        return fnmatchcase(name, self.outputs)

    def applied(self, content: bytes) -> bytes:
        """Return the bytes without what the pattern finds."""
        return re.sub(self.replace.encode(), self.by.encode(), content) if self.replace else content


class Difference(NamedTuple):
    """An output that is not the same on both sides; None: it is not there."""

    name: str
    old: bytes | None
    new: bytes | None


def read_expectations(file: Path) -> list[Expectation]:
    """Return the expectations that stand in the file."""
    stated = yaml.safe_load(file.read_text("utf-8")) or []
    return [
        Expectation(one.get("outputs", "*"), one["reason"], one.get("replace"), one.get("by", "")) for one in stated
    ]


def differences(
    old: Path, new: Path, expected: Sequence[Expectation], used: Counter[Expectation], count: Counter[str]
) -> Iterator[Difference]:
    """Yield what is not expected of the differences of one area; count its outputs, and how often each expectation was used."""
    for file in sorted({path.name for side in (old, new) for path in side.iterdir()}):
        sides = [side / file for side in (old, new)]
        if all(side.is_file() for side in sides) and sides[0].read_bytes() == sides[1].read_bytes():
            with zipfile.ZipFile(sides[0]) as archive:
                count["outputs"] += len(archive.namelist())
                count["stopped"] += sum(name.endswith(STOPPED) for name in archive.namelist())
            if not sides[0].samefile(sides[1]):
                sides[1].unlink()
                os.link(sides[0], sides[1])  # what is the same is kept once
            continue
        before, after = map(_read, sides)
        for name in {**before, **after}:
            count["outputs"] += 1
            count["stopped"] += name.endswith(STOPPED)
            if before.get(name) != after.get(name):
                yield from _unexpected(Difference(name, before.get(name), after.get(name)), expected, used, count)


def _read(file: Path) -> Outputs:
    if not file.is_file():
        return {}
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _unexpected(
    found: Difference, expected: Sequence[Expectation], used: Counter[Expectation], count: Counter[str]
) -> Iterator[Difference]:
    """Yield the difference, of archives those of what they hold, unless it is expected."""
    name, old, new = found
    for one in expected:
        if not one.holds_for(name):
            continue
        if one.replace is None:
            used[one] += 1
            count["expected"] += 1
            return
        if old is not None and new is not None:
            plain = one.applied(old), one.applied(new)
            used[one] += plain != (old, new)
            old, new = plain
    if old == new:
        count["expected"] += 1
    elif old and new and old[:2] == new[:2] == b"PK":
        before, after = (_read_archive(content) for content in (old, new))
        members = [Difference(f"{name}!{one}", before.get(one), after.get(one)) for one in {**before, **after}]
        differing = [member for member in members if member.old != member.new]
        for member in differing:
            yield from _unexpected(member, expected, used, count)
        if not differing:
            count["differ"] += 1
            yield Difference(f"{name} (as it is packed)", old, new)
    else:
        count["only in OLD" if new is None else "only in NEW" if old is None else "differ"] += 1
        yield Difference(name, old, new)


def _read_archive(content: bytes) -> Outputs:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {one.filename: archive.read(one) for one in archive.infolist()}


# telling


def told(difference: Difference) -> list[str]:
    """Return the lines that differ, each with what stands before and after it; of what is no text only how large it is."""
    texts = []
    for content in difference[1:]:
        try:
            texts.append(_lines((content or b"").decode("utf-8")))
        except UnicodeDecodeError:
            return [
                f"{sign} {len(held or b''):,} bytes, {hashlib.sha256(held or b'').hexdigest()[:12]}"
                for sign, held in zip("-+", difference[1:], strict=True)
            ]
    found = difflib.unified_diff(texts[0], texts[1], n=1, lineterm="")
    return [line for line in found if not line.startswith(("---", "+++", "@@"))]


def _lines(text: str) -> list[str]:
    """Return the lines; long ones, of JSON and of pages, are broken where an item ends."""
    lines = (re.sub(r"([,;>{]) ?", "\\1\n", line) if len(line) > 160 else line for line in text.splitlines())
    return "\n".join(lines).split("\n")


def report(area: str, found: Sequence[Difference], count: Mapping[str, int], most: int) -> Iterator[str]:
    """Yield what is said of an area: figures, then differences; those that change the same lines, but for numbers, are told once."""
    figures = [f"{number:,} {word}" for word, number in count.items() if number and word != "outputs"]
    yield f"{area}: {count['outputs']:,} outputs; {', '.join(figures if found else ['no difference', *figures])}"
    groups: dict[tuple[str, ...], list[str]] = {}
    for one in found:
        lines = told(one)
        changed = tuple(re.sub(r"[0-9][0-9.,/%]*", "0", line) for line in lines if line[:1] in "+-")[:6]
        groups.setdefault(changed, []).append(one.name)
        if len(groups[changed]) == 1 and len(groups) <= most:
            yield from (
                "",
                f"  {one.name}",
                *(f"    {line[:200]}" for line in lines[:14]),
                *["    …"] * (len(lines) > 14),
            )
    for at, names in enumerate(groups.values()):
        if at < most and len(names) > 1:
            yield f"  lines like those of {names[0]} differ in {len(names) - 1:,} more, such as {names[-1]}"
    if len(groups) > most:
        rest = [names[0] for names in list(groups.values())[most:]]
        yield f"  and {len(rest):,} sorts more, such as {', '.join(rest[:5])}"


def main(words: Sequence[str] | None = None) -> int:
    """Compare, and return the exit code."""
    parser = argparse.ArgumentParser(description="Hold the outputs of two commits against each other, byte for byte.")
    parser.add_argument("old", help="a commit, or a folder with a checkout")
    parser.add_argument("new", nargs="?", help="another one (default: the working tree as it is)")
    parser.add_argument("--only", metavar="AREA,…", default=",".join(AREAS), help=f"of {', '.join(AREAS)}")
    parser.add_argument("--short", action="store_true", help="every tenth case of each area")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes (default: all cores)")
    parser.add_argument(
        "--keep", type=Path, default=ROOT / ".cache", metavar="DIR", help="where outputs are kept (default: .cache)"
    )
    parser.add_argument("--fresh", action="store_true", help="ask OLD again too")
    parser.add_argument(
        "--expect", type=Path, default=TOOLS / "expected_differences.yaml", metavar="FILE", help="what may differ"
    )
    parser.add_argument(
        "--most", type=int, default=8, metavar="N", help="how many sorts of differences are shown of an area"
    )
    asked = parser.parse_args(words)
    areas = asked.only.split(",")
    if unknown := [area for area in areas if area not in AREAS]:
        parser.error(f"there is no area {', '.join(unknown)}, expected {', '.join(AREAS)}")
    expected, used = read_expectations(asked.expect), Counter[Expectation]()
    with tempfile.TemporaryDirectory(prefix="compared-") as folder:
        old, new = (check_out(what, Path(folder) / word) for what, word in ((asked.old, "old"), (asked.new, "new")))
        tool = digest_of(*sorted(TOOLS.glob("compared_*")))
        keep = asked.keep.absolute() / f"compared-{digest_of(old)}-{tool}{'-short' if asked.short else ''}"
        if asked.fresh:
            shutil.rmtree(keep, ignore_errors=True)
        sides = [
            Side(f"OLD {asked.old}", old, keep / "materials", keep / "old"),
            Side(f"NEW {asked.new or 'working tree'}", new, keep / "materials", keep / f"new-{digest_of(new)}"),
        ]
        sides[0].produce(areas, is_preparing=True, is_short=asked.short, jobs=asked.jobs)
        for side in sides:
            side.produce(areas, is_preparing=False, is_short=asked.short, jobs=asked.jobs)
    are_different = False
    for area in areas:
        count = Counter[str]()
        found = [*differences(sides[0].outputs / area, sides[1].outputs / area, expected, used, count)]
        are_different |= bool(found)
        print("\n".join(report(area, found, count, asked.most)))  # noqa: T201
    for one in expected:
        if not used[one]:
            print(f"expected, and not met: {one.outputs} {one.replace or ''} ({one.reason})")  # noqa: T201
    return int(are_different)


if __name__ == "__main__":
    sys.exit(main())
