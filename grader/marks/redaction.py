"""What the reader of a report may see: the one place where expected answers are taken out."""

from __future__ import annotations

from grader.marks.reports import Entry, PartReport, ProblemReport, Reveal, Verdict


def redact(report: ProblemReport, reveal: Reveal) -> ProblemReport:
    """Return the report as its reader may see it: the one place where expected answers are taken out.

    Below `expected` no entry says what was expected, the nodes of missing entries are hidden, and of a misconception is
    said which rule and where, without numbers; with `none` only the marks of whole parts are left, and what could not be
    judged.
    """
    if reveal is Reveal.EXPECTED:
        return report
    parts = tuple(_redact_part(part, reveal) for part in report.parts)
    if reveal is Reveal.NONE:
        return report._replace(parts=parts, findings=(), slip="", reveal=reveal)
    findings = tuple(
        finding._replace(step="", node=finding.node if finding.is_seen else None) for finding in report.findings
    )
    return report._replace(parts=parts, findings=findings, reveal=reveal)


def _redact_part(part: PartReport, reveal: Reveal) -> PartReport:
    """Return the part without what may not be seen.

    With `verdicts` the entries that the student did not write are one line, so that none of them is named, and a message is what it tells of
    the student's own answer.
    """
    whole_part = [entry._replace(expected=None) for entry in part.entries if entry.is_whole]
    if reveal is Reveal.NONE or whole_part:
        return part._replace(entries=tuple(whole_part), counts=None)
    seen = [
        _without_share(entry._replace(expected=None, message=entry.own))
        for entry in part.entries
        if entry.verdict is not Verdict.MISSING and (entry.given is not None)
    ]
    is_missing = any(entry.given is None and entry.node is not None for entry in part.entries)
    note = [Entry(Verdict.MISSING, message="something is missing", shows_marks=False)] if is_missing else []
    return part._replace(entries=(*seen, *note), counts=None)


def _without_share(entry: Entry) -> Entry:
    """Return the entry of a list or a map without its marks; the marks of a single answer are those of its part."""
    return entry if entry.node is None else entry._replace(earned=0, possible=0, shows_marks=False)
