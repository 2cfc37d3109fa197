"""Decisions as documents state them: as YAML, JSON and CSV, and all that is wrong with them with its line."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from grader.core.errors import ProblemError
from grader.course.adjusting import Action, Decision
from grader.course.decisions import Asked, read_decisions, unknown

STATED = """\
format: gametree-adjust/1
by: tutor of group mon
adjust:
  - {why: C is as good as B, exercise: q1, part: best-move, accept: C}
  - {why: rounding at the desk, student: s1002, exercise: q3, add: 0.25, note: Your score for C is right to two decimals.}
  - {why: ill, student: s1005, exercise: q3, drop: true}
  - {why: fire alarm in room 2, student: [s1003, s1007], due: "+1440"}
  - {by: lecturer, why: oral examination, student: s1004, set: 8}
"""
TABLE = """\
exercise,student,part,of,answer,set,add,drop,due,accept,by,why,note
q1,,best-move,,,,,,,C,tutor of group mon,C is as good as B,
q3,s1002,,2,,,0.25,,,,tutor of group mon,rounding at the desk,Your score for C is right to two decimals.
q3,s1005,,,,,,true,,,tutor of group mon,ill,
,s1003 s1007,,,,,,,+1440,,tutor of group mon,fire alarm in room 2,
q9,s1,,,left as it was,,,,,,tutor,marked,
,s1004,,,,8,,,,,lecturer,oral examination,
"""
ASKED = Asked(
    ["s1001", "s1002", "s1003"],
    {"q1": Fraction(3), "q3": Fraction(2)},
    {"q1": {"value": Fraction(1), "best-move": Fraction(2)}, "q3": None},
    sheet=Fraction(5),
    ids={"Ann Lee": ["s1001", "s1003"]},
)


def without_places(decisions: list[Decision]) -> list[Decision]:
    return [one._replace(place="") for one in decisions]


def test_a_document_and_a_table_state_the_same() -> None:
    found = read_decisions([("adjust.yaml", STATED.encode())])
    assert [one.place for one in found] == [f"adjust.yaml:{line}" for line in range(4, 9)]
    assert [(one.action, one.value, sorted(one.students), one.reach) for one in found] == [
        (Action.ACCEPT, None, [], ("q1", "best-move")),
        (Action.ADD, Fraction(1, 4), ["s1002"], ("q3", "")),
        (Action.DROP, None, ["s1005"], ("q3", "")),
        (Action.DUE, None, ["s1003", "s1007"], ("", "")),
        (Action.SET, Fraction(8), ["s1004"], ("", "")),
    ]
    assert [one.what for one in found] == ["accept C", "add 0.25", "drop", "due +1440", "set 8"]
    assert {one.by for one in found} == {"tutor of group mon", "lecturer"}
    assert without_places(read_decisions([("adjust.csv", TABLE.encode())])) == without_places(found)
    data = {"format": "gametree-adjust/1", "adjust": [{"by": "t", "why": "w", "exercise": "q1", "set": "full"}]}
    (full,) = read_decisions([("adjust.json", json.dumps(data).encode())])
    assert (full.action, full.value, full.what) == (Action.SET, None, "set full")


def test_a_table_of_a_spreadsheet_is_read() -> None:
    table = "\ufeffexercise;student;set;by;why;note\r\nq3;s1002;1,5;t;marked;\r\nq3;s1003;;t;marked;\r\n"
    (one,) = read_decisions([("marks.csv", table.encode())])
    assert (one.value, one.what) == (Fraction(3, 2), "set 1.5")


def test_a_table_of_marking_may_have_columns_of_its_own() -> None:
    table = "exercise,student,name,part,of,answer,set,by,why,\nq1,s1,Ann,text,2,So.,1,t,marked,\n"
    assert [one.what for one in read_decisions([("marks.csv", table.encode())])] == ["set 1"]


def refused(text: str, source: str = "adjust.yaml") -> list[str]:
    with pytest.raises(ProblemError) as failure:
        read_decisions([(source, text.encode())])
    return [str(fault) for fault in failure.value.faults]


def one(fields: str) -> str:
    return f"format: gametree-adjust/1\nadjust:\n- {{{fields}}}\n"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("why: w, add: 1", "no one is named: by"),
        ("by: ' ', why: w, add: 1", "no one is named: by"),
        ("by: t, add: 1", "no reason is given: why"),
        ("by: t, why: w, add: 1, set: 2", "add and set: one decision does one thing"),
        ("by: t, why: w", "nothing is done: expected one of add, set, drop"),
        ("by: t, why: w, part: value, set: 1", "part: it needs an exercise"),
        ("by: t, why: w, exercise: q1, accept: C", "accept: it needs a part"),
        ("by: t, why: w, exercise: q1, student: s, bonus: true", "bonus: it is about an exercise and everybody"),
        ("by: t, why: w, exercise: q1, cap: 3", "cap: it is about everybody's whole sheet"),
        ("by: t, why: w, due: '+60'", "due: it needs a student"),
        ("by: t, why: w, add: 0", "expected a number with at most 2 decimals that is not 0"),
        ("by: t, why: w, add: x", "expected a number with at most 2 decimals"),
        ("by: t, why: w, add: '1,5'", "expected a number with at most 2 decimals"),
        ("by: t, why: w, add: 1/3", "such as 0.25 or -1; write it with decimals, 1/3 as 0.33"),
        ("by: t, why: w, add: nan", "expected a number with at most 2 decimals"),
        ("by: t, why: w, add: 0.125", "expected a number with at most 2 decimals"),
        ("by: t, why: w, set: -1", "expected a number from 0 up with at most 2 decimals, or full"),
        ("by: t, why: w, drop: false", "expected true"),
        ("by: t, why: w, ad: 1", 'there is no field "ad"'),
    ],
)
def test_what_is_wrong_is_said_with_its_line(fields: str, said: str) -> None:
    (message,) = refused(one(fields))
    assert message.startswith("adjust.yaml:3 $.adjust[0]")
    assert said in message


def test_marks_that_are_set_twice_are_refused_with_both_lines() -> None:
    decisions = "  - {by: t, why: w, student: s1002, exercise: q3, set: 1}\n  - {by: t, why: w, student: [s1, s1002], exercise: q3, drop: true}\n"
    assert refused(f"format: gametree-adjust/1\nadjust:\n{decisions}") == [
        "adjust.yaml:4 $: s1002's q3 was set in line 3 already"
    ]
    everybody = "  - {by: t, why: w, exercise: q3, set: 1}\n" * 2
    assert refused(f"format: gametree-adjust/1\nadjust:\n{everybody}") == [
        "adjust.yaml:4 $: q3 was set in line 3 already"
    ]
    general = "  - {by: t, why: w, exercise: q3, set: 1}\n  - {by: t, why: w, exercise: q3, student: s1, set: 2}\n"
    assert len(read_decisions([("a.yaml", f"format: gametree-adjust/1\nadjust:\n{general}".encode())])) == 2


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("student,set\ns1,1\n", "expected columns by, why"),
        ("student,sett,by,why\ns1,1,t,w\n", 'a.csv:1 $: there is no field "sett" here, expected columns by, why'),
        ("student,sett,by,why\ns1,1,t,w\n", '; did you mean "set"?'),
        ("student,points,by,why\ns1,1,t,w\n", 'there is no field "points" here'),
        ("exercise,student,part,of,answer,Sett,by,why\nq,s1,text,2,x,1,t,w\n", '; did you mean "set"?'),
        ("student,set,by,why\ns1,1,5,t,w\n", "a.csv:2 $: 5 cells stand here under 4 columns"),
        ("student,exercise,part,accept,by,why\ns1,q1,value,[1,t,w\n", "a.csv:2"),
        ("student,add,by,why\ns1,one,t,w\n", "a.csv:2 $.add: "),
        ("student,add,by,why\ns1,0.25001,t,w\n", "a.csv:2 $.add: "),
        ("student;set;by;why\ns1;0,00001;t;w\n", "a.csv:2 $.set: "),
        ("student,drop,by,why\ns1,yes,t,w\n", "a.csv:2 $.drop: "),
    ],
)
def test_what_is_wrong_with_a_table_is_said_with_its_line(table: str, said: str) -> None:
    assert said in "\n".join(refused(table, "a.csv"))


def test_what_is_not_there_is_said_with_the_nearest_name() -> None:
    text = (
        "format: gametree-adjust/1\nadjust:\n"
        "- {by: t, why: w, student: s1004, exercise: q1, set: 1}\n"
        "- {by: t, why: w, student: s1001, exercise: q2a, set: 1}\n"
        "- {by: t, why: w, student: s1001, exercise: q1, part: best-moves, set: 1}\n"
        "- {by: t, why: w, student: s1001, exercise: q3, set: 3}\n"
        "- {by: t, why: w, student: s1001, exercise: q1, part: value, set: 1.5}\n"
        "- {by: t, why: w, student: s1002, set: 5.01}\n"
        "- {by: t, why: w, student: Ann Lee, set: 1}\n"
    )
    said = [str(fault) for fault in unknown(read_decisions([("a.yaml", text.encode())]), ASKED)]
    assert said[0].startswith('a.yaml:3 $: there is no student "s1004"; did you mean "s100')
    assert said[1].startswith('a.yaml:4 $: there is no exercise "q2a", expected q1 or q3')
    assert said[2] == 'a.yaml:5 $: q1 asks for no "best-moves", expected value or best-move; did you mean "best-move"?'
    assert said[6] == 'a.yaml:9 $: there is no student "Ann Lee"; students are named by their id, s1001, s1003'
    assert said[3:6] == [
        "a.yaml:6 $: q3 has 2 points, 3 cannot be set",
        "a.yaml:7 $: q1 value has 1 point, 1.5 cannot be set",
        "a.yaml:8 $: the sheet has 5 points, 5.01 cannot be set",
    ]


def test_many_decisions_are_read_in_their_order() -> None:
    rows = "".join(f"s{number},q1,{number % 7 + 1}.5,t,w\n" for number in range(5000))
    found = read_decisions([("adjust.csv", f"student,exercise,add,by,why\n{rows}".encode())])
    assert [int(one.place.rpartition(":")[2]) for one in found] == [*range(2, 5002)]
    assert sum(one.value or 0 for one in found) == sum(
        Fraction(number % 7 + 1) + Fraction(1, 2) for number in range(5000)
    )
