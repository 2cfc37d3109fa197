"""Answers that carry their slips forward."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from second import second

from oracle.alpha_beta import reported
from oracle.answers import extra_nodes, random_answers, random_number
from oracle.numbers import in_document, number
from oracle.own_numbers import FOLLOWS, own_step
from oracle.play import best_by_own, best_of, move_of, own_nodes
from oracle.problems import chance_of
from oracle.shares import own_static
from oracle.solution import solve
from oracle.trees import inner_nodes, read_tree
from oracle.ucb import read_arms
from oracle.values import to_mover
from oracle.words import Document, Number
from oracle.written import written


def carried_answers(rng: random.Random, problem: Document) -> Document:
    """Return random answers in which what follows a slip is mostly worked out from it.

    `values` goes from the leaves up by the right rule on the student's own numbers; `value` and
    `best-move` are mostly read off the root's step, `strategy` off all of them, `choice` off the scores.
    A kind with a second solver of its own says there what is carried.
    """
    answers = random_answers(rng, problem)
    readings: dict[str, list[object]]
    static = None
    if (other := second(problem["kind"])) is not None:
        return answers | (other.carried(rng, problem, answers) if hasattr(other, "carried") else {})
    if problem["kind"] == "ucb":
        own = answers["scores"] = carried_scores(rng, problem)
        readings = {"choice": [arm.id for arm in read_arms(problem)]}
    else:
        static = own_static(problem, answers)
        own = answers["values"] = carried_values(rng, problem, static)
        root = read_tree(problem)
        readings = {
            "value": [own.get(root.id), *carried_readings(problem, own, static)],
            "best-move": [child.move for child in root.children],
        }
    if "strategy" in solve(problem) and chance_of(rng, 0.9):
        answers["strategy"] = carried_strategy(rng, problem, own, static)
    for part, tried in readings.items():
        found = [given for given in tried if given is not None and FOLLOWS[part](problem, own, given, static)]
        if part in solve(problem) and found and chance_of(rng, 0.8):
            answers[part] = rng.choice(found)
    return answers


def carried_strategy(rng: random.Random, problem: Document, own: Document, static: Document | None) -> Document:
    """Return `strategy` with moves that are best by the student's own numbers, where some are."""
    plan: Document = {}
    for node in own_nodes(read_tree(problem)):
        best = best_by_own(problem, node, own, static) or best_of(node, problem)
        plan[node.id] = move_of(rng, node, rng.choice(best))
    return plan


def carried_scores(rng: random.Random, problem: Document) -> Document:
    """Return `scores` with slips large enough to change the choice."""
    expected: Any = solve(problem)["scores"]
    slips = rng.choice((0.2, 0.5))
    own: Document = {}
    for name, right in expected.items():
        slip = chance_of(rng, slips)
        if not chance_of(rng, slips / 8):
            own[name] = rng.choice((0, 1, 2, "2.5", "inf")) if slip else right
    return own


def carried_readings(problem: Document, own: Document, static: Document | None) -> list[object]:
    """Return the value of the root's step on the student's own numbers, as a list of none or one."""
    root = read_tree(problem)
    step = own_step(problem, root.id, written(own), static) if root.children else None
    return [] if step is None else [in_document(to_mover(root, step.best(), problem))]


def carried_values(rng: random.Random, problem: Document, static: Document | None) -> Document:
    """Return `values` from the leaves up, with slips, blanks and extras."""
    expected: Any = solve(problem)["values"]
    slips = rng.choice((0.1, 0.3, 0.5))
    own: Document = {}
    for node in reversed(inner_nodes(read_tree(problem))):
        if node.id not in expected or chance_of(rng, slips / 8):
            continue
        step = own_step(problem, node.id, own, static)
        value = number(expected[node.id])
        if step is not None:
            found: Number = to_mover(node, step.best(), problem)
            is_searched = problem["kind"] == "alpha-beta"
            value = Fraction(reported(found, step.window, problem) if is_searched else found)
        if chance_of(rng, slips):
            value += rng.choice((-7, -3, -2, -1, 1, 2, 3, 7))
        own[node.id] = random_number(rng, problem, in_document(value), slips / 3)
    for name in extra_nodes(rng, problem, expected, slips / 3):
        own[name] = rng.choice((None, rng.randint(-9, 9)))
    return own
