"""The form of answers that choose something at each of several keys: of each node of a strategy one of its moves."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from grader.answers import read
from grader.answers.as_data import known_names, shape
from grader.answers.case import Case, Key, NotJudged, Raw
from grader.answers.keys import NODES, no_keys
from grader.answers.part import Fragment, Keys, Part, Room, Template
from grader.answers.platform import NOTHING, Items, equal_shares, nothing_there, pick
from grader.answers.widget import Widget
from grader.data import Data
from grader.errors import Path
from grader.exact import Number
from grader.games.problem import Problem
from grader.marks.by_shape import mark_map
from grader.marks.reports import PartReport, Written
from grader.printable import printable

_A_MOVE = 8
"""About as many letters as a move has, written by hand."""


def always(case: Case, key: Key) -> bool:
    """Return True: an entry is judged by itself."""
    return True


class EachChoice(NamedTuple):
    """A map from keys to one of the things that there are to choose at each. Reference answers are key -> those accepted, the one to print first.

    `options(problem, key)` are the names that students may write at a key, each with what it means; `option(problem, chosen)` is how a
    document calls it. `said` are the keys that paper and answer page offer: more than belong there, so that they tell nothing.
    An entry earns something only where `counts(case, key)`; one that would be accepted elsewhere is told `uncounted`. `many` calls
    several of what is chosen.
    """

    options: Callable[[Problem, Key], Mapping[str, Key]]
    option: Callable[[Problem, Key], str]
    what: str
    said: Callable[[Problem], Iterable[Key]] = no_keys
    keys: Keys = NODES
    counts: Callable[[Case, Key], bool] = always
    uncounted: str = ""
    many: str = "names of moves"
    by_entry: bool = True
    missing_is_blank: bool = False
    by_item: bool = False

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of what an entry is about."""
        return printable(self.keys.name(problem, key))

    def read(self, problem: Problem, raw: Raw) -> dict[Key, Written | None]:
        """Return what was chosen at each key; None where one was left blank. Raises NotJudged."""
        known = self.keys.known(problem)

        def chosen(value: Raw, path: Path) -> Written:
            key = known[path[0].strip()]  # type: ignore[union-attr]  # the name of an entry, which was found
            options = self.options(problem, key)
            if not options:
                raise NotJudged(f"there is nothing to choose at {self.name(problem, key)}", path)
            return read.name(value, options, f"{self.what} {self.name(problem, key)} called", path)

        return read.mapping(raw, known, self.keys.what, chosen)

    def write(self, problem: Problem, answer: Mapping[Key, Sequence[Key]]) -> Raw:
        """Return the map as a document holds it."""
        return {self.keys.name(problem, key): self.option(problem, accepted[0]) for key, accepted in answer.items()}

    def show(self, problem: Problem, answer: Mapping[Key, Sequence[Key]]) -> str:
        """Return the entries, each with its name."""
        return ", ".join(f"{self.name(problem, key)}: {self._shown(problem, one)}" for key, one in answer.items())

    def _shown(self, problem: Problem, accepted: Sequence[Key]) -> str:
        return " or ".join(printable(self.option(problem, one)) for one in accepted)

    def meant(self, problem: Problem, given: Mapping[Key, Written | None]) -> dict[Key, Sequence[Key] | None]:
        """Return what was chosen at each key, as the only accepted one; None where one was left blank."""
        return {key: None if written is None else [written.value] for key, written in given.items()}

    def same(self, problem: Problem, answer: Sequence[Key], other: Sequence[Key]) -> bool:
        """Return whether the choice that the other entry prints is one of the accepted ones."""
        return other[0] in answer

    def equality(self, case: Case) -> dict[str, Data]:
        """Return how a script reads the map: the names of keys, and at each those that can be chosen."""
        problem = case.problem
        keys = dict.fromkeys(self.keys.known(problem).values())
        options = [[key, [[text, one] for text, one in self.options(problem, key).items()]] for key in keys]
        return {"form": "choices", "known": known_names(self.keys, problem), "options": options}

    def compared(self, case: Case, answer: Mapping[Key, Sequence[Key]]) -> Data:
        """Return what is accepted at each key."""
        return [[key, list(accepted)] for key, accepted in answer.items()]

    def mark(self, case: Case, part: Part, given: Mapping[Key, Written | None], possible: Number) -> PartReport:
        """Return the marks, entry by entry."""
        expected: Mapping[Key, Sequence[Key]] = case.expected(part.name)
        return mark_map(
            part.name,
            possible,
            {key: (key, accepted) for key, accepted in expected.items()},
            given,
            is_right=lambda right, one: one in right[1] and self.counts(case, right[0]),
            name=partial(self.name, case.problem),
            show=lambda right: self._shown(case.problem, right[1]),
            follows=partial(part.follows, case),
            follow_through=case.policy.follow_through,
            explain=partial(part.explain, case),
            tell=partial(part.tell, case),
            instead=lambda key, one: self.uncounted if one in expected[key] and not self.counts(case, key) else "",
        )

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: a mapping to names, in which any entry may be blank."""
        return {
            "description": f"a mapping from {self.keys.what} ids to {self.many}",
            "type": ["object", "null"] if blanks else "object",
            "additionalProperties": shape({"$ref": f"{definitions}name"}, blanks=blanks),
        }

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how the map is written."""
        return Template("for example {X: a, Y: b}")

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: a line for each key where there is something to choose."""
        entries = [self.name(problem, key) for key in self.said(problem)]
        return Room(_A_MOVE * len(entries), entries)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: at each key a list to choose from."""
        keys = list(self.said(problem))
        options = [list(self._names(problem, key)) for key in keys]
        named = self.keys.named(problem, keys)
        return Widget("choices", named, is_open=True, options=options, texts=self.keys.texts(problem, named))

    def items(self, case: Case, answer: Mapping[Key, Sequence[Key]]) -> Items:
        """Return what a learning platform asks: at each key one of its options, or nothing; what belongs nowhere earns nothing."""
        problem = case.problem
        keys = self.keys.named(problem, self.said(problem))
        if not keys:
            return nothing_there("there is nothing to choose")
        each = equal_shares(len(answer) or len(keys))
        picks = [
            pick(
                printable(name),
                each if key in answer or not answer else 0,
                [*self._judged(problem, key, answer.get(key, ())), (NOTHING, key not in answer)],
            )
            for name, key in keys
        ]
        return Items(tuple(picks), f"Where nothing belongs, choose {NOTHING}.")

    def _judged(self, problem: Problem, key: Key, accepted: Sequence[Key]) -> Iterable[tuple[str, bool]]:
        """Return the name of each option at a key, and whether it is accepted."""
        options = dict.fromkeys(self.options(problem, key).values())
        return ((printable(self.option(problem, one)), one in accepted) for one in options)

    def _names(self, problem: Problem, key: Key) -> Iterable[str]:
        """Return how a document calls what there is to choose at a key, each once."""
        return [self.option(problem, one) for one in dict.fromkeys(self.options(problem, key).values())]
