"use strict";
// Parts whose answers are trees that are drawn, or whose children are put in another order: what is kept and handed in of the widget's tree.
//
// answerDrawn(part, kit) returns the sort of such a part, as answerPart has it: { blank, kept, value, faults, build, said, told, show, draw }; `draw(bar, number)` makes
// the widget, of the exercise with this number. What stays as it is stated is no answer.
function answerDrawn(part, kit) {
  const { start, hands, may, names } = part.tree, MOST = 300, LONGEST = 2000;
  const text = (raw) => (typeof raw === "string" ? raw.slice(0, LONGEST) : "");
  const stated = () => {
    const nodes = start.map(([kind, up, id, name, value, move, p], key) => ({ key, up, kind, id, name, value, move, p, kids: [] }));
    for (const { up, ...node } of nodes) if (up >= 0) nodes[up].kids.push(nodes[node.key]);
    return read(nodes[0], new Set());
  };
  const orders = () => hands === "children";
  const groupsOf = (root) => [root, ...root.kids.flatMap(groupsOf)].filter(({ kids }) => kids.length > 1);
  const nameOf = ({ kids }) => kids.map(({ name }) => name);
  let tree = null;

  function read(raw, room) { // a kept node, as far as it is one; nothing where it is none
    if (!raw || !Array.isArray(raw.kids) || !["max", "min", "chance", "leaf"].includes(raw.kind) || !Number.isInteger(raw.key) || room.has(raw.key) || room.size >= MOST) return null;
    room.add(raw.key);
    const kids = raw.kids.map((kid) => read(kid, room));
    return kids.includes(null) ? null : { key: raw.key, kind: raw.kind, value: text(raw.value), move: text(raw.move), p: text(raw.p), id: text(raw.id), ...(raw.name ? { name: text(raw.name) } : {}), kids };
  }

  function ordered(items) { // the stated tree with children in these orders
    const root = stated();
    for (const group of groupsOf(root)) {
      const wanted = items[group.name];
      if (Array.isArray(wanted) && wanted.length === group.kids.length && nameOf(group).every((name) => wanted.includes(name))) group.kids.sort((one, other) => wanted.indexOf(one.name) - wanted.indexOf(other.name));
    }
    return root;
  }

  function turned(root) { // of the nodes whose children were moved: their names in the order in which they stand
    const given = new Map(groupsOf(stated()).map((group) => [group.name, nameOf(group)]));
    return groupsOf(root).filter((group) => nameOf(group).some((name, at) => name !== given.get(group.name)[at])).map((group) => [group.name, nameOf(group)]);
  }

  const number = (typed) => (tidy(typed) ? tidy(typed) : null);
  const listed = ({ kids, value }) => (kids.length ? kids.map(listed) : number(value));
  const written = ({ kind, move, kids, value }) => ({ ...(move.trim() ? { move: move.trim() } : {}), ...(kids.length ? { [kind]: kids.map(written) } : { value: number(value) }) });
  const rootOf = (state) => (orders() ? ordered(state.items) : state.root);
  const isUntouched = ({ kind, value, kids }) => !kids.length && !tidy(value) && kind === stated().kind;
  const blank = () => (orders() ? { items: Object.create(null) } : { root: stated() });

  function amiss() { // of each node what cannot be read, and what is blank
    const shape = part.fields.find((field) => field.name === "value")?.shape, hasMoves = hands === "document";
    return tree.nodes.flatMap(({ node: { key, value, move, kids }, up, name, at }) => {
      const bad = shape && !kids.length && kit.wrong(value, shape), moves = up?.node.kids.map((one) => one.move.trim()) ?? [];
      const found = [
        bad && ["malformed", `${name}: “${value.trim()}”, ${bad}`], shape && !kids.length && !tidy(value) && ["blank", name],
        hasMoves && up && !move.trim() && ["blank", `move to ${name}`], hasMoves && move.trim() && moves.indexOf(move.trim()) < at && ["malformed", `${name}: the move “${move.trim()}” leads to a sibling too`],
      ];
      return found.filter(Boolean).map(([sort, words]) => ({ sort, key: name, place: 0, text: words, at: key }));
    });
  }

  const count = (many, what) => `${many} ${what}${many === 1 ? "" : "s"}`;

  return {
    blank,
    kept: (raw) => {
      if (orders()) return { items: Object.assign(Object.create(null), Object.fromEntries(turned(ordered(raw?.items ?? {})))) };
      return { root: read(raw?.root, new Set()) ?? stated() };
    },
    value: (state) => {
      const root = rootOf(state);
      if (orders()) return turned(root).length ? Object.fromEntries(turned(root)) : null;
      return isUntouched(root) ? null : hands === "list" ? listed(root) : written(root);
    },
    faults: amiss,
    build: () => {
      tree?.set(rootOf(part.state));
      part.paintOwn = () => tree?.element.classList.toggle("noprint", part.isBlank());
      return [make("div", { class: "row" }, kit.mini(orders() ? "As given" : "Clear the tree", () => { part.clear(); kit.changed(`${part.name}: ${orders() ? "as given" : "cleared"}`); }, { class: "mini reset" }))];
    },
    said: (state) => (orders() ? turned(rootOf(state)).map(([node, kids]) => `${node}: ${kids.join(", ")}`).join("; ") : count(tree.nodes.length, "node")),
    told: () => {
      const without = amiss().filter(({ sort }) => sort === "blank"), values = without.filter(({ text: words, key }) => words === key).length, moves = without.length - values;
      return orders() ? "" : [count(tree.nodes.length, "node"), values && `${values} without a value`, moves && `${moves} without the name of a move`].filter(Boolean).join(", ");
    },
    show: (key) => tree.choose(key ?? 0, true),
    draw: (bar, exercise) => {
      tree = treeEdit({
        title: part.name, may, names, fields: part.fields, number: exercise, bar,
        changed: (words, deed, key) => {
          part.state = orders() ? { items: Object.assign(Object.create(null), Object.fromEntries(turned(tree.root))) } : { root: tree.root };
          kit.changed(words, deed, key);
        },
      });
      tree.set(rootOf(part.state));
      return tree;
    },
  };
}
