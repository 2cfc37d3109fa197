"use strict";
// Trees as texts: what an instructor pastes, and the file that is downloaded.
//
// A node is { kind, id, move, p, value, visits, more, kids }: texts, "" where blank; `more` are fields of a document that the page does not show.
// editorText.node(kind, fields) returns one without children. editorText.grown(data, players, pattern) returns the tree of a document's data,
// lists and mappings of texts; lists take who moves from `players`, level by level and then again. editorText.read(text) returns the data
// of a pasted text in brackets; both throw an Error that says what is wrong. editorText.opened(file, pattern) returns the tree of a file as the
// page has it, and playersOf(file) who moves in lists. editorText.written(problem) returns problem.yaml.
const editorText = (() => {
  const LONGEST = 100000, DEEPEST = 60;
  const OWN = ["id", "move", "p", "value"], PLAYERS = ["max", "min", "chance"];
  const SIGNS = /\s*(?:([[\]{},:])|"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s[\]{},:"']+))/gy;
  const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|\.?inf|\.?nan)$/i;

  const BOOLEAN = { __proto__: null, true: true, false: false };

  const node = (kind, fields = {}) => ({ kind, id: "", move: "", p: "", value: "", visits: "", more: {}, kids: [], ...fields });
  const fail = (words) => { throw new Error(words); };

  // reading

  function unquoted(text) {
    try {
      return JSON.parse(`"${text}"`);
    } catch {
      return fail(`“${text.slice(0, 20)}” is no text in quotes`);
    }
  }

  function signsOf(text) {
    if (text.length > LONGEST) fail(`it has more than ${LONGEST} letters`);
    const signs = [...text.matchAll(SIGNS)].map(([, sign, double, single, plain]) => (sign ? { sign } : { word: double === undefined ? single ?? BOOLEAN[plain] ?? plain : unquoted(double) }));
    const long = [...text.matchAll(SIGNS)].reduce((all, [one]) => all + one.length, 0);
    if (text.slice(long).trim()) fail(`“${text.slice(long).trim().slice(0, 20)}” is not expected here`);
    return signs;
  }

  function read(text) {
    const signs = signsOf(text.replace(/^\s*tree\s*:/, ""));
    let at = 0;
    const said = (one) => `“${one.word ?? one.sign}”`;
    const isNext = (sign) => signs[at]?.sign === sign;

    function each(close, take) {
      while (!isNext(close)) {
        take();
        if (isNext(",")) at += 1;
        else if (!isNext(close)) fail(signs[at] ? `a comma is missing before ${said(signs[at])}` : `“${close}” is missing at the end`);
      }
      at += 1;
    }

    function entry(found, depth) {
      const { word } = signs[at++] ?? {};
      if (word === undefined) fail("a name is missing behind “{”");
      if (!isNext(":")) fail(`“:” is missing behind “${word}”`);
      at += 1;
      found[word] = one(depth);
    }

    function one(depth) { // two brackets a level at most
      if (depth > 2 * DEEPEST + 2) fail(`it has more than ${DEEPEST} levels`);
      const first = signs[at++] ?? fail("it ends too early");
      if (first.word !== undefined) return first.word;
      const found = first.sign === "[" ? [] : Object.create(null);
      if (first.sign === "[") each("]", () => found.push(one(depth + 1)));
      else if (first.sign === "{") each("}", () => entry(found, depth + 1));
      else fail(`${said(first)} is not expected here`);
      return found;
    }

    const found = one(0);
    if (signs[at]) fail(`${said(signs[at])} stands behind the end of the tree`);
    return found;
  }

  function grown(data, players, pattern, depth = 0) {
    const kids = (all, name) => (Array.isArray(all) && all.length ? all.map((one) => grown(one, players, pattern, depth + 1)) : fail(`${name} has no children`));
    const number = (text) => (text === "" || text === "null" || text === null || (pattern.test(text) && !numerals.isLong(text)) ? String(text ?? "").replace("null", "") : fail(`“${String(text).slice(0, 30)}” is no number`));
    if (Array.isArray(data)) return node(players[depth % players.length], { kids: kids(data, "“[]”") });
    if (typeof data !== "object" || data === null) return node("leaf", { value: number(data) });
    const kind = PLAYERS.find((player) => player in data) ?? "leaf", text = (name) => String(data[name] ?? "");
    const more = Object.fromEntries(Object.entries(data).filter(([name]) => name !== kind && !OWN.includes(name)));
    return node(kind, { id: text("id"), move: text("move"), p: number(text("p")), value: kind === "leaf" ? number(text("value")) : "", more, kids: kind === "leaf" ? [] : kids(data[kind], `“${kind}”`) });
  }

  const playersOf = ({ layers, root }) => (layers.length ? layers : root === "min" ? ["min", "max"] : ["max", "min"]);

  function opened(file, pattern) { // of UCB the children hang below one node
    if (!file.children) return grown(file.tree, playersOf(file), pattern);
    const kids = file.children.map(({ id, total, visits, ...more }) => node("leaf", { id, value: total ?? "", visits, more }));
    return node("max", { kids });
  }

  // writing

  const isPlain = (text) => /^[A-Za-z][\w.-]*$/.test(text) && !RESERVED.test(text);
  const quoted = (text) => (isPlain(text) ? text : JSON.stringify(text));
  const numeral = (typed, text = tidy(typed)) => (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? text : text ? JSON.stringify(text) : "null");
  const flow = (data) => (Array.isArray(data) ? `[${data.map(flow).join(", ")}]` : data && typeof data === "object" ? `{${Object.entries(data).map(([name, one]) => quoted(name) + ": " + flow(one)).join(", ")}}` : typeof data === "string" ? quoted(data) : String(data));

  const isLists = (one, players, depth = 0) => !one.id && !one.move && !one.p && !Object.keys(one.more ?? {}).length && (one.kind === "leaf" || one.kind === players[depth % players.length]) && one.kids.every((kid) => isLists(kid, players, depth + 1));
  const lists = (one) => (one.kind === "leaf" ? numeral(one.value) : `[${one.kids.map(lists).join(", ")}]`);

  function explicit(one) {
    const named = [["id", quoted], ["move", quoted], ["p", numeral]].filter(([name]) => one[name]).map(([name, write]) => `${name}: ${write(one[name])}`);
    const more = Object.entries(one.more ?? {}).map(([name, data]) => `${quoted(name)}: ${flow(data)}`);
    const what = one.kind === "leaf" ? `value: ${numeral(one.value)}` : `${one.kind}: [${one.kids.map(explicit).join(", ")}]`;
    return `{${[...named, ...more, what].join(", ")}}`;
  }

  function child(one, place, names) {
    const more = Object.entries(one.more ?? {}).map(([name, data]) => `, ${quoted(name)}: ${flow(data)}`).join("");
    return `  - {id: ${quoted(one.id || names[place])}, ${one.value ? "total: " + numeral(one.value) + ", " : ""}visits: ${numeral(one.visits ?? "")}${more}}`;
  }

  function written({ id, title, kind, root, hasVisits, players, names = [], asked, kept, keptBesideNodes }) {
    const inLists = !hasVisits && root.kids.length > 0 && isLists(root, players), points = asked.filter(([, worth]) => worth !== "1");
    return [
      "format: gametree-problem/1", `id: ${quoted(id)}`, ...(title ? [`title: ${quoted(title)}`] : []), `kind: ${kind}`,
      ...(hasVisits ? ["children:", ...root.kids.map((kid, place) => child(kid, place, names))] : [`tree: ${inLists ? lists(root) : explicit(root)}`]),
      `ask: [${asked.map(([part]) => part).join(", ")}]`,
      ...(points.length ? [`points: {${points.map(([part, worth]) => part + ": " + numeral(worth)).join(", ")}}`] : []),
      (inLists || hasVisits ? kept : keptBesideNodes).replace(/^\{\}\n?/, ""),
    ].join("\n").replace(/\n*$/, "\n");
  }

  return { node, read, grown, playersOf, opened, written };
})();
