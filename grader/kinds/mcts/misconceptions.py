"""The wrong rules of Monte Carlo tree search: each the right loop with one of its rules replaced."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from grader.answers.case import Answers, Key
from grader.answers.lines import Lines
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import MAX
from grader.kinds.mcts.answering import answers_of, right_rules_of, selection_of
from grader.kinds.mcts.running import Rules, Run, State, Unplayable, run, start_of
from grader.kinds.mcts.sampling import Sampling
from grader.kinds.record import Agrees, Misconception
from grader.kinds.ucb.misconceptions import wrong_score_rules
from grader.rules.sampling import (
    EXPANSIONS,
    above_new_node,
    below_root,
    every_one_joins,
    first_joins_an_end,
    goes_on_among_those_inside,
    last_joins,
    last_of_path,
    to_all,
)

_FINALS = {"best-mean": "plays-best-mean", "most-visits": "plays-most-visits", "best-score": "plays-best-score"}
_GREEDY = "exploitation-only"
"""The wrong rule about scores that has a name of its own where it is followed at every step."""
_PERSPECTIVES = ("mover", "max", "own")


class _Wrong(NamedTuple):
    """A wrong rule: its name and detail, the rules, and whether they only say what is written down of the right run.

    One that is `not_promised` shows in paths alone, where others that err in the score show as well.
    """

    name: str
    detail: str
    rules: Rules
    is_record: bool = False
    not_promised: bool = False


def _wrong_rules(problem: Problem, right: Rules) -> Iterator[_Wrong]:
    """Yield the wrong rules that have a place under the problem's conventions."""
    game: Sampling = problem.game
    conventions = problem.conventions
    yield from _of_playouts(right) if game.playouts else _of_players(problem, right)
    yield _Wrong("updates-new-node-only", "", right._replace(updated=last_of_path))
    yield _Wrong("root-not-updated", "", right._replace(updated=below_root))
    if not game.playouts:
        yield from _of_expansion(conventions.expand, right)
    yield _Wrong("new-node-not-updated", "", right._replace(updated=above_new_node))
    for name, detail, scores in wrong_score_rules(conventions, right.scores):
        is_greedy = name == _GREEDY
        hidden = not is_greedy and "scores" not in problem.ask  # by paths alone few can be told apart
        called = "greedy-selection" if is_greedy else name
        yield _Wrong(called, detail, right._replace(scores=scores), not_promised=hidden)
    for final, name in _FINALS.items():
        if final != right.final:
            yield _Wrong(name, "", right._replace(final=final))


def _of_playouts(right: Rules) -> Iterator[_Wrong]:
    yield _Wrong("adds-whole-playout", "", right._replace(joins=every_one_joins, extends=to_all))


def _of_players(problem: Problem, right: Rules) -> Iterator[_Wrong]:
    """Yield the wrong rules about whose reward counts."""
    game: Sampling = problem.game
    conventions, of_max = problem.conventions, [MAX] * len(game.ids)
    yield _Wrong("no-side-switch", "", right._replace(recorded_for=of_max, choosers=of_max))
    for other in _PERSPECTIVES:
        if other != conventions.totals_for:
            yield _Wrong(
                "other-perspective",
                f"totals-for {other}",
                right._replace(recorded_for=game.recorded_for(other)),
                is_record=True,
            )
    yield _Wrong("selects-for-max", "", right._replace(choosers=of_max))


def _of_expansion(expand: str, right: Rules) -> Iterator[_Wrong]:
    if expand == "one":
        skips = right._replace(goes_on=goes_on_among_those_inside, joins=first_joins_an_end)
        yield _Wrong("skips-expansion", "", skips)
        yield _Wrong("expands-last", "", right._replace(joins=last_joins))
    other = "all" if expand == "one" else "one"
    goes_on, joins = EXPANSIONS[other]
    yield _Wrong(f"expands-{other}", "", right._replace(goes_on=goes_on, joins=joins))


def mcts_misconceptions(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem: not those that meet a node whose result is not given."""
    right = right_rules_of(problem)
    done = run(problem.game, right)
    line = selection_of(problem.game, done, right)
    found = []
    for wrong in _wrong_rules(problem, right):
        follow = _Later(_recorded if wrong.is_record else _followed, problem.game, done, wrong.rules)
        if _may_stop(problem) and follow.run() is None:
            continue
        answer = _answering(problem, follow, wrong, line)
        found.append(Misconception(wrong.name, wrong.detail, answer, not_promised=wrong.not_promised))
    return found


class _Later:
    """A run that is made when it is first asked for."""

    def __init__(
        self, make: Callable[[Sampling, Run, Rules], Run | None], game: Sampling, done: Run, rules: Rules
    ) -> None:
        self._make, self._of, self._run, self._is_made = make, (game, done, rules), done, False

    def run(self) -> Run | None:
        """Return the run; None where it cannot be followed to the end."""
        if not self._is_made:
            self._run, self._is_made = self._make(*self._of), True  # type: ignore[assignment]  # None is an answer too
        return self._run


def greedy_paths(problem: Problem) -> list[tuple[int, ...]]:
    """Return the paths of who selects by the mean rewards alone."""
    right = right_rules_of(problem)
    named = wrong_score_rules(problem.conventions, right.scores)
    greedy = next(scores for name, _, scores in named if name == _GREEDY)
    return [one.path for one in run(problem.game, right._replace(scores=greedy)).iterations]


def _may_stop(problem: Problem) -> bool:
    """Return whether a wrong rule can come to where it has no result, or no score."""
    game: Sampling = problem.game
    return bool(problem.conventions.weighs_priors or any(reward is None for reward in game.rewards))


def _followed(game: Sampling, done: Run, rules: Rules) -> Run | None:
    """Return the run by a wrong rule; None where it cannot be followed to the end."""
    try:
        return run(game, rules)
    except (Unplayable, ValueError, ZeroDivisionError):  # also where a wrong score has no number
        return None


def _answering(problem: Problem, follow: _Later, wrong: _Wrong, line: Lines | None) -> Callable[..., Answers]:
    """Return what the rule answers; where paths are right, so is the next one."""

    def answer(
        fixed: Mapping[Key, Number], parts: Collection[str] | None = None, agrees: Agrees | None = None, /
    ) -> Answers:
        found = follow.run()
        answers: Answers = {} if found is None else answers_of(problem, found, wrong.rules, fixed)
        if wrong.is_record:
            answers = {part: answer for part, answer in answers.items() if part != "selection"}
            answers |= {} if line is None else {"selection": line}
        return answers

    return answer


def _recorded(game: Sampling, done: Run, rules: Rules) -> Run:
    """Return the same run with other records: each node counts what another player is given."""
    state = State([*done.state.visits], start_of(game).totals)
    for one in done.iterations:
        for node in one.updated:
            own = one.reward if rules.recorded_for[node] == MAX else rules.complement(one.reward, 1)
            state.totals[node] += own
    return done._replace(state=state)


def right_answers(problem: Problem, fixed: Mapping[Key, Number]) -> Answers:
    """Return the right rule's answers where the visits of some nodes are given."""
    right = right_rules_of(problem)
    return answers_of(problem, run(problem.game, right), right, fixed)
