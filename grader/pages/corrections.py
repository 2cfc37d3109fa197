"""What there is to correct in an answer, gathered by cause, and what is to be said of each entry that is not right.

All of it comes from a redacted report: what is not in that cannot be said here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from grader.core.answers.case import Case, Key, read_of
from grader.core.answers.marks import for_example
from grader.core.answers.reports import SIGNS, WORDS, Entry, Mark, PartReport, Reveal, Run, Verdict, Voice
from grader.core.drawing.scale import fit
from grader.core.policy import Marking
from grader.core.text import count, with_capital
from grader.kinds import Graded
from grader.pages.overlay import names_in
from grader.pages.text import endings

_MOST_JUMPS = 24
_MOST_NAMED = 200
_MOST_REASONS = 24
"""Of very many answers of a part that are missing, so many have a reason each."""
_WAY = 14.0
"""So wide, in letters, is the widest way to a node."""
_BLANK, _LACKING, _UNJUDGED = "", "Something is missing", "{} could not be read"
CLASSES = {
    Verdict.CORRECT: "right",
    Verdict.FOLLOW_THROUGH: "follows",
    Verdict.BLANK: "missing",
    Verdict.MISSING: "missing",
    Verdict.MALFORMED: "missing",
    Verdict.HELD: "held",
}
"""How the style sheet calls what looks so; whatever is not here is wrong."""


Words = Callable[[str], str]
"""What becomes of the program's own sentences on the page; what students wrote stays as it is."""


class Jump(NamedTuple):
    """A node by its name, and its place in the drawing; None where there is nothing to jump to."""

    name: str
    place: int | None

    @property
    def shown(self) -> str:
        """Return the name as it fits a way to the node: shortened as in a tree, so that the ends of two names differ."""
        return fit(self.name, _WAY)


class Line(NamedTuple):
    """A piece of a sentence, the nodes that it names, how many more there are, and how it ends."""

    before: str
    jumps: Sequence[Jump] = ()
    more: int = 0
    after: str = ""


class Correction(NamedTuple):
    """One thing to correct: the rule that was not kept, or what was left out, and where."""

    title: str
    lines: Sequence[Line]


_MENDED = Line("What else is wrong follows from it:")


class Row(NamedTuple):
    """One entry, or several of which the same is to be said: what was given where, what was expected, and why.

    `each` are the names of several with what was expected there, of very many the first. `sentences` are those for which
    the names stand, where they do. `marks` are those of all its entries, for scripts.
    """

    look: str
    sign: str
    word: str
    part: str
    jumps: Sequence[Jump]
    more: int
    given: str
    expected: str
    why: str
    each: Sequence[tuple[str, str]] = ()
    sentences: Sequence[str] = ()
    marks: Sequence[Mark] = ()


class Finder:
    """Finds the nodes that entries name: what they are called in answers, and where they stand in the drawing."""

    def __init__(self, graded: Graded, places: Mapping[Key, int]) -> None:
        self._keys: dict[str, Key] = {}
        self._parts = graded.exercise.kind.parts
        for part in graded.report.parts:
            self._keys |= names_in(graded.exercise, read_of(graded.attempt, part.part))
        self._places = places

    def title(self, part: str) -> str:
        """Return what people call a part."""
        return self._parts[part].title

    def key(self, entry: Entry) -> Key | None:
        """Return what the entry is about; None where it is about no single node."""
        return self._keys.get(entry.node or "")

    def sentence(self, message: str) -> str:
        """Return a message as a sentence of its own: with a capital, unless it begins with a name, a bound or a formula."""
        is_name = any(message.startswith(name) for name in (*self._keys, "alpha", "beta"))
        return message if is_name else with_capital(message)

    def jump(self, name: str) -> Jump:
        """Return the way to the node of this name."""
        key = self._keys.get(name)
        return Jump(name, None if key is None else self._places.get(key))

    def jumps(self, entries: Iterable[Entry]) -> list[Jump]:
        """Return the way to the node of each entry that has one."""
        return [self.jump(entry.node) for entry in entries if entry.node is not None]


def _is_settled(entry: Entry) -> bool:
    return entry.verdict in (Verdict.CORRECT, Verdict.FOLLOW_THROUGH, Verdict.HELD)


def _cause(graded: Graded, part: str, entry: Entry, finder: Finder) -> str:
    """Return what the entry has in common with others: the rule that it breaks, or that nothing was answered."""
    if entry.verdict is Verdict.MALFORMED:
        return _UNJUDGED
    asked = graded.exercise.kind.parts[part]
    is_left_out = entry.verdict is Verdict.MISSING and entry.node and not entry.is_node
    if entry.verdict is Verdict.BLANK or (is_left_out and asked.form.by_entry):
        return _BLANK
    if _is_unnamed(entry):
        return _LACKING  # what is missing may not be named
    rule = asked.extra_rule if asked.extra_rule and entry.verdict is Verdict.EXTRA else asked.rule
    return rule(graded.exercise.problem, finder.key(entry)) or asked.title


def to_correct(graded: Graded, finder: Finder, words: Words) -> list[Correction]:
    """Return what there is to correct, rules first; beside the first rule also what merely follows from it."""
    causes: dict[str, dict[str, list[Entry]]] = {}
    voice = graded.report.voice
    for part in graded.report.parts:
        for entry in part.entries:
            if not _is_settled(entry):
                cause = _cause(graded, part.part, entry, finder)
                causes.setdefault(cause, {}).setdefault(part.part, []).append(entry)
    last = [(cause, causes.pop(cause)) for cause in (_BLANK, _LACKING, _UNJUDGED) if cause in causes]
    carrier = graded.exercise.kind.wrong.carrier  # others follow from its numbers, so they come first
    ordered = sorted(causes.items(), key=lambda cause: carrier not in cause[1])
    things = [Correction(words(cause), list(_broken(entries, finder, words, voice))) for cause, entries in ordered]
    first = next((place for place, (_, parts) in enumerate(ordered) if _has(parts, graded.report.slip_at)), None)
    if first is not None and len(things) > 1:  # one slip explains them all
        others = [line for place, thing in enumerate(things) if place != first for line in thing.lines]
        things = [things[first]._replace(lines=[*things[first].lines, _MENDED, *others])]
    if things and (line := _following(graded.report.parts, finder)):
        things[0] = things[0]._replace(lines=[*things[0].lines, line])
    things += [_silent(cause or voice.blank, entries, finder) for cause, entries in last]
    return things or [*_ended(graded.report.run)]


def _has(parts: Mapping[str, Sequence[Entry]], at: tuple[str, str] | None) -> bool:
    """Return whether the entry of that part at that node is among these."""
    return at is not None and any(entry.node == at[1] for entry in parts.get(at[0], ()))


def _ended(run: Run | None) -> Iterator[Correction]:
    """Yield why a program has no answers, by what it is told of public trees where it has none on one: there all of it is said."""
    ended, public = (run.ended, {name for name, _ in run.wrong}) if run is not None else ((), set())
    for where, reason in endings([one for one in ended if one.tree in public] or ended):
        yield Correction(reason, [Line(where)])


def _line(before: str, jumps: Sequence[Jump], after: str = "") -> Line:
    return Line(before, jumps[:_MOST_JUMPS], max(0, len(jumps) - _MOST_JUMPS), after)


def _broken(parts: Mapping[str, Sequence[Entry]], finder: Finder, words: Words, voice: Voice) -> Iterator[Line]:
    for part, entries in parts.items():
        for (how, where), same in groupby(sorted(entries, key=_how), _how):
            yield _told(finder.title(part), how, where, list(same), finder, words, voice)


_AT, _LEFT_OUT, _EXTRA, _WHOLE, _MOVED = range(5)


def _how(entry: Entry) -> tuple[int, str]:
    """Return how the entry is wrong, and where it stands in place of its own."""
    return (_MOVED, entry.moved) if entry.moved else (_plainly(entry), "")


def _plainly(entry: Entry) -> int:
    if entry.node is None:
        return _WHOLE
    if entry.is_node:
        return _LEFT_OUT if entry.given is None else _EXTRA
    return {Verdict.EXTRA: _EXTRA, Verdict.MISSING: _LEFT_OUT}.get(entry.verdict, _AT)


def _told(
    title: str, how: int, where: str, entries: Sequence[Entry], finder: Finder, words: Words, voice: Voice
) -> Line:
    if how == _WHOLE:
        return Line(f"{title}: {'; '.join(_whole_words(entry, words, voice) for entry in entries)}")
    if how == _AT:
        return _line(f"{title} at", finder.jumps(entries))
    if how == _MOVED:
        return _line(f"{title}:", finder.jumps(entries), f"{'stands' if len(entries) == 1 else 'stand'} {where}")
    if how == _LEFT_OUT:
        return _line(f"{title}: {voice.you} left out", finder.jumps(entries))
    return _line(f"{title}:", finder.jumps(entries), f"{'does' if len(entries) == 1 else 'do'} not belong there")


def _whole_words(entry: Entry, words: Words, voice: Voice) -> str:
    if entry.own:  # what came of it says more than what it is
        return words(entry.message)
    given = f"{voice.you} {voice.wrote} {words(entry.given)}" if entry.given is not None else ""
    expected = f"expected {words(entry.expected)}" if entry.expected is not None else ""
    return ", ".join(filter(None, (given, expected))) or words(entry.message)


def _following(parts: Iterable[PartReport], finder: Finder) -> Line | None:
    """Return what is right on the student's own numbers: whole parts, and nodes."""
    found = [(part, entry) for part in parts for entry in part.entries if entry.verdict is Verdict.FOLLOW_THROUGH]
    if not found:
        return None
    whole = ", ".join(finder.title(part.part) for part, entry in found if entry.node is None)
    jumps = list(dict.fromkeys(finder.jumps(entry for _, entry in found)))
    numbers = f"{'number' if len(jumps) == 1 else 'numbers'} at" if jumps else ""
    said = f"{whole} and the {numbers}" if whole and jumps else whole or f"The {numbers}"
    return _line(said, jumps, f"{'follows' if len(found) == 1 else 'follow'} from your own numbers")


def _silent(cause: str, parts: Mapping[str, Sequence[Entry]], finder: Finder) -> Correction:
    """Return what was left blank, or could not be read."""
    number = sum(map(len, parts.values()))
    named = {part: finder.jumps(entries) for part, entries in parts.items()}
    lines = [_line(f"{finder.title(part)}:", jumps) for part, jumps in named.items() if jumps]
    if whole := [finder.title(part) for part, jumps in named.items() if not jumps]:
        lines.append(Line(", ".join(whole)))
    return Correction(with_capital(cause.format(count(number, "answer"))), lines)


def rows(graded: Graded, finder: Finder, verdicts: Iterable[Verdict], words: Words) -> list[Row]:
    """Return a row for each entry of these verdicts; those of one part of which nothing else is to be said share one."""
    wanted, made = set(verdicts), []
    for part in graded.report.parts:
        gathered: dict[tuple[str, *tuple[object, ...]], list[Entry]] = {}
        for place, entry in enumerate(part.entries):
            if entry.verdict in wanted:
                is_alike = entry.node is not None and (entry.is_node or entry.given is None) and not message_of(entry)
                why = _why(graded, part.part, entry, finder) if len(gathered) < _MOST_REASONS else message_of(entry)
                gathered.setdefault((why, _look(entry), entry.is_node) if is_alike else (why, place), []).append(entry)
        known = graded.exercise.sentences(part.part)
        made += [
            _row(part.part, entries, finder, words, why)._replace(sentences=_stated(entries, known, words))
            for (why, *_), entries in gathered.items()
        ]
    return made


def _why(graded: Graded, part: str, entry: Entry, finder: Finder) -> str:
    """Return what there is to say of an entry; of one that is missing, why the answer there is what it is."""
    kind, problem, solution, *_ = graded.exercise
    said = "" if _is_unnamed(entry) else message_of(entry)
    is_told = graded.report.reveal is Reveal.EXPECTED and entry.verdict is Verdict.MISSING
    if said or not is_told:  # where the solution is hidden nothing looks at it
        return said
    found, key = solution.answers.get(part), finder.key(entry)
    if not isinstance(found, Mapping) or key not in found:
        return said
    return kind.parts[part].explain(Case(problem, solution, graded.read, Marking(), kind.tutor), key)


def _stated(entries: Sequence[Entry], known: Mapping[str, str], words: Words) -> list[str]:
    """Return the sentence of each entry whose name stands for one; of several with its name."""
    names = (entry.node or "" for entry in entries[:_MOST_NAMED])
    found = [(name, known[name]) for name in names if name in known]
    return [words(said if len(entries) == 1 else f"{name}: {said}") for name, said in found]


def _look(entry: Entry) -> str:
    return CLASSES.get(entry.verdict, "wrong")


def _row(part: str, entries: Sequence[Entry], finder: Finder, words: Words, said: str) -> Row:
    first, jumps = entries[0], finder.jumps(entries)
    more = max(0, len(jumps) - _MOST_JUMPS)
    given, expected = _sides(entries, words)
    if first.verdict is not Verdict.MALFORMED:  # that says how it must be written
        said = words(finder.sentence(said))
    sign, word = SIGNS[first.verdict], first.word
    marks = [Mark.of(part, entry) for entry in entries]
    title = finder.title(part)
    row = Row(_look(first), sign, word, title, jumps[:_MOST_JUMPS], more, given, expected, said, marks=marks)
    if len(entries) == 1 or first.is_node:
        return row
    return row._replace(each=[(entry.node or "", words(entry.expected or "")) for entry in entries[:_MOST_NAMED]])


def _sides(entries: Sequence[Entry], words: Words) -> tuple[str, str]:
    """Return what was given and what was expected; of nodes in a list, whether they stand there."""
    first = entries[0]
    if first.moved:
        return "listed", "listed elsewhere"
    if first.is_node and first.node is not None and first.verdict is not Verdict.WRONG:
        return ("not listed", "listed") if first.given is None else ("listed", "not listed")
    given = first.given or _nothing(first)
    return given if first.verdict is Verdict.MALFORMED else words(given), words(first.expected or "–")


def _nothing(entry: Entry) -> str:
    """Return what is said of somebody who gave nothing, behind the word "You"."""
    if entry.verdict is not Verdict.MISSING:
        return WORDS[entry.verdict]
    return "left something out" if _is_unnamed(entry) else "nothing"


def _is_unnamed(entry: Entry) -> bool:
    """Return whether the entry says that something is missing which may not be named."""
    return entry.verdict is Verdict.MISSING and entry.node is None and entry.expected is None


def message_of(entry: Entry) -> str:
    """Return what there is to say beyond what was given and what was expected."""
    if entry.own and entry.verdict is not Verdict.MALFORMED:
        said = entry.message.removesuffix(for_example(entry.expected or ""))
        return with_capital(said)
    return entry.message.removeprefix(f"expected {entry.expected}").removeprefix(". ")
