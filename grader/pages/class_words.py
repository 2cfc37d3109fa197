"""The words and numbers that the text and the page of a class report share."""

from __future__ import annotations

from fractions import Fraction

from grader.exact import marks_text, rounded
from grader.kinds.misconceptions import all_wordings
from grader.policy import CENT
from grader.statistics import Item, MisconceptionTally, NotGradable, Superseded, Totals, WrongAnswer
from grader.words import count

NONE = "–"
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


def mean_of(item: Item | Totals) -> str:
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
    follows = ""
    if wrong.follow_through:
        follows = "follows from an earlier slip"
        if wrong.follow_through < wrong.students:
            follows += f" with {wrong.follow_through} of them"
    return "; ".join(filter(None, (expected, follows)))


def where(wrong: WrongAnswer) -> str:
    """Return the node of a wrong answer; nothing where the answer itself is a node that was not expected."""
    return "" if wrong.node is None or (wrong.expected is None and wrong.given.startswith(wrong.node)) else wrong.node


def not_counted(one: Superseded) -> str:
    """Return which result does not count."""
    return f"{one.student}, {one.problem}: {one.place}"


def who(submission: NotGradable) -> str:
    """Return whose submission it is."""
    return f"{submission.student} ({submission.source})" if submission.student else submission.source
