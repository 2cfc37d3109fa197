"""What a reader may be asked before a step is shown: only what the step decides, and only from what is recorded of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.core.answers.case import Action, Key, Step
from grader.core.answers.cells import show_score, show_window
from grader.core.answers.rounding import room_of_number, room_of_score
from grader.core.drawing.diagram import Diagram, DiagramNode
from grader.core.drawing.outline import children_of
from grader.core.games.problem import Problem
from grader.core.numbers import Bound, say_large, say_short
from grader.core.text import printable
from grader.kinds.words import cut_rule, listing, unfinished_cut
from grader.pages.hints import hint_lines

_LARGEST = 10**15
"""Up to here a script counts exactly; a larger number is compared as text."""
LARGEST_SIZE = 10**8
"""A larger size of a level is not asked: nobody types all its digits."""
_ASKED = {
    Action.RETURN: "Which number does {} return?",
    Action.VALUE: "What is the value of {}?",
    Action.SCORE: "What is the score of {}?",
    Action.SIZE: "How many nodes stand at {}?",
    Action.BACKUP: "By how much does the total of {} grow?",
}
_REPORTED = "Which number does {} report?"
_TAKEN_IN = (Action.LEAF, Action.RETURN)
GOES_ON, SKIPPED = "It goes on", "The rest is skipped"
TRUE, FALSE = "It is true", "It is false"


class Expected(NamedTuple):
    """A number that is asked: as text, and as the number and the room on both sides in which another is right too.

    `number` is None where only the text is right.
    """

    text: str
    number: float | None = None
    room: float = 0.0


class Question(NamedTuple):
    """What is asked before a step: a number, or one of the options, of which `right` are right; `hints` help from the least to the most."""

    text: str
    number: Expected | None = None
    options: tuple[str, ...] = ()
    right: tuple[int, ...] = ()
    hints: tuple[str, ...] = ()


class Board(NamedTuple):
    """What the steps are played on: the problem, its diagram without any answer, and where each key stands in that."""

    problem: Problem
    diagram: Diagram
    places: Mapping[Key, int]
    children: Sequence[Sequence[int]]

    def place(self, key: Key | None) -> int | None:
        """Return where a step speaks of; None where that is not drawn."""
        return None if key is None else self.places.get(key)

    def name(self, key: Key | None) -> str:
        """Return the name of what a step speaks of, as it is drawn if it is."""
        place = self.place(key)
        return printable(self.problem.game.ids[key]) if place is None else self.diagram.nodes[place].id

    def path_to(self, place: int) -> list[int]:
        """Return the places from the root to this one, both included."""
        path = [place]
        while (parent := self.diagram.nodes[path[-1]].parent) >= 0:
            path.append(parent)
        return path[::-1]


def board_of(problem: Problem, diagram: Diagram) -> Board:
    """Return the board of a diagram; nodes without a key are never spoken of."""
    return Board(problem, diagram, diagram.places(), children_of(diagram))


def number_text(problem: Problem, step: Step, number: Bound) -> str:
    """Return the number of a step as its sentence writes it."""
    if step.action is Action.SIZE:
        return say_large(number)  # type: ignore[arg-type]  # no size is infinite
    return show_score(problem, number) if step.action is Action.SCORE else problem.say(number)


def node_text(problem: Problem, step: Step, number: Bound) -> str:
    """Return the number of a step as its node has room for it."""
    if step.action is Action.SIZE:
        return say_short(number)  # type: ignore[arg-type]  # no size is infinite
    return number_text(problem, step, number)


def question_of(board: Board, shown: Step | None, met: Collection[int], step: Step) -> Question | None:
    """Return what can be asked before the step; None where it decides nothing that is worth a guess.

    `shown` is the step before it, `met` are the places that the search came to or skipped so far.
    """
    if step.action is Action.SIZE and step.value is not None and step.value > LARGEST_SIZE:
        return None
    question = _asked(board, shown, met, step)
    if question is None or question.hints:
        return question
    name = step.look_at or ("" if step.node is None else board.name(step.node))
    return question._replace(hints=hint_lines(name, step.rule, step.unfinished) if step.rule else ())


def _asked(board: Board, shown: Step | None, met: Collection[int], step: Step) -> Question | None:
    """Return what the step decides as a question, whether what was found cuts with its hints: these tell nothing of the step."""
    if step.action in _ASKED and step.node is not None and step.value is not None and not isinstance(step.value, tuple):
        return _number_question(board, step, step.value)
    if step.claim:
        return Question(f"{step.claim} True or false?", None, (TRUE, FALSE), (0 if step.holds else 1,))
    if step.question and not step.options and isinstance(step.value, int | Fraction):
        return Question(step.question, _expected(board.problem, step, step.value))
    if step.question:
        return _options_question(board, step)
    if step.action is Action.CHOICE:
        return _choice_question(board, step)
    return _skip_question(board, shown, met, step)


def _number_question(board: Board, step: Step, value: Bound) -> Question:
    asked, number = (_ASKED[step.action], value) if step.reported is None else (_REPORTED, step.reported)
    return Question(asked.format(board.name(step.node)), _expected(board.problem, step, number))


def _expected(problem: Problem, step: Step, number: Bound) -> Expected:
    conventions, text = problem.conventions, number_text(problem, step, number)
    if not -_LARGEST <= number <= _LARGEST:
        return Expected(text)
    if step.action is Action.SCORE:
        return Expected(text, float(number), float(room_of_score(conventions.decimals)))
    room = room_of_number(number, conventions.decimals, stated="decimals" in conventions.stated)
    return Expected(text, float(number), float(room))


def _options_question(board: Board, step: Step) -> Question | None:
    """Return the step's own question; nothing is asked where no option would be wrong."""
    right = tuple(place for place, key in enumerate(step.options) if key in step.chosen)
    if len(right) == len(step.options):
        return None
    return Question(step.question, None, tuple(map(board.name, step.options)), right)


def _choice_question(board: Board, step: Step) -> Question | None:
    """Return which child of the root is asked for, of a root without any its value; nothing is asked where no child would be wrong."""
    if not board.children[0] and step.value is not None:
        return _number_question(board, step._replace(action=Action.VALUE, node=board.diagram.nodes[0].key), step.value)
    children = [board.diagram.nodes[place] for place in board.children[0]]
    right = tuple(place for place, child in enumerate(children) if child.key in step.chosen)
    if len(right) in (0, len(children)):
        return None
    return Question("Which child of the root is chosen?", None, tuple(map(_called, children)), right)


def _called(child: DiagramNode) -> str:
    return f"{child.move} (to {child.id})" if child.move else child.id


def _skip_question(board: Board, shown: Step | None, met: Collection[int], step: Step) -> Question | None:
    """Return whether the rest of a node is skipped, where it has taken in a number, could be cut and has children left."""
    if shown is None or shown.action not in _TAKEN_IN or shown.at is None or shown.window is None or not shown.prune_if:
        return None
    nodes = board.diagram.nodes
    at = board.place(shown.at)
    left = [nodes[place].id for place in (() if at is None else board.children[at]) if place not in met]
    if not left:
        return None
    window, verb = show_window(board.problem, shown.window), "is" if len(left) == 1 else "are"
    text = f"{board.name(shown.at)} has {window}, and {listing(left)} {verb} left. What happens?"
    unfinished = unfinished_cut(board.problem, board.name(shown.at), shown.window, shown.prune_if)
    hints = hint_lines(board.name(shown.at), cut_rule(board.problem), unfinished)
    return Question(text, None, (GOES_ON, SKIPPED), (1 if step.action is Action.CUTOFF else 0,), hints)
