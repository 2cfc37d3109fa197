"use strict";
// The page of the editor: the tree that is drawn, what a search makes of it, and the problem's file.
//
// editorPage is for scripts that come after this one: { root, text }: the tree as editor-text.js has it, and problem.yaml.
const editorPage = (() => {
  const data = JSON.parse(document.getElementById("editor-data").textContent), { file } = data;
  const NUMBER = new RegExp(data.shapes.number.pattern), MOST_NAMED = 6, SHAPES = { value: "number", p: "number", visits: "count" };
  const find = (name) => document.querySelector(`[data-${name}]`), named = (name) => document.querySelector(`.editor-page [name=${name}]`), button = (value) => document.querySelector(`button[value=${value}]`);
  const fields = answerFields(data.shapes, data.hints), bar = answerBar(find("entry"), fields), history = pageHistory(say);
  const kindOf = (name) => data.kinds.find((kind) => kind.name === name);
  const PLAYERS = file && file.tree ? editorText.playersOf(file) : ["max", "min"];
  const KEY = `gametree-edit:${JSON.stringify(file)}`;
  const kept = read(), others = {}, marked = new Map(); // what was drawn by whether it has visits, and what was ticked by kind: for when a kind is chosen again
  let kind = kindOf(kept?.kind ?? file?.kind) ?? data.kinds[0], tree = null, now = null, before = null, isReady = false, first = "", worths = [], isKept = browserKeeps();

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
      return kindOf(found.kind) && isNode(found.root) && (!found.other || isNode(found.other)) ? found : null;
    } catch {
      return null;
    }
  }

  function keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify({ kind: kind.name, id: named("id").value, title: named("title").value, parts: ticks(), root: tree.root, other: others[!kind.hasVisits] }));
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
    solve(root);
    tree.set(root);
  }

  const drawn = ({ hasVisits }) => keyed(hasVisits ? arms() : regular(2, 3)), written = ({ name }, root) => JSON.stringify({ name, root });

  function changed(words, deed, key) {
    const [was, is] = [before, written(kind, tree.root)], input = document.activeElement?.matches("[data-entry] input") ? document.activeElement : null;
    before = is;
    history.add({ label: deed, back: put(was, key), again: put(is, key), isThere: () => true, field: input });
    if (words) say(words);
    renew();
  }

  function show(text) {
    const { name, root } = JSON.parse(text), isAlike = kindOf(name).hasVisits === kind.hasVisits;
    before = text;
    if (name !== kind.name) become(kindOf(name));
    if (isAlike) tree.set(root);
    else made(root);
    renew();
  }

  const put = (text, key) => () => {
    show(text);
    tree.choose(tree.find(key) ? key : 0, true);
  };

  function replace(root, words, next = kind) { // the whole tree by another one, or the kind: one step back
    const [was, is] = [before, written(next, root)];
    history.add({ label: words, back: put(was, 0), again: put(is, 0), isThere: () => true, field: null });
    show(is);
    say(words);
  }

  // what a search makes of it

  const isMute = () => (file && !file.isLive) || (kind.cuts && tree?.nodes.some(({ node }) => node.kind === "chance"));

  function solve(root) {
    const isBad = (node) => Object.entries(SHAPES).some(([name, shape]) => node[name] && fields.wrong(node[name], shape)) || node.kids.some(isBad);
    now = { isBad: isBad(root), gaps: {}, improbable: [], told: null, choice: null };
    if (!now.isBad && !kind.hasVisits) Object.assign(now, { gaps: editorLive.gaps(root) }, { improbable: improbable(editorLive.gaps(root)) });
    const isWhole = !now.isBad && !Object.values(now.gaps).flat().length;
    if (kind.hasVisits) now.choice = now.isBad || !root.kids.length || root.kids.some((kid) => !kid.visits || (kid.visits !== "0" && !kid.value)) || root.kids.every((kid) => kid.visits === "0") ? null : editorLive.choose(root);
    else if (isWhole) now.told = editorLive.search(root, kind.cuts);
  }

  function improbable({ stray, outside, odd }) { // [node, what “gametree validate” says of probabilities there]
    const say = (what, number) => data.words[what].replace("{}", editorLive.plain(number));
    return [...stray.map((node) => [node, data.words.stray]), ...outside.map(([node, p]) => [node, say("outside", p)]), ...odd.map(([node, sum]) => [node, sum ? say("sum", sum) : data.words.some])];
  }

  function look(one) {
    const amiss = now ? now.improbable.filter(([node]) => node === one.node).map(([, words]) => words).join("; ") : "";
    return now && !isMute() ? { ...shownAt(one), amiss } : { amiss };
  }

  function shownAt({ node, at, up }) {
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

  function refused() { // for what “gametree validate” refuses the file, in its words; what is missing of the tree is said below
    const nodes = tree.nodes.map(({ node }) => node), guests = nodes.filter((node) => node.kind !== "leaf" && !kind.players.includes(node.kind));
    const twice = (all) => [...new Set(all.filter((one, at) => one && all.indexOf(one) < at))], moves = tree.root.kids.flatMap(({ id, move }) => [...new Set([id, move.trim()])]);
    const typed = [["Id", id(), "problem-id"], ...asked().map(([, worth, words]) => [`Points for ${words}`, worth, "positive-number"])];
    return [
      ...typed.map(([label, given, shape]) => [label, given, fields.wrong(given, shape)]).filter(([, , amiss]) => amiss).map(([label, given, amiss]) => `${label}: "${given}" is not allowed here, ${amiss}`),
      ...(asked().length || file?.hasText ? [] : [`Asked: ${data.words.ask}`]), ...(guests.length ? [`${listed(guests)}: ${kind.refused}`] : []),
      ...[["id", nodes.map((node) => node.id)], ["move", moves]].flatMap(([what, all]) => twice(all).map((name) => `Tree: ${data.words[what].replace("{}", () => name)}`)),
    ];
  }

  function missing() {
    if (now.isBad) return ["A number cannot be read."];
    const { blank = [], bare = [] } = now.gaps;
    return [
      ...(blank.length ? [`No value yet: ${listed(blank)}.`] : []), ...(bare.length ? [`No children yet: ${listed(bare)}.`] : []),
      ...now.improbable.map(([node, words]) => `${nameOf(node)}: ${words}`),
    ];
  }

  function foundOf() { // [text, whether it is amiss]
    if (file && !file.isLive) return [["This page works with the default conventions; run “gametree solve” for this file."]];
    if (isMute()) return [["Windows at chance nodes are not worked out here; run “gametree solve” for this file."]];
    const { told, choice } = now;
    if (now.isBad || (!told && !kind.hasVisits)) return [];
    if (!told) return [[choice ? `N = ${choice.visits}. Chosen: ${nameOf(choice.chosen)}, score ${score(Math.max(...choice.scores))}.` : "Each child needs its visits, and a total where it was visited.", !choice]];
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
  const id = () => tidy(named("id").value);
  const ticks = () => Object.fromEntries(rows().map(({ part, tick, worth }) => [part, [tick.checked, worth.value]]));
  const asked = () => rows().filter(({ tick }) => tick.checked && !tick.disabled).map(({ part, worth, tick }) => [part, tidy(worth.value) || "1", tick.nextSibling.textContent]);

  function text() {
    return editorText.written({
      id: id() || "my-tree", title: named("title").value.trim(), kind: kind.name, root: tree.root, hasVisits: kind.hasVisits, players: PLAYERS, names: tree.nodes.slice(1).map(({ name }) => name),
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
    find("live").replaceChildren(...[...[...refused(), ...missing()].map((words) => [words, true]), ...foundOf()].map(([words, isAmiss]) => make("p", { class: isAmiss ? "amiss" : "" }, words)));
    find("file").value = text();
    find("done").textContent = "";
    named("id").setAttribute("aria-invalid", String(Boolean(fields.wrong(id(), "problem-id"))));
    fields.paint();
    bar.paint();
    if (isReady) keep();
  }

  function listParts() {
    fields.drop(worths);
    worths = [];
    find("parts").replaceChildren(...kind.parts.map(([part, words]) => {
      const stated = file?.kind === kind.name ? file.points[part] : undefined, isStated = file?.kind === kind.name ? stated !== undefined : kind.asked.includes(part);
      let [isAsked, worth] = marked.get(kind.name)?.[part] ?? [isStated, stated ?? "1"];
      worths.push(fields.field({ get: () => worth, set: (text) => { worth = text; }, shape: "positive-number", mode: "decimal", label: `Points for ${words}` }));
      return make("li", { "data-part": part }, make("label", {}, make("input", { type: "checkbox", checked: isAsked }), make("span", {}, words)), worths.at(-1).input);
    }));
  }

  function become(next) { // of another kind
    marked.set(kind.name, ticks());
    others[kind.hasVisits] = tree.root;
    kind = next;
    named("kind").value = kind.name;
    bar.close(false);
    listParts();
  }

  function turn() { // into a problem of another kind, whose tree is the one that stands here where it can be
    const next = kindOf(named("kind").value), isAlike = next.hasVisits === kind.hasVisits;
    replace(isAlike ? tree.root : others[next.hasVisits] ?? drawn(next), `Kind ${next.title}`, next);
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
      replace(keyed(root), "A tree was pasted");
    } catch (error) {
      amiss.textContent = `This cannot be read: ${error.message}.`;
    }
  }

  function grow() {
    const depth = Number(named("depth").value), children = Number(named("children").value), root = regular(depth, children);
    find("too-many").textContent = treeEdit.tooLarge(root);
    if (find("too-many").textContent) return;
    find("new").close();
    replace(keyed(root), "A new tree");
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
  if (kept) marked.set(kind.name, kept.parts);
  listParts();
  made(file ? keyed(editorText.opened(file, NUMBER)) : drawn(kind));
  before = written(kind, tree.root);
  if (kept) replace(keyed(kept.root), "The tree was restored from this browser");
  if (kept?.other) others[!kind.hasVisits] = keyed(kept.other);
  listen();
  renew();
  tellKept();
  isReady = true;
  first = text();
  return { get root() { return tree.root; }, text };
})();
