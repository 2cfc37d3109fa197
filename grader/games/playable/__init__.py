"""Games that can be played: each a record of its rules, in a file of its own."""

from __future__ import annotations

from collections.abc import Mapping

from grader.games.playable.nim import NIM
from grader.games.playable.record import Game
from grader.games.playable.take_away import TAKE_AWAY

GAMES: Mapping[str, Game] = {"take-away": TAKE_AWAY, "nim": NIM}
"""The games by their names in documents."""
