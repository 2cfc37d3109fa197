"""Games that can be played: each a record of its rules, in a file of its own."""

from __future__ import annotations

from collections.abc import Mapping

from grader.games.playable.bags import BAGS
from grader.games.playable.line import LINE
from grader.games.playable.mancala import MANCALA
from grader.games.playable.nim import NIM
from grader.games.playable.record import AnyGame
from grader.games.playable.take_away import TAKE_AWAY
from grader.games.playable.tic_tac_toe import TIC_TAC_TOE

GAMES: Mapping[str, AnyGame] = {
    "take-away": TAKE_AWAY,
    "nim": NIM,
    "tic-tac-toe": TIC_TAC_TOE,
    "mancala": MANCALA,
    "bags": BAGS,
    "line": LINE,
}
"""The games by their names in documents."""
