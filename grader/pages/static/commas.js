"use strict";
// A comma in a number that a student types: between digits it is a decimal comma; with three digits behind it, it could as well stand
// between thousands.
//
// commas.pointed(text) is the text of a number with a decimal point in place of a decimal comma, and commas.doubt(text) what to ask where
// a comma may be either, "" where it is none. commas.inside(text) is a text of several numbers with points in place of what may be decimal commas.
const commas = (() => {
  const COMMA = /^([+-]?\d+),(\d+)$/; // 2,5
  const INSIDE = /(?<![\d.,/])([+-]?\d+),(\d+)(?![\d.,/])/g;

  const point = (all, before, behind) => (behind.length === 3 ? all : `${before}.${behind}`);
  const pointed = (text) => text.replace(COMMA, point), inside = (text) => text.replace(INSIDE, point);

  function doubt(text) {
    const [, before, behind] = text.match(COMMA) ?? [];
    return behind?.length === 3 ? `${before}${behind} or ${before}.${behind}?` : "";
  }

  return { pointed, inside, doubt };
})();
