// Patterns for paths with the meaning of the command line's (Glob.swift): `*` and `?` stay within one part of a path, `**/`
// and `/**` stand for any number of parts, `[a-z]` and `[!a-z]` for one character; without a slash it is about the last
// part. All the ways through a pattern are followed at once, so that no pattern is slow.

// The characters of `[a-z_]` as a test.
const setOf = (letters, isNegated) => {
  const ranges = [];
  for (let at = 0; at < letters.length; at++) {
    const low = letters[at];
    if (letters[at + 1] === '-' && letters[at + 2]) at += 2;
    ranges.push([low, letters[at]].map((letter) => letter.codePointAt()));
  }
  return (letter) => letter !== '/' && ranges.some(([low, high]) => low <= letter.codePointAt() && letter.codePointAt() <= high) !== isNegated;
};

// A step is a test of one character, or what stands for any number: `*` within a part, `**` anywhere, `**/` whole parts.
const stepsOf = (pattern) => {
  const letters = [...pattern];
  const last = letters.lastIndexOf(']');
  const steps = pattern.includes('/') ? [] : ['**/'];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at];
    if (letter === '*') {
      const start = at;
      while (letters[at + 1] === '*') at++;
      let step = '*';
      if (at > start) {
        const isPart = letters[at + 1] === '/' && (!start || letters[start - 1] === '/');
        step = isPart ? '**/' : '**';
        if (isPart) at++;
      }
      if (steps.at(-1) !== step) steps.push(step);
      continue;
    }
    const isNegated = /[!^]/.test(letters[at + 1]);
    const first = at + 1 + isNegated;
    if (letter === '[' && last > first) {
      const end = letters.indexOf(']', first + 1);
      steps.push(setOf(letters.slice(first, end), isNegated));
      at = end;
    } else {
      steps.push(letter === '?' ? (other) => other !== '/' : (other) => other === letter);
    }
  }
  return steps;
};

// A function that says whether a path matches.
export const glob = (pattern) => {
  const steps = stepsOf(pattern);
  // At which character each place in the pattern was last reached.
  const reached = [];
  return (path) => {
    if (!path) return false;
    let places;
    let time = 0;
    reached.length = 0;
    const reach = (place) => {
      if (reached[place] !== time) places.push(place);
      reached[place] = time;
    };
    // What stands for any number may stand for none.
    const enter = (place) => {
      reach(place);
      if (typeof steps[place] === 'string') enter(place + 1);
    };
    places = [];
    enter(0);
    for (const letter of path) {
      const before = places;
      const isSlash = letter === '/';
      places = [];
      time++;
      for (const place of before) {
        const step = steps[place];
        if (step === '**/' && !isSlash) reach(place);
        else if (step === '**' || step === '**/' || (step === '*' && !isSlash)) enter(place);
        else if (step?.call && step(letter)) enter(place + 1);
      }
      if (!places.length) return false;
    }
    return reached[steps.length] === time;
  };
};
