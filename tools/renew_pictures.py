"""Write the golden pictures anew: `renew_pictures.py` after a change of look, and then look at each of them.

They are drawings of the bank's problems, as statement, solved or marked; `tests/browser/test_pictures.py` compares them.
"""

from __future__ import annotations

from pathlib import Path

from grader import Bank, Exercise, draw, grade, load_problem
from grader.grading.bank import bank_folders
from grader.kinds import Graded

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


def _exercise(id_: str) -> Exercise:
    return Bank()[id_] if id_ in bank_folders() else load_problem(FOLDER / f"{id_}.yaml")


def own_problems() -> set[str]:
    """Return the names of the files of problems that are drawn and that the bank has not."""
    return {f"{id_}.yaml" for id_, _ in _PICTURES.values() if id_ not in bank_folders()}


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
