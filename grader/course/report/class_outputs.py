"""The class report as text, as JSON of the format gametree-report/1 (report.schema.json), and as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.core.data import Plain
from grader.core.documents.writing import table_text
from grader.core.drawing.scale import cells, fold
from grader.core.numbers import marks_number
from grader.core.resources import __version__
from grader.core.text import count, json_line
from grader.course.report import ClassReport
from grader.course.report.flags import flag_lines, flags_of
from grader.course.report.focus import first_line, to_teach
from grader.course.report.statistics import Comparison, GroupShare, Item, Totals
from grader.course.report.tallies import MisconceptionTally, PartSummary, ProblemSummary, RoleTally
from grader.course.report.wording import (
    NO_GROUP,
    SUPERSEDED,
    bins,
    comparison,
    description,
    group_rows,
    how_shown,
    mean_of,
    not_counted,
    notes_of,
    part_rows,
    percent,
    pooled,
    program_rows,
    remark,
    right_of,
    role_rows,
    size_of,
    slipped,
    spread_rows,
    where,
    who,
)

# -- text, for a terminal

_LONGEST_BAR = 40
_WIDTH = 100
_PARTS = "part mean facility discrimination efficiency blank malformed"
_PROGRAMS = ("programs", "students", "share")
_ROLES = ("part", "step", "right", "")
_GROUPS = "group students mean share median deviation"


def render_class_text(report: ClassReport) -> str:
    """Return the report for a terminal."""
    blocks = [[first_line(report)], _head(report)]
    flags = [line for problem in report.problems for line in flag_lines(problem)]
    blocks += [["To look at:", *(f"  {line}" for line in flags)]] if flags else []
    for problem in report.problems:
        blocks += [_problem_lines(problem), *map(_problem_lines, problem.apart)]
    blocks += [_group_lines(report)] if report.groups else []
    if len(report.problems) > 1 and report.misconceptions:
        students = report.totals.students
        blocks.append(["Misconceptions in the class", *_misconception_lines(report.misconceptions, students)])
    blocks += [[head, *lines] for head, lines in _left_out(report) if lines]
    blocks.append(["Notes:", *(line for note in notes_of(report) for line in _hung(note, "  - ", "    "))])
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
    labels = bins(totals)
    width = max(map(len, labels))
    # A bar is a whole number of signs, and no student is invisible.
    bars = [f"{'█' * -(-_LONGEST_BAR * number // max(most, _LONGEST_BAR))} {number}" for number in totals.histogram]
    return [f"  {label:>{width}}  {bar.strip()}" for label, bar in zip(labels, bars, strict=True)]


def _problem_lines(problem: ProblemSummary) -> list[str]:
    table = _table([_PARTS.split(), *part_rows(problem, "whole problem")])
    lines = [f"{problem.name} ({problem.kind}): {size_of(problem)}", *table, *_pooled_lines(problem)]
    if programs := program_rows(problem):
        lines += ["  How the programs did:", *(f"  {line}" for line in _table([_PROGRAMS, *programs]))]
    if roles := role_rows(problem):
        lines += ["  Steps, by how many have all of them right:", *(f"  {line}" for line in _table([_ROLES, *roles]))]
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
    rows = [_GROUPS.split()]
    for group in report.groups:
        totals = group.totals
        shares = (percent(totals.mean_share), percent(totals.median_share), percent(totals.deviation))
        rows.append([group.group or NO_GROUP, f"{totals.students:,}", mean_of(totals), *shares])
    parts = [["exercise", "group", "students", "mean", "facility", "all right"]]
    parts += [row for problem in report.problems for row in group_rows(problem, problem.name)]
    return [
        "Groups",
        *_table(rows),
        *_hung(comparison(report), "  ", "  "),
        "  Students for each tenth of the points, from 0–10 % to 90–100 %:",
        *(f"  {line}" for line in _table(spread_rows(report))),
        "  Exercises:",
        *(f"  {line}" for line in _table(parts)),
    ]


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
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


def _left_out(report: ClassReport) -> Iterator[tuple[str, list[str]]]:
    """Yield under which head stands what has no marks, does not count or is no result."""
    submissions = count(len(report.not_gradable), "submission")
    yield (
        f"Not gradable, so without marks ({submissions}):",
        [line for one in report.not_gradable for line in (f"  {who(one)}", *(f"    {error}" for error in one.errors))],
    )
    yield (
        "Problems that could not be graded:",
        [f"  {one.id}: {count(one.students, 'student')}, {one.reason}" for one in report.problems_not_graded],
    )
    yield f"{SUPERSEDED}:", [f"  {not_counted(one)}" for one in report.superseded]
    yield "No results, passed over:", [f"  {fault}" for fault in report.unreadable]


# -- JSON and CSV, for other programs

FORMAT = "gametree-report/1"


def class_json(report: ClassReport) -> str:
    """Return the report as one line of JSON. Numbers are rounded to 4 places; null is what is not defined."""
    return json_line(class_data(report))


def class_data(report: ClassReport) -> dict[str, Plain]:
    """Return the report as JSON data."""
    return {
        "format": FORMAT,
        "results": report.results,
        "teach": _taught(report),
        "totals": _fields(report.totals),
        "problems": [_problem(problem) for problem in report.problems],
        "misconceptions": [tally._asdict() for tally in report.misconceptions],
        "not_gradable": [submission._asdict() for submission in report.not_gradable],
        "problems_not_graded": [problem._asdict() for problem in report.problems_not_graded],
        "superseded": [one._asdict() for one in report.superseded],
        "unreadable": report.unreadable,
        "notes": report.notes,
        **(_grouped(report) if report.groups else {}),
        "provenance": {"grader": __version__},
    }


def _taught(report: ClassReport) -> dict[str, Plain] | None:
    """Return the role to teach, with an example of a problem; None where none is to be taught first."""
    teach = to_teach(report)
    if teach is None:
        return None
    problem = report.problems[teach.place]
    return {
        "exercise": problem.name,
        **teach.role._asdict(),
        **_dropped(is_dropped=problem.has_dropped(teach.role.part)),
    }


def _dropped(*, is_dropped: bool) -> dict[str, Plain]:
    return {"dropped": True} if is_dropped else {}


def _fields(record: Item | Totals | GroupShare | Comparison | None) -> dict[str, Plain]:
    """Return the fields of a record by name, its fractions rounded; nothing of none, and how many are above all points only where some are."""
    fields = record._asdict() if record is not None else {}
    return {
        name: marks_number(one) if isinstance(one, Fraction) else one
        for name, one in fields.items()
        if one or name != "above"
    }


def _grouped(report: ClassReport) -> dict[str, Plain]:
    """Return the groups and how they compare."""
    return {
        "groups": [{"group": group.group, **_fields(group.totals)} for group in report.groups],
        "comparison": _fields(report.comparison) or None,
    }


def _problem(problem: ProblemSummary) -> dict[str, Plain]:
    """Return a problem, with what is to be said of variants that are reported on together, and of groups."""
    return {
        "id": problem.id,
        "kind": problem.kind,
        **_fields(problem.item),
        "parts": [_part(part) for part in problem.parts],
        "roles": [_role(role) for role in problem.roles],
        "flags": [_given(flag._asdict()) for flag in flags_of(problem)],
        "misconceptions": [tally._asdict() for tally in problem.misconceptions],
        "one_slip": problem.one_slip,
        "full": problem.full,
        **({"programs": dict(problem.programs)} if problem.programs else {}),
        **_dropped(is_dropped=problem.is_dropped),
        **({"quiz": problem.quiz} if problem.quiz else {}),
        **({"variants": problem.variants, "one_shape": problem.one_shape} if problem.variants > 1 else {}),
        **({"by_variant": list(map(_problem, problem.apart))} if problem.apart else {}),
        **({"groups": list(map(_fields, problem.groups))} if any(one.group for one in problem.groups) else {}),
    }


def _given(fields: dict[str, Plain]) -> dict[str, Plain]:
    return {name: field for name, field in fields.items() if field is not None}


def _role(role: RoleTally) -> dict[str, Plain]:
    return {"part": role.part, "role": role.role, "students": role.students, "right": role.right}


def _part(part: PartSummary) -> dict[str, Plain]:
    return {
        "part": part.part,
        **_fields(part.item),
        "blank": part.blank,
        "malformed": part.malformed,
        "wrong": [wrong._asdict() for wrong in part.wrong],
        "other_wrong": part.other_wrong,
        "full": part.full,
        **_dropped(is_dropped=part.is_dropped),
        "nodes": [{"node": tally.node, "right": tally.right, "of": tally.of} for tally in part.nodes],
    }


COLUMNS = (
    "record", "problem", "part", "node", "answer", "expected", "misconception", "students", "mean", "possible",
    "deviation", "facility", "discrimination", "efficiency", "blank", "malformed", "follow_through", "alone", "exact",
    "one_slip", "group", "variant", "full", "role",
)  # fmt: skip
"""The columns of the CSV. `record` says what a row is about; what does not apply to it is empty."""


def class_csv(report: ClassReport) -> str:
    """Return the report as one CSV table: rows for the totals, problems, parts, wrong answers and misconceptions.

    No cell of text can be taken for a formula by a spreadsheet.
    """
    return table_text(COLUMNS, ([row.get(name) for name in COLUMNS] for row in _rows(report)))


def _rows(report: ClassReport) -> Iterator[dict[str, Plain]]:
    if report.totals.students:
        yield {"record": "total", **_total(report.totals)}
    for group in report.groups:
        yield {"record": "group", "group": group.group, **_total(group.totals)}
    for problem in report.problems:
        place = {"problem": problem.name}
        yield from _problem_rows(problem, place)
        for share in problem.groups if report.groups else ():
            yield {"record": "group-problem", **place, **_fields(share)}
        for variant in problem.apart:
            yield from _problem_rows(variant, {**place, "variant": variant.id})
    yield from _tallies(report.misconceptions, {})
    for submission in report.not_gradable:
        yield {"record": "not-gradable", "answer": submission.student or submission.source}
    for one in report.superseded:
        yield {"record": "superseded", "problem": one.problem, "answer": one.student}


def _total(totals: Totals) -> dict[str, Plain]:
    """Return totals as a row; every other row has its deviation in marks, the one of totals is a share, so it stays out."""
    fields = _fields(totals)
    return {**{name: fields[name] for name in ("students", "mean", "possible")}, "facility": fields["mean_share"]}


def _problem_rows(problem: ProblemSummary, place: dict[str, str]) -> Iterator[dict[str, Plain]]:
    yield {"record": "problem", **place, **_fields(problem.item), "one_slip": problem.one_slip, "full": problem.full}
    for part in problem.parts:
        where = {**place, "part": part.part}
        counts = {"blank": part.blank, "malformed": part.malformed, "full": part.full}
        yield {"record": "part", **where, **_fields(part.item), **counts}
        yield from ({"record": "wrong-answer", **where, **one._asdict(), "answer": one.given} for one in part.wrong)
        for tally in part.nodes if problem.variants > 1 else ():
            yield {"record": "node", **where, "node": tally.node, "students": tally.of, "full": tally.right}
    for role in problem.roles:
        yield {"record": "role", **place, **_role(role), "full": role.right}
    for what, many in problem.programs:
        yield {"record": "programs", **place, "answer": what, "students": many}
    yield from _tallies(problem.misconceptions, place)


def _tallies(tallies: Sequence[MisconceptionTally], place: dict[str, str]) -> Iterator[dict[str, Plain]]:
    return ({"record": "misconception", **place, **tally._asdict()} for tally in tallies)
