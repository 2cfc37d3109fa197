"""What is said of an answer, entry by entry: frozen reports that every output reads and none recomputes.

All marks are exact; rounding happens at output. The entries of a part sum to the part's marks.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, NamedTuple, NoReturn, TypeAlias

from grader.core.data import Data, Plain
from grader.core.errors import Fault, no_such, tell_path
from grader.core.numbers import Number
from grader.core.text import printable


class Verdict(StrEnum):
    """What is said of one entry. The values are part of the result format."""

    CORRECT = "correct"
    WRONG = "wrong"
    FOLLOW_THROUGH = "follow-through"
    MISSING = "missing"
    EXTRA = "extra"
    BLANK = "blank"
    MALFORMED = "malformed"
    HELD = "held"


_WORST = [
    *(Verdict.WRONG, Verdict.EXTRA, Verdict.MALFORMED, Verdict.MISSING, Verdict.BLANK),
    *(Verdict.HELD, Verdict.FOLLOW_THROUGH, Verdict.CORRECT),
]


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the worst of one or more verdicts."""
    return min(verdicts, key=_WORST.index)


class Reveal(StrEnum):
    """How much of a report its reader may see; ordered from least to most."""

    NONE = "none"
    VERDICTS = "verdicts"
    EXPECTED = "expected"

    def shows_more_than(self, other: "Reveal") -> bool:
        """Return whether its reader sees more than that of the other."""
        return [*Reveal].index(self) > [*Reveal].index(other)

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        """Refuse what is no name, with the names that there are."""
        raise ValueError(no_such("reveal", value, cls))


Revealed: TypeAlias = Reveal | Literal["none", "verdicts", "expected"]
"""How much is revealed, as a program may say it; `Reveal` reads it."""


class Written(NamedTuple):
    """A value that a student gave, beside the text in which it was given."""

    value: Data
    text: str


class Malformed(NamedTuple):
    """An answer, or one entry of it, that cannot be read: the text that was given and what is wrong with it.

    `about` is what an item of a list is about, where that much of it can be read.
    """

    text: str
    fault: Fault
    about: Data = None

    @property
    def message(self) -> str:
        """Return what is wrong, with its place."""
        place = f"line {self.fault.line} " if self.fault.line else ""
        return f"{place}{tell_path(self.fault.path)}: {self.fault.message}"


class Unnamed(str):
    """The key of an entry whose name means nothing: the name as it was written. It is no key of any game."""

    __slots__ = ()


class Entry(NamedTuple):
    """One judged entry of a part. `node` names it where the part has several; marks are exact.

    `is_node`: what is given or expected here is the node itself, not something about it. `shows_marks`: its reader may see
    what it is worth; the share of one entry tells how many there are. `own` is what of the message tells of the student's own
    answer alone, and gives nothing away of the right one. `is_secret`: what it is about is known to nobody who may not see what was expected, so what
    was given is not shown to them either. `moved` is how an item stands that belongs elsewhere in the list: too early or too late, or just elsewhere.
    """

    verdict: Verdict
    node: str | None = None
    given: str | None = None
    expected: str | None = None
    earned: Number = 0
    possible: Number = 0
    message: str = ""
    is_node: bool = False
    shows_marks: bool = True
    own: str = ""
    is_secret: bool = False
    moved: str = ""

    @property
    def is_whole(self) -> bool:
        """Return whether this is all that is said of a part: it was left blank, could not be judged or waits for a person."""
        return self.node is None and self.verdict in (Verdict.BLANK, Verdict.MALFORMED, Verdict.HELD)

    @property
    def word(self) -> str:
        """Return how its verdict is called."""
        return word_of(self.verdict, is_entry=self.node is not None)


class Mark(NamedTuple):
    """How an entry is judged, as scripts read it beside the entry's row and its place in a drawing: part, node, one of seven words, what was given.

    `key` and `yours` are empty where the entry is about no single node, and where nothing was given.
    """

    part: str
    key: str
    mark: str
    yours: str

    @classmethod
    def of(cls, part: str, entry: Entry) -> "Mark":
        """Return the mark of an entry of the part."""
        return cls(part, entry.node or "", MARKS[entry.verdict], entry.given or "")

    @property
    def data(self) -> dict[str, str]:
        """Return the attributes of an element, by their names; what is empty has none."""
        return {f"data-{name}": printable(said, len(said)) for name, said in self._asdict().items() if said}


UNREADABLE = "cannot be read"
"""How one entry is called that cannot be read."""


class Counts(NamedTuple):
    """What the marks of a part of several entries come from: how many `of` them are right, or follow; how many are extra, or cannot be read.

    `what` says what is counted where that is not the entries, `on` what of which each has an answer of its own.
    """

    right: int
    of: int
    follows: int = 0
    extra: int = 0
    what: str = ""
    malformed: int = 0
    on: str = ""


class PartReport(NamedTuple):
    """The marks of one part; `earned` is the sum of its entries' marks. `counts`: None where the answer is a single one."""

    part: str
    earned: Number
    possible: Number
    entries: tuple[Entry, ...]
    counts: Counts | None = None

    @property
    def is_pending(self) -> bool:
        """Return whether the marks wait for a person: that is then all that is said of the part."""
        return any(entry.verdict is Verdict.HELD for entry in self.entries[:1])


class Finding(NamedTuple):
    """A misconception that explains the answer to a problem, or explains it as well as others named beside it.

    `advice` says which rule, without any number of the problem; `step` says with numbers where it bites first, `node`
    where that is; `is_seen`: naming that node gives away none that the student left out. `explains` of `of` judged
    things are as the wrong rule says, but for `slips`.
    """

    misconception: str
    advice: str
    step: str
    node: str | None
    explains: int
    slips: int
    of: int
    is_seen: bool = True

    @property
    def message(self) -> str:
        """Return what the student reads."""
        where = self.step and f" It shows first here: {self.step}."
        return self.advice + (where or (f" It shows first at {self.node}." if self.node else ""))

    @property
    def named_message(self) -> str:
        """Return what the student reads, with the name behind the first sentence: first what it is, then what it is called."""
        return self._named(self.message)

    @property
    def named_advice(self) -> str:
        """Return which rule it is, with its name behind the first sentence."""
        return self._named(self.advice)

    def _named(self, sentences: str) -> str:
        first, stop, rest = sentences.partition(".")
        return f"{first} ({self.misconception}){stop}{rest}"


_MOST_PRINTED = 2000


class Ending(NamedTuple):
    """Why a program has no answer on a tree, and as much of the reason as who does not know the tree may read."""

    tree: str
    reason: str
    shown: str


class Run(NamedTuple):
    """How the program ran that is the answer: its file, how it was asked, and on how many trees all of it is right, of those that count and of public ones.

    `variant` are the conventions by which it is marked, where several are accepted; `wrong` are the public trees with the parts that are wrong there.
    It `printed` that where trees were public, and then `printed_after`. `notes` are those of the report as who does not know the trees may read them.
    """

    file: str
    style: str
    hidden: int
    right: int
    public: int
    public_right: int
    variant: Mapping[str, Plain] = MappingProxyType({})
    wrong: Sequence[tuple[str, Sequence[str]]] = ()
    ended: Sequence[Ending] = ()
    printed: str = ""
    printed_after: str = ""
    notes: tuple[Fault, ...] = ()

    @property
    def words(self) -> str:
        """Return what it printed, as far as that is shown."""
        return (self.printed + self.printed_after)[:_MOST_PRINTED]


class Voice(NamedTuple):
    """How answers are spoken of: who answered, and what that one did; all sentences about somebody's answers take their words from here.

    `yours` and `short` stand beside a single answer, `mine` behind "Show"; `blank` tells of so many answers that are none.
    """

    you: str = "you"
    your: str = "your"
    yours: str = "yours"
    short: str = "you"
    wrote: str = "wrote"
    listed: str = "listed"
    blank: str = "{} left blank"
    mine: str = "what I wrote"

    def of(self, text: str) -> str:
        """Return a text of the program's own in which {you} stands for who answered."""
        return text.format(you=self.you)


PLAYED = Voice(
    "your program", "your program's", "your program's", "program", "answered", "had", "{} not given", "what it answered"
)
"""That of a program that was played."""


class ProblemReport(NamedTuple):
    """The marks of one problem, its parts in the order in which they are asked, and notes on what was not marked.

    `findings` are the misconceptions that fit the answer equally well; `slip` is the sentence that calls a slip a slip, `slip_at` the
    part and the node of one that explains all else that is wrong. `run` is how the program ran, where that is the answer. `voice` is how the
    answers are spoken of.
    """

    id: str
    kind: str
    title: str
    earned: Number
    possible: Number
    parts: tuple[PartReport, ...]
    notes: tuple[Fault, ...] = ()
    findings: tuple[Finding, ...] = ()
    slip: str = ""
    slip_at: tuple[str, str] | None = None
    reveal: Reveal = Reveal.EXPECTED
    run: Run | None = None
    voice: Voice = Voice()

    @property
    def is_right(self) -> bool:
        """Return whether all is right that the program marks."""
        return all(part.is_pending or part.earned == part.possible for part in self.parts)


SIGNS = {
    Verdict.CORRECT: "✓",
    Verdict.WRONG: "✗",
    Verdict.FOLLOW_THROUGH: "↳",
    Verdict.MISSING: "?",
    Verdict.EXTRA: "✗",
    Verdict.BLANK: "?",
    Verdict.MALFORMED: "!",
    Verdict.HELD: "…",
}
"""How a verdict looks in texts and drawings."""

MARKS = {
    Verdict.CORRECT: "right",
    Verdict.WRONG: "wrong",
    Verdict.FOLLOW_THROUGH: "follows",
    Verdict.MISSING: "missing",
    Verdict.EXTRA: "extra",
    Verdict.BLANK: "blank",
    Verdict.MALFORMED: "unreadable",
    Verdict.HELD: "held",
}
"""What scripts read of a verdict on pages."""

WORDS = {
    Verdict.CORRECT: "correct",
    Verdict.WRONG: "wrong",
    Verdict.FOLLOW_THROUGH: "follows from an earlier slip",
    Verdict.MISSING: "missing",
    Verdict.EXTRA: "not expected",
    Verdict.BLANK: "no answer",
    Verdict.MALFORMED: "not judged",
    Verdict.HELD: "marked by a person",
}
"""How a verdict is called there; of one entry of several see `word_of`."""


def word_of(verdict: Verdict, *, is_entry: bool) -> str:
    """Return how a verdict is called; one entry of several that cannot be read counts as a wrong one, so it is judged."""
    return UNREADABLE if is_entry and verdict is Verdict.MALFORMED else WORDS[verdict]


# -- what the reader of a report may see: the one place where expected answers are taken out


def redact(report: ProblemReport, reveal: Reveal) -> ProblemReport:
    """Return the report as its reader may see it: the one place where expected answers are taken out.

    Below `expected` no entry says what was expected, the nodes of missing entries are hidden, and of a misconception is
    said which rule and where, without numbers; with `none` only the marks of whole parts are left, and what could not be
    judged. What a program says of a tree that is not known is told in no case but `expected`: it can say what the tree is.
    """
    if reveal is Reveal.EXPECTED:
        return report
    parts = tuple(_redact_part(part, reveal) for part in report.parts)
    if reveal is Reveal.NONE:
        notes = report.notes if report.run is None else ()
        return report._replace(parts=parts, notes=notes, findings=(), slip="", slip_at=None, reveal=reveal, run=None)
    findings = tuple(
        finding._replace(step="", node=finding.node if finding.is_seen else None) for finding in report.findings
    )
    run, notes = report.run, report.notes
    if run is not None:
        ended, notes = tuple(one._replace(reason=one.shown) for one in run.ended), run.notes
        run = run._replace(ended=ended, printed_after="")
    return report._replace(parts=parts, findings=findings, reveal=reveal, run=run, notes=notes)


def _redact_part(part: PartReport, reveal: Reveal) -> PartReport:
    """Return the part without what may not be seen.

    With `verdicts` the entries that the student did not write are one line, so that none of them is named, and a message is what it tells of
    the student's own answer. Of entries that are secret only the counts are left.
    """
    if any(entry.is_secret for entry in part.entries):
        return part._replace(entries=(), counts=None if reveal is Reveal.NONE else part.counts)
    whole_part = [entry._replace(expected=None) for entry in part.entries if entry.is_whole]
    if whole_part:
        return part._replace(entries=tuple(whole_part), counts=None)
    seen = [
        _without_share(entry._replace(expected=None, message=entry.own, moved=entry.moved and "elsewhere"))
        for entry in part.entries
        if entry.verdict is Verdict.MALFORMED
        or (reveal is not Reveal.NONE and entry.verdict is not Verdict.MISSING and entry.given is not None)
    ]
    if reveal is Reveal.NONE:
        return part._replace(entries=tuple(seen), counts=None)
    is_missing = any(entry.given is None and entry.node is not None for entry in part.entries)
    note = [Entry(Verdict.MISSING, message="something is missing", shows_marks=False)] if is_missing else []
    return part._replace(entries=(*seen, *note), counts=None)


def _without_share(entry: Entry) -> Entry:
    """Return the entry of a list or a map without its marks; the marks of a single answer are those of its part."""
    return entry if entry.node is None else entry._replace(earned=0, possible=0, shows_marks=False)
