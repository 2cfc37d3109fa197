"use strict";
// Whether this browser keeps what a page writes. It is tried with a key of its own: what was kept is not touched, and a page on which nothing has changed keeps nothing.
function browserKeeps() {
  const KEY = "gametree-try";
  try {
    localStorage.setItem(KEY, "");
    localStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}
