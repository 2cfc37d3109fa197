"""The folder OUT: whose it is, what the run that wrote it was, and that nobody else writes there."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple, NotRequired, TypedDict

from grader.core.data import Data
from grader.core.documents.files import TEMPORARY, write_file
from grader.core.errors import Refusal
from grader.core.resources import __version__
from grader.core.text import listed, listed_names, printable
from grader.course import hand_in as found
from grader.course.late import OF_LATENESS

# -- the journal: results as they come, one a line, which no interruption can harm

_END = re.compile(rb'"input": "(sha256:[0-9a-f]{64})"\}\}\n\Z')
_LONGEST_END = 100


class _Place(NamedTuple):
    """Where the line of a result begins, and in which file."""

    file: BinaryIO
    start: int


class Journal:
    """The results that a folder holds: those of a finished run and those that were added since, by their digests.

    Of several with one digest the one that was added last counts.
    """

    def __init__(self, journal: Path, finished: Path, as_marked: Path) -> None:
        self._path = journal
        self._finished, self._held = _open(finished), _open(journal)
        self._adding: BinaryIO | None = None
        self._places: dict[str, _Place] = {}
        self._look_through(self._finished)
        self._look_through(_in_memory(as_marked))  # in place of those of the finished run that people decided about
        self._end = self._look_through(self._held)

    def _look_through(self, file: BinaryIO | None) -> int:
        """Take note of the lines that are whole, and return where the last of them ends. What stands behind it was cut off."""
        start = end = 0
        for line in file or ():
            start, begin = start + len(line), start
            if file is not None and (found := _END.search(line, max(0, len(line) - _LONGEST_END))):
                self._places[found[1].decode()] = _Place(file, begin)
                end = start
        return end

    def __contains__(self, digest: str) -> bool:
        return digest in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def add(self, results: Iterable[tuple[str, str]]) -> None:
        """Add results, each with its digest; they are on their way to the disk when this returns. Raises OSError."""
        if self._adding is None:
            self._adding = open(self._path, "ab", buffering=0)  # noqa: SIM115  # it stays open for the run
            self._adding.truncate(self._end)  # what was cut off in the middle of a line goes
        held = self._held = self._held or open(self._path, "rb")  # noqa: SIM115  # so does this one
        for digest, result in results:
            content = memoryview(result.encode("utf-8"))
            self._places[digest] = _Place(held, self._end)
            self._end += len(content)
            while content:
                content = content[self._adding.write(content) :]

    def read(self, digest: str) -> bytes:
        """Return the line of a result. Raises KeyError where there is none."""
        file, start = self._places[digest]
        file.seek(start)
        return file.readline()

    def close(self) -> None:
        """Let go of the files."""
        for file in (self._finished, self._held, self._adding):
            if file is not None:
                with suppress(OSError):
                    file.close()

    def remove(self) -> None:
        """Let the journal end: its results stand elsewhere."""
        self.close()
        self._path.unlink(missing_ok=True)


def _in_memory(path: Path) -> BinaryIO | None:
    """Return what a file holds now; it will be written anew while this is read."""
    file = _open(path)
    if file is None:
        return None
    with file:
        return io.BytesIO(file.read())


def _open(path: Path) -> BinaryIO | None:
    try:
        return open(path, "rb")
    except FileNotFoundError:
        return None


RESULTS, GRADEBOOK, INPUTS, REPORT = "results.jsonl", "gradebook.csv", "inputs.csv", "report.html"
FILES = (RESULTS, GRADEBOOK, INPUTS, REPORT)
ADJUSTED, AS_MARKED = "adjusted.csv", "marked.jsonl"
MARKING_PAGE, MARKING_TABLE = "marking.html", "marking.csv"
OF_DECISIONS = (ADJUSTED, AS_MARKED, MARKING_PAGE, MARKING_TABLE)
"""What a run writes where people decide about marks: what they did, the results before that, from which the next run goes on, and what waits for them."""
FEEDBACK, JOURNAL, RUN = "feedback", "journal.jsonl", found.RUN
FORMAT = found.RUN_FORMAT
INTERRUPTED = "the run was interrupted; give its command again, so that it comes to its end"
_MOST_NAMED = 5
_FRESH = "--fresh"
_ANEW = f"{_FRESH} begins anew"
REGRADE_OF, RUN_BEFORE = "regrade of", "the run before"
"""Of a regrade, beside its options: the digest of the results that it is of, and the folder where these were, which may be called otherwise now."""
_AGAIN = "`gametree regrade` marks the same hand-ins by a corrected key and says what that changes"


class RunRefused(Refusal):
    """A folder that this run cannot write into; the message says why, and what to do."""


class Said(TypedDict):
    """What was said of a run at its end."""

    tally: str
    is_whole: bool
    least: str | None
    warnings: list[str]


class Finished(TypedDict):
    """How a run came to its end: digests of all that it was made from and of its files, and what was said."""

    whole: str
    files: dict[str, str]
    summary: Said


class StatedRun(TypedDict):
    """What is written down of a run: what it was made with, and how it came to its end.

    `adjust` are the files of decisions with their digests, `columns` those of the gradebook that were known before, `students` the
    class list: id, name, group and email address of each. `was_late`, until it ends: pages may say what being late cost before.
    """

    format: str
    grader: str
    options: Mapping[str, Data]
    problems: str
    hand_ins: Sequence[str]
    adjust: NotRequired[Sequence[Sequence[str]]]
    columns: NotRequired[Sequence[str]]
    students: NotRequired[Sequence[Sequence[str]]]
    was_late: NotRequired[bool]
    finished: NotRequired[Finished]


def stated_run(
    options: Mapping[str, Data],
    problems: str,
    hand_ins: Sequence[str],
    columns: Sequence[str],
    students: Iterable[Sequence[str]],
) -> StatedRun:
    """Return what is written down of a run at its begin. Another value of the first two makes it another run."""
    made = StatedRun(format=FORMAT, grader=__version__, options=options, problems=problems, hand_ins=hand_ins)
    if listed_as := [*map(list, students)]:
        made["columns"], made["students"] = columns, listed_as
    return made


class Out:
    """The folder of a run. While it is open no other run can open it."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(os.path.realpath(path))
        self._lock: int | None = None

    def open(self, made: StatedRun, *, is_fresh: bool) -> None:
        """Make the folder this run's, or go on with what it was. Raises RunRefused, and OSError."""
        if self.path.exists() and not self.path.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(self.path))
        self.path.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(self.path)
        self._clear(self.path)
        before = self._before()
        if before is None and (others := sorted(os.listdir(self.path))):
            named = listed_names(others, _MOST_NAMED)
            raise RunRefused(f"{self._name}: holds files that no class run wrote: {named}; name a folder of its own")
        if is_fresh:
            self._begin_anew()
            before = None
        if before is not None:
            self._compare(before, made)
            self._check_edited(before)
        self._made = made
        self.finished = before.get("finished") if before is not None else None
        self.was_late = before is not None and ("was_late" in before or not OF_LATENESS.isdisjoint(before["options"]))
        if before is None:
            self.begin()

    def begin(self) -> None:
        """Write down what this run is, and that it has not come to its end. Raises OSError."""
        self.finished = None
        self._write({**self._made, "was_late": True} if self.was_late else self._made)

    def finish(self, whole: str, summary: Said) -> None:
        """Write down that the run came to its end: digests of its files and of all that it was made from, and what was said."""
        names = (name for name in (*FILES, *OF_DECISIONS) if (self.path / name).exists())
        digests = {name: digest_of(self.path / name) for name in names}
        self.finished = {"whole": whole, "files": digests, "summary": summary}
        self._write({**self._made, "finished": self.finished})

    def close(self) -> None:
        """Let others open the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def write_feedback(self, folder: str, files: Iterable[tuple[str, str | bytes]]) -> int:
        """Write the feedback of one student in place of what was there, and return how many files. Raises OSError."""
        place = self.path / folder
        self._clear(place, is_feedback=True)
        written = 0
        for name, content in files:
            write_file(place / name, content)
            written += 1
        return written

    def keep_feedback_of(self, folders: Iterable[str]) -> None:
        """Take away what was written for those who are not among the hand-ins any more."""
        with suppress(FileNotFoundError):
            there = sorted(os.listdir(self.path / FEEDBACK))
            wanted = {os.path.basename(folder) for folder in folders}
            for entry in there:
                if entry not in wanted:
                    self._clear(self.path / FEEDBACK / entry, is_feedback=True)

    @property
    def _name(self) -> str:
        return printable(str(self.path), len(str(self.path)))

    def _write(self, data: StatedRun) -> None:
        fields = [*StatedRun.__annotations__]
        ordered = dict(sorted(data.items(), key=lambda field: fields.index(field[0])))
        write_file(self.path / RUN, json.dumps(ordered, indent=1, ensure_ascii=False) + "\n")

    def _before(self) -> StatedRun | None:
        """Return what is written down of the run before; None where there was none."""
        try:
            stated = stated_in(self.path)
        except FileNotFoundError:
            return None
        if stated is None or stated.get("format") != FORMAT:
            raise RunRefused(f"{self._name}/{RUN}: is not what a class run writes; name a folder of its own")
        return stated

    def _begin_anew(self) -> None:
        for name in (JOURNAL, *FILES, *OF_DECISIONS):
            (self.path / name).unlink(missing_ok=True)
        self.keep_feedback_of(())
        (self.path / RUN).unlink(missing_ok=True)

    def _compare(self, before: StatedRun, now: StatedRun) -> None:
        """Raise RunRefused where the run before was made with anything else."""
        if before.get("grader") != now["grader"]:
            theirs = printable(str(before.get("grader")))
            raise RunRefused(f"{self._name}: was marked by version {theirs}, this is {now['grader']}; {_ANEW}")
        stated, asked = _by_name(before.get("options") or {}), _by_name(now["options"])
        if stated.get(REGRADE_OF) != asked.get(REGRADE_OF):
            raise RunRefused(f"{self._name}: {self._other_way(before, stated, asked)}; name another folder, or {_ANEW}")
        if before.get("problems") != now["problems"]:
            raise RunRefused(
                f"{self._name}: was marked with other problems, or they were changed since; {_AGAIN}, {_ANEW}"
            )
        if not {*before["hand_ins"]} & {*now["hand_ins"]}:
            theirs = printable(listed(before["hand_ins"], _MOST_NAMED), 500)
            raise RunRefused(f"{self._name}: is of other hand-ins, {theirs}; name another folder, or {_ANEW}")
        if said := left_out(before.get("adjust", ()), now.get("adjust", ())):
            raise RunRefused(f"{self._name}: {said}; name it, or {_FRESH}")
        others = (name for name in {**stated, **asked} if stated.get(name) != asked.get(name))
        names = [name for name in others if name not in OF_LATENESS and name != RUN_BEFORE]
        if names:
            told = (f"{name} {_value(stated.get(name))}, now {_value(asked.get(name))}" for name in names)
            raise RunRefused(f"{self._name}: was marked with {printable('; '.join(told), 500)}; {_ANEW}")

    def _other_way(self, before: StatedRun, stated: Mapping[str, object], asked: Mapping[str, object]) -> str:
        """Return what the folder is where one of two runs is a regrade, or both of other results."""
        of = printable(str(stated.get(RUN_BEFORE, "OUT")), 500)
        if REGRADE_OF not in stated:
            return "is no regrade"
        if REGRADE_OF in asked:
            return f"is a regrade of other results, those that {of} had then"
        named = printable(shlex.join(before["hand_ins"]), 500)
        return f"is a regrade of {of}; gametree regrade {of} {named} … --out {self._name} goes on with it"

    def _check_edited(self, before: StatedRun) -> None:
        """Raise RunRefused where a file of a finished run was changed by somebody: it would be lost."""
        if is_finished(self.path, before):
            for name in edited(self.path, before):
                if name == GRADEBOOK:
                    raise RunRefused(f"{_edited_gradebook(self._name)}; {_ANEW}")
                raise RunRefused(
                    f"{self._name}/{name}: was changed since the run wrote it; move it elsewhere, or {_ANEW}"
                )

    def _clear(self, folder: Path, *, is_feedback: bool = False) -> None:
        """Take away files that are not whole, and feedback; a folder that is then empty goes too."""
        begins, ends = TEMPORARY
        with suppress(FileNotFoundError, NotADirectoryError):
            for name in os.listdir(folder):
                is_part = name.startswith(begins) and name.endswith(ends)
                if is_part or (is_feedback and name.endswith(_WRITTEN)):
                    (folder / name).unlink(missing_ok=True)
            if is_feedback:
                with suppress(OSError):
                    folder.rmdir()


def left_out(before: Iterable[Sequence[str]], now: Iterable[Sequence[str]]) -> str:
    """Return which file of decisions that a run was made with is not there now, by its name or its content; nothing where all are."""
    there = {said for file in now for said in file}
    gone = (name for name, digest in before if there.isdisjoint((name, digest)))
    return next((f"was made with {printable(name)}, which is not named now" for name in gone), "")


def is_finished(folder: Path, stated: StatedRun) -> bool:
    """Return whether the run that is stated in a folder came to its end, and no other began there since."""
    return bool(stated.get("finished")) and not (folder / JOURNAL).exists()


def edited(folder: Path, stated: StatedRun) -> Iterator[str]:
    """Yield the files of a finished run that are not what it wrote."""
    finished = stated.get("finished")
    for name, digest in finished.get("files", {}).items() if finished else ():
        if name in (*FILES, *OF_DECISIONS) and (folder / name).exists() and digest_of(folder / name) != digest:
            yield name


def _edited_gradebook(folder: str) -> str:
    return (
        f"{folder}/{GRADEBOOK} was changed since the run wrote it; gametree adjust {folder} --by NAME --why TEXT "
        "--out FILE.csv makes decisions of the changes"
    )


def not_current(folder: Path, stated: StatedRun, name: str) -> str:
    """Return why the marks in a folder are not those that count: the run did not end, or people changed marks since; nothing where they are."""
    if not is_finished(folder, stated):
        return INTERRUPTED
    if GRADEBOOK in edited(folder, stated):
        return _edited_gradebook(name)
    for file, digest in stated.get("adjust", ()):
        if Path(file).is_file() and digest_of(Path(file)) != digest:
            return f"{printable(file, len(file))} was changed since the run was made; give the command of the run again"
    return ""


def stated_in(folder: Path) -> StatedRun | None:
    """Return what is written down of the run in a folder; None for what is no mapping in JSON. Raises OSError."""
    try:
        stated: StatedRun | None = json.loads((folder / RUN).read_text("utf-8"))
    except ValueError:
        return None
    return stated if isinstance(stated, dict) else None


def stated_if_any(folder: Path) -> StatedRun | None:
    """Return what is written down of the run in a folder; None where nothing of it can be read."""
    try:
        return stated_in(folder)
    except OSError:
        return None


_WRITTEN = (".html", ".svg", ".png", ".pdf", ".dot")


def _by_name(options: Mapping[str, Data]) -> dict[str, Data]:
    """Return options by the names that the command line has for them."""
    marking = {f"--{name}": value for name, value in options.get("marking", {}).items()}
    return {name: value for name, value in options.items() if name != "marking"} | marking


def _value(value: object) -> str:
    if value in (None, "", [], False):
        return "not given"
    return json.dumps(value, ensure_ascii=False)


def digest_of(path: Path) -> str:
    """Return the SHA-256 digest of a file's bytes."""
    with open(path, "rb") as file:
        return "sha256:" + hashlib.file_digest(file, "sha256").hexdigest()


def digest_of_data(data: object) -> str:
    """Return the digest of what JSON can hold."""
    return "sha256:" + hashlib.sha256(json.dumps(data).encode()).hexdigest()


def _locked(folder: Path) -> int | None:
    """Return the folder, held open so that no other run can hold it. Raises RunRefused where one does."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return None
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as failure:
        os.close(handle)
        if failure.errno in (errno.EAGAIN, errno.EACCES):
            raise RunRefused(f"{printable(str(folder), 4096)}: another run writes into it just now") from None
        return None  # a file system that knows no locks
    return handle
