"""What a generated search can be guaranteed to skip."""

from __future__ import annotations

from generators.candidate import Candidate
from generators.guarantee import Guarantee, show_range, within
from generators.parameters import AlphaBetaParameters, Parameters, Range, TreeParameters
from generators.tree_guarantees import has_chance
from grader.games.playable import GAMES
from grader.games.tree import CHANCE


def _asked(parameters: Parameters, name: str) -> Range | None:
    pruning = parameters.pruning if isinstance(parameters, AlphaBetaParameters) else None
    return getattr(pruning, name, None)


def _prunes(case: Candidate, parameters: Parameters) -> bool:
    return bool(case.cutoffs)


def _prunes_off(parameters: Parameters) -> str:
    if isinstance(parameters, AlphaBetaParameters):
        if parameters.ordering.name == "worst-first":
            return "worst-first prunes nothing"
        if (wanted := parameters.pruning.prune_count) is not None and wanted[0] == 0:
            return "no skipped subtree was asked for" if wanted[1] == 0 else "none was allowed by --prune-count"
        if dict(parameters.promise.figures).get("cutoffs") == 0:
            return "the given problem prunes nothing"
    return ""


def _cuts_at_chance(case: Candidate, parameters: Parameters) -> bool:
    return any(case.game.kind[cutoff.node] == CHANCE for cutoff in case.cutoffs)


def _needs_bounds(case: Candidate, parameters: Parameters) -> bool:
    """Return whether a search that knows nothing of the leaves skips other ones."""
    other = case.misconceptions["bounds-unused", ""].answer({}, ("visited",))
    return bool(other["visited"] != case.trace.visited)


def _chance_cutoffs_off(parameters: Parameters) -> str:
    if not has_chance(parameters):
        return "there are no chance nodes"
    if parameters.question.conventions.value_bounds is None:
        return "nothing is known of the leaves; state --value-bounds"
    return ""


def _is_unequal(case: Candidate, parameters: Parameters) -> bool:
    return not case.meets_equality()


def _unequal_off(parameters: Parameters) -> str:
    if parameters.promise.about == "equality":
        return "the exercise is about equality"
    if isinstance(parameters, TreeParameters) and parameters.game is not None and GAMES[parameters.game.name].ends:
        return "the ends of the game are worth few numbers, so bounds are often equal"
    return ""


def _prunes_as_often(case: Candidate, parameters: Parameters) -> bool:
    return within(case.prune_count, _asked(parameters, "prune_count"))


def _evaluates_as_many(case: Candidate, parameters: Parameters) -> bool:
    return within(case.leaves_evaluated, _asked(parameters, "leaves_evaluated"))


def _prunes_exactly(case: Candidate, parameters: Parameters) -> bool:
    wanted = parameters.pruning.prune_exactly if isinstance(parameters, AlphaBetaParameters) else ()
    skipped = {case.game.ids[child] for cutoff in case.cutoffs for child in cutoff.skipped}
    return not wanted or skipped == set(wanted)


def _exactly_words(parameters: Parameters) -> str:
    wanted = parameters.pruning.prune_exactly if isinstance(parameters, AlphaBetaParameters) else ()
    return f"The search skips exactly the subtrees of {', '.join(wanted)}."


def _prunes_nothing(case: Candidate, parameters: Parameters) -> bool:
    return not case.cutoffs


def _is_worst_first(parameters: Parameters) -> bool:
    return isinstance(parameters, AlphaBetaParameters) and parameters.ordering.name == "worst-first"


SEARCHES: tuple[Guarantee, ...] = (
    Guarantee(
        "prune-count",
        _prunes_as_often,
        lambda parameters: f"The search skips {show_range(_asked(parameters, 'prune_count'))} subtrees.",
        "another --prune-count or --ordering",
        wanted=lambda parameters: bool(_asked(parameters, "prune_count")),
    ),
    Guarantee(
        "leaves-evaluated",
        _evaluates_as_many,
        lambda parameters: f"The search evaluates {show_range(_asked(parameters, 'leaves_evaluated'))} leaves.",
        "another --leaves-evaluated or --ordering",
        wanted=lambda parameters: bool(_asked(parameters, "leaves_evaluated")),
    ),
    Guarantee(
        "prune-exactly",
        _prunes_exactly,
        _exactly_words,
        "a larger range of distinct values",
        wanted=lambda parameters: bool(_asked(parameters, "prune_exactly")),
    ),
    Guarantee(
        "prunes-nothing",
        _prunes_nothing,
        "Nothing is skipped: every leaf is evaluated.",
        "distinct values",
        wanted=_is_worst_first,
    ),
    Guarantee(
        "some-cutoff",
        _prunes,
        "At least one subtree is skipped.",
        "a larger tree, another --ordering, or --without some-cutoff",
        _prunes_off,
    ),
    Guarantee(
        "some-chance-cutoff",
        _cuts_at_chance,
        "At least one chance node skips an outcome.",
        "narrower --value-bounds, a larger tree, or --without some-chance-cutoff",
        _chance_cutoffs_off,
    ),
    Guarantee(
        "bounds-matter",
        _needs_bounds,
        "Without the value bounds other nodes are visited.",
        "narrower --value-bounds, a larger tree, or --without bounds-matter",
        _chance_cutoffs_off,
    ),
    Guarantee(
        "unequal-bounds",
        _is_unequal,
        "Alpha never equals beta where a cutoff is decided: >= and > agree.",
        "distinct values, or --without unequal-bounds",
        _unequal_off,
    ),
)
"""Guarantees of what a search skips."""
