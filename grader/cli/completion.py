"""What the shell offers for words that the program knows: problems, parts, misconceptions, orderings and the like."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

import click

from grader.kinds import KINDS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Words: TypeAlias = Callable[[click.Context], Iterable[str]]
Complete: TypeAlias = Callable[[click.Context, click.Parameter, str], "list[str] | list[CompletionItem]"]


def completing(words: Words, *, or_file: bool = False) -> Complete:
    """Return a completion by one of the words; with `or_file` by a file where no word fits."""

    def complete(context: click.Context, parameter: click.Parameter, begun: str) -> list[str] | list[CompletionItem]:
        fitting = [word for word in words(context) if word.startswith(begun)]
        if fitting or not or_file:
            return fitting
        from click.shell_completion import CompletionItem

        return [CompletionItem(begun, type="file")]

    return complete


def completing_list(words: Words) -> Complete:
    """Return a completion of the last of several words with commas between; none is offered twice."""

    def complete(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
        before, comma, last = begun.rpartition(",")
        there = before.split(",")
        return [before + comma + word for word in words(context) if word.startswith(last) and word not in there]

    return complete


def problem_ids(context: click.Context) -> list[str]:
    """Return the ids of the problems that `--problems` names so far, and of those that are shipped."""
    from grader.bank import Bank

    return Bank(*(context.params.get("problems") or ()), must_exist=False).ids


def shipped_ids(context: click.Context) -> list[str]:
    """Return the ids of the shipped problems."""
    from grader.bank import shipped

    return list(shipped())


def _parts(context: click.Context) -> list[str]:
    return list(KINDS[context.info_name or ""].parts)


def _parts_with_points(context: click.Context) -> list[str]:
    return [f"{part}=" for part in _parts(context)]


def _misconceptions(context: click.Context) -> list[str]:
    return ["default", "all", "none", *KINDS[context.info_name or ""].wrong.names]


def _guarantees(context: click.Context) -> list[str]:
    from generators.registry import GENERATORS

    return [guarantee.name for guarantee in GENERATORS[context.info_name or ""].guarantees]


def _orderings(context: click.Context) -> list[str]:
    from generators.orderings import NAMES

    return [f"{name}:" if name == "strong" else name for name in NAMES]


def conventions_of(context: click.Context) -> list[str]:
    """Return the conventions of the kind whose command it is, as `NAME=`."""
    return [f"{name}=" for name in KINDS[context.info_name or ""].conventions]


REQUEST: dict[str, Complete] = {
    "ask": completing_list(_parts),
    "points": completing_list(_parts_with_points),
    "separate": completing_list(_misconceptions),
    "without": completing_list(_guarantees),
    "ordering": completing(_orderings),
}
"""What is offered for the options of `gametree generate KIND`, by name."""
