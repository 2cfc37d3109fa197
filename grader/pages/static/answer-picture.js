"use strict";
// A tree on an answer page as it looks: what is written at its nodes, what is cut off, in which order nodes were chosen.
//
// answerPicture(boxes) returns { labels, shortened, holds, makeRoom, paintNode, paintEdge }; `labels` are the names of nodes before anything is answered. A look is
// { number, name, beside, order, isCut, isGone, isPath, isOnPath, isUnread, isUnreadBeside, said }: `number` is null where none belongs, else what is written there, `item` that of its part; `beside` are items for answerBeside.
function answerPicture(boxes) {
  const TOUCH = 44, TELEPHONE = 358, LARGEST = 1.4; // pixels; and how much larger than it is drawn a small tree may be
  const LONGEST = 7, FITS = 3.4; // how many letters a shape holds at most, and in full size
  const SMALLEST = 0.6, LINE = 1.12; // how small a list in a box may be; from one line to the next
  const wide = boxes.length ? widthIn(boxes[0].svgs[0]) : null;
  const labels = new Map(), given = new Map(), writers = new Map();

  function prepare(svg) {
    const wide = Number(svg.getAttribute("width"));
    const least = svg.classList.contains("tall") ? TOUCH * Math.max(1, wide / TELEPHONE) : 0;
    svg.style.maxWidth = `min(100%, ${LARGEST * wide}px)`;
    writers.set(svg, answerBeside(svg));
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

  const letterOf = (one) => Number(one.querySelector(".num").dataset.size ?? one.querySelector(".num").getAttribute("font-size"));
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

  const isBox = (one) => one.classList.contains("child");
  const holds = (one, text) => isBox(one) && !given.get(one) && SMALLEST * wide(text, letterOf(one)) <= roomOf(one, letterOf(one)); // a list of numbers stands in a box, if it is not too long

  function makeRoom(lines) { // below the leaves of a tree that stands, for what is written there
    for (const box of boxes) {
      for (const svg of box.svgs.filter((one) => !one.classList.contains("tall"))) {
        const leaf = svg.querySelector(".node.leaf");
        if (leaf) box.enlarge(svg, 0, (lines - !given.get(leaf)) * LINE * letterOf(leaf));
      }
    }
  }

  function paintNode(one, look) {
    const number = one.querySelector(".num"), beside = one.querySelector(".win"), order = one.querySelector(".ord");
    const isOwn = Boolean(given.get(one)); // a leaf states its number; what is written of it stands beside
    const text = look.number ?? "", isAsked = look.number === "" && !look.isGone;
    if (!isOwn) writeInside(number, isAsked ? "?" : text);
    number.classList.toggle("asked", isAsked && !isOwn);
    const own = isOwn && text ? [look.beside.length ? look.item : { ...look.item, name: "", short: "" }] : [];
    if (beside) writers.get(one.ownerSVGElement)(one, [...own, ...look.beside]);
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
    const node = number.parentNode, cut = isBox(node) ? text : shortened(text), size = Number(number.dataset.size);
    number.textContent = cut;
    const share = isBox(node) ? roomOf(node, size) / wide(cut, size) : FITS / cut.length;
    number.setAttribute("font-size", (size * Math.min(1, Math.max(0.5, share))).toFixed(1));
  }

  function roomOf(node, size) { // how wide a number may be in a box
    const [x, , width] = ringOf(node), middle = Number(node.querySelector(".num").getAttribute("x"));
    return 2 * (x + width - 0.5 * size - middle);
  }

  for (const box of boxes) box.svgs.forEach(prepare);
  return { labels, shortened, holds, makeRoom, paintNode, paintEdge };
}
