"""The plan of a request: what is asked, what must hold of a draw and what it must tell apart, within which effort."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

from generators.candidate import Candidate, pose
from generators.coincidences import Setting
from generators.draws import Draws, RequestError
from generators.games import STARTS
from generators.generator import AnyGuarantee, guarantees_of
from generators.kinds.trees import search_of
from generators.limits import leaves_of, searched_part, searched_to
from generators.parameters import (
    MOST_DRAWS,
    AlphaBetaParameters,
    ConstructParameters,
    DeepeningParameters,
    LiftParameters,
    Parameters,
    Shape,
    TreeParameters,
    UcbParameters,
    is_of_game,
    trees_of,
)
from generators.pruning import check_counts, counts_asked
from generators.registry import GENERATORS, NAMES, SEPARATES
from generators.shapes import SHARES, largest
from generators.targets import ABOUT, Key, Target, Targets, attainable, choose_targets, first_missed, separated, show
from grader.core.conventions import value_of
from grader.core.games.tree import CHANCE, Tree
from grader.core.text import both
from grader.kinds import KINDS, Kind
from grader.kinds.about_searches.solved import conventions_of
from grader.kinds.trees.parts import DRAWN_TREE

# -- what no exercise of a request can be: contradictions are refused before anything is drawn

_MOVED = ("best-move", "strategy", "best-response", "outcome")


def check_promise(kind: str, parameters: Parameters) -> None:
    """Refuse a promise that no exercise of the kind can keep. Raises RequestError."""
    promise = parameters.promise
    if promise.most_draws is not None and promise.most_draws < 1:
        raise RequestError("expected at least 1 draw")
    for name in promise.without:
        if name not in NAMES:
            raise RequestError(f'there is no guarantee "{name}", expected one of {", ".join(NAMES)}')
    if promise.about and promise.about not in ABOUT:
        raise RequestError(f'there are no exercises about "{promise.about}", expected {" or ".join(ABOUT)}')
    if promise.about and not isinstance(parameters, AlphaBetaParameters):
        raise RequestError(f"exercises about {promise.about} are alpha-beta's, not {kind}'s")
    if isinstance(parameters, AlphaBetaParameters):
        for name, wanted in counts_asked(parameters).items():
            if wanted and not 0 <= wanted[0] <= wanted[1]:
                raise RequestError(f"{name} {wanted[0]}-{wanted[1]} holds no number, expected N or A-B")


def asked_of(kind: Kind, parameters: Parameters) -> tuple[str, ...]:
    """Return the asked parts. Raises RequestError for what no exercise of the request can ask."""
    question = parameters.question
    for part in question.ask:
        if kind.parts.get(part) == DRAWN_TREE and not is_of_game(parameters):
            raise RequestError("only the tree of a game can be drawn; add --game, or leave out tree")
        if part not in kind.answered:
            raise RequestError(f'{kind.name} has no part "{part}", expected some of {", ".join(kind.answered)}')
    if len(set(question.ask)) < len(question.ask):
        raise RequestError("a part is asked twice, expected once")
    for name in question.conventions.stated:
        if name not in kind.conventions:
            raise RequestError(f"{kind.name} has no convention {name}, expected {', '.join(kind.conventions)}")
        value_of(question.conventions, name)
    _check_of_search(kind, parameters)
    ask = question.ask or ((parameters.make,) if isinstance(parameters, ConstructParameters) else kind.asked)
    if _is_chance_root(parameters):
        if unposed := next((part for part in question.ask if part in _MOVED), None):
            raise RequestError(f"nobody moves at the root, so {unposed} cannot be asked")
        ask = tuple(part for part in ask if part != "best-move")
    for part, points in question.points:
        if part not in ask or points <= 0:
            raise RequestError(f"points of {part}: expected points above 0 for a part that is asked")
    return ask


def _check_answered(kind: str, parameters: Parameters, samples: Sequence[Candidate]) -> None:
    """Refuse what is asked and has no answer on any draw; in a window that is stated some draws may have one. Raises RequestError."""
    absent, answered = samples[0].problem.ask, tuple(KINDS[kind].answered)
    if "initial-window" in parameters.question.conventions.stated:
        return
    others = (_drawn(kind, parameters, absent, Draws(f"answers{number}")) for number in range(_SAMPLES))
    for case in chain(samples, others):
        absent = tuple(part for part in absent if part not in case.solution.answers)
        if not absent:
            return
        answers = case.kind.solve(case.problem, parts=answered).answers
        answered = tuple(part for part in answered if part in answers)
    expected = f"expected --ask with what has one, as {answered[0]}" if answered else "expected --ask with other parts"
    raise RequestError(f"no problem of this request has an answer for {both(absent)}; {expected}")


def _check_of_search(kind: Kind, parameters: Parameters) -> None:
    """Refuse a convention of another search than the one that is run. Raises RequestError."""
    if not isinstance(parameters, LiftParameters):
        return
    search = KINDS[search_of(parameters)]
    of_others = set(conventions_of(kind.searches)).difference(search.conventions)
    if foreign := sorted(parameters.question.conventions.stated & of_others):
        raise RequestError(f"{search.name} has no convention {foreign[0]}, expected {', '.join(search.conventions)}")


def _is_chance_root(parameters: Parameters) -> bool:
    trees = trees_of(parameters)
    if trees is None or is_of_game(parameters):
        return False
    tree = trees.ordering.mirror or trees.shape.skeleton
    return tree.kind[0] == CHANCE if tree is not None else trees.shape.layers[:1] == ("chance",)


# -- what the structure of a request says of every draw, for the table of coincidences


def setting_of(sample: Candidate, parameters: Parameters, on: set[str]) -> Setting:
    """Return what the structure of the request says, for the table of coincidences."""
    problem, game = sample.problem, sample.game
    promised = ("unequal-bounds" in on, "unique-best-move" in on)
    setting = Setting(problem.kind, frozenset(problem.ask), problem.conventions, *promised)
    if isinstance(parameters, UcbParameters):
        return setting._replace(has_unvisited=parameters.unvisited[0] > 0)
    if isinstance(parameters, DeepeningParameters):
        return setting._replace(has_depth=True)  # each iteration stops
    if not isinstance(parameters, TreeParameters):  # of lifts nothing: what coincides for one x need not for all
        return setting
    tree = _tree_of(sample, parameters)
    leaves, is_given = leaves_of(game), parameters.ordering.mirror is not None
    draws_values = parameters.game is None or STARTS[parameters.game.name].has_numbers  # else the rules say them
    are_distinct = parameters.leaves.ties == 0
    if is_given or not draws_values:
        are_distinct = is_given and len(set(leaves)) == len(leaves)
    skipped = parameters.pruning.prune_count if isinstance(parameters, AlphaBetaParameters) else None
    return setting._replace(
        tree=tree,
        is_uniform=is_of_game(parameters) or (tree is not None and _is_uniform(parameters.shape, tree)),
        has_distinct_leaves=are_distinct and game.horizon is None,  # static values may be equal
        prunes_nothing=parameters.ordering.name == "worst-first" or (skipped is not None and skipped[1] == 0),
        has_depth=game.horizon is not None,
        has_features=game.features is not None,
    )


def _tree_of(sample: Candidate, parameters: TreeParameters) -> Tree | None:
    """Return a tree of which each one that is searched is a part: what cannot be on it cannot be on any; None where none is known."""
    if parameters.ordering.mirror is not None:
        return sample.game  # type: ignore[no-any-return]  # the game of a request for trees is one
    if is_of_game(parameters):
        return None
    tree, limits = largest(parameters.shape), parameters.limits
    is_whole = limits.depth is None or limits.noisy[1]
    return tree if is_whole else searched_part(searched_to(tree, limits, parameters.question.conventions.depth_in))


def _is_uniform(shape: Shape, tree: Tree) -> bool:
    """Return whether all outcomes of a chance node are equally likely, whatever is drawn."""
    if shape.skeleton is None and shape.probabilities in SHARES:
        return False
    outcomes = [tree.children(node) for node in range(tree.size) if tree.kind[node] == CHANCE]
    return all(len({tree.probability[child] for child in children}) == 1 for children in outcomes)


_PROBES = 100
_SAMPLES = 8  # positions of a game
_TRIED = 300  # draws by which a nearby request is judged
_SOME = 60
_ENOUGH = 5
_FEWEST = 30  # draws to judge by: where fewer are accepted more are drawn
_FEWEST_OF_GAMES = 3  # of a game there are few positions: what one in so many of them tells apart is kept
_FEWEST_SEEN = 3  # draws that tell something apart, for it to be kept
_SAFE = 10  # such draws expected within the effort, by which requests are judged ...
_PATIENCE = 3  # ... and so many times that effort is drawn where some draws nearly fit: it fails once in e^30 requests
_EFFORT = 4_000_000  # nodes drawn: large trees get fewer draws


class Plan(NamedTuple):
    """A request that was read: what is asked, what must hold, the nodes of a draw, by how many draws it is judged, and how many it may take."""

    kind: Kind
    parameters: Parameters
    ask: tuple[str, ...]
    on: tuple[AnyGuarantee, ...]
    off: tuple[tuple[str, str], ...]
    setting: Setting
    targets: Targets
    size: int
    effort: int
    most_draws: int
    known: tuple[Key, ...]

    def separating(self, name: str) -> Targets:
        """Return the targets if this misconception were the only one that is demanded. Raises RequestError."""
        return choose_targets((name,), self.parameters.promise.about, self.known, self.setting)


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
    samples = [_drawn(kind, one, ask, Draws(seed)) for one, seed in _extremes(parameters)]
    _check_answered(kind, parameters, samples)
    sample, known = samples[0], tuple(dict.fromkeys(key for one in samples for key in one.misconceptions))
    on, off = guarantees_of(GENERATORS[kind].guarantees, parameters)
    setting = setting_of(sample, parameters, {guarantee.name for guarantee in on})
    targets = choose_targets(parameters.promise.separate, parameters.promise.about, known, setting)
    check_counts(parameters, {guarantee.name for guarantee in on})
    size = len(sample.game.ids)
    effort = max(50, min(parameters.promise.most_draws or MOST_DRAWS, _EFFORT // size))
    trees = trees_of(parameters)
    if trees is not None and trees.ordering.mirror is not None:
        effort = 1
    most = effort if effort == 1 or parameters.promise.most_draws else effort * _PATIENCE
    return Plan(record, parameters, ask, tuple(on), tuple(off), setting, targets, size, effort, most, known)


def _extremes(parameters: Parameters) -> list[tuple[Parameters, str]]:
    """Return the requests for samples that have among them every wrong rule that can be followed in some draw, each with its seed.

    How deep the tree of a game is, and who moves where, no request says: there are some of them.
    """
    if is_of_game(parameters):
        return [(parameters, f"sample{number or ''}") for number in range(_SAMPLES)]
    if isinstance(parameters, UcbParameters):
        least, most = parameters.unvisited[0], min(parameters.unvisited[1], parameters.children[1] - 1)
        return [(parameters._replace(unvisited=(some, some)), "sample") for some in dict.fromkeys((most, least))]
    if not isinstance(parameters, TreeParameters):
        return [(parameters, "sample")]
    # With all nodes quiet chance nodes may lie beyond the horizon, with none of them no static value counts.
    limits = [parameters.limits._replace(noisy=(one, one)) for one in sorted({*parameters.limits.noisy})]
    return [(parameters._replace(limits=one), "sample") for one in limits]


def _probe(plan: Plan) -> Targets:
    """Return those of the default targets that draws can tell apart all at once, and what is left out of them.

    A wrong rule that coincides with the reference on every draw, or nearly, would make every request fail.
    """
    wanted, left_out, must = plan.targets
    draws = Draws("probe")
    seen: list[frozenset[Target]] = []
    bare = plan._replace(targets=Targets(must))
    tried = 0
    while tried < min(plan.effort, _PROBES) or (tried < plan.effort and 0 < len(seen) < _FEWEST):
        tried += 1
        case = draw_case(plan, draws)
        if first_failure(bare, case) is None:
            seen.append(frozenset(separated(case, wanted)))
            if sum(len(one) == len(wanted) for one in seen) >= _ENOUGH and len(seen) <= 20 * _ENOUGH:
                return plan.targets
    if not seen:
        return plan.targets
    rare = _FEWEST_OF_GAMES if is_of_game(plan.parameters) else _FEWEST
    least = max(_FEWEST_SEEN, -(-len(seen) // rare), -(-_SAFE * tried // plan.effort))
    chosen = {*must, *attainable(seen, wanted, least)}
    reason = f"told apart together with the others in fewer than {least} of {tried} draws"
    dropped = tuple((target, reason) for target in wanted if target not in chosen)
    return Targets(tuple(target for target in wanted if target in chosen), (*left_out, *dropped), must)


def draw_case(plan: Plan, draws: Draws) -> Candidate:
    """Return one drawn problem, good or not."""
    return _drawn(plan.kind.name, plan.parameters, plan.ask, draws)


def draw_some(kind: str, parameters: Parameters) -> list[Candidate]:
    """Return a few problems of the request's shape, whatever must hold of them."""
    ask, draws = asked_of(KINDS[kind], parameters), Draws("some")
    return [_drawn(kind, parameters, ask, draws) for _ in range(_SOME)]


def _drawn(kind: str, parameters: Parameters, ask: tuple[str, ...], draws: Draws) -> Candidate:
    return Candidate(KINDS[kind], pose(kind, GENERATORS[kind].draw(parameters, draws), parameters.question, ask))


def first_failure(plan: Plan, case: Candidate) -> str | None:
    """Return the first guarantee that does not hold, or the target that is not separated; None where all is well."""
    failed = (guarantee.name for guarantee in plan.on if not guarantee.holds(case, plan.parameters))
    if name := next(failed, None):
        return name
    missed = first_missed(case, plan.targets)
    return None if missed is None else f"{SEPARATES} {show(missed)}"


def games_met(kind: str, parameters: Parameters, most: int) -> int:
    """Return how many different games meet a request with little effort, counted up to `most`."""
    seen: set[str] = set()
    with suppress(RequestError):
        plan, draws = _plan(kind, parameters), Draws("others")
        for _ in range(min(plan.effort, _TRIED)):
            case = draw_case(plan, draws)
            game = repr(case.problem.stated)
            if game not in seen and first_failure(plan, case) is None:
                seen.add(game)
            if len(seen) == most:
                break
    return len(seen)


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
    met = (None for _ in range(min(plan.effort, _TRIED)) if first_failure(plan, draw_case(plan, draws)) is None)
    return len(list(islice(met, times))) == times
