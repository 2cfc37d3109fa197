"""Costs once more, as plainly as can be: every number from its definition, powers by counting, logarithms by comparing."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from math import prod, sqrt
from typing import Any

Document = dict[str, Any]

GAME: Document = {"branching": 5, "depth": 3, "rate": 100, "seconds": 7}
ASKED = ("leaves", "depth-reached")
CARRIER = ""
SINGLES = ("leaves", "nodes", "budget")
"""Parts of one number that others follow from."""
RULES = (
    *("depth-plus-one", "depth-minus-one", "other-count", "root-forgotten", "product-not-power", "one-not-subtracted"),
    *("square-root-of-leaves", "half-of-the-leaves", "twice-the-depth", "rounds-up"),
)
PARTS = (
    *("leaves", "nodes", "per-level", "minimal-leaves", "deepening-total", "magnitude", "repeats-magnitude", "space"),
    *("effective-branching", "time", "budget", "depth-reached", "depth-reached-best", "depth-nearest"),
)
WHOLE = ("magnitude", "repeats-magnitude", "depth-reached", "depth-reached-best", "depth-nearest")
"""Parts of which no digit may be rounded."""
FOLLOWING = (*WHOLE, "time")


# --- What a problem states ------------------------------------------------------------------------


def number(raw: Any) -> Fraction:
    """Return a number as it is written."""
    return Fraction(str(raw))


def moves(problem: Document) -> list[Fraction] | None:
    """Return the listed branching factors; None where there is one for all depths."""
    stated = problem["branching"]
    return [number(one) for one in stated] if isinstance(stated, list) else None


def depth_of(problem: Document) -> int | None:
    """Return the depth, that of the whole list where none is stated."""
    listed = moves(problem)
    return int(problem["depth"]) if "depth" in problem else None if listed is None else len(listed)


class Student:
    """Someone who counts, by a wrong rule or by none, and goes on from own numbers."""

    def __init__(self, problem: Document, rule: str, own: Mapping[str, Any]) -> None:
        self.problem, self.rule = problem, rule
        self.own = {name: number(one) for name, one in own.items()}
        self.listed = moves(problem)
        self.b = None if self.listed is not None else number(problem["branching"])
        self.sums = [Fraction(1)]
        self.unit = problem.get("count", "leaves")
        stated = depth_of(problem)
        shift = {"depth-plus-one": 1, "depth-minus-one": -1}.get(rule, 0)
        self.d = None if stated is None else stated + shift

    def level(self, depth: int) -> Fraction:
        """Return how many nodes a level has."""
        if self.listed is None and self.b is not None:
            return self.b * depth if self.rule == "product-not-power" and depth else self.b**depth
        each = (self.listed or [])[:depth]
        return sum(each, Fraction(0)) if self.rule == "product-not-power" and depth else prod(each, start=Fraction(1))

    def count(self, what: str, depth: int) -> Fraction:
        """Return how many leaves or nodes a tree has."""
        if self.rule == "other-count":
            what = "nodes" if what == "leaves" else "leaves"
        if what == "leaves":
            return self.level(depth)
        root = self.problem.get("root-counts", True) is not (self.rule == "root-forgotten")
        return self.all_levels(depth) - (0 if root else 1)

    def all_levels(self, depth: int) -> Fraction:
        """Return how many nodes there are, the root too; each depth is added up once."""
        while len(self.sums) <= depth:
            self.sums.append(self.sums[-1] + self.level(len(self.sums)))
        return self.sums[depth]

    def total(self, what: str) -> Fraction | None:
        """Return how many there are in the tree of the problem."""
        if what in self.own:
            return self.own[what]
        return None if self.d is None else self.count(what, self.d)

    def best(self, depth: int) -> Fraction:
        """Return the leaves that the best order leaves to evaluate."""
        if self.rule == "square-root-of-leaves":
            return self.level(depth // 2) if depth % 2 == 0 else Fraction(sqrt(self.level(depth)))
        if self.rule == "half-of-the-leaves":
            return self.level(depth) / 2
        shared = 0 if self.rule == "one-not-subtracted" else 1
        return self.level((depth + 1) // 2) + self.level(depth // 2) - shared

    def budget(self) -> Fraction | None:
        """Return how many positions can be searched."""
        if "budget" in self.own:
            return self.own["budget"]
        stated = [self.problem.get(name) for name in ("rate", "seconds")]
        return None if None in stated else number(stated[0]) * number(stated[1])

    def reached(self, cost: Any) -> int | None:
        """Return how deep the budget reaches; a rule that reaches absurdly deep is not followed."""
        budget = self.budget()
        if budget is None or self.b is None or self.b <= 1 or cost(0) > budget:
            return None
        depth = 0
        while cost(depth + 1) <= budget:
            depth += 1
            if depth > 1_000:
                return None
        return depth + (1 if self.rule == "rounds-up" else 0)

    def best_reached(self) -> int | None:
        """Return how deep it reaches with the best order."""
        if self.rule == "twice-the-depth":
            plain = self.plain_reached()
            return None if plain is None else 2 * plain
        return self.reached(self.best)

    def plain_reached(self) -> int | None:
        """Return how deep it reaches where nothing is cut."""
        return self.reached(lambda depth: self.count(self.unit, depth))

    def answers(self) -> Document:
        """Return all answers that there are."""
        found: Document = {"leaves": self.total("leaves"), "nodes": self.total("nodes")}
        count, rate, states = self.total(self.unit), self.problem.get("rate"), self.problem.get("states")
        if self.d is not None:
            if (depth_of(self.problem) or 0) <= 20:
                found["per-level"] = [in_document(self.level(at)) for at in range(self.d + 1)]
            if self.b is not None:
                found["minimal-leaves"] = self.best(self.d)
            found["deepening-total"] = sum((self.count(self.unit, at) for at in range(1, self.d + 1)), Fraction(0))
            if self.b is not None and self.b.denominator == 1:
                each = {"b*d": self.b, "(b-1)*d": self.b - 1, "d": Fraction(1)}[self.problem.get("space-as", "b*d")]
                found["space"] = each * self.d
        if count is not None and count > 0:
            found["magnitude"] = Fraction(nearest(Fraction(10), count))
            if states is not None:
                found["repeats-magnitude"] = Fraction(nearest(Fraction(10), count / number(states)))
        if self.b is not None:
            exponent = number(self.problem.get("exponent", "1/2"))
            found["effective-branching"] = float(self.b) ** float(exponent)
        if count is not None and rate is not None:
            found["time"] = count / number(rate)
        budget = self.budget()
        found["budget"] = budget
        found["depth-reached"], found["depth-reached-best"] = self.plain_reached(), self.best_reached()
        if budget is not None and budget >= 1 and self.b is not None and self.b > 1:
            found["depth-nearest"] = nearest(self.b, budget)
        ordered = {name: found.get(name) for name in PARTS}
        return {name: in_document(one) for name, one in ordered.items() if one is not None}


def nearest(base: Fraction, wanted: Fraction) -> int:
    """Return the logarithm rounded, halves up: the whole n with base^(n - 1/2) <= wanted < base^(n + 1/2), squared."""
    n = 0
    while base ** (2 * n + 1) <= wanted**2:
        n += 1
    while base ** (2 * n - 1) > wanted**2:
        n -= 1
    return n


def in_document(answer: Any) -> Any:
    """Return a number as a document holds it."""
    if not isinstance(answer, Fraction):
        return answer
    return int(answer) if answer.denominator == 1 else f"{answer.numerator}/{answer.denominator}"


def solve(problem: Document) -> Document:
    """Return the right answers."""
    return Student(problem, "right", {}).answers()


def follow(problem: Document, rule: str, own: Mapping[str, Any]) -> Document:
    """Return the answers of who follows the rule, from own numbers where there are some."""
    return Student(problem, rule, own).answers()


def rules_of(problem: Document) -> list[str]:
    """Return the rules that have a place on the problem."""
    student = Student(problem, "right", {})
    d, budget, unit = student.d, student.budget(), student.unit
    can_reach = budget is not None and student.b is not None and student.b > 1
    has_any = d is not None or can_reach
    places = {
        "depth-plus-one": d is not None and (student.listed is None or d < len(student.listed)),
        "depth-minus-one": bool(d),
        "other-count": has_any,
        "root-forgotten": d is not None or (can_reach and unit == "nodes"),
        "product-not-power": has_any,
        "one-not-subtracted": has_any and student.b is not None,
        "square-root-of-leaves": has_any and student.b is not None and (d is None or d % 2 == 0),
        "half-of-the-leaves": has_any and student.b is not None,
        "twice-the-depth": can_reach,
        "rounds-up": can_reach,
    }
    return [rule for rule in RULES if places[rule]]


# --- Random problems ------------------------------------------------------------------------------


def random_game(rng: random.Random) -> Document:
    """Return the fields of a random problem."""
    game: Document = {}
    if rng.random() < 0.25:
        game["branching"] = [rng.randint(1, 9) for _ in range(rng.randint(1, 9))]
        if rng.random() < 0.5:
            game["depth"] = rng.randint(0, len(game["branching"]))
    else:
        game["branching"] = rng.choice((rng.randint(1, 40), rng.randint(2, 9), f"{rng.randint(5, 19)}/4", "0.5"))
        if rng.random() < 0.8:
            game["depth"] = rng.randint(0, 12)
    if rng.random() < 0.8:
        game["rate"] = rng.choice((rng.randint(1, 99), 10 ** rng.randint(2, 8), "2.5"))
    if rng.random() < 0.8:
        game["seconds"] = rng.choice((rng.randint(1, 99), 10 ** rng.randint(1, 4), "0.5"))
    if rng.random() < 0.7:
        game["states"] = 10 ** rng.randint(1, 40)
    if rng.random() < 0.5:
        game["count"] = rng.choice(("leaves", "nodes"))
    if rng.random() < 0.4:
        game["root-counts"] = rng.random() < 0.5
    if rng.random() < 0.3:
        game["exponent"] = rng.choice(("1/2", "3/4", 1))
    if rng.random() < 0.3:
        game["space-as"] = rng.choice(("b*d", "(b-1)*d", "d"))
    stated: Document = {}
    if rng.random() < 0.4:
        stated["decimals"] = rng.choice((0, 1, 2, 3, 5, "exact"))
    if rng.random() < 0.3:
        stated["significant"] = rng.choice((1, 2, 3, 6))
    if stated:
        game["conventions"] = stated
    has_any = depth_of(game) is not None or Student(game, "right", {}).plain_reached() is not None
    return game if has_any else {**game, "depth": 2}


def secret_game(rng: random.Random) -> Document:
    """Return those of a problem with large answers."""
    return {"branching": rng.randint(40, 99), "depth": rng.randint(4, 6)}


# --- Marks ----------------------------------------------------------------------------------------


def is_right(problem: Document, part: str, right: Any, given: Any) -> bool:
    """Return whether a number is right, which may be rounded as the problem says."""
    conventions = problem.get("conventions", {})
    expected, mine = Fraction(right) if isinstance(right, float) else number(right), number(given)
    if expected == mine:
        return True
    if part in WHOLE:
        return False
    room = Fraction(0)
    decimals = str(conventions.get("decimals", 2))
    if decimals != "exact" and (expected.denominator != 1 or "decimals" in conventions or isinstance(right, float)):
        room = Fraction(1, 2 * 10 ** int(decimals))
    if "significant" in conventions and expected:
        unit = Fraction(1)
        while unit * 10 <= abs(expected):
            unit *= 10
        while unit > abs(expected):
            unit /= 10
        room = max(room, unit / Fraction(10) ** (int(conventions["significant"]) - 1) / 2)
    nearly = Fraction(2, 10**9) if isinstance(right, float) else Fraction(0)
    return abs(expected - mine) <= room + nearly


def share(problem: Document, part: str, given: Any) -> Fraction:
    """Return which share of its points an answer earns by itself."""
    right = solve(problem)[part]
    if part != "per-level":
        return Fraction(is_right(problem, part, right, given))
    filled = [place + 1 for place, one in enumerate(given) if one is not None]
    hits = sum(
        1 for one, mine in zip(right, given, strict=False) if mine is not None and is_right(problem, part, one, mine)
    )
    return Fraction(hits, max([len(right), *filled]))


def follows(problem: Document, part: str, given: Any, answers: Mapping[str, Any]) -> bool:
    """Return whether a wrong number is the one that the student's own leaves, nodes or budget lead to."""
    if part not in FOLLOWING:
        return False
    asked = problem.get("ask", ASKED)
    own = {name: answers[name] for name in SINGLES if name in asked and answers.get(name) is not None}
    found = follow(problem, "right", own).get(part) if own else None
    return found is not None and is_right(problem, part, found, given)


def carried(rng: random.Random, problem: Document, answers: Mapping[str, Any]) -> Document:
    """Return a number that others follow from, a wrong one, and what is worked out from it."""
    asked = problem.get("ask", ASKED)
    names = [name for name in SINGLES if name in asked and answers.get(name) is not None]
    if not names:
        return {}
    name = "budget" if "budget" in names and rng.random() < 0.25 else rng.choice(names)
    own = {name: in_document(abs(number(answers[name])) * rng.choice((10, 2)) + rng.choice((0, 1)))}
    found = follow(problem, "right", own)
    return own | {part: found[part] for part in FOLLOWING if part in asked and part in found and rng.random() < 0.8}


def change(rng: random.Random, part: str, right: Any, slips: float) -> Any:
    """Return an answer with slips: other numbers; of a list blanks, and lists that are too short or too long."""
    if isinstance(right, list):
        kept = right[: rng.randint(0, len(right))] if rng.random() < slips / 4 else right
        more = [rng.choice((7, None))] if rng.random() < slips / 4 else []
        return [None if rng.random() < slips / 4 else change(rng, part, one, slips) for one in kept] + more
    if rng.random() >= slips:
        return right
    if isinstance(right, float):
        return round(right + rng.choice((0.001, 1, -1)), 6)
    return in_document(number(right) + rng.choice((1, -1, 10)))
