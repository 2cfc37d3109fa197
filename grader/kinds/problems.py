"""Problem documents: the one door through which every problem comes in, and the way back out."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from grader.answers.case import Answer, Answers, Key, Solution
from grader.answers.forms import One
from grader.answers.part import is_same
from grader.conventions import Conventions, read_conventions, write_conventions
from grader.data import Data
from grader.diagram import Diagram, Numbers
from grader.documents import Document, Source, shape_faults
from grader.errors import Fault, Path, ProblemError
from grader.exact import MOST_DIGITS, Number, is_too_long, points_text, read_number, write_number
from grader.games.problem import Game, Problem
from grader.kept import Kept
from grader.kinds.record import Kind, Misconception
from grader.marks.reports import Reveal, Revealed
from grader.policy import Policy, checked, read_policy, write_policy
from grader.printable import printable
from grader.step import Step

if TYPE_CHECKING:  # what a problem's own methods return is made above this layer: docs/architecture.md, the front door
    from grader.graded import Graded

_MOST_POINTS = 10**6
_MOST_KEPT, _MOST_PAGES = 256, 96
FORMAT = "gametree-problem/1"


class Fold(NamedTuple):
    """A wrong rule with its answers to what is asked, and the parts in which these are nothing else than the right ones."""

    misconception: Misconception
    answers: Answers
    unchanged: frozenset[str]


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

    def _fold(self, wrong: Misconception) -> Fold:
        ask, right = self._problem.ask, self._solution.answers
        answers = wrong.answer({}, ask)
        unchanged = (part for part in ask if part in answers and answers[part] == right[part])
        return Fold(wrong, answers, frozenset(unchanged))

    def telling(self, fold: Fold) -> frozenset[str]:
        """Return the asked parts in which the wrong rule's answers are not the right ones; by these alone it shows."""
        key = (fold.misconception.name, fold.misconception.detail)
        if key not in self._telling:
            self._telling[key] = self._telling_parts(fold.answers)
        return self._telling[key]

    def _telling_parts(self, answers: Answers) -> frozenset[str]:
        right = self._solution.answers
        return frozenset(
            name
            for name in self._problem.ask
            if name not in answers or not is_same(self._kind.parts[name], self._problem, right[name], answers[name])
        )

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

    `kept` is what was made of answers to it that may come again, `pages` what is large of that.
    """

    kind: Kind
    problem: Problem
    solution: Solution
    document: Document
    wrong: WrongAnswers
    kept: Kept[Any]
    pages: Kept[Any]

    def __repr__(self) -> str:
        parts, points = ", ".join(self.problem.ask), points_text(self.problem.possible)
        return f"<Exercise {printable(self.problem.id)} ({self.kind.name}): {parts}; {points}>"

    def _repr_svg_(self) -> str | None:
        """Return the drawing, for notebooks."""
        from grader.pages.notebook import exercise_svg

        return exercise_svg(self)

    def grade(self, answers: Source, *, reveal: Revealed = Reveal.EXPECTED, policy: Policy = Policy()) -> "Graded":
        """Return the marks of answers to this problem: a mapping from parts, or a whole submission in a file or bytes.

        Raises SubmissionError where nothing in it can be marked, ValueError for a reveal or a policy that there is not.
        """
        from grader.grading import grade_answers

        return grade_answers(self, answers, reveal=Reveal(reveal), policy=checked(policy))

    def solve(self) -> dict[str, Data]:
        """Return the reference answer of every part that the problem has, as a document holds it: nodes by their ids."""
        return self.kind.write_answer(self.kind, self.problem, self.solution)

    def diagram(self, *, solved: bool = False, numbers: Numbers = Numbers.VALUES) -> Diagram:
        """Return what there is to draw of the problem; with its answers where it is `solved`, as many as `numbers` says."""
        return self.diagrams(solved=solved, numbers=numbers)[0]

    def diagrams(self, *, solved: bool = False, numbers: Numbers = Numbers.VALUES) -> Sequence[Diagram]:
        """Return all that there is to draw: a statement shows the first, a solution of several stages has one for each."""
        return self.kind.draw(self.problem, self.solution if solved else None, None, None, numbers)

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
        names: Mapping[str, Key] = self.kept.once("keys", lambda: {self.name_of(key): key for key in range(self.size)})
        return names

    def sentences(self, part: str) -> Mapping[str, str]:
        """Return the sentence that each thing which a part asks about stands for, by its name; none where there are none."""
        return self.kept.once(("sentences", part), partial(self._sentences, part), lambda _: True)  # type: ignore[no-any-return]  # made below

    def _sentences(self, part: str) -> Mapping[str, str]:
        widget = self.kind.parts[part].form.widget(self.problem)
        return {printable(name): text for (name, _), text in zip(widget.keys, widget.texts, strict=False)}

    def path_to(self, key: Key) -> list[Key]:
        """Return what lies between the root and this, both included; nothing where there are no paths."""
        game: Game = self.problem.game
        return game.path_to(key)


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
    conventions, wrong_fields = read_conventions(stated.get("conventions") or {})
    faults = document.faults((message, ("conventions", name)) for name, message in wrong_fields)
    ask = tuple(stated.get("ask") or kind.asked)
    problem, wrong_game = read_problem(document, kind, conventions, ask)
    faults += wrong_game
    points, wrong_points = _read_points(stated.get("points") or {}, ask)
    faults += document.faults(wrong_points)
    policy, wrong_policy = read_policy(stated.get("marking") or {})
    faults += document.faults((message, ("marking", *path)) for message, path in wrong_policy)
    if faults:
        raise ProblemError(faults)
    problem = problem._replace(points=points, policy=policy)
    return _check_ask(document, kind, problem)


def read_problem(
    document: Document, kind: Kind, conventions: Conventions, ask: tuple[str, ...]
) -> tuple[Problem, list[Fault]]:
    """Return the problem of this kind that a document states, each part worth a point, and what is wrong with its game."""
    stated = document.data
    game, wrong, warnings = kind.door.read(document, conventions)
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


def has_decimals(stated: Data) -> bool:
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


def _read_points(stated: dict[str, Data], ask: tuple[str, ...]) -> tuple[dict[str, Number], list[tuple[str, Path]]]:
    points: dict[str, Number] = dict.fromkeys(ask, 1)
    wrong: list[tuple[str, Path]] = []
    for part, raw in stated.items():
        try:
            number = read_number(str(raw))
        except ValueError as failure:
            wrong.append((str(failure), ("points", part)))
            continue
        if part not in ask:
            wrong.append((f"{part} is not asked, expected points only for {', '.join(ask)}", ("points", part)))
        elif not 0 < number <= _MOST_POINTS:
            wrong.append((f"expected points above 0, at most {_MOST_POINTS:,}", ("points", part)))
        points[part] = number
    return points, wrong


def _check_ask(document: Document, kind: Kind, problem: Problem) -> Exercise:
    """Return the exercise; its default question less the parts that it has no answer for, an explicit one refused."""
    solution = kind.solve(problem)
    single = [part for part in problem.ask if isinstance(kind.parts[part].form, One) and part in solution.answers]
    numbers = [*_numbers_in(solution.answers, kind.wrong.carrier), *(solution.answers[part] for part in single)]
    if any(isinstance(number, (int, Fraction)) and is_too_long(number) for number in numbers):
        message = f"its answers have more than {MOST_DIGITS} digits; shorten the fractions of its numbers"
        raise ProblemError(document.faults([(message, ())]))
    absent = [part for part in problem.ask if part not in solution.answers]
    if absent and document.data.get("ask"):
        wrong = [
            (f"{part} has no answer on this problem; leave it out", ("ask", problem.ask.index(part))) for part in absent
        ]
        raise ProblemError(document.faults(wrong))
    if wrong_points := [part for part in absent if part in (document.data.get("points") or {})]:
        message = "has no answer on this problem; leave it out"
        raise ProblemError(document.faults((message, ("points", part)) for part in wrong_points))
    ask = tuple(part for part in problem.ask if part not in absent)
    if not ask:
        message = f"has no answer to {' or '.join(absent)}; expected ask, with what is asked"
        raise ProblemError(document.faults([(message, ())]))
    points = {part: points for part, points in problem.points.items() if part in ask}
    problem = problem._replace(ask=ask, points=points)
    wrong_answers = WrongAnswers(kind, problem, solution)
    return Exercise(
        kind, problem, solution._replace(told={}), document, wrong_answers, Kept(_MOST_KEPT), Kept(_MOST_PAGES)
    )


def _numbers_in(answers: Answers, carrier: str) -> Iterator[Answer]:
    """Yield the numbers that others follow from, and those of windows, which chance nodes divide again and again."""
    for answer in (answers.get(carrier), answers.get("windows")):
        for cell in answer.values() if isinstance(answer, Mapping) else ():
            yield from cell if isinstance(cell, tuple) else (cell,)


def write_problem(kind: Kind, problem: Problem) -> dict[str, Data]:
    """Return the problem as a document holds it, every asked part and every node explicit."""
    written: dict[str, Data] = {"format": FORMAT, "id": problem.id}
    if problem.title:
        written["title"] = problem.title
    written["kind"] = problem.kind
    if problem.origin:
        written["source"] = problem.origin
    written |= kind.door.write(problem)
    conventions = write_conventions(problem.conventions)
    if "tree" in written:
        conventions.pop("root", None)  # every node is written with its player
    if conventions:
        written["conventions"] = conventions
    written["ask"] = list(problem.ask)
    written["points"] = {part: write_number(problem.points[part]) for part in problem.ask}
    if marking := write_policy(problem.policy):
        written["marking"] = marking
    return written
