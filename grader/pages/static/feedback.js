"use strict";
// The card of the node that was chosen, and the ways to nodes. Without this script all of it stands in the table below.
(() => {
  const make = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

  function fill(card, [title, look, terms, says]) {
    const rows = document.createElement("dl");
    for (const [term, said] of terms) rows.append(make("dt", term), make("dd", said));
    card.className = `card on ${look}`;
    card.replaceChildren(Object.assign(make("p", title), { className: "name" }), rows, ...says.map((said) => make("p", said)));
  }

  function come(part) { // a sticky card is in view anyway; else tree and card come together
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    part.scrollIntoView({ block: part.offsetHeight < innerHeight ? "center" : "start", behavior: isCalm ? "auto" : "smooth" });
  }

  for (const card of document.querySelectorAll(".card[data-tree]")) {
    const tree = document.getElementById(card.dataset.tree);
    const cards = JSON.parse(document.getElementById(`${card.dataset.tree}-cards`).textContent);
    const box = treeBox(tree);
    const show = (event) => fill(card, cards[Number(event.detail)]);
    tree.addEventListener("pick", show);
    tree.addEventListener("walk", show);
    for (const jump of document.querySelectorAll(`.jump[href="#${CSS.escape(tree.id)}"]`)) {
      jump.addEventListener("click", (event) => {
        event.preventDefault();
        box.select(jump.dataset.node, true);
        fill(card, cards[Number(jump.dataset.node)]);
        come(getComputedStyle(card).position === "sticky" ? tree : card.parentElement);
      });
    }
  }

  for (const part of document.querySelectorAll(".bystep")) {
    const name = part.querySelector(".stepper").dataset.name;
    let isNew = !new URLSearchParams(location.hash.slice(1)).has("step"); // an address that names a step has opened it already
    part.addEventListener("toggle", () => {
      dispatchEvent(new Event("resize")); // what is folded has no size, and cannot be fitted
      if (part.open && isNew) steppers.get(name).open({ step: Number(part.dataset.first), isMine: true });
      isNew = false;
    });
    for (const way of document.querySelectorAll(`[data-steps="${CSS.escape(part.id)}"]`)) {
      way.addEventListener("click", () => {
        part.open = true;
        come(part);
        part.querySelector("button[value=next]").focus({ preventScroll: true }); // so that the arrow keys step
      });
    }
  }
  for (const one of document.querySelectorAll("main [data-script]")) if (!one.closest(".stepper")) one.hidden = false;
})();
