"use strict";
// Numbers as students type them, read and compared as marking does: exactly. One is a ratio [above, below] of whole numbers, or
// Infinity or -Infinity.
//
// numerals.read(text) returns the number that a text in the grammar of documents names, numerals.isInfinite(number) tells the two kinds
// apart, and numerals.isLong(text) whether it has more digits than are read. numerals.order(one, other) is below, at or above 0, as
// one is; numerals.isAround(expected, room, given) tells whether the given number is no further off than the room.
// numerals.percentage(text) returns how the number that so many per cent are is written: as a decimal where that is short, and as a fraction.
const numerals = (() => {
  const FRACTION = /^[+-]?(?<above>\d+)\/(?<below>\d+)$/; // 7/3
  const DECIMAL = /^[+-]?(?<before>\d*)\.?(?<behind>\d*)(?:e(?<power>[+-]?\d+))?$/i; // 12.5e-3
  const INFINITE = { inf: Infinity, "+inf": Infinity, "-inf": -Infinity };
  const MOST_DIGITS = 1000, MOST_SAID = 4; // decimals of a short one

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

  function percentage(text) {
    const [above, below] = read(text), common = divisor(above < 0n ? -above : above, 100n * below);
    const [p, q] = [above / common, (100n * below) / common], most = 10n ** BigInt(MOST_SAID);
    if (q === 1n) return [String(p)];
    return most % q ? [`${p}/${q}`] : [decimal((p * most) / q), `${p}/${q}`];
  }

  const divisor = (one, other) => (other ? divisor(other, one % other) : one);

  function decimal(shifted) {
    const digits = String(shifted < 0n ? -shifted : shifted).padStart(MOST_SAID + 1, "0");
    return `${shifted < 0n ? "-" : ""}${digits.slice(0, -MOST_SAID)}.${digits.slice(-MOST_SAID).replace(/0+$/, "")}`;
  }

  return { read, isInfinite, isLong, order, isAround, percentage };
})();
