"""Diagnosis (docs/marking.md, docs/misconceptions.md): which wrong rule is named, when a slip is called a slip, and when nothing is said."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import diagnosis_tables
import oracle
import pytest
import simulate
import students
import teaching
from banked import BANK, SOLVED
from conftest import as_json, outcome_of, problem_data, random_problems, random_problems_of, read, report_of
from turns import in_turn
from windows import Deal, chunks, dealt

from grader.core.answers.by_iteration import ByIteration
from grader.core.answers.reports import ProblemReport, Reveal
from grader.core.documents import parse_document
from grader.core.documents.shape import validator
from grader.core.errors import SubmissionError
from grader.core.numbers import whole
from grader.grading.marking import grade_submission, read_submission
from grader.kinds import KINDS, Exercise
from grader.kinds.words import all_wordings
from grader.platforms import export_text

NAMING = [kind for kind in KINDS if KINDS[kind].wrong.names]
"""The kinds in which wrong rules are named behind answers."""


def wrong_answers(exercise: Exercise, name: str, detail: str = "") -> dict[str, Any]:
    """Return what the program takes for the answers of one who follows the rule, as a document holds them."""
    found = next(m for m in exercise.kind.wrong.rules(exercise.problem) if m.name == name and detail in m.detail)
    answers = found.answer({})
    return {
        part: record.form.write(exercise.problem, answers[part])
        for part, record in exercise.kind.parts.items()
        if part in answers
    }


# --- What one who follows a wrong rule answers -----------------------------------------------------


def test_one_who_never_puts_the_window_back_moves_to_what_his_search_saw() -> None:
    """B = 1 lowers beta for the whole tree, A then has alpha = beta = 1 and is cut: he never looks at C."""
    answers = wrong_answers(read(problem_data("alpha-beta", [[1, 2, 8], 7])), "window-not-restored")
    assert (answers["value"], answers["best-move"], answers["pruned"]) == (1, "B", ["C"])


def test_one_who_updates_the_wrong_bound_moves_to_what_his_search_returned() -> None:
    answers = wrong_answers(read(problem_data("alpha-beta", [[2, 1, [0, 2, 0], 2], [2, 0, 0]])), "wrong-bound-updated")
    assert (answers["value"], answers["values"]["C"], answers["best-move"]) == (2, 2, "C")


def test_returned_number_is_the_reported_one_where_a_later_move_replaces_the_best() -> None:
    """C is worth 5; B enters with (5, inf), finds 1 and reports 5 under fail-hard: it looks as good."""
    data = problem_data("alpha-beta", [[5, 6], [1, 9]], conventions={"bounds": "fail-hard"})
    answers = wrong_answers(read(data), "tie-through-bound")
    assert (answers["values"], answers["best-move"]) == ({"A": 5, "B": 5, "C": 5}, "C")
    soft = wrong_answers(read(problem_data("alpha-beta", [[5, 6], [1, 9]])), "tie-through-bound")
    assert soft["best-move"] == "B"


def test_own_number_at_the_root_is_the_value_whatever_the_window() -> None:
    data = problem_data("alpha-beta", [3, 4, 6], conventions={"bounds": "fail-hard", "initial-window": [0, 8]})
    exercise = read(data)
    answers = exercise.wrong.right({0: 12})
    assert (answers["value"], answers["values"][0]) == (12, 12)


def is_same(one: Any, other: Any) -> bool:
    """Tell whether two answers are the same but for the last digits of scores."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return one == pytest.approx(other, rel=1e-9)
    return bool(one == other)


def as_read(number: Any) -> Any:
    """Return a slip as the program reads it: a number, or one for each player."""
    return tuple(map(whole, number)) if isinstance(number, list) else whole(number)


@pytest.mark.sweep
@in_turn(3)
@chunks(every=1, longer=3, whole=4)
@pytest.mark.parametrize("kind", NAMING)
def test_simulated_students_and_the_program_mean_the_same_by_every_wrong_rule(kind: str, chunk: int) -> None:
    """The students of `bench/students` are written from docs/misconceptions.md alone; a slip is carried on by the wrong rule.

    Where a kind asks about the search of others, students of those follow the rules of the search, here those of its own.
    """
    compared = 0
    of_searches = {name for search in KINDS[kind].searches for name in KINDS[search].wrong.names}
    for rng, data in random_problems(kind, 80_000 + 20 * chunk, 80_020 + 20 * chunk):
        exercise = read(data)
        rules = {
            (m.name, m.detail.rpartition(" ")[2]): m
            for m in exercise.kind.wrong.rules(exercise.problem)
            if not m.not_promised
        }
        rules = {rule: misconception for rule, misconception in rules.items() if rule[0] not in of_searches}
        assert set(students.rules_of(data)) == set(rules), data
        for rule, misconception in rules.items():
            numbers = students.numbers_of(data, students.follow(data, rule))
            name = rng.choice(list(numbers)) if numbers else None
            own = {name: students.slip_on(rng, data, numbers[name])} if name else {}
            for slips in ({}, own):
                answers = misconception.answer(
                    {key_called(exercise, it): as_read(number) for it, number in slips.items()}
                )
                written = {
                    part: record.form.write(exercise.problem, answers[part])
                    for part, record in exercise.kind.parts.items()
                    if part in answers and not (slips and part == "scores")
                }
                expected = students.follow(data, rule, slips)
                if slips:
                    expected.pop("scores", None)
                assert is_same(written, expected), (data, rule, slips)
                compared += 1
    assert compared > (125 if kind in oracle.PARTS else 25)  # a kind with one wrong rule has few


# --- What the student reads ------------------------------------------------------------------------


def test_where_a_rule_shows_first_is_said_with_the_rules_number_not_with_the_slip() -> None:
    """All is MIN's, but at D he slipped as well: 6 for 4. What is said is where he did as the rule says: at E."""
    data = problem_data("minimax", [[[7, 4], [5, 1]], [[3, 6], [8, 2]]], ask=["values"])
    exercise = read(data)
    answers = students.follow(data, ("all-min", ""), {"D": whole(Fraction(6))})
    report = report_of(exercise, {"values": answers["values"]})
    (finding,) = report.findings
    assert (finding.misconception, finding.slips) == ("all-min", 1)
    assert "the other rule gives 6" not in finding.step
    assert (finding.node, finding.step) == ("E", "E is MAX over 5, 1: max = 5; the other rule gives 1")


@pytest.mark.parametrize("slip", ["7/2", "3", "1e300", "9" * 400])
def test_slip_in_a_score_beside_a_wrong_formula_is_reported_whatever_the_number(slip: str) -> None:
    children = [{"id": name, "total": 2 * place, "visits": 3 * place} for place, name in enumerate("ABCDE", start=1)]
    data = problem_data("ucb", children, ask=["scores"])
    scores = students.handed_in(data, students.follow(data, ("exploitation-only", "")))["scores"]
    report = report_of(read(data), {"scores": {**scores, "A": slip}})
    assert [finding.misconception for finding in report.findings] == ["exploitation-only"]
    assert report.findings[0].step == "B scores 1.79; the other rule gives 0.67"


# --- The policy -----------------------------------------------------------------------------------

FOUR_PLIES = [[[[8, 7], [3, 5]], [[9, 0], [2, 6]]], [[[1, 4], [15, 11]], [[10, 12], [13, 14]]]]
"""A, B C, D..G, H..O: 15 inner nodes with distinct leaves, on which many wrong rules are told apart."""
TWO_PLIES = [[3, 12, 8], [2, 4, 6], [14, 5, 1]]
TWINS = [[4, 9], [9, 1]]
"""The maxima of both moves are equal: here, but not on every tree of this shape, players-swapped is all-max."""


def minimax(tree: Any = FOUR_PLIES, **fields: Any) -> dict[str, Any]:
    return problem_data("minimax", tree, **fields)


def follows(data: dict[str, Any], name: str, detail: str = "", **own: int) -> dict[str, Any]:
    """Return what one who follows the rule hands in, with his own numbers at the named nodes."""
    numbers = {node: Fraction(number) for node, number in own.items()}
    return students.handed_in(data, students.follow(data, (name, detail), numbers))


def named(report: ProblemReport) -> list[str]:
    return [finding.misconception for finding in report.findings]


def test_rule_whose_answers_are_the_students_is_named_with_all_that_it_explains() -> None:
    data = minimax()
    (finding,) = report_of(read(data), follows(data, "all-max")).findings
    assert (finding.misconception, finding.slips, finding.explains, finding.of) == ("all-max", 0, 17, 17)
    assert finding.message.startswith("Your numbers fit the maximum at every node.")


@pytest.mark.parametrize("node", ["H", "D", "B", "A"])
def test_wrong_rule_is_run_again_from_the_number_at_which_the_student_slipped(node: str) -> None:
    data = minimax()
    answers = follows(data, "averages-opponent", **{node: 77})
    (finding,) = report_of(read(data), answers).findings
    assert (finding.misconception, finding.slips, finding.explains, finding.of) == ("averages-opponent", 1, 16, 17)


def test_slip_that_nothing_follows_from_leaves_the_rule_named() -> None:
    data = minimax()
    answers = {**follows(data, "all-max"), "best-move": "B"}
    assert follows(data, "all-max")["best-move"] != "B"
    (finding,) = report_of(read(data), answers).findings
    assert (finding.misconception, finding.slips) == ("all-max", 1)


def test_list_that_is_right_is_never_the_slip_of_a_rule() -> None:
    """Full minimax values, below the cut too, beside the list of what the search skips: no search that never cuts."""
    tree = [[[5, 6], [7, 9]], [[3, 1], [2, 0]], [[4, 8], [1, 2]]]
    data = problem_data("alpha-beta", tree, ask=["values", "pruned"])
    answers = {**follows(data, "no-pruning"), "pruned": ["N", "H"]}
    assert named(report_of(read(data), answers)) == ["true-value-at-cutoff"]


def test_two_slips_beside_a_wrong_rule_are_one_too_many() -> None:
    data = minimax()
    report = report_of(read(data), follows(data, "all-max", H=77, I=66))
    assert (named(report), report.slip) == ([], "")


@pytest.mark.parametrize("own", [{"H": 77}, {"D": 1}, {"A": 5}])
def test_slip_of_the_right_rule_is_called_a_slip_and_says_where(own: dict[str, int]) -> None:
    data = minimax()
    report = report_of(read(data), follows(data, "right", **own))
    assert named(report) == []
    assert report.slip.startswith(f"One slip (values, at {next(iter(own))})")


def test_number_that_is_wrong_in_several_parts_and_followed_is_one_slip() -> None:
    """G returns 1 for 3, in `values` and in `windows`, and C is what that makes of it."""
    exercise = BANK.find("star1-two-windows")
    assert isinstance(exercise, Exercise)
    answers = exercise.solve()
    values, windows = answers["values"] | {"G": 1, "C": "3/4"}, answers["windows"] | {"G": [4, 1]}
    report = report_of(exercise, {**answers, "values": values, "windows": windows})
    assert report.slip.startswith("One slip (values, at G)")


def test_two_slips_of_the_right_rule_are_neither_a_slip_nor_a_misconception() -> None:
    data = minimax()
    report = report_of(read(data), follows(data, "right", H=77, L=66))
    assert (named(report), report.slip) == ([], "")


def test_two_slips_of_the_right_rule_go_behind_one_slip_of_a_wrong_one() -> None:
    """B and C take the maximum, and A goes on from it; only D is right: a slip in all-max, or two in the right rule."""
    data = minimax([[3, 12, 8], [2, 4, 6], [14, 15, 1]], ask=["values"])
    exercise = read(data)
    assert named(report_of(exercise, {"values": {"A": 12, "B": 12, "C": 6, "D": 1}})) == ["all-max"]
    assert named(report_of(exercise, {"values": {"A": 15, "B": 12, "C": 6, "D": 15}})) == ["all-max"]


def test_two_numbers_beside_the_rule_are_too_many_however_much_it_explains() -> None:
    """Nine MIN nodes below the root take the maximum, but for one slip that is not carried on."""
    wide = minimax([[low, low + 9] for low in (1, 2, 3, 4, 5, 6, 7)], ask=["values"])
    leaves = {"B": (1, 10), "C": (2, 11), "D": (3, 12), "E": (4, 13), "F": (5, 14), "G": (6, 15), "H": (7, 16)}
    everything = {"A": 16, **{node: high for node, (_, high) in leaves.items()}}
    exercise = read(wide)
    report = report_of(exercise, {"values": {**everything, "B": 99, "A": 99}})
    assert named(report) == ["all-max"]
    assert {finding.slips for finding in report.findings} == {1}
    assert named(report_of(exercise, {"values": {**everything, "B": 99, "C": 98}})) == []


def test_rules_that_fit_equally_well_are_named_together_in_the_order_of_the_table() -> None:
    data = minimax(TWINS)
    assert named(report_of(read(data), follows(data, "all-max"))) == ["players-swapped", "all-max"]


def test_table_of_every_kind_is_in_the_order_of_the_designs() -> None:
    order = list(all_wordings())
    for kind in KINDS.values():
        assert sorted(kind.wrong.names, key=order.index) == list(kind.wrong.names)


@pytest.mark.parametrize(
    ("kind", "game", "ask", "rule"),
    [
        ("minimax", FOUR_PLIES, ["value"], "all-max"),
        ("minimax", FOUR_PLIES, ["value", "best-move"], "all-max"),
        ("alpha-beta", FOUR_PLIES, ["value", "leaves-evaluated"], "no-pruning"),
        ("ucb", [{"id": name, "total": 3 * n, "visits": n * n} for n, name in enumerate("ABC", 2)], ["choice"], ""),
    ],
)
def test_nothing_is_claimed_from_one_or_two_scalars(kind: str, game: Any, ask: list[str], rule: str) -> None:
    data = problem_data(kind, game, ask=ask)
    rules = [name for name, _ in students.rules_of(data) if not rule or name == rule]
    for name in rules:
        report = report_of(
            read(data),
            students.handed_in(data, students.follow(data, (name, "")))
            if name
            not in {
                "level-swapped",
                "other-log",
            }
            else {},
        )
        assert (named(report), report.slip) == ([], "")


def test_nothing_is_claimed_on_blank_and_malformed_parts() -> None:
    """What is left is judged: here two scalars, which tell nothing."""
    data = minimax()
    answers = follows(data, "all-max")
    exercise = read(data)
    for values in (None, {}, {"A": "x"}, ["A"], dict.fromkeys(answers["values"])):
        report = report_of(exercise, {**answers, "values": values})
        assert (named(report), report.slip) == ([], ""), values
    assert report_of(exercise, {}).findings == ()


def test_blank_entries_are_not_held_against_a_rule() -> None:
    data = minimax()
    answers = follows(data, "all-max")
    some = {node: None if node in {"H", "B"} else number for node, number in answers["values"].items()}
    (finding,) = report_of(read(data), {**answers, "values": some}).findings
    assert (finding.misconception, finding.slips, finding.of) == ("all-max", 0, 15)


@in_turn(3)
@dealt(4)
@pytest.mark.parametrize("kind", SOLVED)
def test_right_answers_have_no_diagnosis(kind: str, deal: Deal, window: int) -> None:
    for _, data in random_problems_of(kind, deal(range(70_000, 70_060), window)):
        report = report_of(read(data), students.handed_in(data, students.follow(data)))
        assert (report.findings, report.slip) == ((), "")


def test_rule_that_coincides_with_the_right_one_is_never_named() -> None:
    """Below 4 plies comparing with the parent alone prunes the same; with distinct leaves the strict test does too."""
    data = problem_data("alpha-beta", TWO_PLIES, ask=["value", "best-move", "values", "pruned"])
    exercise = read(data)
    wrong = exercise.wrong
    telling = {fold.misconception.name for fold in wrong.folds() if wrong.telling(fold)}
    assert telling.isdisjoint({"no-deep-cutoffs", "strict-cutoff", "tie-through-bound", "root-player-only"})
    assert {"no-pruning", "all-min"} <= telling


# --- Several problems -----------------------------------------------------------------------------


def graded_together(*answered: tuple[dict[str, Any], dict[str, Any]]) -> list[ProblemReport]:
    """Return the reports of one submission to several problems."""
    exercises = {data["id"]: read(data) for data, _ in answered}
    content = as_json({"answers": {data["id"]: answers for data, answers in answered}})
    submission = read_submission(parse_document(content, "submission.json", SubmissionError))
    return [graded.report for graded in grade_submission(submission, exercises.__getitem__).graded]


def test_another_problem_tells_twins_apart() -> None:
    twins, telling = minimax(TWINS, id="two"), minimax(id="four")
    first, second = graded_together(*((data, follows(data, "all-max")) for data in (twins, telling)))
    assert named(first) == named(second) == ["all-max"]
    (alone,) = graded_together((twins, follows(twins, "all-max")))
    assert named(alone) == ["players-swapped", "all-max"]


def test_problems_with_nothing_in_common_keep_what_each_shows() -> None:
    twins, other = minimax(TWINS, id="two"), minimax(id="four")
    first, second = graded_together((twins, follows(twins, "all-max")), (other, follows(other, "averages-opponent")))
    assert (named(first), named(second)) == (["players-swapped", "all-max"], ["averages-opponent"])


def test_right_answers_and_slips_elsewhere_do_not_narrow_a_diagnosis() -> None:
    twins, right, slip = minimax(TWINS, id="two"), minimax(id="right"), minimax(id="slip")
    reports = graded_together(
        (twins, follows(twins, "all-max")), (right, follows(right, "right")), (slip, follows(slip, "right", H=77))
    )
    assert [named(report) for report in reports] == [["players-swapped", "all-max"], [], []]


# --- What may be seen, and what is handed on -------------------------------------------------------


@in_turn(3)
@chunks(every=1, longer=2, whole=3)
@pytest.mark.parametrize("kind", NAMING)
def test_below_expected_a_finding_says_the_rule_and_no_number_of_the_problem(kind: str, chunk: int) -> None:
    told = 0
    for rng, data in random_problems(kind, 71_000 + 40 * chunk, 71_040 + 40 * chunk):
        rules = students.rules_of(data)
        if not rules:
            continue
        exercise = read(data)
        answers = students.handed_in(data, students.follow(data, rng.choice(rules)))
        whole_report = report_of(exercise, answers)
        for before, after in zip(
            whole_report.findings, report_of(exercise, answers, reveal=Reveal.VERDICTS).findings, strict=True
        ):
            assert after == before._replace(step="", node=after.node)
            assert after.step == ""
            assert not any(sign.isdigit() for sign in _without_detail(after.advice))
            told += 1
        hidden = report_of(exercise, answers, reveal=Reveal.NONE)
        assert (hidden.findings, hidden.slip) == ((), "")
    assert told > 6


def _without_detail(advice: str) -> str:
    """Return the advice without which depth or logarithm is meant: that is no number of the problem."""
    return advice.rpartition(" In your answers: ")[0] or advice


def key_called(exercise: Exercise, name: str) -> Any:
    """Return the key of a number that others follow from, as simulated students call it: a node, an iteration, a part."""
    kind = exercise.kind
    if isinstance(kind.parts[kind.wrong.carrier].form if kind.wrong.carrier else None, ByIteration):
        return int(name) - 1
    return exercise.problem.game.by_id().get(name, name)


@in_turn(2)
@dealt(3)
@pytest.mark.parametrize("kind", NAMING)
def test_diagnoses_are_part_of_a_valid_result(kind: str, deal: Deal, window: int) -> None:
    told, slips = 0, 1 if KINDS[kind].wrong.carrier else 0
    for rng, data in random_problems_of(kind, deal(range(72_000, 72_060), window)):
        rules = students.rules_of(data)
        followed = students.follow_with_slips(rng, data, rng.choice(rules), slips) if rules else None
        if followed is None:
            continue
        outcome = outcome_of(read(data), students.handed_in(data, followed))
        result = json.loads(export_text(outcome, "json"))
        assert validator("result").is_valid(result)
        for named, finding in zip(result["problems"][0]["diagnoses"], outcome.graded[0].report.findings, strict=True):
            assert named["misconception"] in KINDS[kind].wrong.names
            assert (named["explains"], named["slips"]) == (finding.explains, finding.slips)
            assert named["explains"] + named["slips"] == named["of"]
            told += 1
    assert told


# --- Large answers stay cheap ---------------------------------------------------------------------


def test_wrong_scores_of_many_children_do_not_have_the_right_rule_run_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three slips are enough to know that slips do not explain it: what is random costs no more than a few runs."""
    children = [{"id": f"c{n}", "total": n, "visits": 2 * n + 1} for n in range(300)]
    exercise = read(problem_data("ucb", children, ask=["scores"]))
    runs = []
    right = exercise.wrong.right
    monkeypatch.setattr(exercise.wrong, "right", lambda fixed: runs.append(fixed) or right(fixed))
    report = report_of(exercise, {"scores": {child["id"]: 7 for child in children}})
    assert report.findings == ()
    assert len(runs) <= 3


# --- The proof, on a few problems -----------------------------------------------------------------


TELLING = {
    "alpha-beta": ("value", "best-move", "pruned", "values"),
    "threshold": ("range", "smallest", "largest"),
    "construct": ("order", "count"),
}
"""The parts of a question by which chance names nothing; of a range alone 3 to 5 % of guesses are those of a wrong rule, of an order alone 3 %."""

NAMELESS = "claims"
"""Of truths no wrong rule is named: five of them have 32 patterns."""


@in_turn(2)
@dealt(3)
@pytest.mark.parametrize("kind", teaching.ASKS)
def test_simulated_students_are_told_what_they_did(kind: str, deal: Deal) -> None:
    """What `bench/diagnosis.py` measures on thousands of problems holds on a few: a pure wrong rule is always named."""
    ask, shapes = TELLING.get(kind, teaching.ASKS[kind][0]), teaching.SHAPES[kind].items()
    total = simulate.no_rates()
    for _, size in deal([*shapes]) or shapes:  # of one shape there is no rest
        simulate.add(total, simulate.measure_kind(kind, ask, size, 8))
    assert set(total.outcomes[simulate.PURE]) == ({"named"} if kind != NAMELESS else set())
    for student in (simulate.GUESSED, simulate.CARRIED, simulate.ALONE):
        assert total.outcomes[student]["other rule"] == 0, student
    named, _ = diagnosis_tables.share(total.outcomes[simulate.BESIDE], "named")
    has_many = kind != NAMELESS and any(KINDS[kind].parts[part].form.by_entry for part in ask)
    assert named >= 0.85 if has_many else named < 0.15, "two single answers beside a slip are too few to name a rule by"


def test_where_a_rule_shows_is_an_answer_that_it_explains() -> None:
    """Values that cannot be judged show nothing, so what is said stands at the list that the student wrote."""
    exercise = read(problem_data("alpha-beta", [[3, 12, 8], [2, 4, 6], [14, 5, 2]], ask=["values", "pruned"]))
    report = report_of(exercise, {"values": "?", "pruned": []})
    found = {finding.misconception: finding.step for finding in report.findings}
    assert found["all-max"] == "at C the window is [3, 2] by then, so I, J are skipped"


def test_of_rules_that_fit_equally_well_the_one_that_changes_least_goes_first() -> None:
    """All numbers that `no-pruning` changes are of nodes that the right search skips; `all-max` changes the others too."""
    exercise = read(problem_data("alpha-beta", [[3, 12, 8], [2, 4, 6], [14, 5, 2]], ask=["pruned"]))
    named = [finding.misconception for finding in report_of(exercise, {"pruned": []}).findings]
    assert named[0] == "no-pruning"
    assert "all-max" in named
