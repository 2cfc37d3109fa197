"""Values that were made once, for those who ask again: a class gives many answers, but few different ones."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """The values that were asked last, by what they were made from; at most so many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[Hashable, T] = {}

    def once(self, key: Hashable, make: Callable[[], T], is_kept: Callable[[T], bool] = bool) -> T:
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
