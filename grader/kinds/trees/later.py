"""What the kinds on trees share and most runs never call: drawings, steps, wrong rules. Imported when they are used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.answers.case import Answers, Attempt, Key, Solution
from grader.diagram import Diagram, Numbers
from grader.games.problem import Problem, is_played
from grader.games.tree import CHANCE
from grader.kinds.record import Divergence, MayShow
from grader.marks.reports import ProblemReport
from grader.step import Step


def draw(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Sequence[Diagram]:
    """Return the tree; see `tree_diagram`, and of a student who was to draw it `drawn_trees`."""
    from grader.kinds.trees.diagram import tree_diagram
    from grader.kinds.trees.drawn_part import is_to_be_drawn

    if report is not None and is_to_be_drawn(problem):
        from grader.kinds.trees.own_tree import drawn_trees

        return drawn_trees(problem, solution, attempt, report, numbers)
    return (tree_diagram(problem, solution, attempt, report, numbers),)


def picture(problem: Problem, solution: Solution) -> Diagram:
    """Return the tree that steps are told beside, also where students are to draw it."""
    from grader.kinds.trees.diagram import tree_diagram

    return tree_diagram(problem._replace(ask=()), None, None, None)


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first step that differs; see `tree_divergence`."""
    from grader.kinds.trees.divergence import tree_divergence

    return tree_divergence(problem, solution, wrong, may_show)


def value_steps(problem: Problem, solution: Solution) -> Iterable[Step]:
    """Return the steps of backing values up."""
    from grader.kinds.trees import value_steps

    return _with_intervals(problem, solution, value_steps.value_steps(problem, solution))


def explain_value(problem: Problem, solution: Solution, node: Key, *, windows: bool) -> str:
    """Return the one step of a node with its inputs."""
    from grader.kinds.trees import value_steps

    return value_steps.explain_value(problem, solution, node, windows=windows)


def why_redundant(problem: Problem, solution: Solution, node: Key) -> str:
    """Return whose position the node repeats or that it repeats none, where that is asked."""
    from grader.kinds.trees import play_words

    return play_words.why_redundant(problem, node) if "redundant" in problem.ask else ""


def terms(problem: Problem) -> list[str]:
    """Return where the search stops, how the opponent plays, and when it is asked what is known, as far as a problem says."""
    said: list[str] = []
    if problem.game.horizon is not None:
        from grader.kinds.trees import horizon_words

        said += horizon_words.terms(problem)
    if problem.game.reply is not None:
        from grader.kinds.trees import play_words

        said.append(play_words.opponent_words(problem))
    if "intervals" in problem.ask:
        from grader.kinds.trees import interval_words

        said += interval_words.interval_terms(problem)
    if "distinct-states" in problem.ask or "redundant" in problem.ask:
        from grader.kinds.trees import count_words

        said += filter(None, [count_words.again_words(problem)])
    return said


def poses(problem: Problem) -> list[str]:
    """Return the rules of the game that is played; nothing where the problem states its tree."""
    if not is_played(problem.stated):
        return []
    from grader.games.game_words import game_words

    return game_words(problem)


def search_steps(problem: Problem, solution: Solution) -> Iterable[Step]:
    """Return the steps of the recorded search."""
    from grader.kinds.trees import search_steps

    return _with_intervals(problem, solution, search_steps.search_steps(problem, solution))


def _with_intervals(problem: Problem, solution: Solution, steps: Iterable[Step]) -> Iterable[Step]:
    """Return the steps, and before the last of them what is known, where that is asked; see `interval_steps`."""
    if "intervals" not in problem.ask:
        return steps
    from grader.kinds.trees import interval_words

    *others, last = steps
    return [*others, *interval_words.interval_steps(problem, solution, last.done), last]


def explain_search(problem: Problem, solution: Solution, node: Key, *, windows: bool) -> str:
    """Return the one step of a node of a search with its inputs."""
    from grader.kinds.trees import search_steps

    return search_steps.explain_search(problem, solution, node, windows=windows)


def choice_words(problem: Problem, solution: Solution, node: Key) -> str:
    """Return the one step of a node where a move is chosen, each number behind its move; of a recorded search what came back."""
    if solution.trace is None:
        from grader.kinds.trees import value_steps

        return value_steps.explain_value(problem, solution, node, named=True)
    from grader.kinds.trees import search_steps

    return search_steps.choice_words(problem, solution, node)


def leaves_words(problem: Problem, solution: Solution) -> str:
    """Return which leaves the search evaluates."""
    from grader.kinds.trees import count_words

    return count_words.leaves_words(problem, solution)


def nodes_words(problem: Problem, solution: Solution) -> str:
    """Return which nodes the search visits."""
    from grader.kinds.trees import count_words

    return count_words.nodes_words(problem, solution)


def states_words(problem: Problem, solution: Solution) -> str:
    """Return which nodes are the first with their position."""
    from grader.kinds.trees import count_words

    return count_words.states_words(problem, solution)


def line_words(problem: Problem, solution: Solution) -> str:
    """Return what every node of the line of best play is worth."""
    from grader.kinds.trees import count_words

    return count_words.line_words(problem, solution)


def why(problem: Problem, solution: Solution, node: Key) -> str:
    """Return why the search skipped the node, or why it could not."""
    from grader.kinds.trees import search_steps

    return search_steps.why_skipped(problem, solution, node) or search_steps.why_visited(problem, solution, node)


def search_terms(problem: Problem) -> list[str]:
    """Return how a chance node is searched, where there is one, and when it is asked what is known."""
    if CHANCE not in problem.game.kind:
        return terms(problem)
    from grader.kinds.trees import star_words

    return [*star_words.chance_terms(problem), *terms(problem)]
