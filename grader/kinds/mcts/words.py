"""Monte Carlo tree search in words: each iteration with the scores that it compares, what is recorded, the move at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from grader.core.answers.by_iteration import key_of
from grader.core.answers.case import Action, Key, Solution, Step
from grader.core.answers.cells import show_score
from grader.core.games.playing import depth_in, game_words
from grader.core.games.problem import Problem, is_played
from grader.core.games.tree import KIND_NAMES
from grader.core.numbers import INFINITY, Number, whole
from grader.core.text import count, printable
from grader.kinds.mcts.solve import Comparison, Iteration, Run, Sampling, State, Taken, right_rules_of, start_of
from grader.kinds.ucb.solve import best_arms
from grader.kinds.words import TIES, listing

BEST_SCORE = "Selection goes to the child with the best score, for the player who moves"
JOINS = "A node joins the search tree where selection stops"
ADDS = "A node's total adds the reward of the player it counts for"
PLAYED = "The move that is played at the end is told by the statistics of the root's children"
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
    state = start_of(problem.game, right_rules_of(problem))
    for one in solution.trace.iterations:
        state.record(one.joined, one.updated, one.reward)
        yield one, state


def steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the four steps of each iteration, the next selection where it is asked, and the move that is played."""
    done: Run = solution.trace
    last = {node: place for place, one in enumerate(done.iterations) for node in _changed(one)}
    before = start_of(problem.game, right_rules_of(problem))
    for place, one in enumerate(done.iterations):
        part = f"playout {place + 1} of {len(done.iterations)}"
        for step in (
            *_selection(problem, before, one, place),
            _expansion(problem, one, place),
            _simulation(problem, one, place),
        ):
            yield step._replace(part=f"{part}, {step.part}", done=place)
        step = _backup(problem, before, one)
        ended = ((name, node) for name in ("visits", "totals") for node in _changed(one) if last[node] == place)
        yield step._replace(part=f"{part}, {step.part}", done=place + 1, decides=tuple(ended))
    if "selection" in problem.ask:
        yield _next_step(problem, solution)._replace(done=len(done.iterations))
    chosen, best = tuple(solution.answers.get("choice", ())), _FINAL[problem.conventions.final]
    end = Step(Action.CHOICE, None, end_words(problem, solution), chosen=chosen, done=len(done.iterations))
    yield end._replace(
        decides=(("choice", None),),
        rule=PLAYED,
        look_at=name_of(problem, 0),
        unfinished=f"{_standing(problem, done.state)}: which has the {best}?",
    )


def _next_step(problem: Problem, solution: Solution) -> Step:
    """Return the selection that would come next."""
    path, compared, _ = solution.trace.state.descend()
    said, decides = next_words(problem, solution), (("selection", None),)
    step = Step(Action.SELECTION, path[-1], said, decides=decides, part="the next selection")
    beside = tuple(scored for one in compared for scored in _scored(problem, one))
    asked = _asked(problem, solution.trace.state, compared[0]) if compared else {}
    return step._replace(beside=beside, **asked)


def _selection(problem: Problem, before: State, one: Iteration, place: int) -> Iterator[Step]:
    """Yield a step for each choice of an iteration; one where nothing is compared."""
    part = "1 selection"
    for step in one.compared:
        decides = tuple(("scores", key_of(problem, place, child)) for child in step.children)
        said = f"Selection: {_compared(problem, step)}. {_terms(problem, before, step, step.best)}"
        beside = tuple(_scored(problem, step))
        asked = _asked(problem, before, step)
        yield Step(Action.SELECTION, step.best, said, beside=beside, decides=decides, part=part, **asked)
    if not one.compared:
        stops = f"Selection stops at {name_of(problem, one.stop)}"
        said = _followed(problem, one, place) if problem.game.playouts else stops
        yield Step(Action.SELECTION, one.stop, f"{said}.", part=part)


def _asked(problem: Problem, before: State, step: Comparison) -> dict[str, Any]:
    """Return what can be asked before a choice and the hints on that, as the fields of its step."""
    question = f"Which child of {name_of(problem, step.node)} does selection take?"
    means = listing(_mean(problem, before, step, child) for child in step.children)
    parent, who = before.parent_visits(step.node, step.children), KIND_NAMES[before.rules.choosers[step.node]]
    at = name_of(problem, step.node)
    asks = f"At {at} {who} chooses with N = {parent}: {means}. Which score is the greatest?"
    hints = {"look_at": at, "rule": BEST_SCORE, "unfinished": asks}
    return {"question": question, "options": tuple(step.children), "chosen": (step.best,), **hints}


def _mean(problem: Problem, state: State, step: Comparison, child: int) -> str:
    """Return the mean of a child for who chooses, and how often it was visited."""
    visits, name = state.visits[child] or 0, name_of(problem, child)
    if not visits:
        return f"{name} was never visited"
    [total] = state.totals_for_chooser(step.node, [child])
    return f"{name} has the mean {over_visits(problem, total, visits)}"


def _standing(problem: Problem, state: State) -> str:
    """Return total and visits of the root's children."""
    children = problem.game.tree.children(0)
    known = ((child, state.visits[child]) for child in children)
    return listing(
        f"{name_of(problem, child)} has {over_visits(problem, state.totals[child], visits)}"
        for child, visits in known
        if visits
    )


def _scored(problem: Problem, step: Comparison) -> Iterator[tuple[int, str]]:
    """Yield the children that are compared, each with its score."""
    for child, score in zip(step.children, step.scores, strict=True):
        yield child, show_score(problem, score)


def _expansion(problem: Problem, one: Iteration, place: int) -> Step:
    """Return the step in which nodes join the search tree, or none does."""
    said, decides = f"Expansion: {_joined(problem, one)}", (("paths", place), ("expanded", place))
    name = name_of(problem, one.stop)
    step = Step(Action.EXPANSION, one.path[-1], said, decides=decides, part="2 expansion", rule=JOINS, look_at=name)
    step = step._replace(unfinished=f"Selection stopped at {name}: which of its children are not in the search tree?")
    if not one.joined:
        return step
    above = problem.game.tree.parent[one.joined[0]]
    noted = tuple((node, over_visits(problem, 0, 0)) for node in one.joined)
    question = f"Which node joins the search tree below {name_of(problem, above)}?"
    siblings = tuple(problem.game.tree.children(above))
    return step._replace(noted=noted, question=question, options=siblings, chosen=one.joined)


def _simulation(problem: Problem, one: Iteration, place: int) -> Step:
    """Return the step that finds the reward; no node joins for it."""
    reward, node = problem.say(one.reward), one.path[-1]
    gives = "The playout gives" if problem.game.playouts else _what_gives(problem, one, place)
    said = f"{gives} {reward}. No node joins for it."
    return Step(Action.SIMULATION, node, said, beside=((node, f"MAX {reward}"),), part="3 simulation")


def _backup(problem: Problem, state: State, one: Iteration) -> Step:
    """Return the step that counts the iteration at the nodes of its path; the state takes it in."""
    nodes = _changed(one)
    state.record(one.joined, (), None)
    old, _ = _in_nodes(problem, state, nodes), state.record((), one.updated, one.reward)
    gain = right_rules_of(problem).recorded(one.path[-1], one.reward)
    beside = tuple((node, f"was {text}") for node, text in old if node in one.updated and node not in one.joined)
    said, noted = f"Back-up: {_recorded(problem, one)}.", _in_nodes(problem, state, nodes)
    step = Step(Action.BACKUP, one.path[-1], said, value=gain, noted=noted, beside=beside, part="4 back-up", rule=ADDS)
    path = listing(name_of(problem, node) for node in one.updated)
    return step._replace(
        unfinished=f"MAX gets {problem.say(one.reward)}, and the path is {path}: what does each of them add?"
    )


def _in_nodes(problem: Problem, state: State, nodes: Sequence[int]) -> tuple[tuple[int, str], ...]:
    """Return total and visits of some nodes as they stand in them."""
    return tuple((node, over_visits(problem, state.totals[node], state.visits[node] or 0)) for node in nodes)


def _changed(one: Iteration) -> list[int]:
    """Return the nodes whose numbers an iteration changes."""
    return list(dict.fromkeys((*one.path, *one.joined)))


def iteration_words(problem: Problem, one: Iteration, place: int) -> str:
    """Return an iteration in words: selection, expansion, simulation, back-up."""
    if problem.game.playouts:
        return playout_words(problem, one, place)
    said = [
        f"Iteration {place + 1}: "
        + (
            "; then ".join(_compared(problem, step) for step in one.compared)
            or f"selection stops at {name_of(problem, one.path[0])}"
        )
        + "."
    ]
    if one.joined:
        said.append(_joined(problem, one))
    said.append(f"{_what_gives(problem, one, place)} {problem.say(one.reward)}: {_recorded(problem, one)}.")
    return " ".join(said)


def _joined(problem: Problem, one: Iteration) -> str:
    """Return which nodes join."""
    nodes = listing(name_of(problem, node) for node in one.joined) or "No node"
    return f"{nodes} {'join' if len(one.joined) > 1 else 'joins'} the search tree."


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
    joins = f"; {name_of(problem, one.path[-1])} joins." if one.joined else ", to its end; no node joins."
    return f"{_followed(problem, one, place)}{joins} It gives {problem.say(one.reward)}: {_recorded(problem, one)}."


def _followed(problem: Problem, one: Iteration, place: int) -> str:
    """Return how far a playout goes in the search tree."""
    moves = ", ".join(printable(problem.game.tree.moves[node]) for node in problem.game.playouts[place])
    return f"Playout {place + 1} ({moves}) is in the search tree as far as {name_of(problem, one.stop)}"


def _compared(problem: Problem, step: Comparison) -> str:
    scores = listing(
        f"{name_of(problem, child)} scores {show_score(problem, score)}"
        for child, score in zip(step.children, step.scores, strict=True)
    )
    which = (
        "first" if max(step.scores) == INFINITY else problem.conventions.tie
    )  # of unvisited ones always the leftmost
    tie = f" ({TIES[which]})" if len(best_arms(step.scores, "any")) > 1 else ""
    return f"at {name_of(problem, step.node)}, {scores}: {name_of(problem, step.best)}{tie}"


def _recorded(problem: Problem, one: Iteration) -> str:
    """Return what the nodes of the path add to their totals, from the last one up."""
    rules = right_rules_of(problem)
    gains: dict[str, list[str]] = {}
    for node in reversed(one.updated):
        gains.setdefault(problem.say(rules.recorded(node, one.reward)), []).append(name_of(problem, node))
    added = (f"{listing(nodes)} {'adds' if len(nodes) == 1 else 'add'} {gain}" for gain, nodes in gains.items())
    return listing(added) + ", and one visit each"


def score_words(problem: Problem, solution: Solution, place: int, node: int) -> str:
    """Return a score with its two terms."""
    done: Run = solution.trace
    state = start_of(problem.game, right_rules_of(problem))
    for one in done.iterations[:place]:
        state.record(one.joined, one.updated, one.reward)
    compared = (step for step in done.iterations[place].compared if node in step.children)
    return next((_terms(problem, state, step, node) for step in compared), "")


def _terms(problem: Problem, state: State, step: Comparison, node: int) -> str:
    score, visits, name = step.scores[step.children.index(node)], state.visits[node] or 0, name_of(problem, node)
    if score == INFINITY:
        return f"{name} was never visited: its score is inf."
    [total] = state.totals_for_chooser(step.node, [node])
    mean = f"{over_visits(problem, total, visits)}" if visits else problem.say(problem.conventions.unvisited_mean)
    who, parent = KIND_NAMES[state.rules.choosers[step.node]], state.parent_visits(step.node, step.children)
    return f"At {name_of(problem, step.node)} {who} chooses: {name} has the mean {mean} for {who} and N = {parent}, n = {visits}, so it scores {show_score(problem, score)}."


def node_words(problem: Problem, solution: Solution, node: int) -> str:
    """Return what the visits and the total of a node come from."""
    game: Sampling = problem.game
    done, rules = solution.trace, right_rules_of(problem)
    through = [place for place, one in enumerate(done.iterations) if node in one.updated]
    if not through:
        return "No playout comes there." if game.playouts else "In the right run no iteration comes there."
    gains = " + ".join(problem.say(rules.recorded(node, done.iterations[place].reward)) for place in through)
    before = (
        f"It begins with {over_visits(problem, game.totals[node], game.visits[node] or 0)}. "
        if game.visits[node]
        else ""
    )
    is_one = len(through) == 1
    which = f"{'Playout' if game.playouts else 'Iteration'}{'s' * (not is_one)} {listing(str(place + 1) for place in through)}"
    whose = "" if game.playouts else f" for {KIND_NAMES[rules.recorded_for[node]]}"
    return f"{before}{which} {'comes' if is_one else 'come'} through it, with {gains}{whose}."


def end_words(problem: Problem, solution: Solution) -> str:
    """Return which move is played at the end, and why."""
    if "choice" not in solution.answers:
        return "No child of the root was visited, so no move is played."
    rules, best = right_rules_of(problem), _FINAL[problem.conventions.final]
    played = listing((name_of(problem, child) for child in solution.answers["choice"]), link="or")
    equal = solution.trace.state._replace(rules=rules._replace(tie="any")).choice()
    if len(equal) == 1:
        return f"At the end {played} is played: it has the {best}."
    tied = listing(name_of(problem, child) for child in equal)
    return f"At the end {tied} share the {best}: {TIES[rules.tie]}, so {played} is played."


def next_words(problem: Problem, solution: Solution) -> str:
    """Return what selection compares next."""
    path, compared, _ = solution.trace.state.descend()
    said = "; then ".join(_compared(problem, step) for step in compared)
    return f"Next: {said + '; ' if said else ''}selection stops at {name_of(problem, path[-1])}."


def explain(
    problem: Problem,
    solution: Solution,
    key: Key | Literal["end", "next"] | tuple[str, int] | tuple[str, int, int],
    *,
    windows: bool,
) -> str:
    """Return the step behind an entry: of an iteration, a score, a node, the next selection, the end."""
    if key == "end":
        return end_words(problem, solution)
    if key == "next":
        return next_words(problem, solution)
    if isinstance(key, tuple):
        what, *at = key
        return score_words(problem, solution, *at) if what == "score" else node_words(problem, solution, *at)
    return iteration_words(problem, solution.trace.iterations[key], key)


# what a statement says

_HOW = (
    "A playout goes on from the node at which its simulation starts. At every position it takes the move of its next number: 1 is the first move in the order of the tree, "
    "or of the rules where the tree ends, and past the last move they are counted again from the first."
)


def _game_posed(problem: Problem) -> list[str]:
    """Return the rules of the game that makes the tree, and where the tree ends; nothing where the tree is stated."""
    if not is_played(problem.stated):
        return []
    depth = depth_in(problem.stated)
    if depth is None:
        return game_words(problem)
    end = f"The tree ends after {count(depth, 'move')}; of a position there that is no end nothing is known."
    return [*game_words(problem), end]


def _choices_posed(problem: Problem) -> list[str]:
    """Return the numbers by which playouts choose, a line for each iteration; nothing where there are none."""
    game: Sampling = problem.game
    if game.rollouts is None:
        return []
    numbers = (", ".join(map(str, chosen)) or "none" for chosen in game.rollouts.choices)
    return [_HOW, *(f"Numbers of iteration {place}: {said}." for place, said in enumerate(numbers, 1))]


def poses(problem: Problem) -> list[str]:
    """Return how many iterations are run, and what their simulations give."""
    game: Sampling = problem.game
    count = game.iterations
    if game.playouts:
        return [_OF_PLAYOUTS, *_playouts(problem)]
    if not count:
        return [*_game_posed(problem), "No iteration is run: the numbers in the nodes are total/visits as they stand."]
    said = [
        *_game_posed(problem),
        f"Run {count} iteration{'s' * (count > 1)}. In a node stands total/visits; one without is not in the search tree yet.",
    ]
    results = ["-" if reward is None else problem.say(reward) for reward in game.rewards]
    if any(reward is not None for reward in game.rewards):
        said.append(f"The simulations give MAX, iteration by iteration: {', '.join(results)}.")
    return [*said, *_choices_posed(problem)]


_OF_PLAYOUTS = "The playouts are given, one for each iteration. At first the search tree is the root alone. In a node will stand total/visits."


def _playouts(problem: Problem) -> Iterator[str]:
    game: Sampling = problem.game
    for place, (nodes, reward) in enumerate(zip(game.playouts, game.rewards, strict=True), 1):
        moves = ", ".join(printable(game.tree.moves[node]) for node in nodes)
        yield f"Playout {place}: {moves}; reward {problem.say(reward or 0)}."


_TERMS_OF_PLAYOUTS = (
    "One player makes all moves. A node is called by the moves that lead to it, and children stand in the order of their moves.",
    "A playout is followed while its moves lead to nodes of the search tree; its next move adds one node, the moves after that add none.",
    "All nodes of that path count the playout and its reward, from the root to the new node.",
)


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains first."""
    if problem.game.playouts:
        of_next = (
            "The next path goes by scores, from a node of the search tree to one of its children there, to where there is none.",
        )
        return [*_TERMS_OF_PLAYOUTS, *of_next * ("selection" in problem.ask)]
    said = [
        "Children are taken from left to right, as they stand in the tree.",
        "A leaf with a value gives that as MAX's reward.",
        "At each node the children's scores take the mean rewards of the player who chooses there.",
    ]
    if problem.conventions.weighs_priors:
        said.append("A child's prior says how promising it looks before any visit.")
    return said
