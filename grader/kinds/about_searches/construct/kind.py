"""Constructions: an object is handed in (an order, numbers at leaves, changes, a tree), and the search runs on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from grader.core.answers.case import Action, Answer, Key, NotJudged, Solution, Step, Tutor
from grader.core.answers.cells import COUNT
from grader.core.answers.forms import One
from grader.core.answers.part import Part
from grader.core.answers.reports import PartReport, Verdict, Written
from grader.core.answers.run import Run, Sought
from grader.core.conventions import Conventions
from grader.core.data import Plain, stated
from grader.core.documents import Document
from grader.core.drawing.diagram import Diagram, DiagramNode, NodeShape, Numbers, Remark
from grader.core.drawing.outline import changed_from
from grader.core.errors import Fault
from grader.core.games.playable import FIELD
from grader.core.games.problem import Problem, is_played
from grader.core.numbers import write_number
from grader.core.text import count, printable
from grader.kinds import KINDS
from grader.kinds.about_searches.claim import Claim, Ground, read_claim, refused
from grader.kinds.about_searches.construct.fewest import CHANGE_TASK, TREE_TASK
from grader.kinds.about_searches.construct.misconceptions import ORDER_WORDINGS, wrong_rules
from grader.kinds.about_searches.construct.order import ORDER_TASK
from grader.kinds.about_searches.construct.solve import (
    CHANGES,
    COUNTED,
    LEAST,
    MOST,
    ORDER,
    TREE,
    VALUES,
    Allowed,
    Construction,
    ConstructionTask,
    Made,
    Task,
    Unfit,
    built,
    terminal_leaves,
)
from grader.kinds.about_searches.construct.values import VALUE_TASK, allowed_words
from grader.kinds.about_searches.searched import Amiss, as_said, game_posed, number_in, read_searched, write_searched
from grader.kinds.about_searches.solved import conventions_of, rests_of, wordings_of_searches
from grader.kinds.entries import always, title_of
from grader.kinds.record import GameFormat, Kind, Rests, View, Wrong, by_name

TASKS: Mapping[str, Task] = {ORDER: ORDER_TASK, VALUES: VALUE_TASK, CHANGES: CHANGE_TASK, TREE: TREE_TASK}
"""What can be made, by the name of the part in which it is handed in."""
_NOTHING_CHANGES = "nothing is changed here that something could stay the same under"


def read_construction(
    document: Document, conventions: Conventions
) -> tuple[Construction | None, list[Fault], list[str]]:
    """Return the construction with its best object, what is wrong with it, and warnings. None where anything is wrong."""
    stated, make = document.data, document.data["make"]
    if amiss := _misplaced(document):
        return None, document.faults(amiss), []
    if make == TREE:
        document = document._replace(data={**stated, "tree": "0"})
    searched, faults, warnings = read_searched(document, conventions)
    if faults or searched.game is None:
        return None, faults, warnings
    game, amiss = _read_asked(document, searched, conventions.root)
    if game is None:
        return None, document.faults(amiss), warnings
    try:
        return game._replace(asked=game.asked._replace(found=TASKS[make].best(game))), [], warnings
    except Unfit as unfit:
        return None, document.faults([(unfit.message, unfit.path)]), warnings


def _misplaced(document: Document) -> Amiss:
    stated, make, amiss = document.data, document.data["make"], Amiss()
    for field in ("free", "allowed", "best"):
        if field in stated and field not in TASKS[make].fields:
            able = " or ".join(name for name, one in TASKS.items() if field in one.fields)
            amiss.append((f"has no place where make is {make}, expected with {able}", (field,)))
    if make == TREE:
        message = "has no place where the tree is what students hand in"
        amiss += [(message, (field,)) for field in ("tree", FIELD, "depth", "layers", "evaluation") if field in stated]
    if make in (VALUES, CHANGES) and is_played(stated):
        message = f"has no place where make is {make}: the rules of a game say what its ends are worth; expected a tree, or make: {ORDER}"
        amiss.append((message, (FIELD,)))
    if make == TREE and (more := sorted({"range", "integers"} & set(stated.get("allowed") or {}))):
        amiss.append(("has no place for a tree, expected only distinct", ("allowed", more[0])))
    if make == ORDER and "objective" not in stated["goal"]:
        amiss.append((f"expected the field objective, {MOST} or {LEAST}", ("goal",)))
    if make != ORDER and "claims" not in stated["goal"]:
        amiss.append(("expected the field claims: what must hold of what is handed in", ("goal",)))
    return amiss


def _read_asked(document: Document, searched: Problem, root: str) -> tuple[Construction | None, Amiss]:
    """Return the construction, of which the best object is not known yet, and what is wrong with what it asks."""
    stated, make, amiss = document.data, document.data["make"], Amiss()
    claims = _read_claims(document, searched, amiss)
    free = _read_free(document, searched, amiss) if make == VALUES else ()
    allowed = _read_allowed(document, amiss)
    best = int(number_in(stated["best"], ("best",), amiss)) if "best" in stated else None
    if amiss:
        return None, amiss
    asked = ConstructionTask(make, stated["goal"].get("objective", ""), claims, free, allowed, best, root=root)
    if make == ORDER and "pruned" not in KINDS[searched.kind].parts:
        return None, [("nothing is pruned by this search, expected alpha-beta", ("search",))]
    if make == VALUES and not free:
        return None, [("expected a tree with leaves that get a number", ("tree",))]
    game = Construction(searched, asked)
    if "example" not in stated:
        return game, []
    try:
        shown = TASKS[make].thing.read(searched._replace(game=game), stated["example"]).value
    except NotJudged as failure:
        return None, [(failure.message, ("example", *failure.path))]
    return game._replace(asked=asked._replace(shown=shown)), []


def _read_claims(document: Document, searched: Problem, amiss: Amiss) -> tuple[Claim, ...]:
    misplaced = refused(_NOTHING_CHANGES, beside_change=True)
    ground = Ground(KINDS[searched.kind], None if document.data["make"] == TREE else searched, misplaced)
    stated = document.data["goal"].get("claims") or ()
    found = [read_claim(raw, ("goal", "claims", at), ground) for at, raw in enumerate(stated)]
    amiss += [one for _, wrong in found for one in wrong]
    return tuple(claim for claim, _ in found if claim is not None)


def _read_free(document: Document, searched: Problem, amiss: Amiss) -> tuple[str, ...]:
    """Return the ids of the free leaves, breadth-first: those that are named, or all."""
    tree, raw = searched.game, document.data.get("free")
    leaves = {tree.ids[leaf]: leaf for leaf in terminal_leaves(tree)}
    if raw is None:
        return tuple(leaves)
    named: dict[str, int] = {}
    for place, text in enumerate(str(one).strip() for one in raw):
        if text not in leaves:
            amiss.append((f'there is no leaf "{printable(text)}"', ("free", place)))
        elif text in named:
            amiss.append((f'the leaf "{printable(text)}" stands here twice, expected once', ("free", place)))
        named[text] = leaves.get(text, -1)
    return tuple(sorted(named, key=named.__getitem__))


def _read_allowed(document: Document, amiss: Amiss) -> Allowed:
    raw, is_whole, wrong = document.data.get("allowed") or {}, document.data["make"] == CHANGES, Amiss()
    low = high = None
    if "range" in raw:
        low, high = (number_in(one, ("allowed", "range", place), wrong) for place, one in enumerate(raw["range"]))
        if not wrong and low >= high:
            wrong.append(("expected the smaller number first", ("allowed", "range")))
    amiss += wrong
    return Allowed(low, high, raw.get("integers", is_whole), raw.get("distinct", False))


def write_construction(problem: Problem) -> dict[str, Plain]:
    """Return the fields of a problem document."""
    asked: ConstructionTask = problem.game.asked
    written = write_searched(problem.game.searched)
    if asked.make == TREE:
        del written["tree"]
    goal = {"objective": asked.objective} if asked.objective else {"claims": [one.write() for one in asked.claims]}
    low, high, integers, distinct = asked.allowed
    allowed: dict[str, Plain] = {
        "range": None if low is None or high is None else [write_number(low), write_number(high)],
        "integers": None if integers == (asked.make == CHANGES) else integers,
        "distinct": distinct or None,
    }
    more: dict[str, Plain] = {
        "free": [*asked.free] or None,
        "allowed": stated(allowed) or None,
        "best": asked.stated,
        "example": None if asked.shown is None else TASKS[asked.make].thing.write(problem, asked.shown),
    }
    return written | {"make": asked.make, "goal": goal} | stated(more)


# what there is to see: the tree as it is given, or an object with what the search does on it

_OPEN = "?"
_MOST_SHOWN = 80
_MOST_DRAWN = 200
"""A student's tree of more nodes is not drawn."""


def draw(view: View) -> Sequence[Diagram]:
    """Return the problem's tree; where there is an answer, the search on the student's own object; of a solution, on the example.

    Below an object that is not right stands the example.
    """
    problem, solution, attempt, report, numbers = view
    asked: ConstructionTask = problem.game.asked
    parts, given, others = view.parts, (attempt or {}).get(asked.make), list[Diagram]()
    if isinstance(given, Written) and getattr(given.value, "size", 0) <= _MOST_DRAWN:
        diagram = _searched(problem, given.value, numbers)._replace(heading="The search on your tree")
        if asked.make == TREE:
            diagram = diagram.without_keys()
        if solution is not None and any(entry.verdict is Verdict.WRONG for entry in parts[asked.make].entries):
            best = _searched(problem, asked.found.example, numbers).without_keys()
            others = [best._replace(title=f"{best.title}: an example", heading="An example that reaches the goal")]
    elif solution is not None and (report is None or asked.make in parts):
        heading = "" if report is None else "An example"
        diagram = _searched(problem, asked.found.example, numbers)._replace(heading=heading)
    else:
        diagram = _bare(problem)._replace(heading="" if report is None else "The tree as it is given")
    return (diagram._replace(facts=_facts(problem, parts)), *others)


def picture(problem: Problem, solution: Solution) -> Diagram:
    """Return what steps are told beside: the problem that the example makes, without any answer."""
    drawn = _drawn(problem, View(_made(problem, problem.game.asked.found.example)))
    return drawn._replace(title=f"{drawn.title}: an example, yours may differ")


def _made(problem: Problem, thing: Made) -> Problem:
    return built(as_said(problem), problem.game.asked.make, thing)


def _solved(made: Problem) -> tuple[Problem, Solution]:
    """Return the problem that asks what its kind asks by default, as far as it has answers to that, and its solution."""
    kind = KINDS[made.kind]
    its = kind.solve(made)
    return made._replace(ask=tuple(part for part in kind.asked if part in its.answers)), its


def own_keys(problem: Problem, made: Problem) -> Mapping[Key, Key]:
    """Return what the construction calls each node of the problem that an object makes."""
    by_id: dict[str, int] = problem.game.by_id()
    return {node: by_id[id_] for node, id_ in enumerate(made.game.ids) if id_ in by_id}


def _bare(problem: Problem) -> Diagram:
    """Return the tree as it is given; free leaves wait for their numbers, and of a tree to make there is its root."""
    searched, title = as_said(problem), printable(problem.title or problem.id)
    asked: ConstructionTask = problem.game.asked
    if asked.make == TREE:
        return Diagram(title, (DiagramNode(NodeShape.MIN if asked.root == "min" else NodeShape.MAX, "A", -1),))
    (diagram, *_) = KINDS[searched.kind].draw(View(searched))
    free = {*problem.game.free} if asked.make == VALUES else set()
    nodes = (node._replace(value=_OPEN) if node.key in free else node for node in diagram.nodes)
    return diagram._replace(title=title, nodes=tuple(nodes))


def _searched(problem: Problem, thing: Made, numbers: Numbers) -> Diagram:
    """Return what the search does on an object: its values, what it skips."""
    return _drawn(problem, View(*_solved(_made(problem, thing)), numbers=numbers))


def _drawn(problem: Problem, view: View) -> Diagram:
    """Return what is drawn of the problem that an object makes, with the keys and the title of the construction."""
    (diagram, *_), own = KINDS[view.problem.kind].draw(view), own_keys(problem, view.problem)
    nodes = tuple(node if node.key is None else node._replace(key=own.get(node.key)) for node in diagram.nodes)
    return diagram._replace(title=printable(problem.title or problem.id), nodes=nodes)


def _facts(problem: Problem, parts: Mapping[str, PartReport]) -> tuple[Remark, ...]:
    """Return a remark for each part: what came of running the object, what was counted, what could not be judged."""
    facts = []
    for name, part in parts.items():
        for entry in part.entries:
            text = entry.own or entry.given or ""
            expected = "" if entry.own or entry.verdict is Verdict.CORRECT or name != "count" else entry.expected or ""
            if text or expected:
                said = printable(text, _MOST_SHOWN)
                facts.append(Remark(said, entry.verdict, title_of(problem, name), expected, is_outcome=bool(entry.own)))
    return tuple(facts)


# what is said


def task_of(problem: Problem) -> Task:
    """Return what is made."""
    return TASKS[problem.game.asked.make]


def _shown(problem: Problem) -> str:
    return task_of(problem).thing.show(problem, problem.game.asked.found.example)


def poses(problem: Problem) -> list[str]:
    """Return what a statement says of the task: the rules of a game, the search, the goal, and what may be handed in."""
    game: Construction = problem.game
    search, make = f"The search is {KINDS[game.searched.kind].title.lower()}.", task_of(problem)
    said = [*game_posed(problem), search, *make.goal(problem), *allowed_words(game.asked.allowed)]
    return [*said, f"The best number is {make.counted(problem)}."] if "count" in problem.ask else said


def steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the example, then the steps of the search on it, by what the construction calls each node."""
    earning = task_of(problem).earning(problem.game)
    sentence = f"An example that reaches the goal; yours may differ: {_shown(problem)}. Marks: {earning}."
    yield _example_step(problem, sentence, picture(problem, solution))
    made, its = _solved(_made(problem, problem.game.asked.found.example))
    own = own_keys(problem, made)
    for step in KINDS[made.kind].tutor.steps(made, its):
        skipped, chosen = (tuple(own[node] for node in nodes) for nodes in (step.skipped, step.chosen))
        node, at = (None if one is None else own.get(one) for one in (step.node, step.at))
        yield step._replace(node=node, at=at, skipped=skipped, chosen=chosen)


def _example_step(problem: Problem, said: str, made: Diagram) -> Step:
    """Return the first step: the numbers that the example gives to leaves are filled in, and beside nodes stands which order their children had.

    Beside a new tree stands how large it is.
    """
    keys = [node.key for node in made.nodes]
    if problem.game.asked.make == TREE:
        first = next(key for key in keys if key is not None)
        return Step(Action.EXAMPLE, None, said, beside=((first, count(len(made.nodes), "node")),))
    was = [(keys[place], place, *texts) for place, texts in changed_from(_bare(problem), made).items()]
    given = tuple((key, made.nodes[place].value) for key, place, value, _ in was if value and key is not None)
    moved = tuple((key, f"was {order}") for key, _, _, order in was if order and key is not None)
    return Step(Action.EXAMPLE, None, said, noted=given, filled=tuple(key for key, _ in given), beside=moved)


def solve(problem: Problem, rules: None = None, parts: Collection[str] | None = None) -> Solution:
    """Return what is looked for, which the reader of the problem has found, and its number."""
    game: Construction = problem.game
    found, said = game.asked.found, game._replace(searched=as_said(problem))
    answers: dict[str, Answer] = {game.asked.make: Sought(lambda: found.example, partial(task_of(problem).run, said))}
    if found.best is not None:
        answers["count"] = found.best
    return Solution(answers if parts is None else {part: its for part, its in answers.items() if part in parts})


def rests(kind: Kind, problem: Problem) -> Rests:
    """Return on what the problem rests: the conventions of its search, but for those on how other answers are written."""
    game: Construction = problem.game
    found = rests_of(game.searched, game.asked.claims)
    bearing = tuple(name for name in found.conventions if name not in ("decimals", "list-pruned-as"))
    return Rests(bearing, {*found.parts, *COUNTED} if game.asked.objective else found.parts)


_SEARCHES = ("minimax", "alpha-beta", "expectiminimax")
CONSTRUCT = Kind(
    name="construct",
    title="Construction",
    task="Hand in what is asked, so that the search on it reaches the goal.",
    parts=by_name(
        *(
            Part(
                name,
                make.title,
                make.task,
                Run(make.thing),
                example=make.example,
                rule=always(make.rule),
                question="What does the search do on what you have now?",
            )
            for name, make in TASKS.items()
        ),
        Part(
            "count",
            "Best number",
            "the best number that any answer can reach (a whole number)",
            One(COUNT),
            explain=lambda case, _: (
                f"Asked are {task_of(case.problem).counted(case.problem)}. This reaches it: {_shown(case.problem)}."
            ),
            rule=always("The best that any answer can reach"),
            question="How near to it does your own answer come?",
        ),
    ),
    asked=tuple(TASKS),
    conventions=conventions_of(_SEARCHES),
    game_format=GameFormat(read_construction, write_construction),
    solve=solve,
    wrong=Wrong(
        wordings=wordings_of_searches(_SEARCHES) | ORDER_WORDINGS,
        rules=lambda problem: wrong_rules(problem, task_of(problem)),
        right=lambda problem, _: solve(problem).answers,
        divergence=lambda *_: None,  # what a wrong rule does shows on the student's own object, which is drawn
    ),
    tutor=Tutor(steps, lambda *_, **__: "", picture=picture),
    draw=draw,
    poses=poses,
    rests=rests,
    searches=_SEARCHES,
)
