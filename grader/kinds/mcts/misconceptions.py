"""The misconceptions about Monte Carlo tree search, a row each: the right loop with one of its rules replaced, and its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial

from grader.core.answers.case import Answers, Key
from grader.core.games.problem import Problem
from grader.core.games.tree import MAX
from grader.core.numbers import Number
from grader.core.search.sampling import (
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
from grader.kinds.mcts.solve import Rules, Run, Sampling, Unplayable, answers_of, right_rules_of, run, start_of
from grader.kinds.record import Misconception, Mistake, Wording, wordings_of
from grader.kinds.ucb.misconceptions import MISTAKES as OF_SCORES
from grader.kinds.ucb.misconceptions import wrong_score_rules

Changed = Iterable[tuple[str, Rules]]
"""Wrong rules, each with its detail: several where a name leaves open which, none where a problem leaves it no place."""
Rule = Callable[[Problem, Rules], Changed]
"""What somebody makes of the right rules."""


def _has_players(problem: Problem) -> bool:
    return not problem.game.playouts


def _adds_one(problem: Problem) -> bool:
    return _has_players(problem) and problem.conventions.expand == "one"


def _by(change: Callable[[Rules], Rules], has_place: Callable[[Problem], bool] = lambda _: True) -> Rule:
    return lambda problem, right: [("", change(right))] if has_place(problem) else []


def _all_max(rules: Rules) -> list[int]:
    return [MAX] * len(rules.choosers)


def _other_perspectives(problem: Problem, right: Rules) -> Changed:
    others = [whose for whose in ("mover", "max", "own") if whose != problem.conventions.totals_for]
    recorded_for = problem.game.recorded_for
    found = [(f"totals-for {whose}", right._replace(recorded_for=recorded_for(whose))) for whose in others]
    return found if _has_players(problem) else []


def _expanding(how: str) -> Rule:
    goes_on, joins = EXPANSIONS[how]
    return _by(
        lambda right: right._replace(goes_on=goes_on, joins=joins),
        lambda problem: _has_players(problem) and problem.conventions.expand != how,
    )


def _playing(final: str) -> Rule:
    return lambda _, right: [("", right._replace(final=final))] if right.final != final else []


_OF_SCORE, _TOTALS, _EXPAND, _FINAL = (
    "convention `formula`",
    "convention `totals-for`",
    "convention `expand`",
    "convention `final`",
)
_UPDATE = "rule: every node of the path is updated"
_GREEDY, _GREEDY_SCORES = "greedy-selection", "exploitation-only"
"""The wrong rule about scores that has a name of its own where it is followed at every step."""
_RECORDS = "other-perspective"
"""The wrong rule that only says what is written down of the right run."""

OF_LOOP: dict[str, Mistake[Rule]] = {
    "no-side-switch": Mistake(
        _by(lambda right: right._replace(recorded_for=_all_max(right), choosers=_all_max(right)), _has_players),
        "Every node adds MAX's reward, and means are taken as they stand, at MIN nodes too.",
        "You count MAX's wins in every node and choose by them everywhere. At a MIN node the child that is best for MIN is chosen.",
        "rule: each player chooses by the own mean reward",
    ),
    "other-perspective": Mistake(
        _other_perspectives,
        "Totals are recorded for another player than the problem says.",
        "Your totals count the rewards by another player's view than this problem. Look in the conventions whose rewards a node counts.",
        _TOTALS,
    ),
    "selects-for-max": Mistake(
        _by(lambda right: right._replace(choosers=_all_max(right)), _has_players),
        "At a MIN node selection goes to the child that is best for MAX.",
        "You go to the child that is best for MAX at MIN nodes too. There MIN chooses, by its own mean reward.",
        "rule: each player chooses by the own mean reward",
    ),
    "updates-new-node-only": Mistake(
        _by(lambda right: right._replace(updated=last_of_path)),
        "Only the last node of the path is updated.",
        "You update the new node alone. The result goes back along the whole path, up to the root.",
        _UPDATE,
    ),
    "root-not-updated": Mistake(
        _by(lambda right: right._replace(updated=below_root)),
        "The root keeps its numbers.",
        "You leave the root as it is. It lies on every path, so each iteration counts there too.",
        _UPDATE,
    ),
    "greedy-selection": Mistake(
        lambda *_: [],
        "Selection goes by the mean rewards alone, without the bonus.",
        "You go to the child with the best mean. Selection adds the bonus for few visits.",
        "convention `formula`",
    ),
    "skips-expansion": Mistake(
        _by(lambda right: right._replace(goes_on=goes_on_among_those_inside, joins=first_joins_an_end), _adds_one),
        "Selection goes on among the children in the tree although one is missing.",
        "You go on among the children that are there already. Where one is missing, selection stops and adds it.",
        _EXPAND,
    ),
    "expands-all": Mistake(
        _expanding("all"),
        "All children are added at once, where one at a time is.",
        "You add all children of a node at once. In this problem each iteration adds one.",
        _EXPAND,
    ),
    "expands-one": Mistake(
        _expanding("one"),
        "One child is added at a time, where all are.",
        "You add one child. In this problem all children of a node that was visited before are added at once.",
        _EXPAND,
    ),
    "expands-last": Mistake(
        _by(lambda right: right._replace(joins=last_joins), _adds_one),
        "The last missing child is added first.",
        "You add the missing child that stands last. The first one in the order of the problem is added.",
        _EXPAND,
    ),
    "adds-whole-playout": Mistake(
        _by(
            lambda right: right._replace(joins=every_one_joins, extends=to_all),
            lambda problem: bool(problem.game.playouts),
        ),
        "Every move of a playout adds a node.",
        "You add a node for every move of a playout. Each playout adds one node: the first that is not in the search tree yet.",
        "rule: each playout adds one node",
    ),
    "new-node-not-updated": Mistake(
        _by(lambda right: right._replace(updated=above_new_node)),
        "Back-up begins above the added node.",
        "You leave the new node without the result of its own simulation. Back-up begins there.",
        _UPDATE,
    ),
}
"""Those of the loop. Who is greedy is found among those who err in a score."""
OF_THE_END: dict[str, Mistake[Rule]] = {
    "plays-best-mean": Mistake(
        _playing("best-mean"),
        "The move with the best mean reward is played at the end.",
        "You play the move with the best mean. Look what this problem plays at the end.",
        _FINAL,
    ),
    "plays-most-visits": Mistake(
        _playing("most-visits"),
        "The move with the most visits is played at the end.",
        "You play the move with the most visits. Look what this problem plays at the end.",
        _FINAL,
    ),
    "plays-best-score": Mistake(
        _playing("best-score"),
        "The move with the best score is played at the end.",
        "You play the move with the best score. Look what this problem plays at the end.",
        _FINAL,
    ),
}
_BEFORE = {"adds-whole-playout": "no-side-switch", "expands-last": "expands-all"}
"""Which of equal fits is named first, where that is not the one that is listed first."""
_PLACES = {name: 2 * place for place, name in enumerate(OF_LOOP)}
_AS_NAMED = sorted(OF_LOOP, key=lambda name: _PLACES[_BEFORE[name]] - 1 if name in _BEFORE else _PLACES[name])


def wordings() -> dict[str, Wording]:
    """Return the words: whoever errs in a score errs in selection too; without the bonus at every step selection is greedy."""
    of_scores = {name: wording for name, wording in wordings_of(OF_SCORES).items() if name != _GREEDY_SCORES}
    return of_scores | wordings_of(OF_LOOP) | wordings_of(OF_THE_END)


def _named(problem: Problem, right: Rules) -> Iterator[tuple[str, str, Rules]]:
    """Yield name, detail and rules of what has a place on the problem, in the order in which equal fits are named."""
    for name in _AS_NAMED:
        yield from ((name, detail, rules) for detail, rules in OF_LOOP[name].rules(problem, right))
    for name, detail, scores in wrong_score_rules(problem.conventions, right.scores):
        yield _GREEDY if name == _GREEDY_SCORES else name, detail, right._replace(scores=scores)
    for name, mistake in OF_THE_END.items():
        yield from ((name, detail, rules) for detail, rules in mistake.rules(problem, right))


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem: not those that meet a node whose result is not given."""
    game, right = problem.game, right_rules_of(problem)
    done = run(game, right)
    line = done.state.selection()
    right_line: Answers = {} if line is None else {"selection": line}
    found = []
    for name, detail, rules in _named(problem, right):
        is_record = name == _RECORDS
        make = partial(_recorded, done, rules) if is_record else partial(_followed, game, rules)
        follow = cache(make)
        if _may_stop(problem) and follow() is None:
            continue
        answer = partial(_answers, problem, follow, right_line if is_record else None)
        # by paths alone few who err in a score can be told apart
        is_hidden = name in OF_SCORES and "scores" not in problem.ask
        found.append(Misconception(name, detail, answer, not_promised=is_hidden))
    return found


def greedy_paths(problem: Problem) -> list[tuple[int, ...]]:
    """Return the paths of who selects by the mean rewards alone."""
    right = right_rules_of(problem)
    named = wrong_score_rules(problem.conventions, right.scores)
    greedy = next(scores for name, _, scores in named if name == _GREEDY_SCORES)
    return [one.path for one in run(problem.game, right._replace(scores=greedy)).iterations]


def _may_stop(problem: Problem) -> bool:
    """Return whether a wrong rule can come to where it has no result, or no score."""
    game: Sampling = problem.game
    return bool(problem.conventions.weighs_priors or any(reward is None for reward in game.rewards))


def _followed(game: Sampling, rules: Rules) -> Run | None:
    """Return the run by a wrong rule; None where it cannot be followed to the end."""
    try:
        return run(game, rules)
    except (Unplayable, ValueError, ZeroDivisionError):  # also where a wrong score has no number
        return None


def _answers(
    problem: Problem,
    follow: Callable[[], Run | None],
    line: Answers | None,
    fixed: Mapping[Key, Number],
    *_: object,
) -> Answers:
    """Return what a rule answers; with the next path where that is given, for only records are wrong there."""
    found = follow()
    answers = {} if found is None else answers_of(problem, found, fixed)
    if line is None:
        return answers
    return {**{part: answer for part, answer in answers.items() if part != "selection"}, **line}


def _recorded(done: Run, rules: Rules) -> Run:
    """Return the same run with other records: each node counts what another player is given."""
    state = start_of(done.state.game, rules)
    for one in done.iterations:
        state.record(one.joined, one.updated, one.reward)
    return done._replace(state=state)


def right(problem: Problem, fixed: Mapping[Key, Number]) -> Answers:
    """Return the right rule's answers where the visits of some nodes are given."""
    return answers_of(problem, run(problem.game, right_rules_of(problem)), fixed)
