"""A sheet of problems as data: what is handed out, or with the solutions its key. Writers make Markdown, a page and paper of it.

What is handed out is made from the problems alone, so there is nothing in it that could give a solution away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.answers.part import Room
from grader.diagram import Diagram, Numbers
from grader.drawing.draw import MOST_NODES
from grader.drawing.legend import legend
from grader.drawing.widths import shorten
from grader.exact import points_text
from grader.handout.statement import conventions
from grader.kinds import KINDS, Kind, Problem, Solution
from grader.printable import printable
from grader.words import both, count

_TITLE = "Game trees"
_A_SHORT_LINE, _A_LINE = 16, 52
_MOST_LINES, _MOST_ENTRIES = 4, 120
_DEEPEST = 8
_LONGEST_NAME = 20


class Blank(NamedTuple):
    """Where an answer is written on paper.

    Into the shapes of the tree; or behind `entries`, so many `numbers` each; or on `lines` as wide as the sheet; else on one
    short line.
    """

    in_tree: bool = False
    entries: Sequence[str] = ()
    numbers: int = 1
    lines: int = 0


class Asked(NamedTuple):
    """One part to hand in: its name, what belongs there, what it is worth, and where it is written."""

    name: str
    task: str
    points: str
    blank: Blank


class Right(NamedTuple):
    """The right answer to one part, and what it is worth."""

    name: str
    answer: str
    points: str


class Solved(NamedTuple):
    """The key to one problem: the right answer of each asked part, and the steps that lead there as (depth, sentence)."""

    answers: tuple[Right, ...]
    steps: tuple[tuple[int, str], ...]


class Shared(NamedTuple):
    """Conventions that hold for several problems, said once above all; `problems` says for which, `letter` is what they are called."""

    letter: str
    problems: str
    sentences: tuple[str, ...]


class Question(NamedTuple):
    """One problem of a sheet.

    `posed` is what is asked of this problem alone, line by line.
    `conventions` are those that hold for this one alone, `shared` those of the sheet that hold for this one too; `is_drawn` says whether its tree is drawn, or too large for that;
    `solved` is there in a key only.
    """

    number: int
    id: str
    title: str
    points: str
    task: str
    diagrams: tuple[Diagram, ...]
    asked: tuple[Asked, ...]
    conventions: tuple[str, ...]
    is_drawn: bool
    solved: Solved | None = None
    posed: tuple[str, ...] = ()
    shared: tuple[Shared, ...] = ()

    @property
    def shared_names(self) -> str:
        """Return what the shared conventions are called that hold for this problem."""
        return both([shared.letter for shared in self.shared])


class Look(NamedTuple):
    """How trees are shown: whether they are drawn, and which numbers those of a key have beside what was asked."""

    drawings: bool = True
    numbers: Numbers = Numbers.VALUES


class Sheet(NamedTuple):
    """Problems to hand out, or with `is_key` their solutions. `note` stands below the title, `signs` explain the drawings.

    `footer` is on every page of paper (empty: the title).
    """

    title: str
    note: str
    questions: tuple[Question, ...]
    conventions: tuple[Shared, ...]
    is_key: bool
    signs: tuple[str, ...]
    footer: str = ""


def make_sheet(
    problems: Sequence[Problem],
    title: str = "",
    solutions: Sequence[Solution] | None = None,
    look: Look = Look(),
) -> Sheet:
    """Return the sheet of the problems; with their solutions it is the key."""
    said = [conventions(KINDS[problem.kind], problem) for problem in problems]
    own, held, shared = _shared(said)
    questions = tuple(
        _question(number, problem, sentences, None if solutions is None else solutions[number - 1], look)._replace(
            shared=held[number - 1]
        )
        for number, (problem, sentences) in enumerate(zip(problems, own, strict=True), 1)
    )
    points = points_text(sum(problem.possible for problem in problems))
    note = f"{count(len(problems), 'problem')}, {points}" if len(problems) > 1 else points
    if solutions is not None:
        note = f"For the people who mark: {note}"
    first = problems[0].title or problems[0].id
    named = title or (first if len(problems) == 1 else _TITLE)
    return Sheet(printable(named, len(named)), note, questions, shared, solutions is not None, _signs(questions))


def _signs(questions: Sequence[Question]) -> tuple[str, ...]:
    """Return what the signs in all drawings mean, each said once."""
    drawn = [diagram for question in questions if question.is_drawn for diagram in question.diagrams]
    words: dict[str, dict[str, None]] = {}
    for item in (item for diagram in drawn for item in legend(diagram)):
        words.setdefault(item.letters, {})[item.words] = None
    return tuple(f"{letters} {', '.join(said)}".lstrip() for letters, said in words.items())


def _question(number: int, problem: Problem, said: tuple[str, ...], solution: Solution | None, look: Look) -> Question:
    kind = KINDS[problem.kind]
    diagrams = tuple(kind.draw(problem, solution, None, None, look.numbers))
    is_drawn = look.drawings and all(len(diagram.nodes) <= MOST_NODES for diagram in diagrams)
    title = problem.title or problem.id
    return Question(
        number,
        printable(problem.id),
        printable(title, len(title)),
        points_text(problem.possible),
        kind.task,
        diagrams,
        _asked(kind, problem, drawn=is_drawn),
        said,
        is_drawn,
        None if solution is None else solved_of(kind, problem, solution),
        tuple(kind.poses(problem)),
    )


def _asked(kind: Kind, problem: Problem, *, drawn: bool) -> tuple[Asked, ...]:
    return tuple(
        Asked(
            name,
            kind.parts[name].task,
            points_text(problem.points[name]),
            _blank(kind.parts[name].form.room(problem), drawn=drawn),
        )
        for name in problem.ask
    )


def _blank(room: Room, *, drawn: bool) -> Blank:
    if room.entries and room.in_shapes and drawn:
        return Blank(in_tree=True)
    if 0 < len(room.entries) <= _MOST_ENTRIES:
        return Blank(entries=[shorten(name, _LONGEST_NAME) for name in room.entries], numbers=room.blanks)
    if room.letters <= _A_SHORT_LINE:
        return Blank()
    return Blank(lines=min(-(-room.letters // _A_LINE), _MOST_LINES))


def solved_of(kind: Kind, problem: Problem, solution: Solution) -> Solved:
    """Return the right answers to what is asked, and the steps to them."""
    answers = tuple(
        Right(name, kind.parts[name].form.show(problem, solution.answers[name]), points_text(problem.points[name]))
        for name in problem.ask
    )
    steps = tuple(
        (0 if step.node is None else min(len(problem.game.path_to(step.node)) - 1, _DEEPEST), step.sentence)
        for step in kind.tutor.steps(problem, solution)
    )
    return Solved(answers, tuple((max(depth, 0), sentence) for depth, sentence in steps))


def _shared(
    said: Sequence[Sequence[str]],
) -> tuple[list[tuple[str, ...]], list[tuple[Shared, ...]], tuple[Shared, ...]]:
    """Return what holds for each problem alone, what it shares with others, and all that is shared: first what all have.

    >>> own, held, shared = _shared([["order", "ties"], ["order", "log"], ["order", "ties"]])
    >>> own, [[one.letter for one in ones] for ones in held]
    ([(), ('log',), ()], [['A', 'B'], ['A'], ['A', 'B']])
    >>> shared
    (Shared(letter='A', problems='All problems', sentences=('order',)), Shared(letter='B', problems='Problems 1 and 3', sentences=('ties',)))
    """
    where: dict[str, tuple[int, ...]] = {}
    for number, sentences in enumerate(said, 1):
        for sentence in sentences:
            where[sentence] = (*where.get(sentence, ()), number)
    own = [tuple(sentence for sentence in sentences if len(where[sentence]) == 1) for sentences in said]
    together: dict[tuple[int, ...], list[str]] = {}
    for sentence, numbers in where.items():
        if len(numbers) > 1:
            together.setdefault(numbers, []).append(sentence)
    ordered = sorted(together.items(), key=lambda item: (-len(item[0]), item[0]))
    shared = tuple(
        Shared(_letter(place), _problems(numbers, len(said)), tuple(sentences))
        for place, (numbers, sentences) in enumerate(ordered)
    )
    held = [
        tuple(one for one, (numbers, _) in zip(shared, ordered, strict=True) if number in numbers)
        for number in range(1, len(said) + 1)
    ]
    return own, held, shared


def _letter(place: int) -> str:
    """Return the letter of a place, from A on; after Z comes AA."""
    before, last = divmod(place, 26)
    return (_letter(before - 1) if before else "") + chr(ord("A") + last)


def _problems(numbers: Sequence[int], total: int) -> str:
    if len(numbers) == total:
        return "Both problems" if total == 2 else "All problems"
    *others, last = map(str, numbers)
    return f"Problems {', '.join(others)} and {last}"
