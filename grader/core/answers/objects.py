"""The form of answers that are objects the solver is run on (`Run`); and one such object, a game's tree that the student draws."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from grader.core.answers import cells as read
from grader.core.answers.case import Case, NotJudged, show_given
from grader.core.answers.cells import is_right
from grader.core.answers.inputs import MOST_NAMES, Field, TreeWidget, Upload, Widget
from grader.core.answers.marks import for_example
from grader.core.answers.part import Form, Fragment, Marker, Room, Rule, Template, shape
from grader.core.answers.reports import Entry, PartReport, Verdict, Written
from grader.core.data import Plain
from grader.core.errors import Path
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, KIND_NAMES, LEAF, MAX, MIN
from grader.core.numbers import Number, whole, write_number
from grader.core.text import printable

RUN = "run"
"""What is said to a script of an answer that the solver has to be run on."""


class Ran(NamedTuple):
    """What came of running the solver on an object: its share of the points, from 0 to 1, and what there is to say.

    `own` tells of the student's own object alone and may always be shown; `best` says what would have been possible.
    """

    share: Number
    own: str
    best: str = ""


class Sought(NamedTuple):
    """What is looked for: objects that earn full marks when they are run. `find()` is one, None where none is known.

    It is the reference answer of its part. So two of them are the same where the example of the second earns full marks
    when it is run as the first says.
    """

    find: Callable[[], Any]
    run: Callable[[Any], Ran]

    @property
    def example(self) -> Any:
        """Return an object that is right."""
        return self.find()


class ObjectForm(Form):
    """How an object looks: orders of children, numbers at leaves, a tree; its size is checked when it is read, before anything runs.

    `letters` is how many it has on paper; `is_drawn`: there it is drawn.
    """

    letters = 0
    is_drawn = False

    def room(self, problem: Problem) -> Room:
        """Return what paper offers."""
        return Room(self.letters, is_drawn=self.is_drawn)


class Run(Form):
    """An object that the solver is run on. Reference answers are what is looked for (`Sought`); `is_one`: only one object is right."""

    by_item = True

    def __init__(self, thing: ObjectForm, *, is_one: bool = False) -> None:
        self.thing, self.is_one = thing, is_one

    def read(self, problem: Problem, raw: object) -> Written:
        """Return the object that was written. Raises NotJudged, also where it is too large to be run."""
        written: Written = self.thing.read(problem, read.whole(raw))
        return written

    def write(self, problem: Problem, answer: Sought) -> Plain:
        """Return the example as a document holds it; nothing where none is known."""
        return None if answer.example is None else self.thing.write(problem, answer.example)

    def show(self, problem: Problem, answer: Sought) -> str:
        """Return the example as a key shows it, called one; nothing where none is known."""
        example = self._example(problem, answer)
        return example if self.is_one else example and f"for example {example}"

    def _example(self, problem: Problem, answer: Sought) -> str:
        return "" if answer.example is None else self.thing.show(problem, answer.example)

    def meant(self, problem: Problem, given: Written) -> Sought:
        """Return the object that was written, as an example of what its author looks for: nothing is known of that."""
        return Sought(lambda: given.value, lambda _: Ran(0, ""))

    def same(self, problem: Problem, answer: Sought, other: Sought) -> bool:
        """Return whether the other's example earns full marks where the first is looked for."""
        return other.example is not None and answer.run(other.example).share == 1

    def equality(self, case: Case) -> Rule:
        """Return that no script can compare such answers: they have to be run."""
        return {"form": RUN}

    def compared(self, case: Case, answer: Sought) -> Plain:
        """Return nothing: see `equality`."""
        return None

    def mark(self, marker: Marker, given: Written) -> PartReport:
        """Return the share that running the object earns, with what came of it, which may always be shown, and what would be possible."""
        case, sought, possible = marker.case, marker.expected, marker.possible
        share, own, best = sought.run(given.value)
        expected = case.solution.say(("example", marker.part.name), lambda: self._example(case.problem, sought))
        earned, verdict, message = whole(Fraction(possible) * share), Verdict.CORRECT, own
        if share != 1:
            link = ". " if best[:1].isupper() else "; "
            ends = for_example(expected) if expected and not self.is_one else "."
            verdict, message = Verdict.WRONG, f"{own}{best and link}{best.removesuffix('.')}{ends}"
        return marker.whole(Entry(verdict, None, given.text, expected, earned, possible, message, own=own))

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape of the object."""
        return shape(self.thing.fragment(definitions, blanks=False), blanks=blanks)

    def template(self, problem: Problem) -> Template:
        """Return what a template says: how such an object is written."""
        return self.thing.template(problem)

    def room(self, problem: Problem) -> Room:
        """Return what paper offers."""
        return self.thing.room(problem)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers."""
        return self.thing.widget(problem)

    def items(self, case: Case, answer: Sought) -> Upload:
        """Return that no learning platform runs what is handed in."""
        many = "many answers are right, and each has to be run to be marked"
        return Upload("a drawn tree is compared node by node" if self.is_one else many)


def has_many(form: object) -> bool:
    """Return whether answers of a form are objects of which many are right."""
    return isinstance(form, Run) and not form.is_one


# -- a game's tree: a node document without ids, compared node by node along the moves

EXAMPLE = "{max: [{move: a, value: 1}, {move: b, min: [{move: c, value: 0}]}]}"
"""How a tree is written; its moves are those of no game."""

_KEYS = {"max": MAX, "min": MIN, "chance": CHANCE}
_NAMES = {kind: key for key, kind in _KEYS.items()}


class Spot(NamedTuple):
    """What stands at a node: who moves there, or its value where it is a leaf; None where a student left that blank."""

    kind: int
    value: Number | None = None


Moves = tuple[str, ...]
Drawing = Mapping[Moves, Spot]
"""What stands at each node, by the moves from the root to it; a node stands behind its parent."""


def is_same_spot(problem: Problem, right: Spot, given: Spot) -> bool:
    """Return whether a node is of the right kind, and being a leaf is worth the right number."""
    if given.kind != right.kind:
        return False
    return right.value is None or (given.value is not None and is_right(problem, right.value, given.value))


def judged_spots(problem: Problem, right: Drawing, given: Drawing) -> dict[Moves, Verdict]:
    """Return what is said of each node: those that belong there in the order of the right tree, then those that are too many."""
    said = {path: _verdict(problem, spot, given.get(path)) for path, spot in right.items()}
    return said | {path: Verdict.EXTRA for path in given if path not in right}


def _verdict(problem: Problem, right: Spot, given: Spot | None) -> Verdict:
    if given is None:
        return Verdict.MISSING
    if given == Spot(LEAF):
        return Verdict.BLANK
    return Verdict.CORRECT if is_same_spot(problem, right, given) else Verdict.WRONG


def compared_drawings(problem: Problem, right: Drawing, given: Drawing) -> Ran:
    """Return the share of a drawn tree: its right nodes less those that are too many, of all that there are; and the first that is wrong."""
    verdicts = judged_spots(problem, right, given)
    wrong = [path for path, verdict in verdicts.items() if verdict not in (Verdict.CORRECT, Verdict.EXTRA)]
    blank = sum(verdict is Verdict.BLANK for verdict in verdicts.values())
    extra = [path for path, verdict in verdicts.items() if verdict is Verdict.EXTRA]
    hits = len(right) - len(wrong)
    share = Fraction(max(0, hits - len(extra)), len(right))
    if not wrong and not extra:
        return Ran(1, "")
    many = f"; {len(extra)} {'is' if len(extra) == 1 else 'are'} too many, and each takes one off" if extra else ""
    first = min((*wrong, *extra), key=len)
    many = f"; {blank} not answered{many}" if blank else many
    own = f"right: {hits} of {len(right)} nodes{many}. Look first {_where(first)}"
    return Ran(share, own, _expected(problem, right, first))


def _where(path: Moves) -> str:
    """Return where a node is, by its moves."""
    moves = ", ".join(map(printable, path))
    return f"after the move{'' if len(path) == 1 else 's'} {moves}" if path else "at the root"


def spot_words(problem: Problem, spot: Spot) -> str:
    """Return what stands at a node in a word: a leaf's value, nothing where that is blank, or who moves there."""
    if spot == Spot(LEAF):
        return ""
    return problem.say(spot.value or 0) if spot.kind == LEAF else KIND_NAMES[spot.kind]


def _expected(problem: Problem, right: Drawing, path: Moves) -> str:
    """Return what belongs at a node."""
    spot = right.get(path)
    if spot is None:
        return "There is no such move there"
    if spot.kind == LEAF:
        return f"A leaf belongs there, worth {problem.say(spot.value or 0)}"
    who = "A chance node belongs" if spot.kind == CHANCE else f"A node of {KIND_NAMES[spot.kind]} belongs"
    return f"{who} there"


class DrawnTree(ObjectForm):
    """The object that is a tree drawn by the student; `names` are the moves that the rules can name."""

    definition = "drawn-node"
    example = f"such as {EXAMPLE}"
    is_drawn = True

    def __init__(self, names: Callable[[Problem], Sequence[str]]) -> None:
        self.names = names

    def read(self, problem: Problem, raw: object) -> Written:
        """Return what stands at each node. Raises NotJudged."""
        return Written(dict(_spots(raw)), show_given(raw))

    def show(self, problem: Problem, one: Drawing) -> str:
        """Return how large the tree is."""
        return f"a tree of {len(one)} node{'' if len(one) == 1 else 's'}"

    def write(self, problem: Problem, one: Drawing) -> Plain:
        """Return the tree as a node document."""
        written: dict[Moves, dict[str, Any]] = {}
        for path, spot in one.items():
            node: dict[str, object] = {"move": path[-1]} if path else {}
            is_leaf = spot.kind == LEAF
            node["value" if is_leaf else _NAMES[spot.kind]] = write_number(spot.value or 0) if is_leaf else []
            written[path] = node
            if path:
                written[path[:-1]][_NAMES[one[path[:-1]].kind]].append(node)
        return written[()]

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: a tree to be drawn, with its moves to choose from."""
        names = self.names(problem)
        given = TreeWidget(
            ("grow", "players"), "document", from_drawing=False, names=names if len(names) <= MOST_NAMES else ()
        )
        return Widget(
            "tree", fields=[Field("value", "number", name="value"), Field("move", "name", name="move")], tree=given
        )


def _spots(raw: Any) -> Iterator[tuple[Moves, Spot]]:
    """Yield what stands at each node of a node document, level by level. Raises NotJudged."""
    waiting: list[tuple[Any, Moves, Path]] = [(raw, (), ())]
    for node, moves, path in waiting:
        key = next((key for key in _KEYS if key in node), "")
        if not key:
            blank = node["value"] is None
            yield moves, Spot(LEAF, None if blank else read.number(node["value"], (*path, "value")).value)
            continue
        yield moves, Spot(_KEYS[key])
        names: set[str] = set()
        for place, child in enumerate(node[key]):
            below = (*path, key, place)
            waiting.append((child, (*moves, _move(child, names, below)), below))


def _move(child: Mapping[str, object], names: set[str], path: Path) -> str:
    """Return the move to a child, and take it in among those of its siblings. Raises NotJudged."""
    if child.get("move") is None:
        raise NotJudged("has no move; expected the name of the move that leads there", path)
    move = str(child["move"]).strip()
    if move in names:
        raise NotJudged(f'the move "{printable(move)}" leads to two nodes here, expected to one', (*path, "move"))
    names.add(move)
    return move
