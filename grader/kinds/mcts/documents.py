"""How a problem of Monte Carlo tree search comes in and goes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from grader.core.conventions import PRIORS, Conventions
from grader.core.data import Data, Plain, stated
from grader.core.documents import Document
from grader.core.errors import Fault, Path
from grader.core.games.nodes import read_noted
from grader.core.games.playable import FIELD, SomePosition
from grader.core.games.playing import Playing, depth_in, known_playing
from grader.core.games.problem import Problem, is_played
from grader.core.games.sources import read_tree, write_tree
from grader.core.games.tree import CHANCE, LEAF, MAX, Tree
from grader.core.numbers import MOST_DIGITS, Number, is_too_long, read_number, show_number, write_number
from grader.core.text import printable
from grader.kinds.mcts.solve import NO_RESULT, NONE, TIED, Rollouts, Sampling, Unplayable, rules_of, run
from grader.kinds.ucb.documents import check_prior, check_total

# -- numbers, and what is wrong with them

_LARGEST = 10**15
_LONGEST = 100
TOO_LARGE = f"is too large or too long, expected at most {_LARGEST:,} and {_LONGEST} characters"
Wrong = list[tuple[str, Path]]
"""What is wrong in a document, each with its place."""


def read_amount(raw: Plain, path: Path, wrong: Wrong) -> Number:
    """Return a number, 0 where none is given or it is noted as wrong."""
    number = None if raw is None else read_noted(raw, path, wrong, read_number)
    if number is not None and (len(str(raw)) > _LONGEST or is_too_large(number)):
        wrong.append((TOO_LARGE, path))
        return 0
    return number or 0


def is_too_large(number: Number) -> bool:
    """Return whether a number is too large to be a reward: means are floats."""
    return not -_LARGEST <= number <= _LARGEST


CHOICES = "choices"
"""The field with the numbers by which playouts choose."""


# -- how playouts that a problem gives become a search: a tree of all their moves, in which each is followed

ROOT = "root"
"""What the root is called; all other nodes are called by their moves."""
_OUT_OF_PLACE = ("root", "expand", "totals-for", "complement")
"""The conventions that say nothing where one player makes all moves, and each playout adds one node."""
MOST_PLAYOUTS = 200
_MOST_NODES, _MOST_MOVES, _LONGEST_ID = 1_000, 50, 100
_INSTEAD = ("tree", "layers", "iterations", "results")
Moves = tuple[str, ...]


def read_playouts(document: Document, conventions: Conventions, wrong: Wrong) -> Sampling | None:
    """Return the search in which the playouts of a document are followed; None where anything is wrong, which is noted."""
    wrong += [
        (f"has no place beside playouts, which say what is played; leave {name} out", (name,))
        for name in _INSTEAD
        if name in document.data
    ]
    wrong += [(why, ("conventions", name)) for name, why in out_of_place(conventions)]
    listed: Sequence[Mapping[str, Data]] = document.data["playouts"]
    if len(listed) > MOST_PLAYOUTS:
        wrong.append((f"has {len(listed)} playouts, expected at most {MOST_PLAYOUTS}", ("playouts",)))
        return None
    moves = [tuple(str(move).strip() for move in one["moves"]) for one in listed]
    rewards = [read_amount(one["reward"], ("playouts", place, "reward"), wrong) for place, one in enumerate(listed)]
    for place, one in enumerate(moves):
        if len(one) > _MOST_MOVES:
            wrong.append((f"has {len(one)} moves, expected at most {_MOST_MOVES}", ("playouts", place, "moves")))
    if wrong:
        return None
    tree, played = tree_of(moves)
    _check_names(tree, played, wrong)
    visits: list[int | None] = [0, *[None] * (tree.size - 1)]
    return None if wrong else Sampling(tree, visits, [0] * tree.size, rewards, playouts=played)


def out_of_place(conventions: Conventions) -> list[tuple[str, str]]:
    """Return the stated conventions that say nothing where playouts are given, each with the reason."""
    why = "says nothing where playouts are given: one player makes all moves, and each playout adds one node; leave it out"
    found = [(name, why) for name in _OUT_OF_PLACE if name in conventions.stated]
    if conventions.formula == PRIORS:
        found.append(("formula", "puct weighs priors, and nodes of playouts have none; expected uct or ucb1"))
    return found


def _check_names(tree: Tree, played: Sequence[tuple[int, ...]], wrong: Wrong) -> None:
    """Note nodes that cannot be told apart by their names, or are too many."""
    if tree.size > _MOST_NODES:
        wrong.append((f"come to {tree.size:,} nodes, expected at most {_MOST_NODES:,}", ("playouts",)))
        return
    first = {tree.ids[node]: node for node in reversed(range(tree.size))}
    for node, id_ in enumerate(tree.ids):
        where = ("playouts", next((place for place, one in enumerate(played) if node in one), 0), "moves")
        if first[id_] != node or id_ == NONE:
            why = "says in answers that no node is added" if id_ == NONE else "is the name of another node"
            wrong.append((f'a node would be called "{printable(id_)}", which {why}; expected other moves', where))
        elif len(id_) > _LONGEST_ID:
            expected = f"expected at most {_LONGEST_ID}: fewer or shorter moves"
            wrong.append((f"a node would have a name of {len(id_)} characters, {expected}", where))


def tree_of(playouts: Sequence[Moves]) -> tuple[Tree, list[tuple[int, ...]]]:
    """Return the tree of all nodes that playouts come to, children in the order of their moves, and each playout's nodes below the root.

    >>> tree, played = tree_of([("b", "a"), ("a",), ("b", "b")])
    >>> tree.ids
    ['root', 'a', 'b', 'ba', 'bb']
    >>> played
    [(2, 3), (1,), (2, 4)]
    """
    below: dict[Moves, set[str]] = {}
    for moves in playouts:
        for count, move in enumerate(moves):
            below.setdefault(moves[:count], set()).add(move)
    found: list[Moves] = [()]
    parent, first, end = [-1], [], []
    for node, moves in enumerate(found):
        children = sorted(below.get(moves, ()))
        first.append(len(found))
        found += [(*moves, move) for move in children]
        parent += [node] * len(children)
        end.append(len(found))
    place = {moves: node for node, moves in enumerate(found)}
    return _tree(found, parent, first, end), [
        tuple(place[moves[:count]] for count in range(1, len(moves) + 1)) for moves in playouts
    ]


def _tree(found: Sequence[Moves], parent: Sequence[int], first: Sequence[int], end: Sequence[int]) -> Tree:
    between = "" if all(len(move) == 1 for moves in found for move in moves) else "."
    ids = [between.join(moves) or ROOT for moves in found]
    kind = [LEAF if start == stop else MAX for start, stop in zip(first, end, strict=True)]
    nothing = [None] * len(found)
    return Tree(kind, first, end, parent, nothing, nothing, ids, [ROOT, *(moves[-1] for moves in found[1:])])


def write_playouts(game: Sampling) -> list[Plain]:
    """Return the playouts as a document holds them."""
    return [
        {"moves": [game.tree.moves[node] for node in nodes], "reward": write_number(reward)}
        for nodes, reward in zip(game.playouts, game.rewards, strict=True)
        if reward is not None
    ]


# -- playouts by the rules of a game, whose choices are given as numbers


def read_rollouts(
    document: Document, tree: Tree, conventions: Conventions, count: int, wrong: Wrong
) -> Rollouts | None:
    """Return the playouts of a game with `choices`, None where there are none; what is wrong is noted."""
    data, stated = document.data, document.data.get(CHOICES)
    if stated is None:
        return None
    if data.get("results") is not None:
        wrong.append(("has no place beside choices, from which the results follow; expected one of them", ("results",)))
    if len(stated) != count:
        wrong.append(
            (f"has {len(stated)} entries, expected {count}: one list of numbers for each iteration", (CHOICES,))
        )
    choices = tuple(
        tuple(_number(raw, (CHOICES, place, at), wrong) for at, raw in enumerate(numbers))
        for place, numbers in enumerate(stated)
    )
    playing = known_playing(data, conventions.root)
    return Rollouts(playing, positions_of(playing, tree), choices)


def _number(raw: Plain, path: Path, wrong: Wrong) -> int:
    try:
        number = read_number(str(raw))
    except ValueError as failure:  # with more digits than are read
        wrong.append((str(failure), path))
        return 1
    if number >= 1:
        return int(number)
    wrong.append((f"{show_number(number)} is no number of a move, expected 1, 2, 3 …", path))
    return 1


def positions_of(playing: Playing, tree: Tree) -> list[SomePosition]:
    """Return the position at each node: what its move leads to from that of its parent."""
    positions = [playing.match.start]
    for node in range(1, tree.size):
        parent = positions[tree.parent[node]]
        positions.append(next(move.to for move in playing.match.moves(parent) if move.name == tree.moves[node]))
    return positions


REWARDS = {"win": "1", "loss": "0", "draw": "1/2"}
"""What ends are worth where what MAX gets lies between 0 and 1, unless a game says otherwise."""


def with_rewards(data: Mapping[str, Data], conventions: Conventions) -> Mapping[str, Data]:
    """Return what a document says; of a game whose rewards lie between 0 and 1 also what its ends are worth where it does not say that."""
    if not is_played(data) or conventions.complement != "one-minus":
        return data
    game = data[FIELD]
    return {**data, FIELD: {**game, "utilities": {**REWARDS, **(game.get("utilities") or {})}}}


def wrong_worths(document: Document, conventions: Conventions) -> Wrong:
    """Return what is wrong with ends whose worth for MIN would not lie between 0 and 1 as that for MAX does."""
    playing = known_playing(document.data, conventions.root)
    ends = {end: playing.utilities[end] for end in playing.match.ends}
    if conventions.complement != "one-minus" or all(0 <= worth <= 1 for worth in ends.values()):
        return []
    said = ", ".join(f"{end} is worth {show_number(worth)}" for end, worth in ends.items())
    message = f"{said}, but MIN's reward is 1 - r, which is meant for rewards from 0 to 1; expected utilities such as {{win: 1, loss: 0, draw: 1/2}}, or complement: negate"
    return [(message, ("game", "utilities"))]


# -- a tree with statistics

MOST_NODES = 1_000
MOST_SCORES = 5_000
"""Of so many children and iterations scores can be asked: a page has a field for each."""
_LISTS = ("max", "min")
Read = tuple[Sampling | None, list[Fault], list[str]]


class _Raw(NamedTuple):
    """A node as the document has it, and where."""

    fields: Mapping[str, Plain]
    path: Path


def read_sampling(document: Document, conventions: Conventions) -> Read:
    """Return what is searched, what is wrong with the document, and warnings."""
    if "playouts" in document.data:
        wrong: Wrong = []
        played = read_playouts(document, conventions, wrong)
        if played is not None:
            _check_asked(played, document, wrong)
            wrong = wrong or _trouble(played, conventions, [])
        return (None if wrong else played), document.faults(wrong), []
    sources = () if is_played(document.data) else ("tree",)
    if absent := [name for name in (*sources, "iterations") if name not in document.data]:
        return None, document.faults([(f"{name} is missing, expected it, or playouts", ()) for name in absent]), []
    return _read_search(document, conventions)


def _read_search(document: Document, conventions: Conventions) -> Read:
    data = document.data
    refused = {CHANCE: "Monte Carlo tree search has no chance nodes here, expected max or min"}
    is_game = is_played(data)
    raws = [] if is_game else _nodes(data["tree"])
    if len(raws) > MOST_NODES:
        return None, document.faults([_too_large(len(raws), "tree")]), []
    tree, faults, warnings = read_tree(document, conventions, refused, may_be_open=True)
    if tree is None:
        return None, faults, warnings
    if is_game:
        raws = [_Raw({}, (FIELD,))] * tree.size
    wrong = _amiss_beside(document, conventions, tree)
    if wrong:
        return None, document.faults(wrong), warnings
    game = Sampling(
        tree,
        [_visits(raw, node, wrong) for node, raw in enumerate(raws)],
        [read_amount(raw.fields.get("total"), (*raw.path, "total"), wrong) for raw in raws],
        _rewards(document, wrong),
        [_prior(raw, node, conventions, wrong) for node, raw in enumerate(raws)] if conventions.weighs_priors else (),
    )
    if is_game:
        game = game._replace(rollouts=read_rollouts(document, tree, conventions, game.iterations, wrong))
    _check_nodes(game, raws, conventions, wrong)
    _check_asked(game, document, wrong)
    wrong = wrong or _trouble(game, conventions, raws)
    return (None if wrong else game), document.faults(wrong), warnings


def _too_large(size: int, field: str) -> tuple[str, Path]:
    return f"has {size:,} nodes, expected at most {MOST_NODES:,}", (field,)


def _amiss_beside(document: Document, conventions: Conventions, tree: Tree) -> Wrong:
    """Return what is wrong with a game, and what has a place only beside one."""
    if not is_played(document.data):
        message = "has a place only beside a game"
        return [(message, (name,)) for name in ("depth", CHOICES) if document.data.get(name) is not None]
    wrong = [] if tree.size <= MOST_NODES else [_too_large(tree.size, FIELD)]
    if conventions.weighs_priors:
        message = f"formula {conventions.formula} weighs priors, and the rules of a game state none; expected a tree"
        wrong.append((message, ("conventions", "formula")))
    return wrong + wrong_worths(document, conventions)


def _nodes(raw_tree: Data) -> list[_Raw]:
    """Return the nodes breadth-first, as `read_tree` numbers them."""
    waiting: list[tuple[Data, Path]] = [(raw_tree, ("tree",))]
    for raw, path in waiting:
        key = next((key for key in _LISTS if isinstance(raw, dict) and key in raw), None)
        below = raw if isinstance(raw, list) else raw[key] if key is not None else ()
        above = path if key is None else (*path, key)
        waiting.extend((child, (*above, place)) for place, child in enumerate(below))
    return [_Raw(raw if isinstance(raw, dict) else {}, path) for raw, path in waiting]


def _visits(raw: _Raw, node: int, wrong: Wrong) -> int | None:
    """Return the visits of a node before the first iteration; None where it is outside the search tree."""
    given = raw.fields.get("visits")
    is_outside = given is None and node > 0
    return None if is_outside else int(read_amount(given, (*raw.path, "visits"), wrong))


def _rewards(document: Document, wrong: Wrong) -> list[Number | None]:
    """Return MAX's reward of each iteration; None where none is given."""
    count, results = int(read_number(str(document.data["iterations"]))), document.data.get("results")
    if results is not None and len(results) != count:
        message = f"has {len(results)} entries, expected {count}: one for each iteration, null where none is needed"
        wrong.append((message, ("results",)))
    if not results:
        return [None] * count
    return [None if raw is None else read_amount(raw, ("results", at), wrong) for at, raw in enumerate(results)]


def _prior(raw: _Raw, node: int, conventions: Conventions, wrong: Wrong) -> Number:
    prior = read_amount(raw.fields.get("prior"), (*raw.path, "prior"), wrong)
    if node or prior:
        check_prior(raw.fields, prior, raw.path, conventions, wrong)
    return prior


def _check_nodes(game: Sampling, raws: list[_Raw], conventions: Conventions, wrong: Wrong) -> None:
    """Note statistics that do not fit together, priors where none is weighed, and a node that is called as no node."""
    tree, visits = game.tree, game.visits
    for node, (fields, path) in enumerate(raws):
        if (value := tree.value[node]) is not None and is_too_large(value):
            wrong.append((TOO_LARGE, path))
        if tree.ids[node] == NONE:
            wrong.append((f'"{NONE}" says in answers that no node is added, expected another id', (*path, "id")))
        if visits[node] is not None and node and visits[tree.parent[node]] is None:
            parent = printable(tree.ids[tree.parent[node]])
            wrong.append(
                (f"is in the search tree, but its parent {parent} is not; expected visits there too", (*path, "visits"))
            )
        check_total("node", fields, visits[node], game.totals[node], path, wrong)
        if fields.get("prior") is not None and (node == 0 or not conventions.weighs_priors):
            why = "the root is no child" if node == 0 else "a prior counts only in formula puct; state that"
            wrong.append((f"{why}, or leave it out" if node else f"{why}; leave its prior out", (*path, "prior")))


def _check_asked(game: Sampling, document: Document, wrong: Wrong) -> None:
    """Note that scores are asked of too many iterations on too many nodes."""
    asked, count = document.data.get("ask") or [], (game.tree.size - 1) * game.iterations
    if "scores" in asked and count > MOST_SCORES:
        what = f"{game.iterations} iterations on {game.tree.size} nodes"
        message = f"scores of {what} are too many to be asked, expected at most {MOST_SCORES:,} (iterations x children)"
        wrong.append((message, ("ask", list(asked).index("scores"))))


def _trouble(game: Sampling, conventions: Conventions, raws: list[_Raw]) -> Wrong:
    """Return why the search cannot be run; nothing where it can."""
    rules = rules_of(game, conventions)._replace(is_strict=True)
    try:
        done = run(game, rules)
        long = [node for node, total in enumerate(done.state.totals) if is_too_long(total)]
        if long:
            where = "playouts" if game.playouts else "results"
            return [(f"the rewards sum to a number of more than {MOST_DIGITS} digits; shorten them", (where,))]
    except Unplayable as found:
        return [_said(game, found, raws)]
    return []


def _said(game: Sampling, found: Unplayable, raws: list[_Raw]) -> tuple[str, Path]:
    name = printable(game.ids[found.node])
    where = "" if found.iteration is None else f"iteration {found.iteration + 1}: "
    if found.trouble == NO_RESULT and game.rollouts is not None:
        why = f"the playout from {name} is not over when its numbers end, expected more of them"
        return f"{where}{why}", (CHOICES, found.iteration or 0)
    if found.trouble == NO_RESULT:
        return f"{where}the simulation from {name} needs a result, expected MAX's reward", ("results",)
    if found.trouble == TIED:
        why = f"children of {name} tie for the best score, and what follows would depend on which is taken"
        return f"{where}{why}; expected first or last", ("conventions", "tie")
    why = f"{name} has no visits, but its children are compared; expected visits of at least 1"
    return f"{where}{why}", raws[found.node].path


def write_sampling(problem: Problem) -> dict[str, Plain]:
    """Return the fields of a problem document: the tree with its statistics, the iterations and their results."""
    game: Sampling = problem.game
    if game.playouts:
        return {"playouts": write_playouts(game)}
    written = write_tree(problem._replace(game=game.tree))
    written["iterations"] = game.iterations
    if any(reward is not None for reward in game.rewards):
        written["results"] = [None if reward is None else write_number(reward) for reward in game.rewards]
    if is_played(problem.stated):
        rollouts = game.rollouts
        choices = None if rollouts is None else [[*map(write_number, chosen)] for chosen in rollouts.choices]
        return written | stated({"depth": depth_in(problem.stated), CHOICES: choices})
    for node, (fields, _) in enumerate(_nodes(written["tree"])):
        visits = game.visits[node]
        more: dict[str, Plain] = {
            "visits": visits if node else visits or None,
            "total": write_number(game.totals[node]) if visits else None,
            "prior": write_number(game.priors[node]) if game.priors and node else None,
        }
        node_fields = cast("dict[str, Plain]", fields)
        below = {key: node_fields.pop(key) for key in _LISTS if key in node_fields}
        node_fields.update(stated(more) | below)
    return written
