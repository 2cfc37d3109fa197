"""How marks are given: what the command line, a quiz or a problem says of it, and what holds where nothing is said."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeAlias

from grader.core.data import Data, Plain
from grader.core.errors import Path
from grader.core.numbers import Number, add_up, read_number, say_number, whole, write_number

CENT = Fraction(1, 100)
STEPS: tuple[Number, ...] = (CENT, Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), 1)
"""To what a problem's total can be rounded."""

_STEPS = ", ".join(map(say_number, STEPS))

MOST_POINTS = 10**6

Points: TypeAlias = Number | Mapping[str, Number] | None
"""What is said of points: what the whole is worth, or what some of its parts are; None: nothing."""

_GRAINS: tuple[Number, ...] = (1, Fraction(1, 2), Fraction(1, 4), Fraction(1, 20), CENT)


def read_points(stated: Plain) -> tuple[Points, list[tuple[str, Path]]]:
    """Return what a document says under `points`, and what is wrong with it as message and path."""
    of_parts = isinstance(stated, Mapping)
    said = stated if isinstance(stated, Mapping) else {} if stated is None else {"": stated}
    read: dict[str, Number] = {}
    wrong: list[tuple[str, Path]] = []
    for part, raw in said.items():
        try:
            read[part] = _read_points(str(raw), is_shared=not of_parts)
        except ValueError as failure:
            wrong.append((str(failure), ("points", part) if of_parts else ("points",)))
    return read if of_parts else read.get(""), wrong


def _read_points(text: str, *, is_shared: bool) -> Number:
    points = read_number(text)
    if not 0 < points <= MOST_POINTS:
        raise ValueError(f"expected points above 0, at most {MOST_POINTS:,}")
    if is_shared and points % CENT:
        raise ValueError(
            f"{text.strip()} is shared by parts, expected points of at most two decimals, such as 4 or 2.5"
        )
    return points


def not_asked(said: Points, ask: Sequence[str]) -> list[tuple[str, Path]]:
    """Return what is wrong with points of parts that are not asked, as message and path."""
    parts = said if isinstance(said, Mapping) else ()
    expected = ", ".join(ask) or "parts that are asked beside the question in words: there are none"
    return [
        (f"{part} is not asked, expected points only for {expected}", ("points", part))
        for part in parts
        if part not in ask
    ]


def points_of(said: Points, weights: Mapping[str, Number]) -> dict[str, Number]:
    """Return what each part is worth: what is said of it, of a total its share, else its weight. Raises ValueError."""
    if said is None or isinstance(said, Mapping):
        return {**weights, **(said or {})}
    return dict(zip(weights, shared(said, tuple(weights.values())), strict=True))


def shared(total: Number, weights: Sequence[Number]) -> list[Number]:
    """Return what each part is worth of a total, in proportion to the weights: points that people add up without a pencil.

    Exact shares of at most two decimals stay. Else all are multiples of the largest grain that divides the total and leaves no part
    without: rounded down, and what is left goes to the largest remainders, of equal ones to the later part. Raises ValueError
    where no grain does.

    >>> shared(4, (1, 1, 1)), shared(10, (1, 1, 2, 3)), shared(3, (1, 1))
    ([1, 1, 2], [1, 2, 3, 4], [Fraction(3, 2), Fraction(3, 2)])
    """
    if not weights:
        raise ValueError("nothing is asked but a question in words; expected its points under text")
    exact = [Fraction(total) * weight / add_up(weights) for weight in weights]
    if not any(share % CENT for share in exact):
        return [whole(share) for share in exact]
    for grain in (one for one in _GRAINS if not total % one):
        grains = [share // grain for share in exact]
        largest = sorted(((share % grain, at) for at, share in enumerate(exact)), reverse=True)
        for _, at in largest[: int(total // grain) - sum(grains)]:
            grains[at] += 1
        if all(grains):
            return [whole(number * Fraction(grain)) for number in grains]
    raise ValueError(
        f"{say_number(total)} is too little for {len(weights)} parts: one would get nothing; expected more, or the points of each part"
    )


class Marking(NamedTuple):
    """How the marks of a problem are given.

    `follow_through` is the share of its marks that an entry earns that follows from a wrong one, 0 to 1/2 (above that,
    correcting a number could cost marks). `across_parts` says whether one part can follow from another, `round` to what
    the total of the problem is rounded.
    """

    follow_through: Number = Fraction(1, 2)
    across_parts: bool = True
    round: Number = CENT


class Policy(NamedTuple):
    """What somebody says of how marks are given; None: nothing. The fields are those of `Marking`."""

    follow_through: Number | None = None
    across_parts: bool | None = None
    round: Number | None = None

    def over(self, other: "Policy") -> "Policy":
        """Return what both say; this one goes first."""
        said = {name: value for name, value in self._asdict().items() if value is not None}
        return other._replace(**said)

    def settled(self) -> Marking:
        """Return how marks are given, with the defaults where nothing is said."""
        return Marking()._replace(**{name: value for name, value in self._asdict().items() if value is not None})


def read_share(text: str) -> Number:
    """Return a share of marks, 0 to 1/2. Raises ValueError."""
    share = read_number(text)
    if not 0 <= share <= Fraction(1, 2):
        raise ValueError(f"{text} is not between 0 and 1/2; above 1/2, mending a number could cost marks")
    return share


def read_step(text: str) -> Number:
    """Return to what marks are rounded. Raises ValueError."""
    step = read_number(text)
    if step not in STEPS:
        raise ValueError(f"marks are not rounded to {text}, expected one of {_STEPS}")
    return step


def read_switch(text: str) -> bool:
    """Return whether something holds. Raises ValueError."""
    if text not in _SWITCH:
        raise ValueError(f"{text} is not allowed here, expected true or false")
    return _SWITCH[text]


_SWITCH = {str(value): value for value in (True, False)}
_READ = {"follow-through": read_share, "across-parts": read_switch, "round": read_step}


def read_policy(stated: Mapping[str, Plain]) -> tuple[Policy, list[tuple[str, Path]]]:
    """Return what a document says under `marking`, and what is wrong with it as message and path below that."""
    said: dict[str, Data] = {}
    wrong: list[tuple[str, Path]] = []
    for name, read in _READ.items():
        if stated.get(name) is None:
            continue
        try:
            said[name.replace("-", "_")] = read(str(stated[name]))
        except ValueError as failure:
            wrong.append((str(failure), (name,)))
    return Policy(**said), wrong


def checked(policy: Policy) -> Policy:
    """Return the policy that a program gives, by the rules for one that a document states. Raises ValueError."""
    if not isinstance(policy, Policy):
        said = f"{policy!r} is no policy, expected a Policy, as Policy(follow_through=Fraction(1, 3))"
        raise ValueError(said)  # noqa: TRY004  # as for every option that is none
    read, wrong = read_policy(write_policy(policy))
    if wrong:
        raise ValueError("; ".join(f"{path[0]}: {message}" for message, path in wrong))
    return read


def write_policy(policy: Policy) -> dict[str, Plain]:
    """Return the policy as a document holds it under `marking`."""
    written: dict[str, Plain] = {}
    if policy.round is not None:
        written["round"] = write_number(policy.round)
    if policy.follow_through is not None:
        written["follow-through"] = write_number(policy.follow_through)
    if policy.across_parts is not None:
        written["across-parts"] = policy.across_parts
    return written


@cache  # one share holds for every answer of a problem
def share_words(share: Number) -> str:
    """Return a share of marks as a sentence holds it.

    >>> share_words(Fraction(1, 2)), share_words(Fraction(1, 4)), share_words(Fraction(2, 5))
    ('half marks', 'a quarter of the marks', '2/5 of the marks')
    """
    named = {
        Fraction(1, 2): "half marks",
        Fraction(1, 3): "a third of the marks",
        Fraction(1, 4): "a quarter of the marks",
    }
    return named.get(Fraction(share), f"{write_number(share)} of the marks")


def policy_in_words(policy: Policy) -> list[str]:
    """Return what a policy says, in sentences for students."""
    said = []
    if policy.round is not None and policy.round != CENT:
        said.append(f"Marks are rounded to {say_number(policy.round)} a problem.")
    if policy.follow_through == 0:
        said.append("What follows from a wrong number of your own earns nothing.")
    elif policy.follow_through is not None:
        said.append(f"What follows from a wrong number of your own earns {share_words(policy.follow_through)}.")
    if policy.across_parts is False and policy.follow_through != 0:
        said.append("No part follows from another: each is marked by itself.")
    return said
