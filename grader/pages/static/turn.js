"use strict";
// The other forms of a tree that the page holds once, standing: lying, for narrow windows, and as a search finds it, for its
// steps. Without this script the standing one is there. Where things stand comes with the page (grader/core/drawing/turned.py);
// shapes, numbers and marks are moved, edges drawn from place to place. Nodes stand in the drawing in their order.
//
// treeForms(element) puts the drawings that are missing into a treebox; treeBox calls it before it looks for them.
//
// treeForms.outlineOf, pathOf, baselineOf and barsAt say how a shape looks, for those who draw a tree that changes (tree-edit.js).
//
// middleOf(node) returns where the middle of a node stands in its drawing: all that is in its group is seen from there.
const middleOf = (node) => node.getAttribute("transform").match(/-?[\d.]+/g).map(Number);

const treeForms = (() => {
  const TAB = 2.3, WINDOW = 0.86; // how wide the tab of a player is, how large the letters of a window, in letters
  const KINDS = ["max", "min", "chance", "leaf", "child"];
  const at = (number) => String(Math.round(number * 10) / 10);
  const set = (one, attributes) => {
    for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, typeof value === "number" ? at(value) : value);
    return one;
  };
  const make = (svg, tag, attributes) => set(document.createElementNS(svg.namespaceURI, tag), attributes);
  const between = ([x, y], [otherX, otherY], share) => [x + share * (otherX - x), y + share * (otherY - y)];

  function parsed(svg, markup) { // what the program wrote for the page
    const read = new DOMParser().parseFromString(`<svg xmlns="${svg.namespaceURI}">${markup}</svg>`, "image/svg+xml");
    return [...document.importNode(read.documentElement, true).childNodes];
  }

  function outlineOf(kind, sizes, [x, y] = [0, 0]) { // the shape of a node there: its kind, middle, and half its width and height
    const w = { chance: sizes.radius, leaf: sizes.leaf, child: sizes.box }[kind] ?? sizes.half;
    const h = { chance: sizes.radius, leaf: sizes.square, child: sizes.square }[kind] ?? 0.8 * sizes.half;
    return { kind, x, y, w, h, sizes };
  }

  const kindOf = (node) => KINDS.find((one) => node.classList.contains(one));

  function ringed(svg, sizes) { // what shows the node that has the focus
    for (const node of svg.querySelectorAll(".node")) {
      const { x, y, w, h } = outlineOf(kindOf(node), sizes), aside = 0.3 * sizes.letter;
      node.prepend(make(svg, "rect", { class: "ring", x: x - w - aside, y: y - h - aside, width: 2 * (w + aside), height: 2 * (h + aside), rx: 5 }));
    }
    return svg;
  }

  function pathOf({ kind, x, y, w, h }, grown = 0) {
    const [left, right, top, bottom] = [x - w - grown, x + w + grown, y - h - grown, y + h + grown].map(at), arc = `A${at(w + grown)} ${at(w + grown)} 0 1 1`;
    if (kind === "max") return `M${at(x)} ${top}L${right} ${bottom}H${left}Z`;
    if (kind === "min") return `M${left} ${top}H${right}L${at(x)} ${bottom}Z`;
    if (kind === "chance") return `M${left} ${at(y)}${arc} ${right} ${at(y)}${arc} ${left} ${at(y)}Z`;
    return `M${left} ${top}H${right}V${bottom}H${left}Z`;
  }

  function baselineOf({ kind, y, h, sizes: { letter } }) {
    if (kind === "max") return y + h - 0.36 * letter;
    return kind === "min" ? y - h + 1.08 * letter : y + 0.36 * letter;
  }

  function cornerOf({ kind, x, y, w, h }) { // the left wide one, where marks stand
    if (kind === "chance") return [x - 0.8 * w, y + 0.6 * h];
    return [x - w, kind === "min" ? y - h : y + h];
  }

  const rightCornerOf = (outline) => [2 * outline.x - cornerOf(outline)[0], cornerOf(outline)[1]];

  function move(mark, [x, y], [toX, toY], by) { // a mark, written anew around another point
    const across = (number) => at(toX + by * (number - x)), down = (number) => at(toY + by * (number - y)), size = (number) => at(by * number);
    const changes = { x: across, cx: across, y: down, cy: down, r: size };
    for (const part of [mark, ...mark.querySelectorAll("*")]) {
      for (const [name, change] of Object.entries(changes)) if (part.hasAttribute(name)) part.setAttribute(name, change(Number(part.getAttribute(name))));
      const path = part.getAttribute("d");
      if (path) part.setAttribute("d", path.replace(/([A-Z])([^A-Z]*)/g, (_, step, numbers) => step + (numbers.match(/-?[\d.]+/g) ?? []).map((number, i) => (step === "V" || (step !== "H" && i % 2) ? down : across)(Number(number))).join(" ")));
    }
  }

  function barsAt([start, end], share, half, letter) { // two short bars across an edge
    const far = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1, [x, y] = between(start, end, share);
    const [dx, dy] = [(end[0] - start[0]) / far, (end[1] - start[1]) / far];
    const bar = (step) => `M${at(x + dx * step + dy * half)} ${at(y + dy * step - dx * half)}L${at(x + dx * step - dy * half)} ${at(y + dy * step + dx * half)}`;
    return bar(-0.16 * letter) + bar(0.16 * letter);
  }

  function ringAt([x, y], radius) {
    return `M${at(x - radius)} ${at(y)}a${at(radius)} ${at(radius)} 0 1 0 ${at(2 * radius)} 0a${at(radius)} ${at(radius)} 0 1 0 ${at(-2 * radius)} 0`;
  }

  function windowOf(node, outline, id, isLying) { // where a script writes a window
    const { kind, x, y, w, h, sizes: { letter } } = outline, size = WINDOW * letter;
    if (kind === "child") {
      const isLeft = id && id.x < x;
      return make(node, "text", { class: isLeft ? "win end" : "win start", x: x + (isLeft ? w : -w), y: id ? id.y : y - h, "font-size": size });
    }
    if (isLying) return make(node, "text", { class: "win", x, y: y + h + letter, "font-size": size });
    return make(node, "text", { class: "win start", x: x + w + 0.3 * letter, y: baselineOf(outline), "font-size": size });
  }

  function strip(node, kept) { // of a node only these, which are returned by their names
    const found = {};
    for (const [name, selector] of Object.entries(kept)) found[name] = [...node.children].filter((one) => one.matches(selector));
    const all = new Set(Object.values(found).flat());
    for (const one of [...node.children]) if (!all.has(one)) one.remove();
    return found;
  }

  function frame(svg, box, prefix) { // its box, and its title under another name
    set(svg, { viewBox: box.map(at).join(" "), width: box[2], height: box[3], "aria-labelledby": `${prefix}title` });
    svg.querySelector("title").id = `${prefix}title`;
  }

  function across(svg, form) { // lines over the whole drawing
    for (const old of svg.querySelectorAll(":scope > .horizon, :scope > .numberline")) old.remove();
    svg.querySelector(".edges").after(...parsed(svg, form.horizon ?? ""));
    svg.append(...parsed(svg, form.below ?? ""));
  }

  function lyingTree(standing, { from, to, ranks, y, ids, marks = {} }, form, prefix) {
    const OTHER = /[^\u0000-\u04ff−∞≥→…·–—“”‘’✓]/, MARK = 0.88; // letters of another font; how far down its edge the mark of a cut stands
    const svg = standing.cloneNode(true), nodes = [...svg.querySelectorAll(".node")], by = to.letter / from.letter;
    const depths = [], outlines = nodes.map((node, place) => {
      depths.push(node.dataset.up ? depths[node.dataset.up] + 1 : 0);
      return outlineOf(kindOf(node), to, [ranks[depths[place]][0], y[place]]);
    });
    const isLive = Boolean(svg.querySelector(".node:not(.wrong) > .inner")); // a script fills it in
    const aside = ({ kind, w }) => (["leaf", "child", "chance"].includes(kind) ? w : w / 2); // at half its height

    function corners(place) { // of an edge, which leaves and reaches ranks level with its nodes
      const parent = nodes[place].dataset.up, above = outlines[parent], below = outlines[place];
      return [[above.x + aside(above), above.y], [above.x + ranks[depths[parent]][2], above.y], [below.x - ranks[depths[place]][1], below.y], [below.x - aside(below), below.y]];
    }

    const lineOf = (place) => `M${corners(place).map((corner) => corner.map(at).join(" ")).join("L")}`;

    function turnNode(node, place) {
      const outline = outlineOf(kindOf(node), to), before = outlineOf(kindOf(node), from), { x, y: middle, w, h } = outline, { letter } = to;
      set(node, { transform: `translate(${at(outlines[place].x)} ${at(outlines[place].y)})`, ...(form.names?.[place] && { "aria-label": form.names[place] }) });
      const found = strip(node, { shape: ".shape, .inner", tab: "rect[class^=seat]", player: ".seatletter", number: ".num:not(.start)", mark: ".tick, .badge", noisy: ".noisy", data: "metadata" });
      const isWrong = node.classList.contains("wrong");
      for (const shape of found.shape) set(shape, { d: pathOf(outline, isWrong ? 0.14 * letter : 0) });
      for (const tab of found.tab) set(tab, { x: x - w, y: middle - h, width: TAB * letter, height: 2 * h });
      for (const text of found.player) set(text, { x: x - w + (TAB * letter) / 2, y: baselineOf(outline), "font-size": by * Number(text.getAttribute("font-size")) });
      for (const number of found.number) {
        set(number, { x: x + (found.tab.length ? (TAB / 2) * letter : 0), y: baselineOf(outline), "font-size": by * Number(number.getAttribute("font-size")) });
        if (number.dataset.size) number.dataset.size = letter;
      }
      for (const mark of found.mark) move(mark, cornerOf(before), cornerOf(outline), by);
      for (const wave of found.noisy) move(wave, rightCornerOf(before), rightCornerOf(outline), by);
      const [text, idX, idY, anchor = "start"] = ids[place], id = text && make(svg, "text", { class: ["id", anchor === "middle" ? "" : anchor, OTHER.test(text) ? "other" : ""].filter(Boolean).join(" "), x: idX, y: idY, "font-size": to.id });
      if (id) id.textContent = text;
      const beside = form.beside[place] ? parsed(svg, form.beside[place]) : isLive ? [windowOf(node, outline, id && { x: idX, y: idY }, true)] : [];
      node.append(...(id ? [id] : []), ...beside, ...found.mark, ...found.noisy);
    }

    function turnEdge(edge) {
      const place = Number(edge.dataset.to), [, start, end] = corners(place), { letter } = to;
      const far = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1, share = marks[place] ?? MARK, middle = between(start, end, share);
      set(edge.querySelector(".line"), { d: lineOf(place) });
      const bar = edge.querySelector(".bar"), badge = edge.querySelector(".badge"), label = edge.querySelector(".label");
      if (bar) set(bar, { d: bar.getAttribute("d").includes("a") ? ringAt(middle, 0.42 * letter) : barsAt([start, end], share, (to.short ? 0.38 : 0.58) * letter, letter) });
      if (badge) {
        const disc = badge.querySelector("circle"), isAbove = form.above?.includes(place);
        move(badge, ["cx", "cy"].map((name) => Number(disc.getAttribute(name))), isAbove ? between(start, end, Math.max(0, share - letter / far)) : between(middle, end, Math.min(1, (0.95 * letter) / (0.48 * far))), by);
      }
      if (label) {
        label.classList.add("start");
        set(label, { x: end[0] + 0.5 * letter, y: end[1] - 0.26 * letter - 0.2 * to.label, "font-size": to.label });
      }
    }

    function turnLine() { // the highlighter under the best line: of each node its outline, then its edge
      const glows = [...svg.querySelectorAll(".under > .glow")];
      for (const [place, node] of nodes.entries()) {
        if (!node.classList.contains("best") || !glows.length) continue;
        set(glows.shift(), { d: pathOf(outlines[place], 0.08 * to.letter), "stroke-width": 0.62 * to.letter });
        if (place) set(glows.shift(), { d: lineOf(place), "stroke-width": 0.66 * to.letter });
      }
    }

    svg.classList.remove("wide", "many");
    svg.classList.add("tall");
    frame(svg, form.box, prefix);
    nodes.forEach(turnNode);
    svg.querySelectorAll(".edge").forEach(turnEdge);
    turnLine();
    across(svg, form);
    return svg;
  }

  function emptiedTree(marked, sizes, { names, numbers, shares, standing: form }, prefix) { // as it is before the first step
    const svg = marked.cloneNode(true), { letter } = sizes;
    svg.querySelector(".under").replaceChildren();
    svg.querySelectorAll("metadata").forEach((one) => one.remove()); // these are of the answers
    for (const [place, node] of svg.querySelectorAll(".node").entries()) {
      const outline = outlineOf(kindOf(node), sizes), { kind, x } = outline;
      set(node, { class: ["node", kind, node.classList.contains("beyond") ? "beyond" : ""].filter(Boolean).join(" "), "aria-label": names[place] || node.getAttribute("aria-label").split(": ")[0] });
      const found = strip(node, { shape: ".shape", tab: "[class^=seat]", number: ".num:not(.start)", id: ".id", noisy: ".noisy" });
      set(found.shape[0], { d: pathOf(outline) });
      found.shape[0].after(set(found.shape[0].cloneNode(), { class: "inner" }));
      const number = found.number[0] ?? make(svg, "text", { x, y: baselineOf(outline) }), [id] = found.id;
      if (number.textContent !== numbers[place] || !number.textContent) set(number, { "font-size": letter });
      set(number, { class: "num" }).textContent = numbers[place];
      const spot = id && { x: Number(id.getAttribute("x")), y: Number(id.getAttribute("y")) };
      const beside = form.beside[place] ? parsed(svg, form.beside[place]) : [windowOf(node, outline, spot, false)];
      node.append(number, ...found.id, ...beside, ...found.noisy);
    }
    for (const edge of svg.querySelectorAll(".edge")) {
      const line = edge.querySelector(".line"), [x, y, toX, toY] = line.getAttribute("d").match(/-?[\d.]+/g).map(Number);
      set(edge, { class: edge.classList.contains("beyond") ? "edge beyond" : "edge" });
      edge.querySelectorAll(".bar, .badge").forEach((one) => one.remove());
      line.after(make(svg, "path", { class: "bar", d: barsAt([[x, y], [toX, toY]], shares[edge.dataset.to], (sizes.short ? 0.38 : 0.58) * letter, letter) }));
    }
    frame(svg, form.box, prefix);
    across(svg, form);
    return svg;
  }

  function treeForms(element) {
    const read = (box, name) => JSON.parse(box?.querySelector(`script.${name}`)?.textContent ?? "null");
    const copy = read(element, "copy"), source = copy ? document.getElementById(element.dataset.of) : element;
    const turn = read(source, "turn");
    if (!turn) return;
    const { from, to } = turn.places, marked = source.querySelector("svg.wide");
    const standing = copy ? emptiedTree(marked, from, copy, `${element.id}-wide-`) : marked;
    const lying = lyingTree(standing, turn.places, copy ? copy.lying : turn.form, `${element.id}-tall-`);
    if (copy) element.prepend(standing);
    standing.after(ringed(lying, to));
    ringed(standing, from);
    element.classList.add("turned");
  }

  return Object.assign(treeForms, { outlineOf, pathOf, baselineOf, barsAt });
})();
