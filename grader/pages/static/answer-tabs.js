"use strict";
// What several tabs of one page keep, put together, so that none writes back what another has changed since.
//
// answerMerged(base, mine, theirs) returns mine with what they changed since `base`, entry by entry, where I did not change it; a list is one entry.
function answerMerged(base, mine, theirs) {
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const isWhole = (one) => !one || typeof one !== "object" || Array.isArray(one) || Array.isArray(one.items);
  const at = (one, name) => (one && Object.hasOwn(one, name) ? one[name] : undefined);

  function merged(old, own, other) {
    if (same(own, other) || same(other, old)) return own;
    if (same(own, old)) return other;
    if (isWhole(own) || isWhole(other)) return own;
    const names = new Set([...Object.keys(own), ...Object.keys(other)]);
    return Object.fromEntries([...names].map((name) => [name, merged(at(old, name), at(own, name), at(other, name))]));
  }

  const parts = mine.parts.map((own, place) => merged(base?.parts[place], own, theirs.parts[place] ?? own));
  return { student: merged(base?.student, mine.student, theirs.student), parts };
}
