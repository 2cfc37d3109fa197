"""The words, numbers and tables that the text and the page of a class report share."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.core.numbers import hundredths, marks_text, rounded
from grader.core.policy import CENT
from grader.core.text import count, listed
from grader.course.report import ClassReport, NotGradable, Superseded
from grader.course.report.statistics import FEWEST, Comparison, GroupShare, Item, Totals
from grader.course.report.tallies import MOST_VARIANTS, MisconceptionTally, PartSummary, ProblemSummary, WrongAnswer
from grader.kinds.words import all_wordings

NONE, NO_GROUP, NO_COUNT = "–", "no group", "does not count"
_MOST_GROUPS = 5
_DISCRIMINATION = (
    "how well marks here go together with the marks for everything else, from −100 % to 100 %; below 20 % look at the "
    "question again, below 0 % the stronger students do worse."
)
MEANINGS = (
    ("Facility", "the mean as a share of the marks that could be earned: high is easy."),
    ("Discrimination", _DISCRIMINATION),
    ("Efficiency", "the covariance behind discrimination as a share of the largest that these marks allow."),
)
_BY_CHANCE = (
    "Chance alone would explain the differences: {} is {apart} of the points ahead of {}, and of equally good groups two "
    "are up to {chance} apart in 19 of 20 classes."
)
_BY_MORE = (
    "{} is {apart} of the points ahead of {}; chance alone gives no more than {chance} in 19 of 20 classes of equally good "
    "groups. Why, it does not say."
)
SUPERSEDED = "Results that do not count, as the same student has a later one for the problem"
UNDEFINED = f"{NONE}: not defined, as all students earned the same (here or elsewhere) or there is only one."


def percent(share: Fraction | None) -> str:
    """Return a share as a percentage with one decimal, so that a column of them is easily read.

    >>> percent(Fraction(2, 3)), percent(Fraction(1, 2)), percent(None)
    ('66.7 %', '50.0 %', '–')
    """
    return NONE if share is None else index(100 * share)


def whole_percent(share: Fraction | None) -> str:
    """Return a share as a whole percentage; 0 % and 100 % are nothing and all.

    >>> whole_percent(Fraction(2, 3)), whole_percent(Fraction(999, 1000)), whole_percent(Fraction(1))
    ('67 %', '99 %', '100 %')
    """
    return NONE if share is None else f"{hundredths(share)} %"


def index(number: Fraction | None) -> str:
    """Return a number that is in per cent already, with one decimal and a real minus sign.

    >>> index(Fraction(-1, 3)), index(Fraction(-1, 100))
    ('−0.3 %', '0.0 %')
    """
    if number is None:
        return NONE
    tenths = int(rounded(10 * number, 1))
    return f"{'−' if tenths < 0 else ''}{abs(tenths) // 10}.{abs(tenths) % 10} %"


def marks(number: Fraction | None) -> str:
    """Return marks with at most two decimals."""
    return NONE if number is None else marks_text(rounded(number, CENT))


def mean_of(item: Item | Totals | GroupShare) -> str:
    """Return the mean and of how much it is."""
    return f"{marks(item.mean)} of {marks(item.possible)}"


def bins(totals: Totals) -> list[str]:
    """Return what each bin of the histogram holds: "0–10 %", …, "90–100 %", which is "90 % or more" where a bonus lifts somebody above 100 %."""
    width = 100 // len(totals.histogram)
    labels = [f"{place * width}–{(place + 1) * width} %" for place in range(len(totals.histogram))]
    return [*labels[:-1], f"{100 - width} % or more"] if totals.above else labels


def description(misconception: str) -> str:
    """Return the sentence on a misconception; nothing for one that another version of the program has named."""
    wording = all_wordings().get(misconception)
    return wording.description if wording else ""


def slipped(number: int) -> str:
    """Return how many students made one slip and no more."""
    return f"One slip, all else right or following from it: {count(number, 'student')}."


def how_shown(tally: MisconceptionTally) -> str:
    """Return what is less than sure about the diagnosis: with how many another rule fits too, or a slip is needed.

    >>> how_shown(MisconceptionTally("all-max", 3, 3, 3)), how_shown(MisconceptionTally("all-max", 3, 2, 1))
    ('', '; another rule fits as well for 1 of them; 2 of them made a slip besides')
    >>> how_shown(MisconceptionTally("all-max", 1, 0, 0))
    '; another rule fits as well; with a slip besides'
    """
    others, slips, is_one = tally.students - tally.alone, tally.students - tally.exact, tally.students == 1
    rows = (
        (others, "another rule fits as well", "another rule fits as well for {} of them"),
        (slips, "with a slip besides", "{} of them made a slip besides"),
    )
    numbers = {number: "all" if number == tally.students else number for number in (others, slips)}
    return "".join(f"; {alone if is_one else many.format(numbers[number])}" for number, alone, many in rows if number)


def remark(wrong: WrongAnswer) -> str:
    """Return what is to be said of a wrong answer beside its text."""
    said = [f"expected {wrong.expected}"] if wrong.expected is not None else []
    if wrong.expected == wrong.given:  # as a witness of a claim that is misjudged
        said = ["right, but it rests on another answer that is wrong"]
    if wrong.follow_through:
        some = f" with {wrong.follow_through} of them" if wrong.follow_through < wrong.students else ""
        said.append(f"follows from an earlier slip{some}")
    return "; ".join(said)


def where(wrong: WrongAnswer) -> str:
    """Return the node of a wrong answer; nothing where the answer itself is a node that was not expected."""
    return "" if wrong.node is None or (wrong.expected is None and wrong.given.startswith(wrong.node)) else wrong.node


def variants_of(problem: ProblemSummary) -> str:
    """Return of how many variants the exercise is; nothing for a single problem."""
    if problem.variants == 1:
        return ""
    more = problem.variants > MOST_VARIANTS
    return f"more than {MOST_VARIANTS:,} variants" if more else f"{problem.variants:,} variants"


def size_of(problem: ProblemSummary) -> str:
    """Return how many students have the exercise, in how many variants, and where people decided so that it does not count."""
    said = (
        count(problem.item.students, "student"),
        variants_of(problem),
        NO_COUNT if problem.is_dropped else "",
    )
    return ", ".join(filter(None, said))


def with_count(name: str, one: ProblemSummary | PartSummary) -> str:
    """Return the name of a question or part, and that it does not count where that is so."""
    return f"{name}, {NO_COUNT}" if one.is_dropped else name


def pooled(problem: ProblemSummary) -> str:
    """Return what cannot be said of variants taken together; nothing for a single problem."""
    if problem.variants == 1:
        return ""
    nor = "" if problem.one_shape else ", nor what happened at which node: the trees are not known to have one shape"
    return f"The numbers of variants can differ, so wrong answers are not gathered{nor}."


def comparison(report: ClassReport) -> str:
    """Return in a few sentences what the difference between the groups says; nothing where there are no two."""
    named = [group for group in report.groups if group.group]
    if len(named) < 2:
        return ""
    found = report.comparison
    said = [] if found is None else [_difference(report, found)]
    small = [f"{group.group} ({count(group.totals.students, 'student')})" for group in named if group.is_small]
    if small:
        rest = f"its mean says little with fewer than {FEWEST} students with marks"
        said.append(f"Too small to tell: {listed(small, _MOST_GROUPS)}; of a group {rest}.")
    return " ".join(said)


def _difference(report: ClassReport, found: Comparison) -> str:
    by_chance = found.difference <= found.chance
    said = (_BY_CHANCE if by_chance else _BY_MORE).format(
        found.higher, found.lower, apart=percent(found.difference), chance=percent(found.chance)
    )
    is_mixed = not by_chance and any(problem.variants > 1 for problem in report.problems)
    return f"{said} Groups with variants of their own had other problems." if is_mixed else said


def right_of(number: int, students: int) -> str:
    """Return how many students have everything right, as a share.

    >>> right_of(1, 3)
    '33.3 %'
    """
    return percent(Fraction(number, students))


def not_counted(one: Superseded) -> str:
    """Return which result does not count."""
    return f"{one.student}, {one.problem}: {one.place}"


def who(submission: NotGradable) -> str:
    """Return whose submission it is."""
    return f"{submission.student} ({submission.source})" if submission.student else submission.source


def notes_of(report: ClassReport) -> list[str]:
    """Return what a reader must know: the notes of the report, and what its columns mean where it has any."""
    meanings = [*(f"{name}: {words}" for name, words in MEANINGS), UNDEFINED] if report.problems else []
    return [*report.notes, *meanings]


# -- tables: rows of texts, the first of which heads the row


class Table(NamedTuple):
    """A table; the head of a column of numbers starts with #."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def item_cells(item: Item) -> list[str]:
    """Return mean, facility, discrimination and efficiency."""
    return [mean_of(item), percent(item.facility), index(item.discrimination), index(item.efficiency)]


def part_rows(problem: ProblemSummary, whole: str) -> list[list[str]]:
    """Return a row for each part, and one for the `whole`: the statistics, how many are blank, how many not judged."""
    rows = [
        [with_count(one.part, one), *item_cells(one.item), str(one.blank), str(one.malformed)] for one in problem.parts
    ]
    return [*rows, [whole, *item_cells(problem.item), "", ""]]


def role_rows(problem: ProblemSummary) -> list[list[str]]:
    """Return of each role of a part how many students have it right, of those who answered the part; the worst first."""
    return [
        [one.part, one.role, f"{one.right:,} of {one.students:,}", right_of(one.right, one.students)]
        for one in problem.roles
    ]


def program_rows(problem: ProblemSummary) -> list[list[str]]:
    """Return what programs did, each with how many students' programs did so."""
    students = problem.item.students
    return [[what, f"{many:,}", right_of(many, students)] for what, many in problem.programs]


def group_rows(problem: ProblemSummary, name: str) -> list[list[str]]:
    """Return what each group earned in an exercise of this name, and how many of it have all right."""
    return [
        [
            name,
            one.group or NO_GROUP,
            f"{one.students:,}",
            mean_of(one),
            percent(one.facility),
            right_of(one.full, one.students),
        ]
        for one in problem.groups
    ]


def spread_rows(report: ClassReport) -> list[list[str]]:
    """Return of each group how many students have each tenth of the points."""
    return [[one.group or NO_GROUP, *map(str, one.totals.histogram)] for one in report.groups]
