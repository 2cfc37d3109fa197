"""Submissions that are marked one by one: a report on each as it comes, and its files."""

import os
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from grader.cli.options import Exit, complain, emit, emit_text, is_terminal, with_progress, wrote
from grader.course.hand_in import Class, HandIn
from grader.course.mark import FAILED
from grader.course.row import row_of
from grader.course.students import feedback_folders
from grader.course.tally import Tally
from grader.diagram import Numbers
from grader.errors import Fault, GradingError
from grader.marks.reports import Reveal
from grader.outcome import Outcome

if TYPE_CHECKING:  # most runs are for no platform
    from grader.export.platform import Platform


class Settings(NamedTuple):
    """What the options say."""

    format: str
    reveal: Reveal
    require: tuple[str, ...]
    fail_under: float | None
    out: str | None
    drawings: tuple[str, ...]
    html: bool
    tree: bool = False
    numbers: Numbers = Numbers.VALUES
    platform: "Platform | None" = None


def execute(held: Class, grade_one: Callable[[HandIn], Outcome], settings: Settings, tally: Tally) -> set[Exit]:
    """Grade each hand-in, write its report and files, and return the exit codes that apply."""
    codes = set() if held.hand_ins else {Exit.SUBMISSION}
    report = _Report(settings)
    if not report.begin():
        return codes | {Exit.USAGE}
    folders = [] if settings.out is None else feedback_folders(held)
    written = 0
    for place, hand_in in enumerate(with_progress(held.hand_ins, len(held.hand_ins), "Grading", "graded")):
        outcome = _graded(hand_in, grade_one, report, settings)
        tally.add(row_of(outcome))
        if not report.add(outcome):
            return codes | {Exit.USAGE}
        codes |= exit_codes(outcome, settings)
        if settings.out is not None:
            count_, more = write_feedback(outcome, settings, os.path.join(settings.out, folders[place]))
            codes, written = codes | more, written + count_
    codes |= set() if report.end() else {Exit.USAGE}
    if settings.out is not None:
        complain([wrote(written, settings.out)])
    return codes


def _graded(hand_in: HandIn, grade_one: Callable[[HandIn], Outcome], report: "_Report", settings: Settings) -> Outcome:
    """Return what became of a hand-in. A platform gets a result even where the program fails on it, which ends the run."""
    try:
        return grade_one(hand_in)
    except Exception:
        if settings.platform is not None:
            report.add(failed(hand_in))
            report.end()
        raise


def failed(hand_in: HandIn) -> Outcome:
    """Return what is said of a hand-in on which the program itself failed."""
    source = hand_in.files[0].path
    return Outcome(source, hand_in.student, faults=(Fault(FAILED, source),))


class _Report:
    """What goes to stdout: a text or an object for each outcome as it comes, or one table at the end."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._is_first = True
        self._table = None
        if settings.format == "csv":
            from grader.course.gradebook import Gradebook

            self._table = Gradebook(settings.require)

    def begin(self) -> bool:
        """Write what stands before all and return whether that worked."""
        return self._emit_frame(0)

    def _emit_frame(self, place: int) -> bool:
        if self._settings.platform is None:
            return True
        from grader.export import export_frame

        text = export_frame(self._settings.format)[place]
        return not text or emit(text, is_utf8=True)

    def add(self, outcome: Outcome) -> bool:
        """Take in one outcome and return whether it could be written."""
        if self._table is not None:
            self._table.add(row_of(outcome))
            return True
        between = [] if self._is_first else [""]
        self._is_first = False
        if self._settings.format == "text":
            from grader.pages.text import report_lines

            trees = self._settings.numbers if self._settings.tree else None
            return emit_text([*between, *report_lines(outcome, trees)])
        from grader.export import Platform, export_text

        text = export_text(outcome, self._settings.format, self._settings.platform or Platform())
        return emit(text, is_utf8=self._settings.platform is not None)

    def end(self) -> bool:
        """Write what is left and return whether that worked."""
        if self._table is None:
            return self._emit_frame(1)
        return emit(self._table.text(), is_utf8=True)


def exit_codes(outcome: Outcome, settings: Settings) -> set[Exit]:
    """Return the exit codes that one outcome asks for, and complain about what was not graded."""
    # On a terminal the text report has just said the same.
    is_said = settings.format == "text" and is_terminal(sys.stdout) and is_terminal(sys.stderr)
    not_graded = (fault for _, fault, _ in outcome.not_graded)
    complain([] if is_said else (*outcome.faults, *not_graded, *outcome.unread, *map(str, outcome.superseded)))
    codes = set() if outcome.is_whole else {Exit.SUBMISSION}
    fail_under = settings.fail_under
    if not outcome.is_gradable:
        return codes
    percent = Fraction(outcome.earned) * 100 / Fraction(outcome.possible or 1)  # nothing of nothing is 0 %
    if fail_under is not None and percent < Fraction(fail_under):
        codes.add(Exit.BELOW)
    return codes


def write_feedback(outcome: Outcome, settings: Settings, folder: str) -> tuple[int, set[Exit]]:
    """Write the files of one hand-in into its folder and return how many; what cannot be drawn or written is said and passed over."""
    from pathlib import Path

    from grader.documents.files import write_file
    from grader.pages.files import feedback_files

    codes: set[Exit] = set()
    written = 0
    for name, make in feedback_files(outcome, settings.drawings, html=settings.html, numbers=settings.numbers):
        path = Path(folder, name)
        try:
            content, notes = make()
            complain(notes)
            write_file(path, content)
            written += 1
        except OSError as failure:
            complain([f"{path}: cannot be written: {failure.strerror or failure}"])
            codes.add(Exit.USAGE)
        except GradingError as failure:
            complain(f"{name}: {fault.message}" for fault in failure.faults)
    return written, codes
