"use strict";
// A part that is answered iteration by iteration, the first row being the first: fields, a list to choose from, or nodes in order, which
// are chosen on the tree or in a list and go into the row that is picked.
//
// answerIterations(part, entry, kit) returns the sort of such a part, as answerPart has it: { blank, kept, value, faults, build, said }, and
// `begin`, which makes a first row where there is none; `entry` is the sort of each entry, `kit` what answerPart is made of.
function answerIterations(part, entry, kit) {
  const { shown, mini, chooser, changed, rebuild } = kit;
  const MOST = 500; // rows that are kept
  const isList = Boolean(entry.isList), isOpen = part.open;
  const called = (place) => `${part.about} ${place + part.first}`;
  const items = () => part.state.items;
  const fresh = () => Array.from({ length: part.rows }, () => entry.blank());

  function pick(place) { // nodes go into this row from now on
    part.row = place;
    part.picked();
  }

  function set(rows, words) {
    part.state = { items: rows, none: false };
    part.row = Math.max(0, Math.min(part.row, rows.length - 1));
    rebuild();
    changed(words);
  }

  function add() {
    part.row = items().length;
    set([...items(), entry.blank()], `${called(part.row)} added`);
  }

  function takeOut(place) {
    set(items().filter((_, at) => at !== place), `${called(place)} taken out`);
    part.element.querySelector("button.add").focus();
  }

  // a row

  function cellOf(place) {
    const label = `${part.name}, ${called(place)}`;
    const made = kit.cell(() => items()[place], label, (at, text) => { items()[place][at] = text; });
    part.rowFields.push(...made.made);
    return { inside: [make("span", {}, called(place)), made.element], paint() {} };
  }

  function choiceOf(place) {
    const select = chooser("choose …", `${part.name}, ${called(place)}`, (name) => {
      items()[place] = name;
      changed(`${called(place)}: ${name ? shown(name) : "blank"}`);
    });
    return { inside: [make("span", {}, called(place)), select], paint: () => { select.value = items()[place]; } };
  }

  function listOf(place) {
    const button = make("button", { type: "button", class: "mini pick", "aria-label": `${part.name}, ${called(place)}: choose its nodes`, click: () => pick(place) }, called(place));
    const text = make("span", { class: "seq" });
    const paint = () => {
      const { items: names, none } = items()[place];
      button.setAttribute("aria-pressed", String(place === part.row));
      text.replaceChildren(...(none ? [part.entry.empty] : names.flatMap((name, at) => [at ? " → " : "", make("bdi", {}, shown(name))])));
    };
    return { inside: [button, text], paint };
  }

  function rowOf(_, place) {
    const row = (isList ? listOf : part.entry.sort === "choice" ? choiceOf : cellOf)(place);
    const out = mini("✕", () => takeOut(place), { "aria-label": `${part.name}, ${called(place)}: take out` });
    return { ...row, element: make("li", {}, ...row.inside, ...(isOpen ? [out] : [])) };
  }

  // below the rows of nodes: what the row that is picked is filled in with beside the tree

  function tools() {
    const put = (names, words, none = false) => { items()[part.row] = { items: names, none }; changed(`${called(part.row)}: ${words}`); };
    const about = make("span", { class: "small" });
    const select = kit.adder(`${part.name}: choose a node`, (name) => part.toggle(name, true));
    const clear = mini("Clear", () => put([], "blank"));
    const box = make("input", { type: "checkbox", change: () => put([], box.checked ? part.entry.empty : "blank", box.checked) });
    const none = part.entry.empty ? [make("label", { class: "none" }, box, ` ${part.entry.empty}`)] : [];
    const paint = () => {
      const row = items()[part.row];
      about.textContent = called(part.row);
      clear.disabled = !part.listed().length;
      box.checked = Boolean(row?.none);
      box.disabled = part.listed().length > 0;
    };
    return { element: make("div", { class: "row" }, about, select, clear, ...none), paint };
  }

  function build() {
    const rows = items().map(rowOf), below = isList && (isOpen || rows.length) ? [tools()] : [];
    const more = isOpen ? [make("div", { class: "row" }, mini(`Add ${part.about} ${rows.length + part.first}`, add, { class: "mini add" }))] : [];
    const none = rows.length ? [] : kit.none();
    part.paintOwn = () => {
      for (const one of [...rows, ...below]) one.paint();
      kit.paintNone();
    };
    return [make("ol", { class: "rows iterations" }, ...rows.map((row) => row.element)), ...below.map((one) => one.element), ...more, ...none];
  }

  function faultsAt(state, place) { // a row begins with its field, one of nodes with the button that picks it
    const at = { name: "", row: place };
    if (entry.value(state) === null) return [{ ...at, sort: "blank", key: called(place), place: -1, text: called(place) }];
    return entry.faults(state, called(place)).map((fault) => ({ ...fault, ...at, place: fault.place - 1 }));
  }

  return {
    blank: () => ({ items: fresh(), none: false }),
    kept: (raw) => {
      const all = Array.isArray(raw?.items) ? raw.items.slice(0, MOST) : [], rows = isOpen ? all : fresh().map((_, place) => all[place]);
      return { items: rows.map((one) => entry.kept(one ?? undefined)), none: Boolean(raw?.none && part.empty && !rows.length) };
    },
    value: (state) => {
      const all = state.items.map((one) => entry.value(one));
      if (!all.length) return state.none ? [] : null;
      return all.every((one) => one === null) ? null : all;
    },
    faults: (state) => state.items.flatMap(faultsAt),
    build,
    said: (state) => (state.none ? part.empty : state.items.map((one, place) => `${place + part.first}: ${entry.value(one) === null ? "blank" : entry.said(one)}`).join("; ")),
    begin: () => { if (!items().length && isOpen) add(); },
    called: () => `${part.name}, ${called(part.row)}`,
  };
}
