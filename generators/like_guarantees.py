"""What a variant of a given problem can be guaranteed to be: as hard, and not answered by its key."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from generators.candidate import Candidate
from generators.figures import has_figures
from generators.guarantee import Guarantee
from generators.limits import leaves_of
from generators.parameters import Parameters, Promise, Treeless
from grader.exact import Number, show_number, whole


def _has_figures(case: Candidate, parameters: Parameters) -> bool:
    pattern = () if isinstance(parameters, Treeless) else parameters.leaves.pattern
    if pattern and tuple(leaves_of(case.game)) == pattern:
        return False  # the given problem itself is no variant of it
    return has_figures(case, dict(parameters.promise.figures), parameters.promise.room)


def choices_of(case: Candidate) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the nodes of those asked answers that are choices; a key of another problem could be right in them."""
    answers = case.solution.answers
    nodes: dict[str, Callable[[], Iterable[int]]] = {
        "best-move": lambda: answers["best-move"],
        "choice": lambda: answers["choice"],
        "pruned": lambda: sorted(answers["pruned"].leaves),
    }
    return tuple((part, tuple(nodes[part]())) for part in case.problem.ask if part in nodes and part in answers)


def _has_other_answers(case: Candidate, parameters: Parameters) -> bool:
    """Return whether a key of the given problem would be wrong in some choice; of several equal moves it names the first."""
    mine = dict(choices_of(case))
    return any(
        nodes != mine[part] if part == "pruned" else nodes[0] not in mine[part]
        for part, nodes in parameters.promise.unlike
    )


def _other_words(parameters: Parameters) -> str:
    parts = " and ".join(part for part, _ in parameters.promise.unlike)
    return f"The given problem's answers for {parts} are not all right here."


def _figures_words(parameters: Parameters) -> str:
    room = parameters.promise.room
    near = f", or differ from them by at most {show_number(whole(100 * Fraction(room)))} %" if room else ""
    return f"The difficulty figures are those of the given problem{near}."


def with_figures(promise: Promise, figures: dict[str, int], room: Number = 0) -> Promise:
    """Return the promise that these figures come out, or differ by at most this share."""
    return promise._replace(figures=tuple(figures.items()), room=room)


FIGURES: tuple[Guarantee, ...] = (
    Guarantee(
        "same-figures",
        _has_figures,
        _figures_words,
        "a larger range of values",
        wanted=lambda parameters: bool(parameters.promise.figures),
    ),
)
"""The guarantee that most draws for variants of a given problem do not fulfil."""

ANSWERS: tuple[Guarantee, ...] = (
    Guarantee(
        "other-answers",
        _has_other_answers,
        _other_words,
        "another problem to make variants of",
        wanted=lambda parameters: bool(parameters.promise.unlike),
    ),
)
"""A guarantee of variants of a given problem that looks at their answers."""
