"""The natural order of names, in which answers-2 comes before answers-10, and a file before its later copies."""

import os
import re
from collections.abc import Sequence


def natural_key(names: Sequence[str]) -> tuple[object, ...]:
    """Return what orders paths, given as their names: by letters, and by numbers where there are digits.

    The ending of a file counts last, so that `answers (1).yaml`, which a browser or a platform makes of a second
    `answers.yaml`, comes after the first.

    >>> paths = [["answers (1).yaml"], ["answers-10.yaml"], ["answers.yaml"], ["answers-2.yaml"]]
    >>> sorted(paths, key=natural_key)
    [['answers.yaml'], ['answers (1).yaml'], ['answers-2.yaml'], ['answers-10.yaml']]
    """
    *folders, file = (part for name in names or ("",) for part in name.split("/"))
    stem, ending = os.path.splitext(file)
    return (*map(_pieces, folders), _pieces(stem)), _pieces(ending), tuple(names)


def _pieces(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return the runs of letters and of digits; of two numbers the one with more digits is larger, zeros in front apart."""
    runs = filter(None, re.split("([0-9]+)", text))
    return tuple((0, len(run.lstrip("0")), run.lstrip("0")) if run[0] in "0123456789" else (1, 0, run) for run in runs)
