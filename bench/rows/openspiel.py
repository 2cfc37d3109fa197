"""OpenSpiel's Python algorithms on our trees, with three kinds of states that they can walk.

A game in Python, registered as OpenSpiel's documentation says, is what its user would write. Beside it, for information:
OpenSpiel's own game of explicit trees (EFG, in C++), and the leanest thing in Python that answers the algorithms' calls at
all, which is no game of OpenSpiel's: one slot, and every answer looked up in a list made before the clock starts.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from grader.core.games.tree import LEAF, MAX, MIN, Tree
from grader.core.numbers import Number

_NUMBERS = count()


def lean_state(tree: Tree) -> Any:
    """Return a state at the root of the tree; an action is the child it leads to, player 0 is MAX."""
    terminal = [kind == LEAF for kind in tree.kind]
    player = [0 if kind == MAX else 1 for kind in tree.kind]
    actions = [list(tree.children(node)) for node in range(tree.size)]
    utility = tree.value

    class FlatState:
        __slots__ = ("node",)

        def clone(self) -> FlatState:
            copy = new(FlatState)
            copy.node = self.node
            return copy

        def apply_action(self, action: int) -> None:
            self.node = action

        def legal_actions(self) -> list[int]:
            return actions[self.node]

        def is_terminal(self) -> bool:
            return terminal[self.node]

        def is_chance_node(self) -> bool:
            return False

        def current_player(self) -> int:
            return player[self.node]

        def player_return(self, _player: int) -> Number | None:
            return utility[self.node]

    new = FlatState.__new__
    state = FlatState()
    state.node = 0
    return state


def registered_state(tree: Tree) -> Any:
    """Return the root of the tree as a game in Python that is registered with OpenSpiel; values come back as floats."""
    import pyspiel

    name = f"explicit_tree_{tree.size}_nodes_{next(_NUMBERS)}"
    terminal = [kind == LEAF for kind in tree.kind]
    player = [pyspiel.PlayerId.TERMINAL if kind == LEAF else 0 if kind == MAX else 1 for kind in tree.kind]
    actions = [list(range(len(tree.children(node)))) for node in range(tree.size)]
    first, utility = tree.first, tree.value
    game_type = pyspiel.GameType(
        short_name=name,
        long_name=name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    game_info = pyspiel.GameInfo(
        num_distinct_actions=max(map(len, actions)),
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1e9,
        max_utility=1e9,
        utility_sum=0.0,
        max_game_length=tree.height(),
    )

    class TreeState(pyspiel.State):
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.node = 0

        def current_player(self) -> int:
            return player[self.node]

        def _legal_actions(self, _player: int) -> list[int]:
            return actions[self.node]

        def _apply_action(self, action: int) -> None:
            self.node = first[self.node] + action

        def is_terminal(self) -> bool:
            return terminal[self.node]

        def returns(self) -> list[Any]:
            return [utility[self.node], -utility[self.node]]

    class TreeGame(pyspiel.Game):
        def __init__(self, params: Any = None) -> None:
            super().__init__(game_type, game_info, params or {})

        def new_initial_state(self) -> TreeState:
            return TreeState(self)

    pyspiel.register_game(game_type, TreeGame)
    return pyspiel.load_game(name).new_initial_state()


def efg_state(tree: Tree) -> Any:
    """Return the root of the same tree as OpenSpiel's own game of explicit trees; values come back as floats."""
    import pyspiel

    lines = ['EFG 2 R "tree" { "MAX" "MIN" } ""']
    info_sets = {MAX: 0, MIN: 0}
    to_write = [0]  # the format lists nodes depth-first, a parent before its children
    while to_write:
        node = to_write.pop()
        children, kind = tree.children(node), tree.kind[node]
        if not children:
            lines.append(f't "" {len(lines)} "" {{ {tree.value[node]} {-tree.value[node]} }}')
            continue
        info_sets[kind] += 1
        moves = " ".join(f'"{place}"' for place in range(len(children)))
        lines.append(f'p "" {1 if kind == MAX else 2} {info_sets[kind]} "" {{ {moves} }} 0')
        to_write.extend(reversed(children))
    return pyspiel.load_efg_game("\n".join(lines) + "\n").new_initial_state()


def load() -> tuple[Callable[[Any, int], Any], Callable[[Any, int], Any]] | None:
    """Return (alpha-beta, full-window minimax), each of a state and the depth below it; None without OpenSpiel.

    The second is OpenSpiel's expectiminimax: on a tree without chance nodes it is minimax without cutoffs, the only
    algorithm there that gives every node a value. It returns the root's and keeps no other, which is less than ours do.
    """
    try:
        from open_spiel.python.algorithms import minimax
    except ImportError:
        return None

    def alpha_beta(state: Any, depth: int) -> Any:
        return minimax._alpha_beta(state, depth, -float("inf"), float("inf"), None, 0)[0]  # noqa: SLF001  # the public door asks for a registered game

    def full_window(state: Any, depth: int) -> Any:
        return minimax.expectiminimax(state, depth + 1, None, 0)[0]

    return alpha_beta, full_window
