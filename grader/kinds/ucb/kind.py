"""UCB: the scores of a node's children in Monte Carlo tree search, and the child that is selected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grader.core.answers.case import Action, Answers, Case, Key, Solution, Step, Tutor
from grader.core.answers.cells import SCORE, show_score, show_terms
from grader.core.answers.forms import Choice, Each
from grader.core.answers.part import CHILDREN, Part, Roles
from grader.core.answers.reports import ProblemReport
from grader.core.documents.writing import scalar
from grader.core.drawing.diagram import SHOWS_FIRST, Bar, Diagram, DiagramNode, NodeShape, Numbers, Remark
from grader.core.games.problem import Problem
from grader.core.numbers import INFINITY, Bound, Number, show_number
from grader.core.text import listed, printable
from grader.kinds.entries import (
    always,
    among_own,
    bold_edges,
    differences,
    every_place,
    nodes_of_divergence,
    on_own_numbers,
    remark_of,
    steps_of_move,
    title_of,
    unjudged_fact,
    visited_or_not,
)
from grader.kinds.record import (
    Divergence,
    Drawable,
    GameFormat,
    Kind,
    MayShow,
    View,
    Wrong,
    by_name,
    no_follower,
    wordings_of,
)
from grader.kinds.ucb.documents import read_arms, write_arms
from grader.kinds.ucb.misconceptions import MISTAKES, wrong_rules
from grader.kinds.ucb.solve import Arms, best_arms, right, right_rules, solve, terms_of_all
from grader.kinds.words import TIES, listing

_MOST_SCORES = 12
_MORE_PLACES = 2  # of the two terms than of the score

# what the choice follows from, and why it is right


def _own_choices(case: Case, key: Key) -> Sequence[Key]:
    """Return the children that are best by the student's own `scores`; none where they are not all there, or all equal."""
    given = case.given("scores") or {}
    own = [written.value for child in every_place(case.problem) if (written := given.get(child)) is not None]
    if len(own) < len(case.problem.game.ids) or len(set(own)) == 1:
        return []
    return best_arms(own, case.problem.conventions.tie)


def _own_choice_words(case: Case, key: Key) -> str:
    """Return that the choice follows from the student's own scores, beside the right one."""
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
    shown = f"The scores are {listed(scores, _MOST_SCORES)}"
    if len(best_arms([*case.expected("scores").values()], "any")) > 1:
        return f"{shown}. {_choice_sentence(problem, case.solution)}"
    return f"{shown}: the greatest is that of {name(problem, case.expected('choice')[0])}."


def _example_scores(problem: Problem) -> str:
    pairs = zip(problem.game.ids, (1.5, "inf"), strict=False)
    return "{" + ", ".join(f"{scalar(id_)}: {score}" for id_, score in pairs) + "}"


def _score_rule(problem: Problem, child: Key | None) -> str:
    if problem.conventions.weighs_priors:
        return "A score is the mean and a bonus by the prior"
    if child is not None and not problem.game.visits[child]:
        return "A child that was never visited has a score of its own"
    return "A score is the mean and a bonus for few visits"


SCORES = Part(
    "scores",
    "Scores",
    "the score of every child (child: number, or inf)",
    Each(SCORE, CHILDREN, said=every_place, missing_is_blank=True),
    explain=Case.explain,
    example=_example_scores,
    rule=_score_rule,
    question="How often was each child visited?",
    roles=Roles(lambda problem, _: dict(enumerate(map(visited_or_not, problem.game.visits)))),
)
CHOICE = Part(
    "choice",
    "Chosen child",
    "the child that is selected next (its name)",
    Choice(CHILDREN),
    among_own(_own_choices),
    _greatest,
    _own_choice_words,
    rule=always("The child with the greatest score is selected"),
)
PARTS = by_name(SCORES, CHOICE)


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first child whose score the wrong rule changes."""
    for _, child, *scores in differences(problem, PARTS, solution, wrong, may_show, ("scores",)):
        right, other = (show_score(problem, score) for score in scores)
        return Divergence(child, f"{SCORES.form.name(problem, child)} scores {right}; the other rule gives {other}")
    return None


# each child's score with its formula filled in, then the choice


def steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the step of each child, left to right, then the choice."""
    for child, score in solution.answers["scores"].items():
        sentence = explain(problem, solution, child)
        formula, rule = _formula(problem, child), _score_rule(problem, child)
        name = SCORES.form.name(problem, child)
        unfinished = f"{name}: {formula} = ?" if formula else f"What does the convention give {name}?"
        step = Step(Action.SCORE, child, sentence, formula, score, done=child + 1)
        yield step._replace(rule=rule, unfinished=unfinished)
    chosen, scores = tuple(solution.answers["choice"]), solution.answers["scores"]
    sentence = _choice_sentence(problem, solution)
    rule = CHOICE.rule(problem, None)
    choice = Step(Action.CHOICE, None, sentence, value=scores[chosen[0]], chosen=chosen, done=len(scores), rule=rule)
    yield choice._replace(look_at="the scores", unfinished=f"{_shown_scores(problem, scores)}: which is the greatest?")


def _shown_scores(problem: Problem, scores: Mapping[int, Bound]) -> str:
    """Return the scores of all children."""
    return listing(
        f"{SCORES.form.name(problem, child)} scores {show_score(problem, score)}" for child, score in scores.items()
    )


def explain(problem: Problem, solution: Solution, child: int, *, windows: bool = False) -> str:
    """Return the score of one child with its formula filled in."""
    arms: Arms = problem.game
    name, score = printable(arms.ids[child]), solution.answers["scores"][child]
    if (found := terms_of_all(arms, right_rules(problem.conventions))[child]) is not None:
        finely = _with_more_places(problem)
        terms, exact = " + ".join(show_terms(finely, found, score)), show_score(finely, score)
        shown = show_score(problem, score)
        rounded = f" = {exact}, so its score is {shown}" if exact != shown else f" = {shown}"
        return f"{name}: {_formula(problem, child)} = {terms}{rounded}."
    if score == INFINITY:
        return f"{name} was never visited: its score is inf, so that it is tried before all others."
    return f"{name} was never visited: its score is {problem.say(int(score))} by convention."


def _formula(problem: Problem, child: int) -> str:
    """Return the formula with the child's numbers in it; no formula for a child that has none because it was never visited."""
    arms, conventions = problem.game, problem.conventions
    visits, parent, constant = arms.visits[child], arms.parent_visits, conventions.exploration.text
    mean = f"{_numerator(problem, arms.totals[child])}/{visits}"
    if conventions.weighs_priors:
        mean = mean if visits else problem.say(conventions.unvisited_mean)
        return f"{mean} + {constant} * {_numerator(problem, arms.priors[child])} * sqrt({parent}) / (1 + {visits})"
    if not visits:
        return ""
    if conventions.formula == "ucb1":
        return f"{mean} + sqrt(2 * {conventions.log} {parent} / {visits})"
    return f"{mean} + {constant} * sqrt({conventions.log} {parent} / {visits})"


def _numerator(problem: Problem, total: Number) -> str:
    text = problem.say(total)
    return f"({text})" if total < 0 or "/" in text else text


def _with_more_places(problem: Problem) -> Problem:
    decimals = problem.conventions.decimals
    if decimals is None:
        return problem
    return problem._replace(conventions=problem.conventions._replace(decimals=max(decimals, 2) + _MORE_PLACES))


def _choice_sentence(problem: Problem, solution: Solution) -> str:
    name, scores, chosen = SCORES.form.name, [*solution.answers["scores"].values()], solution.answers["choice"]
    selected = listing((name(problem, child) for child in chosen), link="or")
    best = [name(problem, child) for child in best_arms(scores, "any")]
    score, tie = scores[chosen[0]], problem.conventions.tie
    if score == INFINITY and len(best) == 1:
        return f"{best[0]} was never visited, and unvisited children come first. {selected} is selected."
    if score == INFINITY:
        which = f"unvisited children come first, and {TIES['any' if tie == 'any' else 'first']}"
        return f"{listing(best)} were never visited: {which}. {selected} is selected."
    shown = show_score(problem, score)
    if len(best) == 1:
        return f"{selected} has the highest score, {shown}: it is selected."
    return f"{listing(best)} share the highest score, {shown}, and {TIES[tie]}. {selected} is selected."


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains first: what `total` is, and which child comes first."""
    said = ["A child's total is the sum of the rewards of all visits to it."]
    if problem.conventions.weighs_priors:
        said.append("A child's prior says how promising it looks before any visit.")
    if "choice" in problem.ask and problem.conventions.tie != "any":
        said.append("The children are examined from left to right, as listed.")
    return said


# the picture: one node and its children with their statistics, scores and the choice


def draw(view: View) -> Sequence[Diagram]:
    """Return the parent with its visits N, and below it each child with its total and visits; its number is its score."""
    problem, solution, _, report, numbers = view
    arms: Arms = problem.game
    root = DiagramNode(NodeShape.MAX, "parent", -1, remarks=(Remark(f"N = {arms.parent_visits}"),))
    remarks = [
        [Remark(f"total {show_number(total)}, n = {visits}" if visits else "n = 0")]
        for total, visits in zip(arms.totals, arms.visits, strict=True)
    ]
    for said, prior in zip(remarks, arms.priors, strict=False):
        said.append(Remark(f"prior {problem.say(prior)}"))
    is_shown = numbers is not Numbers.ASKED or "scores" in problem.ask
    scores = _right_scores(problem, solution) if solution is not None and is_shown else {}
    facts = [*_judged(problem, solution, report, scores)]
    for child in nodes_of_divergence(report, arms.ids):
        remarks[child].append(SHOWS_FIRST)
    bars = _bars(problem, solution) if scores and solution is not None else [()] * len(arms.ids)
    edges = bold_edges(view, {"choice": steps_of_move}, "choice")
    children = tuple(
        DiagramNode(
            NodeShape.CHILD,
            printable(id_),
            0,
            number=scores.get(child),
            remarks=(*remarks[child], *edges.remarks(child)),
            **edges.fields(child),
            key=child,
            bars=bars[child],
        )
        for child, id_ in enumerate(arms.ids)
    )
    return (Diagram(view.title, (root, *children), tuple(facts), edges.words),)


def picture_of_steps(problem: Problem, solution: Solution) -> Diagram:
    """Return the picture of the statement with the bars of all scores; a page shows each with its step."""
    (diagram,) = draw(View(problem))
    root, *children = diagram.nodes
    barred = (child._replace(bars=bars) for child, bars in zip(children, _bars(problem, solution), strict=True))
    return diagram._replace(nodes=(root, *barred))


def _right_scores(problem: Problem, solution: Solution) -> dict[int, Remark]:
    quiet = "scores" not in problem.ask
    scores = solution.answers["scores"].items()
    return {child: Remark(show_score(problem, score), label="score", quiet=quiet) for child, score in scores}


def _judged(
    problem: Problem, solution: Solution | None, report: ProblemReport | None, scores: dict[int, Remark]
) -> Iterator[Remark]:
    """Put the scores that were answered in the place of the right ones, and yield what is said of the whole."""
    names = {printable(id_): child for child, id_ in enumerate(problem.game.ids)}
    for part, entry in ((one.part, entry) for one in (report.parts if report else ()) for entry in one.entries):
        child = names.get(entry.node or "")
        if part == "scores" and child is not None:
            scores[child] = remark_of(entry, "score")
        elif part == "scores" and entry.is_whole:
            for each, score in solution.answers["scores"].items() if solution is not None else ():
                scores[each] = Remark("", entry.verdict, "score", show_score(problem, score))
            if entry.given is not None:
                yield unjudged_fact(entry, title_of(problem, "scores"))
        elif part == "choice" and (entry.given is not None or entry.expected is not None):
            yield remark_of(entry, title_of(problem, "choice"))


def _bars(problem: Problem, solution: Solution) -> list[tuple[Bar, ...]]:
    """Return of each score its two terms, the mean below; nothing where a score is infinite or a term is below 0."""
    arms: Arms = problem.game
    scores = solution.answers["scores"]
    found = terms_of_all(arms, right_rules(problem.conventions))
    halves = [None if terms is None else (float(terms[0]), scores[child]) for child, terms in enumerate(found)]
    highest = max((score for half in halves if half for score in half), default=0)
    if highest <= 0 or any(half and not 0 <= half[0] <= half[1] for half in halves):
        return [()] * len(halves)
    return [() if half is None else _stacked(problem, *half, highest) for half in halves]


def _stacked(problem: Problem, mean: float, score: float, highest: float) -> tuple[Bar, ...]:
    """Return both terms of a score as its sentence says them: with more places, so that they are true and add up."""
    below, above = show_terms(_with_more_places(problem), (mean, score - mean), score)
    return (
        Bar("mean reward", below, mean / highest),
        Bar("bonus for few visits", f"+ {above}", (score - mean) / highest),
    )


UCB = Kind(
    name="ucb",
    title="UCB selection",
    task="Monte Carlo tree search stands at the parent below. Score its children with UCB and select one.",
    parts=PARTS,
    asked=("scores", "choice"),
    conventions=("tie", "decimals", "exploration", "formula", "log", "unvisited", "unvisited-mean"),
    game_format=GameFormat(read_arms, write_arms),
    solve=solve,
    wrong=Wrong(
        wordings=wordings_of(MISTAKES),
        rules=wrong_rules,
        right=right,
        carrier="scores",
        order=every_place,
        divergence=divergence,
        followers=no_follower,
    ),
    tutor=Tutor(steps, explain, picture=picture_of_steps, at_nodes=("scores",)),
    draw=draw,
    terms=terms,
    drawable=Drawable(("max",), has_visits=True),
)
