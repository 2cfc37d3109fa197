"use strict";
// The marking page: answers in words are shown one at a time, marked, kept in this browser, and handed out as a table like marking.csv.
//
// data.answers are in the order of the page: { row, problem, most }. A row is the line of marking.csv as it was before anything is done
// here: exercise, student, part, of, answer, set, by, why, note. What is done with an answer is { ticks, set, remark, before }: the rubric
// lines by their places, the fields as they are typed, and what had been decided when it was done.

const markingTable = (() => { // CSV as the program writes it (grader/core/documents/writing.py): no cell is run by a spreadsheet
  const HIDDEN = "\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff0-\\ufffb\\ufffe\\uffff\\ud800-\\udfff\\u{e0000}-\\u{e0fff}"; // as in grader/core/text.py
  const FORMULA = new RegExp(`^[\\s${HIDDEN}]*[=+\\-@＝＋－＠]|^[\\t\\r\\n]`, "u"), LETTER = new RegExp(`(?!\\n)[${HIDDEN}]`, "gu");
  const guard = (text) => (FORMULA.test(text) && !/^[+-]?[0-9]+(\.[0-9]+)?$/.test(text) ? `'${text}` : text);
  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const write = (rows) => rows.map((row) => `${row.map((cell) => quoted(guard(cell))).join(",")}\n`).join("");
  const shown = (text) => text.replace(LETTER, (letter) => `\\u${letter.codePointAt().toString(16).padStart(4, "0")}`); // for people: what is hidden turns nothing round
  return { guard, write, shown };
})();

(() => {
  const data = JSON.parse(document.getElementById("marking-data").textContent), { answers, problems } = data, { shown } = markingTable;
  const KEY = `gametree-marking:${data.digest}`, NUMBER = new RegExp(`^(?:${data.number})$`), FULL = "full";
  const MOST_LETTERS = 999; // of a note, which has up to 1,000: one may be put before them
  const find = (name) => document.querySelector(`[data-${name}]`);
  const [by, heading, marks, remark] = ["by", "heading", "marks", "remark"].map(find);
  const exercises = [...new Set(answers.map(({ row }) => row[0]))].map((name) => ({ name, places: [...answers.keys()].filter((place) => answers[place].row[0] === name) }));
  const drawings = new Map();
  let current = 0, problem = null, boxes = [], state = read() ?? {}, isStored = browserKeeps();

  // -- marks: exact while they are added up, and in hundredths, which is how decisions state them

  const typedNumber = (text) => tidy(text).replace(/^\+/, "");
  const hundredths = ([above, below]) => (200n * above + below) / (2n * below);
  const decimal = (ratio) => String(Number(hundredths(ratio)) / 100);
  const isWhole = (ratio) => (100n * ratio[0]) % ratio[1] === 0n;

  function amissIn(text, most) { // what is wrong with marks; "" where nothing is
    const typed = typedNumber(text);
    if (!typed || typed === FULL) return "";
    if (commas.doubt(typed)) return commas.doubt(typed);
    if (!NUMBER.test(typed) || numerals.isLong(typed) || /\/0+$/.test(typed)) return "expected a number such as 1, 2.5 or 1/2";
    const number = numerals.read(typed);
    if (typed.startsWith("-")) return "expected 0 or more";
    if (numerals.order(number, numerals.read(most)) > 0) return `expected at most ${most}`;
    return isWhole(number) ? "" : `expected at most 2 decimals, such as ${decimal(number)}`;
  }

  function sumOf(ticks, { rubric }, most) {
    const add = ([above, below], [more, parts]) => [above * parts + more * below, below * parts], top = numerals.read(most);
    const sum = ticks.map((line) => numerals.read(rubric[line][0])).reduce(add, [0n, 1n]);
    if (numerals.order(sum, top) >= 0) return isWhole(top) ? decimal(top) : FULL;
    return sum[0] < 0n ? "0" : decimal(sum);
  }

  // -- what was done with an answer, here or by a decision before

  const before = ({ row }) => JSON.stringify(row.slice(5));
  const done = (place) => (state.marks?.[place]?.before === before(answers[place]) ? state.marks[place] : null); // a later decision counts more

  function decided({ row, problem: of }) { // the lines that the note names, and the remark behind them
    const ticks = [];
    let [set, , , note] = row.slice(5);
    for (const [line, [, says]] of problems[of].rubric.entries()) {
      if (note !== says && !note.startsWith(`${says}; `)) continue;
      ticks.push(line);
      note = note.slice(says.length + 2);
    }
    return { ticks, set, remark: note };
  }

  const entryOf = (place) => done(place) ?? decided(answers[place]);
  const isMarked = (place) => { const { set } = entryOf(place); return Boolean(set.trim()) && !amissIn(set, answers[place].most); };
  const isAmiss = (place) => Boolean(amissIn(entryOf(place).set, answers[place].most));

  function noteOf(place) {
    const { ticks, remark: more } = entryOf(place), { rubric } = problems[answers[place].problem];
    return [...ticks.map((line) => rubric[line][1]), more.trim()].filter(Boolean).join("; ");
  }

  function rowOf(place) {
    if (!done(place)) return answers[place].row;
    const typed = typedNumber(entryOf(place).set), set = !isMarked(place) ? "" : typed === FULL ? FULL : decimal(numerals.read(typed));
    const note = [...noteOf(place)].slice(0, MOST_LETTERS).join("");
    return [...answers[place].row.slice(0, 5), set, set || note ? by.value.trim() : "", data.why, note];
  }

  // -- kept in this browser; another tab with this page adds to it

  function read() {
    try {
      return JSON.parse(localStorage.getItem(KEY));
    } catch {
      return null;
    }
  }

  function save(changed = {}) {
    state = { by: by.value, marks: { ...state.marks, ...read()?.marks, ...changed } };
    try {
      localStorage.setItem(KEY, JSON.stringify(state));
      isStored = true;
    } catch {
      isStored = false;
    }
  }

  function change(given) {
    save({ [current]: { ...entryOf(current), before: before(answers[current]), ...given } });
    find("done").textContent = "";
    paint();
  }

  function tick(line) {
    const { ticks: old } = entryOf(current), of = problems[problem], ticks = [...of.rubric.keys()].filter((one) => old.includes(one) !== (one === line));
    const set = ticks.length ? sumOf(ticks, of, answers[current].most) : "";
    change({ ticks, set });
    say(`${ticks.includes(line) ? "Ticked" : "Not ticked"}: ${shown(of.rubric[line][1])}. ${set ? "Marks: " + set : "No marks yet"}.`);
  }

  // -- what is seen

  const say = (words) => { find("live").textContent = words; };
  const signed = (points) => (points.startsWith("-") ? points.replace("-", "−") : `+${points}`);

  function show(place, isMoved = true) {
    const { row: [exercise, student, , , text], most, problem: of } = answers[place], { places } = exercises.find(({ name }) => name === exercise);
    current = place;
    heading.replaceChildren(`Answer ${places.indexOf(place) + 1} of ${places.length} to `, make("bdi", {}, shown(exercise)));
    find("student").replaceChildren(...(find("names").checked ? ["by ", make("bdi", {}, shown(student))] : []));
    find("prompt").textContent = shown(problems[of].prompt);
    find("answer").textContent = shown(text);
    find("most").textContent = `of ${most}`;
    if (of !== problem) showProblem(of);
    paint();
    if (!isMoved) return;
    heading.focus();
    say(heading.textContent);
  }

  function showProblem(of) {
    problem = of;
    boxes = problems[of].rubric.map((one, line) => make("input", { type: "checkbox", change: () => tick(line) }));
    const lines = problems[of].rubric.map(([points, says], line) => make("li", {}, make("label", {}, boxes[line], make("span", { class: "small", "aria-hidden": "true" }, line < 9 ? String(line + 1) : ""), make("b", {}, signed(points)), make("bdi", {}, shown(says)))));
    find("lines").replaceChildren(...lines);
    find("rubric").hidden = !lines.length;
    if (!drawings.has(of)) drawings.set(of, [...document.importNode(document.getElementById(`problem-${of}`).content, true).children]);
    find("beside").replaceChildren(...drawings.get(of)); // each is made once, so that it stays zoomed
    find("beside").querySelectorAll(".treebox").forEach(treeBox);
  }

  function paint() {
    const { ticks, set, remark: more } = entryOf(current), amiss = amissIn(set, answers[current].most);
    const put = (field, text) => { if (field.value !== text) field.value = text; };
    boxes.forEach((box, line) => { box.checked = ticks.includes(line); });
    put(marks, set);
    put(remark, more);
    marks.setAttribute("aria-invalid", String(Boolean(amiss)));
    if (find("amiss").textContent !== amiss) find("amiss").textContent = amiss;
    find("long").textContent = [...noteOf(current)].length > MOST_LETTERS ? "With the ticked lines it is longer than 999 letters: the rest is left out of the file." : "";
    find("printed").textContent = [isMarked(current) ? `${set} of ${answers[current].most}` : "Not marked", shown(noteOf(current))].filter(Boolean).join(": ");
    find("lost").hidden = isStored;
    find("saved").textContent = isStored ? "All is kept in this browser as you go." : "";
    for (const { button, name, places } of exercises) {
      button.replaceChildren(make("bdi", {}, make("b", {}, shown(name))), ` ${places.filter(isMarked).length} of ${places.length} marked`);
      button.setAttribute("aria-current", String(places.includes(current)));
    }
  }

  // -- ways

  function step(offset) {
    if (answers[current + offset]) show(current + offset);
    else say(offset > 0 ? "That was the last answer." : "That is the first answer.");
  }

  function open(places = [...answers.keys()].slice(current + 1).concat([...answers.keys()].slice(0, current + 1)), otherwise = null) { // the next that is not marked
    const place = places.find((one) => !isMarked(one)) ?? otherwise;
    if (place === null) say("All answers are marked.");
    else show(place);
  }

  function download() {
    by.setAttribute("aria-invalid", String(!by.value.trim()));
    find("done").textContent = by.value.trim() ? summary() : "Who marks? Write your name first, then download again.";
    if (!by.value.trim()) return by.focus();
    const text = markingTable.write([data.columns, ...[...answers.keys()].map(rowOf)]);
    const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: "marks.csv" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  function summary() {
    const many = answers.length, places = [...answers.keys()], marked = places.filter(isMarked).length, amiss = places.filter(isAmiss).length;
    const left = marked < many ? `${many - marked} ${many - marked > 1 ? "are" : "is"} not marked yet` : "";
    return `marks.csv is in your downloads: ${marked} of ${many} marked${left ? ", " + left : ""}.${amiss ? " Marks that cannot be read are left out: " + amiss + "." : ""}`;
  }

  const actions = { previous: () => step(-1), next: () => step(1), open: () => open(), download };
  const keys = { j: actions.next, arrowright: actions.next, k: actions.previous, arrowleft: actions.previous, u: actions.open, m: () => { marks.focus(); marks.select(); }, r: () => remark.focus(), 0: () => { change({ ticks: [], set: "0" }); say("Marks: 0."); } };

  function pressed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const { key, target } = event, isField = target.matches("textarea, input:not([type=checkbox])");
    const act = isField
      ? { Escape: () => heading.focus(), ...(target === marks ? { Enter: actions.next } : {}) }[key]
      : /^[1-9]$/.test(key) && boxes[key - 1] ? () => tick(key - 1) : keys[key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  for (const one of exercises) {
    one.button = make("button", { type: "button", click: () => open(one.places, one.places[0]) });
    find("exercises").append(one.button);
  }
  const names = new Set(answers.map(({ row }) => row[6]).filter(Boolean));
  by.value = state.by ?? (names.size === 1 ? [...names][0] : "");
  by.addEventListener("input", () => { by.removeAttribute("aria-invalid"); find("done").textContent = ""; save(); paint(); });
  marks.addEventListener("input", () => change({ set: marks.value }));
  remark.addEventListener("input", () => change({ remark: remark.value }));
  find("names").addEventListener("change", () => show(current, false));
  document.addEventListener("keydown", pressed);
  document.addEventListener("click", (event) => actions[event.target.closest("button")?.value]?.());
  window.addEventListener("storage", (event) => { if (event.key === KEY) { state = read() ?? state; by.value = state.by ?? by.value; paint(); } });
  window.addEventListener("beforeunload", (event) => { if (!isStored && Object.keys(state.marks ?? {}).length) event.preventDefault(); });
  for (const one of document.querySelectorAll("[data-page]")) one.hidden = false;
  show(Math.max(0, [...answers.keys()].findIndex((place) => !isMarked(place))), false);
})();
