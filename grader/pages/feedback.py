"""What the feedback page says of one problem: marks, what to correct and what is behind it, the tree, the entries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import unescape
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from markupsafe import Markup, escape

from grader.core.answers.case import Step
from grader.core.answers.leaves import LeafSet
from grader.core.answers.reports import Mark, PartReport, ProblemReport, Reveal, Verdict, Voice
from grader.core.answers.rounding import CountedMarks, Share, with_pending
from grader.core.data import grouped
from grader.core.drawing import draw as drawing
from grader.core.drawing.diagram import Diagram, Numbers
from grader.core.drawing.dot import dot_source
from grader.core.errors import Fault, tell_path
from grader.core.names import distinct, stem_of
from grader.core.numbers import marks_text, points_text
from grader.core.text import harmless, listed, printable, typesetter, with_capital
from grader.grading.marking import graded_diagrams, witness_of
from grader.grading.outcome import Outcome, Superseded
from grader.kinds import Exercise, Graded
from grader.pages.cards import Card, cards
from grader.pages.corrections import Correction, Finder, Jump, Row, Words, rows, to_correct
from grader.pages.html import Plain, TreeBox, render_page, render_piece, tree_box
from grader.pages.overlay import moments_of, overlay
from grader.pages.replay import replay
from grader.pages.stepper import Stepper, StepsOfSolution, told_of, with_answers
from grader.pages.text import carried_words, counts_words, marks_words, named_text, printed_lines, run_lines

# -- the files of feedback on one submission: their names, and how each is made when its turn comes

Content = tuple[str | bytes, list[str]]
"""What stands in a file, and notes for whoever runs the program."""

REPORT_NAME = "report.html"


def feedback_files(
    outcome: Outcome, drawings: Sequence[str], *, html: bool, numbers: Numbers = Numbers.VALUES, practice: str = ""
) -> Iterator[tuple[str, Callable[[], Content]]]:
    """Yield name and maker of each file: the drawings of each problem in each format, and the page, which links to `practice`."""
    stems = distinct(stem_of(graded.report.id) for graded in outcome.graded)
    for graded, stem in zip(outcome.graded, stems, strict=True):
        for format_ in drawings:
            for name, diagram in named_drawings(stem, graded_diagrams(graded, numbers), format_):
                made = partial(draw, diagram, format_)
                yield f"{name}.{format_}", partial(graded.get_or_make, (name, format_, numbers), made, is_large=True)
    if html:
        yield REPORT_NAME, lambda: (page(outcome, practice), [])


def named_drawings(stem: str, diagrams: Iterable[Diagram], format_: str) -> Iterator[tuple[str, Diagram]]:
    """Yield a name for each drawing of a problem: several are numbered, and a tree too wide for a page is several, but as DOT."""
    drawings = (piece for diagram in diagrams for piece in ([diagram] if format_ == "dot" else drawing.pieces(diagram)))
    for place, piece in enumerate(drawings, 1):
        yield stem if place == 1 else f"{stem}-{place}", piece


_MAKERS: dict[str, Callable[[Diagram, drawing.Written], str | bytes]] = {
    "dot": lambda diagram, _: dot_source(diagram),
    "svg": drawing.svg,
    "png": drawing.png,
    "pdf": drawing.pdf,
}


def draw(diagram: Diagram, format_: str, written: drawing.Written = drawing.Written()) -> Content:
    """Return the drawing as dot, svg, png or pdf, and what could not be drawn right. Raises GradingError if too large."""
    content = _MAKERS[format_](diagram, written)
    letters = drawing.missing_glyphs(diagram) if format_ in ("png", "pdf") else ""
    if not letters:
        return content, []
    missing = f"the {format_.upper()} shows boxes for {printable(letters, 20)}, which the shipped fonts do not have; the SVG shows them"
    return content, [missing]


_WRONG = (Verdict.WRONG, Verdict.EXTRA, Verdict.MISSING, Verdict.BLANK, Verdict.MALFORMED)


class Meter(NamedTuple):
    """Marks of something: what, of how much, a bar as markup, and what they come from; `exercise` and `part` of it are there where people may change them."""

    name: str
    marks: str
    drawn: Markup
    counts: str = ""
    anchor: str = ""
    exercise: str = ""
    part: str = ""


class PracticeLink(NamedTuple):
    """Where the mistakes of a problem can be practised: the link to a page that `gametree quiz practice` wrote, and the exercise on it."""

    page: str
    exercise: str


class Behind(NamedTuple):
    """A misconception that fits: its first sentence, the rest, where it shows first, its name, and where it can be practised."""

    head: str
    rest: str
    jump: Jump | None
    name: str
    practice: PracticeLink | None


class OwnSearch(NamedTuple):
    """The student's own search: its steps, the number of the first that parts from the solution, and of the solution's step that it parts from."""

    film: Stepper
    parts_at: int | None
    parts_from: int | None


class InWords(NamedTuple):
    """An answer in words: what was asked and what was answered, each line by line, and its mark for scripts."""

    prompt: Sequence[str]
    answer: Sequence[str]
    mark: Mark


class Block(NamedTuple):
    """What the page says of one problem; its ids start with `id`."""

    id: str
    exercise: str
    title: str
    about: str
    total: Markup
    parts: list[Meter]
    things: list[Correction]
    is_right: bool
    is_shown: bool
    behind: list[Behind]
    slip: str
    heading: str
    trees: list[TreeBox]
    cards: list[list[Plain]]
    beside: list[Row]
    in_words: InWords | None
    promises: list[str]
    differs: list[Row]
    follows: list[Row]
    carried: str
    right: list[tuple[str, list[str], list[Mark]]]
    notes: list[str]
    posed: list[str]
    conventions: list[str]
    film: Stepper | None
    own: OwnSearch | None
    voice: Voice
    run: Sequence[str] = ()
    printed: Sequence[str] = ()
    witness: Block | None = None
    witness_is: str = ""

    @property
    def films(self) -> list[Stepper]:
        """Return all steps that are told of it, and of the problem on which it is seen what is wrong."""
        own = [] if self.own is None else [self.own.film]
        return [*([] if self.film is None else [self.film]), *own, *(self.witness.films if self.witness else ())]


class Section(NamedTuple):
    """A problem on the page: what stands at its head, with its number on the sheet, all that is told below, and what scripts read."""

    id: str
    exercise: str
    title: str
    about: str
    total: Markup
    parts: list[Meter]
    has_steps: bool
    scripts: list[str]
    told: Markup
    data: Markup
    number: str = ""


def section(graded: Graded, id_: str, level: int, practice: PracticeLink | None = None, exercise: str = "") -> Section:
    """Return what the page says of one problem under headings of a level, written once for all who have the same marks.

    `exercise` is what decisions call it, `practice` is where its mistakes can be practised; without that the page has no links.
    """
    made = partial(_section, graded, id_, level, practice, exercise)
    return graded.get_or_make(("section", id_, level, practice, exercise), made, is_large=True)


def _section(graded: Graded, id_: str, level: int, practice: PracticeLink | None, exercise: str) -> Section:
    block = problem_block(graded, id_, practice, exercise)
    head = (block.id, block.exercise, block.title, block.about, block.total, block.parts)
    told = render_piece("feedback_section.html", problem=block, level=level)
    data = Markup().join(render_piece("feedback_data.html", problem=one) for one in (block, block.witness) if one)
    return Section(*head, bool(block.films), [script for one in block.films for script in one.scripts], told, data)


def title_of(graded: Graded) -> str:
    """Return what the problem is called."""
    problem = graded.exercise.problem
    return problem.title or problem.id


def meter(name: str, share: Share, counts: str = "", anchor: str = "") -> Meter:
    """Return marks as a bar, with what they come from; `anchor` is where more is said of them."""
    counted = CountedMarks(*share)
    return Meter(name, _short(counted), _bar(counted), counts, anchor)


def problem_block(graded: Graded, id_: str, practice: PracticeLink | None = None, called: str = "") -> Block:
    """Return what there is to say of one problem, which is `called` so in decisions; for `practice` see `section`."""
    report, exercise = graded.report, graded.exercise
    problem, kind = exercise.problem, exercise.kind
    witness = witness_of(graded)
    drawn = graded_diagrams(graded) if witness is None else ()
    finder = Finder(graded, drawn[0].places() if drawn else {})
    diagrams = [_with_marks(one, report, finder) if place == 0 else one for place, one in enumerate(drawn)]
    trees = [tree_box(diagram, f"{id_}-tree-{number}") for number, diagram in enumerate(diagrams, 1)]
    words = exercise.kept.get_or_make("words", lambda: typesetter(exercise.keys_by_name()))
    told = [
        cards(graded, diagram, finder, words) if tree.wide else []
        for diagram, tree in zip(diagrams, trees, strict=True)
    ]
    right = [(finder.title(part.part), *found) for part in report.parts if (found := _right(part))[0]]
    heading = (diagrams[0].heading or _heading(graded, diagrams[0])) if diagrams else ""
    beside = rows(graded, finder, {*Verdict} - {Verdict.HELD}, words) if heading.endswith(_BESIDE) else []
    things = to_correct(graded, finder, words)
    told_there = {thing.title for thing in things}
    return Block(
        id_,
        called,
        title_of(graded),
        kind.title,
        _long(_counted(graded), _rounded_from(graded)),
        _meters(graded, finder, called),
        things,
        report.is_right,
        report.reveal is Reveal.EXPECTED,
        _behind(report, finder, words, practice),
        words(report.slip),
        heading.format(report.voice.your) if beside else heading.removesuffix(_BESIDE),
        trees,
        [[card.data for card in of_tree] for of_tree in told],
        beside,
        _in_words(graded),
        [_promise(of_tree, report.voice) for of_tree in told],
        rows(graded, finder, _WRONG, words),
        rows(graded, finder, (Verdict.FOLLOW_THROUGH,), words),
        carried_words(graded, finder.title),
        right,
        [said for note in report.notes if with_capital(said := placed(note, "")) not in told_there],
        [*map(words, kind.poses(problem))],
        [*map(words, kind.terms_and_conventions(problem))],
        *(_films(graded, diagrams[0], trees[0], id_) if trees else (None, None)),
        report.voice,
        *(([], []) if report.run is None else (run_lines(report.run), printed_lines(report.run))),
        *((None, "") if witness is None else (problem_block(witness.graded, f"{id_}-shown"), witness.sentence)),
    )


def _counted(graded: Graded) -> CountedMarks:
    return CountedMarks(graded.marks.earned, graded.marks.possible, graded.pending)


def _rounded_from(graded: Graded) -> str:
    """Return from what the marks were rounded; nothing where they were not."""
    marks = graded.marks
    return f"rounded from {marks_text(marks.fine)}{marks.why}" if marks.fine != marks.earned else ""


def _meters(graded: Graded, finder: Finder, exercise: str) -> list[Meter]:
    shares = zip(graded.report.parts, graded.marks.parts, strict=True)
    return [
        Meter(finder.title(part.part), marks_words(part, share), Markup(), exercise=exercise, part=part.part)
        if part.is_pending
        else meter(finder.title(part.part), share, counts_words(part))
        for part, share in shares
    ]


# -- marks that count, in the three ways in which a page shows them: at a head, beside a bar, as a bar


def _is_waiting(marks: CountedMarks) -> bool:
    """Return whether nothing is marked yet."""
    return bool(marks.pending) and marks.pending == marks.possible


def _long(marks: CountedMarks, remark: str = "") -> Markup:
    """Return marks as a head shows them, with what is remarked below."""
    if marks.is_dropped:
        return Markup("does not count")
    below = escape(with_pending(remark, 0 if _is_waiting(marks) else marks.pending))
    if marks.is_bonus:
        below = escape("; ".join(filter(None, ("bonus", below))))
    total = (
        f"{points_text(marks.possible)} <small>{'waits' if marks.possible == 1 else 'wait'} for a person</small>"
        if _is_waiting(marks)
        else f"<b>{marks_text(marks.earned)}</b> of {points_text(marks.possible)}"
    )
    return Markup(f"{total} <small>{below}</small>" if below else total)  # noqa: S704 - all of it is escaped


def _short(marks: CountedMarks) -> str:
    """Return marks as they stand beside a bar."""
    if marks.is_dropped:
        return "does not count"
    if _is_waiting(marks):
        return "waits for a person"
    waits = f"{marks_text(marks.pending)} {'waits' if marks.pending == 1 else 'wait'}" if marks.pending else ""
    share = f"{marks_text(marks.earned)} of {marks_text(marks.possible)}"
    return ", ".join(filter(None, (share, waits, "bonus" if marks.is_bonus else "")))


def _bar(marks: CountedMarks) -> Markup:
    """Return what a bar is made of; of what does not count or waits there is none."""
    if marks.is_dropped or _is_waiting(marks):
        return Markup()
    filled = Share(marks.earned, marks.possible).hundredths
    return Markup('<rect class="rest" width="100" height="4"/><rect width="{}" height="4"/>').format(filled)


def _beside_words(marks: CountedMarks) -> str:
    """Return what stands below an answer in words that a person marked, with what was written beside the marks."""
    given = (
        "It does not count." if marks.is_dropped else f"{marks_text(marks.earned)} of {points_text(marks.possible)}."
    )
    return f"Marked by a person: {given} {printable(marks.note, len(marks.note))}".strip()


def _in_words(graded: Graded) -> InWords | None:
    """Return the answer in words, if there is one that a person marks."""
    question = graded.exercise.problem.text
    held = next((part for part in graded.report.parts if part.is_pending), None)
    if question is None or held is None:
        return None
    [entry] = held.entries
    return InWords(harmless(question.prompt).split("\n"), (entry.given or "").split("\n"), Mark.of(held.part, entry))


_BESIDE = ", with {} answers beside it"
"""How the heading of a drawing ends in which no answer stands: all of them stand in a list at it."""


def _heading(graded: Graded, diagram: Diagram) -> str:
    """Return what a drawing is that does not say it itself: the student's tree only where answers stand in it, not beside it."""
    nodes, asked = diagram.nodes, graded.exercise.problem.ask
    if any(node.judged or (node.window and node.window.verdict) for node in nodes) or any(
        isinstance(graded.exercise.kind.parts[part].form, LeafSet) for part in asked
    ):
        return f"{with_capital(graded.report.voice.your)} tree"
    is_solution = any(node.number or node.window for node in nodes)
    return f"The {'solution' if is_solution else 'tree'}{_BESIDE}"


def _promise(of_tree: Sequence[Card], voice: Voice) -> str:
    """Return what the cards of a tree hold, as the sentence that asks to choose a node."""
    expected = any(term.lower().endswith("expected") for card in of_tree for term, _ in card.rows)
    written, says = any(card.look for card in of_tree), any(card.says for card in of_tree)
    why = "why" if written or expected else "the step behind it"
    told = [f"what {voice.you} {voice.wrote}"] * written + ["what was expected"] * expected + [why] * says
    *others, last = told or ["what is known of it"]
    return f"Choose a node: {', '.join(others)}{', and ' if others else ''}{last}."


def _films(graded: Graded, diagram: Diagram, tree: TreeBox, id_: str) -> tuple[Stepper | None, OwnSearch | None]:
    """Return the steps of the problem with the student's answers laid over, and the student's own; none of a tree that is not drawn, and none where all is right.

    Nor where the solution may not be seen: who can read the page's source can read all of its steps.
    """
    report = graded.report
    if report.reveal is not Reveal.EXPECTED or not tree.wide or report.is_right:
        return None, None
    exercise, shown = graded.exercise, (diagram, tree.id)
    steps, told = exercise.kept.get_or_make("steps", partial(_steps_of, exercise))
    film = with_answers(told, overlay(graded, steps), name=f"{id_}-steps", shown=shown, voice=report.voice)
    search = replay(graded, moments_of(exercise, steps))
    if search is None:
        return film, None
    own = with_answers(told_of(exercise, search.steps), None, name=f"{id_}-own", shown=shown)
    return film, OwnSearch(own, search.parts_at, search.parts_from)


def _steps_of(exercise: Exercise) -> tuple[tuple[Step, ...], StepsOfSolution]:
    """Return the steps of a problem, which are the same for all who answered it."""
    steps = exercise.steps()
    return steps, told_of(exercise, steps)


def _behind(report: ProblemReport, finder: Finder, words: Words, practice: PracticeLink | None) -> list[Behind]:
    """Return the misconceptions that fit equally well, each with its name behind its first sentence."""
    found = []
    for number, finding in enumerate(report.findings):
        head, stop, rest = words(finding.named_advice if number else finding.named_message).partition(". ")
        jump = finder.jump(finding.node) if finding.node is not None and not number else None
        found.append(Behind(f"{head}{stop.strip()}", rest, jump, finding.misconception, practice))
    return found


def _right(part: PartReport) -> tuple[list[str], list[Mark]]:
    """Return what of a part is right, as text and for scripts."""
    found = [entry for entry in part.entries if entry.verdict is Verdict.CORRECT]
    return [*map(named_text, found)], [Mark.of(part.part, entry) for entry in found]


def _with_marks(diagram: Diagram, report: ProblemReport, finder: Finder) -> Diagram:
    """Return the drawing with the marks of the report's entries, each at the node that it is about: scripts find them there."""
    found = [(finder.key(entry), Mark.of(part.part, entry)) for part in report.parts for entry in part.entries]
    at = grouped(found)
    nodes = tuple(
        node if node.key is None or node.key not in at else node._replace(marks=tuple(at[node.key]))
        for node in diagram.nodes
    )
    return diagram._replace(nodes=nodes, marks=tuple(mark for _, mark in found if not mark.key))


def placed(fault: Fault, file: str) -> str:
    """Return the fault with its place: in which file, on which line, in which answer."""
    place = f"line {fault.line}" if fault.line else ""
    where = ", ".join(filter(None, (file, place, tell_path(fault.path) if fault.path else "")))
    return f"{where}: {fault.message}" if where else fault.message


# -- the feedback on one submission as a single page: no network, no other file, complete without its script; it
# prints well

_MOST_FILES = 10


def page(outcome: Outcome, practice: str = "") -> str:
    """Return the page: for each problem marks, what to correct, the tree and the entries, or why nothing could be graded.

    `practice` is a link to a page on which the mistakes that are named can be practised.
    """
    return render_page(
        "feedback.html",
        student=outcome.student or "",
        quiz=outcome.title,
        files=_files(outcome),
        ids=listed([graded.report.id for graded in outcome.graded], _MOST_FILES),
        is_gradable=outcome.is_gradable,
        total=_long(CountedMarks(outcome.total.earned, outcome.total.possible, outcome.pending)),
        faults=[_fault_text(fault, outcome) for fault in outcome.faults],
        problems=[
            section(
                graded,
                f"problem-{place}",
                2 if len(outcome.graded) == 1 else 3,
                _practised(outcome, graded, practice),
                _exercise_of(outcome, graded),
            )._replace(number=outcome.number_of(graded.report.id))
            for place, graded in enumerate(outcome.graded, 1)
        ],
        overview=[
            Meter(
                f"{outcome.number_of(graded.report.id)}{title_of(graded)}",
                _short(_counted(graded)),
                _bar(_counted(graded)),
                anchor=f"problem-{place}",
                exercise=_exercise_of(outcome, graded),
            )
            for place, graded in enumerate(outcome.graded, 1)
        ],
        not_graded=[f"{id_}: {_fault_text(fault, outcome)}" for id_, fault, _ in outcome.not_graded],
        unread=[_fault_text(fault, outcome) for fault in outcome.unread],
        superseded=[_again(one, outcome) for one in outcome.superseded],
    )


_LINE = re.compile(r"\.(jsonl|ndjson):[0-9]+$", re.IGNORECASE)
"""What a hand-in is called that is a line of a file."""
_BY_HAND = re.compile(r'<div class="by-hand"(?: data-accepted)?>.*?</div>', re.DOTALL)
_ACCEPTED = '<div class="by-hand" data-accepted>'


_SHOWS: Mapping[str, Callable[[CountedMarks], str]] = MappingProxyType(
    {
        'p class="total"': _long,
        'p class="unmarked"': _long,
        'span class="marks"': _short,
        'svg class="meter"': _bar,
        'p class="small"': _beside_words,
    }
)
"""The elements of a page that show marks, by how they begin: all that people change stands in one of these."""

_MARKS = re.compile(
    rf'<({"|".join(_SHOWS)})([^>]*?) data-of="([^"]*)" data-part="([^"]*)"(?: data-marked="([^"]*)")?>(.*?)</(p|span|svg)>'
)


def with_changes(
    page: str,
    said: Iterable[str],
    *,
    marks: Mapping[tuple[str, str], CountedMarks] = MappingProxyType({}),
    is_accepted: bool = False,
) -> str:
    """Return the page of a student with what people changed under the marks, in place of what stood there.

    `marks` are those that stand on the page in place of the program's, by exercise and part; those of the whole sheet by empty texts.
    `is_accepted`: an answer is marked as right on the page because people accept it.

    >>> with_changes('<div class="by-hand"></div>', ["Changed by hand: 1 → 2 of 2 points. <b>"])
    '<div class="by-hand"><p>Changed by hand: 1 → 2 of 2 points. &lt;b&gt;</p></div>'
    """
    begin = _ACCEPTED if is_accepted else '<div class="by-hand">'
    written = "".join(f"<p>{escape(printable(one, len(one)))}</p>" for one in said)
    restated = _MARKS.sub(partial(_restated, marks), page)
    return _BY_HAND.sub(lambda _: f"{begin}{written}</div>", restated, count=1)


def _restated(marks: Mapping[tuple[str, str], CountedMarks], found: re.Match[str]) -> str:
    """Return an element with the marks that count now; those that the program gave stay with it, for when decisions are taken back."""
    tag, more, exercise, part, kept, shown, end = found.groups()
    before = shown if kept is None else unescape(kept)
    begin = f'<{tag}{more} data-of="{exercise}" data-part="{part}"'
    new = marks.get((unescape(exercise), unescape(part)))
    if new is None:
        return f"{begin}>{before}</{end}>"
    now = escape(_SHOWS[tag](new))
    return f"{begin}>{before}</{end}>" if now == before else f'{begin} data-marked="{escape(before)}">{now}</{end}>'


def is_titled(page: str, quiz: str) -> bool:
    """Return whether the page says what the sheet is called, where it is called anything."""
    return not quiz or f"<bdi>{escape(quiz)}</bdi>" in page


def has_accepted(page: str) -> bool:
    """Return whether an answer is marked as right on a page because people accepted it."""
    return _ACCEPTED in page


def _practised(outcome: Outcome, graded: Graded, practice: str) -> PracticeLink | None:
    """Return where the mistakes of a problem can be practised: as the exercise of the quiz, or by its own id."""
    return PracticeLink(practice, _exercise_of(outcome, graded)) if practice and not graded.report.run else None


def _exercise_of(outcome: Outcome, graded: Graded) -> str:
    """Return what a problem is called in decisions: as the exercise of the quiz, or by its own id."""
    return outcome.exercises.get(graded.report.id, graded.report.id)


def _files(outcome: Outcome) -> str:
    """Return the names of the files."""
    return listed([_name(source, outcome) for source in outcome.sources or (outcome.source,)], _MOST_FILES)


def _name(source: str, outcome: Outcome) -> str:
    """Return what a file is called to its student: the folders of a course are not shown, nor the file of many of which theirs are lines."""
    if not _LINE.search(source):
        return Path(source).name
    sources = outcome.sources or (outcome.source,)
    return f"hand-in {sources.index(source) + 1}" if source in sources else "hand-in"


def _again(one: Superseded, outcome: Outcome) -> str:
    return f"{one.id}: {_name(one.source, outcome)}, as {_name(one.by, outcome)} answers it too"


def _fault_text(fault: Fault, outcome: Outcome) -> str:
    """Return the fault with its place in the submission; the folders and problem files of a course are not shown."""
    if fault.source in outcome.sources:
        return placed(fault, _name(fault.source, outcome))
    own = fault.source == outcome.source
    return placed(fault, "" if fault.path else _name(fault.source, outcome)) if own else fault.message
