"""What of a large class lies on disk: values in order, and where keys stand, of which nothing is held but numbers."""

from __future__ import annotations

import random
import tracemalloc
from fractions import Fraction

import pytest

from grader.course.row import Row, Status
from grader.course.spool import Places, Spool, kept_aside


@pytest.mark.parametrize("count", [0, 1, 3, 4000])
def test_values_come_back_in_their_order_from_memory_and_from_disk(count: int) -> None:
    rows = [Row(f"s{n}", Status.GRADED, {"q1": Fraction(n, 3)}, sources=(f"{n}.yaml",)) for n in range(count)]
    spool = Spool(rows)
    assert (len(spool), [*spool]) == (count, rows)
    assert spool[1:3] == rows[1:3]
    with pytest.raises(IndexError):
        spool[count]


def test_values_are_added_and_read_turn_and_turn_about() -> None:
    spool, rng = Spool[bytes](), random.Random(1)
    values = [rng.randbytes(rng.randrange(3000)) for _ in range(600)]
    for place, value in enumerate(values):
        spool.append(value)
        at = rng.randrange(place + 1)
        assert spool[at] == values[at]


def test_few_values_are_held_as_they_are_and_many_are_equal_to_what_they_were() -> None:
    assert kept_aside(["a"]) == ("a",)
    assert [*kept_aside([*range(1000)])] == [*range(1000)]


def test_places_of_a_key_are_found_in_their_order_however_many_keys_there_are() -> None:
    places, expected = Places(), dict[str, list[int]]()
    rng = random.Random(2)
    for place in range(5000):
        key = f"k{rng.randrange(2000)}"
        places.add(key, place)
        expected.setdefault(key, []).append(place)
    assert {key: places.of(key) for key in expected} == expected
    assert places.of("nobody") == []


def test_keys_of_one_hash_are_found_together() -> None:
    places = Places()
    places.add(-1, 7)  # Python hashes -1 as -2
    places.add(-2, 3)
    assert places.of(-1) == places.of(-2) == [3, 7]


@pytest.mark.sweep
def test_of_many_values_a_few_dozen_bytes_each_are_held() -> None:
    def held(count: int) -> int:
        tracemalloc.start()
        spool, places = Spool[str](), Places()
        for place in range(count):
            spool.append(f"{place} " * 20)
            places.add(f"student {place}", place)
        size = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        return size

    assert held(40_000) - held(10_000) < 30_000 * 64
