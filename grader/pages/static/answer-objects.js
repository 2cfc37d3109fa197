"use strict";
// Parts whose answers are objects that are run: children put in an order, and a tree typed as a nested list or as a node document.

// answerOrders(part, kit) returns the sort of a part in which the children of nodes are put in an order, as answerPart has it:
// { blank, kept, value, faults, build, said }. What stays as it is is no answer.
function answerOrders(part, kit) {
  const { mini, changed, rebuild } = kit;
  const groups = part.groups.map(([node, children]) => ({ node: part.keys[node], children: children.map((child) => part.keys[child]) }));
  const given = (group) => group.children.map((child) => child.name);
  const orderOf = (state, group) => state.items[group.node.name] ?? given(group);
  const isChanged = (state, group) => orderOf(state, group).some((name, place) => name !== group.children[place].name);
  const isWhole = (names, group) => Array.isArray(names) && names.length === group.children.length && given(group).every((name) => names.includes(name));
  const shown = (name) => part.named.get(name).shown;

  function move(group, place, by, side) { // a child changes places with the one beside it, and keeps the focus
    const names = [...orderOf(part.state, group)];
    [names[place], names[place + by]] = [names[place + by], names[place]];
    part.state.items[group.node.name] = names;
    changed(`${group.node.shown}: ${names.map(shown).join(", ")}`);
    rebuild();
    const button = (which) => part.element.querySelectorAll(".rearranged > li")[groups.indexOf(group)].querySelectorAll("li")[place + by].querySelector(which);
    const [same, other] = side === "before" ? [".before", ".after"] : [".after", ".before"];
    (button(same).disabled ? button(other) : button(same)).focus();
  }

  function childOf(group, name, place, all) {
    const label = `${part.name} at ${group.node.shown}: move ${shown(name)}`;
    const before = mini("←", () => move(group, place, -1, "before"), { class: "mini before", "aria-label": `${label} before`, disabled: !place });
    const after = mini("→", () => move(group, place, 1, "after"), { class: "mini after", "aria-label": `${label} after`, disabled: place === all.length - 1 });
    return make("li", {}, before, make("bdi", {}, shown(name)), after);
  }

  function rowOf(group) {
    const names = orderOf(part.state, group);
    const row = make("ol", { "aria-label": `${part.name}: the children of ${group.node.shown}` }, ...names.map((name, place) => childOf(group, name, place, names)));
    return make("li", { class: isChanged(part.state, group) ? "changed" : "" }, make("b", {}, make("bdi", {}, group.node.shown), ":"), row);
  }

  const reset = () => mini("As given", () => { part.state.items = {}; changed(`${part.name}: as given`); rebuild(); }, { class: "mini reset" });

  return {
    blank: () => ({ items: Object.create(null) }),
    kept: (raw) => {
      const items = Object.create(null);
      for (const group of groups) if (isWhole(raw?.items?.[group.node.name], group)) items[group.node.name] = raw.items[group.node.name];
      return { items };
    },
    value: (state) => {
      const turned = groups.filter((group) => isChanged(state, group));
      return turned.length ? Object.fromEntries(turned.map((group) => [group.node.name, orderOf(state, group)])) : null;
    },
    faults: () => [],
    build: () => [make("ol", { class: "rearranged" }, ...groups.map(rowOf)), make("div", { class: "row" }, reset())],
    said: (state) => groups.filter((group) => isChanged(state, group)).map((group) => `${group.node.shown}: ${orderOf(state, group).map(shown).join(", ")}`).join("; "),
  };
}

// flowText(text, hasNames) returns what a text states in lists and mappings with brackets, numbers and names as they were typed; undefined where it is none. Only names may have blanks in them.
function flowText(text, hasNames) {
  const signs = [...text.matchAll(/\s*(?:([[\]{},])|"([^"]*)"|'([^']*)'|([^[\]{},:"'\s](?:[^[\]{},:\n]|:(?=[^\s,[\]{}]))*)|(:))/gy)];
  let at = 0, isWrong = signs.reduce((length, sign) => length + sign[0].length, 0) < text.trimEnd().length;
  const isNext = (sign) => signs[at]?.[1] === sign;
  const wrong = () => { isWrong = true; };
  const word = (sign) => sign?.[2] ?? sign?.[3] ?? (sign?.[4] === undefined || (!hasNames && /\s/.test(tidy(sign[4]))) ? wrong() : tidy(sign[4]));

  function each(close, take) { // what stands between commas, up to the closing bracket: at least one thing
    do {
      at += 1;
      take();
    } while (!isWrong && isNext(","));
    if (!isNext(close)) wrong();
    at += 1;
  }

  function entry(found) {
    const key = word(signs[at++]);
    if (signs[at++]?.[5] === undefined || key in found) return wrong();
    found[key] = node();
  }

  function node() {
    const found = isNext("[") ? [] : Object.create(null);
    if (isNext("[")) each("]", () => found.push(node()));
    else if (isNext("{")) each("}", () => entry(found));
    else return word(signs[at++]);
    return found;
  }

  const found = node();
  return isWrong || at !== signs.length ? undefined : found;
}

// answerNested(part, one, kit) returns the sort of a part that is typed as a tree in brackets; `one` is that of a text.
function answerNested(part, one, kit) {
  const open = part.about[0], wanted = `expected ${open === "[" ? "a nested list" : "a tree"} such as ${part.about}, every ${open} closed`;
  const read = (state) => { const found = flowText(tidy(state[0]), open === "{"); return open === "{" && (typeof found !== "object" || Array.isArray(found)) ? undefined : found; };
  const isRead = (state) => read(state) !== undefined;
  return {
    ...one,
    value: (state) => (one.value(state) === null ? null : read(state) ?? tidy(state[0])),
    faults: (state) => {
      const wrong = one.faults(state);
      if (wrong.length || one.value(state) === null || isRead(state)) return wrong;
      return [{ sort: "malformed", key: "", place: 0, text: wanted }];
    },
    build: () => [kit.cell(() => part.state, part.name, (place, text) => { part.state[place] = text; }).element, make("p", { class: "small" }, `such as ${part.about}`)],
    said: (state) => tidy(state[0]),
  };
}
