"""A threshold in words: what turns over at an end of its range, and the search over the pieces of x."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from grader.answers.case import Case, Key, Solution
from grader.answers.ranges import NO_END, Range
from grader.exact import Bound, Number
from grader.games.problem import Problem
from grader.intervals import Interval, Numbers, ends, in_words, inequality, point, show, union, within
from grader.kinds import KINDS
from grader.kinds.lifts.claim import READS, claims_in, parts_of
from grader.kinds.lifts.sentences import say as say_claim
from grader.kinds.lifts.threshold.asked import Found, asked_of, searched_of
from grader.kinds.lifts.threshold.lines import meeting_words, root_words, worth_words
from grader.kinds.lifts.threshold.solving import seen, settled
from grader.kinds.own_words import on_own_numbers
from grader.kinds.words import names_of, tops_of
from grader.linear import Linear, Run, Term
from grader.pieces import Piece
from grader.printable import printable
from grader.search import Cutoff, Trace
from grader.step import Action, Step

_MOST_ENDS = 3
_LONGEST = 120
_SIGNS = {"alpha >= beta": "≥", "alpha > beta": ">"}


class Seen(NamedTuple):
    """What the search does at one x: the problem as it sees it, its answers by part as text, and its cutoffs."""

    problem: Problem
    shown: dict[str, str]
    cutoffs: Sequence[Cutoff]


def seen_at(problem: Problem, at: Number) -> Seen:
    """Return what the search does at one x, and what of it the claim is about."""
    searched = seen(searched_of(problem), Run(at))
    kind = KINDS[searched.kind]
    claim = asked_of(problem).claim
    wanted = parts_of(claim)
    told = {
        READS[one.name][0] for one in claims_in(claim) if one.name in READS
    }  # what else it reads is beside the point
    solution = kind.solve(searched, parts=wanted)
    shown = {
        part: printable(kind.parts[part].form.show(searched, solution.answers[part]), _LONGEST)
        for part in kind.parts
        if part in told and part in solution.answers
    }
    return Seen(searched, shown, solution.trace.cutoffs if isinstance(solution.trace, Trace) else ())


def _say(problem: Problem, end: Bound) -> str:
    return settled(problem).say(problem, end)


# an end of the range


def inner_ends(problem: Problem, numbers: Numbers) -> list[Number]:
    """Return the ends of a range at which something turns over: those inside the domain, or where it begins or ends open."""
    domain = asked_of(problem).domain
    return [end for end in ends(numbers) if end not in domain[:2] or not _is_end_in(numbers, end)]


def _is_end_in(numbers: Numbers, end: Number) -> bool:
    return any((one.low == end and one.has_low) or (one.high == end and one.has_high) for one in numbers)


def end_words(problem: Problem, pieces: Sequence[Piece[Found]], end: Number) -> str:
    """Return what turns over at an end of the range, such as "M is skipped while alpha = 3 ≥ beta = x; …"."""
    place = _place_of(pieces, end)
    around = [*pieces[max(place - 1, 0) : place], *pieces[place + 1 : place + 2]]
    near = [piece.at for piece in around]
    said = _cutoff_words(problem, around, end) or meeting_words(problem, near, end)
    return said or _answer_words(problem, pieces, place)


def _place_of(pieces: Sequence[Piece[Found]], end: Number) -> int:
    """Return which piece is the point at which a range ends."""
    points = [place for place, piece in enumerate(pieces) if piece.interval.low == piece.interval.high]

    def distance(place: int) -> Fraction:  # an irrational end was rounded
        return abs(Fraction(pieces[place].at) - end)

    return min(points, key=distance)


def _cutoff_words(problem: Problem, around: Iterable[Piece[Found]], end: Number) -> str:
    """Return the cutoff that comes and goes at an end; nothing where none does."""
    named = {id_ for claim in claims_in(asked_of(problem).claim) for id_ in claim.ids}
    found: list[tuple[bool, str]] = []
    for piece in around:
        here = seen_at(problem, piece.at)
        tree = here.problem.game
        for cutoff in here.cutoffs:
            if cutoff.skipped and _turns_at(cutoff, end):
                is_meant = any(tree.ids[node] in named for top in cutoff.skipped for node in tree.below(top))
                found.append((is_meant, _skipped_while(problem, here.problem, cutoff, end)))
    return max(found, key=lambda one: one[0])[1] if found else ""


def _turns_at(cutoff: Cutoff, end: Number) -> bool:
    apart: Term = cutoff.alpha - cutoff.beta
    return isinstance(apart, Linear) and apart.at(end) == 0


def _skipped_while(problem: Problem, searched: Problem, cutoff: Cutoff, end: Number) -> str:
    test = problem.conventions.cutoff
    are = "is" if len(cutoff.skipped) == 1 else "are"
    alpha, beta = map(problem.say, (cutoff.alpha, cutoff.beta))
    enough = "enough" if _SIGNS[test] == "≥" else "not enough"
    return (
        f"{tops_of(searched.game, cutoff.skipped)} {are} skipped while alpha = {alpha} {_SIGNS[test]} beta = {beta}; "
        f"at x = {problem.say(end)} equality is {enough}."
    )


def _answer_words(problem: Problem, pieces: Sequence[Piece[Found]], place: int) -> str:
    """Return what the claim is about below, at and above a point."""
    sides = [
        (words, seen_at(problem, pieces[there].at).shown)
        for words, there in (("below", place - 1), ("there", place), ("above", place + 1))
        if 0 <= there < len(pieces)
    ]
    end = _say(problem, pieces[place].at)
    for part in dict.fromkeys(part for _, shown in sides for part in shown):
        told = [(words, _said(part, shown.get(part, "none"))) for words, shown in sides]
        if len({text for _, text in told}) > 1:
            return f"Something turns over at x = {end}: {', '.join(f'{words} {text}' for words, text in told)}."
    return ""


def _ends_words(problem: Problem, solution: Solution, chosen: Iterable[Number]) -> str:
    said = [end_words(problem, solution.trace, end) for end in list(chosen)[:_MOST_ENDS]]
    return " ".join(dict.fromkeys(filter(None, said)))


def range_words(case: Case, key: Key) -> str:
    """Return what turns over at the ends of the right range."""
    problem, solution, chosen = case.problem, case.solution, inner_ends(case.problem, case.expected("range"))
    why = solution.say(("step", key), lambda: _ends_words(problem, solution, chosen))
    given = case.given("range")
    if given is None or not Range(settled).differ_in_ends_only(problem, case.expected("range"), given.value):
        return why
    there = (_at_words(problem, solution, end) for end in chosen[:_MOST_ENDS])
    return " ".join([why, *dict.fromkeys(there)])


def smallest_words(case: Case, key: Key) -> str:
    """Return what turns over where the right range begins; where nothing does, what the search does there."""
    first = case.expected("range")[:1]
    return _end_of_words(case, first, [one.low for one in first], "smallest")


def largest_words(case: Case, key: Key) -> str:
    """Return what turns over where the right range ends; where nothing does, what the search does there."""
    last = case.expected("range")[-1:]
    return _end_of_words(case, last, [one.high for one in last], "largest")


def _end_of_words(case: Case, numbers: Numbers, found: Sequence[Bound], extreme: str) -> str:
    """Return why an interval of the right range ends where it does, and whether that end is the smallest or largest number."""
    problem, solution = case.problem, case.solution
    if not found:
        return range_sentence(problem, solution)
    (end,) = found
    if isinstance(end, float):
        far = "small" if extreme == "smallest" else "large"
        return f"{_holding_words(problem, solution, extreme)} That is so however {far} x is."
    if end not in inner_ends(problem, numbers):
        return f"{_holding_words(problem, solution, extreme)} x begins or ends there."
    why = f"{end_words(problem, solution.trace, end)} {_at_words(problem, solution, end)}"
    return (
        why if case.expected(extreme) != NO_END else f"{why} {_say(problem, end)} is no such x: there is no {extreme}."
    )


def _holding_words(problem: Problem, solution: Solution, extreme: str) -> str:
    """Return what the search does on the first or last stretch on which the claim holds."""
    holding = [stretch for stretch in stretches(problem, solution) if stretch.holds]
    return _stretch_words(problem, holding[0 if extreme == "smallest" else -1])


def _at_words(problem: Problem, solution: Solution, end: Number) -> str:
    """Return what the search does at an end of the range itself."""
    here = (point(solution.trace[_place_of(solution.trace, end)].at),)
    found = next(one for one in stretches(problem, solution) if within(here, one.interval))
    return _stretch_words(problem, found)


def line_words(case: Case, key: Key) -> str:
    """Return how the value of the root is found, which is one line over the whole domain."""
    return case.solution.say(("line", 0), lambda: root_words(case.problem, case.solution.trace[0].at))


def own_end_words(case: Case, key: Key) -> str:
    """Return that an end is that of the student's own range, beside the right range."""
    given = case.given("range")
    if given is None:
        return ""
    problem, allowed = case.problem, settled(case.problem)
    own, right = (
        in_words(allowed.settled(numbers), lambda end: allowed.say(problem, end))
        for numbers in (given.value, case.expected("range"))
    )
    return on_own_numbers(
        f"it holds for {printable(own, _LONGEST)}", f"it holds for {right}", case.policy.follow_through
    )


# step by step


class Stretch(NamedTuple):
    """Neighbouring pieces on which the same is to be said: the numbers, what the search does there and skips, whether the claim holds."""

    interval: Interval
    said: str
    holds: bool
    skipped: tuple[int, ...] = ()


def stretches(problem: Problem, solution: Solution) -> list[Stretch]:
    """Return what the search does all over the domain, from left to right."""
    found: list[Stretch] = []
    for piece in solution.trace:
        said, holds, skipped = _piece_words(problem, piece), piece.found.holds, _skipped_at(problem, piece.at)
        last = found[-1] if found else None
        if last is not None and last[1:] == (said, holds, skipped):
            (joined,) = union([last.interval, piece.interval])
            found[-1] = last._replace(interval=joined)
        else:
            found.append(Stretch(piece.interval, said, holds, skipped))
    return found


def _skipped_at(problem: Problem, at: Number) -> tuple[int, ...]:
    """Return the nodes at which skipped subtrees hang, where the claim is about what is skipped."""
    here = seen_at(problem, at)
    return tuple(node for cutoff in here.cutoffs for node in cutoff.skipped) if "pruned" in here.shown else ()


def threshold_steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield what the search does on each stretch of x, from left to right, then the range."""
    claim, done = say_claim(asked_of(problem).claim, searched_of(problem)), 0
    for done, stretch in enumerate(stretches(problem, solution), 1):
        sentence = _stretch_words(problem, stretch)
        judged = f"For {_where(problem, stretch)}: {claim}."
        yield Step(Action.CLAIM, None, sentence, done=done, claim=judged, holds=stretch.holds, skipped=stretch.skipped)
    why = _ends_words(problem, solution, inner_ends(problem, solution.answers["range"]))
    yield Step(Action.CLAIM, None, f"{range_sentence(problem, solution)} {why}".rstrip(), done=done + 1)


def _stretch_words(problem: Problem, stretch: Stretch) -> str:
    """Return what the search does on a stretch, and that the claim holds there or does not."""
    claim, truth = (
        say_claim(asked_of(problem).claim, searched_of(problem)),
        "holds" if stretch.holds else "does not hold",
    )
    return f"For {_where(problem, stretch)}: {stretch.said}so it {truth} that {claim}."


def _where(problem: Problem, stretch: Stretch) -> str:
    return inequality(stretch.interval, lambda end: _say(problem, end))


def range_sentence(problem: Problem, solution: Solution) -> str:
    """Return for which x the claim holds, as a sentence."""
    allowed = settled(problem)
    numbers = allowed.settled(solution.answers["range"])
    whole = "whole numbers with " if allowed.has_integers and numbers else ""
    said, intervals = (write(numbers, partial(allowed.say, problem)) for write in (in_words, show))
    return f"It holds for {whole}{said}: {intervals}." if numbers else "It holds for no x."


def _piece_words(problem: Problem, piece: Piece[Found]) -> str:
    """Return what the search does on a piece: its cutoffs that x bears on, and what the claim is about."""
    here = seen_at(problem, piece.at)
    tree = here.problem.game
    cuts = [
        f"{names_of(tree, [cut.node])} has alpha = {problem.say(cut.alpha)}, beta = {problem.say(cut.beta)} and skips {tops_of(tree, cut.skipped)}"
        for cut in here.cutoffs
        if cut.skipped and (isinstance(cut.alpha, Linear) or isinstance(cut.beta, Linear))
    ]
    shown = [_said(part, text) for part, text in here.shown.items() if not (cuts and part in _TOLD_BY_CUTOFFS)]
    worth = [] if cuts else [worth_words(problem, piece.at)]
    return "".join(f"{said}; " for said in (*cuts, *worth, *shown) if said)


_TOLD_BY_CUTOFFS = ("pruned",)
_PART_WORDS = {
    "value": "the root is worth {}",
    "values": "the values are {}",
    "best-move": "the best move is {}",
    "choice": "the choice is {}",
    "pruned": "the search skips {}",
    "leaves-evaluated": "it evaluates {} leaves",
    "visited": "it visits {}",
}
"""How the answer of a part is said of a search."""


def _said(part: str, text: str) -> str:
    """Return the answer of a part as a clause."""
    return _PART_WORDS.get(part, f"{part} is {{}}").format("nothing" if part == "pruned" and text == "none" else text)


def explain(problem: Problem, solution: Solution, key: Key, *, windows: bool) -> str:
    """Return for which x the claim holds; no node has a step of its own."""
    return range_sentence(problem, solution)
