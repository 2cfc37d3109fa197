"""Files that can be read, with answers that cannot, by the accidents of students: each is told in words that help."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import put, run

from grader.kinds import KINDS

PROBLEM = """\
format: gametree-problem/1
id: q1
kind: alpha-beta
tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
ask: [value, best-move, values, principal-variation, pruned, visited, leaves-evaluated, windows, cutoffs]
"""
ALL = ", ".join(KINDS["alpha-beta"].parts)
ASKED = "value, best-move, values, principal-variation, pruned, visited, leaves-evaluated, windows, cutoffs"
# What was handed in, and what is said of it behind the file's name; PARTS and ASKED stand for the lists of parts.
ACCIDENTS = {
    "no colon at all": (
        "answers:\n  q1:\n    value 3\n    best-move B\n",
        '3 $.answers.q1: "value 3 best-move B" is not allowed here, expected a mapping from parts to answersPARTS; a \':\' is missing behind the name; did you mean "value: 3"?',
    ),
    "no space behind any colon": (
        "answers:\n  q1:\n    value:3\n    best-move:B\n",
        '3 $.answers.q1: "value:3 best-move:B" is not allowed here, expected a mapping from parts to answersPARTS; a space must follow the \':\'; did you mean "value: 3"?',
    ),
    "equals signs for all colons": (
        "answers:\n  q1:\n    value = 3\n    best-move = B\n",
        '3 $.answers.q1: "value = 3 best-move = B" is not allowed here, expected a mapping from parts to answersPARTS; write \':\' behind the name; did you mean "value: 3"?',
    ),
    "arrows for all colons": (
        "answers:\n  q1:\n    value -> 3\n    best-move -> B\n",
        '3 $.answers.q1: "value -> 3 best-move -> B" is not allowed here, expected a mapping from parts to answersPARTS; write \':\' behind the name; did you mean "value: 3"?',
    ),
    "wide colons": (
        "answers:\n  q1:\n    value：3\n    best-move：B\n",
        "3 $.answers.q1: \"value：3 best-move：B\" is not allowed here, expected a mapping from parts to answersPARTS; '：' is the wide form of a colon; write ':' and a space; did you mean \"value: 3\"?",
    ),
    "no space behind colons of a map": (
        "answers:\n  q1:\n    values: {A:3, B:3}\n",
        '3 $.answers.q1.values["A:3"] (q1, values, A:3): there is no node "A:3"; did you mean "A: 3"? A space must follow the \':\'',
    ),
    "equals signs in a map": (
        "answers:\n  q1:\n    values: {A=3, B=3}\n",
        '3 $.answers.q1.values["A=3"] (q1, values, A=3): there is no node "A=3"; did you mean "A: 3"? A space must follow the \':\'',
    ),
    "the problem beside answers": (
        "answers:\nq1:\n  value: 3\n",
        '2 $.q1: "q1" stands beside answers:, expected below it; indent this line and all below it by 2 spaces',
    ),
    "parts beside their problem": (
        "answers:\n  q1:\n  value: 3\n  best-move: B\n",
        '3 $.answers.value: "value" is a part of an answer, expected the id of a problem; indent it deeper than q1: above it',
        '4 $.answers.best-move: "best-move" is a part of an answer, expected the id of a problem; indent it deeper than q1: above it',
    ),
    "no answers:": (
        "q1:\n  value: 3\n",
        '1 $.q1: there is no answers: above "q1", expected answers:, below it the id of a problem, and below that its parts, each indented deeper',
    ),
    "no problem id": (
        "answers:\n  value: 3\n  best-move: B\n",
        '2 $.answers.value: "value" is a part of an answer, expected the id of a problem; write the problem\'s id above it and indent it deeper',
        '3 $.answers.best-move: "best-move" is a part of an answer, expected the id of a problem; write the problem\'s id above it and indent it deeper',
    ),
    "neither answers: nor problem id": (
        "value: 3\nbest-move: B\n",
        '1 $.value: there is no answers: above "value", expected answers:, below it the id of a problem, and below that its parts, each indented deeper',
    ),
    "a // comment behind an answer": (
        "answers:\n  q1:\n    value: 3 // as max(3,2)\n    best-move: B\n",
        "3 $.answers.q1.value (q1, value): \"3 // as max(3,2)\" is not allowed here, expected a number such as 3, -2.5 or 7/3; a comment begins with '#'",
    ),
    "semicolons": (
        "answers:\n  q1:\n    value: 3;\n    best-move: B;\n    pruned: [I; J]\n",
        '3 $.answers.q1.value (q1, value): "3;" is not allowed here, expected a number such as 3, -2.5 or 7/3; leave out the sign at the end',
        '4 $.answers.q1.best-move (q1, best-move): there is no move at the root called "B;"; did you mean "B"?',
        "5 $.answers.q1.pruned[0] (q1, pruned, entry 1): there is no node \"I; J\"; write ',' between the names: I, J",
    ),
    "quotation marks of a word processor": (
        "answers:\n  q1:\n    best-move: “B”\n    pruned: [“I”, “J”]\n",
        '3 $.answers.q1.best-move (q1, best-move): there is no move at the root called "“B”"; write B without quotation marks, or with straight ones',
        '4 $.answers.q1.pruned[0] (q1, pruned, entry 1): there is no node "“I”"; write I without quotation marks, or with straight ones',
        '4 $.answers.q1.pruned[1] (q1, pruned, entry 2): there is no node "“J”"; write J without quotation marks, or with straight ones',
    ),
    "JSON of a word processor": (
        "{“answers”: {“q1”: {“value”: 3, “best-move”: “B”}}}\n",
        "1 $: answers is missing, expected a submission: a mapping with answers, optionally format and student",
        '1 $["“answers”"]: there is no field "“answers”" here, expected a submission: a mapping with answers, optionally format and student; write answers without quotation marks, or with straight ones',
    ),
    "a list for values": (
        "answers:\n  q1:\n    values: [3, 3, 2, 2]\n",
        "3 $.answers.q1.values (q1, values): a list is not allowed here, expected a mapping from node ids to numbers; write it as values: {A: 1, B: 2}",
    ),
    "a list of single values": (
        "answers:\n  q1:\n    values:\n      - A: 3\n      - B: 3\n",
        "3 $.answers.q1.values (q1, values): a list is not allowed here, expected a mapping from node ids to numbers; write it as values: {A: 1, B: 2}",
    ),
    "a list for windows": (
        "answers:\n  q1:\n    windows: [[3, inf], [-inf, 3]]\n",
        "3 $.answers.q1.windows (q1, windows): a list is not allowed here, expected a mapping from node ids to pairs [alpha, beta]; write it as windows: {A: [-inf, 3], B: [3, inf]}",
    ),
    "a list of parts": (
        "answers:\n  q1:\n    - value: 3\n    - best-move: B\n",
        "2 $.answers.q1: a list is not allowed here, expected a mapping from parts to answersPARTS; write neither '-' before the parts nor [ ] around them",
    ),
    "a list of problems": (
        "answers:\n  - q1:\n      value: 3\n",
        "1 $.answers: a list stands here, expected answers:, below it the id of a problem, and below that its parts, each indented deeper; write neither '-' before them nor [ ] around them",
    ),
    "a list of all": (
        "- value: 3\n- best-move: B\n",
        "1 $: a list stands here, expected answers:, below it the id of a problem, and below that its parts, each indented deeper; write neither '-' before them nor [ ] around them",
    ),
    "a decimal comma": (
        "answers:\n  q1:\n    value: 3,5\n",
        "3 $.answers.q1.value (q1, value): \"3,5\" is not allowed here, expected a number such as 3, -2.5 or 7/3; write the decimal point as '.', not ','",
    ),
    "a decimal comma in a map": (
        "answers:\n  q1:\n    values: {A: 3,5, B: 3}\n",
        "3 $.answers.q1.values.5 (q1, values, 5): 3,5 is read as two entries; write the decimal point as '.', not ','",
    ),
    "a percentage": (
        "answers:\n  q1:\n    value: 50%\n",
        '3 $.answers.q1.value (q1, value): "50%" is not allowed here, expected a number such as 3, -2.5 or 7/3; write 0.5 or 1/2',
    ),
    "a list without brackets": (
        "answers:\n  q1:\n    pruned: I, J\n",
        '3 $.answers.q1.pruned (q1, pruned): "I, J" is not allowed here, expected a list of node ids such as [G, H]; did you mean [I, J]?',
    ),
    "round brackets": (
        "answers:\n  q1:\n    pruned: (I, J)\n    windows: {A: (3, inf)}\n",
        '3 $.answers.q1.pruned (q1, pruned): "(I, J)" is not allowed here, expected a list of node ids such as [G, H]; did you mean [I, J]?',
        '4 $.answers.q1.windows.A (q1, windows, A): "(3" is not allowed here, expected a pair such as [3, inf] of numbers, -inf or inf; a pair stands in square brackets, as in [3, inf]',
    ),
    "a star before an answer": (
        "answers:\n  q1:\n    best-move: *B\n",
        "3 $.answers.q1.best-move (q1, best-move): an alias (*name) is not allowed; write the value out, without '*'",
    ),
    "round bullets": (
        "answers:\n  q1:\n    • value: 3\n    • best-move: B\n",
        '3 $.answers.q1["• value"] (q1, • value): no part is called "• value", ASKED; did you mean "value"?',
        '4 $.answers.q1["• best-move"] (q1, • best-move): no part is called "• best-move", ASKED; did you mean "best-move"?',
    ),
    "numbered parts": (
        "answers:\n  q1:\n    1. value: 3\n    2. best-move: B\n",
        '3 $.answers.q1["1. value"] (q1, 1. value): no part is called "1. value", ASKED; did you mean "value"?',
        '4 $.answers.q1["2. best-move"] (q1, 2. best-move): no part is called "2. best-move", ASKED; did you mean "best-move"?',
    ),
    "a sentence": (
        "The value is 3 and the best move is B.\n",
        "1 $: there are no answers in it, expected answers:, below it the id of a problem, and below that its parts, each indented deeper",
    ),
    "no-break spaces for indentation": (
        "answers:\n\xa0\xa0q1:\n\xa0\xa0\xa0\xa0value: 3\n",
        '2 $["\xa0\xa0q1"]: the line holds a space that is none, as web pages and word processors write it; type its spaces anew',
    ),
    "a wide comma between nodes": (
        "answers:\n  q1:\n    pruned: [I，J]\n",
        "3 $.answers.q1.pruned[0] (q1, pruned, entry 1): there is no node \"I，J\"; write ',' between the names: I, J",
    ),
    "none for an empty list": (
        "answers:\n  q1:\n    pruned: none\n",
        '3 $.answers.q1.pruned (q1, pruned): "none" is not allowed here, expected a list of node ids such as [G, H]; write [] for nothing',
    ),
    "a list in quotation marks": (
        'answers:\n  q1:\n    pruned: "[I, J]"\n',
        '3 $.answers.q1.pruned (q1, pruned): "[I, J]" is not allowed here, expected a list of node ids such as [G, H]; leave out the quotation marks',
    ),
    "braces for a list": (
        "answers:\n  q1:\n    pruned: {I, J}\n",
        "3 $.answers.q1.pruned (q1, pruned): a mapping is not allowed here, expected a list of node ids such as [G, H]; did you mean [I, J]?",
    ),
    "no comma between nodes": (
        "answers:\n  q1:\n    pruned: [I J]\n",
        "3 $.answers.q1.pruned[0] (q1, pruned, entry 1): there is no node \"I J\"; write ',' between the names: I, J",
    ),
    "parts misnamed": (
        "answers:\n  q1:\n    Value: 3\n    best move: B\n    bestmove: B\n    pruned nodes: [I]\n",
        '3 $.answers.q1.Value (q1, Value): no part is called "Value", ASKED; did you mean "value"?',
        '4 $.answers.q1["best move"] (q1, best move): no part is called "best move", ASKED; did you mean "best-move"?',
        '5 $.answers.q1.bestmove (q1, bestmove): no part is called "bestmove", ASKED; did you mean "best-move"?',
        '6 $.answers.q1["pruned nodes"] (q1, pruned nodes): no part is called "pruned nodes", ASKED; did you mean "pruned"?',
    ),
    "markup of web pages": (
        "answers:\n  q1:\n    value: 3<br>\n",
        '3 $.answers.q1.value (q1, value): "3<br>" is not allowed here, expected a number such as 3, -2.5 or 7/3; write the number alone',
    ),
    "infinities": (
        "answers:\n  q1:\n    windows: {A: [-Inf, +∞], B: [-oo, INF], C: [-infinity, 3]}\n",
        '3 $.answers.q1.windows.A[0] (q1, windows, A, entry 1): "-Inf" is not allowed here, expected a number such as 3, -2.5 or 7/3, or -inf or inf; write infinity as inf or -inf',
        '3 $.answers.q1.windows.B[0] (q1, windows, B, entry 1): "-oo" is not allowed here, expected a number such as 3, -2.5 or 7/3, or -inf or inf; write infinity as inf or -inf',
        '3 $.answers.q1.windows.C[0] (q1, windows, C, entry 1): "-infinity" is not allowed here, expected a number such as 3, -2.5 or 7/3, or -inf or inf; write infinity as inf or -inf',
    ),
    "windows as text": (
        "answers:\n  q1:\n    windows: {A: 3 inf, B: '[3, inf]'}\n    cutoffs: [{C: [3, 2]}]\n",
        '3 $.answers.q1.windows.A (q1, windows, A): "3 inf" is not allowed here, expected a pair such as [3, inf] of numbers, -inf or inf; did you mean [3, inf]?',
        '3 $.answers.q1.windows.B (q1, windows, B): "[3, inf]" is not allowed here, expected a pair such as [3, inf] of numbers, -inf or inf; leave out the quotation marks',
        "4 $.answers.q1.cutoffs[0] (q1, cutoffs, entry 1): node and alpha and beta are missing, expected a cutoff: a mapping with node, alpha and beta; write it as cutoffs: [{node: B, alpha: 3, beta: 2}]",
    ),
    "an unknown node and a number that is none": (
        "answers:\n  q1:\n    visited: [A, B, Q]\n    values: {A: 3, D: x}\n",
        '3 $.answers.q1.visited[2] (q1, visited, entry 3): there is no node "Q"',
        '4 $.answers.q1.values.D (q1, values, D): "x" is not allowed here, expected a number such as 3, -2.5 or 7/3',
    ),
    "another case of the id": (
        "answers:\n  Q1:\n    value: 3\n",
        '2 $.answers.Q1: there is no problem "Q1"; did you mean "q1"?',
    ),
    "the file's name as id": (
        "answers:\n  q1.problem.yaml:\n    value: 3\n",
        '2 $.answers["q1.problem.yaml"]: there is no problem "q1.problem.yaml", expected q1',
    ),
    "units": (
        "answers:\n  q1:\n    value: 3 points\n    leaves-evaluated: 7 leaves\n",
        '3 $.answers.q1.value (q1, value): "3 points" is not allowed here, expected a number such as 3, -2.5 or 7/3; write the number alone',
        '4 $.answers.q1.leaves-evaluated (q1, leaves-evaluated): "7 leaves" is not allowed here, expected a whole number such as 7; write the number alone',
    ),
    "a mixed fraction": (
        "answers:\n  q1:\n    value: 1 1/2\n",
        '3 $.answers.q1.value (q1, value): "1 1/2" is not allowed here, expected a number such as 3, -2.5 or 7/3; write a whole and a fraction as one, 1 1/2 as 3/2',
    ),
    "a fraction with spaces": (
        "answers:\n  q1:\n    value: 3 / 2\n",
        '3 $.answers.q1.value (q1, value): "3 / 2" is not allowed here, expected a number such as 3, -2.5 or 7/3; write a fraction without spaces, as in 7/3',
    ),
    "an equation and a move of two nodes": (
        "answers:\n  q1:\n    value: v=3\n    best-move: A->B\n",
        '3 $.answers.q1.value (q1, value): "v=3" is not allowed here, expected a number such as 3, -2.5 or 7/3; write the number alone',
        '4 $.answers.q1.best-move (q1, best-move): there is no move at the root called "A->B"; did you mean "B"?',
    ),
    "a table": (
        "value,3\nbest-move,B\n",
        "1 $: there are no answers in it, expected answers:, below it the id of a problem, and below that its parts, each indented deeper; a ':' is missing behind the name; did you mean \"value: 3\"?",
    ),
    "a part twice": (
        "answers:\n  q1:\n    value: 3\n    value: 4\n",
        '4 $.answers.q1: the key "value" stands here twice, expected once',
    ),
    "two documents": (
        "answers:\n  q1:\n    value: 3\n---\nanswers:\n  q2:\n    value: 4\n",
        "4 $: a second document begins here, expected one document a file",
    ),
    "a window with a decimal comma": (
        "answers:\n  q1:\n    windows: {A: [2,5, 3]}\n",
        "3 $.answers.q1.windows.A (q1, windows, A): a list of 3 stands here, expected a pair such as [3, inf] of numbers, -inf or inf; write a decimal point as '.', not ','",
    ),
    "a window in round brackets": (
        "answers:\n  q1:\n    windows:\n      A: (3, inf)\n      B: 3, inf\n",
        '4 $.answers.q1.windows.A (q1, windows, A): "(3, inf)" is not allowed here, expected a pair such as [3, inf] of numbers, -inf or inf; a pair stands in square brackets, as in [3, inf]',
        '5 $.answers.q1.windows.B (q1, windows, B): "3, inf" is not allowed here, expected a pair such as [3, inf] of numbers, -inf or inf; did you mean [3, inf]?',
    ),
    "a list of one for a move": (
        "answers:\n  q1:\n    best-move: [B]\n",
        "3 $.answers.q1.best-move (q1, best-move): a list is not allowed here, expected the id of a node or the name of a move, as text; write it without '-' and without brackets",
    ),
    "a mapping for cutoffs": (
        "answers:\n  q1:\n    cutoffs: {C: [3, 2]}\n",
        "3 $.answers.q1.cutoffs (q1, cutoffs): a mapping is not allowed here, expected a list of cutoffs, each a mapping with node, alpha and beta; write it as cutoffs: [{node: B, alpha: 3, beta: 2}]",
    ),
    "a cutoff without bounds": (
        "answers:\n  q1:\n    cutoffs: [C]\n",
        '3 $.answers.q1.cutoffs[0] (q1, cutoffs, entry 1): "C" is not allowed here, expected a cutoff: a mapping with node, alpha and beta; write it as cutoffs: [{node: B, alpha: 3, beta: 2}]',
    ),
    "a comma behind a number": (
        "answers:\n  q1:\n    value: 3,\n    leaves-evaluated: 7.\n",
        '3 $.answers.q1.value (q1, value): "3," is not allowed here, expected a number such as 3, -2.5 or 7/3; leave out the sign at the end',
    ),
    "bounds for a number": (
        "answers:\n  q1:\n    value: <= 3\n",
        '3 $.answers.q1.value (q1, value): "<= 3" is not allowed here, expected a number such as 3, -2.5 or 7/3; write the number alone',
    ),
    "None of Python": (
        "answers:\n  q1:\n    best-move: None\n    pruned: None\n",
        '3 $.answers.q1.best-move (q1, best-move): there is no move at the root called "None"; expected one of B, C, D',
        '4 $.answers.q1.pruned (q1, pruned): "None" is not allowed here, expected a list of node ids such as [G, H]; write [] for nothing',
    ),
    "a text of two lines": (
        "answers:\n  q1:\n    value: 3\n      because max\n",
        '3 $.answers.q1.value (q1, value): "3 because max" is not allowed here, expected a number such as 3, -2.5 or 7/3; write the number alone',
    ),
    "an empty list for a map": (
        "answers:\n  q1:\n    values: []\n",
        "3 $.answers.q1.values (q1, values): an empty list is not allowed here, expected a mapping from node ids to numbers; write it as values: {A: 1, B: 2}",
    ),
    "a map beside its part": (
        "answers:\n  q1:\n    values:\n    A: 3\n    B: 3\n",
        '4 $.answers.q1.A (q1, A): no part is called "A"; indent it deeper than values: above it',
        '5 $.answers.q1.B (q1, B): no part is called "B"; indent it deeper than values: above it',
    ),
    "a list within a list": (
        "answers:\n  q1:\n    pruned: [[I, J]]\n",
        "3 $.answers.q1.pruned[0] (q1, pruned, entry 1): a list is not allowed here, expected the id of a node or the name of a move, as text; leave out the inner brackets",
    ),
    "a window with its names": (
        "answers:\n  q1:\n    windows:\n      A: alpha=3, beta=inf\n",
        '4 $.answers.q1.windows.A (q1, windows, A): "alpha=3, beta=inf" is not allowed here, expected a pair such as [3, inf] of numbers, -inf or inf; did you mean [3, inf]?',
    ),
    "a window as a map": (
        "answers:\n  q1:\n    windows:\n      A: {alpha: 3, beta: inf}\n",
        "4 $.answers.q1.windows.A (q1, windows, A): a mapping is not allowed here, expected a pair such as [3, inf] of numbers, -inf or inf; did you mean [3, inf]?",
    ),
    "arrows between nodes": (
        "answers:\n  q1:\n    visited: A->B->E\n",
        '3 $.answers.q1.visited (q1, visited): "A->B->E" is not allowed here, expected a list of node ids such as [G, H]; did you mean [A, B, E]?',
    ),
    "a bracket that is not opened": (
        "answers:\n  q1:\n    pruned: I, J]\n    value: 3 = max(3, 2)\n",
        '3 $.answers.q1.pruned (q1, pruned): "I, J]" is not allowed here, expected a list of node ids such as [G, H]; did you mean [I, J]?',
        '4 $.answers.q1.value (q1, value): "3 = max(3, 2)" is not allowed here, expected a number such as 3, -2.5 or 7/3; write what comes out',
    ),
    "dots and a calculation": (
        "answers:\n  q1:\n    values: {A: 3.33..., B: 3}\n    value: 1/3*2+2/3\n",
        '3 $.answers.q1.values.A (q1, values, A): "3.33..." is not allowed here, expected a number such as 3, -2.5 or 7/3; write as many decimals as are asked, or a fraction',
        '4 $.answers.q1.value (q1, value): "1/3*2+2/3" is not allowed here, expected a number such as 3, -2.5 or 7/3; write what comes out',
    ),
    "one number for all": (
        "answers:\n  q1: 3\n",
        '2 $.answers.q1: "3" is not allowed here, expected a mapping from parts to answersPARTS',
    ),
    "a list in JSON": (
        '{"answers": [{"q1": {"value": 3}}]}\n',
        "1 $.answers: a list stands here, expected answers:, below it the id of a problem, and below that its parts, each indented deeper; write neither '-' before them nor [ ] around them",
    ),
    "dashes in a map": (
        "answers:\n  q1:\n    values:\n      A - 3\n      B - 3\n",
        '4 $.answers.q1.values (q1, values): "A - 3 B - 3" is not allowed here, expected a mapping from node ids to numbers; write \':\' behind the name; did you mean "A: 3"?; write it as values: {A: 1, B: 2}',
    ),
}


@pytest.mark.parametrize(("text", "says"), [(text, says) for text, *says in ACCIDENTS.values()], ids=ACCIDENTS)
def test_an_accident_is_told_with_its_place_and_what_to_do(tmp_path: Path, text: str, says: list[str]) -> None:
    file, problem = put(tmp_path / "answers.yaml", text), put(tmp_path / "q1.problem.yaml", PROBLEM)
    ran = run("validate", file, "--problems", problem)
    told = ran.out.replace(f"; the parts of alpha-beta are {ALL}", "PARTS").replace(f"expected one of {ASKED}", "ASKED")
    assert (ran.code, told.splitlines()) == (3, [f"{file}:{line}" for line in says])


@pytest.mark.parametrize("order", ["left-to-right", "right-to-left"])
def test_the_example_of_a_map_names_nodes_that_every_search_enters(tmp_path: Path, order: str) -> None:
    tree = "{id: no, max: [{id: l, min: [1, 2]}, {id: r, min: [3, 4]}]}"
    problem = f"format: gametree-problem/1\nid: q1\nkind: alpha-beta\ntree: {tree}\nconventions: {{order: {order}}}\n"
    file = put(tmp_path / "answers.yaml", "answers: {q1: {values: [1, 2]}}")
    ran = run("validate", file, "-p", put(tmp_path / "p.yaml", f"{problem}ask: [value, values]\n"))
    first = "l" if order == "left-to-right" else "r"
    assert ran.out.endswith(f'; write it as values: {{"no": 1, {first}: 2}}\n')


def test_the_example_of_scores_names_the_children(tmp_path: Path) -> None:
    children = "[{id: left, total: 1, visits: 2}, {id: right, visits: 0}]"
    problem = f"format: gametree-problem/1\nid: q1\nkind: ucb\nchildren: {children}\n"
    file = put(tmp_path / "answers.yaml", "answers: {q1: {scores: [1, inf]}}")
    ran = run("validate", file, "-p", put(tmp_path / "p.yaml", problem))
    assert ran.out.endswith("; write it as scores: {left: 1.5, right: inf}\n")


def test_of_several_mistakes_in_a_part_the_first_of_each_entry_is_told(tmp_path: Path) -> None:
    file = put(
        tmp_path / "answers.yaml", "answers:\n  q1:\n    windows:\n      A: [x, 3]\n      B: [y, z]\n      C: 3\n"
    )
    ran = run("validate", file, "-p", put(tmp_path / "p.yaml", PROBLEM))
    places = (
        "4 $.answers.q1.windows.A[0]",
        "5 $.answers.q1.windows.B[0]",
        "6 $.answers.q1.windows.C",
    )
    assert [line.removeprefix(f"{file}:").partition(" (")[0] for line in ran.out.splitlines()] == [*places]
