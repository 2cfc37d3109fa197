"""What an answer earns, by its shape: one thing, a map, a list in order. Reports of parts come from here alone."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from grader.errors import tell_path
from grader.exact import Number, add_up, whole
from grader.marks.reports import Counts, Entry, Malformed, PartReport, Verdict, Written

K = TypeVar("K")


V = TypeVar("V")


def report_part(part: str, possible: Number, entries: Sequence[Entry]) -> PartReport:
    """Return the part's report; where extras would take it below 0 the last ones take only what is left."""
    kept: list[Entry] = []
    left = add_up([entry.earned for entry in entries if entry.earned > 0])
    for entry in entries:
        if entry.earned >= 0:
            kept.append(entry)
            continue
        taken = min(-entry.earned, left)
        left = whole(left - taken)
        kept.append(entry._replace(earned=whole(-taken)))
    return PartReport(part, left, possible, tuple(kept))


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


MOST_EXPLAINED = 20  # what a student reads; a hostile answer has thousands of wrong entries


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


def mark_run(
    part: str, possible: Number, given: str, expected: str, share: Number, own: str, best: str, example: str
) -> PartReport:
    """Return the report of an object that was run: it earns the share that came of running it.

    `own` says what came of it and is shown to whoever may see a verdict, `best` what would have been possible, `example`
    is an object that earns everything, where many do.
    """
    earned = whole(Fraction(possible) * share)
    if share == 1:
        entry = Entry(Verdict.CORRECT, None, given, expected, earned, possible, own, own=own)
    else:
        link = ". " if best[:1].isupper() else "; "
        message = f"{own}{best and link}{best.removesuffix('.')}{for_example(example) if example else '.'}"
        entry = Entry(Verdict.WRONG, None, given, expected, earned, possible, message, own=own)
    return PartReport(part, earned, possible, (entry,))


def for_example(expected: str) -> str:
    """Return how the report of an object ends that did not earn everything: with one that does."""
    return f". For example: {expected}"


def _never_follows(key: object, value: object) -> bool:
    return False


def _no_explanation(key: object) -> str:
    return ""


def _nowhere(value: object) -> None:
    return None


def _nothing_instead(key: object, value: object) -> str:
    return ""


_EXTRA = (1, "no entry is expected here; it takes one entry's marks off")
_OTHER = "Right on your own numbers. The right answer has no entry here, so it neither earns nor takes anything."
_TOO_LONG = (0, "no entry is expected here; each of the others counts for less")
"""How many shares an entry takes off that belongs nowhere, and what is said of it."""


def mark_map(
    part: str,
    possible: Number,
    expected: Mapping[K, V],
    given: Mapping[K, Written | None],
    *,
    is_right: Callable[[V, V], bool],
    name: Callable[[K], str],
    show: Callable[[V], str],
    follows: Callable[[K, V], bool] = _never_follows,
    follow_through: Number = 0,
    explain: Callable[[K], str] = _no_explanation,
    tell: Callable[[K], str] = _no_explanation,
    why_none: Callable[[K], str] = _no_explanation,
    length: int | None = None,
    others_follow: bool = False,
    wrong_takes: bool = False,
    instead: Callable[[K, V], str] = _nothing_instead,
    weights: Mapping[K, Number] | None = None,
) -> PartReport:
    """Return the report of a map: equal shares for the expected entries, an extra takes one share.

    `weights` are the shares where they are not equal; they sum to 1 or less.

    With `wrong_takes` a wrong entry takes one share too, so that guessing between two answers earns nothing on average; a blank
    one does not.

    Of a list whose entries have their places, `length` is the longer of its length and the expected one: a right entry earns a
    share of that, and an extra takes off nothing else.

    `given` holds None for an entry that was left blank. `follows` tells of a wrong entry whether it follows from the
    student's own numbers; then it earns `follow_through` of its share. With `others_follow` one where none is expected can follow
    too: it takes nothing off, and earns nothing. `explain` tells the step behind an expected entry,
    `tell` what a wrong one follows from, beside the right one, `why_none` why an entry is not expected. `instead` says of a wrong entry what is told in place of what was
    expected, where that would mislead; nothing elsewhere.
    """
    if not expected:
        return _mark_empty(part, possible, [(name(k), w.text) for k, w in given.items() if w is not None])
    share = whole(Fraction(possible) / len(expected))
    credit = share if length is None else whole(Fraction(possible) / length)
    entries: list[Entry] = []

    left = iter(range(MOST_EXPLAINED))

    def told(words: Callable[[K], str], key: K, otherwise: str) -> str:
        return (words(key) if next(left, None) is not None else "") or otherwise

    for key, right in expected.items():
        written, node, shown = given.get(key), name(key), show(right)
        if weights is not None:
            share = credit = whole(possible * Fraction(weights[key]))
        if written is None:
            verdict = Verdict.BLANK if key in given else Verdict.MISSING
            entries.append(Entry(verdict, node, None, shown, 0, share, f"expected {shown}"))
        elif is_right(right, written.value):
            entries.append(Entry(Verdict.CORRECT, node, written.text, shown, credit, share))
        elif follow_through and follows(key, written.value):
            message = told(tell, key, f"Right on your own numbers; expected {shown}.")
            followed = whole(credit * Fraction(follow_through))
            entries.append(Entry(Verdict.FOLLOW_THROUGH, node, written.text, shown, followed, share, message))
        else:
            right_is = f"expected {shown}. {told(explain, key, '')}".removesuffix(". ")
            message = instead(key, written.value) or right_is
            taken = whole(-credit) if wrong_takes else 0
            entries.append(Entry(Verdict.WRONG, node, written.text, shown, taken, share, message))
    for key, written in given.items():
        if key not in expected and written is not None:
            if others_follow and follow_through and follows(key, written.value):
                entries.append(Entry(Verdict.FOLLOW_THROUGH, name(key), written.text, None, 0, 0, _OTHER))
                continue
            shares, message = _EXTRA if length is None else _TOO_LONG
            message = f"{message}. {told(why_none, key, '')}".removesuffix(". ")
            entries.append(Entry(Verdict.EXTRA, name(key), written.text, None, whole(-shares * share), 0, message))
    return report_part(part, possible, entries)._replace(counts=_counts(entries, len(expected)))


def mark_set(
    part: str,
    possible: Number,
    expected: Sequence[K],
    given: Sequence[Written],
    *,
    name: Callable[[K], str],
    explain: Callable[[K], str] = _no_explanation,
) -> PartReport:
    """Return the report of a set: (what rightly belongs to it - what does not) / its size, never below 0; each counts once.

    `explain` tells why something belongs, or why not.
    """
    listed: dict[K, str] = {}
    for written in given:
        listed.setdefault(written.value, written.text)
    if not expected:
        return _mark_empty(part, possible, [(name(key), text) for key, text in listed.items()])
    share = whole(Fraction(possible) / len(expected))
    entries = [
        Entry(Verdict.CORRECT, name(key), listed[key], name(key), share, share)
        if key in listed
        else Entry(Verdict.MISSING, name(key), None, name(key), 0, share, explain(key))
        for key in expected
    ]
    belongs = set(expected)
    extras = [(key, text) for key, text in listed.items() if key not in belongs]
    entries += [Entry(Verdict.EXTRA, name(key), text, None, whole(-share), 0, explain(key)) for key, text in extras]
    entries = [entry._replace(is_node=True) for entry in entries]
    return report_part(part, possible, entries)._replace(counts=_counts(entries, len(expected)))


def _counts(entries: Sequence[Entry], of: int) -> Counts:
    verdicts = [entry.verdict for entry in entries]
    follows = sum(entry.verdict is Verdict.FOLLOW_THROUGH and entry.expected is not None for entry in entries)
    return Counts(verdicts.count(Verdict.CORRECT), of, follows, verdicts.count(Verdict.EXTRA))


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
    position: Callable[[V], int | None],
    named: Callable[[V], str] = str,
    near: Callable[[V], int | None] = _nowhere,
) -> PartReport:
    """Return the report of an ordered list: the longest common subsequence over the longer length.

    `expected` holds (node, text) of each item, no item twice; `position` says where a given value stands in it, `named` what
    it is about, `near` where the item stands that is about the same: in the right order it is told as wrong, not as two
    entries, one too many and one missing.
    """
    if not expected:
        return _as_nodes(_mark_empty(part, possible, [(named(written.value), written.text) for written in given]))
    positions = [position(written.value) for written in given]
    matched = _longest_increasing(positions)
    placed = {positions[i] for i in matched}
    paired = _paired([near(written.value) for written in given], positions, matched)
    credit = whole(Fraction(possible) / max(len(expected), len(given)))
    share = whole(Fraction(possible) / len(expected))
    entries: list[Entry] = []
    upto = 0  # the expected items before this one have their entry

    def add_missing(stop: int) -> None:
        for node, text in expected[upto:stop]:
            entries.append(Entry(Verdict.MISSING, node, None, text, 0, share))

    for i, written in enumerate(given):
        at = paired.get(i)
        if at is None:
            place = positions[i]
            why = "" if place is None else "stands here twice" if place in placed else "in the wrong place"
            entries.append(Entry(Verdict.EXTRA, named(written.value), written.text, None, 0, 0, why))
            continue
        add_missing(at)
        upto = at + 1
        node, text = expected[at]
        verdict, earns = (Verdict.CORRECT, credit) if i in matched else (Verdict.WRONG, 0)
        entries.append(Entry(verdict, node, written.text, text, earns, share))
    add_missing(len(expected))
    earned = whole(Fraction(possible) * len(matched) / max(len(expected), len(given)))
    return _as_nodes(PartReport(part, earned, possible, tuple(entries), _counts(entries, len(expected))))


def _as_nodes(report: PartReport) -> PartReport:
    return report._replace(entries=tuple(entry._replace(is_node=True) for entry in report.entries))


def _paired(near: Sequence[int | None], positions: Sequence[int | None], matched: set[int]) -> dict[int, int]:
    """Return to which expected item each given one belongs: all that match, and in order between these those that are near one."""
    ends = [-1, *(place for i in sorted(matched) if (place := positions[i]) is not None), math.inf]
    places: list[int | None] = []
    gap = 0
    for i, place in enumerate(near):
        is_between = place is not None and ends[gap] < place < ends[gap + 1]
        places.append(positions[i] if i in matched else place if is_between else None)
        gap += i in matched
    return {i: place for i in _longest_increasing(places) if (place := places[i]) is not None}


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
