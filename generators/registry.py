"""Every generator: what can be asked of it, under which headings, how it checks a request and draws, and what it guarantees."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from generators.candidate import Candidate
from generators.claims import check_claims, draw_claims
from generators.claims_guarantees import figures_of_claims
from generators.claims_like import like_claims
from generators.construct_checks import check_construct
from generators.construct_guarantees import figures_of_construct
from generators.construct_like import like_construct, mirrored_construct
from generators.constructions import draw_construct
from generators.costs import check_cost, draw_cost, figures_of_cost, like_cost, mirrored_cost
from generators.deepenings import (
    check_deepening,
    draw_deepening,
    figures_of_deepening,
    like_deepening,
    mirrored_deepening,
)
from generators.drawing import check_arms, check_tree, draw_arms, draw_searched
from generators.draws import Draws
from generators.figures import Figures, figures_of_arms, figures_of_search, figures_of_tree
from generators.games.record import Played
from generators.given import like_arms, like_tree, mirrored_arms, mirrored_tree
from generators.guarantee import Guarantee
from generators.guarantees import GUARANTEES
from generators.parameters import (
    AlphaBetaParameters,
    ClaimsParameters,
    ConstructParameters,
    CostParameters,
    DeepeningParameters,
    ExpectiminimaxParameters,
    MinimaxParameters,
    Parameters,
    PartyParameters,
    PositionsParameters,
    Promise,
    Question,
    SamplingParameters,
    ThresholdParameters,
    UcbParameters,
)
from generators.parties import check_party, draw_party, figures_of_party, like_party, mirrored_party
from generators.samplings import (
    check_sampling,
    draw_sampling,
    figures_of_sampling,
    like_sampling,
    mirrored_sampling,
)
from generators.takings import (
    check_positions,
    draw_positions,
    figures_of_positions,
    like_positions,
    mirrored_positions,
)
from generators.threshold_guarantees import figures_of_threshold
from generators.threshold_like import like_threshold
from generators.thresholds import check_threshold, draw_threshold
from generators.turned import mirrored_lift
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.cost.growth import Growth
from grader.kinds.lifts.searched import Lifted
from grader.kinds.mcts.sampling import Sampling
from grader.kinds.positions.states import States
from grader.kinds.ucb.scores import Arms

Options: TypeAlias = dict[str, tuple[str, ...]]
"""Names of options by the heading under which help lists them."""

Request = TypeVar("Request", bound=Parameters)
"""The record of a request for exercises of one kind."""


class Generator(NamedTuple, Generic[Request]):
    """How exercises of one kind are made.

    `parameters` is the record of a request, all of whose fields have defaults; `options` what the command line offers.
    `check(parameters)` raises RequestError for a request that contradicts itself; `draw(parameters, draws)` returns one game,
    good or not; `like(problem, question, promise)` is the request for variants of a problem, `mirrored(...)` that for its
    mirror image, with this image;
    `figures(case)` yields how difficult it is, what is seen at sight first; `guarantees` are those that can be given, in the order in which they are checked; `examples` are requests as they are typed.
    """

    parameters: type[Request]
    options: Options
    check: Callable[[Request], None]
    draw: Callable[[Request, Draws], Tree | Played | Arms | Growth | States | Sampling | Lifted]
    like: Callable[[Problem, Question, Promise], Request]
    mirrored: Callable[[Problem, Question, Promise], tuple[Request, Problem]]
    figures: Callable[[Candidate], Figures]
    guarantees: tuple[Guarantee, ...]
    examples: tuple[str, ...]


AnyGenerator: TypeAlias = Generator[Any]
"""How exercises of one of the kinds are made, from its own requests only."""


def _guarantees(*names: str) -> tuple[Guarantee, ...]:
    """Return the guarantees with these names, in the order in which they are checked."""
    return tuple(guarantee for guarantee in GUARANTEES if guarantee.name in names)


_SHAPE = ("depth", "branching", "shape", "root", "layers", "names", "moves", "max_nodes")
_LEAVES = ("values", "step", "outcomes", "ties", "repeats")
_QUESTION = ("ask", "points", "title", "id")
_GUARANTEED = ("without", "separate", "max_draws")
_ENDS: Options = {"Question": _QUESTION, "Guarantees": _GUARANTEED}
_GIVEN = "From a problem"
_PLAYING: Options = {"Play": ("opponent_errs",)}
_GAME: Options = {
    "Game": (
        *(
            "game",
            "nodes",
            "utilities",
            "symmetry",
            "game_objects",
            "game_take",
            "game_takes",
            "game_piles",
            "game_pile",
        ),
        *("game_most", "game_last", "board", "side", "marks", "pits", "stones", "stores", "capture", "extra_turn"),
        *("bags", "balls", "draws", "squares", "loop"),
    ),
}
_LIMIT = ("depth_limit", "extension", "static", "noise", "features", "weights", "not_quiet")
_TREES: Options = {
    _GIVEN: ("like", "mirror"),
    "Shape": _SHAPE,
    "Values of leaves": _LEAVES,
    "Ordering": ("ordering",),
    "Horizon": _LIMIT,
    **_GAME,
}

_OF_ALL = ("same-figures", "other-answers")
_OF_TREES = (
    "tree-size",
    "another-position",
    "unique-best-move",
    "horizon-matters",
    "quiescence-matters",
    "has-answers",
    *_OF_ALL,
)
_OF_SEARCH = _guarantees(
    *("prune-count", "leaves-evaluated", "prune-exactly", "prunes-nothing", "some-cutoff", "some-chance-cutoff"),
    *("bounds-matter", "unequal-bounds"),
    *_OF_TREES,
)

GENERATORS: dict[str, AnyGenerator] = {
    "minimax": Generator(
        MinimaxParameters,
        _TREES | {"Play": ("opponent_errs", "repeated_states")} | _ENDS,
        partial(check_tree, kind="minimax"),
        partial(draw_searched, "minimax"),
        partial(like_tree, MinimaxParameters),
        partial(mirrored_tree, MinimaxParameters),
        figures_of_tree,
        _guarantees("opponent-matters", "positions-repeat", "short-decimals", *_OF_TREES),
        (
            "--values -20..20 > problem.yaml",
            "--depth 2-4 --branching 2-3 --count 20 --out week3",
            "--depth 3 --depth-limit 2 --features material,mobility",
            "--depth 4 --branching 2 --ask values,outcome,best-response --opponent-errs 2",
            "--game take-away --objects 3-7 --ask value,best-move,tree",
        ),
    ),
    "alpha-beta": Generator(
        AlphaBetaParameters,
        _TREES
        | {"Shape": (*_SHAPE, "chances")}
        | {"Search": ("prune_count", "leaves_evaluated", "prune_exactly", "about", "value_bounds")}
        | _ENDS,
        partial(check_tree, kind="alpha-beta", has_chance=True),
        partial(draw_searched, "alpha-beta"),
        partial(like_tree, AlphaBetaParameters),
        partial(mirrored_tree, AlphaBetaParameters),
        figures_of_search,
        _OF_SEARCH,
        (
            "--depth 3 --branching 3 --prune-count 2-4 --count 50 --seed 7 --out week5",
            "--shape '[[0,0],[0,0,0]]' --prune-exactly G,H",
            "--layers max,chance,min --branching 2 --chances quarters --value-bounds 0..10",
            "--game tic-tac-toe --marks 5 --ask value,pruned,leaves-evaluated --count 20 --out week6",
            "--like week5/problem-01/problem.yaml --out more",
        ),
    ),
    "expectiminimax": Generator(
        ExpectiminimaxParameters,
        _TREES
        | {"Shape": (*_SHAPE, "chances"), "Horizon": ("depth_limit", "depth_in", *_LIMIT[1:])}
        | _PLAYING
        | _ENDS,
        partial(check_tree, kind="expectiminimax", has_chance=True),
        partial(draw_searched, "expectiminimax"),
        partial(like_tree, ExpectiminimaxParameters),
        partial(mirrored_tree, ExpectiminimaxParameters),
        figures_of_tree,
        _guarantees("opponent-matters", "short-decimals", *_OF_TREES),
        ("--layers max,chance,min --chances quarters", "--game bags --bags 3 --balls 2-4"),
    ),
    "ucb": Generator(
        UcbParameters,
        {
            _GIVEN: ("like",),
            "Children": ("children", "visits", "reward", "reward_step", "unvisited", "extra_visits", "child_names"),
            "Question": _QUESTION,
            "Guarantees": ("without", "separate", "margin", "max_draws"),
        },
        check_arms,
        draw_arms,
        like_arms,
        mirrored_arms,
        figures_of_arms,
        _guarantees("margin", "not-greedy", *_OF_ALL),
        ('--children 5 --ask choice --seed "group 3" --out ucb5',),
    ),
    "cost": Generator(
        CostParameters,
        {
            _GIVEN: ("like",),
            "Tree": ("tree_branching", "tree_depth"),
            "Search": ("rate", "seconds", "unit", "states"),
        }
        | _ENDS,
        check_cost,
        draw_cost,
        like_cost,
        mirrored_cost,
        figures_of_cost,
        _guarantees("clear-budget", "another-branching", *_OF_ALL),
        (
            "--branching 20-40 --depth 4 --ask leaves,minimal-leaves,time",
            "--rate 10000 --seconds 100 --ask budget,depth-reached,depth-reached-best --count 20 --out week6",
        ),
    ),
    "max-n": Generator(
        PartyParameters,
        {
            _GIVEN: ("like",),
            "Tree": ("players", "depth", "branching", "values"),
            "Question": _QUESTION,
            "Guarantees": _GUARANTEED,
        },
        check_party,
        draw_party,
        like_party,
        mirrored_party,
        figures_of_party,
        _guarantees("distinct-own", "not-paranoid", *_OF_ALL),
        (
            "--players Ann,Bob,Cat --depth 3 --branching 2 --seed 7",
            "--convention sum-bound=9 --ask value,pruned,visited --count 20 --out week7",
        ),
    ),
    "mcts": Generator(
        SamplingParameters,
        {
            _GIVEN: ("like",),
            "Tree": ("children", "visits", "iterations", "playouts"),
            "Question": _QUESTION,
            "Guarantees": ("without", "separate", "margin", "max_draws"),
        },
        check_sampling,
        draw_sampling,
        like_sampling,
        mirrored_sampling,
        figures_of_sampling,
        _guarantees("margin", "not-greedy", "depth-two", *_OF_ALL),
        (
            "--children 2 --visits 2-5 --seed 7",
            "--ask paths,scores,visits,totals --convention expand=all --count 20 --out week6",
            "--playouts 6 --ask paths,visits,totals,choice --count 20 --out playouts",
        ),
    ),
    "positions": Generator(
        PositionsParameters,
        {
            _GIVEN: ("like",),
            "Take-away": ("objects", "take", "takes"),
            "Nim": ("piles", "pile", "most"),
            "End": ("last",),
        }
        | _ENDS,
        check_positions,
        draw_positions,
        like_positions,
        mirrored_positions,
        figures_of_positions,
        _guarantees("some-winning-move", "another-game", *_OF_ALL),
        (
            "--objects 10 --take 1,2 --ask losing,winning-moves",
            "--piles 2-3 --pile 1-4 --ask outcomes,nim-values,winning-moves --count 20 --out week7",
        ),
    ),
    "deepening": Generator(
        DeepeningParameters,
        {
            _GIVEN: ("like", "mirror"),
            "Search": ("search", "reorder"),
            "Shape": (*_SHAPE, "chances"),
            "Values of leaves": _LEAVES,
            "Iterations": ("depth_limit", "noise"),
        }
        | _ENDS,
        check_deepening,
        draw_deepening,
        like_deepening,
        mirrored_deepening,
        figures_of_deepening,
        _guarantees("unique-best-moves", "move-changes", "reordering-gains", "has-answers", *_OF_ALL),
        (
            "--depth 3 --branching 2 --reorder all",
            "--search minimax --ask values-by-depth,best-moves,completed,move --count 20 --out week6",
        ),
    ),
    "threshold": Generator(
        ThresholdParameters,
        {
            _GIVEN: ("like", "mirror"),
            "Search": ("search", "about_what", "unknown", "integers"),
            "Shape": (*_SHAPE, "chances"),
            "Values of leaves": _LEAVES,
            "Children of UCB": ("children", "visits"),
        }
        | _ENDS,
        check_threshold,
        draw_threshold,
        like_threshold,
        partial(mirrored_lift, ThresholdParameters),
        figures_of_threshold,
        _guarantees("depends-on-x", "whole-ends", "simple-ends", "equality-matters", "has-answers", *_OF_ALL),
        (
            "--search alpha-beta --depth 2 --branching 3",
            "--search minimax --about-what any --integers yes --count 20 --out week3",
            "--unknown probability --chances tenths",
            "--search ucb --convention exploration=x --children 3",
        ),
    ),
    "claims": Generator(
        ClaimsParameters,
        {
            _GIVEN: ("like", "mirror"),
            "Search": ("search", "items"),
            "Shape": (*_SHAPE, "chances"),
            "Values of leaves": _LEAVES,
            "Depth limit": _LIMIT,
        }
        | _ENDS,
        check_claims,
        draw_claims,
        like_claims,
        partial(mirrored_lift, ClaimsParameters),
        figures_of_claims,
        _guarantees("half-true", "all-tell-apart", "has-answers", *_OF_ALL),
        (
            "--search alpha-beta --items 5",
            "--search expectiminimax --items 4-6 --ask claims --count 20 --out week4",
        ),
    ),
    "construct": Generator(
        ConstructParameters,
        {
            _GIVEN: ("like", "mirror"),
            "What is handed in": ("make", "objective", "free", "prune_exactly", "fewest_changes"),
            "Search": ("search", "value_bounds"),
            "Shape": (*_SHAPE, "chances"),
            "Values of leaves": _LEAVES,
        }
        | _ENDS,
        check_construct,
        draw_construct,
        like_construct,
        mirrored_construct,
        figures_of_construct,
        _guarantees(
            *("best-is-known", "nothing-for-nothing", "so-many-changes", "worth-ordering", "has-answers", *_OF_ALL)
        ),
        (
            "--make order --ask order,count",
            "--make values --depth 2 --branching 3 --prune-exactly G,J --free 3",
            "--make changes --depth 2 --branching 3 --fewest-changes 2 --count 20 --out week5",
        ),
    ),
}
PARAMETERS: dict[str, type[Parameters]] = {kind: generator.parameters for kind, generator in GENERATORS.items()}
