"""Generated exercises, thousands of them, against the second solver: it shares no code with the generators or the program."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import inf
from typing import Any

import oracle
import pytest
import students
from conftest import as_yaml, read
from windows import chunks, shifted, tenth_or_all

from generators import (
    PARAMETERS,
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    Generated,
    Leaves,
    MinimaxParameters,
    Ordering,
    Promise,
    Pruning,
    Question,
    RequestError,
    Shape,
    UcbParameters,
    certified,
    generate,
    well_formed,
)
from generators.candidate import Candidate
from generators.certificate import certificate_data
from generators.certify import draw_case, first_failure, make_plan
from generators.coincidences import coincidence
from generators.draws import Draws
from generators.errors import UnreachableError
from generators.guarantees import NAMES
from generators.like import like
from grader.bank import PROBLEM_FILE, bank_folders
from grader.conventions import read_conventions
from grader.documents import PROBLEM_LIMITS, parse_document, read_document
from grader.documents.write import to_yaml
from grader.errors import ProblemError
from grader.games.tree import Tree
from grader.kinds import KINDS, Problem, read_exercise, write_problem
from grader.kinds.misconceptions import all_wordings

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
FEW, MANY = 25, 10_000
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
    return are_same_answers(data, oracle.solve(data), oracle.solve(other))


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
    if name in whole_tree and "tree" in data:
        return changed(data, whole_tree[name])
    conventions = data.get("conventions", {})
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
    everything = oracle.breadth_first(root)
    trace = oracle.run_search(root, data) if data["kind"] == "alpha-beta" else None
    visited_nodes = everything if trace is None else trace.visited
    depths = {root.id: 0}
    for node in everything:
        depths |= {child.id: depths[node.id] + 1 for child in node.children}
    by_chance = {child.id for node in everything if node.player == "chance" for child in node.children}
    figures = {
        "nodes": len(everything),
        "leaves-evaluated": sum(not node.children for node in visited_nodes),
        "distinct-values": len({node.value for node in everything if not node.children}),
        "arithmetic-steps": sum(2 if node.id in by_chance else 1 for node in visited_nodes if node is not root),
    }
    if trace is None:
        return figures
    cutting = [depths[cutoff.node.id] for cutoff in trace.cutoffs if cutoff.skipped]
    return figures | {"cutoffs": len(cutting), "deepest-cutoff": max(cutting, default=0)}


def check_guarantee(name: str, data: Data, request: Any) -> None:
    """Fail where the problem is not as its certificate says."""
    solved = oracle.solve(data)
    if name == "unique-best-move":
        assert len(best_children(data)) == 1
        node = root_of(data)
        while "principal-variation" in data["ask"] and oracle.is_player(node):
            (node,) = [child for child in node.children if oracle.full_value(child) == oracle.full_value(node)]
    elif name == "short-decimals":
        decimals = oracle.convention(data, "decimals")
        scale = 0 if decimals == "exact" else 10 ** int(decimals)  # 0: every value is as short as it should be
        assert all(scale % oracle.number(value).denominator == 0 for value in solved["values"].values())
    elif name == "has-answers":
        assert set(data["ask"]) <= set(solved)
    elif name == "some-cutoff":
        assert solved["pruned"]
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
        assert figures_of(data) == dict(request.promise.figures)
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
    elif name == "margin":
        scores = sorted((float(score) for score in solved["scores"].values()), reverse=True)
        assert scores[0] - scores[1] >= 0.05 - 1e-9 or (scores[1] == inf and request.unvisited[1] > 1)
    elif name == "not-greedy":
        means = {
            c["id"]: Fraction(oracle.number(c.get("total", 0)), c["visits"]) for c in data["children"] if c["visits"]
        }
        assert means.get(solved["choice"], 0) < max(means.values())
    else:
        pytest.fail(f"nobody checks {name}")


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
            answers = [students.follow(document, (name, detail.removeprefix("at depth "))) for name, detail in target]
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
        followed = students.follow(document, (name, detail.removeprefix("at depth ")))
        marks = oracle.marks(document, students.handed_in(document, followed), follow_through=Fraction(0))
        assert any(earned < oracle.number(document["points"][part]) for part, earned in marks.items()), (name, document)
        checked += 1
    return checked


@swept
@pytest.mark.parametrize("name", REQUESTS)
def test_every_problem_keeps_what_its_certificate_promises(name: str, chunk: int, window: int) -> None:
    kind, request = REQUESTS[name]
    many = -(-MANY // sum(kind == other for other, _ in REQUESTS.values()))
    seeds = seeds_of(chunk, FEW, many, window)
    checked = sum(check(certified(kind, request, str(seed)), request) for seed in seeds)
    assert checked or request.promise.separate == ("none",) or name == "ucb-unvisited"


WITHOUT_VARIANTS = {"ucb-fresh-node"}
"""No child was visited there: nothing can vary."""
GIVEN = {id_: folder / PROBLEM_FILE for id_, folder in bank_folders().items() if id_ not in WITHOUT_VARIANTS}


def given_problem(id_: str) -> Problem:
    return read_exercise(read_document(str(GIVEN[id_]), PROBLEM_LIMITS, ProblemError), KINDS).problem


@swept
@pytest.mark.parametrize("id_", GIVEN)
def test_every_variant_is_as_hard_as_the_given_problem(id_: str, chunk: int, window: int) -> None:
    problem = given_problem(id_)
    request = like(problem)
    assert figures_of(write_problem(KINDS[problem.kind], problem)) == dict(request.promise.figures)
    many = -(-MANY // sum(GIVEN[other].parts[-3] == problem.kind for other in GIVEN))
    for seed in seeds_of(chunk, 3, many, window):
        generated = certified(problem.kind, request, str(seed))
        assert "same-figures" in dict(generated.certificate.guaranteed)
        check(generated, request)


def test_requests_cover_every_kind_and_every_guarantee() -> None:
    from generators.guarantees import GUARANTEES

    certificates = [certified(kind, request, "0").certificate for kind, request in REQUESTS.values()]
    seen = {name for certificate in certificates for name, _ in certificate.guaranteed}
    assert {guarantee.name for guarantee in GUARANTEES} - seen == {"same-figures", "other-answers"}
    assert {certificate.kind for certificate in certificates} == set(PARAMETERS)
    told = {key[0] for certificate in certificates for target in certificate.separated for key in target}
    assert any(len(target) == 2 for certificate in certificates for target in certificate.separated)
    left = {"equality-cutoff", "true-value-at-cutoff"}
    assert set(all_wordings()) - told <= left | {"constant-inside-root"}


@pytest.mark.parametrize("name", REQUESTS)
def test_documents_of_generated_problems_are_read_back_as_they_were(name: str) -> None:
    kind, request = REQUESTS[name]
    for seed in range(5):
        problem = certified(kind, request, str(seed)).problem
        data = write_problem(KINDS[kind], problem)
        for content in (as_yaml(data), to_yaml(data).encode()):
            document = parse_document(content, "problem.yaml", ProblemError)
            again = read(data).problem if content is None else _read(document)
            assert again.game == problem.game if kind == "ucb" else _same_tree(again.game, problem.game)
            assert (again.ask, again.points, again.id) == (problem.ask, problem.points, problem.id)
            assert write_problem(KINDS[kind], again) == data


def _read(document: Any) -> Any:
    return read_exercise(document, KINDS).problem


def _same_tree(tree: Any, other: Any) -> bool:
    return all(list(mine) == list(its) for mine, its in zip(tree, other, strict=True))


LEAF_WISHES: dict[str, tuple[Leaves, Callable[[list[Fraction]], bool]]] = {
    "distinct": (Leaves(-9, 20), lambda values: len(set(values)) == 9 and min(values) >= -9 and max(values) <= 20),
    "two ties": (Leaves(0, 9, ties=2), lambda values: len(set(values)) == 7 and max(values) <= 9 and min(values) >= 0),
    "halves": (Leaves(-3, 3, Fraction(1, 2)), lambda values: all((2 * value).denominator == 1 for value in values)),
    "quarters": (Leaves(0, 5, Fraction(1, 4)), lambda values: all((4 * value).denominator == 1 for value in values)),
    "outcomes": (Leaves(outcomes=(-1, 0, 1), ties=None), lambda values: set(values) <= {-1, 0, 1}),
}


@pytest.mark.parametrize("kind", ["minimax", "alpha-beta", "expectiminimax"])
@pytest.mark.parametrize("name", LEAF_WISHES)
def test_leaf_values_are_as_they_were_wished_for(name: str, kind: str) -> None:
    leaves, is_as_wished = LEAF_WISHES[name]
    promise = Promise(without=("unique-best-move", "short-decimals", "unequal-bounds"), separate=("none",))
    request = PARAMETERS[kind](shape=flat(2, 3), leaves=leaves, promise=promise)
    for seed in range(100):
        root = root_of(data_of(certified(kind, request, f"{name} {seed}")))
        values = [node.value for node in oracle.breadth_first(root) if not node.children]
        assert is_as_wished(values), values


@pytest.mark.parametrize("chances", ["uniform", "tenths", "quarters", "thirds"])
def test_chances_are_exact_and_of_the_wished_sort(chances: str) -> None:
    shape = Shape((3, 3), (2, 3), ("max", "chance", "min"), probabilities=chances)
    promise = Promise(without=("unique-best-move", "short-decimals"), separate=("none",))
    scale = {"tenths": 10, "quarters": 4, "thirds": 3}.get(chances, 0)
    for seed in range(100):
        data = data_of(certified("expectiminimax", ExpectiminimaxParameters(shape, promise=promise), str(seed)))
        chance_nodes = [node for node in oracle.breadth_first(root_of(data)) if node.player == "chance"]
        assert chance_nodes
        for node in chance_nodes:
            weights = [child.probability for child in node.children]
            assert sum(weights) == 1
            assert len(set(weights)) == 1 if scale == 0 else all((scale * p).denominator == 1 for p in weights)
            assert min(weights) > 0


@pytest.mark.parametrize("name", REQUESTS)
def test_certificates_fit_their_schema(name: str) -> None:
    from grader.documents import shape_faults

    kind, request = REQUESTS[name]
    data = certificate_data(certified(kind, request, "schema"))
    document = parse_document(to_yaml(data).encode(), "certificate.yaml", ProblemError)
    assert not shape_faults(document, "certificate")


# what must be told apart, what cannot be, and what is dropped


@pytest.mark.parametrize("separate", ["default", "all", "none", "all-max"])
def test_what_an_exercise_is_about_is_always_separated(separate: str) -> None:
    promise = Promise(separate=(separate,), about="equality")
    request = AlphaBetaParameters(flat(2, 2), Leaves(0, 9, ties=None), promise=promise)
    for seed in range(20):
        generated = certified("alpha-beta", request, str(seed))
        assert (("strict-cutoff", ""),) in generated.certificate.separated
        case = Candidate(KINDS["alpha-beta"], generated.problem)
        assert case.separates(case.misconceptions["strict-cutoff", ""])
        loose, strict = (
            oracle.solve(with_conventions(data_of(generated), cutoff=cutoff))
            for cutoff in ("alpha >= beta", "alpha > beta")
        )
        assert loose["pruned"] != strict["pruned"]


ABOUT_NOTHING: dict[str, tuple[str, AlphaBetaParameters]] = {
    "nothing is pruned on purpose": (
        "equality",
        AlphaBetaParameters(leaves=Leaves(ties=None), ordering=Ordering("worst-first")),
    ),
    "no search has both bounds to compare": ("equality", AlphaBetaParameters(flat(1, 4), Leaves(ties=None))),
    "nothing is pruned": ("deep-cutoffs", AlphaBetaParameters(flat(4, 2), ordering=Ordering("worst-first"))),
    "only the parent's bound cuts": ("deep-cutoffs", AlphaBetaParameters(Shape((4, 4), (2, 2), ("max", "max", "min")))),
    "in windows too; choose a depth of 4, or of 3 and ask windows": (
        "deep-cutoffs",
        AlphaBetaParameters(flat(2, 3), question=question("windows")),
    ),
    "in windows too; choose a greater depth": (
        "deep-cutoffs",
        AlphaBetaParameters(Shape((3, 3), (2, 2), ("max", "max", "min")), question=question("windows")),
    ),
}


@pytest.mark.parametrize("reason", ABOUT_NOTHING)
def test_what_no_exercise_can_be_about_is_refused(reason: str) -> None:
    about, request = ABOUT_NOTHING[reason]
    with pytest.raises(RequestError, match=reason):
        certified("alpha-beta", request._replace(promise=Promise(about=about)), "0")


@pytest.mark.parametrize("children", [3, 4, 5, 6])
def test_default_targets_of_choice_alone_are_those_that_are_soon_met(children: int) -> None:
    request = UcbParameters(children=(children, children), question=question("choice"))
    certificates = [certified("ucb", request, str(seed)).certificate for seed in range(300)]
    dropped = dict(certificates[0].not_separated)
    assert certificates[0].separated
    assert re.search("in fewer than [0-9]+ of 1[0-9][0-9] draws", dropped[("other-log", "log2"),])


CONVENTIONS: dict[str, Data] = {
    "usual": {},
    "fail-hard": {"bounds": "fail-hard"},
    "fail-hard-strict-entry": {"bounds": "fail-hard", "cutoff": "alpha > beta", "windows_at": "entry"},
    "window": {"initial_window": ["3", "12"]},
    "window-strict": {"initial_window": ["3", "12"], "cutoff": "alpha > beta"},
    "window-fail-hard": {"initial_window": ["-inf", "12"], "bounds": "fail-hard"},
    "right-to-left": {"order": "right-to-left", "tie": "last", "list_pruned_as": "leaves"},
    "entry-count": {"windows_at": "entry", "empty_cutoffs": "count"},
    "any": {"tie": "any", "empty_cutoffs": "count", "list_pruned_as": "leaves"},
}
SHAPES: dict[str, Shape] = {
    "all-max": Shape((2, 2), (2, 2), ("max",)),
    "1x3": flat(1, 3),
    "2x3": flat(2, 3),
    "3x2": flat(3, 2),
    "3x3": flat(3, 3),
    "4x2": flat(4, 2),
    "max-max-min": Shape((4, 4), (2, 2), ("max", "max", "min")),
    "max-min-min": Shape((3, 3), (2, 2), ("min", "max", "max")),
    "uneven": Shape((2, 4), (1, 3)),
}
ASKED = [
    (),
    ("values", "pruned"),
    ("best-move", "principal-variation"),
    ("windows",),
    ("cutoffs",),
    ("value", "visited", "leaves-evaluated"),
]
WITHOUT = [(), ("unequal-bounds", "some-cutoff", "unique-best-move")]
LEAVES = [Leaves(0, 90), Leaves(0, 9, ties=None)]
ORDERINGS = [Ordering(), Ordering("worst-first")]


def wrongly_refused(kind: str, request: Any, seeds: int) -> Iterator[tuple[Any, str]]:
    """Yield the misconceptions that are refused, with the reason, but are separated by a draw."""
    try:
        plan = make_plan(kind, request._replace(promise=request.promise._replace(separate=("none",))))
    except UnreachableError:
        return  # no draw of this shape is accepted
    for seed in range(seeds):
        case = draw_case(plan, Draws(str(seed)))
        if first_failure(plan, case) is None:
            for key, misconception in case.misconceptions.items():
                reason = coincidence(key, plan.setting)
                if reason and case.separates(misconception):
                    yield key, reason


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("conventions", CONVENTIONS)
def test_refused_misconceptions_are_never_separated(conventions: str, shape: str) -> None:
    for ask, without, leaves, ordering in product(ASKED, WITHOUT, LEAVES, ORDERINGS):
        request = AlphaBetaParameters(
            SHAPES[shape], leaves, ordering, question(*ask, **CONVENTIONS[conventions]), Promise(without)
        )
        if ordering.name == "worst-first" and leaves.ties is None:
            continue
        assert not list(wrongly_refused("alpha-beta", request, 6)), (ask, without, leaves, ordering)


@pytest.mark.parametrize("probabilities", ["uniform", "tenths", "quarters"])
@pytest.mark.parametrize("branching", [(1, 2), (2, 2), (1, 4)])
def test_refused_misconceptions_about_chance_are_never_separated(probabilities: str, branching: Any) -> None:
    for layers, depth in product([("max", "chance"), ("chance", "min", "max")], [(2, 2), (1, 3)]):
        request = ExpectiminimaxParameters(Shape(depth, branching, layers, probabilities=probabilities))
        assert not list(wrongly_refused("expectiminimax", request._replace(promise=Promise(NAMES)), 25))


# orderings


UNIFORM = [(b, d) for b in range(2, 65) for d in range(1, 13) if b**d <= 4096]
CHAINS = [(1, d) for d in range(1, 61)]
"""Of one leaf, as deep as trees are made."""


def count_leaves(branching: int, depth: int, ordering: Ordering, seed: str = "x") -> int:
    shape = flat(depth, branching)._replace(most_nodes=10_000)
    promise = Promise(without=("unique-best-move", "some-cutoff", "unequal-bounds"), separate=("none",))
    request = AlphaBetaParameters(shape, ordering=ordering, promise=promise, question=question("value"))
    return certified("alpha-beta", request, seed).certificate.figures["leaves-evaluated"]


@pytest.mark.parametrize(("branching", "depth"), [*UNIFORM, *CHAINS])
def test_best_first_examines_as_many_leaves_as_knuth_and_moore_say(branching: int, depth: int) -> None:
    least = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    assert count_leaves(branching, depth, Ordering("best-first")) == least
    assert count_leaves(branching, depth, Ordering("worst-first")) == branching**depth


@pytest.mark.slow
@pytest.mark.parametrize("eighth", [0, *(pytest.param(eighth, marks=pytest.mark.full) for eighth in range(1, 8))])
def test_flat_trees_of_every_width_are_examined_whole_whatever_their_order(eighth: int, window: int) -> None:
    """The widths from 65 on, of depth 1: with those of UNIFORM all (b, d) with b^d <= 4,096. Each window begins with others."""
    for branching in range(65 + (eighth + window) % 8, 4097, 8):
        assert count_leaves(branching, 1, Ordering("best-first")) == branching
        assert count_leaves(branching, 1, Ordering("worst-first")) == branching


EXPECTED = [  # branching, depth, leaves examined and the standard error of that figure, seeds
    (2, 2, 11 / 3, 0, 4_000),
    (2, 3, 719 / 105, 0, 4_000),
    (3, 2, 521 / 70, 0, 4_000),
    (2, 4, 12.02, 0.015, 4_000),
    (2, 5, 21.64, 0.03, 2_000),
    (3, 3, 19.44, 0.025, 4_000),
    (3, 4, 45.3, 0.05, 2_000),
    (4, 3, 40.1, 0.05, 2_000),
    (10, 2, 55.9, 0.1, 2_000),
    (10, 3, 380, 1.5, 300),
]


@pytest.mark.slow
@tenth_or_all
@pytest.mark.parametrize(("branching", "depth", "mean", "mean_error", "seeds"), EXPECTED)
def test_random_trees_are_as_hard_as_random_trees_are(
    branching: int, depth: int, mean: float, mean_error: float, seeds: int, part: int
) -> None:
    counts = [count_leaves(branching, depth, Ordering(), str(seed)) for seed in range(seeds // part)]
    average = sum(counts) / len(counts)
    variance = sum((count - average) ** 2 for count in counts) / (len(counts) - 1)
    error = (variance / len(counts) + mean_error**2) ** 0.5
    assert abs(average - mean) <= 4 * error


def test_strong_ordering_puts_the_best_move_first_as_often_as_it_says() -> None:
    request = MinimaxParameters(
        flat(2, 4), ordering=Ordering("strong", Fraction(3, 4)), promise=Promise(separate=("none",))
    )
    at_root, below = [], []
    for seed in range(400):
        for node in oracle.breadth_first(root_of(data_of(certified("minimax", request, str(seed))))):
            if node.children:
                is_first = oracle.full_value(node.children[0]) == oracle.full_value(node)
                (below if node.id != "A" else at_root).append(is_first)
    assert 0.67 <= sum(at_root) / 400 <= 0.83
    assert len(below) == 1600
    assert 0.71 <= sum(below) / 1600 <= 0.79


# the same everywhere


def test_problems_of_these_seeds_are_these_problems() -> None:
    """Golden vectors: a change here is a new version of the generators."""
    from generators import VERSION, content_of

    assert VERSION == 3
    found = {name: certified(*REQUESTS[name], "golden").problem.id for name in REQUESTS}
    assert found == GOLDEN
    assert content_of(certified(*REQUESTS["ucb"], "golden").problem)


GOLDEN: dict[str, str] = {
    "minimax": "minimax-52f3b29fc7",
    "minimax-uneven-min-root": "minimax-ed73db9640",
    "minimax-halves-with-ties": "minimax-870f8b2eb9",
    "minimax-win-draw-loss": "minimax-e1d6b021f9",
    "alpha-beta": "alpha-beta-0f5566b646",
    "alpha-beta-leaves-evaluated": "alpha-beta-fdb06f4f18",
    "alpha-beta-two-plies": "alpha-beta-bd3f231a9b",
    "alpha-beta-equality": "alpha-beta-c47b25340d",
    "alpha-beta-read-off": "alpha-beta-48c72f339a",
    "alpha-beta-deep": "alpha-beta-5d942b1e13",
    "alpha-beta-strict-mirrored": "alpha-beta-a37251c833",
    "alpha-beta-window": "alpha-beta-74bdb09470",
    "alpha-beta-fail-hard": "alpha-beta-1fb8525c59",
    "alpha-beta-worst-first": "alpha-beta-dfc0686724",
    "alpha-beta-exactly": "alpha-beta-45867c308c",
    "alpha-beta-all-pairs": "alpha-beta-993a841607",
    "minimax-all-pairs": "minimax-52f3b29fc7",
    "expectiminimax-all-pairs": "expectiminimax-748b0a82e1",
    "ucb-all-pairs": "ucb-7f5770a489",
    "expectiminimax": "expectiminimax-e9ec5d5ce9",
    "expectiminimax-quarters": "expectiminimax-eca6535cc7",
    "expectiminimax-chance-root": "expectiminimax-48081cd1e9",
    "ucb": "ucb-7f5770a489",
    "ucb-choice": "ucb-854078e058",
    "ucb-unvisited": "ucb-0852513b61",
}


MALFORMED: dict[str, tuple[str, Any, str]] = {
    "another-kinds-parameters": ("ucb", MinimaxParameters(), "ucb takes UcbParameters, not MinimaxParameters"),
    "a-tree-kind-with-ucb": ("alpha-beta", UcbParameters(), "alpha-beta takes AlphaBetaParameters, not UcbParameters"),
    "no-parameters": ("minimax", None, "minimax takes MinimaxParameters, not None"),
    "unknown-kind": ("mcts", MinimaxParameters(), 'no generator of the kind "mcts", expected minimax, alpha-beta'),
    "number-for-a-pair": ("minimax", MinimaxParameters(Shape(depth=3)), "Shape.depth: expected a pair (least, most)"),
    "list-for-a-pair": ("minimax", MinimaxParameters(Shape(branching=[2, 3])), "Shape.branching: expected a pair"),
    "three-for-a-pair": ("ucb", UcbParameters(visits=(1, 2, 3)), "UcbParameters.visits: expected a pair"),
    "list-of-layers": ("minimax", MinimaxParameters(Shape(layers=["max"])), "Shape.layers: expected a tuple of texts"),
    "text-for-names": ("minimax", MinimaxParameters(promise=Promise(separate="all")), "Promise.separate: expected"),
    "nested-lists": ("minimax", MinimaxParameters(Shape(nested=[[], []])), "expected tuples of tuples"),
    "leaf-that-is-no-tuple": ("minimax", MinimaxParameters(Shape(nested=((), 0))), "expected tuples of tuples"),
    "number-with-rounding": ("minimax", MinimaxParameters(leaves=Leaves(0, 0.5)), "a whole number or a Fraction"),
    "points-without-number": (
        "minimax",
        MinimaxParameters(question=Question(points=("value",))),
        "pairs (name, number)",
    ),
    "record-in-anothers-place": ("minimax", MinimaxParameters(Leaves()), "MinimaxParameters.shape: expected a Shape"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_request_is_refused_with_what_was_expected(name: str) -> None:
    kind, parameters, said = MALFORMED[name]
    with pytest.raises(RequestError, match=re.escape(said)):
        generate(kind, parameters, "x")


def test_tree_that_could_be_changed_is_refused_and_its_frozen_copy_is_not() -> None:
    tree = generate("minimax", MinimaxParameters(), "x").problem.game
    with pytest.raises(RequestError, match="expected a Tree of tuples"):
        generate("minimax", MinimaxParameters(Shape(skeleton=tree)), "x")
    frozen = Tree(*map(tuple, tree))
    drawn = generate("minimax", MinimaxParameters(Shape(skeleton=frozen)), "x")
    assert list(drawn.problem.game.ids) == list(tree.ids)


def test_every_field_of_a_request_is_checked() -> None:
    for kind, parameters in REQUESTS.values():
        well_formed.check_request(kind, parameters)
    annotations = {annotation for record in PARAMETERS.values() for _, _, annotation in well_formed._fields(record())}
    assert annotations == {*well_formed._EXPECTED, *well_formed._RECORDS}
