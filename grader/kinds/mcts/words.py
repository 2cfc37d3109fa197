"""Monte Carlo tree search in words: each iteration with the scores that it compares, what is recorded, the move at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.answers.case import Key, Solution
from grader.answers.cells import show_score
from grader.exact import INFINITY, Number, whole
from grader.games.problem import Problem
from grader.games.tree import KIND_NAMES, MAX
from grader.kinds.mcts.answering import choice_of, right_rules_of
from grader.kinds.mcts.played import Taken
from grader.kinds.mcts.running import Comparison, Iteration, Rules, Run, State, select, start_of, totals_for_chooser
from grader.kinds.mcts.sampling import Sampling
from grader.kinds.words import TIES, listing
from grader.printable import printable
from grader.step import Action, Step

_FINAL = {"most-visits": "most visits", "best-mean": "best mean reward", "best-score": "best score"}


def name_of(problem: Problem, node: int) -> str:
    """Return the name of a node, fit to be shown."""
    return printable(problem.game.ids[node])


def over_visits(problem: Problem, total: Number, visits: int) -> str:
    """Return total and visits of a node as they stand in it: w/n."""
    text = problem.say(whole(total))
    return f"{f'({text})' if '/' in text else text}/{visits}"


def states(problem: Problem, solution: Solution) -> Iterator[tuple[Iteration, State]]:
    """Yield each iteration with the search tree after it; one state that grows."""
    state, done = start_of(problem.game), solution.trace
    rules = right_rules_of(problem)
    for one in done.iterations:
        for node in one.joined:
            state.visits[node] = 0
        for node in one.updated:
            state.visits[node] = (state.visits[node] or 0) + 1
            state.totals[node] += reward_of(problem, one, node, rules.recorded_for)
        yield one, state


def reward_of(problem: Problem, one: Iteration, node: int, recorded_for: Sequence[int]) -> Number:
    """Return what a node records of the reward of an iteration."""
    rules = right_rules_of(problem)
    return one.reward if recorded_for[node] == MAX else rules.complement(one.reward, 1)


def mcts_steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the step of each iteration, then the move that is played."""
    done: Run = solution.trace
    last = {node: place for place, one in enumerate(done.iterations) for node in _changed(one)}
    for place, (one, state) in enumerate(states(problem, solution)):
        changed, sentence = _changed(one), iteration_words(problem, one, place)
        noted = tuple((node, over_visits(problem, state.totals[node], state.visits[node] or 0)) for node in changed)
        ended = ((part, node) for part in ("visits", "totals") for node in changed if last[node] == place)
        decides = (("paths", place), ("expanded", place), *ended)
        yield Step(Action.ITERATION, one.path[-1], sentence, noted=noted, done=place + 1, decides=decides)
    if "selection" in problem.ask:
        said = next_words(problem, solution)
        yield Step(Action.CHOICE, None, said, done=len(done.iterations), decides=(("selection", None),))
    chosen = tuple(solution.answers.get("choice", ()))
    yield Step(Action.CHOICE, None, end_words(problem, solution), chosen=chosen, done=len(done.iterations))


def _changed(one: Iteration) -> list[int]:
    """Return the nodes whose numbers an iteration changes."""
    return list(dict.fromkeys((*one.path, *one.joined)))


def iteration_words(problem: Problem, one: Iteration, place: int) -> str:
    """Return an iteration in words: selection, expansion, simulation, back-up."""
    if problem.game.playouts:
        return playout_words(problem, one, place)
    said = [
        f"Iteration {place + 1}: "
        + ("; then ".join(_compared(problem, step) for step in one.compared) or _no_choice(problem, one))
        + "."
    ]
    if one.joined:
        nodes = listing(name_of(problem, node) for node in one.joined)
        said.append(f"{nodes} {'joins' if len(one.joined) == 1 else 'join'} the search tree.")
    said.append(f"{_what_gives(problem, one, place)} {problem.say(one.reward)}: {_recorded(problem, one)}.")
    return " ".join(said)


def _what_gives(problem: Problem, one: Iteration, place: int) -> str:
    """Return where the reward of an iteration comes from."""
    game: Sampling = problem.game
    if game.tree.value[one.path[-1]] is not None:
        return "The leaf is worth"
    if game.rollouts is None:
        return "The simulation gives MAX"
    moves = ", ".join(map(_taken_words, game.rollouts.playout(one.path[-1], place).moves))
    return f"The playout goes on with {moves} and gives MAX"


def _taken_words(move: Taken) -> str:
    """Return a move, and where its number is past the last one that the numbers begin again."""
    if move.number <= move.among:
        return printable(move.name)
    there_are = "there is 1 move" if move.among == 1 else f"there are {move.among} moves"
    return f"{printable(move.name)} (its number is {move.number}, and {there_are}: counted again from the first)"


def playout_words(problem: Problem, one: Iteration, place: int) -> str:
    """Return a playout in words: how far it is followed, what joins, what it gives."""
    moves = ", ".join(printable(problem.game.tree.moves[node]) for node in problem.game.playouts[place])
    inside = [name_of(problem, node) for node in one.path if node not in one.joined]
    follows = f"Playout {place + 1} ({moves}) is in the search tree as far as {inside[-1]}"
    joins = f"; {name_of(problem, one.path[-1])} joins." if one.joined else ", to its end; no node joins."
    return f"{follows}{joins} It gives {problem.say(one.reward)}: {_recorded(problem, one)}."


def _no_choice(problem: Problem, one: Iteration) -> str:
    return f"selection stops at {name_of(problem, one.path[0])}"


def _compared(problem: Problem, step: Comparison) -> str:
    scores = listing(
        f"{name_of(problem, child)} scores {show_score(problem, score)}"
        for child, score in zip(step.children, step.scores, strict=True)
    )
    return f"at {name_of(problem, step.node)}, {scores}: {name_of(problem, step.best)}"


def _recorded(problem: Problem, one: Iteration) -> str:
    """Return what the nodes of the path add to their totals, from the last one up."""
    recorded_for = right_rules_of(problem).recorded_for
    gains: dict[str, list[str]] = {}
    for node in reversed(one.updated):
        gains.setdefault(problem.say(reward_of(problem, one, node, recorded_for)), []).append(name_of(problem, node))
    added = (f"{listing(nodes)} {'adds' if len(nodes) == 1 else 'add'} {gain}" for gain, nodes in gains.items())
    return listing(added) + ", and one visit each"


def score_words(problem: Problem, solution: Solution, place: int, node: int) -> str:
    """Return a score with its two terms."""
    done: Run = solution.trace
    rules = right_rules_of(problem)
    state = start_of(problem.game)
    for number, (_, after) in enumerate(states(problem, solution)):
        if number == place - 1:
            state = State([*after.visits], [*after.totals])
            break
    for step in done.iterations[place].compared:
        if node in step.children:
            return _terms(problem, state, rules, step, node)
    return ""


def _terms(problem: Problem, state: State, rules: Rules, step: Comparison, node: int) -> str:
    score, visits, name = step.scores[step.children.index(node)], state.visits[node] or 0, name_of(problem, node)
    if score == INFINITY:
        return f"{name} was never visited: its score is inf."
    [total] = totals_for_chooser(state, rules, step.node, [node])
    mean = f"{over_visits(problem, total, visits)}" if visits else problem.say(problem.conventions.unvisited_mean)
    who = KIND_NAMES[rules.choosers[step.node]]
    parent = (
        sum(state.visits[child] or 0 for child in step.children) if rules.counts_children else state.visits[step.node]
    )
    return f"At {name_of(problem, step.node)} {who} chooses: {name} has the mean {mean} for {who} and N = {parent}, n = {visits}, so it scores {show_score(problem, score)}."


def node_words(problem: Problem, solution: Solution, node: int) -> str:
    """Return what the visits and the total of a node come from."""
    game: Sampling = problem.game
    done, recorded_for = solution.trace, right_rules_of(problem).recorded_for
    through = [place for place, one in enumerate(done.iterations) if node in one.updated]
    if not through:
        return "No playout comes there." if game.playouts else "In the right run no iteration comes there."
    gains = " + ".join(problem.say(reward_of(problem, done.iterations[place], node, recorded_for)) for place in through)
    before = (
        f"It begins with {over_visits(problem, game.totals[node], game.visits[node] or 0)}. "
        if game.visits[node]
        else ""
    )
    is_one = len(through) == 1
    which = f"{'Playout' if game.playouts else 'Iteration'}{'s' * (not is_one)} {listing(str(place + 1) for place in through)}"
    whose = "" if game.playouts else f" for {KIND_NAMES[recorded_for[node]]}"
    return f"{before}{which} {'comes' if is_one else 'come'} through it, with {gains}{whose}."


def end_words(problem: Problem, solution: Solution) -> str:
    """Return which move is played at the end, and why."""
    if "choice" not in solution.answers:
        return "No child of the root was visited, so no move is played."
    rules, best = right_rules_of(problem), _FINAL[problem.conventions.final]
    played = listing((name_of(problem, child) for child in solution.answers["choice"]), link="or")
    equal = choice_of(problem.game, solution.trace, rules._replace(tie="any"), {})
    if len(equal) == 1:
        return f"At the end {played} is played: it has the {best}."
    tied = listing(name_of(problem, child) for child in equal)
    return f"At the end {tied} share the {best}: {TIES[rules.tie]}, so {played} is played."


def next_words(problem: Problem, solution: Solution) -> str:
    """Return what selection compares next."""
    path, compared = select(problem.game, solution.trace.state, right_rules_of(problem))
    said = "; then ".join(_compared(problem, step) for step in compared)
    return f"Next: {said + '; ' if said else ''}selection stops at {name_of(problem, path[-1])}."


def explain(problem: Problem, solution: Solution, key: Key, *, windows: bool) -> str:
    """Return the step behind an entry: of an iteration, a score, a node, the next selection, the end."""
    if key == "end":
        return end_words(problem, solution)
    if key == "next":
        return next_words(problem, solution)
    if isinstance(key, tuple):
        what, *at = key
        return score_words(problem, solution, *at) if what == "score" else node_words(problem, solution, *at)
    return iteration_words(problem, solution.trace.iterations[key], key)
