"""Students who compute UCB scores."""

from __future__ import annotations

import math
from collections.abc import Callable

import oracle
from oracle import INFINITY, Arm, Document, Number

from students.habits import Own, Rule

SCORE_RULES = (
    *("other-log", "constant-inside-root", "constant-omitted", "total-not-divided", "exploitation-only"),
    *("exploration-only", "child-visits-in-log", "visits-swapped", "unvisited-ignored"),
)


PRIOR_RULES = ("prior-ignored", "exploitation-only", "exploration-only", "one-forgotten", "log-in-bonus")


def prior_rules_of(problem: Document) -> list[Rule]:
    """Return the wrong rules that can be followed where priors are weighed."""
    is_fresh = any(arm.visits == 0 for arm in oracle.read_arms(problem))
    has_log = oracle.parent_visits(problem) > 0
    out = {"one-forgotten"} if is_fresh else set()
    return [(name, "") for name in PRIOR_RULES if name not in out | (set() if has_log else {"log-in-bonus"})]


def score_with_prior(arm: Arm, problem: Document, name: str) -> float:
    """Return what the student finds for a child with a prior."""
    parent, c = oracle.parent_visits(problem), oracle.exploration(problem)
    mean = arm.total / arm.visits if arm.visits else oracle.number(oracle.convention(problem, "unvisited-mean"))
    prior = 1 / len(oracle.read_arms(problem)) if name == "prior-ignored" else float(arm.prior)
    root = math.sqrt(math.log(parent) if name == "log-in-bonus" else parent)
    if name == "exploitation-only":
        return float(mean)
    bonus = c * prior * root / (arm.visits + (name != "one-forgotten"))
    return bonus if name == "exploration-only" else float(mean) + bonus


def score_rules_of(problem: Document) -> list[Rule]:
    """Return the wrong rules that can be followed on a UCB problem."""
    if oracle.convention(problem, "formula") == "puct":
        return prior_rules_of(problem)
    arms = oracle.read_arms(problem)
    log = oracle.convention(problem, "log")
    rules: list[Rule] = [("other-log", other) for other in ("ln", "log10", "log2") if other != log]
    is_uct = oracle.convention(problem, "formula") == "uct"
    for name in SCORE_RULES[1:]:
        if name == "constant-inside-root" and not (is_uct and oracle.exploration(problem) not in {0, 1}):
            continue
        has_unvisited = any(arm.visits == 0 for arm in arms)
        if name == "unvisited-ignored" and (oracle.convention(problem, "unvisited") == "zero" or not has_unvisited):
            continue
        if name == "constant-omitted" and is_uct and oracle.exploration(problem) == 1:
            continue
        rules.append((name, ""))
    is_visited = any(arm.visits for arm in arms)
    return [rule for rule in rules if is_visited or rule[0] == "unvisited-ignored"]


LOGARITHMS: dict[str, Callable[[float], float]] = {"ln": math.log, "log10": math.log10, "log2": math.log2}


def wrong_score(arm: Arm, problem: Document, rule: Rule) -> float:
    """Return what the student finds for a child."""
    name, detail = rule
    if oracle.convention(problem, "formula") == "puct":
        return score_with_prior(arm, problem, name)
    if arm.visits == 0:
        is_infinite = oracle.convention(problem, "unvisited") == "first" and name != "unvisited-ignored"
        return INFINITY if is_infinite else 0.0
    logarithm = LOGARITHMS[detail if name == "other-log" else oracle.convention(problem, "log")]
    visits, parent = arm.visits, oracle.parent_visits(problem)
    bonus = bonus_of(problem, name, logarithm, parent, visits)
    mean = float(arm.total) if name == "total-not-divided" else float(arm.total / visits)
    return {"exploitation-only": mean, "exploration-only": bonus}.get(name, mean + bonus)


def bonus_of(problem: Document, name: str, logarithm: Callable[[float], float], parent: int, visits: int) -> float:
    """Return the exploration term: c·sqrt(log N / n), or sqrt(2·log N / n)."""
    if name == "visits-swapped":
        parent, visits = visits, parent
    numerator = logarithm(visits if name == "child-visits-in-log" else parent)
    if oracle.convention(problem, "formula") == "ucb1":
        return math.sqrt((1 if name == "constant-omitted" else 2) * numerator / visits)
    c = oracle.exploration(problem)
    if name == "constant-inside-root":
        return math.sqrt(c * numerator / visits)
    return (1.0 if name == "constant-omitted" else c) * math.sqrt(numerator / visits)


def follow_ucb(problem: Document, rule: Rule, own: Own) -> Document:
    """Return the answers of a student to ucb."""
    arms = oracle.read_arms(problem)
    scores: dict[str, Number] = {arm.id: own.get(arm.id, wrong_score(arm, problem, rule)) for arm in arms}
    shown = {name: "inf" if score == INFINITY else score for name, score in scores.items()}
    return {"scores": shown, "choice": oracle.chosen(scores, oracle.convention(problem, "tie"))[0]}
