"""A problem and its certificate: draw until everything holds that the plan promises; else say what stood in the way."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from generators.candidate import Candidate
from generators.draws import Draws, NotFoundError, RequestError, UnreachableError
from generators.fields import Fields
from generators.parameters import (
    AlphaBetaParameters,
    Leaves,
    Parameters,
    Range,
    is_of_game,
    show_range,
    trees_of,
    within,
)
from generators.planning import Plan, draw_case, draw_some, first_failure, is_met, make_plan
from generators.pruning import counts_asked
from generators.registry import GENERATORS, SEPARATES, check_request, figures_of
from generators.targets import ALL, DEFAULT, NONE, Target, separated, show, unknown_in
from grader.core.conventions import write_conventions
from grader.core.documents import Document, parse_document
from grader.core.documents.writing import to_yaml
from grader.core.errors import ProblemError, show_path
from grader.core.games.tree import Tree
from grader.core.search.folds import FULL_WINDOW
from grader.kinds import KINDS, Exercise, Problem, read_exercise, write_problem
from grader.kinds.ucb.solve import Arms

# -- a request near one that was not met, found by really trying

IsMet = Callable[[str, Parameters], bool]


def nearby(kind: str, parameters: Parameters, failed: str, drawn: Sequence[Candidate], is_met: IsMet) -> str:
    """Return in words the first change of the request after which it is met; empty where none of them helps."""
    for said, changed in _changes(kind, parameters, failed, drawn):
        if is_met(kind, changed):
            return said
    return ""


def _changes(
    kind: str, parameters: Parameters, failed: str, drawn: Sequence[Candidate]
) -> Iterator[tuple[str, Parameters]]:
    """Yield changed requests, the smallest changes first."""
    promise = parameters.promise
    own = tuple(one.name for one in GENERATORS[kind].guarantees if one.wanted is None)
    if isinstance(parameters, AlphaBetaParameters):
        yield from _pruning_changes(parameters, drawn)
    trees = trees_of(parameters)
    if trees is not None and not promise.figures:
        leaves = trees.leaves
        if leaves.ties != 0:
            words = "distinct values (leave out --outcomes, --repeats and --ties)"
            yield words, trees._replace(leaves=Leaves(leaves.low, None, leaves.step))
        if leaves.high is not None and not leaves.outcomes:
            wide = leaves._replace(low=None, high=None)
            yield "a default range of values (leave out --values)", trees._replace(leaves=wide)
    if failed.startswith(SEPARATES):
        name = failed.split()[1]
        others = tuple(other for other in promise.separate if other != name)
        if others and others != promise.separate:
            yield f"--separate {','.join(others)}", parameters._replace(promise=promise._replace(separate=others))
    for name in dict.fromkeys((failed, *own)):
        if name in own and name not in promise.without:
            without = (*promise.without, name)
            yield f"--without {','.join(without)}", parameters._replace(promise=promise._replace(without=without))
    if promise.separate == (DEFAULT,) or failed.startswith(SEPARATES):
        yield "--separate none", parameters._replace(promise=promise._replace(separate=(NONE,)))
    if "initial-window" in (stated := parameters.question.conventions.stated):
        known = parameters.question.conventions
        opened = known._replace(initial_window=FULL_WINDOW, stated=stated - {"initial-window"})
        question = parameters.question._replace(conventions=opened)
        yield "an open window (leave out --convention initial-window)", parameters._replace(question=question)
    words = f"--separate none --without {','.join(own)}"
    bare = promise._replace(without=own, separate=(NONE,))
    yield words, parameters._replace(promise=bare)
    if promise.about:
        yield f"{words} (and leave out --about)", parameters._replace(promise=bare._replace(about=""))


def _pruning_changes(parameters: AlphaBetaParameters, drawn: Sequence[Candidate]) -> Iterator[tuple[str, Parameters]]:
    """Yield the request with the counts that draws do have, the nearest first; then without one of two counts.

    Where both counts are asked the one is changed to what it is in draws that have the other.
    """
    asked = {name: wanted for name, wanted in counts_asked(parameters).items() if wanted is not None and drawn}
    figures = [{"prune-count": case.prune_count, "leaves-evaluated": case.leaves_evaluated} for case in drawn]
    for name, wanted in asked.items():
        counts = [
            one[name] for one in figures if all(within(one[other], asked[other]) for other in asked if other != name)
        ]
        for changed in _near(wanted, counts):
            yield f"--{name} {show_range(changed)}", _with_count(parameters, name, changed)
    for name in asked if len(asked) > 1 else ():
        yield f"one count alone (leave out --{name})", _with_count(parameters, name, None)


def _with_count(parameters: AlphaBetaParameters, name: str, wanted: Range | None) -> AlphaBetaParameters:
    count: Fields = {name.replace("-", "_"): wanted}
    return parameters._replace(pruning=parameters.pruning._replace(**count))


def _near(wanted: Range, counts: Sequence[int]) -> list[Range]:
    """Return ranges near the wanted one: with single counts that are not rare, then with a tenth and half of all draws."""

    def distance(count: int) -> tuple[int, int]:
        return min(abs(count - wanted[0]), abs(count - wanted[1])), count

    often = [
        count for count, times in Counter(counts).items() if 20 * times >= len(counts) and not within(count, wanted)
    ]
    is_one = wanted[0] == wanted[1]
    single = [(count, count) if is_one else _widened(wanted, count) for count in sorted(often, key=distance)[:3]]
    by_distance = sorted(counts, key=distance)
    wide = [_widened(wanted, by_distance[len(counts) // share]) for share in (10, 2) if counts]
    return list(dict.fromkeys(near for near in (*single, *wide) if near != wanted))


def _widened(wanted: Range, count: int) -> Range:
    return min(wanted[0], count), max(wanted[1], count)


VERSION = 5
"""The version of the generators' output: what changes a single problem changes it."""

_JUDGED = 100  # draws that were not taken, by which a request near this one is found
_HOPELESS = 250_000  # nodes drawn of which none got past one and the same guarantee: it is not waited for any longer

_RARE = "nobody could follow it in the draws from which the rules to be told apart were chosen"


class Certificate(NamedTuple):
    """What is guaranteed of one generated problem, and how it came about."""

    kind: str
    version: int
    parameters: Parameters
    seed: str
    draws: int
    guaranteed: tuple[tuple[str, str], ...]
    not_guaranteed: tuple[tuple[str, str], ...]
    separated: tuple[Target, ...]
    not_separated: tuple[tuple[Target, str], ...]
    figures: dict[str, int]


class Generated(NamedTuple):
    """A generated problem with its certificate."""

    problem: Problem
    certificate: Certificate

    @property
    def exercise(self) -> Exercise:
        """Return the problem as everyone reads it who is handed its file, solved. Raises RequestError where nobody can."""
        try:
            return read_exercise(written(self.problem), KINDS)
        except ProblemError as failure:
            first = failure.faults[0]
            raise RequestError(
                f"this makes a problem that is refused: {show_path(first.path)}: {first.message}"
            ) from None

    def __repr__(self) -> str:
        return f"<Generated {self.problem.id} ({self.problem.kind}) from seed {self.certificate.seed!r}>"


def certified(kind: str, parameters: Parameters, seed: str) -> Generated:
    """Return the problem that the seed gives, with its certificate. Raises RequestError.

    `kind` is one of KINDS; any text is a seed. The same three give the same problem everywhere.
    """
    check_request(kind, parameters)
    try:
        plan = make_plan(kind, parameters)
    except UnreachableError as failure:
        raise _not_found(kind, parameters, str(failure), failure.guarantee, draw_some(kind, parameters)) from None
    draws = Draws(f"{kind}/{seed}")
    failures: Counter[str] = Counter()
    counts: list[Candidate] = []
    for number in range(1, plan.most_draws + 1):
        case = draw_case(plan, draws)
        failed = first_failure(plan, case)
        if failed is None:
            return certify(plan, case, seed, number)
        failures[failed] += 1
        if len(counts) < _JUDGED:
            counts.append(case)
        if len(failures) == 1 and (number >= plan.effort or number * plan.size >= _HOPELESS):
            break
    worst, times = failures.most_common(1)[0]
    message = (
        f"not met within {number:,} draws: {worst} stood in the way of {times:,} of them{_remedy(plan, worst, counts)}"
    )
    raise _not_found(kind, parameters, message, worst, counts)


def _not_found(
    kind: str, parameters: Parameters, message: str, failed: str, drawn: Sequence[Candidate]
) -> NotFoundError:
    change = nearby(kind, parameters, failed, drawn, is_met)
    return NotFoundError(message + (f"; this works: {change}" if change else ""), failed, change)


def _remedy(plan: Plan, failed: str, drawn: Sequence[Candidate]) -> str:
    guarantee = next((guarantee for guarantee in plan.on if guarantee.name == failed), None)
    if guarantee is None:
        return ""
    if guarantee.reason is not None:
        return f"; {guarantee.reason(drawn, plan.parameters)}"
    remedy = guarantee.remedy
    if is_of_game(plan.parameters) and guarantee.wanted is None:
        remedy = f"another size of the game, or --without {failed}"
    return f"; try {remedy}" if remedy else ""


def certify(plan: Plan, case: Candidate, seed: str, draws: int) -> Generated:
    """Return the drawn problem with its certificate, which says what the plan made sure of."""
    problem = case.problem if case.problem.id else case.problem._replace(id=problem_id(case.problem))
    also = _unforeseen(plan, case)
    separate = frozenset(separated(case, also))
    certificate = Certificate(
        kind=plan.kind.name,
        version=VERSION,
        parameters=plan.parameters,
        seed=seed,
        draws=draws,
        guaranteed=tuple((guarantee.name, guarantee.words(plan.parameters)) for guarantee in plan.on),
        not_guaranteed=plan.off,
        separated=(
            *(target for target in plan.targets.wanted if not unknown_in(case, target)),
            *(target for target in also if target in separate),
        ),
        not_separated=(
            *plan.targets.left_out,
            *(
                (target, f"nobody can follow {show(unknown)} in this problem")
                for target in plan.targets.wanted
                if (unknown := unknown_in(case, target))
            ),
            *((target, _RARE) for target in also if target not in separate),
        ),
        figures=figures_of(case),
    )
    return Generated(problem, certificate)


def _unforeseen(plan: Plan, case: Candidate) -> list[Target]:
    """Return the rules that can be followed in the problem, but not in those from which the plan knows its targets.

    On trees of a random shape some rules have a place in a few draws only: as that of a search one ply deeper.
    """
    if plan.parameters.promise.separate not in ((DEFAULT,), (ALL,)):
        return []
    planned = {target for target in (*plan.targets.wanted, *dict(plan.targets.left_out)) if len(target) == 1}
    return [(key,) for key in case.misconceptions if (key,) not in planned]


def generate(kind: str, parameters: Parameters, seed: str) -> Exercise:
    """Return the exercise that the seed gives; see `certified`."""
    return certified(kind, parameters, seed).exercise


def written(problem: Problem) -> Document:
    """Return the document that states the problem."""
    text = to_yaml(write_problem(KINDS[problem.kind], problem))
    return parse_document(text.encode(), f"{problem.id}.yaml", ProblemError)


def content_of(problem: Problem) -> bytes:
    """Return what makes the problem what it is, whatever its nodes are called: equal for equal problems."""
    game = problem.game
    if isinstance(game, Tree):
        whole = game.whole
        content: tuple[object, ...] = (*whole.kind, *whole.first, *whole.value, *whole.probability)
        if game.horizon is not None:
            content += (*game.kind, *game.value, *game.horizon[1:], whole.static, whole.features, game.evaluation)
        content += tuple(column for column in (whole.reply, whole.state) if column is not None)
    elif not isinstance(game, Arms):
        content = (to_yaml(KINDS[problem.kind].game_format.write(problem)),)
    else:
        columns = [game.visits, game.totals, *([game.priors] if game.priors else [])]
        content = (*sorted(zip(*columns, strict=True)), game.parent_visits)
    content += tuple(getattr(game, "players", ()))
    conventions = sorted(write_conventions(problem.conventions).items())
    return repr((problem.kind, content, conventions, problem.ask)).encode()


def problem_id(problem: Problem) -> str:
    """Return an id made from the problem's content, names and all; it says nothing about the seed."""
    names = repr((problem.game.ids, getattr(problem.game, "moves", ()))).encode()
    return f"{problem.kind}-{hashlib.sha256(content_of(problem) + names).hexdigest()[:10]}"
