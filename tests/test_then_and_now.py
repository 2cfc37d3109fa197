"""Sentences on two states ("as before", "again", "still", "already" …) are true of both: each is found, read, and checked against the second solver."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import oracle
import pytest
import students
import yaml
from banked import FOLDERS, KINDS_OF_BANK, ids_of, stated
from conftest import random_problems, read, report_of
from oracle.chance import handed_down, left_over
from second import claims, construct, deepening, max_n
from turns import in_turn
from windows import Deal, dealt

from grader.core.text import printable
from grader.kinds import Exercise
from grader.kinds.about_searches.claims.solve import explain, key_of
from grader.kinds.words import all_wordings

Document = dict[str, Any]

NUMBER = r"-?(?:inf|[0-9]+(?:[./][0-9]+)?)"


def number(text: str) -> Any:
    """Return the number that a sentence holds."""
    text = text.partition(" (about")[0]
    return float(text) if text.endswith("inf") else Fraction(text)


def names_in(text: str) -> list[str]:
    """Return the names of a list in a sentence."""
    return re.split(", | and ", re.sub(r" \(with all below (it|them)\)", "", text)) if text != "nothing" else []


# --- What a change leaves as it was ---------------------------------------------------------------


def state_of(problem: Document) -> Document:
    """Return what the second solver finds in a searched problem, the children of its root and what leaves are worth with it."""
    tree = claims.cut(problem, claims.explicit(problem))
    leaves = {node["id"]: node["value"] for node in claims.nodes(tree) if not claims.children(node)}
    return {**claims.solved(problem), "children": [child["id"] for child in claims.children(tree)], "leaves": leaves}


def is_true_of(said: str, state: Document) -> bool:
    """Return whether a clause about a searched tree is true of it, with all of its numbers and names."""
    head, _, reason = said.partition(": ")
    answers = state["answers"]
    values = answers.get("values", {})
    worth = {child: values.get(child, state["leaves"].get(child)) for child in state["children"]}
    numbers = {claims.number(one) for one in worth.values() if one is not None}
    if found := re.fullmatch(f"the value of the root is ({NUMBER})", head):
        is_true = claims.number(answers["value"]) == number(found[1])
    elif found := re.fullmatch("there is no (value|best move)", head):
        is_true = found[1].replace(" ", "-") not in answers
    elif found := re.fullmatch("([0-9]+) lea(?:f is|ves are) evaluated", head):
        is_true = claims.number(answers["leaves-evaluated"]) == number(found[1])
    elif found := re.fullmatch("the search visits (.*)", head):
        is_true = is_beginning(names_in(found[1]), answers["visited"])
    elif found := re.fullmatch("the search skips (.*)", head):
        is_true = {leaf for name in names_in(found[1]) for leaf in state["below"][name]} == state["skipped"]
    elif found := re.fullmatch(f"the best move is (.*)|(.*) are equally good(?:, at ({NUMBER}))?", head):
        is_true = {*names_in(found[1] or found[2])} == state["best"] and (not found[3] or number(found[3]) in numbers)
    elif found := re.fullmatch(f"({NUMBER}) against ({NUMBER}) at (.*)|at ({NUMBER})", head):
        others = {claims.number(worth[name]) for name in names_in(found[3] or "nothing")}
        is_true = number(found[1] or found[4]) in numbers and others == ({number(found[2])} if found[2] else set())
    else:
        each = re.findall(f"(?:^|, | and )(.+?) (?:is worth ({NUMBER})|has no value that the search finds)", head)
        assert each, said
        is_true = all(
            claims.number(values[name]) == number(text) if text else name not in values for name, text in each
        )
    return is_true and (not reason or is_true_of(reason, state))


def is_beginning(named: list[str], whole: list[str]) -> bool:
    """Return whether a list is told, of a long one its beginning and how many more there are."""
    *first, last = named
    more = re.fullmatch("([0-9]+) more", last)
    return first == whole[: len(first)] and len(whole) - len(first) == int(more[1]) if more else named == whole


THEN_AND_NOW = re.compile("before the change (?P<then>.*); after it (?P<now>.*)", re.DOTALL)
AS_BEFORE = re.compile(
    "(?P<same>.*), as before(?:: before the change (?P<then>.*); after it (?P<now>.*)|[:,] (?P<why>.*))?", re.DOTALL
)


def is_true_of_both(said: str, then: Document, now: Document) -> bool:
    """Return whether a sentence on what a change leaves as it was, or does not, is true of the problem before and after it."""
    found = AS_BEFORE.fullmatch(said) or THEN_AND_NOW.fullmatch(said)
    assert found, said
    of = found.groupdict()
    assert of["then"] is None or of["then"] != of["now"], said
    clauses = [(of.get("same"), then), (of.get("same"), now), (of.get("why"), then), (of.get("why"), now)]
    return all(
        is_true_of(clause, state) for clause, state in [*clauses, (of["then"], then), (of["now"], now)] if clause
    )


COMPARING = re.compile(r"(?:^|(?<=\. ))((?:(?!\. ).)*(?:as before|[Bb]efore the change)(?:(?!\. ).)*?)(?:\.(?= |$))")
CLAIMS = ids_of("claims")


@dealt(4)
def test_what_a_change_leaves_is_said_to_be_as_before_and_nothing_else(deal: Deal, window: int) -> None:
    """The number of leaves stays the same where the leaves do not: of each sentence every part is looked up in both trees."""
    drawn = [data for _, data in random_problems("claims", 93_000, 93_200, window)]
    seen = 0
    for data in deal([*map(stated, CLAIMS), *drawn], window):
        exercise, then = read(data), state_of(claims.changed(data, {}))
        for place, item in enumerate(data["claims"]):
            if "change" in item and "for" not in item:
                now = state_of(claims.changed(data, item))
                for said in COMPARING.findall(
                    explain(exercise.problem, exercise.solution, key_of(exercise.problem, place), windows=False)
                ):
                    clause = re.sub("^(The|There|Before) ", lambda word: word[0].lower(), said)
                    assert is_true_of_both(clause, then, now), (data, item, said)
                    seen += 1
    assert seen > 20


# --- What a search had before, and has still ------------------------------------------------------


class TakenIn(NamedTuple):
    """What a node has before it takes in the value of a child, and after it: the best value, and the window."""

    node: str
    child: str
    best: Any
    better: Any
    before: Any
    after: Any


class Facts:
    """What the second solver finds in a tree, or in each of several: the texts on an exercise are about one of them."""

    def __init__(self, trees: list[tuple[oracle.Node, Document]]) -> None:
        self.taken: list[TakenIn] = []
        self.entered: dict[str, list[Any]] = {}
        self.left: dict[str, list[Any]] = {}
        self.handed: dict[str, list[Any]] = {}
        self.returned: dict[str, list[Any]] = {}
        self.roots, self.problems = [root for root, _ in trees], [problem for _, problem in trees]
        self.above: dict[str, set[str]] = {}
        for root, problem in trees:
            self.look(root, oracle.run_search(root, problem), problem)

    def look(self, root: oracle.Node, trace: oracle.Trace, problem: Document) -> None:
        for node in oracle.inner_nodes(root):
            for below in oracle.breadth_first(node)[1:]:
                self.above.setdefault(below.id, set()).add(node.id)
            if node.id in trace.entry:
                self.entered.setdefault(node.id, []).append(trace.entry[node.id])
                self.left.setdefault(node.id, []).append(trace.exit[node.id])
                self.returned.setdefault(node.id, []).append(trace.returned[node.id])
                children = [child for child in oracle.examined(node, problem) if child in trace.visited]
                (self.weigh if node.player == "chance" else self.fold)(node, children, trace, problem)

    def fold(self, node: oracle.Node, children: list[oracle.Node], trace: oracle.Trace, problem: Document) -> None:
        take, best = (max, -oracle.INFINITY) if node.player == "max" else (min, oracle.INFINITY)
        alpha, beta = trace.entry[node.id]
        for child in children:
            better = take(best, trace.returned.get(child.id, child.value))
            after = (max(alpha, better), beta) if node.player == "max" else (alpha, min(beta, better))
            self.taken.append(TakenIn(node.id, child.id, best, better, (alpha, beta), after))
            self.handed.setdefault(child.id, []).append((alpha, beta))
            best, (alpha, beta) = better, after

    def weigh(self, node: oracle.Node, children: list[oracle.Node], trace: oracle.Trace, problem: Document) -> None:
        done, waiting, window = Fraction(0), list(oracle.examined(node, problem)), trace.entry[node.id]
        bounds = oracle.value_bounds(problem)
        for child in children:
            left = left_over(waiting)
            waiting.remove(child)
            handed = handed_down(window, done, child.probability, left_over(waiting), bounds)
            self.handed.setdefault(child.id, []).append(handed)
            better = done + child.probability * Fraction(trace.returned.get(child.id, child.value))
            possible = tuple(done + oracle.times(left, bound) for bound in bounds)
            self.taken.append(TakenIn(node.id, child.id, possible, (better, left_over(waiting)), window, window))
            done = better

    def any(self, fits: Callable[[TakenIn], bool]) -> bool:
        return any(map(fits, self.taken))


def searched_trees(data: Document) -> list[tuple[oracle.Node, Document]]:
    """Return the trees that alpha-beta searches where an exercise is explained, each with the problem by whose conventions it does."""
    exercise = read(data)
    match data["kind"]:
        case "claims":
            items = [{}, *(item for item in data["claims"] if "change" in item and "for" not in item)]
            each = [claims.changed(data, item) for item in items]
            each = [{**one, "tree": claims.cut(one, claims.explicit(one)), "kind": one["search"]} for one in each]
            plain = [{key: one[key] for key in one if key not in ("depth", "game", "layers")} for one in each]
            trees = [(oracle.read_tree(one), one) for one in plain if one["kind"] == "alpha-beta"]
        case "deepening":
            trees = [(one.root, data) for one in deepening.searches(data)]
        case "construct":
            parts = [(exercise.kind.parts[part], answer) for part, answer in exercise.solution.answers.items()]
            things = [
                part.form.write(exercise.problem, answer) for part, answer in parts if part.name in construct.MAKES
            ]
            trees = [(construct.solved_with(data, thing).root, data) for thing in things]
        case "minimax" | "expectiminimax" | "alpha-beta":
            trees = [(oracle.read_tree(data), data)]
        case _:
            trees = []
    return trees


def is_taken_in(of: dict[str, str | None], facts: Facts) -> bool:
    """Return whether a node that keeps a value had it, and its window was and is as it is said."""
    side = 0 if of["who"] == "MAX" else 1
    best = number(of["kept"] or of["better"] or of["first"] or "0")

    def fits(one: TakenIn) -> bool:
        if one.node != of["node"] or one.better != best or one.after[side] != number(of["to"] or ""):
            return False
        if of["rose"]:
            is_window = one.before[side] == number(of["rose"])
        else:
            is_window = one.before[side] == one.after[side] and (not of["already"] or one.after[side] != best)
        was = {"kept": best, "better": of["old"] and number(of["old"]), "first": (-1, 1)[side] * oracle.INFINITY}
        return is_window and one.best == next(was[key] for key in was if of[key])

    return facts.any(fits)


def has_already(of: dict[str, str | None], facts: Facts) -> bool:
    """Return whether a node above had the number as its best when the node below was entered, which had it as its bound."""
    side, bound = (0, 1)[of["who"] == "MIN"], number(of["bound"] or "")
    is_above = of["holder"] in facts.above.get(of["node"] or "", ())
    is_entered = any(window[side] == bound for window in facts.entered.get(of["node"] or "", ()))
    return is_above and is_entered and facts.any(lambda one: one.node == of["holder"] and one.best == bound)


def is_unchanged(of: dict[str, str | None], facts: Facts) -> bool:
    """Return whether a node was left with the window with which it was entered: this one where it is said."""
    pairs = [pair for node in facts.entered for pair in zip(facts.entered[node], facts.left[node], strict=True)]
    window = (number(of["alpha"]), number(of["beta"] or "")) if of["alpha"] else None
    return any(one == other and window in (None, one) for one, other in pairs)


def is_handed(of: dict[str, str | None], facts: Facts) -> bool:
    """Return whether an outcome was handed the window whose ends the sentence comes to."""
    ends = (number(of["alpha"] or ""), number(of["beta"] or ""))
    return ends in [tuple(one) for one in facts.handed.get(of["node"] or "", ())]


def is_left(of: dict[str, str | None], facts: Facts) -> bool:
    """Return whether so much of the probability was left when the outcomes of a node came to a sum."""
    sums = (number(of["sum"] or ""), number(of["rest"] or ""))
    return facts.any(lambda one: one.node == of["node"] and one.better == sums)


def met_before(of: dict[str, str | None], facts: Facts) -> bool:
    """Return whether two nodes have the same state, and the second is the first with it in the order of a search."""
    nodes = {node.id: node for root in facts.roots for node in oracle.breadth_first(root)}
    again, first = nodes[of["node"] or ""], nodes[of["first"] or ""]
    state = lambda node: (node.state, node.player, None if node.children else node.value)  # noqa: E731
    return again is not first and printable(again.state) == of["state"] and state(again) == state(first)


def never_visited(of: dict[str, str | None], data: Document) -> bool:
    """Return whether a child had no visits when its score was an infinity: in a run it has none yet in some iteration."""
    return data["kind"] != "ucb" or any(arm["id"] == of["node"] and not arm["visits"] for arm in arms(data))


def arms(data: Document) -> list[Document]:
    return [{"id": arm.id, "visits": arm.visits} for arm in oracle.read_arms(data)]


def begins_again(of: dict[str, str | None], data: Document) -> bool:
    """Return whether the number of a move is past the last move."""
    return int(of["number"] or "") > int(of["among"] or "")


def moves_in(text: str) -> list[str]:
    """Return the moves of a list in a sentence, without what they returned."""
    return [re.sub(r"^move | \(.*\)$", "", move) for move in re.split(", | and ", text)]


def goes_to_the_front(of: dict[str, str | None], data: Document) -> bool:
    """Return whether an iteration leaves the moves of the root with one in front, the others as it found them."""
    depth, named = int(of["depth"] or ""), moves_in(of["order"] or "")
    orders = [
        [printable(search.nodes[id_].move) for id_ in search.examined(search.root)]
        for search in deepening.searches(data)[depth - 1 : depth + 1]
    ]
    return orders[1] == named and [move for move in orders[0] if move != named[0]] == named[1:]


def goes_before(of: dict[str, str | None], data: Document) -> bool:
    """Return whether an iteration leaves moves in an order in which it did not find them."""
    depth, names = int(of["depth"] or ""), moves_in(f"{of['first']}, {of['others']}")
    searches = deepening.searches(data)
    found, left = searches[depth - 1], searches[depth]
    moves = {node.id: printable(node.move) for node in found.nodes.values()}

    def orders(search: deepening.Search) -> list[list[str]]:
        return [[moves[id_] for id_ in search.examined(node)] for node in oracle.inner_nodes(found.root)]

    as_left = [[moves[id_] for id_ in left.examined(left.nodes[node.id])] for node in oracle.inner_nodes(found.root)]
    return any(now == names != then for now, then in zip(as_left, orders(found), strict=True))


def is_open(of: dict[str, str | None], facts: Facts) -> bool:
    """Return whether a search returns so much at the root that it is outside of the window with which it began."""
    bound, value = number(of["bound"] or ""), number(of["value"] or "")
    is_outside = value >= bound if of["side"] == "beta" else value <= bound
    return is_outside and value in facts.returned[of["node"] or ""]


def is_unknown(of: dict[str, str | None], facts: Facts) -> bool:
    """Return whether an end of what a leaf can be worth is open."""
    return any(oracle.INFINITY in (-low, high) for low, high in map(oracle.value_bounds, facts.problems))


def is_as_wide(of: dict[str, str | None], facts: Facts) -> bool:
    """Return whether a node was entered with the window of all that leaves can be worth: this one where it is said."""
    widest = [*map(oracle.value_bounds, facts.problems)]
    is_so = [window in widest for window in facts.entered.get(of["node"] or "", ())]
    return any(is_so) and (of["alpha"] is None or (number(of["alpha"]), number(of["beta"] or "")) in widest)


def is_an_end(of: dict[str, str | None], facts: Facts) -> bool:
    """Return whether a node has a number beyond which no leaf lies, on the side that is said."""
    side = 1 if of["side"] == "more" else 0
    return any(oracle.value_bounds(one)[side] == number(of["value"] or "") for one in facts.problems)


def was_possible(of: dict[str, str | None], facts: Facts) -> bool:
    """Return whether a chance node could be worth that, in that window, when it came to a child."""
    ends, window = (
        (number(of[one] or ""), number(of[other] or "")) for one, other in (("low", "high"), ("alpha", "beta"))
    )
    return facts.any(lambda one: (one.node, one.child, one.best, one.before) == (of["node"], of["child"], ends, window))


def nothing_again(of: dict[str, str | None], facts: Facts) -> bool:
    """Return whether no position is met twice."""
    return not any(oracle.play.positions(*tree)[0] for tree in zip(facts.roots, facts.problems, strict=True))


def come_again(of: dict[str, str | None], facts: Facts) -> bool:
    """Return whether these are the nodes whose position was met before."""
    again = [oracle.play.positions(*tree)[0] for tree in zip(facts.roots, facts.problems, strict=True)]
    return {*names_in(of["names"] or "")} in [{printable(node.id) for node in nodes} for nodes in again]


def has_of_a_sum(of: dict[str, str | None], data: Document) -> bool:
    """Return whether players have so much at a node and at its parent from the children that were visited by then."""
    root = max_n.tree_of(data)
    visited, _ = max_n.searched(data, root, "right", {})
    nodes = {node.id: node for node in max_n.by_levels(root)}

    def had(name: str | None, player: str | None, until: max_n.Node | None = None) -> set[Fraction]:
        children = [child for child in max_n.examined(data, nodes[name or ""]) if child in visited]
        seen = children[: children.index(until)] if until else children
        return {max_n.worth_of(data, child, "right", root, {})[data["players"].index(player)] for child in seen}

    is_above = of["other"] is None or number(of["a"] or "") in had(of["parent"], of["other"], nodes[of["node"] or ""])
    return is_above and number(of["has"] or "") in had(of["node"], of["who"])


N = "NAME"
"""Stands for the names of nodes in patterns of sentences, # for a number."""
IN_TREES: dict[str, Callable[[dict[str, str | None], Facts], bool]] = {
    f"(?P<node>{N}) is (?P<who>MAX|MIN)(?:, and (?P<first>#) is its first value| and keeps the (?:larger|smaller): "
    "(?:still (?P<kept>#)|(?P<better>#) instead of (?P<old>#)))(?:, so (?:alpha|beta) (?:stays|(?:rises|falls) from (?P<rose>#) to)"
    "|; (?:alpha|beta) is(?P<already>)) (?P<to>#)(?: already and stays)?": is_taken_in,
    f"(?P<node>{N}) is worth at (?:most|least) [^;]*?, but (?P<who>MAX|MIN) already has (?P<bound>#) at (?P<holder>{N})": has_already,
    "It was entered with (?:that|alpha = (?P<alpha>#) and beta = (?P<beta>#)) and left with the same": is_unchanged,
    f"{N} hands down the window in which its outcome (?P<node>{N}) can still matter: "
    r"alpha = (?:[^=]*= )?(?P<alpha>#)(?: \(clipped to #\))? and beta = (?:(?:(?![.] )[^=])*= )?(?P<beta>#)(?: \(clipped to #\))?"
    "(?=[.](?: |$))": is_handed,
    f"(?P<node>{N}) is a chance node: its outcomes came to [^=]*= (?P<sum>#), and (?P<rest>#) of the probability is left, "
    "so it can still be worth anything": is_left,
    f"(?P<node>{N}) has the state (?P<state>.*?) (?:as a leaf worth #|with (?:MAX|MIN) to move), as (?P<first>{N}) had before": met_before,
    f"That is not (?:above|below) (?P<side>alpha|beta) = (?P<bound>#), with which the search began: "
    f"(?P<node>{N}) is worth at (?:most|least) (?P<value>#), and which move is best remains open": is_open,
    f"{N} has (?:[^=;:]*= )?(?P<value>#) from {N} already, and no leaf is worth (?P<side>more|less)": is_an_end,
    f"(?:alpha = (?P<alpha>#) and beta = (?P<beta>#)(?:, the value bounds)?[.] )?Nothing can cut (?P<node>{N}) before the last outcome that can happen, "
    "since its window is as wide as the value bounds": is_as_wide,
    f"Nothing can cut {N} before the last outcome that can happen, since it is not known what the others can be worth": is_unknown,
    f"When (?P<child>{N}) had its turn, (?P<node>{N}) could still be worth from (?P<low>#) to (?P<high>#) "
    r"\(its window was \[(?P<alpha>#), (?P<beta>#)\]\)": was_possible,
    "No position comes again": nothing_again,
    f"(?P<names>{N}(?:(?:, | and ){N})*) comes? again": come_again,
}
ELSEWHERE: dict[str, Callable[[dict[str, str | None], Document], bool]] = {
    f"(?P<node>{N}) was never visited: its score is inf, so that it is tried before all others": never_visited,
    "its number is (?P<number>[0-9]+), and there (?:is|are) (?P<among>[0-9]+) moves?: counted again from the first": begins_again,
    "After depth (?P<depth>[0-9]+) (?P<first>[^.]*?) goes before (?P<others>.*?)(?=[.](?: |$))": goes_before,
    "After depth (?P<depth>[0-9]+) the best goes to the front, the others stay as they stood: (?P<order>.*?)(?=[.](?: |$))": goes_to_the_front,
    f"At (?P<node>{N}) (?P<who>PLAYER) has (?P<has>#) already(?:, which is all there is|; that leaves PLAYER at most [^=]*= #, "
    f"and (?P<other>PLAYER) has (?P<a>#) at (?P<parent>{N}) already)": has_of_a_sum,
}
OF_CLAIMS = (
    "[^.]* stays? the same(?=[.])",  # what is claimed, true or false
    "[^.]*as before[^.]*(?:[.][0-9][^.]*)*[.]|[Bb]efore the change .*",  # of which the test above looks up each part
)
RULES = (
    "past the last move they are counted again from the first",
    "the own pits again|the same of MIN|puts the last stone into the own store moves again|before that it is the start",
    "No two leaves have the same number|that lead to the same position up to symmetry",
    "A child's prior says how promising it looks before any visit",
    "A position that has been met before on the way, with the same player to move",
    "Beta stands before alpha|the first with (?:the|their) (?:state|position)",
    "whether its position was met before or not",
    r"is missing, and .* belongs before it|expected before (?:NAME)",  # how two entries of one answer stand
)
"""What speaks of no two states: rules of games, and how entries of an answer stand."""
WORDS = re.compile(
    r"\b(?:before|again|still|already|stays?|stayed|unchanged|no longer|any more|remains?|the same|once more)\b"
)


def texts_on(exercise: Exercise, data: Document, answers: list[Any]) -> Iterator[str]:
    """Yield what steps, explanations, the statement and feedback on these answers say of an exercise."""
    yield from (step.sentence for step in exercise.steps())
    yield from exercise.kind.poses(exercise.problem)
    for given in answers:
        report = report_of(exercise, given)
        yield from (entry.message for part in report.parts for entry in part.entries)
        yield from (finding.step for finding in report.findings)


def compiled(pattern: str, exercise: Exercise) -> re.Pattern[str]:
    """Return the pattern with the names of an exercise, and numbers, in their places."""
    game = exercise.problem.game
    for place, known in (("NAME", game.ids), ("PLAYER", getattr(game, "players", ()))):
        names = sorted(map(printable, map(str, known)), key=len, reverse=True)
        pattern = pattern.replace(place, f"(?:{'|'.join(map(re.escape, names)) or '(?!)'})")
    return re.compile(pattern.replace("#", rf"{NUMBER}(?: \(about [^)]*\))?"))


def unread(text: str, exercise: Exercise, data: Document, facts: Facts) -> str:
    """Return what is left of a text when all that it says of two states was found to be true; else say what is not."""
    for patterns, about in ((IN_TREES, facts), (ELSEWHERE, data)):
        for pattern, is_so in patterns.items():
            for found in (known := compiled(pattern, exercise)).finditer(text):
                assert is_so(found.groupdict(), about), (data, found[0])
            text = known.sub("", text)
    for words in (*RULES, *(OF_CLAIMS if data["kind"] == "claims" else ()), rf"\b{N}\b"):
        text = compiled(words, exercise).sub("", text)
    return text


def handed_in(id_: str) -> list[Any]:
    """Return the answers of the first submissions of a problem of the bank."""
    files = sorted((FOLDERS[id_] / "submissions").glob("*.yaml"))
    given = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in files if file.stem != "malformed"]
    return [one["answers"][id_] for one in given[:3] if isinstance(one["answers"].get(id_), dict)]


ODD_IDS = {"ids-that-look-like-numbers", "minimax-yaml-looking-ids"}
"""Problems whose ids other readers of YAML take for dates and truth values."""


def cases(kind: str, window: int) -> Iterator[tuple[Document, list[Any]]]:
    """Yield problems of the bank and drawn ones, each with answers."""
    yield from ((stated(id_), handed_in(id_)) for id_ in ids_of(kind) if id_ not in ODD_IDS)
    for rng, data in random_problems(kind, 94_000, 94_040, window):
        rules = students.rules_of(data)
        followed = [students.follow(data, rule) for rule in rng.sample(rules, min(2, len(rules)))]
        yield data, [students.handed_in(data, one) for one in followed]


@in_turn(3)
@dealt(4)
@pytest.mark.parametrize("kind", KINDS_OF_BANK)
def test_what_is_said_of_two_states_is_true_of_both(kind: str, deal: Deal, window: int) -> None:
    """Every sentence with "before", "again", "still", "already" … is read, and looked up; one that nobody reads is none that may be said."""
    rules = {sentence for wording in all_wordings().values() for sentence in (wording.advice, wording.description)}
    for data, answers in deal(list(cases(kind, window)), window):
        exercise, facts = read(data), Facts(searched_trees(data))
        for text in dict.fromkeys(texts_on(exercise, data, answers)):
            if WORDS.search(text) and text not in rules:
                left = unread(text, exercise, data, facts)
                assert not WORDS.search(left), (data, text, left)
