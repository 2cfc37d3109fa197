"""Where programs of strangers run: under bubblewrap, as a user of no rights, or bounded by limits alone; never in another way than was asked."""

import ctypes
import fcntl
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from glob import glob
from pathlib import Path
from typing import IO, NamedTuple

from grader.core.errors import Refusal
from grader.core.text import printable

MODES = {
    "bubblewrap": "",
    "user": "programs run as another user; files that others may read and the network stay in their reach",
    "none": "programs may do all that you may; time, memory and files are limited alone",
}
"""The modes, each with what it does not keep, as whoever asks for it is told."""

NOBODY = 65534
_OLDEST = (0, 8)
_MIB = 1024 * 1024
_PROCESSES, _FILES, _LARGEST_FILE, _TMP, _BEYOND_PYTHON = 32, 64, 16 * _MIB, 32 * _MIB, 2048 * _MIB
_ENVIRONMENT = {"LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "PYTHONHASHSEED": "0", "PYTHONSAFEPATH": "1"}
_FLAGS = ("-s", "-S", "-B")
_SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_INSIDE = "/program"
_FIRST_TO_GO = 'echo 1000 > /proc/self/oom_score_adj; exec "$@"'
_ON_GO = 'echo; read -r go && exec "$@"'
_SECONDS_TO_BEGIN = 20.0
_JOIN_KEYRING = {"x86_64": 250, "aarch64": 219}
_KERNEL = ctypes.CDLL(None)
_ELSE = "in a container made for one submission say --sandbox user; for programs that you trust --sandbox none"


class Sandbox(NamedTuple):
    """A mode that was found to work here, the interpreter that runs Python programs, and its version."""

    mode: str
    python: str
    version: str

    @property
    def ends_with_it(self) -> bool:
        """Return whether all that a program starts ends with its first process, also where this process is killed."""
        return self.mode == "bubblewrap"

    @contextmanager
    def start(
        self, folder: str, command: Sequence[str], memory: int, *, is_python: bool
    ) -> Iterator[subprocess.Popen[bytes]]:
        """Run a command in a folder, with `memory` MiB for each process; at the end nothing of it is left.

        What stands for Python comes before its arguments. The pipes of what is yielded are unbuffered and do not block. The program itself is
        begun when all that ends it with this process is in place: whoever is killed before that leaves nothing behind. Raises Refusal where
        it cannot be begun, which is no fault of the program.
        """
        words = [self.python, *_FLAGS, *command] if is_python else [*command]
        limits = _limits(memory * _MIB, memory * _MIB + (0 if is_python else _BEYOND_PYTHON), self.mode)
        begun = ["sh", "-c", _ON_GO, "sh", *words]
        chain = ["sh", "-c", _FIRST_TO_GO, "sh", *self._wrapped(folder), *limits, *begun]
        is_other = os.geteuid() == 0 and self.mode != "none"
        other: dict[str, object] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if is_other else {}
        with (
            _lock(fcntl.LOCK_EX if self.mode == "user" else fcntl.LOCK_SH) if is_other else nullcontext(),
            _without_files() if self.mode == "user" else nullcontext(),
        ):
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
            with subprocess.Popen(  # type: ignore[call-overload]  # noqa: S603  # options by name; that is what it is for
                chain,
                bufsize=0,
                cwd=folder,
                env=_ENVIRONMENT,
                start_new_session=True,
                preexec_fn=_join_a_keyring,  # noqa: PLW1509  # there are no threads, and no other way
                **pipes,
                **other,
            ) as process:
                try:
                    _begin(process)
                    yield process
                finally:
                    _end(process, self.mode)

    def said_by(self, command: Sequence[str], *, is_python: bool = False) -> str | None:
        """Return what a command of ours says that runs as programs do; None where it fails. Raises Refusal as `start` does."""
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)  # noqa: S103  # others look into it
            with self.start(folder, command, 512, is_python=is_python) as process:
                return None if process.wait() else (pipe_of(process.stdout).read() or b"").decode().strip()

    def lacks(self, command: Sequence[str]) -> str:
        """Return why files cannot be run by a command here; usually nothing."""
        is_there = self.said_by(["sh", "-c", 'command -v "$0"', command[0]]) is not None
        return "" if is_there else f"is run by {command[0]}, which is not installed or out of reach of the sandbox"

    def _wrapped(self, folder: str) -> list[str]:
        """Return the command that a command is put behind, so that it sees nothing but what it is given."""
        if self.mode != "bubblewrap":
            return ["setpriv", "--pdeathsig", "KILL", "--no-new-privs"]
        options = ["bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"]
        options += ["--ro-bind", "/usr", "/usr"]
        for name in _SYSTEM:
            if os.path.islink(name):
                options += ["--symlink", os.readlink(name), name]
            elif os.path.isdir(name):
                options += ["--ro-bind", name, name]
        for name in ("/etc/alternatives", "/etc/ld.so.cache"):
            options += ["--ro-bind-try", name, name]
        if not self.python.startswith("/usr/"):
            for name in (self.python, os.path.dirname(os.__file__), *glob(f"{sys.base_prefix}/lib/libpython*")):
                options += ["--ro-bind", name, name]
        options += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev", "--size", str(_TMP), "--tmpfs", "/tmp"]  # noqa: S108  # that of the sandbox
        return [*options, "--ro-bind", folder, _INSIDE, "--chdir", _INSIDE, "--remount-ro", "/", "--"]


def open_sandbox(mode: str) -> Sandbox:
    """Return the sandbox of a mode. Raises Refusal where it does not work here: nothing takes its place."""
    if mode == "user" and os.geteuid() != 0:
        raise Refusal("programs are not run: --sandbox user needs root; for programs that you trust --sandbox none")
    missing = next((name for name in ("prlimit", "setpriv") if shutil.which(name) is None), "")
    if missing:
        raise Refusal(f"programs are not run: {missing} is not installed (apt install util-linux)")
    if mode == "bubblewrap" and (why := _why_no_bubblewrap()):
        raise Refusal(f"programs are not run: {why}; {_ELSE}")
    python = _python(mode)
    asked = "import platform; print(platform.python_version())"
    box = Sandbox(mode, python, "")
    try:
        return box._replace(version=box.said_by(["-c", asked], is_python=True) or "")
    except Refusal as failure:
        raise Refusal(f"programs are not run: --sandbox {mode} does not work here ({failure}); {_ELSE}") from None


def _why_no_bubblewrap() -> str:
    found = shutil.which("bwrap")
    if found is None:
        return "bubblewrap is not installed (apt install bubblewrap)"
    asked = subprocess.run([found, "--version"], check=False, capture_output=True, text=True).stdout  # noqa: S603  # fixed words
    version = tuple(map(int, re.findall(r"\d+", asked)[:2]))
    return f"{asked.strip()} is too old, 0.8 or newer is needed" if version < _OLDEST else ""


def _python(mode: str) -> str:
    """Return the interpreter that runs programs: the one that runs this, where others may read it, else that of the system."""
    mine = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    is_other = os.geteuid() == 0 and mode != "none"
    in_reach = all(folder.stat().st_mode & 0o001 for folder in Path(mine).parents)
    return mine if in_reach or not is_other else "/usr/bin/python3"


def _begin(process: "subprocess.Popen[bytes]") -> None:
    """Let the program begin, once what is around it says that it stands. Raises Refusal where it does not."""
    into, out, err = map(pipe_of, (process.stdin, process.stdout, process.stderr))
    ready, _, _ = select.select([out], (), (), _SECONDS_TO_BEGIN)
    for pipe in (into, out, err):
        os.set_blocking(pipe.fileno(), False)
    if ready and out.read(1):
        into.write(b"\n")
        return
    why = (err.read() or b"").decode(errors="replace").strip().partition("\n")[0]
    raise Refusal(printable(why) or f"nothing began within {_SECONDS_TO_BEGIN:.0f} seconds")


def _join_a_keyring() -> None:
    """Join a keyring of the kernel of one's own: in that of a login one program could leave what the next one finds."""
    if (number := _JOIN_KEYRING.get(os.uname().machine)) is not None:
        _KERNEL.syscall(number, 1, None)


def _limits(data: int, space: int, mode: str) -> list[str]:
    """Return what bounds each process; processes are counted for a user, who in `none` has others."""
    limits = [f"--as={space}", f"--data={data}", f"--fsize={_LARGEST_FILE}", f"--nofile={_FILES}", "--core=0"]
    return ["prlimit", *limits, *([] if mode == "none" else [f"--nproc={_PROCESSES}"])]


@contextmanager
def _lock(how: int) -> Iterator[None]:
    """Hold back other runs of root meanwhile: in mode `user` all processes of the other user are ended, those under bubblewrap too."""
    with open("/run/gametree-sandbox.lock", "a", encoding="utf-8") as lock:
        fcntl.flock(lock, how)
        yield


@contextmanager
def _without_files() -> Iterator[None]:
    """Take away at the end what the other user has left meanwhile where everybody may write: each program finds it empty of that."""
    before = {*_files_of(NOBODY)}
    try:
        yield
    finally:
        if left := sorted({*_files_of(NOBODY)} - before):
            subprocess.run(["rm", "-rf", "--", *left], check=False, capture_output=True)  # noqa: S603, S607  # fixed words; however deep it is


def _files_of(user: int) -> Iterator[str]:
    for folder in ("/tmp", "/var/tmp", "/dev/shm"):  # noqa: S108  # everybody may write there
        with suppress(OSError), os.scandir(folder) as found:
            yield from (one.path for one in found if one.stat(follow_symlinks=False).st_uid == user)


def _end(process: subprocess.Popen[bytes], mode: str) -> None:
    """End all processes of a run, and wait until they are gone."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    while mode == "user" and (left := [*_processes_of(NOBODY)]):
        for one in left:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)


def pipe_of(pipe: IO[bytes] | None) -> IO[bytes]:
    """Return a pipe of a process, which has all three."""
    if pipe is None:
        raise TypeError("a process without pipes")
    return pipe


def _processes_of(user: int) -> Iterator[int]:
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            is_alive = "\nState:\tZ" not in Path(f"/proc/{name}/status").read_text("utf-8")
            if is_alive and os.stat(f"/proc/{name}").st_uid == user:
                yield int(name)
