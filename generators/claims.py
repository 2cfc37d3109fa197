"""Exercises that ask what is true of a search: a drawn tree, and claims of which half are true, each told apart from a wrong rule."""

from __future__ import annotations

from collections.abc import Sequence

from generators.claim_pools import Told, as_it_is, changed, of_every_tree
from generators.drawing import check_tree, draw_tree
from generators.draws import Draws
from generators.errors import RequestError
from generators.lift_requests import request_of, search_of
from generators.parameters import ClaimsParameters, ExpectiminimaxParameters
from generators.turned import read_given
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.lifts.items import MOST_ITEMS, Item
from grader.kinds.lifts.searched import Lifted

_TRIED = 60
"""Claims drawn for one exercise, before there are too few."""


def check_claims(parameters: ClaimsParameters) -> None:
    """Refuse a request that contradicts itself. Raises RequestError."""
    least, most = parameters.items
    if not 2 <= least <= most <= MOST_ITEMS:
        raise RequestError(f"--items: expected 2 to {MOST_ITEMS} claims, as 5 or 4-6")
    request = request_of(parameters)
    check_tree(request, search_of(parameters), has_chance=isinstance(request, ExpectiminimaxParameters))


def draw_claims(parameters: ClaimsParameters, draws: Draws) -> Lifted:
    """Return a tree with claims, as many true as false as far as there are any, each wrong by some wrong rule."""
    if parameters.given:
        return read_given(parameters.given)
    kind = KINDS[search_of(parameters)]
    tree = draw_tree(request_of(parameters), draws)
    conventions = parameters.question.conventions
    known = conventions._replace(stated=conventions.stated.intersection(kind.conventions))
    searched = Problem("", kind.name, tree, known, kind.asked, dict.fromkeys(kind.asked, 1))
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
    told = Told(searched)
    pools = [list(as_it_is(told)), list(changed(searched)), list(of_every_tree(searched))]
    left: list[Number] = [*mix] if mix else [wanted] * len(pools)
    for _ in range(_TRIED):
        places = [place for place, pool in enumerate(pools) if pool and left[place]]
        places = places or [place for place, pool in enumerate(pools) if pool]
        if not places or not any(room.values()):
            break
        place = places[0] if len(chosen) % 2 == 0 else draws.choice(places)
        item = pools[place].pop(draws.between(0, len(pools[place]) - 1))
        truth = told.truth(item)
        if room[truth] and told.is_apart(item, truth):
            room[truth] -= 1
            left[place] -= 1
            chosen.append(item)
    return draws.shuffled(chosen)
