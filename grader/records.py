"""Frozen records: to a reader and to a type checker `typing.NamedTuple`, at a tenth of its price while modules load.

`NamedTuple` compiles every annotation of a class on its own, although nobody asks for it, and a constructor for each class
besides. The program has some fifty records, and grading one file is mostly start-up. So here annotations stay the texts
that they are, and records with equally many fields share one compiled constructor under other names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["Record"]

if TYPE_CHECKING:
    from typing import NamedTuple as Record
else:
    from collections import _tuplegetter  # what namedtuple itself reads its fields with
    from collections.abc import Iterable
    from functools import cache
    from types import CodeType, FunctionType

    class _Fields(tuple):
        """What all records can do; the names are those of `collections.namedtuple`."""

        __slots__ = ()
        _fields: tuple[str, ...] = ()

        @classmethod
        def _make(cls, values: Iterable[Any]) -> _Fields:
            """Return a record of these values, one for each field."""
            record = tuple.__new__(cls, values)
            if len(record) != len(cls._fields):
                raise TypeError(f"{cls.__name__} has {len(cls._fields)} fields, not {len(record)}")
            return record

        def _replace(self, **changes: Any) -> _Fields:
            """Return the record with other values in some fields."""
            record = self._make(map(changes.pop, self._fields, self))
            if changes:
                raise TypeError(f"{type(self).__name__} has no field {', '.join(changes)}")
            return record

        def _asdict(self) -> dict[str, Any]:
            """Return the values by name."""
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self) -> str:
            """Return the record as it would be made."""
            values = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{type(self).__name__}({values})"

        def __getnewargs__(self) -> tuple[Any, ...]:
            """Return what a copy is made from."""
            return tuple(self)

    @cache
    def _constructor(count: int) -> CodeType:
        places = ", ".join(f"_{place}" for place in range(count))
        return eval(f"lambda cls, {places}: new(cls, ({places},))", {}).__code__  # noqa: S307  # a text of our own

    def _named_constructor(fields: tuple[str, ...], defaults: tuple[Any, ...]) -> FunctionType:
        code = _constructor(len(fields)).replace(co_varnames=("cls", *fields), co_name="__new__")
        return FunctionType(code, {"new": tuple.__new__}, "__new__", defaults)

    class _RecordType(type):
        """What makes a frozen tuple of a class that names its fields as `NamedTuple` wants them named."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            if not fields:
                raise TypeError(f"{name} has no fields; its module needs from __future__ import annotations")
            defaults = tuple(body[field] for field in fields if field in body)
            if any(field in body for field in fields[: len(fields) - len(defaults)]):
                raise TypeError(f"{name} has a field without a default behind one that has it")
            body |= {field: _tuplegetter(place, "") for place, field in enumerate(fields)}
            body["__slots__"], body["_fields"], body["__match_args__"] = (), fields, fields
            body["__new__"] = _named_constructor(fields, defaults)
            return type(name, (_Fields,), body)

    class Record(metaclass=_RecordType):
        """The base that a record names; it is not among the bases of what comes of it."""
