"""The search at every x: pieces of the line on which each node's value and window is one a + b·x, for a picture with a slider."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, groupby, pairwise
from math import ceil, floor

from grader.core.answers.case import Answers, Solution
from grader.core.answers.sweep import AtNode, Coefficients, Sweep, SweepPiece
from grader.core.games.problem import Problem
from grader.core.games.tree import LEAF, Tree
from grader.core.intervals import Piece, TooManyRuns, closed, is_in, pieces_of, union
from grader.core.linear import Linear, Run, Term
from grader.core.numbers import Bound, Number, round_units, whole
from grader.kinds import KINDS
from grader.kinds.about_searches.solved import Solved, right_way
from grader.kinds.about_searches.threshold.solve import ThresholdQuestion, most_runs, seen
from grader.kinds.about_searches.threshold.words import ThresholdWords

_READ = ("values", "windows", "pruned", "scores")
_MOST_STOPS = 60
_BEYOND = Fraction(1, 5)
_LEAST = 2
_FINEST = -4

Found = tuple[bool, tuple[AtNode, ...]]


def sweep_of(problem: Problem, solution: Solution) -> Sweep | None:
    """Return what the search finds at every x; None where that takes too many runs, or numbers too large for a script to reckon with."""
    asked: ThresholdQuestion = problem.game.asked
    searched: Problem = problem.game.searched
    wanted = {part for part in _READ if part in KINDS[searched.kind].parts} | asked.claim.reads()

    def look(at: Number) -> tuple[Found, Iterable[Number]]:
        run = Run(at)
        way = right_way(seen(searched, run))
        answers = way.answers(wanted)
        holds = asked.claim.holds(Solved(way.problem, answers, way.moves))
        return (holds, tuple(_nodes(way.problem, answers))), run.turns()

    try:
        found = _joined(pieces_of(asked.domain, look, most_runs(searched)))
    except TooManyRuns:
        return None
    words = ThresholdWords(problem, solution)
    pieces = tuple(
        SweepPiece(one.interval, one.found[0], words.sentence_at(one.at, holds=one.found[0]), one.found[1])
        for one in found
    )
    looks = [at for at, _ in words.looks()]
    turns = [after.interval.low for _, after in pairwise(found) if not isinstance(after.interval.low, float)]
    stops = _stops(turns, looks, asked)
    numbers: list[Bound] = [*stops, *_numbers(pieces)]
    most = sys.float_info.max
    if any(not -most <= number <= most for number in numbers if not isinstance(number, float)):
        return None
    texts = [words.say(stop) if stop in (*turns, *looks) else f"{float(stop):g}" for stop in stops]
    return Sweep(tuple(zip(stops, texts, strict=True)), pieces, tuple(stop for stop in stops if stop in turns))


def _nodes(here: Problem, answers: Answers) -> Iterator[AtNode]:
    """Yield what stands at each node at one x: its value or score, its window, and whether it is skipped."""
    tree = here.game
    numbers = answers.get("values", answers.get("scores", {}))
    windows = answers.get("windows", {})
    tops = answers["pruned"].roots if "pruned" in answers else ()
    skipped = {node for top in tops for node in tree.below(top)}
    for node in range(len(tree.ids)):
        number: Term | None = numbers.get(node)
        if number is None and isinstance(tree, Tree) and tree.kind[node] == LEAF:
            number = tree.value[node]
        window, chance = windows.get(node), tree.probability[node] if isinstance(tree, Tree) else None
        share = _line(chance) if isinstance(chance, Linear) else None
        if node in skipped:
            yield AtNode(node, is_skipped=True, is_top=node in tops, probability=share)
        elif number is not None:
            yield AtNode(node, _line(number), window and (_line(window[0]), _line(window[1])), probability=share)


def _numbers(pieces: Sequence[SweepPiece]) -> Iterator[Bound]:
    """Yield both numbers of every line of the pieces."""
    for node in chain.from_iterable(piece.nodes for piece in pieces):
        for line in (node.number, node.probability, *(node.window or ())):
            yield from line or ()


def _line(number: Term) -> Coefficients:
    return (number.constant, number.slope) if isinstance(number, Linear) else (number, 0)


def _joined(pieces: Sequence[Piece[Found]]) -> list[Piece[Found]]:
    """Return the pieces, of neighbours in which the same is found one."""
    groups = [[*group] for _, group in groupby(pieces, lambda piece: piece.found)]
    return [group[0]._replace(interval=union(one.interval for one in group)[0]) for group in groups]


def _stops(turns: Sequence[Number], looks: Sequence[Number], asked: ThresholdQuestion) -> list[Number]:
    """Return where a slider for x stops: at every number that is looked at or at which something turns over, and evenly.

    It goes from a fifth before the first of these to a fifth behind the last, as far as x can be that.
    """
    ends = [end for end in asked.domain[:2] if not isinstance(end, float)]
    known = [Fraction(number) for number in (*turns, *looks, *ends)]
    least, most = min(known), max(known)
    beyond = (most - least) * _BEYOND or Fraction(_LEAST)
    if asked.has_integers:
        beyond = max(beyond, Fraction(1))
    start, stop = least - beyond, most + beyond
    unit = next(
        unit for unit in round_units(0 if asked.has_integers else _FINEST) if stop - start <= unit * _MOST_STOPS
    )
    even = [unit * place for place in range(ceil(start / unit), floor(stop / unit) + 1)]
    can_be = closed(*asked.domain[:2])
    stops = {whole(x) for x in (*even, *known) if is_in(x, (can_be,))}
    return sorted(x for x in stops if not asked.has_integers or isinstance(x, int))
