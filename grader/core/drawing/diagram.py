"""What there is to see of a problem and an answer, as data: one value that every drawing and every text tree is made from.

A kind fills a `Diagram`; nothing that is not in it can reach a picture, so what a student may not see is left out there.
"""

from collections.abc import Sequence
from enum import Enum, StrEnum
from fractions import Fraction
from typing import NamedTuple, Self

from grader.core.answers.reports import Mark, Verdict, Voice, word_of, worst
from grader.core.errors import Fault, GradingError
from grader.core.games.tree import Board
from grader.core.numbers import Bound, hundredths


class NodeShape(Enum):
    """The shape of a node: who moves there."""

    MAX = "MAX"
    MIN = "MIN"
    CHANCE = "chance"
    LEAF = "leaf"
    CHILD = "child"

    @property
    def css(self) -> str:
        """Return the class of such nodes."""
        return self.value.lower()


class Seat(NamedTuple):
    """One of several players: the name, what stands for it in drawings, and the place among them, by which its tab has an outline of its own."""

    name: str
    letter: str
    place: int


class Branch(Enum):
    """What is shown of the edge above a node and of all that hangs from it: a row each.

    `css` is the class of its edge where it is cut, `spoken` what is said of it, `legend` what its sign means, both as a `Voice` says it, and `tagged` what DOT writes at it.
    """

    KEPT = "kept", ""
    PRUNED = "pruned", "pruned", "pruned", "pruned"
    WRONGLY_PRUNED = (
        "wrongly pruned",
        "wrongcut",
        "wrongly pruned: the search visits it",
        "{you} pruned it, the search does not",
        "✗ visited",
    )
    WRONGLY_KEPT = (
        "wrongly kept",
        "missed",
        "wrongly kept: the search skips it",
        "the search prunes it, {you} did not",
        "✗ missed",
    )
    REPEATED = "redundant", "pruned", "redundant: its position was met before", "redundant: met before"
    WRONGLY_REPEATED = (
        "wrongly listed as redundant",
        "wrongcut",
        "wrongly listed: its position is new",
        "{you} listed it, its position is new",
        "✗ new",
    )
    REPEAT_MISSED = (
        "redundant, not listed",
        "missed",
        "not listed, but redundant: its position was met before",
        "met before, and {you} did not list it",
        "✗ missed",
    )
    LISTED = "listed, not judged", "pruned", "listed by {you}", "listed by {you}", "listed"
    PARTLY = (
        "listed, in part wrongly",
        "missed",
        "listed by {you}, in part wrongly",
        "listed by {you}, in part wrongly",
        "✗ in part",
    )
    SOLVED = (
        "in the solution, not answered",
        "pruned",
        "listed in the solution, not by {you}",
        "listed in the solution, not by {you}",
        "not listed",
    )
    BEYOND = "below the horizon", "", "below the horizon"

    css: str
    spoken: str
    legend: str
    tagged: str

    def __new__(cls, name: str, css: str, spoken: str = "", legend: str = "", tagged: str = "") -> Self:
        """Return the branch, whose value is its name."""
        made = object.__new__(cls)
        made._value_ = name
        made.css, made.spoken, made.legend, made.tagged = css, spoken, legend, tagged
        return made

    @property
    def is_left_out(self) -> bool:
        """Return whether what hangs there is not looked at, as far as may be seen: its edge is dashed."""
        return self.css in ("pruned", "missed")

    @property
    def is_wrong(self) -> bool:
        """Return whether it was listed, or not listed, wrongly."""
        return self.css in ("wrongcut", "missed")

    @property
    def is_repeat(self) -> bool:
        """Return whether it is about positions that come again: a ring marks its edge, not the bars of a cut."""
        return self in (Branch.REPEATED, Branch.WRONGLY_REPEATED, Branch.REPEAT_MISSED)


class Stroke(Enum):
    """What the edge above a node is beside a line that a student handed in: the class of such edges."""

    NONE = ""
    YOURS = "yours"
    ASTRAY = "yours astray"
    EXPECTED = "expected"


class Remark(NamedTuple):
    """Something said at a node or of the whole: a fact, or what the student wrote and how that is judged.

    `text` is empty where nothing was written. `verdict` is None for a fact. `label` names what the text is where that
    is not plain. `expected` is the right answer where it is another one and may be shown. `quiet`: nobody asked for it,
    it is there to follow the rest. `is_outcome`: the text is no answer but tells what came of one.
    `is_entry`: it is one of several answers of its part.
    """

    text: str
    verdict: Verdict | None = None
    label: str = ""
    expected: str = ""
    quiet: bool = False
    is_outcome: bool = False
    is_entry: bool = False

    @property
    def word(self) -> str:
        """Return how it is judged, in a word; nothing of a fact."""
        return "" if self.verdict is None else word_of(self.verdict, is_entry=self.is_entry)


class Share(NamedTuple):
    """How much of a class has a node right: the share, whether that is few, and the commonest wrong answer in words."""

    right: Fraction
    is_low: bool
    common: str = ""

    @property
    def text(self) -> str:
        """Return the share in per cent, rounded: "68 %"; 0 % and 100 % are nothing and all."""
        return f"{hundredths(self.right)} %"


class Bar(NamedTuple):
    """A part of a stacked bar below a node: what it stands for in words, its number as text, and its height as a share of the highest bar."""

    words: str
    text: str
    height: float


class Numbers(StrEnum):
    """Which numbers a solved or marked tree shows beside those that were asked.

    VALUES adds those of the inner nodes that the solver visits, and the windows of nodes at which it cuts; WINDOWS the windows of all
    visited inner nodes; ALL both.
    """

    ASKED = "asked"
    VALUES = "values"
    WINDOWS = "windows"
    ALL = "all"


KNOWN = "known"
"""The label of the remark that says between which numbers a node's true value is known to lie."""
EXPECTED_LINE = Remark("expected line")
"""Stands where the right line leads another way than a student's."""
SHOWS_FIRST = Remark("▶ shows first here")
"""Stands where the wrong rule behind an answer first leads another way."""


class DiagramNode(NamedTuple):
    """One node: nodes are in breadth-first order, `parent` is -1 at the root.

    `value` is the number inside a leaf. `number` is what was found or written there and stands in the shape, `window` its
    alpha and beta, `remarks` whatever else is said of it. `move` and `probability` stand on the edge above. `cut` marks the edge at which
    a skipped subtree hangs. `bold` marks the edge above as part of the best play, or of the line that a student handed in, `stroke` what it is beside that. `key` is what steps and answers call it;
    None where they never speak of it. `share` is how a class did there, `bars` what the number is made of, from below.

    `is_horizon`: the search ends there, so its number is a static value and stands in square brackets. `static` is the static
    value that the problem states, `features` are what an evaluation sees there ("material 3"), `state` is the position, all as text, and `board` the position where it is drawn;
    `is_noisy`: the position is not quiet, so the search goes on below it. `shrinks`: the number is written as small as its shape needs,
    and never beside it. `seat` is who moves there of several players. `verdict` is how the node itself is judged, where it is what a student drew.
    `called` is what it is called before its id where that is not who moves; nothing where the id says it all. `marks` are for scripts.
    `is_changed`: something there is another than in the tree that the drawing is a change of, or the drawing points at it otherwise.
    """

    shape: NodeShape
    id: str
    parent: int
    value: str = ""
    move: str = ""
    probability: str = ""
    number: Remark | None = None
    window: Remark | None = None
    remarks: tuple[Remark, ...] = ()
    branch: Branch = Branch.KEPT
    cut: bool = False
    bold: bool = False
    key: int | None = None
    share: Share | None = None
    bars: tuple[Bar, ...] = ()
    is_horizon: bool = False
    static: str = ""
    features: tuple[str, ...] = ()
    state: str = ""
    is_noisy: bool = False
    board: Board | None = None
    shrinks: bool = False
    seat: Seat | None = None
    verdict: Verdict | None = None
    called: str | None = None
    stroke: Stroke = Stroke.NONE
    marks: tuple[Mark, ...] = ()
    is_changed: bool = False

    @property
    def keeps_number(self) -> bool:
        """Return whether its number never stands beside it: as it is drawn, or because a share stands there."""
        return self.shrinks or (self.share is not None and self.shape is not NodeShape.CHILD)

    def line_words(self, line: str) -> str:
        """Return what the bold edge above is, where those of the diagram are such a line."""
        return f"{line}, wrong" if self.stroke is Stroke.ASTRAY else line

    @property
    def judged(self) -> Verdict | None:
        """Return how its number is judged; of a node that a student drew, how that is."""
        return self.verdict if self.number is None else self.number.verdict

    @property
    def looks(self) -> Verdict | None:
        """Return how its outline looks where its number is judged: as the worst of that and what else was written there, but for its window."""
        verdicts = [self.judged, *(remark.verdict for remark in self.remarks)]
        written = [one for one in verdicts if one and one not in (Verdict.BLANK, Verdict.MISSING)]
        return worst(written) if self.judged and written else self.judged

    @property
    def who(self) -> str:
        """Return who moves at the node, in words, or what else it is called."""
        if self.called is not None:
            return self.called
        return self.shape.value if self.seat is None else self.seat.name

    @property
    def full_name(self) -> str:
        """Return who moves at the node, or what else it is called, and its id."""
        return f"{self.who} {self.id}".strip()

    @property
    def said(self) -> tuple[Remark, ...]:
        """Return all that is said of the node: number, window, remarks."""
        return tuple(remark for remark in (self.number, self.window) if remark is not None) + self.remarks


End = tuple[Bound, str]
"""An end of an interval on a number line: the number or infinity, and how it is written there."""


class Span(NamedTuple):
    """An interval on a number line; `has_low` and `has_high` say whether its ends belong to it."""

    low: End
    high: End
    has_low: bool = False
    has_high: bool = False


class Row(NamedTuple):
    """A set of numbers on a number line: what it is called, its intervals from left to right, and how it is judged."""

    label: str
    spans: tuple[Span, ...]
    verdict: Verdict | None = None


class NumberLine(NamedTuple):
    """A line of the numbers that something can be: what it is called, where it begins and ends, and what is shown on it.

    `has_integers`: whole numbers only.
    """

    name: str
    low: End
    high: End
    rows: tuple[Row, ...] = ()
    has_integers: bool = False


class Cells(NamedTuple):
    """Where nodes stand that are no tree: the (column, row) of each, and words in cells without a node, as (column, row, text).

    `turns`: where a drawing lies, columns and rows are exchanged. `is_list`: one below the other, each with its id before it and its bar
    behind it; `letters` is how wide their numbers are.
    """

    at: tuple[tuple[float, int], ...]
    words: tuple[tuple[float, int, str], ...] = ()
    turns: bool = False
    is_list: bool = False
    letters: float = 0


class Diagram(NamedTuple):
    """A tree to draw. `title` is short; `facts` belong to the whole picture; `line` says what the bold edges are, `horizon` where the search ends.

    `is_sketch`: it stands for a tree that nobody could draw, so its nodes in words would tell nothing. `heading` is what a page calls it, where that is not just the student's tree. `number_line` belongs below the tree. `has_rings`: what is listed of it are positions that come again, not branches that are cut.
    `cells`: its nodes are no tree, and stand there. `marks` are those of answers about no single node, for scripts. `voice` is how answers in it are spoken of.
    """

    title: str
    nodes: tuple[DiagramNode, ...]
    facts: tuple[Remark, ...] = ()
    line: str = "best play"
    horizon: str = "horizon"
    number_line: NumberLine | None = None
    has_rings: bool = False
    heading: str = ""
    is_sketch: bool = False
    cells: Cells | None = None
    marks: tuple[Mark, ...] = ()
    voice: Voice = Voice()

    def without_keys(self) -> "Diagram":
        """Return the drawing with nodes that nobody takes for what answers are about."""
        return self._replace(nodes=tuple(node._replace(key=None) for node in self.nodes))

    def places(self) -> dict[int, int]:
        """Return where what steps and answers name stands among the nodes."""
        return {node.key: place for place, node in enumerate(self.nodes) if node.key is not None}

    def names(self) -> set[str]:
        """Return the ids of all nodes, and their moves."""
        return {text for node in self.nodes for text in (node.id, node.move)}


class NotDrawn(GradingError):
    """Something of which there is no drawing."""


def first_of(diagrams: Sequence[Diagram]) -> Diagram:
    """Return the first of all that there is to draw. Raises NotDrawn where that is nothing."""
    if not diagrams:
        raise NotDrawn([Fault("a problem that asks for words alone has no drawing")])
    return diagrams[0]
