"""A solution step by step for a page: its drawings, its sentences, and the frames as data for the script of the steps.

The page holds the whole solution, whatever it shows at first: who can read its source can read the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grader.answers.case import Key
from grader.diagram import NodeShape
from grader.drawing.draw import MOST_NODES
from grader.drawing.tags import STATES, is_inside
from grader.kinds import Exercise
from grader.marks.reports import Verdict
from grader.pages.frames import Film, Frame, Look, film_of
from grader.pages.guess import Question
from grader.pages.html import Plain, for_script
from grader.pages.ladder import Rung
from grader.pages.overlay import Yours, first_parting
from grader.pages.tree_box import TreeBox, tree_box
from grader.pages.typeset import typesetter
from grader.step import Step

if TYPE_CHECKING:
    from markupsafe import Markup

_EDGES = {Verdict.EXTRA: "wrongcut", Verdict.WRONG: "wrongcut", Verdict.MISSING: "missed"}


class Stepper(NamedTuple):
    """What the template `stepper` wants. `first` is the first step at which the student's answers part from the solution."""

    name: str
    label: str
    tree: TreeBox
    note: str
    sentences: Sequence[str]
    ladder: bool
    ladder_words: str
    has_answers: bool
    mine: str
    first: int | None
    data: Markup


class Told(NamedTuple):
    """The steps of a solution as every page has them, whoever answered the problem; `frames` and `around` are data for the script.

    `around` is the data but for the frames, as what stands before and behind them. `places` says where the drawing has what
    answers name, `typeset` what sentences look like on a page.
    """

    film: Film
    frames: Sequence[Markup]
    around: tuple[Markup, Markup]
    places: Mapping[Key, int]
    typeset: Callable[[str], str]


def stepper_of(
    exercise: Exercise,
    steps: Sequence[Step],
    yours: Sequence[Yours] | None = None,
    *,
    name: str = "steps",
    mine: str = "Show what I wrote",
) -> Stepper:
    """Return the steps for a page; its script knows them by their `name`, which no other on the page has.

    `yours` are a student's answers to be laid over, and `mine` what the box says that lays them.
    """
    return with_answers(told_of(exercise, steps), yours, name=name, mine=mine)


def with_answers(told: Told, yours: Sequence[Yours] | None, *, name: str, mine: str = "Show what I wrote") -> Stepper:
    """Return the steps with a student's answers; see `stepper_of`."""
    film = told.film
    first, tree = first_parting(yours or ()), tree_box(film.diagram, f"{name}-tree", live=True)
    return Stepper(
        name,
        f"{film.diagram.title}, step by step",
        tree,
        f"The tree has {tree.many} nodes, too many to be drawn: here are its steps." if tree.many else "",
        [frame.sentence for frame in film.frames],
        film.scale is not None,
        _ladder_words(film),
        yours is not None,
        mine,
        first and first.step,
        _laid_over(told, yours or ()),
    )


def _ladder_words(film: Film) -> str:
    """Return what the ladder of windows shows, as it is true of this tree."""
    has_chance = any(node.shape is NodeShape.CHANCE for node in film.diagram.nodes)
    below = "a child of MAX or MIN starts" if has_chance else "a child starts"
    outcomes = (
        " An outcome of a chance node starts with a window of its own, which may be wider, and a chance node is cut as soon as "
        "all that it can still be worth lies outside its window."
        if has_chance
        else ""
    )
    return f"Windows from the root down to this node: {below} with its parent’s window, never a wider one. No room left: cut.{outcomes}"


# data for the script


def told_of(exercise: Exercise, steps: Sequence[Step]) -> Told:
    """Return the steps as every page has them; without a picture nobody asks how its nodes look."""
    film = film_of(exercise, steps)
    nodes = film.diagram.nodes
    seen = film
    if len(nodes) > MOST_NODES:
        seen = film._replace(start=(), frames=tuple(frame._replace(news=()) for frame in film.frames))
    rows = sorted({rung.place for frame in seen.frames for rung in frame.rungs})
    known: dict[int, Plain] = {}
    start: Plain = [_look(look) for look in seen.start]
    frames = [for_script(_frame(frame, known)) for frame in seen.frames]
    behind: Plain = {
        "ticks": film.scale.ticks() if film.scale else [],
        "rows": {str(place): {"name": nodes[place].id, "shape": nodes[place].shape.value} for place in rows},
    }
    before = for_script({"start": start, "frames": []})[:-2]
    places = {node.key: place for place, node in enumerate(nodes) if node.key is not None}
    typeset = typesetter(text for node in nodes for text in (node.id, node.move))
    return Told(film, frames, (before, for_script(behind)[1:]), places, typeset)


def _laid_over(told: Told, yours: Sequence[Yours]) -> Markup:
    """Return what the script reads: the frames, each with the student's answers that it decides."""
    laid: dict[int, list[Plain]] = {}
    for one in yours:
        laid.setdefault(one.step, []).append(_answer(one, told.places, told.typeset))
    frames = [*told.frames]
    for number, answers in laid.items():
        frames[number - 1] = frames[number - 1][:-1] + "," + for_script({"yours": answers})[1:]
    before, behind = told.around
    return before + type(before)(",").join(frames) + "]," + behind


def _look(look: Look) -> Plain:
    return look._asdict() | {"beside": not is_inside(look.number)}


def _frame(frame: Frame, known: dict[int, Plain]) -> Plain:
    """Return a frame with what is new in it; `known` are the windows so far, and learns of those."""
    windows = {rung.place: _rung(rung) for rung in frame.rungs if known.get(rung.place) != _rung(rung)}
    known |= windows
    return {
        "say": frame.sentence,
        "place": frame.place,
        "path": frame.path,
        "at": frame.at,
        "news": [_look(look) for look in frame.news],
        "windows": list(windows.values()),
        "taken": next((rung.taken for rung in frame.rungs if rung.taken is not None), None),
        "line": frame.line,
        "ask": None if frame.question is None else _question(frame.question),
    }


def _rung(rung: Rung) -> Plain:
    return {
        "place": rung.place,
        "alpha": rung.alpha,
        "beta": rung.beta,
        "low": rung.low,
        "high": rung.high,
        "cut": rung.is_cut,
    }


def _question(question: Question) -> Plain:
    typeset = typesetter()
    number = (
        None
        if question.number is None
        else question.number._asdict()
        | {
            "plain": question.number.text,
            "text": typeset(question.number.text),
        }
    )
    return {"text": question.text, "number": number, "options": question.options, "right": question.right}


def _answer(one: Yours, places: Mapping[Key, int], typeset: Callable[[str], str]) -> Plain:
    """Return one answer: what it does to its node, or to the edge above that, and its sentence."""
    verdict, said = one.entry.verdict, typeset(one.said)
    at_node = one.key is not None and not one.is_edge and not one.entry.is_node
    given = typeset(one.entry.given or "")
    return {
        "place": places.get(one.key),
        "mark": STATES[verdict] if at_node or verdict is Verdict.CORRECT else "",
        "edge": _EDGES.get(verdict) if one.is_edge else None,
        "tag": f"you {given}" if at_node and given and verdict is not Verdict.CORRECT else "",
        "name": said.rstrip(".") if one.parts else "",
        "said": said,
    }
