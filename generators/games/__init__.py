"""Games whose positions exercises are drawn from: each with what is left to chance, beside its rules in `grader/games/playable`."""

from __future__ import annotations

from collections.abc import Mapping

from generators.games.bags import BAGS
from generators.games.boards import MANCALA, TIC_TAC_TOE
from generators.games.counted import NIM, TAKE_AWAY
from generators.games.line import LINE
from generators.games.record import Start

STARTS: Mapping[str, Start] = {
    "take-away": TAKE_AWAY,
    "nim": NIM,
    "tic-tac-toe": TIC_TAC_TOE,
    "mancala": MANCALA,
    "bags": BAGS,
    "line": LINE,
}
"""Where each game can begin, by the games' names in documents."""
