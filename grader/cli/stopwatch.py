"""How long something took, for whoever waits for it: the one place that knows a clock. It is said on stderr and written nowhere."""

from __future__ import annotations

import time


class Stopwatch:
    """Runs from when it is made."""

    def __init__(self) -> None:
        self._began = time.perf_counter()

    def each(self, number: int) -> str:
        """Return how long each of so many things took."""
        return f"{1000 * (time.perf_counter() - self._began) / max(1, number):,.0f} ms each"
