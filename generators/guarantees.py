"""All that a generated exercise can be guaranteed to be: each guarantee is a check, with words for the certificate.

They stand in the order in which they are checked, the cheapest of each game first.
"""

from __future__ import annotations

from generators.arm_guarantees import ARMS
from generators.claims_guarantees import CLAIMS
from generators.construct_guarantees import CONSTRUCT
from generators.costs import COSTS
from generators.deepenings import DEEPENINGS
from generators.games.guarantees import GAMES
from generators.guarantee import Guarantee
from generators.like_guarantees import ANSWERS, FIGURES
from generators.parties import PARTIES
from generators.search_guarantees import SEARCHES
from generators.takings import POSITIONS
from generators.threshold_guarantees import THRESHOLD
from generators.tree_guarantees import TREES

GUARANTEES: tuple[Guarantee, ...] = (
    *FIGURES,
    *CONSTRUCT,
    *GAMES,
    *TREES,
    *SEARCHES,
    *ARMS,
    *COSTS,
    *POSITIONS,
    *PARTIES,
    *THRESHOLD,
    *CLAIMS,
    *DEEPENINGS,
    *ANSWERS,
)
SEPARATES = "separates"
"""The last guarantee, checked target by target: the answers of wrong rules are wrong here."""

NAMES = tuple(guarantee.name for guarantee in GUARANTEES if guarantee.wanted is None)
