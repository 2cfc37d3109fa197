"""Every generator: what can be asked of it, under which headings, how it checks a request and draws, and what it guarantees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import get_args, get_origin, get_type_hints

from generators.candidate import Candidate
from generators.draws import RequestError
from generators.fields import HEADINGS, LIMIT, TREES
from generators.generator import AnyGenerator, AnyGuarantee, Figures, Generator, with_those_of_variants
from generators.kinds.claims import CLAIMS
from generators.kinds.construct import CONSTRUCT
from generators.kinds.cost import COST
from generators.kinds.deepening import DEEPENING
from generators.kinds.max_n import MAX_N
from generators.kinds.positions import POSITIONS
from generators.kinds.threshold import THRESHOLD
from generators.kinds.tree_guarantees import (
    HAS_ANSWERS,
    OF_CUTOFFS,
    OF_GAMES,
    OF_HORIZONS,
    OPPONENT_MATTERS,
    POSITIONS_REPEAT,
    SHORT_DECIMALS,
    UNIQUE_BEST_MOVE,
    figures_of_search,
    figures_of_tree,
)
from generators.kinds.trees import check_tree, draw_searched, idle_in_trees, like_tree, mirrored_tree
from generators.kinds.ucb_and_mcts import MCTS, UCB
from generators.parameters import (
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    MinimaxParameters,
    Parameters,
    TreeParameters,
)
from grader.core.games.tree import Tree

_PLAYED = (*TREES, "after", "ordering", *LIMIT, *HEADINGS["Game"])


def _of_trees(
    kind: str,
    parameters: type[TreeParameters],
    fields: tuple[str, ...],
    figures: Callable[[Candidate], Figures],
    guarantees: tuple[AnyGuarantee, ...],
    *examples: str,
    played: Sequence[str],
    has_chance: bool = True,
) -> AnyGenerator:
    """Return how trees of a kind are made; its own `guarantees` stand behind those of games, `played` are options as they are typed."""
    return Generator(
        parameters,
        (*_PLAYED, *fields),
        partial(check_tree, kind=kind, has_chance=has_chance),
        partial(draw_searched, kind),
        partial(like_tree, parameters),
        partial(mirrored_tree, parameters),
        figures,
        with_those_of_variants(figures, *OF_GAMES, *guarantees),
        examples,
        tuple(dict(option.split("=") for option in f"{one} values=-20..20".split()) for one in played),
        idle_in_trees,
        by_node=True,
    )


GENERATORS: dict[str, AnyGenerator] = {
    "minimax": _of_trees(
        "minimax",
        MinimaxParameters,
        ("opponent_errs", "repeated_states"),
        figures_of_tree,
        (OPPONENT_MATTERS, POSITIONS_REPEAT, UNIQUE_BEST_MOVE, SHORT_DECIMALS, *OF_HORIZONS, HAS_ANSWERS),
        "--values -20..20 > problem.yaml",
        "--depth 2-4 --branching 2-3 --count 20 --out week3",
        "--depth 3 --depth-limit 2 --features material,mobility",
        "--depth 4 --branching 2 --ask values,outcome,best-response --opponent-errs 2",
        "--game take-away --ask value,best-move,tree",
        "--from request.yaml --count 20 --out week4",
        played=("depth=3 branching=2-3", "depth=4 branching=2", "depth=2 branching=3"),
        has_chance=False,
    ),
    "alpha-beta": _of_trees(
        "alpha-beta",
        AlphaBetaParameters,
        ("chances", "prune_count", "leaves_evaluated", "prune_exactly", "about", "value_bounds"),
        figures_of_search,
        (UNIQUE_BEST_MOVE, *OF_HORIZONS, HAS_ANSWERS, *OF_CUTOFFS),
        "--depth 3 --branching 3 --prune-count 2-4 --count 50 --seed 7 --out week5",
        "--shape '[[0,0],[0,0,0]]' --prune-exactly G,H",
        "--layers max,chance,min --branching 2 --chances quarters --value-bounds 0..10",
        "--game tic-tac-toe --ask value,pruned,leaves-evaluated --count 20 --out week6",
        "--like week5/problem-01/problem.yaml --out more",
        played=(
            "depth=4 branching=2",
            "depth=3 branching=3 about=equality count=2",
            "depth=2 branching=3 about=equality count=1 public=0",  # nothing but MIN nodes can be cut there
            "shape=[[[0,0,0],[0,0,0],[0,0,0]],0] about=equality count=1 public=0",  # and here nothing but MAX nodes
            "depth=4 branching=2 about=deep-cutoffs",
        ),
    ),
    "expectiminimax": _of_trees(
        "expectiminimax",
        ExpectiminimaxParameters,
        ("chances", "depth_in", "opponent_errs"),
        figures_of_tree,
        (OPPONENT_MATTERS, UNIQUE_BEST_MOVE, SHORT_DECIMALS, *OF_HORIZONS, HAS_ANSWERS),
        "--layers max,chance,min --chances quarters",
        "--game bags --values 0..20",
        played=(
            "depth=3 branching=2 layers=max,chance,min",
            "depth=2 branching=3 layers=max,chance",
            "depth=4 branching=2 layers=max,chance,max,chance chances=quarters",
        ),
    ),
    "ucb": UCB,
    "cost": COST,
    "max-n": MAX_N,
    "mcts": MCTS,
    "positions": POSITIONS,
    "deepening": DEEPENING,
    "threshold": THRESHOLD,
    "claims": CLAIMS,
    "construct": CONSTRUCT,
}
PARAMETERS: dict[str, type[Parameters]] = {kind: generator.parameters for kind, generator in GENERATORS.items()}


def figures_of(case: Candidate) -> dict[str, int]:
    """Return the difficulty figures by name, as the kind's generator counts them.

    An arithmetic step is one child's value taken in: a comparison, or at a chance node a product and a sum; for UCB
    one operation of a score, and one for the logarithm. At a node that is evaluated each weight takes a product and a
    sum, whether or not the node names its feature: what it does not name is 0.
    """
    return dict(GENERATORS[case.problem.kind].figures(case))


SEPARATES = "separates"
"""The last guarantee, checked target by target: the answers of wrong rules are wrong here."""

NAMES = tuple(
    dict.fromkeys(
        guarantee.name
        for generator in GENERATORS.values()
        for guarantee in generator.guarantees
        if guarantee.wanted is None
    )
)
"""The guarantees that can be switched off, in the order of the kinds that give them."""

_RANGE = "a pair (least, most) of whole numbers"
_NUMBER = "a whole number or a Fraction"
_FROZEN = "a Tree of tuples, as problem.game.frozen(); generators.like.like(problem) makes one"
_EXPECTED = {
    "int": "a whole number",
    "int | None": "a whole number or None",
    "str": "text",
    "Range": _RANGE,
    "Range | None": f"{_RANGE}, or None",
    "Number": _NUMBER,
    "Number | None": f"{_NUMBER}, or None",
    "Fraction": _NUMBER,
    "Fraction | float": "a number",
    "tuple[str, ...]": "a tuple of texts",
    "tuple[Number, ...]": "a tuple of whole numbers and Fractions",
    "str | tuple[str, ...]": "text or a tuple of texts",
    "str | tuple[Number, ...]": "text, or a tuple of whole numbers and Fractions",
    "tuple[tuple[str, Number], ...]": "a tuple of pairs (name, number)",
    "tuple[tuple[str, int], ...]": "a tuple of pairs (name, whole number)",
    "tuple[tuple[str, tuple[int, ...]], ...]": "a tuple of pairs (name, nodes)",
    "Nested | None": "tuples of tuples, a leaf as (), or None",
    "Tree | None": f"{_FROZEN}, or None",
    "Conventions": "Conventions",
    "Policy": "a Policy",
}
"""What is said to be expected in a field, by its annotation; the others are records with fields of their own."""


def check_request(kind: str, parameters: Parameters) -> None:
    """Refuse an unknown kind, another kind's parameters, and fields that hold what they cannot. Raises RequestError."""
    if kind not in PARAMETERS:
        raise RequestError(f'there is no generator of the kind "{kind}", expected {", ".join(PARAMETERS)}')
    expected = PARAMETERS[kind]
    if not isinstance(parameters, expected):
        raise RequestError(f"{kind} takes {expected.__name__}, not {_shown(parameters)}")
    _check_fields(parameters)


@cache
def _hints(record: type[object]) -> dict[str, object]:
    """Return the types of a record's fields, worked out once."""
    return get_type_hints(record)


def _check_fields(record: Parameters) -> None:
    """Refuse what is no value of a field, in this record and in those that it holds; a record before its fields."""
    hints = _hints(type(record))  # type: ignore[arg-type]  # mypy takes classes of tuples for no keys
    for name, reference in type(record).__annotations__.items():  # a named tuple keeps each as a forward reference
        value, annotation = getattr(record, name), reference.__forward_arg__
        if not (_is_nested(value) if annotation.startswith("Nested") else _fits(value, hints[name])):
            words = _EXPECTED.get(annotation, f"a {annotation}".replace(" |", " or"))
            raise RequestError(f"{type(record).__name__}.{name}: expected {words}, not {_shown(value)}")
        if annotation not in _EXPECTED and value is not None:
            _check_fields(value)


def _fits(value: object, hint: object) -> bool:
    """Return whether the value is of the type; of a tree only one that nobody can change, and a whole number is a fraction too."""
    arguments = get_args(hint)
    if get_origin(hint) is tuple:
        if not isinstance(value, tuple):
            return False
        expected = arguments[:1] * len(value) if arguments[-1] is ... else arguments
        return len(value) == len(expected) and all(map(_fits, value, expected))
    if arguments:
        return any(_fits(value, one) for one in arguments)
    if hint is Tree:
        return isinstance(value, Tree) and all(
            column is None or isinstance(column, tuple) for column in value.columns()
        )
    return isinstance(value, (int, Fraction) if hint is Fraction else hint)  # type: ignore[arg-type]  # a class by now


def _is_nested(value: object) -> bool:
    """Return whether a shape is made of tuples alone, or None; without recursion, for it may be deep."""
    waiting = [value] if value is not None else []
    for node in waiting:
        if not isinstance(node, tuple):
            return False
        waiting.extend(node)
    return True


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{type(value).__name__} {shown[:40]}…"
