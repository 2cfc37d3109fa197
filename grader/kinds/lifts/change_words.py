"""Changes and claims about them in words."""

from __future__ import annotations

from collections.abc import Callable

from grader.conventions import describe, read_conventions
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.lifts.changes import Change
from grader.kinds.lifts.items import Item
from grader.kinds.lifts.sentences import begun, say
from grader.kinds.words import listing
from grader.printable import printable


def say_change(change: Change, problem: Problem) -> str:
    """Return what is changed, as the part of a sentence after "when"; numbers in the style of the problem."""
    return SENTENCES[change.name](change, problem)


def say_item(item: Item, problem: Problem) -> str:
    """Return what is claimed, as a sentence; in the author's own words where there are some."""
    if item.text:
        return printable(item.text, len(item.text))
    said = say(item.claim, problem)
    if item.change is not None:
        said = f"when {say_change(item.change, problem)}, {said}"
    if item.is_general:
        said = f"in every tree: {said}"
    return begun(f"{said}.", problem)


def _affine(change: Change, problem: Problem) -> str:
    times, plus = change.said
    return f"every value v becomes {_linear(times, plus, problem)}"


def _linear(times: Number, plus: Number, problem: Problem) -> str:
    """Return times * v + plus, less what does nothing."""
    if times == 0:
        return problem.say(plus)
    factor = "" if times == 1 else "-" if times == -1 else f"{_factor(times, problem)}*"
    size = plus if plus > 0 else -plus
    added = "" if plus == 0 else f" {'+' if plus > 0 else '-'} {problem.say(size)}"
    return f"{factor}v{added}"


def _factor(number: Number, problem: Problem) -> str:
    text = problem.say(number)
    return f"({text})" if "/" in text else text


def _power(change: Change, problem: Problem) -> str:
    return f"every value v becomes v^{change.said}"


def _clip(change: Change, problem: Problem) -> str:
    low, high = map(problem.say, change.said)
    return f"every value below {low} becomes {low} and every value above {high} becomes {high}"


def _leaves(change: Change, problem: Problem) -> str:
    return listing(f"{printable(id_)} is worth {problem.say(number)}" for id_, number in change.said)


def _mirror(change: Change, problem: Problem) -> str:
    return "the tree is mirrored, so that the children of every node stand in reverse order"


def _reorder(change: Change, problem: Problem) -> str:
    orders = (
        f"the children of {printable(id_)} stand in the order {', '.join(map(printable, ids))}"
        for id_, ids in change.said
    )
    return listing(orders)


def _swap(change: Change, problem: Problem) -> str:
    return "MAX and MIN change places"


def _conventions(change: Change, problem: Problem) -> str:
    conventions, _ = read_conventions(dict(change.said))
    said = (describe(conventions, name).removesuffix(".") for name, _ in change.said)
    return "the convention reads " + listing(f"“{sentence}”" for sentence in said)


def _search(change: Change, problem: Problem) -> str:
    return f"the tree is searched with {KINDS[change.said].name}"


def _depth(change: Change, problem: Problem) -> str:
    return f"the search goes down to depth {change.said}"


SENTENCES: dict[str, Callable[[Change, Problem], str]] = {
    "affine": _affine,
    "power": _power,
    "clip": _clip,
    "leaves": _leaves,
    "mirror": _mirror,
    "reorder": _reorder,
    "swap-players": _swap,
    "conventions": _conventions,
    "search": _search,
    "depth": _depth,
}
