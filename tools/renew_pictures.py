"""Write the golden pictures anew: `renew_pictures.py` after a change of look, and then look at each of them.

They are drawings of the bank's problems, as statement, solved or marked; `tests/browser/test_pictures.py` compares them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grader import Bank, Exercise, draw, grade, load_problem
from grader.bank import bank_folders
from grader.grading import Graded

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden" / "pictures"
_PICTURES = {
    "statement-31-nodes": ("four-ply-trace", ""),
    "solved-40-nodes": ("three-by-three-by-three", "solved"),
    "solved-57-nodes": ("large-four-plies", "solved"),
    "solved-states": ("minimax-moves-transposed", "solved"),
    "statement-depth-limit": ("depth-limit", ""),
    "solved-depth-limit": ("depth-limit", "solved"),
    "right-13-nodes": ("minimax-textbook", "full"),
    "wrong-31-nodes": ("four-ply-trace", "partly-right"),
    "wrong-chance": ("expecti-fall-2005-q7", "wrong"),
    "wrong-ucb": ("ucb-slide-wins", "wrong"),
}
"""What each picture shows: a problem, and whether it is solved, or marked and on which submission."""


_STATED: dict[str, dict[str, Any]] = {
    "depth-limit": {
        "format": "gametree-problem/1",
        "id": "depth-limit",
        "title": "A depth limit",
        "kind": "expectiminimax",
        "depth": 2,
        "evaluation": {"weights": {"material": 3, "mobility": 1}},
        "tree": {
            "max": [
                {"id": "B", "static": 7, "min": [{"id": "D", "features": {"material": 1, "mobility": 2}, "max": [9, 4]}, {"id": "E", "value": 4}]},
                {
                    "id": "C",
                    "min": [
                        {"id": "F", "static": -6, "state": "0,2", "chance": [1, 2]},
                        {"id": "G", "quiet": False, "features": {"material": 3, "mobility": 1}, "max": [3, 5]},
                    ],
                },
            ]
        },
    }
}  # fmt: skip
"""Problems that are drawn and that the bank has not."""


def _exercise(id_: str) -> Exercise:
    return load_problem(_STATED[id_]) if id_ in _STATED else Bank()[id_]


def picture(name: str) -> bytes:
    """Return a picture as it is drawn now, a PNG."""
    id_, shown = _PICTURES[name]
    exercise = _exercise(id_)
    if shown in ("", "solved"):
        return draw(exercise, "png", solved=bool(shown))
    return draw(_marked(exercise, shown), "png")


def _marked(exercise: Exercise, submission: str) -> Graded:
    file = bank_folders()[exercise.problem.id] / "submissions" / f"{submission}.yaml"
    return grade(file, exercise).graded[0]


def names() -> list[str]:
    """Return the names of the pictures."""
    return list(_PICTURES)


def _renew() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in _PICTURES:
        (FOLDER / f"{name}.png").write_bytes(picture(name))


if __name__ == "__main__":
    _renew()
