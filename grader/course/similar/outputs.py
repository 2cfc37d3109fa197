"""What is alike in a class, as text, as JSON of the format gametree-similar/1, and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.course.similar.keys import MANY
from grader.course.similar.value import Finding, Shared, Similar, Sort
from grader.data import Data
from grader.documents.table import table_text
from grader.drawing.widths import fold
from grader.printable import json_line
from grader.version import __version__
from grader.words import count, listed

FORMAT = "gametree-similar/1"
_WIDTH = 100
_MOST_OWNERS = 5
CAUTION = (
    "This proves nothing, and says nothing of who copied from whom. People who learn together, a hint in class, a rule that the "
    "program has no name for make answers agree too. Look at what is shared, and talk first."
)
_ALONE = "Alike in one exercise alone, and elsewhere as chance has it: a wrong rule of their own, perhaps from one tutor, explains that as well."
COLUMNS = (
    "student",
    "other",
    "sort",
    "exercise",
    "problem",
    "part",
    "node",
    "answer",
    "expected",
    "given_by_others",
    "shared",
    "compared",
    "by_chance",
    "probability",
    "corrected",
    "one_exercise",
)


def similar_text(found: Similar) -> str:
    """Return what was found for a terminal."""
    head = f"Similar answers: {count(found.students, 'student')}; {_comparisons(found)} compared"
    several = [finding for finding in found.findings if not finding.alone]
    single = [finding for finding in found.findings if finding.alone]
    blocks = [[head, *_fold(_level(found))]]
    blocks += [list(_fold(_no_keys(found)))] if found.without_keys else []
    blocks += [["Nothing stands out."]] if not found.findings and found.pairs + found.keys else []
    blocks += [list(_finding_lines(finding)) for finding in several]
    blocks += [list(_fold(_ALONE))] if single else []
    blocks += [list(_finding_lines(finding)) for finding in single]
    blocks += [list(_fold(CAUTION))] if found.findings else []
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _comparisons(found: Similar) -> str:
    keys = f" and {count(found.keys, 'key')}" if found.keys else ""
    return f"{count(found.pairs, 'pair')}{keys}"


def _level(found: Similar) -> str:
    rare = f"In a class that works independently anything at all is listed with a probability of {_percent(found.level)} at most."
    if not found.explained:
        return rare
    return f"{rare} Not looked at, as a misconception explains them: the answers of {count(found.explained, 'student')} to an exercise."


def _no_keys(found: Similar) -> str:
    alone = found.without_keys == 1
    who = f"{count(found.without_keys, 'student')} {'is' if alone else 'are'}"
    whose = "this one's problems" if alone else "their problems"
    return (
        f"{who} compared with no key of other variants: nobody else has {whose}, and with fewer than {MANY} variants nothing tells "
        "what fits by chance. Right answers that were copied from another variant are not found there."
    )


def _percent(share: Fraction) -> str:
    return f"{float(100 * share):g} %"


def _finding_lines(one: Finding) -> Iterator[str]:
    many = f"{len(one.shared)} of {one.compared} wrong answers"
    others = listed(one.others, _MOST_OWNERS)
    if one.sort is Sort.PAIR:
        said = f"{one.student} and {others}: {many} at the same places are the same"
    else:
        said = f"{one.student} and the key of {others}: {many} are right there"
    yield from _fold(
        f"{said}; by chance {one.expected:.2g}, and so much with probability {_p(one.probability)}, corrected {_p(one.corrected)}"
    )
    for shared in one.shared:
        yield f"  {_place(shared)}: {shared.given} (expected {shared.expected}); {_others(one, shared)}"


def _place(shared: Shared) -> str:
    return ", ".join(filter(None, (shared.exercise, shared.part, shared.node)))


def _others(one: Finding, shared: Shared) -> str:
    if one.sort is Sort.PAIR:
        return f"{shared.others or 'no'} other{'' if shared.others == 1 else 's'} of {shared.of} who are wrong there"
    return f"{shared.others or 'no'} other{'' if shared.others == 1 else 's'} of {shared.of}"


def _p(probability: Fraction) -> str:
    """Return a probability with two digits.

    >>> _p(Fraction(1, 3)), _p(Fraction(1, 10**9))
    ('0.33', '1e-09')
    """
    return f"{float(probability):.2g}"


def _fold(text: str) -> Iterator[str]:
    yield from fold(text, _WIDTH)


def similar_json(found: Similar) -> str:
    """Return what was found as one line of JSON."""
    return json_line(similar_data(found))


def similar_data(found: Similar) -> dict[str, Data]:
    """Return what was found as JSON data."""
    return {
        "format": FORMAT,
        "students": found.students,
        "pairs": found.pairs,
        "keys": found.keys,
        "without_keys": found.without_keys,
        "level": float(found.level),
        "explained": found.explained,
        "findings": list(map(_finding, found.findings)),
        "caution": CAUTION,
        "provenance": {"grader": __version__},
    }


def _finding(one: Finding) -> dict[str, Data]:
    return {
        "sort": str(one.sort),
        "student": one.student,
        "others": list(one.others),
        "shared": [shared._asdict() for shared in one.shared],
        "compared": one.compared,
        "by_chance": _rounded(one.expected),
        "probability": _rounded(one.probability),
        "corrected": _rounded(one.corrected),
        "one_exercise": one.alone or None,
    }


def _rounded(number: Fraction | float) -> float:
    return float(f"{float(number):.4g}")


def similar_csv(found: Similar) -> str:
    """Return what was found as one CSV table: a row for each answer that is shared."""
    return table_text(COLUMNS, [row for one in found.findings for row in _rows(one)])


def _rows(one: Finding) -> Iterator[Sequence[object]]:
    numbers = (_rounded(one.expected), _rounded(one.probability), _rounded(one.corrected))
    for shared in one.shared:
        place = (shared.exercise, shared.problem, shared.part, shared.node)
        answer = (shared.given, shared.expected, shared.others)
        who = (one.student, ", ".join(one.others), str(one.sort))
        yield (*who, *place, *answer, len(one.shared), one.compared, *numbers, one.alone)
