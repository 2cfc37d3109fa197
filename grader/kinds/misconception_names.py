"""The names of the misconceptions, kind of rule by kind of rule; what they are stands in `misconceptions.py`."""

from __future__ import annotations

ROLE_NAMES = ("players-swapped", "all-max", "all-min", "averages-opponent", "level-swapped", "root-player-only")
SEARCH_NAMES = (
    "strict-cutoff",
    "equality-cutoff",
    "no-deep-cutoffs",
    "no-pruning",
    "window-not-restored",
    "wrong-bound-updated",
    "prunes-trigger-leaf",
    "wrong-direction",
    "true-value-at-cutoff",
    "tie-through-bound",
)
READING_NAMES = ("other-windows-at", "alpha-beta-exchanged", "visited-by-level", "strict-in-cutoffs-only")
CHANCE_NAMES = (
    "chance-as-min",
    "chance-as-max",
    "plain-mean",
    "sum-not-mean",
    "divides-again",
    "most-likely-only",
    "probabilities-shifted",
)
SCORE_NAMES = (
    "other-log",
    "constant-inside-root",
    "constant-omitted",
    "total-not-divided",
    "exploitation-only",
    "exploration-only",
    "child-visits-in-log",
    "visits-swapped",
    "unvisited-ignored",
)
