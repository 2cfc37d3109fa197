"""When Python looks for garbage: marking makes many values, hardly any of them in circles."""

import gc

_NEW_OBJECTS = 50_000  # between two searches; grading a file makes some thousands


def collect_garbage() -> None:
    """Let Python look for garbage, but not among what was imported, and not while one file is graded."""
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)
    gc.enable()
