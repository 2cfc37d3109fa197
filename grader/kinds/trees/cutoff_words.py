"""What is said of a list of cutoffs, entry by entry: why a node is cut there or why not, and what stands in a wrong window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from grader.answers.case import Case, Solution
from grader.answers.cells import is_right_window
from grader.games.problem import Problem
from grader.games.tree import LEAF
from grader.kinds.trees.search_replay import Replay, replay_of
from grader.kinds.trees.search_steps import why_skipped
from grader.kinds.trees.search_words import cutoff_words
from grader.kinds.words import name_of, window_words
from grader.marks.by_shape import MOST_EXPLAINED
from grader.marks.reports import Entry, PartReport, Verdict
from grader.search import Cutoff


def with_reasons(case: Case, report: PartReport, given: Sequence[Cutoff]) -> PartReport:
    """Return the report of a list of cutoffs with the reason of each entry that is not right, of very many the first."""
    left = iter(range(MOST_EXPLAINED))
    entries = [
        entry
        if entry.verdict is Verdict.CORRECT or entry.node is None or next(left, None) is None
        else entry._replace(message=" ".join(_said(case, entry, cutoff)))
        for entry, cutoff in _with_cutoffs(report, given)
    ]
    return report._replace(entries=tuple(entries))


def _with_cutoffs(report: PartReport, given: Sequence[Cutoff]) -> Iterator[tuple[Entry, Cutoff | None]]:
    """Yield each entry with the cutoff that the student wrote; None where the student wrote none."""
    written = iter(given)
    for entry in report.entries:
        yield entry, None if entry.given is None else next(written)


def _said(case: Case, entry: Entry, cutoff: Cutoff | None) -> Iterator[str]:
    """Yield the sentences on an entry that is not right."""
    problem, solution = case.problem, case.solution
    nodes = {name_of(problem.game, one.node): one.node for one in case.expected("cutoffs")}
    node = nodes[entry.node or ""] if cutoff is None else cutoff.node
    if entry.message:
        yield f"{entry.message}."
    if cutoff is not None and entry.verdict is Verdict.WRONG:
        yield from _mistaken(replay_of(problem, solution), cutoff)
    yield solution.say(("cutoff", node), partial(cutoff_reason, problem, solution, node))


def _mistaken(replay: Replay, cutoff: Cutoff) -> Iterator[str]:
    """Yield what the window is that the student wrote of a node that is cut, where it is one of the usual others."""
    written, (_, said) = (cutoff.alpha, cutoff.beta), replay.cutoffs[cutoff.node]
    if is_right_window(replay.problem, replay.entry(cutoff.node), written):
        yield f"You wrote the window with which {name_of(replay.tree, cutoff.node)} was entered."
    elif is_right_window(replay.problem, (said.beta, said.alpha), written):
        yield "You wrote beta before alpha."


def cutoff_reason(problem: Problem, solution: Solution, node: int) -> str:
    """Return why a node is cut, or why it is not; of a cutoff that skips nothing whether it is listed."""
    replay = replay_of(problem, solution)
    name = name_of(replay.tree, node)
    if node in replay.cutoffs:
        return cutoff_words(replay, replay.cutoffs[node][0])
    if not replay.is_visited(node):
        return why_skipped(problem, solution, node)
    if replay.tree.is_at_horizon(node):
        return f"The search stops at {name}: it would examine none of its children."
    if replay.tree.kind[node] == LEAF:
        return f"{name} is a leaf: it has no children to skip."
    left = window_words(problem, replay.trace.exit[node] or replay.entry(node))
    return f"{name} examines all of its children; it is left with {left}, which cuts nothing."
