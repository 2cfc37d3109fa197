"""What is imported or made when it is first used, and kept: a run pays only for what it does, and once."""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterator, Mapping, MutableMapping
from functools import cached_property, partial
from importlib import import_module
from typing import Generic, TypeVar

Value = TypeVar("Value")


class LaterValues(MutableMapping[str, Value]):
    """A dict of constants: each is stated as "module:NAME", and imported when it is looked up."""

    def __init__(self, places: dict[str, str]) -> None:
        self._places = places
        self._found: dict[str, Value] = {}

    def __getitem__(self, key: str) -> Value:
        if key not in self._found:
            module, _, name = self._places[key].partition(":")
            self._found[key] = getattr(import_module(module), name)
        return self._found[key]

    def __setitem__(self, key: str, value: Value) -> None:
        self._places[key], self._found[key] = "", value

    def __delitem__(self, key: str) -> None:
        del self._places[key]
        self._found.pop(key, None)

    def __contains__(self, key: object) -> bool:
        return key in self._places  # to ask for a name is not to use it

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class LaterMapping(Mapping[str, Value]):
    """A mapping that another module states, by the names of both; the module is imported when it is first looked into."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    @cached_property
    def _found(self) -> Mapping[str, Value]:
        found: Mapping[str, Value] = getattr(import_module(self._module), self._name)
        return found

    def __getitem__(self, key: str) -> Value:
        return self._found[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


class LaterFunctions:
    """The functions of a module, to be handed on before it is imported: that is done when one of them is first called.

    Beside it the module itself is imported under TYPE_CHECKING by the same name, so that types are those of its functions.
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Callable[..., object]:
        return partial(_call, self._module, name)


def _call(module: str, name: str, /, *arguments: object, **named: object) -> object:
    return getattr(import_module(module), name)(*arguments, **named)


# -- values that were made once, for those who ask again: a class gives many answers, but few different ones


class LruCache(Generic[Value]):
    """The values that were asked last, by what they were made from; at most so many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[Hashable, Value] = {}

    def get_or_make(self, key: Hashable, make: Callable[[], Value], is_kept: Callable[[Value], bool] = bool) -> Value:
        """Return the value of the key, made now where it is not here; it is kept if it may be.

        Two threads that ask at once may both make it, which does no harm.
        """
        value = self._values.pop(key, None)
        if value is None:
            value = make()
            if not is_kept(value):
                return value
        self._values[key] = value  # as the last one
        for oldest in list(self._values)[: -self._most]:
            self._values.pop(oldest, None)
        return value

    def clear(self) -> None:
        """Let go of all values."""
        self._values.clear()


class MadeOf(Generic[Value]):
    """What was made last of values that are costly to compare, each known by being the very same object; at most so many."""

    def __init__(self, most: int) -> None:
        self._made: LruCache[tuple[object, Value]] = LruCache(most)

    def get_or_make(self, source: object, how: Hashable, make: Callable[[], Value]) -> Value:
        """Return what was made of the source in that way, or is made now."""
        _, made = self._made.get_or_make(
            (id(source), how), lambda: (source, make())
        )  # it is kept, so its id stays its own
        return made


# -- when Python looks for garbage: marking makes many values, hardly any of them in circles

_NEW_OBJECTS = 50_000  # between two searches; grading a file makes some thousands


def collect_garbage() -> None:
    """Let Python look for garbage, but not among what was imported, and not while one file is graded."""
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)
    gc.enable()
