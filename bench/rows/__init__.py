"""The rows of the table: each takes the number of runs and returns its lines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from measure import Line

from rows.batch import batch
from rows.class_runs import FULL as FULL_RUN
from rows.class_runs import class_run
from rows.constructions import constructions
from rows.decisions import decisions
from rows.deepenings import deepenings
from rows.downloads import FULL as FULL_DOWNLOAD
from rows.downloads import downloads
from rows.drawing import drawing
from rows.earlier import FULL as FULL_COMMANDS
from rows.earlier import earlier, pages
from rows.exact import exact
from rows.exercise_exports import exercise_exports
from rows.exporting import exporting
from rows.feedback_pages import feedback_pages
from rows.games import games
from rows.gate import gate
from rows.generating import generating
from rows.grading import FULL, grading
from rows.horizon import horizon
from rows.likes import likes
from rows.loader import loader
from rows.malformed import malformed
from rows.memory import memory
from rows.page_scripts import page_scripts
from rows.programs import programs
from rows.quiz_build import quiz_build
from rows.quiz_check import FULL as FULL_CLASS
from rows.quiz_check import quiz_check
from rows.redrawing import redrawing
from rows.roles import step_roles
from rows.sampling import sampling
from rows.search import search
from rows.startup import startup
from rows.thresholds import thresholds
from rows.variants import variants
from rows.wrong_answers import wrong_answers
from rows.zipped_builds import FULL as FULL_BUILD
from rows.zipped_builds import zipped_builds

ROWS: dict[str, Callable[[int], list[Line]]] = {
    "startup": startup,
    "earlier": earlier,
    "pages": pages,
    "loader": loader,
    "search": search,
    "exact": exact,
    "sampling": sampling,
    "deepening": deepenings,
    "threshold": thresholds,
    "horizon": horizon,
    "games": games,
    "construct": constructions,
    "gate": gate,
    "malformed": malformed,
    "json": exporting,
    "drawing": drawing,
    "feedback-pages": feedback_pages,
    "page-scripts": page_scripts,
    "memory": memory,
    "batch": batch,
    "grading": grading,
    "class-run": class_run,
    "decisions": decisions,
    "step-roles": step_roles,
    "download": downloads,
    "wrong-answers": wrong_answers,
    "variants": variants,
    "generating": generating,
    "like": likes,
    "quiz-build": quiz_build,
    "zipped-build": zipped_builds,
    "quiz-check": quiz_check,
    "redrawing": redrawing,
    "programs": programs,
    "exercise-exports": exercise_exports,
}

IN_FULL: dict[str, Callable[[int], list[Line]]] = {
    "earlier": partial(earlier, size=FULL_COMMANDS),
    "grading": partial(grading, size=FULL),
    "class-run": partial(class_run, size=FULL_RUN),
    "download": partial(downloads, students=FULL_DOWNLOAD),
    "zipped-build": partial(zipped_builds, students=FULL_BUILD),
    "quiz-check": partial(quiz_check, students=FULL_CLASS),
}
"""Rows that have a larger size, at that size."""

IN_SHORT = ("startup", "earlier", "pages", "sampling", "wrong-answers", "feedback-pages", "page-scripts", "drawing")
"""Rows of what people wait for, a few minutes in all."""
