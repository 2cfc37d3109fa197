"""True or false: claims about the search of a tree, each of the tree as it is, after one change, or of every tree."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from grader.answers.case import Answer, Answers, Attempt, Case, Key, Solution, Tutor
from grader.answers.cells import TRUTH
from grader.answers.choices import EachChoice
from grader.answers.each import Each
from grader.answers.key_set import ALL_OR_NOTHING, KeySet
from grader.answers.part import Keys, Part
from grader.diagram import Diagram, Numbers
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.lifts.items import OWN_CONVENTIONS, Item, read_items, write_items
from grader.kinds.lifts.searched import Lifted, as_said, game_posed, rests_of
from grader.kinds.lifts.truths import Judging, WrongTruths, judge, right_truths, wrong_truths
from grader.kinds.lifts.witnesses import may_have_witness, options, witnesses
from grader.kinds.record import Divergence, Door, Kind, MayShow, Misconception, Rests, Wrong, by_name
from grader.marks.reports import ProblemReport
from grader.printable import printable
from grader.step import Action, Step

SEARCHES = ("minimax", "alpha-beta", "expectiminimax")
_MOST_NAMED = 3


def solve(problem: Problem, parts: Collection[str] | None = None) -> Solution:
    """Return the truth of each claim, the true ones, and what shows why; its trace tells what wrong rules make of them."""
    game: Lifted = problem.game
    judging = judge(game)
    if judging is None:
        raise ValueError("the right rules solve every problem")
    truths = right_truths(game, judging)
    answers: dict[str, Answer] = {
        "claims": {_key(problem, place): truth for place, truth in truths.items()},
        "which": [_key(problem, place) for place, truth in truths.items() if truth],
    }
    if shown := dict(_shown(problem, judging, truths)):
        answers["because"] = shown
    ordered = {name: answers[name] for name in CLAIMS.parts if name in answers}
    return Solution(ordered, cache(partial(wrong_truths, game)))


def _shown(problem: Problem, judging: Judging, truths: Mapping[int, bool]) -> Iterator[tuple[Key, list[str]]]:
    for place, item in enumerate(judging.items):
        if found := witnesses(item, judging.of(place), truth=truths[place]):
            yield _key(problem, place), found


# what entries are about: claims, with keys behind those of the nodes


def _key(problem: Problem, place: int) -> int:
    return len(problem.game.searched.game.ids) + place


def place_of(problem: Problem, key: Key) -> int:
    """Return the place of a claim among all, by its key."""
    return int(key) - len(problem.game.searched.game.ids)


def _known(problem: Problem) -> Mapping[str, Key]:
    items: Sequence[Item] = problem.game.asked
    return {item.id: _key(problem, place) for place, item in enumerate(items)}


def _name(problem: Problem, key: Key) -> str:
    item: Item = problem.game.asked[place_of(problem, key)]
    return item.id


def _all(problem: Problem) -> Iterable[Key]:
    return _known(problem).values()


def _with_witness(problem: Problem) -> Iterable[Key]:
    items: Sequence[Item] = problem.game.asked
    return [_key(problem, place) for place, item in enumerate(items) if may_have_witness(item)]


def _options(problem: Problem, key: Key) -> Mapping[str, str]:
    return options(problem, place_of(problem, key))


def _option(problem: Problem, node: Key) -> str:
    """Return the id of a node, which is its own key here: in a changed tree it may stand at another place."""
    return str(node)


def _says(problem: Problem, key: Key) -> str:
    from grader.kinds.lifts.change_words import say_item

    return say_item(problem.game.asked[place_of(problem, key)], as_said(problem))


CLAIM_KEYS = Keys("claim", _known, _name, _says)


# marks and words


def _is_corrected(problem: Problem) -> bool:
    return problem.conventions.guessing == "corrected"


def _truth_is_right(case: Case, key: Key) -> bool:
    """Return whether a witness counts: the claim itself is judged rightly, where that is asked."""
    if "claims" not in case.problem.ask:
        return True
    written = (case.given("claims") or {}).get(key)
    return written is not None and bool(written.value == case.solution.answers["claims"][key])


def _why(case: Case, key: Key) -> str:
    return f"{case.explain(key)} {_otherwise(case, key)}".strip()


def _otherwise(case: Case, key: Key) -> str:
    """Return by which wrong rules the given truth would be right: those first that agree with most of the answers."""
    from grader.kinds.lifts.explained import clause_of

    given = {
        place_of(case.problem, one): written.value for one, written in (case.given("claims") or {}).items() if written
    }
    place = place_of(case.problem, key)
    if place not in given:
        return ""
    right = {place_of(case.problem, one): truth for one, truth in case.solution.answers["claims"].items()}
    fitting = fitting_rules(case.solution.trace(), right, given, place)
    clauses = [clause_of(case.problem, rule.name, rule.detail) for rule in fitting[:_MOST_NAMED]]
    truth = TRUTH.show(case.problem, given[place])
    return f"It would be {truth} if {', or if '.join(clauses)}." if clauses else ""


def fitting_rules(
    rules: Sequence[WrongTruths], right: Mapping[int, bool], given: Mapping[int, bool], place: int
) -> list[WrongTruths]:
    """Return the wrong rules by which the given truth of a claim is right, the one that agrees with most answers first."""
    fitting = [rule for rule in rules if rule.truths.get(place, right[place]) == given[place]]
    names = {rule.name for rule in fitting}
    fitting = [rule for rule in fitting if rule.twin_of not in names]
    return sorted(
        fitting, key=lambda rule: -sum(rule.truths.get(one, right[one]) == truth for one, truth in given.items())
    )


_UNCOUNTED = "it would show why, but counts only where the claim itself is judged rightly"


def _why_witness(case: Case, key: Key) -> str:
    return (
        case.explain(key) if _truth_is_right(case, key) else "It counts only where the claim itself is judged rightly."
    )


def _why_these(case: Case, key: Key) -> str:
    """Return why the claims that are listed wrongly or left out are false or true; of many the first ones."""
    given = case.given("which")
    wrong = sorted({*case.expected("which")} ^ {*given.value}) if given is not None else []
    why = (f"{printable(_name(case.problem, one))}: {_why(case, one)}" for one in wrong[:_MOST_NAMED])
    return " ".join(why)


def explain(problem: Problem, solution: Solution, key: Key, *, windows: bool) -> str:
    """Return the numbers on which a claim turns."""
    from grader.kinds.lifts.explained import why_so

    return why_so(problem, place_of(problem, key))


def steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the steps of the search as it is, then each claim with the numbers on which it turns."""
    from grader.kinds.lifts.change_words import say_item

    searched = as_said(problem)
    kind, done = KINDS[searched.kind], 0
    for step in kind.tutor.steps(searched, kind.solve(searched)):
        done = step.done
        yield step
    for key, truth in solution.answers["claims"].items():
        item: Item = problem.game.asked[place_of(problem, key)]
        claim = f"{printable(item.id)}: {say_item(item, searched)}"
        why = explain(problem, solution, key, windows=False)
        sentence = f"{claim} This is {'true' if truth else 'false'}. {why}"
        yield Step(Action.CLAIM, key, sentence, done=done, claim=claim, holds=truth)


def poses(problem: Problem) -> list[str]:
    """Return the rules of a game that is played, then the claims, a line each."""
    from grader.kinds.lifts.change_words import say_item

    searched = as_said(problem)
    claims = [f"{printable(item.id)}. {say_item(item, searched)}" for item in problem.game.asked]
    return [*game_posed(problem), *claims]


def rests(kind: Kind, problem: Problem) -> Rests:
    """Return the conventions of the searches and of marking, and what the claims read."""
    from grader.kinds.lifts.items import all_claims

    items: Sequence[Item] = problem.game.asked
    found = [rests_of(searched, all_claims(items)) for searched in {id(p): p for p in _problems(problem)}.values()]
    conventions = dict.fromkeys(name for one in found for name in one.conventions)
    return Rests([*conventions, *OWN_CONVENTIONS], {*found[0].parts, *problem.ask})


def _problems(problem: Problem) -> Iterator[Problem]:
    yield problem.game.searched
    yield from (item.changed for item in problem.game.asked if item.changed is not None)


def draw(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Sequence[Diagram]:
    """Return the tree, and with the solution each changed tree; see `claims_diagrams`."""
    from grader.kinds.lifts.claims_diagram import claims_diagrams

    return claims_diagrams(problem, solution, report, numbers)


# wrong rules: none is named by truth values alone


def _no_rules(problem: Problem) -> list[Misconception]:
    return []


def _right(problem: Problem, fixed: Mapping[Key, Number]) -> Answers:
    return solve(problem).answers


def _order(problem: Problem) -> Sequence[Key]:
    return list(_all(problem))


def _none_follows(problem: Problem, keys: Iterable[Key]) -> tuple[Key, ...]:
    return ()


def _nowhere(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    return None


def _rule(problem: Problem, key: Key | None) -> str:
    return "A claim is true or false of what the search finds"


def _witness_rule(problem: Problem, key: Key | None) -> str:
    return "A single node can show why"


_CONVENTIONS = tuple(dict.fromkeys(name for search in SEARCHES for name in KINDS[search].conventions))

CLAIMS = Kind(
    name="claims",
    title="True or false",
    task="Which of the claims below are true of the search of this game tree?",
    parts=by_name(
        Part(
            "claims",
            "whether each claim is true (claim: true or false)",
            Each(TRUTH, CLAIM_KEYS, said=_all, missing_is_blank=True, wrong_takes=_is_corrected),
            explain=_why,
            rule=_rule,
        ),
        Part(
            "because",
            "a node that shows why: for a move that is not best, or not the only one, a move that is; for nodes that are "
            "skipped, the node that is cut; for nodes of which not all are skipped, a leaf that is visited; for nodes of which "
            "not all are visited, one that is not; nothing for other claims (claim: node)",
            EachChoice(
                _options,
                _option,
                "node for",
                _with_witness,
                CLAIM_KEYS,
                counts=_truth_is_right,
                uncounted=_UNCOUNTED,
                many="names of nodes",
            ),
            explain=_why_witness,
            rule=_witness_rule,
            rests_on="claims",
        ),
        Part(
            "which",
            "the claims that are true (list of claims)",
            KeySet(CLAIM_KEYS, "none is true", "claim ids", "[s1, s2]", ALL_OR_NOTHING),
            explain=_why_these,
            rule=_rule,
        ),
    ),
    asked=("claims",),
    conventions=(*_CONVENTIONS, *OWN_CONVENTIONS),
    door=Door(read_items, write_items),
    solve=solve,
    wrong=Wrong(
        wordings={},
        rules=_no_rules,
        right=_right,
        carrier="claims",
        order=_order,
        divergence=_nowhere,
        followers=_none_follows,
    ),
    tutor=Tutor(steps, explain),
    draw=draw,
    poses=poses,
    rests=rests,
    searches=SEARCHES,
)
