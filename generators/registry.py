"""Every generator: what can be asked of it, under which headings, how it checks a request and draws, and what it guarantees."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from generators.candidate import Candidate
from generators.drawing import check_arms, check_tree, draw_arms, draw_tree
from generators.draws import Draws
from generators.figures import figures_of_arms, figures_of_search, figures_of_tree
from generators.given import like_arms, like_tree, mirrored_arms, mirrored_tree
from generators.guarantees import GUARANTEES, Guarantee
from generators.parameters import (
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    MinimaxParameters,
    Parameters,
    Promise,
    Question,
    UcbParameters,
)
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.ucb.scores import Arms

Options: TypeAlias = dict[str, tuple[str, ...]]
"""Names of options by the heading under which help lists them."""


class Generator(NamedTuple):
    """How exercises of one kind are made.

    `parameters` is the record of a request, all of whose fields have defaults; `options` what the command line offers.
    `check(parameters)` raises RequestError for a request that contradicts itself; `draw(parameters, draws)` returns one game,
    good or not; `like(problem, question, promise)` is the request for variants of a problem, `mirrored(...)` that for its
    mirror image, with this image;
    `figures(case)` says how difficult it is; `guarantees` are those that can be given, in the order in which they are checked; `examples` are requests as they are typed.
    """

    parameters: type[Parameters]
    options: Options
    check: Callable[[Any], None]
    draw: Callable[[Any, Draws], Tree | Arms]
    like: Callable[[Problem, Question, Promise], Parameters]
    mirrored: Callable[[Problem, Question, Promise], tuple[Parameters, Problem]]
    figures: Callable[[Candidate], dict[str, int]]
    guarantees: tuple[Guarantee, ...]
    examples: tuple[str, ...]


def _guarantees(*names: str) -> tuple[Guarantee, ...]:
    """Return the guarantees with these names, in the order in which they are checked."""
    return tuple(guarantee for guarantee in GUARANTEES if guarantee.name in names)


_SHAPE = ("depth", "branching", "shape", "root", "layers", "names", "moves", "max_nodes")
_LEAVES = ("values", "step", "outcomes", "ties", "repeats")
_QUESTION = ("ask", "points", "title", "id")
_GUARANTEED = ("without", "separate", "max_draws")
_ENDS: Options = {"Question": _QUESTION, "Guarantees": _GUARANTEED}
_GIVEN = "From a problem"
_TREES: Options = {_GIVEN: ("like", "mirror"), "Shape": _SHAPE, "Values of leaves": _LEAVES, "Ordering": ("ordering",)}

_OF_ALL = ("same-figures", "other-answers")
_OF_TREES = ("unique-best-move", "has-answers", *_OF_ALL)
_OF_FOLDS = _guarantees("short-decimals", *_OF_TREES)
_OF_SEARCH = _guarantees(
    *("prune-count", "leaves-evaluated", "prune-exactly", "prunes-nothing", "some-cutoff", "unequal-bounds"), *_OF_TREES
)

GENERATORS: dict[str, Generator] = {
    "minimax": Generator(
        MinimaxParameters,
        _TREES | _ENDS,
        partial(check_tree, kind="minimax"),
        draw_tree,
        partial(like_tree, MinimaxParameters),
        partial(mirrored_tree, MinimaxParameters),
        figures_of_tree,
        _OF_FOLDS,
        ("--values -20..20 > problem.yaml", "--depth 2-4 --branching 2-3 --count 20 --out week3"),
    ),
    "alpha-beta": Generator(
        AlphaBetaParameters,
        _TREES | {"Search": ("prune_count", "leaves_evaluated", "prune_exactly", "about")} | _ENDS,
        partial(check_tree, kind="alpha-beta"),
        draw_tree,
        partial(like_tree, AlphaBetaParameters),
        partial(mirrored_tree, AlphaBetaParameters),
        figures_of_search,
        _OF_SEARCH,
        (
            "--depth 3 --branching 3 --prune-count 2-4 --count 50 --seed 7 --out week5",
            "--shape '[[0,0],[0,0,0]]' --prune-exactly G,H",
            "--like week5/problem-01/problem.yaml --out more",
        ),
    ),
    "expectiminimax": Generator(
        ExpectiminimaxParameters,
        _TREES | {"Shape": (*_SHAPE, "chances")} | _ENDS,
        partial(check_tree, kind="expectiminimax", has_chance=True),
        draw_tree,
        partial(like_tree, ExpectiminimaxParameters),
        partial(mirrored_tree, ExpectiminimaxParameters),
        figures_of_tree,
        _OF_FOLDS,
        ("--layers max,chance,min --chances quarters",),
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
}
PARAMETERS: dict[str, type[Parameters]] = {kind: generator.parameters for kind, generator in GENERATORS.items()}
