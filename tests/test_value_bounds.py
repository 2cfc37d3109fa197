"""Value bounds that the whole search believes (`bounds-at: everywhere`): by hand, against a second solver, in words, and who forgets them."""

from __future__ import annotations

import random
from typing import Any

import oracle
import pytest
import yaml
from conftest import faults_of, problem_data, read, report_of
from windows import chunks, shifted

from grader.core.search.folds import back_up
from grader.pages.sheet import conventions as said_of

TREE = [[10, 10], [2, 9]]
STAR1 = {
    "max": [
        {"id": "B", "chance": [{"id": "K", "value": 6}, {"id": "L", "value": 4}]},
        {"id": "C", "chance": [{"id": "M", "p": "3/4", "value": 2}, {"id": "N", "p": "1/4", "value": 9}]},
    ]
}
CHUNK = 500


def known(tree: Any = TREE, bounds: Any = (0, 10), **fields: Any) -> Any:
    """Return a document of alpha-beta with value bounds."""
    conventions = {"value-bounds": list(bounds), **fields.pop("conventions", {})}
    return problem_data("alpha-beta", tree, conventions=conventions, **fields)


# --- By hand ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tree", "conventions", "answers"),
    [
        (
            TREE,
            {},
            (
                "{value: 10, best-move: B, values: {A: 10, B: 10}, pruned: [C], visited: [A, B, D, E], windows: {A: [10, 10], B: [0, 10]}, "
                "cutoffs: [{node: A, alpha: 10, beta: 10}], intervals: {A: [10, 10], B: [10, 10]}}"
            ),
        ),
        (
            TREE,
            {"bounds-at": "chance"},
            (
                "{pruned: [G], visited: [A, B, D, E, C, F], windows: {A: [10, inf], B: [-inf, 10], C: [10, 2]}, "
                "cutoffs: [{node: C, alpha: 10, beta: 2}]}"
            ),
        ),
        (
            TREE,
            {"cutoff": "alpha > beta"},
            "{pruned: [G], windows: {A: [10, 10], B: [0, 10], C: [10, 2]}, cutoffs: [{node: C, alpha: 10, beta: 2}]}",
        ),
        (  # what the search starts with may have the value as an end, and the best move is still known
            TREE,
            {"initial-window": [5, 20], "windows-at": "entry"},
            "{value: 10, best-move: B, principal-variation: [A, B, D], windows: {A: [5, 10], B: [5, 10]}}",
        ),
        (
            STAR1,
            {},
            (
                "{value: 5, best-move: B, values: {A: 5, B: 5, C: 4}, pruned: [N], windows: {A: [5, 10], B: [0, 10], C: [5, 10]}, "
                "cutoffs: [{node: C, alpha: 5, beta: 10}], intervals: {A: [5, 5], B: [5, 5], C: [3/2, 4]}}"
            ),
        ),
        (  # an outcome that cannot happen is handed the bounds, and skipped where the others come to an end of them
            {"max": [4, {"chance": [{"p": 0, "min": [0, 3]}, {"p": 1, "max": [10, 2]}, {"p": 0, "min": [5, 6]}]}]},
            {},
            "{value: 10, pruned: [F, H, J], visited: [A, B, C, D, G, E, I], windows: {A: [10, 10], C: [4, 10], D: [0, 0], E: [10, 10]}}",
        ),
    ],
)
def test_the_worked_examples(tree: Any, conventions: Any, answers: str) -> None:
    solved, wanted = read(known(tree, conventions=conventions)).solve(), yaml.safe_load(answers)
    assert {part: solved[part] for part in wanted} == wanted


# --- The second solver: windows as if nothing were known, and a stop where an end is reached ----------


def small_tree(rng: random.Random, players: tuple[str, ...], depth: int) -> Any:
    """Return a tree of few different values, so that ends are often reached; some outcomes cannot happen."""
    if not depth or rng.random() < 0.15:
        return {"value": rng.randint(0, 4)}
    player = rng.choice(players)
    children = [small_tree(rng, players, depth - 1) for _ in range(rng.randint(1, 3))]
    if player == "chance":
        shares = rng.choice([one for one in (["1"], ["1/4", "3/4"], ["0", "1"], ["1", "0"], ["0.5", "0", "0.5"], ["0.2", "0.8", "0"]) if len(one) == len(children)] or [["1/3"] * 3])  # fmt: skip
        children = [child | {"p": share} for child, share in zip(children, shares, strict=True)]
    return {player: children}


def drawn(rng: random.Random) -> Any:
    """Return a random problem with value bounds, all parts asked, under conventions at random."""
    ends = [rng.choice((0, 0, 0, -1, "-inf")), rng.choice((4, 4, 4, 5, "inf"))]
    data = known({"max": [small_tree(rng, rng.choice((("max", "min"), ("max", "min", "chance"))), 3) for _ in range(2)]}, ends)  # fmt: skip
    for name in ("cutoff", "order", "bounds", "windows-at", "empty-cutoffs", "tie"):
        data["conventions"][name] = rng.choice(oracle.CHOICES[name])
    if rng.random() < 0.4:
        data["conventions"]["initial-window"] = rng.choice((["-inf", 3], [1, "inf"], [0, 2], [-3, 7], [1, 3]))
    return {**data, "ask": list(oracle.solve(data))}


@chunks(every=1, longer=8, whole=60)
def test_second_solver_finds_the_same_whatever_the_search_believes(chunk: int, window: int) -> None:
    otherwise = 0
    for seed in range(shifted(chunk * CHUNK, window), shifted((chunk + 1) * CHUNK, window)):
        rng = random.Random(f"believed {seed}")
        data = drawn(rng)
        unbelieving = {**data, "conventions": data["conventions"] | {"bounds-at": "chance"}}
        exercise = read(data)
        assert exercise.solve() == oracle.solve(data), data
        assert read(unbelieving).solve() == oracle.solve(unbelieving), unbelieving
        otherwise += oracle.solve(data)["visited"] != oracle.solve(unbelieving)["visited"]
        value, (alpha, beta) = exercise.solution.answers["value"], exercise.problem.conventions.initial_window
        if alpha < value < beta:
            assert value == back_up(exercise.problem.game)[0]
    assert otherwise > CHUNK / 20  # one in eight, of a draw that varies: nothing but a test of the test


@chunks(every=1, longer=4, whole=20)
def test_marks_and_wrong_rules_are_those_of_the_second_solver(chunk: int, window: int) -> None:
    for seed in range(shifted(chunk * 40, window), shifted((chunk + 1) * 40, window)):
        rng = random.Random(f"marked {seed}")
        data = drawn(rng)
        exercise = read(data)
        for answers in (oracle.random_answers(rng, data), oracle.carried_answers(rng, data)):
            report = report_of(exercise, answers)
            assert {part.part: part.earned for part in report.parts} == oracle.marks(data, answers), (data, answers)
        others = {fold.misconception.name: fold.answers for fold in exercise.wrong.folds()}
        bare = {
            **data,
            "conventions": {name: said for name, said in data["conventions"].items() if name != "value-bounds"},
        }
        chance = {**data, "conventions": data["conventions"] | {"bounds-at": "chance"}}
        assert list(others["bounds-unused"]["visited"]) == list(read(bare).solution.answers["visited"])
        if "bounds-at-chance-only" in others:
            assert list(others["bounds-at-chance-only"]["visited"]) == list(read(chance).solution.answers["visited"])
        believed = {fold.misconception.name: fold.answers for fold in read(chance).wrong.folds()}[
            "bounds-cut-everywhere"
        ]
        assert list(believed["visited"]) == list(exercise.solution.answers["visited"])


# --- What is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        (
            {"conventions": {"initial-window": [12, 20]}},
            "$.conventions.initial-window: initial-window [12, 20] and value-bounds [0, 10] have at most one number in common",
        ),
        (
            {"conventions": {"initial-window": [10, "inf"]}},
            "$.conventions.initial-window: initial-window [10, inf] and value-bounds [0, 10] have at most one number in common",
        ),
        (
            {"tree": [3, 3], "bounds": (3, 3)},
            "$.conventions.value-bounds: [3, 3] holds one number only, expected lo below hi, or bounds-at: chance",
        ),
    ],
)
def test_a_search_that_would_start_with_nothing_between_alpha_and_beta_is_refused(fields: Any, fault: str) -> None:
    assert faults_of(known(**fields)) == [fault]
    conventions = fields.pop("conventions", {}) | {"bounds-at": "chance"}
    assert read(known(**fields, conventions=conventions, ask=["value"]))


def test_where_bounds_are_used_is_said_only_of_bounds() -> None:
    (fault,) = faults_of(problem_data("alpha-beta", TREE, conventions={"bounds-at": "chance"}))
    assert fault == "$.conventions.bounds-at: has no effect without value-bounds"


@pytest.mark.parametrize("kind", ["minimax", "expectiminimax"])
def test_a_kind_that_cuts_nothing_does_not_ask_where_bounds_are_used(kind: str) -> None:
    (fault,) = faults_of(
        problem_data(kind, [1, 2], after=1, conventions={"value-bounds": [0, 5], "bounds-at": "chance"})
    )
    assert fault.startswith("$.conventions.bounds-at: ")


def test_a_claim_about_every_tree_is_asked_without_bounds() -> None:
    claim = {"id": "a", "claim": {"same": "pruned"}, "change": {"affine": {"times": 2}}, "for": "every-tree"}
    data = problem_data("claims", TREE, search="alpha-beta", conventions={"value-bounds": [0, 20]}, claims=[claim])
    assert faults_of(data) == ["$.claims[0].for: is asked under the full window; expected no value-bounds"]


# --- In words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bounds", "conventions", "sentence"),
    [
        ((0, 10), {}, "So alpha starts at 0 and beta at 10: a MAX node that has 10 and a MIN node that has 0 examine no more children."),
        ((0, "inf"), {}, "So alpha starts at 0: a MIN node that has 0 examines no more children."),
        (("-inf", 10), {}, "So beta starts at 10: a MAX node that has 10 examines no more children."),
        ((0, 10), {"cutoff": "alpha > beta"}, "So alpha starts at 0 and beta at 10; equality is not enough, so no node is cut for having reached one of them."),
        ((0, "inf"), {"cutoff": "alpha > beta"}, "So alpha starts at 0; equality is not enough, so no node is cut for having reached it."),
        ((0, 10), {"initial-window": [5, 20]}, "So alpha starts at 5 and beta at 10: a MAX node that has 10 and a MIN node that has 0 examine no more children."),
        ((0, 10), {"bounds-at": "chance"}, "This is used at chance nodes only."),
        (("-inf", "inf"), {}, None),
    ],
)  # fmt: skip
def test_the_sheet_says_what_follows_from_the_bounds(bounds: Any, conventions: Any, sentence: str | None) -> None:
    exercise = read(known(bounds=bounds, conventions=conventions, ask=["pruned", "windows"]))
    said = list(said_of(exercise.kind, exercise.problem))
    about = next(place for place, one in enumerate(said) if "leaf" in one and ("is known" in one))
    assert (
        (said[about + 1] == sentence) if sentence else not any(one.startswith(("So ", "This is used")) for one in said)
    )
    assert not any(one.startswith("The search starts") for one in said) or conventions.get("bounds-at") == "chance"


@pytest.mark.parametrize(
    ("tree", "node", "reason"),
    [
        (TREE, "C", "C is skipped. A has 10 from B already, and no leaf is worth more."),
        ({"min": [{"max": [0, 0]}, {"max": [2, 9]}]}, "F", "F is skipped with everything below C. A has 0 from B already, and no leaf is worth less."),
        ({"max": [1, {"chance": [{"p": 1, "value": 10}, {"p": 0, "value": 2}]}]}, "E", "E is skipped. C has 10 from D already, and no leaf is worth more."),
    ],
)  # fmt: skip
def test_why_a_node_is_skipped_where_an_end_was_reached(tree: Any, node: str, reason: str) -> None:
    exercise = read(known(tree, ask=["pruned"]))
    assert exercise.kind.tutor.why(exercise.problem, exercise.solution, exercise.problem.game.by_id()[node]) == reason


def test_steps_say_where_the_window_comes_from_and_that_equality_is_not_enough() -> None:
    def said(**conventions: Any) -> str:
        return " ".join(step.sentence for step in read(known(conventions=conventions)).steps())

    assert "with alpha = 0 and beta = 10, the value bounds. As soon as A finds a value of at least 10" in said()
    assert "A has 10 from B already, and no leaf is worth more: alpha = 10 >= beta = 10. Cut: C is skipped" in said()
    assert "with alpha = 5 and beta = 10, what the value bounds leave of [5, 20]." in said(
        **{"initial-window": [5, 20]}
    )
    assert "Nothing can cut A, since no leaf is worth more." in said(cutoff="alpha > beta")
    assert "remains open" not in said()


def test_the_window_of_an_outcome_is_said_with_what_it_is_clipped_to() -> None:
    tree = {"max": [3, {"chance": [{"p": "1/4", "min": [0, 6]}, {"p": "3/4", "min": [3, 4]}]}]}
    said = " ".join(step.sentence for step in read(known(tree)).steps())
    assert (
        "alpha = (3 - 0 - (3/4)*10) / (1/4) = -18 (clipped to 0) and beta = (10 - 0 - (3/4)*0) / (1/4) = 40 (clipped to 10)."
        in said
    )


def test_a_claim_about_another_use_of_the_bounds_says_what_is_known_too() -> None:
    claim = {"id": "a", "claim": {"same": "pruned"}, "change": {"conventions": {"bounds-at": "chance"}}}
    exercise = read(
        problem_data("claims", TREE, search="alpha-beta", conventions={"value-bounds": [0, 10]}, claims=[claim])
    )
    assert exercise.solve()["claims"] == {"a": False}
    (said,) = exercise.sentences("claims").values()
    assert said.startswith(
        "When the convention reads “Every leaf is known to lie between 0 and 10. This is used at chance nodes only”, "
    )


# --- Who forgets them -------------------------------------------------------------------------------------


def named(data: Any, answers: Any) -> list[str]:
    return [finding.misconception for finding in report_of(read(data), answers).findings]


def test_who_goes_by_what_the_sheet_says_earns_everything_and_is_told_no_rule() -> None:
    data = known(ask=["value", "best-move", "pruned", "visited", "leaves-evaluated"])
    report = report_of(read(data), {"value": 10, "best-move": "B", "pruned": ["C"], "visited": ["A", "B", "D", "E"], "leaves-evaluated": 2})  # fmt: skip
    assert report.earned == report.possible
    assert not report.findings


def test_who_forgets_the_bounds_is_told_where_more_than_two_answers_bear_it_out() -> None:
    answers = {
        "value": 10,
        "best-move": "B",
        "pruned": ["G"],
        "leaves-evaluated": 3,
        "visited": ["A", "B", "D", "E", "C", "F"],
    }
    both = ["strict-cutoff", "bounds-unused"]  # under alpha > beta no node is cut for having reached an end
    assert named(known(ask=["value", "best-move", "pruned", "visited", "leaves-evaluated"]), answers) == both
    assert named(known(ask=["value", "leaves-evaluated"]), {"value": 10, "leaves-evaluated": 3}) == []
    windows = {"A": [10, "inf"], "B": ["-inf", 10], "C": [10, 2]}
    assert named(known(ask=["pruned", "windows"]), {"pruned": ["G"], "windows": windows}) == ["bounds-unused"]


@pytest.mark.parametrize(
    ("tree", "where", "names"),
    [
        (TREE, "everywhere", {"bounds-unused"}),
        (STAR1, "everywhere", {"bounds-unused", "bounds-at-chance-only"}),
        (TREE, "chance", {"bounds-cut-everywhere"}),
        (STAR1, "chance", {"bounds-unused", "bounds-cut-everywhere"}),
    ],
)
def test_each_wrong_rule_about_bounds_exists_where_it_is_one(tree: Any, where: str, names: set[str]) -> None:
    folds = read(known(tree, conventions={"bounds-at": where})).wrong.folds()
    assert {fold.misconception.name for fold in folds if fold.misconception.name.startswith("bounds-")} == names


@pytest.mark.parametrize(
    ("where", "windows", "name"),
    [
        ("everywhere", {"A": [5, "inf"], "B": ["-inf", "inf"], "C": [5, "inf"]}, "bounds-at-chance-only"),
        ("chance", {"A": [5, 10], "B": [0, 10], "C": [5, 10]}, "bounds-cut-everywhere"),
    ],
)
def test_who_takes_the_bounds_for_the_other_is_told(where: str, windows: Any, name: str) -> None:
    data = known(STAR1, conventions={"bounds-at": where}, ask=["pruned", "windows"])
    assert name in named(data, {"pruned": ["N"], "windows": windows})


# --- What searches within -----------------------------------------------------------------------------------


def test_every_iteration_starts_with_the_bounds() -> None:
    tree = {"max": [{"min": [10, 10], "static": 10}, {"min": [2, 9], "static": 3}]}
    data = problem_data("deepening", tree, depth=2, conventions={"value-bounds": [0, 10]})
    assert read(data).solve()["leaves-by-depth"] == [1, 2]
    data["conventions"]["bounds-at"] = "chance"
    assert read(data).solve()["leaves-by-depth"] == [2, 3]


def test_an_end_of_the_bounds_is_a_number_at_which_a_claim_may_turn_over() -> None:
    data = problem_data("threshold", [["x", 10], [2, 9]], search="alpha-beta", claim={"pruned": "C"})
    data["conventions"] = {"value-bounds": [0, 10]}
    assert read(data).solve()["range"] == ["[10, 10]"]


def test_changes_try_the_ends_of_the_bounds() -> None:
    data = problem_data(
        "construct", [[3, 8], [2, 9]], search="alpha-beta", make="changes", goal={"claims": [{"pruned-leaves": 2}]}
    )
    assert faults_of(data) == ["$.goal: neither one change nor two reach the goal"]
    exercise = read({**data, "conventions": {"value-bounds": [0, 20]}})
    assert exercise.solve() == {"changes": {"D": 20, "E": 20}, "count": 2}
    report = report_of(exercise, {"changes": {"D": 25, "E": 25}})
    assert report.earned == 0
    assert "25 lies outside value-bounds, expected a number in [0, 20]" in str(report.parts[0])


def test_knuth_and_moores_formula_is_not_asked_where_bounds_are_known() -> None:
    data = problem_data(
        "construct", [[2, 9], [10, 10], [8, 5]], search="alpha-beta", make="order", goal={"objective": "most-pruned"}
    )
    assert read(data).solve()["count"] == 4
    data["conventions"] = {"value-bounds": [0, 10]}
    assert read(data).solve()["count"] == 2
