"""What kinds say of entries of answers: the rule that they keep, what follows from the student's own, where wrong ones part from right ones."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from grader.core.answers.case import Answer, Answers, Case, Key, Solution
from grader.core.answers.part import Follows, Keys, Part
from grader.core.games.problem import Problem
from grader.core.numbers import Number
from grader.core.policy import share_words
from grader.kinds.record import MayShow


def always(words: str) -> Callable[[Problem, Key | None], str]:
    """Return the rule of a part of which every entry keeps the same one."""
    return lambda *_: words


ROOT_MOVES = Keys(
    "move at the root called",
    lambda problem: problem.whole.by_move(0),
    lambda problem, child: problem.whole.move_to(child),
)


def as_written(names: Iterable[str]) -> list[str]:
    """Return ids or moves as documents write them, quoted where need be: for an example."""
    from grader.core.documents.writing import scalar  # few templates need it

    return [scalar(name) for name in names]


def every_place(problem: Problem) -> range:
    """Return the places of all that a game names: its nodes, children, states."""
    return range(len(problem.game.ids))


def among_own(own: Callable[[Case, Key], Collection[Answer]]) -> Follows:
    """Return what tells whether an answer is one of those that follow from the student's own answers to other parts."""
    return lambda case, key, answer: case.policy.across_parts and answer in own(case, key)


def on_own_numbers(own: str, right: str, share: Number) -> str:
    """Return the sentence on a step that is right on the student's numbers, and on the right ones."""
    return f"On your numbers {own}: this step is right, {share_words(share)}. Right: {right}."


class Difference(NamedTuple):
    """An entry of a part, or a whole one (its key is None), to which a wrong rule gives another answer, or none: None."""

    part: str
    key: Any
    right: Answer
    other: Answer


def differences(
    problem: Problem,
    parts: Mapping[str, Part],
    solution: Solution,
    wrong: Answers,
    may_show: MayShow,
    names: Iterable[str] = (),
) -> Iterator[Difference]:
    """Yield where wrong answers part from right ones and it may be shown, of the parts that are asked in order, or of those named."""
    for name in names or problem.ask:
        if name in problem.ask and name in solution.answers:
            form, right, other = parts[name].form, solution.answers[name], wrong.get(name)
            for key in right if form.by_entry else (None,):
                mine, theirs = (right, other) if key is None else (right[key], (other or {}).get(key))
                if may_show(name, key) and (theirs is None or not form.same(problem, mine, theirs)):
                    yield Difference(name, key, mine, theirs)
