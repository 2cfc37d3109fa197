"""What a class did: many results in, one frozen `ClassReport` out. Pure; renderers only read it."""

from grader.statistics.class_report import ClassReport, ClassTally, MissingProblem, NotGradable, class_report
from grader.statistics.exercises import MOST_VARIANTS, GroupShare, PartSummary, ProblemSummary, ShapeOf
from grader.statistics.groups import FEWEST, Comparison, Group, Totals, is_small
from grader.statistics.moments import Item
from grader.statistics.results import Result, read_results
from grader.statistics.students import Superseded
from grader.statistics.tallies import Astray, MisconceptionTally, NodeTally, WrongAnswer

__all__ = [
    "FEWEST",
    "MOST_VARIANTS",
    "Astray",
    "ClassReport",
    "ClassTally",
    "Comparison",
    "Group",
    "GroupShare",
    "Item",
    "MisconceptionTally",
    "MissingProblem",
    "NodeTally",
    "NotGradable",
    "PartSummary",
    "ProblemSummary",
    "Result",
    "ShapeOf",
    "Superseded",
    "Totals",
    "WrongAnswer",
    "class_report",
    "is_small",
    "read_results",
]
