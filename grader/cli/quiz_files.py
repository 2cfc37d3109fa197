"""The files of a quiz, as the commands find them: the document, the roster and the secret beside it."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from grader.cli.options import complain
from grader.errors import Fault, ProblemError
from grader.printable import printable

if TYPE_CHECKING:
    from grader.course.quiz.secret import Secret

QUIZ, ROSTER = "quiz.yaml", "roster.csv"


def quiz_path(named: str) -> str:
    """Return the document of the quiz: the file itself, or quiz.yaml in the named folder."""
    return os.path.join(named, QUIZ) if os.path.isdir(named) else named


def check_quiz_is_there(file: str) -> None:
    """Raise ProblemError where the folder of the document holds none: it may be what was built of a quiz, or hand-ins."""
    from grader.course.quiz.lock import NAME

    folder = os.path.dirname(file)
    if os.path.basename(file) != QUIZ or os.path.exists(file) or not os.path.isdir(folder):
        return
    is_build = os.path.isfile(os.path.join(folder, NAME))
    what = "is the build of a quiz" if is_build else f"holds no {QUIZ}"
    raise ProblemError([Fault(f"{what}, expected the folder of a quiz, or its file", folder)])


def lies_in(named: str) -> bool:
    """Return whether a quiz is named by its usual name, or by the folder that it lies in under this name."""
    file = quiz_path(named)
    return os.path.basename(file) == QUIZ and os.path.isfile(file)


def quiz_fault(named: str) -> Fault | None:
    """Return that it is a quiz, where something else is expected; nothing of what is none."""
    message = f"is a quiz, expected a problem; `gametree quiz check {printable(named, 4096)}` shows what is in it"
    return Fault(message, named) if lies_in(named) else None


def roster_beside(file: str, named: str | None) -> str | None:
    """Return the roster that is named, else the one beside the quiz; None where there is none."""
    beside = os.path.join(os.path.dirname(file), ROSTER)
    return named or (beside if os.path.isfile(beside) else None)


def find_secret(file: str, named: str | None) -> Secret:
    """Return the secret of a quiz: of the named file, the variable, or quiz.secret beside it. Raises ProblemError.

    One that others can read is used, with a warning.
    """
    from grader.course.quiz.secret import FILE, VARIABLE, read_secret

    if named is None and (text := os.environ.get(VARIABLE)):
        return read_secret(os.fsencode(text), f"the variable {VARIABLE}", f"unset it, and {FILE} is read")
    path = named or os.path.join(os.path.dirname(file), FILE)
    try:
        with open(path, "rb") as opened:
            content, mode = opened.read(1 << 16), os.fstat(opened.fileno()).st_mode
    except FileNotFoundError:
        message = f"there is no secret: expected this file, --secret FILE or the variable {VARIABLE}"
        folder = printable(os.path.dirname(file) or ".")
        raise ProblemError([Fault(f"{message}; `gametree quiz init {folder}` adds one", path)]) from None
    except OSError as failure:
        raise ProblemError([Fault(f"cannot be read: {failure.strerror or failure}", path)]) from failure
    if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        complain([Fault("warning: others can read the secret; `chmod 600` it", path)])
    return read_secret(content, path)
