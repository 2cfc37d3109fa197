"""Sandboxes: what a hostile program tries is kept from it, in each mode what that mode promises; nothing of it is left."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.core.errors import Refusal
from grader.grading.programs import sandbox
from grader.grading.programs.game import why_ended
from grader.grading.programs.sandbox import MODES, Sandbox, open_sandbox

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
MARK = "gametree_left_behind"
ROOT = Path(sandbox.__file__).parents[3]


def works(mode: str) -> str:
    """Return why a mode does not work here; nothing where it does."""
    try:
        open_sandbox(mode)
    except Refusal as failure:
        return str(failure)
    return ""


WHY_NOT = {mode: works(mode) for mode in MODES}
EVERY = [pytest.param(mode, marks=pytest.mark.skipif(bool(WHY_NOT[mode]), reason=WHY_NOT[mode])) for mode in MODES]
needs_bubblewrap = pytest.mark.skipif(bool(WHY_NOT["bubblewrap"]), reason=WHY_NOT["bubblewrap"])
needs_user = pytest.mark.skipif(bool(WHY_NOT["user"]), reason=WHY_NOT["user"])


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that another user may read, as that of a program is."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def ran(mode: str, folder: Path, code: str, *, seconds: float = 8, memory: int = 512) -> tuple[str, str, str]:
    """Run a piece of Python; return how it ended ("" where it was ended after these seconds), what it printed, and its last line of errors."""
    box = open_sandbox(mode)
    (folder / "code.py").write_text(code, "utf-8")
    out = err = b""
    with box.start(str(folder), ["code.py"], memory, is_python=True) as process:
        until = time.monotonic() + seconds
        while process.poll() is None and time.monotonic() < until:
            out, err = out + read(process.stdout), err + read(process.stderr)
            time.sleep(0.01)
        code_of = process.poll()
        out, err = out + read(process.stdout), err + read(process.stderr)
    said = err.decode(errors="replace").strip().splitlines()
    return "" if code_of is None else why_ended(code_of), out.decode(errors="replace").strip(), said[-1] if said else ""


def read(pipe: object) -> bytes:
    return pipe.read(1 << 20) or b""  # type: ignore[attr-defined]


def left_behind() -> list[str]:
    """Return the processes whose command line has the mark."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path(f"/proc/{name}/cmdline").read_bytes()
        except OSError:
            continue
        if MARK.encode() in words:
            found.append(words.decode(errors="replace"))
    return found


@pytest.mark.parametrize("mode", EVERY)
def test_a_program_runs_and_how_it_ends_is_told(mode: str, folder: Path) -> None:
    assert ran(mode, folder, "print(6 * 7)") == ("ended with exit code 0", "42", "")
    assert ran(mode, folder, "raise SystemExit(3)")[0] == "ended with exit code 3"
    assert ran(mode, folder, "import os; os.kill(os.getpid(), 11)")[0] == "ended by signal SIGSEGV"
    assert ran(mode, folder, "while True: pass", seconds=0.5)[0] == ""


@pytest.mark.parametrize("mode", EVERY)
def test_a_program_sees_nothing_of_the_environment(mode: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADER_SECRET", "swordfish")
    _, out, _ = ran(mode, folder, "import os; print(sorted(os.environ))")
    assert {*eval(out)} <= {
        "LANG",
        "PATH",
        "PYTHONHASHSEED",
        "PYTHONSAFEPATH",
        "PWD",
        "LC_CTYPE",
        "OLDPWD",
        "SHLVL",
        "_",
    }
    assert ran(mode, folder, "import os; print(os.environ['PYTHONHASHSEED'])")[1] == "0"


@pytest.mark.parametrize("mode", EVERY)
def test_memory_of_a_process_is_bounded(mode: str, folder: Path) -> None:
    assert ran(mode, folder, "x = bytearray(300 << 20)", memory=128)[2] == "MemoryError"
    assert "Error" in ran(mode, folder, "import mmap; mmap.mmap(-1, 300 << 20)", memory=128)[2]


@pytest.mark.parametrize("mode", EVERY)
def test_a_file_is_bounded_and_so_are_those_that_are_open(mode: str, folder: Path) -> None:
    code = "import tempfile\nwith tempfile.TemporaryFile() as f:\n for _ in range(40): f.write(b'x' * (1 << 20)); f.flush()"
    assert "File too large" in ran(mode, folder, code)[2]
    assert "Too many open files" in ran(mode, folder, "x = [open('/dev/null') for _ in range(100)]")[2]


DAEMON = f"""
import os, sys
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(60)", "{MARK}"])
    os._exit(0)
import time
time.sleep(0.5)
"""


@pytest.mark.parametrize("mode", [one for one in EVERY if one.values[0] != "none"])
def test_no_process_is_left_even_as_a_daemon(mode: str, folder: Path) -> None:
    assert ran(mode, folder, DAEMON)[0] == "ended with exit code 0"
    until = time.monotonic() + 5
    while left_behind() and time.monotonic() < until:
        time.sleep(0.05)
    assert left_behind() == []


@pytest.mark.parametrize("mode", EVERY)
def test_nothing_is_left_of_who_is_killed_while_a_program_begins(mode: str, folder: Path) -> None:
    box, code = open_sandbox(mode), f"import time; time.sleep(30)  # {MARK}"
    for delay in (0.002, 0.004, 0.006, 0.01, 0.015, 0.02, 0.03, 0.05) * 2:
        child = os.fork()
        if child == 0:
            with box.start(str(folder), ["-c", code, MARK], 256, is_python=True):
                time.sleep(20)
            os._exit(0)
        time.sleep(delay)
        os.kill(child, 9)
        os.waitpid(child, 0)
    until = time.monotonic() + 5
    while left_behind() and time.monotonic() < until:
        time.sleep(0.05)
    assert left_behind() == []


@needs_bubblewrap
def test_nothing_is_passed_on_through_the_keyring_of_a_login(folder: Path) -> None:
    import platform

    if platform.machine() != "x86_64":
        pytest.skip("the numbers of calls are those of x86_64")
    code = (
        "import ctypes\ncall = ctypes.CDLL(None).syscall\ncall.restype = ctypes.c_long\n"
        "print(call(250, 10, -3, b'user', b'gametree-key', 0) > 0, call(248, b'user', b'gametree-key', b'x', ctypes.c_long(1), -3) > 0)"
    )
    script = f"import ctypes, sys; ctypes.CDLL(None).syscall(250, 1, None); sys.path[:0] = {[str(ROOT), str(ROOT / 'tests')]!r}\n"
    script += f"from pathlib import Path\nfrom test_programs_sandbox import ran\nfor _ in range(2): print(ran('bubblewrap', Path({str(folder)!r}), {code!r})[1])"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["False", "False"]


@pytest.mark.parametrize("mode", [one for one in EVERY if one.values[0] != "none"])
def test_a_program_finds_nothing_that_one_before_left_in_tmp(mode: str, folder: Path) -> None:
    code = "import os\nfor n in ('/tmp', '/var/tmp', '/dev/shm'):\n try: print(os.path.exists(n + '/gametree-left')); os.makedirs(n + '/gametree-left/a'); os.chmod(n + '/gametree-left', 0)\n except OSError: pass"
    for _ in range(2):
        assert "True" not in ran(mode, folder, code)[1]


FORKS = """
import os, time
count = 0
try:
    while count < 100:
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
        count += 1
except OSError:
    print("refused after", count)
"""


@pytest.mark.parametrize("mode", [one for one in EVERY if one.values[0] != "none"])
def test_processes_are_counted_and_threads_too(mode: str, folder: Path) -> None:
    _, out, _ = ran(mode, folder, FORKS)
    assert out.startswith("refused after")
    assert int(out.split()[-1]) <= 32
    threads = "import threading, time\nfor _ in range(100): threading.Thread(target=time.sleep, args=(5,), daemon=True).start()"
    assert "can't start new thread" in ran(mode, folder, threads)[2]


@pytest.mark.parametrize("mode", [one for one in EVERY if one.values[0] != "none"])
def test_nothing_of_root_can_be_read_or_written(mode: str, folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("swordfish", "utf-8")
    secret.chmod(0o600)
    assert "swordfish" not in str(ran(mode, folder, f"print(open({str(secret)!r}).read())"))
    for place in ("/", "/usr", str(folder)):
        assert "Error" in ran(mode, folder, f"open({place!r} + '/written', 'w').write('x')")[2], place
    assert "Error" in ran(mode, folder, "import os; os.remove('code.py')")[2]
    assert (folder / "code.py").exists()


@pytest.mark.parametrize("mode", [one for one in EVERY if one.values[0] != "none"])
def test_no_process_of_others_can_be_ended(mode: str, folder: Path) -> None:
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30)"])
    try:
        code = f"import os\nfor pid in [{other.pid}, {os.getpid()}, *range(2, 200)]:\n  try: os.kill(pid, 9)\n  except OSError: pass"
        ran(mode, folder, code)
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


@needs_bubblewrap
def test_bubblewrap_shows_no_file_but_those_that_are_given(folder: Path) -> None:
    _, out, _ = ran(
        "bubblewrap", folder, "import os; print(sorted(os.listdir('/')), os.listdir('.'), os.listdir('/tmp'))"
    )
    assert "'home'" not in out
    assert "'root'" not in out
    assert out.endswith("['code.py'] []")
    assert "Error" in ran("bubblewrap", folder, "print(open('/etc/passwd').read())")[2]
    assert "Error" in ran("bubblewrap", folder, f"print(open({__file__!r}).read())")[2] or __file__.startswith("/usr")


@needs_bubblewrap
def test_bubblewrap_reaches_no_network_not_even_this_machine(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = f"import socket; socket.create_connection(('127.0.0.1', {port}), 2); print('reached')"
        assert "reached" not in ran("bubblewrap", folder, code)[1]
    name = f"\\0gametree-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(name.encode().decode("unicode_escape"))
        server.listen()
        code = f'import socket; socket.socket(socket.AF_UNIX).connect("{name}"); print("reached")'
        assert "reached" not in ran("bubblewrap", folder, code)[1]


@needs_bubblewrap
def test_bubblewrap_shows_no_process_of_others(folder: Path) -> None:
    _, out, _ = ran(
        "bubblewrap", folder, "import os; print(sorted(int(one) for one in os.listdir('/proc') if one.isdigit()))"
    )
    assert max(eval(out)) < 20  # those of its own


@needs_bubblewrap
def test_bubblewrap_makes_no_namespaces_and_memory_is_filled_by_no_file(folder: Path) -> None:
    assert ran("bubblewrap", folder, "import ctypes; print(ctypes.CDLL(None).unshare(0x10000000))")[1] == "-1"
    fill = "import os\nfor i in range(9):\n with open(f'{}/f{{i}}', 'wb') as f:\n  for _ in range(10): f.write(b'x' * (1 << 20)); f.flush()"
    assert "No space left" in ran("bubblewrap", folder, fill.format("/tmp"))[2]
    for place in ("/dev/shm", "/dev", "/"):
        assert "Error" in ran("bubblewrap", folder, fill.format(place))[2], place
    assert ran("bubblewrap", folder, "import os; print(os.listdir('/tmp'))")[1] == "[]"  # nothing stays for the next


@needs_bubblewrap
def test_bubblewrap_lets_a_program_be_the_first_to_go_where_memory_is_short(folder: Path) -> None:
    assert ran("bubblewrap", folder, "print(open('/proc/self/oom_score_adj').read())")[1] == "1000"


@needs_bubblewrap
@pytest.mark.skipif(not IS_ROOT, reason="only root becomes another user")
def test_bubblewrap_works_without_root_too(folder: Path) -> None:
    root = str(Path(sandbox.__file__).parents[3])
    code = f"import sys; sys.path.insert(0, {root!r})\nfrom grader.grading.programs.sandbox import open_sandbox\nprint(open_sandbox('bubblewrap').mode)"
    where = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c", code]
    probe = subprocess.run(
        [*where[:4], "/usr/bin/python3", "-c", f"import sys; sys.path.insert(0, {root!r}); import grader"],
        check=False,
        capture_output=True,
    )
    if probe.returncode:
        pytest.skip("the other user cannot read this checkout, or has another Python")
    done = subprocess.run(where, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "bubblewrap"), done.stderr


def test_a_mode_that_does_not_work_is_refused_and_nothing_takes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "programs are not run: bubblewrap is not installed (apt install bubblewrap); in a container made for one submission say --sandbox user; for programs that you trust --sandbox none"
    real = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "bwrap" else real(name))
    with pytest.raises(Refusal) as refused:
        open_sandbox("bubblewrap")
    assert str(refused.value) == said
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(Refusal, match="--sandbox user needs root"):
        open_sandbox("user")


def test_an_old_bubblewrap_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = tmp_path / "bwrap"
    old.write_text("#!/bin/sh\necho bubblewrap 0.4.1\n", "utf-8")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(Refusal, match=r"bubblewrap 0\.4\.1 is too old, 0\.8 or newer is needed"):
        open_sandbox("bubblewrap")


def test_where_namespaces_are_forbidden_the_reason_is_told(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    forbidden = folder / "bwrap"
    forbidden.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && { echo bubblewrap 0.9.0; exit; }\necho "bwrap: No permissions to create a new namespace" >&2\nexit 1\n',
        "utf-8",
    )
    forbidden.chmod(0o755)
    monkeypatch.setattr(sandbox, "_ENVIRONMENT", {**sandbox._ENVIRONMENT, "PATH": f"{folder}:/usr/bin:/bin"})
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    with pytest.raises(Refusal, match=r"--sandbox bubblewrap does not work here \(.*\); in a container"):
        open_sandbox("bubblewrap")


def test_where_the_sandbox_does_not_begin_any_more_no_program_is_blamed(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    box = open_sandbox("none")
    monkeypatch.setattr(sandbox, "_FIRST_TO_GO", "echo 'no room for another one' >&2; exit 1")
    with (
        pytest.raises(Refusal, match=r"^no room for another one$"),
        box.start(str(folder), ["-c", "1"], 512, is_python=True),
    ):
        pass


@needs_user
def test_two_programs_of_the_other_user_do_not_end_each_other(folder: Path) -> None:
    box = open_sandbox("user")
    assert isinstance(box, Sandbox)
    script = f"import sys; sys.path.insert(0, {str(Path(sandbox.__file__).parents[3])!r})\nfrom grader.grading.programs.sandbox import open_sandbox\nbox = open_sandbox('user')\nwith box.start({str(folder)!r}, ['-c', 'import time; time.sleep(0.5); print(1)'], 512, is_python=True) as p: print(p.wait())"
    both = [subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [one.communicate()[0].strip() for one in both] == ["0", "0"]
