"""The rows of the table: each takes the number of runs and returns its lines."""

from __future__ import annotations

from collections.abc import Callable

from measure import Line

from rows.batch import batch
from rows.drawing import drawing
from rows.exact import exact
from rows.exporting import exporting
from rows.gate import gate
from rows.generating import generating
from rows.loader import loader
from rows.malformed import malformed
from rows.memory import memory
from rows.search import search
from rows.startup import startup
from rows.variants import variants
from rows.wrong_answers import wrong_answers

ROWS: dict[str, Callable[[int], list[Line]]] = {
    "startup": startup,
    "loader": loader,
    "search": search,
    "exact": exact,
    "gate": gate,
    "malformed": malformed,
    "json": exporting,
    "drawing": drawing,
    "memory": memory,
    "batch": batch,
    "wrong-answers": wrong_answers,
    "variants": variants,
    "generating": generating,
}
