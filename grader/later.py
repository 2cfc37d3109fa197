"""What is imported when it is first used, so that a run pays at its start only for what it does."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import TypeVar

Value = TypeVar("Value")


class LaterValues(MutableMapping[str, Value]):
    """A dict of constants: each is stated by the name of its module and its own, and imported when it is looked up."""

    def __init__(self, places: dict[str, tuple[str, str]]) -> None:
        self._places = places
        self._found: dict[str, Value] = {}

    def __getitem__(self, key: str) -> Value:
        if key not in self._found:
            module, name = self._places[key]
            self._found[key] = getattr(import_module(module), name)
        return self._found[key]

    def __setitem__(self, key: str, value: Value) -> None:
        self._places[key], self._found[key] = ("", ""), value

    def __delitem__(self, key: str) -> None:
        del self._places[key]
        self._found.pop(key, None)

    def __contains__(self, key: object) -> bool:
        return key in self._places  # to ask for a name is not to use it

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)
