"""The words and numbers that the text and the page of a class report share."""

from __future__ import annotations

from fractions import Fraction

from grader.exact import hundredths, marks_text, rounded
from grader.kinds.misconceptions import all_wordings
from grader.policy import CENT
from grader.statistics import (
    FEWEST,
    MOST_VARIANTS,
    ClassReport,
    Comparison,
    GroupShare,
    Item,
    MisconceptionTally,
    NotGradable,
    ProblemSummary,
    Superseded,
    Totals,
    WrongAnswer,
    is_small,
)
from grader.words import count, listed

NONE = "–"
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


def bins(histogram: tuple[int, ...]) -> list[str]:
    """Return what each bin of a histogram of shares holds: "0–10 %", …, "90–100 %"."""
    width = 100 // len(histogram)
    return [f"{place * width}–{(place + 1) * width} %" for place in range(len(histogram))]


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
    said = [f"another rule fits as well{'' if is_one else f' for {_part(others, tally.students)}'}"] if others else []
    said += (
        [("with a slip besides" if is_one else f"{_part(slips, tally.students)} made a slip besides")] if slips else []
    )
    return "".join(f"; {words}" for words in said)


def _part(number: int, of: int) -> str:
    return "all of them" if number == of else f"{number} of them"


def remark(wrong: WrongAnswer) -> str:
    """Return what is to be said of a wrong answer beside its text."""
    expected = f"expected {wrong.expected}" if wrong.expected is not None else ""
    if wrong.expected == wrong.given:  # as a witness of a claim that is misjudged
        expected = "right, but it rests on another answer that is wrong"
    follows = ""
    if wrong.follow_through:
        follows = "follows from an earlier slip"
        if wrong.follow_through < wrong.students:
            follows += f" with {wrong.follow_through} of them"
    return "; ".join(filter(None, (expected, follows)))


def where(wrong: WrongAnswer) -> str:
    """Return the node of a wrong answer; nothing where the answer itself is a node that was not expected."""
    return "" if wrong.node is None or (wrong.expected is None and wrong.given.startswith(wrong.node)) else wrong.node


def variants_of(problem: ProblemSummary) -> str:
    """Return of how many variants the exercise is; nothing for a single problem."""
    if problem.variants == 1:
        return ""
    return (
        f"more than {MOST_VARIANTS:,} variants"
        if problem.variants > MOST_VARIANTS
        else f"{problem.variants:,} variants"
    )


def pooled(problem: ProblemSummary) -> str:
    """Return what cannot be said of variants taken together; nothing for a single problem."""
    if problem.variants == 1:
        return ""
    own = "Every variant has numbers of its own, so wrong answers are not gathered"
    return (
        f"{own}."
        if problem.one_shape
        else f"{own}, nor what happened at which node: the trees are not known to have one shape."
    )


def group_name(group: str) -> str:
    """Return what a group is called."""
    return group or "no group"


def comparison(report: ClassReport) -> str:
    """Return in a few sentences what the difference between the groups says; nothing where there are no two."""
    named = [group for group in report.groups if group.group]
    if len(named) < 2:
        return ""
    found = report.comparison
    said = [] if found is None else [_difference(report, found)]
    small = [f"{group.group} ({count(group.totals.students, 'student')})" for group in named if is_small(group)]
    if small:
        rest = f"its mean says little with fewer than {FEWEST} students with marks"
        said.append(f"Too small to tell: {listed(small, _MOST_GROUPS)}; of a group {rest}.")
    return " ".join(said)


def _difference(report: ClassReport, found: Comparison) -> str:
    apart, chance = percent(found.difference), percent(found.chance)
    if found.difference <= found.chance:
        return (
            f"Chance alone would explain the differences: {found.higher} is {apart} of the points ahead of {found.lower}, and of equally "
            f"good groups two are up to {chance} apart in 19 of 20 classes."
        )
    more = (
        " Groups with variants of their own had other problems." if any(p.variants > 1 for p in report.problems) else ""
    )
    return (
        f"{found.higher} is {apart} of the points ahead of {found.lower}; chance alone gives no more than {chance} in 19 of 20 classes of "
        f"equally good groups. Why, it does not say.{more}"
    )


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
