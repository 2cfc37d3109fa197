"""Every mark, name, number and line of a feedback drawing agrees with the student's entry and its verdict: over all kinds, with planted mistakes."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from banked import BANK, SOLVED, ids_of
from conftest import outcome_of, random_problems, read
from drawn import SVG
from planted import planted
from turns import in_turn
from windows import Deal, dealt

from grader.core.answers.by_iteration import Scored
from grader.core.answers.part import Part
from grader.core.answers.reports import WORDS, Entry, Malformed, Reveal, Verdict
from grader.core.drawing.diagram import Branch, Diagram, DiagramNode, Remark, Stroke
from grader.core.drawing.draw import MOST_NODES, inline_svg
from grader.core.drawing.legend import legend
from grader.core.drawing.scale import typeset
from grader.core.drawing.tags import STATES
from grader.core.numbers import read_number
from grader.core.text import printable
from grader.grading.marking import graded_diagrams
from grader.kinds import Exercise, Graded
from grader.pages.cards import cards
from grader.pages.corrections import Finder, message_of
from grader.pages.feedback import problem_block

_PLANTS, _SEEDS = 16, (70_000, 70_016)
_NOT_YOURS = ("The solution", "The right tree", "An example", "The search on your tree")
"""How the headings begin of drawings whose lines are the solver's."""
_OF_LABELS = {
    "α, β": ["windows"],
    "known": ["intervals"],
    "nim value": ["nim-values"],
    "score": ["scores"],
    "move": ["strategy", "move"],
}
"""The parts of remarks whose label is not the part's name."""
_IN_NODES = ("values", "evaluations", "value", "outcomes", "losing", "visits", "totals", "tree")
"""The parts whose entries stand in nodes, without a label."""
_LINES = ("strategy", "principal-variation", "best-move", "choice", "selection", "winning-moves")
_OF_ONE_ITERATION = "paths"  # of several each is another line
_LISTED = {
    "pruned": (Branch.PRUNED, Branch.WRONGLY_KEPT, Branch.WRONGLY_PRUNED),
    "redundant": (Branch.REPEATED, Branch.REPEAT_MISSED, Branch.WRONGLY_REPEATED),
}
"""How a leaf is drawn that is rightly listed, missed, wrongly listed."""
_MARKS = {"right": {"tick"}, "wrong": {"badge"}, "follows": {"badge", "fol"}}
_LISTS = {Verdict.CORRECT: ("loss", "listed"), Verdict.EXTRA: ("loss", "listed"), Verdict.MISSING: ("", "not listed")}
"""What is said of a state that is listed as lost, rightly or wrongly, or left out."""


class Said(NamedTuple):
    """A remark that is judged, with its node, None where it is said of the whole."""

    remark: Remark
    node: DiagramNode | None


def exercises(kind: str, window: int) -> list[Exercise]:
    """Return the problems of the bank and random ones."""
    drawn = [read(data) for _, data in random_problems(kind, *_SEEDS, window)]
    return [one for one in (*map(BANK.__getitem__, ids_of(kind)), *drawn) if one.size <= MOST_NODES]


def said_in(diagram: Diagram) -> list[Said]:
    """Return all that is judged in a drawing."""
    at_nodes = [Said(remark, node) for node in diagram.nodes for remark in node.said]
    return [one for one in (*(Said(fact, None) for fact in diagram.facts), *at_nodes) if one.remark.verdict is not None]


def entries_of(graded: Graded) -> list[tuple[str, Entry]]:
    """Return the entries with their parts."""
    return [(part.part, entry) for part in graded.report.parts for entry in part.entries]


def is_answered(graded: Graded, part: str) -> bool:
    """Return whether the part was answered with something that can be judged."""
    return graded.attempt.get(part) is not None and not isinstance(graded.attempt[part], Malformed)


# --- Marks and numbers ------------------------------------------------------------------------------


def same_number(one: str, other: str | None) -> bool:
    """Return whether both are the same text, or the same number in other words."""
    try:
        return one == other or read_number(one) == read_number(other or "")
    except ValueError:
        return False


def tells(said: Said, part: str, entry: Entry, root: str, parts: Mapping[str, Part]) -> bool:
    """Return whether a remark tells of that entry what the report says."""
    remark, node = said
    label = remark.label.removesuffix(f" {entry.node}")
    titles = {one.title: [name] for name, one in parts.items()}
    if (
        part not in ((_OF_LABELS | titles).get(label, [label]) if label else _IN_NODES)
        or remark.verdict is not entry.verdict
    ):
        return False
    if node is not None and not (entry.node == node.id or entry.is_whole or (part == "value" and node.id == root)):
        return False
    if node is None and entry.node is not None and entry.node not in remark.label:
        return False
    texts = [entry.given or "", entry.own, *(_LISTS.get(entry.verdict, ()) if part == "losing" and entry.node else ())]
    is_begun = remark.text.endswith("…") and any(text.startswith(remark.text[:-1]) for text in texts)
    is_expected = entry.is_whole or part == "losing" or same_number(remark.expected, entry.expected)
    return (remark.text in texts or is_begun) and (not remark.expected or is_expected)


def check_marks(graded: Graded, diagram: Diagram) -> None:
    """Fail where a mark or the text beside it is not that of an entry of the report."""
    entries, root = entries_of(graded), diagram.nodes[0].id
    for said in said_in(diagram):
        remark, node = said
        assert graded.report.reveal is Reveal.EXPECTED or not remark.expected, said
        if node is not None and node.verdict is not None:  # it is judged whether the node belongs there
            assert remark.verdict is node.verdict
            continue
        two = {
            part: entry for part, entry in entries if node and entry.node == node.id and part in ("totals", "visits")
        }
        if len(two) > 1 and not remark.label:
            check_pair(remark, two)
        else:
            assert any(tells(said, part, entry, root, graded.exercise.kind.parts) for part, entry in entries), said


def check_pair(remark: Remark, two: dict[str, Entry]) -> None:
    """Fail where total and visits of a node are not those that were written, or are judged better than the worse."""
    total, visits = (two[part].given or "?" for part in ("totals", "visits"))
    is_blank = all(entry.given is None for entry in two.values())
    assert remark.text == ("" if is_blank else f"({total})/{visits}" if "/" in total else f"{total}/{visits}")
    verdicts = {entry.verdict for entry in two.values()}
    assert remark.verdict in verdicts
    assert (remark.verdict is Verdict.CORRECT) == (verdicts == {Verdict.CORRECT})
    assert (STATES[remark.verdict] == "wrong") == any(STATES[verdict] == "wrong" for verdict in verdicts)  # type: ignore[index]


def check_that_all_is_told(graded: Graded, diagrams: Iterable[Diagram]) -> None:
    """Fail where an entry about a node that is drawn is not shown, or what nobody judged stands where one was written."""
    found = [(diagram, said) for diagram in diagrams for said in said_in(diagram)]
    ids = {node.id for diagram, _ in found for node in diagram.nodes}
    at_nodes = {*_IN_NODES, "windows", "intervals", "scores", "strategy"} - {"visits", "totals", "tree"}
    for part, entry in entries_of(graded):
        is_of_node = part in at_nodes and not isinstance(graded.exercise.kind.parts[part].form, Scored)  # of iterations
        if is_of_node and entry.node in ids and entry.given is not None:
            parts = graded.exercise.kind.parts
            assert any(tells(said, part, entry, diagram.nodes[0].id, parts) for diagram, said in found), (part, entry)


def numbers_in(said: Any) -> list[float]:
    """Return the numbers that stand in a text or an answer."""
    found = re.findall(r"-?inf|-?\d[\d./]*", str(said))
    return [float(one) if "inf" in one else float(read_number(one)) for one in found]


def check_what_is_not_judged(graded: Graded, diagram: Diagram) -> None:
    """Fail where a number that nobody judged is not the solution's, or stands where the student's should."""
    if diagram.heading == _NOT_YOURS[-1]:
        return
    solved = graded.exercise.solve()
    written = {(part, entry.node) for part, entry in entries_of(graded) if entry.given is not None}
    stated = {node.id: node.number for node in graded.exercise.diagram().nodes}
    for node in diagram.nodes:
        of_number = (
            ("scores",) if node.number and node.number.label == "score" else ("values", "evaluations", "outcomes")
        )
        for remark, parts in ((node.number, of_number), (node.window, ("windows",))):
            if remark is None or remark.verdict is not None or remark == stated.get(node.id):
                continue
            assert graded.report.reveal is Reveal.EXPECTED
            assert not any((part, node.id) in written for part in parts)
            right = [solved[part][node.id] for part in parts if node.id in solved.get(part, {})]
            rounded = [
                numbers_in(one) and numbers_in(remark.text) == pytest.approx(numbers_in(one), abs=0.006)
                for one in right
            ]
            assert not right or remark.text in right or any(rounded), (node, right)


# --- Lines ------------------------------------------------------------------------------------------


def texts_in(answer: Any) -> Iterator[str]:
    """Yield the names that an answer holds; of a strategy the moves."""
    if isinstance(answer, (dict, list)):
        for one in answer.values() if isinstance(answer, dict) else answer:
            yield from texts_in(one)
    elif answer is not None:
        yield str(answer).strip()


def check_lines(graded: Graded, answers: dict[str, Any], diagram: Diagram, heading: str) -> None:
    """Fail where bold edges are neither those that the student gave, called so, nor called the solution's."""
    bold = [node for node in diagram.nodes if node.bold]
    answered = [part for part in _LINES if part in graded.exercise.problem.ask and is_answered(graded, part)]
    if not diagram.line.startswith("your "):
        if bold and heading != _NOT_YOURS[-1]:
            assert graded.report.reveal is Reveal.EXPECTED
            assert diagram.line.startswith("the solution's ") or heading.startswith(_NOT_YOURS), (diagram.line, heading)
            assert not answered or heading.startswith(_NOT_YOURS[1:]), (diagram.line, answered)
        return
    words, _, verdict = diagram.line.removeprefix("your ").partition(", ")
    (part,) = (
        one
        for one in (*answered, _OF_ONE_ITERATION)
        if one in answers and graded.exercise.kind.parts[one].title.lower() == words.lower()
    )
    entries = [entry for name, entry in entries_of(graded) if name == part]
    if len(entries) == 1:
        is_right = entries[0].verdict is Verdict.CORRECT
        astray = [node for node in diagram.nodes if node.stroke is Stroke.ASTRAY]  # says itself that it is wrong
        assert not (is_right and astray)
        assert verdict == ("" if is_right or astray else WORDS[entries[0].verdict])
    names = {*texts_in(answers[part])}
    assert all({node.id, node.move} & names for node in bold), (names, [node.id for node in bold])
    if part == "strategy":
        gave = {key.strip(): str(move).strip() for key, move in answers[part].items() if move is not None}
        assert all(gave.get(diagram.nodes[node.parent].id) in (node.id, node.move) for node in bold)
        drawn = {diagram.nodes[node.parent].id for node in bold}
        unread = {entry.node for entry in entries if entry.verdict is Verdict.MALFORMED}
        assert drawn == gave.keys() & {node.id for node in diagram.nodes} - unread
    else:
        unread = {entry.node for entry in entries if entry.verdict is Verdict.MALFORMED}
        if part == "paths":
            read = [one for place, one in enumerate(answers[part], 1) if f"iteration {place}" not in unread]
            names = {*texts_in(read)}
        reach = {name for node in diagram.nodes[1:] for name in (node.id, node.move)}
        assert {name for name in names if printable(name) in reach} <= {
            name for node in bold for name in (node.id, node.move)
        } | {diagram.nodes[0].id}


def check_branches(graded: Graded, answers: dict[str, Any], diagram: Diagram) -> None:
    """Fail where a branch is not drawn as the student listed it and the report judges that."""
    part = next((part for part in _LISTED if part in graded.exercise.problem.ask), None)
    if part is None:
        return
    right, missed, wrongly = _LISTED[part]
    nodes, reveal = diagram.nodes, graded.report.reveal
    answered = is_answered(graded, part)
    listed = {*texts_in(answers[part])} if answered else set()
    solved = {*texts_in(graded.exercise.solve()[part])}
    judged = {entry.node: entry.verdict for name, entry in entries_of(graded) if name == part}
    parents = {node.parent for node in nodes}
    for place, node in enumerate(nodes):
        if place in parents or node.branch is Branch.BEYOND:
            continue
        above = [node.id]
        at = node.parent
        while at >= 0:
            above.append(nodes[at].id)
            at = nodes[at].parent
        is_listed, is_right = not listed.isdisjoint(above), not solved.isdisjoint(above)
        if reveal is Reveal.EXPECTED:
            both = {(1, 1): right, (0, 1): missed, (1, 0): wrongly}.get((is_listed, is_right), Branch.KEPT)
            assert node.branch is (both if answered else Branch.SOLVED if is_right else Branch.KEPT), node
            continue
        verdict = next((judged[id_] for id_ in above[::-1] if id_ in judged), None)
        shown = {Verdict.CORRECT: right, Verdict.EXTRA: wrongly, Verdict.WRONG: Branch.PARTLY}
        of_verdict = Branch.LISTED if verdict is None else shown[verdict]
        assert node.branch is (of_verdict if is_listed else Branch.KEPT), node


def check_number_line(graded: Graded, diagram: Diagram) -> None:
    """Fail where the student's row is judged otherwise than the entry, or the right one may not be seen."""
    verdicts = [entry.verdict for part, entry in entries_of(graded) if part == "range"]
    for row in diagram.number_line.rows if diagram.number_line else ():
        if row.label == "you":
            assert row.verdict is (verdicts[0] if verdicts else None)
        else:
            assert graded.report.reveal is Reveal.EXPECTED


# --- Names, signs and cards -------------------------------------------------------------------------


def check_names(graded: Graded, diagram: Diagram) -> None:
    """Fail where a node that answers speak of has another name than in the problem."""
    for node in diagram.nodes:
        assert node.key is None or graded.exercise.name_of(node.key) == node.id, node


def check_signs(diagram: Diagram) -> None:
    """Fail where the picture shows another sign, number or line than the diagram says."""
    groups = [*ET.fromstring(inline_svg(diagram, "x-")).iter(f"{SVG}g")]
    nodes = {int(group.get("data-node", "")): group for group in groups if group.get("data-node")}
    edges = {int(group.get("data-to", "")): group for group in groups if group.get("data-to")}
    for place, node in enumerate(diagram.nodes):
        group = nodes[place]
        state = STATES[node.judged] if node.judged else ""
        written = [state, *(STATES[one.verdict] for one in node.remarks if one.verdict)] if state else []
        outline = next((look for look in ("wrong", "follows", "right", "missing") if look in written), "")
        if Verdict.MALFORMED not in {one.verdict for one in node.said}:
            assert {*group.get("class", "").split()} & {*STATES.values()} == {outline} - {""}
        classes = [{*one.get("class", "").split()} for one in group.iter()]
        signs = {
            css for found in classes if found & {"tick", "badge"} for css in found
        }  # the tag of another part may follow
        assert signs == _MARKS.get(state, set())
        numbers = [one.text for one in group.iter(f"{SVG}text") if "num" in one.get("class", "").split()]
        is_asked = node.number is not None and node.number.verdict is not None and not node.number.text
        assert node.value or ("?" in numbers) == is_asked, node
        said = [
            typeset(text).strip("[]") for text in (node.value, node.number.text if node.number else "", node.static)
        ]
        shown = [number.strip("[]") for number in numbers if number and number != "?" and "…" not in number]
        assert not node.judged or all(number in said for number in shown), (node, shown)
        drawn, is_astray = edges[place].get("class", "").split() if place else [], node.stroke is Stroke.ASTRAY
        assert place == 0 or ("best" in drawn, "astray" in drawn) == (node.bold and not is_astray, is_astray)
    words = [item.words for item in legend(diagram)]
    bold = [node.stroke is Stroke.ASTRAY for node in diagram.nodes if node.bold]
    assert (diagram.line in words, f"{diagram.line}, wrong" in words) == (False in bold, True in bold)


def names(id_: str, said: str) -> bool:
    """Return whether a sentence speaks of a node; of one that is called as a number is, nobody can tell."""
    return not id_.isdigit() and re.search(rf"(?<!\w){re.escape(id_)}(?!\w)", said) is not None


def above(diagram: Diagram, node: DiagramNode) -> Iterator[str]:
    """Yield the ids of the nodes above one: where one of them is skipped, so is all that lies below it."""
    while node.parent >= 0:
        node = diagram.nodes[node.parent]
        yield node.id


def check_cards(graded: Graded, diagram: Diagram) -> None:
    """Fail where the card of a node tells what is said of another one that is not above it."""
    finder = Finder(graded, {})
    told: dict[str, set[str]] = {}
    for _, entry in entries_of(graded):
        if entry.node and message_of(entry):
            told.setdefault(message_of(entry), set()).add(entry.node)
    told = {said: about for said, about in told.items() if any(names(id_, said) for id_ in about)}
    for node, card in zip(diagram.nodes, cards(graded, diagram, finder, str), strict=True):
        for said in card.says:
            is_own = node.id in told.get(said, [node.id]) or names(node.id, said)
            is_skipped = node.branch is not Branch.KEPT and any(names(id_, said) for id_ in above(diagram, node))
            assert is_own or is_skipped, (node.id, said)
        looks = {STATES[remark.verdict] for remark in node.said if remark.verdict is not None}
        assert card.look in {*looks, "wrong"} if looks else card.look in ("", "wrong")
        assert (card.look == "wrong") == ("wrong" in looks or node.branch.is_wrong)


@in_turn(3)
@dealt(4)
@pytest.mark.parametrize("kind", SOLVED)
def test_a_feedback_drawing_agrees_with_the_entries_and_their_verdicts(kind: str, window: int, deal: Deal) -> None:
    for exercise in deal(exercises(kind, window), window):
        rng = random.Random(f"{kind} {exercise.problem.id} {window}")
        plants = [*planted(rng, exercise)]
        for answers in rng.sample(plants, min(_PLANTS, len(plants))):
            for reveal in Reveal:
                check(outcome_of(exercise, answers, reveal=reveal).graded[0], answers, is_drawn=rng.random() < 0.2)


def check(graded: Graded, answers: dict[str, Any], *, is_drawn: bool) -> None:
    """Fail where the feedback's drawings and the report part."""
    first, *others = graded_diagrams(graded)
    heading = first.heading or problem_block(graded, "p").heading
    check_marks(graded, first)
    check_that_all_is_told(graded, [first])
    check_what_is_not_judged(graded, first)
    check_lines(graded, answers, first, heading)
    check_number_line(graded, first)
    check_names(graded, first)
    check_cards(graded, first)
    if not heading.startswith(_NOT_YOURS[1:]) and not first.heading:
        check_branches(graded, answers, first)
    for other in others:
        assert not said_in(other)
        assert graded.report.reveal is Reveal.EXPECTED
    if is_drawn:
        check_signs(first)
