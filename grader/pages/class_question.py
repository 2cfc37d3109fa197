"""What the page of a class report says of one question."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grader.drawing.draw import TooLarge, inline_svg
from grader.pages.class_dots import Behind, dot_words, rules_behind
from grader.pages.class_tables import Table, table_of_nodes, table_of_parts, table_of_variants, table_of_wrong_answers
from grader.pages.class_tree import ClassTree
from grader.pages.class_words import pooled, slipped, variants_of
from grader.pages.html import drawn
from grader.statistics import ProblemSummary
from grader.words import count

if TYPE_CHECKING:
    from markupsafe import Markup


class Tree(NamedTuple):
    """A tree as it stands and as it lies, and what is said of each node, by its place."""

    id: str
    title: str
    wide: Markup
    tall: Markup
    words: dict[str, str]


class Question(NamedTuple):
    """What the page says of one question."""

    anchor: str
    head: str
    students: str
    behind: list[Behind]
    more_behind: str
    dot: str
    slipped: str
    tree: Tree | None
    no_tree: str
    nodes: Table
    parts: Table
    wrong: Table
    more: str
    pooled: str
    variants: Table


def anchor_of(number: int) -> str:
    """Return where on the page the question with this number stands."""
    return f"question-{number}"


def question(problem: ProblemSummary, number: int, head: str, tree: ClassTree | str) -> Question:
    """Return what is said of a question; `tree` is its tree, or why there is none."""
    students = problem.item.students
    behind, more_behind = rules_behind(problem.misconceptions, students)
    shown, no_tree = _tree(tree, number)
    return Question(
        anchor_of(number),
        head,
        ", ".join(filter(None, (problem.kind, count(students, "student"), variants_of(problem)))),
        behind,
        more_behind,
        dot_words(students),
        slipped(problem.one_slip) if problem.one_slip else "",
        shown,
        no_tree,
        table_of_nodes(tree),
        table_of_parts(problem),
        table_of_wrong_answers(problem),
        "; ".join(f"{part.part}: {part.other_wrong}" for part in problem.parts if part.other_wrong),
        pooled(problem),
        table_of_variants(problem),
    )


def _tree(tree: ClassTree | str, number: int) -> tuple[Tree | None, str]:
    """Return the drawings of the tree, or the sentence why there are none."""
    if isinstance(tree, str):
        return None, tree
    if all(share.right == share.of for share in tree.shares):
        return None, "Nowhere: everybody is right at every node."
    diagram, id_ = tree.drawn(), f"tree-{number}"
    try:
        wide, tall = (inline_svg(diagram, f"{id_}-{way}-", lies=way == "tall") for way in ("wide", "tall"))
    except TooLarge as failure:
        return None, f"No tree: {failure.faults[0].message}. What the class did at its nodes stands in a table below."
    words = {str(share.place): tree.words_on(share) for share in tree.shares}
    return Tree(id_, diagram.title, drawn(wide), drawn(tall), words), ""
