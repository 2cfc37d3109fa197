"""The class report as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.drawing.widths import cells, fold
from grader.pages.class_words import (
    MEANINGS,
    SUPERSEDED,
    UNDEFINED,
    bins,
    comparison,
    description,
    group_name,
    how_shown,
    index,
    mean_of,
    not_counted,
    percent,
    pooled,
    remark,
    right_of,
    slipped,
    variants_of,
    where,
    who,
)
from grader.statistics import ClassReport, Item, MisconceptionTally, PartSummary, ProblemSummary, Totals
from grader.words import count

_LONGEST_BAR = 40
_WIDTH = 100


def render_class_text(report: ClassReport) -> str:
    """Return the report for a terminal."""
    blocks = [_head(report)]
    for problem in report.problems:
        blocks += [_problem_lines(problem), *map(_problem_lines, problem.apart)]
    blocks += [_group_lines(report)] if report.groups else []
    if len(report.problems) > 1 and report.misconceptions:
        students = report.totals.students
        blocks.append(["Misconceptions in the class", *_misconception_lines(report.misconceptions, students)])
    left_out = (_not_gradable(report), _not_graded(report), _superseded(report), _unreadable(report))
    blocks += filter(None, left_out)
    blocks.append(_notes(report))
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _head(report: ClassReport) -> list[str]:
    totals = report.totals
    lines = [f"Class report: {count(totals.students, 'student')}, {count(report.results, 'result')} read"]
    if totals.mean_share is None:
        return lines
    lines.append(
        f"Totals: mean {mean_of(totals)} points ({percent(totals.mean_share)}), median {percent(totals.median_share)}, "
        f"standard deviation {percent(totals.deviation)}"
    )
    return lines + _histogram(totals)


def _histogram(totals: Totals) -> list[str]:
    most = max(totals.histogram)
    labels = bins(totals.histogram)
    width = max(map(len, labels))
    # A bar is a whole number of signs, and no student is invisible.
    bars = [f"{'█' * -(-_LONGEST_BAR * number // max(most, _LONGEST_BAR))} {number}" for number in totals.histogram]
    return [f"  {label:>{width}}  {bar.strip()}" for label, bar in zip(labels, bars, strict=True)]


def _problem_lines(problem: ProblemSummary) -> list[str]:
    rows: list[tuple[str, ...]] = [("part", "mean", "facility", "discrimination", "efficiency", "blank", "malformed")]
    rows += [(part.part, *_item_cells(part.item), str(part.blank), str(part.malformed)) for part in problem.parts]
    rows.append(("whole problem", *_item_cells(problem.item), "", ""))
    many = ", ".join(filter(None, (count(problem.item.students, "student"), variants_of(problem))))
    lines = [f"{problem.name} ({problem.kind}): {many}", *_table(rows), *_pooled_lines(problem)]
    wrong = [line for part in problem.parts for line in _wrong_lines(part)]
    if wrong:
        lines += ["  Most frequent wrong answers:", *wrong]
    if problem.misconceptions:
        lines += ["  Misconceptions:", *_misconception_lines(problem.misconceptions, problem.item.students, "    ")]
    if problem.one_slip:
        lines.append(f"  {slipped(problem.one_slip)}")
    return lines


def _pooled_lines(problem: ProblemSummary) -> Iterator[str]:
    """Yield what is known of variants taken together: who is right where, and what is not known."""
    if problem.variants == 1:
        return
    for part in problem.parts:
        known = [tally for tally in part.nodes if tally.node is not None and tally.of]
        at = [f"{tally.node} {right_of(tally.right, tally.of)}" for tally in known]
        if at:
            yield from _hung(f"Right in {part.part}: {', '.join(at)}", "  ", "    ")
    yield from _hung(pooled(problem), "  ", "  ")


def _hung(text: str, first: str, then: str) -> Iterator[str]:
    for place, line in enumerate(fold(text, _WIDTH)):
        yield f"{then if place else first}{line}"


def _group_lines(report: ClassReport) -> list[str]:
    """Return how the groups did: in all, and in each exercise with how many have it all right."""
    if not report.groups:
        return []
    rows: list[tuple[str, ...]] = [("group", "students", "mean", "share", "median", "deviation")]
    for group in report.groups:
        totals = group.totals
        shares = (percent(totals.mean_share), percent(totals.median_share), percent(totals.deviation))
        rows.append((group_name(group.group), f"{totals.students:,}", mean_of(totals), *shares))
    lines = ["Groups", *_table(rows), *_hung(comparison(report), "  ", "  ")]
    lines += ["  Students for each tenth of the points, from 0–10 % to 90–100 %:"]
    spread = [(group_name(group.group), *map(str, group.totals.histogram)) for group in report.groups]
    parts = [("exercise", "group", "students", "mean", "facility", "all right")]
    parts += [(problem.name, *cells_) for problem in report.problems for cells_ in _group_cells(problem)]
    return [*lines, *(f"  {line}" for line in _table(spread)), "  Exercises:", *(f"  {line}" for line in _table(parts))]


def _group_cells(problem: ProblemSummary) -> Iterator[tuple[str, str, str, str, str]]:
    for one in problem.groups:
        right = right_of(one.full, one.students)
        yield group_name(one.group), f"{one.students:,}", mean_of(one), percent(one.facility), right


def _item_cells(item: Item) -> tuple[str, ...]:
    return mean_of(item), percent(item.facility), index(item.discrimination), index(item.efficiency)


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Yield the rows with columns in line: the first one to the left, the others to the right."""
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        line = "".join(f"  {cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True))
        yield f"  {first:<{widths[0]}}{line}".rstrip()


def _wrong_lines(part: PartSummary) -> Iterator[str]:
    for wrong in part.wrong:
        place = ", ".join(filter(None, (part.part, where(wrong))))
        said = remark(wrong)
        yield f"    {place}: {wrong.given} — {count(wrong.students, 'student')}" + (said and f" ({said})")
    if part.other_wrong:
        yield f"    {part.part}: and {count(part.other_wrong, 'other wrong answer')}"


def _misconception_lines(tallies: Sequence[MisconceptionTally], students: int, indent: str = "  ") -> Iterator[str]:
    for tally in tallies:
        yield f"{indent}{tally.misconception}: {tally.students} of {count(students, 'student')}{how_shown(tally)}"
        if words := description(tally.misconception):
            yield f"{indent}  {words}"


def _not_gradable(report: ClassReport) -> list[str]:
    if not report.not_gradable:
        return []
    lines = [f"Not gradable, so without marks ({count(len(report.not_gradable), 'submission')}):"]
    for submission in report.not_gradable:
        lines += [f"  {who(submission)}", *(f"    {error}" for error in submission.errors)]
    return lines


def _not_graded(report: ClassReport) -> list[str]:
    if not report.problems_not_graded:
        return []
    found = report.problems_not_graded
    return [
        "Problems that could not be graded:",
        *(f"  {problem.id}: {count(problem.students, 'student')}, {problem.reason}" for problem in found),
    ]


def _superseded(report: ClassReport) -> list[str]:
    if not report.superseded:
        return []
    return [f"{SUPERSEDED}:", *(f"  {not_counted(one)}" for one in report.superseded)]


def _unreadable(report: ClassReport) -> list[str]:
    if not report.unreadable:
        return []
    return ["No results, passed over:", *(f"  {fault}" for fault in report.unreadable)]


def _notes(report: ClassReport) -> list[str]:
    says = [*(f"{name}: {words}" for name, words in MEANINGS), UNDEFINED] if report.problems else []
    lines = ["Notes:"]
    for note in (*report.notes, *says):
        first, *others = fold(note, _WIDTH)
        lines += [f"  - {first}", *(f"    {line}" for line in others)]
    return lines
