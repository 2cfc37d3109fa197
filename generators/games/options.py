"""The options of a request that say which game its trees are of, as a wish."""

from __future__ import annotations

from collections.abc import Mapping

from generators.games.checks import check_options
from generators.parameters import GameWish
from grader.data import Data

WISHES = (
    *(
        "objects",
        "take",
        "takes",
        "piles",
        "pile",
        "most",
        "last",
        "board",
        "side",
        "marks",
        "pits",
        "stones",
        "stores",
    ),
    *("capture", "extra_turn", "bags", "balls", "draws", "squares", "loop", "utilities", "symmetry", "nodes"),
)
"""The options of games, called as the fields of a wish."""


def read_wish(stated: Mapping[str, Data]) -> tuple[dict[str, Data], GameWish | None]:
    """Return the options that say nothing of a game, and what the others wish of it; None where there is none. Raises RequestError.

    Who moves first is a convention there, and the depth is how deep the tree comes out.
    """
    check_options(stated, WISHES)
    if "game" not in stated:
        return dict(stated), None
    rest = {option: value for option, value in stated.items() if option not in (*WISHES, "game", "depth", "root")}
    if "root" in stated:
        rest["begins"] = stated["root"]
    fields = {name: stated[name] for name in WISHES if name in stated}
    return rest, GameWish(stated["game"], plies=stated.get("depth"), **fields)
