"""What scripts read of a feedback page: every mark in a drawing, its row, and what was handed in are the same, for planted answers to every bank problem."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, NamedTuple

import pytest
from banked import BANK, FOLDERS
from conftest import outcome_of
from planted import changed, names_of
from test_drawings_agree import same_number, texts_in

from grader.core.answers.reports import Malformed, Reveal
from grader.core.drawing.draw import MOST_NODES
from grader.grading.marking import graded_diagrams
from grader.kinds import Exercise, Graded
from grader.pages.feedback import problem_block, section

_WORDS = {
    "correct": "right",
    "wrong": "wrong",
    "follow-through": "follows",
    "missing": "missing",
    "extra": "extra",
    "blank": "blank",
    "malformed": "unreadable",
}
_LINES = ("strategy", "principal-variation", "best-move", "choice", "winning-moves")
Mark = tuple[str, str, str, str]
"""Part, key, mark, what was handed in."""


class Seen(NamedTuple):
    """What a script finds on a page: the rows; marks with the name of the node in whose group they stand; and the nodes to which yours lead."""

    rows: Counter[Mark]
    marks: list[tuple[str, Mark]]
    ids: dict[str, str]
    yours: set[str]


class _Reader(HTMLParser):
    """Reads marks and rows of one problem; of several drawings the first."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = Seen(Counter(), [], {}, set())
        self.node, self.is_id, self.drawings = "", False, 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        classes = said.get("class", "").split()
        if tag == "svg" and "tree" in classes:
            self.drawings, self.node = self.drawings + 1, ""
        if "data-node" in said and "node" in classes and self.drawings == 1:
            self.node = said["data-node"]
        self.is_id = tag == "text" and "id" in classes and self.drawings == 1
        if "data-to" in said and "yours" in classes and self.drawings == 1:
            self.seen.yours.add(said["data-to"])
        if "data-mark" in said:
            mark = (
                said["data-part"],
                said.get("data-key", ""),
                said["data-mark"],
                said.get("data-yours", ""),
            )
            if tag == "metadata":
                self.seen.marks.append((self.node, mark))
            else:
                self.seen.rows[mark] += 1

    def handle_data(self, data: str) -> None:
        if self.is_id:
            self.seen.ids[self.node] = data


def seen_on(graded: Graded) -> Seen:
    """Return what a script finds in the section of a problem."""
    reader = _Reader()
    reader.feed(str(section(graded, "p", 2).told))
    reader.close()
    return reader.seen


def plants(rng: random.Random, exercise: Exercise) -> Iterator[dict[str, Any]]:
    """Yield the right answer; one with a wrong entry in each part, one with one missing, one with one too many; all wrong; a wrong line."""
    solved = exercise.solve()
    right = {part: solved[part] for part in exercise.problem.ask}
    each = {part: [*changed(rng, answer, names_of(exercise, answer))] or [None] for part, answer in right.items()}
    yield right
    yield {part: found[0] for part, found in each.items()}
    yield {part: _without_one(answer) for part, answer in right.items()}
    yield {part: found[-2 if isinstance(right[part], list) and len(found) > 1 else -1] for part, found in each.items()}
    yield {part: _all_wrong(rng, answer, names_of(exercise, answer)) for part, answer in right.items()}
    wrong = {part: found[0] for part, found in each.items() if part in _LINES}
    yield right | (wrong or {part: found[0] for part, found in each.items()})


def _without_one(answer: Any) -> Any:
    """Return an answer of which the last entry was not given."""
    if isinstance(answer, dict):
        return dict([*answer.items()][:-1])
    return answer[:-1] if isinstance(answer, list) else None


def _all_wrong(rng: random.Random, answer: Any, names: list[str]) -> Any:
    """Return an answer of which every entry is another one."""
    if isinstance(answer, dict):
        return {key: next(changed(rng, one, names), one) for key, one in answer.items()}
    if isinstance(answer, list):
        return [next(changed(rng, one, names), one) for one in answer]
    return next(changed(rng, answer, names))


@pytest.mark.parametrize("id_", FOLDERS)
def test_answers_stand_in_the_drawing_or_in_a_list_at_it(id_: str) -> None:
    exercise, rng = BANK[id_], random.Random(id_)
    for answers in plants(rng, exercise):
        graded = outcome_of(exercise, answers).graded[0]
        block = problem_block(graded, "p")
        entries = [entry for part in graded.report.parts for entry in part.entries]
        assert sum(len(row.marks) for row in block.beside) in (0, len(entries))
        assert block.heading.endswith("with your answers beside it") == bool(block.beside)
        if not (drawn := graded_diagrams(graded)):
            assert not exercise.kind.answered
            continue
        first = drawn[0]
        is_there = any(node.judged or node.window or node.branch.css for node in first.nodes) or first.heading
        assert block.beside or is_there, id_


@pytest.mark.parametrize("id_", FOLDERS)
def test_marks_rows_and_what_was_handed_in_are_the_same(id_: str) -> None:
    exercise, rng = BANK[id_], random.Random(id_)
    for answers in plants(rng, exercise):
        for reveal in (Reveal.EXPECTED, Reveal.VERDICTS):
            graded = outcome_of(exercise, answers, reveal=reveal).graded[0]
            check(graded, answers)


def check(graded: Graded, answers: dict[str, Any]) -> None:
    """Fail where the page, the report and the answers part."""
    seen, report = seen_on(graded), graded.report
    entries = [(part.part, entry) for part in report.parts for entry in part.entries]
    told = Counter((part, entry.node or "", _WORDS[entry.verdict], entry.given or "") for part, entry in entries)
    assert seen.rows == told
    marks = Counter(mark for _, mark in seen.marks)
    assert not marks - told, marks - told  # each mark has its row
    for place, mark in seen.marks:
        assert (place == "") == (mark[1] == ""), mark
    for mark in told:
        assert not is_owed(mark, seen, graded) or mark in marks, mark
    for part, key, _, yours in told:
        check_yours(yours, answers.get(part), key)
    if exercise_is_drawn(graded) and report.reveal is Reveal.EXPECTED:
        check_line(seen, graded, answers)


def exercise_is_drawn(graded: Graded) -> bool:
    return graded.exercise.size <= MOST_NODES


def is_owed(mark: Mark, seen: Seen, graded: Graded) -> bool:
    """Return whether a wrong entry is about a node that stands in the drawing under its own name."""
    part, key, *_ = mark
    is_named = key in graded.exercise.keys_by_name() and key in seen.ids.values()
    return is_named and graded.exercise.kind.parts[part].form.by_entry


def check_yours(yours: str, answer: Any, key: str) -> None:
    """Fail where what is said to be handed in was not."""
    if not yours:
        return
    if isinstance(answer, dict) and key in answer:
        answer = answer[key]
    elif isinstance(answer, dict):
        named = [one for name, one in answer.items() if name.strip() == key]
        answer = named[0] if named else [*answer.values(), *answer]
    texts = [*texts_in(answer)]
    is_one = yours in (*texts, "none") or any(same_number(text, yours) for text in texts)
    is_one = is_one or (yours.endswith("…") and str(answer).startswith(yours[:-1]))
    said = f"{answer} {' '.join(texts)} before listed"  # words of ours about orders
    assert is_one or {*words_in(yours.lower())} <= {*words_in(said.lower())}, (yours, answer)


def words_in(text: str) -> list[str]:
    """Return the names and numbers in a text, without the signs between them."""
    return re.findall(r"[\w.−-]+", text)


def check_line(seen: Seen, graded: Graded, answers: dict[str, Any]) -> None:
    """Fail where the edges drawn as the student's line are not those that were handed in: of the first such part that was answered."""
    problem = graded.exercise.problem
    is_single = problem.kind == "mcts" and problem.game.iterations == 1 and "selection" not in problem.ask
    lines = [*_LINES, *(["paths"] if is_single else [])]
    part = next((one for one in lines if one in problem.ask and answers.get(one) is not None), None)
    if part is None or isinstance(graded.attempt.get(part), Malformed):
        return
    nodes = graded.exercise.diagram().nodes
    drawn = {int(place) for place in seen.yours}
    if part == "strategy":
        assert drawn == {
            place
            for place, node in enumerate(nodes)
            if place and answers[part].get(nodes[node.parent].id) in (node.id, node.move)
        }
        return
    handed = {*texts_in(answers[part][:1] if part == "paths" else answers[part])}  # one iteration, and what is too much
    by_name = {place for place, node in enumerate(nodes) if place and {node.id, node.move} & handed}
    reached = {name for place in drawn for name in (nodes[place].id, nodes[place].move)}
    assert drawn <= by_name
    assert {name for name in handed if any(name in (node.id, node.move) for node in nodes[1:])} <= reached
