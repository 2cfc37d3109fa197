"""What a generator is: how it reads, draws and measures, and the guarantees that it can give of an exercise.

A kind yields its figures one after another, those first that are seen without solving anything: of most draws that are no variants of
a given problem nothing else is worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from generators.candidate import Candidate
from generators.draws import Draws
from generators.games import Played
from generators.limits import leaves_of
from generators.parameters import Parameters, Promise, trees_of
from grader.core.games.problem import Game, Problem
from grader.core.numbers import show_number, whole

Request = TypeVar("Request", bound=Parameters)
"""The record of a request for exercises of one kind."""
Request_contra = TypeVar("Request_contra", bound=Parameters, contravariant=True)

Figures: TypeAlias = Iterator[tuple[str, int]]
"""Difficulty figures by name, each worked out when its turn comes."""


# -- one guarantee of a generated exercise, and which of several a request turns on


class Guarantee(NamedTuple, Generic[Request_contra]):
    """One guarantee: its check, and what it says and advises. Generators say which of them they can give.

    `off(parameters)` is why the request itself turns it off, empty where it does not. One that has `wanted` is on only where
    that says so of the request, and cannot be switched off; the others are on by default. `reason` is why none of some draws fulfils it, and
    stands in place of the remedy.
    """

    name: str
    holds: Callable[[Candidate, Request_contra], bool]
    sentence: str | Callable[[Request_contra], str]
    remedy: str
    off: Callable[[Request_contra], str] | None = None
    wanted: Callable[[Request_contra], bool] | None = None
    reason: Callable[[Sequence[Candidate], Request_contra], str] | None = None

    def words(self, parameters: Request_contra) -> str:
        """Return what the certificate says of the guarantee where it is on."""
        return self.sentence if isinstance(self.sentence, str) else self.sentence(parameters)


AnyGuarantee: TypeAlias = Guarantee[Any]
"""A guarantee of one of the kinds, which looks at requests of that kind only."""


def differs(name: str, given: Callable[[Candidate], object], sentence: str) -> AnyGuarantee:
    """Return the guarantee that what is `given` in an exercise is not that of the problem of which it is a variant."""
    return Guarantee(
        name,
        lambda case, parameters: given(case) != parameters.other_than,
        sentence,
        "another problem to make variants of",
        wanted=lambda parameters: bool(parameters.other_than),
    )


def guarantees_of(
    known: Sequence[AnyGuarantee], parameters: Parameters
) -> tuple[list[AnyGuarantee], list[tuple[str, str]]]:
    """Return those of a kind's guarantees that are on, and the others as (name, reason)."""
    on, off = [], []
    trees = trees_of(parameters)
    given = parameters.promise.figures or (trees is not None and trees.ordering.mirror)
    for guarantee in known:
        if guarantee.wanted is not None:
            if guarantee.wanted(parameters):
                on.append(guarantee)
        elif guarantee.name in parameters.promise.without:
            off.append((guarantee.name, "switched off, or not so in the given problem" if given else "switched off"))
        elif guarantee.off is not None and (reason := guarantee.off(parameters)):
            off.append((guarantee.name, reason))
        else:
            on.append(guarantee)
    return on, off


# -- what a variant of a given problem can be guaranteed to be: as hard, and not answered by its key


def _is_given(case: Candidate, parameters: Parameters) -> bool:
    """Return whether the draw is the given problem itself, which is no variant of it."""
    trees = trees_of(parameters)
    pattern = () if trees is None else trees.leaves.pattern
    return bool(pattern) and tuple(leaves_of(case.game)) == pattern


def choices_of(case: Candidate) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the nodes of those asked answers that are choices; a key of another problem could be right in them."""
    answers = case.solution.answers
    asked = [part for part in case.problem.ask if part in ("best-move", "choice", "pruned") and part in answers]
    return tuple((part, tuple(sorted(answers[part].leaves) if part == "pruned" else answers[part])) for part in asked)


def _has_other_answers(case: Candidate, parameters: Parameters) -> bool:
    """Return whether a key of the given problem would be wrong in some choice; of several equal moves it names the first."""
    mine = dict(choices_of(case))
    return any(
        nodes != mine[part] if part == "pruned" else nodes[0] not in mine[part]
        for part, nodes in parameters.promise.unlike
    )


def _figures_words(parameters: Parameters) -> str:
    room = parameters.promise.room
    near = f", or differ from them by at most {show_number(whole(100 * Fraction(room)))} %" if room else ""
    return f"The difficulty figures are those of the given problem{near}."


def _same_figures(figures_of: Callable[[Candidate], Figures]) -> Guarantee[Parameters]:
    """Return the guarantee that most draws for variants of a given problem do not fulfil, by the figures of their kind."""

    def holds(case: Candidate, parameters: Parameters) -> bool:
        """Return whether all figures come out, or nearly; after the first that does not nothing more is worked out."""
        left, room = dict(parameters.promise.figures), parameters.promise.room
        if _is_given(case, parameters):
            return False
        near = (abs(figure - (one := left.pop(name, figure))) <= room * one for name, figure in figures_of(case))
        return all(near) and not left

    def what_cannot_vary(drawn: Sequence[Candidate], parameters: Parameters) -> str:
        if all(_is_given(case, parameters) for case in drawn):
            return "its numbers cannot vary: each draw is the given problem itself, as no others are allowed there"
        found = [dict(figures_of(case)) for case in drawn]
        wanted = parameters.promise.figures
        never = [f"{name} {figure}" for name, figure in wanted if all(one.get(name) != figure for one in found)]
        return f"none but the given problem has {' and '.join(never) or 'all of its figures at once'}"

    return Guarantee(
        "same-figures",
        holds,
        _figures_words,
        "a larger range of values",
        wanted=lambda parameters: bool(parameters.promise.figures),
        reason=what_cannot_vary,
    )


_OTHER_ANSWERS = Guarantee[Parameters](
    "other-answers",
    _has_other_answers,
    lambda parameters: (
        f"The given problem's answers for {' and '.join(dict(parameters.promise.unlike))} are not all right here."
    ),
    "another problem to make variants of",
    wanted=lambda parameters: bool(parameters.promise.unlike),
)
"""The guarantee of variants of a given problem that looks at their answers."""


def with_those_of_variants(
    figures: Callable[[Candidate], Figures], *own: Guarantee[Request]
) -> tuple[Guarantee[Request], ...]:
    """Return the guarantees of a kind with those of variants: of most draws the first tells that they are none."""
    return (_same_figures(figures), *own, _OTHER_ANSWERS)


# -- how exercises of one kind are made


class Generator(NamedTuple, Generic[Request]):
    """How exercises of one kind are made.

    `parameters` is the record of a request, all of whose fields have defaults; `fields` the rows of what can be said of it.
    `check(parameters)` raises RequestError for a request that contradicts itself; `draw(parameters, draws)` returns one game,
    good or not; `like(problem, promise)` is the request for variants of a problem, but for what is asked of them, `mirrored(...)`
    that for its mirror image, with this image, or why there is none;
    `figures(case)` yields how difficult it is, what is seen at sight first; `guarantees` are those that can be given, in the order in which they are checked; `examples` are requests as they are typed.
    `idle(parameters)` are the fields that say nothing of such a request, each with the reason: who states one of them expects something of it.
    `played` are requests, as a document states them, for the trees on which a program is tried, where those of one request would leave something unseen.
    `by_node`: a program is shown a game node by node; of other kinds programs answer whole problems.
    """

    parameters: type[Request]
    fields: tuple[str, ...]
    check: Callable[[Request], None]
    draw: Callable[[Request, Draws], Game | Played]
    like: Callable[[Problem, Promise], Request]
    mirrored: Callable[[Problem, Promise], tuple[Request, Problem]] | str
    figures: Callable[[Candidate], Figures]
    guarantees: tuple[Guarantee[Request], ...]
    examples: tuple[str, ...]
    played: tuple[Mapping[str, str], ...] = ()
    idle: Callable[[Request], Mapping[str, str]] = lambda _: {}
    by_node: bool = False


AnyGenerator: TypeAlias = Generator[Any]
"""How exercises of one of the kinds are made, from its own requests only."""
