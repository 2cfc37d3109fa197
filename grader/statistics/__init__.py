"""What a class did: many results in, one frozen `ClassReport` out. Pure; renderers only read it."""

from grader.statistics.class_report import (
    ClassReport,
    MissingProblem,
    NotGradable,
    PartSummary,
    ProblemSummary,
    Totals,
    class_report,
)
from grader.statistics.moments import Item
from grader.statistics.results import Result, read_results
from grader.statistics.students import Superseded
from grader.statistics.tallies import MisconceptionTally, WrongAnswer

__all__ = [
    "ClassReport",
    "Item",
    "MisconceptionTally",
    "MissingProblem",
    "NotGradable",
    "PartSummary",
    "ProblemSummary",
    "Result",
    "Superseded",
    "Totals",
    "WrongAnswer",
    "class_report",
    "read_results",
]
