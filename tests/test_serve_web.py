"""What the server answers to anybody: headers everywhere, nothing too large or from elsewhere, and no link by trying."""

from __future__ import annotations

import json
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from served import JSON, Here, Served, served

from grader.serve.service import NotDone
from grader.serve.web import Limits

ADDRESSES = ("/", "/healthz", "/nothing", "/s/0", "/s/0/answers", "/i/0", "/i/0/live", "/lti/login")


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("served")) as found:
        yield found


@pytest.fixture(autouse=True)
def later(one: Served) -> None:
    """Let a minute pass before each test, so that nothing is limited by the one before."""
    one.pass_by(minutes=1)


def hand_in_bytes(one: Served, content: bytes, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return one.client.post(f"{one.links['s001']}/hand-in", content=content, headers={**JSON, **named})


def test_headers_stand_on_every_answer(one: Served) -> None:
    link = one.links["s001"]
    found = [one.client.get(address) for address in (*ADDRESSES, link, f"{link}/answers", f"{link}/feedback", one.live)]
    found += [one.client.post("/"), one.client.put(f"{link}/answers", content=b"{"), one.client.delete(link)]
    for answer in found:
        headers = answer.headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert policy.endswith("frame-ancestors 'none'")
        assert "strict-transport-security" not in headers  # the address is no https
        assert "server" not in headers
        assert "set-cookie" not in headers


def test_pages_have_the_policy_of_their_scripts(one: Served) -> None:
    for address in (one.links["s001"], one.live):
        answer = one.client.get(address)
        assert "script-src 'sha256-" in answer.headers["content-security-policy"]
        assert "connect-src 'self'" in answer.headers["content-security-policy"]


def test_what_is_wrong_is_told_as_json_or_as_a_page(one: Served) -> None:
    said = one.client.get("/s/0123", headers={"accept": "application/json"})
    assert (said.status_code, [*said.json()]) == (404, ["error"])
    page = one.client.get("/s/0123", headers={"accept": "text/html,*/*"})
    assert page.status_code == 404
    assert "<h1" in page.text
    assert said.json()["error"].partition(".")[0] in page.text


def test_wrong_old_and_foreign_links_are_told_alike(one: Served) -> None:
    told = {one.client.get(f"{address}").text for address in ("/s/0", "/s/" + "f" * 32, "/i/" + "0" * 32, "/s/%00")}
    assert len(told) == 1


def test_bodies_are_small_json_of_this_site(one: Served) -> None:
    stated = json.dumps({"once": "x", "submission": {"answers": {}}}).encode()
    assert hand_in_bytes(one, b" " * (64 * 1024 + 1)).status_code == 413
    assert hand_in_bytes(one, stated, content_type="text/plain").status_code == 415
    assert hand_in_bytes(one, stated, sec_fetch_site="cross-site").status_code == 403
    assert hand_in_bytes(one, stated, sec_fetch_site="same-site").status_code == 403
    one.pass_by(minutes=1)
    for wrong in (b"", b"{", b"[]", b'{"once": 1}', b'{"once": "x", "submission": 1}', b"\xff", b"[" * 60_000):
        assert hand_in_bytes(one, wrong).status_code == 400
        one.pass_by(minutes=1)
    assert hand_in_bytes(one, b'{"once": "x", "submission": {"a": NaN}}').status_code == 400
    assert hand_in_bytes(one, b'{"once": "x", "submission": {"a": "\\ud800"}}').status_code == 400
    assert hand_in_bytes(one, b'{"once": "", "submission": {}}').status_code == 400
    assert one.line("s001")["attempts"] == 0


def test_a_body_that_is_just_small_enough_is_read(one: Served) -> None:
    stated = {"base": 0, "keep": "", "submission": None}
    stated["keep"] = "x" * (64 * 1024 - len(json.dumps(stated)))
    content = json.dumps(stated).encode()
    assert len(content) == 64 * 1024
    answer = one.client.put(f"{one.links['s003']}/answers", content=content, headers=JSON)
    assert answer.status_code == 200


def test_saving_and_handing_in_are_limited_each_minute(one: Served) -> None:
    codes = [one.save("s002", 0, {}).status_code for _ in range(31)]
    assert codes[:1] == [200]
    assert {*codes[1:30]} == {409}
    assert codes[30] == 429
    last = one.save("s002", 1, {})
    assert 1 <= int(last.headers["retry-after"]) <= 61
    one.pass_by(minutes=1)
    assert one.save("s002", 1, {}).status_code == 200


def test_who_tries_links_is_slowed_down(one: Served) -> None:
    codes = [one.client.get(f"/s/{number:032x}").status_code for number in range(1000)]
    assert codes[:60] == [404] * 60
    assert {*codes[60:]} == {429}
    assert one.client.get(one.links["s001"]).status_code == 200  # a right link is opened all the same


def test_who_asks_from_ever_new_addresses_fills_no_memory() -> None:
    """Who asked last is known, however many there are; the one who was slowed down still is, as long as they go on."""
    limits = Limits(2, lambda: 0.0)
    for number in range(100_000):
        limits.check(f"192.0.2.{number}")
        if number % 5_000 == 0:
            with suppress(NotDone):
                limits.check("198.51.100.7")
    with pytest.raises(NotDone):
        limits.check("198.51.100.7")
    assert len(limits._times) <= 10_000


def test_a_strange_host_changes_nothing(one: Served) -> None:
    link = one.links["s001"]
    assert one.client.get(link, headers={"host": "evil.example"}).text == one.client.get(link).text


def test_nothing_in_the_log_opens_a_sheet_or_names_anybody(one: Served) -> None:
    one.client.get(one.links["s001"])
    one.client.get("/s/" + "a" * 400)
    said = "\n".join(one.log)
    assert f"GET {one.links['s001'][:7]}… 200" in said
    for text in (*(link[3:] for link in one.links.values()), one.live[3:], "s001", "Student", "192.0.2.1"):
        assert text not in said


def test_health_says_what_is_wrong(one: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    assert one.client.get("/healthz").json() == {"status": "ok"}
    monkeypatch.setattr("grader.serve.web._LEAST_DISK", 10**18)
    answer = one.client.get("/healthz")
    assert (answer.status_code, answer.json()["wrong"]) == (503, ["less than 100 MB of disk are free"])


def test_health_says_that_no_marker_lives(one: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_: object) -> None:
        raise BrokenExecutor

    monkeypatch.setattr(Here, "submit", dies)
    answer = one.client.get("/healthz")
    assert (answer.status_code, answer.json()["wrong"]) == (503, ["no marker lives"])
    monkeypatch.undo()
    assert one.client.get("/healthz").status_code == 200


def test_https_is_told_to_browsers(tmp_path: Path) -> None:
    with served(tmp_path) as found:
        found.client.app._url = "https://quiz.example.edu"
        assert found.client.get("/").headers["strict-transport-security"] == "max-age=31536000"
