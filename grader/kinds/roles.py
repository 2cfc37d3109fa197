"""What each entry of an answer is as a step, such as a node of MAX at depth 2 or a leaf that a deep cutoff skips: a class report pools all variants by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.core.answers.case import Key
from grader.core.answers.leaves import Pruned
from grader.core.answers.reports import Entry, Verdict
from grader.core.games.tree import Tree
from grader.kinds.problems import Exercise
from grader.kinds.trees.roles import BY_NODE


class PartRoles(NamedTuple):
    """The roles of one part of a problem, by the names of its entries; `extra` is that of what does not belong there, where there is one.

    `steps` are the keys of what is expected, with their roles and names, in order.
    """

    by_name: Mapping[str, str]
    extra: str
    steps: Sequence[tuple[Key, str, str]]

    def of(self, entry: Entry) -> str:
        """Return the role of an entry; nothing where it has none, as where it is all that is said of a part that was not judged."""
        if entry.is_whole:
            return ""
        if self.extra and (entry.verdict is Verdict.EXTRA or entry.node not in self.by_name):
            return self.extra
        return self.by_name.get(entry.node or "", "")


def _known(exercise: Exercise, name: str) -> PartRoles | None:
    """Return the roles of a part: those that its kind says, else those of a tree's nodes where it asks something of each."""
    part, problem = exercise.kind.parts[name], exercise.problem
    roles = part.roles or (BY_NODE if part.form.by_entry and isinstance(problem.game, Tree) else None)
    if roles is None or name not in exercise.solution.answers:
        return None
    answer, by_key = exercise.solution.answers[name], roles.of(problem, exercise.solution)
    steps = [(key, role, part.form.name(problem, key)) for key, role in sorted(by_key.items())]
    expected = (
        answer.leaves if isinstance(answer, Pruned) else by_key
    )  # nodes above what is skipped can be listed, in vain
    return PartRoles({step[2]: step[1] for step in steps}, roles.extra, [step for step in steps if step[0] in expected])


def roles_of(exercise: Exercise) -> Mapping[str, PartRoles]:
    """Return the roles of each part that the problem asks and that has some; they are found once for all who answer it."""

    def find() -> dict[str, PartRoles]:
        found = ((name, _known(exercise, name)) for name in exercise.problem.ask)
        return {name: roles for name, roles in found if roles is not None}

    made: Mapping[str, PartRoles] = exercise.kept.get_or_make("roles", find, lambda _: True)
    return made
