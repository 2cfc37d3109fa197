"""What serve.yaml says: where the server is seen, which quizzes it serves, when these open and close."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from grader.core.answers.reports import Reveal
from grader.core.documents import PROBLEM_LIMITS, read_document, shape_faults
from grader.core.errors import Fault, ProblemError
from grader.core.errors import Path as Place
from grader.core.numbers import read_number
from grader.core.text import printable
from grader.core.times import Time, read_time
from grader.course.quiz import QUIZ_FILE
from grader.serve.engines import is_postgres
from grader.serve.platforms import ADDRESSES, PRODUCTS, LtiPlatform, origin_of

SERVE_FILE, DATABASE, VARIABLE = "serve.yaml", "serve.sqlite", "GAMETREE_DATABASE"
"""The variable goes before what serve.yaml says of the database, and is the place for a password."""
_WHOLE = 100
_LOCAL = ("localhost", "127.0.0.1")
_UNSAFE = "is not safe: platforms and browsers want https; put a proxy with a certificate in front (docs/serve.md)"
_EXPECTED_ADDRESS = "expected an address with https, such as https://moodle.example.edu"
_EXPECTED_PLATFORM = (
    "expected one of moodle and canvas with the address of the site, or all of issuer, authorize, token and keys"
)
_NO_QUIZ = f"is no quiz: expected the folder that holds its {QUIZ_FILE}, or this file"
_EXPECTED_TIME = "expected a time with its offset, such as 2026-11-27T18:00:00+01:00"


class QuizTerms(NamedTuple):
    """How one quiz is served: the path of its folder or document, and when and how often its sheets are taken.

    `minutes` count from a student's first opening. `late_penalty` is the `percent` of `Late`; None: nothing is taken after closing. `after` is what feedback shows once the quiz is over for everybody. `missing` says that there is no such quiz, to who needs it.
    """

    quiz: str
    opens: Time | None = None
    closes: Time | None = None
    minutes: int | None = None
    attempts: int = 1
    late_penalty: Fraction | None = None
    after: Reveal = Reveal.EXPECTED
    missing: Fault | None = None

    @property
    def file(self) -> str:
        """Return the path of its document."""
        return os.path.join(self.quiz, QUIZ_FILE) if os.path.isdir(self.quiz) else self.quiz

    @property
    def days_of_lateness(self) -> int:
        """Return for how many days after closing something can still be earned.

        >>> [QuizTerms("", late_penalty=each).days_of_lateness for each in (None, Fraction(20), Fraction(30), Fraction(1, 99))]
        [0, 5, 4, 1000]
        """
        return 0 if self.late_penalty is None else math.ceil(_WHOLE / max(self.late_penalty, Fraction(1, 10)))


class Config(NamedTuple):
    """What serve.yaml says; `url` is empty where it says none. `database` is its file, or its address at PostgreSQL. So many days after it closed all is deleted that is stored of a quiz."""

    url: str
    database: str
    quizzes: tuple[QuizTerms, ...]
    keep_days: int = 400
    platforms: tuple[LtiPlatform, ...] = ()

    @property
    def is_local(self) -> bool:
        """Return whether browsers see it on this machine alone, as platforms may be seen that run here too."""
        return urlsplit(origin_of(self.url)).hostname in (None, *_LOCAL)


def read_config(folder: Path) -> Config:
    """Return what serve.yaml in the folder says; paths in it are relative to the folder. Raises ProblemError with all that is wrong."""
    document = read_document(str(folder / SERVE_FILE), PROBLEM_LIMITS, ProblemError)
    stated, wrong = document.data, list[tuple[str, Place]]()
    if faults := shape_faults(document, "serve"):
        listed = stated.get("quizzes") if isinstance(stated, dict) else None
        for place, one in enumerate(listed if isinstance(listed, list) else ()):
            _times(one if isinstance(one, dict) else {}, ("quizzes", place), wrong)
        raise ProblemError(sorted([*faults, *document.faults(wrong)], key=lambda fault: fault.line or 0))
    url = (stated.get("url") or "").strip().rstrip("/")
    wrong += [(message, ("url",)) for message in wrong_url(url)]
    database = os.environ.get(VARIABLE) or (stated.get("database") or DATABASE).strip()
    wrong += [(message, ("database",)) for message in _wrong_database(stated.get("database") or "")]
    quizzes = tuple(_terms(one, ("quizzes", place), folder, wrong) for place, one in enumerate(stated["quizzes"]))
    gone = [place for place, one in enumerate(quizzes) if not os.path.isfile(one.file)]
    missing = dict(zip(gone, document.faults([(_NO_QUIZ, ("quizzes", place, "quiz")) for place in gone]), strict=True))
    quizzes = tuple(one._replace(missing=missing.get(place)) for place, one in enumerate(quizzes))
    keep_days = int(stated.get("keep-days", Config._field_defaults["keep_days"]))
    config = Config(url, database if "://" in database else str(folder / database), quizzes, keep_days)
    platforms = dict[tuple[str, str], LtiPlatform]()
    for place, one in enumerate(stated.get("platforms", ())):
        platform = _platform(one, ("platforms", place), wrong, is_local=config.is_local)
        if platforms.setdefault((platform.issuer, platform.client_id), platform) is not platform:
            wrong.append(("this client-id of this platform is stated already", ("platforms", place, "client-id")))
    if wrong:
        raise ProblemError(document.faults(wrong))
    return config._replace(platforms=tuple(platforms.values()))


def wrong_url(url: str) -> Iterator[str]:
    """Yield what is wrong with the address under which browsers see the server."""
    if not url:
        return
    shown = f'"{printable(url)}"'
    try:
        parts = urlsplit(url)
        is_local = parts.hostname in _LOCAL
    except ValueError:
        parts, is_local = urlsplit(""), False
    if parts.scheme not in ("http", "https") or not parts.netloc:
        yield f"{shown}: expected an address such as https://quiz.example.edu"
    elif parts.path or parts.query or parts.fragment or "@" in parts.netloc:
        yield f"{shown}: expected an address without a path, such as https://quiz.example.edu"
    elif parts.scheme == "http" and not is_local:
        yield f"{shown} {_UNSAFE}"


def _wrong_database(address: str) -> Iterator[str]:
    """Yield what is wrong with the database that a file names."""
    if "://" not in address:
        return
    if not is_postgres(address):
        yield f'"{printable(address)}": expected the path of a file, or postgresql://HOST/NAME'
        return
    try:
        parts = urlsplit(address)
        has_password = parts.password is not None or "password" in parse_qs(parts.query)
    except ValueError:
        yield "expected an address such as postgresql://db.example.edu/quizzes"
        return
    if has_password:
        yield f"a password belongs into {VARIABLE}, which goes before what is said here: give the whole address there"


def _times(stated: Mapping[str, object], place: Place, wrong: list[tuple[str, Place]]) -> list[Time | None]:
    """Return when a quiz opens and closes; what is wrong with it is added, and what is no text is passed over."""
    times = list[Time | None]()
    for name in ("opens", "closes"):
        text = stated.get(name)
        try:
            times.append(read_time(text) if isinstance(text, str) else None)
        except ValueError:
            times.append(None)
            wrong.append((f'"{printable(str(text))}": {_EXPECTED_TIME}', (*place, name)))
    opens, closes = times
    if opens is not None and closes is not None and closes <= opens:
        wrong.append((f"it closes before it opens, expected a time after {opens.isoformat()}", (*place, "closes")))
    return times


def _terms(stated: Mapping[str, str], place: Place, folder: Path, wrong: list[tuple[str, Place]]) -> QuizTerms:
    opens, closes = _times(stated, place, wrong)
    penalty = Fraction(read_number(str(stated["late-penalty"]))) if "late-penalty" in stated else None
    if penalty is not None and penalty > _WHOLE:
        wrong.append(("expected at most 100 per cent", (*place, "late-penalty")))
    if penalty is not None and closes is None:
        wrong.append(("late is what comes after closes, which is not there", (*place, "late-penalty")))
    return QuizTerms(
        os.path.normpath(folder / stated["quiz"]),
        opens,
        closes,
        int(stated["minutes"]) if "minutes" in stated else None,
        int(stated.get("attempts", 1)),
        penalty,
        Reveal(stated.get("after", Reveal.EXPECTED)),
    )


def _platform(
    stated: Mapping[str, str], place: Place, wrong: list[tuple[str, Place]], *, is_local: bool
) -> LtiPlatform:
    """Return a platform; what is wrong with it is added."""
    named = [name for name in (*PRODUCTS, *ADDRESSES) if name in stated]
    for name in named:
        given = origin_of(stated[name])
        if not given.startswith(("https:", "http:") if is_local else "https:"):
            wrong.append((f'"{printable(stated[name])}": {_EXPECTED_ADDRESS}', (*place, name)))
    if named not in ([name] for name in PRODUCTS) and named != [*ADDRESSES]:
        wrong.append((_EXPECTED_PLATFORM, place))
    if ("deployment-id" in stated) == ("deployment-ids" in stated):
        wrong.append(("expected one of deployment-id and deployment-ids", place))
    addresses = [stated.get(name, "") for name in ADDRESSES]
    for product, forms in PRODUCTS.items():
        if product in stated:
            addresses = [form.format(stated[product].rstrip("/")) for form in forms]
    deployments = stated.get("deployment-ids") or [stated.get("deployment-id", "")]
    return LtiPlatform(addresses[0], stated["client-id"], tuple(deployments), *addresses[1:])
