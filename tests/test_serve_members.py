"""Class lists of platforms: who learns in a course stands on the live page before a sheet is opened, which is drawn by then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from launch_tokens import INSTRUCTOR, LEARNER
from served import CLOSES, Served, served
from stand_in_platform import StandIn, member
from test_serve_scores import HERE, a_platform  # noqa: F401  # one is a fixture


@pytest.fixture
def one(tmp_path: Path, platform: StandIn) -> Iterator[Served]:
    with served(tmp_path, f"closes: {CLOSES}", platform=platform.platform) as found:
        HERE.append(found)
        yield found


def course(one: Served, platform: StandIn, members: str = "") -> None:
    """Let staff come from a course, as a launch does."""
    row = ("week5", platform.url, "2", platform.platform.client_id, members or f"{platform.url}/Members", None)
    one.store(lambda: one.database.connection.put("course", row, key="quiz, issuer, context"))


def lines(one: Served) -> dict[str, tuple[str, str, bool]]:
    return {
        line["student"]: (line["name"], line["state"], line["listed"])
        for line in one.client.get(f"{one.live}/live").json()["students"]
    }


def asked(platform: StandIn) -> list[str]:
    return [one.removeprefix("GET ") for one in platform.asked if one.startswith("GET /Members")]


def test_who_learns_is_not_opened_and_their_sheets_are_drawn(one: Served, platform: StandIn) -> None:
    before = lines(one)
    platform.members = [
        member("3", name="Žofia Núñez"),
        member("5", lis_person_sourcedid="s002", name="Student two"),
        member("8", status="Inactive"),
        member("9", roles=[INSTRUCTOR]),
        member("12", roles=["Learner"]),
        member("13", roles=[f"{LEARNER}s", "http://purl.imsglobal.org/vocab/lis/v2/institution/person#Student"]),
    ]
    course(one, platform)
    one.post()
    assert asked(platform) == ["/Members", "/Members?From=AbC", "/Members?From=aBc"]
    after = lines(one)
    new = {student: line for student, line in after.items() if student not in before}
    assert sorted(new.values()) == [("Person 12", "not-opened", False), ("Žofia Núñez", "not-opened", False)]
    assert after["s002"] == ("Student s002", "not-opened", True)  # as the class list has them
    drawn = one.store(one.database.connection.rows, "select student from sheet order by student")
    assert [student for (student,) in drawn] == sorted([*new, "s002"])
    assert all(student.startswith("u") and len(student) == 13 for student in new)


def test_a_list_is_read_each_hour_while_the_quiz_is_open(one: Served, platform: StandIn) -> None:
    course(one, platform)
    for minutes, count in ((0, 2), (59, 2), (1, 4), (1, 4)):  # two pages each time
        one.pass_by(minutes=minutes)
        one.post()
        assert len(asked(platform)) == count
    one.pass_by(hours=2)  # it has closed
    one.post()
    assert len(asked(platform)) == 4
    course(one, platform)  # staff look again
    one.post()
    assert len(asked(platform)) == 6


def test_a_list_that_cannot_be_read_is_told_and_read_again(one: Served, platform: StandIn) -> None:
    course(one, platform)
    platform.is_down = True
    one.post()
    assert any(line.startswith("a class list of week5 could not be read: no answer") for line in one.log)
    platform.is_down = False
    one.pass_by(hours=1)
    one.post()
    assert len(lines(one)) == 5


@pytest.mark.parametrize("address", ["http://evil.example.edu/Members", "nonsense", "http://127.0.0.1:9/Members"])
def test_a_list_elsewhere_is_not_read(address: str, one: Served, platform: StandIn) -> None:
    course(one, platform, address)
    one.post()
    assert "is not an address of this platform" in "".join(one.log)
    assert len(lines(one)) == 3


def test_hostile_members_are_passed_over(one: Served, platform: StandIn) -> None:
    platform.members = [
        {"user_id": ["5"], "roles": [LEARNER]},
        {"user_id": "", "roles": [LEARNER]},
        {"roles": LEARNER},
        member("6", name="<i>\u202e" + "x" * 10_000, email=5),
        member("7", roles=[LEARNER, {}], name="a\0b\ud800"),
    ]
    course(one, platform)
    one.post()
    names = [name for name, _, is_listed in lines(one).values() if not is_listed]
    assert sorted(len(name) for name in names) == [3, 200]
    assert "<i>" not in one.client.get(one.live).text.partition("<main>")[2]


def test_without_a_group_there_is_no_sheet(tmp_path: Path, platform: StandIn) -> None:
    with served(tmp_path, variants="groups", platform=platform.platform) as one:
        HERE.append(one)
        course(one, platform)
        one.post()
        assert [*lines(one)] == [
            "s001",
            "s002",
            "s003",
        ]  # and nobody is tied to an id by which they would be in no group for good
        assert one.store(one.database.connection.rows, "select student from sheet") == []


def test_who_has_too_long_an_id_is_passed_over(one: Served, platform: StandIn) -> None:
    platform.members = [member("5" * 256), member("6")]
    course(one, platform)
    one.post()
    assert len(lines(one)) == 4


def test_a_list_without_an_end_is_not_kept(one: Served, platform: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.serve.line._MOST_LISTED", 300)
    course(one, platform)
    one.post()
    assert "the list is longer than" in "".join(one.log)
    assert len(lines(one)) == 3
