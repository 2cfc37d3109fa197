"""A request near one that was not met, found by really trying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from generators.candidate import Candidate
from generators.guarantee import show_range
from generators.guarantees import NAMES, SEPARATES
from generators.parameters import AlphaBetaParameters, Leaves, Parameters, Pruning, Range, Treeless
from generators.targets import DEFAULT, NONE
from grader.search import FULL_WINDOW

IsMet = Callable[[str, Parameters], bool]


def nearby(kind: str, parameters: Parameters, failed: str, drawn: Sequence[Candidate], is_met: IsMet) -> str:
    """Return in words the first change of the request after which it is met; empty where none of them helps."""
    for words, changed in _changes(parameters, failed, drawn):
        if is_met(kind, changed):
            return words
    return ""


def _changes(parameters: Parameters, failed: str, drawn: Sequence[Candidate]) -> Iterator[tuple[str, Parameters]]:
    """Yield changed requests, the smallest changes first."""
    promise = parameters.promise
    if isinstance(parameters, AlphaBetaParameters):
        yield from _pruning_changes(parameters, drawn)
    if not isinstance(parameters, Treeless) and parameters.leaves.ties != 0 and not promise.figures:
        words = "distinct values (leave out --outcomes, --repeats and --ties)"
        yield words, parameters._replace(leaves=Leaves(parameters.leaves.low, None, parameters.leaves.step))
    if (
        not isinstance(parameters, Treeless)
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
    if "initial-window" in parameters.question.conventions.stated:
        yield "an open window (leave out --convention initial-window)", _with_open_window(parameters)
    without = tuple(NAMES)
    words = f"--separate none --without {','.join(without)}"
    bare = promise._replace(without=without, separate=(NONE,))
    yield words, parameters._replace(promise=bare)
    if promise.about:
        yield f"{words} (and leave out --about)", parameters._replace(promise=bare._replace(about=""))


def _with_open_window(parameters: Parameters) -> Parameters:
    conventions = parameters.question.conventions
    opened = conventions._replace(initial_window=FULL_WINDOW, stated=conventions.stated - {"initial-window"})
    return parameters._replace(question=parameters.question._replace(conventions=opened))


def _pruning_changes(parameters: AlphaBetaParameters, drawn: Sequence[Candidate]) -> Iterator[tuple[str, Parameters]]:
    """Yield the request with the counts that draws do have, the nearest first; then without one of two counts.

    Where both counts are asked the one is changed to what it is in draws that have the other.
    """
    pruning = parameters.pruning
    asked = {
        field: wanted
        for field in ("prune_count", "leaves_evaluated")
        if (wanted := getattr(pruning, field)) is not None and drawn
    }
    for field, wanted in asked.items():
        counts = [
            getattr(case, field)
            for case in drawn
            if all(_in(getattr(case, other), asked[other]) for other in asked if other != field)
        ]
        for changed in _near(wanted, counts):
            words = f"--{field.replace('_', '-')} {show_range(changed)}"
            yield words, parameters._replace(pruning=_with_count(pruning, field, changed))
    for field in asked if len(asked) > 1 else ():
        words = f"one count alone (leave out --{field.replace('_', '-')})"
        yield words, parameters._replace(pruning=_with_count(pruning, field, None))


def _with_count(pruning: Pruning, field: str, wanted: Range | None) -> Pruning:
    return pruning._replace(prune_count=wanted) if field == "prune_count" else pruning._replace(leaves_evaluated=wanted)


def _in(count: int, wanted: Range) -> bool:
    return wanted[0] <= count <= wanted[1]


def _near(wanted: Range, counts: Sequence[int]) -> list[Range]:
    """Return ranges near the wanted one: with single counts that are not rare, then with a tenth and half of all draws."""
    if not counts:
        return []

    def distance(count: int) -> tuple[int, int]:
        return min(abs(count - wanted[0]), abs(count - wanted[1])), count

    often = [count for count, times in Counter(counts).items() if 20 * times >= len(counts) and not _in(count, wanted)]
    is_one = wanted[0] == wanted[1]
    single = [(count, count) if is_one else _widened(wanted, count) for count in sorted(often, key=distance)[:3]]
    by_distance = sorted(counts, key=distance)
    wide = [_widened(wanted, by_distance[len(counts) // share]) for share in (10, 2)]
    return list(dict.fromkeys(near for near in (*single, *wide) if near != wanted))


def _widened(wanted: Range, count: int) -> Range:
    return min(wanted[0], count), max(wanted[1], count)
