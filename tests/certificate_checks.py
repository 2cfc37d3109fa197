"""Every claim of a certificate, checked by the tests' own second solver; and requests of every kind."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

import oracle
import pytest
import students
from windows import chunks, shifted

from generators import (
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    GameWish,
    Generated,
    Leaves,
    Limits,
    MinimaxParameters,
    Ordering,
    Playing,
    Promise,
    Pruning,
    Question,
    SamplingParameters,
    Shape,
    UcbParameters,
)
from generators.parameters import (
    ClaimsParameters,
    ConstructParameters,
    CostParameters,
    DeepeningParameters,
    PartyParameters,
    PositionsParameters,
    ThresholdParameters,
)
from grader.core.conventions import read_conventions
from grader.core.games.tree import Tree
from grader.kinds import KINDS, write_problem

Data = dict[str, Any]


def question(*ask: str, **conventions: Any) -> Question:
    read_fields, wrong = read_conventions({name.replace("_", "-"): value for name, value in conventions.items()})
    assert not wrong
    return Question(ask, conventions=read_fields)


def flat(depth: int, branching: int) -> Shape:
    return Shape((depth, depth), (branching, branching))


ALL = Promise(separate=("all",))
REQUESTS: dict[str, tuple[str, Any]] = {
    "minimax": ("minimax", MinimaxParameters()),
    "minimax-plans": ("minimax", MinimaxParameters(question=question("value", "values", "strategy", "labelling"))),
    "minimax-opponent": (
        "minimax",
        MinimaxParameters(flat(4, 2), question=question("values", "outcome", "best-response"), playing=Playing((2, 3))),
    ),
    "minimax-positions": (
        "minimax",
        MinimaxParameters(
            flat(4, 2), question=question("value", "redundant", "distinct-states", order="right-to-left")
        ),
    ),
    "expectiminimax-opponent": (
        "expectiminimax",
        ExpectiminimaxParameters(question=question("values", "strategy", "outcome", "best-response")),
    ),
    "minimax-uneven-min-root": (
        "minimax",
        MinimaxParameters(
            Shape((2, 4), (2, 3), ("min", "max"), moves="letters"),
            Leaves(-20, 99),
            question=question("value", "values"),
        ),
    ),
    "minimax-halves-with-ties": (
        "minimax",
        MinimaxParameters(
            flat(3, 2),
            Leaves(-5, 5, Fraction(1, 2), ties=2),
            question=question("value", "best-move", "principal-variation", "values"),
        ),
    ),
    "minimax-win-draw-loss": (
        "minimax",
        MinimaxParameters(Shape((3, 3), (2, 4)), Leaves(outcomes=(-1, 0, 1), ties=None)),
    ),
    "alpha-beta": ("alpha-beta", AlphaBetaParameters(pruning=Pruning(prune_count=(2, 4)))),
    "alpha-beta-leaves-evaluated": (
        "alpha-beta",
        AlphaBetaParameters(
            flat(3, 2), pruning=Pruning(leaves_evaluated=(5, 6)), question=question("leaves-evaluated")
        ),
    ),
    "alpha-beta-two-plies": ("alpha-beta", AlphaBetaParameters(flat(2, 3))),
    "alpha-beta-equality": (
        "alpha-beta",
        AlphaBetaParameters(flat(3, 2), Leaves(0, 9, ties=None), promise=Promise(about="equality")),
    ),
    "alpha-beta-read-off": (
        "alpha-beta",
        AlphaBetaParameters(
            flat(3, 2),
            Leaves(0, 9, ties=None),
            question=question("value", "visited", "windows", "cutoffs"),
            promise=Promise(
                separate=("strict-in-cutoffs-only", "other-windows-at", "visited-by-level"), about="equality"
            ),
        ),
    ),
    "alpha-beta-deep": ("alpha-beta", AlphaBetaParameters(flat(4, 2), promise=Promise(about="deep-cutoffs"))),
    "alpha-beta-strict-mirrored": (
        "alpha-beta",
        AlphaBetaParameters(
            Shape((2, 3), (2, 3), names="path"),
            Leaves(0, 30, ties=None),
            Ordering("strong", Fraction(7, 10)),
            question("value", "values", "pruned", "leaves-evaluated", cutoff="alpha > beta", order="right-to-left"),
        ),
    ),
    "alpha-beta-window": (
        "alpha-beta",
        AlphaBetaParameters(flat(3, 2), question=question("value", "pruned", "cutoffs", initial_window=["3", "17"])),
    ),
    "alpha-beta-fail-hard": ("alpha-beta", AlphaBetaParameters(question=question(bounds="fail-hard"))),
    "alpha-beta-worst-first": ("alpha-beta", AlphaBetaParameters(flat(4, 2), ordering=Ordering("worst-first"))),
    "alpha-beta-exactly": (
        "alpha-beta",
        AlphaBetaParameters(flat(4, 2), pruning=Pruning(prune_exactly=("G", "S")), promise=Promise(separate=("none",))),
    ),
    "alpha-beta-all-pairs": (
        "alpha-beta",
        AlphaBetaParameters(flat(4, 2), question=question("value", "values", "pruned", "visited"), promise=ALL),
    ),
    "alpha-beta-star1": (
        "alpha-beta",
        AlphaBetaParameters(
            Shape((3, 3), (2, 2), ("max", "chance", "min")),
            Leaves(ties=None),
            question=question("value", "visited", "windows", "intervals", value_bounds=["0", "20"]),
        ),
    ),
    "alpha-beta-known-ends": (
        "alpha-beta",
        AlphaBetaParameters(
            flat(3, 3), Leaves(ties=None), question=question("value", "pruned", "windows", value_bounds=["0", "9"])
        ),
    ),
    "minimax-all-pairs": ("minimax", MinimaxParameters(flat(3, 3), promise=ALL)),
    "expectiminimax-all-pairs": (
        "expectiminimax",
        ExpectiminimaxParameters(Shape((2, 2), (2, 3), ("max", "chance"), probabilities="tenths"), promise=ALL),
    ),
    "ucb-all-pairs": ("ucb", UcbParameters(promise=ALL)),
    "expectiminimax": ("expectiminimax", ExpectiminimaxParameters()),
    "expectiminimax-quarters": (
        "expectiminimax",
        ExpectiminimaxParameters(
            Shape((2, 2), (2, 3), ("max", "chance"), probabilities="quarters"), Leaves(-9, 30), question=question()
        ),
    ),
    "expectiminimax-chance-root": (
        "expectiminimax",
        ExpectiminimaxParameters(
            Shape((3, 3), (2, 2), ("chance", "max", "min"), probabilities=(Fraction(3, 10), Fraction(7, 10)))
        ),
    ),
    "ucb": ("ucb", UcbParameters()),
    "ucb-choice": ("ucb", UcbParameters(children=(3, 5), extra_visits=(0, 3), question=question("choice"))),
    "ucb-unvisited": ("ucb", UcbParameters(unvisited=(1, 1), question=question(formula="ucb1", log="log2"))),
}

_LIMIT = Limits(depth=2, noisy=(1, 1))
FURTHER: dict[str, tuple[str, Any]] = {
    "minimax-game": ("minimax", MinimaxParameters(game=GameWish("take-away"))),
    "alpha-beta-game-like": ("alpha-beta", AlphaBetaParameters(game=GameWish("bags", other_than="{}"))),
    "mcts": ("mcts", SamplingParameters()),
    "deepening": ("deepening", DeepeningParameters()),
    "deepening-timed": (
        "deepening",
        DeepeningParameters("minimax", question=question("values-by-depth", "total-leaves", "completed", "move")),
    ),
    "deepening-root": (
        "deepening",
        DeepeningParameters(reorder="root", question=question("leaves-by-depth", "orders", "direct-leaves")),
    ),
    "mcts-scores": ("mcts", SamplingParameters(question=question("paths", "scores", "expanded", "choice"))),
    "ucb-priors": ("ucb", UcbParameters(question=question(formula="puct"))),
    "cost": ("cost", CostParameters()),
    "cost-in-time": ("cost", CostParameters(question=question("leaves", "time"))),
    "cost-of-nodes": ("cost", CostParameters(unit="nodes", question=question("nodes", "depth-reached-best"))),
    "cost-like": (
        "cost",
        CostParameters(depth=(4, 4), other_than=(35,), question=question("leaves", "minimal-leaves")),
    ),
    "positions": ("positions", PositionsParameters()),
    "positions-of-nim": (
        "positions",
        PositionsParameters(piles=(2, 3), most=(2, 3), question=question("losing", "nim-values", "winning-moves")),
    ),
    "positions-last-loses": ("positions", PositionsParameters(last="loses", question=question("outcomes"))),
    "positions-like": ("positions", PositionsParameters(other_than="10")),
    "max-n": ("max-n", PartyParameters()),
    "max-n-sum": (
        "max-n",
        PartyParameters(
            question=question("values", "pruned", "visited", sum_bound="9"), promise=Promise(separate=("all",))
        ),
    ),
    "minimax-limit": ("minimax", MinimaxParameters(limits=_LIMIT)),
    "minimax-limit-everywhere": ("minimax", MinimaxParameters(flat(4, 2), limits=Limits(depth=2, statics="all"))),
    "alpha-beta-limit-features": (
        "alpha-beta",
        AlphaBetaParameters(limits=Limits(depth=2, features=("material", "mobility"), weights=(3, -1))),
    ),
    "minimax-mover": ("minimax", MinimaxParameters(question=question("value", "values", values_for="mover"))),
    "threshold": ("threshold", ThresholdParameters()),
    "threshold-whole": ("threshold", ThresholdParameters("minimax", "any", "yes")),
    "claims": ("claims", ClaimsParameters()),
    "construct": ("construct", ConstructParameters()),
    "construct-values": ("construct", ConstructParameters(make="values")),
    "construct-changes": ("construct", ConstructParameters(make="changes", shape=Shape((2, 2), (2, 2)))),
    "claims-of-dice": ("claims", ClaimsParameters("expectiminimax", (4, 6))),
    "expectiminimax-limit": ("expectiminimax", ExpectiminimaxParameters(limits=Limits(depth=2, statics="all"))),
}
"""Requests for problems whose search stops at a depth, for plans, for games, and for which x something holds: what is guaranteed of them has tests of its own."""
FEW, MANY = 3, 10_000
"""Seeds for each request in every run, and for the requests of each kind together in the whole sweep."""
CHUNKS = 8
swept = chunks(every=1, longer=1, whole=CHUNKS)
"""The first chunk holds the few seeds, the others share the many."""


def seeds_of(chunk: int, few: int, many: int, window: int) -> range:
    """Return the seeds of a chunk in a window."""
    first, stop = (few + many * end // (CHUNKS - 1) for end in (chunk - 1, chunk))
    return range(shifted(first if chunk else 0, window), shifted(stop, window))


def data_of(generated: Generated) -> Data:
    """Return the problem as its document holds it."""
    return write_problem(KINDS[generated.problem.kind], generated.problem)


def asked(data: Data, answers: Data) -> Data:
    return {part: answers.get(part) for part in data["ask"]}


def is_same(data: Data, other: Data) -> bool:
    """Tell whether two problems have the same right answers in all parts that the first asks."""
    return are_same_answers(data, oracle.solve(data), for_its_movers(data, oracle.solve(other), other))


def for_its_movers(data: Data, answers: Data, other: Data) -> Data:
    """Return the answers to the other problem, in which others may move, as they are written for who moves in the first."""
    if data.get("conventions", {}).get("values-for") != "mover":
        return answers
    as_max = oracle.solve(with_conventions(other, values_for="max"))
    mins = {node["id"] for node, _ in nodes(data["tree"]) if "min" in node}
    values = {name: minus(number) if name in mins else number for name, number in as_max.get("values", {}).items()}
    root = minus(as_max["value"]) if data["tree"]["id"] in mins else as_max["value"]
    return answers | {"value": root, "values": values}


def minus(number: Any) -> Any:
    """Return the negative of a number as documents write it."""
    return oracle.in_document(-oracle.number(number))


def are_same_answers(data: Data, answers: Data, others: Data) -> bool:
    """Tell whether the other answers count as right in all asked parts where the first are."""
    mine, its = asked(data, answers), asked(data, others)
    if "scores" in mine:
        scores, others = mine.pop("scores"), its.pop("scores")
        if not all(oracle.is_right_score(data, scores[child], others[child]) for child in scores):
            return False
    value, other_value = mine.pop("value", None), its.pop("value", None)
    if value is not None and not oracle.is_right_number(data, value, other_value):
        return False
    if "values" in mine:
        values, others = mine.pop("values"), its.pop("values")
        if values.keys() != others.keys():
            return False
        if not all(oracle.is_right_number(data, values[node], others[node]) for node in values):
            return False
    if "pruned" in mine:
        root = oracle.read_tree(data)
        if oracle.leaves_below(root, mine.pop("pruned")) != oracle.leaves_below(root, its.pop("pruned")):
            return False
    return mine == its


# wrong rules as other documents: what a student computes who takes the exercise for another one


def nodes(raw: Any, depth: int = 0) -> Iterator[tuple[Data, int]]:
    """Yield the node and all nodes below it, with how deep they lie."""
    yield raw, depth
    for player in ("max", "min", "chance"):
        for child in raw.get(player, ()):
            yield from nodes(child, depth + 1)


def changed(data: Data, change: Callable[[Data, int], None]) -> Data:
    other = copy.deepcopy(data)
    for node, depth in list(nodes(other["tree"])):
        change(node, depth)
    return other


def give(node: Data, player: str) -> None:
    for old in ("max", "min"):
        if old in node:
            node[player] = node.pop(old)


def swap(node: Data, depth: int, only: int | None = None) -> None:
    if only in (None, depth) and ("max" in node or "min" in node):
        give(node, "min" if "max" in node else "max")


def unweigh(node: Data, depth: int, player: str = "chance") -> None:
    if "chance" in node:
        node[player] = [{field: child[field] for field in child if field != "p"} for child in node.pop("chance")]


def only_likeliest(node: Data, depth: int) -> None:
    if "chance" in node:
        weights = [oracle.number(child["p"]) for child in node["chance"]]
        for place, child in enumerate(node["chance"]):
            child["p"] = int(place == weights.index(max(weights)))


def shift(node: Data, depth: int) -> None:
    if "chance" in node:
        weights = [child["p"] for child in node["chance"]]
        for child, weight in zip(node["chance"], [*weights[1:], weights[0]], strict=True):
            child["p"] = weight


def root_player_only(data: Data) -> Data:
    opponent = "min" if "max" in data["tree"] else "max"
    return changed(data, lambda node, depth: give(node, opponent) if depth else None)


def mean_of_opponent(data: Data) -> Data:
    opponent = "min" if "max" in data["tree"] else "max"

    def change(node: Data, depth: int) -> None:
        if opponent in node:
            node["chance"] = node.pop(opponent)

    return changed(data, change)


def with_conventions(data: Data, **stated: Any) -> Data:
    conventions = data.get("conventions", {}) | {name.replace("_", "-"): value for name, value in stated.items()}
    return data | {"conventions": conventions}


def other_order(data: Data) -> Data:
    order = data.get("conventions", {}).get("order", "left-to-right")
    return with_conventions(data, order="left-to-right" if order == "right-to-left" else "right-to-left")


def other_document(data: Data, name: str, detail: str) -> Data | None:
    """Return the exercise for which one with the wrong rule takes this one; None where no document can say it."""
    whole_tree: dict[str, Callable[[Data, int], None]] = {
        "players-swapped": swap,
        "all-max": lambda node, depth: give(node, "max"),
        "all-min": lambda node, depth: give(node, "min"),
        "level-swapped": partial(
            swap, only=int(detail.rsplit(maxsplit=1)[-1]) if detail.startswith("at depth") else None
        ),
        "chance-as-min": partial(unweigh, player="min"),
        "chance-as-max": partial(unweigh, player="max"),
        "plain-mean": unweigh,
        "most-likely-only": only_likeliest,
        "probabilities-shifted": shift,
    }
    conventions = data.get("conventions", {})
    if name in ("chance-as-min", "chance-as-max", "averages-opponent") and conventions.get("depth-in") == "rounds":
        return None  # chance nodes do not count as moves: with other ones the search would stop elsewhere
    if name in whole_tree and "tree" in data:
        return changed(data, whole_tree[name])
    if name == "averages-opponent" and data["kind"] != "alpha-beta":
        return mean_of_opponent(data) | {"kind": "expectiminimax"}
    if name == "root-player-only":
        return root_player_only(data)
    if name in ("strict-cutoff", "equality-cutoff"):
        return with_conventions(data, cutoff="alpha > beta" if name == "strict-cutoff" else "alpha >= beta")
    if name == "wrong-direction":
        return other_order(data)
    if name == "other-log":
        return with_conventions(data, log=detail)
    if name == "exploitation-only" and conventions.get("formula") != "ucb1":
        return with_conventions(data, exploration=0)
    if name == "constant-omitted" and conventions.get("formula") != "ucb1":
        return with_conventions(data, exploration=1)
    return None


# what is guaranteed, said again


def same_tree(tree: Tree, other: Tree) -> bool:
    mine, its = tree.frozen(), other.frozen()
    return mine.columns() == its.columns() and mine.whole.frozen().columns() == its.whole.frozen().columns()


def root_of(data: Data) -> oracle.Node:
    return oracle.read_tree(data)


def best_children(data: Data) -> list[oracle.Node]:
    root = root_of(data)
    return [child for child in root.children if oracle.full_value(child) == oracle.full_value(root)]


def skipped(data: Data) -> list[str]:
    return oracle.solve(with_conventions(data, list_pruned_as="subtrees"))["pruned"]


def figures_of(data: Data) -> dict[str, int]:
    """Return the difficulty figures, counted by the second solver."""
    if data["kind"] == "ucb":
        arms = oracle.read_arms(data)
        visited = sum(arm.visits > 0 for arm in arms)
        distinct = len({(arm.total, arm.visits) for arm in arms})
        return {"nodes": len(arms) + 1, "distinct-values": distinct, "arithmetic-steps": 5 * visited + bool(visited)}
    root = root_of(data)
    everything, whole = oracle.breadth_first(root), oracle.breadth_first(oracle.read_whole(data))
    trace = oracle.run_search(root, data) if data["kind"] == "alpha-beta" else None
    visited_nodes = everything if trace is None else trace.visited
    depths = {root.id: 0}
    for node in everything:
        depths |= {child.id: depths[node.id] + 1 for child in node.children}
    by_chance = {child.id for node in everything if node.player == "chance" for child in node.children}
    weights = len(data.get("evaluation", {}).get("weights", {}))
    features = {node["id"]: weights * ("features" in node) for node, _ in nodes(data["tree"])}
    stops = [node for node in everything if node.at_horizon]
    limit = {"nodes-searched": len(everything), "at-the-limit": len(stops)} if "depth" in data else {}
    figures = limit | {
        "nodes": len(whole),
        "leaves-evaluated": sum(not node.children for node in visited_nodes),
        "distinct-values": len({node.value for node in whole if not node.children}),
        "arithmetic-steps": sum(2 if node.id in by_chance else 1 for node in visited_nodes if node is not root)
        + sum(2 * features[node.id] for node in visited_nodes if node.at_horizon),
    }
    if trace is None:
        return figures
    cutting = [depths[cutoff.node.id] for cutoff in trace.cutoffs if cutoff.skipped]
    return figures | {"cutoffs": len(cutting), "deepest-cutoff": max(cutting, default=0)}


def _without(data: Data, *names: str) -> Data:
    """Return the document without these fields, at nodes too."""
    if isinstance(data, dict):
        return {name: _without(value, *names) for name, value in data.items() if name not in names}
    return [_without(item, *names) for item in data] if isinstance(data, list) else data


def best_here_and_at_the_end(data: Data) -> list[set[str]]:
    """Return the best moves of the search that stops at the horizon, and those of one to the leaves."""
    to_the_end = {
        **_without(data, "depth", "extension"),
        "conventions": _without(data.get("conventions", {}), "depth-in"),
    }
    return [{child.id for child in best_children(one)} for one in (data, to_the_end)]


def _is_told_by_noise(data: Data) -> bool:
    """Return whether a search that stops everywhere at the limit finds another value or another best move."""
    quiet = _without(data, "quiet", "extension")
    before, after = ({child.id for child in best_children(one)} for one in (quiet, data))
    return oracle.full_value(root_of(quiet)) != oracle.full_value(root_of(data)) or not before & after


def check_guarantee(name: str, data: Data, request: Any) -> None:
    """Fail where the problem is not as its certificate says."""
    solved = oracle.solve(data)
    if name == "unique-best-move":
        assert len(best_children(data)) == 1
        node = root_of(data)
        while "principal-variation" in data["ask"] and oracle.is_player(node):
            (node,) = [child for child in node.children if oracle.full_value(child) == oracle.full_value(node)]
    elif name == "horizon-matters":
        assert set.isdisjoint(*best_here_and_at_the_end(data))
    elif name == "quiescence-matters":
        assert _is_told_by_noise(data)
    elif name == "short-decimals":
        decimals = oracle.convention(data, "decimals")
        scale = 0 if decimals == "exact" else 10 ** int(decimals)  # 0: every value is as short as it should be
        assert all(scale % oracle.number(value).denominator == 0 for value in solved["values"].values())
    elif name == "opponent-matters":
        assert solved["outcome"] != solved["value"]
        choice = {"max": min, "min": max}[root_of(data).player]  # the other player's
        nodes = {node.id: node for node in oracle.breadth_first(root_of(data))}
        played = [(nodes[name], reply) for name, reply in data["opponent"].items()]
        worth = [
            (oracle.full_value(child), choice(map(oracle.full_value, node.children)))
            for node, reply in played
            for child in node.children
            if reply in (child.id, child.move)
        ]
        least, most = request.playing.errs or (1, 1)
        assert least <= sum(mine != best for mine, best in worth) == len(worth) <= most
    elif name == "positions-repeat":
        least, most = request.playing.repeated or (2, 2)
        assert least <= len(solved["redundant"]) <= most
    elif name == "has-answers":
        assert set(data["ask"]) <= set(solved)
    elif name == "some-cutoff":
        assert solved["pruned"]
    elif name == "some-chance-cutoff":
        root = root_of(data)
        chances = {node.id for node in oracle.breadth_first(root) if node.player == "chance"}
        assert any(cutoff.skipped and cutoff.node.id in chances for cutoff in oracle.run_search(root, data).cutoffs)
    elif name == "bounds-matter":
        unknowing = data | {"conventions": _without(data["conventions"], "value-bounds")}
        assert oracle.solve(unknowing)["visited"] != solved["visited"]
    elif name == "unequal-bounds":
        both = [oracle.solve(with_conventions(data, cutoff=cutoff)) for cutoff in ("alpha >= beta", "alpha > beta")]
        assert both[0] == both[1]
    elif name == "prunes-nothing":
        assert not solved["pruned"]
    elif name == "prune-count":
        least, most = request.pruning.prune_count
        assert least <= len(skipped(data)) <= most
    elif name == "leaves-evaluated":
        least, most = request.pruning.leaves_evaluated
        assert least <= solved["leaves-evaluated"] <= most
    elif name == "prune-exactly":
        assert set(skipped(data)) == set(request.pruning.prune_exactly)
    elif name == "same-figures":
        wanted, found, room = dict(request.promise.figures), figures_of(data), request.promise.room
        assert wanted.keys() == found.keys()
        assert all(abs(found[figure] - wanted[figure]) <= room * wanted[figure] for figure in wanted)
    elif name == "other-answers":
        ids = oracle.node_ids(data)
        labels = {node.id: node.move for node in oracle.breadth_first(root_of(data))} if "tree" in data else {}
        old_key = {
            part: labels[ids[nodes[0]]]
            if part == "best-move"
            else ids[nodes[0]]
            if part == "choice"
            else [ids[node] for node in nodes]
            for part, nodes in request.promise.unlike
        }
        marks = oracle.marks(data, old_key, follow_through=Fraction(0))
        assert any(marks[part] < oracle.number(data["points"][part]) for part in old_key)
    elif name == "move-changes":
        assert len(set(solved["best-moves"])) > 1
    elif name == "reordering-gains":
        assert solved["leaves-by-depth"][-1] < solved["direct-leaves"]
    elif name == "unique-best-moves":
        others = [oracle.solve(with_conventions(data, tie=tie)) for tie in ("first", "last")]
        assert others[0]["best-moves"] == others[1]["best-moves"]
    elif name == "margin":
        scores = sorted((float(score) for score in solved["scores"].values()), reverse=True)
        assert scores[0] - scores[1] >= 0.05 - 1e-9 or (scores[1] == inf and request.unvisited[1] > 1)
    elif name == "not-greedy":
        means = {
            c["id"]: Fraction(oracle.number(c.get("total", 0)), c["visits"]) for c in data["children"] if c["visits"]
        }
        if oracle.convention(data, "formula") == "puct":  # there a child without visits has a mean, too
            unvisited = oracle.number(oracle.convention(data, "unvisited-mean"))
            means = {c["id"]: means.get(c["id"], unvisited) for c in data["children"]}
        assert means.get(solved["choice"], 0) < max(means.values())
    else:
        pytest.fail(f"nobody checks {name}")


def rule_of(key: tuple[str, str]) -> students.Rule:
    """Return a wrong rule as the simulated students call it."""
    return key[0], key[1].removeprefix("at depth ").removeprefix("depth counted in ")


def check(generated: Generated, request: Any) -> int:
    """Fail unless everything holds; return how many misconceptions were checked."""
    data = data_of(generated)
    document = json.loads(json.dumps(data))
    assert generated.certificate.figures == figures_of(document)
    for name, _ in generated.certificate.guaranteed:
        check_guarantee(name, document, request)
    checked = 0
    for target in generated.certificate.separated:
        if len(target) == 2:  # one who follows the first rule, one who follows the second
            answers = [students.follow(document, rule_of((name, detail))) for name, detail in target]
            assert not are_same_answers(document, *answers), (target, document)
            checked += 1
            continue
        ((name, detail),) = target
        other = other_document(document, name, detail)
        if other is not None:
            checked += 1
            assert not is_same(document, other), (name, detail, document)
        if name == "no-pruning":  # or it lists fewer cutoffs that skip nothing
            assert skipped(document) or oracle.convention(document, "empty-cutoffs") == "count"
        # One who follows the rule, played by the students of bench/, who share no code with the program.
        followed = students.follow(document, rule_of((name, detail)))
        marks = oracle.marks(document, students.handed_in(document, followed), follow_through=Fraction(0))
        assert any(earned < oracle.number(document["points"][part]) for part, earned in marks.items()), (name, document)
        checked += 1
    return checked
