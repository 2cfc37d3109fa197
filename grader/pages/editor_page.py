"""The page on which an instructor draws a problem: one file that needs no network, says at once what a search makes of the tree, and hands out problem.yaml."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from markupsafe import Markup

from grader.core.conventions import FIELDS, Conventions, value_of
from grader.core.data import Plain
from grader.core.documents import Document
from grader.core.documents.writing import to_yaml
from grader.core.errors import Fault, ProblemError
from grader.core.games.nodes import NO_P, SAME_ID, SAME_MOVE, SOME_P, STRAY_P, SUM_P
from grader.core.games.problem import Problem, is_played
from grader.core.numbers import say_number
from grader.kinds import KINDS, Exercise, Kind, read_exercise
from grader.kinds.problems import NOTHING_ASKED
from grader.kinds.record import Drawable
from grader.pages.answer_page import hints, shape_of
from grader.pages.html import render_page

MOST_NODES = 300
"""Of a tree that the page draws: beyond, a hand finds nothing on it."""
MARK = Markup('<meta name="generator" content="gametree edit">')
"""What is in every page of the editor, so that one can be told from other files."""
_SHOWN = ("format", "id", "title", "kind", "tree", "children", "ask", "points")
"""The fields of a problem that the page shows; the others go into the download as they were."""
_WITHOUT_EFFECT = frozenset((*_SHOWN, "source", "conventions", "marking", "layers", "tags"))
"""The fields beside which the page's own numbers are right, if the conventions are."""
_TREES: Mapping[str, Plain] = {"max": [[3, 12, 8], [2, 4, 6], [14, 5, 2]], "chance": {"chance": [3, {"max": [12, 8]}]}}
"""A small tree by who moves at its root."""
_CHILDREN: Plain = [{"id": "A", "total": 7, "visits": 10}, {"id": "B", "visits": 0}]


def write_editor_page(exercise: Exercise | None = None) -> str:
    """Return the page, empty or with a problem that `check_drawable` lets through."""
    kinds = {name: kind.drawable for name, kind in KINDS.items() if kind.drawable is not None}
    file = None if exercise is None else file_data(exercise)
    if exercise is not None:
        kinds = {name: drawable for name, drawable in kinds.items() if _takes(exercise, KINDS[name], drawable)}
    asked = () if exercise is None else exercise.problem.ask
    data: Plain = {
        "kinds": [_kind(KINDS[name], drawable, asked) for name, drawable in kinds.items()],
        "file": file,
        "shapes": {name: shape_of(name) for name in ("number", "count", "text", "problem-id", "positive-number")},
        "words": {"ask": NOTHING_ASKED, "id": SAME_ID, "move": SAME_MOVE}
        | {"stray": STRAY_P, "outside": NO_P, "some": SOME_P, "sum": SUM_P},
        "hints": hints(),
    }
    return render_page("editor.html", data=data, mark=MARK)


def check_drawable(exercise: Exercise) -> None:
    """Raise ProblemError where the problem has no tree that the page could draw."""
    problem, source = exercise.problem, exercise.document.source
    drawn = [name for name, kind in KINDS.items() if kind.drawable is not None]
    kinds = f"the editor draws stated trees (kinds {', '.join(drawn)})"
    if exercise.kind.drawable is None:
        raise ProblemError([Fault(f"is of kind {problem.kind}; {kinds}", source)])
    if is_played(exercise.document.data):
        raise ProblemError([Fault(f"its tree is made from the rules of a game; {kinds}", source)])
    size = len(exercise.document.data["children"]) if exercise.kind.drawable.has_visits else problem.whole.size
    if size > MOST_NODES:
        raise ProblemError([Fault(f"its tree has {size:,} nodes; the editor draws at most {MOST_NODES}", source)])


def _takes(exercise: Exercise, kind: Kind, drawable: Drawable) -> bool:
    """Return whether the problem can become one of the kind: drawn alike, and with conventions that the kind knows."""
    own, stated = exercise.kind.drawable, exercise.problem.conventions.stated
    return own is not None and own.has_visits == drawable.has_visits and stated <= {*kind.conventions}


def _kind(kind: Kind, drawable: Drawable, asked: Collection[str]) -> Plain:
    """Return a kind as the page knows it: with the parts that a drawn tree has answers to, and those that the file asks."""
    samples = [tree for player, tree in _TREES.items() if player in drawable.players]
    answered = [_answered(kind, drawable, sample) for sample in samples]
    parts = [name for name in kind.parts if name in answered[0] or name in asked]
    return {
        "name": kind.name,
        "title": kind.title,
        "players": list(drawable.players),
        "refused": drawable.refused,
        "cuts": drawable.cuts,
        "hasVisits": drawable.has_visits,
        "parts": [[name, kind.parts[name].title] for name in parts],
        "asked": [name for name in kind.asked if name in parts],
        "needsMover": [name for name in parts if any(name not in one for one in answered[1:])],
    }


def _answered(kind: Kind, drawable: Drawable, tree: Plain) -> Collection[str]:
    """Return the parts to which a small tree has answers."""
    game: Mapping[str, Plain] = {"children": _CHILDREN} if drawable.has_visits else {"tree": tree}
    document = Document("sample", {"format": "gametree-problem/1", "id": "sample", "kind": kind.name, **game}, "", b"")
    return read_exercise(document, KINDS).solution.answers


def file_data(exercise: Exercise) -> Plain:
    """Return a problem as the page begins with it."""
    problem, stated = exercise.problem, exercise.document.data
    kept = {name: field for name, field in stated.items() if name not in _SHOWN}
    conventions = {name: one for name, one in stated.get("conventions", {}).items() if not FIELDS[name].is_of_tree}
    explicit = {name: field for name, field in kept.items() if name not in ("layers", "conventions")}
    return {
        "kind": problem.kind,
        "id": problem.id,
        "title": problem.title,
        "tree": stated.get("tree"),
        "children": stated.get("children"),
        "layers": list(stated.get("layers", ())),
        "root": problem.conventions.root,
        "hasText": problem.text is not None,
        "points": {part: say_number(problem.points[part]) for part in problem.ask},
        "kept": to_yaml(kept) if kept else "",
        "keptBesideNodes": to_yaml(explicit | ({"conventions": conventions} if conventions else {})),
        "isLive": _is_live(exercise.kind, problem, stated),
    }


def _is_live(kind: Kind, problem: Problem, stated: Mapping[str, Plain]) -> bool:
    """Return whether the page's numbers are those of the problem: all conventions that bear on them are the usual ones."""
    unheard = kind.drawable.unheard if kind.drawable else ()
    heard = [name for name in kind.conventions if name not in unheard and not FIELDS[name].is_of_tree]
    usual = Conventions()
    return _WITHOUT_EFFECT.issuperset(stated) and all(
        value_of(problem.conventions, name) == value_of(usual, name) for name in heard
    )
