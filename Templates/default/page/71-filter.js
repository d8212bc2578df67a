// What can be filtered by: the groups of the form in components/form.page, of which only what occurs is offered. Values
// of one group widen the choice, groups narrow it (F2, M7).

// The form, its buttons, what moves a criterion, and the tools above the messages and above the timeline.
const [form, resetter, canceler, applier, movers, tools, entryTools] = $('#sort-and-filter').content.children;
const groups = {};
for (const group of $$('fieldset', form)) groups[group.dataset.key] = group;
const labelOf = (key) => $('legend', groups[key]).textContent;
const boxesOf = (key) => $$('input', groups[key]);
const box = (row) => $('input', row);
const nameOf = (row) => $('bdi', row).textContent;

// What each message, or each entry, has of a group's values, by the group's key.
const valuesOf = {};

const dropGroup = (key) => {
  groups[key]?.remove();
  delete groups[key];
};

// Counts the values and drops those that neither occur nor are asked for, and of what is asked for what is not known.
// Categories are asked for by title, whatever the case. Where one value is left there is nothing to choose (F6).
const offer = (key, values) => {
  const group = groups[key];
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
  const wanted = query[key].map(folded);
  valuesOf[key] = values;
  query[key] = [];
  if (!group) return;
  for (const { value, parentNode } of boxesOf(key)) {
    const count = counts.get(value) || 0;
    const isWanted = wanted.includes(folded(value)) || wanted.includes(folded(nameOf(parentNode)));
    if (isWanted) query[key].push(value);
    else if (!count) parentNode.remove();
    $('.n', parentNode).textContent = number(count);
  }
  if (boxesOf(key)[1]) return;
  query[key] = [];
  dropGroup(key);
};

// The radio buttons of the category filter are one more way to choose; one category is theirs, several are nobody's.
const radios = $$('.filter input');
const showRadios = () => {
  const [first = '', second] = query.category;
  for (const radio of radios) radio.checked = !second && radio.value === first;
};
const categoryNames = boxesOf('category').map(({ parentNode }) => nameOf(parentNode));
const kindOf = (i) => above[i]?.dataset.kind || (above[i] ? 'alert' : 'message');
const offerMessages = () => {
  const boxes = boxesOf('category');
  // Two categories with one title are told apart by their places.
  const given = boxes.map(({ value }) => value);
  const twins = new Set(given.filter((title, place) => given.indexOf(title) < place));
  const titles = given.map((title, place) => (twins.has(title) ? title + '~' + (place + 1) : title));
  boxes.forEach((box, place) => (box.value = titles[place]));
  radios.forEach((radio, place) => {
    radio.value = titles[place - 1] || '';
    radio.onchange = () => query.set({ category: [radio.value].filter(Boolean) });
  });
  offer('category', list.section.map((place) => titles[place]));
  offer('urgency', list.urgency.map((code) => URGENCIES[code]));
  offer('kind', messageIds.map((_, i) => kindOf(i)));
  offer('change', list.change.map((code) => CHANGES[code]));
  const file = partOf('file', 0);
  if (!query.file.length && messageIds.every((_, i) => partOf('file', i) === file)) dropGroup('file');
};

// What is not among the values of messages or entries narrows nothing here.
const isAmong = (keys, wanted, at) =>
  keys.every((key) => !valuesOf[key] || !wanted[key].length || wanted[key].includes(valuesOf[key][at]));
// What a message says, kept where there is room for it.
const wordsIn = (i) => plainOf(htmlOf(i)) + '\n' + folded(categoryNames[list.section[i]]);
const keptWords = (i) => (messageCount > 2e4 ? wordsIn(i) : (plain[i] ??= wordsIn(i)));
// A function that says whether a message passes what is `wanted`: lists of values, as in query.
const passing = (wanted) => {
  const globs = wanted.file.map(glob);
  const search = needlesOf(wanted.text);
  return (i) => isAmong(FILTERS, wanted, i) &&
    (!globs.length || globs.some((matches) => matches(partOf('file', i)))) &&
    isHit(search, () => keptWords(i));
};
