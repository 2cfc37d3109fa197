"""The text report: reads well in a terminal and aloud; every sign is followed by the word that it stands for."""

from __future__ import annotations

from grader.conventions import conventions_in_words
from grader.exact import marks_text
from grader.grading import Graded, Outcome
from grader.marking import Entry, PartReport, Reveal, Verdict
from grader.printable import printable

SIGNS = {
    Verdict.CORRECT: "✓",
    Verdict.WRONG: "✗",
    Verdict.FOLLOW_THROUGH: "≈",
    Verdict.MISSING: "–",
    Verdict.EXTRA: "✗",
    Verdict.BLANK: "–",
    Verdict.MALFORMED: "!",
}
WORDS = {
    Verdict.CORRECT: "correct",
    Verdict.WRONG: "wrong",
    Verdict.FOLLOW_THROUGH: "follows from an earlier slip",
    Verdict.MISSING: "missing",
    Verdict.EXTRA: "not expected",
    Verdict.BLANK: "no answer",
    Verdict.MALFORMED: "not judged",
}


def render_text(outcome: Outcome) -> str:
    """Return the report of one submission."""
    name = f"{printable(outcome.student)} ({printable(outcome.source)})" if outcome.student else printable(outcome.source)
    if not outcome.is_gradable:
        return "\n".join([f"{name}: not graded", *(f"  {line}" for line in ungradable_lines(outcome)), ""])
    blocks = [f"{name}: {_marks(outcome.earned, outcome.possible)}{_percent(outcome)}"]
    blocks += [_problem_block(graded) for graded in outcome.graded]
    blocks += [f"{printable(id_)}: not graded\n  {fault}" for id_, fault in outcome.not_graded]
    return "\n\n".join(blocks) + "\n"


def ungradable_lines(outcome: Outcome) -> list[str]:
    """Return why a submission could not be graded, a line for each reason."""
    return [str(fault) for fault in outcome.faults]


def _marks(earned: object, possible: object) -> str:
    return f"{marks_text(earned)} of {marks_text(possible)} points"  # type: ignore[arg-type]


def _percent(outcome: Outcome) -> str:
    return f" ({marks_text(round(100 * outcome.earned / outcome.possible))} %)" if outcome.possible else ""


def _problem_block(graded: Graded) -> str:
    report, problem, kind = graded.report, graded.exercise.problem, graded.exercise.kind
    title = f"{printable(problem.title)} — {problem.id}" if problem.title else problem.id
    lines = [f"{title} ({kind.title}): {_marks(report.earned, report.possible)}"]
    for part in report.parts:
        lines.append(f"  {_part_sign(part)} {part.part}: {_marks(part.earned, part.possible)}")
        lines += [f"      {line}" for line in entry_lines(part, report.reveal)]
    lines += [f"  Note: {fault}" for fault in report.notes]
    if words := conventions_in_words(problem.conventions, kind.conventions, problem.ask):
        lines += ["  Conventions:", *(f"    - {sentence}" for sentence in words)]
    return "\n".join(lines)


def _part_sign(part: PartReport) -> str:
    return "✓" if part.earned == part.possible else "✗" if part.earned == 0 else "◐"


def entry_lines(part: PartReport, reveal: Reveal) -> list[str]:
    """Return a line for each entry of the part; right ones of many are gathered in one."""
    right = [entry for entry in part.entries if entry.verdict is Verdict.CORRECT]
    lines = []
    if len(right) > 1:
        told = ", ".join(_name_and_given(entry) for entry in right)
        lines.append(f"{SIGNS[Verdict.CORRECT]} correct: {told}")
    elif right:
        lines.append(f"{SIGNS[Verdict.CORRECT]} correct: {_name_and_given(right[0])}")
    lines += [_entry_line(entry) for entry in part.entries if entry.verdict is not Verdict.CORRECT]
    if reveal is Reveal.NONE and not lines:
        lines.append("what is right here is not shown")
    return lines


def _name_and_given(entry: Entry) -> str:
    if entry.node is None or entry.node == entry.given:
        return entry.given or ""
    return f"{entry.node}: {entry.given}"


def _entry_line(entry: Entry) -> str:
    """Return sign, word, what was given where, and what is to be said of it."""
    what = f"{entry.node}: " if entry.node and entry.node != entry.given else ""
    given = f"you wrote {entry.given}" if entry.given is not None else ""
    says = "; ".join(filter(None, (given, entry.message)))
    return f"{SIGNS[entry.verdict]} {WORDS[entry.verdict]}" + (f" — {what}{says}" if what or says else "")
