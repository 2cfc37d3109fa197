"""Decisions of people on marks as documents state them (format gametree-adjust/1): as YAML, JSON, or CSV whose columns are the fields."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from grader.core.data import Data
from grader.core.documents import parse_document
from grader.core.documents.shape import explain_shape, shape_faults, validator
from grader.core.errors import Fault, Path, ProblemError, suggest
from grader.core.games.text_question import TEXT
from grader.core.numbers import marks_text, points_text, read_number
from grader.core.policy import CENT
from grader.core.text import both, either, listed, listed_names, printable, quoted
from grader.core.times import Time, read_due, read_time
from grader.course.adjusting import Action, Decision
from grader.course.gradebook_files import read_table, with_point

FORMAT = "gametree-adjust/1"
MOST_BYTES, MOST_BYTES_CSV = 4 * 1024**2, 64 * 1024**2
_ACTIONS = {action.value: action for action in Action}
_FIELDS = ("by", "why", "note", "student", "exercise", "part", *_ACTIONS)
_COLUMNS = frozenset({*_FIELDS, "of", "answer", ""})  # a table of marking may have lost one of the two
_SAYING = frozenset({*_ACTIONS, "note"})
_TYPED = frozenset({"student", Action.ACCEPT, Action.DROP, Action.BONUS, Action.ADD, Action.SET, Action.CAP})
_NEEDS = {
    Action.ACCEPT: ({"part"}, set(), "needs a part"),
    Action.BONUS: ({"exercise"}, {"student", "part"}, "is about an exercise and everybody"),
    Action.CAP: (set(), {"student", "exercise", "part"}, "is about everybody's whole sheet"),
    Action.DUE: ({"student"}, set(), "needs a student"),
    Action.HANDED_IN: ({"student"}, set(), "needs a student"),
}
"""Fields that must stand beside an action, those that must not, and how that is said."""
_MOST_NAMED = 8
_FULL, _TRUE = "full", "true"


class Asked(NamedTuple):
    """What decisions can be about: the students, each exercise's points, when work was due.

    `parts` are those of each exercise with their points, None where it is another problem on each sheet; `sheet` is what all of it is
    worth, None without a quiz, where that is as many points as somebody answers. `sheets` are the exercises of each student who is named,
    `ids` those of whom the roster calls by a name.
    """

    students: Sequence[str]
    points: Mapping[str, Fraction]
    parts: Mapping[str, Mapping[str, Fraction] | None]
    due: Time | None = None
    sheet: Fraction | None = None
    sheets: Mapping[str, Sequence[str]] = {}
    ids: Mapping[str, Sequence[str]] = {}


class _Stated(NamedTuple):
    """A decision as it is stated, with where: its line, and its path in a document; `words` is the answer that a marking table holds, `out_of` what it was worth."""

    fields: Mapping[str, Data]
    line: int
    path: Path = ()
    words: str = ""
    out_of: str = ""


def read_decisions(files: Iterable[tuple[str, bytes]], students: Container[str] = ()) -> list[Decision]:
    """Return the decisions of all files, those as CSV whose names say so. Raises ProblemError with all that is wrong.

    A cell of a table may name several students with blanks between them, or one of these `students`, whose name has blanks in it.
    """
    decisions, faults = list[Decision](), list[Fault]()
    for source, content in files:
        try:
            decisions += _read(content, source, students)
        except ProblemError as failure:
            faults += failure.faults
    faults += _twice(decisions)
    if faults:
        raise ProblemError(faults)
    return decisions


def _read(content: bytes, source: str, students: Container[str]) -> list[Decision]:
    is_table = source.lower().endswith(".csv")
    most = MOST_BYTES_CSV if is_table else MOST_BYTES
    if len(content) > most:
        raise ProblemError([Fault(f"is larger than {most // 1024**2} MiB, which no decisions are", source)])
    stated, faults = (
        _of_table(content, source, students) if is_table else (_of_document(content, source), list[Fault]())
    )
    decisions = []
    for one in stated:
        messages = [*_wrong(one.fields)]
        faults += [Fault(message, source, one.line, path=one.path) for message in messages]
        if not messages:
            decisions.append(_decision(one, source))
    if faults:
        raise ProblemError(sorted(faults, key=lambda fault: fault.line))
    return decisions


def _of_document(content: bytes, source: str) -> list[_Stated]:
    document = parse_document(content, source, ProblemError)
    if faults := shape_faults(document, "adjust"):
        raise ProblemError(faults)
    above = {name: said for name, said in document.data.items() if name == "by"}
    paths: list[Path] = [("adjust", place) for place in range(len(document.data["adjust"]))]
    lines = [fault.line for fault in document.faults([("", path) for path in paths])]
    return [
        _Stated({**above, **fields}, line, path)
        for fields, line, path in zip(document.data["adjust"], lines, paths, strict=True)
    ]


def _of_table(content: bytes, source: str, students: Container[str]) -> tuple[list[_Stated], list[Fault]]:
    """Return the decisions of a table, a line each; lines that do and say nothing are passed over."""
    try:
        table = read_table(content)
    except ValueError as failure:
        raise ProblemError([Fault(f"{failure}; or save it as CSV UTF-8", source)]) from None
    columns = {name.casefold(): at for at, name in reversed([*enumerate(table.header)])}
    if "why" not in columns:
        known = quoted(table.header, 8) or "nothing"
        raise ProblemError(
            [
                Fault(
                    f"has no column why: its first line names {known}, expected columns {listed(_FIELDS, 20)}",
                    source,
                    1,
                )
            ]
        )
    is_of_marking = {"of", "answer"} <= columns.keys()
    if gone := [name for name in ("exercise", "student", "part") if is_of_marking and name not in columns]:
        message = f"marks answers, and has no column {listed(gone, 3)} any more: nobody can tell what the marks are for"
        raise ProblemError([Fault(message, source, 1)])
    stated, faults = list[_Stated](), list[Fault]()
    if not is_of_marking or "set" not in columns:  # else people may have columns of their own
        faults += [Fault(_no_column(name), source, 1) for name in table.header if name.casefold() not in _COLUMNS]
    has_comma = table.separator != ","
    places = [(name, columns[name]) for name in _FIELDS if name in columns]
    for line in table.lines:
        if len(line.cells) > len(table.header):
            message = f"{len(line.cells)} cells stand here under {len(table.header)} columns; put text that holds '{table.separator}' in quotes"
            faults.append(Fault(message, source, line.number))
            continue
        fields: dict[str, Data] = {name: said for name, at in places if (said := line.said(at))}
        if not fields.keys() & _SAYING:
            continue
        try:
            for name in fields.keys() & _TYPED:
                fields[name] = _cell(name, fields[name], students, has_comma=has_comma)
        except ProblemError as failure:
            faults += [fault._replace(source=source, line=line.number) for fault in failure.faults]
            continue
        is_of_words = is_of_marking and fields.get("part") == TEXT
        of, answer = (line.said(columns[name]) if is_of_words else "" for name in ("of", "answer"))
        stated.append(_Stated(fields, line.number, words=answer, out_of=with_point(of) if has_comma else of))
    if not validator("adjust").is_valid(_document([one.fields for one in stated])):
        for one in stated:
            wrong = explain_shape("adjust", _document([one.fields]))
            faults += [Fault(message, source, one.line, path=path[2:]) for message, path in wrong]
    broken = {fault.line for fault in faults}
    return [one for one in stated if one.line not in broken], faults


def _no_column(name: str) -> str:
    return f'there is no field "{printable(name)}" here, expected columns {listed(_FIELDS, 20)}{suggest(name, _FIELDS)}'


def _document(decisions: Sequence[Mapping[str, Data]]) -> Data:
    return {"format": FORMAT, "adjust": decisions}


def _cell(name: str, said: str, students: Container[str], *, has_comma: bool) -> Data:
    """Return what a cell states: several students divided by blanks, an accepted answer as YAML in one line. Raises ProblemError."""
    if name == "student":
        unguarded = said.removeprefix("'")  # as names that a spreadsheet would run are written
        return (
            [next(one for one in (said, unguarded) if one in students)]
            if said in students or unguarded in students
            else said.split()
        )
    if name == Action.ACCEPT:
        return parse_document(f"accept: {said}\n".encode(), "", ProblemError).data["accept"]
    if name in (Action.DROP, Action.BONUS):
        return True if said.casefold() == _TRUE else said
    return with_point(said) if has_comma else said


def _wrong(fields: Mapping[str, Data]) -> Iterator[str]:
    """Yield what is wrong with a decision by itself."""
    for name in ("by", "why"):
        if not str(fields.get(name) or "").strip():
            yield "no one is named: by" if name == "by" else "no reason is given: why"
    actions = [name for name in _ACTIONS if name in fields]
    if len(actions) > 1:
        yield f"{both(actions)}: one decision does one thing"
    if not actions and "note" not in fields:
        yield f"nothing is done: expected one of {listed([*_ACTIONS], 20)}, or a note"
    if "part" in fields and "exercise" not in fields:
        yield "part: it needs an exercise"
    for name in actions:
        needed, excluded, said = _NEEDS.get(_ACTIONS[name], (set(), set(), ""))
        if needed - fields.keys() or excluded & fields.keys():
            yield f"{name}: it {said}"
    try:
        if Action.DUE in fields:
            read_due(str(fields[Action.DUE]), None)
        if Action.HANDED_IN in fields:
            read_time(str(fields[Action.HANDED_IN]))
    except ValueError as failure:
        yield f"{actions[0]}: {failure}{', or minutes such as +1440' if Action.DUE in fields else ''}"


def _decision(stated: _Stated, source: str) -> Decision:
    fields = stated.fields
    names = fields.get("student") or []
    action = next((action for name, action in _ACTIONS.items() if name in fields), None)
    said = fields[action.value] if action is not None else None
    has_number = action in (Action.ADD, Action.SET, Action.CAP) and str(said) != _FULL
    return Decision(
        str(fields["by"]).strip(),
        str(fields["why"]).strip(),
        frozenset(str(name).strip() for name in ([names] if not isinstance(names, list) else names)),
        str(fields.get("exercise") or "").strip(),
        str(fields.get("part") or "").strip(),
        action,
        _number(str(said)) if has_number else None,
        str(said) if action in (Action.DUE, Action.HANDED_IN) else "",
        said if action is Action.ACCEPT else None,
        str(fields.get("note") or ""),
        "" if action is None else action.value if said is True else f"{action.value} {_in_line(said)}",
        f"{source}:{stated.line}",
        stated.words,
        stated.out_of,
    )


_number = lru_cache(4096)(read_number)  # a class is given few different marks


def _in_line(said: object) -> str:
    """Return what was typed in one line, as YAML has it there.

    >>> _in_line({"D": "4", "E": ["1", "2"]}), _in_line("C")
    ('{D: 4, E: [1, 2]}', 'C')
    """
    if isinstance(said, Mapping):
        return "{" + ", ".join(f"{name}: {_in_line(one)}" for name, one in said.items()) + "}"
    return "[" + ", ".join(map(_in_line, said)) + "]" if isinstance(said, list) else str(said)


def _twice(decisions: Iterable[Decision]) -> Iterator[Fault]:
    """Yield where marks are set or dropped that a decision of the same reach has set or dropped before, but for words that one person marked alike in two tables."""
    seen: dict[tuple[str, tuple[str, str]], Decision] = {}
    for one in decisions:
        if one.action not in (Action.SET, Action.DROP):
            continue
        for student in sorted(one.students) or [""]:
            earlier = seen.setdefault((student, one.reach), one)
            is_again = one.marks_words and (earlier.value, earlier.by) == (
                one.value,
                one.by,
            )  # a page was downloaded twice
            if earlier is not one and not is_again:
                whose = f"{printable(student)}'s " if student else ""
                what = " ".join(filter(None, one.reach)) or "sheet"
                done = "set" if earlier.action is Action.SET else "dropped"
                (source, line), (file, at) = (_place(decision) for decision in (one, earlier))
                where = f"line {at}" + (f" of {printable(file, len(file))}" if file != source else "")
                yield Fault(f"{whose}{printable(what)} was {done} in {where} already", source, line)


def _place(decision: Decision) -> tuple[str, int]:
    """Return the file and the line in which a decision stands."""
    source, _, line = decision.place.rpartition(":")
    return source, int(line)


def unknown(decisions: Sequence[Decision], asked: Asked) -> Iterator[Fault]:
    """Yield what decisions name that is not there, and marks above the points; of those of another quiz once that they are."""
    known, named = frozenset(asked.students), dict.fromkeys(one.exercise for one in decisions if one.exercise)
    if len(named) > 1 and not named.keys() & asked.points.keys():
        theirs = listed_names(named, _MOST_NAMED)
        ours = listed([*asked.points], _MOST_NAMED) or "none of these"
        yield fault_of(decisions[0], f"is of another quiz: none of its exercises is here, {theirs}; expected {ours}")
        return
    for one in decisions:
        for message in _not_there(one, asked, known):
            yield fault_of(one, message)


def fault_of(decision: Decision, message: str) -> Fault:
    """Return what is wrong with a decision, with the place where it stands."""
    return Fault(message, *_place(decision))


def _not_there(one: Decision, asked: Asked, known: frozenset[str]) -> Iterator[str]:
    for student in sorted(one.students):
        if student not in known:
            by_name = listed([*map(printable, asked.ids.get(student, ()))], _MOST_NAMED)
            near = f"; students are named by their id, {by_name}" if by_name else suggest(student, asked.students)
            yield f'there is no student "{printable(student)}"{near}'
    if one.exercise and one.exercise not in asked.points:
        known_ones = (
            f", expected {either([*asked.points])}" if asked.sheet is not None else ""
        )  # else not all are known
        yield f'there is no exercise "{printable(one.exercise)}"{known_ones}{suggest(one.exercise, [*asked.points])}'
        return
    for student in sorted(one.students):
        if (sheet := asked.sheets.get(student)) and one.exercise not in ("", *sheet):
            yield f"{printable(student)} has no {printable(one.exercise)}: their sheet has {listed([*sheet], len(sheet))}"
    if one.action in (Action.DUE, Action.HANDED_IN) and asked.due is None:
        yield f"{printable(min(one.students))} has a time of their own, but nothing says when the others' work was due: --due"
    elif one.action is Action.DUE:
        try:
            read_due(one.when, asked.due)
        except ValueError as failure:
            yield f"due: {failure}"
    parts = asked.parts.get(one.exercise) if one.exercise else None
    if one.part and parts is not None and one.part not in parts:
        yield f'{printable(one.exercise)} asks for no "{printable(one.part)}", expected {either([*parts])}{suggest(one.part, [*parts])}'
    most = asked.points.get(one.exercise, asked.sheet)
    if one.part:
        most = None if parts is None else parts.get(one.part)
    if one.action is Action.SET and one.value is not None and most is not None and one.value - most >= CENT:
        what = " ".join(filter(None, one.reach)) or "the sheet"
        yield f"{printable(what)} has {points_text(most)}, {marks_text(one.value)} cannot be set"
