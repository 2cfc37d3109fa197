"""A sheet in a frame of a course page, as a platform of another site shows it: with our cookie, and in a browser that keeps none in frames."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from console import run
from launch_tokens import ENDPOINT, launch_claims, signed
from quizzes import student_ids, write_quiz
from stand_in_platform import StandIn, stand_in
from test_serve_faults import free_port, running
from test_serve_sheets import until

from browser import chromium
from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.playwright_names import Page, expect
from browser.test_served_quiz import Sheet, fill, marks_on
from grader.serve.signing import KEY_FILE, read_key, write_key

HTML = {"Content-Type": "text/html; charset=utf-8"}
_FORM = '<form method="post" action="{}"><input name="state" value="{}"><input name="id_token" value="{}"><button>Go</button></form>'


def launches(platform: StandIn, url: str, **claims: Any) -> None:
    """Let the platform have a course page with a frame, and send a student on who comes to its address `authorize`."""
    answered = platform.answer

    def answer(method: str, address: str, headers: Mapping[str, str], body: bytes) -> tuple[int, dict[str, str], Any]:
        asked = {name: each[0] for name, each in parse_qs(urlsplit(address).query).items()}
        if address.startswith("/course"):
            frame = f'<iframe name="tool" width="900" height="600" src="{escape(login(platform, url, asked.get("who", "5")))}">'
            return 200, HTML, frame
        if address.startswith("/auth?"):
            of_jwt = {"iss": platform.url, "aud": platform.platform.client_id}
            who = {"sub": asked["login_hint"], "lis": {"person_sourcedid": asked["login_hint"]}}
            token = signed(launch_claims(asked["nonce"], datetime.now(UTC), url, **{**who, **of_jwt, **claims}))
            return 200, HTML, _FORM.format(asked["redirect_uri"], asked["state"], token)
        if address == "/favicon.ico":
            return 204, {}, None
        return answered(method, address, headers, body)

    platform.answer = answer  # type: ignore[method-assign]  # of this one alone


def login(platform: StandIn, url: str, who: str) -> str:
    """Return the address at which a launch begins."""
    begun = {"iss": platform.url, "login_hint": who, "target_link_uri": f"{url}/lti/launch"}
    return f"{url}/lti/login?{urlencode(begun)}"


def configure(folder: Path, platform: StandIn, url: str) -> None:
    """Serve the quiz of the folder to the platform."""
    one = platform.platform
    stated = {name: getattr(one, name) for name in ("issuer", "authorize", "token", "keys")}
    stated |= {"client-id": one.client_id, "deployment-id": "1"}
    document = {"format": "gametree-serve/1", "url": url, "quizzes": [{"quiz": "quiz"}], "platforms": [stated]}
    (folder / "serve.yaml").write_text(json.dumps(document), "utf-8")


@pytest.mark.apart
@pytest.mark.parametrize("has_cookies", [True, False])
def test_a_sheet_is_opened_in_a_frame_of_another_site(
    *, has_cookies: bool, tmp_path: Path, open_page: OpenPage
) -> None:
    write_quiz(tmp_path / "quiz")
    write_key(tmp_path / KEY_FILE)
    port = free_port()
    url = f"http://localhost:{port}"  # another site than that of the platform, which is 127.0.0.1
    with stand_in(read_key(tmp_path / KEY_FILE).key_set(), lambda: datetime.now(UTC)) as platform:
        configure(tmp_path, platform, url)
        launches(platform, url, name="Žofia Núñez")
        with running(tmp_path, port):
            opened = open_page(f"{platform.url}/course")
            frame = opened.page.frame_locator("iframe")
            go = frame.get_by_role("button", name="Go", exact=True)
            expect(go).to_be_visible()
            if not has_cookies:
                opened.page.context.clear_cookies()
            go.click()
            if not has_cookies:
                expect(frame.locator("h1")).to_have_text("You are Žofia Núñez, Introduction to AI")
                frame.get_by_role("button").click()
            expect(frame.locator("[data-words]")).to_have_text("Your answers are saved as you go")
            frame.locator(".widget input[type=text]:visible").first.fill("3")
            expect(frame.locator("[data-words]")).to_contain_text("Saved", timeout=15_000)
            assert opened.errors == []


COOKIES = {
    "third-party cookies blocked": {"cookie_controls_mode": 1, "block_third_party_cookies": True},
    "no cookies": {"default_content_setting_values": {"cookies": 2}},
}
"""What profiles of Chromium are set to; of the first the frame still has the partitioned cookie that is its own."""


@pytest.fixture
def profiles(_browser: Any, tmp_path: Path) -> Iterator[Mapping[str, Any]]:
    """Open a browser for each of these settings."""
    opened = {}
    for place, (name, stated) in enumerate(COOKIES.items()):
        folder = tmp_path / f"profile-{place}"
        (folder / "Default").mkdir(parents=True)
        (folder / "Default" / "Preferences").write_text(json.dumps({"profile": stated}), "utf-8")
        start = _browser.browser_type.launch_persistent_context
        opened[name] = start(str(folder), executable_path=chromium.program(), args=[*chromium.ARGUMENTS])
    yield opened
    for one in opened.values():
        one.close()


def come(page: Page, platform: StandIn, url: str, who: str, how: str) -> Sheet:
    """Launch the sheet of somebody, in a frame of the course page or alone, and return where it stands."""
    page.bring_to_front()  # tabs behind others get no clicks in frames
    page.goto(f"{platform.url}/course?who={who}" if how in COOKIES else login(platform, url, who))
    sheet = page.frame_locator("iframe") if how in COOKIES else page
    sheet.get_by_role("button", name="Go", exact=True).click()
    if how == "no cookies":
        expect(sheet.locator("h1")).to_have_text(f"You are Student {who}, Introduction to AI")
        sheet.get_by_role("button").press("Enter")
    return sheet


@pytest.mark.apart
@pytest.mark.parametrize("count", [5, pytest.param(20, marks=[pytest.mark.slow, pytest.mark.full])])
def test_sheets_are_handed_in_from_frames_that_keep_no_cookies_and_beside_them(
    count: int, tmp_path: Path, open_page: OpenPage, profiles: Mapping[str, Any]
) -> None:
    write_quiz(tmp_path / "quiz", students=count)
    write_key(tmp_path / KEY_FILE)
    port, rng = free_port(), random.Random("in frames")
    url = f"http://localhost:{port}"
    sheets: dict[str, tuple[Page, Sheet, str]] = {}
    with stand_in(read_key(tmp_path / KEY_FILE).key_set(), lambda: datetime.now(UTC)) as platform:
        configure(tmp_path, platform, url)
        launches(platform, url, **{ENDPOINT: {"lineitem": platform.line_item}})
        with running(tmp_path, port):
            for place, student in enumerate(student_ids(count)):
                how = (*COOKIES, *["alone"] * 3)[place % 5]
                page = (
                    profiles[how].new_page()
                    if how in COOKIES
                    else open_page("about:blank", (LAPTOP, PHONE)[place % 2]).page
                )
                sheet = come(page, platform, url, student, how)
                expect(sheet.locator("[data-words]")).to_have_text("Your answers are saved as you go", timeout=60_000)
                fill(page, rng, by_keys=place % 4 < 2, sheet=sheet)
                sheets[student] = page, sheet, how
            shown = {}
            for place, (student, (page, sheet, how)) in enumerate(sheets.items()):
                page.bring_to_front()
                for name in ("[data-ask]", "button[value=send]"):
                    sheet.locator(name).press("Enter") if place % 4 < 2 else sheet.locator(name).click()
                shown[student] = marks_on(sheet)
                again = come(page, platform, url, student, how)  # nothing is left to hand in: it is the feedback
                expect(again.locator("main > p").first).to_contain_text(
                    "{} of {} points".format(*shown[student]), timeout=60_000
                )
            until(lambda: len(platform.gradebook["/items/7/lineitem?type_id=1"]) == count)
        posted = {one: platform.held(one) for one in shown}
    assert {one: (f"{held['scoreGiven']:g}", f"{held['scoreMaximum']:g}") for one, held in posted.items()} == shown
    assert run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out").code == 0
    lines = (tmp_path / "out" / "results" / "gradebook.csv").read_text("utf-8").splitlines()
    assert {row["student"]: (row["earned"], row["possible"]) for row in csv.DictReader(lines)} == shown


def test_the_frame_of_another_page_shows_nothing(tmp_path: Path, open_page: OpenPage) -> None:
    write_quiz(tmp_path / "quiz")
    (tmp_path / "serve.yaml").write_text("format: gametree-serve/1\nquizzes: [{quiz: quiz}]\n", "utf-8")
    port = free_port()
    with running(tmp_path, port):
        page = tmp_path / "page.html"
        page.write_text(f'<iframe src="http://localhost:{port}/"></iframe>', "utf-8")
        opened = open_page(page)
        expect(opened.page.locator("iframe")).to_be_visible()
        assert "frame-ancestors" in " ".join(opened.errors)
