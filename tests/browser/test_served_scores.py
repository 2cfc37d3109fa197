"""The live page in a browser: a score that the gradebook did not take, and the button that sends it again."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")
from served import KEY, links_and_live, served
from stand_in_platform import stand_in
from test_serve_faults import free_port, running
from test_serve_scores import launch, whole

from browser.conftest import OpenPage
from grader.serve.signing import read_key, write_key


@pytest.mark.apart
def test_again_sends_what_was_not_taken(tmp_path: Path, open_page: OpenPage) -> None:
    write_key(tmp_path / "serve.key")
    keys = [*read_key(tmp_path / "serve.key").key_set()["keys"], *KEY.key_set()["keys"]]
    with stand_in({"keys": keys}, lambda: datetime.now(UTC)) as platform:
        with served(tmp_path) as one:
            launch(one, platform, "s001")
            one.hand_in("s001", whole(one, "s001"))
            said = "update post set due = '9999', tries = 3, said = '503 down', since = '9998'"
            one.store(one.database.connection.one, said)
            _, live = links_and_live(one)
        with open(tmp_path / "serve.yaml", "a", encoding="utf-8") as file:
            file.write(platform.stated)
        port = free_port()
        with running(tmp_path, port):
            page = open_page(f"http://127.0.0.1:{port}{live}").page
            page.get_by_text("not in the gradebook: 503 down").wait_for()
            page.get_by_role("button", name="Again: Student s001").click()
            page.get_by_text("The score of s001 is on its way again").wait_for()
            page.get_by_role("button", name="Again: Student s001").wait_for(state="detached", timeout=20_000)
        assert platform.held("1") is not None
