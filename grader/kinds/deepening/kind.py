"""The kind `deepening`: iterative deepening, the same search again and again, each time one deeper, on the tree as the iteration before has ordered it."""

from collections.abc import Callable, Sequence

from grader.core.answers.by_iteration import ByIteration
from grader.core.answers.case import Answers, Case, Key, Solution, Tutor
from grader.core.answers.cells import COUNT, NUMBER
from grader.core.answers.forms import Choice, One
from grader.core.answers.lists import Listing, items_called
from grader.core.answers.part import Follows, Part, Tell
from grader.core.answers.reports import Written
from grader.core.games.problem import Problem
from grader.core.numbers import Number
from grader.core.text import printable
from grader.kinds import KINDS
from grader.kinds.deepening.documents import (
    CONVENTIONS,
    NONE,
    SEARCHES,
    asked_of,
    conventions_of,
    read_deepening,
    searched_of,
    write_deepening,
)
from grader.kinds.deepening.misconceptions import right, wordings, wrong_rules
from grader.kinds.deepening.solve import LEAVES, completed_by, solve
from grader.kinds.deepening.words import (
    SEARCHED,
    completed_words,
    draw,
    explain,
    move_words,
    poses,
    stated_picture,
    steps,
    terms,
    total_words,
)
from grader.kinds.entries import ROOT_MOVES, always, among_own, as_written, differences, on_own_numbers
from grader.kinds.record import Divergence, GameFormat, Kind, MayShow, Rests, Wrong, by_name, no_follower


def _iterations(problem: Problem) -> int:
    return asked_of(problem).depth


# what follows from own answers


def _own_leaves(case: Case) -> Sequence[Number] | None:
    """Return the student's own leaves of all iterations; None where one of them is not there."""
    given = case.given(LEAVES) or {}
    written = [given.get(place) for place in range(_iterations(case.problem))]
    numbers = [one.value for one in written if one is not None]
    return numbers if len(numbers) == len(written) else None


def _from_leaves(found: Callable[[Problem, Sequence[Number]], Number]) -> Follows:
    """Return what tells whether a number is found so from the student's own leaves of all iterations."""
    return among_own(lambda case, _: [found(case.problem, own) for own in [_own_leaves(case)] if own is not None])


def _own_move(case: Case, key: Key) -> Sequence[Key]:
    """Return the student's own best move of the iteration that the student has as the completed one."""
    completed, moves = case.given("completed"), case.given("best-moves") or {}
    written = None if completed is None else moves.get(completed.value - 1)
    return [] if written is None else written.value[:1]


# what explains, and examples


def _explained(what: str) -> Tell:
    """Return what tells a step by its name: of one iteration, or of all."""
    return lambda case, key: case.explain(what if key is None else (what, key))


_LONGEST = 400  # of a step with a student's numbers, which can have 1,000 digits each


def _told(words: Callable[[Problem, Solution], str]) -> Tell:
    """Return what tells a step on the student's own answers beside the right one."""

    def in_a_sentence(case: Case, solution: Solution) -> str:
        said = words(case.problem, solution).removesuffix(".")
        return printable(said[:1].lower() + said[1:], _LONGEST)

    def told(case: Case, _: Key) -> str:
        given = {part: case.given(part) for part in ("completed", "move")}
        own = {part: one.value for part, one in given.items() if isinstance(one, Written)}
        leaves = dict(enumerate(_own_leaves(case) or ()))
        answers = {**case.solution.answers, **({LEAVES: leaves} if leaves else {}), **own}
        if "move" in own:
            answers["move"] = [own["move"]]
        own_words = in_a_sentence(case, case.solution._replace(answers=answers))
        return on_own_numbers(own_words, in_a_sentence(case, case.solution), case.policy.follow_through)

    return told


def _example(entry: Callable[[list[str]], str]) -> Callable[[Problem], str]:
    """Return an example of a list: the same entry, made of the moves, for each of at most three iterations."""

    def example(problem: Problem) -> str:
        moves = as_written(ROOT_MOVES.name(problem, child) for child in problem.whole.children(0))
        return f"[{', '.join([entry(moves)] * min(3, _iterations(problem)))}]"

    return example


def _left(problem: Problem, _: Key | None) -> str:
    """Return in which order an iteration examines children, where the one before has a say in it."""
    is_sorted = asked_of(problem).reorder != NONE
    return "Each iteration examines children in the order that the one before has left" if is_sorted else SEARCHED


_TIME = "An iteration counts only when it is finished"

PARTS = by_name(
    Part(
        "values-by-depth",
        "Value of each iteration",
        "what each iteration returns at the root, the first goes to depth 1 (list of numbers)",
        ByIteration(One(NUMBER), _iterations),
        explain=_explained("value"),
        example=_example(lambda _: "7"),
        rule=always(SEARCHED),
        question="What do the children of the root return in this iteration?",
    ),
    Part(
        "best-moves",
        "Best move of each iteration",
        "the best move that each iteration finds (list of moves: their labels; without one, the child's name)",
        ByIteration(Choice(ROOT_MOVES), _iterations),
        explain=_explained("choice"),
        example=_example(lambda moves: moves[0] if moves else "X"),
        rule=always(SEARCHED),
        question="What do the children of the root return in this iteration?",
    ),
    Part(
        LEAVES,
        "Leaves of each iteration",
        "how many leaves each iteration evaluates, nodes at its horizon among them (list of whole numbers)",
        ByIteration(One(COUNT), _iterations),
        explain=_explained("leaves"),
        example=_example(lambda _: "7"),
        rule=_left,
        question="Which leaves does this iteration come to?",
    ),
    Part(
        "total-leaves",
        "Leaves of all iterations",
        "how many leaves all iterations evaluate together (a whole number)",
        One(COUNT),
        _from_leaves(lambda _, leaves: sum(leaves)),
        _explained("total"),
        _told(total_words),
        rule=always("All iterations count, not only the last"),
        question="How many leaves does each iteration evaluate?",
    ),
    Part(
        "orders",
        "Order of each iteration",
        "the moves at the root in the order in which each iteration examines them (list of lists of moves)",
        ByIteration(Listing(items_called(ROOT_MOVES), keys=ROOT_MOVES), _iterations),
        explain=_explained("order"),
        example=_example(lambda moves: f"[{', '.join(moves[::-1])}]"),
        rule=_left,
        question="What did each move return in the iteration before?",
    ),
    Part(
        "direct-leaves",
        "Leaves of one search",
        "how many leaves one search to the last depth evaluates that sorts nothing (a whole number)",
        One(COUNT),
        explain=_explained("direct"),
        rule=always("One search alone has nothing to order children by"),
        question="Which leaves does one search come to that sorts nothing?",
    ),
    Part(
        "completed",
        "Last finished iteration",
        "the last iteration that is finished within the budget of leaves, 0 if none is (a whole number)",
        One(COUNT),
        _from_leaves(completed_by),
        _explained("completed"),
        _told(completed_words),
        rule=always(_TIME),
        question="How many leaves are evaluated up to the end of each iteration?",
    ),
    Part(
        "move",
        "Move played",
        "the move that is played when the budget is used up (its label; without one, the child's name)",
        Choice(ROOT_MOVES),
        among_own(_own_move),
        _explained("move"),
        _told(move_words),
        rule=always(_TIME),
        question="Which iteration is the last that is finished?",
        sources=lambda _: ("completed",),
    ),
)

_DIFFERS = {
    "orders": "examines {}",
    LEAVES: "evaluates {} leaves",
    "values-by-depth": "returns {}",
    "best-moves": "moves to {}",
}
"""What is said of the first iteration that differs, by the part in which it does: the first of them that does."""


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first iteration, of those that may be shown, in which the wrong rule gives another answer to what was asked."""
    found = (one for one in differences(problem, PARTS, solution, wrong, may_show, _DIFFERS) if one.other is not None)
    first = min(found, key=lambda one: int(one.key), default=None)
    if first is None:
        return None
    right, other = (PARTS[first.part].form.shown(problem, answer) for answer in (first.right, first.other))
    said = _DIFFERS[first.part].format(right)
    return Divergence(None, f"iteration {first.key + 1} {said}; the other rule gives {other}")


def rests(kind: Kind, problem: Problem) -> Rests:
    """Return the conventions of the search, and what the iterations read of its answers."""
    read = ("value", "best-move", "values", "leaves-evaluated")
    return Rests(conventions_of(KINDS[searched_of(problem).kind]), {*read, *problem.ask})


DEEPENING = Kind(
    name="deepening",
    title="Iterative deepening",
    task="Search this game tree by iterative deepening.",
    parts=PARTS,
    asked=("values-by-depth", "best-moves", LEAVES),
    conventions=CONVENTIONS,
    game_format=GameFormat(read_deepening, write_deepening),
    solve=solve,
    wrong=Wrong(
        wordings=wordings(),
        rules=wrong_rules,
        right=right,
        carrier=LEAVES,
        order=lambda problem: range(_iterations(problem)),
        divergence=divergence,
        followers=no_follower,
        singles=("completed",),
    ),
    tutor=Tutor(steps, explain, picture=stated_picture),
    draw=draw,
    terms=terms,
    poses=poses,
    rests=rests,
    searches=SEARCHES,
)
