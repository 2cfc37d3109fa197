"""A request near one that was not met, found by really trying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from generators.case import Case
from generators.guarantees import NAMES, SEPARATES, show_range
from generators.parameters import AlphaBetaParameters, Leaves, Parameters, Range, UcbParameters
from generators.targets import DEFAULT, NONE

IsMet = Callable[[str, Parameters], bool]


def nearby(kind: str, parameters: Parameters, failed: str, drawn: Sequence[Case], is_met: IsMet) -> str:
    """Return in words the first change of the request after which it is met; empty where none of them helps."""
    for words, changed in _changes(parameters, failed, drawn):
        if is_met(kind, changed):
            return words
    return ""


def _changes(parameters: Parameters, failed: str, drawn: Sequence[Case]) -> Iterator[tuple[str, Parameters]]:
    """Yield changed requests, the smallest changes first."""
    promise = parameters.promise
    if isinstance(parameters, AlphaBetaParameters):
        yield from _pruning_changes(parameters, drawn)
    if not isinstance(parameters, UcbParameters) and parameters.leaves.ties != 0 and not promise.figures:
        words = "distinct values (leave out --outcomes, --repeats and --ties)"
        yield words, parameters._replace(leaves=Leaves(parameters.leaves.low, None, parameters.leaves.step))
    if (
        not isinstance(parameters, UcbParameters)
        and not promise.figures
        and parameters.leaves.high is not None
        and not parameters.leaves.outcomes
    ):
        yield (
            "a default range of values (leave out --values)",
            parameters._replace(leaves=parameters.leaves._replace(low=None, high=None)),
        )
    if failed.startswith(SEPARATES):
        name = failed.split()[1]
        others = tuple(other for other in promise.separate if other != name)
        if others and others != promise.separate:
            yield f"--separate {','.join(others)}", parameters._replace(promise=promise._replace(separate=others))
    for name in dict.fromkeys((failed, *NAMES)):
        if name in NAMES and name not in promise.without:
            without = (*promise.without, name)
            yield f"--without {','.join(without)}", parameters._replace(promise=promise._replace(without=without))
    if promise.separate == (DEFAULT,) or failed.startswith(SEPARATES):
        yield "--separate none", parameters._replace(promise=promise._replace(separate=(NONE,)))
    without = tuple(NAMES)
    words = f"--separate none --without {','.join(without)}"
    yield words, parameters._replace(promise=promise._replace(without=without, separate=(NONE,), about=""))


def _pruning_changes(parameters: AlphaBetaParameters, drawn: Sequence[Case]) -> Iterator[tuple[str, Parameters]]:
    """Yield the request with the counts that draws do have, the nearest frequent one first."""
    pruning = parameters.pruning
    if pruning.prune_count is not None:
        for count in _near(pruning.prune_count, [case.prune_count for case in drawn]):
            wanted = _widened(pruning.prune_count, count)
            changed = pruning._replace(prune_count=wanted)
            yield f"--prune-count {show_range(wanted)}", parameters._replace(pruning=changed)
    if pruning.leaves_evaluated is not None:
        for count in _near(pruning.leaves_evaluated, [case.leaves_evaluated for case in drawn]):
            wanted = _widened(pruning.leaves_evaluated, count)
            changed = pruning._replace(leaves_evaluated=wanted)
            yield f"--leaves-evaluated {show_range(wanted)}", parameters._replace(pruning=changed)


def _near(wanted: Range, counts: Sequence[int]) -> list[int]:
    """Return the counts outside the range that are not rare, those nearest to it first."""
    often = [count for count, times in Counter(counts).items() if 20 * times >= len(counts)]
    outside = [count for count in often if not wanted[0] <= count <= wanted[1]]
    return sorted(outside, key=lambda count: (min(abs(count - wanted[0]), abs(count - wanted[1])), count))[:3]


def _widened(wanted: Range, count: int) -> Range:
    return (count, count) if wanted[0] == wanted[1] else (min(wanted[0], count), max(wanted[1], count))
