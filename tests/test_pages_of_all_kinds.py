"""The feedback page of every kind, whatever was answered: it can be made, and the card of a node tells of that node alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import oracle
import pytest
from banked import FOLDERS, KINDS_OF_BANK, ids_of, shipped
from conftest import random_problems, read
from windows import Deal, chunks, dealt

from grader import Graded, Reveal, grade
from grader.core.answers.case import Case
from grader.core.answers.reports import Entry
from grader.core.drawing.diagram import DiagramNode
from grader.core.policy import Marking
from grader.core.text import printable
from grader.grading.marking import graded_diagrams
from grader.grading.outcome import Outcome, outcome_of
from grader.kinds import KINDS
from grader.pages.cards import cards
from grader.pages.corrections import Finder
from grader.pages.feedback import page


def steps_by_name(graded: Graded) -> dict[str, set[str]]:
    """Return the steps that explain entries, by what the entries are called; of skipped nodes also why they are."""
    kind, problem, solution, *_ = graded.exercise
    case = Case(problem, solution, graded.attempt, Marking(), kind.tutor)
    found: dict[str, set[str]] = {}
    for part in kind.parts.values():
        if part.form.by_entry and part.name in solution.answers:
            for key in solution.answers[part.name]:
                found.setdefault(part.form.name(problem, key), set()).add(part.explain(case, key))
    for node in graded_diagrams(graded)[0].nodes:
        if node.branch.is_left_out or node.branch.is_wrong:
            found.setdefault(node.id, set()).add(case.why(node.key))
    return found


def name_in(entry: Entry) -> str:
    """Return what an entry is about: "C", and "C" of the item "C [4, 3]" of a list."""
    return printable((entry.node or entry.given or "").strip()).partition(" [")[0]


def names_of(graded: Graded, node: DiagramNode) -> set[str]:
    """Return what a node is called: in the drawing, and in answers that are about nodes."""
    kind, problem, solution, *_ = graded.exercise
    about = (part for part in kind.parts.values() if part.name in (*kind.tutor.at_nodes, kind.wrong.carrier))
    answered = (part for part in about if part.form.by_entry and node.key in solution.answers.get(part.name, ()))
    return {node.id, *(part.form.name(problem, node.key) for part in answered)}


def check(graded: Graded) -> None:
    """Fail unless each card tells the steps and the messages of its own node alone."""
    if not (drawn := graded_diagrams(graded)):
        return
    diagram = drawn[0]
    places = {node.key: place for place, node in enumerate(diagram.nodes) if node.key is not None}
    entries = [entry for part in graded.report.parts for entry in part.entries]
    steps = steps_by_name(graded) if graded.report.reveal is Reveal.EXPECTED else {}
    for node, card in zip(diagram.nodes, cards(graded, diagram, Finder(graded, places), str), strict=True):
        names = names_of(graded, node)
        about = [entry.message for entry in entries if name_in(entry) in names]
        for said in card.says:
            own = any(said in steps.get(name, ()) for name in names) or any(said in message for message in about)
            assert own, (graded.report.id, node.id, said)


def of_files(kind: str, reveal: Reveal) -> Iterator[Callable[[], Outcome]]:
    """Yield of each submission that the bank has to a problem of a kind what makes its outcome."""
    for id_ in ids_of(kind):
        for file in sorted((FOLDERS[id_] / "submissions").glob("*.yaml")):
            yield partial(grade, file, shipped(id_), reveal=reveal)


@pytest.mark.parametrize("kind", KINDS_OF_BANK)
@dealt(8)
def test_a_page_can_be_made_of_every_submission_of_the_bank_and_its_cards_tell_of_their_nodes(
    kind: str, deal: Deal, window: int
) -> None:
    for outcome_of_file in deal([one for reveal in Reveal for one in of_files(kind, reveal)], window):
        outcome = outcome_of_file()
        assert page(outcome).endswith("</html>\n")
        for graded in outcome.graded:
            check(graded)


@pytest.mark.parametrize("kind", KINDS)
@chunks(every=1, longer=4, whole=100)
def test_a_page_can_be_made_of_random_answers_to_random_problems(kind: str, chunk: int, window: int) -> None:
    for rng, data in random_problems(kind, chunk * 4, chunk * 4 + 4, window):
        graded = read(data).grade(oracle.random_answers(rng, data), reveal=rng.choice([*Reveal]))
        assert page(outcome_of(graded)).endswith("</html>\n")
        check(graded)


def test_the_card_of_a_node_tells_of_no_iteration() -> None:
    graded = shipped("five-playouts").grade({"visits": {"R": 5, "A": 3}})
    if not (drawn := graded_diagrams(graded)):
        return
    diagram = drawn[0]
    places = {node.key: place for place, node in enumerate(diagram.nodes)}
    told = {
        node.id: card.says
        for node, card in zip(diagram.nodes, cards(graded, diagram, Finder(graded, places), str), strict=True)
    }
    assert told["A"] == ["Iterations 1, 3 and 4 come through it, with 1 + 1 + 0 for MAX."]
