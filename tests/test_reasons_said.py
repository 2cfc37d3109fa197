"""What is said of a wrong answer is true of the problem as it stands: ties, orders from the right, and what an answer rests on."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import put, run

from grader.core.answers.case import Action
from grader.core.documents import parse_document
from grader.core.errors import ProblemError
from grader.kinds import KINDS, read_exercise

FALSE_OF_EVERY_TREE = """\
kind: claims
search: alpha-beta
conventions: {order: right-to-left}
tree: [[3, 12, 8], [2, 15, 6]]
claims:
  - {id: s1, claim: {same: best-move}, change: {affine: {times: -1}}, for: every-tree}
  - {id: s2, claim: {same: pruned}, change: {affine: {times: -2}}, for: every-tree}
  - {id: s3, claim: {same: visited}, change: {clip: [2, 5]}, for: every-tree}
"""
WHICH = """\
kind: claims
search: alpha-beta
tree: [[3, 12, 8], [2, 15, 6]]
claims:
  - {id: s1, claim: {pruned: [H]}}
  - {id: s2, claim: {same: leaves-evaluated}, change: {mirror: true}}
ask: [claims, which]
"""
DEEPENING = "kind: deepening\ndepth: {}\nreorder: root\nconventions: {{{}}}\ntree: {}\nask: [{}]\n"
THREE = "{max: [{id: B, static: 5, min: [3, 6]}, {id: C, static: 4, min: [8, 4]}, {id: K, static: 6, min: [5, 4]}]}"
EQUAL = "{max: [{id: B, static: 5, min: [1, 2]}, {id: C, static: 5, min: [3, 4]}]}"
MCTS = """\
kind: mcts
iterations: 6
results: [1, 0, 1, 0, 1, 1/2]
tree: {id: R, max: [{id: A, min: [{id: D}, {id: E}]}, {id: B, min: [{id: F}, {id: G}]}]}
conventions: {final: best-mean}
ask: [paths, visits, totals, scores, choice]
"""
OWN_MCTS = (
    "{paths: [[R, A], [R, B], [R, A, D], [R, A, E], [R, A], [R, B, F]], visits: {R: 6, A: 4, B: 2, D: 1, E: 1, F: 1}, "
    "totals: {R: 2.5, A: 0, B: 1/2, D: 0, E: 1, F: 1/2}, choice: B}"
)
NOWHERE = """\
kind: threshold
search: expectiminimax
tree: {max: [{id: L, chance: [{p: x, value: 10}, {p: 1-x, value: -5}]}, {id: M, min: [3, 2]}, {id: N, chance: [{p: x, value: 0}, {p: 1-x, value: 4}]}]}
claim: {best-move: M}
ask: [range]
"""
UCB = "kind: ucb\nparent-visits: 4\nchildren: [{{id: a, total: 1, visits: 1}}, {{id: b, total: 1, visits: 1}}, {{id: c, total: {}, visits: {}}}]\nask: [choice]\nconventions: {{tie: {}}}\n"
COST = "kind: cost\nbranching: 6\ndepth: {}\nrate: 20\nask: [{}]\n"
MINIMAX = "kind: minimax\ntree: [[[3, 9], [5, 1]], [[8, 6], [2, 7]]]\nask: [{}]\n"
ROWS = {
    "a tree that refutes is read from the right too": (
        FALSE_OF_EVERY_TREE,
        "{claims: {s1: true, s2: true, s3: true}}",
        [
            "in max(2, 1) the best move is B: 2 against 1 at C",
            "the search skips D and E",
            "visits A, C, I, H, G, B, F and E",
        ],
    ),
    "what a list says of a claim is turned over": (
        WHICH,
        "{claims: {s1: true, s2: false}, which: [s2]}",
        ["What you say of s1 and s2 would be right if nothing is cut: every node is visited (no-pruning)"],
    ),
    "the first iteration goes from the right": (
        DEEPENING.format(2, "order: right-to-left", THREE, "orders"),
        "{orders: [[B, C, K], [K, B, C]]}",
        ["The first iteration examines the moves as they stand in the tree from right to left."],
    ),
    "of equal moves of an iteration one counts": (
        DEEPENING.format(1, "tie: last", EQUAL, "best-moves"),
        "{best-moves: [B]}",
        [
            "A is MAX over B = 5, C = 5: max = 5. B and C are equally good, and the one examined last counts: the best move is C."
        ],
    ),
    "a number that is only a bound makes no equal move": (
        "kind: alpha-beta\nconventions: {tie: last}\ntree: [[3, 5], [3, 1], [2, 6]]\nask: [best-move]\n",
        "{best-move: C}",
        ["B = 3, C = 3, D = 2: max = 3. The 3 of C is only a bound, since the search was cut there: C is worth less."],
    ),
    "a number that is only a bound is no tie where the first of equal moves counts": (
        "kind: alpha-beta\ntree: [[3, 5], [3, 1], [2, 6]]\nask: [best-move]\n",
        "{best-move: C}",
        ["B = 3, C = 3, D = 2: max = 3. The 3 of C is only a bound, since the search was cut there: C is worth less."],
    ),
    "equal moves are a tie also beside a number that is only a bound": (
        "kind: alpha-beta\ntree: [[3, 5], [3, 1], [3, 6]]\nask: [best-move]\n",
        "{best-move: C}",
        [
            "B = 3, C = 3, D = 3: max = 3 (the one examined first counts). The 3 of C is only a bound, since the search was cut there: C is worth less."
        ],
    ),
    "of equal scores the leftmost counts": (
        UCB.format(0, 2, "first"),
        "{choice: b}",
        ["a and b share the highest score, 2.67, and the leftmost counts. a is selected."],
    ),
    "of equal scores the rightmost counts": (
        UCB.format(0, 2, "last"),
        "{choice: a}",
        ["a and b share the highest score, 2.67, and the rightmost counts. b is selected."],
    ),
    "of several that were never visited the leftmost": (
        "kind: ucb\nchildren: [{id: a, total: 0, visits: 0}, {id: b, total: 0, visits: 0}]\nparent-visits: 0\nask: [choice]\n",
        "{choice: b}",
        ["a and b were never visited: unvisited children come first, and the leftmost counts. a is selected."],
    ),
    "with several players a tie decides what the others get": (
        "kind: max-n\nplayers: [Ann, Bob]\ntree: [[[3, 4], [5, 4]], [[2, 6], [9, 1]]]\nask: [values]\n",
        "{values: {A: [5, 4], B: [5, 4], C: [2, 6]}}",
        ["the largest is 4 (the one examined first counts), so [3, 4]."],
    ),
    "a claim about one of several best moves": (
        "kind: claims\nsearch: minimax\ntree: [[3, 12, 8], [2, 15, 6], [3, 3, 9]]\nclaims: [{id: s1, claim: {best-move: D}}]\n",
        "{claims: {s1: true}}",
        ["B and D are equally good, at 3, and the one examined first counts."],
    ),
    "a move that follows is told beside the right one, with what it rests on": (
        MCTS,
        OWN_MCTS,
        [
            "you wrote B. Right on your own numbers; expected A.",
            "What paths, visits, totals and choice earn rests on your own numbers in paths, visits and totals;",
        ],
    ),
    "what cannot be read takes something off where a wrong entry does": (
        MINIMAX.format("values"),
        "{values: {A: 7, B: 5, C: 7, D: 9, E: 5, F: 8, H: x}}",
        ["expected a number such as 3, -2.5 or 7/3; it takes one entry's marks off"],
    ),
    "a question is no clause before what it takes off": (
        "kind: alpha-beta\ntree: [[3, 12, 8], [2, 15, 6]]\nask: [pruned]\n",
        "{pruned: [H, I.]}",
        ['did you mean "I"? It takes one entry\'s marks off'],
    ),
    "where nothing belongs the answer is none": (
        "kind: minimax\ntree: 3\nask: [values]\n",
        "{}",
        ["no answer — the answer is none"],
    ),
    "what stands there was not written so": (
        MINIMAX.format("labelling"),
        "{labelling: [D, E, B, F, G, A]}",
        ["wrong — F: C is missing, and F belongs before it"],
    ),
    "from no leaves no time follows": (
        COST.format(4, "leaves, time"),
        "{leaves: 0, time: 0}",
        ["(time): 0 of 1 point"],
    ),
    "one search is no searches": (
        COST.format(1, "deepening-total"),
        "{deepening-total: 5}",
        ["The one search, to depth 1, looks at 6 leaves."],
    ),
    "a claim that holds nowhere": (
        NOWHERE,
        '{range: "x = 1/2"}',
        ["expected no x. For 0 ≤ x < 9/19:", "it does not hold that M is the best move. For"],
    ),
}


@pytest.mark.parametrize(("problem", "answers", "said"), ROWS.values(), ids=ROWS)
def test_reason_is_true(problem: str, answers: str, said: list[str], tmp_path: Path) -> None:
    file = put(tmp_path / "p.yaml", f"format: gametree-problem/1\nid: p\n{problem}")
    ran = run("grade", put(tmp_path / "a.yaml", f"answers: {{p: {answers}}}\n"), "-p", file)
    for text in said:
        assert text in ran.out, ran.out + ran.err


def test_each_iteration_cuts_in_its_own_search() -> None:
    """What is skipped is told by the step of the node that cuts, and each iteration begins with nothing found."""
    stated = f"format: gametree-problem/1\nid: p\n{DEEPENING.format(2, 'tie: first', THREE, 'orders')}"
    exercise = read_exercise(parse_document(stated.encode(), "p.yaml", ProblemError), KINDS)
    steps = [step for step in exercise.steps() if step.action is Action.VALUE]
    assert [step.is_anew for step in steps].count(True) == 1
    cut = [step for step in steps if "Cut:" in step.sentence]
    assert cut
    assert all(step.skipped for step in cut)
    assert not any(step.skipped for step in steps if "Cut:" not in step.sentence)
