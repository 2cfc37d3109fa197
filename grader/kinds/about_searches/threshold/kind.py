"""The kind `threshold`: for which x a claim about a search holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grader.core.answers.by_iteration import ByIteration
from grader.core.answers.case import Answer, Answers, Case, Key, Solution, Tutor, read_of
from grader.core.answers.cells import NUMBER
from grader.core.answers.forms import One
from grader.core.answers.part import Part
from grader.core.answers.ranges import Range, extreme_cell
from grader.core.answers.reports import Entry, Verdict
from grader.core.conventions import Conventions
from grader.core.data import Plain, stated
from grader.core.documents import Document
from grader.core.drawing.diagram import Diagram, End, NumberLine, Row, Span
from grader.core.errors import Fault
from grader.core.games.changed import most_on_a_path, places_of
from grader.core.games.playable import FIELD
from grader.core.games.problem import Problem, is_played
from grader.core.games.tree import Tree
from grader.core.intervals import Interval, TooManyRuns, closed, complement, inequality, show_interval, within
from grader.core.intervals import Numbers as NumberSet
from grader.core.linear import Linear
from grader.core.numbers import INFINITY, Bound, read_bound, write_number
from grader.kinds import KINDS
from grader.kinds.about_searches.claim import Ground, read_claim, refused
from grader.kinds.about_searches.searched import Amiss, Lifted, game_posed, read_searched, write_searched
from grader.kinds.about_searches.solved import conventions_of, rests_of, wordings_of_searches
from grader.kinds.about_searches.threshold import words
from grader.kinds.about_searches.threshold.solve import (
    OF_RANGES,
    ThresholdQuestion,
    ends_of,
    most_runs,
    pieces_by_search,
    rows,
    settled,
    solve,
    wrong_rules,
)
from grader.kinds.about_searches.threshold.sweep import sweep_of
from grader.kinds.entries import always, facts_of
from grader.kinds.record import (
    Divergence,
    GameFormat,
    Kind,
    MayShow,
    Rests,
    View,
    Wrong,
    by_name,
    no_follower,
    wordings_of,
)

SEARCHES = ("minimax", "alpha-beta", "expectiminimax", "ucb")
_ABOUT_LISTS = ("list-pruned-as", "windows-at")
"""Conventions on how an answer is written that nobody hands in here."""


# reading and writing

_BY_CHANCE = "expectiminimax"
"""The search in which a probability can be unknown."""
_NOTHING_CHANGES = "has no place here: nothing is changed; expected a claim about the problem itself"


def read_threshold(document: Document, conventions: Conventions) -> tuple[Lifted | None, list[Fault], list[str]]:
    """Return the searched problem, what is asked about it and what the search finds; what is wrong, and warnings."""
    searched, faults, warnings = read_searched(document, conventions)
    if faults or searched.game is None:
        return None, faults, warnings
    natural, amiss = _natural(searched)
    stated, not_stated = _read_domain(document)
    ground = Ground(KINDS[searched.kind], searched, refused(_NOTHING_CHANGES, beside_change=True))
    claim, not_claimed = read_claim(document.data["claim"], ("claim",), ground)
    amiss = [*amiss, *not_stated, *not_claimed]
    left = within((natural,), closed(*stated)) if stated else (natural,)
    if not left and not amiss:
        amiss.append((f"leaves no number for x, which lies in {show_interval(natural)}", ("domain",)))
    if amiss or claim is None:
        return None, document.faults(amiss), warnings
    asked = ThresholdQuestion(claim, left[0], stated, document.data.get("integers") is True)
    try:
        pieces = pieces_by_search(searched, asked)
    except TooManyRuns:
        message = f"takes more than {most_runs(searched):,} runs of the search; expected a smaller tree, or fewer leaves with x"
        return None, document.faults([(message, ("claim",))]), warnings
    return Lifted(searched, asked._replace(pieces=tuple(pieces))), [], warnings


def _natural(searched: Problem) -> tuple[Interval, Amiss]:
    """Return the numbers that x can be where it stands, and what is wrong with its places."""
    if not isinstance(searched.game, Tree):
        is_there = isinstance(searched.conventions.exploration.value, Linear)
        nowhere = ("x stands nowhere, expected exploration: x", ("conventions",))
        return closed(0, INFINITY), [] if is_there else [nowhere]
    values, probabilities = places_of(searched.game)
    if not values and not probabilities:
        nowhere = ("x stands nowhere, expected it as the value of a leaf", ("tree",))
        if is_played(searched.stated):
            message = "x stands at no end that the game comes to, expected it as what such an end is worth"
            nowhere = (message, (FIELD,))
        return closed(-INFINITY, INFINITY), [nowhere]
    if not probabilities:
        return closed(*(searched.conventions.value_bounds or (-INFINITY, INFINITY))), []
    message = ""
    if searched.kind != _BY_CHANCE:
        message = f"a probability can be unknown only under search: {_BY_CHANCE}"
    elif most_on_a_path(searched.game) > 1:
        message = "x stands more than once on a path from the root to a leaf"
    return closed(0, 1), [(message, ("tree",))] if message else []


def _read_domain(document: Document) -> tuple[tuple[Bound, Bound] | None, Amiss]:
    raw = document.data.get("domain")
    if raw is None:
        return None, []
    try:
        low, high = (read_bound(str(end)) for end in raw)
    except ValueError as failure:
        return None, [(str(failure), ("domain",))]
    if low > high or (isinstance(low, float) and low == high):
        return None, [("expected [lo, hi] with lo not above hi", ("domain",))]
    return (low, high), []


def write_threshold(problem: Problem) -> dict[str, Plain]:
    """Return the fields of the document: the search, its game, and what is asked."""
    asked: ThresholdQuestion = problem.game.asked
    domain = None if asked.stated is None else [write_number(end) for end in asked.stated]
    more = stated({"domain": domain, "integers": asked.has_integers or None, "claim": asked.claim.write()})
    return write_searched(problem.game.searched) | more


# the parts: the range of x, its smallest and largest number, and the line of the root's value

EXTREME = extreme_cell(settled)


def _follows(extreme: str, case: Case, key: Key, end: Answer) -> bool:
    """Return whether a smallest or largest number is that of the student's own range."""
    given = case.given("range")
    if given is None or not case.policy.across_parts:
        return False
    own = ends_of(settled(case.problem).settled(given.value))[extreme]
    return EXTREME.is_right(case.problem, own, end)


_RULE = always(words.TURNS)


def _extreme(name: str, infinity: str) -> Part:
    return Part(
        name,
        f"{name.capitalize()} x",
        f"the {name} x for which it holds (a number; {infinity} where they have no end; none where there is no {name})",
        One(EXTREME),
        partial(_follows, name),
        explain=partial(words.extreme_words, name),
        tell=words.own_end_words,
        rule=_RULE,
    )


RANGE = Part(
    "range",
    "For which x",
    "for which x it holds (intervals such as (-inf, 2], or inequalities such as x <= 2)",
    Range(settled, rows),
    explain=words.range_words,
    example=lambda _: '["(-inf, 2]", "[5, 8)"]',
    rule=_RULE,
)
LINEAR = Part(
    "linear",
    "Value as a + b·x",
    "the value of the root as a + b·x (a list of two numbers: [a, b])",
    ByIteration(One(NUMBER), lambda _: 2, "coefficient"),
    explain=lambda case, _: case.solution.say(
        ("line", 0), words.ThresholdWords(case.problem, case.solution).root_words
    ),
    rule=always("An expected value is a straight line in an unknown probability or value"),
    question="What is found at two numbers x?",
)


# what there is to see: the tree with x in it, and x on a number line


def draw(view: View) -> Sequence[Diagram]:
    """Return the tree as it is given, with x at its places, and below it the range and the student's on a line."""
    problem = view.problem
    searched = problem.game.searched._replace(id=problem.id, title=problem.title, ask=())
    tree = KINDS[searched.kind].draw(View(searched, numbers=view.numbers))[0]
    return (
        tree._replace(facts=tuple(facts_of(view.problem, view.report, {"range": [None]})), number_line=_line(view)),
    )


def _line(view: View) -> NumberLine | None:
    """Return the line with the student's range and the right one, as far as they may be shown; None where there is none."""
    problem, solution, attempt, *_ = view
    entries = view.parts["range"].entries if "range" in view.parts else ()
    entry, given = next(iter(entries), None), read_of(attempt, "range")
    right: NumberSet = () if solution is None else solution.answers["range"]
    rows = [] if given is None else [_row(problem, "you", given.value, entry, right)]
    is_right = entry is not None and entry.verdict is Verdict.CORRECT
    if solution is not None and not (rows and is_right):
        rows.append(_row(problem, "right" if rows else "range", right))
    if not rows:
        return None
    asked: ThresholdQuestion = problem.game.asked
    low, high = ((end, settled(problem).say(problem, end)) for end in asked.domain[:2])
    return NumberLine("x", low, high, tuple(rows), asked.has_integers)


def _row(problem: Problem, label: str, numbers: NumberSet, entry: Entry | None = None, right: NumberSet = ()) -> Row:
    """Return numbers as a row of the line; an end that counts as a right one, such as a rounded one, stands where that does."""
    allowed = settled(problem)
    ends = [end for one in allowed.settled(right) for end in one[:2]]

    def placed(given: Bound) -> End:
        end = next((end for end in ends if allowed.is_end(end, given)), given)
        return end, allowed.say(problem, end)

    spans = (Span(placed(one.low), placed(one.high), one.has_low, one.has_high) for one in allowed.settled(numbers))
    return Row(label, tuple(spans), None if entry is None else entry.verdict)


# the kind


def rests(kind: Kind, problem: Problem) -> Rests:
    """Return on what the problem rests: the conventions of its search, and what its claim reads of the answers."""
    asked: ThresholdQuestion = problem.game.asked
    found = rests_of(problem.game.searched, [asked.claim])
    used = [name for name in found.conventions if name not in _ABOUT_LISTS]
    if not asked.has_integers or "decimals" in problem.conventions.stated:
        used.append("decimals")
    return Rests(used, {*found.parts, *problem.ask})


def poses(problem: Problem) -> list[str]:
    """Return the rules of a game that is played, then what is asked: what x can be, what it stands for in no tree, and the claim."""
    asked: ThresholdQuestion = problem.game.asked
    searched: Problem = problem.game.searched
    what = "a whole number" if asked.has_integers else "a number"
    where = "" if asked.domain[:2] == (-INFINITY, INFINITY) else f" with {inequality(asked.domain, problem.say)}"
    is_tree = isinstance(searched.game, Tree)
    stands = "" if is_tree else ": the exploration constant c, which is called x here"
    claim = asked.claim.say(searched)
    return [*game_posed(problem), f"x is {what}{where}{stands}. For which x does it hold that {claim}?"]


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains first: how the search is done."""
    kind = KINDS[problem.game.searched.kind]
    return [f"The search: {kind.title}.", *kind.terms(problem.game.searched)]


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return what the search does where x is first such that the wrong rule tells something else; it can bite at another node than it turns on."""
    if not may_show("range", None):
        return None
    sentences, by_rule = words.ThresholdWords(problem, solution), wrong.get("range", ())
    say = sentences.say
    for _, one in sentences.looks():
        apart = complement(by_rule, one.interval) if one.holds else within(by_rule, one.interval)
        shown = (
            part
            for part in sentences.allowed.settled(apart)
            if part.low == part.high or say(part.low) != say(part.high)
        )
        if first := next(shown, None):  # ends that are rounded to one number are one end
            said = sentences.stretch_words(one._replace(interval=first)).removesuffix(".")
            return Divergence(None, f"{said}; by the other rule it {'does not' if one.holds else 'does'}")
    return None


THRESHOLD = Kind(
    name="threshold",
    title="For which x",
    task="One number of this exercise is unknown: x.",
    parts=by_name(RANGE, _extreme("smallest", "-inf"), _extreme("largest", "inf"), LINEAR),
    asked=("range",),
    conventions=conventions_of(SEARCHES),
    game_format=GameFormat(read_threshold, write_threshold),
    solve=solve,
    wrong=Wrong(
        wordings=wordings_of_searches(SEARCHES) | wordings_of(OF_RANGES),
        rules=wrong_rules,
        right=lambda problem, _: solve(problem).answers,
        divergence=divergence,
        followers=no_follower,
    ),
    tutor=Tutor(words.threshold_steps, words.explain, sweep=sweep_of),
    draw=draw,
    terms=terms,
    poses=poses,
    rests=rests,
    searches=SEARCHES,
)
