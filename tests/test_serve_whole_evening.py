"""A quiz of a class from launch to gradebook: the server is killed and the platform goes away meanwhile, and after a corrected key it holds the new marks."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from console import run
from launch_tokens import ENDPOINT, launch_claims, signed
from quizzes import build_quiz, student_ids
from served import answers_of, submission
from server_process import free_port, running
from stand_in_platform import StandIn, stand_in
from test_serve_post import regraded
from test_serve_sheets import mistaken

from grader.course.quiz.built import open_build
from grader.serve.signing import read_key, write_key


def now() -> datetime:
    return datetime.now(UTC)


class Class:
    """Students who come from a platform by launches, save, hand in, and try each of it again until it is answered."""

    def __init__(self, folder: Path, platform: StandIn, url: str, answers: Mapping[str, Any]) -> None:
        self.folder, self.platform, self.url, self.answers = folder, platform, url, answers
        self.earned: dict[str, Any] = {}

    def until(self, do: Callable[[Any], Any]) -> Any:
        """Return what is done at last by somebody with a browser of their own, as often as the server is away."""
        for _ in range(600):
            try:
                with httpx.Client(base_url=self.url, timeout=30, headers={"accept": "application/json"}) as browser:
                    found = do(browser)
                if found is not None:
                    return found
            except httpx.HTTPError:
                pass
            time.sleep(0.1)
        raise AssertionError(do)

    def launch(self, browser: Any, student: str) -> str | None:
        """Return the link to which a launch leads: half of the class by the cookie, half by the page that asks."""
        target = f"{self.url}/lti/launch"
        stated = {"iss": self.platform.url, "login_hint": student, "target_link_uri": target}
        begun = browser.get("/lti/login", params=stated)
        if begun.status_code != 302:
            return None
        asked = {name: values[0] for name, values in parse_qs(urlsplit(begun.headers["location"]).query).items()}
        endpoint = {"lineitem": self.platform.line_item, "scope": []}
        claims = launch_claims(asked["nonce"], now(), self.url, sub(student), iss=self.platform.url) | {
            ENDPOINT: endpoint,
            "https://purl.imsglobal.org/spec/lti/claim/lis": {"person_sourcedid": student},
        }
        has_cookie = int(sub(student)) % 2
        cookie = {"cookie": begun.headers["set-cookie"].partition(";")[0]} if has_cookie else {}
        posted = {"state": asked["state"], "id_token": signed(claims)}
        answer = browser.post("/lti/launch", data=posted, headers=cookie)
        if answer.status_code == 200 and not has_cookie:
            [code] = re.findall('name="code" value="([^"]+)"', answer.text)
            answer = browser.post("/lti/confirm", data={"code": code})
        return answer.headers["location"] if answer.status_code == 303 else None

    def work(self, student: str) -> None:
        """Come, open the sheet, save and hand in."""
        link = self.until(lambda browser: self.launch(browser, student))
        stated = {"base": 0, "keep": None, "submission": submission(self.answers[student])}

        def save(browser: Any) -> Any:
            assert browser.get(f"{link}/answers").status_code in (200, 507)
            return browser.put(f"{link}/answers", json=stated).status_code in (200, 409) or None

        def hand_in(browser: Any) -> Any:
            stated = {"once": student, "submission": submission(self.answers[student])}
            answer = browser.post(f"{link}/hand-in", json=stated)
            return answer.json()["earned"] if answer.status_code == 200 else None

        self.until(save)
        self.earned[student] = self.until(hand_in)


def sub(student: str) -> str:
    return student.removeprefix("s").lstrip("0")


def given(platform: StandIn, students: list[str]) -> dict[str, tuple[Any, Any]]:
    """Return what the gradebook of the platform holds of each student who has a mark there."""
    held = {student: platform.held(sub(student)) for student in students}
    return {student: (one["scoreGiven"], one["scoreMaximum"]) for student, one in held.items() if one}


def results_of(folder: Path) -> dict[str, tuple[Any, Any]]:
    lines = map(json.loads, (folder / "results.jsonl").read_text("utf-8").splitlines())
    return {one["student"]: (one["earned"], one["possible"]) for one in lines}


def wait_until(holds: Callable[[], bool], seconds: int = 180) -> None:
    """Wait until something holds, or so many seconds: who comes while the platform is away gets no further before it is back."""
    for _ in range(10 * seconds):
        if holds():
            return
        time.sleep(0.1)


def whole_evening(folder: Path, number: int, kills: int) -> None:
    rng, students = random.Random("evening"), student_ids(number)
    build_quiz(folder, students=number)
    built = open_build(str(folder / "build"))
    answers = {student: answers_of({"answers": mistaken(built, student, rng)}) for student in students}
    write_key(folder / "serve.key")
    port = free_port()
    with stand_in(read_key(folder / "serve.key").key_set(), now) as platform:
        stated = f"quizzes: [{{quiz: quiz}}]\nurl: http://127.0.0.1:{port}\n{platform.stated}"
        (folder / "serve.yaml").write_text(f"format: gametree-serve/1\n{stated}", "utf-8")
        evening = Class(folder, platform, f"http://127.0.0.1:{port}", answers)
        with ThreadPoolExecutor(8) as pool:
            working = [pool.submit(evening.work, student) for student in students]
            for at in range(kills):
                platform.is_down = at % 3 == 1
                with running(folder, port) as process:
                    done = len(evening.earned)
                    wait_until(lambda done=done: len(evening.earned) >= min(done + number // (kills + 1), number), 5)
                    time.sleep(rng.uniform(0, 0.3))
                    process.kill()
                    process.wait(30)
            platform.is_down = False
            with running(folder, port):
                for each in working:
                    each.result()
                wait_until(lambda: len(given(platform, students)) == number)
                out = folder / "out"
                new = results_of(regraded(folder, students=number))
                assert given(platform, students) == results_of(out / "results")
                assert evening.earned == {
                    student: earned for student, (earned, _) in results_of(out / "results").items()
                }
                assert run("report", out / "results").code == 0
                assert any(
                    Fraction(str(new[each][1])) > Fraction(str(results_of(out / "results")[each][1])) for each in new
                )
                said = run("serve", "post", folder, "week5", folder / "new")
                assert said.code == 0, said.err
                wait_until(lambda: given(platform, students) == new)
                assert given(platform, students) == new
        assert platform.wrong == []


def test_a_class_comes_from_a_platform_and_its_marks_go_there(tmp_path: Path) -> None:
    whole_evening(tmp_path, 12, 2)


@pytest.mark.slow
@pytest.mark.full
def test_four_hundred_come_from_a_platform_and_their_marks_go_there(tmp_path: Path) -> None:
    whole_evening(tmp_path, 400, 10)
