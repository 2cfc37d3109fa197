"""Playing: a process of a student's program goes through the trees, one after the other, and ends whenever it breaks a rule."""

import os
import select
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from grader.core.data import Plain
from grader.core.text import harmless
from grader.grading.programs.game import FROM_LOG, why_ended
from grader.grading.programs.program import GAME, PYTHON, Program, ProgramTree, Style
from grader.grading.programs.protocol import END, MOST_OF_LINE, Broken, Failed, Turn
from grader.grading.programs.sandbox import Sandbox, pipe_of

_MOST_ENDS = 3
_MOST_PRINTED, _MOST_SHOWN = 10 * 1024 * 1024, 2000
_COPIES = Path(__file__).with_name("copies.py")
_BLOCK, _LOOK_AGAIN = 64 * 1024, 0.05
_NOT_RUN = "not run: the program had ended three times"


class Ended(NamedTuple):
    """Why a tree has no answer."""

    tree: str
    reason: str


class Play(NamedTuple):
    """What a program did: its answers, tree -> part -> answer, where it gave any.

    `ended` are the trees at which the process ended or was ended, or that were not run any more, `errors` those of which the program itself says that
    it failed. `printed` is how what it printed on public trees begins, and `printed_hidden` the same of hidden ones.
    """

    answers: Mapping[str, Mapping[str, Plain]]
    ended: tuple[Ended, ...] = ()
    errors: tuple[Ended, ...] = ()
    printed: str = ""
    printed_hidden: str = ""


def play(
    program: Program,
    name: str,
    content: bytes,
    box: Sandbox,
    trees: Sequence[ProgramTree] | None = None,
    *,
    is_separate: bool = False,
) -> Play:
    """Return what a program does on the trees of its exercise, or on some: public ones come first. Never raises for what it does.

    `name` is what the file was called, of which the ending says how it is run; `content` is what stands in it. `is_separate`: each tree has a
    process of its own, which knows nothing of the trees before. Those of Python are copies of one that has not read the file yet, where the
    sandbox surely ends them with it; what one leaves is gone before the next.
    """
    answers: dict[str, Mapping[str, Plain]] = {}
    ended: list[Ended] = []
    errors: list[Ended] = []
    printed = {True: b"", False: b""}
    file = program.exercise + os.path.splitext(name)[1].casefold()
    command = program.command_of(name)
    is_python = command == PYTHON
    has_copies = is_separate and is_python and box.ends_with_it
    begins = ["-c", _COPIES.read_text("utf-8")] if has_copies else [GAME]
    ours = [*begins, file, program.function, program.style]
    words = ours if is_python else [word.replace("{file}", file) for word in command]
    with tempfile.TemporaryDirectory(prefix="gametree-") as folder:
        _lay(folder, {**program.files, GAME: Path(__file__).with_name(GAME).read_bytes(), file: content})
        left = [*(program.trees if trees is None else trees)]
        while left:
            if len(ended) == _MOST_ENDS and not is_separate:
                ended += [Ended(tree.name, _NOT_RUN) for tree in left]
                break
            with box.start(folder, words, program.limits.memory, is_python=is_python) as process:
                running, is_over = _Running(process, program), False
                while left and not is_over:
                    tree, is_over = left.pop(0), is_separate and not has_copies
                    try:
                        answers[tree.name] = running.play(tree)
                    except Failed as failure:
                        errors.append(Ended(tree.name, failure.reason))
                    except Broken as reason:
                        ended.append(Ended(tree.name, str(reason)))
                        is_over = True
                    printed[tree.is_public] += running.printed()[: _MOST_SHOWN * 4]
                running.send(END)
    said = (harmless(printed[public].decode(errors="replace")[:_MOST_SHOWN]) for public in (True, False))
    return Play(answers, tuple(ended), tuple(errors), *said)


_REPLAYED = """
PLAYS = {plays!r}

def {function}(given):
    visited, answer = PLAYS.pop(0)
    game = getattr(given, "_game", given)
    for node in visited:
        (game.value if game.is_leaf(node) else game.children)(node)
    return answer
"""


def reference(program: Program) -> bytes:
    """Return a program that asks and answers on each tree what the solver does: by what comes of it a whole exercise is tried."""
    plays = []
    for tree in program.trees:
        solved = tree.exercise.solve()
        answer: Plain = {part: solved[part] for part in program.ask if part not in FROM_LOG}
        visited = [] if program.style is Style.ANSWERS else solved["visited"]
        plays.append((visited, solved["best-move"] if program.style is Style.AGENTS else answer))
    return _REPLAYED.format(plays=plays, function=program.function).encode()


def _lay(folder: str, files: Mapping[str, bytes]) -> None:
    """Write the files of a program into the folder, so that others may read them."""
    os.chmod(folder, 0o755)  # noqa: S103  # it runs as somebody else
    for name, content in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o644)
        for above in Path(name).parents[:-1]:
            Path(folder, above).chmod(0o755)


class _Running:
    """A process of a program that plays: lines go to it and come from it, and it ends in the time that each tree has."""

    def __init__(self, process: subprocess.Popen[bytes], program: Program) -> None:
        self._process, self._style, self._limits = process, program.style, program.limits
        self._lines, self._waiting, self._printed, self._count = b"", b"", bytearray(), 0
        self._into, self._out, self._err = map(pipe_of, (process.stdin, process.stdout, process.stderr))
        self._open = [self._out, self._err]

    def play(self, tree: ProgramTree) -> Mapping[str, Plain]:
        """Return what the program answers on a tree. Raises Failed, and Broken where its process is no good any more."""
        turn = Turn(tree.exercise, self._style, self._limits)
        until = time.monotonic() + self._limits.seconds
        reply: bytes | None = turn.start()
        while reply is not None:
            self.send(reply)
            reply = turn.reply(self._line(until))
        return turn.answer()

    def send(self, line: bytes) -> None:
        """Write a line as far as there is room for it; what is left goes when something is read."""
        self._waiting += line
        try:
            self._waiting = self._waiting[os.write(self._into.fileno(), self._waiting) :]
        except BlockingIOError:
            return
        except OSError:
            self._waiting = b""  # it reads no more; why is seen when nothing comes

    def printed(self) -> bytes:
        """Return what was printed since this was asked last."""
        self._drain(self._err)
        said = bytes(self._printed)
        self._printed.clear()
        return said

    def _line(self, until: float) -> bytes:
        """Return the next line of the program. Raises Broken."""
        while b"\n" not in self._lines:
            if len(self._lines) > MOST_OF_LINE:
                break
            if self._count > _MOST_PRINTED:
                raise Broken("printed more than 10 MiB")
            rest = until - time.monotonic()
            if rest <= 0:
                raise Broken(f"took more than {self._limits.seconds} seconds")
            has_ended = self._process.poll() is not None
            ready, _, _ = select.select(self._open, (), (), 0 if has_ended else min(rest, _LOOK_AGAIN))
            for pipe in ready:
                self._drain(pipe)
            if self._waiting:
                self.send(b"")
            if has_ended and b"\n" not in self._lines and not ready:
                raise Broken(why_ended(self._process.returncode))
        line, _, self._lines = self._lines.partition(b"\n")
        if len(line) > MOST_OF_LINE:
            raise Broken("wrote a line of more than 64 KiB")
        return line

    def _drain(self, pipe: IO[bytes]) -> None:
        """Take what stands in a pipe, no more than a block at once; of what is printed only how it begins is held."""
        try:
            block = os.read(pipe.fileno(), _BLOCK)
        except BlockingIOError:
            return
        if not block and pipe in self._open:
            self._open.remove(pipe)
        if pipe is self._out:
            self._lines += block
            return
        self._count += len(block)
        self._printed += block[: max(0, _MOST_SHOWN * 4 - len(self._printed))]
