"""Pages come from templates: what a text is, it stays; what is missing is an error; nothing runs but our own scripts."""

from __future__ import annotations

import ast
import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from jinja2 import DictLoader, UndefinedError
from layers import MODULES, syntax

from grader.pages import html

TEMPLATES = sorted((Path(html.__file__).parent / "templates").rglob("*.html"))
SHEETS = [file for folder in html._SHEETS for file in sorted(folder.glob("*.[cj]s*"))]
ASKING = ("answer-served.js", "live.js")
"""The scripts of pages whose policy lets them ask the server from which they came."""
HOSTILE = "</script></style><b onclick=\"x()\" title='y'>&amp;\u202e\x1b]"
SHOWN = "\\u202e\\x1b]"


@pytest.fixture
def render(monkeypatch: pytest.MonkeyPatch):
    """Return a function that renders a text as a template of the program."""

    def rendered(source: str, **values: object) -> str:
        html._environment.cache_clear()
        monkeypatch.setattr(html._environment(), "loader", DictLoader({"page.html": source}))
        return html.render_page("page.html", **values)

    yield rendered
    html._environment.cache_clear()


def test_a_value_that_is_not_there_is_an_error(render) -> None:
    with pytest.raises(UndefinedError, match="given"):
        render("{{ given }}")


@pytest.mark.parametrize("value", [None, True, 1.5, ["a"]])
def test_what_is_neither_text_nor_a_whole_number_is_an_error(render, value: object) -> None:
    with pytest.raises(TypeError, match="a page shows text and whole numbers"):
        render("{{ value }}", value=value)


@pytest.mark.parametrize("source", ["<p>{{ text }}</p>", '<p title="{{ text }}">', "<pre>{{ text|lines }}</pre>"])
def test_a_text_stays_a_text_and_shows_its_hidden_letters(render, source: str) -> None:
    made = render(source, text=HOSTILE)
    assert made.count("<") == source.count("<")
    assert made.count('"') == source.count('"')
    assert "'" not in made
    assert SHOWN in made


def test_lines_of_a_long_text_are_kept(render) -> None:
    assert render("{{ text|lines }}", text="a\n<b\u202e") == "a\n&lt;b\\u202e"


def test_no_data_ends_its_script(render) -> None:
    made = render("{{ data|for_script }}", data={"a": [HOSTILE, 3, True, None]})
    assert "<" not in made  # within a script HTML knows no other sign
    assert json.loads(made) == {"a": [HOSTILE.replace("\u202e\x1b", "\\u202e\\x1b"), 3, True, None]}


def test_policy_names_each_style_and_script_of_a_page_and_nothing_else() -> None:
    page = html._environment().from_string(
        '{% extends "base.html" %}{% set scripts = ["tree.js"] %}{% block title %}T{% endblock %}{% block main %}{% endblock %}'
    )
    source = page.render()
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', source)
    inlined = re.findall(r"<(style|script)>(.*?)</\1>", source, re.DOTALL)
    assert [tag for tag, _ in inlined] == ["style", "style", "script"]
    digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for _, text in inlined]
    css, more, script = (f"'sha256-{digest}'" for digest in digests)
    assert policy == (
        f"default-src 'none'; style-src {css} {more}; script-src {script}; base-uri 'none'; form-action 'none'"
    )


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_templates_have_nothing_that_the_policy_forbids_and_no_way_round_escaping(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    assert not re.search(r"\|\s*safe|autoescape|Markup", source)
    assert not re.search(r"<[^>]*\s(style|on[a-z]+)=", source)
    markup = re.sub(r'"[^"]*"', '""', re.sub(r"\{[%#].*?[%#]\}", "", source, flags=re.DOTALL))
    assert not re.search(r"<[^>]*\s[a-z-]+=(?!\")", markup), "an attribute without double quotes"


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.name)
def test_styles_and_scripts_can_stand_in_a_page_and_load_nothing(file: Path) -> None:
    source = file.read_text(encoding="utf-8").replace('"http://www.w3.org/2000/svg"', "")  # the name of a language
    if file.name in ASKING:
        source = source.replace("fetch(", "")
    assert not re.search(
        r"<!--|</?script|</style|@import|url\(|https?:|fetch\(|eval\(|innerHTML|XMLHttpRequest", source
    )


TAGS = (
    "html|head|body|title|meta|link|style|script|main|header|footer|nav|section|aside|h[1-6]|p|div|span|[uod]l|li|d[td]"
    "|table|caption|t(?:head|body|r|h|d)|details|summary|strong|b|em|i|u|a|small|code|pre|bdi|img|button|label|input"
    "|output|figure|figcaption|[bh]r"
)
OUTSIDE_DRAWINGS = [module for module in MODULES if not module.startswith("grader.core.drawing")]


def texts_of(tree: ast.AST) -> list[str]:
    """Return every text in a module that is no docstring; of one with values in it what stands between these."""
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            texts.append("*".join(str(part.value) for part in node.values if isinstance(part, ast.Constant)))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside | alone:
            texts.append(node.value)
    return texts


@pytest.mark.parametrize("module", OUTSIDE_DRAWINGS)
def test_no_text_of_the_program_opens_a_tag(module: str) -> None:
    """Markup stands in templates, and drawings are built as XML."""
    assert [text for text in texts_of(syntax(module)) if re.search(rf"<!DOCTYPE|</?({TAGS})\\b", text)] == []


@pytest.mark.parametrize("file", [file for file in SHEETS if file.suffix == ".js"], ids=lambda file: file.name)
def test_no_template_of_a_script_stands_in_another(file: Path) -> None:
    """What takes the needless spaces out of scripts knows none, and would take those of its words."""
    for line in file.read_text("utf-8").splitlines():
        assert all(text.count("{") == text.count("}") for text in line.split("`")[1::2]), line
