"""A solution as frames: for each step the sentence, and everything that a picture beside it shows then.

Nothing of a later step is in a frame. A picture at a step is what the frames up to it have said, one upon the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from grader.diagram import Branch, Diagram, NodeShape
from grader.exact import read_number
from grader.kinds import Exercise
from grader.kinds.words import window_text
from grader.pages.guess import Board, Question, board_of, node_text, question_of
from grader.pages.ladder import Rung, Scale, scale_of
from grader.pages.typeset import typesetter
from grader.search import Window
from grader.step import Action, Step

TODO, OPEN, DONE, SKIP = "todo", "open", "done", "skip"
"""What becomes of a node: not reached yet, being searched, finished, skipped."""
_LINE = ("principal-variation", "best-move", "choice")
_NUMBER_OF = {Action.SCORE: "score", Action.SIZE: "size"}
_WITH_NUMBER = (Action.RETURN, Action.VALUE, Action.SCORE, Action.SIZE)


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


class Frame(NamedTuple):
    """One step: the sentence, the place of its node, the path to that, what is new in the picture, and the ladder.

    `at` is the place whose window the step changes. `line` are the places of the best line, once it is known.
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


class Film(NamedTuple):
    """The frames of a solution, how the picture looks before the first, and the number line of their ladders."""

    diagram: Diagram
    start: tuple[Look, ...]
    frames: tuple[Frame, ...]
    scale: Scale | None


def film_of(exercise: Exercise, steps: Sequence[Step]) -> Film:
    """Return the frames of the steps; all texts with the signs of a printed page."""
    problem, diagram = exercise.problem, exercise.picture_of_steps()
    windows = [step.window for step in steps if step.window is not None]
    leaves = (read_number(node.value) for node in diagram.nodes if node.value and node.branch is not Branch.BEYOND)
    found = (step.value for step in steps if step.action is Action.LEAF and step.value is not None)  # static values too
    scale = scale_of((*leaves, *found, *windows[0])) if windows else None
    is_search = any(step.action in (Action.ENTER, Action.LEAF) for step in steps)
    names = [text for node in diagram.nodes for text in (node.id, node.move)]
    player = _Player(exercise, board_of(problem, diagram), scale, typesetter(names), is_search=is_search)
    start = tuple(player.looks)
    return Film(diagram, start, tuple(player.frames(steps)), scale)


class _Player:
    """Plays the steps: knows how every node looks by now."""

    def __init__(
        self, exercise: Exercise, board: Board, scale: Scale | None, typeset: Callable[[str], str], *, is_search: bool
    ) -> None:
        self.exercise, self.board, self.typeset = exercise, board, typeset
        self.share = None if scale is None else cache(scale.share)
        self.is_search = is_search
        self.windows: dict[int, Window] = {}
        self.rungs: dict[int, Rung] = {}
        self.cut: set[int] = set()
        self.met: set[int] = set()
        self.claimed: set[int] = set()
        self.looks = [self._first(place) for place in range(len(board.diagram.nodes))]

    def _first(self, place: int) -> Look:
        node = self.board.diagram.nodes[place]
        if node.key is None or node.branch is Branch.BEYOND or (node.shape is NodeShape.LEAF and not self.is_search):
            return Look(place, DONE)
        return Look(place, TODO, said="not reached yet" if self.is_search else "no number yet")

    def frames(self, steps: Sequence[Step]) -> Iterator[Frame]:
        """Yield a frame for each step."""
        shown: Step | None = None
        for number, step in enumerate(steps, 1):
            question = question_of(self.board, shown, self.met, step)
            news = self._take(step)
            yield self._frame(number, step, news, question)
            shown = step

    def _frame(self, number: int, step: Step, news: tuple[Look, ...], question: Question | None) -> Frame:
        place, at = self.board.place(step.node), self.board.place(step.at)
        path = () if place is None else tuple(self.board.path_to(place))
        return Frame(
            number,
            self.typeset(step.sentence),
            place,
            path,
            at,
            news,
            tuple(self._rungs(path, at, step)),
            _line(self.exercise) if step.action is Action.CHOICE else (),
            None if question is None else _typeset_question(question, self.typeset),
        )

    def _take(self, step: Step) -> tuple[Look, ...]:
        """Take the step, and return how the nodes that it concerns look now, in the order of the diagram."""
        own, at = self.board.place(step.node), self.board.place(step.at)
        if own is not None and step.action is Action.CUTOFF:
            self.cut.add(own)
        changed = self._take_windows(step, own, at)
        restored = self._restore()
        if own is not None and step.action not in (Action.CHOICE, Action.KNOWN):
            changed.add(own)
            self.met.add(own)
        for place in changed:
            self.looks[place] = self._look(place, step, is_own=place == own)
        for key, text in step.noted:
            if (noted := self.board.place(key)) is not None:
                changed.add(noted)
                self.looks[noted] = Look(noted, DONE, self.typeset(text), said=text)
        is_claim = step.action is Action.CLAIM
        tops = [top for key in step.skipped if (top := self.board.place(key)) is not None]
        skipped = [self._skip(top, place) for top in tops for place in self._below(top)]
        self.claimed = {look.place for look in skipped} if is_claim else set()
        again = [look for place, look in restored.items() if self.looks[place] is look]
        return tuple(sorted((*(self.looks[place] for place in changed), *skipped, *again)))

    def _restore(self) -> dict[int, Look]:
        """Return how nodes look again that are skipped by the claim before: each claim tells of a search of its own."""
        for place in self.claimed:
            self.looks[place] = self._first(place)
        return {place: self.looks[place] for place in self.claimed}

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
        text = "" if window is None else self.typeset(window_text(problem, window))
        what = _NUMBER_OF.get(step.action, "static value" if ends else "value")
        said = ", ".join(filter(None, (number and f"{what} {number}", text and f"window {text}")))
        return Look(place, state, number, text, said=said)

    def _skip(self, top: int, place: int) -> Look:
        self.met.add(place)
        number = self.looks[place].number  # of a node whose value was found before the search is told
        said = f"value {number}, skipped" if number else "skipped"
        self.looks[place] = Look(place, SKIP, number, cut=place == top, said=said)
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


def _typeset_question(question: Question, typeset: Callable[[str], str]) -> Question:
    return question._replace(text=typeset(question.text))


def _line(exercise: Exercise) -> tuple[int, ...]:
    """Return the places of the best line: those whose edge is bold where the solution is drawn, and the root."""
    problem, solution = exercise.problem, exercise.solution
    asked = tuple(part for part in _LINE if part in solution.answers)
    solved = exercise.kind.draw(problem._replace(ask=asked), solution, None, None)[0]
    bold = tuple(place for place, node in enumerate(solved.nodes) if node.bold)
    return (0, *bold) if bold else ()
