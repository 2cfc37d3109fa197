"""All comparisons of a class, and what of them is left after the correction for their number."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log2

from grader.course.similar.answers import Student
from grader.course.similar.chance import holm
from grader.course.similar.deals import deals_of
from grader.course.similar.keys import fits, keys_of, with_measure
from grader.course.similar.pairs import pairs, pairs_compared
from grader.course.similar.value import Finding, Shared, Similar, Sort

__all__ = ["Finding", "Shared", "Similar", "Sort", "similar"]


def similar(students: Sequence[Student], level: Fraction) -> Similar:
    """Return what is so alike that in a class of independent students any of it would be found with a probability of `level` at most."""
    deals, keys = deals_of(students), keys_of(students)
    n = len(students)
    of_pairs, measured = pairs_compared(students), with_measure(students, keys)
    has_variants = any(variants > 1 for variants in keys.variants.values())
    of_keys = measured * (len(keys.owners) - 1) if has_variants else 0
    comparisons = of_pairs + of_keys
    found: list[Finding] = []
    if comparisons:
        least = log2(comparisons / level) - 1  # Holm's last are held to less than his first
        found = [*pairs(students, deals, least), *fits(students, deals, keys, least)]
    found.sort(key=lambda one: (one.probability, one.sort, one.student, one.others))
    corrected = holm([one.probability for one in found], comparisons)
    told = [one._replace(corrected=p) for one, p in zip(found, corrected, strict=True) if p <= level]
    explained = sum(work.is_explained for student in students for work in student.works.values())
    return Similar(n, of_pairs, of_keys, n - measured if has_variants else 0, level, explained, tuple(told))
