"""What is said of chance nodes that are searched with windows."""

from __future__ import annotations

from grader.exact import Bound, Number, is_infinite
from grader.games.problem import Problem
from grader.games.tree import CHANCE
from grader.kinds.trees.chance_cut import unseen_of
from grader.kinds.trees.intervals import bounds_of
from grader.kinds.trees.search_replay import Replay, Taken, cut_condition
from grader.kinds.trees.value_steps import about, step_text
from grader.kinds.words import factor, listing, name_of, window_words
from grader.rules import possible_range

_WINDOW = "[(alpha - done - rest * hi) / p, (beta - done - rest * lo) / p]"


# in a statement


def chance_terms(problem: Problem) -> list[str]:
    """Return how a chance node is searched, for a statement."""
    conventions = problem.conventions
    sign, (low, high) = conventions.cutoff.split()[1], bounds_of(problem)
    hands = (
        f"A chance node hands to an outcome of probability p the window {_WINDOW}: done is the sum of p * value over the "
        "outcomes before it, rest the probability of those after it, and lo and hi are the least and the most that a leaf can be "
        f"worth, {problem.say(low)} and {problem.say(high)} (0 * inf = 0; an outcome of probability 0 gets [-inf, inf])."
    )
    skips = (
        f"After each outcome, with done and rest taken anew: where alpha {sign} done + rest * hi the node returns done + rest * hi, "
        f"else where done + rest * lo {sign} beta it returns done + rest * lo, and skips the others. Its own window does not change."
    )
    return [hands, skips]


# in a solution


def chance_condition_words(replay: Replay, node: int) -> str:
    """Return what would make a chance node skip outcomes."""
    name, words = name_of(replay.tree, node), cut_condition(replay, node)[1]
    if words:
        return f"As soon as {words}, the outcomes of {name} that are left are skipped."
    if all(map(is_infinite, replay.entry(node))):
        return f"Nothing can cut {name}, since its window has no bounds."
    return f"Nothing can cut {name} before the last outcome that can happen, since it is not known what the others can be worth."


def handing_words(replay: Replay, node: int) -> str:
    """Return how a chance node finds the window that it hands to an outcome."""
    tree, problem = replay.tree, replay.problem
    parent, window, p = tree.parent[node], replay.entry(node), tree.probability[node] or 0
    name = name_of(tree, parent)
    if not p:
        return f"It never happens, so {name} asks nothing of it: {window_words(problem, window)}."
    done, rest = next(taken.best_before for taken in replay.taken_in(parent) if taken.child == node)
    sides = zip(("alpha", "beta"), replay.entry(parent), reversed(bounds_of(problem)), window, strict=True)
    found = (
        _one_side(
            problem, *side, done, rest - p, p
        )  # each of them: its name, the parent's, what may follow, what comes out
        for side in sides
    )
    return (
        f"{name} hands down the window in which its outcome {name_of(tree, node)} can still matter: {listing(found)}."
    )


def derived_words(replay: Replay, node: int, holder: int | None) -> str:
    """Return how an ancestor that is a chance node found a bound that comes down to a node, with what its figures are; else nothing."""
    tree, problem = replay.tree, replay.problem
    if holder is None or tree.kind[holder] != CHANCE:
        return ""
    while tree.parent[node] != holder:
        node = tree.parent[node]
    p = tree.probability[node] or 0
    if not p or all(map(is_infinite, replay.entry(node))):
        return handing_words(replay, node)
    done, rest = next(taken.best_before for taken in replay.taken_in(holder) if taken.child == node)
    figures = f"Here {problem.say(done)} is done and {name_of(tree, node)} has probability {problem.say(p)}"
    if rest == p:
        return f"{handing_words(replay, node)} {figures}; nothing comes after it."
    least, most = map(problem.say, possible_range((0, rest - p), bounds_of(problem)))
    return f"{handing_words(replay, node)} {figures}; the {problem.say(rest - p)} after it can bring {least} to {most}."


def _one_side(
    problem: Problem, name: str, bound: Bound, end: Bound, result: Bound, done: Number, rest: Number, p: Number
) -> str:
    """Return one end of the window of an outcome with the step that gives it, where it is a number."""
    if is_infinite(result):
        return f"{name} = {problem.say(result)}"
    after = f" - {factor(problem, rest)}*{factor(problem, end)}" if rest else ""
    inside = f"({problem.say(bound)} - {factor(problem, done)}{after})"
    return f"{name} = {inside} / {factor(problem, p)} = {problem.say(result)}"


def outcome_words(replay: Replay, node: int, taken: Taken) -> str:
    """Return what a chance node makes of the number that an outcome returned: what it can still be worth."""
    problem, name = replay.problem, name_of(replay.tree, node)
    done, rest = taken.best
    if not rest:
        return f"{name} is a chance node, and all that can happen is known: {_sum_of(replay, node, taken)}."
    p = replay.tree.probability[taken.child] or 0
    before, _ = taken.best_before
    come = f"{problem.say(before)} + {factor(problem, p)}*{factor(problem, taken.value)} = {problem.say(done)}"
    least, most = possible_range(taken.best, bounds_of(problem))
    can = f"it can be worth {problem.say(least)} to {problem.say(most)}"
    if is_infinite(least) and is_infinite(most):
        can = "it can still be worth anything"
    return f"{name} is a chance node: its outcomes came to {come}, and {problem.say(rest)} of the probability is left, so {can}."


def _sum_of(replay: Replay, node: int, taken: Taken) -> str:
    """Return the expected value with its terms; those of outcomes that cannot happen and were not met are not there."""
    examined = [child for child in replay.tree.children(node) if replay.is_visited(child)]
    values = [replay.value(child) for child in examined]
    done = taken.best[0]
    return f"{step_text(replay.problem, node, examined, values, done)}{about(replay.problem, done)}"


def chance_step_words(replay: Replay, node: int) -> str:
    """Return what a chance node returns with its terms, such as `3/4*2 + 1/4*10 = 4`; those that it skipped count as a bound."""
    examined = [child for child in replay.tree.children(node) if replay.is_visited(child)]
    values = [replay.value(child) for child in examined]
    unseen = unseen_of(replay.problem, replay.trace, node)
    return step_text(replay.problem, node, examined, values, replay.value(node), unseen)


def possible_words(replay: Replay, taken: Taken) -> str:
    """Return what a chance node could be worth before it took in an outcome."""
    say, (least, most) = replay.problem.say, possible_range(taken.best_before, bounds_of(replay.problem))
    return f"from {say(least)} to {say(most)}"
