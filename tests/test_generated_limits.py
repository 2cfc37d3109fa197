"""Generated problems whose search stops at a depth: what is guaranteed of them, seen in the documents alone by the second solver."""

from __future__ import annotations

from typing import Any

import oracle
import pytest
from certificate_checks import best_here_and_at_the_end, check
from console import run
from request_files import with_file

from generators import (
    PARAMETERS,
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    Generated,
    Leaves,
    Limits,
    MinimaxParameters,
    Ordering,
    Parameters,
    Promise,
    Pruning,
    Question,
    RequestError,
    Shape,
    certified,
)
from generators.batch import certificate_data
from generators.like import like, mirrored
from grader.core.conventions import Conventions, read_conventions
from grader.core.search.folds import back_up
from grader.kinds import KINDS, write_problem

FEATURES = ("material", "mobility")
SEEDS = [f"seed {place}" for place in range(6)]
PLAIN = MinimaxParameters(limits=Limits(depth=2))
REQUESTS: dict[str, tuple[str, Parameters]] = {
    "minimax": ("minimax", PLAIN),
    "features": ("minimax", MinimaxParameters(limits=Limits(depth=2, features=FEATURES))),
    "everywhere": ("minimax", MinimaxParameters(limits=Limits(depth=2, statics="all", noise=2))),
    "not-quiet": ("minimax", MinimaxParameters(limits=Limits(depth=2, noisy=(1, 3)))),
    "alpha-beta": ("alpha-beta", AlphaBetaParameters(limits=Limits(depth=2, noisy=(1, 1), extension=1))),
    "expectiminimax": ("expectiminimax", ExpectiminimaxParameters(limits=Limits(depth=2))),
}


def document(made: Generated) -> dict[str, Any]:
    """Return the problem as its file holds it."""
    return dict(write_problem(KINDS[made.problem.kind], made.problem))


def inner(made: Generated) -> list[tuple[oracle.Node, int]]:
    """Return the nodes with children of the whole tree, also below the limit, and how deep they lie."""
    nodes = [(oracle.read_whole(document(made)), 0)]
    for node, depth in nodes:
        nodes += [(child, depth + 1) for child in node.children if child.children]
    return nodes


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", REQUESTS)
def test_the_limit_misleads_and_all_that_a_certificate_claims_holds_by_the_second_solver(name: str, seed: str) -> None:
    made = certified(*REQUESTS[name], seed)
    assert check(made, REQUESTS[name][1])
    assert made.exercise.solve()["value"] == oracle.solve(document(made))["value"]
    guaranteed = dict(made.certificate.guaranteed)
    assert "horizon-matters" in guaranteed
    assert ("quiescence-matters" in guaranteed) == (name in ("not-quiet", "alpha-beta"))


@pytest.mark.parametrize("seed", SEEDS)
def test_static_values_are_as_near_to_what_is_backed_up_as_was_asked(seed: str) -> None:
    made = certified(
        "minimax",
        MinimaxParameters(limits=Limits(depth=2, noise=3), promise=Promise(without=("horizon-matters",))),
        seed,
    )
    stated = [(node.static, oracle.full_value(node)) for node, depth in inner(made) if depth == 2]
    assert len(stated) == 9
    assert all(static is not None and abs(static - value) <= 3 for static, value in stated)
    assert all(node.static is None for node, depth in inner(made) if depth < 2)


def test_without_noise_the_limit_changes_nothing_so_that_it_cannot_matter() -> None:
    exact = Limits(depth=2, noise=0)
    promise = Promise(without=("horizon-matters",))
    made = certified("minimax", MinimaxParameters(limits=exact, promise=promise), "exact")
    here, at_the_end = best_here_and_at_the_end(document(made))
    assert here == at_the_end
    with pytest.raises(
        RequestError, match=r"horizon-matters stood in the way .* this works: --without horizon-matters"
    ):
        certified("minimax", MinimaxParameters(limits=exact), "exact")


def test_static_values_stand_everywhere_where_that_is_asked() -> None:
    nodes = inner(certified(*REQUESTS["everywhere"], "all"))
    assert [node.static is not None for node, _ in nodes] == [False] + [True] * 12


@pytest.mark.parametrize("seed", SEEDS)
def test_weights_are_small_whole_numbers_that_cannot_be_ignored(seed: str) -> None:
    data = document(certified(*REQUESTS["features"], seed))
    weights = data["evaluation"]["weights"]
    assert list(weights) == list(FEATURES)
    sizes = [abs(int(weight)) for weight in weights.values()]
    assert max(sizes) > 1
    assert all(1 <= size <= 5 for size in sizes)
    assert "static" not in str(data["tree"])


@pytest.mark.parametrize("seed", SEEDS)
def test_as_many_nodes_are_not_quiet_as_were_asked(seed: str) -> None:
    loud = [depth for node, depth in inner(certified(*REQUESTS["not-quiet"], seed)) if not node.quiet]
    assert 1 <= len(loud) <= 3
    assert {*loud} == {2}


def test_figures_say_how_much_is_searched() -> None:
    figures = certificate_data(certified("minimax", PLAIN, "1"))["figures"]
    assert (figures["nodes"], figures["nodes-searched"], figures["at-the-limit"]) == (40, 13, 9)
    assert figures["leaves-evaluated"] == 9
    plain = certificate_data(certified("minimax", MinimaxParameters(), "1"))["figures"]
    assert "at-the-limit" not in plain


def test_depth_is_counted_as_the_convention_says() -> None:
    conventions, wrong = read_conventions({"depth-in": "rounds"})
    assert not wrong
    request = ExpectiminimaxParameters()
    shape = request.shape._replace(depth=(5, 5))
    question = request.question._replace(conventions=conventions)
    made = certified(
        "expectiminimax", request._replace(shape=shape, question=question, limits=Limits(depth=1)), "rounds"
    )
    tree = made.problem.game
    assert {tree.depths()[node] for node in tree.at_horizon()} == {3}
    assert document(made)["depth"] == 1


@pytest.mark.parametrize("name", REQUESTS)
def test_variants_keep_the_limit_and_all_figures(name: str) -> None:
    kind, _ = REQUESTS[name]
    given = certified(*REQUESTS[name], "given")
    request = like(given.exercise.problem)
    made = certified(kind, request, "variant")
    mine, theirs = document(made), document(given)
    assert made.certificate.figures == given.certificate.figures
    for field in ("depth", "extension", "conventions"):
        assert mine.get(field) == theirs.get(field)
    assert (mine.get("evaluation") or {}) == (theirs.get("evaluation") or {})
    quiet = [[node.quiet for node, _ in inner(one)] for one in (made, given)]
    assert quiet[0] == quiet[1]
    assert mine["tree"] != theirs["tree"]


def test_problems_that_differ_below_the_limit_only_have_different_ids() -> None:
    from generators.certify import problem_id
    from grader.core.games.changed import cut_as

    problem = certified("minimax", PLAIN, "1").problem
    whole = problem.game.whole
    value = [None if number is None else number + 100 for number in whole.value]
    other = problem._replace(game=cut_as(problem.game, whole._replace(value=value)))
    assert problem_id(other) != problem_id(problem)


@pytest.mark.parametrize(
    ("kind", "changes", "message"),
    [
        ("minimax", {"limits": Limits(depth=3)}, "nothing lies below a horizon at depth 3 (plies): the tree has 3 plies"),
        ("minimax", {"limits": Limits(depth=0)}, "expected a --depth-limit of at least 1"),
        ("minimax", {"limits": Limits(noise=2)}, "--noise says something of a search that stops; add --depth-limit"),
        ("minimax", {"limits": Limits(features=FEATURES)}, "--features says something of a search that stops"),
        ("minimax", {"limits": Limits(depth=2, noise=-1)}, "expected a noise of at least 0"),
        ("minimax", {"limits": Limits(depth=2, weights=(1, 2))}, "2 weights for 0 features"),
        ("minimax", {"limits": Limits(depth=2, features=("a",), weights=(0,))}, "a weight of 0 counts nothing"),
        ("minimax", {"limits": Limits(depth=2, features=("a", "a"))}, "expected a different name for each feature"),
        ("minimax", {"limits": Limits(depth=2, noisy=(10, 12))}, "only 9 nodes are at the horizon, so 10 of them"),
        ("minimax", {"limits": Limits(depth=2, extension=1)}, "add --not-quiet"),
        ("minimax", {"limits": Limits(depth=2, statics="some")}, 'no static values at "some", expected horizon or all'),
        ("minimax", {"limits": Limits(depth=2), "ordering": Ordering("worst-first")}, "choose --ordering best-first or strong:P"),
        ("alpha-beta", {"limits": Limits(depth=2), "pruning": Pruning(prune_exactly=("C",))}, "with --depth-limit choose --prune-count"),
    ],
)  # fmt: skip
def test_contradictions_are_refused(kind: str, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RequestError) as failure:
        certified(kind, PARAMETERS[kind]()._replace(**changes), "1")
    assert message in str(failure.value)


def turned(node: Any) -> Any:
    """Return a document's node with its children, and theirs, the other way round."""
    if not isinstance(node, dict):
        return node
    return {
        name: [turned(one) for one in field[::-1]] if isinstance(field, list) else field for name, field in node.items()
    }


@pytest.mark.parametrize("name", REQUESTS)
def test_the_mirror_image_of_a_limited_problem_keeps_its_limit_and_all_that_stands_at_its_nodes(name: str) -> None:
    kind, request = REQUESTS[name]
    problem = certified(kind, request, "1").exercise.problem
    once = certified(kind, mirrored(problem), "1")
    given, image = dict(write_problem(KINDS[kind], problem)), document(once)
    assert image["tree"] == turned(given["tree"]) != given["tree"]
    assert {field: image.get(field) for field in ("depth", "extension", "evaluation")} == {
        field: given.get(field) for field in ("depth", "extension", "evaluation")
    }
    assert once.exercise.solve()["value"] == certified(kind, request, "1").exercise.solve()["value"]
    assert document(certified(kind, mirrored(once.exercise.problem), "1"))["tree"] == given["tree"]


@pytest.mark.parametrize("name", ["minimax", "features", "everywhere", "not-quiet", "alpha-beta"])
def test_best_first_goes_by_what_the_search_sees(name: str) -> None:
    kind, request = REQUESTS[name]
    made = certified(kind, request._replace(ordering=Ordering("best-first"), promise=Promise(separate=("none",))), "1")
    game = made.exercise.problem.game
    values = back_up(game)
    for node in game.inner():
        assert values[game.children(node)[0]] == values[node]


@pytest.mark.parametrize("features", [(), FEATURES])
def test_static_values_lie_within_the_value_bounds(features: tuple[str, ...]) -> None:
    conventions, _ = read_conventions({"value-bounds": ["0", "12"]})
    request = AlphaBetaParameters(
        Shape((4, 4), (2, 2), ("max", "chance", "min", "max"), probabilities="quarters"),
        Leaves(0, 12, ties=None),
        limits=Limits(depth=3, features=features, noise=9),
        question=Question(("pruned", "evaluations"), conventions=conventions),
        promise=Promise(without=("horizon-matters",), separate=("none",)),
    )
    for seed in SEEDS:
        made = certified("alpha-beta", request, seed)
        game = made.exercise.problem.game
        assert all(0 <= game.value[node] <= 12 for node in game.at_horizon())
        assert dict(made.certificate.guaranteed)["some-chance-cutoff"]


def test_features_need_value_bounds_as_far_apart_as_their_weights() -> None:
    conventions, _ = read_conventions({"value-bounds": ["0", "2"]})
    request = AlphaBetaParameters(
        Shape((3, 3), (2, 2), ("max", "chance", "min")),
        Leaves(0, 2, ties=None),
        limits=Limits(depth=2, features=FEATURES, weights=(3, 1)),
        question=Question(conventions=conventions),
    )
    with pytest.raises(RequestError, match="features count up to 3 each"):
        certified("alpha-beta", request, "1")


def test_who_moves_at_the_root_is_told_where_nobody_does() -> None:
    request = ExpectiminimaxParameters(shape=Shape(layers=("chance", "max"), branching=(2, 2)), limits=Limits(depth=2))
    made = certified("expectiminimax", request, "1")
    assert dict(made.certificate.not_guaranteed)["horizon-matters"] == "nobody moves at the root"


@pytest.mark.parametrize(
    "options",
    [
        ["minimax", "--depth-limit", "2", "--static", "all", "--noise", "4"],
        ["minimax", "--depth-limit", "2", "--features", "material,mobility", "--weights", "3,-1"],
        ["alpha-beta", "--depth", "4", "--branching", "2", "--depth-limit", "2", "--not-quiet", "1", "--extension", "1"],
        ["expectiminimax", "--depth", "5", "--depth-limit", "1", "--depth-in", "rounds"],
    ],
)  # fmt: skip
def test_options_are_read_and_the_folder_is_made(options: list[str], tmp_path: Any) -> None:
    typed = with_file(tmp_path, options[0], options[1:])
    ran = run("generate", options[0], *typed, "--seed", "7", "--out", str(tmp_path / "made"))
    assert ran.code == 0, ran.err
    statement = (tmp_path / "made" / "statement.html").read_text(encoding="utf-8")
    assert "horizon, depth" in statement
    again = run("generate", options[0], "--like", str(tmp_path / "made" / "problem.yaml"), "--seed", "8")
    assert again.code == 0, again.err
    assert "depth:" in again.out


def test_depth_in_is_said_once() -> None:
    ran = run(
        "generate", "expectiminimax", "--depth-limit", "1", "--depth-in", "moves", "--convention", "depth-in=rounds"
    )
    assert ran.code == 2
    assert "--depth-in and --convention depth-in say the same; expected one of them" in ran.err


def test_requests_without_a_limit_are_drawn_as_ever() -> None:
    assert (
        certified("minimax", MinimaxParameters(), "1").problem.id
        == certified("minimax", MinimaxParameters(limits=Limits()), "1").problem.id
    )
    assert Conventions().depth_in == "plies"
