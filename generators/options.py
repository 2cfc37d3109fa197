"""The options of a request by name: what can be asked of a generator, as the command line and a quiz have it."""

from __future__ import annotations

from typing import NamedTuple

from generators import readings as types
from generators.registry import GENERATORS


class Option(NamedTuple):
    """How an option's value is read (None: a flag), its help, and what it is called where not as in the table."""

    type: types.Reading | None
    help: str
    name: str = ""


OPTIONS: dict[str, Option] = {
    "like": Option(
        types.FILE, "Variants of the problem in this file: its shape, its question, its difficulty figures."
    ),
    "mirror": Option(types.FILE, "The mirror image of the problem in this file."),
    "depth": Option(types.RANGE, "Plies from the root to the leaves; with a range, leaves lie between."),
    "branching": Option(types.RANGE, "Children of each node."),
    "shape": Option(types.SHAPE, "The shape itself as nested lists, a leaf as []: '[[[],[]],[[],[],[]]]'."),
    "root": Option(types.ROOT, "Who moves first."),
    "layers": Option(types.LAYERS, "Who moves at depth 0, 1 …; begins anew where it ends."),
    "chances": Option(types.CHANCES, "uniform, tenths, quarters, thirds, or probabilities such as 1/2,0.3,0.2."),
    "moves": Option(types.MOVES, "Labels of moves: none, letters, sides (L, M, R), or your own, with commas."),
    "values": Option(types.VALUES, "The range of leaf values."),
    "outcomes": Option(types.OUTCOMES, "Leaf values from this list only, such as -1,0,1 for win, draw and loss."),
    "ties": Option(types.COUNT, "How many leaves repeat another leaf's value (default 0: all distinct)."),
    "ordering": Option(types.ORDERING, "random, best-first, worst-first, or strong:P (best first with probability P)."),
    "prune_count": Option(types.RANGE, "How many subtrees the search skips."),
    "leaves_evaluated": Option(types.RANGE, "How many leaves the search evaluates."),
    "prune_exactly": Option(types.IDS, "Just these subtrees are skipped, no others."),
    "value_bounds": Option(
        types.VALUES,
        "Every leaf is known to lie in this range: chance nodes are cut by it, and leaves are drawn from it.",
    ),
    "about": Option(types.ABOUT, "equality (where >= and > must differ) or deep-cutoffs."),
    "max_nodes": Option(types.COUNT, "Trees of up to N nodes (default 10000)."),
    "search": Option(types.SEARCH, "The search: minimax, alpha-beta or expectiminimax; for which x also ucb."),
    "about_what": Option(
        types.CLAIM_ABOUT, "What the claim is about: pruned, or any (also the best move).", "about_what"
    ),
    "unknown": Option(
        types.UNKNOWN,
        "Where x stands: value (of a leaf, default) or probability. Under --search ucb it is --convention exploration=x.",
    ),
    "items": Option(types.RANGE, "How many claims are made (default 5)."),
    "reorder": Option(
        types.REORDER,
        "Which children an iteration sorts for the next: none, root, best (one to the front) or all (default).",
    ),
    "make": Option(
        types.MAKE,
        "What is handed in: order of the children (default), values of leaves, or changes of as few leaves as possible.",
    ),
    "objective": Option(types.OBJECTIVE, "What the order is to do: most-pruned (default) or least-pruned."),
    "free": Option(types.RANGE, "How many leaves get a number, with --make values (default 3)."),
    "fewest_changes": Option(types.RANGE, "How many changes are the fewest: 1, 2 or 1-2 (default)."),
    "integers": Option(types.YES_NO, "Whether x is whole: yes or no (default)."),
    "tree_branching": Option(types.RANGE, "The branching factor (default 5-40).", "branching"),
    "tree_depth": Option(types.RANGE, "How deep the tree is (default 3-5).", "depth"),
    "rate": Option(types.NUMBERS, "How many positions a second are searched: one of these (default 1000 to 1000000)."),
    "seconds": Option(types.RANGE, "How many seconds the search has (default 10-300)."),
    "unit": Option(types.UNIT, "What a position searched is: leaves (default) or nodes."),
    "states": Option(types.NUMBER, "How many different positions there are."),
    "players": Option(types.NAMES, "The names of the players, in their order (default Ann,Bob,Cat)."),
    "iterations": Option(types.COUNT, "How many iterations are run (default 1, on the numbers that are given)."),
    "objects": Option(types.RANGE, "How many objects there are at the start (default 8-15)."),
    "take": Option(types.NUMBERS, "The numbers that can be taken at once, such as 1,2 (default: drawn)."),
    "takes": Option(types.RANGE, "How many different numbers can be taken at once, from 1 to 5 (default 2-3)."),
    "piles": Option(types.RANGE, "How many piles there are: nim in place of take-away."),
    "pile": Option(types.RANGE, "How many objects there are in each pile (default 1-4)."),
    "most": Option(types.RANGE, "How many objects can be taken at once from a pile (default: any number)."),
    "last": Option(types.LAST, "Whether who moves last wins (default) or loses."),
    "game": Option(
        types.GAME,
        "The tree is that of a game: take-away, nim, tic-tac-toe, mancala, bags or line. --root says who moves first, --depth how many plies there are.",
    ),
    "nodes": Option(types.RANGE, "How many nodes the tree of the game has (default 7-60)."),
    "utilities": Option(types.UTILITIES, "What the ends of the game are worth, such as win=10,loss=0,draw=5."),
    "symmetry": Option(
        types.SYMMETRY, "nim, tic-tac-toe: whether moves to the same position up to symmetry are merged."
    ),
    "game_objects": Option(
        types.RANGE, "take-away: how many objects there are at the start (default 3-12).", "objects"
    ),
    "game_take": Option(
        types.NUMBERS, "take-away: the numbers that can be taken at once, such as 1,2 (default: drawn).", "take"
    ),
    "game_takes": Option(
        types.RANGE, "take-away: how many different numbers can be taken at once, from 1 to 5 (default 2-3).", "takes"
    ),
    "game_piles": Option(types.RANGE, "nim: how many piles there are (default 2-3).", "piles"),
    "game_pile": Option(types.RANGE, "nim: how many objects there are in each pile (default 1-3).", "pile"),
    "game_most": Option(types.RANGE, "nim: how many objects can be taken at once (default: any number).", "most"),
    "game_last": Option(types.LAST, "take-away, nim: whether who moves last wins (default) or loses.", "last"),
    "board": Option(types.BOARD, "tic-tac-toe: the board itself, its rows joined by /, such as X.O/.X./..O."),
    "side": Option(types.COUNT, "tic-tac-toe: how many cells a side of the board has: 2, 3 (default) or 4."),
    "marks": Option(types.RANGE, "tic-tac-toe: how many cells are taken (default: all but 3 to 5)."),
    "pits": Option(types.RANGE, "mancala: how many pits a side has (default 2-3)."),
    "stones": Option(types.RANGE, "mancala: how many stones there are in each pit (default 0-3)."),
    "stores": Option(types.RANGE, "mancala: how many stones there are in each store (default 0)."),
    "capture": Option(types.YES_NO, "mancala: whether stones opposite are captured: yes (default) or no."),
    "extra_turn": Option(types.YES_NO, "mancala: whether who ends in the own store moves again: yes (default) or no."),
    "bags": Option(types.RANGE, "bags: how many bags there are (default 2-3)."),
    "balls": Option(types.RANGE, "bags: how many balls there are in each (default 2-3); --values says which numbers."),
    "draws": Option(types.DRAWS, "bags: who draws a ball: min or chance (default chance in expectiminimax)."),
    "squares": Option(types.RANGE, "line: how many squares there are (default 3-5)."),
    "loop": Option(types.NUMBERS, "line: what a position is worth that comes again, one of these (default 0)."),
    "playouts": Option(types.COUNT, "How many playouts are given, in place of a tree and iterations on it."),
    "children": Option(types.RANGE, "How many children the node has."),
    "visits": Option(types.VISITS, "Visits of each child."),
    "reward": Option(types.NUMBER, "The largest mean reward (default 1)."),
    "unvisited": Option(types.RANGE, "How many children have no visits (default 0)."),
    "extra_visits": Option(types.RANGE, "Visits of the parent beyond those of its children."),
    "margin": Option(types.NUMBER, "The least distance between the two best scores (default 0.05)."),
    "step": Option(types.NUMBER, "Leaf values are multiples of it: 1, 1/2, 1/4."),
    "reward_step": Option(types.NUMBER, "Total rewards are multiples of it: 1, 1/2, 1/4.", "step"),
    "depth_limit": Option(types.COUNT, "Where the search stops: nodes there are worth their static values."),
    "depth_in": Option(
        types.DEPTH_IN, "How --depth-limit is counted: in plies, in moves of the players, or in rounds."
    ),
    "extension": Option(types.COUNT, "How much farther the search goes at most below nodes that are not quiet."),
    "static": Option(
        types.STATIC,
        "Where static values are stated: where the search stops (horizon), or at all searched nodes (all).",
    ),
    "noise": Option(
        types.NUMBER, "How far they are off the backed-up values at most (default: a quarter of the range)."
    ),
    "features": Option(
        types.NAMES, "Features in place of static values, such as material,mobility, with small whole weights."
    ),
    "weights": Option(types.NUMBERS, "The weights of the features, such as 3,-1 (default: drawn)."),
    "not_quiet": Option(
        types.RANGE, "How many nodes at the horizon are not quiet, so that the search goes on (default 0)."
    ),
    "opponent_errs": Option(
        types.RANGE, "How many replies of the opponent are errors (default 1 where outcome or best-response is asked)."
    ),
    "repeated_states": Option(
        types.RANGE, "How many positions come again (default 2 where redundant or distinct-states is asked)."
    ),
    "names": Option(types.NODE_NAMES, "Names of nodes: letters, path, or your own breadth-first, with commas."),
    "child_names": Option(types.CHILD_NAMES, "Names of children: letters, or your own, with commas.", "names"),
    "ask": Option(types.PARTS, "The parts that are asked (default: the kind's own)."),
    "points": Option(types.POINTS, "Points of parts (default 1 each)."),
    "title": Option(types.TITLE, "The title of the problems; with several a number is added."),
    "id": Option(types.ID, "The id of the problems; with several a number is added (default: made from the content)."),
    "without": Option(types.NAMES, "Guarantees to switch off."),
    "separate": Option(
        types.NAMES, "Misconceptions that must give a wrong answer; default, all (from one another too), none."
    ),
    "max_draws": Option(types.COUNT, "How many draws to try for one problem (default 2000)."),
    "repeats": Option(None, "Leaf values may repeat as they come."),
}


def flag(name: str) -> str:
    """Return the option as it is typed."""
    return "--" + name.replace("_", "-")


def options_of(kind: str) -> dict[str, Option]:
    """Return a kind's options by their names as they are typed, with low lines."""
    keys = (key for keys in GENERATORS[kind].options.values() for key in keys)
    return {OPTIONS[key].name or key: OPTIONS[key] for key in keys}


def names_of(kind: str) -> list[str]:
    """Return the names of a kind's options as they are typed, with low lines."""
    return list(options_of(kind))
