"""Which of the claims are true: by the right rules, by each wrong rule of the search, and by wrong rules about claims."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from grader.core.answers.case import Answer, Key, Solution
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE
from grader.core.text import printable
from grader.kinds import KINDS
from grader.kinds.about_searches.change import Change, Keeps
from grader.kinds.about_searches.claim import Claim, begun
from grader.kinds.about_searches.claims.theorems import BY_ORDER, Search, is_theorem, why_in_general
from grader.kinds.about_searches.searched import Lifted, as_said
from grader.kinds.about_searches.solved import Rule, Solved, Way, right_way, then_and_now, wrong_ways
from grader.kinds.record import Mistake


class Item(NamedTuple):
    """One claim to judge: `change` is applied to the problem first, which makes it `changed` (None: no change).

    `is_general`: it is claimed of every tree, not of this one. `text` says it in the author's own words, if any.
    """

    id: str
    claim: Claim
    change: Change | None = None
    changed: Problem | None = None
    is_general: bool = False
    text: str = ""

    def of(self, searched: Problem) -> Problem:
        """Return the problem of which it is claimed."""
        return searched if self.changed is None else self.changed

    def say(self, problem: Problem) -> str:
        """Return what is claimed, as a sentence; in the author's own words where there are some."""
        if self.text:
            return printable(self.text, len(self.text))
        said = self.claim.say(problem)
        if self.change is not None:
            said = f"when {self.change.say(problem)}, {said}"
        return begun(f"in every tree: {said}." if self.is_general else f"{said}.", problem)

    @property
    def role(self) -> str:
        """Return what a class report pools claims by: the sort of their change, else of the claim, and whether it is of every tree."""
        name = "combined" if self.claim.claims else self.claim.name
        name = name if self.change is None else self.change.name
        return f"{name}, every tree" if self.is_general else name

    def may_have_witness(self) -> bool:
        """Return whether the claim, true or false, could have a node that shows why."""
        return not self.is_general and self.claim.sort.has_witness


def turned_items(asked: Sequence[Item]) -> tuple[Item, ...]:
    """Return the claims for the mirror image of their tree: an order that a change makes is turned round too."""
    return tuple(item._replace(change=item.change.turned()) if item.change else item for item in asked)


def items_of(problem: Problem) -> Sequence[Item]:
    """Return the claims of a problem."""
    items: Sequence[Item] = problem.game.asked
    return items


# what entries are about: claims, with keys behind those of the nodes


def key_of(problem: Problem, place: int) -> Key:
    """Return the key of a claim, by its place among all."""
    return len(problem.game.searched.game.ids) + place


def item_of(problem: Problem, key: Key) -> Item:
    """Return the claim of a key."""
    item: Item = items_of(problem)[key - key_of(problem, 0)]
    return item


# what claims are true or false of


Truths = Mapping[int, bool]
"""The truth of each claim, by its place."""


class Judging(NamedTuple):
    """The claims of a problem with what they are true or false of: the solved problem, and after its change for each that has one."""

    items: Sequence[Item]
    unchanged: Solved
    after: Mapping[int, Solved]

    def of(self, place: int) -> Solved:
        """Return what a claim is true or false of."""
        return self.after.get(place, self.unchanged)

    def truth(self, place: int) -> bool:
        """Return whether a claim about this tree is true; of one about every tree, whether it holds here."""
        return self.items[place].claim.holds(self.of(place), self.unchanged)

    def truths(self, game: Lifted) -> dict[int, bool]:
        """Return the truth of each claim; what is claimed of every tree is true if it is a theorem."""
        return {
            place: is_theorem(game.searched, item.change, item.claim.parts)
            if item.is_general and item.change is not None
            else self.truth(place)
            for place, item in enumerate(self.items)
        }


def judge(game: Lifted, way_of: Callable[[Problem], Way | None] = right_way) -> Judging | None:
    """Return the claims with what they are true or false of; None where nobody can solve one of the problems in that way."""
    items: Sequence[Item] = game.asked
    way = way_of(game.searched)
    ways = {place: way_of(item.changed) for place, item in enumerate(items) if item.changed is not None}
    after = {place: one.solved([items[place].claim]) for place, one in ways.items() if one is not None}
    if way is None or len(after) < len(ways):
        return None
    return Judging(items, way.solved([item.claim for item in items]), after)


def _rightly(game: Lifted) -> Judging:
    judging = judge(game)
    if judging is None:
        raise ValueError("the right rules solve every problem")
    return judging


def solve(problem: Problem, parts: Collection[str] | None = None) -> Solution:
    """Return the truth of each claim, the true ones, and what shows why; its trace tells what wrong rules make of them."""
    game: Lifted = problem.game
    judging = _rightly(game)
    truths = judging.truths(game)
    answers: dict[str, Answer] = {"claims": {key_of(problem, place): truth for place, truth in truths.items()}}
    shown = {
        key_of(problem, place): found
        for place, item in enumerate(judging.items)
        if item.may_have_witness()
        if (found := item.claim.sort.witnesses(item.claim, judging.of(place), truth=truths[place]))
    }
    if shown:
        answers["because"] = shown
    answers["which"] = [key_of(problem, place) for place, truth in truths.items() if truth]
    return Solution(answers, cache(partial(wrong_truths, game)))


def options(problem: Problem, key: Key) -> Mapping[str, str]:
    """Return what may be written as the witness of a claim, by text: the ids of all nodes, or moves with the ids of their children."""
    searched: Problem = problem.game.searched
    ids = searched.game.ids
    if not item_of(problem, key).claim.sort.names_moves:
        return {str(id_): str(id_) for id_ in ids}
    known = KINDS[searched.kind].parts["best-move"].form.keys.known(searched)  # type: ignore[attr-defined]  # a Choice
    return {text: str(ids[child]) for text, child in known.items()}


# why a claim is true or false: the numbers on which it turns


def explain(problem: Problem, solution: Solution, key: Key, *, windows: bool) -> str:
    """Return the numbers on which a claim turns, in sentences, none of which says the claim itself again."""
    item, searched = item_of(problem, key), as_said(problem)
    if item.is_general and item.change is not None:
        return why_in_general(searched, item.change, item.claim.parts)
    unchanged, own = right_way(searched).solved(), ""
    if item.changed is None:
        facts, own = item.claim.facts(unchanged), item.claim.sentence(searched)
    else:
        after = right_way(item.changed._replace(has_decimals=problem.has_decimals)).solved()
        facts = _then_and_now(item.claim, unchanged, after)
    said = (begun(f"{fact}.", searched) for fact in dict.fromkeys(facts))
    return " ".join(sentence for sentence in said if sentence != own)


def _then_and_now(claim: Claim, before: Solved, after: Solved) -> Iterator[str]:
    """Yield what the solution says after the change; of what should stay the same, before it too."""
    for one in claim.within():
        if one.compares:
            yield from (then_and_now(part, before, after) for part in one.parts)
        elif not one.claims:
            first, *why = one.sort.facts(one, after)
            yield f"after the change {first}"
            yield from why


# wrong rules


class WrongTruths(NamedTuple):
    """A wrong rule with what it makes of the claims: only of those of which it says something else than the right rules do."""

    name: str
    detail: str
    truths: Truths
    twin_of: str = ""


def wrong_truths(game: Lifted) -> list[WrongTruths]:
    """Return what each wrong rule makes of the claims: first the rules about claims, then those of the search."""
    judging = _rightly(game)
    right = judging.truths(game)
    found = [WrongTruths(name, "", rule.rules(game, judging)) for name, rule in RULES.items()]
    found += _of_search(game, right)
    parted = (
        one._replace(truths={key: truth for key, truth in one.truths.items() if truth != right[key]}) for one in found
    )
    return [one for one in parted if one.truths]


def _of_search(game: Lifted, right: Truths) -> Iterator[WrongTruths]:
    """Yield what the wrong rules of the search make of the claims, solving each problem by the rule of the same name.

    A search that has no such rule, as minimax has none about pruning, leaves nothing to do wrong by it.
    """
    known = {id(game.searched): wrong_ways(game.searched)}

    def way_of(rule: Rule, problem: Problem) -> Way | None:
        if rule[0] not in KINDS[problem.kind].wrong.wordings:
            return right_way(problem)
        if id(problem) not in known:
            known[id(problem)] = wrong_ways(problem)
        return known[id(problem)].get(rule)

    for rule, way in known[id(game.searched)].items():
        judging = judge(game, partial(way_of, rule))
        if judging is not None:
            truths = {at: right[at] if item.is_general else judging.truth(at) for at, item in enumerate(judging.items)}
            yield WrongTruths(*rule, truths, way.twin_of)


def _sign_ignored(game: Lifted, judging: Judging) -> dict[int, bool]:
    """Return the truths where `times` is taken as positive."""
    found = {}
    for place, (_, claim, change, _, is_general, _) in enumerate(judging.items):
        if change is not None and (positive := change.without_sign()) != change:
            if is_general:
                found[place] = is_theorem(game.searched, positive, claim.parts)
            else:
                problem = game.searched._replace(game=positive.of_tree(game.searched.game))
                found[place] = claim.holds(right_way(problem).solved([claim]), judging.unchanged)
    return found


def _order_is_enough(game: Lifted, judging: Judging) -> dict[int, bool]:
    """Return the truths where a chance node minds order only, so that every increasing change keeps its moves."""
    found = {}
    for place, (_, claim, change, _, is_general, _) in enumerate(judging.items):
        if change is None or not change.sort.is_of_leaves or not claim.compares or change.keeps() is not Keeps.ORDER:
            continue
        if is_general:
            found[place] = is_theorem(game.searched, change, claim.parts, Search.PLAIN)
        elif CHANCE in game.searched.game.kind:
            left = Claim("same", parts=tuple(part for part in claim.parts if part not in BY_ORDER))
            found[place] = left.holds(judging.of(place), judging.unchanged)
    return found


RULES: dict[str, Mistake[Callable[[Lifted, Judging], dict[int, bool]]]] = {
    "sign-ignored": Mistake(
        _sign_ignored,
        "Minus signs in front of values change nothing: every factor counts as positive.",
        "You treat a negative factor as a positive one. It turns the order of all values round.",
        "rule: only increasing changes keep the order",
    ),
    "order-is-enough": Mistake(
        _order_is_enough,
        "A chance node minds only the order of its values.",
        "You treat a chance node as if only the order of values mattered. It adds them up, so their sizes matter too.",
        "rule: a chance node takes the expected value",
    ),
    "this-tree-is-every-tree": Mistake(
        lambda _, judging: {at: judging.truth(at) for at, item in enumerate(judging.items) if item.is_general},
        "What holds in this tree holds in every tree.",
        "You go by this one tree. A claim about every tree is false as soon as one tree refutes it.",
        "rule: one counterexample is enough",
    ),
    "mirror-changes-nothing": Mistake(
        lambda _, judging: {
            place: item.claim.holds(judging.unchanged, judging.unchanged)
            for place, item in enumerate(judging.items)
            if item.change is not None and item.change.sort.is_of_order
        },
        "The order of the children does not matter to the search.",
        "You treat the order of children as if it did not matter. It decides what alpha-beta has seen when it comes to a node.",
        "rule: a cutoff depends on what was examined before",
    ),
}
"""Wrong rules about claims themselves: the truths that each makes, as far as it has a say."""


def fitting_rules(rules: Sequence[WrongTruths], right: Truths, given: Truths, place: int) -> list[WrongTruths]:
    """Return the wrong rules by which the given truth of a claim is right, the one that agrees with most answers first.

    Of those that agree alike, one about what the search adds to minimax, such as pruning, comes before one about values.
    """
    fitting = [rule for rule in rules if rule.truths.get(place, right[place]) == given[place]]
    names = {rule.name for rule in fitting}
    fitting = [rule for rule in fitting if rule.twin_of not in names]
    plain = KINDS["minimax"].wrong.wordings

    def order(rule: WrongTruths) -> tuple[int, bool]:
        return -sum(rule.truths.get(one, right[one]) == truth for one, truth in given.items()), rule.name in plain

    return sorted(fitting, key=order)


def clause_of(problem: Problem, rule: WrongTruths) -> str:
    """Return a wrong rule as the part of a sentence after "if", with its name."""
    words = RULES.get(rule.name) or KINDS[problem.game.searched.kind].wrong.wordings[rule.name]
    said = words.description.removesuffix(".")
    lowered = said if said[1:2].isupper() else f"{said[:1].lower()}{said[1:]}"
    return f"{lowered} ({rule.name}{f', {rule.detail}' if rule.detail else ''})"
