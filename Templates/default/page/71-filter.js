// What the list can be filtered by, and its filter (F2, M7): values of one dimension widen the choice, dimensions
// narrow it. Only values that occur are offered. The radio buttons of the category filter are one more way to say it.

// {key, label, values: [{value, title, count}], isClear, of}. `of(i)` is a message's place among the values; a value
// that is not clear alone is said with its label (F4). Those of the timeline have no `of`, a file has no `values`.
const dimensions = [];
const chosenIn = (key, values = query.values) => {
  const { values: known } = dimensions.find((dimension) => dimension.key === key) || {};
  return known ? known.filter(({ value }) => values[key].includes(value)) : values[key].map((value) => ({ value, title: value }));
};

const addDimension = (key, label, values, more) => {
  const known = values?.filter(({ count }) => count);
  // Categories are asked for by their titles, whatever the case; two with one title by their places, too.
  if (known) {
    const asked = query.values[key].map(folded);
    query.values[key] = known
      .filter(({ value, title }) => asked.includes(folded(value)) || asked.includes(folded(title)))
      .map(({ value }) => value);
  }
  if (!known || known.length > 1 || query.values[key].length) dimensions.push({ key, label, values: known, ...more });
};

const countBy = (codes, places) => {
  const counts = new Array(places).fill(0);
  for (const code of codes) counts[code]++;
  return counts;
};

const addMessageDimensions = () => {
  const titles = list.sections.map(({ title }) => title);
  const values = (column, keys, title) => {
    const counts = countBy(column, keys.length);
    return keys.map((value, code) => ({ value, title: title(value, code), count: counts[code], code }));
  };
  const isTwice = (title) => titles.indexOf(title) !== titles.lastIndexOf(title);
  addDimension('category', words.filterCategory, values(list.section, titles.map((title, place) => (
    isTwice(title) ? `${title}~${place + 1}` : title)), (_, place) => titles[place]), { isClear: true, of: list.section });
  addDimension('urgency', words.filterUrgency, values(list.urgency, URGENCIES, (value) => words['urgency' + capitalized(value)]),
    { isClear: true, of: list.urgency });
  addDimension('change', words.filterChange, values(list.change, CHANGES, (value) => words['change' + capitalized(value)]).slice(1),
    { of: list.change });
  addDimension('file', words.filterFile);
};

// `*` and `?` stay within one part of a path, `**` stands for any number of parts; without a slash it is about the last part.
const globbed = (pattern) => {
  const source = pattern.replace(/\[[!^]?.[^\]]*\]|\*\*\/|\*+|[^]/gu, (sign) => {
    if (sign === '**/') return '(?:.*/)?';
    if (sign[1] === '*') return '.*';
    if (sign === '*') return '[^/]*';
    if (sign === '?') return '[^/]';
    if (sign[1]) return '(?!/)' + sign.replace(/^\[[!^]/, '[^').replace(/\\/g, '\\\\');
    return sign.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  });
  try {
    return new RegExp(`^${pattern.includes('/') ? '' : '(?:.*/)?'}${source}$`, 'su');
  } catch {
    return /^\b$/;
  }
};

// A function that says whether a message passes, for values such as query.values.
const passing = async (values) => {
  const steps = [];
  for (const { key, of } of dimensions) {
    if (!of || !values[key].length) continue;
    const codes = new Set(chosenIn(key, values).map(({ code }) => code));
    steps.push((i) => codes.has(of[i]));
  }
  if (values.file.length) {
    await columnOf('file');
    const globs = values.file.map(globbed);
    const fits = columns.files.names.map((name) => name !== '' && globs.some((glob) => glob.test(name)));
    steps.push((i) => fits[columns.files.places[i]]);
  }
  const hits = await findHits(values.text);
  if (hits) steps.push((i) => hits[i]);
  return (i) => steps.every((step) => step(i));
};

// How many messages there would be; null when somebody has asked again meanwhile.
let counting = 0;
const countPassing = async (values) => {
  const mine = ++counting;
  const slice = slices();
  const others = [...list.filters].filter(([name]) => name !== 'query').map(([, passes]) => passes);
  const passes = [...others, await passing(values)];
  let count = 0;
  for (let i = 0; i < list.count; i++) {
    if (passes.every((pass) => pass(i))) count++;
    if (!(i & 1023) && slice.isOver()) await slice.next();
  }
  return mine === counting ? count : null;
};

const isFiltered = () => ['category', 'urgency', 'change', 'file', 'text'].some((key) => query.values[key].length);

// "Messages shown: 3 of 27", or that nothing is left and the way back.
const found = el('p', { class: 'found', hidden: true });
const sayFound = () => {
  found.hidden = !isFiltered();
  const text = list.shown ? say('shownOf', { shown: list.shown, total: list.count }) : words.noMatches;
  if (found.hidden || found.firstChild?.textContent !== text) {
    found.replaceChildren(el('span', {}, text));
    if (!list.shown) found.append(button(words.reset, { onclick: resetFilters }));
  }
  return text;
};
const resetFilters = () => {
  query.set({ category: [], urgency: [], change: [], file: [], text: [] });
  ($('#search') || $('.feedback button'))?.focus();
};

// One category is a radio button's, several are nobody's.
const showRadios = () => {
  const chosen = chosenIn('category').map(({ code }) => list.sections[code].element.dataset.position);
  for (const radio of $$('.filter input', list.home)) {
    radio.checked = chosen.length < 2 && radio.id === 'category-' + (chosen[0] || 0);
  }
};
const chooseRadio = ({ target }) => {
  const section = list.sections.find(({ element }) => 'category-' + element.dataset.position === target.id);
  query.set({ category: dimensions[0].values.filter(({ code }) => list.sections[code] === section).map(({ value }) => value) });
};
