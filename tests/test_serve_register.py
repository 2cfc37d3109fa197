"""A platform registers itself by an address that opens once; and its keys, which are read when they are needed."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import launch_tokens
import pytest
from console import run
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from served import Served, served
from stand_in_platform import CLIENT, StandIn
from test_serve_scores import HERE, a_platform, clock  # noqa: F401  # one is a fixture

from grader.serve import server
from grader.serve.line import Away
from grader.serve.platforms import LtiPlatform, Platforms
from grader.serve.registration import _check_safe, _is_above
from grader.serve.signing import write_key


@pytest.fixture(autouse=True)
def _same_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands read the clock of the server."""
    monkeypatch.setattr(server, "now", clock)


@pytest.fixture
def one(tmp_path: Path, platform: StandIn) -> Iterator[Served]:
    with served(tmp_path, platform=platform.platform) as found:
        HERE.append(found)
        write_key(tmp_path / "serve.key")
        yield found


def address(one: Served) -> str:
    said = run("serve", "register", one.folder)
    assert said.code == 0, said.err
    assert said.out.startswith("http://127.0.0.1:8000/lti/register/")
    return said.out.strip().removeprefix("http://127.0.0.1:8000")


def opened(one: Served, code: str, platform: StandIn, **more: str) -> Any:
    stated = {"openid_configuration": f"{platform.url}/openid", "registration_token": "once", **more}
    return one.client.get(code, params=stated)


def stored(one: Served) -> Any:
    return one.store(Platforms, one.database.connection).known


def test_a_platform_registers_itself_once(one: Served, platform: StandIn) -> None:
    code = address(one)
    said = opened(one, code, platform)
    assert said.status_code == 200
    [found] = stored(one)
    assert found == platform.platform._replace(deployments=found.deployments)
    assert [*found.deployments] == ["1"]
    [wishes] = platform.registered
    assert wishes["redirect_uris"] == ["http://127.0.0.1:8000/lti/launch"]
    assert (wishes["initiate_login_uri"], wishes["jwks_uri"]) == (
        "http://127.0.0.1:8000/lti/login",
        "http://127.0.0.1:8000/jwks",
    )
    assert {scope.rpartition("/")[2] for scope in wishes["scope"].split()} == {
        "score",
        "lineitem.readonly",
        "contextmembership.readonly",
    }
    tool = wishes["https://purl.imsglobal.org/spec/lti-tool-configuration"]
    assert tool["custom_parameters"] == {"quiz": ""}
    assert [message["type"] for message in tool["messages"]] == ["LtiResourceLinkRequest", "LtiDeepLinkingRequest"]
    assert "client_id" not in wishes
    again = opened(one, code, platform)
    assert (again.status_code, len(platform.registered)) == (404, 1)
    assert not [line for line in one.log if code.rpartition("/")[2] in line]


def test_the_page_closes_its_window_and_nothing_else_runs_on_it(one: Served, platform: StandIn) -> None:
    said = opened(one, address(one), platform)
    [script] = re.findall(r"<script>(.*?)</script>", said.text, re.DOTALL)
    assert '{subject:"org.imsglobal.lti.close"}' in script
    policy = said.headers["content-security-policy"]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.endswith(f"frame-ancestors {platform.url}")
    assert "unsafe" not in policy


def test_a_code_is_stored_as_its_digest_and_lasts_an_hour(one: Served, platform: StandIn) -> None:
    code = address(one)
    rows = one.store(one.database.connection.rows, "select digest from registration")
    assert rows == [(hashlib.sha256(code.rpartition("/")[2].encode()).hexdigest(),)]
    one.pass_by(minutes=60)
    assert (opened(one, code, platform).status_code, platform.registered) == (404, [])


def test_who_only_looks_uses_up_nothing(one: Served, platform: StandIn) -> None:
    code = address(one)
    assert one.client.get(code).status_code == 404
    assert one.client.head(code, params={"openid_configuration": f"{platform.url}/openid"}).status_code == 404
    assert opened(one, "/lti/register/0123", platform).status_code == 404
    assert platform.asked == []
    assert opened(one, code, platform).status_code == 200


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"registration_token": "wrong"}, "401"),
        ({"openid_configuration": "file:///etc/passwd"}, "addresses of a platform are https"),
        ({"openid_configuration": "http://["}, "addresses of a platform are https"),
        ({"openid_configuration": "http://127.0.0.1:9/openid"}, "no answer"),
        ({"openid_configuration": "ISSUER/keys"}, "has no issuer"),
        ({"openid_configuration": "http://localhost:PORT/openid"}, "is another"),
    ],
)
def test_what_is_no_platform_is_not_registered(
    given: dict[str, str], words: str, one: Served, platform: StandIn
) -> None:
    port = platform.url.rpartition(":")[2]
    given = {name: value.replace("ISSUER", platform.url).replace("PORT", port) for name, value in given.items()}
    said = opened(one, address(one), platform, **given)
    assert (said.status_code, words in said.text) == (502, True), said.text
    assert "gametree serve register gives another" in said.text
    assert stored(one) == []


def test_behind_https_a_platform_is_https() -> None:
    _check_safe("https://moodle.example.edu/x", "https://quiz.example.edu")
    with pytest.raises(Away, match="https"):
        _check_safe("http://moodle.example.edu/x", "https://quiz.example.edu")
    assert [_is_above(each, "a.moodle.example.edu") for each in ("moodle.example.edu", "oodle.example.edu", "edu")] == [True, False, False]  # fmt: skip


def test_without_a_key_nobody_can_register(tmp_path: Path) -> None:
    with served(tmp_path):
        said = run("serve", "register", tmp_path)
    assert (said.code, "there is no serve.key" in said.err) == (2, True)


def test_scores_go_to_a_platform_that_registered_itself(one: Served, platform: StandIn) -> None:
    assert opened(one, address(one), platform).status_code == 200
    one.posting.platforms._stated = ()  # type: ignore[union-attr]  # it is there
    assert one.do(one.posting.find, platform.url, CLIENT) == stored(one)[0]  # type: ignore[union-attr]
    with pytest.raises(Away, match="not registered"):
        one.do(one.posting.find, platform.url, "another")  # type: ignore[union-attr]


# -- keys


def key(one: Served, platform: StandIn, kid: str) -> Any:
    return one.do(one.posting.line.key, platform.platform, kid)  # type: ignore[union-attr]


def test_keys_are_kept_for_an_hour_and_read_anew_for_an_unknown_one(one: Served, platform: StandIn) -> None:
    def count() -> int:
        return platform.asked.count("GET /keys")

    for _ in range(3):
        assert key(one, platform, "1").key_id == "1"
    assert count() == 1
    platform.keys = ["2"]
    with pytest.raises(KeyError):
        key(one, platform, "2")  # it was asked just now, and whoever invents names is not to make us ask
    one.pass_by(seconds=60)
    assert (key(one, platform, "2").key_id, count()) == ("2", 2)
    with pytest.raises(KeyError):
        key(one, platform, "1")
    one.pass_by(minutes=59)
    assert (key(one, platform, "2").key_id, count()) == ("2", 2)
    one.pass_by(minutes=1)
    assert (key(one, platform, "2").key_id, count()) == ("2", 3)


def test_a_platform_that_is_down_is_asked_once_a_minute(one: Served, platform: StandIn) -> None:
    platform.is_down = True
    for _ in range(2):
        with pytest.raises(Away, match="no answer"):
            key(one, platform, "1")
    platform.is_down = False
    with pytest.raises(Away):
        key(one, platform, "1")
    one.pass_by(minutes=1)
    assert key(one, platform, "1").key_id == "1"
    platform.is_down = True
    one.pass_by(minutes=30)
    with pytest.raises(Away):
        key(one, platform, "2")
    assert key(one, platform, "1").key_id == "1"  # those who are known go on
    one.pass_by(minutes=31)
    with pytest.raises(Away):
        key(one, platform, "1")


@pytest.mark.parametrize(
    "stated",
    ["", "{}", "[]", "null", '{"keys": 5}', '{"keys": []}', '{"keys": [5]}', '{"keys": [{"kty": "RSA"}]}',
     '{"keys": [{"kty": "oct", "k": "AAAA", "kid": "1"}]}', '{"keys": NaN}', "[" * 5_000, "\udc80", "x" * (1024**2 + 1)],
)  # fmt: skip
def test_what_are_no_keys_opens_nothing(stated: str, one: Served, platform: StandIn) -> None:
    platform.answer = lambda *_: (200, {}, stated.encode("utf-8", "replace").decode())  # type: ignore[method-assign]
    with pytest.raises((Away, KeyError)):
        key(one, platform, "1")


def test_a_slow_platform_is_not_waited_for(one: Served, platform: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.serve.line.SECONDS", 0.05)
    platform.may_answer.clear()
    with pytest.raises(Away, match=r"no answer within 0\.05 s"):
        key(one, platform, "1")
    platform.may_answer.set()


def test_many_at_once_ask_once(one: Served, platform: StandIn) -> None:
    async def all_of_them() -> int:
        line = one.posting.line  # type: ignore[union-attr]  # it is there
        return len(await asyncio.gather(*(line.key(platform.platform, "1") for _ in range(20))))

    assert (one.do(all_of_them), platform.asked.count("GET /keys")) == (20, 1)


def test_a_certificate_that_nobody_vouches_for_is_refused(one: Served, tmp_path: Path) -> None:
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    begin = datetime(2020, 1, 1, tzinfo=UTC)
    private = launch_tokens.key("tls")
    made = x509.CertificateBuilder(name, name, private.public_key(), 1, begin, begin + timedelta(days=36_500))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    as_text = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (tmp_path / "tls.pem").write_bytes(made.sign(private, SHA256()).public_bytes(Encoding.PEM) + as_text)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "tls.pem")
    there = ThreadingHTTPServer(("localhost", 0), BaseHTTPRequestHandler)
    there.socket = context.wrap_socket(there.socket, server_side=True)
    there.daemon_threads = True
    thread = threading.Thread(target=there.serve_forever, args=(0.02,))
    thread.start()
    try:
        url = f"https://localhost:{there.server_port}"
        with pytest.raises(Away, match=r"(?i)certificate"):
            one.do(one.posting.line.key, LtiPlatform(url, CLIENT, ("1",), url, url, url), "1")  # type: ignore[union-attr]
    finally:
        there.shutdown()
        thread.join()
        there.server_close()


def test_keys_may_be_elsewhere_at_an_address_that_is_written_in_another_way(one: Served, platform: StandIn) -> None:
    keys = platform.platform.keys.replace("http:", "HTTP:")
    elsewhere = platform.platform._replace(
        issuer="https://a.example.edu", token="https://a.example.edu/token", keys=keys
    )
    assert one.do(one.posting.line.key, elsewhere, "1").key_id == "1"  # type: ignore[union-attr]
