"""What is said of iterative deepening: what is asked, the iterations step by step, and the step behind an answer."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from grader.core.answers.case import Action, Solution, Step
from grader.core.drawing.diagram import Diagram, Numbers, Remark
from grader.core.games.problem import Problem
from grader.core.games.tree import LEAF, MAX, Tree
from grader.core.numbers import Number
from grader.core.text import printable
from grader.kinds import KINDS
from grader.kinds.about_searches.searched import as_said, game_posed
from grader.kinds.deepening.documents import ALL, BEST, NONE, ROOT, asked_of, searched_of
from grader.kinds.deepening.solve import LEAVES, Iteration, Stage, moves_of, order_at, stage_of
from grader.kinds.entries import facts_by_part
from grader.kinds.record import View
from grader.kinds.trees.parts import choice_step
from grader.kinds.trees.rules import evaluation_order
from grader.kinds.trees.value_words import UNITS, returned
from grader.kinds.words import listing, name_of, names_of

_DRAWN = ("value", "best-move", "pruned")
"""What the drawing of an iteration shows of its search."""
SEARCHED = "Each iteration is a search of its own, one deeper than the one before"
_REORDER = {
    NONE: "Every iteration examines children in the same order.",
    ROOT: "After each iteration the children of the root are sorted for the next one by what they returned, the best for the player to move first; equal ones, and those that were not visited after them, stay as they stood.",
    BEST: "After each iteration, at every node of a player that it searched, the first child that is best by what it returned goes to the front; the others stay as they stood.",
    ALL: "After each iteration, at every node of a player that it searched, the children are sorted for the next one by what they returned, the best for the player to move first; equal ones, and those that were not visited after them, stay as they stood.",
}


# the statement


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains first: how an iteration searches, and in which order."""
    searched, asked = searched_of(problem), asked_of(problem)
    kind, unit = KINDS[searched.kind], UNITS[problem.conventions.depth_in]
    deep = f"{asked.depth} {unit[asked.depth > 1]}"
    said = [
        f"Iteration 1 searches the tree to a depth of 1 {unit[0]}, and so on; the last one, iteration {asked.depth}, to {deep}. Each is a search by {kind.title.lower()} of its own, from the root and with nothing known but the order of children.",
        "Where an iteration stops, at its horizon, a node that is no end of the game is a leaf of it and counts with its static value.",
        _REORDER[asked.reorder],
    ]
    of_search = kind.terms(as_said(problem))
    return said + [line for line in of_search if not line.startswith("The search goes ")]


def poses(problem: Problem) -> list[str]:
    """Return the rules of a game that is played, then for how many leaves there is time, where that is asked."""
    budget, rules = asked_of(problem).budget, game_posed(problem)
    leaves = [] if budget is None else [f"There is time for {leaves_text(budget)}, those of all iterations together."]
    return [*rules, *leaves]


# one iteration in words


class SearchedIteration(NamedTuple):
    """What an iteration searched, with all that lies below its horizon, and the whole solution of that: what its words are taken from."""

    stage: Stage
    solution: Solution


def searched_iteration(problem: Problem, iteration: Iteration) -> SearchedIteration:
    """Return what an iteration searched and found, to be told."""
    stage = stage_of(problem, iteration.depth, iteration.order)
    solution = KINDS[stage.problem.kind].solve(stage.problem)
    asked = tuple(part for part in _DRAWN if part in solution.answers)
    return SearchedIteration(
        stage._replace(problem=as_said(problem)._replace(game=stage.problem.game, ask=asked)), solution
    )


def _explained(searched: SearchedIteration, node: int) -> str:
    stage = searched.stage
    return KINDS[stage.problem.kind].tutor.explain(stage.problem, searched.solution, node, windows=False)


def _unfinished(searched: SearchedIteration) -> dict[int, str]:
    """Return the steps of the nodes that an iteration searches without their results, as its search tells them."""
    problem = searched.stage.problem
    steps = KINDS[problem.kind].tutor.steps(problem, searched.solution)
    return {
        one.node: one.unfinished for one in steps if one.node is not None and one.rule == returned(problem, one.node)
    }


def steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the nodes that each iteration searches, one by one, then what is made of all iterations."""
    done = 0
    before: Iteration | None = None
    for iteration in solution.trace:
        searched = searched_iteration(problem, iteration)
        visited, unfinished, tree = (
            set(searched.solution.answers["visited"]),
            _unfinished(searched),
            searched.stage.problem.game,
        )
        nodes = [node for node in evaluation_order(searched.stage.problem) if node in visited]  # as they are left
        place, orders = iteration.depth - 1, orders_of(problem, iteration)
        first = (("orders", place),)
        last = tuple((part, place) for part in ("values-by-depth", "best-moves", LEAVES))
        for node in nodes:
            done += 1
            decides = (*(first if node == nodes[0] else ()), *(last if node == nodes[-1] else ()))
            said = [_explained(searched, node)]
            if node == nodes[0]:
                said.insert(0, begin_words(problem, iteration, before))
            if node == nodes[-1]:
                said.append(end_words(problem, iteration))
            value = searched.solution.answers["values"][node]
            step = Step(
                Action.VALUE, searched.stage.nodes[node], " ".join(said), value=value, done=done, decides=decides
            )
            found = so_far(problem, solution, place + (node == nodes[-1]))
            rule, hint = returned(searched.stage.problem, node), unfinished.get(node, "")
            skipped = tuple(searched.stage.nodes[child] for child in tree.children(node) if child not in visited)
            step = step._replace(rule=rule, unfinished=hint, orders=orders, so_far=found, skipped=skipped)
            begun = step._replace(changed=_moved(problem, before, iteration), is_anew=before is not None)
            yield begun if node == nodes[0] else step
        if not nodes:
            done += 1
            said = [begin_words(problem, iteration, before), end_words(problem, iteration)]
            value = iteration.answers["value"]
            step = Step(Action.VALUE, 0, " ".join(said), value=value, done=done, decides=(*first, *last))
            yield step._replace(orders=orders, so_far=so_far(problem, solution, place + 1))
        before = iteration
    yield _last_step(problem, solution, done)


def orders_of(problem: Problem, iteration: Iteration) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the nodes whose children stand in another order than in the tree as it is given, with that order."""
    tree: Tree = problem.whole
    stands = ((node, tuple(iteration.order[tree.first[node] : tree.end[node]])) for node in tree.inner())
    return tuple((node, order) for node, order in stands if order and order != tuple(tree.children(node)))


def _moved(problem: Problem, before: Iteration | None, iteration: Iteration) -> tuple[int, ...]:
    """Return the children that stand elsewhere than in the iteration before."""
    if before is None:
        return ()
    stood, stands = (one.order or range(problem.whole.size) for one in (before, iteration))
    return tuple(now for then, now in zip(stood, stands, strict=True) if then != now)


def so_far(problem: Problem, solution: Solution, number: int) -> tuple[tuple[str, ...], ...]:
    """Return a table of all iterations with what the first so many have found."""
    trace = solution.trace
    values = (problem.say(one.answers["value"]) for one in trace[:number])
    moves = (_moves_text(problem, moves_of(one)) for one in trace[:number])
    left = [""] * (len(trace) - number)
    return (
        ("depth", *(str(one.depth) for one in trace)),
        ("value", *values, *left),
        ("best move", *moves, *left),
    )


def begin_words(problem: Problem, iteration: Iteration, before: Iteration | None) -> str:
    """Return how an iteration begins: its depth, and which children it examines in another order than the one before."""
    said = [] if before is None else order_words(problem, before, iteration)
    return " ".join([f"Iteration {iteration.depth} searches to depth {iteration.depth}.", *said])


def order_words(problem: Problem, before: Iteration, iteration: Iteration) -> list[str]:
    """Return a sentence for each node whose children stand in another order now, with what they returned."""
    whole: Tree = problem.whole
    said = []
    for node in whole.inner():
        old, new = (order_at(problem, one.order, node) for one in (before, iteration))
        if list(old) != list(new):
            named = [_with_returned(problem, before, child) for child in new]
            lead = "" if whole.move_to(new[0]) == whole.ids[new[0]] else "move "
            said.append(f"After depth {before.depth} {lead}{named[0]} goes before {listing(named[1:])}.")
    return said


def _with_returned(problem: Problem, iteration: Iteration, child: int) -> str:
    """Return a move with the child's id, where that is another one, and what the child returned in an iteration, if it was visited."""
    tree: Tree = problem.whole
    answers, value = iteration.answers, asked_of(problem).cuts[iteration.depth - 1].value[child]
    move, name = printable(tree.move_to(child)), name_of(tree, child)
    returned = ""
    if child in answers["visited"]:
        returned = problem.say(answers["values"][child] if value is None else value)
    more = ": ".join(filter(None, [name if name != move else "", returned]))
    return f"{move} ({more})" if more else move


def _moves_text(problem: Problem, children: Iterable[int]) -> str:
    """Return moves at the root as students write them, each with the child's id where that is another one."""
    tree: Tree = problem.whole
    named = ((printable(tree.move_to(child)), name_of(tree, child)) for child in children)
    return listing((move if move == name else f"{move} ({name})" for move, name in named), link="or")


def end_words(problem: Problem, iteration: Iteration) -> str:
    """Return what an iteration comes to: what it returns, its move, and how many leaves it took."""
    value, leaves = problem.say(iteration.answers["value"]), leaves_text(iteration.answers["leaves-evaluated"])
    moves = moves_of(iteration)
    move = f" with the best move {_moves_text(problem, moves)}" if moves else ""
    return f"Iteration {iteration.depth} returns {value}{move} and evaluates {leaves}."


def leaves_text(count: Number) -> str:
    """Return so many leaves in words."""
    return f"{count} {'leaf' if count == 1 else 'leaves'}"


def _last_step(problem: Problem, solution: Solution, done: int) -> Step:
    answers, last = solution.answers, solution.trace[-1]
    parts = ["total", *(["direct"] if asked_of(problem).reorder != NONE else [])]
    parts += [part for part in ("completed", "move") if part in answers]
    sentence = " ".join(_OF_ALL[what](problem, solution) for what in parts)
    chosen = tuple(answers["move"]) if "move" in answers else tuple(moves_of(last))
    found = so_far(problem, solution, len(solution.trace))
    played = answers.get("completed", last.depth)
    step = Step(Action.CHOICE, 0, sentence, value=last.answers["value"], chosen=chosen, done=done, rule=SEARCHED)
    step = step._replace(
        unfinished=f"Which move did iteration {played} find?" if played else "Was any iteration finished?"
    )
    return step._replace(orders=orders_of(problem, last), so_far=found)


# the step behind an answer


def explain(problem: Problem, solution: Solution, key: str | tuple[str, int], *, windows: bool) -> str:
    """Return the step behind an answer: (what of an iteration, its place), or what is made of all of them."""
    if isinstance(key, tuple):
        what, place = key
        if place >= len(solution.trace):
            return f"There are {len(solution.trace)} iterations."
        return _OF_ITERATION[what](problem, solution, place)
    return _OF_ALL[key](problem, solution)


def _value_words(
    problem: Problem,
    solution: Solution,
    place: int,
    step: Callable[[SearchedIteration], str] = lambda it: _explained(it, 0),
) -> str:
    """Return what an iteration makes of what the children of the root return, by the words of its step."""
    searched = searched_iteration(problem, solution.trace[place])
    if searched.stage.problem.game.kind[0] == LEAF:
        return f"The root is a leaf: {problem.say(solution.trace[place].answers['value'])}."
    return f"To depth {place + 1}: {step(searched)}"


def _choice_words(problem: Problem, solution: Solution, place: int) -> str:
    """Return the same with each number behind its move, and which of equal ones counts."""
    return _value_words(problem, solution, place, lambda it: choice_step(it.stage.problem, it.solution, 0))


def _leaves_words(problem: Problem, solution: Solution, place: int) -> str:
    """Return which leaves an iteration evaluated, one after the other."""
    iteration = solution.trace[place]
    searched = searched_iteration(problem, iteration)
    tree: Tree = searched.stage.problem.game
    leaves = [node for node in searched.solution.answers["visited"] if tree.kind[node] == LEAF]
    return f"To depth {place + 1} it evaluates {names_of(tree, leaves)}."


def _order_words(problem: Problem, solution: Solution, place: int) -> str:
    if place == 0:
        return f"The first iteration examines the moves as they stand in the tree{_direction(problem)}."
    before, iteration = solution.trace[place - 1 : place + 1]
    whole: Tree = problem.whole
    if asked_of(problem).reorder == NONE:
        return "No iteration examines them in another order."
    named = [_with_returned(problem, before, child) for child in order_at(problem, iteration.order, 0)]
    if asked_of(problem).reorder == BEST:
        return f"After depth {place} the best goes to the front, the others stay as they stood: {listing(named)}."
    largest = "largest" if whole.kind[0] == MAX else "smallest"
    return f"By what they returned to depth {place}, the {largest} first: {listing(named)}."


def total_words(problem: Problem, solution: Solution) -> str:
    """Return how many leaves all iterations evaluated together."""
    counts = [*solution.answers[LEAVES].values()]
    if len(counts) == 1:
        return f"The one iteration evaluates {leaves_text(counts[0])}."
    return f"All iterations together evaluate {' + '.join(map(str, counts))} = {sum(counts)} leaves."


def direct_words(problem: Problem, solution: Solution) -> str:
    """Return how many leaves one search takes in the order of the problem."""
    depth, leaves = asked_of(problem).depth, leaves_text(solution.answers["direct-leaves"])
    return f"One search to depth {depth} in the order of the tree{_direction(problem)} evaluates {leaves}."


def _direction(problem: Problem) -> str:
    """Return in which direction children are examined, where that is not the usual one."""
    return " from right to left" * problem.conventions.right_to_left


def completed_words(problem: Problem, solution: Solution) -> str:
    """Return which iteration the budget completes."""
    completed, budget = solution.answers["completed"], asked_of(problem).budget or 0
    counts = [*solution.answers[LEAVES].values()]
    within, after = counts[:completed], sum(counts[: completed + 1])
    if not completed:
        return f"Iteration 1 alone takes {leaves_text(counts[0])}, more than {budget}: none is finished."
    terms = f"{' + '.join(map(str, within))} = " if len(within) > 1 else ""
    said = f"{terms}{sum(within)} leaves are within {budget}" if sum(within) != 1 else f"1 leaf is within {budget}"
    if completed == len(counts):
        return f"{said}: all iterations are finished."
    return f"{said}, {after} are not: iteration {completed} is the last that is finished."


def move_words(problem: Problem, solution: Solution) -> str:
    """Return which move is played, and by which iteration."""
    moves = _moves_text(problem, solution.answers["move"])
    return f"The move of iteration {solution.answers['completed']} is played: {moves}."


_OF_ITERATION = {"value": _value_words, "choice": _choice_words, "leaves": _leaves_words, "order": _order_words}
_OF_ALL = {"total": total_words, "direct": direct_words, "completed": completed_words, "move": move_words}


# the drawings: the tree as it is given, and solved one for each iteration as it was searched

_MOST_NODES = 1_500
"""So many nodes are drawn in all iterations together; of a larger tree only the tree."""
_SINGLE = ("total-leaves", "direct-leaves", "completed", "move")


def draw(view: View) -> Sequence[Diagram]:
    """Return the tree with what was answered; solved, then a drawing for each iteration."""
    problem, solution, _, report, numbers = view
    first = stated_picture(problem)
    if report is not None:  # whose entries are about iterations
        first = first.without_keys()._replace(
            facts=tuple(facts_by_part(problem, report, _SINGLE)), heading="The tree as it is given"
        )
    if solution is None or problem.size * asked_of(problem).depth > _MOST_NODES:
        return (first,)
    searched = _iterations(problem, solution, numbers)
    if report is None:
        return (first, *searched)
    return (first, *(one._replace(heading=f"The solution: {one.title}") for one in searched))


def stated_picture(problem: Problem, solution: Solution | None = None) -> Diagram:
    """Return the tree as the problem states it: what the steps are told beside."""
    searched = searched_of(problem)._replace(title=problem.title, has_decimals=problem.has_decimals, ask=())
    diagram = KINDS[searched.kind].draw(View(searched))[0]
    return diagram._replace(title=printable(problem.title or problem.id), line="")


def _iterations(problem: Problem, solution: Solution, numbers: Numbers) -> Iterator[Diagram]:
    for iteration in solution.trace:
        searched = searched_iteration(problem, iteration)
        stage = searched.stage
        diagram = KINDS[stage.problem.kind].draw(View(stage.problem, searched.solution, numbers=numbers))[0]
        title = f"iteration {iteration.depth}"
        yield diagram.without_keys()._replace(title=title, facts=(Remark(end_words(problem, iteration)),))
