"""Simulated students: each follows the right rule or one wrong rule of docs/misconceptions.md, perhaps with slips.

Nothing of the program is used here, only the tests' second solver (`tests/oracle`). Every wrong rule is written
from its sentence on that page, as a plain recursion, so that the proof of the diagnosis does not rest on what it proves.
Problems and answers are documents (docs/format.md) as Python data; numbers in answers are int or text.
"""

from players import guess_order, guess_strategy

from students.answers import follow, follow_with_slips, handed_in, numbers_of, rounded, slip_on
from students.followable import rules_of
from students.guesses import guess_choice, guess_move, guess_path, write_at_random
from students.habits import RIGHT, Rule, habit_of
from students.horizon import HORIZON_RULES, horizon_rules_of, other_problem, seen

__all__ = [
    "HORIZON_RULES",
    "RIGHT",
    "Rule",
    "follow",
    "follow_with_slips",
    "guess_choice",
    "guess_move",
    "guess_order",
    "guess_path",
    "guess_strategy",
    "habit_of",
    "handed_in",
    "horizon_rules_of",
    "numbers_of",
    "other_problem",
    "rounded",
    "rules_of",
    "seen",
    "slip_on",
    "write_at_random",
]
