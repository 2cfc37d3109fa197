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
from generators.errors import RequestError, UnreachableError
from generators.guarantee import Guarantee, guarantees_of, show_range
from generators.limits import leaves_of, searched_part
from generators.parameters import (
    AlphaBetaParameters,
    ConstructParameters,
    CostParameters,
    LiftParameters,
    Parameters,
    Shape,
    Treeless,
    TreeParameters,
    UcbParameters,
)
from generators.reachable import reachable
from generators.registry import GENERATORS
from generators.shapes import SHARES, draw_skeleton
from generators.targets import (
    ABOUT,
    Target,
    Targets,
    attainable,
    choose_targets,
    first_missed,
    separated,
    show,
)
from generators.thresholds import search_of
from grader.conventions import value_of
from grader.games.horizon import cut, limit_of
from grader.games.tree import CHANCE, Tree
from grader.kinds import KINDS, Kind, Problem

_MOVED = ("best-move", "strategy", "best-response", "outcome")
_PROBES = 100
_TRIED = 300  # draws by which a nearby request is judged
_SOME = 60
_ENOUGH = 5
_FEWEST = 30  # draws to judge by: where fewer are accepted more are drawn
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
    _check_promise(kind, parameters)
    GENERATORS[kind].check(parameters)
    ask = _asked(record, parameters)
    samples = [Candidate(record, _problem(kind, one, ask, Draws("sample"))) for one in _extremes(parameters)]
    sample, known = samples[0], tuple(dict.fromkeys(key for one in samples for key in one.misconceptions))
    on, off = guarantees_of(GENERATORS[kind].guarantees, parameters)
    setting = _setting(sample, parameters, {guarantee.name for guarantee in on})
    targets = choose_targets(parameters.promise.separate, parameters.promise.about, known, setting)
    _check_counts(parameters, {guarantee.name for guarantee in on})
    size = len(sample.game.ids)
    most = max(50, min(parameters.promise.most_draws, _EFFORT // size))
    if not isinstance(parameters, Treeless) and parameters.ordering.mirror is not None:
        most = 1
    return Plan(record, parameters, ask, tuple(on), tuple(off), setting, targets, size, most)


def _extremes(parameters: Parameters) -> list[Parameters]:
    """Return the requests for samples that have among them every wrong rule that can be followed in some draw."""
    if isinstance(parameters, UcbParameters):
        most = min(parameters.unvisited[1], parameters.children[1] - 1)
        least = parameters.unvisited[0]
        return [parameters._replace(unvisited=(some, some)) for some in dict.fromkeys((most, least))]
    if isinstance(parameters, LiftParameters | CostParameters):
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
    least = max(_FEWEST_SEEN, -(-len(seen) // _FEWEST), -(-_SAFE * tried // plan.most_draws))
    chosen = {*must, *attainable(seen, wanted, least)}
    reason = f"told apart together with the others in fewer than {least} of {tried} draws"
    dropped = tuple((target, reason) for target in wanted if target not in chosen)
    return Targets(tuple(target for target in wanted if target in chosen), (*left_out, *dropped), must)


def draw_case(plan: Plan, draws: Draws) -> Candidate:
    """Return one drawn problem, good or not."""
    return Candidate(plan.kind, _problem(plan.kind.name, plan.parameters, plan.ask, draws))


def draw_some(kind: str, parameters: Parameters) -> list[Candidate]:
    """Return a few problems of the request's shape, whatever must hold of them."""
    ask, draws = _asked(KINDS[kind], parameters), Draws("some")
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


def _check_promise(kind: str, parameters: Parameters) -> None:
    promise = parameters.promise
    if promise.most_draws < 1:
        raise RequestError("expected at least 1 draw")
    for name in promise.without:
        if name not in guarantees.NAMES:
            raise RequestError(f'there is no guarantee "{name}", expected one of {", ".join(guarantees.NAMES)}')
    if promise.about and promise.about not in ABOUT:
        raise RequestError(f'there are no exercises about "{promise.about}", expected {" or ".join(ABOUT)}')
    if promise.about and not isinstance(parameters, AlphaBetaParameters):
        raise RequestError(f"exercises about {promise.about} are alpha-beta's, not {kind}'s")
    pruning = parameters.pruning if isinstance(parameters, AlphaBetaParameters) else None
    for wanted, name in (
        (pruning and pruning.prune_count, "prune-count"),
        (pruning and pruning.leaves_evaluated, "leaves-evaluated"),
    ):
        if wanted and not 0 <= wanted[0] <= wanted[1]:
            raise RequestError(f"{name} {wanted[0]}-{wanted[1]} holds no number, expected N or A-B")


def _check_counts(parameters: Parameters, on: set[str]) -> None:
    """Refuse counts of skipped subtrees and evaluated leaves that no search of the shape has. Raises UnreachableError."""
    if not isinstance(parameters, AlphaBetaParameters):
        return
    pruning = parameters.pruning
    asked = {"prune-count": pruning.prune_count, "leaves-evaluated": pruning.leaves_evaluated}
    must_cut = "some-cutoff" in on
    if not (must_cut or any(asked.values())):
        return
    for name, (least, most) in reachable(parameters).items():
        wanted = asked[name]
        if name == "prune-count" and must_cut and most == 0:
            raise UnreachableError("some-cutoff: no search of this shape skips anything", "some-cutoff")
        if name == "leaves-evaluated" and must_cut and wanted is not None and least < most == wanted[0]:
            raise UnreachableError(f"{name} {show_range(wanted)}: that is all leaves, but some-cutoff skips one", name)
        if wanted is None or (least <= wanted[1] and wanted[0] <= most):
            continue
        does, what = ("skips", "subtrees") if name == "prune-count" else ("evaluates", "leaves")
        message = f"{name} {show_range(wanted)}: a search of this shape {does} {show_range((least, most))} {what}"
        raise UnreachableError(message, name)


def _asked(kind: Kind, parameters: Parameters) -> tuple[str, ...]:
    """Return the asked parts. Raises RequestError for what no exercise of the request can ask."""
    question = parameters.question
    for part in question.ask:
        if part not in kind.parts:
            raise RequestError(f'{kind.name} has no part "{part}", expected some of {", ".join(kind.parts)}')
    if len(set(question.ask)) < len(question.ask):
        raise RequestError("a part is asked twice, expected once")
    for name in question.conventions.stated:
        if name not in kind.conventions:
            raise RequestError(f"{kind.name} has no convention {name}, expected {', '.join(kind.conventions)}")
        value_of(question.conventions, name)
    _check_of_search(kind, parameters)
    ask = question.ask or ((parameters.make,) if isinstance(parameters, ConstructParameters) else kind.asked)
    if not isinstance(parameters, Treeless) and _is_chance_root(parameters):
        if unposed := next((part for part in question.ask if part in _MOVED), None):
            raise RequestError(f"nobody moves at the root, so {unposed} cannot be asked")
        ask = tuple(part for part in ask if part != "best-move")
    for part, points in question.points:
        if part not in ask or points <= 0:
            raise RequestError(f"points of {part}: expected points above 0 for a part that is asked")
    return ask


def _check_of_search(kind: Kind, parameters: Parameters) -> None:
    """Refuse a convention of another search than the one that is run. Raises RequestError."""
    if not isinstance(parameters, LiftParameters):
        return
    search = KINDS[search_of(parameters)]
    of_searches = {name for one in kind.searches for name in KINDS[one].conventions}
    if foreign := sorted(parameters.question.conventions.stated & of_searches.difference(search.conventions)):
        raise RequestError(f"{search.name} has no convention {foreign[0]}, expected {', '.join(search.conventions)}")


def _is_chance_root(parameters: Parameters) -> bool:
    if isinstance(parameters, Treeless):
        return False
    tree = parameters.ordering.mirror or parameters.shape.skeleton
    return tree.kind[0] == CHANCE if tree is not None else parameters.shape.layers[:1] == ("chance",)


def _setting(sample: Candidate, parameters: Parameters, on: set[str]) -> Setting:
    """Return what the structure of the request says, for the table of coincidences."""
    is_uniform = has_distinct_leaves = prunes_nothing = has_unvisited = has_depth = has_features = False
    tree = None
    if isinstance(parameters, UcbParameters):
        has_unvisited = parameters.unvisited[0] > 0
    elif not isinstance(parameters, LiftParameters | CostParameters):  # what coincides for one x need not for all
        tree = sample.game if parameters.ordering.mirror is not None else _largest(parameters)
        is_uniform = _is_uniform(parameters.shape, tree)
        leaves = leaves_of(sample.game)
        is_given = parameters.ordering.mirror is not None
        has_distinct_leaves = len(set(leaves)) == len(leaves) if is_given else parameters.leaves.ties == 0
        has_distinct_leaves = has_distinct_leaves and sample.game.horizon is None  # static values may be equal
        prunes_nothing = parameters.ordering.name == "worst-first"
        has_depth, has_features = sample.game.horizon is not None, sample.game.features is not None
    if isinstance(parameters, AlphaBetaParameters):
        wanted = parameters.pruning.prune_count
        prunes_nothing = prunes_nothing or (wanted is not None and wanted[1] == 0)
    return Setting(
        kind=sample.problem.kind,
        ask=frozenset(sample.problem.ask),
        conventions=sample.problem.conventions,
        tree=tree,
        is_uniform=is_uniform,
        has_distinct_leaves=has_distinct_leaves,
        is_unequal="unequal-bounds" in on,
        is_unique="unique-best-move" in on,
        prunes_nothing=prunes_nothing,
        has_unvisited=has_unvisited,
        has_depth=has_depth,
        has_features=has_features,
    )


def _largest(parameters: TreeParameters) -> Tree:
    """Return a tree of which each one that is searched is a part: what cannot be on it cannot be on any."""
    shape, limits = parameters.shape, parameters.limits
    deepest, widest = shape.depth[1], shape.branching[1]
    largest = shape._replace(depth=(deepest, deepest), branching=(widest, widest), names="letters")
    tree = draw_skeleton(largest, Draws("largest"))
    if limits.depth is None or limits.noisy[1]:
        return tree
    unit = parameters.question.conventions.depth_in
    return searched_part(cut(tree, limit_of(limits.depth, unit), limits.extension, unit))


def _is_uniform(shape: Shape, tree: Tree) -> bool:
    """Return whether all outcomes of a chance node are equally likely, whatever is drawn."""
    if shape.skeleton is None and shape.probabilities in SHARES:
        return False
    outcomes = [tree.children(node) for node in range(tree.size) if tree.kind[node] == CHANCE]
    return all(len({tree.probability[child] for child in children}) == 1 for children in outcomes)
