"""Frozen records: to a reader and to a type checker `typing.NamedTuple`, at a third of its price while modules load.

`NamedTuple` compiles every annotation of a class on its own, although nobody asks for it. The program has some fifty
records and grading one file is mostly start-up, so here the annotations stay the texts that they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["Record"]

if TYPE_CHECKING:
    from typing import NamedTuple as Record
else:
    from collections import namedtuple

    class _RecordType(type):
        """What makes a named tuple of a class that names its fields as `NamedTuple` wants them named."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = body.get("__annotations__", {})
            if not fields:
                raise TypeError(f"{name} has no fields; its module needs from __future__ import annotations")
            defaults = [body[field] for field in fields if field in body]
            record = namedtuple(name, fields, defaults=defaults, module=body["__module__"])  # noqa: PYI024
            for key, value in body.items():
                if key not in fields and key not in ("__module__", "__qualname__", "__static_attributes__"):
                    setattr(record, key, value)
            return record

    class Record(metaclass=_RecordType):
        """The base that a record names; it is not among the bases of what comes of it."""
