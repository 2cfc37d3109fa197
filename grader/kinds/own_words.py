"""What is said of an answer that follows from the student's own numbers: their step, and the right one beside it."""

from __future__ import annotations

from collections.abc import Sequence

from grader.answers.case import Case, Key
from grader.exact import Number
from grader.kinds.trees.follow_through import Step, own_step, right_step
from grader.marks.reports import Written
from grader.policy import share_words
from grader.printable import printable

_LONGEST = 400  # of a step with a student's numbers, which can have 1,000 digits each


def on_own_numbers(own: str, right: str, share: Number) -> str:
    """Return the sentence on a step that is right on the student's numbers, and on the right ones."""
    return f"On your numbers {own}: this step is right, {share_words(share)}. Right: {right}."


def entry_words(case: Case, node: Key) -> str:
    """Return what an entry of `values` follows from."""
    step = own_step(case, case.given("values") or {}, node)
    return "" if step is None else _both(case, _text(case, step), _text(case, right_step(case, node)))


def value_words(case: Case, key: Key) -> str:
    """Return what the `value` follows from: the student's step at the root, or the number that they wrote there."""
    given, right = case.given("values") or {}, _text(case, right_step(case, 0))
    step, root, written = own_step(case, given, 0), given.get(0), case.given("value")
    if root is None or (step is not None and written is not None and step.reported == written.value):
        return "" if step is None else _both(case, _text(case, step), right)
    return _both(case, f"{printable(case.problem.game.ids[0])} is {root.text}", right)


def move_words(case: Case, key: Key) -> str:
    """Return what the `best-move` follows from."""
    chosen = case.given("best-move")
    return "" if chosen is None else _choice_words(case, 0, chosen, case.expected("best-move"))


def strategy_words(case: Case, node: Key) -> str:
    """Return what an entry of the `strategy` follows from."""
    given = case.given("strategy")
    return "" if given is None else _choice_words(case, node, given[node], case.expected("strategy")[node])


def _choice_words(case: Case, node: Key, chosen: Written, expected: Sequence[Key]) -> str:
    step = own_step(case, case.given("values") or {}, node)
    if step is None:
        return ""
    best = " or ".join(_move(case, child) for child in expected)
    right = f"{_text(case, right_step(case, node))}, so {best}"
    return _both(case, f"{_text(case, step)}, so {_move(case, chosen.value)}", right)


def _both(case: Case, own: str, right: str) -> str:
    return on_own_numbers(own, right, case.policy.follow_through)


def _move(case: Case, child: int) -> str:
    return printable(case.problem.game.moves[child])


def _text(case: Case, step: Step) -> str:
    """Return the step with its numbers; where fail-hard reports another one than it gives, that too."""
    from grader.kinds.trees.value_steps import mover_words, step_text  # few answers need it

    text = step_text(case.problem, step.node, step.children, step.inputs, step.result, step.unseen)
    moved = "" if step.reported == step.result else f", reported as {case.problem.say(step.reported)}"
    reported = mover_words(case.problem, step.node, step.result) or moved
    return printable(text + reported, _LONGEST)
