"""Exercises by the thousand: drawn from a seed, with guaranteed properties and a certificate that says which.

>>> from generators import AlphaBetaParameters, generate
>>> problem = generate("alpha-beta", AlphaBetaParameters(), "week 5")
>>> problem.kind, len(problem.game.leaves())
('alpha-beta', 27)
"""

from generators.certify import VERSION, Certificate, Generated, certified, content_of, generate
from generators.errors import NotFoundError, RequestError
from generators.parameters import (
    PARAMETERS,
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    Leaves,
    MinimaxParameters,
    Ordering,
    Parameters,
    Promise,
    Pruning,
    Question,
    Shape,
    UcbParameters,
)

__all__ = [
    "PARAMETERS",
    "VERSION",
    "AlphaBetaParameters",
    "Certificate",
    "ExpectiminimaxParameters",
    "Generated",
    "Leaves",
    "MinimaxParameters",
    "NotFoundError",
    "Ordering",
    "Parameters",
    "Promise",
    "Pruning",
    "Question",
    "RequestError",
    "Shape",
    "UcbParameters",
    "certified",
    "content_of",
    "generate",
]
