"""What a part of an answer is, and what every form of answer can do."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from grader.core.answers.case import Answer, Case, Given, Key, Solution
from grader.core.answers.inputs import NOTHING, Carried, Field, Flow, Item, Typed, Upload, Widget, equal_shares, pick
from grader.core.answers.reports import Counts, Entry, PartReport, Verdict, Written
from grader.core.data import Plain
from grader.core.errors import Path
from grader.core.games.problem import Problem
from grader.core.numbers import Bound, Number, add_up, show_number, whole
from grader.core.text import printable

Fragment = dict[str, Plain]
"""A piece of JSON Schema."""

Held = TypeVar("Held")
"""What a cell of a reference answer holds."""

Rule = dict[str, Plain]
"""How a script reads answers and compares them: see `equality.js`."""

Around = tuple[Bound | str, Number]
"""A number, and how far from it another counts as the same; or the text that stands where there is none."""

A_NUMBER = 12
"""About as many letters as a number has, written by hand."""

MOST_EXPLAINED = 20
"""What a student reads; a hostile answer has thousands of wrong entries."""


class Cell(NamedTuple, Generic[Held]):
    """One thing inside an answer: a number, a count, a window, a score.

    `read(raw, path)` returns what was written or raises NotJudged; `write(answer)` is a reference answer as a document holds
    it; `show(problem, answer)` the same as reports show it; `is_right(problem, expected, given)` compares, and `rooms(problem,
    expected)` says the same to a script: the numbers of the cell, each with the room on both sides. `definition` names
    its shape in a schema, `many` calls several of them, and `label` what it is beside a node of a drawing; one without
    stands in the shape. `parts` are the fields that are filled in for it, where they are more than one; `parts_in(problem)`
    where the problem says which. `check(problem, answer, path)` raises NotJudged where one that was read has no place in the problem.
    """

    read: Callable[[Any, Path], Written]
    write: Callable[[Held], Plain]
    show: Callable[[Problem, Held], str]
    is_right: Callable[[Problem, Held, Any], bool]
    rooms: Callable[[Problem, Held], Sequence[Around]]
    definition: str
    many: str
    example: str = ""
    label: str = ""
    parts: tuple[Field, ...] = ()
    parts_in: Callable[[Problem], tuple[Field, ...]] | None = None
    check: Callable[[Problem, Held, Path], None] | None = None

    def fields(self, problem: Problem) -> tuple[Field, ...]:
        """Return the fields that are filled in for it."""
        parts = self.parts if self.parts_in is None else self.parts_in(problem)
        return parts or (Field("", self.definition, name="value" if self.definition == "number" else ""),)

    def written(self, problem: Problem, raw: object, path: Path) -> Written:
        """Return what was written. Raises NotJudged."""
        found = self.read(raw, path)
        if self.check is not None:
            self.check(problem, found.value, path)
        return found

    def items(self, problem: Problem, label: str, share: Number, answer: Held | None = None) -> list[Item]:
        """Return what a learning platform asks for it: its fields, with equal shares. Without an answer nothing belongs there."""
        names = [f"{label} {field.label}".strip() for field in self.fields(problem)]
        each = share * equal_shares(len(names))
        rooms = [(NOTHING, 0)] * len(names) if answer is None else self.rooms(problem, answer)
        right = NOTHING if answer is None else self.show(problem, answer)
        return [
            pick(name, each, [(choice, choice == right) for choice in (*field.choices, NOTHING)])
            if field.choices
            else Typed(name, each, (around,), field.shape)
            for name, field, around in zip(names, self.fields(problem), rooms, strict=True)
        ]


class Keys(NamedTuple):
    """What entries are about: nodes, children, moves.

    `what` calls one of them in messages; `known(problem)` is what students may write, by text; `name(problem, key)` is what
    documents and reports write. `says(problem, key)` is the sentence that one stands for, where they stand for sentences.
    """

    what: str
    known: Callable[[Problem], Mapping[str, Key]]
    name: Callable[[Problem, Key], str]
    says: Callable[[Problem, Key], str] | None = None

    def texts(self, problem: Problem, named: Iterable[tuple[str, Key]]) -> list[str]:
        """Return the sentences that keys stand for; none where they stand for none."""
        return [] if self.says is None else [self.says(problem, key) for _, key in named]

    def named(self, problem: Problem, keys: Iterable[Key] | None = None) -> list[tuple[str, Key]]:
        """Return keys with the names that documents write; without any, all that there are."""
        those = dict.fromkeys(self.known(problem).values()) if keys is None else keys
        return [(self.name(problem, key), key) for key in those]

    def for_script(self, problem: Problem) -> list[tuple[str, Key]]:
        """Return what students may write for each key."""
        return [*self.known(problem).items()]


class Template(NamedTuple):
    """What an answer template says of a part: how it is written where that is not plain, and the entries to fill in; or it `is_block`: lines of text stand below it."""

    example: str = ""
    entries: Sequence[str] = ()
    is_block: bool = False


class Room(NamedTuple):
    """What paper offers for an answer: room for any answer that there can be, so that it tells nothing of the right one.

    `letters` is about how many a long answer has, `lines` how many it may fill where the problem says so; `is_drawn`: it is a drawing, in an empty frame. `entries` are the names of those that have a line each, with so many
    `blanks`. `in_shapes`: each entry can be written into the shape of its node in a drawing.
    """

    letters: int = 0
    entries: Sequence[str] = ()
    blanks: int = 1
    in_shapes: bool = False
    is_drawn: bool = False
    lines: int = 0


class Form:
    """How an answer looks, and all that follows from that: reading, writing, comparing, marking, schema, template, paper, answer page, platform.

    What a form does not say itself is that of an answer that is one thing. `by_entry`: the answer is compared and marked entry by
    entry, and reference answers are maps; `missing_is_blank`: an entry that is not there is blank, else it is an answer;
    `zero_is_none`: where no entry is expected, 0 says no more than none; `by_item`: the answer is a list of many answers, each
    marked for itself, or else tells a rule by itself. `definition` names its shape in the schemas, `example` says how it is written
    where that is not plain, and `uploaded_as` why no platform can mark it, where none can. `uncounted` is told of an entry that would be
    right, but earns nothing for another answer beside it.
    """

    by_entry = False
    missing_is_blank = False
    zero_is_none = False
    by_item = False
    definition = ""
    example = ""
    uploaded_as = ""
    uncounted = ""

    def on(self, problem: Problem) -> "Form":
        """Return the form that holds on a problem."""
        return self

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of what an entry is about, fit to be shown; nothing where there is one thing only."""
        return ""

    def read(self, problem: Problem, raw: Any) -> Given:
        """Return the student's answer. Raises NotJudged."""
        raise NotImplementedError

    def write(self, problem: Problem, answer: Answer) -> Plain:
        """Return a reference answer as a document holds it."""
        raise NotImplementedError

    def show(self, problem: Problem, answer: Answer) -> str:
        """Return a reference answer as people read it."""
        raise NotImplementedError

    def shown(self, problem: Problem, right: Any) -> str:
        """Return one entry of a reference answer as people read it; of what has no entries all of it."""
        return self.show(problem, right)

    def meant(self, problem: Problem, given: Given) -> Answer:
        """Return a student's answer in the form of a reference answer; an entry that was left blank or cannot be read is None.

        An item of a list that cannot be read stands there as it is: to `same` and `apart` it is whatever is expected.
        """
        return given.value

    def same(self, problem: Problem, answer: Answer, other: Answer) -> bool:
        """Return whether another reference answer (by entry: one entry of it) would be marked as right where the first is."""
        raise NotImplementedError

    def apart(self, answer: Answer, other: Answer) -> tuple[int, int] | None:
        """Return how many things stand in one of two lists alone, and how many in either; None of what is no such list."""
        return None

    def tells(self, problem: Problem, given: Given) -> bool:
        """Return whether there is more in a student's answer than what many mistakes lead to."""
        return bool(given)

    def ways(self, problem: Problem, key: Key | None) -> int | None:
        """Return how many answers there are to choose from, at an entry where there are any; None where they are not counted."""
        return None

    def equality(self, case: Case) -> Rule:
        """Return how a script reads answers and compares them, whatever they are to be compared with: see `equality.js`."""
        raise NotImplementedError

    def compared(self, case: Case, answer: Answer) -> Plain:
        """Return a reference answer, right or wrong, as a script compares others with it; by the same rules as `same` and `mark`."""
        raise NotImplementedError

    def mark(self, marker: "Marker", given: Given) -> PartReport:
        """Return the marks of the student's answer: all or none, or the share of what follows from the student's own numbers."""
        problem, expected = marker.case.problem, marker.expected
        right = self.same(problem, expected, self.meant(problem, given))
        return marker.single(given, self.show(problem, expected), right=right)

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape of an answer in a document; `definitions` says where cells are defined, `blanks` allows null."""
        return nullable({"$ref": f"{definitions}{self.definition}"}, blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says of the answer."""
        return Template(self.example)

    def prompt(self, problem: Problem) -> str:
        """Return the question in the problem's own words; nothing where the task of the part says what is asked."""
        return ""

    def room(self, problem: Problem) -> Room:
        """Return what paper offers for the answer."""
        return Room(A_NUMBER)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers for the answer; it tells nothing of the right one."""
        raise NotImplementedError

    def items(self, case: Case, answer: Answer) -> Carried:
        """Return what a learning platform asks, and marks as a reference answer, right or wrong, says; or else why none does."""
        return Upload(self.uploaded_as)


Follows = Callable[[Case, Any, Answer], bool]
Tell = Callable[[Case, Any], str]
Comment = Callable[[Case, PartReport, Given], PartReport]
Flows = Callable[[Case, Any], Flow | None]


def follows_from_nothing(case: Case, key: Key | None, answer: object) -> bool:
    """Return False: there is nothing that the answer could follow from."""
    return False


def flows_from_nothing(case: Case, key: Key | None) -> Flow | None:
    """Return None: there is nothing that the answer could follow from, or nothing that an engine could calculate."""
    return None


def no_rule(problem: Problem, key: Key | None) -> str:
    """Return nothing: the part's name says what it is about."""
    return ""


class Roles(NamedTuple):
    """What the entries of a part are as steps, whatever their numbers: by that a class report pools problems that are not alike.

    `of(problem, solution)` is the role of each key that entries can be about; nothing for one that has none. `extra` is the role of what is
    listed though it does not belong there, where the part has one, and `too_much` are the verdicts by which an entry lists that beside what belongs there.
    """

    of: Callable[[Problem, Solution], Mapping[Key, str]]
    extra: str = ""
    too_much: tuple[Verdict, ...] = ()


class Played(Enum):
    """What of a search an answer is, so that it can be played as it was handed in: nodes in the order of visits, or the path of each iteration."""

    VISITS = "visits"
    PATHS = "paths"


class Part(NamedTuple):
    """One part of an answer: what to hand in, its form, what it can follow from, and what explains it.

    `name` is what documents write, `title` what people call it: on pages, on paper, in feedback.
    `task` says what is wanted and then, in parentheses, how a document writes it.
    `follows(case, key, answer)` tells of a wrong answer (of one entry of it) whether it follows from the student's own
    numbers; `explain(case, key)` is the step behind the right one, `tell(case, key)` the student's step beside the right one
    where the answer follows. The key is None where the answer has no entries.
    `rule(problem, key)` is the rule that a right entry keeps, in a few words: what there is to correct is gathered by it;
    `extra_rule` the one that an entry breaks where none belongs, if that is another; `question` is the last hint on an entry, asked of
    the node where it is decided, where no step has one that is about the entry; `why_none(case, key)` says why none does.
    `comment` may say more where the marks are known. `example(problem)` is an answer of the right form, with names of the
    problem and made-up numbers, where a form is easily mistaken. `rests_on` names the part without which this one earns nothing,
    where both are asked. `sources(problem)` names the parts that this one follows from, where that is not the carrier of the kind. `flow(case, key)` says as data what `follows` tells, as far as an engine of a platform can calculate it. `played` says as what of a search the answer is played.
    `roles` are those of its entries; without them they are the nodes of a tree, or nothing is pooled but the part.
    `needs` is what a problem without an answer to it can state, so that it has one.
    """

    name: str
    title: str
    task: str
    form: Form
    follows: Follows = follows_from_nothing
    explain: Tell = lambda *_: ""
    tell: Tell = lambda *_: ""
    comment: Comment = lambda _, report, __: report
    example: Callable[[Problem], str] | None = None
    rule: Callable[[Problem, Key | None], str] = no_rule
    extra_rule: Callable[[Problem, Key | None], str] | None = None
    question: str = ""
    why_none: Tell = lambda *_: ""
    rests_on: str = ""
    sources: Callable[[Problem], tuple[str, ...]] = lambda _: ()
    flow: Flows = flows_from_nothing
    played: Played | None = None
    roles: Roles | None = None
    needs: str = ""

    @property
    def wanted(self) -> str:
        """Return the task without how a document writes the answer: for those who fill in fields."""
        return self.task.partition(" (")[0]

    @property
    def absent(self) -> str:
        """Return what is said where a problem has no answer to it."""
        return f"has no answer on this problem; {self.needs and f'state {self.needs}, or '}leave it out"

    def wanted_on(self, problem: Problem) -> str:
        """Return the question that the problem puts where it puts it in words of its own, else what is wanted; nothing where the title says as much."""
        said = "" if self.wanted.removeprefix("the ").lower() == self.title.lower() else self.wanted
        return self.form.prompt(problem) or said

    def task_on(self, problem: Problem) -> str:
        """Return the task, first the question where the problem puts it in words of its own."""
        return " — ".join(filter(None, (self.form.prompt(problem), self.task)))

    def mark(self, case: Case, given: Given, possible: Number) -> PartReport:
        """Return the marks of the student's answer, with what there is to say of it."""
        return self.comment(case, self.form.mark(Marker(case, self, possible), given), given)


class Marker:
    """One part while it is marked: by what, for how many points, and how much was explained by now."""

    def __init__(self, case: Case, part: Part, possible: Number) -> None:
        self.case, self.part, self.possible, self._explained = case, part, possible, 0

    @property
    def expected(self) -> Answer:
        """Return the reference answer."""
        return self.case.expected(self.part.name)

    def share(self, count: int) -> Number:
        """Return what one of so many equal entries is worth."""
        return whole(Fraction(self.possible) / count)

    def followed(self, key: Key | None, value: object) -> Number:
        """Return which share a wrong answer, or a wrong entry, earns because it follows from the student's own numbers."""
        share = self.case.policy.follow_through
        return share if share and self.part.follows(self.case, key, value) else 0

    def words_of(self, words: Tell, key: Key | None, most: int = MOST_EXPLAINED) -> str:
        """Return what is said of an entry; nothing where so many were told of already."""
        self._explained += 1
        return words(self.case, key) if self._explained <= most else ""

    def follows_words(self, key: Key | None, shown: str) -> str:
        """Return what is said of an entry that follows from the student's own numbers where another one was expected."""
        plain = f"Right on your own numbers; expected {shown}."

        def beside_the_right(case: Case, key: Key | None) -> str:
            return self.part.tell(case, key) or f"{plain} {self.part.explain(case, key)}".rstrip()

        return self.words_of(beside_the_right, key) or plain

    def single(self, given: Written, shown: str, *, right: bool) -> PartReport:
        """Return the report of a part that is all or nothing, but for the share of a wrong answer that follows; `shown` is what was expected."""
        possible = self.possible
        if right:
            return self.whole(Entry(Verdict.CORRECT, None, given.text, shown, possible, possible))
        if share := self.followed(None, given.value):
            earned, message = whole(Fraction(possible) * share), self.follows_words(None, shown)
            return self.whole(Entry(Verdict.FOLLOW_THROUGH, None, given.text, shown, earned, possible, message))
        message = expected_words(shown, self.part.explain(self.case, None))
        return self.whole(Entry(Verdict.WRONG, None, given.text, shown, 0, possible, message))

    def whole(self, entry: Entry) -> PartReport:
        """Return the report of a part of which one thing is said."""
        return PartReport(self.part.name, entry.earned, self.possible, (entry,))

    def report(self, entries: Iterable[Entry], counts: Counts | None = None) -> PartReport:
        """Return the report of a part with entries; where extras would take it below 0 the last ones take only what is left."""
        entries, kept = [*entries], list[Entry]()
        left = add_up([entry.earned for entry in entries if entry.earned > 0])
        for entry in entries:
            if entry.earned >= 0:
                kept.append(entry)
                continue
            taken = min(-entry.earned, left)
            left = whole(left - taken)
            kept.append(entry._replace(earned=whole(-taken)))
        return PartReport(self.part.name, left, self.possible, tuple(kept), counts)


def expected_words(shown: str, why: str) -> str:
    """Return what is said of a wrong entry: what was expected, and the step behind it where there is one."""
    return f"expected {shown}. {why}".removesuffix(". ")


def is_same(part: Part, problem: Problem, answer: Answer, other: Answer) -> bool:
    """Return whether another reference answer, wrong or right, counts as the first."""
    form = part.form
    if not form.by_entry:
        return form.same(problem, answer, other)
    return has_entries(form, answer, other) and all(form.same(problem, answer[key], other[key]) for key in answer)


def has_entries(form: Form, answer: Mapping[Key, object], other: Mapping[Key, object]) -> bool:
    """Return whether the other map has the entries of the first and no more, but for zeros that say nothing."""
    more = (key for key in other if key not in answer)
    return answer.keys() <= other.keys() and all(form.zero_is_none and other[key] == 0 for key in more)


def has_two_answers(form: Form, problem: Problem, key: Key | None) -> bool:
    """Return whether there are just two answers to choose from, of which one is wrong; by entry those at this one."""
    return form.ways(problem, key) == 2


# -- what forms say as data: shapes that may be blank for schemas; fields and numbers with their rooms for scripts


def shape(fragment: Fragment, *, blanks: bool) -> Fragment:
    """Return the shape, which may be null (a blank) where blanks are allowed."""
    return {"if": {"type": "null"}, "else": fragment} if blanks else fragment


def nullable(fragment: Fragment, *, blanks: bool) -> Fragment:
    """Return the shape of a list, a map or another thing, which may be null where blanks are allowed."""
    if not blanks or "type" not in fragment:
        return shape(fragment, blanks=blanks)
    return {**fragment, "type": [fragment["type"], "null"]}


def shapes_of(problem: Problem, cell: Cell[Held]) -> Plain:
    """Return the shape of each number of a cell, by its name in the schemas."""
    return [field.shape for field in cell.fields(problem)]


def written_out(rooms: Iterable[Around]) -> list[list[str]]:
    """Return numbers with their rooms, for a script: exactly, as text."""
    return [[bound if isinstance(bound, str) else show_number(bound), show_number(room)] for bound, room in rooms]


# -- the keys that most answers are about: nodes and children, by their ids; and forms about keys


def _by_id(problem: Problem) -> Mapping[str, Key]:
    return problem.game.by_id()  # type: ignore[no-any-return]  # a game of any kind


def id_of(problem: Problem, key: Key) -> str:
    """Return the id of a node, of a child."""
    return str(problem.game.ids[key])


def no_keys(problem: Problem) -> Iterable[Key]:
    """Return no keys: which entries there are is for the student to find."""
    return ()


NODES = Keys("node", _by_id, id_of)
CHILDREN = Keys("child", _by_id, id_of)


class OfKeys(Form):
    """A form of answers that name some of the `keys`; `script` is how `equality.js` calls it."""

    keys: Keys
    script = ""

    def equality(self, case: Case) -> Rule:
        """Return how a script reads the keys."""
        return {"form": self.script, "known": self.keys.for_script(case.problem)}

    def name(self, problem: Problem, key: Key) -> str:
        """Return the name of what an entry is about."""
        return printable(self.keys.name(problem, key))
