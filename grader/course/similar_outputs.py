"""What is alike in a class, as text, as JSON of the format gametree-similar/1, and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.core.data import Plain
from grader.core.documents.writing import table_text
from grader.core.drawing.scale import fold
from grader.core.resources import __version__
from grader.core.text import count, json_line, listed
from grader.course.similar import MANY, Finding, Shared, Similar, Sort

FORMAT = "gametree-similar/1"
_WIDTH = 100
_MOST_OWNERS = 5
CAUTION = (
    "This proves nothing, and says nothing of who copied from whom. People who learn together, a hint in class, a rule that the "
    "program has no name for make answers agree too. Look at what is shared, and talk first."
)
_ALONE = "Alike in one exercise alone, and elsewhere as chance has it: a wrong rule of their own, perhaps from one tutor, explains that as well."
_LEVEL = "In a class that works independently anything at all is listed with a probability of {:g} % at most."
_EXPLAINED = " Not looked at, as a misconception explains it: what a student answered to an exercise, in {}."
_NO_KEYS = (
    "{} compared with no key of other variants: of exercises that have variants nobody else has {} problems, and with fewer than {} "
    "variants nothing tells what fits by chance. Right answers that were copied from another variant are not found there."
)
_HOW_ALIKE = {
    Sort.PAIR: ("{} and {}: {} of {} wrong answers at the same places are the same", " who are wrong there"),
    Sort.KEY: ("{} and the key of {}: {} of {} wrong answers are right there", ""),
}
"""Of each sort of finding its sentence, and among whom others with a shared answer are counted."""
COLUMNS = (
    "student", "other", "sort", "exercise", "problem", "part", "node", "answer", "expected", "given_by_others", "shared",
    "compared", "by_chance", "probability", "corrected", "one_exercise",
)  # fmt: skip


def similar_text(found: Similar) -> str:
    """Return what was found for a terminal."""
    keys = f" and {count(found.keys, 'key')}" if found.keys else ""
    head = f"Similar answers: {count(found.students, 'student')}; {count(found.pairs, 'pair')}{keys} compared"
    level = _LEVEL.format(float(100 * found.level))
    level += _EXPLAINED.format(count(found.explained, "case")) if found.explained else ""
    is_one = found.without_keys == 1
    who = f"{count(found.without_keys, 'student')} {'is' if is_one else 'are'}"
    single = [finding for finding in found.findings if finding.alone]
    blocks = [
        [head, *fold(level, _WIDTH)],
        fold(_NO_KEYS.format(who, "this one's" if is_one else "their", MANY), _WIDTH) if found.without_keys else [],
        ["Nothing stands out."] if not found.findings and found.pairs + found.keys else [],
        *(_finding_lines(finding) for finding in found.findings if not finding.alone),
        fold(_ALONE, _WIDTH) if single else [],
        *map(_finding_lines, single),
        fold(CAUTION, _WIDTH) if found.findings else [],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _finding_lines(one: Finding) -> list[str]:
    how, who = _HOW_ALIKE[one.sort]
    said = how.format(one.student, listed(one.others, _MOST_OWNERS), len(one.shared), one.compared)
    chance = f"by chance {one.expected:.2g}, and so much with probability {_p(one.probability)}, corrected {_p(one.corrected)}"
    return [*fold(f"{said}; {chance}", _WIDTH), *(f"  {_shared(shared)}{who}" for shared in one.shared)]


def _shared(one: Shared) -> str:
    """Return where an answer is shared, the answer, and by how many others."""
    place = ", ".join(filter(None, (one.exercise, one.part, one.node)))
    others = f"{one.others or 'no'} other{'' if one.others == 1 else 's'} of {one.of}"
    return f"{place}: {one.given} (expected {one.expected}); {others}"


def _p(probability: Fraction) -> str:
    """Return a probability with two digits.

    >>> _p(Fraction(1, 3)), _p(Fraction(1, 10**9))
    ('0.33', '1e-09')
    """
    return f"{float(probability):.2g}"


def similar_json(found: Similar) -> str:
    """Return what was found as one line of JSON."""
    more = {"level": float(found.level), "findings": list(map(_finding, found.findings)), "caution": CAUTION}
    return json_line({"format": FORMAT, **found._asdict(), **more, "provenance": {"grader": __version__}})


def _finding(one: Finding) -> dict[str, Plain]:
    return {
        "sort": str(one.sort),
        "student": one.student,
        "others": one.others,
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
