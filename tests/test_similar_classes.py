"""Nobody who works alone is listed, and who copied is: in simulated classes of which it is known."""

from __future__ import annotations

from fractions import Fraction

import pytest
from similar_classes import class_of, copied, handed_on

from grader.course.similar import Similar, Sort, Student, similar

LEVEL = Fraction(1, 20)


def listed(found: Similar, *, several: bool = True) -> list[tuple[str, tuple[str, ...]]]:
    """Return who is listed; with `several` only where more than one exercise agrees."""
    return [(one.student, one.others) for one in found.findings if not (several and one.alone)]


def weak(students: list[Student]) -> int:
    """Return a student with more wrong answers than four in five have."""
    many = [sum(len(work.wrong) for work in student.works.values()) for student in students]
    return sorted(range(len(students)), key=many.__getitem__)[len(students) * 4 // 5]


@pytest.mark.parametrize("personal", [False, True], ids=["shared", "personal"])
def test_in_classes_of_400_who_work_alone_hardly_ever_anybody_is_listed(personal: bool) -> None:
    """At 5 % for all comparisons together one of twenty classes may have a finding; one of ten is the most that is let pass."""
    classes = [class_of(400, seed, personal=personal, rules=0) for seed in range(10)]
    assert sum(bool(similar(students, LEVEL).findings) for students in classes) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("personal", [False, True], ids=["shared", "personal"])
@pytest.mark.parametrize("size", [40, 400])
def test_in_many_classes_who_work_alone_no_more_are_listed_than_the_level_says(size: int, personal: bool) -> None:
    """5 of 100 are expected at most; 10 are let pass, which is as improbable as 1 in 40 where the level just holds."""
    classes = (class_of(size, seed, personal=personal, rules=0) for seed in range(1000, 1100))
    assert sum(bool(similar(students, LEVEL).findings) for students in classes) <= 10


@pytest.mark.parametrize("size", [30, 120])
def test_wrong_rules_without_a_name_do_not_accuse_across_exercises(size: int) -> None:
    """Two students who share a rule that nobody else has agree throughout in one exercise; the finding says that this is all."""
    classes = [class_of(size, seed, rules=2) for seed in range(12)]
    assert sum(bool(listed(similar(students, LEVEL))) for students in classes) <= 2


@pytest.mark.parametrize("seed", range(6))
def test_a_copied_pair_is_found_and_nobody_else_is_accused_of_it(seed: int) -> None:
    students = class_of(400, seed, rules=0)
    source = weak(students)
    thief = (source + 7) % 400
    found = similar(copied(students, thief, source), LEVEL)
    assert {frozenset((one, *others)) for one, others in listed(found)} == {frozenset((f"s{thief}", f"s{source}"))}
    assert found.findings[0].sort is Sort.PAIR


@pytest.mark.parametrize("seed", range(6))
def test_answers_that_are_right_for_another_s_variants_are_found(seed: int) -> None:
    students = class_of(400, seed, personal=True)
    found = similar(handed_on(students, 3, 200), LEVEL)
    assert ("s3", ("s200",)) in listed(found)
    first = found.findings[0]
    assert (first.sort, len(first.shared)) == (Sort.KEY, first.compared)


def test_the_key_of_the_other_group_is_told_from_what_the_class_gets_wrong() -> None:
    """Two variants: what the others with the same variant write says how far chance goes."""
    students = [
        one._replace(works={name: work._replace(problem=f"{name}-a") for name, work in one.works.items()})
        for one in class_of(60, 1, rules=0)
    ]
    other = [
        one._replace(
            name=f"t{place}", works={name: work._replace(problem=f"{name}-b") for name, work in one.works.items()}
        )
        for place, one in enumerate(class_of(60, 2, rules=0))
    ]
    both = [*students, *other]
    assert not listed(similar(both, LEVEL))
    found = similar(handed_on(both, 5, 70), LEVEL)
    keys = [one for one in found.findings if one.sort is Sort.KEY]
    assert [one.student for one in keys] == ["s5"]
    assert len(keys[0].others) == 60


def test_three_who_agree_in_one_exercise_throughout_count_as_a_rule() -> None:
    students = class_of(120, 3, rules=0)
    source = weak(students)
    ring = copied(copied(students, 1, source, 1), 2, source, 1)
    assert not any({one.student, *one.others} <= {"s1", "s2", f"s{source}"} for one in similar(ring, LEVEL).findings)


def test_small_and_empty_classes_have_nothing_to_compare() -> None:
    assert similar([], LEVEL).findings == ()
    assert similar(class_of(1, 0), LEVEL).findings == ()
    assert similar(class_of(2, 0), LEVEL).findings == ()


def test_a_key_is_compared_only_where_something_tells_what_fits_by_chance() -> None:
    """Of 15 who have a variant each, nobody else has the problem, and 14 other keys are too few to be dealt out."""
    found = similar(handed_on(class_of(15, 1, personal=True), 3, 9), LEVEL)
    assert (found.pairs, found.keys, found.without_keys, found.findings) == (0, 0, 15, ())
    found = similar(handed_on(class_of(22, 1, personal=True), 3, 9), LEVEL)
    assert (found.pairs, found.keys, found.without_keys) == (0, 22 * 21, 0)
    assert ("s3", ("s9",)) in listed(found)


def test_pairs_are_compared_that_have_a_problem_in_common() -> None:
    together, apart = class_of(4, 1), class_of(3, 2, personal=True)
    assert similar(together, LEVEL).pairs == 6
    assert similar([*together, *apart], LEVEL).pairs == 6
    common = [Student(f"x{one.name}", {**one.works, "c": together[0].works["q1"]}) for one in apart]
    assert similar([*apart, *common], LEVEL).pairs == 3 + 3
