"""What a tutor says of one moment of an alpha-beta search: of a window, a number taken in, a cutoff, a return."""

from __future__ import annotations

from grader.exact import INFINITY
from grader.games.tree import CHANCE, KIND_NAMES, LEAF, MAX
from grader.kinds.trees.horizon_words import horizon_words, noise_words
from grader.kinds.trees.search_replay import (
    Replay,
    Taken,
    bound_against,
    cut_condition,
    holder_of_bound,
    side_against,
)
from grader.kinds.trees.star_words import chance_condition_words, chance_step_words, handing_words, outcome_words
from grader.kinds.words import name_of, names_of, window_text, window_words
from grader.search import Cutoff

_KEEPS = {True: ("larger", "alpha", "rises"), False: ("smaller", "beta", "falls")}


def enter_words(replay: Replay, node: int) -> str:
    """Return with which window an inner node is entered, and what would cut it."""
    tree, window = replay.tree, window_words(replay.problem, replay.entry(node))
    name, kind = name_of(tree, node), KIND_NAMES[tree.kind[node]]
    noise = noise_words(replay.problem, node)
    kind = "a chance node" if tree.kind[node] == CHANCE else kind
    if node == 0:
        given = ", as the problem says" if "initial-window" in replay.problem.conventions.stated else ""
        return f"The search starts at the root {name}, which is {kind}, with {window}{given}. {_condition_words(replay, node)}"
    if tree.kind[tree.parent[node]] == CHANCE:
        return f"{name} is {kind}. {handing_words(replay, node)} {_condition_words(replay, node)}"
    parent = name_of(tree, tree.parent[node])
    return f"{noise}{name} is {kind}. {parent} hands down its window, {window}. {_condition_words(replay, node)}"


def _condition_words(replay: Replay, node: int) -> str:
    name, words = name_of(replay.tree, node), cut_condition(replay, node)[1]
    if replay.tree.kind[node] == CHANCE:
        return chance_condition_words(replay, node)
    if words:
        return f"As soon as {name} finds {words}, the rest of it is pruned."
    side = "beta is inf" if replay.tree.kind[node] == MAX else "alpha is -inf"
    return f"Nothing can cut {name}, since its {side}."


def leaf_words(replay: Replay, node: int) -> str:
    """Return what a leaf is worth; of one at the horizon also why."""
    if replay.tree.is_at_horizon(node):
        return horizon_words(replay.problem, node)
    return f"Leaf {name_of(replay.tree, node)} is worth {replay.problem.say(replay.value(node))}."


def return_words(replay: Replay, node: int) -> str:
    """Return with which window an inner node is left, what it returns, what that means and how it is reported."""
    tree, value = replay.tree, replay.value(node)
    name = name_of(tree, node)
    left = replay.trace.exit[node] or replay.entry(node)
    means = ""
    if node != 0 and node in replay.cutoffs and replay.cutoffs[node][0].skipped:  # of the root more is said at the end
        means = f", which says only that {name} is worth {_side(replay, node)} {replay.problem.say(value)}"
    return f"{name} is left with {window_words(replay.problem, left)} and returns {replay.problem.say(value)}{means}.{reported_words(replay, node)}"


def _side(replay: Replay, node: int) -> str:
    """Return which kind of bound a node that was cut returns."""
    return ("at most", "at least")[side_against(replay, node)]


def reported_words(replay: Replay, node: int) -> str:
    """Return what a fail-hard search reports of an inner node where that differs from what it found; else nothing."""
    said, reported = [], replay.reported
    value, window = reported.value[node], reported.exit[node]
    if value is not None and value != replay.value(node):
        said.append(f"value {replay.problem.say(value)}")
    if window is not None and window != replay.trace.exit[node]:
        said.append(f"window {window_text(replay.problem, window)}")
    if not said:
        return ""
    name, entry = name_of(replay.tree, node), window_text(replay.problem, replay.entry(node))
    return f" Fail-hard, {name} reports {' and '.join(said)}: moved into the window {entry} with which it was entered."


def take_in_words(replay: Replay, node: int, taken: Taken) -> str:
    """Return what an inner node makes of the number that a child returned, and what becomes of its window."""
    if replay.tree.kind[node] == CHANCE:
        return outcome_words(replay, node, taken)
    is_max = replay.tree.kind[node] == MAX
    which, bound, moves = _KEEPS[is_max]
    place = 0 if is_max else 1
    old, new = taken.before[place], taken.after[place]
    best, best_before = replay.problem.say(taken.best), replay.problem.say(taken.best_before)
    head = f"{name_of(replay.tree, node)} is {KIND_NAMES[replay.tree.kind[node]]}"
    if abs(taken.best_before) == INFINITY:
        kept = f"{head}, and {best} is its first value"
    elif taken.best == taken.best_before:
        kept = f"{head} and keeps the {which}: still {best}"
    else:
        kept = f"{head} and keeps the {which}: {best} instead of {best_before}"
    if new != old:
        return f"{kept}, so {bound} {moves} from {replay.problem.say(old)} to {replay.problem.say(new)}.{_equality_words(replay, taken)}"
    if new == taken.best:
        return f"{kept}, so {bound} stays {replay.problem.say(new)}.{_equality_words(replay, taken)}"
    return f"{kept}; {bound} is {replay.problem.say(new)} already and stays.{_equality_words(replay, taken)}"


def _equality_words(replay: Replay, taken: Taken) -> str:
    """Return why the search goes on where alpha = beta and that does not cut."""
    if taken.after[0] != taken.after[1] or taken.is_end:
        return ""
    return f" alpha = beta = {replay.problem.say(taken.after[0])}, and here equality is not enough to cut: the search goes on."


def reason_words(replay: Replay, cutoff: Cutoff, *, is_derived: bool = False) -> str:
    """Return why nothing that follows in a node that is cut can matter, and the test that says so.

    What a chance node is worth is told with the step that gives it, unless that `is_derived` already.
    """
    node = cutoff.node
    name, bound = name_of(replay.tree, node), replay.problem.say(bound_against(replay, node))
    best = replay.problem.say(cutoff.alpha if replay.tree.kind[node] == MAX else cutoff.beta)
    if replay.tree.kind[node] == CHANCE:
        best = replay.problem.say(replay.value(node)) if is_derived else chance_step_words(replay, node)
    holder = holder_of_bound(replay, node)
    side = ("above", "below")[side_against(replay, node)]
    if holder is None:
        has = f"the search began with the window {window_text(replay.problem, replay.entry(0))} and asks only for what is {side} {bound}"
    elif replay.tree.kind[holder] == CHANCE:
        has = f"{name_of(replay.tree, holder)} asks only for what is {side} {bound}"
    else:
        has = f"{KIND_NAMES[replay.tree.kind[holder]]} already has {bound} at {name_of(replay.tree, holder)}"
    return (
        f"{name} is worth {_side(replay, node)} {best}, but {has}, so whatever follows in {name} cannot "
        f"matter: {test_text(replay, cutoff)}."
    )


def test_text(replay: Replay, cutoff: Cutoff) -> str:
    """Return the test by which a node was cut, with its numbers, such as `alpha = 5 >= beta = 3`."""
    say, sign = replay.problem.say, replay.problem.conventions.cutoff.split()[1]
    if replay.tree.kind[cutoff.node] != CHANCE:
        return f"alpha = {say(cutoff.alpha)} {sign} beta = {say(cutoff.beta)}"
    worth = say(replay.value(cutoff.node))
    if side_against(replay, cutoff.node):
        return f"{worth} {sign} beta = {say(cutoff.beta)}"
    return f"alpha = {say(cutoff.alpha)} {sign} {worth}"


def cutoff_words(replay: Replay, cutoff: Cutoff) -> str:
    """Return why a node is cut and what is skipped, or that nothing is left to skip; and how that is reported."""
    said = replay.cutoffs[cutoff.node][1]
    reported = f" Fail-hard, the cutoff is reported with {window_text(replay.problem, (said.alpha, said.beta))}."
    return f"{found_cutoff_words(replay, cutoff)}{reported if said != cutoff else ''}"


def found_cutoff_words(replay: Replay, cutoff: Cutoff, *, is_derived: bool = False) -> str:
    """Return why a node is cut and what is skipped, or that nothing is left to skip; see `reason_words`."""
    name = name_of(replay.tree, cutoff.node)
    if cutoff.skipped:
        return f"{reason_words(replay, cutoff, is_derived=is_derived)} Cut: {skipped_words(replay, cutoff)}."
    counts = replay.problem.conventions.empty_cutoffs == "count"
    listed = "Such an empty cutoff is listed here" if counts else "Such an empty cutoff is not listed"
    return f"{test_text(replay, cutoff)} at {name}, but {name} has no child left, so nothing is skipped. {listed}."


def skipped_words(replay: Replay, cutoff: Cutoff) -> str:
    """Return what a cutoff skips, in the order in which it would have been examined."""
    skipped = [child for child in replay.order(cutoff.node) if child in cutoff.skipped]
    verb = "is" if len(skipped) == 1 else "are"
    inner = any(replay.tree.kind[child] != LEAF for child in skipped)
    return f"{names_of(replay.tree, skipped)} {verb} skipped" + (", with everything below" if inner else "")


def end_words(replay: Replay) -> list[str]:
    """Return what the search's value is worth where it lies outside the initial window; else nothing."""
    value, name = replay.value(0), name_of(replay.tree, 0)
    alpha, beta = replay.entry(0)
    if alpha < value < beta or replay.tree.kind[0] == LEAF:
        return []
    is_low = value <= alpha
    side, bound = (
        ("above", f"alpha = {replay.problem.say(alpha)}") if is_low else ("below", f"beta = {replay.problem.say(beta)}")
    )
    worth = f"{name} is worth at {'most' if is_low else 'least'} {replay.problem.say(value)}"
    return [f"That is not {side} {bound}, with which the search began: {worth}, and which move is best remains open."]
