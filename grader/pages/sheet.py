"""A sheet of problems as data: what is handed out, or with the solutions its key. Writers make Markdown, a page and paper of it.

What is handed out is made from the problems alone, so there is nothing in it that could give a solution away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from grader.core.answers.part import Part, Room
from grader.core.data import grouped
from grader.core.documents.writing import scalar
from grader.core.drawing.diagram import Diagram, Numbers
from grader.core.drawing.draw import MOST_NODES
from grader.core.drawing.legend import legend
from grader.core.drawing.scale import shorten
from grader.core.drawing.text_tree import TreeLine, text_tree
from grader.core.games.text_question import TEXT, TextQuestion
from grader.core.numbers import Number, add_up, points_text
from grader.core.policy import policy_in_words
from grader.core.text import both, count, printable
from grader.kinds import KINDS, Kind, Problem, Solution
from grader.kinds.record import View

# -- the statement of a problem in words: what is asked, on which tree, by which conventions, and what to hand in


def statement_lines(kind: Kind, problem: Problem, *diagrams: Diagram, solved: bool = False) -> list[str | TreeLine]:
    """Return the lines of the statement, with those of the tree that the first diagram shows; more have their titles.

    That of a `solved` problem says by what a person marks words.
    """
    title = printable(problem.title or problem.id)
    lines: list[str | TreeLine] = [f"{title} ({kind.title})", f"Problem id: {problem.id}"]
    if problem.origin:
        lines.append(f"Source: {printable(problem.origin, 1000)}")
    for diagram in diagrams[:1]:
        lines += ["", *text_tree(diagram)]
    for other in diagrams[1:]:
        lines += ["", f"{other.title}:", *text_tree(other)]
    if posed := kind.poses(problem):
        lines += ["", *posed]
    lines += ["", "Hand in:"]
    for name in problem.parts:
        task = kind.parts[name].task_on(problem).replace("\n", "\n    ")
        lines.append(f"  - {name}: {task}; {points_text(problem.points[name])}")
    if solved and problem.text and problem.text.rubric:
        rubric = (printable(said, _LONGEST_RUBRIC) for said in problem.text.rubric_said)
        lines += ["", f"Rubric of {TEXT}:", *(f"  - {said}" for said in rubric)]
    if words := conventions(kind, problem):
        lines += ["", "Conventions:", *(f"  - {sentence}" for sentence in words)]
    return lines


def conventions(kind: Kind, problem: Problem) -> list[str]:
    """Return the sentences on the conventions and on the marking; first what the kind has to explain."""
    return [*kind.terms_and_conventions(problem), *(policy_in_words(problem.policy) if problem.ask else ())]


# -- the template for answers: a submission in which every asked part is blank, with what belongs there as a comment


def answer_template(problems: Sequence[Problem], title: str = "", student: str = "") -> str:
    """Return a submission that answers all of the problems, each part blank; that of a student, if one is named."""
    lines = [
        f"# {printable(title or problems[0].title or problems[0].id)}: your answers.",
        "# Write your answer behind each colon. A part that stays blank earns nothing and costs nothing.",
        "format: gametree-submission/1",
        f"student: {scalar(student) if student else '# your name or number'}",
        "answers:",
    ]
    for number, problem in enumerate(problems, 1):
        if len(problems) > 1:
            lines += ["", f"  # {number}. {printable(problem.title or problem.id)}"]
        lines += [f"  {scalar(problem.id)}:", *_parts(problem)]
    return "\n".join(lines) + "\n"


def _parts(problem: Problem) -> Iterator[str]:
    kind = KINDS[problem.kind]
    for name in problem.parts:
        part = kind.parts[name]
        template = part.form.template(problem)
        task = f"{part.title}: {part.task_on(problem)}; {points_text(problem.points[name])}"
        yield from (f"    # {line}" for line in task.splitlines())
        yield f"    {name}:{' |' if template.is_block else ''}{template.example and f' # {template.example}'}"
        yield from ("      ",) if template.is_block else ()
        yield from (f"      {scalar(id_)}:" for id_ in template.entries)


_TITLE = "Game trees"
_A_SHORT_LINE, _A_LINE = 16, 52
_MOST_LINES, _MOST_ENTRIES = 4, 120
_DEEPEST = 8
_LONGEST_NAME = 20
_LONGEST_RUBRIC = 5000


class Blank(NamedTuple):
    """Where an answer is written on paper.

    Into the shapes of the tree; or into an empty frame; or behind `entries`, so many `numbers` each; or on `lines` as wide as the sheet; else on one
    short line.
    """

    in_tree: bool = False
    in_frame: bool = False
    entries: Sequence[str] = ()
    numbers: int = 1
    lines: int = 0


class AskedPart(NamedTuple):
    """One part to hand in: its name in files and what people call it, what belongs there, what it is worth, and where it is written.

    `wanted` is the task without how a file writes the answer; nothing where the title says as much. `prompt` is the question where the problem
    puts it in words of its own; then that is what is wanted.
    """

    name: str
    title: str
    task: str
    wanted: str
    points: str
    blank: Blank
    prompt: str = ""


class Right(NamedTuple):
    """The right answer to one part, which is called by its name in files and by its title elsewhere, and what it is worth."""

    name: str
    title: str
    answer: str
    points: str


class Solved(NamedTuple):
    """The key to one problem: the right answer of each asked part, and the steps that lead there as (depth, sentence)."""

    answers: tuple[Right, ...]
    steps: tuple[tuple[int, str], ...]


class Held(NamedTuple):
    """Conventions that stand with a problem; `problems` says for which they hold, where that is not this one alone."""

    sentences: tuple[str, ...]
    problems: str = ""


class Question(NamedTuple):
    """One problem of a sheet.

    `task` is what its kind has to say of what there is to do; nothing where words alone are asked.
    `posed` is what is asked of this problem alone, line by line.
    `conventions` are those that hold from this one on: a sentence stands once, with the first problem that it holds for. `others` are the
    numbers of the problems with which more stands that holds here too. `is_drawn` says whether its tree is drawn, or too large for that;
    `solved` is there in a key only. `signs` explain what its drawings are the first to have.
    """

    number: int
    id: str
    title: str
    points: str
    task: str
    diagrams: tuple[Diagram, ...]
    asked: tuple[AskedPart, ...]
    conventions: tuple[Held, ...]
    is_drawn: bool
    solved: Solved | None = None
    posed: tuple[str, ...] = ()
    others: tuple[int, ...] = ()
    signs: tuple[str, ...] = ()

    @property
    def sentences(self) -> list[str]:
        """Return the conventions that stand here, whichever problems they hold for."""
        return [sentence for held in self.conventions for sentence in held.sentences]

    @property
    def elsewhere(self) -> str:
        """Return where more conventions stand that hold here too; nothing where there are none."""
        named = both([*map(str, self.others)])
        return (
            f"More that counts here stands with problem{'s' if len(self.others) > 1 else ''} {named}." if named else ""
        )


class Look(NamedTuple):
    """How trees are shown: whether they are drawn, and which numbers those of a key have beside what was asked."""

    drawings: bool = True
    numbers: Numbers = Numbers.VALUES


class ByProgram(NamedTuple):
    """An exercise that is answered by a program: its title with its points, what is asked, in paragraphs, and its points."""

    title: str
    paragraphs: tuple[str, ...]
    points: Number


class Sheet(NamedTuple):
    """Problems to hand out, or with `is_key` their solutions. `note` stands below the title, `signs` explain the drawings.

    `footer` is on every page of paper (empty: the title). `programs` are exercises that are answered by a program, below the others: the title
    of each, and what is asked, in paragraphs.
    """

    title: str
    note: str
    questions: tuple[Question, ...]
    is_key: bool
    signs: tuple[str, ...]
    footer: str = ""
    programs: tuple[ByProgram, ...] = ()

    def with_programs(self, programs: tuple[ByProgram, ...]) -> Sheet:
        """Return the sheet with what programs answer; where there is anything else, the note counts that, and says so."""
        worth = points_text(add_up([one.points for one in programs]))
        below = (
            f"{count(len(programs), 'exercise')} below, {worth}, {'is' if len(programs) == 1 else 'are'} answered by "
        )
        below += "a program" if len(programs) == 1 else "programs"
        note = f"{self.note}; {below}" if programs and self.note else self.note
        return self._replace(note=note, programs=programs)


def make_sheet(
    problems: Sequence[Problem],
    title: str = "",
    solutions: Sequence[Solution] | None = None,
    look: Look = Look(),
) -> Sheet:
    """Return the sheet of the problems; with their solutions it is the key."""
    held = _held([conventions(KINDS[problem.kind], problem) for problem in problems])
    questions, signs = _with_signs(
        _question(number, problem, None if solutions is None else solutions[number - 1], look)._replace(
            conventions=stated, others=others
        )
        for number, (problem, (stated, others)) in enumerate(zip(problems, held, strict=True), 1)
    )
    points = points_text(sum(problem.possible for problem in problems))
    own = problems[0].title if len(problems) == 1 and title != problems[0].title else ""
    what = (
        count(len(problems), "problem") if len(problems) > 1 else printable(own or "", len(own or "")) if title else ""
    )
    note = ", ".join(filter(None, [what, points])) if problems else ""
    if solutions is not None:
        note = ": ".join(filter(None, ["For the people who mark", note]))
    named = title or (problems[0].title or problems[0].id if len(problems) == 1 else _TITLE)
    return Sheet(printable(named, len(named)), note, questions, solutions is not None, signs)


def _with_signs(questions: Iterable[Question]) -> tuple[tuple[Question, ...], tuple[str, ...]]:
    """Return the questions, each with what the signs mean that its drawings are the first to have, and what those of all mean."""
    told, explained = dict[tuple[str, str], None](), list[Question]()
    for question in questions:
        items = [item for diagram in question.diagrams if question.is_drawn for item in legend(diagram)]
        new = {sign: None for item in items if (sign := (item.letters, item.words)) not in told}
        told |= new
        explained.append(question._replace(signs=_said(new)))
    return tuple(explained), _said(told)


def _said(signs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    said = grouped(signs)
    return tuple(
        f"{letters} {('; ' if ',' in ''.join(words) else ', ').join(words)}".lstrip() for letters, words in said.items()
    )


def _question(number: int, problem: Problem, solution: Solution | None, look: Look) -> Question:
    kind = KINDS[problem.kind]
    diagrams = tuple(kind.draw(View(problem, solution, numbers=look.numbers)))
    is_drawn = look.drawings and all(len(diagram.nodes) <= MOST_NODES for diagram in diagrams)
    return Question(
        number,
        printable(problem.id),
        title_shown(problem),
        points_text(problem.possible),
        kind.task if problem.ask else "",
        diagrams,
        _asked(kind, problem, drawn=is_drawn),
        (),
        is_drawn,
        None if solution is None else solved_of(kind, problem, solution),
        tuple(kind.poses(problem)),
    )


def title_shown(problem: Problem) -> str:
    """Return the title, or the id where there is none, whole and fit to be shown."""
    title = problem.title or problem.id
    return printable(title, len(title))


def _asked(kind: Kind, problem: Problem, *, drawn: bool) -> tuple[AskedPart, ...]:
    return tuple(
        AskedPart(
            name,
            part.title,
            part.task,
            part.wanted_on(problem),
            points_text(problem.points[name]),
            _blank(part.form.room(problem), drawn=drawn),
            part.form.prompt(problem),
        )
        for name in problem.parts
        for part in [kind.parts[name]]
    )


def _blank(room: Room, *, drawn: bool) -> Blank:
    if room.entries and room.in_shapes and drawn:
        return Blank(in_tree=True)
    if room.is_drawn:
        return Blank(in_frame=True)
    if 0 < len(room.entries) <= _MOST_ENTRIES:
        return Blank(entries=[shorten(name, _LONGEST_NAME) for name in room.entries], numbers=room.blanks)
    if room.lines:
        return Blank(lines=room.lines)
    if room.letters <= _A_SHORT_LINE:
        return Blank()
    return Blank(lines=min(-(-room.letters // _A_LINE), _MOST_LINES))


def solved_of(kind: Kind, problem: Problem, solution: Solution) -> Solved:
    """Return the right answers to what is asked, and the steps to them."""
    answers = tuple(
        Right(name, part.title, part.form.show(problem, solution.answers[name]), points_text(problem.points[name]))
        for name in problem.ask
        for part in [kind.parts[name]]
    )
    if problem.text is not None:
        answers += (_marked_by_hand(kind.parts[TEXT], problem.text),)
    steps = tuple(
        (0 if step.node is None else min(len(problem.game.path_to(step.node)) - 1, _DEEPEST), step.sentence)
        for step in kind.tutor.steps(problem, solution)
    )
    return Solved(answers, tuple((max(depth, 0), sentence) for depth, sentence in steps))


def _marked_by_hand(part: Part, question: TextQuestion) -> Right:
    """Return by what a person marks the answer in words."""
    answer = printable("; ".join(question.rubric_said), _LONGEST_RUBRIC) or "marked by a person"
    return Right(part.name, part.title, answer, points_text(question.points))


def _held(said: Sequence[Sequence[str]]) -> list[tuple[tuple[Held, ...], tuple[int, ...]]]:
    """Return for each problem the conventions that stand with it, those of most problems first, and with which others more stands.

    >>> first, second, third = _held([["order", "ties"], ["order", "log"], ["order", "ties"]])
    >>> first
    ((Held(sentences=('order',), problems='All problems'), Held(sentences=('ties',), problems='Problems 1 and 3')), ())
    >>> second, third
    (((Held(sentences=('log',), problems=''),), (1,)), ((), (1,)))
    """
    where = grouped((sentence, number) for number, sentences in enumerate(said, 1) for sentence in sentences)
    together = grouped((tuple(numbers), sentence) for sentence, numbers in where.items())
    stated = grouped(
        (numbers[0], Held(tuple(sentences), _problems(numbers, len(said)) if len(numbers) > 1 else ""))
        for numbers, sentences in sorted(together.items(), key=lambda item: -len(item[0]))
    )
    firsts = [
        sorted({where[sentence][0] for sentence in sentences} - {number}) for number, sentences in enumerate(said, 1)
    ]
    return [(tuple(stated.get(number, ())), tuple(others)) for number, others in enumerate(firsts, 1)]


def _problems(numbers: Sequence[int], total: int) -> str:
    if len(numbers) == total:
        return "Both problems" if total == 2 else "All problems"
    return f"Problems {both([*map(str, numbers)])}"
