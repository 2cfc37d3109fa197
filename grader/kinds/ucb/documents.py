"""How a problem of the kind `ucb` comes in and goes out: the children of a node with their totals, visits and priors."""

from __future__ import annotations

from collections.abc import Mapping

from grader.core.conventions import PRIORS, Conventions
from grader.core.data import Plain, stated
from grader.core.documents import Document
from grader.core.errors import Fault, Path
from grader.core.games.nodes import read_noted
from grader.core.games.problem import Problem
from grader.core.numbers import Number, read_number, show_number, write_number
from grader.core.text import printable
from grader.kinds.ucb.solve import Arms

_LARGEST = 10**15
Wrong = list[tuple[str, Path]]
"""What is wrong, each as a message and where it stands."""


def read_arms(document: Document, conventions: Conventions) -> tuple[Arms | None, list[Fault], list[str]]:
    """Return the children under `children`, what is wrong with them, and warnings."""
    wrong: Wrong = []
    ids = [str(child["id"]).strip() for child in document.data["children"]]
    first = {id_: place for place, id_ in reversed([*enumerate(ids)])}
    found: list[tuple[int, Number, Number]] = []
    for place, (id_, child) in enumerate(zip(ids, document.data["children"], strict=True)):
        path: Path = ("children", place)
        if first[id_] < place:
            wrong.append((f'the id "{printable(id_)}" stands at two children, expected once', (*path, "id")))
        found.append(_statistics(child, path, conventions, wrong))
    visits, totals, priors = map(list, zip(*found, strict=True))
    together, raw = sum(visits), document.data.get("parent-visits")
    parent = together if raw is None else int(_number(raw, ("parent-visits",), wrong))
    if parent < 1 and together > 0:
        wrong.append(("expected at least 1, since a child was visited", ("parent-visits",)))
    warnings = []
    if parent < together:
        warnings.append(f"parent-visits is {parent}, less than the {together} visits of the children together")
    arms = Arms(ids, totals, visits, parent, priors if conventions.weighs_priors else [])
    return (None if wrong else arms), document.faults(wrong), warnings


def _statistics(
    child: Mapping[str, Plain], path: Path, conventions: Conventions, wrong: Wrong
) -> tuple[int, Number, Number]:
    """Return visits, total and prior of a child; what is wrong with them is noted."""
    has_prior, is_weighed, at_prior = child.get("prior") is not None, conventions.weighs_priors, (*path, "prior")
    visits = int(_number(child["visits"], (*path, "visits"), wrong))
    total = _number(child.get("total") or "0", (*path, "total"), wrong)
    prior = _number(child.get("prior") or "0", at_prior, wrong) if is_weighed else 0
    if has_prior and not is_weighed:
        wrong.append((f"a prior counts only in formula {PRIORS}; state that, or leave it out", at_prior))
    elif is_weighed:
        check_prior(child, prior, path, conventions, wrong)
    check_total("child", child, visits, total, path, wrong)
    return visits, total, prior


def check_prior(fields: Mapping[str, Plain], prior: Number, path: Path, conventions: Conventions, wrong: Wrong) -> None:
    """Note a prior that is missing where it is weighed, or below 0."""
    if fields.get("prior") is None:
        wrong.append((f"prior is missing, expected a number from 0 up: formula {conventions.formula} weighs it", path))
    elif prior < 0:
        wrong.append((f"{show_number(prior)} is no prior, expected a number from 0 up", (*path, "prior")))


def check_total(
    what: str, fields: Mapping[str, Plain], visits: int | None, total: Number, path: Path, wrong: Wrong
) -> None:
    """Note a total that is missing where there are visits, or that stands where there are none; `what` has them."""
    if visits and fields.get("total") is None:
        wrong.append((f"total is missing, expected the summed reward of a visited {what}", path))
    if not visits and total != 0:
        wrong.append((f"a {what} without visits has no reward; expected no total, or 0", (*path, "total")))


def _number(raw: Plain, path: Path, wrong: Wrong) -> Number:
    """Return a number, 0 where it is noted as wrong."""
    value = read_noted(raw, path, wrong, read_number) or 0
    if -_LARGEST <= value <= _LARGEST:
        return value
    wrong.append((f"is too large for a score, expected at most {_LARGEST:,}", path))
    return 0


def write_arms(problem: Problem) -> dict[str, Plain]:
    """Return the fields `children` and `parent-visits` of a problem document."""
    arms: Arms = problem.game
    children: list[dict[str, Plain]] = []
    for child, (id_, total, visits) in enumerate(zip(arms.ids, arms.totals, arms.visits, strict=True)):
        prior = write_number(arms.priors[child]) if arms.priors else None
        summed = write_number(total) if visits else None
        children.append(stated({"id": id_, "visits": visits, "total": summed, "prior": prior}))
    return {"children": children, "parent-visits": arms.parent_visits}
