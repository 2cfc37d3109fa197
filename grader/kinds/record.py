"""What a kind of exercise is: one frozen record of data and plain functions, and the functions that all kinds share.

A kind says which parts it asks, which conventions it uses, how its game is read and solved and drawn, which wrong rules
there are, and what its tutor says. Reading answers, marking and writing follow from the forms of its parts; a kind that
needs another way (an answer that is checked by running the solver on it) replaces that one function in its record.
"""

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from grader.core.answers.case import (
    Answer,
    Answers,
    Attempt,
    Case,
    Given,
    Key,
    NotJudged,
    Raw,
    Refused,
    Solution,
    Tutor,
    legible,
    malformed_in,
    show_given,
)
from grader.core.answers.free_text import TEXT_PART
from grader.core.answers.marks import mark_blank, mark_malformed
from grader.core.answers.part import Part
from grader.core.answers.reports import Malformed, PartReport, ProblemReport
from grader.core.conventions import Conventions, conventions_in_words
from grader.core.data import Data, Plain
from grader.core.documents import Document, shape_faults
from grader.core.drawing.diagram import Diagram, Numbers
from grader.core.errors import Fault, Path, suggest
from grader.core.games.problem import Problem
from grader.core.games.text_question import TEXT
from grader.core.numbers import Number
from grader.core.policy import Marking
from grader.core.text import printable

_LONGEST = 600
"""Letters of a right answer that a report shows where none was given: of a large tree, how it begins."""

Agrees = Callable[[Key, Answer], bool]
"""From a key of the carrier and the number that a rule finds there to whether it is worth while to go on."""

Fixed = Mapping[Any, Number]
"""Numbers that somebody wrote, by the key of the carrier or the name of a single part: others follow from them."""


class Follow(Protocol):
    """What a wrong rule answers."""

    def __call__(self, fixed: Fixed, parts: Collection[str] | None = None, agrees: Agrees | None = None, /) -> Answers:
        """Return the answers that follow from the given numbers; only those of the named parts, where some are named.

        Where `agrees` says no it may raise Disagreement instead: a search is dear, and most are not worth finishing.
        """
        ...


class Misconception(NamedTuple):
    """One wrong rule on one problem.

    `detail` says which where the name leaves it open (a depth, a logarithm). `answer` returns the answers of someone who
    follows the rule; where they have written down other numbers than the rule gives (node -> number), they follow from those.
    `twin_of` is the name of another rule that is the same one on this shape, and goes before this one. What a rule that
    `has_to_try` answers is found by trying one object after the other: that is dear, and nobody asks whether it is right.
    One that is `not_promised` is named where it fits, but no exercise is made to tell it: what would show it is not asked.
    In parts that it is `alone_in` people follow it and are right in all others: each is worked out by itself, and what the
    rule gives there is hardly met by chance.
    """

    name: str
    detail: str
    answer: Follow
    twin_of: str = ""
    has_to_try: bool = False
    not_promised: bool = False
    alone_in: tuple[str, ...] = ()


class Wording(NamedTuple):
    """The words for one misconception.

    `description` tells the instructor which wrong rule it is; `advice` tells the student what is done instead, without
    any number of the problem; `breaks` names the rule or the convention that it breaks.
    """

    description: str
    advice: str
    breaks: str


R_co = TypeVar("R_co", covariant=True)


class Mistake(NamedTuple, Generic[R_co]):
    """All there is to a misconception of a kind: by which `rules` it goes, in the way of its kind, and its words.

    A search that is not `is_sound` can find another value than minimax does: who follows it has only what it returns.
    `alone_in` is that of the `Misconception`.
    """

    rules: R_co
    description: str
    advice: str
    breaks: str
    is_sound: bool = True
    alone_in: tuple[str, ...] = ()


def wordings_of(mistakes: Mapping[str, Mistake[object]]) -> dict[str, Wording]:
    """Return the words of the misconceptions by their names."""
    return {name: Wording(one.description, one.advice, one.breaks) for name, one in mistakes.items()}


class Divergence(NamedTuple):
    """The first step that differs: its key, and a sentence with the numbers of the right step and of the wrong one.

    The key is None where no single entry shows it.
    """

    key: Key | None
    sentence: str


MayShow = Callable[[str, Key | None], bool]
"""From a part, and a key of it or None, to whether a difference may be shown there: never at an answer that is right."""


class _Everything(Container[Key]):
    def __contains__(self, key: object) -> bool:
        return True


def any_follower(problem: Problem, keys: Iterable[Key]) -> Container[Key]:
    """Return all keys: a number can carry anywhere, as through the window of alpha-beta."""
    return _Everything()


def no_follower(problem: Problem, keys: Iterable[Key]) -> Container[Key]:
    """Return no keys: each entry is found by itself."""
    return ()


class Wrong(NamedTuple):
    """The wrong rules of a kind, and what diagnosis needs to follow a student's own numbers.

    `wordings` are the words for all misconceptions that there can be, by name, in the order in which equal fits are
    named; `rules(problem)` are those that can be followed on the problem.
    `right(problem, fixed)` are the right rule's answers where some numbers are given. `carrier` is the part, if there is one, whose
    numbers others follow from, `order(problem)` its keys in the order in which they are found, `followers(problem, keys)` those
    whose number can follow from that of one of the keys. `divergence(problem, solution, wrong, may_show)` is the first
    step, of those that may be shown, at which wrong answers part from the right ones. `root` is the part that asks for the
    carrier's number at the root alone, `skipped` the one that lists what is skipped, where there are such parts.
    `singles` are parts of one number that others follow from, in the order in which they are found; their keys are their names.
    So many single answers that are as a rule says are `enough` to name it: fewer where numbers rarely agree by chance.
    """

    wordings: Mapping[str, Wording]
    rules: Callable[[Problem], list[Misconception]]
    right: Callable[[Problem, Fixed], Answers]
    divergence: Callable[[Problem, Solution, Answers, MayShow], Divergence | None]
    carrier: str = ""
    order: Callable[[Problem], Sequence[Key]] = lambda _: ()
    followers: Callable[[Problem, Iterable[Key]], Container[Key]] = any_follower
    root: str = ""
    skipped: str = ""
    singles: tuple[str, ...] = ()
    enough: int = 3

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all misconceptions that there can be; they are part of the result format."""
        return tuple(self.wordings)


class GameFormat(NamedTuple):
    """How a game comes in and goes out.

    `settled(data, conventions)` is what a document says with the defaults of the game that hang on the conventions; of that
    `read(document, conventions)` returns (game, faults, warnings) of a document that fits its schema; `write(problem)` the
    document's own fields of the game.
    """

    read: Callable[[Document, Conventions], tuple[Data, list[Fault], list[str]]]
    write: Callable[[Problem], dict[str, Plain]]
    settled: Callable[[Mapping[str, Data], Conventions], Mapping[str, Data]] = lambda data, _: data


def read_parts(kind: "Kind", problem: Problem, document: Document, path: Path) -> Attempt:
    """Return the answers that a submission gives to one problem, part by part.

    `path` leads to the problem's answers. An entry with anything wrong in it is malformed, of an answer of another shape
    than the schema says the part; the others are not touched by that.
    """
    given = _at(document.data, path) or {}
    refused: dict[str, list[Fault]] = {}
    for fault in shape_faults(document, f"answers-{kind.name}", path):
        refused.setdefault(str(fault.path[len(path)]), []).append(fault)
    attempt: dict[str, Given] = {}
    for name in problem.parts:
        raw, part = given.get(name), kind.parts[name]
        if raw is not None and name in refused:
            faults = (_with_example(part, problem, fault, len(path)) for fault in refused[name])
            raw = _without_refused(raw, [Refused(None, one.message, one.path[len(path) + 1 :]) for one in faults])
        read = None if raw is None else _read_part(part, problem, raw)
        attempt[name] = _placed(read, document, (*path, name)) if malformed_in(read) else read
    return attempt


def _without_refused(raw: Raw, refused: Iterable[Refused]) -> Raw:
    """Return an answer in which what was refused stands as such: what is deeper down first, so that more of an answer counts than of what holds it."""
    top: Raw = {"": deepcopy(raw)}
    for one in sorted(refused, key=lambda one: -len(one.path)):
        *above, last = ("", *one.path)
        holder = _at(top, tuple(above))
        holder[last] = one._replace(raw=holder[last])
    return top[""]


def _read_part(part: Part, problem: Problem, raw: Raw) -> Given:
    """Return what a part's form makes of an answer; where that has another shape, why it cannot be read."""
    if isinstance(raw, Refused):
        return Malformed(show_given(raw), Fault(raw.message, path=raw.path))
    try:
        return part.form.read(problem, raw)
    except NotJudged as failure:
        return Malformed(show_given(raw), Fault(failure.message, path=failure.path))


def _placed(given: Given, document: Document, above: Path) -> Given:
    """Return an answer in which the place is known of what cannot be read; `above` is the path of the part."""
    unread = malformed_in(given)
    faults = document.faults([(one.fault.message, (*above, *one.fault.path)) for one in unread])
    left = iter(faults)

    def placed(one: Given) -> Given:
        return one._replace(fault=next(left)) if isinstance(one, Malformed) else one

    if isinstance(given, Mapping):
        return {key: placed(one) for key, one in given.items()}
    return list(map(placed, given)) if isinstance(given, list) else placed(given)


def _with_example(part: Part, problem: Problem, fault: Fault, above: int) -> Fault:
    """Return the fault; where the answer as a whole has a wrong form, with one line of the right form."""
    is_whole = len(fault.path) == above + 1
    example = part.example(problem) if part.example and (is_whole or not part.form.by_entry) else ""
    return fault._replace(message=f"{fault.message}; write it as {part.name}: {example}") if example else fault


def unmarked_parts(kind: "Kind", problem: Problem, document: Document, path: Path) -> list[Fault]:
    """Return a note for each answer that is not marked: no part of the kind, or a part that is not asked."""
    notes: list[tuple[str, Path]] = []
    above = ""
    for name, raw in (_at(document.data, path) or {}).items():
        is_known = name in kind.parts
        if is_known:
            above = name if raw is None and kind.parts[name].form.by_entry else ""
        message = "this part is not asked here and was not marked"
        if not is_known:
            known = f"expected one of {', '.join(problem.parts)}{suggest(name, problem.parts)}"
            message = f'no part is called "{printable(name)}"'
            message += f"; indent it deeper than {above}: above it" if above else f", {known}"
        if name not in problem.parts:
            notes.append((message, (*path, name)))
    return document.faults(notes)


def _at(data: Raw, path: Path) -> Raw:
    for step in path:
        data = data[step]
    return data


def check_parts(
    kind: "Kind", problem: Problem, solution: Solution, attempt: Attempt, policy: Marking = Marking()
) -> ProblemReport:
    """Return the report of the problem: each asked part marked against the solution."""
    read = {name: legible(given) for name, given in attempt.items()}
    case = Case(problem, solution, read, policy, kind.tutor)
    reports = tuple(_check_part(case, kind.parts[name], attempt[name]) for name in problem.parts)
    earned = sum(report.earned for report in reports)
    return ProblemReport(problem.id, problem.kind, problem.title, earned, problem.possible, reports)


def _check_part(case: Case, part: Part, given: Given) -> PartReport:
    possible = case.problem.points[part.name]
    if given is not None and not isinstance(given, Malformed):
        return part.mark(case, given, possible)
    expected = None
    if part.name in case.solution.answers:  # of what a person marks there is no answer
        expected = printable(part.form.show(case.problem, case.expected(part.name)), _LONGEST)
    if given is None:
        return mark_blank(part.name, possible, expected)
    return mark_malformed(part.name, possible, given, expected)


def write_parts(kind: "Kind", problem: Problem, solution: Solution) -> dict[str, Plain]:
    """Return the solution's answers as a document holds them: every part that the problem has."""
    return {
        name: part.form.write(problem, solution.answers[name])
        for name, part in kind.parts.items()
        if name in solution.answers
    }


class View(NamedTuple):
    """What is drawn: a problem, with the solution's answers, or with the student's and what is said of them.

    Solution and the student's side may be None, and what is not there is not drawn. `numbers` says which of the solution's
    numbers are shown though nobody asked for them.
    """

    problem: Problem
    solution: Solution | None = None
    attempt: Attempt | None = None
    report: ProblemReport | None = None
    numbers: Numbers = Numbers.VALUES

    @property
    def title(self) -> str:
        """Return what stands above a drawing."""
        return printable(self.problem.title or self.problem.id)

    @property
    def parts(self) -> Mapping[str, PartReport]:
        """Return what is said of each part."""
        return {part.part: part for part in self.report.parts} if self.report else {}

    @property
    def answers(self) -> Answers:
        """Return the solution's answers; none where it is not shown."""
        return {} if self.solution is None else self.solution.answers

    @property
    def has_values(self) -> bool:
        """Return whether values are shown that nobody asked for."""
        return self.numbers in (Numbers.VALUES, Numbers.ALL)


class Rests(NamedTuple):
    """On what a problem rests: the conventions by which it goes, and the parts of answers on which these can bear."""

    conventions: Collection[str]
    parts: Collection[str]


def rests_on_what_is_asked(kind: "Kind", problem: Problem) -> Rests:
    """Return the kind's conventions and the parts that the problem asks."""
    return Rests(kind.conventions, problem.ask)


class Drawable(NamedTuple):
    """What an instructor can draw for a kind: a tree in which these may move, or the children of one node with totals and visits.

    `cuts`: the search skips what cannot matter. `unheard` are the conventions that change no number which the page of the editor shows,
    `refused` what is said where another player moves.
    """

    players: tuple[str, ...]
    cuts: bool = False
    has_visits: bool = False
    unheard: tuple[str, ...] = ("decimals",)
    refused: str = ""


class Kind(NamedTuple):
    """One kind of exercise.

    `task` says what there is to do, in a statement. `parts` and `conventions` are all that the kind knows, `asked` the
    parts that a problem asks unless it says otherwise, `terms(problem)` what a statement explains before the conventions,
    `poses(problem)` what it asks of this problem alone, line by line below the tree.
    `solve(problem)` returns the solution; `solve(problem, parts=…)` one that has at least the answers of these parts.
    `draw(view)` says what there is to see, as one drawing or several. `rests(kind, problem)` says which of the conventions bear on
    which parts of answers; a kind that searches as another does has that kind's. `searches` names the kinds as which it
    can search: whoever errs there errs here too, so their wrong rules are its own. `drawable` says what of it is drawn in the editor.
    `diagnose(exercise, attempt)` says what is behind answers, where these are not to be compared with one solution, and `witness(graded)` on
    which problem that is seen best, as a `Witness`.
    """

    name: str
    title: str
    task: str
    parts: Mapping[str, Part]
    asked: tuple[str, ...]
    conventions: tuple[str, ...]
    game_format: GameFormat
    solve: Callable[..., Solution]
    wrong: Wrong
    tutor: Tutor
    draw: Callable[[View], Sequence[Diagram]]
    terms: Callable[[Problem], list[str]] = lambda _: []
    poses: Callable[[Problem], list[str]] = lambda _: []
    rests: Callable[["Kind", Problem], Rests] = rests_on_what_is_asked
    searches: tuple[str, ...] = ()
    drawable: Drawable | None = None
    read_answer: Callable[..., Attempt] = read_parts
    check: Callable[..., ProblemReport] = check_parts
    write_answer: Callable[..., dict[str, Plain]] = write_parts
    unmarked: Callable[..., list[Fault]] = unmarked_parts
    diagnose: Callable[..., Any] | None = None
    witness: Callable[..., Any] = lambda _: None

    @property
    def answered(self) -> dict[str, Part]:
        """Return the parts that a solver answers, which problems `ask`: all but the one in words."""
        return {name: part for name, part in self.parts.items() if name != TEXT}

    def conventions_said(self, problem: Problem, but: Container[str] = ()) -> list[str]:
        """Return the sentences on the conventions that matter for what the problem asks, but for those named."""
        rests = self.rests(self, problem)
        used = [name for name in rests.conventions if name not in but]
        return conventions_in_words(problem.conventions, used, rests.parts)

    def terms_and_conventions(self, problem: Problem) -> list[str]:
        """Return what a statement explains of how the problem goes, and is marked: first what the kind has to explain."""
        return [*self.terms(problem), *self.conventions_said(problem)]


def by_name(*parts: Part) -> dict[str, Part]:
    """Return the parts by their names, in this order, and last the one in words, which problems of every kind can ask."""
    return {part.name: part for part in (*parts, TEXT_PART)}
