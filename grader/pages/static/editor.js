"use strict";
// The page of the editor: the tree that is drawn, what a search makes of it, and the problem's file.
//
// editorPage is for scripts that come after this one: { root, text }: the tree as editor-text.js has it, and problem.yaml.
const editorPage = (() => {
  const data = JSON.parse(document.getElementById("editor-data").textContent), { file } = data;
  const NUMBER = new RegExp(data.shapes.number.pattern), MOST_NAMED = 6, MARKS = /^[0-9]+(?:\.[0-9]+|\/[1-9][0-9]*)?$/;
  const find = (name) => document.querySelector(`[data-${name}]`), named = (name) => document.querySelector(`.editor-page [name=${name}]`), button = (value) => document.querySelector(`button[value=${value}]`);
  const fields = answerFields(data.shapes, data.hints), bar = answerBar(find("entry"), fields), history = pageHistory(say);
  const kindOf = (name) => data.kinds.find((kind) => kind.name === name);
  const PLAYERS = file && file.tree ? editorText.playersOf(file) : ["max", "min"];
  const KEY = `gametree-edit:${JSON.stringify(file)}`;
  const kept = read();
  let kind = kindOf(kept?.kind ?? file?.kind) ?? data.kinds[0], tree = null, now = null, before = null, isReady = false, first = "", isKept = browserKeeps();

  function say(words) {
    find("said").textContent = words;
  }

  // kept in this browser

  function isNode(one) {
    const texts = ["id", "move", "p", "value", "visits"].map((name) => one[name] ?? "");
    return ["max", "min", "chance", "leaf"].includes(one.kind) && texts.every((text) => typeof text === "string") && one.kids.every(isNode);
  }

  function read() { // nothing where there is nothing of this page
    try {
      const found = JSON.parse(localStorage.getItem(KEY));
      return kindOf(found.kind) && isNode(found.root) ? found : null;
    } catch {
      return null;
    }
  }

  function keep() {
    const parts = Object.fromEntries(rows().map(({ part, tick, worth }) => [part, [tick.checked, worth.value]]));
    try {
      localStorage.setItem(KEY, JSON.stringify({ kind: kind.name, id: named("id").value, title: named("title").value, parts, root: tree.root }));
    } catch {
      isKept = false;
    }
    tellKept();
  }

  const tellKept = () => { find("kept").textContent = isKept ? "This browser keeps it as you go." : "This browser does not keep it: download before you leave."; };

  // the tree

  const regular = (depth, children, level = 0) => editorText.node(level === depth ? "leaf" : PLAYERS[level % PLAYERS.length], { kids: level === depth ? [] : Array.from({ length: children }, () => regular(depth, children, level + 1)) });
  const arms = () => editorText.node("max", { kids: [["7", "10"], ["5", "8"], ["", "0"]].map(([value, visits]) => editorText.node("leaf", { value, visits })) });

  function keyed(root) { // every node gets the key by which the widget knows it
    let next = 0;
    (function each(node) { node.key = next++; node.kids.forEach(each); })(root);
    return root;
  }

  function made(root) { // a widget for the kind that is chosen
    const shapes = kind.hasVisits ? [["value", "number"], ["visits", "count"]] : [["value", "number"], ["move", "text"], ["p", "number"]];
    tree = treeEdit({
      title: "The tree that you draw", may: kind.hasVisits ? ["grow", "order"] : ["grow", "order", "players"], names: null, isNamed: false, bar, look, changed,
      fields: shapes.map(([name, shape]) => ({ name, shape })),
    });
    find("drawing").replaceChildren(tree.element);
    before = JSON.stringify(root);
    solve(root);
    tree.set(root);
  }

  function changed(words, deed, key) {
    const [was, is] = [before, JSON.stringify(tree.root)], input = document.activeElement?.matches("[data-entry] input") ? document.activeElement : null;
    before = is;
    history.add({ label: deed, back: put(was, key), again: put(is, key), isThere: () => true, field: input });
    if (words) say(words);
    renew();
  }

  const put = (text, key) => () => {
    before = text;
    tree.set(JSON.parse(text));
    renew();
    tree.choose(tree.find(key) ? key : 0, true);
  };

  function replace(root, words) { // the whole tree by another one: one step back
    const was = before;
    before = JSON.stringify(keyed(root));
    history.add({ label: words, back: put(was, 0), again: put(before, 0), isThere: () => true, field: null });
    tree.set(JSON.parse(before));
    renew();
    say(words);
  }

  // what a search makes of it

  const isMute = () => (file && !file.isLive) || (kind.cuts && tree?.nodes.some(({ node }) => node.kind === "chance"));

  function solve(root) {
    const isBad = (node) => [node.value, node.p, node.visits].some((text) => text && fields.wrong(text, "number")) || node.kids.some(isBad);
    now = { gaps: editorLive.gaps(root), isBad: isBad(root), told: null, choice: null };
    const isWhole = !now.isBad && !now.gaps.blank.length && !now.gaps.bare.length && !now.gaps.odd.length;
    if (kind.hasVisits) now.choice = now.isBad || !root.kids.length || root.kids.some((kid) => !kid.visits || (kid.visits !== "0" && !kid.value)) || root.kids.every((kid) => kid.visits === "0") ? null : editorLive.choose(root);
    else if (isWhole) now.told = editorLive.search(root, kind.cuts);
  }

  function look({ node, at, up }) {
    if (!now || isMute()) return {};
    const { told, choice } = now;
    if (choice && up) return { css: choice.chosen === node ? "best" : "", edge: choice.chosen === node ? "best" : "", beside: score(choice.scores[at]), said: `score ${score(choice.scores[at])}${choice.chosen === node ? ", chosen" : ""}` };
    if (!told) return {};
    const found = told.found.get(node), isSkipped = told.skipped.has(node), isBest = told.line.includes(node), isCut = found?.window && kind.cuts && numerals.order(...found.window) >= 0;
    return {
      css: isSkipped ? "skip" : isBest ? "best" : "", edge: [isSkipped && "skip", told.cut.has(node) && "pruned", isBest && "best"].filter(Boolean).join(" "),
      ...(node.kids.length && found ? { number: editorLive.shown(found.value) } : {}), beside: isCut ? `[${found.window.map(editorLive.shown).join(", ")}]` : "",
      said: isSkipped ? "skipped by the search" : found && node.kids.length ? `worth ${editorLive.shown(found.value)}` : "",
    };
  }

  const score = (number) => (Number.isFinite(number) ? number.toFixed(2).replace("-", "−") : "∞");
  const nameOf = (node) => { const one = tree.nodes.find((other) => other.node === node); return one.node.move || one.name; };
  const listed = (nodes) => `${nodes.slice(0, MOST_NAMED).map(nameOf).join(", ")}${nodes.length > MOST_NAMED ? " and " + (nodes.length - MOST_NAMED) + " more" : ""}`;

  function linesOf() { // [text, whether it is amiss]
    if (file && !file.isLive) return [["This page works with the default conventions; run “gametree solve” for this file."]];
    if (isMute()) return [["Windows at chance nodes are not worked out here; run “gametree solve” for this file."]];
    const { gaps, told, choice } = now;
    if (now.isBad) return [["A number cannot be read.", true]];
    if (kind.hasVisits) return [[choice ? `N = ${choice.visits}. Chosen: ${nameOf(choice.chosen)}, score ${score(Math.max(...choice.scores))}.` : "Each child needs its visits, and a total where it was visited.", !choice]];
    if (!told) {
      const odd = gaps.odd.map(([node, sum]) => [sum ? `${nameOf(node)}: the probabilities add up to ${editorLive.shown(sum)}, not to 1.` : `${nameOf(node)}: some children have a probability and some have none.`, true]);
      return [...(gaps.blank.length ? [[`No value yet: ${listed(gaps.blank)}.`, true]] : []), ...(gaps.bare.length ? [[`No children yet: ${listed(gaps.bare)}.`, true]] : []), ...odd];
    }
    const leaves = tree.nodes.filter(({ node }) => node.kind === "leaf").length, cut = tree.nodes.filter(({ node }) => told.cut.has(node)).map(({ node }) => node);
    const equal = editorLive.equals(told.found).map(([value, nodes]) => `${value} (${listed(nodes)})`);
    return [
      [`Value ${editorLive.shown(told.value)}${told.best ? ", best move " + nameOf(told.best) : ""}.`],
      ...(kind.cuts ? [[`${told.leaves} of ${leaves} leaves evaluated; ${cut.length ? "pruned: " + listed(cut) : "nothing is pruned"}.`]] : []),
      ...(equal.length ? [[`Equal leaves: ${equal.join("; ")}.`]] : []),
    ];
  }

  // the problem

  const rows = () => [...find("parts").children].map((row) => ({ part: row.dataset.part, tick: row.querySelector("[type=checkbox]"), worth: row.querySelector("[inputmode]") }));
  const asked = () => rows().filter(({ tick }) => tick.checked && !tick.disabled).map(({ part, worth }) => [part, MARKS.test(worth.value.trim()) ? worth.value.trim() : "1"]);

  function text() {
    return editorText.written({
      id: named("id").value.trim() || "my-tree", title: named("title").value.trim(), kind: kind.name, root: tree.root, hasVisits: kind.hasVisits, players: PLAYERS, names: tree.nodes.slice(1).map(({ name }) => name),
      asked: asked(), kept: file?.kept ?? "", keptBesideNodes: file?.keptBesideNodes ?? "",
    });
  }

  function renew() { // after each change
    solve(tree.root);
    tree.renew();
    const isMoverless = !tree.root.kids.length || tree.root.kind === "chance";
    for (const { part, tick } of rows()) {
      tick.disabled = isMoverless && kind.needsMover.includes(part);
      tick.closest("li").title = tick.disabled ? "nobody moves at the root" : "";
    }
    find("live").replaceChildren(...linesOf().map(([words, isAmiss]) => make("p", { class: isAmiss ? "amiss" : "" }, words)));
    find("file").value = text();
    find("done").textContent = "";
    bar.paint();
    if (isReady) keep();
  }

  function listParts() {
    find("parts").replaceChildren(...kind.parts.map(([part, words]) => {
      const worth = file?.kind === kind.name ? file.points[part] : undefined, isAsked = file?.kind === kind.name ? worth !== undefined : kind.asked.includes(part);
      return make("li", { "data-part": part }, make("label", {}, make("input", { type: "checkbox", checked: isAsked }), make("span", {}, words)), make("input", { inputmode: "decimal", value: worth ?? "1", "aria-label": `Points for ${words}` }));
    }));
  }

  function turn() { // into a problem of another kind
    const isOther = kind.hasVisits !== kindOf(named("kind").value).hasVisits;
    kind = kindOf(named("kind").value);
    listParts();
    if (!isOther) return renew();
    history.forget();
    bar.close(false);
    made(keyed(kind.hasVisits ? arms() : regular(2, 3)));
    return renew();
  }

  // what is taken along

  function download() {
    const link = make("a", { href: URL.createObjectURL(new Blob([text()], { type: "text/yaml" })), download: "problem.yaml" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    find("done").textContent = "problem.yaml is in your downloads.";
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      find("done").textContent = "Copied.";
    } catch {
      find("file").closest("details").open = true;
      find("file").select();
      find("done").textContent = "This browser does not let the page copy: the file below is selected.";
    }
  }

  function take() { // what was pasted
    const amiss = find("unreadable");
    try {
      const root = editorText.grown(editorText.read(named("pasted").value), PLAYERS, NUMBER);
      amiss.textContent = treeEdit.tooLarge(root);
      if (amiss.textContent) return;
      find("paste").close();
      replace(root, "A tree was pasted");
    } catch (error) {
      amiss.textContent = `This cannot be read: ${error.message}.`;
    }
  }

  function grow() {
    const depth = Number(named("depth").value), children = Number(named("children").value), root = regular(depth, children);
    find("too-many").textContent = treeEdit.tooLarge(root);
    if (find("too-many").textContent) return;
    find("new").close();
    replace(root, "A new tree");
  }

  function listen() {
    const deeds = { download, copy, take, grow, paste: () => find("paste").showModal(), new: () => find("new").showModal() };
    document.addEventListener("click", (event) => deeds[event.target.closest("button")?.value]?.());
    named("kind").addEventListener("change", turn);
    addEventListener("beforeunload", (event) => { if (!isKept && find("file").value !== first) event.preventDefault(); });
    for (const input of [named("id"), named("title"), find("parts")]) input.addEventListener("input", renew);
  }

  find("editor").hidden = false;
  named("kind").replaceChildren(...data.kinds.map(({ name, title }) => make("option", { value: name, selected: name === kind.name }, title)));
  Object.assign(named("id"), { value: kept?.id ?? file?.id ?? "my-tree" });
  Object.assign(named("title"), { value: kept?.title ?? file?.title ?? "" });
  find("tools").prepend(...history.buttons());
  listParts();
  for (const { part, tick, worth } of rows()) [tick.checked, worth.value] = kept?.parts?.[part] ?? [tick.checked, worth.value];
  made(keyed(file ? editorText.opened(file, NUMBER) : kind.hasVisits ? arms() : regular(2, 3)));
  if (kept) replace(kept.root, "The tree was restored from this browser");
  listen();
  renew();
  tellKept();
  isReady = true;
  first = text();
  return { get root() { return tree.root; }, text };
})();
