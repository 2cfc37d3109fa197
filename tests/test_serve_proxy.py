"""Behind a proxy with a certificate, set up as docs/serve.md says it: sheets open, save and hand in, and no log has a link."""

from __future__ import annotations

import ipaddress
import os
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from console import ROOT
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from quizzes import perfect
from served import answers_of, served, submission
from server_process import free_port, running

NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
CADDY = shutil.which("caddy")


def write_certificate(folder: Path) -> ssl.SSLContext:
    """Write a certificate for this machine alone, and return what trusts it."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "quiz")])
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now).not_valid_after(now + timedelta(days=1))
    here = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    text = (
        builder.add_extension(here, critical=False).sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "quiz.pem").write_bytes(text)
    (folder / "quiz.key").write_bytes(private)
    return ssl.create_default_context(cadata=text.decode())


def block_of_docs(language: str, begins: str, changes: Mapping[str, str]) -> str:
    """Return the block of the docs that begins so; other are the ports, places of files and, where it says so, the name alone."""
    stated = (ROOT / "docs" / "serve.md").read_text("utf-8")
    [block] = re.findall(rf"```{language}\n({begins}.*?)```", stated, re.DOTALL)
    for was, now in changes.items():
        assert was in block
        block = block.replace(was, now)
    return str(block)


@contextmanager
def process(folder: Path, *command: str) -> Iterator[None]:
    """Run a proxy; what it says, also what it writes into its home, lies in the folder."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    with (
        (folder / "said").open("wb") as said,
        subprocess.Popen(command, stdout=said, stderr=said, env=environment) as run,
    ):
        try:
            yield
        finally:
            run.terminate()
            run.wait(30)


@contextmanager
def nginx(folder: Path, port: int, of: int) -> Iterator[ssl.SSLContext]:
    """Run nginx with the block of the docs, and give what trusts its certificate."""
    changes = {
        "listen 443": f"listen 127.0.0.1:{port}",
        "127.0.0.1:8000": f"127.0.0.1:{of}",
        "/etc/ssl": str(folder),
    }
    block = block_of_docs("nginx", "", changes)
    kept = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\nhttp {{\n{kept}{block}}}\n",
        "utf-8",
    )
    context = write_certificate(folder)
    with process(folder, str(NGINX), "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log"):
        yield context


@contextmanager
def caddy(folder: Path, port: int, of: int) -> Iterator[ssl.SSLContext]:
    """Run Caddy with the block of the docs, for a machine without a name as they say it, and give what trusts its certificate.

    Beside that and ports other is that this machine is not made to trust it, and that it opens no port of administration and none for http.
    """
    changes = {"quiz.example.edu {": f"127.0.0.1:{port} {{\n    tls internal", "127.0.0.1:8000": f"127.0.0.1:{of}"}
    block = block_of_docs("text", "quiz.example.edu {", changes)
    alone = "{\n    admin off\n    skip_install_trust\n    auto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(alone + block, "utf-8")
    with process(folder, str(CADDY), "run", "--config", f"{folder}/Caddyfile"):
        root = folder / ".local" / "share" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        for _ in range(600):
            if root.exists() and root.stat().st_size:
                break
            time.sleep(0.05)
        yield ssl.create_default_context(cafile=str(root))


def asked(client: Any, url: str) -> Any:
    """Return the answer of a proxy that may not have begun yet."""
    for _ in range(200):
        try:
            return client.get(url)
        except httpx.ConnectError:
            time.sleep(0.05)
    raise AssertionError(url)


@pytest.mark.parametrize(
    "in_front",
    [
        pytest.param(nginx, marks=pytest.mark.skipif(NGINX is None, reason="nginx is not installed")),
        pytest.param(caddy, marks=pytest.mark.skipif(CADDY is None, reason="caddy is not installed")),
    ],
)
def test_behind_a_proxy(in_front: Callable[..., AbstractContextManager[ssl.SSLContext]], tmp_path: Path) -> None:
    with served(tmp_path) as one:
        links, answers = one.links, answers_of(perfect(one.built, "s001"))
    stated = tmp_path / "serve.yaml"
    port, of = free_port(), free_port()
    stated.write_text(f"{stated.read_text('utf-8')}url: https://127.0.0.1:{port}\n", "utf-8")
    proxy = tmp_path / "proxy"
    proxy.mkdir()
    with running(tmp_path, of), in_front(proxy, port, of) as context, httpx.Client(verify=context) as client:
        url = f"https://127.0.0.1:{port}{links['s001']}"
        page = asked(client, url)
        assert page.status_code == 200
        assert page.headers["strict-transport-security"] == "max-age=31536000"
        assert page.headers["referrer-policy"] == "no-referrer"
        stated = {"base": 0, "keep": None, "submission": submission(answers)}
        assert client.put(f"{url}/answers", json=stated).json() == {"saved": 1}
        said = client.post(f"{url}/hand-in", json={"once": "1", "submission": submission(answers)}).json()
        assert said["earned"] == said["possible"]
        feedback = client.get(f"https://127.0.0.1:{port}{said['feedback']}", headers={"accept-encoding": "gzip"})
        assert feedback.status_code == 200
        for number in range(70):  # those who try links are slowed down by their own address
            status = client.get(f"https://127.0.0.1:{port}/s/{number:032x}").status_code
        assert status == 429
    token = links["s001"].removeprefix("/s/")
    for file in proxy.rglob("*"):
        assert not file.is_file() or token not in file.read_text("utf-8", errors="replace")
