"""Records are named tuples: all that `typing.NamedTuple` promises, but for the compiled annotations."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import pkgutil
from typing import Any

import pytest

import generators
import grader
from grader.records import Record


class Sample(Record):
    """A record of a test."""

    name: str
    size: int = 3
    marks: tuple[int, ...] = ()

    @property
    def doubled(self) -> int:
        """Return twice the size."""
        return 2 * self.size

    def __str__(self) -> str:
        """Return the name."""
        return self.name


def test_a_record_is_a_frozen_tuple_with_names_and_defaults() -> None:
    sample = Sample("a", marks=(1,))
    assert sample == ("a", 3, (1,))
    assert (sample.name, sample.size, sample.doubled, str(sample)) == ("a", 3, 6, "a")
    assert repr(sample) == "Sample(name='a', size=3, marks=(1,))"
    assert sample._replace(size=4)._asdict() == {"name": "a", "size": 4, "marks": (1,)}
    assert hash(sample) == hash(copy.deepcopy(sample))
    assert pickle.loads(pickle.dumps(sample)) == sample
    assert type(pickle.loads(pickle.dumps(sample))) is Sample
    with pytest.raises(AttributeError):
        sample.size = 5  # type: ignore[misc]
    with pytest.raises(AttributeError):
        sample.other = 5  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        Sample()  # type: ignore[call-arg]
    match sample:
        case Sample(name, size):
            assert (name, size) == ("a", 3)


def test_a_record_says_what_it_is() -> None:
    assert (Sample.__doc__, Sample.__module__, Sample.__name__) == ("A record of a test.", __name__, "Sample")
    assert Sample.__annotations__ == {"name": "str", "size": "int", "marks": "tuple[int, ...]"}
    assert list(inspect.signature(Sample).parameters) == ["name", "size", "marks"]


def test_changes_and_values_that_do_not_fit_are_refused() -> None:
    with pytest.raises(TypeError, match="no field colour"):
        Sample("a")._replace(colour="red")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="has 3 fields, not 1"):
        Sample._make(["a"])
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        Sample("a", colour="red")  # type: ignore[call-arg]
    assert Sample._make(["a", 1, ()]) == Sample(size=1, name="a")


def test_records_of_one_size_keep_their_own_names_and_defaults() -> None:
    class Other(Record):
        """As many fields, other names."""

        left: int
        right: int
        above: str = "x"

    assert Other(1, right=2) == (1, 2, "x")
    assert repr(Sample("a", 1)) == "Sample(name='a', size=1, marks=())"
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'right'"):
        Other(1)  # type: ignore[call-arg]


def test_a_field_without_a_default_behind_one_with_it_is_refused() -> None:
    with pytest.raises(TypeError, match="behind one that has it"):
        type(Record)("Wrong", (Record,), {"__annotations__": {"a": "int", "b": "int"}, "a": 1})


def test_a_record_without_fields_is_refused() -> None:
    with pytest.raises(TypeError, match="Empty has no fields"):

        class Empty(Record):
            """Nothing."""


def all_records() -> list[Any]:
    names = [
        found.name
        for package in (grader, generators)
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    members = [member for name in names for member in vars(importlib.import_module(name)).values()]
    return list({member for member in members if isinstance(member, type) and issubclass(member, tuple)})


def test_every_record_of_the_program_has_its_fields_and_its_words() -> None:
    records = [record for record in all_records() if getattr(record, "_fields", ())]
    assert len(records) > 50
    for record in records:
        assert tuple(record.__annotations__) == record._fields
        assert record.__doc__
        assert not record.__doc__.startswith(f"{record.__name__}(")
