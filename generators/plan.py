"""The plan of a request: what is asked, what must hold of a draw and what it must tell apart, within which effort."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from generators import guarantees
from generators.candidate import Candidate
from generators.coincidences import Setting
from generators.drawing import pose
from generators.draws import Draws
from generators.errors import RequestError
from generators.guarantee import Guarantee, guarantees_of
from generators.parameters import Parameters, Treeless, TreeParameters, UcbParameters, is_of_game
from generators.refusals import asked_of, check_counts, check_promise
from generators.registry import GENERATORS
from generators.structure import setting_of
from generators.targets import Target, Targets, attainable, choose_targets, first_missed, separated, show
from grader.kinds import KINDS, Kind, Problem

_PROBES = 100
_SAMPLES = 8  # positions of a game
_TRIED = 300  # draws by which a nearby request is judged
_SOME = 60
_ENOUGH = 5
_FEWEST = 30  # draws to judge by: where fewer are accepted more are drawn
_FEWEST_OF_GAMES = 3  # of a game there are few positions: what one in so many of them tells apart is kept
_FEWEST_SEEN = 3  # draws that tell something apart, for it to be kept
_SAFE = 10  # such draws expected within the effort: then it fails once in e^10 requests
_EFFORT = 4_000_000  # nodes drawn: large trees get fewer draws


class Plan(NamedTuple):
    """A request that was read: what is asked, what must hold, the nodes of a draw, and how many draws that may take."""

    kind: Kind
    parameters: Parameters
    ask: tuple[str, ...]
    on: tuple[Guarantee, ...]
    off: tuple[tuple[str, str], ...]
    setting: Setting
    targets: Targets
    size: int
    most_draws: int


@lru_cache(maxsize=64)
def make_plan(kind: str, parameters: Parameters) -> Plan:
    """Return the plan of a request: all contradictions refused, all defaults filled in. Raises RequestError."""
    plan = _plan(kind, parameters)
    return plan if plan.targets.must == plan.targets.wanted else plan._replace(targets=_probe(plan))


def _plan(kind: str, parameters: Parameters) -> Plan:
    """Return the plan, of whose targets those that are no more than wished for have not been tried yet."""
    record = KINDS[kind]
    check_promise(kind, parameters)
    GENERATORS[kind].check(parameters)
    ask = asked_of(record, parameters)
    samples = [Candidate(record, _problem(kind, one, ask, Draws(seed))) for one, seed in _extremes(parameters)]
    sample, known = samples[0], tuple(dict.fromkeys(key for one in samples for key in one.misconceptions))
    on, off = guarantees_of(GENERATORS[kind].guarantees, parameters)
    setting = setting_of(sample, parameters, {guarantee.name for guarantee in on})
    targets = choose_targets(parameters.promise.separate, parameters.promise.about, known, setting)
    check_counts(parameters, {guarantee.name for guarantee in on})
    size = len(sample.game.ids)
    most = max(50, min(parameters.promise.most_draws, _EFFORT // size))
    if not isinstance(parameters, Treeless) and parameters.ordering.mirror is not None:
        most = 1
    return Plan(record, parameters, ask, tuple(on), tuple(off), setting, targets, size, most)


def _extremes(parameters: Parameters) -> list[tuple[Parameters, str]]:
    """Return the requests for samples that have among them every wrong rule that can be followed in some draw, each with its seed.

    How deep the tree of a game is, and who moves where, no request says: there are some of them.
    """
    if is_of_game(parameters):
        return [(parameters, f"sample{number or ''}") for number in range(_SAMPLES)]
    return [(one, "sample") for one in _extreme_shapes(parameters)]


def _extreme_shapes(parameters: Parameters) -> list[Parameters]:
    """Return the requests with the extremes of what can be drawn."""
    if isinstance(parameters, UcbParameters):
        most = min(parameters.unvisited[1], parameters.children[1] - 1)
        least = parameters.unvisited[0]
        return [parameters._replace(unvisited=(some, some)) for some in dict.fromkeys((most, least))]
    if not isinstance(parameters, TreeParameters):
        return [parameters]
    limits = (
        parameters.limits
    )  # with all nodes quiet chance nodes may lie beyond the horizon, with none of them no static value counts
    counts = sorted({*limits.noisy})
    return [parameters._replace(limits=limits._replace(noisy=(one, one))) for one in counts]


def _probe(plan: Plan) -> Targets:
    """Return those of the default targets that draws can tell apart all at once, and what is left out of them.

    A wrong rule that coincides with the reference on every draw, or nearly, would make every request fail.
    """
    wanted, left_out, must = plan.targets
    draws = Draws("probe")
    seen: list[frozenset[Target]] = []
    bare = plan._replace(targets=Targets(must))
    tried = 0
    while tried < min(plan.most_draws, _PROBES) or (tried < plan.most_draws and 0 < len(seen) < _FEWEST):
        tried += 1
        case = draw_case(plan, draws)
        if first_failure(bare, case) is None:
            seen.append(frozenset(separated(case, wanted)))
            if sum(len(one) == len(wanted) for one in seen) >= _ENOUGH and len(seen) <= 20 * _ENOUGH:
                return plan.targets
    if not seen:
        return plan.targets
    rare = _FEWEST_OF_GAMES if is_of_game(plan.parameters) else _FEWEST
    least = max(_FEWEST_SEEN, -(-len(seen) // rare), -(-_SAFE * tried // plan.most_draws))
    chosen = {*must, *attainable(seen, wanted, least)}
    reason = f"told apart together with the others in fewer than {least} of {tried} draws"
    dropped = tuple((target, reason) for target in wanted if target not in chosen)
    return Targets(tuple(target for target in wanted if target in chosen), (*left_out, *dropped), must)


def draw_case(plan: Plan, draws: Draws) -> Candidate:
    """Return one drawn problem, good or not."""
    return Candidate(plan.kind, _problem(plan.kind.name, plan.parameters, plan.ask, draws))


def draw_some(kind: str, parameters: Parameters) -> list[Candidate]:
    """Return a few problems of the request's shape, whatever must hold of them."""
    ask, draws = asked_of(KINDS[kind], parameters), Draws("some")
    return [Candidate(KINDS[kind], _problem(kind, parameters, ask, draws)) for _ in range(_SOME)]


def _problem(kind: str, parameters: Parameters, ask: tuple[str, ...], draws: Draws) -> Problem:
    return pose(kind, GENERATORS[kind].draw(parameters, draws), parameters.question, ask)


def first_failure(plan: Plan, case: Candidate) -> str | None:
    """Return the first guarantee that does not hold, or the target that is not separated; None where all is well."""
    for guarantee in plan.on:
        if not guarantee.holds(case, plan.parameters):
            return guarantee.name
    missed = first_missed(case, plan.targets)
    return None if missed is None else f"{guarantees.SEPARATES} {show(missed)}"


def are_met(kind: str, parameters: Parameters, count: int) -> bool:
    """Return whether so many different games meet a request with little effort."""
    try:
        plan, draws = _plan(kind, parameters), Draws("others")
        cases = (draw_case(plan, draws) for _ in range(min(plan.most_draws, _TRIED)))
        seen: set[str] = set()
        for case in cases:
            if first_failure(plan, case) is None:
                seen.add(repr(case.problem.stated))
            if len(seen) == count:
                return True
    except RequestError:
        return False
    return False


def is_met(kind: str, parameters: Parameters, times: int = 1) -> bool:
    """Return whether a request is met so many times with little effort; for finding one that is.

    Targets that are no more than wished for are left out, since of them those are kept that such draws tell apart; but
    so many draws must be left that this can be seen.
    """
    try:
        plan = _plan(kind, parameters)
    except RequestError:
        return False
    if plan.targets.wanted != plan.targets.must:
        times = max(times, _FEWEST_SEEN)
    plan, draws = plan._replace(targets=Targets(plan.targets.must)), Draws("nearby")
    met = (None for _ in range(min(plan.most_draws, _TRIED)) if first_failure(plan, draw_case(plan, draws)) is None)
    return len(list(islice(met, times))) == times
