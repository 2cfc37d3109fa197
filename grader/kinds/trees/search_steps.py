"""Alpha-beta step by step: every node that the search enters, every number taken in, every cutoff, and the choice."""

from collections.abc import Iterator, Sequence
from functools import partial

from grader.core.answers.case import Action, Case, Solution, Step
from grader.core.answers.cells import is_right_window, show_window
from grader.core.answers.lists import known_items, values
from grader.core.answers.part import MOST_EXPLAINED
from grader.core.answers.reports import Entry, Malformed, PartReport, Verdict, Written
from grader.core.games.problem import Problem
from grader.core.games.tree import BEYOND, CHANCE, KIND_NAMES, LEAF, MAX, Tree
from grader.core.numbers import Bound
from grader.core.search.cutting import possible_range
from grader.core.search.folds import Cutoff, Window
from grader.kinds.trees import unpruned_steps
from grader.kinds.trees.rules import RIGHT, search_rules
from grader.kinds.trees.search_words import (
    Replay,
    Taken,
    chance_step_words,
    cut_condition,
    cutoff_words,
    derived_words,
    end_words,
    enter_words,
    holder_of_bound,
    known_reason_words,
    leaf_words,
    reason_words,
    replay_of,
    reported_words,
    rests_on_bounds,
    return_words,
    side_against,
    take_in_words,
    test_text,
)
from grader.kinds.trees.solve import Unpruned, bounds_of, unseen_of
from grader.kinds.trees.value_words import (
    best_move_words,
    best_play_words,
    beyond_words,
    choice_question,
    interval_steps,
    over_words,
    returned,
    rule_name,
    tie_words,
    unfinished_text,
)
from grader.kinds.words import (
    BEST_PLAY,
    cut_rule,
    listing,
    name_of,
    names_of,
    unfinished_cut,
    window_words,
)

_Slips = dict[tuple[int | None, Bound, Bound], str]
"""The wrong bounds of a list of cutoffs: the node that found the right one, that, what was written, and the first node at which."""
_WINDOW = "[(alpha - done - rest * hi) / p, (beta - done - rest * lo) / p]"


def terms(problem: Problem) -> list[str]:
    """Return how a chance node is searched, where there is one, where the search stops, and when it is asked what is known."""
    said = unpruned_steps.terms(problem)
    return [*_chance_terms(problem), *said] if CHANCE in problem.game.kind else said


def _chance_terms(problem: Problem) -> list[str]:
    """Return how a chance node is searched, for a statement."""
    conventions = problem.conventions
    sign, (low, high) = conventions.cutoff.split()[1], bounds_of(problem)
    never, ends = "[-inf, inf]", ""
    if search_rules(conventions).within is not None:
        never, ends = "[lo, hi]", " An alpha below lo is lo then, and a beta above hi is hi."
    hands = (
        f"A chance node hands to an outcome of probability p the window {_WINDOW}: done is the sum of p * value over the "
        "outcomes before it, rest the probability of those after it, and lo and hi are the least and the most that a leaf can be "
        f"worth, {problem.say(low)} and {problem.say(high)} (0 * inf = 0; an outcome of probability 0 gets {never}).{ends}"
    )
    skips = (
        f"After each outcome, with done and rest taken anew: where alpha {sign} done + rest * hi the node returns done + rest * hi, "
        f"else where done + rest * lo {sign} beta it returns done + rest * lo, and skips the others. Its own window does not change."
    )
    return [hands, skips]


def search_steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the steps of the recorded search in order of time, what is known if that is asked, then the choice."""
    replay = replay_of(problem, solution)
    waiting: list[tuple[int, Iterator[Taken]]] = []  # the nodes on the path, each with what it is still to take in
    for done, node in enumerate(replay.trace.visited, 1):
        if replay.tree.kind[node] != LEAF:
            waiting.append((node, replay.taken_in(node)))
            condition = cut_condition(replay, node)[0]
            step = Step(Action.ENTER, node, enter_words(replay, node), at=node, prune_if=condition, done=done)
            yield step._replace(window=replay.entry(node))
            continue
        returned: int | None = node
        while returned is not None and waiting:
            parent, to_take = waiting[-1]
            taken = next(to_take)
            yield _taken_step(replay, parent, taken)._replace(done=done)
            returned = parent if taken.is_end else None
            if taken.is_end:
                waiting.pop()
            if taken.is_end and parent in replay.cutoffs:
                yield _cutoff_step(replay, parent, taken)._replace(done=done)
    yield _end_step(replay)._replace(done=len(replay.trace.visited))
    yield from interval_steps(problem, solution, len(replay.trace.visited))
    yield _choice_step(replay, solution)._replace(done=len(replay.trace.visited))


def _taken_step(replay: Replay, parent: int, taken: Taken) -> Step:
    """Return the step in which a leaf or a node that is left gives its number to its parent."""
    child = taken.child
    is_leaf = replay.tree.kind[child] == LEAF
    said = leaf_words(replay, child) if is_leaf else return_words(replay, child)
    step = Step(
        Action.LEAF if is_leaf else Action.RETURN,
        child,
        f"{said} {take_in_words(replay, parent, taken)}",
        value=taken.value,
        at=parent,
        best=taken.worth,
        window=taken.after,
        prune_if=cut_condition(replay, parent)[0],
    )
    return step if is_leaf else _with_hints(replay, _with_report(replay, step, child))


def _with_hints(replay: Replay, step: Step) -> Step:
    """Return the step in which a node returns with its rule, and what it found without the result."""
    problem, node, examined = replay.problem, step.node or 0, replay.examined(step.node or 0)
    values, unseen = [replay.value(child) for child in examined], unseen_of(problem, replay.trace, node)
    unfinished = unfinished_text(problem, node, examined, values, unseen)
    return step._replace(rule=returned(problem, node), unfinished=unfinished)


def _with_report(replay: Replay, step: Step, node: int) -> Step:
    if replay.problem.conventions.bounds == "fail-soft":
        return step
    return step._replace(reported=replay.reported.value[node], reported_window=replay.reported.exit[node])


def _cutoff_step(replay: Replay, node: int, taken: Taken) -> Step:
    cutoff, said = replay.cutoffs[node]
    step = Step(
        Action.CUTOFF,
        node,
        cutoff_words(replay, cutoff),
        test_text(replay, cutoff),
        at=node,
        best=taken.worth,
        window=(cutoff.alpha, cutoff.beta),
        prune_if=cut_condition(replay, node)[0],
        skipped=tuple(child for child in replay.order(node) if child in cutoff.skipped),
        rule=cut_rule(replay.problem),
        unfinished=unfinished_cut(
            replay.problem, replay.name(node), (cutoff.alpha, cutoff.beta), cut_condition(replay, node)[0]
        ),
    )
    if replay.problem.conventions.bounds == "fail-soft":
        return step
    return step._replace(reported_window=(said.alpha, said.beta))


def _end_step(replay: Replay) -> Step:
    """Return the step in which the root returns and the search ends."""
    if replay.tree.kind[0] == LEAF:
        return Step(Action.LEAF, 0, leaf_words(replay, 0), value=replay.value(0))
    sentence = " ".join((return_words(replay, 0), *end_words(replay)))
    step = Step(
        Action.RETURN, 0, sentence, value=replay.value(0), at=0, best=replay.value(0), window=replay.trace.exit[0]
    )
    return _with_hints(replay, _with_report(replay, step, 0))


def _choice_step(replay: Replay, solution: Solution) -> Step:
    answers, name = solution.answers, replay.name(0)
    said = [f"The search is over. Its answer at {name} is {replay.say(answers['value'])}."]
    accepted = tuple(answers.get("best-move", ()))
    if accepted:
        said.append(best_move_words(replay.problem, accepted, _equally_good(replay, accepted)))
    said += best_play_words(replay.problem, solution)
    leaves, evaluated = len(replay.tree.leaves()), answers["leaves-evaluated"]
    said.append(f"{evaluated} of {leaves} {'leaf was' if leaves == 1 else 'leaves were'} evaluated.")
    choice = Step(Action.CHOICE, 0, " ".join(said), value=answers["value"], chosen=accepted, rule=BEST_PLAY)
    return choice._replace(unfinished=choice_question(replay.problem))


def _equally_good(replay: Replay, accepted: Sequence[int]) -> list[int]:
    """Return the best moves at the root, and the one that the search found first.

    Others that returned the same number may be worth less: it is only a bound where their window was cut.
    """
    finder = next(child for child in replay.order(0) if replay.trace.value[child] == replay.value(0))
    return sorted({finder, *accepted})


# one node


def explain_search(problem: Problem, solution: Solution, node: int, *, windows: bool = True) -> str:
    """Return the one step of a node: which children were examined, the window then, and why the rest is skipped.

    Without `windows` what it was entered and left with stays unsaid.
    """
    replay = replay_of(problem, solution)
    if not replay.is_visited(node):
        return why_skipped(problem, solution, node)
    if replay.tree.kind[node] == LEAF:
        return leaf_words(replay, node)
    said = [_inputs_words(replay, node), *([_windows_words(replay, node)] if windows else [])]
    if node in replay.cutoffs:
        said.append(cutoff_words(replay, replay.cutoffs[node][0], is_derived=True))
    return " ".join(said) + reported_words(replay, node)


def _windows_words(replay: Replay, node: int) -> str:
    """Return with which window a node was entered and left; of an outcome, how its chance node found the first."""
    entered, left = f"It was entered with {window_words(replay.problem, replay.entry(node))}", replay.trace.exit[node]
    if derived := derived_words(replay, node, replay.tree.parent[node] if node else None):
        entered = f"{derived} It was entered with that"
    if left is None or left == replay.entry(node):
        return f"{entered} and left with the same."
    return f"{entered} and left with {window_words(replay.problem, left)}."


def choice_words(problem: Problem, solution: Solution, node: int) -> str:
    """Return what a node made of the numbers that its children returned, each behind its move, and which of equal ones counts."""
    replay, accepted = replay_of(problem, solution), tuple(solution.answers.get("best-move", ()))
    said = [_inputs_words(replay, node, named=True)]
    if node == 0 and accepted:
        equal = [] if problem.conventions.tie == "first" else _equally_good(replay, accepted)
        said += [best_move_words(problem, accepted, equal)] if len(equal) > 1 else []
        said += _bound_words(replay, accepted)
    return " ".join(said)


def _bound_words(replay: Replay, accepted: Sequence[int]) -> list[str]:
    """Return that what moves returned is only a bound that would count, by `tie`, if they were as good."""
    order, tree, value = replay.order(0), replay.tree, replay.value(0)
    only_bounds = _only_bounds(replay, 0)
    bounds = [child for child in order[order.index(accepted[0]) + 1 :] if child in only_bounds]
    if not bounds:
        return []
    are, than = "is" if len(bounds) == 1 else "are", "less" if tree.kind[0] == MAX else "more"
    names = names_of(tree, bounds)
    said = f"The {replay.say(value)} of {names} is only a bound, since the search was cut there: {names} {are} worth {than}."
    return [said]


def _only_bounds(replay: Replay, node: int) -> set[int]:
    """Return the children that returned as much as the node is worth, and are worth something else: after a cut it was a bound."""
    equal = {child for child in replay.examined(node) if replay.value(child) == replay.value(node)}
    worth = Unpruned(replay.problem, RIGHT).values if len(equal) > 1 else replay.trace.value
    return {child for child in equal if worth[child] != replay.value(node)}


def _inputs_words(replay: Replay, node: int, *, named: bool = False) -> str:
    """Return what the node made of the numbers that its examined children returned, in document order; `named`: with its move."""
    tree, problem, name = replay.tree, replay.problem, replay.name(node)
    examined = replay.examined(node)
    values, moved = [replay.value(child) for child in examined], _moved_words(replay, examined)
    if tree.kind[node] == CHANCE:
        unseen, step = unseen_of(problem, replay.trace, node), chance_step_words(replay, node)
        if unseen is None:
            return f"{name} is a chance node, so its outcomes are weighted: {step}.{moved}"
        side = "at most" if unseen.is_most else "at least"
        return (
            f"{name} is a chance node and examined only {names_of(tree, examined)}: it is worth {side} {step}.{moved}"
        )
    head = f"{name} is {KIND_NAMES[tree.kind[node]]}"
    result = f"{rule_name(tree.kind[node])} = {replay.say(replay.value(node))}"
    if len(examined) == len(tree.children(node)):
        numbers = over_words(problem, examined, values) if named else problem.say_all(values)
        tie = ""
        if named and problem.conventions.tie == "first":  # others that return the same may be worth less
            exact = [replay.value(child) for child in {*examined} - _only_bounds(replay, node)]
            tie = tie_words(problem, exact, replay.value(node))
        return f"{head} over {numbers}: {result}{tie}.{moved}"
    returned = listing(f"{replay.name(child)} ({replay.say(replay.value(child))})" for child in examined)
    return f"{head} and examined only {returned}: {result}.{moved}"


def _moved_words(replay: Replay, children: Sequence[int]) -> str:
    """Return which of the children a fail-hard search reports with other numbers than those that their parent takes in."""
    value, reported = replay.value, replay.reported.value
    moved = [
        f"{replay.name(child)} as {replay.say(said)} instead of {replay.say(value(child))}"
        for child in children
        if (said := reported[child]) is not None and said != value(child)
    ]
    return f" (Fail-hard reports {listing(moved)}.)" if moved else ""


def why_skipped(problem: Problem, solution: Solution, node: int) -> str:
    """Return why the search never came to the node: where it was cut, and by which bound. Empty for a visited node."""
    replay = replay_of(problem, solution)
    tree: Tree = replay.tree
    if replay.is_visited(node):
        return ""
    top = node
    while not replay.is_visited(tree.parent[top]):
        top = tree.parent[top]
    if tree.kind[top] == BEYOND:
        return beyond_words(tree, node)
    cutoff = replay.cutoffs[tree.parent[top]][0]
    below = "" if top == node else f" with everything below {replay.name(top)}"
    *_, last = replay.taken_in(cutoff.node)
    head = f"{replay.name(node)} is skipped{below}."
    if rests_on_bounds(replay, cutoff.node):
        return f"{head} {known_reason_words(replay, cutoff.node, replay.say(replay.value(cutoff.node)))}."
    after = f"After {replay.name(last.child)} gave {replay.say(last.value)}"
    derived = derived_words(replay, cutoff.node, holder_of_bound(replay, cutoff.node))
    return f"{head} {after}, {reason_words(replay, cutoff)}{derived and f' {derived}'}"


def why_visited(problem: Problem, solution: Solution, node: int) -> str:
    """Return why the search could not pass the node over: the window of its parent when its turn came. Empty if skipped."""
    replay = replay_of(problem, solution)
    tree: Tree = replay.tree
    if not replay.is_visited(node):
        return ""
    name = replay.name(node)
    if node == 0:
        return f"{name} is the root, where the search starts."
    parent = tree.parent[node]
    taken = next(taken for taken in replay.taken_in(parent) if taken.child == node)
    if node == replay.order(parent)[0]:
        return (
            f"{name} is the first child that {replay.name(parent)} examines; a node is cut only after it has a value."
        )
    condition, above = cut_condition(replay, parent)[1], replay.name(parent)
    window = f"its window was {show_window(replay.problem, taken.before)}"
    if tree.kind[parent] == CHANCE:
        least, most = map(problem.say, possible_range(taken.best_before, bounds_of(problem)))
        could = f"{above} could still be worth from {least} to {most}"
        return f"When {name} had its turn, {could} ({window}): {name} had to be examined."
    needed = f"only {condition} cuts it" if condition else "nothing can cut it"
    found = f"{above} had found {replay.say(taken.best_before)}, and {needed}"
    return f"When {name} had its turn, {found} ({window}): {name} had to be examined."


def why(problem: Problem, solution: Solution, node: int) -> str:
    """Return why the search skipped the node, or why it could not."""
    return why_skipped(problem, solution, node) or why_visited(problem, solution, node)


# -- what is said of a list of cutoffs, entry by entry: why a node is cut there or why not, and what stands in a
# wrong window


def with_reasons(case: Case, report: PartReport, given: Sequence[Written | Malformed]) -> PartReport:
    """Return the report of a list of cutoffs with the reason of each entry that is wrong, missing or too many, of very many the first."""
    if report.earned == report.possible:
        return report
    left, written, entries = iter(range(MOST_EXPLAINED)), iter(known_items(values(given))), []
    slips: _Slips = {}
    for entry in report.entries:
        cutoff = None if entry.given is None or entry.verdict is Verdict.MALFORMED else next(written)
        is_explained = entry.verdict not in (Verdict.CORRECT, Verdict.MALFORMED) and entry.node is not None
        message = (
            " ".join(_said(case, entry, cutoff, slips))
            if is_explained and next(left, None) is not None
            else entry.message
        )
        entries.append(entry._replace(message=message))
    return report._replace(entries=tuple(entries))


def _said(case: Case, entry: Entry, cutoff: Cutoff | None, slips: _Slips) -> Iterator[str]:
    """Yield the sentences on an entry that is not right, whose window may be one of the usual others; `cutoff`: what was written.

    `slips` are the wrong bounds so far, which can be carried on.
    """
    problem, solution = case.problem, case.solution
    nodes = {name_of(problem.game, one.node): one.node for one in case.expected("cutoffs")}
    node = nodes[entry.node or ""] if cutoff is None else cutoff.node
    if entry.message:
        yield f"{entry.message}."
    if cutoff is not None and entry.verdict is Verdict.WRONG:
        replay, written = replay_of(problem, solution), (cutoff.alpha, cutoff.beta)
        _, right = replay.cutoffs[node]
        if (first := _first_with(replay, right, written, slips)) != replay.name(node):
            bound = ("alpha", "beta")[side_against(replay, node)]
            yield f"Your {bound} is again the one that stands at {first}, so this entry is wrong too; the rest of it is right."
            return
        if is_right_window(problem, replay.entry(node), written):
            yield f"That is the window with which {replay.name(node)} was entered."
        elif is_right_window(problem, (right.beta, right.alpha), written):
            yield "Beta stands before alpha."
    yield solution.say(("cutoff", node), partial(cutoff_reason, problem, solution, node))


def _first_with(replay: Replay, right: Cutoff, written: Window, slips: _Slips) -> str:
    """Return the node at which a bound from above was first written as wrongly as here; this one where it was not, or more is wrong."""
    name, side, window = replay.name(right.node), side_against(replay, right.node), (right.alpha, right.beta)
    mended = (window[0], written[1]) if side == 0 else (written[0], window[1])
    if not is_right_window(replay.problem, window, mended):
        return name
    return slips.setdefault((holder_of_bound(replay, right.node), window[side], written[side]), name)


def cutoff_reason(problem: Problem, solution: Solution, node: int) -> str:
    """Return why a node is cut, or why it is not; of a cutoff that skips nothing whether it is listed."""
    replay = replay_of(problem, solution)
    name = replay.name(node)
    if node in replay.cutoffs:
        return cutoff_words(replay, replay.cutoffs[node][0])
    if not replay.is_visited(node):
        return why_skipped(problem, solution, node)
    if replay.tree.is_at_horizon(node):
        return f"The search stops at {name}: it would examine none of its children."
    if replay.tree.kind[node] == LEAF:
        return f"{name} is a leaf: it has no children to skip."
    left = window_words(problem, replay.trace.exit[node] or replay.entry(node))
    return f"{name} examines all of its children; it is left with {left}, which cuts nothing."
