"""How large the files of a generated problem may be, so that `grade` reads them."""

from __future__ import annotations

from collections.abc import Mapping

from generators import RequestError
from generators.parameters import MOST_NODES, Parameters, Treeless
from grader.documents import PROBLEM_LIMITS, SUBMISSION_LIMITS
from grader.handout.folder import PROBLEM, SOLUTION, TEMPLATE

_LIMITS = {TEMPLATE: SUBMISSION_LIMITS, SOLUTION: SUBMISSION_LIMITS, PROBLEM: PROBLEM_LIMITS}


class Sizes:
    """What `grade` must be told to read all problems of a request: nothing, unless larger trees were allowed."""

    def __init__(self, parameters: Parameters) -> None:
        self._may_be_large = not isinstance(parameters, Treeless) and parameters.shape.most_nodes > MOST_NODES
        self._needed: dict[str, int] = {}

    def check(self, files: Mapping[str, str | bytes]) -> None:
        """Take note of what is larger than `grade` reads by default. Raises RequestError where that was not allowed."""
        for name, limits in _LIMITS.items():
            content = files.get(name, b"")
            size = len(content.encode("utf-8") if isinstance(content, str) else content)
            if size <= limits.bytes:
                continue
            if not self._may_be_large:
                less = "" if name == PROBLEM else ", or fewer parts (--ask)"
                raise RequestError(
                    f"{name} would have {size:,} bytes, but grade reads at most {limits.bytes:,}; "
                    f"ask for fewer nodes, shorter names (--names){less}"
                )
            # Up to a power of two, because a student may write more than the template and the key do.
            self._needed[limits.option] = max(self._needed.get(limits.option, 0), 1 << size.bit_length())

    def notes(self) -> list[str]:
        """Return what is to be said of the problems: the options that `grade` needs."""
        if not self._needed:
            return []
        options = " ".join(f"{option} {size}" for option, size in self._needed.items())
        return [f"these files are larger than grade reads by default; it needs: grade {options}"]
