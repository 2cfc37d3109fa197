"use strict";
// What is typed on an answer page: elements, and fields whose shape is checked as the schemas say. No value of a game is computed here.

function make(tag, given = {}, ...inside) { // an element; texts stay texts
  const one = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "function") one.addEventListener(name, value);
    else if (value === true) one.setAttribute(name, "");
    else if (value !== false && value !== undefined) one.setAttribute(name, value);
  }
  one.append(...inside);
  return one;
}

function tidy(text) { // as a submission holds it: with the signs of a keyboard
  return commas.pointed(text.trim().replace(/[\u2212\u2013]/g, "-").replace(/\u221e/g, "inf"));
}

function shownNumber(text) { // as a drawing shows it: with the signs of a printed page
  return tidy(text).replace(/^-/, "\u2212").replace(/inf$/, "\u221e");
}

function unbroken(text) { // a window stays on one line where it fits on one
  return text.replaceAll(" ", "\u00a0");
}

function describe(input, id) { // what is amiss in a field stands in the element with this id
  if (input.title) input.setAttribute("aria-describedby", id);
  else input.removeAttribute("aria-describedby");
}

// answerFields(shapes, hints) returns { wrong, range, meantRange, isInfinite, field, drop, paint }; `range` is the set of numbers that a text names, undefined where it names none, `meantRange` that text as a submission holds it. A field stands for one text of an answer; several may stand for the same.
function answerFields(shapes, hints) {
  const all = new Set();
  const patterns = new Map(Object.entries(shapes).map(([name, shape]) => [name, new RegExp(shape.pattern, "u")]));

  function wrong(text, name) { // what is expected instead; nothing where the text is blank or has the shape
    const typed = tidy(text);
    if (!typed || (isRead(typed, name) && isWithin(typed, shapes[name]))) return "";
    if (commas.doubt(typed)) return commas.doubt(typed);
    if (isRange(name)) return `expected ${shapes[name].wanted}${/\d,\d/.test(typed) ? "; write the decimal point as '.': a comma may divide ranges, ends or thousands" : ""}`;
    return `expected ${shapes[name].wanted}${hint(typed, shapes[name].wanted)}`;
  }

  function isWithin(typed, { low, high, is_whole: isWhole }) { // what the statement allows
    if (!low && !high && !isWhole) return true;
    const number = numerals.read(typed), isBeyond = (end, side) => end && numerals.order(number, numerals.read(end)) * side > 0;
    return !isBeyond(low, -1) && !isBeyond(high, 1) && !(isWhole && number[0] % number[1]);
  }

  const isRange = (name) => name === "range-text"; // no pattern says what a range may look like
  const readRange = (text) => intervals.read(text, shapes.bound.pattern);
  const meantRange = (typed) => [typed, commas.inside(typed)].find(readRange) ?? typed; // a comma that can divide does
  const range = (typed) => readRange(meantRange(typed));
  const isRead = (typed, name) => (isRange(name) ? range(typed) !== undefined : patterns.get(name).test(typed));

  const gives = (sign, typed) => { // a browser that does not know a pattern does without
    try {
      return new RegExp(sign, "u").test(typed);
    } catch {
      return false;
    }
  };

  function hint(typed, wanted) { // what grading says of a well-known way to misspell a number
    const percent = typed.length <= hints.longest && typed.match(/^\s*([+-]?\d+(?:\.\d+)?)\s*%\s*$/);
    if (percent) return `; write ${numerals.percentage(percent[1]).join(" or ")}`;
    const [infinite, saids] = hints.infinite, [, finite] = saids.find(([one]) => wanted.includes(one));
    const said = [[infinite, finite], ...(wanted.includes("whole number") ? hints.whole : []), ...hints.all];
    const known = typed.length <= hints.longest && said.find(([sign]) => gives(sign, typed));
    return known ? `; ${known[1]}` : "";
  }

  const isInfinite = (name) => !isRange(name) && patterns.get(name).test("inf");

  function field({ get, set, shape, label, sign = "", mode = "text", choices }) {
    const input = choices ? chooser(choices, label, set) : make("input", {
      type: "text", inputmode: mode, autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "next",
      maxlength: shapes[shape].longest, "aria-label": label, placeholder: sign,
      input: () => set(input.value),
    });
    const one = { input, get, shape, label };
    all.add(one);
    show(one);
    return one;
  }

  function chooser(choices, label, set) { // a field with few answers is a list to choose from
    const select = make("select", { "aria-label": label, change: () => set(select.value) }, make("option", { value: "" }, "choose …"));
    for (const choice of choices) select.append(make("option", { value: choice }, choice));
    return select;
  }

  function show(one) {
    if (one.input.value !== one.get()) one.input.value = one.get();
    const amiss = wrong(one.get(), one.shape);
    one.input.toggleAttribute("aria-invalid", Boolean(amiss));
    if (amiss) one.input.setAttribute("aria-invalid", "true");
    one.input.title = amiss;
  }

  return { wrong, range, meantRange, isInfinite, field, drop: (fields) => fields.forEach((one) => all.delete(one)), paint: () => all.forEach(show) };
}

// Enter in a field beside the tree goes on to the next one, Shift and Enter back; after the last it stays there. `say` is told so.
function answerEnter(root, say) {
  const isAsked = (one) => one.checkVisibility() && !(one.matches(".rows select") && one.value); // the node of a row is chosen already
  const goable = () => [...root.querySelectorAll('[data-widget] :is(input:not([type="checkbox"]), .sort-choice select, .sort-choices select, .rows select)')];

  root.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches('[data-widget] input:not([type="checkbox"])')) return;
    const all = goable().filter((one) => one === event.target || isAsked(one)), next = all[all.indexOf(event.target) + (event.shiftKey ? -1 : 1)];
    event.preventDefault();
    if (!next) return say(event.shiftKey ? "That is the first field." : "That was the last field.");
    next.focus();
    next.select?.();
  });
}
