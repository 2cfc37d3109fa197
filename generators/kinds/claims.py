"""Claims that can be made about a search: as it is, after changes, of every tree; and what is true of them by each rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from generators.candidate import Candidate
from generators.draws import Draws, check_between
from generators.fields import LIMIT, TREES_WITH_CHANCE
from generators.generator import Figures, Generator, Guarantee, with_those_of_variants
from generators.kinds.tree_guarantees import HAS_ANSWERS
from generators.kinds.trees import (
    check_tree,
    draw_tree,
    idle_in_lift,
    like_searched,
    mirrored_lift,
    read_given,
    request_of,
    search_of,
    searched_by,
)
from generators.parameters import ClaimsParameters, ExpectiminimaxParameters, Promise
from grader.core.answers.case import Answers
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, Tree
from grader.core.numbers import Number
from grader.kinds import KINDS
from grader.kinds.about_searches.change import Change
from grader.kinds.about_searches.claim import Claim, Comparison
from grader.kinds.about_searches.claims.solve import RULES, Item, Judging, turned_items
from grader.kinds.about_searches.claims.theorems import is_theorem
from grader.kinds.about_searches.searched import Lifted
from grader.kinds.about_searches.solved import Solved, Way, right_way, wrong_ways

_MOST_ITEMS = 20
_TIMES: tuple[Number, ...] = (-1, -2)
_GENERAL = (Change("power", 3), Change("power", 2), Change("affine", (-1, 0)), Change("affine", (2, 1)))


class ClaimTruths:
    """What is true of claims about one problem, by the right rules and by each wrong one; every problem is solved once by each.

    They are claims that can be made here, and those of `items`.
    """

    def __init__(self, searched: Problem, items: Sequence[Item] = ()) -> None:
        self.searched = searched
        self._read = {*_READ, *(part for item in items for part in item.claim.reads())}
        self._solved: dict[int, list[Callable[[], Solved]]] = {}

    def solved(self, problem: Problem) -> Iterator[Solved]:
        """Yield the problem as the right rules solve it, then as each wrong rule does."""
        if id(problem) not in self._solved:
            parts = [name for name in KINDS[problem.kind].parts if name in self._read]
            ways = [right_way(problem), *wrong_ways(problem).values()]
            self._solved[id(problem)] = [cache(partial(_solved_by, way, parts)) for way in ways]
        return (solved() for solved in self._solved[id(problem)])

    def judging(self, item: Item) -> Judging:
        """Return the claim with what it is true or false of."""
        after = {} if item.changed is None else {0: next(self.solved(item.changed))}
        return Judging((item,), next(self.solved(self.searched)), after)

    def truth(self, item: Item) -> bool:
        """Return whether the claim is true."""
        return self.judging(item).truths(Lifted(self.searched, (item,)))[0]

    def is_apart(self, item: Item, truth: bool) -> bool:  # noqa: FBT001  # what it is apart from
        """Return whether some wrong rule, about claims or of the search, gives the claim the other truth."""
        game, judging = Lifted(self.searched, (item,)), self.judging(item)
        if any(rule.rules(game, judging).get(0, truth) != truth for rule in RULES.values()):
            return True
        if item.is_general:
            return False
        pairs = zip(self.solved(item.of(self.searched)), self.solved(self.searched), strict=False)
        return any(item.claim.holds(after, before) != truth for after, before in pairs)


def _solved_by(way: Way, parts: Sequence[str]) -> Solved:
    return Solved(way.problem, way.answers(parts), way.moves)


# --- Claims that can be made ---


def as_it_is(truths: ClaimTruths) -> Iterator[Item]:
    """Yield claims about the search as it is: what is so, and what somebody takes for so who follows a wrong rule."""
    found: dict[Claim, None] = {}
    for solved in truths.solved(truths.searched):
        found |= dict.fromkeys(_claims_of(truths.searched.game, solved.answers))
    return (Item("", claim) for claim in found)


def _claims_of(tree: Tree, answers: Answers) -> Iterator[Claim]:
    """Yield what is claimed of an answer to each part."""
    if "value" in answers:
        yield Claim("value", number=Comparison((("equals", answers["value"]),)))
    if "best-move" in answers:
        yield Claim("best-move", ids=(tree.ids[answers["best-move"][0]],))
    if "pruned" in answers:
        yield from (Claim("pruned", ids=(tree.ids[node],)) for node in answers["pruned"].roots)
    if answers.get("leaves-evaluated", len(tree.leaves())) < len(tree.leaves()):  # where nothing is cut all are
        yield Claim("leaves-evaluated", number=Comparison((("equals", answers["leaves-evaluated"]),)))


_READ = ("value", "best-move", "pruned", "leaves-evaluated", "visited")
"""The parts that the claims read that can be made here."""


def changed(searched: Problem) -> Iterator[Item]:
    """Yield claims about what stays the same under changes that leave it open."""
    parts = KINDS[searched.kind].parts
    changes = [Change("affine", (times, 0)) for times in _TIMES] + [Change("power", power) for power in (2, 3)]
    changes += [Change("mirror")] if "pruned" in parts else []
    for change in changes:
        game = change.of_tree(searched.game)
        turns = change.sort.is_of_order
        for part in ("leaves-evaluated" if turns else "best-move", "pruned"):
            is_open = turns or not is_theorem(searched, change, (part,))
            if part in parts and is_open:
                yield Item("", Claim("same", parts=(part,)), change, searched._replace(game=game))


def of_every_tree(searched: Problem) -> Iterator[Item]:
    """Yield claims about every tree."""
    if "initial-window" in searched.conventions.stated:
        return
    for change in _GENERAL:
        problem = searched._replace(game=change.of_tree(searched.game))
        yield Item("", Claim("same", parts=("best-move",)), change, problem, is_general=True)


# -- exercises that ask what is true of a search: a drawn tree, and claims of which half are true, each told apart
# from a wrong rule

_TRIED = 60
"""Claims drawn for one exercise, before there are too few."""


def check_claims(parameters: ClaimsParameters) -> None:
    """Refuse a request that contradicts itself. Raises RequestError."""
    check_between(parameters.items, 2, _MOST_ITEMS, "claims, as 5 or 4-6", "--items: ")
    request = request_of(parameters)
    check_tree(request, search_of(parameters), has_chance=isinstance(request, ExpectiminimaxParameters))


def draw_claims(parameters: ClaimsParameters, draws: Draws) -> Lifted:
    """Return a tree with claims, as many true as false as far as there are any, each wrong by some wrong rule."""
    if parameters.given:
        return read_given(parameters.given)
    searched = searched_by(parameters, draw_tree(request_of(parameters), draws))
    wanted = draws.between(*parameters.items)
    chosen = _balanced(searched, wanted, parameters.mix, draws)
    items = tuple(item._replace(id=f"s{place}") for place, item in enumerate(chosen, 1))
    return Lifted(searched, items, tuple(item.id for item in items))


def _balanced(searched: Problem, wanted: int, mix: Sequence[Number], draws: Draws) -> list[Item]:
    """Return so many claims, of which half are true, in an order that chance decides; `mix` of each sort, as far as there are."""
    room = {True: (wanted + 1) // 2, False: wanted // 2}
    if wanted % 2 and draws.choice((True, False)):
        room = {True: wanted // 2, False: (wanted + 1) // 2}
    chosen: list[Item] = []
    truths = ClaimTruths(searched)
    pools = [list(as_it_is(truths)), list(changed(searched)), list(of_every_tree(searched))]
    left: list[Number] = [*mix] if mix else [wanted] * len(pools)
    for _ in range(_TRIED):
        places = [place for place, pool in enumerate(pools) if pool and left[place]]
        places = places or [place for place, pool in enumerate(pools) if pool]
        if not places or not any(room.values()):
            break
        place = places[0] if len(chosen) % 2 == 0 else draws.choice(places)
        item = pools[place].pop(draws.between(0, len(pools[place]) - 1))
        truth = truths.truth(item)
        if room[truth] and truths.is_apart(item, truth):
            room[truth] -= 1
            left[place] -= 1
            chosen.append(item)
    return draws.shuffled(chosen)


# -- requests for exercises like a given one that asks what is true

_MOST_CHANGES = 2
"""Claims about changes that are found on every tree; where a given problem has more, its variants may have fewer."""


def like_claims(problem: Problem, promise: Promise) -> ClaimsParameters:
    """Return the request for as many claims about trees of the same shape and names, searched as far."""
    searched: Problem = problem.game.searched
    sorts = Counter(2 if item.is_general else int(item.changed is not None) for item in problem.game.asked)
    if sorts[1] > _MOST_CHANGES:
        figures = tuple(one for one in promise.figures if one[0] not in ("changes", "of-every-tree"))
        promise = promise._replace(figures=figures)
    count = len(problem.game.asked)
    mix = tuple(sorts[sort] for sort in range(3))
    return like_searched(ClaimsParameters, searched, promise)._replace(items=(count, count), mix=mix)


# -- what is guaranteed of claims, and the figures that say how hard they are


def _is_half_true(case: Candidate, parameters: ClaimsParameters) -> bool:
    """Return whether there are as many claims as asked, as many of them true as false (or one more)."""
    truths = list(case.solution.answers["claims"].values())
    least, most = parameters.items
    return least <= len(truths) <= most and abs(2 * sum(truths) - len(truths)) <= 1


def _all_separate(case: Candidate, parameters: ClaimsParameters) -> bool:
    """Return whether each claim is told apart from some wrong rule."""
    items: Sequence[Item] = case.game.asked
    truths = ClaimTruths(case.game.searched, items)
    return all(truths.is_apart(item, truths.truth(item)) for item in items)


def figures_of_claims(case: Candidate) -> Figures:
    """Yield how large the tree is, and how many claims are made: of it as it is, of changes, of every tree."""
    items, tree = case.game.asked, case.game.searched.game
    chances = sum(kind == CHANCE for kind in tree.kind)
    general = sum(item.is_general for item in items)
    changes = sum(item.changed is not None for item in items) - general
    yield "nodes", tree.size
    if chances:
        yield "chance-nodes", chances
    yield "claims", len(items)
    yield "changes", changes
    yield "of-every-tree", general


CLAIMS = Generator(
    ClaimsParameters,
    (*TREES_WITH_CHANCE, "search", "items", *LIMIT),
    check_claims,
    draw_claims,
    like_claims,
    partial(mirrored_lift, ClaimsParameters, turn=turned_items),
    figures_of_claims,
    with_those_of_variants(
        figures_of_claims,
        HAS_ANSWERS,
        Guarantee(
            "half-true",
            _is_half_true,
            "As many claims are made as asked, and half of them are true.",
            "a larger tree, or fewer --items",
        ),
        Guarantee(
            "all-tell-apart",
            _all_separate,
            "Of each claim some wrong rule says the opposite.",
            "a larger tree, or fewer --items",
        ),
    ),
    (
        "--search alpha-beta --items 5",
        "--search expectiminimax --items 4-6 --ask claims --count 20 --out week4",
    ),
    idle=idle_in_lift,
)
