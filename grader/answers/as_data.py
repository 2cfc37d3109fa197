"""What forms say as data: shapes that may be blank for schemas; names, fields and numbers with their rooms for scripts."""

from collections.abc import Sequence

from grader.answers.part import Around, Cell, Fragment, Keys
from grader.data import Data
from grader.exact import show_number
from grader.games.problem import Problem


def shape(fragment: Fragment, *, blanks: bool) -> Fragment:
    """Return the shape, which may be null (a blank) where blanks are allowed."""
    return {"if": {"type": "null"}, "else": fragment} if blanks else fragment


def known_names(keys: Keys, problem: Problem) -> Data:
    """Return what students may write for each key, for a script."""
    return [[text, key] for text, key in keys.known(problem).items()]


def shapes_of(problem: Problem, cell: Cell) -> Data:
    """Return the shape of each number of a cell, by its name in the schemas."""
    return [field.shape for field in cell.fields(problem)]


def written_out(rooms: Sequence[Around]) -> Data:
    """Return numbers with their rooms, for a script: exactly, as text."""
    return [[bound if isinstance(bound, str) else show_number(bound), show_number(room)] for bound, room in rooms]
