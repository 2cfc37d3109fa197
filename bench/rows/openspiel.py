"""OpenSpiel's Python algorithms on our trees, as favourably to them as can be.

They walk states by method calls. The state here is the leanest that can answer: one slot, and every answer looked up in
a list that was made before the clock starts. OpenSpiel's own game of explicit trees (EFG) takes more than twice as long;
it is measured beside, for information.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.exact import Number
from grader.tree import LEAF, MAX, MIN, Tree


def start_state(tree: Tree) -> Any:
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
