"""The kind `threshold`: for which x a claim about a search holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grader.answers.case import Answers, Attempt, Key, Solution, Tutor
from grader.diagram import Diagram, Numbers
from grader.exact import INFINITY, Number
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.intervals import inequality
from grader.kinds import KINDS
from grader.kinds.lifts.searched import game_posed, rests_of
from grader.kinds.lifts.sentences import say as say_claim
from grader.kinds.lifts.threshold import parts, wordings
from grader.kinds.lifts.threshold.asked import asked_of, read_threshold, searched_of, write_threshold
from grader.kinds.lifts.threshold.solving import solve
from grader.kinds.lifts.threshold.words import end_words, explain, inner_ends, threshold_steps
from grader.kinds.record import Divergence, Door, Kind, MayShow, Misconception, Rests, Wording, Wrong, by_name
from grader.marks.reports import ProblemReport

SEARCHES = ("minimax", "alpha-beta", "expectiminimax", "ucb")
_ABOUT_LISTS = ("list-pruned-as", "windows-at")
"""Conventions on how an answer is written that nobody hands in here."""


def all_wordings() -> dict[str, Wording]:
    """Return the words for the wrong rules of every search, and for those about a range."""
    found: dict[str, Wording] = {}
    for search in SEARCHES:
        found |= KINDS[search].wrong.wordings
    return found | wordings.RANGE


def _conventions() -> tuple[str, ...]:
    names = (name for search in SEARCHES for name in KINDS[search].conventions)
    return tuple(dict.fromkeys(names))


def rests(kind: Kind, problem: Problem) -> Rests:
    """Return on what the problem rests: the conventions of its search, and what its claim reads of the answers."""
    found = rests_of(searched_of(problem), [asked_of(problem).claim])
    used = [name for name in found.conventions if name not in _ABOUT_LISTS]
    if not asked_of(problem).has_integers or "decimals" in problem.conventions.stated:
        used.append("decimals")
    return Rests(used, {*found.parts, *problem.ask})


def poses(problem: Problem) -> list[str]:
    """Return the rules of a game that is played, then what is asked: what x can be, and the claim."""
    asked = asked_of(problem)
    what = "a whole number" if asked.has_integers else "a number"
    domain = asked.domain
    where = "" if domain[:2] == (-INFINITY, INFINITY) else f" with {inequality(domain, problem.say)}"
    claim = say_claim(asked.claim, searched_of(problem))
    return [*game_posed(problem), f"x is {what}{where}{_stands(problem)}. For which x does it hold that {claim}?"]


def _stands(problem: Problem) -> str:
    """Return what x stands for where it is in no tree."""
    return "" if isinstance(searched_of(problem).game, Tree) else ": the exploration constant c, which is called x here"


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains first: how the search is done."""
    searched = searched_of(problem)
    kind = KINDS[searched.kind]
    return [f"The search: {kind.title}.", *kind.terms(searched)]


def _nothing(problem: Problem, fixed: Mapping[Key, Number]) -> Answers:
    return solve(problem).answers


def _no_keys(problem: Problem) -> Sequence[Key]:
    return ()


def _no_followers(problem: Problem, keys: Iterable[Key]) -> tuple[Key, ...]:
    return ()


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return what turns over at the first end of the range that the wrong rule does not have."""
    if not may_show("range", None):
        return None
    others = set(inner_ends(problem, wrong.get("range", ())))
    missed = [end for end in inner_ends(problem, solution.answers["range"]) if end not in others]
    said = end_words(problem, solution.trace, missed[0]) if missed else ""
    return Divergence(None, said.removesuffix(".")) if said else None


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules of the search, and those about the range."""
    from grader.kinds.lifts.threshold import wrong_rules as rules

    return rules.wrong_rules(problem)


def draw(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Sequence[Diagram]:
    """Return the tree with x and the number line; see `threshold_diagram`."""
    from grader.kinds.lifts.threshold.diagram import threshold_diagram

    return (threshold_diagram(problem, solution, attempt, report, numbers),)


THRESHOLD = Kind(
    name="threshold",
    title="For which x",
    task="One number of this exercise is unknown: x.",
    parts=by_name(parts.RANGE, parts.SMALLEST, parts.LARGEST, parts.LINEAR),
    asked=("range",),
    conventions=_conventions(),
    door=Door(read_threshold, write_threshold),
    solve=solve,
    wrong=Wrong(
        wordings=all_wordings(),
        rules=wrong_rules,
        right=_nothing,
        carrier="",
        order=_no_keys,
        divergence=divergence,
        followers=_no_followers,
    ),
    tutor=Tutor(threshold_steps, explain),
    draw=draw,
    terms=terms,
    poses=poses,
    rests=rests,
    searches=SEARCHES,
)
