"""The forms of answers that choose: something at each of several keys (`EachChoice`), or some of all keys (`KeySet`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from itertools import chain, combinations
from typing import Any

from grader.core.answers import cells as read
from grader.core.answers.case import Case, Given, GivenMap, Key, NotJudged
from grader.core.answers.forms import map_of
from grader.core.answers.inputs import NOTHING, Carried, Items, Upload, Widget, equal_shares, nothing_there, pick, tick
from grader.core.answers.lists import Names, apart, as_one, known_items, values
from grader.core.answers.marks import Map, mark_map, mark_set
from grader.core.answers.part import NODES, Fragment, Keys, Marker, Room, Rule, no_keys
from grader.core.answers.reports import Malformed, PartReport, Written
from grader.core.data import Plain
from grader.core.errors import Path
from grader.core.games.problem import Problem
from grader.core.text import printable

_A_MOVE = 8
"""About as many letters as a move has, written by hand."""
_MOST_KEYS = 5
"""Of so many keys all sets can be chosen from: 32."""

Accepted = Sequence[Any]
"""What is accepted at a key, the one to print first: a child, or a name."""


class EachChoice(Map):
    """A map from keys to one of the things that there are to choose at each. Reference answers are key -> those accepted, the one to print first.

    `options(problem, key)` are the names that students may write at a key, each with what it means; `option(problem, chosen)` is how a
    document calls it. `said` are the keys that paper and answer page offer: more than belong there, so that they tell nothing.
    An entry earns something only where `counts(case, key)`; one that would be accepted elsewhere is told `uncounted`. `many` calls
    several of what is chosen.
    """

    example = "for example {X: a, Y: b}"
    beside = ": "
    script = "choices"

    def __init__(
        self,
        options: Callable[[Problem, Key], Mapping[str, Any]],
        option: Callable[[Problem, Any], str],
        what: str,
        said: Callable[[Problem], Iterable[Key]] = no_keys,
        keys: Keys = NODES,
        counts: Callable[[Case, Key], bool] = lambda *_: True,
        uncounted: str = "",
        many: str = "names of moves",
    ) -> None:
        self.options, self.option, self.what, self.said, self.keys = options, option, what, said, keys
        self.counts, self.uncounted, self.many = counts, uncounted, many

    def read(self, problem: Problem, raw: Mapping[str, object]) -> GivenMap:
        """Return what was chosen at each key, and what is no choice; None where one was left blank."""
        known = self.keys.known(problem)

        def chosen(value: object, path: Path) -> Written:
            key = known[str(path[0]).strip()]  # the name of an entry, which was found
            options = self.options(problem, key)
            if not options:
                raise NotJudged(f"there is nothing to choose at {self.name(problem, key)}", path)
            return read.name(value, options, f"{self.what} {self.name(problem, key)} called", path)

        return read.mapping(raw, known, self.keys.what, chosen)

    def write(self, problem: Problem, answer: Mapping[Key, Accepted]) -> Plain:
        """Return the map as a document holds it."""
        return {self.keys.name(problem, key): self.option(problem, accepted[0]) for key, accepted in answer.items()}

    def shown(self, problem: Problem, right: Accepted) -> str:
        """Return what is accepted at a key."""
        return " or ".join(printable(self.option(problem, one)) for one in right)

    def meant(self, problem: Problem, given: GivenMap) -> dict[Key, Accepted | None]:
        """Return what was chosen at each key, as the only accepted one; None where one was left blank."""
        values = read.written_values(given, self.keys.known(problem))
        return {key: None if value is None else [value] for key, value in values.items()}

    def same(self, problem: Problem, answer: Accepted, other: Accepted) -> bool:
        """Return whether the choice that the other entry prints is one of the accepted ones."""
        return other[0] in answer

    def is_right(self, case: Case, key: Key, right: Accepted, value: object) -> bool:
        """Return whether a choice is accepted, and counts."""
        return value in right and self.counts(case, key)

    def instead(self, case: Case, key: Key, right: Accepted, value: object) -> str:
        """Return what is told of a choice that would be accepted elsewhere."""
        return self.uncounted if value in right and not self.counts(case, key) else ""

    def equality(self, case: Case) -> Rule:
        """Return how a script reads the map: the names of keys, and at each those that can be chosen."""
        keys = dict.fromkeys(key for _, key in self.keys.for_script(case.problem))
        options = [(key, [*self.options(case.problem, key).items()]) for key in keys]
        return {**super().equality(case), "options": options}

    def compared(self, case: Case, answer: Mapping[Key, Accepted]) -> Plain:
        """Return what is accepted at each key."""
        return [[key, list(accepted)] for key, accepted in answer.items()]

    def mark(self, marker: Marker, given: GivenMap) -> PartReport:
        """Return the marks, entry by entry."""
        return mark_map(self, marker, given)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a mapping to names, in which any entry may be blank."""
        return map_of(self.keys, self.many, {"$ref": f"{definitions}name"}, blanks=blanks)

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line for each key where there is something to choose."""
        entries = [self.name(problem, key) for key in self.said(problem)]
        return Room(_A_MOVE * len(entries), entries)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: at each key a list to choose from."""
        named = self.keys.named(problem, self.said(problem))
        options = [[self.option(problem, one) for one in self._options(problem, key)] for _, key in named]
        return Widget("choices", named, is_open=True, options=options, texts=self.keys.texts(problem, named))

    def items(self, case: Case, answer: Mapping[Key, Accepted]) -> Items:
        """Return what a learning platform asks: at each key one of its options, or nothing; what belongs nowhere earns nothing."""
        problem, keys = case.problem, self.keys.named(case.problem, self.said(case.problem))
        if not keys:
            return nothing_there("there is nothing to choose")
        each = equal_shares(len(answer) or len(keys))

        def judged(key: Key) -> Iterable[tuple[str, bool]]:
            accepted = answer.get(key, ())
            named = ((printable(self.option(problem, one)), one in accepted) for one in self._options(problem, key))
            return (*named, (NOTHING, key not in answer))

        picks = (pick(printable(name), each if key in answer or not answer else 0, judged(key)) for name, key in keys)
        return Items(tuple(picks), f"Where nothing belongs, choose {NOTHING}.")

    def _options(self, problem: Problem, key: Key) -> Iterable[object]:
        """Return what there is to choose at a key, each once."""
        return dict.fromkeys(self.options(problem, key).values())


class Counting(Enum):
    """What some of all keys earn: (hits - extras) / size, or all points for exactly those that belong, else none."""

    EACH = "each"
    ALL_OR_NOTHING = "all or nothing"


EACH, ALL_OR_NOTHING = Counting


class KeySet(Names):
    """Some of all keys, in any order. Reference answers are the keys that belong, in order.

    `empty` says that none belongs; `items_are` is what a list of them holds, and `written_as` how it is written. `by_item`: a
    wrong list tells a rule by itself, as one of few keys does not. A list that is all or nothing is one thing that was written.
    """

    example = "for example [X, Y], or [] for none"
    script = "some"

    def __init__(
        self,
        keys: Keys,
        empty: str,
        items_are: str,
        written_as: str,
        marking: Counting = EACH,
        *,
        by_item: bool = True,
    ) -> None:
        self.keys, self.empty, self.marking, self.by_item = keys, empty, marking, by_item
        self.many = f"a list of {items_are} such as {written_as}"

    def read(self, problem: Problem, raw: Sequence[object]) -> Given:
        """Return the keys that were listed. Raises NotJudged."""
        listed = super().read(problem, raw)
        return listed if self.marking is EACH else as_one(listed)

    def meant(self, problem: Problem, given: Given) -> list[Key | Malformed]:
        """Return the keys that were listed, each once, then what names none."""
        listed = values(given) if self.marking is EACH else given.value
        return [*sorted({*known_items(listed)}), *(one for one in listed if isinstance(one, Malformed))]

    def same(self, problem: Problem, answer: Sequence[Key], other: Sequence[Key | Malformed]) -> bool:
        """Return whether both hold the same keys; what names none in the other may be any of the first."""
        known = known_items(other)
        return {*known} <= {*answer} and len({*answer} - {*known}) <= len(other) - len(known)

    def apart(self, answer: Sequence[Key], other: Sequence[Key | Malformed]) -> tuple[int, int]:
        """Return how many keys stand in one of both alone, and how many in either."""
        return apart(answer, other)

    def equality(self, case: Case) -> Rule:
        """Return how a script reads the keys; a list that is marked as a whole says whether it tells a rule by itself."""
        rule = super().equality(case)
        return rule if self.marking is EACH else rule | {"isList": self.by_item}

    def compared(self, case: Case, answer: Sequence[Key]) -> Plain:
        """Return the keys."""
        return sorted(answer)

    def mark(self, marker: Marker, given: Given) -> PartReport:
        """Return the marks, in the way that the form is marked."""
        if self.marking is EACH:
            return mark_set(marker, given, partial(self.name, marker.case.problem))
        return super().mark(marker, given)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: all keys, to take in or leave out."""
        named = self.keys.named(problem)
        return Widget("some", named, empty=self.empty, texts=self.keys.texts(problem, named))

    def items(self, case: Case, answer: Sequence[Key]) -> Carried:
        """Return what a learning platform asks, so that it marks in the same way: all keys to tick, or one of all sets."""
        named = self.keys.named(case.problem)
        if self.marking is EACH:
            options = [(printable(name), key in answer) for name, key in named]
            return Items((tick(options, len(answer), self.empty),))
        if len(named) > _MOST_KEYS:  # ticks would earn something one by one
            return Upload("only all of them together earn something, and a platform adds up ticks")
        sets = chain.from_iterable(combinations(named, size) for size in range(len(named) + 1))
        said = ((", ".join(printable(name) for name, _ in one), {key for _, key in one}) for one in sets)
        return Items((pick("", 1, [(names or self.empty, keys == {*answer}) for names, keys in said]),))
