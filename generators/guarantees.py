"""What a generated exercise can be guaranteed to be: each guarantee is a check, with words for the certificate.

They stand in the order in which they are checked, the cheapest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from generators.candidate import Candidate
from generators.claims import all_separate, has_all_claims
from generators.construct_guarantees import (
    best_is_known,
    best_words,
    changes_words,
    is_worth_ordering,
    make_of,
    nothing_for_nothing,
    takes_so_many,
    worth_off,
)
from generators.figures import figures_of
from generators.limits import horizon_matters, leaves_of, quiescence_matters
from generators.parameters import (
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    Limits,
    MinimaxParameters,
    Parameters,
    Promise,
    Range,
    UcbParameters,
)
from generators.playing import errs_of, opponent_errs, repeated_of, times_repeated
from generators.threshold_guarantees import (
    depends_on_x,
    equality_matters,
    equality_off,
    has_simple_ends,
    has_whole_ends,
    simple_ends_off,
    whole_ends_off,
)
from grader.exact import INFINITY
from grader.games.tree import BEYOND, CHANCE, LEAF
from grader.kinds.lifts.construct.asked import CHANGES
from grader.kinds.ucb.scores import best_arms


class Guarantee(NamedTuple):
    """One guarantee: its check, and what it says and advises. Generators say which of them they can give.

    `off(parameters)` is why the request itself turns it off, empty where it does not. `requested` guarantees are on only
    where the request states them and cannot be switched off; the others are on by default.
    """

    name: str
    holds: Callable[[Candidate, Parameters], bool]
    sentence: str | Callable[[Parameters], str]
    remedy: str
    off: Callable[[Parameters], str] | None = None
    requested: bool = False


def _asked(parameters: Parameters, name: str) -> Range | None:
    pruning = parameters.pruning if isinstance(parameters, AlphaBetaParameters) else None
    return getattr(pruning, name, None)


def _in(count: int, wanted: Range | None) -> bool:
    return wanted is None or wanted[0] <= count <= wanted[1]


def show_range(wanted: Range | None) -> str:
    """Return a range as it is typed: 3, or 2-4."""
    if wanted is None:
        return "any"
    return str(wanted[0]) if wanted[0] == wanted[1] else f"{wanted[0]}-{wanted[1]}"


# trees


def _has_answers(case: Candidate, parameters: Parameters) -> bool:
    after = parameters.question.after
    if after is not None and case.solution.trace is not None and after > case.leaves_evaluated:
        return False  # the search is over by then
    return all(part in case.solution.answers for part in case.problem.ask)


def _is_unique(case: Candidate, parameters: Parameters) -> bool:
    return case.is_unique()


def _has_short_decimals(case: Candidate, parameters: Parameters) -> bool:
    decimals = case.problem.conventions.decimals
    if decimals is None:
        return True
    tree, scale = case.game, 10**decimals
    return all(
        scale % value.denominator == 0
        for value, kind in zip(case.values, tree.kind, strict=True)
        if LEAF < kind < BEYOND
    )


def _decimals_words(parameters: Parameters) -> str:
    decimals = parameters.question.conventions.decimals
    return "Every expected value " + ("is exact." if decimals is None else f"needs no more than {decimals} decimals.")


def _has_chance(parameters: Parameters) -> bool:
    shape = None if isinstance(parameters, UcbParameters) else parameters.shape
    if shape is None:
        return False
    return CHANCE in shape.skeleton.kind if shape.skeleton is not None else "chance" in shape.layers


def _unique_off(parameters: Parameters) -> str:
    if isinstance(parameters, UcbParameters):
        return ""
    shape = parameters.shape
    is_idle = (
        shape.skeleton.kind[0] in (CHANCE, LEAF) if shape.skeleton is not None else shape.layers[:1] == ("chance",)
    )
    return "nobody moves at the root" if is_idle else ""


# a horizon


def _horizon_matters(case: Candidate, parameters: Parameters) -> bool:
    return horizon_matters(case.game, case.values)


def _horizon_off(parameters: Parameters) -> str:
    return "nothing limits the depth" if _limits(parameters).depth is None else _unique_off(parameters)


def _quiescence_matters(case: Candidate, parameters: Parameters) -> bool:
    return quiescence_matters(case.game, case.values)


def _quiescence_off(parameters: Parameters) -> str:
    skeleton = None if isinstance(parameters, UcbParameters) else parameters.shape.skeleton
    is_loud = skeleton is not None and skeleton.quiet is not None
    return "" if is_loud or _limits(parameters).noisy[1] else "every node is quiet"


def _limits(parameters: Parameters) -> Limits:
    return Limits() if isinstance(parameters, UcbParameters) else parameters.limits


# alpha-beta


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
    if not _has_chance(parameters):
        return "there are no chance nodes"
    if parameters.question.conventions.value_bounds is None:
        return "nothing is known of the leaves; state --value-bounds"
    return ""


def _is_unequal(case: Candidate, parameters: Parameters) -> bool:
    return not case.meets_equality()


def _unequal_off(parameters: Parameters) -> str:
    return "the exercise is about equality" if parameters.promise.about == "equality" else ""


def _prunes_as_often(case: Candidate, parameters: Parameters) -> bool:
    return _in(case.prune_count, _asked(parameters, "prune_count"))


def _evaluates_as_many(case: Candidate, parameters: Parameters) -> bool:
    return _in(case.leaves_evaluated, _asked(parameters, "leaves_evaluated"))


def _prunes_exactly(case: Candidate, parameters: Parameters) -> bool:
    wanted = parameters.pruning.prune_exactly if isinstance(parameters, AlphaBetaParameters) else ()
    skipped = {case.game.ids[child] for cutoff in case.cutoffs for child in cutoff.skipped}
    return not wanted or skipped == set(wanted)


def _prunes_nothing(case: Candidate, parameters: Parameters) -> bool:
    return not case.cutoffs


def _exactly_words(parameters: Parameters) -> str:
    wanted = parameters.pruning.prune_exactly if isinstance(parameters, AlphaBetaParameters) else ()
    return f"The search skips exactly the subtrees of {', '.join(wanted)}."


# UCB


def _has_margin(case: Candidate, parameters: Parameters) -> bool:
    scores = sorted((score for score in case.solution.answers["scores"].values()), reverse=True)
    finite = [score for score in scores if score < INFINITY]
    return len(scores) < 2 or scores[1] == INFINITY or not finite or scores[0] - scores[1] >= parameters.promise.margin


def _margin_words(parameters: Parameters) -> str:
    first = parameters.question.conventions.unvisited == "first"
    several = isinstance(parameters, UcbParameters) and parameters.unvisited[1] > 1 and first
    apart = f"The two best scores are at least {float(parameters.promise.margin):g} apart"
    return f"{apart}, or both are inf." if several else f"{apart}."


def _is_not_greedy(case: Candidate, parameters: Parameters) -> bool:
    means = case.misconceptions["exploitation-only", ""].answer({})["scores"]
    best = best_arms([means[child] for child in range(len(means))], "any")
    return set(best).isdisjoint(case.solution.answers["choice"])


def _greedy_off(parameters: Parameters) -> str:
    unvisited = isinstance(parameters, UcbParameters) and parameters.unvisited[1] > 0
    first = parameters.question.conventions.unvisited == "first"
    return "the child without visits is chosen by every formula" if unvisited and first else ""


# any kind


def _has_figures(case: Candidate, parameters: Parameters) -> bool:
    figures = figures_of(case)
    pattern = () if isinstance(parameters, UcbParameters) else parameters.leaves.pattern
    if pattern and tuple(leaves_of(case.game)) == pattern:
        return False  # the given problem itself is no variant of it
    return all(figures.get(name) == figure for name, figure in parameters.promise.figures)


def choices_of(case: Candidate) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the nodes of those asked answers that are choices; a key of another problem could be right in them."""
    answers = case.solution.answers
    nodes: dict[str, Callable[[], Iterable[int]]] = {
        "best-move": lambda: answers["best-move"],
        "choice": lambda: answers["choice"],
        "pruned": lambda: sorted(answers["pruned"].leaves),
    }
    return tuple((part, tuple(nodes[part]())) for part in case.problem.ask if part in nodes and part in answers)


def _has_other_answers(case: Candidate, parameters: Parameters) -> bool:
    """Return whether a key of the given problem would be wrong in some choice; of several equal moves it names the first."""
    mine = dict(choices_of(case))
    return any(
        nodes != mine[part] if part == "pruned" else nodes[0] not in mine[part]
        for part, nodes in parameters.promise.unlike
    )


def _other_words(parameters: Parameters) -> str:
    parts = " and ".join(part for part, _ in parameters.promise.unlike)
    return f"The given problem's answers for {parts} are not all right here."


def _playing(parameters: Parameters) -> tuple[Range | None, Range | None]:
    """Return how many errors of the opponent and how many positions that come again are asked for."""
    if isinstance(parameters, MinimaxParameters | ExpectiminimaxParameters):
        return errs_of(parameters), repeated_of(parameters)
    return None, None


def _opponent_matters(case: Candidate, parameters: Parameters) -> bool:
    """Return whether the opponent errs so often as is asked for, and the optimal strategy gets something from it."""
    answers = case.kind.solve(case.problem, parts=("value", "outcome")).answers
    is_other = "outcome" in answers and answers["outcome"] != answers["value"]
    return is_other and _in(opponent_errs(case.game), _playing(parameters)[0])


def _errs_words(parameters: Parameters) -> str:
    wanted = _playing(parameters)[0]
    return (
        f"The opponent errs at {show_range(wanted)} nodes, and the optimal strategy gets another number than the value."
    )


def _positions_repeat(case: Candidate, parameters: Parameters) -> bool:
    right_to_left = case.problem.conventions.right_to_left
    return _in(times_repeated(case.game, right_to_left=right_to_left), _playing(parameters)[1])


def is_requested(guarantee: Guarantee, parameters: Parameters) -> bool:
    """Return whether the request states what a `requested` guarantee is about."""
    if guarantee.name == "same-figures":
        return bool(parameters.promise.figures)
    if guarantee.name == "other-answers":
        return bool(parameters.promise.unlike)
    if guarantee.name in ("opponent-matters", "positions-repeat"):
        return _playing(parameters)[guarantee.name == "positions-repeat"] is not None
    if guarantee.name in ("has-answers", "best-is-known", "nothing-for-nothing"):
        return True
    if guarantee.name == "so-many-changes":
        return make_of(parameters) == CHANGES
    if guarantee.name == "prunes-nothing":
        return isinstance(parameters, AlphaBetaParameters) and parameters.ordering.name == "worst-first"
    return bool(_asked(parameters, guarantee.name.replace("-", "_")) or ())


GUARANTEES: tuple[Guarantee, ...] = (
    Guarantee(
        "best-is-known",
        best_is_known,
        best_words,
        "a larger tree, a larger range of values, or other numbers to find",
        requested=True,
    ),
    Guarantee(
        "nothing-for-nothing",
        nothing_for_nothing,
        "No trivial answer earns anything: no change, everything reversed, numbers that rise, fall or are all the same.",
        "a larger tree, or other numbers to find",
        requested=True,
    ),
    Guarantee(
        "so-many-changes",
        takes_so_many,
        changes_words,
        "another --fewest-changes, or a larger tree",
        requested=True,
    ),
    Guarantee(
        "worth-ordering",
        is_worth_ordering,
        "The best order is better by two leaves at least than the tree as given and its mirror image.",
        "a larger tree, or --without worth-ordering",
        worth_off,
    ),
    Guarantee(
        "opponent-matters",
        _opponent_matters,
        _errs_words,
        "a larger tree, or another --opponent-errs",
        requested=True,
    ),
    Guarantee(
        "positions-repeat",
        _positions_repeat,
        lambda parameters: f"{show_range(_playing(parameters)[1])} nodes have a position that was met before.",
        "a larger tree, or another --repeated-states",
        requested=True,
    ),
    Guarantee(
        "unique-best-move",
        _is_unique,
        "One move is best at the root; where the principal variation is asked, it is unique.",
        "a larger range of values, or --without unique-best-move",
        _unique_off,
    ),
    Guarantee(
        "short-decimals",
        _has_short_decimals,
        _decimals_words,
        "fewer chance layers, other probabilities, or --without short-decimals",
        lambda parameters: "" if _has_chance(parameters) else "there are no chance nodes",
    ),
    Guarantee(
        "horizon-matters",
        _horizon_matters,
        "The best move is another than that of a search to the leaves: the horizon misleads.",
        "more --noise, or --without horizon-matters",
        _horizon_off,
    ),
    Guarantee(
        "quiescence-matters",
        _quiescence_matters,
        "A search that stops at every node at the horizon finds another value or another best move.",
        "more --noise, other --not-quiet, or --without quiescence-matters",
        _quiescence_off,
    ),
    Guarantee(
        "has-answers",
        _has_answers,
        "Every asked part has an answer.",
        "another initial window",
        requested=True,
    ),
    Guarantee(
        "prune-count",
        _prunes_as_often,
        lambda parameters: f"The search skips {show_range(_asked(parameters, 'prune_count'))} subtrees.",
        "another --prune-count or --ordering",
        requested=True,
    ),
    Guarantee(
        "leaves-evaluated",
        _evaluates_as_many,
        lambda parameters: f"The search evaluates {show_range(_asked(parameters, 'leaves_evaluated'))} leaves.",
        "another --leaves-evaluated or --ordering",
        requested=True,
    ),
    Guarantee(
        "prune-exactly",
        _prunes_exactly,
        _exactly_words,
        "a larger range of distinct values",
        requested=True,
    ),
    Guarantee(
        "prunes-nothing",
        _prunes_nothing,
        "Nothing is skipped: every leaf is evaluated.",
        "distinct values",
        requested=True,
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
    Guarantee(
        "margin",
        _has_margin,
        _margin_words,
        "a smaller --margin, or --without margin",
    ),
    Guarantee(
        "not-greedy",
        _is_not_greedy,
        "The choice is not the child with the best mean reward.",
        "another range of visits, or --without not-greedy",
        _greedy_off,
    ),
    Guarantee(
        "depends-on-x",
        depends_on_x,
        "The claim holds for some x, but not for all.",
        "a larger range of values",
    ),
    Guarantee(
        "whole-ends",
        has_whole_ends,
        "All ends of the range are whole numbers.",
        "--step 1, or --without whole-ends",
        off=whole_ends_off,
    ),
    Guarantee(
        "simple-ends",
        has_simple_ends,
        "All ends of the range are twentieths, or simpler fractions.",
        "--values 0..9, or --without simple-ends",
        off=simple_ends_off,
    ),
    Guarantee(
        "equality-matters",
        equality_matters,
        "The two tests for a cutoff, >= and >, differ at an end of the range.",
        "--without equality-matters",
        off=equality_off,
    ),
    Guarantee(
        "half-true",
        has_all_claims,
        "As many claims are made as asked, and half of them are true.",
        "a larger tree, or fewer --items",
    ),
    Guarantee(
        "all-tell-apart",
        all_separate,
        "Of each claim some wrong rule says the opposite.",
        "a larger tree, or fewer --items",
    ),
    Guarantee(
        "same-figures",
        _has_figures,
        "The difficulty figures are those of the given problem.",
        "a larger range of values",
        requested=True,
    ),
    Guarantee(
        "other-answers",
        _has_other_answers,
        _other_words,
        "another problem to make variants of",
        requested=True,
    ),
)
SEPARATES = "separates"
"""The last guarantee, checked target by target: the answers of wrong rules are wrong here."""

NAMES = tuple(guarantee.name for guarantee in GUARANTEES if not guarantee.requested)


def guarantees_of(known: Sequence[Guarantee], parameters: Parameters) -> tuple[list[Guarantee], list[tuple[str, str]]]:
    """Return those of a kind's guarantees that are on, and the others as (name, reason)."""
    on, off = [], []
    given = parameters.promise.figures or (not isinstance(parameters, UcbParameters) and parameters.ordering.mirror)
    for guarantee in known:
        if guarantee.requested:
            if is_requested(guarantee, parameters):
                on.append(guarantee)
        elif guarantee.name in parameters.promise.without:
            off.append((guarantee.name, "switched off, or not so in the given problem" if given else "switched off"))
        elif guarantee.off is not None and (reason := guarantee.off(parameters)):
            off.append((guarantee.name, reason))
        else:
            on.append(guarantee)
    return on, off


def words(guarantee: Guarantee, parameters: Parameters) -> str:
    """Return what the certificate says of a guarantee that is on."""
    return guarantee.sentence if isinstance(guarantee.sentence, str) else guarantee.sentence(parameters)


def with_figures(promise: Promise, figures: dict[str, int]) -> Promise:
    """Return the promise that these figures come out."""
    return promise._replace(figures=tuple(figures.items()))
