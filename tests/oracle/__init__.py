"""A second solver and marker, written for reading straight from the pages docs/format.md, docs/conventions.md and docs/marking.md: the tests' oracle.

It shares no code with the program. Trees are linked nodes, every function is recursive and nothing
is remembered, so each rule stands where it can be compared with its sentence there. Problems
and answers are the documents of docs/format.md as plain Python data; numbers in them may be
`int`, `Fraction` or text. Documents are taken to be valid and answers to be well formed.

`words` to `ucb` solve, `written`, `shares` and `own_numbers` mark, `problems`, `answers` and `carried` draw at
random. What the tests use of it stands here.
"""

# ruff: noqa: F401  # imported to be used from here

from oracle.alpha_beta import Cutoff, Trace, initial_window, is_inside, listed_pruned, run_search
from oracle.answers import any_listing, random_answers, random_path
from oracle.carried import carried_answers
from oracle.chance import depth_first, entered, expected, times, value_bounds
from oracle.numbers import bound, in_document, is_right_number, is_right_score, number, tolerance, window_in_document
from oracle.problems import nested_tree, random_problem, uniform_shape
from oracle.shares import leaves_below, marks, pruned_share
from oracle.solution import asked_parts, node_ids, solve
from oracle.trees import (
    Node,
    NoStaticValueError,
    breadth_first,
    evaluated,
    inner_nodes,
    leaf_ids,
    read_tree,
    read_whole,
)
from oracle.ucb import Arm, chosen, exploration, parent_visits, read_arms
from oracle.values import by_tie, examined, full_value, is_player, principal_variation, to_mover
from oracle.words import CHOICES, FIELDS, INFINITY, PARTS, Document, Number, Window, convention
