"""Guess first: what is asked before a step is what the step decides, for every kind, and is judged as marks are."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest
from banked import BANK, SOLVED, SOLVED_IDS
from conftest import problem_data, random_problems, read
from turns import in_turn
from windows import Deal, dealt

from grader.core.answers.case import Action, Step
from grader.core.answers.cells import is_right
from grader.core.answers.rounding import is_right_score
from grader.core.numbers import INFINITY, read_bound
from grader.kinds import Exercise
from grader.pages.frames import Frame, film_of
from grader.pages.guess import FALSE, GOES_ON, LARGEST_SIZE, SKIPPED, TRUE, Expected, Question

kinds = pytest.mark.parametrize("kind", SOLVED)
NUMBERS = (Action.RETURN, Action.VALUE, Action.SCORE, Action.BACKUP)


def asked(exercise: Exercise) -> list[tuple[Step, Frame, Question]]:
    steps = exercise.steps()
    frames = film_of(exercise, steps).frames
    return [
        (step, frame, frame.question) for step, frame in zip(steps, frames, strict=True) if frame.question is not None
    ]


@cache
def drawn(kind: str) -> list[Exercise]:
    return [read(data) for _, data in random_problems(kind, 0, 60)]


def accepts(expected: Expected, given: float) -> bool:
    """What the script does with a number that it can read."""
    if expected.number is None:
        return False
    return abs(given - expected.number) <= expected.room + 1e-9 * max(1, abs(expected.number))


def is_number_to_ask(step: Step) -> bool:
    """Return whether a step finds one number; of several players' numbers the choice at the root is asked alone."""
    return step.action in NUMBERS and not isinstance(step.value, tuple)


def asks_for_an_end(step: Step) -> bool:
    """Return whether a step asks for the number at which a range ends."""
    return step.question.startswith("What is the ") and not step.options


def is_size_to_ask(step: Step) -> bool:
    return (
        step.action is Action.SIZE and step.node is not None and step.value is not None and step.value <= LARGEST_SIZE
    )


@in_turn(2)
@dealt(3)
@kinds
def test_every_number_that_a_step_finds_is_asked_for(kind: str, deal: Deal) -> None:
    for exercise in deal(drawn(kind)):
        is_leaf_alone = len(exercise.picture_of_steps().nodes) == 1  # its value is all there is to ask
        finding = [
            step
            for step in exercise.steps()
            if is_number_to_ask(step)
            or is_size_to_ask(step)
            or asks_for_an_end(step)
            or (is_leaf_alone and step.action is Action.CHOICE)
        ]
        assert [step for step, _, question in asked(exercise) if question.number is not None] == finding


@dealt(3)
@kinds
def test_the_right_number_is_accepted_and_a_wrong_one_is_not(kind: str, deal: Deal) -> None:
    for exercise in deal(drawn(kind)):
        for step, _, question in asked(exercise):
            if question.number is None:
                continue
            right = step.value if step.reported is None else step.reported
            assert right is not None
            if abs(right) == INFINITY:
                assert question.number == Expected("inf")
                continue
            assert accepts(question.number, float(right))
            assert not accepts(question.number, float(right) + 1)


@pytest.mark.parametrize("seed", range(200))
def test_a_guess_has_the_room_that_marks_have(seed: int) -> None:
    rng = random.Random(seed)
    tree = [[rng.randint(-20, 20), Fraction(rng.randint(1, 50), rng.choice((2, 3, 7, 8)))] for _ in range(2)]
    chance = {"chance": [{"max": [{"value": str(leaf)} for leaf in row]} for row in tree]}
    exercise = read(problem_data("expectiminimax", chance, conventions=rng.choice(({}, {"decimals": 1}))))
    for step, _, question in asked(exercise):
        if question.number is None or step.value is None:
            continue
        for _ in range(10):
            given = Fraction(step.value) + Fraction(rng.randint(-99, 99), rng.choice((100, 1000, 10000)))
            assert accepts(question.number, float(given)) == is_right(exercise.problem, step.value, given)


def test_a_score_has_the_room_that_scores_have() -> None:
    exercise = BANK["ucb-slide-wins"]
    for step, _, question in asked(exercise):
        if question.number is not None and step.value is not None:
            for apart in (0, 0.003, 0.004, 0.006, 0.02):
                given = float(step.value) + apart
                decimals = exercise.problem.conventions.decimals
                assert accepts(question.number, given) == is_right_score(float(step.value), Fraction(given), decimals)


def test_whether_the_rest_is_skipped_is_asked_wherever_it_could_be() -> None:
    for exercise in drawn("alpha-beta"):
        steps = exercise.steps()
        for before, (step, _, question) in ((steps[f.number - 2], (s, f, q)) for s, f, q in asked(exercise)):
            if question.options != (GOES_ON, SKIPPED):
                continue
            assert before.action in (Action.LEAF, Action.RETURN)
            assert before.prune_if
            assert question.right == ((1,) if step.action is Action.CUTOFF else (0,))
        cutting = [step for step in steps if step.action is Action.CUTOFF and step.skipped]
        assert cutting == [step for step, _, question in asked(exercise) if question.right == (1,) and step.skipped]


@dealt(3)
@kinds
def test_which_child_is_chosen_is_asked_where_a_child_would_be_wrong(kind: str, deal: Deal) -> None:
    for exercise in deal(drawn(kind)):
        *_, last = exercise.steps()
        children = [node.key for node in exercise.picture_of_steps().nodes if node.parent == 0]
        children = [*last.options] or children
        questions = [question for step, _, question in asked(exercise) if step is last or step == last]
        if not last.chosen or (last.options and not last.question) or len(children) == len(last.chosen):
            assert not any(question.options for question in questions if question.options != (TRUE, FALSE))
            continue
        (question,) = questions
        assert sorted(children[place] for place in question.right) == sorted(last.chosen)
        assert len(question.options) == len(children)


@dealt(3)
@kinds
def test_whether_a_claim_holds_is_asked_before_it_is_judged(kind: str, deal: Deal) -> None:
    for exercise in deal(drawn(kind)):
        judging = [(step, (0,) if step.holds else (1,)) for step in exercise.steps() if step.claim]
        asked_ = [(step, question.right) for step, _, question in asked(exercise) if question.options == (TRUE, FALSE)]
        assert asked_ == judging
        assert all(step.sentence.startswith(step.claim.partition(":")[0]) for step, _ in judging)


@pytest.mark.parametrize("id_", SOLVED_IDS)
def test_no_question_tells_its_answer(id_: str) -> None:
    exercise = BANK[id_]
    drawn_as = {node.id for node in exercise.picture_of_steps().nodes}  # a level as it is drawn: depth 1 for 1
    names = {exercise.name_of(key) for key in range(exercise.size)} | drawn_as
    for step, _, question in asked(exercise):
        if question.number is not None and asks_for_an_end(step):
            assert question.text in {f"What is the {which} x for which it holds?" for which in ("largest", "smallest")}
        elif question.number is not None:
            assert any(
                question.text.endswith(f" {name}{end}")
                for name in names
                for end in ("?", " return?", " report?", " grow?")
            )
        else:
            assert len(question.options) > len(question.right) > 0


@pytest.mark.parametrize("id_", SOLVED_IDS)
def test_there_is_something_to_guess_in_every_problem(id_: str) -> None:
    assert asked(BANK[id_])


def test_each_step_of_an_iteration_but_the_simulation_is_guessed() -> None:
    told = [(frame.part, question.text) for _, frame, question in asked(BANK["five-playouts"])]
    assert told[-5:-1] == [
        ("playout 5 of 5, 1 selection", "Which child of R does selection take?"),
        ("playout 5 of 5, 2 expansion", "Which node joins the search tree below B?"),
        ("playout 5 of 5, 4 back-up", "By how much does the total of F grow?"),
        ("the next selection", "Which child of R does selection take?"),
    ]


def test_fail_hard_asks_for_what_is_reported() -> None:
    exercise = BANK["clamp-fail-hard"]
    for step, _, question in asked(exercise):
        if question.number is not None:
            assert question.text.endswith("report?")
            assert read_bound(question.number.text) == step.reported


def test_a_number_too_large_for_a_script_is_compared_as_text() -> None:
    exercise = read(problem_data("minimax", [[10**40, 3], [5, 10**41]]))
    expected = [question.number for _, _, question in asked(exercise) if question.number is not None]
    assert expected[0] == Expected("3", 3.0)
    exercise = read(problem_data("minimax", [10**40, 3]))
    assert asked(exercise)[0][2].number == Expected(str(10**40))
