"""The secret of a quiz: seeds and ids come from it, so that nobody without it can draw a problem again."""

from __future__ import annotations

import hashlib
import hmac
import json

from grader.errors import Fault, ProblemError
from grader.words import count

VARIABLE = "GAMETREE_SECRET"
FILE = "quiz.secret"
_LEAST = 32
_MOST = 4096
_DIGITS = 10
_REMEDY = "take this file away, and `gametree quiz init` makes one"


class Secret:
    """A secret; nothing that is shown or written of it tells it."""

    def __init__(self, text: str) -> None:
        self._key = text.encode()

    def __repr__(self) -> str:
        return "<Secret>"

    def digits(self, label: str, quiz: str, exercise: str, who: str) -> str:
        """Return the hexadecimal digits for a label, an exercise and who has it ("": everyone)."""
        named = json.dumps([label, quiz, exercise, who], ensure_ascii=False, separators=(",", ":"))
        return hmac.new(self._key, named.encode(), hashlib.sha256).hexdigest()

    def seed(self, quiz: str, exercise: str, who: str) -> str:
        """Return the seed of a generated problem."""
        return self.digits("seed", quiz, exercise, who)

    def problem_id(self, quiz: str, exercise: str, who: str) -> str:
        """Return the id of a problem; it tells nothing but the exercise."""
        return f"{exercise}-{self.digits('id', quiz, exercise, who)[:_DIGITS]}"

    def fingerprint(self, quiz: str) -> str:
        """Return what tells this secret from another."""
        return self.digits("fingerprint", quiz, "", "")


def read_secret(content: bytes, source: str, remedy: str = _REMEDY) -> Secret:
    """Return the secret that a file or a variable holds, less the blanks around it. Raises ProblemError; never says it.

    A short one could be guessed: whoever has one problem could try secrets until its id comes out. `remedy` says what to do.
    """
    try:
        text = content.decode().strip()
    except UnicodeDecodeError:
        raise ProblemError([Fault(f"the secret is no UTF-8 text; {remedy}", source)]) from None
    if not _LEAST <= len(text) <= _MOST:
        what = f"has {count(len(text), 'letter')}" if text else "is empty"
        raise ProblemError([Fault(f"the secret {what}, expected {_LEAST} to {_MOST:,} letters; {remedy}", source)])
    return Secret(text)
