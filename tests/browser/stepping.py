"""What is seen of a step page by now, as tests ask for it."""

from __future__ import annotations

from typing import Any

KINDS = ("steps-minimax", "steps", "steps-expectiminimax", "steps-ucb", "steps-claims", "steps-star1")
_STATE = """() => ({
    count: document.querySelector(".count").textContent,
    say: document.querySelector(".sentence").textContent,
    asked: document.querySelector(".ask").checkVisibility() ? document.querySelector(".question").textContent : "",
    verdict: document.querySelector(".verdict").textContent,
    yours: document.querySelector(".yours").textContent,
    focus: document.activeElement.value || document.activeElement.className || document.activeElement.tagName,
    now: [...document.querySelectorAll("svg.wide .node.now")].map((one) => Number(one.dataset.node)),
    skipped: [...document.querySelectorAll("svg.wide .node.skip")].map((one) => Number(one.dataset.node)),
    bars: [...document.querySelectorAll("svg.wide .edge.pruned")].map((one) => Number(one.dataset.to)),
    numbers: [...document.querySelectorAll("svg.wide .node:not(.leaf) > .num")].map((one) => one.textContent),
    windows: [...document.querySelectorAll("svg.wide .node > .win")].map((one) => one.textContent),
    names: [...document.querySelectorAll("svg.wide .node")].map((one) => one.getAttribute("aria-label")),
    ladder: document.querySelector("svg.ladder")?.getAttribute("aria-label"),
})"""


def state(page: Any) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(_STATE)
    return found


def wait_for_text(page: Any, selector: str, text: str) -> None:
    """Wait until the first such element says it: what a browser does for a link or a fold, it does a moment later."""
    page.wait_for_function(
        "([selector, text]) => document.querySelector(selector).textContent.startsWith(text)", arg=[selector, text]
    )


def step_of(page: Any) -> int:
    return int(state(page)["count"].split()[1])
