"""The wrong rules about a search: when it cuts, what becomes of alpha and beta, and what is read off it.

A row is all there is to a wrong rule: its name, what differs by it, and its words.
"""

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

from grader.core.answers.case import Answers, Solution
from grader.core.answers.orders import Lines
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, LEAF, MAX, OPPONENT, Tree
from grader.core.numbers import INFINITY, Bound, Number
from grader.core.search.cutting import CHANCE_UNCUT, CUTOFF_TESTS, AnyRole, SearchRules, outcome_window, star1
from grader.core.search.folds import Cutoff, Trace, Window, back_up
from grader.core.search.values import VALUE_RULES, replaced
from grader.kinds.record import Agrees, Follow, Misconception, Mistake, wordings_of
from grader.kinds.trees.misconceptions import (
    CHANCES_SEARCHED,
    VALUE_WORDINGS,
    chance_misconceptions,
    horizon_misconceptions,
    role_misconceptions,
)
from grader.kinds.trees.rules import (
    RIGHT,
    Parts,
    Solve,
    TreeRules,
    as_reported,
    best_children,
    by_tie,
    examines_right_to_left,
    following,
    search_rules,
)
from grader.kinds.trees.solve import bounds_of, intervals, read_off, seen_by_then, solve_search

# a search by other rules: None where they have no place in a problem

Wrongly = Callable[[Problem, SearchRules], SearchRules | None]
_WINDOW = "rule: alpha and beta are handed down and raised or lowered on the way"


Known = tuple[Bound, Bound, Bound]
"""The best value of a player's node by now, alpha and beta."""


def _max_lowers_beta(best: Bound, alpha: Bound, beta: Bound, value: Bound, p: Number | None) -> Known:
    best = max(best, value)
    return best, alpha, min(beta, best)


def _min_raises_alpha(best: Bound, alpha: Bound, beta: Bound, value: Bound, p: Number | None) -> Known:
    best = min(best, value)
    return best, max(alpha, best), beta


def _with_players(change: Callable[[AnyRole, int], AnyRole]) -> Wrongly:
    """Return the search rules with the role of each player changed."""

    def changed(problem: Problem, right: SearchRules) -> SearchRules:
        players = {player: change(right.roles[player], player) for player in OPPONENT}
        return right._replace(roles=replaced(right.roles, players))

    return changed


def _other_test(cutoff: str, test: Callable[[Bound, Bound], bool]) -> Wrongly:
    """Return the search rules with this test, where the problem has that one."""
    return lambda problem, right: right._replace(cutoff=test) if problem.conventions.cutoff == cutoff else None


def _shared_window(problem: Problem, right: SearchRules) -> SearchRules | None:
    has_chance = CHANCE in problem.game.kind  # each outcome has alpha and beta of its own measure
    return None if has_chance else right._replace(shared_window=True)


SEARCHES: dict[str, Mistake[Wrongly]] = {
    "strict-cutoff": Mistake(
        _other_test("alpha >= beta", operator.gt),
        "Equality does not cut, where the problem says that it is enough.",
        "Your search goes on where equality holds. In this problem equality is enough to cut.",
        "convention `cutoff`",
    ),
    "equality-cutoff": Mistake(
        _other_test("alpha > beta", operator.ge),
        "Equality cuts already, where the problem says that it is not enough.",
        "Your search cuts where equality holds. In this problem equality is not enough to cut.",
        "convention `cutoff`",
    ),
    "no-deep-cutoffs": Mistake(
        _with_players(
            lambda role, player: role._replace(
                hand_down=lambda _, alpha, beta, __: (alpha, INFINITY) if player == MAX else (-INFINITY, beta)
            )
        ),
        "A node is compared with its parent's bound only, not with those of ancestors further up.",
        "You seem to miss deep cutoffs, those by the bound of an ancestor above the parent. The bounds of all ancestors count: they are handed down the tree.",
        _WINDOW,
    ),
    "no-pruning": Mistake(
        lambda _, right: right._replace(cutoff=lambda *_: False),
        "Nothing is cut: every node is visited.",
        "Your answer is that of a search that never cuts. As soon as the test of this problem holds, the rest of a node is skipped.",
        "convention `cutoff`",
    ),
    "window-not-restored": Mistake(
        _shared_window,
        "Alpha and beta are treated as two variables for the whole tree, never put back on return.",
        "You keep alpha and beta of a subtree when you leave it. On the way back a node goes on with its own alpha and beta.",
        _WINDOW,
        is_sound=False,
    ),
    "wrong-bound-updated": Mistake(
        _with_players(
            lambda role, player: role._replace(take_in=_max_lowers_beta if player == MAX else _min_raises_alpha)
        ),
        "MAX lowers beta and MIN raises alpha; the test itself is right.",
        "You change the wrong bound. A MAX node raises alpha, a MIN node lowers beta.",
        _WINDOW,
        is_sound=False,
    ),
}

# value bounds and chance nodes in a search: each knows other bounds, or has one step of a chance node's role replaced

_STAR = "rule: an outcome is handed (alpha - done - rest * hi)/p and (beta - done - rest * lo)/p"


def _with_chance_role(role: Callable[[Problem, AnyRole], AnyRole]) -> Wrongly:
    """Return the search rules with another role of chance nodes, where there are any."""

    def changed(problem: Problem, right: SearchRules) -> SearchRules | None:
        if CHANCE not in problem.game.kind:
            return None
        return right._replace(roles=replaced(right.roles, {CHANCE: role(problem, right.roles[CHANCE])}))

    return changed


def _without_bounds(problem: Problem, right: SearchRules) -> SearchRules | None:
    if problem.conventions.value_bounds is None or (right.within is None and CHANCE not in problem.game.kind):
        return None
    return right._replace(roles=replaced(right.roles, {CHANCE: star1()}), within=None)


def _at_chance_only(problem: Problem, right: SearchRules) -> SearchRules | None:
    has_place = right.within is not None and CHANCE in problem.game.kind
    return right._replace(within=None) if has_place else None


def _everywhere(problem: Problem, right: SearchRules) -> SearchRules | None:
    bounds = problem.conventions.value_bounds
    return None if bounds is None or right.within is not None else right._replace(within=bounds)


STAR: dict[str, Mistake[Wrongly]] = {
    "bounds-unused": Mistake(
        _without_bounds,
        "The value bounds are ignored: the search starts with its initial window, and a chance node is cut by nothing before its last outcome.",
        "You seem to forget that every leaf lies within the value bounds. They say what children that are left can still be worth, "
        "and that can be too little to matter.",
        "convention `value-bounds`",
    ),
    "bounds-at-chance-only": Mistake(
        _at_chance_only,
        "The value bounds are used at chance nodes only, where the problem uses them everywhere.",
        "You use the value bounds at chance nodes only. In this problem alpha and beta start with them, and the windows of outcomes do "
        "not go beyond them.",
        "convention `bounds-at`",
    ),
    "window-passed-through-chance": Mistake(
        _with_chance_role(lambda _, role: role._replace(hand_down=None)),
        "A chance node hands its own window to its outcomes.",
        "You hand the window of a chance node on as it is. An outcome counts only with its probability, beside what the others "
        "come to: its window has to be worked out from these.",
        _STAR,
        is_sound=False,
    ),
    "window-not-divided": Mistake(
        _with_chance_role(
            lambda problem, role: role._replace(
                hand_down=partial(outcome_window, bounds=bounds_of(problem), is_divided=False)
            )
        ),
        "The window of an outcome is not divided by its probability.",
        "In the window of an outcome you leave out the division by its probability p. The outcome counts p times its value, so "
        "the bound on its value is what remains, divided by p.",
        _STAR,
        is_sound=False,
    ),
    "unseen-counts-zero": Mistake(
        _with_chance_role(lambda *_: star1((0, 0))),
        "Outcomes that were not examined count as 0, in windows and in the test.",
        "You count outcomes that were not examined as nothing. They can be worth anything within the value bounds: at most rest "
        "times the upper bound, at least rest times the lower.",
        "convention `value-bounds`",
        is_sound=False,
    ),
    "no-chance-cutoff": Mistake(
        _with_chance_role(lambda *_: CHANCE_UNCUT),
        "A chance node hands the widest window to its outcomes and skips none of them.",
        "Your search stops at chance nodes: each outcome is searched with the widest window, and none is skipped. They have windows, "
        "and are cut by them, like other nodes.",
        _STAR,
    ),
    "bounds-cut-everywhere": Mistake(
        _everywhere,
        "MAX and MIN nodes cut at the value bounds too: the search starts with them, and windows of outcomes are clipped to them.",
        "You let the value bounds cut at MAX and MIN nodes too. In this problem they are used at chance nodes only.",
        "convention `bounds-at`",
    ),
}

# a move that goes by what the search returned

_CHOICES = frozenset({"best-move", "principal-variation"})


def _by_returned(problem: Problem, solve: Solve, rules: TreeRules, *, last: bool = False) -> Follow:
    """Return the answers of one who searches by these rules and moves to what the search returned; see `_going_by_returned`."""

    def answer(fixed: Mapping[int, Number], parts: Parts = None, agrees: Agrees | None = None, /) -> Answers:
        asks_choice = parts is None or not _CHOICES.isdisjoint(parts)
        needed = parts if parts is None or not asks_choice else {*parts, "value", "values"}
        solution = solve(problem, rules._replace(fixed=fixed, agrees=agrees), needed)
        if not asks_choice:
            return solution.answers
        answers = _going_by_returned(problem, solution, fixed, last=last)
        return answers if parts is None else {part: answer for part, answer in answers.items() if part in parts}

    return answer


def _going_by_returned(
    problem: Problem, solution: Solution, fixed: Mapping[int, Number], *, last: bool = False
) -> Answers:
    """Return the answers of one who moves to what their search returned at the root's children, and plays on rightly.

    They see the numbers as `bounds` reports them. `last`: a later child that is only equal replaces the best, whatever
    `tie` says.
    """
    tree: Tree = problem.game
    answers = {part: answer for part, answer in solution.answers.items() if part not in _CHOICES}
    alpha, beta = problem.conventions.initial_window
    if tree.kind[0] not in OPPONENT or not alpha < answers["value"] < beta:
        return answers if tree.size > 1 else solution.answers
    seen = [child for child in tree.children(0) if solution.trace.entry[child] is not None]
    values = answers["values"]
    returned = [number for node in seen if (number := values.get(node, tree.value[node])) is not None]
    best = VALUE_RULES[tree.kind[0]](returned, [None] * len(seen))  # type: ignore[misc]  # the root is a player's
    tied = [child for child, number in zip(seen, returned, strict=True) if number == best]
    right_to_left = examines_right_to_left(problem, RIGHT)
    chosen = [tied[0 if right_to_left else -1]] if last else by_tie(problem, tied, right_to_left=right_to_left)
    if CHANCE in tree.kind:
        return {**answers, "best-move": chosen}
    path = [0, chosen[0]]
    values = back_up(tree, fixed=fixed)
    while tree.kind[path[-1]] != LEAF:
        path.append(best_children(problem, values, path[-1])[0])
    line = Lines(path, {node: [child] for node, child in pairwise(path)})
    return {**answers, "best-move": chosen, "principal-variation": line}


# what is read off a search that was done rightly


class _Searched(NamedTuple):
    """A search that was done rightly, with the numbers that were given, and of which parts answers are wanted."""

    problem: Problem
    solution: Solution
    fixed: Mapping[int, Number]
    parts: Parts


Reads = Callable[[_Searched], Answers]
"""From a search to the parts that are read wrongly."""


def _without_triggers(searched: _Searched) -> Answers:
    """Return what is read off where each leaf that caused a cutoff counts as skipped, where there was more to skip."""
    problem, trace = searched.problem, searched.solution.trace
    cutoffs: list[Cutoff] = []
    triggers: set[int] = set()
    for cutoff in trace.cutoffs:
        skipped = cutoff.skipped
        if skipped:
            trigger = skipped[-1] + 1 if problem.conventions.right_to_left else skipped[0] - 1
            if problem.game.kind[trigger] == LEAF:
                triggers.add(trigger)
                skipped = range(min(trigger, skipped[0]), max(trigger, skipped[-1]) + 1)
        cutoffs.append(cutoff._replace(skipped=skipped))
    changed = trace._replace(visited=[node for node in trace.visited if node not in triggers], cutoffs=cutoffs)
    return read_off(problem, changed, searched.fixed, searched.parts)


def _true_values(searched: _Searched) -> Answers:
    if "values" not in searched.solution.answers:
        return {}
    values = back_up(searched.problem.game, fixed=searched.fixed)
    return {"values": {node: values[node] for node in searched.solution.answers["values"]}}


def _windows_at_the_other_moment(searched: _Searched) -> Answers:
    conventions = searched.problem.conventions
    other = "entry" if conventions.windows_at == "exit" else "exit"
    asked_otherwise = searched.problem._replace(conventions=conventions._replace(windows_at=other))
    return read_off(asked_otherwise, searched.solution.trace, {}, ("windows",))


def _exchanged(searched: _Searched) -> Answers:
    """Return windows and cutoffs with each pair written as [beta, alpha]."""
    windows: Mapping[int, Window] = searched.solution.answers.get("windows", {})
    cutoffs: Sequence[Cutoff] = searched.solution.answers.get("cutoffs", ())
    return {
        "windows": {node: (beta, alpha) for node, (alpha, beta) in windows.items()},
        "cutoffs": [cutoff._replace(alpha=cutoff.beta, beta=cutoff.alpha) for cutoff in cutoffs],
    }


def _by_level(searched: _Searched) -> Answers:
    """Return the visited nodes level by level, those of a level in the order of their visits."""
    tree: Tree = searched.problem.game
    return {"visited": sorted(searched.solution.answers.get("visited", ()), key=tree.depths().__getitem__)}


def _strict_cutoffs(searched: _Searched) -> Answers:
    """Return the cutoffs at which the strict test comes true too; the search itself knows no clamped numbers."""
    tree, trace = searched.problem.game, searched.solution.trace
    strict = {cutoff.node for cutoff in trace.cutoffs if _is_strict(tree, trace, cutoff)}
    return {"cutoffs": [cutoff for cutoff in searched.solution.answers.get("cutoffs", ()) if cutoff.node in strict]}


def _is_strict(tree: Tree, trace: Trace, cutoff: Cutoff) -> bool:
    """Return whether the strict test comes true at a cutoff: of a chance node it compares what that can be worth."""
    is_cut, value = CUTOFF_TESTS["alpha > beta"], trace.value[cutoff.node]
    if tree.kind[cutoff.node] != CHANCE or value is None:
        return is_cut(cutoff.alpha, cutoff.beta)
    return is_cut(cutoff.alpha, value) or is_cut(value, cutoff.beta)


def _returned_is_known(searched: _Searched) -> Answers:
    """Return what is known where every number that a node has returned is taken for its value."""
    problem, trace = searched.problem, searched.solution.trace
    tree: Tree = problem.game
    reported = as_reported(tree, trace, problem.conventions).value
    seen = seen_by_then(problem, trace.visited)
    to_come = trace.visited[len(seen) :]
    is_open = {above for node in to_come for above in tree.path_to(node)}
    returned = {node: value for node in seen if node not in is_open and (value := reported[node]) is not None}
    return {"intervals": intervals(problem, trace.visited, returned=returned)}


Answered = Callable[[Problem, Solve], Follow | None]
"""From a problem and its right solver to what somebody answers; None where a problem leaves that no place."""


def _reading(
    reads: Reads, *, where: Callable[[Problem], bool] = lambda _: True, is_known_early: bool = True
) -> Answered:
    """Return the right rule's answers with some parts read wrongly.

    Unless `is_known_early` what the search reports on its way says nothing of what is written.
    """

    def answered(problem: Problem, solve: Solve) -> Follow | None:
        def answer(fixed: Mapping[int, Number], parts: Parts = None, agrees: Agrees | None = None, /) -> Answers:
            solution = solve(problem, TreeRules(fixed=fixed, agrees=agrees if is_known_early else None), parts)
            wrong = reads(_Searched(problem, solution, fixed, parts))
            return {part: wrong.get(part, answer) for part, answer in solution.answers.items()}

        return answer if where(problem) else None

    return answered


READINGS: dict[str, Mistake[Answered]] = {
    "prunes-trigger-leaf": Mistake(
        _reading(_without_triggers),
        "A leaf that causes a cutoff is itself counted as pruned, although it was evaluated.",
        "You count the leaf that causes a cutoff as pruned. It had to be evaluated to see that the rest can be skipped.",
        "rule: only what comes after the cutoff is skipped",
        alone_in=("pruned", "visited"),
    ),
    "wrong-direction": Mistake(
        lambda problem, solve: following(
            problem, solve, TreeRules(right_to_left=not problem.conventions.right_to_left)
        ),
        "The children are examined in the other order than the problem says.",
        "You examine the children from the other side than this problem says.",
        "convention `order`",
    ),
    "true-value-at-cutoff": Mistake(
        _reading(_true_values, is_known_early=False),
        "Nodes that were cut show their full minimax value instead of what the search returned.",
        "At nodes that were cut your answer has the full minimax value. The search has not seen all their children and returns "
        "what it has.",
        "convention `bounds`",
    ),
    "tie-through-bound": Mistake(
        lambda problem, solve: _by_returned(problem, solve, RIGHT, last=True),
        "At the root a later child whose returned bound only equals the best value replaces it.",
        "You let a later move replace the best one because its returned number is equal. After a cutoff that number is "
        "only a bound: the move may be worse.",
        "convention `tie`",
    ),
    "other-windows-at": Mistake(
        _reading(_windows_at_the_other_moment),
        "Windows are read off at the other moment than the problem says: at entry instead of exit, or the other way round.",
        "You seem to read alpha and beta off at the other moment. Look whether this problem asks for them on entry or at exit.",
        "convention `windows-at`",
    ),
    "alpha-beta-exchanged": Mistake(
        _reading(_exchanged),
        "In windows and cutoffs each pair is written as [beta, alpha].",
        "You seem to write beta before alpha. The first number of a pair is alpha, the second is beta.",
        "rule: a window is [alpha, beta]",
    ),
    "visited-by-level": Mistake(
        _reading(_by_level),
        "The visited nodes are listed level by level.",
        "You seem to list the visited nodes level by level. The search goes down a branch to its leaves before it comes to "
        "the next one.",
        "rule: the search goes depth first",
    ),
    "strict-in-cutoffs-only": Mistake(
        _reading(_strict_cutoffs, where=lambda problem: problem.conventions.cutoff == "alpha >= beta"),
        "The list of cutoffs leaves out those where alpha equals beta; the search itself cuts there.",
        "You seem to leave out of the list the cutoffs where alpha equals beta. In this problem equality is a cutoff too.",
        "convention `cutoff`",
    ),
    "returned-value-is-known": Mistake(
        _reading(_returned_is_known),
        "What a node has returned is taken for its value, also where the node was cut and it is only a bound.",
        "You take what a node returned for its value. After a cutoff it is only a bound: leaves that were not evaluated can "
        "still make the true value another one.",
        "rule: known is only what the evaluated leaves say",
    ),
}
WORDINGS = VALUE_WORDINGS | wordings_of({**SEARCHES, **READINGS, **STAR, **CHANCES_SEARCHED})
"""The words for all wrong rules of alpha-beta, in the order in which they are listed."""


def search_misconceptions(problem: Problem) -> list[Misconception]:
    """Return the wrong rules about values, the horizon and the search, and about reading its answers off."""
    solved = lru_cache(2)(partial(solve_search, problem, RIGHT))

    def solve(searched: Problem, rules: TreeRules, parts: Parts) -> Solution:
        """Return the solution; the right one, which many wrong rules only read off in another way, is found once."""
        if rules == RIGHT and searched is problem:
            return solved(None if parts is None else frozenset(parts))
        return solve_search(searched, rules, parts)

    right = search_rules(problem.conventions)
    return [
        *role_misconceptions(problem, solve),
        *chance_misconceptions(problem, solve, CHANCES_SEARCHED),
        *horizon_misconceptions(problem, solve),
        *(
            Misconception(
                name, "", (following if row.is_sound else _by_returned)(problem, solve, TreeRules(search=wrong))
            )
            for name, row in {**SEARCHES, **STAR}.items()
            if (wrong := row.rules(problem, right)) is not None
        ),
        *(
            Misconception(name, "", follow, alone_in=row.alone_in)
            for name, row in READINGS.items()
            if (follow := row.rules(problem, solve)) is not None
        ),
    ]
