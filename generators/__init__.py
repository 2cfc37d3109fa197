"""Exercises by the thousand: drawn from a seed, with guaranteed properties and a certificate that says which.

>>> from generators import AlphaBetaParameters, generate
>>> exercise = generate("alpha-beta", AlphaBetaParameters(), "week 5")
>>> exercise.kind.name, len(exercise.problem.game.leaves())
('alpha-beta', 27)
"""

from generators.batch import variants
from generators.certify import VERSION, Certificate, Generated, certified, content_of, generate
from generators.draws import NotFoundError, RequestError
from generators.generator import Generator
from generators.parameters import (
    AlphaBetaParameters,
    CostParameters,
    DeepeningParameters,
    ExpectiminimaxParameters,
    GameWish,
    Leaves,
    Limits,
    MinimaxParameters,
    Ordering,
    Parameters,
    PartyParameters,
    Playing,
    PositionsParameters,
    Promise,
    Pruning,
    Question,
    SamplingParameters,
    Shape,
    UcbParameters,
)
from generators.registry import GENERATORS, PARAMETERS

__all__ = [
    "GENERATORS",
    "PARAMETERS",
    "VERSION",
    "AlphaBetaParameters",
    "Certificate",
    "CostParameters",
    "DeepeningParameters",
    "ExpectiminimaxParameters",
    "GameWish",
    "Generated",
    "Generator",
    "Leaves",
    "Limits",
    "MinimaxParameters",
    "NotFoundError",
    "Ordering",
    "Parameters",
    "PartyParameters",
    "Playing",
    "PositionsParameters",
    "Promise",
    "Pruning",
    "Question",
    "RequestError",
    "SamplingParameters",
    "Shape",
    "UcbParameters",
    "certified",
    "content_of",
    "generate",
    "variants",
]
