"""What can be asked of a generator: frozen records, one for each kind, built from records that the kinds share.

Every field has a default; a pair (least, most) is a range, both ends included. All values are hashable.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, TypeAlias, cast

from grader.core.conventions import Conventions
from grader.core.games.tree import Tree
from grader.core.numbers import Number
from grader.core.policy import Policy

Range: TypeAlias = tuple[int, int]
Nested: TypeAlias = tuple["Nested", ...]
"""A tree without content: a node is the tuple of its children, a leaf the empty tuple."""

MOST_NODES = 10_000
MOST_DRAWS = 2_000
"""The draws by which a request without a limit is judged."""


class Shape(NamedTuple):
    """The shape of trees.

    Each node has `branching` children down to `depth`; with a range of depths a node at or below the least is a leaf
    half the time. `layers` says who moves at depth 0, 1 …, and begins anew where it ends. `nested` gives the shape
    itself; `skeleton` gives shape, players, probabilities and names of an existing tree. `probabilities` are
    uniform, tenths, quarters, thirds, or those of every chance node in order. `names` are letters, path, or all ids
    breadth-first; `moves` are none, letters, sides (L, M, R), or one label for each child of a node.
    """

    depth: Range = (3, 3)
    branching: Range = (3, 3)
    layers: tuple[str, ...] = ("max", "min")
    nested: Nested | None = None
    skeleton: Tree | None = None
    probabilities: str | tuple[Number, ...] = "uniform"
    names: str | tuple[str, ...] = "letters"
    moves: str | tuple[str, ...] = "none"
    most_nodes: int = MOST_NODES


class Leaves(NamedTuple):
    """The values of leaves: multiples of `step` from `low` to `high` (None: a range in which they have room), or `outcomes`.

    `ties` is how many leaves repeat another leaf's value: 0 for distinct values, None for as it comes. `pattern` holds the
    values of an existing tree's leaves: new ones have the same order of size but for some that change places.
    """

    low: Number | None = None
    high: Number | None = None
    step: Number = 1
    outcomes: tuple[Number, ...] = ()
    ties: int | None = 0
    pattern: tuple[Number, ...] = ()


class Ordering(NamedTuple):
    """How good the order of children is: random, best-first, worst-first, or strong (best first with a probability).

    `mirror` is a tree that is turned round instead of drawing one.
    """

    name: str = "random"
    probability: Fraction | float = Fraction(1, 2)
    mirror: Tree | None = None


class Pruning(NamedTuple):
    """What the alpha-beta search must do: how many subtrees it skips, how many leaves it evaluates, or just what it skips."""

    prune_count: Range | None = None
    leaves_evaluated: Range | None = None
    prune_exactly: tuple[str, ...] = ()


class Limits(NamedTuple):
    """Where the search stops: at `depth` (None: at the leaves), and where a node is not quiet `extension` farther at most.

    An `extension` of None is as far as it takes. `statics` is where static values are stated: at the horizon, or at all nodes with children that are searched. They are off by at most `noise` (None: a
    quarter of the range of values). With `features` they come from these instead, with whole `weights` (none: drawn). Of the nodes at
    the limit `noisy` are not quiet.
    """

    depth: int | None = None
    extension: int | None = None
    statics: str = "horizon"
    noise: Number | None = None
    features: tuple[str, ...] = ()
    weights: tuple[Number, ...] = ()
    noisy: Range = (0, 0)


class GameWish(NamedTuple):
    """The game whose tree is searched, and what its positions are drawn from. What is empty is left to the game, which takes only what it knows.

    `objects` are taken, the numbers of `take` at once, or `takes` many different ones up to `largest`, which rise or stand in `any` order; or from `piles` of `pile` objects, at most `most`
    of them. `last`: who moves last wins or loses. A `board` has `side` × `side` cells, of which `marks` are taken, unless it is stated. There are `pits` on each side with `stones`, and stores with `stores`;
    `capture` and `extra_turn` are yes or no. There are `bags` of `balls` (or `sizes`: how many are in each), called by `names`, which MIN or chance `draws`. A line has `squares`, and a position that comes again is worth one of `loop`.

    `utilities` are what the ends are worth, `symmetry` says whether positions that are the same are merged. The tree has `nodes`, and `plies`
    from the root to the last leaf. `given` is a game that is written out, `other_than` one that is not to be drawn.
    """

    name: str = ""
    objects: Range | None = None
    take: tuple[Number, ...] = ()
    takes: Range | None = None
    largest: int | None = None
    any_order: str = ""
    piles: Range | None = None
    pile: Range | None = None
    most: Range | None = None
    last: str = ""
    board: str = ""
    side: int | None = None
    marks: Range | None = None
    pits: Range | None = None
    stones: Range | None = None
    stores: Range | None = None
    capture: str = ""
    extra_turn: str = ""
    bags: Range | None = None
    balls: Range | None = None
    sizes: tuple[Number, ...] = ()
    names: tuple[str, ...] = ()
    draws: str = ""
    squares: Range | None = None
    loop: tuple[Number, ...] = ()
    utilities: tuple[tuple[str, Number], ...] = ()
    symmetry: str = ""
    nodes: Range | None = None
    plies: Range | None = None
    given: str = ""
    other_than: str = ""


class Playing(NamedTuple):
    """What is stated beside values: how many replies of the opponent are errors, how many positions come again.

    None: as many as what is asked needs, which is one reply where outcomes are asked, and two positions where these are.
    """

    errs: Range | None = None
    repeated: Range | None = None


class Question(NamedTuple):
    """What is asked: parts and their points (default: the kind's own), conventions, title, id and marking of the problem.

    `after` says after how many leaves it is asked what is known, where that is not at the end.
    """

    ask: tuple[str, ...] = ()
    points: tuple[tuple[str, Number], ...] = ()
    conventions: Conventions = Conventions()
    title: str = ""
    id: str = ""
    marking: Policy = Policy()
    after: int | None = None


class Promise(NamedTuple):
    """What is guaranteed: all guarantees of the kind but those in `without`.

    `separate` names misconceptions, or is ("default",), ("all",) or ("none",). `about` is "", equality or
    deep-cutoffs. `figures` are difficulty figures that must come out just so, or differ by at most this share of them (`room`); `unlike` are answers
    (part, nodes) that must not all be right. `margin` is the least distance
    between the two best UCB scores. `most_draws` is the effort, for which None leaves a default.
    """

    without: tuple[str, ...] = ()
    separate: tuple[str, ...] = ("default",)
    about: str = ""
    figures: tuple[tuple[str, int], ...] = ()
    room: Number = 0
    unlike: tuple[tuple[str, tuple[int, ...]], ...] = ()
    margin: Fraction = Fraction(1, 20)
    most_draws: int | None = None


class MinimaxParameters(NamedTuple):
    """A request for minimax exercises."""

    shape: Shape = Shape()
    leaves: Leaves = Leaves()
    ordering: Ordering = Ordering()
    question: Question = Question()
    promise: Promise = Promise()
    limits: Limits = Limits()
    playing: Playing = Playing()
    game: GameWish | None = None


class AlphaBetaParameters(NamedTuple):
    """A request for alpha-beta exercises."""

    shape: Shape = Shape()
    leaves: Leaves = Leaves()
    ordering: Ordering = Ordering()
    question: Question = Question()
    promise: Promise = Promise()
    pruning: Pruning = Pruning()
    limits: Limits = Limits()
    game: GameWish | None = None


class ExpectiminimaxParameters(NamedTuple):
    """A request for expectiminimax exercises: chance moves after each player."""

    shape: Shape = Shape(branching=(2, 2), layers=("max", "chance", "min", "chance"), probabilities="tenths")
    leaves: Leaves = Leaves()
    ordering: Ordering = Ordering()
    question: Question = Question()
    promise: Promise = Promise()
    limits: Limits = Limits()
    playing: Playing = Playing()
    game: GameWish | None = None


class UcbParameters(NamedTuple):
    """A request for UCB exercises.

    Each child has `visits` and a mean reward from 0 to `reward`; totals are multiples of `step`. `unvisited`
    children have no visits; the parent has `extra_visits` more than its children together. `names` are letters or ids.
    """

    children: Range = (4, 4)
    visits: Range = (2, 20)
    reward: Number = 1
    step: Number = 1
    unvisited: Range = (0, 0)
    extra_visits: Range = (0, 0)
    names: str | tuple[str, ...] = "letters"
    question: Question = Question()
    promise: Promise = Promise()


class CostParameters(NamedTuple):
    """A request for exercises about what a search costs.

    `rate` holds the positions a second that are drawn from; without any, and without `seconds`, nothing is asked of time. `unit` is what a
    position searched is: leaves or nodes. `root` is counts or does-not-count. So many branching factors are `listed`, one for
    each depth; 0: one for all. Without a `depth` there is only a budget. `other_than` is the branching of a given problem.
    """

    branching: Range = (5, 40)
    depth: Range | None = (3, 5)
    rate: tuple[Number, ...] = (1_000, 10_000, 100_000, 1_000_000)
    seconds: Range | None = (10, 300)
    unit: str = "leaves"
    states: Number | None = None
    root: str = "counts"
    exponent: Number = Fraction(1, 2)
    space: str = "b*d"
    listed: int = 0
    other_than: tuple[Number, ...] = ()
    question: Question = Question()
    promise: Promise = Promise()


class SamplingParameters(NamedTuple):
    """A request for exercises in Monte Carlo tree search: `iterations` on numbers as a search has left them.

    The root has `children`, which that search visited `visits` times each on average. `skeleton` gives the tree. Where there are `playouts`, so many are given in place of a tree, and `children` are the moves at each node;
    `lengths` says how many moves each of them has, else that is drawn.
    """

    children: Range = (2, 3)
    visits: Range = (2, 6)
    iterations: int = 1
    playouts: int = 0
    lengths: tuple[Number, ...] = ()
    skeleton: Tree | None = None
    question: Question = Question()
    promise: Promise = Promise()


class PositionsParameters(NamedTuple):
    """A request for exercises about won and lost positions.

    Without `piles` the game is take-away: `objects` at the start, of which the numbers of `take` can be taken at once, or `takes` many different ones from 1 to
    `largest`. With `piles` it is nim: so many, each of `pile` objects, of which `most` are taken at once (None: any number). `last`: who moves last wins or loses.
    `other_than` is the game of a given problem.
    """

    objects: Range = (8, 15)
    take: tuple[Number, ...] = ()
    takes: Range = (2, 3)
    largest: int = 5
    piles: Range | None = None
    pile: Range = (1, 4)
    most: Range | None = None
    last: str = "wins"
    other_than: str = ""
    question: Question = Question()
    promise: Promise = Promise()


class PartyParameters(NamedTuple):
    """A request for games of several `players`, who take turns; a leaf has whole numbers from `values`, or shares of a sum-bound.

    `skeleton` gives the tree.
    """

    players: tuple[str, ...] = ("Ann", "Bob", "Cat")
    depth: Range = (3, 3)
    branching: Range = (2, 2)
    values: Range = (0, 9)
    skeleton: Tree | None = None
    question: Question = Question()
    promise: Promise = Promise()


class ThresholdParameters(NamedTuple):
    """A request for exercises that ask for which x a claim holds.

    `search` is the kind that searches, one of trees; empty for the one that prunes.
    `about` is what the claim is about: pruned (under alpha-beta), or any (also the best move). `integers` says whether x is
    whole: yes or no. `unknown` is where x stands: as a value, or as a probability (which makes the search that of chance nodes).
    Under `ucb` it is the constant, which the conventions state, and so many `children` with `visits` are drawn. `given` is the document of an exercise that is turned round.
    """

    search: str = ""
    about: str = "pruned"
    integers: str = "no"
    shape: Shape = Shape(depth=(2, 2))
    leaves: Leaves = Leaves()
    ordering: Ordering = Ordering()
    question: Question = Question()
    promise: Promise = Promise()
    limits: Limits = Limits()
    unknown: str = "value"
    children: Range = (3, 4)
    visits: Range = (2, 20)
    given: str = ""


PlayedParameters: TypeAlias = MinimaxParameters | ExpectiminimaxParameters
"""Requests for trees on which something can be stated of how they are played."""
TreeParameters: TypeAlias = MinimaxParameters | AlphaBetaParameters | ExpectiminimaxParameters


class ClaimsParameters(NamedTuple):
    """A request for exercises that ask what is true of a search: so many `items`, half of them true.

    `mix` says how many are wished for about the tree as it is, after a change, and about every tree; without it that is left to chance.

    `search` is the kind that searches, one of trees; empty for the one that prunes. `given` is the document of an exercise that
    is turned round.
    """

    search: str = ""
    items: Range = (5, 5)
    shape: Shape = Shape(depth=(2, 2))
    leaves: Leaves = Leaves()
    ordering: Ordering = Ordering()
    question: Question = Question()
    promise: Promise = Promise()
    limits: Limits = Limits()
    mix: tuple[Number, ...] = ()
    given: str = ""


class ConstructParameters(NamedTuple):
    """A request for exercises in which an object is handed in, and the search runs on it.

    `make` is what is handed in: order, values or changes. `objective` is what an order is to do (empty: most-pruned), `free`
    how many leaves get a number (None: three) and `prune_exactly` what is then skipped (none: what chance decides), `fewest` how
    few changes are enough (None: one or two). `numbers` are different or any: whether no two leaves may have the same (empty: of
    values to be found, unless leaves repeat).

    `search` is the kind that searches, one of trees; empty for the one that prunes, or for changes the plain one. `free_ids`
    are the free leaves of a given problem, `given` the document of an exercise that is turned round.
    """

    search: str = ""
    make: str = "order"
    objective: str = ""
    free: Range | None = None
    prune_exactly: tuple[str, ...] = ()
    fewest: Range | None = None
    shape: Shape = Shape((3, 3), (2, 2))
    leaves: Leaves = Leaves()
    ordering: Ordering = Ordering()
    question: Question = Question()
    promise: Promise = Promise()
    limits: Limits = Limits()
    numbers: str = ""
    free_ids: tuple[str, ...] = ()
    given: str = ""


class DeepeningParameters(NamedTuple):
    """A request for exercises in iterative deepening: so many iterations as `limits.depth` says, without it as the tree is deep.

    `search` is the kind that searches, one of trees; empty for the one that prunes. `reorder` says which children an iteration puts in
    another order. `given` is the document of an exercise that is turned round.
    """

    search: str = ""
    reorder: str = "all"
    shape: Shape = Shape((3, 3), (2, 2))
    leaves: Leaves = Leaves()
    ordering: Ordering = Ordering()
    question: Question = Question()
    promise: Promise = Promise()
    limits: Limits = Limits()
    given: str = ""


LiftParameters: TypeAlias = ThresholdParameters | ClaimsParameters | ConstructParameters | DeepeningParameters
TreesDrawn: TypeAlias = TreeParameters | LiftParameters
"""Requests for trees of a shape with values at their `leaves`, in an `ordering`."""
Parameters: TypeAlias = (
    TreesDrawn | UcbParameters | CostParameters | PositionsParameters | SamplingParameters | PartyParameters
)


def trees_of(parameters: Parameters) -> TreesDrawn | None:
    """Return a request for trees of a shape; None for one that is of something else, and has no such fields."""
    return cast("TreesDrawn", parameters) if "ordering" in parameters._fields else None


def is_of_game(parameters: Parameters) -> bool:
    """Return whether the trees of a request are those of a game."""
    return isinstance(parameters, TreeParameters) and parameters.game is not None


def within(count: int, wanted: Range | None) -> bool:
    """Return whether a number is in the range, if there is one."""
    return wanted is None or wanted[0] <= count <= wanted[1]


def show_range(wanted: Range | None) -> str:
    """Return a range as it is typed: 3, or 2-4."""
    if wanted is None:
        return "any"
    return str(wanted[0]) if wanted[0] == wanted[1] else f"{wanted[0]}-{wanted[1]}"
