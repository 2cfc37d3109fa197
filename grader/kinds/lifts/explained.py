"""Why a claim is true or false: the numbers on which it turns, before and after a change, and the rules by which it would be otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from grader.answers.case import Answer
from grader.games.problem import Problem
from grader.games.tree import CHANCE, LEAF, MAX, Tree
from grader.kinds import KINDS
from grader.kinds.lifts.claim import Claim, Judged, Solved, claims_in, compared, disorder, judged_terminals, parts_of
from grader.kinds.lifts.items import Item
from grader.kinds.lifts.searched import Lifted, as_said, right_way
from grader.kinds.lifts.sentences import begun, names, sentence
from grader.kinds.lifts.theorems import SEARCH_OF, Search, Sort, is_theorem, refutation, sort_of
from grader.kinds.record import Wording
from grader.kinds.words import listing, tops_of
from grader.printable import printable

_MOST_SAID = 12
_MOST_STEPS = 3


def why_so(problem: Problem, place: int) -> str:
    """Return the numbers on which a claim turns, in sentences, none of which says the claim itself again."""
    game: Lifted = problem.game
    item: Item = game.asked[place]
    searched = as_said(problem)
    if item.is_general and item.change is not None:
        return _in_general(searched, item)
    unchanged = right_way(searched).solved()
    if item.changed is None:
        claim = sentence(item.claim, searched)
        return " ".join(said for said in _sentences(_facts(item.claim, unchanged), searched) if said != claim)
    after = right_way(item.changed._replace(has_decimals=problem.has_decimals)).solved()
    return " ".join(_sentences(_both(item.claim, unchanged, after), searched))


def found_of(claim: Claim, solved: Solved) -> str:
    """Return the first that the solution says of what the claim is about, without the steps behind it."""
    said = [next(_facts(one, solved), "") for one in claims_in(claim) if not one.claims]
    return "; ".join(filter(None, said))


def _sentences(facts: Iterator[str], problem: Problem) -> Iterator[str]:
    return (begun(f"{fact}.", problem) for fact in dict.fromkeys(facts))


def _facts(claim: Claim, solved: Solved) -> Iterator[str]:
    """Yield what the solution says of all that the claim is about."""
    for one in claims_in(claim):
        if one.name == "value-of":
            yield from _values_found([id_ for id_, _ in one.numbers], solved)
        elif one.name == "value":
            yield _value(solved)
            yield from _steps([0], solved)
        elif one.name == "evaluation-agrees":
            yield _agreement(one, solved)
        elif one.name in _COUNTED:
            yield _COUNTED[one.name](solved)
            if "pruned" in solved.answers:
                yield _skipped(solved)
        elif one.name in ("pruned", "visited"):
            yield from _met(one, solved)
        elif not one.claims:
            yield from (_FACTS[part](solved) for part in sorted(parts_of(one)))


def _met(claim: Claim, solved: Solved) -> Iterator[str]:
    """Yield what the search skips or visits of the nodes of a claim, and why it skipped the first that it did or could not."""
    problem, visited = solved.problem, set(solved.answers["visited"])
    nodes = solved.nodes(claim.ids) or []
    if claim.name == "visited":
        parted = [node for node in nodes if node not in visited]
        yield f"the search does not visit {names(solved.called(parted))}" if parted else "the search visits all of them"
    else:
        yield _skipped(solved)
        below = [leaf for node in nodes for leaf in problem.game.leaves_below(node)]
        parted = [leaf for leaf in below if leaf in visited] or nodes[:1]
    kind = KINDS[problem.kind]
    reached = set(problem.game.reached())  # what lies below a horizon is not skipped, and not visited
    if parted and parted[0] in reached and (why := kind.tutor.why(problem, kind.solve(problem), parted[0])):
        is_said = parted[0] not in visited  # that it is skipped
        yield why.removesuffix(".").removeprefix(f"{names(solved.called(parted[:1]))} is skipped. " if is_said else "")


def _values_found(ids: Sequence[str], solved: Solved) -> Iterator[str]:
    """Yield what nodes are worth, and the steps that give these values."""
    yield _values_of(ids, solved)
    by_id = solved.problem.game.by_id()
    yield from _steps([by_id[id_] for id_ in ids[:_MOST_STEPS]], solved)


def _steps(nodes: Sequence[int], solved: Solved) -> Iterator[str]:
    """Yield how the search finds the value of each of the nodes that it has one of."""
    problem, kind = solved.problem, KINDS[solved.problem.kind]
    solution = kind.solve(problem)
    for node in nodes:
        if node in solution.answers["values"]:
            yield kind.tutor.explain(problem, solution, node, windows=False).removesuffix(".")


def _agreement(claim: Claim, solved: Solved) -> str:
    """Return positions that tell the evaluation from the values, with both numbers of each."""
    pairs = judged_terminals(solved.problem)
    if not pairs:
        return "no terminal position has features"
    told = disorder(pairs) if claim.by == "order" else next(((one,) for one in pairs if one[1] != one[2]), None)
    if told is None:
        return f"it is so for all terminal positions: {_evaluated_as(pairs[:_MOST_SAID], solved)}"
    return _evaluated_as(told, solved)


def _evaluated_as(pairs: Sequence[Judged], solved: Solved) -> str:
    say, ids = solved.problem.say, solved.problem.game.ids
    return listing(
        f"{printable(ids[node])} is worth {say(value)} and evaluated as {say(said)}" for node, value, said in pairs
    )


def _both(claim: Claim, before: Solved, after: Solved) -> Iterator[str]:
    """Yield what the solution says after the change; of what should stay the same, before it too."""
    for one in claims_in(claim):
        if one.name == "same":
            for part in one.parts:
                now = _FACTS[part](after)
                is_same = compared(part, before) == compared(part, after)
                yield f"{now}, as before" if is_same else f"before the change {_FACTS[part](before)}; after it {now}"
        elif not one.claims:
            first, *why = _facts(one, after)
            yield f"after the change {first}"
            yield from why


# facts


def _say(solved: Solved, number: Answer) -> str:
    return solved.problem.say(number)


def _value(solved: Solved) -> str:
    if "value" not in solved.answers:
        return "there is no value"
    return f"the value of the root is {_say(solved, solved.answers['value'])}"


def _values(solved: Solved) -> str:
    return _values_of(solved.called(list(solved.answers.get("values", {}))), solved)


def _values_of(ids: Sequence[str], solved: Solved) -> str:
    values, by_id = solved.answers.get("values", {}), solved.problem.game.by_id()
    said = [
        f"{printable(id_)} is worth {_say(solved, values[by_id[id_]])}"
        if by_id[id_] in values
        else f"{printable(id_)} has no value that the search finds"
        for id_ in ids[:_MOST_SAID]
    ]
    return listing(said) or "no node has a value"


def _best(solved: Solved) -> str:
    """Return the best moves, their number against the next one: 5 against 3 at C."""
    moves = list(solved.moves())
    if not moves:
        return "there is no best move"
    tree: Tree = solved.problem.game
    worth = {child: number for child in tree.children(0) if (number := _worth(solved, child)) is not None}
    best = names(solved.called(moves))
    if len(moves) > 1:
        return f"{best} are equally good" + (f", at {_say(solved, worth[moves[0]])}" if moves[0] in worth else "")
    others = {child: number for child, number in worth.items() if child not in moves}
    if not others or moves[0] not in worth:
        return f"the best move is {best}"
    next_best = max(others.values()) if tree.kind[0] == MAX else min(others.values())
    next_ones = names(solved.called([child for child in others if worth[child] == next_best]))
    return f"the best move is {best}: {_say(solved, worth[moves[0]])} against {_say(solved, next_best)} at {next_ones}"


def _worth(solved: Solved, child: int) -> Answer:
    tree: Tree = solved.problem.game
    return tree.value[child] if tree.kind[child] == LEAF else solved.answers.get("values", {}).get(child)


def _skipped(solved: Solved) -> str:
    return f"the search skips {tops_of(solved.problem.game, solved.answers['pruned'].roots) or 'nothing'}"


def _visited(solved: Solved) -> str:
    return f"the search visits {names(solved.called(solved.answers['visited']))}"


def _evaluated(solved: Solved) -> str:
    return _count(solved.answers["leaves-evaluated"], "leaf is evaluated", "leaves are evaluated")


def _evaluated_of_all(solved: Solved) -> str:
    return f"{_evaluated(solved)}: {_skipped(solved)}" if "pruned" in solved.answers else _evaluated(solved)


def _cutoffs(solved: Solved) -> str:
    told = "there " + _count(len(solved.answers["cutoffs"]), "cutoff", "cutoffs", ("is", "are"))
    where = names(solved.called([cutoff.node for cutoff in solved.answers["cutoffs"]]))
    return f"{told}, at {where}" if where else told


def _count(number: int, one: str, many: str, verbs: tuple[str, str] = ("", "")) -> str:
    is_one = number == 1
    return f"{verbs[not is_one]} {number} {one if is_one else many}".strip()


_FACTS: dict[str, Callable[[Solved], str]] = {
    "value": _value,
    "values": _values,
    "best-move": _best,
    "pruned": _skipped,
    "visited": _visited,
    "leaves-evaluated": _evaluated_of_all,
    "cutoffs": _cutoffs,
}


def _leaves_skipped(solved: Solved) -> str:
    return _count(len(solved.answers["pruned"].leaves), "leaf is skipped", "leaves are skipped")


def _inner_skipped(solved: Solved) -> str:
    tree: Tree = solved.problem.game
    number = len(set(tree.inner()).difference(solved.answers["visited"]))
    return _count(number, "inner node is skipped", "inner nodes are skipped")


_COUNTED: dict[str, Callable[[Solved], str]] = {
    "leaves-evaluated": _evaluated,
    "pruned-leaves": _leaves_skipped,
    "pruned-inner": _inner_skipped,
}


# every tree

_BECAUSE = {
    Sort.NOTHING: "The change changes nothing.",
    Sort.LINEAR: "The change keeps which of two values is larger, and it goes through a sum of outcomes.",
    Sort.INCREASING: "The change keeps which of two values is larger, and nothing else decides.",
    Sort.OTHER: "",
}


def _in_general(searched: Problem, item: Item) -> str:
    """Return why it is a theorem, or a tree that refutes it with the numbers of both."""
    change, parts = item.change, item.claim.parts
    if change is None:
        raise ValueError("what is claimed of every tree is claimed of a change")
    search, sort = SEARCH_OF[searched.kind], sort_of(change)
    if is_theorem(searched, change, parts):
        cuts = "A search that cuts nothing visits every node, whatever the values are."
        by_order = sort in (Sort.LINEAR, Sort.INCREASING) and "best-move" in parts
        return cuts if search is not Search.CUTTING and sort is not Sort.NOTHING and not by_order else _BECAUSE[sort]
    pair = refutation(searched, change, parts)
    if pair is None:
        raise ValueError(f"no stored tree refutes {change} of {parts}")
    before, after = (right_way(problem).solved() for problem in pair)
    part = next(part for part in parts if compared(part, before) != compared(part, after))
    said = [(as_formula(solved.problem), _FACTS[part](solved)) for solved in (before, after)]
    return f"Not in every tree: in {said[0][0]} {said[0][1]}; in {said[1][0]}, which it becomes, {said[1][1]}."


def as_formula(problem: Problem) -> str:
    """Return a small tree as a formula: max(3, chance(0, 5))."""
    tree: Tree = problem.game
    written = [problem.say(value) if (value := tree.value[node]) is not None else "" for node in range(tree.size)]
    for node in range(tree.size - 1, -1, -1):
        if tree.kind[node] != LEAF:
            name = "chance" if tree.kind[node] == CHANCE else "max" if tree.kind[node] == MAX else "min"
            written[node] = f"{name}({', '.join(written[child] for child in tree.children(node))})"
    return written[0]


# wrong rules

WORDINGS = {
    "sign-ignored": Wording(
        "Minus signs in front of values change nothing: every factor counts as positive.",
        "You treat a negative factor as a positive one. It turns the order of all values round.",
        "rule: only increasing changes keep the order",
    ),
    "order-is-enough": Wording(
        "A chance node minds only the order of its values.",
        "You treat a chance node as if only the order of values mattered. It adds them up, so their sizes matter too.",
        "rule: a chance node takes the expected value",
    ),
    "this-tree-is-every-tree": Wording(
        "What holds in this tree holds in every tree.",
        "You go by this one tree. A claim about every tree is false as soon as one tree refutes it.",
        "rule: one counterexample is enough",
    ),
    "mirror-changes-nothing": Wording(
        "The order of the children does not matter to the search.",
        "You treat the order of children as if it did not matter. It decides what alpha-beta has seen when it comes to a node.",
        "rule: a cutoff depends on what was examined before",
    ),
}
"""Wrong rules about claims themselves."""


def clause_of(problem: Problem, name: str, detail: str) -> str:
    """Return a wrong rule as the part of a sentence after "if", with its name."""
    game: Lifted = problem.game
    wording = WORDINGS.get(name) or KINDS[game.searched.kind].wrong.wordings[name]
    said = wording.description.removesuffix(".")
    lowered = said if said[1:2].isupper() else f"{said[:1].lower()}{said[1:]}"
    return f"{lowered} ({name}{f', {detail}' if detail else ''})"
