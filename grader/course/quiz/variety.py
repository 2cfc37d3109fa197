"""How much the sheets of a class differ: what is counted of each exercise and, where that is too little, a looser request that was tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from generators.parameters import is_of_game, show_range
from generators.request import with_doubled_ranges
from grader.core.data import grouped
from grader.core.errors import ProblemError
from grader.core.numbers import Bound
from grader.core.processes import ALONE, Workers
from grader.core.text import both, count
from grader.course.quiz import FREE, Quiz, Secret, vary_text
from grader.course.quiz.build import FEW_DRAWN, Brief, Follow, Made, brief_of, unseen
from grader.course.quiz.exercises import Exercised, Source, drawn, pose_all
from grader.course.quiz.retake import likeness_of
from grader.course.quiz.sheets import Recipe

_MANY = 10  # sheets: among fewer, a move is the same on all by chance
_ENOUGH = Fraction(9, 10)
_TREES = ""
_SHARES: tuple[Bound, ...] = (Fraction(1, 4), Fraction(1, 2), 1, FREE)
_DRAWS = 10  # to write, read and solve a problem that was drawn costs about as much as drawing another ten
_NODES = 40  # to draw a smaller tree costs no less
_SOME = 40  # sheets
_EFFORT = 500_000  # nodes drawn in looking for a request, some ten seconds; it is counted, not timed, so that the same is said everywhere


class Variety(NamedTuple):
    """How many sheets have an exercise, how many different problems these have, and how many right answers there are to each part."""

    sheets: int
    trees: int
    answers: dict[str, int]

    def count(self, what: str) -> int:
        """Return how many right answers there are to a part, or how many different problems (_TREES)."""
        return self.trees if what == _TREES else self.answers[what]

    def is_thin(self, what: str) -> bool:
        """Return whether these are too few: under nine trees for ten sheets, or one right answer on all of many sheets."""
        if what == _TREES:
            return self.trees < _ENOUGH * self.sheets
        return self.answers[what] == 1 and self.sheets >= _MANY

    @property
    def thin(self) -> tuple[str, ...]:
        """Return of what there is too little: _TREES, and parts; of one tree there is nothing else to say."""
        found = filter(self.is_thin, (_TREES, *self.answers))
        return tuple(found) if self.trees != 1 else tuple(found)[:1]

    def __str__(self) -> str:
        """Return what is counted, in a line."""
        if not self.sheets:
            return "on no sheet"
        answers = ", ".join(f"{part} {number}" for part, number in self.answers.items())
        trees = f"trees: {self.trees} different on {count(self.sheets, 'sheet')}"
        return f"{trees}; right answers: {answers}" if answers else trees


def variety_of(briefs: Sequence[Brief]) -> Variety:
    """Return what is counted of the problems of one exercise; problems are equal that differ in ids alone."""
    parts = briefs[0].answers if briefs else ()
    answers = {part: len({one.answers[part] for one in briefs}) for part in parts}
    return Variety(len(briefs), len({one.likeness for one in briefs}), answers)


def varieties(recipe: Recipe, made: Sequence[Made]) -> dict[str, Variety]:
    """Return what is counted of each exercise on these sheets, by its id."""
    briefs = grouped((one.exercise, one) for sheet in made for one in sheet.problems)
    return {one.first.entry: variety_of(briefs.get(one.first.entry, ())) for one in recipe.exercised}


def warnings(recipe: Recipe, made: Sequence[Made], workers: Workers = ALONE, follow: Follow = unseen) -> Iterator[str]:
    """Yield what is said of each exercise of which too little differs, with a looser request that was tried on its sheets."""
    found = varieties(recipe, made)
    for exercised in recipe.exercised:
        id_ = exercised.first.entry
        if exercised.request is None or not found[id_].thin:
            continue
        whose = [sheet.recipient.who for sheet in made if any(one.exercise == id_ for one in sheet.problems)]
        tries = partial(_tries, recipe.quiz, recipe.secret, whose, workers, follow)
        yield from _said(exercised, found[id_], _offers(exercised.source, found[id_], tries))
    yield from _on_one_tree(recipe, made)


def _on_one_tree(recipe: Recipe, made: Sequence[Made]) -> Iterator[str]:
    """Yield which exercises with one tree a pick brings together on sheets: the answer to one may be read off the other."""
    picked = {id_ for pick in recipe.quiz.picks for id_ in pick.ids}
    fixed = (one.first for one in recipe.exercised if one.request is None)
    for ids in grouped((likeness_of(one.problem), one.entry) for one in fixed).values():
        many = sum(len({one.exercise for one in sheet.problems}.intersection(ids)) > 1 for sheet in made)
        if many and picked.intersection(ids):
            yield f"{both(ids)} have the same tree, and two of them stand together on {many} of {count(len(made), 'sheet')}"


# -- looser requests, tried on the sheets of the class


class _Offer(NamedTuple):
    """A looser request as the quiz states it, how many trees or right answers it gives, and whether these are too few."""

    stated: str
    gives: int
    is_thin: bool


def _offers(source: Source, variety: Variety, tries: partial[tuple[Variety | None, int]]) -> dict[str, _Offer]:
    """Return for all that is thin the first looser request with which it is not, else the one that gives the most; nothing where none was tried to its end."""
    offers: dict[str, _Offer] = {}
    thin, left, looser = variety.thin, _EFFORT, [*_looser(source)]
    if variety.sheets > _SOME:
        looser, left = _promising(looser, thin, tries, left)
    for stated, one in looser:
        gives, effort = tries(one, left, variety.sheets)
        left -= effort
        if gives is not None:
            now = {what: _Offer(stated, gives.count(what), gives.is_thin(what)) for what in thin}
            offers |= {what: one for what, one in now.items() if what not in offers or one.gives > offers[what].gives}
        thin = tuple(what for what in thin if what not in offers or offers[what].is_thin)
        if not thin or left <= 0:
            break
    return offers


def _promising(
    looser: Sequence[tuple[str, Source]], thin: Sequence[str], tries: partial[tuple[Variety | None, int]], left: int
) -> tuple[list[tuple[str, Source]], int]:
    """Return the requests, those first that are enough for some sheets, then by trees there, so that not all need be tried on a large class; and the effort left."""
    ranked: list[tuple[int, int, int]] = []
    for place, (_, source) in enumerate(looser):
        gives, effort = tries(source, left, _SOME)
        left -= effort
        if gives is not None:
            lacks = sum(map(gives.is_thin, thin))
            ranked.append((lacks, -gives.trees if lacks else 0, place))
    return [looser[place] for _, _, place in sorted(ranked)], left


def _looser(source: Source) -> Iterator[tuple[str, Source]]:
    """Yield looser requests, as the quiz states them: variants that differ more, then those of a game whose ranges reach further too."""
    if source.request is None:
        return
    entry, (wide, ranges) = source.entry, with_doubled_ranges(source.kind, source.request)
    further = [f"{name}: {show_range(wanted)}" for name, wanted in ranges.items()]
    for request, more in ((source.request, []), (wide, further))[: 2 if further else 1]:
        for vary in _SHARES:
            if more or entry.vary is None or vary > entry.vary:
                stated = ", ".join([f"vary: {vary_text(vary)}", *more])
                yield stated, source._replace(entry=entry._replace(vary=vary), request=request)


def _tries(
    quiz: Quiz,
    secret: Secret,
    whose: Sequence[str],
    workers: Workers,
    follow: Follow,
    source: Source,
    most: int,
    sheets: int,
) -> tuple[Variety | None, int]:
    """Return what a request gives the first so many of these people, None where it is not met or takes too much effort; and the effort."""
    try:
        [exercised] = pose_all(quiz, secret, [source])
    except ProblemError:
        return None, 0
    briefs: list[Brief] = []
    effort = 0
    for one in follow(workers.each(partial(_try, quiz, secret, exercised), whose[:sheets], few=FEW_DRAWN), sheets):
        if one is None or (effort := effort + one[1]) > most:
            return None, effort
        briefs.append(one[0])
    return variety_of(briefs), effort


def _try(quiz: Quiz, secret: Secret, exercised: Exercised, who: str) -> tuple[Brief, int] | None:
    """Return the problem that someone gets, and how many nodes were drawn for it, about; None where none is drawn."""
    try:
        posed = drawn(quiz, secret, exercised, who, to_count=True)
    except ProblemError:
        return None
    return brief_of(posed), (_DRAWS + posed.draws) * max(_NODES, len(posed.problem.game.ids))


# -- what is said


def _said(exercised: Exercised, variety: Variety, offers: Mapping[str, _Offer]) -> Iterator[str]:
    """Yield a sentence for all that is thin in an exercise."""
    source = exercised.source
    is_game = source.request is not None and is_of_game(source.request)
    other = "another game has more" if is_game else "a larger shape or range has more"
    for what in variety.thin:
        counted, offer = variety.count(what), offers.get(what)
        named = f"{count(counted, 'right answer')} to {what}" if what else count(counted, "tree")
        said = f"{source.entry.id}: {named} for {count(variety.sheets, 'sheet')}"
        if offer is None:
            yield f"{said}; no looser request could be tried on all of them: {other}"
        elif offer.gives <= counted:
            yield f"{said}; nothing that was tried gives more: {other}"
        else:
            yield f"{said}; this gives {offer.gives}: {offer.stated}" + (
                f"; still thin: {other}" if offer.is_thin else ""
            )
