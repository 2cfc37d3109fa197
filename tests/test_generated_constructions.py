"""Generated exercises in which an object is handed in: what their certificates say, by the plain second solver."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import chain
from typing import Any

import pytest
import yaml
from banked import BANK
from click.testing import CliRunner
from second import construct as plain
from turns import in_turn
from windows import Deal, chunks, dealt, shifted

from generators import Leaves, NotFoundError, Promise, Question, RequestError, Shape, certified
from generators.candidate import Candidate
from generators.certify import Generated, written
from generators.draws import Draws
from generators.kinds.construct import (
    MAKES,
    best_is_known,
    is_worth_ordering,
    most_skipped,
    nothing_for_nothing,
    order_of,
    takes_so_many,
    tree_request,
)
from generators.kinds.trees import draw_tree, searched_by
from generators.like import apart, like, mirrored
from generators.parameters import ConstructParameters
from generators.practice_variants import practise
from generators.registry import figures_of
from grader import load_problem
from grader.cli.main import gametree
from grader.core.conventions import read_conventions
from grader.grading.bank import bank_folders
from grader.kinds import KINDS
from grader.kinds.about_searches.construct.fewest import candidates, changes_of
from grader.kinds.about_searches.construct.order import tried
from grader.kinds.about_searches.construct.solve import BestKnown, Construction
from grader.kinds.about_searches.construct.values import counting_up

STRICT, _ = read_conventions({"cutoff": "alpha > beta", "order": "right-to-left"})
BOUNDS, _ = read_conventions({"value-bounds": ["0", "9"]})
PAIRS = Shape((2, 2), (2, 2))
DICE = Shape((3, 3), (2, 2), ("max", "chance", "min"), probabilities="quarters")
REQUESTS: dict[str, ConstructParameters] = {
    "order": ConstructParameters(question=Question(("order", "count"))),
    "order, strict": ConstructParameters(question=Question(conventions=STRICT)),
    "order, least": ConstructParameters(objective="least-pruned", shape=Shape((2, 2), (2, 3))),
    "order, dice": ConstructParameters(shape=DICE, leaves=Leaves(ties=None), question=Question(conventions=BOUNDS)),
    "values": ConstructParameters(make="values", shape=Shape((2, 2), (2, 3))),
    "values, just this": ConstructParameters(
        make="values", prune_exactly=("G",), free=(2, 2), shape=PAIRS, leaves=Leaves(1, 9)
    ),
    "values, may repeat": ConstructParameters(make="values", shape=PAIRS, leaves=Leaves(0, 5, ties=None), free=(3, 4)),
    "changes": ConstructParameters(make="changes", shape=PAIRS, question=Question(("changes", "count"))),
    "changes, two": ConstructParameters(
        make="changes", shape=Shape((2, 2), (3, 3)), leaves=Leaves(1, 9), fewest=(2, 2)
    ),
}


def data_of(made: Generated) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(written(made.problem).data))
    return data


def given_numbers(data: dict[str, Any]) -> dict[str, Any]:
    """Return the numbers that the file has at its free leaves."""
    return {node.id: node.value for node in plain.breadth_first(plain.read_tree(data)) if node.id in data["free"]}


def check(made: Generated, request: ConstructParameters) -> None:
    """Fail where the problem is not as its certificate says."""
    data, answers = data_of(made), made.exercise.solve()
    make, figures = request.make, made.certificate.figures
    assert not {"example", "best"} & data.keys(), "what is handed out gives nothing away"
    assert plain.share(data, make, answers[make]) == 1
    trivial = plain.trivial_orders(data) if make == "order" else [{}]
    for thing in [*plain.trivial_fillings(data), given_numbers(data)] if make == "values" else trivial:
        assert plain.share(data, make, thing) == 0
    if make == "values":
        least, most = request.free or (3, 3)
        assert least <= figures["free-leaves"] == len(data["free"]) <= most
        (claim,) = data["goal"]["claims"]
        assert not request.prune_exactly or claim == {"pruned-exactly": list(request.prune_exactly)}
        return
    best = plain.solve(data)["count"]
    assert answers.get("count", best) == figures["best"] == best
    if make == "order":
        assert abs(plain.trivial_count(data) - best) >= 2
        assert figures["trivial"] == plain.trivial_count(data)
    else:
        least, most = request.fewest or (1, 2)
        assert least <= best <= most


@in_turn(2)
@dealt(3)
@pytest.mark.parametrize("name", REQUESTS)
def test_certificate_says_what_a_plain_solver_finds(name: str, window: int, deal: Deal) -> None:
    for seed in deal(range(3), window):
        check(certified("construct", REQUESTS[name], str(shifted(seed, window))), REQUESTS[name])


@pytest.mark.parametrize("make", ["values", "changes"])
@pytest.mark.parametrize("layers", [("max", "min"), ("min", "max")])
def test_nothing_that_is_passed_over_reaches_the_goal(make: str, layers: tuple[str, ...], window: int) -> None:
    request = ConstructParameters(make=make, shape=Shape((2, 2), (2, 3), layers=layers), leaves=Leaves(0, 9, ties=None))
    request = request._replace(promise=Promise(separate=("none",)))
    for seed in range(3):
        game: Construction = certified("construct", request, f"{window}/{seed}").problem.game
        tried = counting_up(game)
        if make == "changes":
            tried = chain.from_iterable(changes_of(game, count, candidates(game)) for count in (1, 2))
        assert game.asked.found.example == next(filter(game.reaches, tried))


@pytest.mark.sweep
def test_problem_is_what_is_read_from_its_file() -> None:
    for request in REQUESTS.values():
        made = certified("construct", request, "file")
        game, read = made.problem.game, made.exercise.problem.game
        assert (game.searched.game.value, game.asked) == (read.searched.game.value, read.asked)


# --- Random requests ------------------------------------------------------------------------------


def random_request(rng: random.Random) -> ConstructParameters:
    """Return a request as somebody would type it; it may contradict itself or be hard to meet."""
    make = rng.choice(("order", "order", "values", "values", "changes", "changes", "tree"))
    shapes = (PAIRS, Shape((2, 2), (2, 3)), Shape((3, 3), (2, 2)), Shape((2, 3), (1, 2)))
    shape = rng.choice(shapes)._replace(layers=rng.choice((("max", "min"), ("max", "min"), ("min", "max"))))
    leaves = rng.choice(
        (Leaves(), Leaves(0, 9, ties=None), Leaves(-3, 9), Leaves(0, 9, Fraction(1, 2)), Leaves(ties=1))
    )
    drawn = {"cutoff": "alpha > beta", "order": "right-to-left", "initial-window": ["2", "7"]}
    conventions, _ = read_conventions({name: value for name, value in drawn.items() if rng.random() < 0.15})
    ask = (make, "count") if rng.random() < 0.3 else ()
    promise = Promise(separate=(rng.choice(("default", "none", "all")),), most_draws=60)
    request = ConstructParameters(
        make=make, shape=shape, leaves=leaves, question=Question(ask, conventions=conventions)
    )
    said: dict[str, Any] = {
        "objective": rng.choice(("", "least-pruned")),
        "free": rng.choice((None, (1, 2), (9, 9))),
        "prune_exactly": rng.choice(((), (), ("G",), ("E", "G"), ("A",))),
        "fewest": rng.choice((None, (1, 1), (2, 2), (3, 3))),
        "search": rng.choice(("", "", "alpha-beta", "minimax", "expectiminimax")),
    }
    mine = {"order": ("objective",), "values": ("free", "prune_exactly"), "changes": ("fewest", "search"), "tree": ()}
    fields = [name for name in said if name in mine[make] or rng.random() < 0.05]
    return request._replace(promise=promise, **{name: said[name] for name in fields})


@chunks(1, 6, 20)
def test_random_request_is_met_as_certified_or_refused_with_a_sentence(chunk: int, window: int) -> None:
    met, said = 0, []
    for seed in range(shifted(chunk * 30, window), shifted(chunk * 30, window) + 30):
        rng = random.Random(seed)
        request = random_request(rng)
        try:
            made = certified("construct", request, str(seed))
        except RequestError as refused:
            said.append(str(refused))
            continue
        met += 1
        check(made, request)
    assert met
    assert min(len(sentence.split()) for sentence in said) > 5, "it says what was expected"


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (ConstructParameters(make="tree"), "--make: nothing is drawn for tree, expected order, values, changes"),
        (ConstructParameters(free=(2, 2)), "--free is said of --make values"),
        (ConstructParameters(prune_exactly=("G",)), "--prune-exactly is said of --make values"),
        (ConstructParameters(fewest=(1, 1)), "--fewest-changes is said of --make changes"),
        (ConstructParameters(make="values", objective="least-pruned"), "--objective is said of --make order"),
        (ConstructParameters(objective="best"), "--objective: expected most-pruned or least-pruned"),
        (ConstructParameters(question=Question(("values",))), "--make order has no part values, expected order, count"),
        (ConstructParameters(make="values", question=Question(("count",))), "--make values has no part count"),
        (
            ConstructParameters(make="changes", question=Question(conventions=STRICT)),
            "minimax has no convention cutoff, expected order, tie",
        ),
        (ConstructParameters("minimax"), "--search minimax: nothing is pruned by it"),
        (ConstructParameters("ucb", "changes"), 'there is no search "ucb" here'),
        (ConstructParameters(make="values", free=(9, 9)), "--free: expected 1 to 8 leaves"),
        (ConstructParameters(make="values", free=(6, 8)), "--free: there are .* ways to give 21 numbers to 8 leaves"),
        (ConstructParameters(make="values", leaves=Leaves(0, 9, Fraction(1, 2))), "whole --values and --step 1"),
        (ConstructParameters(make="values", prune_exactly=("E",), shape=PAIRS), "no values can do it: at B alpha is"),
        (ConstructParameters(make="changes", fewest=(1, 3)), "--fewest-changes: expected 1, 2 or 1-2"),
        (ConstructParameters(make="changes", shape=Shape()), "there are .* changes to try, expected at most 20,000"),
        (ConstructParameters("expectiminimax", "changes", shape=DICE), "with chance nodes the fewest changes"),
        (ConstructParameters(objective="least-pruned", shape=Shape()), "orders and more have to be tried"),
        (ConstructParameters(shape=Shape((3, 4), (2, 3))), "orders and more have to be tried, expected at most 2,000"),
        (
            ConstructParameters(shape=Shape((3, 3), (2, 2), ("max", "chance", "min"))),
            "no order skips more than one leaf, and worth-ordering needs 2; without --value-bounds a chance node",
        ),
        (ConstructParameters(promise=Promise(separate=("no-pruning",))), "no-pruning has no place in these exercises"),
    ],
)
def test_request_that_contradicts_itself_is_refused(request_: ConstructParameters, message: str) -> None:
    with pytest.raises(RequestError, match=message):
        certified("construct", request_, "1")


@pytest.mark.sweep
@pytest.mark.parametrize(
    "layers", [("max", "chance", "min"), ("max", "min", "chance"), ("min", "max"), ("chance", "max", "min")]
)
def test_no_order_skips_more_than_is_said_to_be_possible(layers: tuple[str, ...]) -> None:
    request = ConstructParameters(shape=Shape((3, 3), (2, 2), layers))
    for seed in range(6):
        tree = draw_tree(tree_request(request), Draws(str(seed)))
        game = order_of(request, searched_by(request, tree))
        assert len(tree.leaves()) - (tried(game).best or 0) <= most_skipped(tree)


def test_request_that_nothing_meets_says_what_stood_in_the_way() -> None:
    with pytest.raises(NotFoundError, match="not met within 2,000 draws: best-is-known stood in the way of 2,000"):
        certified("construct", ConstructParameters(shape=Shape((1, 1), (3, 3))), "1")


# --- What is guaranteed can fail ------------------------------------------------------------------


def with_found(name: str, **fields: Any) -> Candidate:
    """Return a generated problem of which something else is said to be known."""
    problem = certified("construct", REQUESTS[name], "1").problem
    asked = problem.game.asked
    game = Construction(problem.game.searched, asked._replace(found=asked.found._replace(**fields)))
    return Candidate(KINDS["construct"], problem._replace(game=game))


def test_guarantees_fail_where_they_do_not_hold() -> None:
    order, changes = REQUESTS["order"], REQUESTS["changes, two"]
    assert best_is_known(with_found("order"), order)
    assert not best_is_known(with_found("order", example={}), order)
    assert not best_is_known(with_found("values", example=BestKnown({}).example), order)
    given = with_found("order").game.asked.found
    assert not is_worth_ordering(with_found("order", trivial=given.best + 1), order)
    assert is_worth_ordering(with_found("order", trivial=given.best + 2), order)
    assert not nothing_for_nothing(with_found("order", trivial=8), order)
    assert not takes_so_many(with_found("changes, two", best=1), changes)
    assert takes_so_many(with_found("changes, two"), changes)


# --- From the command line, and from a problem ----------------------------------------------------


def test_command_makes_a_folder_of_constructions(tmp_path: Any) -> None:
    options = ["--make", "changes", "--depth", "2", "--branching", "2", "--count", "3", "--out", str(tmp_path / "out")]
    ran = CliRunner().invoke(gametree, ["generate", "construct", *options])
    assert ran.exit_code == 0, ran.output
    texts = [(tmp_path / f"out/problem-0{number}/problem.yaml").read_text() for number in (1, 2, 3)]
    assert len(set(texts)) == 3
    assert all("make: changes" in text for text in texts)
    certificate = (tmp_path / "out/key/problem-01/certificate.yaml").read_text()
    assert "The fewest changes are known" in certificate
    assert "fewest: null" in certificate


def test_exercises_that_ask_for_different_objects_have_different_titles(tmp_path: Any) -> None:
    shape = ["--depth", "2", "--branching", "3"]
    made = [CliRunner().invoke(gametree, ["generate", "construct", "--make", make, *shape]).output for make in MAKES]
    titles = [yaml.safe_load(text)["title"] for text in made]
    assert titles == ["The best order", "Numbers for leaves", "As few changes as possible"]
    (tmp_path / "q.yaml").write_text(made[1])
    variant = CliRunner().invoke(gametree, ["generate", "construct", "--like", str(tmp_path / "q.yaml")]).output
    assert yaml.safe_load(variant)["title"] == titles[1]
    named = CliRunner().invoke(gametree, ["generate", "construct", "--title", "Turn it"]).output
    assert yaml.safe_load(named)["title"] == "Turn it"


def test_command_refuses_to_draw_a_tree_that_is_to_be_made() -> None:
    ran = CliRunner().invoke(gametree, ["generate", "construct", "--make", "tree"])
    assert ran.exit_code == 2
    assert "Invalid value for '--make'" in ran.output
    assert "expected order, values or changes" in " ".join(ran.output.split())


@in_turn(3)
@dealt(2)
@pytest.mark.parametrize("name", ["order", "order, dice", "values", "values, may repeat", "changes", "changes, two"])
def test_variants_ask_the_same_of_trees_of_the_same_shape(name: str, deal: Deal, window: int) -> None:
    given = certified("construct", REQUESTS[name], "given")
    for request in (like(given.problem), apart(given.problem)):
        for seed in deal(range(2), window):
            made = certified("construct", request, str(seed))
            check(made, REQUESTS[name])
            mine, its = made.problem.game.asked, given.problem.game.asked
            assert mine._replace(found=BestKnown(None), claims=()) == its._replace(found=BestKnown(None), claims=())
            assert [claim.name for claim in mine.claims] == [claim.name for claim in its.claims]
            kind = KINDS["construct"]
            assert figures_of(Candidate(kind, made.problem)) == figures_of(Candidate(kind, given.problem))


def test_variants_of_a_shipped_construction_are_drawn_or_refused_with_the_sorts_that_are() -> None:
    stated = [one.problem for one in map(BANK.__getitem__, bank_folders()) if one.problem.kind == "construct"]
    drawn, said = set(), []
    for problem in stated:
        try:
            drawn.add(like(problem).make)  # type: ignore[union-attr]  # a construction's
        except RequestError as refused:
            said.append(str(refused))
    assert drawn == {"order", "changes"}
    assert len(said) == 4
    reasons = ("no variants are drawn of constructions of ", "the tree of a game follows from its rules")
    assert all(any(reason in sentence for reason in reasons) for sentence in said)


@pytest.mark.parametrize("name", ["order", "order, dice", "changes"])
def test_mirror_image_asks_the_same_of_the_tree_turned_round(name: str) -> None:
    given = certified("construct", REQUESTS[name], "given").problem
    made = certified("construct", mirrored(given), "1")
    data, other = data_of(made), written(given).data
    assert (data["make"], data["goal"]) == (other["make"], other["goal"])
    make = data["make"]
    assert plain.share(data, make, made.exercise.solve()[make]) == 1
    back = certified("construct", mirrored(made.problem), "1").problem
    assert written(back).data["tree"] == other["tree"]


def test_authors_example_puts_the_mirror_image_in_the_same_order() -> None:
    data = {
        "format": "gametree-problem/1",
        "id": "q",
        "kind": "construct",
        "search": "alpha-beta",
        "make": "order",
        "goal": {"objective": "most-pruned"},
        "tree": [[[3, 9], [5, 1]], [[8, 6], [2, 7]]],
        "example": {"A": ["C", "B"], "B": ["E", "D"], "C": ["G", "F"], "F": ["L", "M"], "G": ["O", "N"]},
    }
    problem = load_problem(data).problem
    made = certified("construct", mirrored(problem), "1")
    shown = written(made.problem).data["example"]
    assert (shown["A"], shown["D"]) == (["C", "B"], ["H", "I"])
    assert plain.share(data_of(made), "order", shown) == 1


def test_free_leaves_of_a_mirror_image_hold_no_answer_either() -> None:
    stated = {"search": "alpha-beta", "make": "values", "tree": [[3, 5], [4, 9]], "free": ["D", "F"]}
    goal = {"goal": {"claims": [{"value": 4}]}, "allowed": {"range": [1, 9]}}
    head = {"format": "gametree-problem/1", "id": "q", "kind": "construct", **stated, **goal}
    data = data_of(certified("construct", mirrored(load_problem(head).problem), "1"))
    assert plain.share(data, "values", given_numbers(data)) == 0


def test_goal_that_the_mirror_image_cannot_reach_is_refused() -> None:
    given = certified("construct", REQUESTS["values, just this"], "given").problem
    with pytest.raises(RequestError, match="the mirror image cannot be asked: the first 20,000 fillings do not reach"):
        mirrored(given)


def test_tree_that_is_to_be_made_has_no_mirror_image() -> None:
    with pytest.raises(RequestError, match="a tree that students make has no mirror image"):
        mirrored(BANK["smallest-cut"].problem)


def test_variants_to_practise_on_serve_the_wrong_ideas_of_an_order() -> None:
    practice = practise("construct", REQUESTS["order"], "1")
    assert {name for name, _ in practice.served} == {
        "best-last",
        "largest-first-everywhere",
        "smallest-first-everywhere",
    }
    assert len(practice.variants) >= 5
    assert practice.left_out == ()


def test_notes_on_practice_do_not_list_the_rules_that_are_tried_on_what_is_handed_in() -> None:
    practice = practise("construct", REQUESTS["changes"], "1")
    assert practice.served == ()
    assert practice.left_out == ()
