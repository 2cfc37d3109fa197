"use strict";
// What is practised next: pure functions from a plan and a state to the next state, so that they can be tested and kept.
//
// The plan says of each exercise which rules are practised on it and which variants there are, each with the rules that it serves:
// { exercises: [{ rules: [rule], variants: [{ place, serves: [rule] }] }] }. A wrong answer that is a rule's turns to that rule: its variants come
// until it was kept twice in a row; then the rules that wait, then the others. A right answer counts for every rule that the variant
// serves, for it is none of theirs. The state is plain data.
const practicePlan = (() => {
  const IN_A_ROW = 2;
  const ANY = ""; // stands for "no mistake at all", so that an exercise without any rule has an end too

  const own = (state) => state.of[state.exercise];
  const streak = (one, rule) => (Object.hasOwn(one.streaks, rule) ? one.streaks[rule] : 0);
  const unknown = (one) => one.unknown ?? 0; // wrong answers in a row that are no rule's
  const isKept = (one, rule) => streak(one, rule) >= IN_A_ROW;
  const open = (exercise, one) => [ANY, ...exercise.rules].filter((rule) => !isKept(one, rule));
  const serves = (variant, rule) => rule === ANY || variant.serves.includes(rule);

  function start(plan) {
    const first = plan.exercises[0].variants[0].place;
    return { exercise: 0, now: first, isJudged: false, shown: [first], of: plan.exercises.map(() => ({ focus: null, waiting: [], met: [], streaks: {}, unknown: 0 })) };
  }

  const variantOf = (plan, place) => plan.exercises.flatMap((exercise) => exercise.variants).find((variant) => variant.place === place);

  // what an answer changes; of each exercise that is shown only the first counts

  function answered(plan, state, { isRight, rules, isGivenUp }) {
    if (state.isJudged) return state;
    const exercise = plan.exercises[state.exercise], variant = variantOf(plan, state.now);
    const named = rules.filter((rule) => exercise.rules.includes(rule));
    const one = isRight ? kept(variant, own(state)) : broken(variant, own(state), named, isGivenUp);
    return { ...state, isJudged: true, of: state.of.map((other, place) => (place === state.exercise ? turned(one) : other)) };
  }

  function kept(variant, one) {
    const counted = [ANY, ...variant.serves].map((rule) => [rule, Math.min(IN_A_ROW, streak(one, rule) + 1)]);
    return { ...one, unknown: 0, streaks: { ...one.streaks, ...Object.fromEntries(counted) } };
  }

  function broken(variant, one, named, isGivenUp) { // whose mistake it was begins anew; where nobody knows, that which is practised
    const lost = [ANY, ...(named.length ? named : one.focus !== null && serves(variant, one.focus) ? [one.focus] : [])];
    const streaks = { ...one.streaks, ...Object.fromEntries(lost.map((rule) => [rule, 0])) };
    const waiting = [...named, ...(one.focus === null ? [] : [one.focus]), ...one.waiting];
    return { focus: null, waiting: [...new Set(waiting)], met: [...new Set([...one.met, ...named])], streaks, unknown: named.length ? 0 : unknown(one) + (isGivenUp ? 0 : 1) };
  }

  function turned(one) { // to the first that is not kept yet
    const waiting = [...(one.focus === null ? [] : [one.focus]), ...one.waiting].filter((rule) => !isKept(one, rule));
    return { ...one, focus: waiting.length ? waiting[0] : null, waiting: waiting.slice(1) };
  }

  // which exercise comes next

  const isDone = (plan, state, place) => !open(plan.exercises[place], state.of[place]).length;
  const isAllDone = (plan, state) => plan.exercises.every((_, place) => isDone(plan, state, place));

  function next(plan, state) {
    const places = plan.exercises.map((_, place) => (state.exercise + place) % plan.exercises.length);
    const exercise = places.find((place) => !isDone(plan, state, place));
    return show(plan, state, exercise === undefined ? state.exercise : exercise);
  }

  function show(plan, state, exercise) { // of the variants that serve best the one that was shown longest ago, never the same again if there is another
    const one = state.of[exercise], wanted = one.focus === null ? open(plan.exercises[exercise], one) : [one.focus];
    const last = (variant) => state.shown.lastIndexOf(variant.place);
    const use = (variant) => wanted.filter((rule) => serves(variant, rule)).length;
    const others = plan.exercises[exercise].variants.filter((variant) => variant.place !== state.now);
    const all = others.length ? others : plan.exercises[exercise].variants;
    const useful = all.some((variant) => use(variant)) ? all.filter((variant) => use(variant)) : all;
    const best = useful.reduce((chosen, variant) => (last(variant) < last(chosen) || (last(variant) === last(chosen) && use(variant) > use(chosen)) ? variant : chosen));
    return { ...state, exercise, now: best.place, isJudged: false, shown: [...state.shown.filter((place) => place !== best.place), best.place] };
  }

  // what a student is told

  function told(plan, state, place = state.exercise) {
    const exercise = plan.exercises[place], one = state.of[place];
    const hasSeenAll = exercise.variants.every((variant) => state.shown.includes(variant.place));
    return { focus: one.focus, unknown: unknown(one), hasSeenAll, streak: one.focus === null ? 0 : streak(one, one.focus), of: IN_A_ROW, kept: exercise.rules.filter((rule) => isKept(one, rule)).length, rules: exercise.rules.length, met: one.met.map((rule) => ({ rule, isKept: isKept(one, rule) })), isDone: isDone(plan, state, place) };
  }

  function isState(plan, state) { // whether what a browser kept is a state of this plan
    const isRules = (of, exercise) => Array.isArray(of) && of.every((rule) => exercise.rules.includes(rule));
    const isOne = (one, exercise) => isRules(one.waiting, exercise) && isRules(one.met, exercise) && (one.focus === null || exercise.rules.includes(one.focus)) && [unknown(one), ...Object.values(one.streaks)].every(Number.isInteger);
    try {
      const exercise = plan.exercises[state.exercise];
      return exercise.variants.some((variant) => variant.place === state.now) && Array.isArray(state.shown) && state.shown.every(Number.isInteger) && typeof state.isJudged === "boolean" && state.of.length === plan.exercises.length && state.of.every((one, place) => isOne(one, plan.exercises[place]));
    } catch {
      return false;
    }
  }

  return { start, answered, next, show, told, isState, isAllDone };
})();
