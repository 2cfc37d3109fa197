"""Claims in words: a sentence for each, without its full stop, and without a word on whether it is true."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.lifts.claim import Claim, Comparison
from grader.kinds.words import listing
from grader.printable import printable

_RELATIONS = {"at-least": "at least", "at-most": "at most", "above": "more than", "below": "less than", "equals": ""}
_PARTS = {
    "best-move": "the best move",
    "pruned": "what is skipped",
    "value": "the value of the root",
    "values": "the value of each node",
    "visited": "the list of the visited nodes",
    "leaves-evaluated": "the number of evaluated leaves",
}


def say(claim: Claim, problem: Problem) -> str:
    """Return the claim as a sentence without a full stop; numbers in the style of the problem."""
    return SENTENCES[claim.name](claim, problem)


def sentence(claim: Claim, problem: Problem) -> str:
    """Return the claim as a sentence of its own."""
    return begun(f"{say(claim, problem)}.", problem)


def begun(said: str, problem: Problem) -> str:
    """Return what is said with a capital letter at its beginning, but where a name stands there: names are as they are."""
    first = said.partition(" ")[0].rstrip(",.:")
    tree: Tree = problem.game
    return said if first in map(printable, (*tree.ids, *tree.moves)) else f"{said[:1].upper()}{said[1:]}"


def say_number(comparison: Comparison, problem: Problem) -> str:
    """Return what is said of a number.

    >>> from grader.conventions import Conventions
    >>> problem = Problem("p", "any", None, Conventions(), (), {})
    >>> say_number(Comparison((("at-least", 2), ("below", 5))), problem)
    'at least 2 and less than 5'
    """
    return " and ".join(f"{_RELATIONS[relation]} {problem.say(bound)}".strip() for relation, bound in comparison.bounds)


def names(ids: Iterable[str]) -> str:
    """Return ids as a sentence holds them."""
    return listing(map(printable, ids))


def _count(claim: Claim, problem: Problem, one: str, many: str, what: str) -> str:
    """Return how many there are of something, one of which is called so and many so; `what` becomes of them."""
    is_one = claim.number.bounds[-1][1] == 1
    return f"{say_number(claim.number, problem)} {f'{one} is' if is_one else f'{many} are'} {what}"


def _be(ids: tuple[str, ...]) -> str:
    return "is" if len(ids) == 1 else "are"


def _value(claim: Claim, problem: Problem) -> str:
    return f"the value of the root is {say_number(claim.number, problem)}"


def _values(claim: Claim, problem: Problem) -> str:
    each = (f"the value of {printable(id_)} is {say_number(wanted, problem)}" for id_, wanted in claim.numbers)
    return listing(each)


def _best(claim: Claim, problem: Problem) -> str:
    which = "a" if problem.conventions.tie == "any" else "the"
    return f"{move(claim.ids[0], problem)} is {which} best move"


def _only_best(claim: Claim, problem: Problem) -> str:
    return f"{move(claim.ids[0], problem)} is the only best move"


def move(id_: str, problem: Problem) -> str:
    """Return a move as parts of answers write it, and the child that it leads to where that is called otherwise."""
    game = problem.game
    node = game.by_id().get(id_) if game is not None else None
    called = id_ if node is None else str(game.moves[node])
    return printable(id_) if called == id_ else f"{printable(called)} (to {printable(id_)})"


def _skipped(claim: Claim, problem: Problem) -> str:
    return f"{names(claim.ids)} {_be(claim.ids)} skipped"


def _skipped_exactly(claim: Claim, problem: Problem) -> str:
    return f"{names(claim.ids)} and nothing else {_be(claim.ids)} skipped" if claim.ids else "nothing is skipped"


def _visited(claim: Claim, problem: Problem) -> str:
    return f"{names(claim.ids)} {_be(claim.ids)} visited"


def _leaves_evaluated(claim: Claim, problem: Problem) -> str:
    return _count(claim, problem, "leaf", "leaves", "evaluated")


def _leaves_skipped(claim: Claim, problem: Problem) -> str:
    return _count(claim, problem, "leaf", "leaves", "skipped")


def _inner_skipped(claim: Claim, problem: Problem) -> str:
    return _count(claim, problem, "inner node", "inner nodes", "skipped")


def _cutoffs(claim: Claim, problem: Problem) -> str:
    number, bounds = say_number(claim.number, problem), claim.number.bounds
    return f"there {'is' if bounds[-1][1] == 1 else 'are'} {number} cutoff{'' if bounds[-1][1] == 1 else 's'}"


def _choice(claim: Claim, problem: Problem) -> str:
    return f"{printable(claim.ids[0])} is selected"


def _same(claim: Claim, problem: Problem) -> str:
    stay = "stay" if len(claim.parts) > 1 else "stays"
    return f"{listing(_PARTS[part] for part in claim.parts)} {stay} the same"


def _agrees(claim: Claim, problem: Problem) -> str:
    if claim.by == "order":
        return "the evaluation orders the terminal positions as their values do"
    return "the evaluation gives every terminal position its value"


def _not(claim: Claim, problem: Problem) -> str:
    return f"it is false that {say(claim.claims[0], problem)}"


def _all(claim: Claim, problem: Problem) -> str:
    return _together(claim, problem, "all of these hold", "and")


def _any(claim: Claim, problem: Problem) -> str:
    return _together(claim, problem, "at least one of these holds", "or")


def _together(claim: Claim, problem: Problem, head: str, link: str) -> str:
    """Return the claims with a link; where they are made of others themselves, with a head and in brackets."""
    said = [say(one, problem) for one in claim.claims]
    if not any(one.claims for one in claim.claims):
        return f" {link} ".join(said) if len(said) < 3 else f"{head}: {'; '.join(said)}"
    return f"{head}: {'; '.join(f'({one})' for one in said)}"


SENTENCES: dict[str, Callable[[Claim, Problem], str]] = {
    "value": _value,
    "value-of": _values,
    "best-move": _best,
    "only-best-move": _only_best,
    "pruned": _skipped,
    "pruned-exactly": _skipped_exactly,
    "visited": _visited,
    "leaves-evaluated": _leaves_evaluated,
    "pruned-leaves": _leaves_skipped,
    "pruned-inner": _inner_skipped,
    "cutoffs": _cutoffs,
    "choice": _choice,
    "same": _same,
    "evaluation-agrees": _agrees,
    "not": _not,
    "all": _all,
    "any": _any,
}
