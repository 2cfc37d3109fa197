"use strict";
// The parts of an answer page, each filled in as its form says (grader/core/answers/inputs.py): what is kept of it, what a submission holds of
// it, what is blank or malformed, and its fields beside the tree.
//
// answerPart(given, nodes, fields, changed) returns a part: { name, sort, keys, element, at, value, faults, state, restore, clear, toggle, paint, … }.
// `changed(words, deed, key)` is called after each change: what there is to say of it, what was done where that says it in other words, and of a drawn tree the node.
function answerPart(given, nodes, fields, changed) {
  const keys = given.keys.map((place) => nodes[place]);
  const named = new Map(keys.map((key) => [key.name, key]));
  const shown = (name) => named.get(name)?.shown ?? name;
  const empty = () => given.fields.map(() => "");
  const texts = (raw) => given.fields.map((_, place) => String((Array.isArray(raw) ? raw : [])[place] ?? "").slice(0, 2000));
  const isBlank = (all) => all.every((text) => !tidy(text));
  const part = { ...given, keys, named, element: make("div", { class: `sort-${given.sort}` }), state: null, row: 0, begun: null };

  const byName = (entries) => Object.assign(Object.create(null), Object.fromEntries(entries)); // a node may be called "__proto__"

  function amiss(all, where) { // what is malformed in the fields of one cell
    if (isBlank(all)) return [];
    return all.flatMap((text, place) => {
      const label = [where, given.fields[place].label].filter(Boolean).join(" ");
      const expected = fields.wrong(text, given.fields[place].shape);
      if (!tidy(text)) return [malformed(where, place, `${label} is blank`)];
      return expected ? [malformed(where, place, `${label ? label + ": " : ""}“${text.trim()}”, ${expected}`)] : [];
    });
  }

  function twice() { // of numbers that must differ, each that stands at a second place
    const numbers = given.taken.map(([name, text]) => [name, numerals.read(text)]), found = [];
    for (const key of keys.filter(({ name }) => !isBlank(part.at(name)))) {
      const text = tidy(part.at(key.name)[0]), number = numerals.read(text), other = numbers.find(([, one]) => !numerals.order(one, number));
      if (other) found.push({ ...malformed(key.shown, 0, `${text} stands at ${other[0]} and ${key.shown}, expected different numbers`), name: key.name });
      numbers.push([key.shown, number]);
    }
    return found;
  }

  const malformed = (key, place, text) => ({ sort: "malformed", key, place, text });

  function cell(all, label, set) { // the fields of one cell, with brackets where they are several
    const made = all().map((_, place) => fields.field({
      get: () => all()?.[place] ?? "", shape: given.fields[place].shape, sign: given.fields[place].label, choices: given.fields[place].choices,
      label: [label, given.fields[place].label].filter(Boolean).join(", "),
      set: (text) => { set(place, text); changed(""); },
    }));
    const [first, ...rest] = made.map((one) => one.input);
    const inside = rest.length ? ["[", first, ...rest.flatMap((one) => [", ", one]), "]"] : [first];
    return { made, element: make("span", { class: "cell" }, ...inside) };
  }

  function chooser(first, label, chosen) { // a list to choose from, for those who do not click on the tree
    const select = make("select", { "aria-label": label, change: () => { chosen(select.value); } }, make("option", { value: "" }, first));
    for (const key of keys) select.append(make("option", { value: key.name }, key.shown));
    return select;
  }

  function adder(label, chosen, first = "add …") { // a list whose choices act once each; with the keyboard a choice waits for Enter, or until the list is left
    let isTyped = false;
    const act = () => {
      const name = select.value;
      [isTyped, select.value] = [false, ""];
      if (name) chosen(name);
      if (!select.isConnected) part.element.querySelector(`[aria-label="${CSS.escape(label)}"]`)?.focus(); // a first row was made
    };
    const opens = (event) => [" ", "Enter", "F4"].includes(event.key) || event.altKey; // what is chosen in an open list is chosen
    const select = chooser(first, label, () => { if (!isTyped) act(); });
    select.title = "With the keyboard: Enter takes what is chosen";
    select.addEventListener("pointerdown", () => { isTyped = false; });
    select.addEventListener("blur", () => { if (document.activeElement !== select) act(); }); // it stays when the window is left
    select.addEventListener("keydown", (event) => {
      isTyped = !opens(event);
      if (event.key === "Escape") select.value = "";
      if (event.key !== "Enter" || !select.value) return;
      event.preventDefault();
      act();
    });
    return select;
  }

  function none() { // "there is nothing to list" is an answer, and not a blank one
    if (!given.empty) return [];
    const box = make("input", { type: "checkbox", change: () => {
      part.state.none = box.checked;
      if (box.checked) part.state.items = given.sort === "each" ? byName([]) : [];
      changed(box.checked ? `${given.name}: ${given.empty}` : `${given.name}: blank`);
      build();
      part.noneBox.focus();
    } });
    part.noneBox = box;
    return [make("label", { class: "none" }, box, ` ${given.empty}`)];
  }

  const isListed = () => part.state.items.length > 0;
  const held = () => (given.sort === "iterations" ? part.state.items[part.row] : part.state); // of lists: what nodes go into

  function put(items, words, deed = words) {
    Object.assign(held(), { items, none: false });
    changed(words, deed);
  }

  // the sorts: what is kept while nothing is answered, what is kept of what was saved, what a submission holds, what is amiss, what there is to see

  const one = {
    blank: empty,
    kept: texts,
    value: (state) => (isBlank(state) ? null : state.length > 1 ? state.map(tidy) : tidy(state[0])),
    faults: (state, where = "") => amiss(state, where),
    build: () => [cell(() => part.state, given.name, (place, text) => { part.state[place] = text; }).element],
    said: (state) => state.map(shownNumber).join(", "),
  };

  const range = { // a line to type on, and below it what was understood
    ...one,
    value: (state) => (isBlank(state) ? null : fields.meantRange(tidy(state[0]))),
    build: () => {
      const understood = make("p", { class: "understood small", role: "status" });
      part.paintOwn = () => {
        const typed = tidy(part.state[0]), set = typed && fields.range(typed), said = set ? `Understood: ${intervals.words(set)}` : "";
        if (understood.textContent !== said) understood.textContent = said;
      };
      return [...one.build(), understood];
    },
    said: (state) => state[0].trim(),
  };

  const letters = () => [...part.state].length, NEAR = 0.9; // of words: from here on it is told how many letters are left
  const grouped = (number) => number.toLocaleString("en-US");

  const words = { // an answer that a person reads, line by line
    blank: () => "",
    kept: (raw) => (typeof raw === "string" ? raw : ""),
    value: (state) => (state.trim() ? state : null),
    faults: () => (letters() > given.longest ? [malformed("", 0, `${grouped(letters())} characters, expected at most ${grouped(given.longest)}: shorten it`)] : []),
    told: () => (letters() > NEAR * given.longest ? `${grouped(letters())} of at most ${grouped(given.longest)} characters` : ""),
    build: () => {
      const bounds = [NEAR * given.longest, given.longest], passed = () => bounds.filter((bound) => letters() > bound).length;
      const area = make("textarea", { rows: given.rows, "aria-label": given.name, input: () => {
        const before = passed();
        part.state = area.value;
        changed(passed() > before ? toSay() : "", "");
      } });
      const toSay = () => words.faults()[0]?.text ?? words.told();
      part.paintOwn = () => {
        if (area.value !== part.state) area.value = part.state;
        area.title = toSay();
        area.setAttribute("aria-invalid", String(words.faults().length > 0));
      };
      return [area];
    },
    said: (state) => state.trim(),
  };

  const choice = {
    blank: () => "",
    kept: (raw) => (named.has(raw) ? raw : ""),
    value: (state) => state || null,
    faults: () => [],
    build: () => {
      const select = chooser("choose …", given.name, (name) => {
        part.state = name;
        changed(`${given.name}: ${name ? shown(name) : "blank"}`);
      });
      part.paintOwn = () => { select.value = part.state; };
      return [select];
    },
    said: (state) => shown(state),
  };

  const each = {
    blank: () => ({ items: byName([]), none: false }),
    kept: (raw) => {
      const known = Object.entries(raw?.items ?? {}).filter(([name]) => named.has(name));
      return { items: byName(known.map(([name, all]) => [name, texts(all)])), none: Boolean(raw?.none && given.empty) };
    },
    value: (state) => {
      const filled = keys.filter((key) => !isBlank(part.at(key.name)));
      if (!filled.length) return state.none ? {} : null;
      return Object.fromEntries(filled.map((key) => [key.name, given.fields.length > 1 ? part.at(key.name).map(tidy) : tidy(part.at(key.name)[0])]));
    },
    faults: () => {
      const bad = keys.flatMap((key) => amiss(part.at(key.name), key.shown).map((fault) => ({ ...fault, name: key.name })));
      const blank = keys.filter((key) => !given.open && isBlank(part.at(key.name)));
      return [...bad, ...(given.taken && !bad.length ? twice() : []), ...blank.map((key) => ({ sort: "blank", key: key.shown, name: key.name, text: key.shown }))];
    },
    build: () => {
      if (!keys.length) return none();
      const rows = keys.map((key) => {
        const made = cell(() => part.at(key.name), `${given.name}: ${key.shown}`, (place, text) => part.put(key.name, place, text));
        key.made ??= new Map();
        key.made.set(part, made.made);
        return make("label", { class: "entry-of" }, called(key), " ", made.element);
      });
      const isOnTree = keys.every((key) => key.spot);
      const list = make("div", { class: "entries-of" }, ...rows);
      return [isOnTree && keys.length > 6 ? make("details", {}, make("summary", {}, "as a list"), list) : list];
    },
    said: () => keys.filter((key) => !isBlank(part.at(key.name))).map((key) => `${key.shown}: ${unbroken(part.shownAt(key.name))}`).join("; "),
  };

  const choices = {
    blank: () => ({ items: byName([]) }),
    kept: (raw) => {
      const isKnown = ([name, chosen]) => named.has(name) && optionsOf(name).has(chosen);
      return { items: byName(Object.entries(raw?.items ?? {}).filter(isKnown)) };
    },
    value: (state) => {
      const chosen = keys.filter((key) => state.items[key.name]).map((key) => [key.name, state.items[key.name]]);
      return chosen.length ? Object.fromEntries(chosen) : null;
    },
    faults: () => [],
    build: () => {
      const rows = keys.map((key) => {
        const select = make("select", { "aria-label": `${given.name} at ${key.shown}`, change: () => {
          part.state.items[key.name] = select.value;
          changed(`${given.name} at ${key.shown}: ${optionsOf(key.name).get(select.value) ?? "blank"}`);
        } }, make("option", { value: "" }, "none"));
        for (const [name, words] of optionsOf(key.name)) select.append(make("option", { value: name }, words));
        return { key, select };
      });
      part.paintOwn = () => { for (const { key, select } of rows) select.value = part.state.items[key.name] ?? ""; };
      return [make("div", { class: "entries-of" }, ...rows.map(({ key, select }) => make("label", { class: "entry-of" }, called(key), " ", select)))];
    },
    said: (state) => keys.filter((key) => state.items[key.name]).map((key) => `${key.shown}: ${optionsOf(key.name).get(state.items[key.name])}`).join("; "),
  };
  const optionsOf = (name) => new Map(given.options[keys.indexOf(named.get(name))]);

  // What an entry is called: its name, with the sentence that it stands for, where it does.
  function called(key) {
    const text = given.texts?.[keys.indexOf(key)];
    return text === undefined ? make("bdi", {}, key.shown) : make("span", { class: "stands-for" }, make("bdi", {}, key.shown), " ", text);
  }

  const isRows = given.fields.length > 0;
  const nothing = given.entry ? given.entry.empty : given.empty;
  const list = {
    isList: true,
    blank: () => ({ items: [], none: false }),
    kept: (raw) => {
      const all = Array.isArray(raw?.items) ? raw.items : [];
      const rowOf = (row) => ({ name: named.has(row.name) ? row.name : "", texts: texts(row.texts) });
      const items = isRows ? all.filter((row) => typeof row?.name === "string").map(rowOf) : all.filter((name) => named.has(name));
      return { items, none: Boolean(raw?.none && nothing) };
    },
    value: (state) => {
      if (!state.items.length) return state.none ? [] : null;
      if (!isRows) return [...state.items];
      const cells = (row) => given.fields.map((field, place) => [field.label, tidy(row.texts[place])]);
      return state.items.map((row) => ({ [given.about]: row.name, ...Object.fromEntries(cells(row)) }));
    },
    faults: (state) => (isRows ? state.items.flatMap(faultsOfRow) : []),
    build: () => (isRows ? rows() : items()),
    said: (state) => {
      if (state.none) return nothing;
      return isRows ? state.items.map((row) => `${shown(row.name)} ${unbroken("[" + row.texts.map(shownNumber).join(", ") + "]")}`).join("; ") : state.items.map(shown).join(", ");
    },
  };

  function faultsOfRow(row, place) { // a row that is there is to be filled in whole
    const where = `row ${place + 1}${row.name ? " (" + shown(row.name) + ")" : ""}`;
    const unnamed = row.name ? [] : [malformed(where, -1, `${where}: no ${given.about} is chosen`)];
    const blank = given.fields.map((field, at) => malformed(where, at, `${where}: ${field.label} is blank`));
    const isEarly = row === part.begun && row.texts.every((text, at) => !tidy(text) || !fields.wrong(text, given.fields[at].shape));
    return [...unnamed, ...(isBlank(row.texts) ? blank : amiss(row.texts, where))].map((fault) => ({ ...fault, row: place, isEarly }));
  }

  const mini = (words, click, more = {}) => make("button", { type: "button", class: "mini", click, ...more }, words);

  function paintNone() {
    if (!part.noneBox) return;
    part.noneBox.checked = part.state.none;
    part.noneBox.disabled = isListed();
  }

  function items() { // names one after the other
    const text = make("p", { class: "seq" });
    const isSet = given.sort === "set", between = isSet ? ", " : " → ";
    const add = adder(`${given.name}: choose a node`, (name) => part.toggle(name, !isSet), given.tool?.choose);
    const clear = mini("Clear", () => put([], `${given.name}: blank`));
    part.paintOwn = () => {
      text.replaceChildren(...part.state.items.flatMap((name, place) => [place ? between : "", make("bdi", {}, shown(name))]));
      text.hidden = !isListed();
      clear.disabled = !isListed();
      paintNone();
    };
    return [text, make("div", { class: "row" }, add, clear), ...none()];
  }

  function rows() { // a row for each item
    const made = part.state.items.map((row, place) => {
      const node = chooser("node …", `${given.name}, row ${place + 1}: ${given.about}`, (name) => {
        part.state.items[place].name = name;
        changed("");
      });
      node.value = row.name;
      const inputs = row.texts.map((_, at) => fieldOfRow(place, at));
      const up = mini("↑", () => moveRow(place, -1), { "aria-label": `Row ${place + 1}: move up`, disabled: !place });
      const out = mini("✕", () => moveRow(place, 0), { "aria-label": `Row ${place + 1}: take out` });
      return make("li", { focusout: (event) => leave(row, event) }, node, ...inputs, up, out);
    });
    const add = mini("Add a row", () => part.toggle(""), { class: "mini add" });
    part.paintOwn = paintNone;
    return [make("ol", { class: "rows" }, ...made), make("div", { class: "row" }, add), ...none()];
  }

  function addRow(name) { // of a node, or of none: then it is chosen in the list
    part.begun = { name, texts: empty() };
    put([...part.state.items, part.begun], `${given.name}: row ${part.state.items.length + 1}${name ? ", " + shown(name) : ""}`);
    build();
    if (!name) part.element.querySelector(".rows li:last-child select").focus();
  }

  function takeOut(name) {
    put(part.state.items.filter((row) => row.name !== name), `${given.name}: ${shown(name)} taken out`);
    build();
  }

  function leave(row, { currentTarget, relatedTarget }) { // from now on it is told what is blank in it
    if (row !== part.begun || currentTarget.contains(relatedTarget)) return;
    part.begun = null;
    changed("");
  }

  function fieldOfRow(place, at) {
    const { label, shape } = given.fields[at];
    const one = fields.field({
      get: () => part.state.items[place]?.texts[at] ?? "", shape, sign: label, label: `${given.name}, row ${place + 1}: ${label}`,
      set: (text) => { part.state.items[place].texts[at] = text; changed(""); },
    });
    part.rowFields.push(one);
    return one.input;
  }

  function moveRow(place, by) { // by 0: out
    const items = [...part.state.items], [moved] = items.splice(place, 1);
    if (by) items.splice(place + by, 0, moved);
    put(items, `row ${place + 1} ${by ? "moved up" : "taken out"}`);
    build();
    (part.element.querySelectorAll(".rows select")[Math.max(0, place + by)] ?? part.element.querySelector("button.add")).focus();
  }

  const some = { // each key with a box to tick
    blank: () => ({ items: [], none: false }),
    kept: (raw) => {
      const all = Array.isArray(raw?.items) ? raw.items : [];
      return { items: all.filter((name) => named.has(name)), none: Boolean(raw?.none && given.empty) };
    },
    value: (state) => (isListed() ? keys.filter((key) => state.items.includes(key.name)).map((key) => key.name) : state.none ? [] : null),
    faults: () => [],
    build: () => {
      const boxes = keys.map((key) => [key, make("input", { type: "checkbox", change: () => tick(key) })]);
      part.paintOwn = () => {
        for (const [key, box] of boxes) box.checked = part.state.items.includes(key.name);
        paintNone();
      };
      return [make("div", { class: "entries-of" }, ...boxes.map(([key, box]) => make("label", { class: "entry-of" }, box, " ", called(key)))), ...none()];
    },
    said: (state) => (state.none ? given.empty : state.items.map(shown).join(", ")),
  };

  function tick(key) {
    const is = part.state.items.includes(key.name);
    put(is ? part.state.items.filter((name) => name !== key.name) : [...part.state.items, key.name], `${given.name}: ${key.shown} ${is ? "taken out" : "taken in"}`);
    part.paintOwn();
  }

  const sorts = { one, range, words, choice, each, choices, list, path: list, set: list, some };
  const kit = { shown, mini, chooser, adder, cell, none, paintNone, changed, wrong: fields.wrong, rebuild: () => build() };
  const sort = given.entry ? answerIterations(part, sorts[given.entry.sort], kit) : given.tree ? answerDrawn(part, kit) : sorts[given.sort];
  part.rowFields = [];

  function build() {
    fields.drop(part.rowFields.splice(0));
    part.paintOwn = () => {};
    part.element.replaceChildren(...sort.build());
    part.paintOwn();
  }

  Object.assign(part, {
    isRows,
    isBlank: () => sort.value(part.state) === null,
    value: () => sort.value(part.state),
    said: () => (part.isBlank() ? "" : sort.said(part.state)),
    faults: () => (part.isBlank() ? [{ sort: "blank", key: "", text: "" }] : sort.faults(part.state)),
    at: (name) => part.state.items[name] ?? empty(), // of `each`: the texts at a key
    put: (name, place, text) => { const all = [...part.at(name)]; all[place] = text; part.state.items[name] = all; part.state.none = false; },
    shownAt: (name) => {
      const all = part.at(name);
      if (isBlank(all)) return "";
      return all.length > 1 ? `[${all.map((text) => shownNumber(text) || "?").join(", ")}]` : shownNumber(all[0]);
    },
    isEverInfinite: given.fields.some(({ shape }) => fields.isInfinite(shape)),
    isAmissAt: (name) => amiss(part.at(name), "").length > 0,
    isTicked: Boolean(given.entry ? sorts[given.entry.sort].isList : sort.isList), // nodes are chosen for it on the tree
    listed: () => held()?.items ?? [], // of lists: the names that the tree shows
    places: () => part.listed().map((one) => (isRows ? one.name : one)),
    before: "", // of lists: the key before which the next one goes
    called: () => sort.called?.() ?? given.name,
    told: sort.told, // what stands below: of a tree how large it is and what is blank in it, of words how many letters they have where these get many
    draw: sort.draw,
    show: sort.show,
    toggle: (name, isAgain = false) => { // of lists: put a key in, or take it out again; rows are added
      if (isRows) return name && part.places().includes(name) ? takeOut(name) : addRow(name);
      sort.begin?.();
      const there = part.listed().indexOf(name), isSet = given.sort === "set", isOut = there >= 0 && (isSet || !isAgain);
      const at = part.before ? part.listed().indexOf(part.before) : part.listed().length;
      const inOrder = isOut ? `${shown(name)} taken out` : `${shown(name)} is number ${at + 1}${given.entry ? " of " + part.called() : ""}`;
      const items = isOut ? part.listed().filter((_, place) => place !== there) : part.listed().toSpliced(at, 0, name);
      part.before = "";
      if (isSet) put(items, `Edge above ${shown(name)}: ${given.tool[isOut ? "undone" : "done"]}`, `${isOut ? "take back: " : ""}${given.tool.act} ${shown(name)}`);
      else put(items, inOrder);
    },
    restore: (raw) => { // fields that stand there already keep their focus
      part.state = sort.kept(raw);
      part.begun = null;
      if (isRows || given.entry || given.tree) build();
    },
    clear: () => { part.row = 0; part.state = sort.blank(); build(); },
    paint: () => part.paintOwn(),
  });
  part.clear();
  return part;
}
