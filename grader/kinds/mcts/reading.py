"""How a problem of Monte Carlo tree search comes in and goes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

from grader.conventions import Conventions
from grader.data import Data
from grader.documents import Document
from grader.errors import Fault, Path
from grader.exact import MOST_DIGITS, Number, is_too_long, read_number, show_number, write_number
from grader.games.playable.record import FIELD
from grader.games.problem import Problem, is_played
from grader.games.sources import read_tree, write_tree
from grader.games.tree import CHANCE, Tree
from grader.kinds.mcts.amounts import Wrong, read_amount
from grader.kinds.mcts.played import CHOICES, read_rollouts, write_choices, wrong_worths
from grader.kinds.mcts.playouts import read_playouts, write_playouts
from grader.kinds.mcts.running import NO_RESULT, TIED, Unplayable, rules_of, run
from grader.kinds.mcts.sampling import NONE, Sampling
from grader.printable import printable

MOST_NODES = 1_000
MOST_ITERATIONS = 200
MOST_SCORES = 5_000
"""Of so many children and iterations scores can be asked: a page has a field for each."""
_LISTS = ("max", "min")
Read = tuple[Sampling | None, list[Fault], list[str]]


class _Raw(NamedTuple):
    """A node as the document has it, and where."""

    fields: Mapping[str, Data]
    path: Path


def read_sampling(document: Document, conventions: Conventions) -> Read:
    """Return what is searched, what is wrong with the document, and warnings."""
    if "playouts" in document.data:
        wrong: Wrong = []
        played = read_playouts(document.data, conventions, wrong)
        if played is not None:
            _check_asked(played, document.data, wrong)
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
    wrong = _amiss_beside(data, conventions, tree)
    if wrong:
        return None, document.faults(wrong), warnings
    game = Sampling(
        tree,
        [_visits(raw, node, wrong) for node, raw in enumerate(raws)],
        [read_amount(raw.fields.get("total"), (*raw.path, "total"), wrong) for raw in raws],
        _rewards(data, wrong),
        [_prior(raw, node, conventions, wrong) for node, raw in enumerate(raws)] if conventions.weighs_priors else (),
    )
    if is_game:
        game = game._replace(rollouts=read_rollouts(data, tree, conventions, game.iterations, wrong))
    _check_nodes(game, raws, conventions, wrong)
    _check_asked(game, data, wrong)
    wrong = wrong or _trouble(game, conventions, raws)
    return (None if wrong else game), document.faults(wrong), warnings


def _too_large(size: int, field: str) -> tuple[str, Path]:
    return f"has {size:,} nodes, expected at most {MOST_NODES:,}", (field,)


def _amiss_beside(data: Mapping[str, Data], conventions: Conventions, tree: Tree) -> Wrong:
    """Return what is wrong with a game, and what has a place only beside one."""
    if not is_played(data):
        message = "has a place only beside a game"
        return [(message, (name,)) for name in ("depth", CHOICES) if data.get(name) is not None]
    wrong = [] if tree.size <= MOST_NODES else [_too_large(tree.size, FIELD)]
    if conventions.weighs_priors:
        message = f"formula {conventions.formula} weighs priors, and the rules of a game state none; expected a tree"
        wrong.append((message, ("conventions", "formula")))
    return wrong + wrong_worths(data, conventions)


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
    given, path = raw.fields.get("visits"), (*raw.path, "visits")
    if given is None:
        return None if node else 0
    number = read_amount(given, path, wrong)
    if not isinstance(number, int) or number < 0:
        wrong.append((f"{show_number(number)} is not a number of visits, expected 0, 1, 2 …", path))
        return 0
    return number


def _rewards(data: Mapping[str, Data], wrong: Wrong) -> list[Number | None]:
    """Return MAX's reward of each iteration; None where none is given."""
    count = int(read_number(str(data["iterations"])))
    results = data.get("results")
    if results is None:
        return [None] * count
    if len(results) != count:
        wrong.append(
            (
                f"has {len(results)} entries, expected {count}: one for each iteration, null where none is needed",
                ("results",),
            )
        )
    return [
        None if raw is None else read_amount(raw, ("results", place), wrong) for place, raw in enumerate(results)
    ] or [None] * count


def _prior(raw: _Raw, node: int, conventions: Conventions, wrong: Wrong) -> Number:
    given, path = raw.fields.get("prior"), (*raw.path, "prior")
    if given is None:
        if node:
            wrong.append(
                (f"prior is missing, expected a number from 0 up: formula {conventions.formula} weighs it", raw.path)
            )
        return 0
    number = read_amount(given, path, wrong)
    if number < 0:
        wrong.append((f"{show_number(number)} is no prior, expected a number from 0 up", path))
    return number


def _check_nodes(game: Sampling, raws: list[_Raw], conventions: Conventions, wrong: Wrong) -> None:
    """Note statistics that do not fit together, priors where none is weighed, and a node that is called as no node."""
    tree, visits = game.tree, game.visits
    for node, (fields, path) in enumerate(raws):
        if tree.ids[node] == NONE:
            wrong.append((f'"{NONE}" says in answers that no node is added, expected another id', (*path, "id")))
        if visits[node] is not None and node and visits[tree.parent[node]] is None:
            parent = printable(tree.ids[tree.parent[node]])
            wrong.append(
                (f"is in the search tree, but its parent {parent} is not; expected visits there too", (*path, "visits"))
            )
        if visits[node] and fields.get("total") is None:
            wrong.append(("total is missing, expected the summed reward of a visited node", path))
        if not visits[node] and game.totals[node] != 0:
            wrong.append(("a node without visits has no reward; expected no total, or 0", (*path, "total")))
        if fields.get("prior") is not None and (node == 0 or not conventions.weighs_priors):
            why = "the root is no child" if node == 0 else "a prior counts only in formula puct; state that"
            wrong.append((f"{why}, or leave it out" if node else f"{why}; leave its prior out", (*path, "prior")))


def _check_asked(game: Sampling, data: Mapping[str, Data], wrong: Wrong) -> None:
    """Note that scores are asked of too many iterations on too many nodes."""
    asked, count = data.get("ask") or [], (game.tree.size - 1) * game.iterations
    if "scores" in asked and count > MOST_SCORES:
        what = f"{game.iterations} iterations on {game.tree.size} nodes"
        message = f"scores of {what} are too many to be asked, expected at most {MOST_SCORES:,} (iterations x children)"
        wrong.append((message, ("ask", list(asked).index("scores"))))


_SAYS: Mapping[str, Callable[[str], str]] = {
    NO_RESULT: "the simulation from {} needs a result, expected MAX's reward".format,
    TIED: "children of {} tie for the best score, and what follows would depend on which is taken; expected first or last".format,
}


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
    if found.trouble == NO_RESULT:
        if game.rollouts is not None:
            message = f"{where}the playout from {name} is not over when its numbers end, expected more of them"
            return message, (CHOICES, found.iteration or 0)
        return where + _SAYS[NO_RESULT](name), ("results",)
    if found.trouble == TIED:
        return where + _SAYS[TIED](name), ("conventions", "tie")
    return f"{where}{name} has no visits, but its children are compared; expected visits of at least 1", raws[
        found.node
    ].path


def write_sampling(problem: Problem) -> dict[str, Data]:
    """Return the fields of a problem document: the tree with its statistics, the iterations and their results."""
    game: Sampling = problem.game
    if game.playouts:
        return {"playouts": write_playouts(game)}
    written = write_tree(problem._replace(game=game.tree))
    written["iterations"] = game.iterations
    if any(reward is not None for reward in game.rewards):
        written["results"] = [None if reward is None else write_number(reward) for reward in game.rewards]
    if is_played(problem.stated):
        depth = problem.stated.get("depth")
        written |= {} if depth is None else {"depth": int(str(depth))}
        return written if game.rollouts is None else written | {CHOICES: write_choices(game.rollouts)}
    for node, (fields, _) in enumerate(_nodes(written["tree"])):
        visits = game.visits[node]
        more: dict[str, Data] = {} if visits is None or (node == 0 and not visits) else {"visits": visits}
        if visits:
            more["total"] = write_number(game.totals[node])
        if game.priors and node:
            more["prior"] = write_number(game.priors[node])
        node_fields = cast("dict[str, Data]", fields)
        below = {key: node_fields.pop(key) for key in _LISTS if key in node_fields}
        node_fields.update(more | below)
    return written
