"""The roster: what a class list from anywhere may look like, and what is said of one that cannot be used."""

from __future__ import annotations

import pytest

from grader.core.errors import ProblemError
from grader.course.quiz import Student, read_roster, write_roster
from grader.course.quiz.sheets import folder_name


def faults(content: str | bytes, groups: tuple[str, ...] | None = None) -> list[str]:
    with pytest.raises(ProblemError) as failure:
        read_roster(content.encode() if isinstance(content, str) else content, "class.csv", groups)
    return [str(fault) for fault in failure.value.faults]


@pytest.mark.parametrize("text", ["id,name,group\n7,Ada,a\n8,Bob,b\n", "\ufeffid;name;group\r\n7;Ada;a\r\n\r\n8;Bob;b"])
def test_comma_or_semicolon_with_or_without_a_byte_order_mark(text: str) -> None:
    assert list(read_roster(text.encode(), "class.csv").values()) == [
        Student("7", "Ada", "a"),
        Student("8", "Bob", "b"),
    ]


def test_ids_are_text_and_other_columns_are_ignored() -> None:
    content = 'Phone,ID,"Name"\n1,007,"O\'Neil, Ada"\n"2\n3",1e5,\n'
    assert read_roster(content.encode(), "") == {"007": Student("007", "O'Neil, Ada"), "1e5": Student("1e5")}


def test_everything_wrong_is_said_at_once_with_its_line() -> None:
    said = faults("id,name,group\ns1,Ada,a\ns1,Ada,a\nS1,Ada,a\n,Bob,a\ns2,Cy,c\ns3,Di,\ns4,a,b,c\n", ("a", "b"))
    assert said == [
        'class.csv:3 $.id: "s1" stands in line 2 already, expected each student once',
        'class.csv:4 $.id: "S1" stands in line 2 already, expected each student once',
        "class.csv:5 $.id: is empty",
        'class.csv:6 $.group: "c" stands here, expected a, b',
        "class.csv:7 $.group: nothing stands here, expected a, b",
        "class.csv:8 $: 4 cells stand here under 3 columns; put text that holds ',' in quotes",
    ]


def test_line_of_a_student_is_counted_where_other_columns_go_over_lines() -> None:
    assert faults('id,phone\n1,"a\nb\nc"\n\n1,x\n')[0].startswith("class.csv:6 $.id: ")


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_quotation_mark_that_is_not_closed_swallows_nobody(line_end: str) -> None:
    content = f'id,name,group{line_end}s1,Ada,a{line_end}s2,"Bob,a{line_end}s3,Cy,a{line_end}s4,"Di",b{line_end}'
    assert faults(content)
    [said] = faults(f'id,name,group{line_end}s1,Ada,a{line_end}s2,"Bob,a{line_end}s3,Cy",a{line_end}s4,Di,b{line_end}')
    assert said == (
        "class.csv:3 $.name: a line break stands in name, expected a line for each student; "
        "a quotation mark may not be closed"
    )


@pytest.mark.parametrize("column", ["id", "name", "group", "email"])
def test_line_break_is_refused_in_every_column_that_is_read(column: str) -> None:
    row = {"id": "s1", "name": "Ada", "group": "a", "email": "x@y"} | {column: '"a\nb"'}
    [said] = faults(",".join(row) + "\n" + ",".join(row.values()) + "\n")
    assert said.startswith(f"class.csv:2 $.{column}: a line break stands in {column}, ")


@pytest.mark.parametrize("twin", ["mu\u0308ller", "MU\u0308LLER", "M\u00fcLLER"])
def test_id_that_differs_only_in_how_its_letters_are_composed_is_refused(twin: str) -> None:
    [said] = faults(f"id\nm\u00fcller\n{twin}\n")
    assert "stands in line 2 already, expected each student once" in said


@pytest.mark.parametrize(
    "id_", ["../../etc/passwd", "a\\b", "..", "=1+1", "+49", "-1", "@ada", "＝1", "'=1", "a\u202eb", "a\tb", "x" * 101]
)
def test_id_that_is_a_path_or_a_formula_or_cannot_be_seen_is_refused(id_: str) -> None:
    [said] = faults(f'id\n"{id_}"\n')
    assert said.startswith("class.csv:2 $.id: ")
    assert "\u202e" not in said


def test_name_may_be_anything_and_is_no_formula_in_what_is_written() -> None:
    roster = read_roster(b'id,name\n1,"=HYPERLINK(""http://x"")"\n2,../x\n', "class.csv")
    written = write_roster(roster)
    assert written.splitlines()[1] == '1,"\'=HYPERLINK(""http://x"")",,'
    assert write_roster(read_roster(written.encode(), "again.csv")) == written


@pytest.mark.parametrize("id_", ["Ö'Neil", "a b", "con", ".hidden", "a@b.edu", "s1", "…"])
def test_folder_of_a_student_is_harmless_and_no_other_students(id_: str) -> None:
    name = folder_name(id_)
    assert name.isascii()
    assert not set(name) & set("/\\ '@:")
    assert not name.startswith(".")
    assert (name == id_) == (id_ == "s1")
    assert name != folder_name(f"{id_}'")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "is empty, expected a header with a column id"),
        (b"id,name\n", "there is no student in it, expected a line for each below the header"),
        (b"name;matr\nAda;1\n", 'there is no column id, only "name", "matr"; the first line names the columns'),
        (b"id,name,id\n1,2,3\n", 'the column "id" stands here twice'),
        (b"id,name\n1,M\xfcller\n", 'it may be Latin-1, in which this line is "1,Müller"; save it as CSV UTF-8'),
        ("id\n1\n".encode("utf-16"), "is no UTF-8 text (UTF-16, or no text at all)"),
        (b'id,name\n1,"Ada\n', "is no CSV: a quotation mark is not closed"),
        (b'id,name\n1,"Ada" L\n', "is no CSV: a quotation mark stands within a cell, or is not doubled there"),
    ],
)
def test_file_that_is_no_class_list_is_refused_with_what_it_is(content: bytes, expected: str) -> None:
    assert expected in faults(content)[0]


def test_line_that_is_no_utf8_is_named() -> None:
    assert faults(b"id,name\n1,Ada\n2,M\xfcller\n")[0].startswith("class.csv:3 $: ")


def test_group_is_suggested() -> None:
    assert faults("id,group\n1,tuseday\n", ("tuesday", "friday"))[0].endswith('did you mean "tuesday"?')
