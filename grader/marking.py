"""Marks: what an answer earns, entry by entry, as frozen reports that every output reads and none recomputes.

All marks are exact; rounding happens at output. The entries of a part sum to the part's marks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, TypeVar

from grader.errors import Fault, tell_path
from grader.exact import INFINITY, Bound, Number, whole
from grader.rules import TIED

K = TypeVar("K")
V = TypeVar("V")


class Verdict(StrEnum):
    """What is said of one entry. The values are part of the result format."""

    CORRECT = "correct"
    WRONG = "wrong"
    FOLLOW_THROUGH = "follow-through"
    MISSING = "missing"
    EXTRA = "extra"
    BLANK = "blank"
    MALFORMED = "malformed"


class Reveal(StrEnum):
    """How much of a report its reader may see; ordered from least to most."""

    NONE = "none"
    VERDICTS = "verdicts"
    EXPECTED = "expected"


class Written(NamedTuple):
    """A value that a student gave, beside the text in which it was given."""

    value: Any
    text: str


class Malformed(NamedTuple):
    """An answer that cannot be judged: the text that was given and what is wrong with it."""

    text: str
    fault: Fault


class Entry(NamedTuple):
    """One judged entry of a part. `node` names it where the part has several; marks are exact.

    `is_node`: what is given or expected here is the node itself, not something about it. `shows_marks`: its reader may see
    what it is worth; the share of one entry tells how many there are.
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

    @property
    def is_whole(self) -> bool:
        """Return whether this is all that is said of a part: it was left blank or could not be judged."""
        return self.node is None and self.verdict in (Verdict.BLANK, Verdict.MALFORMED)


class Counts(NamedTuple):
    """What the marks of a part of several entries come from: how many `of` them are right, or follow; how many are extra.

    `what` says what is counted where that is not the entries.
    """

    right: int
    of: int
    follows: int = 0
    extra: int = 0
    what: str = ""


class PartReport(NamedTuple):
    """The marks of one part; `earned` is the sum of its entries' marks. `counts`: None where the answer is a single one."""

    part: str
    earned: Number
    possible: Number
    entries: tuple[Entry, ...]
    counts: Counts | None = None


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


class ProblemReport(NamedTuple):
    """The marks of one problem, its parts in the order in which they are asked, and notes on what was not marked.

    `findings` are the misconceptions that fit the answer equally well; `slip` is the sentence that calls a slip a slip.
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
    reveal: Reveal = Reveal.EXPECTED


def is_right_number(expected: Bound, given: Bound, decimals: int | None, *, stated: bool) -> bool:
    """Return whether the given number counts as the expected one.

    It does if they are equal or, where the expected number is not whole (or `stated`: the problem sets decimals
    itself), if they differ by at most half a unit of the last decimal, ends included.
    """
    if given == expected:
        return True
    if decimals is None or isinstance(expected, float) or isinstance(given, float):
        return False
    if isinstance(expected, int) and not stated:
        return False
    return _differ_by_at_most(Fraction(1, 2 * 10**decimals), given, expected)


def _differ_by_at_most(most: Fraction, given: Number, expected: Number) -> bool:
    """Return whether two numbers differ by no more: |a/b - c/d| <= p/q, multiplied out, 5 times as fast as fractions."""
    above, below = given.denominator, expected.denominator
    difference = abs(given.numerator * below - expected.numerator * above)
    return difference * most.denominator <= most.numerator * above * below


def is_right_score(expected: float, given: Bound, decimals: int | None) -> bool:
    """Return whether the given UCB score is the expected one to the number of decimals; inf only equals inf."""
    if INFINITY in (expected, given) or given == -INFINITY:
        return given == expected
    if (surely := _is_surely_right_score(expected, given, decimals)) is not None:
        return surely
    exact = Fraction(expected)
    if isinstance(given, float):
        given = Fraction(given)
    # A float written out is not quite that float.
    return _differ_by_at_most(_room(decimals) + abs(exact) * _FLOAT_ERROR, given, exact)


def _is_surely_right_score(expected: float, given: Bound, decimals: int | None) -> bool | None:
    """Return what floats tell without doubt, which is nearly always; None where only exact numbers can tell."""
    try:
        apart = abs(float(given) - expected)
    except OverflowError:
        return None
    beyond = apart - float(_room(decimals))
    return None if abs(beyond) <= _DOUBT * (1 + abs(expected)) else beyond < 0


_DOUBT = 1e-8
"""Floats that are no further from the border decide nothing."""


@cache
def _room(decimals: int | None) -> Fraction:
    """Return by how much a score may differ, whatever its size."""
    return Fraction(TIED) + (0 if decimals is None else Fraction(1, 2 * 10**decimals))


def report_part(part: str, possible: Number, entries: Sequence[Entry]) -> PartReport:
    """Return the part's report; where extras would take it below 0 the last ones take only what is left."""
    kept: list[Entry] = []
    left = sum((entry.earned for entry in entries if entry.earned > 0), Fraction(0))
    for entry in entries:
        if entry.earned >= 0:
            kept.append(entry)
            continue
        taken = min(-Fraction(entry.earned), left)
        left -= taken
        kept.append(entry._replace(earned=whole(-taken)))
    return PartReport(part, whole(Fraction(left)), possible, tuple(kept))


def mark_blank(part: str, possible: Number, expected: str) -> PartReport:
    """Return the report of a part that was not answered."""
    entry = Entry(Verdict.BLANK, expected=expected, possible=possible)
    return PartReport(part, 0, possible, (entry,))


def mark_malformed(part: str, possible: Number, given: Malformed, expected: str) -> PartReport:
    """Return the report of a part that could not be judged."""
    fault = given.fault
    place = f"line {fault.line} " if fault.line else ""
    message = f"{place}{tell_path(fault.path)}: {fault.message}"
    entry = Entry(Verdict.MALFORMED, given=given.text, expected=expected, possible=possible, message=message)
    return PartReport(part, 0, possible, (entry,))


_MOST_EXPLAINED = 20  # what a student reads; a hostile answer has thousands of wrong entries
_FLOAT_ERROR = Fraction(1, 2**50)


def mark_one(
    part: str,
    possible: Number,
    given: Written,
    expected: str,
    *,
    right: bool,
    follow_through: Number = 0,
    explain: Callable[[], str] = str,
    tell: Callable[[], str] = str,
) -> PartReport:
    """Return the report of a part that is all or nothing, but for the share of a wrong answer that follows (else 0).

    `explain` tells the step behind the right answer, `tell` what a wrong one follows from, beside the right one.
    """
    if right:
        entry = Entry(Verdict.CORRECT, None, given.text, expected, possible, possible)
    elif follow_through:
        earned = whole(Fraction(possible) * follow_through)
        entry = Entry(Verdict.FOLLOW_THROUGH, None, given.text, expected, earned, possible, tell())
    else:
        message = f"expected {expected}. {explain()}".removesuffix(". ")
        entry = Entry(Verdict.WRONG, None, given.text, expected, 0, possible, message)
    return PartReport(part, entry.earned, possible, (entry,))


def _never_follows(key: Any, value: Any) -> bool:
    return False


def _no_explanation(key: Any) -> str:
    return ""


def mark_map(
    part: str,
    possible: Number,
    expected: Mapping[K, V],
    given: Mapping[K, Written | None],
    *,
    is_right: Callable[[V, Any], bool],
    name: Callable[[K], str],
    show: Callable[[V], str],
    follows: Callable[[K, Any], bool] = _never_follows,
    follow_through: Number = 0,
    explain: Callable[[K], str] = _no_explanation,
    tell: Callable[[K], str] = _no_explanation,
) -> PartReport:
    """Return the report of a map: equal shares for the expected entries, an extra takes one share.

    `given` holds None for an entry that was left blank. `follows` tells of a wrong entry whether it follows from the
    student's own numbers; then it earns `follow_through` of its share. `explain` tells the step behind an expected entry,
    `tell` what a wrong one follows from, beside the right one.
    """
    if not expected:
        return _mark_empty(part, possible, [(name(k), w.text) for k, w in given.items() if w is not None])
    share = whole(Fraction(possible) / len(expected))
    entries: list[Entry] = []

    left = iter(range(_MOST_EXPLAINED))

    def told(words: Callable[[K], str], key: K, otherwise: str) -> str:
        return (words(key) if next(left, None) is not None else "") or otherwise

    for key, right in expected.items():
        written, node, shown = given.get(key), name(key), show(right)
        if written is None:
            verdict = Verdict.BLANK if key in given else Verdict.MISSING
            entries.append(Entry(verdict, node, None, shown, 0, share, f"expected {shown}"))
        elif is_right(right, written.value):
            entries.append(Entry(Verdict.CORRECT, node, written.text, shown, share, share))
        elif follow_through and follows(key, written.value):
            earned = whole(share * Fraction(follow_through))
            message = told(tell, key, f"right on your own numbers; expected {shown}")
            entries.append(Entry(Verdict.FOLLOW_THROUGH, node, written.text, shown, earned, share, message))
        else:
            message = f"expected {shown}. {told(explain, key, '')}".removesuffix(". ")
            entries.append(Entry(Verdict.WRONG, node, written.text, shown, 0, share, message))
    for key, written in given.items():
        if key not in expected and written is not None:
            message = "no entry is expected here; it takes one entry's marks off"
            entries.append(Entry(Verdict.EXTRA, name(key), written.text, None, -share, 0, message))
    return report_part(part, possible, entries)._replace(counts=_counts(entries, len(expected)))


def _counts(entries: Sequence[Entry], of: int) -> Counts:
    verdicts = [entry.verdict for entry in entries]
    right, follows = verdicts.count(Verdict.CORRECT), verdicts.count(Verdict.FOLLOW_THROUGH)
    return Counts(right, of, follows, verdicts.count(Verdict.EXTRA))


def _mark_empty(part: str, possible: Number, given: Sequence[tuple[str, str]]) -> PartReport:
    """Return the report of a part whose right answer is empty: it earns its points only for the empty answer."""
    if not given:
        entry = Entry(Verdict.CORRECT, None, "none", "none", possible, possible)
        return PartReport(part, possible, possible, (entry,))
    entries = [Entry(Verdict.EXTRA, node, text, None, 0, 0, "nothing is expected here") for node, text in given]
    missing = Entry(Verdict.MISSING, None, None, "none", 0, possible, "expected an empty answer")
    return PartReport(part, 0, possible, (*entries, missing))


def mark_sequence(
    part: str,
    possible: Number,
    expected: Sequence[tuple[str, str]],
    given: Sequence[Written],
    position: Callable[[Any], int | None],
) -> PartReport:
    """Return the report of an ordered list: the longest common subsequence over the longer length.

    `expected` holds (node, text) of each item, no item twice; `position` says where a given value stands in it.
    """
    if not expected:
        report = _mark_empty(part, possible, [(written.text, written.text) for written in given])
        return report._replace(entries=tuple(entry._replace(is_node=True) for entry in report.entries))
    positions = [position(written.value) for written in given]
    matched = _longest_increasing(positions)
    placed = {positions[i] for i in matched}
    credit = whole(Fraction(possible) / max(len(expected), len(given)))
    share = whole(Fraction(possible) / len(expected))
    entries: list[Entry] = []
    upto = 0  # the expected items before this one have their entry

    def add_missing(stop: int) -> None:
        for node, text in expected[upto:stop]:
            entries.append(Entry(Verdict.MISSING, node, None, text, 0, share))

    for i, written in enumerate(given):
        at = positions[i]
        if i in matched and at is not None:
            add_missing(at)
            upto = at + 1
            node, text = expected[at]
            entries.append(Entry(Verdict.CORRECT, node, written.text, text, credit, share))
        else:
            why = "" if at is None else "stands here twice" if at in placed else "in the wrong place"
            entries.append(Entry(Verdict.EXTRA, written.text, written.text, None, 0, 0, why))
    add_missing(len(expected))
    earned = whole(Fraction(possible) * len(matched) / max(len(expected), len(given)))
    entries = [entry._replace(is_node=True) for entry in entries]
    return PartReport(part, earned, possible, tuple(entries), _counts(entries, len(expected)))


def _longest_increasing(positions: Sequence[int | None]) -> set[int]:
    """Return the indices of a longest strictly increasing run of positions; None never takes part.

    Since no expected item occurs twice this is the longest common subsequence, in n log n steps (Fredman 1975), so that
    a long hostile list costs no more than a long honest one.
    """
    tails: list[int] = []  # tails[k]: the smallest last position of a run of length k + 1
    ends: list[int] = []  # the index at which that run ends
    before: list[int] = []
    for i, at in enumerate(positions):
        k = bisect_left(tails, at) if at is not None else -1
        before.append(ends[k - 1] if k > 0 else -1)
        if at is None:
            continue
        tails[k : k + 1] = [at]
        ends[k : k + 1] = [i]
    chosen: set[int] = set()
    i = ends[-1] if ends else -1
    while i >= 0:
        chosen.add(i)
        i = before[i]
    return chosen


def redact(report: ProblemReport, reveal: Reveal) -> ProblemReport:
    """Return the report as its reader may see it: the one place where expected answers are taken out.

    Below `expected` no entry says what was expected, the nodes of missing entries are hidden, and of a misconception is
    said which rule and where, without numbers; with `none` only the marks of whole parts are left, and what could not be
    judged.
    """
    if reveal is Reveal.EXPECTED:
        return report
    parts = tuple(_redact_part(part, reveal) for part in report.parts)
    if reveal is Reveal.NONE:
        return report._replace(parts=parts, findings=(), slip="", reveal=reveal)
    findings = tuple(
        finding._replace(step="", node=finding.node if finding.is_seen else None) for finding in report.findings
    )
    return report._replace(parts=parts, findings=findings, reveal=reveal)


def _redact_part(part: PartReport, reveal: Reveal) -> PartReport:
    """Return the part without what may not be seen.

    With `verdicts` the entries that the student did not write are one line, so that none of them is named.
    """
    whole_part = [entry._replace(expected=None) for entry in part.entries if entry.is_whole]
    if reveal is Reveal.NONE or whole_part:
        return part._replace(entries=tuple(whole_part), counts=None)
    seen = [
        _without_share(entry._replace(expected=None, message=""))
        for entry in part.entries
        if entry.verdict is not Verdict.MISSING and (entry.given is not None)
    ]
    is_missing = any(entry.given is None and entry.node is not None for entry in part.entries)
    note = [Entry(Verdict.MISSING, message="something is missing", shows_marks=False)] if is_missing else []
    return part._replace(entries=(*seen, *note), counts=None)


def _without_share(entry: Entry) -> Entry:
    """Return the entry of a list or a map without its marks; the marks of a single answer are those of its part."""
    return entry if entry.node is None else entry._replace(earned=0, possible=0, shows_marks=False)
