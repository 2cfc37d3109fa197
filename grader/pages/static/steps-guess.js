"use strict";
// What a step page asks before a step: a field for a number, or buttons (a list where there are many) for what can be chosen.
//
// stepQuestion(form, asked, tell) fills the form; `tell(isRight, guessed)` is called with each guess.
function stepQuestion(ask, asked, tell) {
  const plain = (text) => commas.pointed(text.trim().replace(/[−–]/g, "-").replace("∞", "inf").replace(/^\+/, ""));

  function numberIn(text) { // a number as students write it; NaN where it is none
    const parts = plain(text).match(/^(-?\d*\.?\d+(?:e-?\d+)?|-?\d+\.)(?:\/(\d+))?$/i);
    return parts ? Number(parts[1]) / Number(parts[2] || 1) : NaN;
  }

  function isRight(asked, text) {
    if (plain(text) === asked.plain) return true;
    return asked.number !== null && Math.abs(numberIn(text) - asked.number) <= asked.room + 1e-9 * Math.max(1, Math.abs(asked.number));
  }

  function button(text, sort) {
    return Object.assign(document.createElement("button"), { type: sort, textContent: text });
  }

  function shortChoice(asked) {
    ask.onsubmit = (event) => event.preventDefault();
    return asked.options.map((text, place) => {
      const one = button(text, "button");
      one.onclick = () => tell(asked.right.includes(place), text);
      return one;
    });
  }

  function longChoice(asked) {
    const list = document.createElement("select");
    list.setAttribute("aria-label", asked.text);
    list.append(...asked.options.map((text, place) => Object.assign(document.createElement("option"), { value: place, textContent: text })));
    ask.onsubmit = (event) => {
      event.preventDefault();
      tell(asked.right.includes(Number(list.value)), asked.options[list.value]);
    };
    return [list, button("Tell me", "submit")];
  }

  function numberField(asked) {
    const field = Object.assign(document.createElement("input"), { type: "text", autocomplete: "off" });
    const hint = Object.assign(document.createElement("span"), { className: "hint small" });
    hint.setAttribute("role", "status");
    field.setAttribute("aria-label", asked.text);
    field.setAttribute("inputmode", "text");
    ask.onsubmit = (event) => {
      event.preventDefault();
      const isNumber = !Number.isNaN(numberIn(field.value)) || /^-?inf$/.test(plain(field.value)) || plain(field.value) === asked.number.plain;
      if (isNumber) tell(isRight(asked.number, field.value), field.value.trim());
      else hint.textContent = commas.doubt(plain(field.value)) || "A number is wanted, such as 3, -2.5 or 7/3.";
    };
    return [field, button("Tell me", "submit"), hint];
  }

  function help() { // one hint more with each press
    const more = button("", "button"), told = Object.assign(document.createElement("p"), { className: "small", role: "status" });
    let at = -1;
    more.value = "hint";
    more.onclick = () => {
      told.textContent = asked.hints.slice(0, ++at).join(" ");
      more.textContent = `Hint (${at + 1} of ${asked.hints.length})`;
      if (asked.hints[at]) return;
      more.remove();
      focus();
    };
    more.onclick(); // no hint yet: what the button says
    return [more, told];
  }

  const choices = ask.querySelector(".choices"), focus = () => choices.querySelector("input, select, button").focus();
  ask.querySelector(".question").textContent = asked.text;
  choices.replaceChildren(...(asked.number ? numberField(asked) : asked.options.length > 6 ? longChoice(asked) : shortChoice(asked)), ...(asked.hints ? help() : []));
  ask.hidden = false;
  focus();
}
