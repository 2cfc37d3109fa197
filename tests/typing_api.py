"""How the library is called: never run, only type-checked. A call that stops fitting its types is a broken promise."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import assert_type

from generators import Generated, MinimaxParameters, certified, generate, variants
from grader import (
    Bank,
    Exercise,
    Fault,
    Graded,
    Outcome,
    Policy,
    ProblemError,
    Reveal,
    Step,
    SubmissionError,
    draw,
    grade,
    load_problem,
    read_answer,
    render,
    solve,
    statement,
    steps,
)
from grader.core.numbers import Number


def calls() -> None:
    """Hold every call: in a function, because tests import all files to look for examples in them."""
    exercise = load_problem("problem.yaml")
    assert_type(exercise, Exercise)
    load_problem(Path("problem.yaml"))
    load_problem(b"kind: minimax")
    load_problem({"kind": "minimax", "tree": [[1, 2.5], [Fraction(7, 3), "4"]]})

    bank = Bank("week5", Path("week6"), shipped=False)
    assert_type(bank["q1"], Exercise)
    assert_type(bank.ids, list[str])
    assert_type(bank.find("q1"), Exercise | Fault)

    answers: dict[str, int] = {"value": 3}
    graded = exercise.grade(answers, reveal=Reveal.VERDICTS, policy=Policy(Fraction(1, 3), across_parts=False))
    assert_type(graded, Graded)
    assert_type(graded.earned, Number)
    exercise.grade({"value": 3, "values": {"A": 3.5}, "pruned": ["G"]})
    exercise.grade(solve(exercise))
    exercise.grade({"pruned": read_answer("[G]")})

    exercise.grade(answers, reveal="none")

    outcome = grade({"answers": {"q1": answers}}, bank, require=["q1"], only=True)
    grade({"answers": {}}, bank, require="q1", reveal="verdicts")
    assert_type(outcome, Outcome)
    assert_type(outcome.problems, tuple[Graded, ...])
    grade("answers.yaml")
    grade(Path("answers.yaml"), exercise)
    grade(b"answers: {}", [exercise, bank["q2"]])

    assert_type(steps(exercise), tuple[Step, ...])
    assert_type(statement(exercise, solved=True), str)
    assert_type(render(outcome), str)
    render(graded, "html")
    assert_type(draw(exercise), str)
    assert_type(draw(graded, "dot"), str)
    assert_type(draw(exercise, "pdf", solved=True), bytes)

    assert_type(generate("minimax", MinimaxParameters(), "7"), Exercise)
    assert_type(certified("minimax", MinimaxParameters(), "7").exercise, Exercise)
    for generated in variants("minimax", MinimaxParameters(), "7", 10):
        assert_type(generated, Generated)

    try:
        load_problem("problem.yaml")
    except (ProblemError, SubmissionError) as error:
        assert_type(error.faults, tuple[Fault, ...])

    # What no type allows is refused: an ignore that is not needed would be an error itself.
    load_problem(3)  # type: ignore[arg-type]
    draw(exercise, "gif")  # type: ignore[call-overload]
    render(outcome, "pdf")  # type: ignore[arg-type]
    exercise.grade(["value"])  # type: ignore[arg-type]
    exercise.grade(answers, reveal="nothing")  # type: ignore[arg-type]
