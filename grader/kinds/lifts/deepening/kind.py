"""The kind `deepening`: iterative deepening, iteration by iteration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grader.answers.case import Answers, Attempt, Key, Solution, Tutor
from grader.diagram import Diagram, Numbers
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds.lifts.deepening.answering import LEAVES, solve
from grader.kinds.lifts.deepening.asked import SEARCHES, searched_of
from grader.kinds.lifts.deepening.door import CONVENTIONS, conventions_of, read_deepening, write_deepening
from grader.kinds.lifts.deepening.parts import PARTS, iterations
from grader.kinds.lifts.deepening.wordings import all_wordings
from grader.kinds.record import Divergence, Door, Kind, MayShow, Misconception, Rests, Wrong, by_name
from grader.marks.reports import ProblemReport
from grader.step import Step

FORMS = by_name(*PARTS)


def iterations_in_order(problem: Problem) -> Sequence[int]:
    """Return the places of the iterations."""
    return range(iterations(problem))


def no_other(problem: Problem, places: Iterable[Key]) -> tuple[Key, ...]:
    """Return the iterations whose leaves follow from those of others: there is none."""
    return ()


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem."""
    from grader.kinds.lifts.deepening import misconceptions

    return misconceptions.wrong_rules(problem)


def right(problem: Problem, fixed: Mapping[Key, Number]) -> Answers:
    """Return the right rule's answers where some numbers are given."""
    from grader.kinds.lifts.deepening import misconceptions

    return misconceptions.right_answers(problem, fixed)


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first iteration, of those that may be shown, in which the wrong rule gives another answer."""
    for place in iterations_in_order(problem):
        for part, said in (
            ("orders", "examines"),
            (LEAVES, "evaluates"),
            ("values-by-depth", "returns"),
            ("best-moves", "moves to"),
        ):
            found, other = (answers.get(part, {}).get(place) for answers in (solution.answers, wrong))
            entry = FORMS[part].form.entry  # type: ignore[attr-defined]  # a list by iteration
            if found is None or other is None or not may_show(part, place) or entry.same(problem, found, other):
                continue
            shown, instead = (entry.show(problem, one) for one in (found, other))
            leaves = " leaves" if part == LEAVES else ""
            return Divergence(None, f"iteration {place + 1} {said} {shown}{leaves}; the other rule gives {instead}")
    return None


def draw(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Sequence[Diagram]:
    """Return the tree, solved also one drawing for each iteration."""
    from grader.kinds.lifts.deepening.pictures import deepening_diagrams

    return deepening_diagrams(problem, solution, report, numbers)


def picture(problem: Problem, solution: Solution) -> Diagram:
    """Return the tree as the problem states it."""
    from grader.kinds.lifts.deepening.pictures import stated_picture

    return stated_picture(problem)


def steps(problem: Problem, solution: Solution) -> Iterable[Step]:
    """Return the iterations node by node."""
    from grader.kinds.lifts.deepening.words import deepening_steps

    return deepening_steps(problem, solution)


def explain(problem: Problem, solution: Solution, key: Key, *, windows: bool) -> str:
    """Return the step behind an answer."""
    from grader.kinds.lifts.deepening.words import explain as in_words

    return in_words(problem, solution, key, windows=windows)


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains first."""
    from grader.kinds.lifts.deepening.words import terms as in_words

    return in_words(problem)


def poses(problem: Problem) -> list[str]:
    """Return the rules of a game that is played, and for how many leaves there is time."""
    from grader.kinds.lifts.deepening.words import poses as in_words

    return in_words(problem)


def rests(kind: Kind, problem: Problem) -> Rests:
    """Return the conventions of the search, and what the iterations read of its answers."""
    from grader.kinds import KINDS

    read = ("value", "best-move", "values", "leaves-evaluated")
    return Rests(conventions_of(KINDS[searched_of(problem).kind]), {*read, *problem.ask})


DEEPENING = Kind(
    name="deepening",
    title="Iterative deepening",
    task="Search this game tree by iterative deepening.",
    parts=FORMS,
    asked=("values-by-depth", "best-moves", LEAVES),
    conventions=CONVENTIONS,
    door=Door(read_deepening, write_deepening),
    solve=solve,
    wrong=Wrong(
        wordings=all_wordings(),
        rules=wrong_rules,
        right=right,
        carrier=LEAVES,
        order=iterations_in_order,
        divergence=divergence,
        followers=no_other,
        singles=("completed",),
    ),
    tutor=Tutor(steps, explain, picture=picture),
    draw=draw,
    terms=terms,
    poses=poses,
    rests=rests,
    searches=SEARCHES,
)
