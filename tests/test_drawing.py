"""Drawings as SVG, PNG and PDF: safe, accessible, the same everywhere, and nothing is spawned or written."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from drawn import CHANCE, HOSTILE, PATHS, SMALL, STATES, SVG, hostile, leaf, texts, wide
from things_drawn import flat
from turns import some_now

from grader.core.drawing import draw
from grader.core.drawing import draw as pdf
from grader.core.drawing.diagram import Branch, Diagram, DiagramNode, NodeShape
from grader.core.drawing.draw import missing_letters
from grader.core.drawing.legend import legend
from grader.core.drawing.outline import outline
from grader.core.resources import resource
from grader.core.text import printable
from grader.pages.feedback import draw as draw_file

# --- SVG ------------------------------------------------------------------------------------------


def test_title_is_short() -> None:
    root = ET.fromstring(draw.svg(SMALL._replace(title="a long title " * 30)))
    assert len(root[0].text or "") <= 125


@pytest.mark.parametrize("diagram", [wide(40), wide(31, 2), wide(21, 20)], ids=["ternary", "binary", "flat"])
def test_children_stand_in_document_order(diagram: Diagram) -> None:
    places = {
        element.text: float(element.get("x", "0")) for element in ET.fromstring(draw.svg(diagram)).iter(f"{SVG}text")
    }
    by_depth_first = [line.split()[1] for line in outline(diagram) if line.strip().startswith("leaf")]
    drawn = [places[str(1000 + int(id_[1:]))] for id_ in by_depth_first]
    assert drawn == sorted(drawn)


def test_leaves_of_uneven_depth_keep_the_order_of_siblings() -> None:
    nodes = (
        DiagramNode(NodeShape.MAX, "A", -1),
        leaf("B", "501", 0, move="far"),
        DiagramNode(NodeShape.MIN, "C", 0),
        leaf("D", "503", 0, branch=Branch.WRONGLY_PRUNED, cut=True),
        leaf("E", "502", 2),
    )
    places = {
        element.text: float(element.get("x", "0"))
        for element in ET.fromstring(flat(draw.svg(Diagram("uneven", nodes)))).iter(f"{SVG}text")
    }
    assert places["501"] < places["502"] < places["503"]


def test_a_tree_of_sixty_nodes_stays_readable() -> None:
    root = ET.fromstring(draw.svg(wide(60)))
    assert float((root.get("width") or "").removesuffix("pt")) < 40 * 40  # points; 40 leaves
    assert min(float(element.get("font-size", "0")) for element in root.iter(f"{SVG}text")) >= 8


@pytest.mark.parametrize("make", [draw.svg, draw.png, draw.pdf])
def test_a_tree_that_is_too_large_is_refused(make: object) -> None:
    with pytest.raises(draw.TooLarge, match="301 nodes is too large to be drawn, expected at most 300"):
        make(wide(301))  # type: ignore[operator]


def test_the_largest_tree_is_drawn_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    chain = Diagram("chain", tuple(DiagramNode(NodeShape.MAX, f"long-id-{i}", i - 1, move=f"m{i}") for i in range(120)))
    assert draw.svg(chain)
    assert draw.png(wide(300, 2))
    assert capfd.readouterr() == ("", "")


# --- PNG, PDF, fonts ------------------------------------------------------------------------------


def test_drawing_needs_no_path_and_writes_nothing_at_home(tmp_path: Path) -> None:
    script = (
        "import drawn as t; from grader.core.drawing import draw as d; "
        "print(d.svg(t.SMALL)[:5], d.png(t.SMALL)[:4], d.pdf(t.SMALL)[:5], 'FONTCONFIG_FILE' in __import__('os').environ)"
    )
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    home.mkdir()
    temporary.mkdir()
    places = {"HOME": str(home), "XDG_CACHE_HOME": str(home), "TMPDIR": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"}
    environment = {name: value for name, value in os.environ.items() if name != "FONTCONFIG_FILE"}
    run = subprocess.run(
        [sys.executable, "-c", script], env={**environment, **places, **PATHS},
        capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert run.stdout == "<?xml b'\\x89PNG' b'%PDF-' False\n"
    assert run.stderr == ""
    assert [*home.iterdir(), *temporary.iterdir()] == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there are no files in memory")
def test_drawing_needs_no_temporary_folder(tmp_path: Path) -> None:
    script = (
        "import sys, tempfile; tempfile.tempdir = sys.argv.pop(1); "
        "from grader.cli.main import gametree; gametree.main(prog_name='gametree')"
    )
    submission = resource("problem_bank") / "alpha-beta" / "fall-2014-final-q13" / "submissions" / "full.yaml"
    options = ["--svg", "--png", "--pdf", "--html", "--out", "feedback"]
    run = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "nowhere"), "grade", str(submission), *options],
        env={**os.environ, **PATHS}, capture_output=True, text=True, encoding="utf-8", check=False, cwd=tmp_path,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "wrote 4 files into feedback\n")
    drawn = [f"fall-2014-final-q13.{format_}" for format_ in ("pdf", "png", "svg")]
    assert sorted(file.name for file in tmp_path.rglob("*") if file.is_file()) == [*drawn, "report.html"]


def test_a_system_without_files_in_memory_draws_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: str) -> int:
        raise OSError

    usual = draw.png(SMALL)
    monkeypatch.setattr(os, "memfd_create", refuse, raising=False)
    assert draw.png(SMALL) == usual


def test_a_note_names_the_letters_that_png_and_pdf_lack() -> None:
    diagram = hostile("漢")
    assert draw_file(diagram, "svg")[1] == draw_file(SMALL, "png")[1] == []
    assert ["PNG shows boxes for 漢" in note for note in draw_file(diagram, "png")[1]] == [True]
    assert ["PDF shows boxes for 漢" in note for note in draw_file(diagram, "pdf")[1]] == [True]


def test_svg_has_role_title_and_the_tree_as_description() -> None:
    root = ET.fromstring(draw.svg(SMALL))
    assert root.get("role") == "img"
    title, desc = root[0], root[1]
    assert (title.tag, desc.tag) == (f"{SVG}title", f"{SVG}desc")
    assert root.get("aria-labelledby") == title.get("id")
    assert root.get("aria-describedby") == desc.get("id")
    assert title.text == "Game tree: A small tree"
    assert desc.text == "\n".join(outline(SMALL))
    _, _, wide, high = map(float, root.get("viewBox", "").split())
    assert (root.get("width"), root.get("height")) == (f"{wide:g}", f"{high:g}")


@pytest.mark.parametrize("lies", [False, True])
def test_inline_svg_has_the_ids_it_is_told_and_a_name_for_every_node(lies: bool) -> None:
    inline = draw.inline_svg(SMALL, "problem-1-", lies=lies)
    root = ET.fromstring(inline)
    assert inline.startswith("<svg ")
    assert [element.get("id") for element in root.iter() if element.get("id")] == ["problem-1-title"]
    names = {element.get("data-node"): element.get("aria-label") for element in root.iter() if element.get("data-node")}
    assert names == {
        "0": "A, MAX, the root: 3, correct",
        "1": "B, MIN, child 1 of 2 of A: you wrote 4, wrong, expected 3; best move",
        "2": "C, leaf 2, child 2 of 2 of A: pruned",
        "3": "D, leaf 3, child 1 of 1 of B",
    }
    assert "style" not in {element.tag.removeprefix(SVG) for element in root.iter()}


@pytest.mark.sweep
@pytest.mark.parametrize("text", some_now(HOSTILE, 3))
def test_hostile_text_stays_text(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    for svg in (
        draw.svg(hostile(text)),
        draw.inline_svg(hostile(text), "x-"),
        draw.inline_svg(hostile(text), "x-", lies=True),
    ):
        root = ET.fromstring(svg)
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
            "svg", "title", "desc", "style", "g", "text", "path", "rect", "circle",
        }  # fmt: skip
        assert "\u202e" not in svg
        assert "href" not in svg
        shown = printable(text, len(text))
        if text.isascii() and 0 < len(text) < 6 and shown == text and "-" not in text:
            assert any(text in each for each in texts(svg))
    draw.png(hostile(text))
    draw.pdf(hostile(text))
    assert capfd.readouterr() == ("", "")


def test_drawings_are_the_same_in_another_process_with_another_hash_seed() -> None:
    script = (
        "import hashlib; import drawn as t; from grader.core.drawing import draw as d; from grader.core.drawing.dot import dot_source;"
        "print([hashlib.sha256(x if isinstance(x, bytes) else x.encode()).hexdigest() for g in (t.SMALL, t.STATES)"
        " for x in (dot_source(g), d.svg(g), d.inline_svg(g, 'x-', lies=True), d.png(g), d.pdf(g))])"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, **PATHS, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, encoding="utf-8", check=True,
        )
        for seed in ("1", "2")
    ]  # fmt: skip
    assert runs[0].stdout == runs[1].stdout != ""
    assert runs[0].stderr == ""


def test_png_and_pdf_are_as_large_as_the_svg() -> None:
    pypdf = pytest.importorskip("pypdf")
    import io
    import struct

    width, height = draw.size_of(draw.svg(SMALL))
    for made, scale in ((draw.png(SMALL), 2), (draw.png(SMALL, draw.Written(scale=8)), 8)):
        pixels = struct.unpack(">II", made[16:24])
        assert all(abs(one - scale * units) <= scale for one, units in zip(pixels, (width, height), strict=True))
    page = pypdf.PdfReader(io.BytesIO(draw.pdf(SMALL))).pages[0]
    assert abs(float(page.mediabox.width) - 0.75 * width) < 1
    assert "→ 3" in page.extract_text()


@pytest.mark.parametrize(("text", "seen"), [("של", "לש"), ("של 12", "12 לש"), ("مر", "\ufeae\ufee3"), ("abc", "abc")])
def test_right_to_left_text_stands_in_a_pdf_as_it_is_seen(text: str, seen: str) -> None:
    """From the left, as reportlab writes it; Arabic letters are joined."""
    markup = f'<text class="id" x="1">{text}</text>'
    assert pdf._RIGHT_TO_LEFT.sub(pdf._as_seen, markup) == markup.replace(text, seen)


def test_arabic_letters_are_joined_in_a_png_beside_hebrew_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    import resvg_py

    drawn: list[str] = []
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda svg_string, **_: drawn.append(svg_string) or [])
    for title in ("של مر", "مر"):
        draw.png(SMALL._replace(title=title))
    assert ">של \ufee3\ufeae<" in drawn[0]
    assert ">مر<" in drawn[1], "alone they are joined by who paints them"


def test_missing_glyphs_are_named() -> None:
    assert draw.missing_glyphs(SMALL) == ""
    assert draw.missing_glyphs(hostile("漢a漢ä字")) == "字漢"


def test_the_shipped_fonts_have_every_sign_of_the_program() -> None:
    signs = "".join(item.words for diagram in (STATES, SMALL, CHANCE) for item in legend(diagram)) + "−∞αβ≥→·…"
    for name in ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"):
        assert missing_letters(signs, [resource("fonts") / name]) == ""


def test_text_is_as_wide_as_it_is_measured() -> None:
    """Against FreeType's measure in the shipped font itself."""
    from PIL import ImageFont

    from grader.core.drawing.scale import width

    font = ImageFont.truetype(str(resource("fonts") / "LiberationSans-Regular.ttf"), 1000)
    for text in ("[−∞, 12345.67]", "expected 10", "follows; exp. −3", "principal variation", "αβ≥·…", "%&@WM"):
        exact = font.getlength(text) / 1000
        assert abs(width(text) - exact) < 0.04 * exact, text
