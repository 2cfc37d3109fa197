"""What a student of any kind of problem writes down, with slips from whose number he goes on."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import oracle
from oracle import Document
from second import second

from students.alpha_beta import follow_alpha_beta
from students.followable import rules_of
from students.habits import NO_SLIPS, RIGHT, Own, Rule, habit_of
from students.horizon import HORIZON_RULES, follow_horizon
from students.parties import slip_in
from students.ucb import follow_ucb
from students.unpruned import follow_unpruned


def follow(problem: Document, rule: Rule = RIGHT, own: Own = NO_SLIPS) -> Document:
    """Return all that one who follows the rule writes down, from his own numbers where he slipped."""
    if (other := second(problem["kind"])) is not None:
        return dict(other.follow(problem, " ".join(filter(None, rule)), own))
    if problem["kind"] == "ucb":
        return follow_ucb(problem, rule, own)
    if rule[0] in HORIZON_RULES:
        return follow_horizon(problem, rule, own, follow)
    if problem["kind"] == "alpha-beta":
        return follow_alpha_beta(problem, habit_of(rule), own)
    return follow_unpruned(problem, habit_of(rule), own, rule[0])


def handed_in(problem: Document, answers: Document) -> Document:
    """Return the answers to what is asked, scores rounded as a student rounds them."""
    given = {part: answers[part] for part in oracle.asked_parts(problem) if part in answers}
    if "scores" in given:
        maps = given["scores"] if isinstance(given["scores"], list) else [given["scores"]]
        maps = [{name: rounded(problem, score) for name, score in scores.items()} for scores in maps]
        given["scores"] = maps if isinstance(given["scores"], list) else maps[0]
    return given


def rounded(problem: Document, score: Any) -> Any:
    """Return a score as text, to the decimals that are asked."""
    decimals = oracle.convention(problem, "decimals")
    if score == "inf":
        return score
    return f"{float(score):.{12 if decimals == 'exact' else int(decimals)}f}"


def numbers_of(problem: Document, answers: Document) -> dict[str, Fraction]:
    """Return the numbers that a student wrote at nodes (ucb: children; of a list: for its entries, from "1" on), without infinities."""
    other = second(problem["kind"])
    if singles := getattr(other, "SINGLES", ()):  # each a part of one number
        asked = oracle.asked_parts(problem)
        return {name: Fraction(str(answers[name])) for name in singles if name in asked and name in answers}
    carrier = other.CARRIER if other else "scores" if problem["kind"] == "ucb" else "values"
    written = answers.get(carrier, {}) if carrier and rules_of(problem) else {}  # in some kinds no number is carried on
    by_name = {str(place): one for place, one in enumerate(written, 1)} if isinstance(written, list) else written
    return {name: exactly(value) for name, value in by_name.items() if value not in ("inf", "-inf")}


def exactly(value: Any) -> Any:
    """Return a number, or each of several that belong to players."""
    return [exactly(one) for one in value] if isinstance(value, list) else Fraction(str(value))


def slip_on(rng: random.Random, problem: Document, found: Fraction) -> Fraction:
    """Return a number that is not the one that was found: off by a little, another sign, a number of the problem."""
    if isinstance(found, list):
        return slip_in(rng, found)  # a number of one of several players
    if second(problem["kind"]) is not None:
        slips = [found + step for step in (1, 2, 3, 10)]
    elif problem["kind"] == "ucb":
        slips = [found + step for step in (Fraction(1, 10), Fraction(-1, 10), Fraction(1, 2), 1, -1)] + [found * 2]
    else:
        leaves = [node.value for node in oracle.breadth_first(oracle.read_tree(problem)) if not node.children]
        slips = [found + step for step in (1, -1, 2, 10)] + [-found, *rng.sample(leaves, min(4, len(leaves)))]
    room = 2 * oracle.tolerance(problem)
    return rng.choice([slip for slip in slips if abs(slip - found) > room] or [found + 3])


def follow_with_slips(rng: random.Random, problem: Document, rule: Rule, slips: int) -> Document | None:
    """Return the answers of one who follows the rule but slips at some nodes, each time going on from his own number.

    None where the rule does not come to as many numbers.
    """
    own: dict[str, Fraction] = {}
    answers = follow(problem, rule)
    for _ in range(slips):
        numbers = numbers_of(problem, answers)
        open_to_slips = [name for name in numbers if name not in own]
        if not open_to_slips:
            return None
        name = rng.choice(open_to_slips)
        own[name] = slip_on(rng, problem, numbers[name])
        answers = follow(problem, rule, own)
    return answers
