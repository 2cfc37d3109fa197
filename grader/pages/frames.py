"""A solution as frames: for each step the sentence, and everything that a picture beside it shows then.

Nothing of a later step is in a frame. A picture at a step is what the frames up to it have said, one upon the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import ceil, floor, log10
from typing import NamedTuple

from grader.core.answers.case import Action, Arrow, Step
from grader.core.answers.cells import show_window
from grader.core.answers.sweep import Sweep
from grader.core.drawing.diagram import Branch, Diagram
from grader.core.drawing.draw import MOST_NODES
from grader.core.numbers import Bound, read_number, round_units
from grader.core.search.folds import Window
from grader.core.text import typesetter
from grader.kinds import Exercise
from grader.kinds.record import View
from grader.pages.guess import Board, Question, board_of, node_text, question_of

# -- the ladder of windows: one bar for each node from the root down, all on one number line

_EDGE = 0.04
"""The share of the line at either end that is left to infinity."""
_MOST_TICKS = 6
_WIDEST = 10**5
"""The longest line that is read with the help of numbers below it."""


class Rung(NamedTuple):
    """The window of one node: its bounds as text and as shares of the line; `is_cut` once a step has said so.

    `taken` is the share at which the number stands that the node takes in at this step.
    """

    place: int
    alpha: str
    beta: str
    low: float
    high: float
    is_cut: bool = False
    taken: float | None = None


class Scale(NamedTuple):
    """A number line from the least to the largest number that a problem states."""

    least: Fraction
    most: Fraction

    def share(self, number: Bound) -> float:
        """Return where a number stands; what lies beyond the line stands at its end.

        >>> line = scale_of([0, 10])
        >>> line.share(5), line.share(float("-inf")), line.share(12)
        (0.5, 0.0, 0.96)
        """
        if isinstance(number, float):
            return 0.0 if number < 0 else 1.0
        along = float(min(max((number - self.least) / (self.most - self.least), Fraction(0)), Fraction(1)))
        return round(_EDGE + (1 - 2 * _EDGE) * along, 4)

    def ticks(self) -> list[tuple[float, str]]:
        """Return (share, text) of a few round numbers on the line; none where they would be hard to read.

        >>> [text for _, text in scale_of([-3, 24]).ticks()]
        ['0', '5', '10', '15', '20']
        """
        width = self.most - self.least
        if not 1 / Fraction(_WIDEST) < width < _WIDEST or max(abs(self.least), abs(self.most)) > _WIDEST:
            return []
        unit = next(unit for unit in round_units(floor(log10(width)) - 1) if width / unit <= _MOST_TICKS)
        places = range(ceil(self.least / unit), floor(self.most / unit) + 1)
        return [(self.share(unit * place), _tick(unit * place)) for place in places]


def _tick(number: Fraction) -> str:
    return f"{float(number):g}".replace("-", "−")


def scale_of(numbers: Iterable[Bound]) -> Scale:
    """Return the line that holds all the finite numbers, with room on both sides of a single one.

    >>> scale_of([7, float("inf")]).ticks()[0]
    (0.04, '6')
    """
    finite = [Fraction(number) for number in numbers if not isinstance(number, float)]
    least, most = min(finite, default=Fraction(0)), max(finite, default=Fraction(0))
    return Scale(least, most) if least < most else Scale(least - 1, most + 1)


TODO, OPEN, DONE, SKIP = "todo", "open", "done", "skip"
"""What becomes of a node: not reached yet, being searched, finished, skipped."""
_LINE = ("principal-variation", "best-move", "choice")
_NUMBER_OF = {Action.SCORE: "score", Action.SIZE: "size"}
_STAYS = {
    Action.SUM: "this step adds up what was found",
    Action.CHOICE: "this step says what follows from what was found",
    Action.CLAIM: "this step judges a claim",
    Action.EXAMPLE: "the example is the tree that stands there",
}
_STAYS_ELSE = "what this step finds is not drawn"
_WITH_NUMBER = (Action.RETURN, Action.VALUE, Action.SCORE, Action.SIZE)

OF_ANOTHER = " The picture shows the tree as it is stated, without any change."
"""What a frame adds to a sentence on another tree than the one in the picture."""


class Look(NamedTuple):
    """How a node of the picture looks from a step on: its state, its number and its window.

    `cut`: the edge above it is the one at which the skipped part hangs. `said` is the same for a screen reader.
    """

    place: int
    state: str
    number: str = ""
    window: str = ""
    cut: bool = False
    said: str = ""
    filled: bool = False

    def is_seen_beside(self, other: Look) -> bool:
        """Return whether the node looks otherwise than in the other look."""
        return self._replace(said="") != other._replace(said="")


class Frame(NamedTuple):
    """One step: the sentence, the place of its node, the path to that, what is new in the picture, and the ladder.

    `at` is the place whose window the step changes. `line` are the places of the best line, once it is known. `part` says where
    the step stands in the whole, `beside` what stands beside nodes at this step alone, as do `arrows` between places, and `changed` the places that are outlined; `order` is which of the film's orders of children it has; `so_far` is a table of what was found by now. `x` is the stop of the slider for an unknown number, `other` the second picture. `still` says why the picture stays,
    if and only if nothing in it changes.
    """

    number: int
    sentence: str
    place: int | None = None
    path: tuple[int, ...] = ()
    at: int | None = None
    news: tuple[Look, ...] = ()
    rungs: tuple[Rung, ...] = ()
    line: tuple[int, ...] = ()
    question: Question | None = None
    part: str = ""
    beside: tuple[tuple[int, str], ...] = ()
    arrows: tuple[Arrow, ...] = ()
    changed: tuple[int, ...] = ()
    order: int = 0
    so_far: tuple[tuple[str, ...], ...] = ()
    x: int | None = None
    other: int | None = None
    still: str = ""
    action: Action | None = None

    def changes(self, before: Frame | None) -> bool:
        """Return whether its picture differs from that of the frame before, however the nodes look."""
        return self.shown() != (before or Frame(0, "")).shown()

    def shown(self) -> tuple[object, ...]:
        """Return what its picture shows beside the looks of nodes."""
        return (
            self.place,
            self.at,
            self.rungs,
            self.line,
            self.beside,
            self.arrows,
            self.changed,
            self.order,
            self.so_far,
            self.x,
            self.other,
        )


Orders = tuple[tuple[int, tuple[int, ...]], ...]
"""The places whose children stand in another order than the drawing has them, each with that order."""


class Film(NamedTuple):
    """The frames of a solution, how the picture looks before the first, the number line of their ladders, what is found at every x, and second pictures.

    `orders` are those of children that its picture can have; the first is that of the drawing.
    """

    diagram: Diagram
    start: tuple[Look, ...]
    frames: tuple[Frame, ...]
    scale: Scale | None
    sweep: Sweep | None = None
    others: tuple[Diagram, ...] = ()
    orders: tuple[Orders, ...] = ((),)


def film_of(exercise: Exercise, steps: Sequence[Step]) -> Film:
    """Return the frames of the steps; all texts with the signs of a printed page."""
    problem, diagram = exercise.problem, exercise.picture_of_steps()
    windows = [step.window for step in steps if step.window is not None]
    leaves = (read_number(node.value) for node in diagram.nodes if node.value and node.branch is not Branch.BEYOND)
    found = (step.value for step in steps if step.action is Action.LEAF and step.value is not None)  # static values too
    scale = scale_of((*leaves, *found, *windows[0])) if windows else None
    is_search = any(step.action in (Action.ENTER, Action.LEAF) for step in steps)
    typeset = typesetter(diagram.names())
    player = _Player(exercise, board_of(problem, diagram), scale, typeset, is_search=is_search)
    player.sweep = exercise.kind.tutor.sweep(problem, exercise.solution)
    start = tuple(player.looks)
    frames = tuple(player.frames(steps))
    return Film(diagram, start, frames, scale, player.sweep, tuple(player.others), tuple(player.orders))


def _why_it_stays(step: Step) -> str:
    return _STAYS_ELSE if step.noted else _STAYS.get(step.action, _STAYS_ELSE)


class _Player:
    """Plays the steps: knows how every node looks by now."""

    def __init__(
        self, exercise: Exercise, board: Board, scale: Scale | None, typeset: Callable[[str], str], *, is_search: bool
    ) -> None:
        self.exercise, self.board, self.typeset = exercise, board, typeset
        self.share = None if scale is None else cache(scale.share)
        self.is_search = is_search
        self.sweep: Sweep | None = None
        self.others: list[Diagram] = []
        self.orders: list[Orders] = [()]
        self.windows: dict[int, Window] = {}
        self.rungs: dict[int, Rung] = {}
        self.cut: set[int] = set()
        self.met: set[int] = set()
        self.claimed: set[int] = set()
        self.before: dict[int, Look] = {}
        self.looks = [self._first(place) for place in range(len(board.diagram.nodes))]

    def _first(self, place: int) -> Look:
        node = self.board.diagram.nodes[place]
        is_given = bool(node.value or node.number) and not self.is_search
        if node.key is None or node.branch is Branch.BEYOND or is_given:
            return Look(place, DONE)
        return Look(place, TODO, said="not reached yet" if self.is_search else "no number yet")

    def frames(self, steps: Sequence[Step]) -> Iterator[Frame]:
        """Yield a frame for each step."""
        shown: Step | None = None
        before: Frame | None = None
        for number, step in enumerate(steps, 1):
            question = question_of(self.board, shown, self.met, step)
            self.before = {}
            news = self._take(step)
            frame = self._frame(number, step, news, question)
            is_new = any(look.is_seen_beside(self.looks[place]) for place, look in self.before.items())
            stays = "" if is_new or frame.changes(before) else _why_it_stays(step)
            yield frame._replace(still=stays and f"The picture stays: {stays}.")
            shown, before = step, frame

    def _frame(self, number: int, step: Step, news: tuple[Look, ...], question: Question | None) -> Frame:
        place, at = self._own(step), self.board.place(step.at)
        path = () if place is None else tuple(self.board.path_to(place))
        return Frame(
            number,
            self.typeset(f"{step.sentence}{OF_ANOTHER * (step.is_of_another and len(self.looks) <= MOST_NODES)}"),
            place,
            path,
            at,
            news,
            tuple(self._rungs(path, at, step)),
            _line(self.exercise) if step.action is Action.CHOICE else (),
            None
            if question is None
            else question._replace(text=self.typeset(question.text), hints=tuple(map(self.typeset, question.hints))),
            step.part,
            tuple((at, self.typeset(text)) for key, text in step.beside if (at := self.board.place(key)) is not None),
            tuple(self._arrows(step)),
            tuple(at for key in step.changed if (at := self.board.place(key)) is not None),
            self._order(step),
            tuple(tuple(map(self.typeset, row)) for row in step.so_far),
            None if step.x is None or self.sweep is None else self.sweep.nearest(step.x),
            self._other(step),
            action=step.action,
        )

    def _own(self, step: Step) -> int | None:
        """Return the place that the step is about: that of its node, or the only one at which it writes something."""
        about = step.node
        if about is None and len(step.noted) == 1:
            ((about, _),) = step.noted
        return self.board.place(about)

    def _order(self, step: Step) -> int:
        """Return which order of children the picture has at a step; a tree that is not drawn has that of the problem."""
        places = self.board.places
        if not step.orders or len(self.looks) > MOST_NODES:
            return 0
        drawn = ((key, children) for key, children in step.orders if key in places)
        order = tuple((places[key], tuple(places[child] for child in children)) for key, children in drawn)
        if order not in self.orders:
            self.orders.append(order)
        return self.orders.index(order)

    def _other(self, step: Step) -> int | None:
        """Return which of the second pictures stands beside the first at a step."""
        if step.other is None:
            return None
        self.others.append(step.other)
        return len(self.others) - 1

    def _arrows(self, step: Step) -> Iterator[Arrow]:
        """Yield the arrows of a step from place to place; what is not drawn has none."""
        for arrow in step.arrows:
            start, to = self.board.place(arrow.start), self.board.place(arrow.to)
            if start is not None and to is not None:
                yield arrow._replace(start=start, to=to)

    def _take(self, step: Step) -> tuple[Look, ...]:
        """Take the step, and return how the nodes that it concerns look now, in the order of the diagram."""
        own, at = self._own(step), self.board.place(step.at)
        if own is not None and step.action is Action.CUTOFF:
            self.cut.add(own)
        changed = self._take_windows(step, own, at)
        restored = self._restore(range(len(self.looks)) if step.is_anew else self.claimed)
        if own is not None and step.action not in (Action.CHOICE, Action.KNOWN):
            changed.add(own)
            self.met.add(own)
        for place in changed:
            self._set(self._look(place, step, is_own=place == own))
        for key, text in step.noted:
            if (noted := self.board.place(key)) is not None:
                changed.add(noted)
                self._set(Look(noted, DONE if text else TODO, self.typeset(text), said=text, filled=key in step.filled))
        is_claim = step.action is Action.CLAIM
        tops = [top for key in step.skipped if (top := self.board.place(key)) is not None]
        skipped = [self._skip(top, place) for top in tops for place in self._below(top)]
        self.claimed = {look.place for look in skipped} if is_claim else set()
        again = [look for place, look in restored.items() if self.looks[place] is look]
        return tuple(sorted((*(self.looks[place] for place in changed), *skipped, *again)))

    def _set(self, look: Look) -> None:
        """Let a node look so from now on."""
        self.before.setdefault(look.place, self.looks[look.place])
        self.looks[look.place] = look

    def _restore(self, places: Iterable[int]) -> dict[int, Look]:
        """Return how nodes look again as at first: those that are skipped by the claim before, which tells of a search of its own, or all."""
        first = {place: look for place in places if (look := self._first(place)) != self.looks[place]}
        for look in first.values():
            self._set(look)
        return first

    def _take_windows(self, step: Step, own: int | None, at: int | None) -> set[int]:
        """Take the windows that the step tells, and return the places of their nodes."""
        reported = step.reported_window if step.action is Action.RETURN else None  # a cutoff is shown as it was found
        told = {
            place: window
            for place, window in ((at, step.window), (own, reported))
            if place is not None and window is not None
        }
        self.windows |= told
        self.rungs |= {place: self._rung(place, window) for place, window in told.items()}
        return set(told)

    def _rung(self, place: int, window: Window) -> Rung:
        """Return the window of a node as a bar."""
        alpha, beta = (self.typeset(self.board.problem.say(bound)) for bound in window)
        low, high = (0.0, 1.0) if self.share is None else map(self.share, window)
        return Rung(place, alpha, beta, low, high, place in self.cut)

    def _look(self, place: int, step: Step, *, is_own: bool) -> Look:
        """Return how a node looks after a step that concerns it: that is its own, or changes its window."""
        problem, now = self.board.problem, self.looks[place]
        state, number = now.state, now.number
        if is_own and step.action is Action.ENTER:
            state = OPEN
        elif is_own and step.action is not Action.CUTOFF:
            state = DONE
        ends = self.board.diagram.nodes[place].is_horizon
        if is_own and (ends or step.action in _WITH_NUMBER) and step.value is not None:
            shown = step.value if step.reported is None else step.reported
            number = self.typeset(node_text(problem, step, shown))
            number = f"[{number}]" if ends else number
        window = self.windows.get(place)
        text = "" if window is None else self.typeset(show_window(problem, window))
        what = _NUMBER_OF.get(step.action, "static value" if ends else "value")
        said = ", ".join(filter(None, (number and f"{what} {number}", text and f"window {text}")))
        return Look(place, state, number, text, said=said, filled=now.filled)

    def _skip(self, top: int, place: int) -> Look:
        self.met.add(place)
        number = self.looks[place].number  # of a node whose value was found before the search is told
        said = f"value {number}, skipped" if number else "skipped"
        self._set(Look(place, SKIP, number, cut=place == top, said=said))
        return self.looks[place]

    def _below(self, top: int) -> Iterator[int]:
        waiting = [top]
        while waiting:
            place = waiting.pop()
            if self.board.diagram.nodes[place].branch is Branch.BEYOND:
                continue
            yield place
            waiting += self.board.children[place]

    def _rungs(self, path: Sequence[int], at: int | None, step: Step) -> Iterator[Rung]:
        """Yield the windows from the root down that are known by now."""
        for place in path:
            if place not in self.rungs:
                continue
            rung = self.rungs[place]
            takes = place == at and self.board.place(step.node) != place
            if takes and step.value is not None and self.share is not None:
                rung = rung._replace(taken=self.share(step.value))
            yield rung


def _line(exercise: Exercise) -> tuple[int, ...]:
    """Return the places of the best line: those whose edge is bold where the solution is drawn, and the root."""
    problem, solution = exercise.problem, exercise.solution
    asked = tuple(part for part in _LINE if part in solution.answers)
    solved = exercise.kind.draw(View(problem._replace(ask=asked), solution))[0]
    bold = tuple(place for place, node in enumerate(solved.nodes) if node.bold)
    return (0, *bold)
