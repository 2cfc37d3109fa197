"""What an answer earns by its shape: a map, a set, a list in order. What is one thing is marked by `Marker.single`."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from grader.core.answers.case import Case, GivenList, GivenMap, Key
from grader.core.answers.part import Marker, OfKeys, expected_words
from grader.core.answers.reports import Counts, Entry, Malformed, PartReport, Unnamed, Verdict, Written
from grader.core.games.problem import Problem
from grader.core.numbers import Number, whole


def mark_blank(part: str, possible: Number, expected: str | None) -> PartReport:
    """Return the report of a part that was not answered."""
    return PartReport(part, 0, possible, (Entry(Verdict.BLANK, expected=expected, possible=possible),))


def mark_malformed(part: str, possible: Number, given: Malformed, expected: str | None) -> PartReport:
    """Return the report of a part that could not be judged."""
    entry = Entry(Verdict.MALFORMED, given=given.text, expected=expected, possible=possible, message=given.message)
    return PartReport(part, 0, possible, (entry,))


_TAKES_ONE = "takes one entry's marks off"


def mark_unread(
    given: Malformed,
    node: str | None,
    expected: str | None = None,
    *,
    earned: Number = 0,
    possible: Number = 0,
    is_node: bool = False,
) -> Entry:
    """Return what is said of an entry that cannot be read: it earns what a wrong one does, and says how it is written."""
    said, text = given.message, given.text or None
    takes = "" if earned >= 0 else f" It {_TAKES_ONE}" if said.endswith("?") else f"; it {_TAKES_ONE}"
    return Entry(Verdict.MALFORMED, node, text, expected, earned, possible, f"{said}{takes}", is_node, own=said)


def unread_items(given: GivenList, takes: Number) -> list[Entry]:
    """Return what is said of the items of a list that cannot be read, each of which takes something off."""
    unread = (one for one in given if isinstance(one, Malformed))
    return [mark_unread(one, one.text, earned=whole(-takes), is_node=True) for one in unread]


def read_items(given: GivenList) -> list[Written]:
    """Return the items of a list that can be read."""
    return [one for one in given if isinstance(one, Written)]


def for_example(expected: str) -> str:
    """Return how the report of an object ends that did not earn everything: with one that does."""
    return f". For example: {expected}"


def right_as_empty(possible: Number) -> Entry:
    """Return what is said where nothing was given and nothing belongs."""
    return Entry(Verdict.CORRECT, None, "none", "none", possible, possible)


def _mark_empty(marker: Marker, given: Sequence[tuple[str, Written | Malformed]]) -> PartReport:
    """Return the report of a part whose right answer is empty: it earns its points only for the empty answer."""
    if not given:
        return marker.whole(right_as_empty(marker.possible))
    entries = [
        mark_unread(one, node)
        if isinstance(one, Malformed)
        else Entry(Verdict.EXTRA, node, one.text, None, 0, 0, "nothing is expected here")
        for node, one in given
    ]
    missing = Entry(Verdict.MISSING, None, None, "none", 0, marker.possible, "expected an empty answer")
    return PartReport(marker.part.name, 0, marker.possible, (*entries, missing))


def _counts(entries: Sequence[Entry], of: int) -> Counts:
    verdicts = [entry.verdict for entry in entries]
    follows = sum(entry.verdict is Verdict.FOLLOW_THROUGH and entry.expected is not None for entry in entries)
    right, extra, malformed = map(verdicts.count, (Verdict.CORRECT, Verdict.EXTRA, Verdict.MALFORMED))
    return Counts(right, of, follows, extra, malformed=malformed)


# -- maps

_EXTRA = (1, f"no entry is expected here; it {_TAKES_ONE}")
_TOO_LONG = (0, "no entry is expected here; each of the others counts for less")
"""How many shares an entry takes off that belongs nowhere, and what is said of it."""
_OTHER = "Right on your own numbers. The right answer has no entry here, so it neither earns nor takes anything."


class Map(OfKeys):
    """A form of answers that are maps. With `others_follow` entries can follow too where none is expected.

    An answer is shown with `beside` between a name and its entry, and `between` entries.
    """

    by_entry = True
    others_follow = False
    beside, between = " = ", ", "

    def show(self, problem: Problem, answer: Mapping[Key, object]) -> str:
        """Return the entries, each with its name."""
        shown = (f"{self.name(problem, key)}{self.beside}{self.shown(problem, one)}" for key, one in answer.items())
        return self.between.join(shown) or "none"

    def is_right(self, case: Case, key: Key, right: Any, value: object) -> bool:
        """Return whether the value of an entry is right where that of the reference answer is expected."""
        return self.same(case.problem, right, value)

    def instead(self, case: Case, key: Key, right: Any, value: object) -> str:
        """Return what is told of a wrong entry in place of what was expected, where that would mislead; nothing elsewhere."""
        return ""


class _MarkedMap:
    """A map that was handed in, beside what is expected."""

    def __init__(self, form: Map, marker: Marker, given: GivenMap, length: int | None, *, wrong_takes: bool) -> None:
        self.form, self.marker, self.given, self.length, self.wrong_takes = form, marker, given, length, wrong_takes
        self.expected: Mapping[Key, object] = marker.expected
        self.share = marker.share(len(self.expected))
        self.credit = self.share if length is None else marker.share(length)

    def expected_entries(self, weights: Mapping[Key, Number] | None) -> Iterator[Entry]:
        """Yield what is said of each entry that is expected."""
        for key, right in self.expected.items():
            if weights is not None:
                self.share = self.credit = whole(self.marker.possible * Fraction(weights[key]))
            yield self._expected_entry(key, right)

    def _expected_entry(self, key: Key, right: Any) -> Entry:
        marker, case, form, share, credit = self.marker, self.marker.case, self.form, self.share, self.credit
        written, node, shown = self.given.get(key), form.name(case.problem, key), form.shown(case.problem, right)
        taken = whole(-credit) if self.wrong_takes else 0
        if written is None:
            verdict = Verdict.BLANK if key in self.given else Verdict.MISSING
            return Entry(verdict, node, None, shown, 0, share, f"expected {shown}")
        if isinstance(written, Malformed):
            return mark_unread(written, node, shown, earned=taken, possible=share)
        text, value = written.text, written.value
        if form.is_right(case, key, right, value):
            return Entry(Verdict.CORRECT, node, text, shown, credit, share)
        if followed := marker.followed(key, value):
            message = marker.follows_words(key, shown)
            return Entry(Verdict.FOLLOW_THROUGH, node, text, shown, whole(credit * Fraction(followed)), share, message)
        why = expected_words(shown, marker.words_of(marker.part.explain, key))
        return Entry(Verdict.WRONG, node, text, shown, taken, share, form.instead(case, key, right, value) or why)

    def other_entries(self) -> Iterator[Entry]:
        """Yield what is said of each entry where none is expected."""
        missing = 0 if self.wrong_takes else sum(self.given.get(key) is None for key in self.expected)
        for key, written in self.given.items():
            if written is None or key in self.expected:
                continue
            if isinstance(written, Malformed):
                missing -= isinstance(key, Unnamed)
                is_free = self.length is not None or not written.text or (isinstance(key, Unnamed) and missing >= 0)
                yield mark_unread(written, self.called(key), earned=0 if is_free else whole(-self.share))
            elif not isinstance(key, Unnamed):
                yield self._other_entry(key, written)

    def _other_entry(self, key: Key, written: Written) -> Entry:
        marker, node = self.marker, self.called(key)
        if self.form.others_follow and marker.followed(key, written.value):
            return Entry(Verdict.FOLLOW_THROUGH, node, written.text, None, 0, 0, _OTHER)
        shares, message = _EXTRA if self.length is None else _TOO_LONG
        message = f"{message}. {marker.words_of(marker.part.why_none, key)}".removesuffix(". ")
        return Entry(Verdict.EXTRA, node, written.text, None, whole(-shares * self.share), 0, message)

    def called(self, key: Key | Unnamed) -> str:
        """Return the name of what an entry is about, or what was written in its place."""
        return key if isinstance(key, Unnamed) else self.form.name(self.marker.case.problem, key)


def mark_map(
    form: Map,
    marker: Marker,
    given: GivenMap,
    *,
    length: int | None = None,
    wrong_takes: bool = False,
    weights: Mapping[Key, Number] | None = None,
) -> PartReport:
    """Return the report of a map: equal shares for the expected entries, an extra takes one share.

    An entry that cannot be read is a wrong one. One whose name means nothing is meant for one that is missing: it takes a share
    only where there are more such than entries that are not there, and something stands there.

    `given` holds None for an entry that was left blank. `weights` are the shares where they are not equal; they sum to 1 or less.
    With `wrong_takes` a wrong entry takes one share too, so that guessing between two answers earns nothing on average; a blank
    one does not. Of a list whose entries have their places, `length` is the longer of its length and the expected one: a right
    entry earns a share of that, and an extra takes off nothing else.
    """
    if not marker.expected:
        called = (key if isinstance(key, Unnamed) else form.name(marker.case.problem, key) for key in given)
        each = zip(called, given.values(), strict=True)
        return _mark_empty(marker, [(name, written) for name, written in each if written is not None])
    marked = _MarkedMap(form, marker, given, length, wrong_takes=wrong_takes)
    entries = [*marked.expected_entries(weights), *marked.other_entries()]
    return marker.report(entries, _counts(entries, len(marked.expected)))


# -- sets


def mark_set(marker: Marker, given: GivenList, name: Callable[[Key], str]) -> PartReport:
    """Return the report of a set: (what rightly belongs to it - what does not) / its size, never below 0; each counts once."""
    expected: Sequence[Key] = marker.expected
    texts: dict[Key, str] = {}
    for written in read_items(given):
        texts.setdefault(written.value, written.text)
    if not expected:
        alone = ((one.text, one) for one in given if isinstance(one, Malformed))
        return _mark_empty(marker, [*((name(key), Written(key, text)) for key, text in texts.items()), *alone])
    share = marker.share(len(expected))

    def entry(verdict: Verdict, key: Key, earned: Number = 0, possible: Number = 0, message: str = "") -> Entry:
        shown = None if verdict is Verdict.EXTRA else name(key)
        return Entry(verdict, name(key), texts.get(key), shown, earned, possible, message, is_node=True)

    def why(key: Key) -> str:
        return marker.part.explain(marker.case, key)

    entries = [
        entry(Verdict.CORRECT, key, share, share) if key in texts else entry(Verdict.MISSING, key, 0, share, why(key))
        for key in expected
    ]
    belongs = {*expected}
    entries += [entry(Verdict.EXTRA, key, whole(-share), 0, why(key)) for key in texts if key not in belongs]
    entries += unread_items(given, share)
    return marker.report(entries, _counts(entries, len(expected)))


# -- lists in order


def _nowhere(value: object) -> None:
    return None


def mark_sequence(
    marker: Marker,
    expected: Sequence[tuple[str, str]],
    given: GivenList,
    position: Callable[[object], int | None],
    named: Callable[[object], str] = str,
    near: Callable[[object], int | None] = _nowhere,
) -> PartReport:
    """Return the report of an ordered list: the longest common subsequence over the longer length.

    `expected` holds (node, text) of each item, no item twice; `position` says where a given value stands in it, `named` what
    it is about, `near` where the item stands that is about the same: in the right order it is told as wrong, not as two
    entries, one too many and one missing. An item that cannot be read matches none.
    """
    if not expected:
        each = [(one.text if isinstance(one, Malformed) else named(one.value), one) for one in given]
        return _as_nodes(_mark_empty(marker, each))
    return _as_nodes(_MarkedList(marker, expected, given, position, named, near).report())


TOO_EARLY, TOO_LATE = "too early", "too late"
"""What is said of an item of a list that belongs elsewhere in it."""


class _MarkedList:
    """An ordered list that was handed in, beside what is expected."""

    def __init__(
        self,
        marker: Marker,
        expected: Sequence[tuple[str, str]],
        given: GivenList,
        position: Callable[[object], int | None],
        named: Callable[[object], str],
        near: Callable[[object], int | None],
    ) -> None:
        self.marker, self.expected, self.given, self.named = marker, expected, given, named
        self.positions = [None if isinstance(one, Malformed) else position(one.value) for one in given]
        self.matched = _longest_increasing(self.positions)
        nearest = [one.about if isinstance(one, Malformed) else near(one.value) for one in given]
        self.paired = _paired(nearest, self.positions, self.matched)
        self.moved = self._moved()
        self.longer, self.share = max(len(expected), len(given)), marker.share(len(expected))

    def _moved(self) -> dict[int, int]:
        """Return which given items belong into the list, but not where they stand: of each one that is nowhere else the first, and its place."""
        found: dict[int, int] = {}
        taken = {*self.paired.values()}
        for i, place in enumerate(self.positions):
            if place is not None and place not in taken:
                found[i] = place
                taken.add(place)
        return found

    def report(self) -> PartReport:
        """Return the marks: an expected item that was not given is told before the next one that was."""
        marker, entries = self.marker, list[Entry]()
        upto = 0  # the expected items before this one have their entry
        for i, written in enumerate(self.given):
            if (at := self.paired.get(i)) is not None:
                entries += self._missing(upto, at)
                upto = at + 1
            entries.append(self._entry(i, written, at))
        entries += self._missing(upto, len(self.expected))
        earned = whole(Fraction(marker.possible) * len(self.matched) / self.longer)
        counts = _counts(entries, len(self.expected))
        return PartReport(marker.part.name, earned, marker.possible, tuple(entries), counts)

    def _missing(self, first: int, stop: int) -> Iterator[Entry]:
        moved = {*self.moved.values()}
        for node, text in (self.expected[place] for place in range(first, stop) if place not in moved):
            yield Entry(Verdict.MISSING, node, None, text, 0, self.share)

    def _entry(self, i: int, written: Written | Malformed, at: int | None) -> Entry:
        if isinstance(written, Malformed):
            expected = (written.text, None) if at is None else self.expected[at]
            return mark_unread(written, *expected, possible=0 if at is None else self.share)
        if (place := self.moved.get(i)) is not None:
            is_early = any(j > i and (other := self.positions[j]) is not None and other < place for j in self.matched)
            said = TOO_EARLY if is_early else TOO_LATE
            node, _ = self.expected[place]
            return Entry(Verdict.WRONG, node, written.text, None, 0, self.share, said, moved=said)
        if at is None:
            why = "" if self.positions[i] is None else "stands here twice"
            return Entry(Verdict.EXTRA, self.named(written.value), written.text, None, 0, 0, why)
        node, text = self.expected[at]
        verdict, earns = (Verdict.CORRECT, self.marker.share(self.longer)) if i in self.matched else (Verdict.WRONG, 0)
        return Entry(verdict, node, written.text, text, earns, self.share)


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
