"use strict";
// The entry bar of an answer page: at the bottom of the window, with the fields of the node that is chosen on a tree.

// answerBar(element, fields) returns { open, close, isOpen, type, tell, paint }: where the chosen node is filled in, and all that can be done at it; `tell(words)` says once why something is not done. A place is
// { id, element, number, about, what, reveal, focus, groups, acts, amiss, step, isColumn }: `groups()` are { words, fields } with what answerFields makes fields of, or
// { words, choice: { name, options, get, set } } with one of few; `acts()` are buttons, { value, icon, words, label, isPressed, isOff, title, click }; `amiss()` says
// what is wrong there, and step(by, isFocused) opens the next place that has a field, if there is one: of a column Enter goes on to the field of the same name. Opened focused, a place has the focus in its first field, or in the one of that name.
function answerBar(element, fields) {
  const [about, what, note, amiss, inputs, acts] = ["about", "what", "note", "amiss", "fields", "acts"].map((name) => element.querySelector(`[data-${name}]`));
  let at = null, made = [], choices = [], form = "", isSeen = false;
  const watch = new IntersectionObserver(([{ isIntersecting }]) => { // a tree that is jumped to comes into view first
    if (isSeen && !isIntersecting) close(false);
    isSeen = isIntersecting;
  });

  function open(next, isFocused) {
    at = next;
    element.hidden = false;
    follow(at.element);
    document.documentElement.classList.add("entering");
    paint();
    reveal();
    if (isFocused) enter(made.find((one) => one.name === isFocused));
  }

  function reveal() {
    document.documentElement.style.setProperty("--bar", `${element.offsetHeight}px`); // so that the node is not behind the bar
    if (at.element.offsetHeight + element.offsetHeight + 24 < window.innerHeight) at.element.scrollIntoView({ block: "nearest" });
    at.reveal();
  }

  function follow(tree) { // the bar belongs to a tree that can be seen, and goes however soon after a touch the page is scrolled away from it
    const { top, bottom } = tree.getBoundingClientRect();
    watch.takeRecords(); // what was seen before is of no matter: who opens a node jumps to its tree
    watch.disconnect();
    isSeen = bottom > 0 && top < window.innerHeight;
    watch.observe(tree);
  }

  function enter(one = made[0]) { // a field is entered: what stands there is replaced by what is typed
    const input = one?.input ?? inputs.querySelector("button") ?? acts.querySelector("button:enabled");
    input?.focus({ preventScroll: true });
    input?.select?.();
  }

  function groupOf({ words, fields: given, choice }) {
    const name = make("span", { class: "small", "aria-hidden": "true" }, words);
    if (choice) return make("span", { class: "field choice", role: "group", "aria-label": words }, name, ...choice.options.map((option) => choiceOf(choice, option)));
    const own = given.map((one) => Object.assign(fields.field({ mode: "decimal", ...one }), { name: one.name }));
    for (const { input, name: called } of own) Object.assign(input, { enterKeyHint: "next", name: called });
    made.push(...own);
    return make("span", { class: "field" }, name, make("span", { class: "cell" }, ...own.map((one) => one.input)), ...own.flatMap(({ input }, place) => listFor(input, given[place].list)));
  }

  function listFor(input, names) { // names to choose from, filtered by what is typed
    if (!names) return [];
    input.setAttribute("list", "entry-names");
    return [make("datalist", { id: "entry-names" }, ...names.map((name) => make("option", { value: name })))];
  }

  function choiceOf(choice, { value, icon, words, isOff }) {
    const inside = icon ? [make("span", { "aria-hidden": "true" }, icon), " ", make("span", { class: "called" }, words)] : [make("bdi", {}, words)];
    const button = make("button", { type: "button", value, name: choice.name, disabled: isOff, click: () => choice.set(value) }, ...inside);
    choices.push({ button, choice });
    return button;
  }

  function fill(groups, offered) {
    const [holder, kept] = [inputs, acts].map((one) => one.contains(document.activeElement) && document.activeElement).filter(Boolean).map(({ name, value, tagName }) => [name, tagName === "INPUT" ? "" : value])[0] ?? [];
    fields.drop(made);
    made = [];
    choices = [];
    element.setAttribute("aria-label", at.number ? `The chosen node of exercise ${at.number}` : "The chosen node");
    note.textContent = "";
    const [typed, chosen] = [groups.filter(({ choice }) => !choice), groups.filter(({ choice }) => choice)].map((some) => some.map(groupOf));
    inputs.replaceChildren(...typed, ...(made.some(({ input }) => input.inputMode === "decimal") ? [helpers()] : []), ...chosen);
    acts.replaceChildren(...offered.map(({ value }, place) => make("button", { type: "button", value, click: () => at.acts()[place].click() })));
    if (holder === undefined) return;
    const again = [...element.querySelectorAll("input, button:enabled")].find((one) => one.name === holder && (one.tagName === "INPUT" || one.value === kept));
    if (again) again.focus({ preventScroll: true });
    else at.focus();
  }

  function show(button, { icon, words, label, isPressed, isOff = false, title = "" }) {
    button.replaceChildren(icon, ...(words ? [make("span", { class: "words" }, ` ${words}`)] : []));
    Object.assign(button, { disabled: isOff, title });
    button.setAttribute("aria-label", label);
    if (isPressed !== undefined) button.setAttribute("aria-pressed", String(isPressed));
  }

  function helpers() { // signs that the keyboards of phones hide
    const signs = ["−", "/", ...(made.some((one) => fields.isInfinite(one.shape)) ? ["∞"] : [])];
    const words = { "−": "Minus", "/": "Fraction bar", "∞": "Infinity" };
    return make("span", { class: "signs-of", role: "group", "aria-label": "Signs" }, ...signs.map((sign) => make("button", {
      type: "button", "aria-label": words[sign], pointerdown: (event) => event.preventDefault(), // the field keeps the focus, and the keyboard stays
      click: () => insert(sign === "∞" ? "inf" : sign === "−" ? "-" : sign),
    }, sign)));
  }

  function insert(text) {
    const input = made.map((one) => one.input).find((one) => one === document.activeElement) ?? made[0].input;
    input.focus();
    if (text === "-") input.value = input.value.startsWith("-") ? input.value.slice(1) : `-${input.value}`;
    else if (text === "inf") input.value = input.value.startsWith("-") ? "-inf" : "inf";
    else input.setRangeText(text, input.selectionStart, input.selectionEnd, "end");
    input.dispatchEvent(new Event("input"));
  }

  function type(key) { // what was typed on the node goes into the field that has the focus, instead of what stood there
    const { input } = made.find((one) => one.input === document.activeElement) ?? made[0];
    input.value = key === "i" ? "inf" : key;
    input.dispatchEvent(new Event("input"));
    input.setSelectionRange(9, 9);
  }

  function tell(words) {
    note.textContent = words;
  }

  function move(by, isFocused) {
    tell("");
    if (!at.step(by, isFocused)) tell(by > 0 ? "That was the last node." : "That is the first node.");
  }

  function close(isBack) {
    if (isBack && at) at.focus();
    watch.disconnect();
    element.hidden = true;
    // The room below the page stays: what is touched as the bar closes must not move away under the finger.
    document.documentElement.style.removeProperty("--bar");
  }

  function paint() {
    if (element.hidden) return;
    const groups = at.groups(), offered = at.acts();
    const now = JSON.stringify([at.id, groups.map(({ words, fields: own, choice }) => [words, own?.map(({ name, label }) => [name, label]), choice?.options]), offered.map(({ value }) => value)]);
    if (now !== form) fill(groups, offered);
    form = now;
    about.textContent = at.about;
    what.textContent = [at.number && `Exercise ${at.number}`, at.what].filter(Boolean).join(" · ");
    offered.forEach((act, place) => show(acts.children[place], act));
    for (const { button, choice } of choices) button.setAttribute("aria-pressed", String(choice.get() === button.value));
    amiss.textContent = made.find(({ input }) => input.title)?.input.title ?? at.amiss?.() ?? "";
    for (const { input } of made) describe(input, amiss.id);
  }

  function stayInView() { // above the keyboard of a phone, which covers the bottom of the page
    const seen = window.visualViewport;
    element.style.bottom = seen && seen.scale === 1 ? `${Math.max(0, window.innerHeight - seen.height - seen.offsetTop)}px` : "";
  }

  function elsewhere({ target }) { // another exercise is touched
    const other = target.closest?.("[data-problem]");
    if (other && !element.hidden && !other.contains(at.element)) close(false);
  }

  for (const what_ of ["pointerdown", "focusin"]) document.addEventListener(what_, elsewhere);
  for (const what_ of ["resize", "scroll"]) window.visualViewport?.addEventListener(what_, stayInView);
  window.addEventListener("resize", () => { // a telephone is turned: the tree is drawn anew and may stand elsewhere on the page, and then comes back into view
    if (element.hidden) return;
    watch.disconnect();
    setTimeout(() => { reveal(); follow(at.element); });
    setTimeout(() => { if (!element.hidden && document.activeElement === document.body) at.focus(); }, 200); // a browser may take the focus from the drawing that is hidden now
  });
  element.addEventListener("click", (event) => {
    const value = event.target.closest(".moves button")?.value;
    if (value === "close") close(true);
    else if (value) move(value === "next" ? 1 : -1, made.some((one) => one.input === document.activeElement));
  });
  element.querySelectorAll(".moves button").forEach((button) => button.addEventListener("pointerdown", (event) => event.preventDefault()));
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close(true);
    else if (event.key === "Enter" && event.target.matches("input")) {
      const place = made.findIndex((one) => one.input === event.target);
      const by = event.shiftKey ? -1 : 1, one = at.isColumn ? null : made[place + by];
      if (one) enter(one);
      else move(by, at.isColumn ? event.target.name : true);
    } else if (event.target.matches("button") && made.length && /^[-0-9.\u2212]$/.test(event.key)) { // typed after a button was pressed: it is meant for the node
      enter();
      type(event.key);
    } else return;
    event.preventDefault();
  });
  return { open, close, isOpen: () => !element.hidden, type, tell, paint };
}
