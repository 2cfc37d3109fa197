"""The objects of constructions: how each is read from an answer, with what this problem allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.answers.case import Key, Raw
from grader.answers.keys import NODES
from grader.answers.objects import Thing
from grader.answers.part import Keys
from grader.answers.things.fillings import Filling, Rules, fillings
from grader.answers.things.orders import orders
from grader.answers.things.trees import nested
from grader.errors import Path
from grader.exact import Number, show_number
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.lifts.construct.asked import CHANGES, ORDER, TREE, VALUES, asked_of, free_leaves, searched_of
from grader.kinds.lifts.construct.best_filling import limits_of, refused, twice_words
from grader.kinds.lifts.construct.built import choices, grown, nested_list, terminal_leaves


def _children(problem: Problem) -> Mapping[Key, Sequence[Key]]:
    return choices(searched_of(problem).game)


def _names(problem: Problem, child: Key) -> Sequence[str]:
    tree: Tree = searched_of(problem).game
    return tree.ids[child], tree.moves[child]


def _name(problem: Problem, key: Key) -> str:
    return str(problem.game.ids[key])


def _leaves(problem: Problem) -> list[Key]:
    return terminal_leaves(searched_of(problem).game)


def _known_leaves(problem: Problem) -> Mapping[str, Key]:
    return {_name(problem, leaf): leaf for leaf in _leaves(problem)}


def _free(problem: Problem) -> list[Key]:
    return list(free_leaves(problem.game))


def _known_free(problem: Problem) -> Mapping[str, Key]:
    return {_name(problem, leaf): leaf for leaf in _free(problem)}


def _refused(problem: Problem, filling: Filling) -> tuple[Key, str] | None:
    return refused(problem.game, filling)


def _rules(problem: Problem) -> Rules:
    """Return what is said of the numbers of free leaves; those of the others stay."""
    allowed, tree = asked_of(problem).allowed, searched_of(problem).game
    free = {*_free(problem)}
    others = [(_name(problem, leaf), show_number(tree.value[leaf])) for leaf in _leaves(problem) if leaf not in free]
    return Rules(limits_of(allowed), others if allowed.distinct else None)


def _rules_of_changes(problem: Problem) -> Rules:
    """Return what is said of changed numbers. Which stay is for the student to find: only those that are typed are compared."""
    allowed = asked_of(problem).allowed
    return Rules(limits_of(allowed), () if allowed.distinct else None)


def _grow(problem: Problem, raw: Raw) -> tuple[Tree | None, str, Path]:
    return grown(raw, asked_of(problem).root)


def _write_tree(problem: Problem, tree: Tree) -> Raw:
    return nested_list(tree)


def _refused_tree(problem: Problem, tree: Tree) -> str:
    if not asked_of(problem).allowed.distinct:
        return ""
    stands: dict[Number, int] = {}
    for leaf in tree.leaves():
        first = stands.setdefault(number := tree.value[leaf] or 0, leaf)
        if first != leaf:
            return f"{twice_words(tree, number, first, leaf)}; expected different numbers"
    return ""


THINGS: Mapping[str, Thing] = {
    ORDER: orders(NODES, _children, _names),
    VALUES: fillings(Keys("free leaf", _known_free, _name), _refused, _free, _rules, is_open=False),
    CHANGES: fillings(Keys("leaf", _known_leaves, _name), _refused, _leaves, _rules_of_changes, is_open=True),
    TREE: nested(_grow, _write_tree, _refused_tree),
}
