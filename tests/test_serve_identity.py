"""Who somebody from a platform is: once and for good, by nothing that others can say; and whom staff of a course see."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from launch_tokens import INSTRUCTOR, MOODLE, PLATFORM
from launching import PAGE, URL, Launching, launching

from grader.serve.people import People, Person
from grader.serve.platforms import LtiPlatform
from grader.serve.quizzes import personal_links, take_decisions

ROSTER = "id,name,group,email\ns001,Ada Lovelace,a,ada@example.edu\ns002,Alan Turing,b,Alan@Example.edu\ns003,Grace Hopper,a,\n"
OTHER = LtiPlatform("https://other.example.edu", "aB3x", ("1",), "https://other.example.edu/a", "https://other.example.edu/t", "https://other.example.edu/k")  # fmt: skip
SHEETS = ("{id: q1, bank: minimax-textbook}", "{id: q4, generate: {kind: ucb, children: 3}}")


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Launching]:
    with launching(tmp_path, stated=(PLATFORM, OTHER), roster=ROSTER, exercises=SHEETS) as found:
        yield found


def elsewhere(one: Launching, sub: str, **more: Any) -> str:
    """Return the path that a launch from the other platform leads to."""
    from launch_tokens import launch_claims, signed

    state, nonce = one.begin(iss=OTHER.issuer)
    return str(one.post(state, signed(launch_claims(nonce, one.now, URL, sub, iss=OTHER.issuer, **more))).headers["location"]).removeprefix(URL)  # fmt: skip


def hand_in(one: Launching, link: str) -> Any:
    one.client.get(f"{link}/answers")
    stated = {"once": "1", "submission": {"format": "gametree-submission/1", "answers": {}}}
    return one.client.post(f"{link}/hand-in", json=stated).json()


def test_the_ids_of_the_worked_examples() -> None:
    assert Person("https://moodle.example.edu", "5").student_id({}) == "u7ffb0614a00c"
    canvas = Person("https://canvas.instructure.com", "00000000-1111-2222-3333-444444444444")
    assert canvas.student_id({}) == "ud585686e9b7a"


@pytest.mark.parametrize(
    ("claims", "student"),
    [
        ({"lis": {"person_sourcedid": "s003"}}, "s003"),
        ({"lis": {"person_sourcedid": "s003"}, "email": "ada@example.edu"}, "s003"),
        ({"lis": {"person_sourcedid": "s009"}, "email": "ADA@example.EDU"}, "s001"),
        ({"lis": {"person_sourcedid": ""}, "email": "alan@example.edu"}, "s002"),
        ({"email": ""}, "u7ffb0614a00c"),
        ({"lis": {"person_sourcedid": ["s001"]}, "email": 5}, "u7ffb0614a00c"),
        ({"lis": "s001", "custom": {"quiz": "week5", "student": "s001"}}, "u7ffb0614a00c"),
        ({"name": "Ada Lovelace"}, "u7ffb0614a00c"),
    ],
)
def test_the_line_of_the_class_list_is_found_by_id_or_address(
    claims: dict[str, Any], student: str, one: Launching
) -> None:
    assert one.student(one.open(**claims)) == student


def test_of_two_lines_with_one_address_neither_is_somebodys() -> None:
    from grader.course.quiz import Student

    roster = {id_: Student(id_, email="a@example.edu") for id_ in ("s1", "s2")}
    assert Person(MOODLE, "5", email="A@example.edu").student_id(roster) == "u7ffb0614a00c"


def test_the_same_person_has_the_same_sheet_from_any_link(one: Launching) -> None:
    first = one.open(email="ada@example.edu")
    page = one.client.get(first).text
    again = one.open(email="alan@example.edu", lis={"person_sourcedid": "s003"})  # who was tied once stays so
    assert again != first
    assert one.client.get(again).text == page
    [quiz] = one.quizzes.values()
    personal = next(link for link in personal_links(quiz, one.database) if link.student.id == "s001")
    assert one.client.get(f"/s/{personal.token}").text == page
    assert one.student(one.open("6", email="alan@example.edu")) == "s002"
    assert one.student(elsewhere(one, "5")) != one.student(one.open("7"))


def test_a_second_account_for_a_line_is_turned_away_and_told_of(one: Launching) -> None:
    one.open(email="ada@example.edu")
    live = one.staff()
    for _ in range(2):
        answer = one.launch("6", email="ada@example.edu", name="Eve <b>")
        assert answer.status_code == 403
        said = "This place on the class list belongs to another account; ask your instructor."
        assert said in answer.text
        assert "location" not in answer.headers
    assert one.lines(live)["s001"]["why"] == "another account was turned away: Eve <b>"
    page = one.client.get(live, headers=PAGE).text
    assert "Eve &lt;b&gt;" in page
    assert "Eve <b>" not in page
    assert [*one.lines(live)] == ["s001"]


def test_who_is_not_on_the_class_list_has_a_sheet_and_the_live_page_says_so(one: Launching) -> None:
    link = one.open(name="Žofia Núñez")
    assert "Žofia Núñez" in one.client.get(link).text
    live = one.staff()
    assert (
        one.lines(live)["u7ffb0614a00c"] | {"listed": False, "name": "Žofia Núñez"} == one.lines(live)["u7ffb0614a00c"]
    )
    assert "not on the class list" in one.client.get(live).text


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>", "\u202eevil\u202c", "עברית שם", "x" * 10_000, '"><img src=x>', "=1+1", "\n\r\t\x1b", "{{ 7 * 7 }}", "\u2028"],
)  # fmt: skip
def test_no_name_breaks_a_page_or_the_export(name: str, one: Launching, tmp_path: Path) -> None:
    from console import run

    link, live = one.open(name=name), one.staff()
    assert hand_in(one, link)["attempt"] == 1
    state, nonce = one.begin()
    one.client.cookies.clear()
    from launch_tokens import launch_claims, signed

    asked = one.post(state, signed(launch_claims(nonce, one.now, URL, name=name)))
    pages = [one.client.get(each, headers=PAGE).text for each in (link, f"{link}/feedback", live)] + [asked.text]
    for page in pages:
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert "\u202e" not in page
        assert "x" * 1000 not in page
    assert len(one.lines(live)["u7ffb0614a00c"]["name"]) <= 200
    assert run("serve", "export", one.folder, "week5", "--out", tmp_path / "out").code == 0


def test_a_link_with_any_other_digit_opens_nothing(one: Launching) -> None:
    link = one.open()
    told = {one.client.get(f"/i/{link[3:]}").text, one.client.get(f"/s/{one.staff()[3:]}").text}
    for at in range(3, len(link)):
        other = link[:at] + format(int(link[at], 16) ^ 1, "x") + link[at + 1 :]
        answer = one.client.get(other)
        assert answer.status_code == 404
        told.add(answer.text)
    assert len(told) == 1


def test_groups_need_a_line_on_the_class_list(tmp_path: Path) -> None:
    with launching(tmp_path, roster=ROSTER, variants="groups", exercises=SHEETS) as one:
        answer = one.launch()
        assert (answer.status_code, "you are in none of them; tell your instructor" in answer.text) == (403, True)
        assert one.student(one.open(email="ada@example.edu")) == "s001"
        assert one.database.connection.rows("select student from person") == [("s001",)]


def test_a_quiz_of_variants_needs_no_class_list(tmp_path: Path) -> None:
    with launching(tmp_path, exercises=SHEETS) as one:
        first, second = one.open("5"), one.open("6")
        assert one.client.get(first).text != one.client.get(second).text
        assert one.student(first) == "u7ffb0614a00c"
        marks = hand_in(one, first)
        [quiz] = one.quizzes.values()
        assert marks["possible"] == quiz.points  # what a link of the course says that a sheet is worth


# -- whom staff see


@pytest.fixture
def courses(one: Launching) -> dict[str, str]:
    """Open the sheets of three courses and hand in two, and return the live page of each, and of who runs the server."""
    from grader.serve.quizzes import staff_link

    here, there = {"context": {"id": "2"}}, {"context": {"id": "3"}}
    for link in (one.open("5", email="ada@example.edu", **here), one.open("6", **there), elsewhere(one, "7", **here)):
        hand_in(one, link)
    [quiz] = one.quizzes.values()
    return {
        "here": one.staff(**here),
        "there": one.staff(**there),
        "other": elsewhere(one, "9", roles=[INSTRUCTOR], **here),
        "nobody": one.staff(context={"id": "4"}),
        "no context": one.staff(context=None),
        "all": f"/i/{staff_link(quiz, one.database, one.now).token}",
    }


def test_staff_see_the_people_of_their_course_alone(one: Launching, courses: dict[str, str]) -> None:
    seen = {name: {*one.lines(live)} for name, live in courses.items()}
    there, other = Person(MOODLE, "6").student_id({}), Person(OTHER.issuer, "7").student_id({})
    assert seen == {
        "here": {"s001"},
        "there": {there},
        "other": {other},
        "nobody": set(),
        "no context": set(),
        "all": {"s001", "s002", "s003", there, other},
    }
    counts = {name: sum(part["blank"] for part in one.client.get(f"{live}/live").json()["parts"]) for name, live in courses.items()}  # fmt: skip
    assert counts["nobody"] == 0
    assert counts["here"] > 0
    assert counts["all"] == 3 * counts["here"]
    for name in ("there", "other", "nobody"):
        page = one.client.get(courses[name]).text
        assert "s001" not in page
        assert "Ada" not in page


def test_who_is_in_two_courses_stands_on_the_page_of_both(one: Launching, courses: dict[str, str]) -> None:
    for context in ("3", "2", "2"):
        one.open("5", context={"id": context})
    there = Person(MOODLE, "6").student_id({})
    assert {name: {*one.lines(courses[name])} for name in ("here", "there", "other", "nobody")} == {
        "here": {"s001"},
        "there": {"s001", there},
        "other": {Person(OTHER.issuer, "7").student_id({})},
        "nobody": set(),
    }


def test_staff_extend_and_accept_for_the_people_of_their_course_alone(one: Launching, courses: dict[str, str]) -> None:
    def done(name: str, path: str, **stated: str) -> int:
        return int(one.client.post(f"{courses[name]}/{path}", json={"student": "s001", **stated}).status_code)

    assert {name: done(name, "extend", until="+5", why="x") for name in courses} == {name: 200 if name in ("here", "all") else 404 for name in courses}  # fmt: skip
    assert {name: done(name, "accept") for name in courses} == {name: 409 if name in ("here", "all") else 404 for name in courses}  # fmt: skip


def test_an_export_holds_the_people_of_the_course_alone(one: Launching, courses: dict[str, str]) -> None:
    early = one.client.get(f"{courses['here']}/export.zip")  # with right answers, for who may be a student elsewhere
    assert (early.status_code, "when the quiz has closed for everybody" in early.json()["error"]) == (409, True)
    one.pass_by(hours=3)
    answer = one.client.get(f"{courses['nobody']}/export.zip")
    assert (answer.status_code, answer.json()["error"]) == (409, "nobody of this course has opened a sheet yet")
    there = Person(MOODLE, "6").student_id({})
    for name, students in (("there", [there]), ("here", ["s001"])):
        with zipfile.ZipFile(io.BytesIO(one.client.get(f"{courses[name]}/export.zip").content)) as made:
            lines = made.read("week5/handed-in.jsonl").decode().splitlines()
            assert [json.loads(line)["student"] for line in lines] == students
            roster = [*csv.DictReader(io.StringIO(made.read("week5/build/key/roster.csv").decode()))]
            assert [row["id"] for row in roster] == students
            for file in made.namelist():
                found = re.findall(r"\bs00\d\b|\bu[0-9a-f]{12}\b", made.read(file).decode("utf-8", "replace"))
                assert {*found} <= {*students}, file


def test_who_is_on_no_class_list_is_given_more_time_too(one: Launching) -> None:
    from console import run

    one.open()
    words = ("serve", "extend", one.folder, "week5")
    assert run(*words, "u7ffb0614a00c", "+15", "--why", "late").code == 0
    found = run(*words, "u7ffb0614a00d", "+15", "--why", "late")
    assert (found.code, 'did you mean "u7ffb0614a00c"' in found.err) == (2, True)
    (one.folder / "week5" / "adjust.yaml").write_text(
        "format: gametree-adjust/1\nadjust: [{student: u7ffb0614a00c, due: 2026-11-27T19:00:00+01:00, why: x, by: y}]\n"
    )
    [quiz] = one.quizzes.values()
    take_decisions(quiz, one.database)
    assert [until for _, until, _, _ in one.database.extensions("week5")][-1] == "2026-11-27T18:00:00.000+00:00"


def test_a_class_list_that_tells_less_takes_no_name_away(one: Launching) -> None:
    people = People(one.database.connection)
    for stated in (("Ada", "ada@example.edu"), ("", "")):
        assert people.tie("week5", Person(MOODLE, "77", *stated, context="2"), {}) is not None
    [found] = [held for held in people.students("week5").values() if held.name == "Ada"]
    assert found.email == "ada@example.edu"


def test_who_is_forgotten_is_so_as_a_person_too(one: Launching) -> None:
    from console import run

    one.open(email="ada@example.edu")
    one.launch("6", email="ada@example.edu", name="Eve")
    found = run("serve", "forget", one.folder, "--student", "s001", "--yes")
    assert found.code == 0, found.err
    people = People(one.database.connection)
    assert (people.students("week5"), people.turned_away("week5")) == ({}, {})
    assert one.student(one.open("6", email="ada@example.edu")) == "s001"
