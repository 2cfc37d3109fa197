"""What a large class has too much of to be held: values in order in a file without a name, and where each is, by its key."""

from __future__ import annotations

import io
from array import array
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import IO, Generic, TypeVar, overload

T = TypeVar("T")
_MOST_HELD = 1 << 18
"""So many bytes are held before there is a file: a small class needs none."""
_FEW = 256
"""So many values are held as they are."""
_FIRST_SLOTS = 1 << 10


class Spool(Sequence[T], Generic[T]):
    """Values in order. Nothing is held but the last of them and where each begins; each time another is asked for it is made anew."""

    def __init__(self, values: Iterable[T] = ()) -> None:
        self._file: IO[bytes] = io.BytesIO()
        self._starts = array("q", [0])
        self._last: list[T] = []  # a run on one file writes nothing
        for value in values:
            self.append(value)

    def append(self, value: T) -> None:
        """Add a value at the end. Raises OSError where the disk takes no more."""
        for last in self._last:
            self._write(last)
        self._last = [value]

    def _write(self, value: T) -> None:
        import pickle  # not at every start

        content = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        end = self._starts[-1]
        if end <= _MOST_HELD < end + len(content):
            self._to_disk()
        self._file.seek(end)
        self._file.write(content)
        self._starts.append(end + len(content))

    def _to_disk(self) -> None:
        from tempfile import TemporaryFile

        held, self._file = self._file, TemporaryFile()  # noqa: SIM115  # it is there as long as the values are
        held.seek(0)
        self._file.write(held.read())

    def __del__(self) -> None:
        self._file.close()  # the values go with it

    def __len__(self) -> int:
        return len(self._starts) - 1 + len(self._last)

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[T]: ...

    def __getitem__(self, place: int | slice) -> T | Sequence[T]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        return self._last[0] if place == len(self) - 1 else self._read(place)

    def _read(self, place: int) -> T:
        import pickle

        start, end = self._starts[place : place + 2]
        self._file.seek(start)
        value: T = pickle.loads(self._file.read(end - start))  # noqa: S301  # our own, in a file that nobody else has
        return value

    def __iter__(self) -> Iterator[T]:
        return map(self.__getitem__, range(len(self)))


def kept_aside(values: Sequence[T]) -> Sequence[T]:
    """Return the values; of many those that are made anew when they are asked for."""
    return tuple(values) if len(values) <= _FEW else Spool(values)


class Places:
    """At which places keys stand: a table of hashes, of which no key is held.

    Two keys may have one hash, so what is found is to be compared with what stands there.
    """

    def __init__(self) -> None:
        self._hashes, self._places = _slots(_FIRST_SLOTS)
        self._count = 0

    def add(self, key: Hashable, place: int) -> None:
        """Take note that the key stands at a place, which is 0 or more; it may stand at several."""
        if 3 * self._count > 2 * len(self._places):
            self._grow()
        self._put(hash(key), place)
        self._count += 1

    def of(self, key: Hashable) -> list[int]:
        """Return the places at which the key may stand, in their order."""
        wanted, last = hash(key), len(self._places) - 1
        found, at = [], wanted & last
        while self._places[at] >= 0:
            if self._hashes[at] == wanted:
                found.append(self._places[at])
            at = (at + 1) & last
        return sorted(found)

    def _put(self, hashed: int, place: int) -> None:
        last = len(self._places) - 1
        at = hashed & last
        while self._places[at] >= 0:
            at = (at + 1) & last
        self._hashes[at], self._places[at] = hashed, place

    def _grow(self) -> None:
        hashes, places = self._hashes, self._places
        self._hashes, self._places = _slots(2 * len(places))
        for hashed, place in zip(hashes, places, strict=True):
            if place >= 0:
                self._put(hashed, place)


def _slots(count: int) -> tuple[array[int], array[int]]:
    """Return so many free slots, a power of two: hashes and places."""
    return array("q", bytes(8 * count)), array("q", [-1]) * count
