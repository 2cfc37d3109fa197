"""What a tutor says of how players play, in which order values are found, and which positions come again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from grader.answers.case import Solution
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import BEYOND, CHANCE, KIND_NAMES, OPPONENT, Tree
from grader.kinds.trees.horizon_words import beyond_words
from grader.kinds.trees.play import PLAY, lines_of_play, optimal_reply, played, reached, repeated, stated_replies
from grader.kinds.trees.solving import RIGHT, by_tie
from grader.kinds.trees.unpruned import Unpruned
from grader.kinds.words import listing, name_of, names_of
from grader.printable import printable
from grader.rules import least_played

_MOST_VISITED = 200


def playing_words(problem: Problem, solution: Solution) -> Iterator[str]:
    """Yield what there is to say of the asked parts that are read off once all values are known."""
    told: dict[str, Callable[[], str]] = {
        "strategy": lambda: strategy_words(problem, solution),
        "labelling": lambda: labelling_words(problem, solution),
        "outcome": lambda: outcome_words(problem),
        "best-response": lambda: response_words(problem),
        "visited": lambda: visited_words(problem, solution),
        "redundant": lambda: redundant_words(problem, solution),
        "distinct-states": lambda: f"{solution.answers['distinct-states']} different positions are met.",
    }
    yield from (words() for part, words in told.items() if part in problem.ask)


_ELSEWHERE = {
    "first": "its best move, of equally good ones the one examined first",
    "last": "its best move, of equally good ones the one examined last",
    "any": "its best move, of equally good ones the one examined first",
}


def opponent_words(problem: Problem) -> str:
    """Return how the opponent plays: what is stated, and what happens elsewhere."""
    tree: Tree = problem.game
    stated = stated_replies(tree)
    player = KIND_NAMES[OPPONENT[tree.kind[0]]]
    moves = listing(f"{move_words(tree, child)} at {name_of(tree, node)}" for node, child in stated)
    elsewhere = f"{_ELSEWHERE[problem.conventions.tie]}."
    return (
        f"The opponent {player} plays {moves}; everywhere else {elsewhere}"
        if stated
        else f"The opponent {player} plays {elsewhere}"
    )


def move_words(tree: Tree, child: int) -> str:
    """Return the move to a child, and where it leads if that is not the same."""
    move, name = tree.moves[child], name_of(tree, child)
    return name if move == tree.ids[child] else f"{printable(move)} (to {name})"


def strategy_words(problem: Problem, solution: Solution) -> str:
    """Return the optimal strategy in a sentence."""
    tree: Tree = problem.game
    moves = (
        f"{listing((move_words(tree, child) for child in best), link='or')} at {name_of(tree, node)}"
        for node, best in solution.answers["strategy"].items()
    )
    return f"The strategy of {KIND_NAMES[tree.kind[0]]} has a move for each of its nodes: {listing(moves)}."


def labelling_words(problem: Problem, solution: Solution) -> str:
    """Return one order in which values are found."""
    return f"A node has a value once its children have theirs, for example in the order {names_of(problem.game, solution.answers['labelling'].first)}."


def visited_words(problem: Problem, solution: Solution) -> str:
    """Return how a search goes that cuts nothing."""
    names = (name_of(problem.game, node) for node in solution.answers["visited"])
    return f"Depth first the nodes are visited in the order {listing(names, most=_MOST_VISITED)}."


def outcome_words(problem: Problem) -> str:
    """Return what happens where the root's player plays the optimal strategy against the opponent who is stated."""
    known = _unpruned(problem)
    plays = played(known.tree, PLAY, known.best)
    values = reached(known.tree, plays, RIGHT.values, None, least_played)
    return f"{_players(known.tree)} play {_line(problem, plays, values)}.{_errors(problem, known, plays)}"


def response_words(problem: Problem) -> str:
    """Return what the root's player can get against that opponent, and how."""
    known = _unpruned(problem)
    tree = known.tree
    plays = played(tree, PLAY, known.best, is_free=True)
    values = reached(tree, plays, RIGHT.values, None, least_played)
    right_to_left = problem.conventions.right_to_left
    for node in (node for node, kind in enumerate(tree.kind) if kind == tree.kind[0]):
        equal = [child for child in tree.children(node) if values[child] == values[node]]
        plays[node] = by_tie(problem, equal, right_to_left=right_to_left)
    root, opponent = KIND_NAMES[tree.kind[0]], KIND_NAMES[OPPONENT[tree.kind[0]]]
    return f"Knowing how {opponent} plays, {root} can play {_line(problem, plays, values)}."


def _unpruned(problem: Problem) -> Unpruned:
    return Unpruned(problem, RIGHT)


def _players(tree: Tree) -> str:
    return f"{KIND_NAMES[tree.kind[0]]} and {KIND_NAMES[OPPONENT[tree.kind[0]]]}"


def _line(problem: Problem, plays: dict[int, Sequence[int]], values: Sequence[Number]) -> str:
    """Return where play goes, and what it is worth there."""
    tree: Tree = problem.game
    line = list(lines_of_play(tree, plays))
    end, worth = line[-1], problem.say(values[line[-1]])
    what = f", a chance node, where {worth} is expected" if tree.kind[end] == CHANCE else f" = {worth}"
    return f"{' – '.join(name_of(tree, node) for node in line)}{what}"


def _errors(problem: Problem, known: Unpruned, plays: dict[int, Sequence[int]]) -> str:
    """Return where on the way the opponent does not play an optimal move."""
    tree = known.tree
    wrong = [
        node
        for node in lines_of_play(tree, plays)
        if tree.kind[node] == OPPONENT[tree.kind[0]] and known.values[plays[node][0]] != known.values[node]
    ]
    best = (
        f"{name_of(tree, node)} ({move_words(tree, optimal_reply(tree, node, known.best)[0])} is best)"
        for node in wrong
    )
    return f" {KIND_NAMES[OPPONENT[tree.kind[0]]]} errs at {listing(best)}." if wrong else ""


def redundant_words(problem: Problem, solution: Solution) -> str:
    """Return which nodes are redundant."""
    roots = solution.answers["redundant"].roots
    if not roots:
        return "No position comes again, so nothing is redundant."
    return " ".join(why_redundant(problem, node) for node in roots)


def why_redundant(problem: Problem, node: int) -> str:
    """Return whose position a node repeats, or that it repeats none; of one below such a node, that nobody looks at it."""
    tree: Tree = problem.game
    if tree.kind[node] == BEYOND:
        return beyond_words(tree, node)
    again, _ = repeated(tree, PLAY, right_to_left=problem.conventions.right_to_left)
    known, name = set(again), name_of(tree, node)
    above = next((one for one in tree.path_to(node)[:-1] if one in known), None)
    if above is not None:
        return f"{name} hangs below {name_of(tree, above)}, at which the search stops."
    position = PLAY.position(tree, node)
    if position is None or tree.state is None:
        return f"{name} has no state that could have been met."
    state = printable(tree.state[node] or "")
    if node not in known:
        return f"{name} is the first with the state {state}{_mover(problem, node)}."
    first = next(one for one in _in_order(problem) if PLAY.position(tree, one) == position)
    return f"{name} has the state {state}{_mover(problem, node)}, as {name_of(tree, first)} had before."


def _in_order(problem: Problem) -> Iterator[int]:
    tree: Tree = problem.game
    return tree.depth_first(right_to_left=problem.conventions.right_to_left)


def _mover(problem: Problem, node: int) -> str:
    tree: Tree = problem.game
    value = tree.value[node]
    return (
        f" as a leaf worth {problem.say(value)}"
        if value is not None
        else f" with {KIND_NAMES[tree.kind[node]]} to move"
    )
