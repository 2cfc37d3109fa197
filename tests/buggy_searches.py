"""Alpha-beta searches as students write them: right ones in several styles, and such with one bug."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from played_programs import INF, Game, Search

Found = tuple[Any, str | None]
Window = tuple[Any, Any]


def search_with(
    *,
    cut: Callable[[Any, Any], bool] = lambda alpha, beta: alpha >= beta,
    goes_on: Callable[[bool], bool] = lambda _: False,
    turned: bool = False,
    is_max: Callable[[Game, str], bool] = lambda game, node: game.player(node) == "max",
    lowers_beta: bool = True,
    swaps: bool = False,
    hands_on: Callable[[bool, Any, Any], Window] = lambda _, alpha, beta: (alpha, beta),
    returns: Callable[[bool, Any], Any] = lambda _, value: value,
    later: bool = False,
) -> Search:
    """Return the search in which some of this is otherwise than it should be; the right one where nothing is.

    `goes_on`: where equality does not cut, at nodes of MAX, or of MIN.
    """

    def search(game: Game, alpha: Any = -INF) -> Found:
        def walk(node: str, alpha: Any, beta: Any) -> Found:
            if game.is_leaf(node):
                return game.value(node), None
            maximizes = is_max(game, node)
            value, best = (-INF if maximizes else INF), None
            children = game.children(node)
            for child in children[::-1] if turned else children:
                found = walk(child, *hands_on(maximizes, alpha, beta))[0]
                is_better = found > value if maximizes else found < value
                if is_better or (later and node == game.root and found == value):
                    value, best = found, child
                if maximizes != swaps:
                    alpha = max(alpha, value)
                elif lowers_beta:
                    beta = min(beta, value)
                if cut(alpha, beta) and not (alpha == beta and goes_on(maximizes)):
                    break
            return returns(maximizes, value), best

        return walk(game.root, alpha, INF)

    return search


right = search_with()
strict = search_with(cut=lambda alpha, beta: alpha > beta)


def negamax(game: Game) -> Found:
    """Search with one rule for both players and the sign turned from level to level."""

    def walk(node: str, alpha: Any, beta: Any, sign: int) -> Found:
        if game.is_leaf(node):
            return sign * game.value(node), None
        value, best = -INF, None
        for child in game.children(node):
            found = -walk(child, -beta, -alpha, -sign)[0]
            if found > value:
                value, best = found, child
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value, best

    return walk(game.root, -INF, INF, 1)


def with_stack(game: Game) -> Found:
    """Search without recursion: a frame is node, children left, alpha, beta, value, best child."""
    frames = [[game.root, game.children(game.root), -INF, INF, -INF, None]]
    while True:
        node, left, alpha, beta, value, best = frames[-1]
        if left and alpha < beta:
            child = left.pop(0)
            if not game.is_leaf(child):
                start = -INF if game.player(child) == "max" else INF
                frames.append([child, game.children(child), alpha, beta, start, None])
                continue
            found = game.value(child)
        else:
            frames.pop()
            if not frames:
                return value, best
            child, found = node, value
        frame = frames[-1]
        is_max = game.player(frame[0]) == "max"
        if found > frame[4] if is_max else found < frame[4]:
            frame[4], frame[5] = found, child
        frame[2 if is_max else 3] = max(frame[2], frame[4]) if is_max else min(frame[3], frame[4])


class Twice:
    """A game of which everything is asked twice."""

    def __init__(self, game: Game) -> None:
        self.root, self.player, self.is_leaf = game.root, game.player, game.is_leaf
        self._game = game

    def children(self, node: str) -> list[str]:
        """Return the children, having asked for them before."""
        self._game.children(node)
        return self._game.children(node)

    def value(self, node: str) -> Any:
        """Return the value, having asked for it before."""
        self._game.value(node)
        return self._game.value(node)


def asks_twice(game: Game) -> Found:
    """Search right, with every request made twice."""
    found: Found = right(Twice(game))  # type: ignore[arg-type]  # all of a game that is used
    return found


def with_global_window(game: Game) -> Found:
    """Search with one alpha and one beta for all nodes."""
    window = [-INF, INF]

    def walk(node: str) -> Found:
        if game.is_leaf(node):
            return game.value(node), None
        is_max = game.player(node) == "max"
        value, best = (-INF if is_max else INF), None
        for child in game.children(node):
            found = walk(child)[0]
            if found > value if is_max else found < value:
                value, best = found, child
            window[0 if is_max else 1] = max(window[0], value) if is_max else min(window[1], value)
            if window[0] >= window[1]:
                break
        return value, best

    return walk(game.root)


def averaging(game: Game) -> Found:
    """Search where MIN is thought to move at random, and nothing is cut."""

    def walk(node: str) -> Found:
        if game.is_leaf(node):
            return game.value(node), None
        found = [(walk(child)[0], child) for child in game.children(node)]
        if game.player(node) == "max":
            best = max(value for value, _ in found)
            return next(one for one in found if one[0] == best)
        return Fraction(sum(value for value, _ in found)) / len(found), None

    return walk(game.root)


def with_alpha_kept() -> Search:
    """Return a search that begins with the value of the tree before as alpha, such as a global."""
    before = [-INF]

    def search(game: Game) -> Found:
        value, best = right(game, before[0])  # type: ignore[call-arg]
        before[0] = value
        return value, best

    return search


BUGS: dict[str, Search] = {
    "no cutoff": search_with(cut=lambda alpha, beta: False),
    "beta never lowered at MIN": search_with(lowers_beta=False),
    "a child gets half of the window": search_with(
        hands_on=lambda is_max, alpha, beta: (alpha, INF) if is_max else (-INF, beta)
    ),
    "every node MAX": search_with(is_max=lambda *_: True),
    "every node MIN": search_with(is_max=lambda *_: False),
    "the other bound": search_with(swaps=True),
    "global window": with_global_window,
    "from right to left": search_with(turned=True),
    "later equal moves": search_with(later=True),
    "MIN averages": averaging,
    "MIN returns one more": search_with(returns=lambda is_max, value: value if is_max else value + 1),
}
