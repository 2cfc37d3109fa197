"""Small pages of a few sentences, and what stands above a feedback page that was written before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.pages.html import render_page
from grader.serve.platforms import origin_of

_MAIN = "<main>\n"
"""Where what people see of a page begins; no text of a page reads so, since texts are escaped."""


class Form(NamedTuple):
    """A button that sends fields, which nobody sees, to an address."""

    action: str
    fields: Mapping[str, str]
    label: str


def write_message_page(
    title: str,
    paragraphs: Sequence[str],
    reload_after: int | None = None,
    *,
    scripts: Sequence[str] = (),
    forms: Sequence[Form] = (),
    link: tuple[str, str] | None = None,
) -> str:
    """Return a page that says something and does what the scripts do; it loads itself again after so many seconds, where they are stated.

    It has a button for each form; they may be sent to where they go and nowhere else. `link` is an address, and the words on the button that opens it.
    """
    posts = " ".join(sorted({origin_of(one.action) for one in forms})) or "'none'"
    stated = {"title": title, "paragraphs": paragraphs, "reload_after": reload_after, "forms": forms, "posts": posts}
    return render_page("message.html", **stated, link=link, scripts=list(scripts))


def with_sentences_above(page: str, sentences: Sequence[str], back: str = "") -> str:
    r"""Return a page of ours with sentences on top, and a link back to the sheet at the address `back`.

    >>> with_sentences_above("<main>\n<h1>Feedback</h1>", ["2.25 of 11 points <b>."], "/s/0")
    '<main>\n<p>2.25 of 11 points &lt;b&gt;. <a href="/s/0">Back to your sheet</a></p>\n<h1>Feedback</h1>'
    """
    above = render_page("above.html", sentences=sentences, back=back)
    return page.replace(_MAIN, _MAIN + above, 1)
