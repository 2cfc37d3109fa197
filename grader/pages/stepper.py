"""A solution step by step for a page: its drawings, its sentences, and the frames as data for the script of the steps.

The page holds the whole solution, whatever it shows at first: who can read its source can read the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from grader.core.answers.case import Action, Key, Step
from grader.core.answers.reports import Verdict, Voice
from grader.core.answers.sweep import AtNode, Coefficients, Sweep, SweepPiece
from grader.core.data import grouped
from grader.core.drawing.diagram import Diagram, NodeShape
from grader.core.drawing.draw import MOST_NODES
from grader.core.drawing.layout import edge_label
from grader.core.drawing.tags import STATES, is_inside
from grader.core.drawing.turned import can_be_copied
from grader.core.numbers import show_number
from grader.core.text import printable, typesetter
from grader.kinds import Exercise
from grader.pages.frames import DONE, TODO, Film, Frame, Look, Rung, film_of
from grader.pages.guess import Question
from grader.pages.html import Plain, TreeBox, alike_boxes, copied_box, for_script, render_page, tree_box
from grader.pages.overlay import Yours, first_parting
from grader.pages.steps import conventions_of_steps

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
    asks: bool
    has_answers: bool
    voice: Voice
    first: int | None
    scripts: list[str]
    has_sweep: bool
    has_table: bool
    others: Sequence[str]
    boxes: Markup
    data: Markup


class StepsOfSolution(NamedTuple):
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
) -> Stepper:
    """Return the steps for a page; its script knows them by their `name`, which no other on the page has.

    `yours` are a student's answers to be laid over.
    """
    return with_answers(told_of(exercise, steps), yours, name=name)


def with_answers(
    told: StepsOfSolution,
    yours: Sequence[Yours] | None,
    *,
    name: str,
    voice: Voice = Voice(),
    shown: tuple[Diagram, str] | None = None,
) -> Stepper:
    """Return the steps with a student's answers; see `stepper_of`. `shown` is a diagram that the page has in a box of that id: where it is the same tree, its drawing is copied."""
    film = told.film
    first, tree = first_parting(yours or ()), _tree(film.diagram, f"{name}-tree", shown)
    return Stepper(
        name,
        f"{film.diagram.title}, step by step",
        tree,
        f"The tree has {tree.many} nodes, too many to be drawn: here are its steps." if tree.many else "",
        [frame.sentence for frame in film.frames],
        film.scale is not None,
        _ladder_words(film),
        any(frame.question for frame in film.frames),
        yours is not None,
        voice,
        first and first.step,
        _scripts(film),
        film.sweep is not None,
        any(frame.so_far for frame in film.frames),
        [other.title for other in film.others],
        alike_boxes(() if tree.many else film.others, f"{name}-other"),
        _laid_over(told, yours or (), voice),
    )


def _scripts(film: Film) -> list[str]:
    """Return the scripts that these steps need beside those of all steps."""
    wanted = {
        "steps-arrows.js": any(one.arrows or one.action in (Action.SIMULATION, Action.BACKUP) for one in film.frames),
        "steps-order.js": len(film.orders) > 1,
        "steps-sweep.js": film.sweep is not None,
        "steps-ladder.js": film.scale is not None,
    }
    return [script for script, is_wanted in wanted.items() if is_wanted]


def _tree(diagram: Diagram, box_id: str, shown: tuple[Diagram, str] | None) -> TreeBox:
    if shown is not None and len(diagram.nodes) <= MOST_NODES and can_be_copied(shown[0], diagram):
        return copied_box(diagram, box_id, shown[1])
    return tree_box(diagram, box_id, live=True)


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
    return f"Windows from the root down to this node: {below} with its parent’s window, never a wider one. No\u00a0room\u00a0left:\u00a0cut.{outcomes}"


# data for the script


def told_of(exercise: Exercise, steps: Sequence[Step]) -> StepsOfSolution:
    """Return the steps as every page has them; without a picture nobody asks how its nodes look."""
    film = film_of(exercise, steps)
    nodes = film.diagram.nodes
    seen = film
    if len(nodes) > MOST_NODES:
        seen = film._replace(
            start=(), frames=tuple(frame._replace(news=(), beside=(), still="") for frame in film.frames)
        )
    rows = sorted({rung.place for frame in seen.frames for rung in frame.rungs})
    known: dict[int, Plain] = {}
    unmet = next((look.said for look in seen.start if look.state == TODO), "")
    start: Plain = [_first_look(look, unmet) for look in seen.start]
    frames = [for_script(_frame(frame, known)) for frame in seen.frames]
    behind: dict[str, Plain] = {
        "ticks": film.scale.ticks() if film.scale else [],
        "rows": {str(place): {"name": nodes[place].id, "shape": nodes[place].shape.value} for place in rows},
    }
    if len(film.orders) > 1:
        behind["orders"] = film.orders
    if film.sweep is not None:
        behind["sweep"] = _sweep(film.sweep, film.diagram, typesetter(film.diagram.names()))
    up: Plain = [node.parent for node in nodes]
    before = for_script({"unmet": unmet, "start": start, "up": up, "frames": []})[:-2]
    around = before, for_script(behind)[1:]
    return StepsOfSolution(film, frames, around, film.diagram.places(), typesetter(film.diagram.names()))


def _sweep(sweep: Sweep, diagram: Diagram, typeset: Callable[[str], str]) -> Plain:
    """Return what the script evaluates: each piece with its nodes' numbers and windows as [a, b] of a + b·x, and where the slider stops.

    An edge whose probability has x in it is that and how it stands in the drawing.
    """
    places, nodes = diagram.places(), diagram.nodes

    def line(number: Coefficients) -> Plain:
        a, b = number
        return typeset(show_number(a)) if isinstance(a, float) else [float(a), float(b)]

    def node(one: AtNode) -> Plain:
        window = one.window and [line(end) for end in one.window]
        place, chance = places[one.key], one.probability
        said = {"place": place, "number": one.number and line(one.number), "window": window}
        said["edge"] = chance and [line(chance), edge_label(nodes[place]._replace(move=""))]
        return _said(said | {"skip": one.is_skipped, "cut": one.is_top})

    def piece(one: SweepPiece) -> Plain:
        said: dict[str, Plain] = {"holds": one.holds, "sentence": typeset(one.sentence)}
        return said | {"nodes": [node(at) for at in one.nodes if at.key in places]}

    stops: Plain = [[float(x), typeset(text), sweep.piece_of(x)] for x, text in sweep.stops]
    turns: Plain = [sweep.nearest(x) for x in sweep.turns]
    return {"stops": stops, "turns": turns, "pieces": [piece(one) for one in sweep.pieces]}


def _laid_over(told: StepsOfSolution, yours: Sequence[Yours], voice: Voice) -> Markup:
    """Return what the script reads: the frames, each with the student's answers that it decides."""
    laid = grouped((one.step, _answer(one, told.places, told.typeset, voice)) for one in yours)
    frames = [*told.frames]
    for number, answers in laid.items():
        frame, more = frames[number - 1], for_script({"yours": answers})
        frames[number - 1] = frame[:-1] + "," + more[1:] if len(frame) > len("{}") else more
    before, behind = told.around
    return before + type(before)(",").join(frames) + "]," + behind


def _look(look: Look) -> dict[str, Plain]:
    usual = ", ".join(filter(None, (look.number and f"value {look.number}", look.window and f"window {look.window}")))
    state = "" if look.state == DONE else look.state
    fields = _said(look._asdict() | {"state": state, "said": "", "beside": not is_inside(look.number)})
    return fields if look.said == usual else fields | {"said": look.said}


def _first_look(look: Look, unmet: str) -> Plain:
    """Return how a node looks at first, in the place of its list that is its own: nothing where it is not met yet."""
    if look.state == TODO and not look.number and look.said == unmet:
        return 0
    return {name: field for name, field in _look(look).items() if name != "place"}


def _said(fields: dict[str, Plain]) -> dict[str, Plain]:
    """Return the fields that say something; the script knows what the others are."""
    return {name: field for name, field in fields.items() if field or (field == 0 and field is not False)}


def _frame(frame: Frame, known: dict[int, Plain]) -> Plain:
    """Return a frame with what is new in it; `known` are the windows so far, and learns of those. Its sentence stands in the page's list."""
    windows = {rung.place: _rung(rung) for rung in frame.rungs if known.get(rung.place) != _rung(rung)}
    known |= windows
    return _said(
        {
            "place": frame.place,
            "at": frame.at,
            "news": [_look(look) for look in frame.news],
            "windows": list(windows.values()),
            "taken": next((rung.taken for rung in frame.rungs if rung.taken is not None), None),
            "line": frame.line,
            "part": frame.part,
            "beside": frame.beside,
            "x": frame.x,
            "other": frame.other,
            "arrows": [(*arrow[:2], int(arrow.decides), arrow.name) for arrow in frame.arrows],
            "changed": frame.changed,
            "order": frame.order or None,
            "table": frame.so_far,
            "still": frame.still,
            "up": frame.action is Action.BACKUP,
            "out": frame.action is Action.SIMULATION,
            "ask": None if frame.question is None else _question(frame.question),
        }
    )


def _rung(rung: Rung) -> Plain:
    said: dict[str, Plain] = {"place": rung.place, "alpha": rung.alpha, "beta": rung.beta}
    return _said(said | {"low": rung.low, "high": rung.high, "cut": rung.is_cut})


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
    asked: dict[str, Plain] = {
        "text": question.text,
        "number": number,
        "options": question.options,
        "right": question.right,
        "hints": question.hints,
    }
    return _said(asked)


def _answer(one: Yours, places: Mapping[Key, int], typeset: Callable[[str], str], voice: Voice) -> Plain:
    """Return one answer: what it does to its node, or to the edge above that, and its sentence."""
    verdict, said = one.entry.verdict, typeset(one.said)
    at_node = one.key is not None and not one.is_edge and not one.entry.is_node
    given = typeset(one.entry.given or "")
    return _said(
        {
            "place": None if one.key is None else places.get(one.key),
            "mark": STATES[verdict] if at_node or verdict is Verdict.CORRECT else "",
            "edge": _EDGES.get(verdict) if one.is_edge else None,
            "tag": f"{voice.short} {given}" if at_node and given and verdict is not Verdict.CORRECT else "",
            "name": said.rstrip(".") if one.parts else "",
            "said": said,
        }
    )


# -- a solution step by step as one self-contained HTML page: drawing, sentence and controls together in one window


def trace_page(
    exercise: Exercise, steps: Sequence[Step], yours: Sequence[Yours] | None = None
) -> tuple[str, list[str]]:
    """Return the page, and notes for whoever runs the program."""
    problem = exercise.problem
    film = stepper_of(exercise, steps, yours)
    page = render_page(
        "steps.html",
        title=printable(problem.title or problem.id, 1000),
        kind=exercise.kind.title,
        film=film,
        conventions=conventions_of_steps(exercise),
    )
    return page, [f"{problem.id}: {film.note}"] if film.note else []
