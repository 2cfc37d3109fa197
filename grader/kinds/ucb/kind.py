"""UCB: the scores of a node's children in Monte Carlo tree search, and the child that is selected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grader.answers.case import Answer, Answers, Attempt, Case, Key, Solution, Tutor
from grader.answers.cells import SCORE, show_score
from grader.answers.each import Each
from grader.answers.forms import Choice
from grader.answers.keys import CHILDREN
from grader.answers.part import Part
from grader.conventions import PRIORS, Conventions
from grader.data import Data
from grader.diagram import Diagram, Numbers
from grader.documents import Document
from grader.documents.write import scalar
from grader.errors import Fault, Path
from grader.exact import Number, read_number, show_number, write_number
from grader.games.problem import Problem
from grader.kinds.record import Divergence, Door, Kind, MayShow, Misconception, Wrong, by_name
from grader.kinds.ucb.scores import Arms, best_arms, right_rules, solve
from grader.kinds.ucb.wordings import SCORE as SCORE_WORDINGS
from grader.marks.reports import ProblemReport
from grader.printable import printable
from grader.step import Step
from grader.words import listed

_LARGEST = 10**15
_MOST_SCORES = 12


def read_arms(document: Document, conventions: Conventions) -> tuple[Arms | None, list[Fault], list[str]]:
    """Return the children under `children`, what is wrong with them, and warnings."""
    wrong: list[tuple[str, Path]] = []

    def number(raw: Data, path: Path, *, is_count: bool) -> Data:
        try:
            value = read_number(str(raw))
        except ValueError as failure:
            wrong.append((f'"{printable(str(raw))}" is not a number: {failure}', path))
            return 0
        if is_count and not (isinstance(value, int) and value >= 0):
            wrong.append((f"{show_number(value)} is not a number of visits, expected 0, 1, 2 …", path))
            return 0
        if not -_LARGEST <= value <= _LARGEST:
            wrong.append((f"is too large for a score, expected at most {_LARGEST:,}", path))
            return 0
        return value

    ids: list[str] = []
    first_place: dict[str, int] = {}
    totals: list[Number] = []
    visits: list[int] = []
    priors: list[Number] = []
    for place, child in enumerate(document.data["children"]):
        path: Path = ("children", place)
        ids.append(str(child["id"]).strip())
        if first_place.setdefault(ids[-1], place) < place:
            wrong.append((f'the id "{printable(ids[-1])}" stands at two children, expected once', (*path, "id")))
        visits.append(number(child["visits"], (*path, "visits"), is_count=True))
        totals.append(number(child.get("total") or "0", (*path, "total"), is_count=False))
        if conventions.weighs_priors:
            priors.append(number(child.get("prior") or "0", (*path, "prior"), is_count=False))
        if child.get("prior") is None and conventions.weighs_priors:
            wrong.append(
                (f"prior is missing, expected a number from 0 up: formula {conventions.formula} weighs it", path)
            )
        elif child.get("prior") is not None and not conventions.weighs_priors:
            wrong.append((f"a prior counts only in formula {PRIORS}; state that, or leave it out", (*path, "prior")))
        elif priors and priors[-1] < 0:
            wrong.append((f"{show_number(priors[-1])} is no prior, expected a number from 0 up", (*path, "prior")))
        if visits[-1] > 0 and child.get("total") is None:
            wrong.append(("total is missing, expected the summed reward of a visited child", path))
        if visits[-1] == 0 and totals[-1] != 0:
            wrong.append(("a child without visits has no reward; expected no total, or 0", (*path, "total")))
    raw_parent = document.data.get("parent-visits")
    total_visits = sum(visits)
    parent = total_visits
    if raw_parent is not None:
        parent = number(raw_parent, ("parent-visits",), is_count=True)
    if parent < 1 and total_visits > 0:
        wrong.append(("expected at least 1, since a child was visited", ("parent-visits",)))
    warnings = []
    if parent < total_visits:
        warnings.append(f"parent-visits is {parent}, less than the {total_visits} visits of the children together")
    return (None if wrong else Arms(ids, totals, visits, parent, priors)), document.faults(wrong), warnings


def write_arms(problem: Problem) -> dict[str, Data]:
    """Return the fields `children` and `parent-visits` of a problem document."""
    arms: Arms = problem.game
    children: list[dict[str, Data]] = [
        {"id": id_, "visits": visits} | ({"total": write_number(total)} if visits else {})
        for id_, total, visits in zip(arms.ids, arms.totals, arms.visits, strict=True)
    ]
    for child, prior in zip(children, arms.priors, strict=False):
        child["prior"] = write_number(prior)
    return {"children": children, "parent-visits": arms.parent_visits}


def _children(problem: Problem) -> Iterable[Key]:
    return range(len(problem.game.ids))


def _child_step(case: Case, child: Key) -> str:
    return case.explain(child)


def _own_choices(case: Case) -> Sequence[Key]:
    """Return the children that are best by the student's own `scores`; none where they are not all there, or all equal."""
    given = case.given("scores")
    if not case.policy.across_parts or given is None:
        return []
    own = [written.value for child in _children(case.problem) if (written := given.get(child)) is not None]
    if len(own) < len(case.problem.game.ids) or len(set(own)) == 1:
        return []
    return best_arms(own, case.problem.conventions.tie)


def _choice_follows(case: Case, key: Key, child: Answer) -> bool:
    return child in _own_choices(case)


def _own_choice_words(case: Case, key: Key) -> str:
    """Return that the choice follows from the student's own scores, beside the right one."""
    from grader.kinds.own_words import on_own_numbers  # few answers need it

    problem, scores, given = case.problem, case.given("scores") or {}, case.given("choice")
    if given is None or given.value not in scores:
        return ""
    own = f"the greatest score is {scores[given.value].text}, at {CHOICE.form.name(problem, given.value)}"
    best = " or ".join(CHOICE.form.name(problem, child) for child in case.expected("choice"))
    right = f"the greatest score is {show_score(problem, max(case.expected('scores').values()))}, at {best}"
    return on_own_numbers(own, right, case.policy.follow_through)


def _greatest(case: Case, key: Key) -> str:
    """Return whose score is the greatest, beside the scores of all."""
    name, problem = CHOICE.form.name, case.problem
    scores = [
        f"{name(problem, child)} = {show_score(problem, score)}" for child, score in case.expected("scores").items()
    ]
    best = " or ".join(name(problem, child) for child in case.expected("choice"))
    return f"The scores are {listed(scores, _MOST_SCORES)}: the greatest is that of {best}."


def _example_scores(problem: Problem) -> str:
    pairs = zip(problem.game.ids, (1.5, "inf"), strict=False)
    return "{" + ", ".join(f"{scalar(id_)}: {score}" for id_, score in pairs) + "}"


def _score_rule(problem: Problem, child: Key | None) -> str:
    if problem.conventions.weighs_priors:
        return "A score is the mean and a bonus by the prior"
    if child is not None and not problem.game.visits[child]:
        return "A child that was never visited has a score of its own"
    return "A score is the mean and a bonus for few visits"


def _choice_rule(problem: Problem, key: Key | None) -> str:
    return "The child with the greatest score is selected"


SCORES = Part(
    "scores",
    "the score of every child (child: number, or inf)",
    Each(SCORE, CHILDREN, said=_children, missing_is_blank=True),
    explain=_child_step,
    example=_example_scores,
    rule=_score_rule,
)
CHOICE = Part(
    "choice",
    "the child that is selected next (its name)",
    Choice(CHILDREN),
    _choice_follows,
    _greatest,
    _own_choice_words,
    rule=_choice_rule,
)


def right_scores(problem: Problem, fixed: Mapping[int, Number]) -> Answers:
    """Return the right rule's answers where the scores of some children are given."""
    return solve(problem, right_rules(problem.conventions)._replace(fixed=fixed)).answers


def children_in_order(problem: Problem) -> Sequence[int]:
    """Return the children, left to right."""
    return range(len(problem.game.ids))


def no_child(problem: Problem, children: Iterable[int]) -> tuple[int, ...]:
    """Return the children whose score follows from that of others: there is none."""
    return ()


def score_divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first child whose score the wrong rule changes."""
    right = solution.answers["scores"]
    for child, score in right.items():
        other = wrong["scores"][child]
        if may_show("scores", child) and not SCORE.is_right(problem, score, other):
            name, shown, wrong_score = problem.game.ids[child], show_score(problem, score), show_score(problem, other)
            return Divergence(child, f"{printable(name)} scores {shown}; the other rule gives {wrong_score}")
    return None


def draw(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Sequence[Diagram]:
    """Return the node with its children; see `ucb_diagram`."""
    from grader.kinds.ucb.diagram import ucb_diagram

    return (ucb_diagram(problem, solution, attempt, report, numbers),)


def steps(problem: Problem, solution: Solution) -> Iterable[Step]:
    """Return the scores one by one, then the choice."""
    from grader.kinds.ucb.steps import ucb_steps

    return ucb_steps(problem, solution)


def explain(problem: Problem, solution: Solution, child: Key, *, windows: bool) -> str:
    """Return the score of one child with its formula filled in."""
    from grader.kinds.ucb.steps import explain_score

    return explain_score(problem, solution, child, windows=windows)


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules about scores."""
    from grader.kinds.ucb.misconceptions import ucb_misconceptions

    return ucb_misconceptions(problem)


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains first: what `total` is, and which child comes first."""
    said = ["A child's total is the sum of the rewards of all visits to it."]
    if problem.conventions.weighs_priors:
        said.append("A child's prior says how promising it looks before any visit.")
    if "choice" in problem.ask and problem.conventions.tie != "any":
        said.append("The children are examined from left to right, as listed.")
    return said


UCB = Kind(
    name="ucb",
    title="UCB selection",
    task="Monte Carlo tree search stands at the parent below. Score its children with UCB and select one.",
    parts=by_name(SCORES, CHOICE),
    asked=("scores", "choice"),
    conventions=("tie", "decimals", "exploration", "formula", "log", "unvisited", "unvisited-mean"),
    door=Door(read_arms, write_arms),
    solve=solve,
    wrong=Wrong(
        wordings=SCORE_WORDINGS,
        rules=wrong_rules,
        right=right_scores,
        carrier="scores",
        order=children_in_order,
        divergence=score_divergence,
        followers=no_child,
    ),
    tutor=Tutor(steps, explain, at_nodes=("scores",)),
    draw=draw,
    terms=terms,
)
