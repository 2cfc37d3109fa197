"""What is asked in courses, and which problem of the bank asks it; `renew_catalogue.py` makes a page of it."""

from __future__ import annotations

from typing import NamedTuple


class Asked(NamedTuple):
    """A question of a course, the id of the problem that asks it, and what is to be said of how it is asked."""

    question: str
    problem: str
    words: str = ""


class Section(NamedTuple):
    """Questions that belong together."""

    title: str
    words: str
    questions: tuple[Asked, ...]


INTRODUCTION = """\
# What can be asked

For instructors who have a question and look for the YAML that asks it. Each question stands with a problem of the shipped bank, its drawing with all answers, the document without title and
source, and the right answers. `gametree show ID` prints the statement, `gametree trace ID` the solution step by step, and `gametree bank show ID` where the problem is from. What the fields mean is in [the format](format.md),
how parts are marked in [marking](marking.md); most problems of trees can be [generated](generating.md) too.
"""

SECTIONS = (
    Section(
        "Values and decisions",
        "",
        (
            Asked(
                "What is each node worth, and what does MAX play?",
                "minimax-textbook",
                "Nested lists are a whole tree; players take turns. `values` asks for every node with children.",
            ),
            Asked(
                "How does best play go on?",
                "minimax-two-bags",
                "`principal-variation` is the line of best play from the root to a leaf. Here the edges have names of their own.",
            ),
            Asked(
                "What if MIN moves first?",
                "minimax-min-root-uneven",
                "`root: min` in the conventions, or `min` at the root; nodes may lie at any depth.",
            ),
            Asked(
                "Which of two equal moves counts?",
                "minimax-mirrored-tie",
                "Conventions say so: `tie` is `first`, `last` or `any`, and `order` the direction.",
            ),
            Asked(
                "In which order can the nodes be given their values?",
                "minimax-plan-for-every-reply",
                "`labelling` takes every order in which children come before their parents. `strategy` is a plan: a move at every node of the root's player, also where the plan itself never leads.",
            ),
            Asked(
                "How many nodes does minimax visit?",
                "minimax-baby-nim-visits",
                "`visited`, `leaves-evaluated` and `nodes-visited` are those of a search that cuts nothing.",
            ),
            Asked(
                "Can minimax be beaten by a player who errs?",
                "minimax-opponent-errs",
                "`opponent` says what the other player does instead. `outcome` is what minimax reaches then, `best-response` what could be had.",
            ),
            Asked(
                "Which nodes are redundant, because the position was met before?",
                "minimax-moves-transposed",
                "`state` names positions; below a redundant node nothing is looked at.",
            ),
        ),
    ),
    Section(
        "Alpha-beta pruning",
        "",
        (
            Asked(
                "Which nodes are pruned?",
                "fall-2014-final-q13",
                "Any listing of the same leaves is the same answer: subtrees, nodes or leaves.",
            ),
            Asked(
                "Is a node cut where alpha equals beta?",
                "cutoff-on-equality",
                "`cutoff` is `alpha >= beta` or `alpha > beta`; courses differ.",
            ),
            Asked(
                "In which order are nodes visited, and how many leaves are evaluated?",
                "textbook-three-by-three",
                "`visited` lists every node on entry, `leaves-evaluated` counts.",
            ),
            Asked(
                "How many nodes does the search visit?",
                "count-the-nodes",
                "`nodes-visited` counts the root and leaves too.",
            ),
            Asked(
                "What are alpha and beta at each node, and where is it cut?",
                "windows-at-entry",
                "`windows` are read when a node is left or, by `windows-at`, when it is entered; `cutoffs` lists where the test came true.",
            ),
            Asked(
                "What does a deep cutoff look like?",
                "deep-cutoff",
                "A bound of an ancestor further up cuts: those who look only at the parent's miss it.",
            ),
            Asked(
                "What does the search return: fail-soft or fail-hard?",
                "numbers-fail-hard",
                "`bounds` says what a node returns outside its window; `values` asks for these numbers.",
            ),
            Asked(
                "What if the search starts with a window?",
                "window-fails-high",
                "`initial-window` in the conventions.",
            ),
            Asked(
                "What is known of each node after the third leaf?",
                "known-fall-2005-q7",
                "`after` says how many leaves were seen, `intervals` asks for [least, greatest] at every node. Without `after`: when the search is over.",
            ),
            Asked(
                "How does best play go on, after a search with cutoffs?",
                "tie-any",
                "`principal-variation` follows what the search returned.",
            ),
        ),
    ),
    Section(
        "Horizons",
        "A search that stops at a `depth` takes static values there. Static values are stated, or weighed from features. The whole tree is drawn, with a dashed line at the horizon.",
        (
            Asked(
                "What does a horizon do?",
                "horizon",
                "`evaluations` asks for the static values where the search stops. Searched to the leaves, this tree has another best move: the horizon misleads.",
            ),
            Asked(
                "Which nodes are pruned where static values stand in for leaves?",
                "estimates-at-depth-two",
                "Every kind that searches a tree takes a `depth`.",
            ),
            Asked(
                "Where must the search go on, because a position is not quiet?",
                "minimax-quiescence",
                "`quiet: false` at a node; `extension` says how far at most.",
            ),
            Asked(
                "What is a position worth for the player to move?",
                "minimax-othello-for-the-mover",
                "`values-for: mover`: x for one player is -x for the other.",
            ),
            Asked(
                "How deep is one round of a game with dice?",
                "expecti-one-round",
                "`depth-in` counts plies, moves of the players, or rounds.",
            ),
        ),
    ),
    Section(
        "Games by their rules",
        "A `game` in place of the `tree`: the program makes the tree and says the rules; see [games by their rules](format.md#games-by-their-rules).",
        (
            Asked(
                "Who wins with four objects?",
                "baby-nim-4",
                "The part `tree` has students draw the tree themselves, from the rules; the statement shows the start alone. `take-away` is the simplest game.",
            ),
            Asked(
                "Which positions of Nim come again?",
                "nim-two-twos",
                "`symmetry: merge` leaves out moves to the same piles in another order.",
            ),
            Asked(
                "What does alpha-beta skip at the end of tic-tac-toe?",
                "tic-tac-toe-three-cells",
                "X is MAX. The board says whose turn it is.",
            ),
            Asked(
                "What is a position of Mancala worth, two plies deep?",
                "mancala-two-plies",
                "Beyond the depth no position is made; the evaluation weighs the stones in the stores.",
            ),
            Asked(
                "Which bag is best if a ball is drawn blindly?",
                "bags-drawn-blindly",
                "With `draws: min`, the default, MIN draws; that is a problem of minimax. Here the tree is asked.",
            ),
            Asked(
                "What if a game can go on for ever?",
                "line-of-four",
                "A position that was met on the way ends the game with the value `loop`.",
            ),
        ),
    ),
    Section(
        "Chance",
        "",
        (
            Asked(
                "What is the expected value, and what does MAX play?",
                "expecti-fall-2005-q7",
                "Children of a chance node have a probability `p`, or none has and all are as likely.",
            ),
            Asked(
                "What if a coin is flipped between the moves?",
                "expecti-coin-in-layers",
                "`layers` says who moves at each depth of nested lists.",
            ),
            Asked(
                "What can be pruned under a chance node?",
                "star1",
                "Nothing, unless the leaves are known to lie between two numbers: `value-bounds`. Then a chance node has a window too (Star1, Ballard 1983).",
            ),
            Asked(
                "What is the plan where chance has a say?",
                "expecti-plan-with-a-coin",
                "`strategy`, `visited` and the counts are asked as in minimax.",
            ),
            Asked("What is had from an opponent who errs, on average?", "expecti-opponent-errs", ""),
        ),
    ),
    Section(
        "Bandits",
        "",
        (
            Asked(
                "Which child does UCB choose?",
                "ucb-slide-wins",
                "`scores` asks for every child's score, `choice` for the child that is tried next.",
            ),
            Asked(
                "What of a child without visits?",
                "ucb-unvisited-zero",
                "`unvisited: first` tries it before all others, `zero` counts its mean as 0.",
            ),
            Asked(
                "Which child does AlphaZero's rule choose?",
                "puct-fresh-child",
                "`formula: puct` weighs each child's `prior`; `unvisited-mean` is the mean of a child without visits.",
            ),
        ),
    ),
    Section(
        "Monte Carlo tree search",
        "An `mcts` problem states what its simulations give, so nothing in it is random; see [Monte Carlo tree search](kinds/mcts.md).",
        (
            Asked(
                "How does Monte Carlo tree search go, iteration by iteration?",
                "five-playouts",
                "A node is *open* where nothing is known below it. `selection` is the path that would come next, `choice` the move that is played at the end.",
            ),
            Asked(
                "What does one iteration do on given numbers?",
                "min-chooses",
                "Nodes with `visits` and `total` are in the search tree from the start. MIN takes the child that is best for MIN.",
            ),
            Asked(
                "Which move is played at the end?",
                "wins-of-successors",
                "With `iterations: 0` nothing is run: it is asked where selection goes, and which move has the most visits.",
            ),
            Asked(
                "Which search tree grows from given playouts?",
                "given-playouts",
                "One player, and whole playouts in place of a tree: each adds one node. Nodes are called by their moves.",
            ),
            Asked(
                "How does it go on a game whose playouts are random?",
                "nim-by-playouts",
                "`game` makes the tree down to a `depth`, and `choices` are the numbers that dice would give: the playouts follow from them by the rules.",
            ),
            Asked(
                "What if all children are added at once?",
                "all-at-once",
                "`expand: all`, as programs do that keep a node's children together; under `totals-for: max` every node counts what MAX wins.",
            ),
            Asked(
                "What if a node counts the wins of who moves there?",
                "own-and-children",
                "`totals-for: own`; with `parent-count: children` the N of a score is the sum of the children's visits.",
            ),
            Asked(
                "How does selection go with priors?",
                "priors-in-the-tree",
                "`formula: puct`, and rewards from -1 to 1 (`complement: negate`), as AlphaGo Zero has them. At a leaf with a `value` nothing is simulated.",
            ),
        ),
    ),
    Section(
        "For which x",
        "A number of the problem is `x`, and a claim says what is to hold. Any search can be asked.",
        (
            Asked(
                "For which x is a node pruned?",
                "when-pruned",
                "`range` is the set of all such x, `smallest` and `largest` its ends. `integers: true` asks for whole numbers only.",
            ),
            Asked(
                "For which x is another move best?",
                "is-that-ok",
                "What minimax does here, and how much a static value must be off for it to do something else.",
            ),
            Asked(
                "For which probability is the gamble best?",
                "when-to-gamble",
                "`x` and `1-x` may be probabilities.",
            ),
            Asked(
                "From which number on a ball on is the risky bag best?",
                "when-to-risk",
                "A `game` in place of the tree: what one of its ends is worth may be x.",
            ),
            Asked(
                "What is the expected value as a line in x?",
                "reward-as-a-line",
                "`linear` asks for a and b of a + b·x.",
            ),
            Asked(
                "For which exploration constant is a child chosen?",
                "constant-that-selects",
                "`x` may be the constant of UCB.",
            ),
        ),
    ),
    Section(
        "True or false",
        'Statements about a search, each judged by running it; one that says "the same" compares two runs.',
        (
            Asked(
                "Which of these statements about the search are true?",
                "what-holds",
                "`claims` asks for true or false, by default marked so that guessing earns nothing on average; a `change` mirrors or rescales the tree first, and `for: every-tree` asks for a theorem. A sheet says each of them in words.",
            ),
            Asked(
                "What is pruned in the mirror image of a tree?",
                "none-and-lots",
                "`change: {mirror: true}`; `which` asks for the list of those that are true.",
            ),
            Asked(
                "Does the best move stay when all values change and keep their order?",
                "order-is-not-enough",
                "It does in minimax, and not where chance has a say.",
            ),
            Asked(
                "Which of these statements about a game are true?",
                "nim-facts",
                "A `game` in place of the tree, by its rules.",
            ),
            Asked("Does it matter what a draw is worth?", "win-draw-loss", "`text` says a claim in your own words."),
            Asked(
                "Does the evaluation agree with the values of terminal positions?",
                "does-the-evaluation-agree",
                "`evaluation-agrees` compares by value, or by order; `change: {depth: 1}` searches less deep.",
            ),
        ),
    ),
    Section(
        "Hand in a tree",
        "The answer is an object: an order, numbers, a tree. The search runs on it, and many objects are right; the drawing shows one of them.",
        (
            Asked(
                "In which order of the children is most pruned?",
                "turn-it-round",
                "`make: order`. The tree as it stands and its mirror image earn nothing; an order in between earns a share.",
            ),
            Asked(
                "Which cell should be tried first?",
                "which-cell-first",
                "A `game` in place of the tree: in which order of the moves is most skipped?",
            ),
            Asked(
                "In which order of the outcomes is most pruned?",
                "unlucky-first",
                "The children of chance nodes are put in an order too; `value-bounds` says between which numbers leaves lie.",
            ),
            Asked(
                "In which order is nothing pruned?",
                "nothing-to-prune",
                "`objective: least-pruned`.",
            ),
            Asked(
                "Which numbers at the leaves make the search skip exactly one leaf?",
                "skip-exactly-one",
                "`make: values`; `goal` holds claims, `free` the leaves that get a number and `allowed` the numbers.",
            ),
            Asked(
                "Which change of as few leaves as possible turns the best move?",
                "turn-the-move",
                "`make: changes`. The fewest are found by trying, so none has to be typed in.",
            ),
            Asked(
                "What is the smallest tree in which anything is cut?",
                "smallest-cut",
                "`make: tree`; students write a nested list.",
            ),
        ),
    ),
    Section(
        "Won and lost positions",
        "A `positions` problem asks about every state of take-away or nim; see [won and lost positions](kinds/positions.md).",
        (
            Asked(
                "Of ten objects one or two are taken: which positions are lost, and what is to be done?",
                "ten-objects",
                "`outcomes` asks for every state, `losing` for the lost ones alone. Who writes the same everywhere earns nothing.",
            ),
            Asked(
                "What are the nim values of two piles?",
                "two-piles-of-two",
                "A state is the piles from the smallest up; in YAML it stands in quotes.",
            ),
            Asked(
                "What if not all numbers up to the largest can be taken?",
                "one-three-or-four",
                "Rules of thumb such as multiples of the largest take, or of one more, are named where they mislead.",
            ),
            Asked("What if who takes last loses?", "last-match-loses", "`last: loses`."),
        ),
    ),
    Section(
        "Iterative deepening",
        "A `deepening` problem searches a tree to depth 1, 2 and so on; see [iterative deepening](kinds/deepening.md).",
        (
            Asked(
                "What does each iteration find, and how many leaves does it take?",
                "deepen",
                "`reorder: all` sorts the children of all nodes for the next iteration; `direct-leaves` asks what one search alone would take.",
            ),
            Asked(
                "Which move is played when time runs out?",
                "out-of-time",
                "`budget` is how many leaves there is time for; only finished iterations count.",
            ),
            Asked(
                "What is gained if moves are sorted by the last iteration?",
                "root-sorted-again",
                "`reorder: root` sorts the moves at the root alone.",
            ),
            Asked(
                "What if only the best move goes to the front?",
                "best-to-the-front",
                "`reorder: best`, as programs do that remember one move at each node.",
            ),
            Asked(
                "How does it go with an evaluation function and chance?",
                "weighed-positions",
                "`search: expectiminimax`: where an iteration stops, positions are weighed.",
            ),
            Asked(
                "Which opening does each iteration prefer in tic-tac-toe?",
                "three-openings",
                "`game` makes the tree; students count and weigh what is on the board where an iteration stops.",
            ),
            Asked(
                "What if the same player moves twice, and time runs out?",
                "sow-deeper",
                "Mancala: who ends in the own store moves again.",
            ),
        ),
    ),
    Section(
        "Several players",
        "A `max-n` problem gives every leaf a number for each player; see [several players](kinds/max-n.md).",
        (
            Asked(
                "What is the game worth to each of three players?",
                "ann-bob",
                "`values` are lists, and each is right as a whole.",
            ),
            Asked(
                "What do two get who do not play against each other?",
                "two-who-do-not-fight",
                "With two players it is a general-sum game; nodes may be written out.",
            ),
            Asked(
                "And where a coin is flipped between their moves?",
                "a-coin-between",
                "A key may be `chance` instead of a player.",
            ),
            Asked(
                "What if the search stops before the end?",
                "two-plies-deep",
                "`static` is a list too.",
            ),
            Asked(
                "What does shallow pruning skip?",
                "what-the-sum-leaves",
                "`sum-bound` says how much all players have together.",
            ),
            Asked(
                "And what must it not skip?",
                "only-the-parent-counts",
                "What a player has further up prunes nothing.",
            ),
        ),
    ),
    Section(
        "What a search costs",
        "A `cost` problem states how large a tree is and how fast a search; see [cost of a search](kinds/cost.md).",
        (
            Asked(
                "How deep does a search come in 100 seconds?",
                "hundred-seconds",
                '`depth-reached-best` is the depth with the best order of moves, `depth-nearest` the "4-ply" of textbooks.',
            ),
            Asked(
                "How large is the tree of tic-tac-toe?",
                "tic-tac-toe-nine-squares",
                "`branching` may list the moves at each depth; `repeats-magnitude` asks how often a position appears on average.",
            ),
            Asked(
                "How large is it with five moves on average, and what does the best order leave of it?",
                "tic-tac-toe-five-moves",
            ),
            Asked(
                "Why is chess not solved?",
                "chess-to-the-end",
                "With `significant` numbers may be rounded; `magnitude` asks for the power of ten alone.",
            ),
            Asked(
                "What are time and space where the root does not count?",
                "nodes-below-the-root",
                "`root-counts: false` counts b + b² + … + b^d, and `space-as` says what a depth-first search holds.",
            ),
            Asked(
                "How large is the effective branching factor in random order?",
                "three-quarters",
                "`exponent` says which part of the depth pruning leaves.",
            ),
        ),
    ),
)
