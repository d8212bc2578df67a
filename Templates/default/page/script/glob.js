// Patterns for paths, as on the command line (Glob.swift): `*` and `?` match within one part, `**/`
// and `/**` any number of parts, `[a-z]` and `[!a-z]` one character. A pattern without a slash
// matches the last part. All ways through a path advance together, so no pattern is slow.

// The characters of `[a-z_]` as a test.
const setOf = (set, isNegated) => {
  const code = (letter) => letter.codePointAt();
  const ranges = [...set.matchAll(/(.)-(.)|./gsu)].map(([one, low = one, high = one]) => [low, high].map(code));
  return (letter) => letter !== '/' && ranges.some(([low, high]) => low <= code(letter) && code(letter) <= high) !== isNegated;
};

// A step tests one character or matches many: `*` in a part, `**` anywhere, `**/` whole parts.
const stepsOf = (pattern) => {
  const steps = pattern.includes('/') ? [] : ['**/'];
  for (const [step, negated, set] of pattern.matchAll(/(?<=^|\/)\*\*+\/|\*+|\[(?=([!^]?))\1([^][^\]]*)\]|./gsu)) {
    if (set) steps.push(setOf(set, !!negated));
    else if (step[0] === '*') steps.push(step.replace(/\*\*+/, '**'));
    else steps.push((letter) => letter === step || (step === '?' && letter !== '/'));
  }
  return steps;
};

// Returns a function that tests a path.
export const glob = (pattern) => {
  const steps = stepsOf(pattern);
  return (path) => {
    const letters = [...path];
    // The possible numbers of characters read so far.
    let places = new Set([0]);
    for (const step of steps) {
      const before = places;
      places = new Set();
      let goesOn = false;
      for (let at = 0; at <= letters.length; at++) {
        const isHere = before.has(at);
        if (step.call) {
          if (isHere && at < letters.length && step(letters[at])) places.add(at + 1);
          continue;
        }
        const isPart = letters[at - 1] === '/';
        goesOn = isHere || (goesOn && !(isPart && step === '*'));
        if (isHere || (goesOn && (isPart || step !== '**/'))) places.add(at);
      }
    }
    return path && places.has(letters.length);
  };
};
