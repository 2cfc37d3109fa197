"use strict";
// A tree on a page: it fits its box, is zoomed and panned, and focus walks along its edges. Without this script the
// drawing is there all the same. Nodes are called by their place in the diagram (data-node), never by a text.
//
//   <div class="treebox"><svg class="tree wide">…</svg><div class="zoom" hidden>…</div></div>
//
// The lying form, <svg class="tree tall">, is made of it by treeForms (turn.js).
//
// treeBox(element) returns its handle: { element, svgs, shown, node, all, edges, select, reveal, zoom, fit, enlarge, renew }. The element fires
// "pick" when a node is chosen and "walk" when focus has moved to one; the event's detail is the node's place, as text.
const treeBoxes = new WeakMap();

function treeBox(element) {
  if (!treeBoxes.has(element)) treeBoxes.set(element, makeTreeBox(element));
  return treeBoxes.get(element);
}

function makeTreeBox(element) {
  treeForms(element);
  const CLOSEST = 8, STEP = 1.25, CLICK = 6; // how far in, how fast, and how far a finger may slip in a click
  const svgs = [...element.querySelectorAll("svg.tree")];
  const view = (svg) => svg.getAttribute("viewBox").split(/[ ,]+/).map(Number);
  const home = new Map(svgs.map((svg) => [svg, view(svg)]));
  const nodes = new Map(svgs.map((svg) => [svg, new Map([...svg.querySelectorAll(".node")].map((one) => [one.dataset.node, one]))]));

  const shown = () => svgs.find((svg) => getComputedStyle(svg).display !== "none") || svgs[0];
  const node = (place) => nodes.get(shown()).get(String(place));
  const all = (place) => svgs.map((svg) => nodes.get(svg).get(String(place))).filter(Boolean);
  const edges = (place) => svgs.map((svg) => svg.querySelector(`.edge[data-to="${Number(place)}"]`)).filter(Boolean);
  const point = (svg, x, y) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());

  function look(svg, [x, y, width, height]) {
    const [left, top, wide, high] = home.get(svg); // never past the edge of the drawing
    const keep = (from, least, most) => Math.max(least, Math.min(most, from));
    const seen = [keep(x, left, left + wide - width), keep(y, top, top + high - height), width, height];
    svg.setAttribute("viewBox", seen.map((number) => number.toFixed(1)).join(" "));
  }

  function renew(svg, box) { // the drawing is another one now
    home.set(svg, box);
    nodes.set(svg, new Map([...svg.querySelectorAll(".node")].map((one) => [one.dataset.node, one])));
    if (element.classList.contains("zoomed") && view(svg).every(Number.isFinite)) look(svg, view(svg));
    else svg.setAttribute("viewBox", box.join(" "));
  }

  function zoom(factor, at) { // a factor below 1 is closer; the point `at` of the drawing stays where it is
    const svg = shown();
    const [x, y, width, height] = view(svg);
    const wide = home.get(svg)[2];
    const by = Math.min(wide / width, Math.max(wide / CLOSEST / width, factor));
    if (by * width >= wide * 0.999) return fit();
    const center = at || { x: x + width / 2, y: y + height / 2 };
    look(svg, [center.x - (center.x - x) * by, center.y - (center.y - y) * by, width * by, height * by]);
    element.classList.add("zoomed");
  }

  function fit() {
    for (const svg of svgs) svg.setAttribute("viewBox", home.get(svg).join(" "));
    element.classList.remove("zoomed");
  }

  function enlarge(svg, right, below) { // more room at two sides of the drawing
    const seen = home.get(svg);
    seen[2] += right;
    seen[3] += below;
    svg.setAttribute("width", seen[2]);
    svg.setAttribute("height", seen[3]);
    svg.dataset.home = seen.join(" ");
    fit();
  }

  function reveal(one) { // what has focus is in view: inside the drawing, and inside the window
    const svg = shown();
    const box = one.getBoundingClientRect();
    const [low, high] = [point(svg, box.left, box.top), point(svg, box.right, box.bottom)];
    const [x, y, width, height] = view(svg);
    const isOut = low.x < x || low.y < y || high.x > x + width || high.y > y + height;
    if (isOut) look(svg, [(low.x + high.x - width) / 2, (low.y + high.y - height) / 2, width, height]);
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function select(place, isFocused) {
    for (const svg of svgs) {
      for (const [key, one] of nodes.get(svg)) {
        one.classList.toggle("sel", key === String(place));
        one.setAttribute("tabindex", key === String(place) ? 0 : -1);
      }
    }
    const one = node(place);
    if (!one) return;
    if (isFocused) one.focus({ preventScroll: true });
    reveal(one);
  }

  function tell(name, place) {
    element.dispatchEvent(new CustomEvent(name, { detail: String(place) }));
  }

  const up = (one) => nodes.get(shown()).get(one.dataset.up);
  const depth = (one) => (up(one) ? depth(up(one)) + 1 : 0);

  const along = (one) => middleOf(one)[shown().classList.contains("tall") ? 1 : 0];
  const standing = (is) => [...nodes.get(shown()).values()].filter(is).sort((one, other) => along(one) - along(other));

  function beside(one, change) { // siblings, then cousins
    const row = standing((other) => depth(other) === depth(one));
    return row[row.indexOf(one) + change];
  }

  function neighbour(one, key) { // along the edges as they are drawn: a tree that lies has its root at the left
    const isLying = shown().classList.contains("tall");
    const [parent, child, before, after] = isLying
      ? ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]
      : ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
    return {
      [parent]: () => up(one),
      [child]: () => standing((other) => other.dataset.up === one.dataset.node)[0],
      [before]: () => beside(one, -1),
      [after]: () => beside(one, 1),
    }[key]();
  }

  function pressed(event) {
    const one = event.target.closest(".node");
    if (!one || event.altKey || event.ctrlKey || event.metaKey) return;
    const actions = { Enter: () => pick(one), " ": () => pick(one), "+": () => zoom(1 / STEP), "=": () => zoom(1 / STEP), "-": () => zoom(STEP), "−": () => zoom(STEP), 0: fit };
    if (event.key.startsWith("Arrow")) walk(neighbour(one, event.key));
    else if (Object.hasOwn(actions, event.key)) actions[event.key]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function walk(one) {
    if (!one) return;
    select(one.dataset.node, true);
    tell("walk", one.dataset.node);
  }

  function pick(one) {
    select(one.dataset.node, true);
    tell("pick", one.dataset.node);
  }

  function listen(svg) {
    const fingers = new Map();
    let moved = 0, gap = 0;
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !element.classList.contains("zoomed")) return; // so that the page scrolls
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.15 : 0.87, point(svg, event.clientX, event.clientY));
    }, { passive: false });
    svg.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      if (fingers.size === 1) moved = 0;
      gap = 0;
    });
    svg.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      moved += Math.abs(event.clientX - before[0]) + Math.abs(event.clientY - before[1]);
      if (fingers.size === 2) pinch();
      else if (element.classList.contains("zoomed")) pan(before, event);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      svg.addEventListener(end, (event) => fingers.delete(event.pointerId));
    }
    svg.addEventListener("click", (event) => {
      const one = event.target.closest(".node");
      if (one && moved < CLICK) pick(one);
    });
    svg.addEventListener("keydown", pressed);

    function pinch() {
      const [one, other] = [...fingers.values()];
      const now = Math.hypot(one[0] - other[0], one[1] - other[1]);
      if (gap && now) zoom(gap / now, point(svg, (one[0] + other[0]) / 2, (one[1] + other[1]) / 2));
      gap = now;
    }

    function pan(before, event) {
      const [x, y, width, height] = view(svg);
      const [from, to] = [point(svg, ...before), point(svg, event.clientX, event.clientY)];
      look(svg, [x + from.x - to.x, y + from.y - to.y, width, height]);
    }
  }

  for (const svg of svgs) {
    for (const [key, one] of nodes.get(svg)) {
      one.setAttribute("role", "button");
      one.setAttribute("tabindex", key === "0" ? 0 : -1); // one stop for the tabulator: the root, then where one was
    }
    listen(svg);
  }
  for (const buttons of element.querySelectorAll(".zoom")) {
    buttons.hidden = false;
    const actions = { in: () => zoom(1 / STEP), out: () => zoom(STEP), fit };
    buttons.addEventListener("click", (event) => actions[event.target.closest("button")?.value]?.());
  }
  window.addEventListener("beforeprint", fit);
  window.addEventListener("resize", () => { // a telephone is turned: the focus goes on to the node of the drawing that is shown now
    const place = document.activeElement.closest?.(".node")?.dataset.node;
    if (element.contains(document.activeElement) && !shown().contains(document.activeElement)) select(place, true);
  });
  return { element, svgs, shown, node, all, edges, select, reveal: (place) => node(place) && reveal(node(place)), zoom, fit, enlarge, renew };
}

document.querySelectorAll(".treebox").forEach(treeBox);
