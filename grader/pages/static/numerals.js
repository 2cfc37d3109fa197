"use strict";
// Numbers as students type them, read and compared as marking does: exactly. One is a ratio [above, below] of whole numbers, or
// Infinity or -Infinity.
//
// numerals.read(text) returns the number that a text in the grammar of documents names, numerals.isInfinite(number) tells the two kinds
// apart, and numerals.isLong(text) whether it has more digits than are read. numerals.order(one, other) is below, at or above 0, as
// one is; numerals.isAround(expected, room, given) tells whether the given number is no further off than the room.
const numerals = (() => {
  const FRACTION = /^[+-]?(?<above>\d+)\/(?<below>\d+)$/; // 7/3
  const DECIMAL = /^[+-]?(?<before>\d*)\.?(?<behind>\d*)(?:e(?<power>[+-]?\d+))?$/i; // 12.5e-3
  const INFINITE = { inf: Infinity, "+inf": Infinity, "-inf": -Infinity };
  const MOST_DIGITS = 1000;

  function read(text) {
    if (Object.hasOwn(INFINITE, text)) return INFINITE[text];
    const [above, below] = FRACTION.test(text) ? ofFraction(text) : ofDecimal(text);
    return [text.startsWith("-") ? -above : above, below];
  }

  function ofFraction(text) {
    const { above, below } = text.match(FRACTION).groups;
    return [BigInt(above), BigInt(below)];
  }

  function ofDecimal(text) { // the digits without the point, times the power of ten that puts it back
    const { before, behind, power = "0" } = text.match(DECIMAL).groups;
    const digits = BigInt(before + behind), shift = Number(power) - behind.length;
    return shift < 0 ? [digits, 10n ** BigInt(-shift)] : [digits * 10n ** BigInt(shift), 1n];
  }

  const isInfinite = (number) => typeof number === "number";
  const isLong = (text) => text.replace(/\D/g, "").length > MOST_DIGITS;

  function order(one, other) {
    if (isInfinite(one) || isInfinite(other)) {
      const [a, b] = [one, other].map((number) => (isInfinite(number) ? Math.sign(number) : 0));
      return a - b;
    }
    const apart = one[0] * other[1] - other[0] * one[1];
    return apart < 0n ? -1 : Number(apart > 0n);
  }

  function isAround(expected, room, given) { // both ends of the room count
    if (isInfinite(expected) || isInfinite(given)) return expected === given;
    const [a, b] = expected, [c, d] = given, [p, q] = room, apart = a * d - c * b;
    return (apart < 0n ? -apart : apart) * q <= p * b * d;
  }

  return { read, isInfinite, isLong, order, isAround };
})();
