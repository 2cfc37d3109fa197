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

  function come(part, block) {
    part.scrollIntoView({ block, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  for (const card of document.querySelectorAll(".card[data-tree]")) {
    const tree = document.getElementById(card.dataset.tree);
    const cards = JSON.parse(document.getElementById(`${card.dataset.tree}-cards`).textContent);
    const box = treeBox(tree);
    const show = (event) => { // tree and card together, where they fit the window; else the card stands over the tree's end
      fill(card, cards[Number(event.detail)]);
      if (card.parentElement.offsetHeight < innerHeight) come(card.parentElement, "nearest");
      else if (event.type !== "pick") come(box.node(event.detail), "center");
    };
    for (const name of ["pick", "walk", "jump"]) tree.addEventListener(name, show);
    for (const jump of document.querySelectorAll(`.jump[href="#${CSS.escape(tree.id)}"]`)) {
      jump.addEventListener("click", (event) => {
        event.preventDefault();
        box.select(jump.dataset.node, true);
        tree.dispatchEvent(new CustomEvent("jump", { detail: jump.dataset.node }));
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
        come(part, part.offsetHeight < innerHeight ? "center" : "start");
        part.querySelector("button[value=next]").focus({ preventScroll: true }); // so that the arrow keys step
      });
    }
  }
  for (const more of document.querySelectorAll(".more")) { // in a narrow window the first thing to correct stands above the tree, the others are folded
    const fold = (isFolded) => more.closest(".cols").classList.toggle("folded", isFolded);
    fold(true);
    more.addEventListener("click", () => {
      const isFolded = fold(more.getAttribute("aria-expanded") === "true");
      more.setAttribute("aria-expanded", String(!isFolded));
      more.textContent = isFolded ? "Show all" : "Show less";
    });
  }
  for (const one of document.querySelectorAll("main [data-script]")) if (!one.closest(".stepper")) one.hidden = false;
})();
