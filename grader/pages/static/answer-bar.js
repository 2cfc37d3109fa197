"use strict";
// The entry bar of an answer page: at the bottom of the window, with the fields of the node that is chosen on a tree.

function iconOf(part) { // the sign of a tool: what is written, cut off, numbered, followed, or gets a row
  return part ? (part.isRows ? "☰" : part.tool?.sign ?? { list: "①", path: "↘", iterations: "①" }[part.sort]) : "✎";
}

// answerBar(element, fields) returns { open, close, isOpen, type, paint }: where the chosen node is filled in.
function answerBar(element, fields) {
  const [about, what, note, amiss, inputs, acts] = ["about", "what", "note", "amiss", "fields", "acts"].map((name) => element.querySelector(`[data-${name}]`));
  let at = null, made = [], isSeen = false;
  const watch = new IntersectionObserver(([{ isIntersecting }]) => { // a tree that is jumped to comes into view first
    if (isSeen && !isIntersecting) close(false);
    isSeen = isIntersecting;
  });

  function open(next, isFocused) {
    const isSame = at && at.trees === next.trees && at.spot.box === next.spot.box && at.spot.place === next.spot.place;
    at = next;
    element.hidden = false;
    follow(at.box.element);
    document.documentElement.classList.add("entering");
    if (!isSame) fill();
    paint();
    document.documentElement.style.scrollPaddingBottom = `${element.offsetHeight + 12}px`; // so that the node is not behind the bar
    const { element: shown } = at.box;
    if (shown.offsetHeight + element.offsetHeight + 24 < window.innerHeight) shown.scrollIntoView({ block: "nearest" });
    at.box.reveal(at.spot.place);
    if (!isFocused || !made.length) return;
    enter(made[0].input);
  }

  function follow(tree) { // the bar belongs to a tree that can be seen
    watch.disconnect();
    isSeen = false;
    watch.observe(tree);
  }

  function enter(input) { // what stands there is replaced by what is typed
    input.focus({ preventScroll: true });
    input.select();
  }

  function fill() {
    fields.drop(made);
    made = [];
    const [name, ...more] = at.label.split(", ");
    about.textContent = name;
    const { number } = at.trees;
    what.textContent = [number && `Exercise ${number}`, more.join(", ")].filter(Boolean).join(" · ");
    element.setAttribute("aria-label", number ? `The chosen node of exercise ${number}` : "The chosen node");
    note.textContent = "";
    inputs.replaceChildren(...at.entries.map(({ part, key }) => {
      const own = part.fields.map((given, place) => fields.field({
        get: () => part.at(key.name)[place], shape: given.shape, sign: given.label, mode: "decimal",
        label: [`${part.name}: ${key.shown}`, given.label].filter(Boolean).join(", "),
        set: (text) => { part.put(key.name, place, text); part.changed(); },
      }));
      made.push(...own);
      for (const one of own) Object.assign(one.input, { enterKeyHint: "next" });
      const name = make("span", { class: "small", "aria-hidden": "true" }, part.name);
      return make("span", { class: "field" }, name, make("span", { class: "cell" }, ...own.map((one) => one.input)));
    }), ...(made.length ? [helpers()] : []));
    acts.replaceChildren(...at.lists.filter(({ part }) => !part.isRows).map(({ part, key }) => {
      const button = make("button", { type: "button", click: () => { part.toggle(key.name); } });
      button.show = () => {
        const place = part.listed().indexOf(key.name), isIn = place >= 0;
        const words = part.tool ? part.tool[isIn ? "done" : "act"] : part.called();
        button.replaceChildren(`${iconOf(part)}${isIn && !part.tool ? ` ${place + 1}` : ""}`, make("span", { class: "words" }, ` ${words}`));
        button.setAttribute("aria-pressed", String(isIn));
        const numbered = `${part.called()}: ${key.shown}${isIn ? `, number ${place + 1}` : ""}`;
        button.setAttribute("aria-label", part.tool ? `${part.tool.name} ${key.shown}` : numbered);
      };
      return button;
    }));
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

  function type(key) { // what was typed on the node goes into its first field, instead of what stood there
    made[0].input.value = key === "i" ? "inf" : key;
    made[0].input.dispatchEvent(new Event("input"));
    made[0].input.setSelectionRange(9, 9);
  }

  function move(by, isFocused) {
    const next = at.trees.step(at.spot, by);
    note.textContent = next ? "" : by > 0 ? "That was the last node." : "That is the first node.";
    if (!next) return;
    const { trees } = at;
    trees.boxes[next.box].select(next.place, !isFocused);
    trees.open(next, isFocused);
  }

  function close(isBack) {
    if (isBack && at) at.box.select(at.spot.place, true);
    watch.disconnect();
    element.hidden = true;
    // The room below the page stays: what is touched as the bar closes must not move away under the finger.
    document.documentElement.style.scrollPaddingBottom = "";
  }

  function paint() {
    for (const button of acts.children) button.show();
    amiss.textContent = made.find(({ input }) => input.title)?.input.title ?? "";
    for (const { input } of made) describe(input, amiss.id);
  }

  function stayInView() { // above the keyboard of a phone, which covers the bottom of the page
    const seen = window.visualViewport;
    element.style.bottom = seen && seen.scale === 1 ? `${Math.max(0, window.innerHeight - seen.height - seen.offsetTop)}px` : "";
  }

  function elsewhere({ target }) { // another exercise is touched
    const other = target.closest?.("[data-problem]");
    if (other && !element.hidden && !other.contains(at.box.element)) close(false);
  }

  for (const what_ of ["pointerdown", "focusin"]) document.addEventListener(what_, elsewhere);
  for (const what_ of ["resize", "scroll"]) window.visualViewport?.addEventListener(what_, stayInView);
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
      const one = made[place + (event.shiftKey ? -1 : 1)];
      if (one) enter(one.input);
      else move(event.shiftKey ? -1 : 1, true);
    } else return;
    event.preventDefault();
  });
  return { open, close, isOpen: () => !element.hidden, type, paint };
}
