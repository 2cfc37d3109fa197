"""Files that are no YAML or JSON by the accidents of students: each is told on the line that a person would mend."""

from __future__ import annotations

import pytest

from grader.core.documents import parse_document
from grader.core.errors import SubmissionError

ILL_FORMED = "is not well-formed YAML or JSON: "
# What was handed in, and what is said of it: the line and the message.
ACCIDENTS = {
    "no colon": (
        "answers:\n  q1:\n    value 3\n    best-move: B\n",
        "3 a ':' is missing behind the name; did you mean \"value: 3\"?",
    ),
    "no colon on a later line": (
        "answers:\n  q1:\n    value: 3\n    best-move B\n    pruned: [I, J]\n",
        "4 a ':' is missing behind the name; did you mean \"best-move: B\"?",
    ),
    "no colon on two lines": (
        "answers:\n  q1:\n    value 3\n    best-move B\n    pruned: [I]\n",
        "3 a ':' is missing behind the name; did you mean \"value: 3\"?",
        "4 a ':' is missing behind the name; did you mean \"best-move: B\"?",
    ),
    "no space behind the first colon": (
        "answers:\n  q1:\n    value:3\n    best-move: B\n",
        "3 a space must follow the ':'; did you mean \"value: 3\"?",
    ),
    "no space behind a later colon": (
        "answers:\n  q1:\n    value: 3\n    best-move:B\n    pruned: [I, J]\n",
        "4 a space must follow the ':'; did you mean \"best-move: B\"?",
    ),
    "no space behind colons in braces": (
        "{answers:{q1:{value:3}}}\n",
        "1 a space must follow the ':'; did you mean \"{answers: {q1: {value: 3}}}\"?",
    ),
    "no colon behind the problem": (
        "answers:\n  q1\n    value: 3\n    best-move: B\n",
        "2 a ':' is missing behind the name; did you mean \"q1:\"?",
    ),
    "no colon behind answers": (
        "answers\n  q1:\n    value: 3\n",
        "1 a ':' is missing behind the name; did you mean \"answers:\"?",
    ),
    "an equals sign": (
        "answers:\n  q1:\n    value = 3\n    best-move: B\n",
        "3 write ':' behind the name; did you mean \"value: 3\"?",
    ),
    "a line too far to the left": (
        "answers:\n  q1:\n    value: 3\n   best-move: B\n",
        '4 the line is indented by 3 spaces, expected 4, like "value: 3" on line 3',
    ),
    "a line too far to the right": (
        "answers:\n  q1:\n    value: 3\n      best-move: B\n",
        '4 the line is indented by 6 spaces, expected 4, like "value: 3" on line 3',
    ),
    "the first of three lines too far to the left": (
        "answers:\n  q1:\n   value: 3\n    best-move: B\n    pruned: [I, J]\n",
        '3 the line is indented by 3 spaces, expected 4, like "best-move: B" on line 4',
    ),
    "tabs": (
        "answers:\n\tq1:\n\t\tvalue: 3\n",
        "2 the line is indented with a tab; indent with spaces",
        "3 the line is indented with a tab; indent with spaces",
    ),
    "one tab": (
        "answers:\n  q1:\n    value: 3\n\tbest-move: B\n",
        "4 the line is indented with a tab; indent with spaces",
    ),
    "a // comment on a line of its own": (
        "answers:\n  q1:\n    // my answer\n    value: 3\n    best-move: B\n",
        "3 a comment begins with '#'; leave out what follows '//'",
    ),
    "// comments in JSON": (
        '{"answers": {"q1": { // mine\n  "value": 3, // max\n  "best-move": "B"\n}}}\n',
        "1 a comment begins with '#'; leave out what follows '//'",
        "2 a comment begins with '#'; leave out what follows '//'",
    ),
    "a /* comment */ in JSON": (
        '{"answers": {"q1": { /* mine */\n  "value": 3,\n  "best-move": "B"\n}}}\n',
        "1 a comment begins with '#'; leave out what follows '/*'",
    ),
    "a semicolon for a comma in JSON": (
        '{"answers": {"q1": {\n  "value": 3;\n  "best-move": "B"\n}}}\n',
        "2 write ',' instead of ';'; did you mean '\"value\": 3,'?",
    ),
    "a semicolon for a comma on one line": (
        '{"answers": {"q1": {"value": 3; "best-move": "B"}}}\n',
        '1 write \',\' instead of \';\'; did you mean \'{"answers": {"q1": {"value": 3, "best-move": "B"}}}\'?',
    ),
    "a comma at the end of a line": (
        "answers:\n  q1:\n    value: 3,\n    best-move: B,\n    pruned: [I, J],\n",
        "5 leave out the ',' at the end of the line; did you mean \"pruned: [I, J]\"?",
    ),
    "no comma between lines of JSON": (
        '{"answers": {"q1": {\n  "value": 3\n  "best-move": "B"\n}}}\n',
        "2 a ',' is missing at the end of the line; did you mean '\"value\": 3,'?",
    ),
    "no comma in a line of JSON": (
        '{"answers": {"q1": {"value": 3 "best-move": "B"}}}\n',
        '1 a \',\' is missing between two entries; did you mean \'{"answers": {"q1": {"value": 3, "best-move": "B"}}}\'?',
    ),
    "JSON that is not closed": (
        '{"answers": {"q1": {\n  "value": 3,\n  "best-move": "B"\n}}\n',
        "4 '}' is missing at the end",
    ),
    "one brace too many": (
        '{"answers": {"q1": {\n  "value": 3,\n  "best-move": "B"\n}}}}\n',
        "4 '}' closes nothing; leave it out",
    ),
    "a quotation mark is missing behind a name": (
        '{"answers": {"q1": {\n  "value": 3,\n  "best-move: "B"\n}}}\n',
        '3 a quotation mark is missing; did you mean \'"best-move": "B"\'?',
    ),
    "a quotation mark is missing behind an answer": (
        '{"answers": {"q1": {\n  "value": 3,\n  "best-move": "B\n}}}\n',
        '3 a quotation mark is missing; did you mean \'"best-move": "B"\'?',
    ),
    "a fence": (
        "```yaml\nanswers:\n  q1:\n    value: 3\n```\n",
        "1 a fence such as ``` is no part of the answers; leave out this line",
    ),
    "a sentence and a fence": (
        "Here are my answers\n```yaml\nanswers:\n  q1:\n    value: 3\n```\n",
        "1 this line is no part of the answers; leave it out, or begin it with '#'",
        "2 a fence such as ``` is no part of the answers; leave out this line",
    ),
    "a fence between two sentences": (
        "Here are my answers:\n\n```\nanswers:\n  q1:\n    value: 3\n```\nThank you!\n",
        "3 a fence such as ``` is no part of the answers; leave out this line",
        "8 this line is no part of the answers; leave it out, or begin it with '#'",
    ),
    "a dash before one of the names": (
        "answers:\n  q1:\n    value: 3\n    - best-move: B\n",
        "4 leave out the '-' at the start of the line; did you mean \"best-move: B\"?",
    ),
    "a list that is not closed": (
        "answers:\n  q1:\n    pruned: [I, J\n    value: 3\n",
        "3 ']' is missing; did you mean \"pruned: [I, J]\"?",
    ),
    "a list that is not closed at the end": (
        "answers:\n  q1:\n    value: 3\n    pruned: [I, J\n",
        "4 ']' is missing; did you mean \"pruned: [I, J]\"?",
    ),
    "a long list that is not closed": (
        "answers:\n  q1:\n    visited: [" + ", ".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ") + "\n    value: 3\n",
        "3 ']' is missing; did you mean \"… D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z]\"?",
    ),
    "one bracket too many": (
        "answers:\n  q1:\n    pruned: [I, J]]\n    value: 3\n",
        "3 ']' closes nothing; leave it out",
    ),
    "a list closed by another bracket": (
        "answers:\n  q1:\n    pruned: [I, J)\n    value: 3\n",
        "3 '[' is closed by another bracket; write ']'; did you mean \"pruned: [I, J]\"?",
    ),
    "all on one line": (
        "answers: q1: value: 3\n",
        "1 only one ':' can stand here; begin a new line behind the first, indented deeper",
    ),
    "a colon within a name": (
        "student: Name: Joe\nanswers:\n  q1:\n    value: 3\n",
        "1 put text that holds ': ' or begins with a sign in quotes; did you mean 'student: \"Name: Joe\"'?",
    ),
    "bold letters of Markdown": (
        "answers:\n  q1:\n    best-move: **B**\n",
        "3 '*' is no part of an answer; leave it out; did you mean \"best-move: B\"?",
    ),
    "bullets": (
        "answers:\n  q1:\n    * value: 3\n    * best-move: B\n",
        '3 leave out the sign at the start of the line; did you mean "value: 3"?',
        '4 leave out the sign at the start of the line; did you mean "best-move: B"?',
    ),
    "marks of a quoted mail": ("> answers:\n>   q1:\n>     value: 3\n", "1 leave out the '>' at the start of the line"),
    "a minus sign apart from its number": (
        "answers:\n  q1:\n    value: - 3\n",
        '3 no space may stand behind the sign of a number; did you mean "value: -3"?',
    ),
    "an entry of a list that is left blank": (
        "answers:\n  q1:\n    best-moves: [B, , C]\n",
        '3 write null for an entry that is left blank; did you mean "best-moves: [B, null, C]"?',
    ),
    "several entries of a list that are left blank": (
        "answers:\n  q1:\n    best-moves: [, , 3]\n    orders: [[B, , C], , [C]]\n",
        '3 write null for an entry that is left blank; did you mean "best-moves: [null, null, 3]"?',
        '4 write null for an entry that is left blank; did you mean "orders: [[B, null, C], null, [C]]"?',
    ),
    "a heading": (
        "My answers\nanswers:\n  q1:\n    value: 3\n",
        "1 this line is no part of the answers; leave it out, or begin it with '#'",
    ),
    "a sentence before the answers": (
        "My answers to the second exercise\nanswers:\n  q1:\n    value: 3\n",
        "1 this line is no part of the answers; leave it out, or begin it with '#'",
    ),
    "a no-break space": (
        "answers:\n  q1:\n    value:\xa03\n    best-move: B\n",
        "3 the line holds a space that is none, as web pages and word processors write it; type its spaces anew",
    ),
    "a variable of Python": (
        'answers = {"q1": {"value": 3}}\n',
        "1 write ':' behind the name; did you mean 'answers: {\"q1\": {\"value\": 3}}'?",
    ),
    "an answer that begins with a sign": (
        "answers:\n  q1:\n    best-move: @B\n",
        "3 put text that holds ': ' or begins with a sign in quotes; did you mean 'best-move: \"@B\"'?",
    ),
    "a quotation mark that is not closed": (
        'answers:\n  q1:\n    best-move: "B\n    value: 3\n',
        "3 a quotation mark is missing; did you mean 'best-move: \"B\"'?",
    ),
    "a conflict of git": (
        "<<<<<<< HEAD\nanswers:\n=======\nanswers:\n  q1:\n    value: 3\n>>>>>>> x\n",
        "1 a mark of git where two versions meet; keep one version",
    ),
    "spaces and tabs": (
        "answers:\n  q1:\n    value: 3\n  \tbest-move: B\n",
        "4 the line is indented with a tab; indent with spaces",
    ),
    "a single quotation mark": (
        "answers:\n  q1:\n    best-move: 'B\n    value: 3\n",
        "3 a quotation mark is missing; did you mean \"best-move: 'B'\"?",
    ),
    "a wide colon": (
        "answers:\n  q1:\n    value：3\n    best-move: B\n",
        "3 '：' is the wide form of a colon; write ':' and a space; did you mean \"value: 3\"?",
    ),
    "a wide comma": (
        "answers:\n  q1:\n    windows: {A: [3，inf]，B: [3, inf]}\n    cutoffs: [{node: C， alpha: 3, beta: 2}]\n",
        "3 '，' is the wide form of a comma; write ','; did you mean \"windows: {A: [3, inf], B: [3, inf]}\"?",
        "4 '，' is the wide form of a comma; write ','; did you mean \"cutoffs: [{node: C, alpha: 3, beta: 2}]\"?",
    ),
    "an arrow": (
        "answers:\n  q1:\n    value -> 3\n    best-move: B\n",
        "3 write ':' behind the name; did you mean \"value: 3\"?",
    ),
    "a comma for a colon": (
        "answers:\n  q1:\n    value, 3\n    best-move: B\n",
        "3 a ':' is missing behind the name; did you mean \"value: 3\"?",
    ),
    "a constant of JavaScript": (
        "const answers = {\n  q1: {value: 3}\n}\n",
        "1 the answers begin with '{' or 'answers:'; leave out what stands before",
    ),
    "a name of two words without colon": (
        "answers:\n  q1:\n    best move B\n    value: 3\n",
        "3 a ':' is missing behind the name; a comment begins with '#'",
    ),
    "three mistakes": (
        "answers:\n  q1:\n    value:3\n    best-move B\n    pruned: [I, J\n",
        "3 a space must follow the ':'; did you mean \"value: 3\"?",
        "4 a ':' is missing behind the name; did you mean \"best-move: B\"?",
        "5 ']' is missing; did you mean \"pruned: [I, J]\"?",
    ),
    "spaces before colons and none behind": (
        "answers:\n  q1:\n    value : 3\n    best-move :B\n    pruned :[I,J]\n",
        "4 a space must follow the ':'; did you mean \"best-move: B\"?",
        "5 a space must follow the ':'; did you mean \"pruned: [I,J]\"?",
    ),
    "a map on one line without braces": (
        "answers:\n  q1:\n    values: A: 3, B: 3\n",
        '3 a map on one line stands in braces; did you mean "values: {A: 3, B: 3}"?',
    ),
    "thanks behind the answers": (
        "answers: {q1: {value: 3, pruned: [I, J]}} thanks a lot\n",
        "1 a comment begins with '#'; leave out what stands behind the bracket",
    ),
    "thanks behind a list": (
        "answers:\n  q1:\n    pruned: [I, J] and no other\n    value: 3\n",
        "3 a comment begins with '#'; leave out what stands behind the bracket",
    ),
    "thanks below the answers": (
        "answers:\n  q1:\n    value: 3\n  Thanks for marking!\n",
        "4 a ':' is missing behind the name; a comment begins with '#'",
    ),
    "text no deeper than the colon above it": (
        "answers:\n  q1:\n    value: 3\n    text: | # in the lines below\n    Only the last leaf.\n    It is below.\n",
        '5 indent the text deeper than "text:" on line 4, by 6 spaces',
    ),
    "text at the start of the line": (
        "answers:\n  q1:\n    text: |\n      \nBecause alpha is big.\n  # the next one\n  q2:\n    value: 3\n",
        '5 indent the text deeper than "text:" on line 3, by 6 spaces',
    ),
    "a second line of text too far to the left": (
        "answers:\n  q1:\n    text: |\n       Cut nodes\n    never matter\n  q2:\n    value: 3\n",
        '5 indent the text deeper than "text:" on line 3, by 7 spaces',
    ),
    "text in a list that is no deeper than its colon": (
        "of:\n  - prompt: >-\n    Why is that so?\n",
        '3 indent the text deeper than "prompt:" on line 2, by 6 spaces',
    ),
    "text without its sign": (
        "answers:\n  q1:\n    text:\n    Only the last leaf is below.\n",
        '4 indent the text deeper than "text:" on line 3, by 6 spaces',
    ),
    "fields of a list's items under the dash": (
        "tree:\n  max:\n    - id: B\n    min: [3, 4]\n    - id: C\n    min: [3, 5]\n",
        '4 the line is indented by 4 spaces, expected 6, like "id: B" on line 3',
        '6 the line is indented by 4 spaces, expected 6, like "id: C" on line 5',
    ),
    "a field of the only item a blank too far to the left": (
        "adjust:\n  - why: x\n   student: s01\n    add: 1\n",
        '3 the line is indented by 3 spaces, expected 4, like "why: x" on line 2',
    ),
    "parts behind one dash": (
        "answers:\n  q1:\n  - value: 3\n   best-move: B\n",
        '4 the line is indented by 3 spaces, expected 4, like "value: 3" on line 3',
    ),
    "fields of a list's items too deep": (
        "tree:\n  max:\n  - id: B\n      min: [3, 4]\n  - id: C\n      min: [3, 5]\n",
        '4 the line is indented by 6 spaces, expected 4, like "id: B" on line 3',
        '6 the line is indented by 6 spaces, expected 4, like "id: C" on line 5',
    ),
    "no blank behind the dash": (
        "tree:\n  max:\n  -id: B\n   min: [3, 4]\n  -id: C\n   min: [3, 5]\n",
        "3 a blank is missing behind the '-'; did you mean \"- id: B\"?",
        '4 the line is indented by 3 spaces, expected 4, like "id: B" on line 3',
        "5 a blank is missing behind the '-'; did you mean \"- id: C\"?",
        '6 the line is indented by 3 spaces, expected 4, like "id: C" on line 5',
    ),
    "a colon within text": (
        "answers:\n  q1:\n    text: Because: alpha is big\n",
        "3 put text that holds ': ' or begins with a sign in quotes; did you mean 'text: \"Because: alpha is big\"'?",
    ),
    "a colon within a title": (
        "title: Foo: bar\ntree: [1, 2]\n",
        "1 put text that holds ': ' or begins with a sign in quotes; did you mean 'title: \"Foo: bar\"'?",
    ),
    "an apostrophe within quotes": (
        "title: 'It's MAX's move'\ntree: [1, 2]\n",
        "1 a quotation mark stands within quotes; write the other sort around them; did you mean 'title: \"It's MAX's move\"'?",
    ),
    "one apostrophe within quotes": (
        "answers:\n  q1:\n    text: 'it's because of alpha'\n",
        "3 a quotation mark stands within quotes; write the other sort around them; did you mean 'text: \"it's because of alpha\"'?",
    ),
    "quotes within quotes": (
        'title: "The "best" move"\ntree: [1, 2]\n',
        "1 a quotation mark stands within quotes; write the other sort around them; did you mean 'title: 'The \"best\" move''?",
    ),
    "an apostrophe within quotes in braces": (
        "tree: [1, 2]\ntext: {prompt: 'What's best?', points: 3}\n",
        "2 a quotation mark stands within quotes; write the other sort around them; did you mean 'text: {prompt: \"What's best?\", points: 3}'?",
    ),
    "no comma between single quotes": (
        "{'id': 'a', 'kind': 'minimax' 'tree': [[1, 2], [3, 4]]}\n",
        "1 a ',' is missing between two entries; did you mean \"{'id': 'a', 'kind': 'minimax', 'tree': [[1, 2], [3, 4]]}\"?",
    ),
    "a sign apart from its number in a list": (
        "tree: [1, - 4]\n",
        '1 no space may stand behind the sign of a number; did you mean "tree: [1, -4]"?',
    ),
    "the sign of a comment in a list": (
        "answers:\n  q1:\n    pruned: [x, #1]\n    value: 3\n",
        "3 put text that holds ': ' or begins with a sign in quotes; did you mean 'pruned: [x, \"#1\"]'?",
    ),
    "no colon and a line too far to the right": (
        "answers:\n  q1:\n    value 3\n      best-move: B\n",
        "3 a ':' is missing behind the name; did you mean \"value: 3\"?",
        '4 the line is indented by 6 spaces, expected 4, like "value 3" on line 3',
    ),
}


def told(text: str) -> list[str]:
    """Return line and message of all that is said of a text that cannot be read."""
    with pytest.raises(SubmissionError) as refused:
        parse_document(text.encode(), "answers.yaml", SubmissionError)
    assert all(fault.message.startswith(ILL_FORMED) for fault in refused.value.faults)
    return [f"{fault.line} {fault.message.removeprefix(ILL_FORMED)}" for fault in refused.value.faults]


@pytest.mark.parametrize(("text", "says"), [(text, says) for text, *says in ACCIDENTS.values()], ids=ACCIDENTS)
def test_an_accident_is_told_on_the_line_to_mend(text: str, says: list[str]) -> None:
    assert told(text) == says


@pytest.mark.parametrize(("text", "says"), [(text, says) for text, *says in ACCIDENTS.values()], ids=ACCIDENTS)
def test_line_ends_of_windows_change_no_message(text: str, says: list[str]) -> None:
    assert told(text.replace("\n", "\r\n")) == says


def test_a_text_that_no_known_accident_explains_gets_the_words_of_the_parser() -> None:
    assert told("%YAML 9.0\n---\na: 1\n") == ["1 found incompatible YAML document"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a: {b: [c d]: e}\n", "a ',' or a quotation mark is missing before this"), ("a: [%b]\n", "in quotes")],
)
def test_the_words_of_the_parser_are_followed_by_what_to_do(text: str, expected: str) -> None:
    assert expected in told(text)[0]


@pytest.mark.parametrize(
    ("text", "place", "number"),
    [
        ("p: [1]\nanswers: {q: {A: 5,5, B: -3,5}}\n", 2, "-3,5"),
        ("answers:\n  q: {A: -12,25, B: 5,25 }\n", 2, "5,25"),
    ],
)
def test_a_decimal_comma_in_braces_is_named(text: str, place: int, number: str) -> None:
    """YAML takes the comma for the end of the entry, and what follows for a name."""
    with pytest.raises(SubmissionError) as refused:
        parse_document(text.encode(), "answers.yaml", SubmissionError)
    (fault,) = refused.value.faults
    assert (fault.line, fault.message) == (
        place,
        f"{number} is read as two entries; write the decimal point as '.', not ','",
    )


def test_commas_between_thousands_are_not_taken_for_decimal_points() -> None:
    with pytest.raises(SubmissionError) as refused:
        parse_document(b"a: {budget: 1,000,000, depth: 3}", "answers.yaml", SubmissionError)
    said = "1,000,000 is read as several entries; write the digits without signs or blanks between them"
    assert refused.value.faults[0].message == said


@pytest.mark.parametrize("text", ["a: {p: 0,5, b: 3}", "a: {p: 0,5 }", '{"a": {"p": 0,5}}'])
def test_a_name_that_is_half_a_number_is_told_as_a_decimal_comma(text: str) -> None:
    document = parse_document(text.encode(), "answers.yaml", SubmissionError)
    (fault,) = document.faults([('there is no field "5" here', ("a", "5"))])
    assert fault.message.startswith("0,5 is read as two entries; write the decimal point as")
    (fault,) = parse_document(b'a: {p: 0, "5": 3}', "", SubmissionError).faults([("no field", ("a", "5"))])
    assert fault.message == "no field"


def test_the_mended_line_is_shown_harmless_and_short() -> None:
    (line,) = told("answers:\n  q1:\n    value: 3\n    best-move \u202eB" + "x" * 300 + "\n    pruned: [I]\n")
    assert "\u202e" not in line
    assert len(line) < 200


@pytest.mark.parametrize("text", ["a b\n" * 16_000 + ": :", "a: [1, 2,\n" * 5_000, "\n" * 60_000 + "a: b: c", "[" * 99])
def test_a_hostile_text_is_read_only_so_often(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    from grader.core.documents import strict

    read: list[int] = []
    build = strict._build
    monkeypatch.setattr(strict, "_build", lambda text, *rest: read.append(len(text)) or build(text, *rest))
    with pytest.raises(SubmissionError):
        parse_document(text.encode(), "answers.yaml", SubmissionError)
    assert sum(read) < 1_000_000
