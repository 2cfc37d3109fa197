"""A threshold in words: what turns over at an end of its range, and the search over the pieces of x."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, groupby, pairwise
from math import floor
from typing import NamedTuple, TypeGuard

from grader.core.answers.case import Action, Case, Key, Solution, Step
from grader.core.answers.ranges import NO_END, Range, known_end
from grader.core.conventions import Exploration
from grader.core.games.problem import Problem
from grader.core.games.tree import LEAF, MAX, MIN, Tree
from grader.core.intervals import (
    Interval,
    Numbers,
    Piece,
    ends,
    in_words,
    inequality,
    inside_of,
    largest,
    point,
    show,
    smallest,
    union,
    within,
)
from grader.core.linear import Linear, Run, Term
from grader.core.numbers import Bound, Number
from grader.core.search.folds import Cutoff, Trace
from grader.core.text import printable
from grader.kinds import KINDS
from grader.kinds.about_searches.claim import TurnsOn
from grader.kinds.about_searches.threshold.solve import FoundAtX, Pieces, ThresholdQuestion, seen, settled
from grader.kinds.entries import on_own_numbers
from grader.kinds.words import listing, names_of, tops_of

HOLDS = "At one x the search tells whether it holds"
TURNS = "A range ends where a comparison of the search turns over"
_MOST_ENDS = 3
_MOST_STEPS = 4
_LONGEST = 120
_CLOSE = 1e-5
"""So near an irrational end, which is rounded, two scores are equal."""
_NO_TRACE = Trace([], [], [], [], [])
_SIGNS = {"alpha >= beta": ("≥", "enough"), "alpha > beta": (">", "not enough")}
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


class SearchAtX(NamedTuple):
    """What the search does at one x: the problem as it sees it, its answers by part as text, and its trace."""

    problem: Problem
    shown: dict[str, str]
    trace: Trace


class Line(NamedTuple):
    """A number that a claim compares with others: whose it is (None: it stands in the claim), its name, a + b·x."""

    key: int | None
    name: str
    number: Term


class Side(NamedTuple):
    """What is compared near one x: the problem as the search sees it, its solution, and the lines to compare with each other."""

    searched: Problem
    solution: Solution
    lines: Sequence[Line]


class Stretch(NamedTuple):
    """Neighbouring pieces on which the same is to be said: the numbers, what the search does there and skips, whether the claim holds."""

    interval: Interval
    said: str
    holds: bool
    skipped: tuple[int, ...] = ()


class ThresholdWords:
    """A threshold that is told."""

    def __init__(self, problem: Problem, solution: Solution) -> None:
        self.problem, self.allowed = problem, settled(problem)
        self.range: Numbers = solution.answers["range"]
        self.pieces: Pieces = solution.trace
        self.searched: Problem = problem.game.searched
        self.asked: ThresholdQuestion = problem.game.asked
        self.kind, self.claim = KINDS[self.searched.kind], self.asked.claim.say(self.searched)
        self.is_exact = isinstance(self.searched.game, Tree)

    def say(self, end: Bound) -> str:
        """Return an end as reports show it."""
        return self.allowed.say(self.problem, end)

    def seen_at(self, at: Number) -> SearchAtX:
        """Return what the search does at one x, and what of it the claim is about."""
        searched, claims = seen(self.searched, Run(at)), [*self.asked.claim.within()]
        parts = {part for one in claims for part in one.sort.reads[:1]}  # what else it reads is beside the point
        if any(one.sort.is_of_all_moves for one in claims):  # of moves that are equally good all are told
            searched = searched._replace(conventions=searched.conventions._replace(tie="any"))
        solution = self.kind.solve(searched, parts=self.asked.claim.reads())
        shown = {
            name: printable(part.form.show(searched, solution.answers[name]), _LONGEST)
            for name, part in self.kind.parts.items()
            if name in parts and name in solution.answers
        }
        return SearchAtX(searched, shown, solution.trace if isinstance(solution.trace, Trace) else _NO_TRACE)

    # an end of the range

    def inner_ends(self, numbers: Numbers) -> list[Number]:
        """Return the ends of a range at which something turns over: those inside the domain, or where it begins or ends open."""
        closed = {end for one in numbers for end, has in ((one.low, one.has_low), (one.high, one.has_high)) if has}
        return [end for end in ends(numbers) if end not in self.asked.domain[:2] or end not in closed]

    def end_words(self, end: Number) -> str:
        """Return what turns over at an end of the range, such as "M is skipped while alpha = 3 ≥ beta = x; …"."""
        place = self._place_of(end)
        around = [*self.pieces[max(place - 1, 0) : place], *self.pieces[place + 1 : place + 2]]
        return self._cutoff_words(around, end) or self._meeting_words(around, end) or self._answer_words(place)

    def _place_of(self, end: Number) -> int:
        """Return which piece is the point at which a range ends: the nearest one, for an irrational end was rounded."""
        points = [place for place, piece in enumerate(self.pieces) if piece.interval.low == piece.interval.high]
        return min(points, key=lambda place: abs(Fraction(self.pieces[place].at) - end))

    def _cutoff_words(self, around: Iterable[Piece[FoundAtX]], end: Number) -> str:
        """Return the cutoff that comes and goes at an end; nothing where none does."""
        named = {id_ for claim in self.asked.claim.within() for id_ in claim.ids}
        found: list[tuple[bool, str]] = []
        for here in (self.seen_at(piece.at) for piece in around):
            tree = here.problem.game
            for cutoff in here.trace.cutoffs:
                apart: Term = cutoff.alpha - cutoff.beta
                if cutoff.skipped and isinstance(apart, Linear) and apart.at(end) == 0:
                    is_meant = any(tree.ids[node] in named for top in cutoff.skipped for node in tree.below(top))
                    found.append((is_meant, self._skipped_while(tree, cutoff, end)))
        return max(found, key=lambda one: one[0], default=(False, ""))[1]

    def _skipped_while(self, tree: Tree, cutoff: Cutoff, end: Number) -> str:
        sign, enough = _SIGNS[self.problem.conventions.cutoff]
        are = "is" if len(cutoff.skipped) == 1 else "are"
        alpha, beta = map(self.problem.say, (cutoff.alpha, cutoff.beta))
        return (
            f"{tops_of(tree, cutoff.skipped)} {are} skipped while alpha = {alpha} {sign} beta = {beta}; "
            f"at x = {self.problem.say(end)} equality is {enough}."
        )

    def _answer_words(self, place: int) -> str:
        """Return what the claim is about below, at and above a point."""
        sides = [
            (words, self.seen_at(self.pieces[there].at).shown)
            for words, there in (("below", place - 1), ("there", place), ("above", place + 1))
            if 0 <= there < len(self.pieces)
        ]
        for part in dict.fromkeys(part for _, shown in sides for part in shown):
            clauses = [(words, _said(part, shown.get(part, "none"))) for words, shown in sides]
            if len({text for _, text in clauses}) > 1:
                listed = ", ".join(f"{words} {text}" for words, text in clauses)
                return f"Something turns over at x = {self.say(self.pieces[place].at)}: {listed}."
        return ""

    def ends_words(self, chosen: Sequence[Number]) -> str:
        """Return what turns over at the first of these ends."""
        return " ".join(dict.fromkeys(filter(None, map(self.end_words, chosen[:_MOST_ENDS]))))

    # the lines a + b·x that a claim compares, which are equal at an end, and the steps that give them

    def _side_at(self, at: Number) -> Side:
        """Return the numbers on which the claim turns, at one x; no lines where it compares none."""
        searched = seen(self.searched, Run(at))
        solution = self.kind.solve(searched)
        return Side(searched, solution, [*self._lines(searched, solution)])

    def _lines(self, searched: Problem, solution: Solution) -> Iterator[Line]:
        """Yield what the claim compares: the scores of all children, the values of the root's, or the root's and what it is compared with."""
        claims, tree, answers = self.asked.claim.within(), searched.game, solution.answers
        turned = {claim.sort.turns_on for claim in claims}
        if TurnsOn.SCORES in turned:
            yield from (Line(child, printable(tree.ids[child]), score) for child, score in answers["scores"].items())
        if TurnsOn.MOVES in turned:
            values = answers.get("values", {})
            for child in tree.children(0):
                worth = tree.value[child] if tree.kind[child] == LEAF else values.get(child)
                if worth is not None:
                    yield Line(child, printable(tree.ids[child]), worth)
        bounds = [bound for claim in claims if claim.sort.turns_on is TurnsOn.ROOT for _, bound in claim.number.bounds]
        if bounds and "value" in answers:
            yield Line(0, printable(tree.ids[0]), answers["value"])
            yield from (Line(None, searched.say(bound), bound) for bound in dict.fromkeys(bounds))

    def _worth(self, line: Line) -> str:
        """Return what is compared, such as "gamble is worth -5 + 12 x"; a score rounded."""
        number = line.number
        if self.is_exact:
            return f"{line.name} is worth {number if isinstance(number, Linear) else self.problem.say(number)}"
        if isinstance(number, Linear):
            return f"{line.name} scores {float(number.constant):.4f} + {float(number.slope):.4f} x"
        return f"{line.name} scores {self.problem.say(number) if isinstance(number, int) else f'{float(number):.4f}'}"

    def _meeting_words(self, around: Iterable[Piece[FoundAtX]], end: Number) -> str:
        """Return which of the compared numbers are equal at an end of the range, each with the step that gives it; else nothing.

        `around` are the pieces beside the end, of which the first with such numbers is told of.
        """
        near = 0 if self.is_exact else _CLOSE
        for piece in around:
            side = self._side_at(piece.at)
            for pair in (both for both in combinations(side.lines, 2) if {both[0].key, both[1].key} != {None}):
                apart = pair[0].number - pair[1].number
                if isinstance(apart, Linear) and -near <= apart.at(end) <= near:
                    return self._equal(side, pair, end)
        return ""

    def _equal(self, side: Side, lines: Sequence[Line], end: Number) -> str:
        """Return the steps behind the numbers that are equal, and where they are."""
        own = [line for line in lines if line.key is not None]
        against = "".join(f", compared with {line.name}" for line in lines if line.key is None)
        game, steps = side.searched.game, " ".join(self._steps(side, own, end))
        # further off the numbers can be other lines: where a node takes the larger or smaller of its children's
        bends = isinstance(game, Tree) and any(kind in (MAX, MIN) for kind in game.kind[1:])
        near = f"Near x = {self.say(end)}: " if bends and steps else ""
        known, shown = known_end(end), self.say(end)
        about = shown if self.is_exact or known == shown else f"{known} ≈ {shown}"
        return f"{near}{steps} {listing(map(self._worth, own))}{against}: equal at x = {about}.".lstrip()

    def _steps(self, side: Side, lines: Sequence[Line], end: Number) -> Iterator[str]:
        """Yield how the numbers are found, from the deepest node with x on; a score, which is no short line, at the end itself."""
        searched, solution = side.searched, side.solution
        if not self.is_exact:
            constant = Exploration(known_end(end), float(end))
            searched = searched._replace(conventions=searched.conventions._replace(exploration=constant))
            solution = self.kind.solve(searched)
        keys = dict.fromkeys(key for line in lines for key in _behind(searched, solution, line.key or 0))
        yield from (self.kind.tutor.explain(searched, solution, key, windows=False) for key in keys)

    def root_words(self) -> str:
        """Return the steps that give the value of the root, from the deepest node with x on."""
        return " ".join(self._steps(self._side_at(self.pieces[0].at), [Line(0, "", 0)], 0))

    # the pieces of x

    def stretches(self) -> list[Stretch]:
        """Return what the search does all over the domain, from left to right."""
        groups = [[*group] for _, group in groupby(map(self._stretch, self.pieces), lambda one: one[1:])]
        return [group[0]._replace(interval=union(one.interval for one in group)[0]) for group in groups]

    def _stretch(self, piece: Piece[FoundAtX]) -> Stretch:
        here = self.seen_at(piece.at)
        skipped = tuple(node for cutoff in here.trace.cutoffs for node in cutoff.skipped if "pruned" in here.shown)
        return Stretch(piece.interval, self._piece_words(piece.at, here), piece.found.holds, skipped)

    def _piece_words(self, at: Number, here: SearchAtX) -> str:
        """Return what the search does on a piece: where it decides on the nodes of the claim, or else the cutoffs that x bears on; and what the claim is about."""
        tree, say = here.problem.game, self.problem.say
        claims = [one for one in self.asked.claim.within() if not one.claims]
        named = [one.ids if "visited" in one.sort.reads else () for one in claims]
        decided = [one for ids in named for one in self._decisions(here, ids)]
        if not decided or not all(named):
            decided += [(cut, 0) for cut in here.trace.cutoffs if cut.skipped and _has_x(cut)]
        cuts = dict.fromkeys(
            f"{names_of(tree, [cut.node])} has alpha = {say(cut.alpha)}, beta = {say(cut.beta)} and "
            + (f"skips {tops_of(tree, cut.skipped)}" if cut.skipped else f"goes on to {names_of(tree, [after])}")
            for cut, after in decided
        )
        shown = [_said(part, text) for part, text in here.shown.items() if not (cuts and part == "pruned")]
        own = [] if cuts else [line for line in self._side_at(at).lines if line.key is not None]
        worth = [", ".join(map(self._worth, own))] if len(own) > 1 else []  # of the root's value the answer tells
        return "".join(f"{said}; " for said in (*cuts, *worth, *shown) if said)

    def _decisions(self, here: SearchAtX, ids: Sequence[str]) -> list[tuple[Cutoff, int]]:
        """Return the cutoffs that skip these nodes, and of those that none does where the first one could have been skipped."""
        found = [self._decision(here, here.problem.game.by_id()[id_]) for id_ in ids]
        passed = next(([one] for one in found if one and not one[0].skipped), [])
        return [*(one for one in found if one and one[0].skipped), *passed]

    def _decision(self, here: SearchAtX, node: int) -> tuple[Cutoff, int] | None:
        """Return the cutoff that skips a node, or the last test that could have and did not, with the child that was visited then."""
        tree, (visited, _, entry, _, cutoffs) = here.problem.game, here.trace
        path = [*reversed(tree.path_to(node))]
        for one, parent in pairwise(path):
            for cut in cutoffs:
                if one in cut.skipped:
                    return cut, 0
            window, place = entry[one], visited.index(one) if one in visited else 0
            if window and tree.kind[parent] in (MAX, MIN) and visited[place - 1] != parent:
                return Cutoff(parent, window[0], window[1], ()), one
        return None

    def where(self, stretch: Stretch) -> str:
        """Return the numbers of a stretch."""
        return inequality(stretch.interval, self.say)

    def stretch_words(self, stretch: Stretch) -> str:
        """Return what the search does on a stretch, and that the claim holds there or does not."""
        return f"For {self.where(stretch)}: {self._so(stretch.said, holds=stretch.holds)}"

    def sentence_at(self, at: Number, *, holds: bool) -> str:
        """Return what the search does at one x and around it, and that the claim holds there or does not, behind "At x = …: "."""
        return self._so(self._piece_words(at, self.seen_at(at)), holds=holds)

    def _so(self, said: str, *, holds: bool) -> str:
        return f"{said}so it {'holds' if holds else 'does not hold'} that {self.claim}."

    def looks(self) -> Iterator[tuple[Number, Stretch]]:
        """Yield the numbers x that are looked at, from left to right: one on each stretch, and each at which something turns over."""
        for one in self.stretches():
            low, high = one.interval.low, one.interval.high
            ends = [(low, one.interval.has_low), (high, one.interval.has_high)] if low < high else [(low, True)]
            turns = [end for end, has in ends if has and end not in self.asked.domain[:2] and self._can_be(end)]
            inside = self._inside(low, high)
            has_low, has_high = (has and end not in turns for end, has in (ends[0], ends[-1]))
            between = one._replace(interval=Interval(low, high, has_low, has_high))
            yield from ((end, one._replace(interval=point(end))) for end in turns if end == low)
            yield from ((at, between) for at in (inside,) if at is not None)
            yield from ((end, one._replace(interval=point(end))) for end in turns if end == high != low)

    def _can_be(self, x: Bound) -> TypeGuard[Number]:
        return not isinstance(x, float) and (not self.asked.has_integers or x == int(x))

    def _inside(self, low: Bound, high: Bound) -> Number | None:
        """Return a number between two others, whole where x is; None where there is none."""
        if low == high:
            return None
        at = inside_of(low, high)
        if self._can_be(at):
            return at
        return next((end for end in (floor(at), floor(at) + 1) if low < end < high), None)

    def end_question(self) -> tuple[str, Number | None]:
        """Return a question on an end of the range that belongs to it, and that; none where there is none, or it is rounded."""
        numbers = self.allowed.settled(self.range) if self.is_exact else ()
        for which, end in (("largest", largest(numbers)), ("smallest", smallest(numbers))):
            if end is not None and not isinstance(end, float):
                return f"What is the {which} x for which it holds?", end
        return "", None

    def at_words(self, end: Number) -> str:
        """Return what the search does at an end of the range itself."""
        here = (point(self.pieces[self._place_of(end)].at),)
        return self.stretch_words(next(one for one in self.stretches() if within(here, one.interval)))

    def range_sentence(self) -> str:
        """Return for which x the claim holds, as a sentence."""
        numbers = self.allowed.settled(self.range)
        whole = "whole numbers with " if self.allowed.has_integers and numbers else ""
        shown = f"{whole}{in_words(numbers, self.say)}: {show(numbers, self.say)}" if numbers else "no x"
        return f"It holds for {shown}."


def _has_x(cutoff: Cutoff) -> bool:
    return isinstance(cutoff.alpha, Linear) or isinstance(cutoff.beta, Linear)


def _behind(searched: Problem, solution: Solution, key: int) -> list[int]:
    """Return the nodes whose steps give a number: those below it with x in theirs, deepest first, then its own."""
    tree = searched.game
    if not isinstance(tree, Tree):
        return [key]
    values = solution.answers["values"]
    bearing = [node for node in tree.below(key) if node != key and isinstance(values.get(node), Linear)]
    nodes = [*sorted(bearing, reverse=True), key]
    return [node for node in nodes[-_MOST_STEPS:] if tree.kind[node] != LEAF]


def _said(part: str, text: str) -> str:
    """Return the answer of a part as a clause."""
    return _PART_WORDS.get(part, f"{part} is {{}}").format("nothing" if part == "pruned" and text == "none" else text)


# what parts, and steps, tell


def range_words(case: Case, key: Key) -> str:
    """Return what turns over at the ends of the right range; of none what the search does instead."""
    words, expected, given = ThresholdWords(case.problem, case.solution), case.expected("range"), case.given("range")
    if not expected:
        return " ".join(map(words.stretch_words, words.stretches()[:_MOST_ENDS]))
    chosen = words.inner_ends(expected)
    why = case.solution.say(("step", key), lambda: words.ends_words(chosen))
    if given is None or not Range(settled).differ_in_ends_only(case.problem, expected, given.value):
        return why
    return " ".join([why, *dict.fromkeys(map(words.at_words, chosen[:_MOST_ENDS]))])


def extreme_words(extreme: str, case: Case, key: Key) -> str:
    """Return what turns over where the right range begins or ends; where nothing does, what the search does there."""
    is_smallest = extreme == "smallest"
    words, expected = ThresholdWords(case.problem, case.solution), case.expected("range")
    if not expected:
        return words.range_sentence()
    last = expected[0 if is_smallest else -1]
    end = last.low if is_smallest else last.high
    is_inner = end in words.inner_ends((last,))
    if isinstance(end, float) or not is_inner:
        holding = [stretch for stretch in words.stretches() if stretch.holds]
        there = words.stretch_words(holding[0 if is_smallest else -1])
        if isinstance(end, float):
            return f"{there} That is so however {'small' if is_smallest else 'large'} x is."
        return f"{there} x is at {'least' if is_smallest else 'most'} {words.say(end)}."
    why = f"{words.end_words(end)} {words.at_words(end)}"
    if words.allowed.has_integers:
        return f"{why} x is whole: the {extreme} for which it holds is {words.say(case.expected(extreme))}."
    return why if case.expected(extreme) != NO_END else f"{why} {words.say(end)} is no such x: there is no {extreme}."


def own_end_words(case: Case, key: Key) -> str:
    """Return that an end is that of the student's own range, beside the right range."""
    given = case.given("range")
    if given is None:
        return ""
    words = ThresholdWords(case.problem, case.solution)
    own, right = (in_words(words.allowed.settled(one), words.say) for one in (given.value, case.expected("range")))
    said = f"it holds for {printable(own, _LONGEST)}"
    return on_own_numbers(said, f"it holds for {right}", case.policy.follow_through)


def threshold_steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield what the search does on each stretch of x, from left to right, then the range."""
    words, looks = ThresholdWords(problem, solution), 0
    x: Number | None = None
    for looks, (x, stretch) in enumerate(words.looks(), 1):
        judged, sentence = f"For {words.where(stretch)}: {words.claim}.", words.stretch_words(stretch)
        step = Step(
            Action.CLAIM, None, sentence, done=looks, claim=judged, holds=stretch.holds, skipped=stretch.skipped
        )
        asks = f"For {words.where(stretch)}: {stretch.said}does it hold that {words.claim}?"
        yield step._replace(x=x, look_at=f"x = {words.say(x)}", rule=HOLDS, unfinished=asks)
    turning = words.inner_ends(words.range)
    said = f"{words.range_sentence()} {words.ends_words(turning)}".rstrip()
    asked, end = words.end_question()
    step = Step(Action.CLAIM, None, said, done=looks + 1, question=asked, value=end, x=next(iter(turning), x))
    first = next((one.said for one in words.stretches() if one.said), "")
    asks = f"{first.removesuffix('; ')}: for which x is that so?" if first else ""
    yield step._replace(look_at="where it turns over", rule=TURNS, unfinished=asks)


def explain(problem: Problem, solution: Solution, key: Key, *, windows: bool) -> str:
    """Return for which x the claim holds; no node has a step of its own."""
    return ThresholdWords(problem, solution).range_sentence()
