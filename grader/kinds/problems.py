"""Problem documents: the one door through which every problem comes in, and the way back out."""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

from grader.core.answers.case import Answers, Attempt, Key, Solution, Step, legible, malformed_in
from grader.core.answers.forms import One
from grader.core.answers.part import is_same
from grader.core.answers.reports import Malformed, ProblemReport, Reveal, Revealed, Verdict
from grader.core.answers.rounding import Marks, with_pending
from grader.core.conventions import FIELDS, Conventions, read_conventions, write_conventions
from grader.core.data import Plain
from grader.core.documents import Document, Source, shape_faults
from grader.core.drawing.diagram import Diagram, NotDrawn, Numbers, first_of
from grader.core.errors import Fault, ProblemError
from grader.core.games.problem import Game, Problem
from grader.core.games.text_question import TEXT, read_text_question, write_text_question
from grader.core.lazy import LruCache
from grader.core.numbers import MOST_DIGITS, Number, add_up, is_too_long, points_text, write_number
from grader.core.policy import Points, Policy, checked, not_asked, points_of, read_points, read_policy, write_policy
from grader.core.text import printable
from grader.kinds.record import Fixed, Kind, Misconception, View

_MOST_KEPT, _MOST_PAGES = 256, 96
_MANY, _FEW = 64, 8
FORMAT = "gametree-problem/1"

T = TypeVar("T")


class Fold(NamedTuple):
    """A wrong rule with its answers to what is asked, and the parts in which these are nothing else than the right ones."""

    misconception: Misconception
    answers: Answers
    unchanged: frozenset[str]


def _answered(wrong: Misconception, answers: Answers) -> Misconception:
    """Return a rule whose answers are known, whatever else a student wrote."""

    def answer(_: Fixed, parts: Collection[str] | None = None, *__: object) -> Answers:
        return answers if parts is None else {part: answers[part] for part in parts if part in answers}

    return wrong._replace(answer=answer)


class WrongAnswers:
    """The answers of every wrong rule on one problem; each thing is found once, when it is first asked for."""

    def __init__(self, kind: Kind, problem: Problem, solution: Solution) -> None:
        self._kind, self._problem, self._solution = kind, problem, solution
        self._folds: list[Fold] | None = None
        self._telling: dict[tuple[str, str], frozenset[str]] = {}
        self._order: Sequence[int] | None = None

    def folds(self) -> list[Fold]:
        """Return each misconception with its answers, in the order in which equal fits are named."""
        if self._folds is None:
            self._folds = [self._fold(wrong) for wrong in self._kind.wrong.rules(self._problem)]
        return self._folds

    def in_few_parts(self) -> Iterator[Fold]:
        """Yield the rules followed in some parts alone: all others are right, or follow from the numbers that the rule gives there."""
        right, singles = self._solution.answers, self._kind.wrong.singles
        for fold in self.folds():
            shows = self.telling(fold)
            parts = [part for part in fold.misconception.alone_in if part in shows]
            some = (few for size in range(1, len(shows)) for few in combinations(parts, size))
            for own in ({part: fold.answers[part] for part in few} for few in some):
                numbers: dict[Any, Number] = {part: number for part, number in own.items() if part in singles}
                followed = [self.right(numbers)] if numbers else []
                yield from (self._fold(_answered(fold.misconception, {**rest, **own})) for rest in (right, *followed))

    def _fold(self, wrong: Misconception) -> Fold:
        ask, right = self._problem.ask, self._solution.answers
        answers = wrong.answer({}, ask)
        unchanged = (part for part in ask if part in answers and answers[part] == right[part])
        return Fold(wrong, answers, frozenset(unchanged))

    def telling(self, fold: Fold) -> frozenset[str]:
        """Return the asked parts in which the wrong rule's answers are not the right ones; by these alone it shows."""
        key = (fold.misconception.name, fold.misconception.detail)
        if key not in self._telling:
            parts, problem, right, wrong = self._kind.parts, self._problem, self._solution.answers, fold.answers
            are_same = {
                part
                for part in problem.ask
                if part in wrong and is_same(parts[part], problem, right[part], wrong[part])
            }
            self._telling[key] = frozenset(part for part in problem.ask if part not in are_same)
        return self._telling[key]

    def order(self) -> Sequence[int]:
        """Return the nodes in the order in which their numbers are found."""
        if self._order is None:
            self._order = self._kind.wrong.order(self._problem)
        return self._order

    def right(self, fixed: Mapping[int, Number]) -> Answers:
        """Return the right rule's answers where some numbers are given."""
        return self._kind.wrong.right(self._problem, fixed)


class Exercise(NamedTuple):
    """A problem that was read, with its kind, its solution and its wrong answers: all that grading needs, computed once.

    `kept` is what was made of answers to it that may come again, `pages` what is large of that. `accepted` are answers to parts
    that are right beside those of the solution, because people said so.
    """

    kind: Kind
    problem: Problem
    solution: Solution
    document: Document
    wrong: WrongAnswers
    kept: LruCache[Any]
    pages: LruCache[Any]
    accepted: Mapping[str, Any] = {}

    def __repr__(self) -> str:
        parts, points = ", ".join(self.problem.parts), points_text(self.problem.possible)
        return f"<Exercise {printable(self.problem.id)} ({self.kind.name}): {parts}; {points}>"

    def _repr_svg_(self) -> str | None:
        """Return the drawing, for notebooks."""
        from grader.core.drawing.draw import svg  # only notebooks ask for it

        try:
            return svg(self.diagram())
        except NotDrawn:
            return None

    def grade(self, answers: Source, *, reveal: Revealed = Reveal.EXPECTED, policy: Policy = Policy()) -> "Graded":
        """Return the marks of answers to this problem: a mapping from parts, or a whole submission in a file or bytes.

        Raises SubmissionError where nothing in it can be marked, ValueError for a reveal or a policy that there is not.
        """
        return LIBRARY.grade(self, answers, Reveal(reveal), checked(policy))

    def solve(self) -> dict[str, Plain]:
        """Return the reference answer of every part that the problem has, as a document holds it: nodes by their ids."""
        return self.kind.write_answer(self.kind, self.problem, self.solution)

    def diagram(self, *, solved: bool = False, numbers: Numbers = Numbers.VALUES) -> Diagram:
        """Return what there is to draw of the problem; with its answers where it is `solved`, as many as `numbers` says."""
        return first_of(self.diagrams(solved=solved, numbers=numbers))

    def diagrams(self, *, solved: bool = False, numbers: Numbers = Numbers.VALUES) -> Sequence[Diagram]:
        """Return all that there is to draw: a statement shows the first, a solution of several stages has one for each."""
        return self.kind.draw(View(self.problem, self.solution if solved else None, numbers=numbers))

    def picture_of_steps(self) -> Diagram:
        """Return what the steps are told beside: what there is to draw of the problem, without any answer, unless the kind says otherwise."""
        picture = self.kind.tutor.picture
        return self.diagram() if picture is None else picture(self.problem, self.solution)

    def steps(self) -> tuple[Step, ...]:
        """Return the steps that lead to the solution, in order."""
        return tuple(self.kind.tutor.steps(self.problem, self.solution))

    def id_of(self, key: Key) -> str:
        """Return the id of what a step or an entry is about, as documents write it."""
        game: Game = self.problem.game
        return game.ids[key]

    @property
    def size(self) -> int:
        """Return how many things an answer can be about: nodes, children."""
        return self.problem.size

    def name_of(self, key: Key) -> str:
        """Return the id of what a step or an entry is about, fit to be shown."""
        return printable(self.id_of(key))

    def keys_by_name(self) -> Mapping[str, Key]:
        """Return what a step or an entry is about by its name, fit to be shown."""
        names: Mapping[str, Key] = self.kept.get_or_make(
            "keys", lambda: {self.name_of(key): key for key in range(self.size)}
        )
        return names

    def sentences(self, part: str) -> Mapping[str, str]:
        """Return the sentence that each thing which a part asks about stands for, by its name; none where there are none."""
        return self.kept.get_or_make(("sentences", part), partial(self._sentences, part), lambda _: True)  # type: ignore[no-any-return]  # made below

    def _sentences(self, part: str) -> Mapping[str, str]:
        widget = self.kind.parts[part].form.widget(self.problem)
        return {printable(name): text for (name, _), text in zip(widget.keys, widget.texts, strict=False)}

    def shape(self) -> Hashable:
        """Return the shape of the tree: who moves at which node, by name, and what hangs from it."""
        shape: Hashable = self.kept.get_or_make(
            "shape",
            lambda: tuple((node.shape, node.id, node.parent) for drawn in self.diagrams()[:1] for node in drawn.nodes),
        )
        return shape

    def alone(self) -> "Exercise":
        """Return the same exercise, of which nothing was made yet."""
        return self._replace(kept=LruCache(_MOST_KEPT), pages=LruCache(_MOST_PAGES))

    def forget(self) -> None:
        """Let go of what was made of answers. It refers back to the exercise: both would wait long for the search for garbage."""
        self.kept.clear()
        self.pages.clear()

    def path_to(self, key: Key) -> list[Key]:
        """Return what lies between the root and this, both included; nothing where there are no paths."""
        game: Game = self.problem.game
        return game.path_to(key)


class Exercises:
    """The exercises that were asked last: many of those that were asked again, and few of the others.

    A class works on few problems, or each student on some of thousands that nobody else needs: those would fill memory.
    """

    def __init__(self) -> None:
        self._once: dict[str, Exercise] = {}
        self._again: dict[str, Exercise] = {}
        self._asked: set[str] = set()

    def get_or_read(self, name: str, read: Callable[[], Exercise]) -> Exercise:
        """Return the exercise of this name, read and solved now where it is not here. Raises what `read` raises."""
        exercise = self._once.pop(name, None) or self._again.pop(name, None) or read()
        held, most = (self._again, _MANY) if name in self._asked else (self._once, _FEW)
        self._asked.add(name)
        held[name] = exercise  # as the last one
        for oldest in [*held][:-most]:
            if (gone := held.pop(oldest, None)) is not None:
                gone.forget()
        return exercise


class Made(NamedTuple):
    """What was made of one problem's marks; `of` are the fields that it was made of, `key` tells them from other marks."""

    of: tuple[object, ...]
    key: Hashable
    values: dict[Hashable, Any]


class Graded(NamedTuple):
    """One problem of a submission, marked. `report` is already redacted to what its reader may see, `marks` are rounded.

    `made` is what was made of it; None where no other submission can have the same.
    """

    exercise: Exercise
    attempt: Attempt
    report: ProblemReport
    marks: Marks
    made: Made | None = None

    @property
    def earned(self) -> Number:
        """Return the marks, as every report shows them."""
        return self.marks.earned

    @property
    def possible(self) -> Number:
        """Return the points."""
        return self.marks.possible

    @property
    def pending(self) -> Number:
        """Return the points that wait for a person."""
        shares = zip(self.report.parts, self.marks.parts, strict=True)
        return add_up([share.possible for part, share in shares if part.is_pending])

    @property
    def words(self) -> str:
        """Return the marks as text, and how many points wait for a person."""
        return with_pending(self.marks.words, self.pending, self.possible)

    @property
    def is_blank(self) -> bool:
        """Return whether nothing was filled in: a map without entries is as blank as a part that is left out."""
        entries = [entry for part in self.report.parts for entry in part.entries]
        return bool(entries) and all(entry.verdict is Verdict.BLANK for entry in entries)

    @property
    def read(self) -> Attempt:
        """Return what of the student's answers can be read."""
        return {part: legible(given) for part, given in self.attempt.items()}

    @property
    def unread(self) -> list[Malformed]:
        """Return what of the student's answers cannot be read; of answers to no part of the problem tell the notes of the report."""
        return [one for given in self.attempt.values() for one in malformed_in(given)]

    def get_or_make(self, what: Hashable, make: Callable[[], T], *, is_large: bool = False) -> T:
        """Return what is made of these marks; for all submissions that have them it is made once.

        A copy in which anything was replaced has nothing in common with what was made before. Of what `is_large` only the
        last ones are kept.
        """
        if self.made is None or any(mine is not its for mine, its in zip(self, self.made.of, strict=False)):
            return make()
        if is_large:
            large: T = self.exercise.pages.get_or_make((self.made.key, what), make)
            return large
        values = self.made.values
        if what not in values:
            values[what] = make()
        return values[what]  # type: ignore[no-any-return]  # what `make` returned

    def __repr__(self) -> str:
        return f"<Graded {printable(self.report.id)}: {self.marks.total.words}>"

    def _repr_html_(self) -> str:
        """Return the tree and the marks, for notebooks."""
        return LIBRARY.html(self)


class Witness(NamedTuple):
    """The problem on which it is seen best what is wrong in answers to several: what it is called, and its marks, of which its reader may see all."""

    name: str
    graded: Graded

    @property
    def sentence(self) -> str:
        """Return what it is."""
        what = (
            "the smallest tree that shows it"
            if self.graded.report.findings
            else "a public tree on which something is wrong"
        )
        return f"{what}: {self.name} ({self.graded.exercise.size} nodes)"


class Library:
    """What stands above exercises and marks and is asked of them all the same; `grader/__init__.py` says what it is."""

    grade: Callable[[Exercise, Source, Reveal, Policy], Graded]
    html: Callable[[object], str]


LIBRARY = Library()
NOTHING_ASKED = (
    "an empty list is not allowed here, expected a list of different parts, or a question in words under text"
)


def read_exercise(document: Document, kinds: Mapping[str, Kind], *, is_shipped: bool = False) -> Exercise:
    """Return the problem that the document states, solved. Raises ProblemError with everything that is wrong with it.

    Shape first (the schema), then meaning: conventions, the game, points, and that every asked part has an answer. The
    shape of a shipped problem is proven by the tests and not looked at again.
    """
    stated = document.data
    named = stated.get("kind") if isinstance(stated, dict) else None
    schema = f"problem-{named}" if isinstance(named, str) and named in kinds else "problem"
    if not is_shipped and (faults := shape_faults(document, schema)):
        raise ProblemError(faults)
    kind = kinds[stated["kind"]]
    problem, points = _stated(document, kind)
    solution = kind.solve(problem)
    if _is_too_long(kind, problem, solution):
        message = f"its answers have more than {MOST_DIGITS} digits; shorten the fractions of its numbers"
        raise ProblemError(document.faults([(message, ())]))
    problem = _posed(document, problem, points, _asked(document, kind, problem, solution, points))
    wrong_answers = WrongAnswers(kind, problem, solution)
    return Exercise(
        kind,
        problem,
        solution._replace(sentences={}),
        document,
        wrong_answers,
        LruCache(_MOST_KEPT),
        LruCache(_MOST_PAGES),
    )


def _stated(document: Document, kind: Kind) -> tuple[Problem, Points]:
    """Return what the document states, and what it says of points. Raises ProblemError with all that is wrong with it."""
    stated = document.data
    conventions, wrong_fields = read_conventions(stated.get("conventions") or {})
    faults = document.faults((message, ("conventions", name)) for name, message in wrong_fields)
    text, wrong_text = read_text_question(stated.get(TEXT))
    faults += document.faults((message, (TEXT, *path)) for message, path in wrong_text)
    is_in_words_alone = stated.get("ask") == []
    if is_in_words_alone and stated.get(TEXT) is None:
        faults += document.faults([(NOTHING_ASKED, ("ask",))])
    ask = () if is_in_words_alone else tuple(stated.get("ask") or kind.asked)
    problem, wrong_game = read_problem(document, kind, conventions, ask)
    faults += wrong_game
    points, wrong_points = read_points(stated.get("points"))
    faults += document.faults([*wrong_points, *not_asked(points, ask)])
    policy, wrong_policy = read_policy(stated.get("marking") or {})
    faults += document.faults((message, ("marking", *path)) for message, path in wrong_policy)
    if faults:
        raise ProblemError(faults)
    return problem._replace(policy=policy, text=text, tags=tuple(stated.get("tags") or ())), points


def read_problem(
    document: Document, kind: Kind, conventions: Conventions, ask: tuple[str, ...]
) -> tuple[Problem, list[Fault]]:
    """Return the problem of this kind that a document states, each part worth a point, and what is wrong with its game."""
    stated = kind.game_format.settled(document.data, conventions)
    game, wrong, warnings = kind.game_format.read(document._replace(data=stated), conventions)
    problem = Problem(
        id=stated["id"].strip(),
        kind=kind.name,
        game=game,
        conventions=conventions,
        ask=ask,
        points=dict.fromkeys(ask, 1),
        title=(stated.get("title") or "").strip(),
        origin=(stated.get("source") or "").strip(),
        source=document.source,
        warnings=tuple(warnings),
        stated=stated,
        has_decimals=has_decimals(
            [
                stated.get(name)
                for name in ("tree", "game", "children", "evaluation", "branching", "rate", "seconds", "conventions")
            ]
        ),
    )
    return problem, wrong


def has_decimals(stated: Plain) -> bool:
    """Return whether a problem writes a number as a decimal: a value, a probability, a total, a bound."""
    waiting = [stated]
    for item in waiting:
        if isinstance(item, dict):
            waiting.extend(value for name, value in item.items() if name not in ("id", "move", "state"))
        elif isinstance(item, list):
            waiting.extend(item)
        elif "." in str(item):
            return True
    return False


def _is_too_long(kind: Kind, problem: Problem, solution: Solution) -> bool:
    """Return whether a number of the asked answers, or one that follow from others, has more digits than any number may."""
    single = [part for part in problem.ask if isinstance(kind.parts[part].form, One) and part in solution.answers]
    numbers = [solution.answers[part] for part in single]
    # and those that others follow from, and of windows, which chance nodes divide again and again
    for part in {kind.wrong.carrier, "windows"}.intersection(solution.answers):
        entries = solution.answers[part]
        for cell in entries.values() if isinstance(entries, Mapping) else ():
            numbers += cell if isinstance(cell, tuple) else (cell,)
    return any(isinstance(number, (int, Fraction)) and is_too_long(number) for number in numbers)


def _asked(document: Document, kind: Kind, problem: Problem, solution: Solution, said: Points) -> tuple[str, ...]:
    """Return the parts that are asked: of the default question those that have an answer. Raises ProblemError where one is stated that has none."""
    absent = [part for part in problem.ask if part not in solution.answers]
    if absent and document.data.get("ask"):
        wrong = [(f"{part} {kind.parts[part].absent}", ("ask", problem.ask.index(part))) for part in absent]
        raise ProblemError(document.faults(wrong))
    if wrong_points := [part for part in absent if isinstance(said, Mapping) and part in said]:
        raise ProblemError(document.faults((kind.parts[part].absent, ("points", part)) for part in wrong_points))
    ask = tuple(part for part in problem.ask if part not in absent)
    if not problem.parts or (absent and not ask):
        message = f"has no answer to {' or '.join(absent)}; expected ask, with what is asked"
        raise ProblemError(document.faults([(message, ())]))
    return ask


def _posed(document: Document, problem: Problem, said: Points, ask: tuple[str, ...]) -> Problem:
    """Return the problem with the parts that are asked and what each is worth, that in words too. Raises ProblemError."""
    try:
        points = points_of(said, dict.fromkeys(ask, 1))
    except ValueError as failure:
        raise ProblemError(document.faults([(str(failure), ("points",))])) from None
    return problem._replace(ask=ask, points=points).with_text(problem.text)


def write_problem(kind: Kind, problem: Problem) -> dict[str, Plain]:
    """Return the problem as a document holds it, every asked part and every node explicit, without its tags."""
    written: dict[str, Plain] = {"format": FORMAT, "id": problem.id}
    if problem.title:
        written["title"] = problem.title
    written["kind"] = problem.kind
    if problem.origin:
        written["source"] = problem.origin
    written |= kind.game_format.write(problem)
    conventions = write_conventions(problem.conventions)
    if "tree" in written:  # every node is written with its player
        conventions = {name: value for name, value in conventions.items() if not FIELDS[name].is_of_tree}
    if conventions:
        written["conventions"] = conventions
    if kind.asked:
        written["ask"] = list(problem.ask)
        written["points"] = {part: write_number(problem.points[part]) for part in problem.ask}
    if marking := write_policy(problem.policy):
        written["marking"] = marking
    if problem.text is not None:
        written["text"] = write_text_question(problem.text)
    return written
