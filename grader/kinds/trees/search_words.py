"""A recorded alpha-beta search played back, and what a tutor says of one moment of it: a window, a number taken in, a cutoff, a return.

Nothing is searched again. The trace holds what every node was handed and what it returned; what one node knew after each of its
children follows from these numbers by the rule of the node.
"""

from collections.abc import Iterator
from typing import NamedTuple

from grader.core.answers.case import Solution
from grader.core.answers.cells import show_window
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, KIND_NAMES, LEAF, MAX, Tree
from grader.core.numbers import INFINITY, Bound, is_infinite
from grader.core.search.cutting import CUTOFF_TESTS, AnyKnown, outcome_window, possible_range
from grader.core.search.folds import Cutoff, Trace, Window
from grader.kinds.trees.rules import as_reported, search_rules
from grader.kinds.trees.solve import bounds_of, unseen_of
from grader.kinds.trees.value_words import about, horizon_words, noise_words, step_text
from grader.kinds.words import factor, listing, name_of, names_of, window_words


class Taken(NamedTuple):
    """What a node knew before and after it took in what one child returned; `is_end` where it examined no more children.

    A player knows the best value so far. A chance node knows (done, rest): what its outcomes came to, and how likely the
    others are.
    """

    child: int
    value: Bound
    best_before: AnyKnown
    before: Window
    best: AnyKnown
    after: Window
    is_end: bool

    @property
    def worth(self) -> Bound:
        """Return what the node has by now: a player the best value, a chance node what its outcomes came to."""
        return self.best[0] if isinstance(self.best, tuple) else self.best  # type: ignore[no-any-return]  # a number


class Replay(NamedTuple):
    """A problem with the record of its search, and what the conventions make of that: what is reported, who was cut."""

    problem: Problem
    tree: Tree
    trace: Trace
    reported: Trace
    cutoffs: dict[int, tuple[Cutoff, Cutoff]]
    """Of each node that was cut: the cutoff, and the cutoff as it is reported."""

    def entry(self, node: int) -> Window:
        """Return the window handed down to a visited node."""
        window = self.trace.entry[node]
        if window is None:
            raise ValueError(f"node {node} was not visited")
        return window

    def value(self, node: int) -> Bound:
        """Return what a visited node returned."""
        value = self.trace.value[node]
        if value is None:
            raise ValueError(f"node {node} was not visited")
        return value

    def name(self, node: int) -> str:
        """Return a node's id, fit to be shown."""
        return name_of(self.tree, node)

    def say(self, number: Bound) -> str:
        """Return a number as the problem writes it."""
        return self.problem.say(number)

    def is_chance(self, node: int) -> bool:
        """Return whether chance moves at the node."""
        return self.tree.kind[node] == CHANCE

    def examined(self, node: int) -> list[int]:
        """Return the children of the node that the search came to, as they stand in the tree."""
        return [child for child in self.tree.children(node) if self.is_visited(child)]

    def is_visited(self, node: int) -> bool:
        """Return whether the search came to the node."""
        return self.trace.entry[node] is not None

    def order(self, node: int) -> range:
        """Return the children of the node in the order of examination."""
        return self.tree.children(node)[:: -1 if self.problem.conventions.right_to_left else 1]

    def taken_in(self, node: int) -> Iterator[Taken]:
        """Yield what a visited node knew around each child that it examined, in that order."""
        role = search_rules(self.problem.conventions).roles[self.tree.kind[node]]
        best, (alpha, beta) = role.start, self.entry(node)
        examined = [child for child in self.order(node) if self.is_visited(child)]
        for child in examined:
            value, best_before, before = self.value(child), best, (alpha, beta)
            best, alpha, beta = role.take_in(best, alpha, beta, value, self.tree.probability[child])
            yield Taken(child, value, best_before, before, best, (alpha, beta), child == examined[-1])


def replay_of(problem: Problem, solution: Solution) -> Replay:
    """Return the record of the search that a solution was read off."""
    tree: Tree = problem.game
    trace: Trace = solution.trace
    reported = as_reported(tree, trace, problem.conventions)
    pairs = zip(trace.cutoffs, reported.cutoffs, strict=True)
    return Replay(problem, tree, trace, reported, {cutoff.node: (cutoff, said) for cutoff, said in pairs})


def side_against(replay: Replay, node: int) -> int:
    """Return which bound of its window a node is cut by: 1, beta, at MAX; 0, alpha, at MIN; at a chance node that was cut, either."""
    if not replay.is_chance(node):
        return int(replay.tree.kind[node] == MAX)
    alpha, _ = replay.entry(node)
    return int(not CUTOFF_TESTS[replay.problem.conventions.cutoff](alpha, replay.value(node)))


def bound_against(replay: Replay, node: int) -> Bound:
    """Return the bound handed to a node that cuts it; see `side_against`."""
    return replay.entry(node)[side_against(replay, node)]


def rests_on_bounds(replay: Replay, node: int) -> bool:
    """Return whether what a node is cut by is an end of the value bounds, which the search believes: nothing lies beyond it."""
    within, side = search_rules(replay.problem.conventions).within, side_against(replay, node)
    return within is not None and replay.entry(node)[side] == within[side]


_CONDITIONS = {  # cutoff convention -> for MAX and for MIN: sign, words for the value that cuts
    ("alpha >= beta", True): (">=", "a value of at least"),
    ("alpha >= beta", False): ("<=", "a value of at most"),
    ("alpha > beta", True): (">", "a value above"),
    ("alpha > beta", False): ("<", "a value below"),
}


def cut_condition(replay: Replay, node: int) -> tuple[str, str]:
    """Return when a visited inner node is cut: as a sign with a number, such as `<= 3`, and in words.

    Empty texts where no number reaches the bound: it is infinite or, where equality is not enough, an end of the value bounds.
    """
    if replay.is_chance(node):
        return _chance_condition(replay, node)
    bound = bound_against(replay, node)
    if replay.tree.kind[node] == LEAF or is_infinite(bound):
        return "", ""
    if rests_on_bounds(replay, node) and replay.problem.conventions.cutoff == "alpha > beta":
        return "", ""
    sign, words = _CONDITIONS[replay.problem.conventions.cutoff, replay.tree.kind[node] == MAX]
    return f"{sign} {replay.say(bound)}", f"{words} {replay.say(bound)}"


_SAID = {"<=": "at most", "<": "below", ">=": "at least", ">": "above"}


def _chance_condition(replay: Replay, node: int) -> tuple[str, str]:
    """Return when outcomes of a chance node are skipped, such as `most <= 5 or least >= 8`.

    Empty where no bounds are known, or where its window reaches as far as they do.
    """
    say, (alpha, beta), (low, high) = replay.say, replay.entry(node), bounds_of(replay.problem)
    signs, words = [], []
    for which, bound, end, own, is_max in (("most", alpha, high, low, False), ("least", beta, low, high, True)):
        if not is_infinite(bound) and not is_infinite(end) and bound != own:
            sign, _ = _CONDITIONS[replay.problem.conventions.cutoff, is_max]
            signs.append(f"{which} {sign} {say(bound)}")
            words.append(f"the {which} that it can be worth is {_SAID[sign]} {say(bound)}")
    return " or ".join(signs), " or ".join(words)


def holder_of_bound(replay: Replay, node: int) -> int | None:
    """Return the ancestor that found the bound against which the node is cut; None where the search began with it, or rests on what is known.

    Players hand bounds down whole, so it is the nearest ancestor that was itself handed another one; a chance node makes
    the bounds of its outcomes.
    """
    place = side_against(replay, node)
    bound = replay.entry(node)[place]
    if rests_on_bounds(replay, node):
        return None
    while node != 0:
        node = replay.tree.parent[node]
        if replay.is_chance(node) or replay.entry(node)[place] != bound:
            return node
    return None


# -- what is said of chance nodes that are searched with windows


def handing_words(replay: Replay, node: int) -> str:
    """Return how a chance node finds the window that it hands to an outcome."""
    tree, problem = replay.tree, replay.problem
    parent, window, p = tree.parent[node], replay.entry(node), tree.probability[node] or 0
    name = replay.name(parent)
    if not p:
        return f"It never happens, so {name} asks nothing of it: {window_words(problem, window)}."
    done, rest = next(taken.best_before for taken in replay.taken_in(parent) if taken.child == node)
    bounds = bounds_of(problem)
    asked = outcome_window((done, rest), *replay.entry(parent), p, bounds=bounds)
    found = []
    for side, bound, end, result, handed in zip(
        ("alpha", "beta"), replay.entry(parent), reversed(bounds), asked, window, strict=True
    ):
        after = f" - {factor(problem, rest - p)}*{factor(problem, end)}" if rest - p else ""
        step = f"({problem.say(bound)} - {factor(problem, done)}{after}) / {factor(problem, p)} = "
        clipped = "" if handed == result else f" (clipped to {problem.say(handed)})"
        found.append(f"{side} = {'' if is_infinite(result) else step}{problem.say(result)}{clipped}")
    return f"{name} hands down the window in which its outcome {replay.name(node)} can still matter: {listing(found)}."


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
    figures = f"Here {problem.say(done)} is done and {replay.name(node)} has probability {problem.say(p)}"
    if rest == p:
        return f"{handing_words(replay, node)} {figures}; nothing comes after it."
    least, most = map(problem.say, possible_range((0, rest - p), bounds_of(problem)))
    return f"{handing_words(replay, node)} {figures}; the {problem.say(rest - p)} after it can bring {least} to {most}."


def outcome_words(replay: Replay, node: int, taken: Taken) -> str:
    """Return what a chance node makes of the number that an outcome returned: what it can still be worth."""
    problem, name = replay.problem, replay.name(node)
    done, rest = taken.best
    if not rest:
        sum_ = f"{chance_step_words(replay, node)}{about(problem, done)}"
        return f"{name} is a chance node, and all that can happen is known: {sum_}."
    p = replay.tree.probability[taken.child] or 0
    before, _ = taken.best_before
    come = f"{problem.say(before)} + {factor(problem, p)}*{factor(problem, taken.value)} = {problem.say(done)}"
    least, most = possible_range(taken.best, bounds_of(problem))
    can = f"it can be worth {problem.say(least)} to {problem.say(most)}"
    if is_infinite(least) and is_infinite(most):
        can = "it can still be worth anything"
    return f"{name} is a chance node: its outcomes came to {come}, and {problem.say(rest)} of the probability is left, so {can}."


def chance_step_words(replay: Replay, node: int) -> str:
    """Return what a chance node returns with its terms, such as `3/4*2 + 1/4*10 = 4`; those that it skipped count as a bound."""
    examined = replay.examined(node)
    values = [replay.value(child) for child in examined]
    unseen = unseen_of(replay.problem, replay.trace, node)
    return step_text(replay.problem, node, examined, values, replay.value(node), unseen)


_KEEPS = {True: ("larger", "alpha", "rises"), False: ("smaller", "beta", "falls")}


def enter_words(replay: Replay, node: int) -> str:
    """Return with which window an inner node is entered, and what would cut it."""
    tree, window = replay.tree, window_words(replay.problem, replay.entry(node))
    name, kind = replay.name(node), KIND_NAMES[tree.kind[node]]
    noise = noise_words(replay.problem, node)
    kind = "a chance node" if tree.kind[node] == CHANCE else kind
    if node == 0:
        return f"The search starts at the root {name}, which is {kind}, with {window}{_given_words(replay)}. {_condition_words(replay, node)}"
    if tree.kind[tree.parent[node]] == CHANCE:
        return f"{name} is {kind}. {handing_words(replay, node)} {_condition_words(replay, node)}"
    parent = replay.name(tree.parent[node])
    return f"{noise}{name} is {kind}. {parent} hands down its window, {window}. {_condition_words(replay, node)}"


def _given_words(replay: Replay) -> str:
    """Return where the window comes from with which the search starts; nothing of a full one."""
    conventions = replay.problem.conventions
    stated, within = "initial-window" in conventions.stated, search_rules(conventions).within
    if within is None:
        return ", as the problem says" if stated else ""
    if stated:
        return f", what the value bounds leave of {show_window(replay.problem, conventions.initial_window)}"
    return ", the value bounds"


def _condition_words(replay: Replay, node: int) -> str:
    """Return what would cut a node, or make a chance node skip outcomes, or why nothing can."""
    name, words, window = replay.name(node), cut_condition(replay, node)[1], replay.entry(node)
    if not replay.is_chance(node):
        if words:
            return f"As soon as {name} finds {words}, the rest of it is pruned."
        bound = "beta is inf" if replay.tree.kind[node] == MAX else "alpha is -inf"
        why = f"its {bound}" if is_infinite(bound_against(replay, node)) else _beyond_words(replay, node)
        return f"Nothing can cut {name}, since {why}."
    if words:
        return f"As soon as {words}, the outcomes of {name} that are left are skipped."
    if all(map(is_infinite, window)):
        return f"Nothing can cut {name}, since its window has no bounds."
    is_widest = window == search_rules(replay.problem.conventions).within
    why = "its window is as wide as the value bounds" if is_widest else "it is not known what the others can be worth"
    return f"Nothing can cut {name} before the last outcome that can happen, since {why}."


def leaf_words(replay: Replay, node: int) -> str:
    """Return what a leaf is worth; of one at the horizon also why."""
    if replay.tree.is_at_horizon(node):
        return horizon_words(replay.problem, node)
    return f"Leaf {replay.name(node)} is worth {replay.say(replay.value(node))}."


def return_words(replay: Replay, node: int) -> str:
    """Return with which window an inner node is left, what it returns, what that means and how it is reported."""
    value, name = replay.value(node), replay.name(node)
    left = replay.trace.exit[node] or replay.entry(node)
    means = ""
    is_cut = node in replay.cutoffs and bool(replay.cutoffs[node][0].skipped)
    if node != 0 and is_cut and not rests_on_bounds(replay, node):  # of the root more is said at the end
        means = f", which says only that {name} is worth {_side(replay, node)} {replay.say(value)}"
    return f"{name} is left with {window_words(replay.problem, left)} and returns {replay.say(value)}{means}.{reported_words(replay, node)}"


def _side(replay: Replay, node: int) -> str:
    """Return which kind of bound a node that was cut returns."""
    return ("at most", "at least")[side_against(replay, node)]


def reported_words(replay: Replay, node: int) -> str:
    """Return what a fail-hard search reports of an inner node where that differs from what it found; else nothing."""
    said, reported = [], replay.reported
    value, window = reported.value[node], reported.exit[node]
    if value is not None and value != replay.value(node):
        said.append(f"value {replay.say(value)}")
    if window is not None and window != replay.trace.exit[node]:
        said.append(f"window {show_window(replay.problem, window)}")
    if not said:
        return ""
    name, entry = replay.name(node), show_window(replay.problem, replay.entry(node))
    return f" Fail-hard, {name} reports {' and '.join(said)}: moved into the window {entry} with which it was entered."


def take_in_words(replay: Replay, node: int, taken: Taken) -> str:
    """Return what an inner node makes of the number that a child returned, and what becomes of its window."""
    if replay.is_chance(node):
        return outcome_words(replay, node, taken)
    is_max = replay.tree.kind[node] == MAX
    which, bound, moves = _KEEPS[is_max]
    old, new = (window[0 if is_max else 1] for window in (taken.before, taken.after))
    best, head = replay.say(taken.best), f"{replay.name(node)} is {KIND_NAMES[replay.tree.kind[node]]}"
    if abs(taken.best_before) == INFINITY:
        kept = f"{head}, and {best} is its first value"
    elif taken.best == taken.best_before:
        kept = f"{head} and keeps the {which}: still {best}"
    else:
        kept = f"{head} and keeps the {which}: {best} instead of {replay.say(taken.best_before)}"
    if new != old:
        then = f", so {bound} {moves} from {replay.say(old)} to {replay.say(new)}."
    elif new == taken.best:
        then = f", so {bound} stays {replay.say(new)}."
    else:
        then = f"; {bound} is {replay.say(new)} already and stays."
    return f"{kept}{then}{_equality_words(replay, taken)}"


def _equality_words(replay: Replay, taken: Taken) -> str:
    """Return why the search goes on where alpha = beta and that does not cut."""
    if taken.after[0] != taken.after[1] or taken.is_end:
        return ""
    return f" alpha = beta = {replay.say(taken.after[0])}, and here equality is not enough to cut: the search goes on."


def reason_words(replay: Replay, cutoff: Cutoff, *, is_derived: bool = False) -> str:
    """Return why nothing that follows in a node that is cut can matter, and the test that says so.

    What a chance node is worth is told with the step that gives it, unless that `is_derived` already.
    """
    node = cutoff.node
    name, bound = replay.name(node), replay.say(bound_against(replay, node))
    best = replay.say(cutoff.alpha if replay.tree.kind[node] == MAX else cutoff.beta)
    if replay.is_chance(node):
        best = replay.say(replay.value(node)) if is_derived else chance_step_words(replay, node)
    if rests_on_bounds(replay, node):
        return f"{known_reason_words(replay, node, best)}: {test_text(replay, cutoff)}."
    holder = holder_of_bound(replay, node)
    side = ("above", "below")[side_against(replay, node)]
    if holder is None:
        has = f"the search began with the window {show_window(replay.problem, replay.entry(0))} and asks only for what is {side} {bound}"
    elif replay.is_chance(holder):
        has = f"{replay.name(holder)} asks only for what is {side} {bound}"
    else:
        has = f"{KIND_NAMES[replay.tree.kind[holder]]} already has {bound} at {replay.name(holder)}"
    return (
        f"{name} is worth {_side(replay, node)} {best}, but {has}, so whatever follows in {name} cannot "
        f"matter: {test_text(replay, cutoff)}."
    )


def known_reason_words(replay: Replay, node: int, best: str) -> str:
    """Return why nothing that follows in a node can matter that has an end of the value bounds: from which child it has that."""
    *_, last = replay.taken_in(node)
    return f"{replay.name(node)} has {best} from {replay.name(last.child)} already, and {_beyond_words(replay, node)}"


def _beyond_words(replay: Replay, node: int) -> str:
    """Return that nothing lies beyond the end of the value bounds by which a node is cut."""
    return f"no leaf is worth {('less', 'more')[side_against(replay, node)]}"


def test_text(replay: Replay, cutoff: Cutoff) -> str:
    """Return the test by which a node was cut, with its numbers, such as `alpha = 5 >= beta = 3`."""
    say, sign = replay.problem.say, replay.problem.conventions.cutoff.split()[1]
    if not replay.is_chance(cutoff.node):
        return f"alpha = {say(cutoff.alpha)} {sign} beta = {say(cutoff.beta)}"
    worth = say(replay.value(cutoff.node))
    if side_against(replay, cutoff.node):
        return f"{worth} {sign} beta = {say(cutoff.beta)}"
    return f"alpha = {say(cutoff.alpha)} {sign} {worth}"


def cutoff_words(replay: Replay, cutoff: Cutoff, *, is_derived: bool = False) -> str:
    """Return why a node is cut and what is skipped, or that nothing is left to skip; see `reason_words`. Unless `is_derived` how it is reported, too."""
    name, said = replay.name(cutoff.node), replay.cutoffs[cutoff.node][1]
    window = show_window(replay.problem, (said.alpha, said.beta))
    is_listed = bool(cutoff.skipped) or replay.problem.conventions.empty_cutoffs == "count"
    is_moved = said != cutoff and is_listed and not is_derived
    reported = f" Fail-hard, the cutoff is reported with {window}." * is_moved
    skipped = [child for child in replay.order(cutoff.node) if child in cutoff.skipped]
    if skipped:
        verb, is_deep = "is" if len(skipped) == 1 else "are", any(replay.tree.kind[child] != LEAF for child in skipped)
        what = f"{names_of(replay.tree, skipped)} {verb} skipped{', with everything below' if is_deep else ''}"
        return f"{reason_words(replay, cutoff, is_derived=is_derived)} Cut: {what}.{reported}"
    listed = "listed here" if is_listed else "not listed"
    test = f"{test_text(replay, cutoff)} at {name}, but {name} has no child left, so nothing is skipped"
    return f"{test}. Such an empty cutoff is {listed}.{reported}"


def end_words(replay: Replay) -> list[str]:
    """Return what the search's value is worth where it lies outside the initial window; else nothing."""
    value, name = replay.value(0), replay.name(0)
    alpha, beta = replay.problem.conventions.initial_window
    if alpha < value < beta or replay.tree.kind[0] == LEAF:
        return []
    is_low = value <= alpha
    side, bound = ("above", f"alpha = {replay.say(alpha)}") if is_low else ("below", f"beta = {replay.say(beta)}")
    worth = f"{name} is worth at {'most' if is_low else 'least'} {replay.say(value)}"
    return [f"That is not {side} {bound}, with which the search began: {worth}, and which move is best remains open."]
