"""Numbers and the text around them: the grammar of docs/format.md, marks as they are printed, foreign text, file names."""

from __future__ import annotations

import json
import math
import random
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

import pytest
from conftest import part_report, problem_data, read, tree_of

from grader.core.answers.reports import Verdict
from grader.core.errors import Fault, ProblemError, SubmissionError, show_path, suggest
from grader.core.names import distinct, file_stem
from grader.core.numbers import (
    INFINITY,
    hint,
    marks_number,
    marks_text,
    read_bound,
    read_number,
    show_number,
    whole,
    write_number,
)
from grader.core.resources import resource
from grader.core.text import printable

# --- The grammar ----------------------------------------------------------------------------------

ACCEPTED = [
    ("3", 3),
    ("-2", -2),
    ("+3", 3),
    ("03", 3),
    ("-0", 0),
    ("0.3", Fraction(3, 10)),
    ("2.50", Fraction(5, 2)),
    (".5", Fraction(1, 2)),
    ("-.5", Fraction(-1, 2)),
    ("5.", 5),
    ("7/3", Fraction(7, 3)),
    ("-7/3", Fraction(-7, 3)),
    ("4/2", 2),
    ("0/7", 0),
    ("1/010", Fraction(1, 10)),
    ("1e2", 100),
    ("1E-2", Fraction(1, 100)),
    ("-1.5e+1", -15),
    (".5e1", 5),
    ("5.e1", 50),
    ("1e999", 10**999),
    ("1e-999", Fraction(1, 10**999)),
    ("  3 ", 3),
    ("0.1", Fraction(1, 10)),
]

REFUSED = [
    "",
    " ",
    ".",
    "+",
    "-",
    "e5",
    ".e5",
    "1e",
    "1e+",
    "1e1000",
    "1e100000000",
    "1_000",
    "50%",
    "0x10",
    "0b1",
    "0o7",
    "1,5",
    "1,000",
    "--1",
    "+-1",
    "1 2",
    "- 1",
    "1/0",
    "1/00",
    "0/0",
    "1/-2",
    "1/2/3",
    "1.5/2",
    "1/2.5",
    "1/2e3",
    "/2",
    "1/",
    "nan",
    "inf",
    "-inf",
    "Infinity",
    "true",
    "None",
    "three",
    "12:30",
    "2026-03-04",
    "1j",
    "3\n4",
    "\u0663",  # a digit, but not of ours
    "\u00b2",
    "\uff13",
    "\u22123",
    "3a",
    "sqrt(2)",
]


@pytest.mark.parametrize(("text", "number"), ACCEPTED)
def test_number_of_the_grammar_is_read_exactly(text: str, number: object) -> None:
    read_as = read_number(text)
    assert read_as == number
    assert type(read_as) is (int if Fraction(read_as).denominator == 1 else Fraction)


@pytest.mark.parametrize("text", REFUSED)
def test_anything_else_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a number such as 3, -2\.5 or 7/3"):
        read_number(text)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("1,5", "write the decimal point as '.', not ','"),
        ("0,976", "write the decimal point as '.', not ','"),
        ("456,976", "write no sign between thousands, and the decimal point as '.', not ','"),
        ("\u22123", "write the minus sign as '-'"),
        ("\u20133", "write the minus sign as '-'"),
        ("50%", "write 0.5 or 1/2"),
        ("50 %", "write 0.5 or 1/2"),
        ("1_000", "write digits without '_'"),
        ("1/0", "a fraction's denominator is above 0"),
        ("1e1000", "an exponent has at most 3 digits"),
    ],
)
def test_well_known_mistake_gets_advice(text: str, advice: str) -> None:
    with pytest.raises(ValueError, match="expected a number") as caught:
        read_number(text)
    assert str(caught.value) == f"expected a number such as 3, -2.5 or 7/3; {advice}"


@pytest.mark.parametrize("pattern", ["{}", "-{}", "0.{}", "{}e1", "1/{}"])
def test_number_has_at_most_1000_digits(pattern: str) -> None:
    others = sum(letter.isdigit() for letter in pattern)
    longest = pattern.format("7" * (1000 - others))
    assert read_number(longest) == Fraction(longest)
    for digits in (1001 - others, 5000, 10**6):
        with pytest.raises(ValueError, match=r"^too long, expected a number of at most 1000 digits$"):
            read_number(pattern.format("7" * digits))


def test_text_far_too_long_for_a_number_gets_no_advice() -> None:
    assert hint("7" * 60_000 + ",5") == ""


@pytest.mark.parametrize("text", ["7" * 60_000 + "x", "." * 60_000, "1" + "_" * 60_000 + "1x"])
def test_answer_of_60_kilobytes_is_refused_like_any_other(text: str) -> None:
    """There is no assertion on time: without a bound this test alone takes minutes."""
    entry = part_report(read(problem_data("minimax", [1, 2])), "value", text).entries[0]
    assert entry.verdict is Verdict.MALFORMED


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("inf", INFINITY),
        ("-inf", -INFINITY),
        ("+inf", INFINITY),
        (" inf ", INFINITY),
        ("3", 3),
        ("7/3", Fraction(7, 3)),
    ],
)
def test_bound_is_a_number_or_an_infinity(text: str, bound: object) -> None:
    assert read_bound(text) == bound


@pytest.mark.parametrize("text", ["nan", "Inf", "INF", "infinity", "∞", "--inf", ""])
def test_no_other_spelling_of_infinity_is_a_bound(text: str) -> None:
    with pytest.raises(ValueError, match="expected a number"):
        read_bound(text)


# --- Writing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "written"),
    [(3, 3), (-3, -3), (Fraction(14, 6), "7/3"), (Fraction(-1, 2), "-1/2"), (INFINITY, "inf"), (-INFINITY, "-inf")],
)
def test_number_is_written_as_a_document_states_it(number: object, written: object) -> None:
    assert write_number(number) == written
    assert show_number(number) == str(written)


def test_whole_number_has_one_form() -> None:
    assert type(whole(Fraction(4, 2))) is int
    assert type(whole(2)) is int
    assert whole(Fraction(1, 2)) == Fraction(1, 2)


def test_numbers_survive_writing_and_reading() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        number = whole(Fraction(rng.randint(-(10**9), 10**9), rng.choice((1, 2, 3, 7, 10**6))))
        assert read_number(show_number(number)) == number
        assert read_bound(str(write_number(number))) == number


def test_number_beyond_the_interpreters_limit_of_digits_is_shown() -> None:
    huge = 10**9000 + 7
    assert show_number(huge) == "1" + "0" * 8999 + "7"
    assert show_number(-huge) == "-1" + "0" * 8999 + "7"
    assert show_number(Fraction(1, huge)) == "1/1" + "0" * 8999 + "7"


# --- Marks as they are printed --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "text"),
    [
        (0, "0"),
        (3, "3"),
        (Fraction(5, 2), "2.5"),
        (Fraction(2, 3), "0.6667"),
        (Fraction(1, 3), "0.3333"),
        (Fraction(1, 20000), "0.0001"),  # 0.00005: up
        (Fraction(3, 20000), "0.0002"),  # 0.00015: up
        (Fraction(5, 20000), "0.0003"),  # 0.00025: up
        (Fraction(100005, 1000000), "0.1"),
        (Fraction(19999, 20000), "1"),  # 0.99995
        (Fraction(99994, 100000), "0.9999"),
        (Fraction(1, 10), "0.1"),
        (Fraction(-1, 3), "-0.3333"),
        (Fraction(-5, 2), "-2.5"),
        (10**30, "1" + "0" * 30),
    ],
)
def test_marks_are_rounded_halves_up_to_four_places(marks: object, text: str) -> None:
    assert marks_text(marks) == text
    assert repr(marks_number(marks)) == text


def test_marks_are_rounded_as_decimal_arithmetic_rounds_them() -> None:
    rng = random.Random(2)
    context = Context(prec=60, rounding=ROUND_HALF_UP)
    for _ in range(3000):
        digits = Decimal(rng.randint(0, 10**7)).scaleb(-rng.choice((0, 3, 4, 5, 6)))
        expected = digits.quantize(Decimal("0.0001"), context=context)
        assert Decimal(marks_text(Fraction(digits))) == expected


# --- Foreign text ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("abc", "abc"),
        ("Knoten-ä Ω 左 ▲", "Knoten-ä Ω 左 ▲"),
        ("a\nb", "a\\nb"),
        ("\x1b[2J", "\\x1b[2J"),
        ("\x00\x7f\x9b", "\\x00\\x7f\\x9b"),
        ("a\u202eb", "a\\u202eb"),
        ("\u2066\u2069\u200f", "\\u2066\\u2069\\u200f"),
        ("\u200b\ufeff\u00ad", "\\u200b\\ufeff\\xad"),
        ("\u2028\u2029", "\\u2028\\u2029"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("x" * 100, "x" * 100),
        ("x" * 101, "x" * 99 + "…"),
        ("", ""),
    ],
)
def test_foreign_text_is_shown_without_hidden_characters(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_nothing_that_hides_or_reverses_text_is_ever_shown() -> None:
    bidirectional = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    controls = "".join(map(chr, [*range(32), *range(127, 160)]))
    for hidden in bidirectional + controls:
        shown = printable(f"a{hidden}b")
        assert hidden not in shown
        assert shown.isprintable()


def test_limit_of_shown_text_is_that_of_the_caller() -> None:
    assert printable("x" * 50, 10) == "x" * 9 + "…"
    assert printable("x" * 500, 1000) == "x" * 500


@pytest.mark.parametrize(
    ("wrong", "known", "says"),
    [
        ("vale", ["value", "values", "pruned"], '; did you mean "value"?'),
        ("VALUE", ["value"], '; did you mean "value"?'),
        ("b", ["B", "C"], '; did you mean "B"?'),
        ("B", ["b", "B2"], '; did you mean "b"?'),
        ("zzz", ["value"], ""),
        ("", ["value"], ""),
        ("value", [], ""),
        ("x" * 10**6, ["x" * 100], f'; did you mean "{"x" * 100}"?'),
        ("left\u202e", ["left\u202d"], '; did you mean "left\\u202d"?'),
    ],
)
def test_near_miss_gets_a_suggestion(wrong: str, known: list[str], says: str) -> None:
    assert suggest(wrong, known) == says


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ((), "$"),
        (("answers", "q1", 0, "node"), "$.answers.q1[0].node"),
        (("best-move", "a_b", "ä1"), "$.best-move.a_b.ä1"),
        (("a b",), '$["a b"]'),
        (("",), '$[""]'),
        (('"',), '$["\\""]'),
        (("\x1b",), '$["\\x1b"]'),
    ],
)
def test_path_is_shown_with_quotes_where_a_key_is_no_word(path: tuple[str | int, ...], shown: str) -> None:
    assert show_path(path) == shown


@pytest.mark.parametrize(
    ("fault", "shown"),
    [
        (Fault("is wrong"), "is wrong"),
        (Fault("is wrong", "a.yaml"), "a.yaml: is wrong"),
        (Fault("is wrong", "a.yaml", 3, 7, ("tree", 0)), "a.yaml:3 $.tree[0]: is wrong"),
        (Fault("is wrong", "\x1b.yaml", 3), "\\x1b.yaml:3 $: is wrong"),
    ],
)
def test_fault_reads_file_line_path_and_message(fault: Fault, shown: str) -> None:
    assert str(fault) == shown


def test_faults_of_an_error_are_sorted_by_place() -> None:
    faults = [
        Fault("c", "b.yaml", 1, 1),
        Fault("b", "a.yaml", 10, 1),
        Fault("a", "a.yaml", 2, 9),
        Fault("z", "a.yaml", 2, 3),
    ]
    error = ProblemError(faults)
    assert [fault.message for fault in error.faults] == ["z", "a", "b", "c"]
    assert str(error).splitlines()[0] == "a.yaml:2 $: z"
    assert not issubclass(SubmissionError, ProblemError)


# --- File names, resources ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "stem"),
    [
        ("s1234567.yaml", "s1234567"),
        ("week 5/../Ö'Neil.yaml", "Neil"),
        ("../../etc/passwd", "passwd"),
        ("..", "submission"),
        ("...", "submission"),
        ("-", "-"),
        ("", "submission"),
        ("NUL.yaml", "_NUL"),
        ("com1", "_com1"),
        ("a\x1b[2Jb.json", "a_2Jb"),
        ("<img src=x>.yaml", "img_src_x_"),
        ("x" * 300, "x" * 80),
    ],
)
def test_file_stem_is_harmless(source: str, stem: str) -> None:
    made = file_stem(source)
    assert made.strip("._") == stem.strip("._")
    assert "/" not in made
    assert not made.startswith(".")
    assert 0 < len(made) <= 81


def test_equal_names_are_numbered_in_any_case() -> None:
    assert distinct(["a", "A", "b", "a", "a-2"]) == ["a", "A-2", "b", "a-3", "a-2-2"]
    assert distinct([]) == []


def test_data_folders_are_found_and_a_missing_one_is_named() -> None:
    assert (resource("schemas") / "problem.schema.json").is_file()
    assert (resource("problem_bank") / "minimax").is_dir()
    with pytest.raises(FileNotFoundError, match="the folder no-such-folder belongs to the program"):
        resource("no-such-folder")


# --- Exactness, end to end ------------------------------------------------------------------------


def test_decimals_are_fractions_and_not_floats() -> None:
    tree = tree_of({"chance": [{"value": value, "p": "0.1"} for value in range(10)]})
    assert sum(tree.probability[1:]) == 1
    exercise = read(
        problem_data("expectiminimax", {"chance": [{"value": "0.1", "p": "0.3"}, {"value": "0.2", "p": "0.7"}]})
    )
    assert exercise.solution.answers["value"] == Fraction(17, 100)


def test_infinity_compares_exactly_with_every_number() -> None:
    for number in (10**2000, -(10**2000), Fraction(1, 10**2000), Fraction(10**2000, 3)):
        assert -INFINITY < number < INFINITY
    assert math.isinf(INFINITY)
    assert json.dumps(write_number(10**999)) == "1" + "0" * 999
