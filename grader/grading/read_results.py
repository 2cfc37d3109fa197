"""Results as the statistics need them, read from JSON of the format gametree-result/1.

Marks become whole numbers of ten-thousandths, the 4 places to which the format rounds them: sums of such numbers are
exact, and a file that states more places cannot smuggle in noise.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import islice
from typing import BinaryIO, NamedTuple

from grader.core.answers.reports import Verdict
from grader.core.data import Data
from grader.core.documents import Limits, explain_shape, validator
from grader.core.documents.json_lines import JsonLine, read_json_lines
from grader.core.errors import Fault, Path
from grader.core.games.text_question import TEXT
from grader.core.text import listed, printable
from grader.kinds import KINDS

UNIT = 10_000
"""Units in one mark."""

_MOST_MARKS = 10**9
_MOST_REASONS = 3
_MOST_LINES = 20
_MOST_SOURCES = 3
_WRONG = (Verdict.WRONG, Verdict.EXTRA, Verdict.FOLLOW_THROUGH, Verdict.MALFORMED)


_RIGHT, _NAMED = "right on all hidden trees", "wrong on some: one wrong rule explains all its answers"
_UNNAMED, _SILENT = "wrong on some: no rule explains its answers", "answered no hidden tree"
_UNREAD = "gave answers that cannot be read"
_ENDINGS = {
    "took too long": "took more than",
    "crashed": "ended (with|by)",
    "asked for what it may not": "asked ",
    "wrote what is no line of the protocol": "(wrote|answered) ",
    "printed too much": "printed more than",
    "was not played to the end, after three ends": "not run",
    "has no function of the name that is asked": ".*has no function",
    "returned no answer": "the function returned",
    "raised an exception": r".* in line \d",
    "gave no answer, and says why": "",
}
"""What is counted of programs that have no answer to a tree, and how the reason of that begins."""
PROGRAMS = (_RIGHT, _NAMED, _UNNAMED, _SILENT, _UNREAD, *_ENDINGS)
"""What is counted of programs."""

Pool = tuple[str, str]
"""A quiz and its exercise, or nothing and a problem: what is reported on together."""


class Wrong(NamedTuple):
    """A wrong entry: where, what was given and expected; `follows`: it is what follows from an earlier slip."""

    node: str | None
    given: str
    expected: str | None
    follows: bool


class PartResult(NamedTuple):
    """One part of one student's result. `is_silent`: marks are missing, and the result does not say why.

    `right` are the nodes at which the answer is right, `missed` those at which it is missing; None stands for an answer
    that is about no node. `asked` are all at which one was expected. `has_entries`: the result says more than marks.
    `roles` are those of its entries, each with whether all of these are right; none of what was left blank or could not be judged.
    `is_dropped`: it does not count.
    """

    part: str
    earned: int
    possible: int
    is_blank: bool
    is_malformed: bool
    is_silent: bool
    wrong: tuple[Wrong, ...]
    right: frozenset[str | None]
    missed: frozenset[str | None]
    has_entries: bool
    asked: frozenset[str | None] = frozenset()
    roles: tuple[tuple[str, bool], ...] = ()
    is_dropped: bool = False


class ProblemResult(NamedTuple):
    """One problem of one student's result, as it was marked: before people decided about its marks.

    `misconceptions` are those that fit it, each with whether it needs a slip; `is_slip`: the answer is right but for one.
    `exercise` is that of the quiz, of which the problem may be one of many variants; of what was just marked `shape` is that of its tree. `is_dropped`: it does not count.
    What is asked in words, which people mark, is not in it but for whether a given answer `has_marked_words`; None where none was given.
    `has_words`: some of its points are for such words; `is_in_words`: nothing else is asked. Where a program answers, it `did` these of PROGRAMS.
    """

    id: str
    kind: str
    earned: int
    possible: int
    parts: tuple[PartResult, ...]
    misconceptions: dict[str, bool]
    is_slip: bool
    digest: str | None
    exercise: str = ""
    quiz: str = ""
    shape: Hashable = None
    is_dropped: bool = False
    is_in_words: bool = False
    has_marked_words: bool | None = None
    has_words: bool = False
    did: frozenset[str] = frozenset()

    @property
    def counting(self) -> tuple[int, int]:
        """Return what it adds to the marks as they were marked, earned and of how much: nothing of what was dropped."""
        if self.is_dropped:
            return 0, 0
        dropped = [part for part in self.parts if part.is_dropped]
        earned, possible = sum(part.earned for part in dropped), sum(part.possible for part in dropped)
        return max(self.earned - earned, 0), max(self.possible - possible, 0)

    @property
    def counting_parts(self) -> int:
        """Return what its parts that count earned."""
        return 0 if self.is_dropped else sum(part.earned for part in self.parts if not part.is_dropped)

    @property
    def pool(self) -> Pool:
        """Return what is reported on together: an exercise of a quiz, with all its variants; else the problem."""
        return (self.quiz, self.exercise) if self.exercise else ("", self.id)


class Result(NamedTuple):
    """What became of one submission. `errors` say why it was not gradable; then it holds nothing else.

    `is_left_out`: excused, or nothing was handed in. `is_changed`: people changed marks, and `earned`, `possible` are those that count; `decided` says
    by what: of each decision that changed any what it is about, what is done, who made it and why.
    """

    place: str
    student: str | None
    source: str | None
    grader: str | None
    earned: int = 0
    possible: int = 0
    problems: tuple[ProblemResult, ...] = ()
    not_graded: tuple[tuple[str, str], ...] = ()
    errors: tuple[str, ...] = ()
    group: str = ""
    is_left_out: bool = False
    is_changed: bool = False
    decided: tuple[tuple[str, ...], ...] = ()


def right_lines(stream: BinaryIO, source: str, limits: Limits) -> Iterator[JsonLine | Fault]:
    """Yield the lines of the stream that are results, and faults for what is none; of very many such lines only the first are told."""
    lines = 0
    for line in read_json_lines(stream, source, limits):
        faults = [line] if isinstance(line, Fault) else wrong_with(line)
        if not isinstance(line, Fault) and not faults:
            yield line
            continue
        lines += 1
        yield from faults if lines <= _MOST_LINES else ()
    if lines > _MOST_LINES:
        yield Fault(f"{lines - _MOST_LINES:,} more lines are no results", source)


def wrong_with(line: JsonLine) -> list[Fault]:
    """Return why the object is no result, the first few reasons: of a hostile file there may be very many."""
    is_right = validator("result").is_valid(line.data)
    wrong = _contradictions(line.data) if is_right else explain_shape("result", line.data)
    return [Fault(message, line.source, line.line, 0, path) for message, path in islice(wrong, _MOST_REASONS)]


def read_result(line: JsonLine) -> Result:
    """Return the result that the object states; nothing is wrong with it."""
    data = line.data
    decided = tuple(_decided(data)) if data["gradable"] else ()
    result = Result(
        place=f"{printable(line.source)}:{line.line}",
        student=_text(data.get("student")),
        source=_source(data.get("source")),
        grader=_text(data.get("provenance", {}).get("grader")),
        group=printable(data.get("group", "")),
    )
    if not data["gradable"]:
        return result._replace(errors=tuple(_error(error) for error in data["errors"]))
    digests, quiz = data["provenance"].get("problems", {}), data.get("quiz", "")
    return result._replace(
        earned=_units(data["earned"]),
        possible=_units(data["possible"]) - _units(data.get("pending", 0)),
        problems=tuple(read_problem(problem, digests.get(problem["id"]), quiz) for problem in data["problems"]),
        not_graded=tuple((printable(item["id"]), printable(item["reason"])) for item in data["problems_not_graded"]),
        is_left_out="excused" in data or "not_handed_in" in data,
        is_changed=bool(decided) or any("marked" in one for one in (data, *data["problems"])),
        decided=decided,
    )


def _decided(data: dict[str, Data]) -> Iterator[tuple[str, ...]]:
    """Yield what says of each decision that changed marks which one it is."""
    for about in (data, *data["problems"]):
        for one in about.get("adjusted", ()):
            if one["before"] != one["after"] or _marks_words(one):
                fields = (one.get(name, "") for name in ("part", "what", "by", "why", "note"))
                yield (about.get("exercise", about.get("id", "")), *fields)


def _marks_words(change: dict[str, Data]) -> bool:
    """Return whether a person marked words, be it with nothing."""
    return change.get("part") == TEXT and change["what"].startswith("set")


def _contradictions(data: dict[str, Data]) -> Iterator[tuple[str, Path]]:
    """Yield what is wrong with a result of the right shape, as message and path."""
    if not data["gradable"]:
        return
    yield from _too_much(data, ())
    yield from _twice("problem", data["problems"], "id", ("problems",))
    for place, problem in enumerate(data["problems"]):
        path: Path = ("problems", place)
        yield from _too_much(problem, path)
        yield from _twice("part", problem["parts"], "part", (*path, "parts"))
        for at, part in enumerate(problem["parts"]):
            yield from _too_much(part, (*path, "parts", at))


def _too_much(marked: dict[str, Data], path: Path) -> Iterator[tuple[str, Path]]:
    stated: list[tuple[Data, Path]] = [(marked.get(name), (name,)) for name in ("earned", "possible", "marked")]
    for place, one in enumerate(marked.get("adjusted", ())):
        stated += [(one.get(name), ("adjusted", place, name)) for name in ("before", "after")]
    for marks, below in stated:
        if abs(marks or 0) > _MOST_MARKS:
            yield f"more marks than {_MOST_MARKS:,}", (*path, *below)


def _twice(what: str, items: Sequence[dict[str, Data]], field: str, path: Path) -> Iterator[tuple[str, Path]]:
    seen: set[str] = set()
    for place, item in enumerate(items):
        if item[field] in seen:
            yield f'the {what} "{item[field]}" stands here twice, expected once', (*path, place)
        seen.add(item[field])


def _text(text: str | None) -> str | None:
    return None if text is None else printable(text)


def _source(source: str | list[str] | None) -> str | None:
    """Return the file of a result, or the first few where several were joined."""
    return listed([printable(file) for file in source], _MOST_SOURCES) if isinstance(source, list) else _text(source)


def _units(marks: float) -> int:
    return round(marks * UNIT)


def _error(error: dict[str, Data]) -> str:
    place = f"line {error['line']}: " if error["line"] else ""
    return place + printable(error["message"], 300)


def read_problem(data: Mapping[str, Data], digest: str | None, quiz: str) -> ProblemResult:
    """Return one problem of a result, from what stands there of it."""
    slips: dict[str, bool] = {}
    for diagnosis in data["diagnoses"]:
        name = diagnosis["misconception"]
        slips[name] = diagnosis["slips"] > 0 and slips.get(name, True)
    marked = [part for part in data["parts"] if part["part"] != TEXT]
    words = [part for part in data["parts"] if part["part"] == TEXT]
    in_words = sum(_units(part["possible"]) for part in words)
    held = [part for part in words if any(one["verdict"] == Verdict.HELD for one in part.get("entries", ()))]
    decided = data.get("adjusted", ())
    dropped = {one.get("part") for one in decided if one["what"] == "drop"}
    parts = tuple(_part(part, data["kind"])._replace(is_dropped=part["part"] in dropped) for part in marked)
    accepted = [one["after"] for one in decided if one["what"].startswith("accept ")]  # right in its parts too
    return ProblemResult(
        data["id"],
        data["kind"],
        _units(accepted[-1] if accepted else data.get("marked", data["earned"])),
        sum(part.possible for part in parts) if decided else _units(data["possible"]) - in_words,
        parts,
        slips,
        "slip" in data,
        digest,
        data.get("exercise", ""),
        quiz,
        is_dropped="dropped" in data,
        is_in_words=bool(in_words) and not parts,
        has_marked_words=any(_marks_words(one) for one in decided) if held else None,
        has_words=bool(in_words),
        did=frozenset(_did(data)) if "program" in data else frozenset(),
    )


def _did(problem: Mapping[str, Data]) -> Iterator[str]:
    """Yield of a program what is counted of it, of PROGRAMS."""
    program = problem["program"]
    ended = {one["tree"]: one["reason"] for one in program.get("ended", ())}
    if program["right"] == program["hidden"]:
        yield _RIGHT
    elif problem["diagnoses"]:
        yield _NAMED
    else:
        is_silent = sum(not tree.startswith("public-") for tree in ended) == program["hidden"]
        yield _SILENT if is_silent else _UNNAMED
    yield from (next(what for what, begin in _ENDINGS.items() if re.match(begin, one)) for one in ended.values())
    entries = (entry for part in problem["parts"] for entry in part.get("entries", ()))
    yield from (_UNREAD for one in entries if one["verdict"] == Verdict.MALFORMED and one.get("node") not in ended)


def _part(data: dict[str, Data], kind: str) -> PartResult:
    entries = data.get("entries", [])
    earned, possible = _units(data["earned"]), _units(data["possible"])
    nodes: dict[str, set[str | None]] = {}
    for entry in entries:  # a class has very many of them, so they are gone through once
        nodes.setdefault(entry["verdict"], set()).add(_text(entry.get("node")))
    is_blank = Verdict.BLANK in nodes and nodes.keys() <= {
        Verdict.BLANK,
        Verdict.MISSING,
    }  # as a template is handed out
    is_malformed = None in nodes.get(Verdict.MALFORMED, ())
    return PartResult(
        data["part"],
        earned,
        possible,
        is_blank,
        is_malformed,
        is_silent=not entries and earned < possible,
        wrong=tuple(_wrong(entry) for entry in entries if _is_wrong(entry))
        if not nodes.keys().isdisjoint(_WRONG)
        else (),
        right=frozenset(nodes.get(Verdict.CORRECT, ())),
        missed=frozenset(nodes.get(Verdict.MISSING, ())),
        has_entries=bool(entries),
        asked=frozenset(_text(entry.get("node")) for entry in entries if not _is_too_much(entry)),
        roles=() if is_blank or is_malformed else tuple(_roles(entries, kind, data["part"]).items()),
    )


def _roles(entries: Sequence[dict[str, Data]], kind: str, part: str) -> dict[str, bool]:
    """Return the roles of the entries, each with whether all of these are right; who lists nothing too much has the role of that right."""
    found: dict[str, bool] = {}
    for entry in entries:
        if role := printable(entry.get("role", "")):
            found[role] = entry["verdict"] == Verdict.CORRECT and found.get(role, True)
    known = KINDS[kind].parts.get(part) if found and kind in KINDS else None
    if known is not None and known.roles is not None and (extra := known.roles.extra):
        found[extra] = found.get(extra, True) and all(entry["verdict"] not in known.roles.too_much for entry in entries)
    return found


def _is_wrong(entry: dict[str, Data]) -> bool:
    """Return whether an entry is a wrong answer: not a part that cannot be judged as a whole."""
    is_whole = entry["verdict"] == Verdict.MALFORMED and "node" not in entry
    return entry["verdict"] in _WRONG and "given" in entry and not is_whole


def _is_too_much(entry: dict[str, Data]) -> bool:
    """Return whether nothing was asked where an entry stands; it can be worth nothing then."""
    return entry["verdict"] == Verdict.EXTRA or (entry["verdict"] == Verdict.MALFORMED and not entry.get("possible"))


def _wrong(entry: dict[str, Data]) -> Wrong:
    follows = entry["verdict"] == Verdict.FOLLOW_THROUGH
    return Wrong(_text(entry.get("node")), printable(entry["given"].strip()), _text(entry.get("expected")), follows)
