"""Whoever answers wrongly and may see what was expected is told why it is so: every part of every kind, over the bank."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from banked import SOLVED_IDS, stated
from conftest import outcome_of, problem_data, read, report_of
from turns import in_turn
from windows import Deal, dealt

from grader.core.answers.part import MOST_EXPLAINED, Part
from grader.core.answers.reports import Entry, Verdict
from grader.kinds import Exercise
from grader.pages.corrections import message_of
from grader.pages.feedback import page
from grader.pages.text import render_text

WITHOUT_A_REASON = {
    "visited": "where the order first parts from the search's is said once, and the rest follows from it"
}
"""The parts of which not every wrong entry has a reason of its own, and why."""

ODD_IDS = {"ids-that-look-like-numbers", "minimax-yaml-looking-ids"}
"""Problems whose ids other readers of YAML take for dates and truth values: these tests state them anew."""

OTHERS = {"inf": "7", "-inf": "7", "true": "false", "false": "true", "win": "loss", "loss": "win"}


def asked_in_full(id_: str) -> Exercise:
    """Return a problem of the bank with all its parts asked for."""
    data = stated(id_)
    parts = [part for part in read(data).solution.answers if part != "tree" or part in data["ask"]]
    return read({**data, "ask": data["ask"] if "tree" in parts else parts, "points": {}})


def other_texts(part: Part, exercise: Exercise, text: str) -> Iterator[str]:
    """Yield what stands in place of a text: a number that is one more, a name that comes after or before."""
    names = [*exercise.keys_by_name(), *getattr(exercise.problem.game, "moves", ())]
    if text.lstrip("-").isdigit():
        yield str(int(text) + 1)
    elif text in names:
        place = names.index(text)
        yield names[place - 1]
        yield names[(place + 1) % len(names)]
    else:
        yield from [OTHERS[text]] if text in OTHERS else ("7/3", "7")


def others(part: Part, exercise: Exercise, right: Any) -> Iterator[Any]:
    """Yield answers that differ from the right one: in one entry, by an entry too few, and in the other order."""
    if isinstance(right, dict):
        for key, entry in list(right.items())[:2]:
            yield from ({**right, key: other} for other in others(part, exercise, entry))
    elif isinstance(right, list):
        for place, entry in enumerate(right[:2]):
            yield from ([*right[:place], other, *right[place + 1 :]] for other in others(part, exercise, entry))
        yield right[:-1]
        yield right[::-1]
        yield [*right, *right[:1]]
    else:
        yield from other_texts(part, exercise, str(right).lower() if isinstance(right, bool) else str(right))


def wrong_entries(exercise: Exercise, name: str) -> Iterator[Entry]:
    """Yield what is said of the entries of wrong answers to a part that differ from the right one a little."""
    kind, problem, solution, *_ = exercise
    part = kind.parts[name]
    right = part.form.write(problem, solution.answers[name])
    for answer in others(part, exercise, right):
        report = next(one for one in report_of(exercise, {name: answer}).parts if one.part == name)
        for entry in report.entries[:MOST_EXPLAINED]:
            if entry.verdict in (Verdict.WRONG, Verdict.EXTRA, Verdict.MISSING) and not is_left_blank(part, entry):
                yield entry


def is_left_blank(part: Part, entry: Entry) -> bool:
    """Return whether nothing was answered there, of which only the answer is told."""
    return entry.verdict is Verdict.MISSING and part.form.by_entry


@dealt(12)
def test_every_wrong_entry_says_why(deal: Deal, window: int) -> None:
    silent = set()
    for id_ in deal(sorted({*SOLVED_IDS} - ODD_IDS), window):
        exercise = asked_in_full(id_)
        for name in exercise.problem.ask:
            if name not in WITHOUT_A_REASON and not all(map(message_of, wrong_entries(exercise, name))):
                silent.add((exercise.kind.name, name))
    assert not silent


def words_of(text: str) -> set[str]:
    """Return the words and formulas of a text or a page, without the signs around them; of a page also those of its data, not of its code."""
    said = re.sub("<style>.*?</style>|<script>.*?</script>", "", text, flags=re.DOTALL)
    return {word.strip("“”\"'(),.;:") for word in html.unescape(re.sub("<[^>]*>", "", said)).split()}


@in_turn(5)
@dealt(12)
def test_a_page_makes_no_other_letter_of_one_that_stands_for_a_number(deal: Deal, window: int) -> None:
    """B is a node where b is the branching factor: a capital belongs to words alone, at the beginning of a sentence."""
    for id_ in deal(sorted({*SOLVED_IDS} - ODD_IDS), window):
        exercise = asked_in_full(id_)
        names = words_of(" ".join(map(str, exercise.problem.game.ids)))
        for name in exercise.problem.ask:
            part = exercise.kind.parts[name]
            for answer in others(part, exercise, part.form.write(exercise.problem, exercise.solution.answers[name])):
                outcome = outcome_of(exercise, {name: answer})
                said, shown = words_of(render_text(outcome)), words_of(page(outcome))
                new = shown - said - names
                changed = {word for word in new if word[:1].isupper() and word[:1].lower() + word[1:] in said}
                assert all(re.fullmatch("A|[A-Za-z][a-z'-]+", word) for word in changed), (id_, name, answer, changed)
                break  # one for each part: what is said of others has the same sentences


ARMS = [{"id": "A", "total": 7, "visits": 10}, {"id": "B", "visits": 0}]
SAYS: dict[tuple[str, str], tuple[Any, Any, str]] = {
    ("alpha-beta", "leaves-evaluated"): (
        [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
        99,
        "The search evaluates 7 of 9 leaves: all but I and J.",
    ),
    ("alpha-beta", "nodes-visited"): (
        [[3, 12], [2, 4]],
        99,
        "The search visits 6 of 7 nodes, the root and the leaves included: all but G.",
    ),
    ("minimax", "nodes-visited"): (
        [[3, 12], 2],
        99,
        "The search visits all 5 nodes, the root and the leaves included: A, B, C, D and E.",
    ),
    ("minimax", "best-move"): ([[69, 70], [66, 80], [58, 90]], "D", "A is MAX over B = 69, C = 66, D = 58: max = 69."),
    ("alpha-beta", "best-move"): (
        [[69, 70], [66, 80], [58, 90]],
        "D",
        "A is MAX over B = 69, C = 66, D = 58: max = 69.",
    ),
    ("expectiminimax", "best-move"): (
        [[5, 7], [5, 9]],
        "C",
        "A is MAX over B = 5, C = 5: max = 5 (the one examined first counts).",
    ),
    ("minimax", "strategy"): ([[3, 12], [2, 4]], {"A": "C"}, "A is MAX over B = 3, C = 2: max = 3."),
    ("minimax", "principal-variation"): (
        [[3, 12], [2, 4]],
        ["A", "C", "F"],
        "Every step from the root goes to a child that is worth what its parent is: 3, as D at the end.",
    ),
    ("ucb", "choice"): (ARMS, "A", "The scores are A = 1.38, B = inf: the greatest is that of B."),
    ("minimax", "value"): (7, 3, "A is a leaf: its value 7 is given."),
}


@pytest.mark.parametrize(("kind", "part"), SAYS)
def test_single_answer_says_what_it_counts_or_compares(kind: str, part: str) -> None:
    game, given, says = SAYS[kind, part]
    (report,) = report_of(read(problem_data(kind, game, ask=[part])), {part: given}).parts
    assert message_of(report.entries[0]) == says


def test_count_of_nodes_says_that_it_counts_positions_that_come_again_too() -> None:
    exercise = read({**stated("minimax-moves-transposed"), "ask": ["redundant", "distinct-states", "nodes-visited"]})
    says = "The number of visited nodes counts every node of the tree, whether its position was met before or not."
    assert says in exercise.kind.terms(exercise.problem)
    _, states, nodes = report_of(exercise, {"distinct-states": 9, "nodes-visited": 13}).parts
    assert message_of(nodes.entries[0]).endswith(says)
    assert "Each position counts once" in message_of(states.entries[0])
    named = message_of(states.entries[0]).partition(": ")[2].partition(".")[0].replace(" and ", ", ")
    assert len(named.split(", ")) == exercise.solution.answers["distinct-states"]
