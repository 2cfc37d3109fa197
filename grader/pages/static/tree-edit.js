"use strict";
// A tree that is built and changed by mouse, finger and keyboard: the one widget for all of it.
//
// treeEdit(settings) returns { element, root, nodes, set, renew, find, choose, cancel }; `settings` are { title, may, fields, names, number, isNamed, bar, look, changed }. `may` lists what may be changed: grow, players,
// order. `fields` are what is typed at a node, each { name, shape }: value, move, p. `names` are the moves to choose from, none where they are free. `look(node)` says what else
// is so of a node: { css, number, beside, said, amiss }. `changed(words, deed, key)` is called after each change: what there is to say, what was done, and at which node.
// treeEdit.tooLarge(root) says what is too much of a tree, "" where it can be drawn.
// A node is { key, kind, value, move, p, id, kids }: `key` stays the same while the page is open, `id` is stated ("" where letters are given level by level).
const treeEdit = (() => {
  const MOST = 300, DEEPEST = 60, FEW = 12, SLIP = 8, TOUCH = 44, PLUS = 20, SMALLEST = 8; // nodes, levels; names that are buttons; pixels before a drag begins, of what a finger touches, and of letters: a larger tree is scrolled in its frame
  const KINDS = { max: ["▲", "MAX"], min: ["▼", "MIN"], chance: ["○", "chance"], leaf: ["□", "end"] }, OTHER = { max: "min", min: "max" };
  const TOLD = { max: "MAX", min: "MIN", chance: "chance", leaf: "leaf" };
  const WORDS = { value: "Value", move: "Move", p: "Probability", visits: "Visits" };
  const narrow = matchMedia("(max-width: 640px)");

  const letters = (place) => (place < 26 ? "" : letters(Math.floor(place / 26) - 1)) + String.fromCharCode(65 + (place % 26));
  const SVG = "http://www.w3.org/2000/svg"; // a name: nothing is loaded from there
  const put = (tag, attributes, ...inside) => {
    const one = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, typeof value === "number" ? Math.round(value * 10) / 10 : value);
    one.append(...inside);
    return one;
  };

  function flat(root) { // level by level: each node with its parent, place among its siblings, depth and name
    const all = [{ node: root, up: null, at: 0, depth: 0 }];
    for (const one of all) one.node.kids.forEach((node, at) => all.push({ node, up: one, at, depth: one.depth + 1 }));
    const given = new Set(all.flatMap(({ node }) => [node.id, node.move.trim()])); // as the program names nodes
    let next = 0;
    for (const one of all) {
      while (!one.node.id && given.has(letters(next))) next += 1;
      one.name = one.node.id || letters(next++);
    }
    return all;
  }

  const beyond = (size, depth) => (size > MOST ? `A drawing holds ${MOST} nodes.` : depth > DEEPEST ? `A drawing is at most ${DEEPEST} moves deep.` : "");

  function tooLarge(root) {
    const nodes = flat(root);
    return beyond(nodes.length, nodes.at(-1).depth);
  }

  return Object.assign(({ title, may, fields, names, number = "", isNamed = true, bar, look = () => ({}), changed }) => {
    const can = (what) => may.includes(what), has = (name) => fields.some((field) => field.name === name), isMoved = can("order") || can("grow");
    const svg = put("svg", { class: "tree wide", role: "group", "aria-label": title, viewBox: "0 0 1 1" }), zoom = make("div", { class: "zoom", role: "group", "aria-label": "Zoom of the tree" },
      ...[["out", "−", "Zoom out"], ["in", "+", "Zoom in"], ["fit", "Fit"]].map(([value, words, label]) => make("button", { type: "button", value, "aria-label": label }, words)));
    const element = make("div", { class: "treebox turned", "data-tree-edit": true }, make("div", { class: "scrolled" }, svg), zoom), box = treeBox(element);
    let root = { key: 0, kind: "leaf", value: "", move: "", p: "", id: "", kids: [] }, all = flat(root), chosen = 0, drag = null, drawnIn = 0, pen = null;

    function wide(text, size) { // what stands on no page yet has no letters to measure: it is drawn again once it does
      if (svg.isConnected) pen ??= widthIn(svg);
      return pen ? pen(text, size) : 0.56 * size * text.length;
    }

    const find = (key) => all.find(({ node }) => node.key === key);
    const node = (one) => svg.querySelector(`.node[data-id="${one}"]`);
    const fresh = () => Math.max(...all.map((one) => one.node.key)) + 1;
    const called = has("move") ? "move" : "child";
    const isOpen = ({ node: { kind, kids } }) => kind === "leaf" || !kids.length; // has a value

    // what is done

    function change(words, deed, key, act) {
      act();
      drawAfresh(key);
      changed(words, deed, key);
    }

    function drawAfresh(key) { // there is always a node that is chosen: this one, if what was is gone
      all = flat(root);
      if (!find(chosen)) chosen = key;
      draw();
    }

    function add(one) {
      const kid = { key: fresh(), kind: "leaf", value: "", move: "", p: "", id: "", kids: [] };
      if (full(one)) return;
      change(`New ${called} below ${one.name}`, `add a ${called} below ${one.name}`, one.node.key, () => {
        if (one.node.kind === "leaf") Object.assign(one.node, { kind: OTHER[one.up?.node.kind] ?? "max", value: "" });
        one.node.kids.push(kid);
      });
      choose(kid.key, true);
    }

    const full = (one) => beyond(all.length + 1, one.depth + 1);

    function remove(one) {
      const { node: gone, up, at, name } = one, below = all.filter((other) => isBelow(other, one)).length - 1, words = `${up ? name : "all"}${up && below ? " and " + below + " below" : ""}`;
      if (!up && !gone.kids.length) return;
      const next = up ? (up.node.kids[at + 1] ?? up.node.kids[at - 1] ?? up.node) : gone;
      change(`${words} deleted`, `delete ${words}`, next.key, () => {
        if (up) up.node.kids.splice(at, 1);
        else gone.kids = [];
      });
      choose(next.key, true);
    }

    function isBelow(one, top) {
      for (let up = one; up; up = up.up) if (up === top) return true;
      return false;
    }

    function swap(one, by) {
      const { node: moved, up, at } = one, other = up?.node.kids[at + by];
      if (!isMoved || !other) return;
      const side = by < 0 ? "before" : "behind", beside = find(other.key).name;
      change(`${one.name} moved ${side} ${beside}`, `move ${one.name} ${side} ${beside}`, moved.key, () => { [up.node.kids[at], up.node.kids[at + by]] = [other, moved]; });
      choose(moved.key, true);
    }

    function turn(one, kind) { // who moves there
      if (one.node.kind === kind || (kind === "leaf" && one.node.kids.length)) return;
      change(`${one.name}: ${TOLD[kind]}`, `${one.name} becomes ${TOLD[kind]}`, one.node.key, () => Object.assign(one.node, { kind }, kind === "leaf" ? {} : { value: "" }));
    }

    function write(one, name, text) {
      if (one.node[name] === text) return;
      change("", `${WORDS[name].toLowerCase()} of ${one.name}`, one.node.key, () => Object.assign(one.node, { [name]: text }, name === "value" ? { kind: "leaf" } : {}));
    }

    // what there is to do at a node, for the entry bar

    const alike = ({ node: { move }, up }) => (has("move") && up && move.trim() ? up.node.kids.filter((other) => other.move.trim() === move.trim()).length : 1);
    const written = (one) => fields.filter(({ name }) => (name === "value" ? isOpen(one) : one.up && (name !== "p" || one.up.node.kind === "chance" || one.node.p)));
    const numbers = ["no", "one", "two", "three", "four"];

    function groups(key) {
      const one = find(key), own = written(one);
      const isChoice = ({ name }) => name === "move" && names?.length && names.length <= FEW;
      const field = ({ name, shape }) => ({ name, shape, sign: "", mode: name === "move" ? "text" : "decimal", label: `${WORDS[name]} of ${one.name}`, list: name === "move" ? names : null, get: () => String(find(key)?.node[name] ?? ""), set: (text) => write(find(key), name, text) });
      const players = { words: "Who moves here", choice: { name: "", options: Object.entries(KINDS).map(([value, [icon, words]]) => ({ value, icon, words, isOff: value === "leaf" && one.node.kids.length > 0 })), get: () => find(key)?.node.kind, set: (kind) => turn(find(key), kind) } };
      const entries = own.map((given) => (isChoice(given)
        ? { words: WORDS.move, choice: { name: "move", options: names.map((value) => ({ value, words: value })), get: () => find(key)?.node.move, set: (text) => write(find(key), "move", text) } }
        : { words: WORDS[given.name], fields: [field(given)] }));
      return [...entries, ...(can("players") ? [players] : [])];
    }

    function acts(key) {
      const one = find(key), siblings = one.up?.node.kids.length ?? 0, [before, after] = narrow.matches ? ["↑", "↓"] : ["←", "→"];
      const grow = can("grow") ? [{ value: "add", icon: "+", words: called, label: `Add a ${called} below ${one.name}`, isOff: Boolean(full(one)), title: full(one), click: () => add(find(key)) }] : [];
      const order = isMoved && siblings > 1 ? [
        { value: "before", icon: before, label: `Move ${one.name} before`, isOff: !one.at, click: () => swap(find(key), -1) },
        { value: "after", icon: after, label: `Move ${one.name} after`, isOff: one.at === siblings - 1, click: () => swap(find(key), 1) }] : [];
      const out = can("grow") ? [{ value: "delete", icon: "⌫", words: "delete", label: `Delete ${one.name}`, isOff: !one.up && !one.node.kids.length, click: () => remove(find(key)) }] : [];
      return [...grow, ...order, ...out];
    }

    function step(by, isFocused) { // level by level, to the next node with something to write, or with this field
      const here = all.indexOf(find(chosen)), others = by > 0 ? all.slice(here + 1) : all.slice(0, here).reverse(), name = String(isFocused);
      const next = others.find((one) => (has(name) ? written(one).some((field) => field.name === name) : written(one).length || !fields.length));
      if (next) choose(next.node.key, !isFocused, isFocused);
      return Boolean(next);
    }

    const place = { // the node that is chosen, whichever it is by now and whatever has become of it
      element, number, step, isColumn: true,
      get id() { return `${number} ${title} ${chosen}`; },
      get about() { return find(chosen).name; },
      get what() {
        const { node: { kind }, up, at } = find(chosen);
        return [TOLD[kind], up && `child ${at + 1} of ${up.node.kids.length} of ${up.name}`].filter(Boolean).join(", ");
      },
      reveal: () => box.reveal(chosen), focus: () => choose(chosen, true), groups: () => groups(chosen), acts: () => acts(chosen),
      amiss: () => {
        const one = find(chosen), many = alike(one);
        return [many > 1 && `${numbers[many] ?? many} moves are called ${one.node.move.trim()}`, look(one).amiss].filter(Boolean).join("; ");
      },
    };

    function choose(key, isFocused, isEntered = false) {
      chosen = find(key) ? key : root.key;
      draw();
      box.select(chosen, isFocused);
      bar.open(place, isEntered);
    }

    // how it looks

    function labelOf({ node: { move, p }, up }) {
      return up ? [move.trim() || (has("move") && isNamed ? "?" : ""), p && `p ${p}`].filter(Boolean).join(" · ") : "";
    }

    function short(text, most) { // by letters as they are seen: a flag or a family is one
      const seen = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
      return seen.length > most ? `${seen.slice(0, most - 1).join("")}…` : text;
    }

    function said(one, { said: more, amiss }) {
      const { node: { kind, value, move, p, kids }, up, at, name } = one, many = alike(one);
      return [
        [name, TOLD[kind], up && `child ${at + 1} of ${up.node.kids.length} of ${up.name}`].filter(Boolean).join(", "), move && `move ${move}`, many > 1 && `${numbers[many] ?? many} moves are called ${move.trim()}`, p && `probability ${p}`,
        kind === "leaf" && (value.trim() ? `value ${shownNumber(value)}` : "no value yet"), kind !== "leaf" && !kids.length && "no moves yet", more, amiss,
      ].filter(Boolean).join("; ");
    }

    function draw() {
      all = flat(root);
      const lies = narrow.matches, looks = all.map((one) => look(one)), place = new Map(all.map((one, at) => [one, at]));
      const nodes = all.map((one) => ({ kind: one.node.kind, up: place.get(one.up), kids: [], id: short(one.name, 12), value: short(shownNumber(one.node.value), 9), label: short(labelOf(one), 9) }));
      nodes.forEach(({ up }, at) => { if (at) nodes[up].kids.push(at); });
      const layout = treeLayout(nodes, lies, wide), { letter: e } = layout.sizes, reach = [Infinity, Infinity, -Infinity, -Infinity];
      const hold = (left, top, right, bottom) => [left, top, right, bottom].forEach((side, at) => { reach[at] = (at < 2 ? Math.min : Math.max)(reach[at], side); });
      nodes.forEach((given, at) => {
        const { x, y, w, h } = layout.outlines[at], [idX, idY, anchor] = layout.spot(at), long = wide(given.id, layout.sizes.id) * { end: -1, start: 1 }[anchor || "start"];
        hold(x - w - 0.9 * e, y - h - 0.9 * e, x + w + 0.9 * e, y + h + (looks[at].beside ? 1.5 : 0.9) * e);
        hold(Math.min(x + idX, x + idX + long), y + idY - e, Math.max(x + idX, x + idX + long) + 0.3 * e, y + idY + 0.4 * e);
        if (given.label) hold(layout.label(at)[0] - (lies ? 0 : wide(given.label, layout.sizes.label) / 2), y, layout.label(at)[0] + wide(given.label, layout.sizes.label) / (lies ? 1 : 2), y);
      });
      const stop = find(chosen) ?? all[0], at = place.get(find(chosen)), more = can("grow") ? plusAt(layout, at ?? 0, lies) : null;
      if (more) hold(more[0] - 1.4 * e, more[1] - 1.4 * e, more[0] + 1.4 * e, more[1] + 1.4 * e);
      const [left, top, right, bottom] = reach, view = [left, top, right - left, bottom - top].map((side) => Math.round(side * 10) / 10), room = element.clientWidth - 2;
      drawnIn = element.clientWidth;
      const scale = Math.min(1, Math.max(SMALLEST / e, room > 0 ? room / view[2] : 1));
      const edges = nodes.map((given, one) => (one ? edgeAt(layout, one, all[one], given, looks[one], e) : null)).filter(Boolean);
      const shapes = nodes.map((given, one) => nodeAt(layout, one, all[one], given, looks[one], e, scale, stop));
      const isFocused = svg.contains(document.activeElement);
      svg.replaceChildren(...edges, ...shapes, ...(more ? [plus(more, scale)] : []));
      svg.setAttribute("class", `tree ${lies ? "tall" : "wide"}`);
      svg.setAttribute("width", view[2]);
      svg.setAttribute("height", view[3]);
      svg.style.maxWidth = `min(100%, ${view[2]}px)`;
      svg.style.setProperty("--least", `${Math.ceil(Math.min(1, SMALLEST / e) * view[2])}px`);
      box.renew(svg, view);
      if (isFocused) node(chosen)?.focus({ preventScroll: true });
    }

    function drawAgain() { // in a window of another width
      if (element.clientWidth !== drawnIn) draw();
    }

    function plusAt(layout, at, lies) { // where a new child would hang
      const { x, y, w, h } = layout.outlines[at], { letter: e } = layout.sizes;
      return lies ? [x + w + (all[at].node.kids.length ? 0.6 : 2) * e, y + (all[at].node.kids.length ? h : 0)] : [x, y + h + (all[at].node.kids.length ? 0.8 : 2) * e];
    }

    const plus = ([x, y], scale) => put("g", { class: "plus", "aria-hidden": "true" }, put("circle", { class: "hit", cx: x, cy: y, r: PLUS / scale }), put("circle", { cx: x, cy: y, r: 9 }), put("path", { d: `M${x - 5} ${y}h10M${x} ${y - 5}v10` }));

    function edgeAt(layout, at, one, { label }, { edge = "" }, e) {
      const corners = layout.line(at), ends = layout.outlines[at].sizes === layout.sizes && corners.length === 4 ? corners.slice(1, 3) : corners, [x, y, anchor] = layout.label(at);
      const isBlank = label.startsWith("?") && !one.node.move.trim();
      return put("g", { class: `edge ${edge}`.trim(), "data-to": one.node.key },
        put("path", { class: "line", d: `M${corners.map((corner) => corner.map((side) => Math.round(side * 10) / 10).join(" ")).join("L")}` }), put("path", { class: "bar", d: treeForms.barsAt(ends, 0.6, 0.58 * e, e) }),
        ...(label ? [put("text", { class: ["label", anchor, isBlank ? "asked" : ""].filter(Boolean).join(" "), x, y, "font-size": layout.sizes.label }, label)] : []));
    }

    function nodeAt(layout, at, one, { id, value }, seen, e, scale, stop) {
      const { css = "", number: told, beside = "" } = seen;
      const { x, y, kind, w, h } = layout.outlines[at], outline = { ...layout.outlines[at], x: 0, y: 0 }, [idX, idY, anchor] = layout.spot(at), aside = 0.3 * e;
      const isBlank = kind === "leaf" && !value && has("value"), text = told ?? (isBlank ? "?" : value), [high, broad] = [Math.max(2 * h, TOUCH / scale), Math.max(2 * w, TOUCH / scale)];
      const size = kind === "leaf" ? e : e * Math.min(1, Math.max(0.5, 3.4 / Math.max(1, text.length)));
      const group = put("g", {
        class: ["node", kind, css, isMoved && one.up ? "movable" : "", one.node.key === chosen ? "sel" : ""].filter(Boolean).join(" "), transform: `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})`, role: "button",
        tabindex: one === stop ? 0 : -1, "aria-label": said(one, seen), "data-node": one.node.key, "data-id": one.node.key, "data-name": one.name, "data-up": one.up ? one.up.node.key : "",
      }, put("rect", { class: "hit", x: -broad / 2, y: -high / 2, width: broad, height: high }), put("rect", { class: "ring", x: -w - aside, y: -h - aside, width: 2 * (w + aside), height: 2 * (h + aside), rx: 5 }),
      put("path", { class: "shape", d: treeForms.pathOf(outline) }), put("path", { class: "inner", d: treeForms.pathOf(outline) }),
      put("text", { class: `num${isBlank ? " asked" : ""}`, x: 0, y: treeForms.baselineOf(outline), "font-size": size }, text),
      put("text", { class: `id ${anchor}`.trim(), x: idX, y: idY, "font-size": layout.sizes.id }, id));
      if (beside) group.append(put("text", narrow.matches ? { class: "win", x: 0, y: h + 0.95 * e, "font-size": 0.86 * e } : { class: "win start", x: w + 0.3 * e, y: treeForms.baselineOf(outline), "font-size": 0.86 * e }, beside));
      return group;
    }

    // how it is worked

    const keyOf = (event) => event.target.closest?.(".node")?.dataset.id;

    function pressed(event) { // before the box hears of it: there + and − zoom
      const key = keyOf(event), one = key && find(Number(key));
      if (!one || event.altKey || event.ctrlKey || event.metaKey) return;
      const back = narrow.matches ? "ArrowUp" : "ArrowLeft", on = narrow.matches ? "ArrowDown" : "ArrowRight", kinds = Object.keys(KINDS);
      const round = () => turn(one, kinds[(kinds.indexOf(one.node.kind) + 1) % (one.node.kids.length ? 3 : 4)]);
      const deeds = { "+": can("grow") && (() => add(one)), Insert: can("grow") && (() => add(one)), Delete: can("grow") && (() => remove(one)), Backspace: can("grow") && (() => remove(one)), m: can("players") && round };
      const named = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (event.shiftKey && [back, on].includes(event.key)) swap(one, event.key === back ? -1 : 1);
      else if (deeds[named]) deeds[named]();
      else if (event.key === "Enter" || event.key === " ") choose(one.node.key, false, true);
      else if (/^[-0-9.\u2212]$/.test(named) && has("value") && isOpen(one)) {
        choose(one.node.key, false, "value");
        bar.type(named);
      } else if (event.key === "Escape") bar.close(true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    }

    function grab(event) {
      const key = keyOf(event), one = key && find(Number(key));
      if (drag) return cancel(); // a second finger
      if (!isMoved || !one?.up || event.button || (event.pointerType === "touch" && one.node.key !== chosen)) return;
      drag = { pointer: event.pointerId, key: one.node.key, up: one.up.node, kids: [...one.up.node.kids], from: [event.clientX, event.clientY], isMoved: false };
    }

    function pull(event) { // what one sees is what one gets
      if (!drag || event.pointerId !== drag.pointer) return;
      if (!drag.isMoved && Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) < SLIP) return;
      event.stopPropagation(); // a drawing that is zoomed stays where it is
      if (!drag.isMoved) svg.setPointerCapture(event.pointerId);
      drag.isMoved = true;
      element.classList.add("dragging");
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse()), [axis, side] = narrow.matches ? [point.y, 1] : [point.x, 0];
      const moved = find(drag.key).node, others = drag.up.kids.filter((one) => one !== moved), to = others.filter((one) => middleOf(node(one.key))[side] < axis).length;
      if (drag.up.kids.indexOf(moved) === to) return;
      drag.up.kids = others.toSpliced(to, 0, moved);
      draw();
    }

    function drop(event) {
      if (!drag || event.pointerId !== drag.pointer) return;
      const { key, up, kids, isMoved: was } = drag, name = find(key).name;
      drag = null;
      element.classList.remove("dragging");
      if (!was) return;
      const to = up.kids.findIndex((one) => one.key === key) + 1;
      if (up.kids.some((one, at) => one !== kids[at])) changed(`${name} is child ${to} now`, `move ${name} to place ${to}`, key);
      choose(key, true);
    }

    function cancel() { // a drag that is broken off leaves the tree as it was; returns whether there was one
      if (!drag) return false;
      const { up, kids } = drag;
      drag = null;
      element.classList.remove("dragging");
      up.kids = kids;
      draw();
      return true;
    }

    element.addEventListener("keydown", pressed, true);
    element.addEventListener("pick", ({ detail }) => choose(Number(detail), true));
    element.addEventListener("walk", ({ detail }) => { chosen = Number(detail); draw(); box.select(chosen, true); if (bar.isOpen()) bar.open(place, false); });
    element.addEventListener("click", (event) => { if (event.target.closest(".plus")) add(find(chosen)); });
    for (const [name, heard] of Object.entries({ pointerdown: grab, pointermove: pull, pointerup: drop, pointercancel: cancel })) element.addEventListener(name, heard, true);
    window.addEventListener("blur", cancel);
    new ResizeObserver(drawAgain).observe(element);
    narrow.addEventListener("change", draw);

    return {
      element, cancel, choose,
      renew: draw,
      get root() { return root; },
      get nodes() { return all; },
      find,
      set(next) {
        cancel();
        root = next;
        drawAfresh(root.key);
      },
    };
  }, { tooLarge });
})();
