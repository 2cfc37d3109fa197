"""A drawn problem, and what the checks need to know of it; each thing is computed when first asked for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import ceil, floor, isinf
from operator import is_

from generators.games import Played
from generators.parameters import Question
from grader.core.answers.case import Answer, Answers, Key
from grader.core.answers.part import Form, has_two_answers
from grader.core.games.problem import Game
from grader.core.games.tree import CHANCE, LEAF, MAX, MIN, Tree
from grader.core.numbers import Number, whole
from grader.core.search.cutting import CUTOFF_TESTS
from grader.core.search.folds import Cutoff, Trace, alpha_beta, back_up
from grader.kinds import KINDS, Kind, Problem, Solution
from grader.kinds.record import Misconception
from grader.kinds.trees.rules import search_rules

# -- how somebody can write down the answer that a rule gives: with its exact numbers, or rounded as the problem asks

_FAR = 1e-6


def roundings(answer: Answer, decimals: int | None) -> Iterator[Answer]:
    """Yield the answer with its numbers rounded to so many decimals, halves up and halves down, where that changes it."""
    if decimals is None:
        return
    for is_up in (True, False):
        rounded = _rounded(answer, 10**decimals, is_up=is_up)
        if rounded is not answer:
            yield rounded


def _rounded(answer: Answer, scale: int, *, is_up: bool) -> Answer:
    """Return the answer with every number in it rounded; the answer itself where there is nothing to round."""
    if type(answer) is int:
        return answer
    if isinstance(answer, Cutoff):
        alpha, beta = (_rounded(bound, scale, is_up=is_up) for bound in (answer.alpha, answer.beta))
        is_kept = alpha is answer.alpha and beta is answer.beta
        return answer if is_kept else answer._replace(alpha=alpha, beta=beta)
    if type(answer) in (tuple, list):
        rounded = [_rounded(item, scale, is_up=is_up) for item in answer]
        return answer if all(map(is_, rounded, answer)) else type(answer)(rounded)
    if type(answer) is Fraction or (type(answer) is float and not isinf(answer)):
        scaled, half = Fraction(answer) * scale, Fraction(1, 2)
        return whole(Fraction(floor(scaled + half) if is_up else ceil(scaled - half), scale))
    return answer


_MOVES = ("best-move", "principal-variation")


class Candidate:
    """One drawn problem with its kind."""

    def __init__(self, kind: Kind, problem: Problem) -> None:
        self.kind, self.problem, self.game = kind, problem, problem.game
        self._answers: dict[tuple[str, str, tuple[str, ...]], Answers] = {}

    @cached_property
    def solution(self) -> Solution:
        """Return the reference answers of the asked parts, and the trace."""
        return self.kind.solve(self.problem, parts=self.problem.ask)

    @cached_property
    def values(self) -> list[Number]:
        """Return the full value of every node."""
        return back_up(self.game)

    @property
    def trace(self) -> Trace:
        """Return the trace of an alpha-beta problem's search."""
        trace: Trace = self.solution.trace
        return trace

    @cached_property
    def cutoffs(self) -> list[Cutoff]:
        """Return the cutoffs that skip something."""
        return [cutoff for cutoff in self.trace.cutoffs if cutoff.skipped]

    @property
    def prune_count(self) -> int:
        """Return the number of skipped subtrees."""
        return sum(len(cutoff.skipped) for cutoff in self.cutoffs)

    @property
    def leaves_evaluated(self) -> int:
        """Return the number of leaves that the search visits."""
        return sum(self.game.kind[node] == LEAF for node in self.trace.visited)

    @cached_property
    def _rules(self) -> list[Misconception]:
        """Return the wrong rules that can be followed here without trying."""
        return [one for one in self.kind.wrong.rules(self.problem) if not one.has_to_try]

    @cached_property
    def misconceptions(self) -> dict[tuple[str, str], Misconception]:
        """Return the wrong rules that an exercise can promise to tell, by name and detail."""
        return {(one.name, one.detail): one for one in self._rules if not one.not_promised}

    @cached_property
    def others(self) -> list[Misconception]:
        """Return the wrong rules that no exercise promises to tell; they are named where they fit."""
        return [one for one in self._rules if one.not_promised]

    def meets_equality(self) -> bool:
        """Return whether alpha equals beta at any decision to cut; up to the first time both tests act alike."""
        conventions = self.problem.conventions
        trace = self.trace
        if conventions.cutoff != "alpha >= beta":
            rules = search_rules(conventions)._replace(cutoff=CUTOFF_TESTS["alpha >= beta"])
            trace = alpha_beta(self.game, rules, conventions.initial_window, right_to_left=conventions.right_to_left)
        return any(  # a chance node compares what it can be worth with either bound
            trace.value[cutoff.node] in (cutoff.alpha, cutoff.beta)
            if self.game.kind[cutoff.node] == CHANCE
            else cutoff.alpha == cutoff.beta
            for cutoff in trace.cutoffs
        )

    def is_unique(self) -> bool:
        """Return whether one move is best at the root, and along the whole line of best play where that is asked."""
        tree: Tree = self.game
        values, node = self.values, 0
        while tree.kind[node] in (MAX, MIN):
            best = [child for child in tree.children(node) if values[child] == values[node]]
            if len(best) > 1:
                return False
            node = best[0]
            if "principal-variation" not in self.problem.ask:
                return True
        return True

    @cached_property
    def _parts(self) -> tuple[tuple[str, ...], ...]:
        """Return the asked parts, the cheap ones apart from those for which every value must be known."""
        moves = tuple(part for part in self.problem.ask if part in _MOVES)
        others = tuple(part for part in self.problem.ask if part not in _MOVES)
        return tuple(parts for parts in (others, moves) if parts)

    def separates(self, misconception: Misconception) -> bool:
        """Return whether the wrong rule's answer, however it is written down, counts as wrong in some asked part."""
        answers = self.solution.answers
        return any(self._differ(answers, self._wrong(misconception, parts), parts) for parts in self._parts)

    def is_toss(self, misconception: Misconception) -> bool:
        """Return whether the wrong rule shows in nothing but one choice of two: whoever errs there answers as it says."""
        answers = self.solution.answers
        wrong = [
            (part, key)
            for parts in self._parts
            for part in parts
            for key in self._differing(part, answers, self._wrong(misconception, parts))
        ]
        return len(wrong) == 1 and has_two_answers(self.kind.parts[wrong[0][0]].form, self.problem, wrong[0][1])

    def tells_apart(self, one: Misconception, other: Misconception) -> bool:
        """Return whether the answer of either wrong rule, however it is written down, is not the other's."""
        for parts in self._parts:
            answers, others = self._wrong(one, parts), self._wrong(other, parts)
            if self._differ(answers, others, parts) and self._differ(others, answers, parts):
                return True
        return False

    def _wrong(self, misconception: Misconception, parts: tuple[str, ...]) -> Answers:
        """Return the wrong rule's answers to these parts; it works them out once."""
        key = (misconception.name, misconception.detail, parts)
        if key not in self._answers:
            self._answers[key] = misconception.answer({}, parts)
        return self._answers[key]

    def _differ(self, answers: Answers, other: Answers, parts: tuple[str, ...]) -> bool:
        """Return whether the other answers, however they are written, count as wrong in a part in which the first are right."""
        return any(True for part in parts for _ in self._differing(part, answers, other))

    def _differing(self, part: str, answers: Answers, other: Answers) -> Iterator[Key | None]:
        """Yield the entries of a part that the other answers, however they are written, have wrong; None for one that has no entries."""
        form, mine, its = self.kind.parts[part].form, answers.get(part), other.get(part)
        if mine is None or its is None:
            if (part in answers) != (part in other):
                yield None
        elif not form.by_entry:
            if not self._is_taken(form, mine, its):
                yield None
        else:
            yield from (key for key in mine if key not in its or not self._is_taken(form, mine[key], its[key]))
            yield from (key for key in its if key not in mine and not (form.zero_is_none and its[key] == 0))

    def _is_taken(self, form: Form, answer: Answer, other: Answer) -> bool:
        """Return whether the other answer counts as right, with its exact numbers or rounded as the problem asks."""
        decimals = self.problem.conventions.decimals
        if isinstance(answer, float) and isinstance(other, float):
            near = (0 if decimals is None else 2 / 10**decimals) + _FAR * (1 + abs(answer))
            if abs(answer - other) > near:
                return False  # no rounding and no tolerance brings them together
        written = chain((other,), roundings(other, decimals))
        return any(form.same(self.problem, answer, one) for one in written)


def pose(kind: str, game: Game | Played, question: Question, ask: tuple[str, ...]) -> Problem:
    """Return the problem that asks the question about the game."""
    points = dict.fromkeys(ask, 1) | dict(question.points)
    title = question.title or KINDS[kind].title
    stated = {} if question.after is None else {"after": question.after}
    if isinstance(game, Played):
        stated, game = {**game.stated, **stated}, game.tree
    return Problem(
        question.id, kind, game, question.conventions, ask, points, title, stated=stated, policy=question.marking
    )
