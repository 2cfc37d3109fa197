"""Claims about a searched problem. A row of `SORTS` is all there is to one sort of claim: how it is read, written, judged, said and proved.

Nothing is computed here: what a claim is about stands in the answers that the solver gave. Numbers are only compared, so
they may be of any sort that compares.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from grader.core.answers import cells as read
from grader.core.answers.case import NotJudged
from grader.core.answers.leaves import pruned_below
from grader.core.data import Data, Plain
from grader.core.errors import Path
from grader.core.games.problem import Problem
from grader.core.games.tree import Tree
from grader.core.linear import Term
from grader.core.numbers import Number, write_number
from grader.core.text import printable, with_capital
from grader.kinds import KINDS
from grader.kinds.about_searches.searched import Amiss, number_in
from grader.kinds.about_searches.solved import (
    COMPARED,
    FACTS,
    Solved,
    agreement,
    first_wrong,
    judged_terminals,
    names,
    skips,
    steps,
    values_of,
    why_skipped,
)
from grader.kinds.record import Kind
from grader.kinds.words import listing

MOST_LEVELS = 8
"""How deep claims may stand in claims: far more than anybody reads."""
MOST_CLAIMS = 100
"""How many claims one claim may be made of."""

RELATIONS: dict[str, tuple[Callable[[Term, Term], bool], str]] = {
    "at-least": (operator.ge, "at least "),
    "at-most": (operator.le, "at most "),
    "above": (operator.gt, "more than "),
    "below": (operator.lt, "less than "),
    "equals": (operator.eq, ""),
}
"""How numbers are compared in claims, and the words for it, by the names that documents have for it."""


class Comparison(NamedTuple):
    """What must be true of a number: of each (relation, bound) that it has."""

    bounds: tuple[tuple[str, Number], ...]

    def holds(self, number: Term) -> bool:
        """Return whether the number is so.

        >>> Comparison((("at-least", 2), ("below", 5))).holds(4)
        True
        """
        return all(RELATIONS[relation][0](number, bound) for relation, bound in self.bounds)

    def say(self, problem: Problem) -> str:
        """Return what is said of the number, in the style of the problem.

        >>> from grader.core.conventions import Conventions
        >>> Comparison((("at-least", 2), ("below", 5))).say(Problem("p", "any", None, Conventions(), (), {}))
        'at least 2 and less than 5'
        """
        return " and ".join(f"{RELATIONS[relation][1]}{problem.say(bound)}" for relation, bound in self.bounds)

    def write(self) -> Plain:
        """Return what is said of the number as a document holds it."""
        if [relation for relation, _ in self.bounds] == ["equals"]:
            return write_number(self.bounds[0][1])
        return {relation: write_number(bound) for relation, bound in self.bounds}


class Claim(NamedTuple):
    """One claim. `name` says of what sort; the other fields hold what it names, as far as it names such things.

    `ids` are nodes or children, `number` what is true of one number and `numbers` of those of some nodes, `parts` what stays
    the same, `by` how values are compared, `claims` the claims of which it is made.
    """

    name: str
    ids: tuple[str, ...] = ()
    number: Comparison = Comparison(())
    numbers: tuple[tuple[str, Comparison], ...] = ()
    parts: tuple[str, ...] = ()
    by: str = ""
    claims: tuple[Claim, ...] = ()

    @property
    def sort(self) -> Sort:
        """Return what claims of this name have in common."""
        return SORTS[self.name]

    def holds(self, solved: Solved, unchanged: Solved | None = None) -> bool:
        """Return whether it is true of the solved problem; `unchanged` is what `same` compares with."""
        return self.sort.holds(self, solved, unchanged)

    @property
    def compares(self) -> bool:
        """Return whether it says what stays the same under a change."""
        return self.sort.beside_change is True

    def reads(self) -> frozenset[str]:
        """Return the parts of answers that it reads."""
        return frozenset(self.parts).union(self.sort.reads, *(one.reads() for one in self.claims))

    def within(self) -> list[Claim]:
        """Return the claim and all of which it is made."""
        found = [self]
        for one in found:
            found += one.claims
        return found

    def write(self) -> dict[str, Plain]:
        """Return it as a document holds it."""
        return {self.name: self.sort.write(self)}

    def say(self, problem: Problem) -> str:
        """Return it as a sentence without a full stop, and without a word on whether it is true; numbers in the style of the problem."""
        return self.sort.say(self, problem)

    def facts(self, solved: Solved) -> Iterator[str]:
        """Yield what the answers say of all that it is about."""
        for one in self.within():
            yield from one.sort.facts(one, solved)

    def sentence(self, problem: Problem) -> str:
        """Return it as a sentence of its own."""
        return begun(f"{self.say(problem)}.", problem)


def begun(said: str, problem: Problem) -> str:
    """Return what is said with a capital letter at its beginning, but where a name stands there: names are as they are."""
    first = said.partition(" ")[0].rstrip(",.:")
    tree: Tree = problem.game
    return said if first in map(printable, (*tree.ids, *tree.moves)) else with_capital(said)


# reading


class Ground(NamedTuple):
    """What claims are read for: the kind that searches, the problem, and which claims have no place (name -> why).

    Without a problem, ids are not looked up: they are names in a tree that is not known yet. `others` are the kinds of the
    other problems that a claim compares with.
    """

    kind: Kind
    problem: Problem | None = None
    refused: Mapping[str, str] = {}  # nobody writes to it
    others: tuple[Kind, ...] = ()


class Stated(NamedTuple):
    """What a document says of a claim, or of a part of one, while it is read: on which ground, and how deep it stands in claims.

    `wrong` is all that is wrong so far, `made` the claims of which the whole is made so far.
    """

    said: Data
    path: Path
    ground: Ground
    wrong: Amiss
    made: list[str]
    level: int = 0

    def claim(self) -> Claim:
        """Return the claim, or one of which it is made."""
        ((name, said),) = self.said.items()
        self.made.append(name)
        inside = self._replace(said=said, path=(*self.path, name), level=self.level + 1)
        if self.level == MOST_LEVELS:
            self.wrong.append((f"claims stand in claims more than {MOST_LEVELS} levels deep", self.path))
        elif len(self.made) == MOST_CLAIMS + 1:
            self.wrong.append((f"is made of more than {MOST_CLAIMS} claims", self.path))
        elif len(self.made) <= MOST_CLAIMS and inside.has_place(name):
            return SORTS[name].read(inside)
        return Claim(name)

    def has_place(self, name: str) -> bool:
        """Return whether a claim has a place, and the searches say something of it; what is wrong is noted."""
        if name in self.ground.refused:
            self.wrong.append((self.ground.refused[name], self.path))
            return False
        sort = SORTS[name]
        for kind in (self.ground.kind, *(self.ground.others if sort.beside_change else ())):
            if missing := [part for part in sort.parts(self) if part not in kind.parts]:
                able = next(other for other in KINDS if missing[0] in KINDS[other].parts)
                message = f"{kind.name} says nothing of {missing[0]}, expected a search such as {able}"
                self.wrong.append((message, self.path))
                return False
        return True

    def each(self) -> Iterator[Stated]:
        """Yield what is said of each, where a list or a mapping stands; else all of it."""
        if isinstance(self.said, dict | list):
            entries = self.said.items() if isinstance(self.said, dict) else enumerate(self.said)
            yield from (self._replace(said=said, path=(*self.path, at)) for at, said in entries)
        else:
            yield self

    def names(self) -> list[str]:
        """Return the names that are listed, or the one that stands there."""
        return [str(one.said).strip() for one in self.each()]

    def comparison(self) -> Comparison:
        """Return what is said of a number: that it is one, or how it compares with some."""
        relations = self.said if isinstance(self.said, dict) else ["equals"]
        numbers = (number_in(one.said, one.path, self.wrong) for one in self.each())
        return Comparison(tuple(zip(relations, numbers, strict=True)))

    def node(self, part: str = "") -> str:
        """Return the id of the node that is named; of a child that the part's form knows by its move too."""
        problem = self.ground.problem
        if problem is None:
            return str(self.said).strip()
        keys = self.ground.kind.parts[part].form.keys if part else None  # type: ignore[attr-defined]  # a Choice
        known = problem.game.by_id() if keys is None else keys.known(problem)
        what = "node" if keys is None else keys.what
        try:
            return str(problem.game.ids[read.name(self.said, known, what, self.path).value])
        except NotJudged as failure:
            self.wrong.append((failure.message, failure.path))
            return str(self.said).strip()


def read_claim(raw: Mapping[str, Plain], path: Path, ground: Ground) -> tuple[Claim | None, Amiss]:
    """Return the claim, which fits its schema, and what is wrong with it; None where anything is."""
    stated = Stated(raw, path, ground, Amiss(), [])
    claim = stated.claim()
    return (None if stated.wrong else claim), stated.wrong


# what each sort of claim says


class TurnsOn(Enum):
    """The numbers that decide whether a claim is true, where it is so few that they can be told."""

    SCORES = "the scores of the root's children"
    MOVES = "the values of the root's children"
    ROOT = "the value of the root"


class Sort:
    """What claims of one name have in common. `reads` are the parts of answers that all of them read."""

    has_witness = False
    """Whether there can be a node that shows why one is true or false."""
    beside_change: bool | None = None
    """Whether one has a place only beside a change, whose before and after it compares, or only without one (None: both)."""
    turns_on: TurnsOn | None = None
    names_moves = False
    """Whether moves, as answers write them, are what it names."""
    is_of_all_moves = False
    """Whether it is about all moves that are best, whatever `tie` says."""
    is_exact = False
    """Whether it names all that is so: then a part of it can be right."""

    def __init__(self, name: str, *reads: str) -> None:
        self.name, self.reads = name, reads

    def read(self, stated: Stated) -> Claim:
        """Return the claim of which a document says so much."""
        raise NotImplementedError

    def parts(self, stated: Stated) -> Sequence[str]:
        """Return the parts of answers that a claim reads of which a document says so much."""
        return self.reads

    def values(self, claim: Claim) -> Sequence[Comparison]:
        """Return what it says of values of nodes."""
        return ()

    def write(self, claim: Claim) -> Plain:
        """Return what a document says of it."""
        return list(claim.parts or claim.ids)

    def holds(self, claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
        """Return whether it is true."""
        raise NotImplementedError

    def say(self, claim: Claim, problem: Problem) -> str:
        """Return it in words."""
        raise NotImplementedError

    def facts(self, claim: Claim, solved: Solved) -> Iterator[str]:
        """Yield what the answers say of what it is about."""
        return map(solved.fact, sorted(claim.reads()))

    def witnesses(self, claim: Claim, solved: Solved, *, truth: bool) -> list[str]:
        """Return the ids of the nodes of which each shows why it is true or false; none where there is nothing to name."""
        return []


class _OfNumber(Sort):
    """A number is so: what `found` is. `one` says it where it is 1, else `many`."""

    def __init__(self, name: str, reads: tuple[str, ...], found: Callable[[Solved], Term | None], *words: str) -> None:
        super().__init__(name, *reads)
        self.found, self.words = found, words

    def read(self, stated: Stated) -> Claim:
        return Claim(self.name, number=stated.comparison())

    def write(self, claim: Claim) -> Plain:
        return claim.number.write()

    def holds(self, claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
        number = self.found(solved)
        return number is not None and claim.number.holds(number)

    def _said(self, text: str, number: Term | None) -> str:
        return self.words[0 if number == 1 else -1].format(text)

    def say(self, claim: Claim, problem: Problem) -> str:
        return self._said(claim.number.say(problem), claim.number.bounds[-1][1])


class _Value(_OfNumber):
    turns_on = TurnsOn.ROOT

    def values(self, claim: Claim) -> Sequence[Comparison]:
        return (claim.number,)

    def facts(self, claim: Claim, solved: Solved) -> Iterator[str]:
        yield solved.fact("value")
        yield from steps(solved.called([0]), solved)


class _Count(_OfNumber):
    def facts(self, claim: Claim, solved: Solved) -> Iterator[str]:
        yield self._said(str(self.found(solved)), self.found(solved))
        if "pruned" in solved.answers:
            yield skips(solved)


class _Values(Sort):
    def read(self, stated: Stated) -> Claim:
        numbers = ((one._replace(said=one.path[-1]).node(), one.comparison()) for one in stated.each())
        return Claim(self.name, numbers=tuple(numbers))

    def values(self, claim: Claim) -> Sequence[Comparison]:
        return [wanted for _, wanted in claim.numbers]

    def write(self, claim: Claim) -> Plain:
        return {node: wanted.write() for node, wanted in claim.numbers}

    def holds(self, claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
        values, by_id = solved.answers.get("values", {}), solved.problem.game.by_id()
        return all(by_id.get(id_) in values and wanted.holds(values[by_id[id_]]) for id_, wanted in claim.numbers)

    def say(self, claim: Claim, problem: Problem) -> str:
        return listing(f"the value of {printable(id_)} is {wanted.say(problem)}" for id_, wanted in claim.numbers)

    def facts(self, claim: Claim, solved: Solved) -> Iterator[str]:
        ids = [id_ for id_, _ in claim.numbers]
        yield values_of(ids, solved)
        yield from steps(ids, solved)


class _Choice(Sort):
    """A child is among those that a part of one answer names."""

    turns_on = TurnsOn.SCORES

    def read(self, stated: Stated) -> Claim:
        return Claim(self.name, ids=(stated.node(self.reads[0]),))

    def write(self, claim: Claim) -> Plain:
        return claim.ids[0]

    def holds(self, claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
        return claim.ids[0] in solved.called(solved.answers.get(self.reads[0], ()))

    def say(self, claim: Claim, problem: Problem) -> str:
        return f"{printable(claim.ids[0])} is selected"


class _OfMove(_Choice):
    """A move is a best one: `is_of_all_moves` the only one."""

    has_witness = names_moves = True
    turns_on = TurnsOn.MOVES

    def __init__(self, name: str, *, is_only: bool) -> None:
        super().__init__(name, "best-move")
        self.is_of_all_moves = is_only

    def holds(self, claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
        if self.is_of_all_moves:
            return list(claim.ids) == solved.called(solved.moves())
        return super().holds(claim, solved, unchanged)

    def say(self, claim: Claim, problem: Problem) -> str:
        """Return it in words: the move as answers write it, and the child that it leads to where that is called otherwise."""
        id_, game = claim.ids[0], problem.game
        node = None if game is None else game.by_id().get(id_)
        called = id_ if node is None else str(game.moves[node])
        move = printable(id_) if called == id_ else f"{printable(called)} (to {printable(id_)})"
        which = "the only" if self.is_of_all_moves else "a" if problem.conventions.tie == "any" else "the"
        return f"{move} is {which} best move"

    def facts(self, claim: Claim, solved: Solved) -> Iterator[str]:
        """Yield the best moves with their number, and which of several counts."""
        tie = solved.problem.conventions.tie
        is_decided = not self.is_of_all_moves and tie != "any" and len(solved.moves()) > 1
        yield f"{solved.fact('best-move')}{f', and the one examined {tie} counts' * is_decided}"

    def witnesses(self, claim: Claim, solved: Solved, *, truth: bool) -> list[str]:
        """Return the best moves, or the others that are best too."""
        best = solved.called(solved.moves() if self.is_of_all_moves else solved.answers.get("best-move", ()))
        return [] if truth else [id_ for id_ in best if not self.is_of_all_moves or id_ not in claim.ids]


class _OfNodes(Sort):
    """Something is so of each node that is listed."""

    def __init__(self, name: str, words: str, *reads: str) -> None:
        super().__init__(name, *reads)
        self.words = words

    def read(self, stated: Stated) -> Claim:
        return Claim(self.name, ids=tuple(one.node() for one in stated.each()))

    def say(self, claim: Claim, problem: Problem) -> str:
        return self.words.format(names(claim.ids), "is" if len(claim.ids) == 1 else "are")


def _leaves_named(claim: Claim, solved: Solved) -> frozenset[int] | None:
    """Return the leaves at or below the nodes of the claim; None where there is no such node."""
    nodes = solved.nodes(claim.ids)
    return None if nodes is None else pruned_below(solved.problem.game, nodes).leaves


class _Pruned(_OfNodes):
    has_witness = True

    def holds(self, claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
        listed = _leaves_named(claim, solved)
        return listed is not None and frozenset() < listed <= solved.skipped_leaves()

    def facts(self, claim: Claim, solved: Solved) -> Iterator[str]:
        yield skips(solved)
        visited, nodes = set(solved.answers["visited"]), solved.nodes(claim.ids) or []
        below = (leaf for node in nodes for leaf in solved.problem.game.leaves_below(node) if leaf in visited)
        for node in [*below, *nodes][:1]:
            yield from why_skipped(node, solved)

    def witnesses(self, claim: Claim, solved: Solved, *, truth: bool) -> list[str]:
        tree: Tree = solved.problem.game
        nodes, visited = [tree.by_id()[id_] for id_ in claim.ids], set(solved.answers["visited"])
        if truth:
            return [tree.ids[next(node for node in reversed(tree.path_to(nodes[0])) if node in visited)]]
        below = dict.fromkeys(leaf for node in nodes for leaf in tree.leaves_below(node))
        return solved.called(leaf for leaf in below if leaf in visited)


class _PrunedExactly(_OfNodes):
    is_exact = True

    def holds(self, claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
        return _leaves_named(claim, solved) == solved.skipped_leaves()

    def say(self, claim: Claim, problem: Problem) -> str:
        return super().say(claim, problem) if claim.ids else "nothing is skipped"


class _Visited(_OfNodes):
    has_witness = True

    def holds(self, claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
        nodes = solved.nodes(claim.ids)
        return nodes is not None and set(solved.answers["visited"]).issuperset(nodes)

    def facts(self, claim: Claim, solved: Solved) -> Iterator[str]:
        visited = set(solved.answers["visited"])
        missed = [node for node in solved.nodes(claim.ids) or () if node not in visited]
        yield f"the search does not visit {names(solved.called(missed))}" if missed else "the search visits all of them"
        for node in missed[:1]:
            yield from why_skipped(node, solved)

    def witnesses(self, claim: Claim, solved: Solved, *, truth: bool) -> list[str]:
        by_id, visited = solved.problem.game.by_id(), set(solved.answers["visited"])
        return [] if truth else [id_ for id_ in dict.fromkeys(claim.ids) if by_id[id_] not in visited]


class _Same(Sort):
    beside_change = True

    def parts(self, stated: Stated) -> Sequence[str]:
        return stated.names()

    def read(self, stated: Stated) -> Claim:
        return Claim(self.name, parts=tuple(part for part in COMPARED if part in stated.names()))

    def holds(self, claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
        if unchanged is None:
            raise ValueError("what stays the same is claimed of a problem and another one")
        return all(solved.compared(part) == unchanged.compared(part) for part in claim.parts)

    def say(self, claim: Claim, problem: Problem) -> str:
        stay = "stay" if len(claim.parts) > 1 else "stays"
        return f"{listing(FACTS[part].called for part in claim.parts)} {stay} the same"


class _Agrees(Sort):
    """An evaluation and the values of terminal positions agree: in their `order`, or as `values`."""

    beside_change = False

    def read(self, stated: Stated) -> Claim:
        problem = stated.ground.problem
        if problem is not None and getattr(problem.game, "evaluation", None) is None:
            stated.wrong.append(("is said of an evaluation; expected the field evaluation", stated.path))
        return Claim(self.name, by=str(stated.said))

    def write(self, claim: Claim) -> Plain:
        return claim.by

    def holds(self, claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
        pairs = judged_terminals(solved.problem)
        return bool(pairs) and not first_wrong(pairs, claim.by)

    def say(self, claim: Claim, problem: Problem) -> str:
        if claim.by == "order":
            return "the evaluation orders the terminal positions as their values do"
        return "the evaluation gives every terminal position its value"

    def facts(self, claim: Claim, solved: Solved) -> Iterator[str]:
        yield agreement(claim.by, solved)


class _Made(Sort):
    """A claim that is made of others: all of them hold, or one does."""

    def __init__(self, name: str, whether: Callable[[Iterable[bool]], bool], head: str, link: str) -> None:
        super().__init__(name)
        self.whether, self.head, self.link = whether, head, link

    def read(self, stated: Stated) -> Claim:
        return Claim(self.name, claims=tuple(one.claim() for one in stated.each()))

    def write(self, claim: Claim) -> Plain:
        return [one.write() for one in claim.claims]

    def holds(self, claim: Claim, solved: Solved, unchanged: Solved | None) -> bool:
        return self.whether(one.holds(solved, unchanged) for one in claim.claims)

    def say(self, claim: Claim, problem: Problem) -> str:
        """Return the claims with a link; where they are made of others themselves, with a head and in brackets."""
        said = [one.say(problem) for one in claim.claims]
        if any(one.claims for one in claim.claims):
            return f"{self.head}: {'; '.join(f'({one})' for one in said)}"
        return f" {self.link} ".join(said) if len(said) < 3 else f"{self.head}: {'; '.join(said)}"

    def facts(self, claim: Claim, solved: Solved) -> Iterator[str]:
        return iter(())


class _Not(_Made):
    def read(self, stated: Stated) -> Claim:
        return Claim(self.name, claims=(stated.claim(),))

    def write(self, claim: Claim) -> Plain:
        return claim.claims[0].write()

    def say(self, claim: Claim, problem: Problem) -> str:
        return f"it is false that {claim.claims[0].say(problem)}"


_ROWS = (
    _Value("value", ("value",), lambda solved: solved.answers.get("value"), "the value of the root is {}"),
    _Values("value-of", "values"),
    _OfMove("best-move", is_only=False),
    _OfMove("only-best-move", is_only=True),
    _Pruned("pruned", "{} {} skipped", "pruned", "visited"),
    _PrunedExactly("pruned-exactly", "{} and nothing else {} skipped", "pruned"),
    _Visited("visited", "{} {} visited", "visited"),
    _Count(
        "leaves-evaluated",
        ("leaves-evaluated",),
        lambda solved: solved.answers.get("leaves-evaluated"),
        "{} leaf is evaluated",
        "{} leaves are evaluated",
    ),
    _Count(
        "pruned-leaves",
        ("pruned",),
        lambda solved: len(solved.skipped_leaves()),
        "{} leaf is skipped",
        "{} leaves are skipped",
    ),
    _Count(
        "pruned-inner",
        ("pruned", "visited"),
        lambda solved: len(set(solved.problem.game.inner()).difference(solved.answers["visited"])),
        "{} inner node is skipped",
        "{} inner nodes are skipped",
    ),
    _OfNumber(
        "cutoffs",
        ("cutoffs",),
        lambda solved: len(solved.answers["cutoffs"]),
        "there is {} cutoff",
        "there are {} cutoffs",
    ),
    _Choice("choice", "choice"),
    _Same("same"),
    _Agrees("evaluation-agrees"),
    _Not("not", lambda truths: not any(truths), "", ""),
    _Made("all", all, "all of these hold", "and"),
    _Made("any", any, "at least one of these holds", "or"),
)
SORTS: dict[str, Sort] = {sort.name: sort for sort in _ROWS}


def refused(why: str, *, beside_change: bool) -> dict[str, str]:
    """Return the claims that have no place where there is no change, or (not `beside_change`) where there is one, with the reason."""
    return {name: why for name, sort in SORTS.items() if sort.beside_change is beside_change}
