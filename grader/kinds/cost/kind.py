"""The kind `cost`: how many nodes a search looks at, how long that takes, how deep it comes.

A row of `ROWS` in `parts.py` is all there is to a part, a row of `MISTAKES` all there is to a wrong rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import log10

from grader.core.answers.case import Action, Answer, Answers, Key, Solution, Step, Tutor
from grader.core.drawing.diagram import Bar, Cells, Diagram, DiagramNode, NodeShape, Remark
from grader.core.drawing.scale import width
from grader.core.games.problem import Problem
from grader.core.numbers import Number, quotient, say_large, say_short, whole
from grader.kinds.cost.documents import read_growth, write_growth
from grader.kinds.cost.parts import (
    MOST_TERMS,
    OWN,
    PARTS,
    POWER,
    answers_by,
    say_level,
    say_power,
    say_some,
    sentence,
    solve,
    title_of,
    unfinished,
)
from grader.kinds.cost.solve import LEAVES, NODES, Growth, Rules, Work, best_order, plus_branching, root_of_leaves
from grader.kinds.entries import differences, facts_of
from grader.kinds.record import (
    Divergence,
    GameFormat,
    Kind,
    MayShow,
    Misconception,
    Mistake,
    Rests,
    View,
    Wrong,
    wordings_of,
)

_DOT = 0.02
"""How long the bar of a single node is, of the longest."""

# wrong rules


Rule = Callable[[Growth], Rules | None]
"""The rules by which somebody counts; None where a wrong one has no place."""


def _where(has_place: Callable[[Growth], bool], rules: Rules) -> Rule:
    return lambda growth: rules if has_place(growth) else None


def _has_budget(growth: Growth) -> bool:
    """Return whether it can be said how deep the search comes in its time."""
    rate, seconds = growth.rate, growth.seconds
    return rate is not None and seconds is not None and growth.is_in_reach(rate * seconds)


def _is_above_end(growth: Growth) -> bool:
    """Return whether the tree goes on below its depth."""
    return growth.depth is not None and (growth.is_uniform or growth.depth < len(growth.branching))


def _is_counted(growth: Growth) -> bool:
    return growth.depth is not None or _has_budget(growth)


def _is_uniform(growth: Growth) -> bool:
    return growth.is_uniform and _is_counted(growth)


_BEST = "part `minimal-leaves`: b^⌈d/2⌉ + b^⌊d/2⌋ - 1"
_DEPTH = "The root stands above all moves: a tree of depth d has d levels below it."

MISTAKES: dict[str, Mistake[Rule]] = {
    "depth-plus-one": Mistake(
        _where(_is_above_end, Rules(deeper=1)),
        "The tree is counted one level too deep.",
        f"You count one level too many. {_DEPTH}",
        "field `depth`",
    ),
    "depth-minus-one": Mistake(
        _where(lambda growth: bool(growth.depth), Rules(deeper=-1)),
        "The tree is counted one level too shallow.",
        f"You count one level too few. {_DEPTH}",
        "field `depth`",
    ),
    "other-count": Mistake(
        _where(_is_counted, Rules(is_other_count=True)),
        "Leaves are counted where nodes are asked, and nodes where leaves are.",
        "You take leaves for nodes, or nodes for leaves. The leaves are the last level alone; the nodes are all levels together.",
        "field `count`",
    ),
    "root-forgotten": Mistake(
        _where(
            lambda growth: growth.depth is not None or (growth.unit == NODES and _has_budget(growth)),
            Rules(is_other_root=True),
        ),
        "The root is left out where it counts, or counted where it does not.",
        "Look again at whether the root counts among the nodes: this problem says so.",
        "field `root-counts`",
    ),
    "product-not-power": Mistake(
        _where(_is_counted, Rules(step=plus_branching)),
        "The branching factor is multiplied by the depth: b · d leaves.",
        "You multiply the branching factor by the depth. Every node of a level has that many children, so each level multiplies the one above: a power, not a product.",
        "part `leaves`: b^d",
    ),
    "one-not-subtracted": Mistake(
        _where(_is_uniform, Rules(best=lambda size, depth: whole(best_order(size, depth) + 1))),
        "The leaf that both proof trees share is counted twice.",
        "You add up the leaves of both proof trees, but they have one leaf in common: it is evaluated once.",
        _BEST,
    ),
    "square-root-of-leaves": Mistake(
        _where(lambda growth: _is_uniform(growth) and (growth.depth or 0) % 2 == 0, Rules(best=root_of_leaves)),
        "With the best order the square root of all leaves is evaluated.",
        "You take the square root of the number of leaves. That is only one of the two halves: what each player can force has to be shown.",
        _BEST,
    ),
    "half-of-the-leaves": Mistake(
        _where(_is_uniform, Rules(best=lambda size, depth: quotient(size(depth), 2))),
        "With the best order half of all leaves is evaluated.",
        "You take half of the leaves. With the best order pruning halves the exponent, not the number of leaves.",
        _BEST,
    ),
    "twice-the-depth": Mistake(
        _where(_has_budget, Rules(is_twice=True)),
        "With the best order the search comes exactly twice as deep.",
        "You double the depth. With the best order one sees about twice as deep: count the leaves that are evaluated at the next depth too.",
        "part `depth-reached-best`",
    ),
    "rounds-up": Mistake(
        _where(_has_budget, Rules(past=1)),
        "The first depth that the budget does not cover is given.",
        "You give the first depth that takes too long. Asked is the last one that the search finishes in its time.",
        "part `depth-reached`",
    ),
}


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem; leaves and nodes are counted each by itself."""
    growth: Growth = problem.game
    return [
        Misconception(name, "", partial(answers_by, growth, rules), alone_in=(LEAVES, NODES))
        for name, mistake in MISTAKES.items()
        if (rules := mistake.rules(growth)) is not None
    ]


def divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first answer, of those that may be shown, that the wrong rule changes."""
    for part, key, _, other in differences(problem, PARTS, solution, wrong, may_show):
        if other is not None:
            said, shown = sentence(problem, part, key).removesuffix("."), PARTS[part].form.shown(problem, other)
            return Divergence(None, f"{part}: {said}; the other rule gives {shown}")
    return None


# a statement, and steps

_SPACE = {
    "b*d": "A depth-first search holds all children of each node of the path: b * d.",
    "(b-1)*d": "A depth-first search holds the siblings that are left at each depth: (b - 1) * d.",
    "d": "A depth-first search holds the nodes of one path: d.",
}
_COUNTED = frozenset({"deepening-total", "magnitude", "repeats-magnitude", "time", "depth-reached"})
_NOT_WHOLE = frozenset({"time", "effective-branching"})  # seldom whole numbers


def poses(problem: Problem) -> list[str]:
    """Return what the problem states, line by line."""
    growth: Growth = problem.game
    listed = ", ".join(say_large(one) for one in growth.branching)
    deep = "." if growth.depth is None else f", depth d = {growth.depth:,}."
    is_one = f"Branching factor b = {listed}{deep}"
    said = [is_one if growth.is_uniform else f"Moves at depth 0, 1 …: {listed}. Depth d = {growth.depth or 0:,}."]
    if growth.states is not None:
        said.append(f"There are {say_large(growth.states)} different positions.")
    if growth.rate is not None:
        said.append(f"The search looks at {say_some(growth.rate, 'position', 'positions')} a second.")
    if growth.seconds is not None:
        said.append(f"It has {say_some(growth.seconds, 'second', 'seconds')}.")
    return said


def terms(problem: Problem) -> list[str]:
    """Return what a statement explains first: what is counted, and by which formula, as far as that is asked."""
    growth, asked = problem.game, {*problem.ask}
    said = {
        f"A position searched is a {'leaf' if growth.unit == LEAVES else 'node'} of the tree.": asked & _COUNTED,
        f"The root {'counts among the nodes' if growth.root_counts else 'does not count as a node'}.": "nodes" in asked
        or (growth.unit == NODES and asked & _COUNTED),
        f"Alpha-beta evaluates about b^({growth.exponent} * d) leaves.": "effective-branching" in asked,
        _SPACE[growth.space_as]: "space" in asked,
    }
    return [line for line, is_asked in said.items() if is_asked]


def rests(kind: Kind, problem: Problem) -> Rests:
    """Return the conventions that bear on what is asked: where every number is whole, decimals say nothing."""
    growth: Growth = problem.game
    stated = (*growth.branching, growth.rate or 1, growth.seconds or 1)
    is_whole = all(isinstance(number, int) for number in stated) and _NOT_WHOLE.isdisjoint(problem.ask)
    is_said = "decimals" in problem.conventions.stated or not is_whole
    return Rests([name for name in kind.conventions if name != "decimals" or is_said], problem.ask)


def explain(problem: Problem, solution: Solution, level: Key, *, windows: bool) -> str:
    """Return how many nodes stand at one of the levels that are drawn, and why."""
    return say_level(Work(problem.game), problem.game.shown[level])


def _depths(problem: Problem, solution: Solution) -> Sequence[int]:
    """Return the depths that the steps tell of: those that are drawn, or that the budget covers, and one more."""
    growth, reached = problem.game, solution.answers.get("depth-reached")
    if growth.depth is None and reached is not None:
        return range(min(reached + 1, 2 * MOST_TERMS) + 1)
    shown: Sequence[int] = growth.shown
    return shown


def steps(problem: Problem, solution: Solution) -> Iterator[Step]:
    """Yield the size of each level from the root down, the middle of a deep tree left out, then what is asked."""
    work, growth, answers = Work(problem.game), problem.game, solution.answers
    places, depths = {depth: place for place, depth in enumerate(growth.shown)}, _depths(problem, solution)
    for done, (above, depth) in enumerate(pairwise((-1, *depths)), 1):
        size = work.size(depth)
        far = f"And so on: at depth {depth:,} stand {say_power(work, depth)} = {say_large(size)} nodes."
        words = say_level(work, depth) if depth == above + 1 else far
        noted = ((done - 1, say_large(size)),)
        step = Step(Action.SIZE, places.get(depth), words, value=size, done=done, noted=noted, rule=POWER)
        yield step._replace(
            unfinished=f"{say_power(work, depth)} = ?" if depth else "How many nodes is the root alone?"
        )
    for row, name in enumerate(_asked(problem), len(depths)):
        said, noted = f"{title_of(name)}: {sentence(problem, name)}", ((row, _written(problem, name, answers[name])),)
        step = Step(Action.SUM, None, said, value=answers[name], done=len(depths), noted=noted, decides=((name, None),))
        rule = PARTS[name].rule(problem, None)
        yield step._replace(rule=rule, look_at="what the problem states", unfinished=unfinished(problem, name))


def _asked(problem: Problem) -> list[str]:
    """Return the parts that are one number each."""
    return [name for name in problem.ask if name != "per-level"]


def _written(problem: Problem, name: str, number: Answer) -> str:
    """Return an answer as its row of the picture has it."""
    return PARTS[name].form.show(problem, number)


# what the steps are told beside: a row for each level, with a bar, and one for each number that is asked


def picture_of_steps(problem: Problem, solution: Solution) -> Diagram:
    """Return a list of the levels that the steps tell of, with bars on a logarithmic scale, and below them of what is asked."""
    work, depths, asked = Work(problem.game), _depths(problem, solution), _asked(problem)
    sizes = [work.size(depth) for depth in depths]
    texts = [*map(say_large, sizes), *(_written(problem, name, solution.answers[name]) for name in asked)]
    digits = [log10(max(int(size), 1)) for size in sizes]
    most = max(digits, default=0) or 1
    levels = [
        DiagramNode(
            NodeShape.CHILD,
            f"depth {depth:,}",
            -1,
            key=row,
            called="",
            bars=(Bar("nodes", text, max(_DOT, far / most)),),
        )
        for row, (depth, far, text) in enumerate(zip(depths, digits, texts, strict=False))
    ]
    sums = [
        DiagramNode(NodeShape.CHILD, title_of(name), -1, key=row, called="")
        for row, name in enumerate(asked, len(depths))
    ]
    leaps = [row for row, (above, depth) in enumerate(pairwise((-1, *depths))) if depth > above + 1]
    at = tuple((0, row + sum(leap <= row for leap in leaps)) for row in range(len(texts)))
    left_out = tuple((*at[leap][:1], at[leap][1] - 1, "…") for leap in leaps)
    cells = Cells(at, left_out, is_list=True, letters=max(map(width, texts), default=0))
    return Diagram(problem.title or problem.id, (*levels, *sums), cells=cells)


# the picture: a schematic tree, of each level one node with its siblings, and with the solution how many there are

_FEW = 3  # children that are drawn; of more the first, some dots, and the last


def draw(view: View) -> Sequence[Diagram]:
    """Return the tree in outline; sizes of levels only with the solution."""
    growth: Growth = view.problem.game
    nodes = _nodes(growth, None if view.solution is None else Work(growth))
    return (
        Diagram(
            view.title, tuple(nodes), tuple(facts_of(view.problem, view.report, {})), is_sketch=view.solution is None
        ),
    )


def _nodes(growth: Growth, work: Work | None) -> Iterator[DiagramNode]:
    """Yield the nodes level by level: below the first node of each level its first children and its last."""
    first, count, box = -1, 0, NodeShape.CHILD
    for key, (above, depth) in enumerate(pairwise((-1, *growth.shown))):
        moves = [""] if depth == 0 else ["…"] if depth > above + 1 else _moves(growth.moves_above(depth))
        number, more = (None, ()) if work is None else _size(work.size(depth))
        name = f"depth {depth}"
        yield DiagramNode(box, name, first, move=moves[0], number=number, remarks=more, key=key, called="")
        yield from (DiagramNode(box, "…", first, move=move, called="") for move in moves[1:])
        first, count = count, count + len(moves)


def _size(size: Number) -> tuple[Remark, tuple[Remark, ...]]:
    """Return the size of a level as it stands in a node, and in full where that is shorter."""
    short, full = say_short(size), say_large(size)
    return Remark(short), () if short == full else (Remark(full),)


def _moves(branching: Number) -> Sequence[str]:
    """Return what stands on the edges to the children that are drawn: their numbers, and dots for those left out."""
    if branching <= _FEW and isinstance(branching, int):
        return [str(at + 1) for at in range(branching)]
    return ["1", "…", say_large(branching)]


COST = Kind(
    name="cost",
    title="Cost of a search",
    task="How large is the tree, and how far does a search of it come?",
    parts=PARTS,
    asked=("leaves", "depth-reached"),
    conventions=("decimals", "significant"),
    game_format=GameFormat(read_growth, write_growth),
    solve=solve,
    wrong=Wrong(
        wordings=wordings_of(MISTAKES),
        rules=wrong_rules,
        right=lambda problem, fixed: answers_by(problem.game, fixed=fixed),
        divergence=divergence,
        singles=OWN,
        enough=2,
    ),
    tutor=Tutor(steps, explain, picture=picture_of_steps),
    draw=draw,
    terms=terms,
    poses=poses,
    rests=rests,
)
