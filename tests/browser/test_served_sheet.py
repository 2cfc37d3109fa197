"""A sheet that came from a server: saved as it is filled in, merged, handed in once, and a line that tells the truth about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from banked import BANK

from browser.axe import violations
from browser.conftest import PHONE, OpenPage
from browser.playwright_names import Page, expect
from browser.served_stand_in import CLOSING, SHEET, Said, Server, serving
from grader.pages.answer_page import Heading, write_answer_page
from grader.serve.served_sheet import write_served_sheet

IDS = ("minimax-textbook", "four-ply-trace")
HEADING = Heading("Week 5", "AI", student="s1001", quiz="week5")
NAME = "</script><b onclick='x()'>Žofia</b> \u202eNúñez " + "W" * 300
REFUSED = (
    "Object.defineProperty(window, 'localStorage', { configurable: true, get() { throw new Error('refused'); } });"
)
LONG = 8000  # a save comes 2 s after a change, and 5 s after another


@pytest.fixture
def server() -> Iterator[Server]:
    with serving({SHEET: write_served_sheet([BANK[id_].problem for id_ in IDS], HEADING, NAME)}) as served:
        yield served


@pytest.fixture
def sheet(server: Server, open_page: OpenPage) -> Callable[..., Page]:
    """Return what opens the sheet in a browser of its own; it complains of nothing but answers that a test wants."""

    def opened(*size: tuple[int, int], script: str = "") -> Page:
        page = open_page("about:blank", *size).page
        page.add_init_script(script)
        page.goto(server.sheet)
        expect(line(page)).to_have_text(
            re.compile("^(Saved|Your answers are saved as you go|Handed in|Handing in|Time is over)")
        )
        return page

    return opened


def line(page: Any) -> Any:
    return page.locator("[data-words]")


def value(page: Any, problem: int = 0) -> Any:
    return page.locator(f'[data-problem="{problem}"] input[aria-label="Value of the root"]')


def saved(page: Any) -> None:
    """Wait until all is saved."""
    expect(line(page)).to_have_text(re.compile("^Saved [0-9]{2}:[0-9]{2}:[0-9]{2}$"), timeout=LONG)


def states(page: Page, server: Server, number: int) -> None:
    """Wait until the server has so many states."""
    for _ in range(LONG // 50):
        if len(server.states) == number:
            return
        page.wait_for_timeout(50)
    raise AssertionError(server.seen)


def hand_in(page: Page) -> None:
    page.get_by_role("button", name="Hand in …").click()
    page.get_by_role("button", name="Hand in now").click()


def answers(server: Server) -> list[Any]:
    return [state["submission"]["answers"] for state in server.states]


def test_what_is_typed_is_saved_and_a_reload_and_another_browser_show_it(server: Server, sheet) -> None:
    page = sheet()
    assert server.statuses("PUT") == []
    value(page).fill("3")
    value(page, 1).fill("half-")
    saved(page)
    assert answers(server) == [{IDS[0]: {"value": "3"}, IDS[1]: {"value": "half-"}}]
    page.reload()
    saved(page)
    other = sheet()
    for one in (page, other):
        expect(value(one)).to_have_value("3")
        expect(value(one, 1)).to_have_value("half-")
    saved(other)
    assert server.statuses("PUT") == [200]


@pytest.mark.parametrize("size", [PHONE, (360, 740)], ids=["390", "360"])
@pytest.mark.parametrize("place", ["served", "file"])
def test_all_tools_stand_within_a_phone(
    size: tuple[int, int], place: str, sheet, open_page: OpenPage, tmp_path
) -> None:
    """None of them is cut, or hidden where only who wipes sideways finds it."""
    file = tmp_path / "answers.html"
    file.write_text(write_answer_page([BANK[id_].problem for id_ in IDS], HEADING), "utf-8")
    page = sheet(size) if place == "served" else open_page(file, size).page
    for button in page.locator("[data-tools] button").all():
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= size[0]
    for row in page.locator("[data-tools]").all():
        assert row.evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_two_windows_lose_nothing_of_each_other(server: Server, sheet) -> None:
    first, second = sheet(), sheet()
    value(first).fill("3")
    saved(first)
    value(second, 1).fill("5")
    expect(line(second)).to_have_text("Saved here by another window: 1 answer was taken in", timeout=LONG)
    expect(value(second)).to_have_value("3")
    expect(value(second, 1)).to_have_value("5")
    states(second, server, 2)
    value(first, 1).fill("7")  # both changed it: who saves last is believed, and what was saved before is a state too
    states(first, server, 3)
    assert [(content["base"], status) for method, content, status in server.seen if method == "PUT"] == [
        (0, 200),
        (0, 409),
        (1, 200),
        (1, 409),
        (2, 200),
    ]
    assert answers(server) == [
        {IDS[0]: {"value": "3"}, IDS[1]: {}},
        {IDS[0]: {"value": "3"}, IDS[1]: {"value": "5"}},
        {IDS[0]: {"value": "3"}, IDS[1]: {"value": "7"}},
    ]


def test_without_a_network_the_browser_keeps_it_and_sends_it_when_there_is_one_again(server: Server, sheet) -> None:
    page = sheet()
    page.context.set_offline(True)
    value(page).fill("3")
    words = re.compile("^Not saved since [0-9]{2}:[0-9]{2} – no connection; your answers are kept in this browser$")
    expect(line(page)).to_have_text(words, timeout=LONG)
    assert page.locator("[data-told]").text_content() == line(page).text_content()
    page.context.set_offline(False)
    saved(page)
    assert answers(server)[-1][IDS[0]] == {"value": "3"}


def test_what_a_browser_kept_when_it_was_closed_is_merged_into_what_was_saved_elsewhere(server: Server, sheet) -> None:
    page, other = sheet(), sheet()
    server.next["PUT"] = [Said(0)] * 2
    value(page).fill("3")
    expect(line(page)).to_have_text(re.compile("no connection"), timeout=LONG)
    page.goto("about:blank")
    value(other, 1).fill("5")
    saved(other)
    page.goto(server.sheet)
    expect(value(page, 1)).to_have_value("5")
    expect(value(page)).to_have_value("3")
    saved(page)
    assert answers(server)[-1] == {IDS[0]: {"value": "3"}, IDS[1]: {"value": "5"}}


def test_leaving_the_page_saves_what_was_just_typed(server: Server, sheet) -> None:
    page = sheet()
    value(page).fill("3")
    page.goto("about:blank")
    states(page, server, 1)
    assert answers(server) == [{IDS[0]: {"value": "3"}, IDS[1]: {}}]


def test_it_asks_once_says_what_is_blank_and_hands_in(server: Server, sheet) -> None:
    page = sheet()
    value(page).fill("three")
    page.get_by_role("button", name="Hand in …").click()
    asked = page.get_by_role("dialog")
    for words in (
        "This is your last attempt.",
        "1 entry cannot be read: the whole part would not be judged",
        "2. Blank:",
    ):
        expect(asked).to_contain_text(words)
    page.get_by_role("button", name="Go on working").click()
    assert server.statuses("POST") == []
    value(page).fill("3")
    hand_in(page)
    expect(line(page)).to_have_text(re.compile("^Handed in [0-9:]{8}$"))
    expect(page.locator("[data-attempts]")).to_have_text("2.25 of 11 points")
    assert page.get_by_role("link", name="Read your feedback").get_attribute("href") == f"{SHEET}/feedback"
    expect(page.get_by_role("button", name="Hand in …")).to_be_disabled()
    [(content, status)] = [(content, status) for method, content, status in server.seen if method == "POST"]
    assert (content["submission"]["answers"][IDS[0]], status) == ({"value": "3"}, 200)
    value(page).fill("4")
    expect(line(page)).to_have_text("Handed in, without what you changed since")


def test_a_hand_in_whose_answer_was_lost_is_sent_again_as_the_same_one(server: Server, sheet) -> None:
    page = sheet()
    value(page).fill("3")
    server.next["POST"] = [Said(0, is_after=True)] * 3
    hand_in(page)
    expect(line(page)).to_have_text("Handing in … no connection; it is tried again", timeout=LONG)
    page.reload()
    expect(line(page)).to_have_text(re.compile("^Handed in"), timeout=LONG)
    posted = [content for method, content, _ in server.seen if method == "POST"]
    assert len(posted) >= 2
    assert all(content == posted[0] for content in posted)
    assert len(server.handed_in) == 1


def test_a_hand_in_under_way_is_not_forgotten_by_another_tab_of_the_browser(server: Server, sheet) -> None:
    first = sheet()
    second = first.context.new_page()
    second.goto(server.sheet)
    expect(line(second)).to_have_text("Your answers are saved as you go")
    server.next["POST"] = [Said(0)] * 2
    hand_in(first)
    expect(line(first)).to_have_text("Handing in … no connection; it is tried again")
    first.close()
    value(second).fill("3")
    states(second, server, 1)
    expect(line(second)).to_have_text(re.compile("^Handed in"), timeout=2 * LONG)
    assert len({content["once"] for method, content, _ in server.seen if method == "POST"}) == 1


def test_with_attempts_left_it_goes_on_saving(server: Server, sheet) -> None:
    server.attempts = 2
    page = sheet()
    expect(page.locator("[data-attempts]")).to_have_text("2 of 2 attempts left")
    value(page).fill("3")
    hand_in(page)
    expect(page.locator("[data-attempts]")).to_have_text("2.25 of 11 points · 1 of 2 attempts left")
    value(page).fill("4")
    saved(page)
    hand_in(page)
    expect(page.locator("[data-attempts]")).to_have_text("2.25 of 11 points · 0 of 2 attempts left")
    assert server.statuses("POST") == [200, 200]


def on_the_clock(page: Page, time: str) -> str:
    """Return a time as the clock of the browser shows it."""
    return str(page.evaluate("(time) => new Date(time).toTimeString().slice(0, 8)", time))


def test_after_a_reload_it_says_when_what_stands_there_was_handed_in_or_saved(server: Server, sheet) -> None:
    server.attempts = 2
    page = sheet()
    value(page).fill("3")
    hand_in(page)
    states(page, server, 1)  # it is saved too
    handed = f"Handed in {on_the_clock(page, server.now)}"
    expect(line(page)).to_have_text(handed)
    server.now = "2026-11-27T17:40:00+01:00"
    page.reload()
    expect(line(page)).to_have_text(handed)
    value(page).fill("4")
    saved(page)
    when = f"Saved {on_the_clock(page, server.states[-1]['when'])}"[: len("Saved 17:40")]
    server.now = "2026-11-27T17:50:00+01:00"
    page.reload()
    expect(line(page)).to_have_text(re.compile(f"^{when}"))
    value(page).fill("3")
    expect(line(page)).to_have_text(handed, timeout=LONG)
    server.now = "2026-11-28T17:50:00+01:00"
    page.reload()
    expect(line(page)).to_have_text(f"Handed in 27 Nov {on_the_clock(page, server.arrived)}")


def test_what_handing_in_late_costs_is_said_from_the_start_and_when_it_is_late(server: Server, sheet) -> None:
    rule = "20 per cent are taken off for each day begun since then."
    server.late = {"after": "2026-11-27T18:02:00+01:00", "rule": rule}
    server.attempts, page = 2, sheet()
    left, asked = page.locator("[data-left]"), page.locator("[data-chances]")
    expect(left).to_have_text(re.compile(f"minutes left, until [0-9:]{{5}}; of what comes later {rule}$"))
    for now, is_late in (("18:01:30", False), ("18:02:30", True)):
        server.now = f"2026-11-27T{now}+01:00"
        page.reload()
        expect(left).to_have_text(re.compile(f"^closing time was [0-9:]{{5}}; of what comes later {rule}$"))
        page.get_by_role("button", name="Hand in …").click()
        late = f"Handing in now is late: {left.text_content()}" if is_late else ""
        expect(asked).to_have_text(f"You have 2 attempts left. {late}".strip())
        page.get_by_role("button", name="Go on working").click()
    server.handed_in[CLOSING], server.answers = {}, {}
    page.reload()
    expect(page.get_by_role("link", name="Read your feedback")).to_be_visible()
    page.get_by_role("button", name="Hand in …").click()
    again = "What was handed in before is late with it: the time of the last attempt counts for all."
    expect(asked).to_have_text(f"This is your last attempt. {late} {again}")


@pytest.mark.parametrize(
    ("said", "words", "then"),
    [
        (
            Said(429, {"error": "too many at once"}, {"Retry-After": "2"}),
            "Not saved since .* – too many at once; your answers are kept in this browser",
            [429, 200],
        ),
        (
            Said(
                507,
                {"error": "this cannot be saved here just now; your page keeps it and tries again"},
                {"Retry-After": "5"},
            ),
            "Not saved since .* – this cannot be saved here just now",
            [507, 200],
        ),
        (Said(503), "Not saved since .* – the server answers 503", [503, 200]),
        (
            Said(413, {"error": "this is larger than 64 KiB"}),
            "Not saved since .* – this is larger than 64 KiB",
            [413, 200],
        ),
        (
            Said(404, {"error": "no such page"}),
            "This link opens no sheet any more: download your answers and ask your instructor",
            [404],
        ),
    ],
    ids=lambda given: str(given.status) if isinstance(given, Said) else "",
)
def test_whatever_is_answered_to_a_save_the_line_says_it(
    server: Server, sheet, said: Said, words: str, then: list[int]
) -> None:
    page = sheet()
    server.next["PUT"] = [said]
    value(page).fill("3")
    expect(line(page)).to_have_text(re.compile(words), timeout=LONG)
    if 200 in then:
        saved(page)
    else:
        page.wait_for_timeout(1500)
    assert server.statuses("PUT") == then


def test_what_comes_back_after_closing_is_put_by(server: Server, sheet) -> None:
    page = sheet()
    server.is_over = True
    server.next["PUT"] = [Said(410, {"error": "the quiz closed at 18:00", "kept": False})]
    server.next["POST"] = [Said(410, {"error": "the quiz closed at 18:00", "kept": True})]
    value(page).fill("3")
    words = "Not handed in: the quiz closed at 18:00; it is kept, and your instructor may accept it"
    expect(line(page)).to_have_text(words, timeout=LONG)
    [content] = [content for method, content, _ in server.seen if method == "POST"]
    assert content["submission"]["answers"][IDS[0]] == {"value": "3"}
    assert (server.statuses("PUT"), server.statuses("POST")) == ([410], [410])


def test_what_is_newer_than_a_backup_that_was_put_back_is_saved_again(server: Server, sheet) -> None:
    page = sheet()
    for number, text in enumerate(("3", "4", "7"), 1):
        value(page).fill(text)
        states(page, server, number)
    saved(page)
    del server.states[1:]  # the backup is put back
    value(page, 1).fill("5")
    page.wait_for_timeout(LONG)  # it is asked once every five seconds: what was saved meanwhile, and then to save
    states(page, server, 2)
    assert answers(server)[-1] == {IDS[0]: {"value": "7"}, IDS[1]: {"value": "5"}}
    expect(value(page)).to_have_value("7")
    del server.states[:]
    page.reload()
    states(page, server, 1)
    assert answers(server)[-1] == {IDS[0]: {"value": "7"}, IDS[1]: {"value": "5"}}


def test_what_was_handed_in_elsewhere_is_not_taken_for_what_stands_here(server: Server, sheet) -> None:
    page, other = sheet(), sheet()
    hand_in(other)
    value(page).fill("7")
    states(page, server, 1)
    page.reload()
    expect(line(page)).to_have_text("Handed in, without what you changed since")
    other.reload()
    expect(value(other)).to_have_value("7")  # what is saved
    expect(line(other)).to_have_text("Handed in, without what you changed since")


@pytest.mark.parametrize(
    ("said", "words", "is_over"),
    [
        (Said(422, {"error": "q3-x is not on this sheet"}), "Not handed in: q3-x is not on this sheet", False),
        (Said(409, {"error": "already handed in"}), "Not handed in: already handed in", False),
        (
            Said(410, {"error": "the quiz closed at 18:00", "kept": True}),
            "Not handed in: the quiz closed at 18:00; it is kept, and your instructor may accept it",
            True,
        ),
    ],
    ids=lambda given: str(given.status) if isinstance(given, Said) else "",
)
def test_whatever_is_answered_to_a_hand_in_the_line_says_it(
    server: Server, sheet, said: Said, words: str, is_over: bool
) -> None:
    page = sheet()
    server.is_over = is_over
    server.next["POST"] = [said]
    hand_in(page)
    expect(line(page)).to_have_text(words)
    expect(page.get_by_role("button", name="Hand in …")).to_be_enabled(enabled=not is_over)
    assert server.statuses("POST") == [said.status]


def test_a_hand_in_waits_as_long_as_it_is_told(server: Server, sheet) -> None:
    page = sheet()
    server.next["POST"] = [Said(429, {"error": "too many at once"}, {"Retry-After": "2"}), Said(202, is_after=True)]
    hand_in(page)
    expect(line(page)).to_have_text("Handing in … too many at once; it is tried again")
    expect(line(page)).to_have_text("Handed in; your marks follow", timeout=LONG)
    expect(page.locator("[data-attempts]")).to_have_text("2.25 of 11 points", timeout=2 * LONG)
    assert server.statuses("POST") == [429, 202, 200]


def test_how_long_is_left_is_told_by_the_clock_of_the_server(server: Server, sheet) -> None:
    page = sheet()
    expect(page.locator("[data-left]")).to_have_text(re.compile("^4[23] minutes left, until [0-9:]{5}$"))
    server.now = "2026-11-27T18:00:30+01:00"
    page.reload()
    expect(page.locator("[data-left]")).to_have_text(re.compile("^closing time was [0-9:]{5}$"))
    server.closes = None
    page.reload()
    saved_or_new = re.compile("^Your answers are saved as you go$")
    expect(line(page)).to_have_text(saved_or_new)
    expect(page.locator("[data-left]")).to_be_hidden()


def test_what_was_handed_in_by_the_server_when_it_closed_is_said(server: Server, sheet) -> None:
    page = sheet()
    server.handed_in[CLOSING] = {}
    page.reload()
    expect(line(page)).to_have_text("Handed in at closing")
    expect(page.get_by_role("link", name="Read your feedback")).to_be_visible()


def test_a_page_that_was_left_open_says_that_closing_has_handed_in_and_what_came_later(
    server: Server, with_clock: Page
) -> None:
    server.attempts = 3
    value(with_clock).fill("3")
    with_clock.clock.run_for(2000)
    saved(with_clock)
    server.handed_in[CLOSING], server.is_over = {}, True
    value(with_clock).fill("4")
    server.next["PUT"] = [Said(410, {"error": "the quiz closed at 18:00", "kept": False})]
    server.next["POST"] = [Said(410, {"error": "the quiz closed at 18:00", "kept": True})]
    with_clock.clock.run_for(6000)
    words = "Handed in at closing; what came later is kept, and your instructor may accept it"
    expect(line(with_clock)).to_have_text(words)
    expect(with_clock.locator("[data-attempts]")).to_have_text("0 of 3 attempts left")
    expect(with_clock.get_by_role("link", name="Read your feedback")).to_be_visible()
    assert (server.statuses("PUT"), server.statuses("POST")) == ([200, 410], [410])


def test_after_closing_a_sheet_of_which_nothing_was_handed_in_says_so_and_takes_nothing(server: Server, sheet) -> None:
    server.is_over, server.attempts = True, 3
    page = sheet()
    expect(line(page)).to_have_text("Time is over, and nothing was handed in")
    expect(page.locator("[data-attempts]")).to_have_text("0 of 3 attempts left")
    expect(page.get_by_role("button", name="Hand in …")).to_be_disabled()
    assert page.locator('[data-problem="0"]').evaluate("one => one.inert")
    assert not page.get_by_role("link", name="Read your feedback").is_visible()
    assert server.statuses("PUT") == server.statuses("POST") == []


def test_a_page_that_is_over_opens_again_where_more_time_was_given(server: Server, with_clock: Page) -> None:
    server.is_over = True
    with_clock.clock.fast_forward(130_000)
    expect(line(with_clock)).to_have_text("Time is over, and nothing was handed in")
    server.is_over = False
    with_clock.clock.fast_forward(110_000)
    expect(line(with_clock)).to_have_text("Time is over, and nothing was handed in")
    with_clock.clock.fast_forward(20_000)
    expect(with_clock.get_by_role("button", name="Hand in …")).to_be_enabled()


@pytest.fixture
def with_clock(server: Server, open_page: OpenPage) -> Page:
    """Return the sheet in a browser whose clock a test moves."""
    page = open_page("about:blank").page
    page.clock.install(time=0)
    page.goto(server.sheet)
    expect(page.locator("[data-left]")).to_have_text(re.compile("left"))  # the server has said until when
    return page


def test_a_sheet_that_is_looked_at_is_seen_by_the_server_and_learns_of_a_later_closing(
    server: Server, with_clock: Page
) -> None:
    server.closes = "2026-11-27T19:17:00+01:00"
    with_clock.clock.fast_forward(110_000)
    with_clock.wait_for_timeout(200)
    assert server.statuses("GET") == [200]
    with_clock.clock.fast_forward(20_000)
    expect(with_clock.locator("[data-left]")).to_have_text(re.compile("^(2 hours|119 minutes) left"))
    assert server.statuses("GET") == [200, 200]


def test_what_was_just_typed_is_saved_before_it_closes_and_then_it_says_that_it_was_handed_in(
    server: Server, with_clock: Page
) -> None:
    server.now = "2026-11-27T17:59:51+01:00"
    with_clock.clock.pause_at(with_clock.evaluate("Date.now() + 200_000"))
    with_clock.clock.run_for(1000)  # it asks what time it is
    expect(with_clock.locator("[data-left]")).to_have_text(re.compile("^[89] seconds left"))
    value(with_clock).fill("3")
    with_clock.clock.run_for(2000)
    saved(with_clock)
    value(with_clock).fill("4")
    with_clock.clock.run_for(4500)  # less than three seconds are left, and the 5 s between two saves are not over
    states(with_clock, server, 2)
    server.handed_in[CLOSING], server.is_over = {}, True
    server.now = "2026-11-27T18:00:31+01:00"
    with_clock.clock.run_for(40_000)
    expect(line(with_clock)).to_have_text("Handed in at closing")
    expect(with_clock.get_by_role("button", name="Hand in …")).to_be_disabled()


def test_a_change_is_saved_whose_time_comes_while_a_save_before_it_takes_long(server: Server, with_clock: Page) -> None:
    held = list[Any]()
    with_clock.route("**/answers", lambda route: held.append(route))  # noqa: PLW0108  # playwright marks what it is given
    with_clock.clock.pause_at(with_clock.evaluate("Date.now() / 1000") + 10)
    value(with_clock).fill("3")
    with_clock.clock.run_for(2000)
    expect(line(with_clock)).to_have_text("Saving …")
    value(with_clock).fill("4")
    with_clock.clock.run_for(9000)
    [first] = held
    first.continue_()
    with_clock.unroute("**/answers")
    states(with_clock, server, 1)
    with_clock.wait_for_timeout(200)
    with_clock.clock.run_for(6000)
    states(with_clock, server, 2)
    assert answers(server)[-1][IDS[0]] == {"value": "4"}


def test_by_keyboard_alone(server: Server, sheet) -> None:
    page = sheet()
    value(page).focus()
    page.keyboard.type("3")
    button = page.get_by_role("button", name="Hand in …")
    for _ in range(200):
        page.keyboard.press("Tab")
        if button.evaluate("one => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Hand in now")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-attempts]")).to_have_text("2.25 of 11 points")


def test_in_a_frame_of_another_site_that_may_keep_nothing_it_is_saved_all_the_same(server: Server, sheet) -> None:
    page = sheet(script=REFUSED)
    server.pages["/course"] = f'<iframe width="1200" height="600" src="{server.sheet}"></iframe>'
    page.goto(f"{server.address.replace('127.0.0.1', 'localhost')}/course")
    frame = page.frame_locator("iframe")
    value(frame).fill("3")
    saved(frame)
    expect(page.get_by_text("Nothing is kept in this browser")).to_have_count(0)
    server.next["PUT"] = [Said(503)]
    value(frame).fill("4")
    expect(line(frame)).to_have_text(re.compile("on this page alone: leave it open$"), timeout=LONG)
    saved(frame)
    page.reload()
    expect(value(frame)).to_have_value("4")


def test_two_students_on_one_browser_do_not_see_each_others_answers(server: Server, sheet) -> None:
    page = sheet()
    value(page).fill("3")
    saved(page)
    server.pages[SHEET] = write_served_sheet([BANK[id_].problem for id_ in IDS], HEADING._replace(student="s1002"))
    server.states.clear()
    page.goto(server.sheet)
    expect(line(page)).to_have_text("Your answers are saved as you go")
    expect(value(page)).to_have_value("")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_on_a_phone_nothing_overflows_and_everybody_can_read_it(
    server: Server, open_page: OpenPage, dark: bool
) -> None:
    opened = open_page(server.sheet, PHONE, dark=dark)
    expect(line(opened.page)).to_have_text("Your answers are saved as you go")
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert not violations(opened.page)
    assert not opened.errors


def test_it_is_told_aloud_once_that_answers_are_saved(server: Server, sheet) -> None:
    page = sheet()
    page.evaluate(
        "new MutationObserver(all => { window.told = (window.told ?? 0) + all.length; }).observe(document.querySelector('[data-told]'), { childList: true, subtree: true, characterData: true })"
    )
    for number, text in enumerate("345", 1):
        value(page).fill(text)
        states(page, server, number)
        saved(page)
    assert page.evaluate("window.told ?? 0") == 0
    assert server.statuses("PUT") == [200, 200, 200]


def test_what_goes_wrong_is_told_aloud_each_time_that_it_is_something_else(server: Server, sheet) -> None:
    page = sheet()
    for why in ("q3-x is not on this sheet", "q4-x is not on this sheet"):
        server.next["POST"] = [Said(422, {"error": why})]
        hand_in(page)
        expect(page.locator("[data-told]")).to_have_text(f"Not handed in: {why}")


def test_a_server_that_asks_to_wait_is_not_asked_before(server: Server, open_page: OpenPage) -> None:
    server.next["GET"] = [Said(503, {}, {"Retry-After": "4"})]
    page = open_page(server.sheet).page
    expect(line(page)).to_have_text(re.compile("^All is saved – the server answers 503; what you change is kept"))
    page.wait_for_timeout(2500)
    assert server.statuses("GET") == [503]
    expect(line(page)).to_have_text("Your answers are saved as you go", timeout=LONG)
