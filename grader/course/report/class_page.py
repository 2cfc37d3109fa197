"""The class report as one self-contained HTML page: what to talk about, the questions, and each question's tree with the class on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate, repeat
from operator import mul
from types import MappingProxyType
from typing import NamedTuple

from markupsafe import Markup

from grader.core.data import Data
from grader.core.documents.json_lines import JsonLine
from grader.core.drawing.diagram import Remark
from grader.core.drawing.draw import TooLarge, inline_svg
from grader.core.errors import Fault
from grader.core.numbers import hundredths
from grader.core.text import count, listed, xml_element, xml_leaf
from grader.course.report import ClassReport, ClassTally
from grader.course.report.class_tree import ClassTree, Find, class_tree, shape_of
from grader.course.report.flags import flag_lines
from grader.course.report.focus import focus, question_to_talk_about, to_teach
from grader.course.report.statistics import Item, Totals
from grader.course.report.tallies import MisconceptionTally, ProblemSummary
from grader.course.report.wording import (
    NO_GROUP,
    SUPERSEDED,
    Table,
    bins,
    comparison,
    description,
    group_rows,
    how_shown,
    index,
    marks,
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
    whole_percent,
    with_count,
)
from grader.grading.read_results import Result, read_result
from grader.grading.result import Brief
from grader.kinds import Exercise
from grader.kinds.roles import roles_of
from grader.pages.html import drawn, render_page, turn_of

# -- the groups of a class on its page: how each did in all, in each question, and what a difference may mean


class Row(NamedTuple):
    """A question, a part of the only one, or a group: its points in words, and as a share in per cent.

    `many` is the number of a question, or how many students a group has; `beside` its discrimination, or the median.
    """

    many: str
    name: str
    mean: str
    share: int
    percent: str
    beside: str


def _row(many: str, name: str, of: Item | Totals, share: Fraction | None, beside: str) -> Row:
    return Row(many, name, mean_of(of), min(hundredths(share or 0), 100), whole_percent(share), beside)


class Groups(NamedTuple):
    """The groups of a class: what their differences say, a row for each, and the tables behind."""

    said: str
    rows: list[Row]
    tables: tuple[Table, Table]


def groups_of(report: ClassReport, heads: Sequence[str]) -> Groups | None:
    """Return what the page says of the groups; None where there are none. `heads` are the titles of the questions."""
    if not report.groups:
        return None
    rows = []
    for name, totals in report.groups:
        median = whole_percent(totals.median_share)
        rows.append(_row(f"{totals.students:,}", name or NO_GROUP, totals, totals.mean_share, median))
    tenths = ("Group", *(f"#{label}" for label in bins(report.totals)))
    by_question = [
        row for problem, head in zip(report.problems, heads, strict=True) for row in group_rows(problem, head)
    ]
    tables = (
        Table(
            "Questions by group", ("Question", "Group", "#Students", "#Mean", "#Facility", "#All right"), by_question
        ),
        Table("Students for each tenth of the points", tenths, spread_rows(report)),
    )
    return Groups(comparison(report), rows, tables)


# -- the histogram of a class report as SVG: rectangles and text, nothing in which can become markup

WIDTH = 420
_HIGH, _ABOVE, _BELOW, _GAP = 100, 36, 24, 4


def histogram(counts: Sequence[int], ticks: Sequence[str], mean: tuple[Fraction, str], label: str) -> str:
    """Return a chart of standing bars, each with its number above.

    `ticks` stand below the borders of the bars, empty ones are left out; `mean` is a share of the chart's width with what
    is written there, `label` says it all to those who cannot see it.
    """
    base = _ABOVE + _HIGH
    attributes = {"xmlns": "http://www.w3.org/2000/svg", "class": "histogram", "role": "img", "aria-label": label}
    x = min(max(mean[0], Fraction(0)), Fraction(1)) * WIDTH
    shapes = [_line("mean", x, 4, x, base)]
    slot, most = Fraction(WIDTH, len(counts)), max(1, *counts)
    for place, number in enumerate(counts):
        if number:
            height = Fraction(_HIGH * number, most)
            box = {"x": place * slot + Fraction(_GAP, 2), "y": base - height, "width": slot - _GAP, "height": height}
            shapes.append(xml_leaf("rect", "", **_placed(box), fill="#00609a"))
            shapes.append(_text((place + Fraction(1, 2)) * slot, base - height - 5, f"{number:,}", "count"))
    shapes += [_text(place * slot, base + 17, tick, "at") for place, tick in enumerate(ticks) if tick]
    shapes.append(_line("axis", 0, base, WIDTH, base))
    is_left = mean[0] < Fraction(2, 3)
    shapes.append(_text(x + (5 if is_left else -5), 12, mean[1], "start" if is_left else "end"))
    view_box = f"-20 0 {WIDTH + 40} {base + _BELOW}"
    return xml_element("svg", *shapes, **attributes, **{"font-size": "12", "viewBox": view_box})


def _text(x: Fraction, y: Fraction | int, text: str, sort: str) -> str:
    anchor = sort if sort in ("start", "end") else "middle"
    return xml_leaf("text", text, **_placed({"x": x, "y": y}), **{"class": sort, "text-anchor": anchor})


def _line(sort: str, x1: Fraction | int, y1: int, x2: Fraction | int, y2: int) -> str:
    ends = _placed({"x1": x1, "y1": y1, "x2": x2, "y2": y2})
    return xml_leaf("line", "", **{"class": sort, "stroke": "#1a1c20"}, **ends)


def _placed(attributes: Mapping[str, Fraction | int]) -> dict[str, str]:
    """Return coordinates as attributes: they have at most one decimal, the same on every machine."""
    tenths = {name: round(number * 10) for name, number in attributes.items()}
    return {name: f"{number // 10}.{number % 10}".removesuffix(".0") for name, number in tenths.items()}


# -- wrong rules of a class as dots: one for each student, or for several of a large class

_MOST_DOTS = 60
_STEPS = (1, 2, 5)
_MOST_RULES = 8


class Behind(NamedTuple):
    """A wrong rule, how many of the class follow it, and how many of how many dots that is."""

    students: str
    of: str
    on: int
    dots: int
    rule: str
    said: str


def rules_behind(tallies: Sequence[MisconceptionTally], students: int) -> tuple[list[Behind], str]:
    """Return the wrong rules that most of so many students follow, and the names of the others with how many do."""
    others = ", ".join(f"{tally.misconception} ({tally.students})" for tally in tallies[_MOST_RULES:])
    return [behind(tally, students) for tally in tallies[:_MOST_RULES]], others


def _students_a_dot(students: int) -> int:
    """Return for how many students a dot stands, so that there are not too many of them."""
    steps = (step * tens for tens in accumulate(repeat(10), mul, initial=1) for step in _STEPS)
    return next(each for each in steps if -(-students // each) <= _MOST_DOTS)


def behind(tally: MisconceptionTally, students: int) -> Behind:
    """Return what the page shows of a wrong rule; nobody who follows one is without a dot."""
    each = _students_a_dot(students)
    rule = description(tally.misconception)
    return Behind(
        f"{tally.students:,}",
        f"of {students:,}",
        max(1, (2 * tally.students + each) // (2 * each)),
        -(-students // each),
        rule or tally.misconception,
        (tally.misconception if rule else "") + how_shown(tally),
    )


# -- what the page of a class report says of one question


class Tree(NamedTuple):
    """A tree as it stands, how a script makes it lie, what is said of each node, by its place, and of all of them."""

    id: str
    title: str
    wide: Markup
    turn: Markup
    words: dict[str, str]
    note: str = ""


class Question(NamedTuple):
    """What the page says of one question; `small` are words below its rules, `more` the wrong answers that no table lists."""

    number: int
    head: str
    students: str
    behind: list[Behind]
    more_behind: str
    small: str
    tree: Tree | None
    no_tree: str
    pooled: str
    programs: Table
    tables: list[Table]
    more: str


def question(problem: ProblemSummary, number: int, head: str, tree: ClassTree | str) -> Question:
    """Return what is said of a question; `tree` is its tree, or why there is none."""
    students = problem.item.students
    rules, more_rules = rules_behind(problem.misconceptions, students)
    each = _students_a_dot(students)
    dot = f" One dot stands for {each} students." if each > 1 and rules else ""
    return Question(
        number,
        head,
        f"{problem.kind}, {size_of(problem)}",
        rules,
        more_rules,
        (slipped(problem.one_slip) if problem.one_slip else "") + dot,
        *_tree(tree, number),
        pooled(problem),
        Table("How the programs did", _PROGRAMS, program_rows(problem)),
        [table for table in _tables(problem, tree) if table.rows],
        "; ".join(f"{part.part}: {part.other_wrong}" for part in problem.parts if part.other_wrong),
    )


_PARTS = ("Part", "#Mean", "#Facility", "#Discrimination", "#Efficiency", "#Blank", "#Not judged")
_PROGRAMS = ("Programs", "#Students", "#Share")
_ROLES = ("Part", "Step", "#Students who are right", "#Share")
_NODES = ("Node", "#Right answer", "#Students who are right", "Wrong answers")
_WRONG = ("Part", "Node", "Answer", "#Students", "Remark")
_VARIANTS = ("Variant", "#Students", "#Mean", "#Facility", "#All right")


def _tables(problem: ProblemSummary, tree: ClassTree | str) -> Iterator[Table]:
    """Yield the tables of a question; without rows where there is no tree, nothing wrong or no variant reported on apart."""
    yield Table("Parts", _PARTS, part_rows(problem, "whole question"))
    yield Table("Steps, by how many have all of them right", _ROLES, role_rows(problem))
    nodes = [] if isinstance(tree, str) else [(tree.diagram.nodes[one.place], one) for one in tree.shares]
    yield Table(
        "What the class did at each node",
        _NODES,
        [
            (node.id, node.number.text if node.number else "", f"{one.right} of {one.of}", one.all_wrong)
            for node, one in nodes
        ],
    )
    yield Table(
        "Most frequent wrong answers",
        _WRONG,
        [
            (part.part, where(one), one.given, str(one.students), remark(one))
            for part in problem.parts
            for one in part.wrong
        ],
    )
    yield Table(
        "Variants",
        _VARIANTS,
        [
            (one.id, f"{item.students:,}", mean_of(item), percent(item.facility), right_of(one.full, item.students))
            for one in problem.apart
            for item in [one.item]
        ],
    )


def _tree(tree: ClassTree | str, number: int) -> tuple[Tree | None, str]:
    """Return the drawing of the tree, or the sentence why there are none."""
    if isinstance(tree, str):
        return None, tree
    if all(share.right == share.of for share in tree.shares):
        return None, f"Nowhere: everybody is right at every node{tree.of_part}."
    diagram, id_ = tree.drawn(), f"tree-{number}"
    try:
        wide = drawn(inline_svg(diagram, f"{id_}-wide-"))
    except TooLarge as failure:
        return None, f"No tree: {failure.faults[0].message}. What the class did at its nodes stands in a table below."
    words = {str(share.place): tree.words_on(share) for share in tree.shares}
    note = f"Beside the nodes {tree.alone} alone is counted." if tree.alone else ""
    return Tree(id_, diagram.title, wide, turn_of(diagram), words, note), ""


class Example(NamedTuple):
    """The solved tree of a problem in which the steps of a role are marked, and what is said of it."""

    tree: Tree
    said: str


def example_of(report: ClassReport, find: Find | None) -> Example | None:
    """Return the example of the role to teach; None where there is none, or its problem is not at hand as it was marked."""
    teach = to_teach(report)
    found = None if teach is None or find is None else find(teach.role.example)
    if (
        teach is None
        or not isinstance(found, Exercise)
        or report.problems[teach.place].digests
        not in (
            (),
            (found.document.digest,),
        )
    ):
        return None
    known = roles_of(found).get(teach.role.part)
    steps = {key: name for key, role, name in known.steps if role == teach.role.role} if known else {}
    diagram = found.diagram(solved=True)
    nodes = tuple(
        node._replace(bold=False, is_changed=is_step, remarks=(*node.remarks, *[Remark(teach.role.role)] * is_step))
        for node in diagram.nodes
        for is_step in [node.key in steps]
    )
    title = f"{teach.role.role} in {teach.role.example}"
    try:
        drawing = diagram._replace(title=title, nodes=nodes)
        tree = Tree("teach", title, drawn(inline_svg(drawing, "teach-wide-")), turn_of(drawing), {})
    except TooLarge:
        return None
    names = f": {listed([*steps.values()], _MOST_STEPS)}" if steps else ""
    return Example(
        tree,
        f"{title}{names}. This is the tree of the first student who has it wrong, solved; {_MARKED if steps else _NO_STEPS}.",
    )


_MOST_STEPS = 12
_MARKED = "these steps have a thick outline"
_NO_STEPS = "nothing is outlined, for the mistake is to list what the search does not skip"
_NO_TITLES: Mapping[str, str] = MappingProxyType({})
_SUBMISSIONS = Table("Submissions without marks", ("Submission", "Reason"), ())
_PROBLEMS = Table("Problems without marks", ("Problem", "#Students", "Reason (of the first)"), ())
_MOST_TREES = 20
_TOO_MANY = f"No tree: they are drawn of the first {_MOST_TREES} questions."


def class_page(
    report: ClassReport, find: Find | None = None, titles: Mapping[str, str] = _NO_TITLES, build: str = ""
) -> str:
    """Return the page; `find` finds the problems, for their titles and trees. `titles` of exercises go before these.

    `build` is the build of a quiz in which students have sheets of their own, as a shell reads its name.
    """
    report = _in_order_of(titles, report)
    place = question_to_talk_about(report)
    order = sorted(range(len(report.problems)), key=lambda other: other != place)
    shown = order[:_MOST_TREES]
    problems = {other: report.problems[other] for other in shown}
    exercises = {other: find(one.example) if find and not one.programs else None for other, one in problems.items()}
    trees = {other: class_tree(report.problems[other], exercises[other]) for other in shown}
    numbers = _numbers(report, titles)
    heads = [_title(problem, exercises.get(other), titles) for other, problem in enumerate(report.problems)]
    questions = [
        question(report.problems[other], numbers[other], _head(heads, numbers, other), trees.get(other, _TOO_MANY))
        for other in order
    ]
    return render_page(
        "class.html",
        counts=", ".join(_counts(report)),
        focus=focus(report, place, numbers, "" if place is None else trees[place]),
        example=example_of(report, find),
        flags=[line for problem in report.problems for line in flag_lines(problem)],
        heads=("Questions", "Question") if len(report.problems) > 1 else ("Parts", "Part"),  # whose rows stand there
        rows=_rows(report, heads, numbers),
        build=build,
        totals=_totals(report.totals),
        sections=questions[:_MOST_TREES],
        more=questions[_MOST_TREES:],
        words={one.tree.id: one.tree.words for one in questions if one.tree},
        behind=rules_behind(report.misconceptions if len(heads) > 1 else (), report.totals.students),
        groups=groups_of(report, heads),
        not_gradable=_SUBMISSIONS._replace(rows=[(who(one), "; ".join(one.errors)) for one in report.not_gradable]),
        not_graded=_PROBLEMS._replace(
            rows=[(one.id, str(one.students), one.reason) for one in report.problems_not_graded]
        ),
        superseded=list(map(not_counted, report.superseded)),
        superseded_words=SUPERSEDED,
        unreadable=report.unreadable,
        notes=notes_of(report),
    )


def _in_order_of(titles: Mapping[str, str], report: ClassReport) -> ClassReport:
    """Return the report with its questions in the order of the titles, where all have one: sheets may be shuffled."""
    place = {name: place for place, name in enumerate(titles)}
    ordered = sorted(report.problems, key=lambda problem: place.get(problem.id, len(place)))
    return report._replace(problems=tuple(ordered)) if _all_titled(report, titles) else report


def _all_titled(report: ClassReport, titles: Mapping[str, str]) -> bool:
    return all(problem.id in titles for problem in report.problems)


def _title(problem: ProblemSummary, found: Exercise | Fault | None, titles: Mapping[str, str]) -> str:
    """Return the title of a question, and behind it the name by which notes and decisions call it."""
    own = found.problem.title if isinstance(found, Exercise) else ""
    title = titles.get(problem.id) or own or problem.name
    return title if title == problem.name else f"{title} ({problem.name})"


def _numbers(report: ClassReport, titles: Mapping[str, str]) -> list[int]:
    """Return the number that each question has in the quiz, where that is known: those in words alone are not reported on."""
    on_sheet = {name: number for number, name in enumerate(titles, 1)}
    names = [problem.id for problem in report.problems]
    return [on_sheet[name] for name in names] if _all_titled(report, titles) else [*range(1, len(names) + 1)]


def _head(titles: Sequence[str], numbers: Sequence[int], place: int) -> str:
    return f"Question {numbers[place]}: {titles[place]}" if len(titles) > 1 else titles[place]


def _counts(report: ClassReport) -> Iterator[str]:
    totals = report.totals
    yield count(totals.students, "student")
    if report.problems:
        yield count(len(report.problems), "question")
    if uncounted := sum(problem.is_dropped for problem in report.problems):
        yield f"{uncounted} of them {'does' if uncounted == 1 else 'do'} not count"
    if totals.possible is not None:
        yield f"{marks(totals.possible)} points"
    if report.results != totals.students:
        yield f"{count(report.results, 'result')} read"


# The questions


def _rows(report: ClassReport, titles: Sequence[str], numbers: Sequence[int]) -> list[Row]:
    if len(report.problems) == 1:
        named = [("", with_count(part.part, part), part.item) for part in report.problems[0].parts]
    else:
        named = [
            (f"{number}", with_count(title, problem), problem.item)
            for number, title, problem in zip(numbers, titles, report.problems, strict=True)
        ]
    return [_row(number, name, item, item.facility, index(item.discrimination)) for number, name, item in named]


def _totals(totals: Totals) -> tuple[Markup, str] | None:
    """Return the histogram of the totals, and what it does not say itself."""
    if totals.mean_share is None or totals.median_share is None:
        return None
    held = ", ".join(f"{n} with {label}" for n, label in zip(totals.histogram, bins(totals), strict=True) if n)
    ticks = [f"{10 * place} %" if place % 2 == 0 else "" for place in range(len(totals.histogram) + 1)]
    ticks[-1] += " +" if totals.above else ""
    label = f"Of {count(totals.students, 'student')}: {held} of the points"
    chart = histogram(totals.histogram, ticks, (totals.mean_share, f"mean {whole_percent(totals.mean_share)}"), label)
    words = f"Mean {mean_of(totals)} points, median {whole_percent(totals.median_share)}"
    words += f", standard deviation {whole_percent(totals.deviation)}" if totals.deviation is not None else ""
    last = (
        f"100 % as well and, by a bonus, more ({count(totals.above, 'student')})" if totals.above else "100 % as well"
    )
    return drawn(chart), f"{words}. A bar holds its lower end, the last one {last}."


# -- the class report of a run: its page, made from the results as they stand on disk, one after the other

_TOP = 5


class ClassPage:
    """The page of the class report on results of our own, one a student, in order.

    `find` finds their problems, `titles` are those of exercises by id, `build` is as in `class_page`. No result is kept: of a
    hundred thousand there are only counts.
    """

    def __init__(self, find: Find, titles: Mapping[str, str], build: str = "") -> None:
        self._find, self._titles, self._build = find, titles, build
        self._tally, self._number = ClassTally(partial(shape_of, find)), 0

    def add(self, result: dict[str, Data]) -> None:
        """Take in one result."""
        self._number += 1
        self._tally.add(self._read(result))

    def add_brief(self, brief: Brief) -> None:
        """Take in one result in brief."""
        self._number += 1
        self._tally.add(self._read(brief.data | {"problems": []})._replace(problems=brief.problems))

    def _read(self, result: dict[str, Data]) -> Result:
        return read_result(JsonLine("results.jsonl", self._number, result))

    def page(self) -> str:
        """Return the page."""
        return class_page(self._tally.report(_TOP), self._find, self._titles, self._build)
