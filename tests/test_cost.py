"""Costs: against a second solver, trees that are counted node by node, published numbers; caps, follow-through, diagnosis, pictures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from conftest import faults_of, outcome_of, read, report_of
from second import cost

from generators import CostParameters, NotFoundError, Question, RequestError, certified
from generators.like import like
from grader.core.answers.reports import Reveal, Voice
from grader.core.answers.spellings import spellings
from grader.core.drawing.outline import children_of, node_name, outline
from grader.core.drawing.text_tree import text_tree
from grader.core.errors import ProblemError
from grader.core.numbers import say_large
from grader.kinds import KINDS
from grader.kinds.cost.solve import nearest_power


def problem(branching: Any, *ask: str, **fields: Any) -> dict[str, Any]:
    stated = {name.replace("_", "-"): value for name, value in fields.items()}
    asked = {"ask": list(ask)} if ask else {}
    return {"format": "gametree-problem/1", "id": "q1", "kind": "cost", "branching": branching, **stated, **asked}


def solved(branching: Any, **fields: Any) -> dict[str, Any]:
    return read(problem(branching, **fields)).solve()


HUNDRED = problem(35, "budget", "depth-reached", "depth-reached-best", "depth-nearest", rate=10_000, seconds=100)

# --- The second solver ----------------------------------------------------------------------------


# --- Trees that are there -------------------------------------------------------------------------


def grown(branching: list[int]) -> list[Any]:
    """Return a tree as nested lists, a leaf as an empty one."""
    return [grown(branching[1:]) for _ in range(branching[0])] if branching else []


def counted(tree: list[Any], depth: int = 0) -> dict[int, int]:
    """Return how many nodes stand at each depth."""
    levels = {depth: 1}
    for child in tree:
        for at, size in counted(child, depth + 1).items():
            levels[at] = levels.get(at, 0) + size
    return levels


@pytest.mark.parametrize("moves", [[2, 3, 4], [1, 1, 1], [5], [3, 3, 3, 3], [4, 1, 2, 3, 1]])
def test_nodes_are_those_of_a_tree_that_is_counted_node_by_node(moves: list[int]) -> None:
    levels = [*counted(grown(moves)).values()]
    answers = solved(moves)
    assert answers["per-level"] == levels
    assert (answers["leaves"], answers["nodes"]) == (levels[-1], sum(levels))
    assert answers["deepening-total"] == sum(levels[1:])
    assert solved(moves, root_counts=False)["nodes"] == sum(levels) - 1


def evaluated(values: list[Any], is_max: bool, alpha: float, beta: float, seen: list[int]) -> float:
    """Return the value of a nested list by a plain alpha-beta, and note each leaf that is evaluated."""
    if not isinstance(values, list):
        seen.append(values)
        return float(values)
    best = -9e9 if is_max else 9e9
    for child in values:
        found = evaluated(child, not is_max, alpha, beta, seen)
        best = max(best, found) if is_max else min(best, found)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


def alike(branching: int, depth: int) -> Any:
    """Return a tree whose leaves are all equal: every order is a best one, since equality is enough for a cutoff."""
    return [alike(branching, depth - 1) for _ in range(branching)] if depth else 0


@pytest.mark.parametrize(
    ("branching", "depth"), [(2, 1), (2, 5), (2, 6), (3, 4), (3, 5), (4, 4), (5, 3), (7, 2), (1, 4)]
)
def test_minimal_leaves_are_those_that_alpha_beta_evaluates_in_the_best_order(branching: int, depth: int) -> None:
    seen: list[int] = []
    evaluated(alike(branching, depth), True, -9e9, 9e9, seen)
    assert solved(branching, depth=depth)["minimal-leaves"] == len(seen)


# --- Published numbers ----------------------------------------------------------------------------


def test_numbers_of_the_course_notes() -> None:
    assert solved(5, depth=9)["leaves"] == 1_953_125
    assert solved([9, 8, 7, 6, 5, 4, 3, 2, 1])["leaves"] == 362_880
    assert solved(35, depth=100)["magnitude"] == 154
    assert solved(10, depth=150, states="1e40")["repeats-magnitude"] == 110
    assert solved(2, depth=3, count="nodes", root_counts=False)["nodes"] == 2 + 4 + 8
    assert [read(HUNDRED).solve()[part] for part in HUNDRED["ask"]] == [10**6, 3, 6, 4]


@pytest.mark.parametrize(
    ("base", "number", "nearest"),
    [(10, 316, 2), (10, 317, 3), (4, 2, 1), (4, Fraction(1, 2), 0), (2, Fraction(3, 8), -1), (35, 1, 0)],
)
def test_logarithms_are_rounded_halves_up(base: int, number: Any, nearest: int) -> None:
    assert nearest_power(base, number) == nearest


def test_parts_without_an_answer_are_not_asked() -> None:
    assert read(problem(35, depth=2)).problem.ask == ("leaves",)
    assert read(problem(35, rate=1, seconds=2)).problem.ask == ("depth-reached",)
    assert "magnitude" not in solved(3, depth=0, count="nodes", root_counts=False)
    assert "per-level" not in solved(1, depth=21)
    assert {"depth-nearest", "depth-reached"}.isdisjoint(solved(3, depth=1, rate="1/3", seconds=1))
    (fault,) = faults_of(problem(35))
    assert "has no answer to leaves or depth-reached" in fault


@pytest.mark.parametrize(("given", "exponent"), [("0.75", Fraction(3, 4)), (0.5, Fraction(1, 2)), (".5", Fraction(1, 2)), ("1.0", 1), (1, 1), ("3/4", Fraction(3, 4))])  # fmt: skip
@pytest.mark.parametrize("form", ["json", "yaml"])
def test_what_pruning_leaves_is_a_number_however_it_is_written(given: Any, exponent: Any, form: str) -> None:
    assert read(problem(35, depth=2, exponent=given), form).problem.game.exponent == exponent


# --- What is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        (problem(0, depth=2), '$.branching: "0" is not allowed here, expected a number above 0 such as 35, or a list'),
        (problem([], depth=2), "$.branching: "),
        (problem(35, depth=2, exponent="half"), '$.exponent: "half" is not allowed here, expected 1/2, 3/4 or 1'),
        (problem(35, depth=2, exponent="2/3"), '$.exponent: "2/3" is not allowed here, expected 1/2, 3/4 or 1'),
        (
            problem(35, depth=2, exponent="75%"),
            '$.exponent: "75%" is not allowed here, expected 1/2, 3/4 or 1; write 0.75 or 3/4',
        ),
        (problem([3, "-2"]), '$.branching[1]: "-2" is not allowed here, expected a number above 0'),
        (problem(35, depth="2.5"), '$.depth: "2.5" is not allowed here, expected a whole number from 0 up'),
        (problem(35, depth=10_001), "$.depth: a depth of 10001 is too large, expected at most 10,000"),
        (problem(35, depth="9" * 5000), "$.depth: "),
        (problem(35, depth=10_000), "$.depth: this tree has too many leaves: results have at most 1,000 digits"),
        (problem("1/3", depth=9_999), "$.depth: this tree has too many leaves"),
        (problem("1e900", depth=1), "$.branching: is too large for a branching factor, expected at most"),
        (problem("1.000001", rate="1e300", seconds="1e300"), "$.seconds: in this time the search comes too deep"),
        (problem(2, rate="1e600", seconds="1e600"), "$.seconds: budget would be too long"),
        (problem([3, 2], depth=3), "$.depth: is 3, but branching lists 2; expected at most as many"),
        (problem([9] * 1_100), "$.branching: this tree has too many leaves"),
        (problem(3, depth=2, rate=0), '$.rate: "0" is not allowed here, expected a number above 0'),
        (problem(3, depth=2, count="plies"), '$.count: "plies" is not allowed here, expected leaves or nodes'),
        (problem(3, "space", depth=2, space_as="b^d"), '$.space-as: "b^d" is not allowed here'),
        (problem(3, "leaves", depth=2, conventions={"significant": 0}), "$.conventions.significant: "),
        (problem(3, "time", depth=2), "$.ask[0]: time has no answer on this problem; leave it out"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_problem_is_said_with_its_place(stated: dict[str, Any], said: str) -> None:
    assert faults_of(stated)[0].startswith(said)


# --- Answers --------------------------------------------------------------------------------------


def verdicts(stated: dict[str, Any], **answers: Any) -> dict[str, str]:
    report = report_of(read(stated), {name.replace("_", "-"): one for name, one in answers.items()})
    return {part.part: str(part.entries[0].verdict) for part in report.parts}


@pytest.mark.parametrize(("given", "verdict"), [
    (1500625, "correct"), ("1.500625e6", "correct"), ("1500625.0", "correct"), ("1.5e6", "wrong"), ("35^4", "malformed"),
    ("1,500,625", "malformed"), ("1 500 625", "malformed"), ("about 1500625", "malformed"),
])  # fmt: skip
def test_how_a_large_number_may_be_written(given: Any, verdict: str) -> None:
    assert verdicts(problem(35, "leaves", depth=4), leaves=given) == {"leaves": verdict}


@pytest.mark.parametrize(("given", "advice"), [("35^4", "write what comes out"), ("1.5*10^6", "write a power of ten with e, 2.6 * 10^12 as 2.6e12"), ("1,500,625", "write the digits without"), ("1,5", "write the decimal point as '.'")])  # fmt: skip
def test_what_to_do_about_another_way_to_write_a_number_is_said(given: str, advice: str) -> None:
    (entry,) = report_of(read(problem(35, "leaves", depth=4)), {"leaves": given}).parts[0].entries
    assert advice in entry.message


@pytest.mark.parametrize(("given", "verdict"), [
    ("1.5e6", "correct"), (1550625, "correct"), (1450625, "correct"), (1450624, "wrong"), (1550626, "wrong"), ("1.6e6", "wrong"),
])  # fmt: skip
def test_significant_digits_leave_half_a_unit_of_the_last_one(given: Any, verdict: str) -> None:
    rounded = problem(35, "leaves", depth=4, conventions={"significant": 2})
    assert verdicts(rounded, leaves=given) == {"leaves": verdict}


def test_power_of_ten_for_an_order_of_magnitude_is_not_told_to_be_written_with_e() -> None:
    (entry,) = report_of(read(problem(35, "magnitude", depth=4)), {"magnitude": "10^6"}).parts[0].entries
    assert entry.message.endswith("expected a whole number such as 7; write what comes out")


def test_statement_of_rounded_large_numbers_says_how_one_is_written() -> None:
    exercise = read(problem(35, "leaves", depth=4, conventions={"significant": 2}))
    assert "A number may be rounded to 2 significant digits; 2.6e12 stands for 2.6 · 10^12." in exercise.kind.conventions_said(exercise.problem)  # fmt: skip


def test_time_is_asked_of_the_search_that_cuts_nothing() -> None:
    assert read(problem(35, "time", depth=2, rate=10)).kind.parts["time"].task.startswith("how many seconds the search takes, nothing cut")  # fmt: skip


def test_time_and_depths_follow_from_own_numbers() -> None:
    stated = problem(35, "leaves", "time", "budget", "depth-reached", depth=2, rate=10, seconds=100)
    own = verdicts(stated, leaves=1000, time=100, budget=50_000, depth_reached=3)
    assert own == {"leaves": "wrong", "time": "follow-through", "budget": "wrong", "depth-reached": "follow-through"}


def test_hostile_own_numbers_are_followed_in_no_time() -> None:
    stated = problem("1.01", "budget", "depth-reached", "depth-nearest", rate=10, seconds=10)
    assert verdicts(stated, budget="1e999", depth_reached=7, depth_nearest=7)["depth-reached"] == "wrong"
    assert verdicts(problem(35, "leaves", "magnitude", depth=3), leaves="1e-999", magnitude=3)["magnitude"] == "wrong"


@pytest.mark.parametrize(
    ("number", "room", "among"),
    [
        (1500625, 50_000, ("1500625", "1500000", "1.5e6", "1.50e6", "1.5E6", "1.501e6")),
        (35**100, 10**153 // 2, ("2.6e154", "2.55e154", "2.6E154", str(35**100))),
        (Fraction(2401, 16), 5, ("150", "150.06", "2401/16")),
    ],
)
def test_platforms_that_compare_letters_get_a_few_ways_to_write_a_rounded_number(
    number: Any, room: Any, among: Any
) -> None:
    listed = spellings((number, room))
    assert set(among) <= set(listed)
    assert len(listed) < 400
    assert all(abs(Fraction(text) - number) <= room for text in listed)


# --- What is behind wrong answers -----------------------------------------------------------------


def named(stated: dict[str, Any], answers: dict[str, Any]) -> list[str]:
    return [finding.misconception for finding in report_of(read(stated), answers).findings]


def test_two_agreeing_answers_name_a_rule_and_one_does_not() -> None:
    two = problem(35, "leaves", "nodes", depth=4)
    assert named(two, {"leaves": 42_875, "nodes": 44_136}) == ["depth-minus-one"]
    assert named(two, {"leaves": 42_875, "nodes": None}) == []
    assert KINDS["cost"].wrong.enough == 2


def test_rules_that_explain_different_answers_are_not_told_as_one_of_these() -> None:
    """One evaluates the common leaf twice and another takes the next depth; neither rule is behind both."""
    asked = ["leaves", "nodes", "minimal-leaves", "time", "depth-reached"]
    stated = problem(9, *asked, depth=3, rate=10000, seconds=160)
    right = read(stated).solve()
    assert named(stated, {**right, "minimal-leaves": 90, "depth-reached": 7}) == []


def test_one_slip_that_is_carried_on_names_no_rule() -> None:
    stated = problem(12, "leaves", "nodes", "time", depth=4, rate=100)
    report = report_of(read(stated), {"leaves": 20_763, "nodes": 22_621, "time": "207.63"})
    assert report.findings == ()
    assert report.slip == "Only leaves is wrong; all the rest that you answered is right, or follows from it."
    alone = report_of(read(stated), {"leaves": 20_763, "nodes": 22_621, "time": "207.36"})
    assert alone.slip == "Only leaves is wrong; all the rest that you answered is right."


@pytest.mark.parametrize("rule", cost.RULES)
def test_who_follows_a_rule_is_told_so(rule: str) -> None:
    parts = ("leaves", "nodes", "minimal-leaves", "depth-reached", "depth-reached-best")
    stated = problem(6, *parts, depth=4, rate=20, seconds=100)
    wrong = cost.follow(stated, rule, {})
    assert named(stated, {part: wrong[part] for part in parts}) == [rule]


# --- Pictures and words ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stated", "size"),
    [
        (HUNDRED, "1,225"),
        (problem(35, "leaves", depth=6), "1,838,265,625"),
        (problem([99, 98, 97], "leaves"), "941,094"),
    ],
)
def test_the_sizes_of_levels_are_drawn_only_with_the_solution(stated: dict[str, Any], size: str) -> None:
    exercise = read(stated)
    plain, told = (str(text_tree(exercise.diagram(solved=solved))) for solved in (False, True))
    assert (size in plain, size in told) == (False, True)


def test_a_level_is_called_by_its_depth_and_dots_stand_for_the_others() -> None:
    diagram = read(problem(5, "leaves", depth=1)).diagram()
    assert [str(line) for line in text_tree(diagram)] == ["depth 0", "├── 1: depth 1", "├── …: …", "└── 5: …"]
    assert outline(diagram) == [], "a sheet has the drawing alone: its nodes in words would tell nothing"
    assert outline(read(problem(5, "leaves", depth=1)).diagram(solved=True))[1].startswith("  depth 1 (move 1)")
    assert (
        node_name(diagram.nodes, 1, children_of(diagram), diagram.nodes[1], "", Voice())
        == "depth 1, child 1 of 3 of depth 0"
    )


def test_steps_go_level_by_level() -> None:
    values = [step.value for step in read(HUNDRED).steps()]
    assert values == [1, 35, 1225, 42_875, 1_500_625, 10**6, 3, 6, 4]
    deep = [step.sentence for step in read(problem(35, "leaves", depth=100)).steps()]
    assert deep[4] == "And so on: at depth 100 stand 35^100 = about 2.5516 · 10^154 nodes."


@pytest.mark.parametrize(("number", "said"), [
    (0, "0"), (1500625, "1,500,625"), (-1234567, "-1,234,567"), (Fraction(5001, 2), "2,500.5"), (Fraction(1, 3), "1/3 (about 0.3333)"),
    (10**40, "10^40"), (25 * 10**39, "2.5 · 10^40"), (Fraction(1, 10**30), "10^-30"),
])  # fmt: skip
def test_large_numbers_are_said_readably(number: Any, said: str) -> None:
    assert say_large(number) == said


def test_an_outcome_without_the_key_says_nothing_of_right_answers() -> None:
    outcome = outcome_of(read(HUNDRED), {"budget": 7, "depth-reached": 4, "depth-reached-best": 9, "depth-nearest": 5}, reveal=Reveal.VERDICTS)  # fmt: skip
    (graded,) = outcome.graded
    assert not any(size in str(graded.report) for size in ("1,000,000", "1000000", "42,875"))


# --- The generator --------------------------------------------------------------------------------


@pytest.mark.sweep
def test_generated_budgets_are_clear_of_borders_and_rules_told_apart() -> None:
    ask = ("leaves", "minimal-leaves", "depth-reached", "depth-reached-best")
    for seed in range(20):
        generated = certified("cost", CostParameters(question=Question(ask)), str(seed))
        data = {**KINDS["cost"].game_format.write(generated.problem), "ask": list(ask)}
        budget = Fraction(str(data["rate"])) * Fraction(str(data["seconds"]))
        right = cost.solve(data)
        for depth in (right["depth-reached"], right["depth-reached"] + 1):
            assert abs(Fraction(data["branching"]) ** depth - budget) > budget / 50
        for ((name, _),) in generated.certificate.separated:
            if name in cost.rules_of(data):
                wrong = cost.follow(data, name, {})
                assert any(wrong.get(part) != right[part] for part in ask), name


def test_no_time_is_drawn_of_which_rounding_leaves_nothing() -> None:
    drawn = [certified("cost", CostParameters(question=Question(("leaves", "time"))), str(seed)) for seed in range(20)]
    times = [Fraction(one.exercise.solution.answers["time"]) for one in drawn]
    assert all(time.denominator == 1 or time >= Fraction(1, 10) for time in times)


def test_a_stated_time_of_which_rounding_leaves_nothing_is_warned_of() -> None:
    stated = {"depth": 5, "rate": 1000000}
    [warning] = read(problem(5, "leaves", "time", **stated)).problem.warnings
    assert warning.startswith("time is so small that other numbers round to the same 2 decimals")
    assert warning.endswith("expected conventions: {decimals: 4} or more")
    for told in ({"conventions": {"decimals": 4}}, {"rate": 1000}, {"ask": ["leaves"]}):
        assert not read({**problem(5, "leaves", "time", **stated), **told}).problem.warnings


def test_variants_are_as_deep_and_have_another_branching() -> None:
    given = read(problem(35, "leaves", "time", depth=4, rate=10)).problem
    for seed in range(10):
        made = certified("cost", like(given), str(seed)).problem.game
        assert (made.depth, made.rate, made.branching == (35,)) == (4, 10, False)


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (CostParameters(branching=(0, 3)), "expected a branching factor from 1"),
        (CostParameters(depth=(400, 500)), "more than 300 digits"),
        (CostParameters(rate=(0,)), "rates above 0"),
        (CostParameters(seconds=(0, 1)), "at least 1 second"),
        (CostParameters(unit="plies"), 'nothing to count as "plies"'),
    ],
)
def test_requests_that_make_no_sense_are_refused(request_: CostParameters, said: str) -> None:
    with pytest.raises((RequestError, NotFoundError), match=said):
        certified("cost", request_, "1")


def test_problem_error_is_what_a_reader_raises() -> None:
    with pytest.raises(ProblemError):
        read(problem(35, depth=10_000))


# --- Rules that are followed in one part alone ----------------------------------------------------

_COUNTS = {"branching": 6, "depth": 4, "rate": 1000, "ask": ["leaves", "nodes", "minimal-leaves", "time"]}


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"leaves": 24}, ["product-not-power"]),
        ({"leaves": 24, "time": "0.024"}, ["product-not-power"]),  # the time follows from the own leaves
        ({"nodes": 61}, ["product-not-power"]),
        ({"leaves": 24, "nodes": 61}, ["product-not-power"]),
        ({"leaves": 216}, ["depth-minus-one"]),
        ({"leaves": 25}, []),
        ({"leaves": 24, "nodes": 1000}, []),  # never beside a slip
        ({"leaves": 24, "minimal-leaves": None, "nodes": None, "time": None}, []),  # one number is too little
    ],
)
def test_a_rule_that_is_followed_in_one_part_alone_is_named_by_it(given: dict[str, Any], named: list[str]) -> None:
    exercise = read({"format": "gametree-problem/1", "id": "q1", "kind": "cost", **_COUNTS})
    right = {part: answer for part, answer in exercise.solve().items() if part in exercise.problem.ask}
    report = report_of(exercise, {**right, **given})
    assert [finding.misconception for finding in report.findings] == named


def test_most_single_wrong_numbers_are_no_rule() -> None:
    exercise = read({"format": "gametree-problem/1", "id": "q1", "kind": "cost", **_COUNTS})
    right = {part: answer for part, answer in exercise.solve().items() if part in exercise.problem.ask}
    guesses = [{**right, part: number} for part in ("leaves", "nodes") for number in range(1, 2000, 7)]
    named = sum(bool(report_of(exercise, guess).findings) for guess in guesses)
    assert named <= len(guesses) // 100
