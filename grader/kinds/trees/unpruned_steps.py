"""What a tutor says of a search that cuts nothing: terms, values step by step, how players play, and which positions come again."""

from collections.abc import Callable, Iterator, Sequence

from grader.core.answers.case import Action, Solution, Step
from grader.core.games.problem import Problem
from grader.core.games.tree import BEYOND, CHANCE, KIND_NAMES, LEAF, OPPONENT, Tree
from grader.core.numbers import Number
from grader.core.search.values import least_played
from grader.core.text import both, printable, with_capital
from grader.kinds.trees.documents import is_to_be_drawn
from grader.kinds.trees.rules import (
    PLAY,
    RIGHT,
    by_tie,
    compared_at,
    is_negated,
    lines_of_play,
    optimal_reply,
    played,
    reached,
    repeated,
    stated_replies,
)
from grader.kinds.trees.solve import Unpruned
from grader.kinds.trees.value_words import (
    best_move_words,
    best_play_words,
    beyond_words,
    choice_question,
    explain_value,
    horizon_terms,
    interval_steps,
    interval_terms,
    max_value_of,
    move_words,
    operation,
    static_question,
    unfinished_text,
    value_formula,
    value_of,
)
from grader.kinds.words import BEST_PLAY, HORIZON, listing, name_of, names_of

_MOST_VISITED, _FEW = 200, 12


def terms(problem: Problem) -> list[str]:
    """Return where the search stops, how the opponent plays, and when it is asked what is known, as far as a problem says."""
    said = horizon_terms(problem)
    if problem.game.reply is not None:
        said.append(opponent_words(problem))
    if "intervals" in problem.ask:
        said += interval_terms(problem)
    return [*said, *filter(None, [again_words(problem)])]


def value_steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the step of each inner node, in the order in which a search would leave them, what is known if that is asked, then the choice."""
    tree: Tree = problem.game
    done = 0
    for done, node in enumerate(_by_leaving(problem), 1):
        formula, sentence = value_formula(problem, solution, node), explain_value(problem, solution, node)
        step = Step(Action.VALUE, node, sentence, formula, value_of(tree, solution, node), done=done)
        if tree.is_at_horizon(node):
            step = step._replace(rule=HORIZON, unfinished=static_question(problem, node))
        else:
            children = tree.children(node)
            values = [max_value_of(problem, solution, child) for child in children]
            step = step._replace(
                rule=operation(problem, node), unfinished=unfinished_text(problem, node, children, values)
            )
        yield step
    yield from interval_steps(problem, solution, done)
    accepted = tuple(solution.answers.get("best-move", ()))
    sentence = _choice_sentence(problem, solution, accepted)
    value = solution.answers["value"]
    choice = Step(Action.CHOICE, 0, sentence, value=value, chosen=accepted, done=done, rule=BEST_PLAY)
    yield choice._replace(unfinished=choice_question(problem))


def _by_leaving(problem: Problem) -> Iterator[int]:
    """Yield the inner nodes and those at the horizon, each after all below it, children in the order in which they are examined."""
    tree: Tree = problem.game
    step = 1 if problem.conventions.right_to_left else -1
    waiting = [(0, False)]
    while waiting:
        node, is_left = waiting.pop()
        if is_left:
            yield node
        elif tree.kind[node] != LEAF or tree.is_at_horizon(node):
            waiting.append((node, True))
            waiting += [(child, False) for child in tree.children(node)[::step]]


def _choice_sentence(problem: Problem, solution: Solution, accepted: tuple[int, ...]) -> str:
    tree: Tree = problem.game
    value, compared = problem.say(solution.answers["value"]), compared_at(tree, 0)
    said = [f"The root {name_of(tree, 0)} is worth {value}{' to MIN' if is_negated(problem, 0) else ''}."]
    if accepted:
        best = compared(max_value_of(problem, solution, 0))
        equal = [c for c in tree.children(0) if compared(max_value_of(problem, solution, c)) == best]
        said.append(best_move_words(problem, accepted, equal))
    elif tree.kind[0] == CHANCE:
        said.append("Chance moves there, so there is no move to choose.")
    return " ".join([*said, *best_play_words(problem, solution), *playing_words(problem, solution)])


# -- how players play


def playing_words(problem: Problem, solution: Solution) -> Iterator[str]:
    """Yield what there is to say of the asked parts that are read off once all values are known."""
    tree, answers = problem.game, solution.answers
    words_of: dict[str, Callable[[], str]] = {
        "strategy": lambda: _strategy_words(problem, solution),
        "labelling": lambda: (
            "A node has a value once its children have theirs, for example in the order "
            f"{names_of(tree, answers['labelling'].first)}."
        ),
        "outcome": lambda: outcome_words(problem),
        "best-response": lambda: response_words(problem),
        "visited": lambda: (
            "Depth first the nodes are visited in the order "
            f"{listing((name_of(tree, node) for node in answers['visited']), most=_MOST_VISITED)}."
        ),
        "redundant": lambda: (
            " ".join(why_redundant(problem, solution, node) for node in answers["redundant"].roots)
            or "No position comes again, so nothing is redundant."
        ),
        "distinct-states": lambda: f"{answers['distinct-states']} different positions are met.",
    }
    yield from (words() for part, words in words_of.items() if part in problem.ask)


def opponent_words(problem: Problem) -> str:
    """Return how the opponent plays: what is stated, and what happens elsewhere."""
    tree: Tree = problem.game
    stated = stated_replies(tree)
    which = "last" if problem.conventions.tie == "last" else "first"
    elsewhere = f"its best move, of equally good ones the one examined {which}."
    moves = listing(f"{move_words(tree, child)} at {name_of(tree, node)}" for node, child in stated)
    plays = f"{moves}; everywhere else {elsewhere}" if stated else elsewhere
    return f"The opponent {KIND_NAMES[OPPONENT[tree.kind[0]]]} plays {plays}"


def _strategy_words(problem: Problem, solution: Solution) -> str:
    """Return the optimal strategy in a sentence."""
    tree: Tree = problem.game
    moves = (
        f"{listing((move_words(tree, child) for child in best), link='or')} at {name_of(tree, node)}"
        for node, best in solution.answers["strategy"].items()
    )
    return f"The strategy of {KIND_NAMES[tree.kind[0]]} has a move for each of its nodes: {listing(moves)}."


def outcome_words(problem: Problem) -> str:
    """Return what happens where the root's player plays the optimal strategy against the opponent who is stated, and where that one errs."""
    known = Unpruned(problem, RIGHT)
    tree, plays = known.tree, played(known.tree, PLAY, known.best)
    values, other = reached(tree, plays, RIGHT.values, None, least_played), OPPONENT[tree.kind[0]]
    on_the_way = (node for node in lines_of_play(tree, plays) if tree.kind[node] == other)
    best = [
        f"{name_of(tree, node)} ({move_words(tree, optimal_reply(tree, node, known.best)[0])} is best)"
        for node in on_the_way
        if known.values[plays[node][0]] != known.values[node]
    ]
    errs = f" {KIND_NAMES[other]} errs at {listing(best)}." if best else ""
    return f"{KIND_NAMES[tree.kind[0]]} and {KIND_NAMES[other]} play {_line(problem, plays, values)}.{errs}"


def response_words(problem: Problem) -> str:
    """Return what the root's player can get against that opponent, and how."""
    known = Unpruned(problem, RIGHT)
    tree = known.tree
    plays = played(tree, PLAY, known.best, is_free=True)
    values = reached(tree, plays, RIGHT.values, None, least_played)
    right_to_left = problem.conventions.right_to_left
    for node in (node for node, kind in enumerate(tree.kind) if kind == tree.kind[0]):
        equal = [child for child in tree.children(node) if values[child] == values[node]]
        plays[node] = by_tie(problem, equal, right_to_left=right_to_left)
    root, opponent = KIND_NAMES[tree.kind[0]], KIND_NAMES[OPPONENT[tree.kind[0]]]
    return f"Knowing how {opponent} plays, {root} can play {_line(problem, plays, values)}."


def _line(problem: Problem, plays: dict[int, Sequence[int]], values: Sequence[Number]) -> str:
    """Return where play goes, and what it is worth there."""
    tree: Tree = problem.game
    line = list(lines_of_play(tree, plays))
    end, worth = line[-1], problem.say(values[line[-1]])
    what = f", a chance node, where {worth} is expected" if tree.kind[end] == CHANCE else f" = {worth}"
    return f"{' – '.join(name_of(tree, node) for node in line)}{what}"


def why_redundant(problem: Problem, solution: Solution, node: int) -> str:
    """Return whose position a node repeats, or that it repeats none; of one below such a node, that nobody looks at it.

    Nothing where that is not asked.
    """
    tree, right_to_left = problem.game, problem.conventions.right_to_left
    if "redundant" not in problem.ask:
        return ""
    if tree.kind[node] == BEYOND:
        return beyond_words(tree, node)
    known, name = {*repeated(tree, PLAY, right_to_left=right_to_left)[0]}, name_of(tree, node)
    above = next((one for one in tree.path_to(node)[:-1] if one in known), None)
    if above is not None:
        return f"{name} hangs below {name_of(tree, above)}, at which the search stops."
    position, value = PLAY.position(tree, node), tree.value[node]
    if position is None or tree.state is None:
        return f"{name} has no state that could have been met."
    there = f"with {KIND_NAMES[tree.kind[node]]} to move" if value is None else f"as a leaf worth {problem.say(value)}"
    state = f"the state {printable(tree.state[node] or '')} {there}"
    if node not in known:
        return f"{name} is the first with {state}."
    in_order = tree.depth_first(right_to_left=right_to_left)
    first = next(one for one in in_order if PLAY.position(tree, one) == position)
    return f"{name} has {state}, as {name_of(tree, first)} had before."


# -- single numbers and lines in words: what a number counts, by name where that is few, and what the line of best
# play keeps


def leaves_words(problem: Problem, solution: Solution) -> str:
    """Return which leaves the search evaluates; of a search to a depth that the nodes there count too."""
    tree: Tree = problem.game
    visited = [node for node in solution.answers["visited"] if tree.kind[node] == LEAF]
    also = ", nodes at the horizon among them" if tree.horizon is not None else ""
    return _of_all(problem, sorted(visited), tree.leaves(), ("leaf", "leaves"), "evaluates", also)


def nodes_words(problem: Problem, solution: Solution) -> str:
    """Return which nodes the search visits; where positions come again, that they count again."""
    tree: Tree = problem.game
    found = solution.answers["visited"]
    also = ", the root and the leaves included"
    said = _of_all(problem, sorted(found), tree.reached(), ("node", "nodes"), "visits", also)
    return " ".join(filter(None, (said, again_words(problem))))


_COUNTS = {
    "visited": "the order of visits",
    "leaves-evaluated": "the number of evaluated leaves",
    "nodes-visited": "the number of visited nodes",
}


def again_words(problem: Problem) -> str:
    """Return that a node counts also where its position was met before, where that is asked beside counts; else nothing."""
    asked = {*problem.ask}
    counts = [called for part, called in _COUNTS.items() if part in asked]
    if not counts or asked.isdisjoint({"redundant", "distinct-states"}):
        return ""
    verb = "counts" if len(counts) == 1 else "count"
    return f"{with_capital(both(counts))} {verb} every node of the tree, whether its position was met before or not."


def _of_all(
    problem: Problem, found: Sequence[int], everything: Sequence[int], what: tuple[str, str], does: str, also: str
) -> str:
    """Return which of all things the search comes to: by name, or all but those named; where none has a name, how many."""
    missed = sorted({*everything}.difference(found))
    many = f"{len(everything)} {what[len(everything) != 1]}"
    of_many = f"{len(found)} of {many}" if missed else f"the only {what[0]}" if len(found) == 1 else f"all {many}"
    named = ""
    if missed and len(missed) < len(found) and len(missed) <= _FEW:
        named = f": all but {names_of(problem.game, missed)}"
    elif len(found) <= _FEW and (missed or not is_to_be_drawn(problem)):
        named = f": {names_of(problem.game, found)}"
    return f"The search {does} {of_many}{also}{named}."


def states_words(problem: Problem, solution: Solution) -> str:
    """Return which nodes are the first with their position, and which are not looked at because it was met before."""
    tree: Tree = problem.game
    again, _ = repeated(tree, PLAY, right_to_left=problem.conventions.right_to_left)
    repeats = {below for node in again for below in tree.below(node)}
    first = [node for node in tree.reached() if node not in repeats and PLAY.position(tree, node) is not None]
    total = f"Each position counts once, and {len(first)} nodes are the first with theirs"
    if is_to_be_drawn(problem):
        return f"{total}."
    named = f": {names_of(tree, first)}" if len(first) <= _FEW else ""
    left_out = f" {names_of(tree, sorted(again))} {'comes' if len(again) == 1 else 'come'} again." if again else ""
    return f"{total}{named}.{left_out}"


def line_words(problem: Problem, solution: Solution) -> str:
    """Return what every node of the line of best play is worth, and where that stands."""
    line = solution.answers["principal-variation"].first
    if len(line) < 2:
        return f"The root {name_of(problem.game, 0)} is a leaf, so the line ends there."
    end, to = line[-1], "" if problem.conventions.values_for == "max" else " to MAX"
    worth = f"{problem.say(problem.game.value[end])}{to}"
    return f"Every step from the root goes to a child that is worth what its parent is: {worth}, as {name_of(problem.game, end)} at the end."
