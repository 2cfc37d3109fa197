"""True or false: claims about the search of a tree, each of the tree as it is, after one change, or of every tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from grader.core.answers.case import Action, Case, Key, Solution, Step, Tutor
from grader.core.answers.cells import TRUTH
from grader.core.answers.choices import ALL_OR_NOTHING, EachChoice, KeySet
from grader.core.answers.forms import Each
from grader.core.answers.part import Keys, Part, Roles
from grader.core.answers.reports import Verdict, Written
from grader.core.conventions import Conventions
from grader.core.data import Plain, grouped, stated
from grader.core.documents import Document
from grader.core.drawing.diagram import Diagram, Numbers, Remark
from grader.core.drawing.outline import changed_from
from grader.core.errors import Fault, Path
from grader.core.games.problem import Problem
from grader.core.text import printable
from grader.kinds import KINDS
from grader.kinds.about_searches.change import read_change
from grader.kinds.about_searches.claim import Claim, Ground, read_claim, refused
from grader.kinds.about_searches.claims.solve import (
    Item,
    clause_of,
    explain,
    fitting_rules,
    item_of,
    items_of,
    key_of,
    options,
    solve,
)
from grader.kinds.about_searches.claims.theorems import OF_EVERY_TREE
from grader.kinds.about_searches.searched import Amiss, Lifted, as_said, game_posed, read_searched, write_searched
from grader.kinds.about_searches.solved import conventions_of, rests_of
from grader.kinds.entries import always
from grader.kinds.record import GameFormat, Kind, Rests, View, Wrong, by_name
from grader.kinds.words import listing

SEARCHES = ("minimax", "alpha-beta", "expectiminimax")
_MOST_NAMED = 3
OWN_CONVENTIONS = ("guessing",)
_MOST_NODES = 20_000
"""Nodes of the tree and of all changed trees together: a wrong answer has each of them searched by every wrong rule."""

_EVERY_TREE = "every-tree"
_ONLY_CHANGED = "says what stays the same; expected only beside a change"
_NEVER_CHANGED = "is said of the problem as it is; expected no change beside it"


def read_items(document: Document, conventions: Conventions) -> tuple[Lifted | None, list[Fault], list[str]]:
    """Return the game of a document with `search` and `claims`, what is wrong with it, and warnings."""
    searched, faults, warnings = read_searched(document, conventions, OWN_CONVENTIONS)
    if faults:
        return None, faults, warnings
    amiss = Amiss()
    items = [_item(document, searched, place, amiss) for place, _ in enumerate(document.data["claims"])]
    seen = Counter[str]()
    for place, item in enumerate(items):
        if item.id in seen:
            message = f'the id "{printable(item.id)}" stands at two claims, expected once'
            amiss.append((message, ("claims", place, "id")))
        seen[item.id] += 1
    trees = 1 + sum(item.changed is not None for item in items)
    if trees * len(searched.game.ids) > _MOST_NODES:
        message = f"the tree and its changes have more than {_MOST_NODES:,} nodes together; expected a smaller tree"
        amiss.append((message, ("claims",)))
    game = None if amiss else Lifted(searched, tuple(items), tuple(item.id for item in items))
    return game, document.faults(amiss), warnings


def _item(document: Document, searched: Problem, place: int, amiss: Amiss) -> Item:
    raw, path = document.data["claims"][place], ("claims", place)
    is_general = raw.get("for") == _EVERY_TREE
    item = Item(str(raw["id"]).strip(), Claim(""), is_general=is_general, text=(raw.get("text") or "").strip())
    if raw.get("change") is not None:
        change, wrong = read_change(raw["change"], (*path, "change"), searched)
        problem, more = (None, []) if change is None else change.made(document, searched, (*path, "change"))
        amiss += [*wrong, *more]
        if problem is None:
            return item
        item = item._replace(change=change, changed=problem)
    kind, problem = KINDS[searched.kind], item.of(searched)
    misplaced = refused(_NEVER_CHANGED if item.change else _ONLY_CHANGED, beside_change=item.change is None)
    ground = Ground(KINDS[problem.kind], problem, misplaced, (kind,) if item.change else ())
    claim, wrong = read_claim(raw["claim"], (*path, "claim"), ground)
    amiss += wrong
    if claim is not None and is_general:
        amiss += _amiss_in_general(item, claim, searched, path)
    return item if claim is None else item._replace(claim=claim)


def _amiss_in_general(item: Item, claim: Claim, searched: Problem, path: Path) -> Amiss:
    """Return what is wrong with a claim about every tree: it is about a change of all leaves, and the full window."""
    amiss = Amiss()
    if item.change is None or not item.change.sort.is_of_leaves:
        amiss.append(("is asked of a change of all leaves; expected affine, power or clip beside it", (*path, "for")))
    if not claim.compares:
        amiss.append(("is asked of what stays the same; expected a claim same", (*path, "for")))
    for part in claim.parts:
        if part not in OF_EVERY_TREE:
            message = f"{part} is not asked of every tree, expected {', '.join(OF_EVERY_TREE)}"
            amiss.append((message, (*path, "claim", claim.name)))
    for name in ("initial-window", "value-bounds"):
        if name in searched.conventions.stated:
            amiss.append((f"is asked under the full window; expected no {name}", (*path, "for")))
    return amiss


def write_items(problem: Problem) -> dict[str, Plain]:
    """Return the fields of a document that state what is searched and claimed."""
    return {**write_searched(problem.game.searched), "claims": [_write_item(item) for item in items_of(problem)]}


def _write_item(item: Item) -> dict[str, Plain]:
    change = None if item.change is None else item.change.write()
    of = _EVERY_TREE if item.is_general else None
    return stated({"id": item.id, "claim": item.claim.write(), "change": change, "for": of, "text": item.text or None})


# what entries are about


def _all(problem: Problem) -> Sequence[Key]:
    return [key_of(problem, place) for place, _ in enumerate(items_of(problem))]


CLAIM_KEYS = Keys(
    "claim",
    lambda problem: {item_of(problem, key).id: key for key in _all(problem)},
    lambda problem, key: item_of(problem, key).id,
    lambda problem, key: item_of(problem, key).say(as_said(problem)),
)


_ROLES = Roles(lambda problem, _: {key: item_of(problem, key).role for key in _all(problem)})

# marks and words


def _truth_is_right(case: Case, key: Key) -> bool:
    """Return whether a witness counts: the claim itself is judged rightly, where that is asked."""
    if "claims" not in case.problem.ask:
        return True
    written = (case.given("claims") or {}).get(key)
    return written is not None and bool(written.value == case.solution.answers["claims"][key])


def _why(case: Case, key: Key) -> str:
    given = (case.given("claims") or {}).items()
    truths = {one: written.value for one, written in given if isinstance(written, Written)}
    clauses = _otherwise(case, key, truths)
    rules = f"It would be {TRUTH.show(case.problem, truths[key])} if {', or if '.join(clauses)}." if clauses else ""
    return f"{case.explain(key)} {rules}".strip()


def _otherwise(case: Case, key: Key, given: Mapping[Key, bool]) -> list[str]:
    """Return the wrong rules by which the given truth of a claim would be right: those first that agree with most of the given truths."""
    if key not in given:
        return []
    first, right = key_of(case.problem, 0), case.solution.answers["claims"]
    right_at, given_at = ({one - first: truth for one, truth in truths.items()} for truths in (right, given))
    fitting = fitting_rules(case.solution.trace(), right_at, given_at, key - first)
    return [clause_of(case.problem, rule) for rule in fitting[:_MOST_NAMED]]


def _why_these(case: Case, key: Key) -> str:
    """Return why the claims that are listed wrongly or left out are false or true, of many the first ones; then each wrong rule once."""
    given = case.given("which")
    if given is None:
        return ""
    truths = {key: key in given.value for key in case.solution.answers["claims"]}
    wrong = sorted({*case.expected("which")} ^ {*given.value})[:_MOST_NAMED]
    names = {one: printable(item_of(case.problem, one).id) for one in wrong}
    rules = grouped((clause, names[one]) for one in wrong for clause in _otherwise(case, one, truths))
    said = [f"{name}: {case.explain(one)}" for one, name in names.items()]
    alike = grouped((listing(of), clause) for clause, of in rules.items())
    said += [f"What you say of {of} would be right if {', or if '.join(clauses)}." for of, clauses in alike.items()]
    return " ".join(said)


def steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the steps of the search as it is, then each claim with the numbers on which it turns."""
    searched, done = as_said(problem), 0
    kind = KINDS[searched.kind]
    for step in kind.tutor.steps(searched, kind.solve(searched)):
        done = step.done
        yield step
    changed = _changed_trees(problem, items_of(problem), Numbers.VALUES)
    stated = kind.draw(View(searched))[0]
    for key, truth in solution.answers["claims"].items():
        item = item_of(problem, key)
        claim = f"{printable(item.id)}: {item.say(searched)}"
        why = explain(problem, solution, key, windows=False)
        yield Step(
            Action.CLAIM,
            key,
            f"{claim} This is {'true' if truth else 'false'}. {why}",
            done=done,
            claim=claim,
            holds=truth,
            beside=() if item.change is not None or item.is_general else tuple(_marked(searched, item, truth=truth)),
            changed=tuple(_changing(stated, changed[item.id])) if item.id in changed else (),
            is_of_another=item.is_general or (item.change is not None and item.id not in changed),
            other=changed.get(item.id),
            look_at=_look_at(searched, item),
            rule=RULE,
            unfinished=_question_of(searched, item),
        )


RULE = "A claim is true or false of what the search finds"


def _look_at(searched: Problem, item: Item) -> str:
    """Return the nodes that a claim names; of one that names none the root."""
    named = dict.fromkeys(id_ for claim in item.claim.within() for id_ in claim.ids)
    return listing(map(printable, named or searched.game.ids[:1]))


def _question_of(searched: Problem, item: Item) -> str:
    """Return what tells whether a claim is true: what the search finds of that which it is about."""
    if item.is_general:
        return "Is there a tree of which it is not so?"
    parts = KINDS[searched.kind].parts
    read = dict.fromkeys(part for one in item.claim.within() for part in one.sort.reads[:1])
    found = listing(parts[part].wanted for part in read if part in parts) or "what the search finds"
    of = "" if item.change is None else " with the change"
    return f"Find out{of}: {found}. Is it as claimed?"


def _changing(stated: Diagram, changed: Diagram) -> Iterator[int]:
    """Yield the nodes of the stated tree at which a change makes something another."""
    keys = (stated.nodes[place].key for place in changed_from(changed, stated))
    yield from (key for key in keys if key is not None)


def _marked(searched: Problem, item: Item, *, truth: bool) -> Iterator[tuple[int, str]]:
    """Yield the nodes that a claim names, or the root, with what becomes of it."""
    by_id = searched.game.by_id()
    named = dict.fromkeys(by_id[id_] for one in item.claim.within() for id_ in one.ids if id_ in by_id)
    yield from ((node, f"{printable(item.id)}: {TRUTH.show(searched, truth)}") for node in named or (0,))


def poses(problem: Problem) -> list[str]:
    """Return the rules of a game that is played, then the claims, a line each."""
    searched = as_said(problem)
    return [*game_posed(problem), *(f"{printable(item.id)}. {item.say(searched)}" for item in items_of(problem))]


def rests(kind: Kind, problem: Problem) -> Rests:
    """Return the conventions of the searches and of marking, and what the claims read."""
    items = items_of(problem)
    problems = [problem.game.searched, *(item.changed for item in items if item.changed is not None)]
    found = [rests_of(searched, [item.claim for item in items]) for searched in problems]
    conventions = dict.fromkeys(name for one in found for name in one.conventions)
    return Rests([*conventions, *OWN_CONVENTIONS], {*found[0].parts, *problem.ask})


# what there is to see: the tree; with the solution each changed tree beside it, with its own numbers

_MOST_DRAWN = 400
"""Nodes of all changed trees that are drawn: more pictures show less."""


def draw(view: View) -> Sequence[Diagram]:
    """Return the tree; with the solution also the changed trees, each once, as far as there is room: where answers were marked, those of wrong ones."""
    problem, numbers = view.problem, view.numbers
    searched = as_said(problem)
    if view.solution is None:
        return (KINDS[searched.kind].draw(View(searched, numbers=numbers))[0],)
    right = _right_claims(view)
    items = [item for item in items_of(problem) if printable(item.id) not in right]
    changed = _changed_trees(problem, items, numbers)
    alike = grouped((tree.title.removeprefix(f"{printable(id_)}: "), id_) for id_, tree in changed.items())
    return [
        _solved(searched, numbers),
        *(_titled(changed[ids[0]], f"{listing(map(printable, ids))}: {when}") for when, ids in alike.items()),
    ]


def _changed_trees(problem: Problem, items: Sequence[Item], numbers: Numbers) -> dict[str, Diagram]:
    """Return by the ids of claims about a change the trees after it, as far as there is room, with what was another before."""
    searched, left = as_said(problem), _MOST_DRAWN
    drawn: dict[str, Diagram] = {}
    stated = KINDS[searched.kind].draw(View(searched))[0]
    for item in items:
        if item.change is None or item.changed is None or item.is_general:
            continue
        left -= len(item.changed.game.ids)
        if left >= 0:
            diagram = _solved(item.changed._replace(has_decimals=problem.has_decimals), numbers)
            title = f"{printable(item.id)}: when {item.change.say(searched)}"
            # neither steps nor answers speak of its nodes, which may stand at other places
            drawn[item.id] = _with_what_was(stated, _titled(diagram.without_keys(), title))
    return drawn


def _titled(diagram: Diagram, title: str) -> Diagram:
    return diagram._replace(title=title, facts=(Remark(title),))


def _with_what_was(stated: Diagram, changed: Diagram) -> Diagram:
    """Return a changed tree with what was another at its nodes before."""
    nodes = [*changed.nodes]
    for place, texts in changed_from(stated, changed).items():
        was = (Remark(f"was {text}") for text in texts if text)
        nodes[place] = nodes[place]._replace(remarks=(*nodes[place].remarks, *was), is_changed=True)
    return changed._replace(nodes=tuple(nodes))


def _right_claims(view: View) -> set[str]:
    """Return the names of the claims that were judged rightly."""
    entries = view.parts["claims"].entries if "claims" in view.parts else ()
    return {entry.node for entry in entries if entry.node is not None and entry.verdict is Verdict.CORRECT}


def _solved(searched: Problem, numbers: Numbers) -> Diagram:
    kind = KINDS[searched.kind]
    solution = kind.solve(searched)
    asked = tuple(part for part in searched.ask if part in solution.answers)
    return kind.draw(View(searched._replace(ask=asked), solution, numbers=numbers))[0]


CLAIMS = Kind(
    name="claims",
    title="True or false",
    task="Which of the claims below are true of the search of this game tree?",
    parts=by_name(
        Part(
            "claims",
            "True or false",
            "whether each claim is true (claim: true or false)",
            Each(
                TRUTH,
                CLAIM_KEYS,
                said=_all,
                missing_is_blank=True,
                wrong_takes=lambda problem: problem.conventions.guessing == "corrected",
            ),
            explain=_why,
            rule=always(RULE),
            roles=_ROLES,
        ),
        Part(
            "because",
            "Node that shows why",
            "a node that shows why: for a move that is not best, or not the only one, a move that is; for nodes that are "
            "skipped, the node that is cut; for nodes of which not all are skipped, a leaf that is visited; for nodes of which "
            "not all are visited, one that is not; nothing for other claims (claim: node)",
            EachChoice(
                options,
                lambda _, node: str(node),  # its own key here: in a changed tree it may stand at another place
                "node for",
                lambda problem: [key for key in _all(problem) if item_of(problem, key).may_have_witness()],
                CLAIM_KEYS,
                counts=_truth_is_right,
                uncounted="it would show why, but counts only where the claim itself is judged rightly",
                many="names of nodes",
            ),
            explain=lambda case, key: (
                case.explain(key)
                if _truth_is_right(case, key)
                else "It counts only where the claim itself is judged rightly."
            ),
            rule=always("A single node can show why"),
            question="Which node shows it?",
            rests_on="claims",
            roles=_ROLES,
        ),
        Part(
            "which",
            "True claims",
            "the claims that are true (list of claims)",
            KeySet(CLAIM_KEYS, "none is true", "claim ids", "[s1, s2]", ALL_OR_NOTHING),
            explain=_why_these,
            rule=always(RULE),
            roles=_ROLES,
        ),
    ),
    asked=("claims",),
    conventions=(*conventions_of(SEARCHES), *OWN_CONVENTIONS),
    game_format=GameFormat(read_items, write_items),
    solve=solve,
    wrong=Wrong(  # none is named by truth values alone
        wordings={},
        rules=lambda _: [],
        right=lambda problem, _: solve(problem).answers,
        carrier="claims",
        order=_all,
        divergence=lambda *_: None,
        followers=lambda *_: (),
    ),
    tutor=Tutor(steps, explain),
    draw=draw,
    poses=poses,
    rests=rests,
    searches=SEARCHES,
)
