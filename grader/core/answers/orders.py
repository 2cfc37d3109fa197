"""The forms of lists of which several are right: a path from the root to a leaf (`Line`), an order in which some stand before others (`AnyOrder`)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from grader.core.answers.case import Case, GivenList, Key
from grader.core.answers.cells import all_of
from grader.core.answers.inputs import Carried, Items, Upload, Widget, pick
from grader.core.answers.lists import Names, as_one, known_items, letters, values
from grader.core.answers.marks import mark_unread, read_items, unread_items
from grader.core.answers.part import MOST_EXPLAINED, NODES, Keys, Marker, Room, expected_words
from grader.core.answers.reports import Counts, Entry, Malformed, PartReport, Verdict
from grader.core.data import Plain
from grader.core.games.problem import Problem
from grader.core.numbers import whole

_MOST_PATHS = 128
"""So many paths a platform's page offers to choose from; with more nobody finds the way."""


class Lines(NamedTuple):
    """The accepted paths: the one to print, and for each node on one of them the children that continue it."""

    first: Sequence[Key]
    continuations: Mapping[Key, Sequence[Key]]

    @property
    def is_only(self) -> bool:
        """Return whether there is one path only."""
        return all(len(children) == 1 for children in self.continuations.values())

    def accepts(self, path: Sequence[Key]) -> bool:
        """Return whether the path is one of them: from the root, each step a continuation, to a leaf."""
        return (
            bool(path)
            and path[0] == self.first[0]
            and path[-1] not in self.continuations
            and all(child in self.continuations.get(node, ()) for node, child in pairwise(path))
        )


class Order(NamedTuple):
    """All orders of some keys in which the first of each pair stands before the second; `first` is the one to print."""

    first: Sequence[Key]
    pairs: Sequence[tuple[Key, Key]]

    @property
    def is_only(self) -> bool:
        """Return whether there is one order only."""
        return set(pairwise(self.first)) <= set(self.pairs)

    def accepts(self, keys: Sequence[Key | Malformed]) -> bool:
        """Return whether the keys are these, each once, in one of the orders; one that cannot be read may be any of them."""
        named = known_items(keys)
        places = _places(named)
        return (
            len(named) == len(places)
            and len(keys) == len(self.first)
            and places.keys() <= set(self.first)
            and all(places[one] < places[other] for one, other in self.pairs if one in places and other in places)
        )


def _places(keys: Sequence[Key]) -> dict[Key, int]:
    """Return where each key stands first."""
    return {key: place for place, key in reversed([*enumerate(keys)])}


class _Several(Names):
    """A form of lists of which several are right; `another` says so."""

    another = ""

    def write(self, problem: Problem, answer: Lines | Order) -> list[str]:
        """Return the list to print, as a document holds it."""
        return super().write(problem, answer.first)

    def show(self, problem: Problem, answer: Lines | Order) -> str:
        """Return the list to print, and whether there are others."""
        return super().show(problem, answer) + ("" if answer.is_only else self.another)

    def same(self, problem: Problem, answer: Lines | Order, other: Lines | Order) -> bool:
        """Return whether what the other answer prints is accepted."""
        return answer.accepts(other.first)


class Line(_Several):
    """A path from the root to a leaf, or to one of the `ends`. Reference answers are all that is accepted (`Lines`)."""

    by_item = False  # one path, right or wrong as a whole
    script = "path"
    another = ", or another line that is as good"
    example = "for example [X, Y, Z]"

    def __init__(self, keys: Keys = NODES, ends: Callable[[Problem], Iterable[Key]] | None = None) -> None:
        self.keys, self.ends = keys, ends

    def read(self, problem: Problem, raw: Sequence[object]) -> GivenList:
        """Return the nodes that were listed. Raises NotJudged."""
        given: GivenList = all_of(super().read(problem, raw))
        return given

    def meant(self, problem: Problem, given: GivenList) -> Lines:
        """Return the path that was listed, as the only accepted one."""
        path: Sequence[Key] = values(given)
        return Lines(path, {node: [child] for node, child in pairwise(path)})

    def compared(self, case: Case, answer: Lines) -> Plain:
        """Return where accepted paths begin, and how they go on."""
        start = answer.first[0] if answer.first else None
        return {"start": start, "next": [[key, list(children)] for key, children in answer.continuations.items()]}

    def mark(self, marker: Marker, given: GivenList) -> PartReport:
        """Return all marks or none."""
        path, shown = as_one(given), self.show(marker.case.problem, marker.expected)
        return marker.single(path, shown, right=marker.expected.accepts(path.value))

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line for the longest path, which is that to the last node, breadth-first."""
        return Room(letters(Names.write(self, problem, problem.game.path_to(len(problem.game.ids) - 1))))

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: nodes in order."""
        return Widget("path", self.keys.named(problem, problem.game.reached()))

    def items(self, case: Case, answer: Lines) -> Carried:
        """Return what a learning platform asks: one of all paths from the root to where one can end."""
        game = case.problem.game
        paths = [game.path_to(end) for end in (game.leaves() if self.ends is None else self.ends(case.problem))]
        if len(paths) > _MOST_PATHS:
            return Upload(f"there are {len(paths)} paths, too many to choose from")
        options = ((", ".join(self.name(case.problem, key) for key in path), answer.accepts(path)) for path in paths)
        return Items((pick("", 1, options),))


class AnyOrder(_Several):
    """Keys in one of several orders. Reference answers are `Order`; of each pair its first key is the one that is told of.

    `what` calls the keys that belong there, in messages.
    """

    script = "order"
    another = ", or another order that is as good"
    uploaded_as = "several orders are right, and every pair in the right order earns something"
    example = "for example [X, Y, Z]"

    def __init__(self, what: str = "inner node", keys: Keys = NODES) -> None:
        self.what, self.keys = what, keys

    def meant(self, problem: Problem, given: GivenList) -> Order:
        """Return the order that was listed, as the only one."""
        listed = values(given)
        return Order(listed, list(pairwise(listed)))

    def compared(self, case: Case, answer: Order) -> Plain:
        """Return the keys, and which stands before which."""
        return {"keys": list(answer.first), "pairs": [list(pair) for pair in answer.pairs]}

    def mark(self, marker: Marker, given: GivenList) -> PartReport:
        """Return the marks: the share of pairs in the right order, less one pair for each entry that is repeated, does not belong or cannot be read."""
        return _MarkedOrder(self, marker, given).report()

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: keys in order."""
        reached = list(problem.game.reached())
        empty = f"there is no {self.what}" if len(reached) == 1 else ""
        return Widget("list", self.keys.named(problem, reached), empty=empty)


class _MarkedOrder:
    """One order that was handed in, beside what is expected."""

    def __init__(self, form: AnyOrder, marker: Marker, given: GivenList) -> None:
        self.form, self.marker, self.all = form, marker, given
        self.given = read_items(given)
        self.order: Order = marker.expected
        self.places = _places([written.value for written in self.given])
        self.share = marker.share(max(1, len(self.order.pairs)))

    def report(self) -> PartReport:
        """Return the marks with an entry for each pair, in the order of the list, and one for each key too much."""
        if not self.order.pairs:
            return self._of_one()
        listed = sorted(self.order.pairs, key=lambda pair: self.places.get(pair[0], len(self.given)))
        pairs = [self._pair(*pair, is_explained=place < MOST_EXPLAINED) for place, pair in enumerate(listed)]
        right = sum(entry.verdict is Verdict.CORRECT for entry in pairs)
        extra, unread = self._too_much(), unread_items(self.all, self.share)
        counts = Counts(right, len(pairs), extra=len(extra), what="pairs", malformed=len(unread))
        return self.marker.report([*pairs, *extra, *unread], counts)

    def _pair(self, one: Key, other: Key, *, is_explained: bool) -> Entry:
        """Return what is said of a pair: of its first key."""
        marker, share = self.marker, self.share
        name, after = (self.form.name(marker.case.problem, key) for key in (one, other))
        shown = f"before {after}"
        message = expected_words(shown, marker.part.explain(marker.case, other) if is_explained else "")
        if one not in self.places:
            return Entry(Verdict.MISSING, name, None, shown, 0, share, message)
        if other not in self.places:
            message = f"{after} is missing, and {name} belongs before it"
            return Entry(Verdict.WRONG, name, None, shown, 0, share, message)
        if self.places[one] < self.places[other]:
            return Entry(Verdict.CORRECT, name, shown, shown, share, share)
        return Entry(Verdict.WRONG, name, f"after {after}", shown, 0, share, message)

    def _too_much(self) -> list[Entry]:
        """Return an entry for each that stands there again or does not belong; it takes one pair's marks off."""
        entries, seen, belongs, takes = [], set[Key](), {*self.order.first}, whole(-self.share)
        for written in self.given:
            twice = "stands here twice" if written.value in seen else ""
            message = twice if written.value in belongs else f"is no {self.form.what}"
            seen.add(written.value)
            if message:
                text = written.text
                entries.append(Entry(Verdict.EXTRA, text, text, None, takes, 0, message, is_node=True))
        return entries

    def _of_one(self) -> PartReport:
        """Return the marks where there is no pair: all or nothing."""
        marker = self.marker
        shown = self.form.show(marker.case.problem, self.order)
        unread = next((one for one in self.all if isinstance(one, Malformed)), None)
        if unread is not None:
            return marker.whole(mark_unread(unread, None, shown, possible=marker.possible))
        given = as_one(self.given)
        return marker.single(given, shown, right=self.order.accepts(given.value))
