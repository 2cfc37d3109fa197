"use strict";
// A tree on an answer page as it looks: what is written at its nodes, what is cut off, in which order nodes were chosen.
//
// answerPicture(boxes) returns { labels, shortened, paintNode, paintEdge }; `labels` are the names of nodes before anything is answered. A look is
// { number, name, beside, order, isCut, isGone, isPath, isOnPath, isUnread, isUnreadBeside, said }: `number` is null where none belongs, else what is written there, `name` the part that it belongs to.
function answerPicture(boxes) {
  const TOUCH = 44, TELEPHONE = 358, LARGEST = 1.4; // pixels; and how much larger than it is drawn a small tree may be
  const LETTER = 0.5, LONGEST = 7, FITS = 3.4; // how wide a letter is; how many a shape holds at most, and in full size
  const rooms = new Map(), labels = new Map(), given = new Map();

  function prepare(svg) {
    const wide = Number(svg.getAttribute("width"));
    const least = svg.classList.contains("tall") ? TOUCH * Math.max(1, wide / TELEPHONE) : 0;
    svg.style.maxWidth = `min(100%, ${LARGEST * wide}px)`;
    measure(svg);
    for (const one of svg.querySelectorAll(".node")) {
      labels.set(one, one.getAttribute("aria-label"));
      given.set(one, one.querySelector(".num").textContent);
      one.prepend(reachOf(one, least));
      one.append(orderOf(one));
    }
    for (const line of svg.querySelectorAll(".edge > .line")) { // an edge is easier to hit than it is to see
      const reach = line.cloneNode();
      reach.setAttribute("class", "reach");
      line.after(reach);
    }
  }

  function put(tag, attributes) {
    const one = document.createElementNS(boxes[0].svgs[0].namespaceURI, tag);
    for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, typeof value === "number" ? value.toFixed(1) : value);
    return one;
  }

  const letterOf = (one) => Number(one.querySelector(".num").getAttribute("font-size"));
  const ringOf = (one) => ["x", "y", "width", "height"].map((name) => Number(one.querySelector(".ring").getAttribute(name)));

  function reachOf(one, least) { // what a finger may touch for a node
    const [x, y, w, h] = ringOf(one), [width, height] = [Math.max(w, least), Math.max(h, least)];
    return put("rect", { class: "hit", x: x + (w - width) / 2, y: y + (h - height) / 2, width, height });
  }

  function orderOf(one) { // the place of its number in an order: at the wide corner, where no id stands; above a leaf
    const [x, y, w, h] = ringOf(one), letter = letterOf(one), isLeaf = one.classList.contains("leaf");
    const cx = isLeaf ? x + w / 2 : x + 0.35 * letter, r = letter * (isLeaf ? 0.58 : 0.68);
    const cy = isLeaf ? y + 0.15 * letter : y + h * (one.classList.contains("max") ? 0.8 : 0.2);
    const order = put("g", { class: "ord" });
    order.append(put("circle", { cx, cy, r }), put("text", { x: cx, y: cy + 0.42 * r, "font-size": 1.2 * r }));
    return order;
  }

  function measure(svg) { // how far it is to the next shape at this height; below a shape of a tree that lies there is room
    const all = [...svg.querySelectorAll(".node")], rings = all.map(ringOf);
    all.forEach((one, place) => {
      const [x, y, w, h] = rings[place], isFree = svg.classList.contains("tall") || one.classList.contains("child");
      const gaps = rings.filter((ring) => ring[1] < y + h && ring[1] + ring[3] > y && ring[0] > x).map((ring) => ring[0] - x - w);
      rooms.set(one, isFree ? Infinity : Math.min(Infinity, ...gaps) - 0.4 * letterOf(one));
    });
  }

  function paintNode(one, look) {
    const number = one.querySelector(".num"), beside = one.querySelector(".win"), order = one.querySelector(".ord");
    const isOwn = Boolean(given.get(one)); // a leaf states its number; what is written of it stands beside
    const text = look.number ?? "", isAsked = look.number === "" && !look.isGone;
    if (!isOwn) writeInside(number, isAsked ? "?" : text);
    number.classList.toggle("asked", isAsked && !isOwn);
    if (beside) writeBeside(beside, [isOwn && text ? (look.beside ? `${look.name} ${shortened(text)}` : text) : "", look.beside].filter(Boolean).join(" "), rooms.get(one));
    number.classList.toggle("unread", look.isUnread && !isOwn);
    beside?.classList.toggle("unread", look.isUnreadBeside || (look.isUnread && isOwn));
    for (const [name, is] of [["skip", look.isGone], ["best", look.isPath], ["unread", look.isUnread || look.isUnreadBeside]]) one.classList.toggle(name, is);
    order.classList.toggle("on", look.order > 0);
    order.lastChild.textContent = look.order || "";
    one.setAttribute("aria-label", [labels.get(one), ...look.said].join("; "));
  }

  function paintEdge(edge, look) {
    for (const [name, is] of [["pruned", look.isCut], ["skip", look.isGone], ["best", look.isOnPath]]) edge.classList.toggle(name, is);
  }

  const shortened = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

  function writeInside(number, text) { // long numbers become smaller, and end with …: the entry bar shows them whole
    number.dataset.size ??= number.getAttribute("font-size");
    const cut = shortened(text);
    number.textContent = cut;
    number.setAttribute("font-size", (Number(number.dataset.size) * Math.min(1, Math.max(0.5, FITS / cut.length))).toFixed(1));
  }

  function writeBeside(beside, text, room) { // whole, as two lines, or as a sign that something is there: the entry bar shows it
    const size = Number(beside.getAttribute("font-size")), x = beside.getAttribute("x"), halves = text.split(", ");
    const fits = (line) => line.length * LETTER * size <= room;
    if (!text || fits(text)) beside.textContent = text;
    else if (halves.length === 2 && halves.every(fits)) {
      const lines = halves.map((_, line) => put("tspan", { x, dy: `${line ? 1.05 : -0.5}em` }));
      lines.forEach((line, place) => { line.textContent = halves[place]; });
      beside.replaceChildren(...lines);
    } else beside.textContent = "▪";
  }

  for (const box of boxes) box.svgs.forEach(prepare);
  return { labels, shortened, paintNode, paintEdge };
}
