"""The words that all kinds share: names, numbers and windows as sentences hold them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.core.answers.cells import show_window
from grader.core.answers.leaves import below_words
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, Tree
from grader.core.numbers import Bound
from grader.core.search.folds import Window
from grader.core.text import printable
from grader.kinds import KINDS
from grader.kinds.record import Misconception, Wording

_MOST_NAMED = 12

TIES = {"first": "the leftmost counts", "last": "the rightmost counts", "any": "each of them is right"}
"""What decides between children that score alike, by the convention `tie`."""


def listing(items: Iterable[str], *, link: str = "and", most: int = _MOST_NAMED) -> str:
    """Return the items as a sentence holds them; of very many the first ones and how many more there are.

    >>> listing(["G", "H", "I"])
    'G, H and I'
    """
    named = list(items)
    if len(named) > most:
        named = [*named[: most - 1], f"{len(named) - most + 1} more"]
    return f" {link} ".join(filter(None, (", ".join(named[:-1]), *named[-1:])))


HORIZON = "A node at the horizon is worth its static value"
BEST_PLAY = "Best play keeps the value of the root"
"""The rule of a best move, as a sentence without its full stop."""


def cut_rule(problem: Problem) -> str:
    """Return the rule of a cutoff, as a sentence without its full stop."""
    game = problem.game
    skips = isinstance(game, Tree) and CHANCE in game.kind and problem.conventions.value_bounds is not None
    of_chance = ", a chance node as soon as all that it can still be worth lies outside its window" * skips
    return f"A node is cut as soon as {problem.conventions.cutoff}{of_chance}"


def unfinished_cut(problem: Problem, name: str, window: Window, condition: str) -> str:
    """Return the test whether a node is cut without its result, such as `C has [3, 2]: is alpha >= beta?`; the condition of a chance node is another."""
    test = problem.conventions.cutoff if condition[:1] in ("<", ">") else condition
    return f"{name} has {show_window(problem, window)}: is {test}?"


def window_words(problem: Problem, window: Window) -> str:
    """Return a window as a sentence holds it."""
    return f"alpha = {problem.say(window[0])} and beta = {problem.say(window[1])}"


def factor(problem: Problem, number: Bound) -> str:
    """Return the number as a factor: a negative one, a fraction or a sum stands in brackets."""
    text = problem.say(number)
    return f"({text})" if text.startswith("-") or "/" in text or (" " in text and text[0] != "[") else text


def name_of(tree: Tree, node: int) -> str:
    """Return a node's id, fit to be shown."""
    return printable(tree.ids[node])


def tops_of(tree: Tree, nodes: Sequence[int]) -> str:
    """Return the ids of the roots of subtrees as a sentence holds them, and that all below belongs to them."""
    return f"{names_of(tree, nodes)}{below_words(tree, nodes)}"


def names_of(tree: Tree, nodes: Iterable[int], *, link: str = "and") -> str:
    """Return the ids of the nodes as a sentence holds them."""
    return listing((name_of(tree, node) for node in nodes), link=link)


# -- what is said of misconceptions, over all kinds. The words themselves stand in the room of their kind


def all_wordings() -> dict[str, Wording]:
    """Return the words for every misconception by its name, each once, in the order in which they are listed."""
    found: dict[str, Wording] = {}
    for kind in KINDS.values():
        found |= {name: wording for name, wording in kind.wrong.wordings.items() if name not in found}
    return found


def detailed(misconception: Misconception) -> str:
    """Return which rule the student followed, where its name leaves that open; else an empty text."""
    return f"In your answers: {misconception.detail}." if misconception.detail else ""


def advise(wording: Wording, misconception: Misconception) -> str:
    """Return the sentence for the student, without any number of the problem."""
    return f"{wording.advice} {detailed(misconception)}".rstrip()
