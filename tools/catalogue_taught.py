"""What courses teach about game trees, and the problems of the bank that ask it: the last table of docs/catalogue.md."""

from __future__ import annotations

from typing import NamedTuple


class Taught(NamedTuple):
    """Something that courses teach: the problems that ask it, how they ask it, or why nothing does."""

    what: str
    problems: tuple[str, ...]
    how: str


TAUGHT = (
    Taught(
        "Minimax values and the decision at the root",
        ("minimax-textbook", "minimax-four-plies"),
        "`value`, `best-move`, `values`",
    ),
    Taught("A strategy as a plan for every reply", ("minimax-plan-for-every-reply",), "`strategy`"),
    Taught(
        "The order in which nodes can be given their values",
        ("minimax-plan-for-every-reply", "minimax-min-meets-an-error"),
        "`labelling`",
    ),
    Taught(
        "What minimax is worth against a player who errs",
        ("minimax-opponent-errs", "expecti-opponent-errs"),
        "`best-response`, `outcome`",
    ),
    Taught("Games with chance and without", ("expecti-coin-flip", "expecti-coin-in-layers"), "chance nodes, `layers`"),
    Taught(
        "Games that are not zero-sum, and more than two players",
        ("ann-bob", "two-who-do-not-fight"),
        "a number for each player",
    ),
    Taught("Naming the type of a game", (), "it does not follow from a tree, so nothing can mark it"),
    Taught(
        "Size of the tree, time and space; best, average and worst case",
        ("hundred-seconds", "tic-tac-toe-nine-squares", "nodes-below-the-root", "three-quarters", "chess-to-the-end"),
        "kind `cost`",
    ),
    Taught(
        "Static evaluation, linear functions of features",
        ("horizon", "weighed-positions"),
        "`evaluation`, `evaluations`",
    ),
    Taught("The same position seen by either player", ("minimax-othello-for-the-mover",), "`values-for: mover`"),
    Taught(
        "Whether an evaluation agrees with terminal positions",
        ("does-the-evaluation-agree",),
        "the claim `evaluation-agrees`",
    ),
    Taught("Alpha-beta step by step, windows and cutoffs", ("four-ply-trace", "deep-cutoff"), "`windows`, `cutoffs`"),
    Taught(
        "What is known of a node while alpha-beta runs",
        ("known-fall-2005-q7", "minimax-known-after-five"),
        "`intervals` with `after`",
    ),
    Taught(
        "Two mirror images: in one nothing is pruned, in the other much",
        ("none-and-lots", "mirror-worst-first", "mirror-best-first"),
        "claims with `mirror`",
    ),
    Taught(
        "The best and the worst order of moves",
        ("turn-it-round", "lots-to-prune", "nothing-to-prune"),
        "`construct` with `make: order`",
    ),
    Taught(
        "Redundant nodes: positions that come again",
        ("nim-two-twos", "minimax-moves-transposed"),
        "`redundant`, `distinct-states`",
    ),
    Taught(
        "Iterative deepening, a limit of time, sorting by the last iteration",
        ("deepen", "out-of-time", "root-sorted-again", "best-to-the-front", "three-openings", "sow-deeper"),
        "kind `deepening`",
    ),
    Taught(
        "The horizon effect, and going on where a position is not quiet",
        ("horizon", "minimax-quiescence"),
        "`depth`, `quiet`",
    ),
    Taught(
        "Changes that keep the order of values and turn the decision where chance plays",
        ("order-is-not-enough", "win-draw-loss"),
        "claims with `power` and `affine`",
    ),
    Taught("Pruning under chance nodes", ("star1", "star1-nested"), "`value-bounds`"),
    Taught(
        "A value that is a little off turns the decision",
        ("is-that-ok", "when-to-gamble", "turn-the-move"),
        "`threshold`, `construct` with `make: changes`",
    ),
    Taught(
        "Take-away and nim, winning and losing positions",
        ("baby-nim-4", "ten-objects", "two-piles-of-two", "last-match-loses"),
        "`game`, kind `positions`",
    ),
    Taught(
        "Tic-tac-toe and Mancala",
        ("tic-tac-toe-three-cells", "mancala-two-plies", "tic-tac-toe-five-moves"),
        "`game`, kind `cost`",
    ),
    Taught("Bags and balls", ("bags-drawn-blindly", "minimax-two-bags", "two-bags"), "`game: bags`, and as trees"),
    Taught("A game that can go on for ever", ("line-of-four",), "`game: line`"),
    Taught(
        "Monte Carlo tree search: single iterations, whole runs, playouts",
        ("five-playouts", "given-playouts", "min-chooses", "wins-of-successors"),
        "kind `mcts`",
    ),
    Taught(
        "UCB, and AlphaZero's rule",
        ("ucb-slide-wins", "puct-two-moves", "priors-in-the-tree"),
        "kinds `ucb` and `mcts`",
    ),
    Taught("Star2, evaluation by a network, information sets", (), "each needs a rule or an answer of another kind"),
    Taught("The history of programs", (), "it is not computed from a tree"),
)
